/* Grids as terminal lines: their layout, the lines around cells, and the names. Row 0 is drawn
 * last. */
#include <assert.h>
#include <string.h>

#include "faces/scene/text.h"

enum { CELL_MIN = 3, CELL_MAX = 12, CELL_USUAL = 7, NAME_SIZE = 24 };

static const struct scene_paint plain = {SCENE_PAINT_NONE, false};

/* ---- layout ---------------------------------------------------------------------------------- */

static int band_width(const struct scene_grid_layout *layout, int cells) {
    return layout->label + cells * (layout->cell + 1) + 1;
}

/* The preferred columns of a cell; *top is the minimum for the top pieces. */
static int wanted_cell(const struct scene_grid *grid, bool unicode, int *top) {
    int rest = CELL_MIN;
    *top = CELL_MIN;
    for (int at = 0; at < grid->columns * grid->rows; at++) {
        struct scene_cell cell = scene_cell(grid, at % grid->columns, at / grid->columns);
        if (cell.height == 0)
            continue;
        int need = scene_cell_label_width(grid, &cell, cell.height - 1, unicode) + 2;
        *top = need > *top ? need : *top;
        need = scene_cell_rest_width(grid, &cell, unicode) +
               scene_cell_ground_width(&cell, cell.ground_short, unicode);
        rest = need > rest ? need : rest;
    }
    /* Wider labels are cut and listed below the board. */
    *top = *top > CELL_MAX ? CELL_MAX : *top;
    rest = rest > CELL_USUAL ? CELL_USUAL : rest;
    return *top > rest ? *top : rest;
}

static int row_label(const struct scene_grid *grid, bool unicode) {
    struct scene_canvas measure = scene_canvas_start(0, unicode);
    char name[NAME_SIZE];
    int widest = 1;
    for (int row = 0; row < grid->rows; row++) {
        scene_row_name(grid, row, name);
        int width = scene_canvas_measure(&measure, name);
        widest = width > widest ? width : widest;
    }
    /* Longer names are cut, or the board would move far to the right. */
    return (widest > 6 ? 6 : widest) + 1;
}

/* Narrow the cells down to `least`. True if all columns then fit `width`. */
static bool squeeze(struct scene_grid_layout *layout, int columns, int width, int least) {
    while (layout->cell > least && band_width(layout, columns) > width)
        layout->cell--;
    return band_width(layout, columns) <= width;
}

struct scene_grid_layout scene_grid_lay(const struct scene_grid *grid, bool unicode, int width,
                                        int aside) {
    int top;
    int wanted = wanted_cell(grid, unicode, &top);
    bool rich = scene_grid_is_rich(grid);

    if (rich && wanted < CELL_USUAL)
        wanted = CELL_USUAL; /* reserved, so that the board does not resize when the first stack
                              * appears */
    struct scene_grid_layout layout = {
        .cell = wanted, .lines = rich ? 2 : 1, .label = row_label(grid, unicode)};
    layout.band = grid->columns;
    /* The board and the panels beside it; then the board alone; then bands of columns. */
    if (!squeeze(&layout, grid->columns, width - aside, top < CELL_USUAL ? top : CELL_USUAL)) {
        layout.cell = wanted;
        if (!squeeze(&layout, grid->columns, width, CELL_MIN)) {
            layout.cell = wanted < CELL_USUAL ? wanted : CELL_USUAL;
            layout.band = (width - layout.label - 1) / (layout.cell + 1);
        }
    }
    assert(layout.band > 0); /* or drawing would never end */
    layout.width = band_width(&layout, layout.band);
    return layout;
}

