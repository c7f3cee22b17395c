/* A position: see position.h. The writes that every move makes are in write.h. */
#include "core/write.h"

#include <assert.h>
#include <string.h>

#include "core/secret.h"

enum { SAMPLE = 64 }; /* asserts check the hash after one rewind in 64 */

/* ---- writing words --------------------------------------------------------------------------- */

/* The block consists of 64-bit words; memcpy avoids an aliasing violation. */
static uint64_t word_get(const struct core_position *pos, uint32_t word) {
    uint64_t value;
    memcpy(&value, core_words(pos) + word, sizeof value);
    return value;
}

static void word_put(struct core_position *pos, uint32_t word, uint64_t value) {
    memcpy(core_words(pos) + word, &value, sizeof value);
}

__attribute__((cold)) bool core_journal_grow(struct core_journal *journal, size_t least) {
    size_t capacity = journal->capacity ? journal->capacity * 4 : 256;

    while (capacity < least)
        capacity *= 4;
    if ((int64_t)least > journal->most) {
        journal->most = -1; /* for core_position_full: why the write failed (P5) */
        return false;
    }
    if ((int64_t)capacity > journal->most)
        capacity = (size_t)journal->most;

    struct core_entry *entries = mst_realloc(journal->entries, capacity * sizeof *entries);
    if (!entries)
        return false;
    journal->entries = entries;
    journal->capacity = capacity;
    assert(capacity >= least);
    return true;
}

static inline void write_slot(struct core_position *pos, int slot, int32_t value) {
    core_note(pos, slot);
    pos->slots[slot] = value;
}

static inline void write_wide(struct core_position *pos, int slot, uint64_t value) {
    assert(slot % 2 == 0);
    core_note(pos, slot);
    word_put(pos, (uint32_t)slot / 2, value);
}

static inline uint64_t read_wide(const struct core_position *pos, int slot) {
    return word_get(pos, (uint32_t)slot / 2);
}

/* ---- life ------------------------------------------------------------------------------------ */

static size_t block_size(const struct core_schema *schema) {
    return ((size_t)schema->slots + 1) / 2 * sizeof(uint64_t);
}

static struct core_position *position_raw(const struct core_schema *schema) {
    struct core_position *pos = mst_realloc(NULL, sizeof *pos + block_size(schema));
    if (!pos)
        return NULL;
    *pos = (struct core_position){.schema = schema, .journal.most = INT64_MAX, .epoch = 1};
    return pos;
}

static uint64_t piece_word(const struct core_position *pos, int piece);

void core_position_mix_all(struct core_position *pos) {
    pos->mixed = ~UINT64_C(0);
    pos->mixes = CORE_MOST_MIXES + 1;
}

struct core_position *core_position_new(const struct core_schema *schema) {
    struct core_position *pos = position_raw(schema);
    if (!pos)
        return NULL;

    assert(schema->frozen);                    /* S1 */
    memset(pos->slots, 0, block_size(schema)); /* the block may be longer than its slots */
    memcpy(pos->slots, schema->initial, (size_t)schema->slots * sizeof *pos->slots);

    /* The box is a stack of all pieces by number, piece 0 at the bottom (P3). */
    int box = schema->containers[0].place, below = MST_NONE;
    for (int p = 0; p < schema->pieces; p++) {
        int slot = core_slot_piece(schema, p, 0);
        pos->slots[slot + CORE_PIECE_PLACE] = box;
        pos->slots[slot + CORE_PIECE_LEVEL] = p + 1;
        pos->slots[slot + CORE_PIECE_BELOW] = below;
        pos->slots[slot + CORE_PIECE_OWNER] = MST_NONE;
        word_put(pos, (uint32_t)(slot + CORE_PIECE_WORD) / 2, piece_word(pos, p));
        below = p;
    }
    pos->slots[core_slot_top(schema, box)] = below;

    pos->hash = core_position_rehash(pos);
    if (!schema->box_sorted)
        core_position_mix_all(pos); /* P7 */
    return pos;
}

void core_position_free(struct core_position *pos) {
    if (!pos)
        return;
    mst_free(pos->journal.entries);
    mst_free(pos->history);
    mst_free(pos);
}

static bool history_room(struct core_position *pos, int count) {
    return core_grow(&pos->history, &pos->history_capacity, count, sizeof *pos->history);
}

/* Each entry was a new version, so dropping entries must not change the version. */
static void drop_journal(struct core_position *pos) {
    pos->epoch += pos->journal.count;
    pos->journal.most -= (int64_t)pos->journal.count;
    pos->journal.count = 0;
}

/* The contents of a word before the journal's entry `next`. */
static uint64_t word_before(const struct core_position *pos, uint32_t word, size_t next) {
    for (; next < pos->journal.count; next++)
        if (pos->journal.entries[next].where == word)
            return pos->journal.entries[next].old;
    return core_words(pos)[word];
}

