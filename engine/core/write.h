/* The writes of a position that every move makes, inline: see position.h (P1, P2, P5). Only
 * position.c, effects and code include it. Each takes the schema of the position as an argument, so
 * that a compiler that knows it (engine/lang/native) folds its numbers.
 *
 * The journal lists the changes in the order of writing. An entry is either a 64-bit word of the
 * block with its old contents, or a piece that moved from the top of one place to the top of
 * another, perhaps losing its owner, which is undone by moving it back. */
#ifndef MUSTER_CORE_WRITE_H
#define MUSTER_CORE_WRITE_H

#include <assert.h>

#include "core/position.h"

struct core_entry {
    uint64_t old; /* old contents of the word, or the piece's hash word */
    uint32_t
        where; /* index of the word; or, from bit 31 on: PUT, the piece, TAKEN, its old place */
    uint16_t level; /* of a piece: its old level */
    int16_t owner;  /* with CORE_ENTRY_TAKEN: its old owner */
};

#define CORE_ENTRY_PUT 0x80000000u
#define CORE_ENTRY_TAKEN 0x8000u /* the piece lost its owner */

_Static_assert(CORE_MOST_PIECES <= 1 << 15, "a journal entry holds a piece in 15 bits");
_Static_assert(CORE_MOST_WORDS * 64 + CORE_MOST_CONTAINERS * MST_MOST_SEATS < 1 << 15,
               "a journal entry holds a place in 15 bits");
_Static_assert(sizeof(struct core_entry) == 16, "a journal entry is two words");

#define CORE_OWNER_COEFFICIENT 0xa0761d6478bd642fULL

/* The slow cases: the journal is full; a piece that is covered by others; one that is taken and
 * covered or hidden; in a game with hidden faces, a move, which may show a face, and a change that
 * everybody sees. */
CORE_APART bool core_journal_grow(struct core_journal *journal, size_t least);
CORE_APART bool core_position_set_grown(struct core_position *pos, int slot, int32_t value);
CORE_APART bool core_position_put_grown(struct core_position *pos, int piece, int place);
CORE_APART bool core_position_take_apart(struct core_position *pos, int piece, int place);
CORE_APART bool core_position_put_covered(struct core_position *pos, int piece, int place);
CORE_APART bool core_position_put_seen(struct core_position *pos, int piece, int place);
CORE_APART bool core_position_change_seen(struct core_position *pos, int piece);
/* A piece was moved or changed: its place, if that is a bag, may be out of order (P7). */
CORE_APART void core_position_mix(struct core_position *pos, int piece);
/* A piece is uncovered or covered in a zone. */
CORE_APART void core_position_flip_under(struct core_position *pos, int piece,
                                         const struct core_place_facts *zone);

/* The block consists of 64-bit words, which are read and written as such. */
static inline uint64_t *core_words(const struct core_position *pos) {
    return (uint64_t *)(void *)pos->slots;
}

/* Record the old contents of `word`. An entry has been reserved. */
static inline void core_note_word(struct core_position *pos, uint32_t word) {
    struct core_journal *journal = &pos->journal;
    struct core_entry *entry = &journal->entries[journal->count++];
    assert(journal->count <= journal->capacity); /* P5 */
    entry->old = core_words(pos)[word];
    entry->where = word;
}

/* core_position_set, for a slot with this coefficient. */
static inline bool core_write_slot(struct core_position *pos, int slot, int32_t value,
                                   uint64_t coefficient) {
    int32_t *at = pos->slots + slot;
    assert(slot >= 0 && slot < pos->schema->slots);
    if (*at == value)
        return true;

    if (pos->journal.count == pos->journal.capacity)
        return core_position_set_grown(pos, slot, value);
    uint64_t change = (uint64_t)((int64_t)value - *at) * coefficient; /* P2 */
    core_note_word(pos, (uint32_t)slot / 2);
    *at = value;
    pos->hash += change;
    return true;
}

/* Reserve `count` journal entries, so that the writes that follow cannot fail midway. */
static inline bool core_reserve(struct core_position *pos, size_t count) {
    struct core_journal *journal = &pos->journal;
    size_t least = journal->count + count;
    return __builtin_expect(least <= journal->capacity, 1) || core_journal_grow(journal, least);
}

