/* The sentences of events (muster.event `says`): made of what a viewer sees of the arguments, of
 * nothing else, and a fault in one loses nothing. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "rulesets/ruleset.h"

/* Seat 0 holds two cards that only it sees. A move shows the zone, a card of its hand and the
 * number of the event `told`, whose sentence `says` makes. */
static struct mst_match *begin(const char *says, struct mst_ruleset **ruleset) {
    char text[3000];
    struct mst_error error = {0};
    snprintf(text, sizeof text,
             "muster.module { title = 'Says' }\n"
             "muster.game { title = 'Says', seats = 2 }\n"
             "muster.grid { columns = 3, rows = 1 }\n"
             "local card = muster.pieces { 'card', count = 2, text = '{face}' }\n"
             "local face = muster.field { 'face', of = 'piece', max = 1, seen = 'face',\n"
             "  letters = '?ab', min = -1, initial = -1, each = { card = { 0, 1 } } }\n"
             "local hand = muster.container { 'hand', per_seat = true, faces = 'owner' }\n"
             "local now = muster.state { { 'luck', max = 9, initial = 4 } }\n"
             "local told = muster.event { 'told', 'at', 'what', 'times', says = %s }\n"
             "local quiet = muster.event { 'quiet', 'at' }\n"
             "local play = muster.decision { 'play', seat = function() return 0 end }\n"
             "muster.move { 'm', at = play, text = '{z}', legal = function()\n"
             "  return choose('z', zones) end, apply = function(z)\n"
             "  quiet:emit(z) told:emit(z, top(hand[0]), now.luck) end }\n"
             "muster.setup(function() for p in pieces(box) do owner[p] = 0 put(p, hand[0]) end\n"
             "  go(play) end)\n",
             says);
    *ruleset = home_game(text, &error);
    if (!*ruleset)
        fail_msg("%s: %s", error.at, error.text);
    struct mst_match *match = mst_match_new(*ruleset, true, 1, &error);
    if (!match || mst_match_play(match, "b1", &error) != MST_OK)
        fail_msg("%s: %s", error.at, error.text);
    assert_int_equal(mst_match_events(match, INT_MAX), 2);
    return match;
}

static void expect(const char *says, int viewer, const char *sentence, const char *fault) {
    struct mst_ruleset *ruleset;
    struct mst_error error;
    struct mst_buf text = {0};
    struct mst_match *match = begin(says, &ruleset);
    assert_false(mst_match_event_says(match, 0, viewer, &text, &error));
    assert_string_equal(error.text, "");
    mst_buf_puts(&text, "before ");
    bool said = mst_match_event_says(match, 1, viewer, &text, &error);
    assert_int_equal(said, !fault);
    assert_string_equal(mst_buf_text(&text) + strlen("before "), sentence);
    if (fault ? !strstr(error.text, fault) : *error.text)
        fail_msg("says '%s', not '%s'", error.text, fault ? fault : "");
    assert_int_equal(mst_match_play(match, "a1", &error), MST_OK);
    mst_buf_clear(&text);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

#define ALL "function(at, what, times) return at .. ' ' .. what .. ' ' .. times end"

static void test_a_sentence_has_what_the_viewer_sees(void **state) {
    (void)state;
    expect(ALL, 0, "b1 a 4", NULL);
    expect(ALL, 1, "b1 ? 4", NULL);
    expect(ALL, MST_NONE, "b1 ? 4", NULL);
}

/* `tell` is a template: a seat is "seat 1", what is hidden "something". */
static void test_a_template_is_filled(void **state) {
    (void)state;
    expect("nil, tell = '{what} at {at}, {times} times'", 0, "a at b1, 4 times", NULL);
    expect("nil, tell = '{what} at {at}, {times} times'", 1, "? at b1, 4 times", NULL);
    expect("nil, tell = 'plain'", 0, "plain", NULL);
}

static void expect_refusal(const char *says, const char *fault) {
    struct mst_error error;
    char text[600];
    snprintf(text, sizeof text,
             "muster.module { title = 'Says' }\nmuster.game { title = 'Says', seats = 2 }\n"
             "muster.grid { columns = 3, rows = 1 }\n"
             "muster.event { 'told', 'at', 'what', 'times', %s }\n",
             says);
    assert_null(home_game(text, &error));
    if (!strstr(error.text, fault))
        fail_msg("'%s' lacks '%s'", error.text, fault);
}

static void test_templates_and_arrows_name_parameters(void **state) {
    (void)state;
    expect_refusal("tell = '{waht}'", "which is no parameter of it; did you mean {what}?");
    expect_refusal("tell = '{what'", "'tell' has a { without a }");
    expect_refusal("tell = 'x', says = function() end", "both 'says' and 'tell'");
    expect_refusal("arrow = { 'at' }", "'arrow' must be two of its parameters");
    expect_refusal("arrow = { 'at', 'when' }", "'arrow' must be two of its parameters");
}

static void test_a_sentence_knows_its_reader(void **state) {
    (void)state;
    const char *says = "function(at, what, times, reader) if reader then return 'to ' .. reader end"
                       " end";
    expect(says, 1, "to 1", NULL);
}

static void test_there_may_be_nothing_to_say(void **state) {
    (void)state;
    struct mst_ruleset *ruleset;
    struct mst_error error;
    struct mst_buf text = {0};
    struct mst_match *match = begin("function() end", &ruleset);
    assert_false(mst_match_event_says(match, 1, 0, &text, &error));
    assert_string_equal(error.text, "");
    mst_buf_clear(&text);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void test_a_sentence_cannot_read_the_match(void **state) {
    (void)state;
    expect("function() return 'luck ' .. now.luck end", 0, "", "there is no match");
    expect("function(at) return 'top ' .. top(hand[0]) end", 1, "", "there is no match");
}

static void test_a_faulty_sentence_is_none(void **state) {
    (void)state;
    expect("function() return 7 end", 0, "", "must return a string, not a number");
    expect("function() return {} end", 0, "", "must return a string, not a table");
    expect("function() while true do end end", 0, "", "budget");
    expect("function(at) return at.none.none end", 0, "", "there is no 'string.none'");
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_sentence_has_what_the_viewer_sees),
        cmocka_unit_test(test_a_template_is_filled),
        cmocka_unit_test(test_templates_and_arrows_name_parameters),
        cmocka_unit_test(test_a_sentence_knows_its_reader),
        cmocka_unit_test(test_there_may_be_nothing_to_say),
        cmocka_unit_test(test_a_sentence_cannot_read_the_match),
        cmocka_unit_test(test_a_faulty_sentence_is_none),
    };
    return cmocka_run_group_tests(tests, home_set_up, home_tear_down);
}