int core_position_changed(const struct core_position *pos, struct core_mark since) {
    for (size_t i = since.entries; i < pos->journal.count; i++) {
        const struct core_entry *entry = &pos->journal.entries[i];
        int32_t old[2], now[2];
        if (entry->where & CORE_ENTRY_PUT)
            continue;

        /* An entry holds a word of two slots, of which one changed. */
        uint64_t after = word_before(pos, entry->where, i + 1);
        memcpy(old, &entry->old, sizeof old);
        memcpy(now, &after, sizeof now);
        int slot = (int)entry->where * 2 + (old[0] == now[0]);

        for (int f = 0; f < pos->schema->field_count; f++)
            if (pos->schema->fields[f].of == CORE_OF_GAME && pos->schema->fields[f].first == slot)
                return f;
    }
    return MST_NONE;
}

/* Copy the block. Frames above the depth are zero, so only those of the deeper position are
 * copied. */
static void copy_block(struct core_position *pos, const struct core_position *from) {
    int32_t *to = pos->slots;
    const int32_t *what = from->slots;
    /* P6; what is above the other's depth must become zero, if it is not. */
    int depth =
        what[CORE_SLOT_DEPTH] > to[CORE_SLOT_DEPTH] ? what[CORE_SLOT_DEPTH] : to[CORE_SLOT_DEPTH];
    assert(depth >= 0 && depth <= CORE_MOST_FRAMES);
    size_t used = (size_t)(CORE_SLOT_FRAMES + depth * CORE_FRAME_SLOTS) * sizeof *to;
    memcpy(to, what, used);
    memcpy(to + CORE_SLOT_FIELDS, what + CORE_SLOT_FIELDS,
           block_size(from->schema) - CORE_SLOT_FIELDS * sizeof *to);
}

bool core_position_copy(struct core_position *pos, const struct core_position *from) {
    int count = core_get(from, CORE_SLOT_HISTORY);
    assert(pos->schema->slots == from->schema->slots);
    if (!history_room(pos, count))
        return false;

    copy_block(pos, from); /* nothing can fail from here on */
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

    /* The journal belongs to the old contents, and caches must notice the new ones. */
    drop_journal(pos);
    pos->epoch++;
    return true;
}

struct core_position *core_position_clone(const struct core_position *from) {
    struct core_position *pos = position_raw(from->schema);
    if (pos)
        pos->slots[CORE_SLOT_DEPTH] = CORE_MOST_FRAMES; /* nothing is zero yet */
    if (pos && !core_position_copy(pos, from)) {
        core_position_free(pos);
        return NULL;
    }
    return pos;
}

struct core_position *core_position_clone_past(const struct core_position *from) {
    struct core_position *pos = core_position_clone(from);
    size_t count = from->journal.count, bytes = count * sizeof *from->journal.entries;
    struct core_entry *entries = pos && count ? mst_alloc(bytes) : NULL;
    if (!pos || (count && !entries)) {
        core_position_free(pos);
        return NULL;
    }

    assert(pos->hash == from->hash); /* P1: marks of `from` hold for it, too */
    if (count)
        memcpy(entries, from->journal.entries, bytes);
    pos->journal = (struct core_journal){
        .count = count, .capacity = count, .most = INT64_MAX, .entries = entries};
    return pos;
}

void core_position_allow(struct core_position *pos, int64_t bytes) {
    assert(bytes >= 0);
    pos->journal.most = (int64_t)(pos->journal.count + (size_t)bytes / sizeof(struct core_entry));
}

void core_position_forget(struct core_position *pos) {
    drop_journal(pos);
}

void core_position_settle(struct core_position *pos) {
    drop_journal(pos);
    mst_free(pos->journal.entries);
    pos->journal = (struct core_journal){.most = pos->journal.most};
}

/* ---- hash ------------------------------------------------------------------------------------ */

/* The part of a piece's hash word that does not come from its fields. */
static inline uint64_t word_without_fields(const struct core_position *pos, int piece) {
    const struct core_schema *s = pos->schema;
    int place = core_piece(pos, piece, CORE_PIECE_PLACE);

    /* A level counts only where there is an order (P2); a number only where it is a name (S5). */
    uint64_t word = (uint64_t)(s->type_of[piece] + 1) * CORE_TYPE_COEFFICIENT;
    word += core_piece_name(s, piece) ? (uint64_t)(piece + 1) * CORE_NAME_COEFFICIENT : 0;
    word += (uint64_t)(int64_t)core_piece(pos, piece, CORE_PIECE_OWNER) * CORE_OWNER_COEFFICIENT;
    word += (uint64_t)place * CORE_PLACE_COEFFICIENT;
    if (!s->bag[place])
        word += (uint64_t)core_piece(pos, piece, CORE_PIECE_LEVEL) * CORE_LEVEL_COEFFICIENT;
    return word;
}

/* The hash word of a piece: a linear sum of its facts, so that changing one fact costs one
 * multiplication. */
