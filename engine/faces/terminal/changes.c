/* Differences between two positions, in words. See terminal.h. */
#include <stdio.h>
#include <string.h>

#include "faces/scene/text.h"
#include "faces/terminal/terminal.h"

static const char *ground_of(const json_t *cell) {
    const json_t *ground = json_object_get(cell, "ground");
    return scene_str(ground, "label", scene_str(ground, "name", ""));
}

/* The pieces on a zone from the bottom up, preceded by the terrain if `ground`. */
static void put_zone(const struct term_terminal *t, const json_t *scene, const json_t *cell,
                     bool ground, struct mst_buf *out) {
    const json_t *stack = scene_list(cell, "stack");
    if (ground)
        mst_buf_printf(out, "%s, ", *ground_of(cell) ? ground_of(cell) : "plain");
    for (size_t i = 0; i < json_array_size(stack); i++) {
        struct scene_piece piece = scene_piece(scene, json_array_get(stack, i));
        mst_buf_puts(out, i ? " " : "");
        scene_piece_label(out, &piece, t->style.unicode, SCENE_FACING_LETTER);
    }
    if (!json_array_size(stack))
        mst_buf_puts(out, "empty");
}

static int say_zones(struct term_terminal *t, const json_t *before, const json_t *after) {
    int count = 0;
    for (int zone = 0; zone < mst_ruleset_zones(t->ruleset); zone++) {
        const char *name = mst_ruleset_zone(t->ruleset, zone);
        const json_t *former = term_terminal_cell(before, name);
        const json_t *cell = term_terminal_cell(after, name);
        bool turned = strcmp(ground_of(former), ground_of(cell)) != 0;
        struct mst_buf old = {0}, now = {0};
        put_zone(t, before, former, turned, &old);
        put_zone(t, after, cell, turned, &now);
        if (strcmp(mst_buf_text(&old), mst_buf_text(&now)) != 0 && ++count)
            mst_print("  %s: %s -> %s\n", name, mst_buf_text(&old), mst_buf_text(&now));
        mst_buf_clear(&old);
        mst_buf_clear(&now);
    }
    return count;
}

static void put_cards(const struct term_terminal *t, const json_t *scene, const json_t *cards,
                      struct mst_buf *out) {
    for (size_t i = 0; i < json_array_size(cards); i++) {
        struct scene_card card = scene_card(scene, json_array_get(cards, i));
        card.mark = SCENE_CELL_PLAIN; /* the mark of the last move is not a change */
        mst_buf_puts(out, out->length ? " " : "");
        scene_card_label(out, &card, t->style.unicode, false);
    }
}

static bool is_list(const json_t *item) {
    return !strcmp(term_terminal_text(item, "type", ""), "list") ||
           scene_item(item) == SCENE_ITEM_CARDS;
}

/* The entries of the list with this title, or its cards, as text. */
static void put_list(const struct term_terminal *t, const json_t *scene, const char *title,
                     struct mst_buf *out) {
    size_t i, k;
    const json_t *item, *entry;
    json_array_foreach (json_object_get(scene, "items"), i, item) {
        if (!is_list(item) || strcmp(term_terminal_text(item, "title", ""), title) != 0)
            continue;
        put_cards(t, scene, json_object_get(item, "cards"), out);
        json_array_foreach (json_object_get(item, "entries"), k, entry) {
            const json_t *count = json_object_get(entry, "count");
            mst_buf_printf(out, "%s%s", out->length ? " " : "",
                           term_terminal_text(entry, "text", ""));
            if (json_is_integer(count) && json_integer_value(count) > 1)
                mst_buf_printf(out, " x%lld", (long long)json_integer_value(count));
        }
    }
    if (!out->length)
        mst_buf_puts(out, "empty");
}

/* Report lists that differ: those with entries afterwards, or with `gone` those that are now
 * empty. */
static int say_lists(const struct term_terminal *t, const json_t *before, const json_t *after,
                     bool gone) {
    size_t i;
    const json_t *item;
    int count = 0;
    json_array_foreach (json_object_get(gone ? before : after, "items"), i, item) {
        const char *title = term_terminal_text(item, "title", "");
        struct mst_buf old = {0}, now = {0};
        if (!is_list(item))
            continue;
        put_list(t, before, title, &old);
        put_list(t, after, title, &now);
        bool vanished = !strcmp(mst_buf_text(&now), "empty");
        if (strcmp(mst_buf_text(&old), mst_buf_text(&now)) != 0 && gone == vanished && ++count)
            mst_print("  %s: %s -> %s\n", title, mst_buf_text(&old), mst_buf_text(&now));
        mst_buf_clear(&old);
        mst_buf_clear(&now);
    }
    return count;
}

