/* A scene as terminal lines: the seats, the grids with panels beside them if they fit, the full
 * stacks, the legend, and the remaining panels. */
#include <string.h>

#include "faces/scene/plane.h"
#include "faces/scene/text.h"

enum { MENU = 8 }; /* lines that a terminal needs below the page */
enum { WIDTH_USUAL = 80, WIDTH_MIN = 24, WIDTH_MAX = 400, PANEL_MIN = 16, PANEL_MAX = 40, GAP = 2 };
enum { PLANE_LINES = 40, PLANE_LEAST = 6 }; /* lines of a free canvas */

static const struct scene_paint plain = {SCENE_PAINT_NONE, false};
static const struct scene_paint bold = {SCENE_PAINT_NONE, true};

struct page {
    const json_t *scene;
    struct scene_canvas canvas;
    int y;
    int used; /* columns of the boards */
    enum scene_tight tight;
    int most; /* lines of the page, 0: any number */
    struct scene_legend legend;
    uint64_t placed; /* items already drawn, as bits; a scene has at most 64 */
};

static struct scene_pen pen_at(struct page *page, int left, int width, int hang) {
    return (struct scene_pen){&page->canvas, left, width, hang, left, page->y, plain, false};
}

/* ---- head ------------------------------------------------------------------------------------ */

static void draw_title(struct page *page) {
    const char *title = scene_str(page->scene, "title", "");
    int ply = scene_int(page->scene, "ply", -1);
    struct mst_buf text = {0};

    if (ply >= 0)
        mst_buf_printf(&text, "ply %d", ply);
    /* The ply is at the right end of the first line. */
    int side = (int)text.length;
    int width = page->canvas.width;
    int room = width - (side > 0 ? side + GAP : 0);
    /* Nothing to say: no line is spent. */
    if (title[0] == '\0' && side == 0)
        return;
    struct scene_pen pen = pen_at(page, 0, room, 0);
    pen.paint = bold;
    scene_pen_text(&pen, title);
    scene_canvas_text(&page->canvas, width - side, page->y, side, mst_buf_text(&text), plain);
    page->y = pen.y + 1;
    page->canvas.failed |= text.failed;
    mst_buf_clear(&text);
}

static void draw_seats(struct page *page) {
    const json_t *seats = scene_list(page->scene, "seats");
    struct scene_pen pen = pen_at(page, 0, page->canvas.width, 0);
    for (int i = 0; i < (int)json_array_size(seats); i++) {
        struct scene_seat seat = scene_seat(page->scene, i);
        const char *bond = scene_bond(page->scene, i);
        struct mst_buf text = {0};
        /* Allies are joined by "and", others by "against". */
        if (*bond)
            scene_pen_word(&pen, bond, 1);
        /* The sign before who moves is as wide as the blanks before the others. */
        mst_buf_puts(&text, i == scene_to_move(page->scene) ? "> " : *bond ? "" : "  ");
        mst_buf_puts(&text, seat.name);
        if (seat.letter[0] != '\0' && strcmp(seat.name, seat.letter) != 0)
            mst_buf_printf(&text, " (%s)", seat.letter);
        pen.paint = scene_seat_paint(page->scene, i);
        scene_pen_word(&pen, mst_buf_text(&text), *bond ? 1 : 3);
        pen.paint = plain;
        page->canvas.failed |= text.failed;
        mst_buf_clear(&text);
    }

    scene_pen_line(&pen);
    page->y = pen.y;
}

static void draw_status(struct page *page) {
    struct scene_pen pen = pen_at(page, 0, page->canvas.width, 2);
    scene_pen_text(&pen, scene_str(page->scene, "status", ""));
    scene_pen_line(&pen);
    page->y = pen.y;
}

/* ---- panels ---------------------------------------------------------------------------------- */

