/* Scripts of the program: what facts they get, what they have and lack, and how they fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "author/script.h"

#define SCRIPT(name, text)                                                                         \
    { name, (const unsigned char *)(text), sizeof(text) - 1 }

static const struct author_script scripts[] = {
    SCRIPT("facts", "return function(f)\n"
                    "  return table.concat({ f.list[1], f.list[3].deep, math.type(f.list[2]),\n"
                    "    math.type(f.whole), tostring(f.yes), tostring(f.no), tostring(f.none),\n"
                    "    #f.list, #f.bytes }, ' ')\n"
                    "end\n"),
    SCRIPT("part", "count = (count or 0) + 1\nreturn { count = count }\n"),
    SCRIPT("parts", "local part = require('part')\nreturn function()\n"
                    "  return ('%d %s'):format(part.count, tostring(require('part') == part))\n"
                    "end\n"),
    SCRIPT("absent", "return function()\n"
                     "  return tostring(io or os or load or loadfile or dofile or pairs or next or "
                     "debug or package or coroutine)\n"
                     "end\n"),
    SCRIPT("fails", "return function(f)\n  return f.gone.field\nend\n"),
    SCRIPT("unfinished", "return function(\n"),
    SCRIPT("silent", "return function() end\n"),
    SCRIPT("lost", "return require('nowhere')\n"),
    SCRIPT("endless", "return function() while true do end end\n"),
    SCRIPT("greedy", "return function()\n"
                     "  local s = 'x'\n"
                     "  while true do s = s .. s end\n"
                     "end\n"),
    {0},
};

static bool run(const char *name, const char *json, struct mst_buf *out, struct mst_error *error) {
    json_t *facts = json_loads(json, JSON_DECODE_ANY, NULL);
    assert_non_null(facts);
    *error = (struct mst_error){0};
    bool done = author_script_run(scripts, name, facts, out, error);
    json_decref(facts);
    return done;
}

static void says(const char *name, const char *json, const char *expected) {
    struct mst_buf out = {0};
    struct mst_error error;
    if (!run(name, json, &out, &error))
        fail_msg("%s: %s", error.at, error.text);
    assert_string_equal(mst_buf_text(&out), expected);
    mst_buf_clear(&out);
}

static void fails(const char *name, enum mst_status status, const char *at, const char *text) {
    struct mst_buf out = {0};
    struct mst_error error;
    mst_buf_puts(&out, "before");
    assert_false(run(name, "{}", &out, &error));
    assert_int_equal(error.status, status);
    assert_string_equal(error.at, at);
    if (!strstr(error.text, text))
        fail_msg("'%s' does not say '%s'", error.text, text);
    assert_string_equal(mst_buf_text(&out), "before");
    mst_buf_clear(&out);
}

static void facts_become_tables_and_values(void **state) {
    (void)state;
    says("facts",
         "{\"list\": [\"one\", 2.0, {\"deep\": 3}], \"whole\": 4, \"yes\": true, \"no\": false,"
         " \"none\": null, \"bytes\": \"\\u00e9\"}",
         "one 3 float integer true false nil 3 2");
}

static void a_part_runs_once(void **state) {
    (void)state;
    says("parts", "null", "1 true");
}

static void a_script_reaches_nothing_outside(void **state) {
    (void)state;
    says("absent", "{}", "nil");
}

static void a_fault_names_its_line(void **state) {
    (void)state;
    fails("fails", MST_SCRIPT_ERROR, "lua/tools/fails.lua:2", "index a nil value");
    fails("unfinished", MST_SCRIPT_ERROR, "lua/tools/unfinished.lua:2", "expected near <eof>");
    fails("silent", MST_SCRIPT_ERROR, "", "lua/tools/silent.lua: the script returns no text");
    fails("lost", MST_SCRIPT_ERROR, "lua/tools/lost.lua:1", "there is no script 'nowhere'");
    fails("gone", MST_SCRIPT_ERROR, "", "there is no script 'gone'");
}

static void work_and_memory_are_bounded(void **state) {
    (void)state;
    fails("endless", MST_SCRIPT_ERROR, "lua/tools/endless.lua:1", "the script does not end");
    fails("greedy", MST_NO_MEMORY, "", "out of memory");
}

static bool refuse(void) {
    return true;
}

static void no_memory_is_said(void **state) {
    struct mst_buf out = {0};
    struct mst_error error = {0};
    (void)state;
    assert_false(author_script_run(scripts, "parts", NULL, &out, &error));
    assert_int_equal(error.status, MST_NO_MEMORY);
    core_mem_refuse(refuse);
    bool done = run("parts", "{}", &out, &error);
    core_mem_refuse(NULL);
    assert_false(done);
    assert_int_equal(error.status, MST_NO_MEMORY);
    assert_int_equal(out.length, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_become_tables_and_values),
        cmocka_unit_test(a_part_runs_once),
        cmocka_unit_test(a_script_reaches_nothing_outside),
        cmocka_unit_test(a_fault_names_its_line),
        cmocka_unit_test(work_and_memory_are_bounded),
        cmocka_unit_test(no_memory_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
