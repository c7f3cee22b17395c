/* The base of the core: errors, memory, growing text, random numbers and hashes.
 * The random numbers and hashes expected here come from the published reference values of
 * SplitMix64, xoshiro256** and FNV-1a and from a separate implementation in another language.
 */
#include "core/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int memory_back_on(void **state) {
    (void)state;
    core_mem_fail_after(-1);
    return 0;
}

/* ---- errors ---------------------------------------------------------------------------------- */

static void fail_fills_the_error_and_returns_its_status(void **state) {
    (void)state;
    struct mst_error error;
    assert_int_equal(mst_fail(&error, MST_BAD_FILE, "a.ini:3", "found %d", 7), MST_BAD_FILE);
    assert_int_equal(error.status, MST_BAD_FILE);
    assert_string_equal(error.at, "a.ini:3");
    assert_string_equal(error.text, "found 7");
}

static void fail_takes_no_error_and_no_place(void **state) {
    (void)state;
    struct mst_error error = {.at = "old"};
    assert_int_equal(mst_fail(NULL, MST_OVER, "x", "y"), MST_OVER);
    mst_fail(&error, MST_OVER, NULL, "y");
    assert_string_equal(error.at, "");
}

static void fail_cuts_what_is_too_long(void **state) {
    (void)state;
    struct mst_error error;
    char text[sizeof error.text + 100];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    mst_fail(&error, MST_OVER, text, "%s", text);
    assert_int_equal(strlen(error.at), sizeof error.at - 1);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
}

static void fail_may_quote_the_error_that_it_replaces(void **state) {
    (void)state;
    struct mst_error error;
    mst_fail(&error, MST_OVER, "here:1", "inner");
    mst_fail(&error, MST_BUDGET, error.at, "outer: %s", error.text);
    assert_string_equal(error.at, "here:1");
    assert_string_equal(error.text, "outer: inner");
}

static void every_status_has_its_protocol_name(void **state) {
    (void)state;
    assert_string_equal(mst_status_name(MST_OK), "ok");
    assert_string_equal(mst_status_name(MST_ILLEGAL_MOVE), "illegal_move");
    assert_string_equal(mst_status_name(MST_BAD_FILE), "bad_file");
    assert_string_equal(mst_status_name(MST_DIFFERENT), "different");
    assert_string_equal(mst_status_name((enum mst_status)(MST_DIFFERENT + 1)), "unknown");
    assert_string_equal(mst_status_name((enum mst_status) - 1), "unknown");
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void allocations_fail_after_the_number_asked_for(void **state) {
    (void)state;
    core_mem_fail_after(2);
    void *first = mst_alloc(8), *second = mst_calloc(2, 4);
    assert_non_null(first);
    assert_non_null(second);
    assert_null(mst_alloc(8));
    assert_null(mst_calloc(1, 1));
    assert_null(mst_realloc(first, 16));
    assert_null(mst_strdup("text"));
    assert_int_equal(core_mem_count(), 6);
    core_mem_fail_after(-1);
    assert_int_equal(core_mem_count(), 0);
    void *third = mst_alloc(8);
    assert_non_null(third);
    mst_free(first);
    mst_free(second);
    mst_free(third);
}

static void a_failed_realloc_leaves_the_block(void **state) {
    (void)state;
    char *block = mst_strdup("kept");
    core_mem_fail_after(0);
    assert_null(mst_realloc(block, 1000));
    assert_string_equal(block, "kept");
    mst_free(block);
}

static void nothing_may_be_allocated_and_freed(void **state) {
    (void)state;
    void *blocks[] = {mst_alloc(0), mst_calloc(0, 8), mst_calloc(8, 0), mst_realloc(NULL, 0)};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        assert_non_null(blocks[i]);
        mst_free(blocks[i]);
    }
    mst_free(NULL);
}

static void calloc_gives_zeroes_and_refuses_what_overflows(void **state) {
    (void)state;
    static const char zeroes[100];
    char *block = mst_calloc(10, 10);
    assert_memory_equal(block, zeroes, sizeof zeroes);
    mst_free(block);
    volatile size_t half = SIZE_MAX / 2; /* hidden from the compiler's own check */
    assert_null(mst_calloc(half, 3));
}

static void strdup_copies(void **state) {
    (void)state;
    char text[] = "word", *copy = mst_strdup(text);
    text[0] = 'x';
    assert_string_equal(copy, "word");
    mst_free(copy);
}

