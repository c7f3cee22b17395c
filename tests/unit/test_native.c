/* The cache of native code: what is refused, and what is found again. tests/native/native.c
 * compares the code itself with the interpreter. */
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

#include "lib/subject.h"
#include "rulesets/ruleset.h"
#include "lang/native/native.h"
#include "muster/native.h"

static char cache[64];

static int open_cache(void **state) {
    (void)state;
    snprintf(cache, sizeof cache, "/tmp/muster-native.XXXXXX");
    return !mkdtemp(cache) || setenv("XDG_CACHE_HOME", cache, 1);
}

static int close_cache(void **state) {
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", cache);
    return system(command);
}

static struct mst_ruleset *load(const char *name, const char *path, struct mst_error *error) {
    char file[700];
    snprintf(file, sizeof file, "%s/rulesets/%s.ini", source_root(), name);
    setenv("MUSTER_RULES", path, 1);
    struct mst_ruleset *ruleset = mst_ruleset_load(file, NULL, 0, NULL, error);
    unsetenv("MUSTER_RULES");
    return ruleset;
}

static struct mst_compiled compile(const char *name, struct mst_ruleset **ruleset) {
    struct mst_error error = {0};
    struct mst_compiled made;
    *ruleset = load(name, "auto", &error);
    assert_non_null(*ruleset);
    if (mst_ruleset_compile(*ruleset, NULL, &made, &error) != MST_OK)
        fail_msg("%s: %s", error.at, error.text);
    assert_string_equal(mst_ruleset_runs(*ruleset), "native");
    return made;
}

