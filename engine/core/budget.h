/* The budget of a request: units of work, bytes of memory, and ways to stop it from outside.
 * Everything that a rule can cause draws on one budget: Lua, compiled rules, steps and chance,
 * events, lists of moves, and output. The functions that callers of the library need are in
 * muster.h.
 *
 * A unit is about one instruction of the Lua machine, some 10 ns. The limit of bytes holds for each
 * list of a step (moves, events, the journal), and for all output of a request together.
 *
 * G1 Counts do not depend on the machine or on earlier requests (but for the list of moves, which a
 * match keeps), so a request that uses up its budget does so everywhere. Only the flag, the watcher
 * and the deadline stop it elsewhere.
 * G2 A budget that is used up stays so until its next step.
 * G3 A request of many steps (perft, replay, a search) renews the budget for each step; the units
 * of all steps are limited by `total`, and its output by `bytes`. */
#ifndef MUSTER_CORE_BUDGET_H
#define MUSTER_CORE_BUDGET_H

#include <stdatomic.h>

#include "core/base.h"

enum {
    CORE_BUDGET_LOOK = 1 << 16 /* units between two looks at the flag, the watcher and the clock */
};

struct mst_budget {
    int64_t work;    /* units left until the next look; below 0: look before going on */
    int64_t reserve; /* units of the step beyond those */
    int64_t bytes;   /* bytes left for output; below 0: it was too long */
    int64_t total;   /* units left for later steps of the request */
    int64_t granted; /* units that the step began with */
    int64_t enough;  /* so many left are nearly all of them: see core_budget_next */
    int64_t worked;  /* units that all steps before it used */
    uint64_t serial; /* number of the step */
    int64_t step_work, step_bytes, most; /* limits: of a step, and of a whole request */
    int64_t deadline;                    /* in milliseconds of `clock`; 0: none */
    int64_t (*clock)(void);              /* NULL is allowed if there is no deadline */
    atomic_bool cancelled;
    bool (*watcher)(void *context); /* or NULL */
    void *context;
    bool held;           /* between mst_budget_hold(.., true) and (.., false): one request */
    bool deaf;           /* ignore flag, watcher and deadline */
    enum mst_status end; /* MST_CANCELLED if the flag or the watcher ended the step */
    bool late;           /* the deadline ended it */
    bool burst;          /* a list of the step was too long */
};

/* Units left in the step; below 0 if it is used up. */
static inline int64_t core_budget_left(const struct mst_budget *budget) {
    return budget->work + budget->reserve;
}
/* Set the default limits, and begin a request. */
void core_budget_init(struct mst_budget *budget);
/* Begin a request, unless it is part of one that is held: fill the budget. */
void core_budget_start(struct mst_budget *budget);
/* Begin a step of a playout or a search: as mst_budget_step, unless nearly all units are left. */
static inline void core_budget_next(struct mst_budget *budget) {
    if (core_budget_left(budget) < budget->enough)
        mst_budget_step(budget);
}
/* Begin a step that finishes a request after its end: it ignores `total` and all ways to stop. */
void core_budget_finish(struct mst_budget *budget);
/* Must a request of many steps end? It was stopped, or its total is used up. */
bool core_budget_ended(const struct mst_budget *budget);

/* Units that all requests have used, and before them loading. */
int64_t core_budget_worked(const struct mst_budget *budget);

/* The slow part of core_budget_spend: look at the flag, the watcher and the clock, and take more
 * units from the reserve. False if the request must end. */
CORE_APART bool core_budget_look(struct mst_budget *budget);
/* Charge `units`. False if the request must end: see mst_budget_error. */
static inline bool core_budget_spend(struct mst_budget *budget, int64_t units) {
    return (budget->work -= units) >= 0 || core_budget_look(budget);
}
/* Charge memory for output. False if there are too few bytes left. */
bool core_budget_take(struct mst_budget *budget, size_t bytes);
/* May a list of a step be so large? */
bool core_budget_fits(struct mst_budget *budget, size_t bytes);

/* Was the step stopped from outside, or by its deadline? */
static inline bool core_budget_stopped(const struct mst_budget *budget) {
    return budget->late || budget->end == MST_CANCELLED;
}
/* Do the last part of the step again: so many units were left before it. */
void core_budget_again(struct mst_budget *budget, int64_t left);

/* The units that are kept for the rest of a step while a part of it runs. */
struct core_share {
    int64_t work, reserve, part;
};
/* Let a part of the step use at most `units`. core_budget_join ends the part. */
struct core_share core_budget_share(struct mst_budget *budget, int64_t units);
void core_budget_join(struct mst_budget *budget, const struct core_share *share);

#endif
