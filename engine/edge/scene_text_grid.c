/* A grid as text: boxes with the top piece of each stack on the first line of its cell, and what
 * lies below it on the second, from the bottom at the left. Row 0 is drawn last. Whatever is cut
 * here is listed whole under the board (mst_grid_is_listed). */
#include <string.h>

#include "edge/scene_text.h"

enum { CELL_MIN = 3, CELL_MAX = 12, CELL_USUAL = 7, NAME_SIZE = 24 };

static const struct mst_paint plain = {MST_PAINT_NONE, false};

struct mst_paint mst_seat_paint(const json_t *scene, int seat) {
    if (seat < 0)
        return plain;
    return (struct mst_paint){(int)mst_scene_seat(scene, seat).colour,
                              seat == mst_scene_to_move(scene)};
}

void mst_piece_label(struct mst_buf *buf, const struct mst_scene_piece *piece, bool unicode,
                     enum mst_facing_style style) {
    static const char *const arrows[] = {"\u25b2", "\u25b6", "\u25bc", "\u25c0"};
    static const char *const hollow[] = {"\u25b3", "\u25b7", "\u25bd", "\u25c1"};
    static const char *const ascii[] = {"^", ">", "v", "<"};
    bool wall = piece->shape == MST_SHAPE_WALL;
    if (wall)
        mst_buf_puts(buf, unicode ? "\u2593" : "[");
    mst_buf_puts(buf, piece->letter);
    mst_buf_puts(buf, piece->text);
    if (wall)
        mst_buf_puts(buf, unicode ? "\u2593" : "]");
    if (piece->facing >= 0 && style == MST_FACING_LETTER)
        mst_buf_puts(buf, mst_scene_facings[piece->facing]);
    else if (piece->facing >= 0)
        mst_buf_puts(buf, (!unicode ? ascii : piece->far ? hollow : arrows)[piece->facing]);
    for (size_t i = 0; i < json_array_size(piece->marks); i++)
        mst_buf_puts(buf, mst_scene_str(json_array_get(piece->marks, i), "text", "*"));
}

/* Columns that the label of one piece takes in a cell. */
static int label_width(const struct mst_scene_grid *grid, const struct mst_scene_cell *cell,
                       int level, bool unicode) {
    struct mst_canvas measure = mst_canvas_start(0, unicode);
    struct mst_scene_piece piece = mst_scene_cell_piece(grid, cell, level);
    int width = mst_canvas_measure(&measure, piece.letter) +
                mst_canvas_measure(&measure, piece.text) + (piece.facing >= 0) +
                2 * (piece.shape == MST_SHAPE_WALL);
    for (size_t i = 0; i < json_array_size(piece.marks); i++)
        width += mst_canvas_measure(&measure,
                                    mst_scene_str(json_array_get(piece.marks, i), "text", "*"));
    return width;
}

/* Write the label of one piece into at most `limit` columns; returns the column after it. */
static int draw_label(struct mst_canvas *canvas, const struct mst_scene_grid *grid,
                      const struct mst_scene_cell *cell, int level, int x, int y, int limit) {
    struct mst_buf label = {0};
    struct mst_scene_piece piece = mst_scene_cell_piece(grid, cell, level);
    mst_piece_label(&label, &piece, canvas->unicode, MST_FACING_ARROW);
    x = mst_canvas_text(canvas, x, y, limit, mst_buf_text(&label),
                        mst_seat_paint(grid->scene, piece.seat));
    canvas->failed |= label.failed;
    mst_buf_clear(&label);
    return x;
}

/* Columns of all pieces below the top. */
static int rest_width(const struct mst_scene_grid *grid, const struct mst_scene_cell *cell,
                      bool unicode) {
    int width = 0;
    for (int level = 0; level + 1 < cell->height; level++)
        width += label_width(grid, cell, level, unicode);
    return width;
}