/* The marker (`side` -1) or a side of a lane, as text. */
static void put_lane(const struct term_terminal *t, const json_t *scene,
                     const struct scene_lane *lane, int side, struct mst_buf *out) {
    if (side < 0) {
        const char *owner = scene_seat(scene, lane->owner).name;
        mst_buf_puts(out, *owner ? owner : "nobody");
        return;
    }
    struct scene_lane_side here = scene_lane_side(lane, side);
    put_cards(t, scene, here.front, out);
    put_cards(t, scene, here.cards, out);
    if (!out->length)
        mst_buf_puts(out, "empty");
}

static int say_lane_parts(const struct term_terminal *t, const json_t *item,
                          const struct scene_lanes *before, const struct scene_lanes *after,
                          int at) {
    struct scene_lane old_lane = scene_lane(before, at), lane = scene_lane(after, at);
    int count = 0;
    for (int side = -1; side < after->sides; side++) {
        struct mst_buf old = {0}, now = {0};
        put_lane(t, before->scene, &old_lane, side, &old);
        put_lane(t, after->scene, &lane, side, &now);
        if (strcmp(mst_buf_text(&old), mst_buf_text(&now)) != 0 && ++count)
            mst_print("  %s%s%s: %s -> %s\n", lane.name, side < 0 ? "" : ", ",
                      side < 0 ? "" : scene_lanes_title(after, item, side), mst_buf_text(&old),
                      mst_buf_text(&now));
        mst_buf_clear(&old);
        mst_buf_clear(&now);
    }
    return count;
}

static int say_lanes(const struct term_terminal *t, const json_t *before, const json_t *after) {
    const json_t *items = json_object_get(after, "items");
    int count = 0;
    for (size_t i = 0; i < json_array_size(items); i++) {
        const json_t *item = json_array_get(items, i);
        const json_t *former = json_array_get(json_object_get(before, "items"), i);
        if (scene_item(item) != SCENE_ITEM_LANES || scene_item(former) != SCENE_ITEM_LANES)
            continue;
        struct scene_lanes old = scene_lanes(before, former);
        struct scene_lanes now = scene_lanes(after, item);
        for (int k = 0; k < old.count && k < now.count; k++)
            count += say_lane_parts(t, item, &old, &now, k);
    }
    return count;
}

/* Does the scene have a board with stacks, facings or grounds, on which a change is easily
 * missed? */
static bool is_rich(const json_t *scene) {
    const json_t *items = scene_list(scene, "items");
    bool rich = false;
    for (size_t i = 0; i < json_array_size(items) && !rich; i++) {
        struct scene_grid grid;
        const json_t *item = json_array_get(items, i);
        if (scene_item(item) != SCENE_ITEM_GRID)
            continue;
        rich = scene_grid_read(&grid, scene, item) && scene_grid_is_rich(&grid);
        scene_grid_clear(&grid);
    }
    return rich;
}

void term_terminal_changes(struct term_terminal *t, json_t *items) {
    json_t *after = term_terminal_scene(t, t->match, NULL), *before = json_copy(after);
    if (after && json_object_set(before, "items", items) != 0)
        mst_warn("out of memory\n");
    if (scene_check(before, NULL) == MST_OK && scene_check(after, NULL) == MST_OK &&
        is_rich(after)) {
        say_zones(t, before, after);
        say_lists(t, before, after, false);
        say_lists(t, before, after, true);
    }
    json_decref(before);
    json_decref(after);
}

void term_terminal_difference(struct term_terminal *t, struct mst_match *after) {
    json_t *before_scene = term_terminal_scene(t, t->match, NULL),
           *after_scene = term_terminal_scene(t, after, NULL);
    int count = 0;
    if (scene_check(before_scene, NULL) == MST_OK && scene_check(after_scene, NULL) == MST_OK) {
        count = say_zones(t, before_scene, after_scene);
        count += say_lanes(t, before_scene, after_scene);
        count += say_lists(t, before_scene, after_scene, false);
        count += say_lists(t, before_scene, after_scene, true);
    }
    if (!count)
        mst_print_line("  Nothing on the board changes.");
    json_decref(before_scene);
    json_decref(after_scene);
}
