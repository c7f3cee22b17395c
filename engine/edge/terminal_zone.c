/* What stands on one zone, and what changes between two positions, in words. See terminal.h. */
#include <stdio.h>
#include <string.h>

#include "edge/scene_text.h"
#include "edge/terminal.h"

/* ---- one zone -------------------------------------------------------------------------------- */

static const char *facing_of(const json_t *piece) {
    const char *facing = mst_terminal_text(piece, "facing", "");
    return !strcmp(facing, "n")   ? "north"
           : !strcmp(facing, "e") ? "east"
           : !strcmp(facing, "s") ? "south"
           : !strcmp(facing, "w") ? "west"
                                  : NULL;
}

static void say_piece(struct mst_terminal *t, const json_t *piece, size_t level) {
    struct mst_buf text = {0};
    char owner[80] = "";
    size_t i;
    const json_t *mark, *seat = json_object_get(piece, "seat");
    const char *facing = facing_of(piece), *name = mst_terminal_text(piece, "name", NULL);
    if (!name && json_is_integer(seat) && json_integer_value(seat) >= 0)
        mst_terminal_name(t, (int)json_integer_value(seat), owner, sizeof owner);
    mst_buf_printf(&text, "  %zu  %s%s%s", level, name ? name : owner, *owner ? ", " : "",
                   name ? "" : mst_terminal_text(piece, "text", "a piece"));
    if (facing)
        mst_buf_printf(&text, ", facing %s", facing);
    json_array_foreach(json_object_get(piece, "marks"), i, mark) mst_buf_printf(
        &text, ", %s", mst_terminal_text(mark, "name", mst_terminal_text(mark, "text", "")));
    mst_terminal_say(t, mst_buf_text(&text));
    mst_buf_clear(&text);
}

/* The cell of a zone, in any grid of the scene; NULL when it is not listed. */
static const json_t *cell_of(const json_t *scene, const char *zone) {
    size_t i, k;
    const json_t *item, *cell;
    json_array_foreach(json_object_get(scene, "items"), i, item) json_array_foreach(
        json_object_get(item, "cells"), k,
        cell) if (!strcmp(mst_terminal_text(cell, "zone", ""), zone)) return cell;
    return NULL;
}

static void say_unknown_zone(const struct mst_terminal *t, const char *zone) {
    const struct mst_board *board = t->ruleset->rules->schema->board;
    printf("There is no zone '%s'; zones are %s to %s.\n", zone, board->names[0],
           board->names[board->zones - 1]);
}

static void put_words(const json_t *scene, const json_t *cards, struct mst_buf *out) {
    for (size_t i = 0; i < json_array_size(cards); i++) {
        struct mst_scene_card card = mst_scene_card(scene, json_array_get(cards, i));
        mst_buf_puts(out, i ? ", " : "");
        mst_scene_card_words(out, &card);
    }
}

/* What lies at a lane, a line for each side. */
static void say_lane(struct mst_terminal *t, const json_t *scene, const json_t *item,
                     const struct mst_scene_lanes *lanes, const struct mst_scene_lane *lane) {
    struct mst_buf text = {0};
    const char *owner = mst_scene_seat(scene, lane->owner).name;
    printf("%s:%s%s\n", lane->name, *owner ? " of " : "", owner);
    for (int side = 0; side < lanes->sides; side++) {
        struct mst_scene_lane_side here = mst_scene_lane_side(lane, side);
        mst_buf_reset(&text);
        mst_buf_printf(&text, "  %s: ", mst_scene_lanes_title(lanes, item, side));
        put_words(scene, here.cards, &text);
        if (!json_array_size(here.cards))
            mst_buf_puts(&text, "no cards");
        if (json_array_size(here.front))
            mst_buf_puts(&text, "; in front ");
        put_words(scene, here.front, &text);
        mst_terminal_say(t, mst_buf_text(&text));
    }
    mst_buf_clear(&text);
}

/* Say what lies at the lane of that name; false when there is none. */
static bool find_lane(struct mst_terminal *t, const json_t *scene, const char *zone) {
    const json_t *items = json_object_get(scene, "items");
    for (size_t i = 0; i < json_array_size(items); i++) {
        const json_t *item = json_array_get(items, i);
        struct mst_scene_lanes lanes = mst_scene_lanes(scene, item);
        for (int k = 0; k < lanes.count; k++) {
            struct mst_scene_lane lane = mst_scene_lane(&lanes, k);
            if (strcmp(lane.zone ? lane.zone : lane.name, zone) != 0)
                continue;
            say_lane(t, scene, item, &lanes, &lane);
            return true;
        }
    }
    return false;
}

