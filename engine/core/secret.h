/* Knowledge of seats: the faces that a seat knows, and its information state of a position.
 *
 * K1 For each piece, the block stores the viewers who know its face (schema->known_first). This is
 * journaled like all facts, but not hashed. A viewer learns a face where the faces of the piece's
 * place are visible.
 * K2 In a bag, knowledge belongs to the bag and not to a piece: what a viewer knows is how many
 * pieces of each face are in it at least. So if a piece leaves the bag, seen, then a known face is
 * one fewer, whichever of the pieces with that face it was. If it leaves unseen, or if it changes
 * what everybody sees of it, any piece like it may be the one, and none of them is known
 * afterwards. A shuffle ends all knowledge of its place.
 * K3 A masked position contains exactly what its viewer may know. Two positions that differ only in
 * what the viewer may not see, or in which of several pieces with the same face is where, have
 * bitwise equal masks, including piece numbers and the order of bags.
 * K4 A game without secrets pays nothing for this. */
#ifndef MUSTER_CORE_SECRET_H
#define MUSTER_CORE_SECRET_H

#include "core/position.h"
#include "core/seed.h"

/* Record which viewers learn or forget faces when `piece`, still at its old place, moves to
 * `place`. For games with hidden faces. The caller has reserved as many journal entries as there
 * are pieces at the old place. */
void core_secret_move(struct core_position *pos, int piece, int place);

/* Record which viewers cannot follow `piece` any more when a fact of it that everybody sees
 * changes, before it does. For games with hidden faces. The caller has reserved as many journal
 * entries as there are pieces at its place. */
void core_secret_change(struct core_position *pos, int piece);

/* Order the pieces of `place`, which is not a bag, by the number `n`, and by `outcome` if that is
 * not NULL: then the order is drawn from the key stream of ChaCha20, without bias. The same n,
 * outcome, place and pieces give the same order on every machine, whatever the old order was.
 * Viewers who do not see faces there no longer know any of them. False when out of memory (P5). */
bool core_position_shuffle(struct core_position *pos, int place, int64_t n,
                           const unsigned char outcome[MST_KEY_SIZE], core_key_stream *source);

/* The information state of `viewer` (a seat, or MST_NONE for an onlooker): a position of the same
 * schema. Hidden faces and fields have their initial values. Pieces
 * are renumbered, ascending by place and level: known ones within those of the same face, the
 * others within their type. Fields that hold pieces are renumbered with them; they have their
 * initial values where the viewer cannot tell which piece in a bag is meant. Bags are sorted, and
 * the history is empty. Other seats count as knowing a face if they see the faces of its place. In
 * a game without secrets this is a plain copy. Free it with core_position_free. NULL when out of
 * memory. */
struct core_position *core_position_mask(const struct core_position *pos, int viewer);

/* How a position is written as a viewer may know it: a mask, or a determinization. */
struct core_mask {
    const struct core_position *pos;
    int viewer;
    int32_t bit;                      /* known to the viewer */
    bool whole;                       /* fields are written as they are: for a determinization */
    int16_t number[CORE_MOST_PIECES]; /* piece -> its number in the mask */
    bool used[CORE_MOST_PIECES];      /* number -> a piece has it */
};
/* Does the viewer know the face of the piece? */
bool core_mask_knows(const struct core_mask *m, int piece);
/* Write pieces, under their numbers, and fields to `out`, a copy of m->pos. */
void core_mask_write(const struct core_mask *m, struct core_position *out);
/* Shuffle by `stream`, or (NULL) by `rng`. */
void core_mix_pieces(int16_t *pieces, int count, struct mst_rng *rng, struct core_stream *stream);

/* May `viewer` see the field of an entity, other than a face? */
bool core_secret_seen(const struct core_position *pos, const struct core_field *field, int entity,
                      int viewer);

/* Does the viewer of `pos` know the face of `piece`? Always true in a whole position. */
static inline bool core_secret_known(const struct core_position *pos, int piece) {
    int known = pos->schema->known_first;
    int bit = pos->viewer == MST_NONE ? MST_MOST_SEATS : pos->viewer;
    return !pos->masked || !known || (core_get(pos, known + piece) >> bit & 1);
}

/* May `viewer` be shown the face of this very piece, that is, see it where it lies, or have
 * followed it there? It is not enough to know that a piece with its face is in a bag. */
bool core_secret_named(const struct core_position *pos, int piece, int viewer);

/* The rules read `field` of `entity`: set pos->informed if it is hidden from some seat. */
void core_secret_read(struct core_position *pos, const struct core_field *field, int entity);
/* The same for the whole face of a piece, or of every piece in a place (MST_NONE: nothing). */
void core_secret_read_face(struct core_position *pos, int piece);
void core_secret_read_faces(struct core_position *pos, int64_t place);

/* Reduce knowledge to what is visible now, for a position that was read from text. False when out
 * of memory. */
bool core_secret_begin(struct core_position *pos);

#endif
