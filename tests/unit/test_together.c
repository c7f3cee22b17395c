/* What modules add to a game of another one: to its set-up, after each ply, to its scene and its
 * evaluation, and what of it is in a position line. */
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
#include "rulesets/ruleset.h"

/* A stone on a1 of three zones, which each move carries to the zone named. */
#define GAME                                                                                       \
    "muster.module { title = 'Game' }\n"                                                           \
    "muster.game { title = 'Game', seats = 2 }\n"                                                  \
    "muster.grid { columns = 3, rows = 1 }\n"                                                      \
    "local stone = muster.pieces { 'stone', count = 2 }\n"                                         \
    "local now = muster.state { { 'turn', max = 1 } }\n"                                           \
    "local play = muster.decision { 'play', seat = function() return now.turn end }\n"             \
    "muster.ending('done')\n"                                                                      \
    "muster.move { 'm', at = play, text = '{z}', legal = function()\n"                             \
    "  return choose('z', zones - occupied()) end, apply = function(z)\n"                          \
    "  put(0, z) now.turn = 1 - now.turn end }\n"                                                  \
    "muster.setup(function() put(0, at(0, 0)) go(play) end)\n"                                     \
    "muster.worth(function(seat) return 10 + seat end)\n"                                          \
    "muster.scene(function(seat) return { title = 'Game', items = {} } end)\n"

/* A notation that knows the place of the stone and whose turn it is. */
#define NOTATION                                                                                   \
    "muster.notation { print = function() return 'stone ' .. muster.zone_name(place(0))\n"         \
    "    .. ' turn ' .. now.turn end,\n"                                                           \
    "  parse = function(line) local words = line:split(' ')\n"                                     \
    "    if #words ~= 4 then error('expected four words, found ' .. line, 0) end\n"                \
    "    put(0, muster.zone(words[2])) now.turn = tonumber(words[4]) go(play) end }\n"

#define OFFER "return { play = play, now = now, stone = stone }\n"
#define MORE                                                                                       \
    "muster.module { title = 'More', requires = { 'game' } }\n"                                    \
    "local game = require('game')\n"

struct world {
    struct mst_ruleset *ruleset;
    struct mst_match *match;
};

static const char *path; /* how rules run: NULL or "lua" */

static struct mst_ruleset *load(const char *game, const char *more, struct mst_error *error) {
    home_module("game", game);
    home_module("more", more);
    if (path)
        setenv("MUSTER_RULES", path, 1);
    else
        unsetenv("MUSTER_RULES");
    struct mst_ruleset *ruleset = home_load("[modules]\ngame = on\nmore = on\n", error);
    unsetenv("MUSTER_RULES");
    return ruleset;
}

static void begin(struct world *w, const char *game, const char *more) {
    struct mst_error error = {0};
    w->ruleset = load(game, more, &error);
    if (!w->ruleset)
        fail_msg("%s: %s", error.at, error.text);
    w->match = mst_match_new(w->ruleset, true, 1, &error);
    if (!w->match)
        fail_msg("%s: %s", error.at, error.text);
}

static void end(struct world *w) {
    mst_match_free(w->match);
    mst_ruleset_free(w->ruleset);
}

static void both(void (*test)(void)) {
    path = NULL;
    test();
    path = "lua";
    test();
}

/* ---- the set-up ------------------------------------------------------------------------------ */

static void after_the_setup(void) {
    struct world w;
    begin(&w, GAME OFFER,
          MORE "muster.after_setup(function() put(1, place(0)) put(0, at(2, 0))\n"
               "  game.now.turn = 1 end)\n");
    own_line(w.match, "play turn=1 a1:stone- c1:stone-");
    assert_int_equal(mst_match_state(w.match).to_move, 1);
    end(&w);
}

static void a_start_line(void) {
    struct world w;
    begin(&w, GAME OFFER,
          MORE "muster.start('play turn=1 b1:stone-')\n"
               "muster.after_setup(function() game.now.turn = 0 end)\n");
    own_line(w.match, "play b1:stone-");
    end(&w);
}

static void test_a_module_adds_to_the_setup(void **state) {
    (void)state;
    both(after_the_setup);
}

static void test_a_module_sets_the_start(void **state) {
    (void)state;
    struct mst_error error = {0};
    both(a_start_line);
    struct mst_ruleset *ruleset = load(GAME OFFER, MORE "muster.start('play c9:stone-')\n", &error);
    assert_non_null(ruleset);
    assert_null(mst_match_new(ruleset, true, 1, &error));
    assert_non_null(strstr(error.text, "c9"));
    mst_ruleset_free(ruleset);
}

static void test_a_game_is_set_up_once(void **state) {
    (void)state;
    struct mst_error error = {0};
    assert_null(load(GAME OFFER, MORE "muster.setup(function() go(game.play) end)\n", &error));
    assert_non_null(strstr(error.text, "muster.after_setup"));
    assert_null(load(GAME OFFER,
                     MORE "muster.after_ply(function() end)\nmuster.after_ply(function() end)\n",
                     &error));
    assert_non_null(strstr(error.text, "twice"));
}

