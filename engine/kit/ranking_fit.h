/* The best rank of one group: given pieces, plus a number of pieces from a supply. Pure functions;
 * ranking.c collects their arguments. */
#ifndef MUSTER_KIT_RANKING_FIT_H
#define MUSTER_KIT_RANKING_FIT_H

#include "kit/ranking.h"

enum { KIT_RANKING_VALUES = 64 };

/* The number of pieces of each suit and value; a count saturates at 255. */
struct kit_supply {
    uint8_t of[KIT_MOST_SUITS][KIT_RANKING_VALUES];
    uint8_t any[KIT_RANKING_VALUES]; /* over all suits */
    uint64_t values[KIT_MOST_SUITS]; /* the values that occur, as bits */
    uint64_t any_values;
    int pieces;
};

/* The values that a piece may count as, as bits, by suit. */
struct kit_domain {
    uint64_t of[KIT_MOST_SUITS];
};

struct kit_group {
    struct kit_domain pieces[KIT_MOST_GROUP];
    int count;
    int more; /* number to add from the supply; count + more is 1 to KIT_MOST_GROUP */
    const struct kit_supply *supply;
};

/* The rank (RK1) of the best possible group, or 0 if no category is possible. */
int64_t kit_group_rank(const struct kit_ranking *ranking, const struct kit_group *group);

#endif
