/* Seeds of 128 bits: reading them, their streams, what a deal depends on, and what verifying a
 * transcript finds. */
#include "system/chance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/subject.h"
#include "core/secret.h"
#include "muster/transcript.h"

static const char A[] = "00112233445566778899aabbccddeeff",
                  B[] = "00112233445566778899aabbccddeefe";

static struct mst_ruleset *ruleset;

static int open_ruleset(void **state) {
    char path[700];
    (void)state;
    snprintf(path, sizeof path, "%s/rulesets/battle-line-short.ini", source_root());
    ruleset = mst_ruleset_load(path, NULL, 0, NULL, NULL);
    return ruleset ? 0 : -1;
}

static int close_ruleset(void **state) {
    (void)state;
    mst_ruleset_free(ruleset);
    return 0;
}

/* ---- reading --------------------------------------------------------------------------------- */

static struct mst_seed seed_of(const char *text) {
    struct mst_seed seed;
    assert_int_equal(mst_seed_read(text, &seed, NULL), MST_OK);
    return seed;
}

static void a_seed_is_a_number_or_a_key_or_random(void **state) {
    static const char *const wrong[] = {"",
                                        "-",
                                        "x",
                                        "1.0",
                                        " 1",
                                        "1 ",
                                        "18446744073709551616",
                                        "00112233445566778899aabbccddee",
                                        "Random",
                                        "00112233445566778899aabbccddeefg",
                                        "00112233445566778899aabbccddeeff0"};
    struct mst_seed seed = seed_of("18446744073709551615"), other;
    struct mst_error error;
    (void)state;
    assert_true(seed.kind == MST_SEED_NUMBER && seed.number == UINT64_MAX);
    seed = seed_of(A);
    assert_true(seed.kind == MST_SEED_KEY && seed.key[0] == 0 && seed.key[15] == 0xff);
    assert_false(seed.drawn);
    seed = seed_of("12345678901234567890123456789012"); /* 32 digits are a key */
    assert_int_equal(seed.kind, MST_SEED_KEY);
    seed = seed_of("random"), other = seed_of("random");
    assert_true(seed.kind == MST_SEED_KEY && seed.drawn);
    assert_memory_not_equal(seed.key, other.key, MST_KEY_SIZE);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (mst_seed_read(wrong[i], &seed, &error) != MST_BAD_REQUEST)
            fail_msg("'%s' was accepted", wrong[i]);
}

/* From: printf '%s %s' SEED RULES | sha256sum */
static void a_commitment_is_a_sha256(void **state) {
    char commitment[MST_COMMITMENT_SIZE];
    struct mst_seed seed = seed_of(A);
    (void)state;
    sys_seed_commit(&seed, 0x0123456789abcdef, NULL, commitment);
    assert_string_equal(commitment,
                        "d40ac8cc1def30ed0f36c500fc7631769e0f601b75d2aeb0f4c4086eadcffd5a");
    /* printf '%s %s\nposition p q' SEED RULES | sha256sum */
    sys_seed_commit(&seed, 0x0123456789abcdef, "p q", commitment);
    assert_string_equal(commitment,
                        "4acbc9c99c7f57cbb624edf0b3f9114dd1f482f6e37769c162326eceefc93f98");
}

/* ---- streams --------------------------------------------------------------------------------- */

static void streams_tell_purposes_and_numbers_apart(void **state) {
    static const struct {
        enum core_purpose purpose;
        int64_t a;
        int32_t b;
    } of[] = {{CORE_FOR_CHANCE, 0, 0},
              {CORE_FOR_NUMBER, 0, 0},
              {CORE_FOR_CHANCE, 1, 0},
              {CORE_FOR_CHANCE, 0, 1},
              {CORE_FOR_CHANCE, INT64_C(1) << 62, 0}};
    unsigned char bytes[5][100];
    struct core_stream stream;
    (void)state;
    for (int i = 0; i < 5; i++) {
        core_stream_open(&stream, sys_key_stream, seed_of(A).key, of[i].purpose, of[i].a, of[i].b);
        for (int k = 0; k < 100; k++) /* over the end of a block */
            core_stream_bytes(&stream, &bytes[i][k], 1);
        for (int k = 0; k < i; k++)
            assert_memory_not_equal(bytes[i], bytes[k], 16);
    }
    unsigned char again[100];
    core_stream_open(&stream, sys_key_stream, seed_of(A).key, CORE_FOR_CHANCE, 0, 0);
    core_stream_bytes(&stream, again, sizeof again);
    assert_memory_equal(again, bytes[0], sizeof again);
}

