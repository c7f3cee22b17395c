/* Access to a scene that mst_scene_check has accepted. Functions fail only when out of memory: a
 * missing field reads as its default. Texts are borrowed from the scene and may contain any
 * UTF-8. */
#ifndef MUSTER_FACES_SCENE_MODEL_H
#define MUSTER_FACES_SCENE_MODEL_H

#include "faces/scene/scene.h"

enum {
    MST_SCENE_SIDE_MAX = 40,
    MST_SCENE_STACK_MAX = 64,
    MST_SCENE_SEATS_MAX = 16,
    MST_SCENE_LANES_MAX = 40,
    MST_SCENE_LANE_SIDES_MAX = 4,
    MST_SCENE_DRAWN_MAX = 16384 /* places of grids and lanes, pieces and cards */
};

/* The enumerated words of a scene; each list ends with NULL. An enum below has a constant for each
 * word, in order. */
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
    MST_CELL_WON,
    MST_CELL_MARKS
};

/* The display of a mark: its name in the legend, and its brackets around a text. */
struct mst_scene_cell_sign {
    const char *title, *open, *close;
};
extern const struct mst_scene_cell_sign mst_scene_cell_signs[MST_CELL_MARKS];

/* The string in a field, or `fallback` if it is missing. */
const char *mst_scene_str(const json_t *object, const char *key, const char *fallback);
/* The number in a field, or `fallback`. */
int mst_scene_int(const json_t *object, const char *key, int fallback);
/* The index in `words` of a field's word, or `fallback`. */
int mst_scene_word(const json_t *object, const char *key, const char *const *words, int fallback);
/* The list in a field. NULL if it is missing; jansson treats that as an empty list. */
const json_t *mst_scene_list(const json_t *object, const char *key);

/* Append the zones of an arrow, with `between` them. */
void mst_scene_arrow(struct mst_buf *out, const json_t *arrow, const char *between);

/* A seat. A seat that is not listed (such as -1, nobody) is grey, nameless, and has side -1. */
struct mst_scene_seat {
    const char *name;
    const char *letter;
    enum mst_scene_colour colour;
    int side; /* seats with the same side are allies; by default, each seat has its own side */
};
struct mst_scene_seat mst_scene_seat(const json_t *scene, int seat);
/* Does some seat have an ally? */
bool mst_scene_allied(const json_t *scene);
/* The number that selects the shape of a seat's pieces: the side if there are allies, else the
 * seat; -1 for nobody. */
int mst_scene_form(const json_t *scene, int seat);
/* The word before a seat in the list of seats: "and" before an ally of the previous seat, "against"
 * before an enemy. "" in a game without allies, and before the first seat. */
const char *mst_scene_bond(const json_t *scene, int seat);
int mst_scene_to_move(const json_t *scene);

struct mst_scene_piece {
    const char *text;
    const char *letter; /* "" where the text is shown alone */
    const char *name;
    int seat; /* -1: nobody's */
    int form; /* as mst_scene_form */
    bool far; /* belongs to allies opposed to the side of the first seat */
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
    int height; /* pieces of the stack */
};

struct mst_scene_grid {
    const json_t *scene;
    const json_t *json;
    int columns, rows;
    const json_t **cells; /* columns * rows; NULL if the scene lists no cell */
};
/* Read the grid `item`. False when out of memory. Call mst_scene_grid_clear in either case. */
bool mst_scene_grid_read(struct mst_scene_grid *grid, const json_t *scene, const json_t *item);
void mst_scene_grid_clear(struct mst_scene_grid *grid);
struct mst_scene_cell mst_scene_cell(const struct mst_scene_grid *grid, int column, int row);
struct mst_scene_piece mst_scene_cell_piece(const struct mst_scene_grid *grid,
                                            const struct mst_scene_cell *cell, int level);
/* Write the name of a column (a, b, ...) or row (1, 2, ...) to `name` (24 bytes), cut to fit. */
void mst_scene_column_name(const struct mst_scene_grid *grid, int column, char *name);
void mst_scene_row_name(const struct mst_scene_grid *grid, int row, char *name);

/* Types of items. Grids, rows of cards, lanes and free canvases (plane.h) are drawn below each
 * other; lists and texts are panels beside them. */
enum mst_scene_item {
    MST_ITEM_GRID,
    MST_ITEM_CARDS,
    MST_ITEM_LANES,
    MST_ITEM_PLANE,
    MST_ITEM_PANEL
};
enum mst_scene_item mst_scene_item(const json_t *item);
/* Append the title of a panel, with its mark. */
void mst_scene_panel_title(struct mst_buf *out, const json_t *item);
/* Does the scene have a panel? */
bool mst_scene_has_panels(const json_t *scene);
/* Does some cell of the grid need extra room, for a stack, a facing or a ground? */
bool mst_scene_grid_is_rich(const struct mst_scene_grid *grid);
/* The text for the ground of a cell in `room` characters: its label, else its short name, which
 * leaves room for a stack. "" on plain ground. */
const char *mst_scene_ground_sign(const struct mst_scene_cell *cell, int room);

/* A card, or a pile of `count` identical ones. A face-down card never has data of its face: value,
 * suit and caption are "". */
