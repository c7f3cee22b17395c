/* Pieces with names: they stay the same pieces in position lines, views and moves. */
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
#include "core/secret.h"
#include "search/deal.h"

/* Five knights, of whom two have names, and two spies, whose ranks are hidden in a bag. `m` moves
 * the piece named to a zone, `c` carries it into the bag of its owner. */
#define GAME                                                                                       \
    "muster.module { title = 'Game' }\n"                                                           \
    "muster.game { title = 'Game', seats = 2 }\n"                                                  \
    "muster.grid { columns = 3, rows = 2 }\n"                                                      \
    "local knight = muster.pieces { 'knight', count = 5, names = { 'kay', 'bors' },\n"             \
    "  text = '{name}{owner}' }\n"                                                                 \
    "local spy = muster.pieces { 'spy', count = 2, text = 's{rank}' }\n"                           \
    "local rank = muster.field { 'rank', of = 'piece', max = 9, seen = 'face',\n"                  \
    "  each = { spy = { 3, 7 } } }\n"                                                              \
    "local wounds = muster.field { 'wounds', of = 'piece', max = 9 }\n"                            \
    "local tent = muster.container { 'tent', per_seat = true, faces = 'owner' }\n"                 \
    "local kay = muster.piece_named('kay')\n"                                                      \
    "local play = muster.decision { 'play', seat = function() return 0 end }\n"                    \
    "muster.move { 'in', at = play, text = 'in{z}',\n"                                             \
    "  legal = function() return choose('z', tops(knight, 0)) end,\n"                              \
    "  apply = function(z) put(top(z), tent[0]) end }\n"                                           \
    "muster.move { 'out', at = play, text = '{p}to{z}',\n"                                         \
    "  legal = function() return choose('p', pieces(tent[0])), choose('z', zones - occupied())\n"  \
    "  end, apply = function(p, z) put(p, z) if p == kay then wounds[p] = 4 end end }\n"           \
    "muster.setup(function()\n"                                                                    \
    "  for i = 0, 4 do owner[i] = 0 put(i, at(i % 3, i // 3)) end\n"                               \
    "  for i = 5, 6 do owner[i] = 1 put(i, tent[1]) end go(play) end)\n"                           \
    "muster.scene(function() return { items = { { type = 'list', entries = {\n"                    \
    "  { text = 'c1', name = muster.piece_name(top(at(2, 0))) } } } } } end)\n"                    \
    "return { knight = knight }\n"

static struct mst_match *match;

static void lines(const char *path) {
    match = own_match(path, GAME, NULL);
    own_line(match, "play a1:kay1 b1:bors1 c1:knight1 a2:knight1 b2:knight1 "
                    "tent[1]:spy2{3,0}+spy2{7,0}");
    own_play(match, "inb1");
    own_play(match, "ina1");
    own_play(match, "inc1");
    own_play(match, "kay1toc1");
    own_play(match, "knight1toa1");
    own_play(match, "bors1tob1");
    own_line(match, "play a1:knight1 b1:bors1 c1:kay1{0,4} a2:knight1 b2:knight1 "
                    "tent[1]:spy2{3,0}+spy2{7,0}");
    own_end(match);
}

static void test_names_are_in_lines_and_moves(void **state) {
    (void)state;
    lines(NULL);
    lines("lua");
}

static uint64_t hash_of(const char *line) {
    match = own_match(NULL, GAME, line);
    uint64_t hash = mst_match_state(match).hash;
    own_end(match);
    return hash;
}

/* Two knights that change places are the same position, unless one has a name. */
static void test_names_tell_positions_apart(void **state) {
    (void)state;
    assert_true(hash_of("play a1:kay1 b1:bors1") != hash_of("play a1:bors1 b1:kay1"));
    assert_true(hash_of("play a1:kay1 b1:knight1") != hash_of("play a1:knight1 b1:kay1"));
    assert_true(hash_of("play a1:knight1 b1:knight1 tent[1]:kay1") ==
                hash_of("play tent[1]:kay1 b1:knight1 a1:knight1"));
}

