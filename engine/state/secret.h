/* Knowledge of seats: the faces that a seat knows, and its information state of a position.
 *
 * K1 For each piece, the block stores the viewers who know its face (schema->known_first). This is
 * journaled like all facts, but not hashed. A viewer learns a face where the faces of the piece's
 * place are visible. The viewer forgets it when the piece may have been mixed up with others: its
 * place is shuffled, or some piece leaves a bag unseen for a place unseen. In that case every piece
 * of that type in the bag may be the one that left. K2 A masked position contains exactly what its
 * viewer may know. Two positions that differ only in what the viewer may not see have bitwise equal
 * masks, including piece numbers and the order of bags. K3 A game without secrets pays nothing for
 * this. */
#ifndef MUSTER_STATE_SECRET_H
#define MUSTER_STATE_SECRET_H

#include "state/position.h"

/* Record which viewers learn or forget faces when `piece`, still at its old place, moves to
 * `place`. For games with hidden faces. The caller has reserved as many journal entries as there
 * are pieces at the old place. */
void mst_secret_move(struct mst_position *pos, int piece, int place);

/* Order the pieces of `place`, which is not a bag, by the number `n`. The same n, place and pieces
 * give the same order on every machine, whatever the old order was. Viewers who do not see faces
 * there no longer know any of them. False when out of memory (P5). */
bool mst_position_shuffle(struct mst_position *pos, int place, int64_t n);

/* The information state of `viewer` (a seat, or MST_NONE for an onlooker): a position of the same
 * schema. Hidden faces and fields have their initial values. Pieces with unknown faces are
 * renumbered, ascending by place and level within each type. Bags are sorted, and the history is
 * empty. Other seats count as knowing a face if they see the faces of its place. In a game without
 * secrets this is a plain copy. Free it with mst_position_free. NULL when out of memory. */
struct mst_position *mst_position_mask(const struct mst_position *pos, int viewer);

/* A determinization: a whole position that is consistent with `masked`, which was made for
 * `viewer`. The unknown pieces of each type are dealt at random, uniformly. Hidden fields that are
 * not faces keep their initial values. The result has the mask `masked` for the viewer. NULL when
 * out of memory. */
struct mst_position *mst_position_sample(const struct mst_position *masked, int viewer,
                                         struct mst_rng *rng);

/* Does the viewer of `pos` know the face of `piece`? Always true in a whole position. */
static inline bool mst_secret_known(const struct mst_position *pos, int piece) {
    int known = pos->schema->known_first;
    int bit = pos->viewer == MST_NONE ? MST_MOST_SEATS : pos->viewer;
    return !pos->masked || !known || (mst_get(pos, known + piece) >> bit & 1);
}

/* The rules read `field` of `entity`: set pos->informed if it is hidden from some seat. */
void mst_secret_read(struct mst_position *pos, const struct mst_field *field, int entity);
/* The same for the whole face of a piece, or of every piece in a place (MST_NONE: nothing). */
void mst_secret_read_face(struct mst_position *pos, int piece);
void mst_secret_read_faces(struct mst_position *pos, int64_t place);

/* Reduce knowledge to what is visible now, for a position that was read from text. False when out
 * of memory. */
bool mst_secret_begin(struct mst_position *pos);

#endif
