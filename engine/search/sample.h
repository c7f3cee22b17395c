/* Determinizations with what the rules say of what a seat cannot see: see core/secret.h for the
 * rest. */
#ifndef MUSTER_SEARCH_SAMPLE_H
#define MUSTER_SEARCH_SAMPLE_H

#include "core/rules.h"

/* A determinization of `masked`, the information state of `viewer` (search_position_sample). Hidden
 * fields with a prior are drawn by it, in the order of declaration and of their entities; it sees
 * what the viewer sees, and what was drawn before. Without a possible value, a field keeps its
 * initial value. Where several seats decide together and the viewer is to choose, the others have
 * chosen, at random. NULL on failure: out of memory (status MST_NO_MEMORY in `error`), or the rules
 * failed. */
struct core_position *search_play_sample(const struct core_rules *rules,
                                         const struct core_position *masked, int viewer,
                                         struct mst_rng *rng, struct mst_error *error);

#endif