static uint64_t piece_word(const struct core_position *pos, int piece) {
    const struct core_schema *s = pos->schema;
    uint64_t word = word_without_fields(pos, piece);
    for (int i = 0; i < s->field_count; i++)
        if (s->fields[i].of == CORE_OF_PIECE && s->fields[i].hashed)
            word += (uint64_t)(int64_t)core_get_field(pos, &s->fields[i], piece) *
                    s->fields[i].coefficient;
    return word;
}

uint64_t core_position_rehash(const struct core_position *pos) {
    const struct core_schema *s = pos->schema;
    uint64_t hash = 0;
    /* A sum, so that a write adds the difference that it makes (P2). */
    for (int slot = 0; slot < s->slots; slot++)
        hash +=
            (uint64_t)((int64_t)pos->slots[slot] - s->initial[slot]) * s->slot_coefficient[slot];
    for (int p = 0; p < s->pieces; p++)
        hash += core_mix(piece_word(pos, p));
    return hash;
}

void core_position_recompute(struct core_position *pos) {
    assert(!pos->journal.count); /* P1: there is nothing to rewind to */
    for (int p = 0; p < pos->schema->pieces; p++)
        word_put(pos, (uint32_t)core_slot_piece(pos->schema, p, CORE_PIECE_WORD) / 2,
                 piece_word(pos, p));
    pos->hash = core_position_rehash(pos);
    pos->epoch++;
}

static uint64_t piece_key(const struct core_position *pos, int piece, const int *fields,
                          int count) {
    const struct core_schema *s = pos->schema;
    uint64_t word = word_without_fields(pos, piece);
    for (int i = 0; i < count; i++)
        if (s->fields[fields[i]].of == CORE_OF_PIECE)
            word += (uint64_t)(int64_t)core_get_field(pos, &s->fields[fields[i]], piece) *
                    s->fields[fields[i]].coefficient;
    return core_mix(word);
}

/* The part of a key that comes from fields that do not belong to pieces. */
static uint64_t fields_key(const struct core_position *pos, const int *fields, int count) {
    const struct core_schema *s = pos->schema;
    uint64_t key = 0;
    for (int i = 0; i < count; i++) {
        const struct core_field *f = &s->fields[fields[i]];
        for (int k = 0; f->of != CORE_OF_PIECE && k < core_field_entities(s, f); k++) /* P2 */
            key += (uint64_t)(int64_t)core_get_field(pos, f, k) *
                   s->slot_coefficient[f->first + k * f->stride];
    }
    return key;
}

uint64_t core_position_key(const struct core_position *pos, const int *fields, int count) {
    uint64_t key = fields_key(pos, fields, count);
    for (int p = 0; p < pos->schema->pieces; p++)
        key += piece_key(pos, p, fields, count);
    return key;
}

bool core_position_key_known(const struct core_schema *schema, const int *fields, int count) {
    for (int i = 0; i < count; i++)
        if (schema->fields[fields[i]].of == CORE_OF_PIECE && !schema->fields[fields[i]].hashed)
            return false; /* not part of a piece's hash word */
    return true;
}

void core_position_key_begin(const struct core_position *pos, const int *fields, int count,
                             struct core_piece_key *known) {
    for (int p = 0; p < pos->schema->pieces; p++)
        known[p] = (struct core_piece_key){
            read_wide(pos, core_slot_piece(pos->schema, p, CORE_PIECE_WORD)),
            piece_key(pos, p, fields, count)};
}

uint64_t core_position_key_again(const struct core_position *pos, const int *fields, int count,
                                 struct core_piece_key *known) {
    const struct core_schema *s = pos->schema;
    const int32_t *at = pos->slots + core_slot_piece(s, 0, CORE_PIECE_WORD);
    uint64_t key = fields_key(pos, fields, count);
    for (int p = 0; p < s->pieces; p++, at += s->piece_stride) {
        uint64_t word = *(const uint64_t *)(const void *)at;
        if (known[p].word != word)
            known[p] = (struct core_piece_key){word, piece_key(pos, p, fields, count)};
        key += known[p].key;
    }
    return key;
}

/* ---- writing facts --------------------------------------------------------------------------- */

__attribute__((cold)) bool core_position_set_grown(struct core_position *pos, int slot,
                                                   int32_t value) {
    return core_journal_grow(&pos->journal, pos->journal.count + 1) &&
           core_position_set(pos, slot, value);
}

bool core_position_set(struct core_position *pos, int slot, int32_t value) {
    assert(slot < pos->schema->piece_first || slot >= pos->schema->tops_first);
    return core_write_slot(pos, slot, value, pos->schema->slot_coefficient[slot]);
}

/* The slot of the word that holds `zone` in the set of zones with this field value. */
static int set_slot(const struct core_schema *s, const struct core_field *field, int32_t value,
                    int zone) {
    return field->sets + 2 * s->board->words * (value + 1) + 2 * (zone / 64);
}

