/* The counts of a run: of each game a line of JSON, and of all lines the sums.
 *
 * Y1 A line depends on its game alone, and sums are taken in the order of the games. So a report
 * does not depend on the number of processes. Y2 Sums have the shape of the counts of a line: C
 * adds numbers, and lua/tools/figures.lua knows what they mean. */
#ifndef MUSTER_LAB_TALLY_H
#define MUSTER_LAB_TALLY_H

#include <jansson.h>

#include "lab/game.h"

struct lab_sums {
    json_t *counts; /* owned; see lab_tally_game */
    int64_t played, faults;
};

/* Play the game, and append the line of what happened in it. False when out of memory.
 *
 * The line is an object with "counts", objects by name: "cells", by the number of the arrangement,
 * with games by "winners" (bits by seat) and by "turns"; games by "endings"; "moves", "events" and
 * "grounds", each with its "count", the "games" that have it and, by the winners, for each seat the
 * games in which it did that; of decisions "asked" how often, how often with one legal move, and
 * all legal moves. If a rule failed, it has "fault" and "at" as well. */
bool lab_tally_game(const struct lab_game *game, int cell, struct mst_buf *line);

/* Begin to count. False when out of memory. */
bool lab_sums_begin(struct lab_sums *sums);
/* Count a line. A rule that failed is printed. False when out of memory. */
bool lab_sums_add(struct lab_sums *sums, const char *line);
void lab_sums_clear(struct lab_sums *sums);

/* An object, and the objects in it, as lists of [NAME, VALUE]: scripts find no names in objects.
 * NULL when out of memory. */
json_t *lab_lists_of(json_t *object);

#endif
