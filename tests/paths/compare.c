/* Two paths in lockstep: see compare.h. */
#include "paths/compare.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/home.h"
#include "paths/answers.h"
#include "muster/native.h"

enum {
    MOST_EXPRESSIONS = 16,
    MOST_TEXTS = 24,  /* moves of earlier positions, tried again */
    PERFT_MOVES = 60, /* moves of a position whose leaves are counted */
    LUA_NEEDS = 50,   /* and a longer budget of Lua */
    LUA_MORE = 5000, /* how many times more work than code Lua may take, which tries each choice, */
    CODE_MORE = 20,  /* and code more than Lua */
    DEEP_EVERY = 4,  /* plies from one long look to the next */
    FAILURES = 4     /* moves that fail, tried before a game is given up */
};

struct both {
    const struct paths_plan *plan;
    struct paths_result *result;
    const char *names[2];
    struct mst_ruleset *rules[2];
    struct mst_match *match[2];
    char *expressions[MOST_EXPRESSIONS];
    int expression_count;
    char *texts[MOST_TEXTS];
    int text_count, events;
    struct mst_rng rng;
    int game;
};

static uint64_t below(struct both *b, uint64_t bound) {
    return mst_rng_below(&b->rng, bound);
}

/* ---- differences ----------------------------------------------------------------------------- */

static bool differ(struct both *b, const char *kind, const char *what, const char *one,
                   const char *two) {
    struct paths_result *r = b->result;
    bool fails = !strcmp(kind, "value") && (strstr(one, "_error at") || strstr(two, "_error at"));
    if (r->differs)
        return false;
    r->differs = true;
    snprintf(r->kind, sizeof r->kind, "%s%s", kind, fails ? ":error" : "");
    if (b->match[0])
        mst_buf_printf(&r->what, "game %d, ply %d: ", b->game, mst_match_state(b->match[0]).ply);
    mst_buf_printf(&r->what, "%s\n  %s: %s\n  %s: %s\n", what, b->names[0], one, b->names[1], two);
    return false;
}

/* ---- requests -------------------------------------------------------------------------------- */

/* An answer: a text, or a failure. */
struct answer {
    enum mst_status status;
    struct mst_buf text;
    int64_t used; /* units */
};

/* Ask a match something, and append the answer. */
typedef enum mst_status request(struct both *b, int side, struct mst_buf *out,
                                struct mst_error *error);

static void put_error(struct mst_buf *out, const struct mst_error *error) {
    mst_buf_printf(out, "%s at '%s': %s", mst_status_name(error->status), error->at, error->text);
}

static void ask(struct both *b, int side, request *of, int64_t units, struct answer *answer) {
    struct mst_error error = {0};
    struct mst_budget *budget = mst_ruleset_budget(b->rules[side]);
    *answer = (struct answer){0};
    mst_budget_limit(budget, units, 0);
    answer->status = of(b, side, &answer->text, &error);
    answer->used = units - core_budget_left(budget);
    if (answer->status == MST_ILLEGAL_MOVE && strstr(error.text, "exceeded their budget"))
        answer->status = MST_BUDGET; /* of the search for the reason of a refusal */
    if (answer->status != MST_OK) {
        mst_buf_reset(&answer->text);
        put_error(&answer->text, &error);
    }
    mst_budget_limit(budget, b->plan->units, 0);
}

static enum mst_status get_played(struct both *b, int side, struct mst_buf *out,
                                  struct mst_error *error);

/* Only one path used up its budget, and `side` did not: with much less, it must as well. What a
 * match knows already costs nothing, so a copy is asked. */
static bool nearly_starved(struct both *b, request *of, int side) {
    struct answer answer = {.status = MST_BUDGET};
    struct mst_match *match = b->match[side];
    b->result->near++;
    if (of == get_played && mst_match_undo(match, 1, NULL) != MST_OK)
        return false;
    b->match[side] = match ? mst_match_clone(match, NULL) : NULL;
    ask(b, side, of, b->plan->units / (side ? CODE_MORE : LUA_MORE), &answer);
    mst_buf_clear(&answer.text);
    mst_match_free(b->match[side]);
    b->match[side] = match;
    bool near = answer.status == MST_BUDGET;
    if (!near &&
        !side) { /* code may do at once what Lua tries one by one: Lua needs more, and ends */
        ask(b, 1, of, b->plan->units * LUA_NEEDS, &answer);
        mst_buf_clear(&answer.text);
        near = answer.status == MST_OK;
    }
    return near;
}

