/* The schema: see schema.h. */
#include "core/schema.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

struct core_schema *core_schema_new(void) {
    struct core_schema *schema = mst_calloc(1, sizeof *schema);
    if (!schema)
        return NULL;

    /* The box is container 0 of every game: all pieces start there. */
    struct core_container box = {.name = "box"};
    if (core_schema_container(schema, &box, NULL) < 0) {
        core_schema_free(schema);
        return NULL;
    }
    return schema;
}

void core_schema_free(struct core_schema *schema) {
    if (!schema)
        return;

    /* Strings and lists are const for those who read a schema, which alone owns them. */
    for (int i = 0; i < schema->field_count; i++) {
        mst_free((void *)(uintptr_t)schema->fields[i].letters);
        mst_free((void *)(uintptr_t)schema->fields[i].each);
    }
    for (int i = 0; i < schema->type_count; i++) {
        mst_free((void *)(uintptr_t)schema->types[i].text);
        mst_free(schema->types[i].names);
    }

    /* Whatever core_schema_freeze allocated, if it came so far. */
    core_board_free(schema->board);
    mst_free(schema->top_slot);
    mst_free(schema->place_facts);
    mst_free(schema->initial);
    mst_free(schema->type_of);
    mst_free(schema->tops_of);
    mst_free(schema->bag);
    mst_free(schema->slot_coefficient);
    mst_free(schema->sight);
    mst_free(schema->alike);
    for (int i = 0; schema->orders && i < schema->container_count; i++)
        mst_free(schema->orders[i].ranks);
    mst_free(schema->orders);
    mst_free(schema->lasting);
    mst_free(schema->twin);
    mst_free(schema->elder);
    mst_free(schema);
}

int core_schema_find_field(const struct core_schema *schema, const char *name) {
    return core_find(schema->fields, schema->field_count, sizeof *schema->fields, name);
}

bool core_schema_faced(const struct core_schema *schema, int type) {
    const struct core_piece_type *t = &schema->types[type];
    for (int i = 0; i < schema->field_count; i++)
        for (int p = t->first; p < t->first + t->count; p++)
            if (schema->fields[i].seen == CORE_SEEN_AS_FACE &&
                core_field_start(&schema->fields[i], p) != schema->fields[i].initial)
                return true;
    return false;
}

int core_schema_find_type(const struct core_schema *schema, const char *name) {
    return core_find(schema->types, schema->type_count, sizeof *schema->types, name);
}

int core_schema_find_container(const struct core_schema *schema, const char *name) {
    return core_find(schema->containers, schema->container_count, sizeof *schema->containers, name);
}

/* Check that `name` can be declared now. */
static bool may_declare(const struct core_schema *schema, const char *name,
                        struct mst_error *error) {
    if (schema->frozen) /* S1 */
        mst_fail(error, MST_SCRIPT_ERROR, "",
                 "'%s' is declared too late: modules can declare only while they load", name);
    else if (!*name || strlen(name) >= CORE_NAME_SIZE)
        mst_fail(error, MST_SCRIPT_ERROR, "", "the name '%s' must have 1 to %d characters", name,
                 CORE_NAME_SIZE - 1);
    else if (strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") !=
                 strlen(name) ||
             (*name >= '0' && *name <= '9'))
        mst_fail(
            error, MST_SCRIPT_ERROR, "",
            "the name '%s' must consist of letters, digits and _, and must not begin with a digit",
            name);
    else if (core_schema_find_field(schema, name) >= 0 || /* one name space: rules use bare names */
             core_schema_find_type(schema, name) >= 0 ||
             core_schema_find_container(schema, name) >= 0)
        mst_fail(error, MST_SCRIPT_ERROR, "", "'%s' is declared twice", name);
    else
        return true;
    return false;
}

static int too_many(const char *what, int most, struct mst_error *error) {
    mst_fail(error, MST_SCRIPT_ERROR, "", "too many %s: at most %d can be declared", what, most);
    return -1;
}

