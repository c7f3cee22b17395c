/* The writes of a position that every move makes, inline: see position.h (P1, P2, P5). Only
 * position.c and code that is compiled for one schema (engine/native) include it. Each takes the
 * schema of the position as an argument, so that a compiler that knows it folds its numbers.
 *
 * The journal lists the changes in the order of writing. An entry is either a 64-bit word of the
 * block with its old contents, or a piece that moved from the top of one place to the top of
 * another, which is undone by moving it back. */
#ifndef MUSTER_STATE_WRITE_H
#define MUSTER_STATE_WRITE_H

#include <assert.h>

#include "state/position.h"

struct mst_entry {
    uint64_t old;   /* old contents of the word, or the piece's hash word */
    uint32_t where; /* index of the word, or MST_ENTRY_PUT with the piece and its old place */
};

#define MST_ENTRY_PUT 0x80000000u

_Static_assert(MST_MOST_PIECES <= 1 << 15, "a journal entry holds a piece in 15 bits");

#define MST_PLACE_COEFFICIENT 0x9fb21c651e98df25ULL
#define MST_OWNER_COEFFICIENT 0xa0761d6478bd642fULL
#define MST_NAME_COEFFICIENT 0x2d358dccaa6c78a5ULL /* of a piece's number, if it has a name */
#define MST_TYPE_COEFFICIENT 0xe7037ed1a0b428dbULL

/* The rare cases: the journal is full; a piece that is covered by others; in a game with hidden
 * faces, a move, which may show a face, and a change that everybody sees. */
MST_APART bool mst_journal_grow(struct mst_journal *journal, size_t least);
MST_APART bool mst_position_set_grown(struct mst_position *pos, int slot, int32_t value);
MST_APART bool mst_position_put_grown(struct mst_position *pos, int piece, int place);
MST_APART bool mst_position_put_covered(struct mst_position *pos, int piece, int place);
MST_APART bool mst_position_put_seen(struct mst_position *pos, int piece, int place);
MST_APART bool mst_position_change_seen(struct mst_position *pos, int piece);
MST_APART void mst_position_flip_under(struct mst_position *pos, int below,
                                       const struct mst_place_facts *from, int under,
                                       const struct mst_place_facts *to);

/* The block consists of 64-bit words, which are read and written as such. */
static inline uint64_t *mst_words(const struct mst_position *pos) {
    return (uint64_t *)(void *)pos->slots;
}

/* mst_position_set, for a slot with this coefficient. */
static inline bool mst_write_slot(struct mst_position *pos, int slot, int32_t value,
                                  uint64_t coefficient) {
    int32_t *at = pos->slots + slot;
    struct mst_journal *journal = &pos->journal;
    assert(slot >= 0 && slot < pos->schema->slots);
    if (*at == value)
        return true;
    if (journal->count == journal->capacity)
        return mst_position_set_grown(pos, slot, value);
    uint32_t word = (uint32_t)slot / 2;
    uint64_t change = (uint64_t)((int64_t)value - *at) * coefficient;
    journal->entries[journal->count++] = (struct mst_entry){mst_words(pos)[word], word};
    *at = value;
    pos->hash += change;
    return true;
}

/* Reserve `count` journal entries, so that the writes that follow cannot fail midway. */
static inline bool mst_reserve(struct mst_position *pos, size_t count) {
    struct mst_journal *journal = &pos->journal;
    size_t least = journal->count + count;
    return least <= journal->capacity || mst_journal_grow(journal, least);
}

/* Record the old contents of the word that holds `slot`. An entry has been reserved. */
static inline void mst_note(struct mst_position *pos, int slot) {
    struct mst_journal *journal = &pos->journal;
    uint32_t word = (uint32_t)slot / 2;
    assert(slot >= 0 && slot < pos->schema->slots);
    assert(journal->count < journal->capacity); /* P5 */
    journal->entries[journal->count++] = (struct mst_entry){mst_words(pos)[word], word};
}

