/* Strength from paired games: Elo with its interval, and a sequential test.
 *
 * Two games with one opening and seats swapped are a pair, which scores 0 to 4 half points. Pairs
 * are independent of each other, games of a pair are not, so the variance is that of pairs. */
#ifndef MUSTER_LAB_ELO_H
#define MUSTER_LAB_ELO_H

#include <stdint.h>

struct lab_interval {
    double low, high;
};
/* The 95 % interval of a share of so many cases (Wilson), within 0 to 1. */
struct lab_interval lab_share_interval(int64_t count, int64_t of);

struct lab_tally {
    int64_t pairs[5]; /* by half points of the first player */
};

/* The points per game, 0 to 1; 0.5 without pairs. */
double lab_tally_score(const struct lab_tally *tally);
/* The difference in Elo that a score stands for, within -1200 to 1200. */
double lab_elo(double score);
/* The score that a difference in Elo stands for. */
double lab_elo_score(double elo);
/* The 95 % interval of the score, within 0 to 1 (normal approximation). */
void lab_tally_interval(const struct lab_tally *tally, double *low, double *high);
/* The log-likelihood ratio of the score being that of `elo1` rather than of `elo0`, by the normal
 * approximation of the generalised test. */
double lab_tally_ratio(const struct lab_tally *tally, double elo0, double elo1);
/* The bound that the ratio must pass, up or down, for errors of 5 %: log(0.95 / 0.05). */
#define LAB_SPRT_BOUND 2.9444389791664403

#endif
