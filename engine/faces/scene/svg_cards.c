/* Cards in the SVG picture: rows and lanes. In lanes, the cards of a side overlap; all but the last
 * one drawn show a strip with value and suit. The first card is next to the middle. */
#include <assert.h>
#include <string.h>

#include "faces/scene/canvas.h"
#include "faces/scene/svg.h"

enum {
    CARD_W = 62,
    CARD_H = 86,
    STRIP = 27,   /* of a card below another one */
    GAP = 8,      /* between the cards of a row */
    LANE_GAP = 8, /* between lanes */
    LANE_W = CARD_W + 12,
    FRONT_H = 26, /* a card in front of a side */
    MIDDLE = 40,  /* for the marker */
    SIDES = 24    /* left of the lanes, for the names of the sides */
};

void scene_svg_mark(struct mst_buf *out, enum scene_cell_mark mark, int x, int y, int width,
                    int height) {
    static const char *const looks[SCENE_CELL_MARKS] = {
        "stroke=\"#b27a00\" stroke-width=\"4\"",
        "stroke=\"#2b2620\" stroke-width=\"2\" stroke-dasharray=\"6 5\"",
        "stroke=\"#2b2620\" stroke-width=\"3\"", "stroke=\"#b02a1c\" stroke-width=\"6\""};
    assert((int)mark >= 0 && mark < SCENE_CELL_MARKS);
    mst_buf_printf(out,
                   "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"none\""
                   " %s/>\n",
                   x + 4, y + 4, width - 8, height - 8, looks[mark]);
}

/* Open a group that identifies its zone and move. */
static void open_group(struct mst_buf *out, const char *zone, const char *move) {
    mst_buf_puts(out, "<g");
    if (zone != NULL) {
        mst_buf_puts(out, " data-zone=\"");
        scene_svg_escape(out, zone);
        mst_buf_char(out, '"');
    }
    if (move != NULL) {
        mst_buf_puts(out, " data-move=\"");
        scene_svg_escape(out, move);
        mst_buf_char(out, '"');
    }
    mst_buf_puts(out, ">");
}

/* The largest font size up to `size` at which the text fits `width`. */
static int svg_cards_fitting(const char *text, int size, int width) {
    int letters = scene_svg_letters(text);
    /* A letter is taken to be six tenths of the size wide. */
    int most = letters > 0 ? width * 10 / (letters * 6) : size;
    return most > size ? size : most < 5 ? 5 : most;
}

/* Draw a line of text within `width`: in a smaller font, or cut if that is not enough. */
static void draw_fitted(struct mst_buf *out, int x, int y, int size, int width, const char *anchor,
                        bool bold, const char *fill, const char *text) {
    struct mst_buf cut = {0};

    /* First a smaller font; only then is the text cut. */
    size = svg_cards_fitting(text, size, width);
    int room = width * 10 / (size * 6), letters = scene_svg_letters(text);
    if (letters > room) {
        /* One letter less makes room for the dots. */
        for (const char *at = text;
             *at != '\0' && scene_svg_letters(mst_buf_text(&cut)) < room - 1;)
            scene_utf8_put(&cut, scene_utf8_next(&at));
        mst_buf_puts(&cut, "\u2026");
    }
    scene_svg_line(out, x, y, size, anchor, bold, fill, letters > room ? mst_buf_text(&cut) : text);
    out->failed |= cut.failed;
    mst_buf_clear(&cut);
}

/* ---- one card -------------------------------------------------------------------------------- */

static const char *ink_of(const struct scene_card *card) {
    return card->colour < 0 || card->colour == SCENE_WHITE
               ? SCENE_SVG_DARK
               : scene_svg_paint((enum scene_colour)card->colour)->fill;
}

