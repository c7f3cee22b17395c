/* The expression language: effects, messages, and texts and loops without measure. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/world.h"

/* ---- messages -------------------------------------------------------------------------------- */

static void expect_refusal(struct world *w, bool set, const char *text, const char *says) {
    struct mst_error error = {0};
    int node = set ? mst_compile_set(w->rules, NULL, text, "lua/x.lua:7", &error)
                   : mst_compile_int(w->rules, NULL, text, "lua/x.lua:7", &error);
    if (node >= 0)
        fail_msg("'%s' compiles", text);
    if (!strstr(error.text, says))
        fail_msg("'%s' says '%s', not '%s'", text, error.text, says);
    assert_string_equal(error.at, "lua/x.lua:7");
}

static void test_faults_are_said_with_the_text_and_the_nearest_name(void **state) {
    static const struct {
        const char *text, *says;
    } list[] = {
        {"tunr + 1", "unknown name 'tunr'; did you mean 'turn'?"},
        {"sevns(1)", "did you mean 'sevens'?"},
        {"leve(1)", "did you mean 'level'?"},
        {"some(zone in zones: zoen)", "did you mean 'zone'?"},
        {"quagmire", "unknown name 'quagmire'"},
        {"1 +", "expected a value, found the end"},
        {"1 + 2 3", "expected an operator or the end, found 3"},
        {"(1", "expected ')', found the end"},
        {"top(1, 2)", "'top' takes 1 argument"},
        {"step(1)", "'step' takes 2 arguments: step(zone, direction)"},
        {"step", "'step' takes 2 arguments: step(zone, direction)"},
        {"1 = 2", "found '='; numbers are compared with '=='"},
        {"1 != 2", "found '!'; 'not equal' is written '~='"},
        {"!turn", "found '!'; write 'not'"},
        {"turn && turn", "found '&'; conditions are joined with 'and'"},
        {"turn || turn", "found '|'; conditions are joined with 'or'"},
        {"turn == nil", "unknown name 'nil'; nothing is called 'none' here"},
        {"muster.me()", "'muster': a text calls no function of Lua"},
        {"top(b1)", "unknown name 'b1'; zones have no names in a text: write at(1, 0)"},
        {"value + 1", "only what muster.amend puts over a query"},
        {"zones", "expected a number, found a set of zones"},
        {"zones + 1", "expected a number, found a set"},
        {"size(3)", "expected a set of zones, found a number"},
        {"some(x in 3: 1)", "expected '..'"},
        {"some(3 in zones: 1)", "expected the name of a variable"},
        {"if 1 then 2", "expected 'else', found the end"},
        {"if 1 then zones else 2", "expected a set of zones"},
        {"1 == 1 == 1", "expected an operator or the end"},
        {"1 ? 2", "found '?'"},
        {"'open", "does not end"},
        {"", "expected a value, found the end"},
    };
    struct world w;
    (void)state;
    world_open(&w, 7);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        expect_refusal(&w, false, list[i].text, list[i].says);
    expect_refusal(&w, true, "turn", "expected a set of zones, found a number");
    expect_refusal(&w, false, "tunr", "in \"tunr\"");
    world_close(&w);
}

static void test_texts_without_measure_are_refused(void **state) {
    static const char *const units[] = {"(", "- ", "~", "not ", "if 1 then 1 else ", "abs("};
    static char text[60000];
    struct world w;
    (void)state;
    world_open(&w, 7);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        struct mst_error error = {0};
        text[0] = 0;
        for (size_t at = 0; at + 40 < sizeof text; at += strlen(units[i]))
            memcpy(text + at, units[i], strlen(units[i]) + 1);
        assert_int_equal(mst_compile_int(w.rules, NULL, text, "t:1", &error), -1);
        assert_non_null(strstr(error.text, "nested too deeply"));
    }
    world_close(&w);
}

static void test_definitions_that_double_are_refused_before_memory_ends(void **state) {
    struct world w;
    struct mst_error error = {0};
    char name[16], text[64];
    (void)state;
    world_open(&w, 7);
    world_define(w.rules, "b0", NULL, "turn + turn");
    for (int i = 1; i < 24; i++) {
        snprintf(name, sizeof name, "b%d", i);
        snprintf(text, sizeof text, "b%d + b%d", i - 1, i - 1);
        world_define(w.rules, name, NULL, text);
    }
    assert_int_equal(mst_compile_int(w.rules, NULL, "b23", "t:1", &error), -1);
    assert_non_null(strstr(error.text, "too large"));
    world_define(w.rules, "round", NULL, "round + 1");
    assert_int_equal(mst_compile_int(w.rules, NULL, "round", "t:1", &error), -1);
    assert_non_null(strstr(error.text, "without end"));
    world_close(&w);
}

static void test_loops_spend_the_budget(void **state) {
    struct world w;
    struct mst_error error = {0};
    (void)state;
    world_open(&w, 7);
    int node = mst_compile_int(w.rules, NULL, "sum(a in 1 .. 100000: sum(b in 1 .. 100000: turn))",
                               "t:1", &error);
    assert_true(node >= 0);
    world_ready(&w);
    mst_eval(&w.play, node);
    assert_true(w.play.failed);
    assert_int_equal(w.play.error.status, MST_BUDGET);
    assert_int_equal(world_value(&w, "sum(a in 1 .. 100: sum(b in 1 .. 100: turn))"), 40000);
    world_close(&w);
}

