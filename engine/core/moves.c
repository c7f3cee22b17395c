/* Lists of moves, written out and as runs. See legal.h. */
#include "core/legal.h"

void mst_runs_clear(struct mst_runs *runs) {
    mst_free(runs->runs);
    *runs = (struct mst_runs){0};
}

void mst_moves_clear(struct mst_moves *moves) {
    mst_free(moves->moves);
    *moves = (struct mst_moves){0};
}

int mst_move_values(const struct mst_rules *rules, mst_move move, int64_t *values) {
    const struct mst_kind *kind = &rules->kinds[mst_move_kind(move)];
    for (int i = 0; i < kind->param_count; i++)
        values[i] = mst_move_param(&kind->params[i], move);
    return kind->param_count;
}

bool mst_gather_more(struct mst_gather *g, mst_move base, uint64_t unit, uint64_t bits) {
    struct mst_runs *runs = g->runs;
    int count = runs->capacity;
    struct mst_run *grown =
        mst_play_grow(g->play, runs->runs, &runs->capacity, count + 1, sizeof *grown);
    if (!grown)
        return false;
    runs->runs = grown;
    g->next = grown + count;
    g->end = grown + runs->capacity;
    *g->next++ = (struct mst_run){base, unit, bits, mst_bits(bits)};
    return true;
}
