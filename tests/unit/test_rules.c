/* What rule functions give, compiled and as Lua, on a board of one word and on one of three:
 * numbers, conditions, facts, loops and sets, each as a condition that must hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "lib/square.h"
#include "rulesets/ruleset.h"

/* Functions that the conditions below call. */
static const char FUNCTIONS[] =
    "local first_row, wall = grid.row(0), grid.column(2)\n"
    "local fence = wall - grid.row(#wall - 1)\n"
    "local function around(s) return near(s) - s end\n"
    "local function shifted(x)\n"
    "  return range(0, 2):sum(function(y) return twice(y) + y + x end)\n"
    "end\n"
    "local function all(s)\n"
    "  return s:where(function(z) return s:some(function(y) return y == z end) end)\n"
    "end\n"
    "local function even(z) return (column(z) * 3 + row(z)) % 4 == 0 end\n"
    "local function broken(n) if now.broken == 0 then now.broken = n end end\n";

/* ---- conditions ------------------------------------------------------------------------------ */

static const int sizes[] = {7, 12};

/* A move that looks whether each of the conditions holds: number n + 1 is what broke first. */
static void write_conditions(struct mst_buf *lua, const char *const *conditions, int count) {
    int part = 40;
    for (int i = 0; i < count; i++) {
        if (i % part == 0)
            mst_buf_printf(lua, "%slocal function part%d()\n", i ? "end\n" : "", i / part);
        mst_buf_printf(lua, "if not (%s) then broken(%d) end\n", conditions[i], i + 1);
    }
    mst_buf_puts(lua, "end\nmuster.move { 'ask', at = play, text = 'ask', apply = function()\n");
    for (int i = 0; i < count; i += part)
        mst_buf_printf(lua, "part%d()\n", i / part);
    mst_buf_puts(lua, "end }\n");
}

static void expect_on(const char *path, int columns, const char *const *conditions, int count) {
    struct mst_buf lua = {0};
    struct mst_error error = {0};
    mst_buf_puts(&lua, FUNCTIONS);
    write_conditions(&lua, conditions, count);
    struct mst_match *match = square_match(path, columns, mst_buf_text(&lua));
    mst_buf_clear(&lua);
    if (mst_match_play(match, "ask", &error) != MST_OK)
        fail_msg("%s: %s: %s", path, error.at, error.text);
    int broken = core_get(match->pos, match->ruleset->rules->schema->fields[1].first);
    if (broken)
        fail_msg("%dx%d, %s: not %s", columns, columns, path, conditions[broken - 1]);
    square_end(match);
}

static void expect(const char *const *conditions, size_t count) {
    for (int i = 0; i < 4; i++)
        expect_on(square_paths[i % 2], sizes[i / 2], conditions, (int)count);
}
#define EXPECT(list) expect(list, sizeof list / sizeof *(list))

static void test_numbers_are_those_of_lua(void **state) {
    static const char *const list[] = {
        "now.turn + 3 == 7",
        "now.turn - 7 == -3",
        "now.turn * -3 == -12",
        "-now.turn == -4",
        "7 // 2 == 3",
        "-7 // 2 == -4",
        "(now.turn + 3) // -2 == -4",
        "-(now.turn + 3) // -2 == 3",
        "7 % 3 == 1",
        "-7 % 3 == 2",
        "(now.turn + 3) % -3 == -2",
        "math.min(now.turn, 2) == 2",
        "math.max(now.turn, 9) == 9",
        "math.abs(now.turn - 9) == 5",
        "- -now.turn == 4",
        "now.turn // 1 - 0 == 4",
        "1000000 * (now.turn + 999996) == 1000000000000",
        "ten * now.turn == 40",
        "seats == 2",
        "sevens[2] == 14",
        "sevens[now.turn - 1] == 21",
        /* 64 bits, and over their end */
        "last + now.turn == math.mininteger + 3",
        "-last - 1 - now.turn == last - 3",
        "(last - 3 + now.turn) * 2 == 0",
        "math.mininteger // (3 - now.turn) == math.mininteger",
        "math.mininteger % (3 - now.turn) == 0",
        "math.abs(math.mininteger + now.turn) == last - 3",
        "now.turn -- a comment\n + 1 == 5",
        /* what binds more */
        "2 + 3 * now.turn == 14",
        "(2 + 3) * now.turn == 20",
        "now.turn - 3 - 2 == -1",
        "100 // (now.turn + 3) // 2 == 7",
        "-now.turn % 3 == 2",
        "now.turn * 2 % 3 == 2",
        "not (1 == now.turn)",
        "#(only(at(0, 0)) | only(at(1, 0)) & only(at(2, 0))) == 1",
        "#((only(at(0, 0)) | only(at(1, 0))) & only(at(2, 0))) == 0",
        "#(only(at(0, 0)) | zones - occupied() & only(at(1, 0))) == 2",
    };
    (void)state;
    EXPECT(list);
}

