/* Playouts: see playout.h. */
#include "search/playout.h"

#include <assert.h>

static inline uint64_t without_lowest(uint64_t bits, int count) {
    for (; count; count--)
        bits &= bits - 1;
    return bits;
}

/* A processor cannot predict a branch that depends on a random pick, and a wrong guess costs more
 * than the branch saves. So the last steps to the bit, up to seven, are masks. */
static inline mst_move run_move(const struct core_run *run, int64_t at) {
    assert(at >= 0 && at < run->moves); /* R1 */
    uint64_t rest = run->bits;
    for (; at >= 8; at -= 8)
        rest = without_lowest(rest, 8);

    /* Where the bit of `at` is set the mask is 0, and the moves are dropped; where it is not, the
     * mask has all bits. */
    rest &= without_lowest(rest, 4) | ((uint64_t)(at >> 2 & 1) - 1);
    rest &= without_lowest(rest, 2) | ((uint64_t)(at >> 1 & 1) - 1);
    rest &= without_lowest(rest, 1) | ((uint64_t)(at & 1) - 1);

    return run->base + (uint64_t)core_lowest(rest) * run->unit;
}

mst_move search_run_move(const struct core_run *run, int64_t at) {
    return run_move(run, at);
}

enum { FEW_RUNS = 6 };

/* The run that has move number *at of all; *at becomes its number there. Among few runs it is found
 * without a branch, too. */
static inline const struct core_run *run_with(const struct core_runs *runs, int64_t *at) {
    assert(*at >= 0 && *at < runs->moves); /* R1 */
    const struct core_run *run = runs->runs;

    if (runs->count > FEW_RUNS) {
        for (; *at >= run->moves; run++)
            *at -= run->moves;
        return run;
    }

    int64_t before = 0, left_out = 0, passed = 0;
    for (int i = 0; i < runs->count - 1; i++) {
        before += run[i].moves;
        /* 1 if the move lies behind this run. Its negative is a mask of all bits, or none. */
        int64_t past = *at >= before;
        passed += past;
        left_out += run[i].moves & -past;
    }

    *at -= left_out;
    return run + passed;
}

static inline mst_move runs_move(const struct core_runs *runs, int64_t at) {
    const struct core_run *run = run_with(runs, &at);
    return run_move(run, at);
}

mst_move search_runs_move(const struct core_runs *runs, int64_t at) {
    return runs_move(runs, at);
}

/* No moves are listed: draw from outcomes that are too many to list, if there are any. */
static bool draw_sample(struct core_play *play, struct mst_rng *rng, mst_move *move,
                        int64_t *count) {
    if (core_sampled_now(play)) {
        *move = core_sample_draw(play, rng);
        *count = CORE_SAMPLES;
    }
    return true;
}

/* Always inlined: a call for each ply of a playout would cost as much as all its charges. */
static inline __attribute__((always_inline)) bool pick(struct core_play *play, struct mst_rng *rng,
                                                       mst_move *move, int64_t *count) {
    const struct core_runs *runs = play->runs;
    bool eager = play->rules->any_reluctant;

    if (!core_legal_runs(play, play->runs, eager))
        return false;
    /* Only reluctant moves are left, if any. */
    if (eager && !runs->count && !core_legal_runs(play, play->runs, false))
        return false;

    *count = runs->moves;

    if (!*count)
        return draw_sample(play, rng, move, count);

    /* R1 and R2: one number decides among all moves of all runs. */
    int64_t at = (int64_t)mst_rng_below(rng, (uint64_t)*count);
    *move = runs_move(runs, at);
    return true;
}

bool search_playout_pick(struct core_play *play, struct mst_rng *rng, mst_move *move,
                         int64_t *count) {
    return pick(play, rng, move, count);
}

bool search_playout_stuck(struct core_play *play) {
    const struct core_rules *rules = play->rules;
    const struct core_decision *decision = &rules->decisions[core_decision_now(play->pos)];
    assert(core_decision_now(play->pos) >= 0);

    for (int i = 0; i < decision->kind_count; i++)
        if (rules->kinds[decision->kinds[i]].unlisted)
            return core_play_fail(play, MST_SCRIPT_ERROR, decision->origin,
                                  "'%s': no listed move is legal, so random play cannot go on",
                                  decision->name);
    return core_play_fail(play, MST_SCRIPT_ERROR, decision->origin,
                          "'%s': no move is legal, and the match is not over%s", decision->name,
                          decision->chance ? "" : "; say in 'empty' what happens then");
}

bool search_playout_run(struct core_play *play, struct mst_rng *rng, int limit,
                        struct search_playout *result) {
    *result = (struct search_playout){.by = -1};
    while (!core_get(play->pos, CORE_SLOT_OVER) && result->plies < limit) {
        mst_move move;
        int64_t count;
        /* G3 */
        core_budget_next(play->budget);

        if (!pick(play, rng, &move, &count))
            return false;
        if (!count)
            return search_playout_stuck(play);
        if (!core_play_move(play, move))
            return false;

        /* No move is taken back, so the journal stays short. */
        assert(count > 0); /* R1 */
        core_position_forget(play->pos);
        result->plies++;
    }

    result->over = core_get(play->pos, CORE_SLOT_OVER) != 0;
    if (result->over) {
        result->winners = (uint32_t)core_get(play->pos, CORE_SLOT_WINNERS);
        /* 0 is no ending. */
        result->by = core_get(play->pos, CORE_SLOT_BY) - 1;
    }
    return true;
}
