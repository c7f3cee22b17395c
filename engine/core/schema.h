/* The schema: the layout of a position. Modules declare it at load. Then it is frozen, and every
 * fact gets a slot in a flat block of integers.
 *
 * S1 Nothing is added after core_schema_freeze.
 * S2 Slots are assigned in the order of declaration, so the same modules always give the same
 * block.
 * S3 The value of a field always lies within min..max.
 * S4 A face never changes: the face fields of a piece keep their initial values.
 * S5 A piece with a name is like no other: its number, which its name determines, is the same in
 * every position and view. */
#ifndef MUSTER_CORE_SCHEMA_H
#define MUSTER_CORE_SCHEMA_H

#include "core/board.h"

enum core_entity { CORE_OF_GAME, CORE_OF_SEAT, CORE_OF_ZONE, CORE_OF_PIECE };

/* Visibility of a field. The owner of a seat's field is that seat; of a piece's field, the owner of
 * the piece; of a zone's field, the owner of its top piece. A face is visible to those who see the
 * faces of the place where the piece lies, or who have seen it since it could last be mixed up with
 * others. */
enum core_visibility { CORE_SEEN_BY_ALL, CORE_SEEN_BY_OWNER, CORE_SEEN_BY_NONE, CORE_SEEN_AS_FACE };

/* Visibility of the faces of pieces in a container: to all, to the seat that the container belongs
 * to, or to none. */
enum core_faces { CORE_FACES_ALL, CORE_FACES_OWNER, CORE_FACES_NONE };

enum {
    CORE_MOST_FIELDS = 96,
    CORE_MOST_PIECES = 512,
    CORE_MOST_PIECE_TYPES = 8,
    CORE_MOST_CONTAINERS = 24,
    CORE_MOST_FRAMES = 24,
    CORE_FRAME_ARGS = 7,
    CORE_FRAME_SLOTS = CORE_FRAME_ARGS + 1,
};

/* A declared fact of the game, of every seat, of every zone, or of every piece. */
struct core_field {
    char name[CORE_NAME_SIZE];
    enum core_entity of;
    int32_t min, max, initial;
    enum core_visibility seen;
    bool hashed;          /* part of the hash; false: positions may differ in it and be the same */
    const char *letters;  /* owned: one character for each value from min on; or NULL */
    const int32_t *each;  /* owned: the initial values of a piece's field; or NULL */
    int each_count;       /* pieces from this number on start with `initial` */
    int first;            /* slot of entity 0 */
    int stride;           /* slots between consecutive entities */
    uint64_t coefficient; /* of a piece's field: factor in the piece's hash word */
    bool indexed;         /* of a zone's field: the set of zones with each value is kept */
    int sets;             /* slot of these sets, with that of -1 (empty) first; 0: not indexed */
    bool refers;          /* its values are pieces */
    bool apart;           /* an extension of the game, written apart from its own notation */
};

struct core_piece_type {
    char name[CORE_NAME_SIZE];
    int first, count; /* piece numbers first .. first+count-1 */
    const char *text; /* owned: its text form, such as "{owner}{kingdom}{arms}"; or NULL */
    char (*names)[CORE_NAME_SIZE]; /* owned: of the first `named` pieces */
    int named;
    int module; /* the number of the module that declares it */
    bool apart; /* as of a field */
};

/* A place for pieces off the board, or one place for each seat. */
struct core_container {
    char name[CORE_NAME_SIZE];
    bool per_seat;
    bool ordered; /* false: a bag, whose order has no meaning */
    enum core_faces faces;
    int place;          /* place number (of seat 0) */
    int descending;     /* bag order: fields whose bit is set sort descending */
    int sort[4], sorts; /* fields that sort the bag for lists, by priority */
    int module;         /* as of a type of pieces */
    bool apart;
};

/* The order of the pieces of a bag: by the first `before` fields, then by type, owner and name,
 * then by the other fields. Only hashed fields count. The first `seen` of them are seen by
 * everybody; the hidden ones come last, so they order only pieces that look alike. */
