/* Memory that ends at any single allocation: what is printed is as usual, or it is said that memory
 * ended. Nothing that could not be made passes for something that is not there. tests/starve.c does
 * the same to the commands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "author/lint.h"
#include "core/base.h"
#include "lib/home.h"
#include "rulesets/ruleset.h"
#include "muster/rulebook.h"

/* A game with whatever is copied, named or read again: choices, comments, rule ids, a ranking. */
static const char game[] =
    "local options = muster.module { title = 'T', section = 't', options = {\n"
    "  { key = 'pace', type = 'choice', choices = { 'slow', 'fast' }, default = 'slow',\n"
    "    help = 'how fast' } } }\n"
    "muster.game { title = 'T', seats = 2 }\n"
    "muster.grid { columns = 3, rows = 3 }\n"
    "local card = muster.pieces { 'card', count = 4 }\n"
    "local hand = muster.container { 'hand', per_seat = true }\n"
    "local function field(name)\n"
    "  return muster.field { name, of = 'piece', max = 9, each = { card = { 1, 1, 2, 2 } } }\n"
    "end\n"
    "local suits, low, high = field('suits'), field('low'), field('high')\n"
    "local group = muster.ranking { 'group', suits = suits, low = low, high = high,\n"
    "  type = card, pool = hand, categories = { { 'sum' } } }\n"
    "--- Is the zone free?\n"
    "local free = muster.query(function(z) return not top(z) end)\n"
    "local place = muster.decision { 'place', seat = function() return 0 end }\n"
    "muster.move { 'mark', at = place, title = 'mark', text = '{cell}',\n"
    "  legal = function()\n"
    "    need(options.pace == 'slow', 'T-1', 'too fast')\n"
    "    need(group:best(hand[0], 2) > 90, 'T-2', function() return 'too low' end)\n"
    "    return choose('cell', zones:where(free), 'T-1', 'taken')\n"
    "  end, apply = function(cell) put(top(box), cell) end }\n"
    "muster.setup(function() go(place) end)\n"
    "muster.rules { title = 'How to play',\n"
    "  { id = 'T-1', text = 'One.', option = 'pace' },\n"
    "  { id = 'T-2', text = 'Two.' } }\n"
    "return { free = free, LEAST = 9 }\n";

/* ---- single failures ------------------------------------------------------------------------- */

static long asked, failing;

static bool refuse_one(void) {
    return asked++ == failing;
}

/* A call to try: appends its output; false if it reports that it is out of memory. */
typedef bool deed(void *context, struct mst_buf *out);

/* Fail each allocation of the deed, or one in `stride`. */
static void starve(deed *run, void *context, long stride) {
    struct mst_buf usual = {0}, starved = {0};
    assert_true(run(context, &usual));
    assert_true(usual.length > 0);
    for (failing = 0, asked = 1; asked > failing; failing += stride) {
        asked = 0;
        core_mem_refuse(refuse_one);
        bool done = run(context, &starved);
        core_mem_refuse(NULL);
        const char *found = mst_buf_text(&starved), *wanted = mst_buf_text(&usual);
        size_t same = 0; /* lines that are as usual */
        for (size_t i = 0; found[i] && found[i] == wanted[i]; i++)
            same = found[i] == '\n' ? i + 1 : same;
        if (done && !starved.failed && strcmp(found, wanted) != 0)
            fail_msg("allocation %ld: '%.200s', not '%.200s'", failing, found + same,
                     wanted + same);
        mst_buf_clear(&starved);
    }
    mst_buf_clear(&usual);
}

/* ---- loading and checking -------------------------------------------------------------------- */

static void write_game(void) {
    struct mst_error error;
    home_module("game", game);
    mst_ruleset_free(home_load("[modules]\ngame = on\n", &error)); /* writes the file */
}

static void put_rulebook(const struct mst_ruleset *ruleset, struct mst_buf *out) {
    const struct mst_chapter *chapters;
    int count = mst_ruleset_rulebook(ruleset, &chapters);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < chapters[i].count; k++) {
            mst_buf_printf(out, "%s ", chapters[i].paragraphs[k].text);
            mst_paragraph_origin(&chapters[i].paragraphs[k], out);
        }
}