static void test_conditions_are_those_of_lua(void **state) {
    static const char *const list[] = {
        "now.turn == 4 and now.turn ~= 5 and not (now.turn == 5 or now.turn ~= 4)",
        "now.turn < 5 and now.turn <= 4 and now.turn > 3 and now.turn >= 4",
        "not (now.turn < 4 or now.turn <= 3 or now.turn > 4 or now.turn >= 5)",
        "(now.turn == 4 and 8 or 9) == 8",
        "(now.turn == 5 and 8 or 9) == 9",
        "now.turn == 4 or 1 // (now.turn - 4) == 0",
        "not (now.turn == 5 and 1 // (now.turn - 4) == 0)",
        "top(at(1, 0)) == nil and not top(at(1, 0))",
        "(top(at(1, 0)) or top(at(1, 1))) == 3",
        "(now.turn == 4 and top(at(1, 0))) == nil",
        "not (zones == nothing) and zones == ~nothing and home[0] ~= home[1]",
        "(now.turn == 4) == (score[1] == -6) and (now.turn == 4) ~= (now.turn == 5)",
        "nothing:first() == nil and #nothing == 0",
        "not (zones:where(function(z) return column(z) > 2 end):first() == nil)",
        "home[me()][at(1, 0)] and not home[1 - me()][at(1, 0)] and not home[me()][nil]",
    };
    (void)state;
    EXPECT(list);
}

static void test_facts_of_pieces_and_places_are_read(void **state) {
    static const char *const list[] = {
        "top(at(0, 0)) == 2 and below(2) == 1 and below(1) == 0 and below(0) == nil",
        "level(2) == 3 and level(0) == 1 and place(1) == at(0, 0)",
        "owner[1] == 1 and owner[4] == nil and kind(2) == stone and kind(6) == card",
        "count(at(0, 0)) == 3 and count(at(1, 0)) == 0 and count(box) == 2",
        "count(hand[1]) == 2 and count(hand[0]) == 0 and count(pile) == 0",
        "damage[1] == 3 and ground[at(5, 0)] == 2 and score[1] == -6 and score[me()] == -6",
        "place(6) == hand[1] and place(4) == box and me() == 1 and known(5)",
        "#tops(stone) == 2 and tops(stone, 0) == home[0] and tops(stone, me()) == only(at(1, 1))",
        "tops(kind(top(at(0, 0))), owner[top(at(0, 0))]) == home[0]",
        "tops(kind(top(at(0, 0))), 1) == only(at(1, 1))",
        "occupied() == only(at(0, 0)) | only(at(1, 1)) and #tops(card) == 0",
    };
    (void)state;
    EXPECT(list);
}

static void test_nothing_has_no_facts(void **state) {
    static const char *const list[] = {
        "top(nil) == nil and top(at(-1, 0)) == nil and below(nil) == nil and level(nil) == 0",
        "place(nil) == nil and owner[nil] == nil and kind(nil) == nil and count(nil) == 0",
        "damage[nil] == 0 and damage[top(at(1, 0))] == 0 and ground[nil] == 0 and score[nil] == 0",
        "soil[step(at(0, 0), grid.w)] == 0 and column(nil) == 0 and row(nil) == 0",
        "step(nil, grid.n) == nil and step(at(0, 0), grid.s) == nil and step(at(0, 0), grid.w) == "
        "nil",
        "at(-1, 0) == nil and at(0, 99) == nil and at(now.turn, -1) == nil",
        "hand[nil] == nil and count(hand[owner[4]]) == 0 and arg(1) == 0 and arg(7) == 0",
        "#only(nil) == 0 and nothing:first() == nil and not zones[nil] and #near(at(-1, 0)) == 0",
        "#tops(stone, nil) == 0",
        "#tops(stone, owner[4]) == 0",
        "#tops(kind(nil)) == 0",
        "#tops(kind(below(0))) == 0",
        "#shift(nothing, grid.n) == 0",
        "#flood(at(-1, 0), zones) == 0 and #flood(at(2, 0), zones - wall) == 0",
        "#pieces(nil) == 0 and #pieces(hand[0]) == 0 and pieces(hand[0]):first() == nil",
        "pieces(nil):tally(function() return true end) == 0",
        "range(5, now.turn):sum(function() return 1 end) == 0",
        "range(5, now.turn):every(function() return false end)",
        "not nothing:some(function() return true end) and nothing:every(function() return false "
        "end)",
        "nothing:pick(function() return true end) == nil",
    };
    (void)state;
    EXPECT(list);
}

