/* Learned evaluations: that the regression finds weights that are known, what the features of the
 * games are, faults of files of weights, and that no player learns more from weights than it may.
 */
#include "rulesets/ruleset.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lab/fit.h"
#include "lib/home.h"
#include "lib/own.h"
#include "lib/subject.h"
#include "core/secret.h"
#include "muster/player.h"
#include "search/deal.h"

enum { MOST = 400 };
static const unsigned char apart[MST_MOST_SEATS] = {0, 1, 2, 3, 4, 5, 6, 7};

/* ---- the regression -------------------------------------------------------------------------- */

/* Games whose results follow the planted weights; the last feature has none, but it is mostly
 * great where the first one is. */
static const double planted[] = {1.5, -0.7, 0.25, 0};
enum { PLANTED = sizeof planted / sizeof *planted };

static void plant(struct lab_samples *samples, int count, uint64_t seed) {
    struct mst_rng rng;
    mst_rng_seed(&rng, seed);
    *samples = (struct lab_samples){.features = PLANTED};
    for (int k = 0; k < count; k++) {
        int32_t x[PLANTED];
        double sum = 0;
        for (int i = 0; i < PLANTED; i++) {
            x[i] = i < PLANTED - 1 ? (int32_t)mst_rng_below(&rng, 5) - 2
                                   : x[0] + (int32_t)mst_rng_below(&rng, 3) - 1;
            sum += planted[i] * x[i];
        }
        double chance = 1 / (1 + exp(-sum));
        bool won = (double)mst_rng_below(&rng, 1000000) < 1e6 * chance;
        int32_t *values = lab_samples_add(samples, k, won ? 2 : 0);
        assert_non_null(values);
        memcpy(values, x, sizeof x);
    }
}

static void the_fit_finds_planted_weights(void **state) {
    (void)state;
    struct lab_samples samples;
    const bool used[PLANTED] = {true, true, true, true};
    double weights[PLANTED];
    plant(&samples, 20000, 1);
    assert_true(lab_fit(&samples, LAB_PART_ALL, used, 1e-6, weights));
    for (int i = 0; i < PLANTED; i++)
        if (fabs(weights[i] - planted[i]) > 0.06)
            fail_msg("feature %d: planted %.3f, found %.3f", i, planted[i], weights[i]);
    struct lab_predicted predicted = lab_fit_predict(&samples, LAB_PART_ASIDE, weights);
    assert_int_equal(predicted.count, 4000);
    assert_true(predicted.loss < 0.5 && predicted.right > 0.75);
    lab_samples_clear(&samples);
}

/* A feature that is not used has no weight; a greater penalty makes smaller weights. */
static void the_fit_obeys_its_bounds(void **state) {
    (void)state;
    struct lab_samples samples;
    const bool used[PLANTED] = {true, false, true, false};
    double free[PLANTED], bound[PLANTED];
    plant(&samples, 2000, 2);
    assert_true(lab_fit(&samples, LAB_PART_TAUGHT, used, 1e-6, free));
    assert_true(lab_fit(&samples, LAB_PART_TAUGHT, used, 1, bound));
    assert_true(free[1] == 0 && free[3] == 0);
    assert_true(fabs(bound[0]) < fabs(free[0]) / 2 && fabs(bound[2]) < fabs(free[2]));
    lab_samples_clear(&samples);
}

/* Results that one feature settles have no finite likeliest weight; draws pull it to 0. */
static void the_fit_stays_finite(void **state) {
    (void)state;
    struct lab_samples samples = {.features = 2};
    const bool used[2] = {true, true};
    double weights[2];
    for (int k = 0; k < 100; k++)
        lab_samples_add(&samples, k, k % 2 ? 2 : 0)[0] = k % 2 ? 1 : -1;
    assert_true(lab_fit(&samples, LAB_PART_ALL, used, 0.001, weights));
    assert_true(weights[0] > 2 && weights[0] < 10 && weights[1] == 0);
    lab_samples_clear(&samples);
    for (int k = 0; k < 100; k++)
        lab_samples_add(&samples, k, 1)[0] = k % 2 ? 1 : -1;
    assert_true(lab_fit(&samples, LAB_PART_ALL, used, 0.001, weights));
    assert_true(fabs(weights[0]) < 1e-9);
    lab_samples_clear(&samples);
}

/* ---- features -------------------------------------------------------------------------------- */

