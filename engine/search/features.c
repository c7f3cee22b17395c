/* The features of a game: see features.h. This file lists them; feature_values.c computes them. */
#include "search/features.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
    MOST_VALUES = 8, /* a field with more values counts as a sum */
    MOST_SUM = 1000, /* a field with greater values is not a feature */
    MOST_CLASSES = 16,
    MOST_STEPS = 12,
    MOST_ZONES = 400,  /* on larger boards, where pieces stand is no feature */
    WORTH_STEPS = 100, /* of a greater scale of the evaluation */
};

/* ---- the list -------------------------------------------------------------------------------- */

/* Add a feature. Returns its number, or -1 if there are too many. */
static int features_add(struct search_features *f, const char *help, const char *format, ...)
    MST_PRINTF(3, 4);
static int features_add(struct search_features *f, const char *help, const char *format, ...) {
    if (f->count == SEARCH_MOST_FEATURES)
        return -1;
    struct search_feature *feature = &f->list[f->count];

    va_list args;
    va_start(args, format);
    vsnprintf(feature->name, sizeof feature->name, format, args);
    va_end(args);

    snprintf(feature->help, sizeof feature->help, "%s", help);
    return f->count++;
}

/* Begin to count pieces of a type. Its features are added next. NULL if there are too many. */
static struct search_piece_count *count_pieces(struct search_features *f, enum search_counting how,
                                               int type, int needs) {
    /* All of its features or none: they are found by `first` and a number. */
    if (f->count_count == SEARCH_MOST_PIECE_COUNTS || f->count + needs > SEARCH_MOST_FEATURES)
        return NULL;

    struct search_piece_count *count = &f->counts[f->count_count++];
    *count =
        (struct search_piece_count){.how = how, .type = type, .first = f->count, .count = needs};
    return count;
}

static void add_declared(struct search_features *f) {
    const struct host *host = f->ruleset->host;
    for (int i = 0; i < host_features(host) && i < SEARCH_MOST_FEATURES; i++) {
        const char *help, *name = host_feature(host, i, &help);
        features_add(f, *help ? help : "declared by the rules", "%s", name);
    }

    assert(f->count <= SEARCH_MOST_FEATURES);
    f->declared = f->count;
}

/* Are the letters of the field directions of the board? Such a value means something else to each
 * seat. */
static bool is_direction(const struct core_board *board, const struct core_field *field) {
    for (const char *at = field->letters; at && *at; at++) {
        int d = 0;
        while (d < board->directions && board->direction_names[d][0] != *at)
            d++;
        if (d == board->directions)
            return false;
    }

    return field->letters != NULL;
}

static void features_add_field(struct search_features *f, int type, int index) {
    const struct core_schema *schema = f->ruleset->rules->schema;
    const struct core_field *field = &schema->fields[index];
    const char *name = schema->types[type].name;
    char help[160];
    assert(schema->fields[index].of == CORE_OF_PIECE);
    int values = field->max - field->min;
    bool few = values <= MOST_VALUES;

    /* A value that is huge is a number like an id and counts nothing. The least value has no
     * feature: it is what a piece has that is nothing special. */
    struct search_piece_count *count = NULL;
    if (values <= MOST_SUM && !is_direction(schema->board, field))
        count = few ? count_pieces(f, SEARCH_COUNT_VALUES, type, values)
                    : count_pieces(f, SEARCH_COUNT_SUM, type, 1);
    if (!count)
        return;

    count->field = index;
    count->least = field->min + 1;

    if (!few) {
        snprintf(help, sizeof help, "%s: the sum of %s on the board", name, field->name);
        features_add(f, help, "%s.%s", name, field->name);
    }
    for (int value = field->min + 1; few && value <= field->max; value++) {
        snprintf(help, sizeof help, "%s with %s = %d on the board", name, field->name, value);
        features_add(f, help, "%s.%s.%d", name, field->name, value);
    }
}

