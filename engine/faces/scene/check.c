/* Validation of a scene: a table of fields for each kind of object. A valid scene can be read
 * through model.h without further checks of types and ranges. */
#include <string.h>

#include "faces/scene/plane.h"

enum kind { TEXT, NUMBER, TRUTH, WORD, LIST, OBJECT };

struct field {
    const char *name;
    enum kind kind;
    bool needed;
    int low, high;            /* NUMBER; for LIST the most entries, 0 for any number */
    const char *const *words; /* WORD */
};

static const char *const item_types[] = {"grid", "cards", "lanes", "canvas", "list", "text", NULL};

#define END                                                                                        \
    { NULL, TEXT, false, 0, 0, NULL }
#define TEXT_FIELD(name)                                                                           \
    { name, TEXT, false, 0, 0, NULL }
#define LIST_FIELD(name, most)                                                                     \
    { name, LIST, false, 0, most, NULL }
#define WORD_FIELD(name, words)                                                                    \
    { name, WORD, false, 0, 0, words }
#define SEAT_FIELD                                                                                 \
    { "seat", NUMBER, false, -1, SCENE_SEATS_MAX - 1, NULL }

static const struct field scene_fields[] = {
    TEXT_FIELD("title"),
    TEXT_FIELD("status"),
    {"ply", NUMBER, false, 0, 1000000000, NULL},
    {"to_move", NUMBER, false, -1, SCENE_SEATS_MAX - 1, NULL},
    LIST_FIELD("seats", SCENE_SEATS_MAX),
    LIST_FIELD("items", 64),
    LIST_FIELD("moves", 0),
    LIST_FIELD("arrows", 64),
    END};
static const struct field seat_fields[] = {TEXT_FIELD("name"),
                                           TEXT_FIELD("letter"),
                                           WORD_FIELD("colour", scene_colours),
                                           {"side", NUMBER, false, 0, SCENE_SEATS_MAX, NULL},
                                           END};
static const struct field item_fields[] = {{"type", WORD, true, 0, 0, item_types}, END};
static const struct field grid_fields[] = {TEXT_FIELD("name"),
                                           {"columns", NUMBER, true, 1, SCENE_SIDE_MAX, NULL},
                                           {"rows", NUMBER, true, 1, SCENE_SIDE_MAX, NULL},
                                           LIST_FIELD("column_names", SCENE_SIDE_MAX),
                                           LIST_FIELD("row_names", SCENE_SIDE_MAX),
                                           LIST_FIELD("cells", 0),
                                           {"stacks", TRUTH, false, 0, 0, NULL},
                                           END};
static const struct field cell_fields[] = {TEXT_FIELD("zone"),
                                           {"column", NUMBER, true, 0, SCENE_SIDE_MAX, NULL},
                                           {"row", NUMBER, true, 0, SCENE_SIDE_MAX, NULL},
                                           {"void", TRUTH, false, 0, 0, NULL},
                                           {"ground", OBJECT, false, 0, 0, NULL},
                                           WORD_FIELD("mark", scene_cell_marks),
                                           LIST_FIELD("stack", SCENE_STACK_MAX),
                                           END};
static const struct field ground_fields[] = {TEXT_FIELD("name"), TEXT_FIELD("short"),
                                             TEXT_FIELD("label"),
                                             WORD_FIELD("colour", scene_colours), END};
static const struct field piece_fields[] = {TEXT_FIELD("text"),
                                            TEXT_FIELD("letter"),
                                            TEXT_FIELD("name"),
                                            SEAT_FIELD,
                                            WORD_FIELD("shape", scene_shapes),
                                            WORD_FIELD("facing", scene_facings),
                                            LIST_FIELD("marks", 16),
                                            END};
static const struct field mark_fields[] = {TEXT_FIELD("text"), TEXT_FIELD("name"), END};
static const struct field list_fields[] = {TEXT_FIELD("title"), SEAT_FIELD,
                                           WORD_FIELD("mark", scene_cell_marks),
                                           LIST_FIELD("entries", 0), END};
