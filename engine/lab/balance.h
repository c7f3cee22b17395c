/* The report of `muster balance`: a summary, JSON, and a page. */
#ifndef MUSTER_LAB_BALANCE_H
#define MUSTER_LAB_BALANCE_H

#include "lab/findings.h"

/* The contents of a report; all borrowed. */
struct lab_report_facts {
    const struct lab_plan *plan;
    const struct lab_sums *sums;
    const struct lab_findings *findings;
    const char *ruleset; /* its path */
    const struct lab_seating *seating;
    int64_t seed, games;
    int plies;
};

/* Append what is printed of the report. */
void lab_balance_summary(const struct lab_report_facts *facts, struct mst_buf *out);
/* Append the report as JSON, with a line feed at its end. */
void lab_balance_json(const struct lab_report_facts *facts, struct mst_buf *out);
/* Append the report as a page: one file, which is well-formed XML as well. */
void lab_balance_html(const struct lab_report_facts *facts, struct mst_buf *out);

/* The interval of 95 % of how many seats that did something won. */
struct lab_interval lab_use_interval(const struct lab_use *use);
/* The turns below which a part (0 to 1) of the games ended; `turns` are in order. */
int lab_turns_quantile(const int *turns, int64_t count, double part);
/* The turns of all games in which an axis has a value (axis -1: of all), in order; the caller frees
 * them. NULL when out of memory. */
int *lab_turns_of(const struct lab_sums *sums, int axis, int value, int64_t *count);

#endif
