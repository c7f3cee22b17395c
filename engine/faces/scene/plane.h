/* The free canvas of a scene: shapes at free coordinates. It is called a plane here, since
 * a canvas is what characters are drawn on. All of it is in whole units of the scene. */
#ifndef MUSTER_FACES_SCENE_PLANE_H
#define MUSTER_FACES_SCENE_PLANE_H

#include "faces/scene/model.h"

enum {
    SCENE_PLANE_FAR = 100000, /* the largest coordinate and length */
    SCENE_PLANE_SHAPES_MAX = 1024,
    SCENE_PLANE_POINTS_MAX = 64,
    SCENE_PLANE_FINE = 16 /* parts of a unit, in which corners are computed */
};

extern const char *const scene_plane_shapes[]; /* the words of enum scene_plane_kind */
extern const char *const scene_plane_fills[];  /* the words of enum scene_plane_fill */
enum scene_plane_kind {
    SCENE_PLANE_CIRCLE,
    SCENE_PLANE_RECTANGLE,
    SCENE_PLANE_POLYGON,
    SCENE_PLANE_LINE,
    SCENE_PLANE_TEXT
};
enum scene_plane_fill { SCENE_FILL_SOLID, SCENE_FILL_GROUND, SCENE_FILL_NONE };

struct scene_plane {
    const json_t *scene;
    const json_t *shapes;
    const char *title; /* "" without one, as unit */
    const char *unit;
    int left, bottom, width, height;
    int count; /* of shapes; those listed first lie below */
};

struct scene_plane_shape {
    enum scene_plane_kind kind;
    enum scene_plane_fill fill;
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
    enum scene_colour colour;
    enum scene_cell_mark mark;
    const json_t *marks;
};

struct scene_point {
    int x, y;
};

struct scene_plane scene_plane_read(const json_t *scene, const json_t *item);
struct scene_plane_shape scene_plane_shape(const struct scene_plane *plane, int index);
/* The number of the first shape whose zone this is, or -1. */
int scene_plane_find(const json_t *item, const char *zone);
/* Is it a thing that lies there: neither a ground, an outline, a line nor a mere text? */
bool scene_plane_is_piece(const struct scene_plane_shape *shape);
/* The point of a polygon or line, in units. */
struct scene_point scene_plane_point(const struct scene_plane_shape *shape, int index);
/* Write the corners of a rectangle or polygon, or the points of a line, in parts of a unit
 * (SCENE_PLANE_FINE). Returns their number; 0 for other shapes. */
int scene_plane_corners(const struct scene_plane_shape *shape, struct scene_point *corners);
/* The largest integer whose square is not above `value`, which is not negative. */
int64_t scene_plane_root(int64_t value);
/* The distance between the marks of an axis: 1, 2 or 5 times a power of ten, such that at most
 * `most` (at least 1) of them are in `length`. */
int scene_plane_tick(int length, int most);
/* The first multiple of `tick` that is not below `from`. */
int scene_plane_first_tick(int from, int tick);
/* Append what the shape is, and where: "Archer at 350, 420 mm, turned to 90 degrees". */
void scene_plane_words(struct mst_buf *out, const struct scene_plane *plane,
                       const struct scene_plane_shape *shape);
void scene_plane_legend(struct scene_legend *legend, const struct scene_plane *plane);

#endif
