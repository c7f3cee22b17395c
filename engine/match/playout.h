/* Playouts: random games to the end, from a position, without a transcript. */
#ifndef MUSTER_MATCH_PLAYOUT_H
#define MUSTER_MATCH_PLAYOUT_H

#include "play/dispatch.h"

struct mst_playout {
    int plies;
    bool over;           /* false: the limit of plies came first */
    uint32_t winners;    /* when over */
    int by;              /* ending, as in mst_rules.endings; -1 when not over */
};

/* Play uniformly at random, reluctant moves only where nothing else is legal, until the match is over or
 * `limit` plies have been played. `moves` is scratch, kept by the caller between calls. The position is
 * left where the game ended and its journal forgotten. False on failure (play->failed). */
bool mst_playout_run(struct mst_play *play, struct mst_rng *rng, int limit, struct mst_moves *moves,
                     struct mst_playout *result);

/* One of the moves, as playouts choose. `count` is 1 or more. */
mst_move mst_playout_pick(const struct mst_rules *rules, const struct mst_moves *moves,
                          struct mst_rng *rng);

#endif
