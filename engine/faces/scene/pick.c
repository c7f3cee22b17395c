/* Pointing at moves: see pick.h. */
#include "faces/scene/pick.h"

#include <ctype.h>
#include <string.h>

/* ---- growing --------------------------------------------------------------------------------- */

static bool pick_grow(void **block, int *capacity, int count, size_t size) {
    if (count < *capacity)
        return true;
    int more = *capacity ? 2 * *capacity : 64;
    void *grown = mst_realloc(*block, (size_t)more * size);
    if (!grown)
        return false;
    *block = grown;
    *capacity = more;
    return true;
}

static bool add_point(struct scene_pick *pick, int name) {
    void *points = pick->points;
    if (!pick_grow(&points, &pick->point_capacity, pick->point_count, sizeof *pick->points))
        return false;
    pick->points = points;
    pick->points[pick->point_count++] = name;
    return true;
}

/* Append a move to a list. */
static bool add_move(struct mst_moves *moves, mst_move move) {
    void *list = moves->moves;
    if (!pick_grow(&list, &moves->capacity, moves->count, sizeof *moves->moves))
        return false;
    moves->moves = list;
    moves->moves[moves->count++] = move;
    return true;
}

/* ---- names ----------------------------------------------------------------------------------- */

const char *scene_pick_name(const struct scene_place *place) {
    return *place->zone ? place->zone : place->move;
}

int scene_pick_named(const struct scene_pick *pick, const char *name) {
    for (int i = 0; i < pick->name_count; i++)
        if (!strcmp(pick->names[i], name))
            return i;
    return -1;
}

bool scene_pick_start(struct scene_pick *pick, const struct scene_places *places) {
    scene_pick_clear(pick);
    pick->names = mst_alloc((size_t)places->count * sizeof *pick->names);
    for (int i = 0; pick->names && i < places->count; i++) {
        const char *name = scene_pick_name(&places->list[i]);
        if (scene_pick_named(pick, name) < 0)
            strcpy(pick->names[pick->name_count++], name);
    }
    return pick->names != NULL;
}

void scene_pick_clear(struct scene_pick *pick) {
    mst_free(pick->names);
    mst_free(pick->first);
    mst_free(pick->points);
    mst_moves_clear(&pick->moves);
    *pick = (struct scene_pick){0};
}

/* ---- the points of a move -------------------------------------------------------------------- */

static bool is_digit(char c) {
    return isdigit((unsigned char)c) != 0;
}

static bool is_letter(char c) {
    return isalpha((unsigned char)c) != 0;
}

/* Is it a word of its own between these neighbours, as a1 in F1a1n, and not as a1 in a12? */
static bool stands_alone(const char *text, const char *at, size_t length) {
    char before = at > text ? at[-1] : 0, first = at[0], last = at[length - 1], after = at[length];
    return !(is_digit(before) && is_digit(first)) && !(is_letter(before) && is_letter(first)) &&
           !is_digit(after) && !(is_letter(last) && is_letter(after));
}

/* The longest name that the text has at `at`, or -1. */
static int name_at(const struct scene_pick *pick, const char *text, const char *at) {
    int best = -1;
    size_t most = 0;
    for (int i = 0; i < pick->name_count; i++) {
        const char *name = pick->names[i];
        size_t length = *name == *at ? strlen(name) : 0; /* most names begin otherwise */
        if (length > most && !strncmp(at, name, length) && stands_alone(text, at, length)) {
            best = i;
            most = length;
        }
    }
    return best;
}

static bool add_named(struct scene_pick *pick, const char *text) {
    bool done = true;
    for (const char *at = text; done && *at;) {
        int name = name_at(pick, text, at);
        if (name >= 0)
            done = add_point(pick, name);
        at += name >= 0 ? strlen(pick->names[name]) : 1;
    }
    return done;
}

static bool add_listed(struct scene_pick *pick, const json_t *zones) {
    bool done = true;
    for (size_t i = 0; done && i < json_array_size(zones); i++) {
        int name = scene_pick_named(pick, json_string_value(json_array_get(zones, i)));
        done = name < 0 || add_point(pick, name);
    }
    return done;
}

