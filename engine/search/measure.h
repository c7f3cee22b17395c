/* The parts of a benchmark: see muster.h, measuring. */
#ifndef MUSTER_SEARCH_MEASURE_H
#define MUSTER_SEARCH_MEASURE_H

#include "rulesets/ruleset.h"
#include "muster/bench.h"

enum {
    SEARCH_BENCH_SPOTS = 16, /* positions of a random game in which moves are made and unmade */
};

struct mst_bench {
    struct mst_ruleset *ruleset; /* owned */
    struct mst_match *match;     /* owned: a match at its start */
    struct core_position *pos;   /* owned: the position to play on */
    struct core_play play;       /* of pos */
    struct mst_rng rng;
    struct search_bench_spot {
        struct core_position *pos;
        struct mst_moves moves;
    } spots[SEARCH_BENCH_SPOTS]; /* owned */
    int spot_count;
    double mean_moves; /* mean number of legal moves per ply, over some random games */
};

#endif
