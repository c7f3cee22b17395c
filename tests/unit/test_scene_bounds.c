/* What a scene may cost: its parts and bytes are charged, and whatever is wrong with it ends the
 * request with a message. No call of Lua runs where an error would end the process: every
 * allocation of the requests that ask the rules fails once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "lib/square.h"
#include "rulesets/ruleset.h"
#include "muster/check.h"
#include "muster/rulebook.h"

static const char MOVE[] = "muster.move { 'pass', at = play, text = 'pass', apply = function() "
                           "go(play) end }\n";

static struct mst_match *match_of(const char *scene) {
    struct mst_buf lua = {0};
    mst_buf_printf(&lua, "%s muster.scene(function()\n%s\nend)\n", MOVE, scene);
    struct mst_match *match = square_match("lua", 5, mst_buf_text(&lua));
    mst_buf_clear(&lua);
    return match;
}

/* The scene of `body` is refused with `status` and a message that contains `says`; then the match
 * goes on. */
static void refused(const char *body, enum mst_status status, const char *says) {
    struct mst_error error = {0};
    struct mst_match *match = match_of(body);
    uint64_t hash = mst_match_state(match).hash;
    assert_null(mst_match_scene(match, 0, &error));
    if (error.status != status || !strstr(error.text, says))
        fail_msg("%s: %s: %s %s", body, mst_status_name(error.status), error.at, error.text);
    assert_true(mst_match_state(match).hash == hash);
    assert_int_equal(mst_match_play(match, "pass", &error), MST_OK);
    square_end(match);
}

static void test_a_scene_that_shares_tables_is_bounded(void **state) {
    (void)state;
    refused("local t = { 1 } for _ = 1, 16 do t = { t, t, t, t, t, t, t, t, t, t } end return t",
            MST_BUDGET, "the scene exceeds its limit of 1024 KB");
    refused("local t = { a = 1 } for _ = 1, 16 do t = { a = t, b = t, c = t, d = t } end return t",
            MST_BUDGET, "the scene exceeds its limit of 1024 KB");
    refused("local s, t = ('x'):rep(60000), {} for i = 1, 60 do t[i] = s end return t", MST_BUDGET,
            "the scene exceeds its limit of 1024 KB");
    refused("local s = ('k'):rep(60000) local t = {} for i = 1, 60 do t[i] = { [s] = i } end\n"
            "return t",
            MST_BUDGET, "the scene exceeds its limit of 1024 KB");
    refused("local t = {} t[1] = t return t", MST_SCRIPT_ERROR,
            "found tables nested deeper than 20");
}

static void test_a_scene_without_a_form_is_refused(void **state) {
    (void)state;
    refused("return { a = 1.5 }", MST_SCRIPT_ERROR, "found a fraction");
    refused("return { [2] = 1 }", MST_SCRIPT_ERROR, "not keys of type integer");
    refused("return { [{}] = 1 }", MST_SCRIPT_ERROR, "not keys of type table");
    refused("return { function() end }", MST_SCRIPT_ERROR, "function");
    refused("local t = {} for i = 1, 65 do t['k' .. i] = i end return t", MST_SCRIPT_ERROR,
            "up to 64 string keys");
}

/* Writing a scene draws on the work of the call that makes it. */
static void test_a_scene_is_charged(void **state) {
    (void)state;
    struct mst_error error = {0};
    struct mst_match *match = match_of("local t = {} for i = 1, 10000 do t[i] = i end return t");
    int64_t before = host_worked(match->ruleset->host);
    char *scene = mst_match_scene(match, 0, &error);
    assert_non_null(scene);
    mst_text_free(scene);
    assert_in_range(host_worked(match->ruleset->host) - before, 60000, 200000);
    square_end(match);
}

