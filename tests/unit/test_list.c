/* `muster list`: games, rulesets and unfinished matches. */
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

static void games_have_a_number_of_rulesets(void **state) {
    (void)state;
    tool("list games");
    assert_int_equal(status, 0);
    expect("Breakthrough                               2 rulesets\n");
    expect("Clobber                                    1 ruleset\n");
    const char *battle = strstr(mst_buf_text(&said), "Battle Line "),
               *connect = strstr(mst_buf_text(&said), "Connect four");
    assert_true(battle && connect && battle < connect);
}

static void rulesets_are_told_by_name_title_and_sentence(void **state) {
    (void)state;
    tool("list rulesets");
    assert_int_equal(status, 0);
    expect("warline-1v2                  WARLINE: Tactical, one against two\n"
           "    WARLINE: Tactical Fantasy Battles for three: one General against two allies\n");
    expect("clobber                      Clobber\nconnect-four ");
    expect_not("Games:");
}

static void a_ruleset_that_does_not_load_is_told(void **state) {
    struct mst_error error;
    (void)state;
    home_open();
    assert_null(home_game("no", &error));
    tool("list rulesets");
    home_close();
    assert_int_equal(status, 0);
    expect("test                         does not load: 'muster check test' says why\n");
}

static void matches_are_told_with_the_newest_first(void **state) {
    (void)state;
    tool("list matches");
    expect("No match is unfinished.\n");
    play("tic-tac-toe --autosave --computer 2=level5", "a1\n");
    play("breakthrough-6x6 --autosave --hotseat", "b2b3\n");
    play("connect-four --autosave --hotseat", "d\n");
    tool("list matches");
    assert_int_equal(status, 0);
    expect("tic-tac-toe, 2 plies: a person, level 5\n    muster play --load /");
    expect("connect-four, 1 ply: a person, a person\n    muster play --resume\n");
    assert_int_equal(count("--resume"), 1);
    assert_true(strstr(mst_buf_text(&said), "connect") < strstr(mst_buf_text(&said), "tic-tac"));
    play("--resume", "quit\n");
    expect("Connect four");
}

static void a_level_is_kept_with_the_match(void **state) {
    (void)state;
    play("tic-tac-toe --autosave --computer 2=level5", "a1\n");
    play("--resume", "");
    tool("list matches");
    expect("tic-tac-toe, 2 plies: a person, level 5\n    muster play --resume\n");
}

static void a_list_that_is_not_there_is_refused(void **state) {
    (void)state;
    tool("list rulests");
    assert_int_equal(status, 2);
    expect("there is no list 'rulests'; did you mean 'rulesets'?");
    tool("list games rulesets");
    assert_int_equal(status, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_have_a_number_of_rulesets),
        cmocka_unit_test(rulesets_are_told_by_name_title_and_sentence),
        cmocka_unit_test(a_ruleset_that_does_not_load_is_told),
        cmocka_unit_test(matches_are_told_with_the_newest_first),
        cmocka_unit_test(a_level_is_kept_with_the_match),
        cmocka_unit_test(a_list_that_is_not_there_is_refused),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
