/* A match: moves, undo, chance. See muster.h. */
#include "core/match.h"

#include <string.h>

#include "core/asked.h"
#include "core/dispatch.h"
#include "core/together.h"
#include "core/secret.h"
#include "muster/bench.h"

static enum mst_status fail_play(struct core_play *play, struct mst_error *error) {
    if (error)
        *error = *play->error;
    enum mst_status status = play->error->status;
    assert(play->failed);
    core_play_ready(play);
    return status == MST_OK ? MST_SCRIPT_ERROR : status;
}

enum mst_status mst_match_fail(struct mst_match *match, struct mst_error *error) {
    return fail_play(&match->play, error);
}

static enum mst_status match_no_memory(struct mst_error *error) {
    return mst_fail(error, MST_NO_MEMORY, "", "out of memory");
}

char *core_match_take(struct mst_buf *out, struct mst_error *error) {
    char *text = mst_buf_take(out);
    if (!text)
        match_no_memory(error);
    return text;
}

/* ---- life ------------------------------------------------------------------------------------ */

static struct mst_match *match_raw(const struct core_game *game, bool seeded, uint64_t seed) {
    struct mst_match *match = mst_calloc(1, sizeof *match);
    if (!match)
        return NULL;
    match->game = game;
    match->ruleset = game->ruleset;
    if (seeded)
        match->seed = (struct mst_seed){.kind = MST_SEED_NUMBER, .number = seed};
    match->pos = core_position_new(game->rules->schema);
    if (!match->pos || !core_play_init(&match->play, game->rules, match->pos)) {
        mst_match_free(match);
        return NULL;
    }
    match->play.logging = true; /* events of every ply are kept for those who ask */
    return match;
}

void mst_match_free(struct mst_match *match) {
    if (!match)
        return;
    core_play_clear(&match->play); /* it borrows the position, which goes next */
    core_position_free(match->pos);
    mst_moves_clear(&match->legal);
    mst_buf_clear(&match->texts);
    mst_free(match->plies);
    mst_free(match->events);
    mst_free(match->start);
    mst_free(match);
}

static enum mst_status resolve_chance(struct mst_match *match, struct mst_error *error);

/* Find out which seats have still to choose. On failure match->waiting is unchanged. */
static bool find_waiting(struct mst_match *match) {
    bool together = match->game->rules->together;
    uint32_t waiting = together ? core_together_waiting(&match->play) : 0;
    if (match->play.failed)
        return false;
    assert(!waiting || core_together_now(&match->play));
    match->waiting = waiting;
    return true;
}

/* Compare what the rules say of the position, if they run side by side. */
static inline bool match_compare(struct mst_match *match) {
    return !match->game->twins || match->game->twins->look(match);
}

/* Set up the position, as the line says or as the rules do (NULL). */
static bool match_set_up(struct mst_match *match, const char *line) {
    const struct core_callbacks *callbacks = &match->game->rules->callbacks;
    if (match->game->twins)
        return match->game->twins->begin(match, line);
    return line ? callbacks->parse(callbacks->host, &match->play, line)
                : callbacks->setup(callbacks->host, &match->play);
}

/* The position is `set` up, or that failed. Play the initial chance events. On failure the match is
 * freed; returns NULL. */
static struct mst_match *match_begin(struct mst_match *match, bool set, struct mst_error *error) {
    set = set && core_record_events(match, NULL) && find_waiting(match) && match_compare(match);
    if (!set)
        fail_play(&match->play, error);
    else
        core_position_settle(match->pos); /* nothing is undone past the start */
    core_play_rest(&match->play);         /* the set-up may have nested deeper than plies will */
    match->start_hash = match->pos->hash;
    if (!set || resolve_chance(match, error) != MST_OK) {
        mst_match_free(match);
        return NULL;
    }
    return match;
}

struct mst_match *core_match_new(const struct core_game *game, const char *position, bool seeded,
                                 uint64_t seed, struct mst_error *error) {
    struct mst_match *match = match_raw(game, seeded, seed);
    core_budget_start(game->rules->budget);
    if (match && position)
        match->start = mst_strdup(position);
    if (!match || (position && !match->start)) {
        mst_match_free(match);
        match_no_memory(error);
        return NULL;
    }

    return match_begin(match, match_set_up(match, position), error);
}

