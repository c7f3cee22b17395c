/* The expression language: every operation, precedence, sets on small and large boards, totality,
 * messages, and the budget. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "play/dispatch.h"

enum { STONES = 5, CARDS = 3 };

struct world {
    int columns;
    struct mst_rules *rules;
    struct mst_position *pos;
    struct mst_play play;
};

static void declare(struct mst_schema *schema) {
    static const struct mst_field fields[] = {
        {.name = "turn", .of = MST_OF_GAME, .max = 9, .initial = 4, .hashed = true},
        {.name = "score", .of = MST_OF_SEAT, .min = -9, .max = 9, .hashed = true},
        {.name = "ground", .of = MST_OF_ZONE, .max = 9, .initial = 2, .hashed = true},
        {.name = "damage", .of = MST_OF_PIECE, .max = 6, .hashed = true},
    };
    static const struct mst_container hand = {.name = "hand", .per_seat = true};
    static const struct mst_container pile = {.name = "pile", .ordered = true};
    for (int i = 0; i < 4; i++)
        assert_int_equal(mst_schema_field(schema, &fields[i], NULL), i);
    assert_int_equal(mst_schema_type(schema, "stone", STONES, NULL, NULL), 0);
    assert_int_equal(mst_schema_type(schema, "card", CARDS, NULL, NULL), 1);
    assert_true(mst_schema_container(schema, &hand, NULL) > 0);
    assert_true(mst_schema_container(schema, &pile, NULL) > 0);
}

static void add_define(struct mst_rules *rules, const char *name, const char *param, const char *text) {
    struct mst_define *define =
        mst_rules_grow(&rules->defines, &rules->define_count, sizeof *define);
    struct mst_layer *layer = mst_rules_grow(&define->layers, &define->layer_count, sizeof *layer);
    snprintf(define->name, sizeof define->name, "%s", name);
    if (param) {
        snprintf(define->params[0], sizeof define->params[0], "%s", param);
        define->param_count = 1;
    }
    layer->text = mst_strdup(text);
    layer->origin = mst_strdup("define:1");
    layer->module = mst_strdup("test");
    assert_true(mst_rules_name(rules, name, MST_NAME_DEFINE, rules->define_count - 1, NULL));
}

/* A square board. a1 holds stones 0 (of seat 0, at the bottom), 1 (seat 1, damage 3) and 2 (seat 0);
 * b2 holds stone 3 of seat 1; the hand of seat 1 holds cards 5 and 6; all else is in the box. */
static void build(struct world *w, int columns) {
    *w = (struct world){.columns = columns, .rules = mst_rules_new()};
    struct mst_schema *schema = w->rules->schema;
    schema->board = mst_board_grid(columns, columns, true, NULL);
    schema->seats = 2;
    declare(schema);
    assert_int_equal(mst_schema_freeze(schema, NULL), MST_OK);
    assert_true(mst_rules_name(w->rules, "ten", MST_NAME_CONSTANT, 10, NULL));
    struct mst_table *table =
        mst_rules_grow(&w->rules->tables, &w->rules->table_count, sizeof *table);
    table->count = 4;
    table->values = mst_calloc(4, sizeof *table->values);
    for (int i = 0; i < 4; i++)
        table->values[i] = 7 * i;
    assert_true(mst_rules_name(w->rules, "sevens", MST_NAME_TABLE, 0, NULL));
    struct mst_region *region =
        mst_rules_grow(&w->rules->regions, &w->rules->region_count, sizeof *region);
    region->count = 2;
    region->words = mst_calloc((size_t)(2 * schema->board->words), sizeof *region->words);
    region->words[0] = 1;
    region->words[schema->board->words] = 6;
    assert_true(mst_rules_name(w->rules, "home", MST_NAME_REGION, 0, NULL));
    add_define(w->rules, "twice", "x", "x + x");
    add_define(w->rules, "around", "s", "near(s) - s");
    add_define(w->rules, "first_row", NULL, "{z in zones: row(z) == 0}");
    w->pos = mst_position_new(schema);
    int base = schema->board->zones, hand = base + 1;
    for (int p = 0; p < 4; p++) {
        mst_position_set_owner(w->pos, p, p % 2);
        mst_position_put(w->pos, p, p < 3 ? 0 : columns + 1);
    }
    mst_position_set_piece(w->pos, 1, &schema->fields[3], 3);
    for (int p = 5; p < 7; p++)
        mst_position_put(w->pos, p, hand + 1);
    mst_position_set(w->pos, schema->fields[1].first + schema->fields[1].stride, -6);
    mst_position_set(w->pos, MST_SLOT_TO_MOVE, 1);
    assert_true(mst_play_init(&w->play, w->rules, w->pos));
}

