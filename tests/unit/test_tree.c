/* The search by playouts: that it looks on where moves are very many, and that ways to one position
 * share what is known of it. */
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
#include "lib/subject.h"
#include "muster/player.h"

/* Each seat names a number of 1 to 600; a die of 600 sides lets the greater win more often. */
static const char numbers[] =
    "muster.module { title = 'Numbers' }\n"
    "muster.game { title = 'Numbers', seats = 2 }\n"
    "muster.grid { columns = 2, rows = 1 }\n"
    "muster.pieces { 'stone', count = 1 }\n"
    "local now = muster.state { { 'turn', max = 1 }, { 'first', max = 600 },\n"
    "  { 'second', max = 600 } }\n"
    "local name = muster.decision { 'name', title = 'name',\n"
    "  seat = function() return now.turn end }\n"
    "local die = muster.decision { 'die', title = 'die', chance = true }\n"
    "muster.setup(function() go(name) end)\n"
    "muster.scene(function(seat) return { items = {} } end)\n"
    "muster.move { 'name', at = name, title = 'name', text = 'n{n}',\n"
    "  legal = function() return choose('n', range(1, 600)) end,\n"
    "  apply = function(n)\n"
    "    if now.turn == 0 then now.first = n now.turn = 1\n"
    "    else now.second = n go(die) end\n"
    "  end }\n"
    "muster.move { 'fall', at = die, text = 'd{n}',\n"
    "  legal = function() return choose('n', range(1, 6)) end,\n"
    "  apply = function(n)\n"
    "    if now.first + 100 * n > now.second + 350 then over('greater', 0)\n"
    "    else over('greater', 1) end\n"
    "  end }\n";

/* Each of 600 moves once, of 1,500 positions, would leave next to nothing for the replies. */
static void of_very_many_moves_some_are_looked_at_closely(void **state) {
    struct mst_error error = {0};
    (void)state;
    struct mst_ruleset *ruleset = home_game(numbers, &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    struct mst_match *match = mst_match_new(ruleset, true, 1, NULL);
    int64_t sum = 0;
    for (int seed = 0; seed < 20; seed++) {
        struct mst_player player = {
            .kind = MST_PLAYER_LEVEL5, .nodes = 1500, .seed = (uint64_t)seed};
        struct mst_player_info info;
        mst_move move;
        assert_int_equal(mst_player_choose(match, &player, &move, &info, &error), MST_OK);
        assert_in_range(info.nodes, 1, 1500);
        char *text = move_text(match, move);
        sum += atoi(text + 1);
        mst_free(text);
    }
    assert_true(sum > 20 * 480); /* 300 at random */
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* The whole game has few positions, and many ways to each. As a tree it takes more than 40,000
 * playouts to prove the draw. */
static void ways_to_one_position_share_its_proof(void **state) {
    struct subject s;
    struct walk walk;
    char path[512];
    (void)state;
    snprintf(path, sizeof path, "%s/rulesets/tic-tac-toe.ini", source_root());
    assert_true(subject_open(&s, path));
    assert_true(walk_begin(&s, 0, &walk));
    for (int seed = 0; seed < 5; seed++) {
        struct mst_player player = {
            .kind = MST_PLAYER_LEVEL5, .nodes = 30000, .seed = (uint64_t)seed};
        struct mst_player_info info;
        struct mst_error error;
        mst_move move;
        assert_int_equal(mst_player_choose(walk.match, &player, &move, &info, &error), MST_OK);
        assert_int_equal(info.sense, MST_SENSE_DRAWN);
        assert_in_range(info.nodes, 1, player.nodes - 1);
    }
    walk_end(&walk);
    subject_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(of_very_many_moves_some_are_looked_at_closely, home_set_up,
                                        home_tear_down),
        cmocka_unit_test(ways_to_one_position_share_its_proof),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
