/* Pieces in the SVG picture. The top piece of a stack is drawn whole. Each lower piece is a slab
 * whose lower edge shows its label, facing and marks, so a stack reads from the bottom up. */
#include <assert.h>
#include <string.h>

#include "faces/scene/canvas.h"
#include "faces/scene/svg.h"

const struct scene_svg_paint *scene_svg_paint(enum scene_colour colour) {
    assert((int)colour >= 0 && colour < SCENE_COLOURS);
    static const struct scene_svg_paint paints[SCENE_COLOURS] = {
        [SCENE_RED] = {"#c8401e", "#63190a", "#ffffff", "#f3cfc2", "#5a2c20"},
        [SCENE_BLUE] = {"#1668a8", "#0a3154", "#ffffff", "#c3dcf1", "#1f3d57"},
        [SCENE_GREEN] = {"#12805f", "#063b2b", "#ffffff", "#cbe5c1", "#234531"},
        [SCENE_YELLOW] = {"#f3d43b", "#6b5800", "#2a2300", "#f6ecb8", "#50471a"},
        [SCENE_PURPLE] = {"#93488a", "#47203f", "#ffffff", "#e3cfe2", "#4a2e49"},
        [SCENE_ORANGE] = {"#ec9a13", "#6e4300", "#241500", "#fadfb4", "#573f17"},
        [SCENE_CYAN] = {"#5bb8ea", "#14506f", "#06202f", "#d2edf8", "#1d4354"},
        [SCENE_BROWN] = {"#875729", "#3f260e", "#ffffff", "#e2d0b8", "#4b3824"},
        [SCENE_GREY] = {"#7d7a74", "#3b3935", "#ffffff", "#dad7d1", "#46443f"},
        [SCENE_BLACK] = {"#35322e", "#000000", "#ffffff", "#bdb9b2", "#121110"},
        [SCENE_WHITE] = {"#fdfcf8", "#3b3935", "#2b2620", "#fffffe", "#5b5750"},
    };
    return &paints[colour];
}

/* ---- text ------------------------------------------------------------------------------------ */

static bool is_drawn(uint32_t code) {
    /* XML allows no control characters, and marks of direction would turn the text around them. */
    bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    bool turning = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    return !control && !turning && (code & 0xfffe) != 0xfffe;
}

void scene_svg_escape(struct mst_buf *out, const char *text) {
    while (*text != '\0') {
        uint32_t code = scene_utf8_next(&text);
        switch (code) {
        case '<': mst_buf_puts(out, "&lt;"); break;
        case '>': mst_buf_puts(out, "&gt;"); break;
        case '&': mst_buf_puts(out, "&amp;"); break;
        case '"': mst_buf_puts(out, "&quot;"); break;
        case '\t':
        case '\n':
        case '\r': mst_buf_char(out, ' '); break;
        default:
            if (is_drawn(code))
                scene_utf8_put(out, code);
        }
    }
}

int scene_svg_letters(const char *text) {
    int count = 0;
    while (*text != '\0')
        count += is_drawn(scene_utf8_next(&text));
    return count;
}

void scene_svg_line(struct mst_buf *out, int x, int y, int size, const char *anchor, bool bold,
                    const char *fill, const char *text) {
    mst_buf_printf(out,
                   "<text x=\"%d\" y=\"%d\" font-size=\"%d\" text-anchor=\"%s\"%s fill=\"%s\">", x,
                   y, size, anchor, bold ? " font-weight=\"bold\"" : "", fill);
    scene_svg_escape(out, text);
    mst_buf_puts(out, "</text>\n");
}

/* Draw a piece's letter, and its text in a smaller font, centred on x, y within `width`. */
static void draw_face(struct mst_buf *out, const struct scene_piece *piece, int x, int y, int size,
                      int width, const char *ink) {
    bool both = piece->letter[0] != '\0' && piece->text[0] != '\0';
    int small = !both ? size : size > 15 ? size * 6 / 10 : size * 9 / 10;
    int room = scene_svg_letters(piece->letter) * small + scene_svg_letters(piece->text) * size;

    /* What is too wide shrinks; below 5 units nothing could be read. */
    if (room * 7 / 10 > width) {
        size = size * width * 10 / (room * 7);
        size = size < 5 ? 5 : size;
        small = both ? (size * 7 + 9) / 10 : size;
    }
    mst_buf_printf(out,
                   "<text x=\"%d\" y=\"%d\" font-size=\"%d\" font-weight=\"bold\""
                   " text-anchor=\"middle\" fill=\"%s\">",
                   x, y + size * 36 / 100, size, ink);
    if (piece->letter[0] != '\0') {
        mst_buf_printf(out, "<tspan font-size=\"%d\">", small);
        scene_svg_escape(out, piece->letter);
        mst_buf_puts(out, "</tspan>");
    }
    scene_svg_escape(out, piece->text);
    mst_buf_puts(out, "</text>\n");
}

