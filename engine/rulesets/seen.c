/* The answers to a seat about a match, beyond core/record.c: its scene, the sentences of events,
 * legal moves, refusals, values, transcripts. All of it is asked of the seat's view. */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "rulesets/both.h"
#include "kit/postext.h"

static bool has_secrets(const struct mst_match *match) {
    return match->game->rules->schema->secrets;
}

static char *make_scene(struct mst_match *match, const struct core_request *request,
                        struct mst_error *error) {
    struct core_view view;
    struct mst_buf out = {0};
    char *scene = NULL;

    core_match_begin(match);
    if (core_view_open(&view, match, request->seat, error) == MST_OK) {
        if (host_scene(match->ruleset->host, &view.match->play, request->seat, &out))
            scene = core_match_take(&out, error);
        else
            mst_match_fail(view.match, error);
    }

    /* A view that did not open is closed, too. */
    mst_buf_clear(&out);
    core_view_close(&view);
    return scene;
}

char *mst_match_scene(struct mst_match *match, int seat, struct mst_error *error) {
    return core_answer(match, &(struct core_request){"the scene", make_scene, seat, NULL}, error);
}

bool mst_match_event_says(struct mst_match *match, int index, int viewer, struct mst_buf *out,
                          struct mst_error *error) {
    const struct core_happening *happening = &match->events[index];
    const struct core_event *event = &match->game->rules->events[happening->event];
    struct host_said said[CORE_MOST_PARAMS];
    struct mst_buf texts = {0};
    size_t at[CORE_MOST_PARAMS];

    error->text[0] = error->at[0] = 0;
    core_match_begin(match);

    /* The texts of the pieces for each viewer were written down when the event happened. The texts
     * share one buffer, which may move as it grows: so their places are kept, and pointers taken
     * after.
     */
    for (int i = 0; i < event->param_count; i++) {
        at[i] = texts.length;
        said[i].number = happening->args[i];
        said[i].arg = mst_match_event_arg(match, index, i, viewer, &texts);
        mst_buf_bytes(&texts, "", 1);
    }
    for (int i = 0; i < event->param_count; i++)
        said[i].text = mst_buf_text(&texts) + at[i];

    /* On failure nothing must be left of half a sentence in `out`. */
    size_t length = out->length;
    bool done = !texts.failed && host_says(match->ruleset->host, happening->event, said,
                                           event->param_count, viewer, out, error);
    if (!done && out->length > length)
        out->text[out->length = length] = 0;

    /* B6: twins are asked for the sentence only where the match has some. */
    if (match->game->twins && !texts.failed && !out->failed)
        done = rules_both_says(match, happening->event, said, event->param_count, viewer,
                               done ? mst_buf_text(out) + length : NULL, error) &&
               done;

    mst_buf_clear(&texts);
    return done;
}

/* ---- moves ----------------------------------------------------------------------------------- */

typedef char *lister(struct mst_match *match, struct mst_error *error);

static char *list_kinds(struct mst_match *match, struct mst_error *error) {
    struct mst_buf out = {0};
    const struct mst_moves *moves = mst_match_moves(match, error);
    if (!moves)
        return NULL;
    for (int i = 0; i < moves->count; i++) {
        mst_buf_int(&out, mst_move_kind_of(moves->moves[i]));
        mst_buf_char(&out, '\n');
    }
    return core_match_take(&out, error);
}

/* List the moves as the seat sees them. */
static char *list_seen(struct mst_match *match, int seat, lister *list, struct mst_error *error) {
    struct core_view view;
    struct mst_buf none = {0};
    char *moves = NULL;

    core_match_begin(match);
    if (core_view_open(&view, match, seat, error) == MST_OK) {
        if (mst_match_decides(match, seat, NULL) == MST_OK) {
            /* Where several seats choose at once, the lowest is the one to move; this seat may
             * choose, too. */
            core_position_to_move(view.match->pos, seat);
            moves = list(view.match, error);
        } else {
            moves = core_match_take(&none, error);
        }
    }

    core_view_close(&view);
    return moves;
}

static char *legal_seen(struct mst_match *match, const struct core_request *request,
                        struct mst_error *error) {
    return list_seen(match, request->seat, mst_match_legal, error);
}

char *mst_match_legal_seen(struct mst_match *match, int seat, struct mst_error *error) {
    return core_answer(
        match, &(struct core_request){"the legal moves of a seat", legal_seen, seat, NULL}, error);
}

