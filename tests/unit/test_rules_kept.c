/* Values that are kept so that rules need not compute them again: values of muster.once, zones of
 * an indexed field, keys of positions. Each is that of now, after whatever was written and taken
 * back. And what deeds leave behind, and how much a rule may hold at a time. */
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
#include "lang/code/uses.h"

static void play(struct mst_match *match, const char *move) {
    struct mst_error error = {0};
    if (mst_match_play(match, move, &error) != MST_OK)
        fail_msg("%s: %s: %s", move, error.at, error.text);
}

/* ---- deeds ----------------------------------------------------------------------------------- */

static void test_deeds_write_what_they_say(void **state) {
    static const char lua[] =
        "muster.move { 'do', at = play, text = 'do', apply = function()\n"
        "  now.turn = 3 score[0] = now.turn + 2\n"
        "  ground[at(3, 0)] = 9 soil[at(3, 0)], soil[at(0, 1)] = 7, 1 damage[top(at(0, 0))] = 2\n"
        "  owner[4] = 1 put(4, at(2, 1)) insert(7, at(0, 0), 2)\n"
        "  for p in pieces(hand[1]) do put(p, pile) end\n"
        "  for _ = 1, 4 do score[1] = score[1] + 1 end\n"
        "  local z = at(1, 1) if column(z) == 2 then ground[z] = 1\n"
        "  elseif row(z) == 1 then ground[z] = 7 else ground[z] = 3 end\n"
        "  carry(z, at(2, 1), pile)\n"
        "end }\n";
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct mst_match *match = square_match(square_paths[i], 7, lua);
        play(match, "do");
        char *line = mst_match_position(match, NULL);
        assert_string_equal(line, "play turn=3 score[0]=5 score[1]=-2 ground[d1]=9 ground[b2]=7 "
                                  "soil[d1]=7 soil[a2]=1 a1:stone1+card-+stone2{3}+stone1{2} "
                                  "c2:stone2 pile:card-+card-+stone-");
        mst_text_free(line);
        square_end(match);
    }
}

/* ---- kept values ----------------------------------------------------------------------------- */

/* `same` is legal as long as what is kept is what a look at all zones finds. */
static const char KEPT[] =
    "local function is_poor(z) return ground[z] == 3 end\n"
    "local function worth_of(set) return set:sum(function(z) return column(z) + 1 end) end\n"
    "local poor = muster.once(function() return zones:where(is_poor) end)\n"
    "local worth = muster.once(function() return worth_of(poor()) end)\n"
    "local own = muster.once(function()\n"
    "  return zones:tally(function(z) return owner[top(z)] == me() end) end)\n"
    "local function by(field, value)\n"
    "  return zones:where(function(z) return field[z] == value end) end\n"
    "local function twins(value)\n"
    "  return soil:where(value) == by(ground, value) and by(soil, value) == by(ground, value) end\n"
    "local function same()\n"
    "  return worth() == worth_of(zones:where(is_poor)) and poor() == zones:where(is_poor)\n"
    "    and own() == zones:tally(function(z) return owner[top(z)] == me() end)\n"
    "    and zones:where(function(z) return soil[z] == column(z) end)\n"
    "      == zones:where(function(z) return ground[z] == column(z) end)\n"
    "    and range(-1, 10):every(twins)\n"
    "end\n"
    "muster.move { 'lay', at = play, text = 'lay:{z}:{n}', legal = function()\n"
    "  return choose('z', zones), choose('n', range(0, 9)) end, apply = function(z, n)\n"
    "  ground[z], soil[z] = n, n if not same() then now.broken = 1 end\n"
    "  owner[top(at(0, 0))] = n % 2 if not same() then now.broken = 2 end end }\n"
    "muster.move { 'same', at = play, text = 'same', legal = function() need(same()) end,\n"
    "  apply = function() end }\n";

static void expect_same(struct mst_match *match) {
    struct core_refusal refusal;
    mst_move move = 1ULL << CORE_KIND_SHIFT;
    assert_int_equal(core_get(match->pos, match->ruleset->rules->schema->fields[1].first), 0);
    assert_true(core_move_check(&match->play, move, &refusal));
    assert_true(core_move_check(&match->play, move, &refusal));
    assert_true(core_position_sound(match->pos, NULL));
}

