/* The hooks of a ruleset as `muster reference RULESET` prints them: what is declared, what is said
 * of it, and which other module does what to it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"

static const char base[] =
    "muster.module {}\n"
    "muster.game { title = 'G' }\n"
    "muster.grid { columns = 3, rows = 3 }\n"
    "muster.pieces { 'stone', count = 3 }\n"
    "local place <const> = muster.decision { 'place', title = 'put a stone', seat = function() "
    "return 0 end }\n"
    "muster.step { 'tidy', title = 'clean up', run = function() pop() end }\n"
    "--- What a zone | costs.\n"
    "local cost <const> = muster.query(function(z) return z == at(0, 0) and 1 or 2 end)\n"
    "-- no help\n"
    "local mute <const> = muster.query(function() return 0 end)\n"
    "--- A stone was put.\n"
    "local put_down <const> = muster.event { 'put_down', 'z' }\n"
    "local list <const> = muster.list { 'w.list', help = 'Functions.' }\n"
    "local move <const> = muster.move { 'put', at = place, title = 'Put', text = '{z}', legal = "
    "function()\n"
    "    local z = choose('z', zones, 'G-1', 'no zone')\n"
    "    need(cost(z) > 0, 'G-1', 'free')\n"
    "    return z\n"
    "  end, apply = function(z) put_down:emit(z) pop() end }\n"
    "muster.setup(function() go(place) end)\n"
    "return { list = list, cost = cost, mute = mute, put_down = put_down, move = move }\n";

static const char other[] =
    "muster.module { requires = { 'base' } }\n"
    "local base <const> = require('base')\n"
    "base.cost:amend('max', function() return 5 end)\n"
    "base.put_down:on(function() pop() end)\n"
    "base.move:forbid('O-1', 'not the middle', function(z) return z == at(1, 1) end)\n"
    "base.move:permit('G-1', function(z) return z == at(1, 0) end)\n"
    "base.move:oblige('O-2', 'first', function() return true end)\n"
    "local list = base.list\n"
    "list[1] = function() end\n"
    "list[2] = { rank = 1 }\n"
    "list.zebra = 1\n"
    "function list.ape() end\n";

/* The same, declared with functions. */
static const char plain[] =
    "muster.module {}\nmuster.game { title = 'G' }\nmuster.grid { columns = 3, rows = 3 }\n"
    "muster.pieces { 'stone', count = 3 }\n"
    "--- What a zone costs,\n--- in stones.\n---@param z muster.Zone\n"
    "local cost <const> = muster.query(function(z) return column(z) end)\n"
    "-- no help\nlocal mute <const> = muster.query(function() return 0 end)\n"
    "\n--- A stone was put.\nlocal put_down <const> = muster.event { 'put_down', 'z' }\n"
    "local place <const> = muster.decision { 'place', seat = function() return 0 end }\n"
    "muster.move { 'put', at = place, title = 'Put', text = 'x', apply = function() end }\n"
    "muster.setup(function() go(place) end)\n"
    "return { cost = cost, mute = mute, put_down = put_down }\n";

static const char amending[] =
    "muster.module { requires = { 'plain' } }\nlocal base <const> = require('plain')\n"
    "base.cost:amend('max', function() return 1 end)\n"
    "base.cost:amend(function(before, z) return before + row(z) end)\n"
    "base.put_down:on(function() end)\n";

static char hooks[8000];

static void read_hooks(const char *modules) {
    struct mst_error error = {0};
    struct mst_buf out = {0};
    struct mst_ruleset *ruleset = home_load(modules, &error);
    if (!ruleset || !mst_host_hooks(ruleset->host, &out, &error))
        fail_msg("%s: %s", error.at, error.text);
    snprintf(hooks, sizeof hooks, "%s", mst_buf_text(&out));
    mst_buf_clear(&out);
    mst_ruleset_free(ruleset);
}

static int open_all(void **state) {
    (void)state;
    home_open();
    home_module("base", base);
    home_module("other", other);
    home_module("plain", plain);
    home_module("amending", amending);
    read_hooks("[modules]\nbase = on\nother = on\n");
    return 0;
}

static int close_all(void **state) {
    (void)state;
    home_close();
    return 0;
}

static void says(const char *text) {
    if (!strstr(hooks, text))
        fail_msg("'%s' is not in:\n%s", text, hooks);
}

static void a_query_shows_what_it_says_and_who_amends_it(void **state) {
    (void)state;
    says("### `cost(z)`\n\nWhat a zone | costs.\n\n"
         "- declared in lua/base.lua:8\n- max: other (lua/other.lua:3)\n\n"
         "### `mute`\n\n(no help)\n");
}

static void an_event_shows_who_hears_it(void **state) {
    (void)state;
    says("### `put_down(z)`\n\nA stone was put.\n\n- listened to by other (lua/other.lua:4)\n\n");
}

static void a_list_shows_its_entries(void **state) {
    (void)state;
    says("### `w.list`\n\nFunctions.\n\n- made here (lua/base.lua:13)\n"
         "- entry 1 (lua/other.lua:9)\n- entry 2, a table\n"
         "- `ape` (lua/other.lua:12)\n- `zebra`, a number\n");
}

static void a_decision_shows_its_moves_and_what_others_do_to_them(void **state) {
    (void)state;
    says("### `place`: put a stone\n\nDeclared in lua/base.lua:5.\n\n");
    says("| `put` | `{z}` | Put | G-1 | lua/base.lua:14 |\n");
    says("- `put` is forbidden by other, O-1 (lua/other.lua:5)\n"
         "- `put` is permitted by other, G-1 (lua/other.lua:6)\n"
         "- `put` is obliged by other, O-2 (lua/other.lua:7)\n\n");
    says("| `tidy` | clean up | lua/base.lua:6 |\n");
}

static void what_is_said_of_a_declaration_is_its_help_alone(void **state) {
    struct mst_error error = {0};
    (void)state;
    assert_null(home_game("muster.module {}\nmuster.event { 'a', hepl = 'x' }", &error));
    assert_non_null(strstr(error.text, "help"));
    assert_null(home_game("muster.module {}\nmuster.list { help = 'x' }", &error));
}

/* Reads other hooks: it comes last. */
static void comments_are_the_help_of_functions(void **state) {
    (void)state;
    read_hooks("[modules]\nplain = on\namending = on\n");
    says("### `cost(z)`\n\nWhat a zone costs, in stones.\n\n"
         "- declared in lua/plain.lua:8\n- max: amending (lua/amending.lua:3)\n"
         "- amended: amending (lua/amending.lua:4)\n\n### `mute`\n\n(no help)\n");
    says("### `put_down(z)`\n\nA stone was put.\n\n"
         "- listened to by amending (lua/amending.lua:5)\n");
    says("`move:forbid`");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_query_shows_what_it_says_and_who_amends_it),
        cmocka_unit_test(an_event_shows_who_hears_it),
        cmocka_unit_test(a_list_shows_its_entries),
        cmocka_unit_test(a_decision_shows_its_moves_and_what_others_do_to_them),
        cmocka_unit_test(what_is_said_of_a_declaration_is_its_help_alone),
        cmocka_unit_test(comments_are_the_help_of_functions),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
