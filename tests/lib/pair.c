/* Two ways to run the same rules: see pair.h. */
#include "lib/pair.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { MOST_PLIES = 2000, STARVED_EVERY = 3, MOST_BITS = 13 };

static bool differ(const struct pair *p, const char *what, const char *one, const char *two) {
    if (!p->quiet)
        fprintf(stderr, "game %d, ply %d: %s differ\n  %s: %s\n  %s: %s\n", p->game,
                p->match[0] ? mst_match_state(p->match[0]).ply : 0, what, p->names[0], one,
                p->names[1], two);
    return false;
}

static bool same_numbers(const struct pair *p, const char *what, int64_t one, int64_t two) {
    char a[32], b[32];
    snprintf(a, sizeof a, "%lld", (long long)one);
    snprintf(b, sizeof b, "%lld", (long long)two);
    return one == two || differ(p, what, a, b);
}

static bool same_work(const struct pair *p, const int64_t *work) {
    return !p->exact || same_numbers(p, "units of work left", work[0], work[1]);
}

/* Compare what a call made of both matches, and the work of it. */
static bool same_texts(const struct pair *p, const char *what,
                       char *(*get)(struct mst_match *match, struct mst_error *error)) {
    char *text[2];
    struct mst_error error = {0};
    int64_t work[2];
    for (int i = 0; i < 2; i++) {
        text[i] = get(p->match[i], &error);
        work[i] = core_budget_left(mst_ruleset_budget(p->rules[i]));
    }
    bool same = text[0] && text[1] &&
                (!strcmp(text[0], text[1]) || differ(p, what, text[0], text[1])) &&
                same_work(p, work);
    if (!text[0] || !text[1])
        differ(p, what, error.at, error.text);
    mst_text_free(text[0]);
    mst_text_free(text[1]);
    return same;
}

static bool same_events(const struct pair *p) {
    int count = mst_match_events(p->match[0], INT_MAX);
    if (!same_numbers(p, "numbers of events", count, mst_match_events(p->match[1], INT_MAX)))
        return false;
    for (int i = count > 8 ? count - 8 : 0; i < count; i++) {
        struct mst_event one = mst_match_event(p->match[0], i),
                         two = mst_match_event(p->match[1], i);
        if (strcmp(one.event, two.event) != 0)
            return differ(p, "events", one.event, two.event);
        for (int k = 0; k < one.count; k++)
            if (one.args[k] != two.args[k])
                return same_numbers(p, "arguments of events", one.args[k], two.args[k]);
    }
    return true;
}

/* Both try the move with `units` of work. They do the same, and it is taken back. */
static bool same_starved(struct pair *p, const char *move, int64_t units) {
    struct mst_error error[2] = {0};
    enum mst_status status[2];
    for (int i = 0; i < 2; i++) {
        struct mst_budget *budget = mst_ruleset_budget(p->rules[i]);
        mst_budget_limit(budget, units, 0);
        status[i] = mst_match_play(p->match[i], move, &error[i]);
        mst_budget_limit(budget, 0, 0);
        if (status[i] == MST_OK)
            mst_match_undo(p->match[i], 1, &error[i]);
    }
    p->starved += status[0] != MST_OK;
    return same_numbers(p, "outcomes with few units", status[0], status[1]) &&
           (!strcmp(error[0].at, error[1].at) ||
            differ(p, "places of a failure", error[0].at, error[1].at)) &&
           (!strcmp(error[0].text, error[1].text) ||
            differ(p, "failures", error[0].text, error[1].text));
}

/* As many small numbers as large ones. */
static int64_t few_units(struct pair *p) {
    return 1 + (int64_t)mst_rng_below(&p->rng, 1ULL << mst_rng_below(&p->rng, MOST_BITS));
}

static bool same_play(struct pair *p, const char *move) {
    struct mst_error error[2] = {0};
    int64_t work[2];
    for (int i = 0; i < 2; i++) {
        if (mst_match_play(p->match[i], move, &error[i]) != MST_OK)
            return differ(p, p->names[i], move, error[i].text);
        work[i] = core_budget_left(mst_ruleset_budget(p->rules[i]));
    }
    return same_work(p, work);
}

/* One ply. False: the game is over, or something differs (*wrong). */
static bool ply(struct pair *p, bool *wrong) {
    struct mst_error error = {0};
    struct mst_state state = mst_match_state(p->match[0]);
    *wrong = !(same_texts(p, "legal moves", mst_match_legal) &&
               same_texts(p, "positions", mst_match_position) &&
               same_numbers(p, "hashes", (int64_t)state.hash,
                            (int64_t)mst_match_state(p->match[1]).hash) &&
               same_events(p));
    const struct mst_moves *moves = mst_match_moves(p->match[0], &error);
    if (*wrong || state.over || !moves || !moves->count || state.ply == MOST_PLIES)
        return false;
    char *move =
        move_text(p->match[0], moves->moves[mst_rng_below(&p->rng, (uint64_t)moves->count)]);
    *wrong = !move ||
             (p->exact && p->plies % STARVED_EVERY == 0 && !same_starved(p, move, few_units(p))) ||
             !same_play(p, move);
    mst_free(move);
    p->plies++;
    return !*wrong;
}

bool pair_game(struct pair *p, int number) {
    struct mst_error error = {0};
    bool wrong = false;
    p->game = number;
    mst_rng_seed(&p->rng, (uint64_t)number);
    for (int i = 0; i < 2; i++)
        p->match[i] = mst_match_new(p->rules[i], true, (uint64_t)number, &error);
    if (p->match[0] && p->match[1])
        while (ply(p, &wrong)) {
        }
    else
        wrong = !differ(p, "beginnings", error.at, error.text);
    mst_match_free(p->match[0]);
    mst_match_free(p->match[1]);
    return !wrong;
}
