/* Pieces in the SVG picture. The top piece of a stack is drawn whole. Each lower piece is a slab
 * whose lower edge shows its label, facing and marks, so a stack reads from the bottom up. */
#include <assert.h>
#include <string.h>

#include "faces/scene/canvas.h"
#include "faces/scene/svg.h"

const struct scene_svg_paint *scene_svg_paint(enum scene_colour colour) {
    assert((int)colour >= 0 && colour < SCENE_COLOURS);
    static const struct scene_svg_paint paints[SCENE_COLOURS] = {
        [SCENE_RED] = M_PAINT_RED,       [SCENE_BLUE] = M_PAINT_BLUE,
        [SCENE_GREEN] = M_PAINT_GREEN,   [SCENE_YELLOW] = M_PAINT_YELLOW,
        [SCENE_PURPLE] = M_PAINT_PURPLE, [SCENE_ORANGE] = M_PAINT_ORANGE,
        [SCENE_CYAN] = M_PAINT_CYAN,     [SCENE_BROWN] = M_PAINT_BROWN,
        [SCENE_GREY] = M_PAINT_GREY,     [SCENE_BLACK] = M_PAINT_BLACK,
        [SCENE_WHITE] = M_PAINT_WHITE,
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
    int share = size > M_FACE_LARGE ? M_FACE_SMALL_LARGE : M_FACE_SMALL;
    int small = both ? scene_part(size, share) : size;
    int room = scene_svg_letters(piece->letter) * small + scene_svg_letters(piece->text) * size;

    /* What is too wide shrinks; below 5 units nothing could be read. */
    if (scene_part(room, M_FACE_WIDE) > width) {
        size = size * width * 1000 / (room * M_FACE_WIDE);
        size = size < M_TEXT_LEAST ? M_TEXT_LEAST : size;
        small = both ? size - scene_part(size, M_FACE_SMALLER) : size;
    }
    mst_buf_printf(out,
                   "<text x=\"%d\" y=\"%d\" font-size=\"%d\" font-weight=\"bold\""
                   " text-anchor=\"middle\" fill=\"%s\">",
                   x, y + scene_part(size, M_TEXT_BASE), size, ink);
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
        mst_buf_printf(out, "%s%d,%d", i > 0 ? " " : "", x + scene_part(r, corners[i][0]),
                       y + scene_part(r, corners[i][1]));
    mst_buf_printf(out, "\" %s/>\n", attributes);
}

static void draw_outline(struct mst_buf *out, int form, int x, int y, int r,
                         const char *attributes) {
    static const int hexagon[][2] = M_BODY_HEXAGON, octagon[][2] = M_BODY_OCTAGON;
    int square = scene_part(r, M_BODY_SQUARE);
    if (form % 4 == 1)
        mst_buf_printf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" %s/>\n",
                       x - square, y - square, scene_part(r, 2 * M_BODY_SQUARE),
                       scene_part(r, 2 * M_BODY_SQUARE), scene_part(r, M_BODY_SQUARE_ROUND),
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
    mst_buf_printf(&look, "fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"%s", paint->fill,
                   paint->edge, r > M_BODY_LARGE ? M_WIDTH_THICK : M_WIDTH_EDGE,
                   form < 0 ? " stroke-dasharray=\"" M_DASH_NOBODY "\"" : "");
    draw_outline(out, form < 0 ? 0 : form, x, y, r, mst_buf_text(&look));
    mst_buf_reset(&look);
    mst_buf_printf(&look, "fill=\"none\" stroke=\"%s\" stroke-opacity=\"" M_OPACITY_RIM "\"",
                   paint->ink);
    /* A small body has no room for an inner line. */
    if (r > M_BODY_LARGE)
        draw_outline(out, form < 0 ? 0 : form, x, y, r - M_BODY_RIM, mst_buf_text(&look));
    out->failed |= look.failed;
    mst_buf_clear(&look);
}

/* Crenellated, `w` wide and `h` high around x, y, with courses of stone. */
static void draw_wall(struct mst_buf *out, const struct scene_svg_paint *paint, int x, int y, int w,
                      int h) {
    int step = w / M_WALL_STEPS, notch = scene_part(h, M_WALL_NOTCH);
    int left = x - step * M_WALL_STEPS / 2, top = y - h / 2, bottom = y + h / 2;
    mst_buf_printf(out, "<path d=\"M%d %dV%d", left, bottom, top);
    for (int i = 0; i < M_WALL_STEPS / 2; i++)
        mst_buf_printf(out, "h%dv%dh%dv%d", step, notch, step, -notch);
    mst_buf_printf(out,
                   "h%dV%dZ\" fill=\"%s\" stroke=\"%s\" stroke-width=\"" M_WIDTH_THICK "\""
                   " stroke-linejoin=\"round\"/>\n",
                   step, bottom, paint->fill, paint->edge);
    /* Three courses of stone, each shifted against the one before. */
    int course = (bottom - top - notch) / M_WALL_COURSES, right = left + step * M_WALL_STEPS;
    int y1 = top + notch + course;
    mst_buf_printf(out, "<path d=\"M%d %dH%dM%d %dH%d", left, y1, right, left, y1 + course, right);
    for (int i = 0; i < M_WALL_COURSES; i++)
        for (int n = 1; n <= M_WALL_STEPS / 2; n++)
            mst_buf_printf(out, "M%d %dv%d", left + step * (2 * n - 1) + (i % 2 ? step / 2 : 0),
                           y1 + course * (i - 1), course);
    mst_buf_printf(out,
                   "\" fill=\"none\" stroke=\"%s\" stroke-opacity=\"" M_OPACITY_STONES "\"/>\n",
                   paint->ink);
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
    int size = scene_part(r, M_BADGE_LETTERS), letters = scene_svg_letters(sign);
    /* Several letters share the badge. */
    if (letters > 1)
        size = size * 3 / (letters + 2);
    /* Signs that stand high in the line are moved down to the middle. */
    bool high = letters == 1 && strchr(M_BADGE_HIGH, sign[0]) != NULL;
    mst_buf_printf(out,
                   "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"" M_COLOUR_BADGE "\" stroke=\"%s\""
                   " stroke-width=\"%s\"/>\n",
                   x, y, r, SCENE_SVG_INK, r > M_BADGE_HEAVY ? M_WIDTH_EDGE : "1");
    y += scene_part(size, high ? M_TEXT_HIGH : M_TEXT_BASE);
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
    static const int places[M_BADGE_MOST][2] = M_BADGE_PLACES;
    int b = r >= M_BADGE_LARGE ? M_BADGE_RADIUS : scene_part(r, M_BADGE_SMALL);
    int off = scene_part(r, M_BADGE_OFF);
    for (size_t i = 0; i < json_array_size(piece->marks) && i < M_BADGE_MOST; i++) {
        /* The corners first, then further out along the edges. */
        int side = places[i][0];
        int bx = side > 0 ? off + (side - 1) * (2 * b - 1) : -off + (side + 1) * (2 * b - 1);
        scene_svg_badge(out, x + bx, y + places[i][1] * off, b, mark_text(piece, i));
    }
}

/* Draw the top piece, whole; `r` is half its size. */
static void draw_piece(struct mst_buf *out, const struct scene_piece *piece, int x, int y, int r) {
    const struct scene_svg_paint *paint = scene_svg_paint(piece->colour);
    struct mst_buf look = {0};
    mst_buf_printf(&look,
                   "fill=\"%s\" stroke=\"" M_COLOUR_LIGHT "\" stroke-width=\"" M_WIDTH_EDGE "\""
                   " stroke-linejoin=\"round\"",
                   paint->edge);

    open_piece(out, piece);
    /* A wall has its text on a plate, a disc on itself; a mark is only text. */
    if (piece->shape == SCENE_SHAPE_WALL) {
        draw_wall(out, paint, x, y, scene_part(r, M_WALL_WIDTH), scene_part(r, M_WALL_HEIGHT));
        mst_buf_printf(out,
                       "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\""
                       " fill=\"%s\"/>\n",
                       x - scene_part(r, M_WALL_PLATE), y - scene_part(r, M_WALL_PLATE_TOP),
                       scene_part(r, 2 * M_WALL_PLATE), scene_part(r, M_WALL_PLATE_HEIGHT),
                       M_WALL_PLATE_ROUND, paint->fill);
        draw_face(out, piece, x, y + scene_part(r, M_WALL_BASE), scene_part(r, M_WALL_LETTERS),
                  scene_part(r, M_WALL_ROOM), paint->ink);
    } else if (piece->shape == SCENE_SHAPE_DISC) {
        scene_svg_body(out, piece->form, piece->colour, x, y, r);
        draw_face(out, piece, x, y, scene_part(r, M_DISC_LETTERS), scene_part(r, M_DISC_ROOM),
                  paint->ink);
    } else {
        /* White letters could not be read on a light board. */
        const char *ink = piece->colour == SCENE_WHITE ? SCENE_SVG_INK : paint->fill;
        draw_face(out, piece, x, y, scene_part(r, M_SIGN_LETTERS), scene_part(r, M_SIGN_ROOM), ink);
    }

    /* The triangle stands out of the shape, and the badges lie over both. */
    if (piece->facing >= 0)
        draw_arrow(out, piece->facing, x, y, r - M_FRONT_INSIDE, r + M_FRONT_OUTSIDE,
                   scene_part(r, M_FRONT_HALF), mst_buf_text(&look));
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
    int size = d > M_SLAB_LETTERS ? M_SLAB_LETTERS : d, middle = bottom - d / 2;
    int form = wall ? 4 : piece->form % 4;
    static const int corners[] = {0, M_SLAB_SQUARE, M_SLAB_CORNERED, M_SLAB_CORNERED, 0};
    int rounding = form > 0 ? corners[form] : d / 2 + M_SLAB_ROUND;
    struct mst_buf look = {0};
    mst_buf_printf(&look, "fill=\"%s\"", paint->ink);
    open_piece(out, piece);
    mst_buf_printf(out,
                   "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\""
                   " stroke=\"%s\" stroke-width=\"" M_WIDTH_EDGE "\"/>\n",
                   x - half, bottom - d - M_SLAB_LIP, 2 * half, d + M_SLAB_LIP, rounding,
                   paint->fill, paint->edge);

    if (wall)
        mst_buf_printf(out,
                       "<path d=\"M%d %dH%d\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\""
                       " stroke-dasharray=\"" M_DASH_COURSES
                       "\" stroke-opacity=\"" M_OPACITY_COURSES "\"/>\n",
                       x - half / 3, middle, x + half - M_SLAB_COURSES, paint->ink, d / 2);
    draw_face(out, piece, x - scene_part(half, M_SLAB_FACE), middle, size,
              scene_part(half, M_SLAB_ROOM), paint->ink);
    if (piece->facing >= 0) /* left of where a triangle of the piece above may hang down */
        draw_arrow(out, piece->facing, x - scene_part(half, M_SLAB_FRONT), middle,
                   -scene_part(size, M_SLAB_FRONT_FROM), scene_part(size, M_SLAB_FRONT_TO),
                   scene_part(size, M_SLAB_FRONT_HALF), mst_buf_text(&look));
    int r = d / 2 - 1 > M_SLAB_BADGE ? M_SLAB_BADGE : d / 2 - 1;
    for (size_t i = 0; i < json_array_size(piece->marks); i++)
        scene_svg_badge(out, x + half - r - M_SLAB_BADGE_GAP - (int)i * (2 * r + 1), middle, r,
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
    return scene_part(size,
                      plain && piece.shape == SCENE_SHAPE_DISC ? M_STACK_ALONE : M_STACK_ARMED);
}

void scene_svg_stack(struct mst_buf *out, const struct scene_grid *grid,
                     const struct scene_cell *cell, int x, int y, int size) {
    int levels = cell->height < M_STACK_MOST ? cell->height : M_STACK_MOST;
    int hidden = cell->height - levels;
    if (levels == 0)
        return;

    /* The more levels, the smaller the top piece; what is left is shared by the edges below it. */
    int whole = levels == 1 ? single_size(grid, cell, size)
                            : scene_part(size, M_STACK_TOP - M_STACK_LEVEL * levels);
    int steps = levels - 1 + (hidden > 0);
    /* The stack keeps clear of the edges of its cell. */
    int edge = scene_part(size, M_STACK_EDGE); /* as far as a triangle may stand out */
    int d = steps > 0 ? (size - 2 * edge - whole) / steps : 0;
    int most = scene_part(size, M_STACK_STEP);
    d = d > most ? most : d;
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
            draw_slab(out, &piece, middle, bottom, d, scene_part(size, M_STACK_HALF));
        else
            draw_piece(out, &piece, middle, bottom - whole / 2, whole / 2);
    }
}