/* ---- growing text ---------------------------------------------------------------------------- */

static void an_empty_buffer_reads_as_an_empty_text(void **state) {
    (void)state;
    struct mst_buf buf = {0};
    assert_string_equal(mst_buf_text(&buf), "");
    mst_buf_reset(&buf);
    mst_buf_bytes(&buf, NULL, 0);
    assert_string_equal(mst_buf_text(&buf), "");
    mst_buf_clear(&buf);
    char *text = mst_buf_take(&buf);
    assert_string_equal(text, "");
    mst_free(text);
}

static void appends_stand_one_after_the_other(void **state) {
    (void)state;
    struct mst_buf buf = {0};
    mst_buf_char(&buf, 'a');
    mst_buf_puts(&buf, "bc");
    mst_buf_bytes(&buf, "defg", 2);
    mst_buf_int(&buf, -12);
    mst_buf_printf(&buf, "<%s:%d>", "x", 5);
    mst_buf_printf(&buf, "%s", "");
    assert_string_equal(mst_buf_text(&buf), "abcde-12<x:5>");
    assert_int_equal(buf.length, 13);
    assert_false(buf.failed);
    mst_buf_clear(&buf);
    assert_null(buf.text);
    assert_int_equal(buf.length, 0);
}

static void numbers_print_at_both_ends_of_their_range(void **state) {
    (void)state;
    struct mst_buf buf = {0};
    static const int64_t numbers[] = {0, 9, 10, -1, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        mst_buf_int(&buf, numbers[i]);
        mst_buf_char(&buf, ' ');
    }
    assert_string_equal(mst_buf_text(&buf), "0 9 10 -1 9223372036854775807 -9223372036854775808 ");
    mst_buf_clear(&buf);
}

static void bytes_may_hold_zeroes(void **state) {
    (void)state;
    struct mst_buf buf = {0};
    mst_buf_bytes(&buf, "a\0b", 3);
    assert_int_equal(buf.length, 3);
    assert_memory_equal(buf.text, "a\0b", 4);
    mst_buf_clear(&buf);
}

static void growth_keeps_the_text_at_every_length(void **state) {
    (void)state;
    struct mst_buf buf = {0};
    for (size_t i = 0; i < 1000; i++) {
        mst_buf_printf(&buf, "%c", (char)('a' + i % 26));
        assert_int_equal(buf.length, i + 1);
        assert_true(buf.capacity > buf.length);
        assert_int_equal(buf.text[buf.length], 0);
    }
    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(buf.text[i], 'a' + (int)(i % 26));
    mst_buf_clear(&buf);
}

static void reset_keeps_the_memory_and_forgets_the_failure(void **state) {
    (void)state;
    struct mst_buf buf = {0};
    mst_buf_puts(&buf, "some text");
    char *before = buf.text;
    buf.failed = true;
    mst_buf_reset(&buf);
    assert_string_equal(mst_buf_text(&buf), "");
    assert_ptr_equal(buf.text, before);
    mst_buf_puts(&buf, "x");
    assert_string_equal(mst_buf_text(&buf), "x");
    mst_buf_clear(&buf);
}

static void take_hands_over_the_text_and_empties_the_buffer(void **state) {
    (void)state;
    struct mst_buf buf = {0};
    mst_buf_puts(&buf, "mine");
    char *text = mst_buf_take(&buf);
    assert_string_equal(text, "mine");
    assert_null(buf.text);
    assert_string_equal(mst_buf_text(&buf), "");
    mst_free(text);
}

/* Append in every way, more than one growth in all. */
static void append_much(struct mst_buf *buf) {
    for (int i = 0; i < 40; i++) {
        mst_buf_puts(buf, "0123456789");
        mst_buf_char(buf, 'x');
        mst_buf_int(buf, i);
        mst_buf_printf(buf, "(%d)", i);
        mst_buf_bytes(buf, "yz", 2);
    }
}

static void a_failed_append_leaves_a_prefix_and_later_ones_do_nothing(void **state) {
    (void)state;
    struct mst_buf whole = {0};
    append_much(&whole);
    core_mem_fail_after(-1);
    struct mst_buf counted = {0};
    append_much(&counted);
    long growths = core_mem_count();
    mst_buf_clear(&counted);
    assert_true(growths >= 4);
    for (long n = 0; n < growths; n++) {
        struct mst_buf buf = {0};
        core_mem_fail_after(n);
        append_much(&buf);
        assert_true(buf.failed);
        assert_true(buf.length < whole.length);
        assert_int_equal(strlen(mst_buf_text(&buf)), buf.length);
        assert_memory_equal(mst_buf_text(&buf), whole.text, buf.length);
        assert_int_equal(core_mem_count(), n + 1);
        assert_null(mst_buf_take(&buf));
        assert_null(buf.text);
        assert_false(buf.failed);
    }
    mst_buf_clear(&whole);
}

