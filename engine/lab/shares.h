/* Statistics of shares: exact intervals, differences, and how many games a question needs.
 *
 * T1 With m comparisons, each at an error of LAB_FAMILY_ERROR / m, the chance that any of them is
 * wrong is at most LAB_FAMILY_ERROR (Bonferroni), however they depend on each other. T2 A share
 * differs from an expected one exactly if its interval does not contain it. */
#ifndef MUSTER_LAB_SHARES_H
#define MUSTER_LAB_SHARES_H

#include "lab/elo.h"

/* The chance that any statement of a report is wrong. */
#define LAB_FAMILY_ERROR 0.01

/* The chance that `count` or fewer of `of` cases succeed, each with chance `share`. */
double lab_binomial_below(int64_t count, int64_t of, double share);
/* The exact interval (Clopper and Pearson) of a share: wrong with a chance of at most `error`. */
struct lab_interval lab_exact_interval(int64_t count, int64_t of, double error);
/* The interval of the difference of two independent shares, the first minus the second (Newcombe:
 * from the intervals of both by Wilson). */
struct lab_interval lab_difference_interval(int64_t count1, int64_t of1, int64_t count2,
                                            int64_t of2, double error);
/* How far from its mean, in standard deviations, a normal value lies with a chance of `error`, in
 * both directions together. */
double lab_normal_reach(double error);
/* The number of games after which a share that differs from `expected` by `difference` is found in
 * four cases of five, with that error. */
int64_t lab_games_needed(double expected, double difference, double error);

#endif