struct mst_match *mst_match_clone(const struct mst_match *from, struct mst_error *error) {
    struct mst_match *match = mst_calloc(1, sizeof *match);
    size_t plies = (size_t)from->ply_count, events = (size_t)from->event_count;

    /* One more of each, so that a list is NULL only when out of memory. */
    if (match) {
        match->game = from->game;
        match->ruleset = from->ruleset;
        match->seed = from->seed;
        match->waiting = from->waiting;
        match->start_hash = from->start_hash;
        match->start = from->start ? mst_strdup(from->start) : NULL;
        match->pos = core_position_clone(from->pos);
        match->plies = mst_alloc((plies + 1) * sizeof *match->plies);
        match->events = mst_alloc((events + 1) * sizeof *match->events);
        mst_buf_bytes(&match->texts, mst_buf_text(&from->texts), from->texts.length);
    }

    if (!match || !match->pos || !match->plies || match->texts.failed ||
        (from->start && !match->start) || !match->events ||
        !core_play_init(&match->play, from->game->rules, match->pos)) {
        mst_match_free(match);
        match_no_memory(error);
        return NULL;
    }

    memcpy(match->plies, from->plies ? from->plies : match->plies, plies * sizeof *match->plies);
    memcpy(match->events, from->events ? from->events : match->events,
           events * sizeof *match->events);
    match->play.logging = true;
    match->event_count = match->event_capacity = (int)events;
    match->ply_count = from->ply_count;
    match->ply_capacity = from->ply_count + 1;
    match->cloned = from->ply_count; /* the copy starts with an empty journal */
    return match;
}

/* ---- state ----------------------------------------------------------------------------------- */

struct mst_ruleset *mst_match_ruleset(const struct mst_match *match) {
    return match->ruleset;
}

struct mst_state mst_match_state(const struct mst_match *match) {
    const struct core_rules *rules = match->game->rules;
    int now = core_decision_now(match->pos), by = core_get(match->pos, CORE_SLOT_BY);
    /* Chance has no seat: to_move stays MST_NONE, as it does when the match is over. */
    struct mst_state state = {
        .ply = match->ply_count, .to_move = MST_NONE, .decision = "", .by = ""};
    state.hash = match->pos->hash;
    state.over = core_get(match->pos, CORE_SLOT_OVER) != 0;

    if (state.over) {
        state.winners = (uint32_t)core_get(match->pos, CORE_SLOT_WINNERS);
        assert(by >= 0 && by <= rules->ending_count);
        state.by = by ? rules->endings[by - 1] : "";
    } else if (now >= 0) {
        state.to_move = core_get(match->pos, CORE_SLOT_TO_MOVE);
        state.decision = rules->decisions[now].name;
        state.chance = rules->decisions[now].chance;
        state.waiting = match->waiting;
    }
    return state;
}

/* ---- views ----------------------------------------------------------------------------------- */

enum mst_status core_view_open(struct core_view *view, struct mst_match *match, int seat,
                               struct mst_error *error) {
    const struct core_schema *schema = match->game->rules->schema;
    *view = (struct core_view){.match = match};
    if (seat < MST_NONE || seat >= schema->seats)
        return mst_fail(error, MST_BAD_REQUEST, "", "there is no seat %d: seats are 0 to %d", seat,
                        schema->seats - 1);
    if (!schema->secrets)
        return MST_OK; /* K4 */

    view->own.game = match->game;
    view->own.ruleset = match->ruleset;
    view->own.pos = core_position_mask(match->pos, seat);
    view->match = &view->own;
    assert(!view->own.pos || view->own.pos->masked); /* K3 */
    if (!view->own.pos || !core_play_init(&view->own.play, match->game->rules, view->own.pos))
        return match_no_memory(error);
    return MST_OK;
}

void core_view_close(struct core_view *view) {
    core_play_clear(&view->own.play);
    core_position_free(view->own.pos);
    mst_moves_clear(&view->own.legal);
}

static char *print_position(struct mst_match *match, const struct core_request *request,
                            struct mst_error *error) {
    struct mst_buf out = {0};
    (void)request;
    core_match_begin(match);
    const struct core_callbacks *callbacks = &match->game->rules->callbacks;
    if (!callbacks->print(callbacks->host, &match->play, &out)) {
        mst_buf_clear(&out);
        fail_play(&match->play, error);
        return NULL;
    }
    return core_match_take(&out, error);
}

