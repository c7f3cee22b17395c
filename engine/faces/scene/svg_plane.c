/* A free canvas in the picture: everything to scale, in a frame with the marks of its axes. What is
 * too small to be written on has its label above it. */
#include <stdio.h>
#include <string.h>

#include "faces/scene/svg.h"

/* The frame, in units of the picture. */
struct view {
    struct mst_buf *out;
    const struct scene_plane *plane;
    int width, height;
};

static int scaled(int64_t length, int64_t to, int64_t of) {
    /* Rounded to the nearest, also below zero. */
    return (int)((2 * length * to + (length < 0 ? -of : of)) / (2 * of));
}

static int across(const struct view *view, int length) {
    /* Both axes have the same scale, so one suffices for lengths. */
    return scaled(length, view->width, view->plane->width);
}

static struct scene_point svg_plane_place_of(const struct view *view, int x, int y) {
    return (struct scene_point){
        across(view, x - view->plane->left),
        view->height - scaled(y - view->plane->bottom, view->height, view->plane->height)};
}

static struct view view_of(struct mst_buf *out, const struct scene_plane *plane) {
    struct view view = {out, plane, M_PLANE_WIDTH,
                        scaled(plane->height, M_PLANE_WIDTH, plane->width)};
    /* The frame keeps the form of the canvas and fits both bounds. */
    if (view.height > M_PLANE_HEIGHT) {
        view.width = scaled(plane->width, M_PLANE_HEIGHT, plane->height);
        view.height = M_PLANE_HEIGHT;
    }
    view.width = view.width < M_PLANE_LEAST ? M_PLANE_LEAST : view.width;
    view.height = view.height < M_PLANE_LEAST ? M_PLANE_LEAST : view.height;
    return view;
}

int scene_svg_plane_width(const json_t *item) {
    struct scene_plane plane = scene_plane_read(NULL, item);
    return M_PLANE_LABELS + view_of(NULL, &plane).width;
}

/* ---- shapes ---------------------------------------------------------------------------------- */

/* Draw the outline of a shape with these attributes. Its turn is that of its group. */
static void draw_outline(const struct view *view, const struct scene_plane_shape *shape,
                         const char *attributes) {
    struct scene_point at = svg_plane_place_of(view, shape->x, shape->y);
    int radius = across(view, shape->radius);
    int width = across(view, shape->width), height = across(view, shape->height);
    /* What is smaller than two units would not be seen. */
    if (shape->kind == SCENE_PLANE_CIRCLE) {
        mst_buf_printf(view->out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" %s/>\n", at.x, at.y,
                       radius > 2 ? radius : 2, attributes);
    } else if (shape->kind == SCENE_PLANE_RECTANGLE) {
        width = width > 2 ? width : 2;
        height = height > 2 ? height : 2;
        mst_buf_printf(view->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" %s/>\n",
                       at.x - width / 2, at.y - height / 2, width, height, attributes);
    } else {
        mst_buf_puts(view->out, "<polygon points=\"");
        for (int i = 0; i < (int)json_array_size(shape->points); i++) {
            struct scene_point point = scene_plane_point(shape, i);
            point = svg_plane_place_of(view, point.x, point.y);
            mst_buf_printf(view->out, "%s%d,%d", i ? " " : "", point.x, point.y);
        }
        mst_buf_printf(view->out, "\" %s/>\n", attributes);
    }
}

static void draw_area(const struct view *view, const struct scene_plane_shape *shape) {
    const struct scene_svg_paint *paint = scene_svg_paint(shape->colour);
    char look[120];
    snprintf(look, sizeof look, "fill=\"%s\" stroke=\"%s\" stroke-width=\"" M_WIDTH_EDGE "\"",
             shape->fill == SCENE_FILL_GROUND ? paint->tint : paint->fill, paint->edge);
    if (shape->fill == SCENE_FILL_NONE)
        snprintf(look, sizeof look,
                 "fill=\"none\" stroke=\"%s\" stroke-width=\"" M_WIDTH_EDGE
                 "\" stroke-dasharray=\"" M_DASH_RANGE "\"",
                 shape->colour == SCENE_WHITE ? paint->edge : paint->fill);
    draw_outline(view, shape, look);
    /* A ground has a pattern over its tint, so that it does not depend on colour. */
    if (shape->fill != SCENE_FILL_GROUND)
        return;
    snprintf(look, sizeof look, "fill=\"url(#ground%d)\"", scene_svg_pattern(shape->text));
    draw_outline(view, shape, look);
}

