/* The last turn and what decided the game, as they are marked. Neighbours: test_scene.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/typed.h"
#include "faces/scene/last.h"

static struct mst_ruleset *load(const char *name) {
    char path[400];
    mst_ruleset_find(name, path, sizeof path);
    struct mst_ruleset *ruleset = mst_ruleset_load(path, NULL, 0, NULL, NULL);
    assert_non_null(ruleset);
    return ruleset;
}

/* ---- marks ----------------------------------------------------------------------------------- */

static void a_move_is_marked_from_where_to_where(void **state) {
    (void)state;
    tool("show breakthrough-6x6 --ascii --play 'a2a3 b5b4'");
    expect("5 | b |( )| b |");
    expect("4 |   |(b)|   |");
    expect("3 | w |   |");
    expect("( ) last move b5 > b4\n");
    tool("show breakthrough-6x6 --ascii");
    expect_not("last move");
    tool("show connect-four --ascii --play 'd d'");
    expect("2 |   |   |   |(O)|");
    tool("show othello --ascii --play e6"); /* what was enclosed is marked as well */
    expect("6 |   |   |   |   |(X)|");
    expect("5 |   |   |   | X |(X)|");
}

static void pictures_have_arrows(void **state) {
    (void)state;
    tool("show breakthrough-6x6 --svg --play 'a2a3 b5b4'");
    assert_int_equal(count("<g class=\"arrow\">"), 1);
    expect("Last move: b5 to b4.");
    tool("show breakthrough-6x6 --svg");
    expect_not("<g class=\"arrow\">");
}

static void a_turn_of_several_plies_is_one_way(void **state) {
    (void)state;
    tool("show warline-tactical --ascii --set warline.start=quick --play 'G:1 M:f3 f r f'");
    expect("( ) last move f3 > f4 > g4   * * acting\n");
    tool("show warline-tactical --svg --set warline.start=quick --play 'G:1 M:f3 f r f'");
    assert_int_equal(count("<g class=\"arrow\">"), 1);
}

static void the_past_is_marked_as_well(void **state) {
    (void)state;
    play("breakthrough-6x6 --hotseat --ascii", "a2a3 b5b4 c2c3\nback\nback\nreturn\nquit\n");
    expect("( ) last move c2 > c3");
    expect("( ) last move b5 > b4");
    expect("( ) last move a2 > a3");
    play("breakthrough-6x6 --hotseat", "a2a3 b5b4 c2c3\nsave $/moves\nquit\n");
    char line[200];
    snprintf(line, sizeof line, "show --ascii --transcript %s/moves --ply 2", folder);
    tool(line);
    expect("( ) last move b5 > b4");
}

static void cards_are_marked_where_they_come_to_lie(void **state) {
    (void)state;
    play("battle-line-short --seed 3 --computer 2=level1 --ascii", "1\n1\n1\n1\nquit\n");
    expect("last move");
}

/* ---- secrets --------------------------------------------------------------------------------- */

/* The marked scene of a viewer, as text. */
static char *seen(struct mst_match *match, int viewer) {
    json_t *scene = scene_of_last(match, viewer, NULL);
    char *text = json_dumps(scene, JSON_COMPACT);
    json_decref(scene);
    return text;
}

/* Two matches that differ only in what the viewer cannot see have the same marks. The seeds deal
 * the same hand to nobody, so compare an onlooker, who sees no hand, before the first card is laid.
 */
static void marks_tell_nothing_hidden(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = load("fantasy-line-battle");
    char *first = NULL;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct mst_match *match = mst_match_new(ruleset, true, seed, NULL);
        const struct mst_moves *moves = mst_match_moves(match, NULL);
        mst_move move = moves->moves[moves->count - 1]; /* lays a Character face down */
        assert_int_equal(mst_match_apply(match, move, NULL), MST_OK);
        char *text = seen(match, MST_NONE);
        if (!first)
            first = text;
        else {
            assert_string_equal(first, text);
            free(text);
        }
        mst_match_free(match);
    }
    free(first);
    mst_ruleset_free(ruleset);
}

/* ---- endings --------------------------------------------------------------------------------- */

static void what_decided_the_game_is_marked(void **state) {
    (void)state;
    tool("show tic-tac-toe --ascii --play 'a1 b1 b2 c1 c3'"); /* TTT-2 */
    expect("3 |   |   |!X!|");
    expect("2 |   |!X!|   |");
    expect("1 |!X!| O | O |");
    expect("! ! decides the game\n");
    tool("show tic-tac-toe --ascii --play 'a1 b1 b2 c1'");
    expect_not("decides");
    tool("show connect-four --ascii --play 'a b a b a b a'"); /* C4-2 */
    assert_int_equal(count("|!X!|"), 4);
    tool("show breakthrough-6x6 --ascii --play 'a2b3 f5f4 b3c4 f4e3 c4d5 e3f2 d5c6'"); /* BT-2 */
    expect("6 | b | b |!w!|");
    tool("show tic-tac-toe --svg --play 'a1 b1 b2 c1 c3'");
    assert_int_equal(count("stroke=\"#b02a1c\""), 4); /* three marks and the legend */
}

static void flags_and_lists_are_marked(void **state) {
    (void)state;
    play("battle-line-long --ascii --computer 1=random,2=level1 --seed 5", ""); /* BL-END-1 */
    expect("!^2^!");
    expect("! ! decides the game");
    play("--quick --ascii --computer 1=level2,2=level2 --seed 3", ""); /* WT-OVER-1 */
    expect("! Graveyard of");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_marked_from_where_to_where),
        cmocka_unit_test(pictures_have_arrows),
        cmocka_unit_test(a_turn_of_several_plies_is_one_way),
        cmocka_unit_test(the_past_is_marked_as_well),
        cmocka_unit_test(cards_are_marked_where_they_come_to_lie),
        cmocka_unit_test(marks_tell_nothing_hidden),
        cmocka_unit_test(what_decided_the_game_is_marked),
        cmocka_unit_test(flags_and_lists_are_marked),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
