/* Legal moves: what each clause lists, in which order, how texts are read, and what a refusal says.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"

/* Seat 0 has two like stones and a king in hand; a1 holds a stone of seat 0 under one of seat 1. */
#define GAME(columns)                                                                              \
    "muster.module {}\nmuster.game { title = 'G' }\n"                                              \
    "local grid = muster.grid { columns = " #columns ", rows = " #columns ", diagonal = true }\n"  \
    "muster.pieces { 'stone', count = 4 }\n"                                                       \
    "muster.pieces { 'king', count = 1, text = 'K{owner}' }\n"                                     \
    "local hand = muster.container { 'hand', per_seat = true }\n"                                  \
    "local open = muster.once(function() return zones - occupied() end)\n"                         \
    "local place = muster.decision { 'place', title = 'place it', seat = function() return 0 end " \
    "}\n"                                                                                          \
    "local rest = muster.decision { 'rest', title = 'have a rest', seat = function() return 1 "    \
    "end }\n"                                                                                      \
    "muster.setup(function() put(0, hand[0]) put(1, hand[0]) put(4, hand[0]) owner[4] = 0\n"       \
    "  owner[2] = 0 put(2, 0) owner[3] = 1 put(3, 0) go(place) end)\n"
/* line 12 is the first one after GAME */

static struct mst_ruleset *ruleset;
static struct mst_match *match;

static void open_game(const char *lua) {
    struct mst_error error;
    home_open();
    ruleset = home_game(lua, &error);
    match = ruleset ? mst_match_new(ruleset, true, 1, &error) : NULL;
    if (!match)
        fail_msg("%s: %s", error.at, error.text);
}

static void close_game(void) {
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    home_close();
}

static void expect_legal(const char *expected) {
    char *legal = mst_match_legal(match, NULL);
    assert_string_equal(legal, expected);
    assert_int_equal(core_legal_count(&match->play, 0), match->legal.count);
    mst_text_free(legal);
}

static void expect_refused(const char *move, const char *says) {
    struct mst_error error = {0};
    assert_int_equal(mst_match_play(match, move, &error), MST_ILLEGAL_MOVE);
    if (!strstr(error.text, says))
        fail_msg("'%s' says '%s'", move, error.text);
}

static void test_moves_come_as_declared_and_as_domains_rise(void **state) {
    (void)state;
    open_game(GAME(3) "muster.move { 'late', at = place, text = 'z{x}{y}', legal = function()\n"
                      "  choose('x', only(3) | only(1)) choose('y', range(1, 2, 9)) end, apply = "
                      "function() end }\n"
                      "muster.move { 'early', at = place, text = 'a', apply = function() end }\n");
    expect_legal("zb11\nzb12\nza21\nza22\na\n");
    close_game();
}

static void test_lets_and_conditions_stand_where_they_are_written(void **state) {
    (void)state;
    open_game(GAME(3) "muster.move { 'm', at = place, text = '{x}', legal = function()\n"
                      "  local r = 1\n"
                      "  local x = choose('x', open())\n"
                      "  local s = row(x) + r\n"
                      "  need(s == 3)\n"
                      "  local corner = zones:where(function(z) return column(z) ~= 1 end)\n"
                      "  need(corner[x]) end, apply = function() end }\n");
    expect_legal("a3\nc3\n");
    close_game();
}

/* Units of listing the moves of a game with this `legal`. */
static int64_t units_of(const char *legal, const char *expected) {
    char lua[2000];
    snprintf(lua, sizeof lua,
             GAME(3) "muster.move { 'm', at = place, text = '{a},{b}', legal = function()\n"
                     "  local n = count(hand[0])\n%s end, apply = function() end }\n",
             legal);
    open_game(lua);
    const struct mst_budget *budget = mst_ruleset_budget(ruleset);
    int64_t before = core_budget_worked(budget);
    assert_non_null(mst_match_moves(match, NULL));
    int64_t used = core_budget_worked(budget) - before;
    expect_legal(expected);
    close_game();
    return used;
}