static int ground_width(const struct mst_scene_cell *cell, const char *sign, bool unicode) {
    struct mst_canvas measure = mst_canvas_start(0, unicode);
    int width = mst_canvas_measure(&measure, sign);
    return sign == cell->ground_short && width > 2 ? 2 : width;
}

/* ---- layout ---------------------------------------------------------------------------------- */

static int band_width(const struct mst_grid_layout *layout, int cells) {
    return layout->label + cells * (layout->cell + 1) + 1;
}

/* Columns inside a cell that the grid would like, and (`*top`) that its top pieces need. */
static int wanted_cell(const struct mst_scene_grid *grid, bool unicode, int *top) {
    int rest = CELL_MIN;
    *top = CELL_MIN;
    for (int at = 0; at < grid->columns * grid->rows; at++) {
        struct mst_scene_cell cell = mst_scene_cell(grid, at % grid->columns, at / grid->columns);
        if (cell.height == 0)
            continue;
        int need = label_width(grid, &cell, cell.height - 1, unicode) + 2;
        *top = need > *top ? need : *top;
        need = rest_width(grid, &cell, unicode) + ground_width(&cell, cell.ground_short, unicode);
        rest = need > rest ? need : rest;
    }
    *top = *top > CELL_MAX ? CELL_MAX : *top;
    rest = rest > CELL_USUAL ? CELL_USUAL : rest;
    return *top > rest ? *top : rest;
}

static int row_label(const struct mst_scene_grid *grid, bool unicode) {
    struct mst_canvas measure = mst_canvas_start(0, unicode);
    char name[NAME_SIZE];
    int widest = 1;
    for (int row = 0; row < grid->rows; row++) {
        mst_scene_row_name(grid, row, name);
        int width = mst_canvas_measure(&measure, name);
        widest = width > widest ? width : widest;
    }
    return (widest > 6 ? 6 : widest) + 1;
}

/* Narrow the cells down to `least`; true when all columns fit `width` then. */
static bool squeeze(struct mst_grid_layout *layout, int columns, int width, int least) {
    while (layout->cell > least && band_width(layout, columns) > width)
        layout->cell--;
    return band_width(layout, columns) <= width;
}