/* The height of a panel that is `width` columns wide. */
static int panel_height(struct page *page, const json_t *item, int width) {
    /* On a canvas of no width, drawing is only measured. */
    struct scene_canvas canvas = scene_canvas_start(0, page->canvas.unicode);
    struct scene_pen pen = {&canvas, 0, width, 1, 0, 0, plain, false};
    scene_panel_draw(&pen, page->scene, item);
    page->canvas.failed |= canvas.failed;
    return pen.y;
}

/* Draw panels beside the grids, which occupy the lines from `top` to page->y and `used` columns. */
static void draw_beside(struct page *page, int top, int used) {
    const json_t *items = scene_list(page->scene, "items");
    int left = used + GAP, width = page->canvas.width - left;
    struct scene_pen pen = {
        &page->canvas, left, width > PANEL_MAX ? PANEL_MAX : width, 1, left, top, plain, false};
    if (width < PANEL_MIN)
        return;
    for (size_t i = 0; i < json_array_size(items); i++) {
        const json_t *item = json_array_get(items, i);
        if (scene_item(item) != SCENE_ITEM_PANEL)
            continue;
        /* Panels keep their order, so the first that does not fit ends the column. */
        if (pen.y + panel_height(page, item, pen.width) > page->y)
            break;
        scene_panel_draw(&pen, page->scene, item);
        page->placed |= 1ULL << i;
        pen.y++;
    }
}

static void draw_below(struct page *page) {
    const json_t *items = scene_list(page->scene, "items");
    for (size_t i = 0; i < json_array_size(items); i++) {
        const json_t *item = json_array_get(items, i);
        /* Panels beside the boards are not drawn again. */
        if (page->placed >> i & 1 || scene_item(item) != SCENE_ITEM_PANEL)
            continue;
        struct scene_pen pen = pen_at(page, 0, page->canvas.width, 1);
        scene_panel_draw(&pen, page->scene, item);
        page->y = pen.y;
    }
}

/* ---- notes ----------------------------------------------------------------------------------- */

/* List the stacks, and the pieces that were cut, in full. */
static void draw_stacks(struct page *page, const struct scene_grid *grid,
                        const struct scene_grid_layout *layout) {
    struct scene_pen pen = pen_at(page, 0, page->canvas.width, 2);
    bool first = true;
    for (int row = grid->rows - 1; row >= 0; row--)
        for (int column = 0; column < grid->columns; column++) {
            struct scene_cell cell = scene_cell(grid, column, row);
            /* A stack that is shown whole in its cell is not repeated. */
            if (!scene_grid_is_listed(grid, layout, &cell, page->canvas.unicode))
                continue;
            if (first)
                scene_pen_text(&pen, "Stacks (bottom to top):");
            scene_note_cell(&pen, grid, &cell, first);
            first = false;
        }
    scene_pen_line(&pen);
    page->y = pen.y;
}

/* In a compact layout, drop legend entries that are words: they explain themselves. */
static void drop_words(struct scene_legend *legend) {
    int kept = 0;
    for (int i = 0; i < legend->ground_count; i++)
        if (strlen(legend->grounds[i].sign) < 3)
            legend->grounds[kept++] = legend->grounds[i];
    legend->ground_count = kept;
}

static void draw_legend(struct page *page) {
    struct scene_legend *legend = &page->legend;
    if (page->tight)
        drop_words(legend);
    scene_legend_panels(legend, page->scene);
    struct scene_pen pen = pen_at(page, 0, page->canvas.width, 2);
    scene_note_captions(&pen, legend);
    scene_note_signs(&pen, "Marks: ", legend->marks, legend->mark_count, false);
    scene_note_signs(&pen, "Ground: ", legend->grounds, legend->ground_count, true);
    scene_note_marks(&pen, page->scene, legend);
    scene_pen_line(&pen);
    page->y = pen.y;
}

/* ---- the page -------------------------------------------------------------------------------- */

/* The columns that boards leave free for panels. */
static int aside_of(const struct page *page) {
    return scene_has_panels(page->scene) ? PANEL_MIN + GAP : 0;
}

