/* A free canvas in terminal lines: a frame with the marks of its axes, the shapes to scale, labels
 * on them, and below it where each thing lies exactly. A character is taken to be twice as high as
 * it is wide. Nothing depends on colour: a ground is filled with its sign, a thing is known by its
 * label. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faces/scene/plane.h"
#include "faces/scene/text.h"

enum {
    COLUMNS_LEAST = 8,
    LINES_LEAST = 3,
    FINE = SCENE_PLANE_FINE,
    CORNERS = SCENE_PLANE_POINTS_MAX
};

static const struct scene_paint plain = {SCENE_PAINT_NONE, false};
static const struct scene_paint bold = {SCENE_PAINT_NONE, true};

struct sheet {
    const struct scene_plane *plane;
    struct scene_canvas *canvas;
    int label;            /* columns left of the frame */
    int x, y;             /* the first character inside the frame */
    int columns, lines;   /* inside the frame */
    unsigned char *in;    /* of each character: is its middle in the shape at hand? */
    unsigned char *taken; /* of each character: is it part of a label? */
    unsigned char *shown; /* of each shape: is its label, if any, drawn in its place? */
};

/* ---- scale ----------------------------------------------------------------------------------- */

/* The column of a coordinate, which is given in parts of a unit; it may be outside. */
static int column_of(const struct sheet *sheet, int64_t x) {
    const struct scene_plane *plane = sheet->plane;
    int64_t off = (x - (int64_t)plane->left * FINE) * sheet->columns, unit = plane->width * FINE;
    return (int)(off < 0 ? -1 : off / unit);
}

static int text_plane_line_of(const struct sheet *sheet, int64_t y) {
    const struct scene_plane *plane = sheet->plane;
    int64_t top = (int64_t)(plane->bottom + plane->height) * FINE;
    int64_t off = (top - y) * sheet->lines, unit = plane->height * FINE;
    return (int)(off < 0 ? -1 : off / unit);
}

/* The coordinates of the middle of a character. */
static int64_t middle_x(const struct sheet *sheet, int column) {
    const struct scene_plane *plane = sheet->plane;
    return (int64_t)plane->left * FINE +
           (int64_t)(2 * column + 1) * plane->width * FINE / (2 * sheet->columns);
}

static int64_t middle_y(const struct sheet *sheet, int line) {
    const struct scene_plane *plane = sheet->plane;
    return (int64_t)(plane->bottom + plane->height) * FINE -
           (int64_t)(2 * line + 1) * plane->height * FINE / (2 * sheet->lines);
}

static bool is_inside(const struct sheet *sheet, int column, int line) {
    return column >= 0 && column < sheet->columns && line >= 0 && line < sheet->lines;
}

static bool in_shape(const struct sheet *sheet, int column, int line) {
    return is_inside(sheet, column, line) && sheet->in[line * sheet->columns + column];
}

static void text_plane_put(const struct sheet *sheet, int column, int line, uint32_t code,
                           struct scene_paint paint) {
    if (is_inside(sheet, column, line))
        scene_canvas_put(sheet->canvas, sheet->x + column, sheet->y + line, code, paint);
}

/* ---- areas ----------------------------------------------------------------------------------- */

/* Take what lies between two coordinates of a line into the shape. */
static void take_span(struct sheet *sheet, int line, int64_t from, int64_t to) {
    int first = column_of(sheet, from), last = column_of(sheet, to);
    for (int column = first < 0 ? 0 : first; column <= last && column < sheet->columns; column++)
        if (middle_x(sheet, column) >= from && middle_x(sheet, column) <= to)
            sheet->in[line * sheet->columns + column] = 1;
}

static int by_size(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The part of a line in a polygon: where it crosses the edges, in pairs. */
static void take_crossings(struct sheet *sheet, int line, const struct scene_point *corners,
                           int count) {
    int64_t crossings[CORNERS], y = middle_y(sheet, line);
    int found = 0;
    for (int i = 0; i < count; i++) {
        struct scene_point a = corners[i], b = corners[(i + 1) % count];
        /* Half-open, so that a corner on the line is counted once. */
        if ((a.y <= y) != (b.y <= y))
            crossings[found++] = a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y);
    }
    assert(found % 2 == 0); /* a closed outline is left as often as entered */
    qsort(crossings, (size_t)found, sizeof *crossings, by_size);
    for (int i = 0; i + 1 < found; i += 2)
        take_span(sheet, line, crossings[i], crossings[i + 1]);
}

