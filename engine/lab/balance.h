/* The report of `muster balance`, as JSON and as a page. */
#ifndef MUSTER_LAB_BALANCE_H
#define MUSTER_LAB_BALANCE_H

#include "lab/findings.h"

/* What a report tells; all of it borrowed. */
struct mst_report_facts {
    const struct mst_plan *plan;
    const struct mst_sums *sums;
    const struct mst_findings *findings;
    const char *ruleset; /* its path */
    const struct mst_seating *seating;
    int64_t seed, games;
    int plies;
};

/* Append the report as JSON, with a line feed at its end. */
void mst_balance_json(const struct mst_report_facts *facts, struct mst_buf *out);
/* Append the report as a page: one file, which is well-formed XML as well. */
void mst_balance_html(const struct mst_report_facts *facts, struct mst_buf *out);

/* The interval of 95 % of how many seats that did something won. */
struct mst_interval mst_use_interval(const struct mst_use *use);
/* The turns below which a part (0 to 1) of the games ended; `turns` are in order. */
int mst_turns_quantile(const int *turns, int64_t count, double part);
/* The turns of all games in which an axis has a value (axis -1: of all), in order; the caller frees
 * them. NULL when out of memory. */
int *mst_turns_of(const struct mst_sums *sums, int axis, int value, int64_t *count);

#endif
