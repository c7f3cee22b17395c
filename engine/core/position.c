/* A position: see position.h. The writes that every move makes are in write.h. */
#include "core/write.h"

#include <assert.h>
#include <string.h>

#include "core/secret.h"

enum { SAMPLE = 64 }; /* one rewind in so many is checked, where asserts are */

/* ---- writing words --------------------------------------------------------------------------- */

/* The block consists of 64-bit words; memcpy avoids an aliasing violation. */
static uint64_t word_get(const struct mst_position *pos, uint32_t word) {
    uint64_t value;
    memcpy(&value, mst_words(pos) + word, sizeof value);
    return value;
}

static void word_put(struct mst_position *pos, uint32_t word, uint64_t value) {
    memcpy(mst_words(pos) + word, &value, sizeof value);
}

__attribute__((cold)) bool mst_journal_grow(struct mst_journal *journal, size_t least) {
    size_t capacity = journal->capacity ? journal->capacity * 4 : 256;
    while (capacity < least)
        capacity *= 4;
    if ((int64_t)least > journal->most) {
        journal->most = -1;
        return false;
    }
    if ((int64_t)capacity > journal->most)
        capacity = (size_t)journal->most;
    struct mst_entry *entries = mst_realloc(journal->entries, capacity * sizeof *entries);
    if (!entries)
        return false;
    journal->entries = entries;
    journal->capacity = capacity;
    return true;
}

static inline void write_slot(struct mst_position *pos, int slot, int32_t value) {
    mst_note(pos, slot);
    pos->slots[slot] = value;
}

static inline void write_wide(struct mst_position *pos, int slot, uint64_t value) {
    mst_note(pos, slot);
    word_put(pos, (uint32_t)slot / 2, value);
}

static inline uint64_t read_wide(const struct mst_position *pos, int slot) {
    return word_get(pos, (uint32_t)slot / 2);
}

/* ---- life ------------------------------------------------------------------------------------ */

static size_t block_size(const struct mst_schema *schema) {
    return ((size_t)schema->slots + 1) / 2 * sizeof(uint64_t);
}

static struct mst_position *position_raw(const struct mst_schema *schema) {
    struct mst_position *pos = mst_realloc(NULL, sizeof *pos + block_size(schema));
    if (!pos)
        return NULL;
    *pos = (struct mst_position){.schema = schema, .journal.most = INT64_MAX, .epoch = 1};
    return pos;
}

static uint64_t piece_word(const struct mst_position *pos, int piece);

void mst_position_mix_all(struct mst_position *pos) {
    pos->mixed = ~UINT64_C(0);
    pos->mixes = MST_MOST_MIXES + 1;
}

struct mst_position *mst_position_new(const struct mst_schema *schema) {
    struct mst_position *pos = position_raw(schema);
    if (!pos)
        return NULL;
    memset(pos->slots, 0, block_size(schema)); /* the block may be longer than its slots */
    memcpy(pos->slots, schema->initial, (size_t)schema->slots * sizeof *pos->slots);
    int box = schema->containers[0].place, below = MST_NONE;
    for (int p = 0; p < schema->pieces; p++) {
        int slot = mst_slot_piece(schema, p, 0);
        pos->slots[slot + MST_PIECE_PLACE] = box;
        pos->slots[slot + MST_PIECE_LEVEL] = p + 1;
        pos->slots[slot + MST_PIECE_BELOW] = below;
        pos->slots[slot + MST_PIECE_OWNER] = MST_NONE;
        word_put(pos, (uint32_t)(slot + MST_PIECE_WORD) / 2, piece_word(pos, p));
        below = p;
    }
    pos->slots[mst_slot_top(schema, box)] = below;
    pos->hash = mst_position_rehash(pos);
    if (!schema->box_sorted)
        mst_position_mix_all(pos);
    return pos;
}

void mst_position_free(struct mst_position *pos) {
    if (!pos)
        return;
    mst_free(pos->journal.entries);
    mst_free(pos->history);
    mst_free(pos);
}

static bool history_room(struct mst_position *pos, int count) {
    if (count <= pos->history_capacity)
        return true;
    int capacity = pos->history_capacity ? pos->history_capacity : 16;
    while (capacity < count)
        capacity *= 2;
    uint64_t *history = mst_realloc(pos->history, (size_t)capacity * sizeof *history);
    if (!history)
        return false;
    pos->history = history;
    pos->history_capacity = capacity;
    return true;
}

/* Each entry was a new version, so dropping entries must not change the version. */
static void drop_journal(struct mst_position *pos) {
    pos->epoch += pos->journal.count;
    pos->journal.most -= (int64_t)pos->journal.count;
    pos->journal.count = 0;
}