static const struct field entry_fields[] = {TEXT_FIELD("text"),
                                            TEXT_FIELD("name"),
                                            SEAT_FIELD,
                                            {"count", NUMBER, false, 0, 9999, NULL},
                                            END};
static const struct field row_fields[] = {TEXT_FIELD("title"),      TEXT_FIELD("zone"),
                                          TEXT_FIELD("move"),       SEAT_FIELD,
                                          LIST_FIELD("cards", 256), END};
static const struct field card_fields[] = {TEXT_FIELD("text"),
                                           TEXT_FIELD("value"),
                                           TEXT_FIELD("suit"),
                                           TEXT_FIELD("caption"),
                                           TEXT_FIELD("name"),
                                           TEXT_FIELD("zone"),
                                           TEXT_FIELD("move"),
                                           {"face", TRUTH, false, 0, 0, NULL},
                                           SEAT_FIELD,
                                           WORD_FIELD("colour", scene_colours),
                                           {"count", NUMBER, false, 0, 9999, NULL},
                                           WORD_FIELD("mark", scene_cell_marks),
                                           LIST_FIELD("marks", 16),
                                           END};
static const struct field lanes_fields[] = {
    TEXT_FIELD("title"),
    {"near", NUMBER, false, 0, SCENE_LANE_SIDES_MAX - 1, NULL},
    LIST_FIELD("sides", SCENE_LANE_SIDES_MAX),
    LIST_FIELD("lanes", SCENE_LANES_MAX),
    END};
static const struct field lanes_side_fields[] = {TEXT_FIELD("title"), SEAT_FIELD, END};
static const struct field lane_fields[] = {TEXT_FIELD("name"),
                                           TEXT_FIELD("zone"),
                                           TEXT_FIELD("move"),
                                           {"marker", OBJECT, false, 0, 0, NULL},
                                           WORD_FIELD("mark", scene_cell_marks),
                                           LIST_FIELD("sides", SCENE_LANE_SIDES_MAX),
                                           END};
static const struct field marker_fields[] = {TEXT_FIELD("text"), TEXT_FIELD("name"), SEAT_FIELD,
                                             END};
static const struct field lane_side_fields[] = {TEXT_FIELD("zone"),
                                                {"slots", NUMBER, false, 0, 64, NULL},
                                                LIST_FIELD("cards", SCENE_STACK_MAX),
                                                LIST_FIELD("front", SCENE_STACK_MAX),
                                                END};
#define FAR_FIELD(name, needed, low)                                                               \
    { name, NUMBER, needed, low, SCENE_PLANE_FAR, NULL }
static const struct field plane_fields[] = {TEXT_FIELD("title"),
                                            TEXT_FIELD("unit"),
                                            FAR_FIELD("left", false, -SCENE_PLANE_FAR),
                                            FAR_FIELD("bottom", false, -SCENE_PLANE_FAR),
                                            FAR_FIELD("width", true, 1),
                                            FAR_FIELD("height", true, 1),
                                            LIST_FIELD("shapes", SCENE_PLANE_SHAPES_MAX),
                                            END};
static const struct field shape_fields[] = {{"shape", WORD, true, 0, 0, scene_plane_shapes},
                                            WORD_FIELD("fill", scene_plane_fills),
                                            FAR_FIELD("x", false, -SCENE_PLANE_FAR),
                                            FAR_FIELD("y", false, -SCENE_PLANE_FAR),
                                            {"turn", NUMBER, false, -360, 360, NULL},
                                            {"front", TRUTH, false, 0, 0, NULL},
                                            {"arrow", TRUTH, false, 0, 0, NULL},
                                            LIST_FIELD("points", SCENE_PLANE_POINTS_MAX),
                                            TEXT_FIELD("text"),
                                            TEXT_FIELD("letter"),
                                            TEXT_FIELD("name"),
                                            TEXT_FIELD("zone"),
                                            TEXT_FIELD("move"),
                                            SEAT_FIELD,
                                            WORD_FIELD("colour", scene_colours),
                                            WORD_FIELD("mark", scene_cell_marks),
                                            LIST_FIELD("marks", 16),
                                            END};
