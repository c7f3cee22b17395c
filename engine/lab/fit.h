/* Logistic regression: how much each feature of a position says about who wins.
 *
 * A sample has what a seat has more of each feature than its opponents, and how the game ended for
 * that seat. The fit maximises the likelihood of the results under 1 / (1 + exp(-sum of weight x
 * feature)), with a penalty on weights in units of their feature's spread (ridge), so it has one
 * solution. It takes a fixed order of steps: the same samples give the same weights. */
#ifndef MUSTER_LAB_FIT_H
#define MUSTER_LAB_FIT_H

#include "muster/util.h"

struct lab_samples {
    int features;
    int64_t count, capacity;
    int32_t *values;  /* owned: features of each sample */
    uint8_t *results; /* owned: of each sample 0 lost, 1 drawn, 2 won */
    int32_t *games;   /* owned: the game that each sample is of */
};

/* Add a sample with room for its values, all 0: returns them, or NULL when out of memory. */
int32_t *lab_samples_add(struct lab_samples *samples, int32_t game, int result);
void lab_samples_clear(struct lab_samples *samples);

/* Which samples: those of games whose number is divisible by LAB_PART_OF, or not.
 */
enum lab_part { LAB_PART_ALL, LAB_PART_TAUGHT, LAB_PART_ASIDE };
enum { LAB_PART_OF = 5 };

/* The root mean square of each feature, over the samples of a part. */
void lab_fit_spread(const struct lab_samples *samples, enum lab_part part, double *spread);
/* Fit the weights of the features that are `used`; others get 0. False when out of memory. */
bool lab_fit(const struct lab_samples *samples, enum lab_part part, const bool *used, double ridge,
             double *weights);

/* How well weights predict the results of a part. */
struct lab_predicted {
    int64_t count;
    double loss;  /* mean of -log of the probability of the result; 0.693 for a coin */
    double right; /* share of the samples, without draws, whose winner is the likelier one */
};
struct lab_predicted lab_fit_predict(const struct lab_samples *samples, enum lab_part part,
                                     const double *weights);

#endif
