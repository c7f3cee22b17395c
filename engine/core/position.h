/* A position: every fact of a match at one moment, in a flat block of integers, with its hash.
 *
 * P1 Only position.c, write.h and set_game in code_run.c write a position (and secret.c and
 * search/deal.c, in copies that they make). Every write is journaled first, except the seat to
 * move, which marks store. Rewinding to a mark restores block and hash bit for bit.
 * P2 The hash depends on what the position is, not on which of two identical pieces is where. It is
 * a sum over slots and over pieces (place, level, type, owner, fields), and every write updates it.
 * P3 A place is a stack: `top` is its highest piece, and each piece has `below`. Levels count from
 * 1 at the bottom.
 * P4 The set tops(type, seat) contains exactly the zones whose top piece has that type and owner.
 * P5 A write that cannot be journaled (out of memory) returns false and changes nothing. Rewinding
 * cannot fail.
 * P6 Frames above the depth are zero, so copies leave them out.
 * P7 Where a seat decides, the stack of a bag is in an order that follows from what the pieces are
 * (core_bag_compare): the first one is on top, in the box at the bottom. So rules that visit a bag
 * piece by piece meet the same in positions of the same hash, which ignores the order. Within a
 * ply, what arrives comes on top, and what changes stays where it is. */
#ifndef MUSTER_CORE_POSITION_H
#define MUSTER_CORE_POSITION_H

#include "core/schema.h"

/* The journal of changes, in the order of writing. Its entries are in write.h. */
struct core_journal {
    size_t count, capacity;
    int64_t most;               /* limit of entries; below `count` once it is exceeded */
    struct core_entry *entries; /* owned */
};

enum { CORE_MOST_MIXES = 6 };

struct core_position {
    const struct core_schema *schema; /* borrowed, outlives the position */
    struct core_journal journal;
    uint64_t *history; /* owned: keys of earlier positions, for repetition rules */
    int history_capacity;
    uint64_t hash;
    uint64_t epoch; /* see core_position_version */
    uint64_t mixed; /* bags that may be out of order (P7): bit n is container place n modulo 64 */
    /* If `mixed`: the number of writes to these bags, and the pieces written. With more writes than
     * fit, the list is not used. */
    int mixes;
    int16_t mix[CORE_MOST_MIXES];
    bool informed; /* a seat learned a face, or a secret was read; cleared by the caller */
    bool masked;   /* shows only what `viewer` may see: secret.h */
    int viewer;    /* a seat, or MST_NONE for an onlooker */
    _Alignas(uint64_t) int32_t slots[]; /* the block */
};

/* A point to rewind to. Valid until the position is rewound past it. */
struct core_mark {
    int32_t to_move;
    size_t entries;
    uint64_t hash;
};

/* The initial position of a frozen schema: every piece in the box, without an owner. NULL when out
 * of memory. */
struct core_position *core_position_new(const struct core_schema *schema);
void core_position_free(struct core_position *pos);
/* A copy with an empty journal. NULL when out of memory. */
struct core_position *core_position_clone(const struct core_position *pos);
/* A copy with the same journal: it can be rewound to the marks of `pos`. NULL when out of memory.
 */
struct core_position *core_position_clone_past(const struct core_position *pos);
/* Make `pos` equal to `from` (same schema, or one of the same declarations) and empty its journal.
 * False when out of memory; then `pos` is unchanged. */
bool core_position_copy(struct core_position *pos, const struct core_position *from);

/* Allow the journal to grow by `bytes` from now on. Writes that exceed this may fail or not: ask
 * core_position_full at the end. */
void core_position_allow(struct core_position *pos, int64_t bytes);
static inline bool core_position_full(const struct core_position *pos) {
    return (int64_t)pos->journal.count > pos->journal.most;
}
static inline struct core_mark core_position_mark(const struct core_position *pos) {
    return (struct core_mark){pos->slots[CORE_SLOT_TO_MOVE], pos->journal.count, pos->hash};
}
/* Return to the mark (P1). Bags count as in order: where no seat decided at the mark,
 * core_position_mix_all must follow. */
void core_position_rewind(struct core_position *pos, struct core_mark mark);
/* Empty the journal: marks up to now become invalid. */
void core_position_forget(struct core_position *pos);
/* The same, and free the journal's memory. */
void core_position_settle(struct core_position *pos);

/* A fact of the game that was changed since the mark: the number of its field. MST_NONE if there is
 * none. */
int core_position_changed(const struct core_position *pos, struct core_mark since);

/* Compute the hash from scratch, to check the incremental one. */
uint64_t core_position_rehash(const struct core_position *pos);
/* Recompute hash words of pieces and the hash after a block was written directly. Only for a copy
 * without a journal. */
void core_position_recompute(struct core_position *pos);
/* Do the invariants P2 to P4 and P6 hold, with every field in its range? If not, `error` names the
 * first violation. */
