/* The code of texts: operands in every form, registers and depth at their limits, loops that end
 * early, and what is left undone after a failure. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/world.h"

/* ---- comparisons ----------------------------------------------------------------------------- */

static bool holds(int64_t a, const char *sign, int64_t b) {
    switch (sign[0] * 2 + (sign[1] == '=')) {
    case '=' * 2 + 1: return a == b;
    case '~' * 2 + 1: return a != b;
    case '<' * 2: return a < b;
    case '<' * 2 + 1: return a <= b;
    case '>' * 2: return a > b;
    default: return a >= b;
    }
}

/* Each text in its four shapes: as a number, as a condition, and as parts of one. */
static void compare(struct world *w, const char *left, const char *sign, const char *right,
                    bool expected) {
    char text[200];
    for (int shape = 0; shape < 4; shape++) {
        snprintf(text, sizeof text,
                 shape == 0   ? "0 + (%s %s %s)"
                 : shape == 1 ? "if %s %s %s then 1 else 0"
                 : shape == 2 ? "if not (turn == 4 and %s %s %s) then 0 else 1"
                              : "turn == 3 or %s %s %s",
                 left, sign, right);
        if (world_value(w, text) != expected)
            fail_msg("%s is not %d", text, expected);
    }
}

static void test_comparisons_hold_for_operands_of_every_form(void **state) {
    static const char *const signs[] = {"==", "~=", "<", "<=", ">", ">="};
    static const struct expectation operands[] = {
        {"turn", 4},        /* a slot */
        {"twice(turn)", 8}, /* a register */
        {"score(1)", -6},   /* a fact */
        {"4", 4},           /* numbers, and those that an instruction does not hold */
        {"-6", -6},
        {"2147483647", 2147483647},
        {"2147483648", 2147483648},
        {"-2147483648", -2147483648LL},
        {"-2147483649", -2147483649LL},
        {"me", 1},
        {"owner(top(0))", 0},
    };
    enum { COUNT = sizeof operands / sizeof *operands };
    struct world w;
    (void)state;
    world_open(&w, 7);
    for (size_t i = 0; i < COUNT * COUNT * 6; i++) {
        const struct expectation *a = &operands[i % COUNT], *b = &operands[i / COUNT % COUNT];
        const char *sign = signs[i / COUNT / COUNT];
        compare(&w, a->text, sign, b->text, holds(a->value, sign, b->value));
    }
    world_close(&w);
}

static void test_truths_are_numbers_and_numbers_truths(void **state) {
    static const struct expectation list[] = {
        {"(turn == 4) + (turn < 3) + (not turn) + (0 in zones)", 2},
        {"(some(z in zones: z == 5)) * 10 + every(z in zones: z > 0)", 10},
        {"if turn then 1 else 2", 1},
        {"if turn - 4 then 1 else 2", 2},
        {"if 0 then 1 else 2", 2},
        {"not (if turn == 4 then 0 else 1)", 1},
        {"(if turn == 4 then turn else 0) and 3", 1},
        {"first(nothing) == none and size(nothing) == 0", 1},
        {"first({z in zones: z > 3}) == none or size({z in zones: z > 3}) == 0", 0},
        {"none == first({z in zones: z < 0})", 1},
        {"0 ~= size({z in zones: z < 2})", 1},
        {"1 in home(me) and not 1 in home(1 - me) and not none in home(me)", 1},
        {"64 in home(me) or 4096 in zones", 0},
    };
    (void)state;
    EXPECT_ON_BOTH(list);
}

/* ---- names ----------------------------------------------------------------------------------- */

