/* Access to the free canvas of a checked scene: see plane.h. */
#include "faces/scene/plane.h"

#include <assert.h>
#include <string.h>

const char *const scene_plane_shapes[] = {"circle", "rectangle", "polygon", "line", "text", NULL};
const char *const scene_plane_fills[] = {"solid", "ground", "none", NULL};

struct scene_plane scene_plane_read(const json_t *scene, const json_t *item) {
    const json_t *shapes = scene_list(item, "shapes");
    return (struct scene_plane){.scene = scene,
                                .shapes = shapes,
                                .title = scene_str(item, "title", ""),
                                .unit = scene_str(item, "unit", ""),
                                .left = scene_int(item, "left", 0),
                                .bottom = scene_int(item, "bottom", 0),
                                .width = scene_int(item, "width", 1),
                                .height = scene_int(item, "height", 1),
                                .count = (int)json_array_size(shapes)};
}

struct scene_point scene_plane_point(const struct scene_plane_shape *shape, int index) {
    const json_t *pair = json_array_get(shape->points, (size_t)index);
    return (struct scene_point){(int)json_integer_value(json_array_get(pair, 0)),
                                (int)json_integer_value(json_array_get(pair, 1))};
}

/* The middle of the box of the points. */
static void find_middle(struct scene_plane_shape *shape) {
    struct scene_point low = scene_plane_point(shape, 0), high = low;
    for (int i = 1; i < (int)json_array_size(shape->points); i++) {
        struct scene_point point = scene_plane_point(shape, i);
        low.x = point.x < low.x ? point.x : low.x;
        low.y = point.y < low.y ? point.y : low.y;
        high.x = point.x > high.x ? point.x : high.x;
        high.y = point.y > high.y ? point.y : high.y;
    }
    shape->x = (low.x + high.x) / 2;
    shape->y = (low.y + high.y) / 2;
}

struct scene_plane_shape scene_plane_shape(const struct scene_plane *plane, int index) {
    const json_t *json = json_array_get(plane->shapes, (size_t)index);
    struct scene_plane_shape shape = {
        /* From 0 to 359, as the table of sines is made for. */
        .kind = (enum scene_plane_kind)scene_word(json, "shape", scene_plane_shapes, 0),
        .fill = (enum scene_plane_fill)scene_word(json, "fill", scene_plane_fills, 0),
        .radius = scene_int(json, "radius", 0),
        .width = scene_int(json, "width", 0),
        .height = scene_int(json, "height", 0),
        .turn = (scene_int(json, "turn", 0) + 360) % 360,
        .turned = json_is_integer(json_object_get(json, "turn")),
        .front = json_is_true(json_object_get(json, "front")) ||
                 json_is_true(json_object_get(json, "arrow")),
        .points = scene_list(json, "points"),
        .text = scene_str(json, "text", ""),
        .name = scene_str(json, "name", ""),
        .zone = scene_str(json, "zone", NULL),
        .move = scene_str(json, "move", NULL),
        .seat = scene_int(json, "seat", -1),
        .mark = (enum scene_cell_mark)scene_word(json, "mark", scene_cell_marks, -1),
        .marks = scene_list(json, "marks"),
    };

    /* A solid shape is a piece and shows the letter of its seat; areas and lines do not. */
    struct scene_seat seat = scene_seat(plane->scene, shape.seat);
    /* The letter of a seat marks its pieces, not areas or lines. */
    bool own = scene_plane_is_piece(&shape);
    shape.colour = (enum scene_colour)scene_word(json, "colour", scene_colours, (int)seat.colour);
    shape.letter = scene_str(json, "letter", own ? seat.letter : "");
    if (!strcmp(shape.letter, shape.text))
        shape.letter = "";
    if (shape.points && json_array_size(shape.points))
        find_middle(&shape);
    /* Coordinates that are given come before the middle of the points. */
    shape.x = scene_int(json, "x", shape.x);
    shape.y = scene_int(json, "y", shape.y);
    return shape;
}

int scene_plane_find(const json_t *item, const char *zone) {
    const json_t *shapes = scene_list(item, "shapes");
    for (size_t i = 0; i < json_array_size(shapes); i++) {
        const char *own = scene_str(json_array_get(shapes, i), "zone", NULL);
        if (own && !strcmp(own, zone))
            return (int)i;
    }
    return -1;
}

bool scene_plane_is_piece(const struct scene_plane_shape *shape) {
    return shape->fill == SCENE_FILL_SOLID && shape->kind != SCENE_PLANE_LINE &&
           shape->kind != SCENE_PLANE_TEXT;
}

/* ---- geometry -------------------------------------------------------------------------------- */

enum { ONE = 10000 };

