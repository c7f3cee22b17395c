/* What `muster check` finds beyond a load: every fault of a ruleset in one run, and what looks
 * wrong though it loads. Each case breaks one thing in a game that is in order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "match/ruleset.h"

/* A game with nothing to say against it; a case puts its lines in the place of `%s`. */
static const char game[] =
    "local options = muster.module { title = 'T', section = 't', options = {\n"
    "  { key = 'wide', type = 'int', default = 3, min = 1, max = 9, help = 'columns' } } }\n"
    "muster.game { title = 'T', seats = 2 }\n"
    "muster.grid { columns = options.wide, rows = 3 }\n"
    "muster.pieces { name = 'mark', count = 27 }\n"
    "muster.field { of = 'game', name = 'turn', max = 1 }\n"
    "muster.event('marked(cell)')\n"
    "muster.query('free(z)', 'top(z) == none')\n"
    "muster.decision { 'place', seat = 'turn', empty = \"over(0, 'full')\" }\n"
    "muster.move { 'mark', at = 'place', text = '{cell}',\n"
    "  { each = 'cell', of = '{ z in zones: free(z) }' },\n"
    "  apply = 'let p = top(box) owner(p) = me put(p, cell) emit(marked, cell) turn = 1 - turn' }\n"
    "muster.setup('go(place)')\n"
    "%s\n";

enum { FIRST = 14 }; /* line of the case's first line */

/* "file:line:column: " becomes "file:line: ": where on a line is the matter of test_spot.c. */
static char *without_columns(struct mst_buf *buf) {
    char *text = mst_buf_take(buf);
    for (char *at = strstr(text, ".lua:"); at; at = strstr(at, ".lua:")) {
        at += 5 + strspn(at + 5, "0123456789");
        size_t column = at[0] == ':' ? strspn(at + 1, "0123456789") : 0;
        if (column)
            memmove(at, at + 1 + column, strlen(at + 1 + column) + 1);
    }
    return text;
}

static char *check(const char *lines, size_t *faults, size_t *warnings) {
    struct mst_buf lua = {0}, out = {0};
    struct mst_diags diags = {0};
    char path[200];
    mst_buf_printf(&lua, game, lines);
    home_module("game", mst_buf_text(&lua));
    mst_buf_clear(&lua);
    struct mst_error error;
    mst_ruleset_free(home_load("[modules]\ngame = on\n", &error)); /* writes the file */
    snprintf(path, sizeof path, "%s/rulesets/test.ini", getenv("MUSTER_HOME"));
    struct mst_ruleset *ruleset = mst_ruleset_diagnose(path, NULL, 0, &diags);
    *faults = mst_diags_count(&diags);
    *warnings = diags.warnings;
    assert_int_equal(ruleset != NULL, *faults == 0);
    mst_diags_print(&diags, &out);
    mst_diags_clear(&diags);
    mst_ruleset_free(ruleset);
    return without_columns(&out);
}

/* The lines bring exactly one remark, at `line` of them (from 1), which says `text`. */
static void one(const char *lines, bool fault, int line, const char *text) {
    char start[60];
    size_t faults, warnings;
    char *said = check(lines, &faults, &warnings);
    snprintf(start, sizeof start, "lua/game.lua:%d: %s: ", FIRST + line - 1,
             fault ? "error" : "warning");
    if (faults != fault || warnings != !fault || strncmp(said, start, strlen(start)) != 0 ||
        !strstr(said, text))
        fail_msg("expected %s%s, found: %s", start, text, said ? said : "");
    mst_free(said);
}

static void none(const char *lines) {
    size_t faults, warnings;
    char *said = check(lines, &faults, &warnings);
    if (faults || warnings)
        fail_msg("expected nothing for %s, found: %s", lines, said);
    mst_free(said);
}

