/* Reads the cards of a checked scene: rows and lanes, with their defaults. */
#include <stdio.h>
#include <string.h>

#include "faces/scene/model.h"

/* ---- cards ----------------------------------------------------------------------------------- */

static const struct {
    const char *letter, *sign;
    int colour; /* four colours, so that suits are easy to distinguish */
} suits[] = {{"s", "\u2660", -1},
             {"h", "\u2665", SCENE_RED},
             {"d", "\u2666", SCENE_BLUE},
             {"c", "\u2663", SCENE_GREEN}};

enum { SUITS = sizeof(suits) / sizeof(suits[0]) };

static int suit_named(const char *suit) {
    for (int i = 0; i < SUITS; i++)
        if (strcmp(suits[i].letter, suit) == 0 || strcmp(suits[i].sign, suit) == 0)
            return i;
    return -1;
}

const char *scene_suit(const char *suit, bool unicode) {
    int known = suit_named(suit);
    return known < 0 ? suit : unicode ? suits[known].sign : suits[known].letter;
}

static int colour_of(const json_t *scene, const struct scene_card *card) {
    int known = suit_named(card->suit);
    if (known >= 0)
        return suits[known].colour;
    bool seated = card->seat >= 0 && (card->back || card->suit[0] == '\0');
    return seated ? (int)scene_seat(scene, card->seat).colour : -1;
}

struct scene_card scene_card(const json_t *scene, const json_t *card) {
    struct scene_card made = {
        .text = scene_str(card, "text", ""),
        .value = scene_str(card, "value", ""),
        .suit = scene_str(card, "suit", ""),
        .caption = scene_str(card, "caption", ""),
        .name = scene_str(card, "name", ""),
        .zone = scene_str(card, "zone", NULL),
        .move = scene_str(card, "move", NULL),
        .back = json_is_false(json_object_get(card, "face")),
        .seat = scene_int(card, "seat", -1),
        .count = scene_int(card, "count", 1),
        .mark = (enum scene_cell_mark)scene_word(card, "mark", scene_cell_marks, -1),
        .marks = scene_list(card, "marks"),
    };
    made.colour = scene_word(card, "colour", scene_colours, colour_of(scene, &made));
    return made;
}

int scene_cards_count(const json_t *cards) {
    int count = 0;
    for (size_t i = 0; i < json_array_size(cards); i++)
        count += scene_int(json_array_get(cards, i), "count", 1);
    return count;
}

void scene_card_face(struct mst_buf *out, const struct scene_card *card, bool unicode) {
    const char *suit = scene_suit(card->suit, unicode);
    if (card->value[0] != '\0' || suit[0] != '\0')
        mst_buf_printf(out, "%s%s", card->value, suit);
    else if (card->text[0] != '\0' || card->back)
        mst_buf_puts(out, card->text);
    else
        mst_buf_puts(out, "?");
}

void scene_card_words(struct mst_buf *out, const struct scene_card *card) {
    if (card->count != 1)
        mst_buf_printf(out, "%d times ", card->count);
    if (card->name[0] != '\0')
        mst_buf_puts(out, card->name);
    else if (card->back)
        mst_buf_printf(out, "a card from its back%s%s", card->text[0] ? ", " : "", card->text);
    else
        scene_card_face(out, card, true);
    for (size_t i = 0; i < json_array_size(card->marks); i++) {
        const json_t *mark = json_array_get(card->marks, i);
        mst_buf_printf(out, " with %s", scene_str(mark, "name", scene_str(mark, "text", "*")));
    }
}

/* ---- lanes ----------------------------------------------------------------------------------- */

static int larger(int a, int b) {
    return a > b ? a : b;
}

static void measure_side(struct scene_lanes *lanes, int side) {
    lanes->depth[side] = 1;
    for (int i = 0; i < lanes->count; i++) {
        const json_t *sides = scene_list(json_array_get(lanes->list, (size_t)i), "sides");
        const json_t *here = json_array_get(sides, (size_t)side);
        int cards = (int)json_array_size(scene_list(here, "cards"));
        int front = (int)json_array_size(scene_list(here, "front"));
        int places = larger(cards, scene_int(here, "slots", 0));
        lanes->depth[side] = larger(lanes->depth[side], places);
        lanes->front[side] = larger(lanes->front[side], front);
    }
}

struct scene_lanes scene_lanes(const json_t *scene, const json_t *item) {
    const json_t *list = scene_list(item, "lanes");
    struct scene_lanes lanes = {.scene = scene,
                                .list = list,
                                .count = (int)json_array_size(list),
                                .sides = (int)json_array_size(scene_list(item, "sides")),
                                .near = scene_int(item, "near", 0)};
    for (int side = 0; side < lanes.sides && side < SCENE_LANE_SIDES_MAX; side++)
        measure_side(&lanes, side);
    return lanes;
}

