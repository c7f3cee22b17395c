/* Counting games: see tally.h. */
#include "lab/tally.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faces/scene/model.h"
#include "muster/check.h"

/* The things that are counted by name. */
enum group { LAB_GROUP_MOVES, LAB_GROUP_EVENTS, LAB_GROUP_GROUNDS, LAB_GROUPS };
static const char *const groups[LAB_GROUPS] = {"moves", "events", "grounds"};

/* ---- watching a game ------------------------------------------------------------------------- */

/* The counts of one game: objects by name, of lists of numbers. */
struct watch {
    json_t *uses[LAB_GROUPS]; /* a number for each seat, and one for chance */
    json_t *asked;            /* times, times with one move, moves in total */
    json_t *grounds;          /* the ground of each zone that has one; NULL: the game has none */
    int seats;
    int actor;  /* the seat that decided last, or -1 */
    int events; /* so many are counted */
};

/* Add to number `index` of the list `name`, of `length` numbers. */
static void tally_add(json_t *object, const char *name, int length, int index, int64_t amount) {
    json_t *list = json_object_get(object, name);
    if (!list) {
        list = json_array();
        for (int i = 0; i < length; i++)
            json_array_append_new(list, json_integer(0));
        json_object_set_new(object, name, list);
    }
    json_t *number = json_array_get(list, (size_t)index);
    json_integer_set(number, json_integer_value(number) + amount);
}

static void note_grid(json_t *grounds, const json_t *scene, const json_t *item) {
    struct scene_grid grid;
    if (scene_item(item) != SCENE_ITEM_GRID)
        return;
    bool read = scene_grid_read(&grid, scene, item);
    for (int i = 0; read && i < grid.columns * grid.rows; i++) {
        struct scene_cell cell = scene_cell(&grid, i % grid.columns, i / grid.columns);
        if (cell.ground && *cell.ground)
            json_object_set_new(grounds, cell.zone, json_string(cell.ground));
    }
    scene_grid_clear(&grid);
}

/* Read which ground each zone has now. */
static void read_grounds(struct watch *watch, struct mst_match *match) {
    char *text = mst_match_scene_whole(match, NULL);
    json_t *scene = text ? json_loads(text, 0, NULL) : NULL, *item;
    json_t *items = json_object_get(scene, "items");
    size_t i;
    json_object_clear(watch->grounds);
    if (scene_check(scene, &(struct mst_error){0}) == MST_OK)
        json_array_foreach (items, i, item)
            note_grid(watch->grounds, scene, item);
    json_decref(scene);
    mst_text_free(text);
}

/* Count the event, and the ground of the last zone that it names. */
static void count_event(struct watch *watch, const struct mst_match *match, int index) {
    struct mst_event event = mst_match_event(match, index);
    struct mst_buf zone = {0};
    const char *ground = NULL;
    tally_add(watch->uses[LAB_GROUP_EVENTS], event.event, watch->seats + 1, watch->actor, 1);
    for (int i = 0; watch->grounds && i < event.count; i++) {
        mst_buf_reset(&zone);
        if (mst_match_event_arg(match, index, i, watch->actor, &zone) != MST_ARG_TEXT)
            continue;
        const char *found = json_string_value(json_object_get(watch->grounds, mst_buf_text(&zone)));
        ground = found ? found : ground;
    }
    if (ground)
        tally_add(watch->uses[LAB_GROUP_GROUNDS], ground, watch->seats + 1, watch->actor, 1);
    mst_buf_clear(&zone);
}

static void count_events(struct watch *watch, const struct mst_match *match) {
    int all = mst_match_events(match, INT_MAX);
    for (; watch->events < all; watch->events++)
        if (watch->actor >= 0)
            count_event(watch, match, watch->events);
}

/* Before each choice. */
static void tally_look(void *context, struct mst_match *match) {
    struct watch *watch = context;
    struct mst_state state = mst_match_state(match);
    const struct mst_moves *moves = mst_match_moves(match, NULL);
    count_events(watch, match);

    /* A scene is costly: it is read once a turn, and no more if the first one has no grounds. */
    if (watch->grounds && watch->actor != state.to_move) {
        read_grounds(watch, match);
        if (watch->actor < 0 && !json_object_size(watch->grounds)) {
            json_decref(watch->grounds);
            watch->grounds = NULL;
        }
    }

    watch->actor = state.to_move;
    if (!moves)
        return;
    tally_add(watch->asked, state.decision, 3, 0, 1);
    tally_add(watch->asked, state.decision, 3, 1, moves->count == 1);
    tally_add(watch->asked, state.decision, 3, 2, moves->count);
}

static void count_moves(struct watch *watch, const struct mst_ruleset *ruleset,
                        const struct mst_match *match, int plies) {
    for (int ply = 0; ply < plies; ply++) {
        int seat = mst_match_ply_seat(match, ply);
        tally_add(watch->uses[LAB_GROUP_MOVES],
                  mst_ruleset_kind_name(ruleset, mst_match_ply_kind(match, ply)), watch->seats + 1,
                  seat < 0 ? watch->seats : seat, 1);
    }
}