static void add_zones(struct search_features *f, int type) {
    const struct core_schema *schema = f->ruleset->rules->schema;
    const char *name = schema->types[type].name;
    int zones = schema->board->zones, classes = 0;
    char help[160];

    for (int zone = 0; zone < zones; zone++)
        classes = f->alike[zone] >= classes ? f->alike[zone] + 1 : classes;

    /* One class would count what the feature of the type counts. */
    if (classes < 2 || !count_pieces(f, SEARCH_COUNT_ZONES, type, classes))
        return;

    for (int class = 0; class < classes; class ++) {
        /* A class is called by its first zone. */
        int zone = 0;
        while (f->alike[zone] != class)
            zone++;

        const char *called = schema->board->names[zone];
        snprintf(help, sizeof help, "%s on %s and zones that lie like it", name, called);
        features_add(f, help, "%s.at.%s", name, called);
    }
}

static void add_steps(struct search_features *f, int type) {
    const char *name = f->ruleset->rules->schema->types[type].name;
    char help[160];
    /* Where a seat began without such pieces there is no way to measure. */
    if (!f->began[type] || !f->far || !count_pieces(f, SEARCH_COUNT_STEPS, type, f->far))
        return;

    f->counts[f->count_count - 1].least = 1;
    for (int steps = 1; steps <= f->far; steps++) {
        snprintf(help, sizeof help, "%s, %d%s step%s from the zones where its seat began", name,
                 steps, steps == f->far ? " or more" : "", steps == 1 ? "" : "s");
        features_add(f, help, "%s.steps.%d", name, steps);
    }
}

static void add_beside(struct search_features *f, int type) {
    const char *name = f->ruleset->rules->schema->types[type].name;
    char help[160];
    if (!f->ruleset->rules->schema->board->directions ||
        !count_pieces(f, SEARCH_COUNT_BESIDE, type, 2))
        return;

    snprintf(help, sizeof help, "neighbors of the same seat, over all %s", name);
    features_add(f, help, "%s.beside.own", name);
    snprintf(help, sizeof help, "neighbors of other seats, over all %s", name);
    features_add(f, help, "%s.beside.other", name);
}

static void add_held(struct search_features *f, int type) {
    const struct core_schema *schema = f->ruleset->rules->schema;
    const char *name = schema->types[type].name;
    char help[160];
    for (int c = 0; c < schema->container_count; c++) {
        /* Pieces in a common container belong to nobody. */
        if (!schema->containers[c].per_seat)
            continue;

        snprintf(help, sizeof help, "%s in the seat's %s", name, schema->containers[c].name);
        f->held[type][c] = features_add(f, help, "%s.in.%s", name, schema->containers[c].name);
    }
}

static void add_type(struct search_features *f, int type) {
    const struct core_schema *schema = f->ruleset->rules->schema;
    char help[160];
    snprintf(help, sizeof help, "%s on the board", schema->types[type].name);

    /* F3: this order is that of the list, and of files of weights that are written. */
    if (count_pieces(f, SEARCH_COUNT_PIECES, type, 1))
        features_add(f, help, "%s", schema->types[type].name);

    for (int i = 0; i < schema->field_count; i++)
        if (schema->fields[i].of == CORE_OF_PIECE &&
            host_field_holds(f->ruleset->host, i) == HOST_HELD_NUMBER)
            features_add_field(f, type, i);

    if (f->alike)
        add_zones(f, type);
    add_steps(f, type);
    add_beside(f, type);
    add_held(f, type);
}

static void add_worth(struct search_features *f) {
    const struct host *host = f->ruleset->host;
    char help[160];
    f->worth = -1;

    if (!host_judges(host))
        return;

    /* Values have to be within SEARCH_FEATURE_MOST, and weights to be about as great as those of
     * others. */
    f->worth_step = host_worth_scale(host) / WORTH_STEPS;
    f->worth_step = f->worth_step > 1 ? f->worth_step : 1;

    snprintf(help, sizeof help, "the evaluation of the rules, in steps of %d", (int)f->worth_step);
    f->worth = features_add(f, help, "worth");
}

