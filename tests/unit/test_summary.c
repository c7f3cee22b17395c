/* The summary of a match in the terminal. Neighbours: test_terminal.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/typed.h"

static void the_end_is_told_in_the_words_of_the_rules(void **state) {
    (void)state;
    play("tic-tac-toe --hotseat", "a1\na2\nb1\nb2\nc1\nquit\n");
    expect("The match is over. X wins: line.\n"
           "TTT-2: Three marks of one seat in a row, straight or diagonal, win.\n"
           "It took 5 plies in 5 turns.\n"
           "Turning point: plies 2 to 3, after which O stood worse; back 4 goes there.\n");
    expect_not("Left on the board"); /* nothing was lost */
    play("--quick --hotseat", "G:1\nZ Z Z\n");
    expect("WT-FS-1: Forced Surrender: the enemy stalls a second time in a row");
    play("--quick --hotseat", "resign\n");
    expect("WT-RUL-110: A General may resign");
}

static void turns_and_losses_are_counted(void **state) {
    (void)state;
    play("--quick --computer 1=level2 --computer 2=level2 --seed 3", "");
    expect("WT-OVER-1: Overpower: ");
    expect("It took 55 plies in 9 turns.\n");
    expect("Left on the board: Flaym 2 of 6, Frost 1 of 6.\n");
}

static void pieces_that_change_sides_are_not_lost(void **state) {
    (void)state;
    play("othello --computer 1=random --computer 2=random --seed 3", "");
    expect("It took 6");
    expect_not("Left on the board");
}

static void with_secrets_no_turning_point_is_told(void **state) {
    (void)state;
    play("battle-line-short --computer 1=level1 --computer 2=level1 --seed 3", "");
    expect("BL-END-2: ");
    expect_not("Turning point");
    play("battle-line-short --computer 1=level1 --computer 2=level1 --seed 3 --view all", "");
    expect("Turning point");
}

static void in_the_past_the_end_is_told_briefly(void **state) {
    (void)state;
    play("tic-tac-toe --hotseat", "a1 a2 b1 b2 c1\nback\nc1\nquit\n");
    assert_int_equal(count("It took 5 plies"), 1);
    assert_int_equal(count("X wins: line."), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_end_is_told_in_the_words_of_the_rules),
        cmocka_unit_test(turns_and_losses_are_counted),
        cmocka_unit_test(pieces_that_change_sides_are_not_lost),
        cmocka_unit_test(with_secrets_no_turning_point_is_told),
        cmocka_unit_test(in_the_past_the_end_is_told_briefly),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
