/* Statistics of shares against sums of the binomial distribution and published values. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lab/shares.h"

static void near_to(double found, double wanted, double within) {
    if (!(fabs(found - wanted) <= within))
        fail_msg("found %.6f, expected %.6f", found, wanted);
}

/* 137980 of 2^20 series of 20 tosses have 7 heads or fewer. */
static void test_the_tail_of_the_binomial(void **state) {
    (void)state;
    near_to(lab_binomial_below(7, 20, 0.5), 137980 / 1048576.0, 1e-12);
    near_to(lab_binomial_below(3, 10, 0.25), 0.775875091552734, 1e-12);
    near_to(lab_binomial_below(0, 3, 0.5), 0.125, 1e-12);
    near_to(lab_binomial_below(-1, 3, 0.5), 0, 0);
    near_to(lab_binomial_below(3, 3, 0.5), 1, 0);
}

/* 4 of 20: 5.733 % to 43.661 %. 0 of n: the upper end solves (1 - x)^n = 0.025. */
static void test_the_exact_interval(void **state) {
    (void)state;
    struct lab_interval in = lab_exact_interval(4, 20, 0.05);
    near_to(in.low, 0.057334, 1e-6);
    near_to(in.high, 0.436614, 1e-6);
    in = lab_exact_interval(0, 10, 0.05);
    near_to(in.low, 0, 0);
    near_to(in.high, 1 - pow(0.025, 0.1), 1e-9);
    in = lab_exact_interval(10, 10, 0.05);
    near_to(in.high, 1, 0);
    in = lab_exact_interval(0, 0, 0.05);
    near_to(in.high - in.low, 1, 0);
}

/* No share and no number of cases makes the interval err more often than it says. */
static void test_the_exact_interval_keeps_its_error(void **state) {
    (void)state;
    for (int of = 5; of <= 60; of += 11)
        for (double share = 0.05; share < 1; share += 0.09) {
            double missed = 0;
            for (int count = 0; count <= of; count++) {
                struct lab_interval in = lab_exact_interval(count, of, 0.05);
                if (share < in.low || share > in.high)
                    missed += lab_binomial_below(count, of, share) -
                              lab_binomial_below(count - 1, of, share);
            }
            assert_true(missed <= 0.05 + 1e-9);
        }
}

/* Newcombe (1998): 56 of 70 and 48 of 80, by Wilson, 5.24 to 33.39 points. */
static void test_the_interval_of_a_difference(void **state) {
    (void)state;
    struct lab_interval in = lab_difference_interval(56, 70, 48, 80, 0.05);
    near_to(in.low, 0.0524, 1e-4);
    near_to(in.high, 0.3339, 1e-4);
    in = lab_difference_interval(1, 2, 0, 0, 0.05);
    near_to(in.high - in.low, 2, 0);
}

static void test_the_reach_of_the_normal_distribution(void **state) {
    (void)state;
    near_to(lab_normal_reach(0.05), 1.959964, 1e-6);
    near_to(lab_normal_reach(0.01), 2.575829, 1e-6);
    near_to(lab_normal_reach(0.001), 3.290527, 1e-6);
}

/* As published for one share: 783 cases tell 55 % from 50 % at 5 %, with a power of 80 %. */
static void test_how_many_games_a_difference_needs(void **state) {
    (void)state;
    near_to((double)lab_games_needed(0.5, 0.05, 0.05), 783, 1);
    assert_true(lab_games_needed(0.5, 0.05, 0.001) > lab_games_needed(0.5, 0.05, 0.01));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_tail_of_the_binomial),
        cmocka_unit_test(test_the_exact_interval),
        cmocka_unit_test(test_the_exact_interval_keeps_its_error),
        cmocka_unit_test(test_the_interval_of_a_difference),
        cmocka_unit_test(test_the_reach_of_the_normal_distribution),
        cmocka_unit_test(test_how_many_games_a_difference_needs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
