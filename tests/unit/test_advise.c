/* What the terminal advises: `hint` and `analyse`. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "lib/typed.h"

static void a_hint_tells_the_move_the_reply_and_the_score(void **state) {
    (void)state;
    play("--quick --hotseat --seed 1", "G:1\nhint\n");
    expect("You would play M:");
    expect(" (Maneuver) ");
    expect("; the reply expected is M:");
    expect("\nThe score at level 4: ");
    expect(" % to win.");
}

static void who_moves_is_named_where_there_are_several(void **state) {
    (void)state;
    play("warline-2v2 --hotseat --seed 1", "hint\n");
    expect("(Deploy); then Frost: ");
    expect("; then Sey: ");
    expect_not("reply expected");
}

static void chances_are_in_hundredths_and_ends_in_words(void **state) {
    (void)state;
    play("connect-four --hotseat --seed 1", "d\nhint\n");
    expect("% to win.");
    play("tic-tac-toe --hotseat --seed 1", "a1\nanalyse\n");
    expect("The best lines at level 4:\n  1. a draw: b2 (mark a cell); the reply expected is ");
    expect("  3. a loss: ");
    expect_not("  4. ");
    play("tic-tac-toe --hotseat --seed 1", "a1 a2 b1 b2\nanalyse 2\n");
    expect("  1. a win: c1 (mark a cell)\n  2. ");
    expect_not("  3. ");
}

static void a_long_line_is_told_by_its_first_turns(void **state) {
    (void)state;
    play("othello --hotseat --seed 1", "d3\nc3\nhint\n");
    expect("; the reply expected is ");
    assert_int_equal(count("then "), 3); /* after the first reply */
}

static const char race[] =
    "muster.module { title = 'Race' }\n"
    "muster.game { title = 'Race', seats = 2 }\n"
    "muster.grid { columns = 3, rows = 1 }\n"
    "muster.pieces { 'pawn', count = 1 }\n"
    "local now = muster.state { { 'turn', max = 1 } }\n"
    "local step = muster.decision { 'step', title = 'step',\n"
    "  seat = function() return now.turn end }\n"
    "muster.move { 'step', at = step, title = 'step', text = '{to}',\n"
    "  legal = function() return choose('to', zones) end, apply = function(to)\n"
    "    if to == at(2, 0) then over('arrival', me()) else now.turn = 1 - now.turn end end }\n"
    "muster.setup(function() go(step) end)\n"
    "muster.worth(function() return 0 end)\n"
    "muster.scene(function(seat) return { items = {} } end)\n";

/* The outcome of the coin is not shown: the line goes on with the outcome on which it counts. */
static const char coin[] =
    "muster.module { title = 'Coin' }\n"
    "muster.game { title = 'Coin', seats = 2 }\n"
    "muster.grid { columns = 2, rows = 1 }\n"
    "muster.pieces { 'pawn', count = 1 }\n"
    "local now = muster.state { { 'bet', max = 1 }, { 'shown', max = 9 } }\n"
    "local lead = muster.decision { 'lead', title = 'lead', seat = function() return 0 end }\n"
    "local toss = muster.decision { 'toss', title = 'toss', chance = true }\n"
    "local reply = muster.decision { 'reply', title = 'reply', seat = function() return 1 end }\n"
    "muster.move { 'bet', at = lead, title = 'bet', text = 'b{n}',\n"
    "  legal = function() return choose('n', range(0, 1)) end,\n"
    "  apply = function(n) now.bet = n go(toss) end }\n"
    "muster.move { 'coin', at = toss, title = 'coin', text = 'c{n}',\n"
    "  legal = function() return choose('n', range(0, 9)) end,\n"
    "  apply = function(n) now.shown = n go(reply) end }\n"
    "muster.move { 'pass', at = reply, title = 'pass', text = 'p{n}',\n"
    "  legal = function() return choose('n', range(0, 1)) end,\n"
    "  apply = function(n) over('told', (now.shown + now.bet) % 2) end }\n"
    "muster.ending('told')\n"
    "muster.setup(function() go(lead) end)\n"
    "muster.scene(function(seat) return { items = {} } end)\n";

