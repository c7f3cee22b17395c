/* Levels of computer players: that they see replies, chance and several seats, slip as often as
 * they should, keep to their limits, and prove what they can. */
#include "rulesets/ruleset.h"

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
#include "lib/subject.h"
#include "muster/player.h"

/* A game of points: seat 0 chooses way 0 or 1 at `lead`; what follows decides what it is worth. */
#define GAME(seats, worth)                                                                         \
    "muster.module { title = 'Ways' }\n"                                                           \
    "muster.game { title = 'Ways', seats = " seats " }\n"                                          \
    "muster.grid { columns = 2, rows = 1 }\n"                                                      \
    "muster.pieces { 'pawn', count = 1 }\n"                                                        \
    "muster.ending('done')\n"                                                                      \
    "local now = muster.state { { 'turn', max = 2 }, { 'way', max = 2 }, { 'left', max = 60 },\n"  \
    "  { 'trail', max = 999999 } }\n"                                                              \
    "local points = muster.field { 'points', of = 'seat', max = 100 }\n"                           \
    "local lead = muster.decision { 'lead', title = 'a way', seat = function() return 0 end }\n"   \
    "local reply = muster.decision { 'reply', title = 'a reply',\n"                                \
    "  seat = function() return now.turn end }\n"                                                  \
    "muster.setup(function() now.left = 60 go(lead) end)\n"                                        \
    "muster.worth(" worth ")\n"                                                                    \
    "muster.scene(function(seat) return { items = {} } end)\n"

#define DIFFERENCE "function(seat) return points[seat] - points[1 - seat] end"

#define LEAD(effect)                                                                               \
    "muster.move { 'go', at = lead, title = 'go', text = 'w{n}',\n"                                \
    "  legal = function() return choose('n', range(0, 1)) end, apply = function(n)\n"              \
    "    now.way, now.turn = n, 1\n" effect "  end }\n"

#define ANSWER(effect)                                                                             \
    "muster.move { 'answer', at = reply, title = 'answer', text = 'a{n}',\n"                       \
    "  legal = function() return choose('n', range(0, 1)) end, apply = function(n)\n" effect       \
    "  end }\n"

/* Way 0 is worth 5 at once and 15 less after the best reply, way 1 is worth 1. */
static const char trap[] = GAME("2", DIFFERENCE ", { turns = true, scale = 15 }")
    LEAD("points[0] = points[0] + (n == 0 and 5 or 1) go(reply)\n")
        ANSWER("if now.way == 0 and n == 1 then points[1] = points[1] + 20 end over('done')\n");

/* After way 0, seat 1 has 9 and seat 0 has 8, or 2 and 0. After way 1 seat 0 has 4. */
static const char three_seats[] = GAME("3", "function(seat) return points[seat] end")
    LEAD("if n == 1 then points[0] = 4 end go(reply)\n") ANSWER(
        "if now.way == 0 then points[1] = n == 0 and 9 or 2 points[0] = n == 0 and 8 or 0 end\n"
        "over('done')\n");

/* After way 0 the other seat gets 40 with a chance of 9 in 10; way 1 is worth 4. */
static const char chance[] = GAME(
    "2",
    DIFFERENCE) "local toss = muster.decision { 'toss', title = 'a toss', chance = true }\n"
                "muster.move { 'coin', at = toss, title = 'coin', text = 'c{n}',\n"
                "  legal = function() return choose('n', range(0, 1)) end,\n"
                "  weight = function(n) return n == 0 and 9 or 1 end,\n"
                "  apply = function(n) if n == 0 then points[1] = 40 end go(reply) end }\n" LEAD(
                    "points[0] = n == 0 and 5 or 4 if n == 0 then go(toss) else go(reply) end\n")
                    ANSWER("over('done')\n");

/* Way 0 has the points and loses in the end, far away, whatever is played; way 1 wins. */
#define DECEIT(how)                                                                                \
    GAME("2", DIFFERENCE how)                                                                      \
    LEAD("points[0] = n == 0 and 50 or 0 go(reply)\n")                                             \
    ANSWER("now.left = now.left - 1 now.turn = 1 - now.turn\n"                                     \
           "now.trail = (2 * now.trail + n) % 1000000\n"                                           \
           "if now.left == 0 then over('done', 1 - now.way) end\n")

