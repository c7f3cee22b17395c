/* A position: every fact of a match at one moment, in a flat block of integers, with its hash.
 *
 * P1 Only position.c writes a position (and secret.c, in copies that it makes). Every write is
 * journaled first, except the seat to move, which marks store. Rewinding to a mark restores block
 * and hash bit for bit.
 * P2 The hash depends on what the position is, not on which of two identical pieces is where. It is
 * a sum over slots and over pieces (place, level, type, owner, fields), and every write updates it.
 * P3 A place is a stack: `top` is its highest piece, and each piece has `below`. Levels count from
 * 1 at the bottom.
 * P4 The set tops(type, seat) contains exactly the zones whose top piece has that type and owner.
 * P5 A write that cannot be journaled (out of memory) returns false and changes nothing. Rewinding
 * cannot fail.
 * P6 Frames above the depth are zero, so copies leave them out.
 * P7 Where a seat decides, the stack of a bag is in an order that follows from what the pieces are
 * (mst_bag_compare): the first one is on top, in the box at the bottom. So the hash, which knows no
 * order of bags, determines what a walk meets. Within a ply, what arrives comes on top, and what
 * changes stays where it is. */
#ifndef MUSTER_CORE_POSITION_H
#define MUSTER_CORE_POSITION_H

#include "core/schema.h"

/* The journal of changes, in the order of writing. Entries are private to position.c. */
struct mst_journal {
    size_t count, capacity;
    int64_t most;              /* limit of entries; below `count` once it is exceeded */
    struct mst_entry *entries; /* owned */
};

enum { MST_MOST_MIXES = 6 };

struct mst_position {
    const struct mst_schema *schema; /* borrowed, outlives the position */
    struct mst_journal journal;
    uint64_t *history; /* owned: keys of earlier positions, for repetition rules */
    int history_capacity;
    uint64_t hash;
    uint64_t epoch; /* see mst_position_version */
    uint64_t mixed; /* bags that may be out of order (P7): bit n is container place n modulo 64 */
    int mixes;      /* if `mixed`: pieces were moved or changed there so often; the first of ... */
    int16_t mix[MST_MOST_MIXES]; /* ... them, unless there are more */
    bool informed; /* a seat learned a face, or a secret was read; cleared by the caller */
    bool masked;   /* shows only what `viewer` may see: secret.h */
    int viewer;    /* a seat, or MST_NONE for an onlooker */
    _Alignas(uint64_t) int32_t slots[]; /* the block */
};

/* A point to rewind to. Valid until the position is rewound past it. */
struct mst_mark {
    int32_t to_move;
    size_t entries;
    uint64_t hash;
};

/* The initial position of a frozen schema: every piece in the box, without an owner. NULL when out
 * of memory. */
struct mst_position *mst_position_new(const struct mst_schema *schema);
void mst_position_free(struct mst_position *pos);
/* A copy with an empty journal. NULL when out of memory. */
struct mst_position *mst_position_clone(const struct mst_position *pos);
/* A copy with the same journal: it can be rewound to the marks of `pos`. NULL when out of memory.
 */
struct mst_position *mst_position_clone_past(const struct mst_position *pos);
/* Make `pos` equal to `from` (same schema, or one of the same declarations) and empty its journal.
 * False when out of memory; then `pos` is unchanged. */
bool mst_position_copy(struct mst_position *pos, const struct mst_position *from);

/* Allow the journal to grow by `bytes` from now on. Writes that exceed this may fail or not: ask
 * mst_position_full at the end. */
void mst_position_allow(struct mst_position *pos, int64_t bytes);
static inline bool mst_position_full(const struct mst_position *pos) {
    return (int64_t)pos->journal.count > pos->journal.most;
}
static inline struct mst_mark mst_position_mark(const struct mst_position *pos) {
    return (struct mst_mark){pos->slots[MST_SLOT_TO_MOVE], pos->journal.count, pos->hash};
}
/* Bags count as in order: where no seat decided at the mark, mst_position_mix_all must follow. */
void mst_position_rewind(struct mst_position *pos, struct mst_mark mark);
/* Empty the journal: marks up to now become invalid. */
void mst_position_forget(struct mst_position *pos);
/* The same, and free the journal's memory. */
void mst_position_settle(struct mst_position *pos);

