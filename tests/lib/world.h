/* A small world in which nodes of rules are evaluated. Failures end the running cmocka test. */
#ifndef TESTS_LIB_WORLD_H
#define TESTS_LIB_WORLD_H

#include "core/dispatch.h"

struct world {
    int columns;
    struct core_rules *rules;
    struct core_position *pos;
    struct core_play play;
};

/* A square board. a1 holds stones 0 (of seat 0, at the bottom), 1 (seat 1, damage 3) and 2 (seat
 * 0); b2 holds stone 3 of seat 1; the hand of seat 1 holds cards 5 and 6; all else is in the box.
 * Seat 1 is to move; `turn` is 4, so that the compiler cannot fold it. */
void world_open(struct world *w, int columns);
void world_close(struct world *w);
/* Make `w->play` anew, after code was made: it may need more room. */
void world_ready(struct world *w);
#endif