static void test_only_numbers_within_the_limits_are_tried(void **state) {
    (void)state;
    int64_t few = units_of("local a = choose('a', range(1, 4)) need(a >= n) need(a <= n + 5)\n"
                           "local b = choose('b', range(0, 9)) need(b <= a) need(n - 1 <= b)\n"
                           "need(b ~= 3)",
                           "3,2\n4,2\n4,4\n");
    int64_t many =
        units_of("local a = choose('a', range(-900, 900)) need(a >= n) need(a <= n + 1)\n"
                 "local b = choose('b', range(0, 900)) need(b <= a) need(n - 1 <= b)\n"
                 "need(b ~= 3)",
                 "3,2\n4,2\n4,4\n");
    assert_in_range(many, 1, few + 5);
    units_of("local a = choose('a', range(0, 9)) need(a <= 9 - a)\n"
             "local b = choose('b', range(0, 5)) need(b >= n) need(b <= 4)",
             "0,3\n0,4\n1,3\n1,4\n2,3\n2,4\n3,3\n3,4\n4,3\n4,4\n");
    units_of("local a = choose('a', range(0, 9)) need(a <= 0 - n)\n"
             "choose('b', range(0, 5))",
             "");
}

static void test_letters_and_numbers_are_written_and_read_the_same(void **state) {
    (void)state;
    open_game(
        GAME(3) "local FACE = muster.letters('xnes')\n"
                "muster.move { 'm', at = place, text = '{f}:{n}', legal = function()\n"
                "  local f = choose('f', FACE)\n"
                "  choose('n', range(9, f == 3 and 11 or 10, 12)) end, apply = function() end }\n");
    expect_legal("x:9\nx:10\nn:9\nn:10\ne:9\ne:10\ns:9\ns:10\ns:11\n");
    expect_refused("n:11", "refused");
    expect_refused("n:09", "refused");
    expect_refused("n:0000000010", "refused");
    expect_refused("w:9", "not a move");
    expect_refused("n:9 ", "not a move");
    expect_refused("n:", "not a move");
    expect_refused("n:99999999999999999999", "refused");
    close_game();
}

static void test_like_pieces_are_one_choice(void **state) {
    (void)state;
    open_game(GAME(
        3) "muster.move { 'm', at = place, text = '{p}',\n"
           "  legal = function() choose('p', pieces(hand[0])) end, apply = function() end }\n");
    expect_legal("stone\nK1\n");
    expect_refused("K2", "refused");
    expect_refused("box", "not a legal move");
    close_game();
}

static void test_subsets_are_listed_once_each(void **state) {
    (void)state;
    open_game(GAME(
        3) "muster.move { 'm', at = place, text = 'take:{who}',\n"
           "  legal = function() choose('who', subsets(hand[0])) end, apply = function() end }\n");
    expect_legal(
        "take:-\ntake:stone\ntake:stone,stone\ntake:K1\ntake:stone,K1\ntake:stone,stone,K1\n");
    expect_refused("take:stone,stone,stone", "refused");
    expect_refused("take:", "is written take:{who}");
    expect_refused("take:K1,stone", "refused");
    expect_refused("take:stone,", "not a move");
    close_game();
}

static void test_steps_lead_onto_what_they_say(void **state) {
    (void)state;
    open_game(GAME(
        3) "muster.move { 'm', at = place, text = '{a}{b}', legal = function()\n"
           "  choose_step('a', 'b', only(0) | only(8), { { grid.n, open() }, { grid.ne, open() },\n"
           "    { grid.e, occupied() }, { grid.w, open() } }, nil, 'one step') end, apply = "
           "function() end }\n");
    expect_legal("a1a2\na1b2\nc3b3\n");
    expect_refused("a1b1", "one step");
    expect_refused("a1a3", "one step");
    expect_refused("b1b2", "one step");
    close_game();
}

static void test_large_boards_list_the_same_way(void **state) {
    (void)state;
    open_game(GAME(
        12) "local function far(z) return row(z) == 11 and column(z) > 9 end\n"
            "muster.move { 'm', at = place, text = '{x}',\n"
            "  legal = function() choose('x', open():where(far)) end, apply = function() end }\n"
            "muster.move { 's', at = place, text = '{a}>{b}', legal = function()\n"
            "  choose_step('a', 'b', only(143), { { grid.s, open() }, { grid.e, open() },\n"
            "    { grid.sw, open() } }) end, apply = function() end }\n");
    expect_legal("k12\nl12\nl12>l11\nl12>k11\n");
    close_game();
}

static void test_moves_of_any_decision_and_of_none_listed(void **state) {
    (void)state;
    open_game(
        GAME(3) "muster.move { 'm', at = place, text = 'm', apply = function() go(rest) end }\n"
                "muster.move { 'r', at = rest, text = 'r', apply = function() go(place) end }\n"
                "muster.ending('resigned')\n"
                "muster.move { 'resign', at = '*', unlisted = true, text = 'resign',\n"
                "  apply = function() over('resigned') end }\n");
    expect_legal("m\n");
    expect_refused("r", "'have a rest'; the decision now is 'place it'");
    assert_int_equal(mst_match_play(match, "m", NULL), MST_OK);
    expect_legal("r\n");
    assert_int_equal(mst_match_state(match).to_move, 1);
    assert_int_equal(mst_match_play(match, "resign", NULL), MST_OK);
    assert_string_equal(mst_match_state(match).by, "resigned");
    close_game();
}