static struct scene_grid_layout text_lay(const struct page *page, const struct scene_grid *grid) {
    struct scene_grid_layout layout =
        scene_grid_lay(grid, page->canvas.unicode, page->canvas.width, aside_of(page));
    layout.tight = page->tight;
    return layout;
}

typedef void (*grid_use)(struct page *page, const struct scene_grid *grid,
                         const struct scene_grid_layout *layout);

static void with_grid(struct page *page, const json_t *item, grid_use use) {
    struct scene_grid grid;
    if (scene_grid_read(&grid, page->scene, item)) {
        struct scene_grid_layout layout = text_lay(page, &grid);
        use(page, &grid, &layout);
        page->used = layout.width > page->used ? layout.width : page->used;
    } else {
        page->canvas.failed = true;
    }
    scene_grid_clear(&grid);
}

/* The layout of a grid, and the lines of the row that was asked about last. */
struct rows {
    const struct scene_grid_layout *layout;
    bool unicode;
    int row, lines;
};

static int ground_room(void *context, const struct scene_grid *grid, const struct scene_cell *cell,
                       int row) {
    struct rows *rows = context;
    /* Cells are asked for row by row, so the lines of a row are counted once. */
    if (row != rows->row)
        rows->lines = scene_grid_row_lines(grid, rows->layout, row, rows->unicode);
    rows->row = row;
    return scene_cell_ground_room(grid, rows->layout, cell, rows->lines, rows->unicode);
}

static void use_draw(struct page *page, const struct scene_grid *grid,
                     const struct scene_grid_layout *layout) {
    struct rows rows = {layout, page->canvas.unicode, -1, 0};
    scene_legend_add(&page->legend, grid, ground_room, &rows);
    page->y = scene_grid_draw(&page->canvas, grid, layout, page->y);
}

static void draw_plane(struct page *page, const json_t *item, int aside) {
    struct scene_plane plane = scene_plane_read(page->scene, item);
    /* A tight page leaves less to the canvas, so that the rest fits, too. */
    int lines = page->tight == SCENE_LOOSE   ? PLANE_LINES
                : page->tight == SCENE_TIGHT ? page->most * 3 / 4
                                             : page->most / 2;
    scene_plane_legend(&page->legend, &plane);
    page->y = scene_plane_draw(&page->canvas, page->scene, item, page->canvas.width - aside,
                               lines < PLANE_LEAST ? PLANE_LEAST : lines,
                               page->tight != SCENE_LOOSE, page->y, &page->used);
}

/* Draw grids, lanes, free canvases and rows of cards in order, with a blank line between different
 * types. */
static void draw_boards(struct page *page) {
    const json_t *items = scene_list(page->scene, "items");
    int title = scene_cards_title(&page->canvas, page->scene), aside = aside_of(page);
    enum scene_item before = SCENE_ITEM_PANEL;
    for (size_t i = 0; i < json_array_size(items); i++) {
        const json_t *item = json_array_get(items, i);
        enum scene_item type = scene_item(item);
        if (type == SCENE_ITEM_PANEL)
            continue;
        /* Items of one type stand close together. */
        page->y += before != type && before != SCENE_ITEM_PANEL;
        before = type;
        if (type == SCENE_ITEM_GRID || type == SCENE_ITEM_PLANE) {
            if (type == SCENE_ITEM_GRID)
                with_grid(page, item, use_draw);
            else
                draw_plane(page, item, aside);
            continue;
        }

        /* Cards and lanes explain their captions in the legend; grids do so when they are drawn. */
        scene_legend_cards(&page->legend, page->scene, item);
        if (type == SCENE_ITEM_CARDS)
            page->y = scene_cards_draw(&page->canvas, page->scene, item, title,
                                       page->canvas.width - aside, page->y, &page->used);
        else
            page->y =
                scene_lanes_draw(&page->canvas, page->scene, item, aside, page->y, &page->used);
    }
}

static void draw_all_stacks(struct page *page) {
    const json_t *items = scene_list(page->scene, "items");
    for (size_t i = 0; i < json_array_size(items); i++)
        if (scene_item(json_array_get(items, i)) == SCENE_ITEM_GRID)
            with_grid(page, json_array_get(items, i), draw_stacks);
}

