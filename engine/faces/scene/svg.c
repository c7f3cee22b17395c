/* A scene as an SVG picture: the page around the pieces. The body is drawn first, to a separate
 * buffer, because the page height is known only afterwards. */
#include <string.h>

#include "faces/scene/canvas.h"
#include "faces/scene/svg.h"

enum {
    MARGIN = 24,
    GAP = 32,       /* between the boards and the panels */
    PANEL = 216,    /* width of a panel */
    PAGE_MIN = 420, /* minimum width of a page */
    ROW_MAX = 640,  /* maximum width of a row of cards before it wraps */
    NAME_SIZE = 24
};

struct page {
    const json_t *scene;
    struct mst_buf *out; /* the body */
    struct mst_buf desc;
    struct scene_legend legend;
    int board;  /* width of the widest grid, row or lanes, 0 without any */
    bool cards; /* the board has lanes, and neither grid nor free canvas: panels lie below it, not
                   beside */
    int width;  /* of the page */
    int y;      /* lower edge of the left column so far */
};

/* ---- flowing text ---------------------------------------------------------------------------- */

static int text_width(const char *text, int size) {
    return (scene_svg_letters(text) * size * 6 + 9) / 10;
}

/* Write a text in lines of at most `width`. Returns the base line after the last one. */
static int draw_text(struct mst_buf *out, int x, int y, int size, int width, bool bold,
                     const char *fill, const char *text) {
    struct mst_buf line = {0};
    /* The line grows word by word, and is written when the next word would not fit, or none is
     * left. */
    do {
        text += strspn(text, " \t\r\n");
        size_t length = strcspn(text, " \t\r\n");
        struct mst_buf longer = {0};
        mst_buf_puts(&longer, mst_buf_text(&line));
        mst_buf_puts(&longer, line.length > 0 ? " " : "");
        mst_buf_bytes(&longer, text, length);
        if (line.length > 0 && (length == 0 || text_width(mst_buf_text(&longer), size) > width)) {
            scene_svg_line(out, x, y, size, "start", bold, fill, mst_buf_text(&line));
            y += size * 3 / 2;
            mst_buf_reset(&line);
        }
        mst_buf_puts(&line, line.length > 0 ? " " : "");
        /* A single word longer than the width makes a line of its own. */
        mst_buf_bytes(&line, text, length);
        out->failed |= longer.failed || line.failed;
        mst_buf_clear(&longer);
        text += length;
    } while ((*text != '\0' || line.length > 0) && !out->failed);
    mst_buf_clear(&line);
    return y;
}

/* ---- grids ----------------------------------------------------------------------------------- */

static int cell_size(const struct scene_grid *grid) {
    if (scene_grid_is_rich(grid))
        return M_GRID_RICH;
    /* A small board is drawn larger, or it would be lost on the page. */
    return grid->columns <= M_GRID_FEW && grid->rows <= M_GRID_FEW ? M_GRID_LARGE : M_GRID_PLAIN;
}

/* The label of a ground, and if that is another word the letter by which the legend names it. */
static void draw_ground_name(struct mst_buf *out, const struct scene_cell *cell, int x, int y,
                             int size) {
    const char *edge = scene_svg_paint(cell->ground_colour)->edge;
    int letters = scene_part(size, M_GRID_GROUND_LETTERS), base = y + M_GRID_GROUND_BASE + letters;
    const char *label = scene_ground_sign(cell, size / letters);
    scene_svg_line(out, x + M_GRID_GROUND_LEFT, base, letters, "start", true, edge, label);
    if (strcmp(label, cell->ground_short) != 0)
        scene_svg_line(out, x + size - M_GRID_GROUND_RIGHT, base, letters, "end", true, edge,
                       cell->ground_short);
}