int scene_grid_row_lines(const struct scene_grid *grid, const struct scene_grid_layout *layout,
                         int row, bool unicode) {
    int most = 1;
    for (int column = 0; column < grid->columns; column++) {
        struct scene_cell cell = scene_cell(grid, column, row);
        int lines = cell.hole ? 1 : scene_cell_lines(grid, layout, &cell, unicode);
        most = lines > most ? lines : most;
    }
    return most;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void draw_hole(struct scene_canvas *canvas, const struct scene_grid_layout *layout, int x,
                      int y, int lines) {
    for (int line = 0; line < lines; line++)
        for (int i = 0; i < layout->cell; i++)
            scene_canvas_put(canvas, x + i, y + line, canvas->unicode ? 0x2591 : ':', plain);
}

static bool is_cell(const struct scene_grid *grid, int first, int end, int column, int row) {
    return column >= first && column < end && row >= 0 && row < grid->rows &&
           !scene_cell(grid, column, row).hole;
}

/* The crossing at the lower left corner of a cell. Bits say whether lines go up, right, down and
 * left. */
static uint32_t crossing(const struct scene_grid *grid, int first, int end, int column, int row) {
    bool up_left = is_cell(grid, first, end, column - 1, row);
    bool up_right = is_cell(grid, first, end, column, row);
    bool down_left = is_cell(grid, first, end, column - 1, row - 1);
    bool down_right = is_cell(grid, first, end, column, row - 1);
    return (uint32_t)((up_left || up_right) | (up_right || down_right) << 1 |
                      (down_left || down_right) << 2 | (up_left || down_left) << 3);
}

static void draw_crossing(struct scene_canvas *canvas, int x, int y, uint32_t lines) {
    static const uint16_t boxes[] = {' ',    0x2575, 0x2576, 0x2514, 0x2577, 0x2502,
                                     0x250c, 0x251c, 0x2574, 0x2518, 0x2500, 0x2534,
                                     0x2510, 0x2524, 0x252c, 0x253c};
    /* Between four holes nothing is drawn. */
    if (lines != 0)
        scene_canvas_put(canvas, x, y, canvas->unicode ? boxes[lines] : '+', plain);
}

/* Draw the line below `row` (row = rows: the upper edge), with its crossings. */
static void draw_edge(struct scene_canvas *canvas, const struct scene_grid *grid,
                      const struct scene_grid_layout *layout, int first, int end, int row, int y) {
    for (int column = first; column <= end; column++) {
        int x = layout->label + (column - first) * (layout->cell + 1);
        draw_crossing(canvas, x, y, crossing(grid, first, end, column, row));
        if (!is_cell(grid, first, end, column, row) && !is_cell(grid, first, end, column, row - 1))
            continue;
        for (int i = 1; i <= layout->cell; i++)
            scene_canvas_put(canvas, x + i, y, canvas->unicode ? 0x2500 : '-', plain);
    }
}

/* Draw a row. Returns the number of lines that it takes. */
static int draw_row(struct scene_canvas *canvas, const struct scene_grid *grid,
                    const struct scene_grid_layout *layout, int first, int end, int row, int y) {
    int lines = scene_grid_row_lines(grid, layout, row, canvas->unicode);
    char name[NAME_SIZE];

    scene_row_name(grid, row, name);
    int width = scene_canvas_measure(canvas, name), room = layout->label - 1;
    scene_canvas_text(canvas, width < room ? room - width : 0, y, room, name, plain);
    /* The line at the left of each cell, and one more at the end. */
    for (int column = first; column <= end; column++) {
        int x = layout->label + (column - first) * (layout->cell + 1);
        bool here = is_cell(grid, first, end, column, row);
        /* A line belongs to the cells on both sides; between holes there is none. */
        if (here || is_cell(grid, first, end, column - 1, row))
            for (int line = 0; line < lines; line++)
                scene_canvas_put(canvas, x, y + line, canvas->unicode ? 0x2502 : '|', plain);
        if (column == end)
            break;
        struct scene_cell cell = scene_cell(grid, column, row);
        /* A hole is no cell, and no place to point at. */
        if (!here) {
            draw_hole(canvas, layout, x + 1, y, lines);
            continue;
        }
        scene_cell_draw(canvas, grid, layout, &cell, x + 1, y, lines);
        scene_canvas_place(canvas, x + 1, y, layout->cell, lines, cell.zone, NULL);
    }
    return lines;
}

static void draw_names(struct scene_canvas *canvas, const struct scene_grid *grid,
                       const struct scene_grid_layout *layout, int first, int end, int y) {
    char name[NAME_SIZE];
    for (int column = first; column < end; column++) {
        scene_column_name(grid, column, name);
        int width = scene_canvas_measure(canvas, name);
        int spare = width < layout->cell ? (layout->cell - width) / 2 : 0;
        int x = layout->label + (column - first) * (layout->cell + 1) + 1 + spare;
        scene_canvas_text(canvas, x, y, layout->cell, name, plain);
    }
}

int scene_grid_draw(struct scene_canvas *canvas, const struct scene_grid *grid,
                    const struct scene_grid_layout *layout, int y) {
    for (int first = 0; first < grid->columns; first += layout->band) {
        int end = first + layout->band < grid->columns ? first + layout->band : grid->columns;
        for (int row = grid->rows - 1; row >= 0; row--) {
            /* The tightest page has no lines between the rows. */
            if (row + 1 == grid->rows || layout->tight < SCENE_TIGHTEST)
                draw_edge(canvas, grid, layout, first, end, row + 1, y++);
            y += draw_row(canvas, grid, layout, first, end, row, y);
        }
        draw_edge(canvas, grid, layout, first, end, 0, y++);
        draw_names(canvas, grid, layout, first, end, y++);
        y += end < grid->columns;
    }
    return y;
}
