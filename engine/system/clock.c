/* The clock: see muster/util.h. */
#include <time.h>

#include "muster/util.h"

int64_t mst_clock_steady(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
