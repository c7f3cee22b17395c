/* Shared by the searches: a private position, and limits.
 *
 * K1 A search writes only the position of `play`, and leaves `root` and the match alone. K2 Before
 * it looks at a position, or makes a try, it counts that (search_think_spend); when that fails, it
 * ends. K3 A score lies between -SEARCH_WON and SEARCH_WON; a win scores more the sooner it comes.
 * K4 The line of a search begins with none of the moves in `without`. */
#ifndef MUSTER_SEARCH_THINK_H
#define MUSTER_SEARCH_THINK_H

#include "search/weights.h"
#include "muster/player.h"

/* The score of a won match. Evaluations by the rules lie well between -SEARCH_WON and SEARCH_WON.
 */
#define SEARCH_WON (INT64_C(1) << 60)

enum { SEARCH_THINK_FIRSTS = 64 };

/* A sequence of moves from the root. */
struct search_line {
    mst_move moves[64];
    int count;
    int64_t score;
    enum mst_sense sense;
};

/* The first moves that a search compared, with the best score of a line that begins with each. */
struct search_firsts {
    struct search_first {
        mst_move move;
        int64_t score;
        int64_t tries; /* of a tree of tries; otherwise 0 */
    } of[SEARCH_THINK_FIRSTS];
    int count;
};

/* The reports to the caller during a search. */
struct search_progress {
    const struct mst_player *player;
    int line;      /* number of the line that is searched */
    int64_t nodes; /* of the lines before it */
    int64_t due;   /* when to report again; mst_clock_steady */
    bool reported;
    struct mst_player_info last; /* what was reported last by search_think_report */
};

/* How far to search. */
struct search_effort {
    int64_t nodes; /* most positions; 0: any number, but not without `work` and `ms` */
    int64_t plies; /* the same where they are searched ply by ply; 0: as many as `nodes` */
    int64_t tries; /* most tries of one tree over what seats have seen; 0: as many as `nodes` */
    int64_t work;  /* most units of the budget; 0: any number */
    int ms;        /* 0: any time */
    bool replies;  /* judge a turn by the replies to it */
    int samples;   /* determinizations */
    int64_t share; /* most positions for the turns after one that is tried */
    const struct search_weights
        *weights; /* what evaluations count with; NULL: those of the rules */
};

struct search_think {
    struct host *host;
    struct core_position *root; /* owned; where the choice is made */
    struct core_position *pos;  /* owned; the position of `play` */
    struct core_play play;
    struct mst_budget *budget; /* of the ruleset */
    int seat;                  /* the seat for which to choose */
    struct search_effort effort;
    int depth;                          /* most turns to look ahead; 0: any number */
    mst_move without[MST_PLAYER_LINES]; /* first moves not to search: other lines have them */
    int without_count;
    int part, parts; /* of a team whose processes share out the first moves; parts < 2: all */
    struct search_progress *progress; /* or NULL */
    enum mst_unseen unseen;           /* of the player */
    bool peeks;
    uint64_t seed;
    int64_t limit, nodes;
    int64_t work_limit;           /* core_budget_worked when the work is done; 0: none */
    int64_t deadline;             /* mst_clock_steady; 0: none */
    int64_t outer_deadline;       /* of the search that this one is a part of */
    struct search_line line;      /* the planned moves */
    struct search_firsts *firsts; /* where to note what was compared, or NULL */
    struct mst_error error;       /* the first failure of the rules during the search */
    bool blind;                   /* the evaluation failed */
};

/* The limits of one of so many equal parts of a search. */
struct search_effort search_effort_part(const struct search_effort *whole, int parts);
/* Begin a search on a copy of `root` for the seat to move, within the limits. False when out of
 * memory. Clear it in any case. */
bool search_think_open(struct search_think *think, struct mst_match *match,
                       const struct search_effort *effort, const struct core_position *root,
                       uint64_t seed);
void search_think_close(struct search_think *think);
/* Is there an evaluation, by the rules or by weights? */
bool search_think_judges(const struct search_think *think);
/* Does this search judge by playouts? */
bool search_think_plays_out(const struct search_think *think);
/* May alpha-beta search this game? */
bool search_think_alpha_fits(const struct search_think *think);
/* Search with the method that the rules permit, and set line and score. False if no position could
 * be evaluated. */
bool search_think_look(struct search_think *think);
/* The same for a seat that may not see everything: searches determinizations of its information
 * state `masked`. The line is one move of the match. */
bool search_think_hidden(struct search_think *think, struct mst_match *match,
                         const struct search_effort *effort, const struct core_position *masked);
/* The same by one tree over what the seats have seen. */
struct search_knowledge;
bool search_think_sets(struct search_think *think, const struct search_knowledge *knowledge);

/* The meaning of the evaluation of a line: MST_SENSE_WORTH, or an end of the match. */
enum mst_sense search_think_sense(int64_t score);
/* Note that a line which begins with `move` has that score, after so many tries or 0. */
void search_think_note(struct search_think *think, mst_move move, int64_t score, int64_t tries);

/* May the line begin with `move`? */
bool search_think_begins(const struct search_think *think, mst_move move);
/* Is it time to report progress? */
bool search_think_due(const struct search_think *think);
/* Report the best line so far. Moves the position of `play`; draws on no budget. */
void search_think_report(struct search_think *think, const struct search_line *line);

/* Report this line again, with the positions searched since. Moves
 * nothing. */
void search_think_report_again(const struct search_think *think);

/* Fallback if no move could be evaluated: plan the first legal one. */
bool search_think_first(struct search_think *think);

/* Count one more position. False if a limit is reached, or the request must end. */
bool search_think_spend(struct search_think *think);
/* Are the positions or the work used up? */
bool search_think_spent(const struct search_think *think);
/* Is the time limit reached, or must the request end? */
bool search_think_late(const struct search_think *think);
/* Make the position of `play` equal to `from`, or to the root if NULL. False when out of memory. */
bool search_think_set(struct search_think *think, const struct core_position *from);
/* After a search: if a time limit or the caller ended it, let its result be read all the same. */
void search_think_rest(struct search_think *think);
/* Record a failure of `play` and clear it. */
void search_think_pardon(struct search_think *think);
/* Clear it, and record no more than that memory ran out: a determinization may be one that cannot
 * be. */
void search_think_forgive(struct search_think *think);

/* Record that memory ran out. Always returns false. */
bool search_think_no_memory(struct search_think *think);

/* Set line and score. False if no position could be evaluated (think->error has the reason). */
bool search_think_turn(struct search_think *think);  /* by the evaluation of the rules */
bool search_think_reply(struct search_think *think); /* the same, after the best replies */
bool search_think_alpha(struct search_think *think); /* the same, ply by ply, for two open seats */
bool search_think_tree(struct search_think *think);  /* by playouts */

/* The best turns of `seat`, which decides in `from` (NULL: the root), with at most `share`
 * positions: at most `most` lines of different ends, the best first, with the value for the seat.
 * Returns their number; if no turn came to its end, the one line is a part of a turn. Sets *cut if
 * more positions could find better turns. */
int search_think_turns(struct search_think *think, const struct core_position *from, int seat,
                       int64_t share, struct search_line *lines, int most, bool *cut);
/* The value for `seat` of the position of `play`, `depth` plies or turns from the root. False if
 * the rules fail: then the search is blind, and does without. */
bool search_think_judge(struct search_think *think, int seat, int depth, int64_t *score);

#endif
