/* The findings of a run: comparisons with their intervals and verdicts.
 *
 * F1 All comparisons of a report share one error (T1 of shares.h), and are made whatever the games
 * bring. F2 Whatever is stated follows from the interval: it excludes what is expected, or it lies
 * within LAB_MARGIN around it, or there are too few games. */
#ifndef MUSTER_LAB_FINDINGS_H
#define MUSTER_LAB_FINDINGS_H

#include "lab/shares.h"
#include "lab/tally.h"

/* A difference that matters. */
#define LAB_MARGIN 0.05

enum lab_topic {
    LAB_TOPIC_SEAT,  /* a side's wins against its equal share */
    LAB_TOPIC_VALUE, /* those of a seat with a value against all others */
    LAB_TOPIC_PAIR,  /* those of a value against another */
    LAB_TOPIC_OPTION /* a share with another value of an option against that with its first */
};
enum lab_verdict_word { LAB_MORE, LAB_LESS, LAB_EVEN, LAB_TOO_FEW };

struct lab_comparison {
    enum lab_topic topic;
    char subject[400];           /* "seat 1", "F", "F against I" */
    char label[120];             /* OPTION: in short, or "" */
    int axis, value, other;      /* of the plan; -1: none */
    int64_t count, of;           /* of decided games */
    int64_t base_count, base_of; /* OPTION: with the first value */
    double share, expected;      /* OPTION: the difference of shares, and 0 */
    struct lab_interval interval;
    enum lab_verdict_word verdict;
    int64_t needed; /* games that show a difference of LAB_MARGIN */
};

struct lab_findings {
    struct lab_comparison *list;
    int count;
    double error; /* of each */
};

/* Compare. False when out of memory. Clear it in any case. */
bool lab_findings_make(struct lab_findings *findings, const struct lab_sums *sums);
void lab_findings_clear(struct lab_findings *findings);
/* Append the sentence of a comparison. */
void lab_finding_say(const struct lab_comparison *comparison, struct mst_buf *out);
/* The word for a verdict: "more", "less", "even" or "too few". */
const char *lab_verdict_name(enum lab_verdict_word verdict);

#endif