/* What a shape needs besides, by enum scene_plane_kind. */
static const struct field circle_fields[] = {FAR_FIELD("x", true, -SCENE_PLANE_FAR),
                                             FAR_FIELD("y", true, -SCENE_PLANE_FAR),
                                             FAR_FIELD("radius", true, 1), END};
static const struct field rectangle_fields[] = {
    FAR_FIELD("x", true, -SCENE_PLANE_FAR), FAR_FIELD("y", true, -SCENE_PLANE_FAR),
    FAR_FIELD("width", true, 1), FAR_FIELD("height", true, 1), END};
static const struct field place_fields[] = {FAR_FIELD("x", true, -SCENE_PLANE_FAR),
                                            FAR_FIELD("y", true, -SCENE_PLANE_FAR), END};
static const struct field *const needed_fields[] = {
    [SCENE_PLANE_CIRCLE] = circle_fields, [SCENE_PLANE_RECTANGLE] = rectangle_fields,
    [SCENE_PLANE_POLYGON] = NULL,         [SCENE_PLANE_LINE] = NULL,
    [SCENE_PLANE_TEXT] = place_fields,
};
static const struct field text_fields[] = {TEXT_FIELD("title"), LIST_FIELD("lines", 0), END};
static const struct field move_fields[] = {TEXT_FIELD("move"), LIST_FIELD("zones", 0), END};
static const struct field arrow_fields[] = {SEAT_FIELD, LIST_FIELD("zones", 64), END};

/* The current location, such as "items[2].cells[5]". It is a linked list, so that no text is built
 * unless there is an error. */
struct path {
    const struct path *up;
    const char *name;
    int index; /* -1: not an entry of a list */
};

struct check {
    struct mst_error *error;
    int seats;
    int *drawn; /* places of grids and lanes, and what lies on them, so far */
};

static void write_path(struct mst_buf *buf, const struct path *path) {
    if (path == NULL) {
        mst_buf_puts(buf, "scene");
        return;
    }
    write_path(buf, path->up);
    if (path->name != NULL)
        mst_buf_printf(buf, ".%s", path->name);
    if (path->index >= 0)
        mst_buf_printf(buf, "[%d]", path->index);
}

/* Describe the value that was found; long strings are cut. */
static void write_found(struct mst_buf *buf, const json_t *value) {
    switch (json_typeof(value)) {
    case JSON_OBJECT: mst_buf_puts(buf, "an object"); break;
    case JSON_ARRAY: mst_buf_printf(buf, "a list of %zu", json_array_size(value)); break;
    case JSON_STRING: mst_buf_printf(buf, "'%.40s'", json_string_value(value)); break;
    case JSON_INTEGER: mst_buf_int(buf, (int64_t)json_integer_value(value)); break;
    case JSON_REAL: mst_buf_puts(buf, "a number with a fraction"); break;
    case JSON_TRUE: mst_buf_puts(buf, "true"); break;
    case JSON_FALSE: mst_buf_puts(buf, "false"); break;
    default: mst_buf_puts(buf, "nothing"); break;
    }
}

static enum mst_status check_refuse(const struct check *check, const struct path *path,
                                    const char *expected, const json_t *found, const char *hint) {
    struct mst_buf place = {0}, what = {0};
    write_path(&place, path);
    if (found == NULL)
        mst_buf_puts(&what, "nothing");
    else
        write_found(&what, found);
    mst_fail(check->error, MST_SCRIPT_ERROR, "", "%s: expected %s, got %s%s%s%s",
             mst_buf_text(&place), expected, mst_buf_text(&what), hint ? "; did you mean '" : "",
             hint ? hint : "", hint ? "'?" : "");
    mst_buf_clear(&place);
    mst_buf_clear(&what);
    return MST_SCRIPT_ERROR;
}

static enum mst_status refuse_number(const struct check *check, const struct path *path, int low,
                                     int high, const json_t *found) {
    struct mst_buf expected = {0};
    mst_buf_printf(&expected, "an integer from %d to %d", low, high);
    enum mst_status status = check_refuse(check, path, mst_buf_text(&expected), found, NULL);
    mst_buf_clear(&expected);
    return status;
}

static bool check_has_word(const char *const *words, const char *word) {
    while (*words != NULL && strcmp(*words, word) != 0)
        words++;
    return *words != NULL;
}

