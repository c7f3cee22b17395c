/* Shared by the kinds of search: a position of their own, and limits. */
#ifndef MUSTER_SEARCH_THINK_H
#define MUSTER_SEARCH_THINK_H

#include "match/match.h"

/* Points of a won end; what rules say a position is worth lies well between -MST_WON and MST_WON.
 */
#define MST_WON (INT64_C(1) << 60)

struct mst_think {
    struct mst_host *host;
    struct mst_position *root; /* where the choice is made; owned */
    struct mst_position *pos;  /* of `play`; owned */
    struct mst_play play;
    int seat;             /* who thinks */
    const mst_move *only; /* the one first move that is looked at; or NULL */
    uint64_t seed;
    int64_t limit, nodes;
    int64_t deadline; /* in milliseconds, 0: none */
    mst_move line[64];
    int line_count; /* moves in mind */
    int64_t score;
    struct mst_error error; /* the first failure of the rules on the way */
};

/* Begin to think on a copy of `root` for the seat to move, with what it may cost. False when memory
 * ends. Clear it in any case. */
bool mst_think_open(struct mst_think *think, struct mst_match *match,
                    const struct mst_player *player, const struct mst_position *root,
                    uint64_t seed);
void mst_think_close(struct mst_think *think);
/* Look ahead in the way that the rules allow; line and score. False when nothing could be looked
 * at.
 */
bool mst_think_look(struct mst_think *think);
/* The same where the seat may not see everything: on samples of what it knows, `masked`. The line
 * is one move of the match. */
bool mst_think_hidden(struct mst_think *think, struct mst_match *match,
                      const struct mst_player *player, const struct mst_position *masked);

/* May one more position be looked at? Counts it. */
bool mst_think_spend(struct mst_think *think);
/* Is the time over? */
bool mst_think_late(const struct mst_think *think);
/* Make the position of `play` equal `from`, or the root when NULL. False when out of memory. */
bool mst_think_set(struct mst_think *think, const struct mst_position *from);
/* Note a failure of `play` and make it ready again. */
void mst_think_pardon(struct mst_think *think);

/* Note that out of memory. Always false. */
bool mst_think_no_memory(struct mst_think *think);

/* Fill line and score; false when nothing could be looked at (think->error says why). */
bool mst_think_turn(struct mst_think *think); /* by what the rules say positions are worth */
bool mst_think_tree(struct mst_think *think); /* by playouts */

#endif
