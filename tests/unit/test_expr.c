/* The expression language: every operation, precedence, sets on small and large boards, totality.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/world.h"

/* ---- values ---------------------------------------------------------------------------------- */

/* `turn` is 4 and keeps the compiler from folding. */
static void test_arithmetic_is_that_of_whole_numbers(void **state) {
    static const struct expectation list[] = {
        {"2 + 3", 5},
        {"turn + 3", 7},
        {"turn - 7", -3},
        {"turn * -3", -12},
        {"- turn", -4},
        {"7 // 2", 3},
        {"-7 // 2", -4},
        {"(turn + 3) // -2", -4},
        {"-(turn + 3) // -2", 3},
        {"7 % 3", 1},
        {"-7 % 3", 2},
        {"(turn + 3) % -3", -2},
        {"turn // 0", 0},
        {"turn % 0", 0},
        {"min(turn, 2)", 2},
        {"max(turn, 9)", 9},
        {"abs(turn - 9)", 5},
        {"abs(turn)", 4},
        {"- - turn", 4},
        {"1000000 * 1000000", 1000000000000},
        {"turn // 1 - 0", 4},
        {"ten", 10},
        {"true", 1},
        {"false", 0},
        {"none", -1},
        {"seats", 2},
        {"me", 1},
        {"turn -- a comment\n + 1", 5},
        {"sevens(2)", 14},
        {"sevens(turn)", 0},
        {"sevens(none)", 0},
    };
    (void)state;
    EXPECT_ON_BOTH(list);
}

static void test_comparisons_and_logic_give_one_or_nothing(void **state) {
    static const struct expectation list[] = {
        {"turn == 4", 1},
        {"turn == 5", 0},
        {"turn ~= 4", 0},
        {"turn ~= 5", 1},
        {"turn < 4", 0},
        {"turn < 5", 1},
        {"turn <= 4", 1},
        {"turn <= 3", 0},
        {"turn > 4", 0},
        {"turn > 3", 1},
        {"turn >= 4", 1},
        {"turn >= 5", 0},
        {"turn and 7", 1},
        {"turn and 0", 0},
        {"0 or turn", 1},
        {"0 or 0", 0},
        {"not turn", 0},
        {"not 0", 1},
        {"not not turn", 1},
        {"if turn == 4 then 8 else 9", 8},
        {"if turn == 5 then 8 else 9", 9},
        {"if 0 then 1 else if turn then 2 else 3", 2},
    };
    (void)state;
    EXPECT_ON_BOTH(list);
}

static void test_precedence_is_as_in_lua(void **state) {
    static const struct expectation list[] = {
        {"2 + 3 * turn", 14},
        {"(2 + 3) * turn", 20},
        {"turn - 3 - 2", -1},
        {"100 // 7 // 2", 7},
        {"-2 * -3", 6},
        {"- 2 + 3", 1},
        {"1 + 1 == 2 and 3 < turn", 1},
        {"0 and 0 or 1", 1},
        {"1 or 0 and 0", 1},
        {"not 1 == 2", 1},
        {"not (1 == 1) or 1", 1},
        {"turn * 2 % 3", 2},
        {"size(only(0) | only(1) & only(2))", 1},
        {"size((only(0) | only(1)) & only(2))", 0},
        {"size(only(0) | zones - occupied & only(1))", 2},
        {"2 in only(2) and 3 in only(3)", 1},
        {"if 1 then 2 else 3 + 4", 2},
        {"(if 1 then 2 else 3) + turn", 6},
        {"1 + 1 in only(2)", 1},
    };
    (void)state;
    EXPECT_ON_BOTH(list);
}

static void test_facts_of_pieces_and_places_are_read(void **state) {
    static const struct expectation list[] = {
        {"top(0)", 2},
        {"below(2)", 1},
        {"below(0)", -1},
        {"level(2)", 3},
        {"level(0)", 1},
        {"place(1)", 0},
        {"owner(1)", 1},
        {"owner(4)", -1},
        {"type(2)", 0},
        {"type(6)", 1},
        {"stone", 0},
        {"card", 1},
        {"count(0)", 3},
        {"count(1)", 0},
        {"count(box)", 2},
        {"count(hand(1))", 2},
        {"count(hand(0))", 0},
        {"count(pile)", 0},
        {"damage(1)", 3},
        {"ground(5)", 2},
        {"score(1)", -6},
        {"score(me)", -6},
        {"turn", 4},
        {"top(top(5)) == top(none)", 1},
        {"place(6) == hand(1)", 1},
        {"place(4) == box", 1},
    };
    (void)state;
    EXPECT_ON_BOTH(list);
}