static void test_loops_run_over_sets_ranges_and_stacks(void **state) {
    static const char *const list[] = {
        "zones:some(function(z) return top(z) end) and occupied():every(function(z) return "
        "owner[top(z)] end)",
        "not zones:some(function(z) return count(z) > 3 end)",
        "zones:tally(function(z) return top(z) ~= nil end) == 2",
        "range(1, now.turn):sum(function(x) return x end) == 10",
        "range(1, 3):sum(function(x) return range(1, x):sum(function(y) return y end) end) == 10",
        "zones:pick(function(z) return owner[top(z)] == 1 end) == at(1, 1)",
        "range(3, 9):pick(function(x) return x * x > 20 end) == 5",
        "pieces(at(0, 0)):sum(function(p) return damage[p] end) == 3",
        "pieces(at(0, 0)):pick(function() return true end) == 2",
        "pieces(hand[1]):tally(function(p) return kind(p) == card end) == 2",
        "pieces(at(0, 0)):pick(function(p) return owner[p] == 1 end) == 1",
        "#zones:where(function(z) return count(z) == 3 end) == 1",
        "twice(twice(now.turn) + 1) == 18 and #around(only(at(0, 0))) == 3",
        /* names of functions stay apart from those around a call */
        "shifted(3) == 3 * (0 + 1 + 2) + 3 * 3",
        "range(0, 2):sum(function(x) return shifted(x) end) == 3 * 9 + 3 * 3",
        "twice(range(1, 9):pick(function(x) return twice(x) > 7 end)) == 8",
        "range(1, 3):sum(function(x) return range(x, 3):sum(function(y) return twice(x) * y end) "
        "end) == 50",
        "#all(home[0]) + #all(zones & home[1]) == 3",
        /* loops within loops end early */
        "range(1, 5):sum(function(a) return range(a, 9):pick(function(b) return b * b > 10 end) "
        "end) == 4 * 4 + 5",
        "zones:tally(function(a) return near(a):some(function(b) return near(b):every(function(c) "
        "return c ~= at(0, 0) end) end) and a ~= at(0, 0) and row(a) == 0 and column(a) < 3 end) "
        "== 2",
        "range(1, 3):sum(function(a) return pieces(at(0, 0)):tally(function(p) return level(p) >= "
        "a end) end) == 6",
        "#zones:where(function(a) return home[1]:some(function(b) return b == a end) end) == 2",
        /* what follows the last number is the first one */
        "range(last - 2, last):tally(function() return true end) == 3",
        "range(last, last):tally(function() return true end) == 1",
        "range(-last - 1, -last):tally(function() return true end) == 2",
        "range(last, last + 1):tally(function() return true end) == 0",
        "range(now.turn, now.turn - 1):tally(function() return true end) == 0",
    };
    (void)state;
    EXPECT(list);
}

/* ---- operands of every form ------------------------------------------------------------------ */

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

/* Each comparison in four shapes: as a value, as a condition, and as parts of one. */
static void test_comparisons_hold_for_operands_of_every_form(void **state) {
    static const char *const signs[] = {"==", "~=", "<", "<=", ">", ">="};
    static const struct {
        const char *text;
        int64_t value;
    } operands[] = {
        {"now.turn", 4},        /* a slot */
        {"twice(now.turn)", 8}, /* a register */
        {"score[1]", -6},       /* a fact */
        {"4", 4},               /* numbers, and those that an instruction does not hold */
        {"-6", -6},
        {"2147483647", 2147483647},
        {"2147483648", 2147483648},
        {"-2147483648", -2147483648LL},
        {"-2147483649", -2147483649LL},
    };
    static const char *const before[] = {"((", "(", "(now.turn == 4 and ", "(now.turn == 3 or "};
    enum { COUNT = sizeof operands / sizeof *operands };
    static char texts[COUNT * COUNT * 6][100];
    const char *list[COUNT * COUNT * 6];
    (void)state;
    for (int shape = 0; shape < 4; shape++) {
        for (size_t i = 0; i < COUNT * COUNT * 6; i++) {
            int a = (int)(i % COUNT), b = (int)(i / COUNT % COUNT);
            const char *sign = signs[i / COUNT / COUNT];
            bool expected = holds(operands[a].value, sign, operands[b].value);
            snprintf(texts[i], sizeof texts[i], "%s%s %s %s%s == %s", before[shape],
                     operands[a].text, sign, operands[b].text, shape ? ")" : ") and true or false)",
                     expected ? "true" : "false");
            list[i] = texts[i];
        }
        for (int path = 0; path < 2; path++)
            expect_on(square_paths[path], 7, list, COUNT * COUNT * 6);
    }
}

/* ---- sets against a slow account of them ----------------------------------------------------- */

enum { MOST = 144 };

/* A set, and whether a zone of the board is in it. */
struct account {
    const char *set;
    bool (*has)(const struct core_board *board, int columns, int zone);
};