static bool copy_text(const char *text, const char **copy, struct mst_error *error) {
    *copy = text ? mst_strdup(text) : NULL;
    if (text && !*copy)
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    return !text || *copy;
}

static bool may_be_seen_so(const struct core_field *field, struct mst_error *error) {
    if (field->seen == CORE_SEEN_AS_FACE && field->of != CORE_OF_PIECE)
        mst_fail(error, MST_SCRIPT_ERROR, "",
                 "field '%s': only pieces have faces; 'seen' must be all, owner or none",
                 field->name);
    else if (field->seen == CORE_SEEN_BY_OWNER && field->of == CORE_OF_GAME)
        mst_fail(error, MST_SCRIPT_ERROR, "",
                 "field '%s': the game has no owner; 'seen' must be all or none", field->name);
    else
        return true;
    return false;
}

/* Check (S3) and copy the initial values of pieces. */
static bool copy_each(const struct core_field *field, struct core_field *copy,
                      struct mst_error *error) {
    int32_t *each = NULL;
    for (int i = 0; i < field->each_count; i++)
        if (field->each[i] < field->min || field->each[i] > field->max) {
            mst_fail(error, MST_SCRIPT_ERROR, "", "field '%s': each value must be %d to %d, not %d",
                     field->name, field->min, field->max, field->each[i]);
            return false;
        }

    if (field->each_count && !(each = mst_alloc((size_t)field->each_count * sizeof *each))) {
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
        return false;
    }

    if (each)
        memcpy(each, field->each, (size_t)field->each_count * sizeof *each);
    copy->each = each;
    return true;
}

int core_schema_field(struct core_schema *schema, const struct core_field *field,
                      struct mst_error *error) {
    if (!may_declare(schema, field->name, error))
        return -1;
    if (schema->field_count == CORE_MOST_FIELDS)
        return too_many("fields", CORE_MOST_FIELDS, error);

    if (field->min > field->max || field->initial < field->min || field->initial > field->max) {
        mst_fail(error, MST_SCRIPT_ERROR, "",
                 "field '%s': min %d, initial %d and max %d must be in ascending order",
                 field->name, field->min, field->initial, field->max);
        return -1;
    }

    /* All copies are made before the schema changes, so that a failure leaves it as it was. */
    struct core_field copy = *field;
    if (!may_be_seen_so(field, error) || !copy_each(field, &copy, error))
        return -1;
    if (!copy_text(field->letters, &copy.letters, error)) {
        mst_free((void *)(uintptr_t)copy.each);
        return -1;
    }

    /* Odd, so that every difference of two values changes the hash word of a piece. */
    copy.coefficient = core_mix(0x51ed27f1u + 2 * (uint64_t)schema->field_count) | 1;
    schema->fields[schema->field_count] = copy;
    return schema->field_count++;
}

int core_schema_type(struct core_schema *schema, const char *name, int count, const char *text,
                     struct mst_error *error) {
    if (!may_declare(schema, name, error))
        return -1;
    if (schema->type_count == CORE_MOST_PIECE_TYPES)
        return too_many("piece types", CORE_MOST_PIECE_TYPES, error);

    if (count < 1 || count > CORE_MOST_PIECES - schema->pieces) {
        mst_fail(error, MST_SCRIPT_ERROR, "",
                 "pieces '%s': a game has 1 to %d pieces, not %d plus %d", name, CORE_MOST_PIECES,
                 schema->pieces, count);
        return -1;
    }

    /* The pieces of a type have consecutive numbers, in the order of declaration (S2). */
    struct core_piece_type *type = &schema->types[schema->type_count];
    if (!copy_text(text, &type->text, error))
        return -1;
    snprintf(type->name, sizeof type->name, "%s", name);
    type->first = schema->pieces;
    type->count = count;
    schema->pieces += count;
    return schema->type_count++;
}