static enum mst_status refuse_word(const struct check *check, const struct path *path,
                                   const char *const *words, const json_t *found) {
    struct mst_nearest nearest = {.wanted = json_is_string(found) ? json_string_value(found) : ""};
    struct mst_buf expected = {0};
    mst_buf_puts(&expected, "one of");
    for (int i = 0; words[i] != NULL; i++) {
        mst_buf_printf(&expected, "%s '%s'", i > 0 ? "," : "", words[i]);
        mst_nearest_offer(&nearest, words[i]);
    }
    enum mst_status status =
        check_refuse(check, path, mst_buf_text(&expected), found, nearest.best);
    mst_buf_clear(&expected);
    return status;
}

static bool in_range(const json_t *value, int low, int high) {
    return json_is_integer(value) && json_integer_value(value) >= low &&
           json_integer_value(value) <= high;
}

static enum mst_status check_value(const struct check *check, const struct path *path,
                                   const struct field *field, const json_t *value) {
    switch (field->kind) {
    case TEXT:
        return json_is_string(value) ? MST_OK : check_refuse(check, path, "a string", value, NULL);
    case NUMBER:
        return in_range(value, field->low, field->high)
                   ? MST_OK
                   : refuse_number(check, path, field->low, field->high, value);
    case TRUTH:
        return json_is_boolean(value) ? MST_OK
                                      : check_refuse(check, path, "true or false", value, NULL);
    case WORD:
        return json_is_string(value) && check_has_word(field->words, json_string_value(value))
                   ? MST_OK
                   : refuse_word(check, path, field->words, value);
    case OBJECT:
        return json_is_object(value) ? MST_OK : check_refuse(check, path, "an object", value, NULL);
    case LIST: break;
    }
    if (json_is_object(value) && json_object_size(value) == 0)
        return MST_OK; /* an empty Lua table may be encoded as an object */
    if (!json_is_array(value))
        return check_refuse(check, path, "a list", value, NULL);
    if (field->high > 0 && json_array_size(value) > (size_t)field->high)
        return check_refuse(check, path, "a shorter list", value, NULL);
    return MST_OK;
}

static enum mst_status check_fields(const struct check *check, const struct path *path,
                                    const json_t *object, const struct field *fields) {
    if (!json_is_object(object))
        return check_refuse(check, path, "an object", object, NULL);
    for (; fields->name != NULL; fields++) {
        const json_t *value = json_object_get(object, fields->name);
        struct path here = {path, fields->name, -1};
        struct field field = *fields;
        if (field.kind == NUMBER &&
            (strcmp(field.name, "seat") == 0 || strcmp(field.name, "to_move") == 0))
            field.high = check->seats - 1;
        if (value == NULL || json_is_null(value)) {
            if (!field.needed)
                continue;
            value = NULL;
        }
        if (value == NULL && field.kind == NUMBER)
            return refuse_number(check, &here, field.low, field.high, NULL);
        if (value == NULL)
            return refuse_word(check, &here, field.words, NULL);
        enum mst_status status = check_value(check, &here, &field, value);
        if (status != MST_OK)
            return status;
    }
    return MST_OK;
}

typedef enum mst_status (*entry_check)(const struct check *check, const struct path *path,
                                       const json_t *entry, const json_t *owner);

static enum mst_status check_list(const struct check *check, const struct path *path,
                                  const json_t *owner, const char *key, entry_check each) {
    const json_t *list = json_object_get(owner, key);
    enum mst_status status = MST_OK;
    for (size_t i = 0; i < json_array_size(list) && status == MST_OK; i++) {
        struct path here = {path, key, (int)i};
        status = each(check, &here, json_array_get(list, i), owner);
    }
    return status;
}

/* Count what is drawn: a scene of a few tables can have very many places. */
static enum mst_status add_drawn(const struct check *check, int more) {
    *check->drawn += more;
    return *check->drawn <= SCENE_DRAWN_MAX
               ? MST_OK
               : mst_fail(check->error, MST_SCRIPT_ERROR, "",
                          "the scene is too large to draw: it has more than %d places, "
                          "pieces and cards",
                          SCENE_DRAWN_MAX);
}