static void features_of(struct mst_match *match, int seat, int64_t *more) {
    struct mst_error error = {0};
    if (mst_match_features(match, apart, seat, more, &error) != MST_OK)
        fail_msg("%s: %s", error.at, error.text);
}

/* In random games of two seats: what one has more, the other has less. Returns how many features
 * were not 0 at some time. */
static int check_opposite(struct subject *s, int features) {
    bool met[MOST] = {false};
    int count = 0;
    for (int game = 1; game <= 2; game++) {
        struct walk walk;
        int64_t own[MOST], other[MOST];
        assert_true(walk_begin(s, game, &walk));
        for (int ply = 0; ply < 120 && walk_step(&walk); ply++) {
            if (ply % 6 || mst_match_state(walk.match).over)
                continue;
            features_of(walk.match, 0, own);
            features_of(walk.match, 1, other);
            for (int i = 0; i < features; i++) {
                assert_int_equal(own[i], -other[i]);
                met[i] = met[i] || own[i];
            }
        }
        walk_end(&walk);
    }
    for (int i = 0; i < features; i++)
        count += met[i];
    return count;
}

static void features_of_each_game_differ_and_are_opposite(void **state) {
    (void)state;
    struct mst_buf paths = {0};
    int count;
    char folder[600];
    setenv("MUSTER_HOME", source_root(), 1);
    snprintf(folder, sizeof folder, "%s/rulesets", source_root());
    assert_true(list_files(folder, ".ini", &paths, &count));
    const char *path = mst_buf_text(&paths);
    for (int i = 0; i < count; i++, path += strlen(path) + 1) {
        struct subject s;
        if (getenv("MUSTER_BRIEF") && i % 5)
            continue;
        assert_true(subject_open(&s, path));
        int features = mst_ruleset_features(s.ruleset, NULL);
        assert_in_range(features, 4, MOST);
        if (mst_ruleset_seats(s.ruleset) == 2 && check_opposite(&s, features) < 4)
            fail_msg("%s: nearly all features are the same for both seats", path);
        subject_close(&s);
    }
    mst_buf_clear(&paths);
}

static int feature_named(struct mst_ruleset *ruleset, const char *name) {
    const char *help;
    int count = mst_ruleset_features(ruleset, NULL);
    for (int i = 0; i < count; i++)
        if (!strcmp(mst_ruleset_feature(ruleset, i, &help), name))
            return i;
    fail_msg("there is no feature '%s'", name);
    return -1;
}

/* Where Black answers each move of White as in a mirror, the position is even: only the move is
 * White's. */
