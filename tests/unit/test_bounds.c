/* Rules that would work, write or list without end: each request ends with `budget`, names the
 * rule, uses no more than its units and bytes, and leaves the match as it was. Rules run as code
 * and as Lua. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "lib/square.h"
#include "rulesets/ruleset.h"
#include "muster/player.h"

enum { WORK = 3000000, BYTES = 4 << 20 }; /* limits of the requests below */

static struct mst_budget *budget_of(const struct mst_match *match) {
    return mst_ruleset_budget(match->ruleset);
}

/* The units used since `before`. A list that ends its budget is listed again, to name the kind.
 */
static void expect_bounded(const struct mst_match *match, int64_t before) {
    int64_t used = core_budget_worked(budget_of(match)) - before;
    if (used > 2 * WORK + WORK / 4)
        fail_msg("%lld units", (long long)used);
}

/* The visible state of a match. */
struct look {
    uint64_t hash;
    int plies;
    size_t entries;
};

static struct look look_at(const struct mst_match *match) {
    return (struct look){match->pos->hash, match->ply_count, match->pos->journal.count};
}

static void expect_same(struct mst_match *match, struct look before) {
    struct mst_error error = {0};
    assert_true(match->pos->hash == before.hash);
    assert_true(core_position_rehash(match->pos) == before.hash);
    assert_int_equal(match->ply_count, before.plies);
    assert_int_equal(match->pos->journal.count, before.entries);
    assert_true(match->pos->journal.capacity * 16 <= 2 * BYTES);
    assert_true((size_t)match->play.log_capacity * sizeof *match->play.log <= BYTES);
    assert_int_equal(mst_match_play(match, "well", &error), MST_OK); /* the next request */
    assert_int_equal(mst_match_undo(match, 1, &error), MST_OK);
}

static const char WELL[] =
    "muster.move { 'well', at = play, text = 'well', apply = function() now.turn = 5 end }\n";

static struct mst_match *begin(const char *path, int columns, const char *lua) {
    struct mst_buf text = {0};
    mst_buf_printf(&text, "%s%s", WELL, lua);
    struct mst_match *match = square_match(path, columns, mst_buf_text(&text));
    mst_buf_clear(&text);
    mst_budget_limit(budget_of(match), WORK, BYTES);
    return match;
}

/* The error names the line of the test's Lua, or its first line that is a rule (0: any line). */
static void expect_fault(const struct mst_error *error, int line, const char *says) {
    char at[60];
    snprintf(at, sizeof at, "lua/game.lua:%d", SQUARE_LINES + 1 + line);
    if (error->status != MST_BUDGET || !strstr(error->text, says) ||
        (line ? strcmp(error->at, at) != 0 : strncmp(error->at, at, 13) != 0))
        fail_msg("%s %s: %s", mst_status_name(error->status), error->at, error->text);
}

/* The move `deed` ends with `budget` at a line. */
static void refuse(const char *path, int columns, const char *lua, int line, const char *says) {
    struct mst_error error = {0};
    struct mst_match *match = begin(path, columns, lua);
    struct look before = look_at(match);
    int64_t worked = core_budget_worked(budget_of(match));
    mst_match_play(match, "deed", &error);
    expect_fault(&error, line, says);
    expect_bounded(match, worked);
    expect_same(match, before);
    square_end(match);
}

static void refuse_both(int columns, const char *lua, int line, const char *says) {
    for (int i = 0; i < 2; i++)
        refuse(square_paths[i], columns, lua, line, says);
}

#define EFFECT(body)                                                                               \
    "muster.move { 'deed', at = play, text = 'deed', apply = function()\n" body " end }\n"

/* ---- chains ---------------------------------------------------------------------------------- */