bool scene_pick_add(struct scene_pick *pick, mst_move move, const char *text,
                    const struct scene_places *places, const json_t *zones) {
    void *first = pick->first;
    if (!pick_grow(&first, &pick->first_capacity, pick->moves.count + 1, sizeof *pick->first))
        return false;
    pick->first = first;
    pick->first[pick->moves.count] = pick->point_count;
    int whole = -1; /* a place that means this move */
    for (int i = 0; !zones && whole < 0 && i < places->count; i++)
        if (!strcmp(places->list[i].move, text))
            whole = scene_pick_named(pick, scene_pick_name(&places->list[i]));
    bool done = zones       ? add_listed(pick, zones)
                : whole < 0 ? add_named(pick, text)
                            : add_point(pick, whole);
    if (!done || !add_move(&pick->moves, move))
        return false;
    pick->first[pick->moves.count] = pick->point_count;
    return true;
}

const json_t *scene_pick_zones(const json_t *scene, const char *move) {
    const json_t *moves = json_object_get(scene, "moves"), *entry;
    size_t i;
    json_array_foreach (moves, i, entry) {
        const char *text = json_string_value(json_object_get(entry, "move"));
        if (text && !strcmp(text, move))
            return json_object_get(entry, "zones");
    }
    return NULL;
}

/* ---- narrowing ------------------------------------------------------------------------------- */

static bool pick_begins(const struct scene_pick *pick, int move, int depth) {
    const int *points = pick->points + pick->first[move];
    if (pick->first[move + 1] - pick->first[move] < depth)
        return false;
    for (int i = 0; i < depth; i++)
        if (points[i] != pick->picked[i])
            return false;
    return true;
}

static int times(const int *list, int count, int name) {
    int found = 0;
    for (int i = 0; i < count; i++)
        found += list[i] == name;
    return found;
}

static bool contains(const struct scene_pick *pick, int move, int depth) {
    const int *points = pick->points + pick->first[move];
    int count = pick->first[move + 1] - pick->first[move];
    for (int i = 0; i < depth; i++)
        if (times(points, count, pick->picked[i]) < times(pick->picked, depth, pick->picked[i]))
            return false;
    return true;
}

/* K2: does some move begin with the places? */
static bool in_order(const struct scene_pick *pick, int depth) {
    for (int i = 0; i < pick->moves.count; i++)
        if (pick_begins(pick, i, depth))
            return true;
    return false;
}

static bool is_left(const struct scene_pick *pick, int move, bool ordered, int depth) {
    return ordered ? pick_begins(pick, move, depth) : contains(pick, move, depth);
}

bool scene_pick_lit(const struct scene_pick *pick, int name) {
    bool ordered = in_order(pick, pick->depth);
    for (int i = 0; i < pick->moves.count; i++) {
        const int *points = pick->points + pick->first[i];
        int count = pick->first[i + 1] - pick->first[i];
        if (!is_left(pick, i, ordered, pick->depth))
            continue;
        if (ordered ? count > pick->depth && points[pick->depth] == name
                    : times(points, count, name) > times(pick->picked, pick->depth, name))
            return true;
    }
    return false;
}

bool scene_pick_is_picked(const struct scene_pick *pick, int name) {
    return times(pick->picked, pick->depth, name) > 0;
}

bool scene_pick_leads(const struct scene_pick *pick, int name) {
    struct scene_pick trial = *pick;
    return scene_pick_point(&trial, name);
}

bool scene_pick_point(struct scene_pick *pick, int name) {
    if (name < 0 || pick->depth == SCENE_PICK_MOST)
        return false;
    pick->picked[pick->depth] = name;
    bool ordered = in_order(pick, pick->depth + 1);
    for (int i = 0; i < pick->moves.count; i++)
        if (is_left(pick, i, ordered, pick->depth + 1)) {
            pick->depth++;
            return true;
        }
    return false;
}

bool scene_pick_back(struct scene_pick *pick) {
    bool any = pick->depth > 0;
    pick->depth -= any;
    return any;
}

bool scene_pick_left(const struct scene_pick *pick, struct mst_moves *left) {
    bool ordered = in_order(pick, pick->depth), done = true;
    left->count = 0;
    for (int i = 0; done && i < pick->moves.count; i++)
        if (is_left(pick, i, ordered, pick->depth))
            done = add_move(left, pick->moves.moves[i]);
    return done;
}