/* Long keys up to the ceiling of memory: this ended the process. */
static void test_a_long_key_at_the_ceiling_is_refused(void **state) {
    (void)state;
    static const char BODY[] = "local key, keep = ('k'):rep(60000), {}\n"
                               "local t = { [key] = 1 }\n"
                               "for i = 1, %d do keep[i] = ('x'):rep(2000) .. i end\n"
                               "return t, keep";
    for (int count = 3600; count < 4000; count += 5) {
        char body[300];
        struct mst_error error = {0};
        snprintf(body, sizeof body, BODY, count);
        struct mst_match *match = match_of(body);
        char *scene = mst_match_scene(match, 0, &error);
        if (!scene && error.status != MST_BUDGET)
            fail_msg("%d: %s", count, error.text);
        mst_text_free(scene);
        square_end(match);
    }
}

/* ---- failing allocations --------------------------------------------------------------------- */

static bool ask_scene(struct mst_match *match, struct mst_error *error) {
    char *scene = mst_match_scene(match, 1, error), *whole = NULL;
    if (scene)
        whole = mst_match_scene_whole(match, error);
    mst_text_free(scene);
    mst_text_free(whole);
    return whole != NULL;
}

static bool ask_position(struct mst_match *match, struct mst_error *error) {
    char *line = mst_match_position(match, error);
    mst_text_free(line);
    return line != NULL;
}

static bool ask_answers(struct mst_match *match, struct mst_error *error) {
    return mst_match_answers(match, error);
}

static bool ask_refusal(struct mst_match *match, struct mst_error *error) {
    enum mst_status status = mst_match_play(match, "step9", error);
    if (status == MST_ILLEGAL_MOVE)
        return true;
    assert_int_not_equal(status, MST_OK);
    return false;
}

static bool ask_reference(struct mst_match *match, struct mst_error *error) {
    struct mst_buf out = {0};
    bool done = mst_ruleset_reference(match->ruleset, &out, error);
    mst_buf_clear(&out);
    return done;
}

static bool ask_fingerprint(struct mst_match *match, struct mst_error *error) {
    error->status = MST_NO_MEMORY;
    return host_fingerprint(match->ruleset->host) != 0;
}

static void test_every_failing_allocation_of_a_question_is_reported(void **state) {
    (void)state;
    static bool (*const questions[])(struct mst_match *, struct mst_error *) = {
        ask_scene, ask_position, ask_answers, ask_refusal, ask_reference, ask_fingerprint};
    static const char LUA[] =
        "muster.move { 'step', at = play, text = 'step{to}', legal = function()\n"
        "  local to = choose('to', range(0, 9))\n"
        "  need(to < 5, 'X-1', function() return ('far'):rep(3) .. to end) return to end,\n"
        "  apply = function(to) go(play) end }\n"
        "muster.scene(function(seat) local t = { rows = {}, seat = seat } for i = 1, 40 do\n"
        "  t.rows[i] = { text = ('text'):rep(i), ['key' .. i] = i } end\n"
        "  return t end)\n"
        "muster.worth(function(seat) return #(('x'):rep(99) .. seat) end)\n"
        "muster.notation { print = function() return ('p'):rep(200) .. now.turn end,\n"
        "  parse = function(line) end }\n";
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        struct mst_match *match = square_match("lua", 5, LUA);
        uint64_t hash = mst_match_state(match).hash;
        bool done = false;
        for (long n = 0; !done && n < 3000; n++) {
            struct mst_error error = {0};
            core_mem_fail_after(n);
            done = questions[i](match, &error);
            core_mem_fail_after(-1);
            if (!done && error.status != MST_NO_MEMORY)
                fail_msg("question %zu, allocation %ld: %s %s", i, n, error.at, error.text);
            assert_true(mst_match_state(match).hash == hash);
        }
        assert_true(done);
        square_end(match);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_scene_that_shares_tables_is_bounded, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(test_a_scene_without_a_form_is_refused, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(test_a_scene_is_charged, home_set_up, home_tear_down),
        cmocka_unit_test_setup_teardown(test_a_long_key_at_the_ceiling_is_refused, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(test_every_failing_allocation_of_a_question_is_reported,
                                        home_set_up, home_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
