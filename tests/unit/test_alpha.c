/* Alpha-beta: that it agrees with an exhaustive search, where a seat moves several plies in a row
 * too, that it looks on after noisy moves, and when it is used. */
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
#include "core/asked.h"
#include "muster/player.h"

/* A pile of stones. A seat takes one to three; after two it moves again. Who takes the last stone
 * wins, unless it took three: then nobody does. The evaluation tells nothing. */
#define PILE(how)                                                                                  \
    "muster.module { title = 'Pile' }\n"                                                           \
    "muster.game { title = 'Pile', seats = 2 }\n"                                                  \
    "muster.grid { columns = 2, rows = 1 }\n"                                                      \
    "muster.pieces { 'stone', count = 1 }\n"                                                       \
    "local now = muster.state { { 'turn', max = 1 }, { 'left', max = 60 } }\n"                     \
    "local take = muster.decision { 'take', title = 'take',\n"                                     \
    "  seat = function() return now.turn end }\n"                                                  \
    "muster.setup(function() now.left = 40 go(take) end)\n"                                        \
    "muster.scene(function(seat) return { items = {} } end)\n"                                     \
    "muster.worth(function(seat) return seat == now.turn and 7 or -7 end" how ")\n"                \
    "muster.move { 'take', at = take, title = 'take', text = 't{n}',\n"                            \
    "  legal = function()\n"                                                                       \
    "    local n = choose('n', range(1, 3)) need(n <= now.left, 'P-1', 'too many') return n "      \
    "end,\n"                                                                                       \
    "  apply = function(n)\n"                                                                      \
    "    local me <const> = me()\n"                                                                \
    "    now.left = now.left - n\n"                                                                \
    "    if now.left == 0 then if n == 3 then over('last') else over('last', me) end\n"            \
    "    elseif n ~= 2 then now.turn = 1 - me end\n"                                               \
    "  end }\n"

static struct mst_match *begin(struct mst_ruleset *ruleset) {
    struct mst_match *match = mst_match_new(ruleset, true, 1, NULL);
    assert_non_null(match);
    return match;
}

/* 1, 0 or -1: does seat 0 win, nobody, seat 1? */
static int outcome(int left, int turn) {
    int best = -2;
    for (int n = 1; n <= 3 && n <= left; n++) {
        int next = n == 2 ? turn : 1 - turn, value;
        if (left == n)
            value = n == 3 ? 0 : turn ? -1 : 1;
        else
            value = outcome(left - n, next);
        value = turn ? -value : value;
        best = value > best ? value : best;
    }
    return turn ? -best : best;
}

