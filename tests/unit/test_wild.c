/* Rules that say numbers, texts and weights that no game has: they are refused in words, or told as
 * nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "rulesets/ruleset.h"

static const char GAME[] = "muster.module { title = 'Wild' }\n"
                           "muster.game { title = 'Wild', seats = 2 }\n"
                           "muster.grid { columns = 2, rows = 2 }\n"
                           "local now = muster.state { { 'turn', max = 1 } }\n"
                           "local mark = muster.pieces { 'mark', count = 2 }\n"
                           "local play = muster.decision { 'play', seat = function() return "
                           "now.turn end }\n"
                           "muster.setup(function() go(play) end)\n";

static struct mst_ruleset *load(const char *lua, struct mst_error *error) {
    struct mst_buf text = {0};
    mst_buf_printf(&text, "%s%s", GAME, lua);
    struct mst_ruleset *ruleset = home_game(mst_buf_text(&text), error);
    mst_buf_clear(&text);
    return ruleset;
}

static struct mst_match *begin(const char *lua, uint64_t seed, struct mst_error *error) {
    struct mst_ruleset *ruleset = load(lua, error);
    if (!ruleset)
        fail_msg("%s: %s", error->at, error->text);
    struct mst_match *match = mst_match_new(ruleset, seed != 0, seed, error);
    if (!match)
        mst_ruleset_free(ruleset);
    return match;
}

static void end(struct mst_match *match) {
    struct mst_ruleset *ruleset = match->ruleset;
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void refuse(const char *lua, const char *says) {
    struct mst_error error = {0};
    assert_null(load(lua, &error));
    if (!strstr(error.text, says))
        fail_msg("'%s' instead of '%s'", error.text, says);
}

/* ---- events ---------------------------------------------------------------------------------- */

/* An emit whose parameter is a piece, and one, run as Lua, whose number is none. */
static const char EVENTS[] = "local told = muster.event { 'told', 'unit', 'where' }\n"
                             "muster.move { 'tell', at = play, text = 'tell', apply = function() "
                             "told:emit(top(box), 0) end }\n"
                             "muster.move { 'wild', at = play, text = 'wild', apply = function()\n"
                             " local large = tonumber('100000000')\n"
                             " told:emit(large, large) end }\n";

static void expect_arg(struct mst_match *match, int param, enum mst_arg kind, const char *text) {
    struct mst_buf out = {0};
    int last = mst_match_events(match, match->ply_count) - 1;
    assert_int_equal(mst_match_event_arg(match, last, param, 0, &out), kind);
    assert_string_equal(mst_buf_text(&out), text);
    mst_buf_clear(&out);
}

static void test_events(void **state) {
    (void)state;
    struct mst_error error = {0};
    struct mst_match *match = begin(EVENTS, 0, &error);
    assert_int_equal(mst_match_play(match, "tell", &error), MST_OK);
    expect_arg(match, 0, MST_ARG_TEXT, "mark");
    assert_int_equal(mst_match_play(match, "wild", &error), MST_OK);
    expect_arg(match, 0, MST_ARG_NOTHING, "");
    end(match);
}

/* A piece, a number and a piece again are not pieces. */
static void test_mixed_events(void **state) {
    (void)state;
    struct mst_error error = {0};
    struct mst_match *match =
        begin("local told = muster.event { 'told', 'unit' }\n"
              "muster.move { 'a', at = play, text = 'a', apply = function()\n"
              " told:emit(top(box)) told:emit(now.turn + 7) told:emit(top(box)) end }\n",
              0, &error);
    assert_int_equal(mst_match_play(match, "a", &error), MST_OK);
    expect_arg(match, 0, MST_ARG_NUMBER, "");
    end(match);
}

/* ---- chance ---------------------------------------------------------------------------------- */

static const char DIE[] =
    "local die = muster.decision { 'die', chance = true }\n"
    "muster.move { 'roll', at = play, text = 'roll', apply = function() push(die) end }\n"
    "muster.move { 'fall', at = die, text = '{n}',\n"
    " legal = function() return choose('n', range(1, 4)) end,\n"
    " weight = function(n) return WEIGHT end,\n"
    " apply = function(n) now.turn = n % 2 pop() end }\n";

static void weigh(const char *weight, bool good) {
    struct mst_error error = {0};
    char lua[1000];
    const char *at = strstr(DIE, "WEIGHT");
    snprintf(lua, sizeof lua, "%.*s%s%s", (int)(at - DIE), DIE, weight, at + 6);
    struct mst_match *match = begin(lua, 5, &error);
    uint64_t hash = match->pos->hash;
    enum mst_status status = mst_match_play(match, "roll", &error);
    if (good) {
        assert_int_equal(status, MST_OK);
    } else {
        assert_int_equal(status, MST_SCRIPT_ERROR);
        assert_non_null(strstr(error.text, "a weight must be 1 to 1073741824, found"));
        assert_true(match->pos->hash == hash);
    }
    end(match);
}

static void test_weights(void **state) {
    (void)state;
    weigh("n", true);
    weigh("1 << 30", true);
    weigh("(1 << 30) + n", false);
    weigh("1 << 62", false); /* four of them are 0 */
    weigh("math.maxinteger", false);
    weigh("n - 1", false);
    weigh("-n", false);
}

/* ---- texts ----------------------------------------------------------------------------------- */

#define MOVE(text) "muster.move { 'a', at = play, text = '" text "', apply = function() end }\n"

