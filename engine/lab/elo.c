/* Elo and the sequential test: see elo.h. */
#include "lab/elo.h"

#include <assert.h>
#include <math.h>

static const double reach_95 = 1.959963984540054; /* of the normal distribution */

struct lab_interval lab_share_interval(int64_t count, int64_t of) {
    double n = (double)of, z = reach_95, share = of ? (double)count / n : 0.5;
    if (!of)
        return (struct lab_interval){0, 1};
    double centre = (share + z * z / (2 * n)) / (1 + z * z / n);
    double reach = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    return (struct lab_interval){centre - reach, centre + reach};
}

static int64_t pairs_of(const struct lab_tally *tally) {
    int64_t count = 0;
    for (int i = 0; i < 5; i++)
        count += tally->pairs[i];
    return count;
}

double lab_tally_score(const struct lab_tally *tally) {
    double sum = 0;
    int64_t count = pairs_of(tally);
    for (int i = 0; i < 5; i++)
        sum += i / 4.0 * (double)tally->pairs[i];
    return count ? sum / (double)count : 0.5;
}

/* The variance of the score of a pair. Half a pair of each kind is added, so that it is never 0. */
static double variance(const struct lab_tally *tally) {
    double count = 0, sum = 0, squares = 0;
    for (int i = 0; i < 5; i++) {
        double weight = (double)tally->pairs[i] + 0.5 / 5;
        count += weight;
        sum += i / 4.0 * weight;
        squares += i / 4.0 * i / 4.0 * weight;
    }
    return squares / count - sum / count * (sum / count);
}

double lab_elo(double score) {
    double least = lab_elo_score(-1200);
    score = score < least ? least : score > 1 - least ? 1 - least : score;
    return -400 * log10(1 / score - 1);
}

double lab_elo_score(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

void lab_tally_interval(const struct lab_tally *tally, double *low, double *high) {
    double count = (double)pairs_of(tally), score = lab_tally_score(tally);
    double reach = count > 0 ? reach_95 * sqrt(variance(tally) / count) : 0.5;
    *low = score - reach < 0 ? 0 : score - reach;
    *high = score + reach > 1 ? 1 : score + reach;
    assert(0 <= *low && *low <= *high && *high <= 1);
}

double lab_tally_ratio(const struct lab_tally *tally, double elo0, double elo1) {
    double score0 = lab_elo_score(elo0), score1 = lab_elo_score(elo1);
    assert(elo0 < elo1);
    double count = (double)pairs_of(tally);
    return (score1 - score0) * (2 * lab_tally_score(tally) - score0 - score1) * count /
           (2 * variance(tally));
}