static void demolish(struct world *w) {
    mst_play_clear(&w->play);
    mst_position_free(w->pos);
    mst_rules_free(w->rules);
}

static int64_t value_of(struct world *w, const char *text) {
    struct mst_error error = {0};
    int node = mst_compile_int(w->rules, NULL, text, "test:1", &error);
    if (node < 0)
        fail_msg("%s: %s", text, error.text);
    w->play.nodes = w->rules->nodes;
    mst_play_ready(&w->play);
    int64_t value = mst_eval(&w->play, node);
    if (w->play.failed)
        fail_msg("%s: %s", text, w->play.error.text);
    return value;
}

struct expectation {
    const char *text;
    int64_t value;
};

static void expect_all(struct world *w, const struct expectation *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int64_t value = value_of(w, list[i].text);
        if (value != list[i].value)
            fail_msg("%dx%d: %s is %lld, not %lld", w->columns, w->columns, list[i].text,
                     (long long)value, (long long)list[i].value);
    }
}

/* Run over a board of one word and over one of three. */
static void expect_on_both(const struct expectation *list, size_t count) {
    const int sizes[] = {7, 12};
    for (int i = 0; i < 2; i++) {
        struct world w;
        build(&w, sizes[i]);
        expect_all(&w, list, count);
        demolish(&w);
    }
}
#define EXPECT_ON_BOTH(list) expect_on_both(list, sizeof list / sizeof *list)

/* ---- values ---------------------------------------------------------------------------------- */

/* `turn` is 4 and keeps the compiler from folding. */
static void test_arithmetic_is_that_of_whole_numbers(void **state) {
    static const struct expectation list[] = {
        {"2 + 3", 5}, {"turn + 3", 7}, {"turn - 7", -3}, {"turn * -3", -12}, {"- turn", -4},
        {"7 // 2", 3}, {"-7 // 2", -4}, {"(turn + 3) // -2", -4}, {"-(turn + 3) // -2", 3},
        {"7 % 3", 1}, {"-7 % 3", 2}, {"(turn + 3) % -3", -2}, {"turn // 0", 0}, {"turn % 0", 0},
        {"min(turn, 2)", 2}, {"max(turn, 9)", 9}, {"abs(turn - 9)", 5}, {"abs(turn)", 4},
        {"- - turn", 4}, {"1000000 * 1000000", 1000000000000}, {"turn // 1 - 0", 4},
        {"ten", 10}, {"true", 1}, {"false", 0}, {"none", -1}, {"seats", 2}, {"me", 1},
        {"turn -- a comment\n + 1", 5}, {"sevens(2)", 14}, {"sevens(turn)", 0}, {"sevens(none)", 0},
    };
    (void)state;
    EXPECT_ON_BOTH(list);
}

static void test_comparisons_and_logic_give_one_or_nothing(void **state) {
    static const struct expectation list[] = {
        {"turn == 4", 1}, {"turn == 5", 0}, {"turn ~= 4", 0}, {"turn ~= 5", 1}, {"turn < 4", 0},
        {"turn < 5", 1}, {"turn <= 4", 1}, {"turn <= 3", 0}, {"turn > 4", 0}, {"turn > 3", 1},
        {"turn >= 4", 1}, {"turn >= 5", 0}, {"turn and 7", 1}, {"turn and 0", 0}, {"0 or turn", 1},
        {"0 or 0", 0}, {"not turn", 0}, {"not 0", 1}, {"not not turn", 1},
        {"if turn == 4 then 8 else 9", 8}, {"if turn == 5 then 8 else 9", 9},
        {"if 0 then 1 else if turn then 2 else 3", 2},
    };
    (void)state;
    EXPECT_ON_BOTH(list);
}

static void test_precedence_is_as_in_lua(void **state) {
    static const struct expectation list[] = {
        {"2 + 3 * turn", 14}, {"(2 + 3) * turn", 20}, {"turn - 3 - 2", -1}, {"100 // 7 // 2", 7},
        {"-2 * -3", 6}, {"- 2 + 3", 1}, {"1 + 1 == 2 and 3 < turn", 1}, {"0 and 0 or 1", 1},
        {"1 or 0 and 0", 1}, {"not 1 == 2", 1}, {"not (1 == 1) or 1", 1}, {"turn * 2 % 3", 2},
        {"size(only(0) | only(1) & only(2))", 1}, {"size((only(0) | only(1)) & only(2))", 0},
        {"size(only(0) | zones - occupied & only(1))", 2}, {"2 in only(2) and 3 in only(3)", 1},
        {"if 1 then 2 else 3 + 4", 2}, {"(if 1 then 2 else 3) + turn", 6}, {"1 + 1 in only(2)", 1},
    };
    (void)state;
    EXPECT_ON_BOTH(list);
}

