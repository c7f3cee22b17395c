/* Access to a scene that scene_check has accepted. Functions fail only when out of memory: a
 * missing field reads as its default. Texts are borrowed from the scene and may contain any
 * UTF-8. */
#ifndef MUSTER_FACES_SCENE_MODEL_H
#define MUSTER_FACES_SCENE_MODEL_H

#include "faces/scene/scene.h"

enum {
    SCENE_SIDE_MAX = 40,
    SCENE_STACK_MAX = 64,
    SCENE_SEATS_MAX = 16,
    SCENE_LANES_MAX = 40,
    SCENE_LANE_SIDES_MAX = 4,
    SCENE_DRAWN_MAX = 16384 /* places of grids and lanes, pieces and cards */
};

/* The enumerated words of a scene; each list ends with NULL. An enum below has a constant for each
 * word, in order. */
extern const char *const scene_colours[];
extern const char *const scene_shapes[];
extern const char *const scene_facings[];
extern const char *const scene_cell_marks[];

enum scene_colour {
    SCENE_RED,
    SCENE_BLUE,
    SCENE_GREEN,
    SCENE_YELLOW,
    SCENE_PURPLE,
    SCENE_ORANGE,
    SCENE_CYAN,
    SCENE_BROWN,
    SCENE_GREY,
    SCENE_BLACK,
    SCENE_WHITE,
    SCENE_COLOURS
};
enum scene_shape { SCENE_SHAPE_DISC, SCENE_SHAPE_WALL, SCENE_SHAPE_MARK };
enum scene_cell_mark {
    SCENE_CELL_PLAIN = -1,
    SCENE_CELL_LAST,
    SCENE_CELL_TARGET,
    SCENE_CELL_ACTING,
    SCENE_CELL_WON,
    SCENE_CELL_MARKS
};

/* The display of a mark: its name in the legend, and its brackets around a text. */
struct scene_cell_sign {
    const char *title, *open, *close;
};
extern const struct scene_cell_sign scene_cell_signs[SCENE_CELL_MARKS];

/* The string in a field, or `fallback` if it is missing. */
const char *scene_str(const json_t *object, const char *key, const char *fallback);
/* The number in a field, or `fallback`. */
int scene_int(const json_t *object, const char *key, int fallback);
/* The index in `words` of a field's word, or `fallback`. */
int scene_word(const json_t *object, const char *key, const char *const *words, int fallback);
/* The list in a field. NULL if it is missing; jansson treats that as an empty list. */
const json_t *scene_list(const json_t *object, const char *key);

/* Append the zones of an arrow, with `between` them. */
void scene_arrow(struct mst_buf *out, const json_t *arrow, const char *between);

/* A seat. A seat that is not listed (such as -1, nobody) is grey, nameless, and has side -1. */
struct scene_seat {
    const char *name;
    const char *letter;
    enum scene_colour colour;
    int side; /* seats with the same side are allies; by default, each seat has its own side */
};
struct scene_seat scene_seat(const json_t *scene, int seat);
/* Does some seat have an ally? */
bool scene_allied(const json_t *scene);
/* The number that selects the shape of a seat's pieces: the side if there are allies, else the
 * seat; -1 for nobody. */
int scene_form(const json_t *scene, int seat);
/* The word before a seat in the list of seats: "and" before an ally of the previous seat, "against"
 * before an enemy. "" in a game without allies, and before the first seat. */
const char *scene_bond(const json_t *scene, int seat);
int scene_to_move(const json_t *scene);

struct scene_piece {
    const char *text;
    const char *letter; /* "" where the text is shown alone */
    const char *name;
    int seat; /* -1: nobody's */
    int form; /* as scene_form */
    bool far; /* belongs to allies opposed to the side of the first seat */
    enum scene_colour colour;
    enum scene_shape shape;
    int facing;          /* 0..3 north, east, south, west; -1 none */
    const json_t *marks; /* list of objects with text and name */
};
struct scene_piece scene_piece(const json_t *scene, const json_t *piece);

struct scene_cell {
    char zone[48]; /* its zone, or the names of its column and row */
    bool hole;     /* not part of the board */
    const char *ground;
    const char *ground_short; /* "" on plain ground */
    const char *ground_label; /* a word of it, "" for none */
    enum scene_colour ground_colour;
    enum scene_cell_mark mark;
    const json_t *stack;
    int height; /* pieces of the stack */
};

struct scene_grid {
    const json_t *scene;
    const json_t *json;
    int columns, rows;
    const json_t **cells; /* columns * rows; NULL if the scene lists no cell */
};
/* Read the grid `item`. False when out of memory. Call scene_grid_clear in either case. */
bool scene_grid_read(struct scene_grid *grid, const json_t *scene, const json_t *item);
void scene_grid_clear(struct scene_grid *grid);
struct scene_cell scene_cell(const struct scene_grid *grid, int column, int row);
struct scene_piece scene_cell_piece(const struct scene_grid *grid, const struct scene_cell *cell,
                                    int level);
/* Write the name of a column (a, b, ...) or row (1, 2, ...) to `name` (24 bytes), cut to fit. */
void scene_column_name(const struct scene_grid *grid, int column, char *name);
void scene_row_name(const struct scene_grid *grid, int row, char *name);

/* Types of items. Grids, rows of cards, lanes and free canvases (plane.h) are drawn below each
 * other; lists and texts are panels beside them. */
