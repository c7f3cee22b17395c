/* The best rank of one group: given pieces, plus a number of pieces from a supply. Pure functions;
 * ranking.c collects their arguments. */
#ifndef MUSTER_KIT_RANKING_FIT_H
#define MUSTER_KIT_RANKING_FIT_H

#include "kit/ranking.h"

enum { MST_RANKING_VALUES = 64 };

/* The number of pieces of each suit and value; a count saturates at 255. */
struct mst_supply {
    uint8_t of[MST_MOST_SUITS][MST_RANKING_VALUES];
    uint8_t any[MST_RANKING_VALUES]; /* over all suits */
    uint64_t values[MST_MOST_SUITS]; /* the values that occur, as bits */
    uint64_t any_values;
    int pieces;
};

/* The values that a piece may count as, as bits, by suit. */
struct mst_domain {
    uint64_t of[MST_MOST_SUITS];
};

struct mst_group {
    struct mst_domain pieces[MST_MOST_GROUP];
    int count;
    int more; /* number to add from the supply; count + more is 1 to MST_MOST_GROUP */
    const struct mst_supply *supply;
};

/* The rank (RK1) of the best possible group, or 0 if no category is possible. */
int64_t mst_group_rank(const struct mst_ranking *ranking, const struct mst_group *group);

#endif
