/* Access to the parts of a checked scene, with default values. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "faces/scene/model.h"

const char *const scene_colours[] = {"red",  "blue",  "green", "yellow", "purple", "orange",
                                     "cyan", "brown", "grey",  "black",  "white",  NULL};
const char *const scene_shapes[] = {"disc", "wall", "mark", NULL};
const char *const scene_facings[] = {"n", "e", "s", "w", NULL};
const char *const scene_cell_marks[] = {"last", "target", "acting", "won", NULL};
const struct scene_cell_sign scene_cell_signs[SCENE_CELL_MARKS] = {{"last move", "(", ")"},
                                                                   {"target", "{", "}"},
                                                                   {"acting", "*", "*"},
                                                                   {"decides the game", "!", "!"}};

void scene_arrow(struct mst_buf *out, const json_t *arrow, const char *between) {
    const json_t *zones = scene_list(arrow, "zones");
    for (size_t i = 0; i < json_array_size(zones); i++)
        mst_buf_printf(out, "%s%s", i ? between : "", json_string_value(json_array_get(zones, i)));
}

void scene_legend_mark(struct scene_legend *legend, enum scene_cell_mark mark) {
    if (mark != SCENE_CELL_PLAIN)
        legend->marked[mark] = true;
}

const char *scene_str(const json_t *object, const char *key, const char *fallback) {
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : fallback;
}

int scene_int(const json_t *object, const char *key, int fallback) {
    const json_t *value = json_object_get(object, key);
    return json_is_integer(value) ? (int)json_integer_value(value) : fallback;
}

int scene_word(const json_t *object, const char *key, const char *const *words, int fallback) {
    const char *text = scene_str(object, key, NULL);
    for (int i = 0; text != NULL && words[i] != NULL; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    return fallback;
}

const json_t *scene_list(const json_t *object, const char *key) {
    const json_t *list = json_object_get(object, key);
    return json_is_array(list) ? list : NULL;
}

/* Default colours of seats, in turn: both brightness and hue differ. */
static const enum scene_colour seat_colours[] = {SCENE_RED,   SCENE_BLUE,   SCENE_YELLOW,
                                                 SCENE_GREEN, SCENE_PURPLE, SCENE_ORANGE,
                                                 SCENE_CYAN,  SCENE_BROWN};

struct scene_seat scene_seat(const json_t *scene, int seat) {
    const json_t *seats = scene_list(scene, "seats");
    /* Nobody's pieces are grey. */
    if (seat < 0 || (size_t)seat >= json_array_size(seats))
        return (struct scene_seat){"", "", SCENE_GREY, -1};
    const json_t *entry = json_array_get(seats, (size_t)seat);
    int count = (int)(sizeof(seat_colours) / sizeof(seat_colours[0]));
    enum scene_colour colour = (enum scene_colour)scene_word(entry, "colour", scene_colours,
                                                             (int)seat_colours[seat % count]);
    return (struct scene_seat){scene_str(entry, "name", ""), scene_str(entry, "letter", ""), colour,
                               scene_int(entry, "side", seat)};
}

bool scene_allied(const json_t *scene) {
    const json_t *seats = scene_list(scene, "seats");
    uint32_t taken = 0;
    bool allied = false;
    for (size_t seat = 0; seat < json_array_size(seats) && !allied; seat++) {
        /* A side that is taken already has two seats: they are allies. */
        uint32_t side = 1U << scene_int(json_array_get(seats, seat), "side", (int)seat);
        allied = taken & side;
        taken |= side;
    }
    return allied;
}

int scene_form(const json_t *scene, int seat) {
    return scene_allied(scene) ? scene_seat(scene, seat).side : seat;
}

const char *scene_bond(const json_t *scene, int seat) {
    if (seat == 0 || !scene_allied(scene))
        return "";

    /* The word stands between this seat and the one before it. */
    bool together = scene_seat(scene, seat).side == scene_seat(scene, seat - 1).side;
    return together ? "and" : "against";
}

int scene_to_move(const json_t *scene) {
    return scene_int(scene, "to_move", -1);
}

struct scene_piece scene_piece(const json_t *scene, const json_t *piece) {
    struct scene_piece made = {
        .text = scene_str(piece, "text", ""),
        .name = scene_str(piece, "name", ""),
        .seat = scene_int(piece, "seat", -1),
        .shape = (enum scene_shape)scene_word(piece, "shape", scene_shapes, 0),
        .facing = scene_word(piece, "facing", scene_facings, -1),
        .marks = scene_list(piece, "marks"),
    };