bool core_position_set_zone(struct core_position *pos, int zone, const struct core_field *field,
                            int32_t value) {
    int slot = field->first + zone * field->stride;
    int32_t old = pos->slots[slot];
    assert(value >= field->min && value <= field->max); /* S3 of the schema */
    if (!field->sets || old == value)
        return core_position_set(pos, slot, value);

    /* Two sets and the field itself. */
    if (!core_reserve(pos, 3))
        return false;
    int left = set_slot(pos->schema, field, old, zone);
    int joined = set_slot(pos->schema, field, value, zone);
    assert(read_wide(pos, left) >> (zone & 63) & 1); /* it is in the set of its old value */
    write_wide(pos, left, read_wide(pos, left) ^ 1ULL << (zone & 63));
    write_wide(pos, joined, read_wide(pos, joined) ^ 1ULL << (zone & 63));
    return core_position_set(pos, slot, value);
}

bool core_position_change_seen(struct core_position *pos, int piece) {
    assert(pos->schema->known_first); /* K4 */
    if (!core_reserve(pos, (size_t)core_count(pos, core_piece(pos, piece, CORE_PIECE_PLACE))))
        return false;
    core_secret_change(pos, piece);
    return true;
}

bool core_position_set_piece(struct core_position *pos, int piece, const struct core_field *field,
                             int32_t value) {
    return core_write_piece(pos, pos->schema, piece, field, value);
}

/* `piece` becomes or ceases to be the top of the zone: flip its bit. */
static inline void flip_top(struct core_position *pos, int zone, int piece) {
    const struct core_schema *s = pos->schema;
    if (zone >= s->board->zones || piece == MST_NONE)
        return;
    int owner = core_piece(pos, piece, CORE_PIECE_OWNER);
    int slot = core_slot_tops(s, s->type_of[piece], owner) + 2 * (zone / 64);
    write_wide(pos, slot, read_wide(pos, slot) ^ 1ULL << (zone & 63));
}

bool core_position_set_owner(struct core_position *pos, int piece, int seat) {
    const struct core_schema *s = pos->schema;
    int slot = core_slot_piece(s, piece, CORE_PIECE_OWNER);
    int32_t old = pos->slots[slot];
    int place = core_piece(pos, piece, CORE_PIECE_PLACE);
    bool top = core_top(pos, place) == piece;

    assert(seat >= MST_NONE && seat < s->seats);
    if (old == seat)
        return true;
    if (s->known_first && !core_position_change_seen(pos, piece))
        return false;
    if (!core_reserve(pos, 4))
        return false;

    /* It leaves the set of its old owner and joins that of the new one (P4). */
    if (top)
        flip_top(pos, place, piece);
    write_slot(pos, slot, seat);
    core_piece_change(pos, s, piece, (uint64_t)((int64_t)seat - old) * CORE_OWNER_COEFFICIENT);
    core_position_mix(pos, piece);
    if (top)
        flip_top(pos, place, piece);
    return true;
}

static inline void set_top(struct core_position *pos, int place, int piece) {
    flip_top(pos, place, core_top(pos, place)); /* P4: out with the old top, in with the new */
    write_slot(pos, core_slot_top(pos->schema, place), piece);
    flip_top(pos, place, piece);
}

/* Give `piece` a new place and level. The caller maintains the links. */
static inline void set_place(struct core_position *pos, int piece, int place, int level) {
    const struct core_schema *s = pos->schema;
    int slot = core_slot_piece(s, piece, CORE_PIECE_PLACE);
    int old = pos->slots[slot], old_level = pos->slots[slot + 1];
    uint64_t change = (uint64_t)((int64_t)place - old) * CORE_PLACE_COEFFICIENT;
    if (!s->bag[old])
        change -= (uint64_t)old_level * CORE_LEVEL_COEFFICIENT;
    if (!s->bag[place])
        change += (uint64_t)level * CORE_LEVEL_COEFFICIENT;
    assert(level >= 1 && place >= 0 && place < s->places); /* P3 */
    core_note(pos, slot);
    pos->slots[slot] = place;
    pos->slots[slot + 1] = level; /* the same 64-bit word */
    core_piece_change(pos, s, piece, change);
}

/* Move every piece above `level` in `place` by `step` levels. */
static void shift_above(struct core_position *pos, int place, int level, int step) {
    for (int p = core_top(pos, place);
         p != MST_NONE && core_piece(pos, p, CORE_PIECE_LEVEL) > level;
         p = core_piece(pos, p, CORE_PIECE_BELOW))
        set_place(pos, p, place, core_piece(pos, p, CORE_PIECE_LEVEL) + step);
}

int core_piece_at(const struct core_position *pos, int place, int level) {
    int p = core_top(pos, place);
    assert(level >= 1 && level <= core_count(pos, place)); /* P3 */
    for (int n = core_count(pos, place); n > level; n--)
        p = core_piece(pos, p, CORE_PIECE_BELOW);
    return p;
}