static void test_arguments_that_are_names_stay_apart(void **state) {
    static const struct expectation list[] = {
        {"shifted(3)", 3 * (0 + 1 + 2) + 3 * 3},
        {"sum(x in 0 .. 2: shifted(x))", 3 * 9 + 3 * 3},
        {"twice(pick(x in 1 .. 9: twice(x) > 7))", 8},
        {"sum(x in 1 .. 3: sum(y in x .. 3: twice(x) * y))", 2 * 6 + 4 * 5 + 6 * 3},
        {"size(around(around(only(0)))) == size(near(near(only(0)) - only(0)) - near(only(0)))", 1},
        {"size(all(home(0))) + size(all(zones & home(1)))", 3},
    };
    const int sizes[] = {7, 12};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct world w;
        world_open(&w, sizes[i]);
        world_define(w.rules, "shifted", "x", "sum(y in 0 .. 2: twice(y) + y + x)");
        world_define(w.rules, "all", "s", "{z in s: some(y in s: y == z)}");
        world_expect(&w, list, sizeof list / sizeof *list);
        world_close(&w);
    }
}

/* ---- loops ----------------------------------------------------------------------------------- */

static void test_loops_within_loops_end_early(void **state) {
    static const struct expectation list[] = {
        {"sum(a in 1 .. 5: pick(b in a .. 9: b * b > 10))", 4 * 4 + 5},
        {"tally(a in zones: some(b in near(a): every(c in near(b): c > 0)) and a < 3)", 2},
        {"pick(a in 1 .. 9: every(b in 1 .. a: some(c in 0 .. b: c == 3) or b < 3) and a > 2)", 3},
        {"sum(a in 1 .. 3: tally(p of 0: level(p) >= a))", 6},
        {"sum(p of 0: walk(p, q: level(q) > 1))", 0},
        {"sum(a in 3 .. 1: 1) + tally(z in nothing: 1) + sum(p of none: 1)", 0},
        {"size({a in zones: some(b in {c in zones: c < 2}: b == a)})", 2},
        {"sum(a in 1 .. 2: size({z in home(1): z > a}))", 1},
    };
    (void)state;
    EXPECT_ON_BOTH(list);
}

/* What follows the last number is the first one: no loop may come there. */
static void test_a_range_may_end_at_the_last_number(void **state) {
    static const struct expectation list[] = {
        {"tally(x in last - 2 .. last: 1)", 3},
        {"tally(x in last .. last: 1)", 1},
        {"tally(x in -last - 1 .. -last: 1)", 2},
        {"tally(x in last .. last + 1: 1)", 0},
    };
    struct world w;
    (void)state;
    world_open(&w, 7);
    assert_true(mst_rules_name(w.rules, "last", MST_NAME_CONSTANT, INT64_MAX, NULL));
    world_expect(&w, list, sizeof list / sizeof *list);
    world_close(&w);
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* "first (second (second ... last" with `count` opening parentheses. */
static char *nested(const char *first, const char *second, const char *last, int count) {
    size_t size = strlen(first) + (strlen(second) + 3) * (size_t)count + strlen(last) + 1;
    char *text = malloc(size);
    assert_non_null(text);
    strcpy(text, first);
    for (int i = 0; i < count; i++) {
        strcat(text, "(");
        strcat(text, second);
    }
    strcat(text, last);
    for (int i = 0; i < count; i++)
        strcat(text, ")");
    return text;
}

static void test_many_values_at_a_time_have_their_registers(void **state) {
    enum { DEPTH = 70 };
    const int sizes[] = {7, 12, 26};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct world w;
        world_open(&w, sizes[i]);
        char *sum = nested("twice(turn) + ", "twice(turn) + ", "turn", DEPTH);
        assert_int_equal(world_value(&w, sum), 8 * (DEPTH + 1) + 4);
        char *sets = nested("size(near(only(0)) | ", "near(only(turn)) - ", "home(0))", DEPTH);
        /* taken away an even number of times: nothing but what came first, and near(4) */
        assert_int_equal(world_value(&w, sets),
                         world_value(&w, "size(near(only(0)) | (near(only(turn)) - "
                                         "(near(only(turn)) - home(0))))"));
        free(sum);
        free(sets);
        world_close(&w);
    }
}