char *core_answer(struct mst_match *match, const struct core_request *request,
                  struct mst_error *error) {
    const struct core_twins *twins = match->game->twins;
    return twins ? twins->answer(match, request, error) : request->answer(match, request, error);
}

char *mst_match_position(struct mst_match *match, struct mst_error *error) {
    return core_answer(match, &(struct core_request){"the position line", print_position, 0, NULL},
                       error);
}

static char *print_seen(struct mst_match *match, const struct core_request *request,
                        struct mst_error *error) {
    struct core_view view;
    char *line = NULL;
    core_match_begin(match);
    if (core_view_open(&view, match, request->seat, error) == MST_OK)
        line = print_position(view.match, request, error);
    core_view_close(&view);
    return line;
}

char *mst_match_position_seen(struct mst_match *match, int seat, struct mst_error *error) {
    return core_answer(
        match, &(struct core_request){"the position line of a seat", print_seen, seat, NULL},
        error);
}

/* ---- moves ----------------------------------------------------------------------------------- */

static bool match_list(struct mst_match *match) {
    return match->game->twins ? match->game->twins->legal(match)
                              : core_legal(&match->play, &match->legal);
}

static const struct mst_moves *list_moves(struct mst_match *match, struct mst_error *error) {
    if (!match->legal_known && !match_list(match)) {
        fail_play(&match->play, error);
        return NULL;
    }
    match->legal_known = true;
    return &match->legal;
}

const struct mst_moves *mst_match_moves(struct mst_match *match, struct mst_error *error) {
    core_match_begin(match);
    return list_moves(match, error);
}

bool mst_match_move_text(struct mst_match *match, mst_move move, struct mst_buf *out) {
    core_move_print(&match->play, move, out);
    return !match->play.failed;
}

void mst_match_move_text_of(struct mst_match *match, int seat, mst_move move, struct mst_buf *out) {
    int next = core_get(match->pos, CORE_SLOT_TO_MOVE); /* not journaled, so it is put back (P1) */
    core_position_to_move(match->pos, seat);
    core_move_print(&match->play, move, out);
    core_position_to_move(match->pos, next);
}

const char *mst_match_ply_text(const struct mst_match *match, int ply) {
    assert(ply >= 0 && ply < match->ply_count);
    return mst_buf_text(&match->texts) + match->plies[ply].text;
}

/* Drop what was recorded of `ply`, and of all plies after it. */
static void match_drop(struct mst_match *match, const struct core_ply *ply) {
    assert(ply->text <= match->texts.length && ply->events <= match->event_count);
    match->texts.failed = false;
    match->texts.length = ply->text;
    match->event_count = ply->events;
}

static bool play_move(struct mst_match *match, mst_move move) {
    return match->game->twins ? match->game->twins->play(match, move)
                              : core_play_move(&match->play, move);
}

/* Play `ply` and record what each viewer sees of it. On failure the match is unchanged. */
static enum mst_status play_recorded(struct mst_match *match, struct core_ply *ply,
                                     struct mst_error *error) {
    struct mst_buf marked = {0};
    bool secrets = match->game->rules->schema->secrets;

    /* A move code means nothing after the ply (L3), so its texts are made before. */
    if (secrets)
        core_move_print_marked(&match->play, ply->move, &marked);
    core_move_print(&match->play, ply->move, &match->texts);
    mst_buf_bytes(&match->texts, "", 1);
    enum mst_status status = match->texts.failed || marked.failed ? match_no_memory(error) : MST_OK;
    match->play.log_count = 0;

    /* Only the position after the ply shows what each viewer learns. */
    if (status == MST_OK && !play_move(match, ply->move))
        status = fail_play(&match->play, error);
    else if (status == MST_OK) {
        if (secrets)
            core_record_ply(match, mst_buf_text(&marked));
        ply->reveals = ply->sealed && !core_together_waits(&match->play);
        if (ply->sealed)
            core_record_sealed(match, ply, mst_buf_text(&marked));

        const struct core_kind *kinds = match->game->rules->kinds;
        if (!core_record_events(match, &kinds[core_move_kind(ply->move)]) || !find_waiting(match)) {
            core_position_rewind(match->pos, ply->mark); /* the move itself had succeeded */
            status = fail_play(&match->play, error);
        }
    }

    mst_buf_clear(&marked);
    if (status != MST_OK)
        match_drop(match, ply);
    return status;
}