static void test_an_unlisted_kind_obliges_nobody(void **state) {
    (void)state;
    open_game(
        GAME(3) "muster.move { 'm', at = place, text = 'm', apply = function() go(rest) end }\n"
                "muster.ending('resigned')\n"
                "local resign = muster.move { 'resign', at = place, unlisted = true,\n"
                "  text = 'resign', apply = function() over('resigned') end }\n"
                "resign:oblige('O-1', 'you must resign', function() return true end)\n");
    expect_legal("m\n");
    assert_int_equal(mst_match_play(match, "m", NULL), MST_OK);
    close_game();
}

static void test_a_refusal_names_the_first_rule_in_the_way(void **state) {
    (void)state;
    open_game(GAME(
        3) "muster.rules { title = 'R', { id = 'R-1', text = 'On the board.' } }\n"
           "local FACE = muster.letters('nesw')\n"
           "muster.move { 'm', at = place, title = 'put it', text = '{x}{f}', legal = function()\n"
           "  local x = choose('x', open(), 'R-1', 'the zone is taken')\n"
           "  need(row(x) < 2, 'R-2', 'too far away')\n"
           "  choose('f', FACE:from(0, open()[x] and 1 or 3), 'R-3', 'no such face')\n"
           "  need(column(x) == 0) end, apply = function() end }\n");
    expect_refused("a1n", "R-1: the zone is taken (game)");
    expect_refused("a3n", "R-2: too far away");
    expect_refused("a2s", "R-3: no such face");
    expect_refused("b2n", "its conditions are not met");
    expect_refused("a2nn", "did you mean 'a2n'?");
    expect_refused("", "is not a legal move of 'place it'");
    expect_legal("a2n\na2e\n");
    close_game();
}

static void test_how_far_a_kind_came_is_counted_as_it_is_written(void **state) {
    (void)state;
    open_game(
        GAME(3) "muster.move { 'm', at = place, text = '{x}', legal = function()\n"
                "  local x = choose('x', open(), 'R-1', 'taken') need(row(x) < 3, 'R-2', 'far')\n"
                "  need(#tops(1) > 0, 'R-3', 'no king stands') end, apply = function() end }\n"
                "muster.move { 'n', at = place, text = '{x}', legal = function()\n"
                "  local x = choose('x', open(), 'R-1', 'taken')\n"
                "  need(row(x) > 3, 'R-4', 'near') end, apply = function() end }\n");
    expect_refused("a2", "R-3: no king stands"); /* what the code asks first */
    close_game();
}

static void test_values_may_be_written_as_words_of_one_length(void **state) {
    (void)state;
    open_game(GAME(1) "local CARD = muster.letters { letters = 'AsAh2s', width = 2 }\n"
                      "muster.move { 'm', at = place, title = 'name it', text = 'x{f}{g}', legal = "
                      "function()\n"
                      "  choose('f', CARD:from(0, 1 + #open()), 'W-1', 'no such card')\n"
                      "  choose('g', range(0, 1)) end, apply = function() end }\n");
    expect_legal("xAs0\nxAs1\nxAh0\nxAh1\n");
    expect_refused("x2s1", "W-1: no such card");
    expect_refused("xsA1", "'xsA1' is not a move; did you mean");
    expect_refused("x", "incomplete move: 'x'; name it is written x{f}{g}");
    close_game();
}

static void test_a_move_begun_is_told_as_a_whole(void **state) {
    (void)state;
    open_game(GAME(
        2) "muster.move { 'm', at = place, title = 'put it', text = 'put:{x}',\n"
           "  legal = function() choose('x', open(), 'P-1', 'the zone is taken') end,\n"
           "  apply = function() end }\n"
           "muster.move { 'n', at = place, title = 'dig', text = 'dig:{x}', legal = function()\n"
           "  need(false, 'P-2', 'the ground is frozen') choose('x', open(), nil, 'taken') end,\n"
           "  apply = function() end }\n");
    expect_refused("put", "incomplete move: 'put'; put it is written put:{x}");
    expect_refused("put:", "incomplete move: 'put:'");
    expect_refused("dig",
                   "dig is written dig:{x}; it is not possible now. P-2: the ground is frozen");
    close_game();
}

