/* Transcripts: writing, replaying, and refusing what was changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/subject.h"
#include "rulesets/ruleset.h"
#include "muster/transcript.h"

static struct mst_ruleset *ruleset;
static char *text;  /* of a game of five plies */
static char *plain; /* the same as an older Muster wrote it: without its end */

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"

static int begin(void **state) {
    static const char *const moves[] = {"b2", "a1", "c1", "a3", "a2"};
    char path[700];
    struct mst_error error = {0};
    (void)state;
    snprintf(path, sizeof path, "%s/rulesets/tic-tac-toe.ini", source_root());
    ruleset = mst_ruleset_load(path, NULL, 0, NULL, &error);
    struct mst_match *match = ruleset ? mst_match_new(ruleset, true, 42, &error) : NULL;
    for (int i = 0; match && i < 5; i++)
        if (mst_match_play(match, moves[i], &error) != MST_OK)
            return -1;
    text = match ? mst_match_transcript(match, &error) : NULL;
    mst_match_free(match);
    plain = text ? mst_strdup(text) : NULL;
    if (!plain)
        return -1;
    plain[18] = '1';
    strstr(plain, "\nend ")[1] = 0;
    return 0;
}

static int end(void **state) {
    (void)state;
    mst_text_free(text);
    mst_free(plain);
    mst_ruleset_free(ruleset);
    return 0;
}

/* The plain transcript with the first `from` replaced; freed by the caller. */
static char *changed(const char *from, const char *to) {
    struct mst_buf buf = {0};
    const char *at = strstr(plain, from);
    assert_non_null(at);
    mst_buf_bytes(&buf, plain, (size_t)(at - plain));
    mst_buf_puts(&buf, to);
    mst_buf_puts(&buf, at + strlen(from));
    return mst_buf_take(&buf);
}

static void expect_refused(char *transcript, enum mst_status status, const char *says) {
    struct mst_error error = {0};
    struct mst_match *match = mst_match_replay(ruleset, transcript, &error);
    assert_null(match);
    if (error.status != status || (!strstr(error.text, says) && !strstr(error.at, says)))
        fail_msg("%s: %s: %s", mst_status_name(error.status), error.at, error.text);
    mst_free(transcript);
}

static void test_a_transcript_says_all_of_a_match(void **state) {
    (void)state;
    assert_int_equal(strncmp(text, "muster transcript 2\n", 20), 0);
    assert_non_null(strstr(text, "\nend 5 "));
    assert_non_null(strstr(text, "rulesets/tic-tac-toe.ini\n"));
    assert_non_null(strstr(text, "\nseed 42\n"));
    assert_non_null(strstr(text, "\nmoves\nb2 "));
    assert_null(strstr(text, "\nposition"));
}

static void test_replaying_gives_the_same_match(void **state) {
    struct mst_error error = {0};
    struct mst_match *match = mst_match_replay(ruleset, text, &error);
    (void)state;
    assert_non_null(match);
    assert_int_equal(mst_match_state(match).ply, 5);
    char *again = mst_match_transcript(match, &error);
    assert_string_equal(again, text);
    assert_int_equal(mst_match_undo(match, 5, &error), MST_OK);
    assert_int_equal(mst_match_state(match).ply, 0);
    mst_text_free(again);
    mst_match_free(match);
}

static void test_a_changed_hash_or_move_is_found_at_its_ply(void **state) {
    (void)state;
    char *at = strstr(plain, "\nc1 ") + 4;
    char wrong[20] = "0000000000000000", right[20];
    snprintf(right, sizeof right, "%.16s", at);
    expect_refused(changed(right, wrong), MST_ILLEGAL_MOVE, "ply 3, 'c1'");
    expect_refused(changed("\na3 ", "\nb3 "), MST_ILLEGAL_MOVE, "transcript:10");
    expect_refused(changed("\na3 ", "\nb3 "), MST_ILLEGAL_MOVE, "ply 4");
    expect_refused(changed("\na3 ", "\nb2 "), MST_ILLEGAL_MOVE, "ply 4");
    expect_refused(changed("\na1 ", "\n?? "), MST_ILLEGAL_MOVE, "ply 2");
    char start[24];
    snprintf(start, sizeof start, "%.23s", strstr(plain, "\nstart "));
    expect_refused(changed(start, "\nstart 00000000000000aa"), MST_BAD_POSITION,
                   "before the first ply");
}

