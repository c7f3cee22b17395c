/* Questions of moves whose compiled code once differed from Lua: both paths list the same moves,
 * and refuse the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "rulesets/ruleset.h"

static const char *const paths[] = {"code", "lua"};

/* 3 x 3 zones; `luck` is 4 and `none` 0, so that the compiler cannot fold them. */
static struct mst_match *begin(const char *path, const char *lua, struct mst_ruleset **ruleset) {
    char text[6000];
    struct mst_error error = {0};
    snprintf(text, sizeof text,
             "muster.module { title = 'Both' }\n"
             "muster.game { title = 'Both', seats = 2 }\n"
             "local grid = muster.grid { columns = 3, rows = 3 }\n"
             "local stone = muster.pieces { 'stone', count = 2 }\n"
             "local now = muster.state { { 'luck', max = 9, initial = 4 }, { 'none', max = 9 } }\n"
             "local A, B = at(0, 0), at(1, 0)\n"
             "local CHOICES\n"
             "local play = muster.decision { 'play', seat = function() return 0 end }\n"
             "muster.setup(function() put(0, A) put(1, B) go(play) end)\n"
             "%s\n",
             lua);
    *ruleset = home_game_as(path, text, &error);
    if (!*ruleset)
        fail_msg("%s: %s: %s\n%s", path, error.at, error.text, lua);
    struct mst_match *match = mst_match_new(*ruleset, true, 1, &error);
    if (!match)
        fail_msg("%s: %s: %s", path, error.at, error.text);
    return match;
}