/* A triangle in the group of the shape, at the edge that it turns to. */
static void svg_plane_draw_front(const struct view *view, const struct scene_plane_shape *shape) {
    struct scene_point at = svg_plane_place_of(view, shape->x, shape->y);
    bool circle = shape->kind == SCENE_PLANE_CIRCLE;
    int far = circle ? across(view, shape->radius) : across(view, shape->height) / 2;
    /* As wide as can be seen, and no wider than a piece. */
    int half = circle ? scene_part(far, M_PLANE_FRONT_ROUND)
                      : scene_part(across(view, shape->width), M_PLANE_FRONT_FLAT);
    half = half < M_PLANE_FRONT_LEAST ? M_PLANE_FRONT_LEAST : half;
    half = half > M_PLANE_FRONT_MOST ? M_PLANE_FRONT_MOST : half;
    mst_buf_printf(
        view->out,
        "<polygon points=\"%d,%d %d,%d %d,%d\" fill=\"%s\" stroke=\"" M_COLOUR_LIGHT "\"/>\n", at.x,
        at.y - far - scene_part(half, M_PLANE_FRONT_TIP), at.x - half, at.y - far + 1, at.x + half,
        at.y - far + 1, scene_svg_paint(shape->colour)->edge);
}

static void svg_plane_draw_line(const struct view *view, const struct scene_plane_shape *shape) {
    const struct scene_svg_paint *paint = scene_svg_paint(shape->colour);
    const char *stroke = shape->colour == SCENE_WHITE ? paint->edge : paint->fill;
    struct scene_svg_path path = {.count = (int)json_array_size(shape->points)};
    for (int i = 0; i < path.count; i++) {
        struct scene_point point = scene_plane_point(shape, i);
        path.points[i] = svg_plane_place_of(view, point.x, point.y);
    }
    /* An arrow has its tip at the last point. */
    if (shape->front)
        scene_svg_arrow(view->out, &path, stroke);
    else
        scene_svg_stroke(view->out, &path, stroke, M_PLANE_WAY);
}

/* ---- labels ---------------------------------------------------------------------------------- */

/* The box of a shape without its turn, in units of the picture. */
struct box {
    int x, y, width, height;
};

static struct box box_of(const struct view *view, const struct scene_plane_shape *shape) {
    struct scene_point at = svg_plane_place_of(view, shape->x, shape->y);
    int width = across(view, shape->width), height = across(view, shape->height);
    if (shape->kind == SCENE_PLANE_CIRCLE)
        width = height = 2 * across(view, shape->radius);
    if (!shape->points || !json_array_size(shape->points))
        return (struct box){at.x - width / 2, at.y - height / 2, width, height};
    struct scene_point first = scene_plane_point(shape, 0);
    struct scene_point low = svg_plane_place_of(view, first.x, first.y), high = low;
    for (int i = 1; i < (int)json_array_size(shape->points); i++) {
        struct scene_point point = scene_plane_point(shape, i);
        point = svg_plane_place_of(view, point.x, point.y);
        low.x = point.x < low.x ? point.x : low.x;
        low.y = point.y < low.y ? point.y : low.y;
        high.x = point.x > high.x ? point.x : high.x;
        high.y = point.y > high.y ? point.y : high.y;
    }
    return (struct box){low.x, low.y, high.x - low.x, high.y - low.y};
}

