/* The pieces of a place as moves list them: in the order of their container, identical ones once.
 * See legal.h. */
#include "play/legal.h"

/* The order of pieces in lists: by the container's fields, then type, owner, and all fields. */
static int compare_pieces(const struct mst_position *pos, const struct mst_container *container,
                          int a, int b) {
    const struct mst_schema *s = pos->schema;
    for (int i = 0; container && i < container->sorts; i++) {
        const struct mst_field *field = &s->fields[container->sort[i]];
        int d = mst_get_field(pos, field, a) - mst_get_field(pos, field, b);
        if (d)
            return container->descending >> i & 1 ? -d : d;
    }
    if (s->type_of[a] != s->type_of[b])
        return s->type_of[a] - s->type_of[b];
    int d = mst_piece(pos, a, MST_PIECE_OWNER) - mst_piece(pos, b, MST_PIECE_OWNER);
    for (int i = 0; !d && i < s->field_count; i++)
        if (s->fields[i].of == MST_OF_PIECE)
            d = mst_get_field(pos, &s->fields[i], a) - mst_get_field(pos, &s->fields[i], b);
    return d;
}

int mst_pieces_in(const struct mst_play *play, int place, bool all, int16_t *pieces) {
    const struct mst_position *pos = play->pos;
    const struct mst_schema *s = pos->schema;
    if (place < 0 || place >= s->places)
        return 0;
    int bag = s->bag[place];
    const struct mst_container *container = bag ? &s->containers[bag - 1] : NULL;
    int count = 0, kept = 0;
    for (int p = mst_top(pos, place); p != MST_NONE; p = mst_piece(pos, p, MST_PIECE_BELOW)) {
        int i = count++;
        for (; bag && i > 0; i--) {
            int d = compare_pieces(pos, container, p, pieces[i - 1]);
            if (d > 0 || (d == 0 && p > pieces[i - 1]))
                break;
            pieces[i] = pieces[i - 1];
        }
        pieces[i] = (int16_t)p;
    }
    play->budget->work -= bag ? 1 + count * count / 8 : 1 + count / 8; /* due at the next charge */
    for (int i = 0; i < count; i++)
        if (all || !bag || !kept || compare_pieces(pos, container, pieces[i], pieces[kept - 1]))
            pieces[kept++] = pieces[i];
    return kept;
}

bool mst_subset_canonical(const struct mst_play *play, const int16_t *pieces, int count,
                          int64_t mask) {
    for (int i = 1; i < count; i++)
        if ((mask >> i & 1) && !(mask >> (i - 1) & 1) &&
            !compare_pieces(play->pos, NULL, pieces[i], pieces[i - 1]))
            return false;
    return mask >= 0 && mask < 1LL << count;
}
