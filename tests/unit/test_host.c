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
#include "match/ruleset.h"
#include "play/rules.h"

#define GAME                                                                                       \
    "muster.module {}\nmuster.game { title = 'G' }\nmuster.grid { columns = 3, rows = 3 }\n"       \
    "muster.pieces { name = 'stone', count = 3 }\nmuster.setup('go(place)')\n"                     \
    "muster.decision { 'place', seat = '0' }\n"
/* line 7 is the first one after GAME */

static int open_home(void **state) {
    (void)state;
    home_open();
    return 0;
}

static int close_home(void **state) {
    (void)state;
    home_close();
    return 0;
}

static void expect_refused(const char *lua, const char *says, const char *also) {
    struct mst_error error;
    struct mst_ruleset *ruleset = home_game(lua, &error);
    char whole[1200];
    snprintf(whole, sizeof whole, "%s: %s", error.at, error.text);
    mst_ruleset_free(ruleset);
    if (ruleset)
        fail_msg("this is accepted: %s", lua);
    if (!strstr(whole, says) || !strstr(whole, also))
        fail_msg("%s\nsays '%s', not '%s' at '%s'", lua, whole, says, also);
}

/* What stands after GAME on line 7 is refused. */
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
                       "muster.rule('G-1', 'alone') write('late', 3) write('first')\n"
                       "write('early', 1) write('later', 3) write('second')\n",
                  &error);
    assert_non_null(ruleset);
    static const char *const order[] = {"first", "second", "early", "late", "later"};
    const struct mst_chapter *chapters;
    assert_int_equal(mst_host_rulebook(ruleset->host, &chapters), 6);
    for (int i = 0; i < 5; i++)
        assert_string_equal(chapters[i].title, order[i]);
    assert_string_equal(chapters[5].paragraphs[0].id, "G-1");
    mst_ruleset_free(ruleset);
    expect_line_refused("muster.rules { title = 'a', place = -1 }", "a number from 0 to 999");
    expect_line_refused("muster.rules { title = 'a', place = 1000 }", "a number from 0 to 999");
}

static void test_unknown_keys_are_refused_with_the_nearest(void **state) {
    (void)state;
    expect_refused("muster.module { titel = 'x' }", "'titel'; did you mean 'title'?",
                   "lua/game.lua:1");
    expect_line_refused("muster.pieces { name = 'a', cuont = 1 }", "did you mean 'count'?");
    expect_line_refused("muster.container { name = 'a', orderd = true }",
                        "did you mean 'ordered'?");
    expect_line_refused("muster.field { of = 'game', name = 'a', maxx = 1 }",
                        "did you mean 'max'?");
    expect_line_refused("muster.decision { 'a', seat = '0', titel = 'b' }",
                        "did you mean 'title'?");
    expect_line_refused("muster.step { 'a', rum = 'pop()' }", "did you mean 'run'?");
    expect_line_refused("muster.move { 'a', at = 'place', tekst = 'b' }", "did you mean 'text'?");
    expect_line_refused("muster.move { 'a', at = 'place', text = 'b', { whree = '1' } }",
                        "did you mean 'where'?");
    expect_line_refused("muster.notation { print = io }", "io is not available");
}

static void test_names_are_declared_once(void **state) {
    (void)state;
    expect_line_refused("muster.pieces { name = 'stone', count = 1 }", "'stone' is declared twice");
    expect_line_refused("muster.field { of = 'game', name = 'place' }",
                        "'place' is declared twice");
    expect_line_refused("muster.constant('place', 1)", "word of the language of texts");
    expect_line_refused("muster.constant('and', 1)", "'and' is a word of the language of texts");
    expect_line_refused("muster.define('n(x)', 'x')", "'n' is a word of the language of texts");
    expect_line_refused("muster.decision { 'place', seat = '0' }", "declared twice");
    expect_line_refused("muster.define('box', '1')", "twice");
    expect_line_refused("muster.game { title = 'H' }", "the game is declared twice");
    expect_line_refused("muster.grid { columns = 1, rows = 1 }", "the board is declared twice");
    expect_line_refused("muster.setup('go(place)')", "declared twice");
    expect_line_refused("muster.module {}", "declares itself twice");
    expect_line_refused("muster.move { 'a', at = 'place', text = 'a' } "
                        "muster.move { 'a', at = 'place', text = 'b' }",
                        "'a' is declared twice");
}

