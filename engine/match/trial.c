/* Trials: random games that look for faults that appear only in play. They prefer the kinds of
 * moves that were played least often, so that rare kinds are covered.
 * Plies and work are bounded. */
#include <stdio.h>
#include <string.h>

#include "match/match.h"
#include "match/playout.h"

enum {
    MOST_PLIES = 400,      /* plies of a game */
    MOST_WORK = 100000000, /* of all games, in units of compiled rules and of Lua */
    ASKED_EVERY = 199,     /* plies between checks of scenes and position line, */
    VERIFIED_EVERY = 31,   /* of invariants, */
    WORTH_EVERY = 7        /* and of the evaluation */
};

struct trial {
    struct mst_match *match;
    struct mst_rng rng;
    int *played;    /* how often each kind was played */
    int plies;      /* in all games so far */
    int64_t before; /* units that the rules had used at the start */
};

/* How often the kind of a run was played. Its base need not be a move. */
static int times_played(const struct trial *t, const struct mst_run *run) {
    return t->played[mst_move_kind(mst_run_move(run, 0))];
}

/* Pick a listed move whose kind was played least often. */
static mst_move rarest(struct trial *t) {
    const struct mst_runs *runs = t->match->play.runs;
    const struct mst_run *found = runs->runs;
    uint64_t equals = 0;
    for (int i = 0; i < runs->count; i++) {
        const struct mst_run *run = &runs->runs[i];
        int often = times_played(t, run), least = times_played(t, found);
        if (often < least)
            equals = 0;
        if (often < least || (often == least && !mst_rng_below(&t->rng, ++equals)))
            found = run;
    }
    return mst_run_move(found, (int64_t)mst_rng_below(&t->rng, (uint64_t)found->moves));
}

/* Describe the position and the move at which the fault appeared. */
static void describe(struct trial *t, mst_move move, bool moving, struct mst_error *error) {
    struct mst_match *match = t->match;
    struct mst_buf text = {0};
    *error = *match->play.error;
    mst_play_ready(&match->play);
    if (moving)
        mst_move_print(&match->play, move, &text);
    char *line = mst_match_position(match, NULL);
    size_t length = strlen(error->text);
    if (line)
        snprintf(error->text + length, sizeof error->text - length,
                 "; found in a random game:%s%s%s --position '%s'", moving ? " --play '" : "",
                 moving ? mst_buf_text(&text) : "", moving ? "'" : "", line);
    mst_text_free(line);
    mst_buf_clear(&text);
}

/* Check what the rules say about the position. Slow checks run less often. */
static bool answers(struct trial *t, struct mst_error *error) {
    struct mst_play *play = &t->match->play;
    struct mst_host *host = t->match->ruleset->host;
    int64_t worth;
    if ((t->plies % WORTH_EVERY == 0 && !mst_host_worth(host, play, 0, &worth)) ||
        (t->plies % VERIFIED_EVERY == 0 && !mst_host_verify(host, play))) {
        describe(t, 0, false, error);
        return false;
    }
    return t->plies % ASKED_EVERY != 0 || mst_match_answers(t->match, error);
}

static bool is_exhausted(const struct trial *t) {
    return mst_host_worked(t->match->ruleset->host) - t->before > MOST_WORK;
}

static bool game(struct trial *t, int plies, struct mst_error *error) {
    struct mst_play *play = &t->match->play;
    for (int i = 0; i < plies && !mst_get(play->pos, MST_SLOT_OVER); i++, t->plies++) {
        mst_move move = 0;
        int64_t count = 0;
        mst_budget_next(play->budget);
        bool listed = mst_playout_pick(play, &t->rng, &move, &count);
        if (listed && !count)
            return true; /* no legal move: a match that waits forever is reported elsewhere */
        if (listed && play->runs->moves && mst_rng_below(&t->rng, 2))
            move = rarest(t);
        if (!listed || !mst_play_move(play, move)) {
            describe(t, move, listed, error);
            return false;
        }
        t->played[mst_move_kind(move)]++;
        mst_position_forget(play->pos);
        if (!answers(t, error))
            return false;
        if (is_exhausted(t))
            return true;
    }
    return true;
}

bool mst_ruleset_try(struct mst_ruleset *ruleset, int plies, struct mst_error *error) {
    struct mst_buf kept = mst_host_kept(ruleset->host);
    struct trial t = {.played = mst_calloc((size_t)ruleset->rules->kind_count + 1, sizeof(int))};
    bool good = t.played || mst_fail(error, MST_NO_MEMORY, "", "out of memory") == MST_OK;
    mst_rng_seed(&t.rng, 1);
    t.before = mst_host_worked(ruleset->host);
    for (bool more = true; good && more && t.plies < plies;) {
        int before = t.plies;
        t.match = mst_match_new(ruleset, false, 0, error);
        good = t.match && game(&t, MOST_PLIES, error);
        more = t.match && t.plies > before && !is_exhausted(&t);
        mst_match_free(t.match);
    }
    mst_free(t.played);
    if (good)
        return mst_host_kept_nothing(ruleset->host, &kept, error);
    mst_buf_clear(&kept);
    return false;
}