/* The contents of a word before the journal's entry `next`. */
static uint64_t word_before(const struct mst_position *pos, uint32_t word, size_t next) {
    for (; next < pos->journal.count; next++)
        if (pos->journal.entries[next].where == word)
            return pos->journal.entries[next].old;
    return mst_words(pos)[word];
}

int mst_position_changed(const struct mst_position *pos, struct mst_mark since) {
    for (size_t i = since.entries; i < pos->journal.count; i++) {
        const struct mst_entry *entry = &pos->journal.entries[i];
        int32_t old[2], now[2];
        if (entry->where & MST_ENTRY_PUT)
            continue;
        uint64_t after = word_before(pos, entry->where, i + 1);
        memcpy(old, &entry->old, sizeof old);
        memcpy(now, &after, sizeof now);
        int slot = (int)entry->where * 2 + (old[0] == now[0]);
        for (int f = 0; f < pos->schema->field_count; f++)
            if (pos->schema->fields[f].of == MST_OF_GAME && pos->schema->fields[f].first == slot)
                return f;
    }
    return MST_NONE;
}

/* Copy the block. Frames above the depth are zero, so only those of the deeper position are
 * copied. */
static void copy_block(struct mst_position *pos, const struct mst_position *from) {
    int32_t *to = pos->slots;
    const int32_t *what = from->slots;
    int depth =
        what[MST_SLOT_DEPTH] > to[MST_SLOT_DEPTH] ? what[MST_SLOT_DEPTH] : to[MST_SLOT_DEPTH];
    size_t used = (size_t)(MST_SLOT_FRAMES + depth * MST_FRAME_SLOTS) * sizeof *to;
    memcpy(to, what, used);
    memcpy(to + MST_SLOT_FIELDS, what + MST_SLOT_FIELDS,
           block_size(from->schema) - MST_SLOT_FIELDS * sizeof *to);
}

bool mst_position_copy(struct mst_position *pos, const struct mst_position *from) {
    int count = mst_get(from, MST_SLOT_HISTORY);
    assert(pos->schema->slots == from->schema->slots);
    if (!history_room(pos, count))
        return false;
    copy_block(pos, from);
    if (count)
        memcpy(pos->history, from->history, (size_t)count * sizeof *pos->history);
    pos->hash = from->hash;
    pos->mixed = from->mixed;
    if (from->mixed) {
        pos->mixes = from->mixes;
        memcpy(pos->mix, from->mix, sizeof pos->mix);
    }
    pos->masked = from->masked;
    pos->viewer = from->viewer;
    drop_journal(pos);
    pos->epoch++;
    return true;
}

struct mst_position *mst_position_clone(const struct mst_position *from) {
    struct mst_position *pos = position_raw(from->schema);
    if (pos)
        pos->slots[MST_SLOT_DEPTH] = MST_MOST_FRAMES; /* nothing is zero yet */
    if (pos && !mst_position_copy(pos, from)) {
        mst_position_free(pos);
        return NULL;
    }
    return pos;
}

struct mst_position *mst_position_clone_past(const struct mst_position *from) {
    struct mst_position *pos = mst_position_clone(from);
    size_t count = from->journal.count, bytes = count * sizeof *from->journal.entries;
    struct mst_entry *entries = pos && count ? mst_alloc(bytes) : NULL;
    if (!pos || (count && !entries)) {
        mst_position_free(pos);
        return NULL;
    }
    if (count)
        memcpy(entries, from->journal.entries, bytes);
    pos->journal = (struct mst_journal){
        .count = count, .capacity = count, .most = INT64_MAX, .entries = entries};
    return pos;
}

void mst_position_allow(struct mst_position *pos, int64_t bytes) {
    pos->journal.most = (int64_t)(pos->journal.count + (size_t)bytes / sizeof(struct mst_entry));
}

void mst_position_forget(struct mst_position *pos) {
    drop_journal(pos);
}

void mst_position_settle(struct mst_position *pos) {
    drop_journal(pos);
    mst_free(pos->journal.entries);
    pos->journal = (struct mst_journal){.most = pos->journal.most};
}

/* ---- hash ------------------------------------------------------------------------------------ */

/* The hash word of a piece: a linear sum of its facts, so that changing one fact costs one
 * multiplication. */
static uint64_t piece_word(const struct mst_position *pos, int piece) {
    const struct mst_schema *s = pos->schema;
    int place = mst_piece(pos, piece, MST_PIECE_PLACE);
    uint64_t word = (uint64_t)(s->type_of[piece] + 1) * MST_TYPE_COEFFICIENT;
    word += mst_piece_name(s, piece) ? (uint64_t)(piece + 1) * MST_NAME_COEFFICIENT : 0;
    word += (uint64_t)(int64_t)mst_piece(pos, piece, MST_PIECE_OWNER) * MST_OWNER_COEFFICIENT;
    word += (uint64_t)place * MST_PLACE_COEFFICIENT;
    if (!s->bag[place])
        word += (uint64_t)mst_piece(pos, piece, MST_PIECE_LEVEL) * MST_LEVEL_COEFFICIENT;
    for (int i = 0; i < s->field_count; i++)
        if (s->fields[i].of == MST_OF_PIECE && s->fields[i].hashed)
            word += (uint64_t)(int64_t)mst_get_field(pos, &s->fields[i], piece) *
                    s->fields[i].coefficient;
    return word;
}