static void draw_back(struct mst_buf *out, const struct scene_card *card, int x, int y, int w,
                      int h) {
    int colour = card->colour < 0 ? SCENE_GREY : card->colour;
    const struct scene_svg_paint *paint = scene_svg_paint((enum scene_colour)colour);
    mst_buf_printf(out,
                   "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\" fill=\"%s\""
                   " stroke=\"%s\" stroke-width=\"2\"/>\n",
                   x, y, w, h, paint->fill, paint->edge);
    mst_buf_printf(out, "<path d=\"");

    for (int i = 12; i < w + h - 12; i += 12) { /* slanted lines within the inner frame */
        int x1 = i < h - 5 ? x + 5 : x + i - h + 10, y1 = i < h - 5 ? y + i : y + h - 5;
        int x2 = i < w - 5 ? x + i : x + w - 5, y2 = i < w - 5 ? y + 5 : y + i - w + 10;
        mst_buf_printf(out, "M%d %dL%d %d", x1, y1, x2, y2);
    }
    mst_buf_printf(out,
                   "\" stroke=\"%s\" stroke-opacity=\"0.35\" fill=\"none\"/>\n"
                   "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\" fill=\"none\""
                   " stroke=\"%s\" stroke-opacity=\"0.7\"/>\n",
                   paint->ink, x + 5, y + 5, w - 10, h - 10, paint->ink);
    /* The text of a back is the only thing on it that differs. */
    if (card->text[0] == '\0')
        return;
    /* A label in front of a side is lower than a card. */
    int size = svg_cards_fitting(card->text, h > 40 ? 24 : 14, w - 16);
    int half = h > 40 ? 16 : 9;
    mst_buf_printf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\"/>\n", x + w / 2,
                   y + h / 2, half + 3, paint->fill);
    scene_svg_line(out, x + w / 2, y + h / 2 + size * 36 / 100, size, "middle", true, paint->ink,
                   card->text);
}

/* A card in front of a side is a mere label: text and caption on one line. */
static void svg_cards_draw_label(struct mst_buf *out, const struct scene_card *card, int x, int y,
                                 int w, struct mst_buf *index) {
    if (card->caption[0] != '\0')
        mst_buf_printf(index, " %s", card->caption);
    draw_fitted(out, x + w / 2, y + 18, 17, w - 14, "middle", true, ink_of(card),
                mst_buf_text(index));
}

/* Draw the caption at the bottom of a card, on two lines if that keeps it readable. */
static void draw_caption(struct mst_buf *out, const char *caption, int x, int y, int width) {
    enum { ONE_LINE = 9, SIZE = 12 };
    const char *blank = strchr(caption, ' ');
    struct mst_buf first = {0};
    /* Two words of a long caption stand one above the other. */
    if (blank != NULL && scene_svg_letters(caption) > ONE_LINE) {
        mst_buf_bytes(&first, caption, (size_t)(blank - caption));
        draw_fitted(out, x, y - SIZE, SIZE, width, "middle", false, SCENE_SVG_DARK,
                    mst_buf_text(&first));
        caption = blank + 1;
    }
    draw_fitted(out, x, y, SIZE, width, "middle", false, SCENE_SVG_DARK, caption);
    out->failed |= first.failed;
    mst_buf_clear(&first);
}

/* Draw the caption of a card that shows nothing else below its corner: a few words a line, and what
 * is left on the last one. */
static void draw_words(struct mst_buf *out, const char *caption, int x, int y, int width) {
    enum { SIZE = 11, LINES = 4, STEP = 14 };

    /* Words are gathered while they fit the line; the last line takes all that is left and shrinks
     * it. */
    int room = width * 10 / (SIZE * 6), line = 0;
    struct mst_buf text = {0};
    while (*caption != '\0') {
        size_t word = strcspn(caption, " ");
        struct mst_buf with = {0};
        mst_buf_printf(&with, "%s%s%.*s", mst_buf_text(&text), text.length ? " " : "", (int)word,
                       caption);
        /* The word stays for the next line. */
        if (text.length && line < LINES - 1 && scene_svg_letters(mst_buf_text(&with)) > room) {
            draw_fitted(out, x, y + STEP * line++, SIZE, width, "middle", false, SCENE_SVG_DARK,
                        mst_buf_text(&text));
            mst_buf_reset(&text);
        } else {
            mst_buf_reset(&text);
            mst_buf_puts(&text, mst_buf_text(&with));
            caption += word + (caption[word] == ' ');
        }
        out->failed |= with.failed;
        mst_buf_clear(&with);
        if (out->failed || text.failed)
            break;
    }
    draw_fitted(out, x, y + STEP * line, SIZE, width, "middle", false, SCENE_SVG_DARK,
                mst_buf_text(&text));
    out->failed |= text.failed;
    mst_buf_clear(&text);
}

