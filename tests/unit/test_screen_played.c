/* Matches on the whole terminal, with keys and with the mouse, at two sizes and after a resize. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/typed.h"
#include "lib/watched.h"

#define MATCH(game) "play " game " --hotseat --no-autosave --seed 1"
static const char x_wins[] = "X wins";

/* Go to a cell of a board of three lines from wherever the cursor is, and play there. */
static void mark_with_keys(int right, int down) {
    for (int i = 0; i < 3; i++)
        press(KEY_UP KEY_LEFT);
    for (int i = 0; i < right; i++)
        press(KEY_RIGHT);
    for (int i = 0; i < down; i++)
        press(KEY_DOWN);
    press(KEY_ENTER);
}

/* Wait until the panes are where they are on such a screen: the log at the right, or below. */
static void await_panes(int columns) {
    await_text(columns >= 110 ? "    - Log -" : "---- - Log -");
    await_text("X> ");
}

static void play_with_keys(int columns, int lines, int then_columns, int then_lines) {
    open_screen(MATCH("tic-tac-toe"), "vt100", columns, lines);
    await_text("point here");
    mark_with_keys(0, 0);
    await_text("X: a3");
    mark_with_keys(1, 0);
    await_text("O: b3");
    resize_screen(then_columns, then_lines);
    await_panes(then_columns);
    assert_true(shows("O: b3"));
    mark_with_keys(0, 1);
    await_text("X: a2");
    mark_with_keys(1, 1);
    await_text("O: b2");
    mark_with_keys(0, 2);
    await_text(x_wins);
    await_text("q: leave");
    press("q");
    assert_int_equal(close_screen(), 0);
}

static void a_match_is_played_with_keys(void **state) {
    (void)state;
    play_with_keys(80, 24, 120, 50);
    play_with_keys(120, 50, 80, 24);
}

/* The column of a letter below the board, and the line of a number at its left. */
static void click_cell(char letter, const char *row) {
    int x, y, ignored;
    find_text("a   b   c", &x, &ignored);
    find_text(row, &ignored, &y);
    click(x + 4 * (letter - 'a'), y);
}

static void play_with_mouse(int columns, int lines, int then_columns, int then_lines) {
    open_screen(MATCH("tic-tac-toe"), "xterm", columns, lines);
    await_text("point here");
    click_cell('a', "3 |");
    await_text("X: a3");
    click_cell('b', "3 |");
    await_text("O: b3");
    click_cell('a', "3 |");
    await_text("No legal move points at a3");
    resize_screen(then_columns, then_lines);
    await_panes(then_columns);
    assert_true(shows("O: b3"));
    click_cell('a', "2 |");
    await_text("X: a2");
    click_cell('b', "2 |");
    await_text("O: b2");
    click_cell('a', "1 |");
    await_text(x_wins);
    await_text("q: leave");
    press("q");
    assert_int_equal(close_screen(), 0);
}

static void a_match_is_played_with_the_mouse(void **state) {
    (void)state;
    play_with_mouse(80, 24, 120, 50);
    play_with_mouse(120, 50, 80, 24);
}

/* All clicks come within one read of the terminal. */
static void clicks_that_come_at_once_are_all_obeyed(void **state) {
    char keys[200] = "";
    (void)state;
    open_screen(MATCH("tic-tac-toe"), "xterm", 80, 24);
    await_text("point here");
    for (char letter = 'a'; letter <= 'c'; letter++) {
        int x, y, ignored;
        find_text("a   b   c", &x, &ignored);
        find_text("2 |", &ignored, &y);
        add_click(keys, sizeof keys, x + 4 * (letter - 'a'), y);
    }
    press(keys);
    await_text("X: c2");
    assert_true(shows("X: a2") && shows("O: b2"));
    press("quit\r");
    await_text("(y/n)");
    press("y\r");
    assert_int_equal(close_screen(), 0);
}

static void a_line_of_the_menu_is_clicked(void **state) {
    int x, y;
    (void)state;
    open_screen(MATCH("tic-tac-toe"), "xterm", 80, 24);
    await_text("point here");
    find_text(" 5 ", &x, &y);
    click(x + 2, y);
    await_text("X: ");
    press("quit\r");
    await_text("(y/n)");
    press("y\r");
    assert_int_equal(close_screen(), 0);
}

static void the_help_names_every_command(void **state) {
    static const char *const names[] = {"legal",   "hint",     "analyse", "undo",    "log",
                                        "back",    "forward",  "return",  "show",    "rules",
                                        "options", "position", "save",    "load",    "new",
                                        "next",    "resign",   "quit",    "= VALUE", "? MOVE"};
    (void)state;
    open_screen(MATCH("tic-tac-toe"), "xterm", 80, 24);
    await_text("point here");
    press("?");
    await_text("Tab completes a word");
    await_text("a value of the match.");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!shows(names[i]))
            fail_msg("the help lacks %s", names[i]);
    press(" ");
    await_text("point here");
    press("quit\r");
    assert_int_equal(close_screen(), 0);
}

