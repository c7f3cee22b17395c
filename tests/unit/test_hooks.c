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
    "muster.module {}\nmuster.game { title = 'G' }\nmuster.grid { columns = 3, rows = 3 }\n"
    "muster.pieces { name = 'stone', count = 3 }\nmuster.setup('go(place)')\n"
    "muster.decision { 'place', title = 'put a stone', seat = '0' }\n"
    "muster.step { 'tidy', title = 'clean up', run = 'pop()' }\n"
    "muster.query('cost(z)', 'if z == 0 then 1\\n    else 2', { help = 'What a zone costs.' })\n"
    "muster.query('mute', '0')\n"
    "muster.define('spoken(z)', 'z + 1', { help = 'One | two.' })\n"
    "muster.define('silent(z)', 'z')\n"
    "muster.func('called(z)', function(z) return z end, { help = 'A function.' })\n"
    "muster.event('put_down(z)', { help = 'A stone was put.' })\n"
    "local list = muster.list { 'w.list', help = 'Functions.' }\n"
    "muster.move { 'put', at = 'place', title = 'Put', text = '{z}',\n"
    "  { each = 'z', of = 'zones', rule = 'G-1', why = 'no zone' },\n"
    "  { where = 'cost(z) > 0', rule = 'G-1', why = 'free' }, apply = 'emit(put_down, z) pop()' }\n"
    "return { list = list }\n";

static const char other[] =
    "muster.module { requires = { 'base' } }\n"
    "muster.amend('cost', '5', 'max')\n"
    "muster.on('put_down', 'pop()')\n"
    "muster.forbid('put', { where = 'z ~= 4', rule = 'O-1', why = 'not the middle' })\n"
    "muster.permit('put', { where = 'z == 1', rule = 'G-1' })\n"
    "muster.oblige('put', { where = 'true', rule = 'O-2', why = 'first' })\n"
    "local list = require('base').list\n"
    "list[1] = function() end\n"
    "list[2] = { rank = 1 }\n"
    "list.zebra = 1\n"
    "function list.ape() end\n";

static char hooks[8000];

static int open_all(void **state) {
    struct mst_error error = {0};
    struct mst_buf out = {0};
    (void)state;
    home_open();
    home_module("base", base);
    home_module("other", other);
    struct mst_ruleset *ruleset = home_load("[modules]\nbase = on\nother = on\n", &error);
    if (!ruleset || !mst_host_hooks(ruleset->host, &out, &error))
        fail_msg("%s: %s", error.at, error.text);
    snprintf(hooks, sizeof hooks, "%s", mst_buf_text(&out));
    mst_buf_clear(&out);
    mst_ruleset_free(ruleset);
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
    says("### `cost(z)`\n\nWhat a zone costs.\n\n"
         "- says: `if z == 0 then 1 else 2` (lua/base.lua:8)\n"
         "- max: `5` (lua/other.lua:2)\n\n### `mute`\n\n(no help)\n");
}

static void words_are_listed_that_say_what_they_are(void **state) {
    (void)state;
    says("| `spoken(z)` | One \\| two. | lua/base.lua:10 |\n"
         "| `called(z)` | A function. | lua/base.lua:12 |\n\n## Events");
    assert_null(strstr(hooks, "silent"));
}

static void an_event_shows_who_hears_it(void **state) {
    (void)state;
    says("### `put_down(z)`\n\nA stone was put.\n\n- heard by other (lua/other.lua:3)\n\n");
}

static void a_list_shows_its_entries(void **state) {
    (void)state;
    says("### `w.list`\n\nFunctions.\n\n- made here (lua/base.lua:14)\n"
         "- entry 1 (lua/other.lua:8)\n- entry 2, a table\n"
         "- `ape` (lua/other.lua:11)\n- `zebra`, a number\n");
}

static void a_decision_shows_its_moves_and_what_others_do_to_them(void **state) {
    (void)state;
    says("### `place`: put a stone\n\nDeclared in lua/base.lua:6.\n\n");
    says("| `put` | `{z}` | Put | G-1 | lua/base.lua:15 |\n");
    says("- `put` is forbidden unless `z ~= 4`, O-1 (lua/other.lua:4)\n"
         "- `put` is permitted where `z == 1`, G-1 (lua/other.lua:5)\n"
         "- `put` is obliged where `true`, O-2 (lua/other.lua:6)\n\n");
    says("| `tidy` | clean up | lua/base.lua:7 |\n");
}

static void what_is_said_of_a_declaration_is_its_help_alone(void **state) {
    struct mst_error error = {0};
    (void)state;
    assert_null(home_game("muster.module {}\nmuster.event('a()', { hepl = 'x' })", &error));
    assert_non_null(strstr(error.text, "help"));
    assert_null(home_game("muster.module {}\nmuster.list { help = 'x' }", &error));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_query_shows_what_it_says_and_who_amends_it),
        cmocka_unit_test(words_are_listed_that_say_what_they_are),
        cmocka_unit_test(an_event_shows_who_hears_it),
        cmocka_unit_test(a_list_shows_its_entries),
        cmocka_unit_test(a_decision_shows_its_moves_and_what_others_do_to_them),
        cmocka_unit_test(what_is_said_of_a_declaration_is_its_help_alone),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