static void test_a_replay_says_when_the_rules_have_changed(void **state) {
    (void)state;
    char *rules = strstr(plain, "\nrules ");
    char from[32];
    snprintf(from, sizeof from, "%.23s", rules);
    struct mst_error error = {0};
    char *other = changed(from, "\nrules 00000000000000aa");
    struct mst_match *match = mst_match_replay(ruleset, other, &error);
    assert_non_null(match); /* it still plays, so it may */
    mst_match_free(match);
    char *both = strstr(other, "\na3 ");
    both[1] = 'b';
    expect_refused(other, MST_ILLEGAL_MOVE, "the rules or their options have changed");
}

static void test_moves_may_stand_without_hashes(void **state) {
    struct mst_error error = {0};
    (void)state;
    struct mst_match *match = mst_match_replay(
        ruleset,
        "muster transcript 1\r\nruleset tic-tac-toe\r\nseed none\r\nmoves\r\nb2\r\n\r\na1\r\n",
        &error);
    assert_non_null(match);
    assert_int_equal(mst_match_state(match).ply, 2);
    mst_match_free(match);
    match = mst_match_replay(ruleset, "muster transcript 1\nruleset t\nmoves", &error);
    assert_non_null(match);
    mst_match_free(match);
}

static void test_what_is_no_transcript_is_refused_in_words(void **state) {
    static const struct {
        const char *text, *says;
    } list[] = {
        {"", "expected 'muster transcript 2'"},
        {"muster transcript 3\n", "expected 'muster transcript 2'"},
        {"muster transcript 2\n", "expected the line 'ruleset', found the end"},
        {"muster transcript 1\nruleset x\n", "expected the line 'moves', found the end"},
        {"muster transcript 1\nmoves\n", "expected the line 'ruleset' before"},
        {"muster transcript 1\nruleset x\nrules\n", "transcript:3"},
        {"muster transcript 1\nruleset x\nrules 12 x\nmoves\n", "transcript:3"},
        {"muster transcript 1\nruleset x\nrules 0x12\nmoves\n", "transcript:3"},
        {"muster transcript 1\nruleset x\nstart 1g\nmoves\n", "transcript:3"},
        {"muster transcript 1\nruleset x\nseed 1g\nmoves\n", "transcript:3"},
        {"muster transcript 1\nruleset x\nseats 1\nmoves\n", "transcript:3"},
        {"muster transcript 1\nruleset x\nmoves\nb2 12g4\n", "transcript:4"},
        {"muster transcript 1\nruleset x\nset a\nmoves\n", "transcript:3"},
        {"muster transcript 1\nruleset x\nruleset y\nmoves\n", "one line 'ruleset'"},
        {"muster transcript 1\nruleset x\nrules 0\nrules 1\nmoves\n", "one line 'rules'"},
        {"muster transcript 1\nruleset x\nseed 1\nseed none\nmoves\n", "one line 'seed'"},
        {"muster transcript 1\nruleset x\nstart 1\nstart 1\nmoves\n", "one line 'start'"},
        {"muster transcript 1\nruleset x\nposition a\nposition b\nmoves\n", "'position'"},
        {"muster transcript 1\nruleset x\ncommitment " ZEROS "\ncommitment " ZEROS "\nmoves\n",
         "one line 'commitment'"},
        {"muster transcript 1\nruleset x\nhello\nmoves\n", "'hello'"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        expect_refused(mst_strdup(list[i].text), MST_BAD_REQUEST, list[i].says);
    expect_refused(mst_strdup("muster transcript 1\nruleset x\nposition nowhere\nmoves\n"),
                   MST_BAD_POSITION, "");
}

static void test_a_match_that_was_set_up_replays_from_its_position(void **state) {
    struct mst_error error = {0};
    (void)state;
    struct mst_match *match = mst_match_setup(ruleset, "place turn=1 a1:mark1", false, 0, &error);
    assert_non_null(match);
    assert_int_equal(mst_match_play(match, "b1", &error), MST_OK);
    char *written = mst_match_transcript(match, &error);
    assert_non_null(strstr(written, "\nposition place turn=1 a1:mark1\n"));
    assert_non_null(strstr(written, "\nseed none\n"));
    struct mst_match *again = mst_match_replay(ruleset, written, &error);
    assert_non_null(again);
    assert_true(mst_match_state(again).hash == mst_match_state(match).hash);
    mst_text_free(written);
    mst_match_free(again);
    mst_match_free(match);
}

static void test_the_head_is_read_with_its_settings(void **state) {
    struct mst_transcript head;
    struct mst_error error = {0};
    (void)state;
    assert_int_equal(
        mst_transcript_read("muster transcript 1\nruleset r.ini\nset a.b = c = d\n"
                            "set e.f = \nrules 0a\nseed 18446744073709551615\nmoves\nx\n",
                            &head, &error),
        MST_OK);
    assert_string_equal(head.ruleset, "r.ini");
    assert_int_equal(head.setting_count, 2);
    assert_string_equal(head.settings[0].key, "a.b");
    assert_string_equal(head.settings[0].value, "c = d");
    assert_string_equal(head.settings[1].value, "");
    assert_true(head.seed.kind == MST_SEED_NUMBER && head.seed.number == UINT64_MAX &&
                head.rules == 10);
    assert_int_equal(head.moves_line, 8);
    assert_string_equal(head.moves, "x\n");
    mst_transcript_clear(&head);
}

/* ---- damage ---------------------------------------------------------------------------------- */

static int damaged;

/* A text that differs from the transcript is refused, with the place and what was expected. */
static void expect_found(const char *bad) {
    struct mst_error error = {0};
    if (!strcmp(bad, text))
        return;
    struct mst_match *match = mst_match_replay(ruleset, bad, &error);
    damaged++;
    if (match || strncmp(error.at, "transcript:", 11) != 0 || !strstr(error.text, "expected"))
        fail_msg("accepted, or refused without a place: %s: %s\n%s", error.at, error.text, bad);
}

static void expect_found_between(size_t from, const char *put, size_t to) {
    struct mst_buf buf = {0};
    mst_buf_bytes(&buf, text, from);
    mst_buf_puts(&buf, put);
    mst_buf_puts(&buf, text + to);
    expect_found(mst_buf_text(&buf));
    mst_buf_clear(&buf);
}

static void test_every_damage_is_found(void **state) {
    static const char *const garbage[] = {"x", " ", "\n", "0", "\r", "\xff", "end 5 0\n"};
    size_t length = strlen(text), line = 0;
    (void)state;
    for (size_t at = 0; at <= length; at++) {
        expect_found_between(at, "", length); /* cut off, as by a zero byte */
        for (size_t i = 0; i < sizeof garbage / sizeof *garbage; i++) {
            expect_found_between(at, garbage[i], at);
            if (at < length)
                expect_found_between(at, garbage[i], at + 1);
        }
        if (at < length)
            expect_found_between(at, "", at + 1);
        if (at < length && text[at] == '\n') { /* a line is lost, or stands twice */
            char copy[200];
            snprintf(copy, sizeof copy, "%.*s", (int)(at + 1 - line), text + line);
            expect_found_between(line, "", at + 1);
            expect_found_between(line, copy, line);
            line = at + 1;
        }
    }
    assert_true(damaged > 2765);
}

static void test_an_autosave_loads_up_to_its_last_whole_line(void **state) {
    struct mst_error error = {0};
    (void)state;
    struct mst_match *match = mst_match_replay(ruleset, text, &error);
    char *running = mst_match_autosave(match, "person look", &error);
    mst_match_free(match);
    assert_int_equal(strncmp(running, "muster autosave 2\nseats person look\n", 36), 0);
    char *moves = strstr(running, "\nmoves\n") + 7;
    for (size_t end = strlen(running); running + end >= moves; end--) {
        int whole = 0;
        running[end] = 0;
        for (const char *c = moves; *c; c++)
            whole += *c == '\n';
        match = mst_match_replay(ruleset, running, &error);
        assert_non_null(match);
        assert_int_equal(mst_match_state(match).ply, whole);
        mst_match_free(match);
    }
    mst_text_free(running);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void expect_lines(const char *written, const char *head, const char *const *expected) {
    struct mst_transcript read;
    struct mst_error error = {0};
    struct mst_buf out = {0};
    size_t length;
    assert_int_equal(mst_transcript_read(written, &read, &error), MST_OK);
    mst_transcript_head(&read, written, &out);
    assert_string_equal(mst_buf_text(&out), head);
    const char *at = read.moves, *line;
    for (; (line = mst_transcript_ply(&read, &at, &length)); expected++) {
        assert_non_null(*expected);
        assert_int_equal(length, strlen(*expected));
        assert_memory_equal(line, *expected, length);
    }
    assert_null(*expected);
    assert_null(mst_transcript_ply(&read, &at, &length)); /* the end stays the end */
    mst_buf_clear(&out);
    mst_transcript_clear(&read);
}

static void test_the_lines_of_a_transcript_are_read_one_by_one(void **state) {
    static const char *const plies[] = {"a2a3 27f1a9e4bf3f9809", "end 1", "*6", NULL};
    static const char head[] = "muster transcript 1\nruleset x.ini\nseed 42\nmoves\n";
    (void)state;
    expect_lines("muster transcript 1\nruleset x.ini\nseed 42\nmoves\n"
                 "a2a3 27f1a9e4bf3f9809\r\n\nend 1\n*6",
                 head, plies);
    expect_lines("muster transcript 1\nruleset x.ini\nseed 42\nmoves\n", head, plies + 3);
    /* Of an autosave, the part of a line at the end is none. */
    expect_lines("muster autosave 2\nruleset x.ini\nmoves\na2a3 27f1a9e4bf3f9809\nend 1\n*6\nb",
                 "muster autosave 2\nruleset x.ini\nmoves\n", plies);
}

static void test_the_end_of_a_transcript_is_no_ply(void **state) {
    struct mst_error error = {0};
    struct mst_buf head = {0};
    struct mst_transcript read;
    size_t length;
    int plies = 0;
    (void)state;
    assert_int_equal(mst_transcript_read(text, &read, &error), MST_OK);
    for (const char *at = read.moves; mst_transcript_ply(&read, &at, &length); plies++) {
    }
    assert_int_equal(plies, 5);
    /* The head and the plies alone replay as well: nothing in them promises an end. */
    mst_transcript_head(&read, text, &head);
    const char *at = read.moves, *line;
    while ((line = mst_transcript_ply(&read, &at, &length))) {
        mst_buf_bytes(&head, line, length);
        mst_buf_char(&head, '\n');
    }
    struct mst_match *again = mst_match_replay(ruleset, mst_buf_text(&head), &error);
    assert_non_null(again);
    assert_int_equal(mst_match_state(again).ply, 5);
    mst_match_free(again);
    mst_buf_clear(&head);
    mst_transcript_clear(&read);
}

/* ---- standard input -------------------------------------------------------------------------- */

static void expect_unread(const char *says) {
    struct mst_error error = {0};
    char *read = mst_transcript_load("-", &error);
    if (read || error.status != MST_BAD_FILE || !strstr(error.text, says))
        fail_msg("%s: %s", read ? "read" : "not read", error.text);
}

static void test_standard_input_is_read_whole_or_refused(void **state) {
    char path[] = "/tmp/muster-transcript-XXXXXX", spaces[4096];
    int file = mkstemp(path);
    (void)state;
    assert_true(file >= 0);
    memset(spaces, ' ', sizeof spaces);
    for (int i = 0; i < (64 << 20) / (int)sizeof spaces; i++)
        assert_int_equal(write(file, spaces, sizeof spaces), sizeof spaces);
    assert_non_null(freopen(path, "r", stdin));
    mst_free(mst_transcript_load("-", NULL)); /* just at the limit */
    assert_int_equal(getchar(), EOF);
    assert_int_equal(write(file, spaces, 1), 1);
    assert_non_null(freopen(path, "r", stdin));
    expect_unread("the limit is 67108864 bytes");
    close(file);
    unlink(path);
    assert_non_null(freopen("/tmp", "r", stdin));
    expect_unread("cannot read standard input: Is a directory");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_standard_input_is_read_whole_or_refused),
        cmocka_unit_test(test_a_transcript_says_all_of_a_match),
        cmocka_unit_test(test_replaying_gives_the_same_match),
        cmocka_unit_test(test_a_changed_hash_or_move_is_found_at_its_ply),
        cmocka_unit_test(test_a_replay_says_when_the_rules_have_changed),
        cmocka_unit_test(test_moves_may_stand_without_hashes),
        cmocka_unit_test(test_what_is_no_transcript_is_refused_in_words),
        cmocka_unit_test(test_a_match_that_was_set_up_replays_from_its_position),
        cmocka_unit_test(test_the_head_is_read_with_its_settings),
        cmocka_unit_test(test_every_damage_is_found),
        cmocka_unit_test(test_the_lines_of_a_transcript_are_read_one_by_one),
        cmocka_unit_test(test_the_end_of_a_transcript_is_no_ply),
        cmocka_unit_test(test_an_autosave_loads_up_to_its_last_whole_line),
    };
    return cmocka_run_group_tests_name("transcripts", tests, begin, end);
}
