/* The reference of a game as `muster reference RULESET` prints it: what modules declare, what is
 * said of that, and which other module does what to it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "muster/rulebook.h"

static const char base[] =
    "muster.module { title = 'Base' }\n"
    "muster.game { title = 'G' }\n"
    "muster.grid { columns = 3, rows = 3 }\n"
    "local stone = muster.pieces { 'stone', count = 3, text = '{owner}', help = 'A stone.' }\n"
    "--- Where stones\n--- go.\n"
    "muster.container { 'bag', per_seat = true, faces = 'owner' }\n"
    "--- How heavy it is.\n"
    "local weight = muster.field { 'weight', of = 'piece', max = 5, seen = 'owner' }\n"
    "local heir = muster.field { 'heir', of = 'seat', holds = 'piece', hashed = false }\n"
    "local now = muster.state {\n"
    "  { 'turn', max = 1, initial = 1, help = 'The seat to move.' }, { 'done' } }\n"
    "local place = muster.decision { 'place', title = 'put a stone', seat = function() "
    "return 0 end }\n"
    "muster.step { 'tidy', title = 'clean up', run = function() pop() end }\n"
    "--- What a zone | costs,\n--- in stones.\n"
    "---@param z muster.Zone?\n"
    "local cost = muster.query(function(z) return z == at(0, 0) and weight[top(z)] or 2 end)\n"
    "-- no help\n"
    "local mute = muster.query(function() return now.done and heir[0] end)\n"
    "--- A stone was put.\n"
    "local put_down = muster.event { 'put_down', 'z' }\n"
    "--- Asks for a place.\n"
    "local ask = muster.hook { 'ask', fold = 'first' }\n"
    "local move = muster.move { 'put', at = place, title = 'Put', text = '{z}{n}', legal = "
    "function()\n"
    "    local z = choose('z', zones, 'G-1', 'no zone')\n"
    "    local n = choose('n', range(0, 2), 'G-2', 'no number')\n"
    "    need(cost(z) > 0, 'G-1', 'free') need(tops(stone)[z], 'G-3', 'bare')\n"
    "    return z\n"
    "  end, apply = function(z) put_down:emit(z) now.turn = 0 pop() end }\n"
    "muster.setup(function() go(place) end)\n"
    "--- Doubles.\n---@param n integer\n---@param f (fun(a: integer): integer)?\n"
    "---@return integer\n"
    "local function double(n, f) return 2 * n end\n"
    "--- Halves.\nlocal function half(n) return n // 2 end\n"
    "--- All stones.\n"
    "local all = muster.once(function() return tops(stone) end)\n"
    "return { ask = ask, cost = cost, mute = mute, put_down = put_down, move = move,\n"
    "  double = double, all = all, most = 7, LETTER = muster.letters('xy'),\n"
    "  ROLE = { queen = 2, pawn = 1 }, chapter = { half = half, mute = function() end } }\n";

static const char other[] =
    "muster.module { requires = { 'base' } }\n"
    "local base = require('base')\n"
    "base.cost:amend('max', function() return 5 end)\n"
    "base.cost:amend(function(before, z) return before + row(z) end)\n"
    "base.put_down:on(function() pop() end)\n"
    "base.move:forbid('O-1', 'not the middle', function(z) return z == at(1, 1) end)\n"
    "base.move:permit('G-1', function(z) return z == at(1, 0) end)\n"
    "base.move:oblige('O-2', 'first', function() return true end)\n"
    "base.ask:on(function() end)\n"
    "muster.move { 'wait', at = '*', text = 'wait', unlisted = true, apply = function() end }\n";

static char reference[8000];

static void read_reference(const char *modules) {
    struct mst_error error = {0};
    struct mst_buf out = {0};
    struct mst_ruleset *ruleset = home_load(modules, &error);
    if (!ruleset || !mst_ruleset_reference(ruleset, &out, &error))
        fail_msg("%s: %s", error.at, error.text);
    snprintf(reference, sizeof reference, "%s", mst_buf_text(&out));
    mst_buf_clear(&out);
    mst_ruleset_free(ruleset);
}

static int open_all(void **state) {
    (void)state;
    home_open();
    home_module("base", base);
    home_module("other", other);
    read_reference("[modules]\nbase = on\nother = on\n");
    return 0;
}

static int close_all(void **state) {
    (void)state;
    home_close();
    return 0;
}

static void says(const char *text) {
    if (!strstr(reference, text))
        fail_msg("'%s' is not in:\n%s", text, reference);
}

static void a_game_shows_its_board_and_its_modules_in_order(void **state) {
    (void)state;
    says("2 seats; a board of 9 zones, `a1` to `c3`, with the directions `n` `e` `s` `w`.\n");
    says("## `base`: Base\n\n");
    says("## `other`\n\n");
    assert_true(strstr(reference, "## `base`") < strstr(reference, "## `other`"));
}

static void pieces_and_containers_show_what_they_are(void **state) {
    (void)state;
    says("| `stone` | 3 pieces, written `{owner}` | A stone. | lua/base.lua:4 |\n");
    says("| `bag` | place of each seat, without order, faces seen by its seat | Where stones go. | "
         "lua/base.lua:7 |\n");
}

static void facts_show_their_values_and_what_they_mean(void **state) {
    (void)state;
    says("| `weight` | piece | 0 to 5, seen by its owner | 0 | How heavy it is. | lua/base.lua:9 "
         "|\n");
    says("| `heir` | seat | Piece?, not hashed | nil | (no help) | lua/base.lua:10 |\n");
    says("| `turn` | game | 0 to 1 | 1 | The seat to move. | lua/base.lua:11 |\n");
    says("| `done` | game | flag | false | (no help) | lua/base.lua:11 |\n");
}

static void what_a_module_returns_is_constants_and_functions(void **state) {
    (void)state;
    says("| `LETTER` | letters `xy` |\n| `ROLE` | `pawn` 1, `queen` 2 |\n| `most` | 7 |\n");
    says("| `chapter.half(n)` | Halves. | lua/base.lua:");
    assert_null(strstr(reference, "chapter.mute"));
    says("| `all(): Set` | All stones. | lua/base.lua:");
    says("| `double(n: integer, f: (fun(a: integer): integer)?): integer` | Doubles. | "
         "lua/base.lua:");
}

static void a_query_shows_its_types_and_which_modules_amend_it(void **state) {
    (void)state;
    says("#### `cost(z: Zone?): integer`\n\nWhat a zone | costs, in stones.\n\n"
         "- declared in lua/base.lua:18\n- max: other (lua/other.lua:3)\n"
         "- replaced: other (lua/other.lua:4)\n\n"
         "#### `mute()");
    says("(no help)\n\n- declared in lua/base.lua:20\n");
}

static void events_and_hooks_show_who_listens(void **state) {
    (void)state;
    says("#### `put_down(z: Zone)`\n\nA stone was put.\n\n- declared in lua/base.lua:22\n"
         "- listened to by other (lua/other.lua:5)\n\n");
    says("#### `ask`, returns the first result that is not nil\n\nAsks for a place.\n\n"
         "- declared in lua/base.lua:24\n- listened to by other (lua/other.lua:9)\n");
}

static void a_decision_shows_its_moves_and_what_others_do_to_them(void **state) {
    (void)state;
    says("#### `place`: put a stone\n\nDeclared in lua/base.lua:13.\n\n");
    says("| `put` | `{z}{n}` | `z` zone, `n` 0 to 2 | Put | G-1 G-2 G-3 | lua/base.lua:25 |\n");
    says("- `put` is forbidden by other, O-1 (lua/other.lua:6)\n"
         "- `put` is permitted by other, G-1 (lua/other.lua:7)\n"
         "- `put` is obliged by other, O-2 (lua/other.lua:8)\n\n");
    says("| `tidy` | clean up | lua/base.lua:14 |\n");
    says("#### At every decision\n\n");
    says("| `wait` | `wait` | | (no help) | | lua/other.lua:10 |\n");
}

static void a_misspelt_help_is_an_error(void **state) {
    struct mst_error error = {0};
    (void)state;
    assert_null(home_game("muster.module {}\nmuster.event { 'a', hepl = 'x' }", &error));
    assert_non_null(strstr(error.text, "help"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_shows_its_board_and_its_modules_in_order),
        cmocka_unit_test(pieces_and_containers_show_what_they_are),
        cmocka_unit_test(facts_show_their_values_and_what_they_mean),
        cmocka_unit_test(what_a_module_returns_is_constants_and_functions),
        cmocka_unit_test(a_query_shows_its_types_and_which_modules_amend_it),
        cmocka_unit_test(events_and_hooks_show_who_listens),
        cmocka_unit_test(a_decision_shows_its_moves_and_what_others_do_to_them),
        cmocka_unit_test(a_misspelt_help_is_an_error),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
