/* Rankings: how good a group of pieces is (a meld, a formation, a hand of poker), and the best that
 * a group which is not complete can become.
 *
 * A piece may count as any pair of a suit in a mask and a value low .. high; what has several is a
 * *wild*. A group's rank is the first category that fits it, then the sum of its values; every wild
 * takes what is best. RK1 A rank is 1000 * (categories from that one to the last) + sum, or 0 where
 * no category fits. RK2 Pieces of the group are read from the position; what may still come is read
 * by its declared face (mst_field_start), so that the answer is the same for everybody
 * who sees where pieces lie. RK3 Nothing is remembered between two calls. */
#ifndef MUSTER_KIT_RANKING_H
#define MUSTER_KIT_RANKING_H

#include "play/play.h"

enum {
    MST_MOST_GROUP = 8,  /* pieces of a group */
    MST_MOST_SUITS = 8,  /* bits of a mask of suits */
    MST_MOST_VALUE = 62, /* so that one more fits into 64 bits */
    MST_MOST_CATEGORIES = 8,
    MST_MOST_WILDS = 8, /* different wilds in the pool */
};

struct mst_category {
    char name[MST_NAME_SIZE];
    bool run;   /* the values follow each other without a gap */
    bool suit;  /* one suit */
    bool equal; /* one value; never together with `run` */
};

/* The pieces of these types in these containers, as bits. */
struct mst_source {
    uint32_t types, containers;
};

/* What a piece may count as. Nothing if there is no suit, or low > high. */
struct mst_face {
    int suits; /* bits */
    int low, high;
};

struct mst_ranking {
    char name[MST_NAME_SIZE];
    char *origin;         /* owned: "file:line" */
    int suits, low, high; /* fields of pieces; values within the limits above */
    struct mst_category categories[MST_MOST_CATEGORIES];
    int category_count;
    struct mst_source pool;  /* what may come freely */
    struct mst_source wilds; /* what may come up to a number; no type is in both */
    bool duplicate; /* false: a wild counts only as a pair of which the pool holds a copy */
    int partial;    /* so many equal ones are `equal` in a larger group; 0: all must be */
    int around;     /* above this value the lowest may stand in a run, counting one more; or -1 */

    /* Set by mst_ranking_freeze. Faces: first the different wilds, then pairs of suit and value. */
    int suit_count;
    int lowest; /* value of a piece of the pool */
    struct mst_face wild_faces[MST_MOST_WILDS];
    bool limited[MST_MOST_WILDS]; /* they are among `wilds` */
    int wild_face_count;
    struct mst_pair {
        uint8_t suit, value;
    } pairs[MST_MOST_SUITS * (MST_MOST_VALUE + 1)];
    int pair_count;
    struct mst_candidate {
        int16_t piece;
        int16_t face;   /* number of a wild, or MST_MOST_WILDS + number of a pair */
        uint8_t source; /* bit of the places from which it may come */
    } * candidates;     /* owned */
    int candidate_count;
    uint8_t *sources; /* owned: place -> bit 0: of the pool, bit 1: of the wilds */
};

/* Add a ranking, with what it owns, to the primitives of `rules`: the rank of a place and a size,
 * and behind it the best rank, which takes up to two more numbers (struct mst_reach). Returns the
 * number of the first; -1 without memory. */
int mst_ranking_add(struct mst_rules *rules, const struct mst_ranking *ranking);
/* The ranking of a primitive. */
const struct mst_ranking *mst_ranking_of(const struct mst_rules *rules, int primitive);

/* Rank of the pieces of `place`; 0 unless it holds exactly `size`, 1 to MST_MOST_GROUP. */
int64_t mst_ranking_rank(const struct mst_ranking *ranking, const struct mst_position *pos,
                         int64_t place, int64_t size);

struct mst_reach {
    int64_t place, size;
    int64_t excluded; /* place whose pieces do not count as the pool's, or MST_NONE */
    int64_t wilds;    /* of ranking->wilds come at most so many */
    const bool *gone; /* candidates that do not count as the pool's, or NULL */
};
/* What a call with 2 to 4 arguments asks for. */
static inline struct mst_reach mst_ranking_reach(const int64_t *args, int count) {
    return (struct mst_reach){.place = args[0],
                              .size = args[1],
                              .excluded = count > 2 ? args[2] : MST_NONE,
                              .wilds = count > 3 ? args[3] : MST_MOST_GROUP};
}
/* The best rank of the pieces of a place together with as many of the pool as are missing; -1 when
 * the pool has too few, or the place holds too many. Takes what it costs from `*work`, and gives up
 * (with any result) when nothing of it is left. */
int64_t mst_ranking_best(const struct mst_ranking *ranking, const struct mst_position *pos,
                         const struct mst_reach *reach, int64_t *work);

/* Pieces of the pool (and of the wilds) with which the best rank is reached, so few that none could
 * be spared, into pieces[candidate_count]; returns how many. None when the pool has too few. */
int mst_ranking_example(const struct mst_ranking *ranking, const struct mst_position *pos,
                        const struct mst_reach *reach, int64_t *work, int16_t *pieces);

#endif
