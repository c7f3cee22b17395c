/* Frames: many of them, frames replaced with numbers, and a decision that can be stuck. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "lib/own.h"
#include "muster/check.h"

/* Each `deep` puts a frame with a number on top; `other` replaces the one on top by another with
 * the numbers 10 more and the seat; `back` takes one off. */
#define GAME(deep)                                                                                 \
    "muster.module { title = 'Game' }\n"                                                           \
    "muster.game { title = 'Game', seats = 2 }\n"                                                  \
    "muster.grid { columns = 2, rows = 1 }\n"                                                      \
    "muster.pieces { 'stone', count = 1 }\n"                                                       \
    "local now = muster.state { { 'sum', max = 999 } }\n"                                          \
    "local flow = muster.flow { seat = function() return 0 end,\n"                                 \
    "  { decision = 'first', 'first' }, { decision = 'second', 'second' } }\n"                     \
    "for _, at in ipairs { flow.first, flow.second } do\n"                                         \
    "  local name = at.name\n"                                                                     \
    "  muster.move { name .. '_deep', at = at, text = name:find('first') and 'd' or 'D',\n"        \
    "    apply = function() " deep " end }\n"                                                      \
    "  muster.move { name .. '_other', at = at, text = name:find('first') and 'o' or 'O',\n"       \
    "    apply = function() go(flow.second, arg(1) + 10, me()) end }\n"                            \
    "  muster.move { name .. '_back', at = at, text = name:find('first') and 'b' or 'B',\n"        \
    "    legal = function() need(arg(1) > 0) end,\n"                                               \
    "    apply = function() now.sum = now.sum + arg(1) + arg(2) pop() end }\n"                     \
    "end\n"                                                                                        \
    "muster.setup(function() go(flow.first) end)\n"                                                \
    "muster.scene(function() return { items = {} } end)\n"

static struct mst_match *match;

static void many(const char *path) {
    struct mst_error error = {0};
    struct mst_buf line = {0};
    match = own_match(path, GAME("push(flow.first, arg(1) + 1)"), NULL);
    uint64_t hash = mst_match_state(match).hash;
    for (int i = 1; i < 24; i++)
        own_play(match, "d");
    mst_buf_puts(&line, "first");
    for (int i = 1; i < 24; i++)
        mst_buf_printf(&line, "/first(%d)", i);
    own_line(match, mst_buf_text(&line));
    mst_buf_clear(&line);
    assert_int_equal(mst_match_play(match, "d", &error), MST_SCRIPT_ERROR);
    assert_non_null(strstr(error.text, "more than 24 frames are pending"));
    for (int i = 1; i < 24; i++)
        own_play(match, "b");
    own_line(match, "first sum=276");
    assert_int_equal(mst_match_undo(match, 46, &error), MST_OK);
    assert_true(mst_match_state(match).hash == hash);
    own_end(match);
}

static void replaced(const char *path) {
    match = own_match(path, GAME("push(flow.first, arg(1) + 1)"), NULL);
    own_play(match, "d");
    own_play(match, "d");
    own_play(match, "o");
    own_line(match, "first/first(1)/second(12)");
    own_play(match, "O");
    own_line(match, "first/first(1)/second(22)");
    own_play(match, "B");
    own_line(match, "first/first(1) sum=22");
    own_play(match, "o");
    own_play(match, "B");
    own_play(match, "o");
    own_line(match, "second(10) sum=33");
    own_end(match);
}

static void test_many_frames(void **state) {
    (void)state;
    many(NULL);
    many("lua");
}

static void test_a_frame_is_replaced_with_numbers(void **state) {
    (void)state;
    replaced(NULL);
    replaced("lua");
}

/* After one move, nothing is legal. */
static const char stuck[] =
    "muster.module { title = 'Game' }\n"
    "muster.game { title = 'Game', seats = 2 }\n"
    "muster.grid { columns = 2, rows = 1 }\n"
    "local stone = muster.pieces { 'stone', count = 2 }\n"
    "local play = muster.decision { 'play', seat = function() return 0 end }\n"
    "muster.move { 'lay', at = play, text = '{z}', legal = function()\n"
    "  return choose('z', zones - occupied()) end, apply = function(z) put(top(box), z) end }\n"
    "muster.setup(function() go(play) end)\n"
    "muster.scene(function() return { items = {} } end)\n";

static void test_check_finds_a_decision_without_moves(void **state) {
    (void)state;
    struct mst_error error = {0};
    match = own_match(NULL, stuck, NULL);
    assert_false(mst_ruleset_try(match->ruleset, 100, NULL, NULL, &error));
    assert_string_equal(error.at, "lua/game.lua:5");
    assert_non_null(strstr(error.text,
                           "'play': no move is legal, and the match is not over; say in "
                           "'empty' what happens then; found in a random game"));
    assert_non_null(strstr(error.text, "--position 'play a1:stone- b1:stone-'"));
    own_end(match);
}

/* Whoever decides is the content of a field, which may name a seat that does not exist. */
static const char nobody[] =
    "muster.module { title = 'Game' }\n"
    "muster.game { title = 'Game', seats = 2 }\n"
    "muster.grid { columns = 2, rows = 1 }\n"
    "muster.pieces { 'stone', count = 2 }\n"
    "local now = muster.state { { 'turn', max = 2 } }\n"
    "local play = muster.decision { 'play', seat = function() return now.turn end }\n"
    "muster.move { 'next', at = play, text = 'next',\n"
    "  apply = function() now.turn = now.turn + 1 end }\n"
    "muster.setup(function() go(play) end)\n"
    "muster.scene(function() return { items = {} } end)\n";

static void decided_by_nobody(const char *path) {
    struct mst_error error = {0};
    match = own_match(path, nobody, NULL);
    assert_int_equal(mst_match_state(match).to_move, 0);
    own_play(match, "next");
    assert_int_equal(mst_match_state(match).to_move, 1);
    uint64_t hash = mst_match_state(match).hash;
    assert_int_equal(mst_match_play(match, "next", &error), MST_SCRIPT_ERROR);
    assert_non_null(strstr(error.text, "seat 2"));
    assert_true(mst_match_state(match).hash == hash);
    assert_int_equal(mst_match_state(match).to_move, 1);
    own_end(match);
}

static void test_no_seat_beyond_the_last_decides(void **state) {
    (void)state;
    decided_by_nobody(NULL);
    decided_by_nobody("lua");
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many_frames),
        cmocka_unit_test(test_a_frame_is_replaced_with_numbers),
        cmocka_unit_test(test_check_finds_a_decision_without_moves),
        cmocka_unit_test(test_no_seat_beyond_the_last_decides),
    };
    return cmocka_run_group_tests(tests, home_set_up, home_tear_down);
}
