/* The contract: what holds for every ruleset, whatever its game.
 *
 * usage: muster-contract [RULESET...]     all of rulesets/ when none is named
 *        muster-contract --self-test      the planted faults in tests/corpus/contract must be found
 *
 * A ruleset of the corpus says in lines `; fails: NAME` which checks must find its fault, and
 * `; holds: NAME` which must not; `; fails: load`
 * that it is refused at once. MUSTER_GAMES scales how much is played, MUSTER_CHECK names
 * the only check to run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants those before it */
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contract/checks.h"

const struct check checks[] = {
    {"begins", "a match begins with something to decide", check_begins},
    {"sound", "every position is sound, and its hash is the one computed from nothing",
     check_sound},
    {"round_trip", "positions are read back as they were printed", check_round_trip},
    {"listed", "every listed move is read back, can be played, and is unique", check_listed},
    {"unlisted", "no move that is not listed passes the check", check_unlisted},
    {"refusals", "a refused move is explained and changes nothing", check_refusals},
    {"undo", "taking back leads through the same positions", check_undo},
    {"clone", "a copy plays on and is taken back like the original", check_clone},
    {"seed", "the same seed and moves give the same match", check_seed},
    {"together", "two matches in turns are the same two apart", check_together},
    {"stateless", "rules keep nothing in Lua while matches are played", check_stateless},
    {"looking", "scenes and worths can be asked at any time and change nothing", check_looking},
    {"replay", "transcripts replay with the same hashes, here and in another process",
     check_replay},
    {"ends", "random games end", check_ends},
    {"both", "code and Lua give the same games", check_both},
    {"no_leak", "nobody sees what they may not see", check_no_leak},
    {"same_told", "a seat receives the same when cards that it never sees are dealt otherwise",
     check_same_told},
    {"same_chosen", "a seat receives the same when others make other choices that it never sees",
     check_same_chosen},
    {"memory_match", "memory that ends leaves the match whole", check_memory_match},
    {"memory_load", "memory that ends while loading is said and leaks nothing", check_memory_load},
    {NULL, NULL, NULL},
};

/* ---- one ruleset ----------------------------------------------------------------------------- */

struct running {
    struct subject *subject;
    const struct check *check;
};

static void run_check(void **state) {
    struct running *running = *state;
    struct subject *s = running->subject;
    mst_buf_reset(&s->why);
    mst_buf_reset(&s->note);
    bool holds = running->check->run(s);
    if (s->note.length)
        print_message("%s\n", mst_buf_text(&s->note));
    if (!holds)
        fail_msg("%s", mst_buf_text(&s->why));
}

/* Every check of a ruleset as a test of a group. Number of checks that failed. */
static int check_ruleset(const char *path) {
    struct CMUnitTest tests[32];
    struct running running[32];
    struct subject subject;
    size_t count = 0;
    if (!subject_open(&subject, path)) {
        printf("%s: %s\n", path, mst_buf_text(&subject.why));
        subject_close(&subject);
        return 1;
    }
    const char *slash = strrchr(path, '/');
    const char *only = getenv("MUSTER_CHECK");
    for (const struct check *check = checks; check->name; check++) {
        if (only && strcmp(only, check->name) != 0)
            continue;
        running[count] = (struct running){&subject, check};
        tests[count] = (struct CMUnitTest){check->sentence, run_check, NULL, NULL, &running[count]};
        count++;
    }
    int failed = _cmocka_run_group_tests(slash ? slash + 1 : path, tests, count, NULL, NULL);
    subject_close(&subject);
    return failed;
}

/* ---- planted faults -------------------------------------------------------------------------- */

/* Does the text have a line `; WORD: NAME`? */
static bool says(const char *text, const char *word, const char *name) {
    char line[100];
    snprintf(line, sizeof line, "; %s: %s\n", word, name);
    return strstr(text, line) != NULL;
}

static int test_faults(const char *path, int *planted) {
    struct subject subject;
    struct mst_error error;
    size_t length;
    int wrong = 0;
    char *text = mst_read_file(path, 1 << 16, &length, &error);
    bool opened = subject_open(&subject, path);
    if (!opened || says(text, "fails", "load")) {
        printf("%s: loading %s: %s\n", path, opened ? "succeeds" : "fails",
               mst_buf_text(&subject.why));
        wrong = !text || opened || !says(text, "fails", "load");
        (*planted)++;
        mst_free(text);
        subject_close(&subject);
        return wrong;
    }
    for (int i = 0; checks[i].name; i++) {
        bool fails = says(text, "fails", checks[i].name),
             holds = says(text, "holds", checks[i].name);
        if (!fails && !holds)
            continue;
        (*planted)++;
        mst_buf_reset(&subject.why);
        mst_buf_reset(&subject.note);
        bool held = checks[i].run(&subject);
        if (held != holds) {
            wrong++;
            printf("%s: the check '%s' should %s: %s\n", path, checks[i].name,
                   holds ? "hold" : "fail", mst_buf_text(&subject.why));
        } else if (fails) {
            printf("%s: '%s' sees: %s\n", path, checks[i].name, mst_buf_text(&subject.why));
        }
    }
    mst_free(text);
    subject_close(&subject);
    return wrong;
}

/* ---- the program ----------------------------------------------------------------------------- */

static int self_test(void) {
    char folder[600];
    struct mst_buf paths = {0};
    int count = 0, wrong = 0, planted = 0;
    snprintf(folder, sizeof folder, "%s/tests/corpus/contract", source_root());
    setenv("MUSTER_HOME", folder, 1);
    snprintf(folder, sizeof folder, "%s/tests/corpus/contract/rulesets", source_root());
    if (!list_files(folder, ".ini", &paths, &count))
        return 2;
    for (const char *path = mst_buf_text(&paths); count--; path += strlen(path) + 1)
        wrong += test_faults(path, &planted);
    mst_buf_clear(&paths);
    printf("%d expectations, %d not met\n", planted, wrong);
    return wrong || planted < 10;
}

static int check_all(void) {
    char folder[600];
    struct mst_buf paths = {0};
    int count = 0, failed = 0;
    snprintf(folder, sizeof folder, "%s/rulesets", source_root());
    if (!list_files(folder, ".ini", &paths, &count))
        return 2;
    for (const char *path = mst_buf_text(&paths); count--; path += strlen(path) + 1)
        failed += check_ruleset(path);
    mst_buf_clear(&paths);
    return failed != 0;
}

int main(int argc, char **argv) {
    int failed = 0;
    if (argc == 1)
        return check_all();
    if (!strcmp(argv[1], "--self-test"))
        return self_test();
    for (int i = 1; i < argc; i++)
        failed += check_ruleset(argv[i]);
    return failed != 0;
}