static void test_chains_are_long_but_not_endless(void **state) {
    static char text[60000];
    struct world w;
    struct mst_error error = {0};
    (void)state;
    world_open(&w, 7);
    strcpy(text, "turn");
    for (int i = 0; i < 1000; i++)
        strcat(text, " + turn");
    assert_int_equal(world_value(&w, text), 4004);
    for (int i = 0; i < 4000; i++)
        strcat(text, " + turn");
    int code = w.rules->code_count;
    assert_int_equal(mst_compile_int(w.rules, NULL, text, "t:1", &error), -1);
    assert_non_null(strstr(error.text, "nested too deeply"));
    assert_int_equal(w.rules->code_count, code); /* and nothing of it is left */
    text[0] = 0;
    for (int i = 0; i < 4000; i++)
        strcat(text, "turn = 5 ");
    assert_true(mst_compile_effects(w.rules, NULL, text, "t:1", &error) >= 0);
    world_close(&w);
}

/* ---- failures -------------------------------------------------------------------------------- */

enum { FAIL, COUNT };
static int counted;

static bool call(void *host, struct mst_play *play, int function, const int64_t *args, int count,
                 int64_t *result) {
    (void)host;
    assert_int_equal(count, 1);
    if (function == FAIL)
        return mst_play_fail(play, MST_SCRIPT_ERROR, "", "it failed with %d", (int)args[0]);
    counted++;
    if (result)
        *result = args[0] + 1;
    return true;
}

static void add_function(struct mst_rules *rules, const char *name, int number) {
    struct mst_function *function =
        mst_rules_grow(&rules->functions, &rules->function_count, sizeof *function);
    snprintf(function->name, sizeof function->name, "%s", name);
    function->param_count = 1;
    function->function = number;
    rules->callbacks.call = call;
    assert_true(mst_rules_name(rules, name, MST_NAME_FUNCTION, rules->function_count - 1, NULL));
}

static void expect_failure(struct world *w, bool effects, const char *text, const char *says) {
    struct mst_error error = {0};
    int code = effects ? mst_compile_effects(w->rules, NULL, text, "t:1", &error)
                       : mst_compile_int(w->rules, NULL, text, "t:1", &error);
    if (code < 0)
        fail_msg("%s: %s", text, error.text);
    world_ready(w);
    counted = 0;
    if (effects)
        assert_false(mst_run(&w->play, code));
    else
        assert_int_equal(mst_eval(&w->play, code), 0);
    assert_true(w->play.failed);
    if (!strstr(w->play.error.text, says))
        fail_msg("%s says '%s', not '%s'", text, w->play.error.text, says);
    if (counted)
        fail_msg("%s goes on after it failed", text);
}

static void test_a_failure_ends_the_text_at_once(void **state) {
    struct world w;
    (void)state;
    world_open(&w, 7);
    add_function(w.rules, "fails", FAIL);
    add_function(w.rules, "counts", COUNT);
    assert_int_equal(world_value(&w, "counts(turn) + counts(1)"), 5 + 2);
    expect_failure(&w, false, "fails(7) + counts(1)", "it failed with 7");
    expect_failure(&w, false, "if fails(1) then counts(1) else counts(2)", "it failed with 1");
    expect_failure(&w, false, "fails(1) == 0 and counts(1)", "it failed");
    expect_failure(&w, false, "sum(a in 1 .. 9: fails(a) + counts(a))", "it failed with 1");
    expect_failure(&w, false, "size({z in zones: fails(z)}) + counts(1)", "it failed with 0");
    expect_failure(&w, false, "sum(a in 0 .. 9999999: turn) + counts(1)", "budget");
    expect_failure(&w, false, "walk(top(0), p: fails(p)) + counts(1)", "it failed with 2");
    expect_failure(&w, true, "fails(3) counts(1)", "it failed with 3");
    expect_failure(&w, true, "turn = turn + 95 counts(1)", "'turn' must be 0 to 9");
    expect_failure(&w, true, "for a in 1 .. 3 do put(a - 2, 5) counts(1) end", "expected a piece");
    expect_failure(&w, true, "let a = fails(2) if a == 0 then counts(1) end", "it failed with 2");
    expect_failure(&w, true, "for a in 0 .. 9999999 do turn = 5 end counts(1)", "budget");
    world_close(&w);
}

