/* Progress of long runs: see progress.h. */
#include "lab/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { EACH_MS = 500 };

static int64_t clock_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void lab_going_begin(struct lab_going *going, int64_t done, int64_t all) {
    *going = (struct lab_going){.shown = isatty(STDERR_FILENO),
                                .done = done,
                                .began_done = done,
                                .all = all,
                                .began = clock_ms()};
    going->said = going->began;
}

void lab_going_step(struct lab_going *going) {
    going->done++;
    int64_t now = going->shown ? clock_ms() : 0;
    if (!going->shown || now - going->said < EACH_MS)
        return;
    going->said = now;
    int64_t left = (now - going->began) * (going->all - going->done) /
                   (going->done - going->began_done) / 1000;
    fprintf(stderr, "\r%lld of %lld done, %lld:%02lld min left  ", (long long)going->done,
            (long long)going->all, (long long)left / 60, (long long)left % 60);
}

void lab_going_end(struct lab_going *going) {
    if (going->shown)
        fprintf(stderr, "\r%lld of %lld done.                      \n", (long long)going->done,
                (long long)going->all);
}
