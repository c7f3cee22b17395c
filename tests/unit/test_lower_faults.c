/* Faults of rules are reported when they are loaded: the place, what was found, and the
 * nearest name; and what cannot be compiled runs as Lua. */
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

/* What follows begins in line 15. */
static const char GAME[] =
    "muster.module {}\nmuster.game { title = 'G', seats = 2 }\n"
    "local grid = muster.grid { columns = 4, rows = 4 }\n"
    "local stone = muster.pieces { 'stone', count = 6 }\n"
    "local now = muster.state { { 'turn', max = 1 }, { 'x', min = -99, max = 99 },\n"
    "  { 'spot', holds = 'zone' } }\n"
    "local arms = muster.field { 'arms', of = 'piece', max = 6 }\n"
    "local flag = muster.field { 'flag', of = 'piece' }\n"
    "local play = muster.decision { 'play', seat = function() return now.turn end }\n"
    "local hit = muster.event { 'hit', 'unit', 'loss' }\n"
    "local counter, names = 0, { 'a', 'b' }\n"
    "local function bump() counter = counter + 1 end\n"
    "local function lost(unit) return arms[unit] end\n"
    "muster.setup(function() go(play) end)\n";

static struct mst_ruleset *load(const char *rules, const char *lua, struct mst_error *error) {
    char text[4000];
    snprintf(text, sizeof text, "%s%s", GAME, lua);
    if (rules)
        setenv("MUSTER_RULES", rules, 1);
    struct mst_ruleset *ruleset = home_game(text, error);
    unsetenv("MUSTER_RULES");
    return ruleset;
}

struct fault {
    const char *lua, *says;
    int line;
};

/* A move with these functions. */
#define LEGAL(body)                                                                                \
    "muster.move { 'm', at = play, text = 'm', legal = function()\n" body "\nend,\n"               \
    "apply = function() now.x = 1 end }\n"
#define APPLY(body)                                                                                \
    "muster.move { 'm', at = play, text = 'm', apply = function()\n" body "\nend }\n"

/* A procedure that writes, and one that could do without being one. */
#define FLOW                                                                                       \
    "local flow = muster.flow { { procedure = 'strike' }, { procedure = 'reckon' } }\n"            \
    "function flow.strike() now.x = 2 end function flow.reckon() return now.x end\n"

static const struct fault FAULTS[] = {
    {LEGAL("need(now.trun == 1)"), "the record has no field 'trun'; did you mean 'turn'?", 16},
    {LEGAL("need(now.x)"), "found a number, and 0 counts as true in Lua", 16},
    {LEGAL("need(zones)"), "found a set of zones, and an empty set counts as true in Lua", 16},
    {LEGAL("put(0, 1)"), "put writes, but a move's 'legal' is read-only", 16},
    {LEGAL("now.x = 3"), "an assignment writes, but a move's 'legal' is read-only", 16},
    {LEGAL("hit:emit(1, 2)"), "an event writes", 16},
    {FLOW LEGAL("flow.strike()"),
     "the procedure 'strike' writes, but a move's 'legal' is read-only", 18},
    {FLOW LEGAL("need(flow.reckon() > 0)"), "the procedure 'reckon' writes", 18},
    {FLOW
     "local odd = muster.query(function() return flow.reckon() == 1 end)\n" LEGAL("need(odd())"),
     "the procedure 'reckon' writes", 17},
    {LEGAL("choose('z', { 1, 2, 3 })"),
     "choose takes a set of zones, a range, letters, pieces or subsets of a place, or sample; "
     "found "
     "a table",
     16},
    {LEGAL("choose('z', arms)"), "sample; found a field (field[thing] reads it)", 16},
    {"local hand = muster.container { 'hand', per_seat = true }\n" APPLY("put(0, hand)"),
     "expected a place, found a container of each seat (container[seat] is a place)", 17},
    {LEGAL("for z in zones do need(z) end"), "a move cannot ask a question in a loop", 16},
    {LEGAL("if now.x > 1 then choose('a', zones) end"), "under a condition that is not constant",
     16},
    {LEGAL("need(flag[0] == 1)"), "comparison of a boolean with a number: they are never equal",
     16},
    {LEGAL("need(top(3) == place(0))"), "comparison of a piece with a place", 16},
    {LEGAL("need(arms[now.spot] > 1)"), "expected a piece, found a zone", 16},
    {LEGAL("need(topp(3))"), "unknown name 'topp'; did you mean 'to", 16},
    {LEGAL("need(tops(stone):som(lost))"), "there is no method 'som'; did you mean 'some'?", 16},
    {LEGAL("need(tops(stone) < 3)"), "expected a number, found a set of zones", 16},
    {LEGAL("need(counter == 0)"), "'counter' is assigned at line 12, in a function", 16},
    {APPLY("now.x = 1.5"), "rules use integers only", 16},
    {APPLY("now.x = 7 / 2"), "write // to divide", 16},
    {APPLY("now.x = 7 // 0"), "division by zero", 16},
    {APPLY("now.x = true"), "expected a number, found a boolean", 16},
    {APPLY("now.x = 100"), "'x' must be -99 to 99, found 100", 16},
    {APPLY("flag[0] = 1"), "'flag' is true or false, found a number", 16},
    {APPLY("counter = 1"), "'counter' belongs to the module: a rule cannot assign to it", 16},
    {APPLY("local a = 1\nlocal b = a\nb = zones"), "this is a number or a set of zones", 18},
    {APPLY("names[1] = 3"), "a rule cannot change a table", 16},
    {APPLY("hit:emit(1)"), "event 'hit' has 2 parameters, found 1", 16},
    {APPLY("need(true)"), "'need' is only allowed in a move's `legal`", 16},
    {APPLY("go(stone)"), "expected a decision or a step, found a number", 16},
    {APPLY("top()"), "'top' takes 1 argument, found 0", 16},
    {APPLY("now.x = lost(zones)"), "expected a piece, found a set of zones", 16},
    {"muster.move { 'm', at = play, text = 'm', legal = function() return 1 end,\n"
     "apply = function(a, b) end }\n",
     "'apply' takes the results of 'legal', which returns one value", 16},
    {"muster.move { 'm', at = play, text = 'm{z}',\nlegal = function() return choose('z', "
     "zones) end, apply = function(z)\narms[z] = 1 end }\n",
     "expected a piece, found a zone", 17},
    /* Between parentheses, a call without a value is nil. */
    {APPLY("now.x = put(0, 1) + 1"), "expected a number, found nothing", 16},
    {APPLY("now.x = (put(0, 1)) + 1"), "expected a number, found nil", 16},
    {"hit:on(function(a, b, c) end)\n", "has 2 values; the listener takes 3", 15},
};

