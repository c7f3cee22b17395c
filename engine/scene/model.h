/* Reading a scene that mst_scene_check has passed. Nothing here fails but for memory: what is
 * missing reads as its default. Texts are borrowed from the scene and may hold any UTF-8. */
#ifndef MUSTER_SCENE_MODEL_H
#define MUSTER_SCENE_MODEL_H

#include "scene/scene.h"

enum {
    MST_SCENE_SIDE_MAX = 40,
    MST_SCENE_STACK_MAX = 64,
    MST_SCENE_SEATS_MAX = 16,
    MST_SCENE_LANES_MAX = 40,
    MST_SCENE_LANE_SIDES_MAX = 4
};

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
enum mst_scene_cell_mark {
    MST_CELL_PLAIN = -1,
    MST_CELL_LAST,
    MST_CELL_TARGET,
    MST_CELL_ACTING,
    MST_CELL_MARKS
};

/* How a mark is shown: what a legend calls it, and the brackets around a text. */
struct mst_scene_cell_sign {
    const char *title, *open, *close;
};
extern const struct mst_scene_cell_sign mst_scene_cell_signs[MST_CELL_MARKS];

/* Text of a field, or `fallback` when it is missing. */
const char *mst_scene_str(const json_t *object, const char *key, const char *fallback);
/* Number of a field, or `fallback`. */
int mst_scene_int(const json_t *object, const char *key, int fallback);
/* Place of a field's word in `words`, or `fallback`. */
int mst_scene_word(const json_t *object, const char *key, const char *const *words, int fallback);
/* A list field; NULL, which jansson reads as an empty list, when it is missing. */
const json_t *mst_scene_list(const json_t *object, const char *key);

/* A seat; for a seat that is not listed (as -1, nobody) grey, without a name, of no side (-1). */
struct mst_scene_seat {
    const char *name;
    const char *letter;
    enum mst_scene_colour colour;
    int side; /* seats of the same one are allies; where none is given, its own number */
};
struct mst_scene_seat mst_scene_seat(const json_t *scene, int seat);
/* Has some seat an ally? */
bool mst_scene_allied(const json_t *scene);
/* The number that decides the shape of a seat's pieces: among allies the side, else the seat; -1
 * nobody. */
int mst_scene_form(const json_t *scene, int seat);
/* What stands before a seat in the list of all: "and" before an ally of the seat before it,
 * "against" before an enemy of it; "" in games without allies, and before the first one. */
const char *mst_scene_bond(const json_t *scene, int seat);
int mst_scene_to_move(const json_t *scene);