static void keep(const char *path, int columns) {
    struct mst_match *match = square_match(path, columns, KEPT);
    struct mst_rng rng;
    uint64_t start = match->pos->hash;
    int plies = 0;
    char move[40];
    mst_rng_seed(&rng, 5);
    expect_same(match);
    for (int i = 0; i < 60; i++) {
        if (plies && mst_rng_below(&rng, 3) == 0) {
            int back = 1 + (int)mst_rng_below(&rng, (uint64_t)plies);
            assert_int_equal(mst_match_undo(match, back, NULL), MST_OK);
            plies -= back;
        } else {
            int zone = (int)mst_rng_below(&rng, (uint64_t)(columns * columns));
            snprintf(move, sizeof move, "lay:%s:%d",
                     match->ruleset->rules->schema->board->names[zone],
                     i % 2 ? 3 : (int)mst_rng_below(&rng, 10));
            play(match, move);
            plies++;
        }
        expect_same(match);
    }
    assert_int_equal(mst_match_undo(match, plies, NULL), MST_OK);
    expect_same(match);
    assert_true(match->pos->hash == start);
    square_end(match);
}

static void test_what_is_kept_is_that_of_now(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++)
        keep(square_paths[i % 2], i < 2 ? 7 : 12);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static void expect_key(struct mst_match *match) {
    const struct core_rules *rules = match->ruleset->rules;
    struct core_refusal refusal;
    uint64_t key = core_position_key(match->pos, rules->key_fields, rules->key_field_count);
    core_position_clear_history(match->pos);
    assert_true(core_position_remember(match->pos, key + 1));
    assert_false(core_move_check(&match->play, 0, &refusal));
    assert_true(core_position_remember(match->pos, key));
    assert_true(core_move_check(&match->play, 0, &refusal));
}

/* The key of a position is put together piece by piece, and never wrong. */
static void test_a_key_is_that_of_now(void **state) {
    static const char lua[] =
        "muster.repetition('damage', 'turn')\n"
        "muster.move { 'key', at = play, text = 'key', apply = function() end,\n"
        "  legal = function() need(seen(position_key())) end }\n";
    struct mst_rng rng;
    (void)state;
    mst_rng_seed(&rng, 3);
    for (int i = 0; i < 2; i++) {
        struct mst_match *match = square_match(square_paths[i], 7, lua);
        struct core_play *at = &match->play;
        int damage = core_schema_find_field(match->ruleset->rules->schema, "damage");
        for (int k = 0; k < 200; k++) {
            int piece = (int)mst_rng_below(&rng, 8), zone = (int)mst_rng_below(&rng, 49);
            struct core_mark mark = core_position_mark(match->pos);
            expect_key(match);
            assert_true(core_do_put(at, piece, zone));
            assert_true(core_do_owner(at, piece, (int64_t)mst_rng_below(&rng, 3) - 1));
            expect_key(match);
            assert_true(core_do_field(at, damage, piece, (int64_t)mst_rng_below(&rng, 7)));
            assert_true(core_do_field(at, 0, 0, (int64_t)mst_rng_below(&rng, 10)));
            expect_key(match);
            if (k % 3 == 0)
                core_position_rewind(match->pos, mark);
        }
        square_end(match);
    }
}

/* ---- how much a rule may hold ---------------------------------------------------------------- */

/* "first (second (second ... last" with `count` opening parentheses. */
static void nest(struct mst_buf *out, const char *first, const char *second, const char *last,
                 int count) {
    mst_buf_puts(out, first);
    for (int i = 0; i < count; i++)
        mst_buf_printf(out, "(%s", second);
    mst_buf_puts(out, last);
    for (int i = 0; i < count; i++)
        mst_buf_char(out, ')');
}

/* A set is taken away from another an even number of times: what both share is left. */
static void test_many_values_at_a_time_have_their_registers(void **state) {
    static const int columns[] = {7, 12, 26};
    enum { DEPTH = 70 };
    (void)state;
    for (int i = 0; i < 6; i++) {
        struct mst_buf lua = {0};
        mst_buf_puts(&lua, "local first_row = grid.row(0)\n"
                           "muster.move { 'do', at = play, text = 'do', apply = function() end,\n"
                           "legal = function() need(");
        nest(&lua, "twice(now.turn) + ", "twice(now.turn) + ", "now.turn", DEPTH);
        mst_buf_printf(&lua, " == %d)\nneed(", 8 * (DEPTH + 1) + 4);
        nest(&lua, "nothing | ", "near(only(at(now.turn, 0))) - ", "first_row", DEPTH);
        mst_buf_puts(&lua, " == near(only(at(now.turn, 0))) & first_row) end }\n");
        struct mst_match *match =
            square_match(square_paths[i % 2], columns[i / 2], mst_buf_text(&lua));
        assert_int_equal(core_legal_count(&match->play, 0), 1);
        square_end(match);
        mst_buf_clear(&lua);
    }
}