static void test_chance_that_stays_pending_ends(void **state) {
    (void)state;
    refuse_both(
        5,
        "local die = muster.decision { 'die', chance = true }\n"
        "muster.move { 'd', at = die, text = 'd{n}', legal = function()\n"
        "  choose('n', range(1, 2)) end, apply = function() now.turn = 7 end }\n" EFFECT("go(die)"),
        1, "in 'die'");
}

static void test_a_step_to_itself_ends(void **state) {
    (void)state;
    refuse_both(5,
                "local loop = muster.step { 'loop', run = function() now.turn = 3 end }\n" EFFECT(
                    "go(loop)"),
                1, "in 'loop'");
}

static void test_steps_to_each_other_end(void **state) {
    (void)state;
    refuse_both(
        5,
        "local two = muster.step { 'two', run = function() pop() end }\n"
        "local one = muster.step { 'one', run = function() push(two) end }\n" EFFECT("go(one)"),
        0, "budget of 3000000 work units");
}

static void test_slow_steps_to_each_other_end(void **state) {
    (void)state;
    refuse_both(5,
                "local two = muster.step { 'two', run = function()\n"
                "  for i = 1, 9000 do now.turn = i % 9 end pop() end }\n"
                "local one = muster.step { 'one', run = function()\n"
                "  for i = 1, 9000 do now.turn = i % 8 end push(two) end }\n" EFFECT("go(one)"),
                0, "budget");
}

/* ---- events ---------------------------------------------------------------------------------- */

static void test_events_that_fan_out_end(void **state) {
    (void)state;
    refuse_both(5,
                "local e = {} for i = 1, 12 do e[i] = muster.event { 'e' .. i } end\n"
                "for i = 1, 11 do local on = e[i + 1] for _ = 1, 16 do e[i]:on(function()\n"
                "  on:emit() end) end end\n"
                "local first = e[1]\n" EFFECT("first:emit()"),
                0, "budget of");
}

static void test_events_in_a_loop_end(void **state) {
    (void)state;
    refuse_both(5, EFFECT("for i = 1, 4000000 do told:emit(i % 9) end"), 2,
                "budget of 4194304 bytes");
}

/* The events of all plies count together: a match keeps at most CORE_MATCH_BYTES. */
static void test_the_events_of_a_match_are_bounded(void **state) {
    (void)state;
    struct mst_error error = {0};
    struct mst_match *match = begin("code", 5, EFFECT("for i = 1, 100000 do told:emit(i % 9) end"));
    mst_budget_limit(budget_of(match), 0, 0);
    int plies = 0;
    while (plies < 40 && mst_match_play(match, "deed", &error) == MST_OK)
        plies++;
    assert_in_range(plies, 2, 39);
    assert_int_equal(error.status, MST_BUDGET);
    assert_non_null(strstr(error.text, "in 'deed': the match would keep more than 64 MiB"));
    assert_int_equal(match->ply_count, plies);
    assert_int_equal(match->event_count, plies * 100000);
    assert_true((size_t)match->event_capacity * sizeof *match->events <= CORE_MATCH_BYTES);
    assert_int_equal(mst_match_play(match, "deed", &error), MST_BUDGET);
    assert_int_equal(mst_match_undo(match, 1, &error), MST_OK);
    assert_int_equal(mst_match_play(match, "deed", &error), MST_OK);
    square_end(match);
}

static void test_writes_in_a_loop_end(void **state) {
    (void)state;
    refuse_both(5, EFFECT("for i = 1, 4000000 do now.turn = i % 9 end"), 2, "budget of");
}

static void test_remembering_in_a_loop_ends(void **state) {
    (void)state;
    refuse_both(5, EFFECT("for i = 1, 4000000 do remember(i) end"), 2, "budget of");
}

/* ---- values ---------------------------------------------------------------------------------- */

