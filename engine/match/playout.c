/* Playouts: see playout.h. */
#include "match/playout.h"

mst_move mst_playout_pick(const struct mst_rules *rules, const struct mst_moves *moves,
                          struct mst_rng *rng) {
    uint64_t eager = 0;
    if (!rules->any_reluctant)
        return moves->moves[mst_rng_below(rng, (uint64_t)moves->count)];
    for (int i = 0; i < moves->count; i++)
        eager += !rules->kinds[mst_move_kind(moves->moves[i])].reluctant;
    if (!eager)
        return moves->moves[mst_rng_below(rng, (uint64_t)moves->count)];
    uint64_t at = mst_rng_below(rng, eager);
    for (int i = 0;; i++)
        if (!rules->kinds[mst_move_kind(moves->moves[i])].reluctant && !at--)
            return moves->moves[i];
}

bool mst_playout_run(struct mst_play *play, struct mst_rng *rng, int limit, struct mst_moves *moves,
                     struct mst_playout *result) {
    *result = (struct mst_playout){.by = -1};
    while (!mst_get(play->pos, MST_SLOT_OVER) && result->plies < limit) {
        if (!mst_legal(play, moves))
            return false;
        if (!moves->count)
            return mst_play_fail(play, MST_SCRIPT_ERROR, "", "no move is legal, and the match is not over");
        if (!mst_play_move(play, mst_playout_pick(play->rules, moves, rng)))
            return false;
        mst_position_forget(play->pos);
        result->plies++;
    }
    result->over = mst_get(play->pos, MST_SLOT_OVER) != 0;
    if (result->over) {
        result->winners = (uint32_t)mst_get(play->pos, MST_SLOT_WINNERS);
        result->by = mst_get(play->pos, MST_SLOT_BY) - 1;
    }
    return true;
}
