/* Knowledge of seats: see secret.h. */
#include "core/secret.h"

#include <assert.h>
#include <string.h>

#include "core/seed.h"

static int known_slot(const struct core_position *pos, int piece) {
    return pos->schema->known_first + piece;
}

/* ---- learning and forgetting faces ---------------------------------------------------------- */

/* Do two pieces look alike to those who see neither faces nor secrets? */
static bool same_outside(const struct core_position *pos, int a, int b) {
    const struct core_schema *s = pos->schema;
    bool named = core_piece_name(s, a) || core_piece_name(s, b);
    bool same = s->type_of[a] == s->type_of[b] && (a == b || !named) && /* S5 */
                core_piece(pos, a, CORE_PIECE_OWNER) == core_piece(pos, b, CORE_PIECE_OWNER);
    for (int i = 0; i < s->field_count && same; i++)
        if (s->fields[i].of == CORE_OF_PIECE && s->fields[i].seen == CORE_SEEN_BY_ALL)
            same = core_get_field(pos, &s->fields[i], a) == core_get_field(pos, &s->fields[i], b);
    return same;
}

/* Remove the viewers `lost` from those who know the face of the piece. */
static void secret_forget(struct core_position *pos, int piece, int32_t lost) {
    int slot = known_slot(pos, piece);
    assert(pos->schema->known_first); /* K1; the caller has reserved an entry */
    core_position_set(pos, slot, core_get(pos, slot) & ~lost);
}

/* The same for the pieces of the bag that could be taken for `piece`: those of its type or, if it
 * stays there, those that differ from it in nothing that everybody sees. */
static void forget_like(struct core_position *pos, int piece, bool stays, int32_t lost) {
    for (int p = core_top(pos, core_piece(pos, piece, CORE_PIECE_PLACE)); p != MST_NONE;
         p = core_piece(pos, p, CORE_PIECE_BELOW))
        if (stays ? same_outside(pos, p, piece)
                  : pos->schema->type_of[p] == pos->schema->type_of[piece])
            secret_forget(pos, p, lost);
}

/* The viewers `learned` see the face of `piece` as it leaves a bag that they do not see into. Those
 * who knew that such a face was there know now that it has left, whichever piece it was. */
static void forget_twin(struct core_position *pos, int piece, int32_t learned) {
    const struct core_schema *s = pos->schema;
    assert(s->bag[core_piece(pos, piece, CORE_PIECE_PLACE)]); /* K2 */
    for (int p = core_top(pos, core_piece(pos, piece, CORE_PIECE_PLACE)); p != MST_NONE && learned;
         p = core_piece(pos, p, CORE_PIECE_BELOW))
        if (p != piece && s->alike[p] == s->alike[piece]) {
            int32_t knew =
                core_get(pos, known_slot(pos, p)) & learned; /* one fewer is known there */
            secret_forget(pos, p, knew);
            learned &= ~knew;
        }
}

void core_secret_move(struct core_position *pos, int piece, int place) {
    const struct core_schema *s = pos->schema;
    int from = core_piece(pos, piece, CORE_PIECE_PLACE), slot = known_slot(pos, piece);
    bool mixed = s->bag[from] && from != place;
    assert(s->known_first); /* K4 */

    /* It leaves a bag unseen: any like it may be the one (K2). This comes first, and `piece` itself
     * is one of those, so it is not known either. */
    int32_t unseen = CORE_EVERYBODY & ~(s->sight[from] | s->sight[place]);
    if (unseen && mixed)
        forget_like(pos, piece, false, unseen);

    /* Of a piece from a bag, viewers who see it now learn which it was, even if they knew that such
     * a face was in there. */
    int32_t known = core_get(pos, slot), learned = s->sight[place] & ~known;
    int32_t shown = mixed ? s->sight[place] & ~s->sight[from] : learned;
    pos->informed = pos->informed || (shown & ~CORE_ONLOOKER);

    if (learned && mixed)
        forget_twin(pos, piece, learned);
    if (learned)
        core_position_set(pos, slot, known | learned);
}

void core_secret_change(struct core_position *pos, int piece) {
    const struct core_schema *s = pos->schema;
    int place = core_piece(pos, piece, CORE_PIECE_PLACE), like = 0;
    int32_t unseen = CORE_EVERYBODY & ~s->sight[place];
    if (!unseen || !s->bag[place])
        return; /* all can follow it */

    for (int p = core_top(pos, place); p != MST_NONE; p = core_piece(pos, p, CORE_PIECE_BELOW))
        like += same_outside(pos, p, piece);
    if (like > 1)
        forget_like(pos, piece, true, unseen);
}

