/* Pieces, places and facts that a module adds to a game with a notation of its own: they are in
 * position lines, also of pieces in bags and in the box, and read back to the same hash. */
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

/* Six stones in stacks on two zones, in hands, which are bags, and in the box. The notation knows
 * only their owners, and a wall. */
static const char GAME[] =
    "muster.module { title = 'Game' }\n"
    "muster.game { title = 'Game', seats = 2 }\n"
    "muster.grid { columns = 2, rows = 1 }\n"
    "local stone = muster.pieces { 'stone', count = 6 }\n"
    "local hand = muster.container { 'hand', per_seat = true }\n"
    "local play = muster.decision { 'play', seat = function() return 0 end }\n"
    "muster.move { 'm', at = play, text = 'pass', apply = function() end }\n"
    "local function list(where)\n"
    "  local t = ''\n"
    "  for _, p in ipairs(muster.pieces_in(where)) do t = t .. owner[p] end\n"
    "  return t == '' and '-' or t\n"
    "end\n"
    "local PLACES = { at(0, 0), at(1, 0), hand[0], hand[1] }\n"
    "muster.notation { print = function()\n"
    "    local t = 'K'\n"
    "    for _, where in ipairs(PLACES) do t = t .. ' ' .. list(where) end\n"
    "    return t\n"
    "  end,\n"
    "  parse = function(line)\n"
    "    local words = line:split(' ')\n"
    "    if #words ~= 5 then error('expected five words, found ' .. line, 0) end\n"
    "    for i, where in ipairs(PLACES) do\n"
    "      for k = 1, words[i + 1] == '-' and 0 or #words[i + 1] do\n"
    "        local p = muster.pieces_in(box)[1]\n"
    "        owner[p] = tonumber(words[i + 1]:sub(k, k)) put(p, where)\n"
    "      end\n"
    "    end\n"
    "    go(play)\n"
    "  end }\n"
    "muster.setup(function()\n"
    "  owner[0], owner[1], owner[2], owner[3], owner[4] = 0, 1, 0, 0, 1\n"
    "  put(0, at(0, 0)) put(1, at(0, 0)) put(2, hand[0]) put(3, hand[0]) put(4, hand[0])\n"
    "  go(play)\n"
    "end)\n"
    "return { stone = stone, hand = hand }\n";

#define MORE                                                                                       \
    "muster.module { title = 'More', requires = { 'game' } }\n"                                    \
    "local game = require('game')\n"

static const char *path; /* how rules run: NULL or "lua" */
static struct mst_ruleset *ruleset;
static struct mst_match *match;

static void begin(const char *more) {
    struct mst_error error = {0};
    home_module("game", GAME);
    home_module("more", more);
    if (path)
        setenv("MUSTER_RULES", path, 1);
    ruleset = home_load("[modules]\ngame = on\nmore = on\n", &error);
    unsetenv("MUSTER_RULES");
    match = ruleset ? mst_match_new(ruleset, true, 1, &error) : NULL;
    if (!match)
        fail_msg("%s: %s", error.at, error.text);
}

