/* Moves that ask by a function, run as Lua: the same moves are listed, checked and read; why one is
 * refused; what other modules add; and what may not be done while asking. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "lib/subject.h"
#include "rulesets/ruleset.h"

/* 3 x 3; stones 0, 1 of seat 0 on a1, b1; stones 2, 3 of seat 1 on c3, b3; cards of values 1, 1, 2
 * in the hand of seat 0. Line 13 is the first one after it. */
#define GAME                                                                                       \
    "muster.module {}\nmuster.game { title = 'G' }\n"                                              \
    "local grid = muster.grid { columns = 3, rows = 3 }\n"                                         \
    "local stone = muster.pieces { 'stone', count = 4 }\n"                                         \
    "local card = muster.pieces { 'card', count = 3, text = '{value}' }\n"                         \
    "local now = muster.state { { 'turn', max = 1 }, { 'luck', max = 9 } }\n"                      \
    "local value = muster.field { 'value', of = 'piece', max = 9, each = { card = { 1, 1, 2 } } "  \
    "}\n"                                                                                          \
    "local hand = muster.container { 'hand', per_seat = true }\n"                                  \
    "local FACE = muster.letters('nesw')\n"                                                        \
    "local play = muster.decision { 'play', seat = function() return now.turn end }\n"             \
    "muster.setup(function() put(0, 0) put(1, 1) put(2, 8) put(3, 7) go(play) for p = 0, 3 do "    \
    "owner[p] = p // 2 end for p = 4, 6 do put(p, hand[0]) end end)\n"                             \
    "muster.ending('won')\n"
#define PASS "muster.move { 'pass', at = play, text = 'pass', apply = function() end }\n"

static int open_lua(void **state) {
    (void)state;
    return setenv("MUSTER_RULES", "lua", 1);
}

static int close_lua(void **state) {
    (void)state;
    return unsetenv("MUSTER_RULES");
}

static struct mst_ruleset *ruleset;

static struct mst_match *begin(const char *lua) {
    char text[8000];
    struct mst_error error;
    snprintf(text, sizeof text, "%s%s", GAME, lua);
    ruleset = home_game(text, &error);
    if (!ruleset)
        fail_msg("%s: %s\n%s", error.at, error.text, lua);
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    if (!match)
        fail_msg("%s: %s\n%s", error.at, error.text, lua);
    return match;
}

