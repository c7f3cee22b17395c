/* Statistics of matches: Elo, intervals and the sequential test, against values worked out by hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lab/elo.h"

static void near_to(double found, double wanted, double within) {
    if (!(fabs(found - wanted) <= within))
        fail_msg("found %.6f, expected %.6f", found, wanted);
}

/* 1 - 1 / (1 + 10^(-d / 400)): 64.0065 % at 100, 75.9747 % at 200. */
static void test_elo_is_the_logistic_of_the_score(void **state) {
    (void)state;
    near_to(lab_elo(0.5), 0, 1e-9);
    near_to(lab_elo(0.640065), 100, 0.01);
    near_to(lab_elo_score(200), 0.759747, 1e-6);
    near_to(lab_elo(0.25), -lab_elo(0.75), 1e-9);
    near_to(lab_elo(1), 1200, 1e-6);
    near_to(lab_elo(0), -1200, 1e-6);
}

/* 81 of 100: by Wilson 0.7222 to 0.8749. */
static void test_the_interval_of_a_share(void **state) {
    (void)state;
    struct lab_interval in = lab_share_interval(81, 100);
    near_to(in.low, 0.7222, 1e-4);
    near_to(in.high, 0.8749, 1e-4);
    in = lab_share_interval(0, 0);
    near_to(in.low, 0, 0);
    near_to(in.high, 1, 0);
}

/* 100 pairs: 10 with 0, 20 with 1, 40 with 2, 20 with 3, 10 with 4 half points. The score is 0.5;
 * the variance of pairs is (2 * 10 * 0.25 + 2 * 20 * 0.0625) / 100 = 0.075, a little more with the
 * half pair that is added. */
static void test_the_interval_of_pairs(void **state) {
    (void)state;
    struct lab_tally tally = {{10, 20, 40, 20, 10}};
    double low, high;
    near_to(lab_tally_score(&tally), 0.5, 1e-12);
    lab_tally_interval(&tally, &low, &high);
    near_to(high - 0.5, 1.95996 * sqrt(0.075 / 100), 2e-4);
    near_to(0.5 - low, high - 0.5, 1e-12);
}

/* Pairs that are always one win each tell much more than independent games. */
static void test_games_of_a_pair_are_not_independent(void **state) {
    (void)state;
    struct lab_tally even = {{0, 0, 100, 0, 0}}, wild = {{50, 0, 0, 0, 50}};
    double low, high, wide_low, wide_high;
    lab_tally_interval(&even, &low, &high);
    lab_tally_interval(&wild, &wide_low, &wide_high);
    assert_true(high - low < 0.02);
    assert_true(wide_high - wide_low > 0.18);
}

/* (s1 - s0)(2 s - s0 - s1) n / (2 v) with s = 0.75, v = 0.0625, n = 20. */
static void test_the_sequential_test(void **state) {
    (void)state;
    struct lab_tally strong = {{0, 0, 5, 10, 5}}, weak = {{5, 10, 5, 0, 0}}, none = {{0}};
    double s1 = lab_elo_score(70), s0 = 0.5, variance = (2 * 5 * 0.0625) / 20;
    double wanted = (s1 - s0) * (1.5 - s0 - s1) * 20 / (2 * variance);
    near_to(lab_tally_ratio(&strong, 0, 70), wanted, wanted / 8); /* half a pair is added */
    assert_true(lab_tally_ratio(&strong, 0, 70) > LAB_SPRT_BOUND);
    assert_true(lab_tally_ratio(&weak, 0, 70) < -LAB_SPRT_BOUND);
    near_to(lab_tally_ratio(&none, 0, 70), 0, 1e-12);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elo_is_the_logistic_of_the_score),
        cmocka_unit_test(test_the_interval_of_a_share),
        cmocka_unit_test(test_the_interval_of_pairs),
        cmocka_unit_test(test_games_of_a_pair_are_not_independent),
        cmocka_unit_test(test_the_sequential_test),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