/* Record the old contents of the word that holds `slot`. An entry has been reserved. */
static inline void core_note(struct core_position *pos, int slot) {
    assert(slot >= 0 && slot < pos->schema->slots);
    core_note_word(pos, (uint32_t)slot / 2);
}

/* Add `change` to the hash word of `piece` and update the hash. An entry has been reserved. */
static inline void core_piece_change(struct core_position *pos, const struct core_schema *s,
                                     int piece, uint64_t change) {
    int slot = core_slot_piece(s, piece, CORE_PIECE_WORD);
    uint64_t *word = core_words(pos) + slot / 2, old = *word;
    core_note(pos, slot);
    *word = old + change;
    pos->hash += core_mix(old + change) - core_mix(old);
}

/* core_position_set_piece. */
static inline bool core_write_piece(struct core_position *pos, const struct core_schema *s,
                                    int piece, const struct core_field *field, int32_t value) {
    int slot = field->first + piece * field->stride;
    int32_t old = pos->slots[slot];
    assert(value >= field->min && value <= field->max); /* S3 of the schema */
    assert(field->of == CORE_OF_PIECE && piece >= 0 && piece < s->pieces);
    if (old == value)
        return true;

    /* What everybody sees of a piece in a bag may tell it from others (K2), so knowledge changes
     * before the fact does. */
    if (s->known_first && field->seen == CORE_SEEN_BY_ALL && !core_position_change_seen(pos, piece))
        return false;
    if (!core_reserve(pos, 2))
        return false;

    core_note(pos, slot);
    pos->slots[slot] = value;
    if (field->hashed) {
        core_piece_change(pos, s, piece, (uint64_t)((int64_t)value - old) * field->coefficient);
        if (!s->place_facts[pos->slots[core_slot_piece(s, piece, CORE_PIECE_PLACE)]].levels)
            core_position_mix(pos, piece);
    }
    return true;
}

/* The set of tops that contains `piece`, which has these `facts`. */
static inline uint64_t *core_tops_with(const struct core_position *pos, const struct core_schema *s,
                                       int piece, const int32_t *facts) {
    return core_words(pos) + s->tops_of[piece] + (facts[CORE_PIECE_OWNER] + 1) * s->words;
}

/* Update the sets of tops when a piece moves from the top of one place, which uncovers `below`, to
 * the top of another, which covers `under`; or when that is undone. `left` and `joined` are the
 * sets that contain it before and after. A bit that is flipped twice is unchanged. */
static inline void core_flip_tops(struct core_position *pos, uint64_t *left,
                                  const struct core_place_facts *from, int below, uint64_t *joined,
                                  const struct core_place_facts *to, int under) {
    left[from->word] ^= from->bit;
    joined[to->word] ^= to->bit;
    if ((below & under) == MST_NONE) /* both are missing, as mostly: MST_NONE has all bits */
        return;
    if (below != MST_NONE && from->bit)
        core_position_flip_under(pos, below, from);
    if (under != MST_NONE && to->bit)
        core_position_flip_under(pos, under, to);
}

/* Move `piece`, which has these `facts`, from the top of one place to the top of `place`. With
 * `taken` it loses its owner. The journal has room for an entry. */