int core_schema_named(const struct core_schema *schema, const char *name, size_t length) {
    for (int t = 0; t < schema->type_count; t++)
        for (int i = 0; i < schema->types[t].named; i++)
            if (strlen(schema->types[t].names[i]) == length &&
                !memcmp(schema->types[t].names[i], name, length))
                return schema->types[t].first + i;
    return -1;
}

/* Position lines have a piece's name where others have their type, and a number or - behind it. */
static bool may_name(const struct core_schema *schema, const char *name, struct mst_error *error) {
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz_");
    bool taken = core_schema_named(schema, name, strlen(name)) >= 0;
    if (!length || name[length] || length >= CORE_NAME_SIZE)
        return mst_fail(error, MST_SCRIPT_ERROR, "",
                        "the name of a piece must consist of a to z and _, at most %d letters, "
                        "found '%.40s'",
                        CORE_NAME_SIZE - 1, name) == MST_OK;
    for (int t = 0; t < schema->type_count; t++)
        taken = taken || !strcmp(schema->types[t].name, name); /* they share a place */
    return !taken || mst_fail(error, MST_SCRIPT_ERROR, "", "two kinds or pieces have the name '%s'",
                              name) == MST_OK;
}

bool core_schema_names(struct core_schema *schema, int type, const char *const *names, int count,
                       struct mst_error *error) {
    struct core_piece_type *t = &schema->types[type];
    assert(type >= 0 && type < schema->type_count && !schema->frozen); /* S1 */
    if (count > t->count)
        return mst_fail(error, MST_SCRIPT_ERROR, "", "pieces '%s': %d names for %d pieces", t->name,
                        count, t->count) == MST_OK;
    t->names = mst_calloc((size_t)count + 1, sizeof *t->names);
    if (!t->names)
        return mst_fail(error, MST_NO_MEMORY, "", "out of memory") == MST_OK;
    for (int i = 0; i < count; i++) {
        if (!may_name(schema, names[i], error))
            return false; /* the earlier ones stay: loading fails as a whole */
        snprintf(t->names[i], sizeof t->names[i], "%s", names[i]);
        t->named = i + 1;
    }
    return true;
}

int core_schema_container(struct core_schema *schema, const struct core_container *container,
                          struct mst_error *error) {
    if (!may_declare(schema, container->name, error))
        return -1;
    if (schema->container_count == CORE_MOST_CONTAINERS)
        return too_many("containers", CORE_MOST_CONTAINERS, error);
    if (container->faces == CORE_FACES_OWNER && !container->per_seat) {
        mst_fail(error, MST_SCRIPT_ERROR, "",
                 "container '%s': only a container with per_seat can show faces to its owner",
                 container->name);
        return -1;
    }
    schema->containers[schema->container_count] = *container;
    return schema->container_count++;
}

/* ---- layout ---------------------------------------------------------------------------------- */

/* Assign slots from `first` on to the fields of one entity. Returns the number of slots. */
static int lay_fields(struct core_schema *s, enum core_entity of, int first) {
    int count = 0;
    for (int i = 0; i < s->field_count; i++)
        if (s->fields[i].of == of)
            s->fields[i].first = first + count++;
    return count;
}

static void lay_strides(struct core_schema *s, enum core_entity of, int stride) {
    for (int i = 0; i < s->field_count; i++)
        if (s->fields[i].of == of)
            s->fields[i].stride = stride;
}

/* Is there a face that is hidden from some seat? */
static bool hides_faces(const struct core_schema *s) {
    bool faces = false, hidden = false;
    for (int i = 0; i < s->field_count; i++)
        faces = faces || s->fields[i].seen == CORE_SEEN_AS_FACE;
    for (int i = 0; i < s->container_count; i++)
        hidden = hidden || s->containers[i].faces != CORE_FACES_ALL;
    return faces && hidden;
}