enum part { HEAD = 1, BOARD = 2 };

static void draw_head(struct page *page) {
    draw_title(page);
    draw_seats(page);
    draw_status(page);
}

static void draw_page(struct page *page, int parts) {
    if (parts & HEAD)
        draw_head(page);
    if (!(parts & BOARD))
        return;
    /* A blank line below the head, which a tight page does without. */
    page->y += page->y > 0 && !page->tight;
    int top = page->y;
    draw_boards(page);
    /* Panels go beside boards; without any they follow below. */
    if (page->used > 0)
        draw_beside(page, top, page->used);
    draw_all_stacks(page);
    draw_legend(page);
    draw_below(page);
}

static int clamp_width(int width) {
    /* Not known, as in a pipe. */
    if (width <= 0)
        return WIDTH_USUAL;
    return width < WIDTH_MIN ? WIDTH_MIN : width > WIDTH_MAX ? WIDTH_MAX : width;
}

static void start_page(struct page *page, const struct scene_text_style *style,
                       struct scene_places *places, enum scene_tight tight) {
    *page = (struct page){.scene = page->scene, .most = page->most, .tight = tight};
    page->canvas = scene_canvas_start(clamp_width(style->width), style->unicode);
    page->canvas.places = places;
    if (places != NULL)
        places->count = 0;
}

/* Draw in the loosest layout of at most `most` lines (0: of any number), else in the tightest. On
 * failure the canvas is empty. */
static enum mst_status text_draw(const json_t *scene, const struct scene_text_style *style,
                                 int parts, int most, struct scene_canvas *canvas,
                                 struct scene_places *places, struct mst_error *error) {
    struct page page = {.scene = scene, .most = most};
    *canvas = page.canvas;

    enum mst_status status = scene_check(scene, error);
    if (status != MST_OK)
        return status;
    /* Each attempt draws the whole page anew, a little tighter. */
    for (int tight = SCENE_LOOSE; tight <= SCENE_TIGHTEST; tight++) {
        scene_canvas_clear(&page.canvas);
        start_page(&page, style, places, (enum scene_tight)tight);
        draw_page(&page, parts);
        if (!most || page.canvas.height <= most)
            break;
    }

    if (page.canvas.failed) {
        scene_canvas_clear(&page.canvas);
        return mst_fail(error, MST_NO_MEMORY, "", "out of memory while drawing the scene");
    }
    *canvas = page.canvas;
    return MST_OK;
}

enum mst_status scene_board(const json_t *scene, const struct scene_text_style *style,
                            struct scene_canvas *canvas, struct scene_places *places,
                            struct mst_error *error) {
    return text_draw(scene, style, BOARD, style->height, canvas, places, error);
}

enum mst_status scene_head(const json_t *scene, const struct scene_text_style *style,
                           struct scene_canvas *canvas, struct mst_error *error) {
    return text_draw(scene, style, HEAD, 0, canvas, NULL, error);
}

enum mst_status scene_draw_text(const json_t *scene, const struct scene_text_style *style,
                                struct mst_buf *out, struct mst_error *error) {
    struct scene_canvas canvas;
    struct mst_buf lines = {0};
    int most = style->height <= 0 ? 0 : style->height > MENU ? style->height - MENU : 1;
    enum mst_status status = text_draw(scene, style, HEAD | BOARD, most, &canvas, NULL, error);
    if (status != MST_OK)
        return status;
    scene_canvas_write(&canvas, style->colour, &lines);
    scene_canvas_clear(&canvas);
    /* Nothing is appended unless all lines were written. */
    size_t length = out->length;
    if (!lines.failed)
        mst_buf_bytes(out, lines.text, lines.length);
    bool failed = lines.failed || (out->failed && out->length == length);
    mst_buf_clear(&lines);
    return failed ? mst_fail(error, MST_NO_MEMORY, "", "out of memory while drawing the scene")
                  : MST_OK;
}
