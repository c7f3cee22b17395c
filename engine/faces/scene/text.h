/* Shared by the parts of the terminal drawing. */
#ifndef MUSTER_FACES_SCENE_TEXT_H
#define MUSTER_FACES_SCENE_TEXT_H

#include "faces/scene/canvas.h"

/* Draw what is below the title, the seats and the status as scene_draw_text does, in `height` lines
 * if possible, on a canvas, which the caller clears. Its places are kept in `places`, which is
 * emptied first. On failure the canvas is empty. */
enum mst_status scene_board(const json_t *scene, const struct scene_text_style *style,
                            struct scene_canvas *canvas, struct scene_places *places,
                            struct mst_error *error);
/* The same for the title, the seats and the status. */
enum mst_status scene_head(const json_t *scene, const struct scene_text_style *style,
                           struct scene_canvas *canvas, struct mst_error *error);

/* The form of a facing: an arrow in a cell, a letter (n e s w) in text. */
enum scene_facing_style { SCENE_FACING_ARROW, SCENE_FACING_LETTER };

/* Append a piece's label: letter and text, facing, marks. A wall is in brackets. */
void scene_piece_label(struct mst_buf *buf, const struct scene_piece *piece, bool unicode,
                       enum scene_facing_style style);
/* The colours of a seat's pieces: bold if it is to move. */
struct scene_paint scene_seat_paint(const json_t *scene, int seat);

/* Append a card in its usual form: face or back, marks, count, and brackets if it is marked; with
 * `caption` also the caption. */
void scene_card_label(struct mst_buf *buf, const struct scene_card *card, bool unicode,
                      bool caption);
struct scene_paint scene_card_paint(const struct scene_card *card);
/* Draw a row of cards from line `y` on. Its title is in a column of `title` columns (0: on the line
 * above). Returns the line after it, and widens *used to the columns in use. */
int scene_cards_draw(struct scene_canvas *canvas, const json_t *scene, const json_t *item,
                     int title, int width, int y, int *used);
/* The columns for the titles of all rows of the scene, including the blanks after them. */
int scene_cards_title(const struct scene_canvas *canvas, const json_t *scene);
/* Draw lanes, leaving `aside` columns free if possible; otherwise as above. */
int scene_lanes_draw(struct scene_canvas *canvas, const json_t *scene, const json_t *item,
                     int aside, int y, int *used);

/* Draw a free canvas (text_plane.c) from line `y` on, in at most `width` columns and `lines` lines
 * inside its frame, to scale, and below it list where everything lies: with `tight` only what found
 * no room. Otherwise as above. */
int scene_plane_draw(struct scene_canvas *canvas, const json_t *scene, const json_t *item,
                     int width, int lines, bool tight, int y, int *used);

/* Compact layouts: a row of a grid takes one line if possible, and only stacks that were cut are
 * listed below; in the tightest one, there are no lines between rows. */
enum scene_tight { SCENE_LOOSE, SCENE_TIGHT, SCENE_TIGHTEST };

/* The layout of a grid. A band has `count` columns from `first` on. */
struct scene_grid_layout {
    int cell;  /* columns inside a cell */
    int lines; /* lines inside a cell: 1, or 2 when there are stacks, facings or grounds */
    int label; /* columns for the row names, including the blank after them */
    int band;  /* cells in a band; all cells if the grid fits the width */
    int width; /* columns of the widest band */
    enum scene_tight tight;
};

/* Compute the layout for `width` columns, leaving `aside` of them free for panels if possible. */
struct scene_grid_layout scene_grid_lay(const struct scene_grid *grid, bool unicode, int width,
                                        int aside);
/* The lines inside the cells of a row. */
int scene_grid_row_lines(const struct scene_grid *grid, const struct scene_grid_layout *layout,
                         int row, bool unicode);
/* Draw the grid with its names from line `y` on. Returns the line after it. */
int scene_grid_draw(struct scene_canvas *canvas, const struct scene_grid *grid,
                    const struct scene_grid_layout *layout, int y);
/* Must the cell be listed below the grid? Yes if some piece in it is cut, and for any stack unless
 * the layout is compact. */
bool scene_grid_is_listed(const struct scene_grid *grid, const struct scene_grid_layout *layout,
                          const struct scene_cell *cell, bool unicode);

/* ---- around the boards (text_notes.c) ---------------------------------------------------
 */

/* Draw a panel. Leaves the pen below it. */
void scene_panel_draw(struct scene_pen *pen, const json_t *scene, const json_t *item);
/* List a cell's zone and its pieces, from bottom to top. */
void scene_note_cell(struct scene_pen *pen, const struct scene_grid *grid,
                     const struct scene_cell *cell, bool first);
/* List the signs of a legend after `head`. If a sign is the start of its name, only the name is
 * listed. */
void scene_note_signs(struct scene_pen *pen, const char *head, const struct scene_sign *signs,
                      int count, bool coloured);
/* List the marks of cells and cards in the legend, and behind that of the last move its arrows. */
void scene_note_marks(struct scene_pen *pen, const json_t *scene,
                      const struct scene_legend *legend);
void scene_note_captions(struct scene_pen *pen, const struct scene_legend *legend);

/* ---- one cell (text_cell.c) ------------------------------------------------------------ */

/* The columns for the label of one piece, and for those of all pieces below the top. */
int scene_cell_label_width(const struct scene_grid *grid, const struct scene_cell *cell, int level,
                           bool unicode);
int scene_cell_rest_width(const struct scene_grid *grid, const struct scene_cell *cell,
                          bool unicode);
/* The columns for a sign of scene_ground_sign; at most two for a short name. */
int scene_cell_ground_width(const struct scene_cell *cell, const char *sign, bool unicode);
/* The columns for the ground of a cell in a row of this many lines. */
int scene_cell_ground_room(const struct scene_grid *grid, const struct scene_grid_layout *layout,
                           const struct scene_cell *cell, int lines, bool unicode);
/* The number of lines that the cell needs. */
int scene_cell_lines(const struct scene_grid *grid, const struct scene_grid_layout *layout,
                     const struct scene_cell *cell, bool unicode);
/* Draw the cell in a row of this many lines. */
void scene_cell_draw(struct scene_canvas *canvas, const struct scene_grid *grid,
                     const struct scene_grid_layout *layout, const struct scene_cell *cell, int x,
                     int y, int lines);

#endif
