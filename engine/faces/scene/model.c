/* Access to the parts of a checked scene, with default values. */
#include <stdio.h>
#include <string.h>

#include "faces/scene/model.h"

const char *const mst_scene_colours[] = {"red",  "blue",  "green", "yellow", "purple", "orange",
                                         "cyan", "brown", "grey",  "black",  "white",  NULL};
const char *const mst_scene_shapes[] = {"disc", "wall", "mark", NULL};
const char *const mst_scene_facings[] = {"n", "e", "s", "w", NULL};
const char *const mst_scene_cell_marks[] = {"last", "target", "acting", "won", NULL};
const struct mst_scene_cell_sign mst_scene_cell_signs[MST_CELL_MARKS] = {
    {"last move", "(", ")"},
    {"target", "{", "}"},
    {"acting", "*", "*"},
    {"decides the game", "!", "!"}};

void mst_scene_arrow(struct mst_buf *out, const json_t *arrow, const char *between) {
    const json_t *zones = mst_scene_list(arrow, "zones");
    for (size_t i = 0; i < json_array_size(zones); i++)
        mst_buf_printf(out, "%s%s", i ? between : "", json_string_value(json_array_get(zones, i)));
}

void mst_scene_legend_mark(struct mst_scene_legend *legend, enum mst_scene_cell_mark mark) {
    if (mark != MST_CELL_PLAIN)
        legend->marked[mark] = true;
}

const char *mst_scene_str(const json_t *object, const char *key, const char *fallback) {
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : fallback;
}

int mst_scene_int(const json_t *object, const char *key, int fallback) {
    const json_t *value = json_object_get(object, key);
    return json_is_integer(value) ? (int)json_integer_value(value) : fallback;
}

