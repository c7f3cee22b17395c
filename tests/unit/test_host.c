/* The host: which declarations are refused and in which words, and that the order in which modules
 * are loaded decides nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "rulesets/ruleset.h"
#include "core/rules.h"
#include "muster/rulebook.h"

#define GAME                                                                                       \
    "muster.module {}\nmuster.game { title = 'G' }\n"                                              \
    "local grid = muster.grid { columns = 3, rows = 3 }\n"                                         \
    "local stone = muster.pieces { 'stone', count = 3 }\n"                                         \
    "local place = muster.decision { 'place', seat = function() return 0 end }\n"                  \
    "muster.setup(function() go(place) end)\n"
/* line 7 is the first one after GAME */

/* A decision and a move of these names. */
#define DECISION(name, more)                                                                       \
    "muster.decision { '" name "', seat = function() return 0 end" more " } "
#define MOVE(name, more)                                                                           \
    "muster.move { '" name "', at = place, text = '" name "', apply = function() end" more " } "

static void expect_refused(const char *lua, const char *says, const char *also) {
    struct mst_error error;
    struct mst_ruleset *ruleset = home_game(lua, &error);
    char whole[sizeof(struct mst_error) + 3];
    snprintf(whole, sizeof whole, "%s: %s", error.at, error.text);
    mst_ruleset_free(ruleset);
    if (ruleset)
        fail_msg("this is accepted: %s", lua);
    if (!strstr(whole, says) || !strstr(whole, also))
        fail_msg("%s\nsays '%s', not '%s' at '%s'", lua, whole, says, also);
}

/* Text after GAME on line 7 is refused. */
static void expect_line_refused(const char *lua, const char *says) {
    char text[4000];
    snprintf(text, sizeof text, "%s%s\n", GAME, lua);
    expect_refused(text, says, "lua/game.lua:7");
}

static void test_chapters_stand_in_the_order_of_their_place(void **state) {
    (void)state;
    struct mst_error error;
    struct mst_ruleset *ruleset =
        home_game(GAME "local function write(title, place)\n"
                       "  muster.rules { title = title, place = place, { text = title } } end\n"
                       "write('late', 3) write('first')\n"
                       "write('early', 1) write('later', 3) write('second')\n",
                  &error);
    assert_non_null(ruleset);
    static const char *const order[] = {"first", "second", "early", "late", "later"};
    const struct mst_chapter *chapters;
    assert_int_equal(host_rulebook(ruleset->host, &chapters), 5);
    for (int i = 0; i < 5; i++)
        assert_string_equal(chapters[i].title, order[i]);
    mst_ruleset_free(ruleset);
    expect_line_refused("muster.rules { title = 'a', place = -1 }", "must be from 0 to 999");
    expect_line_refused("muster.rules { title = 'a', place = 1000 }", "must be from 0 to 999");
}

static void test_unknown_keys_are_refused_with_the_nearest(void **state) {
    (void)state;
    expect_refused("muster.module { titel = 'x' }", "'titel'; did you mean 'title'?",
                   "lua/game.lua:1");
    expect_line_refused("muster.pieces { 'a', cuont = 1 }", "did you mean 'count'?");
    expect_line_refused("muster.container { 'a', orderd = true }", "did you mean 'ordered'?");
    expect_line_refused("muster.field { 'a', of = 'zone', maxx = 1 }", "did you mean 'max'?");
    expect_line_refused("muster.state { { 'a', maxx = 1 } }", "did you mean 'max'?");
    expect_line_refused(DECISION("a", ", titel = 'b'"), "did you mean 'title'?");
    expect_line_refused("muster.step { 'a', rum = function() pop() end }", "did you mean 'run'?");
    expect_line_refused(MOVE("a", ", tekst = 'b'"), "did you mean 'text'?");
    expect_line_refused(MOVE("a", ", leagl = function() end"), "did you mean 'legal'?");
    expect_line_refused("muster.notation { print = io }", "io is not available");
}

static void test_names_are_declared_once(void **state) {
    (void)state;
    expect_line_refused("muster.pieces { 'stone', count = 1 }", "'stone' is declared twice");
    expect_line_refused("muster.state { { 'stone' } }", "'stone' is declared twice");
    expect_line_refused("muster.field { 'a', of = 'zone' } muster.field { 'a', of = 'piece' }",
                        "'a' is declared twice");
    expect_line_refused(DECISION("place", ""), "declared twice");
    expect_line_refused("muster.container { 'box' }", "twice");
    expect_line_refused("muster.event { 'a' } muster.event { 'a' }", "declared twice");
    expect_line_refused("muster.game { title = 'H' }", "the game is declared twice");
    expect_line_refused("muster.grid { columns = 1, rows = 1 }", "the board is declared twice");
    expect_line_refused("muster.setup(function() go(place) end)", "declared twice");
    expect_line_refused("muster.module {}", "calls muster.module twice");
    expect_line_refused(MOVE("a", "") MOVE("a", ""), "'a' is declared twice");
}

