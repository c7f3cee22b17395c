/* The budget of a request: see budget.h. */
#include "core/budget.h"

#include <assert.h>

enum { STEP_WORK = 1000000, STEP_BYTES = 16 << 20 };

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* Start a step of `units`, with the next look after `look` of them at the latest. */
static void budget_fill(struct mst_budget *budget, int64_t units, int64_t look) {
    assert(units >= 0 && look >= 0);
    budget->worked += budget->granted - core_budget_left(budget); /* of the step that ends here */
    budget->granted = units;
    budget->serial++;
    budget->work = least(units, look);
    budget->reserve = units - budget->work;
    budget->enough = units - CORE_BUDGET_LOOK / 2;
    assert(core_budget_left(budget) == units); /* G1: a step begins with what it was granted */
    budget->late = budget->deaf = budget->burst = false;
}

void core_budget_init(struct mst_budget *budget) {
    *budget = (struct mst_budget){0};
    mst_budget_limit(budget, 0, 0);
}

void mst_budget_limit(struct mst_budget *budget, int64_t work, int64_t bytes) {
    budget->step_work = work > 0 ? work : STEP_WORK;
    budget->step_bytes = bytes > 0 ? bytes : STEP_BYTES;
    budget->most = work > 0 ? work : INT64_MAX / 2;
    budget->held = false;
    core_budget_start(budget);
}

void core_budget_start(struct mst_budget *budget) {
    if (budget->held) /* the request has begun before, and this is a part of it */
        return;
    budget->total = budget->most;
    budget->bytes = budget->step_bytes;
    budget->end = MST_OK;
    budget_fill(budget, least(budget->step_work, budget->total), CORE_BUDGET_LOOK);
}

CORE_APART void mst_budget_step(struct mst_budget *budget) {
    budget->total -= budget->granted - core_budget_left(budget); /* G3 */

    /* Units until the next look carry over: short steps must not put the look off for ever. */
    budget_fill(budget, budget->total > 0 ? least(budget->step_work, budget->total) : 0,
                budget->work >= 0 ? budget->work : CORE_BUDGET_LOOK);
}

void core_budget_finish(struct mst_budget *budget) {
    budget_fill(budget, budget->step_work, CORE_BUDGET_LOOK);
    budget->end = MST_OK;
    budget->deaf = true; /* it ends the request, so nothing may end it */
}

bool core_budget_ended(const struct mst_budget *budget) {
    return core_budget_stopped(budget) || atomic_load(&budget->cancelled) ||
           budget->granted - core_budget_left(budget) >= budget->total;
}

void mst_budget_hold(struct mst_budget *budget, bool on) {
    budget->held = false;
    core_budget_start(budget);
    budget->held = on;
}

void mst_budget_cancel(struct mst_budget *budget, bool on) {
    atomic_store(&budget->cancelled, on);
}

void mst_budget_watch(struct mst_budget *budget, bool (*watcher)(void *context), void *context) {
    budget->watcher = watcher;
    budget->context = context;
}

int64_t core_budget_worked(const struct mst_budget *budget) {
    return budget->worked + budget->granted - core_budget_left(budget);
}

/* ---- charging -------------------------------------------------------------------------------- */

/* Has the caller asked to stop? */
static bool budget_is_stopped(struct mst_budget *budget) {
    if (budget->deaf)
        return false;
    if (atomic_load(&budget->cancelled) || (budget->watcher && budget->watcher(budget->context)))
        budget->end = MST_CANCELLED;
    else
        budget->late = budget->deadline && budget->clock() >= budget->deadline;
    return core_budget_stopped(budget);
}

bool core_budget_look(struct mst_budget *budget) {
    assert(budget->reserve >= 0);
    if (budget_is_stopped(budget))
        return false;
    if (core_budget_left(budget) < 0) { /* by how much does not matter, and might overflow */
        budget->work = -1;
        budget->reserve = 0; /* and it stays used up (G2) */
        return false;
    }

    int64_t more = least(budget->reserve, CORE_BUDGET_LOOK - budget->work);
    budget->work += more;
    budget->reserve -= more;
    assert(budget->work >= 0 && budget->reserve >= 0);
    return true;
}

bool core_budget_take(struct mst_budget *budget, size_t bytes) {
    if (budget->bytes < 0 || bytes > (size_t)budget->bytes) {
        budget->bytes = -1; /* G2: shorter output does not fit either */
        return false;
    }
    budget->bytes -= (int64_t)bytes;
    return true;
}

bool core_budget_fits(struct mst_budget *budget, size_t bytes) {
    if (bytes <= (size_t)budget->step_bytes)
        return true;
    budget->burst = true;
    return false;
}

bool mst_budget_charge(struct mst_budget *budget, int64_t work, size_t bytes) {
    return core_budget_spend(budget, work) && core_budget_take(budget, bytes);
}

enum mst_status mst_budget_error(const struct mst_budget *budget, const char *at,
                                 struct mst_error *error) {
    /* Causes from outside come first: with them the counts may be anything (G1). */
    if (budget->end == MST_CANCELLED)
        return mst_fail(error, MST_CANCELLED, "", "the request was cancelled");
    if (budget->late)
        return mst_fail(error, MST_BUDGET, "", "the time limit was reached");

    if (budget->bytes < 0)
        return mst_fail(error, MST_BUDGET, at, "the answer exceeded the budget of %lld bytes",
                        (long long)budget->step_bytes);
    if (budget->burst)
        return mst_fail(error, MST_BUDGET, at, "the rules exceeded their budget of %lld bytes",
                        (long long)budget->step_bytes);
    if (budget->granted < budget->step_work) /* earlier steps have used the rest */
        return mst_fail(error, MST_BUDGET, at, "the request exceeded its budget of %lld work units",
                        (long long)budget->most);
    return mst_fail(
        error, MST_BUDGET, at,
        "the rules exceeded their budget of %lld work units; is there an infinite loop?",
        (long long)budget->step_work);
}

void core_budget_again(struct mst_budget *budget, int64_t left) {
    budget->work = least(left, CORE_BUDGET_LOOK);
    budget->reserve = left - budget->work;
    budget->burst = false;
}

struct core_share core_budget_share(struct mst_budget *budget, int64_t units) {
    /* All of the part can be spent without a look. */
    struct core_share share = {budget->work, budget->reserve,
                               least(units, core_budget_left(budget))};
    budget->work = share.part;
    budget->reserve = 0;
    return share;
}

void core_budget_join(struct mst_budget *budget, const struct core_share *share) {
    /* The part is charged to the rest, which may go below 0: then the next charge looks. */
    budget->work = share->work - (share->part - budget->work);
    budget->reserve = share->reserve;
}