static void draw_cell(struct mst_buf *out, const struct scene_grid *grid, int column, int row,
                      int x, int y, int size) {
    struct scene_cell cell = scene_cell(grid, column, row);
    if (cell.hole)
        return;
    bool ground = cell.ground_short[0] != '\0';

    /* Squares alternate, so that rows and columns can be followed; a ground hides them. */
    const char *fill = (column + row) % 2 ? "#f7f3ea" : "#efe9dc";

    /* The group carries the zone, by which a click is understood. */
    mst_buf_puts(out, "<g data-zone=\"");
    scene_svg_escape(out, cell.zone);
    mst_buf_puts(out, "\">");
    if (ground)
        scene_svg_ground(out, cell.ground_colour, cell.ground_short, x, y, size);
    else
        mst_buf_printf(out,
                       "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\""
                       " stroke=\"#8d8473\"/>\n",
                       x, y, size, size, fill);
    /* The mark lies over the ground and below the pieces. */
    if (cell.mark != SCENE_CELL_PLAIN)
        scene_svg_mark(out, cell.mark, x, y, size, size);
    if (ground)
        draw_ground_name(out, &cell, x, y, size);
    scene_svg_stack(out, grid, &cell, x, y, size);
    mst_buf_puts(out, "</g>\n");
}

static void draw_grid(struct page *page, const struct scene_grid *grid) {
    int size = cell_size(grid), left = MARGIN + M_GRID_LABELS;
    char name[NAME_SIZE];
    /* The last row is at the top of the page. */
    for (int row = grid->rows - 1; row >= 0; row--) {
        int y = page->y + (grid->rows - 1 - row) * size;
        scene_row_name(grid, row, name);
        scene_svg_line(page->out, left - M_GRID_ROW_GAP, y + size / 2 + M_GRID_ROW_BASE,
                       M_GRID_NAMES, "end", false, SCENE_SVG_FAINT, name);
        for (int column = 0; column < grid->columns; column++)
            draw_cell(page->out, grid, column, row, left + column * size, y, size);
    }
    /* Arrows lie over all pieces, and the names of the columns below the board. */
    scene_svg_arrows(page->out, grid, left, page->y, size);
    page->y += grid->rows * size;

    for (int column = 0; column < grid->columns; column++) {
        scene_column_name(grid, column, name);
        scene_svg_line(page->out, left + column * size + size / 2, page->y + M_GRID_COLUMN_BASE,
                       M_GRID_NAMES, "middle", false, SCENE_SVG_FAINT, name);
    }
    page->y += 40;
}

static void describe_grid(struct page *page, const struct scene_grid *grid) {
    static const char *const ways[] = {"north", "east", "south", "west"};
    for (int at = 0; at < grid->columns * grid->rows; at++) {
        struct scene_cell cell = scene_cell(grid, at % grid->columns, at / grid->columns);

        /* From the bottom up, as the levels of a stack are numbered. */
        for (int level = 0; level < cell.height; level++) {
            struct scene_piece piece = scene_cell_piece(grid, &cell, level);
            /* The description is read by those who cannot see the picture. */
            struct mst_buf *out = &page->desc;
            if (level == 0)
                mst_buf_printf(out, " %s: ", cell.zone);
            else
                mst_buf_puts(out, ", on it ");
            if (piece.name[0] != '\0')
                mst_buf_puts(out, piece.name);
            else
                mst_buf_printf(out, "%s%s", piece.letter, piece.text);
            if (piece.facing >= 0)
                mst_buf_printf(out, " facing %s", ways[piece.facing]);
            for (size_t i = 0; i < json_array_size(piece.marks); i++) {
                const json_t *mark = json_array_get(piece.marks, i);
                mst_buf_printf(out, " with %s",
                               scene_str(mark, "name", scene_str(mark, "text", "*")));
            }
            mst_buf_puts(out, level == cell.height - 1 ? "." : "");
        }
    }
}

/* The arrows in words. */
static void describe_arrows(struct page *page) {
    const json_t *arrows = scene_list(page->scene, "arrows");
    for (size_t i = 0; i < json_array_size(arrows); i++) {
        /* The arrows are those of one turn. */
        mst_buf_puts(&page->desc, i ? "; " : " Last move: ");
        scene_arrow(&page->desc, json_array_get(arrows, i), " to ");
    }
    mst_buf_puts(&page->desc, json_array_size(arrows) ? "." : "");
}