int scene_lanes_side(const struct scene_lanes *lanes, int place) {
    if (place == lanes->sides - 1)
        return lanes->near;
    return place < lanes->near ? place : place + 1;
}

static const json_t *side_of(const json_t *item, int side) {
    return json_array_get(scene_list(item, "sides"), (size_t)side);
}

int scene_lanes_seat(const struct scene_lanes *lanes, const json_t *item, int side) {
    int seats = (int)json_array_size(scene_list(lanes->scene, "seats"));
    return scene_int(side_of(item, side), "seat", side < seats ? side : -1);
}

const char *scene_lanes_title(const struct scene_lanes *lanes, const json_t *item, int side) {
    int seat = scene_lanes_seat(lanes, item, side);
    return scene_str(side_of(item, side), "title", scene_seat(lanes->scene, seat).name);
}

struct scene_lane scene_lane(const struct scene_lanes *lanes, int lane) {
    const json_t *json = json_array_get(lanes->list, (size_t)lane);
    const json_t *marker = json_object_get(json, "marker");
    const char *name = scene_str(json, "name", NULL);
    struct scene_lane made = {
        .zone = scene_str(json, "zone", NULL),
        .move = scene_str(json, "move", NULL),
        .marker = scene_str(marker, "text", ""),
        .marker_name = scene_str(marker, "name", ""),
        .owner = scene_int(marker, "seat", -1),
        .mark = (enum scene_cell_mark)scene_word(json, "mark", scene_cell_marks, -1),
        .sides = scene_list(json, "sides"),
    };
    if (name != NULL)
        scene_copy(made.name, sizeof(made.name), name);
    else
        snprintf(made.name, sizeof(made.name), "%d", lane + 1);
    return made;
}

struct scene_lane_side scene_lane_side(const struct scene_lane *lane, int side) {
    const json_t *json = json_array_get(lane->sides, (size_t)side);
    return (struct scene_lane_side){.cards = scene_list(json, "cards"),
                                    .front = scene_list(json, "front"),
                                    .zone = scene_str(json, "zone", NULL),
                                    .slots = scene_int(json, "slots", 0)};
}

/* ---- all cards ------------------------------------------------------------------------------- */

typedef void (*card_use)(void *context, const struct scene_card *card);

static void each_of(const json_t *scene, const json_t *cards, card_use use, void *context) {
    for (size_t i = 0; i < json_array_size(cards); i++) {
        struct scene_card card = scene_card(scene, json_array_get(cards, i));
        use(context, &card);
    }
}

void scene_each_card(const json_t *scene, const json_t *item, card_use use, void *context) {
    each_of(scene, scene_list(item, "cards"), use, context);
    struct scene_lanes lanes = scene_lanes(scene, item);
    for (int i = 0; i < lanes.count; i++) {
        struct scene_lane lane = scene_lane(&lanes, i);
        for (int side = 0; side < lanes.sides; side++) {
            struct scene_lane_side here = scene_lane_side(&lane, side);
            each_of(scene, here.front, use, context);
            each_of(scene, here.cards, use, context);
        }
    }
}

static void add_marks(void *context, const struct scene_card *card) {
    struct scene_legend *legend = context;
    scene_legend_mark(legend, card->mark);
    for (size_t i = 0; i < json_array_size(card->marks); i++) {
        const json_t *mark = json_array_get(card->marks, i);
        scene_legend_sign(legend->marks, &legend->mark_count,
                          (struct scene_sign){scene_str(mark, "text", "*"),
                                              scene_str(mark, "name", ""), SCENE_GREY});
    }
}

static bool like(const struct scene_card *a, const struct scene_card *b) {
    return strcmp(a->caption, b->caption) == 0 && strcmp(a->value, b->value) == 0 &&
           strcmp(a->suit, b->suit) == 0 && strcmp(a->text, b->text) == 0;
}

static void add_caption(void *context, const struct scene_card *card) {
    struct scene_legend *legend = context;
    if (card->caption[0] == '\0' || legend->caption_count == SCENE_SIGNS_MAX)
        return;
    for (int i = 0; i < legend->caption_count; i++)
        if (like(&legend->captions[i], card))
            return;
    legend->captions[legend->caption_count++] = *card;
}

void scene_legend_cards(struct scene_legend *legend, const json_t *scene, const json_t *item) {
    struct scene_lanes lanes = scene_lanes(scene, item);
    scene_each_card(scene, item, add_marks, legend);
    for (int i = 0; i < lanes.count; i++) {
        struct scene_lane lane = scene_lane(&lanes, i);
        scene_legend_mark(legend, lane.mark);
    }
    if (lanes.count > 0)
        scene_each_card(scene, item, add_caption, legend);
}