void mst_terminal_zone(struct mst_terminal *t, const char *zone) {
    struct mst_error error = {0};
    json_t *scene = mst_terminal_scene(t, t->match, &error);
    const json_t *cell = cell_of(scene, zone), *stack = json_object_get(cell, "stack");
    const char *ground = mst_terminal_text(json_object_get(cell, "ground"), "name", NULL);
    size_t height = json_array_size(stack);
    bool fits = scene && mst_scene_check(scene, &error) == MST_OK;
    if (!fits)
        mst_terminal_complain(t, &error);
    else if (!cell && find_lane(t, scene, zone))
        height = 0;
    else if (!cell && mst_board_zone(t->ruleset->rules->schema->board, zone, strlen(zone)) < 0)
        say_unknown_zone(t, zone);
    else
        printf("%s%s%s: %s\n", zone, ground ? ", " : "", ground ? ground : "",
               !height       ? "nothing stands there."
               : height == 1 ? "one piece"
                             : "from the top down");
    for (size_t level = height; level > 0; level--)
        say_piece(t, json_array_get(stack, level - 1), level);
    json_decref(scene);
}

/* ---- differences ----------------------------------------------------------------------------- */

static void put_piece(const json_t *scene, const json_t *piece, struct mst_buf *out) {
    size_t i;
    const json_t *mark, *seat = json_object_get(piece, "seat");
    const json_t *seats = json_object_get(scene, "seats");
    const char *text = mst_terminal_text(piece, "text", ""),
               *letter = mst_terminal_text(piece, "letter", NULL);
    bool sign = !strcmp(mst_terminal_text(piece, "shape", ""), "mark") && *text;
    if (!letter && !sign && json_is_integer(seat) && json_integer_value(seat) >= 0)
        letter = mst_terminal_text(json_array_get(seats, (size_t)json_integer_value(seat)),
                                   "letter", "");
    if (letter && strcmp(letter, text) != 0)
        mst_buf_puts(out, letter);
    mst_buf_printf(out, "%s%s", text, mst_terminal_text(piece, "facing", ""));
    json_array_foreach(json_object_get(piece, "marks"), i, mark)
        mst_buf_puts(out, mst_terminal_text(mark, "text", ""));
}

static void put_stack(const json_t *scene, const json_t *stack, struct mst_buf *out) {
    size_t i;
    const json_t *piece;
    json_array_foreach(stack, i, piece) {
        mst_buf_puts(out, i ? " " : "");
        put_piece(scene, piece, out);
    }
    if (!json_array_size(stack))
        mst_buf_puts(out, "empty");
}

static int say_zones(struct mst_terminal *t, const json_t *before, const json_t *after) {
    const struct mst_board *board = t->ruleset->rules->schema->board;
    int count = 0;
    for (int zone = 0; zone < board->zones; zone++) {
        struct mst_buf old = {0}, now = {0};
        put_stack(before, json_object_get(cell_of(before, board->names[zone]), "stack"), &old);
        put_stack(after, json_object_get(cell_of(after, board->names[zone]), "stack"), &now);
        if (strcmp(mst_buf_text(&old), mst_buf_text(&now)) != 0 && ++count)
            printf("  %s: %s -> %s\n", board->names[zone], mst_buf_text(&old), mst_buf_text(&now));
        mst_buf_clear(&old);
        mst_buf_clear(&now);
    }
    return count;
}

static void put_cards(const struct mst_terminal *t, const json_t *scene, const json_t *cards,
                      struct mst_buf *out) {
    for (size_t i = 0; i < json_array_size(cards); i++) {
        struct mst_scene_card card = mst_scene_card(scene, json_array_get(cards, i));
        card.mark = MST_CELL_PLAIN; /* where the last move went is no change */
        mst_buf_puts(out, out->length ? " " : "");
        mst_card_label(out, &card, t->style.unicode, false);
    }
}

static bool is_list(const json_t *item) {
    return !strcmp(mst_terminal_text(item, "type", ""), "list") ||
           mst_scene_item(item) == MST_ITEM_CARDS;
}

/* The entries of the list with this title, or its cards, as text. */
static void put_list(const struct mst_terminal *t, const json_t *scene, const char *title,
                     struct mst_buf *out) {
    size_t i, k;
    const json_t *item, *entry;
    json_array_foreach(json_object_get(scene, "items"), i, item) {
        if (!is_list(item) || strcmp(mst_terminal_text(item, "title", ""), title) != 0)
            continue;
        put_cards(t, scene, json_object_get(item, "cards"), out);
        json_array_foreach(json_object_get(item, "entries"), k, entry) {
            const json_t *count = json_object_get(entry, "count");
            mst_buf_printf(out, "%s%s", out->length ? " " : "",
                           mst_terminal_text(entry, "text", ""));
            if (json_is_integer(count) && json_integer_value(count) > 1)
                mst_buf_printf(out, " x%lld", (long long)json_integer_value(count));
        }
    }
    if (!out->length)
        mst_buf_puts(out, "empty");
}

