/* Statistics of shares: see shares.h. */
#include "lab/shares.h"

#include <math.h>

enum { HALVINGS = 60 }; /* of an interval that has the solution: beyond what a double tells apart */

static const double reach_of_four_in_five = 0.8416212335729143; /* one-sided */

/* ---- the binomial distribution --------------------------------------------------------------- */

/* The continued fraction of the incomplete beta function, by the method of Lentz. */
static double fraction(double a, double b, double x) {
    const double least = 1e-300;
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabs(d) < least ? least : d);
    double product = d;
    for (int m = 1; m < 100000; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        double step = 1;
        for (int half = 0; half < 2; half++) {
            double term = half ? odd : even;
            d = 1 + term * d;
            c = 1 + term / c;
            d = 1 / (fabs(d) < least ? least : d);
            c = fabs(c) < least ? least : c;
            step = c * d;
            product *= step;
        }
        if (fabs(step - 1) < 1e-14)
            break;
    }
    return product;
}

/* The regularised incomplete beta function. */
static double beta(double a, double b, double x) {
    if (x <= 0 || x >= 1)
        return x <= 0 ? 0 : 1;
    double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x));
    if (x < (a + 1) / (a + b + 2))
        return front * fraction(a, b, x) / a;
    return 1 - front * fraction(b, a, 1 - x) / b;
}

double lab_binomial_below(int64_t count, int64_t of, double share) {
    if (count < 0 || count >= of)
        return count < 0 ? 0 : 1;
    return beta((double)(of - count), (double)count + 1, 1 - share);
}

/* The share with which `count` or fewer of `of` have the given chance, which falls as it grows. */
static double share_with(int64_t count, int64_t of, double chance) {
    double low = 0, high = 1;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;
        if (lab_binomial_below(count, of, middle) > chance)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

struct lab_interval lab_exact_interval(int64_t count, int64_t of, double error) {
    return (struct lab_interval){.low = count > 0 ? share_with(count - 1, of, 1 - error / 2) : 0,
                                 .high = count < of ? share_with(count, of, error / 2) : 1};
}

/* ---- the normal distribution ----------------------------------------------------------------- */

double lab_normal_reach(double error) {
    double low = 0, high = 40;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;
        if (erfc(middle / sqrt(2)) > error)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

struct lab_interval lab_difference_interval(int64_t count1, int64_t of1, int64_t count2,
                                            int64_t of2, double error) {
    if (!of1 || !of2)
        return (struct lab_interval){-1, 1};
    double reach = lab_normal_reach(error);
    double share1 = (double)count1 / (double)of1, share2 = (double)count2 / (double)of2;
    struct lab_interval in1 = lab_wilson_interval(count1, of1, reach);
    struct lab_interval in2 = lab_wilson_interval(count2, of2, reach);
    return (struct lab_interval){share1 - share2 - hypot(share1 - in1.low, in2.high - share2),
                                 share1 - share2 + hypot(in1.high - share1, share2 - in2.low)};
}

int64_t lab_games_needed(double expected, double difference, double error) {
    double other = expected + difference < 1 ? expected + difference : expected - difference;
    double reach = lab_normal_reach(error) * sqrt(expected * (1 - expected)) +
                   reach_of_four_in_five * sqrt(other * (1 - other));
    return (int64_t)ceil(reach * reach / (difference * difference));
}