static void expect_runs(const char *name, const char *path, const char *runs) {
    struct mst_error error = {0};
    struct mst_ruleset *ruleset = load(name, path, &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    assert_string_equal(mst_ruleset_runs(ruleset), runs);
    mst_ruleset_free(ruleset);
}

static void expect_refused(const char *name, const char *says) {
    struct mst_error error = {0};
    assert_null(load(name, "native", &error));
    if (!strstr(error.text, says))
        fail_msg("says '%s', not '%s'", error.text, says);
}

static void test_an_object_is_made_once_and_found_again(void **state) {
    struct mst_ruleset *one, *two;
    struct stat info;
    (void)state;
    expect_runs("tic-tac-toe", "auto", "code");
    expect_refused("tic-tac-toe", "no folder for native code");
    struct mst_compiled first = compile("tic-tac-toe", &one);
    struct mst_compiled again = compile("tic-tac-toe", &two);
    assert_false(first.known);
    assert_true(again.known);
    assert_int_equal(first.source, again.source);
    assert_string_equal(first.path, again.path);
    expect_runs("tic-tac-toe", "auto", "native");
    expect_runs("tic-tac-toe", "native", "native");
    expect_runs("tic-tac-toe", "code", "code");
    expect_runs("tic-tac-toe", "lua", "lua");
    expect_refused("clobber", "no native code yet; 'muster compile ");
    assert_int_equal(stat(cache, &info), 0);
    mst_ruleset_free(one);
    mst_ruleset_free(two);
}

/* The C of a ruleset is made of the interpreter's code, also while it runs by native code. */
static void test_compiling_again_gives_the_same_source(void **state) {
    struct mst_ruleset *ruleset;
    struct mst_error error = {0};
    struct mst_compiled again;
    (void)state;
    struct mst_compiled first = compile("tic-tac-toe", &ruleset);
    assert_int_equal(mst_ruleset_compile(ruleset, NULL, &again, &error), MST_OK);
    assert_true(again.known);
    assert_string_equal(first.path, again.path);
    mst_ruleset_free(ruleset);
}

/* Does the C differ from `before`? Then so does the key. */
static bool differs(const struct core_rules *rules, const struct mst_buf *before,
                    const struct mst_buf *key_before) {
    struct mst_buf text = {0}, key = {0};
    native_write(rules, &text);
    native_write_key(rules, &key);
    bool other = text.length != before->length ||
                 memcmp(mst_buf_text(&text), mst_buf_text(before), text.length) != 0;
    bool other_key = key.length != key_before->length ||
                     memcmp(mst_buf_text(&key), mst_buf_text(key_before), key.length) != 0;
    assert_true(other_key || !other);
    mst_buf_clear(&text);
    mst_buf_clear(&key);
    return other;
}

/* Rules that differ in what the C is made of have other names. */
static void test_the_key_tells_what_the_source_is_made_of(void **state) {
    struct mst_error error = {0};
    struct mst_buf text = {0}, key = {0};
    int changed[6] = {0};
    (void)state;
    struct mst_ruleset *ruleset = load("warline-tactical", "auto", &error);
    assert_non_null(ruleset);
    struct core_rules *rules = (struct core_rules *)(uintptr_t)ruleset->rules;
    native_write(rules, &text);
    native_write_key(rules, &key);
    assert_false(differs(rules, &text, &key));

    for (int i = 1; i < rules->code_count; i += 101) {
        rules->code[i].c++;
        changed[0] += differs(rules, &text, &key);
        rules->code[i].c--;
    }
    for (int i = 0; i < rules->routine_count; i++) {
        struct core_routine *r = &rules->routines[i];
        r->registers++;
        changed[1] += differs(rules, &text, &key);
        r->registers--;
        if (!r->param_count || !r->result_count)
            continue;
        r->params[0].is_set = !r->params[0].is_set;
        changed[2] += differs(rules, &text, &key);
        r->params[0].is_set = !r->params[0].is_set;
        r->result_count--;
        changed[3] += differs(rules, &text, &key);
        r->result_count++;
    }
    for (int i = 0; i < rules->line_count; i += 37) {
        rules->lines[i].line += 1000;
        changed[4] += differs(rules, &text, &key);
        rules->lines[i].line -= 1000;
    }
    int *fields = (int *)(uintptr_t)&rules->schema->field_count;
    --*fields;
    changed[5] += differs(rules, &text, &key);
    ++*fields;

    for (int i = 0; i < 6; i++)
        assert_true(changed[i] || i == 4); /* few lines differ in nothing else */
    assert_false(differs(rules, &text, &key));
    mst_buf_clear(&text);
    mst_buf_clear(&key);
    mst_ruleset_free(ruleset);
}

static void test_a_folder_that_others_can_write_to_is_refused(void **state) {
    struct mst_ruleset *ruleset;
    struct mst_error error = {0};
    struct mst_compiled made;
    char folder[80], aside[80];
    (void)state;
    compile("tic-tac-toe", &ruleset);
    mst_ruleset_free(ruleset);
    snprintf(folder, sizeof folder, "%s/muster", cache);
    snprintf(aside, sizeof aside, "%s/aside", cache);
    assert_int_equal(chmod(folder, 0777), 0);
    expect_refused("tic-tac-toe", "others can write here");
    expect_runs("tic-tac-toe", "auto", "code");
    ruleset = load("tic-tac-toe", "auto", &error);
    assert_int_equal(mst_ruleset_compile(ruleset, NULL, &made, &error), MST_BAD_FILE);
    mst_ruleset_free(ruleset);
    assert_int_equal(chmod(folder, 0700), 0);
    assert_int_equal(rename(folder, aside), 0);
    assert_int_equal(symlink(aside, folder), 0);
    expect_refused("tic-tac-toe", "others can write here");
    assert_int_equal(remove(folder), 0);
    assert_int_equal(rename(aside, folder), 0);
    expect_runs("tic-tac-toe", "native", "native");
}

/* Copy a file, but for its last `cut` bytes. */
static void copy(const char *from, const char *to, size_t cut) {
    struct mst_error error = {0};
    size_t length;
    char *bytes = mst_read_file(from, SIZE_MAX, &length, &error);
    assert_non_null(bytes);
    assert_int_equal(mst_write_file(to, bytes, length - cut, true, &error), MST_OK);
    mst_free(bytes);
}

/* The file with the name of an object is not one, or is one of other rules. */
static void test_other_objects_are_refused(void **state) {
    struct mst_ruleset *one, *two;
    (void)state;
    struct mst_compiled toe = compile("tic-tac-toe", &one), four = compile("connect-four", &two);
    mst_ruleset_free(one);
    mst_ruleset_free(two);
    copy(four.path, toe.path, 0);
    expect_refused("tic-tac-toe", "not native code of these rules");
    expect_runs("tic-tac-toe", "auto", "code");
    copy(four.path, toe.path, 1);
    expect_refused("tic-tac-toe", "the native code is damaged");
    expect_runs("tic-tac-toe", "auto", "code");
    assert_int_equal(remove(toe.path), 0);
    expect_refused("tic-tac-toe", "no native code yet");
}

static void test_two_processes_compile_at_once(void **state) {
    struct mst_ruleset *ruleset;
    int status = 0;
    (void)state;
    pid_t child = fork();
    assert_true(child >= 0);
    compile("breakthrough-6x6", &ruleset);
    mst_ruleset_free(ruleset);
    if (!child)
        _exit(0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    expect_runs("breakthrough-6x6", "native", "native");
}

static void test_an_object_elsewhere_is_given_by_hand(void **state) {
    struct mst_error error = {0};
    struct mst_compiled made;
    char path[80];
    (void)state;
    snprintf(path, sizeof path, "%s/given.so", cache);
    struct mst_ruleset *ruleset = load("clobber", "auto", &error);
    assert_int_equal(mst_ruleset_compile(ruleset, path, &made, &error), MST_OK);
    assert_string_equal(mst_ruleset_runs(ruleset), "code");
    assert_int_equal(mst_ruleset_run_by(ruleset, path, &error), MST_OK);
    assert_string_equal(mst_ruleset_runs(ruleset), "native");
    assert_int_equal(mst_ruleset_run_by(ruleset, "no/such.so", &error), MST_BAD_FILE);
    assert_string_equal(mst_ruleset_runs(ruleset), "code");
    mst_ruleset_free(ruleset);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_object_is_made_once_and_found_again),
        cmocka_unit_test(test_compiling_again_gives_the_same_source),
        cmocka_unit_test(test_the_key_tells_what_the_source_is_made_of),
        cmocka_unit_test(test_a_folder_that_others_can_write_to_is_refused),
        cmocka_unit_test(test_other_objects_are_refused),
        cmocka_unit_test(test_two_processes_compile_at_once),
        cmocka_unit_test(test_an_object_elsewhere_is_given_by_hand),
    };
    return cmocka_run_group_tests(tests, open_cache, close_cache);
}