static void agrees_with_an_exhaustive_search(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = own_ruleset(PILE(""));
    struct mst_match *match = begin(ruleset);
    mst_match_play(match, "t3", NULL);
    for (int left = 37; left > 21; left--)
        mst_match_play(match, "t1", NULL);
    for (int left = 21; left > 3; left--) {
        struct mst_player player = {.kind = MST_PLAYER_LEVEL5, .seed = (uint64_t)left};
        struct mst_player_info info;
        int turn = mst_match_state(match).to_move, best = outcome(left, turn);
        mst_move move;
        assert_int_equal(mst_player_choose(match, &player, &move, &info, NULL), MST_OK);
        assert_int_equal(info.sense, best == 0                 ? MST_SENSE_DRAWN
                                     : best == (turn ? -1 : 1) ? MST_SENSE_WON
                                                               : MST_SENSE_LOST);
        assert_int_equal(mst_match_play(match, "t1", NULL), MST_OK);
    }
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void a_line_that_wins_is_played_to_its_end(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = own_ruleset(PILE(""));
    for (int seat = 0; seat < 2; seat++) {
        struct mst_match *match = begin(ruleset);
        int left = 40;
        while (!mst_match_state(match).over) {
            int turn = mst_match_state(match).to_move;
            struct mst_player player = {.kind =
                                            turn == seat ? MST_PLAYER_LEVEL5 : MST_PLAYER_RANDOM,
                                        .seed = (uint64_t)left};
            mst_move move;
            assert_int_equal(mst_player_choose(match, &player, &move, NULL, NULL), MST_OK);
            assert_int_equal(mst_match_apply(match, move, NULL), MST_OK);
            left--;
        }
        assert_int_equal(mst_match_state(match).winners, 1 << seat);
        mst_match_free(match);
    }
    mst_ruleset_free(ruleset);
}

/* The three searches take their own ways to the same game. */
static void turns_and_playouts_switch_it_off(void **state) {
    (void)state;
    static const char *const games[] = {PILE(""), PILE(", { turns = true }"),
                                        PILE(", { playouts = true }")};
    struct mst_player_info infos[3];
    for (int i = 0; i < 3; i++) {
        struct mst_ruleset *ruleset = own_ruleset(games[i]);
        struct mst_match *match = begin(ruleset);
        struct mst_player player = {.kind = MST_PLAYER_LEVEL3};
        mst_move move;
        assert_int_equal(mst_player_choose(match, &player, &move, &infos[i], NULL), MST_OK);
        mst_match_free(match);
        mst_ruleset_free(ruleset);
    }
    assert_int_equal(infos[0].sense, MST_SENSE_WON);
    assert_true(infos[0].nodes != infos[1].nodes && infos[1].nodes <= 3200);
    assert_int_equal(infos[2].nodes, 3200);
}

/* ---- noisy moves ----------------------------------------------------------------------------- */

/* Seat 0 chooses a zone, then both shift about for long; b1 is worth 5, and taken at once. */
#define TAKING(noisy)                                                                              \
    "muster.module { title = 'Taking' }\n"                                                         \
    "muster.game { title = 'Taking', seats = 2 }\n"                                                \
    "muster.grid { columns = 8, rows = 1 }\n"                                                      \
    "muster.pieces { 'stone', count = 1 }\n"                                                       \
    "local now = muster.state { { 'turn', max = 1 }, { 'trail', max = 4000000 } }\n"               \
    "local go_on = muster.decision { 'go_on', title = 'go on',\n"                                  \
    "  seat = function() return now.turn end }\n"                                                  \
    "muster.setup(function() go(go_on) end)\n"                                                     \
    "muster.scene(function(seat) return { items = {} } end)\n"                                     \
    "muster.worth(function(seat) return seat == 0 and now.trail or -now.trail end)\n"              \
    "muster.move { 'go', at = go_on, title = 'go', text = '{z}',\n"                                \
    "  legal = function() return choose('z', zones) end,\n" noisy                                  \
    "  apply = function(z) now.turn = 1 - now.turn now.trail = column(z) end }\n"

static bool noisy_at(struct mst_match *match, const char *move) {
    struct core_play play;
    struct core_refusal refusal;
    mst_move code = 0;
    assert_true(core_play_init(&play, match->ruleset->rules, match->pos));
    assert_true(core_move_read(&play, move, &code, &refusal));
    bool noisy = core_move_noisy(&play, code);
    assert_false(play.failed);
    core_play_clear(&play);
    return noisy;
}

static void a_move_is_noisy_as_its_kind_says(void **state) {
    (void)state;
    static const struct {
        const char *game;
        bool b1, c1;
    } cases[] = {{TAKING(""), false, false},
                 {TAKING("  noisy = false,\n"), false, false},
                 {TAKING("  noisy = true,\n"), true, true},
                 {TAKING("  noisy = function(z) return z == at(1, 0) end,\n"), true, false}};
    static const char *const paths[] = {"code", "lua"};
    for (int way = 0; way < 2; way++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            struct mst_error error = {0};
            struct mst_ruleset *ruleset = home_game_as(paths[way], cases[i].game, &error);
            if (!ruleset)
                fail_msg("%s: %s", error.at, error.text);
            struct mst_match *match = begin(ruleset);
            assert_int_equal(noisy_at(match, "b1"), cases[i].b1);
            assert_int_equal(noisy_at(match, "c1"), cases[i].c1);
            mst_match_free(match);
            mst_ruleset_free(ruleset);
        }
}

static void what_noisy_is_must_be_clear(void **state) {
    (void)state;
    struct mst_error error = {0};
    assert_null(home_game(TAKING("  noisy = 1,\n"), &error));
    assert_non_null(strstr(error.text, "'noisy' must be true, false or a function"));
    assert_null(home_game(TAKING("  noisy = function(a, b) return a end,\n"), &error));
    assert_non_null(strstr(error.text, "'noisy' takes the results of 'legal'"));
    assert_null(home_game(TAKING("  noisy = function() now.turn = 1 return true end,\n"), &error));
}

/* ---- failures -------------------------------------------------------------------------------- */

static void no_allocation_that_fails_is_forgotten(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = own_ruleset(PILE(""));
    struct mst_match *match = begin(ruleset);
    struct mst_player player = {.kind = MST_PLAYER_LEVEL3, .nodes = 60};
    struct mst_player_info before, after;
    mst_move move;
    assert_int_equal(mst_player_choose(match, &player, &move, &before, NULL), MST_OK);
    for (long n = 0; n < 120; n++) {
        struct mst_error error = {0};
        core_mem_fail_after(n);
        enum mst_status status = mst_player_choose(match, &player, &move, NULL, &error);
        core_mem_fail_after(-1);
        assert_true(status == MST_OK || error.status == status);
    }
    assert_int_equal(mst_player_choose(match, &player, &move, &after, NULL), MST_OK);
    assert_string_equal(before.pv, after.pv);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void few_positions_are_enough_for_a_move(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = own_ruleset(PILE(""));
    struct mst_match *match = begin(ruleset);
    for (int nodes = 1; nodes < 300; nodes += 1 + nodes / 4)
        for (int kind = MST_PLAYER_LOOK; kind <= MST_PLAYER_LEVEL5; kind += 5) {
            struct mst_player player = {.kind = (enum mst_player_kind)kind, .nodes = nodes};
            struct mst_player_info info;
            mst_move move;
            assert_int_equal(mst_player_choose(match, &player, &move, &info, NULL), MST_OK);
            assert_in_range(info.nodes, 1, nodes);
            assert_true(info.depth >= 1);
        }
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* The evaluation fails in some positions, or in all: a search by playouts finds the same win, and
 * the failure is reported once. */
static void an_evaluation_that_fails_loses_nothing(void **state) {
    (void)state;
    static const int kinds[] = {MST_PLAYER_LOOK, MST_PLAYER_LEVEL3, MST_PLAYER_LEVEL5};
    for (int how = 0; how < 2; how++)
        for (int k = 0; k < 3; k++)
            for (int left = 0; left < 2; left++) {
                char game[4000];
                snprintf(game, sizeof game, "%s", how ? PILE(", { turns = true }") : PILE(""));
                char *worth = strstr(game, "seat == now.turn and 7 or -7"),
                     *fails =
                         left ? "7 // (now.left - 36)        " : "7 // (now.left - now.left)  ";
                memcpy(worth, fails, 28);
                struct mst_ruleset *ruleset = own_ruleset(game);
                struct mst_match *match = begin(ruleset);
                struct mst_player player = {.kind = (enum mst_player_kind)kinds[k], .nodes = 3000};
                struct mst_player_info info;
                struct mst_error error = {0};
                mst_move move;
                assert_false(mst_ruleset_evaluation_fault(ruleset, &error));
                for (int again = 0; again < 2; again++) {
                    assert_int_equal(mst_player_choose(match, &player, &move, &info, &error),
                                     MST_OK);
                    assert_int_not_equal(info.sense, MST_SENSE_WORTH);
                    assert_in_range(info.nodes, 1, 3000);
                }
                assert_true(mst_ruleset_evaluation_fault(ruleset, &error));
                assert_non_null(strstr(error.text, "the evaluation fails, players do without it"));
                assert_non_null(strstr(error.at, ".lua:"));
                assert_false(mst_ruleset_evaluation_fault(ruleset, &error));
                mst_match_free(match);
                mst_ruleset_free(ruleset);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(agrees_with_an_exhaustive_search, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(a_line_that_wins_is_played_to_its_end, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(turns_and_playouts_switch_it_off, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(a_move_is_noisy_as_its_kind_says, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(what_noisy_is_must_be_clear, home_set_up, home_tear_down),
        cmocka_unit_test_setup_teardown(no_allocation_that_fails_is_forgotten, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(an_evaluation_that_fails_loses_nothing, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(few_positions_are_enough_for_a_move, home_set_up,
                                        home_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