static void test_nothing_has_no_facts(void **state) {
    static const struct expectation list[] = {
        {"top(none)", -1},
        {"top(100000)", -1},
        {"below(none)", -1},
        {"level(none)", 0},
        {"place(none)", -1},
        {"owner(none)", -1},
        {"type(none)", -1},
        {"count(none)", 0},
        {"damage(none)", 0},
        {"damage(99999)", 0},
        {"ground(none)", 0},
        {"score(2)", 0},
        {"score(none)", 0},
        {"column(none)", 0},
        {"row(none)", 0},
        {"step(none, n)", -1},
        {"step(0, s)", -1},
        {"step(0, w)", -1},
        {"step(0, none)", -1},
        {"step(0, 8)", -1},
        {"at(-1, 0)", -1},
        {"at(0, 99)", -1},
        {"hand(none)", -1},
        {"hand(2)", -1},
        {"arg(1)", 0},
        {"arg(0)", 0},
        {"arg(99)", 0},
        {"size(only(none))", 0},
        {"size(only(9999))", 0},
        {"first(nothing)", -1},
        {"none in zones", 0},
        {"9999 in zones", 0},
        {"size(near(none))", 0},
        {"size(home(none))", 0},
        {"size(home(2))", 0},
        {"size(tops(stone, 7))", 0},
        {"size(tops(stone, -5))", 0},
        {"size(tops(9))", 0},
        {"size(shift(zones, none))", 0},
        {"size(shift(zones, 9))", 0},
        {"tally(p of none: 1)", 0},
        {"sum(x in 5 .. 4: 1)", 0},
        {"every(x in 5 .. 4: 0)", 1},
        {"some(x in nothing: 1)", 0},
        {"pick(x in nothing: 1)", -1},
        {"walk(none, p: 1)", -1},
    };
    (void)state;
    EXPECT_ON_BOTH(list);
}

static void test_loops_run_over_sets_ranges_and_stacks(void **state) {
    static const struct expectation list[] = {
        {"some(z in zones: top(z) ~= none)", 1},
        {"some(z in zones: count(z) > 3)", 0},
        {"every(z in occupied: owner(top(z)) >= 0)", 1},
        {"every(z in occupied: count(z) == 3)", 0},
        {"tally(z in zones: top(z) ~= none)", 2},
        {"sum(x in 1 .. turn: x)", 10},
        {"sum(x in 1 .. 3: sum(y in 1 .. x: y))", 10},
        {"pick(z in zones: owner(top(z)) == 1) == "
         "at(1, 1)",
         1},
        {"pick(x in 3 .. 9: x * x > 20)", 5},
        {"sum(p of 0: damage(p))", 3},
        {"pick(p of 0: true)", 2},
        {"tally(p of hand(1): type(p) == card)", 2},
        {"walk(top(0), p: owner(p) == 0)", 1},
        {"walk(top(0), p: true)", -1},
        {"sum(x in 1 .. 2: x) + sum(x in 3 .. 4: x)", 10},
        {"size({z in zones: count(z) == 3})", 1},
        {"twice(turn)", 8},
        {"twice(twice(turn) + 1)", 18},
        {"size(around(only(0)))", 3},
    };
    (void)state;
    EXPECT_ON_BOTH(list);
}

/* ---- sets against a slow account of them ----------------------------------------------------- */

enum { MOST = 144 };

static void set_of(struct world *w, const char *text, bool *in) {
    struct mst_error error = {0};
    uint64_t words[MST_MOST_WORDS];
    int node = mst_compile_set(w->rules, NULL, text, "test:1", &error);
    if (node < 0)
        fail_msg("%s: %s", text, error.text);
    world_ready(w);
    mst_eval_set(&w->play, node, words);
    assert_false(w->play.failed);
    int zones = w->rules->schema->board->zones;
    for (int z = 0; z < zones; z++)
        in[z] = words[z / 64] >> (z & 63) & 1;
    if (zones & 63) /* no zone that the board does not have */
        assert_true(words[zones / 64] >> (zones & 63) == 0);
}

static void expect_set(struct world *w, const char *text, const bool *expected) {
    bool found[MOST] = {0};
    set_of(w, text, found);
    for (int z = 0; z < w->rules->schema->board->zones; z++)
        if (found[z] != expected[z])
            fail_msg("%dx%d: %s: zone %s is %s", w->columns, w->columns, text,
                     w->rules->schema->board->names[z], found[z] ? "in" : "out");
}