static void test_floods_in_a_loop_end(void **state) {
    (void)state;
    refuse_both(
        26,
        EFFECT(
            "local n = 0\nfor i = 1, 4000000 do n = n + #flood(zones, zones) end now.turn = n % 9"),
        3, "budget of 3000000 work units");
    refuse_both(
        7,
        EFFECT(
            "local n = 0\nfor i = 1, 4000000 do n = n + #flood(zones, zones) end now.turn = n % 9"),
        3, "budget of 3000000 work units");
}

static void refuse_list(const char *path, const char *lua, int line, const char *says) {
    struct mst_error error = {0};
    struct mst_match *match = begin(path, 5, lua);
    struct look before = look_at(match);
    int64_t worked = core_budget_worked(budget_of(match));
    assert_null(mst_match_moves(match, &error));
    expect_fault(&error, line, says);
    expect_bounded(match, worked);
    assert_true((size_t)match->play.runs->capacity * sizeof *match->play.runs->runs <= BYTES);
    expect_same(match, before);
    square_end(match);
}

/* `slow` makes a table, so it runs as Lua on both paths. */
#define SLOW                                                                                       \
    "local function slow(x) local t = {} for i = 1, 300 do t[i] = x end return #t < 9 end\n"

static const char SLOW_CONDITION[] =
    SLOW "muster.move { 'slow', at = play, text = '{a}{b}{c}',\n"
         "  choices = { a = 'zone', b = 'zone', c = 'zone' }, legal = function()\n"
         "  choose('a', zones) local b = choose('b', zones) choose('c', zones) "
         "need(slow(column(b))) end,\n"
         "  apply = function() end }\n";

static void test_a_slow_condition_of_many_moves_ends(void **state) {
    (void)state;
    refuse_list(NULL, SLOW_CONDITION, 0, "budget of 3000000 work units");
    refuse_list("lua", SLOW_CONDITION, 0, "budget of 3000000 work units");
}

static void test_subsets_of_many_pieces_end(void **state) {
    static const char lua[] =
        "local big = muster.pieces { 'big', count = 16 }\n"
        "local id = muster.field { 'id', of = 'piece', max = 40 }\n"
        "local fill = muster.move { 'fill', at = play, text = 'deed', apply = function()\n"
        "  for p = 8, 23 do id[p] = p put(p, pile) end end }\n"
        "muster.move { 'm', at = play, text = '{a}/{b}/{c}', legal = function()\n"
        "  choose('a', subsets(pile)) choose('b', subsets(pile)) choose('c', subsets(pile)) end,\n"
        "  apply = function() end }\n";
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct mst_error error = {0};
        struct mst_match *match = begin(square_paths[i], 5, lua);
        if (mst_match_play(match, "deed", &error) != MST_OK)
            fail_msg("%s: %s", error.at, error.text);
        int64_t worked = core_budget_worked(budget_of(match));
        assert_null(mst_match_moves(match, &error));
        expect_fault(&error, 0, "budget of");
        expect_bounded(match, worked);
        assert_true((size_t)match->play.runs->capacity * sizeof *match->play.runs->runs <= BYTES);
        square_end(match);
    }
}

/* ---- searches -------------------------------------------------------------------------------- */

static bool after_some(void *context) {
    return --*(int *)context < 0;
}

static const char SLOW_GAME[] =
    SLOW "muster.move { 'slow', at = play, text = '{a}', choices = { a = 'zone' },\n"
         "  legal = function()\n"
         "  local a = choose('a', zones) need(not slow(column(a))) end,\n"
         "  apply = function() now.turn = (now.turn + 1) % 9 end }\n";