uint64_t mst_position_rehash(const struct mst_position *pos) {
    const struct mst_schema *s = pos->schema;
    uint64_t hash = 0;
    for (int slot = 0; slot < s->slots; slot++)
        hash +=
            (uint64_t)((int64_t)pos->slots[slot] - s->initial[slot]) * s->slot_coefficient[slot];
    for (int p = 0; p < s->pieces; p++)
        hash += mst_mix(piece_word(pos, p));
    return hash;
}

void mst_position_reckon(struct mst_position *pos) {
    for (int p = 0; p < pos->schema->pieces; p++)
        word_put(pos, (uint32_t)mst_slot_piece(pos->schema, p, MST_PIECE_WORD) / 2,
                 piece_word(pos, p));
    pos->hash = mst_position_rehash(pos);
    pos->epoch++;
}

static uint64_t piece_key(const struct mst_position *pos, int piece, const int *fields, int count) {
    const struct mst_schema *s = pos->schema;
    int place = mst_piece(pos, piece, MST_PIECE_PLACE);
    uint64_t word =
        (uint64_t)(s->type_of[piece] + 1) * MST_TYPE_COEFFICIENT +
        (uint64_t)(int64_t)mst_piece(pos, piece, MST_PIECE_OWNER) * MST_OWNER_COEFFICIENT +
        (uint64_t)place * MST_PLACE_COEFFICIENT;
    word += mst_piece_name(s, piece) ? (uint64_t)(piece + 1) * MST_NAME_COEFFICIENT : 0;
    if (!s->bag[place])
        word += (uint64_t)mst_piece(pos, piece, MST_PIECE_LEVEL) * MST_LEVEL_COEFFICIENT;
    for (int i = 0; i < count; i++)
        if (s->fields[fields[i]].of == MST_OF_PIECE)
            word += (uint64_t)(int64_t)mst_get_field(pos, &s->fields[fields[i]], piece) *
                    s->fields[fields[i]].coefficient;
    return mst_mix(word);
}

/* The part of a key that comes from fields that do not belong to pieces. */
static uint64_t fields_key(const struct mst_position *pos, const int *fields, int count) {
    const struct mst_schema *s = pos->schema;
    uint64_t key = 0;
    for (int i = 0; i < count; i++) {
        const struct mst_field *f = &s->fields[fields[i]];
        for (int k = 0; f->of != MST_OF_PIECE && k < mst_field_entities(s, f); k++)
            key += (uint64_t)(int64_t)mst_get_field(pos, f, k) *
                   s->slot_coefficient[f->first + k * f->stride];
    }
    return key;
}

uint64_t mst_position_key(const struct mst_position *pos, const int *fields, int count) {
    uint64_t key = fields_key(pos, fields, count);
    for (int p = 0; p < pos->schema->pieces; p++)
        key += piece_key(pos, p, fields, count);
    return key;
}

bool mst_position_key_known(const struct mst_schema *schema, const int *fields, int count) {
    for (int i = 0; i < count; i++)
        if (schema->fields[fields[i]].of == MST_OF_PIECE && !schema->fields[fields[i]].hashed)
            return false; /* not part of a piece's hash word */
    return true;
}

void mst_position_key_begin(const struct mst_position *pos, const int *fields, int count,
                            struct mst_piece_key *known) {
    for (int p = 0; p < pos->schema->pieces; p++)
        known[p] =
            (struct mst_piece_key){read_wide(pos, mst_slot_piece(pos->schema, p, MST_PIECE_WORD)),
                                   piece_key(pos, p, fields, count)};
}

uint64_t mst_position_key_again(const struct mst_position *pos, const int *fields, int count,
                                struct mst_piece_key *known) {
    const struct mst_schema *s = pos->schema;
    const int32_t *at = pos->slots + mst_slot_piece(s, 0, MST_PIECE_WORD);
    uint64_t key = fields_key(pos, fields, count);
    for (int p = 0; p < s->pieces; p++, at += s->piece_stride) {
        uint64_t word = *(const uint64_t *)(const void *)at;
        if (known[p].word != word)
            known[p] = (struct mst_piece_key){word, piece_key(pos, p, fields, count)};
        key += known[p].key;
    }
    return key;
}

/* ---- writing facts --------------------------------------------------------------------------- */