static void lay_out(struct core_schema *s) {
    int at = CORE_SLOT_FIELDS, containers = 0;

    /* The game, then each seat: all fields of one entity lie side by side. */
    s->words = s->board->words;
    at += lay_fields(s, CORE_OF_GAME, at);
    s->seat_first = at;
    s->seat_stride = lay_fields(s, CORE_OF_SEAT, at);
    lay_strides(s, CORE_OF_SEAT, s->seat_stride);
    at += s->seat_stride * s->seats;

    /* Each zone: its top piece, then its fields. A container has its top piece alone. */
    s->place_first = at;
    s->zone_stride = 1 + lay_fields(s, CORE_OF_ZONE, at + 1);
    lay_strides(s, CORE_OF_ZONE, s->zone_stride);
    at += s->zone_stride * s->board->zones;
    s->container_first = at;
    for (int i = 0; i < s->container_count; i++) {
        s->containers[i].place = s->board->zones + containers;
        containers += s->containers[i].per_seat ? s->seats : 1;
    }
    s->places = s->board->zones + containers;

    /* Pieces have an even stride, too: hash words are read as 64-bit words. */
    at = (at + containers + 1) & ~1;
    s->piece_first = at;
    s->piece_stride =
        (CORE_PIECE_FIELDS + lay_fields(s, CORE_OF_PIECE, at + CORE_PIECE_FIELDS) + 1) & ~1;
    lay_strides(s, CORE_OF_PIECE, s->piece_stride);
    at += s->piece_stride * s->pieces;
    assert(at % 2 == 0 && s->piece_stride % 2 == 0 && CORE_PIECE_WORD % 2 == 0);

    /* What follows from the rest: sets of zones by top piece (P4) and by value, and who knows which
     * face (K1). */
    s->tops_first = at;
    at += 2 * s->board->words * s->type_count * (s->seats + 1);
    for (int i = 0; i < s->field_count; i++) {
        struct core_field *f = &s->fields[i];
        f->sets = f->indexed ? at : 0;
        at += f->indexed ? 2 * s->board->words * (f->max + 2) : 0; /* values -1 to max */
    }
    s->known_first = hides_faces(s) ? at : 0;
    at += s->known_first ? s->pieces : 0;
    s->slots = at;
    assert(s->container_first < s->piece_first && s->piece_first <= s->tops_first); /* P1 */
}

static void fill_bags(struct core_schema *s) {
    for (int i = 0; i < s->container_count; i++)
        for (int k = 0; k < (s->containers[i].per_seat ? s->seats : 1); k++)
            s->bag[s->containers[i].place + k] =
                s->containers[i].ordered ? 0 : (unsigned char)(i + 1);
}

static void fill_sight(struct core_schema *s) {
    for (int place = 0; place < s->places; place++)
        s->sight[place] = CORE_EVERYBODY;

    /* Container places of seats follow each other, seat 0 first. */
    for (int i = 0; i < s->container_count; i++)
        for (int k = 0; k < (s->containers[i].per_seat ? s->seats : 1); k++)
            if (s->containers[i].faces != CORE_FACES_ALL)
                s->sight[s->containers[i].place + k] =
                    s->containers[i].faces == CORE_FACES_OWNER ? (uint16_t)(1 << k) : 0;

    s->secrets = s->known_first != 0;
    for (int i = 0; i < s->field_count; i++)
        s->secrets = s->secrets || s->fields[i].seen == CORE_SEEN_BY_OWNER ||
                     s->fields[i].seen == CORE_SEEN_BY_NONE;
}

static void fill_top_slots(struct core_schema *s) {
    for (int place = 0; place < s->places; place++)
        s->top_slot[place] = place < s->board->zones
                                 ? s->place_first + place * s->zone_stride
                                 : s->container_first + (place - s->board->zones);
}