    /* A mark on a board is no piece, so it has no letter of a seat unless it would be empty. */
    struct scene_seat seat = scene_seat(scene, made.seat);
    bool own = made.shape != SCENE_SHAPE_MARK || made.text[0] == '\0';
    made.letter = scene_str(piece, "letter", own ? seat.letter : "");
    made.colour = seat.colour;
    /* Allies share their form and differ by colour. */
    made.form = scene_form(scene, made.seat);
    made.far = made.form > scene_seat(scene, 0).side && scene_allied(scene);
    /* A letter that only repeats the text is left out, but something must be seen. */
    if (strcmp(made.letter, made.text) == 0)
        made.letter = "";
    if (made.letter[0] == '\0' && made.text[0] == '\0')
        made.text = "?";
    return made;
}

bool scene_grid_read(struct scene_grid *grid, const json_t *scene, const json_t *item) {
    *grid = (struct scene_grid){.scene = scene,
                                .json = item,
                                .columns = scene_int(item, "columns", 1),
                                .rows = scene_int(item, "rows", 1)};
    grid->cells = mst_calloc((size_t)(grid->columns * grid->rows), sizeof(*grid->cells));
    if (grid->cells == NULL)
        return false;
    const json_t *cells = scene_list(item, "cells");
    for (size_t i = 0; i < json_array_size(cells); i++) {
        const json_t *cell = json_array_get(cells, i);
        /* The check has seen to it that the cell is in the grid. */
        int at = scene_int(cell, "row", 0) * grid->columns + scene_int(cell, "column", 0);
        assert(at >= 0 && at < grid->columns * grid->rows);
        grid->cells[at] = cell;
    }
    return true;
}

void scene_grid_clear(struct scene_grid *grid) {
    mst_free(grid->cells);
    grid->cells = NULL;
}

void scene_copy(char *to, size_t size, const char *text) {
    size_t length = strlen(text);
    assert(size > 0);
    if (length >= size) {
        length = size - 1;
        /* Not in the middle of a character. */
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--;
    }
    memcpy(to, text, length);
    to[length] = '\0';
}

enum { NAME_SIZE = 24 };

void scene_column_name(const struct scene_grid *grid, int column, char *name) {
    const json_t *names = scene_list(grid->json, "column_names");
    const char *given = json_string_value(json_array_get(names, (size_t)column));
    if (given != NULL)
        scene_copy(name, NAME_SIZE, given);
    else if (column < 26)
        snprintf(name, NAME_SIZE, "%c", 'a' + column);
    else
        snprintf(name, NAME_SIZE, "a%c", 'a' + column - 26);
}

void scene_row_name(const struct scene_grid *grid, int row, char *name) {
    const json_t *names = scene_list(grid->json, "row_names");
    const char *given = json_string_value(json_array_get(names, (size_t)row));
    if (given != NULL)
        scene_copy(name, NAME_SIZE, given);
    else
        snprintf(name, NAME_SIZE, "%d", row + 1);
}

struct scene_cell scene_cell(const struct scene_grid *grid, int column, int row) {
    assert(column >= 0 && column < grid->columns && row >= 0 && row < grid->rows);
    const json_t *json = grid->cells[row * grid->columns + column];
    const json_t *ground = json_object_get(json, "ground");
    struct scene_cell cell = {
        .hole = json_is_true(json_object_get(json, "void")),
        .ground = scene_str(ground, "name", ""),
        .ground_short = scene_str(ground, "short", scene_str(ground, "name", "")),
        .ground_label = scene_str(ground, "label", ""),
        .mark = (enum scene_cell_mark)scene_word(json, "mark", scene_cell_marks, -1),
        .stack = scene_list(json, "stack"),
    };
    cell.ground_colour = (enum scene_colour)scene_word(ground, "colour", scene_colours, SCENE_GREY);
    cell.height = (int)json_array_size(cell.stack);
    /* A hole with a piece on it is drawn as a cell. */
    cell.hole = cell.hole && cell.height == 0;
    /* The zone of the rules, or else the name that the edges of the grid give. */
    const char *zone = scene_str(json, "zone", NULL);
    if (zone != NULL) {
        scene_copy(cell.zone, sizeof(cell.zone), zone);
        return cell;
    }

    /* A cell without a zone is called by its column and row. */
    char column_name[NAME_SIZE], row_name[NAME_SIZE];
    scene_column_name(grid, column, column_name);
    scene_row_name(grid, row, row_name);
    snprintf(cell.zone, sizeof(cell.zone), "%s%s", column_name, row_name);
    return cell;
}