static void what_is_in_order_is_not_blamed(void **state) {
    (void)state;
    none("");
    /* used by a Lua function that something else holds */
    none("local read, write = muster.field { of = 'seat', name = 'luck', max = 9 }\n"
         "muster.on('marked', function() write(0, read(1)) end)");
    /* read by the order of a container */
    none("muster.field { of = 'piece', name = 'age', max = 9 }\n"
         "muster.container { name = 'hand', sort = { 'age' } }\n"
         "muster.on('marked', 'age(top(cell)) = 1')");
    /* named by a function, not by a text */
    none("muster.event('heard()')\n"
         "muster.on('marked', function() muster.emit('heard') end)\n"
         "muster.step { 'later', run = 'pop()' }\n"
         "muster.on('heard', function() muster.push('later') end)");
    none("local event = muster.event('kept()')\n"
         "muster.on('marked', function() muster.emit(event) end)");
    /* the text is there, though this ruleset does not compile it */
    none("muster.define('luckless(z)', 'z == 1')\n"
         "if options.wide > 8 then muster.forbid('mark', { where = 'luckless(cell)' }) end");
    /* what an option switches off is not wrong, nor is a refusal that has words */
    none("muster.constant('allowed', options.wide > 5 and 1 or 0)\n"
         "muster.move { 'jump', at = 'place', text = 'jump', { where = 'allowed == 1' },\n"
         "  apply = 'turn = 1 - turn' }");
    none("muster.move { 'pass', at = 'place', text = 'pass', unlisted = true,\n"
         "  { where = 'false', rule = 'T-1', why = 'nobody passes' }, apply = 'turn = 1 - turn' }");
    none("muster.forbid('mark', { where = 'false', rule = 'T-2', why = 'not now' })");
    /* what may be, at the bounds of what it is made of */
    none(
        "muster.move { 'last', at = 'place', text = 'last', { where = 'turn + 1 >= 2' },\n"
        "  { where = 'size(occupied) == 9 and count(box) <= 18' },\n"
        "  { where = 'not (owner(top(at(2, 2))) > 0) and (if turn == 1 then 3 else 0) * 2 > 5' },\n"
        "  apply = 'turn = 1 - turn' }");
    /* names of all kinds of declarations, keys, labels, methods and attributes */
    none("local a <const>, b = 1, { c = 2, ['d'] = 3 }\n"
         "for i, v in ipairs(b) do if v then goto done end a.c(b.d, i) ::done:: end\n"
         "local function f(g, ...) local h = function(k) return k + g end return h(select('#', "
         "...)) end\n"
         "muster.on('marked', function() return f(a) end)");
}

static void what_nobody_uses_is_told(void **state) {
    (void)state;
    one("muster.field { of = 'game', name = 'noise', max = 9 }\n"
        "muster.on('marked', 'noise = 1')",
        false, 1, "field 'noise' is never read");
    one("muster.field { of = 'game', name = 'size_of_it', max = 9 }\n"
        "muster.on('marked', 'if size_of_it == 1 then turn = 0 end')",
        false, 1, "field 'size_of_it' is never written");
    one("local read = muster.field { of = 'game', name = 'void' }", false, 1,
        "field 'void' is neither read nor written");
    one("muster.define('odd(z)', 'z % 2')", false, 1, "definition 'odd' is never used");
    one("muster.query('even(z)', 'z % 2')", false, 1, "query 'even' is never asked");
    one("muster.func('idle(z)', function(z) return z end)", false, 1,
        "function 'idle' is called by no text");
    one("muster.event('silence()')", false, 1, "event 'silence' is never emitted");
    one("muster.decision { 'nowhere', seat = '0', empty = 'pop()' }", false, 1,
        "decision 'nowhere' never comes up");
    one("muster.step { 'never', run = 'pop()' }", false, 1, "step 'never' never comes up");
    one("muster.move { 'odd', at = 'place', text = 'odd', { where = '1 > 2' },\n"
        "  apply = 'turn = 1 - turn' }",
        false, 1, "move 'odd' is never legal");
    one("muster.move { 'high', at = 'place', text = 'high', { where = 'turn + 1 > 2 and me == 0' "
        "},\n"
        "  apply = 'turn = 1 - turn' }",
        false, 1, "move 'high' is never legal");
    one("muster.move { 'far', at = 'place', text = 'far', { let = 'z', be = '1' },\n"
        "  { where = 'size(occupied) > 9 or row(z) >= 3' }, apply = 'turn = 1 - turn' }",
        false, 2, "move 'far' is never legal");
    one("muster.decision { 'empty', seat = '0' }\nmuster.on('marked', 'push(empty)')", false, 1,
        "decision 'empty' has no moves");
}

static void a_listener_nobody_calls_is_told_with_its_event(void **state) {
    (void)state;
    size_t faults, warnings;
    char *said =
        check("muster.event('silence()')\nmuster.on('silence', 'turn = 0')", &faults, &warnings);
    assert_int_equal(warnings, 2);
    assert_non_null(strstr(said, "lua/game.lua:15: warning: the listener to 'silence' is never"));
    mst_free(said);
}

static void an_option_nobody_reads_is_told(void **state) {
    (void)state;
    home_module("other", "muster.module { title = 'O', requires = { 'game' }, options = {\n"
                         "  { key = 'spare', type = 'bool', default = true, help = 'x' } } }\n");
    struct mst_diags diags = {0};
    struct mst_buf out = {0};
    size_t faults, warnings;
    mst_free(check("", &faults, &warnings));
    struct mst_ruleset *ruleset =
        mst_ruleset_diagnose_module("lua/other.lua", "other", NULL, 0, &diags);
    mst_diags_print(&diags, &out);
    assert_non_null(ruleset);
    assert_string_equal(mst_buf_text(&out),
                        "lua/other.lua:2:12: warning: option 'spare' is never read\n"
                        "  { key = 'spare', type = 'bool', default = true, help = 'x' } } }\n"
                        "           ^~~~~\n");
    mst_buf_clear(&out);
    mst_diags_clear(&diags);
    mst_ruleset_free(ruleset);
}

