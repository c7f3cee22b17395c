/* Files, and what is made visible before it is printed. */
#include "core/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static int memory_back_on(void **state) {
    (void)state;
    core_mem_fail_after(-1);
    return 0;
}

/* ---- files ----------------------------------------------------------------------------------- */

struct scratch {
    char folder[64];
    char file[96];
};

/* A scratch folder with one file of these bytes. */
static void scratch_make(struct scratch *scratch, const char *bytes, size_t count) {
    snprintf(scratch->folder, sizeof scratch->folder, "/tmp/muster-base-XXXXXX");
    assert_non_null(mkdtemp(scratch->folder));
    snprintf(scratch->file, sizeof scratch->file, "%s/text", scratch->folder);
    FILE *file = fopen(scratch->file, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

static void scratch_remove(const struct scratch *scratch) {
    unlink(scratch->file);
    rmdir(scratch->folder);
}

static void a_file_is_read_whole_with_a_final_zero(void **state) {
    (void)state;
    struct scratch scratch;
    struct mst_error error;
    size_t length = 99;
    scratch_make(&scratch, "one\n\0two", 8);
    char *text = mst_read_file(scratch.file, 100, &length, &error);
    assert_non_null(text);
    assert_int_equal(length, 8);
    assert_memory_equal(text, "one\n\0two", 9);
    mst_free(text);
    scratch_remove(&scratch);
}

static void an_empty_file_is_an_empty_text(void **state) {
    (void)state;
    struct scratch scratch;
    size_t length = 99;
    scratch_make(&scratch, "", 0);
    char *text = mst_read_file(scratch.file, 0, &length, NULL);
    assert_non_null(text);
    assert_int_equal(length, 0);
    assert_string_equal(text, "");
    mst_free(text);
    scratch_remove(&scratch);
}

static void a_file_of_the_limit_is_read_and_one_byte_more_refused(void **state) {
    (void)state;
    struct scratch scratch;
    struct mst_error error;
    size_t length = 0;
    scratch_make(&scratch, "12345", 5);
    char *text = mst_read_file(scratch.file, 5, &length, &error);
    assert_non_null(text);
    mst_free(text);
    core_mem_fail_after(-1);
    assert_null(mst_read_file(scratch.file, 4, &length, &error));
    assert_int_equal(core_mem_count(), 0);
    assert_int_equal(error.status, MST_BAD_FILE);
    assert_string_equal(error.at, scratch.file);
    assert_string_equal(error.text, "the file has 5 bytes; the limit is 4");
    scratch_remove(&scratch);
}

static void a_missing_file_and_a_folder_are_told_apart(void **state) {
    (void)state;
    struct scratch scratch;
    struct mst_error error;
    size_t length;
    scratch_make(&scratch, "x", 1);
    unlink(scratch.file);
    assert_null(mst_read_file(scratch.file, 10, &length, &error));
    assert_int_equal(error.status, MST_BAD_FILE);
    assert_non_null(strstr(error.text, "No such file"));
    assert_null(mst_read_file(scratch.folder, 10, &length, &error));
    assert_int_equal(error.status, MST_BAD_FILE);
    assert_non_null(strstr(error.text, "not a regular file"));
    scratch_remove(&scratch);
}

static void reading_says_when_memory_ends(void **state) {
    (void)state;
    struct scratch scratch;
    struct mst_error error;
    size_t length;
    scratch_make(&scratch, "x", 1);
    core_mem_fail_after(0);
    assert_null(mst_read_file(scratch.file, 10, &length, &error));
    assert_int_equal(error.status, MST_NO_MEMORY);
    assert_null(mst_read_file(scratch.file, 10, &length, NULL));
    scratch_remove(&scratch);
}

/* ---- printing -------------------------------------------------------------------------------- */

static void expect_visible(const char *text, const char *shown) {
    struct mst_buf buf = {0};
    mst_buf_visible(&buf, text, strlen(text));
    assert_string_equal(mst_buf_text(&buf), shown);
    mst_buf_clear(&buf);
}

static void controls_are_made_visible(void **state) {
    (void)state;
    expect_visible("plain \t text\n", "plain \t text\n");
    expect_visible("\033[31m", "\\u001B[31m");
    expect_visible("\r\177", "\\u000D\\u007F");
    expect_visible("\302\233", "\\u009B");
    expect_visible("\302\240\303\244\342\202\254", "\302\240\303\244\342\202\254");
    expect_visible("\342\200\256\342\201\246", "\\u202E\\u2066");
    expect_visible("\330\234\357\273\277", "\\u061C\\uFEFF");
    expect_visible("\363\240\200\201\363\240\201\277", "\\uE0001\\uE007F"); /* tags */
    expect_visible("\360\237\217\260", "\360\237\217\260");
    expect_visible("\360\237\216\262", "\360\237\216\262");
    expect_visible("\377\342\200", "\\xFF\\xE2\\x80");
}

#define TEST(name) cmocka_unit_test_teardown(name, memory_back_on)

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(a_file_is_read_whole_with_a_final_zero),
        TEST(an_empty_file_is_an_empty_text),
        TEST(a_file_of_the_limit_is_read_and_one_byte_more_refused),
        TEST(a_missing_file_and_a_folder_are_told_apart),
        TEST(reading_says_when_memory_ends),
        TEST(controls_are_made_visible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