/* Numbers from another implementation of ChaCha20 (Python, from RFC 8439): they are in records, so
 * they never change. */
static void streams_are_the_key_stream_of_chacha20(void **state) {
    struct core_stream stream;
    (void)state;
    core_stream_open(&stream, sys_key_stream, seed_of(A).key, CORE_FOR_SHUFFLE, 12345, 7);
    for (int i = 0; i < 8; i++)
        core_stream_below(&stream, UINT64_C(1) << 63);
    assert_true(core_stream_below(&stream, UINT64_C(1) << 63) ==
                UINT64_C(0x2e01054133578d2e)); /* of block 1 */
}

static void numbers_below_a_bound_are_uniform(void **state) {
    enum { DRAWS = 60000, BOUND = 6 };
    int counts[BOUND] = {0}, high = 0;
    struct core_stream stream;
    (void)state;
    core_stream_open(&stream, sys_key_stream, seed_of(A).key, CORE_FOR_CHANCE, 0, 0);
    for (int i = 0; i < DRAWS; i++)
        counts[core_stream_below(&stream, BOUND)]++;
    for (int i = 0; i < BOUND; i++)
        assert_in_range(counts[i], DRAWS / BOUND - 400, DRAWS / BOUND + 400);
    /* without rejection, numbers below 2^62 would be drawn twice as often as those above */
    for (int i = 0; i < DRAWS; i++)
        high += core_stream_below(&stream, UINT64_C(3) << 62) >= UINT64_C(1) << 63;
    assert_in_range(high, DRAWS / 3 - 500, DRAWS / 3 + 500);
}

/* ---- deals ----------------------------------------------------------------------------------- */

static struct mst_match *match_from(const char *seed) {
    struct mst_seed read = seed_of(seed);
    struct mst_error error = {0};
    struct mst_match *match = mst_match_new(ruleset, false, 0, &error);
    assert_non_null(match);
    if (mst_match_seed(match, &read, &error) != MST_OK)
        fail_msg("%s", error.text);
    return match;
}

static void a_deal_of_128_bits_is_recorded_and_replays(void **state) {
    struct mst_match *match = match_from(A), *other = match_from(B), *old = match_from("7");
    struct mst_error error = {0};
    (void)state;
    const char *outcome = mst_match_ply_text(match, 0);
    assert_string_equal(outcome, "seed:xfe1fc248b542be8701e51cf077cd07e3");
    assert_true(mst_match_state(match).hash == UINT64_C(0xc4f04758b26047b2));
    assert_true(mst_match_state(match).hash != mst_match_state(other).hash);
    assert_string_equal(mst_match_ply_text(old, 0), "seed:653021554560"); /* as ever */
    assert_true(mst_match_state(old).hash == UINT64_C(0x857f703ffbb1e899));
    char *text = mst_match_transcript(match, &error);
    struct mst_match *again = mst_match_replay(ruleset, text, &error);
    assert_non_null(again);
    assert_true(mst_match_state(again).hash == mst_match_state(match).hash);
    assert_string_equal(mst_match_ply_text(again, 0), outcome);
    assert_memory_equal(mst_match_seeded(again)->key, mst_match_seeded(match)->key, MST_KEY_SIZE);
    mst_text_free(text);
    mst_match_free(match), mst_match_free(other), mst_match_free(old), mst_match_free(again);
}

static void an_outcome_is_a_number_below_2_to_the_40_or_128_bits(void **state) {
    static const char *const wrong[] = {"seed:x",
                                        "seed:x00112233445566778899aabbccddeef",
                                        "seed:x00112233445566778899aabbccddeefg",
                                        "seed:x00112233445566778899aabbccddeeff0",
                                        "seed:1099511627776",
                                        "seed:00112233445566778899aabbccddeeff"};
    struct mst_error error = {0};
    struct mst_match *match = mst_match_new(ruleset, false, 0, &error);
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (mst_match_play(match, wrong[i], &error) != MST_ILLEGAL_MOVE)
            fail_msg("'%s' was played", wrong[i]);
    uint64_t hashes[3];
    static const char *const good[] = {"seed:x00000000000000000000000000000005", "seed:5",
                                       "seed:x00000000000000000000000000000005"};
    for (int i = 0; i < 3; i++) { /* one after the other: nothing is left over */
        if (mst_match_play(match, good[i], &error) != MST_OK)
            fail_msg("%s", error.text);
        assert_string_equal(mst_match_ply_text(match, 0), good[i]);
        hashes[i] = mst_match_state(match).hash;
        assert_int_equal(mst_match_undo(match, 1, NULL), MST_OK);
    }
    assert_true(hashes[0] == hashes[2] && hashes[0] != hashes[1]);
    mst_match_free(match);
}

