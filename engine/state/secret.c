/* Knowledge of seats: see secret.h. */
#include "state/secret.h"

#include <assert.h>

static int known_slot(const struct mst_position *pos, int piece) {
    return pos->schema->known_first + piece;
}

/* ---- learning and forgetting faces ---------------------------------------------------------- */

/* Remove the viewers `lost` from those who know the faces of the pieces of `type` in `place`. */
static void forget_type(struct mst_position *pos, int place, int type, int32_t lost) {
    for (int p = mst_top(pos, place); p != MST_NONE; p = mst_piece(pos, p, MST_PIECE_BELOW)) {
        int slot = known_slot(pos, p);
        if (pos->schema->type_of[p] == type)
            mst_position_set(pos, slot, mst_get(pos, slot) & ~lost);
    }
}

void mst_secret_move(struct mst_position *pos, int piece, int place) {
    const struct mst_schema *s = pos->schema;
    int from = mst_piece(pos, piece, MST_PIECE_PLACE), slot = known_slot(pos, piece);
    int32_t unseen = MST_EVERYBODY & ~(s->sight[from] | s->sight[place]);
    if (unseen && s->bag[from] && from != place)
        forget_type(pos, from, s->type_of[piece], unseen);
    int32_t known = mst_get(pos, slot), now = known | s->sight[place];
    if (now != known) {
        pos->informed = pos->informed || (now & ~known & ~MST_ONLOOKER);
        mst_position_set(pos, slot, now);
    }
}

/* ---- shuffling ------------------------------------------------------------------------------- */

/* List the pieces of a place in ascending order. Returns their number. */
static int pieces_by_number(const struct mst_position *pos, int place, int16_t *pieces) {
    int count = 0;
    for (int p = 0; p < pos->schema->pieces; p++)
        if (mst_piece(pos, p, MST_PIECE_PLACE) == place)
            pieces[count++] = (int16_t)p;
    return count;
}

static void mix_pieces(int16_t *pieces, int count, struct mst_rng *rng) {
    for (int i = count - 1; i > 0; i--) {
        int k = (int)mst_rng_below(rng, (uint64_t)i + 1);
        int16_t swap = pieces[i];
        pieces[i] = pieces[k];
        pieces[k] = swap;
    }
}

bool mst_position_shuffle(struct mst_position *pos, int place, int64_t n) {
    int16_t pieces[MST_MOST_PIECES];
    struct mst_mark mark = mst_position_mark(pos);
    struct mst_rng rng;
    int count = pieces_by_number(pos, place, pieces);
    bool done = true;
    mst_rng_seed(&rng, mst_mix((uint64_t)n) ^ mst_mix((uint64_t)place + 1));
    mix_pieces(pieces, count, &rng);
    for (int i = 0; i < count && done && pos->schema->known_first; i++) {
        int slot = known_slot(pos, pieces[i]);
        done = mst_position_set(pos, slot, mst_get(pos, slot) & pos->schema->sight[place]);
    }
    if (done && mst_position_arrange(pos, place, pieces, count))
        return true;
    mst_position_rewind(pos, mark);
    return false;
}

/* ---- reading and setting up ----------------------------------------------------------------- */

void mst_secret_read_face(struct mst_position *pos, int piece) {
    const struct mst_schema *s = pos->schema;
    int32_t seats = (1 << s->seats) - 1;
    if (s->known_first && (mst_get(pos, known_slot(pos, piece)) & seats) != seats)
        pos->informed = true;
}

void mst_secret_read_faces(struct mst_position *pos, int64_t place) {
    if (!pos->schema->known_first || place < 0 || place >= pos->schema->places)
        return;
    for (int p = mst_top(pos, (int)place); p != MST_NONE; p = mst_piece(pos, p, MST_PIECE_BELOW))
        mst_secret_read_face(pos, p);
}

void mst_secret_read(struct mst_position *pos, const struct mst_field *field, int entity) {
    if (field->seen == MST_SEEN_AS_FACE)
        mst_secret_read_face(pos, entity);
    else if (field->seen != MST_SEEN_BY_ALL)
        pos->informed = true;
}

bool mst_secret_begin(struct mst_position *pos) {
    const struct mst_schema *s = pos->schema;
    for (int p = 0; s->known_first && p < s->pieces; p++)
        if (!mst_position_set(pos, known_slot(pos, p),
                              s->sight[mst_piece(pos, p, MST_PIECE_PLACE)]))
            return false;
    return true;
}

