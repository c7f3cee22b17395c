/* Compiling in the background: which runs are long enough, and when games run by native code. What
 * a run leaves behind is in tests/background_test.lua. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lab/background.h"
#include "lib/subject.h"
#include "muster/native.h"
#include "muster/player.h"

enum { TENTHS = 1200 }; /* of a second until a compiler is called stuck */

static char cache[64];

static int open_cache(void **state) {
    (void)state;
    snprintf(cache, sizeof cache, "/tmp/muster-background.XXXXXX");
    return !mkdtemp(cache) || setenv("XDG_CACHE_HOME", cache, 1);
}

static int close_cache(void **state) {
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", cache);
    return system(command);
}

static struct mst_ruleset *load(const char *name) {
    struct mst_error error = {0};
    char file[700];
    snprintf(file, sizeof file, "%s/rulesets/%s.ini", source_root(), name);
    struct mst_ruleset *ruleset = mst_ruleset_load(file, NULL, 0, NULL, &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    return ruleset;
}

static void expect_long_from(int64_t games, enum mst_player_kind one, enum mst_player_kind two) {
    const struct lab_seating seating = {.kind = {one, two}};
    assert_true(lab_background_pays(games, &seating, 2));
    assert_false(lab_background_pays(games - 1, &seating, 2));
}

static void test_long_runs(void **state) {
    (void)state;
    expect_long_from(50000, MST_PLAYER_RANDOM, MST_PLAYER_RANDOM);
    expect_long_from(1000, MST_PLAYER_LEVEL1, MST_PLAYER_LEVEL1);
    expect_long_from(500, MST_PLAYER_LEVEL2, MST_PLAYER_LEVEL2);
    expect_long_from(50, MST_PLAYER_LEVEL3, MST_PLAYER_LEVEL3);
    expect_long_from(12, MST_PLAYER_LEVEL4, MST_PLAYER_LEVEL4);
    expect_long_from(3, MST_PLAYER_LEVEL5, MST_PLAYER_LEVEL5);
    expect_long_from(95, MST_PLAYER_LEVEL3, MST_PLAYER_LEVEL1);
}

static void begin(struct lab_background *background, struct mst_ruleset *ruleset, int64_t games) {
    const struct lab_seating seating = {.kind = {MST_PLAYER_LEVEL1, MST_PLAYER_LEVEL1}};
    lab_background_ruleset(background, ruleset, games, &seating);
}

static void test_games_run_by_native_code_once_it_is_there(void **state) {
    struct mst_ruleset *ruleset = load("tic-tac-toe"), *other = load("connect-four");
    struct lab_background background;
    (void)state;
    begin(&background, ruleset, 1000);
    assert_true(background.child > 0);
    lab_background_use(&background, ruleset);
    for (int i = 0; i < TENTHS && strcmp(mst_ruleset_runs(ruleset), "native") != 0; i++) {
        usleep(100000);
        lab_background_use(&background, ruleset);
    }
    assert_string_equal(mst_ruleset_runs(ruleset), "native");
    lab_background_use(&background, other);
    assert_string_equal(mst_ruleset_runs(other), "code");
    lab_background_end(&background);
    mst_ruleset_free(ruleset);
    mst_ruleset_free(other);
    ruleset = load("tic-tac-toe");
    assert_string_equal(mst_ruleset_runs(ruleset), "native");
    begin(&background, ruleset, 1000);
    assert_int_equal(background.child, 0);
    lab_background_end(&background);
    mst_ruleset_free(ruleset);
}

static void test_other_paths_and_short_runs_compile_nothing(void **state) {
    static const char *const paths[] = {"code", "lua"};
    struct lab_background background;
    (void)state;
    for (int i = 0; i < 2; i++) {
        setenv("MUSTER_RULES", paths[i], 1);
        struct mst_ruleset *ruleset = load("tic-tac-toe");
        begin(&background, ruleset, 1000000);
        assert_int_equal(background.child, 0);
        lab_background_use(&background, ruleset);
        assert_string_equal(mst_ruleset_runs(ruleset), paths[i]);
        mst_ruleset_free(ruleset);
    }
    unsetenv("MUSTER_RULES");
    struct mst_ruleset *ruleset = load("clobber");
    begin(&background, ruleset, 999);
    assert_int_equal(background.child, 0);
    mst_ruleset_free(ruleset);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_long_runs),
        cmocka_unit_test(test_games_run_by_native_code_once_it_is_there),
        cmocka_unit_test(test_other_paths_and_short_runs_compile_nothing),
    };
    return cmocka_run_group_tests(tests, open_cache, close_cache);
}
