/* Declarations of rankings: which are refused and in which words; and that the functions which they
 * give to Lua answer as the texts do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"

/* Six cards: 1 2 3 of two suits; two jokers. */
#define GAME                                                                                       \
    "muster.module {} muster.game { title = 'G' } muster.grid { columns = 3, rows = 1 }\n"         \
    "muster.pieces { name = 'card', count = 6 } muster.pieces { name = 'joker', count = 2 }\n"     \
    "muster.container { name = 'deck' } muster.container { name = 'hand', per_seat = true }\n"     \
    "muster.field { of = 'piece', name = 'suits', max = 3,\n"                                      \
    "  each = { card = { 1, 1, 1, 2, 2, 2 }, joker = { 3, 3 } } }\n"                               \
    "muster.field { of = 'piece', name = 'low', max = 3,\n"                                        \
    "  each = { card = { 1, 2, 3, 1, 2, 3 }, joker = { 0, 0 } } }\n"                               \
    "muster.field { of = 'piece', name = 'high', max = 3,\n"                                       \
    "  each = { card = { 1, 2, 3, 1, 2, 3 }, joker = { 3, 3 } } }\n"                               \
    "muster.field { of = 'piece', name = 'wide', max = 256 }\n"                                    \
    "muster.field { of = 'piece', name = 'debt', min = -1 }\n"                                     \
    "muster.field { of = 'piece', name = 'blank' }\n"                                              \
    "muster.decision { 'look', seat = '0' }\n"

#define SUM "categories = { { 'sum' } }, type = 'card', pool = 'deck'"
#define FIELDS "'r', suits = 'suits', low = 'low', high = 'high', "

static int open_home(void **state) {
    (void)state;
    home_open();
    return 0;
}

static int close_home(void **state) {
    (void)state;
    home_close();
    return 0;
}

static void expect_refused(const char *lua, const char *says) {
    char text[4000], whole[1200], at[40];
    struct mst_error error;
    int line = 1;
    for (const char *c = GAME; *c; c++)
        line += *c == '\n';
    snprintf(at, sizeof at, "lua/game.lua:%d", line);
    snprintf(text, sizeof text, "%s%s muster.setup('go(look)')\n", GAME, lua);
    struct mst_ruleset *ruleset = home_game(text, &error);
    mst_ruleset_free(ruleset);
    if (ruleset)
        fail_msg("this is accepted: %s", lua);
    snprintf(whole, sizeof whole, "%s: %s", error.at, error.text);
    if (!strstr(whole, says) || !strstr(whole, at))
        fail_msg("%s\nsays '%s', not '%s' at '%s'", lua, whole, says, at);
}

static void test_keys_that_do_not_fit_are_refused(void **state) {
    (void)state;
    expect_refused("muster.ranking { " FIELDS SUM ", arround = 3 }", "did you mean 'around'?");
    expect_refused("muster.ranking { 'r', suits = 'suit', low = 'low', high = 'high', " SUM " }",
                   "'suits' names 'suit', which is no field of pieces declared before; did you "
                   "mean 'suits'?");
    expect_refused("muster.ranking { 'r', low = 'low', high = 'high', " SUM " }",
                   "needs 'suits', a text");
    expect_refused("muster.ranking { 'r', suits = 'wide', low = 'low', high = 'high', " SUM " }",
                   "'suits' names 'wide' with values 0 to 256: at most 0 to 255 can be ranked");
    expect_refused("muster.ranking { 'r', suits = 'suits', low = 'debt', high = 'high', " SUM " }",
                   "'low' names 'debt' with values -1 to 1: at most 0 to 62 can be ranked");
    expect_refused("muster.ranking { " FIELDS "type = 'card', pool = 'deck' }",
                   "'categories' must list 1 to 8");
    expect_refused("muster.ranking { " FIELDS
                   "categories = { { 'a', rum = true } }, type = 'card', pool = 'deck' }",
                   "did you mean 'run'?");
    expect_refused("muster.ranking { " FIELDS "categories = { { 'a', run = true, equal = true } }, "
                   "type = 'card', pool = 'deck' }",
                   "category 'a': a run has no equal values");
    expect_refused("muster.ranking { " FIELDS "categories = { { 'sum' } }, type = 'cart', "
                   "pool = 'deck' }",
                   "'type' names 'cart', which is no type of pieces declared before; did you mean "
                   "'card'?");
    expect_refused("muster.ranking { " FIELDS "categories = { { 'sum' } }, type = 'card', "
                   "pool = { 'deck', 'hnad' } }",
                   "'pool' names 'hnad', which is no container declared before; did you mean "
                   "'hand'?");
    expect_refused("muster.ranking { " FIELDS "categories = { { 'sum' } }, type = 'card' }",
                   "'pool' must name at least one container");
    expect_refused("muster.ranking { " FIELDS SUM ", wild_pool = 'deck' }",
                   "'wild_type' must name at least one type of pieces");
    expect_refused("muster.ranking { " FIELDS SUM ", wild_type = 'card', wild_pool = 'hand' }",
                   "a type cannot be both in 'type' and in 'wild_type'");
    expect_refused("muster.ranking { " FIELDS SUM ", partial = 1 }",
                   "'partial' must be 2 to 8, found 1");
    expect_refused("muster.ranking { " FIELDS SUM ", around = -1 }",
                   "'around' must be 0 to 62, found -1");
    expect_refused("muster.ranking { " FIELDS SUM ", duplicate = 1 }",
                   "'duplicate' must be true or false");
    expect_refused("muster.ranking { " FIELDS SUM " } muster.ranking { " FIELDS SUM " }",
                   "the name 'r' is declared twice");
    expect_refused("muster.constant('r_best', 1) muster.ranking { " FIELDS SUM " }",
                   "the name 'r_best' is declared twice");
    expect_refused("muster.ranking { 'a_name_of_twenty_three', suits = 'suits', low = 'low', "
                   "high = 'high', " SUM " }",
                   "the name 'a_name_of_twenty_three_best' must have 1 to 23 letters");
    expect_refused("muster.ranking { 'r', suits = 'blank', low = 'low', high = 'high', " SUM " }",
                   "ranking 'r': no piece of its 'type' is declared with a suit and a value");
}