static void measure_grid(struct page *page, const struct scene_grid *grid) {
    int width = M_GRID_LABELS + grid->columns * cell_size(grid);
    page->board = width > page->board ? width : page->board;
    /* The legend and the description are gathered while the page is measured. */
    scene_legend_add(&page->legend, grid, NULL, NULL);
    describe_grid(page, grid);
}

static void with_grid(struct page *page, const json_t *item,
                      void (*use)(struct page *page, const struct scene_grid *grid)) {
    struct scene_grid grid;
    if (scene_grid_read(&grid, page->scene, item))
        use(page, &grid);
    else
        page->out->failed = true;
    scene_grid_clear(&grid);
}

/* ---- boards: grids, rows of cards, lanes ----------------------------------------------------- */

static int measure_plane(struct page *page, const json_t *item) {
    struct scene_plane plane = scene_plane_read(page->scene, item);
    scene_plane_legend(&page->legend, &plane);
    return scene_svg_plane_width(item);
}

/* Measure the boards. A row of cards wraps at the width of the others. */
static void measure_boards(struct page *page) {
    const json_t *items = scene_list(page->scene, "items");
    bool lanes = false, grid = false;
    int row = 0;
    for (size_t i = 0; i < json_array_size(items); i++) {
        const json_t *item = json_array_get(items, i);
        enum scene_item type = scene_item(item);
        int width = 0;
        /* Lanes without a grid are so wide that panels stand below them. */
        lanes = lanes || type == SCENE_ITEM_LANES;
        grid = grid || type == SCENE_ITEM_GRID || type == SCENE_ITEM_PLANE;
        if (type == SCENE_ITEM_GRID)
            with_grid(page, item, measure_grid);
        else if (type == SCENE_ITEM_LANES)
            width = scene_svg_lanes_width(item);
        else if (type == SCENE_ITEM_PLANE)
            width = measure_plane(page, item);
        else if (type == SCENE_ITEM_CARDS)
            row = scene_svg_cards_width(item) > row ? scene_svg_cards_width(item) : row;
        page->board = width > page->board ? width : page->board;
        if (type == SCENE_ITEM_LANES || type == SCENE_ITEM_CARDS)
            scene_legend_cards(&page->legend, page->scene, item);
    }

    /* A row of cards may wrap, so it does not widen the page beyond ROW_MAX. */
    row = row > ROW_MAX ? ROW_MAX : row;
    page->board = row > page->board ? row : page->board;
    page->cards = lanes && !grid;
}

/* Draw a row of cards: beside the previous row if it fits (that row ends at *right), or below. */
static void draw_row(struct page *page, const json_t *item, int *right, int *top) {
    int width = scene_svg_cards_width(item), x = *right + GAP;
    /* Beside the row before it, if that ended early enough. */
    bool beside = *right > 0 && x + width <= MARGIN + page->board;
    /* Otherwise it begins a line of its own below. */
    x = beside ? x : MARGIN;
    *top = beside ? *top : page->y;
    int end = scene_svg_cards(page->out, &page->desc, page->scene, item, x, *top, page->board);
    /* Of two rows side by side, the longer one ends the column. */
    page->y = beside && page->y > end ? page->y : end;
    *right = x + width;
}

static void draw_boards(struct page *page) {
    const json_t *items = scene_list(page->scene, "items");
    int right = 0, top = 0;
    for (size_t i = 0; i < json_array_size(items); i++) {
        const json_t *item = json_array_get(items, i);
        enum scene_item type = scene_item(item);
        if (type == SCENE_ITEM_CARDS)
            draw_row(page, item, &right, &top);
        /* Anything between two rows of cards separates them. */
        else if (type != SCENE_ITEM_PANEL)
            right = 0;
        if (type == SCENE_ITEM_GRID)
            with_grid(page, item, draw_grid);
        else if (type == SCENE_ITEM_LANES)
            page->y = scene_svg_lanes(page->out, &page->desc, page->scene, item, MARGIN, page->y);
        else if (type == SCENE_ITEM_PLANE)
            page->y = scene_svg_plane(page->out, &page->desc, page->scene, item, MARGIN, page->y);
    }
}

