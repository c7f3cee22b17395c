/* Determinizations with what the rules say of what a seat cannot see: see state/secret.h for the
 * rest. */
#ifndef MUSTER_PLAY_SAMPLE_H
#define MUSTER_PLAY_SAMPLE_H

#include "play/rules.h"

/* A determinization of `masked`, the information state of `viewer` (mst_position_sample). Where
 * several seats decide together and the viewer is to choose, the others have chosen, at random.
 * NULL on failure: out of memory (status MST_NO_MEMORY in `error`), or the rules failed. */
struct mst_position *mst_play_sample(const struct mst_rules *rules,
                                     const struct mst_position *masked, int viewer,
                                     struct mst_rng *rng, struct mst_error *error);

#endif