/* ---- after a ply ----------------------------------------------------------------------------- */

#define COUNT "local seen = muster.state { { 'plies', max = 9 }, { 'high', max = 9 } }\n"

/* One rule follows the other, though it was declared before it. */
static void after_each_ply(void) {
    struct world w;
    begin(&w, GAME OFFER,
          MORE COUNT "muster.after_ply(function()\n"
                     "  if seen.plies > 1 and seen.high == 0 then seen.high = 5 end\n"
                     "  if game.now.turn == 1 and seen.plies == 0 then seen.plies = 3 end end)\n");
    own_line(w.match, "play a1:stone-");
    own_play(w.match, "c1");
    own_line(w.match, "play turn=1 plies=3 high=5 c1:stone-");
    own_play(w.match, "a1");
    own_line(w.match, "play plies=3 high=5 a1:stone-");
    struct mst_error error = {0};
    assert_int_equal(mst_match_undo(w.match, 2, &error), MST_OK);
    own_line(w.match, "play a1:stone-");
    end(&w);
}

static void an_ending(void) {
    struct world w;
    begin(&w, GAME OFFER,
          MORE "muster.ending('corner')\nmuster.after_ply(function()\n"
               "  if place(0) == at(2, 0) then over('corner', 1) end end)\n");
    own_play(w.match, "c1");
    assert_true(mst_match_state(w.match).over);
    assert_string_equal(mst_match_state(w.match).by, "corner");
    end(&w);
}

static void a_question(void) {
    struct world w;
    begin(&w, GAME OFFER,
          MORE "local asked = muster.state { { 'asked' } }\n"
               "local q = muster.decision { 'q', seat = function() return 0 end }\n"
               "muster.move { 'yes', at = q, text = 'yes', apply = function() pop() end }\n"
               "muster.after_ply(function() if game.now.turn == 1 and not asked.asked then\n"
               "  asked.asked = true push(q) end end)\n");
    own_play(w.match, "b1");
    assert_string_equal(mst_match_state(w.match).decision, "q");
    assert_int_equal(mst_match_state(w.match).to_move, 0);
    own_line(w.match, "play/q turn=1 asked=1 b1:stone-");
    own_play(w.match, "yes");
    assert_int_equal(mst_match_state(w.match).to_move, 1);
    end(&w);
}

static void test_rules_follow_a_ply(void **state) {
    (void)state;
    both(after_each_ply);
    both(an_ending);
    both(a_question);
}

static void without_end(void) {
    struct world w;
    struct mst_error error = {0};
    begin(&w, GAME OFFER,
          MORE COUNT "muster.after_ply(function() if game.now.turn == 1 then\n"
                     "  seen.plies = 1 - seen.plies end end)\n");
    uint64_t hash = mst_match_state(w.match).hash;
    assert_int_equal(mst_match_play(w.match, "c1", &error), MST_BUDGET);
    assert_true(mst_match_state(w.match).hash == hash);
    assert_int_equal(mst_match_state(w.match).ply, 0);
    end(&w);
}

/* Where chance decides, what follows waits for what it brings. */
static void after_chance(void) {
    struct world w;
    begin(&w, GAME OFFER,
          MORE COUNT "local coin = muster.decision { 'coin', chance = true }\n"
                     "muster.move { 'lies', at = coin, text = '={n}', legal = function()\n"
                     "  return choose('n', range(1, 2)) end,\n"
                     "  apply = function(n) seen.high = n go(game.play) end }\n"
                     "muster.after_setup(function() go(coin) end)\n"
                     "muster.after_ply(function() if seen.plies == 0 then\n"
                     "  seen.plies = seen.high + me() + 5 end end)\n");
    assert_int_equal(mst_match_state(w.match).to_move, 0);
    own_line(w.match, "play plies=6 high=1 a1:stone-");
    end(&w);
}

static void test_what_follows_waits_for_chance(void **state) {
    (void)state;
    both(after_chance);
}

static void no_ending(void) {
    struct world w;
    begin(&w, GAME OFFER,
          MORE "muster.ending('corner', 'middle')\nmuster.without('corner')\n"
               "muster.after_ply(function()\n"
               "  if place(0) == at(2, 0) then over('corner', 1) end\n"
               "  if place(0) == at(1, 0) then over('middle', 1) end end)\n");
    own_play(w.match, "c1");
    assert_false(mst_match_state(w.match).over);
    own_line(w.match, "play turn=1 c1:stone-");
    own_play(w.match, "b1");
    assert_string_equal(mst_match_state(w.match).by, "middle");
    end(&w);
}