/* ---- indexed fields ---------------------------------------------------------------------------
 */

/* Give a zone a value, in the indexed field and in its plain twin. */
static void lay(struct world *w, int zone, int value) {
    const struct mst_schema *s = w->rules->schema;
    assert_true(mst_do_field(&w->play, mst_schema_find_field(s, "soil"), zone, value));
    assert_true(mst_do_field(&w->play, mst_schema_find_field(s, "ground"), zone, value));
}

static void expect_twins(struct world *w) {
    static const char *const tests[] = {
        "(z) == turn", "(z) == 3", "(z) == 12", "(z) == -1", "(z) == owner(top(0))", "(z) == z"};
    char text[200];
    assert_true(mst_position_sound(w->pos, NULL));
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        snprintf(text, sizeof text,
                 "every(a in zones: (a in {z in zones: soil%s}) == (a in {z in zones: ground%s}))",
                 tests[i], tests[i]);
        assert_int_equal(world_value(w, text), 1);
    }
    assert_int_equal(world_value(w, "every(a in zones: (a in {z in zones: sevens(soil(z))}) "
                                    "== (a in {z in zones: sevens(ground(z))}))"),
                     1);
    assert_int_equal(world_value(w, "sum(k in -1 .. 10: size({z in zones: soil(z) == k}))"),
                     w->rules->schema->board->zones);
}

static void test_an_indexed_field_answers_as_a_loop_does(void **state) {
    (void)state;
    for (int columns = 7; columns <= 12; columns += 5) {
        struct world w;
        world_open(&w, columns);
        expect_twins(&w);
        struct mst_mark mark = mst_position_mark(w.pos);
        uint64_t hash = w.pos->hash;
        for (int zone = 0; zone < columns * columns; zone++)
            lay(&w, zone, zone * zone % 10);
        lay(&w, 5, 5);
        lay(&w, 5, 5);
        expect_twins(&w);
        assert_true(w.pos->hash != hash);
        mst_position_rewind(w.pos, mark);
        expect_twins(&w);
        assert_int_equal(w.pos->hash, hash);
        world_close(&w);
    }
}

/* ---- shared values --------------------------------------------------------------------------- */

static int compiled(struct world *w, const char *text) {
    struct mst_error error = {0};
    int code = mst_compile_int(w->rules, NULL, text, "test:1", &error);
    if (code < 0)
        fail_msg("%s: %s", text, error.text);
    return code;
}

static void write_ground(struct world *w, int zone, int value) {
    assert_true(mst_position_set_zone(w->pos, zone, &w->rules->schema->fields[2], (int32_t)value));
}

/* The name and its text agree, the second asking costs as much work as the first. */
static void expect_shared(struct world *w, int name, int text) {
    int64_t wanted = mst_eval(&w->play, text), before = w->play.work;
    assert_int_equal(mst_eval(&w->play, name), wanted);
    int64_t cost = before - w->play.work;
    assert_int_equal(mst_eval(&w->play, name), wanted);
    assert_int_equal(before - w->play.work, 2 * cost);
    assert_true(cost > 0);
}

static void test_a_shared_value_is_that_of_now(void **state) {
    (void)state;
    for (int columns = 7; columns <= 12; columns += 5) { /* 12: sets are not shared, numbers are */
        struct world w, other;
        world_open(&w, columns);
        world_open(&other, columns);
        world_define(w.rules, "poor", NULL, "{z in zones: ground(z) == 3}");
        world_define(w.rules, "count_poor", NULL, "sum(z in poor: z + 1)");
        int name = compiled(&w, "count_poor");
        int text = compiled(&w, "sum(z in {z in zones: ground(z) == 3}: z + 1)");
        assert_int_equal(w.rules->shared_count, columns == 7 ? 2 : 1);
        world_ready(&w);
        expect_shared(&w, name, text);
        write_ground(&w, 4, 3);
        expect_shared(&w, name, text);
        struct mst_mark mark = mst_position_mark(w.pos);
        write_ground(&w, 6, 3);
        expect_shared(&w, name, text);
        mst_position_rewind(w.pos, mark);
        expect_shared(&w, name, text);
        write_ground(&w, 6, 3);
        expect_shared(&w, name, text);
        mst_position_rewind(w.pos, mark);
        write_ground(&w, 5, 3); /* as many writes since the mark as when it was last asked */
        expect_shared(&w, name, text);
        mst_position_forget(w.pos);
        expect_shared(&w, name, text);
        assert_true(mst_position_copy(w.pos, other.pos));
        expect_shared(&w, name, text);
        world_close(&w);
        world_close(&other);
    }
}