static void unlink_piece(struct core_position *pos, int piece) {
    int place = core_piece(pos, piece, CORE_PIECE_PLACE);
    int below = core_piece(pos, piece, CORE_PIECE_BELOW);
    int level = core_piece(pos, piece, CORE_PIECE_LEVEL);
    if (core_top(pos, place) == piece) {
        set_top(pos, place, below);
        return;
    }

    /* From the middle: close the gap, so that levels count without one (P3). */
    int above = core_piece_at(pos, place, level + 1);
    write_slot(pos, core_slot_piece(pos->schema, above, CORE_PIECE_BELOW), below);
    shift_above(pos, place, level, -1);
}

void core_position_flip_under(struct core_position *pos, int piece,
                              const struct core_place_facts *zone) {
    const struct core_schema *s = pos->schema;
    core_tops_with(pos, s, piece, pos->slots + core_slot_piece(s, piece, 0))[zone->word] ^=
        zone->bit;
}

/* Undo an entry that moved a top piece. The caller restores the hash. */
static inline void position_take_back(struct core_position *pos, const struct core_entry *entry) {
    const struct core_schema *s = pos->schema;
    int piece = (int)(entry->where >> 16 & 0x7fff), from = (int)(entry->where & 0x7fff);
    int32_t *facts = pos->slots + core_slot_piece(s, piece, 0);
    const struct core_place_facts *left = &s->place_facts[facts[CORE_PIECE_PLACE]],
                                  *back = &s->place_facts[from];
    uint64_t *set = core_tops_with(pos, s, piece, facts), *joined = set;

    assert(pos->slots[left->top] == piece); /* what came later is undone already */
    if (entry->where & CORE_ENTRY_TAKEN) {
        facts[CORE_PIECE_OWNER] = entry->owner;
        joined = core_tops_with(pos, s, piece, facts);
    }

    /* The same flips as when it moved, the other way round. */
    int under = facts[CORE_PIECE_BELOW], below = pos->slots[back->top];
    core_flip_tops(pos, set, left, under, joined, back, below);
    pos->slots[left->top] = under;
    pos->slots[back->top] = piece;

    facts[CORE_PIECE_PLACE] = from;
    facts[CORE_PIECE_LEVEL] = entry->level;
    facts[CORE_PIECE_BELOW] = below;
    *(uint64_t *)(void *)(facts + CORE_PIECE_WORD) = entry->old;
}

void core_position_rewind(struct core_position *pos, struct core_mark mark) {
    struct core_journal *journal = &pos->journal;
    assert(mark.entries <= journal->count);
    size_t left = journal->count - mark.entries;
    const struct core_entry *entry = left ? journal->entries + journal->count : NULL;

    /* The dropped entries and 1 more: the version is a new one. */
    pos->epoch += left + 1;
    journal->count = mark.entries;

    /* Backwards: a word that was written twice gets its oldest contents last (P1). */
    for (; left; left--) {
        entry--;
        if (entry->where & CORE_ENTRY_PUT)
            position_take_back(pos, entry);
        else
            word_put(pos, entry->where, entry->old);
    }

    pos->slots[CORE_SLOT_TO_MOVE] = mark.to_move;
    pos->hash = mark.hash;
    pos->mixed = 0; /* as at nearly all marks: see core_position_mix_all */
    assert(pos->epoch % SAMPLE || core_position_rehash(pos) == pos->hash); /* P1, P2 */
}

__attribute__((cold)) bool core_position_put_grown(struct core_position *pos, int piece,
                                                   int place) {
    return core_journal_grow(&pos->journal, pos->journal.count + 1) &&
           core_write_put(pos, pos->schema, piece, place);
}

bool core_position_put_covered(struct core_position *pos, int piece, int place) {
    int from = core_piece(pos, piece, CORE_PIECE_PLACE);
    int above = core_count(pos, from) - core_piece(pos, piece, CORE_PIECE_LEVEL);
    if (!core_reserve(pos, 12 + 2 * (size_t)above))
        return false;

    unlink_piece(pos, piece); /* all is reserved: nothing can fail midway (P5) */
    int top = core_top(pos, place);
    set_place(pos, piece, place, core_count(pos, place) + 1);
    write_slot(pos, core_slot_piece(pos->schema, piece, CORE_PIECE_BELOW), top);
    set_top(pos, place, piece);
    core_position_mix(pos, piece);
    return true;
}

bool core_position_put_seen(struct core_position *pos, int piece, int place) {
    size_t count = (size_t)core_count(pos, core_piece(pos, piece, CORE_PIECE_PLACE));
    if (!core_reserve(pos, 12 + 3 * count))
        return false;
    core_secret_move(pos, piece, place);
    return core_write_put(pos, pos->schema, piece, place);
}

bool core_position_put(struct core_position *pos, int piece, int place) {
    const struct core_schema *s = pos->schema;
    return s->known_first ? core_position_put_seen(pos, piece, place)
                          : core_write_put(pos, s, piece, place);
}