static enum mst_status check_text(const struct check *check, const struct path *path,
                                  const json_t *entry, const json_t *owner) {
    (void)owner;
    return json_is_string(entry) ? MST_OK : check_refuse(check, path, "a string", entry, NULL);
}

static enum mst_status check_seat(const struct check *check, const struct path *path,
                                  const json_t *entry, const json_t *owner) {
    (void)owner;
    return check_fields(check, path, entry, seat_fields);
}

static enum mst_status check_mark(const struct check *check, const struct path *path,
                                  const json_t *entry, const json_t *owner) {
    (void)owner;
    return check_fields(check, path, entry, mark_fields);
}

static enum mst_status check_entry(const struct check *check, const struct path *path,
                                   const json_t *entry, const json_t *owner) {
    (void)owner;
    return check_fields(check, path, entry, entry_fields);
}

static enum mst_status check_piece(const struct check *check, const struct path *path,
                                   const json_t *entry, const json_t *owner) {
    (void)owner;
    enum mst_status status = check_fields(check, path, entry, piece_fields);
    if (status == MST_OK)
        status = add_drawn(check, 1);
    return status != MST_OK ? status : check_list(check, path, entry, "marks", check_mark);
}

/* Check that the place is inside the grid of the cell. */
static enum mst_status check_place(const struct check *check, const struct path *path,
                                   const json_t *cell, const char *key, const json_t *grid,
                                   const char *side) {
    int high = (int)json_integer_value(json_object_get(grid, side)) - 1;
    const json_t *value = json_object_get(cell, key);
    struct path here = {path, key, -1};
    return in_range(value, 0, high) ? MST_OK : refuse_number(check, &here, 0, high, value);
}

static enum mst_status check_cell(const struct check *check, const struct path *path,
                                  const json_t *entry, const json_t *owner) {
    enum mst_status status = check_fields(check, path, entry, cell_fields);
    if (status == MST_OK)
        status = check_place(check, path, entry, "column", owner, "columns");
    if (status == MST_OK)
        status = check_place(check, path, entry, "row", owner, "rows");
    const json_t *ground = json_object_get(entry, "ground");
    struct path here = {path, "ground", -1};
    if (status == MST_OK && ground != NULL && !json_is_null(ground))
        status = check_fields(check, &here, ground, ground_fields);
    return status != MST_OK ? status : check_list(check, path, entry, "stack", check_piece);
}

/* Check that no two cells of a grid share a place: the second would hide the first. */
static enum mst_status check_double(const struct check *check, const struct path *path,
                                    const json_t *grid) {
    bool taken[SCENE_SIDE_MAX * SCENE_SIDE_MAX] = {false};
    const json_t *cells = json_object_get(grid, "cells");
    for (size_t i = 0; i < json_array_size(cells); i++) {
        const json_t *cell = json_array_get(cells, i);
        size_t column = (size_t)json_integer_value(json_object_get(cell, "column"));
        size_t row = (size_t)json_integer_value(json_object_get(cell, "row"));
        struct path here = {path, "cells", (int)i};
        if (taken[row * SCENE_SIDE_MAX + column])
            return check_refuse(check, &here, "one cell for each column and row", cell, NULL);
        taken[row * SCENE_SIDE_MAX + column] = true;
    }
    return MST_OK;
}

static enum mst_status check_grid(const struct check *check, const struct path *path,
                                  const json_t *item) {
    enum mst_status status = check_fields(check, path, item, grid_fields);
    if (status == MST_OK)
        status = add_drawn(check, scene_int(item, "columns", 1) * scene_int(item, "rows", 1));
    if (status == MST_OK)
        status = check_list(check, path, item, "column_names", check_text);
    if (status == MST_OK)
        status = check_list(check, path, item, "row_names", check_text);
    if (status == MST_OK)
        status = check_list(check, path, item, "cells", check_cell);
    return status != MST_OK ? status : check_double(check, path, item);
}

