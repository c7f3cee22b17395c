/* A small world in which expressions are evaluated, and expectations of what they give. Failures
 * end the running cmocka test. */
#ifndef TESTS_LIB_WORLD_H
#define TESTS_LIB_WORLD_H

#include "play/dispatch.h"

struct world {
    int columns;
    struct mst_rules *rules;
    struct mst_position *pos;
    struct mst_play play;
};

/* A square board. a1 holds stones 0 (of seat 0, at the bottom), 1 (seat 1, damage 3) and 2 (seat
 * 0); b2 holds stone 3 of seat 1; the hand of seat 1 holds cards 5 and 6; all else is in the box.
 * Seat 1 is to move; `turn` is 4, so that the compiler cannot fold it. */
void world_open(struct world *w, int columns);
void world_close(struct world *w);
/* Make `w->play` anew, after texts were compiled: they may need more room. */
void world_ready(struct world *w);
/* Add a named expression with one parameter, or none (NULL). */
void world_define(struct mst_rules *rules, const char *name, const char *param, const char *text);
/* Value of an integer expression. */
int64_t world_value(struct world *w, const char *text);

struct expectation {
    const char *text;
    int64_t value;
};

void world_expect(struct world *w, const struct expectation *list, size_t count);
/* The same over a board of one word and over one of three. */
void world_expect_on_both(const struct expectation *list, size_t count);
#define EXPECT_ON_BOTH(list) world_expect_on_both(list, sizeof list / sizeof *list)

#endif