static void fill_places(struct core_schema *s) {
    for (int place = 0; place < s->places; place++) {
        bool zone = place < s->board->zones;
        assert(!zone || !s->bag[place]); /* P7: only containers are bags */
        s->place_facts[place] = (struct core_place_facts){
            .bit = zone ? UINT64_C(1) << (place & 63) : 0,
            .levels = s->bag[place] ? 0 : CORE_LEVEL_COEFFICIENT,
            .share = (uint64_t)place * CORE_PLACE_COEFFICIENT,
            .top = s->top_slot[place],
            .word = zone ? place / 64 : 0,
        };
    }
}

enum { OLD_FRAMES = 8 }; /* the number of frames when records began to contain hashes */

/* An odd pseudorandom number for a slot, so that sums of value times coefficient differ. Later
 * frames must change no recorded hash: they have a range of their own, and the slots behind them
 * count as before. */
static uint64_t coefficient_of(int slot) {
    const int first = CORE_SLOT_FRAMES + OLD_FRAMES * CORE_FRAME_SLOTS;
    uint64_t number = slot < first              ? (uint64_t)slot
                      : slot < CORE_SLOT_FIELDS ? (UINT64_C(1) << 32) + (uint64_t)slot
                                                : (uint64_t)(slot - CORE_SLOT_FIELDS + first);
    return core_mix(0x8ebc6af09c88c6e3ULL + number) | 1;
}

/* Initially every zone is in the set of the initial value. */
static void fill_sets(struct core_schema *s, const struct core_field *f) {
    assert(f->of == CORE_OF_ZONE && f->min >= -1 && f->sets % 2 == 0);
    for (int zone = 0; zone < s->board->zones; zone++) {
        int32_t *set = s->initial + f->sets + 2 * s->board->words * (f->initial + 1);
        uint64_t word;
        memcpy(&word, set + 2 * (zone / 64), sizeof word);
        word |= 1ULL << (zone & 63);
        memcpy(set + 2 * (zone / 64), &word, sizeof word);
    }
}

static void fill_initial(struct core_schema *s) {
    s->initial[CORE_SLOT_TO_MOVE] = MST_NONE;

    /* Of the game's own slots, the history is not in the hash: it says where the position came
     * from. The seat to move follows from the rest. */
    for (int i = 0; i < CORE_MOST_FRAMES * CORE_FRAME_SLOTS; i++)
        s->slot_coefficient[CORE_SLOT_FRAMES + i] = coefficient_of(CORE_SLOT_FRAMES + i);
    for (int i = CORE_SLOT_OVER; i <= CORE_SLOT_DEPTH; i++)
        s->slot_coefficient[i] = coefficient_of(i);
    for (int place = 0; place < s->places; place++)
        s->initial[core_slot_top(s, place)] = MST_NONE;

    for (int i = 0; i < s->field_count; i++) {
        const struct core_field *f = &s->fields[i];
        for (int k = 0; k < core_field_entities(s, f); k++) {
            int slot = f->first + k * f->stride;
            s->initial[slot] = core_field_start(f, k);
            s->slot_coefficient[slot] =
                f->hashed && f->of != CORE_OF_PIECE ? coefficient_of(slot) : 0;
            assert(s->initial[slot] >= f->min && s->initial[slot] <= f->max); /* S3 */
        }
    }

    /* All pieces start in the box, which is open, so everybody knows their faces. */
    for (int p = 0; s->known_first && p < s->pieces; p++)
        s->initial[s->known_first + p] = CORE_EVERYBODY;
    for (int i = 0; i < s->field_count; i++)
        if (s->fields[i].indexed)
            fill_sets(s, &s->fields[i]);
}

/* Can nobody who sees both faces tell the pieces apart? A name can (S5). */
static bool same_face(const struct core_schema *s, int a, int b) {
    bool named = core_piece_name(s, a) || core_piece_name(s, b);
    bool same = s->type_of[a] == s->type_of[b] && (a == b || !named);
    for (int i = 0; i < s->field_count && same; i++)
        if (s->fields[i].seen == CORE_SEEN_AS_FACE)
            same = core_field_start(&s->fields[i], a) == core_field_start(&s->fields[i], b);
    return same;
}