static void test_what_is_not_declared_is_named(void **state) {
    (void)state;
    expect_line_refused("muster.move { 'a', at = palce, text = 'a', apply = function() end }",
                        "'palce'");
    expect_line_refused(MOVE("a", ", legal = function() need(count(0) > couunt) end"),
                        "did you mean 'count'?");
    expect_line_refused("muster.move { 'a', at = place, text = '{cel}', apply = function() end, "
                        "legal = function() choose('cell', zones) end }",
                        "is not one of its choices: {cell}");
    expect_line_refused("muster.step { 'a', run = function() go(palce) end }", "'palce'");
    expect_line_refused("muster.move_named('leap')", "'leap'");
    expect_line_refused(MOVE("lift", "") "muster.move_named('lfit')", "did you mean 'lift'?");
    expect_line_refused("local a = grid.set { 'd4' }", "not a zone");
    expect_line_refused("local a = grid.zone('d4')", "there is no zone");
    expect_line_refused("muster.container { 'a', sort = { 'rank' } }", "'rank'");
    expect_line_refused("muster.container { 'a', sort = { 'a', 'b', 'c', 'd', 'e' } }",
                        "at most 4");
    expect_line_refused("muster.repetition('rank')", "'rank' is not a field");
    expect_line_refused("muster.field { 'a', of = 'zone', hashed = false } muster.repetition('a')",
                        "'a' is not part of the hash");
}

static void test_zones_of_a_graph_have_names_of_their_own(void **state) {
    (void)state;
    expect_refused("muster.module { title = 'x' } muster.graph { zones = { 'a', 'B!' }, "
                   "directions = { 'on' }, links = { { 'a', 'on', 'a' } } }",
                   "zone 'B!'", "lua/game.lua:1");
    expect_refused("muster.module { title = 'x' } muster.graph { zones = { 'a', 'a' }, "
                   "directions = { 'on' }, links = { { 'a', 'on', 'a' } } }",
                   "named twice", "lua/game.lua:1");
}