bool core_position_take_apart(struct core_position *pos, int piece, int place) {
    size_t seen = (size_t)(core_count(pos, core_piece(pos, piece, CORE_PIECE_PLACE)) +
                           core_count(pos, place) + 1);
    return core_reserve(pos, 16 + 3 * seen) && core_position_put(pos, piece, place) &&
           core_position_set_owner(pos, piece, MST_NONE);
}

bool core_position_take(struct core_position *pos, int piece, int place) {
    return core_write_take(pos, pos->schema, piece, place);
}

bool core_position_insert(struct core_position *pos, int piece, int place, int level) {
    size_t moved = (size_t)(core_count(pos, core_piece(pos, piece, CORE_PIECE_PLACE)) +
                            core_count(pos, place));
    assert(level >= 1);
    if (!core_reserve(pos, 20 + 5 * moved) || !core_position_put(pos, piece, place))
        return false;

    /* It is on top now: who sees it there has seen it. Then it sinks below those that lie above. */
    int count = core_count(pos, place);
    if (level >= count)
        return true;

    core_position_mix(pos, piece);
    set_top(pos, place, core_piece(pos, piece, CORE_PIECE_BELOW));
    int above = core_piece_at(pos, place, level);
    shift_above(pos, place, level - 1, 1);
    set_place(pos, piece, place, level);

    int below = core_piece(pos, above, CORE_PIECE_BELOW);
    write_slot(pos, core_slot_piece(pos->schema, piece, CORE_PIECE_BELOW), below);
    write_slot(pos, core_slot_piece(pos->schema, above, CORE_PIECE_BELOW), piece);
    return true;
}

bool core_position_arrange(struct core_position *pos, int place, const int16_t *pieces, int count) {
    int below = MST_NONE; /* levels and links are written anew from the bottom up */
    assert(count == core_count(pos, place)); /* P3: levels count from 1 without gaps */
    if (!core_reserve(pos, 8 + 4 * (size_t)count))
        return false;
    for (int i = 0; i < count; i++) {
        set_place(pos, pieces[i], place, i + 1);
        write_slot(pos, core_slot_piece(pos->schema, pieces[i], CORE_PIECE_BELOW), below);
        below = pieces[i];
    }
    if (count)
        set_top(pos, place, below);
    return true;
}

/* ---- the order of bags ----------------------------------------------------------------------- */

void core_position_mix(struct core_position *pos, int piece) {
    const struct core_schema *s = pos->schema;
    int place = core_piece(pos, piece, CORE_PIECE_PLACE);
    if (!s->bag[place])
        return;

    /* With more pieces than fit into the list, all bags of the bits are sorted as a whole. */
    assert(place >= s->board->zones); /* P7: only containers are bags */
    pos->mixes = pos->mixed ? pos->mixes : 0;
    if (pos->mixes < CORE_MOST_MIXES)
        pos->mix[pos->mixes] = (int16_t)piece;
    pos->mixes++;
    pos->mixed |= UINT64_C(1) << ((place - s->board->zones) & 63);
}

int core_bag_kind(const struct core_position *pos, int a, int b) {
    const struct core_schema *s = pos->schema;
    int d = s->type_of[a] - s->type_of[b];
    if (!d)
        d = core_piece(pos, a, CORE_PIECE_OWNER) - core_piece(pos, b, CORE_PIECE_OWNER);
    return d ? d : (core_piece_name(s, a) ? a : MST_NONE) - (core_piece_name(s, b) ? b : MST_NONE);
}

/* Compare two pieces by the fields `from` to `to` - 1 of an order. */
static int compare_fields(const struct core_position *pos, const struct core_bag_order *order,
                          int from, int to, int a, int b) {
    for (int i = from; i < to; i++) {
        int index = order->fields[i] < 0 ? ~order->fields[i] : order->fields[i];
        const struct core_field *field = &pos->schema->fields[index];
        int32_t x = core_get_field(pos, field, a), y = core_get_field(pos, field, b);
        if (x != y)
            return (x < y) == (index == order->fields[i]) ? -1 : 1;
    }
    return 0;
}

int core_bag_compare(const struct core_position *pos, int place, int a, int b) {
    const struct core_schema *s = pos->schema;
    const struct core_bag_order *order = &s->orders[s->bag[place] - 1];

    assert(s->bag[place]); /* P7 */
    if (read_wide(pos, core_slot_piece(s, a, CORE_PIECE_WORD)) - s->lasting[a] ==
        read_wide(pos, core_slot_piece(s, b, CORE_PIECE_WORD)) - s->lasting[b])
        return order->ranks[a] - order->ranks[b]; /* all else is equal */

    /* They differ in fields that change, too: compare field by field. */
    int d = compare_fields(pos, order, 0, order->before, a, b);
    if (!d)
        d = core_bag_kind(pos, a, b);
    return d ? d : compare_fields(pos, order, order->before, order->count, a, b);
}

/* Does `a` lie below `b` in a bag in order? The first piece is on top; in the box it is at the
 * bottom, since positions begin with piece 0 there. */