static void take_of_nothing_fails_when_memory_ends(void **state) {
    (void)state;
    struct mst_buf buf = {0};
    core_mem_fail_after(0);
    assert_null(mst_buf_take(&buf));
}

static void a_length_beyond_memory_fails_and_keeps_the_text(void **state) {
    (void)state;
    struct mst_buf buf = {0};
    volatile size_t huge = SIZE_MAX - 1; /* hidden from the compiler's own check */
    mst_buf_puts(&buf, "kept");
    mst_buf_bytes(&buf, "x", huge);
    assert_true(buf.failed);
    assert_string_equal(mst_buf_text(&buf), "kept");
    mst_buf_clear(&buf);
}

/* ---- random numbers -------------------------------------------------------------------------- */

static void seeding_is_splitmix64(void **state) {
    (void)state;
    static const uint64_t expected[] = {6457827717110365317u, 3203168211198807973u,
                                        9817491932198370423u};
    struct mst_rng rng;
    mst_rng_seed(&rng, 1234567);
    for (int i = 0; i < 3; i++)
        assert_true(rng.s[i] == expected[i]);
}

static void numbers_are_xoshiro256_star_star(void **state) {
    (void)state;
    static const uint64_t expected[] = {
        11520, 0, 1509978240, 1215971899390074240u, 1216172134540287360u, 607988272756665600u};
    struct mst_rng rng = {{1, 2, 3, 4}};
    for (int i = 0; i < 6; i++)
        assert_true(mst_rng_next(&rng) == expected[i]);
}