/* Each card lies on top of the deck equally often: 128 bits that count up, so bits that the order
 * did not depend on would show. */
static void orders_from_128_bits_are_uniform(void **state) {
    enum { DRAWS = 60000 };
    struct mst_match *match = mst_match_new(ruleset, false, 0, NULL);
    const struct core_schema *schema = match->pos->schema;
    int counts[CORE_MOST_PIECES] = {0}, deck = -1, cards = 0;
    unsigned char outcome[MST_KEY_SIZE] = {0};
    (void)state;
    for (int place = 0; place < schema->places; place++)
        if (deck < 0 || core_count(match->pos, place) > core_count(match->pos, deck))
            deck = place;
    cards = core_count(match->pos, deck);
    assert_int_equal(cards, 40);
    for (int i = 0; i < DRAWS; i++) {
        memcpy(outcome + 12, &i, sizeof i);
        assert_true(core_position_shuffle(match->pos, deck, 0, outcome, sys_key_stream));
        counts[core_top(match->pos, deck)]++;
        core_position_forget(match->pos);
    }
    double chi = 0, expected = (double)DRAWS / cards;
    for (int p = 0; p < schema->pieces; p++)
        if (counts[p])
            chi += (counts[p] - expected) * (counts[p] - expected) / expected;
    assert_true(chi < 95); /* 39 degrees of freedom: beyond 95 once in 700,000 */
    mst_match_free(match);
}

/* ---- verifying ------------------------------------------------------------------------------- */

/* The transcript of a match of `plies` random moves. */
static char *record(const char *seed, int plies) {
    struct mst_match *match = match_from(seed);
    struct mst_error error = {0};
    for (int i = 0; i < plies; i++) {
        const struct mst_moves *moves = mst_match_moves(match, &error);
        assert_int_equal(mst_match_apply(match, moves->moves[i * 7 % moves->count], &error),
                         MST_OK);
    }
    char *text = mst_match_transcript(match, &error);
    mst_match_free(match);
    return text;
}

/* Replace the line of `text` that begins with `word` by the same line of `other`. */
static char *with_line(const char *text, const char *word, const char *other) {
    struct mst_buf buf = {0};
    const char *at = strstr(text, word), *from = strstr(other, word);
    mst_buf_bytes(&buf, text, (size_t)(at - text));
    mst_buf_bytes(&buf, from, strcspn(from, "\n"));
    mst_buf_puts(&buf, at + strcspn(at, "\n"));
    buf.text[18] = '1'; /* of a version without a checksum */
    char *end = strstr(buf.text, "\nend ");
    if (end)
        end[1] = 0;
    return mst_buf_take(&buf);
}

static void expect_unfair(const char *text, const char *says) {
    struct mst_error error = {0};
    assert_int_not_equal(mst_transcript_verify(ruleset, text, &error), MST_OK);
    if (!strstr(error.text, says))
        fail_msg("expected '%s', found '%s'", says, error.text);
}

static void verifying_finds_every_change(void **state) {
    char *a = record(A, 20), *b = record(B, 20), *number = record("7", 20);
    struct mst_error error = {0};
    (void)state;
    if (mst_transcript_verify(ruleset, a, &error) != MST_OK)
        fail_msg("%s", error.text);
    char *seed = with_line(a, "seed ", b), *both = with_line(seed, "commitment ", b);
    expect_unfair(seed, "not that committed to");
    expect_unfair(both, "ply 1: the outcome of chance is");
    char *sealed = with_line(a, "seed ", "seed sealed\n");
    expect_unfair(sealed, "not revealed");
    char *none = with_line(a, "seed ", "seed none\n");
    expect_unfair(none, "lacks the seed");
    char *rules = with_line(a, "rules ", "rules 0123456789abcdef\n");
    expect_unfair(rules, "other rules");
    expect_unfair(number, "no commitment");
    mst_free(a), mst_free(b), mst_free(number), mst_free(seed), mst_free(both), mst_free(sealed);
    mst_free(rules), mst_free(none);
}

