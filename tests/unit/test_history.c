/* The past of a match in the terminal: log, back, forward, return, and analyses. Neighbours:
 * test_terminal.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/typed.h"

static void the_log_lists_plies(void **state) {
    (void)state;
    play("tic-tac-toe --hotseat", "log\na1 b2 c3\nlog\nlog 1\nlog 0\nlog x\n");
    expect("Nothing has been played.\n");
    expect("   1. X: a1 (mark a cell)\n   2. O: b2 (mark a cell)\n   3. X: c3 (mark a cell)\n");
    assert_int_equal(count("   3. X: c3 (mark a cell)\n"), 2);
    assert_int_equal(count("   2. O: b2 (mark a cell)\n"), 1);
    expect("not '0'.");
    expect("not 'x'.");
}

static void the_log_tells_mine_from_theirs(void **state) {
    (void)state;
    play("tic-tac-toe --computer 2=level1", "a1\nlog\nback 9\nreturn\n");
    expect("   1. X (you): a1 (mark a cell)\n   2. O: ");
    expect_not("O (you)");
    play("tic-tac-toe --hotseat", "a1\nlog\n");
    expect_not("(you)");
}

static void the_log_hides_what_a_seat_may_not_know(void **state) {
    (void)state;
    play("battle-line-short --hotseat --seed 1", "\n2c@1\ndT\n\nlog\n");
    expect("   2. P1: 2c@1; 2c is laid at flag 1\n   3. P1: dT; P1 draws a card\nP2> ");
    expect_not("   1. "); /* the deal */
    play("battle-line-short --hotseat --view all --seed 1", "2c@1\nlog\n");
    expect("   1. chance: ");
}

static void one_steps_through_a_match_and_returns(void **state) {
    (void)state;
    play("tic-tac-toe --hotseat", "back\nforward\nreturn\n");
    expect("This is the beginning.\n");
    expect("nothing follows yet.\n");
    expect("This is the match: back goes to earlier plies.\n");
    play("tic-tac-toe --hotseat",
         "a1 b2 c3\nback 2\nposition\nforward\nposition\nforward\nposition\n");
    expect("Ply 1 of 3: back, forward, return, or a move to try it.\n");
    expect("Ply 2 of 3: ");
    expect("place turn=1 a1:mark1\n");
    expect("place a1:mark1 b2:mark2\n");
    expect("This is the match again.\n");
    expect("place turn=1 a1:mark1 b2:mark2 c3:mark1\n");
}

static void an_analysis_leaves_the_match_as_it_is(void **state) {
    (void)state;
    play("tic-tac-toe --hotseat", "a1 b2\nback 9\nc3 b1\nforward\nundo\nreturn\nposition\n");
    expect("analysis, X> ");
    expect("Other moves were played here than in the match");
    assert_int_equal(count("This is the match again.\n"), 1);
    expect("place a1:mark1 b2:mark2\n");
    /* at the end of a match too; and the computer does not answer in an analysis */
    play("tic-tac-toe --computer 2=level1", "a1\nback\nback\nb1\nb2\nposition\nreturn\nsave $/s\n");
    expect("place b1:mark1 b2:mark2\n");
    play("tic-tac-toe --hotseat", "a1 a2 b1 b2 c1\nback\nc2 c1\nreturn\nlog\n");
    assert_int_equal(count("The match is over. X wins: line."), 2);
    expect("   5. X: c1 (mark a cell)\n");
}

static void in_an_analysis_commands_of_the_match_wait(void **state) {
    (void)state;
    play("tic-tac-toe --hotseat", "a1\nback\nsave $/s\nnew\nresign\nload $/s\n");
    expect("save is for the match: return goes back to it.\n");
    expect("new is for the match: ");
    expect("resign is for the match: ");
    expect("load is for the match: ");
}

static void a_past_with_secrets_is_only_looked_at(void **state) {
    (void)state;
    play("battle-line-short --seed 1", "2c@1\nback\n1\nhint\n? 1\nreturn\nlog\n");
    assert_int_equal(count("the past is only looked at;"), 3);
    expect("This is the match again.\n");
}

static void a_ply_beyond_the_end_is_not_shown(void **state) {
    char arguments[100];
    (void)state;
    write_file("saved", "", 0);
    play("tic-tac-toe --hotseat", "a1 a2\nsave $/saved\n");
    snprintf(arguments, sizeof arguments, "show --transcript %s/saved --ply 2", folder);
    tool(arguments);
    assert_int_equal(status, 0);
    snprintf(arguments, sizeof arguments, "show --transcript %s/saved --ply 3", folder);
    tool(arguments);
    assert_int_equal(status, 1);
    expect("muster show: --ply 3: the match has 2 plies\n");
}

static void a_replay_is_gone_through_on_a_terminal(void **state) {
    char arguments[100];
    (void)state;
    write_file("saved", "", 0);
    play("tic-tac-toe --hotseat", "a1 a2 b1 b2 c1\nsave $/saved\n");
    snprintf(arguments, sizeof arguments, "replay %s/saved", folder);
    tool(arguments);
    expect("5 plies, every hash equal");
    expect_not("Ply 0");
    type(arguments, "\nforward 9\nforward\nback 3\nc2\nreturn\nreturn\nundo\nsave\nq\n");
    assert_int_equal(status, 0);
    expect("Ply 0 of 5: back, forward, or a move to try it.\n");
    expect("Ply 1 of 5: ");
    expect("   5. X: c1 (mark a cell)\n");
    expect("X wins: line.\n");
    expect("This is the end of the match.\n");
    expect("Analysis, ply 3: return goes back to the match.\n");
    assert_int_equal(count("Ply 2 of 5: "), 2); /* and again after the analysis */
    assert_int_equal(count("Ply 5 of 5: "), 2);
    expect("Ply 4 of 5: ");
    expect("save is for a match that is played.\n");
    expect_not("not saved");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_log_lists_plies),
        cmocka_unit_test(the_log_tells_mine_from_theirs),
        cmocka_unit_test(the_log_hides_what_a_seat_may_not_know),
        cmocka_unit_test(one_steps_through_a_match_and_returns),
        cmocka_unit_test(an_analysis_leaves_the_match_as_it_is),
        cmocka_unit_test(in_an_analysis_commands_of_the_match_wait),
        cmocka_unit_test(a_past_with_secrets_is_only_looked_at),
        cmocka_unit_test(a_ply_beyond_the_end_is_not_shown),
        cmocka_unit_test(a_replay_is_gone_through_on_a_terminal),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