struct mst_scene_card {
    const char *text;    /* text if there is no value and suit; the sign of a face-down card */
    const char *value;   /* "" if missing, like suit and caption */
    const char *suit;    /* a letter or a text; see mst_scene_suit */
    const char *caption; /* a word or two on the card */
    const char *name;    /* in words */
    const char *zone;    /* NULL: none, as move */
    const char *move;
    bool back;
    int seat;   /* enum mst_scene_colour of the face, the suit, or the seat of a face-down card; -1
                 * none */
    int colour; /* enum mst_scene_colour of its face, of its suit, or of a back's seat; -1 none */
    int count;
    enum mst_scene_cell_mark mark;
    const json_t *marks;
};
struct mst_scene_card mst_scene_card(const json_t *scene, const json_t *card);
/* The symbol of a suit: Unicode or letter for s, h, d and c, otherwise the text itself. */
const char *mst_scene_suit(const char *suit, bool unicode);
/* The number of cards in a list, including those in piles. */
int mst_scene_cards_count(const json_t *cards);
/* Append the value and suit (or text) of a card, or "?". Nothing for a face-down card without a
 * sign. */
void mst_scene_card_face(struct mst_buf *out, const struct mst_scene_card *card, bool unicode);
/* Append a description of the card: its name or face, and the count. */
void mst_scene_card_words(struct mst_buf *out, const struct mst_scene_card *card);

/* A row of lanes. Sides are drawn from the top down in the order of mst_scene_lanes_side. */
struct mst_scene_lanes {
    const json_t *scene;
    const json_t *list;
    int count, sides;
    int near;                            /* the side at the bottom */
    int depth[MST_SCENE_LANE_SIDES_MAX]; /* the most places (cards or slots) of a side in a lane */
    int front[MST_SCENE_LANE_SIDES_MAX]; /* the most cards in front of a side in a lane */
};
struct mst_scene_lanes mst_scene_lanes(const json_t *scene, const json_t *item);
/* The side at position `place` from the top. */
int mst_scene_lanes_side(const struct mst_scene_lanes *lanes, int place);
/* The seat of a side (-1 nobody), and its title: the given one, or the seat's name. */
int mst_scene_lanes_seat(const struct mst_scene_lanes *lanes, const json_t *item, int side);
const char *mst_scene_lanes_title(const struct mst_scene_lanes *lanes, const json_t *item,
                                  int side);

struct mst_scene_lane {
    char name[24];
    const char *zone;   /* NULL: its name */
    const char *move;   /* NULL: none */
    const char *marker; /* the sign of a marker without an owner; "" for the usual one */
    const char *marker_name;
    int owner; /* seat, -1 nobody */
    enum mst_scene_cell_mark mark;
    const json_t *sides;
};
struct mst_scene_lane mst_scene_lane(const struct mst_scene_lanes *lanes, int lane);

struct mst_scene_lane_side {
    const json_t *cards; /* cards from the middle outward */
    const json_t *front; /* cards between the side and the marker */
    const char *zone;    /* NULL: none */
    int slots;           /* places for cards; empty ones are drawn */
};
struct mst_scene_lane_side mst_scene_lane_side(const struct mst_scene_lane *lane, int side);

/* Call `use` for every card of a row or of lanes, in a fixed order. */
void mst_scene_each_card(const json_t *scene, const json_t *item,
                         void (*use)(void *context, const struct mst_scene_card *card),
                         void *context);

/* Signs used on grids and cards, each once, in the order found. Those beyond the capacity are
 * dropped. */
struct mst_scene_sign {
    const char *sign;
    const char *name;
    enum mst_scene_colour colour;
};
enum { MST_SCENE_SIGNS_MAX = 32 };
struct mst_scene_legend {
    struct mst_scene_sign marks[MST_SCENE_SIGNS_MAX];
    struct mst_scene_sign grounds[MST_SCENE_SIGNS_MAX];
    struct mst_scene_card captions[MST_SCENE_SIGNS_MAX]; /* captions of cards in lanes */
    int mark_count, ground_count, caption_count;
    bool marked[MST_CELL_MARKS]; /* is some cell marked this way? */
    bool stacks;                 /* does some cell hold at least two pieces? */
};
/* A callback for the room of a cell, as for mst_scene_ground_sign. With it, grounds are listed with
 * their signs; NULL: without. */
typedef int (*mst_scene_room)(void *context, const struct mst_scene_grid *grid,
                              const struct mst_scene_cell *cell, int row);
void mst_scene_legend_add(struct mst_scene_legend *legend, const struct mst_scene_grid *grid,
                          mst_scene_room room, void *context);
void mst_scene_legend_panels(struct mst_scene_legend *legend, const json_t *scene);
void mst_scene_legend_cards(struct mst_scene_legend *legend, const json_t *scene,
                            const json_t *item);
/* For the functions above: record a kind of mark; add a sign. */
void mst_scene_legend_mark(struct mst_scene_legend *legend, enum mst_scene_cell_mark mark);
void mst_scene_legend_sign(struct mst_scene_sign *signs, int *count, struct mst_scene_sign sign);
/* Copy `text` without splitting a UTF-8 character. `size` includes the final zero. */
void mst_scene_copy(char *to, size_t size, const char *text);

#endif