/* ---- head ------------------------------------------------------------------------------------ */

static void draw_seats(struct page *page) {
    const json_t *seats = scene_list(page->scene, "seats");
    int x = MARGIN, to_move = scene_to_move(page->scene);
    for (int i = 0; i < (int)json_array_size(seats); i++) {
        struct scene_seat seat = scene_seat(page->scene, i);
        const char *bond = scene_bond(page->scene, i);
        struct mst_buf text = {0};

        mst_buf_puts(&text, seat.name);
        if (seat.letter[0] != '\0' && strcmp(seat.letter, seat.name) != 0)
            mst_buf_printf(&text, " (%s)", seat.letter);
        /* In words, too, as bold letters alone are easily missed. */
        mst_buf_puts(&text, i == to_move ? " to move" : "");
        /* Allies are joined by a word, which takes room before the seat. */
        int lead = *bond ? text_width(bond, 16) + 18 : 0;
        int width = lead + 30 + text_width(mst_buf_text(&text), 16) + (*bond ? 14 : 28);
        /* A seat that does not fit begins a new line. */
        if (x > MARGIN && x + width > page->width - MARGIN) {
            x = MARGIN;
            page->y += 28;
        }
        if (*bond)
            scene_svg_line(page->out, x, page->y, 16, "start", false, SCENE_SVG_FAINT, bond);
        scene_svg_body(page->out, scene_form(page->scene, i), seat.colour, x + lead + 10,
                       page->y - 6, 9);
        scene_svg_line(page->out, x + lead + 27, page->y, 16, "start", i == to_move, SCENE_SVG_INK,
                       mst_buf_text(&text));
        page->out->failed |= text.failed;
        mst_buf_clear(&text);
        x += width;
    }
    /* A page without seats has no line for them. */
    page->y += json_array_size(seats) > 0 ? 28 : 0;
}

static void draw_head(struct page *page) {
    int ply = scene_int(page->scene, "ply", -1), inner = page->width - 2 * MARGIN;
    page->y = MARGIN + 22;
    struct mst_buf text = {0};
    if (ply >= 0) {
        mst_buf_printf(&text, "ply %d", ply);
        scene_svg_line(page->out, page->width - MARGIN, page->y, 15, "end", false, SCENE_SVG_FAINT,
                       mst_buf_text(&text));
    }
    page->out->failed |= text.failed;
    mst_buf_clear(&text);
    page->y = draw_text(page->out, MARGIN, page->y, 24, inner - 80, true, SCENE_SVG_INK,
                        scene_str(page->scene, "title", "")) -
              2;

    /* The seats follow the title, and the status them. */
    draw_seats(page);
    page->y = draw_text(page->out, MARGIN, page->y, 16, inner, false, SCENE_SVG_INK,
                        scene_str(page->scene, "status", "")) -
              2;
}

/* ---- panels ---------------------------------------------------------------------------------- */

/* Draw an entry of width `chip`, with its text in the colour and shape of its seat. */
static void draw_chip(struct page *page, const json_t *entry, int x, int y, int chip,
                      const char *text) {
    int seat = scene_int(entry, "seat", -1);
    const struct scene_svg_paint *paint = scene_svg_paint(scene_seat(page->scene, seat).colour);
    mst_buf_puts(page->out, "<g><title>");
    scene_svg_escape(page->out, scene_str(entry, "name", text));
    mst_buf_printf(page->out,
                   "</title><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"24\" rx=\"%d\""
                   " fill=\"%s\" stroke=\"%s\" stroke-width=\"2\"/>\n",
                   x, y, chip, scene_form(page->scene, seat) % 4 == 1 ? 3 : 12, paint->fill,
                   paint->edge);
    scene_svg_line(page->out, x + chip / 2, y + 17, 14, "middle", true, paint->ink, text);
    mst_buf_puts(page->out, "</g>\n");
}

static void draw_times(struct page *page, int x, int y, int count) {
    struct mst_buf times = {0};
    mst_buf_printf(&times, "\u00d7%d", count);
    scene_svg_line(page->out, x, y, 14, "start", true, SCENE_SVG_INK, mst_buf_text(&times));
    page->out->failed |= times.failed;
    mst_buf_clear(&times);
}

