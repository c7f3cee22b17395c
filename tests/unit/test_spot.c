/* The place of a fault in its source: the word that is to blame, whatever was put around the text,
 * and no place at all rather than a wrong one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "match/spot.h"

static const char source[] = "local arts = require('arts')\n"
                             "arts.art { 'storm', text = 'st', cost = 2, needs = {\n"
                             "    { where = 'first_fo(unit, way) ~= none', why = 'no foe' },\n"
                             "  },\n"
                             "  effect = [[\n"
                             "    let foe = top(first_foe(unit, way))\n"
                             "    facing(fo) = (facing(foe) + 2) % 4]],\n"
                             "}\n"
                             "arts.done('fo') -- fo, twice: fo\n";

static struct mst_spot spot_of(const char *line, const char *word, int message) {
    struct mst_spot spot = {.message = message};
    const char *at = strstr(line, word);
    snprintf(spot.line, sizeof spot.line, "%s", line);
    spot.at = (int)(at - line);
    spot.length = (int)strlen(word);
    return spot;
}

static void expect(const char *message, const struct mst_spot *spot, int from, int line, int column,
                   int length) {
    char text[200];
    struct mst_place place = {.file = "lua/x.lua", .line = from};
    if (!mst_spot_find(source, message, spot, &place, text, sizeof text))
        fail_msg("not found: %s %s", message, spot ? spot->line : "");
    assert_int_equal(place.line, line);
    assert_int_equal(place.column, column);
    assert_int_equal(place.length, length);
    assert_non_null(strstr(source, text));
}

static void expect_nothing(const char *message, const struct mst_spot *spot, int from) {
    char text[200];
    struct mst_place place = {.file = "lua/x.lua", .line = from};
    if (mst_spot_find(source, message, spot, &place, text, sizeof text))
        fail_msg("found at %d:%d: %s", place.line, place.column, message);
    assert_int_equal(place.line, from);
    assert_int_equal(place.column, 0);
}

static void a_text_is_found_in_what_was_put_around_it(void **state) {
    (void)state;
    struct mst_spot spot = spot_of(
        "(arms(unit) >= 4) and (first_fo(unit, way) ~= none) and (left >= 2)", "first_fo", 0);
    expect("", &spot, 2, 3, 16, 8);
    spot = spot_of("facing(fo) = (facing(foe) + 2) % 4 if place(unit) ~= zone then", "fo", 0);
    expect("", &spot, 2, 7, 12, 2); /* not the 'fo' of 'foe' */
}

static void a_text_that_is_all_others_is_not_found(void **state) {
    (void)state;
    struct mst_spot spot = spot_of("(arms(unit) >= 4) and (left >= fo)", "fo", 0);
    expect_nothing("", &spot, 2);
    spot = spot_of("acted = 1 2 if place", "2", 0);
    expect_nothing("", &spot, 2);
    spot = spot_of("(left >= 2)", "", 0);
    spot.at = (int)strlen(spot.line);
    expect_nothing("", &spot, 2);
}

static void a_text_of_one_word_is_found_after_its_declaration(void **state) {
    (void)state;
    struct mst_spot spot = spot_of("fo", "fo", 0);
    expect("", &spot, 9, 9, 12, 2);
    expect("", &spot, 8, 9, 12, 2);
}

static void a_quoted_word_is_found_where_it_can_be_no_other(void **state) {
    (void)state;
    expect("no art is called 'storm'; did you mean 'arts'?", NULL, 2, 2, 13, 5);
    expect("an art has no 'effect'", NULL, 2, 5, 3, 6); /* below the declaration */
    expect("'arts' needs 'cost'", NULL, 2, 2, 1, 4);    /* the first one that is there */
    expect("'}' expected near 'why'", NULL, 3, 3, 46, 3);
    expect_nothing("there is no 'unit'", NULL, 4 + 4);
    expect_nothing("no word at all", NULL, 2);
    expect_nothing("unknown 'foe' or '", NULL, 5); /* on two lines below */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_is_found_in_what_was_put_around_it),
        cmocka_unit_test(a_text_that_is_all_others_is_not_found),
        cmocka_unit_test(a_text_of_one_word_is_found_after_its_declaration),
        cmocka_unit_test(a_quoted_word_is_found_where_it_can_be_no_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
