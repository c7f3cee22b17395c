/* Matches of games that a test writes: see own.h. */
#include "lib/own.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lib/home.h"
#include "lib/subject.h"

struct mst_match *own_match(const char *path, const char *lua, const char *line) {
    struct mst_error error = {0};
    struct mst_ruleset *ruleset = home_game_as(path, lua, &error);
    struct mst_match *match = !ruleset ? NULL
                              : line   ? mst_match_setup(ruleset, line, true, 1, &error)
                                       : mst_match_new(ruleset, true, 1, &error);
    if (!match)
        fail_msg("%s: %s", error.at, error.text);
    return match;
}

void own_end(struct mst_match *match) {
    struct mst_ruleset *ruleset = mst_match_ruleset(match);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

void own_play(struct mst_match *match, const char *move) {
    struct mst_error error = {0};
    if (mst_match_play(match, move, &error) != MST_OK)
        fail_msg("%s: %s: %s", move, error.at, error.text);
}

void own_line(struct mst_match *match, const char *line) {
    struct mst_error error = {0};
    char *text = mst_match_position(match, &error);
    if (!text)
        fail_msg("%s: %s", error.at, error.text);
    assert_string_equal(text, line);
    struct mst_match *again = mst_match_setup(mst_match_ruleset(match), text, true, 1, &error);
    if (!again)
        fail_msg("%s: %s: %s", text, error.at, error.text);
    assert_true(mst_match_state(again).hash == mst_match_state(match).hash);
    mst_match_free(again);
    mst_text_free(text);
}

struct mst_ruleset *own_ruleset(const char *lua) {
    struct mst_error error = {0};
    struct mst_ruleset *ruleset = home_game(lua, &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    return ruleset;
}

struct mst_ruleset *shipped_ruleset(const char *name) {
    struct mst_error error = {0};
    char path[700];
    snprintf(path, sizeof path, "%s/rulesets/%s.ini", source_root(), name);
    setenv("MUSTER_HOME", source_root(), 1);
    struct mst_ruleset *ruleset = mst_ruleset_load(path, NULL, 0, NULL, &error);
    if (!ruleset)
        fail_msg("%s: %s", path, error.text);
    return ruleset;
}
