/* Rules that keep state in Lua: a check and a replay name what changed, because it is neither saved
 * nor undone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "lib/square.h"
#include "rulesets/ruleset.h"
#include "muster/check.h"

#define PASS "muster.move { 'pass', at = play, text = 'pass', apply = function() go(play) end }\n"

static const char *const cases[][2] = {
    /* declarations, and what changes */
    {"local list = {} for i = 1, 99 do list[i] = i end\n"
     "local step = pairs(list)\n"
     "muster.move { 'pass', at = play, text = 'pass', apply = function()\n"
     "  if step() then now.turn = 9 - now.turn end go(play) end }\n",
     "'step"},
    {"local lib = require('lib')\n"
     "muster.scene(function() return { title = lib.title() } end)\n" PASS,
     "'held.last'"},
    {"local n = 0\n"
     "muster.scene(function() n = n + 1 return { title = 'a title' } end)\n" PASS,
     "'n'"},
};
enum { CASES = sizeof cases / sizeof *cases };

static void write_library(void) {
    home_module("lib", "local held = { last = 0 }\n"
                       "return { title = function() held.last = held.last + 1\n"
                       "return 'a title' end }\n");
}

static void test_a_check_names_what_rules_keep(void **state) {
    (void)state;
    write_library();
    for (int i = 0; i < CASES; i++) {
        struct mst_error error = {0};
        struct mst_match *match = square_match("lua", 5, cases[i][0]);
        assert_false(mst_ruleset_try(match->ruleset, 20, NULL, NULL, &error));
        if (!strstr(error.text, cases[i][1]) || !strstr(error.text, "at play") ||
            strncmp(error.at, "lua/", 4) != 0)
            fail_msg("%d: %s: %s", i, error.at, error.text);
        square_end(match);
    }
}

static void test_a_replay_names_what_rules_keep(void **state) {
    (void)state;
    struct mst_error error = {0};
    struct mst_match *match = square_match("lua", 5, cases[0][0]);
    for (int ply = 0; ply < 4; ply++)
        assert_int_equal(mst_match_play(match, "pass", &error), MST_OK);
    char *text = mst_match_transcript(match, &error);
    assert_non_null(text);
    assert_null(mst_match_replay(match->ruleset, text, &error));
    if (!strstr(error.text, cases[0][1]) || strncmp(error.at, "lua/", 4) != 0)
        fail_msg("%s: %s", error.at, error.text);
    mst_text_free(text);
    square_end(match);
}

static void test_rules_that_keep_nothing_pass(void **state) {
    (void)state;
    struct mst_error error = {0};
    struct mst_match *match =
        square_match("lua", 5,
                     "local list = { 3, 4 }\n"
                     "muster.move { 'pass', at = play, text = 'pass', apply = function()\n"
                     "  local t = {} for i, v in ipairs(list) do t[i] = v end\n"
                     "  now.turn = (now.turn + #t) % 9 go(play) end }\n");
    assert_true(mst_ruleset_try(match->ruleset, 20, NULL, NULL, &error));
    assert_int_equal(mst_match_play(match, "pass", &error), MST_OK);
    char *text = mst_match_transcript(match, &error);
    struct mst_match *again = mst_match_replay(match->ruleset, text, &error);
    assert_non_null(again);
    mst_match_free(again);
    mst_text_free(text);
    square_end(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_check_names_what_rules_keep, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(test_a_replay_names_what_rules_keep, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(test_rules_that_keep_nothing_pass, home_set_up,
                                        home_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