static void test_notation(void **state) {
    (void)state;
    static const char wrong[] = "its notation must have no blanks or control characters";
    refuse(MOVE("\\00199999999"), wrong); /* how Muster itself marks a piece */
    refuse(MOVE("\\001"), wrong);
    refuse(MOVE("a\\127"), wrong);
    refuse(MOVE("a b"), wrong);
    refuse("muster.pieces { 'man', count = 1, text = '\\1' .. '7' }\n", wrong);
    refuse("muster.field { 'rank', of = 'piece', max = 1, letters = 'a\\3' }\n", wrong);
    refuse("local l = muster.letters('a\\2')\n", wrong);
}

/* Another module's function names more choices than a move can have. */
static void test_many_choices(void **state) {
    (void)state;
    struct mst_buf lua = {0};
    mst_buf_puts(&lua, "local m = muster.move { 'a', at = play, text = 'a{n}',\n"
                       " legal = function() return choose('n', range(1, 3)) end,\n"
                       " apply = function() end }\n"
                       "m:forbid('X-1', 'no', function(n");
    for (int i = 0; i < 40; i++)
        mst_buf_puts(&lua, ", n");
    mst_buf_puts(&lua, ") return n > 1 end)\n");
    refuse(mst_buf_text(&lua), "a move has at most 10 choices");
    mst_buf_clear(&lua);
}

/* A move with `choices` choices and `needs` conditions, told by an event with all of them, in a
 * game of `places` places. */
static struct mst_ruleset *large(const char *path, int choices, int needs, int places,
                                 struct mst_error *error) {
    struct mst_buf lua = {0}, names = {0}, text = {0};
    mst_buf_puts(&lua, GAME);
    for (int i = 0; i < places; i++)
        mst_buf_printf(&lua, "muster.container { 'place_%d' }\n", i);
    mst_buf_puts(&lua, "local told = muster.event { 'told'");
    for (int i = 0; i < choices; i++) {
        mst_buf_printf(&lua, ", 'n%d'", i);
        mst_buf_printf(&names, "%sn%d", i ? ", " : "", i);
        mst_buf_printf(&text, "%s{n%d}", i ? "," : "", i);
    }
    mst_buf_printf(&lua, " }\nmuster.move { 'm', at = play, text = '%s', legal = function()\n",
                   mst_buf_text(&text));
    for (int i = 0; i < choices; i++)
        mst_buf_printf(&lua, "local n%d = choose('n%d', range(0, 1))\n", i, i);
    for (int i = 0; i < needs; i++)
        mst_buf_printf(&lua, "need(n%d == 0 or now.turn < %d)\n", i % choices, i + 1);
    mst_buf_printf(&lua, "return %s\nend, apply = function(%s) told:emit(%s) end }\n",
                   mst_buf_text(&names), mst_buf_text(&names), mst_buf_text(&names));
    struct mst_ruleset *ruleset = home_game_as(path, mst_buf_text(&lua), error);
    mst_buf_clear(&lua);
    mst_buf_clear(&names);
    mst_buf_clear(&text);
    return ruleset;
}

static void expect_large(const char *path, int needs) {
    struct mst_error error = {0};
    struct mst_ruleset *ruleset =
        large(path, CORE_MOST_PARAMS, needs, CORE_MOST_CONTAINERS - 1, &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    struct mst_match *match = mst_match_new(ruleset, false, 0, &error);
    assert_int_equal(mst_match_moves(match, &error)->count, 1 << CORE_MOST_PARAMS);
    assert_int_equal(mst_match_play(match, "0,1,0,1,0,1,0,1,1,1", &error), MST_OK);
    struct mst_event told = mst_match_event(match, mst_match_events(match, match->ply_count) - 1);
    assert_int_equal(told.count, CORE_MOST_PARAMS);
    for (int i = 0; i < told.count; i++)
        assert_int_equal(told.args[i], i == 8 || i % 2);
    end(match);
}

static void test_the_most_of_all(void **state) {
    (void)state;
    struct mst_error error = {0};
    expect_large("code", CORE_MOST_CLAUSES - CORE_MOST_PARAMS);
    expect_large("lua", CORE_MOST_CLAUSES - CORE_MOST_PARAMS);
    assert_null(large(NULL, 1, CORE_MOST_CLAUSES, 1, &error));
    assert_non_null(strstr(error.text, "too many questions and values in one move"));
    assert_null(large(NULL, CORE_MOST_PARAMS + 1, 1, 1, &error));
    assert_non_null(strstr(error.text, "at most 10"));
    assert_null(large(NULL, 1, 1, CORE_MOST_CONTAINERS, &error));
    assert_non_null(strstr(error.text, "containers"));
}

/* ---- declarations, expressions ----------------------------------------------------------------
 */

static void test_no_tables(void **state) {
    (void)state;
    refuse("muster.move(true)\n", "muster.move: expected a table, found boolean");
    refuse("muster.move(zones)\n", "muster.move: expected a table, found ");
    refuse("muster.move()\n", "muster.move: expected a table, found nil");
}

static void test_deep_expressions(void **state) {
    (void)state;
    struct mst_error error = {0};
    struct mst_match *match = begin(EVENTS, 0, &error);
    static const char *const parts[] = {"(", "{", "not ", "2^", "#"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct mst_buf deep = {0};
        for (int k = 0; k < 300; k++)
            mst_buf_puts(&deep, parts[i]);
        assert_null(mst_match_eval(match, mst_buf_text(&deep), &error));
        assert_int_equal(error.status, MST_SCRIPT_ERROR);
        mst_buf_clear(&deep);
    }
    end(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_tables),       cmocka_unit_test(test_deep_expressions),
        cmocka_unit_test(test_events),          cmocka_unit_test(test_mixed_events),
        cmocka_unit_test(test_weights),         cmocka_unit_test(test_notation),
        cmocka_unit_test(test_the_most_of_all), cmocka_unit_test(test_many_choices),
    };
    return cmocka_run_group_tests_name("wild", tests, home_set_up, home_tear_down);
}
