/* The solver: agrees with an exhaustive search, keeps to its limits, leaves the match alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "rulesets/ruleset.h"
#include "muster/player.h"

enum { MEMORY = 1 << 20 };

static struct mst_ruleset *load(const char *name) {
    struct mst_error error = {0};
    char path[1024];
    snprintf(path, sizeof path, "rulesets/%s.ini", name);
    struct mst_ruleset *ruleset = mst_ruleset_load(path, NULL, 0, NULL, &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    return ruleset;
}

static struct mst_match *begin(struct mst_ruleset *ruleset, bool seeded, uint64_t seed) {
    struct mst_error error = {0};
    struct mst_match *match = mst_match_new(ruleset, seeded, seed, &error);
    if (!match)
        fail_msg("%s: %s", error.at, error.text);
    return match;
}

static struct mst_solution solve(struct mst_match *match, int seat, int turns) {
    struct mst_problem problem = {
        .seat = seat, .turns = turns, .nodes = 10000000, .memory = MEMORY};
    struct mst_solution solution;
    struct mst_error error = {0};
    uint64_t hash = mst_match_state(match).hash;
    if (mst_solve(match, &problem, &solution, &error) != MST_OK)
        fail_msg("%s: %s", error.at, error.text);
    assert_true(mst_match_state(match).hash == hash);
    assert_true(solution.whole);
    return solution;
}

/* ---- an exhaustive search -------------------------------------------------------------------- */

/* Does the seat win with so many turns left, the one that runs among them? */
static bool wins(struct mst_match *match, int seat, int turns, int last) {
    struct mst_state state = mst_match_state(match);
    struct mst_error error = {0};
    if (state.over)
        return state.winners >> seat & 1;
    if (state.to_move == seat && last != seat && --turns < 0)
        return false;
    if (state.to_move >= 0)
        last = state.to_move;
    bool own = state.to_move == seat, won = !own;
    char *legal = mst_match_legal(match, &error), *at = legal;
    assert_non_null(legal);
    while (*at && won != own) {
        size_t length = strcspn(at, "\n");
        char move[200];
        snprintf(move, sizeof move, "%.*s", (int)length, at);
        at += length + (at[length] == '\n');
        if (mst_match_play(match, move, &error) != MST_OK)
            fail_msg("%s: %s", move, error.text);
        won = wins(match, seat, turns, last);
        mst_match_undo(match, 1, &error);
    }
    mst_text_free(legal);
    return won;
}

static void agree(struct mst_match *match, int seat, int turns) {
    int least = 1;
    while (least <= turns && !wins(match, seat, least, MST_NONE))
        least++;
    struct mst_solution solution = solve(match, seat, turns);
    if ((solution.verdict == MST_SOLUTION_WON) != (least <= turns) ||
        (solution.verdict == MST_SOLUTION_WON && solution.turns != least))
        fail_msg("verdict %d in %d turns, expected %d", solution.verdict, solution.turns, least);
}

/* Positions after random plies. */
static void random_positions(const char *name, int games, int least, int most, int turns) {
    struct mst_ruleset *ruleset = load(name);
    for (int game = 0; game < games; game++) {
        struct mst_match *match = begin(ruleset, true, 1);
        struct mst_error error;
        int plies = least + game % (most - least + 1);
        for (int i = 0; i < plies && !mst_match_state(match).over; i++) {
            struct mst_player player = {.kind = MST_PLAYER_RANDOM, .seed = (uint64_t)game};
            struct mst_buf text = {0};
            mst_move move;
            assert_int_equal(mst_player_choose(match, &player, &move, NULL, &error), MST_OK);
            mst_match_move_text(match, move, &text);
            assert_int_equal(mst_match_play(match, mst_buf_text(&text), &error), MST_OK);
            mst_buf_clear(&text);
        }
        for (int seat = 0; seat < 2 && !mst_match_state(match).over; seat++)
            agree(match, seat, turns);
        mst_match_free(match);
    }
    mst_ruleset_free(ruleset);
}

static void test_it_agrees_in_tic_tac_toe(void **state) {
    (void)state;
    random_positions("tic-tac-toe", 60, 2, 6, 3);
}

static void test_it_agrees_in_connect_four(void **state) {
    (void)state;
    random_positions("connect-four", 12, 12, 24, 2);
}

