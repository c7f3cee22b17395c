/* Numbers below zero in the texts of moves, of pieces and of positions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lib/home.h"
#include "lib/own.h"

static const char *const GAME =
    "muster.module { title = 'T' }\n"
    "muster.game { title = 'T', seats = 1 }\n"
    "muster.grid { columns = 2, rows = 1 }\n"
    "muster.pieces { 'probe', count = 2, text = 'p{depth}' }\n"
    "local depth = muster.field { 'depth', of = 'piece', min = -2000000000, max = 2000000000,\n"
    "  initial = 0 }\n"
    "local heat = muster.field { 'heat', of = 'zone', min = -9, max = 9, initial = 0 }\n"
    "local now = muster.state { { 'tide', min = -9, max = -1, initial = -4 } }\n"
    "local hold = muster.container { 'hold' }\n"
    "local act = muster.decision { 'act', title = 'act', seat = function() return 0 end }\n"
    "local wait = muster.decision { 'wait', title = 'wait', seat = function() return 0 end }\n"
    "muster.move { 'tide', at = act, text = '{n}',\n"
    "  legal = function() return choose('n', range(-9, -1)) end,\n"
    "  apply = function(n) now.tide = n end }\n"
    "muster.move { 'heat', at = act, text = '{zone}{n}',\n"
    "  legal = function() return choose('zone', zones), choose('n', range(-9, 9)) end,\n"
    "  apply = function(zone, n) heat[zone] = n end }\n"
    "muster.move { 'dive', at = act, text = '{piece}:{a}-{b}',\n"
    "  legal = function()\n"
    "    return choose('piece', pieces(hold)), choose('a', range(-3, 3)), choose('b', range(0, "
    "3))\n"
    "  end,\n"
    "  apply = function(piece, a, b) depth[piece] = a * 500000000 + b end }\n"
    "muster.move { 'wait', at = act, text = 'w{n}',\n"
    "  legal = function() return choose('n', range(-5, 5)) end,\n"
    "  apply = function(n) push(wait, n, -2000000000) end }\n"
    "muster.move { 'done', at = wait, text = 'd{n}',\n"
    "  legal = function() local n = choose('n', range(-5, 5)) need(n == arg(1), 'T-1', 'no') "
    "return n end,\n"
    "  apply = function() pop() end }\n"
    "muster.setup(function() for p in pieces(box) do put(p, hold) end go(act) end)\n";

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

static void expect_refused(struct mst_match *match, const char *move) {
    struct mst_error error;
    if (mst_match_play(match, move, &error) == MST_OK)
        fail_msg("%s is played", move);
}

static void test_texts(const char *path) {
    struct mst_match *match = own_match(path, GAME, NULL);
    own_line(match, "act hold:probe-+probe-");
    own_play(match, "-9");
    own_line(match, "act tide=-9 hold:probe-+probe-");
    own_play(match, "b1-9");
    own_play(match, "a19");
    own_play(match, "p0:-3-2");
    own_line(match, "act heat[a1]=9 heat[b1]=-9 tide=-9 hold:probe-{-1499999998}+probe-");
    own_play(match, "p-1499999998:3-0");
    own_play(match, "p0:-1-0"); /* they sort by numbers further apart than 32 bits tell */
    own_line(match, "act heat[a1]=9 heat[b1]=-9 tide=-9 "
                    "hold:probe-{-500000000}+probe-{1500000000}");
    static const char *const wrong[] = {"-0",  "-07",
                                        "-",   "--1",
                                        "-10", "0",
                                        "+1",  "b1--1",
                                        "b1-", "p-500000000:1--1",
                                        "-9 ", "-99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect_refused(match, wrong[i]);
    own_play(match, "w-5");
    own_line(match, "act/wait(-5,-2000000000) heat[a1]=9 heat[b1]=-9 tide=-9 "
                    "hold:probe-{-500000000}+probe-{1500000000}");
    expect_refused(match, "d5");
    own_play(match, "d-5");
    own_end(match);
}

static void negative_numbers_are_read_as_written(void **state) {
    (void)state;
    test_texts("code");
    test_texts("lua");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(negative_numbers_are_read_as_written),
    };
    return cmocka_run_group_tests(tests, open_home, close_home);
}