/* ---- shapes ---------------------------------------------------------------------------------- */

static void draw_polygon(struct mst_buf *out, const int (*corners)[2], int count, int x, int y,
                         int r, const char *attributes) {
    mst_buf_puts(out, "<polygon points=\"");
    for (int i = 0; i < count; i++)
        mst_buf_printf(out, "%s%d,%d", i > 0 ? " " : "", x + corners[i][0] * r / 100,
                       y + corners[i][1] * r / 100);
    mst_buf_printf(out, "\" %s/>\n", attributes);
}

static void draw_outline(struct mst_buf *out, int form, int x, int y, int r,
                         const char *attributes) {
    static const int hexagon[][2] = {{-104, 0}, {-58, -92}, {58, -92},
                                     {104, 0},  {58, 92},   {-58, 92}};
    static const int octagon[][2] = {{-98, -42}, {-42, -98}, {42, -98}, {98, -42},
                                     {98, 42},   {42, 98},   {-42, 98}, {-98, 42}};
    if (form % 4 == 1)
        mst_buf_printf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" %s/>\n",
                       x - r * 92 / 100, y - r * 92 / 100, r * 184 / 100, r * 184 / 100, r / 5,
                       attributes);
    else if (form % 4 == 2)
        draw_polygon(out, hexagon, 6, x, y, r, attributes);
    else if (form % 4 == 3)
        draw_polygon(out, octagon, 8, x, y, r, attributes);
    else
        mst_buf_printf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" %s/>\n", x, y, r, attributes);
}

void scene_svg_body(struct mst_buf *out, int form, enum scene_colour colour, int x, int y, int r) {
    const struct scene_svg_paint *paint = scene_svg_paint(colour);
    struct mst_buf look = {0};
    mst_buf_printf(&look, "fill=\"%s\" stroke=\"%s\" stroke-width=\"%d\"%s", paint->fill,
                   paint->edge, r > 15 ? 3 : 2, form < 0 ? " stroke-dasharray=\"4 3\"" : "");
    draw_outline(out, form < 0 ? 0 : form, x, y, r, mst_buf_text(&look));
    mst_buf_reset(&look);
    mst_buf_printf(&look, "fill=\"none\" stroke=\"%s\" stroke-opacity=\"0.45\"", paint->ink);
    /* A small body has no room for an inner line. */
    if (r > 15)
        draw_outline(out, form < 0 ? 0 : form, x, y, r - 5, mst_buf_text(&look));
    out->failed |= look.failed;
    mst_buf_clear(&look);
}

/* Crenellated, `w` wide and `h` high around x, y, with courses of stone. */
static void draw_wall(struct mst_buf *out, const struct scene_svg_paint *paint, int x, int y, int w,
                      int h) {
    int step = w / 7, notch = h / 4, left = x - step * 7 / 2, top = y - h / 2, bottom = y + h / 2;
    mst_buf_printf(out, "<path d=\"M%d %dV%d", left, bottom, top);
    for (int i = 0; i < 3; i++)
        mst_buf_printf(out, "h%dv%dh%dv%d", step, notch, step, -notch);
    mst_buf_printf(out,
                   "h%dV%dZ\" fill=\"%s\" stroke=\"%s\" stroke-width=\"3\""
                   " stroke-linejoin=\"round\"/>\n",
                   step, bottom, paint->fill, paint->edge);
    /* Three courses of stone, each shifted against the one before. */
    int course = (bottom - top - notch) / 3, right = left + step * 7, y1 = top + notch + course;
    mst_buf_printf(out, "<path d=\"M%d %dH%dM%d %dH%d", left, y1, right, left, y1 + course, right);
    for (int i = 0; i < 3; i++)
        for (int n = 1; n < 4; n++)
            mst_buf_printf(out, "M%d %dv%d", left + step * (2 * n - 1) + (i % 2 ? step / 2 : 0),
                           y1 + course * (i - 1), course);
    mst_buf_printf(out, "\" fill=\"none\" stroke=\"%s\" stroke-opacity=\"0.4\"/>\n", paint->ink);
}

/* Draw a triangle of half-width `w`, with its base `from` units and its tip `to` units away from x,
 * y. */