/* A face-down card must have no data of its face, because that would leak a secret. */
static enum mst_status check_card(const struct check *check, const struct path *path,
                                  const json_t *entry, const json_t *owner) {
    static const char *const of_faces[] = {"value", "suit", "caption"};
    (void)owner;
    enum mst_status status = check_fields(check, path, entry, card_fields);
    if (status == MST_OK)
        status = add_drawn(check, 1);
    for (int i = 0; i < 3 && status == MST_OK && json_is_false(json_object_get(entry, "face"));
         i++) {
        const json_t *value = json_object_get(entry, of_faces[i]);
        struct path here = {path, of_faces[i], -1};
        if (value != NULL && !json_is_null(value))
            status = check_refuse(check, &here, "nothing on a face-down card", value, NULL);
    }
    return status != MST_OK ? status : check_list(check, path, entry, "marks", check_mark);
}

static enum mst_status check_lanes_side(const struct check *check, const struct path *path,
                                        const json_t *entry, const json_t *owner) {
    (void)owner;
    return check_fields(check, path, entry, lanes_side_fields);
}

static enum mst_status check_lane_side(const struct check *check, const struct path *path,
                                       const json_t *entry, const json_t *owner) {
    (void)owner;
    enum mst_status status = check_fields(check, path, entry, lane_side_fields);
    if (status == MST_OK)
        status = check_list(check, path, entry, "cards", check_card);
    return status != MST_OK ? status : check_list(check, path, entry, "front", check_card);
}

static enum mst_status check_lane(const struct check *check, const struct path *path,
                                  const json_t *entry, const json_t *owner) {
    (void)owner;
    enum mst_status status = check_fields(check, path, entry, lane_fields);
    const json_t *marker = json_object_get(entry, "marker");
    struct path here = {path, "marker", -1};
    if (status == MST_OK && marker != NULL && !json_is_null(marker))
        status = check_fields(check, &here, marker, marker_fields);
    return status != MST_OK ? status : check_list(check, path, entry, "sides", check_lane_side);
}

/* Check that lanes have at least two sides, one of them near, and that no lane has more sides. */
static enum mst_status check_lanes(const struct check *check, const struct path *path,
                                   const json_t *item) {
    enum mst_status status = check_fields(check, path, item, lanes_fields);
    const json_t *sides = json_object_get(item, "sides");
    const json_t *near = json_object_get(item, "near");
    const json_t *lanes = json_object_get(item, "lanes");
    int count = (int)json_array_size(sides);
    struct path at_sides = {path, "sides", -1}, at_near = {path, "near", -1};
    if (status == MST_OK && count < 2)
        status = check_refuse(check, &at_sides, "a list of at least two sides", sides, NULL);
    if (status == MST_OK)
        status = check_list(check, path, item, "sides", check_lanes_side);
    if (status == MST_OK && near != NULL && !json_is_null(near) && !in_range(near, 0, count - 1))
        status = refuse_number(check, &at_near, 0, count - 1, near);
    if (status == MST_OK)
        status = check_list(check, path, item, "lanes", check_lane);
    for (size_t i = 0; i < json_array_size(lanes) && status == MST_OK; i++) {
        const json_t *here = json_object_get(json_array_get(lanes, i), "sides");
        struct path lane = {path, "lanes", (int)i}, at = {&lane, "sides", -1};
        if ((int)json_array_size(here) > count)
            status = check_refuse(check, &at, "no more sides than the item has", here, NULL);
    }
    struct scene_lanes drawn = {0};
    if (status == MST_OK)
        drawn = scene_lanes(NULL, item);
    for (int side = 0; side < drawn.sides && status == MST_OK; side++)
        status = add_drawn(check, drawn.count * (drawn.depth[side] + drawn.front[side]));
    return status;
}

static enum mst_status check_row(const struct check *check, const struct path *path,
                                 const json_t *item) {
    enum mst_status status = check_fields(check, path, item, row_fields);
    return status != MST_OK ? status : check_list(check, path, item, "cards", check_card);
}

