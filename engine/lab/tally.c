/* Counting games: see tally.h. */
#include "lab/tally.h"

#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faces/scene/model.h"
#include "muster/check.h"

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

static json_t *tally_line_of(const struct watch *watch, const struct lab_result *result, int cell) {
    json_t *line = json_pack("{s:i,s:i,s:b,s:s,s:i,s:O}", "cell", cell, "winners",
                             (int)result->winners, "over", result->over, "how", result->how,
                             "turns", result->turns, "asked", watch->asked);
    for (int i = 0; i < LAB_GROUPS; i++)
        json_object_set(line, groups[i], watch->uses[i]);
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

/* The entry with a name, the first member of each entry, in a list; a new one at its end if there
 * is none. NULL when out of memory. */
static void *tally_entry_of(void **list, int *count, size_t size, const char *name) {
    for (int i = 0; i < *count; i++) {
        char *entry = (char *)*list + (size_t)i * size;
        if (!strcmp(entry, name))
            return entry;
    }
    char *grown = realloc(*list, (size_t)(*count + 1) * size);
    if (!grown)
        return NULL;
    *list = grown;
    char *entry = grown + (size_t)(*count)++ * size;
    memset(entry, 0, size);
    snprintf(entry, sizeof((struct lab_use *)0)->name, "%s", name);
    return entry;
}

static struct lab_use *use_of(struct lab_uses *uses, const char *name) {
    void *list = uses->list;
    struct lab_use *use = tally_entry_of(&list, &uses->count, sizeof *use, name);
    uses->list = list;
    if (use && !use->title)
        use->title = "";
    return use;
}

bool lab_sums_begin(struct lab_sums *sums, const struct lab_plan *plan, int64_t games) {
    *sums = (struct lab_sums){.plan = plan, .planned = games};
    sums->games = calloc((size_t)games, sizeof *sums->games);
    for (int i = 0; sums->games && i < plan->kind_count; i++) {
        struct lab_use *use = use_of(&sums->uses[LAB_GROUP_MOVES], plan->kinds[i].name);
        if (!use)
            return false;
        use->title = plan->kinds[i].title;
    }
    return sums->games != NULL;
}

int lab_sums_side(const struct lab_plan *plan, uint32_t winners) {
    int side = -1;
    for (int seat = 0; seat < plan->seats; seat++) {
        if (!(winners >> seat & 1))
            continue;
        if (side >= 0 && plan->side[seat] != side)
            return -1;
        side = plan->side[seat];
    }
    return side;
}

static bool add_use(struct lab_sums *sums, enum kit_group group, const char *name,
                    const json_t *counts, const struct lab_played *game) {
    struct lab_use *use = use_of(&sums->uses[group], name);
    bool decided = lab_sums_side(sums->plan, game->winners) >= 0, used = false;
    for (int seat = 0; use && seat <= sums->plan->seats; seat++) {
        int64_t count = json_integer_value(json_array_get(counts, (size_t)seat));
        if (!count)
            continue;
        used = true;
        use->count += count;
        if (!decided || seat == sums->plan->seats)
            continue;
        use->decided++;
        use->won += game->winners >> seat & 1;
    }
    if (use)
        use->games += used;
    return use != NULL;
}

static bool add_asked(struct lab_sums *sums, const char *name, const json_t *counts) {
    void *list = sums->asked;
    struct mst_asked *asked = tally_entry_of(&list, &sums->asked_count, sizeof *asked, name);
    sums->asked = list;
    if (!asked)
        return false;
    asked->count += json_integer_value(json_array_get(counts, 0));
    asked->forced += json_integer_value(json_array_get(counts, 1));
    asked->moves += json_integer_value(json_array_get(counts, 2));
    return true;
}

static bool add_ending(struct lab_sums *sums, const char *name) {
    void *list = sums->endings;
    struct lab_ending *ending = tally_entry_of(&list, &sums->ending_count, sizeof *ending, name);
    sums->endings = list;
    if (ending)
        ending->count++;
    return ending != NULL;
}

bool lab_sums_add(struct lab_sums *sums, const char *line) {
    json_t *object = json_loads(line, 0, NULL), *counts;
    const char *name, *how = json_string_value(json_object_get(object, "how"));
    const char *fault = json_string_value(json_object_get(object, "fault"));
    struct lab_played game = {.cell = (int)json_integer_value(json_object_get(object, "cell")),
                              .turns = (int)json_integer_value(json_object_get(object, "turns")),
                              .winners =
                                  (uint32_t)json_integer_value(json_object_get(object, "winners")),
                              .over = json_is_true(json_object_get(object, "over"))};
    if (fault && sums->faults++ < 5)
        mst_warn("a rule failed: %s: %s\n", json_string_value(json_object_get(object, "at")),
                 fault);
    sums->unfinished += how && !strcmp(how, "unfinished");
    bool good = how && sums->played < sums->planned && add_ending(sums, how);
    if (good)
        sums->games[sums->played++] = game;
    for (int i = 0; good && i < LAB_GROUPS; i++)
        json_object_foreach (json_object_get(object, groups[i]), name, counts)
            good = good && add_use(sums, (enum kit_group)i, name, counts, &game);
    json_object_foreach (json_object_get(object, "asked"), name, counts)
        good = good && add_asked(sums, name, counts);
    json_decref(object);
    return good;
}

static int by_count(int64_t a, int64_t b, const char *name_a, const char *name_b) {
    return a != b ? (a < b ? 1 : -1) : strcmp(name_a, name_b);
}
static int order_uses(const void *a, const void *b) {
    const struct lab_use *x = a, *y = b;
    return by_count(x->count, y->count, x->name, y->name);
}
static int order_asked(const void *a, const void *b) {
    const struct mst_asked *x = a, *y = b;
    return by_count(x->count, y->count, x->name, y->name);
}
static int order_endings(const void *a, const void *b) {
    const struct lab_ending *x = a, *y = b;
    return by_count(x->count, y->count, x->name, y->name);
}

void lab_sums_finish(struct lab_sums *sums) {
    for (int i = 0; i < LAB_GROUPS; i++)
        if (sums->uses[i].count)
            qsort(sums->uses[i].list, (size_t)sums->uses[i].count, sizeof(struct lab_use),
                  order_uses);
    if (sums->asked_count)
        qsort(sums->asked, (size_t)sums->asked_count, sizeof *sums->asked, order_asked);
    if (sums->ending_count)
        qsort(sums->endings, (size_t)sums->ending_count, sizeof *sums->endings, order_endings);
}

void lab_sums_clear(struct lab_sums *sums) {
    for (int i = 0; i < LAB_GROUPS; i++)
        free(sums->uses[i].list);
    free(sums->asked);
    free(sums->endings);
    free(sums->games);
}