static struct mst_match *begin(struct mst_ruleset *ruleset, const char *moves) {
    struct mst_match *match = mst_match_new(ruleset, true, 1, NULL);
    char text[200], *rest = NULL;
    assert_non_null(match);
    snprintf(text, sizeof text, "%s", moves);
    for (char *move = strtok_r(text, " ", &rest); move; move = strtok_r(NULL, " ", &rest))
        assert_int_equal(mst_match_play(match, move, NULL), MST_OK);
    return match;
}

/* Does the player choose `wanted`? */
static bool chooses(struct mst_match *match, const struct mst_player *player, const char *wanted,
                    struct mst_player_info *info) {
    struct mst_error error = {0};
    mst_move move;
    if (mst_player_choose(match, player, &move, info, &error) != MST_OK)
        fail_msg("%s", error.text);
    char *text = move_text(match, move);
    bool same = !strcmp(text, wanted);
    mst_free(text);
    return same;
}

/* How many of `seeds` choose `wanted` at the start of a game. */
static int tally(const char *game, enum mst_player_kind kind, const char *wanted, int seeds) {
    home_open();
    struct mst_ruleset *ruleset = own_ruleset(game);
    struct mst_match *match = begin(ruleset, "");
    int count = 0;
    for (int seed = 0; seed < seeds; seed++) {
        struct mst_player player = {.kind = kind, .seed = (uint64_t)seed};
        count += chooses(match, &player, wanted, NULL);
    }
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    home_close();
    return count;
}

/* ---- what levels see ------------------------------------------------------------------------- */

static void upper_levels_see_the_reply(void **state) {
    (void)state;
    assert_int_equal(tally(trap, MST_PLAYER_LOOK, "w0", 10), 10);
    for (int kind = MST_PLAYER_LEVEL3; kind <= MST_PLAYER_LEVEL5; kind++)
        assert_int_equal(tally(trap, (enum mst_player_kind)kind, "w1", 10), 10);
}

static void the_expected_reply_is_part_of_the_line(void **state) {
    (void)state;
    home_open();
    struct mst_ruleset *ruleset = own_ruleset(trap);
    struct mst_match *match = begin(ruleset, "");
    struct mst_player player = {.kind = MST_PLAYER_LEVEL3, .lines = 2};
    struct mst_player_info info[2];
    assert_true(chooses(match, &player, "w1", info));
    assert_int_equal(info[0].worth, 1);
    assert_int_equal(info[0].score, 500 + (562 - 500) * 4 / 15);
    assert_int_equal(info[0].depth, 2);
    assert_string_equal(info[1].pv, "w0 a1");
    assert_int_equal(info[1].worth, -15);
    assert_int_equal(info[1].score, 1000 - 731);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    home_close();
}

static void each_of_three_seats_wants_its_own(void **state) {
    (void)state;
    assert_int_equal(tally(three_seats, MST_PLAYER_LEVEL3, "w0", 10), 10);
}

/* One outcome alone would look good to one seed in ten; of eight, seldom more than one does. The
 * own turn weighs all of them. */
static void chance_between_turns_is_weighed(void **state) {
    (void)state;
    assert_int_equal(tally(chance, MST_PLAYER_LOOK, "w1", 10), 10);
    assert_int_equal(tally(chance, MST_PLAYER_LEVEL3, "w1", 40), 40);
}

static void playouts_see_what_the_evaluation_does_not(void **state) {
    (void)state;
    assert_int_equal(tally(DECEIT(""), MST_PLAYER_LEVEL3, "w0", 10), 10);
    assert_int_equal(tally(DECEIT(", { playouts = false }"), MST_PLAYER_LEVEL3, "w0", 10), 10);
    assert_int_equal(tally(DECEIT(", { playouts = true }"), MST_PLAYER_LEVEL3, "w1", 10), 10);
    assert_int_equal(tally(DECEIT(", { playouts = true }"), MST_PLAYER_LOOK, "w0", 10), 10);
}

static void the_ways_of_judging_are_checked(void **state) {
    (void)state;
    struct mst_error error = {0};
    home_open();
    assert_null(home_game(DECEIT(", { playout = true }"), &error));
    assert_non_null(strstr(error.text, "playouts"));
    home_close();
}

