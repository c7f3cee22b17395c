/* Breakthrough twice: with rules that are compiled, and with functions that run as Lua, one asked
 * about every candidate move and one that plays it (tests/corpus/bench). Both ways must give the
 * same game. The second finds its modules from a home of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rulesets/ruleset.h"

#ifndef MUSTER_HOME
#define MUSTER_HOME "."
#endif

enum { GAMES = 40, MOST_PLIES = 300 };

struct both {
    struct mst_ruleset *data, *functions;
};

static struct mst_ruleset *load(const char *home, const char *name) {
    struct mst_error error = {0};
    char path[1024];
    char *report = NULL;
    setenv("MUSTER_HOME", home, 1);
    snprintf(path, sizeof path, "%s/rulesets/%s.ini", home, name);
    struct mst_ruleset *ruleset = mst_ruleset_load(path, NULL, 0, &report, &error);
    if (!ruleset)
        print_error("%s", report ? report : error.text);
    mst_text_free(report);
    return ruleset;
}

static int open_both(void **state) {
    struct both *both = calloc(1, sizeof *both);
    if (!both)
        return 1;
    both->data = load(MUSTER_HOME, "breakthrough-6x6");
    both->functions = load(MUSTER_HOME "/tests/corpus/bench", "slow-6x6");
    *state = both;
    return both->data && both->functions ? 0 : 1;
}

static int close_both(void **state) {
    struct both *both = *state;
    mst_ruleset_free(both->data);
    mst_ruleset_free(both->functions);
    free(both);
    return 0;
}

static struct mst_match *begin(struct mst_ruleset *ruleset) {
    struct mst_error error = {0};
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    if (!match)
        fail_msg("%s", error.text);
    return match;
}

/* ---- looking --------------------------------------------------------------------------------- */

static int compare_lines(const void *a, const void *b) {
    const char *const *x = a, *const *y = b;
    return strcmp(*x, *y);
}

/* Split `text` in place into its lines, sorted; returns how many. */
static int sorted_lines(char *text, const char **lines, int most) {
    int count = 0;
    char *save;
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        assert_true(count < most);
        lines[count++] = line;
    }
    qsort(lines, (size_t)count, sizeof *lines, compare_lines);
    return count;
}

/* The two matches offer the same moves; a random one goes to `move`. False: there are none. */
static bool same_moves(struct mst_match *a, struct mst_match *b, struct mst_rng *rng,
                       char move[16]) {
    const char *in_a[128], *in_b[128];
    char *text_a = mst_match_legal(a, NULL), *text_b = mst_match_legal(b, NULL);
    assert_non_null(text_a);
    assert_non_null(text_b);
    int count = sorted_lines(text_a, in_a, 128);
    assert_int_equal(sorted_lines(text_b, in_b, 128), count);
    for (int i = 0; i < count; i++)
        assert_string_equal(in_a[i], in_b[i]);
    if (count)
        snprintf(move, 16, "%s", in_a[mst_rng_below(rng, (uint64_t)count)]);
    mst_text_free(text_a);
    mst_text_free(text_b);
    return count > 0;
}

static void same_standing(struct mst_match *a, struct mst_match *b) {
    struct mst_state in_a = mst_match_state(a), in_b = mst_match_state(b);
    char *line_a = mst_match_position(a, NULL), *line_b = mst_match_position(b, NULL);
    assert_non_null(line_a);
    assert_non_null(line_b);
    assert_string_equal(line_a, line_b);
    mst_text_free(line_a);
    mst_text_free(line_b);
    assert_int_equal(in_a.to_move, in_b.to_move);
    assert_int_equal(in_a.over, in_b.over);
    assert_int_equal(in_a.winners, in_b.winners);
    assert_string_equal(in_a.by, in_b.by);
    assert_true(in_a.hash == in_b.hash);
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void both_ways_count_the_same_leaves(void **state) {
    static const uint64_t known[] = {1, 16, 256, 4308, 71478};
    struct both *both = *state;
    struct mst_match *a = begin(both->data), *b = begin(both->functions);
    for (int depth = 0; depth <= 4; depth++) {
        uint64_t in_a = 0, in_b = 0;
        assert_int_equal(mst_match_perft(a, depth, &in_a, NULL), MST_OK);
        assert_int_equal(mst_match_perft(b, depth, &in_b, NULL), MST_OK);
        assert_true(in_a == known[depth]);
        assert_true(in_b == known[depth]);
    }
    mst_match_free(a);
    mst_match_free(b);
}

/* Plays one game both ways; returns its ending. */
static const char *play_game(const struct both *both, uint64_t seed, char moves_of_first[16]) {
    struct mst_match *a = begin(both->data), *b = begin(both->functions);
    struct mst_rng rng;
    char move[16];
    mst_rng_seed(&rng, seed);
    same_standing(a, b);
    for (int ply = 0; same_moves(a, b, &rng, move); ply++) {
        assert_true(ply < MOST_PLIES);
        if (!ply)
            snprintf(moves_of_first, 16, "%s", move);
        assert_int_equal(mst_match_play(a, move, NULL), MST_OK);
        assert_int_equal(mst_match_play(b, move, NULL), MST_OK);
        same_standing(a, b);
    }
    assert_true(mst_match_state(a).over);
    const char *by = mst_match_state(a).by;
    mst_match_free(a);
    mst_match_free(b);
    return by;
}

static void both_ways_play_the_same_games(void **state) {
    char first[16], other[16];
    bool varied = false;
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        assert_string_equal(play_game(*state, seed, seed == 1 ? first : other), "breakthrough");
        varied = varied || (seed > 1 && strcmp(first, other) != 0);
    }
    assert_true(varied); /* or all the games were one */
}

static void both_ways_undo_to_the_same_start(void **state) {
    struct both *both = *state;
    struct mst_match *a = begin(both->data), *b = begin(both->functions);
    uint64_t start = mst_match_state(a).hash;
    struct mst_rng rng;
    char move[16];
    int plies = 0;
    mst_rng_seed(&rng, 7);
    for (; same_moves(a, b, &rng, move); plies++) {
        assert_int_equal(mst_match_play(a, move, NULL), MST_OK);
        assert_int_equal(mst_match_play(b, move, NULL), MST_OK);
    }
    for (; plies; plies--) {
        assert_int_equal(mst_match_undo(a, 1, NULL), MST_OK);
        assert_int_equal(mst_match_undo(b, 1, NULL), MST_OK);
        same_standing(a, b);
    }
    assert_true(mst_match_state(b).hash == start);
    mst_match_free(a);
    mst_match_free(b);
}

static void both_ways_refuse_the_same_moves(void **state) {
    static const char *const wrong[] = {"a2b2", "a2a1", "a1a2", "a5a4", "c3c4", "a2c3", "a2"};
    struct both *both = *state;
    struct mst_match *a = begin(both->data), *b = begin(both->functions);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(mst_match_play(a, wrong[i], NULL), MST_ILLEGAL_MOVE);
        assert_int_equal(mst_match_play(b, wrong[i], NULL), MST_ILLEGAL_MOVE);
        same_standing(a, b);
    }
    mst_match_free(a);
    mst_match_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_ways_count_the_same_leaves),
        cmocka_unit_test(both_ways_play_the_same_games),
        cmocka_unit_test(both_ways_undo_to_the_same_start),
        cmocka_unit_test(both_ways_refuse_the_same_moves),
    };
    return cmocka_run_group_tests(tests, open_both, close_both);
}
