/* What a match keeps of its plies and events: for each viewer the text that it saw when they
 * happened, so that what it learns later adds nothing. */
#include "core/match.h"

#include <string.h>

static bool has_secrets(const struct mst_match *match) {
    return match->game->rules->schema->secrets;
}

/* The text for `viewer` of those for all viewers that start at `text`. */
static const char *text_for(const char *text, int viewer) {
    assert(viewer >= MST_NONE);
    for (int i = MST_NONE; i < viewer; i++)
        text += strlen(text) + 1;
    return text;
}

/* ---- plies ----------------------------------------------------------------------------------- */

void core_record_ply(struct mst_match *match, const char *marked) {
    for (int viewer = MST_NONE; viewer < match->game->rules->schema->seats; viewer++) {
        core_move_print_for(&match->play, marked, viewer, &match->texts);
        mst_buf_bytes(&match->texts, "", 1);
    }
}

void core_record_sealed(struct mst_match *match, struct core_ply *ply, const char *marked) {
    assert(ply->sealed);
    ply->marked = match->texts.length;
    mst_buf_bytes(&match->texts, marked, strlen(marked) + 1);

    /* It reveals all choices since the last ply that revealed. */
    int first = match->ply_count;
    while (ply->reveals && first && !match->plies[first - 1].reveals)
        first--;
    for (int i = first; ply->reveals && i <= match->ply_count && !match->texts.failed; i++) {
        struct core_ply *sealed = i < match->ply_count ? &match->plies[i] : ply;
        if (!sealed->sealed)
            continue;

        char *text = mst_strdup(mst_buf_text(&match->texts) + sealed->marked);
        sealed->opened = match->texts.length;
        match->texts.failed = !text;
        if (text)
            core_record_ply(match, text);
        mst_free(text);
    }
}

/* Was the sealed choice revealed since? */
static bool is_open(const struct mst_match *match, int ply) {
    while (ply < match->ply_count && !match->plies[ply].reveals)
        ply++;
    return ply < match->ply_count;
}

bool mst_match_ply_seen(const struct mst_match *match, int ply, int viewer, struct mst_buf *out) {
    const char *text = mst_match_ply_text(match, ply);
    const struct core_ply *played = &match->plies[ply];
    const struct core_kind *kind = &match->game->rules->kinds[core_move_kind(played->move)];
    bool own = viewer != MST_NONE && viewer == played->seat;

    if (has_secrets(match) && played->sampled)
        return false; /* nobody may read it: faces could be computed from it */

    if (has_secrets(match) && !own)
        text = kind->secret || (played->sealed && !is_open(match, ply)) ? kind->title
               : played->sealed ? text_for(mst_buf_text(&match->texts) + played->opened, viewer)
                                : text_for(text + strlen(text) + 1, viewer);
    mst_buf_puts(out, text);
    return true;
}

/* ---- events ---------------------------------------------------------------------------------- */

static enum core_thing thing_of(const struct mst_match *match,
                                const struct core_happening *happening, int param) {
    return core_event_thing(&match->game->rules->events[happening->event], param);
}

/* The piece that is parameter `param`, or MST_NONE: rules may say any number. */
static int piece_of(const struct mst_match *match, const struct core_happening *happening,
                    int param) {
    int64_t value = happening->args[param];
    bool piece = value >= 0 && value < match->game->rules->schema->pieces &&
                 thing_of(match, happening, param) == CORE_THING_PIECE;
    return piece ? (int)value : MST_NONE;
}

/* Write the texts of the pieces in an event: for each piece, one for each viewer. */
static void record_event(struct mst_match *match, struct core_happening *happening) {
    const struct core_event *event = &match->game->rules->events[happening->event];
    int viewers = has_secrets(match) ? match->game->rules->schema->seats : 0; /* 0: one for all */
    happening->texts = match->texts.length;
    for (int i = 0; i < event->param_count; i++) {
        int piece = piece_of(match, happening, i);
        for (int viewer = MST_NONE; viewer < viewers && piece != MST_NONE; viewer++) {
            core_piece_print_for(&match->play, piece, viewer, &match->texts);
            mst_buf_bytes(&match->texts, "", 1);
        }
    }
}

/* Bytes that the match keeps for its plies. */
static size_t kept(const struct mst_match *match, int events) {
    return (size_t)events * sizeof *match->events + match->texts.length;
}

static bool fail_events(struct mst_match *match, const struct core_kind *kind) {
    core_play_fail(&match->play, MST_BUDGET, "",
                   "the match would keep more than %d MiB of events and texts",
                   CORE_MATCH_BYTES >> 20);
    if (kind)
        core_play_blame(&match->play, kind->origin, kind->name);
    return false;
}

static bool event_room(struct mst_match *match, int count) {
    const int most = CORE_MATCH_BYTES / sizeof *match->events;
    int capacity = 2 * match->event_capacity;

    assert(count <= most); /* the caller has refused more */
    if (count <= match->event_capacity)
        return true;
    capacity = capacity < count ? count : capacity > most ? most : capacity;
    struct core_happening *events = mst_realloc(match->events, (size_t)capacity * sizeof *events);
    if (!events)
        return core_play_fail(&match->play, MST_NO_MEMORY, "", "out of memory");
    match->events = events;
    match->event_capacity = capacity;
    return true;
}

