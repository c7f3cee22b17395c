/* Lists of matches: what is wanted, in what order, and read along an index, without a scan of a
 * table. The plans are asked of SQLite for the very statements that the store runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "lib/stored.h"

#define OK STORED
#define ERROR &stored_error

static char listed[4000];

static bool see(void *context, const struct store_kept *match) {
    size_t used = strlen(listed);
    int *left = context;
    snprintf(listed + used, sizeof listed - used, "%s%s", used ? " " : "", match->id);
    return --*left > 0;
}

static const char *list_some(struct store_wanted wanted, int most) {
    *listed = 0;
    OK(store_matches(stored, &wanted, see, &most, ERROR));
    return listed;
}

static void expect(struct store_wanted wanted, const char *ids) {
    if (!wanted.most)
        wanted.most = 99;
    if (strcmp(list_some(wanted, 99), ids) != 0)
        fail_msg("expected '%s', found '%s'", ids, listed);
}

#define WANTED(ids, ...) expect((struct store_wanted){__VA_ARGS__}, ids)

/* ---- what is listed -------------------------------------------------------------------------- */

static void add(const char *id, enum server_stage stage, int64_t changed, const char *first,
                const char *second, void (*more)(struct store_kept *match)) {
    struct store_kept match = stored_match(id, first, second);
    match.stage = stage;
    match.changed = changed;
    if (more)
        more(&match);
    OK(store_add_match(stored, &match, ERROR));
}

static void hide(struct store_kept *match) {
    match->open = false;
}

static void free_seat(struct store_kept *match) {
    match->chairs[1] = (struct server_chair){.who = SERVER_WHO_OPEN};
}

static void invited(struct store_kept *match) {
    match->chairs[1] = (struct server_chair){.who = SERVER_WHO_INVITED};
}

static void run_clock(struct store_kept *match) {
    match->timed = true;
}

static void another(struct store_kept *match) {
    strcpy(match->ruleset, "clobber");
    strcpy(match->game, "Clobber");
    strcpy(match->title, "CLOBBER on 5x6, élan");
}

static int fill(void **state) {
    if (stored_set_up(state) != 0)
        return -1;
    stored_begin();
    stored_rules();
    stored_person("ann", "Ann Archer");
    stored_person("bob", "Bob van Dyke");
    add("o1", SERVER_STAGE_OPEN, 10, "ann", "", free_seat);
    add("o2", SERVER_STAGE_OPEN, 20, "bob", "", invited);
    add("o3", SERVER_STAGE_OPEN, 30, "bob", "", free_seat);
    add("r1", SERVER_STAGE_RUNNING, 15, "ann", "bob", run_clock);
    add("r2", SERVER_STAGE_RUNNING, 25, "ann", "ann", NULL);
    add("r3", SERVER_STAGE_RUNNING, 35, "bob", "", hide);
    add("e1", SERVER_STAGE_OVER, 12, "ann", "bob", NULL);
    add("e2", SERVER_STAGE_OVER, 22, "bob", "", another);
    add("e3", SERVER_STAGE_OVER, 32, "ann", "", hide);
    add("e4", SERVER_STAGE_OVER, 32, "", "", run_clock);
    stored_commit();
    return 0;
}

static void matches_are_listed_by_what_is_wanted(void **state) {
    (void)state;
    WANTED("r3 e4 e3 o3 r2 e2 o2 r1 e1 o1", .stage = -1);
    WANTED("o3 o2 o1", .stage = SERVER_STAGE_OPEN);
    WANTED("o3 o1", .stage = SERVER_STAGE_OPEN, .open = true, .free = true);
    WANTED("r2 r1", .stage = SERVER_STAGE_RUNNING, .open = true);
    WANTED("r1", .stage = SERVER_STAGE_RUNNING, .timed = true);
    WANTED("e4 r1", .stage = -1, .timed = true);
    WANTED("e2", .stage = SERVER_STAGE_OVER, .ruleset = "clobber");
    WANTED("", .stage = SERVER_STAGE_RUNNING, .ruleset = "clobber");
    WANTED("e4 e2 e1", .stage = SERVER_STAGE_OVER, .open = true);
}

static void a_person_has_each_match_once(void **state) {
    (void)state;
    WANTED("r2 r1", .stage = SERVER_STAGE_RUNNING, .person = "ann");
    WANTED("e3 r2 r1 e1 o1", .stage = -1, .person = "ann");
    WANTED("r3 o3 e2 o2 r1 e1", .stage = -1, .person = "bob");
    WANTED("e1", .stage = SERVER_STAGE_OVER, .person = "ann", .open = true);
    WANTED("", .stage = -1, .person = "cy");
}

