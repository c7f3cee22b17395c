/* The two clocks of the server, in milliseconds. Neither ever reaches the state of a match. */
#ifndef MUSTER_SERVER_CLOCK_H
#define MUSTER_SERVER_CLOCK_H

#include <stdint.h>
#include <time.h>

/* One that only goes forward, for how long something takes. */
static inline int64_t mst_clock_steady(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The time since 1970, for what is kept. */
static inline int64_t mst_clock_wall(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

#endif
