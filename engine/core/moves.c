/* Lists of moves, written out and as runs. See legal.h. */
#include "core/legal.h"

void core_runs_clear(struct core_runs *runs) {
    mst_free(runs->runs);
    *runs = (struct core_runs){0};
}

void mst_moves_clear(struct mst_moves *moves) {
    mst_free(moves->moves);
    *moves = (struct mst_moves){0};
}

int core_move_values(const struct core_rules *rules, mst_move move, int64_t *values) {
    const struct core_kind *kind = &rules->kinds[core_move_kind(move)];
    assert(core_move_kind(move) < rules->kind_count); /* L3 */
    for (int i = 0; i < kind->param_count; i++)
        values[i] = core_move_param(&kind->params[i], move);
    return kind->param_count;
}

bool core_gather_more(struct core_gather *g, mst_move base, uint64_t unit, uint64_t bits) {
    struct core_runs *runs = g->runs;
    int count = runs->capacity;
    struct core_run *grown =
        core_play_grow(g->play, runs->runs, &runs->capacity, count + 1, sizeof *grown);
    if (!grown)
        return false;

    assert(bits && runs->capacity > count); /* a run has moves */
    runs->runs = grown;
    g->next = grown + count;
    g->end = grown + runs->capacity;
    *g->next++ = (struct core_run){base, unit, bits, core_bits(bits)};
    return true;
}
