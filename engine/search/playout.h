/* Playouts: random games from a position to the end, without a transcript.
 *
 * R1 Every listed move is as likely as any other, however the list is cut into runs. R2 Nothing but
 * the generator decides: the same numbers give the same game. */
#ifndef MUSTER_SEARCH_PLAYOUT_H
#define MUSTER_SEARCH_PLAYOUT_H

#include "core/dispatch.h"

struct search_playout {
    int plies;
    bool over;        /* false: the limit of plies was reached first */
    uint32_t winners; /* if over */
    int by;           /* ending, as in core_rules.endings; -1 if not over */
};

/* Play uniformly at random until the match is over or `limit` plies have been played. Reluctant
 * moves are played only if no other move is legal. The position ends up at the end of the game,
 * with an empty journal. False on failure (play->failed). */
bool search_playout_run(struct core_play *play, struct mst_rng *rng, int limit,
                        struct search_playout *result);

/* Fail because no listed move is legal, at the decision that is pending. Always false. */
bool search_playout_stuck(struct core_play *play);
/* Pick a legal move as playouts do. *count is the number of candidates; 0 means there is no move.
 * False on failure. */
bool search_playout_pick(struct core_play *play, struct mst_rng *rng, mst_move *move,
                         int64_t *count);
/* Move number `at` of a run, or of all runs, in the order of core_legal: from 0 to `moves` - 1. */
mst_move search_run_move(const struct core_run *run, int64_t at);
mst_move search_runs_move(const struct core_runs *runs, int64_t at);

#endif
