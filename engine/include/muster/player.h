/* Computer players, what they count with, and proofs. Needs muster.h. */
#ifndef MUSTER_PLAYER_H
#define MUSTER_PLAYER_H

#include "muster.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- computer players ------------------------------------------------------------------------ */

/* Computer players choose a move for the seat to move.
 *
 * C1 The match is never changed: a player works on a copy of the position. C2 The same match, seed
 * and node limit give the same choice on every machine; only a limit in milliseconds may change it.
 * C3 A player chooses among the listed legal moves, so it never resigns. */
enum mst_player_kind {
    MST_PLAYER_RANDOM, /* a random legal move; reluctant ones only if nothing else is legal */
    MST_PLAYER_LOOK,   /* searches to the end of its turn, within the limits */
    MST_PLAYER_LEVEL1, /* the levels, from one that a child can beat to the strongest: each has four
                        * times the positions of the one before; the first two search their own
                        * turn and slip at times, the others also search the replies */
    MST_PLAYER_LEVEL2,
    MST_PLAYER_LEVEL3,
    MST_PLAYER_LEVEL4,
    MST_PLAYER_LEVEL5,
};

enum {
    MST_PLAYER_NODES = 3000, /* default number of positions, but for levels */
    MST_PLAYER_LINES = 20    /* most lines of a choice */
};

struct mst_player_info;

/* How a player searches what its seat cannot see. */
enum mst_unseen {
    MST_UNSEEN_USUAL,    /* levels together, others apart */
    MST_UNSEEN_APART,    /* several determinizations, one by one */
    MST_UNSEEN_TOGETHER, /* one tree over what seats have seen */
};

enum { MST_MOST_THREADS = 64 };

struct mst_player {
    enum mst_player_kind kind;
    uint64_t seed; /* breaks ties; source of random play */
    int64_t nodes; /* maximum number of positions; 0: MST_PLAYER_NODES or that of the level, or a
                    * large number if `ms` is set */
    int ms;        /* time limit in milliseconds; 0: none */
    int threads;   /* processes that search at the same time, at most MST_MOST_THREADS; more than 1
                    * need `ms`, and play other moves another time; 0: one */
    /* The file of weights to count with (docs/learning.md), "none" for the evaluation of the rules,
     * or NULL for the file beside the ruleset, if there is one. */
    const char *weights;
    int lines; /* lines to find, each with a first move of its own; 0: one. They share the
                * limits. Random play has one. */
    bool each; /* no: each line has the limits for itself */
    /* Called while the player searches, at most ten times a second and at least once, with the best
     * moves so far; or NULL. It does not change the choice. */
    void (*tell)(void *context, const struct mst_player_info *info);
    void *context;
    enum mst_unseen unseen; /* these two are for measuring only, and 0 in play */
    bool peeks;             /* it sees everything */
};

/* The meaning of a score. */
enum mst_sense {
    MST_SENSE_NONE,   /* nothing: random play, or only one move is legal */
    MST_SENSE_WORTH,  /* the evaluation by the rules */
    MST_SENSE_CHANCE, /* random games */
    MST_SENSE_WON,    /* the line wins, as far as the search sees */
    MST_SENSE_LOST,
    MST_SENSE_DRAWN,
    MST_SENSE_HIDDEN, /* what is hidden decides who wins */
};

/* The result of a computer player's search. */
struct mst_player_info {
    int64_t score; /* the expected result in thousandths: 1000 for a win, 500 for a draw; 0 for
                    * random play */
    enum mst_sense sense; /* where the score comes from */
    int64_t worth;        /* the evaluation by the rules of where the line leads, where `sense` says
                           * so */
    int64_t nodes;        /* positions or playouts evaluated, for all lines */
    int line;             /* from 1; while the player searches, the lines are not yet in order */
    int depth;            /* plies of `pv`; 0: there is no such line */
    char pv[512];         /* the planned moves, separated by blanks; truncated at a blank */
};

