/* Rules as functions, run as Lua: what words and handles give, and what is refused in which words.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "host/internal.h"
#include "host/syntax/recover.h"
#include "lib/home.h"
#include "rulesets/ruleset.h"

/* A small game: on a board of 3 x 3 stones lie a1 (seat 0), b1 (seat 1 on seat 0's), c3 (nobody's).
 */
#define GAME                                                                                       \
    "muster.module {}\nmuster.game { title = 'G' }\n"                                              \
    "local grid = muster.grid { columns = 3, rows = 3 }\n"                                         \
    "local stone = muster.pieces { 'stone', count = 5 } local card = muster.pieces { 'card' , "    \
    "count = 1 }\n"                                                                                \
    "local now = muster.state { { 'turn', max = 1 }, { 'flag' }, { 'held', holds = 'piece' } }\n"  \
    "local hand = muster.container { 'hand', per_seat = true } local pile = muster.container { "   \
    "'pile', ordered = true }\n"                                                                   \
    "local arms = muster.field { 'arms', of = 'piece', max = 6, initial = 2 }\n"                   \
    "local wet = muster.field { 'wet', of = 'zone', indexed = true } local score = muster.field "  \
    "{ 'score', of = 'seat', min = -5, max = 5 }\n"                                                \
    "local mark = muster.field { 'mark', of = 'zone', holds = 'zone' }\n"                          \
    "local told = muster.event { 'told', 'who', 'how' } muster.ending('won')\n"                    \
    "local play = muster.decision { 'play', seat = function() return now.turn end }\n"             \
    "local FACE = muster.letters('nesw')\n"
#define SETUP                                                                                      \
    "muster.setup(function()\n"                                                                    \
    " put(0, 0) owner[0] = 0 put(1, 1) owner[1] = 0 put(2, 1) owner[2] = 1 put(3, 8) go(play)\n"   \
    "end)\n"                                                                                       \
    "muster.move { 'pass', at = play, text = 'pass', apply = function() end }\n"

static struct mst_ruleset *load(const char *lua) {
    char text[8000];
    struct mst_error error;
    snprintf(text, sizeof text, "%s%s", GAME, lua);
    struct mst_ruleset *ruleset = home_game(text, &error);
    if (!ruleset)
        fail_msg("%s: %s\n%s", error.at, error.text, lua);
    return ruleset;
}

