/* Rules side by side: every kind of difference is found, and told so that it can be repeated. The
 * twin is loaded from a source that differs in one place, so that no fault of the compiler is
 * needed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "rulesets/both.h"
#include "muster/check.h"
#include "muster/native.h"

/* Stones are put on a board of 3 x 3 zones. A die is thrown after each one. */
static const char game[] =
    "muster.module { title = 'Stones' }\n"
    "muster.game { title = 'Stones', seats = 2 }\n"
    "local grid = muster.grid { columns = 3, rows = 3 }\n"
    "local stone = muster.pieces { 'stone', count = 9, text = '{owner}' }\n"
    "local now = muster.state { { 'turn', max = 1 }, { 'eyes', max = 9 }, { 'quiet', max = 99 } }\n"
    "local memory = muster.field { 'memory', of = 'zone', max = 9, hashed = false }\n"
    "local play = muster.decision { 'play', seat = function() return now.turn end }\n"
    "local roll = muster.decision { 'roll', chance = true }\n"
    "local placed = muster.event { 'placed', 'zone', 'eyes',\n"
    "  says = function(zone, eyes) return 'a stone after ' .. eyes end }\n"
    "local height = muster.query(function(zone) return row(zone) + 1 end)\n"
    "muster.move { 'put', at = play, title = 'Put', text = '{zone}',\n"
    "  noisy = function(zone) return column(zone) == 1 end,\n"
    "  legal = function()\n"
    "    local zone = choose('zone', zones - occupied(), 'S-1', 'choose an empty zone')\n"
    "    need(column(zone) < 2 or row(zone) < 2, 'S-2', 'the corner is closed')\n"
    "    return zone\n"
    "  end,\n"
    "  apply = function(zone)\n"
    "    local piece = top(box)\n"
    "    owner[piece] = now.turn\n"
    "    put(piece, zone)\n"
    "    memory[zone] = 1\n"
    "    placed:emit(zone, now.eyes)\n"
    "    if now.quiet > 90 then now.quiet = now.quiet // (now.quiet - now.quiet) end\n"
    "    if #occupied() == 8 then over('full', now.turn) else push(roll) end\n"
    "  end }\n"
    "muster.move { 'die', at = roll, title = 'Die', text = '{eyes}', weight = function(eyes)\n"
    "    return eyes\n"
    "  end,\n"
    "  legal = function() local eyes = choose('eyes', range(1, 3)) return eyes end,\n"
    "  apply = function(eyes) now.eyes = eyes now.turn = 1 - now.turn pop() end }\n"
    "muster.setup(function() now.eyes = 1 go(play) end)\n"
    "muster.worth(function(seat) return 10 * #tops(stone, seat) end)\n"
    "muster.feature { 'stones', function(seat) return #tops(stone, seat) end, help = 'x' }\n"
    "muster.scene(function() return { title = 'Stones', notes = { 'as ever' } } end)\n"
    "muster.verify(function() return #occupied() < 99 end)\n";

/* The source with `from` replaced by `to`. */
static void change(const char *from, const char *to, char *out, size_t size) {
    const char *at = strstr(game, from);
    if (!at)
        fail_msg("the game has no '%s'", from);
    snprintf(out, size, "%.*s%s%s", (int)(at - game), game, to, at + strlen(from));
}