/* What differs where both paths did it, or both failed: a move that was refused earlier is legal at
 * times. */
static const char *alike_kind(const char *kind, enum mst_status status) {
    bool refused = status == MST_ILLEGAL_MOVE;
    return status != MST_OK && !refused           ? "error"
           : !strcmp(kind, "refusal") && !refused ? "state"
                                                  : kind;
}

/* Both answer the same. `status` becomes the status of both. */
static bool same(struct both *b, const char *kind, const char *what, request *of,
                 enum mst_status *status) {
    struct answer one, two;
    bool done;
    ask(b, 0, of, b->plan->units, &one);
    ask(b, 1, of, b->plan->units, &two);
    b->result->requests++;
    b->result->failed += one.status != MST_OK;
    if ((one.status == MST_BUDGET) != (two.status == MST_BUDGET)) {
        done = nearly_starved(b, of, one.status == MST_BUDGET) ||
               differ(b, "budget", what, mst_buf_text(&one.text), mst_buf_text(&two.text));
        one.status = MST_BUDGET;
    } else if (one.status == MST_BUDGET) {
        done = true;
    } else if (one.status != two.status) {
        char statuses[64];
        snprintf(statuses, sizeof statuses, "%s:%s/%s", kind, mst_status_name(one.status),
                 mst_status_name(two.status));
        done = differ(b, statuses, what, mst_buf_text(&one.text), mst_buf_text(&two.text));
    } else {
        done = !strcmp(mst_buf_text(&one.text), mst_buf_text(&two.text)) ||
               differ(b, alike_kind(kind, one.status), what, mst_buf_text(&one.text),
                      mst_buf_text(&two.text));
    }
    b->result->starved += one.status == MST_BUDGET;
    if (status)
        *status = one.status;
    mst_buf_clear(&one.text);
    mst_buf_clear(&two.text);
    return done;
}

/* ---- what is asked --------------------------------------------------------------------------- */

static enum mst_status put_text(struct mst_buf *out, char *text, const struct mst_error *error) {
    mst_buf_puts(out, text ? text : "");
    bool got = text;
    mst_text_free(text);
    return got ? MST_OK : error->status;
}

static enum mst_status get_legal(struct both *b, int side, struct mst_buf *out,
                                 struct mst_error *error) {
    return put_text(out, mst_match_legal(b->match[side], error), error);
}

static enum mst_status get_kinds(struct both *b, int side, struct mst_buf *out,
                                 struct mst_error *error) {
    return put_text(out, mst_match_legal_kinds(b->match[side], MST_EVERYTHING, error), error);
}

static enum mst_status get_position(struct both *b, int side, struct mst_buf *out,
                                    struct mst_error *error) {
    return put_text(out, mst_match_position(b->match[side], error), error);
}

static enum mst_status get_state(struct both *b, int side, struct mst_buf *out,
                                 struct mst_error *error) {
    struct mst_state state = mst_match_state(b->match[side]);
    (void)error;
    mst_buf_printf(out, "to move %d, waiting %x, %s%s%s, winners %x, by '%s', hash %016" PRIx64,
                   state.to_move, (unsigned)state.waiting, state.decision,
                   state.chance ? ", chance" : "", state.over ? ", over" : "",
                   (unsigned)state.winners, state.by, state.hash);
    return MST_OK;
}

/* The view of each seat. */
static enum mst_status get_seen(struct both *b, int side, struct mst_buf *out,
                                struct mst_error *error) {
    enum mst_status status = MST_OK;
    for (int seat = -1; seat < mst_ruleset_seats(b->rules[side]) && status == MST_OK; seat++) {
        status = put_text(out, mst_match_position_seen(b->match[side], seat, error), error);
        if (status == MST_OK)
            status = put_text(out, mst_match_legal_seen(b->match[side], seat, error), error);
    }
    return status;
}