static void test_faults_are_told(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof FAULTS / sizeof *FAULTS; i++) {
        const struct fault *fault = &FAULTS[i];
        char at[60];
        struct mst_error error = {0};
        struct mst_ruleset *ruleset = load(NULL, fault->lua, &error);
        if (ruleset)
            fail_msg("no fault is found in\n%s", fault->lua);
        snprintf(at, sizeof at, "lua/game.lua:%d:", fault->line);
        if (!strstr(error.text, fault->says) || strncmp(error.at, at, strlen(at)) != 0)
            fail_msg("%s\nsays %s: %s\nnot %s %s", fault->lua, error.at, error.text, at,
                     fault->says);
        mst_ruleset_free(ruleset);
    }
}

/* The same faults are found where rules run as Lua. */
static void test_lua_is_checked(void **state) {
    (void)state;
    struct mst_error error = {0};
    assert_null(load("lua", LEGAL("need(now.trun == 1)"), &error));
    assert_non_null(strstr(error.text, "no field 'trun'"));
}

static const char *const UNSUPPORTED[] = {
    APPLY("local text = 'a' .. now.x\nif text == 'a1' then now.x = 2 end"),
    APPLY("for k in pairs(names) do now.x = k end"),
    APPLY("local list = {}\nlist[1] = now.x\nnow.x = #list"),
    APPLY("local list = { now.x + 2 }\nnow.x = list[1]"),
    APPLY("now.x = 9 >> now.turn"),
    APPLY("now.x = now.x ~ 3"),
    APPLY("now.x = 1 << now.turn"),
    APPLY("now.x = #tostring(now.x)"),
    LEGAL("local names = {}\nnames[1] = now.x\nneed(#names == 1)"),
};

static void test_the_rest_runs_as_lua(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof UNSUPPORTED / sizeof *UNSUPPORTED; i++) {
        struct mst_error error = {0};
        struct mst_ruleset *ruleset = load(NULL, UNSUPPORTED[i], &error);
        if (!ruleset)
            fail_msg("%s\nis refused: %s: %s", UNSUPPORTED[i], error.at, error.text);
        struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
        if (!match || mst_match_play(match, "m", &error) != MST_OK)
            fail_msg("%s\ncannot be played: %s: %s", UNSUPPORTED[i], error.at, error.text);
        mst_match_free(match);
        mst_ruleset_free(ruleset);
        assert_null(load("code", UNSUPPORTED[i], &error));
        assert_non_null(strstr(error.text, "cannot be compiled"));
    }
}

/* A move to the zones for which a Lua function of this body is true. */
#define SMALL(body)                                                                                \
    "local function small(zone)\n" body "\nend\n"                                                  \
    "muster.move { 'm', at = play, text = 'm{z}', choices = { z = 'zone' },\n"                     \
    "legal = function()\n"                                                                         \
    "local zone = choose('z', zones)\nneed(small(zone))\nreturn zone\nend,\n"                      \
    "apply = function() now.x = 1 end }\n"

/* Only a function that always returns true or false runs as Lua within a `legal` that is compiled.
 */
static void test_a_truth_runs_as_lua(void **state) {
    static const struct {
        const char *lua;
        bool alone;
    } moves[] = {
        {SMALL("local text = tostring(zone)\nif #text > 1 then return false end\n"
               "return zone > 2 and #text == 1"),
         true},
        {SMALL("if #tostring(zone) == 1 then return zone > 2 end\nreturn nil"), false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        struct mst_error error = {0};
        struct mst_ruleset *ruleset = load(NULL, moves[i].lua, &error);
        if (!ruleset)
            fail_msg("%s\nis refused: %s: %s", moves[i].lua, error.at, error.text);
        assert_int_equal(ruleset->rules->kinds[0].asks, !moves[i].alone);
        struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
        uint64_t leaves = 0;
        assert_int_equal(mst_match_perft(match, 1, &leaves, &error), MST_OK);
        assert_int_equal(leaves, 7); /* zones 3 to 9 */
        mst_match_free(match);
        mst_ruleset_free(ruleset);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults_are_told),
        cmocka_unit_test(test_lua_is_checked),
        cmocka_unit_test(test_the_rest_runs_as_lua),
        cmocka_unit_test(test_a_truth_runs_as_lua),
    };
    return cmocka_run_group_tests(tests, home_set_up, home_tear_down);
}
