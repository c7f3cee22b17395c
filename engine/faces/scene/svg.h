/* Shared by the parts of the SVG drawing. All lengths are whole units of the picture, so that the
 * bytes are the same everywhere. */
#ifndef MUSTER_FACES_SCENE_SVG_H
#define MUSTER_FACES_SCENE_SVG_H

#include "faces/scene/plane.h"
#include "faces/scene/measures.h" /* made from measures.json, which the browser's page reads too */

/* So many thousandths of a length, towards zero. */
static inline int scene_part(int length, int share) {
    return length * share / 1000;
}

/* Paints of a colour word. The hues stay apart for eyes that confuse red and green. */
struct scene_svg_paint {
    const char *fill;  /* of a piece */
    const char *edge;  /* its outline, darker */
    const char *ink;   /* what is written on it */
    const char *tint;  /* a ground of that colour */
    const char *shade; /* the same in the dark theme */
};
const struct scene_svg_paint *scene_svg_paint(enum scene_colour colour);

#define SCENE_SVG_INK "#2b2620"
#define SCENE_SVG_FAINT "#6d6558"
/* On cards and badges, which stay light in the dark theme: another value than SCENE_SVG_INK. */
#define SCENE_SVG_DARK M_COLOUR_DARK

/* Append a text as XML: markup is escaped, what XML does not allow is left out. */
void scene_svg_escape(struct mst_buf *out, const char *text);
/* Letters in a text, an estimate of its width. */
int scene_svg_letters(const char *text);
/* One line of text; `anchor` is start, middle or end, `y` the base line. */
void scene_svg_line(struct mst_buf *out, int x, int y, int size, const char *anchor, bool bold,
                    const char *fill, const char *text);
/* A rectangle of a ground: its tint, and a pattern that its letter chooses, so that grounds of one
 * colour, or without colour, differ. */
void scene_svg_ground(struct mst_buf *out, enum scene_colour colour, const char *sign, int x, int y,
                      int size);
/* The number of the pattern ground0, ground1 ... that a sign chooses. */
int scene_svg_pattern(const char *sign);
/* The needs of the patterns and the dark theme: `defs` and `style` elements (svg_theme.c). */
void scene_svg_theme(struct mst_buf *out);
/* A body (disc, rounded square, hexagon, octagon in turn; see scene_form) of half-width `r`
 * around x, y. */
void scene_svg_body(struct mst_buf *out, int form, enum scene_colour colour, int x, int y, int r);
/* A small circle with a mark in it. */
void scene_svg_badge(struct mst_buf *out, int x, int y, int r, const char *sign);
/* The stack of a cell, in the square of `size` with its upper left corner at x, y. */
void scene_svg_stack(struct mst_buf *out, const struct scene_grid *grid,
                     const struct scene_cell *cell, int x, int y, int size);

/* Paths of the picture (svg_arrows.c). */
struct scene_svg_path {
    struct scene_point points[SCENE_PLANE_POINTS_MAX];
    int count;
};
void scene_svg_stroke(struct mst_buf *out, const struct scene_svg_path *path, const char *stroke,
                      int width);
/* An arrow along the path, and one of the last turn, which ends a third of `size` before its last
 * point; both change the path. A path of fewer than two points has none. */
void scene_svg_arrow(struct mst_buf *out, struct scene_svg_path *path, const char *colour);
void scene_svg_trail(struct mst_buf *out, struct scene_svg_path *path, int size);
/* The arrows of the scene over a grid, whose upper left corner is at x, y. */
void scene_svg_arrows(struct mst_buf *out, const struct scene_grid *grid, int x, int y, int size);

/* A free canvas (svg_plane.c), and the units that it takes across. *describe gets every thing in
 * words. Returns the lower end of what it drew. */
int scene_svg_plane(struct mst_buf *out, struct mst_buf *describe, const json_t *scene,
                    const json_t *item, int x, int y);
int scene_svg_plane_width(const json_t *item);

/* Rows of cards, and lanes (svg_cards.c). `width` is the room for a row, which wraps;
 * *describe gets every card in words. Each returns the lower end of what it drew. */
int scene_svg_cards(struct mst_buf *out, struct mst_buf *describe, const json_t *scene,
                    const json_t *item, int x, int y, int width);
int scene_svg_lanes(struct mst_buf *out, struct mst_buf *describe, const json_t *scene,
                    const json_t *item, int x, int y);
/* Units that a row would like, and that lanes take. */
int scene_svg_cards_width(const json_t *item);
int scene_svg_lanes_width(const json_t *item);
/* The outline of what was played last, or of a target. */
void scene_svg_mark(struct mst_buf *out, enum scene_cell_mark mark, int x, int y, int width,
                    int height);

#endif