static void put_event(struct mst_match *match, int index, struct mst_buf *out) {
    struct mst_event told = mst_match_event(match, index);
    mst_buf_printf(out, "%s(", told.event);
    for (int k = 0; k < told.count; k++) {
        mst_buf_printf(out, "%s%s=%" PRId64, k ? " " : "", told.params[k], told.args[k]);
        for (int viewer = -1; viewer < 2; viewer++) {
            struct mst_buf seen = {0};
            enum mst_arg arg = mst_match_event_arg(match, index, k, viewer, &seen);
            mst_buf_printf(out, "/%d%s", (int)arg, mst_buf_text(&seen));
            mst_buf_clear(&seen);
        }
    }
    mst_buf_puts(out, ")");
}

static enum mst_status get_events(struct both *b, int side, struct mst_buf *out,
                                  struct mst_error *error) {
    struct mst_match *match = b->match[side];
    int count = mst_match_events(match, INT_MAX);
    mst_buf_printf(out, "%d events:", count);
    for (int i = b->events; i < count; i++) {
        mst_buf_puts(out, " ");
        put_event(match, i, out);
        for (int viewer = -1; viewer < 2; viewer++) {
            mst_buf_puts(out, " ");
            *error = (struct mst_error){0};
            if (!mst_match_event_says(match, i, viewer, out, error) && error->text[0])
                put_error(out, error);
        }
    }
    *error = (struct mst_error){0};
    return MST_OK;
}

static enum mst_status get_explained(struct both *b, int side, struct mst_buf *out,
                                     struct mst_error *error) {
    return put_text(out, mst_match_explain(b->match[side], error), error);
}

static enum mst_status get_scene(struct both *b, int side, struct mst_buf *out,
                                 struct mst_error *error) {
    return put_text(out, mst_match_scene(b->match[side], -1, error), error);
}

static enum mst_status get_worth(struct both *b, int side, struct mst_buf *out,
                                 struct mst_error *error) {
    struct mst_match *match = b->match[side];
    for (int seat = 0; seat < mst_ruleset_seats(b->rules[side]); seat++) {
        int64_t worth = 0;
        core_budget_start(mst_ruleset_budget(b->rules[side]));
        if (!host_worth(b->rules[side]->host, &match->play, seat, &worth)) {
            *error = *match->play.error;
            core_play_ready(&match->play);
            return error->status;
        }
        mst_buf_printf(out, "%" PRId64 " ", worth);
    }
    core_play_ready(&match->play);
    return MST_OK;
}

static enum mst_status get_values(struct both *b, int side, struct mst_buf *out,
                                  struct mst_error *error) {
    for (int i = 0; i < b->expression_count; i++) {
        *error = (struct mst_error){0};
        mst_buf_printf(out, "\n    %s is ", b->expressions[i]);
        if (put_text(out, mst_match_eval(b->match[side], b->expressions[i], error), error) !=
            MST_OK) {
            if (error->status == MST_BUDGET)
                return MST_BUDGET;
            put_error(out, error);
        }
    }
    *error = (struct mst_error){0};
    return MST_OK;
}

static enum mst_status get_leaves(struct both *b, int side, struct mst_buf *out,
                                  struct mst_error *error) {
    for (int depth = 1; depth <= 2; depth++) {
        uint64_t nodes = 0;
        enum mst_status status = mst_match_perft(b->match[side], depth, &nodes, error);
        if (status != MST_OK)
            return status;
        mst_buf_printf(out, "%" PRIu64 " ", nodes);
    }
    return MST_OK;
}