static void fill_alike(struct core_schema *s) {
    for (int p = 0; p < s->pieces; p++) {
        while (!same_face(s, s->alike[p], p)) /* from 0 on; at the latest it is like itself */
            s->alike[p]++;
        assert(s->alike[p] <= p);

        /* Append it to the chain of those like it. */
        int last = s->alike[p] == p ? MST_NONE : s->alike[p];
        while (last != MST_NONE && s->twin[last] != MST_NONE)
            last = s->twin[last];
        if (last != MST_NONE)
            s->twin[last] = (int16_t)p;
        s->elder[p] = (int16_t)last;
        s->twin[p] = MST_NONE;
    }
}

/* Do all see this field of the pieces in a container? */
static bool all_see(const struct core_container *container, const struct core_field *field) {
    return field->seen == CORE_SEEN_BY_ALL ||
           (field->seen == CORE_SEEN_AS_FACE && container->faces == CORE_FACES_ALL);
}

/* Append fields to the order: with `seen` those that all see, else the hidden ones; of these, with
 * `sorting` those that sort the container, by priority, else the rest. */
static void add_order(const struct core_schema *s, const struct core_container *container,
                      bool seen, bool sorting, struct core_bag_order *order) {
    for (int i = 0; i < (sorting ? container->sorts : s->field_count); i++) {
        int index = sorting ? container->sort[i] : i;
        const struct core_field *field = &s->fields[index];
        bool earlier = false; /* it sorts with a higher priority */

        for (int k = 0; k < (sorting ? i : container->sorts); k++)
            earlier = earlier || container->sort[k] == index;
        if (field->of != CORE_OF_PIECE || !field->hashed || all_see(container, field) != seen ||
            earlier)
            continue;

        assert(index < 1 << 7); /* it and its complement fit */
        bool descending = sorting && (container->descending >> i & 1);
        order->fields[order->count++] = (int8_t)(descending ? ~index : index);
    }
}

static void fill_lasting(struct core_schema *s) {
    for (int p = 0; p < s->pieces; p++) {
        s->lasting[p] = (uint64_t)(s->type_of[p] + 1) * CORE_TYPE_COEFFICIENT;
        s->lasting[p] += core_piece_name(s, p) ? (uint64_t)(p + 1) * CORE_NAME_COEFFICIENT : 0;
        for (int i = 0; i < s->field_count; i++)
            if (s->fields[i].seen == CORE_SEEN_AS_FACE && s->fields[i].hashed)
                s->lasting[p] += (uint64_t)(int64_t)core_field_start(&s->fields[i], p) *
                                 s->fields[i].coefficient;
    }
}

static void fill_orders(struct core_schema *s) {
    for (int i = 0; i < s->container_count; i++) {
        struct core_bag_order *order = &s->orders[i];
        add_order(s, &s->containers[i], true, true, order);
        order->before = order->count; /* type, owner and name come in here */
        add_order(s, &s->containers[i], true, false, order);
        order->seen = order->count;
        add_order(s, &s->containers[i], false, true, order);
        add_order(s, &s->containers[i], false, false, order);
    }
}

/* Compare two pieces by the initial values of the fields `from` to `to` - 1 of an order. */
static int compare_values(const struct core_schema *s, const struct core_bag_order *order, int from,
                          int to, int a, int b) {
    int d = 0;
    for (int i = from; i < to && !d; i++) {
        int index = order->fields[i] < 0 ? ~order->fields[i] : order->fields[i];
        int32_t x = core_field_start(&s->fields[index], a),
                y = core_field_start(&s->fields[index], b);
        d = index == order->fields[i] ? (x > y) - (x < y) : (x < y) - (x > y);
    }
    return d;
}

