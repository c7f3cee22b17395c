/* Files of weights: how much each feature of a game counts for computer players.
 *
 * A file is INI text (rulesets/ini.h), RULESET.weights beside the ruleset. Its section [weights]
 * has a line for each feature of the rules; [learned] says where the weights come from, and `sides`
 * there numbers the side of each seat. 1000 is a factor e in the odds to win.
 *
 * W1 A file fits the rules if it names every feature and no other. W2 Weights change neither a match
 * nor the hash of the rules. */
#ifndef MUSTER_SEARCH_WEIGHTS_H
#define MUSTER_SEARCH_WEIGHTS_H

#include "search/features.h"

enum { SEARCH_WEIGHTS_UNIT = 1000 };

struct search_weights {
    const struct search_features *features; /* borrowed */
    int64_t of[SEARCH_MOST_FEATURES];
    struct search_wanted wanted; /* those that are not 0 */
    uint8_t side[MST_MOST_SEATS];
    struct mst_ruleset *ruleset; /* borrowed */
};

/* The weights of a player: *weights is NULL for the evaluation of the rules. `path` is a file,
 * "none", or NULL for the file beside the ruleset; if that is missing or does not fit, *weights is
 * NULL, and mst_ruleset_evaluation_fault reports a faulty one. Borrowed from the ruleset. */
enum mst_status search_weights_for(struct mst_ruleset *ruleset, const char *path,
                                   const struct search_weights **weights, struct mst_error *error);

/* The features of a ruleset; borrowed from it. NULL on failure. */
const struct search_features *search_ruleset_known_features(struct mst_ruleset *ruleset,
                                                            struct mst_error *error);

/* The value for `seat` of the position of `play`, which is not over. False if the budget is used
 * up. */
bool search_weights_worth(const struct search_weights *weights, struct core_play *play, int seat,
                          int64_t *worth);

#endif