/* A match from the position line. */
static enum mst_status get_reloaded(struct both *b, int side, struct mst_buf *out,
                                    struct mst_error *error) {
    struct mst_match *match = b->match[side];
    char *line = mst_match_position(match, error);
    if (!line)
        return error->status;
    struct mst_match *again = mst_match_setup(b->rules[side], line, true, 7, error);
    mst_text_free(line);
    if (!again) /* that is an answer, too */
        return error->status;
    b->match[side] = again;
    enum mst_status status = get_state(b, side, out, error);
    mst_buf_puts(out, "\n");
    if (status == MST_OK)
        status = get_position(b, side, out, error);
    if (status == MST_OK)
        status = get_legal(b, side, out, error);
    b->match[side] = match;
    mst_match_free(again);
    return status;
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* The move that is played: `played.text` by `played.seat`. */
static struct {
    const char *text;
    int seat;
} played;

static enum mst_status play_text(struct mst_match *match, struct mst_error *error) {
    return played.seat < 0 ? mst_match_play(match, played.text, error)
                           : mst_match_play_seen(match, played.seat, played.text, error);
}

static enum mst_status get_played(struct both *b, int side, struct mst_buf *out,
                                  struct mst_error *error) {
    (void)out;
    return play_text(b->match[side], error);
}

/* Play as far as the units last, and take it back. */
static enum mst_status get_tried(struct both *b, int side, struct mst_buf *out,
                                 struct mst_error *error) {
    struct mst_match *match = b->match[side];
    int plies = mst_match_state(match).ply;
    enum mst_status status = play_text(match, error);
    if (status != MST_OK)
        return status;
    mst_budget_limit(mst_ruleset_budget(b->rules[side]), b->plan->units, 0);
    get_state(b, side, out, error);
    return mst_match_undo(match, mst_match_state(match).ply - plies, error);
}

static void remember(struct both *b, const char *text) {
    int at = b->text_count < MOST_TEXTS ? b->text_count++ : (int)below(b, MOST_TEXTS);
    mst_free(b->texts[at]);
    b->texts[at] = mst_strdup(text);
}

/* Append a text that may be no legal move: one of earlier, with a letter changed at times. */
static void make_wrong(struct both *b, char *text, size_t size) {
    static const char letters[] = "abcdefgh0123456789x-";
    snprintf(text, size, "%s", b->texts[below(b, (uint64_t)b->text_count)]);
    size_t length = strlen(text);
    if (length && below(b, 2))
        text[below(b, length)] = letters[below(b, sizeof letters - 1)];
}

static bool same_refusals(struct both *b) {
    char text[200];
    bool done = true;
    int seat = mst_match_state(b->match[0]).to_move;
    if (mst_match_state(b->match[0]).over || !b->text_count)
        return true;
    for (int i = 0; i < 2 && done; i++) {
        make_wrong(b, text, sizeof text);
        played.text = text;
        played.seat = seat;
        char what[240];
        snprintf(what, sizeof what, "refusals of '%s'", text);
        done = same(b, "refusal", what, get_tried, NULL);
    }
    return done;
}

/* With few units of work, each path does the same as with many, or nothing. */
static bool starved_side(struct both *b, int side, request *of, const char *what) {
    struct answer full, few;
    int64_t units = 1 + (int64_t)below(b, 1ULL << below(b, 14));
    ask(b, side, of, units, &few);
    ask(b, side, of, b->plan->units, &full);
    bool done =
        few.status == MST_BUDGET ||
        (few.status == full.status && !strcmp(mst_buf_text(&few.text), mst_buf_text(&full.text)));
    b->result->requests++;
    b->result->starved += few.status == MST_BUDGET;
    if (!done) {
        char text[300];
        snprintf(text, sizeof text, "%s by %s with %" PRId64 " units", what, b->names[side], units);
        differ(b, "starved", text, mst_buf_text(side ? &full.text : &few.text),
               mst_buf_text(side ? &few.text : &full.text));
    }
    mst_buf_clear(&few.text);
    mst_buf_clear(&full.text);
    return done;
}

static bool same_starved(struct both *b) {
    return starved_side(b, 0, get_tried, played.text) && starved_side(b, 1, get_tried, played.text);
}

/* ---- a position ------------------------------------------------------------------------------ */

static bool deep_look(struct both *b, int moves) {
    return same(b, "seen", "what seats see", get_seen, NULL) &&
           same(b, "reload", "the position from its line", get_reloaded, NULL) &&
           same(b, "explain", "reasons", get_explained, NULL) &&
           (!host_judges(b->rules[0]->host) || same(b, "worth", "evaluations", get_worth, NULL)) &&
           (!host_shows(b->rules[0]->host) || same(b, "scene", "scenes", get_scene, NULL)) &&
           (moves > PERFT_MOVES || b->game % 2 == 0 ||
            same(b, "perft", "numbers of leaves", get_leaves, NULL));
}

static int count_lines(const char *text) {
    int count = 0;
    for (; *text; text++)
        count += *text == '\n';
    return count;
}

/* Compare the position. `listed`: could the legal moves be listed? */
static bool look(struct both *b, bool deep, bool *listed) {
    enum mst_status status;
    *listed = false;
    if (!same(b, "state", "states", get_state, NULL) ||
        !same(b, "position", "positions", get_position, NULL) ||
        !same(b, "events", "events", get_events, NULL) ||
        !same(b, "legal", "legal moves", get_legal, &status))
        return false;
    *listed = status == MST_OK;
    if (!*listed)
        return true;
    b->events = mst_match_events(b->match[0], INT_MAX);
    char *legal = mst_match_legal(b->match[0], NULL);
    int moves = legal ? count_lines(legal) : 0;
    mst_text_free(legal);
    return same(b, "kinds", "kinds of legal moves", get_kinds, NULL) &&
           (!b->expression_count || same(b, "value", "values", get_values, NULL)) &&
           (!deep || deep_look(b, moves));
}

/* ---- a game ---------------------------------------------------------------------------------- */

/* A legal move of a seat that may choose, in `text`. False if there is none. */
static bool pick(struct both *b, char *text, size_t size) {
    struct mst_state state = mst_match_state(b->match[0]);
    int waiting[32], count = 0;
    for (int seat = 0; seat < 32; seat++)
        if (state.waiting >> seat & 1)
            waiting[count++] = seat;
    played.seat = count ? waiting[below(b, (uint64_t)count)] : state.to_move;
    played.text = text;
    if (mst_match_sampled(b->match[0])) {
        snprintf(text, size, "%" PRIu64, below(b, (uint64_t)CORE_SAMPLES));
        return true;
    }
    char *moves = played.seat < 0 ? mst_match_legal(b->match[0], NULL)
                                  : mst_match_legal_seen(b->match[0], played.seat, NULL),
         *at = moves;
    int lines = moves ? count_lines(moves) : 0;
    if (lines)
        for (uint64_t skip = below(b, (uint64_t)lines); skip; skip--)
            at = strchr(at, '\n') + 1;
    if (lines)
        snprintf(text, size, "%.*s", (int)strcspn(at, "\n"), at);
    mst_text_free(moves);
    return lines > 0;
}

static enum mst_status get_undone(struct both *b, int side, struct mst_buf *out,
                                  struct mst_error *error) {
    int plies = mst_match_state(b->match[side]).ply;
    enum mst_status status = mst_match_undo(b->match[side], plies < 2 ? plies : 2, error);
    return status == MST_OK ? get_state(b, side, out, error) : status;
}

static bool undo(struct both *b) {
    bool listed;
    if (!mst_match_state(b->match[0]).ply || !same(b, "undo", "undone", get_undone, NULL))
        return b->result->differs ? false : true;
    b->events = 0;
    return look(b, false, &listed);
}

/* Play a move. False: the game is over, or something differs. */
static bool step(struct both *b, int ply, int *failures) {
    char text[200], what[240];
    enum mst_status status;
    if (mst_match_state(b->match[0]).over || !same_refusals(b) || !pick(b, text, sizeof text))
        return false;
    if (ply % 3 == 1 && !same_starved(b))
        return false;
    snprintf(what, sizeof what, "what '%s' does", text);
    if (!same(b, "play", what, get_played, &status))
        return false;
    if (status != MST_OK) {
        if (status == MST_BUDGET &&
            mst_match_state(b->match[0]).ply != mst_match_state(b->match[1]).ply)
            return false;
        return ++*failures < FAILURES;
    }
    remember(b, text);
    b->result->plies++;
    return ply % 7 != 5 || undo(b);
}

static enum mst_status get_begun(struct both *b, int side, struct mst_buf *out,
                                 struct mst_error *error) {
    (void)out;
    if (b->match[side])
        mst_match_free(b->match[side]);
    b->match[side] =
        mst_match_new(b->rules[side], b->game % 2 == 0, b->plan->seed + (uint64_t)b->game, error);
    return b->match[side] ? MST_OK : error->status;
}

static void play(struct both *b, int game) {
    enum mst_status status;
    bool listed;
    int failures = 0;
    b->game = game;
    b->events = 0;
    mst_rng_seed(&b->rng, b->plan->seed * 1000 + (uint64_t)game);
    if (same(b, "begin", "beginnings", get_begun, &status) && status == MST_OK)
        for (int ply = 0; ply < b->plan->plies; ply++)
            if (!look(b, ply % DEEP_EVERY == 0, &listed) || !listed || !step(b, ply, &failures))
                break;
    for (int side = 0; side < 2; side++) {
        mst_match_free(b->match[side]);
        b->match[side] = NULL;
    }
}

/* ---- which rules are compiled ---------------------------------------------------------------- */

static void add_rule(struct paths_result *r, bool there, bool compiled) {
    r->rules += there || compiled;
    r->compiled += compiled;
}

static void add_action(struct paths_result *r, const struct core_action *action) {
    add_rule(r, action->function > 0, action->effects >= 0);
}

static void count_rules(const struct core_rules *rules, struct paths_result *r) {
    for (int i = 0; i < rules->kind_count; i++) {
        const struct core_kind *kind = &rules->kinds[i];
        add_rule(r, kind->legal > 0, kind->legal > 0 && !kind->asks);
        add_action(r, &kind->action);
        add_rule(r, kind->weight_function > 0, kind->weight >= 0);
        add_rule(r, kind->noise_function > 0, kind->noise >= 0);
        add_rule(r, kind->must_function > 0, kind->must >= 0);
    }
    for (int i = 0; i < rules->decision_count; i++) {
        const struct core_decision *decision = &rules->decisions[i];
        add_rule(r, decision->seat_function > 0, decision->seat >= 0);
        add_action(r, &decision->run);
        add_action(r, &decision->empty);
        add_action(r, &decision->reveal);
    }
    for (int i = 0; i < rules->event_count; i++)
        for (int k = 0; k < rules->events[i].listener_count; k++)
            add_action(r, &rules->events[i].listeners[k]);
    for (int i = 0; i < rules->after_ply_count; i++)
        add_action(r, &rules->after_ply[i]);
}

/* ---- loading --------------------------------------------------------------------------------- */

#define MODULE_MARK "--@ module "

/* Write the modules of a text, and append the lines that switch them on. */
static void write_modules(const char *text, struct mst_buf *ini) {
    char name[64] = "game";
    struct mst_buf part = {0};
    while (*text) {
        size_t length = strcspn(text, "\n") + 1;
        length -= !text[length - 1];
        if (!strncmp(text, MODULE_MARK, strlen(MODULE_MARK))) {
            home_module(name, mst_buf_text(&part));
            mst_buf_printf(ini, "%s = on\n", name);
            mst_buf_reset(&part);
            snprintf(name, sizeof name, "%.*s", (int)(length - strlen(MODULE_MARK) - 1),
                     text + strlen(MODULE_MARK));
        } else {
            mst_buf_bytes(&part, text, length);
        }
        text += length;
    }
    home_module(name, mst_buf_text(&part));
    mst_buf_printf(ini, "%s = on\n", name);
    mst_buf_clear(&part);
}

static struct mst_ruleset *load(const char *text, const char *path, struct mst_error *error) {
    struct mst_buf ini = {0};
    mst_buf_puts(&ini, "[game]\ntitle = Paths\n[modules]\n");
    write_modules(text, &ini);
    if (path)
        setenv("MUSTER_RULES", path, 1);
    struct mst_ruleset *rules = home_load(mst_buf_text(&ini), error);
    unsetenv("MUSTER_RULES");
    mst_buf_clear(&ini);
    return rules;
}

static bool compile_native(struct mst_ruleset *rules, struct mst_error *error) {
    struct mst_compiled made = {0};
    char path[200];
    snprintf(path, sizeof path, "%s/native.so", getenv("MUSTER_HOME"));
    bool done = mst_ruleset_compile(rules, path, &made, error) == MST_OK;
    unlink(path);
    return done;
}

static bool open_both(struct both *b, const char *code, const char *lua) {
    struct mst_error error[2] = {0};
    char one[2 * sizeof error->text], two[sizeof one];
    const char *text[2] = {code, lua}, *path[2] = {b->plan->lua ? "lua" : NULL, "lua"};
    for (int side = 0; side < 2; side++)
        b->rules[side] = load(text[side], path[side], &error[side]);
    for (int side = 0; side < 2; side++)
        snprintf(side ? two : one, sizeof one, "%s%s%s", b->rules[side] ? "loaded" : error[side].at,
                 b->rules[side] ? "" : ": ", error[side].text);
    if (strcmp(one, two) != 0)
        return differ(b, "load", "loading", one, two);
    if (b->rules[0] && b->rules[0]->rules->invalid)
        return differ(b, "invalid", "compiling", "code that is not valid", "");
    if (!b->rules[0]) {
        snprintf(b->result->kind, sizeof b->result->kind, "refused");
        mst_buf_puts(&b->result->what, one);
    }
    return b->rules[0];
}

static void close_both(struct both *b) {
    for (int side = 0; side < 2; side++) {
        mst_ruleset_free(b->rules[side]);
        b->rules[side] = NULL;
    }
    while (b->text_count) {
        mst_free(b->texts[--b->text_count]);
        b->texts[b->text_count] = NULL;
    }
}

static void find_expressions(struct both *b, const char *text) {
    for (const char *at = text; at && b->expression_count < MOST_EXPRESSIONS;) {
        if (!strncmp(at, "--? ", 4)) {
            char *copy = mst_strdup(at + 4);
            copy[strcspn(copy, "\n")] = 0;
            b->expressions[b->expression_count++] = copy;
        }
        at = strchr(at, '\n');
        at += at != NULL;
    }
}

/* Both paths answer what the module says. `refused`: why it cannot be loaded, or NULL. */
static void check_answers(struct both *b, const char *text, const char *refused) {
    struct answer_line line;
    for (const char *at = text; !b->result->differs && answers_next(&at, &line);)
        for (int side = 0; side < 2; side++) {
            struct mst_buf answer = {0};
            if (refused)
                mst_buf_printf(&answer, "refused %s", refused);
            else
                answers_ask(b->rules[side], &line, &answer);
            b->result->requests++;
            if (!answers_fit(&line, mst_buf_text(&answer)))
                differ(b, "answer", line.expected, side ? "not asked" : mst_buf_text(&answer),
                       side ? mst_buf_text(&answer) : "not asked");
            mst_buf_clear(&answer);
        }
}

static void compare_as(struct both *b, const char *code, const char *lua, bool native) {
    struct mst_error error = {0};
    b->names[0] = native ? "native" : "code";
    b->names[1] = "lua";
    if (open_both(b, code, lua)) {
        for (int side = 0; side < 2; side++)
            mst_budget_limit(mst_ruleset_budget(b->rules[side]), b->plan->units, 0);
        b->result->loaded = true;
        if (!native)
            count_rules(b->rules[0]->rules, b->result);
        if (!native || compile_native(b->rules[0], &error))
            for (int game = 0; game < b->plan->games && !b->result->differs; game++)
                play(b, game);
        else
            differ(b, "native", "machine code", error.text, "");
        check_answers(b, code, NULL);
    } else if (!b->result->differs) {
        check_answers(b, code, mst_buf_text(&b->result->what));
    }
    close_both(b);
}

void paths_compare_two(const char *code, const char *lua, const struct paths_plan *plan,
                       struct paths_result *result) {
    struct both b = {.plan = plan, .result = result};
    *result = (struct paths_result){0};
    find_expressions(&b, code);
    compare_as(&b, code, lua, false);
    if (plan->native && result->loaded && !result->differs)
        compare_as(&b, code, lua, true);
    for (int i = 0; i < b.expression_count; i++)
        mst_free(b.expressions[i]);
}

void paths_compare(const char *text, const struct paths_plan *plan, struct paths_result *result) {
    paths_compare_two(text, text, plan, result);
}

void paths_clear(struct paths_result *result) {
    mst_buf_clear(&result->what);
}