static int draw_entries(struct page *page, const json_t *item, int left, int y) {
    const json_t *entries = scene_list(item, "entries");
    int x = left;

    if (json_array_size(entries) == 0)
        scene_svg_line(page->out, x, y + 15, 14, "start", false, SCENE_SVG_FAINT, "none");
    for (size_t i = 0; i < json_array_size(entries); i++) {
        const json_t *entry = json_array_get(entries, i);
        int count = scene_int(entry, "count", 1);
        const char *text = scene_str(entry, "text", "");
        text = text[0] != '\0' ? text : scene_str(entry, "name", "?");
        int chip = text_width(text, 14) + 20, width = chip + (count != 1 ? 34 : 8);
        if (x > left && x + width > left + PANEL) {
            x = left;
            y += 30;
        }
        /* A chip cannot be broken. */
        if (chip > PANEL) { /* too long for a chip: use plain lines */
            y = draw_text(page->out, left, y + 17, 14, PANEL, true, SCENE_SVG_INK, text) - 13;
            x = left;
            continue;
        }
        draw_chip(page, entry, x, y, chip, text);
        if (count != 1)
            draw_times(page, x + chip + 4, y + 17, count);
        x += width;
    }
    return y + 34;
}

static int draw_panel(struct page *page, const json_t *item, int x, int y) {
    int seat = scene_int(item, "seat", -1);
    const struct scene_svg_paint *paint = scene_svg_paint(scene_seat(page->scene, seat).colour);
    struct mst_buf title = {0};

    scene_panel_title(&title, item);
    y = draw_text(page->out, x, y + 16, 16, PANEL, true, SCENE_SVG_INK, mst_buf_text(&title)) - 16;
    page->out->failed |= title.failed;
    mst_buf_clear(&title);
    mst_buf_printf(page->out, "<path d=\"M%d %dh%d\" stroke=\"%s\" stroke-width=\"2\"/>\n", x, y,
                   PANEL, paint->fill);
    y += 8;
    if (strcmp(scene_str(item, "type", ""), "list") == 0)
        y = draw_entries(page, item, x, y);
    const json_t *lines = scene_list(item, "lines");
    for (size_t i = 0; i < json_array_size(lines); i++) {
        /* An empty line keeps its height. */
        const char *line = json_string_value(json_array_get(lines, i));
        int next = draw_text(page->out, x, y + 14, 14, PANEL, false, SCENE_SVG_INK, line) - 14;
        y = next > y ? next : y + 21;
    }
    return y + 18;
}

static int draw_panels(struct page *page, int y) {
    const json_t *items = scene_list(page->scene, "items");
    /* Beside the board, or else at the left edge. */
    int x = MARGIN + (page->board > 0 && !page->cards ? page->board + GAP : 0);
    for (size_t i = 0; i < json_array_size(items); i++) {
        const json_t *item = json_array_get(items, i);
        if (scene_item(item) == SCENE_ITEM_PANEL)
            y = draw_panel(page, item, x, y);
    }
    return y;
}

/* ---- legend ---------------------------------------------------------------------------------- */

/* The place of the next legend entry. Starts a new line if it does not fit. */
static int legend_place(struct page *page, int *x, const char *text) {
    int width = 30 + text_width(text, 14) + 18, place = *x;
    /* An entry is not broken: it begins the next line. */
    if (place > MARGIN && place + width > page->width - MARGIN) {
        place = MARGIN;
        page->y += 28;
    }
    scene_svg_line(page->out, place + 28, page->y + 15, 14, "start", false, SCENE_SVG_INK, text);
    *x = place + width;
    return place;
}

