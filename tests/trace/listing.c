/* Legal moves with their texts: see listing.h. */
#include "trace/listing.h"

#include <string.h>

#include "lib/subject.h"

void listing_clear(struct listing *list) {
    for (int i = 0; i < list->count; i++)
        mst_free(list->texts[i]);
    mst_free(list->texts);
    mst_free(list->moves);
    *list = (struct listing){0};
}

bool listing_make(struct mst_match *match, struct listing *list, struct mst_error *error) {
    const struct mst_moves *moves = mst_match_moves(match, error);
    *list = (struct listing){0};
    if (!moves)
        return false;
    list->moves = mst_calloc((size_t)moves->count + 1, sizeof *list->moves);
    list->texts = mst_calloc((size_t)moves->count + 1, sizeof *list->texts);
    for (; list->moves && list->texts && list->count < moves->count; list->count++) {
        list->moves[list->count] = moves->moves[list->count];
        list->texts[list->count] = move_text(match, moves->moves[list->count]);
    }
    return list->moves && list->texts;
}

int listing_find(const struct listing *list, int from, const char *text) {
    while (from < list->count && strcmp(list->texts[from], text) != 0)
        from++;
    return from < list->count ? from : -1;
}

int listing_pick(const struct listing *list, const struct core_rules *rules, bool eager,
                 struct mst_rng *rng) {
    int kinds = 0, last = -1, found = -1, seen = 0, kind = -1;
    if (mst_rng_below(rng, 2) == 0)
        return list->count ? (int)mst_rng_below(rng, (uint64_t)list->count) : -1;
    for (int i = 0; i < list->count; i++) {
        int this = core_move_kind(list->moves[i]);
        bool fits = !eager || !rules->kinds[this].reluctant;
        if (fits && this != last && mst_rng_below(rng, (uint64_t)++kinds) == 0)
            kind = this;
        last = this;
    }
    for (int i = 0; i < list->count; i++)
        if (core_move_kind(list->moves[i]) == kind && mst_rng_below(rng, (uint64_t)++seen) == 0)
            found = i;
    return found;
}
