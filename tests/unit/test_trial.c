/* Random games of `check`: they find faults that appear only in play, and their work is bounded. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "host/host.h"
#include "lib/home.h"
#include "rulesets/ruleset.h"
#include "muster/check.h"

enum { ENOUGH = 1 << 30, BUDGET = 100000000 };

/* A game that never ends: one stone walks back and forth. `deed` is what the move does besides. */
static struct mst_ruleset *walk(const char *path, const char *deed) {
    char lua[2000];
    struct mst_error error = {0};
    snprintf(lua, sizeof lua,
             "muster.module { title = 'Walk' }\n"
             "muster.game { title = 'Walk', seats = 1 }\n"
             "muster.grid { columns = 3, rows = 1 }\n"
             "muster.pieces { 'stone', count = 1 }\n"
             "local now = muster.state { { 'sum', max = 9 } }\n"
             "local play = muster.decision { 'play', seat = function() return 0 end }\n"
             "muster.setup(function() put(top(box), at(0, 0)) go(play) end)\n"
             "muster.move { 'walk', at = play, text = '{dest}',\n"
             "legal = function() return choose('dest', zones - occupied()) end,\n"
             "apply = function(dest)\n"
             "put(0, dest)\n"
             "%s\n"
             "end }\n",
             deed);
    struct mst_ruleset *ruleset = home_game_as(path, lua, &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    return ruleset;
}

static void test_faults_that_appear_in_play_are_found(void **state) {
    static const char *const paths[] = {"code", "lua"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct mst_error error = {0};
        struct mst_ruleset *ruleset = walk(paths[i], "now.sum = now.sum + column(dest)");
        assert_false(mst_ruleset_try(ruleset, 100, NULL, NULL, &error));
        assert_string_equal(error.at, "lua/game.lua:12");
        assert_non_null(strstr(error.text, "'sum' must be 0 to 9"));

        assert_non_null(strstr(error.text, "game; repeat it: ./muster show "));
        assert_non_null(strstr(error.text, ".ini --position '"));
        assert_non_null(strstr(error.text, "' --play '"));
        mst_ruleset_free(ruleset);
    }
}

static struct mst_ruleset *game(const char *lua) {
    struct mst_error error = {0};
    struct mst_ruleset *ruleset = home_game_as("code", lua, &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    return ruleset;
}

/* 'mend' makes good at once what 'break' did, so only a check of each position finds it. */
static void test_invariants_are_checked_after_rare_moves(void **state) {
    struct mst_error error = {0};
    (void)state;
    struct mst_ruleset *ruleset =
        game("muster.module { title = 'Crack' }\n"
             "muster.game { title = 'Crack', seats = 1 }\n"
             "muster.grid { columns = 3, rows = 1 }\n"
             "local now = muster.state { { 'cracked', max = 1 }, { 'walks', max = 40 } }\n"
             "local play = muster.decision { 'play', seat = function() return 0 end }\n"
             "muster.setup(function() go(play) end)\n"
             "muster.move { 'walk', at = play, text = 'walk',\n"
             "legal = function() need(now.cracked == 0) end,\n"
             "apply = function() now.walks = (now.walks + 1) % 40 end }\n"
             "muster.move { 'crack', at = play, text = 'crack',\n"
             "legal = function() need(now.walks == 39 and now.cracked == 0) end,\n"
             "apply = function() now.cracked = 1 end }\n"
             "muster.move { 'mend', at = play, text = 'mend',\n"
             "legal = function() need(now.cracked == 1) end,\n"
             "apply = function() now.cracked, now.walks = 0, 0 end }\n"
             "muster.verify(function() if now.cracked == 1 then error('it is cracked') end end)\n");
    assert_false(mst_ruleset_try(ruleset, 2000, NULL, NULL, &error));
    assert_non_null(strstr(error.text, "it is cracked; found in a random game after 'crack'; "));
    assert_null(strstr(error.text, "--play"));
    mst_ruleset_free(ruleset);
}

static void test_kinds_that_were_never_played_are_named(void **state) {
    struct mst_error error = {0};
    struct mst_buf unplayed = {0};
    (void)state;
    struct mst_ruleset *ruleset =
        game("muster.module { title = 'Wait' }\n"
             "muster.game { title = 'Wait', seats = 1 }\n"
             "muster.grid { columns = 3, rows = 1 }\n"
             "local now = muster.state { { 'waits', max = 1000000 } }\n"
             "local play = muster.decision { 'play', seat = function() return 0 end }\n"
             "muster.setup(function() go(play) end)\n"
             "muster.move { 'wait', at = play, text = 'wait',\n"
             "legal = function() end, apply = function() now.waits = now.waits + 1 end }\n"
             "muster.move { 'leave', at = play, text = 'leave',\n"
             "legal = function() need(now.waits == 1000000) end,\n"
             "apply = function() now.waits = 0 end }\n"
             "muster.move { 'refuse', at = play, text = 'refuse', unlisted = true,\n"
             "legal = function() need(now.waits == 1000000) end,\n"
             "apply = function() now.waits = 0 end }\n");
    assert_true(mst_ruleset_try(ruleset, 100, NULL, &unplayed, &error));
    assert_string_equal(mst_buf_text(&unplayed), "'leave'");
    mst_buf_clear(&unplayed);
    mst_ruleset_free(ruleset);
}

/* A game whose one move cannot be played a third time; `more` is declared besides. */
static struct mst_ruleset *short_of_moves(const char *more) {
    char lua[2000];
    snprintf(lua, sizeof lua,
             "muster.module { title = 'Stop' }\n"
             "muster.game { title = 'Stop', seats = 1 }\n"
             "muster.grid { columns = 3, rows = 1 }\n"
             "local now = muster.state { { 'steps', max = 9 } }\n"
             "local play = muster.decision { 'play', seat = function() return 0 end }\n"
             "muster.setup(function() go(play) end)\n"
             "muster.move { 'step', at = play, text = 'step',\n"
             "legal = function() need(now.steps < 2) end,\n"
             "apply = function() now.steps = now.steps + 1 end }\n"
             "%s",
             more);
    return game(lua);
}

/* There is no move to show, so the command stops at the position. */
static void test_a_match_without_a_legal_move_is_a_fault(void **state) {
    struct mst_error error = {0};
    (void)state;
    struct mst_ruleset *ruleset = short_of_moves("");
    assert_false(mst_ruleset_try(ruleset, 100, NULL, NULL, &error));
    assert_non_null(strstr(error.text, "'play': no move is legal, and the match is not over"));
    assert_non_null(strstr(error.text, "; found in a random game; repeat it: ./muster show "));
    assert_non_null(strstr(error.text, " --position '"));
    assert_null(strstr(error.text, "--play"));
    mst_ruleset_free(ruleset);
}

/* People can go on with an unlisted move; a random game cannot, and stops there. */
static void test_unlisted_moves_end_a_game_without_a_fault(void **state) {
    struct mst_error error = {0};
    struct mst_buf unplayed = {0};
    (void)state;
    struct mst_ruleset *ruleset =
        short_of_moves("muster.move { 'back', at = play, text = 'back', unlisted = true,\n"
                       "legal = function() end, apply = function() now.steps = 0 end }\n");
    assert_true(mst_ruleset_try(ruleset, 100, NULL, &unplayed, &error));
    assert_int_equal(unplayed.length, 0);
    mst_ruleset_free(ruleset);
}

/* Without the bound this would take hours. */
static void test_work_is_bounded(void **state) {
    static const char *const paths[] = {"code", "lua"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct mst_error error = {0};
        struct mst_ruleset *ruleset =
            walk(paths[i], "local n = 0 for k = 1, 100000 do n = (n + k) % 9 end now.sum = n");
        int64_t before = host_worked(ruleset->host);
        assert_true(mst_ruleset_try(ruleset, ENOUGH, NULL, NULL, &error));
        int64_t worked = host_worked(ruleset->host) - before;
        assert_true(worked < BUDGET + BUDGET / 10);
        assert_true(i == 0 || worked > BUDGET / 2);
        mst_ruleset_free(ruleset);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults_that_appear_in_play_are_found),
        cmocka_unit_test(test_invariants_are_checked_after_rare_moves),
        cmocka_unit_test(test_kinds_that_were_never_played_are_named),
        cmocka_unit_test(test_a_match_without_a_legal_move_is_a_fault),
        cmocka_unit_test(test_unlisted_moves_end_a_game_without_a_fault),
        cmocka_unit_test(test_work_is_bounded),
    };
    return cmocka_run_group_tests(tests, home_set_up, home_tear_down);
}