__attribute__((cold)) bool mst_position_set_grown(struct mst_position *pos, int slot,
                                                  int32_t value) {
    return mst_journal_grow(&pos->journal, pos->journal.count + 1) &&
           mst_position_set(pos, slot, value);
}

bool mst_position_set(struct mst_position *pos, int slot, int32_t value) {
    return mst_write_slot(pos, slot, value, pos->schema->slot_coefficient[slot]);
}

/* The slot of the word that holds `zone` in the set of zones with this field value. */
static int set_slot(const struct mst_schema *s, const struct mst_field *field, int32_t value,
                    int zone) {
    return field->sets + 2 * s->board->words * (value + 1) + 2 * (zone / 64);
}

bool mst_position_set_zone(struct mst_position *pos, int zone, const struct mst_field *field,
                           int32_t value) {
    int slot = field->first + zone * field->stride;
    int32_t old = pos->slots[slot];
    assert(value >= field->min && value <= field->max); /* S3 of the schema */
    if (!field->sets || old == value)
        return mst_position_set(pos, slot, value);
    if (!mst_reserve(pos, 3))
        return false;
    int left = set_slot(pos->schema, field, old, zone);
    int joined = set_slot(pos->schema, field, value, zone);
    write_wide(pos, left, read_wide(pos, left) ^ 1ULL << (zone & 63));
    write_wide(pos, joined, read_wide(pos, joined) ^ 1ULL << (zone & 63));
    return mst_position_set(pos, slot, value);
}

bool mst_position_change_seen(struct mst_position *pos, int piece) {
    if (!mst_reserve(pos, (size_t)mst_count(pos, mst_piece(pos, piece, MST_PIECE_PLACE))))
        return false;
    mst_secret_change(pos, piece);
    return true;
}

bool mst_position_set_piece(struct mst_position *pos, int piece, const struct mst_field *field,
                            int32_t value) {
    return mst_write_piece(pos, pos->schema, piece, field, value);
}

/* `piece` becomes or ceases to be the top of the zone: flip its bit. */
static inline void flip_top(struct mst_position *pos, int zone, int piece) {
    const struct mst_schema *s = pos->schema;
    if (zone >= s->board->zones || piece == MST_NONE)
        return;
    int owner = mst_piece(pos, piece, MST_PIECE_OWNER);
    int slot = mst_slot_tops(s, s->type_of[piece], owner) + 2 * (zone / 64);
    write_wide(pos, slot, read_wide(pos, slot) ^ 1ULL << (zone & 63));
}

bool mst_position_set_owner(struct mst_position *pos, int piece, int seat) {
    const struct mst_schema *s = pos->schema;
    int slot = mst_slot_piece(s, piece, MST_PIECE_OWNER);
    int32_t old = pos->slots[slot];
    int place = mst_piece(pos, piece, MST_PIECE_PLACE);
    bool top = mst_top(pos, place) == piece;
    if (old == seat)
        return true;
    if (s->known_first && !mst_position_change_seen(pos, piece))
        return false;
    if (!mst_reserve(pos, 4))
        return false;
    if (top)
        flip_top(pos, place, piece);
    write_slot(pos, slot, seat);
    mst_piece_change(pos, s, piece, (uint64_t)((int64_t)seat - old) * MST_OWNER_COEFFICIENT);
    mst_position_mix(pos, piece);
    if (top)
        flip_top(pos, place, piece);
    return true;
}

static inline void set_top(struct mst_position *pos, int place, int piece) {
    flip_top(pos, place, mst_top(pos, place));
    write_slot(pos, mst_slot_top(pos->schema, place), piece);
    flip_top(pos, place, piece);
}

/* Give `piece` a new place and level. The caller maintains the links. */
static inline void set_place(struct mst_position *pos, int piece, int place, int level) {
    const struct mst_schema *s = pos->schema;
    int slot = mst_slot_piece(s, piece, MST_PIECE_PLACE);
    int old = pos->slots[slot], old_level = pos->slots[slot + 1];
    uint64_t change = (uint64_t)((int64_t)place - old) * MST_PLACE_COEFFICIENT;
    if (!s->bag[old])
        change -= (uint64_t)old_level * MST_LEVEL_COEFFICIENT;
    if (!s->bag[place])
        change += (uint64_t)level * MST_LEVEL_COEFFICIENT;
    mst_note(pos, slot);
    pos->slots[slot] = place;
    pos->slots[slot + 1] = level; /* the same 64-bit word */
    mst_piece_change(pos, s, piece, change);
}

/* Move every piece above `level` in `place` by `step` levels. */
static void shift_above(struct mst_position *pos, int place, int level, int step) {
    for (int p = mst_top(pos, place); p != MST_NONE && mst_piece(pos, p, MST_PIECE_LEVEL) > level;
         p = mst_piece(pos, p, MST_PIECE_BELOW))
        set_place(pos, p, place, mst_piece(pos, p, MST_PIECE_LEVEL) + step);
}