static void test_what_depends_on_more_than_facts_is_not_shared(void **state) {
    struct world w;
    (void)state;
    world_open(&w, 7);
    world_define(w.rules, "own", NULL, "sum(z in zones: owner(top(z)) == me)");
    world_define(w.rules, "called", NULL, "sum(z in zones: arg(1))");
    world_define(w.rules, "plain", NULL, "tops(stone) & zones");
    world_define(w.rules, "indexed", NULL, "{z in zones: soil(z) == 2}");
    compiled(&w, "own + called + size(plain)");
    assert_int_equal(w.rules->shared_count, 0);
    int code = compiled(&w, "size(indexed)");
    for (; w.rules->code[code].op != MST_CODE_RETURN; code++)
        assert_int_not_equal(w.rules->code[code].op, MST_CODE_RECALL);
    world_close(&w);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static void expect_key(struct world *w, int code) {
    const struct mst_rules *rules = w->rules;
    uint64_t wanted = mst_position_key(w->pos, rules->key_fields, rules->key_field_count);
    assert_int_equal((uint64_t)mst_eval(&w->play, code), wanted);
}

/* The key of a position is remembered piece by piece, and never wrong. */
static void test_a_key_is_that_of_now(void **state) {
    struct world w;
    struct mst_rng rng;
    (void)state;
    world_open(&w, 7);
    mst_rng_seed(&rng, 3);
    w.rules->key_fields[w.rules->key_field_count++] = 3; /* of pieces */
    w.rules->key_fields[w.rules->key_field_count++] = 0; /* of the game */
    int code = compiled(&w, "position_key");
    world_ready(&w);
    for (int i = 0; i < 200; i++) {
        int piece = (int)mst_rng_below(&rng, 8), place = (int)mst_rng_below(&rng, 49);
        struct mst_mark mark = mst_position_mark(w.pos);
        expect_key(&w, code);
        assert_true(mst_do_put(&w.play, piece, place));
        assert_true(mst_do_owner(&w.play, piece, (int64_t)mst_rng_below(&rng, 3) - 1));
        expect_key(&w, code);
        assert_true(mst_do_field(&w.play, 3, piece, (int64_t)mst_rng_below(&rng, 7)));
        assert_true(mst_do_field(&w.play, 0, 0, (int64_t)mst_rng_below(&rng, 10)));
        expect_key(&w, code);
        if (i % 3 == 0)
            mst_position_rewind(w.pos, mark);
    }
    world_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_comparisons_hold_for_operands_of_every_form),
        cmocka_unit_test(test_truths_are_numbers_and_numbers_truths),
        cmocka_unit_test(test_arguments_that_are_names_stay_apart),
        cmocka_unit_test(test_loops_within_loops_end_early),
        cmocka_unit_test(test_a_range_may_end_at_the_last_number),
        cmocka_unit_test(test_many_values_at_a_time_have_their_registers),
        cmocka_unit_test(test_chains_are_long_but_not_endless),
        cmocka_unit_test(test_a_failure_ends_the_text_at_once),
        cmocka_unit_test(test_an_indexed_field_answers_as_a_loop_does),
        cmocka_unit_test(test_a_shared_value_is_that_of_now),
        cmocka_unit_test(test_what_depends_on_more_than_facts_is_not_shared),
        cmocka_unit_test(test_a_key_is_that_of_now),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