/* Write a label into the shape, or above it where it is too small. */
static void svg_plane_draw_label(const struct view *view, const struct scene_plane_shape *shape) {
    const struct scene_svg_paint *paint = scene_svg_paint(shape->colour);
    struct scene_point at = svg_plane_place_of(view, shape->x, shape->y);
    struct box box = box_of(view, shape);
    bool ground = shape->fill == SCENE_FILL_GROUND, piece = scene_plane_is_piece(shape);
    struct mst_buf text = {0};
    mst_buf_printf(&text, "%s%s", ground ? shape->name : shape->letter, ground ? "" : shape->text);
    int letters = scene_svg_letters(mst_buf_text(&text)),
        size = ground ? M_PLANE_GROUND_LETTERS : M_PLANE_LETTERS;
    int room = box.width < box.height ? box.width : box.height; /* whatever the turn */
    int wide = shape->kind == SCENE_PLANE_POLYGON || ground ? box.width : room;
    bool inside = piece || ground;
    /* A label shrinks to fit its shape, down to what can be read. */
    while (inside && letters && size > M_PLANE_LETTERS_LEAST &&
           scene_part(letters * size, M_FACE_WIDE) > wide - M_PLANE_ROOM)
        size--;
    inside = inside && scene_part(letters * size, M_FACE_WIDE) <= wide && box.height >= size;

    if (letters && (inside || !ground))
        scene_svg_line(view->out, at.x,
                       inside || !piece ? at.y + scene_part(size, M_TEXT_BASE)
                                        : at.y - room / 2 - M_PLANE_ABOVE,
                       size, "middle", true,
                       inside && piece                                  ? paint->ink
                       : shape->seat < 0 && shape->colour == SCENE_GREY ? SCENE_SVG_INK
                                                                        : paint->edge,
                       mst_buf_text(&text));
    for (size_t i = 0; i < json_array_size(shape->marks); i++)
        scene_svg_badge(view->out,
                        at.x + room / 2 + M_PLANE_BADGE_GAP + M_PLANE_BADGE_STEP * (int)i,
                        at.y - room / 2, M_PLANE_BADGE,
                        scene_str(json_array_get(shape->marks, i), "text", "*"));
    view->out->failed |= text.failed;
    mst_buf_clear(&text);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void open_group(const struct view *view, const struct scene_plane_shape *shape) {
    mst_buf_puts(view->out, "<g");
    if (shape->zone) {
        mst_buf_puts(view->out, " data-zone=\"");
        scene_svg_escape(view->out, shape->zone);
        mst_buf_char(view->out, '"');
    }
    if (shape->move) {
        mst_buf_puts(view->out, " data-move=\"");
        scene_svg_escape(view->out, shape->move);
        mst_buf_char(view->out, '"');
    }
    mst_buf_char(view->out, '>');
    if (*shape->name) {
        mst_buf_puts(view->out, "<title>");
        scene_svg_escape(view->out, shape->name);
        mst_buf_puts(view->out, "</title>");
    }
}

static void draw_shape(const struct view *view, const struct scene_plane_shape *shape) {
    struct scene_point at = svg_plane_place_of(view, shape->x, shape->y);
    bool area = shape->kind != SCENE_PLANE_LINE && shape->kind != SCENE_PLANE_TEXT;
    bool turned = shape->turn && area && shape->kind != SCENE_PLANE_POLYGON;
    struct box box = box_of(view, shape);

    /* The group has the zone and the move; the turn applies to the shape alone, not to its
     * label. */
    open_group(view, shape);
    if (turned)
        mst_buf_printf(view->out, "<g transform=\"rotate(%d %d %d)\">\n", shape->turn, at.x, at.y);
    if (area)
        draw_area(view, shape);
    else if (shape->kind == SCENE_PLANE_LINE)
        svg_plane_draw_line(view, shape);
    if (shape->front && area && shape->kind != SCENE_PLANE_POLYGON)
        svg_plane_draw_front(view, shape);
    if (shape->mark != SCENE_CELL_PLAIN && area)
        scene_svg_mark(view->out, shape->mark, box.x - M_PLANE_MARK, box.y - M_PLANE_MARK,
                       box.width + 2 * M_PLANE_MARK, box.height + 2 * M_PLANE_MARK);

    mst_buf_puts(view->out, turned ? "</g>\n" : "");
    svg_plane_draw_label(view, shape);
    mst_buf_puts(view->out, "</g>\n");
}

/* The marks of both axes, and faint lines across. */
static void draw_axes(const struct view *view, int x, int y) {
    const struct scene_plane *plane = view->plane;
    int step_x = scene_plane_tick(plane->width, view->width / M_PLANE_TICKS_ACROSS + 1);
    int step_y = scene_plane_tick(plane->height, view->height / M_PLANE_TICKS_UP + 1);
    /* The ends of both axes belong to them. */
    int right = plane->left + plane->width, top = plane->bottom + plane->height;
    char text[16];

    /* As many marks as can be read; lines lie below all shapes. */
    for (int at = scene_plane_first_tick(plane->left, step_x); at <= right; at += step_x) {
        int mark = x + svg_plane_place_of(view, at, 0).x;
        snprintf(text, sizeof text, "%d", at);
        mst_buf_printf(view->out, "<path d=\"M%d %dv%d\" stroke=\"#e4dccb\"/>\n", mark, y,
                       view->height);
        scene_svg_line(view->out, mark, y + view->height + M_PLANE_TICK_BELOW, M_PLANE_TICK,
                       "middle", false, SCENE_SVG_FAINT, text);
    }
    for (int at = scene_plane_first_tick(plane->bottom, step_y); at <= top; at += step_y) {
        int mark = y + svg_plane_place_of(view, 0, at).y;
        snprintf(text, sizeof text, "%d", at);
        mst_buf_printf(view->out, "<path d=\"M%d %dh%d\" stroke=\"#e4dccb\"/>\n", x, mark,
                       view->width);
        scene_svg_line(view->out, x - M_PLANE_TICK_GAP, mark + M_PLANE_TICK_BASE, M_PLANE_TICK,
                       "end", false, SCENE_SVG_FAINT, text);
    }

    /* The unit stands in the corner of both axes. */
    scene_svg_line(view->out, x - M_PLANE_TICK_GAP, y + view->height + M_PLANE_TICK_BELOW,
                   M_PLANE_TICK, "end", true, SCENE_SVG_FAINT, plane->unit);
}

/* The arrows of the scene between shapes of this canvas. */
static void draw_arrows(const struct view *view, const json_t *item) {
    const json_t *arrows = scene_list(view->plane->scene, "arrows");
    for (size_t i = 0; i < json_array_size(arrows); i++) {
        const json_t *zones = scene_list(json_array_get(arrows, i), "zones");
        struct scene_svg_path path = {.count = 0};
        for (size_t k = 0; k < json_array_size(zones); k++) {
            int shape = scene_plane_find(item, json_string_value(json_array_get(zones, k)));
            /* Arrows may point at zones of other items. */
            if (shape < 0)
                continue;
            struct scene_plane_shape there = scene_plane_shape(view->plane, shape);
            path.points[path.count++] = svg_plane_place_of(view, there.x, there.y);
        }
        scene_svg_trail(view->out, &path, M_ARROW_PLANE);
    }
}

static void describe_shapes(const struct scene_plane *plane, struct mst_buf *describe) {
    for (int i = 0; i < plane->count; i++) {
        struct scene_plane_shape shape = scene_plane_shape(plane, i);
        /* What has neither a name nor letters is scenery. */
        if (!*shape.name && !(scene_plane_is_piece(&shape) && (*shape.letter || *shape.text)))
            continue;
        mst_buf_char(describe, ' ');
        scene_plane_words(describe, plane, &shape);
        mst_buf_char(describe, '.');
    }
}

int scene_svg_plane(struct mst_buf *out, struct mst_buf *describe, const json_t *scene,
                    const json_t *item, int x, int y) {
    struct scene_plane plane = scene_plane_read(scene, item);
    struct view view = view_of(out, &plane);
    if (*plane.title) {
        scene_svg_line(out, x, y + 14, 16, "start", true, SCENE_SVG_INK, plane.title);
        y += 26;
    }

    x += M_PLANE_LABELS;
    mst_buf_printf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#f7f3ea\"/>\n",
                   x, y, view.width, view.height);
    draw_axes(&view, x, y);
    /* An inner picture cuts off what reaches beyond the frame. */
    mst_buf_printf(out, "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\">\n", x, y, view.width,
                   view.height);
    for (int i = 0; i < plane.count; i++) {
        struct scene_plane_shape shape = scene_plane_shape(&plane, i);
        draw_shape(&view, &shape);
    }
    draw_arrows(&view, item);
    mst_buf_puts(out, "</svg>\n");

    /* The frame comes last, over the edges of shapes. */
    mst_buf_printf(out,
                   "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\""
                   " stroke=\"#8d8473\"/>\n",
                   x, y, view.width, view.height);
    describe_shapes(&plane, describe);
    return y + view.height + 40;
}