/* ---- shuffling ------------------------------------------------------------------------------- */

/* The hash word of a piece in a place without its level. */
static uint64_t look_of(const struct core_position *pos, int piece) {
    const int32_t *facts = pos->slots + core_slot_piece(pos->schema, piece, 0);
    return *(const uint64_t *)(const void *)(facts + CORE_PIECE_WORD) -
           (uint64_t)facts[CORE_PIECE_LEVEL] *
               pos->schema->place_facts[facts[CORE_PIECE_PLACE]].levels;
}

/* Compare two pieces of a place with the same face by all else that is hashed. */
static int compare_twins(const struct core_position *pos, int a, int b) {
    const struct core_schema *s = pos->schema;
    if (look_of(pos, a) == look_of(pos, b))
        return 0; /* the sums are equal: all is */
    int d = core_piece(pos, a, CORE_PIECE_OWNER) - core_piece(pos, b, CORE_PIECE_OWNER);
    for (int i = 0; i < s->field_count && !d; i++)
        if (s->fields[i].of == CORE_OF_PIECE && s->fields[i].hashed) {
            int32_t x = core_get_field(pos, &s->fields[i], a);
            int32_t y = core_get_field(pos, &s->fields[i], b);
            d = (x > y) - (x < y);
        }
    return d;
}

/* Sort the pieces, which are listed by number, as if those of each face were the first of that
 * face: which of them they are has no meaning. */
static void sort_twins(const struct core_position *pos, int16_t *pieces, int count) {
    const struct core_schema *s = pos->schema;
    int16_t in[CORE_MOST_PIECES]; /* number -> the piece that counts as it, or MST_NONE */
    int16_t
        vacant[CORE_MOST_PIECES]; /* the first piece of a face -> the next number that is free */
    for (int p = 0; p < s->pieces; p++) {
        vacant[p] = (int16_t)p;
        in[p] = MST_NONE;
    }

    for (int i = 0; i < count; i++) {
        int piece = pieces[i], face = s->alike[piece];
        for (int at = face; at != vacant[face]; at = s->twin[at]) /* keep them in order */
            if (compare_twins(pos, piece, in[at]) < 0) {
                int16_t moved = in[at];
                in[at] = (int16_t)piece;
                piece = moved;
            }
        in[vacant[face]] = (int16_t)piece;
        vacant[face] = s->twin[vacant[face]];
    }

    for (int p = 0; p < s->pieces; p++)
        if (in[p] != MST_NONE)
            *pieces++ = in[p];
}

/* Is the piece one of the first with its face, among those in its place, and like the one before?
 */
static bool follows_elder(const struct core_position *pos, int piece) {
    int elder = pos->schema->elder[piece];
    return elder == MST_NONE ||
           (core_piece(pos, elder, CORE_PIECE_PLACE) == core_piece(pos, piece, CORE_PIECE_PLACE) &&
            look_of(pos, elder) == look_of(pos, piece));
}

/* List the pieces of a place in an order that does not depend on the old one. Returns their number.
 */
static int pieces_by_face(const struct core_position *pos, int place, int16_t *pieces) {
    int count = 0;
    bool sorted = true;
    for (int p = 0; p < pos->schema->pieces; p++)
        if (core_piece(pos, p, CORE_PIECE_PLACE) == place) {
            pieces[count++] = (int16_t)p;
            sorted = sorted && follows_elder(pos, p);
        }
    if (!sorted) /* K3: the number of a piece says nothing, so it may not decide */
        sort_twins(pos, pieces, count);
    return count;
}

void core_mix_pieces(int16_t *pieces, int count, struct mst_rng *rng, struct core_stream *stream) {
    for (int i = count - 1; i > 0; i--) {
        uint64_t bound = (uint64_t)i + 1; /* it may stay where it is: else not all orders occur */
        int k = (int)(stream ? core_stream_below(stream, bound) : mst_rng_below(rng, bound));
        int16_t swap = pieces[i];
        pieces[i] = pieces[k];
        pieces[k] = swap;
    }
}