/* Both paths list `moves` for a kind of move with this declaration. */
static void expect(const char *path, const char *moves, const char *lua) {
    struct mst_ruleset *ruleset;
    struct mst_error error = {0};
    struct mst_match *match = begin(path, lua, &ruleset);
    char *legal = mst_match_legal(match, &error);
    if (!legal)
        fail_msg("%s: %s: %s\n%s", path, error.at, error.text, lua);
    for (char *c = legal; *c; c++)
        *c = *c != '\n' ? *c : c[1] ? ' ' : 0;
    if (strcmp(legal, moves) != 0)
        fail_msg("%s lists '%s', not '%s'\n%s", path, legal, moves, lua);
    mst_free(legal);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void alike(const char *moves, const char *lua) {
    expect(NULL, moves, lua);
    expect("lua", moves, lua);
}

/* The type of a choice, where the compiler cannot find it. */
#define ZONE "CHOICES = { z = 'zone' }\n"
#define MOVE(text, legal)                                                                          \
    "local move = muster.move { 'm', at = play, text = '" text                                     \
    "', choices = CHOICES,\nlegal = function()\n" legal "\nend, apply = function() end }\n"

static void test_names_of_both_branches_are_kept_apart(void **state) {
    (void)state;
    alike("a1", ZONE MOVE("{z}", "local f = function(z) return z == A end\n"
                                 "if now.luck > 5 then f = function(z) return z == B end end\n"
                                 "local z = choose('z', zones)\nneed(f(z), 'r') return z"));
    alike("b1", ZONE MOVE("{z}", "local f = function(z) return z == A end\n"
                                 "if now.luck < 5 then f = function(z) return z == B end end\n"
                                 "local z = choose('z', zones)\nneed(f(z), 'r') return z"));
    alike("m", MOVE("m", "local n = -1\nif now.luck > 5 then n = nil end\nneed(n ~= nil, 'r')"));
    alike("", MOVE("m", "local n = -1\nif now.luck < 5 then n = nil end\nneed(n ~= nil, 'r')"));
}

static void test_statements_before_a_range_are_kept(void **state) {
    (void)state;
    alike("1 2", "local function upto(zone)\nlocal n = 1\n"
                 "for piece in pieces(zone) do n = n + 1 end\nreturn range(1, n, 9)\nend\n" MOVE(
                     "{k}", "local r = upto(A)\nlocal k = choose('k', r) return k"));
}

static void test_a_condition_may_choose(void **state) {
    (void)state;
    alike("0 2", MOVE("{k}", "if choose('k', range(0, 2)) == 1 then need(now.none > 0, 'r') end"));
}

static void test_a_ban_on_the_first_of_a_step(void **state) {
    (void)state;
    alike("b1b2", MOVE("{from}{to}", "local from, to = choose_step('from', 'to', "
                                     "only(A) | only(B), { { grid.n, zones } })\n"
                                     "return from, to") "move:forbid('r', 'not from a1', "
                                                        "function(from) return from == A end)\n");
}

static void test_what_may_fail_keeps_its_place(void **state) {
    (void)state;
    alike("", MOVE("{z}", "local z = choose('z', zones)\nneed(column(z) > 8, 'far')\n"
                          "need(6 // now.none > 1, 'luck') return z"));
}

/* A chain of many conditions takes no more of the C stack than a short one. */
static void test_conditions_may_be_many(void **state) {
    char lua[16000];
    size_t length = (size_t)snprintf(
        lua, sizeof lua, "local f = possible(function(x)\nif x == 0 then need(x == 1)\n");
    (void)state;
    for (int i = 1; i < 150; i++)
        length += (size_t)snprintf(lua + length, sizeof lua - length,
                                   "elseif x == %d then need(x == 4)\n", i);
    snprintf(lua + length, sizeof lua - length, "end\nend)\n%s",
             MOVE("m", "need(f(now.luck), 'r')\nneed(not f(now.none), 'r')"));
    alike("m", lua);
}

static void expect_refusal(const char *path, const char *lua, const char *move, const char *says) {
    struct mst_ruleset *ruleset;
    struct mst_error error = {0};
    struct mst_match *match = begin(path, lua, &ruleset);
    assert_int_not_equal(mst_match_play(match, move, &error), MST_OK);
    if (!strstr(error.text, says))
        fail_msg("%s says '%s', not '%s'", path, error.text, says);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void test_reasons_with_many_parameters(void **state) {
    char lua[4000] = "muster.move { 'm', at = play, text = 'm', legal = function()\n"
                     "need(false, 'r', function(a";
    (void)state;
    for (int i = 1; i < 180; i++)
        snprintf(lua + strlen(lua), sizeof lua - strlen(lua), ", a%d", i);
    strcat(lua, ") return 'because' end) end, apply = function() end }\n");
    expect_refusal("lua", lua, "m", "because");
}

static void test_reasons_ask_nothing(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++)
        expect_refusal(paths[i],
                       MOVE("m", "need(now.luck > 5, 'r', function() need(true) return 'x' end)"),
                       "m", "only `legal`");
}

static void test_moves_make_all_choices(void **state) {
    const char *lua = "muster.move { 'm', at = play, text = '{a}:{b}',\n"
                      "choices = { a = range(0, 1), b = range(0, 3) }, legal = function()\n"
                      "local a = choose('a', range(0, 1)) if a == 1 then return a end\n"
                      "return a, choose('b', range(0, 3)) end, apply = function() end }\n";
    (void)state;
    expect_refusal("lua", lua, "1:2", "made 1 of 2 choices");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_of_both_branches_are_kept_apart),
        cmocka_unit_test(test_statements_before_a_range_are_kept),
        cmocka_unit_test(test_a_condition_may_choose),
        cmocka_unit_test(test_a_ban_on_the_first_of_a_step),
        cmocka_unit_test(test_what_may_fail_keeps_its_place),
        cmocka_unit_test(test_conditions_may_be_many),
        cmocka_unit_test(test_reasons_with_many_parameters),
        cmocka_unit_test(test_reasons_ask_nothing),
        cmocka_unit_test(test_moves_make_all_choices),
    };
    return cmocka_run_group_tests(tests, home_set_up, home_tear_down);
}