int mst_scene_word(const json_t *object, const char *key, const char *const *words, int fallback) {
    const char *text = mst_scene_str(object, key, NULL);
    for (int i = 0; text != NULL && words[i] != NULL; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    return fallback;
}

const json_t *mst_scene_list(const json_t *object, const char *key) {
    const json_t *list = json_object_get(object, key);
    return json_is_array(list) ? list : NULL;
}

/* Default colours of seats, in turn: both brightness and hue differ. */
static const enum mst_scene_colour seat_colours[] = {MST_RED,    MST_BLUE,   MST_YELLOW, MST_GREEN,
                                                     MST_PURPLE, MST_ORANGE, MST_CYAN,   MST_BROWN};

struct mst_scene_seat mst_scene_seat(const json_t *scene, int seat) {
    const json_t *seats = mst_scene_list(scene, "seats");
    if (seat < 0 || (size_t)seat >= json_array_size(seats))
        return (struct mst_scene_seat){"", "", MST_GREY, -1};
    const json_t *entry = json_array_get(seats, (size_t)seat);
    int count = (int)(sizeof(seat_colours) / sizeof(seat_colours[0]));
    enum mst_scene_colour colour = (enum mst_scene_colour)mst_scene_word(
        entry, "colour", mst_scene_colours, (int)seat_colours[seat % count]);
    return (struct mst_scene_seat){mst_scene_str(entry, "name", ""),
                                   mst_scene_str(entry, "letter", ""), colour,
                                   mst_scene_int(entry, "side", seat)};
}

bool mst_scene_allied(const json_t *scene) {
    const json_t *seats = mst_scene_list(scene, "seats");
    uint32_t taken = 0;
    bool allied = false;
    for (size_t seat = 0; seat < json_array_size(seats) && !allied; seat++) {
        uint32_t side = 1U << mst_scene_int(json_array_get(seats, seat), "side", (int)seat);
        allied = taken & side;
        taken |= side;
    }
    return allied;
}

int mst_scene_form(const json_t *scene, int seat) {
    return mst_scene_allied(scene) ? mst_scene_seat(scene, seat).side : seat;
}

const char *mst_scene_bond(const json_t *scene, int seat) {
    if (seat == 0 || !mst_scene_allied(scene))
        return "";
    bool together = mst_scene_seat(scene, seat).side == mst_scene_seat(scene, seat - 1).side;
    return together ? "and" : "against";
}

int mst_scene_to_move(const json_t *scene) {
    return mst_scene_int(scene, "to_move", -1);
}

struct mst_scene_piece mst_scene_piece(const json_t *scene, const json_t *piece) {
    struct mst_scene_piece made = {
        .text = mst_scene_str(piece, "text", ""),
        .name = mst_scene_str(piece, "name", ""),
        .seat = mst_scene_int(piece, "seat", -1),
        .shape = (enum mst_scene_shape)mst_scene_word(piece, "shape", mst_scene_shapes, 0),
        .facing = mst_scene_word(piece, "facing", mst_scene_facings, -1),
        .marks = mst_scene_list(piece, "marks"),
    };
    struct mst_scene_seat seat = mst_scene_seat(scene, made.seat);
    bool own = made.shape != MST_SHAPE_MARK || made.text[0] == '\0';
    made.letter = mst_scene_str(piece, "letter", own ? seat.letter : "");
    made.colour = seat.colour;
    made.form = mst_scene_form(scene, made.seat);
    made.far = made.form > mst_scene_seat(scene, 0).side && mst_scene_allied(scene);
    if (strcmp(made.letter, made.text) == 0)
        made.letter = "";
    if (made.letter[0] == '\0' && made.text[0] == '\0')
        made.text = "?";
    return made;
}

bool mst_scene_grid_read(struct mst_scene_grid *grid, const json_t *scene, const json_t *item) {
    *grid = (struct mst_scene_grid){.scene = scene,
                                    .json = item,
                                    .columns = mst_scene_int(item, "columns", 1),
                                    .rows = mst_scene_int(item, "rows", 1)};
    grid->cells = mst_calloc((size_t)(grid->columns * grid->rows), sizeof(*grid->cells));
    if (grid->cells == NULL)
        return false;
    const json_t *cells = mst_scene_list(item, "cells");
    for (size_t i = 0; i < json_array_size(cells); i++) {
        const json_t *cell = json_array_get(cells, i);
        int at = mst_scene_int(cell, "row", 0) * grid->columns + mst_scene_int(cell, "column", 0);
        grid->cells[at] = cell;
    }
    return true;
}

void mst_scene_grid_clear(struct mst_scene_grid *grid) {
    mst_free(grid->cells);
    grid->cells = NULL;
}

void mst_scene_copy(char *to, size_t size, const char *text) {
    size_t length = strlen(text);
    if (length >= size) {
        length = size - 1;
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--;
    }
    memcpy(to, text, length);
    to[length] = '\0';
}

enum { NAME_SIZE = 24 };

void mst_scene_column_name(const struct mst_scene_grid *grid, int column, char *name) {
    const json_t *names = mst_scene_list(grid->json, "column_names");
    const char *given = json_string_value(json_array_get(names, (size_t)column));
    if (given != NULL)
        mst_scene_copy(name, NAME_SIZE, given);
    else if (column < 26)
        snprintf(name, NAME_SIZE, "%c", 'a' + column);
    else
        snprintf(name, NAME_SIZE, "a%c", 'a' + column - 26);
}

void mst_scene_row_name(const struct mst_scene_grid *grid, int row, char *name) {
    const json_t *names = mst_scene_list(grid->json, "row_names");
    const char *given = json_string_value(json_array_get(names, (size_t)row));
    if (given != NULL)
        mst_scene_copy(name, NAME_SIZE, given);
    else
        snprintf(name, NAME_SIZE, "%d", row + 1);
}

struct mst_scene_cell mst_scene_cell(const struct mst_scene_grid *grid, int column, int row) {
    const json_t *json = grid->cells[row * grid->columns + column];
    const json_t *ground = json_object_get(json, "ground");
    struct mst_scene_cell cell = {
        .hole = json_is_true(json_object_get(json, "void")),
        .ground = mst_scene_str(ground, "name", ""),
        .ground_short = mst_scene_str(ground, "short", mst_scene_str(ground, "name", "")),
        .ground_label = mst_scene_str(ground, "label", ""),
        .mark = (enum mst_scene_cell_mark)mst_scene_word(json, "mark", mst_scene_cell_marks, -1),
        .stack = mst_scene_list(json, "stack"),
    };
    cell.ground_colour =
        (enum mst_scene_colour)mst_scene_word(ground, "colour", mst_scene_colours, MST_GREY);
    cell.height = (int)json_array_size(cell.stack);
    cell.hole = cell.hole && cell.height == 0;
    const char *zone = mst_scene_str(json, "zone", NULL);
    if (zone != NULL) {
        mst_scene_copy(cell.zone, sizeof(cell.zone), zone);
        return cell;
    }
    char column_name[NAME_SIZE], row_name[NAME_SIZE];
    mst_scene_column_name(grid, column, column_name);
    mst_scene_row_name(grid, row, row_name);
    snprintf(cell.zone, sizeof(cell.zone), "%s%s", column_name, row_name);
    return cell;
}

struct mst_scene_piece mst_scene_cell_piece(const struct mst_scene_grid *grid,
                                            const struct mst_scene_cell *cell, int level) {
    return mst_scene_piece(grid->scene, json_array_get(cell->stack, (size_t)level));
}

enum mst_scene_item mst_scene_item(const json_t *item) {
    static const char *const types[] = {"grid", "cards", "lanes", "canvas", NULL};
    return (enum mst_scene_item)mst_scene_word(item, "type", types, MST_ITEM_PANEL);
}

static enum mst_scene_cell_mark panel_mark(const json_t *item) {
    return (enum mst_scene_cell_mark)mst_scene_word(item, "mark", mst_scene_cell_marks,
                                                    MST_CELL_PLAIN);
}

void mst_scene_panel_title(struct mst_buf *out, const json_t *item) {
    enum mst_scene_cell_mark mark = panel_mark(item);
    const char *title = mst_scene_str(item, "title", "");
    if (mark == MST_CELL_PLAIN)
        mst_buf_puts(out, title);
    else
        mst_buf_printf(out, "%s %s %s", mst_scene_cell_signs[mark].open, title,
                       mst_scene_cell_signs[mark].close);
}

void mst_scene_legend_panels(struct mst_scene_legend *legend, const json_t *scene) {
    const json_t *items = mst_scene_list(scene, "items");
    for (size_t i = 0; i < json_array_size(items); i++)
        if (mst_scene_item(json_array_get(items, i)) == MST_ITEM_PANEL)
            mst_scene_legend_mark(legend, panel_mark(json_array_get(items, i)));
}

bool mst_scene_has_panels(const json_t *scene) {
    const json_t *items = mst_scene_list(scene, "items");
    for (size_t i = 0; i < json_array_size(items); i++)
        if (mst_scene_item(json_array_get(items, i)) == MST_ITEM_PANEL)
            return true;
    return false;
}

const char *mst_scene_ground_sign(const struct mst_scene_cell *cell, int room) {
    int letters = 0;
    for (const char *at = cell->ground_label; *at != '\0'; at++)
        letters += ((unsigned char)*at & 0xc0) != 0x80;
    return letters > 0 && letters <= room && cell->height < 2 ? cell->ground_label
                                                              : cell->ground_short;
}

bool mst_scene_grid_is_rich(const struct mst_scene_grid *grid) {
    if (json_is_true(json_object_get(grid->json, "stacks")))
        return true;
    for (int at = 0; at < grid->columns * grid->rows; at++) {
        struct mst_scene_cell cell = mst_scene_cell(grid, at % grid->columns, at / grid->columns);
        if (cell.height > 1 || cell.ground_short[0] != '\0')
            return true;
        if (cell.height == 1 && mst_scene_cell_piece(grid, &cell, 0).facing >= 0)
            return true;
    }
    return false;
}

void mst_scene_legend_sign(struct mst_scene_sign *signs, int *count, struct mst_scene_sign sign) {
    for (int i = 0; i < *count; i++)
        if (strcmp(signs[i].sign, sign.sign) == 0 && strcmp(signs[i].name, sign.name) == 0)
            return;
    if (*count < MST_SCENE_SIGNS_MAX)
        signs[(*count)++] = sign;
}

static void add_cell(struct mst_scene_legend *legend, const struct mst_scene_grid *grid,
                     const struct mst_scene_cell *cell, int room) {
    mst_scene_legend_mark(legend, cell->mark);
    legend->stacks |= cell->height > 1;
    if (cell->ground_short[0] != '\0')
        mst_scene_legend_sign(legend->grounds, &legend->ground_count,
                              (struct mst_scene_sign){mst_scene_ground_sign(cell, room),
                                                      cell->ground, cell->ground_colour});
    for (int level = 0; level < cell->height; level++) {
        struct mst_scene_piece piece = mst_scene_cell_piece(grid, cell, level);
        for (size_t i = 0; i < json_array_size(piece.marks); i++) {
            const json_t *mark = json_array_get(piece.marks, i);
            mst_scene_legend_sign(legend->marks, &legend->mark_count,
                                  (struct mst_scene_sign){mst_scene_str(mark, "text", "*"),
                                                          mst_scene_str(mark, "name", ""),
                                                          MST_GREY});
        }
    }
}

void mst_scene_legend_add(struct mst_scene_legend *legend, const struct mst_scene_grid *grid,
                          mst_scene_room room, void *context) {
    for (int row = grid->rows - 1; row >= 0; row--)
        for (int column = 0; column < grid->columns; column++) {
            struct mst_scene_cell cell = mst_scene_cell(grid, column, row);
            bool asks = room && cell.ground_short[0] != '\0';
            if (!cell.hole)
                add_cell(legend, grid, &cell, asks ? room(context, grid, &cell, row) : 0);
        }
}