static void test_facts_of_pieces_and_places_are_read(void **state) {
    static const struct expectation list[] = {
        {"top(0)", 2}, {"below(2)", 1}, {"below(0)", -1}, {"level(2)", 3}, {"level(0)", 1},
        {"place(1)", 0}, {"owner(1)", 1}, {"owner(4)", -1}, {"type(2)", 0}, {"type(6)", 1},
        {"stone", 0}, {"card", 1}, {"count(0)", 3}, {"count(1)", 0}, {"count(box)", 2},
        {"count(hand(1))", 2}, {"count(hand(0))", 0}, {"count(pile)", 0}, {"damage(1)", 3},
        {"ground(5)", 2}, {"score(1)", -6}, {"score(me)", -6}, {"turn", 4},
        {"top(top(5)) == top(none)", 1}, {"place(6) == hand(1)", 1}, {"place(4) == box", 1},
    };
    (void)state;
    EXPECT_ON_BOTH(list);
}

static void test_nothing_has_no_facts(void **state) {
    static const struct expectation list[] = {
        {"top(none)", -1}, {"top(100000)", -1}, {"below(none)", -1}, {"level(none)", 0},
        {"place(none)", -1}, {"owner(none)", -1}, {"type(none)", -1}, {"count(none)", 0},
        {"damage(none)", 0}, {"damage(99999)", 0}, {"ground(none)", 0}, {"score(2)", 0},
        {"score(none)", 0}, {"column(none)", 0}, {"row(none)", 0}, {"step(none, n)", -1},
        {"step(0, s)", -1}, {"step(0, w)", -1}, {"step(0, none)", -1}, {"step(0, 8)", -1},
        {"at(-1, 0)", -1}, {"at(0, 99)", -1}, {"hand(none)", -1}, {"hand(2)", -1}, {"arg(1)", 0},
        {"arg(0)", 0}, {"arg(99)", 0}, {"size(only(none))", 0}, {"size(only(9999))", 0},
        {"first(nothing)", -1}, {"none in zones", 0}, {"9999 in zones", 0}, {"size(near(none))", 0},
        {"size(home(none))", 0}, {"size(home(2))", 0}, {"size(tops(stone, 7))", 0},
        {"size(tops(stone, -5))", 0}, {"size(tops(9))", 0}, {"size(shift(zones, none))", 0},
        {"size(shift(zones, 9))", 0}, {"tally(p of none: 1)", 0}, {"sum(x in 5 .. 4: 1)", 0},
        {"every(x in 5 .. 4: 0)", 1}, {"some(x in nothing: 1)", 0}, {"pick(x in nothing: 1)", -1},
        {"walk(none, p: 1)", -1},
    };
    (void)state;
    EXPECT_ON_BOTH(list);
}

static void test_loops_run_over_sets_ranges_and_stacks(void **state) {
    static const struct expectation list[] = {
        {"some(z in zones: top(z) ~= none)", 1}, {"some(z in zones: count(z) > 3)", 0},
        {"every(z in occupied: owner(top(z)) >= 0)", 1}, {"every(z in occupied: count(z) == 3)", 0},
        {"tally(z in zones: top(z) ~= none)", 2}, {"sum(x in 1 .. turn: x)", 10},
        {"sum(x in 1 .. 3: sum(y in 1 .. x: y))", 10}, {"pick(z in zones: owner(top(z)) == 1) == "
                                                        "at(1, 1)", 1},
        {"pick(x in 3 .. 9: x * x > 20)", 5}, {"sum(p of 0: damage(p))", 3},
        {"pick(p of 0: true)", 2}, {"tally(p of hand(1): type(p) == card)", 2},
        {"walk(top(0), p: owner(p) == 0)", 1}, {"walk(top(0), p: true)", -1},
        {"sum(x in 1 .. 2: x) + sum(x in 3 .. 4: x)", 10}, {"size({z in zones: count(z) == 3})", 1},
        {"twice(turn)", 8}, {"twice(twice(turn) + 1)", 18}, {"size(around(only(0)))", 3},
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
    w->play.nodes = w->rules->nodes;
    mst_play_ready(&w->play);
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
        build(&w, sizes[i]);
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
        demolish(&w);
    }
}

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
        {"step(1)", "expected ','"},
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
    build(&w, 7);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        expect_refusal(&w, false, list[i].text, list[i].says);
    expect_refusal(&w, true, "turn", "expected a set of zones, found a number");
    expect_refusal(&w, false, "tunr", "in \"tunr\"");
    demolish(&w);
}

