/* The board: see board.h. */
#include "core/board.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

struct core_board *core_board_new(int zones, int directions) {
    if (zones < 1 || zones > CORE_MOST_ZONES || directions < 0 || directions > CORE_MOST_DIRECTIONS)
        return NULL;
    struct core_board *board = mst_calloc(1, sizeof *board);
    if (!board)
        return NULL;

    size_t n = (size_t)zones;
    board->zones = zones;
    board->directions = directions;
    board->words = (zones + 63) / 64;
    assert(board->words <= CORE_MOST_WORDS); /* B2 */

    /* Nothing is returned early: core_board_free must find every list, or NULL. */
    board->names = mst_calloc(n, sizeof *board->names);
    board->column = mst_calloc(n, sizeof *board->column);
    board->row = mst_calloc(n, sizeof *board->row);
    bool whole = board->names && board->column && board->row;
    for (int d = 0; d < directions; d++) {
        board->to[d] = mst_alloc(n * sizeof *board->to[d]);
        if (board->to[d])
            memset(board->to[d], 0xff, n * sizeof *board->to[d]); /* no link: MST_NONE is -1 */
        whole = whole && board->to[d];
    }

    if (!whole) {
        core_board_free(board);
        return NULL;
    }
    return board;
}

void core_board_free(struct core_board *board) {
    if (!board)
        return;
    mst_free(board->names);
    mst_free(board->column);
    mst_free(board->row);
    for (int d = 0; d < board->directions; d++)
        mst_free(board->to[d]); /* or NULL, if memory ran out while it was made */
    mst_free(board);
}

/* A quarter turn to the right from each direction to the next; first those along rows and columns.
 * Row 1 is in the south, so north counts up. */
static const int step_column[8] = {0, 1, 0, -1, 1, 1, -1, -1};
static const int step_row[8] = {1, 0, -1, 0, 1, -1, -1, 1};
static const char *const step_name[8] = {"n", "e", "s", "w", "ne", "se", "sw", "nw"};

static void grid_links(struct core_board *board) {
    for (int d = 0; d < board->directions; d++) {
        snprintf(board->direction_names[d], CORE_NAME_SIZE, "%s", step_name[d]);

        /* Cells outside, and voids, are no zones: core_board_at gives MST_NONE (B1). */
        for (int z = 0; z < board->zones; z++)
            board->to[d][z] = core_board_at(board, board->column[z] + step_column[d],
                                            board->row[z] + step_row[d]);
    }
}

struct core_board *core_board_grid(int columns, int rows, bool diagonal, const bool *voids) {
    if (columns < 1 || columns > 26 || rows < 1 || rows > 99)
        return NULL;

    int zones = 0;
    for (int i = 0; i < columns * rows; i++)
        zones += !(voids && voids[i]);
    struct core_board *board = core_board_new(zones, diagonal ? 8 : 4);
    if (!board)
        return NULL;
    /* Zones are numbered row by row, and voids leave no gap: so the links depend on the coordinates
     * and are set when all zones have theirs. */
    board->columns = columns;
    board->rows = rows;
    for (int i = 0, z = 0; i < columns * rows; i++) {
        if (voids && voids[i])
            continue;
        board->column[z] = (int16_t)(i % columns);
        board->row[z] = (int16_t)(i / columns);
        snprintf(board->names[z], CORE_NAME_SIZE, "%c%d", 'a' + i % columns, i / columns + 1);
        z++;
    }

    grid_links(board);
    core_board_finish(board);
    return board;
}

/* Add direction `d` of a uniform board to the axis of its steps. */
static void add_to_axis(struct core_board *board, int d) {
    int shift = board->shift[d], by = shift < 0 ? -shift : shift, at = 0;

    assert(shift && by < 64); /* B3 */
    while (at < board->axis_count && board->axes[at].by != by)
        at++;
    if (at == board->axis_count)
        board->axes[board->axis_count++] = (struct core_axis){.by = by};
    if (shift > 0)
        board->axes[at].up |= board->source[d];
    else
        board->axes[at].down |= board->source[d];
}

void core_board_finish(struct core_board *board) {
    bool all = board->zones <= 64;
    for (int d = 0; d < board->directions && board->zones <= 64; d++) {
        int shift = 0;
        uint64_t source = 0;
        bool uniform = true; /* all steps so far had the same difference, and none led nowhere */

        for (int z = 0; z < board->zones; z++) {
            int to = board->to[d][z];
            if (to == MST_NONE)
                continue;
            assert(to >= 0 && to < board->zones); /* B1 */
            uniform = uniform && to != z && (!source || to - z == shift);
            shift = to - z;
            source |= 1ULL << z;
        }

        board->shift[d] = uniform ? shift : 0;
        board->source[d] = source;
        all = all && board->shift[d];
    }

    /* A direction without any link has no step, and so the board counts as irregular. */
    board->uniform = all;
    board->axis_count = 0;
    for (int d = 0; d < board->directions && all; d++)
        add_to_axis(board, d);
}

int core_board_zone(const struct core_board *board, const char *name, size_t length) {
    assert(board->zones >= 1 && board->zones <= CORE_MOST_ZONES); /* B2 */
    for (int z = 0; z < board->zones && length && length < CORE_NAME_SIZE; z++) {
        const char *own = board->names[z]; /* names of a grid differ most in their last character */
        if (own[length - 1] == name[length - 1] && !own[length] && !memcmp(own, name, length))
            return z;
    }
    return MST_NONE;
}

int core_board_at(const struct core_board *board, int column, int row) {
    if (column < 0 || row < 0 || column >= board->columns || row >= board->rows)
        return MST_NONE;

    /* Voids only move zones to lower numbers, so the search goes down from there. */
    int z = row * board->columns + column;
    if (z >= board->zones)
        z = board->zones - 1;
    while (z >= 0 && (board->row[z] > row || (board->row[z] == row && board->column[z] > column)))
        z--;
    return z >= 0 && board->row[z] == row && board->column[z] == column ? z : MST_NONE;
}
