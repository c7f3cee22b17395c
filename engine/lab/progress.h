/* How far a long run is: shown on standard error, if that is a terminal. */
#ifndef MUSTER_LAB_PROGRESS_H
#define MUSTER_LAB_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct lab_going {
    bool shown;
    int64_t done, all, began_done;
    int64_t began, said; /* milliseconds */
};

/* Begin; `done` of `all` were done before. */
void lab_going_begin(struct lab_going *going, int64_t done, int64_t all);
/* One more is done. */
void lab_going_step(struct lab_going *going);
void lab_going_end(struct lab_going *going);

#endif
