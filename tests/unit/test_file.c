/* Files are written whole or not at all: mst_write_file, and the paths of the user. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "muster/util.h"

static char folder[64], path[100], other[100];

static int open_folder(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/muster-file-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/file", folder);
    snprintf(other, sizeof other, "%s/other", folder);
    return 0;
}

static int close_folder(void **state) {
    (void)state;
    unlink(path);
    unlink(other);
    return rmdir(folder); /* which fails if a temporary file was left */
}

static enum mst_status put(const char *text, bool replace, struct mst_error *error) {
    *error = (struct mst_error){0};
    return mst_write_file(path, text, strlen(text), replace, error);
}

static void expect_text(const char *name, const char *text) {
    size_t length;
    char *found = mst_read_file(name, 1000, &length, NULL);
    assert_non_null(found);
    assert_string_equal(found, text);
    mst_free(found);
}

static void the_folders_above_a_path_are_made(void **state) {
    char deep[140], below[140], above[140];
    struct stat info;
    (void)state;
    snprintf(above, sizeof above, "%s/new", folder);
    snprintf(below, sizeof below, "%s/new/below", folder);
    snprintf(deep, sizeof deep, "%s/new/below/data", folder);
    for (int again = 0; again < 2; again++) {
        mst_make_folders(deep);
        assert_int_equal(stat(below, &info), 0);
        assert_int_equal(info.st_mode & 0777, 0700);
        assert_int_not_equal(stat(deep, &info), 0); /* the last one is its user's */
    }
    assert_string_equal(deep + strlen(below), "/data");
    assert_int_equal(rmdir(below), 0);
    assert_int_equal(rmdir(above), 0);
}

static void a_file_is_written_and_replaced(void **state) {
    struct mst_error error;
    (void)state;
    assert_int_equal(put("one", false, &error), MST_OK);
    expect_text(path, "one");
    assert_int_equal(put("two", false, &error), MST_BAD_FILE);
    assert_non_null(strstr(error.text, "it exists already"));
    expect_text(path, "one");
    assert_int_equal(put("two", true, &error), MST_OK);
    expect_text(path, "two");
}

/* Two processes write one new name at once: one of them is refused, and the file is the other's. */
static void a_new_file_is_written_by_one_process(void **state) {
    (void)state;
    for (int round = 0; round < 20; round++) {
        int start[2], statuses[2], written = 0;
        pid_t children[2];
        char byte;
        assert_int_equal(pipe(start), 0);
        for (int i = 0; i < 2; i++) {
            children[i] = fork();
            assert_true(children[i] >= 0);
            if (children[i])
                continue;
            struct mst_error error;
            close(start[1]);
            bool done =
                read(start[0], &byte, 1) == 0 && put(i ? "one" : "zero", false, &error) == MST_OK;
            _exit(done ? 0 : strstr(error.text, "it exists already") ? 1 : 2);
        }
        close(start[0]);
        close(start[1]); /* now both begin */
        for (int i = 0; i < 2; i++) {
            assert_int_equal(waitpid(children[i], &statuses[i], 0), children[i]);
            assert_true(WIFEXITED(statuses[i]) && WEXITSTATUS(statuses[i]) < 2);
            written += WEXITSTATUS(statuses[i]) == 0;
        }
        assert_int_equal(written, 1);
        expect_text(path, WEXITSTATUS(statuses[1]) == 0 ? "one" : "zero");
        unlink(path);
    }
}

static void a_replaced_file_keeps_its_mode(void **state) {
    struct mst_error error;
    struct stat info;
    (void)state;
    assert_int_equal(put("one", true, &error), MST_OK);
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(put("two", true, &error), MST_OK);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
}

static void a_link_is_not_followed(void **state) {
    struct mst_error error;
    (void)state;
    assert_int_equal(mst_write_file(other, "kept", 4, true, &error), MST_OK);
    assert_int_equal(symlink("other", path), 0);
    assert_int_equal(put("new", true, &error), MST_BAD_FILE);
    assert_non_null(strstr(error.text, "it is a link"));
    expect_text(other, "kept");
}

static void what_cannot_be_written_says_why(void **state) {
    struct mst_error error = {0};
    (void)state;
    assert_int_equal(mst_write_file("/nowhere/at/all", "", 0, true, &error), MST_BAD_FILE);
    assert_string_equal(error.text, "cannot write '/nowhere/at/all': No such file or directory");
    assert_int_equal(mst_write_file("/tmp/", "", 0, true, &error), MST_BAD_FILE);
    assert_non_null(strstr(error.text, "it is a folder"));
    assert_int_equal(mst_write_file("/dev/null", "", 0, true, &error), MST_BAD_FILE);
    assert_non_null(strstr(error.text, "it is not a regular file"));
}

static void a_tilde_is_the_home_of_the_user(void **state) {
    char out[20];
    (void)state;
    setenv("HOME", "/home/me", 1);
    assert_true(mst_path_expand("~/match", out, sizeof out));
    assert_string_equal(out, "/home/me/match");
    assert_true(mst_path_expand("~", out, sizeof out));
    assert_string_equal(out, "/home/me");
    assert_true(mst_path_expand("a~/~b", out, sizeof out));
    assert_string_equal(out, "a~/~b");
    assert_true(mst_path_expand("~you/x", out, sizeof out));
    assert_string_equal(out, "~you/x");
    assert_false(mst_path_expand("~/a-longer-name", out, sizeof out));
}

static void a_file_lies_where_its_links_lead(void **state) {
    struct mst_error error;
    (void)state;
    assert_int_equal(put("x", true, &error), MST_OK);
    assert_true(mst_path_within(path, folder));
    assert_false(mst_path_within(folder, folder));
    assert_true(mst_path_within(path, "/"));
    assert_int_equal(symlink("/etc/passwd", other), 0);
    assert_false(mst_path_within(other, folder));
    assert_false(mst_path_within("/nowhere/at/all", "/"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_folder, close_folder)

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(a_file_is_written_and_replaced),   TEST(a_new_file_is_written_by_one_process),
        TEST(a_replaced_file_keeps_its_mode),   TEST(a_link_is_not_followed),
        TEST(what_cannot_be_written_says_why),  TEST(a_tilde_is_the_home_of_the_user),
        TEST(a_file_lies_where_its_links_lead), TEST(the_folders_above_a_path_are_made),
    };
    return cmocka_run_group_tests_name("files", tests, NULL, NULL);
}