/* Compare them by the whole order, as pieces without owners. */
static int compare_starts(const struct core_schema *s, const struct core_bag_order *order, int a,
                          int b) {
    int d = compare_values(s, order, 0, order->before, a, b);
    if (!d)
        d = s->type_of[a] - s->type_of[b];
    if (!d)
        d = (core_piece_name(s, a) ? a : MST_NONE) - (core_piece_name(s, b) ? b : MST_NONE);
    return d ? d : compare_values(s, order, order->before, order->count, a, b);
}

/* The same order without the fields that may change. */
static struct core_bag_order lasting_order(const struct core_schema *s,
                                           const struct core_bag_order *order) {
    struct core_bag_order faces = {0};
    for (int i = 0; i < order->count; i++) {
        int index = order->fields[i] < 0 ? ~order->fields[i] : order->fields[i];
        if (s->fields[index].seen != CORE_SEEN_AS_FACE)
            continue;
        faces.before += i < order->before; /* S4: the rest may change */
        faces.fields[faces.count++] = order->fields[i];
    }
    return faces;
}

static bool rank_pieces(const struct core_schema *s, struct core_bag_order *order) {
    const struct core_bag_order faces = lasting_order(s, order);
    int16_t pieces[CORE_MOST_PIECES];
    order->ranks = mst_calloc((size_t)s->pieces + 1, sizeof *order->ranks);
    if (!order->ranks)
        return false;

    /* Sort by insertion, searching by halves. */
    for (int p = 0; p < s->pieces; p++) {
        int low = 0, high = p;
        if (p && compare_starts(s, &faces, pieces[p - 1], p) <= 0)
            low = p; /* mostly they are in order */

        while (low < high) {
            int middle = (low + high) / 2;
            if (compare_starts(s, &faces, pieces[middle], p) <= 0)
                low = middle + 1;
            else
                high = middle;
        }
        assert(low >= 0 && low <= p);
        memmove(pieces + low + 1, pieces + low, (size_t)(p - low) * sizeof *pieces);
        pieces[low] = (int16_t)p;
    }

    /* Twins share a rank: the order says nothing about which of them is which (P7). */
    for (int i = 1; i < s->pieces; i++) {
        bool differs = compare_starts(s, &faces, pieces[i - 1], pieces[i]) != 0;
        order->ranks[pieces[i]] = (int16_t)(order->ranks[pieces[i - 1]] + differs);
    }
    return true;
}

static bool fill_ranks(struct core_schema *s) {
    for (int i = 0; i < s->container_count; i++)
        if (!s->containers[i].ordered && !rank_pieces(s, &s->orders[i]))
            return false;

    s->box_sorted = true;
    for (int p = 1; p < s->pieces; p++)
        if (compare_starts(s, &s->orders[0], p - 1, p) > 0)
            s->box_sorted = false; /* then new positions are sorted once (P7) */
    return true;
}

/* Does this field, visible to all, distinguish pieces of the type whose faces are hidden? */
static bool betrays(const struct core_schema *s, const struct core_field *field, int type) {
    const struct core_piece_type *t = &s->types[type];
    bool differs = false;
    for (int p = t->first; p < t->first + t->count; p++)
        differs = differs || core_field_start(field, p) != core_field_start(field, t->first);
    return field->of == CORE_OF_PIECE && field->seen == CORE_SEEN_BY_ALL && differs &&
           core_schema_faced(s, type);
}

static enum mst_status check_secrets(const struct core_schema *s, struct mst_error *error) {
    /* A name would tell what the face hides: S5 against S4. */
    for (int t = 0; t < s->type_count; t++)
        if (s->types[t].named && core_schema_faced(s, t))
            return mst_fail(error, MST_SCRIPT_ERROR, "",
                            "pieces '%s': their faces can be hidden, so they have no names",
                            s->types[t].name);

    for (int i = 0; i < s->field_count && s->known_first; i++)
        for (int t = 0; t < s->type_count; t++)
            if (betrays(s, &s->fields[i], t))
                return mst_fail(error, MST_SCRIPT_ERROR, "",
                                "field '%s': its 'each' distinguishes the pieces '%s' while their "
                                "faces are hidden: write seen = \"face\", or declare "
                                "several piece types",
                                s->fields[i].name, s->types[t].name);
    return MST_OK;
}