int mst_piece_at(const struct mst_position *pos, int place, int level) {
    int p = mst_top(pos, place);
    for (int n = mst_count(pos, place); n > level; n--)
        p = mst_piece(pos, p, MST_PIECE_BELOW);
    return p;
}

static void unlink_piece(struct mst_position *pos, int piece) {
    int place = mst_piece(pos, piece, MST_PIECE_PLACE);
    int below = mst_piece(pos, piece, MST_PIECE_BELOW);
    int level = mst_piece(pos, piece, MST_PIECE_LEVEL);
    if (mst_top(pos, place) == piece) {
        set_top(pos, place, below);
        return;
    }
    int above = mst_piece_at(pos, place, level + 1);
    write_slot(pos, mst_slot_piece(pos->schema, above, MST_PIECE_BELOW), below);
    shift_above(pos, place, level, -1);
}

void mst_position_flip_under(struct mst_position *pos, int piece,
                             const struct mst_place_facts *zone) {
    const struct mst_schema *s = pos->schema;
    mst_tops_with(pos, s, piece, pos->slots + mst_slot_piece(s, piece, 0))[zone->word] ^= zone->bit;
}

/* Undo an entry that moved a top piece. The caller restores the hash. */
static inline void take_back(struct mst_position *pos, const struct mst_entry *entry) {
    const struct mst_schema *s = pos->schema;
    int piece = (int)(entry->where >> 16 & 0x7fff), from = (int)(entry->where & 0x7fff);
    int32_t *facts = pos->slots + mst_slot_piece(s, piece, 0);
    const struct mst_place_facts *left = &s->place_facts[facts[MST_PIECE_PLACE]],
                                 *back = &s->place_facts[from];
    uint64_t *set = mst_tops_with(pos, s, piece, facts), *joined = set;
    if (entry->where & MST_ENTRY_TAKEN) {
        facts[MST_PIECE_OWNER] = entry->owner;
        joined = mst_tops_with(pos, s, piece, facts);
    }
    int under = facts[MST_PIECE_BELOW], below = pos->slots[back->top];
    mst_flip_tops(pos, set, left, under, joined, back, below);
    pos->slots[left->top] = under;
    pos->slots[back->top] = piece;
    facts[MST_PIECE_PLACE] = from;
    facts[MST_PIECE_LEVEL] = entry->level;
    facts[MST_PIECE_BELOW] = below;
    *(uint64_t *)(void *)(facts + MST_PIECE_WORD) = entry->old;
}

void mst_position_rewind(struct mst_position *pos, struct mst_mark mark) {
    struct mst_journal *journal = &pos->journal;
    assert(mark.entries <= journal->count);
    size_t left = journal->count - mark.entries;
    const struct mst_entry *entry = left ? journal->entries + journal->count : NULL;
    pos->epoch += left + 1;
    journal->count = mark.entries;
    for (; left; left--) {
        entry--;
        if (entry->where & MST_ENTRY_PUT)
            take_back(pos, entry);
        else
            word_put(pos, entry->where, entry->old);
    }
    pos->slots[MST_SLOT_TO_MOVE] = mark.to_move;
    pos->hash = mark.hash;
    pos->mixed = 0; /* as at nearly all marks: see mst_position_mix_all */
    assert(pos->epoch % SAMPLE || mst_position_rehash(pos) == pos->hash); /* P1, P2 */
}

__attribute__((cold)) bool mst_position_put_grown(struct mst_position *pos, int piece, int place) {
    return mst_journal_grow(&pos->journal, pos->journal.count + 1) &&
           mst_write_put(pos, pos->schema, piece, place);
}

bool mst_position_put_covered(struct mst_position *pos, int piece, int place) {
    int from = mst_piece(pos, piece, MST_PIECE_PLACE);
    int above = mst_count(pos, from) - mst_piece(pos, piece, MST_PIECE_LEVEL);
    if (!mst_reserve(pos, 12 + 2 * (size_t)above))
        return false;
    unlink_piece(pos, piece);
    int top = mst_top(pos, place);
    set_place(pos, piece, place, mst_count(pos, place) + 1);
    write_slot(pos, mst_slot_piece(pos->schema, piece, MST_PIECE_BELOW), top);
    set_top(pos, place, piece);
    mst_position_mix(pos, piece);
    return true;
}

bool mst_position_put_seen(struct mst_position *pos, int piece, int place) {
    size_t count = (size_t)mst_count(pos, mst_piece(pos, piece, MST_PIECE_PLACE));
    if (!mst_reserve(pos, 12 + 3 * count))
        return false;
    mst_secret_move(pos, piece, place);
    return mst_write_put(pos, pos->schema, piece, place);
}

