/* Cards as terminal lines: rows and lanes. In lanes, each card takes a line. The first card is next
 * to the middle, where the marker is. The near side is at the bottom. */
#include <assert.h>
#include <string.h>

#include "faces/scene/text.h"

enum { TITLE_MAX = 18, SIDE_MAX = 7, CELL_LEAST = 3, CELL_USUAL = 5, CELL_ROOMY = 7, GAP = 2 };

static const struct scene_paint plain = {SCENE_PAINT_NONE, false};

struct scene_paint scene_card_paint(const struct scene_card *card) {
    return (struct scene_paint){card->colour, !card->back};
}

void scene_card_label(struct mst_buf *buf, const struct scene_card *card, bool unicode,
                      bool caption) {
    /* A card that lies face down stands between two signs of its back. */
    const char *back = unicode ? "\u2592" : "#";

    if (card->mark >= 0)
        mst_buf_puts(buf, scene_cell_signs[card->mark].open);
    if (card->back)
        mst_buf_puts(buf, back);
    scene_card_face(buf, card, unicode);
    if (card->back)
        mst_buf_puts(buf, back);
    for (size_t i = 0; i < json_array_size(card->marks); i++)
        mst_buf_puts(buf, scene_str(json_array_get(card->marks, i), "text", "*"));
    if (card->mark >= 0)
        mst_buf_puts(buf, scene_cell_signs[card->mark].close);
    if (caption && card->caption[0] != '\0')
        mst_buf_printf(buf, " %s", card->caption);
    /* Equal cards are one label with their number. */
    if (card->count != 1)
        mst_buf_printf(buf, " x%d", card->count);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static int text_cards_title_of(const struct scene_canvas *canvas, const json_t *item) {
    int width = scene_canvas_measure(canvas, scene_str(item, "title", ""));
    /* A long title has a line of its own. */
    /* 0: the title is too long to stand left of the cards. */
    return width > TITLE_MAX || width * 3 > canvas->width ? 0 : width;
}

int scene_cards_title(const struct scene_canvas *canvas, const json_t *scene) {
    const json_t *items = scene_list(scene, "items");
    int widest = 0;
    for (size_t i = 0; i < json_array_size(items); i++) {
        const json_t *item = json_array_get(items, i);
        int width = scene_item(item) == SCENE_ITEM_CARDS ? text_cards_title_of(canvas, item) : 0;
        widest = width > widest ? width : widest;
    }
    return widest > 0 ? widest + GAP : 0;
}

/* Draw the title: left of the cards if it fits, otherwise on a separate line. */
static void draw_title(struct scene_pen *pen, const json_t *scene, const json_t *item, int column,
                       int *used) {
    const char *title = scene_str(item, "title", "");
    pen->paint = scene_seat_paint(scene, scene_int(item, "seat", -1));
    pen->paint.bold = true;
    if (title[0] != '\0' && text_cards_title_of(pen->canvas, item) == 0) {
        scene_pen_text(pen, title);
        *used = pen->x > *used ? pen->x : *used;
        scene_pen_line(pen);
    } else {
        scene_canvas_text(pen->canvas, pen->left, pen->y, column, title, pen->paint);
    }
    pen->left += column, pen->x = pen->left, pen->width -= column;
    pen->paint = plain;
}

int scene_cards_draw(struct scene_canvas *canvas, const json_t *scene, const json_t *item,
                     int title, int width, int y, int *used) {
    const json_t *cards = scene_list(item, "cards");
    struct scene_pen pen = {canvas, 0, width, 0, 0, y, plain, false};
    draw_title(&pen, scene, item, title, used);

    if (scene_cards_count(cards) == 0)
        scene_pen_word(&pen, "empty", 0);
    /* The widest line so far, which may be the title. */
    int most = pen.x;
    for (size_t i = 0; i < json_array_size(cards); i++) {
        struct scene_card card = scene_card(scene, json_array_get(cards, i));
        struct mst_buf label = {0};
        /* A count of 0 is a card that is gone. */
        if (card.count == 0)
            continue;
        scene_card_label(&label, &card, canvas->unicode, true);
        pen.paint = scene_card_paint(&card);
        scene_pen_word(&pen, mst_buf_text(&label), GAP);
        scene_pen_place(&pen, mst_buf_text(&label), card.zone, card.move);
        most = pen.x > most ? pen.x : most;
        canvas->failed |= label.failed;
        mst_buf_clear(&label);
    }
    *used = most > *used ? most : *used;

    /* The whole row is a place, behind those of its cards. */
    scene_pen_line(&pen);
    scene_canvas_place(canvas, 0, y, most, pen.y - y, scene_str(item, "zone", NULL),
                       scene_str(item, "move", NULL));
    return pen.y;
}

/* ---- lanes: layout --------------------------------------------------------------------------- */

struct layout {
    const json_t *item;
    struct scene_lanes lanes;
    int label; /* columns for the names of the sides, including the blank after them */
    int cell;  /* columns of a lane; a blank separates two lanes */
    int band;  /* lanes per band */
};

struct widest {
    const struct scene_canvas *canvas;
    int width;
};

static void widen(struct widest *widest, const char *text) {
    int width = scene_canvas_measure(widest->canvas, text);
    widest->width = width > widest->width ? width : widest->width;
}

static void widen_card(void *context, const struct scene_card *card) {
    struct widest *widest = context;
    struct mst_buf label = {0};
    scene_card_label(&label, card, widest->canvas->unicode, false);
    widen(widest, mst_buf_text(&label));
    mst_buf_clear(&label);
}

/* Append the marker: arrows towards the side that owns it, or its sign. */
static void put_marker(struct mst_buf *out, const struct layout *layout,
                       const struct scene_lane *lane, bool unicode) {
    static const char *const arrows[][2] = {{"^", "v"}, {"\u25b2", "\u25bc"}};
    struct scene_seat seat = scene_seat(layout->lanes.scene, lane->owner);
    const char *arrow = "";
    for (int side = 0; side < layout->lanes.sides; side++)
        if (scene_lanes_seat(&layout->lanes, layout->item, side) == lane->owner)
            arrow = arrows[unicode][side == layout->lanes.near];
    const char *name = seat.letter[0] != '\0' ? seat.letter : seat.name;
    mst_buf_puts(out, lane->mark >= 0 ? scene_cell_signs[lane->mark].open : "");
    if (lane->owner >= 0)
        mst_buf_printf(out, "%s%s%s", arrow, name, arrow);
    else
        mst_buf_puts(out, lane->marker[0] != '\0' ? lane->marker : unicode ? "\u25cb" : "o");
    mst_buf_puts(out, lane->mark >= 0 ? scene_cell_signs[lane->mark].close : "");
}

static struct layout text_cards_lay(const struct scene_canvas *canvas, const json_t *scene,
                                    const json_t *item, int aside) {
    struct layout layout = {.item = item, .lanes = scene_lanes(scene, item)};
    struct widest cell = {canvas, CELL_LEAST}, label = {canvas, 0};
    int brackets = 0;

    /* A lane is as wide as its widest card, marker or name; cards in front have brackets
     * besides. */
    scene_each_card(scene, item, widen_card, &cell);
    for (int side = 0; side < layout.lanes.sides; side++)
        if (layout.lanes.front[side] > 0)
            brackets = 2;
    cell.width += brackets;
    for (int i = 0; i < layout.lanes.count; i++) {
        struct scene_lane lane = scene_lane(&layout.lanes, i);
        struct mst_buf marker = {0};
        put_marker(&marker, &layout, &lane, canvas->unicode);
        widen(&cell, mst_buf_text(&marker));
        widen(&cell, lane.name);
        mst_buf_clear(&marker);
    }
    for (int side = 0; side < layout.lanes.sides; side++)
        widen(&label, scene_lanes_title(&layout.lanes, item, side));

    layout.label = (label.width > SIDE_MAX ? SIDE_MAX : label.width) + (label.width > 0);
    layout.cell = cell.width;
    int room = canvas->width - layout.label, count = layout.lanes.count;
    int wanted = (layout.cell + 1) * count - 1;
    /* Lanes grow while there is room; beyond the usual width only if panels still fit beside
     * them. */
    while (layout.cell < CELL_ROOMY &&
           wanted + count <= (layout.cell < CELL_USUAL ? room : room - aside)) {
        layout.cell++;
        wanted += count;
    }
    /* If not all lanes fit, they are drawn in bands, one below the other. */
    layout.cell = layout.cell > room ? room : layout.cell;
    assert(layout.cell > 0);
    layout.band = wanted <= room ? count : (room + 1) / (layout.cell + 1);
    return layout;
}

/* ---- lanes: drawing -------------------------------------------------------------------------- */

struct band {
    struct scene_canvas *canvas;
    const struct layout *layout;
    int first, end; /* lanes */
    int y;
};

/* Draw a text centred in the column of a lane, with a ~ if it is cut. */
static void draw_centred(const struct band *band, int lane, const char *text,
                         struct scene_paint paint) {
    int cell = band->layout->cell, width = scene_canvas_measure(band->canvas, text);
    int x = band->layout->label + (lane - band->first) * (cell + 1);
    bool cut = width > cell;
    int end = scene_canvas_text(band->canvas, x + (cut ? 0 : (cell - width) / 2), band->y,
                                cut ? cell - 1 : cell, text, paint);
    if (cut)
        scene_canvas_put(band->canvas, end, band->y, '~', plain);
}

/* Keep a place that takes the column of a lane. */
static void place_in(const struct band *band, int lane, int y, int height, const char *zone,
                     const char *move) {
    int cell = band->layout->cell;
    scene_canvas_place(band->canvas, band->layout->label + (lane - band->first) * (cell + 1), y,
                       cell, height, zone, move);
}

/* Draw a card; cards in front of a side are in square brackets. */
static void draw_card(const struct band *band, int lane, const json_t *json, bool front) {
    struct scene_card card = scene_card(band->layout->lanes.scene, json);
    struct mst_buf label = {0};
    mst_buf_puts(&label, front ? "[" : "");
    scene_card_label(&label, &card, band->canvas->unicode, false);
    mst_buf_puts(&label, front ? "]" : "");
    draw_centred(band, lane, mst_buf_text(&label), scene_card_paint(&card));
    place_in(band, lane, band->y, 1, card.zone, card.move);
    band->canvas->failed |= label.failed;
    mst_buf_clear(&label);
}

static void draw_side_title(const struct band *band, int side) {
    const struct layout *layout = band->layout;
    const char *title = scene_lanes_title(&layout->lanes, layout->item, side);
    struct scene_paint paint =
        scene_seat_paint(layout->lanes.scene, scene_lanes_seat(&layout->lanes, layout->item, side));
    /* The names of sides are kept short: the lanes need the room. */
    bool cut = scene_canvas_measure(band->canvas, title) > SIDE_MAX;
    int end =
        scene_canvas_text(band->canvas, 0, band->y, cut ? SIDE_MAX - 1 : SIDE_MAX, title, paint);
    if (cut)
        scene_canvas_put(band->canvas, end, band->y, '~', plain);
}

/* Draw one line of a side's cards: number `level` of each lane, counted from the middle. */
static void draw_level(struct band *band, int side, int level) {
    for (int i = band->first; i < band->end; i++) {
        struct scene_lane lane = scene_lane(&band->layout->lanes, i);
        struct scene_lane_side here = scene_lane_side(&lane, side);
        /* A slot that is empty is a dot; beyond the slots there is nothing. */
        if (level < (int)json_array_size(here.cards))
            draw_card(band, i, json_array_get(here.cards, (size_t)level), false);
        else if (level < here.slots)
            draw_centred(band, i, band->canvas->unicode ? "\u00b7" : ".", plain);
    }
    band->y++;
}

static void text_cards_draw_front(struct band *band, int side, int level) {
    for (int i = band->first; i < band->end; i++) {
        struct scene_lane lane = scene_lane(&band->layout->lanes, i);
        const json_t *front = scene_lane_side(&lane, side).front;
        if (level < (int)json_array_size(front))
            draw_card(band, i, json_array_get(front, (size_t)level), true);
    }
    band->y++;
}

static void draw_side(struct band *band, int side) {
    const struct scene_lanes *lanes = &band->layout->lanes;
    int depth = lanes->depth[side], front = lanes->front[side];
    bool near = side == lanes->near;

    /* The place of a side is kept before those of its cards, which are inside. */
    for (int i = band->first; i < band->end; i++) {
        struct scene_lane lane = scene_lane(lanes, i);
        place_in(band, i, band->y, depth + front, scene_lane_side(&lane, side).zone, NULL);
    }
    for (int i = 0; near && i < front; i++)
        text_cards_draw_front(band, side, i);
    for (int i = 0; i < depth; i++) {
        int level = near ? i : depth - 1 - i;
        if (level == depth - 1)
            draw_side_title(band, side);
        draw_level(band, side, level);
    }
    for (int i = 0; !near && i < front; i++)
        text_cards_draw_front(band, side, front - 1 - i);
}

/* Draw the line between the sides: a rule, double if the lane has an owner, with the markers. */
static void draw_markers(struct band *band) {
    const struct layout *layout = band->layout;
    bool unicode = band->canvas->unicode;
    for (int i = band->first; i < band->end; i++) {
        struct scene_lane lane = scene_lane(&layout->lanes, i);
        struct scene_paint paint = scene_seat_paint(layout->lanes.scene, lane.owner);
        int x = layout->label + (i - band->first) * (layout->cell + 1);
        uint32_t rule = lane.owner >= 0 ? (unicode ? 0x2550 : '=') : unicode ? 0x2500 : '-';
        struct mst_buf marker = {0};

        /* The rule goes through the whole column, and the marker over it. */
        paint.bold = lane.owner >= 0;
        for (int k = 0; k < layout->cell; k++)
            scene_canvas_put(band->canvas, x + k, band->y, rule, paint);
        put_marker(&marker, layout, &lane, unicode);
        draw_centred(band, i, mst_buf_text(&marker), paint);
        band->canvas->failed |= marker.failed;
        mst_buf_clear(&marker);
    }
    band->y++;
}

static void draw_band(struct band *band) {
    const struct scene_lanes *lanes = &band->layout->lanes;
    int top = band->y;
    for (int place = 0; place < lanes->sides; place++) {
        /* The markers are between the two sides. */
        if (place == lanes->sides - 1)
            draw_markers(band);
        draw_side(band, scene_lanes_side(lanes, place));
    }
    for (int i = band->first; i < band->end; i++) {
        struct scene_lane lane = scene_lane(lanes, i);
        draw_centred(band, i, lane.name, plain);
        place_in(band, i, top, band->y + 1 - top, lane.zone != NULL ? lane.zone : lane.name,
                 lane.move);
    }
    band->y++;
}

int scene_lanes_draw(struct scene_canvas *canvas, const json_t *scene, const json_t *item,
                     int aside, int y, int *used) {
    struct layout layout = text_cards_lay(canvas, scene, item, aside);
    struct scene_pen pen = {canvas, 0, canvas->width - aside,    0,
                            0,      y, {SCENE_PAINT_NONE, true}, false};
    scene_pen_text(&pen, scene_str(item, "title", ""));
    scene_pen_line(&pen);
    struct band band = {canvas, &layout, 0, 0, pen.y};

    if (layout.lanes.count == 0)
        scene_canvas_text(canvas, 0, band.y++, canvas->width, "empty", plain);
    while (band.first < layout.lanes.count) {
        band.end = band.first + layout.band;
        band.end = band.end > layout.lanes.count ? layout.lanes.count : band.end;
        /* A blank line separates bands. */
        band.y += band.first > 0;
        draw_band(&band);
        band.first = band.end;
    }

    /* The columns in use, beside which panels may stand. */
    int width = layout.label + layout.band * (layout.cell + 1) - 1;
    *used = width > *used ? width : *used;
    return band.y;
}