static void add_seats(struct search_features *f) {
    const struct core_schema *schema = f->ruleset->rules->schema;
    char help[160];
    for (int i = 0; i < schema->field_count; i++) {
        const struct core_field *field = &schema->fields[i];
        enum host_held held = host_field_holds(f->ruleset->host, i);

        if (field->of == CORE_OF_SEAT && held == HOST_HELD_NUMBER && field->max <= MOST_SUM) {
            snprintf(help, sizeof help, "the seat's %s", field->name);
            f->field[i] = features_add(f, help, "seat.%s", field->name);
        } else if (field->of == CORE_OF_ZONE && held == HOST_HELD_SEAT) {
            snprintf(help, sizeof help, "zones whose %s is the seat", field->name);
            f->field[i] = features_add(f, help, "zones.%s", field->name);
        }
    }
}

/* ---- zones that lie alike -------------------------------------------------------------------- */

/* The look of a zone from its neighbors' classes: the same in whatever order they come. */
static uint64_t look_of(const struct core_board *board, const uint8_t *class, int zone) {
    uint64_t sum = 0;
    /* A sum does not depend on the order of directions, so a board looks the same turned and
     * mirrored. */
    for (int d = 0; d < board->directions; d++)
        if (board->to[d][zone] != MST_NONE)
            sum += core_mix((uint64_t) class[board->to[d][zone]] + 1);
    return core_mix(sum ^ core_mix(class[zone]));
}

/* Number the different looks in the order of the zones. Returns their number. */
static int number_looks(const uint64_t *look, int zones, uint8_t *class) {
    int count = 0;

    for (int zone = 0; zone < zones; zone++) {
        /* The first zone with this look; at the latest the zone itself. */
        int same = 0;
        while (look[same] != look[zone])
            same++;

        if (same < zone)
            class[zone] = class[same];
        else if (count < UINT8_MAX)
            class[zone] = (uint8_t)count++;
        else
            return MOST_CLASSES + 1;
    }
    return count;
}

/* Put zones into one class as long as neither the number of their neighbors nor the classes of
 * these tell them apart. Stops before there are too many classes. */
static bool find_alike(struct search_features *f) {
    const struct core_board *board = f->ruleset->rules->schema->board;
    int zones = board->zones, classes = 1;

    if (zones > MOST_ZONES)
        return true;

    f->alike = mst_calloc((size_t)zones, 1);
    uint8_t *next = mst_calloc((size_t)zones, 1);
    uint64_t *look = mst_calloc((size_t)zones, sizeof *look);
    bool done = f->alike && next && look;

    /* Each round can only split classes, because a look contains the class that the zone had: so
     * this ends. */
    while (done) {
        for (int zone = 0; zone < zones; zone++)
            look[zone] = look_of(board, f->alike, zone);

        int count = number_looks(look, zones, next);
        if (count == classes || count > MOST_CLASSES)
            break;

        classes = count;
        memcpy(f->alike, next, (size_t)zones);
    }

    mst_free(next);
    mst_free(look);
    return done;
}

/* ---- where seats began ----------------------------------------------------------------------- */

/* The distance of each zone from those where pieces of `seat` lie. */
static void measure(struct search_features *f, const struct core_position *pos, int seat) {
    const struct core_schema *schema = pos->schema;
    const struct core_board *board = schema->board;
    uint8_t *steps = f->steps + (size_t)seat * (size_t)board->zones;

    memset(steps, MOST_STEPS, (size_t)board->zones);

    for (int p = 0; p < schema->pieces; p++)
        if (core_piece(pos, p, CORE_PIECE_OWNER) == seat &&
            core_piece(pos, p, CORE_PIECE_PLACE) < board->zones)
            steps[core_piece(pos, p, CORE_PIECE_PLACE)] = 0;

    /* From ring to ring. Zones beyond the last, or without a way, keep MOST_STEPS. */
    for (int far = 0; far < MOST_STEPS - 1; far++)
        for (int zone = 0; zone < board->zones; zone++)
            for (int d = 0; d < board->directions && steps[zone] == far; d++) {
                int next = board->to[d][zone];
                if (next != MST_NONE && steps[next] > far + 1)
                    steps[next] = (uint8_t)(far + 1);
            }
}

