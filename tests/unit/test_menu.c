/* `muster` alone on a terminal: the questions, what they accept, and what is remembered. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/typed.h"

/* Nothing was played or chosen before. */
static int forget(void **state) {
    char command[100];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s/state'", folder);
    return system(command);
}

static void a_game_the_rules_and_an_opponent_are_chosen(void **state) {
    (void)state;
    type("", "breakthrough\n6\nbreakthrough-6\nwatch\nq\n");
    assert_int_equal(status, 0);
    expect("   1  Battle Line\n   2  Breakthrough\n");
    expect("Game [WARLINE: Tactical Fantasy Battles]: ");
    expect("   1  breakthrough-6x6   Breakthrough 6x6\n");
    expect("There is no '6': type a number from 1 to 3, or the beginning of a name.");
    expect("muster play breakthrough-6x6 --new --computer 1=level3 --computer 2=level3\n");
    expect("White: the computer, Black: the computer.");
}

static void a_game_with_one_ruleset_asks_for_no_rules(void **state) {
    (void)state;
    type("", "TIC\n6\nperson\na1\nq\ny\n");
    expect_not("Rules [");
    expect("There is no '6': type a number from 1 to 5, or the beginning of a name.");
    expect("muster play tic-tac-toe --new --hotseat\n");
    expect("X: a person, O: a person.");
    expect("2 |   |   |   |");
}

static void what_was_chosen_is_offered_again(void **state) {
    (void)state;
    type("", "warline\nwarline-1v3\n5\nq\n");
    expect("Rules, scenario, or 0 [warline-tactical]: ");
    expect(" (1 to 5: a computer, from easy to hard; person; watch) [3]: ");
    expect("--computer 2=level5 --computer 3=level5 --computer 4=level5\n");
    type("", "\n\n\nq\n");
    expect("Game [WARLINE: Tactical Fantasy Battles]: ");
    expect("Rules, scenario, or 0 [warline-1v3]: ");
    expect("watch) [5]: ");
    expect("muster play warline-1v3 --new --computer 2=level5");
    type("", "battle\n\nq\n");
    expect("Rules or scenario [battle-line-long]: ");
}

static void a_scenario_says_who_plays(void **state) {
    (void)state;
    type("", "warline\nscen\nor\nq\n"); /* a name without its folder */
    expect("muster play warline/orders --new\n");
    forget(state);
    type("", "warline\nscen\nwarline/drill\nM:d2\nq\ny\n");
    expect("   0  scenarios: 9 stories, battles and campaigns\n");
    expect("Rules, scenario, or 0 [warline-tactical]: ");
    expect("   1  warline/drill                  The Drill Ground, a tutorial\n"); /* the easiest */
    expect("Scenario [warline/drill]: ");
    expect_not("puzzles/");
    expect_not("Opponent");
    expect("muster play warline/drill --new\n");
    expect("Lesson 1 of 8.");
    expect("Lesson 2.");
    type("", "warline\n0\n\nq\n");
    expect("Rules, scenario, or 0 [warline/drill]: ");
    expect("Scenario [warline/drill]: ");
    expect("muster play warline/drill --new\n");
}

#define FORD "warline/winter-road/ford"

static void the_first_scenario_of_a_campaign_begins_it(void **state) {
    (void)state;
    type("", "warline\n" FORD "\nM:c2\nposition\nsave $/apart\nquit\n");
    expect("muster campaign " FORD "\n");
    expect("ph=MAN mn=c2:");
    expect("The match is kept: muster campaign scenarios/" FORD ".lua continues it.");
    type("", "warline\n0\n" FORD "\nposition\nquit\n"); /* it goes on, also after a save */
    expect("  " FORD "       The Winter Road (a campaign)\n");
    expect("muster campaign " FORD "\n");
    expect("ph=MAN mn=c2:");
}

