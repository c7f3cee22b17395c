/* From Lua functions back to their source: trees, captured values, names of declarations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <lauxlib.h>
#include <lua.h>

#include "host/syntax/recover.h"
#include "host/sandbox/sandbox.h"
#include "lib/home.h"

static lua_State *L;
static struct mst_buf said; /* what `note` found, a line for each call */

/* muster.note: as a declaration, asks for its name. */
static int note(lua_State *from) {
    char at[200];
    struct mst_buf name = {0};
    sandbox_where(from, at, sizeof at);
    bool found = syn_recover_assigned_name(from, at, "note", &name);
    mst_buf_printf(&said, "%s\n", found ? mst_buf_text(&name) : "-");
    mst_buf_clear(&name);
    lua_pushinteger(from, 1);
    return 1;
}

static int add_words(lua_State *state) {
    sandbox_env(state);
    lua_newtable(state);
    lua_pushcfunction(state, note);
    lua_setfield(state, -2, "note");
    lua_setfield(state, -2, "muster");
    return 0;
}

static int set_up(void **state) {
    struct mst_error error;
    char root[200];
    (void)state;
    home_open();
    snprintf(root, sizeof root, "%s/lua", getenv("MUSTER_HOME"));
    L = sandbox_new(NULL, root, &error);
    assert_non_null(L);
    lua_pushcfunction(L, add_words);
    return sandbox_call(L, 0, 0, &error);
}

static int tear_down(void **state) {
    (void)state;
    sandbox_free(L);
    home_close();
    mst_buf_clear(&said);
    return 0;
}

/* Load module x; its value is on the stack. */
static void load(const char *source) {
    struct mst_error error = {0};
    home_module("x", source);
    mst_buf_reset(&said);
    if (sandbox_require_module(L, "x", &error) != MST_OK)
        fail_msg("%s: %s", error.at, error.text);
}

/* The function that element `index` of the table on top of the stack is, left on the stack. */
static struct syn_function *recover(int index, struct syn_tree **tree) {
    struct mst_error error = {0};
    lua_rawgeti(L, -1, index);
    assert_int_equal(lua_type(L, -1), LUA_TFUNCTION);
    struct syn_function *f = syn_recover_function(L, -1, tree, &error);
    if (!f)
        fail_msg("%s: %s", error.at, error.text);
    return f;
}

static void expect_source(int index, const char *source) {
    struct syn_tree *tree = NULL;
    struct syn_function *f = recover(index, &tree);
    lua_pop(L, 1);
    char *text = mst_alloc((size_t)(f->to - f->from) + 1);
    assert_non_null(text);
    memcpy(text, tree->source + f->from, (size_t)(f->to - f->from));
    text[f->to - f->from] = 0;
    assert_string_equal(text, source);
    mst_free(text);
}

/* ---- functions ------------------------------------------------------------------------------- */

static void test_a_function_is_found_by_its_lines(void **state) {
    (void)state;
    load("local a = 1\n"
         "local function f(x)\n  return x\nend\n"
         "local t = {}\n"
         "function t.g() return a end\n"
         "return { f, t.g, function(...)\n  return ... end }\n");
    expect_source(1, "function f(x)\n  return x\nend");
    expect_source(2, "function t.g() return a end");
    expect_source(3, "function(...)\n  return ... end");
    struct syn_tree *tree = NULL;
    recover(1, &tree);
    assert_string_equal(tree->path, "lua/x.lua");
    assert_ptr_equal(tree, syn_recover_tree(L, "lua/x.lua:7", NULL));
}

static void test_functions_of_one_line_are_told_apart(void **state) {
    (void)state;
    load("local a, b = 1, 2\n"
         "return { function() return 1 end, function() return 2 end, function(x) return 1 end, "
         "function() return a end, function() return b end, function() return a + 1 end, "
         "function() return function() return 1 end end, function() return 'one' end, "
         "function() return 'two' end, function(...) return 1 end }\n");
    expect_source(1, "function() return 1 end");
    expect_source(2, "function() return 2 end");
    expect_source(3, "function(x) return 1 end");
    expect_source(4, "function() return a end");
    expect_source(5, "function() return b end");
    expect_source(6, "function() return a + 1 end");
    expect_source(7, "function() return function() return 1 end end");
    expect_source(8, "function() return 'one' end");
    expect_source(9, "function() return 'two' end");
    expect_source(10, "function(...) return 1 end");
}

static void test_functions_of_a_loop_have_one_source(void **state) {
    (void)state;
    load("local list = {}\nfor i = 1, 3 do list[i] = function() return i end end\nreturn list\n");
    struct syn_function *first = recover(1, NULL);
    lua_pop(L, 1);
    assert_ptr_equal(recover(3, NULL), first);
}

