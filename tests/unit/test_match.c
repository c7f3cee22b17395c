/* Matches: chance, taking back, copies, endings, more seats than two, moves that fail, and texts
 * that call each other. The games are in tests/corpus/contract, or here. */
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

/* A ruleset of the corpus. */
static struct mst_ruleset *corpus(const char *name) {
    char path[700];
    struct mst_error error = {0};
    snprintf(path, sizeof path, "%s/tests/corpus/contract", source_root());
    setenv("MUSTER_HOME", path, 1);
    snprintf(path, sizeof path, "%s/tests/corpus/contract/rulesets/%s.ini", source_root(), name);
    struct mst_ruleset *ruleset = mst_ruleset_load(path, NULL, 0, NULL, &error);
    if (!ruleset)
        fail_msg("%s: %s", path, error.text);
    return ruleset;
}

static struct mst_ruleset *game(const char *lua) {
    struct mst_error error;
    home_open();
    struct mst_ruleset *ruleset = home_game(lua, &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    return ruleset;
}

static void end_game(struct mst_ruleset *ruleset) {
    mst_ruleset_free(ruleset);
    home_close();
}

static void play(struct mst_match *match, const char *move) {
    struct mst_error error = {0};
    if (mst_match_play(match, move, &error) != MST_OK)
        fail_msg("%s: %s", move, error.text);
}

static void expect_legal(struct mst_match *match, const char *moves) {
    char *legal = mst_match_legal(match, NULL);
    assert_string_equal(legal, moves);
    mst_text_free(legal);
}

static void expect_refusal(struct mst_match *match, const char *move, enum mst_status status,
                           const char *says) {
    struct mst_error error = {0};
    assert_int_equal(mst_match_play(match, move, &error), status);
    if (!strstr(error.text, says))
        fail_msg("'%s' says '%s'", move, error.text);
}

/* ---- chance ---------------------------------------------------------------------------------- */

static void test_a_match_without_a_seed_waits_for_chance(void **state) {
    struct mst_ruleset *ruleset = corpus("dice");
    struct mst_match *match = mst_match_new(ruleset, false, 0, NULL);
    (void)state;
    assert_true(mst_match_state(match).chance);
    assert_int_equal(mst_match_state(match).to_move, MST_NONE);
    expect_legal(match, "die1\ndie2\ndie3\n");
    expect_refusal(match, "run1", MST_ILLEGAL_MOVE, "the die");
    play(match, "die2");
    assert_false(mst_match_state(match).chance);
    assert_int_equal(mst_match_state(match).to_move, 0);
    expect_legal(match, "run0\nrun1\nrun2\n");
    play(match, "run2");
    assert_true(mst_match_state(match).chance);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void test_seeding_a_match_begins_a_request(void **state) {
    struct mst_ruleset *ruleset = corpus("dice");
    struct mst_match *match = mst_match_new(ruleset, false, 0, NULL);
    struct mst_budget *budget = mst_ruleset_budget(ruleset);
    struct mst_seed seed = {.kind = MST_SEED_NUMBER, .number = 1};
    struct mst_error error = {0};
    (void)state;
    core_budget_start(budget);
    while (mst_budget_charge(budget, 1 << 20, 0)) /* an earlier request ends its budget */
        ;
    assert_int_equal(mst_match_seed(match, &seed, &error), MST_OK);
    assert_false(mst_match_state(match).chance);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void test_a_seed_decides_chance_and_nothing_else_does(void **state) {
    struct mst_ruleset *ruleset = corpus("dice");
    int differ = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct mst_match *a = mst_match_new(ruleset, true, seed, NULL);
        struct mst_match *b = mst_match_new(ruleset, true, seed, NULL);
        struct mst_match *other = mst_match_new(ruleset, true, seed + 1, NULL);
        mst_text_free(mst_match_legal(b, NULL)); /* asking is no rolling */
        assert_int_equal(mst_match_state(a).ply, 1);
        assert_false(mst_match_state(a).chance);
        for (int i = 0; i < 3; i++) {
            play(a, "run1");
            play(b, "run1");
            assert_true(mst_match_state(a).hash == mst_match_state(b).hash);
        }
        differ += a->start_hash != other->start_hash ||
                  strcmp(mst_match_ply_text(a, 0), mst_match_ply_text(other, 0)) != 0;
        mst_match_free(a);
        mst_match_free(b);
        mst_match_free(other);
    }
    assert_true(differ > 3);
    mst_ruleset_free(ruleset);
}

static void test_chance_keeps_to_the_weights(void **state) {
    struct mst_ruleset *ruleset = corpus("dice");
    int rolled[4] = {0};
    (void)state;
    for (uint64_t seed = 0; seed < 9000; seed++) {
        struct mst_match *match = mst_match_new(ruleset, true, seed, NULL);
        rolled[mst_match_ply_text(match, 0)[3] - '0']++;
        mst_match_free(match);
    }
    /* 6 : 2 : 1 of 9000, six standard deviations */
    assert_in_range(rolled[1], 6000 - 269, 6000 + 269);
    assert_in_range(rolled[2], 2000 - 237, 2000 + 237);
    assert_in_range(rolled[3], 1000 - 179, 1000 + 179);
    mst_ruleset_free(ruleset);
}

static void test_chance_is_replayed_from_the_transcript(void **state) {
    struct mst_ruleset *ruleset = corpus("dice");
    struct mst_match *match = mst_match_new(ruleset, true, 11, NULL);
    struct mst_error error = {0};
    (void)state;
    play(match, "run1");
    play(match, "run0");
    char *text = mst_match_transcript(match, NULL);
    assert_non_null(strstr(text, "*die"));
    struct mst_match *again = mst_match_replay(ruleset, text, &error);
    assert_non_null(again);
    assert_int_equal(mst_match_state(again).ply, mst_match_state(match).ply);
    play(match, "run1"); /* the next roll is the same as well */
    play(again, "run1");
    assert_true(mst_match_state(again).hash == mst_match_state(match).hash);
    mst_text_free(text);
    mst_match_free(again);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* ---- three seats ----------------------------------------------------------------------------- */

static void test_three_seats_take_turns_and_one_wins(void **state) {
    struct mst_ruleset *ruleset = corpus("dice");
    struct mst_match *match = mst_match_new(ruleset, false, 0, NULL);
    (void)state;
    assert_int_equal(mst_ruleset_seats(ruleset), 3);
    for (int round = 0; round < 2; round++)
        for (int seat = 0; seat < 3; seat++) {
            play(match, "die3");
            assert_int_equal(mst_match_state(match).to_move, seat);
            if (round && seat == 2) {
                play(match, "run3");
                break;
            }
            play(match, seat == 2 ? "run3" : "run0");
        }
    assert_true(mst_match_state(match).over);
    assert_int_equal(mst_match_state(match).winners, 4);
    assert_string_equal(mst_match_state(match).by, "there");
    assert_int_equal(mst_match_state(match).to_move, MST_NONE);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* ---- the end, and taking back ---------------------------------------------------------------- */

static const char *const FULL[] = {"a1", "c1", "e1", "b1", "d1"};

static void test_nothing_follows_the_end_but_it_can_be_taken_back(void **state) {
    struct mst_ruleset *ruleset = corpus("sound");
    struct mst_match *match = mst_match_new(ruleset, true, 1, NULL);
    uint64_t hashes[6] = {mst_match_state(match).hash};
    (void)state;
    for (int i = 0; i < 5; i++) {
        play(match, FULL[i]);
        hashes[i + 1] = mst_match_state(match).hash;
    }
    assert_true(mst_match_state(match).over);
    assert_int_equal(mst_match_state(match).winners, 1);
    assert_string_equal(mst_match_state(match).decision, "");
    expect_legal(match, "");
    expect_refusal(match, "a1", MST_OVER, "full");
    for (int i = 4; i >= 0; i--) {
        assert_int_equal(mst_match_undo(match, 1, NULL), MST_OK);
        assert_true(mst_match_state(match).hash == hashes[i]);
        assert_false(mst_match_state(match).over);
    }
    expect_legal(match, "a1\nb1\nc1\nd1\ne1\n");
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void test_no_more_is_taken_back_than_was_played(void **state) {
    struct mst_ruleset *ruleset = corpus("sound");
    struct mst_match *match = mst_match_new(ruleset, true, 1, NULL);
    struct mst_error error = {0};
    (void)state;
    play(match, "a1");
    assert_int_equal(mst_match_undo(match, 2, &error), MST_BAD_REQUEST);
    assert_non_null(strstr(error.text, "1 have been played"));
    assert_int_equal(mst_match_undo(match, -1, &error), MST_BAD_REQUEST);
    assert_int_equal(mst_match_undo(match, INT32_MAX, &error), MST_BAD_REQUEST);
    assert_int_equal(mst_match_state(match).ply, 1);
    assert_int_equal(mst_match_undo(match, 0, &error), MST_OK);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void test_a_copy_is_taken_back_beyond_its_beginning(void **state) {
    struct mst_ruleset *ruleset = corpus("sound");
    struct mst_match *match = mst_match_setup(ruleset, "place", false, 0, NULL);
    uint64_t start = mst_match_state(match).hash;
    (void)state;
    for (int i = 0; i < 3; i++)
        play(match, FULL[i]);
    struct mst_match *copy = mst_match_clone(match, NULL);
    play(copy, FULL[3]);
    assert_int_equal(mst_match_state(match).ply, 3);
    assert_int_equal(mst_match_undo(copy, 3, NULL), MST_OK);
    assert_int_equal(mst_match_state(copy).ply, 1);
    expect_legal(copy, "b1\nc1\nd1\ne1\n");
    assert_int_equal(mst_match_undo(copy, 1, NULL), MST_OK);
    assert_true(mst_match_state(copy).hash == start);
    mst_match_free(match); /* the copy lives on */
    play(copy, "a1");
    mst_match_free(copy);
    mst_ruleset_free(ruleset);
}

/* ---- moves that fail ------------------------------------------------------------------------- */

/* All that a match shows, in one text. */
static char *look(struct mst_match *match) {
    struct mst_buf buf = {0};
    char *position = mst_match_position(match, NULL), *legal = mst_match_legal(match, NULL);
    char *transcript = mst_match_transcript(match, NULL);
    mst_buf_printf(&buf, "%s\n%s\n%s\n%llx", position, legal, transcript,
                   (unsigned long long)mst_match_state(match).hash);
    mst_text_free(position);
    mst_text_free(legal);
    mst_text_free(transcript);
    return mst_buf_take(&buf);
}

static void expect_whole(const char *name, enum mst_status status, const char *says) {
    struct mst_ruleset *ruleset = corpus(name);
    struct mst_match *match = mst_match_new(ruleset, true, 1, NULL);
    size_t slots = (size_t)match->pos->schema->slots * sizeof *match->pos->slots;
    int32_t *block = mst_alloc(slots);
    char *before = look(match);
    memcpy(block, match->pos->slots, slots);
    for (int i = 0; i < 3; i++) {
        expect_refusal(match, "b1", status, says);
        char *after = look(match);
        assert_string_equal(before, after);
        assert_memory_equal(block, match->pos->slots, slots);
        mst_text_free(after);
    }
    mst_free(block);
    mst_text_free(before);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void test_an_endless_loop_costs_the_move_and_nothing_else(void **state) {
    (void)state;
    expect_whole("endless", MST_BUDGET, "budget");
}

static void test_steps_without_end_cost_the_move_and_nothing_else(void **state) {
    (void)state;
    expect_whole("endless_steps", MST_BUDGET, "budget");
}

static void test_an_error_half_way_costs_the_move_and_nothing_else(void **state) {
    (void)state;
    expect_whole("half_way", MST_SCRIPT_ERROR, "broken half way");
}

static void test_a_beginning_that_fails_gives_no_match_and_says_why(void **state) {
    struct mst_ruleset *ruleset = game("muster.module {}\nmuster.game { title = 'G' }\n"
                                       "muster.grid { columns = 2, rows = 1 }\n"
                                       "muster.setup(function() error('no beginning') end)\n");
    struct mst_error error = {0};
    (void)state;
    assert_null(mst_match_new(ruleset, true, 1, &error));
    assert_int_equal(error.status, MST_SCRIPT_ERROR);
    assert_non_null(strstr(error.text, "no beginning"));
    assert_string_equal(error.at, "lua/game.lua:4");
    end_game(ruleset);
}

static void test_a_beginning_without_a_decision_is_said(void **state) {
    struct mst_ruleset *ruleset = game("muster.module {}\nmuster.game { title = 'G' }\n"
                                       "muster.grid { columns = 2, rows = 1 }\n"
                                       "muster.setup(function() end)\n");
    struct mst_error error = {0};
    (void)state;
    assert_null(mst_match_new(ruleset, true, 1, &error));
    assert_non_null(strstr(error.text, "no decision is pending"));
    end_game(ruleset);
}

/* ---- functions that call each other -----------------------------------------------------------
 */

#define SMALL_BOARD                                                                                \
    "muster.module {}\nmuster.game { title = 'G' }\n"                                              \
    "muster.grid { columns = 5, rows = 1 }\nmuster.pieces { 'stone', count = 5 }\n"                \
    "local now = muster.state { { 'noted', max = 999 } }\n"                                        \
    "local place = muster.decision { 'place', seat = function() return 0 end }\n"                  \
    "muster.setup(function() go(place) end)\n"

/* A function has more names of its own than a few: those of the
 * questions around the call must not be overwritten. */
static void test_a_function_called_in_a_rule_leaves_its_names_alone(void **state) {
    struct mst_buf lua = {0};
    (void)state;
    mst_buf_puts(&lua, SMALL_BOARD "local seven = muster.once(function() return 3 + count(0) + 4 "
                                   "end)\nlocal inner = muster.query(function(z)\n"
                                   "  local zone = at(z, 0) local sum = column(zone)\n");
    for (int i = 0; i < 60; i++)
        mst_buf_printf(&lua, "  local x%d = range(1, 2):sum(function() return 7 end)\n", i);
    mst_buf_puts(&lua, "  return sum");
    for (int i = 0; i < 60; i++)
        mst_buf_printf(&lua, " + x%d", i);
    mst_buf_puts(&lua, " end)\n"
                       "local function ask(z) return inner(z) end\n"
                       "muster.move { 'put', at = place, text = '{cell}', legal = function()\n");
    for (int i = 0; i < 34; i++)
        mst_buf_printf(&lua, "  local v%d = count(0) + %d\n", i, i);
    mst_buf_puts(&lua, "  need(ask(2) == 842 and seven() == 7)\n"
                       "  local cell = choose('cell', zones - occupied())\n"
                       "  need(ask(column(cell)) > 0)\n"
                       "  need(v33 == 33 and v31 == 31)\n"
                       "  return v32 end,\n"
                       "  apply = function(v32)\n"
                       "    local was = count(0) + 5\n"
                       "    now.noted = ask(4) + v32 + was end }\n");
    struct mst_ruleset *ruleset = game(mst_buf_text(&lua));
    struct mst_match *match = mst_match_new(ruleset, true, 1, NULL);
    expect_legal(match, "a1\nb1\nc1\nd1\ne1\n");
    play(match, "b1");
    assert_int_equal(core_get(match->pos, ruleset->rules->schema->fields[0].first), 844 + 32 + 5);
    mst_match_free(match);
    end_game(ruleset);
    mst_buf_clear(&lua);
}

static void test_a_listener_leaves_the_names_of_the_emitter_alone(void **state) {
    struct mst_ruleset *ruleset =
        game(SMALL_BOARD
             "local told = muster.event { 'told', 'a', 'b' }\n"
             "told:on(function(a, b)\n"
             "  local x = a + b\n"
             "  local s = nothing\n"
             "  now.noted = now.noted + x * 2 - #(s | only(0)) end)\n"
             "muster.move { 'put', at = place, text = '{cell}',\n"
             "  legal = function() return choose('cell', zones) end, apply = function(cell)\n"
             "    local kept = zones\n"
             "    local x = 100\n"
             "    told:emit(1, 2)\n"
             "    now.noted = now.noted + x + #kept + column(cell) end }\n");
    struct mst_match *match = mst_match_new(ruleset, true, 1, NULL);
    (void)state;
    play(match, "d1");
    assert_int_equal(core_get(match->pos, ruleset->rules->schema->fields[0].first),
                     5 + 100 + 5 + 3);
    mst_match_free(match);
    end_game(ruleset);
}

static void test_functions_that_call_themselves_without_end_fail(void **state) {
    struct mst_ruleset *ruleset =
        game(SMALL_BOARD "local function again(z) return again(z) + 1 end\n"
                         "muster.move { 'put', at = place, text = '{cell}',\n"
                         "  legal = function() return choose('cell', zones) end,\n"
                         "  apply = function() now.noted = again(1) end }\n");
    struct mst_match *match = mst_match_new(ruleset, true, 1, NULL);
    struct mst_error error = {0};
    uint64_t hash = mst_match_state(match).hash;
    (void)state;
    assert_int_not_equal(mst_match_play(match, "a1", &error), MST_OK);
    assert_true(strlen(error.text) > 10);
    assert_true(mst_match_state(match).hash == hash);
    mst_match_free(match);
    end_game(ruleset);
}

static void test_what_happened_is_told_in_order(void **state) {
    struct mst_ruleset *ruleset = corpus("dice");
    struct mst_match *match = mst_match_new(ruleset, true, 3, NULL);
    (void)state;
    play(match, "run1");
    assert_int_equal(mst_match_events(match, 0), 0);
    assert_int_equal(mst_match_events(match, 99), 1);
    struct mst_event told = mst_match_event(match, 0);
    assert_string_equal(told.event, "ran");
    assert_int_equal(told.args[0], 0);
    assert_int_equal(told.args[1], 1);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void test_a_scene_of_a_seat_that_is_not_there_is_refused(void **state) {
    struct mst_ruleset *ruleset = corpus("sound");
    struct mst_match *match = mst_match_new(ruleset, true, 3, NULL);
    struct mst_error error = {0};
    (void)state;
    assert_null(mst_match_scene(match, 2, &error));
    assert_int_equal(error.status, MST_BAD_REQUEST);
    assert_null(mst_match_scene(match, -2, &error));
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_match_without_a_seed_waits_for_chance),
        cmocka_unit_test(test_seeding_a_match_begins_a_request),
        cmocka_unit_test(test_a_seed_decides_chance_and_nothing_else_does),
        cmocka_unit_test(test_chance_keeps_to_the_weights),
        cmocka_unit_test(test_chance_is_replayed_from_the_transcript),
        cmocka_unit_test(test_three_seats_take_turns_and_one_wins),
        cmocka_unit_test(test_nothing_follows_the_end_but_it_can_be_taken_back),
        cmocka_unit_test(test_no_more_is_taken_back_than_was_played),
        cmocka_unit_test(test_a_copy_is_taken_back_beyond_its_beginning),
        cmocka_unit_test(test_an_endless_loop_costs_the_move_and_nothing_else),
        cmocka_unit_test(test_steps_without_end_cost_the_move_and_nothing_else),
        cmocka_unit_test(test_an_error_half_way_costs_the_move_and_nothing_else),
        cmocka_unit_test(test_a_beginning_that_fails_gives_no_match_and_says_why),
        cmocka_unit_test(test_a_beginning_without_a_decision_is_said),
        cmocka_unit_test(test_a_function_called_in_a_rule_leaves_its_names_alone),
        cmocka_unit_test(test_a_listener_leaves_the_names_of_the_emitter_alone),
        cmocka_unit_test(test_functions_that_call_themselves_without_end_fail),
        cmocka_unit_test(test_what_happened_is_told_in_order),
        cmocka_unit_test(test_a_scene_of_a_seat_that_is_not_there_is_refused),
    };
    return cmocka_run_group_tests_name("matches", tests, NULL, NULL);
}
