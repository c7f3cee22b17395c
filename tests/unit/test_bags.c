/* The order of bags: it follows from what the pieces are, and from nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "lib/own.h"
#include "core/secret.h"

/* Stones come into the sack one after the other, with a number. `look` shows the sack as a walk
 * meets it. */
static const char *const GAME =
    "muster.module { title = 'T' }\n"
    "muster.game { title = 'T', seats = 2 }\n"
    "muster.grid { columns = 3, rows = 1 }\n"
    "muster.pieces { 'stone', count = 4, text = '{name}{worth}' }\n"
    "muster.pieces { 'gem', count = 2, names = { 'ruby' }, text = '{name}{worth}' }\n"
    "muster.pieces { 'card', count = 6, text = '{rank}' }\n"
    "local rank = muster.field { 'rank', of = 'piece', max = 3, letters = '?123', seen = 'face',\n"
    "  each = { card = { 1, 2, 3, 1, 2, 3 } } }\n"
    "local worth = muster.field { 'worth', of = 'piece', max = 9 }\n"
    "local deck = muster.container { 'deck', ordered = true, faces = 'none' }\n"
    "local sack = muster.container { 'sack' }\n"
    "local act = muster.decision { 'act', title = 'act', seat = function() return 0 end }\n"
    "muster.move { 'add', at = act, text = '{piece}={n}',\n"
    "  legal = function() return choose('piece', pieces(box)), choose('n', range(0, 9)) end,\n"
    "  apply = function(piece, n) put(piece, sack) worth[piece] = n end }\n"
    "muster.move { 'set', at = act, text = '{piece}:{n}',\n"
    "  legal = function() return choose('piece', pieces(sack)), choose('n', range(0, 9)) end,\n"
    "  apply = function(piece, n) worth[piece] = n end }\n"
    "local function worth_at(k)\n"
    "  for piece in pieces(sack) do\n"
    "    if k == 0 then return worth[piece] end\n"
    "    k = k - 1\n"
    "  end\n"
    "  return -1\n"
    "end\n"
    "muster.move { 'look', at = act, text = '#{k}={n}',\n"
    "  legal = function()\n"
    "    local k, n = choose('k', range(0, 4)), choose('n', range(0, 9))\n"
    "    need(worth_at(k) == n, 'T-1', 'it is another')\n"
    "  end, apply = function() end }\n"
    "muster.setup(function() go(act) end)\n";

enum { DECK = 4, CARD = 6 }; /* a place, and the first card */

static int open_home(void **state) {
    (void)state;
    home_open();
    return 0;
}

static int close_home(void **state) {
    (void)state;
    home_close();
    return 0;
}

/* A walk meets stones with these numbers. */
static void expect_walk(struct mst_match *match, const char *numbers) {
    struct mst_error error;
    char *legal = mst_match_legal(match, &error), line[40];
    assert_non_null(legal);
    for (int k = 0; numbers[k]; k++) {
        snprintf(line, sizeof line, "#%d=%c\n", k, numbers[k]);
        if (!strstr(legal, line))
            fail_msg("expected %s in %s", line, legal);
    }
    mst_text_free(legal);
}

static void the_order_is_not_that_of_arrival(void **state) {
    (void)state;
    struct mst_match *match = own_match("code", GAME, NULL);
    own_play(match, "stone0=3");
    own_play(match, "gem0=7");
    own_play(match, "stone0=1");
    own_play(match, "ruby0=4");
    own_play(match, "stone0=2");
    expect_walk(match, "12374");
    own_play(match, "stone1:5"); /* what changes takes its place */
    expect_walk(match, "23574");
    own_line(match, "act sack:stone-{?,2}+stone-{?,3}+stone-{?,5}+gem-{?,7}+ruby-{?,4}");
    own_end(match);
}

static void undo_restores_every_bit(void **state) {
    (void)state;
    struct mst_error error;
    struct mst_match *match = own_match("code", GAME, NULL);
    own_play(match, "stone0=3");
    own_play(match, "gem0=7");
    struct core_position *before = core_position_clone(match->pos);
    own_play(match, "stone0=1");
    own_play(match, "gem7:0");
    own_play(match, "ruby0=0");
    assert_int_equal(mst_match_undo(match, 3, &error), MST_OK);
    assert_memory_equal(match->pos->slots, before->slots,
                        (size_t)before->schema->slots * sizeof *before->slots);
    core_position_free(before);
    own_end(match);
}

/* A mark may be set where a bag is out of order, and a sort after it is taken back. Marks do not
 * say so: whoever rewinds does. */
static void a_bag_is_sorted_again_after_a_rewind(void **state) {
    (void)state;
    struct mst_match *match = own_match("code", GAME, NULL);
    struct core_position *pos = match->pos;
    int sack = DECK + 1, stone = core_piece_at(pos, 3, 1), gem = core_piece_at(pos, 3, 5);
    assert_true(core_position_put(pos, stone, sack) && core_position_put(pos, gem, sack));
    struct core_mark mark = core_position_mark(pos);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(core_top(pos, sack), gem);
        assert_true(core_position_sort(pos));
        assert_int_equal(core_top(pos, sack), stone);
        assert_true(core_position_sound(pos, NULL));
        core_position_rewind(pos, mark);
        assert_false(pos->mixed);
        core_position_mix_all(pos);
    }
    own_end(match);
}

/* A copy of a position knows what mixed its bags. */
static void a_copy_is_as_mixed(void **state) {
    (void)state;
    struct mst_match *match = own_match("code", GAME, NULL);
    struct core_position *pos = match->pos, *copy = core_position_clone(pos);
    int sack = DECK + 1, stone = core_piece_at(pos, 3, 1), gem = core_piece_at(pos, 3, 5);
    assert_non_null(copy);
    assert_true(core_position_put(pos, stone, sack) && core_position_put(pos, gem, sack));
    assert_true(core_position_copy(copy, pos));
    assert_int_equal(core_top(copy, sack), gem);
    assert_true(core_position_sort(copy));
    assert_int_equal(core_top(copy, sack), stone);
    core_position_free(copy);
    own_end(match);
}

/* Cards with one face are interchangeable: a shuffle does not tell them apart. */
static void a_shuffle_takes_twins_for_each_other(void **state) {
    (void)state;
    struct mst_match *match = own_match("code", GAME, NULL);
    struct core_position *one = match->pos, *other = core_position_clone(one);
    const int16_t *alike = one->schema->alike;
    for (int i = 0; i < 3; i++) {
        int p = CARD + i, twin = p + 3;
        assert_true(core_position_put(one, p, DECK));
        assert_true(core_position_put(other, i == 1 ? twin : p, DECK));
    }
    for (int n = 0; n < 50; n++) {
        assert_true(core_position_shuffle(one, DECK, n, NULL, NULL));
        assert_true(core_position_shuffle(other, DECK, n, NULL, NULL));
        for (int level = 1; level <= 3; level++)
            assert_int_equal(alike[core_piece_at(one, DECK, level)],
                             alike[core_piece_at(other, DECK, level)]);
        assert_true(one->hash == other->hash);
    }
    core_position_free(other);
    own_end(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_is_not_that_of_arrival),
        cmocka_unit_test(undo_restores_every_bit),
        cmocka_unit_test(a_bag_is_sorted_again_after_a_rewind),
        cmocka_unit_test(a_copy_is_as_mixed),
        cmocka_unit_test(a_shuffle_takes_twins_for_each_other),
    };
    return cmocka_run_group_tests(tests, open_home, close_home);
}