static void test_what_has_no_source_is_refused(void **state) {
    struct mst_error error = {0};
    (void)state;
    lua_pushcfunction(L, note);
    assert_null(syn_recover_function(L, -1, NULL, &error));
    assert_string_equal(error.text, "it is a C function, not a Lua function");
    assert_null(syn_recover_tree(L, "lua/y.lua", &error));
    assert_string_equal(error.text, "this is not a file of a loaded module");
    load("return { function() end }\n");
    syn_recover_forget(L);
    lua_rawgeti(L, -1, 1);
    assert_null(syn_recover_function(L, -1, NULL, &error));
    assert_string_equal(error.text, "its source is no longer available: the rules are frozen");
}

static void test_memory_may_end(void **state) {
    struct mst_error error = {0};
    struct syn_function *f = NULL;
    (void)state;
    load("return { function() return 1 end, function() return 2 end }\n");
    lua_rawgeti(L, -1, 2);
    int top = lua_gettop(L);
    long n = 0;
    for (; !f && n < 100000; n++) {
        core_mem_fail_after(n);
        f = syn_recover_function(L, -1, NULL, &error);
        core_mem_fail_after(-1);
        assert_true(f || error.status == MST_NO_MEMORY);
        assert_int_equal(lua_gettop(L), top);
    }
    assert_non_null(f);
    assert_true(n > 20);
    assert_int_equal(f->index, 2);
}

/* ---- captured values ------------------------------------------------------------------------- */

/* Push the value of `name` as function 1 has it; false where it has none. */
static bool captured(const char *name) {
    struct syn_tree *tree = NULL;
    const struct syn_function *f = recover(1, &tree);
    for (const struct syn_node *n = tree->functions[0]->body; n; n = n->next)
        for (const struct syn_node *l = n->kind == SYN_DECLARE ? n->a : NULL; l; l = l->next)
            if (!strcmp(l->name->text, name))
                return syn_recover_upvalue(L, lua_gettop(L), f, l->name);
    fail_msg("no local %s", name);
    return false;
}

static void test_captured_values_are_read(void **state) {
    (void)state;
    load("local a, b = 1\n"
         "local size <const> = 8\n"
         "local last <const> = size - 1\n"
         "local half <const> = -0.5\n"
         "local word <const> = 'x'\n"
         "local none <const> = nil\n"
         "local yes <const> = true\n"
         "local unused = 5\n"
         "a = 7\n"
         "local f = function() return a, b, size, last, half, word, none, yes end\n"
         "a = 8\n"
         "return { f }\n");
    assert_true(captured("a"));
    assert_int_equal(lua_tointeger(L, -1), 8);
    lua_pop(L, 2);
    assert_true(captured("b"));
    assert_true(lua_isnil(L, -1));
    lua_pop(L, 2);
    assert_true(captured("size"));
    assert_int_equal(lua_tointeger(L, -1), 8);
    lua_pop(L, 2);
    assert_true(captured("last"));
    assert_true(lua_isinteger(L, -1));
    assert_int_equal(lua_tointeger(L, -1), 7);
    lua_pop(L, 2);
    assert_true(captured("half"));
    assert_true(lua_tonumber(L, -1) == -0.5);
    lua_pop(L, 2);
    assert_true(captured("word"));
    assert_string_equal(lua_tostring(L, -1), "x");
    lua_pop(L, 2);
    assert_true(captured("none"));
    assert_true(lua_isnil(L, -1));
    lua_pop(L, 2);
    assert_true(captured("yes"));
    assert_true(lua_toboolean(L, -1));
    lua_pop(L, 2);
    assert_false(captured("unused"));
}

/* ---- names of declarations ------------------------------------------------------------------- */

static void test_declarations_are_named_by_what_they_are_assigned_to(void **state) {
    (void)state;
    load("local one <const> = muster.note(function()\n"
         "  return 1\n"
         "end)\n"
         "local w = {}\n"
         "w.two = muster.note(function() end)\n"
         "w['three'] =\n"
         "  muster.note { 1 }\n"
         "local four = nil or muster.note()\n"
         "local function f()\n"
         "  local a, five = 1, muster.note()\n"
         "  return five\n"
         "end\n"
         "f()\n"
         "muster.note()\n"
         "local six, seven = muster.note(), muster.note()\n"
         "for _ = 1, 2 do local eight = muster.note() end\n"
         "return {\n"
         "  nine = muster.note(function() end),\n"
         "  muster.note(),\n"
         "  ten = { eleven = tostring(muster.note()) },\n"
         "}\n");
    assert_string_equal(mst_buf_text(&said), "one\n"
                                             "two\n"
                                             "three\n"
                                             "four\n"
                                             "five\n"
                                             "-\n"
                                             "six\n"
                                             "seven\n"
                                             "eight\n"
                                             "eight\n"
                                             "nine\n"
                                             "-\n"
                                             "eleven\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_a_function_is_found_by_its_lines),
        TEST(test_functions_of_one_line_are_told_apart),
        TEST(test_functions_of_a_loop_have_one_source),
        TEST(test_what_has_no_source_is_refused),
        TEST(test_memory_may_end),
        TEST(test_captured_values_are_read),
        TEST(test_declarations_are_named_by_what_they_are_assigned_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