/* ---- how levels slip ------------------------------------------------------------------------- */

/* A slip is a random move, here the other one half the time. Of 1000: 75, 30 and none. */
static void lower_levels_slip(void **state) {
    (void)state;
    int first = tally(trap, MST_PLAYER_LEVEL1, "w1", 1000);
    int second = tally(trap, MST_PLAYER_LEVEL2, "w1", 1000);
    assert_in_range(first, 75 - 35, 75 + 35);
    assert_in_range(second, 30 - 22, 30 + 22);
}

/* ---- limits ---------------------------------------------------------------------------------- */

static void levels_keep_to_their_positions(void **state) {
    (void)state;
    static const char *const names[] = {"warline-tactical", "breakthrough-6x6",
                                        "battle-line-short"};
    static const int most[][3] = {{200, 800, 3200}, {800, 3200, 12800}, {300, 500, 1000}};
    for (int i = 0; i < 3; i++) {
        struct mst_ruleset *ruleset = shipped_ruleset(names[i]);
        struct mst_match *match = begin(ruleset, "");
        for (int kind = MST_PLAYER_LEVEL1; kind <= MST_PLAYER_LEVEL3; kind++) {
            struct mst_player player = {.kind = (enum mst_player_kind)kind, .seed = 3};
            struct mst_player_info info;
            chooses(match, &player, "", &info);
            assert_in_range(info.nodes, 1, most[i][kind - MST_PLAYER_LEVEL1]);
        }
        mst_match_free(match);
        mst_ruleset_free(ruleset);
    }
}