/* Does every seat begin with pieces of the type on the board? */
static bool features_begins(const struct core_position *pos, int type) {
    const struct core_piece_type *t = &pos->schema->types[type];
    uint32_t seats = 0;
    for (int p = t->first; p < t->first + t->count; p++) {
        int owner = core_piece(pos, p, CORE_PIECE_OWNER);
        if (owner >= 0 && core_piece(pos, p, CORE_PIECE_PLACE) < pos->schema->board->zones)
            seats |= 1u << owner;
    }
    return seats == (1u << pos->schema->seats) - 1;
}

/* Look at the start of a match, before any chance event. */
static bool find_beginning(struct search_features *f, struct mst_ruleset *ruleset,
                           struct mst_error *error) {
    const struct core_schema *schema = ruleset->rules->schema;
    /* Without a seed, so it waits at the first event of chance: F3. */
    struct mst_match *match = mst_match_new(ruleset, false, 0, error);
    size_t zones = (size_t)schema->board->zones;
    if (!match)
        return false;

    for (int type = 0; type < schema->type_count; type++)
        f->began[type] = features_begins(match->pos, type);

    f->steps = mst_calloc((size_t)schema->seats * zones, 1);
    for (int seat = 0; f->steps && seat < schema->seats; seat++)
        measure(f, match->pos, seat);
    for (size_t i = 0; f->steps && i < zones * (size_t)schema->seats; i++)
        if (f->steps[i] > f->far && f->steps[i] < MOST_STEPS)
            f->far = f->steps[i];
    for (size_t i = 0; f->steps && i < zones * (size_t)schema->seats; i++)
        if (f->steps[i] > f->far)
            f->steps[i] = (uint8_t)f->far;

    mst_match_free(match);
    return f->steps || mst_fail(error, MST_NO_MEMORY, "", "out of memory") == MST_OK;
}

/* ---- all ------------------------------------------------------------------------------------- */

struct search_features *search_features_new(struct mst_ruleset *ruleset, struct mst_error *error) {
    struct search_features *f = mst_calloc(1, sizeof *f);
    if (!f) {
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
        return NULL;
    }

    f->ruleset = ruleset;
    /* -1 everywhere: no feature. */
    memset(f->held, -1, sizeof f->held);
    memset(f->field, -1, sizeof f->field);

    bool done = find_beginning(f, ruleset, error);
    if (done && !find_alike(f))
        done = mst_fail(error, MST_NO_MEMORY, "", "out of memory") == MST_OK;

    if (!done) {
        search_features_free(f);
        return NULL;
    }

    /* F3: the declared ones have the numbers that the host gives them, so they come first. */
    add_declared(f);
    add_worth(f);

    assert(f->declared <= f->count && f->worth < f->count); /* F3 */
    f->turn = features_add(f, "the seat decides now", "turn");
    f->moves = features_add(f, "legal moves of the seat that decides", "moves");
    f->aimed = features_add(f, "pieces of others that these moves are pointed at", "aimed");

    add_seats(f);
    for (int type = 0; type < ruleset->rules->schema->type_count; type++)
        add_type(f, type);
    return f;
}

void search_features_free(struct search_features *features) {
    if (!features)
        return;
    mst_free(features->alike);
    mst_free(features->steps);
    mst_free(features);
}

int search_features_named(const struct search_features *features, const char *name) {
    for (int i = 0; i < features->count; i++)
        if (!strcmp(features->list[i].name, name))
            return i;
    return -1;
}

void search_wanted_complete(const struct search_features *features, struct search_wanted *wanted) {
    for (int i = 0; i < features->count_count; i++) {
        const struct search_piece_count *count = &features->counts[i];
        /* A count is computed as a whole if any of its features is wanted. */
        wanted->count[i] = false;

        for (int k = 0; k < count->count; k++)
            wanted->count[i] = wanted->count[i] || wanted->feature[count->first + k];
    }
}