bool core_record_events(struct mst_match *match, const struct core_kind *kind) {
    int count = match->event_count + match->play.log_count;
    if (kept(match, count) > CORE_MATCH_BYTES) /* a match lasts; its memory may not grow for ever */
        return fail_events(match, kind);
    if (!event_room(match, count))
        return false;

    for (int i = 0; i < match->play.log_count; i++) {
        match->events[match->event_count] = match->play.log[i];
        record_event(match, &match->events[match->event_count++]);
        if (kept(match, count) > CORE_MATCH_BYTES)
            return fail_events(match, kind);
    }
    return !match->texts.failed || core_play_fail(&match->play, MST_NO_MEMORY, "", "out of memory");
}

int mst_match_events(const struct mst_match *match, int ply) {
    return ply < 0 ? 0 : ply < match->ply_count ? match->plies[ply].events : match->event_count;
}

struct mst_event mst_match_event(const struct mst_match *match, int index) {
    const struct core_happening *happening = &match->events[index];
    const struct core_event *event = &match->game->rules->events[happening->event];
    assert(index >= 0 && index < match->event_count);
    struct mst_event told = {.event = event->name, .count = event->param_count};
    _Static_assert(sizeof told.args == sizeof happening->args, "as many parameters");
    for (int i = 0; i < event->param_count; i++) {
        told.params[i] = event->params[i];
        told.args[i] = happening->args[i]; /* as code has them */
    }
    return told;
}

/* The text of the piece that is parameter `param`. */
static const char *piece_text(const struct mst_match *match, const struct core_happening *happening,
                              int param, int viewer) {
    int seats = match->game->rules->schema->seats;
    const char *text = mst_buf_text(&match->texts) + happening->texts;

    assert(param < CORE_MOST_PARAMS);
    for (int i = 0; i < param; i++)
        if (piece_of(match, happening, i) != MST_NONE)
            text = text_for(text, has_secrets(match) ? seats : 0);
    return text_for(text, has_secrets(match) ? viewer : MST_NONE);
}

enum mst_arg mst_match_event_arg(const struct mst_match *match, int index, int param, int viewer,
                                 struct mst_buf *out) {
    const struct core_happening *happening = &match->events[index];
    const struct core_schema *schema = match->game->rules->schema;
    int64_t value = happening->args[param];

    switch (thing_of(match, happening, param)) {
    case CORE_THING_NONE: return MST_ARG_NUMBER;
    case CORE_THING_PIECE:
        if (piece_of(match, happening, param) == MST_NONE)
            return MST_ARG_NOTHING;
        mst_buf_puts(out, piece_text(match, happening, param, viewer));
        return MST_ARG_TEXT;
    case CORE_THING_PLACE:
        if (value < 0 || value >= schema->places)
            return MST_ARG_NOTHING;
        core_place_print(schema, (int)value, out);
        return MST_ARG_TEXT;
    /* of an unknown parameter: it may be the number of a hidden piece */
    default: return schema->secrets ? MST_ARG_NOTHING : MST_ARG_NUMBER;
    }
}

/* ---- who decides ----------------------------------------------------------------------------- */

/* Append the seats that may choose now, as the subject and verb of a sentence. */
static void name_deciders(const struct mst_state *state, struct mst_buf *out) {
    int count = 0, left = 0;
    for (int seat = 0; seat < MST_MOST_SEATS; seat++)
        left += state->waiting >> seat & 1;

    if (!left) {
        mst_buf_puts(out, state->chance ? "chance" : "seat ");
        if (!state->chance)
            mst_buf_int(out, state->to_move);
        mst_buf_puts(out, " does");
        return;
    }

    mst_buf_puts(out, left > 1 ? "seats " : "seat ");
    for (int seat = 0; seat < MST_MOST_SEATS; seat++)
        if (state->waiting >> seat & 1) {
            /* "seats 0, 2 and 3" */
            mst_buf_puts(out, !count ? "" : count == left - 1 ? " and " : ", ");
            mst_buf_int(out, seat);
            count++;
        }
    mst_buf_puts(out, left > 1 ? " have still to choose" : " has still to choose");
}

enum mst_status mst_match_decides(const struct mst_match *match, int seat,
                                  struct mst_error *error) {
    struct mst_state state = mst_match_state(match);
    struct mst_buf who = {0};

    if (state.over)
        return mst_fail(error, MST_ILLEGAL_MOVE, "", "the match is over (%s): no seat decides",
                        state.by);
    if (seat >= 0 && seat < MST_MOST_SEATS && (seat == state.to_move || state.waiting >> seat & 1))
        return MST_OK;
    name_deciders(&state, &who);
    mst_fail(error, MST_ILLEGAL_MOVE, "", "seat %d does not decide now: %s", seat,
             mst_buf_text(&who));
    mst_buf_clear(&who);
    return MST_ILLEGAL_MOVE;
}
