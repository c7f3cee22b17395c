/* What the parts of the terminal drawing share. */
#ifndef MUSTER_EDGE_SCENE_TEXT_H
#define MUSTER_EDGE_SCENE_TEXT_H

#include "edge/scene_canvas.h"

/* How a facing is written: as an arrow in a cell, as a letter (n e s w) in running text. */
enum mst_facing_style { MST_FACING_ARROW, MST_FACING_LETTER };

/* Append a piece's label: letter and text, facing, marks; a wall stands in brackets. */
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

/* How a grid is laid out. Columns from `first` on, `count` of them, stand in one band. */
struct mst_grid_layout {
    int cell;  /* columns inside a cell */
    int lines; /* lines inside a cell: 1, or 2 when there are stacks, facings or grounds */
    int label; /* columns for the row names, with the blank after them */
    int band;  /* cells in a band; all of them when the grid fits the width */
    int width; /* columns of the widest band */
};

/* Lay the grid out for `width` columns, if it can leaving `aside` of them free for panels. */
struct mst_grid_layout mst_grid_lay(const struct mst_scene_grid *grid, bool unicode, int width,
                                    int aside);
/* Draw the grid with its names from line `y` on; returns the line after it. */
int mst_grid_draw(struct mst_canvas *canvas, const struct mst_scene_grid *grid,
                  const struct mst_grid_layout *layout, int y);
/* Is some piece of the cell not readable in it? Cells with two pieces or more are always listed. */
bool mst_grid_is_listed(const struct mst_scene_grid *grid, const struct mst_grid_layout *layout,
                        const struct mst_scene_cell *cell, bool unicode);

#endif