struct scene_piece scene_cell_piece(const struct scene_grid *grid, const struct scene_cell *cell,
                                    int level) {
    return scene_piece(grid->scene, json_array_get(cell->stack, (size_t)level));
}

enum scene_item scene_item(const json_t *item) {
    static const char *const types[] = {"grid", "cards", "lanes", "canvas", NULL};
    return (enum scene_item)scene_word(item, "type", types, SCENE_ITEM_PANEL);
}

static enum scene_cell_mark panel_mark(const json_t *item) {
    return (enum scene_cell_mark)scene_word(item, "mark", scene_cell_marks, SCENE_CELL_PLAIN);
}

void scene_panel_title(struct mst_buf *out, const json_t *item) {
    enum scene_cell_mark mark = panel_mark(item);
    const char *title = scene_str(item, "title", "");
    if (mark == SCENE_CELL_PLAIN)
        mst_buf_puts(out, title);
    else
        mst_buf_printf(out, "%s %s %s", scene_cell_signs[mark].open, title,
                       scene_cell_signs[mark].close);
}

void scene_legend_panels(struct scene_legend *legend, const json_t *scene) {
    const json_t *items = scene_list(scene, "items");
    for (size_t i = 0; i < json_array_size(items); i++)
        if (scene_item(json_array_get(items, i)) == SCENE_ITEM_PANEL)
            scene_legend_mark(legend, panel_mark(json_array_get(items, i)));
}

bool scene_has_panels(const json_t *scene) {
    const json_t *items = scene_list(scene, "items");
    for (size_t i = 0; i < json_array_size(items); i++)
        if (scene_item(json_array_get(items, i)) == SCENE_ITEM_PANEL)
            return true;
    return false;
}

const char *scene_ground_sign(const struct scene_cell *cell, int room) {
    int letters = 0;
    for (const char *at = cell->ground_label; *at != '\0'; at++)
        letters += ((unsigned char)*at & 0xc0) != 0x80;
    return letters > 0 && letters <= room && cell->height < 2 ? cell->ground_label
                                                              : cell->ground_short;
}

bool scene_grid_is_rich(const struct scene_grid *grid) {
    if (json_is_true(json_object_get(grid->json, "stacks")))
        return true;
    for (int at = 0; at < grid->columns * grid->rows; at++) {
        struct scene_cell cell = scene_cell(grid, at % grid->columns, at / grid->columns);
        /* A stack, a ground or a facing needs the room of two lines. */
        if (cell.height > 1 || cell.ground_short[0] != '\0')
            return true;
        if (cell.height == 1 && scene_cell_piece(grid, &cell, 0).facing >= 0)
            return true;
    }
    return false;
}

void scene_legend_sign(struct scene_sign *signs, int *count, struct scene_sign sign) {
    for (int i = 0; i < *count; i++)
        if (strcmp(signs[i].sign, sign.sign) == 0 && strcmp(signs[i].name, sign.name) == 0)
            return;
    /* Entries that do not fit are left out: the legend explains as much as it can. */
    if (*count < SCENE_SIGNS_MAX)
        signs[(*count)++] = sign;
}

static void add_cell(struct scene_legend *legend, const struct scene_grid *grid,
                     const struct scene_cell *cell, int room) {
    scene_legend_mark(legend, cell->mark);
    legend->stacks |= cell->height > 1;
    if (cell->ground_short[0] != '\0')
        scene_legend_sign(
            legend->grounds, &legend->ground_count,
            (struct scene_sign){scene_ground_sign(cell, room), cell->ground, cell->ground_colour});
    for (int level = 0; level < cell->height; level++) {
        struct scene_piece piece = scene_cell_piece(grid, cell, level);
        for (size_t i = 0; i < json_array_size(piece.marks); i++) {
            const json_t *mark = json_array_get(piece.marks, i);
            scene_legend_sign(legend->marks, &legend->mark_count,
                              (struct scene_sign){scene_str(mark, "text", "*"),
                                                  scene_str(mark, "name", ""), SCENE_GREY});
        }
    }
}

void scene_legend_add(struct scene_legend *legend, const struct scene_grid *grid, scene_room room,
                      void *context) {
    for (int row = grid->rows - 1; row >= 0; row--)
        for (int column = 0; column < grid->columns; column++) {
            struct scene_cell cell = scene_cell(grid, column, row);
            bool asks = room && cell.ground_short[0] != '\0';
            if (!cell.hole)
                add_cell(legend, grid, &cell, asks ? room(context, grid, &cell, row) : 0);
        }
}
