/* Playing a move: its action, all steps of the rules up to the next decision, chance event or
 * ending, and what modules do after each ply.
 *
 * D1 A call either completes or leaves the position bit for bit unchanged.
 * D2 After a completed call, a seat has to decide (and has a legal move), chance has to decide, or
 * the match is over. */
#ifndef MUSTER_CORE_DISPATCH_H
#define MUSTER_CORE_DISPATCH_H

#include "core/legal.h"

enum { CORE_STEP_WORK = 1000 }; /* units of work that a step or a chance outcome costs by itself */

/* Play the legal move `move`. On failure the position is rewound and play->error is set. */
bool core_play_move(struct core_play *play, mst_move move);

/* Carry out the move alone: nothing is checked, settled or rewound. False on failure. */
bool core_play_act(struct core_play *play, mst_move move);

/* Run the steps that are due in a new or set-up position. Rewinds on failure. */
bool core_play_settle(struct core_play *play);

/* Clear a failure. The text of the error stays. */
void core_play_ready(struct core_play *play);

#endif
