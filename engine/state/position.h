/* A position: every fact of a match at one moment, in one flat block of integers, with its hash.
 *
 * P1 Only position.c writes a position (secret.c the copies that it makes), and every write is
 * journaled before it happens, but for who is to move, which marks hold; rewinding to a mark
 * restores block and hash bit for bit. P2 The hash depends on what can be seen of a position, never
 * on which of two like pieces it is: it is a sum over slots and over pieces (place, level, type,
 * owner, fields), kept up to date by every write. P3 A place is a stack: `top` names
 * its highest piece, each piece the one `below`; levels count from 1 at the bottom. P4 The set
 * tops(type, seat) holds exactly the zones whose top piece is so. P5 A write that cannot be
 * journaled (no memory) returns false and has changed nothing; rewinding cannot fail. */
#ifndef MUSTER_STATE_POSITION_H
#define MUSTER_STATE_POSITION_H

#include "state/schema.h"

/* The journal of changes, in the order of writing; entries are position.c's own. */
struct mst_journal {
    size_t count, capacity;
    struct mst_entry *entries; /* owned */
};

struct mst_position {
    const struct mst_schema *schema; /* borrowed, outlives the position */
    struct mst_journal journal;
    uint64_t *history; /* owned: keys of earlier positions, for repetition rules */
    int history_capacity;
    uint64_t hash;
    uint64_t epoch; /* see mst_position_version */
    int32_t *slots; /* owned: the block */
    bool informed;  /* a seat came to know a face, or a secret was read; the caller clears it */
    bool masked;    /* shows what `viewer` may see: secret.h */
    int viewer;     /* a seat, or MST_NONE for an onlooker */
};

/* Where to rewind to. Valid until rewound past. */
struct mst_mark {
    int32_t to_move;
    size_t entries;
    uint64_t hash;
};

/* The empty position of a frozen schema: every piece in the box, unowned. NULL when out of memory.
 */
struct mst_position *mst_position_new(const struct mst_schema *schema);
void mst_position_free(struct mst_position *pos);
/* A copy with an empty journal. NULL when out of memory. */
struct mst_position *mst_position_clone(const struct mst_position *pos);
/* Make `pos` equal `from` (same schema) and empty its journal. False when out of memory: unchanged.
 */
bool mst_position_copy(struct mst_position *pos, const struct mst_position *from);

struct mst_mark mst_position_mark(const struct mst_position *pos);
void mst_position_rewind(struct mst_position *pos, struct mst_mark mark);
/* Forget the journal: nothing before this moment can be rewound. */
void mst_position_forget(struct mst_position *pos);
/* The same, and give back the journal's memory. */
void mst_position_settle(struct mst_position *pos);

/* The hash computed from nothing, for checking the incremental one. */
uint64_t mst_position_rehash(const struct mst_position *pos);
/* Make words of pieces and hash fit a block that was written directly, in a copy without a journal.
 */
void mst_position_reckon(struct mst_position *pos);
/* Invariants P2 to P4 hold and every field lies in its range? `error` says which does not. */
bool mst_position_sound(const struct mst_position *pos, struct mst_error *error);

/* Write one slot that is not of a piece, or false (P5). The caller has checked the range. */
bool mst_position_set(struct mst_position *pos, int slot, int32_t value);
/* Write a declared field of a zone, and the sets that are kept of it. */
bool mst_position_set_zone(struct mst_position *pos, int zone, const struct mst_field *field,
                           int32_t value);
/* Write a declared field of a piece, or its owner with mst_position_set_owner. */
bool mst_position_set_piece(struct mst_position *pos, int piece, const struct mst_field *field,
                            int32_t value);
bool mst_position_set_owner(struct mst_position *pos, int piece, int seat);
/* Say who is to move. It follows from the rest, so marks remember it and the journal does not. */
static inline void mst_position_to_move(struct mst_position *pos, int seat) {
    pos->slots[MST_SLOT_TO_MOVE] = seat;
}
/* Take `piece` from where it is and put it on top of `place` (zone or container). */
bool mst_position_put(struct mst_position *pos, int piece, int place);
/* The same, but so that it gets the given level, 1 .. count + 1. */
bool mst_position_insert(struct mst_position *pos, int piece, int place, int level);

/* Give the pieces of `place` another order, from the bottom up: `pieces` are all that lie there. */
bool mst_position_arrange(struct mst_position *pos, int place, const int16_t *pieces, int count);

/* Remember a key; forget all keys with mst_position_clear_history. Not part of the hash. */
bool mst_position_remember(struct mst_position *pos, uint64_t key);
bool mst_position_clear_history(struct mst_position *pos);
bool mst_position_seen(const struct mst_position *pos, uint64_t key);
/* A key of the places, levels, types and owners of all pieces and of the listed fields, which are
 * fields of pieces or parts of the hash. */
uint64_t mst_position_key(const struct mst_position *pos, const int *fields, int count);

/* What a piece adds to a key while its facts add up to `word`. */
struct mst_piece_key {
    uint64_t word, key;
};
/* Can that be remembered for a key with these fields? */
bool mst_position_key_known(const struct mst_schema *schema, const int *fields, int count);
/* The same key: `known` (one a piece, at first mst_position_key_begin) remembers what pieces add.
 */
void mst_position_key_begin(const struct mst_position *pos, const int *fields, int count,
                            struct mst_piece_key *known);
uint64_t mst_position_key_again(const struct mst_position *pos, const int *fields, int count,
                                struct mst_piece_key *known);

/* ---- reading --------------------------------------------------------------------------------- */

static inline int32_t mst_get(const struct mst_position *pos, int slot) {
    return pos->slots[slot];
}
static inline int32_t mst_get_field(const struct mst_position *pos, const struct mst_field *field,
                                    int entity) {
    return pos->slots[field->first + entity * field->stride];
}
/* A number that says whether anything was written meanwhile: while it is the same, so are all facts
 * but who is to move. No other contents of this position, earlier or later, have it too. */
static inline uint64_t mst_position_version(const struct mst_position *pos) {
    return pos->epoch + pos->journal.count;
}
static inline int mst_top(const struct mst_position *pos, int place) {
    return pos->slots[mst_slot_top(pos->schema, place)];
}
static inline int32_t mst_piece(const struct mst_position *pos, int piece, int datum) {
    return pos->slots[mst_slot_piece(pos->schema, piece, datum)];
}
static inline int mst_count(const struct mst_position *pos, int place) {
    int top = mst_top(pos, place);
    return top == MST_NONE ? 0 : mst_piece(pos, top, MST_PIECE_LEVEL);
}
/* The set of zones whose top is a piece of `type` owned by `seat` (MST_NONE: by nobody). */
static inline const uint64_t *mst_tops(const struct mst_position *pos, int type, int seat) {
    return (const uint64_t *)(const void *)pos->slots + mst_slot_tops(pos->schema, type, seat) / 2;
}

#endif
