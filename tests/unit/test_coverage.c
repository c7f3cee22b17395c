/* Coverage of rules: functions and lines, as text and for LCOV; and traces of moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "rulesets/ruleset.h"
#include "muster/check.h"

/* Functions begin on lines 8, 9, 10, 13, 16, 21 and 22; those on lines 9 and 22 never run, and line
 * 18 neither. */
static const char game[] =
    "muster.module { title = 'Game' }\n"
    "muster.game { title = 'Game', seats = 2 }\n"
    "muster.grid { columns = 2, rows = 1 }\n"
    "local stone = muster.pieces { 'stone', count = 2 }\n"
    "local now = muster.state { { 'turn', max = 1 } }\n"
    "muster.ending('full')\n"
    "local play = muster.decision { 'play',\n"
    "  seat = function() return now.turn end }\n"
    "local function idle() return now.turn end\n"
    "local function free(zone)\n"
    "  return not top(zone)\n"
    "end\n"
    "local lay = muster.move { 'lay', at = play, text = '{z}', legal = function()\n"
    "    local z = choose('z', zones, 'G-1', 'choose a zone')\n"
    "    need(free(z), 'G-2', 'the zone is taken') return z end,\n"
    "  apply = function(z)\n"
    "    if now.turn == 1 then\n"
    "      over('full', idle())\n"
    "    end\n"
    "    put(top(box), z) now.turn = 1 end }\n"
    "muster.setup(function() go(play) end)\n"
    "muster.scene(function() return { items = {} } end)\n"
    "return { lay = lay, stone = stone }\n";

static const char more[] = "muster.module { title = 'More', requires = { 'game' } }\n"
                           "require('game').lay:forbid('M-1', 'not there',\n"
                           "  function(z) return column(z) == 1 end)\n";

static struct mst_ruleset *load(const char *path) {
    struct mst_error error = {0};
    home_module("game", game);
    home_module("more", more);
    setenv("MUSTER_RULES", path, 1);
    struct mst_ruleset *ruleset = home_load("[modules]\ngame = on\nmore = on\n", &error);
    unsetenv("MUSTER_RULES");
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    return ruleset;
}

static void has(const char *text, const char *part) {
    if (!strstr(text, part))
        fail_msg("'%s' is not in:\n%s", part, text);
}

static void test_functions_and_lines(void **state) {
    (void)state;
    struct mst_error error = {0};
    struct mst_buf text = {0}, lcov = {0}, work = {0};
    struct mst_coverage *coverage = mst_coverage_new();
    struct mst_ruleset *ruleset = load("lua");
    mst_ruleset_observe(ruleset, coverage);
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    assert_int_equal(mst_match_play(match, "a1", &error), MST_OK);
    mst_coverage_print(coverage, &text);
    has(mst_buf_text(&text), "lua/game.lua: 5 of 7 functions, 7 of 10 lines ran\n");
    has(mst_buf_text(&text), "  lua/game.lua:9: never ran: idle\n");
    has(mst_buf_text(&text), "  lua/game.lua:22: never ran: muster.scene\n");
    has(mst_buf_text(&text), "lua/more.lua: 1 of 1 functions, 1 of 1 lines ran\n");
    mst_coverage_print_lcov(coverage, &lcov);
    has(mst_buf_text(&lcov), "/lua/game.lua\n");
    has(mst_buf_text(&lcov), "FN:9,idle:9\nFNDA:0,idle:9\n");
    has(mst_buf_text(&lcov), "FN:8,seat:8\nFNDA:"); /* who decides is asked as well */
    assert_null(strstr(mst_buf_text(&lcov), "FNDA:0,seat:8\n"));
    has(mst_buf_text(&lcov), "FNF:7\nFNH:5\n");
    has(mst_buf_text(&lcov), "DA:9,0\n");
    has(mst_buf_text(&lcov), "DA:17,1\nDA:18,0\n");
    has(mst_buf_text(&lcov), "end_of_record\n");
    mst_coverage_print_work(coverage, 3, &work);
    has(mst_buf_text(&work), "lua/game.lua:13 legal");
    mst_buf_clear(&text);
    mst_buf_clear(&lcov);
    mst_buf_clear(&work);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    mst_coverage_free(coverage);
}

static void trace(const char *path) {
    struct mst_error error = {0};
    struct mst_ruleset *ruleset = load(path);
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    assert_int_equal(mst_match_play(match, "a1", &error), MST_OK);
    uint64_t hash = mst_match_state(match).hash;
    char *text = mst_match_trace(match, "a1", &error);
    assert_string_equal(text, "lay, lua/game.lua:13 (game)\n"
                              "  passed   choose  G-1          lua/game.lua:14 (game)\n"
                              "  refused  need    G-2          lua/game.lua:15 (game)\n"
                              "  => refused. G-2: the zone is taken (game)\n");
    mst_text_free(text);
    text = mst_match_trace(match, "b1", &error);
    assert_string_equal(text, "lay, lua/game.lua:13 (game)\n"
                              "  passed   choose  G-1          lua/game.lua:14 (game)\n"
                              "  passed   need    G-2          lua/game.lua:15 (game)\n"
                              "  refused  forbid  M-1          lua/more.lua:2 (more)\n"
                              "  => refused. M-1: not there (more)\n");
    mst_text_free(text);
    text = mst_match_trace(match, "b1b1", &error);
    assert_string_equal(text, "No kind of moves of 'play' is written like 'b1b1'.\n");
    mst_text_free(text);
    assert_true(mst_match_state(match).hash == hash);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void test_a_move_is_traced(void **state) {
    (void)state;
    trace("lua");
    trace("auto");
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions_and_lines),
        cmocka_unit_test(test_a_move_is_traced),
    };
    return cmocka_run_group_tests(tests, home_set_up, home_tear_down);
}
