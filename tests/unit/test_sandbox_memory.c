/* The allocator of the sandbox, called as Lua calls it. This program is linked without Lua: the
 * linker would refuse it if the allocator, or anything that it calls, called a function of Lua. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "host/sandbox/sandbox.h"
#include "host/sandbox/sandbox_memory.h"

enum { TABLE = 5, LIMIT = 1 << 20, SLOT = 16 };

static struct sandbox_memory memory;
static struct mst_budget budget;

static int set_up(void **state) {
    (void)state;
    core_budget_init(&budget);
    mst_budget_limit(&budget, 1000000, 0);
    memory = (struct sandbox_memory){.budget = &budget, .limit = LIMIT, .arena = sys_arena_new()};
    return memory.arena ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    sys_arena_free(memory.arena);
    return 0;
}

static void *make(size_t kind, size_t size) {
    return sandbox_allocate(&memory, NULL, kind, size);
}

static void *resize(void *block, size_t old, size_t size) {
    return sandbox_allocate(&memory, block, old, size);
}

/* What lua_newstate allocates. Returns the stack. */
static void *begin_state(size_t slots) {
    assert_non_null(make(8, 1000));
    void *stack = make(0, slots * SLOT);
    assert_non_null(stack);
    assert_non_null(make(0, 128 * sizeof(void *)));
    assert_ptr_equal(memory.stack, stack);
    memory.started = true;
    memory.depth = 1;
    return stack;
}

/* Hold tables until `left` bytes are left. */
static void fill(size_t left) {
    while (memory.used + 1024 + left <= LIMIT)
        assert_non_null(make(TABLE, 1024));
}

/* ---- tests ----------------------------------------------------------------------------------- */

#ifndef __APPLE__
extern int lua_gettop(void *L) __attribute__((weak));
extern int lua_getstack(void *L, int level, void *ar) __attribute__((weak));
extern int lua_getinfo(void *L, const char *what, void *ar) __attribute__((weak));
extern int lua_gc(void *L, int what, ...) __attribute__((weak));
extern int luaL_error(void *L, const char *format, ...) __attribute__((weak));

static void no_function_of_lua_is_in_this_program(void **state) {
    (void)state;
    assert_true(!lua_gettop && !lua_getstack && !lua_getinfo && !lua_gc && !luaL_error);
}
#endif

/* As Lua 5.4.7 does it, with pointers into the stack that are offsets meanwhile. */
static void a_stack_that_grows_in_place_is_neither_charged_nor_refused_soon(void **state) {
    (void)state;
    size_t slots = 45;
    void *stack = begin_state(slots);
    int64_t left = core_budget_left(&budget);
    for (; slots < 20000; slots *= 2) {
        stack = resize(stack, slots * SLOT, 2 * slots * SLOT);
        assert_non_null(stack);
        assert_ptr_equal(memory.stack, stack);
    }
    assert_int_equal(core_budget_left(&budget), left);
    assert_null(resize(stack, slots * SLOT, 2 * LIMIT));
    assert_int_equal(memory.refusal, SANDBOX_REFUSED_CEILING);
}

/* As Lua 5.4.4 does it. */
static void a_stack_that_is_made_anew_is_not_charged(void **state) {
    (void)state;
    void *stack = begin_state(45);
    int64_t left = core_budget_left(&budget);
    for (size_t slots = 45; slots < 10000; slots *= 2) {
        void *next = make(0, 2 * slots * SLOT);
        assert_non_null(next);
        assert_null(resize(stack, slots * SLOT, 0));
        assert_ptr_equal(memory.stack, next);
        stack = next;
    }
    assert_int_equal(core_budget_left(&budget), left);
}

/* Lua 5.4.7 collects no garbage for a stack: it would report that memory is short. */
static void a_stack_grows_when_garbage_fills_the_memory(void **state) {
    (void)state;
    void *stack = begin_state(90);
    fill(512);
    assert_null(make(TABLE, 1024));
    assert_int_equal(memory.refusal, SANDBOX_REFUSED_CEILING);
    stack = resize(stack, 90 * SLOT, 180 * SLOT);
    assert_non_null(stack);
    assert_ptr_equal(memory.stack, stack);
    assert_true(memory.used > LIMIT);
    assert_null(make(TABLE, 1024));
}

static void the_stack_of_a_coroutine_is_a_stack(void **state) {
    (void)state;
    void *room[2];
    begin_state(45);
    memory.stacks = room;
    memory.threading = true;
    assert_non_null(make(8, 200));
    void *stack = make(0, 45 * SLOT);
    memory.threading = false;
    assert_int_equal(memory.stack_count, 1);
    int64_t left = core_budget_left(&budget);
    stack = resize(stack, 45 * SLOT, 9000 * SLOT);
    assert_ptr_equal(memory.stacks[0], stack);
    assert_int_equal(core_budget_left(&budget), left);
    assert_null(make(8, 2 * LIMIT)); /* not untyped: the stack is not taken for one made anew */
    resize(stack, 9000 * SLOT, 0);
    assert_int_equal(memory.stack_count, 0);
}

static void the_limit_is_exact_and_refusals_say_why(void **state) {
    (void)state;
    begin_state(45);
    assert_null(make(SANDBOX_MEMORY_STRING, SANDBOX_STRING + 100));
    assert_int_equal(memory.refusal, SANDBOX_REFUSED_STRING);
    size_t rest = LIMIT - memory.used;
    assert_null(make(TABLE, rest + 1));
    assert_int_equal(memory.refusal, SANDBOX_REFUSED_CEILING);
    void *block = make(TABLE, rest);
    assert_non_null(block);
    assert_int_equal(memory.used, LIMIT);
    assert_null(resize(block, rest, rest + 16));
    assert_non_null(resize(block, rest, rest - 16));
    assert_int_equal(memory.used, LIMIT - 16);
    budget.work = -1;
    budget.reserve = 0;
    assert_null(make(TABLE, 300));
    assert_int_equal(memory.refusal, SANDBOX_REFUSED_SPENT);
}

static void what_the_system_refuses_is_no_fault_of_rules(void **state) {
    (void)state;
    begin_state(45);
    size_t used = memory.used;
    core_mem_fail_after(0);
    void *block = make(TABLE, 100);
    core_mem_fail_after(-1);
    assert_null(block);
    assert_int_equal(memory.refusal, SANDBOX_REFUSED_SYSTEM);
    assert_int_equal(memory.used, used);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
#ifndef __APPLE__
        TEST(no_function_of_lua_is_in_this_program),
#endif
        TEST(a_stack_that_grows_in_place_is_neither_charged_nor_refused_soon),
        TEST(a_stack_that_is_made_anew_is_not_charged),
        TEST(a_stack_grows_when_garbage_fills_the_memory),
        TEST(the_stack_of_a_coroutine_is_a_stack),
        TEST(the_limit_is_exact_and_refusals_say_why),
        TEST(what_the_system_refuses_is_no_fault_of_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
