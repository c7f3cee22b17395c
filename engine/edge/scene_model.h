/* Reading a scene that mst_scene_check has passed. Nothing here fails but for memory: what is
 * missing reads as its default. Texts are borrowed from the scene and may hold any UTF-8. */
#ifndef MUSTER_EDGE_SCENE_MODEL_H
#define MUSTER_EDGE_SCENE_MODEL_H

#include "edge/scene.h"

enum { MST_SCENE_SIDE_MAX = 40, MST_SCENE_STACK_MAX = 64, MST_SCENE_SEATS_MAX = 16 };

/* The words of a scene, each list ended by NULL. An enum below counts through its list. */
extern const char *const mst_scene_colours[];
extern const char *const mst_scene_shapes[];
extern const char *const mst_scene_facings[];
extern const char *const mst_scene_cell_marks[];

enum mst_scene_colour {
    MST_RED,
    MST_BLUE,
    MST_GREEN,
    MST_YELLOW,
    MST_PURPLE,
    MST_ORANGE,
    MST_CYAN,
    MST_BROWN,
    MST_GREY,
    MST_BLACK,
    MST_WHITE,
    MST_COLOURS
};
enum mst_scene_shape { MST_SHAPE_DISC, MST_SHAPE_WALL, MST_SHAPE_MARK };
enum mst_scene_cell_mark { MST_CELL_PLAIN = -1, MST_CELL_LAST, MST_CELL_TARGET };

/* Text of a field, or `fallback` when it is missing. */
const char *mst_scene_str(const json_t *object, const char *key, const char *fallback);
/* Number of a field, or `fallback`. */
int mst_scene_int(const json_t *object, const char *key, int fallback);
/* Place of a field's word in `words`, or `fallback`. */
int mst_scene_word(const json_t *object, const char *key, const char *const *words, int fallback);
/* A list field; NULL, which jansson reads as an empty list, when it is missing. */
const json_t *mst_scene_list(const json_t *object, const char *key);

/* A seat; for a seat that is not listed (as -1, nobody) grey and without a name. */
struct mst_scene_seat {
    const char *name;
    const char *letter;
    enum mst_scene_colour colour;
};
struct mst_scene_seat mst_scene_seat(const json_t *scene, int seat);
int mst_scene_to_move(const json_t *scene);

struct mst_scene_piece {
    const char *text;
    const char *letter; /* "" where none is to be shown beside the text */
    const char *name;
    int seat; /* -1: nobody's */
    enum mst_scene_colour colour;
    enum mst_scene_shape shape;
    int facing;          /* 0..3 north, east, south, west; -1 none */
    const json_t *marks; /* list of objects with text and name */
};
struct mst_scene_piece mst_scene_piece(const json_t *scene, const json_t *piece);

struct mst_scene_cell {
    char zone[48]; /* its zone, or the names of its column and row */
    bool hole;     /* not part of the board */
    const char *ground;
    const char *ground_short; /* "" on plain ground */
    enum mst_scene_colour ground_colour;
    enum mst_scene_cell_mark mark;
    const json_t *stack;
    int height; /* pieces in the stack */
};

struct mst_scene_grid {
    const json_t *scene;
    const json_t *json;
    int columns, rows;
    const json_t **cells; /* columns * rows, NULL where the scene lists no cell */
};
/* Read the grid `item`; false when memory ends. Free with mst_scene_grid_clear in both cases. */
bool mst_scene_grid_read(struct mst_scene_grid *grid, const json_t *scene, const json_t *item);
void mst_scene_grid_clear(struct mst_scene_grid *grid);
struct mst_scene_cell mst_scene_cell(const struct mst_scene_grid *grid, int column, int row);
struct mst_scene_piece mst_scene_cell_piece(const struct mst_scene_grid *grid,
                                            const struct mst_scene_cell *cell, int level);
/* Name of a column (a, b, ...) or row (1, 2, ...), written into `name` (24 bytes), cut to fit. */
void mst_scene_column_name(const struct mst_scene_grid *grid, int column, char *name);
void mst_scene_row_name(const struct mst_scene_grid *grid, int row, char *name);

/* Is `item` a grid? Lists and texts, the rest, are panels. */
bool mst_scene_is_grid(const json_t *item);
/* Does a cell of the grid carry what needs room: a stack, a facing or a ground? */
bool mst_scene_grid_is_rich(const struct mst_scene_grid *grid);

/* Signs in use on the grids, each once, in the order met; beyond the room the rest is left out. */
struct mst_scene_sign {
    const char *sign;
    const char *name;
    enum mst_scene_colour colour;
};
enum { MST_SCENE_SIGNS_MAX = 32 };
struct mst_scene_legend {
    struct mst_scene_sign marks[MST_SCENE_SIGNS_MAX];
    struct mst_scene_sign grounds[MST_SCENE_SIGNS_MAX];
    int mark_count, ground_count;
    bool last, target; /* some cell is marked so */
    bool stacks;       /* some cell holds two pieces or more */
};
void mst_scene_legend_add(struct mst_scene_legend *legend, const struct mst_scene_grid *grid);

#endif