static void a_value_is_asked_for(void **state) {
    (void)state;
    open_screen(MATCH("tic-tac-toe"), "vt100", 100, 30);
    await_text("point here");
    press("b2\r");
    await_text("X: b2");
    press("= {count(b2), count(box)}\r");
    await_text("[1,8]");
    press("= mrak\r");
    await_text("did you mean 'mark'?");
    press("quit\r");
    await_text("Leave anyway?");
    press("y\r");
    assert_int_equal(close_screen(), 0);
}

static void a_step_is_taken_back(void **state) {
    (void)state;
    open_screen(MATCH("breakthrough-6x6"), "vt100", 80, 24);
    await_text("point here");
    press(KEY_ENTER);
    await_text("a step back");
    press(KEY_ESCAPE);
    await_text("point here");
    press("a2a3\r");
    await_text("White: a2a3");
    press(":undo\r");
    await_no_text("White: a2a3");
    press("quit\r");
    assert_int_equal(close_screen(), 0);
}

/* The text of such a move names no cell: the scene lists where it points. */
static void a_stone_is_dropped_where_the_cursor_is(void **state) {
    (void)state;
    open_screen(MATCH("connect-four"), "vt100", 80, 24);
    await_text("point here");
    press(KEY_ENTER);
    await_text("X: a");
    press("quit\r");
    await_text("(y/n)");
    press("y\r");
    assert_int_equal(close_screen(), 0);
}

/* No move points at the board when the battle is opened; then the zone ahead of the battalion is
 * pointed at, where it can also build: both are offered. */
static void a_maneuver_is_pointed_at(void **state) {
    (void)state;
    open_screen(MATCH("warline-tactical --quick"), "vt100", 80, 24);
    await_text("-[Moves]-");
    press(KEY_ENTER);
    await_text("gives an order");
    await_text("-[Board]-");
    press("M:d3\r");
    await_text("maneuvers");
    press("f\r");
    await_text("goes from d3 to d4");
    await_text("d3 > d4");
    press(KEY_ENTER);
    await_text("1 f-");
    press("quit\r");
    await_text("(y/n)");
    press("y\r");
    assert_int_equal(close_screen(), 0);
}

static void nothing_is_shown_while_the_screen_is_passed_on(void **state) {
    (void)state;
    open_screen(MATCH("battle-line-short"), "vt100", 80, 24);
    await_text("Pass the screen to P1");
    assert_false(shows("Hand of"));
    press(KEY_ENTER);
    await_text("Hand of P1");
    press("2c@1\r");
    await_text("P1: 2c@1");
    press("dT\r");
    await_text("Pass the screen to P2");
    assert_false(shows("Hand of"));
    assert_false(shows("P1: "));
    press("quit\r");
    close_screen();
}

/* In a match of computers no line is ever read. */
static void keys_are_obeyed_while_a_computer_thinks(void **state) {
    (void)state;
    open_screen("play breakthrough-8x8 --computer 1=level5,2=level5 --no-autosave", "vt100", 80,
                24);
    await_text("thinking");
    press("?");
    await_text("Arrows");
    press("\003");
    press(KEY_ESCAPE);
    await_no_text("Arrows");
    press("\003");
    close_screen();
}

static void a_small_terminal_gets_lines(void **state) {
    (void)state;
    open_screen(MATCH("tic-tac-toe") " --screen", "vt100", 79, 24);
    await_text("the terminal needs 80 columns and 24 lines");
    press("quit\r");
    assert_int_equal(close_screen(), 0);
}

/* The log of a small screen has room for its last lines only. */
static void a_long_briefing_is_a_page(void **state) {
    (void)state;
    open_screen("play warline/orders --no-autosave --seed 1", "vt100", 80, 24);
    await_text("Any key: back");
    assert_true(shows("Two armies have camped"));
    press(" ");
    await_text("watches you.");
    await_text("Seal an order");
    assert_false(shows("Two armies have camped"));
    press("quit\ry");
    assert_int_equal(close_screen(), 0);
}

static void lines_are_printed_on_request_and_on_a_dumb_terminal(void **state) {
    (void)state;
    open_screen(MATCH("tic-tac-toe") " --line", "vt100", 80, 24);
    await_text("Type a move or a line number");
    press("quit\r");
    assert_int_equal(close_screen(), 0);
    open_screen(MATCH("tic-tac-toe"), "dumb", 80, 24);
    await_text("Type a move or a line number");
    press("quit\r");
    assert_int_equal(close_screen(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_is_played_with_keys),
        cmocka_unit_test(a_match_is_played_with_the_mouse),
        cmocka_unit_test(clicks_that_come_at_once_are_all_obeyed),
        cmocka_unit_test(a_line_of_the_menu_is_clicked),
        cmocka_unit_test(the_help_names_every_command),
        cmocka_unit_test(a_value_is_asked_for),
        cmocka_unit_test(a_step_is_taken_back),
        cmocka_unit_test(a_maneuver_is_pointed_at),
        cmocka_unit_test(a_stone_is_dropped_where_the_cursor_is),
        cmocka_unit_test(nothing_is_shown_while_the_screen_is_passed_on),
        cmocka_unit_test(keys_are_obeyed_while_a_computer_thinks),
        cmocka_unit_test(a_small_terminal_gets_lines),
        cmocka_unit_test(a_long_briefing_is_a_page),
        cmocka_unit_test(lines_are_printed_on_request_and_on_a_dumb_terminal),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
