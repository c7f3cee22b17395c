/* The counts of a run: of each game a line of JSON, and of all lines the sums.
 *
 * Y1 A line depends on its game alone, and sums are taken in the order of the games. So a report
 * does not depend on the number of processes. */
#ifndef MUSTER_LAB_TALLY_H
#define MUSTER_LAB_TALLY_H

#include "lab/game.h"
#include "lab/plan.h"
#include "muster/check.h"

/* The things that are counted by name. */
enum kit_group { LAB_GROUP_MOVES, LAB_GROUP_EVENTS, LAB_GROUP_GROUNDS, LAB_GROUPS };

/* How often something came up. */
struct lab_use {
    char name[64];
    const char *title;    /* of a kind of move, borrowed from the plan; or "" */
    int64_t count;        /* in all games */
    int64_t games;        /* games with at least one */
    int64_t decided, won; /* seats that did it in a game that one side won, and those that won */
};

/* A decision and how much choice it left. */
struct mst_asked {
    char name[64];
    int64_t count, forced; /* forced: one move was legal */
    int64_t moves;         /* legal moves in total */
};

struct lab_ending {
    char name[64];
    int64_t count;
};

/* A game that was counted. */
struct lab_played {
    int cell, turns;
    uint32_t winners; /* 0: nobody, or it did not end */
    bool over;
};

struct lab_uses {
    struct lab_use *list;
    int count;
};

struct lab_sums {
    const struct lab_plan *plan;
    struct lab_played *games;
    int64_t played, planned, unfinished, faults;
    struct lab_uses uses[LAB_GROUPS];
    struct mst_asked *asked;
    int asked_count;
    struct lab_ending *endings;
    int ending_count;
};

/* Play the game, and append the line of what happened in it. False when out of memory. */
bool lab_tally_game(const struct lab_game *game, int cell, struct mst_buf *line);

/* Room for so many games. False when out of memory. */
bool lab_sums_begin(struct lab_sums *sums, const struct lab_plan *plan, int64_t games);
/* Count a line. A rule that failed is printed. False when out of memory. */
bool lab_sums_add(struct lab_sums *sums, const char *line);
/* Order what was counted: the most frequent first. */
void lab_sums_finish(struct lab_sums *sums);
void lab_sums_clear(struct lab_sums *sums);
/* The side that won the game, or -1: none, or several. */
int lab_sums_side(const struct lab_plan *plan, uint32_t winners);

#endif