static void test_a_module_switches_an_ending_off(void **state) {
    (void)state;
    struct mst_error error = {0};
    both(no_ending);
    assert_null(load(GAME OFFER, MORE "muster.without('dune')\n", &error));
    assert_string_equal(error.text, "without: there is no ending 'dune'; did you mean 'done'?");
    assert_non_null(strstr(error.at, "more.lua:3"));
}

static void test_what_follows_is_charged(void **state) {
    (void)state;
    both(without_end);
}

/* ---- scene and evaluation -------------------------------------------------------------------- */

static void test_scenes_and_evaluations_join(void **state) {
    (void)state;
    struct world w;
    struct mst_error error = {0};
    int64_t worth;
    begin(&w, GAME OFFER,
          MORE "muster.worth(function(seat) return 100 * place(0) end)\n"
               "muster.scene(function(seat, scene)\n"
               "  scene.status = scene.title .. ' of ' .. seat return scene end)\n");
    own_play(w.match, "c1");
    assert_true(host_worth(w.ruleset->host, &w.match->play, 1, &worth));
    assert_int_equal(worth, 211);
    char *scene = mst_match_scene(w.match, 1, &error);
    assert_non_null(scene);
    assert_non_null(strstr(scene, "Game of 1"));
    mst_text_free(scene);
    end(&w);
}

/* ---- position lines -------------------------------------------------------------------------- */

static void facts_apart(void) {
    struct world w;
    begin(&w, GAME NOTATION OFFER,
          MORE "local seen = muster.state { { 'count', max = 9 } }\n"
               "local fog = muster.field { 'fog', of = 'zone', max = 3 }\n"
               "local tired = muster.field { 'tired', of = 'piece' }\n"
               "local q = muster.decision { 'q', seat = function() return 0 end }\n"
               "muster.move { 'yes', at = q, text = 'yes', apply = function() pop() end }\n"
               "muster.after_ply(function() if game.now.turn == 1 and seen.count == 0 then\n"
               "  seen.count = 4 fog[at(1, 0)] = 2 tired[0] = true push(q, 7) end end)\n");
    own_line(w.match, "stone a1 turn 0");
    own_play(w.match, "c1");
    own_line(w.match, "stone c1 turn 1 count=4 fog[b1]=2 tired[c1/1]=1 ask=q(7)");
    own_play(w.match, "yes");
    own_line(w.match, "stone c1 turn 1 count=4 fog[b1]=2 tired[c1/1]=1");
    end(&w);
}

static void an_ending_apart(void) {
    struct world w;
    begin(&w, GAME NOTATION OFFER,
          MORE "muster.ending('corner')\nmuster.after_ply(function()\n"
               "  if place(0) == at(2, 0) then over('corner', 1) end end)\n");
    own_play(w.match, "c1");
    own_line(w.match, "stone c1 turn 1 over=corner:2");
    end(&w);
}

static void test_a_line_has_what_other_modules_add(void **state) {
    (void)state;
    static const struct {
        const char *line, *says;
    } bad[] = {
        {"stone a1 turn 0 fog[b9]=2", "a zone"},
        {"stone a1 turn 0 fog[b1]=4", "'fog' must be"},
        {"stone a1 turn 0 tired[c1/1]=1", "the level of a piece"},
        {"stone a1 turn 0 tired[a1]=1", "as in [c3/1]"},
        {"stone a1 turn 0 ask=qq", "the name of a decision"},
        {"stone a1 turn 0 fig[b1]=2", "expected four words"},
    };
    struct world w;
    both(facts_apart);
    both(an_ending_apart);
    path = NULL;
    begin(&w, GAME NOTATION OFFER,
          MORE "local fog = muster.field { 'fog', of = 'zone', max = 3 }\n"
               "local tired = muster.field { 'tired', of = 'piece' }\n"
               "local q = muster.decision { 'q', seat = function() return 0 end }\n"
               "muster.move { 'yes', at = q, text = 'yes', apply = function() pop() end }\n"
               "muster.after_ply(function() if game.now.turn == 2 then push(q) end end)\n");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct mst_error error = {0};
        assert_null(mst_match_setup(w.ruleset, bad[i].line, true, 1, &error));
        assert_int_equal(error.status, MST_BAD_POSITION);
        if (!strstr(error.text, bad[i].says))
            fail_msg("'%s' is refused with '%s'", bad[i].line, error.text);
    }
    end(&w);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_module_adds_to_the_setup),
        cmocka_unit_test(test_a_module_sets_the_start),
        cmocka_unit_test(test_a_game_is_set_up_once),
        cmocka_unit_test(test_rules_follow_a_ply),
        cmocka_unit_test(test_what_follows_waits_for_chance),
        cmocka_unit_test(test_a_module_switches_an_ending_off),
        cmocka_unit_test(test_what_follows_is_charged),
        cmocka_unit_test(test_scenes_and_evaluations_join),
        cmocka_unit_test(test_a_line_has_what_other_modules_add),
    };
    return cmocka_run_group_tests(tests, home_set_up, home_tear_down);
}