/* Find the characters whose middle is in the shape. */
static void take_area(struct sheet *sheet, const struct scene_plane_shape *shape) {
    struct scene_point corners[CORNERS];
    int count = shape->kind == SCENE_PLANE_LINE ? 0 : scene_plane_corners(shape, corners);
    /* Only what is drawn by its area has one. */
    /* The area of the shape before is forgotten. */
    memset(sheet->in, 0, (size_t)(sheet->columns * sheet->lines));
    for (int line = 0; line < sheet->lines; line++) {
        int64_t off = middle_y(sheet, line) - (int64_t)shape->y * FINE;
        int64_t radius = (int64_t)shape->radius * FINE, rest = radius * radius - off * off;
        /* Half the width of the circle at this line. */
        if (shape->kind == SCENE_PLANE_CIRCLE && rest >= 0) {
            int64_t half = scene_plane_root(rest), x = (int64_t)shape->x * FINE;
            take_span(sheet, line, x - half, x + half);
        }
        if (count)
            take_crossings(sheet, line, corners, count);
    }
}

static bool is_edge(const struct sheet *sheet, int column, int line) {
    return !in_shape(sheet, column - 1, line) || !in_shape(sheet, column + 1, line) ||
           !in_shape(sheet, column, line - 1) || !in_shape(sheet, column, line + 1);
}

static struct scene_paint paint_of(const struct sheet *sheet,
                                   const struct scene_plane_shape *shape) {
    /* Grey without an owner means that no colour was chosen. */
    bool none = shape->seat < 0 && shape->colour == SCENE_GREY;
    return (struct scene_paint){none ? SCENE_PAINT_NONE : (int)shape->colour,
                                shape->seat >= 0 &&
                                    shape->seat == scene_to_move(sheet->plane->scene)};
}