/* Choose a move for the seat to move into *move. `info` may be NULL, or has room for as many lines
 * as `player` wants; the best comes first, and its first move is the choice. Returns MST_OVER if
 * the match is over, MST_BAD_REQUEST if chance decides, or the failure of the rules if no move
 * could be evaluated. *move is untouched on failure. */
enum mst_status mst_player_choose(struct mst_match *match, const struct mst_player *player,
                                  mst_move *move, struct mst_player_info *info,
                                  struct mst_error *error);
/* The same for `seat`: MST_BAD_REQUEST unless it may choose now (mst_match_decides). */
enum mst_status mst_player_choose_for(struct mst_match *match, int seat,
                                      const struct mst_player *player, mst_move *move,
                                      struct mst_player_info *info, struct mst_error *error);
/* A failure of the evaluation, of a file of weights beside the ruleset, or of a rule in a position
 * that is looked at ends no search: players go on without it. True if there was one that was not
 * reported yet: `error`, which is for a person, is the first one of the ruleset. */
bool mst_ruleset_evaluation_fault(struct mst_ruleset *ruleset, struct mst_error *error);

/* Check a file of weights against the rules, before a player counts with it: MST_BAD_FILE at its
 * first fault, "file:line:column". */
enum mst_status mst_ruleset_weights(struct mst_ruleset *ruleset, const char *path,
                                    struct mst_error *error);

/* The features of positions, with which evaluations count: their number, or -1 on failure; then the
 * name of one, and its meaning in *help. Borrowed. */
int mst_ruleset_features(struct mst_ruleset *ruleset, struct mst_error *error);
const char *mst_ruleset_feature(struct mst_ruleset *ruleset, int index, const char **help);
/* What a seat has more of each feature than its opponents, where side[seat] numbers the sides: into
 * more[feature]. A feature whose rule fails counts nothing, and the failure is returned. */
enum mst_status mst_match_features(struct mst_match *match, const unsigned char *side, int seat,
                                   int64_t *more, struct mst_error *error);

/* The seed of the computer player in `seat`. It reveals nothing about a seed of 128 bits. */
uint64_t mst_seed_player(const struct mst_seed *seed, int seat);

/* ---- solving --------------------------------------------------------------------------------- */

/* Does a seat win within so many turns of its own, whatever all others do and chance brings? A turn
 * is all that the seat decides in a row. */
struct mst_problem {
    int seat, turns; /* turns at least 1 */
    int64_t nodes;   /* most positions */
    int64_t memory;  /* bytes of the table of positions */
};
enum mst_verdict { MST_SOLUTION_UNKNOWN, MST_SOLUTION_WON, MST_SOLUTION_REFUTED };
enum { MST_SOLUTION_MOVES = 200, MST_SOLUTION_DUALS = 100 };
struct mst_solution {
    enum mst_verdict verdict; /* unknown: the limits were reached */
    int turns;                /* the fewest that suffice, or the most that were tried */
    int64_t nodes;
    mst_move moves[MST_SOLUTION_MOVES]; /* won: the key and a defence that fails; refuted: a line
                                         * in which the seat does not win */
    int count;
    mst_move duals[MST_SOLUTION_DUALS]; /* other first moves that win in as many turns */
    int dual_count;
    bool whole; /* line and duals were searched to the end */
};
/* Solve a problem of the position of the match, which stays as it is. MST_BAD_REQUEST for a
 * position that the seat does not know in full, and where chance has too many outcomes. */
enum mst_status mst_solve(struct mst_match *match, const struct mst_problem *problem,
                          struct mst_solution *solution, struct mst_error *error);

/* The name of a kind of player, "random", "look" or "level1" to "level5", and the kind with a name,
 * or -1. */
const char *mst_player_name(enum mst_player_kind kind);
int mst_player_named(const char *name);

#ifdef __cplusplus
}
#endif

#endif
