/* Marking the last turn in a scene: see last.h. */
#include "faces/scene/last.h"

#include <assert.h>
#include <string.h>

#include "faces/scene/json.h"
#include "faces/scene/plane.h"
#include "muster/turn.h"

/* Changes without a move: tokens that a new turn removes, sizes of piles. */
static const char *const passing[] = {"mark", "marks", "name", "count", "zone", "move"};

static bool is_passing(const char *key) {
    for (size_t i = 0; i < sizeof passing / sizeof *passing; i++)
        if (!strcmp(key, passing[i]))
            return true;
    return false;
}

/* Has `b` all that `a` has, but for what is passing? */
static bool has_all(json_t *b, json_t *a) {
    const char *key;
    const json_t *value;
    json_object_foreach (a, key, value) {
        /* Passing facts may differ: they change without a move. */
        if (!is_passing(key) && !json_equal(value, json_object_get(b, key)))
            return false;
    }
    return true;
}

/* Are two pieces, cards or markers alike, but for what is passing? */
static bool alike(json_t *a, json_t *b) {
    /* A hidden card may be a text or null instead of an object. */
    if (!json_is_object(a) || !json_is_object(b))
        return a == b || json_equal(a, b);
    /* In both directions, as either may have a member that the other lacks. */
    return has_all(a, b) && has_all(b, a);
}

static bool alike_lists(const json_t *a, const json_t *b) {
    size_t count = json_array_size(a);
    if (count != json_array_size(b))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!alike(json_array_get(a, i), json_array_get(b, i)))
            return false;
    return true;
}

/* Mark an object as the place of the last move, unless it has a mark. */
static bool last_mark(json_t *object) {
    const json_t *present = json_object_get(object, "mark");
    return (present && !json_is_null(present)) ||
           json_object_set_new(object, "mark", json_string("last")) == 0;
}

/* ---- grids ----------------------------------------------------------------------------------- */

enum { PLACES = SCENE_SIDE_MAX * SCENE_SIDE_MAX };

static void index_cells(const json_t *grid, json_t *cells[PLACES]) {
    json_t *list = json_object_get(grid, "cells"), *cell;
    size_t i;
    memset(cells, 0, PLACES * sizeof *cells);
    json_array_foreach (list, i, cell)
        cells[scene_int(cell, "row", 0) * SCENE_SIDE_MAX + scene_int(cell, "column", 0)] = cell;
}

/* A cell that is empty now, and is not listed: add it to the grid. */
static json_t *add_cell(json_t *grid, int place, const json_t *before) {
    json_t *cell =
        json_pack("{s:i, s:i}", "column", place % SCENE_SIDE_MAX, "row", place / SCENE_SIDE_MAX);
    json_t *list = json_object_get(grid, "cells");
    /* The cell had a zone when something stood on it, which it keeps. */
    const char *zone = scene_str(before, "zone", NULL);
    if (cell && zone && json_object_set_new(cell, "zone", json_string(zone)) != 0) {
        json_decref(cell);
        return NULL;
    }
    return json_array_append_new(list, cell) == 0 ? cell : NULL;
}

static bool mark_grid(json_t *grid, const json_t *before) {
    json_t *now[PLACES], *then[PLACES];
    index_cells(grid, now);

    index_cells(before, then);
    for (int i = 0; i < PLACES; i++) {
        const json_t *was = json_object_get(then[i], "stack");
        json_t *ground = json_object_get(now[i], "ground");
        /* Where neither the stack nor the ground has changed, there is no mark. */
        if (alike_lists(was, json_object_get(now[i], "stack")) &&
            (!now[i] || !then[i] || alike(json_object_get(then[i], "ground"), ground)))
            continue;

        /* A cell that is empty now may be missing in the list. */
        json_t *cell = now[i] ? now[i] : add_cell(grid, i, then[i]);
        if (!cell || !last_mark(cell))
            return false;
    }
    return true;
}

/* ---- cards ------------------------------------------------------------------------------------
 * Each function returns false, or a negative number, when out of memory. */

/* Add the cards of a list, and those of all lanes of an item. */
static bool last_collect(json_t *list, json_t *all) {
    json_t *card;
    size_t i;
    json_array_foreach (list, i, card)
        if (json_array_append(all, card) != 0)
            return false;
    return all != NULL;
}

