/* The last turn of a match, for boards that show what moved. Needs muster.h. */
#ifndef MUSTER_TURN_H
#define MUSTER_TURN_H

#include "muster.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The last turn: the plies that one seat decided last, with the chance between and after them. */
enum { MST_TURN_TRAILS = 24, MST_TRAIL_ZONES = 24 };
struct mst_trail {
    int ply;  /* at which it begins */
    int seat; /* the owner of the piece, or MST_NONE */
    int zones[MST_TRAIL_ZONES], count;
};
struct mst_turn {
    int first;                /* its first ply, or the number of plies if no seat has decided */
    struct mst_match *before; /* owned: the position before it, without a past */
    struct mst_trail trails[MST_TURN_TRAILS]; /* in the order of the plies */
    int trail_count;
};
/* Find the last turn, and the trails on the board in it: the zones that a piece went through ply by
 * ply, at least two, and the two zones that an event points at (its `arrow`). Of pieces with
 * secrets, those that the viewer (a seat, MST_NONE: an onlooker; MST_EVERYTHING) knows all the way.
 * Call mst_turn_clear in either case. */
enum mst_status mst_match_last_turn(const struct mst_match *match, int viewer,
                                    struct mst_turn *turn, struct mst_error *error);
void mst_turn_clear(struct mst_turn *turn);

#ifdef __cplusplus
}
#endif

#endif
