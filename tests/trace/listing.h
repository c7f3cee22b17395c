/* The legal moves of a position with their texts, kept while moves are tried. */
#ifndef TESTS_TRACE_LISTING_H
#define TESTS_TRACE_LISTING_H

#include "rulesets/ruleset.h"

struct listing {
    int count;
    mst_move *moves;
    char **texts; /* owned */
};

/* Fill an empty listing. False with an error where moves cannot be listed. Clear it in any case. */
bool listing_make(struct mst_match *match, struct listing *list, struct mst_error *error);
void listing_clear(struct listing *list);
/* Number of the text, from number `from` on; -1 when it is not there. */
int listing_find(const struct listing *list, int from, const char *text);
/* A random move, or one of a random kind, so that rare kinds come up too; with `eager` none of the
 * reluctant ones by kind. -1 for none. */
int listing_pick(const struct listing *list, const struct core_rules *rules, bool eager,
                 struct mst_rng *rng);

#endif
