/* Rankings: the rank of a group of pieces (a meld, a formation, a poker hand), and the best rank
 * that an incomplete group can still reach.
 *
 * A piece may count as any pair of a suit in a mask and a value low .. high; one with several pairs
 * is *wild*. The rank of a group is the first category that fits, and then the sum of the values;
 * every wild counts as whatever is best.
 *
 * RK1 A rank is 1000 * (number of categories from that one to the last) + sum, or 0 if no category
 * fits.
 * RK2 The pieces of the group are read from the position. Pieces that may still come are read by
 * their declared faces (core_field_start), so that the result is the same for everybody who sees
 * where pieces lie.
 * RK3 No state is kept between calls. */
#ifndef MUSTER_KIT_RANKING_H
#define MUSTER_KIT_RANKING_H

#include "core/play.h"

enum {
    KIT_MOST_GROUP = 8,  /* pieces of a group */
    KIT_MOST_SUITS = 8,  /* bits of a mask of suits */
    KIT_MOST_VALUE = 62, /* leaves room for one more in 64 bits */
    KIT_MOST_CATEGORIES = 8,
    KIT_MOST_WILDS = 8, /* different wilds in the pool */
};

struct kit_category {
    char name[CORE_NAME_SIZE];
    bool run;   /* consecutive values */
    bool suit;  /* all of one suit */
    bool equal; /* all of one value; never together with `run` */
};

/* The pieces of these types in these containers, as bit sets. */
struct kit_source {
    uint32_t types, containers;
};

/* The pairs that a piece may count as. None if there is no suit, or low > high. */
struct kit_face {
    int suits; /* bits */
    int low, high;
};

struct kit_ranking {
    char name[CORE_NAME_SIZE];
    char *origin;         /* owned: "file:line" */
    int suits, low, high; /* fields of pieces; their values lie within the limits above */
    struct kit_category categories[KIT_MOST_CATEGORIES];
    int category_count;
    struct kit_source pool;  /* pieces that may come freely */
    struct kit_source wilds; /* pieces of which only a given number may come; no type is in both */
    bool duplicate; /* if false, a wild counts only as a pair of which the pool has a copy */
    int partial;    /* this many equal pieces make a larger group `equal`; 0: all must be equal */
    int around;     /* above this value the lowest value may continue a run, counting one more; or
                     * -1 */

    /* Set by kit_ranking_freeze. Face numbers: first the different wilds, then pairs of suit and
     * value. */
    int suit_count;
    int lowest; /* value of a piece of the pool */
    struct kit_face wild_faces[KIT_MOST_WILDS];
    bool limited[KIT_MOST_WILDS]; /* faces of `wilds` */
    int wild_face_count;
    struct kit_pair {
        uint8_t suit, value;
    } pairs[KIT_MOST_SUITS * (KIT_MOST_VALUE + 1)];
    int pair_count;
    struct kit_candidate {
        int16_t piece;
        int16_t face;   /* number of a wild, or KIT_MOST_WILDS + number of a pair */
        uint8_t source; /* the sources that contain it, as bits */
    } * candidates;     /* owned */
    int candidate_count;
    uint8_t *sources; /* owned: place -> bit 0: belongs to the pool, bit 1: to the wilds */
};

/* Add a ranking, with everything that it owns, to the primitives of `rules`. The first primitive is
 * the rank of a place and a size; the next one is the best rank, which takes up to two more numbers
 * (struct kit_reach); the third is a chance, of struct kit_rivals. Returns the number of the first,
 * or -1 when out of memory: `origin` then stays the caller's. */
int kit_ranking_add(struct core_rules *rules, const struct kit_ranking *ranking);
/* The ranking of a primitive. */
const struct kit_ranking *kit_ranking_of(const struct core_rules *rules, int primitive);

/* The rank of the pieces of `place`; 0 unless it holds exactly `size` pieces (1 to
 * KIT_MOST_GROUP). */
int64_t kit_ranking_rank(const struct kit_ranking *ranking, const struct core_position *pos,
                         int64_t place, int64_t size);

struct kit_reach {
    int64_t place, size;
    int64_t excluded; /* place whose pieces are not in the pool, or MST_NONE */
    int64_t wilds;    /* at most this many of ranking->wilds may come */
    const bool *gone; /* candidates that are not in the pool, or NULL */
};
/* Read the 2 to 4 arguments of a call. */
static inline struct kit_reach kit_ranking_reach(const int64_t *args, int count) {
    return (struct kit_reach){.place = args[0],
                              .size = args[1],
                              .excluded = count > 2 ? args[2] : MST_NONE,
                              .wilds = count > 3 ? args[3] : KIT_MOST_GROUP};
}
/* The best rank of the pieces of a place, completed from the pool. -1 if the pool has too few
 * pieces, or the place holds too many. Subtracts its cost from *work; when that is used up, it
 * stops with an arbitrary result. */
int64_t kit_ranking_best(const struct kit_ranking *ranking, const struct core_position *pos,
                         const struct kit_reach *reach, int64_t *work);

/* Two groups of `size` pieces that are compared when both are complete. */
struct kit_rivals {
    int64_t place, size, other;
    int64_t held, others; /* places of the pieces that only one of them may take, or MST_NONE */
};
/* An estimate, in thousandths, of the chance that the group in `place` becomes better than the one
 * in `other`, where both are completed from the pool. Pieces that are held are likely to be used,
 * others of the pool come at times. A group that is complete counts as it is; two of one rank are
 * even. */
int64_t kit_ranking_chance(const struct kit_ranking *ranking, const struct core_position *pos,
                           const struct kit_rivals *rivals);
/* The same as a primitive: the members of struct kit_rivals in their order, the last two optional.
 */
int64_t kit_ranking_chance_call(struct core_play *play, const void *data, const int64_t *args,
                                int count);

/* Find a minimal set of pieces of the pool (and of the wilds) that reach the best rank, into
 * pieces[candidate_count]. Returns their number; 0 if the pool has too few. */
int kit_ranking_example(const struct kit_ranking *ranking, const struct core_position *pos,
                        const struct kit_reach *reach, int64_t *work, int16_t *pieces);

#endif