static inline __attribute__((always_inline)) void core_write_top(
    struct core_position *pos, const struct core_schema *s, int piece, int32_t *facts,
    const struct core_place_facts *from, const struct core_place_facts *to, int place, bool taken) {
    uint64_t *word = (uint64_t *)(void *)(facts + CORE_PIECE_WORD), old = *word, now = old;

    /* One entry undoes all of it: position_take_back. */
    assert(pos->journal.count < pos->journal.capacity);                     /* P5 */
    assert(pos->slots[from->top] == piece && to == &s->place_facts[place]); /* P3 */
    struct core_entry *entry = &pos->journal.entries[pos->journal.count++];
    entry->old = old;
    entry->where = CORE_ENTRY_PUT | (taken ? CORE_ENTRY_TAKEN : 0) | (uint32_t)piece << 16 |
                   (uint32_t)facts[CORE_PIECE_PLACE];
    entry->level = (uint16_t)facts[CORE_PIECE_LEVEL];

    uint64_t *set = core_tops_with(pos, s, piece, facts), *joined = set;
    if (taken) {
        int owner = facts[CORE_PIECE_OWNER];
        entry->owner = (int16_t)owner;
        joined = core_words(pos) + s->tops_of[piece];
        now += (uint64_t)((int64_t)MST_NONE - owner) * CORE_OWNER_COEFFICIENT;
        facts[CORE_PIECE_OWNER] = MST_NONE;
    }

    int32_t *top_from = pos->slots + from->top, *top_to = pos->slots + to->top;
    int below = facts[CORE_PIECE_BELOW], under = *top_to;
    core_flip_tops(pos, set, from, below, joined, to, under);
    *top_from = below;
    *top_to = piece;

    /* The hash word changes by what the place and the level add (P2); in a bag a level adds 0. */
    int height =
        under == MST_NONE ? 1 : pos->slots[core_slot_piece(s, under, CORE_PIECE_LEVEL)] + 1;
    now += to->share - from->share;
    now += (uint64_t)height * to->levels - (uint64_t)facts[CORE_PIECE_LEVEL] * from->levels;
    *word = now;
    facts[CORE_PIECE_PLACE] = place;
    facts[CORE_PIECE_LEVEL] = height;
    facts[CORE_PIECE_BELOW] = under;

    pos->hash += core_mix(now) - core_mix(old);
    if (__builtin_expect(!to->levels, 0) && under != MST_NONE &&
        (pos->mixed ||
         now != *(uint64_t *)(void *)(pos->slots + core_slot_piece(s, under, CORE_PIECE_WORD))))
        core_position_mix(pos, piece); /* with equal hash words the two are alike, and in order */
}

/* Move a piece from the top of one place to the top of another. This is the most common write and
 * takes one journal entry. */
static inline bool core_write_put(struct core_position *pos, const struct core_schema *s, int piece,
                                  int place) {
    int32_t *facts = pos->slots + core_slot_piece(s, piece, 0);
    const struct core_place_facts *from = &s->place_facts[facts[CORE_PIECE_PLACE]],
                                  *to = &s->place_facts[place];
    assert(piece >= 0 && piece < s->pieces && place >= 0 && place < s->places);
    if (pos->slots[from->top] != piece)
        return core_position_put_covered(pos, piece, place);
    if (from == to)
        return true;
    if (pos->journal.count == pos->journal.capacity)
        return core_position_put_grown(pos, piece, place);
    core_write_top(pos, s, piece, facts, from, to, place, false);
    return true;
}

/* The same, and the piece loses its owner: it was taken. */
static inline bool core_write_take(struct core_position *pos, const struct core_schema *s,
                                   int piece, int place) {
    int32_t *facts = pos->slots + core_slot_piece(s, piece, 0);
    const struct core_place_facts *from = &s->place_facts[facts[CORE_PIECE_PLACE]],
                                  *to = &s->place_facts[place];
    assert(piece >= 0 && piece < s->pieces && place >= 0 && place < s->places);
    if (pos->slots[from->top] != piece || from == to || s->known_first ||
        pos->journal.count == pos->journal.capacity)
        return core_position_take_apart(pos, piece, place);
    core_write_top(pos, s, piece, facts, from, to, place, true);
    return true;
}

/* Move `piece`, the top of the place `left`, to the top of `joined`, which is place `to`; a piece
 * there goes to `taken` and loses its owner. For open faces. */
static inline bool core_write_carry(struct core_position *pos, const struct core_schema *s,
                                    int piece, const struct core_place_facts *left,
                                    const struct core_place_facts *joined, int to, int taken) {
    int victim = pos->slots[joined->top];
    assert(pos->slots[left->top] == piece && !s->known_first);
    if (victim != MST_NONE) {
        if (!core_position_take(pos, victim, taken))
            return false;
        if (pos->slots[left->top] != piece || left == joined) /* it is covered, or was taken */
            return core_position_put(pos, piece, to);
    }
    if (pos->journal.count == pos->journal.capacity)
        return core_position_put_grown(pos, piece, to);
    int32_t *facts = pos->slots + core_slot_piece(s, piece, 0);
    core_write_top(pos, s, piece, facts, left, joined, to, false);
    return true;
}

#endif