enum scene_item {
    SCENE_ITEM_GRID,
    SCENE_ITEM_CARDS,
    SCENE_ITEM_LANES,
    SCENE_ITEM_PLANE,
    SCENE_ITEM_PANEL
};
enum scene_item scene_item(const json_t *item);
/* Append the title of a panel, with its mark. */
void scene_panel_title(struct mst_buf *out, const json_t *item);
/* Does the scene have a panel? */
bool scene_has_panels(const json_t *scene);
/* Does some cell of the grid need extra room, for a stack, a facing or a ground? */
bool scene_grid_is_rich(const struct scene_grid *grid);
/* The text for the ground of a cell in `room` characters: its label, else its short name, which
 * leaves room for a stack. "" on plain ground. */
const char *scene_ground_sign(const struct scene_cell *cell, int room);

/* A card, or a pile of `count` identical ones. A face-down card never has data of its face: value,
 * suit and caption are "". */
struct scene_card {
    const char *text;    /* text if there is no value and suit; the sign of a face-down card */
    const char *value;   /* "" if missing, like suit and caption */
    const char *suit;    /* a letter or a text; see scene_suit */
    const char *caption; /* a word or two on the card */
    const char *name;    /* in words */
    const char *zone;    /* NULL: none, as move */
    const char *move;
    bool back;
    int seat;   /* enum scene_colour of the face, the suit, or the seat of a face-down card; -1
                 * none */
    int colour; /* enum scene_colour of its face, of its suit, or of a back's seat; -1 none */
    int count;
    enum scene_cell_mark mark;
    const json_t *marks;
};
struct scene_card scene_card(const json_t *scene, const json_t *card);
/* The symbol of a suit: Unicode or letter for s, h, d and c, otherwise the text itself. */
const char *scene_suit(const char *suit, bool unicode);
/* The number of cards in a list, including those in piles. */
int scene_cards_count(const json_t *cards);
/* Append the value and suit (or text) of a card, or "?". Nothing for a face-down card without a
 * sign. */
void scene_card_face(struct mst_buf *out, const struct scene_card *card, bool unicode);
/* Append a description of the card: its name or face, and the count. */
void scene_card_words(struct mst_buf *out, const struct scene_card *card);

/* A row of lanes. Sides are drawn from the top down in the order of scene_lanes_side. */
struct scene_lanes {
    const json_t *scene;
    const json_t *list;
    int count, sides;
    int near;                        /* the side at the bottom */
    int depth[SCENE_LANE_SIDES_MAX]; /* the most places (cards or slots) of a side in a lane */
    int front[SCENE_LANE_SIDES_MAX]; /* the most cards in front of a side in a lane */
};
struct scene_lanes scene_lanes(const json_t *scene, const json_t *item);
/* The side at position `place` from the top. */
int scene_lanes_side(const struct scene_lanes *lanes, int place);
/* The seat of a side (-1 nobody), and its title: the given one, or the seat's name. */
int scene_lanes_seat(const struct scene_lanes *lanes, const json_t *item, int side);
const char *scene_lanes_title(const struct scene_lanes *lanes, const json_t *item, int side);

struct scene_lane {
    char name[24];
    const char *zone;   /* NULL: its name */
    const char *move;   /* NULL: none */
    const char *marker; /* the sign of a marker without an owner; "" for the usual one */
    const char *marker_name;
    int owner; /* seat, -1 nobody */
    enum scene_cell_mark mark;
    const json_t *sides;
};
struct scene_lane scene_lane(const struct scene_lanes *lanes, int lane);

struct scene_lane_side {
    const json_t *cards; /* cards from the middle outward */
    const json_t *front; /* cards between the side and the marker */
    const char *zone;    /* NULL: none */
    int slots;           /* places for cards; empty ones are drawn */
};
struct scene_lane_side scene_lane_side(const struct scene_lane *lane, int side);

/* Call `use` for every card of a row or of lanes, in a fixed order. */
void scene_each_card(const json_t *scene, const json_t *item,
                     void (*use)(void *context, const struct scene_card *card), void *context);

/* Signs used on grids and cards, each once, in the order found. Those beyond the capacity are
 * dropped. */
struct scene_sign {
    const char *sign;
    const char *name;
    enum scene_colour colour;
};
enum { SCENE_SIGNS_MAX = 32 };
struct scene_legend {
    struct scene_sign marks[SCENE_SIGNS_MAX];
    struct scene_sign grounds[SCENE_SIGNS_MAX];
    struct scene_card captions[SCENE_SIGNS_MAX]; /* captions of cards in lanes */
    int mark_count, ground_count, caption_count;
    bool marked[SCENE_CELL_MARKS]; /* is some cell marked this way? */
    bool stacks;                   /* does some cell hold at least two pieces? */
};
/* A callback for the room of a cell, as for scene_ground_sign. With it, grounds are listed with
 * their signs; NULL: without. */
typedef int (*scene_room)(void *context, const struct scene_grid *grid,
                          const struct scene_cell *cell, int row);
void scene_legend_add(struct scene_legend *legend, const struct scene_grid *grid, scene_room room,
                      void *context);
void scene_legend_panels(struct scene_legend *legend, const json_t *scene);
void scene_legend_cards(struct scene_legend *legend, const json_t *scene, const json_t *item);
/* For the functions above: record a kind of mark; add a sign. */
void scene_legend_mark(struct scene_legend *legend, enum scene_cell_mark mark);
void scene_legend_sign(struct scene_sign *signs, int *count, struct scene_sign sign);
/* Copy `text` without splitting a UTF-8 character. `size` includes the final zero. */
void scene_copy(char *to, size_t size, const char *text);

#endif