bool mst_position_put(struct mst_position *pos, int piece, int place) {
    const struct mst_schema *s = pos->schema;
    return s->known_first ? mst_position_put_seen(pos, piece, place)
                          : mst_write_put(pos, s, piece, place);
}

bool mst_position_take_apart(struct mst_position *pos, int piece, int place) {
    size_t seen = (size_t)(mst_count(pos, mst_piece(pos, piece, MST_PIECE_PLACE)) +
                           mst_count(pos, place) + 1);
    return mst_reserve(pos, 16 + 3 * seen) && mst_position_put(pos, piece, place) &&
           mst_position_set_owner(pos, piece, MST_NONE);
}

bool mst_position_take(struct mst_position *pos, int piece, int place) {
    return mst_write_take(pos, pos->schema, piece, place);
}

bool mst_position_insert(struct mst_position *pos, int piece, int place, int level) {
    size_t moved =
        (size_t)(mst_count(pos, mst_piece(pos, piece, MST_PIECE_PLACE)) + mst_count(pos, place));
    if (!mst_reserve(pos, 20 + 5 * moved) || !mst_position_put(pos, piece, place))
        return false;
    int count = mst_count(pos, place);
    if (level >= count)
        return true;
    mst_position_mix(pos, piece);
    set_top(pos, place, mst_piece(pos, piece, MST_PIECE_BELOW));
    int above = mst_piece_at(pos, place, level);
    shift_above(pos, place, level - 1, 1);
    set_place(pos, piece, place, level);
    int below = mst_piece(pos, above, MST_PIECE_BELOW);
    write_slot(pos, mst_slot_piece(pos->schema, piece, MST_PIECE_BELOW), below);
    write_slot(pos, mst_slot_piece(pos->schema, above, MST_PIECE_BELOW), piece);
    return true;
}

bool mst_position_arrange(struct mst_position *pos, int place, const int16_t *pieces, int count) {
    int below = MST_NONE;
    assert(count == mst_count(pos, place)); /* P3: levels count from 1 without gaps */
    if (!mst_reserve(pos, 8 + 4 * (size_t)count))
        return false;
    for (int i = 0; i < count; i++) {
        set_place(pos, pieces[i], place, i + 1);
        write_slot(pos, mst_slot_piece(pos->schema, pieces[i], MST_PIECE_BELOW), below);
        below = pieces[i];
    }
    if (count)
        set_top(pos, place, below);
    return true;
}

/* ---- the order of bags ----------------------------------------------------------------------- */

void mst_position_mix(struct mst_position *pos, int piece) {
    const struct mst_schema *s = pos->schema;
    int place = mst_piece(pos, piece, MST_PIECE_PLACE);
    if (!s->bag[place])
        return;
    pos->mixes = pos->mixed ? pos->mixes : 0;
    if (pos->mixes < MST_MOST_MIXES)
        pos->mix[pos->mixes] = (int16_t)piece;
    pos->mixes++;
    pos->mixed |= UINT64_C(1) << ((place - s->board->zones) & 63);
}

int mst_bag_kind(const struct mst_position *pos, int a, int b) {
    const struct mst_schema *s = pos->schema;
    int d = s->type_of[a] - s->type_of[b];
    if (!d)
        d = mst_piece(pos, a, MST_PIECE_OWNER) - mst_piece(pos, b, MST_PIECE_OWNER);
    return d ? d : (mst_piece_name(s, a) ? a : MST_NONE) - (mst_piece_name(s, b) ? b : MST_NONE);
}

/* Compare two pieces by the fields `from` to `to` - 1 of an order. */
static int compare_fields(const struct mst_position *pos, const struct mst_bag_order *order,
                          int from, int to, int a, int b) {
    for (int i = from; i < to; i++) {
        int index = order->fields[i] < 0 ? ~order->fields[i] : order->fields[i];
        const struct mst_field *field = &pos->schema->fields[index];
        int32_t x = mst_get_field(pos, field, a), y = mst_get_field(pos, field, b);
        if (x != y)
            return (x < y) == (index == order->fields[i]) ? -1 : 1;
    }
    return 0;
}

int mst_bag_compare(const struct mst_position *pos, int place, int a, int b) {
    const struct mst_schema *s = pos->schema;
    const struct mst_bag_order *order = &s->orders[s->bag[place] - 1];
    if (read_wide(pos, mst_slot_piece(s, a, MST_PIECE_WORD)) - s->lasting[a] ==
        read_wide(pos, mst_slot_piece(s, b, MST_PIECE_WORD)) - s->lasting[b])
        return order->ranks[a] - order->ranks[b]; /* all else is equal */
    int d = compare_fields(pos, order, 0, order->before, a, b);
    if (!d)
        d = mst_bag_kind(pos, a, b);
    return d ? d : compare_fields(pos, order, order->before, order->count, a, b);
}

