/* The features of a game: numbers that say how a seat stands, for evaluations that are learned.
 *
 * Some follow from what every game declares: pieces by type, by the values of their fields, by
 * where they stand, by their neighbors; pieces in containers; fields of seats; legal moves, and the
 * pieces that these are pointed at. Others are declared with muster.feature. The evaluation of the
 * rules, if they have one, is a feature, too.
 *
 * F1 A feature has a value for each seat; an evaluation uses the difference between a side and its
 * opponents. F2 Values depend only on the position, which may be a determinization, and nothing is
 * written. F3 The list depends only on the rules and the options. */
#ifndef MUSTER_SEARCH_FEATURES_H
#define MUSTER_SEARCH_FEATURES_H

#include "rulesets/ruleset.h"

enum {
    SEARCH_MOST_FEATURES = 400,
    SEARCH_MOST_PIECE_COUNTS = 200,
    SEARCH_FEATURE_MOST = 1000000, /* greatest value of a feature, and of a weight */
};

struct search_feature {
    char name[80], help[160];
};

/* How the pieces of a type on the board are counted. */
struct search_piece_count {
    enum search_counting {
        SEARCH_COUNT_PIECES,
        SEARCH_COUNT_VALUES, /* by the value of a field */
        SEARCH_COUNT_SUM,    /* the sum of a field */
        SEARCH_COUNT_ZONES,  /* by classes of zones that lie alike */
        SEARCH_COUNT_STEPS,  /* by the distance from where the seat began */
        SEARCH_COUNT_BESIDE, /* neighbors of the same seat, and of others: features `first`, first +
                              * 1
                              */
    } how;
    int type, field;
    int first; /* feature of the first value, or the only one */
    int least; /* value that `first` counts */
    int count; /* features */
};

struct search_features {
    const struct mst_ruleset *ruleset; /* borrowed */
    struct search_feature list[SEARCH_MOST_FEATURES];
    int count;
    int turn, moves, aimed; /* features, or -1 */
    int worth;              /* the evaluation of the rules in steps of `worth_step`, or -1 */
    int64_t worth_step;
    int declared; /* the declared ones come first: so many */
    struct search_piece_count counts[SEARCH_MOST_PIECE_COUNTS];
    int count_count;
    int held[CORE_MOST_PIECE_TYPES][CORE_MOST_CONTAINERS]; /* features, or -1 */
    int field[CORE_MOST_FIELDS]; /* feature of a seat's field, or of zones that hold a seat; or -1
                                  */
    uint8_t *alike;              /* owned: zone -> class */
    uint8_t *steps;              /* owned: seat, zone -> distance from where the seat began, at most
                                  * `far` */
    int far;                     /* 0: some seat began without pieces */
    bool began[CORE_MOST_PIECE_TYPES]; /* every seat began with such pieces on the board */
};

/* Which features to compute. */
struct search_wanted {
    bool feature[SEARCH_MOST_FEATURES];
    bool count[SEARCH_MOST_PIECE_COUNTS];
};
/* Complete `wanted` from its features. */
void search_wanted_complete(const struct search_features *features, struct search_wanted *wanted);

/* NULL when out of memory, or if the match cannot start. */
struct search_features *search_features_new(struct mst_ruleset *ruleset, struct mst_error *error);
void search_features_free(struct search_features *features);

/* The feature with this name, or -1. */
int search_features_named(const struct search_features *features, const char *name);

/* The values of the wanted features in the position of `play`, which is not over: either all, with
 * `weights` NULL, as out[feature * seats + seat]; or their weighted sums as out[seat]. A feature
 * whose rule fails counts 0; the first such failure goes to `error`. False if the budget is used
 * up. */
bool search_features_compute(const struct search_features *features,
                             const struct search_wanted *wanted, const int64_t *weights,
                             struct core_play *play, int64_t *out, struct mst_error *error);

/* The lead of the seats of a side over the others: from values by seat. side[seat] numbers the
 * sides. With two seats, the difference of their values. */
int64_t search_features_more(const int64_t *by_seat, int seats, const uint8_t *side, int seat);

#endif
