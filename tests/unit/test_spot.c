/* The place of a fault in its source: what the compiler blames, or the word that the message
 * quotes, and no place at all rather than a wrong one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rulesets/spot.h"

static const char source[] = "local arts = require('arts')\n"
                             "arts.art { 'storm', text = 'st', cost = 2,\n"
                             "  legal = function(unit, way)\n"
                             "    need(first_fo(unit, way), 'ST-1', 'Flügel') need(2 > fo) end,\n"
                             "  effect = function(unit, way)\n"
                             "    local foe = top(first_foe(unit, way))\n"
                             "    facing[fo] = (facing[foe] + 2) % 4 end,\n"
                             "}\n"
                             "arts.done('fo') -- fo, twice: fo ?\n";

static bool find(const char *message, struct host_spot spot, struct rules_place *place) {
    char text[200];
    bool found = rules_spot_find(source, message, &spot, place, text, sizeof text);
    if (found)
        assert_non_null(strstr(source, text));
    return found;
}

static void expect(const char *message, struct host_spot spot, int from, int line, int column,
                   int length) {
    struct rules_place place = {.file = "lua/x.lua", .line = from};
    if (!find(message, spot, &place))
        fail_msg("not found: %s", message);
    assert_int_equal(place.line, line);
    assert_int_equal(place.column, column);
    assert_int_equal(place.length, length);
}

static void expect_nothing(const char *message, struct host_spot spot, int from) {
    struct rules_place place = {.file = "lua/x.lua", .line = from};
    if (find(message, spot, &place))
        fail_msg("found at %d:%d: %s", place.line, place.column, message);
    assert_int_equal(place.line, from);
    assert_int_equal(place.column, 0);
}

/* Whatever the message quotes; columns count letters, not bytes. */
static void what_the_compiler_blames_is_its_place(void **state) {
    (void)state;
    expect("'arts'", (struct host_spot){.line = 7, .from = 11, .length = 2}, 2, 7, 12, 2);
    expect("", (struct host_spot){.line = 4, .from = 58, .length = 2}, 2, 4, 58, 2);
    expect("", (struct host_spot){.line = 1, .from = 28, .length = 0}, 1, 1, 29, 1);
}

static void a_place_that_the_file_has_not_is_none(void **state) {
    (void)state;
    expect_nothing("", (struct host_spot){.line = 8, .from = 1, .length = 2}, 8);
    expect_nothing("'arts'", (struct host_spot){.line = 99, .from = 0, .length = 2}, 2);
}

static void a_quoted_word_is_found_where_it_can_be_no_other(void **state) {
    static const struct host_spot unknown = {.line = 0};
    (void)state;
    expect("no art is called 'storm'; did you mean 'arts'?", unknown, 2, 2, 13, 5);
    expect("an art has no 'effect'", unknown, 2, 5, 3, 6); /* below the declaration */
    expect("'arts' needs 'cost'", unknown, 2, 2, 1, 4);    /* the first one that is there */
    expect("'}' expected near 'legal'", unknown, 3, 3, 3, 5);
    expect_nothing("attempt to index a nil value (field '?')", unknown, 3);
    expect_nothing("there is no 'unit'", unknown, 8);
    expect_nothing("no word at all", unknown, 2);
    expect_nothing("unknown 'foe' or '", unknown, 5); /* on two lines below */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_compiler_blames_is_its_place),
        cmocka_unit_test(a_place_that_the_file_has_not_is_none),
        cmocka_unit_test(a_quoted_word_is_found_where_it_can_be_no_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
