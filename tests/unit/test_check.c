/* What `muster check` finds beyond a load: every fault of a ruleset in one run, and what looks
 * wrong though it loads. Each case breaks one thing in a game that is in order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "author/lint.h"
#include "lib/home.h"
#include "rulesets/ruleset.h"

/* A game with nothing to say against it; a case puts its lines in the place of `%s`. */
static const char game[] =
    "local options = muster.module { title = 'T', section = 't', options = {\n"
    "  { key = 'wide', type = 'int', default = 3, min = 1, max = 9, help = 'columns' } } }\n"
    "muster.game { title = 'T', seats = 2 }\n"
    "muster.grid { columns = options.wide, rows = 3 }\n"
    "local mark = muster.pieces { 'mark', count = 27 }\n"
    "local now = muster.state { { 'turn', max = 1 } }\n"
    "local marked = muster.event { 'marked', 'cell' }\n"
    "local free = muster.query(function(z) return not top(z) end)\n"
    "muster.ending('full')\n"
    "local function pass() now.turn = 1 - now.turn end\n"
    "local place = muster.decision { 'place', seat = function() return now.turn end,\n"
    "  empty = function() over('full') end }\n"
    "local put_mark = muster.move { 'mark', at = place, text = '{cell}',\n"
    "  legal = function() return choose('cell', zones:where(free), 'T-0', 'taken') end,\n"
    "  apply = function(cell)\n"
    "    local p = top(box) owner[p] = me() put(p, cell) marked:emit(cell) pass() end }\n"
    "muster.setup(function() go(place) end)\n"
    "%s\n";

enum { FIRST = 18 }; /* line of the case's first line */

/* A move of that name and decision that passes. */
#define MOVE(name, at, legal)                                                                      \
    "muster.move { '" name "', at = " at ", text = '" name "', apply = pass" legal " }\n"

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
    struct rules_diags diags = {0};
    char path[200];
    mst_buf_printf(&lua, game, lines);
    if (!strstr(lines, "muster.scene"))
        mst_buf_printf(&lua, "muster.scene(function() return {} end)\n");
    home_module("game", mst_buf_text(&lua));
    mst_buf_clear(&lua);
    struct mst_error error;
    mst_ruleset_free(home_load("[modules]\ngame = on\n", &error)); /* writes the file */
    snprintf(path, sizeof path, "%s/rulesets/test.ini", getenv("MUSTER_HOME"));
    struct mst_ruleset *ruleset =
        rules_ruleset_diagnose(path, NULL, NULL, 0, author_host_look, &diags);
    *faults = rules_diags_count(&diags);
    *warnings = diags.warnings;
    assert_int_equal(ruleset != NULL, *faults == 0);
    rules_diags_print(&diags, &out);
    rules_diags_clear(&diags);
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
    none("local luck = muster.field { 'luck', of = 'seat', max = 9 }\n"
         "marked:on(function() for _ in pairs {} do end luck[0] = luck[1] end)");
    /* read by the order of a container */
    none("local age = muster.field { 'age', of = 'piece', max = 9 }\n"
         "muster.container { 'hand', sort = { 'age' } }\n"
         "marked:on(function(cell) age[top(cell)] = 1 end)");
    none("local heard = muster.event { 'heard' }\n"
         "marked:on(function() heard:emit() end)\n"
         "local later = muster.step { 'later', run = function() pop() end }\n"
         "heard:on(function() push(later) end)");
    /* the function is there, though this ruleset does not need it */
    none("local luckless = muster.query(function(z) return column(z) == 1 end)\n"
         "if options.wide > 8 then\n"
         "  put_mark:forbid('T-1', 'no luck', function(cell) return luckless(cell) end)\n"
         "end");
    /* what an option switches off is not wrong, nor is a refusal that has words */
    none("local allowed = options.wide > 5\n" MOVE("jump", "place",
                                                   ", legal = function() need(allowed) end"));
    none(MOVE("pass", "place",
              ", unlisted = true,\n"
              "  legal = function() need(false, 'T-1', 'nobody passes') end"));
    none("put_mark:forbid('T-2', 'not now', function() return true end)");
    none("local simple = options.wide < 5\n" MOVE("leap", "place",
                                                  ", legal = function()\n"
                                                  "  if simple then return end\n"
                                                  "  need(false) end"));
    none("local most = options.wide\n" MOVE("far", "place",
                                            ", legal = function() need(now.turn > most) end"));
    /* what may be, at the bounds of what it is made of */
    none(MOVE("last", "place",
              ", legal = function()\n"
              "  need(now.turn + 1 >= 2)\n"
              "  need(#occupied() == 9 and count(box) <= 18)\n"
              "  need(owner[top(at(2, 2))] ~= 1 and (now.turn == 1 and 3 or 0) * 2 > 5) end"));
    /* names of all kinds of declarations, keys, labels, methods and attributes */
    none("local a <const>, b = 1, { c = 2, ['d'] = 3 }\n"
         "for i, v in ipairs(b) do if v then goto done end a.c(b.d, i) ::done:: end\n"
         "local function f(g, ...) local h = function(k) return k + g end return h(select('#', "
         "...)) end\n"
         "marked:on(function() return f(a) end)");
}

