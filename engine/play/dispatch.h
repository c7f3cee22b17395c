/* Playing a move: its action, then every step that the rules make by themselves, up to the next
 * decision, chance event or end.
 *
 * D1 A call either completes or leaves the position bit for bit as it was. D2 After a completed
 * call somebody has to decide (and has a legal move), chance has to decide, or the match is over.
 */
#ifndef MUSTER_PLAY_DISPATCH_H
#define MUSTER_PLAY_DISPATCH_H

#include "play/legal.h"

/* Play `move`, which is legal. On failure the position is rewound and play->error says what
 * happened. */
bool mst_play_move(struct mst_play *play, mst_move move);

/* Run the steps that are due now, for a new or a set-up position. Rewinds on failure. */
bool mst_play_settle(struct mst_play *play);

/* Begin anew after a failure: clear it and renew the budget. */
void mst_play_ready(struct mst_play *play);

#endif
