/* The pieces of a place as moves list them: in the order of their container, identical ones once.
 * See legal.h. */
#include "core/legal.h"

/* The number of a piece with a name; -1 for all others. */
static int pieces_named(const struct core_schema *s, int piece) {
    return core_piece_name(s, piece) ? piece : MST_NONE;
}

/* Compare two pieces by a field. */
static int compare_values(const struct core_position *pos, const struct core_field *field, int a,
                          int b) {
    int32_t x = core_get_field(pos, field, a), y = core_get_field(pos, field, b);
    return (x > y) - (x < y);
}

/* The order of pieces in lists: by the container's fields, then type, owner, name, and all
 * fields. */
static int compare_pieces(const struct core_position *pos, const struct core_container *container,
                          int a, int b) {
    const struct core_schema *s = pos->schema;

    for (int i = 0; container && i < container->sorts; i++) {
        const struct core_field *field = &s->fields[container->sort[i]];
        int d = compare_values(pos, field, a, b);
        if (d)
            return container->descending >> i & 1 ? -d : d;
    }
    if (s->type_of[a] != s->type_of[b])
        return s->type_of[a] - s->type_of[b];
    int d = core_piece(pos, a, CORE_PIECE_OWNER) - core_piece(pos, b, CORE_PIECE_OWNER);
    if (!d)
        d = pieces_named(s, a) - pieces_named(s, b);
    for (int i = 0; !d && i < s->field_count; i++)
        if (s->fields[i].of == CORE_OF_PIECE)
            d = compare_values(pos, &s->fields[i], a, b);
    return d;
}

/* ---- lists of bags --------------------------------------------------------------------------- */

/* Many kinds of moves ask for the same hand, so the list of a small bag is kept until the position
 * changes. A bag has its entry by its place, and may lose it to another one. */
enum { BAG_LISTS = 8, LISTED = 16 };
struct core_bag_list {
    uint64_t version; /* of the position; 0: none */
    int16_t place, count;
    uint32_t alike; /* bit i: pieces[i] is identical to the one before */
    int16_t pieces[LISTED];
};

/* List a bag in the order of its container. Mostly it lies in that order, the first piece on top,
 * or in the box at the bottom (P7); identical ones stay as they lie. */
static int list_bag(const struct core_position *pos, const struct core_container *container,
                    int place, int16_t *pieces) {
    int count = core_count(pos, place), at = 0;

    assert(pos->schema->bag[place]); /* P7 */
    bool rises = place == pos->schema->containers[0].place;
    for (int p = core_top(pos, place); p != MST_NONE; p = core_piece(pos, p, CORE_PIECE_BELOW))
        pieces[rises ? count - ++at : at++] = (int16_t)p;

    for (int i = 1; i < count; i++) {
        int16_t piece = pieces[i];
        for (at = i; at > 0 && compare_pieces(pos, container, piece, pieces[at - 1]) < 0; at--)
            pieces[at] = pieces[at - 1];
        pieces[at] = piece;
    }
    return count;
}

/* Drop pieces that are identical to the one before. */
static int drop_alike(const struct core_position *pos, const struct core_container *container,
                      int16_t *pieces, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (!kept || compare_pieces(pos, container, pieces[i], pieces[kept - 1]))
            pieces[kept++] = pieces[i];
    return kept;
}

/* The list of a bag of at most LISTED pieces, new or kept; NULL if there is none. */
static const struct core_bag_list *kept_list(struct core_play *play, int place) {
    const struct core_position *pos = play->pos;
    const struct core_schema *s = pos->schema;

    if (core_count(pos, place) > LISTED)
        return NULL;
    if (!play->bag_lists)
        play->bag_lists = mst_calloc(BAG_LISTS, sizeof *play->bag_lists); /* version 0: none yet */
    if (!play->bag_lists)
        return NULL;
    struct core_bag_list *list = &play->bag_lists[place % BAG_LISTS];
    uint64_t version = core_position_version(pos);
    if (list->version == version && list->place == place)
        return list; /* all that the order depends on is unchanged: see core_position_version */

    const struct core_container *container = &s->containers[s->bag[place] - 1];
    list->version = version;
    list->place = (int16_t)place;
    list->count = (int16_t)list_bag(pos, container, place, list->pieces);
    assert(version && list->count <= LISTED);
    list->alike = 0;
    for (int i = 1; i < list->count; i++)
        if (!compare_pieces(pos, container, list->pieces[i], list->pieces[i - 1]))
            list->alike |= 1u << i;
    return list;
}

int core_pieces_in(struct core_play *play, int place, bool all, int16_t *pieces) {
    const struct core_position *pos = play->pos;
    const struct core_schema *s = pos->schema;
    if (place < 0 || place >= s->places)
        return 0;
    int bag = s->bag[place], count = 0, kept = 0;

    if (!bag) { /* a stack, from the top */
        for (int p = core_top(pos, place); p != MST_NONE; p = core_piece(pos, p, CORE_PIECE_BELOW))
            pieces[count++] = (int16_t)p;
        play->budget->work -= 1 + count / 8; /* due at the next charge */
        return count;
    }
    const struct core_bag_list *list = kept_list(play, place);
    if (!list)
        count = list_bag(pos, &s->containers[bag - 1], place, pieces);
    else
        count = list->count;
    play->budget->work -= 1 + count * count / 8; /* as if it had been sorted anew (G1) */
    if (!list)
        return all ? count : drop_alike(pos, &s->containers[bag - 1], pieces, count);
    for (int i = 0; i < count; i++)
        if (all || !(list->alike >> i & 1))
            pieces[kept++] = list->pieces[i];
    return kept;
}

bool core_subset_canonical(const struct core_play *play, const int16_t *pieces, int count,
                           int64_t mask) {
    assert(count <= CORE_MOST_SUBSET || !(mask >> CORE_MOST_SUBSET));
    for (int i = 1; i < count; i++) /* identical pieces lie side by side */
        if ((mask >> i & 1) && !(mask >> (i - 1) & 1) &&
            !compare_pieces(play->pos, NULL, pieces[i], pieces[i - 1]))
            return false;
    return mask >= 0 && mask < 1LL << count;
}