/* What was done, from its number for each seat: see lab_tally_game. */
static json_t *tally_use_of(const json_t *counts, const struct lab_result *result, int seats) {
    char winners[12];
    int64_t sum = 0;
    json_t *did = json_array();
    snprintf(winners, sizeof winners, "%u", (unsigned)result->winners);

    for (int seat = 0; seat <= seats; seat++) {
        int64_t count = json_integer_value(json_array_get(counts, (size_t)seat));
        sum += count;
        if (seat < seats) /* chance wins no games */
            json_array_append_new(did, json_integer(count > 0));
    }
    return json_pack("{s:I,s:i,s:{s:o}}", "count", (json_int_t)sum, "games", 1, "winners", winners,
                     did);
}

static json_t *tally_counts_of(const struct watch *watch, const struct lab_result *result,
                               int cell) {
    char number[12], winners[12], turns[12];
    snprintf(number, sizeof number, "%d", cell);
    snprintf(winners, sizeof winners, "%u", (unsigned)result->winners);
    snprintf(turns, sizeof turns, "%d", result->turns);
    json_t *counts =
        json_pack("{s:{s:{s:{s:i},s:{s:i}}},s:{s:i},s:O}", "cells", number, "winners", winners, 1,
                  "turns", turns, 1, "endings", result->how, 1, "asked", watch->asked);

    /* A seat that did something often in a game has won or lost it once. */
    for (int i = 0; i < LAB_GROUPS; i++) {
        const char *name;
        json_t *by_seat, *uses = json_object();
        json_object_foreach (watch->uses[i], name, by_seat)
            json_object_set_new(uses, name, tally_use_of(by_seat, result, watch->seats));
        json_object_set_new(counts, groups[i], uses);
    }
    return counts;
}

static json_t *tally_line_of(const struct watch *watch, const struct lab_result *result, int cell) {
    json_t *line = json_pack("{s:o}", "counts", tally_counts_of(watch, result, cell));
    if (result->fault.text[0]) {
        json_object_set_new(line, "at", json_string(result->fault.at));
        json_object_set_new(line, "fault", json_string(result->fault.text));
    }
    return line;
}

bool lab_tally_game(const struct lab_game *game, int cell, struct mst_buf *line) {
    struct watch watch = {.asked = json_object(),
                          .grounds = json_object(),
                          .seats = mst_ruleset_seats(game->ruleset),
                          .actor = -1};
    struct lab_game watched = *game;
    struct lab_result result;
    struct mst_match *match = NULL;
    for (int i = 0; i < LAB_GROUPS; i++)
        watch.uses[i] = json_object();
    watched.look = tally_look;
    watched.context = &watch;

    /* Events of the last move come behind the last choice. */
    bool played = lab_game_play(&watched, &result, &match);
    if (match) {
        count_events(&watch, match);
        count_moves(&watch, game->ruleset, match, result.plies);
        mst_match_free(match);
    }

    json_t *object = played ? tally_line_of(&watch, &result, cell) : NULL;
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    if (text)
        mst_buf_puts(line, text);

    free(text);
    json_decref(object);
    json_decref(watch.asked);
    json_decref(watch.grounds);
    for (int i = 0; i < LAB_GROUPS; i++)
        json_decref(watch.uses[i]);
    return text != NULL;
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* Add numbers to those of the same names and places, and take over what `sum` lacks. */
static bool sums_add_counts(json_t *sum, json_t *more) {
    const char *name;
    json_t *value;
    size_t i;
    bool added = json_typeof(sum) == json_typeof(more);
    assert(added); /* Y2 */

    if (json_is_integer(more))
        json_integer_set(sum, json_integer_value(sum) + json_integer_value(more));
    json_array_foreach (more, i, value)
        added = added && sums_add_counts(json_array_get(sum, i), value);
    json_object_foreach (more, name, value) {
        json_t *own = json_object_get(sum, name);
        added = added && (own ? sums_add_counts(own, value) : !json_object_set(sum, name, value));
    }
    return added;
}

bool lab_sums_begin(struct lab_sums *sums) {
    *sums = (struct lab_sums){.counts = json_object()};
    return sums->counts != NULL;
}

bool lab_sums_add(struct lab_sums *sums, const char *line) {
    json_t *object = json_loads(line, 0, NULL), *counts = json_object_get(object, "counts");
    const char *fault = json_string_value(json_object_get(object, "fault"));
    if (fault && sums->faults++ < 5)
        mst_warn("a rule failed: %s: %s\n", json_string_value(json_object_get(object, "at")),
                 fault);

    bool added = counts && sums_add_counts(sums->counts, counts);
    sums->played += added;
    json_decref(object);
    return added;
}

json_t *lab_lists_of(json_t *object) {
    json_t *list = json_array(), *value;
    const char *name;
    json_object_foreach (object, name, value)
        json_array_append_new(
            list, json_pack("[o,o]", json_stringn_nocheck(name, strlen(name)),
                            json_is_object(value) ? lab_lists_of(value) : json_incref(value)));
    return list;
}

void lab_sums_clear(struct lab_sums *sums) {
    json_decref(sums->counts);
    sums->counts = NULL;
}