static void what_nobody_uses_is_told(void **state) {
    (void)state;
    one("muster.decision { 'nowhere', seat = function() return 0 end,\n"
        "  empty = function() pop() end }",
        false, 1, "decision 'nowhere' is never reached");
    one("muster.step { 'never', run = function() pop() end }", false, 1,
        "step 'never' is never reached");
    one("local empty = muster.decision { 'empty', seat = function() return 0 end }\n"
        "marked:on(function() push(empty) end)",
        false, 1, "decision 'empty' has no moves");
}

static void fields_that_are_not_used_are_told(void **state) {
    (void)state;
    one("muster.field { 'luck', of = 'seat', max = 9 }", false, 1,
        "field 'luck' is neither read nor written");
    one("local luck = muster.field { 'luck', of = 'seat', max = 9 }\n"
        "marked:on(function() luck[0] = 3 end)",
        false, 1, "field 'luck' is never read");
    one("local luck = muster.field { 'luck', of = 'seat', max = 9 }\n"
        "marked:on(function() if luck[0] > 3 then now.turn = 0 end end)",
        false, 1, "field 'luck' is never written: it always has its initial value");
    one("local more = muster.state {\n"
        "  { 'rounds', max = 9 }, { 'spare', max = 9 } }\n"
        "marked:on(function() more.rounds = more.rounds + 1 more.spare = 2 end)",
        false, 2, "field 'spare' is never read");
    /* under another name, or by a name that is made, it may be used in any way */
    none("local luck = muster.field { 'luck', of = 'seat', max = 9 }\n"
         "local other = luck\nmarked:on(function() other[0] = other[1] end)");
    none("local more = muster.state { { 'rounds', max = 9 } }\n"
         "local function called(n) return 'round' .. n end\n"
         "marked:on(function() more.rounds = 1 end)\n"
         "muster.scene(function() return { more[called('s')] } end)");
}

static void events_that_nobody_emits_are_told(void **state) {
    (void)state;
    one("local heard = muster.event { 'heard' }\nheard:on(function() now.turn = 0 end)", false, 1,
        "event 'heard' is never emitted");
}

static void queries_that_nobody_asks_are_told(void **state) {
    (void)state;
    one("local lucky = muster.query(function(z) return column(z) == 1 end)\n"
        "lucky:amend('or', function(z) return row(z) == 1 end)",
        false, 1, "query 'lucky' is never called");
    none("local lucky = muster.query(function(z) return column(z) == 1 end)\n"
         "marked:on(function() if zones:some(lucky) then now.turn = 0 end end)");
}

static void moves_that_are_never_legal_are_told(void **state) {
    (void)state;
    one(MOVE("jump", "place", ", legal = function()\n  need(now.turn > 1) end"), false, 2,
        "this never holds: move 'jump' is never legal");
    one("muster.move { 'jump', at = place, text = '+{zone}', apply = pass,\n"
        "  legal = function()\n"
        "    local zone = choose('zone', occupied())\n"
        "    need(owner[top(zone)] == 2)\n"
        "    return zone end }",
        false, 4, "this never holds: move 'jump' is never legal");
    one(MOVE("jump", "place", ", legal = function() need(false, 'T-1', 'nobody jumps') end"), false,
        1, "this never holds: move 'jump' is never legal");
}

