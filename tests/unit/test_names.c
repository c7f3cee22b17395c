/* Nearest names, and sentences that a file wraps over several lines. */
#include "system/names.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* ---- names ----------------------------------------------------------------------------------- */

static void distance_counts_edits_and_swaps(void **state) {
    (void)state;
    static const struct {
        const char *a, *b;
        int distance;
    } pairs[] = {
        {"", "", 0},          {"", "abc", 3},           {"same", "same", 0},
        {"a", "b", 1},        {"kitten", "sitting", 3}, {"terain", "terrain", 1},
        {"flaw", "lawn", 2},  {"ab", "ba", 1},          {"abcd", "badc", 2},
        {"ca", "abc", 3},     {"abc", "cba", 2},        {"forest", "froest", 1},
        {"a", "abcdefgh", 7}, {"gumbo", "gambol", 2},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        assert_int_equal(mst_distance(pairs[i].a, pairs[i].b), pairs[i].distance);
        assert_int_equal(mst_distance(pairs[i].b, pairs[i].a), pairs[i].distance);
    }
}

static void distance_sees_the_first_63_bytes(void **state) {
    (void)state;
    char a[201], b[201];
    memset(a, 'a', 200);
    memset(b, 'a', 200);
    a[200] = b[200] = 0;
    b[63] = 'b';
    assert_int_equal(mst_distance(a, b), 0);
    b[62] = 'b';
    assert_int_equal(mst_distance(a, b), 1);
    memset(b, 'b', 200);
    assert_int_equal(mst_distance(a, b), 63);
    assert_int_equal(mst_distance(a, ""), 63);
}

static const char *nearest(const char *wanted, const char *const *names) {
    struct mst_nearest found = {.wanted = wanted};
    for (; *names; names++)
        mst_nearest_offer(&found, *names);
    return found.best;
}

static void the_nearest_name_wins_and_the_first_of_equals(void **state) {
    (void)state;
    static const char *const names[] = {"terrains", "terrain", "train", "tarrain", NULL};
    assert_string_equal(nearest("terrain", names), "terrain");
    assert_string_equal(nearest("terain", names), "terrain");
    assert_string_equal(nearest("torrain", names), "terrain");
    static const char *const equals[] = {"cart", "cast", NULL};
    assert_string_equal(nearest("caxt", equals), "cart");
}

static void no_name_is_near_beyond_two_edits(void **state) {
    (void)state;
    static const char *const names[] = {"abcdefgh", NULL};
    assert_string_equal(nearest("abcdefxy", names), "abcdefgh");
    assert_null(nearest("abcdexyz", names));
    static const char *const none[] = {NULL};
    assert_null(nearest("anything", none));
}

static void no_name_is_near_that_changes_half_the_letters(void **state) {
    (void)state;
    static const char *const names[] = {"abcde", "abcd", "abc", "ab", "a", "", NULL};
    assert_null(nearest("xa", names));   /* 1 of 2 */
    assert_null(nearest("xbcx", names)); /* 2 of 4 */
    assert_null(nearest("", names));
    assert_string_equal(nearest("xbc", names), "abc");     /* 1 of 3 */
    assert_string_equal(nearest("xbxde", names), "abcde"); /* 2 of 5 */
}

/* ---- sentences ------------------------------------------------------------------------------- */

static void rows_of_blanks_are_joined(void **state) {
    (void)state;
    char text[] = " one  way,\n    straight\tahead\r\n";
    assert_string_equal(sys_join_blanks(text), "one way, straight ahead");
    char single[] = "as it was";
    assert_string_equal(sys_join_blanks(single), "as it was");
    char blanks[] = " \n ";
    assert_string_equal(sys_join_blanks(blanks), "");
    char nothing[] = "";
    assert_string_equal(sys_join_blanks(nothing), "");
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(distance_counts_edits_and_swaps),
        cmocka_unit_test(distance_sees_the_first_63_bytes),
        cmocka_unit_test(the_nearest_name_wins_and_the_first_of_equals),
        cmocka_unit_test(no_name_is_near_beyond_two_edits),
        cmocka_unit_test(no_name_is_near_that_changes_half_the_letters),
        cmocka_unit_test(rows_of_blanks_are_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