static bool lies_below(const struct core_position *pos, int place, int a, int b) {
    int d = core_bag_compare(pos, place, a, b);
    return place == pos->schema->containers[0].place ? d < 0 : d > 0;
}

/* Sort pieces, listed from the bottom up; alike ones keep their order. Returns the first index at
 * which the list has changed, or `count`. */
static int sort_pieces(const struct core_position *pos, int place, int16_t *pieces, int count) {
    int changed = count;
    for (int i = 1; i < count; i++) {
        int16_t piece = pieces[i];
        if (!lies_below(pos, place, piece, pieces[i - 1]))
            continue; /* it is in order: most are */

        int low = 0, high = i - 1; /* its index is one of these */
        if (lies_below(pos, place, piece, pieces[0]))
            high = 0; /* one comparison for each piece of a list in reverse */
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
static void link_pieces(struct core_position *pos, int place, const int16_t *pieces, int count,
                        int below, int level) {
    const struct core_schema *s = pos->schema;
    assert(level >= 1 && s->bag[place]); /* P3; a bag is no zone, so no set of tops changes (P4) */
    for (int i = 0; i < count; below = pieces[i++]) {
        int slot = core_slot_piece(s, pieces[i], CORE_PIECE_LEVEL);
        core_note(pos, slot);
        pos->slots[slot] = level + i;
        write_slot(pos, core_slot_piece(s, pieces[i], CORE_PIECE_BELOW), below);
    }
    write_slot(pos, core_slot_top(s, place), below);
}

/* How often is the piece in the list of writes? */
static int writes_of(const struct core_position *pos, int piece) {
    int count = 0;
    for (int i = 0; i < pos->mixes && i < CORE_MOST_MIXES; i++)
        count += pos->mix[i] == piece;
    return count;
}

/* Sort pieces of which the last one belongs below all others, which are in order. Returns what
 * sort_pieces does. */
static int sink_last(int16_t *pieces, int count) {
    assert(count >= 1);
    int16_t last = pieces[count - 1];
    memmove(pieces + 1, pieces, (size_t)(count - 1) * sizeof *pieces);
    pieces[0] = last;
    return count > 1 ? 0 : count;
}

/* Sort a bag after `mixes` of the listed writes. Only the written pieces can be out of order, so
 * those at the bottom that lie below all of these, and belong there, stay. */
static bool sort_bag(struct core_position *pos, int place, int mixes) {
    int16_t list[CORE_MOST_PIECES], *pieces = list + CORE_MOST_PIECES; /* from the bottom up */
    int p = core_top(pos, place), lowest = p, count = 0;

    /* From the top down to the last written piece; `lowest` belongs lowest of all met. */
    for (; mixes > 0 && p != MST_NONE; p = core_piece(pos, p, CORE_PIECE_BELOW)) {
        mixes -= writes_of(pos, p);
        lowest = count++ && lies_below(pos, place, p, lowest) ? p : lowest;
        *--pieces = (int16_t)p;
    }

    /* And on to where `lowest` belongs. */
    bool single = count == 1;
    for (; p != MST_NONE && lies_below(pos, place, lowest, p);
         p = core_piece(pos, p, CORE_PIECE_BELOW), count++)
        *--pieces = (int16_t)p;

    int level = p == MST_NONE ? 1 : core_piece(pos, p, CORE_PIECE_LEVEL) + 1;
    int kept = single ? sink_last(pieces, count) : sort_pieces(pos, place, pieces, count);
    if (kept == count)
        return true; /* nothing is written, and no version is new */
    if (!core_reserve(pos, 1 + 2 * (size_t)(count - kept)))
        return false;
    link_pieces(pos, place, pieces + kept, count - kept, kept ? pieces[kept - 1] : p, level + kept);
    return true;
}

static bool sort_all(struct core_position *pos) {
    const struct core_schema *s = pos->schema;
    for (uint64_t left = pos->mixed; left; left &= left - 1)
        for (int place = s->board->zones + __builtin_ctzll(left); place < s->places; place += 64)
            if (s->bag[place] && !sort_bag(pos, place, CORE_MOST_PIECES + 1))
                return false;
    return true;
}

/* Sort the bags of the listed pieces. */
static bool sort_listed(struct core_position *pos) {
    for (int i = 0; i < pos->mixes; i++) {
        int place = core_piece(pos, pos->mix[i], CORE_PIECE_PLACE), mixes = 0;

        /* Count the entries of this bag, backwards. One before entry `i` has sorted it already:
         * then the count ends at 0. */
        for (int k = pos->schema->bag[place] ? pos->mixes - 1 : -1; k >= 0; k--)
            if (core_piece(pos, pos->mix[k], CORE_PIECE_PLACE) == place)
                mixes = k < i ? 0 : mixes + 1;
        if (mixes && !sort_bag(pos, place, mixes))
            return false;
    }
    return true;
}

bool core_position_sort(struct core_position *pos) {
    if (!(pos->mixes > CORE_MOST_MIXES ? sort_all(pos) : sort_listed(pos)))
        return false;
    pos->mixed = 0;
    return true;
}

/* ---- history --------------------------------------------------------------------------------- */

bool core_position_remember(struct core_position *pos, uint64_t key) {
    int count = core_get(pos, CORE_SLOT_HISTORY);
    /* Only the count is journaled: rewinding forgets what lies beyond it. */
    if (!history_room(pos, count + 1) || !core_position_set(pos, CORE_SLOT_HISTORY, count + 1))
        return false;
    pos->history[count] = key;
    return true;
}

bool core_position_clear_history(struct core_position *pos) {
    assert(core_get(pos, CORE_SLOT_HISTORY_FIRST) <= core_get(pos, CORE_SLOT_HISTORY));
    return core_position_set(pos, CORE_SLOT_HISTORY_FIRST, core_get(pos, CORE_SLOT_HISTORY));
}

bool core_position_seen(const struct core_position *pos, uint64_t key) {
    /* Repetitions are recent, so the search goes backwards. */
    for (int i = core_get(pos, CORE_SLOT_HISTORY) - 1; i >= core_get(pos, CORE_SLOT_HISTORY_FIRST);
         i--)
        if (pos->history[i] == key)
            return true;
    return false;
}

/* ---- consistency ----------------------------------------------------------------------------- */

static bool invalid(struct mst_error *error, const char *what, int which) {
    mst_fail(error, MST_SCRIPT_ERROR, "", "inconsistent position: %s (%d)", what, which);
    return false;
}

static bool stacks_sound(const struct core_position *pos, struct mst_error *error) {
    const struct core_schema *s = pos->schema;
    int found = 0;
    for (int place = 0; place < s->places; place++) {
        int level = core_count(pos, place); /* P3; a count of pieces ends a circle of links */
        for (int p = core_top(pos, place); p != MST_NONE;
             p = core_piece(pos, p, CORE_PIECE_BELOW)) {
            if (core_piece(pos, p, CORE_PIECE_PLACE) != place ||
                core_piece(pos, p, CORE_PIECE_LEVEL) != level-- || ++found > s->pieces)
                return invalid(error, "links of the stack at place", place);
        }
        if (level)
            return invalid(error, "levels of the stack at place", place);
    }
    return found == s->pieces || invalid(error, "pieces outside all places; found", found);
}

static bool tops_sound(const struct core_position *pos, struct mst_error *error) {
    const struct core_schema *s = pos->schema;
    for (int t = 0; t < s->type_count; t++)
        for (int seat = -1; seat < s->seats; seat++)
            for (int z = 0; z < s->board->zones; z++) {
                int top = core_top(pos, z);
                bool is = top != MST_NONE && s->type_of[top] == t &&
                          core_piece(pos, top, CORE_PIECE_OWNER) == seat;
                if (is != (bool)(core_tops(pos, t, seat)[z / 64] >> (z & 63) & 1)) /* P4 */
                    return invalid(error, "set of tops at zone", z);
            }
    return true;
}

static bool sets_sound(const struct core_position *pos, const struct core_field *field) {
    const struct core_schema *s = pos->schema;
    for (int zone = 0; zone < s->board->zones; zone++)
        for (int32_t value = -1; value <= field->max; value++) {
            bool is = value == core_get_field(pos, field, zone);
            if (is != (bool)(read_wide(pos, set_slot(s, field, value, zone)) >> (zone & 63) & 1))
                return false;
        }
    return true;
}

bool core_position_sound(const struct core_position *pos, struct mst_error *error) {
    const struct core_schema *s = pos->schema;

    /* S3 and S4; a mask has initial values instead of hidden faces. */
    for (int i = 0; i < s->field_count; i++)
        for (int k = 0; k < core_field_entities(s, &s->fields[i]); k++) {
            int32_t value = core_get_field(pos, &s->fields[i], k);
            if (value < s->fields[i].min || value > s->fields[i].max)
                return invalid(error, s->fields[i].name, value);
            if (s->fields[i].seen == CORE_SEEN_AS_FACE && !pos->masked &&
                value != core_field_start(&s->fields[i], k))
                return invalid(error, "a changed face", k);
        }

    for (int i = 0; i < s->field_count; i++)
        if (s->fields[i].sets && !sets_sound(pos, &s->fields[i]))
            return invalid(error, "sets of an indexed field", i);
    if (!stacks_sound(pos, error) || !tops_sound(pos, error))
        return false;

    for (int i = CORE_SLOT_FRAMES + core_get(pos, CORE_SLOT_DEPTH) * CORE_FRAME_SLOTS;
         i < CORE_SLOT_FIELDS; i++)
        if (core_get(pos, i))
            return invalid(error, "a frame above the depth", i); /* P6 */
    return pos->hash == core_position_rehash(pos) || invalid(error, "hash", 0);
}
