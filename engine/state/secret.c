/* Who knows what: see secret.h. */
#include "state/secret.h"

static int known_slot(const struct mst_position *pos, int piece) {
    return pos->schema->known_first + piece;
}

/* ---- coming to know, and losing sight -------------------------------------------------------- */

/* `lost` do not know the faces of the pieces of `type` in `place` any more. */
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

/* The pieces of a place, by rising number; returns how many. */
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