static void test_texts_without_measure_are_refused(void **state) {
    static const char *const units[] = {"(", "- ", "~", "not ", "if 1 then 1 else ", "abs("};
    static char text[60000];
    struct world w;
    (void)state;
    build(&w, 7);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        struct mst_error error = {0};
        text[0] = 0;
        for (size_t at = 0; at + 40 < sizeof text; at += strlen(units[i]))
            memcpy(text + at, units[i], strlen(units[i]) + 1);
        assert_int_equal(mst_compile_int(w.rules, NULL, text, "t:1", &error), -1);
        assert_non_null(strstr(error.text, "nested too deeply"));
    }
    demolish(&w);
}

static void test_definitions_that_double_are_refused_before_memory_ends(void **state) {
    struct world w;
    struct mst_error error = {0};
    char name[16], text[64];
    (void)state;
    build(&w, 7);
    add_define(w.rules, "b0", NULL, "turn + turn");
    for (int i = 1; i < 24; i++) {
        snprintf(name, sizeof name, "b%d", i);
        snprintf(text, sizeof text, "b%d + b%d", i - 1, i - 1);
        add_define(w.rules, name, NULL, text);
    }
    assert_int_equal(mst_compile_int(w.rules, NULL, "b23", "t:1", &error), -1);
    assert_non_null(strstr(error.text, "too large"));
    add_define(w.rules, "round", NULL, "round + 1");
    assert_int_equal(mst_compile_int(w.rules, NULL, "round", "t:1", &error), -1);
    assert_non_null(strstr(error.text, "without end"));
    demolish(&w);
}

static void test_loops_spend_the_budget(void **state) {
    struct world w;
    struct mst_error error = {0};
    (void)state;
    build(&w, 7);
    int node = mst_compile_int(w.rules, NULL,
                               "sum(a in 1 .. 100000: sum(b in 1 .. 100000: turn))", "t:1", &error);
    assert_true(node >= 0);
    w.play.nodes = w.rules->nodes;
    mst_play_ready(&w.play);
    mst_eval(&w.play, node);
    assert_true(w.play.failed);
    assert_int_equal(w.play.error.status, MST_BUDGET);
    assert_int_equal(value_of(&w, "sum(a in 1 .. 100: sum(b in 1 .. 100: turn))"), 40000);
    demolish(&w);
}

/* ---- effects --------------------------------------------------------------------------------- */

static bool run_text(struct world *w, const char *text) {
    struct mst_error error = {0};
    int node = mst_compile_effects(w->rules, NULL, text, "t:1", &error);
    if (node < 0)
        fail_msg("%s: %s", text, error.text);
    w->play.nodes = w->rules->nodes;
    mst_play_ready(&w->play);
    return mst_run(&w->play, node);
}

static void test_effects_write_what_they_say(void **state) {
    static const struct expectation after[] = {
        {"turn", 3}, {"score(0)", 5}, {"ground(3)", 9}, {"damage(top(0))", 2}, {"owner(4)", 1},
        {"place(4)", 9}, {"count(pile)", 2}, {"score(1)", -2}, {"level(4)", 1}, {"ground(8)", 7},
    };
    struct world w;
    (void)state;
    build(&w, 7);
    assert_true(run_text(&w, "turn = 3; score(0) = turn + 2\n"
                             "ground(3) = 9 damage(top(0)) = 2 -- the top stone\n"
                             "owner(4) = 1 put(4, 9)\n"
                             "for p of hand(1) do put(p, pile) end\n"
                             "for x in 1 .. 4 do score(1) = score(1) + 1 end\n"
                             "let z = 8 if z == 7 then ground(z) = 1 elseif z == 8 then ground(z) = 7 "
                             "else ground(z) = 3 end"));
    expect_all(&w, after, sizeof after / sizeof *after);
    demolish(&w);
}

static void test_effects_that_cannot_be_fail_in_words(void **state) {
    static const char *const list[] = {
        "turn = 10", "turn = -1", "score(5) = 1", "damage(none) = 1", "owner(0) = 2", "owner(99) = 0",
        "put(99, 0)", "put(0, 9999)", "put(0, none)", "pop()", "over(8, 'nobody')",
        "for x in 1 .. 100000000 do turn = 1 end",
    };
    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        struct world w;
        build(&w, 7);
        if (run_text(&w, list[i]))
            fail_msg("'%s' is done", list[i]);
        assert_true(w.play.failed);
        assert_true(strlen(w.play.error.text) > 10);
        demolish(&w);
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
        cmocka_unit_test(test_faults_are_said_with_the_text_and_the_nearest_name),
        cmocka_unit_test(test_texts_without_measure_are_refused),
        cmocka_unit_test(test_definitions_that_double_are_refused_before_memory_ends),
        cmocka_unit_test(test_loops_spend_the_budget),
        cmocka_unit_test(test_effects_write_what_they_say),
        cmocka_unit_test(test_effects_that_cannot_be_fail_in_words),
    };
    return cmocka_run_group_tests_name("expressions", tests, NULL, NULL);
}