static void test_it_agrees_in_breakthrough(void **state) {
    (void)state;
    random_positions("breakthrough-6x6", 20, 14, 26, 2);
}

static void test_it_agrees_in_clobber(void **state) {
    (void)state;
    random_positions("clobber", 12, 12, 18, 2);
}

/* Puzzles of a large game, and what is left of them after a wrong move. */
static void test_it_agrees_in_puzzles(void **state) {
    (void)state;
    static const char *const puzzles[] = {"the_last_wall", "the_narrow_gate", "two_birds"};
    for (int i = 0; i < 3; i++) {
        struct mst_error error = {0};
        char path[200];
        snprintf(path, sizeof path, "scenarios/puzzles/%s.lua", puzzles[i]);
        struct mst_ruleset *ruleset = mst_ruleset_load(path, NULL, 0, NULL, &error);
        if (!ruleset)
            fail_msg("%s: %s", error.at, error.text);
        struct mst_match *match = begin(ruleset, true, 1);
        agree(match, 0, 1);
        assert_int_equal(mst_match_play(match, "Z", &error), MST_OK);
        agree(match, 0, 1);
        agree(match, 1, 1);
        mst_match_free(match);
        mst_ruleset_free(ruleset);
    }
}

/* ---- small games ----------------------------------------------------------------------------- */

/* Seats take turns; `turn` says who decides, and each ply is a letter. */
#define GAME(seats, rest)                                                                          \
    "muster.module { title = 'Ways' }\n"                                                           \
    "muster.game { title = 'Ways', seats = " seats " }\n"                                          \
    "muster.grid { columns = 2, rows = 1 }\n"                                                      \
    "muster.pieces { 'pawn', count = 1 }\n"                                                        \
    "muster.ending('done')\n"                                                                      \
    "local now = muster.state { { 'turn', max = 2 }, { 'ply', max = 60 }, { 'sum', max = 99 } }\n" \
    "local play = muster.decision { 'play', seat = function() return now.turn end }\n"             \
    "local die = muster.decision { 'die', chance = true }\n"                                       \
    "muster.setup(function() go(play) end)\n" rest

#define MOVE(effect)                                                                               \
    "muster.move { 'm', at = play, text = '{n}',\n"                                                \
    "  legal = function() return choose('n', range(0, 2)) end,\n"                                  \
    "  apply = function(n) now.ply = now.ply + 1 now.sum = now.sum + n\n" effect " end }\n"        \
    "muster.move { 'fall', at = die, text = 'd{n}',\n"                                             \
    "  legal = function() return choose('n', range(0, 1)) end,\n"                                  \
    "  apply = function(n) pop() now.sum = now.sum + n end }\n"

