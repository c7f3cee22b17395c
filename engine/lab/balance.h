/* The report of `muster balance`: a summary, a JSON file, and a page. C gathers the facts, and
 * scripts in lua/tools write each of the three from them. */
#ifndef MUSTER_LAB_BALANCE_H
#define MUSTER_LAB_BALANCE_H

#include "lab/plan.h"
#include "lab/tally.h"

/* The contents of a report; all borrowed. */
struct lab_report {
    const struct lab_plan *plan;
    const struct lab_sums *sums;
    const char *ruleset; /* its path */
    const struct lab_seating *seating;
    int64_t seed, games_each;
    int plies;
};

/* What the scripts get, which the caller frees; NULL when out of memory. Seats, values and
 * arrangements count from 1, as lists of Lua do. */
json_t *lab_balance_facts(const struct lab_report *report);

#endif