static void test_calls_with_other_arguments_are_refused(void **state) {
    (void)state;
    expect_refused("muster.ranking { " FIELDS SUM " } muster.expr('r(0)')",
                   "expected ',': a place, and a size, found ')'");
    expect_refused("muster.ranking { " FIELDS SUM " } muster.expr('r(0, 1, 2)')",
                   "'r' takes 2 arguments");
    expect_refused("muster.ranking { " FIELDS SUM " } muster.expr('r_best(0, 1, 2, 3, 4)')",
                   "'r_best' takes 2 to 4 arguments");
    expect_refused("muster.ranking { " FIELDS SUM " } muster.expr('r_best(zones, 1)')",
                   "expected a number, found a set of zones");
    expect_refused("muster.ranking { " FIELDS SUM " } muster.expr('r')", "expected '('");
}

static void test_lua_asks_as_texts_do(void **state) {
    static const char lua[] =
        "local r, best, example = muster.ranking { " FIELDS
        "type = 'card', pool = { 'deck', 'hand' },\n"
        "  categories = { { 'run', run = true, suit = true }, { 'sum' } },\n"
        "  wild_type = 'joker', wild_pool = 'deck' }\n"
        "local _, around = muster.ranking { 'round', suits = 'suits', low = 'low', high = 'high',\n"
        "  type = 'card', pool = 'deck', categories = { { 'run', run = true } }, around = 3,\n"
        "  wild_type = 'joker', wild_pool = 'deck' }\n"
        "local deck, hand = 1, 2\n"
        "local text = muster.expr('r_best(z, n, x, w)', 'z', 'n', 'x', 'w')\n"
        "local function same(found, expected)\n"
        "  if found ~= expected then error(found .. ' is not ' .. expected) end\n"
        "end\n"
        "muster.setup(function()\n"
        "  deck, hand = muster.zones() + 1, muster.zones() + 2\n"
        "  for p = 0, 7 do muster.put(p, deck) end\n"
        "  muster.put(0, 0) muster.put(1, hand) muster.put(2, hand + 1)\n"
        "  same(r(0, 1), 2001) same(r(0, 2), 0)\n"
        "  same(best(0, 3), 2006) same(best(0, 3, -1, 0), 2006) same(best(0, 3, hand, 0), 1007)\n"
        "  same(best(0, 3, hand, nil), 2006) same(best(0, 3, hand, 1), 2006)\n"
        "  same(table.concat(example(0, 3, -1, 0), ' '), '1 2') same(#example(1, 8, deck), 0)\n"
        "  same(text(0, 3, hand, 0), 1007) same(text(0, 3, hand, 1), 2006)\n"
        "  same(best(1, 8, deck), -1) same(best(0, 3, hand + 1), 2006)\n"
        "  muster.put(6, hand) muster.put(7, hand) same(best(0, 3, hand + 1), 1006)\n"
        "  muster.put(5, 1) same(around(1, 3, -1, 0), 1009) muster.put(0, deck)\n"
        "  muster.go('look')\n"
        "end)\n";
    struct mst_error error = {0};
    char text[4000];
    (void)state;
    snprintf(text, sizeof text, "%s%s", GAME, lua);
    struct mst_ruleset *ruleset = home_game(text, &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    if (!match)
        fail_msg("%s: %s", error.at, error.text);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* The same cards, declared with functions and handles. */
#define HANDLES                                                                                    \
    "muster.module {} muster.game { title = 'G', seats = 2 }\n"                                    \
    "muster.grid { columns = 3, rows = 1 }\n"                                                      \
    "local card = muster.pieces { 'card', count = 6 }\n"                                           \
    "local joker = muster.pieces { 'joker', count = 2 }\n"                                         \
    "local deck = muster.container { 'deck' }\n"                                                   \
    "local hand = muster.container { 'hand', per_seat = true }\n"                                  \
    "local suits = muster.field { 'suits', of = 'piece', max = 3,\n"                               \
    "  each = { card = { 1, 1, 1, 2, 2, 2 }, joker = { 3, 3 } } }\n"                               \
    "local low = muster.field { 'low', of = 'piece', max = 3,\n"                                   \
    "  each = { card = { 1, 2, 3, 1, 2, 3 }, joker = { 0, 0 } } }\n"                               \
    "local high = muster.field { 'high', of = 'piece', max = 3,\n"                                 \
    "  each = { card = { 1, 2, 3, 1, 2, 3 }, joker = { 3, 3 } } }\n"                               \
    "muster.decision { 'look', seat = '0' }\n"

static void expect_handles(const char *lua, const char *says) {
    char text[4000];
    struct mst_error error = {0};
    snprintf(text, sizeof text, "%s%s", HANDLES, lua);
    struct mst_ruleset *ruleset = home_game(text, &error);
    struct mst_match *match = ruleset ? mst_match_new(ruleset, true, 1, &error) : NULL;
    bool fits = says ? !match && strstr(error.text, says) : match != NULL;
    char at[200], found[800];
    snprintf(at, sizeof at, "%s", error.at);
    snprintf(found, sizeof found, "%s", error.text);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    if (!fits)
        fail_msg("%s: %s\nnot: %s", at, found, says ? says : "a match");
}

#define RANKED                                                                                     \
    "local r = muster.ranking { 'r', suits = suits, low = low, high = high, type = card,\n"        \
    "  pool = { deck, hand }, categories = { { 'run', run = true, suit = true }, { 'sum' } },\n"   \
    "  wild_type = { joker }, wild_pool = deck }\n"

static void test_a_handle_asks_as_functions_do(void **state) {
    (void)state;
    expect_handles(RANKED "local function same(found, expected)\n"
                          "  if found ~= expected then error(found .. ' is not ' .. expected) end\n"
                          "end\n"
                          "muster.setup(function()\n"
                          "  for p = 0, 7 do put(p, deck) end\n"
                          "  put(0, 0) put(1, hand[0]) put(2, hand[1])\n"
                          "  same(r(0, 1), 2001) same(r(0, 2), 0) same(r(nil, 1), 0)\n"
                          "  same(r:best(0, 3), 2006) same(r:best(0, 3, nil, 0), 2006)\n"
                          "  same(r:best(0, 3, hand[0], 0), 1007)\n"
                          "  same(r:best(0, 3, hand[0], nil), 2006)\n"
                          "  same(table.concat(r:list(0, 3, nil, 0), ' '), '1 2')\n"
                          "  same(#r:list(1, 8, deck), 0)\n"
                          "  muster.go('look')\n"
                          "end)\n",
                   NULL);
}

static void test_a_handle_refuses_what_is_no_argument(void **state) {
    (void)state;
#define ASKS(expression)                                                                           \
    RANKED "muster.setup(function() local _ = " expression " muster.go('look') end)\n"
    expect_handles(ASKS("r(0)"), "expected a place and a size, found 1 values");
    expect_handles(ASKS("r(0, nil)"), "expected a whole number, found nil");
    expect_handles(ASKS("r:best(0, 1, true)"), "expected a place or nil, found true");
    expect_handles(ASKS("r:bets(0, 1)"), "did you mean 'best'?");
    expect_handles("muster.ranking { 'r', suits = suits, low = low, high = high, type = 2,\n"
                   "  pool = deck, categories = { { 'sum' } } }",
                   "'type' must be a type of pieces, found the number 2");
    expect_handles("muster.ranking { 'r', suits = suits, low = low, high = high, type = card,\n"
                   "  pool = 0, categories = { { 'sum' } } }",
                   "'pool' must be a container, found the number 0");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys_that_do_not_fit_are_refused),
        cmocka_unit_test(test_calls_with_other_arguments_are_refused),
        cmocka_unit_test(test_lua_asks_as_texts_do),
        cmocka_unit_test(test_a_handle_asks_as_functions_do),
        cmocka_unit_test(test_a_handle_refuses_what_is_no_argument),
    };
    return cmocka_run_group_tests(tests, open_home, close_home);
}