static struct mst_ruleset *load(const char *path, const char *source) {
    struct mst_error error;
    struct mst_ruleset *ruleset = home_game_as(path, source, &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    return ruleset;
}

/* The game as code, and beside it the game with a change as Lua. */
static struct mst_ruleset *beside(const char *from, const char *to) {
    char changed[sizeof game + 400];
    struct mst_error error = {0};
    struct mst_ruleset *ruleset = load(NULL, game);
    change(from, to, changed, sizeof changed);
    ruleset->both = rules_both_new(ruleset, load("lua", changed), NULL, &error);
    ruleset->game.twins = &rules_both_twins;
    if (!ruleset->both)
        fail_msg("%s", error.text);
    return ruleset;
}

static void contains(const struct mst_error *error, const char *what) {
    if (error->status != MST_DIFFERENT || !strstr(error->text, what) ||
        !strstr(error->text, "; repeat it: ./muster show "))
        fail_msg("%s %s: %s\nexpected: %s", mst_status_name(error->status), error->at, error->text,
                 what);
}

/* Play the game until it fails or ends. On failure the match is as it was before. */
static enum mst_status play_through(struct mst_match *match, struct mst_error *error) {
    enum mst_status status = MST_OK;
    while (status == MST_OK && !mst_match_state(match).over) {
        struct mst_state before = mst_match_state(match);
        const struct mst_moves *moves = mst_match_moves(match, error);
        status =
            moves ? mst_match_apply(match, moves->moves[moves->count / 2], error) : error->status;
        if (status != MST_OK) {
            assert_int_equal(mst_match_state(match).ply, before.ply);
            assert_true(mst_match_state(match).hash == before.hash);
        }
    }
    return status;
}

/* The difference is found in a game, and told with these words. */
static void found(const char *from, const char *to, const char *what) {
    struct mst_ruleset *ruleset = beside(from, to);
    struct mst_error error = {0};
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    if (match)
        play_through(match, &error);
    contains(&error, what);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void test_legal_moves(void **state) {
    (void)state;
    found("zones - occupied()", "zones - occupied() - only(at(1, 1))",
          "legal move 5 (of 8 and 7): code says 'b2', Lua says 'c2'; lua/game.lua:15: 'b2' is "
          "refused. S-1: choose an "
          "empty zone (game); repeat it");
    found("row(zone) < 2", "row(zone) < 9",
          "legal move 9 (of 8 and 9): code says 'no more', Lua says 'c3'");
}

static void test_positions(void **state) {
    (void)state;
    found("owner[piece] = now.turn", "owner[piece] = 1 - now.turn",
          "the position after 'b2': code says");
    found("memory[zone] = 1", "memory[zone] = 2", "after 'b2'");
    found("now.eyes = 1 go", "now.eyes = 2 go", "the position: code says");
}

static void test_events(void **state) {
    (void)state;
    found("placed:emit(zone, now.eyes)", "placed:emit(zone, now.eyes + 1)",
          "event 1 after 'b2': code says 'placed(zone 4, eyes 1)', Lua says 'placed(zone 4, eyes "
          "2)'");
    found("placed:emit(zone, now.eyes)", "", "event 1 after 'b2': code says 'placed");
}

static void test_endings(void **state) {
    (void)state;
    found("over('full', now.turn)", "over('full', 1 - now.turn)", "the position after");
    found("over('full', now.turn)", "over('whole', now.turn)", "after '");
}

static void test_chance(void **state) {
    (void)state;
    found("return eyes\n", "return eyes * 2\n",
          "the weights: code says '1:1 2:2 3:3 ', Lua says '1:2 2:4 3:6 '");
    found("range(1, 3)) return", "range(1, 3)) need(eyes < 3) return",
          "legal move 3 (of 3 and 2): code says '3'");
}

static void test_errors(void **state) {
    (void)state;
    found("now.eyes = eyes now", "now.eyes = eyes * 9 now", "what happens after '");
    found("legal = function() local", "legal = function() local x = 1 // now.quiet local",
          "the list of legal moves: code says 'no error', Lua says 'lua/game.lua:31: ");
}

static void test_evaluation(void **state) {
    (void)state;
    found("10 * #tops", "11 * #tops", "the evaluation: code says '10 0', Lua says '11 0'");
    found("return column(zone) == 1", "return column(zone) == 0", "what is noisy: code says 'a1:q");
    found("function(seat) return #tops(stone, seat) end, help",
          "function(seat) return #tops(stone, seat) + 1 end, help",
          "the features: code says 'stones=0 ', Lua says 'stones=1 '");
}

static void test_refusals(void **state) {
    struct mst_error error = {0};
    (void)state;
    struct mst_ruleset *ruleset = beside("'the corner is closed'", "'the corner is shut'");
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    assert_non_null(match);
    assert_int_equal(mst_match_play(match, "c3", &error), MST_DIFFERENT);
    contains(&error, "what is said of 'c3': code says 'lua/game.lua:16: 'c3' is refused");
    contains(&error, "the corner is closed (game)");
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void test_scenes(void **state) {
    (void)state;
    found("'as ever'", "'as never'", "the scene: code says");
}

static void test_sentences(void **state) {
    struct mst_error error = {0};
    struct mst_buf out = {0};
    (void)state;
    struct mst_ruleset *ruleset = beside("a stone after", "one stone after");
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    assert_int_equal(mst_match_play(match, "b2", &error), MST_OK);
    assert_false(mst_match_event_says(match, 0, MST_NONE, &out, &error));
    contains(&error, "the sentence of an event: code says 'a stone after 1', Lua says 'one stone");
    mst_buf_clear(&out);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void test_values(void **state) {
    struct mst_error error = {0};
    (void)state;
    struct mst_ruleset *ruleset = beside("return row(zone) + 1", "return row(zone) + 2");
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    assert_non_null(match);
    assert_null(mst_match_eval(match, "height(at(0, 2))", &error));
    contains(&error, "the value of 'height(at(0, 2))': code says '3', Lua says '4'");
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void test_perft(void **state) {
    uint64_t nodes = 0;
    struct mst_error error = {0};
    (void)state;
    struct mst_ruleset *ruleset = beside("if #occupied() == 8", "if #occupied() == 2");
    struct mst_match *match = mst_match_new(ruleset, false, 1, &error);
    assert_non_null(match);
    assert_int_equal(mst_match_perft(match, 2, &nodes, &error), MST_OK);
    assert_int_equal(nodes, 24);
    uint64_t hash = mst_match_state(match).hash;
    assert_int_equal(mst_match_perft(match, 4, &nodes, &error), MST_DIFFERENT);
    contains(&error, "after '");
    assert_true(hash == mst_match_state(match).hash);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void test_random_games_of_a_check(void **state) {
    struct mst_error error = {0};
    (void)state;
    struct mst_ruleset *ruleset = beside("if #occupied() == 8", "if #occupied() == 7");
    assert_false(mst_ruleset_try(ruleset, 1000, NULL, NULL, &error));
    contains(&error, "after '");
    assert_null(strstr(error.text, "random game"));
    mst_ruleset_free(ruleset);
}

/* Without a difference the match is one like all others; what fails alike is no difference. */
static void test_no_difference(void **state) {
    struct mst_error error = {0};
    (void)state;
    struct mst_ruleset *ruleset = load("both", game);
    assert_string_equal(mst_ruleset_runs(ruleset), "both");
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    assert_non_null(match);
    assert_int_equal(mst_match_play(match, "c3", &error), MST_ILLEGAL_MOVE);
    assert_string_equal(error.text, "'c3' is refused. S-2: the corner is closed (game)");
    assert_int_equal(play_through(match, &error), MST_OK);
    assert_int_equal(rules_both_compared(ruleset->both).plies, 15);
    assert_true(rules_both_compared(ruleset->both).answers > 30);
    assert_int_equal(mst_match_undo(match, 6, &error), MST_OK);
    struct mst_match *clone = mst_match_clone(match, &error);
    assert_int_equal(play_through(clone, &error), MST_OK);
    assert_int_equal(mst_match_undo(clone, 12, &error), MST_OK);
    assert_int_equal(play_through(match, &error), MST_OK);
    mst_match_free(clone);
    mst_match_free(match);
    assert_true(mst_ruleset_try(ruleset, 300, NULL, NULL, &error));
    mst_ruleset_free(ruleset);
}

static void test_errors_of_both(void **state) {
    char changed[sizeof game + 400];
    struct mst_error error = {0};
    (void)state;
    change("now.quiet > 90", "now.quiet == 0", changed, sizeof changed);
    struct mst_ruleset *ruleset = load("both", changed);
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    assert_non_null(match);
    assert_int_equal(mst_match_play(match, "b2", &error), MST_SCRIPT_ERROR);
    assert_string_equal(error.at, "lua/game.lua:25");
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* A request that runs out of work as code is not compared. */
static void test_budgets(void **state) {
    struct mst_error error = {0};
    (void)state;
    struct mst_ruleset *ruleset = load("both", game);
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    assert_non_null(match);
    mst_budget_limit(mst_ruleset_budget(ruleset), 5, 0);
    assert_int_equal(mst_match_play(match, "b2", &error), MST_BUDGET);
    mst_budget_limit(mst_ruleset_budget(ruleset), 0, 0);
    assert_int_equal(play_through(match, &error), MST_OK);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* The command that the message names shows the difference again: its position and its move. */
static void test_the_command_repeats_it(void **state) {
    struct mst_error error = {0}, again = {0};
    char position[400], move[20];
    (void)state;
    struct mst_ruleset *ruleset = beside("#occupied() == 8", "#occupied() == 5");
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    assert_int_equal(play_through(match, &error), MST_DIFFERENT);
    const char *at = strstr(error.text, "--position '");
    assert_non_null(at);
    assert_int_equal(sscanf(at, "--position '%399[^']' --play '%19[^']'", position, move), 2);
    struct mst_match *other = mst_match_setup(ruleset, position, false, 0, &again);
    assert_non_null(other);
    assert_int_equal(mst_match_play(other, move, &again), MST_DIFFERENT);
    assert_string_equal(again.text, error.text);
    mst_match_free(other);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void test_what_is_declared(void **state) {
    char changed[sizeof game + 400];
    struct mst_error error = {0};
    (void)state;
    struct mst_ruleset *ruleset = load(NULL, game);
    change("'quiet', max = 99 }", "'quiet', max = 99 }, { 'more', max = 3 }", changed,
           sizeof changed);
    assert_null(rules_both_new(ruleset, load("lua", changed), NULL, &error));
    assert_int_equal(error.status, MST_DIFFERENT);
    mst_ruleset_free(ruleset);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_legal_moves),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_endings),
        cmocka_unit_test(test_chance),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_evaluation),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_scenes),
        cmocka_unit_test(test_sentences),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_random_games_of_a_check),
        cmocka_unit_test(test_no_difference),
        cmocka_unit_test(test_errors_of_both),
        cmocka_unit_test(test_budgets),
        cmocka_unit_test(test_the_command_repeats_it),
        cmocka_unit_test(test_what_is_declared),
    };
    return cmocka_run_group_tests(tests, home_set_up, home_tear_down);
}
