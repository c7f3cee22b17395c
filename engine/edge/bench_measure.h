/* Measuring a ruleset: one function a figure, each working for about the time it is given, so that
 * a caller can interleave slices and take medians. The clock's figures differ from run to run; what
 * is played does not.
 *
 * M1 Between calls a bench is at rest: any order of calls, any number of times. M2 After a failure
 * the bench may only be closed. */
#ifndef MUSTER_EDGE_BENCH_MEASURE_H
#define MUSTER_EDGE_BENCH_MEASURE_H

#include "match/match.h"

enum {
    MST_BENCH_PLIES = 2000, /* of a random game, at most */
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

/* What a slice of work came to. */
struct mst_slice {
    double seconds;
    uint64_t playouts, plies, nodes;
};

/* Seconds of processor time that this thread has used: what others do on the machine does not
 * count. All figures are taken so, but for the protocol's. */
double mst_bench_now(void);
/* Seconds on the clock, from an arbitrary start; cheaper to ask. */
double mst_bench_clock(void);
/* Median of `count` (at least 1) values, which are sorted by the way. */
double mst_bench_median(double *values, int count);

/* Take over `ruleset` (freed on failure, too) and prepare. */
enum mst_status mst_bench_open(struct mst_bench *bench, struct mst_ruleset *ruleset,
                               struct mst_error *error);
void mst_bench_close(struct mst_bench *bench);

/* Random games from the start: playouts, plies and seconds. */
enum mst_status mst_bench_playouts(struct mst_bench *bench, double seconds, struct mst_slice *slice,
                                   struct mst_error *error);
/* Leaves `depth` plies below the start, counted again and again: nodes and seconds. */
enum mst_status mst_bench_perft(struct mst_bench *bench, int depth, double seconds,
                                struct mst_slice *slice, struct mst_error *error);
/* The depth at which one count takes about `seconds`. */
enum mst_status mst_bench_perft_depth(struct mst_bench *bench, double seconds, int *depth,
                                      struct mst_error *error);
/* Nanoseconds of copying a position into another one (a clone where room is kept) ... */
enum mst_status mst_bench_copy(struct mst_bench *bench, double seconds, double *ns,
                               struct mst_error *error);
/* ... and of making a new one and freeing it. */
enum mst_status mst_bench_clone(struct mst_bench *bench, double seconds, double *ns,
                                struct mst_error *error);
/* Nanoseconds of playing a legal move and taking it back, journal and hash included. */
enum mst_status mst_bench_apply(struct mst_bench *bench, double seconds, double *ns,
                                struct mst_error *error);
/* Microseconds of beginning a match and freeing it. */
enum mst_status mst_bench_start(struct mst_bench *bench, double seconds, double *us,
                                struct mst_error *error);
/* Bytes that a match at its start takes from the heap; 0 where the C library does not tell. */
enum mst_status mst_bench_memory(struct mst_bench *bench, double *bytes, struct mst_error *error);

/* Microseconds that the protocol takes for a request to play a move and its answer, in process: the
 * median and the 99th percentile of random games. `path` is loaded anew. */
enum mst_status mst_bench_protocol(const char *path, const struct mst_setting *settings,
                                   size_t count, double seconds, double *p50, double *p99,
                                   struct mst_error *error);
/* Milliseconds of loading and checking the ruleset. */
enum mst_status mst_bench_load(const char *path, const struct mst_setting *settings, size_t count,
                               double *ms, struct mst_error *error);

#endif