static void a_hint_does_not_tell_what_chance_will_bring(void **state) {
    struct mst_error error;
    int chances = 0;
    (void)state;
    home_open();
    struct mst_ruleset *ruleset = home_game(coin, &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    mst_ruleset_free(ruleset);
    for (int seed = 1; seed < 7; seed++) {
        char arguments[60];
        snprintf(arguments, sizeof arguments, "test --hotseat --seed %d", seed);
        play(arguments, "hint\n");
        chances += count("; then chance: c");
    }
    assert_int_equal(chances, 6);
    play("test --hotseat --seed 1", "b0\nback 2\nb1\n"); /* nor does trying tell it */
    home_close();
    expect("analysis, chance> ");
}

static void a_win_is_a_win_also_where_rules_evaluate(void **state) {
    struct mst_error error;
    (void)state;
    home_open();
    struct mst_ruleset *ruleset = home_game(race, &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    mst_ruleset_free(ruleset);
    play("test --hotseat", "analyse 2\n");
    home_close();
    expect("  1. a win: c1 (step)\n  2. a loss: ");
}

static void the_only_move_is_not_judged(void **state) {
    (void)state;
    play("tic-tac-toe --hotseat", "a1 b1 c1 a2 b2 a3 c2 c3\nhint\nanalyse\n");
    expect("You would play b3 (mark a cell)\nNo other move is legal.");
    expect("  1. not judged: b3 (mark a cell)\n");
}

static void a_hint_for_a_hand_plans_no_more_than_its_move(void **state) {
    (void)state;
    play("battle-line-short --seed 1", "hint\n");
    expect("You would play ");
    expect_not("reply expected");
}

static void a_number_of_lines_has_limits(void **state) {
    (void)state;
    play("tic-tac-toe --hotseat", "analyse 0\nanalyse 21\nanalyse x\nanalyse 20\n");
    expect("analyse takes a number of lines from 1 to 20, not '0'.");
    expect("not '21'.");
    expect("not 'x'.");
    expect("  9. ");
    expect_not("  10. ");
}

static void a_hint_takes_no_number(void **state) {
    (void)state;
    play("tic-tac-toe --hotseat", "hint 3\n");
    expect("hint takes nothing more, not '3'; analyse N shows the best N lines.");
    expect_not("You would play");
}

/* The move of a hint is among the best lines, with the same score. */
static void an_analysis_looks_as_far_as_a_hint(void **state) {
    (void)state;
    char move[40], line[80];
    int score;
    play("breakthrough-6x6 --hotseat --seed 1", "hint\nanalyse\n");
    const char *text = mst_buf_text(&said), *hint = strstr(text, "You would play ");
    assert_non_null(hint);
    assert_int_equal(sscanf(hint, "You would play %39s", move), 1);
    const char *told = strstr(text, "The score at level 4: ");
    assert_non_null(told);
    assert_int_equal(sscanf(told, "The score at level 4: %d", &score), 1);
    snprintf(line, sizeof line, ". %d %% to win: %s (", score, move);
    expect(line);
    play("breakthrough-6x6 --hotseat --seed 1 --ms 50", "hint\nanalyse\n");
    expect("The score: ");
    expect("The best lines:\n  1. ");
    expect_not("at level 4");
}

static void nothing_is_advised_after_the_end(void **state) {
    (void)state;
    play("tic-tac-toe --hotseat", "a1 a2 b1 b2 c1\nhint\nanalyse\n");
    assert_int_equal(count("the match is over (line): there is nothing to choose"), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_line_is_told_by_its_first_turns),
        cmocka_unit_test(a_hint_tells_the_move_the_reply_and_the_score),
        cmocka_unit_test(who_moves_is_named_where_there_are_several),
        cmocka_unit_test(chances_are_in_hundredths_and_ends_in_words),
        cmocka_unit_test(a_hint_does_not_tell_what_chance_will_bring),
        cmocka_unit_test(a_win_is_a_win_also_where_rules_evaluate),
        cmocka_unit_test(the_only_move_is_not_judged),
        cmocka_unit_test(a_hint_for_a_hand_plans_no_more_than_its_move),
        cmocka_unit_test(a_number_of_lines_has_limits),
        cmocka_unit_test(a_hint_takes_no_number),
        cmocka_unit_test(an_analysis_looks_as_far_as_a_hint),
        cmocka_unit_test(nothing_is_advised_after_the_end),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