static void draw_arrow(struct mst_buf *out, int facing, int x, int y, int from, int to, int w,
                       const char *attributes) {
    static const int ahead[][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    assert(facing >= 0 && facing < 4);
    int dx = ahead[facing][0], dy = ahead[facing][1];
    /* The tip, and the two ends of the base across the direction. */
    mst_buf_printf(out, "<polygon points=\"%d,%d %d,%d %d,%d\" %s/>\n", x + dx * to, y + dy * to,
                   x + dx * from - dy * w, y + dy * from + dx * w, x + dx * from + dy * w,
                   y + dy * from - dx * w, attributes);
}

void scene_svg_badge(struct mst_buf *out, int x, int y, int r, const char *sign) {
    int size = r * 8 / 5, letters = scene_svg_letters(sign);
    /* Several letters share the badge. */
    if (letters > 1)
        size = size * 3 / (letters + 2);
    /* Signs that stand high in the line are moved down to the middle. */
    bool high = letters == 1 && strchr("'^\"`*", sign[0]) != NULL;
    mst_buf_printf(out,
                   "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"#fffdf2\" stroke=\"%s\""
                   " stroke-width=\"%d\"/>\n",
                   x, y, r, SCENE_SVG_INK, r > 7 ? 2 : 1);
    y += size * (high ? 55 : 36) / 100;
    scene_svg_line(out, x, y, size, "middle", true, SCENE_SVG_DARK, sign);
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static void open_piece(struct mst_buf *out, const struct scene_piece *piece) {
    mst_buf_puts(out, "<g>");
    /* Without a name, the letters on the piece must do. */
    if (piece->name[0] == '\0')
        return;
    mst_buf_puts(out, "<title>");
    scene_svg_escape(out, piece->name);
    mst_buf_puts(out, "</title>");
}

static const char *mark_text(const struct scene_piece *piece, size_t i) {
    return scene_str(json_array_get(piece->marks, i), "text", "*");
}

/* Draw badges at the corners of a piece of half-width `r`, away from the triangles. */
static void draw_badges(struct mst_buf *out, const struct scene_piece *piece, int x, int y, int r) {
    static const int places[][2] = {{1, -1}, {-1, -1}, {1, 1},  {-1, 1},
                                    {2, 1},  {-2, 1},  {2, -1}, {-2, -1}};
    int b = r >= 20 ? 9 : r * 9 / 20;
    for (size_t i = 0; i < json_array_size(piece->marks) && i < 8; i++) {
        /* The corners first, then further out along the edges. */
        int side = places[i][0], off = r * 85 / 100;
        int bx = side > 0 ? off + (side - 1) * (2 * b - 1) : -off + (side + 1) * (2 * b - 1);
        scene_svg_badge(out, x + bx, y + places[i][1] * off, b, mark_text(piece, i));
    }
}

/* Draw the top piece, whole; `r` is half its size. */
static void draw_piece(struct mst_buf *out, const struct scene_piece *piece, int x, int y, int r) {
    const struct scene_svg_paint *paint = scene_svg_paint(piece->colour);
    struct mst_buf look = {0};
    mst_buf_printf(&look,
                   "fill=\"%s\" stroke=\"#fffdf7\" stroke-width=\"2\""
                   " stroke-linejoin=\"round\"",
                   paint->edge);

    open_piece(out, piece);
    /* A wall has its text on a plate, a disc on itself; a mark is only text. */
    if (piece->shape == SCENE_SHAPE_WALL) {
        draw_wall(out, paint, x, y, r * 5 / 2, r * 8 / 5);
        mst_buf_printf(out,
                       "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\""
                       " fill=\"%s\"/>\n",
                       x - r * 6 / 10, y - r / 4, r * 12 / 10, r * 8 / 10, paint->fill);
        draw_face(out, piece, x, y + r / 6, r * 8 / 10, r * 3 / 2, paint->ink);
    } else if (piece->shape == SCENE_SHAPE_DISC) {
        scene_svg_body(out, piece->form, piece->colour, x, y, r);
        draw_face(out, piece, x, y, r * 11 / 10, r * 7 / 5, paint->ink);
    } else {
        /* White letters could not be read on a light board. */
        const char *ink = piece->colour == SCENE_WHITE ? SCENE_SVG_INK : paint->fill;
        draw_face(out, piece, x, y, r * 2, r * 2, ink);
    }

    /* The triangle stands out of the shape, and the badges lie over both. */
    if (piece->facing >= 0)
        draw_arrow(out, piece->facing, x, y, r - 3, r + 9, r * 4 / 10, mst_buf_text(&look));
    draw_badges(out, piece, x, y, r);
    mst_buf_puts(out, "</g>\n");
    out->failed |= look.failed;
    mst_buf_clear(&look);
}

/* Draw a piece below the top: its lower edge is at `bottom`, and `d` units of it are visible. */
static void draw_slab(struct mst_buf *out, const struct scene_piece *piece, int x, int bottom,
                      int d, int half) {
    const struct scene_svg_paint *paint = scene_svg_paint(piece->colour);
    bool wall = piece->shape == SCENE_SHAPE_WALL;
    int size = d > 14 ? 14 : d, middle = bottom - d / 2;
    int rounding = wall ? 0 : piece->form % 4 == 1 ? 2 : piece->form % 4 > 1 ? 5 : d / 2 + 2;
    struct mst_buf look = {0};
    mst_buf_printf(&look, "fill=\"%s\"", paint->ink);
    open_piece(out, piece);
    mst_buf_printf(out,
                   "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\""
                   " stroke=\"%s\" stroke-width=\"2\"/>\n",
                   x - half, bottom - d - 6, 2 * half, d + 6, rounding, paint->fill, paint->edge);

    if (wall)
        mst_buf_printf(out,
                       "<path d=\"M%d %dH%d\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\""
                       " stroke-dasharray=\"7 3\" stroke-opacity=\"0.5\"/>\n",
                       x - half / 3, middle, x + half - 5, paint->ink, d / 2);
    draw_face(out, piece, x - half * 69 / 100, middle, size, half * 55 / 100, paint->ink);
    if (piece->facing >= 0) /* left of where a triangle of the piece above may hang down */
        draw_arrow(out, piece->facing, x - half * 26 / 100, middle, -size * 3 / 10, size * 4 / 10,
                   size * 4 / 10, mst_buf_text(&look));
    int r = d / 2 - 1 > 7 ? 7 : d / 2 - 1;
    for (size_t i = 0; i < json_array_size(piece->marks); i++)
        scene_svg_badge(out, x + half - r - 5 - (int)i * (2 * r + 1), middle, r,
                        mark_text(piece, i));
    mst_buf_puts(out, "</g>\n");
    out->failed |= look.failed;
    mst_buf_clear(&look);
}

/* The size of a single piece: without triangle and badges it may fill its cell. */
static int single_size(const struct scene_grid *grid, const struct scene_cell *cell, int size) {
    struct scene_piece piece = scene_cell_piece(grid, cell, 0);
    /* Nothing stands out of the piece, so it may be larger. */
    bool plain = piece.facing < 0 && json_array_size(piece.marks) == 0;
    return size * (plain && piece.shape == SCENE_SHAPE_DISC ? 74 : 58) / 100;
}

/* The number of levels drawn; a higher stack shows how many are hidden. */
enum { SHOWN_MAX = 8 };

void scene_svg_stack(struct mst_buf *out, const struct scene_grid *grid,
                     const struct scene_cell *cell, int x, int y, int size) {
    int levels = cell->height < SHOWN_MAX ? cell->height : SHOWN_MAX;
    int hidden = cell->height - levels;
    if (levels == 0)
        return;

    /* The more levels, the smaller the top piece; what is left is shared by the edges below it. */
    int whole = levels == 1 ? single_size(grid, cell, size) : size * (60 - 3 * levels) / 100;
    int steps = levels - 1 + (hidden > 0);
    /* The stack keeps clear of the edges of its cell. */
    int edge = size / 15; /* as far as a triangle may stand out */
    int d = steps > 0 ? (size - 2 * edge - whole) / steps : 0;
    d = d > size * 15 / 100 ? size * 15 / 100 : d;
    int middle = x + size / 2, bottom = y + (size + whole + steps * d) / 2;
    /* A line stands for the levels that are not drawn. */
    if (hidden > 0) {
        struct mst_buf text = {0};
        mst_buf_printf(&text, "+%d below", hidden);
        scene_svg_line(out, middle, bottom - 1, d, "middle", true, SCENE_SVG_INK,
                       mst_buf_text(&text));
        out->failed |= text.failed;
        mst_buf_clear(&text);
        bottom -= d;
    }

    /* From the bottom up, so that each piece covers the one below. */
    for (int i = 0; i < levels; i++, bottom -= d) {
        struct scene_piece piece = scene_cell_piece(grid, cell, hidden + i);
        if (i < levels - 1)
            draw_slab(out, &piece, middle, bottom, d, size * 36 / 100);
        else
            draw_piece(out, &piece, middle, bottom - whole / 2, whole / 2);
    }
}