static void seeds_give_their_known_numbers(void **state) {
    (void)state;
    static const struct {
        uint64_t seed, numbers[3];
    } known[] = {
        {0, {0x99ec5f36cb75f2b4u, 0xbf6e1f784956452au, 0x1a5f849d4933e6e0u}},
        {1, {0xb3f2af6d0fc710c5u, 0x853b559647364ceau, 0x92f89756082a4514u}},
        {UINT64_MAX, {0x8f5520d52a7ead08u, 0xc476a018caa1802du, 0x81de31c0d260469eu}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct mst_rng rng;
        mst_rng_seed(&rng, known[i].seed);
        for (int j = 0; j < 3; j++)
            assert_true(mst_rng_next(&rng) == known[i].numbers[j]);
    }
}

static void the_thousandth_number_is_still_right(void **state) {
    (void)state;
    struct mst_rng rng;
    mst_rng_seed(&rng, 42);
    for (int i = 0; i < 999; i++)
        mst_rng_next(&rng);
    assert_true(mst_rng_next(&rng) == 0x8de5848c61ab8968u);
}

static void below_stays_below_its_bound(void **state) {
    (void)state;
    static const uint64_t bounds[] = {1,
                                      2,
                                      3,
                                      6,
                                      52,
                                      1000,
                                      0x7fffffffu,
                                      0x80000001u,
                                      0xffffffffu,
                                      0x100000000u,
                                      0x100000001u,
                                      0x8000000000000001u,
                                      UINT64_MAX};
    struct mst_rng rng;
    mst_rng_seed(&rng, 7);
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        for (int j = 0; j < 2000; j++)
            assert_true(mst_rng_below(&rng, bounds[i]) < bounds[i]);
}

/* Chi-squared of `draws` numbers below `bound`, counted in `cells` classes: by the part of the
 * range that they lie in, or with `by_rest` by what is left when they are divided by `cells`. */
static double chi_squared(uint64_t bound, int cells, int draws, bool by_rest) {
    int counts[64] = {0};
    struct mst_rng rng;
    mst_rng_seed(&rng, 2024);
    for (int i = 0; i < draws; i++) {
        uint64_t drawn = mst_rng_below(&rng, bound), many = (uint64_t)cells;
        counts[by_rest ? drawn % many : drawn / (bound / many)]++;
    }
    double sum = 0, each = (double)draws / cells;
    for (int i = 0; i < cells; i++)
        sum += (counts[i] - each) * (counts[i] - each) / each;
    return sum;
}

/* The limits are those that chi-squared passes once in ten thousand; the seed is fixed. */
static void below_is_even_over_its_range(void **state) {
    (void)state;
    assert_true(chi_squared(6, 6, 60000, false) < 25.8);
    assert_true(chi_squared(52, 52, 520000, false) < 96.0);
    assert_true(chi_squared(3, 3, 30000, false) < 18.5);
}

/* With these bounds a third of the numbers would come up twice as often, were none drawn again. */
static void below_draws_again_what_would_be_uneven(void **state) {
    (void)state;
    assert_true(chi_squared(0xc0000000u, 3, 30000, true) < 18.5);
    assert_true(chi_squared(0xc0000000u, 3, 30000, false) < 18.5);
    assert_true(chi_squared(0xc000000000000000u, 3, 30000, true) < 18.5);
    assert_true(chi_squared(0xc000000000000000u, 3, 30000, false) < 18.5);
}

static void below_reaches_every_value_of_a_small_bound(void **state) {
    (void)state;
    bool seen[52] = {false};
    struct mst_rng rng;
    mst_rng_seed(&rng, 3);
    for (int i = 0; i < 2000; i++)
        seen[mst_rng_below(&rng, 52)] = true;
    for (int i = 0; i < 52; i++)
        assert_true(seen[i]);
}

/* ---- hashes ---------------------------------------------------------------------------------- */

static void hash_is_fnv_1a(void **state) {
    (void)state;
    assert_true(core_hash_bytes(CORE_HASH_START, "", 0) == 0xcbf29ce484222325u);
    assert_true(core_hash_bytes(CORE_HASH_START, "a", 1) == 0xaf63dc4c8601ec8cu);
    assert_true(core_hash_bytes(CORE_HASH_START, "foobar", 6) == 0x85944171f73967e8u);
    assert_true(core_hash_bytes(CORE_HASH_START, "\0", 1) == 0xaf63bd4c8601b7dfu);
    assert_true(core_hash_bytes(CORE_HASH_START, "\xff", 1) == 0xaf64724c8602eb6eu);
}

static void hash_goes_on_where_it_stopped(void **state) {
    (void)state;
    uint64_t hash = core_hash_bytes(CORE_HASH_START, "foo", 3);
    assert_true(core_hash_bytes(hash, "bar", 3) == 0x85944171f73967e8u);
}

static void mix_is_the_splitmix64_finisher(void **state) {
    (void)state;
    assert_true(core_mix(0) == 0);
    assert_true(core_mix(0x9e3779b97f4a7c15u) == 0xe220a8397b1dcdafu);
}

#define TEST(name) cmocka_unit_test_teardown(name, memory_back_on)

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(fail_fills_the_error_and_returns_its_status),
        TEST(fail_takes_no_error_and_no_place),
        TEST(fail_cuts_what_is_too_long),
        TEST(fail_may_quote_the_error_that_it_replaces),
        TEST(every_status_has_its_protocol_name),
        TEST(allocations_fail_after_the_number_asked_for),
        TEST(a_failed_realloc_leaves_the_block),
        TEST(nothing_may_be_allocated_and_freed),
        TEST(calloc_gives_zeroes_and_refuses_what_overflows),
        TEST(strdup_copies),
        TEST(an_empty_buffer_reads_as_an_empty_text),
        TEST(appends_stand_one_after_the_other),
        TEST(numbers_print_at_both_ends_of_their_range),
        TEST(bytes_may_hold_zeroes),
        TEST(growth_keeps_the_text_at_every_length),
        TEST(reset_keeps_the_memory_and_forgets_the_failure),
        TEST(take_hands_over_the_text_and_empties_the_buffer),
        TEST(a_failed_append_leaves_a_prefix_and_later_ones_do_nothing),
        TEST(take_of_nothing_fails_when_memory_ends),
        TEST(a_length_beyond_memory_fails_and_keeps_the_text),
        TEST(seeding_is_splitmix64),
        TEST(numbers_are_xoshiro256_star_star),
        TEST(seeds_give_their_known_numbers),
        TEST(the_thousandth_number_is_still_right),
        TEST(below_stays_below_its_bound),
        TEST(below_is_even_over_its_range),
        TEST(below_draws_again_what_would_be_uneven),
        TEST(below_reaches_every_value_of_a_small_bound),
        TEST(hash_is_fnv_1a),
        TEST(hash_goes_on_where_it_stopped),
        TEST(mix_is_the_splitmix64_finisher),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
