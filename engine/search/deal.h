/* Determinizations: what a seat does not know of a position is dealt at random. search/sample.h
 * adds what the rules say of it. */
#ifndef MUSTER_SEARCH_DEAL_H
#define MUSTER_SEARCH_DEAL_H

#include "core/play.h"

/* A determinization: a whole position that is consistent with `masked`, which was made for
 * `viewer`. The unknown pieces of each type are dealt at random, uniformly. Hidden fields that are
 * not faces keep the values that `masked` has: the initial ones, or drawn ones. The result has the
 * mask `masked` for the viewer. NULL when out of memory. */
struct core_position *search_position_sample(const struct core_position *masked, int viewer,
                                             struct mst_rng *rng);

/* Before `seat` chooses in a determinization: seal a random legal choice of every other seat, as if
 * they had chosen first. False on failure. */
bool search_together_guess(struct core_play *play, int seat, struct mst_rng *rng);

#endif