/* ---- effects --------------------------------------------------------------------------------- */

static bool run_text(struct world *w, const char *text) {
    struct mst_error error = {0};
    int node = mst_compile_effects(w->rules, NULL, text, "t:1", &error);
    if (node < 0)
        fail_msg("%s: %s", text, error.text);
    world_ready(w);
    return mst_run(&w->play, node);
}

static void test_effects_write_what_they_say(void **state) {
    static const struct expectation after[] = {
        {"turn", 3},     {"score(0)", 5},  {"ground(3)", 9},   {"damage(top(0))", 2},
        {"owner(4)", 1}, {"place(4)", 9},  {"count(pile)", 2}, {"score(1)", -2},
        {"level(4)", 1}, {"ground(8)", 7},
    };
    struct world w;
    (void)state;
    world_open(&w, 7);
    assert_true(run_text(&w,
                         "turn = 3; score(0) = turn + 2\n"
                         "ground(3) = 9 damage(top(0)) = 2 -- the top stone\n"
                         "owner(4) = 1 put(4, 9)\n"
                         "for p of hand(1) do put(p, pile) end\n"
                         "for x in 1 .. 4 do score(1) = score(1) + 1 end\n"
                         "let z = 8 if z == 7 then ground(z) = 1 elseif z == 8 then ground(z) = 7 "
                         "else ground(z) = 3 end"));
    world_expect(&w, after, sizeof after / sizeof *after);
    world_close(&w);
}

static void test_effects_that_cannot_be_fail_in_words(void **state) {
    static const char *const list[] = {
        "turn = turn + 6",   "turn = turn - 5",
        "score(5) = 1",      "damage(none) = 1",
        "owner(0) = 2",      "owner(99) = 0",
        "put(99, 0)",        "put(0, 9999)",
        "put(0, none)",      "pop()",
        "over(8, 'nobody')", "for x in 1 .. 100000000 do turn = 1 end",
    };
    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        struct world w;
        world_open(&w, 7);
        if (run_text(&w, list[i]))
            fail_msg("'%s' is done", list[i]);
        assert_true(w.play.failed);
        assert_true(strlen(w.play.error.text) > 10);
        world_close(&w);
    }
}

/* What can be known before play is refused when the text is compiled. */
static void test_effects_that_can_never_be_done_are_refused(void **state) {
    static const struct {
        const char *text, *says;
    } list[] = {
        {"turn = 10", "'turn' must be 0 to 9, found 10"},
        {"damage(0) = -1", "'damage' must be 0 to 6, found -1"},
        {"turn == 3", "expected '=', found '=='; a fact is set with one '='"},
        {"place(0) = 1", "put(piece, place) moves a piece"},
        {"trun = 1", "unknown name 'trun'; did you mean 'turn'?"},
        {"quagmire = 1", "a new name is made with 'let quagmire = ...'"},
        {"let a = 1 a = 2", "'a' is no fact, and cannot be set"},
        {"if turn == 1 then turn = 2", "this 'if' has no 'end'"},
        {"for x in zones do ground(x) = 1", "this 'for' has no 'end'"},
        {"turn = 1 end", "this 'end' belongs to no 'if' or 'for'"},
        {"if turn = 1 then turn = 2 end", "numbers are compared with '=='"},
        {"turn += 1", "found '+'; write it out"},
        {"emit(hapened, 1)", "'hapened' is not the name of an event; did you mean 'happened'?"},
        {"emit(happened)", "event 'happened' has 1 argument: emit(happened, x), found 0"},
        {"emit(happened, 1, 2)", "event 'happened' has 1 argument: emit(happened, x), found 2"},
    };
    struct world w;
    (void)state;
    world_open(&w, 7);
    struct mst_event *event =
        mst_rules_grow(&w.rules->events, &w.rules->event_count, sizeof *event);
    snprintf(event->name, sizeof event->name, "happened");
    snprintf(event->params[0], sizeof event->params[0], "x");
    event->param_count = 1;
    assert_true(mst_rules_name(w.rules, "happened", MST_NAME_EVENT, 0, NULL));
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        struct mst_error error = {0};
        if (mst_compile_effects(w.rules, NULL, list[i].text, "t:1", &error) >= 0)
            fail_msg("'%s' compiles", list[i].text);
        if (!strstr(error.text, list[i].says))
            fail_msg("'%s' says '%s', not '%s'", list[i].text, error.text, list[i].says);
    }
    world_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults_are_said_with_the_text_and_the_nearest_name),
        cmocka_unit_test(test_texts_without_measure_are_refused),
        cmocka_unit_test(test_definitions_that_double_are_refused_before_memory_ends),
        cmocka_unit_test(test_loops_spend_the_budget),
        cmocka_unit_test(test_effects_write_what_they_say),
        cmocka_unit_test(test_effects_that_cannot_be_fail_in_words),
        cmocka_unit_test(test_effects_that_can_never_be_done_are_refused),
    };
    return cmocka_run_group_tests_name("faults of expressions", tests, NULL, NULL);
}