static void answers(const char *lua, int seat, int turns, enum mst_verdict verdict, int needed) {
    struct mst_error error = {0};
    struct mst_ruleset *ruleset = home_game(lua, &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    struct mst_match *match = begin(ruleset, false, 0);
    agree(match, seat, turns);
    struct mst_solution solution = solve(match, seat, turns);
    assert_int_equal(solution.verdict, verdict);
    if (verdict == MST_SOLUTION_WON)
        assert_int_equal(solution.turns, needed);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* Three plies a turn; who brings the sum to 7 wins. */
static void test_a_turn_may_have_several_plies(void **state) {
    (void)state;
    static const char lua[] =
        GAME("2", MOVE("if now.sum >= 7 then over('done', me())\n"
                       "elseif now.ply % 3 == 0 then now.turn = 1 - now.turn end"));
    answers(lua, 0, 2, MST_SOLUTION_REFUTED, 0);
    answers(lua, 1, 2, MST_SOLUTION_REFUTED, 0);
}

/* After each ply a die adds 0 or 1, so only what wins for both outcomes is a win. */
static void test_chance_must_not_matter(void **state) {
    (void)state;
    static const char sure[] =
        GAME("2", MOVE("if now.ply == 2 then over('done', now.sum >= 3 and 0 or 1) return end\n"
                       "push(die)"));
    answers(sure, 0, 2, MST_SOLUTION_WON, 1);
    static const char unsure[] =
        GAME("2", MOVE("if now.ply == 2 then over('done', now.sum >= 5 and 0 or 1) return end\n"
                       "push(die)"));
    answers(unsure, 0, 2, MST_SOLUTION_REFUTED, 0);
}

/* Two others stand together against a seat. */
static void test_all_others_defend(void **state) {
    (void)state;
    static const char lua[] =
        GAME("3", MOVE("if now.ply == 4 then over('done', now.sum >= 4 and 0 or 1) return end\n"
                       "now.turn = (now.turn + 1) % 3"));
    answers(lua, 0, 2, MST_SOLUTION_WON, 2);
    answers(lua, 1, 2, MST_SOLUTION_REFUTED, 0);
}

/* A seat that can go round in circles within its turn. */
static void test_circles_end(void **state) {
    (void)state;
    static const char lua[] =
        GAME("2", "muster.move { 'm', at = play, text = '{n}',\n"
                  "  legal = function() return choose('n', range(0, 3)) end,\n"
                  "  apply = function(n) now.sum = (now.sum + n) % 4\n"
                  "    if now.sum == 3 and n == 3 then over('done', 1 - me()) end end }\n"
                  "muster.move { 'stop', at = play, text = 'stop',\n"
                  "  legal = function() need(now.sum == 2) end,\n"
                  "  apply = function() over('done', me()) end }\n"
                  "muster.move { 'fall', at = die, text = 'd', apply = function() pop() end }\n");
    struct mst_error error = {0};
    struct mst_ruleset *ruleset = home_game(lua, &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    struct mst_match *match = begin(ruleset, false, 0);
    assert_int_equal(solve(match, 0, 2).verdict, MST_SOLUTION_WON);
    assert_int_equal(solve(match, 1, 2).verdict, MST_SOLUTION_REFUTED);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* ---- graphs with circles --------------------------------------------------------------------- */

/* Seat 1 chooses where seat 0 begins. Then seat 0 goes along one of two ways from node to node, or
 * a die does; node 0 wins and node 1 loses. All that is one turn. */
enum { NODES = 12, GRAPHS = 30 };

struct graph {
    int ways[NODES][2];
    int dice[NODES];
};

/* The nodes from which seat 0 wins whatever the die shows: those from which a win can be reached,
 * found from the wins backwards. */
static void find_wins(const struct graph *graph, bool *won) {
    bool more = true;
    memset(won, 0, NODES * sizeof *won);
    won[0] = true;
    while (more) {
        more = false;
        for (int i = 2; i < NODES; i++) {
            bool one = won[graph->ways[i][0]], other = won[graph->ways[i][1]];
            bool now = graph->dice[i] ? one && other : one || other;
            more = more || now != won[i];
            won[i] = now;
        }
    }
}

static void draw_graph(struct graph *graph, struct mst_rng *rng) {
    for (int i = 0; i < NODES; i++) {
        graph->dice[i] = mst_rng_below(rng, 3) == 0;
        for (int way = 0; way < 2; way++)
            graph->ways[i][way] = (int)mst_rng_below(rng, NODES);
    }
}

static struct mst_ruleset *load_graph(const struct graph *graph) {
    struct mst_buf lua = {0};
    struct mst_error error = {0};
    mst_buf_printf(&lua, "local WAYS, DICE = { [0] = {}, {} }, {}\n");
    for (int i = 0; i < NODES; i++)
        mst_buf_printf(&lua, "WAYS[0][%d], WAYS[1][%d], DICE[%d] = %d, %d, %s\n", i, i, i,
                       graph->ways[i][0], graph->ways[i][1], graph->dice[i] ? "true" : "false");
    mst_buf_printf(&lua, "%s",
                   GAME("2", "local function arrive(node)\n"
                             "  now.sum = node\n"
                             "  if node == 0 then over('done', 0)\n"
                             "  elseif node == 1 then over('done', 1)\n"
                             "  elseif DICE[node] then go(die)\n"
                             "  else go(play) end\n"
                             "end\n"
                             "muster.move { 'begin', at = play, text = 'b{n}',\n"
                             "  legal = function() need(now.turn == 1)\n"
                             "    return choose('n', range(2, 11)) end,\n"
                             "  apply = function(n) now.turn = 0 arrive(n) end }\n"
                             "muster.move { 'walk', at = play, text = 'w{n}',\n"
                             "  legal = function() need(now.turn == 0)\n"
                             "    return choose('n', range(0, 1)) end,\n"
                             "  apply = function(n) arrive(WAYS[n][now.sum]) end }\n"
                             "muster.move { 'fall', at = die, text = 'd{n}',\n"
                             "  legal = function() return choose('n', range(0, 1)) end,\n"
                             "  apply = function(n) arrive(WAYS[n][now.sum]) end }\n"
                             "muster.after_setup(function() now.turn = 1 end)\n"));
    struct mst_ruleset *ruleset = home_game(mst_buf_text(&lua), &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    mst_buf_clear(&lua);
    return ruleset;
}

/* Solve from each node, and count what was found. */
static void agree_on(const struct graph *graph, int *met) {
    bool won[NODES];
    struct mst_ruleset *ruleset = load_graph(graph);
    find_wins(graph, won);
    for (int from = 2; from < NODES; from++) {
        struct mst_match *match = begin(ruleset, false, 0);
        struct mst_error error = {0};
        char move[20];
        snprintf(move, sizeof move, "b%d", from);
        if (mst_match_play(match, move, &error) != MST_OK)
            fail_msg("%s: %s", move, error.text);
        enum mst_verdict verdict = solve(match, 0, 1).verdict;
        if ((verdict == MST_SOLUTION_WON) != won[from])
            fail_msg("node %d: verdict %d", from, verdict);
        met[won[from]]++;
        mst_match_free(match);
    }
    mst_ruleset_free(ruleset);
}

static void test_circles_are_searched_to_the_end(void **state) {
    (void)state;
    struct mst_rng rng;
    int met[2] = {0};
    mst_rng_seed(&rng, 1);
    for (int n = 0; n < GRAPHS; n++) {
        struct graph graph;
        draw_graph(&graph, &rng);
        agree_on(&graph, met);
    }
    assert_true(met[0] > 20 && met[1] > 20);
}

/* The die of node 2 leads to 3 or 7, and from both there is a way to 4. From 3 that is looked at
 * first; there only the way back is no loss: refuted, but not on the way from 7. */
static void test_a_repetition_refutes_on_its_way_only(void **state) {
    (void)state;
    struct graph graph = {.ways = {[2] = {3, 7},
                                   [3] = {4, 5},
                                   [4] = {3, 1},
                                   [5] = {6, 1},
                                   [6] = {0, 1},
                                   [7] = {8, 9},
                                   [8] = {4, 1},
                                   [9] = {1, 1},
                                   [10] = {1, 1},
                                   [11] = {1, 1}},
                          .dice = {[2] = 1}};
    int met[2] = {0};
    agree_on(&graph, met);
    assert_int_equal(met[1], 7);
}

/* ---- lines, duals, limits -------------------------------------------------------------------- */

static struct mst_match *after(struct mst_ruleset *ruleset, const char *moves) {
    struct mst_match *match = begin(ruleset, true, 1);
    struct mst_error error;
    char move[20];
    for (const char *at = moves; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        snprintf(move, sizeof move, "%.*s", (int)length, at);
        assert_int_equal(mst_match_play(match, move, &error), MST_OK);
        at += length;
    }
    return match;
}

static void test_the_line_wins_and_the_duals_too(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = load("tic-tac-toe");
    struct mst_match *match = after(ruleset, "a1 b1");
    struct mst_solution solution = solve(match, 0, 4);
    struct mst_error error;
    assert_int_equal(solution.verdict, MST_SOLUTION_WON);
    assert_int_equal(solution.turns, 3);
    assert_int_equal(solution.dual_count, 2);
    for (int i = 0; i <= solution.dual_count; i++) {
        struct mst_buf text = {0};
        mst_match_move_text(match, i ? solution.duals[i - 1] : solution.moves[0], &text);
        assert_int_equal(mst_match_play(match, mst_buf_text(&text), &error), MST_OK);
        assert_true(wins(match, 0, 2, 0));
        mst_match_undo(match, 1, &error);
        mst_buf_clear(&text);
    }
    for (int i = 0; i < solution.count; i++) {
        struct mst_buf text = {0};
        mst_match_move_text(match, solution.moves[i], &text);
        assert_int_equal(mst_match_play(match, mst_buf_text(&text), &error), MST_OK);
        mst_buf_clear(&text);
    }
    assert_true(mst_match_state(match).over);
    assert_int_equal(mst_match_state(match).winners, 1);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void test_limits_are_kept(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = load("breakthrough-6x6");
    struct mst_match *match = begin(ruleset, true, 1);
    struct mst_problem problem = {.seat = 0, .turns = 9, .nodes = 500, .memory = 100};
    struct mst_solution solution;
    struct mst_error error = {0};
    assert_int_equal(mst_solve(match, &problem, &solution, &error), MST_OK);
    assert_int_equal(solution.verdict, MST_SOLUTION_UNKNOWN);
    assert_true(solution.nodes <= 500);
    problem.seat = 2;
    assert_int_equal(mst_solve(match, &problem, &solution, &error), MST_BAD_REQUEST);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* With few positions an answer is the same, or that it is not decided, and `whole` only where all
 * was searched. */
static void test_limits_make_no_answer_wrong(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = load("tic-tac-toe");
    struct mst_match *match = after(ruleset, "a1 b1");
    int met[3] = {0}, cut = 0;
    for (int nodes = 1; nodes <= 300; nodes++) {
        struct mst_problem problem = {.seat = 0, .turns = 4, .nodes = nodes, .memory = MEMORY};
        struct mst_solution solution;
        struct mst_error error = {0};
        assert_int_equal(mst_solve(match, &problem, &solution, &error), MST_OK);
        met[solution.verdict]++;
        if (solution.verdict == MST_SOLUTION_WON) {
            assert_int_equal(solution.turns, 3);
            assert_true(!solution.whole || solution.dual_count == 2);
            cut += !solution.whole;
        }
    }
    assert_int_equal(met[MST_SOLUTION_REFUTED], 0);
    assert_true(met[MST_SOLUTION_UNKNOWN] > 0 && met[MST_SOLUTION_WON] > cut && cut > 0);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void test_secrets_are_refused(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = load("battle-line-short");
    struct mst_match *match = begin(ruleset, true, 1);
    struct mst_problem problem = {.seat = 0, .turns = 1, .nodes = 500, .memory = MEMORY};
    struct mst_solution solution;
    struct mst_error error = {0};
    assert_int_equal(mst_solve(match, &problem, &solution, &error), MST_BAD_REQUEST);
    assert_non_null(strstr(error.text, "does not know all of it"));
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void test_a_failing_rule_is_an_error(void **state) {
    (void)state;
    static const char lua[] = GAME("2", MOVE("now.sum = now.sum + 40 * n\n"
                                             "now.turn = 1 - now.turn"));
    struct mst_error error = {0};
    struct mst_ruleset *ruleset = home_game(lua, &error);
    assert_non_null(ruleset);
    struct mst_match *match = begin(ruleset, false, 0);
    struct mst_problem problem = {.seat = 0, .turns = 2, .nodes = 5000, .memory = MEMORY};
    struct mst_solution solution;
    assert_int_equal(mst_solve(match, &problem, &solution, &error), MST_SCRIPT_ERROR);
    assert_int_equal(solution.verdict, MST_SOLUTION_UNKNOWN);
    assert_int_equal(mst_match_state(match).ply, 0);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_agrees_in_tic_tac_toe),
        cmocka_unit_test(test_it_agrees_in_connect_four),
        cmocka_unit_test(test_it_agrees_in_breakthrough),
        cmocka_unit_test(test_it_agrees_in_clobber),
        cmocka_unit_test(test_it_agrees_in_puzzles),
        cmocka_unit_test_setup_teardown(test_a_turn_may_have_several_plies, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(test_chance_must_not_matter, home_set_up, home_tear_down),
        cmocka_unit_test_setup_teardown(test_all_others_defend, home_set_up, home_tear_down),
        cmocka_unit_test_setup_teardown(test_circles_end, home_set_up, home_tear_down),
        cmocka_unit_test_setup_teardown(test_circles_are_searched_to_the_end, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(test_a_repetition_refutes_on_its_way_only, home_set_up,
                                        home_tear_down),
        cmocka_unit_test(test_the_line_wins_and_the_duals_too),
        cmocka_unit_test(test_limits_are_kept),
        cmocka_unit_test(test_limits_make_no_answer_wrong),
        cmocka_unit_test(test_secrets_are_refused),
        cmocka_unit_test_setup_teardown(test_a_failing_rule_is_an_error, home_set_up,
                                        home_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