bool core_position_shuffle(struct core_position *pos, int place, int64_t n,
                           const unsigned char outcome[MST_KEY_SIZE], core_key_stream *source) {
    int16_t pieces[CORE_MOST_PIECES];
    struct core_mark mark = core_position_mark(pos);
    struct core_stream stream;
    struct mst_rng rng;
    int count = pieces_by_face(pos, place, pieces);
    bool done = true;

    /* The order depends on the number and the place alone, not on the order before. */
    assert(!pos->schema->bag[place]);
    mst_rng_seed(&rng, core_mix((uint64_t)n) ^ core_mix((uint64_t)place + 1));
    if (outcome)
        core_stream_open(&stream, source, outcome, CORE_FOR_SHUFFLE, n, place);
    core_mix_pieces(pieces, count, &rng, outcome ? &stream : NULL);

    /* Those who do not see faces there lose count (K2). */
    for (int i = 0; i < count && done && pos->schema->known_first; i++) {
        int slot = known_slot(pos, pieces[i]);
        done = core_position_set(pos, slot, core_get(pos, slot) & pos->schema->sight[place]);
    }
    if (done && core_position_arrange(pos, place, pieces, count))
        return true;

    core_position_rewind(pos, mark);
    return false;
}

/* ---- reading and setting up ----------------------------------------------------------------- */

/* The viewers who know the face of this very piece, and not only that one like it is in its bag. */
static int32_t named_by(const struct core_position *pos, int piece) {
    const struct core_schema *s = pos->schema;
    int place = core_piece(pos, piece, CORE_PIECE_PLACE);
    assert(s->known_first); /* K1 */
    return s->bag[place] ? s->sight[place] : core_get(pos, known_slot(pos, piece));
}

bool core_secret_named(const struct core_position *pos, int piece, int viewer) {
    int32_t bit = viewer == MST_NONE ? CORE_ONLOOKER : 1 << viewer;
    return !pos->schema->known_first || (named_by(pos, piece) & bit);
}

void core_secret_read_face(struct core_position *pos, int piece) {
    const struct core_schema *s = pos->schema;
    int32_t seats = (1 << s->seats) - 1;
    if (s->known_first && (named_by(pos, piece) & seats) != seats)
        pos->informed = true;
}

void core_secret_read_faces(struct core_position *pos, int64_t place) {
    if (!pos->schema->known_first || place < 0 || place >= pos->schema->places)
        return;
    for (int p = core_top(pos, (int)place); p != MST_NONE; p = core_piece(pos, p, CORE_PIECE_BELOW))
        core_secret_read_face(pos, p);
}

void core_secret_read(struct core_position *pos, const struct core_field *field, int entity) {
    if (field->seen == CORE_SEEN_AS_FACE)
        core_secret_read_face(pos, entity);
    else if (field->seen != CORE_SEEN_BY_ALL)
        pos->informed = true;
}

bool core_secret_begin(struct core_position *pos) {
    const struct core_schema *s = pos->schema;
    for (int p = 0; s->known_first && p < s->pieces; p++)
        if (!core_position_set(pos, known_slot(pos, p),
                               s->sight[core_piece(pos, p, CORE_PIECE_PLACE)]))
            return false;
    return true;
}

/* ---- masking --------------------------------------------------------------------------------- */

bool core_mask_knows(const struct core_mask *m, int piece) {
    return !m->pos->schema->known_first || core_piece_name(m->pos->schema, piece) ||
           (core_get(m->pos, known_slot(m->pos, piece)) & m->bit);
}

/* The value of a field as the viewer may know it, if the owner of its entity is `owner`. */
static int32_t visible(const struct core_mask *m, const struct core_field *field, int entity,
                       int owner) {
    bool own = m->viewer != MST_NONE && owner == m->viewer;
    bool seen = field->seen == CORE_SEEN_AS_FACE    ? core_mask_knows(m, entity)
                : field->seen == CORE_SEEN_BY_OWNER ? own
                                                    : field->seen == CORE_SEEN_BY_ALL;
    seen = seen || (m->whole && field->seen != CORE_SEEN_AS_FACE);
    return seen ? core_get_field(m->pos, field, entity) : field->initial;
}

/* The same after pieces are renumbered. In a bag that the viewer does not see into, nobody can tell
 * which piece is meant. */
static int32_t secret_written(const struct core_mask *m, const struct core_field *field, int entity,
                              int owner) {
    int32_t value = visible(m, field, entity, owner);

    if (!field->refers || field->sets || value < 0 || value >= m->pos->schema->pieces)
        return value;
    int place = core_piece(m->pos, value, CORE_PIECE_PLACE);
    bool distinct = !m->pos->schema->bag[place] || (m->pos->schema->sight[place] & m->bit);
    return distinct ? m->number[value] : field->initial;
}