/* ---- masking --------------------------------------------------------------------------------- */

struct mask {
    const struct mst_position *pos;
    int viewer;
    int32_t bit;                     /* known to the viewer */
    int16_t number[MST_MOST_PIECES]; /* piece -> its number in the mask */
};

static bool knows(const struct mask *m, int piece) {
    return !m->pos->schema->known_first || (mst_get(m->pos, known_slot(m->pos, piece)) & m->bit);
}

/* The value of a piece's field as the viewer may know it. */
static int32_t visible(const struct mask *m, const struct mst_field *field, int piece) {
    int32_t value = mst_get_field(m->pos, field, piece);
    switch (field->seen) {
    case MST_SEEN_AS_FACE: return knows(m, piece) ? value : field->initial;
    case MST_SEEN_BY_OWNER:
        return m->viewer != MST_NONE && mst_piece(m->pos, piece, MST_PIECE_OWNER) == m->viewer
                   ? value
                   : field->initial;
    case MST_SEEN_BY_NONE: return field->initial;
    default: return value;
    }
}

/* Compare two pieces of a masked bag by what the viewer may know of them. Pieces that compare equal
 * look the same to the viewer. */
static int compare_visible(const struct mask *m, int a, int b) {
    const struct mst_schema *s = m->pos->schema;
    int d = s->type_of[a] - s->type_of[b];
    if (!d)
        d = knows(m, b) - knows(m, a);
    if (!d)
        d = mst_piece(m->pos, a, MST_PIECE_OWNER) - mst_piece(m->pos, b, MST_PIECE_OWNER);
    for (int i = 0; i < s->field_count && !d; i++)
        if (s->fields[i].of == MST_OF_PIECE) {
            int32_t x = visible(m, &s->fields[i], a), y = visible(m, &s->fields[i], b);
            d = (x > y) - (x < y);
        }
    return d || !knows(m, a) ? d : a - b;
}

/* List the pieces of a place from the bottom up; those of a bag in masked order. */
static int spots_of(const struct mask *m, int place, int16_t *pieces) {
    int count = mst_count(m->pos, place), at = count;
    for (int p = mst_top(m->pos, place); p != MST_NONE; p = mst_piece(m->pos, p, MST_PIECE_BELOW))
        pieces[--at] = (int16_t)p;
    for (int i = 1; i < count && m->pos->schema->bag[place]; i++) {
        int16_t piece = pieces[i];
        for (at = i; at > 0 && compare_visible(m, piece, pieces[at - 1]) < 0; at--)
            pieces[at] = pieces[at - 1];
        pieces[at] = piece;
    }
    return count;
}

/* Number the pieces. Known pieces keep their numbers; of each type, the others get the remaining
 * numbers in ascending order. */
static void number_spots(struct mask *m) {
    const struct mst_schema *s = m->pos->schema;
    int next[MST_MOST_PIECE_TYPES];
    int16_t pieces[MST_MOST_PIECES];
    for (int t = 0; t < s->type_count; t++)
        next[t] = s->types[t].first;
    for (int place = 0; place < s->places; place++) {
        int count = spots_of(m, place, pieces);
        for (int i = 0; i < count; i++) {
            int *number = &next[s->type_of[pieces[i]]];
            m->number[pieces[i]] = pieces[i];
            if (knows(m, pieces[i]))
                continue;
            while (knows(m, *number))
                ++*number;
            m->number[pieces[i]] = (int16_t)(*number)++;
        }
    }
}

/* Write the piece `piece` as the viewer may know it. */
static void write_spot(const struct mask *m, struct mst_position *out, int piece, int level,
                       int below) {
    const struct mst_schema *s = m->pos->schema;
    int place = mst_piece(m->pos, piece, MST_PIECE_PLACE), number = m->number[piece];
    int32_t *facts = out->slots + mst_slot_piece(s, number, 0);
    facts[MST_PIECE_PLACE] = place;
    facts[MST_PIECE_LEVEL] = level;
    facts[MST_PIECE_BELOW] = below;
    facts[MST_PIECE_OWNER] = mst_piece(m->pos, piece, MST_PIECE_OWNER);
    for (int i = 0; i < s->field_count; i++)
        if (s->fields[i].of == MST_OF_PIECE)
            out->slots[s->fields[i].first + number * s->fields[i].stride] =
                visible(m, &s->fields[i], piece);
    if (s->known_first)
        out->slots[s->known_first + number] =
            (s->sight[place] & ~m->bit) | (knows(m, piece) ? m->bit : 0);
}

