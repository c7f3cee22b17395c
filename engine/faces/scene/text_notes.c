/* Text around the boards in terminal lines: panels, full stacks, the legend. It is written at the
 * current position of a pen. */
#include <string.h>

#include "faces/scene/text.h"

enum { ARROWS = 6 }; /* listed in the legend */

static const struct mst_paint plain = {MST_PAINT_NONE, false};
static const struct mst_paint bold = {MST_PAINT_NONE, true};

static void draw_entries(struct mst_pen *pen, const json_t *scene, const json_t *item) {
    const json_t *entries = mst_scene_list(item, "entries");
    if (json_array_size(entries) == 0)
        mst_pen_word(pen, "(none)", 0);
    for (size_t i = 0; i < json_array_size(entries); i++) {
        const json_t *entry = json_array_get(entries, i);
        int count = mst_scene_int(entry, "count", 1);
        const char *text = mst_scene_str(entry, "text", "");
        struct mst_buf label = {0};
        mst_buf_puts(&label, text[0] != '\0' ? text : mst_scene_str(entry, "name", "?"));
        if (count != 1)
            mst_buf_printf(&label, " x%d", count);
        pen->paint = mst_seat_paint(scene, mst_scene_int(entry, "seat", -1));
        mst_pen_word(pen, mst_buf_text(&label), 2);
        mst_pen_place(pen, mst_buf_text(&label), text, NULL);
        pen->canvas->failed |= label.failed;
        mst_buf_clear(&label);
    }
    pen->paint = plain;
    mst_pen_line(pen);
}

void mst_panel_draw(struct mst_pen *pen, const json_t *scene, const json_t *item) {
    struct mst_buf title = {0};
    mst_scene_panel_title(&title, item);
    pen->paint = mst_seat_paint(scene, mst_scene_int(item, "seat", -1));
    pen->paint.bold = true;
    mst_pen_text(pen, mst_buf_text(&title));
    pen->canvas->failed |= title.failed;
    mst_buf_clear(&title);
    mst_pen_line(pen);
    pen->paint = plain;
    pen->left++, pen->width--, pen->x++;
    if (strcmp(mst_scene_str(item, "type", ""), "list") == 0)
        draw_entries(pen, scene, item);
    const json_t *lines = mst_scene_list(item, "lines");
    for (size_t i = 0; i < json_array_size(lines); i++) {
        mst_pen_text(pen, json_string_value(json_array_get(lines, i)));
        if (!pen->midline)
            pen->y++; /* keep an empty line */
        mst_pen_line(pen);
    }
    pen->left--, pen->width++, pen->x = pen->left;
}

void mst_note_cell(struct mst_pen *pen, const struct mst_scene_grid *grid,
                   const struct mst_scene_cell *cell, bool first) {
    struct mst_buf text = {0};
    mst_buf_printf(&text, "%s:", cell->zone);
    pen->paint = bold;
    mst_pen_word(pen, mst_buf_text(&text), first ? 1 : 3);
    for (int level = 0; level < cell->height; level++) {
        struct mst_scene_piece piece = mst_scene_cell_piece(grid, cell, level);
        mst_buf_reset(&text);
        mst_piece_label(&text, &piece, pen->canvas->unicode, MST_FACING_LETTER);
        pen->paint = mst_seat_paint(grid->scene, piece.seat);
        mst_pen_word(pen, mst_buf_text(&text), 1);
    }
    pen->paint = plain;
    pen->canvas->failed |= text.failed;
    mst_buf_clear(&text);
}

void mst_note_signs(struct mst_pen *pen, const char *head, const struct mst_scene_sign *signs,
                    int count, bool coloured) {
    for (int i = 0; i < count; i++) {
        struct mst_buf text = {0};
        mst_buf_puts(&text, i == 0 ? head : "");
        size_t length = strlen(signs[i].sign);
        bool word = length > 2 && strncmp(signs[i].sign, signs[i].name, length) == 0;
        mst_buf_puts(&text, word ? "" : signs[i].sign);
        if (strcmp(signs[i].sign, signs[i].name) != 0 && signs[i].name[0] != '\0')
            mst_buf_printf(&text, "%s%s", word ? "" : " ", signs[i].name);
        if (coloured)
            pen->paint.colour = (int)signs[i].colour;
        mst_pen_word(pen, mst_buf_text(&text), i > 0 ? 2 : 3);
        pen->paint = plain;
        pen->canvas->failed |= text.failed;
        mst_buf_clear(&text);
    }
}

/* The arrows in words: c2 > c3 > c4. */
static void put_arrows(struct mst_buf *text, const json_t *scene) {
    const json_t *arrows = mst_scene_list(scene, "arrows");
    for (size_t i = 0; i < json_array_size(arrows) && i < ARROWS; i++) {
        mst_buf_puts(text, i ? ", " : " ");
        mst_scene_arrow(text, json_array_get(arrows, i), " > ");
    }
    mst_buf_puts(text, json_array_size(arrows) > ARROWS ? " ..." : "");
}

void mst_note_marks(struct mst_pen *pen, const json_t *scene,
                    const struct mst_scene_legend *legend) {
    bool arrows = json_array_size(mst_scene_list(scene, "arrows")) > 0;
    for (int mark = 0; mark < MST_CELL_MARKS; mark++) {
        const struct mst_scene_cell_sign *sign = &mst_scene_cell_signs[mark];
        struct mst_buf text = {0};
        if (legend->marked[mark])
            mst_buf_printf(&text, "%s %s ", sign->open, sign->close);
        if (legend->marked[mark] || (mark == MST_CELL_LAST && arrows))
            mst_buf_puts(&text, sign->title);
        if (mark == MST_CELL_LAST)
            put_arrows(&text, scene);
        if (text.length)
            mst_pen_word(pen, mst_buf_text(&text), 3);
        pen->canvas->failed |= text.failed;
        mst_buf_clear(&text);
    }
}

void mst_note_captions(struct mst_pen *pen, const struct mst_scene_legend *legend) {
    for (int i = 0; i < legend->caption_count; i++) {
        struct mst_scene_card card = legend->captions[i];
        struct mst_buf text = {0};
        card.marks = NULL;
        card.mark = MST_CELL_PLAIN;
        card.count = 1;
        mst_buf_puts(&text, i == 0 ? "Cards: " : "");
        mst_card_label(&text, &card, pen->canvas->unicode, true);
        pen->paint = mst_card_paint(&card);
        mst_pen_word(pen, mst_buf_text(&text), i > 0 ? 2 : 3);
        pen->paint = plain;
        pen->canvas->failed |= text.failed;
        mst_buf_clear(&text);
    }
}
