/* What a request may cost before it is understood: too many values are refused before they are
 * parsed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/budget.h"
#include "lib/subject.h"
#include "rulesets/ruleset.h"
#include "faces/protocol/protocol.h"

/* The answer to `head`, then `part` repeated up to `size` bytes, then `tail`. */
static void ask(const char *head, const char *part, size_t size, const char *tail,
                struct mst_buf *answer) {
    struct mst_buf line = {0};
    struct proto_session *session = proto_session_new();
    mst_buf_puts(&line, head);
    while (line.length + strlen(part) + strlen(tail) < size)
        mst_buf_puts(&line, part);
    mst_buf_puts(&line, tail);
    core_mem_fail_after(-1); /* counts from here */
    assert_true(proto_session_answer(session, line.text, line.length, answer));
    mst_buf_clear(&line);
    proto_session_free(session);
}

static void refused(const char *head, const char *part, const char *tail) {
    struct mst_buf answer = {0};
    ask(head, part, 16 << 20, tail, &answer);
    if (!strstr(answer.text, "\"budget\"") ||
        !strstr(answer.text, "the request has more than 100000 values") || core_mem_count() > 100)
        fail_msg("%s: %ld allocations, %s", part, core_mem_count(), answer.text);
    mst_buf_clear(&answer);
}

static void test_too_many_values_are_refused_before_they_are_parsed(void **state) {
    (void)state;
    refused("[", "[],", "[]]");
    refused("{\"op\":\"hello\",\"x\":[", "[[]],", "1]}");
    refused("{\"op\":\"hello\",\"x\":[", "1,", "1]}");
    refused("{\"op\":\"hello\",\"x\":[", "{},", "{}]}");
    refused("{\"op\":\"hello\",\"x\":[", "\"\\\\\",", "1]}");
    refused("", "[", "");
}

static void test_long_strings_and_many_moves_are_values_like_others(void **state) {
    (void)state;
    struct mst_buf answer = {0};
    ask("{\"op\":\"hello\",\"x\":\"", "[],{\\\"", 1 << 20, "\"}", &answer);
    assert_non_null(strstr(answer.text, "\"ok\":true"));
    answer.length = 0;
    ask("{\"op\":\"hello\",\"x\":[\"a1\"", ",\"a1-b2\"", 80000 * 8, "]}", &answer);
    assert_non_null(strstr(answer.text, "\"ok\":true"));
    mst_buf_clear(&answer);
}

/* Units that a request uses, asked three times of the same match. */
static void expect_same_units(struct mst_match *match, char *(*request)(struct mst_match *match)) {
    const struct mst_budget *budget = mst_ruleset_budget(match->ruleset);
    int64_t first = 0;
    for (int i = 0; i < 3; i++) {
        int64_t before = core_budget_worked(budget);
        char *answer = request(match);
        int64_t used = core_budget_worked(budget) - before;
        assert_non_null(answer);
        mst_text_free(answer);
        first = i ? first : used;
        if (used != first)
            fail_msg("request %d: %lld units, %lld before", i, (long long)used, (long long)first);
    }
}

static char *ask_position(struct mst_match *match) {
    return mst_match_position(match, NULL);
}
static char *ask_scene(struct mst_match *match) {
    return mst_match_scene(match, 0, NULL);
}

/* G1: the stack and the records of calls, which Lua keeps, cost nothing. */
static void test_earlier_requests_change_no_count(void **state) {
    (void)state;
    static const char *const games[] = {"battle-line-short", "warline-tactical",
                                        "breakthrough-6x6"};
    for (int i = 0; i < 3; i++) {
        struct mst_error error = {0};
        char path[1000];
        snprintf(path, sizeof path, "%s/rulesets/%s.ini", source_root(), games[i]);
        struct mst_ruleset *ruleset = mst_ruleset_load(path, NULL, 0, NULL, &error);
        struct mst_match *match = ruleset ? mst_match_new(ruleset, true, 1, &error) : NULL;
        if (!match)
            fail_msg("%s: %s", games[i], error.text);
        expect_same_units(match, ask_position);
        expect_same_units(match, ask_scene);
        mst_match_free(match);
        mst_ruleset_free(ruleset);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_too_many_values_are_refused_before_they_are_parsed),
        cmocka_unit_test(test_earlier_requests_change_no_count),
        cmocka_unit_test(test_long_strings_and_many_moves_are_values_like_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