/* The commitment covers the position that the match was set up from. */
static void verifying_finds_another_start(void **state) {
    static const char line[] = "BL S 1A o/o/o/o/o ?7t0x ?7t0x ?26 ?12 | | 0,0";
    struct mst_seed seed = seed_of(A);
    struct mst_error error = {0};
    (void)state;
    struct mst_match *match = mst_match_setup(ruleset, line, false, 0, &error);
    assert_int_equal(mst_match_seed(match, &seed, &error), MST_OK);
    char *text = mst_match_transcript(match, &error), *none = record(A, 0);
    if (mst_transcript_verify(ruleset, text, &error) != MST_OK)
        fail_msg("%s", error.text);
    char *other = with_line(text, "commitment ", none),
         *start = with_line(text, "start ", "start 0\n");
    expect_unfair(other, "not that committed to");
    char *hand = with_line(start, "position ",
                           "position BL S 1A o/o/o/o/o 2s3s4s5s6s7s8s ?7t0x ?26 ?12 | | 0,0\n");
    expect_unfair(hand, "not that committed to");
    mst_free(text), mst_free(none), mst_free(other), mst_free(start), mst_free(hand);
    mst_match_free(match);
}

/* Load a copy of battle-line-short.ini, edited by sed. */
static struct mst_ruleset *load_with(const char *edit, const struct mst_setting *setting) {
    char command[1500], folder[] = "/tmp/muster-seed-XXXXXX", path[100];
    struct mst_error error = {0};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/short.ini", folder);
    snprintf(command, sizeof command, "sed '%s' '%s/rulesets/battle-line-short.ini' > %s", edit,
             source_root(), path);
    assert_int_equal(system(command), 0);
    struct mst_ruleset *made = mst_ruleset_load(path, setting, setting != NULL, NULL, &error);
    remove(path);
    remove(folder);
    if (!made)
        fail_msg("%s: %s", error.at, error.text);
    return made;
}

/* The hash of the rules covers every option, wherever its value comes from, so the commitment
 * does. */
static void verifying_finds_other_options(void **state) {
    struct mst_setting setting = {"battle_line.leaderMax", "13"};
    struct mst_ruleset *plain = ruleset;
    struct mst_error error = {0};
    char *text = record(A, 0), *set, *other;
    (void)state;
    ruleset = load_with("s/^;leaderMax.*/leaderMax = 13/", NULL);
    expect_unfair(text, "other rules");
    other = record(A, 0);
    mst_ruleset_free(ruleset);
    ruleset = load_with("", &setting);
    set = record(A, 0);
    expect_unfair(text, "other rules");
    for (int i = 0; i < 2; i++)
        if (mst_transcript_verify(ruleset, i ? set : other, &error) != MST_OK)
            fail_msg("%s", error.text);
    char *mixed = with_line(set, "commitment ", text);
    expect_unfair(mixed, "not that committed to");
    mst_ruleset_free(ruleset);
    ruleset = plain;
    mst_free(text), mst_free(set), mst_free(other), mst_free(mixed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_is_a_number_or_a_key_or_random),
        cmocka_unit_test(a_commitment_is_a_sha256),
        cmocka_unit_test(streams_tell_purposes_and_numbers_apart),
        cmocka_unit_test(streams_are_the_key_stream_of_chacha20),
        cmocka_unit_test(numbers_below_a_bound_are_uniform),
        cmocka_unit_test(a_deal_of_128_bits_is_recorded_and_replays),
        cmocka_unit_test(an_outcome_is_a_number_below_2_to_the_40_or_128_bits),
        cmocka_unit_test(orders_from_128_bits_are_uniform),
        cmocka_unit_test(verifying_finds_every_change),
        cmocka_unit_test(verifying_finds_another_start),
        cmocka_unit_test(verifying_finds_other_options),
    };
    return cmocka_run_group_tests_name("seeds", tests, open_ruleset, close_ruleset);
}
