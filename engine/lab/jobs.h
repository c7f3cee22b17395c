/* Numbered pieces of work, done by several processes, with the results in the order of the numbers.
 *
 * J1 The lines that the sink gets do not depend on the number of processes. J2 A worker waits when
 * nobody reads its results, so that memory is bounded. */
#ifndef MUSTER_LAB_JOBS_H
#define MUSTER_LAB_JOBS_H

#include "muster/util.h"

enum { LAB_MOST_JOBS = 64 };

struct lab_jobs {
    /* Do the work with this number: append one line without its end. False when out of memory. */
    bool (*work)(void *context, int64_t number, struct mst_buf *line);
    /* Take the line of a number. False to stop. */
    bool (*sink)(void *context, int64_t number, const char *line);
    void *context;
    int64_t first, count; /* of the numbers */
    int processes;        /* 1: in this process */
};

/* False if a worker failed or could not be started, which is printed; true also if the sink
 * stopped. */
bool lab_jobs_run(const struct lab_jobs *jobs);

#endif