static void a_campaign_that_is_finished_begins_again(void **state) {
    static const char end[] = "muster campaign 1\nat -\n";
    (void)state;
    type("", "q\n"); /* makes the folder */
    write_file("state/muster/campaign-scenarios+warline+winter-road+ford.lua", end, strlen(end));
    type("", "warline\n" FORD "\nq\n");
    expect("muster campaign " FORD " --new\n");
    expect("The Ice Ford. ");
}

static void weights_of_a_computer_are_kept(void **state) {
    static const char path[] = "state/my own %.weights",
                      seats[] = "level 1 with my own %.weights\n";
    char arguments[200];
    (void)state;
    type("", "q\n"); /* makes the folder */
    snprintf(arguments, sizeof arguments,
             "learn tic-tac-toe --games 200 --rounds 1 --level random --out '%s/%s'", folder, path);
    tool(arguments);
    snprintf(arguments, sizeof arguments, "play tic-tac-toe --computer '2=level1@%s/%s'", folder,
             path);
    type(arguments, "a1\nquit\n");
    tool("list matches");
    expect(seats);
    type("play --resume", "quit\n");
    expect_not("without its weights");
    tool("list matches");
    expect(seats);
    write_file(path, "nonsense", 8);
    type("play --resume", "quit\n");
    expect("Seat 2 plays without its weights.");
    tool("list matches");
    expect("a person, level 1\n");
}

static void an_unfinished_match_goes_on(void **state) {
    (void)state;
    type("play tic-tac-toe --hotseat", "a1\nquit\n");
    type("", "\nposition\nq\n");
    expect("   0  continue Tic-tac-toe (1 ply; a person, a person)\n");
    expect("muster play --resume\n");
    expect("1 |(X)|   |   |");
    type("", "clobber\nperson\nq\n"); /* another one is not asked for again, and stays */
    expect_not("Continue it?");
    type("", "q\n");
    expect("   0  continue Tic-tac-toe");
}

/* At 80 columns. */
static void no_line_of_the_menu_is_broken(void **state) {
    (void)state;
    type("", "WARLINE\n0\nq\n");
    expect("warline-arts-terrain");
    int width = 0;
    for (const char *at = mst_buf_text(&said); *at; at++) {
        width = *at == '\n' || *at == '\r' ? 0 : width + 1;
        if (width > 80)
            fail_msg("%.200s", at - 80);
    }
}

static void leaving_writes_nothing(void **state) {
    char path[100];
    (void)state;
    snprintf(path, sizeof path, "%s/state/muster/choices", folder);
    type("", "q\n");
    assert_int_equal(status, 0);
    type("", "tic\nquit\n");
    assert_int_equal(access(path, F_OK), -1);
    expect_not("muster play");
}

static void odd_choices_are_defaults_no_more(void **state) {
    (void)state;
    type("", "tic\nperson\nq\n");
    write_file("state/muster/choices", "ruleset nothing opponent 9", 26);
    type("", "clobber\n\nq\n");
    expect("Game [Battle Line]: ");
    expect("watch) [3]: ");
    write_file("state/muster/choices", "\xff\0zz", 4);
    type("", "clobber\n\nq\n");
    expect("Game [WARLINE: Tactical Fantasy Battles]: ");
}

static void without_a_terminal_there_is_help(void **state) {
    (void)state;
    tool("</dev/null");
    assert_int_equal(status, 0);
    expect("usage: muster COMMAND");
}

int main(void) {
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup(name, forget)
        TEST(a_game_the_rules_and_an_opponent_are_chosen),
        TEST(a_game_with_one_ruleset_asks_for_no_rules),
        TEST(what_was_chosen_is_offered_again),
        TEST(a_scenario_says_who_plays),
        TEST(the_first_scenario_of_a_campaign_begins_it),
        TEST(a_campaign_that_is_finished_begins_again),
        TEST(weights_of_a_computer_are_kept),
        TEST(an_unfinished_match_goes_on),
        TEST(no_line_of_the_menu_is_broken),
        TEST(leaving_writes_nothing),
        TEST(odd_choices_are_defaults_no_more),
        TEST(without_a_terminal_there_is_help),
#undef TEST
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