static void an_option_nobody_reads_is_told(void **state) {
    (void)state;
    home_module("other", "muster.module { title = 'O', requires = { 'game' }, options = {\n"
                         "  { key = 'spare', type = 'bool', default = true, help = 'x' } } }\n");
    struct rules_diags diags = {0};
    struct mst_buf out = {0};
    size_t faults, warnings;
    mst_free(check("", &faults, &warnings));
    struct mst_ruleset *ruleset =
        rules_ruleset_diagnose("lua/other.lua", "other", NULL, 0, author_host_look, &diags);
    rules_diags_print(&diags, &out);
    assert_non_null(ruleset);
    assert_string_equal(mst_buf_text(&out),
                        "lua/other.lua:2:12: warning: option 'spare' is never read\n"
                        "  { key = 'spare', type = 'bool', default = true, help = 'x' } } }\n"
                        "           ^~~~~\n");
    mst_buf_clear(&out);
    rules_diags_clear(&diags);
    mst_ruleset_free(ruleset);
}

static void fields_that_nothing_has_are_told(void **state) {
    (void)state;
    one("local count = { left = 1 }\nmarked:on(function() return count.lfet end)", false, 2,
        "no table has a field 'lfet'; did you mean 'left'?");
    none("local made = {}\nfor word in pairs({ 'by_string' }) do made[word] = 1 end\n"
         "function made.by_name() return made.by_string end\n"
         "made.by_sign = made.by_name\n"
         "marked:on(function() return made.by_sign, ('x'):rep(2) end)");
}

static void unknown_names_are_faults(void **state) {
    (void)state;
    one("muster.scene(function() muster.over_yb() return {} end)", true, 1,
        "unknown name 'muster.over_yb'; did you mean 'muster.over_by'?");
    one("local count = 1\nmuster.scene(function() return { count = cuont } end)", true, 2,
        "unknown name 'cuont'; did you mean 'count'?");
    one("muster.scene(function()\n  return { x = tonubmer('1') }\nend)", true, 2,
        "unknown name 'tonubmer'; did you mean 'tonumber'?");
    one("-- strange in a comment, \"strange\" in a string\nlocal s = 'strange' .. [[strange]]\n"
        "muster.scene(function() return { s, strange } end)",
        true, 3, "unknown name 'strange'");
}