/* Does `a` lie below `b` in a bag in order? The first piece is on top; in the box it is at the
 * bottom, where it begins. */
static bool lies_below(const struct mst_position *pos, int place, int a, int b) {
    int d = mst_bag_compare(pos, place, a, b);
    return place == pos->schema->containers[0].place ? d < 0 : d > 0;
}

/* Sort pieces, listed from the bottom up; alike ones keep their order. Returns the first index at
 * which the list has changed, or `count`. */
static int sort_pieces(const struct mst_position *pos, int place, int16_t *pieces, int count) {
    int changed = count;
    for (int i = 1; i < count; i++) {
        int16_t piece = pieces[i];
        if (!lies_below(pos, place, piece, pieces[i - 1]))
            continue;
        int low = 0, high = i - 1; /* its index is one of these; what came in reverse goes first */
        if (lies_below(pos, place, piece, pieces[0]))
            high = 0;
        while (low < high) {
            int middle = (low + high) / 2;
            if (!lies_below(pos, place, piece, pieces[middle]))
                low = middle + 1;
            else
                high = middle;
        }
        memmove(pieces + low + 1, pieces + low, (size_t)(i - low) * sizeof *pieces);
        pieces[low] = piece;
        changed = low < changed ? low : changed;
    }
    return changed;
}

/* Write the links of a list of pieces in a bag, which ends on `below`, from this level on. */
static void link_pieces(struct mst_position *pos, int place, const int16_t *pieces, int count,
                        int below, int level) {
    const struct mst_schema *s = pos->schema;
    for (int i = 0; i < count; below = pieces[i++]) {
        int slot = mst_slot_piece(s, pieces[i], MST_PIECE_LEVEL);
        mst_note(pos, slot);
        pos->slots[slot] = level + i;
        write_slot(pos, mst_slot_piece(s, pieces[i], MST_PIECE_BELOW), below);
    }
    write_slot(pos, mst_slot_top(s, place), below);
}

/* Of how many writes that mixed the bag was it the piece? */
static int mixes_of(const struct mst_position *pos, int piece) {
    int count = 0;
    for (int i = 0; i < pos->mixes && i < MST_MOST_MIXES; i++)
        count += pos->mix[i] == piece;
    return count;
}

/* All pieces but the last one are in order and come after it. Returns what sort_pieces does. */
static int sink_last(int16_t *pieces, int count) {
    int16_t last = pieces[count - 1];
    memmove(pieces + 1, pieces, (size_t)(count - 1) * sizeof *pieces);
    pieces[0] = last;
    return count > 1 ? 0 : count;
}

/* Sort a bag in which so many of the writes that mixed it are listed. Without them all pieces are
 * in order, so what lies below them all, and below none that comes after it, stays. */
static bool sort_bag(struct mst_position *pos, int place, int mixes) {
    int16_t list[MST_MOST_PIECES], *pieces = list + MST_MOST_PIECES; /* from the bottom up */
    int p = mst_top(pos, place), lowest = p, count = 0;
    for (; mixes > 0 && p != MST_NONE; p = mst_piece(pos, p, MST_PIECE_BELOW)) {
        mixes -= mixes_of(pos, p);
        lowest = count++ && lies_below(pos, place, p, lowest) ? p : lowest;
        *--pieces = (int16_t)p;
    }
    bool single = count == 1;
    for (; p != MST_NONE && lies_below(pos, place, lowest, p);
         p = mst_piece(pos, p, MST_PIECE_BELOW), count++)
        *--pieces = (int16_t)p;
    int level = p == MST_NONE ? 1 : mst_piece(pos, p, MST_PIECE_LEVEL) + 1;
    int kept = single ? sink_last(pieces, count) : sort_pieces(pos, place, pieces, count);
    if (kept == count)
        return true;
    if (!mst_reserve(pos, 1 + 2 * (size_t)(count - kept)))
        return false;
    link_pieces(pos, place, pieces + kept, count - kept, kept ? pieces[kept - 1] : p, level + kept);
    return true;
}

static bool sort_all(struct mst_position *pos) {
    const struct mst_schema *s = pos->schema;
    for (uint64_t left = pos->mixed; left; left &= left - 1)
        for (int place = s->board->zones + __builtin_ctzll(left); place < s->places; place += 64)
            if (s->bag[place] && !sort_bag(pos, place, MST_MOST_PIECES + 1))
                return false;
    return true;
}

/* The bags with pieces that are listed: each by the first of its pieces. */
static bool sort_listed(struct mst_position *pos) {
    for (int i = 0; i < pos->mixes; i++) {
        int place = mst_piece(pos, pos->mix[i], MST_PIECE_PLACE), mixes = 0;
        for (int k = pos->schema->bag[place] ? pos->mixes - 1 : -1; k >= 0; k--)
            if (mst_piece(pos, pos->mix[k], MST_PIECE_PLACE) == place)
                mixes = k < i ? 0 : mixes + 1;
        if (mixes && !sort_bag(pos, place, mixes))
            return false;
    }
    return true;
}