static void fields_that_nothing_has_are_told(void **state) {
    (void)state;
    one("local count = { left = 1 }\nmuster.on('marked', function() return count.lfet end)", false,
        2, "nothing ever has a field 'lfet'; did you mean 'left'?");
    none("local made = {}\nfor word in pairs({ 'by_string' }) do made[word] = 1 end\n"
         "function made.by_name() return made.by_string end\n"
         "made.by_sign = made.by_name\n"
         "muster.on('marked', function() return made.by_sign, ('x'):rep(2) end)");
}

static void unknown_names_are_faults(void **state) {
    (void)state;
    one("muster.on('marked', function() muster.emitt('marked', 0) end)", true, 1,
        "unknown name 'muster.emitt'; did you mean 'muster.emit'?");
    one("local count = 1\nmuster.on('marked', function() return cuont end)", true, 2,
        "unknown name 'cuont'; did you mean 'count'?");
    one("muster.on('marked', function()\n  return tonubmer('1')\nend)", true, 2,
        "unknown name 'tonubmer'; did you mean 'tonumber'?");
    one("-- strange in a comment, \"strange\" in a string\nlocal s = 'strange' .. [[strange]]\n"
        "muster.on('marked', function() return s, strange end)",
        true, 3, "unknown name 'strange'");
}

static void one_run_shows_all_faults(void **state) {
    (void)state;
    size_t faults, warnings;
    char *said =
        check("muster.move { 'a', at = 'place', text = 'a', { where = 'trun == 1' },\n"
              "  apply = 'turn = 0' }\n"
              "muster.on('markd', 'turn = 0')\n"
              "muster.define('b', 'zones + 1')\n"
              "muster.forbid('mrak', { where = 'true' })\n"
              "muster.decision { 'c', seat = 'sede' }\n"
              "muster.move { 'd', at = 'c', text = 'd', { where = 'more' }, apply = '' }\n",
              &faults, &warnings);
    static const char *const wanted[] = {
        "game.lua:14: error: unknown name 'trun'",
        "game.lua:16: error: no event is called 'markd'; did you mean 'marked'?",
        "game.lua:17: error: expected a number, found a set of zones",
        "game.lua:18: error: no move is called 'mrak'; did you mean 'mark'?",
        "game.lua:19: error: unknown name 'sede'",
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (!strstr(said, wanted[i]))
            fail_msg("expected %s in: %s", wanted[i], said);
    assert_int_equal(faults, sizeof wanted / sizeof *wanted); /* 'd' is at a broken decision */
    mst_free(said);
}

static void faulty_modules_are_told_together(void **state) {
    (void)state;
    size_t faults, warnings;
    home_module("first", "muster.module { title = 'F', requires = { 'game' } }\nlocal x = 1 +\n");
    home_module("second", "muster.module { titel = 'S' }\n");
    mst_free(check("", &faults, &warnings));
    struct mst_error error;
    struct mst_diags diags = {0};
    struct mst_buf out = {0};
    char path[200];
    assert_null(home_load("[modules]\ngame = on\nfirst = on\nsecond = on\n", &error));
    snprintf(path, sizeof path, "%s/rulesets/test.ini", getenv("MUSTER_HOME"));
    assert_null(mst_ruleset_diagnose(path, NULL, 0, &diags));
    mst_diags_print(&diags, &out);
    assert_int_equal(mst_diags_count(&diags), 2);
    assert_non_null(strstr(mst_buf_text(&out), "lua/first.lua:"));
    assert_non_null(strstr(mst_buf_text(&out), "lua/second.lua:1:17: error: muster.module has no "
                                               "'titel'; did you mean 'title'?"));
    mst_buf_clear(&out);
    mst_diags_clear(&diags);
}

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

int main(void) {
#define CASE(name) cmocka_unit_test_setup_teardown(name, open_home, close_home)
    const struct CMUnitTest tests[] = {
        CASE(what_is_in_order_is_not_blamed),
        CASE(what_nobody_uses_is_told),
        CASE(a_listener_nobody_calls_is_told_with_its_event),
        CASE(an_option_nobody_reads_is_told),
        CASE(fields_that_nothing_has_are_told),
        CASE(unknown_names_are_faults),
        CASE(one_run_shows_all_faults),
        CASE(faulty_modules_are_told_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
