/* Shared by the searches: a private position, and limits. */
#ifndef MUSTER_SEARCH_THINK_H
#define MUSTER_SEARCH_THINK_H

#include "match/match.h"

/* The score of a won match. Evaluations by the rules lie well between -MST_WON and MST_WON. */
#define MST_WON (INT64_C(1) << 60)

/* A sequence of moves from the root. */
struct mst_line {
    mst_move moves[64];
    int count;
    int64_t score;
};

/* The reports to the caller during a search. */
struct mst_progress {
    const struct mst_player *player;
    int line;      /* number of the line that is searched */
    int64_t nodes; /* of the lines before it */
    int64_t due;   /* when to tell more; mst_budget_clock */
    bool told;
};

struct mst_think {
    struct mst_host *host;
    struct mst_position *root; /* owned; where the choice is made */
    struct mst_position *pos;  /* owned; the position of `play` */
    struct mst_play play;
    struct mst_budget *budget;          /* of the ruleset */
    int seat;                           /* the seat for which to choose */
    const mst_move *only;               /* the only first move to search, or NULL */
    mst_move without[MST_PLAYER_LINES]; /* first moves not to search: other lines have them */
    int without_count;
    struct mst_progress *progress; /* or NULL */
    uint64_t seed;
    int64_t limit, nodes;
    int64_t deadline;       /* mst_budget_clock; 0: none */
    int64_t outer_deadline; /* of the search that this one is a part of */
    struct mst_line line;   /* the planned moves */
    struct mst_error error; /* the first failure of the rules during the search */
};

/* Begin a search on a copy of `root` for the seat to move, within the limits. False when out of
 * memory. Clear it in any case. */
bool mst_think_open(struct mst_think *think, struct mst_match *match,
                    const struct mst_player *player, const struct mst_position *root,
                    uint64_t seed);
void mst_think_close(struct mst_think *think);
/* Search with the method that the rules permit, and set line and score. False if no position could
 * be evaluated. */
bool mst_think_look(struct mst_think *think);
/* The same for a seat that may not see everything: searches determinizations of its information
 * state `masked`. The line is one move of the match. */
bool mst_think_hidden(struct mst_think *think, struct mst_match *match,
                      const struct mst_player *player, const struct mst_position *masked);

/* May the line begin with `move`? */
bool mst_think_begins(const struct mst_think *think, mst_move move);
/* Is it time to tell of the progress? */
bool mst_think_due(const struct mst_think *think);
/* Tell of the best line so far. Moves the position of `play`; draws on no budget. */
void mst_think_tell(struct mst_think *think, const struct mst_line *line);

/* Fallback if no move could be evaluated: plan the first legal one. */
bool mst_think_first(struct mst_think *think);

/* Count one more position. False if a limit is reached, or the request must end. */
bool mst_think_spend(struct mst_think *think);
/* Is the time limit reached, or must the request end? */
bool mst_think_late(const struct mst_think *think);
/* Make the position of `play` equal to `from`, or to the root if NULL. False when out of memory. */
bool mst_think_set(struct mst_think *think, const struct mst_position *from);
/* Record a failure of `play` and clear it. */
void mst_think_pardon(struct mst_think *think);

/* Record that memory ran out. Always returns false. */
bool mst_think_no_memory(struct mst_think *think);

/* Set line and score. False if no position could be evaluated (think->error has the reason). */
bool mst_think_turn(struct mst_think *think); /* by the evaluation of the rules */
bool mst_think_tree(struct mst_think *think); /* by playouts */

#endif