static void test_what_is_not_declared_is_named(void **state) {
    (void)state;
    expect_line_refused("muster.move { 'a', at = 'palce', text = 'a' }", "did you mean 'place'?");
    expect_line_refused(
        "muster.move { 'a', at = 'place', text = 'a', { where = 'stoen == 0' }, apply = '' }",
        "did you mean 'stone'?");
    expect_line_refused(
        "muster.move { 'a', at = 'place', text = '{cel}', { each = 'cell', of = 'zones' } }",
        "is none of its parameters: {cell}");
    expect_line_refused("muster.move { 'a', at = 'place', text = 'a', apply = 'go(palce)' }",
                        "'palce'");
    expect_line_refused("muster.on('noise', 'pop()')", "'noise'");
    expect_line_refused("muster.forbid('leap', { where = '1', why = 'x' })", "'leap'");
    expect_line_refused("muster.amend('cost', 'value')", "no query is called 'cost'");
    expect_line_refused("muster.query('cost(z)', '1') muster.amend('cots', 'value')",
                        "did you mean 'cost'?");
    expect_line_refused("muster.region('r', { 'd4' })", "no zone");
    expect_line_refused("muster.container { name = 'a', sort = { 'rank' } }", "'rank'");
    expect_line_refused("muster.container { name = 'a', sort = { 'a', 'b', 'c', 'd', 'e' } }",
                        "at most 4");
    expect_line_refused("muster.repetition('rank')", "'rank' is no field");
    expect_line_refused("muster.field { of = 'zone', name = 'a', hashed = false } "
                        "muster.repetition('a')",
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

static void test_values_out_of_measure_are_refused(void **state) {
    (void)state;
    expect_line_refused("muster.pieces { name = 'a', count = 0 }", "1 to");
    expect_line_refused("muster.pieces { name = 'a', count = 2147483647 }", "1 to");
    expect_line_refused("muster.field { of = 'game', name = 'a', min = 3, max = 1 }", "'a'");
    expect_line_refused("muster.field { of = 'game', name = 'a', initial = 9 }", "'a'");
    expect_line_refused("muster.field { of = 'town', name = 'a' }", "game, seat, zone or piece");
    expect_line_refused("muster.field { of = 'game', name = 'a', letters = 'abc' }", "letters");
    expect_line_refused("muster.field { of = 'game', name = 'a', max = 'x' }", "whole number");
    expect_line_refused("muster.field { of = 'game', name = 'abcdefghijklmnopqrstuvwxyz' }",
                        "1 to 23");
    expect_line_refused("muster.field { of = 'game', name = 'a b' }", "letters, digits and _");
    expect_line_refused("muster.define('1x', '1')", "expected a name");
    expect_line_refused("muster.define('f(a', '1')", "')'");
    expect_line_refused("muster.define('f(a,b,c,d,e,f,g)', '1')", "at most 6");
    expect_line_refused("muster.move { 'a', at = 'place', text = 'a b' }", "blanks");
    expect_line_refused("muster.move { 'a', at = 'place', text = 'a', title = ('x'):rep(64) }",
                        "'a': its title must have at most 63 letters: 'xx");
    expect_line_refused("muster.decision { 'a', seat = '0', title = ('x'):rep(64) }",
                        "at most 63 letters");
    expect_line_refused("muster.move { 'a', at = 'place', text = 'a', { each = 'x', from = '0', "
                        "to = '9' } }",
                        "min and max");
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
    expect_refused("muster.module {}", "declares the game", "");
    expect_refused("muster.module {}\nmuster.game { title = 'G' }", "board", "");
    expect_refused(
        "muster.module {}\nmuster.game { title = 'G' }\nmuster.grid { columns = 1, rows = 1 }",
        "how a match begins", "");
    expect_line_refused("muster.decision { 'other' }", "seat");
    expect_line_refused("muster.step { 'other' }", "run");
}

static void test_nothing_is_declared_or_written_at_the_wrong_time(void **state) {
    struct mst_error error;
    (void)state;
    expect_line_refused("muster.put(0, 1)", "no match while modules load");
    struct mst_ruleset *ruleset =
        home_game(GAME "muster.move { 'late', at = 'place', text = 'late', apply = function()\n"
                       "muster.constant('x', 1) end }\n"
                       "muster.move { 'global', at = 'place', text = 'global', apply = function()\n"
                       "leak = 1 end }\n"
                       "muster.scene(function() muster.put(0, 1) return {} end)\n"
                       "muster.worth(function() muster.go('place') return 1 end)\n"
                       "muster.verify(function() muster.set_owner(0, 0) end)\n"
                       "muster.notation { print = function() muster.put(0, 1) return '' end, "
                       "parse = function() end }\n",
                  &error);
    assert_non_null(ruleset);
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    uint64_t hash = match->pos->hash;
    int64_t worth;
    assert_int_equal(mst_match_play(match, "late", &error), MST_SCRIPT_ERROR);
    assert_non_null(strstr(error.text, "frozen"));
    assert_string_equal(error.at, "lua/game.lua:8");
    assert_int_equal(mst_match_play(match, "global", &error), MST_SCRIPT_ERROR);
    assert_string_equal(error.at, "lua/game.lua:10");
    assert_null(mst_match_scene(match, 0, &error));
    assert_non_null(strstr(error.text, "only looks"));
    assert_null(mst_match_position(match, &error));
    assert_non_null(strstr(error.text, "only looks"));
    assert_false(mst_host_worth(ruleset->host, &match->play, 0, &worth));
    assert_false(mst_host_verify(ruleset->host, &match->play));
    assert_true(match->pos->hash == hash && mst_position_rehash(match->pos) == hash);
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

static void test_modules_that_do_not_go_together_name_both(void **state) {
    (void)state;
    home_module("base", GAME "muster.query('cost(z)', '1')\n");
    home_module("fire", "muster.module { conflicts = { 'frost' } }");
    home_module("frost", "\nmuster.module {}");
    expect_set_refused("[modules]\nbase = on\nfire = on\nfrost = on\n",
                       "'fire' conflicts with module 'frost'", "lua/frost.lua:2");
    home_module("fire",
                "muster.module { requires = { 'base' } }\nmuster.amend('cost', 'value + 1')");
    home_module("frost",
                "muster.module { requires = { 'base' } }\n\nmuster.amend('cost', 'value * 2')");
    expect_set_refused("[modules]\nbase = on\nfire = on\nfrost = on\n", "'cost' is amended by",
                       "'fire'");
    expect_set_refused("[modules]\nbase = on\nfire = on\nfrost = on\n", "'frost'",
                       "lua/fire.lua:2");
    home_module("fire", "muster.module { requires = { 'base' } }\n"
                        "muster.amend('cost', '2', 'max')");
    expect_set_refused("[modules]\nbase = on\nfire = on\nfrost = on\n", "'cost' is amended by",
                       "'fire'");
    home_module("frost", "muster.module { requires = { 'base' } }\n"
                         "muster.amend('cost', 'value + 5', 'max')");
    expect_set_refused("[modules]\nbase = on\nfire = on\nfrost = on\n", "unknown name 'value'",
                       "value");
    home_module("frost", "muster.module { requires = { 'base' } }\n"
                         "muster.amend('cost', '5', 'mix')");
    expect_set_refused("[modules]\nbase = on\nfire = on\nfrost = on\n", "'mix' joins no amendments",
                       "expected one of: and, or, min, max, +");
    expect_set_refused("[modules]\nfire = on\n", "requires 'base', which is not switched on",
                       "fire");
    home_module("fire", "muster.module { options = { { key = 'heat', type = 'int', max = 9,\n"
                        "default = 1, needs = 'frost', rule = 'F-1' } } }");
    expect_set_refused("[modules]\nbase = on\nfire = on\n[fire]\nheat = 2\n",
                       "heat = 2: that needs the module frost; write frost = on", "(F-1)");
    struct mst_error error;
    struct mst_ruleset *usual = home_load("[modules]\nbase = on\nfire = on\n", &error);
    assert_non_null(usual);
    mst_ruleset_free(usual);
    home_module("frost", "muster.module {}");
    home_module("fire", "muster.module { before = { 'frost' }, after = { 'frost' } }");
    expect_set_refused("[modules]\nbase = on\nfire = on\nfrost = on\n", "circle", "module '");
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
    expect_set_refused("[modules]\nbase = on\nfire = on\nfrost = on\n", "fire:hot frost:mint 10",
                       "");
    home_module("fire", "muster.module { requires = { 'frost', 'base' },\n"
                        "  offers = { spice = { 'hot' }, salt = {} } }");
    expect_set_refused("[modules]\nbase = on\nfire = on\nfrost = on\n", "frost:mint fire:hot 10",
                       "");
    home_module("base", GAME);
    home_module("frost",
                "muster.module { requires = { 'fire' }, offers = { spice = { 'mint' } } }");
    expect_set_refused("[modules]\nbase = on\nfire = on\nfrost = on\n", "circle", "");
    home_module("frost", "muster.module { offers = { spice = { 'mint' } } }");
    home_module("fire", "local had\nmuster.module { options = function()\n"
                        "  had = #muster.offers('spice') return {} end }\n"
                        "error('found ' .. had, 0)");
    expect_set_refused("[modules]\nbase = on\nfire = on\nfrost = on\n", "found 1", "");
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
    expect_set_refused_at("[modules]\nbase = on\nfire = on\nfrost = on\n",
                          "base frost fire options FIRE44 part4 FROST ash BASE", "");
    home_module("fire", "muster.module {} told()");
    expect_set_refused_at("[modules]\nbase = on\nfire = on\nfrost = on\n", "told",
                          "lua/fire.lua:1");
}

static void test_what_a_module_may_do_when(void **state) {
    (void)state;
    home_module("base", GAME);
    home_module("frost", "local a = 1\nmuster.module {}\nreturn {}");
    home_module("fire", "local frost = require('frost')\nmuster.module { requires = { 'frost' } }");
    expect_set_refused_at("[modules]\nbase = on\nfire = on\n",
                          "'frost' is a module of its own: name it among those that fire requires",
                          "lua/fire.lua:1");
    home_module("zeal", "local frost = require('frost')\nmuster.module { requires = { 'frost' } }");
    expect_set_refused_at("[modules]\nbase = on\nfrost = on\nzeal = on\n",
                          "'frost' is a module: require it behind muster.module", "lua/zeal.lua:1");
    home_module("zeal", "muster.module {}\nlocal frost = require('frost')");
    expect_set_refused_at("[modules]\nbase = on\nfrost = on\nzeal = on\n",
                          "'frost' is a module of its own: name it among those that zeal requires",
                          "lua/zeal.lua:2");
    home_module("zeal", "local function f()\n  muster.module {}\nend\nf()");
    expect_set_refused_at("[modules]\nbase = on\nzeal = on\n",
                          "muster.module is called by the file itself", "lua/zeal.lua:2");
    home_module("zeal", "muster.query('cost(z)', '1')\nmuster.module {}");
    expect_set_refused_at("[modules]\nbase = on\nzeal = on\n", "a module begins with muster.module",
                          "lua/zeal.lua:1");
    home_module("zeal", "muster.options()\nmuster.module {}");
    expect_set_refused_at("[modules]\nbase = on\nzeal = on\n", "a module begins with muster.module",
                          "lua/zeal.lua:1");
    home_module("zeal", "return {}");
    expect_set_refused_at("[modules]\nbase = on\nzeal = on\n",
                          "module 'zeal' does not say what it is: it must call muster.module once",
                          "");
    home_module("zeal", "muster.module { options = function()\n  return 5 end }");
    expect_set_refused_at("[modules]\nbase = on\nzeal = on\n", "options", "lua/zeal.lua:1");
    home_module("zeal", "muster.module { options = function()\n  error('no', 0) end }");
    expect_set_refused_at("[modules]\nbase = on\nzeal = on\n", "no", "lua/zeal.lua:2");
    home_module("zeal", "muster.module {}\nwhile true do end");
    expect_set_refused_at("[modules]\nbase = on\nzeal = on\n", "used up their budget",
                          "lua/zeal.lua:2");
    home_module("fire", "muster.module { requires = { 'zeal' } }");
    home_module("zeal", "muster.module { requires = { 'fire' } }");
    expect_set_refused_at("[modules]\nbase = on\nfire = on\nzeal = on\n",
                          "modules require each other in a circle: fire -> zeal -> fire",
                          "lua/fire.lua:1");
}

/* What the query gives, whatever the order in which the INI switches the modules on. */
static int64_t asked(const char *ini, uint64_t *hash, uint64_t *sources) {
    struct mst_error error;
    struct mst_ruleset *ruleset = home_load(ini, &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    assert_int_equal(mst_match_play(match, "ask", &error), MST_OK);
    int64_t value = mst_get(match->pos, ruleset->rules->schema->fields[0].first);
    *hash = match->pos->hash;
    *sources = mst_host_sources(ruleset->host);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    return value;
}

static void test_the_order_of_modules_is_what_they_say_and_not_that_of_loading(void **state) {
    uint64_t hash[4], sources[4];
    (void)state;
    home_module("base", GAME
                "muster.field { of = 'game', name = 'answer', max = 999 }\n"
                "muster.query('cost(z)', '1')\n"
                "muster.move { 'ask', at = 'place', text = 'ask', apply = 'answer = cost(0)' }");
    home_module("alpha", "muster.module { requires = { 'base' }, after = { 'omega' } }\n"
                         "muster.amend('cost', 'value * 10')");
    home_module("omega",
                "muster.module { requires = { 'base' } }\nmuster.amend('cost', 'value + 1')");
    assert_int_equal(asked("[modules]\nbase = on\nalpha = on\nomega = on\n", &hash[0], &sources[0]),
                     20);
    assert_int_equal(asked("[modules]\nomega = on\nalpha = on\nbase = on\n", &hash[1], &sources[1]),
                     20);
    assert_true(hash[0] == hash[1] && sources[0] == sources[1]);
    home_module("alpha", "muster.module { requires = { 'base' }, before = { 'omega' } }\n"
                         "muster.amend('cost', 'value * 10')");
    assert_int_equal(asked("[modules]\nalpha = on\nomega = on\nbase = on\n", &hash[2], &sources[2]),
                     11);
    assert_true(sources[0] != sources[2]);
    assert_int_equal(
        asked("[modules]\nbase = on\nalpha = off\nomega = on\n", &hash[3], &sources[3]), 2);
}

static void test_what_a_library_declares_stands_where_its_caller_does(void **state) {
    struct mst_error error;
    (void)state;
    home_module("base", GAME "local base = {}\n"
                             "function base.put(text)\n"
                             "  muster.move { text, at = 'place', text = text,\n"
                             "    { where = 'false', why = 'never' }, apply = 'pop()' }\n"
                             "end\n"
                             "base.put('own')\n"
                             "return base");
    home_module("user", "muster.module { requires = { 'base' } }\n\nrequire('base').put('hers')");
    struct mst_ruleset *ruleset = home_load("[modules]\nbase = on\nuser = on\n", &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    assert_int_equal(mst_match_play(match, "hers", &error), MST_ILLEGAL_MOVE);
    assert_string_equal(error.at, "lua/user.lua:3");
    assert_int_equal(mst_match_play(match, "own", &error), MST_ILLEGAL_MOVE);
    assert_int_equal(strncmp(error.at, "lua/base.lua:", 13), 0);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

#define JOINING "muster.module { requires = { 'base' } }\nmuster.amend('cost', '%s', '%s')"

static void test_amendments_joined_alike_need_no_order(void **state) {
    static const struct {
        const char *join, *alpha, *omega;
        int value;
    } cases[] = {{"or", "false", "7", 1},
                 {"and", "z == 0", "z == 1", 0},
                 {"min", "-4", "8", -4},
                 {"max", "8", "5", 8},
                 {"+", "z + 3", "30", 34}};
    uint64_t hash, sources;
    char text[200];
    (void)state;
    home_module("base", GAME
                "muster.field { of = 'game', name = 'answer', min = -9, max = 999 }\n"
                "muster.query('cost(z)', '1')\n"
                "muster.query('spots', 'only(at(2, 2))')\n"
                "muster.move { 'ask', at = 'place', text = 'ask', apply = 'answer = cost(0)' }");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text, JOINING, cases[i].alpha, cases[i].join);
        home_module("alpha", text);
        snprintf(text, sizeof text, JOINING, cases[i].omega, cases[i].join);
        home_module("omega", text);
        assert_int_equal(asked("[modules]\nbase = on\nalpha = on\nomega = on\n", &hash, &sources),
                         cases[i].value);
    }
    home_module("alpha", "muster.module { requires = { 'base' } }\n"
                         "muster.amend('spots', 'only(at(0, 0))', 'or')");
    home_module("omega", "muster.module { requires = { 'base', 'alpha' } }\n"
                         "muster.amend('spots', 'only(at(2, 2)) | only(at(1, 1))', 'and')\n"
                         "muster.amend('cost', '10 * size(spots) + first(spots)', 'max')");
    assert_int_equal(asked("[modules]\nbase = on\nalpha = on\nomega = on\n", &hash, &sources),
                     18); /* the last cell alone */
    home_module("omega", "muster.module { requires = { 'base' } }\n"
                         "muster.amend('spots', '3', 'or')");
    expect_set_refused("[modules]\nbase = on\nalpha = on\nomega = on\n"
                       "",
                       "expected", "a set of zones");
}

static void test_a_module_forbids_what_another_allows_and_says_why(void **state) {
    struct mst_error error;
    (void)state;
    home_module("base", GAME "muster.move { 'put', at = 'place', text = '{cell}', "
                             "{ each = 'cell', of = 'zones' }, apply = 'pop()' }");
    home_module("swamp", "muster.module { requires = { 'base' } }\n"
                         "muster.forbid('put', { where = 'column(cell) ~= 1', rule = 'SW-1', "
                         "why = 'the middle is a swamp' })");
    struct mst_ruleset *ruleset = home_load("[modules]\nbase = on\nswamp = on\n", &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    char *legal = mst_match_legal(match, &error);
    assert_string_equal(legal, "a1\nc1\na2\nc2\na3\nc3\n");
    assert_int_equal(mst_match_play(match, "b2", &error), MST_ILLEGAL_MOVE);
    assert_non_null(strstr(error.text, "SW-1"));
    assert_non_null(strstr(error.text, "the middle is a swamp"));
    assert_non_null(strstr(error.text, "swamp)"));
    assert_string_equal(error.at, "lua/swamp.lua:2");
    mst_text_free(legal);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void expect_move_refused(struct mst_match *match, const char *move, const char *says) {
    struct mst_error error;
    assert_int_equal(mst_match_play(match, move, &error), MST_ILLEGAL_MOVE);
    if (!strstr(error.text, says))
        fail_msg("%s: '%s', not '%s'", move, error.text, says);
}

static void expect_clauses(const struct mst_kind *kind, const char *order) {
    char found[MST_MOST_CLAUSES + 1] = "";
    for (int i = 0; i < kind->clause_count; i++)
        found[i] = "lwzrpest"[kind->clauses[i].kind];
    assert_string_equal(found, order);
}

/* What another module forbids is asked as soon as the names that it uses are there, but after what
 * the move itself asks there. */
static void test_what_is_forbidden_is_asked_early(void **state) {
    struct mst_error error;
    (void)state;
    home_module("base",
                GAME "muster.move { 'put', at = 'place', text = '{cell}-{a}-{b}', "
                     "{ each = 'cell', of = 'zones' }, { let = 'row_of', be = 'row(cell)' }, "
                     "{ where = 'row_of < 2', rule = 'B-1', why = 'too high' }, "
                     "{ each = 'a', from = '1', to = '2', min = 1, max = 2 }, "
                     "{ each = 'b', from = '1', to = '2', min = 1, max = 2 }, "
                     "apply = 'pop()' }");
    home_module("swamp",
                "muster.module { requires = { 'base' } }\n"
                "muster.forbid('put', { where = 'a ~= 2', rule = 'SW-1', why = 'no' })\n"
                "muster.forbid('put', { where = 'row_of == 0', rule = 'SW-2', why = 'no' })\n"
                "muster.forbid('put', { where = 'b > a', rule = 'SW-3', why = 'no' })\n");
    struct mst_ruleset *ruleset = home_load("[modules]\nbase = on\nswamp = on\n", &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    expect_clauses(&ruleset->rules->kinds[0], "zlwwrwrw");
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    char *legal = mst_match_legal(match, &error);
    assert_string_equal(legal, "a1-1-2\nb1-1-2\nc1-1-2\n");
    mst_text_free(legal);
    expect_move_refused(match, "a3-1-2", "B-1");
    expect_move_refused(match, "a2-1-2", "SW-2");
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* A let waits for the conditions that do without it, and a mere second name is none. */
static void test_lets_are_bound_when_they_are_needed(void **state) {
    struct mst_error error;
    (void)state;
    home_module("base",
                GAME "muster.move { 'put', at = 'place', text = '{cell}', "
                     "{ each = 'cell', of = 'zones' }, { let = 'there', be = 'cell' }, "
                     "{ let = 'high', be = 'row(there)' }, { let = 'around', be = 'near(only("
                     "there))' }, "
                     "{ where = 'there ~= 4', rule = 'B-1', why = 'not the middle' }, "
                     "{ where = 'high < 2', rule = 'B-2', why = 'too high' }, "
                     "{ where = 'size(around) > high + 1', rule = 'B-3', why = 'no' }, "
                     "apply = 'if size(around) ~= 2 then put(none, 0) end go(place)' }");
    struct mst_ruleset *ruleset = home_load("[modules]\nbase = on\n", &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    expect_clauses(&ruleset->rules->kinds[0], "zwlwlw");
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    char *legal = mst_match_legal(match, &error);
    assert_string_equal(legal, "a1\nb1\nc1\na2\nc2\n");
    mst_text_free(legal);
    expect_move_refused(match, "b2", "B-1");
    expect_move_refused(match, "b3", "B-2");
    assert_int_equal(mst_match_play(match, "a1", &error), MST_OK);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void test_a_function_says_why_a_move_is_refused(void **state) {
    struct mst_error error;
    (void)state;
    struct mst_ruleset *ruleset = home_game(
        GAME "local function near(a, b) return 'b is ' .. b .. ' beside ' .. a end\n"
             "muster.move { 'pair', at = 'place', text = '{a}-{b}', { each = 'a', of = 'zones' },\n"
             "  { where = 'column(a) > 0', rule = 'P-1', why = near },\n"
             "  { each = 'b', from = '1', to = '9', min = 1, max = 9 },\n"
             "  { where = 'b > 5', rule = 'P-2', why = near }, apply = \"over(1, 'end')\" }\n"
             "muster.move { 'odd', at = 'place', text = 'odd',\n"
             "  { where = '0', why = function() return 3 end }, apply = 'pop()' }\n",
        &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    expect_move_refused(match, "b1-3", "P-2: b is 3 beside 1");
    expect_move_refused(match, "a2-7", "P-1: b is -1 beside 3");
    expect_move_refused(match, "odd", "the 'why' of a clause must return a text, not a number");
    assert_int_equal(mst_match_play(match, "b1-6", &error), MST_OK);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chapters_stand_in_the_order_of_their_place),
        cmocka_unit_test(test_unknown_keys_are_refused_with_the_nearest),
        cmocka_unit_test(test_names_are_declared_once),
        cmocka_unit_test(test_what_is_not_declared_is_named),
        cmocka_unit_test(test_zones_of_a_graph_have_names_of_their_own),
        cmocka_unit_test(test_values_out_of_measure_are_refused),
        cmocka_unit_test(test_options_are_checked_where_they_are_declared),
        cmocka_unit_test(test_a_game_needs_its_parts),
        cmocka_unit_test(test_nothing_is_declared_or_written_at_the_wrong_time),
        cmocka_unit_test(test_modules_that_do_not_go_together_name_both),
        cmocka_unit_test(test_what_modules_offer_is_known_before_any_of_them_loads),
        cmocka_unit_test(test_files_run_once_in_the_order_of_what_they_require),
        cmocka_unit_test(test_what_a_module_may_do_when),
        cmocka_unit_test(test_the_order_of_modules_is_what_they_say_and_not_that_of_loading),
        cmocka_unit_test(test_what_a_library_declares_stands_where_its_caller_does),
        cmocka_unit_test(test_amendments_joined_alike_need_no_order),
        cmocka_unit_test(test_a_module_forbids_what_another_allows_and_says_why),
        cmocka_unit_test(test_what_is_forbidden_is_asked_early),
        cmocka_unit_test(test_lets_are_bound_when_they_are_needed),
        cmocka_unit_test(test_a_function_says_why_a_move_is_refused),
    };
    return cmocka_run_group_tests_name("the host", tests, open_home, close_home);
}