static void match_take_back(struct mst_match *match, int ply) {
    assert(ply >= match->cloned && ply < match->ply_count);
    core_position_rewind(match->pos, match->plies[ply].mark);
    match_drop(match, &match->plies[ply]);
    match->waiting = match->plies[ply].waiting;
    match->ply_count = ply;
    match->legal_known = false;
}

/* Play one ply of the seat (MST_NONE: of chance) and record it. On failure the match is unchanged.
 */
static enum mst_status apply_one(struct mst_match *match, int seat, mst_move move,
                                 struct mst_error *error) {
    struct mst_state state = mst_match_state(match);
    struct core_ply ply = {.move = move, .text = match->texts.length, .chance = state.chance};

    /* All of this is asked before the ply, which changes the answers. */
    ply.seat = state.chance ? MST_NONE : seat;
    ply.early = ply.seat != state.to_move;
    ply.waiting = match->waiting;
    ply.sampled = core_sampled_now(&match->play);
    ply.sealed = core_together_takes(&match->play, move);
    ply.events = match->event_count;
    if (!core_grow(&match->plies, &match->ply_capacity, match->ply_count + 1, sizeof ply))
        return match_no_memory(error);

    ply.mark = core_position_mark(match->pos);
    match->pos->informed = false; /* what is learned from now on, the ply reveals */
    core_position_to_move(match->pos, ply.seat);
    enum mst_status status = play_recorded(match, &ply, error);
    match->play.wide = false; /* the outcome is played, or refused */
    if (status != MST_OK) {
        core_position_to_move(match->pos, state.to_move);
        return status;
    }

    ply.hash = match->pos->hash;
    ply.told = state.chance || match->pos->informed;
    match->plies[match->ply_count++] = ply;
    match->legal_known = false;
    if (match_compare(match))
        return MST_OK;

    status = fail_play(&match->play, error);
    match_take_back(match, match->ply_count - 1);
    return status;
}

/* Play a ply of the seat, and then chance events. */
static enum mst_status match_apply(struct mst_match *match, int seat, mst_move move,
                                   struct mst_error *error) {
    int before = match->ply_count;
    enum mst_status status = apply_one(match, seat, move, error);
    if (status == MST_OK)
        status = resolve_chance(match, error);
    if (status != MST_OK && match->ply_count > before)
        match_take_back(match, before); /* the ply and its chance events go together */
    return status;
}

enum mst_status mst_match_apply(struct mst_match *match, mst_move move, struct mst_error *error) {
    core_match_begin(match);
    return match_apply(match, core_get(match->pos, CORE_SLOT_TO_MOVE), move, error);
}

static void match_refuse(struct mst_match *match, const char *text,
                         const struct core_refusal *refusal, struct mst_error *error) {
    if (match->game->refuse)
        match->game->refuse(match, text, refusal, error);
    else
        mst_fail(error, MST_ILLEGAL_MOVE, "", "'%.60s' is not a legal move", text);
}

enum mst_status core_match_read(struct mst_match *match, int seat, const char *text, mst_move *move,
                                struct mst_error *error) {
    struct core_refusal refusal;
    enum mst_status status = MST_OK;
    int next = core_get(match->pos, CORE_SLOT_TO_MOVE);

    core_position_to_move(match->pos, seat);
    if (!core_move_read(&match->play, text, move, &refusal)) {
        status = match->play.failed ? fail_play(&match->play, error) : MST_ILLEGAL_MOVE;
        if (status == MST_ILLEGAL_MOVE)
            match_refuse(match, text, &refusal, error);
    }
    core_position_to_move(match->pos, next);
    match->legal_known = match->legal_known && seat == next; /* a refusal may have listed others */
    return status;
}

enum mst_status core_match_play_for(struct mst_match *match, int seat, const char *text,
                                    struct mst_error *error) {
    mst_move move;
    int next = core_get(match->pos, CORE_SLOT_TO_MOVE);
    if (core_get(match->pos, CORE_SLOT_OVER))
        return mst_fail(error, MST_OVER, "", "the match is over (%s): no move can follow",
                        mst_match_state(match).by);

    enum mst_status status = seat == next ? MST_OK : mst_match_decides(match, seat, error);
    core_match_begin(match);
    if (status == MST_OK && match->game->twins)
        status = match->game->twins->read(match, seat, text, error);
    if (status == MST_OK)
        status = core_match_read(match, seat, text, &move, error);
    return status == MST_OK ? match_apply(match, seat, move, error) : status;
}