bool mst_position_sort(struct mst_position *pos) {
    if (!(pos->mixes > MST_MOST_MIXES ? sort_all(pos) : sort_listed(pos)))
        return false;
    pos->mixed = 0;
    return true;
}

/* ---- history --------------------------------------------------------------------------------- */

bool mst_position_remember(struct mst_position *pos, uint64_t key) {
    int count = mst_get(pos, MST_SLOT_HISTORY);
    if (!history_room(pos, count + 1) || !mst_position_set(pos, MST_SLOT_HISTORY, count + 1))
        return false;
    pos->history[count] = key;
    return true;
}

bool mst_position_clear_history(struct mst_position *pos) {
    return mst_position_set(pos, MST_SLOT_HISTORY_FIRST, mst_get(pos, MST_SLOT_HISTORY));
}

bool mst_position_seen(const struct mst_position *pos, uint64_t key) {
    for (int i = mst_get(pos, MST_SLOT_HISTORY) - 1; i >= mst_get(pos, MST_SLOT_HISTORY_FIRST); i--)
        if (pos->history[i] == key)
            return true;
    return false;
}

/* ---- consistency ----------------------------------------------------------------------------- */

static bool unsound(struct mst_error *error, const char *what, int which) {
    mst_fail(error, MST_SCRIPT_ERROR, "", "inconsistent position: %s (%d)", what, which);
    return false;
}

static bool stacks_sound(const struct mst_position *pos, struct mst_error *error) {
    const struct mst_schema *s = pos->schema;
    int found = 0;
    for (int place = 0; place < s->places; place++) {
        int level = mst_count(pos, place);
        for (int p = mst_top(pos, place); p != MST_NONE; p = mst_piece(pos, p, MST_PIECE_BELOW)) {
            if (mst_piece(pos, p, MST_PIECE_PLACE) != place ||
                mst_piece(pos, p, MST_PIECE_LEVEL) != level-- || ++found > s->pieces)
                return unsound(error, "links of the stack at place", place);
        }
        if (level)
            return unsound(error, "levels of the stack at place", place);
    }
    return found == s->pieces || unsound(error, "pieces outside all places; found", found);
}

static bool tops_sound(const struct mst_position *pos, struct mst_error *error) {
    const struct mst_schema *s = pos->schema;
    for (int t = 0; t < s->type_count; t++)
        for (int seat = -1; seat < s->seats; seat++)
            for (int z = 0; z < s->board->zones; z++) {
                int top = mst_top(pos, z);
                bool is = top != MST_NONE && s->type_of[top] == t &&
                          mst_piece(pos, top, MST_PIECE_OWNER) == seat;
                if (is != (bool)(mst_tops(pos, t, seat)[z / 64] >> (z & 63) & 1))
                    return unsound(error, "set of tops at zone", z);
            }
    return true;
}

static bool sets_sound(const struct mst_position *pos, const struct mst_field *field) {
    const struct mst_schema *s = pos->schema;
    for (int zone = 0; zone < s->board->zones; zone++)
        for (int32_t value = -1; value <= field->max; value++) {
            bool is = value == mst_get_field(pos, field, zone);
            if (is != (bool)(read_wide(pos, set_slot(s, field, value, zone)) >> (zone & 63) & 1))
                return false;
        }
    return true;
}

bool mst_position_sound(const struct mst_position *pos, struct mst_error *error) {
    const struct mst_schema *s = pos->schema;
    for (int i = 0; i < s->field_count; i++)
        for (int k = 0; k < mst_field_entities(s, &s->fields[i]); k++) {
            int32_t value = mst_get_field(pos, &s->fields[i], k);
            if (value < s->fields[i].min || value > s->fields[i].max)
                return unsound(error, s->fields[i].name, value);
            if (s->fields[i].seen == MST_SEEN_AS_FACE && !pos->masked &&
                value != mst_field_start(&s->fields[i], k))
                return unsound(error, "a changed face", k);
        }
    for (int i = 0; i < s->field_count; i++)
        if (s->fields[i].sets && !sets_sound(pos, &s->fields[i]))
            return unsound(error, "sets of an indexed field", i);
    if (!stacks_sound(pos, error) || !tops_sound(pos, error))
        return false;
    for (int i = MST_SLOT_FRAMES + mst_get(pos, MST_SLOT_DEPTH) * MST_FRAME_SLOTS;
         i < MST_SLOT_FIELDS; i++)
        if (mst_get(pos, i))
            return unsound(error, "a frame above the depth", i);
    return pos->hash == mst_position_rehash(pos) || unsound(error, "hash", 0);
}