static void draw_whole(struct mst_buf *out, const struct scene_card *card, int x, int y,
                       const char *index) {
    const char *suit = scene_suit(card->suit, true), *ink = ink_of(card);
    bool caption = card->caption[0] != '\0';
    /* With a caption, everything moves up. */
    int foot = caption ? 51 : 66; /* base line of the large suit */
    draw_fitted(out, x + 7, y + 21, 19, CARD_W - 14, "start", true, ink, index);
    /* Without a suit, the words take its place. */
    if (caption && suit[0] == '\0') {
        draw_words(out, card->caption, x + CARD_W / 2, y + 37, CARD_W - 6);
        return;
    }
    draw_fitted(out, x + CARD_W / 2, y + foot, caption ? 28 : 38, CARD_W - 14, "middle", false, ink,
                suit[0] != '\0' ? suit : index);
    if (caption)
        draw_caption(out, card->caption, x + CARD_W / 2, y + CARD_H - 7, CARD_W - 8);
}

static void draw_face(struct mst_buf *out, const struct scene_card *card, int x, int y, int w,
                      int h) {
    struct mst_buf index = {0};
    mst_buf_printf(out,
                   "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\" fill=\"#fffefa\""
                   " stroke=\"%s\" stroke-width=\"2\"/>\n",
                   x, y, w, h, SCENE_SVG_FAINT);

    /* Value and suit, as in the corner of a card. */
    scene_card_face(&index, card, true);
    /* A card in front of a side has no room for a picture. */
    if (h < CARD_H)
        svg_cards_draw_label(out, card, x, y, w, &index);
    else
        draw_whole(out, card, x, y, mst_buf_text(&index));
    out->failed |= index.failed;
    mst_buf_clear(&index);
}

static void draw_count(struct mst_buf *out, int count, int x, int y) {
    struct mst_buf text = {0};
    mst_buf_printf(&text, "\u00d7%d", count);
    /* The number stands on a label that is as wide as its digits. */
    int width = 12 + 9 * scene_svg_letters(mst_buf_text(&text));
    mst_buf_printf(out,
                   "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"22\" rx=\"11\" fill=\"#fffdf2\""
                   " stroke=\"%s\"/>\n",
                   x - width, y - 22, width, SCENE_SVG_INK);
    scene_svg_line(out, x - width / 2, y - 6, 14, "middle", true, SCENE_SVG_DARK,
                   mst_buf_text(&text));
    out->failed |= text.failed;
    mst_buf_clear(&text);
}