static void pages_follow_each_other(void **state) {
    (void)state;
    WANTED("e4 e3", .stage = SERVER_STAGE_OVER, .most = 2);
    WANTED("e2 e1", .stage = SERVER_STAGE_OVER, .most = 2, .before = 32);
    WANTED("r1", .stage = -1, .person = "ann", .before = 25, .most = 1);
    WANTED("e2", .stage = -1, .text = "bob", .most = 1);
    WANTED("e1", .stage = -1, .text = "bob", .most = 1, .before = 22);
    assert_string_equal(list_some((struct store_wanted){.stage = -1, .most = 9}, 3), "r3 e4 e3");
}

static void words_find_matches_that_are_over(void **state) {
    (void)state;
    WANTED("e4 e3 e1", .stage = -1, .text = "warline");
    WANTED("e2", .stage = SERVER_STAGE_OVER, .text = "CLOBBER");
    WANTED("e2", .stage = -1, .text = "5x6");
    WANTED("e2", .stage = -1, .text = " élan!");
    WANTED("e3 e1", .stage = -1, .text = "archer");
    WANTED("e1", .stage = -1, .text = "archer, van Tactical");
    WANTED("e1", .stage = -1, .text = "ann", .open = true);
    WANTED("e2", .stage = -1, .text = "bob", .ruleset = "clobber");
    WANTED("e1", .stage = -1, .text = "dyke", .person = "ann");
    WANTED("", .stage = SERVER_STAGE_RUNNING, .text = "warline");
    WANTED("e4 e3 e1", .stage = -1, .text = "war"); /* the beginning of a word */
    WANTED("e4 e3", .stage = -1, .text = "war", .most = 2);
    WANTED("e3 e1", .stage = -1, .text = "Arch");
    WANTED("e1", .stage = -1, .text = "arch tac dyk");
    WANTED("e1", .stage = -1, .text = "dyk", .person = "ann");
    WANTED("", .stage = -1, .text = "wa"); /* too short for one */
    WANTED("", .stage = -1, .text = "arline");
    WANTED("", .stage = -1, .text = "warlines");
    WANTED("", .stage = -1, .text = "arch clob");
    WANTED("", .stage = -1, .text = "ann clobber");
    WANTED("", .stage = -1, .text = "' OR 1 = 1 --");
}

static void lists_follow_what_changes(void **state) {
    (void)state;
    struct server_person bob = {"bob", "Rob"};
    struct store_kept match = stored_match("r1", "ann", "");
    match.stage = SERVER_STAGE_OVER;
    match.changed = 50;
    stored_begin();
    OK(store_update_match(stored, &match, ERROR));
    OK(store_rename(stored, &bob, ERROR));
    WANTED("r1 e3 r2 e1 o1", .stage = -1, .person = "ann"); /* S2 */
    stored_commit();
    WANTED("r3 o3 e2 o2 e1", .stage = -1, .person = "bob");
    WANTED("r1 e3 e1", .stage = SERVER_STAGE_OVER, .person = "ann");
    WANTED("", .stage = SERVER_STAGE_RUNNING, .timed = true);
    WANTED("", .stage = -1, .text = "bob");
    WANTED("e2 e1", .stage = -1, .text = "rob");
    WANTED("r1 e3 e1", .stage = -1, .text = "ann");
    match.stage = SERVER_STAGE_RUNNING; /* the last move was taken back */
    stored_begin();
    OK(store_update_match(stored, &match, ERROR));
    OK(store_forget(stored, "bob", ERROR));
    stored_commit();
    WANTED("e3 e1", .stage = -1, .text = "ann");
    WANTED("", .stage = -1, .text = "rob");
    WANTED("e2", .stage = -1, .text = "clobber");
    WANTED("", .stage = -1, .person = "bob");
}

/* A list may be read, and the store written to, while another is told. */
static bool see_deeper(void *context, const struct store_kept *match) {
    struct store_kept kept;
    int *deeper = context;
    if (*deeper > 0) {
        *deeper -= 1;
        OK(store_matches(stored, &(struct store_wanted){.stage = -1, .most = 3}, see_deeper,
                         context, ERROR));
    }
    assert_true(store_match(stored, match->id, &kept));
    kept.changed += 100;
    OK(store_update_match(stored, &kept, ERROR));
    server_kept_clear(&kept);
    return true;
}

static void a_list_is_what_it_was_when_asked_for(void **state) {
    (void)state;
    int deeper = 2;
    stored_begin();
    OK(store_matches(stored, &(struct store_wanted){.stage = -1, .most = 3}, see_deeper, &deeper,
                     ERROR));
    WANTED("r3 e4 e3", .stage = -1, .most = 3); /* each was changed three times */
    WANTED("r3 e4 e3 o3 r2", .stage = -1, .most = 5, .before = 336);
    WANTED("e4 e3 o3 r2", .stage = -1, .most = 4, .before = 335);
    store_cancel(stored);
}