/* ---- values of several moves ----------------------------------------------------------------- */

/* A function names the top of a zone, and three moves call it. */
static const char NAMED[] =
    "local function is_hurt(z) local p = top(z) return p and damage[p] == now.turn end\n"
    "local function mine() return at(now.turn - 4, 0) end\n"
    "local function moved(name, hurt)\n"
    "  muster.move { name, at = play, text = name, apply = function() end,\n"
    "    legal = function() need(is_hurt(mine()) == hurt) end }\nend\n"
    "moved('heal', true) moved('rest', false) moved('wait', false)\n";

/* A name is no reason to compute a value again: the list of all moves reads the top once. */
static void test_a_named_value_is_listed_once(void **state) {
    (void)state;
    struct mst_match *match = square_match("code", 7, NAMED);
    const struct core_rules *rules = match->ruleset->rules;
    assert_true(rules->decisions[0].fused);
    int tops = 0, at = rules->decisions[0].listing;
    for (; at < rules->code_count && rules->code[at].op != CORE_CODE_COST; at++)
        tops += rules->code[at].op == CORE_CODE_TOP ||
                lang_code_rows[rules->code[at].op].first == CORE_CODE_TOP;
    assert_int_equal(tops, 1);
    assert_int_equal(core_legal_count(&match->play, 0), 2);
    square_end(match);
}

/* Chains and lists of statements may be long; functions that call each other twice, many deep, do
 * not double their code without end. */
static void test_long_rules_have_their_room(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct mst_buf lua = {0};
        mst_buf_puts(&lua, "local function f0() return now.turn end\n");
        for (int k = 1; k < 17; k++)
            mst_buf_printf(&lua, "local function f%d() return f%d() + f%d() end\n", k, k - 1,
                           k - 1);
        mst_buf_puts(&lua, "muster.move { 'do', at = play, text = 'do', apply = function()\n");
        for (int k = 0; k < 2000; k++)
            mst_buf_puts(&lua, "now.turn = 5 ");
        mst_buf_puts(&lua, "\nnow.broken = now.turn");
        for (int k = 0; k < 400; k++)
            mst_buf_puts(&lua, " + now.turn");
        mst_buf_puts(&lua, "\nnow.broken = now.broken + f16() // 64 end }\n");
        struct mst_match *match = square_match(square_paths[i], 7, mst_buf_text(&lua));
        assert_true(match->ruleset->rules->code_count < 40000);
        play(match, "do");
        const struct core_field *broken = &match->ruleset->rules->schema->fields[1];
        assert_int_equal(core_get(match->pos, broken->first), 5 * 401 + 5 * 1024);
        square_end(match);
        mst_buf_clear(&lua);
    }
}

/* One that cannot even be read runs as Lua, and is named. */
static void test_a_rule_that_is_too_long_is_named(void **state) {
    struct mst_buf lua = {0};
    struct mst_error error = {0};
    (void)state;
    mst_buf_puts(&lua, "\nmuster.move { 'do', at = play, text = 'do', apply = function()\n"
                       "now.broken = now.turn");
    for (int k = 0; k < 1500; k++)
        mst_buf_puts(&lua, " + now.turn");
    mst_buf_puts(&lua, " end }\n");
    square_end(square_match("lua", 7, mst_buf_text(&lua)));
    assert_null(square_load("code", 7, mst_buf_text(&lua), &error));
    assert_non_null(strstr(error.text, "too deeply nested"));
    char at[40];
    snprintf(at, sizeof at, "lua/game.lua:%d", SQUARE_LINES + 3);
    assert_string_equal(error.at, at);
    mst_buf_clear(&lua);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deeds_write_what_they_say),
        cmocka_unit_test(test_what_is_kept_is_that_of_now),
        cmocka_unit_test(test_a_key_is_that_of_now),
        cmocka_unit_test(test_many_values_at_a_time_have_their_registers),
        cmocka_unit_test(test_a_named_value_is_listed_once),
        cmocka_unit_test(test_long_rules_have_their_room),
        cmocka_unit_test(test_a_rule_that_is_too_long_is_named),
    };
    return cmocka_run_group_tests_name("what rules keep", tests, home_set_up, home_tear_down);
}