struct mst_grid_layout mst_grid_lay(const struct mst_scene_grid *grid, bool unicode, int width,
                                    int aside) {
    int top;
    int wanted = wanted_cell(grid, unicode, &top);
    bool rich = mst_scene_grid_is_rich(grid);
    if (rich && wanted < CELL_USUAL)
        wanted = CELL_USUAL; /* so that the board does not jump when the first stack is made */
    struct mst_grid_layout layout = {
        .cell = wanted, .lines = rich ? 2 : 1, .label = row_label(grid, unicode)};
    layout.band = grid->columns;
    if (!squeeze(&layout, grid->columns, width - aside, top < CELL_USUAL ? top : CELL_USUAL)) {
        layout.cell = wanted;
        if (!squeeze(&layout, grid->columns, width, CELL_MIN)) {
            layout.cell = wanted < CELL_USUAL ? wanted : CELL_USUAL;
            layout.band = (width - layout.label - 1) / (layout.cell + 1);
        }
    }
    layout.width = band_width(&layout, layout.band);
    return layout;
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* Columns for the label on the first line: a marked cell keeps two for its brackets. */
static int label_room(const struct mst_grid_layout *layout, const struct mst_scene_cell *cell) {
    return cell->mark == MST_CELL_PLAIN ? layout->cell : layout->cell - 2;
}

bool mst_grid_is_listed(const struct mst_scene_grid *grid, const struct mst_grid_layout *layout,
                        const struct mst_scene_cell *cell, bool unicode) {
    if (cell->height != 1)
        return cell->height > 1;
    return label_width(grid, cell, 0, unicode) > label_room(layout, cell);
}

/* The first line: the top piece, between brackets when the cell is marked. */
static void draw_top(struct mst_canvas *canvas, const struct mst_scene_grid *grid,
                     const struct mst_grid_layout *layout, const struct mst_scene_cell *cell, int x,
                     int y) {
    static const char brackets[][2] = {{'(', ')'}, {'{', '}'}};
    if (cell->mark != MST_CELL_PLAIN) {
        struct mst_paint bold = {MST_PAINT_NONE, true};
        mst_canvas_put(canvas, x, y, (uint32_t)brackets[cell->mark][0], bold);
        mst_canvas_put(canvas, x + layout->cell - 1, y, (uint32_t)brackets[cell->mark][1], bold);
    }
    if (cell->height == 0)
        return;
    int width = label_width(grid, cell, cell->height - 1, canvas->unicode);
    int room = label_room(layout, cell);
    int pad = room < layout->cell; /* the bracket */
    if (width < room)
        pad = layout->lines > 1 ? 1 : (layout->cell - width) / 2;
    bool cut = width > room;
    int end = draw_label(canvas, grid, cell, cell->height - 1, x + pad, y, cut ? room - 1 : room);
    if (cut)
        mst_canvas_put(canvas, end, y, '~', plain);
}

/* How many pieces of the rest fit, counted from the bottom, beside the "..+n" for the others. */
static int fitting(const struct mst_scene_grid *grid, const struct mst_scene_cell *cell, int room,
                   bool unicode) {
    int rest = cell->height - 1, used = 0;
    if (rest_width(grid, cell, unicode) <= room)
        return rest;
    for (int level = 0; level < rest; level++) {
        used += label_width(grid, cell, level, unicode);
        int sign = 3 + (rest - level - 1 > 9);
        if (used + sign + 1 > room)
            return level;
    }
    return 0;
}

/* The second line: the pieces below the top, bottom first; the ground at the right. */
static void draw_rest(struct mst_canvas *canvas, const struct mst_scene_grid *grid,
                      const struct mst_grid_layout *layout, const struct mst_scene_cell *cell,
                      int x, int y) {
    bool unicode = canvas->unicode;
    const char *sign = mst_scene_ground_sign(cell, layout->cell);
    int ground = ground_width(cell, sign, unicode);
    struct mst_paint paint = {(int)cell->ground_colour, false};
    mst_canvas_text(canvas, x + layout->cell - ground, y, ground, sign, paint);
    int rest = cell->height - 1, room = layout->cell - ground;
    int shown = fitting(grid, cell, room, unicode);
    int at = shown == rest && rest_width(grid, cell, unicode) < room ? x + 1 : x;
    int end = x + room;
    for (int level = 0; level < shown; level++)
        at = draw_label(canvas, grid, cell, level, at, y, end - at);
    if (shown >= rest)
        return;
    struct mst_buf more = {0};
    mst_buf_printf(&more, "..+%d", rest - shown);
    const char *text = mst_buf_text(&more);
    if ((int)strlen(text) > room)
        text += 2;
    mst_canvas_text(canvas, at, y, end - at, text, plain);
    canvas->failed |= more.failed;
    mst_buf_clear(&more);
}

static void draw_hole(struct mst_canvas *canvas, const struct mst_grid_layout *layout, int x,
                      int y) {
    for (int line = 0; line < layout->lines; line++)
        for (int i = 0; i < layout->cell; i++)
            mst_canvas_put(canvas, x + i, y + line, canvas->unicode ? 0x2591 : ':', plain);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static bool is_cell(const struct mst_scene_grid *grid, int first, int end, int column, int row) {
    return column >= first && column < end && row >= 0 && row < grid->rows &&
           !mst_scene_cell(grid, column, row).hole;
}

/* The crossing at the lower left corner of a cell: lines up, right, down, left of it as bits. */
static uint32_t crossing(const struct mst_scene_grid *grid, int first, int end, int column,
                         int row) {
    bool up_left = is_cell(grid, first, end, column - 1, row);
    bool up_right = is_cell(grid, first, end, column, row);
    bool down_left = is_cell(grid, first, end, column - 1, row - 1);
    bool down_right = is_cell(grid, first, end, column, row - 1);
    return (uint32_t)((up_left || up_right) | (up_right || down_right) << 1 |
                      (down_left || down_right) << 2 | (up_left || down_left) << 3);
}

static void draw_crossing(struct mst_canvas *canvas, int x, int y, uint32_t lines) {
    static const uint16_t boxes[] = {' ',    0x2575, 0x2576, 0x2514, 0x2577, 0x2502,
                                     0x250c, 0x251c, 0x2574, 0x2518, 0x2500, 0x2534,
                                     0x2510, 0x2524, 0x252c, 0x253c};
    if (lines != 0)
        mst_canvas_put(canvas, x, y, canvas->unicode ? boxes[lines] : '+', plain);
}

/* The line below `row` (row = rows: the upper edge) and the crossings on it. */
static void draw_edge(struct mst_canvas *canvas, const struct mst_scene_grid *grid,
                      const struct mst_grid_layout *layout, int first, int end, int row, int y) {
    for (int column = first; column <= end; column++) {
        int x = layout->label + (column - first) * (layout->cell + 1);
        draw_crossing(canvas, x, y, crossing(grid, first, end, column, row));
        if (!is_cell(grid, first, end, column, row) && !is_cell(grid, first, end, column, row - 1))
            continue;
        for (int i = 1; i <= layout->cell; i++)
            mst_canvas_put(canvas, x + i, y, canvas->unicode ? 0x2500 : '-', plain);
    }
}

static void draw_row(struct mst_canvas *canvas, const struct mst_scene_grid *grid,
                     const struct mst_grid_layout *layout, int first, int end, int row, int y) {
    char name[NAME_SIZE];
    mst_scene_row_name(grid, row, name);
    int width = mst_canvas_measure(canvas, name), room = layout->label - 1;
    mst_canvas_text(canvas, width < room ? room - width : 0, y, room, name, plain);
    for (int column = first; column <= end; column++) {
        int x = layout->label + (column - first) * (layout->cell + 1);
        bool here = is_cell(grid, first, end, column, row);
        if (here || is_cell(grid, first, end, column - 1, row))
            for (int line = 0; line < layout->lines; line++)
                mst_canvas_put(canvas, x, y + line, canvas->unicode ? 0x2502 : '|', plain);
        if (column == end)
            break;
        struct mst_scene_cell cell = mst_scene_cell(grid, column, row);
        if (!here) {
            draw_hole(canvas, layout, x + 1, y);
            continue;
        }
        draw_top(canvas, grid, layout, &cell, x + 1, y);
        if (layout->lines > 1)
            draw_rest(canvas, grid, layout, &cell, x + 1, y + 1);
    }
}

static void draw_names(struct mst_canvas *canvas, const struct mst_scene_grid *grid,
                       const struct mst_grid_layout *layout, int first, int end, int y) {
    char name[NAME_SIZE];
    for (int column = first; column < end; column++) {
        mst_scene_column_name(grid, column, name);
        int width = mst_canvas_measure(canvas, name);
        int spare = width < layout->cell ? (layout->cell - width) / 2 : 0;
        int x = layout->label + (column - first) * (layout->cell + 1) + 1 + spare;
        mst_canvas_text(canvas, x, y, layout->cell, name, plain);
    }
}

int mst_grid_draw(struct mst_canvas *canvas, const struct mst_scene_grid *grid,
                  const struct mst_grid_layout *layout, int y) {
    for (int first = 0; first < grid->columns; first += layout->band) {
        int end = first + layout->band < grid->columns ? first + layout->band : grid->columns;
        for (int row = grid->rows - 1; row >= 0; row--) {
            draw_edge(canvas, grid, layout, first, end, row + 1, y++);
            draw_row(canvas, grid, layout, first, end, row, y);
            y += layout->lines;
        }
        draw_edge(canvas, grid, layout, first, end, 0, y++);
        draw_names(canvas, grid, layout, first, end, y++);
        y += end < grid->columns;
    }
    return y;
}
