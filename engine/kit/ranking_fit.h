/* The best rank of one group: given pieces, and so many more out of a supply. Pure functions of
 * their arguments; who gathers these is ranking.c. */
#ifndef MUSTER_KIT_RANKING_FIT_H
#define MUSTER_KIT_RANKING_FIT_H

#include "kit/ranking.h"

enum { MST_RANKING_VALUES = 64 };

/* Pieces that have one suit and one value, counted; a count stops at 255. */
struct mst_supply {
    uint8_t of[MST_MOST_SUITS][MST_RANKING_VALUES];
    uint8_t any[MST_RANKING_VALUES]; /* of all suits */
    uint64_t values[MST_MOST_SUITS]; /* those that are there, as bits */
    uint64_t any_values;
    int pieces;
};

/* The values as which a piece may count, as bits, by suit. */
struct mst_domain {
    uint64_t of[MST_MOST_SUITS];
};

struct mst_group {
    struct mst_domain pieces[MST_MOST_GROUP];
    int count;
    int more; /* out of the supply; count + more is 1 to MST_MOST_GROUP */
    const struct mst_supply *supply;
};

/* Rank (RK1) of the best group that can be had; 0 if no category can. */
int64_t mst_group_rank(const struct mst_ranking *ranking, const struct mst_group *group);

#endif
