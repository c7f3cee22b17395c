/* The budget of a request: steps, totals, parts, and ways to stop. */
#include "core/budget.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct mst_budget limited(int64_t work, int64_t bytes) {
    struct mst_budget budget;
    core_budget_init(&budget);
    mst_budget_limit(&budget, work, bytes);
    return budget;
}

static void assert_ends(const struct mst_budget *budget, enum mst_status status, const char *text) {
    struct mst_error error;
    assert_int_equal(mst_budget_error(budget, "lua/x.lua:3", &error), status);
    assert_non_null(strstr(error.text, text));
}

static void a_budget_ends_at_its_last_unit(void **state) {
    (void)state;
    struct mst_budget b = limited(200000, 0);
    for (int i = 0; i < 200000; i++)
        assert_true(core_budget_spend(&b, 1));
    assert_int_equal(core_budget_left(&b), 0);
    assert_false(core_budget_spend(&b, 1));
    assert_false(core_budget_spend(&b, 1)); /* G2 */
    assert_ends(&b, MST_BUDGET, "200000 work units");
    assert_int_equal(core_budget_worked(&b), 200001);
    core_budget_start(&b);
    assert_true(core_budget_spend(&b, 200000));
    assert_false(core_budget_spend(&b, INT64_MAX));
    assert_false(core_budget_spend(&b, INT64_MAX));
}

static void steps_share_a_given_limit(void **state) {
    (void)state;
    struct mst_budget b = limited(1000, 0);
    for (int i = 0; i < 4; i++, mst_budget_step(&b))
        assert_true(core_budget_spend(&b, 250));
    assert_false(core_budget_spend(&b, 1));
    mst_budget_step(&b);
    assert_false(core_budget_spend(&b, 1));
    core_budget_finish(&b);
    assert_true(core_budget_spend(&b, 1000));
    assert_false(core_budget_spend(&b, 1));
}

static void steps_have_no_limit_in_total_by_default(void **state) {
    (void)state;
    struct mst_budget b = limited(0, 0);
    int64_t step = core_budget_left(&b);
    for (int i = 0; i < 100; i++, mst_budget_step(&b))
        assert_true(core_budget_spend(&b, step));
    assert_int_equal(core_budget_worked(&b), 100 * step);
    assert_true(core_budget_spend(&b, step - CORE_BUDGET_LOOK / 2 + 1));
    core_budget_next(&b); /* enough is left before the next look? if not, a new step */
    assert_true(core_budget_left(&b) >= CORE_BUDGET_LOOK / 2);
}

static void held_calls_are_one_request(void **state) {
    (void)state;
    struct mst_budget b = limited(100, 10);
    mst_budget_hold(&b, true);
    assert_true(mst_budget_charge(&b, 60, 6));
    core_budget_start(&b);
    assert_false(mst_budget_charge(&b, 60, 1));
    mst_budget_hold(&b, false);
    assert_true(mst_budget_charge(&b, 60, 6));
}

static void bytes_end_too(void **state) {
    (void)state;
    struct mst_budget b = limited(0, 100);
    assert_true(core_budget_take(&b, 60));
    assert_false(core_budget_take(&b, SIZE_MAX));
    assert_false(core_budget_take(&b, 1));
    assert_ends(&b, MST_BUDGET, "100 bytes");
}

static void a_flag_stops_at_the_next_look(void **state) {
    (void)state;
    struct mst_budget b = limited(0, 0);
    mst_budget_cancel(&b, true);
    assert_true(core_budget_spend(&b, CORE_BUDGET_LOOK));
    assert_false(core_budget_spend(&b, 1));
    assert_false(core_budget_spend(&b, 1));
    assert_ends(&b, MST_CANCELLED, "cancelled");
    core_budget_finish(&b);
    assert_true(core_budget_spend(&b, 2 * CORE_BUDGET_LOOK));
    mst_budget_cancel(&b, false);
    core_budget_start(&b);
    assert_true(core_budget_spend(&b, 2 * CORE_BUDGET_LOOK));
}

static bool third(void *context) {
    return ++*(int *)context == 3;
}

static void steps_do_not_put_off_a_look(void **state) {
    (void)state;
    struct mst_budget b = limited(0, 0);
    int steps = 0;
    mst_budget_cancel(&b, true);
    while (core_budget_spend(&b, 1000) && steps++ < 1000)
        mst_budget_step(&b);
    assert_int_equal(steps, CORE_BUDGET_LOOK / 1000);
}

static void a_watcher_is_asked_at_every_look(void **state) {
    (void)state;
    struct mst_budget b = limited(0, 0);
    int looks = 0, units = 0;
    mst_budget_watch(&b, third, &looks);
    while (core_budget_spend(&b, 1))
        units++;
    assert_int_equal(units, 3 * CORE_BUDGET_LOOK + 2);
    assert_ends(&b, MST_CANCELLED, "cancelled");
}

static int64_t now = 1; /* milliseconds */

static int64_t clock_of_test(void) {
    return now;
}

static void a_deadline_ends_it(void **state) {
    (void)state;
    struct mst_budget b = limited(0, 0);
    b.clock = clock_of_test;
    b.deadline = now + 1000000;
    assert_true(core_budget_spend(&b, CORE_BUDGET_LOOK + 1));
    now += 1000000;
    assert_false(core_budget_spend(&b, CORE_BUDGET_LOOK + 1));
    assert_ends(&b, MST_BUDGET, "time");
}

static void a_part_uses_at_most_its_share(void **state) {
    (void)state;
    struct mst_budget b = limited(100000, 0);
    struct core_share share = core_budget_share(&b, 70);
    assert_true(core_budget_spend(&b, 70));
    assert_false(core_budget_spend(&b, 5));
    core_budget_join(&b, &share);
    assert_int_equal(core_budget_left(&b), 100000 - 71);
    assert_true(core_budget_spend(&b, 100000 - 71));
    share = core_budget_share(&b, 70);
    assert_false(core_budget_spend(&b, 1));
    core_budget_join(&b, &share);
    assert_false(core_budget_spend(&b, 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_budget_ends_at_its_last_unit),
        cmocka_unit_test(steps_share_a_given_limit),
        cmocka_unit_test(steps_have_no_limit_in_total_by_default),
        cmocka_unit_test(held_calls_are_one_request),
        cmocka_unit_test(bytes_end_too),
        cmocka_unit_test(a_flag_stops_at_the_next_look),
        cmocka_unit_test(steps_do_not_put_off_a_look),
        cmocka_unit_test(a_watcher_is_asked_at_every_look),
        cmocka_unit_test(a_deadline_ends_it),
        cmocka_unit_test(a_part_uses_at_most_its_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
