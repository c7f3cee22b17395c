/* Cards in the SVG picture: rows and lanes. In lanes, the cards of a side overlap; all but the last
 * one drawn show a strip with value and suit. The first card is next to the middle. */
#include <assert.h>
#include <string.h>

#include "faces/scene/canvas.h"
#include "faces/scene/svg.h"

enum { GAP = 8 }; /* between the cards of a row */

void scene_svg_mark(struct mst_buf *out, enum scene_cell_mark mark, int x, int y, int width,
                    int height) {
    static const char *const looks[SCENE_CELL_MARKS] = {
        "stroke=\"" M_COLOUR_LAST "\" stroke-width=\"" M_WIDTH_LAST "\"",
        "stroke=\"" SCENE_SVG_INK "\" stroke-width=\"" M_WIDTH_TARGET
        "\" stroke-dasharray=\"" M_DASH_TARGET "\"",
        "stroke=\"" SCENE_SVG_INK "\" stroke-width=\"" M_WIDTH_ACTING "\"",
        "stroke=\"" M_COLOUR_WON "\" stroke-width=\"" M_WIDTH_WON "\""};
    assert((int)mark >= 0 && mark < SCENE_CELL_MARKS);
    mst_buf_printf(out,
                   "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"none\""
                   " %s/>\n",
                   x + M_MARK_INSET, y + M_MARK_INSET, width - 2 * M_MARK_INSET,
                   height - 2 * M_MARK_INSET, M_MARK_ROUND, looks[mark]);
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
    int most = letters > 0 ? width * 1000 / (letters * M_TEXT_WIDE) : size;
    return most > size ? size : most < M_TEXT_LEAST ? M_TEXT_LEAST : most;
}

/* Draw a line of text within `width`: in a smaller font, or cut if that is not enough. */
static void draw_fitted(struct mst_buf *out, int x, int y, int size, int width, const char *anchor,
                        bool bold, const char *fill, const char *text) {
    struct mst_buf cut = {0};

    /* First a smaller font; only then is the text cut. */
    size = svg_cards_fitting(text, size, width);
    int room = width * 1000 / (size * M_TEXT_WIDE), letters = scene_svg_letters(text);
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
    int colour = card->colour < 0 ? SCENE_GREY : card->colour, inset = M_CARD_INSET;
    const struct scene_svg_paint *paint = scene_svg_paint((enum scene_colour)colour);
    mst_buf_printf(out,
                   "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\""
                   " stroke=\"%s\" stroke-width=\"" M_WIDTH_EDGE "\"/>\n",
                   x, y, w, h, M_CARD_ROUND, paint->fill, paint->edge);
    mst_buf_printf(out, "<path d=\"");

    /* Slanted lines within the inner frame, from its left and lower edges to the others. */
    for (int i = M_CARD_SLANT; i < w + h - M_CARD_SLANT; i += M_CARD_SLANT) {
        int low = i - h + inset > 0 ? i - h + inset : 0,
            right = i - w + inset > 0 ? i - w + inset : 0;
        int x1 = x + inset + low, y1 = y + i - low, x2 = x + i - right, y2 = y + inset + right;
        mst_buf_printf(out, "M%d %dL%d %d", x1, y1, x2, y2);
    }
    mst_buf_printf(out,
                   "\" stroke=\"%s\" stroke-opacity=\"" M_OPACITY_BACK "\" fill=\"none\"/>\n"
                   "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"none\""
                   " stroke=\"%s\" stroke-opacity=\"" M_OPACITY_BACK_FRAME "\"/>\n",
                   paint->ink, x + inset, y + inset, w - 2 * inset, h - 2 * inset,
                   M_CARD_INSET_ROUND, paint->ink);
    /* The text of a back is the only thing on it that differs. */
    if (card->text[0] == '\0')
        return;
    /* A label in front of a side is lower than a card. */
    bool low = h <= M_CARD_LOW;
    int size = svg_cards_fitting(card->text, low ? M_CARD_BACK_SMALL : M_CARD_BACK_LARGE,
                                 w - M_CARD_BACK_ROOM);
    mst_buf_printf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\"/>\n", x + w / 2,
                   y + h / 2, low ? M_CARD_DISC_SMALL : M_CARD_DISC_LARGE, paint->fill);
    scene_svg_line(out, x + w / 2, y + h / 2 + scene_part(size, M_TEXT_BASE), size, "middle", true,
                   paint->ink, card->text);
}

