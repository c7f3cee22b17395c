/* The second clock of the server, in milliseconds; the other one is mst_clock_steady. Neither ever
 * reaches the state of a match. */
#ifndef MUSTER_SERVER_CLOCK_H
#define MUSTER_SERVER_CLOCK_H

#include <stdint.h>
#include <time.h>

#include "muster/util.h"

/* The time since 1970, for what is kept. */
static inline int64_t server_clock_wall(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

#endif
