/* Description of a zone, a lane or a card in words. See terminal.h. */
#include <stdio.h>
#include <string.h>

#include "faces/scene/text.h"
#include "faces/terminal/terminal.h"

/* ---- one zone -------------------------------------------------------------------------------- */

static const char *facing_of(const json_t *piece) {
    const char *facing = term_terminal_text(piece, "facing", "");
    static const char *const names[] = {"north", "east", "south", "west"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (facing[0] == names[i][0] && !facing[1])
            return names[i];
    return NULL;
}

static void say_piece(struct term_terminal *t, const json_t *piece, size_t level) {
    struct mst_buf text = {0};
    char owner[80] = "";
    size_t i;
    const json_t *mark, *seat = json_object_get(piece, "seat");
    const char *facing = facing_of(piece), *name = term_terminal_text(piece, "name", NULL);

    /* A name says all; without one, the piece is described by its owner and its letters. */
    if (!name && json_is_integer(seat) && json_integer_value(seat) >= 0)
        term_terminal_name(t, (int)json_integer_value(seat), owner, sizeof owner);
    mst_buf_printf(&text, "  %zu  %s%s%s", level, name ? name : owner, *owner ? ", " : "",
                   name ? "" : term_terminal_text(piece, "text", "a piece"));

    if (facing)
        mst_buf_printf(&text, ", facing %s", facing);
    /* A mark has a name for readers, or else the letters that are drawn. */
    json_array_foreach (json_object_get(piece, "marks"), i, mark)
        mst_buf_printf(&text, ", %s",
                       term_terminal_text(mark, "name", term_terminal_text(mark, "text", "")));
    term_terminal_say(t, mst_buf_text(&text));
    mst_buf_clear(&text);
}

const json_t *term_terminal_cell(const json_t *scene, const char *zone) {
    size_t i, k;
    const json_t *item, *cell;

    /* The first grid that lists the zone; others only show it again. */
    json_array_foreach (json_object_get(scene, "items"), i, item)
        json_array_foreach (json_object_get(item, "cells"), k, cell)
            if (!strcmp(term_terminal_text(cell, "zone", ""), zone))
                return cell;
    return NULL;
}

static void say_unknown_zone(const struct term_terminal *t, const char *zone) {
    /* A game of cards may have one zone for the whole table, which says nothing to a person. */
    if (mst_ruleset_zones(t->ruleset) == 1)
        mst_print("No card or place in sight is called '%s'.\n", zone);
    else
        mst_print("There is no zone '%s'; zones are %s to %s.\n", zone,
                  mst_ruleset_zone(t->ruleset, 0),
                  mst_ruleset_zone(t->ruleset, mst_ruleset_zones(t->ruleset) - 1));
}

static void put_words(const json_t *scene, const json_t *cards, struct mst_buf *out) {
    for (size_t i = 0; i < json_array_size(cards); i++) {
        /* The cards of a lane are a list; the order is that of the scene. */
        struct scene_card card = scene_card(scene, json_array_get(cards, i));
        mst_buf_puts(out, i ? ", " : "");
        scene_card_words(out, &card);
    }
}

/* The cards at a lane, with a line for each side. */
static void say_lane(struct term_terminal *t, const json_t *scene, const json_t *item,
                     const struct scene_lanes *lanes, const struct scene_lane *lane) {
    struct mst_buf text = {0};
    const char *owner = scene_seat(scene, lane->owner).name;
    mst_print("%s:%s%s\n", lane->name, *owner ? " of " : "", owner);

    /* A line for each side of the lane, also where it has no cards. */
    for (int side = 0; side < lanes->sides; side++) {
        struct scene_lane_side here = scene_lane_side(lane, side);
        mst_buf_reset(&text);
        mst_buf_printf(&text, "  %s: ", scene_lanes_title(lanes, item, side));
        put_words(scene, here.cards, &text);
        if (!json_array_size(here.cards))
            mst_buf_puts(&text, "no cards");

        if (json_array_size(here.front))
            mst_buf_puts(&text, "; in front ");
        put_words(scene, here.front, &text);
        term_terminal_say(t, mst_buf_text(&text));
    }
    mst_buf_clear(&text);
}

/* Describe the lane of that name. False if there is none. */
static bool find_lane(struct term_terminal *t, const json_t *scene, const char *zone) {
    const json_t *items = json_object_get(scene, "items");
    for (size_t i = 0; i < json_array_size(items); i++) {
        const json_t *item = json_array_get(items, i);
        struct scene_lanes lanes = scene_lanes(scene, item);
        for (int k = 0; k < lanes.count; k++) {
            struct scene_lane lane = scene_lane(&lanes, k);
            /* A lane without a zone is called by its name. */
            if (strcmp(lane.zone ? lane.zone : lane.name, zone) != 0)
                continue;
            say_lane(t, scene, item, &lanes, &lane);
            return true;
        }
    }
    return false;
}

/* The first open card that is called so. */
struct wanted_card {
    struct term_terminal *t;
    const char *called; /* its face, or its zone */
    bool found;
};

static void say_wanted(void *context, const struct scene_card *card) {
    struct wanted_card *wanted = context;
    struct mst_buf face = {0}, words = {0};

    /* Cards that lie face down have no face to ask for (T4). */
    scene_card_face(&face, card, false);
    /* The same face may be seen twice, as in a hand and a list: the first one is described. */
    if (!wanted->found && !card->back &&
        (!strcmp(mst_buf_text(&face), wanted->called) ||
         (card->zone && !strcmp(card->zone, wanted->called)))) {
        wanted->found = true;
        mst_buf_printf(&words, "%s: ", wanted->called);
        scene_card_words(&words, card);
        term_terminal_say(wanted->t, mst_buf_text(&words));
    }
    mst_buf_clear(&face);
    mst_buf_clear(&words);
}

/* Describe the card that is called so. False if there is none. */
static bool find_card(struct term_terminal *t, const json_t *scene, const char *called) {
    struct wanted_card wanted = {t, called, false};
    const json_t *items = json_object_get(scene, "items");
    for (size_t i = 0; i < json_array_size(items); i++)
        scene_each_card(scene, json_array_get(items, i), say_wanted, &wanted);
    return wanted.found;
}

void term_terminal_zone(struct term_terminal *t, const char *zone) {
    struct mst_error error = {0};
    json_t *scene = term_terminal_scene(t, t->match, &error);

    const json_t *cell = term_terminal_cell(scene, zone), *stack = json_object_get(cell, "stack");
    const char *ground = term_terminal_text(json_object_get(cell, "ground"), "name", NULL);
    size_t height = json_array_size(stack);

    /* A scene with faults is not described; the error is the one that is printed. */
    bool fits = scene && scene_check(scene, &error) == MST_OK;
    if (!fits)
        term_terminal_complain(t, &error);
    /* Not a cell, but a lane or a card of that name: it was described, and no stack follows. */
    else if (!cell && (find_lane(t, scene, zone) || find_card(t, scene, zone)))
        height = 0;
    /* A zone of the rules that no grid lists is empty, but no mistake. */
    else if (!cell && mst_ruleset_zone_named(t->ruleset, zone) < 0)
        say_unknown_zone(t, zone);
    else
        mst_print("%s%s%s: %s\n", zone, ground ? ", " : "", ground ? ground : "",
                  !height       ? "empty."
                  : height == 1 ? "one piece"
                                : "from the top down");

    /* From the top down, as the levels are seen. */
    for (size_t level = height; level > 0; level--)
        say_piece(t, json_array_get(stack, level - 1), level);
    json_decref(scene);
}