/* A card in front of a side is a mere label: text and caption on one line. */
static void svg_cards_draw_label(struct mst_buf *out, const struct scene_card *card, int x, int y,
                                 int w, struct mst_buf *index) {
    if (card->caption[0] != '\0')
        mst_buf_printf(index, " %s", card->caption);
    draw_fitted(out, x + w / 2, y + M_CARD_LABEL_BASE, M_CARD_LABEL, w - M_CARD_SIDE, "middle",
                true, ink_of(card), mst_buf_text(index));
}

/* Draw the caption at the bottom of a card, on two lines if that keeps it readable. */
static void draw_caption(struct mst_buf *out, const char *caption, int x, int y, int width) {
    enum { SIZE = M_CARD_CAPTION };
    const char *blank = strchr(caption, ' ');
    struct mst_buf first = {0};
    /* Two words of a long caption stand one above the other. */
    if (blank != NULL && scene_svg_letters(caption) > M_CARD_CAPTION_LONG) {
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
    enum { SIZE = M_CARD_WORDS, LINES = M_CARD_WORDS_LINES, STEP = M_CARD_WORDS_STEP };

    /* Words are gathered while they fit the line; the last line takes all that is left and shrinks
     * it. */
    int room = width * 1000 / (SIZE * M_TEXT_WIDE), line = 0;
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
    int foot = caption ? M_CARD_RAISED_BASE : M_CARD_SIGN_BASE; /* base line of the large suit */
    draw_fitted(out, x + M_CARD_INDEX_LEFT, y + M_CARD_INDEX_BASE, M_CARD_INDEX,
                M_CARD_WIDTH - M_CARD_SIDE, "start", true, ink, index);
    /* Without a suit, the words take its place. */
    if (caption && suit[0] == '\0') {
        draw_words(out, card->caption, x + M_CARD_WIDTH / 2, y + M_CARD_WORDS_BASE,
                   M_CARD_WIDTH - M_CARD_WORDS_SIDE);
        return;
    }
    draw_fitted(out, x + M_CARD_WIDTH / 2, y + foot, caption ? M_CARD_RAISED : M_CARD_SIGN,
                M_CARD_WIDTH - M_CARD_SIDE, "middle", false, ink, suit[0] != '\0' ? suit : index);
    if (caption)
        draw_caption(out, card->caption, x + M_CARD_WIDTH / 2,
                     y + M_CARD_HEIGHT - M_CARD_CAPTION_FOOT, M_CARD_WIDTH - M_CARD_CAPTION_SIDE);
}

static void draw_face(struct mst_buf *out, const struct scene_card *card, int x, int y, int w,
                      int h) {
    struct mst_buf index = {0};
    mst_buf_printf(
        out,
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"" M_COLOUR_CARD "\""
        " stroke=\"" M_COLOUR_CARD_EDGE "\" stroke-width=\"" M_WIDTH_EDGE "\"/>\n",
        x, y, w, h, M_CARD_ROUND);

    /* Value and suit, as in the corner of a card. */
    scene_card_face(&index, card, true);
    /* A card in front of a side has no room for a picture. */
    if (h < M_CARD_HEIGHT)
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
    int width = M_COUNT_SIDE + M_COUNT_DIGIT * scene_svg_letters(mst_buf_text(&text));
    mst_buf_printf(
        out,
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"" M_COLOUR_BADGE "\""
        " stroke=\"%s\"/>\n",
        x - width, y - M_COUNT_HEIGHT, width, M_COUNT_HEIGHT, M_COUNT_HEIGHT / 2, SCENE_SVG_INK);
    scene_svg_line(out, x - width / 2, y - M_COUNT_BASE, M_COUNT_LETTERS, "middle", true,
                   SCENE_SVG_DARK, mst_buf_text(&text));
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
                       "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\""
                       " fill=\"" M_COLOUR_PILE "\" stroke=\"" M_COLOUR_CARD_EDGE "\"/>\n",
                       x + M_CARD_PILE * i, y - M_CARD_PILE * i, w, h, M_CARD_ROUND);
    if (card->back)
        draw_back(out, card, x, y, w, h);
    else
        draw_face(out, card, x, y, w, h);

    /* The frame, the badges and the number lie over the card. */
    if (card->mark != SCENE_CELL_PLAIN)
        scene_svg_mark(out, card->mark, x - M_CARD_FRAME, y - M_CARD_FRAME, w + 2 * M_CARD_FRAME,
                       h + 2 * M_CARD_FRAME);
    for (size_t i = 0; i < json_array_size(card->marks) && i < M_CARD_BADGES; i++)
        scene_svg_badge(out, x + w - M_CARD_BADGE_RIGHT,
                        y + M_CARD_BADGE_TOP + (int)i * M_CARD_BADGE_STEP, M_CARD_BADGE,
                        scene_str(json_array_get(card->marks, i), "text", "*"));
    if (card->count > 1)
        draw_count(out, card->count, x + w + M_COUNT_RIGHT, y + h - M_COUNT_UP);
    mst_buf_puts(out, "</g>\n");
    out->failed |= words.failed;
    mst_buf_clear(&words);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* The width that a card takes in a row. */
static int step_of(const struct scene_card *card) {
    return M_CARD_WIDTH + GAP + (card->count > 1 ? 14 : 0);
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
            y += M_CARD_HEIGHT + GAP;
        }
        draw_card(out, &card, x, y, M_CARD_WIDTH, M_CARD_HEIGHT);
        x += step_of(&card);
    }

    mst_buf_puts(out, "</g>\n");
    describe_row(describe, scene, item);
    return y + (empty ? 20 : M_CARD_HEIGHT) + 20;
}

