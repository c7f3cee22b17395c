/* Decisions of several seats at once: sealed bids, written orders.
 *
 * The seats that take part choose in any order; the one to move is the lowest that has not chosen.
 * What a seat chooses is sealed: it is kept in fields that only this seat sees, and changes nothing
 * else. When all have chosen, the choices are carried out in ascending order of the seats; then the
 * decision's `reveal` runs.
 *
 * T1 Until then the position is what it was before the first choice, but for the sealed ones.
 * T2 A seat without a legal move does not take part.
 * T3 No choice is sealed when no such decision is pending.
 * T4 The position and its hash depend on what the seats have chosen, and not on the order. */
#ifndef MUSTER_CORE_TOGETHER_H
#define MUSTER_CORE_TOGETHER_H

#include "core/legal.h"

/* Is the pending decision one of several seats? */
bool core_together_now(const struct core_play *play);
/* The seats that have not chosen yet, as bits; 0 if no such decision is pending. On failure
 * play->failed. */
uint32_t core_together_waiting(struct core_play *play);
/* Has some seat sealed a choice that is not yet carried out? */
bool core_together_waits(const struct core_play *play);
/* A hash of all choices that are sealed now. */
uint64_t core_together_hash(const struct core_play *play);
/* Is `move` to be sealed, rather than carried out at once? */
bool core_together_takes(const struct core_play *play, mst_move move);
/* Seal the move of the seat that decides. False on failure. */
bool core_together_seal(struct core_play *play, int seat, mst_move move);
/* Has the seat sealed a choice? Then it is this move. */
bool core_together_has(const struct core_play *play, int seat);
mst_move core_together_choice(const struct core_play *play, int seat);
/* Does the seat take part in the decision (T2 aside)? */
bool core_together_part(struct core_play *play, const struct core_decision *decision, int seat);
/* Make the seat the one that decides. Does it take part, with a legal move? */
bool core_together_can(struct core_play *play, const struct core_decision *decision, int seat);
/* The decision is on top. True if a seat has to choose, which is set. Otherwise all have chosen,
 * and their choices were carried out, unless play->failed. */
bool core_together_asks(struct core_play *play, const struct core_decision *decision);
/* Forget sealed choices for which no decision is pending any more (T3). False on failure. */
bool core_together_tidy(struct core_play *play);
#endif
