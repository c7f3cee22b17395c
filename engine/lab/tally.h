/* What a run of games counts: of each game a line of JSON, and of all lines the sums.
 *
 * Y1 A line depends on its game alone, and sums are taken in the order of the games. So a report
 * does not depend on the number of processes. */
#ifndef MUSTER_LAB_TALLY_H
#define MUSTER_LAB_TALLY_H

#include "lab/game.h"
#include "lab/plan.h"

/* What can be counted by its name. */
enum mst_group { MST_GROUP_MOVES, MST_GROUP_EVENTS, MST_GROUP_GROUNDS, MST_GROUPS };

/* How often something came up. */
struct mst_use {
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

struct mst_ending {
    char name[64];
    int64_t count;
};

/* A game that was counted. */
struct mst_played {
    int cell, turns;
    uint32_t winners; /* 0: nobody, or it did not end */
    bool over;
};

struct mst_uses {
    struct mst_use *list;
    int count;
};

struct mst_sums {
    const struct mst_plan *plan;
    struct mst_played *games;
    int64_t played, planned, unfinished, faults;
    struct mst_uses uses[MST_GROUPS];
    struct mst_asked *asked;
    int asked_count;
    struct mst_ending *endings;
    int ending_count;
};

/* Play the game, and append the line of what happened in it. False when out of memory. */
bool mst_tally_game(const struct mst_game *game, int cell, struct mst_buf *line);

/* Room for so many games. False when out of memory. */
bool mst_sums_begin(struct mst_sums *sums, const struct mst_plan *plan, int64_t games);
/* Count a line. A rule that failed is printed. False when out of memory. */
bool mst_sums_add(struct mst_sums *sums, const char *line);
/* Order what was counted: the most frequent first. */
void mst_sums_finish(struct mst_sums *sums);
void mst_sums_clear(struct mst_sums *sums);
/* The side that won the game, or -1: none, or several. */
int mst_sums_side(const struct mst_plan *plan, uint32_t winners);

#endif