bool core_position_sound(const struct core_position *pos, struct mst_error *error);

/* Write a slot that does not belong to a piece. The caller has checked the range. False: see P5. */
bool core_position_set(struct core_position *pos, int slot, int32_t value);
/* Write a declared field of a zone, and update the sets of its index. */
bool core_position_set_zone(struct core_position *pos, int zone, const struct core_field *field,
                            int32_t value);
/* Write a declared field of a piece. core_position_set_owner writes the owner. */
bool core_position_set_piece(struct core_position *pos, int piece, const struct core_field *field,
                             int32_t value);
bool core_position_set_owner(struct core_position *pos, int piece, int seat);
/* Set the seat to move. It follows from the other facts, so marks store it instead of the
 * journal. */
static inline void core_position_to_move(struct core_position *pos, int seat) {
    pos->slots[CORE_SLOT_TO_MOVE] = seat;
}
/* Move `piece` from where it is to the top of `place` (a zone or container). */
bool core_position_put(struct core_position *pos, int piece, int place);
/* The same, and the piece loses its owner. */
CORE_APART bool core_position_take(struct core_position *pos, int piece, int place);
/* Move a piece as core_position_put, to the given level, 1 .. count + 1. */
bool core_position_insert(struct core_position *pos, int piece, int place, int level);

/* Reorder the pieces of `place`. `pieces` lists all of them from the bottom up. */
bool core_position_arrange(struct core_position *pos, int place, const int16_t *pieces, int count);

/* Put the bags that are mixed in order (P7). False: see P5. */
bool core_position_sort(struct core_position *pos);
/* All bags may be out of order: after a rewind to a mark that was set where a seat did not decide.
 */
CORE_APART void core_position_mix_all(struct core_position *pos);
/* Compare the types, owners and names of two pieces. */
int core_bag_kind(const struct core_position *pos, int a, int b);
/* Compare two pieces of the bag `place` by their looks: below 0 if `a` comes first, 0 if they are
 * alike in all that is hashed. */
int core_bag_compare(const struct core_position *pos, int place, int a, int b);

/* Remember a key. core_position_clear_history forgets all keys. Keys are not part of the hash. */
bool core_position_remember(struct core_position *pos, uint64_t key);
bool core_position_clear_history(struct core_position *pos);
bool core_position_seen(const struct core_position *pos, uint64_t key);
/* A key of the places, levels, types and owners of all pieces, and of the listed fields. Each field
 * must belong to pieces or to the hash. */
uint64_t core_position_key(const struct core_position *pos, const int *fields, int count);

/* The contribution of a piece to a key, for the hash word `word` of the piece. */
struct core_piece_key {
    uint64_t word, key;
};
/* Can contributions be cached for a key of these fields? */
bool core_position_key_known(const struct core_schema *schema, const int *fields, int count);
/* The same key, with a cache: `known` has one entry for each piece, initialized by
 * core_position_key_begin. */
void core_position_key_begin(const struct core_position *pos, const int *fields, int count,
                             struct core_piece_key *known);
uint64_t core_position_key_again(const struct core_position *pos, const int *fields, int count,
                                 struct core_piece_key *known);

/* ---- reading --------------------------------------------------------------------------------- */

static inline int32_t core_get(const struct core_position *pos, int slot) {
    return pos->slots[slot];
}
static inline int32_t core_get_field(const struct core_position *pos,
                                     const struct core_field *field, int entity) {
    return pos->slots[field->first + entity * field->stride];
}
/* A version number, which never falls: a write adds an entry, whatever drops entries adds them to
 * the epoch. While it is unchanged, so are all facts except the seat to move. Different contents of
 * this position, earlier or later, have different versions. */
static inline uint64_t core_position_version(const struct core_position *pos) {
    return pos->epoch + pos->journal.count;
}
static inline int core_top(const struct core_position *pos, int place) {
    return pos->slots[core_slot_top(pos->schema, place)];
}
static inline int32_t core_piece(const struct core_position *pos, int piece, int datum) {
    return pos->slots[core_slot_piece(pos->schema, piece, datum)];
}
static inline int core_count(const struct core_position *pos, int place) {
    int top = core_top(pos, place);
    return top == MST_NONE ? 0 : core_piece(pos, top, CORE_PIECE_LEVEL);
}
/* The piece of `place` at `level`, from 1 at the bottom to core_count at the top. */
int core_piece_at(const struct core_position *pos, int place, int level);
/* The set of zones whose top is a piece of `type` owned by `seat` (MST_NONE: without an owner). */
static inline const uint64_t *core_tops(const struct core_position *pos, int type, int seat) {
    return (const uint64_t *)(const void *)pos->slots + core_slot_tops(pos->schema, type, seat) / 2;
}

#endif
