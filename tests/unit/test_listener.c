/* Listeners written as effects run in the midst of the effects that emit, and have variables and
 * sets of their own: neither sees the other's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "rulesets/ruleset.h"

#ifndef MUSTER_HOME
#define MUSTER_HOME "."
#endif
#define HOME MUSTER_HOME "/tests/corpus/bench"

static void a_listener_leaves_the_emitters_locals_alone(void **state) {
    struct mst_error error = {0};
    (void)state;
    setenv("MUSTER_HOME", HOME, 1);
    struct mst_ruleset *ruleset =
        mst_ruleset_load(HOME "/rulesets/listener.ini", NULL, 0, NULL, &error);
    assert_non_null(ruleset);
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    assert_non_null(match);
    assert_int_equal(mst_match_play(match, "tell", &error), MST_OK);
    char *line = mst_match_position(match, &error);
    assert_non_null(line);
    assert_string_equal(line, "choose seen=73 heard=95");
    mst_text_free(line);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_listener_leaves_the_emitters_locals_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