enum mst_status mst_match_play(struct mst_match *match, const char *text, struct mst_error *error) {
    return core_match_play_for(match, core_get(match->pos, CORE_SLOT_TO_MOVE), text, error);
}

enum mst_status core_match_repeat(struct mst_match *match, const struct mst_match *from, int ply,
                                  struct mst_error *error) {
    const char *text = mst_match_ply_text(from, ply); /* a text, since codes do not last (L3) */
    return from->plies[ply].early ? core_match_play_for(match, from->plies[ply].seat, text, error)
                                  : mst_match_play(match, text, error);
}

int mst_match_retractable(const struct mst_match *match) {
    int first = match->ply_count;
    while (first > 0 && !match->plies[first - 1].told)
        first--;
    return match->ply_count - first;
}

/* Replay the first `plies` plies of a match under a game. On failure returns NULL, and *ply is
 * the ply that failed. */
static struct mst_match *replay(const struct mst_match *match, const struct core_game *game,
                                int plies, int *ply, struct mst_error *error) {
    /* Without a seed, so that chance repeats what it was and is not drawn again. */
    struct mst_match *fresh = core_match_new(game, match->start, false, 0, error);
    assert(plies >= 0 && plies <= match->ply_count);
    *ply = -1;
    for (int i = 0; fresh && i < plies; i++) {
        mst_budget_step(game->rules->budget); /* G3 */
        if (core_match_repeat(fresh, match, i, error) != MST_OK) {
            *ply = i;
            mst_match_free(fresh);
            return NULL;
        }
    }
    if (fresh)
        fresh->seed = match->seed;
    return fresh;
}

struct mst_match *core_match_again(const struct mst_match *match, const struct core_game *game,
                                   int *ply, struct mst_error *error) {
    struct mst_match *fresh = replay(match, game, match->ply_count, ply, error);
    if (fresh && resolve_chance(fresh, error) != MST_OK) {
        mst_match_free(fresh);
        return NULL;
    }
    return fresh;
}

/* Undo in a clone, whose journal does not reach back: replay the earlier moves. */
static enum mst_status replay_to(struct mst_match *match, int plies, struct mst_error *error) {
    int ply;
    struct mst_error failure = {.status = MST_NO_MEMORY};
    struct mst_match *fresh = replay(match, match->game, plies, &ply, &failure);
    if (!fresh) {
        if (error)
            *error = failure;
        return failure.status;
    }

    struct mst_match swap = *match; /* the caller keeps its pointer */
    *match = *fresh;
    *fresh = swap;
    mst_match_free(fresh);
    return MST_OK;
}

struct mst_match *core_match_clone_past(const struct mst_match *match, int ply,
                                        struct mst_error *error) {
    int failed;
    if (ply < match->cloned)
        return replay(match, match->game, match->ply_count, &failed, error);
    struct mst_match *copy = mst_match_clone(match, error);
    struct core_position *past = copy ? core_position_clone_past(match->pos) : NULL;
    if (!past) {
        mst_match_free(copy);
        match_no_memory(error);
        return NULL;
    }
    core_position_free(copy->pos);
    copy->pos = copy->play.pos = past;
    assert(past->hash == match->pos->hash); /* P1 */
    copy->cloned = match->cloned;
    return copy;
}

enum mst_status mst_match_undo(struct mst_match *match, int plies, struct mst_error *error) {
    int target = match->ply_count - plies;
    if (plies < 0 || target < 0)
        return mst_fail(error, MST_BAD_REQUEST, "",
                        "cannot take back %d plies: %d have been played", plies, match->ply_count);
    if (target < match->cloned) /* the journal does not reach so far back */
        return replay_to(match, target, error);
    if (plies)
        match_take_back(match, target);
    return MST_OK;
}

/* ---- chance ---------------------------------------------------------------------------------- */