/* Draw a card of this size. Identical cards are drawn as a pile with their number. */
static void draw_card(struct mst_buf *out, const struct scene_card *card, int x, int y, int w,
                      int h) {
    struct mst_buf words = {0};

    /* The title is what a screen reader says, and what the mouse shows. */
    scene_card_words(&words, card);
    open_group(out, card->zone, card->move);
    mst_buf_puts(out, "<title>");
    scene_svg_escape(out, mst_buf_text(&words));
    mst_buf_puts(out, "</title>\n");
    /* At most two cards show below the top one. */
    for (int i = card->count > 2 ? 2 : card->count - 1; i > 0; i--)
        mst_buf_printf(out,
                       "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\""
                       " fill=\"#e9e3d4\" stroke=\"#6d6558\"/>\n",
                       x + 3 * i, y - 3 * i, w, h);
    if (card->back)
        draw_back(out, card, x, y, w, h);
    else
        draw_face(out, card, x, y, w, h);

    /* The frame, the badges and the number lie over the card. */
    if (card->mark != SCENE_CELL_PLAIN)
        scene_svg_mark(out, card->mark, x - 4, y - 4, w + 8, h + 8);
    for (size_t i = 0; i < json_array_size(card->marks) && i < 4; i++)
        scene_svg_badge(out, x + w - 10, y + 12 + (int)i * 20, 9,
                        scene_str(json_array_get(card->marks, i), "text", "*"));
    if (card->count > 1)
        draw_count(out, card->count, x + w + 6, y + h - 4);
    mst_buf_puts(out, "</g>\n");
    out->failed |= words.failed;
    mst_buf_clear(&words);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* The width that a card takes in a row. */
static int step_of(const struct scene_card *card) {
    return CARD_W + GAP + (card->count > 1 ? 14 : 0);
}

int scene_svg_cards_width(const json_t *item) {
    const json_t *cards = scene_list(item, "cards");
    int width = 0;
    for (size_t i = 0; i < json_array_size(cards); i++) {
        struct scene_card card = scene_card(NULL, json_array_get(cards, i));
        width += card.count > 0 ? step_of(&card) : 0;
    }
    /* A row is at least as wide as its title. */
    int title = 12 + 10 * scene_svg_letters(scene_str(item, "title", ""));
    return width > title ? width : title;
}

static void describe_row(struct mst_buf *describe, const json_t *scene, const json_t *item) {
    const json_t *cards = scene_list(item, "cards");
    bool first = true;

    /* A row without a title is still named. */
    mst_buf_printf(describe, " %s: ", scene_str(item, "title", "cards"));
    for (size_t i = 0; i < json_array_size(cards); i++) {
        struct scene_card card = scene_card(scene, json_array_get(cards, i));
        if (card.count == 0)
            continue;
        mst_buf_puts(describe, first ? "" : ", ");
        scene_card_words(describe, &card);
        first = false;
    }
    mst_buf_puts(describe, first ? "empty." : ".");
}

int scene_svg_cards(struct mst_buf *out, struct mst_buf *describe, const json_t *scene,
                    const json_t *item, int x, int y, int width) {
    const json_t *cards = scene_list(item, "cards");
    const char *title = scene_str(item, "title", "");
    int seat = scene_int(item, "seat", -1), left = x;
    const struct scene_svg_paint *paint = scene_svg_paint(scene_seat(scene, seat).colour);

    open_group(out, scene_str(item, "zone", NULL), scene_str(item, "move", NULL));
    /* The title has a bar in the colour of the seat. */
    if (title[0] != '\0') {
        mst_buf_printf(out, "<rect x=\"%d\" y=\"%d\" width=\"5\" height=\"16\" fill=\"%s\"/>\n", x,
                       y, paint->fill);
        scene_svg_line(out, x + 12, y + 13, 15, "start", true, SCENE_SVG_INK, title);
        y += 28;
    }
    bool empty = scene_cards_count(cards) == 0;
    if (empty)
        scene_svg_line(out, x + 12, y + 11, 14, "start", false, SCENE_SVG_FAINT, "empty");

    /* A card with the count 0 is no card; rows wrap at the width. */
    for (size_t i = 0; i < json_array_size(cards); i++) {
        struct scene_card card = scene_card(scene, json_array_get(cards, i));
        if (card.count == 0)
            continue;
        if (x > left && x + step_of(&card) - GAP > left + width) {
            x = left;
            y += CARD_H + GAP;
        }
        draw_card(out, &card, x, y, CARD_W, CARD_H);
        x += step_of(&card);
    }

    mst_buf_puts(out, "</g>\n");
    describe_row(describe, scene, item);
    return y + (empty ? 20 : CARD_H) + 20;
}

/* ---- lanes ----------------------------------------------------------------------------------- */

struct board {
    struct mst_buf *out;
    const json_t *scene, *item;
    struct scene_lanes lanes;
    int x, y; /* upper left corner of the current lane */
};

int scene_svg_lanes_width(const json_t *item) {
    return SIDES + (int)json_array_size(scene_list(item, "lanes")) * (LANE_W + LANE_GAP);
}

static int side_height(const struct scene_lanes *lanes, int side) {
    return CARD_H + (lanes->depth[side] - 1) * STRIP + 12;
}

static int front_height(const struct scene_lanes *lanes, int side) {
    return lanes->front[side] * (FRONT_H + 4);
}

static int height_of(const struct scene_lanes *lanes) {
    int height = MIDDLE;
    for (int side = 0; side < lanes->sides; side++)
        height += side_height(lanes, side) + front_height(lanes, side);
    return height;
}

/* The upper edge of the card at `level` of a side whose area starts at y. */
static int level_y(const struct board *board, int side, int level, int y) {
    /* The near side grows downwards from the middle, the far side upwards. */
    if (side == board->lanes.near)
        return y + 4 + level * STRIP;
    return y + side_height(&board->lanes, side) - 8 - CARD_H - level * STRIP;
}

static void draw_slot(struct mst_buf *out, int x, int y) {
    mst_buf_printf(out,
                   "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\" fill=\"#fffdf7\""
                   " fill-opacity=\"0.55\" stroke=\"#b9b09d\" stroke-dasharray=\"4 4\"/>\n",
                   x, y, CARD_W, CARD_H);
}

/* Draw the cards of a side, from the top of the page down. */
static void draw_side(const struct board *board, const struct scene_lane *lane, int side, int y) {
    struct scene_lane_side here = scene_lane_side(lane, side);
    int cards = (int)json_array_size(here.cards), x = board->x + (LANE_W - CARD_W) / 2;
    /* A side may have more cards than slots. */
    int depth = here.slots > cards ? here.slots : cards;
    bool near = side == board->lanes.near;

    /* The side is a place of its own, around its cards. */
    open_group(board->out, here.zone, NULL);
    /* Empty slots lie below the cards, which may reach over them. */
    for (int i = 0; i < depth; i++) {
        int level = near ? i : depth - 1 - i;
        if (level >= cards)
            draw_slot(board->out, x, level_y(board, side, level, y));
    }
    /* From the top of the page down, so that each card covers the one before. */
    for (int i = 0; i < cards; i++) {
        int level = near ? i : cards - 1 - i;
        struct scene_card card =
            scene_card(board->scene, json_array_get(here.cards, (size_t)level));
        draw_card(board->out, &card, x, level_y(board, side, level, y), CARD_W, CARD_H);
    }
    mst_buf_puts(board->out, "</g>\n");
}

static void svg_cards_draw_front(const struct board *board, const struct scene_lane *lane, int side,
                                 int y) {
    const json_t *front = scene_lane_side(lane, side).front;
    for (size_t i = 0; i < json_array_size(front); i++) {
        struct scene_card card = scene_card(board->scene, json_array_get(front, i));
        draw_card(board->out, &card, board->x + 9, y + (int)i * (FRONT_H + 4) + 2, LANE_W - 18,
                  FRONT_H);
    }
}

static void draw_marker(const struct board *board, const struct scene_lane *lane, int y) {
    int x = board->x + LANE_W / 2;
    struct scene_seat seat = scene_seat(board->scene, lane->owner);
    y += MIDDLE / 2;

    mst_buf_puts(board->out, "<g><title>");
    scene_svg_escape(board->out, lane->marker_name);
    mst_buf_puts(board->out, "</title>\n");
    /* The owner's sign, or else that of the lane. */
    if (lane->owner >= 0) {
        scene_svg_body(board->out, scene_form(board->scene, lane->owner), seat.colour, x, y, 17);
        draw_fitted(board->out, x, y + 6, 16, 26, "middle", true, scene_svg_paint(seat.colour)->ink,
                    seat.letter);
    } else {
        mst_buf_printf(board->out,
                       "<circle cx=\"%d\" cy=\"%d\" r=\"14\" fill=\"#fffdf2\" stroke=\"#6d6558\""
                       " stroke-width=\"2\"/>\n",
                       x, y);
        draw_fitted(board->out, x, y + 5, 15, 24, "middle", true, SCENE_SVG_DARK,
                    lane->marker[0] != '\0' ? lane->marker : lane->name);
    }

    if (lane->mark != SCENE_CELL_PLAIN)
        scene_svg_mark(board->out, lane->mark, x - 26, y - 24, 52, 48);
    mst_buf_puts(board->out, "</g>\n");
}

/* Draw the background of a lane, tinted on the side of its owner. */
static void draw_ground(const struct board *board, const struct scene_lane *lane) {
    int height = height_of(&board->lanes), y = board->y;
    mst_buf_printf(board->out,
                   "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#efe9dc\""
                   " stroke=\"#d5ccb9\"/>\n",
                   board->x, y, LANE_W, height);

    /* The sides from the top down; the marker is before the last of them. */
    for (int place = 0; place < board->lanes.sides; place++) {
        int side = scene_lanes_side(&board->lanes, place);
        int here = side_height(&board->lanes, side) + front_height(&board->lanes, side);
        y += place == board->lanes.sides - 1 ? MIDDLE : 0;
        /* Only the side of the owner is tinted. */
        if (lane->owner >= 0 && lane->owner == scene_lanes_seat(&board->lanes, board->item, side)) {
            const struct scene_svg_paint *paint =
                scene_svg_paint(scene_seat(board->scene, lane->owner).colour);
            mst_buf_printf(board->out,
                           "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"8\""
                           " fill=\"%s\" stroke=\"%s\" stroke-width=\"2\"/>\n",
                           board->x, y, LANE_W, here, paint->tint, paint->fill);
        }
        y += here;
    }
}

static void draw_lane(const struct board *board, const struct scene_lane *lane) {
    const struct scene_lanes *lanes = &board->lanes;
    int y = board->y;
    open_group(board->out, lane->zone != NULL ? lane->zone : lane->name, lane->move);
    mst_buf_puts(board->out, "\n");
    draw_ground(board, lane);

    /* From the top of the page down. Cards in front stand at the edge of a side towards the
     * middle. */
    for (int place = 0; place < lanes->sides; place++) {
        int side = scene_lanes_side(lanes, place);
        bool near = side == lanes->near;
        if (place == lanes->sides - 1) {
            draw_marker(board, lane, y);
            y += MIDDLE;
        }
        if (near)
            svg_cards_draw_front(board, lane, side, y);
        draw_side(board, lane, side, near ? y + front_height(lanes, side) : y);
        y += side_height(lanes, side);
        if (!near)
            svg_cards_draw_front(board, lane, side, y);
        y += front_height(lanes, side);
    }

    draw_fitted(board->out, board->x + LANE_W / 2, y + 19, 15, LANE_W, "middle", false,
                SCENE_SVG_FAINT, lane->name);
    mst_buf_puts(board->out, "</g>\n");
}

/* Draw the names of the sides vertically along the left edge. */
static void draw_titles(const struct board *board) {
    int y = board->y;
    for (int place = 0; place < board->lanes.sides; place++) {
        int side = scene_lanes_side(&board->lanes, place);
        int seat = scene_lanes_seat(&board->lanes, board->item, side);
        int height = side_height(&board->lanes, side) + front_height(&board->lanes, side);
        y += place == board->lanes.sides - 1 ? MIDDLE : 0;
        const char *title = scene_lanes_title(&board->lanes, board->item, side);
        /* Along the edge, as a name may be longer than its side is wide. */
        mst_buf_printf(board->out, "<g transform=\"translate(%d %d) rotate(-90)\">", board->x + 12,
                       y + height / 2);
        draw_fitted(board->out, 0, 0, 15, height, "middle", true,
                    scene_svg_paint(scene_seat(board->scene, seat).colour)->edge, title);
        mst_buf_puts(board->out, "</g>\n");
        y += height;
    }
}

static void describe_cards(struct mst_buf *out, const json_t *scene, const json_t *cards,
                           const char *before) {
    for (size_t i = 0; i < json_array_size(cards); i++) {
        struct scene_card card = scene_card(scene, json_array_get(cards, i));
        /* Without cards, not even the words before them. */
        mst_buf_puts(out, i == 0 ? before : ", ");
        scene_card_words(out, &card);
    }
}

static void describe_lane(const struct board *board, const struct scene_lane *lane,
                          struct mst_buf *out) {
    mst_buf_printf(out, " Lane %s", lane->name);
    if (lane->owner >= 0)
        mst_buf_printf(out, " of %s", scene_seat(board->scene, lane->owner).name);
    mst_buf_puts(out, ".");
    for (int side = 0; side < board->lanes.sides; side++) {
        struct scene_lane_side here = scene_lane_side(lane, side);
        /* A side without cards need not be described. */
        if (json_array_size(here.cards) + json_array_size(here.front) == 0)
            continue;
        mst_buf_printf(out, " %s", scene_lanes_title(&board->lanes, board->item, side));
        describe_cards(out, board->scene, here.cards, ": ");
        describe_cards(out, board->scene, here.front, ", in front ");
        mst_buf_puts(out, ".");
    }
}

int scene_svg_lanes(struct mst_buf *out, struct mst_buf *describe, const json_t *scene,
                    const json_t *item, int x, int y) {
    struct board board = {out, scene, item, scene_lanes(scene, item), x, y};
    const char *title = scene_str(item, "title", "");
    if (title[0] != '\0') {
        scene_svg_line(out, x, y + 13, 15, "start", true, SCENE_SVG_INK, title);
        board.y += 26;
    }

    /* Without lanes there is no board to measure. */
    if (board.lanes.count == 0) {
        scene_svg_line(out, x + 12, board.y + 11, 14, "start", false, SCENE_SVG_FAINT, "empty");
        return board.y + 36;
    }

    draw_titles(&board);
    for (int i = 0; i < board.lanes.count; i++) {
        struct scene_lane lane = scene_lane(&board.lanes, i);
        board.x = x + SIDES + i * (LANE_W + LANE_GAP);
        draw_lane(&board, &lane);
        describe_lane(&board, &lane, describe);
    }
    return board.y + height_of(&board.lanes) + 42;
}