/* Compare two pieces by a field as the viewer may know it. */
static int compare_field(const struct core_mask *m, int index, int a, int b) {
    const struct core_field *field = &m->pos->schema->fields[index < 0 ? ~index : index];
    if (field->refers) /* numbers of pieces mean nothing before they are renumbered (K3) */
        return 0;
    int32_t x = visible(m, field, a, core_piece(m->pos, a, CORE_PIECE_OWNER));
    int32_t y = visible(m, field, b, core_piece(m->pos, b, CORE_PIECE_OWNER));
    int d = (x > y) - (x < y);
    return index < 0 ? -d : d;
}

/* Are the pieces alike in all fields, as far as the viewer may see them? Most pieces of a bag are.
 */
static bool are_twins(const struct core_mask *m, int a, int b) {
    const struct core_schema *s = m->pos->schema;
    const int32_t *one = m->pos->slots + core_slot_piece(s, a, CORE_PIECE_FIELDS);
    const int32_t *two = m->pos->slots + core_slot_piece(s, b, CORE_PIECE_FIELDS);
    size_t size = (size_t)(s->piece_stride - CORE_PIECE_FIELDS) * sizeof *one;
    return !memcmp(one, two, size) && !core_bag_kind(m->pos, a, b) &&
           core_mask_knows(m, a) == core_mask_knows(m, b);
}

/* Compare two pieces of a masked bag by what the viewer may know of them, as core_bag_compare does,
 * known faces before others. Pieces that compare equal look the same to the viewer, unless they
 * refer to other pieces. */
static int compare_visible(const struct core_mask *m, int place, int a, int b) {
    const struct core_schema *s = m->pos->schema;
    const struct core_bag_order *order = &s->orders[s->bag[place] - 1];
    int d = 0, i = 0;

    if (are_twins(m, a, b))
        return s->known_first ? 0 : a - b; /* numbers are known where no face is hidden */

    /* What all see comes first, so that nothing hidden moves a piece past one that looks
     * different. */
    for (; i < order->before && !d; i++)
        d = compare_field(m, order->fields[i], a, b);
    if (!d)
        d = core_bag_kind(m->pos, a, b);
    for (; i < order->seen && !d; i++)
        d = compare_field(m, order->fields[i], a, b);
    if (!d)
        d = core_mask_knows(m, b) - core_mask_knows(m, a);

    for (; i < order->count && !d; i++)
        d = compare_field(m, order->fields[i], a, b);
    for (int f = 0; f < s->field_count && !d; f++)
        if (s->fields[f].of == CORE_OF_PIECE && !s->fields[f].hashed)
            d = compare_field(m, f, a, b);
    return d || s->known_first ? d : a - b;
}

/* Does the first piece of a bag lie on top? In the box it lies at the bottom. */
static bool falls_in(const struct core_schema *s, int place) {
    return s->bag[place] && place != s->containers[0].place;
}

/* List the pieces of a place from the bottom up; those of a bag in masked order. */
static int spots_of(const struct core_mask *m, int place, int16_t *pieces) {
    int count = core_count(m->pos, place), at = 0;
    bool falls = falls_in(m->pos->schema, place); /* then the list is nearly sorted from the top */
    for (int p = core_top(m->pos, place); p != MST_NONE;
         p = core_piece(m->pos, p, CORE_PIECE_BELOW))
        pieces[falls ? at++ : count - ++at] = (int16_t)p;

    for (int i = 1; i < count && m->pos->schema->bag[place]; i++) {
        int16_t piece = pieces[i];
        for (at = i; at > 0 && compare_visible(m, place, piece, pieces[at - 1]) < 0; at--)
            pieces[at] = pieces[at - 1];
        pieces[at] = piece;
    }
    return count;
}

/* Give numbers to the pieces that the viewer knows, or to the others. Pieces that could be mixed up
 * get theirs in ascending order: known ones those of the same face, then the others those that are
 * left of the type. */
static void number_spots(struct core_mask *m, bool known) {
    const struct core_schema *s = m->pos->schema;
    int16_t pieces[CORE_MOST_PIECES], from[CORE_MOST_PIECES] = {0};
    for (int p = 0; !s->known_first && p < s->pieces; p++)
        m->number[p] = (int16_t)p; /* all faces are open */
    if (!s->known_first)
        return;

    /* By place and level: this order does not depend on the numbers before (K3). */
    for (int place = 0; place < s->places; place++) {
        int count = spots_of(m, place, pieces);
        for (int i = 0; i < count; i++) {
            int piece = pieces[i], kind = s->alike[piece];
            int first = known ? kind : s->types[s->type_of[piece]].first;
            int16_t *next = &from[first];
            if (core_mask_knows(m, piece) != known)
                continue;

            *next = *next < first ? (int16_t)first : *next;
            while (m->used[*next] || (known && s->alike[*next] != kind))
                ++*next;
            assert(*next < s->pieces && s->type_of[*next] == s->type_of[piece]); /* K3 */
            m->used[*next] = true;
            m->number[piece] = *next;
        }
    }
}