static json_t *cards_of(const json_t *item) {
    json_t *all = json_array(), *lane, *side;
    size_t i, k;
    bool done = last_collect(json_object_get(item, "cards"), all);
    json_array_foreach (json_object_get(item, "lanes"), i, lane)
        json_array_foreach (json_object_get(lane, "sides"), k, side)
            done = done && last_collect(json_object_get(side, "front"), all) &&
                   last_collect(json_object_get(side, "cards"), all);
    if (done)
        return all;
    json_decref(all);
    return NULL;
}

/* Mark the cards that are in `now` more often than in `then`, which is used up. Returns their
 * number. */
static int mark_new(json_t *now, json_t *then) {
    assert(now != then); /* `then` is used up */
    json_t *card;
    size_t i;
    int count = 0;
    json_array_foreach (now, i, card) {
        size_t k = 0;
        /* Equal cards stand for each other: each one of `then` is used once. */
        while (k < json_array_size(then) && !alike(json_array_get(then, k), card))
            k++;
        if (k < json_array_size(then))
            json_array_remove(then, k);
        else if (last_mark(card))
            count++;
        else
            return -1;
    }
    return count;
}

static bool mark_cards(json_t *item, const json_t *before) {
    json_t *now = cards_of(item), *then = cards_of(before);
    bool done = now && then && mark_new(now, then) >= 0;
    json_decref(now);
    json_decref(then);
    return done;
}

/* No card came or went: mark those that are at another place of the lanes. */
static bool mark_moved(const json_t *sides, const json_t *before) {
    static const char *const lists[] = {"front", "cards"};
    bool done = true;
    for (size_t i = 0; done && i < 2 * json_array_size(sides); i++) {
        const char *list = lists[i % 2];
        json_t *then = json_array();
        done = last_collect(json_object_get(json_array_get(before, i / 2), list), then) &&
               mark_new(json_object_get(json_array_get(sides, i / 2), list), then) >= 0;
        json_decref(then);
    }
    return done;
}

static bool mark_lanes(json_t *item, const json_t *before) {
    json_t *now = cards_of(item), *then = cards_of(before), *lane;
    const json_t *lanes = json_object_get(before, "lanes");
    size_t i;
    int fresh = now && then ? mark_new(now, then) : -1;

    /* The same cards as before: then one of them has moved. */
    bool moved = !fresh && !json_array_size(then), done = fresh >= 0;
    json_decref(now);
    json_decref(then);
    json_array_foreach (json_object_get(item, "lanes"), i, lane) {
        const json_t *was = json_array_get(lanes, i);
        int owner = scene_int(json_object_get(lane, "marker"), "seat", -1);
        if (moved)
            done =
                done && mark_moved(json_object_get(lane, "sides"), json_object_get(was, "sides"));
        if (was && owner != scene_int(json_object_get(was, "marker"), "seat", -1))
            done = done && last_mark(lane);
    }
    return done;
}

/* ---- free canvases --------------------------------------------------------------------------- */

/* Add the way of a thing to the shapes, below all that moved before. */
static bool add_way(json_t *shapes, const struct scene_plane_shape *from,
                    const struct scene_plane_shape *to) {
    /* A full canvas is drawn without the way. */
    if (json_array_size(shapes) == SCENE_PLANE_SHAPES_MAX)
        return true;
    json_t *way =
        json_pack("{s:s, s:b, s:i, s:s, s:[[i,i],[i,i]]}", "shape", "line", "arrow", 1, "seat",
                  to->seat, "colour", "brown", "points", from->x, from->y, to->x, to->y);
    return json_array_append_new(shapes, way) == 0;
}

/* Mark the things that are new, and those that moved, turned or changed; and show the ways. */
static bool mark_plane(json_t *item, const json_t *before) {
    struct scene_plane now = scene_plane_read(NULL, item), then = scene_plane_read(NULL, before);
    json_t *shapes = json_object_get(item, "shapes");
    bool done = true;

    for (int i = 0; done && i < now.count; i++) {
        json_t *shape = json_array_get(shapes, (size_t)i);
        struct scene_plane_shape here = scene_plane_shape(&now, i);
        int old =
            here.zone && scene_plane_is_piece(&here) ? scene_plane_find(before, here.zone) : -1;
        json_t *was = old < 0 ? NULL : json_array_get(then.shapes, (size_t)old);
        /* Only pieces with a zone can be recognized in both scenes. */
        if (!here.zone || !scene_plane_is_piece(&here) || (was && alike(was, shape)))
            continue;
        done = last_mark(shape);
        struct scene_plane_shape there = was ? scene_plane_shape(&then, old) : here;
        if (done && (there.x != here.x || there.y != here.y))
            done = add_way(shapes, &there, &here);
    }
    return done;
}