/* The sine of a number of degrees from 0 to 359, in parts of ONE. */
static int64_t sine(int degrees) {
    assert(degrees >= 0 && degrees < 360);
    static const short quarter[] = {
        0,    175,  349,  523,  698,  872,  1045, 1219, 1392, 1564, 1736, 1908, 2079,
        2250, 2419, 2588, 2756, 2924, 3090, 3256, 3420, 3584, 3746, 3907, 4067, 4226,
        4384, 4540, 4695, 4848, 5000, 5150, 5299, 5446, 5592, 5736, 5878, 6018, 6157,
        6293, 6428, 6561, 6691, 6820, 6947, 7071, 7193, 7314, 7431, 7547, 7660, 7771,
        7880, 7986, 8090, 8192, 8290, 8387, 8480, 8572, 8660, 8746, 8829, 8910, 8988,
        9063, 9135, 9205, 9272, 9336, 9397, 9455, 9511, 9563, 9613, 9659, 9703, 9744,
        9781, 9816, 9848, 9877, 9903, 9925, 9945, 9962, 9976, 9986, 9994, 9998, 10000};
    int half = degrees % 180;
    /* The second quarter mirrors the first. */
    int value = quarter[half <= 90 ? half : 180 - half];
    return degrees < 180 ? value : -value;
}

int scene_plane_corners(const struct scene_plane_shape *shape, struct scene_point *corners) {
    static const int ways[4][2] = {{-1, 1}, {1, 1}, {1, -1}, {-1, -1}};

    if (shape->kind == SCENE_PLANE_RECTANGLE) {
        /* Turned clockwise, as compasses turn. */
        int64_t s = sine(shape->turn), c = sine((shape->turn + 90) % 360);
        int64_t half = SCENE_PLANE_FINE / 2;
        for (int i = 0; i < 4; i++) {
            int64_t x = ways[i][0] * half * shape->width, y = ways[i][1] * half * shape->height;
            corners[i].x = shape->x * SCENE_PLANE_FINE + (int)((x * c + y * s) / ONE);
            corners[i].y = shape->y * SCENE_PLANE_FINE + (int)((y * c - x * s) / ONE);
        }
        return 4;
    }
    int count = (int)json_array_size(shape->points);
    for (int i = 0; i < count; i++) {
        struct scene_point point = scene_plane_point(shape, i);
        corners[i] = (struct scene_point){point.x * SCENE_PLANE_FINE, point.y * SCENE_PLANE_FINE};
    }
    return count;
}

int64_t scene_plane_root(int64_t value) {
    assert(value >= 0);
    int64_t root = 0;
    /* Bit by bit from the highest: exact, which a floating-point root need not be. */
    for (int64_t bit = INT64_C(1) << 31; bit; bit >>= 1)
        if ((root + bit) * (root + bit) <= value)
            root += bit;
    return root;
}

int scene_plane_tick(int length, int most) {
    assert(most > 0);
    static const int steps[] = {1, 2, 5};
    /* 1, 2 or 5 times a power of ten, the first that needs few enough marks. */
    for (int power = 1;; power *= 10)
        for (int i = 0; i < 3; i++)
            if (length / (steps[i] * power) <= most || power > SCENE_PLANE_FAR)
                return steps[i] * power;
}

int scene_plane_first_tick(int from, int tick) {
    assert(tick > 0);
    int first = from / tick * tick;
    return first < from ? first + tick : first;
}

/* ---- words ----------------------------------------------------------------------------------- */

void scene_plane_words(struct mst_buf *out, const struct scene_plane *plane,
                       const struct scene_plane_shape *shape) {
    /* A name says more than what is written on the shape. */
    if (*shape->name)
        mst_buf_puts(out, shape->name);
    else
        mst_buf_printf(out, "%s%s", shape->letter, shape->text);
    mst_buf_printf(out, " at %d, %d%s%s", shape->x, shape->y, *plane->unit ? " " : "", plane->unit);
    if (shape->turned)
        mst_buf_printf(out, ", turned to %d degrees", shape->turn);
    for (size_t i = 0; i < json_array_size(shape->marks); i++) {
        const json_t *mark = json_array_get(shape->marks, i);
        mst_buf_printf(out, " with %s", scene_str(mark, "name", scene_str(mark, "text", "*")));
    }
}

void scene_plane_legend(struct scene_legend *legend, const struct scene_plane *plane) {
    for (int i = 0; i < plane->count; i++) {
        struct scene_plane_shape shape = scene_plane_shape(plane, i);
        scene_legend_mark(legend, shape.mark);
        if (shape.fill == SCENE_FILL_GROUND && *shape.text)
            scene_legend_sign(legend->grounds, &legend->ground_count,
                              (struct scene_sign){shape.text, shape.name, shape.colour});
        for (size_t k = 0; k < json_array_size(shape.marks); k++) {
            const json_t *mark = json_array_get(shape.marks, k);
            scene_legend_sign(legend->marks, &legend->mark_count,
                              (struct scene_sign){scene_str(mark, "text", "*"),
                                                  scene_str(mark, "name", ""), SCENE_GREY});
        }
    }
}