static bool check(void *path, struct mst_buf *out) {
    const struct mst_setting fast = {"t.pace", "fast"};
    struct rules_diags diags = {0};
    struct mst_error error = {0};
    struct mst_ruleset *ruleset =
        rules_ruleset_diagnose(path, NULL, &fast, 1, author_host_look, &diags);
    assert_int_equal(ruleset != NULL, rules_diags_count(&diags) == 0);
    bool done = ruleset && mst_ruleset_reference(ruleset, out, &error);
    if (ruleset)
        put_rulebook(ruleset, out);
    rules_diags_print(&diags, out);
    if (!done && error.status != MST_NO_MEMORY && !strstr(mst_buf_text(out), "out of memory"))
        fail_msg("allocation %ld:\n%s", failing, mst_buf_text(out));
    rules_diags_clear(&diags);
    mst_ruleset_free(ruleset);
    return done;
}

/* A load has many allocations; under the sanitizers, some are tried. */
static void test_loading_takes_nothing_for_absent(void **state) {
    char path[200];
    (void)state;
    write_game();
    snprintf(path, sizeof path, "%s/rulesets/test.ini", getenv("MUSTER_HOME"));
    starve(check, path, getenv("MUSTER_BRIEF") ? 7 : 1);
}

/* ---- what is read again ---------------------------------------------------------------------- */

static struct mst_ruleset *load(void) {
    struct mst_error error;
    struct mst_ruleset *ruleset = home_game(game, &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    return ruleset;
}

static bool rulebook(void *ruleset, struct mst_buf *out) {
    put_rulebook(ruleset, out);
    return true;
}

static bool reference(void *ruleset, struct mst_buf *out) {
    struct mst_error error;
    bool done = mst_ruleset_reference(ruleset, out, &error);
    if (!done)
        assert_int_equal(error.status, MST_NO_MEMORY);
    return done;
}

static void test_the_rulebook_names_the_right_lines(void **state) {
    struct mst_ruleset *ruleset = load();
    struct mst_buf out = {0};
    (void)state;
    put_rulebook(ruleset, &out);
    assert_non_null(strstr(mst_buf_text(&out), "Two. lua/game.lua:26"));
    mst_buf_clear(&out);
    starve(rulebook, ruleset, 1);
    mst_ruleset_free(ruleset);
}

static void test_the_reference_has_all_comments(void **state) {
    struct mst_ruleset *ruleset = load();
    (void)state;
    starve(reference, ruleset, 1);
    mst_ruleset_free(ruleset);
}

/* ---- a match --------------------------------------------------------------------------------- */

static bool take(char *text, const struct mst_error *error, struct mst_buf *out) {
    if (!text)
        assert_int_equal(error->status, MST_NO_MEMORY);
    else
        mst_buf_puts(out, text);
    mst_text_free(text);
    return text != NULL;
}

static bool explain(void *match, struct mst_buf *out) {
    struct mst_error error = {0};
    return take(mst_match_explain(match, &error), &error, out);
}

static bool position(void *match, struct mst_buf *out) {
    struct mst_error error = {0};
    return take(mst_match_position(match, &error), &error, out);
}

static bool evaluate(void *match, struct mst_buf *out) {
    struct mst_error error = {0};
    return take(mst_match_eval(match, "1 + 1", &error), &error, out);
}

static void test_a_match_tells_everything_or_nothing(void **state) {
    static deed *const deeds[] = {explain, position, evaluate};
    struct mst_ruleset *ruleset = load();
    struct mst_error error;
    (void)state;
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++) {
        struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
        assert_non_null(match);
        starve(deeds[i], match, 1);
        mst_match_free(match);
    }
    mst_ruleset_free(ruleset);
}

/* Rules that fail while the moves are explained: that is said, and no moves are made up. */
static void test_explaining_says_that_the_rules_fail(void **state) {
    struct mst_error error = {0};
    struct mst_ruleset *ruleset = home_game(
        "muster.module {}\nmuster.game { title = 'G' }\nmuster.grid { columns = 3, rows = 3 }\n"
        "local now = muster.state { { 'turn', max = 1 } }\n"
        "local play = muster.decision { 'play', seat = function() return 0 end }\n"
        "muster.move { 'pass', at = play, text = 'pass',\n"
        "  legal = function() if now.turn == 0 then error('no such luck') end end,\n"
        "  apply = function() end }\n"
        "muster.setup(function() go(play) end)\n",
        &error);
    (void)state;
    assert_non_null(ruleset);
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    assert_non_null(match);
    assert_null(mst_match_explain(match, &error));
    assert_int_equal(error.status, MST_SCRIPT_ERROR);
    assert_string_equal(error.text, "no such luck");
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, home_set_up, home_tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_loading_takes_nothing_for_absent),
        TEST(test_the_rulebook_names_the_right_lines),
        TEST(test_the_reference_has_all_comments),
        TEST(test_a_match_tells_everything_or_nothing),
        TEST(test_explaining_says_that_the_rules_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
