/* What rule functions must not do while a match is played, compiled and as Lua: each is a fault at
 * its line, and the match stays as it was. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "lib/square.h"
#include "rulesets/ruleset.h"

/* What a move does, and the fault that it ends with: at `line` of it, from 1; of FUNCTIONS where
 * that is negative. Both ways say the same; a budget may end at another line as Lua. */
struct fault {
    const char *deed, *says;
    int line;
    int lua_line; /* 0: `line` */
};

/* Failures in other functions. */
static const char FUNCTIONS[] =
    "local function wide(n) if n < 2 then return n end return wide(n - 1) + wide(n - 2) end\n"
    "local function deep(n) if n == 0 then return 0 end return deep(n - 1) + 1 end\n"
    "local function split(n) return 3 // (n - now.turn) end\n"
    "local function lost() return top(at(2, 2)) end\n"
    "local steps = muster.step { 'steps', run = function() now.turn = 3 end }\n"
    "told:on(function(what)\n"
    "  damage[0] = 6 now.turn = 3 // what end)\n";
enum { FUNCTION_LINES = 7, BEFORE = 2 }; /* lines of a move before its deed */

static void expect_unchanged(struct mst_match *match, uint64_t hash, const char *line) {
    struct mst_error error = {0};
    char *now = mst_match_position(match, &error);
    assert_string_equal(now, line);
    assert_true(match->pos->hash == hash && core_position_rehash(match->pos) == hash);
    assert_true(core_position_sound(match->pos, &error));
    mst_text_free(now);
}

static void expect_fault(const char *lua, const struct fault *fault, bool as_lua) {
    struct mst_error error = {0};
    struct mst_match *match = square_match(square_paths[as_lua], 7, lua);
    uint64_t hash = match->pos->hash;
    char at[60] = "", *before = mst_match_position(match, NULL);
    const char *says = fault->says;
    int line = as_lua && fault->lua_line ? fault->lua_line : fault->line;
    if (line)
        snprintf(at, sizeof at, "lua/game.lua:%d",
                 SQUARE_LINES + (line < 0 ? -line : FUNCTION_LINES + BEFORE + line));
    if (mst_match_play(match, "do", &error) == MST_OK)
        fail_msg("%s: this is done: %s", square_paths[as_lua], fault->deed);
    if (!strstr(error.text, says) || strcmp(error.at, at) != 0)
        fail_msg("%s: %s\nsays %s: %s\nnot %s: %s", square_paths[as_lua], fault->deed, error.at,
                 error.text, at, says);
    expect_unchanged(match, hash, before);
    mst_text_free(before);
    square_end(match);
}

/* Each after deeds that are undone with it. */
static void expect_faults(const struct fault *list, size_t count) {
    char lua[3000];
    for (size_t i = 0; i < count; i++) {
        snprintf(lua, sizeof lua,
                 "%smuster.move { 'do', at = play, text = 'do', apply = function()\n"
                 "now.turn = 7 put(4, at(3, 3)) owner[4] = 1 damage[0] = 5\n%s\nend }\n",
                 FUNCTIONS, list[i].deed);
        expect_fault(lua, &list[i], false);
        expect_fault(lua, &list[i], true);
    }
}
#define EXPECT(list) expect_faults(list, sizeof list / sizeof *(list))

static void test_what_is_written_lies_in_range(void **state) {
    static const struct fault list[] = {
        {"now.turn = now.turn + 3", "'turn' must be 0 to 9, found 10", 1, 0},
        {"now.turn = now.turn - 8", "'turn' must be 0 to 9, found -1", 1, 0},
        {"for _ = 1, 9 do\nscore[0] = score[0] + 3\nend", "'score' must be -9 to 9, found 12", 2,
         0},
        {"ground[at(1, 1)] = ten * now.turn", "'ground' must be 0 to 9, found 70", 1, 0},
        {"soil[at(1, 1)] = twice(now.turn)", "'soil' must be 0 to 9, found 14", 1, 0},
        {"for p in pieces(at(0, 0)) do\ndamage[p] = level(p) * 3\nend",
         "'damage' must be 0 to 6, found 9", 2, 0},
        {"now.turn = now.turn + last", "'turn' must be 0 to 9, found -9223372036854775802", 1, 0},
        {"now.turn = 1\nnow.turn = now.turn - 2 now.turn = now.turn + 99", "found -1", 2, 0},
    };
    (void)state;
    EXPECT(list);
}

