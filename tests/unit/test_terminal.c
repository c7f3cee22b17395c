/* Playing in the terminal. Neighbours: test_advise.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/home.h"
#include "lib/subject.h"
#include "lib/typed.h"

#ifndef MUSTER_HOME
#define MUSTER_HOME "."
#endif

/* ---- whole games ----------------------------------------------------------------------------- */

static void two_people_play_to_the_end(void **state) {
    (void)state;
    play("tic-tac-toe --hotseat", "a1\na2\nb1\nb2\nc1\nquit\n");
    assert_int_equal(status, 0);
    expect("1 |!X!|!X!|!X!|");
    expect("The match is over. X wins: line.");
}

/* A scene whose status is the same throughout does not hide who won. */
static void the_winner_is_told_beside_a_status_that_does_not_name_it(void **state) {
    struct mst_error error;
    (void)state;
    home_open();
    struct mst_ruleset *ruleset = home_game(
        "muster.module { title = 'Row' }\n"
        "muster.game { title = 'Row', seats = 2 }\n"
        "muster.grid { columns = 3, rows = 1 }\n"
        "local on = muster.decision { 'on', title = 'on', seat = function() return 0 end }\n"
        "muster.move { 'w', at = on, text = 'w', apply = function() over('wish', 1) end }\n"
        "muster.move { 'd', at = on, text = 'd', apply = function() over('rest') end }\n"
        "muster.setup(function() go(on) end)\n"
        "muster.scene(function() return { status = 'Round 3',\n"
        "  seats = { { name = 'Ann' }, { name = 'Bob' } } } end)\n",
        &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    mst_ruleset_free(ruleset);
    play("test --hotseat", "w\nq\n");
    expect("The match is over. Bob wins: wish.\nRound 3.\n");
    play("test --hotseat", "d\nq\n");
    expect("The match is over. Round 3.\n");
    home_close();
}

/* Where people share the screen, what all read at the end is the end, not the whole match. */
static void the_end_is_not_told_from_the_beginning(void **state) {
    struct mst_error error;
    (void)state;
    home_open();
    struct mst_ruleset *ruleset = home_game(
        "muster.module { title = 'Row' }\n"
        "muster.game { title = 'Row', seats = 2 }\n"
        "muster.grid { columns = 3, rows = 1 }\n"
        "muster.field { 'pledge', of = 'seat', max = 6, seen = 'owner' }\n"
        "local now = muster.state { { 'count', max = 9 } }\n"
        "local waved = muster.event { 'waved', 'times', tell = 'wave {times}' }\n"
        "local on = muster.decision { 'on', seat = function() return now.count % 2 end }\n"
        "muster.move { 'w', at = on, text = 'w', apply = function()\n"
        "  now.count = now.count + 1 waved:emit(now.count)\n"
        "  if now.count == 4 then over('tired') end end }\n"
        "muster.setup(function() go(on) end)\n"
        "muster.scene(function() return {} end)\n",
        &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    mst_ruleset_free(ruleset);
    play("test --hotseat", "\nw\n\nw\n\nw\n\nw\nq\n");
    expect("The match is over. Nobody wins: tired.");
    assert_int_equal(count("wave 1"), 2); /* to the other seat, and to its own */
    assert_int_equal(count("wave 4"), 1);
    home_close();
}

static void a_person_plays_the_computer_by_numbers_alone(void **state) {
    char lines[401];
    (void)state;
    for (int i = 0; i < 400; i += 2)
        memcpy(lines + i, "1\n", 3);
    play("breakthrough-6x6 --seed 1", lines);
    assert_int_equal(status, 0);
    expect("White: you, Black: the computer.");
    expect("Black plays ");
    expect("You play a2a3.");
    expect("The match is over. Black wins: ");
}

static void the_title_names_the_variant(void **state) {
    (void)state;
    play("warline-arts --hotseat", "");
    expect("\nWARLINE: Tactical, with battle arts\n> Flaym (F)");
    play("warline-tactical --hotseat", "");
    expect("\nWARLINE: Tactical\n> Flaym (F)");
}

static void two_computers_need_nobody(void **state) {
    (void)state;
    play("--quick --computer 1=random --computer 2=look --seed 3", "");
    assert_int_equal(status, 0);
    expect("Flaym plays ");
    expect("Frost plays ");
    expect("The match is over. ");
}

static void a_person_may_sit_in_the_second_seat(void **state) {
    (void)state;
    play("tic-tac-toe --computer 1", "quit\ny\n");
    expect("X: the computer, O: you.");
    expect("X plays ");
    expect("O> ");
}

static void a_seed_decides_all(void **state) {
    (void)state;
    play("--quick --computer 1 --computer 2 --seed 11", "");
    char *first = mst_strdup(mst_buf_text(&said));
    run("--quick --computer 1 --computer 2 --seed 11");
    assert_string_equal(first, mst_buf_text(&said));
    run("--quick --computer 1 --computer 2 --seed 12");
    assert_string_not_equal(first, mst_buf_text(&said));
    mst_free(first);
}

/* ---- moves and menus ------------------------------------------------------------------------- */

static void moves_on_one_line_are_played_up_to_the_first_refused(void **state) {
    (void)state;
    play("--quick --hotseat", "G:1 M:c2 f zz f\nposition\n");
    expect("'zz'");
    expect("Not played: zz f. 3 moves were played before that; undo takes them back one by one.");
    expect("1,1F2n,1F4n"); /* F4 stands on c3, one step from c2 */
}

static void words_after_a_turn_are_not_played_for_the_computer(void **state) {
    (void)state;
    play("tic-tac-toe", "a1 b2 c3\nposition\n");
    expect("Not played: b2 c3. It is not your decision now.");
    expect("O plays ");
}

static void numbers_choose_a_kind_and_then_a_move(void **state) {
    (void)state;
    play("--quick --hotseat", "G:1\n1\n2\n");
    expect("1  Maneuver          6 ways, such as M:c2");
    expect("1 M:c2     2 M:d2");
    expect("You play M:d2.");
    play("--quick --hotseat", "G:1\n1 2\n");
    expect("You play M:d2.");
}

static void many_moves_of_a_kind_are_chosen_part_by_part(void **state) {
    (void)state;
    play("--hotseat", "2\n3\n4\n");
    expect("2 D:F2..");
    expect("Which zone?");
    expect("3 D:F2c1..");
    expect("Which face?");
    expect("You play D:F2c1w.");
}

static void the_beginning_of_a_move_opens_a_menu(void **state) {
    (void)state;
    play("--quick --hotseat", "G:1\nL:c2>3\n2\n");
    expect("4 moves begin with 'L:c2>3':");
    expect("You play L:c2>3e.");
}

static void a_number_beyond_the_menu_is_told(void **state) {
    (void)state;
    play("tic-tac-toe", "10\n0\n99999999999\n");
    expect("The menu has no line 10: its lines are 1 to 9.");
    expect("The menu has no line 0:");
    expect("'99999999999'");
}

static void what_is_refused_in_a_row_of_moves_is_read_below_the_board(void **state) {
    (void)state;
    play("--quick --hotseat", "G:1\nM:d3 f zz\n");
    const char *refusal = strstr(mst_buf_text(&said), "'zz' is not a legal move");
    const char *board = strstr(mst_buf_text(&said), "4 |       |       |       |*F3^  *|");
    assert_true(board && refusal && board < refusal);
    assert_null(strstr(refusal, "4 |")); /* and the board is not drawn again */
    assert_non_null(strstr(refusal, "2 moves were played before that;"));
}

static void a_menu_asks_for_parts_by_words_for_players(void **state) {
    (void)state;
    play("--hotseat", "");
    expect("Deploy a battalion:\n  Which Arms?\n");
    play("warline-recruiting --hotseat --view all", "R:F1F6I6S1S1S1\nR:F1F6I6S1S1S1\n");
    expect("Deploy a battalion:\n  Which kingdom?\n");
}

static void a_word_of_a_title_opens_its_menu(void **state) {
    (void)state;
    play("--quick --hotseat", "G:1\nstall\nM:d3\nturn\n1\n");
    expect("19 moves begin with 'stall':\n");
    expect("2 moves begin with 'turn':\n");
    expect("You play l.");
    play("--quick --hotseat", "G:1\nM:d3\nM:\nma\nboard\n"); /* nothing is called so here */
    expect("'M:' is not a legal move of 'Next action of the maneuver'; type `legal`");
    expect("'ma' is not a legal move");
    expect_not("(Maneuver)");
    play("--quick --hotseat", "G:1\nrout\n");
    expect("'rout' (Rout) belongs to 'Next action of the maneuver'; the decision now is\n");
}

static void the_board_is_drawn_when_it_changed_only(void **state) {
    (void)state;
    play("--quick --hotseat", "G:1\nM:c2\nf\n");
    assert_int_equal(count("WARLINE: Tactical\n> Flaym (F)"), 3); /* start, chosen, moved */
    play("tic-tac-toe --hotseat", "a1\na1\nzz\n9\n?\n");
    assert_int_equal(count("    a   b   c\n"), 2);
}

static void a_beginning_that_fits_one_move_plays_it(void **state) {
    (void)state;
    play("--quick --hotseat", "G:1\nM:d\nposition\n"); /* there is M:d2 and M:d3 */
    expect("2 moves begin with 'M:d':");
    play("--quick --hotseat", "G:1\nM:c\n");
    expect("You play M:c2.\n");
    play("tic-tac-toe --hotseat", "a1 b\nc\n");
    expect("3 moves begin with 'b':");
    play("--quick --hotseat", "G:1\nK:e\n");
    expect("You play K:e2.\n");
}

static void where_a_part_is_asked_for_the_part_is_enough(void **state) {
    (void)state;
    play("--hotseat", "2\nd1\ns\n");
    expect("Which zone?");
    expect("Which face?");
    expect("You play D:F2d1s.");
    play("--hotseat", "3 d1 s\n"); /* also in a row */
    expect("You play D:F3d1s.");
    play("--hotseat", "2\nx9\n");
    expect("'x9'");
    play("tic-tac-toe --hotseat", "1\n");
    expect("You play a1.");
}

static void commands_are_known_in_any_case_and_by_letters(void **state) {
    (void)state;
    play("tic-tac-toe --hotseat", "HELP\nPosition\nh\nQ\n");
    assert_int_equal(count("Type a line number of the menu"), 2);
    expect_not("End of input");
    play("tic-tac-toe --hotseat", "a1\nq\nn\nQuit\ny\n");
    assert_int_equal(count("Leave anyway?"), 2);
}

static void lines_have_no_numbers_where_moves_are_numbers(void **state) {
    (void)state;
    play("goofspiel --computer 2=level1 --seed 1", "");
    expect("A       2       3 ");
    expect_not("1 A");
    play("tic-tac-toe --hotseat", "");
    expect("1 a1     2 b1");
}

static void moves_win_over_letters_that_are_commands(void **state) {
    struct mst_error error;
    (void)state;
    home_open();
    struct mst_ruleset *ruleset = home_game(
        "muster.module { title = 'Row' }\n"
        "muster.game { title = 'Row', seats = 1 }\n"
        "muster.grid { columns = 3, rows = 1 }\n"
        "local on = muster.decision { 'on', title = 'on', seat = function() return 0 end }\n"
        "muster.move { 'q', at = on, title = 'quiet', text = 'q', apply = function() end }\n"
        "muster.move { 'u', at = on, title = 'up', text = 'UNDO', apply = function() end }\n"
        "muster.setup(function() go(on) end)\n"
        "muster.scene(function(seat) return { items = {} } end)\n",
        &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    mst_ruleset_free(ruleset);
    play("test --hotseat", "q\nUNDO\nposition\nundo\nQ\ny\n");
    home_close();
    expect("1 move taken back.");
    expect("Leave anyway?");
    expect_not("End of input");
}

static void people_at_a_terminal_are_asked_before_they_lose(void **state) {
    (void)state;
    type("play tic-tac-toe --hotseat --no-autosave", "resign\nq\n");
    expect_not("Give up");
    type("play --quick --hotseat --no-autosave", "resign\nn\nresign\ny\nq\n");
    assert_int_equal(count("Give up this match? (y/n)"), 2);
    expect("The match goes on.");
    expect("voluntary surrender");
    type("play --quick --hotseat --no-autosave", "G:1\nZ\nZ\nZ\nn\nZ\ny\nq\n");
    assert_int_equal(count("That loses at once: "), 2);
    expect("The move was not played.");
    expect("The match is over.");
    play("--quick --hotseat", "G:1\nZ Z Z\n"); /* a program is not asked */
    expect_not("That loses at once");
    expect("The match is over.");
}

/* ---- asking ---------------------------------------------------------------------------------- */

static void what_cannot_be_done_is_explained(void **state) {
    (void)state;
    play("--quick", "G:1\n?\n");
    expect("can: Maneuver (6)");
    expect("cannot: Extricate. WT-EXT-1: ");
}

static void a_refused_move_is_explained_with_its_rule_and_place(void **state) {
    (void)state;
    play("--quick", "G:1\nM:c3\n? M:c3\n");
    assert_int_equal(count("'M:c3' is refused. WT-ORD-3: "), 2);
    expect("(stated in lua/warline/tactical/orders.lua:");
    play("--quick", "rules WT-ORD-3\nrules WT-ORD-"
                    "33\nrules WT-ODR-"
                    "3\nrules\n");
    expect("WT-ORD-3: An order");
    expect("No chapter states WT-ORD-"
           "33.\n"); /* another number is another rule */
    expect("did you mean 'WT-ORD-3'?\n");
    expect("Name a rule: rules ID");
}

static void what_a_move_does_is_told_without_playing_it(void **state) {
    (void)state;
    play("tic-tac-toe --hotseat", "? b2\nb2\n");
    expect("b2 is legal: mark a cell.\n  b2: empty -> X\n  Then O: place a mark.\n");
    assert_int_equal(count("2 |   |(X)|   |"), 1);
    play("tic-tac-toe --hotseat", "a1 a2 b1 b2\n? c1\n");
    expect("The match ends: line.");
}

static void changes_of_ground_and_walls_are_told_too(void **state) {
    (void)state;
    static const char line[] = "warline-frost --hotseat --set warline.terrain.closure=off "
                               "--position 'WT1 7x7 6,2I6s/7/7/{i},{i},5/{i}1F5n,6/7/7 "
                               "vr=at op=closure=false ph=MAN mn=a3:4:p rs=1F6'";
    play(line, "? me\n? b:b3\n");
    expect("  a3: Ice, F5n -> Water, F5n\n  a4: Ice, empty -> Water, empty\n  Then ");
    expect("  b3: empty -> [F]\n");
}

static void what_the_computer_changed_is_told_on_a_board_with_stacks(void **state) {
    (void)state;
    play("--quick --seed 2", "G:1\nM:d3 f .\nquit\ny\n");
    expect("\nFrost plays ");
    const char *told = strstr(mst_buf_text(&said), "\nFrost plays ");
    const char *change = strstr(told, " -> "), *menu = strstr(told, "Give an order:");
    assert_true(change && menu && change < menu);
    play("tic-tac-toe --seed 1", "a1\nquit\ny\n");
    expect("O plays ");
    expect_not(" -> ");
}

static void a_zone_is_told_in_words(void **state) {
    (void)state;
    play("--quick", "show d2\nshow a1\nshow z9\n");
    expect("d2: one piece\n  1 Flaym battalion, Arms 6, facing north\n");
    expect("a1: empty.");
    expect("There is no zone 'z9'; zones are a1 to g7.");
}

static void a_card_is_told_in_words(void **state) {
    (void)state;
    play("fantasy-line-quick --seed 3", "show C04a\nshow C04b\n");
    expect("C04a: Pikewall Sergeant, 8 health, range 1-2, 2 damage, 1 survival\n");
    expect("No card or place in sight is called 'C04b'.\n");
}

static void a_move_in_another_case_is_named(void **state) {
    (void)state;
    play("fantasy-line-quick --seed 3", "+c08B@1\n");
    expect("'+c08B@1' is not a move; did you mean '+C08b@1'?");
}

static void a_picture_is_written(void **state) {
    (void)state;
    char path[100];
    size_t length;
    play("tic-tac-toe", "show --svg $/other\nshow --svg /nowhere/at/all\n");
    expect("cannot write '/nowhere/at/all': No such file");
    snprintf(path, sizeof path, "%s/other", folder);
    char *text = mst_read_file(path, 1 << 20, &length, NULL);
    assert_non_null(text);
    assert_non_null(strstr(text, "</svg>"));
    mst_free(text);
}

static void a_hint_can_be_played(void **state) {
    (void)state;
    play("tic-tac-toe --hotseat", "a1 a2 b1 b2\nhint\n");
    expect("You would play c1 (mark a cell)\nThe score at level 4: a win.");
}

static void mistyped_commands_are_recognised(void **state) {
    (void)state;
    play("tic-tac-toe", "undoo\nhlep\n");
    expect("did you mean 'undo'?");
    expect("did you mean 'help'?");
}

/* ---- the match as a whole -------------------------------------------------------------------- */

static void undo_goes_back_over_the_computer(void **state) {
    (void)state;
    play("tic-tac-toe", "a1\nundo\nundo\nposition\n");
    expect("2 moves taken back.");
    expect("You have made no move that could be taken back.");
    play("--quick --hotseat", "G:1 M:c2 f f\nundo 2\nundo 9\nundo x\nposition\n");
    expect("2 moves taken back.");
    expect("Only 2 plies have been played.");
    expect("undo takes a number from 1, not 'x'.");
    expect("Flaym: maneuvers, 4 actions left");
    play("tic-tac-toe --hotseat", "undo 1\na1\nundo 2\n");
    expect("No ply has been played.");
    expect("Only 1 ply has been played.");
}

/* The computer moves at once, and the events are shown again. */
static void after_undo_events_are_told_anew(void **state) {
    (void)state;
    play("breakthrough-6x6 --seed 1", "b2b3\nundo 1\n");
    assert_int_equal(count("Black plays a5b4"), 2);
    assert_int_equal(count("a pawn goes from a5 to b4."), 2);
}

static void undo_changes_what_is_kept(void **state) {
    (void)state;
    type("play tic-tac-toe --hotseat --new", "a1\nb2\nundo\nquit\n");
    expect("1 move taken back.");
    tool("list matches");
    expect("tic-tac-toe, 1 ply: ");
    type("play --resume", "undo\nc3\na2\na3\nquit\n");
    tool("list matches");
    expect("tic-tac-toe, 3 plies: ");
}

static void what_chance_or_secrets_told_stays(void **state) {
    (void)state;
    play("goofspiel --computer 2=level1 --seed 1", "1\nundo\nundo 1\nlog\n");
    assert_int_equal(count("That cannot be taken back: since then chance has decided"), 2);
    expect("   2. A (you): A (bid)");
}

static void a_saved_match_goes_on_where_it_was(void **state) {
    char arguments[100];
    (void)state;
    write_file("saved", "", 0);
    play("--quick --hotseat", "G:1 M:c2 f\nsave $/saved\nquit\n");
    assert_int_equal(status, 0);
    expect("Saved. To continue: muster play --load ");
    expect_not("not saved");
    snprintf(arguments, sizeof arguments, "--hotseat --load %s/saved", folder);
    play(arguments, "undo\nposition\n");
    assert_int_equal(status, 0);
    expect("Flaym: maneuvers, 3 actions left");
    expect("1 move taken back.");
    play("tic-tac-toe --hotseat", "a1 a2 b1 b2 c1\nload $/saved\n"); /* nothing is lost */
    expect("WARLINE: Tactical, after 3 moves.");
    play("tic-tac-toe", "load $/saved\nshow c3\n");
    expect("WARLINE: Tactical, after 3 moves.");
    expect("Flaym battalion, Arms 4");
}

static void a_saved_match_is_not_overwritten_unasked(void **state) {
    char before[2000] = "", path[100];
    (void)state;
    write_file("saved", "", 0);
    play("tic-tac-toe --hotseat", "a1\nsave $/saved\nb2\nsave $/saved\n");
    expect_not("Overwrite it?"); /* the same match */
    play("tic-tac-toe --hotseat", "c3\nsave $/saved\nn\n");
    expect("holds another match. Overwrite it? (y/N) n");
    expect("Not saved.");
    snprintf(path, sizeof path, "%s/saved", folder);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_true(fread(before, 1, sizeof before - 1, file) > 0);
    fclose(file);
    assert_non_null(strstr(before, "\nb2 "));
    play("tic-tac-toe --hotseat", "c3\nsave $/saved\ny\n");
    expect("Saved.");
}

static void a_file_that_holds_no_match_is_left_alone(void **state) {
    (void)state;
    write_file("other", "dear diary\n", 11);
    play("tic-tac-toe", "a1\nsave $/other\nload $/other\nsave /nowhere/at/all\nsave\n");
    expect("is not a saved match: choose another name.");
    expect("cannot write '/nowhere/at/all'");
    expect("Name a file: save FILE");
    play("tic-tac-toe", "load $/other\nload $/missing\n");
    expect("this is not a transcript");
    expect("missing");
    assert_int_equal(status, 0);
}

static void the_end_of_input_says_how_to_go_on(void **state) {
    char arguments[600];
    (void)state;
    play("--quick --hotseat", "G:1 M:c2 f f");
    assert_int_equal(status, 0);
    const char *position = strstr(mst_buf_text(&said), "--position '");
    assert_non_null(position);
    snprintf(arguments, sizeof arguments, "--quick --hotseat %s", position);
    arguments[strcspn(arguments, "\n")] = 0;
    play(arguments, "f\nposition\n");
    assert_int_equal(status, 0);
    expect("Flaym: maneuvers, 2 actions left");
}

static void quit_asks_only_when_something_would_be_lost(void **state) {
    (void)state;
    play("tic-tac-toe", "quit\n");
    expect_not("Leave anyway");
    play("tic-tac-toe", "a1\nquit\nn\nquit\ny\na1\n");
    assert_int_equal(count("Leave anyway"), 2);
    expect("save FILE saves it.");
    expect_not("End of input");
}

static void resigning_is_for_the_rules(void **state) {
    (void)state;
    play("--quick", "resign\n");
    expect("The match is over. Frost wins: voluntary surrender.");
    play("tic-tac-toe", "resign\n");
    expect("You cannot resign in this game");
}

static void a_new_match_can_be_begun_after_the_end(void **state) {
    (void)state;
    play("tic-tac-toe --hotseat", "a1 a2 b1 b2 c1\na3\nnew\nc3\nnew x\n");
    expect("the match is over (line)");
    expect("3 |   |   |(X)|");
    expect("expected an integer of 64 bits");
}

static void a_deal_that_nobody_chose_can_be_verified(void **state) {
    static const char all[] =
        "battle-line-short --computer 1=random --computer 2=random --view all";
    char first[80], command[300], report[400] = "";
    (void)state;
    play(all, "");
    const char *commitment = strstr(mst_buf_text(&said), "Commitment to the seed: ");
    assert_non_null(commitment);
    snprintf(first, sizeof first, "%.64s", commitment + 24);
    play(all, "save $/saved\n"); /* piped play is not alike each time either */
    commitment = strstr(mst_buf_text(&said), "Commitment to the seed: ");
    assert_non_null(commitment);
    assert_memory_not_equal(first, commitment + 24, 64);
    snprintf(first, sizeof first, "%.64s", commitment + 24);
    expect("The seed was ");
    snprintf(command, sizeof command, "'%s' replay --verify %s/saved 2>&1", getenv("MUSTER_BIN"),
             folder);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_true(fread(report, 1, sizeof report - 1, pipe) > 0);
    assert_int_equal(pclose(pipe), 0);
    assert_non_null(strstr(report, first));
    play("battle-line-short --hotseat --seed 7", "");
    expect_not("Commitment");
    play("tic-tac-toe --hotseat", "");
    expect_not("Commitment"); /* nothing is dealt */
}

/* ---- secrets --------------------------------------------------------------------------------- */

/* The same in the game of tests/corpus/play, in which hands are secret. */
static void play_secretly(const char *arguments, const char *lines) {
    char whole[200];
    snprintf(whole, sizeof whole, "%s --seed 3 ambush", arguments);
    assert_int_equal(setenv("MUSTER_HOME", MUSTER_HOME "/tests/corpus/play", 1), 0);
    play(whole, lines);
    assert_int_equal(unsetenv("MUSTER_HOME"), 0);
    assert_int_equal(status, 0);
}

/* The output after the n-th occurrence of `mark`; the rest is forgotten. */
static void only_between(const char *mark, int n, const char *end) {
    const char *at = mst_buf_text(&said);
    for (int i = 0; i < n; i++) {
        at = strstr(at, mark);
        assert_non_null(at);
        at += strlen(mark);
    }
    const char *stop = strstr(at, end);
    assert_non_null(stop);
    struct mst_buf part = {0};
    mst_buf_bytes(&part, at, (size_t)(stop - at));
    mst_buf_clear(&said);
    said = part;
}

/* Ann holds 6h 4s As; what she cannot see reads as at the start. */
static void values_are_those_that_the_seat_knows(void **state) {
    (void)state;
    play_secretly("--hotseat", "\n= pieces(hand[0])\n=pieces(hand[1])\n= value[top(deck)]\n"
                               "= top(pit)\n= put(0, pit)\n= valeu\n= 1 +\n=\n"
                               "= (function() while true do end end)()\nquit\ny\n");
    expect("Ann> = pieces(hand[0])\n[\"As\",\"4s\",\"6h\"]\n");
    expect("Ann> =pieces(hand[1])\n[\"?\?\",\"?\?\",\"?\?\"]\n");
    expect("Ann> = value[top(deck)]\n0\n");
    expect("Ann> = top(pit)\nnil\n");
    expect("the position is read-only here");
    expect("there is no 'valeu'; did you mean 'value'?\n");
    expect("this is not an expression: unexpected symbol");
    expect("Name a value, in Lua as in a rule: = count(hand[0])\n");
    expect("the rules exceeded their budget");
    play_secretly("--hotseat --view all", "\n= value[top(deck)] > 0\nquit\ny\n");
    expect("true\n");
    play("tic-tac-toe --hotseat", "b2\n= {count(b2), me(), count(box)}\n= tops(mark)\nquit\ny\n");
    expect("[1,1,8]\n");
    expect("[\"b2\"]\n");
}

static void people_with_secrets_hand_the_screen_over(void **state) {
    (void)state;
    play_secretly("--hotseat", "\nAs@1\n\nquit\ny\n");
    expect("Pass the screen to Ann. Press Enter when nobody else is looking. ");
    expect("Pass the screen to Bob. Press Enter when Ann is not looking. ");
    only_between("Pass the screen to Bob.", 1, "Bob> ");
    expect("Ann plays As@1\n");
    assert_true(strstr(mst_buf_text(&said), "Bob's hand") <
                strstr(mst_buf_text(&said), "Ann plays")); /* seen also where lines are few */
    expect("Ann's hand  ## x3");
    expect("Bob's hand  ");
    expect_not("Bob's hand  ##");
}

static void nothing_is_shown_before_the_screen_is_taken(void **state) {
    (void)state;
    play_secretly("--hotseat", "\nAs@1\n");
    only_between("Pass the screen to Bob.", 1, "End of input");
    expect_not("hand");
    expect_not("Bury");
    play_secretly("--hotseat", "");
    expect_not("hand");
    play_secretly("--hotseat", "quit\n");
    expect_not("hand");
}

static void what_is_laid_unseen_is_told_without_its_face(void **state) {
    (void)state;
    play_secretly("--hotseat", "\nbury:As\n\nquit\ny\n");
    only_between("Pass the screen to Bob.", 1, "Bob> ");
    expect("Ann plays bury:??\n");
    expect("Pit         (##)\n");
    expect_not("As");
}

static void of_a_secret_move_others_hear_the_title(void **state) {
    (void)state;
    play_secretly("--hotseat", "\nword:2\n\nquit\ny\n");
    only_between("Pass the screen to Bob.", 1, "Bob> ");
    expect("Ann plays Whisper\n");
    expect_not("plays word");
}

static void what_reads_the_same_is_told_once(void **state) {
    (void)state;
    play("warline-recruiting --seed 1", "R:F1F6I6S1S1S1\nquit\ny\n");
    expect("General 2 plays Recruit x6\n");
}

static void moves_in_a_row_end_where_the_screen_is_handed_over(void **state) {
    (void)state;
    play_secretly("--hotseat", "\nAs@1 1\n\nquit\ny\n");
    expect("Not played: 1. It is not your decision now.");
}

static void a_person_among_computers_sees_their_own_view(void **state) {
    (void)state;
    play_secretly("", "1\n10\n1\nquit\ny\n");
    expect_not("Pass to");
    expect("Bob plays ");
    expect("Bob's hand  ## x3");
    expect_not("Ann's hand  ##");
    expect_not("deal");
    play_secretly("--computer 1=random --computer 2=random", "quit\n");
    expect("Ann's hand  ##");
    expect("Bob's hand  ##");
}

static void a_view_may_be_asked_for(void **state) {
    (void)state;
    play_secretly("--hotseat --view all", "As@1\nquit\ny\n");
    expect_not("Pass to");
    expect_not("hand  ##");
    play_secretly("--computer 1=random --computer 2=random --view 1", "quit\n");
    expect("Bob's hand  ##");
    expect_not("Ann's hand  ##");
}

static void secrets_are_in_no_position_and_not_foretold(void **state) {
    (void)state;
    play_secretly("", "? As@1\nposition\n");
    expect("It reveals something that is still unknown.");
    expect("hand[1]:card-{?,?}+card-{?,?}+card-{?,?}");
    expect_not("--position");
}

/* ---- failures -------------------------------------------------------------------------------- */

static const char trap[] =
    "muster.module { title = 'Trap' }\n"
    "muster.game { title = 'Trap', seats = 2 }\n"
    "muster.grid { columns = 3, rows = 1 }\n"
    "muster.pieces { 'pawn', count = 1 }\n"
    "local now = muster.state { { 'turn', max = 1 } }\n"
    "local go_on = muster.decision { 'go_on', title = 'go on',\n"
    "  seat = function() return now.turn end }\n"
    "muster.move { 'go', at = go_on, title = 'go', text = '{to}',\n"
    "  legal = function() return choose('to', zones) end, apply = function(to)\n"
    "    if to == at(1, 0) then now.turn = column(to) + 6 else now.turn = 1 - now.turn end end }\n"
    "muster.setup(function() go(go_on) end)\n"
    "muster.scene(function(seat) return { items = {} } end)\n";

static void rules_that_fail_are_told_and_the_match_goes_on(void **state) {
    struct mst_error error;
    (void)state;
    home_open();
    struct mst_ruleset *ruleset = home_game(trap, &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    mst_ruleset_free(ruleset);
    play("test --seed 1", "b1\na1\nundo\n");
    home_close();
    assert_int_equal(status, 0);
    expect("lua/game.lua:10: ");
    expect("the match is unchanged.");
    expect("Seat 2 plays ");
    expect("2 moves taken back.");
}

static void no_input_is_too_odd(void **state) {
    static const char odd[] =
        "\0\0\1\x1b[2J\x7f\n\xff\xfe\xc3\n%s%n%s\n? %s%n\nshow \xe2\x98\n\n  \t \n"
        "undo 99999999999999999999\nnew 99999999999999999999999\n\r\n?";
    struct mst_buf input = {0};
    (void)state;
    mst_buf_bytes(&input, odd, sizeof odd - 1);
    mst_buf_puts(&input, "\n? ");
    for (int i = 0; i < 30000; i++)
        mst_buf_puts(&input, "long");
    write_file("input", mst_buf_text(&input), input.length);
    mst_buf_clear(&input);
    run("tic-tac-toe");
    assert_int_equal(status, 0);
    assert_null(strchr(mst_buf_text(&said), 127));
    expect("End of input.");
}

static void arguments_that_make_no_sense_are_refused(void **state) {
    static const char *const wrong[] = {"tic-tac-toe clobber",
                                        "--computer 9",
                                        "--computer x",
                                        "--computer 1=fast",
                                        "--seed 18446744073709551616",
                                        "--seed a",
                                        "tic-tac-toe --quick",
                                        "--load x --position y",
                                        "tic-tac-toe --load x",
                                        "--what",
                                        "tic-tac-toe --computer 3",
                                        "--view 0",
                                        "--view most",
                                        "tic-tac-toe --view 3"};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        play(wrong[i], "");
        if (status != 2)
            fail_msg("'%s' ended with %d", wrong[i], status);
        assert_true(said.length > 10);
    }
    play("no-such-ruleset", "");
    assert_int_equal(status, 1);
    play("tic-tac-toe --position nonsense", "");
    assert_int_equal(status, 1);
    play("--help", "");
    assert_int_equal(status, 0);
    expect("usage: muster play [RULESET]");
}

/* ---- the look of it -------------------------------------------------------------------------- */

static void a_battle_fits_80_columns_of_7_bit_text(void **state) {
    (void)state;
    play("--seed 2 --computer 2", "legal\nhint\n?\nhelp\noptions\n1\n1\n1\n1 1 1\n1 1 2\nlegal\n");
    int column = 0;
    for (const char *at = mst_buf_text(&said); *at; at++) {
        column = *at == '\n' ? 0 : column + 1;
        if (!strncmp(at, "End of input", 12))
            break;
        if (column > 80 || (*at != '\n' && (*at < ' ' || *at > '~')))
            fail_msg("column %d: '%.90s'", column, at - (column > 80 ? 80 : 0));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_people_play_to_the_end),
        cmocka_unit_test(the_end_is_not_told_from_the_beginning),
        cmocka_unit_test(the_winner_is_told_beside_a_status_that_does_not_name_it),
        cmocka_unit_test(a_person_plays_the_computer_by_numbers_alone),
        cmocka_unit_test(the_title_names_the_variant),
        cmocka_unit_test(two_computers_need_nobody),
        cmocka_unit_test(a_person_may_sit_in_the_second_seat),
        cmocka_unit_test(a_seed_decides_all),
        cmocka_unit_test(a_deal_that_nobody_chose_can_be_verified),
        cmocka_unit_test(moves_on_one_line_are_played_up_to_the_first_refused),
        cmocka_unit_test(words_after_a_turn_are_not_played_for_the_computer),
        cmocka_unit_test(numbers_choose_a_kind_and_then_a_move),
        cmocka_unit_test(many_moves_of_a_kind_are_chosen_part_by_part),
        cmocka_unit_test(the_beginning_of_a_move_opens_a_menu),
        cmocka_unit_test(a_number_beyond_the_menu_is_told),
        cmocka_unit_test(what_is_refused_in_a_row_of_moves_is_read_below_the_board),
        cmocka_unit_test(a_menu_asks_for_parts_by_words_for_players),
        cmocka_unit_test(a_word_of_a_title_opens_its_menu),
        cmocka_unit_test(the_board_is_drawn_when_it_changed_only),
        cmocka_unit_test(a_beginning_that_fits_one_move_plays_it),
        cmocka_unit_test(where_a_part_is_asked_for_the_part_is_enough),
        cmocka_unit_test(commands_are_known_in_any_case_and_by_letters),
        cmocka_unit_test(lines_have_no_numbers_where_moves_are_numbers),
        cmocka_unit_test(moves_win_over_letters_that_are_commands),
        cmocka_unit_test(people_at_a_terminal_are_asked_before_they_lose),
        cmocka_unit_test(what_cannot_be_done_is_explained),
        cmocka_unit_test(a_refused_move_is_explained_with_its_rule_and_place),
        cmocka_unit_test(what_a_move_does_is_told_without_playing_it),
        cmocka_unit_test(changes_of_ground_and_walls_are_told_too),
        cmocka_unit_test(what_the_computer_changed_is_told_on_a_board_with_stacks),
        cmocka_unit_test(a_zone_is_told_in_words),
        cmocka_unit_test(a_card_is_told_in_words),
        cmocka_unit_test(a_move_in_another_case_is_named),
        cmocka_unit_test(a_picture_is_written),
        cmocka_unit_test(a_hint_can_be_played),
        cmocka_unit_test(mistyped_commands_are_recognised),
        cmocka_unit_test(undo_goes_back_over_the_computer),
        cmocka_unit_test(after_undo_events_are_told_anew),
        cmocka_unit_test(undo_changes_what_is_kept),
        cmocka_unit_test(what_chance_or_secrets_told_stays),
        cmocka_unit_test(a_saved_match_goes_on_where_it_was),
        cmocka_unit_test(a_saved_match_is_not_overwritten_unasked),
        cmocka_unit_test(a_file_that_holds_no_match_is_left_alone),
        cmocka_unit_test(the_end_of_input_says_how_to_go_on),
        cmocka_unit_test(quit_asks_only_when_something_would_be_lost),
        cmocka_unit_test(resigning_is_for_the_rules),
        cmocka_unit_test(a_new_match_can_be_begun_after_the_end),
        cmocka_unit_test(values_are_those_that_the_seat_knows),
        cmocka_unit_test(people_with_secrets_hand_the_screen_over),
        cmocka_unit_test(nothing_is_shown_before_the_screen_is_taken),
        cmocka_unit_test(what_is_laid_unseen_is_told_without_its_face),
        cmocka_unit_test(of_a_secret_move_others_hear_the_title),
        cmocka_unit_test(what_reads_the_same_is_told_once),
        cmocka_unit_test(moves_in_a_row_end_where_the_screen_is_handed_over),
        cmocka_unit_test(a_person_among_computers_sees_their_own_view),
        cmocka_unit_test(a_view_may_be_asked_for),
        cmocka_unit_test(secrets_are_in_no_position_and_not_foretold),
        cmocka_unit_test(rules_that_fail_are_told_and_the_match_goes_on),
        cmocka_unit_test(no_input_is_too_odd),
        cmocka_unit_test(arguments_that_make_no_sense_are_refused),
        cmocka_unit_test(a_battle_fits_80_columns_of_7_bit_text),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
