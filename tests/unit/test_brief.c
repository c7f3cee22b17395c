/* Functions that run as Lua without the count hook (host/handles/brief.c): whatever is called after
 * them is counted again, and globals are what they are for all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "rulesets/ruleset.h"

/* `| 0` keeps a listener from being compiled. */
static const char game[] =
    "muster.module { title = 'Brief' }\n"
    "muster.game { title = 'Brief', seats = 1 }\n"
    "muster.grid { columns = 3, rows = 1 }\n"
    "local now = muster.state { { 'heard', max = 99 } }\n"
    "local short = muster.event { 'short', 'n' }\n"
    "local long = muster.event { 'long', 'n' }\n"
    "local deep = muster.event { 'deep', 'n' }\n"
    "local wrong = muster.event { 'wrong', 'n' }\n"
    "local play = muster.decision { 'play', seat = function() return 0 end }\n"
    "muster.move { 'm', at = play, text = '{n}', legal = function()\n"
    "  local n = choose('n', range(0, 3, 9)) return n end,\n"
    "apply = function(n)\n"
    "  if n == 0 then short:emit(n) elseif n == 1 then long:emit(n)\n"
    "  elseif n == 2 then deep:emit(n) else wrong:emit(n) end end }\n"
    "short:on(function(n) now.heard = (n ~ 0) + 7 + count(at(0, 0)) + row(at(1, 0)) end)\n"
    "long:on(function(n) local i = n ~ 0 while true do i = i + 1 end end)\n"
    "local function again(n) return 1 + again(n ~ 0) end\n"
    "deep:on(function(n) now.heard = again(n ~ 0) end)\n"
    "wrong:on(function(n) local i = n ~ 0 tops = i end)\n"
    "muster.setup(function() go(play) end)\n";

static void expect(struct mst_match *match, const char *move, enum mst_status status,
                   const char *text) {
    struct mst_error error = {0};
    assert_int_equal(mst_match_play(match, move, &error), status);
    if (!strstr(error.text, text))
        fail_msg("%s: '%s' does not contain '%s'", move, error.text, text);
}

static void what_follows_a_brief_function_is_counted(void **state) {
    static const char *const paths[] = {NULL, "lua"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct mst_error error = {0};
        struct mst_ruleset *ruleset = home_game_as(paths[i], game, &error);
        if (!ruleset)
            fail_msg("%s: %s", error.at, error.text);
        struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
        assert_non_null(match);
        for (int round = 0; round < 2; round++) {
            expect(match, "0", MST_OK, "");
            expect(match, "1", MST_BUDGET, "infinite loop");
            expect(match, "0", MST_OK, "");
            expect(match, "2", MST_SCRIPT_ERROR, "nested too deeply");
            expect(match, "3", MST_SCRIPT_ERROR, "make 'tops' local");
        }
        char *line = mst_match_position(match, &error);
        assert_string_equal(line, "play heard=7");
        mst_text_free(line);
        mst_match_free(match);
        mst_ruleset_free(ruleset);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_follows_a_brief_function_is_counted, home_set_up,
                                        home_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
