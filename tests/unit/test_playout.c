/* Playouts: any number among the legal moves picks the move that stands there in the list. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "search/playout.h"

enum { MOST_RUNS = 12, ROUNDS = 400 };

/* Random runs: sparse words and dense ones, full ones now and then. */
static struct core_runs random_runs(struct mst_rng *rng, struct core_run *room, int count) {
    struct core_runs runs = {.runs = room, .count = count};
    for (int i = 0; i < count; i++) {
        uint64_t bits = mst_rng_next(rng);
        uint64_t kinds[] = {bits, bits & mst_rng_next(rng) & mst_rng_next(rng), ~UINT64_C(0)};
        bits = kinds[mst_rng_below(rng, 3)] | UINT64_C(1) << mst_rng_below(rng, 64);
        room[i] = (struct core_run){.base = mst_rng_below(rng, 1000) << 20,
                                    .unit = 1 + mst_rng_below(rng, 64),
                                    .bits = bits,
                                    .moves = core_bits(bits)};
        runs.moves += room[i].moves;
    }
    return runs;
}

static void test_every_number_picks_its_move(void **state) {
    struct core_run room[MOST_RUNS];
    struct mst_rng rng;
    int64_t tried = 0;
    (void)state;
    mst_rng_seed(&rng, 1);
    for (int round = 0; round < ROUNDS; round++) {
        struct core_runs runs = random_runs(&rng, room, 1 + round % MOST_RUNS);
        int64_t at = 0;
        for (int i = 0; i < runs.count; i++) {
            int64_t first = at;
            for (int bit = 0; bit < 64; bit++) {
                if (!(room[i].bits >> bit & 1))
                    continue;
                mst_move expected = room[i].base + (uint64_t)bit * room[i].unit;
                assert_int_equal(search_runs_move(&runs, at), expected);
                assert_int_equal(search_run_move(&room[i], at - first), expected);
                at++;
            }
        }
        assert_int_equal(at, runs.moves);
        tried += at;
    }
    assert_true(tried > ROUNDS * MOST_RUNS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_number_picks_its_move),
    };
    return cmocka_run_group_tests_name("playouts", tests, NULL, NULL);
}