static void draw_legend(struct page *page) {
    const struct scene_legend *legend = &page->legend;
    int x = MARGIN;

    /* Marks, grounds, cells and stacks in this order, each only if it occurs. */
    for (int i = 0; i < legend->mark_count; i++) {
        int at = legend_place(page, &x, legend->marks[i].name);
        scene_svg_badge(page->out, at + 10, page->y + 10, 9, legend->marks[i].sign);
    }
    for (int i = 0; i < legend->ground_count; i++) {
        const struct scene_sign *sign = &legend->grounds[i];
        const struct scene_svg_paint *paint = scene_svg_paint(sign->colour);
        int at = legend_place(page, &x, sign->name);
        scene_svg_ground(page->out, sign->colour, sign->sign, at, page->y, 20);
        scene_svg_line(page->out, at + 10, page->y + 15, 13, "middle", true, paint->edge,
                       sign->sign);
    }
    for (int mark = 0; mark < SCENE_CELL_MARKS; mark++)
        if (legend->marked[mark]) {
            int at = legend_place(page, &x, scene_cell_signs[mark].title);
            scene_svg_mark(page->out, (enum scene_cell_mark)mark, at - 2, page->y - 2, 24, 24);
        }
    if (legend->stacks) {
        int at = legend_place(page, &x, "stacks: lowest piece at the bottom");
        scene_svg_line(page->out, at + 10, page->y + 16, 16, "middle", true, SCENE_SVG_INK,
                       "\u2261");
    }
    page->y += x > MARGIN ? 28 : 0;
}

/* ---- the page -------------------------------------------------------------------------------- */

static void draw_page(struct page *page) {
    /* The width must be known before anything is drawn. */
    measure_boards(page);
    describe_arrows(page);
    scene_legend_panels(&page->legend, page->scene);
    bool panels = scene_has_panels(page->scene), beside = panels && !page->cards;
    page->width = 2 * MARGIN + page->board + (beside ? PANEL + (page->board > 0 ? GAP : 0) : 0);
    page->width = page->width < PAGE_MIN ? PAGE_MIN : page->width;
    draw_head(page);
    int top = page->y;
    draw_boards(page);
    /* Beside the boards, panels begin at their top; else they follow them. */
    int bottom = beside ? draw_panels(page, top) : panels ? draw_panels(page, page->y) : 0;
    page->y = beside || bottom < page->y ? page->y : bottom;
    draw_legend(page);
    page->y = bottom > page->y ? bottom : page->y;
}

static void write_document(const struct page *page, struct mst_buf *out) {
    /* The last line has its own distance below it. */
    int height = page->y + MARGIN - 4;
    mst_buf_printf(out,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                   " viewBox=\"0 0 %d %d\" role=\"img\">\n<title>",
                   page->width, height, page->width, height);
    scene_svg_escape(out, scene_str(page->scene, "title", ""));

    mst_buf_puts(out, "</title>\n<desc>");
    scene_svg_escape(out, scene_str(page->scene, "status", ""));
    mst_buf_puts(out, ".");
    scene_svg_escape(out, mst_buf_text(&page->desc));
    mst_buf_printf(out, "</desc>\n");
    scene_svg_theme(out);
    mst_buf_printf(out,
                   "<rect width=\"%d\" height=\"%d\" fill=\"#fffdf7\"/>\n"
                   "<g font-family=\"'DejaVu Sans', Verdana, Arial, sans-serif\">\n",
                   page->width, height);
    mst_buf_bytes(out, page->out->text, page->out->length);
    mst_buf_puts(out, "</g>\n</svg>\n");
}

enum mst_status scene_svg(const json_t *scene, struct mst_buf *out, struct mst_error *error) {
    enum mst_status status = scene_check(scene, error);
    if (status != MST_OK)
        return status;
    struct mst_buf body = {0}, document = {0};
    struct page page = {.scene = scene, .out = &body};
    draw_page(&page);
    bool failed = body.failed || page.desc.failed;
    if (!failed)
        write_document(&page, &document);
    failed = failed || document.failed;

    /* The picture is appended only if it is complete. */
    size_t length = out->length;
    if (!failed)
        mst_buf_bytes(out, document.text, document.length);
    failed = failed || out->length == length;
    mst_buf_clear(&body);
    mst_buf_clear(&document);
    mst_buf_clear(&page.desc);
    return failed ? mst_fail(error, MST_NO_MEMORY, "", "out of memory while drawing the scene")
                  : MST_OK;
}