/* The move 'do' of the game can be played. */
static void does(const char *lua) {
    struct mst_error error = {0};
    struct mst_ruleset *ruleset = load(lua);
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    assert_non_null(match);
    if (mst_match_play(match, "do", &error) != MST_OK)
        fail_msg("%s: %s", error.at, error.text);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* The game with `deed` as what a move does: "done", or why it failed. What is wrong in it shows
 * when it runs: a loop that cannot be compiled ends the look that is taken at load. */
static void play(const char *deed, char *out, size_t size) {
    char lua[4000];
    struct mst_error error = {0};
    snprintf(lua, sizeof lua,
             SETUP "muster.move { 'do', at = play, text = 'do', apply = function()\n"
                   "for _ in pairs({}) do end\n%s\nend }\n",
             deed);
    struct mst_ruleset *ruleset = load(lua);
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    assert_non_null(match);
    if (mst_match_play(match, "do", &error) == MST_OK)
        snprintf(out, size, "done");
    else
        snprintf(out, size, "%s: %s", error.at, error.text);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* `condition` holds in the position of SETUP. */
static void holds(const char *condition) {
    char deed[1000], out[1200];
    snprintf(deed, sizeof deed, "assert(%s)", condition);
    play(deed, out, sizeof out);
    if (strcmp(out, "done") != 0)
        fail_msg("%s\n%s", condition, out);
}

static void works(const char *deed) {
    char out[sizeof(struct mst_error) + 3];
    play(deed, out, sizeof out);
    if (strcmp(out, "done") != 0)
        fail_msg("%s\n%s", deed, out);
}

static void fails(const char *deed, const char *says) {
    char out[sizeof(struct mst_error) + 3];
    play(deed, out, sizeof out);
    if (!strstr(out, says) || strncmp(out, "lua/game.lua:", 13) != 0)
        fail_msg("%s\nsays: %s\nnot: %s", deed, out, says);
}

static void refused(const char *lua, const char *says) {
    char text[8000], whole[sizeof(struct mst_error) + 3];
    struct mst_error error;
    snprintf(text, sizeof text, "%s%s", GAME, lua);
    struct mst_ruleset *ruleset = home_game(text, &error);
    snprintf(whole, sizeof whole, "%s: %s", error.at, error.text);
    mst_ruleset_free(ruleset);
    if (ruleset)
        fail_msg("this is accepted: %s", lua);
    if (!strstr(whole, says) || strncmp(whole, "lua/game.lua:", 13) != 0)
        fail_msg("%s\nsays: %s\nnot: %s", lua, whole, says);
}

static void test_words_of_the_board(void **state) {
    (void)state;
    holds("box == 9 and seats == 2 and #zones == 9 and #nothing == 0");
    holds("#occupied() == 3 and occupied()[0] and not occupied()[2] and not occupied()[nil]");
    holds("#tops(stone) == 3 and #tops(stone, 1) == 1 and #tops(stone, nil) == 1");
    holds("#tops(card) == 0 and tops(stone, 0) == only(0)");
    holds("near(4) == near(only(4)) and #near(4) == 4 and #near(nil) == 0");
    holds("shift(only(0), grid.e) == only(1) and shift(only(2), grid.e) == nothing");
    holds("#flood(only(0), zones) == 9 and #flood(only(0), only(0) | only(8)) == 1");
    holds("ray(only(0), grid.e, zones) == only(1) | only(2) and ray(2, grid.e, zones) == nothing");
    holds("ray(0, grid.n, zones - only(6)) == only(3) and ray(nil, grid.n, zones) == nothing");
    holds("ray(only(0) | only(1), grid.n, zones) == zones - only(0) - only(1) - grid.column(2)");
    holds("ray(0, 9, zones) == nothing and ray(0, -1, zones) == nothing");
    holds("at(2, 1) == 5 and at(3, 0) == nil and column(5) == 2 and row(5) == 1");
    holds("column(nil) == 0 and step(0, grid.n) == 3 and step(0, grid.s) == nil");
    holds("step(nil, grid.n) == nil and grid.zone('b2') == 4 and #grid.row(0) == 3");
    holds("grid.column(1)[7] and grid.set { 'a1', 8 } == only(0) | only(8)");
}

static void test_words_of_pieces(void **state) {
    (void)state;
    holds("top(0) == 0 and top(1) == 2 and top(2) == nil and top(nil) == nil and top(box) == 5 or "
          "top(box) == 4");
    holds("below(2) == 1 and below(0) == nil and below(nil) == nil");
    holds("level(2) == 2 and level(nil) == 0 and count(1) == 2 and count(2) == 0 and count(nil) == "
          "0");
    holds("place(0) == 0 and place(4) == box and place(nil) == nil");
    holds("kind(0) == stone and kind(5) == card and kind(nil) == nil and known(0)");
    holds("owner[0] == 0 and owner[3] == nil and owner[nil] == nil and owner[2] == 1");
    holds("#pieces(1) == 2 and pieces(1):first() == 2 and #pieces(nil) == 0");
    holds("pieces(1):some(function(p) return p == 1 end) and not pieces(1):every(function(p) "
          "return p == 1 end)");
    holds("hand[0] ~= hand[1] and hand[nil] == nil and pile == hand[1] + 1");
    works("local seen = 0\nfor p in pieces(1) do seen = seen * 10 + p put(p, 2) end\n"
          "assert(seen == 21 and top(2) == 1)");
}

static void test_sets_and_ranges(void **state) {
    (void)state;
    holds("~only(0) == zones - only(0) and #(only(0) & only(1)) == 0");
    holds("zones:tally(function(z) return column(z) == 1 end) == 3");
    holds("zones:where(function(z) return row(z) == 0 end) == grid.row(0)");
    holds("zones:sum(function(z) return z end) == 36 and nothing:first() == nil");
    holds("zones:pick(function(z) return z > 4 end) == 5");
    holds("range(1, 6):sum(function(n) return n end) == 21");
    holds("FACE:from(1, 9):tally(function() return true end) == 3");
    holds("(function() local n = 0 for z in grid.row(1) do n = n * 10 + z end return n end)() == "
          "345");
    fails("return zones - 3", "set - set: expected a set, found the number 3");
    fails("return zones['somme']", "a set has no 'somme'; did you mean 'some'?");
    fails("zones[0] = true", "a set cannot be written to");
    fails("return only('a1')", "only: expected a zone, found the string 'a1'");
    fails("return top()", "top takes 1 value, found 0");
}

static void test_fields(void **state) {
    (void)state;
    holds("arms[0] == 2 and arms[nil] == 0 and wet[0] == false and mark[0] == nil");
    holds("mark[nil] == nil and wet[nil] == false and score[0] == -5 and score[nil] == 0");
    holds("now.turn == 0 and now.flag == false and now.held == nil");
    works("arms[0] = 6 wet[3] = true wet[3] = nil wet[4] = true mark[0] = 5 mark[1] = nil\n"
          "now.turn = 1 now.flag = true now.held = 2\n"
          "assert(arms[0] == 6 and wet[4] and not wet[3] and mark[0] == 5 and now.held == 2)\n"
          "assert(wet:where(true) == only(4) and mark:where(5) == only(0))");
    fails("arms[nil] = 1", "arms[...] = ...: expected a piece, found nil");
    fails("arms[0] = 7", "'arms' must be 0 to 6, found 7");
    fails("arms[0] = nil", "arms: expected an integer, found nil");
    fails("wet[0] = 1", "wet: expected true or false, found the number 1");
    fails("mark[0] = true", "mark: expected a zone or nil, found true");
    fails("now.trun = 1", "there is no game field 'trun' here; did you mean 'turn'?");
    fails("return arms.wehre", "the field 'arms' has no 'wehre'; did you mean 'where'?");
    fails("return arms[zones]", "arms: expected a piece, found a set");
}

static void test_deeds(void **state) {
    (void)state;
    works("put(4, 2) insert(3, 1, 1) carry(0, 1, box) owner[2] = nil\n"
          "assert(top(1) == 0 and level(3) == 1 and place(2) == box and place(4) == 2)\n"
          "push(play, 3) assert(arg(1) == 3) pop() over('won', 1)");
    fails("put(nil, 0)", "put: expected a piece, found nil");
    fails("put(0, 99)", "expected a zone or a container, found 99");
    fails("go(3)", "go: expected a decision or a step, found the number 3");
    fails("over('wonn')", "there is no ending 'wonn'; did you mean 'won'?");
    fails("over('won', 2)", "over: there is no seat 2");
    fails("need(true)", "need: only `legal`");
    fails("remember(position_key()) assert(seen(position_key())) assert(not seen(1)) error('so')",
          "so");
}

static void test_rules_are_named_by_the_source(void **state) {
    (void)state;
    static const char *const names[] = {"bare", "worth", "first", "lua/game.lua:"};
    struct mst_ruleset *ruleset =
        load(SETUP "local w = {}\n"
                   "local bare <const> = muster.query(function(z) return top(z) == nil end)\n"
                   "w.worth =\n  muster.query(function(z) return count(z) end)\n"
                   "local t = {\n  first = muster.once(function()\n"
                   "    return top(now.turn)\n  end),\n}\n"
                   "tostring(muster.once(function() return 1 end))\n");
    assert_int_equal(ruleset->host->rule_count, 4);
    for (int i = 0; i < 4; i++)
        assert_memory_equal(ruleset->host->rule[i].name, names[i], strlen(names[i]));
    assert_null(syn_recover_tree(ruleset->host->L, "lua/game.lua", NULL)); /* not kept for play */
    mst_ruleset_free(ruleset);
}

static void test_queries_and_once(void **state) {
    (void)state;
    does(SETUP
         "local bare = muster.query(function(z) return top(z) == nil end)\n"
         "local worth = muster.query(function(z) return count(z) end)\n"
         "local area = muster.query(function() return only(0) end)\n"
         "local asked = {}\n"
         "local first = muster.once(function() return top(now.turn) end)\n"
         "bare:amend('or', function(z) return z == 0 end)\n"
         "worth:amend('max', function() return 1 end) worth:amend('+', function(z) return z end)\n"
         "worth:amend(function(before, z) return z == 8 and 100 or before end)\n"
         "area:amend('or', function() return only(2) end)\n"
         "area:amend('and', function() return grid.row(0) end)\n"
         "muster.move { 'do', at = play, text = 'do', apply = function()\n"
         " assert(bare(2) and bare(0) and not bare(1))\n"
         " assert(worth(2) == 3 and worth(1) == 3 and worth(8) == 100)\n"
         " assert(#area() == 2 and first() == 0) now.turn = 1 assert(first() == 2)\n"
         "end }\n");
    refused("local q = muster.query(function() end) q:amend('xor', function() end)",
            "'xor' is not a way to join amendments; expected one of: and, or, min, max, +");
    refused("muster.once('x')", "muster.once: expected a function, found the string 'x'");
}

static void test_events(void **state) {
    (void)state;
    does(SETUP "told:on(function(who, how) if how == nil then arms[who] = 1 end end)\n"
               "told:on(function(who, how) if how == true then arms[who] = 5 end end)\n"
               "told:on(function(who) if who == nil then now.flag = true end end)\n"
               "muster.move { 'do', at = play, text = 'do', apply = function()\n"
               " told:emit(0, nil) told:emit(1, true) told:emit(nil, 3)\n"
               " assert(arms[0] == 1 and arms[1] == 5 and now.flag)\nend }\n");
    fails("told:emit(1)", "the event 'told' takes 2 values, found 1");
    fails("told:emitt(1)", "the event 'told' has no 'emitt'; did you mean 'emit'?");
    fails("told:emit(1, zones)", "told: expected a number or nil, found a set");
    refused("told:on(function(a, b, c) end)",
            "the event 'told' has 2 values; the listener takes 3");
}

static void test_declarations_are_refused(void **state) {
    (void)state;
    refused("muster.field { 'x', of = 'zone', hashd = true }", "did you mean 'hashed'?");
    refused("muster.field { 'x', of = 'game' }", "with muster.state");
    refused("muster.field { 'x', of = 'zone', holds = 'card' }", "'holds' must be zone, piece");
    refused("muster.state { 'x' }", "entry 1 must be a table");
    refused("muster.enum { 1 }", "expected names");
    refused("return muster.enum { a = 1 }.b", "there is no 'enum.b'");
    refused("muster.letters { letters = 'abc', width = 2 }", "2 characters for each value");
    refused("muster.event { 'x', 3 }", "entry 2 must be a name, found the number 3");
    refused("muster.move { 'x', at = play, text = 'x' }", "needs 'apply'");
    refused("muster.move { 'x', at = grid, legal = 3, text = 'x' }", "'at' must be a decision");
    refused("muster.move { 'x', at = play, apply = 3, text = 'x' }",
            "'apply' must be a function, found the number 3");
    refused(SETUP "muster.move { 'x', at = play, text = '{y}', apply = function() end }",
            "the type of the choice 'y' cannot be found");
    refused("play.seet = 1", "only 'seat' and 'empty' of a decision can be set");
    refused("return grid.nn", "there is no 'grid.nn'");
}

static void test_flow(void **state) {
    (void)state;
    does("local flow = muster.flow { seat = function() return now.turn end,\n"
         " { step = 'begin', 'it begins' }, { decision = 'choose', 'to choose' },\n"
         " { decision = 'never', when = false }, { procedure = 'finish' } }\n"
         "function flow.begin() now.flag = true go(flow.choose) end\n"
         "function flow.finish(seat) over('won', seat) end\n"
         "muster.move { 'do', at = flow.choose, text = 'do', apply = function()\n"
         " assert(now.flag) flow.finish(1) end }\n"
         "muster.setup(function() go(flow.begin) end)\n");
#define FLOW "local flow = muster.flow { { step = 'begin' }, { procedure = 'finish' } }\n"
    refused(FLOW "function flow.begn() end", "has no 'begn'; did you mean 'begin'?");
    refused(FLOW "function flow.begin() end function flow.begin() end", "defined twice");
    refused(FLOW SETUP "function flow.begin() end", "the procedure 'finish' is not defined");
    refused(FLOW SETUP "function flow.finish() end", "the step 'begin' has no body");
    refused("muster.flow { { step = 'a', decision = 'b' } }", "an entry needs one of");
}

static void test_hooks(void **state) {
    (void)state;
    does(SETUP
         "local each = muster.hook { 'each' } local first = muster.hook { 'first', fold = "
         "'first' }\n"
         "local sum = muster.hook { 'sum', fold = 'sum' } local all = muster.hook { 'all', "
         "fold = 'all' } local pipe = muster.hook { 'pipe', fold = 'pipe' }\n"
         "for i = 1, 3 do each:on(function(list) list[#list + 1] = i end)\n"
         " first:on(function(n) if n == i then return i * 10 end end)\n"
         " sum:on(function(n) return n end) all:on(function(n) return n ~= i end)\n"
         " pipe:on(function(s) return s .. i end) end\n"
         "muster.move { 'do', at = play, text = 'do', apply = function()\n"
         " for _ in pairs({}) do end local list = {} each(list) assert(#list == 3 and list[3] "
         "== 3)\n"
         " assert(first(2) == 20 and first(9) == nil and sum(4) == 12)\n"
         " assert(all(5) and not all(2) and pipe('a') == 'a123')\nend }\n");
    refused("muster.hook { 'x', fold = 'al' }", "'fold' must be each, first, pipe, sum or all");
    refused("muster.hook { 'x' }()", "can be called only after all modules have loaded");
}

/* Run `deed` with `input` on standard input; what it says on standard error. */
static void says(const char *deed, const char *input, char *out, size_t size) {
    char folder[] = "/tmp/muster-says-XXXXXX";
    int kept = dup(2), kept_in = dup(0), file = mkstemp(folder);
    assert_true(kept >= 0 && kept_in >= 0 && file >= 0);
    unlink(folder);
    assert_int_equal(write(file, input, strlen(input)), strlen(input));
    lseek(file, 0, SEEK_SET);
    dup2(file, 0);
    FILE *said = tmpfile();
    fflush(stderr);
    dup2(fileno(said), 2);
    clearerr(stdin);
    char done[1200];
    play(deed, done, sizeof done);
    fflush(stderr);
    dup2(kept, 2);
    dup2(kept_in, 0);
    close(kept);
    close(kept_in);
    close(file);
    rewind(said);
    out[fread(out, 1, size - 1, said)] = 0;
    fclose(said);
    assert_string_equal(done, "done");
}

static void test_print_and_pause(void **state) {
    char out[4000];
    (void)state;
    says("print('x', 3, only(0) | only(8), pieces(1), nil, arms)", "", out, sizeof out);
    if (!strstr(out, "lua/game.lua:19: x 3 {a1 c3} (2 1) nil the field 'arms'\n"))
        fail_msg("%s", out);
    says("local deep, set = 5, only(4) arms[1] = 3 muster.pause() deep = 6",
         "locals\ndeep + 1\nset\narms[0]\ncuont\nlantern\nput(0, 4)\nwhere\n\nrest\n", out,
         sizeof out);
    static const char *const parts[] = {"deep = 5",
                                        "set = {b2}",
                                        "\n>   6\n",
                                        ">   2\n",
                                        "'cuont'",
                                        "must not change it",
                                        "add a line that uses it",
                                        "  lua/game.lua:19"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strstr(out, parts[i]))
            fail_msg("%s\nlacks: %s", out, parts[i]);
    assert_null(strstr(out, "rest"));
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_words_of_the_board, home_set_up_lua, home_tear_down),
        cmocka_unit_test_setup_teardown(test_words_of_pieces, home_set_up_lua, home_tear_down),
        cmocka_unit_test_setup_teardown(test_sets_and_ranges, home_set_up_lua, home_tear_down),
        cmocka_unit_test_setup_teardown(test_fields, home_set_up_lua, home_tear_down),
        cmocka_unit_test_setup_teardown(test_deeds, home_set_up_lua, home_tear_down),
        cmocka_unit_test_setup_teardown(test_rules_are_named_by_the_source, home_set_up_lua,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(test_queries_and_once, home_set_up_lua, home_tear_down),
        cmocka_unit_test_setup_teardown(test_events, home_set_up_lua, home_tear_down),
        cmocka_unit_test_setup_teardown(test_declarations_are_refused, home_set_up_lua,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(test_flow, home_set_up_lua, home_tear_down),
        cmocka_unit_test_setup_teardown(test_hooks, home_set_up_lua, home_tear_down),
        cmocka_unit_test_setup_teardown(test_print_and_pause, home_set_up_lua, home_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