static void test_nothing_cannot_be_written(void **state) {
    static const struct fault list[] = {
        {"score[owner[lost()]] = 1", "score[...] = ...: expected a seat, found nil", 1, 0},
        {"damage[lost()] = 1", "damage[...] = ...: expected a piece, found nil", 1, 0},
        {"\nground[step(at(0, 0), grid.w)] = 1", "ground[...] = ...: expected a zone, found nil", 2,
         0},
        {"owner[below(0)] = 0", "owner[...] = ...: expected a piece, found nil", 1, 0},
        {"put(lost(), at(0, 0))", "put: expected a piece, found nil", 1, 0},
        {"put(0, at(now.turn, 0))", "put: expected a zone or a container, found nil", 1, 0},
        {"put(0, hand[owner[lost()]])", "put: expected a zone or a container, found nil", 1, 0},
        {"insert(0, at(1, 1), 9)", "expected a level of 1 to 2, found 9", 1, 0},
        {"carry(at(2, 2), at(0, 0), box)", "carry: there is no piece to carry", 1, 0},
        {"shuffle(hand[1], 3)", "this container is a bag", 1, 0},
        {"for _ = 1, 25 do\npush(play, 1)\nend", "more than 24 frames are pending", 2, 0},
        {"pop()", "no decision is pending, and the match is not over", 0, 0},
    };
    (void)state;
    EXPECT(list);
}

/* Also where a condition, a loop, another function or a listener divides. */
static void test_numbers_are_not_divided_by_zero(void **state) {
    static const struct fault list[] = {
        {"now.turn = 9 // (now.turn - 7)", "divide by zero", 1, 0},
        {"\nnow.turn = 9 % (now.turn - 7)", "'n%0'", 2, 0},
        {"now.turn = split(7)", "divide by zero", -3, 0},
        {"if now.turn == 3 then\nnow.turn = 1\nelseif split(now.turn) > 3 then now.turn = 2 end",
         "divide by zero", -3, 0},
        {"now.turn = zones:tally(function(z)\nreturn 3 // column(z) > 0 end)", "divide by zero", 2,
         0},
        {"told:emit(0)", "divide by zero", -7, 0},
    };
    (void)state;
    EXPECT(list);
}

static void test_work_is_bounded(void **state) {
    static const struct fault list[] = {
        {"for _ = 1, 100000000 do now.turn = 1 end", "budget", 1, 0},
        {"while now.turn < 9 do now.turn = 1 end", "budget", 1, 0},
        {"repeat now.turn = 1 until now.turn > 3", "budget", 1, 0},
        {"local n = 0\nfor a = 1, 99999 do for b = a, 99999 do n = n + b end end now.turn = n % 9",
         "budget", 2, 0},
        {"for _ = 1, 9 do now.turn = wide(31) % 3 end", "budget", 1, -1},
        {"now.turn = deep(now.turn - 8)", "nested too deeply", -2, 0},
        {"go(steps)", "budget", -5, 0},
    };
    (void)state;
    EXPECT(list);
}

/* A question that fails is no refusal: nothing can be listed, and nothing has changed. */
static void expect_question_fails(int paths, const char *legal, const char *says, int line) {
    char lua[2000], at[60];
    snprintf(lua, sizeof lua,
             "%smuster.move { 'do', at = play, text = '{z}', legal = function()\n"
             "local z = choose('z', zones)\n%s\nend, apply = function() end }\n",
             FUNCTIONS, legal);
    snprintf(at, sizeof at, "lua/game.lua:%d", SQUARE_LINES + line);
    for (int i = 0; i < paths; i++) {
        struct mst_error error = {0};
        struct mst_match *match = square_match(square_paths[i], 7, lua);
        uint64_t hash = match->pos->hash;
        char *before = mst_match_position(match, NULL);
        if (mst_match_legal(match, &error))
            fail_msg("%s: this is listed: %s", square_paths[i], legal);
        if (!strstr(error.text, says) || strcmp(error.at, at) != 0)
            fail_msg("%s: %s\nsays %s: %s\nnot %s: %s", square_paths[i], legal, error.at,
                     error.text, at, says);
        expect_unchanged(match, hash, before);
        mst_text_free(before);
        square_end(match);
    }
}

static void test_a_question_that_fails_is_no_refusal(void **state) {
    enum { MOVE = FUNCTION_LINES + 1, LEGAL = FUNCTION_LINES + BEFORE + 1 };
    (void)state;
    expect_question_fails(2, "need(9 // column(z) > 1)", "divide by zero", LEGAL);
    expect_question_fails(2, "\nneed(column(z) > 3 and split(now.turn) > 1)", "divide by zero", 3);
    /* Lua may work for seconds here */
    expect_question_fails(1, "local n = 0 while column(z) >= 0 do n = n + 1 end need(n > 3)",
                          "budget", LEGAL);
    expect_question_fails(2, "need(deep(-1) > row(z))", "nested too deeply", 2);
    expect_question_fails(1, "need(wide(32) > row(z))", "in 'do': the rules ", MOVE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_written_lies_in_range),
        cmocka_unit_test(test_nothing_cannot_be_written),
        cmocka_unit_test(test_numbers_are_not_divided_by_zero),
        cmocka_unit_test(test_work_is_bounded),
        cmocka_unit_test(test_a_question_that_fails_is_no_refusal),
    };
    return cmocka_run_group_tests_name("faults of rules", tests, home_set_up, home_tear_down);
}
