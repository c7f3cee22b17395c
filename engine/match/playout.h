/* Playouts: random games to the end, from a position, without a transcript. */
#ifndef MUSTER_MATCH_PLAYOUT_H
#define MUSTER_MATCH_PLAYOUT_H

#include "play/dispatch.h"

struct mst_playout {
    int plies;
    bool over;        /* false: the limit of plies came first */
    uint32_t winners; /* when over */
    int by;           /* ending, as in mst_rules.endings; -1 when not over */
};

/* Play uniformly at random, reluctant moves only where nothing else is legal, until the match is
 * over or `limit` plies have been played. The position is left where the game ended and its journal
 * forgotten. False on failure (play->failed). */
bool mst_playout_run(struct mst_play *play, struct mst_rng *rng, int limit,
                     struct mst_playout *result);

/* One of the legal moves, as playouts choose; *count is how many there are to choose from (0: none,
 * and no move). False on failure. */
bool mst_playout_pick(struct mst_play *play, struct mst_rng *rng, mst_move *move, int64_t *count);
/* Move number `at` of the run. */
mst_move mst_run_move(const struct mst_run *run, int64_t at);

#endif