/* The search ends in the middle of whatever it does, and has a move. */
static void test_a_search_that_is_stopped_has_a_move(void **state) {
    (void)state;
    for (int looks = 0; looks < 4; looks++) {
        struct mst_error error = {0};
        struct mst_match *match = begin(NULL, 7, SLOW_GAME);
        struct mst_player player = {.kind = MST_PLAYER_LOOK, .nodes = 1000000};
        struct mst_player_info info;
        mst_move move;
        int left = looks;
        mst_budget_limit(budget_of(match), 0, 0);
        int64_t worked = core_budget_worked(budget_of(match));
        mst_budget_watch(budget_of(match), after_some, &left);
        if (mst_player_choose(match, &player, &move, &info, &error) != MST_OK)
            fail_msg("%s: %s", error.at, error.text);
        mst_budget_watch(budget_of(match), NULL, NULL);
        worked = core_budget_worked(budget_of(match)) - worked;
        assert_true(worked < (looks + 3) * 2 * CORE_BUDGET_LOOK + 100000);
        assert_int_equal(mst_match_apply(match, move, &error), MST_OK);
        square_end(match);
    }
}

static void test_a_search_out_of_budget_has_a_move(void **state) {
    struct mst_error error = {0};
    struct mst_match *match = begin(NULL, 7, SLOW_GAME);
    struct mst_player player = {.kind = MST_PLAYER_LOOK, .nodes = 1000000};
    mst_move move;
    (void)state;
    int64_t worked = core_budget_worked(budget_of(match));
    assert_int_equal(mst_player_choose(match, &player, &move, NULL, &error), MST_OK);
    expect_bounded(match, worked);
    assert_int_equal(mst_match_apply(match, move, &error), MST_OK);
    square_end(match);
}

static void test_a_deadline_ends_a_search_within_a_condition(void **state) {
    struct mst_error error = {0};
    struct mst_match *match = begin(NULL, 7, SLOW_GAME);
    struct mst_player player = {.kind = MST_PLAYER_LOOK, .ms = 1};
    mst_move move;
    (void)state;
    mst_budget_limit(budget_of(match), 0, 0);
    int64_t worked = core_budget_worked(budget_of(match));
    assert_int_equal(mst_player_choose(match, &player, &move, NULL, &error), MST_OK);
    assert_true(core_budget_worked(budget_of(match)) - worked < 3000000); /* 30 ms, at least */
    square_end(match);
}

static void test_perft_is_limited_in_total_and_stopped(void **state) {
    struct mst_error error = {0};
    struct mst_match *match = begin(NULL, 5, "");
    uint64_t nodes;
    (void)state;
    assert_int_equal(mst_match_perft(match, 64, &nodes, &error), MST_OK);
    square_end(match);
    match = begin(NULL, 7, SLOW_GAME);
    assert_int_equal(mst_match_perft(match, 5, &nodes, &error), MST_BUDGET);
    mst_budget_limit(budget_of(match), 0, 0);
    mst_budget_cancel(budget_of(match), true);
    assert_int_equal(mst_match_perft(match, 9, &nodes, &error), MST_CANCELLED);
    assert_string_equal(error.text, "the request was cancelled");
    mst_budget_cancel(budget_of(match), false);
    assert_int_equal(mst_match_perft(match, 1, &nodes, &error), MST_OK);
    square_end(match);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, home_set_up, home_tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_chance_that_stays_pending_ends),
        TEST(test_a_step_to_itself_ends),
        TEST(test_steps_to_each_other_end),
        TEST(test_slow_steps_to_each_other_end),
        TEST(test_events_that_fan_out_end),
        TEST(test_remembering_in_a_loop_ends),
        TEST(test_events_in_a_loop_end),
        TEST(test_the_events_of_a_match_are_bounded),
        TEST(test_writes_in_a_loop_end),
        TEST(test_floods_in_a_loop_end),
        TEST(test_a_slow_condition_of_many_moves_ends),
        TEST(test_subsets_of_many_pieces_end),
        TEST(test_a_search_that_is_stopped_has_a_move),
        TEST(test_a_search_out_of_budget_has_a_move),
        TEST(test_a_deadline_ends_a_search_within_a_condition),
        TEST(test_perft_is_limited_in_total_and_stopped),
    };
    return cmocka_run_group_tests_name("bounds", tests, NULL, NULL);
}
