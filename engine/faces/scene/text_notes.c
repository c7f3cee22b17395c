/* Text around the boards in terminal lines: panels, full stacks, the legend. It is written at the
 * current position of a pen. */
#include <string.h>

#include "faces/scene/text.h"

enum { ARROWS = 6 }; /* listed in the legend */

static const struct scene_paint plain = {SCENE_PAINT_NONE, false};
static const struct scene_paint bold = {SCENE_PAINT_NONE, true};

static void draw_entries(struct scene_pen *pen, const json_t *scene, const json_t *item) {
    const json_t *entries = scene_list(item, "entries");

    if (json_array_size(entries) == 0)
        scene_pen_word(pen, "(none)", 0);

    /* An entry is a place under its text, by which moves name it. */
    for (size_t i = 0; i < json_array_size(entries); i++) {
        const json_t *entry = json_array_get(entries, i);
        int count = scene_int(entry, "count", 1);
        const char *text = scene_str(entry, "text", "");
        struct mst_buf label = {0};
        mst_buf_puts(&label, text[0] != '\0' ? text : scene_str(entry, "name", "?"));
        if (count != 1)
            mst_buf_printf(&label, " x%d", count);
        pen->paint = scene_seat_paint(scene, scene_int(entry, "seat", -1));
        scene_pen_word(pen, mst_buf_text(&label), 2);
        scene_pen_place(pen, mst_buf_text(&label), text, NULL);
        pen->canvas->failed |= label.failed;
        mst_buf_clear(&label);
    }

    pen->paint = plain;
    scene_pen_line(pen);
}

void scene_panel_draw(struct scene_pen *pen, const json_t *scene, const json_t *item) {
    struct mst_buf title = {0};
    scene_panel_title(&title, item);
    pen->paint = scene_seat_paint(scene, scene_int(item, "seat", -1));
    pen->paint.bold = true;
    scene_pen_text(pen, mst_buf_text(&title));
    pen->canvas->failed |= title.failed;
    mst_buf_clear(&title);
    scene_pen_line(pen);
    pen->paint = plain;
    pen->left++, pen->width--, pen->x++;

    if (strcmp(scene_str(item, "type", ""), "list") == 0)
        draw_entries(pen, scene, item);
    const json_t *lines = scene_list(item, "lines");
    for (size_t i = 0; i < json_array_size(lines); i++) {
        scene_pen_text(pen, json_string_value(json_array_get(lines, i)));
        if (!pen->midline)
            pen->y++; /* keep an empty line */
        scene_pen_line(pen);
    }
    pen->left--, pen->width++, pen->x = pen->left;
}

void scene_note_cell(struct scene_pen *pen, const struct scene_grid *grid,
                     const struct scene_cell *cell, bool first) {
    struct mst_buf text = {0};
    mst_buf_printf(&text, "%s:", cell->zone);
    pen->paint = bold;
    scene_pen_word(pen, mst_buf_text(&text), first ? 1 : 3);
    for (int level = 0; level < cell->height; level++) {
        struct scene_piece piece = scene_cell_piece(grid, cell, level);
        mst_buf_reset(&text);
        scene_piece_label(&text, &piece, pen->canvas->unicode, SCENE_FACING_LETTER);
        pen->paint = scene_seat_paint(grid->scene, piece.seat);
        scene_pen_word(pen, mst_buf_text(&text), 1);
    }
    pen->paint = plain;
    pen->canvas->failed |= text.failed;
    mst_buf_clear(&text);
}

void scene_note_signs(struct scene_pen *pen, const char *head, const struct scene_sign *signs,
                      int count, bool coloured) {
    for (int i = 0; i < count; i++) {
        struct mst_buf text = {0};
        mst_buf_puts(&text, i == 0 ? head : "");
        size_t length = strlen(signs[i].sign);
        /* A sign that begins its own name is not repeated. */
        bool word = length > 2 && strncmp(signs[i].sign, signs[i].name, length) == 0;
        mst_buf_puts(&text, word ? "" : signs[i].sign);
        if (strcmp(signs[i].sign, signs[i].name) != 0 && signs[i].name[0] != '\0')
            mst_buf_printf(&text, "%s%s", word ? "" : " ", signs[i].name);
        if (coloured)
            pen->paint.colour = (int)signs[i].colour;
        scene_pen_word(pen, mst_buf_text(&text), i > 0 ? 2 : 3);
        pen->paint = plain;
        pen->canvas->failed |= text.failed;
        mst_buf_clear(&text);
    }
}

/* The arrows in words: c2 > c3 > c4. */
static void put_arrows(struct mst_buf *text, const json_t *scene) {
    const json_t *arrows = scene_list(scene, "arrows");
    for (size_t i = 0; i < json_array_size(arrows) && i < ARROWS; i++) {
        mst_buf_puts(text, i ? ", " : " ");
        scene_arrow(text, json_array_get(arrows, i), " > ");
    }
    mst_buf_puts(text, json_array_size(arrows) > ARROWS ? " ..." : "");
}

void scene_note_marks(struct scene_pen *pen, const json_t *scene,
                      const struct scene_legend *legend) {
    bool arrows = json_array_size(scene_list(scene, "arrows")) > 0;
    for (int mark = 0; mark < SCENE_CELL_MARKS; mark++) {
        const struct scene_cell_sign *sign = &scene_cell_signs[mark];
        struct mst_buf text = {0};
        if (legend->marked[mark])
            mst_buf_printf(&text, "%s %s ", sign->open, sign->close);
        if (legend->marked[mark] || (mark == SCENE_CELL_LAST && arrows))
            mst_buf_puts(&text, sign->title);
        if (mark == SCENE_CELL_LAST)
            put_arrows(&text, scene);
        if (text.length)
            scene_pen_word(pen, mst_buf_text(&text), 3);
        pen->canvas->failed |= text.failed;
        mst_buf_clear(&text);
    }
}

void scene_note_captions(struct scene_pen *pen, const struct scene_legend *legend) {
    for (int i = 0; i < legend->caption_count; i++) {
        struct scene_card card = legend->captions[i];
        struct mst_buf text = {0};
        /* The legend shows the face alone, whatever lies on the card just now. */
        card.marks = NULL;
        card.mark = SCENE_CELL_PLAIN;
        card.count = 1;
        mst_buf_puts(&text, i == 0 ? "Cards: " : "");
        scene_card_label(&text, &card, pen->canvas->unicode, true);
        pen->paint = scene_card_paint(&card);
        scene_pen_word(pen, mst_buf_text(&text), i > 0 ? 2 : 3);
        pen->paint = plain;
        pen->canvas->failed |= text.failed;
        mst_buf_clear(&text);
    }
}
