/* What `bench` measures: the work behind each figure is the work it says it is. How fast it was
 * is nobody's business here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "lib/home.h"
#include "search/measure.h"
#include "faces/tools/bench_protocol.h"
#include "faces/tools/command.h"
#include "muster/bench.h"

struct subject {
    struct tool_arguments file;
    struct mst_bench *bench;
};

static void open_subject(struct subject *s, const char *name) {
    struct mst_error error = {0};
    *s = (struct subject){0};
    tool_arguments_ruleset(&s->file, name);
    struct mst_ruleset *ruleset = tool_arguments_load(&s->file);
    assert_non_null(ruleset);
    s->bench = mst_bench_new(ruleset, &error);
    assert_non_null(s->bench);
}

static void a_median_is_the_middle_or_the_mean_of_both_middles(void **state) {
    double odd[] = {5, 1, 3}, even[] = {4, 1, 3, 2}, one[] = {7};
    (void)state;
    assert_true(mst_bench_median(odd, 3) == 3);
    assert_true(mst_bench_median(even, 4) == 2.5);
    assert_true(mst_bench_median(one, 1) == 7);
}

static void perft_counts_whole_trees(void **state) {
    struct subject s;
    struct mst_slice slice;
    int depth = 0;
    (void)state;
    open_subject(&s, "breakthrough-6x6");
    assert_int_equal(mst_bench_perft(s.bench, 3, 0.01, &slice, NULL), MST_OK);
    assert_true(slice.nodes >= 4308 && slice.nodes % 4308 == 0);
    assert_true(slice.seconds >= 0.01);
    assert_int_equal(mst_bench_perft_depth(s.bench, 0.01, &depth, NULL), MST_OK);
    assert_in_range(depth, 2, 12);
    mst_bench_free(s.bench);
}

static void playouts_count_their_plies(void **state) {
    struct subject s;
    struct mst_slice slice;
    (void)state;
    open_subject(&s, "tic-tac-toe");
    assert_int_equal(mst_bench_playouts(s.bench, 0.01, &slice, NULL), MST_OK);
    assert_true(slice.playouts > 0);
    assert_in_range(slice.plies, 5 * slice.playouts, 9 * slice.playouts);
    assert_true(s.bench->mean_moves > 4 && s.bench->mean_moves < 7); /* 9, 8, 7, ... */
    mst_bench_free(s.bench);
}

/* Every figure, twice over, of three games opened twice, of which one meets chance with too many
 * outcomes to list: each leaves the bench at rest for the
 * next. */
static void every_figure_can_be_taken_again(void **state) {
    static const char *const names[] = {"breakthrough-6x6", "warline-tactical",
                                        "fantasy-line-battle"};
    (void)state;
    for (size_t i = 0; i < 6; i++) {
        struct subject s;
        struct mst_slice slice;
        double copy = 0, clone = 0, apply = 0, start = 0, bytes = 0, p50 = 0, p99 = 0, load = 0;
        open_subject(&s, names[i % 3]);
        uint64_t hash = s.bench->match->pos->hash;
        int depth;
        assert_int_equal(mst_bench_perft_depth(s.bench, 0.001, &depth, NULL), MST_OK);
        for (int round = 0; round < 2; round++) {
            assert_int_equal(mst_bench_apply(s.bench, 0.001, &apply, NULL), MST_OK);
            assert_int_equal(mst_bench_copy(s.bench, 0.001, &copy, NULL), MST_OK);
            assert_int_equal(mst_bench_clone(s.bench, 0.001, &clone, NULL), MST_OK);
            assert_int_equal(mst_bench_start(s.bench, 0.001, &start, NULL), MST_OK);
            assert_int_equal(mst_bench_memory(s.bench, &bytes, NULL), MST_OK);
            assert_int_equal(mst_bench_playouts(s.bench, 0.001, &slice, NULL), MST_OK);
        }
        assert_int_equal(tool_bench_protocol(s.file.ruleset, NULL, 0, 0.01, &p50, &p99, NULL),
                         MST_OK);
        assert_int_equal(mst_bench_load(s.file.ruleset, NULL, 0, &load, NULL), MST_OK);
        assert_true(copy > 0 && clone > 0 && apply > 0 && start > 0 && load > 0);
        assert_true(p50 > 0 && p99 >= p50 && bytes >= 0);
        assert_true(s.bench->match->pos->hash == hash);
        mst_bench_free(s.bench);
    }
}

static void a_ruleset_that_is_not_there_is_refused(void **state) {
    struct mst_error error = {0};
    double value;
    (void)state;
    assert_int_not_equal(mst_bench_load("nowhere.ini", NULL, 0, &value, &error), MST_OK);
    assert_int_not_equal(tool_bench_protocol("nowhere.ini", NULL, 0, 0.01, &value, &value, &error),
                         MST_OK);
    assert_true(error.text[0] != 0);
}

/* Random games meet a decision without a legal move: which one it is, and where it is declared. */
static void a_game_that_is_stuck_says_where(void **state) {
    struct mst_error error = {0};
    (void)state;
    home_open();
    for (int ready = 0; ready < 2; ready++) { /* the start itself, or a later position */
        char lua[600];
        snprintf(lua, sizeof lua,
                 "muster.module { title = 'T' }\n"
                 "muster.game { title = 'T', seats = 1 }\n"
                 "muster.grid { columns = 3, rows = 1 }\n"
                 "muster.pieces { 'stone', count = 3 }\n"
                 "local place = muster.decision { 'place', title = 'place',\n"
                 "  seat = function() return 0 end }\n"
                 "muster.move { 'm', at = place, text = '{zone}',\n"
                 "  legal = function() return choose('zone', %s) end,\n"
                 "  apply = function(zone) put(top(box), zone) end }\n"
                 "muster.setup(function() go(place) end)\n",
                 ready ? "zones - occupied()" : "nothing");
        struct mst_ruleset *ruleset = home_game(lua, &error);
        assert_non_null(ruleset);
        struct mst_bench *bench = mst_bench_new(ruleset, &error);
        assert_null(bench);
        assert_string_equal(error.text, "'place': no move is legal, and the match is not over; say "
                                        "in 'empty' what happens then");
        assert_string_equal(error.at, "lua/game.lua:5");
    }
    home_close();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_median_is_the_middle_or_the_mean_of_both_middles),
        cmocka_unit_test(perft_counts_whole_trees),
        cmocka_unit_test(playouts_count_their_plies),
        cmocka_unit_test(every_figure_can_be_taken_again),
        cmocka_unit_test(a_ruleset_that_is_not_there_is_refused),
        cmocka_unit_test(a_game_that_is_stuck_says_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