static bool even(const struct core_board *board, int columns, int zone) {
    (void)board;
    return (zone % columns * 3 + zone / columns) % 4 == 0;
}

static bool odd(const struct core_board *board, int columns, int zone) {
    return !even(board, columns, zone);
}

static bool even_or_first_row(const struct core_board *board, int columns, int zone) {
    return zone < columns || even(board, columns, zone);
}

static bool even_in_first_row(const struct core_board *board, int columns, int zone) {
    return zone < columns && even(board, columns, zone);
}

/* Does a step in one of directions first .. last lead to the zone from one of the set? */
static bool reached(const struct core_board *board, int columns, int zone, int first, int last) {
    for (int from = 0; from < board->zones; from++)
        for (int d = first; d <= last; d++)
            if (board->to[d][from] == zone && even(board, columns, from))
                return true;
    return false;
}

static bool near_even(const struct core_board *board, int columns, int zone) {
    return reached(board, columns, zone, 0, board->directions - 1);
}

static int way; /* of the shift */
static bool shifted_even(const struct core_board *board, int columns, int zone) {
    return reached(board, columns, zone, way, way);
}

/* A wall with a gap at its end is gone round; one without is not. */
static bool round_the_wall(const struct core_board *board, int columns, int zone) {
    (void)board;
    return zone % columns != 2 || zone / columns == columns - 1;
}

static bool before_the_wall(const struct core_board *board, int columns, int zone) {
    (void)board;
    return zone % columns < 2;
}

static bool none(const struct core_board *board, int columns, int zone) {
    (void)board;
    (void)columns;
    (void)zone;
    return false;
}

/* The zones that can be chosen from the set are those of the account. */
static void expect_set(const char *path, int columns, const struct account *account) {
    struct mst_buf lua = {0}, wanted = {0};
    mst_buf_puts(&lua, FUNCTIONS);
    mst_buf_printf(&lua,
                   "muster.move { 'ask', at = play, text = '{z}', apply = function() end,\n"
                   "  legal = function() choose('z', %s) end, choices = { z = 'zone' } }\n",
                   account->set);
    struct mst_match *match = square_match(path, columns, mst_buf_text(&lua));
    const struct core_board *board = match->ruleset->rules->schema->board;
    for (int z = 0; z < board->zones; z++)
        if (account->has(board, columns, z))
            mst_buf_printf(&wanted, "%s\n", board->names[z]);
    char *legal = mst_match_legal(match, NULL);
    if (strcmp(legal, mst_buf_text(&wanted)) != 0)
        fail_msg("%dx%d, %s: %s is\n%snot\n%s", columns, columns, path, account->set, legal,
                 mst_buf_text(&wanted));
    mst_text_free(legal);
    mst_buf_clear(&wanted);
    mst_buf_clear(&lua);
    square_end(match);
}

static void test_sets_are_as_a_slow_account_has_them(void **state) {
    static const char *const ways[] = {"n", "e", "s", "w", "ne", "se", "sw", "nw"};
    static const int columns[] = {7, 8, 12};
    static const struct account accounts[] = {
        {"zones:where(even)", even},
        {"~zones:where(even)", odd},
        {"zones - zones:where(even)", odd},
        {"first_row | zones:where(even)", even_or_first_row},
        {"first_row & zones:where(even)", even_in_first_row},
        {"now.turn == 4 and first_row & zones:where(even) or nothing", even_in_first_row},
        {"near(zones:where(even))", near_even},
        {"flood(at(0, 0), zones - fence)", round_the_wall},
        {"flood(only(at(0, 0)), zones - wall)", before_the_wall},
        {"nothing", none},
    };
    (void)state;
    for (int i = 0; i < 6; i++) {
        for (size_t k = 0; k < sizeof accounts / sizeof *accounts; k++)
            expect_set(square_paths[i % 2], columns[i / 2], &accounts[k]);
        for (way = 0; way < 8; way++) {
            char text[60];
            snprintf(text, sizeof text, "shift(zones:where(even), grid.%s)", ways[way]);
            expect_set(square_paths[i % 2], columns[i / 2], &(struct account){text, shifted_even});
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_are_those_of_lua),
        cmocka_unit_test(test_conditions_are_those_of_lua),
        cmocka_unit_test(test_facts_of_pieces_and_places_are_read),
        cmocka_unit_test(test_nothing_has_no_facts),
        cmocka_unit_test(test_loops_run_over_sets_ranges_and_stacks),
        cmocka_unit_test(test_comparisons_hold_for_operands_of_every_form),
        cmocka_unit_test(test_sets_are_as_a_slow_account_has_them),
    };
    return cmocka_run_group_tests_name("rules", tests, home_set_up, home_tear_down);
}
