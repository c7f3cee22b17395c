/* The board: a graph of zones connected by directed links. Grids are built on it. A board does not
 * change after loading.
 *
 * Zones are numbered from 0 in the order in which they are named and printed. Directions are
 * numbered from 0. On a grid, the next direction is a quarter turn to the right (n e s w, then ne
 * se sw nw). */
#ifndef MUSTER_CORE_BOARD_H
#define MUSTER_CORE_BOARD_H

#include "core/base.h"

enum {
    MST_MOST_ZONES = 4096,
    MST_MOST_WORDS = MST_MOST_ZONES / 64,
    MST_MOST_DIRECTIONS = 8,
    MST_NAME_SIZE = 24,
};

struct mst_board {
    int zones;
    int directions;
    int words;   /* 64-bit words of a set of zones */
    int columns; /* of the rectangle in which it is drawn; 0 if there is none */
    int rows;
    char (*names)[MST_NAME_SIZE];                             /* per zone */
    int16_t *column;                                          /* per zone */
    int16_t *row;                                             /* per zone */
    int32_t *to[MST_MOST_DIRECTIONS];                         /* to[direction][zone], or MST_NONE */
    char direction_names[MST_MOST_DIRECTIONS][MST_NAME_SIZE]; /* "n", "e", ... */
    /* A direction may be a constant step in zone numbers for every zone that has it. Then this is
     * the step, and the set of those zones. Only on boards of at most 64 zones; shift 0 means there
     * is no such step. */
    int shift[MST_MOST_DIRECTIONS];
    uint64_t source[MST_MOST_DIRECTIONS];
    bool uniform; /* every direction is such a step */
    /* Of a uniform board: its directions as axes of opposite steps, `by` numbers up and down. */
    struct mst_axis {
        uint64_t up, down; /* the zones that have the step */
        int by;
    } axes[MST_MOST_DIRECTIONS];
    int axis_count;
};

/* A board of `zones` zones without links or names. NULL when out of memory or if a size is out of
 * range. */
struct mst_board *mst_board_new(int zones, int directions);
void mst_board_free(struct mst_board *board);

/* A rectangle of `columns` x `rows` zones named a1, b1 ... (west to east, row 1 first), with the
 * four orthogonal directions, or all eight if `diagonal`. `voids` (columns*rows flags, or NULL)
 * leaves out cells. Columns 1..26, rows 1..99. */
struct mst_board *mst_board_grid(int columns, int rows, bool diagonal, const bool *voids);

/* Find the uniform steps. Call once after all links are set. */
void mst_board_finish(struct mst_board *board);

/* The zone with this name (`length` bytes), or MST_NONE. */
int mst_board_zone(const struct mst_board *board, const char *name, size_t length);
/* The zone at a column and row, counted from 0, or MST_NONE. */
int mst_board_at(const struct mst_board *board, int column, int row);

#endif
