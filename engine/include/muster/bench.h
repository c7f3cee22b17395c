/* Benchmarks. Needs muster.h. */
#ifndef MUSTER_BENCH_H
#define MUSTER_BENCH_H

#include "muster.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Perft with a count for each first move: calls each(context, text, nodes). */
enum mst_status mst_match_divide(struct mst_match *match, int depth,
                                 void (*each)(void *context, const char *text, uint64_t nodes),
                                 void *context, struct mst_error *error);

/* ---- benchmarks ------------------------------------------------------------------------------ */

/* A benchmark of a ruleset. Each function measures one figure for about the given time, so that a
 * caller can interleave slices and take medians. Timings differ between runs, but the games played
 * do not.
 *
 * M1 The functions may be called in any order, any number of times. M2 After a failure the
 * benchmark may only be freed. */
struct mst_bench;

enum { MST_BENCH_PLIES = 2000 }; /* maximum length of a random game */

/* The result of a slice of work. */
struct mst_slice {
    double seconds;
    uint64_t playouts, plies, nodes;
};

/* Processor time of this thread in seconds, so that other load on the machine does not count. All
 * figures use it, except those of the protocol. */
double mst_bench_now(void);
/* Wall-clock seconds from an arbitrary start; cheaper to read. */
double mst_bench_clock(void);
/* The median of `count` (at least 1) values. Sorts them. */
double mst_bench_median(double *values, int count);

/* Prepare a benchmark. Takes ownership of `ruleset`, even on failure. NULL on failure. */
struct mst_bench *mst_bench_new(struct mst_ruleset *ruleset, struct mst_error *error);
void mst_bench_free(struct mst_bench *bench); /* also frees the ruleset; NULL is allowed */
/* The mean number of legal moves per ply, over some random games. */
double mst_bench_mean_moves(const struct mst_bench *bench);

/* Play random games from the start: counts playouts, plies and seconds. */
enum mst_status mst_bench_playouts(struct mst_bench *bench, double seconds, struct mst_slice *slice,
                                   struct mst_error *error);
/* Repeat perft from the start at `depth` plies: counts nodes and seconds. */
enum mst_status mst_bench_perft(struct mst_bench *bench, int depth, double seconds,
                                struct mst_slice *slice, struct mst_error *error);
/* Find the depth at which one perft takes about `seconds`, but none that meets chance with too many
 * outcomes to list. */
enum mst_status mst_bench_perft_depth(struct mst_bench *bench, double seconds, int *depth,
                                      struct mst_error *error);
/* Nanoseconds to copy a position into an existing one. */
enum mst_status mst_bench_copy(struct mst_bench *bench, double seconds, double *ns,
                               struct mst_error *error);
/* Nanoseconds to clone a position and free it. */
enum mst_status mst_bench_clone(struct mst_bench *bench, double seconds, double *ns,
                                struct mst_error *error);
/* Nanoseconds to play a legal move and take it back, including journal and hash. */
enum mst_status mst_bench_apply(struct mst_bench *bench, double seconds, double *ns,
                                struct mst_error *error);
/* Microseconds to start a match and free it. */
enum mst_status mst_bench_start(struct mst_bench *bench, double seconds, double *us,
                                struct mst_error *error);
/* Heap bytes of a match at its start; 0 if the C library does not report them. */
enum mst_status mst_bench_memory(struct mst_bench *bench, double *bytes, struct mst_error *error);
/* Milliseconds to load and check the ruleset. */
enum mst_status mst_bench_load(const char *path, const struct mst_setting *settings, size_t count,
                               double *ms, struct mst_error *error);

#ifdef __cplusplus
}
#endif

#endif