enum mst_status core_schema_freeze(struct core_schema *schema, struct mst_error *error) {
    if (!schema->board || schema->seats < 1 || schema->seats > MST_MOST_SEATS)
        return mst_fail(
            error, MST_SCRIPT_ERROR, "",
            "a game needs muster.game with 1 to %d seats, and a board; a game that has none "
            "declares muster.grid { columns = 1, rows = 1 }",
            MST_MOST_SEATS);

    /* Sizes first, then lists of those sizes, then what they hold: each step reads the ones before
     * it. On failure, the lists so far are freed with the schema. */
    assert(!schema->frozen && !schema->initial); /* S1 */
    lay_out(schema);
    schema->top_slot = mst_calloc((size_t)schema->places, sizeof *schema->top_slot);
    schema->place_facts = mst_calloc((size_t)schema->places, sizeof *schema->place_facts);
    schema->initial = mst_calloc((size_t)schema->slots, sizeof *schema->initial);
    schema->slot_coefficient = mst_calloc((size_t)schema->slots, sizeof *schema->slot_coefficient);
    schema->type_of = mst_calloc((size_t)schema->pieces, sizeof *schema->type_of);
    schema->tops_of = mst_calloc((size_t)schema->pieces, sizeof *schema->tops_of);
    schema->bag = mst_calloc((size_t)schema->places, sizeof *schema->bag);
    schema->sight = mst_calloc((size_t)schema->places, sizeof *schema->sight);
    schema->alike = mst_calloc((size_t)schema->pieces, sizeof *schema->alike);
    schema->orders = mst_calloc((size_t)schema->container_count, sizeof *schema->orders);
    schema->lasting = mst_calloc((size_t)schema->pieces, sizeof *schema->lasting);
    schema->twin = mst_calloc((size_t)schema->pieces, sizeof *schema->twin);
    schema->elder = mst_calloc((size_t)schema->pieces, sizeof *schema->elder);
    if (!schema->top_slot || !schema->place_facts || !schema->initial ||
        !schema->slot_coefficient || !schema->type_of || !schema->tops_of || !schema->bag ||
        !schema->sight || !schema->alike || !schema->orders || !schema->lasting || !schema->twin ||
        !schema->elder)
        return mst_fail(error, MST_NO_MEMORY, "", "out of memory");

    for (int t = 0; t < schema->type_count; t++)
        for (int k = 0; k < schema->types[t].count; k++) {
            schema->type_of[schema->types[t].first + k] = (int8_t)t;
            schema->tops_of[schema->types[t].first + k] = core_slot_tops(schema, t, MST_NONE) / 2;
        }

    fill_bags(schema);
    fill_sight(schema);
    fill_alike(schema);
    fill_lasting(schema);
    fill_orders(schema);
    if (!fill_ranks(schema))
        return mst_fail(error, MST_NO_MEMORY, "", "out of memory");

    fill_top_slots(schema);
    fill_places(schema);
    fill_initial(schema);
    enum mst_status status = check_secrets(schema, error);
    schema->frozen = status == MST_OK; /* from now on S1 holds */
    return status;
}

void core_place_print(const struct core_schema *s, int place, struct mst_buf *out) {
    if (place < s->board->zones) {
        mst_buf_puts(out, s->board->names[place]);
        return;
    }

    assert(place < s->places);
    for (int i = 0; i < s->container_count; i++) {
        int seat = place - s->containers[i].place;
        if (seat < 0 || seat >= (s->containers[i].per_seat ? s->seats : 1))
            continue;
        mst_buf_puts(out, s->containers[i].name); /* deck, or hand[0] */
        if (s->containers[i].per_seat)
            mst_buf_printf(out, "[%d]", seat);
    }
}
