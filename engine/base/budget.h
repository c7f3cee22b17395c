/* The budget of a request: units of work, bytes of memory, and ways to stop it from outside.
 * Everything that a rule can cause draws on one budget: Lua, compiled rules, steps and chance,
 * events, lists of moves, and output. The functions that callers of the library need are in
 * muster.h.
 *
 * A unit is about one instruction of the Lua machine, some 10 ns. The bytes are those that a step
 * needs at the same time: each of its lists (events, moves, the journal) is compared with them.
 *
 * G1 Counts do not depend on the machine or on earlier requests, so a request that uses up its
 * budget does so everywhere. Only the flag, the watcher and the deadline stop it elsewhere. G2 A
 * budget that is used up stays so until its next step. G3 A request of many steps (perft, replay,
 * a search) renews the budget for each step; the units of all steps are limited by `total`. */
#ifndef MUSTER_BASE_BUDGET_H
#define MUSTER_BASE_BUDGET_H

#include <stdatomic.h>

#include "base/base.h"

enum {
    MST_BUDGET_LOOK = 1 << 16 /* units between two looks at the flag, the watcher and the clock */
};

struct mst_budget {
    int64_t work;    /* units left until the next look; below 0: look before going on */
    int64_t reserve; /* units of the step beyond those */
    int64_t bytes;   /* bytes left */
    int64_t total;   /* units left for later steps of the request */
    int64_t granted; /* units that the step began with */
    int64_t worked;  /* units that all steps before it used */
    int64_t step_work, step_bytes, most; /* limits: of a step, and of a whole request */
    int64_t deadline;                    /* in milliseconds, see mst_budget_clock; 0: none */
    atomic_bool cancelled;
    bool (*watcher)(void *context); /* or NULL */
    void *context;
    bool held;           /* between mst_budget_hold(.., true) and (.., false): one request */
    bool deaf;           /* ignore flag, watcher and deadline */
    enum mst_status end; /* MST_CANCELLED if the flag or the watcher ended the step */
    bool late;           /* the deadline ended it */
};

/* Set the default limits, and begin a request. */
void mst_budget_init(struct mst_budget *budget);
/* Begin a request, unless it is part of one that is held: fill the budget. */
void mst_budget_start(struct mst_budget *budget);
/* Begin the next step of a request. */
void mst_budget_step(struct mst_budget *budget);
/* The same before a step of a playout, of which most use little: only if much is used. */
static inline void mst_budget_next(struct mst_budget *budget) {
    if (budget->work < MST_BUDGET_LOOK / 2)
        mst_budget_step(budget);
}
/* Begin a step that finishes a request after its end: it ignores `total` and all ways to stop. */
void mst_budget_finish(struct mst_budget *budget);

/* Units left in the step; below 0 if it is used up. */
static inline int64_t mst_budget_left(const struct mst_budget *budget) {
    return budget->work + budget->reserve;
}
/* Units that all requests have used. */
int64_t mst_budget_worked(const struct mst_budget *budget);

/* The slow part of mst_budget_spend: look at the flag, the watcher and the clock, and take more
 * units from the reserve. False if the request must end. */
MST_APART bool mst_budget_look(struct mst_budget *budget);
/* Charge `units`. False if the request must end: see mst_budget_error. */
static inline bool mst_budget_spend(struct mst_budget *budget, int64_t units) {
    return (budget->work -= units) >= 0 || mst_budget_look(budget);
}
/* Charge memory. False if there are too few bytes left. */
bool mst_budget_take(struct mst_budget *budget, size_t bytes);

/* Let a part of the step use at most `units`. Returns what the rest may still use, for
 * mst_budget_join, which ends the part. */
struct mst_share {
    int64_t work, reserve, part;
};
struct mst_share mst_budget_share(struct mst_budget *budget, int64_t units);
void mst_budget_join(struct mst_budget *budget, const struct mst_share *share);

/* Now, in milliseconds, for a deadline. */
int64_t mst_budget_clock(void);

#endif