/* ---- plans ----------------------------------------------------------------------------------- */

static sqlite3 *database;               /* of the store that was opened last */
static char statement[2000], run[2000]; /* the latest list as it is asked for, and with values */

static int note_database(sqlite3 *opened, const char **message, const void *api) {
    (void)message;
    (void)api;
    database = opened;
    return SQLITE_OK;
}

static int note_statement(unsigned type, void *context, void *prepared, void *text) {
    const char *sql = sqlite3_sql(prepared);
    (void)type;
    (void)context;
    (void)text;
    if (strncmp(sql, "SELECT m.id", 11) != 0)
        return 0;
    char *values = sqlite3_expanded_sql(prepared);
    snprintf(statement, sizeof statement, "EXPLAIN QUERY PLAN %s", sql);
    snprintf(run, sizeof run, "%s", values);
    sqlite3_free(values);
    return 0;
}

/* Open the store again, and note its lists from now on. */
static void note_lists(void) {
    stored_close();
    sqlite3_auto_extension((void (*)(void))note_database);
    stored_open();
    sqlite3_cancel_auto_extension((void (*)(void))note_database);
    sqlite3_trace_v2(database, SQLITE_TRACE_STMT, note_statement, NULL);
}

static int add_step(void *context, int columns, char **values, char **names) {
    (void)names;
    mst_buf_printf(context, "%s\n", values[columns - 1]);
    return 0;
}

/* How a list is read: the plan has `part`, and neither scans a table nor, unless any stage is
 * wanted, sorts. */
static void expect_plan(struct store_wanted wanted, const char *part) {
    struct mst_buf plan = {0};
    wanted.most = 50;
    list_some(wanted, 99);
    assert_int_equal(sqlite3_exec(database, statement, add_step, &plan, NULL), SQLITE_OK);
    const char *text = mst_buf_text(&plan);
    if (!strstr(text, part) || strstr(text, "SCAN") ||
        (wanted.stage >= 0 && strstr(text, "TEMP B-TREE")))
        fail_msg("%s\nis read by\n%sand not by %s", statement, text, part);
    mst_buf_clear(&plan);
}

#define PLANNED(part, ...) expect_plan((struct store_wanted){__VA_ARGS__}, part)

static void lists_are_read_along_an_index(void **state) {
    (void)state;
    note_lists();
    PLANNED("matches_by_time (changed<?)", .stage = -1);
    PLANNED("matches_by_stage (stage=? AND changed<?)", .stage = 1);
    PLANNED("matches_free (open=? AND stage=? AND changed<?)", .stage = 0, .open = true,
            .free = true);
    PLANNED("matches_timed (stage=? AND changed<?)", .stage = 1, .timed = true);
    PLANNED("matches_open (open=? AND stage=? AND changed<?)", .stage = 2, .open = true);
    PLANNED("matches_open (open=? AND stage=? AND changed<?)", .stage = 2, .open = true,
            .before = 9);
    PLANNED("matches_of_ruleset (ruleset=? AND open=? AND stage=? AND changed<?)", .stage = 2,
            .open = true, .ruleset = "clobber");
    PLANNED("seats_of_person (person=? AND listed=? AND stage=? AND changed<?)", .stage = 1,
            .person = "ann");
    PLANNED("seats_of_person (person=? AND listed=? AND stage=? AND changed<?)", .stage = 2,
            .person = "ann", .open = true, .ruleset = "clobber", .text = "one two three");
    PLANNED("seats_of_person (person=? AND listed=?)", .stage = -1, .person = "ann");
    PLANNED("words_by_time (word=? AND changed<?)", .stage = 2, .open = true, .text = "warline");
    PLANNED("words_by_time (word=? AND changed<?)", .stage = -1, .ruleset = "clobber",
            .text = "one two three four");
}

/* The rarest word decides what is looked through, wherever it stands. */
static void lists_are_read_by_the_rarest_word(void **state) {
    (void)state;
    static const char *const texts[] = {"5x6 warline", "warline 5x6 ann", "warline ann 5x6"};
    note_lists();
    for (int i = 0; i < 3; i++) {
        list_some((struct store_wanted){.stage = 2, .text = texts[i], .most = 9}, 9);
        if (!strstr(run, "w.word = '5x6'"))
            fail_msg("'%s': %s", texts[i], run);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fill, stored_tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(matches_are_listed_by_what_is_wanted),
        TEST(a_person_has_each_match_once),
        TEST(pages_follow_each_other),
        TEST(words_find_matches_that_are_over),
        TEST(lists_follow_what_changes),
        TEST(a_list_is_what_it_was_when_asked_for),
        TEST(lists_are_read_along_an_index),
        TEST(lists_are_read_by_the_rarest_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