static void test_directions_of_a_graph_lead_where_its_links_say(void **state) {
    (void)state;
    struct mst_error error;
    struct mst_ruleset *ruleset =
        home_game("muster.module {}\nmuster.game { title = 'G' }\n"
                  "local net = muster.graph { zones = { 'a', 'b', 'c' }, directions = { 'on', "
                  "'off', 'up' },\n"
                  "  links = { { 'a', 'on', 'b' }, { 'b', 'off', 'a' }, { 'b', 'up', 'c' } } }\n"
                  "assert(net.on == 0 and net.off == 1 and net.up == 2)\n"
                  "local place = muster.decision { 'place', seat = function() return 0 end }\n"
                  "muster.setup(function() go(place) end)\n"
                  "muster.move { 'm', at = place, text = 'm', apply = function() end }\n",
                  &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    const struct core_board *board = ruleset->rules->schema->board;
    static const char *const names[] = {"on", "off", "up"};
    static const int to[][3] = {
        {1, MST_NONE, MST_NONE}, {MST_NONE, 0, MST_NONE}, {MST_NONE, 2, MST_NONE}};
    assert_int_equal(board->directions, 3);
    for (int d = 0; d < 3; d++) {
        assert_string_equal(board->direction_names[d], names[d]);
        for (int zone = 0; zone < 3; zone++)
            assert_int_equal(board->to[d][zone], to[d][zone]);
    }
    mst_ruleset_free(ruleset);
}

static void test_values_out_of_measure_are_refused(void **state) {
    (void)state;
    expect_line_refused("muster.pieces { 'a', count = 0 }", "1 to");
    expect_line_refused("muster.pieces { 'a', count = 2147483647 }", "1 to");
    expect_line_refused("muster.state { { 'a', min = 3, max = 1 } }", "'a'");
    expect_line_refused("muster.state { { 'a', max = 1, initial = 9 } }", "'a'");
    expect_line_refused("muster.field { 'a', of = 'town' }", "game, seat, zone or piece");
    expect_line_refused("muster.field { 'a', of = 'zone', max = 1, letters = 'abc' }", "letters");
    expect_line_refused("muster.field { 'a', of = 'zone', max = 'x' }", "integer");
    expect_line_refused("muster.state { { 'abcdefghijklmnopqrstuvwxyz' } }", "1 to 23");
    expect_line_refused("muster.state { { 'a b' } }", "letters, digits and _");
    expect_line_refused(
        "muster.event { 'f', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k' }",
        "at most 10");
    expect_line_refused("muster.move { 'a', at = place, text = 'a b', apply = function() end }",
                        "blanks");
    expect_line_refused(MOVE("a", ", title = ('x'):rep(64)"),
                        "'a': the title must have at most 63 characters: 'xx");
    expect_line_refused(DECISION("a", ", title = ('x'):rep(64)"), "at most 63 characters");
    expect_line_refused("local far = muster.field { 'far', of = 'zone', min = -9, max = 9 } "
                        "muster.move { 'a', at = place, text = '{x}', apply = function() end, "
                        "legal = function() choose('x', range(0, #pieces(0) // far[0])) end }",
                        "write it as range(from, to, highest)");
    expect_refused("muster.module {}\nmuster.game { title = 'G', seats = 9 }", "1 to 8 seats",
                   ":2");
    expect_refused(
        "muster.module {}\nmuster.game { title = 'G' }\nmuster.grid { columns = 27, rows = 1 }",
        "26 columns", ":3");
    expect_refused("muster.module {}\nmuster.game { title = 'G' }\n"
                   "muster.grid { columns = 2, rows = 2, voids = { '' } }",
                   "void ''", ":3");
    expect_refused("muster.module {}\nmuster.game { title = 'G' }\n"
                   "muster.grid { columns = 2, rows = 2, voids = { 'c1' } }",
                   "not on a grid", ":3");
}

static void test_options_are_checked_where_they_are_declared(void **state) {
    (void)state;
    expect_refused("muster.module { options = { { key = 'a', type = 'real', default = 1 } } }",
                   "expected bool, int, choice, ints, size or text", ":1");
    expect_refused("muster.module { options = { { key = 'a', type = 'choice', default = 'b' } } }",
                   "needs 'choices'", ":1");
    expect_refused("muster.module { options = { { type = 'int' } } }", "'key'", ":1");
    expect_refused("muster.module { options = { { key = 'a', type = 'int', deflaut = 1 } } }",
                   "did you mean 'default'?", ":1");
    expect_refused("muster.module { options = { { key = 'a', type = 'text', default = print } } }",
                   "", ":1");
    expect_refused("muster.module { options = { { key = 'a', type = 'int', default = error } } }",
                   "cannot be a function", ":1");
    char text[3000] =
        "muster.module { options = { { key = 'a', type = 'ints', count = 16, default = {";
    for (int i = 0; i < 300; i++)
        strcat(text, "1234567,");
    strcat(text, "} } } }");
    expect_refused(text, "", ":1"); /* many numbers: refused, and in bounds */
}

static void test_a_game_needs_its_parts(void **state) {
    (void)state;
    expect_refused("local x = 1", "must call muster.module", "");
    expect_refused("muster.module {}", "declares a game", "");
    expect_refused("muster.module {}\nmuster.game { title = 'G' }", "board", "");
    expect_refused(
        "muster.module {}\nmuster.game { title = 'G' }\nmuster.grid { columns = 1, rows = 1 }",
        "how a match starts", "");
    expect_line_refused("muster.decision { 'other' }", "seat");
    expect_line_refused("muster.step { 'other' }", "run");
}

static void test_nothing_is_declared_or_written_at_the_wrong_time(void **state) {
    struct mst_error error;
    (void)state;
    expect_line_refused("put(0, 1)", "no match while modules load");
    expect_line_refused(MOVE("a", ", legal = function() put(0, 1) end"), "read-only");
    expect_refused(GAME "muster.step { 'a', run = function()\nleak = 1 end }", "'leak'", ":8");
    struct mst_ruleset *ruleset =
        home_game(GAME "muster.move { 'late', at = place, text = 'late', apply = function()\n"
                       "muster.event { 'x' } end }\n"
                       "muster.move { 'index', at = place, text = 'index', apply = function()\n"
                       "local t = {} t[#tostring(grid)] = 1 _ENV['leak'] = 1 end }\n"
                       "muster.scene(function() put(0, 1) return {} end)\n"
                       "muster.worth(function(seat) for _ in pairs {} do end go(place) end)\n"
                       "muster.verify(function() owner[0] = 0 end)\n"
                       "muster.notation { print = function() put(0, 1) return '' end, "
                       "parse = function() end }\n",
                  &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    uint64_t hash = match->pos->hash;
    int64_t worth;
    assert_int_equal(mst_match_play(match, "late", &error), MST_SCRIPT_ERROR);
    assert_non_null(strstr(error.text, "frozen"));
    assert_string_equal(error.at, "lua/game.lua:8");
    assert_int_equal(mst_match_play(match, "index", &error), MST_SCRIPT_ERROR);
    assert_string_equal(error.at, "lua/game.lua:10");
    assert_null(mst_match_scene(match, 0, &error));
    assert_non_null(strstr(error.text, "read-only"));
    assert_null(mst_match_position(match, &error));
    assert_non_null(strstr(error.text, "read-only"));
    assert_false(host_worth(ruleset->host, &match->play, 0, &worth));
    assert_false(host_verify(ruleset->host, &match->play));
    assert_true(match->pos->hash == hash && core_position_rehash(match->pos) == hash);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* ---- several modules ------------------------------------------------------------------------- */

static void expect_set_refused(const char *ini, const char *says, const char *also) {
    struct mst_error error;
    struct mst_ruleset *ruleset = home_load(ini, &error);
    mst_ruleset_free(ruleset);
    assert_null(ruleset);
    if (!strstr(error.text, says) || !strstr(error.text, also))
        fail_msg("'%s: %s' does not say '%s' and '%s'", error.at, error.text, says, also);
}

static void expect_set_refused_at(const char *ini, const char *says, const char *at) {
    struct mst_error error;
    struct mst_ruleset *ruleset = home_load(ini, &error);
    mst_ruleset_free(ruleset);
    assert_null(ruleset);
    if (!strstr(error.text, says) || strncmp(error.at, at, strlen(at)) != 0)
        fail_msg("'%s: %s' does not say '%s' at '%s'", error.at, error.text, says, at);
}

#define ALL "[modules]\nbase = on\nfire = on\nfrost = on\n"
/* A game with a query, which it returns; and a module that amends it in its line 2. */
#define COSTLY                                                                                     \
    GAME "local cost = muster.query(function(z) return 1 end)\n"                                   \
         "local now = muster.state { { 'answer', min = -9, max = 999 } }\n"                        \
         "muster.move { 'ask', at = place, text = 'ask',\n"                                        \
         "  apply = function() now.answer = cost(at(0, 0)) end }\n"                                \
         "return { cost = cost }\n"
#define AMENDS "muster.module { requires = { 'base' } }\nrequire('base').cost:amend"

static void test_modules_that_do_not_go_together_name_both(void **state) {
    (void)state;
    home_module("base", COSTLY);
    home_module("fire", "muster.module { conflicts = { 'frost' } }");
    home_module("frost", "\nmuster.module {}");
    expect_set_refused(ALL, "'fire' conflicts with module 'frost'", "lua/frost.lua:2");
    home_module("fire", AMENDS "(function(before) return before + 1 end)");
    home_module("frost", "\n" AMENDS "(function(before) return before * 2 end)");
    expect_set_refused(ALL, "'cost' is amended by", "'fire'");
    expect_set_refused(ALL, "'frost'", "lua/fire.lua:2");
    home_module("fire", AMENDS "('max', function() return 2 end)");
    expect_set_refused(ALL, "'cost' is amended by", "'fire'");
    home_module("frost", AMENDS "('mix', function() return 5 end)");
    expect_set_refused(ALL, "'mix' is not a way to join amendments",
                       "expected one of: and, or, min, max, +");
    expect_set_refused("[modules]\nfire = on\n", "requires 'base', which is not switched on",
                       "fire");
    home_module("fire", "muster.module { options = { { key = 'heat', type = 'int', max = 9,\n"
                        "default = 1, needs = 'frost', rule = 'F-1' } } }");
    expect_set_refused("[modules]\nbase = on\nfire = on\n[fire]\nheat = 2\n",
                       "heat = 2 needs the module frost; write frost = on", "(F-1)");
    struct mst_error error;
    struct mst_ruleset *usual = home_load("[modules]\nbase = on\nfire = on\n", &error);
    assert_non_null(usual);
    mst_ruleset_free(usual);
    home_module("frost", "muster.module {}");
    home_module("fire", "muster.module { before = { 'frost' }, after = { 'frost' } }");
    expect_set_refused(ALL, "cycle", "module '");
}

static void test_what_modules_offer_is_known_before_any_of_them_loads(void **state) {
    (void)state;
    home_module("base", "muster.module {} local said = ''\n"
                        "for _, o in ipairs(muster.offers('spice')) do\n"
                        "  said = said .. o.module .. ':' .. o[1] .. ' '\n"
                        "end\n"
                        "error(said .. #muster.offers('salt') .. #muster.offers('no'), 0)\n");
    home_module("fire", "muster.module { requires = { 'base' },\n"
                        "  offers = { spice = { 'hot' }, salt = {} } }");
    home_module("frost",
                "muster.module { requires = { 'base' }, offers = { spice = { 'mint' } } }");
    home_module("alpha", "muster.module { offers = { spice = { 'off' } } }");
    expect_set_refused(ALL, "fire:hot frost:mint 10", "");
    home_module("fire", "muster.module { requires = { 'frost', 'base' },\n"
                        "  offers = { spice = { 'hot' }, salt = {} } }");
    expect_set_refused(ALL, "frost:mint fire:hot 10", "");
    home_module("base", GAME);
    home_module("frost",
                "muster.module { requires = { 'fire' }, offers = { spice = { 'mint' } } }");
    expect_set_refused(ALL, "cycle", "");
    home_module("frost", "muster.module { offers = { spice = { 'mint' } } }");
    home_module("fire", "local had\nmuster.module { options = function()\n"
                        "  had = #muster.offers('spice') return {} end }\n"
                        "error('found ' .. had, 0)");
    expect_set_refused(ALL, "found 1", "");
    home_module("fire", "muster.module { offers = { spice = 'hot' } }");
    expect_set_refused("[modules]\nbase = on\nfire = on\n", "'offers' maps kinds to tables",
                       "kingdom");
    home_module("fire", "muster.module { section = 'fire' } error('alas', 0)");
    expect_set_refused("[modules]\nbase = on\nfire = on\n[fire]\nheat = 1\n", "alas", "");
}

/* The words that modules say while they load, each in its place. */
#define TOLD "local told = require('told')\n"

static void test_files_run_once_in_the_order_of_what_they_require(void **state) {
    (void)state;
    home_module("told", "return {}");
    home_module("base", TOLD "told[#told + 1] = 'base'\n"
                             "muster.module { requires = { 'frost' } }\n"
                             "told[#told + 1] = 'BASE'\n"
                             "error(table.concat(told, ' '), 0)");
    home_module("fire",
                TOLD "told[#told + 1] = 'fire'\n"
                     "local options = muster.module { options = function()\n"
                     "  told[#told + 1] = 'options'\n"
                     "  return { { key = 'heat', type = 'int', max = 9, default = 4 } } end }\n"
                     "told[#told + 1] = 'FIRE' .. options.heat .. muster.options().heat\n"
                     "require('part')\n"
                     "return 'ash'");
    home_module("part", TOLD "told[#told + 1] = 'part' .. muster.options().heat");
    home_module("frost", TOLD "told[#told + 1] = 'frost'\n"
                              "muster.module { requires = { 'fire' } }\n"
                              "told[#told + 1] = 'FROST'\n"
                              "told[#told + 1] = require('fire')");
    expect_set_refused_at(ALL, "base frost fire options FIRE44 part4 FROST ash BASE", "");
    home_module("fire", "muster.module {} told()");
    expect_set_refused_at(ALL, "told", "lua/fire.lua:1");
}

static void test_changed_options_are_those_of_all_modules(void **state) {
    (void)state;
    home_module("told", "return {}");
    home_module("fire",
                "muster.module { options = {\n"
                "  { key = 'heat', type = 'int', max = 9, default = 4 },\n"
                "  { key = 'wind', type = 'bool', default = true },\n"
                "  { key = 'rain', type = 'bool', default = false },\n"
                "  { key = 'wood', type = 'ints', count = 2, max = 9, default = { 1, 2 } },\n"
                "  { key = 'coal', type = 'ints', count = 2, max = 9, default = { 1, 2 } },\n"
                "  { key = 'hall', type = 'size', min = 1, max = 9, default = '3x4' } } }");
    home_module("base",
                "muster.module { options = {\n"
                "  { key = 'ash', type = 'choice', choices = { 'a', 'b' }, default = 'a' },\n"
                "  { key = 'size', type = 'size', min = 1, max = 9, default = '3x4' } } }\n"
                "local list = {}\n"
                "for i, option in ipairs(muster.changed_options()) do\n"
                "  list[i] = option.key .. '=' .. option.value end\n"
                "error(table.concat(list, ' '), 0)");
    expect_set_refused_at("[modules]\nbase = on\nfire = on\n[base]\nash = b\nsize = 4x3\n"
                          "[fire]\nwind = off\nrain = off\ncoal = 2,1\n",
                          "ash=b size=4x3 wind=false coal=2,1", "");
}

static void test_what_a_module_may_do_when(void **state) {
    (void)state;
    home_module("base", GAME);
    home_module("frost", "local a = 1\nmuster.module {}\nreturn {}");
    home_module("fire", "local frost = require('frost')\nmuster.module { requires = { 'frost' } }");
    expect_set_refused_at("[modules]\nbase = on\nfire = on\n",
                          "'frost' is a module: name it in the 'requires' of fire",
                          "lua/fire.lua:1");
    home_module("zeal", "local frost = require('frost')\nmuster.module { requires = { 'frost' } }");
    expect_set_refused_at("[modules]\nbase = on\nfrost = on\nzeal = on\n",
                          "'frost' is a module: require it after muster.module", "lua/zeal.lua:1");
    home_module("zeal", "muster.module {}\nlocal frost = require('frost')");
    expect_set_refused_at("[modules]\nbase = on\nfrost = on\nzeal = on\n",
                          "'frost' is a module: name it in the 'requires' of zeal",
                          "lua/zeal.lua:2");
    home_module("zeal", "local function f()\n  muster.module {}\nend\nf()");
    expect_set_refused_at("[modules]\nbase = on\nzeal = on\n",
                          "muster.module must be called by the file itself", "lua/zeal.lua:2");
    home_module("zeal", "muster.query(function() return 1 end)\nmuster.module {}");
    expect_set_refused_at("[modules]\nbase = on\nzeal = on\n",
                          "a module must call muster.module before", "lua/zeal.lua:1");
    home_module("zeal", "muster.options()\nmuster.module {}");
    expect_set_refused_at("[modules]\nbase = on\nzeal = on\n",
                          "a module must call muster.module before", "lua/zeal.lua:1");
    home_module("zeal", "return {}");
    expect_set_refused_at("[modules]\nbase = on\nzeal = on\n",
                          "module 'zeal' has no manifest: it must call muster.module once", "");
    home_module("zeal", "muster.module { options = function()\n  return 5 end }");
    expect_set_refused_at("[modules]\nbase = on\nzeal = on\n", "options", "lua/zeal.lua:1");
    home_module("zeal", "muster.module { options = function()\n  error('no', 0) end }");
    expect_set_refused_at("[modules]\nbase = on\nzeal = on\n", "no", "lua/zeal.lua:2");
    home_module("zeal", "muster.module {}\nwhile true do end");
    expect_set_refused_at("[modules]\nbase = on\nzeal = on\n", "exceeded their budget",
                          "lua/zeal.lua:2");
    home_module("fire", "muster.module { requires = { 'zeal' } }");
    home_module("zeal", "muster.module { requires = { 'fire' } }");
    expect_set_refused_at("[modules]\nbase = on\nfire = on\nzeal = on\n",
                          "modules require each other in a cycle: fire -> zeal -> fire",
                          "lua/fire.lua:1");
}

/* The result of the query, whatever the order in which the INI switches the modules on. */
static int64_t asked(const char *ini, uint64_t *hash, uint64_t *sources) {
    struct mst_error error;
    struct mst_ruleset *ruleset = home_load(ini, &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    assert_int_equal(mst_match_play(match, "ask", &error), MST_OK);
    int64_t value = core_get(match->pos, ruleset->rules->schema->fields[0].first);
    *hash = match->pos->hash;
    *sources = host_sources(ruleset->host);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    return value;
}

/* A match of these modules, and what follows it. */
static struct mst_match *begin(const char *ini) {
    struct mst_error error;
    struct mst_ruleset *ruleset = home_load(ini, &error);
    struct mst_match *match = ruleset ? mst_match_new(ruleset, true, 1, &error) : NULL;
    if (!match)
        fail_msg("%s: %s", error.at, error.text);
    return match;
}

static void end(struct mst_match *match) {
    struct mst_ruleset *ruleset = match->ruleset;
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void expect_legal(struct mst_match *match, const char *expected) {
    char *legal = mst_match_legal(match, NULL);
    assert_string_equal(legal, expected);
    mst_text_free(legal);
}

#define AMENDING(order, with)                                                                      \
    "muster.module { requires = { 'base' }" order " }\n"                                           \
    "require('base').cost:amend(function(before) return before " with " end)\n"

static void test_the_order_of_modules_is_what_they_say_and_not_that_of_loading(void **state) {
    uint64_t hash[4], sources[4];
    (void)state;
    home_module("base", COSTLY);
    home_module("alpha", AMENDING(", after = { 'omega' }", "* 10"));
    home_module("omega", AMENDING("", "+ 1"));
    assert_int_equal(asked("[modules]\nbase = on\nalpha = on\nomega = on\n", &hash[0], &sources[0]),
                     20);
    assert_int_equal(asked("[modules]\nomega = on\nalpha = on\nbase = on\n", &hash[1], &sources[1]),
                     20);
    assert_true(hash[0] == hash[1] && sources[0] == sources[1]);
    home_module("alpha", AMENDING(", before = { 'omega' }", "* 10"));
    assert_int_equal(asked("[modules]\nalpha = on\nomega = on\nbase = on\n", &hash[2], &sources[2]),
                     11);
    assert_true(sources[0] != sources[2]);
    assert_int_equal(
        asked("[modules]\nbase = on\nalpha = off\nomega = on\n", &hash[3], &sources[3]), 2);
}

static void test_what_a_library_declares_stands_where_its_caller_does(void **state) {
    (void)state;
    home_module("base", GAME "local base = {}\n"
                             "function base.put(text)\n"
                             "  muster.move { text, at = place, text = text,\n"
                             "    apply = function() pop() end }\n"
                             "end\n"
                             "return base");
    home_module("user", "muster.module { requires = { 'base' } }\n\nrequire('base').put('a b')");
    expect_set_refused_at("[modules]\nbase = on\nuser = on\n", "blanks", "lua/user.lua:3");
    home_module("base", GAME "local function put(text)\n"
                             "  muster.move { text, at = place, text = text,\n"
                             "    apply = function() pop() end }\n"
                             "end\n"
                             "put('a b')\n");
    expect_set_refused_at("[modules]\nbase = on\n", "blanks", "lua/base.lua:");
}

/* A module of that name which joins `what` (of the zone z) with the query `asks`. */
static void amend(const char *name, const char *asks, const char *join, const char *what) {
    char text[300];
    snprintf(text, sizeof text,
             "muster.module { requires = { 'base' } }\nrequire('base').asks('%s')\n"
             "require('base').%s:amend('%s', function(z) return %s end)",
             asks, asks, join, what);
    home_module(name, text);
}

#define AFTER_ALPHA "muster.module { requires = { 'base', 'alpha' } }\nrequire('base').spots:amend"
#define SPOTS "muster.module { requires = { 'base' } }\nrequire('base').spots:amend"

static void test_amendments_joined_alike_need_no_order(void **state) {
    static const struct {
        const char *join, *asks, *alpha, *omega;
        int value;
    } cases[] = {{"or", "no", "column(z) > 0", "row(z) == 0", 1},
                 {"or", "no", "column(z) > 0", "row(z) > 0", 0},
                 {"and", "yes", "column(z) == 0", "row(z) == 1", 0},
                 {"and", "yes", "column(z) == 0", "row(z) == 0", 1},
                 {"min", "one", "-4", "8", -4},
                 {"max", "one", "8", "5", 8},
                 {"+", "one", "column(z) + 3", "30", 34}};
    static const char ini[] = "[modules]\nbase = on\nalpha = on\nomega = on\n";
    uint64_t hash, sources;
    (void)state;
    home_module("base", GAME "local now = muster.state { { 'answer', min = -9, max = 999 } }\n"
                             "local one = muster.query(function(z) return 1 end)\n"
                             "local yes = muster.query(function(z) return true end)\n"
                             "local no = muster.query(function(z) return false end)\n"
                             "local spots = muster.query(function() return only(at(2, 2)) end)\n"
                             "local way = {}\n"
                             "local function answer(z)\n"
                             "  if way[1] == 'one' then return one(z) end\n"
                             "  if way[1] == 'yes' then return yes(z) and 1 or 0 end\n"
                             "  return no(z) and 1 or 0\n"
                             "end\n"
                             "muster.move { 'ask', at = place, text = 'ask',\n"
                             "  apply = function() now.answer = answer(at(0, 0)) end }\n"
                             "return { one = one, yes = yes, no = no, spots = spots,\n"
                             "  asks = function(name) way[1] = name end }\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        amend("alpha", cases[i].asks, cases[i].join, cases[i].alpha);
        amend("omega", cases[i].asks, cases[i].join, cases[i].omega);
        assert_int_equal(asked(ini, &hash, &sources), cases[i].value);
    }
}

static void test_sets_are_joined_as_well(void **state) {
    uint64_t hash, sources;
    (void)state;
    home_module("base", GAME "local now = muster.state { { 'answer', max = 999 } }\n"
                             "local spots = muster.query(function() return only(at(2, 2)) end)\n"
                             "local function answer()\n"
                             "  return 10 * #spots() + column(spots():first())\n"
                             "end\n"
                             "muster.move { 'ask', at = place, text = 'ask',\n"
                             "  apply = function() now.answer = answer() end }\n"
                             "return { spots = spots }\n");
    home_module("alpha", SPOTS "('or', function() return only(at(0, 0)) end)");
    assert_int_equal(asked("[modules]\nbase = on\nalpha = on\n", &hash, &sources), 20);
    home_module("omega",
                AFTER_ALPHA "('and', function() return only(at(2, 2)) | only(at(1, 1)) end)");
    assert_int_equal(asked("[modules]\nbase = on\nalpha = on\nomega = on\n", &hash, &sources),
                     12); /* the last zone alone */
    home_module("omega", SPOTS "('or', function() return 3 end)");
    expect_set_refused("[modules]\nbase = on\nalpha = on\nomega = on\n",
                       "this amendment returns a number", "the query returns a set of zones");
}

static void test_a_module_forbids_what_another_allows_and_says_why(void **state) {
    struct mst_error error;
    (void)state;
    home_module("base", GAME "return muster.move { 'put', at = place, text = '{cell}',\n"
                             "  legal = function() choose('cell', zones) end,\n"
                             "  apply = function() pop() end }");
    home_module("swamp", "muster.module { requires = { 'base' } }\n"
                         "require('base'):forbid('SW-1', 'the middle is a swamp',\n"
                         "  function(cell) return column(cell) == 1 end)");
    struct mst_match *match = begin("[modules]\nbase = on\nswamp = on\n");
    expect_legal(match, "a1\nc1\na2\nc2\na3\nc3\n");
    assert_int_equal(mst_match_play(match, "b2", &error), MST_ILLEGAL_MOVE);
    assert_non_null(strstr(error.text, "SW-1"));
    assert_non_null(strstr(error.text, "the middle is a swamp"));
    assert_non_null(strstr(error.text, "swamp)"));
    assert_string_equal(error.at, "lua/swamp.lua:2");
    end(match);
}

static void expect_move_refused(struct mst_match *match, const char *move, const char *says) {
    struct mst_error error;
    assert_int_equal(mst_match_play(match, move, &error), MST_ILLEGAL_MOVE);
    if (!strstr(error.text, says))
        fail_msg("%s: '%s', not '%s'", move, error.text, says);
}

static void expect_clauses(const struct core_kind *kind, const char *order) {
    char found[CORE_MOST_CLAUSES + 1] = "";
    for (int i = 0; i < kind->clause_count; i++)
        found[i] = "lwzrpestd"[kind->clauses[i].kind];
    assert_string_equal(found, order);
}

/* What another module forbids is asked as soon as what it names is chosen, but after what the move
 * itself asks there. */
static void test_what_is_forbidden_is_asked_early(void **state) {
    (void)state;
    home_module("base", GAME "return muster.move { 'put', at = place, text = '{cell}-{a}-{b}',\n"
                             "  legal = function()\n"
                             "    need(row(choose('cell', zones)) < 2, 'B-1', 'too high')\n"
                             "    choose('a', range(1, 2))\n"
                             "    choose('b', range(1, 2))\n"
                             "  end, apply = function() pop() end }");
    home_module("swamp", "muster.module { requires = { 'base' } }\nlocal put = require('base')\n"
                         "put:forbid('SW-1', 'no', function(a) return a == 2 end)\n"
                         "put:forbid('SW-2', 'no', function(cell) return row(cell) ~= 0 end)\n"
                         "put:forbid('SW-3', 'no', function(a, b) return b <= a end)\n");
    struct mst_match *match = begin("[modules]\nbase = on\nswamp = on\n");
    expect_clauses(&match->ruleset->rules->kinds[0], "zwwrwrw");
    expect_legal(match, "a1-1-2\nb1-1-2\nc1-1-2\n");
    expect_move_refused(match, "a3-1-2", "B-1");
    expect_move_refused(match, "a2-1-2", "SW-2");
    end(match);
}

/* A value waits for the conditions that do without it, and a mere second name is none. */
static void test_values_are_worked_out_when_they_are_needed(void **state) {
    struct mst_error error;
    (void)state;
    home_module("base", GAME "muster.move { 'put', at = place, text = '{cell}',\n"
                             "  legal = function()\n"
                             "    local there = choose('cell', zones)\n"
                             "    local high, around = row(there), near(only(there))\n"
                             "    need(there ~= at(1, 1), 'B-1', 'not the middle')\n"
                             "    need(high < 2, 'B-2', 'too high')\n"
                             "    need(#around > high + 1, 'B-3', 'no')\n"
                             "    return around\n"
                             "  end,\n"
                             "  apply = function(around)\n"
                             "    if #around == 2 then go(place) else put(nil, 0) end\n"
                             "  end }");
    struct mst_match *match = begin("[modules]\nbase = on\n");
    expect_clauses(&match->ruleset->rules->kinds[0], "zwlwlw");
    expect_legal(match, "a1\nb1\nc1\na2\nc2\n");
    expect_move_refused(match, "b2", "B-1");
    expect_move_refused(match, "b3", "B-2");
    assert_int_equal(mst_match_play(match, "a1", &error), MST_OK);
    end(match);
}

static void test_a_function_says_why_a_move_is_refused(void **state) {
    struct mst_error error;
    (void)state;
    home_module("base",
                GAME "local function beside(a, b)\n"
                     "  return 'b is ' .. tostring(b) .. ' beside ' .. tostring(a) end\n"
                     "muster.ending('end')\n"
                     "muster.move { 'pair', at = place, text = '{a}-{b}', legal = function()\n"
                     "    need(column(choose('a', zones)) > 0, 'P-1', beside)\n"
                     "    need(choose('b', range(1, 9)) > 5, 'P-2', beside)\n"
                     "  end, apply = function() over('end', 0) end }\n"
                     "muster.move { 'odd', at = place, text = 'odd',\n"
                     "  legal = function() need(false, nil, function() return 3 end) end,\n"
                     "  apply = function() pop() end }\n");
    struct mst_match *match = begin("[modules]\nbase = on\n");
    expect_move_refused(match, "b1-3", "P-2: b is 3 beside 1");
    expect_move_refused(match, "a2-7", "P-1: b is nil beside 3");
    assert_int_equal(mst_match_play(match, "odd", &error), MST_SCRIPT_ERROR);
    assert_non_null(strstr(error.text, "function that returns one, found the number 3"));
    assert_string_equal(error.at, "lua/base.lua:15");
    assert_int_equal(mst_match_play(match, "b1-6", &error), MST_OK);
    end(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chapters_stand_in_the_order_of_their_place),
        cmocka_unit_test(test_unknown_keys_are_refused_with_the_nearest),
        cmocka_unit_test(test_names_are_declared_once),
        cmocka_unit_test(test_what_is_not_declared_is_named),
        cmocka_unit_test(test_zones_of_a_graph_have_names_of_their_own),
        cmocka_unit_test(test_directions_of_a_graph_lead_where_its_links_say),
        cmocka_unit_test(test_values_out_of_measure_are_refused),
        cmocka_unit_test(test_options_are_checked_where_they_are_declared),
        cmocka_unit_test(test_a_game_needs_its_parts),
        cmocka_unit_test(test_nothing_is_declared_or_written_at_the_wrong_time),
        cmocka_unit_test(test_modules_that_do_not_go_together_name_both),
        cmocka_unit_test(test_what_modules_offer_is_known_before_any_of_them_loads),
        cmocka_unit_test(test_files_run_once_in_the_order_of_what_they_require),
        cmocka_unit_test(test_changed_options_are_those_of_all_modules),
        cmocka_unit_test(test_what_a_module_may_do_when),
        cmocka_unit_test(test_the_order_of_modules_is_what_they_say_and_not_that_of_loading),
        cmocka_unit_test(test_what_a_library_declares_stands_where_its_caller_does),
        cmocka_unit_test(test_amendments_joined_alike_need_no_order),
        cmocka_unit_test(test_sets_are_joined_as_well),
        cmocka_unit_test(test_a_module_forbids_what_another_allows_and_says_why),
        cmocka_unit_test(test_what_is_forbidden_is_asked_early),
        cmocka_unit_test(test_values_are_worked_out_when_they_are_needed),
        cmocka_unit_test(test_a_function_says_why_a_move_is_refused),
    };
    return cmocka_run_group_tests_name("the host", tests, home_set_up, home_tear_down);
}
