/* A cell of a grid in terminal lines. The first line shows the top piece. The second line shows the
 * pieces below it, from the bottom, at the left, and the ground at the right. Anything that is cut
 * is listed in full below the board (scene_grid_is_listed). In a compact layout, the ground moves
 * to the first line if it fits. */
#include <string.h>

#include "faces/scene/text.h"

static const struct scene_paint plain = {SCENE_PAINT_NONE, false};

/* ---- labels ---------------------------------------------------------------------------------- */

struct scene_paint scene_seat_paint(const json_t *scene, int seat) {
    /* Nobody's pieces have no colour. */
    if (seat < 0)
        return plain;
    return (struct scene_paint){(int)scene_seat(scene, seat).colour, seat == scene_to_move(scene)};
}

void scene_piece_label(struct mst_buf *buf, const struct scene_piece *piece, bool unicode,
                       enum scene_facing_style style) {
    static const char *const arrows[] = {"\u25b2", "\u25b6", "\u25bc", "\u25c0"};
    static const char *const hollow[] = {"\u25b3", "\u25b7", "\u25bd", "\u25c1"};
    static const char *const ascii[] = {"^", ">", "v", "<"};
    bool wall = piece->shape == SCENE_SHAPE_WALL;
    if (wall)
        mst_buf_puts(buf, unicode ? "\u2593" : "[");
    mst_buf_puts(buf, piece->letter);
    mst_buf_puts(buf, piece->text);
    if (wall)
        mst_buf_puts(buf, unicode ? "\u2593" : "]");
    if (piece->facing >= 0 && style == SCENE_FACING_LETTER)
        mst_buf_puts(buf, scene_facings[piece->facing]);
    else if (piece->facing >= 0)
        mst_buf_puts(buf, (!unicode ? ascii : piece->far ? hollow : arrows)[piece->facing]);
    for (size_t i = 0; i < json_array_size(piece->marks); i++)
        mst_buf_puts(buf, scene_str(json_array_get(piece->marks, i), "text", "*"));
}

int scene_cell_label_width(const struct scene_grid *grid, const struct scene_cell *cell, int level,
                           bool unicode) {
    struct scene_canvas measure = scene_canvas_start(0, unicode);
    struct scene_piece piece = scene_cell_piece(grid, cell, level);
    /* The same parts as in scene_piece_label, each arrow being one column wide. */
    int width = scene_canvas_measure(&measure, piece.letter) +
                scene_canvas_measure(&measure, piece.text) + (piece.facing >= 0) +
                2 * (piece.shape == SCENE_SHAPE_WALL);
    for (size_t i = 0; i < json_array_size(piece.marks); i++)
        width +=
            scene_canvas_measure(&measure, scene_str(json_array_get(piece.marks, i), "text", "*"));
    return width;
}

/* Draw the label of a piece in at most `limit` columns. Returns the column after it. */
static int text_cell_draw_label(struct scene_canvas *canvas, const struct scene_grid *grid,
                                const struct scene_cell *cell, int level, int x, int y, int limit) {
    struct mst_buf label = {0};
    struct scene_piece piece = scene_cell_piece(grid, cell, level);
    scene_piece_label(&label, &piece, canvas->unicode, SCENE_FACING_ARROW);
    x = scene_canvas_text(canvas, x, y, limit, mst_buf_text(&label),
                          scene_seat_paint(grid->scene, piece.seat));
    canvas->failed |= label.failed;
    mst_buf_clear(&label);
    return x;
}

int scene_cell_rest_width(const struct scene_grid *grid, const struct scene_cell *cell,
                          bool unicode) {
    int width = 0;
    for (int level = 0; level + 1 < cell->height; level++)
        width += scene_cell_label_width(grid, cell, level, unicode);
    return width;
}

