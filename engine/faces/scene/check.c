/* Validation of a scene. One nested table describes it: a row for each field, and in the row of a
 * list or an object the table of what lies within. check_object alone reads the table; what a row
 * cannot say is in a few functions beside their tables. A valid scene can be read through model.h
 * without further checks of types and ranges. */
#include <assert.h>
#include <string.h>

#include "faces/scene/plane.h"

enum kind { TEXT, NUMBER, TRUTH, WORD, LIST, OBJECT };

struct field {
    const char *name;
    enum kind kind;
    bool needed;               /* NUMBER and WORD only */
    int low, high;             /* NUMBER; for LIST the most entries, 0 for any number */
    const char *const *words;  /* WORD */
    const struct table *child; /* OBJECT: its table; LIST: that of each entry */
};

struct check;
struct path;

/* A check that takes more than one field. `owner` is the object that holds `value`. */
typedef enum mst_status (*rule)(const struct check *check, const struct path *path,
                                const json_t *value, const json_t *owner);

struct table {
    const struct field *fields; /* NULL: not an object, and `before` checks all of it */
    int drawn;                  /* how much it adds to what is drawn */
    rule before, after;         /* run before and after the children; may be NULL */
};

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
                                    const char *expected, const json_t *found, const char *near) {
    struct mst_buf place = {0}, what = {0};
    char hint[MST_HINT_SIZE];
    write_path(&place, path);
    if (found == NULL)
        mst_buf_puts(&what, "nothing");
    else
        write_found(&what, found);
    mst_fail(check->error, MST_SCRIPT_ERROR, "", "%s: expected %s, got %s%s", mst_buf_text(&place),
             expected, mst_buf_text(&what), mst_hint(near, hint));
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

/* Count what is drawn: a scene of a few tables can have very many places. */
static enum mst_status add_drawn(const struct check *check, int more) {
    assert(more >= 0);
    *check->drawn += more;
    return *check->drawn <= SCENE_DRAWN_MAX
               ? MST_OK
               : mst_fail(check->error, MST_SCRIPT_ERROR, "",
                          "the scene is too large to draw: it has more than %d places, "
                          "pieces and cards",
                          SCENE_DRAWN_MAX);
}

/* Is there a value? Lua's absent fields may come as null. */
static bool is_given(const json_t *value) {
    return value != NULL && !json_is_null(value);
}

/* Check the type and range of each field, but not what lies within. */
static enum mst_status check_fields(const struct check *check, const struct path *path,
                                    const json_t *object, const struct field *fields) {
    if (!json_is_object(object))
        return check_refuse(check, path, "an object", object, NULL);

    for (; fields->name != NULL; fields++) {
        const json_t *value = json_object_get(object, fields->name);
        struct path here = {path, fields->name, -1};
        struct field field = *fields;
        assert(!field.needed || field.kind == NUMBER || field.kind == WORD);

        /* The highest seat depends on the scene, so the table cannot hold it. */
        if (field.kind == NUMBER &&
            (strcmp(field.name, "seat") == 0 || strcmp(field.name, "to_move") == 0))
            field.high = check->seats - 1;

        enum mst_status status = MST_OK;
        if (is_given(value))
            status = check_value(check, &here, &field, value);
        else if (field.needed && field.kind == NUMBER)
            status = refuse_number(check, &here, field.low, field.high, NULL);
        else if (field.needed)
            status = refuse_word(check, &here, field.words, NULL);
        if (status != MST_OK)
            return status;
    }
    return MST_OK;
}

static enum mst_status check_object(const struct check *check, const struct path *path,
                                    const json_t *value, const json_t *owner,
                                    const struct table *table);

static enum mst_status check_list(const struct check *check, const struct path *path,
                                  const json_t *owner, const char *key, const struct table *table) {
    /* An empty Lua table may have come as an object: it has no entries, either. */
    const json_t *list = json_object_get(owner, key);
    enum mst_status status = MST_OK;
    for (size_t i = 0; i < json_array_size(list) && status == MST_OK; i++) {
        struct path here = {path, key, (int)i};
        status = check_object(check, &here, json_array_get(list, i), owner, table);
    }
    return status;
}

/* Check a value and all within. Its own fields come first, so that the rules and the children may
 * rely on their types. */
static enum mst_status check_object(const struct check *check, const struct path *path,
                                    const json_t *value, const json_t *owner,
                                    const struct table *table) {
    assert(table->fields != NULL || table->before != NULL);
    enum mst_status status = MST_OK;
    if (table->fields != NULL)
        status = check_fields(check, path, value, table->fields);

    /* Counted before the children are visited, so that a scene that is too large stops early. */
    if (status == MST_OK)
        status = add_drawn(check, table->drawn);
    if (status == MST_OK && table->before != NULL)
        status = table->before(check, path, value, owner);

    /* A field without a table of its own was checked with its type. An absent child is no fault
     * here: check_fields has refused what is required. */
    const struct field *field = table->fields;
    for (; field != NULL && field->name != NULL && status == MST_OK; field++) {
        const json_t *child = json_object_get(value, field->name);
        struct path here = {path, field->name, -1};
        if (field->child == NULL)
            continue;
        if (field->kind == LIST)
            status = check_list(check, path, value, field->name, field->child);
        else if (is_given(child))
            status = check_object(check, &here, child, value, field->child);
    }

    /* Rules that read the children come last. */
    if (status == MST_OK && table->after != NULL)
        status = table->after(check, path, value, owner);
    return status;
}

/* ---- the tables, the innermost first -------------------------------------------------------- */

#define FIELDS(...)                                                                                \
    (const struct field[]) {                                                                       \
        __VA_ARGS__, {                                                                             \
            .name = NULL                                                                           \
        }                                                                                          \
    }
#define TEXT_FIELD(n)                                                                              \
    { .name = (n), .kind = TEXT }
#define TRUTH_FIELD(n)                                                                             \
    { .name = (n), .kind = TRUTH }
#define WORD_FIELD(n, w)                                                                           \
    { .name = (n), .kind = WORD, .words = (w) }
#define NUMBER_FIELD(n, l, h)                                                                      \
    { .name = (n), .kind = NUMBER, .low = (l), .high = (h) }
#define NEEDED_FIELD(n, l, h)                                                                      \
    { .name = (n), .kind = NUMBER, .needed = true, .low = (l), .high = (h) }
#define OBJECT_FIELD(n, c)                                                                         \
    { .name = (n), .kind = OBJECT, .child = (c) }
#define LIST_FIELD(n, most, c)                                                                     \
    { .name = (n), .kind = LIST, .high = (most), .child = (c) }
#define SEAT_FIELD NUMBER_FIELD("seat", -1, SCENE_SEATS_MAX - 1)
#define COLOUR_FIELD WORD_FIELD("colour", scene_colours)
#define MARK_FIELD WORD_FIELD("mark", scene_cell_marks)

static enum mst_status check_text(const struct check *check, const struct path *path,
                                  const json_t *value, const json_t *owner) {
    (void)owner;
    return json_is_string(value) ? MST_OK : check_refuse(check, path, "a string", value, NULL);
}

static const struct table text_table = {.before = check_text};
static const struct table seat_table = {.fields = FIELDS(TEXT_FIELD("name"), TEXT_FIELD("letter"),
                                                         COLOUR_FIELD,
                                                         NUMBER_FIELD("side", 0, SCENE_SEATS_MAX))};
static const struct table mark_table = {.fields = FIELDS(TEXT_FIELD("text"), TEXT_FIELD("name"))};

/* ---- grids */

static const struct table ground_table = {
    .fields = FIELDS(TEXT_FIELD("name"), TEXT_FIELD("short"), TEXT_FIELD("label"), COLOUR_FIELD)};
static const struct table piece_table = {
    .fields = FIELDS(TEXT_FIELD("text"), TEXT_FIELD("letter"), TEXT_FIELD("name"), SEAT_FIELD,
                     WORD_FIELD("shape", scene_shapes), WORD_FIELD("facing", scene_facings),
                     LIST_FIELD("marks", 16, &mark_table)),
    .drawn = 1};

/* The place of a cell must be inside its grid. */
static enum mst_status check_cell(const struct check *check, const struct path *path,
                                  const json_t *cell, const json_t *grid) {
    static const char *const keys[] = {"column", "row"}, *const sides[] = {"columns", "rows"};
    for (int i = 0; i < 2; i++) {
        int high = (int)json_integer_value(json_object_get(grid, sides[i])) - 1;
        const json_t *value = json_object_get(cell, keys[i]);
        struct path here = {path, keys[i], -1};
        if (!in_range(value, 0, high))
            return refuse_number(check, &here, 0, high, value);
    }
    return MST_OK;
}

static const struct table cell_table = {
    .fields = FIELDS(TEXT_FIELD("zone"), NEEDED_FIELD("column", 0, SCENE_SIDE_MAX),
                     NEEDED_FIELD("row", 0, SCENE_SIDE_MAX), TRUTH_FIELD("void"),
                     OBJECT_FIELD("ground", &ground_table), MARK_FIELD,
                     LIST_FIELD("stack", SCENE_STACK_MAX, &piece_table)),
    .before = check_cell};

/* All places of a grid are drawn, with or without a cell. */
static enum mst_status count_places(const struct check *check, const struct path *path,
                                    const json_t *grid, const json_t *owner) {
    (void)path, (void)owner;
    return add_drawn(check, scene_int(grid, "columns", 1) * scene_int(grid, "rows", 1));
}

/* No two cells of a grid share a place: the second would hide the first. */
static enum mst_status check_double(const struct check *check, const struct path *path,
                                    const json_t *grid, const json_t *owner) {
    (void)owner;
    bool taken[SCENE_SIDE_MAX * SCENE_SIDE_MAX] = {false};
    const json_t *cells = json_object_get(grid, "cells");
    for (size_t i = 0; i < json_array_size(cells); i++) {
        const json_t *cell = json_array_get(cells, i);
        size_t column = (size_t)json_integer_value(json_object_get(cell, "column"));
        size_t row = (size_t)json_integer_value(json_object_get(cell, "row"));
        struct path here = {path, "cells", (int)i};
        assert(column < SCENE_SIDE_MAX && row < SCENE_SIDE_MAX); /* by check_cell */
        if (taken[row * SCENE_SIDE_MAX + column])
            return check_refuse(check, &here, "one cell for each column and row", cell, NULL);
        taken[row * SCENE_SIDE_MAX + column] = true;
    }
    return MST_OK;
}

static const struct table grid_table = {
    .fields = FIELDS(TEXT_FIELD("name"), NEEDED_FIELD("columns", 1, SCENE_SIDE_MAX),
                     NEEDED_FIELD("rows", 1, SCENE_SIDE_MAX),
                     LIST_FIELD("column_names", SCENE_SIDE_MAX, &text_table),
                     LIST_FIELD("row_names", SCENE_SIDE_MAX, &text_table),
                     LIST_FIELD("cells", 0, &cell_table), TRUTH_FIELD("stacks")),
    .before = count_places,
    .after = check_double};

/* ---- cards and lanes */

/* A face-down card must have no data of its face, because that would leak a secret. */
static enum mst_status check_card(const struct check *check, const struct path *path,
                                  const json_t *card, const json_t *owner) {
    static const char *const of_faces[] = {"value", "suit", "caption"};
    (void)owner;
    for (int i = 0; i < 3 && json_is_false(json_object_get(card, "face")); i++) {
        const json_t *value = json_object_get(card, of_faces[i]);
        struct path here = {path, of_faces[i], -1};
        if (is_given(value))
            return check_refuse(check, &here, "nothing on a face-down card", value, NULL);
    }
    return MST_OK;
}

static const struct table card_table = {
    .fields =
        FIELDS(TEXT_FIELD("text"), TEXT_FIELD("value"), TEXT_FIELD("suit"), TEXT_FIELD("caption"),
               TEXT_FIELD("name"), TEXT_FIELD("zone"), TEXT_FIELD("move"), TRUTH_FIELD("face"),
               SEAT_FIELD, COLOUR_FIELD, NUMBER_FIELD("count", 0, 9999), MARK_FIELD,
               LIST_FIELD("marks", 16, &mark_table)),
    .drawn = 1,
    .before = check_card};
static const struct table row_table = {.fields = FIELDS(TEXT_FIELD("title"), TEXT_FIELD("zone"),
                                                        TEXT_FIELD("move"), SEAT_FIELD,
                                                        LIST_FIELD("cards", 256, &card_table))};
static const struct table marker_table = {
    .fields = FIELDS(TEXT_FIELD("text"), TEXT_FIELD("name"), SEAT_FIELD)};
static const struct table lane_side_table = {
    .fields = FIELDS(TEXT_FIELD("zone"), NUMBER_FIELD("slots", 0, 64),
                     LIST_FIELD("cards", SCENE_STACK_MAX, &card_table),
                     LIST_FIELD("front", SCENE_STACK_MAX, &card_table))};
static const struct table lane_table = {
    .fields = FIELDS(TEXT_FIELD("name"), TEXT_FIELD("zone"), TEXT_FIELD("move"),
                     OBJECT_FIELD("marker", &marker_table), MARK_FIELD,
                     LIST_FIELD("sides", SCENE_LANE_SIDES_MAX, &lane_side_table))};
static const struct table lanes_side_table = {.fields = FIELDS(TEXT_FIELD("title"), SEAT_FIELD)};

/* Lanes have at least two sides, one of them near. */
static enum mst_status check_sides(const struct check *check, const struct path *path,
                                   const json_t *item, const json_t *owner) {
    (void)owner;
    const json_t *sides = json_object_get(item, "sides"), *near = json_object_get(item, "near");
    int count = (int)json_array_size(sides);
    struct path at_sides = {path, "sides", -1}, at_near = {path, "near", -1};
    if (count < 2)
        return check_refuse(check, &at_sides, "a list of at least two sides", sides, NULL);

    /* The sides are read here and not through their row: a fault in them comes before `near`. */
    enum mst_status status = check_list(check, path, item, "sides", &lanes_side_table);
    if (status == MST_OK && is_given(near) && !in_range(near, 0, count - 1))
        status = refuse_number(check, &at_near, 0, count - 1, near);
    return status;
}

/* No lane has more sides than the item, and all places of all lanes are drawn. */
static enum mst_status check_lanes(const struct check *check, const struct path *path,
                                   const json_t *item, const json_t *owner) {
    (void)owner;
    const json_t *lanes = json_object_get(item, "lanes");
    size_t count = json_array_size(json_object_get(item, "sides"));
    for (size_t i = 0; i < json_array_size(lanes); i++) {
        const json_t *here = json_object_get(json_array_get(lanes, i), "sides");
        struct path lane = {path, "lanes", (int)i}, at = {&lane, "sides", -1};
        if (json_array_size(here) > count)
            return check_refuse(check, &at, "no more sides than the item has", here, NULL);
    }

    /* Each lane is as deep as the deepest; the cards themselves have been counted already. */
    struct scene_lanes drawn = scene_lanes(NULL, item);
    enum mst_status status = MST_OK;
    for (int side = 0; side < drawn.sides && status == MST_OK; side++)
        status = add_drawn(check, drawn.count * (drawn.depth[side] + drawn.front[side]));
    return status;
}

static const struct table lanes_table = {
    .fields = FIELDS(TEXT_FIELD("title"), NUMBER_FIELD("near", 0, SCENE_LANE_SIDES_MAX - 1),
                     LIST_FIELD("sides", SCENE_LANE_SIDES_MAX, NULL),
                     LIST_FIELD("lanes", SCENE_LANES_MAX, &lane_table)),
    .before = check_sides,
    .after = check_lanes};

/* ---- canvases */

#define FAR_FIELD(n) NUMBER_FIELD(n, -SCENE_PLANE_FAR, SCENE_PLANE_FAR)
#define NEEDED_FAR(n) NEEDED_FIELD(n, -SCENE_PLANE_FAR, SCENE_PLANE_FAR)
#define NEEDED_SIZE(n) NEEDED_FIELD(n, 1, SCENE_PLANE_FAR)

/* The point of a polygon or line is a list of two coordinates. */
static enum mst_status check_point(const struct check *check, const struct path *path,
                                   const json_t *point, const json_t *owner) {
    (void)owner;
    if (!json_is_array(point) || json_array_size(point) != 2)
        return check_refuse(check, path, "a list of two integers, x and y", point, NULL);
    for (int i = 0; i < 2; i++) {
        const json_t *value = json_array_get(point, (size_t)i);
        struct path here = {path, NULL, i};
        if (!in_range(value, -SCENE_PLANE_FAR, SCENE_PLANE_FAR))
            return refuse_number(check, &here, -SCENE_PLANE_FAR, SCENE_PLANE_FAR, value);
    }
    return add_drawn(check, 1);
}

/* The fields that a shape must have, by enum scene_plane_kind. */
static const struct {
    const struct field *fields; /* may be NULL */
    size_t points;
    const char *expected; /* where there are fewer points */
} needs[] = {
    [SCENE_PLANE_CIRCLE] = {FIELDS(NEEDED_FAR("x"), NEEDED_FAR("y"), NEEDED_SIZE("radius")), 0, ""},
    [SCENE_PLANE_RECTANGLE] = {FIELDS(NEEDED_FAR("x"), NEEDED_FAR("y"), NEEDED_SIZE("width"),
                                      NEEDED_SIZE("height")),
                               0, ""},
    [SCENE_PLANE_POLYGON] = {NULL, 3, "a list of at least three points"},
    [SCENE_PLANE_LINE] = {NULL, 2, "a list of at least two points"},
    [SCENE_PLANE_TEXT] = {FIELDS(NEEDED_FAR("x"), NEEDED_FAR("y")), 0, ""},
};

static enum mst_status check_shape(const struct check *check, const struct path *path,
                                   const json_t *shape, const json_t *owner) {
    (void)owner;
    int kind = scene_word(shape, "shape", scene_plane_shapes, 0);
    assert(kind >= 0 && (size_t)kind < sizeof(needs) / sizeof(needs[0]));
    const json_t *points = json_object_get(shape, "points");
    struct path here = {path, "points", -1};
    enum mst_status status = MST_OK;
    if (needs[kind].fields != NULL)
        status = check_fields(check, path, shape, needs[kind].fields);
    if (status == MST_OK && json_array_size(points) < needs[kind].points)
        status = check_refuse(check, &here, needs[kind].expected, points, NULL);
    return status;
}

static const struct table point_table = {.before = check_point};
static const struct table shape_table = {
    .fields =
        FIELDS({.name = "shape", .kind = WORD, .needed = true, .words = scene_plane_shapes},
               WORD_FIELD("fill", scene_plane_fills), FAR_FIELD("x"), FAR_FIELD("y"),
               NUMBER_FIELD("turn", -360, 360), TRUTH_FIELD("front"), TRUTH_FIELD("arrow"),
               LIST_FIELD("points", SCENE_PLANE_POINTS_MAX, &point_table), TEXT_FIELD("text"),
               TEXT_FIELD("letter"), TEXT_FIELD("name"), TEXT_FIELD("zone"), TEXT_FIELD("move"),
               SEAT_FIELD, COLOUR_FIELD, MARK_FIELD, LIST_FIELD("marks", 16, &mark_table)),
    .drawn = 1,
    .before = check_shape};
static const struct table plane_table = {
    .fields = FIELDS(TEXT_FIELD("title"), TEXT_FIELD("unit"), FAR_FIELD("left"),
                     FAR_FIELD("bottom"), NEEDED_SIZE("width"), NEEDED_SIZE("height"),
                     LIST_FIELD("shapes", SCENE_PLANE_SHAPES_MAX, &shape_table))};

/* ---- the rest, and the scene */

static const struct table entry_table = {
    .fields =
        FIELDS(TEXT_FIELD("text"), TEXT_FIELD("name"), SEAT_FIELD, NUMBER_FIELD("count", 0, 9999))};
static const struct table list_table = {.fields =
                                            FIELDS(TEXT_FIELD("title"), SEAT_FIELD, MARK_FIELD,
                                                   LIST_FIELD("entries", 0, &entry_table))};
static const struct table lines_table = {
    .fields = FIELDS(TEXT_FIELD("title"), LIST_FIELD("lines", 0, &text_table))};
static const struct table move_table = {
    .fields = FIELDS(TEXT_FIELD("move"), LIST_FIELD("zones", 0, &text_table))};
static const struct table arrow_table = {
    .fields = FIELDS(SEAT_FIELD, LIST_FIELD("zones", 64, &text_table))};

static const char *const item_types[] = {"grid", "cards", "lanes", "canvas", "list", "text", NULL};
static const struct table *const item_tables[] = {&grid_table,  &row_table,  &lanes_table,
                                                  &plane_table, &list_table, &lines_table};

/* The type chooses the table of all other fields. */
static enum mst_status check_item(const struct check *check, const struct path *path,
                                  const json_t *item, const json_t *owner) {
    int type = scene_word(item, "type", item_types, 0);
    return check_object(check, path, item, owner, item_tables[type]);
}

static const struct table item_table = {
    .fields = FIELDS({.name = "type", .kind = WORD, .needed = true, .words = item_types}),
    .before = check_item};
static const struct table scene_table = {
    .fields = FIELDS(TEXT_FIELD("title"), TEXT_FIELD("status"), NUMBER_FIELD("ply", 0, 1000000000),
                     NUMBER_FIELD("to_move", -1, SCENE_SEATS_MAX - 1),
                     LIST_FIELD("seats", SCENE_SEATS_MAX, &seat_table),
                     LIST_FIELD("items", 64, &item_table), LIST_FIELD("moves", 0, &move_table),
                     LIST_FIELD("arrows", 64, &arrow_table))};

enum mst_status scene_check(const json_t *scene, struct mst_error *error) {
    int drawn = 0;
    struct check check = {error, (int)json_array_size(json_object_get(scene, "seats")), &drawn};
    return check_object(&check, NULL, scene, NULL, &scene_table);
}
