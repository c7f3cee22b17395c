/* What a request may cost before it is understood: too many values are refused before they are
 * parsed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/base.h"
#include "protocol/protocol.h"

/* The answer to `head`, then `part` repeated up to `size` bytes, then `tail`. */
static void ask(const char *head, const char *part, size_t size, const char *tail,
                struct mst_buf *answer) {
    struct mst_buf line = {0};
    struct mst_session *session = mst_session_new();
    mst_buf_puts(&line, head);
    while (line.length + strlen(part) + strlen(tail) < size)
        mst_buf_puts(&line, part);
    mst_buf_puts(&line, tail);
    mst_mem_fail_after(-1); /* counts from here */
    assert_true(mst_session_answer(session, line.text, line.length, answer));
    mst_buf_clear(&line);
    mst_session_free(session);
}

static void refused(const char *head, const char *part, const char *tail) {
    struct mst_buf answer = {0};
    ask(head, part, 16 << 20, tail, &answer);
    if (!strstr(answer.text, "\"budget\"") ||
        !strstr(answer.text, "the request has more than 100000 values") || mst_mem_count() > 100)
        fail_msg("%s: %ld allocations, %s", part, mst_mem_count(), answer.text);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_too_many_values_are_refused_before_they_are_parsed),
        cmocka_unit_test(test_long_strings_and_many_moves_are_values_like_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