int scene_cell_ground_width(const struct scene_cell *cell, const char *sign, bool unicode) {
    struct scene_canvas measure = scene_canvas_start(0, unicode);
    int width = scene_canvas_measure(&measure, sign);
    /* A short sign is cut to two columns; a label is shown whole or not at all. */
    return sign == cell->ground_short && width > 2 ? 2 : width;
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* The columns for the label on the first line; a marked cell reserves two for brackets. */
static int label_room(const struct scene_grid_layout *layout, const struct scene_cell *cell) {
    return cell->mark == SCENE_CELL_PLAIN ? layout->cell : layout->cell - 2;
}

/* The columns for the ground beside the top piece. */
static int room_beside(const struct scene_grid *grid, const struct scene_grid_layout *layout,
                       const struct scene_cell *cell, bool unicode) {
    int room = label_room(layout, cell);
    if (cell->height == 0)
        return room;
    /* The bracket also separates, so one blank less is needed. */
    bool bracket = room < layout->cell;
    return room - scene_cell_label_width(grid, cell, cell->height - 1, unicode) - 2 + bracket;
}

int scene_cell_ground_room(const struct scene_grid *grid, const struct scene_grid_layout *layout,
                           const struct scene_cell *cell, int lines, bool unicode) {
    return lines > 1 ? layout->cell : room_beside(grid, layout, cell, unicode);
}

int scene_cell_lines(const struct scene_grid *grid, const struct scene_grid_layout *layout,
                     const struct scene_cell *cell, bool unicode) {
    /* Only a tight page saves the second line, and only where no stack needs it. */
    if (!layout->tight || cell->height > 1)
        return layout->lines;
    int room = room_beside(grid, layout, cell, unicode);
    const char *sign = scene_ground_sign(cell, room);
    return scene_cell_ground_width(cell, sign, unicode) > room ? layout->lines : 1;
}

/* Draw the ground at the right end of a line that ends before column `end`. */
static int draw_ground(struct scene_canvas *canvas, const struct scene_cell *cell, int room,
                       int end, int y) {
    const char *sign = scene_ground_sign(cell, room);
    int width = scene_cell_ground_width(cell, sign, canvas->unicode);
    struct scene_paint paint = {(int)cell->ground_colour, false};
    scene_canvas_text(canvas, end - width, y, width, sign, paint);
    return width;
}

/* Draw the first line: the top piece, in brackets if the cell is marked. */
static void draw_top(struct scene_canvas *canvas, const struct scene_grid *grid,
                     const struct scene_grid_layout *layout, const struct scene_cell *cell, int x,
                     int y) {
    if (cell->mark != SCENE_CELL_PLAIN) {
        struct scene_paint bold = {SCENE_PAINT_NONE, true};
        const struct scene_cell_sign *sign = &scene_cell_signs[cell->mark];
        scene_canvas_put(canvas, x, y, (uint32_t)sign->open[0], bold);
        scene_canvas_put(canvas, x + layout->cell - 1, y, (uint32_t)sign->close[0], bold);
    }
    if (cell->height == 0)
        return;
    int width = scene_cell_label_width(grid, cell, cell->height - 1, canvas->unicode);
    int room = label_room(layout, cell);
    int pad = room < layout->cell; /* the bracket */
    /* A label with room to spare is centred, or one blank off the edge above a second line. */
    if (width < room)
        pad = layout->lines > 1 ? 1 : (layout->cell - width) / 2;
    bool cut = width > room;
    int end = text_cell_draw_label(canvas, grid, cell, cell->height - 1, x + pad, y,
                                   cut ? room - 1 : room);

    if (cut)
        scene_canvas_put(canvas, end, y, '~', plain);
}

/* The number of lower pieces that fit, counted from the bottom, beside "..+n" for the rest. */
static int text_cell_fitting(const struct scene_grid *grid, const struct scene_cell *cell, int room,
                             bool unicode) {
    /* All pieces but the one on top. */
    int rest = cell->height - 1, used = 0;
    /* All of them, without a sign for the rest. */
    if (scene_cell_rest_width(grid, cell, unicode) <= room)
        return rest;
    for (int level = 0; level < rest; level++) {
        used += scene_cell_label_width(grid, cell, level, unicode);
        int sign = 3 + (rest - level - 1 > 9);
        /* The next level would push the sign for the rest out of the cell. */
        if (used + sign + 1 > room)
            return level;
    }
    return 0;
}

bool scene_grid_is_listed(const struct scene_grid *grid, const struct scene_grid_layout *layout,
                          const struct scene_cell *cell, bool unicode) {
    if (cell->height == 0)
        return false;
    /* A loose page lists every stack, so that it can be read from the bottom up. */
    if (cell->height > 1 && layout->tight == SCENE_LOOSE)
        return true;
    int room = layout->cell - scene_cell_ground_width(cell, cell->ground_short, unicode);
    return scene_cell_label_width(grid, cell, cell->height - 1, unicode) >
               label_room(layout, cell) ||
           text_cell_fitting(grid, cell, room, unicode) < cell->height - 1;
}

/* Draw the second line: the lower pieces from the bottom; the ground at the right. */
static void draw_rest(struct scene_canvas *canvas, const struct scene_grid *grid,
                      const struct scene_grid_layout *layout, const struct scene_cell *cell, int x,
                      int y) {
    /* The ground comes first, as it decides how much room is left. */
    bool unicode = canvas->unicode;
    int ground = draw_ground(canvas, cell, layout->cell, x + layout->cell, y);
    int rest = cell->height - 1, room = layout->cell - ground;
    int shown = text_cell_fitting(grid, cell, room, unicode);
    /* With room to spare, the pieces stand apart from the line. */
    int at = shown == rest && scene_cell_rest_width(grid, cell, unicode) < room ? x + 1 : x;
    int end = x + room;
    for (int level = 0; level < shown; level++)
        at = text_cell_draw_label(canvas, grid, cell, level, at, y, end - at);

    if (shown >= rest)
        return;
    struct mst_buf more = {0};
    mst_buf_printf(&more, "..+%d", rest - shown);
    const char *text = mst_buf_text(&more);
    /* Without room, the dots are left out. */
    if ((int)strlen(text) > room)
        text += 2;
    scene_canvas_text(canvas, at, y, end - at, text, plain);
    canvas->failed |= more.failed;
    mst_buf_clear(&more);
}

void scene_cell_draw(struct scene_canvas *canvas, const struct scene_grid *grid,
                     const struct scene_grid_layout *layout, const struct scene_cell *cell, int x,
                     int y, int lines) {
    draw_top(canvas, grid, layout, cell, x, y);
    if (lines > 1)
        draw_rest(canvas, grid, layout, cell, x, y + 1);
    else if (layout->tight)
        draw_ground(canvas, cell, room_beside(grid, layout, cell, canvas->unicode),
                    x + layout->cell - (cell->mark != SCENE_CELL_PLAIN), y);
}
