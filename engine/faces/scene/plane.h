/* The free canvas of a scene: shapes at coordinates of their own. It is called a plane here, since
 * a canvas is what characters are drawn on. All of it is in whole units of the scene. */
#ifndef MUSTER_FACES_SCENE_PLANE_H
#define MUSTER_FACES_SCENE_PLANE_H

#include "faces/scene/model.h"

enum {
    MST_PLANE_FAR = 100000, /* the largest coordinate and length */
    MST_PLANE_SHAPES_MAX = 1024,
    MST_PLANE_POINTS_MAX = 64,
    MST_PLANE_FINE = 16 /* parts of a unit, in which corners are computed */
};

extern const char *const mst_plane_shapes[]; /* the words of enum mst_plane_kind */
extern const char *const mst_plane_fills[];  /* the words of enum mst_plane_fill */
enum mst_plane_kind {
    MST_PLANE_CIRCLE,
    MST_PLANE_RECTANGLE,
    MST_PLANE_POLYGON,
    MST_PLANE_LINE,
    MST_PLANE_TEXT
};
enum mst_plane_fill { MST_FILL_SOLID, MST_FILL_GROUND, MST_FILL_NONE };

struct mst_plane {
    const json_t *scene;
    const json_t *shapes;
    const char *title; /* "" without one, as unit */
    const char *unit;
    int left, bottom, width, height;
    int count; /* of shapes; those listed first lie below */
};

struct mst_plane_shape {
    enum mst_plane_kind kind;
    enum mst_plane_fill fill;
    int x, y; /* the middle: of the box of the points, for a polygon or line without one */
    int radius, width, height;
    int turn;    /* degrees clockwise from the top, 0 to 359 */
    bool turned; /* is the turn given? */
    bool
        front; /* is the edge that it turns to marked? Or for a line: is there a head at its end? */
    const json_t *points;
    const char *text, *letter, *name; /* "" for none */
    const char *zone, *move;          /* NULL: none */
    int seat;                         /* -1: nobody's */
    enum mst_scene_colour colour;
    enum mst_scene_cell_mark mark;
    const json_t *marks;
};

struct mst_point {
    int x, y;
};

struct mst_plane mst_plane_read(const json_t *scene, const json_t *item);
struct mst_plane_shape mst_plane_shape(const struct mst_plane *plane, int index);
/* The number of the first shape whose zone this is, or -1. */
int mst_plane_find(const json_t *item, const char *zone);
/* Is it a thing that lies there: neither a ground, an outline, a line nor a mere text? */
bool mst_plane_is_piece(const struct mst_plane_shape *shape);
/* The point of a polygon or line, in units. */
struct mst_point mst_plane_point(const struct mst_plane_shape *shape, int index);
/* Write the corners of a rectangle or polygon, or the points of a line, in parts of a unit
 * (MST_PLANE_FINE). Returns their number; 0 for other shapes. */
int mst_plane_corners(const struct mst_plane_shape *shape, struct mst_point *corners);
/* The largest integer whose square is not above `value`, which is not negative. */
int64_t mst_plane_root(int64_t value);
/* The distance between the marks of an axis: 1, 2 or 5 times a power of ten, such that at most
 * `most` (at least 1) of them are in `length`. */
int mst_plane_tick(int length, int most);
/* The first multiple of `tick` that is not below `from`. */
int mst_plane_first_tick(int from, int tick);
/* Append what the shape is, and where: "Archer at 350, 420 mm, turned to 90 degrees". */
void mst_plane_words(struct mst_buf *out, const struct mst_plane *plane,
                     const struct mst_plane_shape *shape);
void mst_plane_legend(struct mst_scene_legend *legend, const struct mst_plane *plane);

#endif