static const char *const EVEN = "{z in zones: (column(z) * 3 + row(z)) % 4 == 0}";

static void slow_even(const struct world *w, bool *in) {
    for (int z = 0; z < w->columns * w->columns; z++)
        in[z] = (z % w->columns * 3 + z / w->columns) % 4 == 0;
}

static void slow_near(const struct world *w, const bool *from, int directions, bool *in) {
    const struct mst_board *board = w->rules->schema->board;
    memset(in, 0, MOST);
    for (int z = 0; z < board->zones; z++)
        for (int d = 0; d < directions; d++)
            if (from[z] && board->to[d][z] != MST_NONE)
                in[board->to[d][z]] = true;
}

static void check_sets(struct world *w) {
    const struct mst_board *board = w->rules->schema->board;
    bool even[MOST] = {0}, expected[MOST] = {0};
    char text[300];
    slow_even(w, even);
    expect_set(w, EVEN, even);
    for (int z = 0; z < board->zones; z++)
        expected[z] = !even[z];
    snprintf(text, sizeof text, "~%s", EVEN);
    expect_set(w, text, expected);
    snprintf(text, sizeof text, "zones - %s", EVEN);
    expect_set(w, text, expected);
    for (int z = 0; z < board->zones; z++)
        expected[z] = even[z] || z < w->columns;
    snprintf(text, sizeof text, "first_row | %s", EVEN);
    expect_set(w, text, expected);
    for (int z = 0; z < board->zones; z++)
        expected[z] = even[z] && z < w->columns;
    snprintf(text, sizeof text, "first_row & %s", EVEN);
    expect_set(w, text, expected);
    snprintf(text, sizeof text, "if turn == 4 then first_row & %s else nothing", EVEN);
    expect_set(w, text, expected);
    slow_near(w, even, board->directions, expected);
    snprintf(text, sizeof text, "near(%s)", EVEN);
    expect_set(w, text, expected);
    for (int d = 0; d < board->directions; d++) {
        memset(expected, 0, sizeof expected);
        for (int z = 0; z < board->zones; z++)
            if (even[z] && board->to[d][z] != MST_NONE)
                expected[board->to[d][z]] = true;
        snprintf(text, sizeof text, "shift(%s, %s)", EVEN, board->direction_names[d]);
        expect_set(w, text, expected);
    }
}

static void check_flood(struct world *w) {
    const struct mst_board *board = w->rules->schema->board;
    bool within[MOST] = {0}, reached[MOST] = {0}, next[MOST];
    for (int z = 0; z < board->zones; z++)
        within[z] = z % w->columns != 2 || z / w->columns == w->columns - 1; /* a wall with a gap */
    reached[0] = true;
    for (int round = 0; round < board->zones; round++) {
        slow_near(w, reached, board->directions, next);
        for (int z = 0; z < board->zones; z++)
            reached[z] |= next[z] && within[z];
    }
    char text[300];
    snprintf(text, sizeof text, "flood(only(0), {z in zones: column(z) ~= 2 or row(z) == %d})",
             w->columns - 1);
    expect_set(w, text, reached);
    memset(reached, 0, sizeof reached);
    expect_set(w, "flood(only(2), {z in zones: column(z) ~= 2})", reached);
}

static void test_sets_are_as_a_slow_account_has_them(void **state) {
    const int sizes[] = {7, 8, 12};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct world w;
        bool expected[MOST] = {0};
        world_open(&w, sizes[i]);
        check_sets(&w);
        check_flood(&w);
        expect_set(&w, "nothing", expected);
        expected[0] = true;
        expect_set(&w, "tops(stone, 0)", expected);
        expect_set(&w, "home(0)", expected);
        expected[w.columns + 1] = true;
        expect_set(&w, "tops(stone)", expected);
        expect_set(&w, "occupied", expected);
        expected[0] = false;
        expect_set(&w, "tops(stone, me)", expected);
        world_close(&w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic_is_that_of_whole_numbers),
        cmocka_unit_test(test_comparisons_and_logic_give_one_or_nothing),
        cmocka_unit_test(test_precedence_is_as_in_lua),
        cmocka_unit_test(test_facts_of_pieces_and_places_are_read),
        cmocka_unit_test(test_nothing_has_no_facts),
        cmocka_unit_test(test_loops_run_over_sets_ranges_and_stacks),
        cmocka_unit_test(test_sets_are_as_a_slow_account_has_them),
    };
    return cmocka_run_group_tests_name("expressions", tests, NULL, NULL);
}