static void write_spots(const struct mask *m, struct mst_position *out) {
    const struct mst_schema *s = m->pos->schema;
    int16_t pieces[MST_MOST_PIECES];
    for (int place = 0; place < s->places; place++) {
        int count = spots_of(m, place, pieces), below = MST_NONE;
        for (int i = 0; i < count; i++) {
            write_spot(m, out, pieces[i], i + 1, below);
            below = m->number[pieces[i]];
        }
        out->slots[mst_slot_top(s, place)] = below;
    }
}

/* The owner of the entity of a field. */
static int owner_of(const struct mst_position *pos, const struct mst_field *field, int entity) {
    if (field->of == MST_OF_SEAT)
        return entity;
    int top = field->of == MST_OF_ZONE ? mst_top(pos, entity) : MST_NONE;
    return top == MST_NONE ? MST_NONE : mst_piece(pos, top, MST_PIECE_OWNER);
}

static void hide_fields(const struct mask *m, struct mst_position *out) {
    const struct mst_schema *s = m->pos->schema;
    for (int i = 0; i < s->field_count; i++) {
        const struct mst_field *field = &s->fields[i];
        for (int k = 0; field->of != MST_OF_PIECE && k < mst_field_entities(s, field); k++) {
            bool own = field->seen == MST_SEEN_BY_OWNER && m->viewer != MST_NONE &&
                       owner_of(m->pos, field, k) == m->viewer;
            if (field->seen != MST_SEEN_BY_ALL && !own)
                out->slots[field->first + k * field->stride] = field->initial;
        }
    }
}

struct mst_position *mst_position_mask(const struct mst_position *pos, int viewer) {
    struct mask m = {.pos = pos, .viewer = viewer};
    struct mst_position *out = mst_position_clone(pos);
    if (!out || !pos->schema->secrets)
        return out;
    m.bit = viewer == MST_NONE ? MST_ONLOOKER : 1 << viewer;
    number_spots(&m);
    write_spots(&m, out);
    hide_fields(&m, out);
    out->slots[MST_SLOT_HISTORY] = out->slots[MST_SLOT_HISTORY_FIRST] = 0;
    out->masked = true;
    out->viewer = viewer;
    mst_position_reckon(out);
    return out;
}

/* ---- sampling -------------------------------------------------------------------------------- */

/* Shuffle the numbers of the unknown pieces of each type, into m->number. */
static void deal_numbers(struct mask *m, struct mst_rng *rng) {
    const struct mst_schema *s = m->pos->schema;
    for (int t = 0; t < s->type_count; t++) {
        int16_t hidden[MST_MOST_PIECES];
        int count = 0, last = s->types[t].first + s->types[t].count;
        for (int p = s->types[t].first; p < last; p++) {
            m->number[p] = (int16_t)p;
            if (!knows(m, p))
                hidden[count++] = (int16_t)p;
        }
        mix_pieces(hidden, count, rng);
        for (int p = s->types[t].first, i = 0; p < last; p++)
            if (!knows(m, p))
                m->number[p] = hidden[i++];
    }
}

struct mst_position *mst_position_sample(const struct mst_position *masked, int viewer,
                                         struct mst_rng *rng) {
    const struct mst_schema *s = masked->schema;
    struct mask m = {.pos = masked, .viewer = viewer};
    struct mst_position *out = mst_position_clone(masked);
    if (!out || !s->secrets)
        return out;
    m.bit = viewer == MST_NONE ? MST_ONLOOKER : 1 << viewer;
    deal_numbers(&m, rng);
    write_spots(&m, out);
    for (int i = 0; i < s->field_count; i++)
        for (int p = 0; s->fields[i].seen == MST_SEEN_AS_FACE && p < s->pieces; p++)
            out->slots[s->fields[i].first + p * s->fields[i].stride] =
                mst_field_start(&s->fields[i], p);
    out->masked = false;
    mst_position_reckon(out);
    assert(mst_position_sound(out, NULL));
    return out;
}