struct core_bag_order {
    int8_t fields[CORE_MOST_FIELDS]; /* a field, or its complement (~) if it sorts descending */
    int before, seen, count;
    int16_t *ranks; /* owned: piece -> its rank by type, name and face; see twin */
};

/* Slots of a piece, followed by its declared fields. The first is even, so place and level share a
 * word of the block. */
enum {
    CORE_PIECE_PLACE,
    CORE_PIECE_LEVEL, /* 1 at the bottom */
    CORE_PIECE_BELOW, /* the next piece of the stack, or MST_NONE */
    CORE_PIECE_OWNER, /* a seat, or MST_NONE */
    CORE_PIECE_WORD,  /* its hash word, two slots: piece_word */
    CORE_PIECE_FIELDS = CORE_PIECE_WORD + 2
};

/* Game slots that exist in every game. */
enum {
    CORE_SLOT_OVER,
    CORE_SLOT_WINNERS, /* bits of seats */
    CORE_SLOT_BY,      /* number of the ending plus 1, or 0 */
    CORE_SLOT_DEPTH,   /* number of frames */
    CORE_SLOT_TO_MOVE,
    CORE_SLOT_HISTORY,       /* number of keys in the position's history; ... */
    CORE_SLOT_HISTORY_FIRST, /* ... those before this one are forgotten */
    CORE_SLOT_FRAMES,        /* of each: its decision plus 1, and its arguments */
    CORE_SLOT_FIELDS = CORE_SLOT_FRAMES + CORE_MOST_FRAMES * CORE_FRAME_SLOTS
};

/* Bits of a set of viewers: one for each seat, and one for onlookers. */
enum { CORE_ONLOOKER = 1 << MST_MOST_SEATS, CORE_EVERYBODY = (2 << MST_MOST_SEATS) - 1 };

#define CORE_LEVEL_COEFFICIENT 0xd6e8feb86659fd93ULL /* factors of facts in a hash word */
#define CORE_PLACE_COEFFICIENT 0x9fb21c651e98df25ULL
#define CORE_NAME_COEFFICIENT 0x2d358dccaa6c78a5ULL /* of a piece's number, if it has a name */
#define CORE_TYPE_COEFFICIENT 0xe7037ed1a0b428dbULL

/* The facts of a place that moving a piece needs. */
struct core_place_facts {
    uint64_t bit;    /* its bit in a set of zones; 0: a container, which is in none */
    uint64_t levels; /* factor of a level in a piece's hash word; 0: a bag, which has no order */
    uint64_t share;  /* what the place adds to that word */
    int32_t top;     /* slot of its top piece */
    int32_t word;    /* the word of a set that has the bit */
};

struct core_schema {
    struct core_board *board;
    int seats;
    int pieces;
    int places; /* zones, then containers */
    struct core_piece_type types[CORE_MOST_PIECE_TYPES];
    int type_count;
    struct core_container containers[CORE_MOST_CONTAINERS];
    int container_count;
    struct core_field fields[CORE_MOST_FIELDS];
    int field_count;
    bool frozen;
    bool history; /* the game remembers keys of earlier positions */

    /* Set by core_schema_freeze. */
    int slots;
    int words; /* of a set of zones, as in the board */
    int seat_first, seat_stride;
    int place_first, zone_stride;
    int container_first; /* slot of the top of the first container place */
    int piece_first, piece_stride;
    int tops_first;    /* sets of zones by type and owner of the top piece */
    int32_t *top_slot; /* place -> slot of its top piece */
    struct core_place_facts *place_facts;
    int32_t *initial; /* the initial block */
    int8_t *type_of;  /* piece -> type */
    int32_t *tops_of; /* piece -> word where tops(its type, MST_NONE) begins; seats' sets follow */
    unsigned char *bag; /* place -> 1 + the number of its container, if that is a bag; else 0 */
    struct core_bag_order *orders; /* one for each container */
    uint64_t *lasting; /* piece -> what its type, its name and its face add to its hash word */
    int16_t *twin;     /* piece -> the next one of its `alike`, or MST_NONE */
    int16_t *elder;    /* piece -> the one before it, or MST_NONE */
    bool box_sorted;   /* the box begins in its order */
    /* slot -> factor of its difference from the initial value in the hash; 0: not in the hash, or
     * part of a piece's hash word */
    uint64_t *slot_coefficient;
    uint16_t *sight; /* place -> viewers who see faces there: bit n is seat n; and CORE_ONLOOKER */
    bool secrets;    /* something is hidden from some viewer */
    int16_t *alike;  /* piece -> the first piece of the same type (and name) with the same face */
    int known_first; /* first slot of the viewers who know the face of a piece, one slot for each
                      * piece, as in `sight`; 0 if all faces are open */
};