/* A fact of the game that was changed since the mark: the number of its field. MST_NONE if there is
 * none. */
int mst_position_changed(const struct mst_position *pos, struct mst_mark since);

/* Compute the hash from scratch, to check the incremental one. */
uint64_t mst_position_rehash(const struct mst_position *pos);
/* Recompute hash words of pieces and the hash after a block was written directly. Only for a copy
 * without a journal. */
void mst_position_reckon(struct mst_position *pos);
/* Do the invariants P2 to P4 and P6 hold, with every field in its range? If not, `error` names the
 * first violation. */
bool mst_position_sound(const struct mst_position *pos, struct mst_error *error);

/* Write a slot that does not belong to a piece. The caller has checked the range. False: see P5. */
bool mst_position_set(struct mst_position *pos, int slot, int32_t value);
/* Write a declared field of a zone, and update the sets of its index. */
bool mst_position_set_zone(struct mst_position *pos, int zone, const struct mst_field *field,
                           int32_t value);
/* Write a declared field of a piece. mst_position_set_owner writes the owner. */
bool mst_position_set_piece(struct mst_position *pos, int piece, const struct mst_field *field,
                            int32_t value);
bool mst_position_set_owner(struct mst_position *pos, int piece, int seat);
/* Set the seat to move. It follows from the other facts, so marks store it instead of the
 * journal. */
static inline void mst_position_to_move(struct mst_position *pos, int seat) {
    pos->slots[MST_SLOT_TO_MOVE] = seat;
}
/* Move `piece` from where it is to the top of `place` (a zone or container). */
bool mst_position_put(struct mst_position *pos, int piece, int place);
/* The same, and the piece loses its owner. */
MST_APART bool mst_position_take(struct mst_position *pos, int piece, int place);
/* Move a piece as mst_position_put, to the given level, 1 .. count + 1. */
bool mst_position_insert(struct mst_position *pos, int piece, int place, int level);

/* Reorder the pieces of `place`. `pieces` lists all of them from the bottom up. */
bool mst_position_arrange(struct mst_position *pos, int place, const int16_t *pieces, int count);

/* Put the bags that are mixed in order (P7). False: see P5. */
bool mst_position_sort(struct mst_position *pos);
/* All bags may be out of order: after a rewind to a mark that was set where a seat did not decide.
 */
MST_APART void mst_position_mix_all(struct mst_position *pos);
/* Compare the types, owners and names of two pieces. */
int mst_bag_kind(const struct mst_position *pos, int a, int b);
/* Compare two pieces of the bag `place` by their looks: below 0 if `a` comes first, 0 if they are
 * alike in all that is hashed. */
int mst_bag_compare(const struct mst_position *pos, int place, int a, int b);

/* Remember a key. mst_position_clear_history forgets all keys. Keys are not part of the hash. */
bool mst_position_remember(struct mst_position *pos, uint64_t key);
bool mst_position_clear_history(struct mst_position *pos);
bool mst_position_seen(const struct mst_position *pos, uint64_t key);
/* A key of the places, levels, types and owners of all pieces, and of the listed fields. Each field
 * must belong to pieces or to the hash. */
uint64_t mst_position_key(const struct mst_position *pos, const int *fields, int count);

/* The contribution of a piece to a key, for the hash word `word` of the piece. */
struct mst_piece_key {
    uint64_t word, key;
};
/* Can contributions be cached for a key of these fields? */
bool mst_position_key_known(const struct mst_schema *schema, const int *fields, int count);
/* The same key, with a cache: `known` has one entry for each piece, initialized by
 * mst_position_key_begin. */
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
/* A version number. While it is unchanged, so are all facts except the seat to move. Different
 * contents of this position, earlier or later, have different versions. */
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
/* The piece of `place` at `level`, from 1 at the bottom to mst_count at the top. */
int mst_piece_at(const struct mst_position *pos, int place, int level);
/* The set of zones whose top is a piece of `type` owned by `seat` (MST_NONE: without an owner). */
static inline const uint64_t *mst_tops(const struct mst_position *pos, int type, int seat) {
    return (const uint64_t *)(const void *)pos->slots + mst_slot_tops(pos->schema, type, seat) / 2;
}

#endif
