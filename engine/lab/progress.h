/* How far a long run is: told on standard error, if that is a terminal. */
#ifndef MUSTER_LAB_PROGRESS_H
#define MUSTER_LAB_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct mst_going {
    bool shown;
    int64_t done, all, began_done;
    int64_t began, told; /* milliseconds */
};

/* Begin; `done` of `all` were done before. */
void mst_going_begin(struct mst_going *going, int64_t done, int64_t all);
/* One more is done. */
void mst_going_step(struct mst_going *going);
void mst_going_end(struct mst_going *going);

#endif