/* Write the piece `piece` as the viewer may know it. */
static void write_spot(const struct core_mask *m, struct core_position *out, int piece, int level,
                       int below) {
    const struct core_schema *s = m->pos->schema;
    int place = core_piece(m->pos, piece, CORE_PIECE_PLACE), number = m->number[piece];
    int32_t *facts = out->slots + core_slot_piece(s, number, 0);

    assert(level >= 1 && number >= 0 && number < s->pieces); /* P3 */
    facts[CORE_PIECE_PLACE] = place;
    facts[CORE_PIECE_LEVEL] = level;
    facts[CORE_PIECE_BELOW] = below;
    facts[CORE_PIECE_OWNER] = core_piece(m->pos, piece, CORE_PIECE_OWNER);

    for (int i = 0; i < s->field_count; i++)
        if (s->fields[i].of == CORE_OF_PIECE)
            out->slots[s->fields[i].first + number * s->fields[i].stride] =
                secret_written(m, &s->fields[i], piece, facts[CORE_PIECE_OWNER]);
    /* The viewer does not know what others have learned, only what they see here now. */
    if (s->known_first)
        out->slots[s->known_first + number] =
            (s->sight[place] & ~m->bit) | (core_mask_knows(m, piece) ? m->bit : 0);
}

static void write_spots(const struct core_mask *m, struct core_position *out) {
    const struct core_schema *s = m->pos->schema;
    int16_t pieces[CORE_MOST_PIECES];
    for (int place = 0; place < s->places; place++) {
        int count = spots_of(m, place, pieces), below = MST_NONE;
        bool falls = falls_in(s, place);
        for (int i = 0; i < count; i++) {
            int piece = pieces[falls ? count - 1 - i : i];
            write_spot(m, out, piece, i + 1, below);
            below = m->number[piece]; /* P3, with the new numbers */
        }
        out->slots[core_slot_top(s, place)] = below;
    }
}

/* The owner of the entity of a field. */
static int owner_of(const struct core_position *pos, const struct core_field *field, int entity) {
    if (field->of == CORE_OF_SEAT)
        return entity;
    int top = field->of == CORE_OF_ZONE ? core_top(pos, entity) : MST_NONE;
    return top == MST_NONE ? MST_NONE : core_piece(pos, top, CORE_PIECE_OWNER);
}

bool core_secret_seen(const struct core_position *pos, const struct core_field *field, int entity,
                      int viewer) {
    int owner = field->of == CORE_OF_PIECE ? core_piece(pos, entity, CORE_PIECE_OWNER)
                                           : owner_of(pos, field, entity);
    return field->seen == CORE_SEEN_BY_ALL ||
           (field->seen == CORE_SEEN_BY_OWNER && viewer != MST_NONE && owner == viewer);
}

static void write_fields(const struct core_mask *m, struct core_position *out) {
    const struct core_schema *s = m->pos->schema;
    for (int i = 0; i < s->field_count; i++) {
        const struct core_field *field = &s->fields[i];
        for (int k = 0; field->of != CORE_OF_PIECE && k < core_field_entities(s, field); k++)
            out->slots[field->first + k * field->stride] =
                secret_written(m, field, k, owner_of(m->pos, field, k));
    }
}

void core_mask_write(const struct core_mask *m, struct core_position *out) {
    write_spots(m, out);
    write_fields(m, out);
}

struct core_position *core_position_mask(const struct core_position *pos, int viewer) {
    struct core_mask m = {.pos = pos, .viewer = viewer};
    assert(viewer >= MST_NONE && viewer < pos->schema->seats);
    struct core_position *out = core_position_clone(pos);
    if (!out || !pos->schema->secrets)
        return out; /* K4 */

    m.bit = viewer == MST_NONE ? CORE_ONLOOKER : 1 << viewer;
    number_spots(&m, true); /* the others get what the known ones leave */
    number_spots(&m, false);
    core_mask_write(&m, out);

    /* Keys of earlier positions were made from what is hidden. */
    out->slots[CORE_SLOT_HISTORY] = out->slots[CORE_SLOT_HISTORY_FIRST] = 0;
    out->masked = true;
    out->viewer = viewer;
    core_position_recompute(out);
    return out;
}