/* ---- lanes ----------------------------------------------------------------------------------- */

struct board {
    struct mst_buf *out;
    const json_t *scene, *item;
    struct scene_lanes lanes;
    int x, y; /* upper left corner of the current lane */
};

int scene_svg_lanes_width(const json_t *item) {
    return M_LANE_SIDES +
           (int)json_array_size(scene_list(item, "lanes")) * (M_LANE_WIDTH + M_LANE_GAP);
}

static int side_height(const struct scene_lanes *lanes, int side) {
    return M_CARD_HEIGHT + (lanes->depth[side] - 1) * M_LANE_STRIP + M_LANE_SPARE;
}

static int front_height(const struct scene_lanes *lanes, int side) {
    return lanes->front[side] * M_LANE_FRONT_STEP;
}

static int height_of(const struct scene_lanes *lanes) {
    int height = M_LANE_MIDDLE;
    for (int side = 0; side < lanes->sides; side++)
        height += side_height(lanes, side) + front_height(lanes, side);
    return height;
}

/* The upper edge of the card at `level` of a side whose area starts at y. */
static int level_y(const struct board *board, int side, int level, int y) {
    /* The near side grows downwards from the middle, the far side upwards. */
    if (side == board->lanes.near)
        return y + M_LANE_TOP + level * M_LANE_STRIP;
    return y + side_height(&board->lanes, side) - (M_LANE_SPARE - M_LANE_TOP) - M_CARD_HEIGHT -
           level * M_LANE_STRIP;
}

static void draw_slot(struct mst_buf *out, int x, int y) {
    mst_buf_printf(
        out,
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"" M_COLOUR_LIGHT "\""
        " fill-opacity=\"" M_OPACITY_SLOT "\" stroke=\"#b9b09d\" stroke-dasharray=\"" M_DASH_SLOT
        "\"/>\n",
        x, y, M_CARD_WIDTH, M_CARD_HEIGHT, M_CARD_ROUND);
}

/* Draw the cards of a side, from the top of the page down. */
static void draw_side(const struct board *board, const struct scene_lane *lane, int side, int y) {
    struct scene_lane_side here = scene_lane_side(lane, side);
    int cards = (int)json_array_size(here.cards), x = board->x + (M_LANE_WIDTH - M_CARD_WIDTH) / 2;
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
        draw_card(board->out, &card, x, level_y(board, side, level, y), M_CARD_WIDTH,
                  M_CARD_HEIGHT);
    }
    mst_buf_puts(board->out, "</g>\n");
}

static void svg_cards_draw_front(const struct board *board, const struct scene_lane *lane, int side,
                                 int y) {
    const json_t *front = scene_lane_side(lane, side).front;
    for (size_t i = 0; i < json_array_size(front); i++) {
        struct scene_card card = scene_card(board->scene, json_array_get(front, i));
        draw_card(board->out, &card, board->x + M_LANE_FRONT_LEFT,
                  y + (int)i * M_LANE_FRONT_STEP + M_LANE_FRONT_TOP,
                  M_LANE_WIDTH - 2 * M_LANE_FRONT_LEFT, M_LANE_FRONT);
    }
}

