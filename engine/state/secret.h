/* Who knows what: the faces of pieces, and what a seat may see of a position.
 *
 * K1 Who knows a face is remembered per piece (schema->known_first), journaled like all else, not
 * hashed. A viewer comes to know a face where the faces of its place are seen, and keeps knowing it
 * until the piece may have been mixed up with others: its place is shuffled, or a piece leaves a
 * bag unseen for a place unseen; then every piece of that type in that bag may be the one that
 * went. K2 Games in which everybody sees everything pay nothing for this. */
#ifndef MUSTER_STATE_SECRET_H
#define MUSTER_STATE_SECRET_H

#include "state/position.h"

/* Note who comes to know and who loses sight when `piece`, which still lies where it lay, goes to
 * `place`. For games with hidden faces; the caller has reserved room for as many entries of the
 * journal as pieces lie where it goes from. */
void mst_secret_move(struct mst_position *pos, int piece, int place);

/* Order the pieces of `place`, which is no bag, by the number `n`: the same n, place and pieces
 * give the same order on every machine, whatever their order was. Who does not see their faces
 * there knows none of them afterwards. False when memory ends (P5). */
bool mst_position_shuffle(struct mst_position *pos, int place, int64_t n);

#endif