static void positions_of_the_caller_replace_those_of_the_level(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = shipped_ruleset("warline-tactical");
    struct mst_match *match = begin(ruleset, "");
    for (int nodes = 1; nodes < 2000; nodes *= 5) {
        struct mst_player player = {.kind = MST_PLAYER_LEVEL5, .nodes = nodes};
        struct mst_player_info info;
        chooses(match, &player, "", &info);
        assert_in_range(info.nodes, 1, nodes);
    }
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* Stops the search once so many positions have been told. */
struct patience {
    int64_t enough, told;
};

static void listen(void *context, const struct mst_player_info *info) {
    struct patience *patience = context;
    patience->told = info->nodes;
}

static bool has_enough(void *context) {
    const struct patience *patience = context;
    return patience->told >= patience->enough;
}

/* A tree of whole turns is full after some 100,000 positions. */
static void time_alone_is_used_up(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = shipped_ruleset("warline-tactical");
    struct mst_match *match = begin(ruleset, "D:F3b2n D:I3b6s D:F1d2n D:I1d6s");
    struct patience patience = {.enough = 300000};
    struct mst_player player = {
        .kind = MST_PLAYER_LEVEL3, .ms = 24 * 60 * 60 * 1000, .tell = listen, .context = &patience};
    struct mst_player_info info;
    mst_budget_watch(mst_ruleset_budget(ruleset), has_enough, &patience);
    chooses(match, &player, "", &info);
    mst_budget_watch(mst_ruleset_budget(ruleset), NULL, NULL);
    assert_true(info.nodes >= patience.enough);
    assert_true(info.depth > 1);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* Notes how often a line is reported in a row, with more and more positions, and has enough at
 * last. */
enum { ENOUGH = 5 };
struct repeats {
    struct mst_player_info last;
    int row;
};

static void note_repeats(void *context, const struct mst_player_info *info) {
    struct repeats *repeats = context;
    assert_true(info->nodes >= repeats->last.nodes);
    if (repeats->row < ENOUGH)
        repeats->row = strcmp(info->pv, repeats->last.pv) ? 1 : repeats->row + 1;
    repeats->last = *info;
}

static bool has_repeats(void *context) {
    const struct repeats *repeats = context;
    return repeats->row >= ENOUGH;
}

/* An iteration, and a first move in it, can take long: the best line so far is reported again
 * meanwhile. */
static void a_long_iteration_is_told_of(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = shipped_ruleset("breakthrough-8x8");
    struct mst_match *match = begin(ruleset, "");
    struct repeats repeats = {.row = 0};
    struct mst_player player = {
        .kind = MST_PLAYER_LEVEL5, .nodes = 20000000, .tell = note_repeats, .context = &repeats};
    mst_budget_watch(mst_ruleset_budget(ruleset), has_repeats, &repeats);
    chooses(match, &player, "", NULL);
    mst_budget_watch(mst_ruleset_budget(ruleset), NULL, NULL);
    assert_int_equal(repeats.row, ENOUGH);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void hear_nothing(void *context, const struct mst_player_info *info) {
    (void)context, (void)info;
}

/* Waits once, for longer than reports are apart. */
static bool dawdles(void *context) {
    bool *waited = context;
    int64_t until = mst_clock_steady() + 150;
    while (!*waited && mst_clock_steady() < until)
        ;
    *waited = true;
    return false;
}

/* Where cards are hidden a report may be due before anything was tried. */
static void nothing_is_told_before_it_is_known(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = shipped_ruleset("battle-line-short");
    struct mst_match *match = begin(ruleset, "");
    bool waited = false;
    struct mst_player player = {.kind = MST_PLAYER_LEVEL4, .tell = hear_nothing};
    struct mst_player_info info;
    mst_budget_watch(mst_ruleset_budget(ruleset), dawdles, &waited);
    chooses(match, &player, "", &info);
    mst_budget_watch(mst_ruleset_budget(ruleset), NULL, NULL);
    assert_true(waited && info.depth > 0);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void the_same_level_and_seed_choose_the_same(void **state) {
    (void)state;
    static const char *const names[] = {"warline-2v2", "breakthrough-6x6", "battle-line-short"};
    for (int i = 0; i < 3; i++) {
        struct mst_ruleset *ruleset = shipped_ruleset(names[i]);
        struct mst_match *match = begin(ruleset, "");
        for (int kind = MST_PLAYER_LEVEL1; kind <= MST_PLAYER_LEVEL3; kind++) {
            struct mst_player player = {.kind = (enum mst_player_kind)kind, .seed = 9};
            struct mst_player_info one = {0}, two = {0};
            chooses(match, &player, "", &one);
            chooses(match, &player, "", &two);
            assert_memory_equal(&one, &two, sizeof one);
        }
        mst_match_free(match);
        mst_ruleset_free(ruleset);
    }
}

/* ---- proofs ---------------------------------------------------------------------------------- */

/* a1 a2 b1: the next seat must stop c1. */
static void what_is_proved_ends_the_search(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = shipped_ruleset("tic-tac-toe");
    static const struct {
        const char *moves, *best;
        int score;
    } cases[] = {{"a1 a2 b1 b2", "c1", 1000},
                 {"a1 a2 b2 c3 a3 b3", "c1", 1000},
                 {"a1 b1 b2", "c3", 0},
                 {"b2 a1 c1 a3 a2 c2 b1", "b3", 500}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct mst_match *match = begin(ruleset, cases[i].moves);
        struct mst_player player = {.kind = MST_PLAYER_LEVEL5, .seed = i};
        struct mst_player_info info;
        bool best = chooses(match, &player, cases[i].best, &info);
        assert_int_equal(info.score, cases[i].score);
        assert_true(best || !cases[i].score); /* all moves lose alike */
        assert_true(info.nodes < 6000);
        mst_match_free(match);
    }
    mst_ruleset_free(ruleset);
}

static uint32_t tic_tac_toe(struct mst_ruleset *ruleset, enum mst_player_kind other, int game) {
    struct mst_match *match = begin(ruleset, "");
    while (!mst_match_state(match).over) {
        bool mine = mst_match_state(match).to_move == game % 2;
        struct mst_player player = {.kind = mine ? MST_PLAYER_LEVEL5 : other,
                                    .seed = (uint64_t)game};
        mst_move move;
        assert_int_equal(mst_player_choose(match, &player, &move, NULL, NULL), MST_OK);
        assert_int_equal(mst_match_apply(match, move, NULL), MST_OK);
    }
    uint32_t winners = mst_match_state(match).winners;
    mst_match_free(match);
    return winners;
}

static void the_top_level_never_loses_tic_tac_toe(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = shipped_ruleset("tic-tac-toe");
    for (int game = 0; game < 40; game++) {
        uint32_t winners =
            tic_tac_toe(ruleset, game < 20 ? MST_PLAYER_RANDOM : MST_PLAYER_LEVEL3, game);
        assert_false(winners >> (1 - game % 2) & 1);
    }
    assert_int_equal(tic_tac_toe(ruleset, MST_PLAYER_LEVEL5, 0), 0);
    mst_ruleset_free(ruleset);
}

/* ---- failures -------------------------------------------------------------------------------- */

static void moves_that_fail_are_left_out_and_told(void **state) {
    (void)state;
    home_open();
    struct mst_ruleset *ruleset = own_ruleset(GAME("2", DIFFERENCE) LEAD(
        "if n == 0 then error('a trap') end go(reply)\n") ANSWER("over('done')\n"));
    struct mst_match *match = begin(ruleset, "");
    struct mst_error told = {0};
    for (int kind = MST_PLAYER_LEVEL3; kind <= MST_PLAYER_LEVEL5; kind++) {
        struct mst_player player = {.kind = (enum mst_player_kind)kind, .seed = 1};
        assert_true(chooses(match, &player, "w1", NULL));
    }
    assert_true(mst_ruleset_evaluation_fault(ruleset, &told));
    if (!strstr(told.at, "lua/game.lua:") || !strstr(told.text, "a rule fails") ||
        !strstr(told.text, "a trap"))
        fail_msg("%s: %s", told.at, told.text);
    assert_false(mst_ruleset_evaluation_fault(ruleset, &told));
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    home_close();
}

/* Every allocation fails once: an error, or a choice, and the match can be asked again. */
static void no_allocation_that_fails_is_forgotten(void **state) {
    (void)state;
    static const char *const names[] = {"warline-tactical", "battle-line-short", "tic-tac-toe"};
    for (int i = 0; i < 3; i++) {
        struct mst_ruleset *ruleset = shipped_ruleset(names[i]);
        struct mst_match *match = begin(ruleset, "");
        struct mst_player player = {.kind = MST_PLAYER_LEVEL3, .nodes = 60};
        struct mst_player_info before, after;
        chooses(match, &player, "", &before);
        for (long n = 0; n < 120; n++) {
            struct mst_error error = {0};
            mst_move move;
            core_mem_fail_after(n);
            enum mst_status status = mst_player_choose(match, &player, &move, NULL, &error);
            core_mem_fail_after(-1);
            assert_true(status == MST_OK || error.status == status);
        }
        chooses(match, &player, "", &after);
        assert_string_equal(before.pv, after.pv);
        mst_match_free(match);
        mst_ruleset_free(ruleset);
    }
}

static void levels_have_names(void **state) {
    (void)state;
    for (int kind = 0; kind <= MST_PLAYER_LEVEL5; kind++)
        assert_int_equal(mst_player_named(mst_player_name((enum mst_player_kind)kind)), kind);
    assert_int_equal(mst_player_named("level3"), MST_PLAYER_LEVEL3);
    assert_int_equal(mst_player_named("level6"), -1);
    assert_int_equal(mst_player_named(""), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(upper_levels_see_the_reply),
        cmocka_unit_test(the_expected_reply_is_part_of_the_line),
        cmocka_unit_test(each_of_three_seats_wants_its_own),
        cmocka_unit_test(chance_between_turns_is_weighed),
        cmocka_unit_test(playouts_see_what_the_evaluation_does_not),
        cmocka_unit_test(the_ways_of_judging_are_checked),
        cmocka_unit_test(lower_levels_slip),
        cmocka_unit_test(levels_keep_to_their_positions),
        cmocka_unit_test(positions_of_the_caller_replace_those_of_the_level),
        cmocka_unit_test(time_alone_is_used_up),
        cmocka_unit_test(a_long_iteration_is_told_of),
        cmocka_unit_test(nothing_is_told_before_it_is_known),
        cmocka_unit_test(the_same_level_and_seed_choose_the_same),
        cmocka_unit_test(what_is_proved_ends_the_search),
        cmocka_unit_test(the_top_level_never_loses_tic_tac_toe),
        cmocka_unit_test(moves_that_fail_are_left_out_and_told),
        cmocka_unit_test(no_allocation_that_fails_is_forgotten),
        cmocka_unit_test(levels_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