char *mst_match_legal_kinds(struct mst_match *match, int seat, struct mst_error *error) {
    /* Line by line the same moves as mst_match_legal or mst_match_legal_seen. */
    return seat == MST_EVERYTHING ? list_kinds(match, error)
                                  : list_seen(match, seat, list_kinds, error);
}

/* Is the text a legal move, as far as its seat can see? */
static enum mst_status check_seen(struct mst_match *match, int seat, const char *text,
                                  struct mst_error *error) {
    struct core_view view;
    mst_move move;
    core_match_begin(match);

    enum mst_status status = core_view_open(&view, match, seat, error);

    /* B6 */
    if (status == MST_OK && match->game->twins)
        status = rules_both_read(view.match, seat, text, error);
    if (status == MST_OK)
        status = core_match_read(view.match, seat, text, &move, error);

    core_view_close(&view);
    return status;
}

enum mst_status mst_match_play_seen(struct mst_match *match, int seat, const char *text,
                                    struct mst_error *error) {
    struct mst_error hidden;
    bool over = mst_match_state(match).over;
    enum mst_status status = over ? MST_OK : mst_match_decides(match, seat, error);

    /* Without secrets, and after the end, a seat sees everything, so it may see every reason. */
    if (status == MST_OK && (over || !has_secrets(match)))
        return mst_match_play(match, text, error);
    if (status == MST_OK)
        status = check_seen(match, seat, text, error);
    if (status != MST_OK)
        return status;

    /* Legal as far as the seat knows. If it is refused now, then for something hidden, which the
     * words of the refusal would reveal. */
    status = core_match_play_for(match, seat, text, &hidden);
    if (status == MST_ILLEGAL_MOVE)
        mst_fail(error, status, "", "'%.60s' is refused, for a reason that seat %d cannot see",
                 text, seat);
    else if (status != MST_OK)
        mst_fail(error, status, "", "'%.60s' failed; the reason is not told to a seat", text);
    return status;
}

static char *eval(struct mst_match *match, const struct core_request *request,
                  struct mst_error *error) {
    struct mst_buf out = {0};
    core_match_begin(match);
    if (!host_eval(match->ruleset->host, &match->play, request->text, &out)) {
        mst_match_fail(match, error);
        mst_buf_clear(&out);
        return NULL;
    }
    return core_match_take(&out, error);
}

char *mst_match_eval(struct mst_match *match, const char *expression, struct mst_error *error) {
    return core_answer(match, &(struct core_request){"the value", eval, 0, expression}, error);
}

static char *eval_seen(struct mst_match *match, const struct core_request *request,
                       struct mst_error *error) {
    struct core_view view;
    char *value = NULL;
    if (core_view_open(&view, match, request->seat, error) == MST_OK)
        value = eval(view.match, request, error);

    /* The rules may have failed in the view: its play ends with it, and that of the match is
     * untouched. */
    core_view_close(&view);
    return value;
}

char *mst_match_eval_seen(struct mst_match *match, int seat, const char *expression,
                          struct mst_error *error) {
    return core_answer(match, &(struct core_request){"the value", eval_seen, seat, expression},
                       error);
}

/* ---- transcripts ----------------------------------------------------------------------------- */

static void print_ply(const struct mst_match *match, int ply, int seat, struct mst_buf *out) {
    struct mst_buf seen = {0};
    const char *text = mst_match_ply_text(match, ply);
    /* A ply of which the seat saw only a part cannot be read as a move again: it stands as "?". */
    bool whole = mst_match_ply_seen(match, ply, seat, &seen) && !strcmp(mst_buf_text(&seen), text);
    core_match_ply_mark(match, ply, out);
    mst_buf_printf(out, "%s\n", whole ? text : "?");
    out->failed = out->failed || seen.failed;
    mst_buf_clear(&seen);
}

char *mst_match_transcript_seen(const struct mst_match *match, int seat, struct mst_error *error) {
    const struct mst_ruleset *r = match->ruleset;
    assert(r->rules);
    struct mst_buf out = {0};
    if (!r->rules->schema->secrets || mst_match_state(match).over)
        return mst_match_transcript_sealed(match, error);

    mst_buf_printf(&out, "muster transcript 1\nview %d\nruleset %s\n", seat,
                   mst_home_relative(r->path));
    for (size_t i = 0; i < r->setting_count; i++)
        mst_buf_printf(&out, "set %s = %s\n", r->settings[i].key, r->settings[i].value);
    mst_buf_printf(&out, "rules %016" PRIx64 "\nmoves\n", rules_ruleset_rules(r));

    for (int i = 0; i < match->ply_count; i++)
        print_ply(match, i, seat, &out);
    return core_match_take(&out, error);
}