static void end(struct mst_match *match) {
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* The legal moves, in their order. */
static void lists(struct mst_match *match, const char *moves) {
    struct mst_error error;
    char *legal = mst_match_legal(match, &error);
    if (!legal)
        fail_msg("%s: %s", error.at, error.text);
    for (char *c = legal; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
    assert_string_equal(legal, moves);
    mst_free(legal);
}

static void refuses(struct mst_match *match, const char *move, const char *says) {
    struct mst_error error;
    char whole[sizeof(struct mst_error) + 3];
    if (mst_match_play(match, move, &error) == MST_OK)
        fail_msg("%s is played", move);
    snprintf(whole, sizeof whole, "%s: %s", error.at, error.text);
    if (!strstr(whole, says))
        fail_msg("%s\nsays: %s\nnot: %s", move, whole, says);
}

static void plays(struct mst_match *match, const char *move) {
    struct mst_error error;
    if (mst_match_play(match, move, &error) != MST_OK)
        fail_msg("%s: %s: %s", move, error.at, error.text);
}

static void test_choices_are_listed_in_order(void **state) {
    (void)state;
    struct mst_match *match = begin(
        "muster.move { 'go', at = play, text = '{n}{face}{zone}', choices = { n = range(1, 3), "
        "face = FACE, zone = 'zone' },\n"
        " legal = function() local n = choose('n', range(0, 2)) need(n ~= 5)\n"
        "  local face = choose('face', FACE:from(n, 2)) return n, face, choose('zone', "
        "grid.row(face)) end,\n"
        " apply = function(n, face, zone) assert(n == 1 and face == 2 and zone == 6) now.luck = 1 "
        "end }\n");
    lists(match, "1ea2 1eb2 1ec2 1sa3 1sb3 1sc3 2sa3 2sb3 2sc3 ");
    plays(match, "1sa3");
    refuses(match, "3sa3", "this 'n' cannot be chosen");
    refuses(match, "1na1", "this 'face' cannot be chosen");
    end(match);
}

static void test_steps(void **state) {
    (void)state;
    struct mst_match *match = begin(
        "muster.move { 'step', at = play, text = '{from}{to}', choices = { from = 'step', to = "
        "'step' },\n"
        " legal = function() return choose_step('from', 'to', tops(stone, me()),\n"
        "  { { grid.n, zones - occupied() }, { grid.e, zones } }, 'S-1', 'one step north or east') "
        "end,\n"
        " apply = function(from, to) carry(from, to, box) now.turn = 1 - me() end }\n");
    lists(match, "a1a2 b1b2 a1b1 b1c1 ");
    refuses(match, "a1c3", "lua/game.lua:14: 'a1c3' is refused. S-1: one step north or east");
    plays(match, "b1c1");
    lists(match, "b3c3 ");
    end(match);
}

static void test_pieces_and_subsets(void **state) {
    (void)state;
    struct mst_match *match =
        begin("muster.move { 'lay', at = play, text = 'lay:{card}', choices = { card = 'piece' },\n"
              " legal = function() return choose('card', pieces(hand[0])) end,\n"
              " apply = function(p) put(p, 4) end }\n"
              "muster.move { 'some', at = play, text = 'some:{cards}', choices = { cards = "
              "'subset' },\n"
              " legal = function() local c = choose('cards', subsets(hand[me()])) need(c ~= 0) "
              "return c end,\n"
              " apply = function(c) for p in chosen(hand[0], c) do put(p, 5) end end }\n");
    lists(match, "lay:1 lay:2 some:1 some:1,1 some:2 some:1,2 some:1,1,2 ");
    plays(match, "lay:1");
    refuses(match, "lay:3", "this 'card' cannot be chosen");
    refuses(match, "some:-", "its conditions are not met");
    plays(match, "some:1,2");
    lists(match, "");
    end(match);
}

/* The list of a hand is kept while the position is the same, and no longer. */
static void test_lists_of_a_hand_follow_it(void **state) {
    static const char *const paths[] = {"lua", "code"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct mst_error error;
        setenv("MUSTER_RULES", paths[i], 1);
        struct mst_match *match = begin(
            "muster.move { 'lay', at = play, text = 'lay:{card}',\n"
            " legal = function() return choose('card', pieces(hand[0])) end,\n"
            " apply = function(p) put(p, 4) end }\n"
            "muster.move { 'again', at = play, text = 'again:{card}',\n"
            " legal = function() return choose('card', pieces(hand[0])) end,\n"
            " apply = function(p) value[p] = value[p] + 1 end }\n"
            "muster.move { 'some', at = play, text = 'some:{cards}',\n"
            " legal = function() return choose('cards', subsets(hand[0])) end,\n"
            " apply = function(c) for p in chosen(hand[0], c) do put(p, hand[1]) end end }\n");
        static const char all[] = "lay:1 lay:2 again:1 again:2 some:- some:1 some:1,1 some:2 "
                                  "some:1,2 some:1,1,2 ";
        lists(match, all);
        plays(match, "again:1");
        lists(match, "lay:1 lay:2 again:1 again:2 some:- some:1 some:2 some:1,2 some:2,2 "
                     "some:1,2,2 ");
        plays(match, "lay:2");
        lists(match, "lay:1 lay:2 again:1 again:2 some:- some:1 some:2 some:1,2 ");
        assert_int_equal(mst_match_undo(match, 1, &error), MST_OK);
        assert_int_equal(mst_match_undo(match, 1, &error), MST_OK);
        lists(match, all);
        end(match);
    }
    setenv("MUSTER_RULES", "lua", 1);
}

static void test_refusals_say_why(void **state) {
    (void)state;
    struct mst_match *match =
        begin("local function need_free(zone)\n"
              " need(not top(zone), 'F-1', function() return 'taken by ' .. owner[top(zone)] end)\n"
              "end\n"
              "muster.move { 'go', at = play, text = '{zone}', choices = { zone = 'zone' },\n"
              " legal = function()\n"
              "  need(now.luck == 0, 'F-0', 'no luck')\n"
              "  local zone = choose('zone', zones - only(4), 'F-2', 'not the middle')\n"
              "  need_free(zone)\n"
              "  return zone\n end,\n"
              " apply = function() now.luck = 1 end }\n" PASS);
    lists(match, "c1 a2 c2 a3 pass ");
    refuses(match, "c3", "lua/game.lua:14: 'c3' is refused. F-1: taken by 1");
    refuses(match, "b2", "lua/game.lua:19: 'b2' is refused. F-2: not the middle");
    plays(match, "c1");
    refuses(match, "a2", "lua/game.lua:18: 'a2' is refused. F-0: no luck");
    struct mst_error error;
    char *explained = mst_match_explain(match, &error);
    assert_non_null(strstr(explained, "F-0: no luck"));
    mst_free(explained);
    end(match);
}

static void test_forbid_permit_oblige(void **state) {
    (void)state;
    struct mst_match *match =
        begin("local move = muster.move { 'go', at = play, text = '{zone}{face}', choices = { "
              "face = FACE, zone = 'zone' },\n"
              " legal = function() local zone = choose('zone', grid.row(1) | grid.row(0))\n"
              "  need(not top(zone), 'G-1', 'it is taken')\n"
              "  return zone, choose('face', FACE) end,\n"
              " apply = function(zone) put(0, zone) end }\n" PASS
              "move:forbid('X-1', 'not north', function(face) return face == 0 end)\n"
              "move:forbid('X-2', function() return 'not c, whatever' end, function(face, zone) "
              "return column(zone) == 2 and face == 1 end)\n"
              "move:permit('G-1', function(zone) return zone == 0 end)\n"
              "move:oblige('O-1', 'you must go', function() return count(5) == 1 end)\n");
    lists(match, "a1e a1s a1w c1s c1w a2e a2s a2w b2e b2s b2w c2s c2w pass ");
    refuses(match, "a2n", "'a2n' is refused. X-1: not north");
    refuses(match, "c2e", "'c2e' is refused. X-2: not c, whatever");
    refuses(match, "b1e", "'b1e' is refused. G-1: it is taken");
    plays(match, "c2s");
    lists(match, "a1e a1s a1w c1s c1w a2e a2s a2w b2e b2s b2w ");
    refuses(match, "pass", "O-1: you must go");
    end(match);
}

static void test_chance(void **state) {
    (void)state;
    struct mst_error error;
    char text[8000];
    snprintf(text, sizeof text, "%s%s", GAME,
             "local die = muster.decision { 'die', chance = true }\n"
             "muster.move { 'roll', at = play, text = 'roll', apply = function() push(die) end }\n"
             "muster.move { 'fall', at = die, text = '{n}', choices = { n = range(1, 3) },\n"
             " legal = function() return choose('n', range(1, 3)) * 2 end,\n"
             " weight = function(twice) return twice + 1 end,\n"
             " apply = function(twice) now.luck = twice pop() end }\n");
    ruleset = home_game(text, &error);
    assert_non_null(ruleset);
    struct mst_match *match = mst_match_new(ruleset, false, 1, &error);
    plays(match, "roll");
    lists(match, "1 2 3 ");
    const struct mst_moves *moves = mst_match_moves(match, &error);
    for (int i = 0; i < 3; i++)
        assert_int_equal(mst_match_weight(match, moves->moves[i], &error), 2 * (i + 1) + 1);
    end(match);
}

static void test_possible(void **state) {
    (void)state;
    struct mst_match *match = begin(
        "local can = possible(function(zone, least)\n"
        " local z = choose('z', near(zone)) need(owner[top(z)] == 0) need(count(z) >= least)\n"
        " need(choose('n', range(0, z)) == z) end)\n"
        "muster.move { 'go', at = play, text = '{zone}', choices = { zone = 'zone' },\n"
        " legal = function() local zone = choose('zone', zones) need(can(zone, 1)) "
        "need(not can(zone, 2)) return zone end,\n"
        " apply = function(zone) assert(can(zone, 1)) end }\n");
    lists(match, "a1 b1 c1 a2 b2 ");
    end(match);
}

/* `legal` being this, the game cannot be loaded, or the move cannot be listed. */
static void breaks(const char *legal, const char *says) {
    char text[8000], whole[sizeof(struct mst_error) + 3];
    struct mst_error error = {0};
    snprintf(text, sizeof text,
             GAME
             "muster.move { 'go', at = play, text = '{zone}', choices = { zone = 'zone' }, "
             "legal = function()\nfor _ in pairs({}) do end %s\nend, apply = function() end }\n",
             legal);
    ruleset = home_game(text, &error);
    struct mst_match *match = ruleset ? mst_match_new(ruleset, true, 1, &error) : NULL;
    if (match && mst_match_legal(match, &error))
        fail_msg("this is asked: %s", legal);
    snprintf(whole, sizeof whole, "%s: %s", error.at, error.text);
    if (!strstr(whole, says) || strncmp(whole, "lua/game.lua:14", 15) != 0)
        fail_msg("%s\nsays: %s\nnot: %s", legal, whole, says);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void test_misuse_while_asking(void **state) {
    (void)state;
    breaks("now.luck = 1 return choose('zone', zones)", "must not change it");
    breaks("put(0, 4) return choose('zone', zones)", "must not change it");
    breaks("local z = choose('zone', zones) owner[0] = 1 return z", "must not change it");
    breaks("return choose('zone', 3)", "choose: expected a set, a range, letters");
    breaks("return choose('zoen', zones)", "chooses 'zoen' where it chose 'zone' before");
    breaks("return choose('zone', range(0, 2))", "do not have the type");
    breaks("choose('zone', zones) choose('more', zones)", "has 1 choices; 'more' is one too many");
    breaks("error('broken')", "broken");
}

/* Printing does not hide the sources of a rule's choices: nothing else need say it. */
static void test_choices_are_known_where_rules_print(void **state) {
    static const char *const paths[] = {"auto", "lua"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        setenv("MUSTER_RULES", paths[i], 1);
        struct mst_match *match =
            begin("local middle = grid.row(1) local function chosen_zone() if now.luck == 5 then "
                  "print('x') end return "
                  "choose('zone', middle) end\n"
                  "muster.move { 'go', at = play, text = '{zone}{face}',\n"
                  " legal = function() if now.luck == 5 then muster.pause() end local zone = "
                  "chosen_zone() return zone, choose('face', FACE:from(1, 1)) end,\n"
                  " apply = function(zone) put(0, zone) end }\n");
        lists(match, "a2e b2e c2e ");
        plays(match, "b2e");
        end(match);
    }
}

/* A name that has no value at first gets one in a loop, which reads it in its next turn. */
static void test_loops_come_back_to_names_without_a_value(void **state) {
    static const char *const paths[] = {"auto", "lua"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        setenv("MUSTER_RULES", paths[i], 1);
        struct mst_match *match = begin(
            "muster.move { 'go', at = play, text = 'go', apply = function()\n"
            " local best, last for z in zones do\n"
            "  local v = z * 5 % 7 if best == nil or v > best then best = v end\n"
            "  if last then now.luck = last end last = z end\n"
            " if best ~= 6 then now.luck = 0 end end }\n"
            "muster.move { 'ok', at = play, text = 'ok', legal = function() need(now.luck == 7) "
            "end, apply = function() end }\n");
        plays(match, "go");
        lists(match, "go ok ");
        end(match);
    }
}

/* The games that ship have as many moves as Lua finds: tests/perft/small.tsv, where that is quick.
 */
static void test_games_that_ship(void **state) {
    char path[600], line[200], game[100];
    int depth, checked = 0;
    unsigned long long leaves;
    struct mst_error error;
    (void)state;
    unsetenv("MUSTER_HOME");
    snprintf(path, sizeof path, "%s/tests/perft/small.tsv", source_root());
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%99s %d %llu", game, &depth, &leaves) != 3 || leaves > 6000)
            continue;
        snprintf(path, sizeof path, "%s/rulesets/%s.ini", source_root(), game);
        ruleset = mst_ruleset_load(path, NULL, 0, NULL, &error);
        struct mst_match *match = ruleset ? mst_match_new(ruleset, true, 1, &error) : NULL;
        uint64_t nodes = 0;
        if (!match || mst_match_perft(match, depth, &nodes, &error) != MST_OK)
            fail_msg("%s: %s: %s", game, error.at, error.text);
        if (nodes != leaves)
            fail_msg("%s: depth %d has %llu leaves, not %llu", game, depth,
                     (unsigned long long)nodes, leaves);
        checked++;
        end(match);
    }
    fclose(file);
    assert_true(checked > 12);
}

/* docs/design.md: code computes a value after the conditions that do not read it. */
static void test_a_value_that_nobody_reads_fails_all_the_same(void **state) {
    static const char *const paths[] = {"code", "lua"};
    char text[8000];
    (void)state;
    snprintf(text, sizeof text, "%s%s", GAME,
             "muster.move { 'cut', at = play, text = '{x}', choices = { x = range(0, 9) },\n"
             " legal = function() local x = choose('x', range(0, 5)) local q = 10 // x\n"
             "  need(x > 0) need(q > 2) end, apply = function() end }\n");
    for (int i = 0; i < 2; i++) {
        struct mst_error error = {0};
        struct mst_ruleset *game = home_game_as(paths[i], text, &error);
        struct mst_match *match = game ? mst_match_new(game, true, 1, &error) : NULL;
        if (!match)
            fail_msg("%s: %s", error.at, error.text);
        char *legal = mst_match_legal(match, &error);
        assert_null(legal);
        assert_string_equal(error.text, "attempt to divide by zero");
        mst_match_free(match);
        mst_ruleset_free(game);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_choices_are_listed_in_order, home_set_up_lua,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(test_a_value_that_nobody_reads_fails_all_the_same,
                                        home_set_up, home_tear_down),
        cmocka_unit_test_setup_teardown(test_steps, home_set_up_lua, home_tear_down),
        cmocka_unit_test_setup_teardown(test_pieces_and_subsets, home_set_up_lua, home_tear_down),
        cmocka_unit_test_setup_teardown(test_lists_of_a_hand_follow_it, home_set_up_lua,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(test_refusals_say_why, home_set_up_lua, home_tear_down),
        cmocka_unit_test_setup_teardown(test_forbid_permit_oblige, home_set_up_lua, home_tear_down),
        cmocka_unit_test_setup_teardown(test_chance, home_set_up_lua, home_tear_down),
        cmocka_unit_test_setup_teardown(test_possible, home_set_up_lua, home_tear_down),
        cmocka_unit_test_setup_teardown(test_misuse_while_asking, home_set_up_lua, home_tear_down),
        cmocka_unit_test_setup_teardown(test_choices_are_known_where_rules_print, home_set_up_lua,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(test_loops_come_back_to_names_without_a_value,
                                        home_set_up_lua, home_tear_down),
        cmocka_unit_test_setup_teardown(test_games_that_ship, open_lua, close_lua),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