/* Check that the point of a polygon or line is a list of two coordinates. */
static enum mst_status check_point(const struct check *check, const struct path *path,
                                   const json_t *entry, const json_t *owner) {
    (void)owner;
    if (!json_is_array(entry) || json_array_size(entry) != 2)
        return check_refuse(check, path, "a list of two integers, x and y", entry, NULL);
    for (int i = 0; i < 2; i++) {
        const json_t *value = json_array_get(entry, (size_t)i);
        struct path here = {path, NULL, i};
        if (!in_range(value, -SCENE_PLANE_FAR, SCENE_PLANE_FAR))
            return refuse_number(check, &here, -SCENE_PLANE_FAR, SCENE_PLANE_FAR, value);
    }
    return add_drawn(check, 1);
}

static enum mst_status check_shape(const struct check *check, const struct path *path,
                                   const json_t *entry, const json_t *owner) {
    (void)owner;
    enum mst_status status = check_fields(check, path, entry, shape_fields);
    if (status == MST_OK)
        status = add_drawn(check, 1);
    if (status != MST_OK)
        return status;
    int kind = scene_word(entry, "shape", scene_plane_shapes, 0);
    const json_t *points = json_object_get(entry, "points");
    struct path here = {path, "points", -1};
    if (needed_fields[kind])
        status = check_fields(check, path, entry, needed_fields[kind]);
    if (status == MST_OK && kind == SCENE_PLANE_POLYGON && json_array_size(points) < 3)
        return check_refuse(check, &here, "a list of at least three points", points, NULL);
    if (status == MST_OK && kind == SCENE_PLANE_LINE && json_array_size(points) < 2)
        return check_refuse(check, &here, "a list of at least two points", points, NULL);
    if (status == MST_OK)
        status = check_list(check, path, entry, "points", check_point);
    return status != MST_OK ? status : check_list(check, path, entry, "marks", check_mark);
}

static enum mst_status check_plane(const struct check *check, const struct path *path,
                                   const json_t *item) {
    enum mst_status status = check_fields(check, path, item, plane_fields);
    return status != MST_OK ? status : check_list(check, path, item, "shapes", check_shape);
}

static enum mst_status check_item(const struct check *check, const struct path *path,
                                  const json_t *entry, const json_t *owner) {
    (void)owner;
    enum mst_status status = check_fields(check, path, entry, item_fields);
    if (status != MST_OK)
        return status;
    const char *type = json_string_value(json_object_get(entry, "type"));
    if (strcmp(type, "grid") == 0)
        return check_grid(check, path, entry);
    if (strcmp(type, "cards") == 0)
        return check_row(check, path, entry);
    if (strcmp(type, "lanes") == 0)
        return check_lanes(check, path, entry);
    if (strcmp(type, "canvas") == 0)
        return check_plane(check, path, entry);
    bool is_list = strcmp(type, "list") == 0;
    status = check_fields(check, path, entry, is_list ? list_fields : text_fields);
    if (status != MST_OK)
        return status;
    return is_list ? check_list(check, path, entry, "entries", check_entry)
                   : check_list(check, path, entry, "lines", check_text);
}

static enum mst_status check_move(const struct check *check, const struct path *path,
                                  const json_t *entry, const json_t *owner) {
    (void)owner;
    enum mst_status status = check_fields(check, path, entry, move_fields);
    return status != MST_OK ? status : check_list(check, path, entry, "zones", check_text);
}

static enum mst_status check_arrow(const struct check *check, const struct path *path,
                                   const json_t *entry, const json_t *owner) {
    (void)owner;
    enum mst_status status = check_fields(check, path, entry, arrow_fields);
    return status != MST_OK ? status : check_list(check, path, entry, "zones", check_text);
}

enum mst_status scene_check(const json_t *scene, struct mst_error *error) {
    int drawn = 0;
    struct check check = {error, (int)json_array_size(json_object_get(scene, "seats")), &drawn};
    enum mst_status status = check_fields(&check, NULL, scene, scene_fields);
    if (status == MST_OK)
        status = check_list(&check, NULL, scene, "seats", check_seat);
    if (status == MST_OK)
        status = check_list(&check, NULL, scene, "items", check_item);
    if (status == MST_OK)
        status = check_list(&check, NULL, scene, "moves", check_move);
    return status != MST_OK ? status : check_list(&check, NULL, scene, "arrows", check_arrow);
}
