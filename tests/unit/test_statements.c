/* Statements among nodes, as functions are made of: blocks that are left, variables that change,
 * routines, and the lines that failures name. Each test builds its nodes by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/nodes.h"

/* ---- running --------------------------------------------------------------------------------- */

enum { VARS = 20, SETS = 6 };

static int made(int root, bool effects) {
    const char *why = NULL;
    int code = lang_code_make(world.rules, root, effects, VARS, SETS, &why);
    if (code < 0)
        fail_msg("no code: %s", why);
    world_ready(&world);
    return code;
}

static int64_t run(int root) {
    int code = made(root, false);
    int64_t value = core_eval(&world.play, code);
    if (world.play.failed)
        fail_msg("it failed: %s", world.play.error->text);
    return value;
}

static void expect_failure(int root, bool effects, const char *at, const char *says) {
    int code = made(root, effects);
    const int64_t *vars = world.play.vars;
    assert_int_equal(core_eval(&world.play, code), 0);
    assert_true(world.play.failed);
    assert_ptr_equal(world.play.vars, vars);
    assert_int_equal(world.play.calls, 0);
    assert_string_equal(world.play.error->at, at);
    if (!strstr(world.play.error->text, says))
        fail_msg("says '%s', not '%s'", world.play.error->text, says);
}

/* Each test runs over a board of one word and over one of three. */
static void on_both(void (*test)(void)) {
    const int sizes[] = {7, 12};
    for (int i = 0; i < 2; i++) {
        world_open(&world, sizes[i]);
        test();
        world_close(&world);
    }
}

