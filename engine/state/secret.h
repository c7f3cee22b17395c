/* Knowledge of seats: the faces of pieces, and the part of a position that a seat may see.
 *
 * K1 Who knows a face is remembered per piece (schema->known_first), journaled like all else, not
 * hashed. A viewer comes to know a face where the faces of its place are seen, and keeps knowing it
 * until the piece may have been mixed up with others: its place is shuffled, or a piece leaves a
 * bag unseen for a place unseen; then every piece of that type in that bag may be the one that
 * went. K2 A masked position holds what its viewer may know and nothing else: two positions that
 * differ only in what the viewer may not see give masks that are equal bit for bit, also in piece
 * numbers and in the order of bags. K3 Games in which everybody sees everything pay nothing for
 * this. */
#ifndef MUSTER_STATE_SECRET_H
#define MUSTER_STATE_SECRET_H

#include "state/position.h"

/* Note who comes to know and who loses sight when `piece`, which still lies where it lay, goes to
 * `place`. For games with hidden faces; the caller has reserved room for as many entries of the
 * journal as pieces lie where it goes from. */
void mst_secret_move(struct mst_position *pos, int piece, int place);

/* Order the pieces of `place`, which is no bag, by the number `n`: the same n, place and pieces
 * give the same order on every machine, whatever their order was. Who does not see their faces
 * there knows none of them afterwards. False when out of memory (P5). */
bool mst_position_shuffle(struct mst_position *pos, int place, int64_t n);

/* What `viewer` (a seat, or MST_NONE for an onlooker) may know of `pos`: a position of the same
 * schema. Hidden faces and fields hold their `initial`; the pieces whose faces the viewer does not
 * know are numbered anew, those of a type rising by place and level; bags are in order; there is no
 * history. Other seats are taken to know a face if they see the faces of its place. In a game
 * without secrets a plain copy. Free with mst_position_free; NULL when out of memory. */
struct mst_position *mst_position_mask(const struct mst_position *pos, int viewer);

/* A whole position that `masked`, made for `viewer`, could be of: the pieces that the viewer does
 * not know are dealt out anew, for each type every way with the same chance. Fields that are hidden
 * but are no faces keep their `initial`. Its mask for the viewer is `masked` again. NULL when
 * memory runs out. */
struct mst_position *mst_position_sample(const struct mst_position *masked, int viewer,
                                         struct mst_rng *rng);

/* Does the viewer of `pos` know the face of `piece`? In a whole position always. */
static inline bool mst_secret_known(const struct mst_position *pos, int piece) {
    int known = pos->schema->known_first;
    int bit = pos->viewer == MST_NONE ? MST_MOST_SEATS : pos->viewer;
    return !pos->masked || !known || (mst_get(pos, known + piece) >> bit & 1);
}

/* Note that the rules read `field` of `entity`: where some seat may not see it, pos->informed. */
void mst_secret_read(struct mst_position *pos, const struct mst_field *field, int entity);
/* The same for the whole face of a piece, or of every piece in a place (of none for no place). */
void mst_secret_read_face(struct mst_position *pos, int piece);
void mst_secret_read_faces(struct mst_position *pos, int64_t place);

/* Nobody knows more than what is seen now: for a position that was read from a text. False when
 * memory runs out. */
bool mst_secret_begin(struct mst_position *pos);

#endif