static void text_plane_fill(const struct sheet *sheet, const struct scene_plane_shape *shape) {
    const char *sign = *shape->text ? shape->text : ".";
    bool unicode = sheet->canvas->unicode;
    struct scene_paint paint = paint_of(sheet, shape);
    for (int line = 0; line < sheet->lines; line++)
        for (int column = 0; column < sheet->columns; column++) {
            if (!in_shape(sheet, column, line))
                continue;
            if (shape->fill == SCENE_FILL_GROUND && (column + line) % 2)
                text_plane_put(sheet, column, line, ' ', plain);
            else if (shape->fill == SCENE_FILL_GROUND)
                scene_canvas_text(sheet->canvas, sheet->x + column, sheet->y + line, 1, sign,
                                  paint);
            else if (shape->fill == SCENE_FILL_SOLID)
                text_plane_put(sheet, column, line, unicode ? 0x2592 : '#', paint);
            else if (is_edge(sheet, column, line))
                text_plane_put(sheet, column, line, unicode ? 0xb7 : '.', paint);
        }
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* A stroke from a character to another; 0 where both are the same. */
static uint32_t stroke_of(bool unicode, int dx, int dy) {
    /* A line is twice as high as a column is wide. */
    int across = abs(dx), down = 2 * abs(dy);
    if (across > 2 * down)
        return unicode ? 0x2500 : '-';
    if (down > 2 * across)
        return unicode ? 0x2502 : '|';
    return (dx > 0) == (dy > 0) ? unicode ? 0x2572 : '\\' : unicode ? 0x2571 : '/';
}

static uint32_t head_of(bool unicode, int dx, int dy) {
    if (abs(dx) > 2 * abs(dy))
        return dx > 0 ? unicode ? 0x25b6 : '>' : unicode ? 0x25c0 : '<';
    return dy > 0 ? unicode ? 0x25bc : 'v' : unicode ? 0x25b2 : '^';
}

/* A point of a line, kept near the frame so that no line is long. */
static struct scene_point character_of(const struct sheet *sheet,
                                       const struct scene_plane_shape *shape, int index) {
    struct scene_point point = scene_plane_point(shape, index);
    int column = column_of(sheet, (int64_t)point.x * FINE);
    int line = text_plane_line_of(sheet, (int64_t)point.y * FINE);
    return (struct scene_point){column > sheet->columns ? sheet->columns : column,
                                line > sheet->lines ? sheet->lines : line};
}

static void text_plane_draw_line(const struct sheet *sheet, const struct scene_plane_shape *shape) {
    struct scene_paint paint = paint_of(sheet, shape);
    int count = (int)json_array_size(shape->points);
    for (int i = 0; i + 1 < count; i++) {
        struct scene_point a = character_of(sheet, shape, i), b = character_of(sheet, shape, i + 1);
        int dx = b.x - a.x, dy = b.y - a.y, steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
        for (int k = 0; k <= steps && steps; k++)
            text_plane_put(sheet, a.x + (2 * k * dx + steps) / (2 * steps),
                           a.y + (2 * k * dy + steps) / (2 * steps),
                           k == steps && shape->front && i + 2 == count
                               ? head_of(sheet->canvas->unicode, dx, dy)
                               : stroke_of(sheet->canvas->unicode, dx, dy),
                           paint);
    }
}

/* ---- labels ---------------------------------------------------------------------------------- */

/* The sign of a turn, to the next eighth of a circle; in 7 bits to the next quarter. */
static const char *turn_sign(int turn, bool unicode) {
    static const char *const eighths[] = {"\u25b2", "\u25e5", "\u25b6", "\u25e2",
                                          "\u25bc", "\u25e3", "\u25c0", "\u25e4"};
    static const char *const quarters[] = {"^", ">", "v", "<"};
    return unicode ? eighths[(turn * 2 + 45) / 90 % 8] : quarters[(turn + 45) / 90 % 4];
}

/* Append what is written on a shape: nothing where it has neither a text nor a mark. */
static void put_label(struct mst_buf *out, const struct scene_plane_shape *shape, bool unicode) {
    const struct scene_cell_sign *sign =
        shape->mark == SCENE_CELL_PLAIN ? NULL : &scene_cell_signs[shape->mark];
    bool ground = shape->fill == SCENE_FILL_GROUND;
    size_t before = out->length;
    mst_buf_puts(out, sign ? sign->open : "");
    /* A mark alone stands around a blank, so that its signs can be seen. */
    size_t start = out->length;
    mst_buf_puts(out, ground ? shape->name : shape->letter);
    mst_buf_puts(out, ground ? "" : shape->text);
    if (out->length > start && shape->front && shape->kind != SCENE_PLANE_LINE)
        mst_buf_puts(out, turn_sign(shape->turn, unicode));
    for (size_t i = 0; i < json_array_size(shape->marks); i++)
        mst_buf_puts(out, scene_str(json_array_get(shape->marks, i), "text", "*"));
    mst_buf_puts(out, sign && out->length == start ? " " : "");
    mst_buf_puts(out, sign && out->length > before ? sign->close : "");
}

/* May a label of `width` columns stand there: in the frame, apart from other labels, and for a
 * ground also within its area? */
static bool has_room(const struct sheet *sheet, const struct scene_plane_shape *shape, int column,
                     int line, int width) {
    if (column < 0 || column + width > sheet->columns || line < 0 || line >= sheet->lines)
        return false;
    for (int at = column - 1; at <= column + width; at++) {
        /* A label keeps a blank on both sides. */
        if (is_inside(sheet, at, line) && sheet->taken[line * sheet->columns + at])
            return false;
        if (shape->fill == SCENE_FILL_GROUND && !in_shape(sheet, at, line))
            return false;
    }
    return true;
}

/* Find the place of a label, as near to the middle of the shape as can be. */
static bool find_room(const struct sheet *sheet, const struct scene_plane_shape *shape, int width,
                      int *column, int *line, bool *moved) {
    /* The middle, above and below it, beside it, and two corners. */
    static const int ways[][2] = {{0, 0}, {0, -1}, {0, 1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}};
    int x = column_of(sheet, (int64_t)shape->x * FINE) - width / 2;
    int y = text_plane_line_of(sheet, (int64_t)shape->y * FINE);
    /* A shape whose middle is outside has no label. */
    bool kept = is_inside(sheet, x + width / 2, y);
    x = x < 0 ? 0 : x + width > sheet->columns ? sheet->columns - width : x;
    for (int i = 0; kept && i < 7; i++) {
        *column = x + ways[i][0] * (width + 1);
        *line = y + ways[i][1];
        *moved = i > 0;
        if (has_room(sheet, shape, *column, *line, width))
            return true;
    }
    return false;
}

/* Keep the box of the area and of the label for pointing. */
static void keep_place(const struct sheet *sheet, const struct scene_plane_shape *shape, int column,
                       int line, int width) {
    struct scene_point low = {column, line}, high = {column + width - 1, width ? line : -1};
    /* Without a label, the box is that of the area. */
    if (!width)
        low = (struct scene_point){sheet->columns, sheet->lines};
    for (int y = 0; y < sheet->lines; y++)
        for (int x = 0; x < sheet->columns; x++)
            if (in_shape(sheet, x, y)) {
                low.x = x < low.x ? x : low.x;
                high.x = x > high.x ? x : high.x;
                low.y = y < low.y ? y : low.y;
                high.y = y > high.y ? y : high.y;
            }
    scene_canvas_place(sheet->canvas, sheet->x + low.x, sheet->y + low.y, high.x - low.x + 1,
                       high.y - low.y + 1, shape->zone, shape->move);
}

static void text_plane_draw_label(struct sheet *sheet, int index,
                                  const struct scene_plane_shape *shape) {
    bool unicode = sheet->canvas->unicode, moved = false;
    struct mst_buf label = {0};
    put_label(&label, shape, unicode);
    bool bare = !label.length;
    take_area(sheet, shape);
    /* A shape so small that it holds no middle of a character is shown by a point. */
    if (bare && shape->fill != SCENE_FILL_GROUND && shape->kind != SCENE_PLANE_LINE &&
        !memchr(sheet->in, 1, (size_t)(sheet->columns * sheet->lines)))
        mst_buf_puts(&label, unicode ? "\u2022" : "*"); /* where its middle is */
    int width = scene_canvas_measure(sheet->canvas, mst_buf_text(&label)), column = 0, line = 0;

    if (!width || !find_room(sheet, shape, width, &column, &line, &moved))
        width = 0;
    if (width)
        scene_canvas_text(sheet->canvas, sheet->x + column, sheet->y + line, width,
                          mst_buf_text(&label), paint_of(sheet, shape));
    if (width && !bare)
        memset(sheet->taken + line * sheet->columns + column, 1, (size_t)width);
    /* The legend lists what is not written at its place. */
    sheet->shown[index] = bare || (width && !moved);
    keep_place(sheet, shape, column, line, width);
    sheet->canvas->failed |= label.failed;
    mst_buf_clear(&label);
}

/* ---- around it ------------------------------------------------------------------------------- */

static void draw_frame(const struct sheet *sheet) {
    static const uint32_t boxes[2][6] = {{'+', '+', '+', '+', '-', '|'},
                                         {0x250c, 0x2510, 0x2514, 0x2518, 0x2500, 0x2502}};
    const uint32_t *box = boxes[sheet->canvas->unicode];
    int left = sheet->x - 1, right = sheet->x + sheet->columns;
    int top = sheet->y - 1, bottom = sheet->y + sheet->lines;
    for (int x = left; x <= right; x++) {
        scene_canvas_put(sheet->canvas, x, top, box[4], plain);
        scene_canvas_put(sheet->canvas, x, bottom, box[4], plain);
    }
    for (int y = sheet->y; y < bottom; y++) {
        scene_canvas_put(sheet->canvas, left, y, box[5], plain);
        scene_canvas_put(sheet->canvas, right, y, box[5], plain);
    }
    scene_canvas_put(sheet->canvas, left, top, box[0], plain);
    scene_canvas_put(sheet->canvas, right, top, box[1], plain);
    scene_canvas_put(sheet->canvas, left, bottom, box[2], plain);
    scene_canvas_put(sheet->canvas, right, bottom, box[3], plain);
}

static void draw_axes(const struct sheet *sheet) {
    const struct scene_plane *plane = sheet->plane;
    struct scene_canvas *canvas = sheet->canvas;
    int across = scene_plane_tick(plane->width, sheet->columns / 10 + 1);
    int up = scene_plane_tick(plane->height, sheet->lines / 4 + 1);
    int below = sheet->y + sheet->lines, free = 0;
    char text[16];

    /* The marks at the ends are on the corners of the frame. */
    for (int y = scene_plane_first_tick(plane->bottom, up); y <= plane->bottom + plane->height;
         y += up) {
        int line = y == plane->bottom ? sheet->lines : text_plane_line_of(sheet, (int64_t)y * FINE);
        line = y == plane->bottom + plane->height ? -1 : line;
        snprintf(text, sizeof text, "%d", y);
        scene_canvas_text(canvas, sheet->label - 1 - (int)strlen(text), sheet->y + line, 12, text,
                          plain);
        if (line >= 0 && line < sheet->lines)
            scene_canvas_put(canvas, sheet->x - 1, sheet->y + line, canvas->unicode ? 0x2524 : '+',
                             plain);
    }
    for (int x = scene_plane_first_tick(plane->left, across); x <= plane->left + plane->width;
         x += across) {
        int column = x == plane->left ? -1 : column_of(sheet, (int64_t)x * FINE);
        int at = sheet->x + column;
        snprintf(text, sizeof text, "%d", x);
        if (column >= 0 && column < sheet->columns)
            scene_canvas_put(canvas, at, below, canvas->unicode ? 0x252c : '+', plain);
        int start = at - ((int)strlen(text) - 1) / 2;
        start =
            start + (int)strlen(text) > canvas->width ? canvas->width - (int)strlen(text) : start;
        /* A number that would touch the one before it is left out. */
        if (start > free)
            free = scene_canvas_text(canvas, start, below + 1, 12, text, plain);
    }

    int unit = scene_canvas_measure(canvas, plane->unit);
    scene_canvas_text(canvas, sheet->label - 1 - unit, below + 1, unit, plane->unit, plain);
}

/* The shapes to list: things with a label or a name, in a compact layout only those whose label
 * stands elsewhere or nowhere. */
static bool text_plane_is_listed(const struct sheet *sheet, int index, bool tight) {
    struct scene_plane_shape shape = scene_plane_shape(sheet->plane, index);
    return scene_plane_is_piece(&shape) && (*shape.letter || *shape.text || *shape.name) &&
           !(tight && sheet->shown[index]);
}

/* "Positions (mm, @ degrees):"; nothing if there is none. */
static void put_head(struct mst_buf *out, const struct sheet *sheet, bool tight) {
    const char *unit = sheet->plane->unit;
    bool any = false, turned = false;
    for (int i = 0; i < sheet->plane->count; i++)
        if (text_plane_is_listed(sheet, i, tight)) {
            any = true;
            turned = turned || scene_plane_shape(sheet->plane, i).turned;
        }
    if (any)
        mst_buf_printf(out, "Positions%s%s%s%s%s:", *unit || turned ? " (" : "", unit,
                       *unit && turned ? ", " : "", turned ? "@ degrees" : "",
                       *unit || turned ? ")" : "");
}

/* Where everything lies, exactly. Returns the line after it. */
static int list_positions(const struct sheet *sheet, int width, bool tight, int y) {
    struct scene_pen pen = {sheet->canvas, 0, width, 2, 0, y, bold, false};
    struct mst_buf text = {0};

    put_head(&text, sheet, tight);
    scene_pen_text(&pen, mst_buf_text(&text));
    for (int i = 0; i < sheet->plane->count; i++) {
        struct scene_plane_shape shape = scene_plane_shape(sheet->plane, i);
        bool label = *shape.letter || *shape.text;
        /* In a tight page only what the drawing does not show. */
        if (!text_plane_is_listed(sheet, i, tight))
            continue;
        mst_buf_reset(&text);
        mst_buf_printf(&text, "%s%s %d,%d", label ? shape.letter : shape.name,
                       label ? shape.text : "", shape.x, shape.y);
        if (shape.turned)
            mst_buf_printf(&text, "@%d", shape.turn);
        pen.paint = paint_of(sheet, &shape);
        scene_pen_word(&pen, mst_buf_text(&text), 2);
    }

    sheet->canvas->failed |= text.failed;
    mst_buf_clear(&text);
    scene_pen_line(&pen);
    return pen.y;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Find the scale: the columns and lines that keep the form. */
static void text_plane_lay(struct sheet *sheet, int width, int lines) {
    const struct scene_plane *plane = sheet->plane;
    int64_t across = plane->width, up = plane->height;
    char text[2][16];
    snprintf(text[0], sizeof text[0], "%d", plane->bottom);
    snprintf(text[1], sizeof text[1], "%d", plane->bottom + plane->height);
    int unit = scene_canvas_measure(sheet->canvas, plane->unit);

    for (int i = 0; i < 2; i++)
        unit = (int)strlen(text[i]) > unit ? (int)strlen(text[i]) : unit;
    /* The numbers of the axis take at most half of the width. */
    sheet->label = unit + 1 < width / 2 ? unit + 1 : width / 2;
    /* A character is twice as high as it is wide. */
    int64_t columns = width - sheet->label - 2, high = (columns * up + across) / (2 * across);
    if (high > lines) {
        high = lines;
        columns = 2 * high * across / up;
    }
    sheet->columns = (int)(columns < COLUMNS_LEAST ? COLUMNS_LEAST : columns);
    sheet->lines = (int)(high < LINES_LEAST ? LINES_LEAST : high);
}

static void draw_shapes(struct sheet *sheet) {
    for (int i = 0; i < sheet->plane->count; i++) {
        struct scene_plane_shape shape = scene_plane_shape(sheet->plane, i);
        if (shape.kind == SCENE_PLANE_LINE) {
            text_plane_draw_line(sheet, &shape);
        } else if (shape.kind != SCENE_PLANE_TEXT) {
            take_area(sheet, &shape);
            text_plane_fill(sheet, &shape);
        }
    }
    for (int turn = 0; turn < 2; turn++) /* things first: labels of others make room */
        for (int i = 0; i < sheet->plane->count; i++) {
            struct scene_plane_shape shape = scene_plane_shape(sheet->plane, i);
            if (scene_plane_is_piece(&shape) == !turn)
                text_plane_draw_label(sheet, i, &shape);
        }
}

int scene_plane_draw(struct scene_canvas *canvas, const json_t *scene, const json_t *item,
                     int width, int lines, bool tight, int y, int *used) {
    struct scene_plane plane = scene_plane_read(scene, item);
    struct sheet sheet = {.plane = &plane, .canvas = canvas};
    text_plane_lay(&sheet, width, lines);
    if (*plane.title)
        scene_canvas_text(canvas, 0, y++, width, plane.title, bold);

    sheet.x = sheet.label + 1;
    sheet.y = y + 1;
    size_t size = (size_t)(sheet.columns * sheet.lines);
    /* One block for all three, so that one failure is enough to look at. */
    sheet.in = mst_calloc(2 * size + (size_t)plane.count, 1);
    if (!sheet.in) {
        canvas->failed = true;
        return y;
    }
    sheet.taken = sheet.in + size;
    sheet.shown = sheet.taken + size;

    draw_frame(&sheet);
    draw_axes(&sheet);
    draw_shapes(&sheet);
    int right = sheet.x + sheet.columns + 1;
    y = list_positions(&sheet, canvas->width, tight, sheet.y + sheet.lines + 2);
    *used = right > *used ? right : *used;
    mst_free(sheet.in);
    return y;
}
