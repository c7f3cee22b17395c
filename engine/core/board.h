/* The board: a graph of zones connected by directed links. Grids are built on it. A board does not
 * change after loading.
 *
 * Zones are numbered from 0 in the order in which they are named and printed. Directions are
 * numbered from 0. On a grid, the next direction is a quarter turn to the right (n e s w, then ne
 * se sw nw).
 *
 * B1 A link leads to a zone of the board, or is MST_NONE.
 * B2 A set of zones is an array of `words` words: zone z is bit z modulo 64 of word z / 64. Bits
 * beyond the last zone are 0.
 * B3 Where `uniform`, a step in any direction is a shift of the one word of a set. */
#ifndef MUSTER_CORE_BOARD_H
#define MUSTER_CORE_BOARD_H

#include "core/base.h"

enum {
    CORE_MOST_ZONES = 4096,
    CORE_MOST_WORDS = CORE_MOST_ZONES / 64,
    CORE_MOST_DIRECTIONS = 8,
    CORE_NAME_SIZE = 24,
};

struct core_board {
    int zones;
    int directions;
    int words;   /* 64-bit words of a set of zones */
    int columns; /* of the rectangle in which it is drawn; 0: a graph without coordinates */
    int rows;
    char (*names)[CORE_NAME_SIZE];     /* per zone */
    int16_t *column;                   /* per zone */
    int16_t *row;                      /* per zone */
    int32_t *to[CORE_MOST_DIRECTIONS]; /* to[direction][zone], or MST_NONE */
    char direction_names[CORE_MOST_DIRECTIONS][CORE_NAME_SIZE]; /* "n", "e", ... */
    /* A direction may be a constant step in zone numbers for every zone that has it. Then this is
     * the step, and the set of those zones. Only on boards of at most 64 zones; shift 0 means there
     * is no such step. */
    int shift[CORE_MOST_DIRECTIONS];
    uint64_t source[CORE_MOST_DIRECTIONS];
    bool uniform; /* every direction is such a step */
    /* Of a uniform board: opposite directions in pairs, so that the neighbors of a set take two
     * shifts for each pair. Going `up` adds `by` to the number of a zone, `down` subtracts it. */
    struct core_axis {
        uint64_t up, down; /* the zones that have the step */
        int by;
    } axes[CORE_MOST_DIRECTIONS];
    int axis_count;
};

/* A board of `zones` zones without links or names. NULL when out of memory or if a size is out of
 * range. */
struct core_board *core_board_new(int zones, int directions);
void core_board_free(struct core_board *board);

/* A rectangle of `columns` x `rows` zones named a1, b1 ... (west to east, row 1 first), with the
 * four orthogonal directions, or all eight if `diagonal`. `voids` (columns*rows flags, or NULL)
 * leaves out cells. Columns 1..26, rows 1..99. */
struct core_board *core_board_grid(int columns, int rows, bool diagonal, const bool *voids);

/* Find the uniform steps. Call once after all links are set. */
void core_board_finish(struct core_board *board);

/* The zone with this name (`length` bytes), or MST_NONE. */
int core_board_zone(const struct core_board *board, const char *name, size_t length);
/* The zone at a column and row, counted from 0, or MST_NONE. */
int core_board_at(const struct core_board *board, int column, int row);

#endif