/* Lists that differ: those that have entries afterwards, or with `gone` those that are empty then.
 */
static int say_lists(const struct mst_terminal *t, const json_t *before, const json_t *after,
                     bool gone) {
    size_t i;
    const json_t *item;
    int count = 0;
    json_array_foreach(json_object_get(gone ? before : after, "items"), i, item) {
        const char *title = mst_terminal_text(item, "title", "");
        struct mst_buf old = {0}, now = {0};
        if (!is_list(item))
            continue;
        put_list(t, before, title, &old);
        put_list(t, after, title, &now);
        bool vanished = !strcmp(mst_buf_text(&now), "empty");
        if (strcmp(mst_buf_text(&old), mst_buf_text(&now)) != 0 && gone == vanished && ++count)
            printf("  %s: %s -> %s\n", title, mst_buf_text(&old), mst_buf_text(&now));
        mst_buf_clear(&old);
        mst_buf_clear(&now);
    }
    return count;
}

/* A lane's marker and sides, as text: `side` -1 is the marker. */
static void put_lane(const struct mst_terminal *t, const json_t *scene,
                     const struct mst_scene_lane *lane, int side, struct mst_buf *out) {
    if (side < 0) {
        const char *owner = mst_scene_seat(scene, lane->owner).name;
        mst_buf_puts(out, *owner ? owner : "nobody");
        return;
    }
    struct mst_scene_lane_side here = mst_scene_lane_side(lane, side);
    put_cards(t, scene, here.front, out);
    put_cards(t, scene, here.cards, out);
    if (!out->length)
        mst_buf_puts(out, "empty");
}

static int say_lane_parts(const struct mst_terminal *t, const json_t *item,
                          const struct mst_scene_lanes *before, const struct mst_scene_lanes *after,
                          int at) {
    struct mst_scene_lane old_lane = mst_scene_lane(before, at), lane = mst_scene_lane(after, at);
    int count = 0;
    for (int side = -1; side < after->sides; side++) {
        struct mst_buf old = {0}, now = {0};
        put_lane(t, before->scene, &old_lane, side, &old);
        put_lane(t, after->scene, &lane, side, &now);
        if (strcmp(mst_buf_text(&old), mst_buf_text(&now)) != 0 && ++count)
            printf("  %s%s%s: %s -> %s\n", lane.name, side < 0 ? "" : ", ",
                   side < 0 ? "" : mst_scene_lanes_title(after, item, side), mst_buf_text(&old),
                   mst_buf_text(&now));
        mst_buf_clear(&old);
        mst_buf_clear(&now);
    }
    return count;
}

static int say_lanes(const struct mst_terminal *t, const json_t *before, const json_t *after) {
    const json_t *items = json_object_get(after, "items");
    int count = 0;
    for (size_t i = 0; i < json_array_size(items); i++) {
        const json_t *item = json_array_get(items, i);
        const json_t *former = json_array_get(json_object_get(before, "items"), i);
        if (mst_scene_item(item) != MST_ITEM_LANES || mst_scene_item(former) != MST_ITEM_LANES)
            continue;
        struct mst_scene_lanes old = mst_scene_lanes(before, former);
        struct mst_scene_lanes now = mst_scene_lanes(after, item);
        for (int k = 0; k < old.count && k < now.count; k++)
            count += say_lane_parts(t, item, &old, &now, k);
    }
    return count;
}

void mst_terminal_difference(struct mst_terminal *t, struct mst_match *after) {
    json_t *before_scene = mst_terminal_scene(t, t->match, NULL),
           *after_scene = mst_terminal_scene(t, after, NULL);
    int count = 0;
    if (mst_scene_check(before_scene, NULL) == MST_OK &&
        mst_scene_check(after_scene, NULL) == MST_OK) {
        count = say_zones(t, before_scene, after_scene);
        count += say_lanes(t, before_scene, after_scene);
        count += say_lists(t, before_scene, after_scene, false);
        count += say_lists(t, before_scene, after_scene, true);
    }
    if (!count)
        puts("  Nothing on the board changes.");
    json_decref(before_scene);
    json_decref(after_scene);
}