int64_t mst_match_weight(struct mst_match *match, mst_move move, struct mst_error *error) {
    int64_t weight = core_move_weight(&match->play, move);
    if (!match->play.failed)
        return weight;
    fail_play(&match->play, error);
    return 0;
}

/* The source of one outcome. It depends only on the match's seed and the number of the ply. */
struct source {
    struct mst_rng rng;        /* of a number */
    struct core_stream stream; /* of 128 bits */
    bool wide;
};

static struct source source_of(const struct mst_match *match) {
    struct source source = {.wide = match->seed.kind == MST_SEED_KEY};
    assert(match->seed.kind != MST_SEED_NONE);
    if (source.wide)
        core_stream_open(&source.stream, match->game->rules->callbacks.key_stream, match->seed.key,
                         CORE_FOR_CHANCE, match->ply_count, 0);
    else
        mst_rng_seed(&source.rng, match->seed.number ^ core_mix((uint64_t)match->ply_count + 1));
    return source;
}

/* Draw one of the listed outcomes, by weight. */
static mst_move draw_listed(struct mst_match *match, const struct mst_moves *moves,
                            struct source *source) {
    int64_t total = 0;
    for (int i = 0; i < moves->count; i++)
        total += core_move_weight(&match->play, moves->moves[i]);
    assert(total >= moves->count); /* each weighs at least 1, and no sum overflows */

    int64_t at = (int64_t)(source->wide ? core_stream_below(&source->stream, (uint64_t)total)
                                        : mst_rng_below(&source->rng, (uint64_t)total));
    for (int i = 0; i < moves->count; i++) {
        at -= core_move_weight(&match->play, moves->moves[i]);
        if (at < 0)
            return moves->moves[i];
    }
    return moves->moves[0]; /* a weight failed the second time: the caller sees play->failed */
}

static mst_move draw_sampled(struct mst_match *match, struct source *source) {
    unsigned char key[MST_KEY_SIZE];
    if (!source->wide)
        return core_sample_draw(&match->play, &source->rng);
    core_stream_bytes(&source->stream, key, sizeof key);
    return core_sample_wide(&match->play, key);
}

static enum mst_status match_draw(struct mst_match *match, mst_move *outcome,
                                  struct mst_error *error) {
    struct source source = source_of(match);

    if (core_sampled_now(&match->play)) {
        *outcome = draw_sampled(match, &source);
        return MST_OK;
    }

    const struct mst_moves *moves = list_moves(match, error);
    if (!moves)
        return match->play.error->status; /* list_moves cleared the failure; its text stays */
    if (!moves->count)
        return mst_fail(error, MST_SCRIPT_ERROR, "", "the chance event '%s' has no outcome",
                        mst_match_state(match).decision);
    *outcome = draw_listed(match, moves, &source);
    return match->play.failed ? fail_play(&match->play, error) : MST_OK;
}

/* Charge for an outcome: a chance event may be followed by another one, without end. */
static enum mst_status spend_outcome(struct mst_match *match, struct mst_error *error) {
    struct core_play *play = &match->play;
    const struct core_decision *decision = &play->rules->decisions[core_decision_now(match->pos)];
    assert(decision->chance); /* D2 */
    if (core_spend(play, CORE_STEP_WORK))
        return MST_OK;
    core_play_blame(play, decision->origin, decision->name);
    return fail_play(play, error);
}

static enum mst_status resolve_chance(struct mst_match *match, struct mst_error *error) {
    /* Each outcome is a ply of its own, and may lead to the next chance event. */
    while (match->seed.kind != MST_SEED_NONE && mst_match_state(match).chance) {
        mst_move outcome = 0;
        enum mst_status status = spend_outcome(match, error);
        if (status == MST_OK)
            status = match_draw(match, &outcome, error);
        if (status == MST_OK)
            status = apply_one(match, MST_NONE, outcome, error);
        if (status != MST_OK)
            return status;
    }
    return MST_OK;
}

enum mst_status mst_match_seed(struct mst_match *match, const struct mst_seed *seed,
                               struct mst_error *error) {
    int before = match->ply_count;
    struct mst_seed old = match->seed;

    core_match_begin(match);
    match->seed = *seed; /* a chance event may have waited for it */
    enum mst_status status = resolve_chance(match, error);
    if (status == MST_OK)
        return MST_OK;
    match->seed = old;
    if (match->ply_count > before)
        match_take_back(match, before);
    return status;
}