struct core_schema *core_schema_new(void);
void core_schema_free(struct core_schema *schema);

/* Each returns the index of the new item, or -1 with `error`: the name is taken, a range is
 * invalid, there are too many items, out of memory, or the schema is frozen. Nothing changes on
 * failure. */
int core_schema_field(struct core_schema *schema, const struct core_field *field,
                      struct mst_error *error);
int core_schema_type(struct core_schema *schema, const char *name, int count, const char *text,
                     struct mst_error *error);
/* Give names to the first `count` pieces of the type. False with `error`. */
bool core_schema_names(struct core_schema *schema, int type, const char *const *names, int count,
                       struct mst_error *error);
int core_schema_container(struct core_schema *schema, const struct core_container *container,
                          struct mst_error *error);

/* Lay out the block. Requires a board (at least 1 zone) and at least 1 seat. */
enum mst_status core_schema_freeze(struct core_schema *schema, struct mst_error *error);

/* Does some piece of the type have a face that differs from the hidden one? */
bool core_schema_faced(const struct core_schema *schema, int type);

/* Index of a field, type or container by name, or -1. */
int core_schema_find_field(const struct core_schema *schema, const char *name);
int core_schema_find_type(const struct core_schema *schema, const char *name);
int core_schema_find_container(const struct core_schema *schema, const char *name);

/* The name of a piece, or NULL. */
static inline const char *core_piece_name(const struct core_schema *s, int piece) {
    const struct core_piece_type *type = &s->types[s->type_of[piece]];
    return piece - type->first < type->named ? type->names[piece - type->first] : NULL;
}
/* The piece whose name is the first `length` bytes of `name`, or -1. */
int core_schema_named(const struct core_schema *schema, const char *name, size_t length);

/* Number of entities that have the field. */
static inline int core_field_entities(const struct core_schema *s, const struct core_field *f) {
    return f->of == CORE_OF_GAME   ? 1
           : f->of == CORE_OF_SEAT ? s->seats
           : f->of == CORE_OF_ZONE ? s->board->zones
                                   : s->pieces;
}
/* What the field is of, in words: "a zone". */
static inline const char *core_field_entity(const struct core_field *f) {
    return f->of == CORE_OF_SEAT ? "a seat" : f->of == CORE_OF_ZONE ? "a zone" : "a piece";
}

/* Initial value of field `f` of `entity`. */
static inline int32_t core_field_start(const struct core_field *f, int entity) {
    return entity < f->each_count ? f->each[entity] : f->initial;
}

/* Slot of the top piece of a place. */
static inline int core_slot_top(const struct core_schema *s, int place) {
    return s->top_slot[place];
}
/* Slot of a piece's datum (CORE_PIECE_PLACE ...). */
static inline int core_slot_piece(const struct core_schema *s, int piece, int datum) {
    return s->piece_first + piece * s->piece_stride + datum;
}
/* Slot of the set of zones whose top is a piece of `type` owned by `seat` (its first word). */
static inline int core_slot_tops(const struct core_schema *s, int type, int seat) {
    return s->tops_first + 2 * s->board->words * (type * (s->seats + 1) + seat + 1);
}
/* Append the name of a place: a zone, `deck`, or `hand[0]`. */
void core_place_print(const struct core_schema *s, int place, struct mst_buf *out);

#endif
