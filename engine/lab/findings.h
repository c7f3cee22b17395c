/* What a run says: comparisons with their intervals and verdicts.
 *
 * F1 All comparisons of a report share one error (T1 of shares.h), and are made whatever the games
 * bring. F2 Whatever is stated follows from the interval: it excludes what is expected, or it lies
 * within MST_MARGIN around it, or there are too few games. */
#ifndef MUSTER_LAB_FINDINGS_H
#define MUSTER_LAB_FINDINGS_H

#include "lab/shares.h"
#include "lab/tally.h"

/* A difference that matters. */
#define MST_MARGIN 0.05

enum mst_topic {
    MST_TOPIC_SEAT,  /* a side's wins against its equal share */
    MST_TOPIC_VALUE, /* those of a seat with a value against all others */
    MST_TOPIC_PAIR,  /* those of a value against another */
    MST_TOPIC_OPTION /* a share with another value of an option against that with its first */
};
enum mst_verdict_word { MST_MORE, MST_LESS, MST_EVEN, MST_TOO_FEW };

struct mst_comparison {
    enum mst_topic topic;
    char subject[400];           /* "seat 1", "F", "F against I" */
    char label[120];             /* OPTION: in short, or "" */
    int axis, value, other;      /* of the plan; -1: none */
    int64_t count, of;           /* of decided games */
    int64_t base_count, base_of; /* OPTION: with the first value */
    double share, expected;      /* OPTION: the difference of shares, and 0 */
    struct mst_interval interval;
    enum mst_verdict_word verdict;
    int64_t needed; /* games that tell a difference of MST_MARGIN */
};

struct mst_findings {
    struct mst_comparison *list;
    int count;
    double error; /* of each */
};

/* Compare. False when out of memory. Clear it in any case. */
bool mst_findings_make(struct mst_findings *findings, const struct mst_sums *sums);
void mst_findings_clear(struct mst_findings *findings);
/* Append the sentence of a comparison. */
void mst_finding_say(const struct mst_comparison *comparison, struct mst_buf *out);
/* The word for a verdict: "more", "less", "even" or "too few". */
const char *mst_verdict_name(enum mst_verdict_word verdict);

#endif
