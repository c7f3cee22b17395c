/* Shared by the parts of the terminal drawing. */
#ifndef MUSTER_SCENE_TEXT_H
#define MUSTER_SCENE_TEXT_H

#include "scene/canvas.h"

/* How a facing is written: as an arrow in a cell, as a letter (n e s w) in running text. */
enum mst_facing_style { MST_FACING_ARROW, MST_FACING_LETTER };

/* Append a piece's label: letter and text, facing, marks; a wall is in brackets. */
void mst_piece_label(struct mst_buf *buf, const struct mst_scene_piece *piece, bool unicode,
                     enum mst_facing_style style);
/* Colours of a seat's pieces: bold while it is to move. */
struct mst_paint mst_seat_paint(const json_t *scene, int seat);

/* Append a card as it is written everywhere: its face or a back, marks, how many, and brackets when
 * it is marked; with `caption` also its caption. */
void mst_card_label(struct mst_buf *buf, const struct mst_scene_card *card, bool unicode,
                    bool caption);
struct mst_paint mst_card_paint(const struct mst_scene_card *card);
/* Draw a row of cards from line `y` on, its title in a column of `title` (0: on a line above);
 * returns the line after it. *used becomes the widest column in use, if it is wider. */
int mst_cards_draw(struct mst_canvas *canvas, const json_t *scene, const json_t *item, int title,
                   int width, int y, int *used);
/* Columns that the titles of all rows of the scene want, with the blanks after them. */
int mst_cards_title(const struct mst_canvas *canvas, const json_t *scene);
/* Draw lanes, if it can leaving `aside` columns free; otherwise as above. */
int mst_lanes_draw(struct mst_canvas *canvas, const json_t *scene, const json_t *item, int aside,
                   int y, int *used);

/* How lines are spared: a row of a grid has one line where nothing needs more, and only stacks that
 * were cut are listed below; then no lines stand between the rows. */
enum mst_tight { MST_LOOSE, MST_TIGHT, MST_TIGHTEST };

/* How a grid is laid out. Columns from `first` on, `count` of them, are in one band. */
struct mst_grid_layout {
    int cell;  /* columns inside a cell */
    int lines; /* lines inside a cell: 1, or 2 when there are stacks, facings or grounds */
    int label; /* columns for the row names, with the blank after them */
    int band;  /* cells in a band; all of them when the grid fits the width */
    int width; /* columns of the widest band */
    enum mst_tight tight;
};

/* Lay the grid out for `width` columns, if it can leaving `aside` of them free for panels. */
struct mst_grid_layout mst_grid_lay(const struct mst_scene_grid *grid, bool unicode, int width,
                                    int aside);
/* Columns in which the ground of a cell in that row is written. */
int mst_grid_ground_room(const struct mst_scene_grid *grid, const struct mst_grid_layout *layout,
                         const struct mst_scene_cell *cell, int row, bool unicode);
/* Draw the grid with its names from line `y` on; returns the line after it. */
int mst_grid_draw(struct mst_canvas *canvas, const struct mst_scene_grid *grid,
                  const struct mst_grid_layout *layout, int y);
/* Is the cell to be written out below? Where some piece is not readable in it, and any stack unless
 * lines are spared. */
bool mst_grid_is_listed(const struct mst_scene_grid *grid, const struct mst_grid_layout *layout,
                        const struct mst_scene_cell *cell, bool unicode);

/* ---- around the boards (scene_text_notes.c) ---------------------------------------------------
 */

/* A panel; afterwards the pen is below the panel. */
void mst_panel_draw(struct mst_pen *pen, const json_t *scene, const json_t *item);
/* A cell's zone and its pieces, bottom to top. */
void mst_note_cell(struct mst_pen *pen, const struct mst_scene_grid *grid,
                   const struct mst_scene_cell *cell, bool first);
/* Signs of a legend behind `head`; where the sign begins the name, the name alone. */
void mst_note_signs(struct mst_pen *pen, const char *head, const struct mst_scene_sign *signs,
                    int count, bool coloured);
void mst_note_captions(struct mst_pen *pen, const struct mst_scene_legend *legend);

/* ---- one cell (scene_text_cell.c) ------------------------------------------------------------ */

/* Columns that the label of one piece takes, and those of all pieces below the top. */
int mst_cell_label_width(const struct mst_scene_grid *grid, const struct mst_scene_cell *cell,
                         int level, bool unicode);
int mst_cell_rest_width(const struct mst_scene_grid *grid, const struct mst_scene_cell *cell,
                        bool unicode);
/* Columns of a sign of mst_scene_ground_sign: of a short name two at most. */
int mst_cell_ground_width(const struct mst_scene_cell *cell, const char *sign, bool unicode);
/* As mst_grid_ground_room, where the row takes so many lines. */
int mst_cell_ground_room(const struct mst_scene_grid *grid, const struct mst_grid_layout *layout,
                         const struct mst_scene_cell *cell, int lines, bool unicode);
/* Lines that the cell needs. */
int mst_cell_lines(const struct mst_scene_grid *grid, const struct mst_grid_layout *layout,
                   const struct mst_scene_cell *cell, bool unicode);
/* Draw it in a row of so many lines. */
void mst_cell_draw(struct mst_canvas *canvas, const struct mst_scene_grid *grid,
                   const struct mst_grid_layout *layout, const struct mst_scene_cell *cell, int x,
                   int y, int lines);

#endif
