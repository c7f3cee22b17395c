/* The same position under two rulesets: `core`, and `other`, which is the core with a change. What
 * the two are compared in, and what counts as the change's own:
 *
 * T1 A legal move of the core is legal under the change too, and the other way round, in the same
 * order. More there may be: moves of kinds that modules of the change declare, and a move of the
 * core from which such a one can be reached in the same turn.
 * T2 A move of the core has the same effect: the position lines are the same but for keys that are
 * the change's own. Or else moves of the change's own kinds are legal after it, and a move of the
 * core leads on to where the core is.
 * T3 Where nothing of the change's own is legal two plies deep, perft counts the same leaves.
 *
 * Other effects of a change are declared, a row for each kind of move and each ending. */
#ifndef TESTS_TRACE_LOCKSTEP_H
#define TESTS_TRACE_LOCKSTEP_H

#include "trace/declared.h"

struct lockstep {
    struct mst_ruleset *core_rules, *other_rules;
    struct mst_match *core, *other;
    struct declared *declared;
    const struct change_names *names;
    bool silent;  /* in this world the change offers no moves of its own */
    bool tells;   /* what is touched is added to the table, and no fault */
    bool differs; /* something was not the same since this was last set to false, or it is own */
    long positions, moves, own, perfts;
    struct mst_rng rng;
    struct mst_buf why; /* the first fault */
};

/* Set up both from a line of the core. False, with the blame, where one refuses it. */
bool lockstep_setup(struct lockstep *l, const char *line);
/* Set up both anew from where `core` stands. */
bool lockstep_again(struct lockstep *l);
/* Compare the legal moves (T1), and the effects (T2) of `each` moves of every kind. */
bool lockstep_look(struct lockstep *l, int each);
/* The same with all moves and the legal moves after each of them, and perft (T3). */
bool lockstep_look_deep(struct lockstep *l);
/* Play a random move that both have; `other` follows. False at the end, or with the blame. */
bool lockstep_step(struct lockstep *l);
/* Close both matches. */
void lockstep_end(struct lockstep *l);
/* Line of a match without what the change may write into it; owned by the caller (mst_free). */
char *lockstep_line(struct lockstep *l, struct mst_match *match);
/* Are both lines the same, without the keys that are declared for these names? */
bool lockstep_same(struct lockstep *l, const struct change_names *names);
/* Is it declared that the change touches such a kind of moves, or ending? Where rows are to be
 * told, one is added. */
bool lockstep_declared(struct lockstep *l, const char *verb, const char *what);

#endif