static void a_mirrored_position_is_even(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = shipped_ruleset("breakthrough-6x6");
    struct mst_match *match = mst_match_new(ruleset, true, 1, NULL);
    static const char *const moves[] = {"b2b3", "e5e4", "c2d3", "d5c4", "a2a3", "f5f4"};
    int64_t more[MOST];
    int features = mst_ruleset_features(ruleset, NULL), turn = feature_named(ruleset, "turn");
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        assert_int_equal(mst_match_play(match, moves[i], NULL), MST_OK);
        if (i % 2 == 0)
            continue;
        features_of(match, 0, more);
        for (int k = 0; k < features; k++)
            if (k == turn || k == feature_named(ruleset, "moves") ||
                k == feature_named(ruleset, "aimed"))
                assert_true(more[k] > 0 || k != turn);
            else
                assert_int_equal(more[k], 0);
    }
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* White has taken a pawn on d4, three steps from its rows; Black can take back. */
static void features_say_what_is_on_the_board(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = shipped_ruleset("breakthrough-6x6");
    struct mst_match *match = mst_match_new(ruleset, true, 1, NULL);
    static const char *const moves[] = {"b2b3", "d5d4", "a2a3", "d4c3", "b3b4", "c3d2"};
    int64_t more[MOST];
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        assert_int_equal(mst_match_play(match, moves[i], NULL), MST_OK);
    features_of(match, 1, more);
    assert_int_equal(more[feature_named(ruleset, "pawn")], 1);
    assert_int_equal(more[feature_named(ruleset, "pawn.steps.3")], 1);
    assert_int_equal(more[feature_named(ruleset, "pawn.steps.2")], -1);
    assert_int_equal(more[feature_named(ruleset, "pawn.steps.1")], -1);
    assert_int_equal(more[feature_named(ruleset, "turn")], -1);
    features_of(match, 0, more);
    assert_true(more[feature_named(ruleset, "aimed")] == 3); /* d2 by three, a5 and c5 by b4 */
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* ---- files ----------------------------------------------------------------------------------- */

#define GAME(more)                                                                                 \
    "muster.module { title = 'Ways' }\n"                                                           \
    "muster.game { title = 'Ways', seats = 2 }\n"                                                  \
    "muster.grid { columns = 2, rows = 1 }\n"                                                      \
    "muster.pieces { 'pawn', count = 1 }\n"                                                        \
    "muster.ending('done')\n"                                                                      \
    "local points = muster.field { 'points', of = 'seat', max = 9 }\n"                             \
    "local lead = muster.decision { 'lead', title = 'a way', seat = function() return 0 end }\n"   \
    "local reply = muster.decision { 'reply', title = 'x', seat = function() return 1 end }\n"     \
    "muster.setup(function() go(lead) end)\n"                                                      \
    "muster.move { 'go', at = lead, title = 'go', text = 'w{n}',\n"                                \
    "  legal = function() return choose('n', range(0, 9)) end,\n"                                  \
    "  apply = function(n) points[0] = n go(reply) end }\n"                                        \
    "muster.move { 'end', at = reply, title = 'end', text = 'e{n}',\n"                             \
    "  legal = function() return choose('n', range(0, 1)) end,\n"                                  \
    "  apply = function(n) over('done') end }\n" more

#define FAR                                                                                        \
    "muster.feature { 'far', help = 'from 4', function(seat)\n"                                    \
    "  return seat == 0 and -math.abs(points[0] - 4) or 0 end }\n"
#define FAULTY                                                                                     \
    "muster.feature { 'far', function(seat) return points[seat] // (points[0] - 7) end }\n"

/* Write a file beside the ruleset, with these weights and 0 for all others. */
static void write_weights(struct mst_ruleset *ruleset, char *path, size_t size, const char *lines) {
    const char *help, *known = mst_ruleset_path(ruleset);
    snprintf(path, size, "%.*s.weights", (int)strlen(known) - 4, known);
    FILE *file = fopen(path, "w");
    int count = mst_ruleset_features(ruleset, NULL);
    assert_non_null(file);
    fprintf(file, "[weights]\n%s", lines);
    for (int i = 0; i < count; i++) {
        char line[200];
        snprintf(line, sizeof line, "%s = ", mst_ruleset_feature(ruleset, i, &help));
        if (!strstr(lines, line))
            fprintf(file, "%s0\n", line);
    }
    fclose(file);
}

/* The move that level 2 chooses, slips apart. */
static void choose(struct mst_ruleset *ruleset, const char *weights, char *text, size_t size) {
    struct mst_error error = {0};
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    struct mst_player player = {.kind = MST_PLAYER_LOOK, .weights = weights};
    mst_move move;
    assert_non_null(match);
    if (mst_player_choose(match, &player, &move, NULL, &error) != MST_OK)
        fail_msg("%s: %s", error.at, error.text);
    char *chosen = move_text(match, move);
    snprintf(text, size, "%s", chosen);
    mst_free(chosen);
    mst_match_free(match);
}

static void players_count_with_the_file_beside_the_ruleset(void **state) {
    (void)state;
    char path[300], move[40];
    struct mst_ruleset *ruleset = own_ruleset(GAME(FAR));
    uint64_t rules = mst_ruleset_fingerprint(ruleset);
    write_weights(ruleset, path, sizeof path, "far = 10\n");
    choose(ruleset, NULL, move, sizeof move);
    assert_string_equal(move, "w4");
    assert_true(rules == mst_ruleset_fingerprint(ruleset));
    mst_ruleset_free(ruleset);
    ruleset = own_ruleset(GAME(FAR)); /* what is loaded stays */
    write_weights(ruleset, path, sizeof path, "seat.points = 10\n");
    choose(ruleset, NULL, move, sizeof move);
    assert_string_equal(move, "w9");
    write_weights(ruleset, path, sizeof path, "seat.points = -10\n");
    choose(ruleset, NULL, move, sizeof move);
    assert_string_equal(move, "w9");
    struct mst_error told;
    assert_false(mst_ruleset_evaluation_fault(ruleset, &told));
    unlink(path);
    mst_ruleset_free(ruleset);
}

static void none_means_the_evaluation_of_the_rules(void **state) {
    (void)state;
    char path[300], move[40];
    struct mst_ruleset *ruleset =
        own_ruleset(GAME(FAR "muster.worth(function(seat) return points[seat] end)\n"));
    write_weights(ruleset, path, sizeof path, "far = 10\n");
    choose(ruleset, "none", move, sizeof move);
    assert_string_equal(move, "w9");
    choose(ruleset, path, move, sizeof move);
    assert_string_equal(move, "w4");
    unlink(path);
    mst_ruleset_free(ruleset);
}

static void refuses(struct mst_ruleset *ruleset, const char *text, const char *at,
                    const char *says) {
    char path[300];
    struct mst_error error = {0};
    snprintf(path, sizeof path, "%s/rulesets/x.weights", getenv("MUSTER_HOME"));
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    assert_int_not_equal(mst_ruleset_weights(ruleset, path, &error), MST_OK);
    unlink(path);
    if (!strstr(error.at, at) || !strstr(error.text, says))
        fail_msg("'%s'\nsays %s: %s\nnot %s: %s", text, error.at, error.text, at, says);
}

static void faults_of_a_file_have_their_line(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = own_ruleset(GAME(FAR));
    refuses(ruleset, "[weights]\nfarr = 3\n", "x.weights:2:1",
            "no feature 'farr'; did you mean 'far'?");
    refuses(ruleset, "[weights]\nfar = many\n", "x.weights:2:7", "expected a whole number");
    refuses(ruleset, "[weights]\nfar = 1.5\n", "x.weights:2:7", "found '1.5'");
    refuses(ruleset, "[weights]\nfar = 2000000\n", "x.weights:2:7", "to 1000000");
    refuses(ruleset, "\n[weights]\nfar = 3\n", "x.weights:2",
            "features have no weight, first 'turn'");
    refuses(ruleset, "[learned]\nsides = 1\n[weights]\n", "x.weights:2:9", "of each of 2 seats");
    refuses(ruleset, "[learned]\nside = 1 2\n[weights]\n", "x.weights:2:1",
            "did you mean 'sides'?");
    refuses(ruleset, "[wights]\nfar = 3\n", "x.weights", "section [w");
    refuses(ruleset, "[weights]\nfar = 3\nfar = 4\n", "x.weights:3", "twice");
    refuses(ruleset, "inherits = y.weights\n[weights]\n", "x.weights", "");
    mst_ruleset_free(ruleset);
}

/* Players do without the file; people see one message. */
static void a_faulty_file_loses_nothing(void **state) {
    (void)state;
    char path[300], move[40];
    struct mst_ruleset *ruleset = own_ruleset(GAME(FAR));
    write_weights(ruleset, path, sizeof path, "");
    FILE *file = fopen(path, "a");
    fputs("near = 3\n", file);
    fclose(file);
    choose(ruleset, NULL, move, sizeof move);
    struct mst_error told = {0};
    assert_true(mst_ruleset_evaluation_fault(ruleset, &told));
    assert_non_null(strstr(told.at, "test.weights:"));
    assert_non_null(strstr(told.text, "do without this file: the rules have no feature 'near'"));
    choose(ruleset, NULL, move, sizeof move);
    assert_false(mst_ruleset_evaluation_fault(ruleset, &told));
    unlink(path);
    mst_ruleset_free(ruleset);
}

static void names_of_features_are_checked(void **state) {
    (void)state;
    struct mst_error error;
    assert_null(home_game(GAME(FAR FAR), &error));
    assert_non_null(strstr(error.text, "declared twice, first at lua/game.lua:"));
    assert_null(home_game(GAME("muster.feature { 'a b', function() return 1 end }"), &error));
    assert_non_null(strstr(error.text, "a-z, 0-9"));
    assert_null(home_game(GAME("muster.feature { 'a', 3 }"), &error));
    assert_non_null(strstr(error.text, "muster.feature"));
    assert_null(
        home_game(GAME("muster.feature { 'a', function() return 1 end, hlp = '' }"), &error));
    assert_non_null(strstr(error.text, "did you mean 'help'"));
}

/* ---- features that fail ---------------------------------------------------------------------- */

/* The feature fails after w7 alone; there it counts nothing. */
static void a_feature_that_fails_counts_nothing(void **state) {
    (void)state;
    char path[300], move[40];
    struct mst_ruleset *ruleset = own_ruleset(GAME(FAULTY));
    write_weights(ruleset, path, sizeof path, "far = -1\nseat.points = 100\n");
    choose(ruleset, NULL, move, sizeof move);
    assert_string_equal(move, "w9");
    struct mst_error told = {0};
    assert_true(mst_ruleset_evaluation_fault(ruleset, &told));
    if (!strstr(told.at, "lua/game.lua:") || !strstr(told.text, "a feature fails"))
        fail_msg("%s: %s", told.at, told.text);
    choose(ruleset, NULL, move, sizeof move);
    assert_string_equal(move, "w9");
    assert_false(mst_ruleset_evaluation_fault(ruleset, &told));
    unlink(path);
    mst_ruleset_free(ruleset);
}

static void a_feature_without_end_keeps_to_the_budget(void **state) {
    (void)state;
    char path[300];
    struct mst_ruleset *ruleset = own_ruleset(
        GAME("muster.feature { 'far', function() local n = 0 while n < 1 do n = n * 2 end return n "
             "end }\n"));
    write_weights(ruleset, path, sizeof path, "far = 1\n");
    struct mst_match *match = mst_match_new(ruleset, true, 1, NULL);
    struct mst_player player = {.kind = MST_PLAYER_LEVEL1, .seed = 3};
    struct mst_error error = {0};
    mst_move move;
    mst_budget_limit(mst_ruleset_budget(ruleset), 100000, 0);
    enum mst_status status = mst_player_choose(match, &player, &move, NULL, &error);
    assert_true(status == MST_OK || status == MST_BUDGET);
    mst_match_free(match);
    unlink(path);
    mst_ruleset_free(ruleset);
}

/* ---- secrets --------------------------------------------------------------------------------- */

/* Put other hidden things into the position of the match, all that its seat knows being the same.
 */
static void hide_anew(struct mst_match *match, int seat, uint64_t seed) {
    struct mst_rng rng;
    mst_rng_seed(&rng, seed);
    struct core_position *masked = core_position_mask(match->pos, seat);
    struct core_position *sample = masked ? search_position_sample(masked, seat, &rng) : NULL;
    assert_non_null(sample);
    assert_true(core_position_copy(match->pos, sample));
    core_position_free(sample);
    core_position_free(masked);
}

static void weights_see_no_more_than_the_seat(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = shipped_ruleset("battle-line-short");
    char path[] = "/tmp/muster-weights-XXXXXX";
    const char *help;
    int file = mkstemp(path), count = mst_ruleset_features(ruleset, NULL);
    FILE *out = fdopen(file, "w");
    fputs("[weights]\n", out);
    for (int i = 0; i < count; i++)
        fprintf(out, "%s = %d\n", mst_ruleset_feature(ruleset, i, &help), 5 + i % 3);
    fclose(out);
    for (int kind = MST_PLAYER_LOOK; kind <= MST_PLAYER_LEVEL2; kind++) {
        struct mst_match *match = mst_match_new(ruleset, true, 4, NULL);
        struct mst_player player = {
            .kind = (enum mst_player_kind)kind, .seed = 5, .nodes = 300, .weights = path};
        mst_move chosen[3];
        for (uint64_t i = 0; i < 3; i++) {
            if (i)
                hide_anew(match, mst_match_state(match).to_move, i);
            assert_int_equal(mst_player_choose(match, &player, &chosen[i], NULL, NULL), MST_OK);
        }
        assert_true(chosen[0] == chosen[1] && chosen[0] == chosen[2]);
        mst_match_free(match);
    }
    unlink(path);
    mst_ruleset_free(ruleset);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fit_finds_planted_weights),
        cmocka_unit_test(the_fit_obeys_its_bounds),
        cmocka_unit_test(the_fit_stays_finite),
        cmocka_unit_test(features_of_each_game_differ_and_are_opposite),
        cmocka_unit_test(a_mirrored_position_is_even),
        cmocka_unit_test(features_say_what_is_on_the_board),
        cmocka_unit_test(weights_see_no_more_than_the_seat),
        cmocka_unit_test_setup_teardown(players_count_with_the_file_beside_the_ruleset, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(none_means_the_evaluation_of_the_rules, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(faults_of_a_file_have_their_line, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(a_faulty_file_loses_nothing, home_set_up, home_tear_down),
        cmocka_unit_test_setup_teardown(names_of_features_are_checked, home_set_up, home_tear_down),
        cmocka_unit_test_setup_teardown(a_feature_that_fails_counts_nothing, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(a_feature_without_end_keeps_to_the_budget, home_set_up,
                                        home_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