static void test_zone_names_that_begin_alike_are_told_apart(void **state) {
    (void)state;
    open_game(
        "muster.module {}\n"
        "muster.game { title = 'G' }\n"
        "local net = muster.graph { zones = { 'x', 'x1', 'x11', 'xy' }, directions = { 'on' },\n"
        "  links = { { 'x', 'on', 'x1' }, { 'x1', 'on', 'x11' } } }\n"
        "local place = muster.decision { 'place', seat = function() return 0 end }\n"
        "muster.setup(function() go(place) end)\n"
        "muster.move { 'm', at = place, text = '{a}-{b}', legal = function()\n"
        "  choose_step('a', 'b', zones, { { net.on, zones } }) end, apply = function() end }\n"
        "muster.move { 'p', at = place, text = 'p{a}', legal = function() choose('a', zones) end,\n"
        "  apply = function() end }\n");
    expect_legal("x-x1\nx1-x11\npx\npx1\npx11\npxy\n");
    for (int i = 0; i < 6; i++) {
        struct core_refusal refusal;
        struct mst_buf text = {0};
        mst_move read;
        core_move_print(&match->play, match->legal.moves[i], &text);
        assert_true(core_move_read(&match->play, mst_buf_text(&text), &read, &refusal));
        assert_true(read == match->legal.moves[i]);
        mst_buf_clear(&text);
    }
    expect_refused("px111", "not a move");
    close_game();
}

static void test_counting_stops_at_its_limit(void **state) {
    (void)state;
    open_game(GAME(12) "muster.move { 'm', at = place, text = '{x}', legal = function() "
                       "choose('x', open()) end,\n"
                       "  apply = function() end }\n");
    assert_int_equal(core_legal_count(&match->play, 0), 143);
    assert_true(core_legal_count(&match->play, 5) >= 5);
    close_game();
}

static void test_listing_without_end_spends_the_budget(void **state) {
    struct mst_error error = {0};
    (void)state;
    open_game(
        GAME(12) "muster.move { 'm', at = place, text = '{a}{b}{c}{d}', legal = function()\n"
                 "  local a, b = choose('a', zones), choose('b', zones)\n"
                 "  local c, d = choose('c', zones), choose('d', zones)\n"
                 "  need(row(a) + row(b) + row(c) + row(d) < 0) end, apply = function() end }\n");
    assert_null(mst_match_legal(match, &error));
    assert_int_equal(error.status, MST_BUDGET);
    assert_string_equal(error.at, "lua/game.lua:12");
    close_game();
}

static void test_codes_that_no_move_has_are_refused(void **state) {
    struct core_refusal refusal;
    (void)state;
    open_game(GAME(3) "muster.move { 'm', at = place, text = '{x}', legal = function() choose('x', "
                      "open()) end,\n"
                      "  apply = function() end }\n");
    assert_true(core_move_check(&match->play, 1, &refusal)); /* kind 0, zone 1 */
    const mst_move odd[] = {0, 9, 15, 16, 1ULL << 40 | 1, 1ULL << CORE_KIND_SHIFT, UINT64_MAX};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        assert_false(core_move_check(&match->play, odd[i], &refusal));
    close_game();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves_come_as_declared_and_as_domains_rise),
        cmocka_unit_test(test_lets_and_conditions_stand_where_they_are_written),
        cmocka_unit_test(test_only_numbers_within_the_limits_are_tried),
        cmocka_unit_test(test_letters_and_numbers_are_written_and_read_the_same),
        cmocka_unit_test(test_like_pieces_are_one_choice),
        cmocka_unit_test(test_subsets_are_listed_once_each),
        cmocka_unit_test(test_steps_lead_onto_what_they_say),
        cmocka_unit_test(test_large_boards_list_the_same_way),
        cmocka_unit_test(test_moves_of_any_decision_and_of_none_listed),
        cmocka_unit_test(test_an_unlisted_kind_obliges_nobody),
        cmocka_unit_test(test_a_refusal_names_the_first_rule_in_the_way),
        cmocka_unit_test(test_how_far_a_kind_came_is_counted_as_it_is_written),
        cmocka_unit_test(test_values_may_be_written_as_words_of_one_length),
        cmocka_unit_test(test_a_move_begun_is_told_as_a_whole),
        cmocka_unit_test(test_zone_names_that_begin_alike_are_told_apart),
        cmocka_unit_test(test_counting_stops_at_its_limit),
        cmocka_unit_test(test_listing_without_end_spends_the_budget),
        cmocka_unit_test(test_codes_that_no_move_has_are_refused),
    };
    return cmocka_run_group_tests_name("legal moves", tests, NULL, NULL);
}
