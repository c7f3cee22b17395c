/* Benchmark of the protocol, in process. */
#ifndef MUSTER_FACES_TOOLS_BENCH_PROTOCOL_H
#define MUSTER_FACES_TOOLS_BENCH_PROTOCOL_H

#include "muster/util.h"

/* Measure the microseconds to answer a request that plays a move, in process: the median and the
 * 99th percentile over random games. Loads `path` again. */
enum mst_status tool_bench_protocol(const char *path, const struct mst_setting *settings,
                                    size_t count, double seconds, double *p50, double *p99,
                                    struct mst_error *error);

#endif
