/* What a bench consists of: see muster.h, measuring. */
#ifndef MUSTER_SEARCH_MEASURE_H
#define MUSTER_SEARCH_MEASURE_H

#include "match/match.h"

enum {
    MST_BENCH_SPOTS =
        16, /* positions, spread over a random game, where moves are made and unmade */
};

struct mst_bench {
    struct mst_ruleset *ruleset; /* owned */
    struct mst_match *match;     /* owned: at its start */
    struct mst_position *pos;    /* owned: what is played on */
    struct mst_play play;        /* of pos */
    struct mst_rng rng;
    struct mst_bench_spot {
        struct mst_position *pos;
        struct mst_moves moves;
    } spots[MST_BENCH_SPOTS]; /* owned */
    int spot_count;
    double mean_moves; /* legal moves a ply, on the average of some random games */
};

#endif