/* Add `change` to the hash word of `piece` and update the hash. An entry has been reserved. */
static inline void mst_piece_change(struct mst_position *pos, const struct mst_schema *s, int piece,
                                    uint64_t change) {
    int slot = mst_slot_piece(s, piece, MST_PIECE_WORD);
    uint64_t *word = mst_words(pos) + slot / 2, old = *word;
    mst_note(pos, slot);
    *word = old + change;
    pos->hash += mst_mix(old + change) - mst_mix(old);
}

/* mst_position_set_piece. */
static inline bool mst_write_piece(struct mst_position *pos, const struct mst_schema *s, int piece,
                                   const struct mst_field *field, int32_t value) {
    int slot = field->first + piece * field->stride;
    int32_t old = pos->slots[slot];
    assert(value >= field->min && value <= field->max); /* S3 of the schema */
    if (old == value)
        return true;
    if (s->known_first && field->seen == MST_SEEN_BY_ALL && !mst_position_change_seen(pos, piece))
        return false;
    if (!mst_reserve(pos, 2))
        return false;
    mst_note(pos, slot);
    pos->slots[slot] = value;
    if (field->hashed)
        mst_piece_change(pos, s, piece, (uint64_t)((int64_t)value - old) * field->coefficient);
    return true;
}

/* The set of tops that contains `piece`, which has these `facts`. */
static inline uint64_t *mst_tops_with(const struct mst_position *pos, const struct mst_schema *s,
                                      int piece, const int32_t *facts) {
    return mst_words(pos) + s->tops_of[piece] + (facts[MST_PIECE_OWNER] + 1) * s->board->words;
}

/* Update the sets of tops when `piece` moves from the top of one place, which uncovers `below`, to
 * the top of another, which covers `under`; or when that is undone. A bit that is flipped twice is
 * unchanged. */
static inline void mst_flip_tops(struct mst_position *pos, const struct mst_schema *s, int piece,
                                 const int32_t *facts, const struct mst_place_facts *from,
                                 int below, const struct mst_place_facts *to, int under) {
    uint64_t *set = mst_tops_with(pos, s, piece, facts);
    set[from->word] ^= from->bit;
    set[to->word] ^= to->bit;
    if ((below & under) != MST_NONE) /* not both are missing */
        mst_position_flip_under(pos, below, from, under, to);
}

/* Move a piece from the top of one place to the top of another. This is the most common write and
 * takes one journal entry. */
static inline bool mst_write_put(struct mst_position *pos, const struct mst_schema *s, int piece,
                                 int place) {
    int32_t *slots = pos->slots, *facts = slots + mst_slot_piece(s, piece, 0);
    const struct mst_place_facts *from = &s->place_facts[facts[MST_PIECE_PLACE]],
                                 *to = &s->place_facts[place];
    int below = facts[MST_PIECE_BELOW];
    assert(piece >= 0 && piece < s->pieces && place >= 0 && place < s->places);
    int32_t *top_from = slots + from->top, *top_to = slots + to->top;
    struct mst_journal *journal = &pos->journal;
    if (*top_from != piece)
        return mst_position_put_covered(pos, piece, place);
    if (from == to)
        return true;
    if (journal->count == journal->capacity)
        return mst_position_put_grown(pos, piece, place);
    uint64_t *word = (uint64_t *)(void *)(facts + MST_PIECE_WORD), old = *word;
    journal->entries[journal->count++] = (struct mst_entry){
        old, MST_ENTRY_PUT | (uint32_t)piece << 16 | (uint32_t)facts[MST_PIECE_PLACE]};
    int under = *top_to;
    int height = under == MST_NONE ? 1 : slots[mst_slot_piece(s, under, MST_PIECE_LEVEL)] + 1;
    uint64_t now =
        old + (uint64_t)((int64_t)place - facts[MST_PIECE_PLACE]) * MST_PLACE_COEFFICIENT;
    now += (uint64_t)height * to->levels - (uint64_t)facts[MST_PIECE_LEVEL] * from->levels;
    mst_flip_tops(pos, s, piece, facts, from, below, to, under);
    *top_from = below;
    *top_to = piece;
    *word = now;
    facts[MST_PIECE_PLACE] = place;
    facts[MST_PIECE_LEVEL] = height;
    facts[MST_PIECE_BELOW] = under;
    pos->hash += mst_mix(now) - mst_mix(old);
    return true;
}

#endif