/* The same value as a number, as a condition, as the side of one, and as what a text ends with. */
static void expect(int64_t wanted, int (*value)(void)) {
    assert_int_equal(run(add(value(), number(0))), wanted);
    assert_int_equal(run(value()), wanted);
    assert_int_equal(run(node(LANG_OP_IF, value(), number(7), number(8))), wanted ? 7 : 8);
    assert_int_equal(run(node(LANG_OP_NOT, value(), -1, -1)), !wanted);
    assert_int_equal(run(node(LANG_OP_EQ, value(), number(wanted), -1)), 1);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* The first multiple of 3 above the turn: a loop within two blocks is left. */
static int found(void) {
    int hit = when(node(LANG_OP_EQ, node(LANG_OP_MOD, var(1), number(3), -1), number(0), -1),
                   LIST(store(0, var(1)), leave(1)), -1);
    int search = BLOCK(loop(1, add(turn(), number(1)), number(99), LIST(hit)));
    return after(BLOCK(bind_var(0, number(0)), search, store(0, number(-5))), var(0));
}

/* As before, but only the inner block is left. */
static int found_inside(void) {
    int hit = when(node(LANG_OP_LT, number(7), var(1), -1), LIST(store(0, var(1)), leave(0)), -1);
    int search = BLOCK(loop(1, turn(), number(99), LIST(hit)));
    return after(BLOCK(bind_var(0, number(0)), search, store(0, add(var(0), number(100)))), var(0));
}

static int not_reached(void) {
    return after(BLOCK(bind_var(0, number(3)), leave(0), store(0, number(9))), var(0));
}

static void check_blocks(void) {
    expect(6, found);
    expect(108, found_inside);
    expect(3, not_reached);
}

static void test_a_block_is_left(void **state) {
    (void)state;
    on_both(check_blocks);
}

static void test_only_blocks_around_are_left(void **state) {
    const char *why = NULL;
    (void)state;
    world_open(&world, 7);
    int code = world.rules->code_count;
    assert_int_equal(lang_code_make(world.rules, LIST(BLOCK(leave(1))), true, VARS, SETS, &why),
                     -1);
    assert_non_null(strstr(why, "leaves"));
    assert_int_equal(world.rules->code_count, code);
    world_close(&world);
}

/* ---- variables ------------------------------------------------------------------------------- */

static int copied(void) { /* a copy of a variable, and one of the copy, keep what it was */
    int change = BLOCK(bind_var(0, turn()), node(LANG_OP_BIND, 1, var(0), -1),
                       node(LANG_OP_BIND, 2, var(1), -1), bind_var(3, var(2)), store(0, number(50)),
                       store(3, add(var(3), number(1))));
    return after(change, add(add(var(0), var(1)), add(var(2), var(3)))); /* 50 + 4 + 4 + 5 */
}

static int constant_changes(void) {
    return after(BLOCK(bind_var(0, number(1)), when(turn(), LIST(store(0, number(2))), -1)),
                 var(0));
}

static int reads_itself(void) { /* new values that read the old one, in conditions too */
    return after(BLOCK(bind_var(0, turn()), store(0, node(LANG_OP_EQ, var(0), number(4), -1)),
                       store(0, node(LANG_OP_IF, var(0), add(var(0), number(4)), var(0))),
                       store(0, node(LANG_OP_NOT, node(LANG_OP_LT, var(0), number(5), -1), -1, -1)),
                       store(0, node(LANG_OP_SUB, number(10), var(0), -1))),
                 var(0)); /* 4, 1, 5, 1, 9 */
}

static int counted(void) { /* a while, left from within */
    int stop = when(node(LANG_OP_EQ, var(1), number(7), -1), LIST(leave(0)), -1);
    int body = LIST(store(1, add(var(1), number(1))), stop, store(0, add(var(0), var(1))));
    int all = node(LANG_OP_WHILE, node(LANG_OP_LT, var(1), number(100), -1), -1, body);
    return after(BLOCK(bind_var(0, number(0)), bind_var(1, number(0)), BLOCK(all)),
                 var(0)); /* 1 .. 6 */
}

static int counted_endless(void) {
    int stop = when(node(LANG_OP_LE, number(9), var(1), -1), LIST(leave(0)), -1);
    int all = node(LANG_OP_WHILE, -1, -1, LIST(stop, store(1, add(var(1), number(2)))));
    return after(BLOCK(bind_var(1, number(0)), BLOCK(all)), var(1));
}

static int sets_change(void) { /* near(near(0)) but for what the copy still holds */
    int change = BLOCK(bind_set(0, node(LANG_OP_ONLY, number(0), -1, -1)),
                       node(LANG_OP_BIND_SET, 1, set_var(0), -1),
                       store_set(0, node(LANG_OP_NEAR, set_var(0), -1, -1)),
                       store_set(0, node(LANG_OP_NEAR, set_var(0), -1, -1)));
    return after(change,
                 add(node(LANG_OP_SIZE, set_var(0), -1, -1),
                     node(LANG_OP_MUL, number(100), node(LANG_OP_SIZE, set_var(1), -1, -1), -1)));
}

static int set_after(void) { /* a set that statements come before */
    int value = after(BLOCK(bind_set(0, node(LANG_OP_NOTHING, -1, -1, -1)),
                            store_set(0, node(LANG_OP_ONLY, turn(), -1, -1))),
                      set_var(0));
    return node(LANG_OP_FIRST, value, -1, -1);
}

static int near_of(int set) {
    return node(LANG_OP_NEAR, set, -1, -1);
}

static int size_of(int set) {
    return node(LANG_OP_SIZE, set, -1, -1);
}

static void check_variables(void) {
    expect(50 + 4 + 4 + 5, copied);
    expect(2, constant_changes);
    expect(9, reads_itself);
    expect(21, counted);
    expect(10, counted_endless);
    expect(run(size_of(near_of(near_of(node(LANG_OP_ONLY, number(0), -1, -1))))) + 100,
           sets_change);
    expect(4, set_after);
}

static void test_variables_change(void **state) {
    (void)state;
    on_both(check_variables);
}

static void test_a_while_spends(void **state) {
    (void)state;
    world_open(&world, 7);
    expect_failure(LIST(node(LANG_OP_WHILE, -1, -1, -1)), true, "", "budget");
    world_close(&world);
}

/* ---- strict numbers -------------------------------------------------------------------------- */

static int64_t divided(enum lang_op op, int64_t a, int64_t b, bool known) {
    int divisor = known ? number(b) : node_k(LANG_OP_VAR, 1, -1, -1, 0);
    int value = node(op, number(a), divisor, -1);
    return run(after(BLOCK(bind_var(1, number(b))), value));
}

static void test_strict_division_is_that_of_lua(void **state) {
    static const int64_t list[][4] = {
        {7, 2, 3, 1},
        {-7, 2, -4, 1},
        {7, -2, -4, -1},
        {-7, -2, 3, -1},
        {INT64_MIN, -1, INT64_MIN, 0},
        {6, -1, -6, 0},
        {INT64_MIN, 2, INT64_MIN / 2, 0},
        {0, 5, 0, 0},
    };
    (void)state;
    world_open(&world, 7);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        for (int known = 0; known < 2; known++) {
            assert_int_equal(divided(LANG_OP_DIV_STRICT, list[i][0], list[i][1], known),
                             list[i][2]);
            assert_int_equal(divided(LANG_OP_MOD_STRICT, list[i][0], list[i][1], known),
                             list[i][3]);
        }
    int zero = node(LANG_OP_SUB, turn(), turn(), -1);
    expect_failure(node(LANG_OP_DIV_STRICT, turn(), zero, -1), false, "", "divide by zero");
    expect_failure(node(LANG_OP_MOD_STRICT, turn(), zero, -1), false, "", "divide by zero");
    expect_failure(node(LANG_OP_MOD_STRICT, turn(), number(0), -1), false, "", "divide by zero");
    world_close(&world);
}

static void test_who_decides_is_known_or_a_failure(void **state) {
    (void)state;
    world_open(&world, 7);
    assert_int_equal(run(node(LANG_OP_ME, -1, -1, -1)), 1);
    core_position_to_move(world.pos, MST_NONE);
    expect_failure(node(LANG_OP_ME, -1, -1, -1), false, "", "no seat decides");
    world_close(&world);
}

static void test_a_piece_is_inserted_at_a_level(void **state) {
    (void)state;
    world_open(&world, 7);
    int code =
        made(LIST(node(LANG_OP_INSERT, number(3), number(0), add(turn(), number(-2)))), true);
    assert_true(core_run(&world.play, code));
    assert_int_equal(core_piece(world.pos, 3, CORE_PIECE_PLACE), 0);
    assert_int_equal(core_piece(world.pos, 3, CORE_PIECE_LEVEL), 2);
    expect_failure(LIST(node(LANG_OP_INSERT, number(3), number(0), number(9))), true, "", "level");
    world_close(&world);
}

static void test_another_decision_has_no_arguments(void **state) {
    static const int64_t args[] = {5, 6, 7};
    (void)state;
    world_open(&world, 7);
    assert_true(core_do_push(&world.play, 0, args, 3));
    assert_int_equal(core_frame_arg(&world.play, 2), 6);
    assert_true(core_do_go(&world.play, 0));
    for (int i = 1; i <= CORE_FRAME_ARGS; i++)
        assert_int_equal(core_frame_arg(&world.play, i), 0);
    world_close(&world);
}

/* ---- routines -------------------------------------------------------------------------------- */

static struct core_routine *routine(int *index, int params, int results) {
    *index = lang_rules_routine(world.rules, "rules.lua:1");
    struct core_routine *made = &world.rules->routines[*index];
    made->param_count = params;
    made->result_count = results;
    for (int i = 0; i < params; i++)
        made->params[i] = (struct core_routine_value){.var = i};
    for (int i = 0; i < results; i++)
        made->results[i] = (struct core_routine_value){.var = params + i};
    return made;
}

static void body(int index, int statements) {
    const char *why = NULL;
    if (!lang_routine_make(world.rules, index, statements, VARS, SETS, &why))
        fail_msg("no code: %s", why);
}

static int invoke(int index, int args, int others) {
    int made = node(LANG_OP_INVOKE, index, args, others);
    const struct core_routine *called = &world.rules->routines[index];
    world.rules->nodes[made].is_set = called->result_count && called->results[0].is_set;
    return made;
}

/* Fibonacci's numbers, by a routine that calls itself twice; known before its code is made. */
static int fibonacci;
static int fibonacci_of_turn(void) {
    return invoke(fibonacci, LIST(add(turn(), number(6))), -1);
}

static void check_recursion(void) {
    routine(&fibonacci, 1, 1);
    int small = when(node(LANG_OP_LT, var(0), number(2), -1), LIST(store(1, var(0)), leave(0)), -1);
    int left = invoke(fibonacci, LIST(add(var(0), number(-1))), -1);
    int right = invoke(fibonacci, LIST(add(var(0), number(-2))), -1);
    body(fibonacci, LIST(BLOCK(small, store(1, add(left, right)))));
    expect(55, fibonacci_of_turn);
}

static void test_a_routine_calls_itself(void **state) {
    (void)state;
    on_both(check_recursion);
}

/* Numbers and sets go in and come out, in any order; the caller's own stay as they are. */
static int mixed;
static int mixed_call(void) {
    int args = LIST(add(turn(), number(1)), node(LANG_OP_ONLY, number(0), -1, -1), var(2));
    int others = LIST(var(3), set_var(1));
    int call = invoke(mixed, args, others);
    int sizes = node(LANG_OP_SIZE, set_var(1), -1, -1);
    int before = BLOCK(bind_var(2, number(30)), bind_set(0, node(LANG_OP_ZONES, -1, -1, -1)),
                       bind_set(2, call));
    int sum = add(add(var(2), var(3)), add(sizes, node(LANG_OP_SIZE, set_var(2), -1, -1)));
    return after(before, add(sum, node(LANG_OP_MUL, number(1000),
                                       node(LANG_OP_SIZE, set_var(0), -1, -1), -1)));
}

static void check_mixed(void) {
    struct core_routine *r = routine(&mixed, 3, 3);
    r->params[1] = (struct core_routine_value){.var = 0, .is_set = true};
    r->params[2].var = 1;
    r->results[0] = (struct core_routine_value){.var = 1, .is_set = true};
    r->results[1].var = 2;
    r->results[2] = (struct core_routine_value){.var = 2, .is_set = true};
    int near = node(LANG_OP_NEAR, set_var(0), -1, -1);
    body(mixed,
         LIST(bind_set(3, near), store_set(1, set_var(3)), bind_var(5, add(var(0), var(1))),
              store(2, var(5)),
              store_set(2, node(LANG_OP_WITHOUT, node(LANG_OP_ONLY, var(0), -1, -1), -1, -1))));
    int near_one = (int)run(size_of(near_of(node(LANG_OP_ONLY, number(0), -1, -1))));
    int zones = world.columns * world.columns;
    expect(30 + 35 + zones - 1 + near_one + 1000 * zones, mixed_call);
}

static void test_sets_go_in_and_come_out(void **state) {
    (void)state;
    on_both(check_mixed);
}

/* A value that is not stored is none or nothing, however often other values lay in the registers.
 */
static int silent, noisy;
static int silent_call(void) {
    int noise = invoke(noisy, LIST(number(77), number(78), number(79), number(80)), -1);
    int call = invoke(silent, -1, LIST(var(1), set_var(0)));
    int parts = add(var(0), node(LANG_OP_MUL, number(10), var(1), -1));
    return after(BLOCK(noise, bind_var(0, call)),
                 add(parts, node(LANG_OP_SIZE, set_var(0), -1, -1)));
}

static void check_silence(void) {
    routine(&noisy, 4, 4);
    body(noisy, LIST(store(4, var(0)), store(5, var(1)), store(6, var(2)), store(7, var(3))));
    struct core_routine *r = routine(&silent, 0, 3);
    r->results[2] = (struct core_routine_value){.var = 0, .is_set = true};
    body(silent, LIST(when(turn(), -1, LIST(store(0, number(1)), store(1, number(1))))));
    expect(-11, silent_call);
}

static void test_a_result_that_is_not_stored_is_none(void **state) {
    (void)state;
    on_both(check_silence);
}

static void test_calls_are_counted_and_bounded(void **state) {
    int endless, deep, unmade;
    (void)state;
    world_open(&world, 7);
    routine(&endless, 0, 1);
    body(endless, LIST(store(0, invoke(endless, -1, -1))));
    expect_failure(invoke(endless, -1, -1), false, "", "more than 32 deep");
    routine(&deep, 1, 1);
    int more = invoke(deep, LIST(add(var(0), number(-1))), -1);
    body(deep, LIST(store(1, number(0)), when(var(0), LIST(store(1, more)), -1)));
    assert_int_equal(run(invoke(deep, LIST(number(31)), -1)), 0); /* 32 calls in all */
    int64_t before = core_budget_worked(world.play.budget);
    int64_t cost = world.rules->code[world.rules->routines[deep].code - 1].w;
    assert_true(cost > 0);
    assert_int_equal(run(invoke(deep, LIST(number(31)), -1)), 0);
    int64_t used = core_budget_worked(world.play.budget) - before;
    assert_true(used >= 32 * cost && used < 33 * cost + 10); /* and the code of the call */
    expect_failure(invoke(deep, LIST(number(32)), -1), false, "", "more than 32 deep");
    routine(&unmade, 0, 1);
    expect_failure(invoke(unmade, -1, -1), false, "rules.lua:1", "no code");
    world_close(&world);
}

/* A routine so large that only few of its windows find room. */
static void test_windows_stay_within_the_registers(void **state) {
    const char *why = NULL;
    int wide;
    (void)state;
    world_open(&world, 26); /* eleven words a set */
    routine(&wide, 1, 1);
    int more = invoke(wide, LIST(add(var(0), number(-1))), -1);
    int statements = LIST(store(1, number(5)), when(var(0), LIST(store(1, more)), -1));
    assert_true(lang_routine_make(world.rules, wide, statements, 1000, 48, &why));
    assert_true(world.rules->routines[wide].registers > 1500);
    assert_int_equal(run(invoke(wide, LIST(number(10)), -1)), 5);
    expect_failure(invoke(wide, LIST(number(31)), -1), false, "", "32 deep");
    world_close(&world);
}

static void test_calls_fit_their_routine(void **state) {
    const char *why = NULL;
    int two;
    (void)state;
    world_open(&world, 7);
    routine(&two, 2, 1);
    body(two, LIST(store(2, add(var(0), var(1)))));
    assert_int_equal(run(invoke(two, LIST(number(4), turn()), -1)), 8);
    assert_int_equal(lang_code_make(world.rules, invoke(two, LIST(turn()), -1), false, 9, 0, &why),
                     -1);
    assert_non_null(strstr(why, "too few"));
    int three = LIST(turn(), turn(), turn());
    assert_int_equal(lang_code_make(world.rules, invoke(two, three, -1), false, 9, 0, &why), -1);
    assert_non_null(strstr(why, "too many"));
    world_close(&world);
}

/* A routine that only returns what is known costs no call. */
static int plain_routine;
static int plain_call(void) {
    return invoke(plain_routine, -1, -1);
}

static void test_a_routine_without_code_costs_nothing(void **state) {
    (void)state;
    for (int form = 0; form < 3; form++) {
        world_open(&world, 7);
        routine(&plain_routine, 0, 1);
        body(plain_routine,
             LIST(line(3), store(0, form == 0   ? number(4)
                                    : form == 1 ? turn()
                                                : node_k(LANG_OP_BY_SEAT, -1, -1, -1, 0x040302))));
        expect(4, plain_call);
        int code = made(plain_call(), false);
        assert_int_not_equal(world.rules->code[code].op, CORE_CODE_INVOKE);
        world_close(&world);
    }
}

static void test_a_routine_writes(void **state) {
    int deed;
    (void)state;
    world_open(&world, 7);
    routine(&deed, 1, 0);
    body(deed, LIST(node(LANG_OP_SET_GAME, -1, var(0), 0)));
    int code = made(LIST(invoke(deed, LIST(number(7)), -1), bind_var(0, turn()),
                         node(LANG_OP_SET_GAME, -1, add(var(0), number(1)), 0)),
                    true);
    assert_true(core_run(&world.play, code));
    assert_int_equal(core_get(world.pos, world.rules->schema->fields[0].first), 8);
    assert_int_equal(run(invoke(deed, LIST(number(3)), -1)), MST_NONE);
    world_close(&world);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static int fails(void) {
    return node(LANG_OP_DIV_STRICT, number(1), node(LANG_OP_SUB, turn(), turn(), -1), -1);
}

static void test_a_failure_names_its_line(void **state) {
    (void)state;
    world_open(&world, 7);
    expect_failure(LIST(line(3), bind_var(0, turn()), line(4), bind_var(0, fails()), line(5)), true,
                   "rules.lua:4", "zero");
    expect_failure(LIST(line(3), node(LANG_OP_SET_GAME, -1, number(99), 0), line(4)), true,
                   "rules.lua:3", "'turn' must be 0 to 9");
    /* behind an inner list and behind an AFTER the outer line holds again */
    int inner = BLOCK(line(8), bind_var(1, turn()));
    expect_failure(LIST(line(3), inner, bind_var(0, fails())), true, "rules.lua:3", "zero");
    int value = add(after(BLOCK(line(9), bind_var(1, turn())), var(1)), fails());
    expect_failure(LIST(line(6), bind_var(0, value)), true, "rules.lua:6", "zero");
    int own = node_k(LANG_OP_MOD_STRICT, turn(), number(0), -1, 12);
    expect_failure(LIST(line(6), bind_var(0, own)), true, "rules.lua:12", "zero");
    /* the turn of a loop is its own line's */
    int endless = node(LANG_OP_WHILE, -1, -1, LIST(line(8), bind_var(0, turn())));
    expect_failure(LIST(line(7), endless), true, "rules.lua:7", "budget");
    int range = loop(1, number(0), number(99999999), LIST(line(8), bind_var(0, turn())));
    expect_failure(LIST(line(7), range), true, "rules.lua:7", "budget");
    /* and a text that follows has none of these lines */
    expect_failure(fails(), false, "", "zero");
    world_close(&world);
}

static void test_a_failure_names_the_calls(void **state) {
    int inner, outer;
    (void)state;
    world_open(&world, 7);
    routine(&inner, 0, 1);
    body(inner, LIST(line(20), store(0, fails())));
    routine(&outer, 0, 1);
    body(outer, LIST(line(30), bind_var(1, number(5)), line(31), store(0, invoke(inner, -1, -1))));
    expect_failure(LIST(line(40), bind_var(0, invoke(outer, -1, -1))), true, "rules.lua:20",
                   "attempt to divide by zero; called at rules.lua:31, rules.lua:40");
    world_close(&world);
}

/* A shared value is moved by an instruction when its code is made: its lines go with it. */
static void test_lines_move_with_their_code(void **state) {
    (void)state;
    world_open(&world, 7);
    world.rules->shared_count = 1;
    int body = LIST(line(51), bind_var(0, number(0)),
                    loop(1, number(1), number(9), LIST(store(0, add(var(0), var(1))))), line(52),
                    bind_var(2, fails()), line(53), bind_var(3, number(2)));
    int shared = node(LANG_OP_SHARED, after(node(LANG_OP_BLOCK, body, -1, -1), var(0)), 1, -1);
    expect_failure(LIST(line(50), bind_var(4, add(shared, number(1)))), true, "rules.lua:52",
                   "zero");
    world_close(&world);
}

/* ---- shared values --------------------------------------------------------------------------- */

static void test_a_shared_value_is_that_of_who_decides(void **state) {
    (void)state;
    world_open(&world, 7);
    world.rules->shared_count = 1;
    int body = LIST(
        bind_var(0, number(0)),
        loop(1, number(1), number(9), LIST(store(0, add(var(0), node(LANG_OP_ME, -1, -1, -1))))));
    int shared = node(LANG_OP_SHARED, after(node(LANG_OP_BLOCK, body, -1, -1), var(0)), 1, -1);
    int code = made(shared, false);
    assert_int_equal(core_eval(&world.play, code), 9);
    core_position_to_move(world.pos, 0);
    assert_int_equal(core_eval(&world.play, code), 0);
    int64_t work = core_budget_left(world.play.budget);
    assert_int_equal(core_eval(&world.play, code), 0);
    work -= core_budget_left(world.play.budget);
    assert_true(work >= 9);
    int64_t known = core_budget_left(world.play.budget);
    assert_int_equal(core_eval(&world.play, code), 0); /* a known value costs as much */
    assert_int_equal(known - core_budget_left(world.play.budget), work);
    world_close(&world);
}

/* That a secret was read is noted each time, also where the value is remembered. */
static void test_a_shared_value_notes_what_it_read(void **state) {
    (void)state;
    world_open(&world, 7);
    world.rules->shared_count = 2;
    world.rules->schema->fields[1].seen = CORE_SEEN_BY_NONE;
    for (int reads = 0; reads < 2; reads++) {
        int read = reads ? node(LANG_OP_SECRET, number(0), 1, -1) : turn();
        int body = LIST(bind_var(0, number(0)),
                        loop(1, number(1), number(9), LIST(store(0, add(var(0), read)))));
        int inner = after(node(LANG_OP_BLOCK, body, -1, -1), var(0));
        int shared = node(LANG_OP_SHARED, inner, 1 + reads, -1);
        int code = made(shared, false);
        for (int again = 0; again < 6; again++) {
            world.pos->informed = again >= 3;
            core_eval(&world.play, code);
            assert_int_equal(world.pos->informed, reads || again >= 3);
            if (again == 3) /* made anew while something was noted before */
                assert_true(core_do_field(&world.play, 2, 0, 7));
        }
    }
    world_close(&world);
}

/* ---- pairs of instructions ------------------------------------------------------------------- */

static int fact_of(enum lang_op op, int thing) {
    return node(op, thing, -1, -1);
}

static int has(int code, enum core_code_op op) {
    int count = 0;
    for (; code < world.rules->code_count; code++)
        count += world.rules->code[code].op == op;
    return count;
}

/* The results of the code for many values of variables 0 and 1, and for each seat that decides. */
static uint64_t digest(int code) {
    uint64_t all = 0;
    for (int seat = MST_NONE; seat < 2; seat++)
        for (int64_t a = -1; a < 60; a++)
            for (int64_t b = -1; b < 3; b++) {
                core_position_to_move(world.pos, seat);
                world.play.vars[0] = a;
                world.play.vars[1] = b;
                all = all * 31 + (uint64_t)core_eval(&world.play, code);
            }
    return all;
}

static void expect_pair(int root, enum core_code_op pair) {
    int code = made(root, false);
    uint64_t before = digest(code);
    lang_code_pair(world.rules);
    assert_int_equal(has(code, pair), 1);
    assert_true(digest(code) == before);
}

static void expect_pair_if(int condition, enum core_code_op pair) {
    expect_pair(node(LANG_OP_IF, condition, add(var(0), number(7)), number(5)), pair);
}

static void test_pairs_do_what_their_instructions_do(void **state) {
    (void)state;
    world_open(&world, 7);
    core_position_put(world.pos, 4, 0); /* a stack of several owners */
    int level = fact_of(LANG_OP_LEVEL, var(0)), owner = fact_of(LANG_OP_OWNER, var(0)), top = 5;
    int me = node(LANG_OP_SLOT, CORE_SLOT_TO_MOVE, -1, -1);
    int bind = LIST(bind_var(top, fact_of(LANG_OP_TOP, var(0))));
    int block = node(LANG_OP_BLOCK, bind, -1, -1);
    expect_pair_if(node(LANG_OP_NE, level, number(1), -1), CORE_CODE_FACT_THEN_IF_EQ_K);
    expect_pair_if(node(LANG_OP_EQ, level, number(1), -1), CORE_CODE_FACT_THEN_IF_NE_K);
    expect_pair_if(node(LANG_OP_LE, number(2), level, -1), CORE_CODE_FACT_THEN_IF_LT_K);
    expect_pair_if(node(LANG_OP_EQ, level, var(1), -1), CORE_CODE_FACT_THEN_IF_NE);
    expect_pair_if(node(LANG_OP_EQ, owner, var(1), -1), CORE_CODE_NONE_THEN_IF_NE);
    expect_pair_if(node(LANG_OP_EQ, owner, me, -1), CORE_CODE_NONE_THEN_IF_NE_SLOT);
    expect_pair(fact_of(LANG_OP_OWNER, fact_of(LANG_OP_BELOW, var(0))), CORE_CODE_NONE_THEN_NONE);
    expect_pair(after(block, fact_of(LANG_OP_OWNER, var(top))), CORE_CODE_TOP_THEN_NONE);
    expect_pair(after(block, fact_of(LANG_OP_LEVEL, var(top))), CORE_CODE_TOP_THEN_FACT);
    expect_pair(fact_of(LANG_OP_LEVEL, me), CORE_CODE_SLOT_THEN_FACT);
    expect_pair(fact_of(LANG_OP_OWNER, me), CORE_CODE_SLOT_THEN_NONE);
    world_close(&world);
}

static void test_a_long_rule_costs_all_of_its_instructions(void **state) {
    enum { STORES = 300000 };
    const char *why = NULL;
    (void)state;
    world_open(&world, 7);
    int list = -1;
    for (int i = 0; i < STORES; i++)
        list = node(LANG_OP_LIST, store(0, number(1)), list, -1);
    int code = lang_code_make(world.rules, list, true, VARS, SETS, &why);
    if (code < 1)
        fail_msg("%s", why);
    assert_int_equal(world.rules->code[code - 1].op, CORE_CODE_COST);
    assert_true(world.rules->code[code - 1].w >= STORES / 8);
    world_close(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_long_rule_costs_all_of_its_instructions),
        cmocka_unit_test(test_a_block_is_left),
        cmocka_unit_test(test_only_blocks_around_are_left),
        cmocka_unit_test(test_variables_change),
        cmocka_unit_test(test_a_while_spends),
        cmocka_unit_test(test_strict_division_is_that_of_lua),
        cmocka_unit_test(test_who_decides_is_known_or_a_failure),
        cmocka_unit_test(test_a_piece_is_inserted_at_a_level),
        cmocka_unit_test(test_another_decision_has_no_arguments),
        cmocka_unit_test(test_a_routine_calls_itself),
        cmocka_unit_test(test_sets_go_in_and_come_out),
        cmocka_unit_test(test_a_result_that_is_not_stored_is_none),
        cmocka_unit_test(test_calls_are_counted_and_bounded),
        cmocka_unit_test(test_windows_stay_within_the_registers),
        cmocka_unit_test(test_calls_fit_their_routine),
        cmocka_unit_test(test_a_routine_without_code_costs_nothing),
        cmocka_unit_test(test_a_routine_writes),
        cmocka_unit_test(test_a_failure_names_its_line),
        cmocka_unit_test(test_a_failure_names_the_calls),
        cmocka_unit_test(test_lines_move_with_their_code),
        cmocka_unit_test(test_a_shared_value_is_that_of_who_decides),
        cmocka_unit_test(test_a_shared_value_notes_what_it_read),
        cmocka_unit_test(test_pairs_do_what_their_instructions_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