static void draw_marker(const struct board *board, const struct scene_lane *lane, int y) {
    int x = board->x + M_LANE_WIDTH / 2;
    struct scene_seat seat = scene_seat(board->scene, lane->owner);
    y += M_LANE_MIDDLE / 2;

    mst_buf_puts(board->out, "<g><title>");
    scene_svg_escape(board->out, lane->marker_name);
    mst_buf_puts(board->out, "</title>\n");
    /* The owner's sign, or else that of the lane. */
    if (lane->owner >= 0) {
        scene_svg_body(board->out, scene_form(board->scene, lane->owner), seat.colour, x, y,
                       M_LANE_OWNER);
        draw_fitted(board->out, x, y + M_LANE_OWNER_BASE, M_LANE_OWNER_LETTERS, M_LANE_OWNER_ROOM,
                    "middle", true, scene_svg_paint(seat.colour)->ink, seat.letter);
    } else {
        mst_buf_printf(board->out,
                       "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"" M_COLOUR_BADGE
                       "\" stroke=\"" M_COLOUR_CARD_EDGE "\""
                       " stroke-width=\"" M_WIDTH_EDGE "\"/>\n",
                       x, y, M_LANE_SIGN);
        draw_fitted(board->out, x, y + M_LANE_SIGN_BASE, M_LANE_SIGN_LETTERS, M_LANE_SIGN_ROOM,
                    "middle", true, SCENE_SVG_DARK,
                    lane->marker[0] != '\0' ? lane->marker : lane->name);
    }

    if (lane->mark != SCENE_CELL_PLAIN)
        scene_svg_mark(board->out, lane->mark, x - M_LANE_MARK_LEFT, y - M_LANE_MARK_TOP,
                       2 * M_LANE_MARK_LEFT, 2 * M_LANE_MARK_TOP);
    mst_buf_puts(board->out, "</g>\n");
}

/* Draw the background of a lane, tinted on the side of its owner. */
static void draw_ground(const struct board *board, const struct scene_lane *lane) {
    int height = height_of(&board->lanes), y = board->y;
    mst_buf_printf(board->out,
                   "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"#efe9dc\""
                   " stroke=\"#d5ccb9\"/>\n",
                   board->x, y, M_LANE_WIDTH, height, M_LANE_ROUND);

    /* The sides from the top down; the marker is before the last of them. */
    for (int place = 0; place < board->lanes.sides; place++) {
        int side = scene_lanes_side(&board->lanes, place);
        int here = side_height(&board->lanes, side) + front_height(&board->lanes, side);
        y += place == board->lanes.sides - 1 ? M_LANE_MIDDLE : 0;
        /* Only the side of the owner is tinted. */
        if (lane->owner >= 0 && lane->owner == scene_lanes_seat(&board->lanes, board->item, side)) {
            const struct scene_svg_paint *paint =
                scene_svg_paint(scene_seat(board->scene, lane->owner).colour);
            mst_buf_printf(board->out,
                           "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\""
                           " fill=\"%s\" stroke=\"%s\" stroke-width=\"" M_WIDTH_EDGE "\"/>\n",
                           board->x, y, M_LANE_WIDTH, here, M_LANE_ROUND, paint->tint, paint->fill);
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
            y += M_LANE_MIDDLE;
        }
        if (near)
            svg_cards_draw_front(board, lane, side, y);
        draw_side(board, lane, side, near ? y + front_height(lanes, side) : y);
        y += side_height(lanes, side);
        if (!near)
            svg_cards_draw_front(board, lane, side, y);
        y += front_height(lanes, side);
    }

    draw_fitted(board->out, board->x + M_LANE_WIDTH / 2, y + M_LANE_NAME_BASE, M_LANE_NAMES,
                M_LANE_WIDTH, "middle", false, SCENE_SVG_FAINT, lane->name);
    mst_buf_puts(board->out, "</g>\n");
}

/* Draw the names of the sides vertically along the left edge. */
static void draw_titles(const struct board *board) {
    int y = board->y;
    for (int place = 0; place < board->lanes.sides; place++) {
        int side = scene_lanes_side(&board->lanes, place);
        int seat = scene_lanes_seat(&board->lanes, board->item, side);
        int height = side_height(&board->lanes, side) + front_height(&board->lanes, side);
        y += place == board->lanes.sides - 1 ? M_LANE_MIDDLE : 0;
        const char *title = scene_lanes_title(&board->lanes, board->item, side);
        /* Along the edge, as a name may be longer than its side is wide. */
        mst_buf_printf(board->out, "<g transform=\"translate(%d %d) rotate(-90)\">",
                       board->x + M_LANE_TITLE_LEFT, y + height / 2);
        draw_fitted(board->out, 0, 0, M_LANE_NAMES, height, "middle", true,
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
        board.x = x + M_LANE_SIDES + i * (M_LANE_WIDTH + M_LANE_GAP);
        draw_lane(&board, &lane);
        describe_lane(&board, &lane, describe);
    }
    return board.y + height_of(&board.lanes) + 42;
}