struct mst_scene_piece {
    const char *text;
    const char *letter; /* "" where the text is shown alone */
    const char *name;
    int seat; /* -1: nobody's */
    int form; /* as mst_scene_form */
    bool far; /* of allies against the side of the first seat */
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
    const char *ground_label; /* a word of it, "" for none */
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
/* Read the grid `item`; false when out of memory. Free with mst_scene_grid_clear in both cases. */
bool mst_scene_grid_read(struct mst_scene_grid *grid, const json_t *scene, const json_t *item);
void mst_scene_grid_clear(struct mst_scene_grid *grid);
struct mst_scene_cell mst_scene_cell(const struct mst_scene_grid *grid, int column, int row);
struct mst_scene_piece mst_scene_cell_piece(const struct mst_scene_grid *grid,
                                            const struct mst_scene_cell *cell, int level);
/* Name of a column (a, b, ...) or row (1, 2, ...), written into `name` (24 bytes), cut to fit. */
void mst_scene_column_name(const struct mst_scene_grid *grid, int column, char *name);
void mst_scene_row_name(const struct mst_scene_grid *grid, int row, char *name);

/* Types of items. Grids, rows of cards and lanes are drawn one below the other; lists and texts are
 * panels beside them. */
enum mst_scene_item { MST_ITEM_GRID, MST_ITEM_CARDS, MST_ITEM_LANES, MST_ITEM_PANEL };
enum mst_scene_item mst_scene_item(const json_t *item);
/* Has the scene a panel? */
bool mst_scene_has_panels(const json_t *scene);
/* Does a cell of the grid carry what needs room: a stack, a facing or a ground? */
bool mst_scene_grid_is_rich(const struct mst_scene_grid *grid);
/* How the ground of a cell is written where `room` letters can stand: its label, else its short
 * name, which also leaves room for a stack. "" on plain ground. */
const char *mst_scene_ground_sign(const struct mst_scene_cell *cell, int room);

/* A card, alone or (count) several alike. On one that is seen from its back nothing of its face is
 * ever given: value, suit and caption are "". */
struct mst_scene_card {
    const char *text;    /* written where there are neither value nor suit; on a back its sign */
    const char *value;   /* "" where not given, as suit and caption */
    const char *suit;    /* a letter or a text; see mst_scene_suit */
    const char *caption; /* a word or two on the card */
    const char *name;    /* in words */
    const char *zone;    /* NULL: none, as move */
    const char *move;
    bool back;
    int seat;   /* -1: nobody's */
    int colour; /* enum mst_scene_colour of its face, of its suit, or of a back's seat; -1 none */
    int count;
    enum mst_scene_cell_mark mark;
    const json_t *marks;
};
struct mst_scene_card mst_scene_card(const json_t *scene, const json_t *card);
/* The sign of a suit: for s, h, d and c a Unicode one or the letter, else the text itself. */
const char *mst_scene_suit(const char *suit, bool unicode);
/* Cards of a list, like ones counted. */
int mst_scene_cards_count(const json_t *cards);
/* Append the card's value and suit (or text), or "?"; nothing for a back without a sign. */
void mst_scene_card_face(struct mst_buf *out, const struct mst_scene_card *card, bool unicode);
/* Append the card in words: its name, else its face, and how many there are. */
void mst_scene_card_words(struct mst_buf *out, const struct mst_scene_card *card);

/* A row of lanes. The sides are drawn from the top down in the order of mst_scene_lanes_side. */
struct mst_scene_lanes {
    const json_t *scene;
    const json_t *list;
    int count, sides;
    int near; /* the side that is drawn at the bottom */
};
struct mst_scene_lanes mst_scene_lanes(const json_t *scene, const json_t *item);
/* The side that is drawn as the `place`-th from the top. */
int mst_scene_lanes_side(const struct mst_scene_lanes *lanes, int place);
/* Its seat (-1 nobody), and its title: given, or the seat's name. */
int mst_scene_lanes_seat(const struct mst_scene_lanes *lanes, const json_t *item, int side);
const char *mst_scene_lanes_title(const struct mst_scene_lanes *lanes, const json_t *item,
                                  int side);

struct mst_scene_lane {
    char name[24];
    const char *zone;   /* NULL: its name */
    const char *move;   /* NULL: none */
    const char *marker; /* the sign of a marker that nobody owns; "" the usual one */
    const char *marker_name;
    int owner; /* seat, -1 nobody */
    enum mst_scene_cell_mark mark;
    const json_t *sides;
};
struct mst_scene_lane mst_scene_lane(const struct mst_scene_lanes *lanes, int lane);

struct mst_scene_lane_side {
    const json_t *cards; /* the first one lies nearest to the middle */
    const json_t *front; /* cards between the side and the marker */
    const char *zone;    /* NULL: none */
    int slots;           /* places for cards; those that are empty are shown */
};
struct mst_scene_lane_side mst_scene_lane_side(const struct mst_scene_lane *lane, int side);
/* The most places (cards or slots) that a side has in any lane, and the most cards in front. */
int mst_scene_lanes_depth(const struct mst_scene_lanes *lanes, int side);
int mst_scene_lanes_front(const struct mst_scene_lanes *lanes, int side);

/* Call `use` for every card of a row or of lanes, in a fixed order. */
void mst_scene_each_card(const json_t *scene, const json_t *item,
                         void (*use)(void *context, const struct mst_scene_card *card),
                         void *context);

/* Signs in use on the grids and cards, each once, in the order met; beyond the room the rest is
 * left out. */
struct mst_scene_sign {
    const char *sign;
    const char *name;
    enum mst_scene_colour colour;
};
enum { MST_SCENE_SIGNS_MAX = 32 };
struct mst_scene_legend {
    struct mst_scene_sign marks[MST_SCENE_SIGNS_MAX];
    struct mst_scene_sign grounds[MST_SCENE_SIGNS_MAX];
    struct mst_scene_card captions[MST_SCENE_SIGNS_MAX]; /* cards of lanes that have one */
    int mark_count, ground_count, caption_count;
    bool marked[MST_CELL_MARKS]; /* some cell is marked so */
    bool stacks;                 /* some cell holds two pieces or more */
};
/* Grounds are listed with the signs that are in use: `room` tells the room of mst_scene_ground_sign
 * that a cell has; NULL: none. */
typedef int (*mst_scene_room)(const void *context, const struct mst_scene_grid *grid,
                              const struct mst_scene_cell *cell, int row);
void mst_scene_legend_add(struct mst_scene_legend *legend, const struct mst_scene_grid *grid,
                          mst_scene_room room, const void *context);
void mst_scene_legend_cards(struct mst_scene_legend *legend, const json_t *scene,
                            const json_t *item);
/* For the two above: note that something is marked so, or plain; add one sign. */
void mst_scene_legend_mark(struct mst_scene_legend *legend, enum mst_scene_cell_mark mark);
void mst_scene_legend_sign(struct mst_scene_sign *signs, int *count, struct mst_scene_sign sign);
/* Copy `text` without breaking a UTF-8 letter; `size` includes the final zero. */
void mst_scene_copy(char *to, size_t size, const char *text);

#endif