/* In a view the others are renumbered, and the named ones are not. */
static void test_views_keep_them(void **state) {
    (void)state;
    match = own_match(
        NULL, GAME, "play a1:knight1 b1:knight1 c1:bors1 tent[0]:kay1 tent[1]:spy2{7,0}+spy2{3,0}");
    for (int viewer = -1; viewer < 2; viewer++) {
        struct mst_rng rng;
        struct core_position *mask = core_position_mask(match->pos, viewer);
        mst_rng_seed(&rng, 1);
        struct core_position *sample = search_position_sample(mask, viewer, &rng);
        const struct core_position *both[] = {mask, sample};
        for (int i = 0; i < 2; i++) {
            const struct core_schema *s = mask->schema;
            assert_int_equal(core_top(both[i], 2), core_schema_named(s, "bors", 4));
            assert_int_equal(core_top(both[i], s->containers[1].place),
                             core_schema_named(s, "kay", 3));
            assert_true(core_top(both[i], 0) > 1 && core_top(both[i], 1) > 1);
        }
        core_position_free(mask);
        core_position_free(sample);
    }
    struct mst_error error = {0};
    char *scene = mst_match_scene(match, 1, &error);
    assert_non_null(strstr(scene, "\"name\":\"bors\""));
    mst_text_free(scene);
    own_end(match);
}

static void test_bad_lines(void **state) {
    (void)state;
    struct mst_error error = {0};
    match = own_match(NULL, GAME, NULL);
    assert_null(mst_match_setup(match->ruleset, "play a1:kay1 b1:kay1", true, 1, &error));
    assert_string_equal(error.text, "position: the piece 'kay' is named twice");
    assert_null(mst_match_setup(match->ruleset, "play a1:knight1 b1:knight1 c1:knight1 a2:knight1",
                                true, 1, &error)); /* only three have no name */
    assert_non_null(strstr(error.text, "no more pieces of this type"));
    assert_null(mst_match_setup(match->ruleset, "play a1:kai1", true, 1, &error));
    assert_non_null(strstr(error.text, "a piece, found 'kai1'"));
    own_end(match);
}

static void test_declarations(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"muster.pieces { 'p', count = 1, names = { 'a', 'b' } }", "2 names for 1 pieces"},
        {"muster.pieces { 'p', count = 2, names = { 'a', 'a' } }", "have the name 'a'"},
        {"muster.pieces { 'p', count = 2, names = { 'p' } }", "have the name 'p'"},
        {"muster.pieces { 'p', count = 2, names = { 'Sir Kay' } }", "must consist of a to z"},
        {"muster.pieces { 'p', count = 2, names = { 7 } }", "must be a string, found the number 7"},
        {"muster.pieces { 'p', count = 2, names = { 'kay' } }\nmuster.piece_named('key')",
         "did you mean 'kay'?"},
        {"muster.pieces { 'p', count = 2, names = { 'kay' } }\n"
         "muster.field { 'f', of = 'piece', max = 2, seen = 'face', each = { p = { 1, 2 } } }\n"
         "muster.container { 'c', faces = 'none' }\n"
         "local d = muster.decision { 'd', seat = function() return 0 end }\n"
         "muster.setup(function() go(d) end)",
         "so they have no names"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct mst_error error = {0};
        char game[900];
        snprintf(game, sizeof game,
                 "muster.module { title = 'Game' }\nmuster.game { title = 'G', seats = 2 }\n"
                 "muster.grid { columns = 2, rows = 1 }\n%s\n",
                 bad[i][0]);
        assert_null(home_game(game, &error));
        if (!strstr(error.text, bad[i][1]))
            fail_msg("'%s' is refused with '%s'", bad[i][0], error.text);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_are_in_lines_and_moves),
        cmocka_unit_test(test_names_tell_positions_apart),
        cmocka_unit_test(test_views_keep_them),
        cmocka_unit_test(test_bad_lines),
        cmocka_unit_test(test_declarations),
    };
    return cmocka_run_group_tests(tests, home_set_up, home_tear_down);
}
