/* Declarations of rankings: which are refused and in which words; and what a ranking answers. */
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
    "muster.module {} muster.game { title = 'G', seats = 2 } "                                     \
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
    "local ground = muster.field { 'ground', of = 'zone', max = 3 }\n"                             \
    "local wide = muster.field { 'wide', of = 'piece', max = 256 }\n"                              \
    "local debt = muster.field { 'debt', of = 'piece', min = -1, max = 1 }\n"                      \
    "local blank = muster.field { 'blank', of = 'piece' }\n"                                       \
    "local look = muster.decision { 'look', seat = function() return 0 end }\n"

#define SUM "categories = { { 'sum' } }, type = card, pool = deck"
#define FIELDS "'r', suits = suits, low = low, high = high, "

static void expect_refused(const char *lua, const char *says) {
    char text[4000], whole[sizeof(struct mst_error) + 3], at[40];
    struct mst_error error;
    int line = 1;
    for (const char *c = GAME; *c; c++)
        line += *c == '\n';
    snprintf(at, sizeof at, "lua/game.lua:%d", line);
    snprintf(text, sizeof text, "%s%s muster.setup(function() go(look) end)\n", GAME, lua);
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
    expect_refused("muster.ranking { 'r', low = low, high = high, " SUM " }", "'suits'");
    expect_refused("muster.ranking { 'r', suits = ground, low = low, high = high, " SUM " }",
                   "'suits' must be a field of pieces, found 'ground'");
    expect_refused("muster.ranking { 'r', suits = wide, low = low, high = high, " SUM " }",
                   "'suits' names 'wide' with values 0 to 256: at most 0 to 255 can be ranked");
    expect_refused("muster.ranking { 'r', suits = suits, low = debt, high = high, " SUM " }",
                   "'low' names 'debt' with values -1 to 1: at most 0 to 62 can be ranked");
    expect_refused("muster.ranking { " FIELDS "type = card, pool = deck }",
                   "'categories' must list 1 to 8");
    expect_refused("muster.ranking { " FIELDS
                   "categories = { { 'a', rum = true } }, type = card, pool = deck }",
                   "did you mean 'run'?");
    expect_refused("muster.ranking { " FIELDS "categories = { { 'a', run = true, equal = true } }, "
                   "type = card, pool = deck }",
                   "category 'a': 'run' and 'equal' exclude each other");
    expect_refused("muster.ranking { " FIELDS "categories = { { 'sum' } }, type = 2, "
                   "pool = deck }",
                   "'type' must be a piece type, found the number 2");
    expect_refused("muster.ranking { " FIELDS "categories = { { 'sum' } }, type = card, "
                   "pool = { deck, 0 } }",
                   "'pool' must be a container, found the number 0");
    expect_refused("muster.ranking { " FIELDS "categories = { { 'sum' } }, type = card }",
                   "'pool' must name at least one container");
    expect_refused("muster.ranking { " FIELDS SUM ", wild_pool = deck }",
                   "'wild_type' must name at least one piece type");
    expect_refused("muster.ranking { " FIELDS SUM ", wild_type = card, wild_pool = hand }",
                   "a type cannot be both in 'type' and in 'wild_type'");
    expect_refused("muster.ranking { " FIELDS SUM ", partial = 1 }",
                   "'partial' must be 2 to 8, found 1");
    expect_refused("muster.ranking { " FIELDS SUM ", around = -1 }",
                   "'around' must be 0 to 62, found -1");
    expect_refused("muster.ranking { " FIELDS SUM ", duplicate = 1 }",
                   "'duplicate' must be true or false");
    expect_refused("muster.ranking { 'a_name_of_twenty_four_ab', suits = suits, low = low, "
                   "high = high, " SUM " }",
                   "the name 'a_name_of_twenty_four_ab' must have 1 to 23 characters");
    expect_refused("muster.ranking { 'r', suits = blank, low = low, high = high, " SUM " }",
                   "ranking 'r': no piece of its 'type' is declared with a suit and a value");
}