static void one_run_shows_all_faults(void **state) {
    (void)state;
    size_t faults, warnings;
    char *said = check(
        MOVE("a", "place",
             ", legal = function() need(now.turn + zones == 1) end") "marked:on(function() "
                                                                     "now.turn = zones end)\n"
                                                                     "put_mark:forbid('T-1', 'no', "
                                                                     "function(cel) return cel == "
                                                                     "at(1, 1) end)\n"
                                                                     "local c = muster.decision { "
                                                                     "'c', seat = function() "
                                                                     "return sede end }\n" MOVE(
                                                                         "d", "c",
                                                                         ", legal = function() "
                                                                         "need(more) end"),
        &faults, &warnings);
    static const char *const wanted[] = {
        "game.lua:18: error: expected a set of zones, found a number",
        "game.lua:19: error: expected a number, found a set of zones",
        "game.lua:20: error: move 'mark' has no choice 'cel'; did you mean 'cell'?",
        "game.lua:21: error: unknown name 'sede'",
        "game.lua:22: error: unknown name 'more'",
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (!strstr(said, wanted[i]))
            fail_msg("expected %s in: %s", wanted[i], said);
    assert_int_equal(faults, sizeof wanted / sizeof *wanted);
    mst_free(said);
}

static void faulty_modules_are_told_together(void **state) {
    (void)state;
    size_t faults, warnings;
    home_module("first", "muster.module { title = 'F', requires = { 'game' } }\nlocal x = 1 +\n");
    home_module("second", "muster.module { titel = 'S' }\n");
    mst_free(check("", &faults, &warnings));
    struct mst_error error;
    struct rules_diags diags = {0};
    struct mst_buf out = {0};
    char path[200];
    assert_null(home_load("[modules]\ngame = on\nfirst = on\nsecond = on\n", &error));
    snprintf(path, sizeof path, "%s/rulesets/test.ini", getenv("MUSTER_HOME"));
    assert_null(rules_ruleset_diagnose(path, NULL, NULL, 0, author_host_look, &diags));
    rules_diags_print(&diags, &out);
    assert_int_equal(rules_diags_count(&diags), 2);
    assert_non_null(strstr(mst_buf_text(&out), "lua/first.lua:"));
    assert_non_null(strstr(mst_buf_text(&out), "lua/second.lua:1:17: error: muster.module has no "
                                               "'titel'; did you mean 'title'?"));
    mst_buf_clear(&out);
    rules_diags_clear(&diags);
}

/* ---- many names ------------------------------------------------------------------------------ */

/* `before`; then `left`, a name of three letters and `right`, `count` times; then `after`. */
static char *names(int count, const char *before, const char *left, const char *right,
                   const char *after) {
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    struct mst_buf lua = {0};
    mst_buf_puts(&lua, before);
    for (int i = 0; i < count; i++)
        mst_buf_printf(&lua, "%s%c%c%c%s", left, 'A' + i / 36 / 36, digits[i / 36 % 36],
                       digits[i % 36], right);
    mst_buf_puts(&lua, after);
    return mst_buf_take(&lua);
}

/* The work of loading a module with so many names, written as `form` says. */
static int64_t work_of(int count, const char *const form[4]) {
    struct mst_error error;
    struct mst_buf lua = {0};
    char *lines = names(count, form[0], form[1], form[2], form[3]);
    mst_buf_printf(&lua, game, lines);
    struct mst_ruleset *ruleset = home_game(mst_buf_text(&lua), &error);
    if (!ruleset)
        fail_msg("%d names, %s: %s: %s", count, form[0], error.at, error.text);
    int64_t work = host_worked(ruleset->host);
    mst_ruleset_free(ruleset);
    mst_buf_clear(&lua);
    mst_free(lines);
    return work;
}

static void loading_many_names_is_linear_work(void **state) {
    (void)state;
    static const char *const forms[][4] = {{"local t = {", "", "=1,", "}"},
                                           {"local t = {", "'", "',", "}"},
                                           {"local function f() local x ", "x=", " ", "end"}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        int64_t none = work_of(0, forms[i]), half = work_of(10000, forms[i]) - none,
                whole = work_of(20000, forms[i]) - none;
        if (half < 10000 || whole > half * 21 / 10)
            fail_msg("%s: %lld units for 10000 names, %lld for 20000", forms[i][0], (long long)half,
                     (long long)whole);
    }
}

static int count_of(const char *text, const char *part) {
    int count = 0;
    for (; (text = strstr(text, part)); text++)
        count++;
    return count;
}

/* Finding each takes time, and finding the nearest name to it more. */
static void of_many_unknown_names_500_are_reported(void **state) {
    (void)state;
    static const int counts[][2] = {{499, 499}, {501, 500}, {20000, 500}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        size_t faults, warnings;
        char *lines = names(counts[i][0], "local Aa_ = function() local x ", "x=", " ", "end");
        char *said = check(lines, &faults, &warnings);
        assert_int_equal(faults, counts[i][1]);
        assert_int_equal(count_of(said, "did you mean 'Aa_'?"), 20); /* of 36 that are near */
        mst_free(lines);
        mst_free(said);
    }
}

int main(void) {
#define CASE(name) cmocka_unit_test_setup_teardown(name, home_set_up, home_tear_down)
    const struct CMUnitTest tests[] = {
        CASE(what_is_in_order_is_not_blamed),
        CASE(what_nobody_uses_is_told),
        CASE(fields_that_are_not_used_are_told),
        CASE(events_that_nobody_emits_are_told),
        CASE(queries_that_nobody_asks_are_told),
        CASE(moves_that_are_never_legal_are_told),
        CASE(an_option_nobody_reads_is_told),
        CASE(fields_that_nothing_has_are_told),
        CASE(unknown_names_are_faults),
        CASE(one_run_shows_all_faults),
        CASE(faulty_modules_are_told_together),
        CASE(loading_many_names_is_linear_work),
        CASE(of_many_unknown_names_500_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