/* ---- items ----------------------------------------------------------------------------------- */

/* The item of the earlier scene that corresponds to number `index`: of the same type and title, and
 * the same count of them before it. */
static const json_t *former(const json_t *items, const json_t *before, size_t index) {
    const json_t *item = json_array_get(items, index);
    const char *type = scene_str(item, "type", ""), *title = scene_str(item, "title", "");
    int skip = 0;
    for (size_t pass = 0; pass < 2; pass++) {
        /* The first pass counts those before it, the second skips as many. */
        const json_t *list = pass ? before : items;
        for (size_t i = 0; i < (pass ? json_array_size(list) : index); i++) {
            const json_t *other = json_array_get(list, i);
            if (strcmp(scene_str(other, "type", ""), type) != 0 ||
                strcmp(scene_str(other, "title", ""), title) != 0)
                continue;
            if (pass && !skip--)
                return other;
            skip += !pass;
        }
    }
    return NULL;
}

bool scene_mark_changes(json_t *scene, const json_t *before) {
    const json_t *items = json_object_get(scene, "items"), *then = json_object_get(before, "items");
    bool done = true;
    for (size_t i = 0; done && i < json_array_size(items); i++) {
        json_t *item = json_array_get(items, i);
        const json_t *was = former(items, then, i);
        enum scene_item type = scene_item(item);
        if (type == SCENE_ITEM_GRID && was)
            done = mark_grid(item, was);
        else if (type == SCENE_ITEM_LANES && was)
            done = mark_lanes(item, was);
        else if (type == SCENE_ITEM_CARDS)
            done = mark_cards(item, was);
        else if (type == SCENE_ITEM_PLANE && was)
            done = mark_plane(item, was);
    }
    return done;
}

/* ---- scenes of a match ----------------------------------------------------------------------- */

json_t *scene_of_match(struct mst_match *match, int viewer, struct mst_error *error) {
    char *text = viewer == MST_EVERYTHING ? mst_match_scene_whole(match, error)
                                          : mst_match_scene(match, viewer, error);
    json_t *scene = NULL;
    if (text)
        scene_json_parse(text, strlen(text), &scene, error);
    mst_text_free(text);
    return scene;
}

/* Add the paths of the turn to the arrows of the scene. */
static bool add_arrows(json_t *scene, const struct mst_ruleset *ruleset,
                       const struct mst_turn *turn) {
    json_t *arrows = json_object_get(scene, "arrows");
    if (!turn->trail_count)

        return true;
    /* The array is owned by the scene as soon as it is set. */
    if (!json_is_array(arrows)) {
        arrows = json_array();
        if (json_object_set_new(scene, "arrows", arrows) != 0)
            return false;
    }

    /* Each path becomes an arrow of the names of its zones. */
    for (int i = 0; i < turn->trail_count; i++) {
        const struct mst_trail *path = &turn->trails[i];
        json_t *arrow = json_pack("{s:i, s:[]}", "seat", path->seat, "zones");
        json_t *zones = json_object_get(arrow, "zones");
        for (int k = 0; k < path->count; k++)
            json_array_append_new(zones, json_string(mst_ruleset_zone(ruleset, path->zones[k])));
        /* A name that could not be added is missing in the number. */
        if (json_array_size(zones) != (size_t)path->count ||
            json_array_append_new(arrows, arrow) != 0)
            return false;
    }
    return true;
}

json_t *scene_of_last(struct mst_match *match, int viewer, struct mst_error *error) {
    struct mst_turn turn = {0};
    struct mst_error failure = {0}; /* a scene without marks will do, unless memory is short */
    json_t *scene = scene_of_match(match, viewer, error), *before = NULL;
    int plies = mst_match_state(match).ply;
    bool valid = scene && plies && scene_check(scene, &failure) == MST_OK;
    if (!scene || (!valid && failure.status != MST_NO_MEMORY))
        return scene;

    if (valid && mst_match_last_turn(match, viewer, &turn, &failure) == MST_OK &&
        turn.first < plies) {
        before = scene_of_match(turn.before, viewer, &failure);
        /* A scene without marks is returned after any failure but one of memory. */
        if (before && scene_check(before, &failure) == MST_OK &&
            !(scene_mark_changes(scene, before) &&
              add_arrows(scene, mst_match_ruleset(match), &turn)))
            failure.status = MST_NO_MEMORY;
    }
    json_decref(before);
    mst_turn_clear(&turn);
    if (failure.status != MST_NO_MEMORY)
        return scene;
    json_decref(scene);
    mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    return NULL;
}