static void end(void) {
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* The position prints as `line`, and this or `other` reads back to its hash, and prints the same.
 */
static void expect_line(const char *line, const char *other) {
    struct mst_error error = {0};
    char *text = mst_match_position(match, &error);
    if (!text)
        fail_msg("%s: %s", error.at, error.text);
    assert_string_equal(text, line);
    for (int i = 0; i < 1 + (other != NULL); i++) {
        struct mst_match *again = mst_match_setup(ruleset, i ? other : line, true, 1, &error);
        if (!again)
            fail_msg("%s: %s: %s", i ? other : line, error.at, error.text);
        char *twice = mst_match_position(again, &error);
        assert_string_equal(twice, line);
        assert_true(mst_match_state(again).hash == mst_match_state(match).hash);
        mst_text_free(twice);
        mst_match_free(again);
    }
    mst_text_free(text);
}

static void refused(const char *line, const char *says) {
    struct mst_error error = {0};
    struct mst_match *none = mst_match_setup(ruleset, line, true, 1, &error);
    if (none || !strstr(error.text, says))
        fail_msg("%s: %s", line, error.text);
}

static void both(void (*test)(void)) {
    path = NULL;
    test();
    path = "lua";
    test();
}

/* ---- facts ----------------------------------------------------------------------------------- */

static void facts(void) {
    begin(MORE "local tired = muster.field { 'tired', of = 'piece', max = 9 }\n"
               "muster.after_setup(function()\n"
               "  tired[1] = 5 tired[2] = 7 tired[4] = 3 tired[5] = 1 end)\n");
    expect_line("K 01 - 001 - tired[a1/2]=5 tired[box/1]=1 tired[hand[0]/2]=7 tired[hand[0]/3]=3",
                "K 01 - 010 - tired[box/1]=1 tired[hand[0]/1]=7 tired[a1/2]=5 tired[hand[0]/3]=3");
    refused("K 01 - 001 - tired[hand[0]/4]=1", "the level of a piece that lies there");
    refused("K 01 - 001 - tired[hand[0]]=1", "as in [c3/1]");
    end();
}

static void test_facts_of_pieces_in_bags(void **state) {
    (void)state;
    both(facts);
}

/* Which of the pieces that look alike has a fact does not matter; that another looks different
 * does. */
static void test_facts_tell_positions_apart(void **state) {
    (void)state;
    static const char *const lines[] = {"K - - 001 - tired[hand[0]/1]=2",
                                        "K - - 001 - tired[hand[0]/2]=2",
                                        "K - - 001 - tired[hand[0]/3]=2", "K - - 001 -"};
    uint64_t hash[4];
    struct mst_error error = {0};
    path = NULL;
    begin(MORE "muster.field { 'tired', of = 'piece', max = 9 }\n");
    for (int i = 0; i < 4; i++) {
        struct mst_match *at = mst_match_setup(ruleset, lines[i], true, 1, &error);
        if (!at)
            fail_msg("%s", error.text);
        hash[i] = mst_match_state(at).hash;
        mst_match_free(at);
    }
    assert_true(hash[0] == hash[1]);
    assert_true(hash[1] != hash[2] && hash[2] != hash[3] && hash[1] != hash[3]);
    end();
}

/* Pieces that begin differently: the reader may meet them in another order. */
static void facts_of_each(void) {
    begin(MORE "local tired = muster.field { 'tired', of = 'piece', max = 9,\n"
               "  each = { stone = { 1, 2, 3, 4, 5, 6 } } }\n"
               "muster.after_setup(function() tired[3] = 0 end)\n");
    expect_line("K 01 - 001 - tired[a1/1]=1 tired[a1/2]=2 tired[box/1]=6 tired[hand[0]/1]=0 "
                "tired[hand[0]/2]=3 tired[hand[0]/3]=5",
                NULL);
    end();
}

static void test_facts_that_begin_differently(void **state) {
    (void)state;
    both(facts_of_each);
}

/* ---- pieces and places ----------------------------------------------------------------------- */

static void pieces(void) {
    begin(MORE "local flag = muster.pieces { 'flag', count = 4 }\n"
               "local height = muster.field { 'height', of = 'piece', max = 9 }\n"
               "muster.after_setup(function()\n"
               "  owner[6] = 1 insert(6, at(0, 0), 2) put(7, at(1, 0)) put(8, game.hand[1])\n"
               "  height[9] = 4 height[1] = 2 end)\n"
               "return { flag = flag }\n");
    expect_line("K 01 - 001 - a1/2:flag2 b1/1:flag- box:flag-{4} hand[1]:flag- height[a1/3]=2",
                "K 01 - 001 - hand[1]:flag- height[a1/3]=2 a1/2:flag2 box:flag-{4} b1/1:flag-");
    refused("K 01 - 001 - a1/4:flag2", "a level of the stack there");
    refused("K 01 - 001 - a1/2:flag2 a1/2:flag2 a1/2:flag2 a1/2:flag2 a1/2:flag2",
            "no more pieces of this type");
    refused("K 01 - 001 - a1/2:flog2", "expected five words");
    end();
}

static void test_pieces_of_other_modules(void **state) {
    (void)state;
    both(pieces);
}

static void places(void) {
    begin(MORE "local camp = muster.container { 'camp', per_seat = true, ordered = true }\n"
               "local tent = muster.container { 'tent' }\n"
               "local tired = muster.field { 'tired', of = 'piece', max = 9 }\n"
               "muster.after_setup(function()\n"
               "  tired[2] = 6 put(1, camp[1]) put(2, camp[1]) put(3, tent) end)\n");
    expect_line("K 0 - 1 - camp[1]:stone2+stone1{6} tent:stone1",
                "K 0 - 1 - tent:stone1 camp[1]:stone2+stone1{6}");
    refused("K 0 - 1 - camp[2]:stone1", "a seat in brackets");
    refused("K 0 - 1 - camp[1]:stane1", "expected five words");
    end();
}

static void test_places_of_other_modules(void **state) {
    (void)state;
    both(places);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_facts_of_pieces_in_bags, home_set_up, home_tear_down),
        cmocka_unit_test_setup_teardown(test_facts_tell_positions_apart, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(test_facts_that_begin_differently, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(test_pieces_of_other_modules, home_set_up, home_tear_down),
        cmocka_unit_test_setup_teardown(test_places_of_other_modules, home_set_up, home_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