static void expect_game(const char *lua, const char *says) {
    char text[4000];
    struct mst_error error = {0};
    snprintf(text, sizeof text, "%s%s", GAME, lua);
    struct mst_ruleset *ruleset = home_game(text, &error);
    struct mst_match *match = ruleset ? mst_match_new(ruleset, true, 1, &error) : NULL;
    bool fits = says ? !match && strstr(error.text, says) : match != NULL;
    char at[200], found[sizeof(struct mst_error)];
    snprintf(at, sizeof at, "%s", error.at);
    snprintf(found, sizeof found, "%s", error.text);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    if (!fits)
        fail_msg("%s: %s\nnot: %s", at, found, says ? says : "a match");
}

/* The rank of a group is 1000 a category from the last, and the sum of its values. */
#define RANKED                                                                                     \
    "local r = muster.ranking { " FIELDS "type = card, pool = { deck, hand },\n"                   \
    "  categories = { { 'run', run = true, suit = true }, { 'sum' } },\n"                          \
    "  wild_type = { joker }, wild_pool = deck }\n"                                                \
    "local round = muster.ranking { 'round', suits = suits, low = low, high = high,\n"             \
    "  type = card, pool = deck, categories = { { 'run', run = true } }, around = 3,\n"            \
    "  wild_type = joker, wild_pool = deck }\n"

static void test_a_ranking_answers(void **state) {
    (void)state;
    expect_game(RANKED "local function same(found, expected)\n"
                       "  if found ~= expected then error(found .. ' is not ' .. expected) end\n"
                       "end\n"
                       "muster.setup(function()\n"
                       "  for p = 0, 7 do put(p, deck) end\n"
                       "  put(0, 0) put(1, hand[0]) put(2, hand[1])\n"
                       "  same(r(0, 1), 2001) same(r(0, 2), 0) same(r(nil, 1), 0)\n"
                       "  same(r:best(0, 3), 2006) same(r:best(0, 3, nil, 0), 2006)\n"
                       "  same(r:best(0, 3, hand[0], 0), 1007)\n"
                       "  same(r:best(0, 3, hand[0], nil), 2006)\n"
                       "  same(r:best(0, 3, hand[0], 1), 2006)\n"
                       "  same(table.concat(r:list(0, 3, nil, 0), ' '), '1 2')\n"
                       "  same(#r:list(1, 8, deck), 0)\n"
                       "  same(r:best(1, 8, deck), -1) same(r:best(0, 3, hand[1]), 2006)\n"
                       "  put(6, hand[0]) put(7, hand[0]) same(r:best(0, 3, hand[1]), 1006)\n"
                       "  put(5, 1) same(round:best(1, 3, nil, 0), 1009) put(0, deck)\n"
                       "  go(look)\n"
                       "end)\n",
                NULL);
}

/* When the rules load, and, of what cannot be compiled, when it runs. */
static void expect_argument_refused(const char *asks, const char *load, const char *run) {
    char lua[2000];
    snprintf(lua, sizeof lua, RANKED "muster.setup(function() local _ = %s go(look) end)\n", asks);
    expect_game(lua, load);
    snprintf(lua, sizeof lua,
             RANKED "muster.setup(function() for _ in pairs {} do end local _ = %s go(look) end)\n",
             asks);
    expect_game(lua, run);
}

static void test_what_is_no_argument_is_refused(void **state) {
    (void)state;
    expect_argument_refused("r(0)", "a ranking takes a place and a size",
                            "expected a place and a size, found 1 values");
    expect_argument_refused("r(0, nil)", "expected a number, found nil",
                            "expected an integer, found nil");
    expect_argument_refused("r:best(0, 1, true)", "expected a place, found a boolean",
                            "expected a place or nil, found true");
    expect_argument_refused("r:best(0, 1, nil, 2, 3)", "and at most 2 more numbers",
                            "found 5 values");
    expect_argument_refused("r:bets(0, 1)", "did you mean 'best'?", "did you mean 'best'?");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys_that_do_not_fit_are_refused),
        cmocka_unit_test(test_a_ranking_answers),
        cmocka_unit_test(test_what_is_no_argument_is_refused),
    };
    return cmocka_run_group_tests(tests, home_set_up, home_tear_down);
}
