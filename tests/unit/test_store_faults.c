/* What can go wrong around the store: the process is killed at any moment, the disk is full, the
 * file belongs to another process, program or version, or is damaged, or cannot be written. Nothing
 * that a commit has promised is lost (S1), and a person sees what is the matter (S4). */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "lib/stored.h"

#define OK STORED
#define ERROR &stored_error

static struct server_person who;

/* ---- settings -------------------------------------------------------------------------------- */

static sqlite3 *database; /* of the store that was opened last */

static int note_database(sqlite3 *opened, const char **message, const void *api) {
    (void)message;
    (void)api;
    database = opened;
    return SQLITE_OK;
}

/* Open the store again, and note its database. */
static void open_noted(void) {
    stored_close();
    sqlite3_auto_extension((void (*)(void))note_database);
    stored_open();
    sqlite3_cancel_auto_extension((void (*)(void))note_database);
}

static int note_value(void *context, int columns, char **values, char **names) {
    (void)columns;
    (void)names;
    snprintf(context, 100, "%s", values[0]);
    return 0;
}

static void a_commit_waits_for_the_disk(void **state) {
    (void)state;
    static const char *const settings[][2] = {
        {"PRAGMA journal_mode", "wal"},         {"PRAGMA synchronous", "2"},
        {"PRAGMA foreign_keys", "1"},           {"PRAGMA secure_delete", "1"},
        {"PRAGMA locking_mode", "exclusive"},   {"PRAGMA user_version", "3"},
        {"PRAGMA application_id", "1299542900"}};
    char value[100];
    open_noted();
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        assert_int_equal(sqlite3_exec(database, settings[i][0], note_value, value, NULL),
                         SQLITE_OK);
        assert_string_equal(value, settings[i][1]);
    }
}

/* ---- a process that is killed ---------------------------------------------------------------- */

enum { MATCHES = 3 };

static struct store_kept running[MATCHES];

/* The line of a ply: anybody can tell what it must be. */
static void ply_line(int match, int ply, char line[80]) {
    snprintf(line, 80, "m%d-%d %016x", match, ply, (unsigned)(ply * 2654435761U) ^ (unsigned)match);
}

static void load_matches(void) {
    for (int i = 0; i < MATCHES; i++) {
        char id[SERVER_ID_SIZE];
        snprintf(id, sizeof id, "m%d", i);
        if (!store_match(stored, id, &running[i]))
            fail_msg("there is no match %s", id);
    }
}

static void begin_matches(void) {
    stored_begin();
    stored_rules();
    for (int i = 0; i < MATCHES; i++) {
        char id[SERVER_ID_SIZE];
        snprintf(id, sizeof id, "m%d", i);
        struct store_kept match = stored_match(id, "", "");
        OK(store_add_match(stored, &match, ERROR));
    }
    stored_commit();
}

/* Play several plies of one match in one commit, cutting some now and then. */
static void play_some(struct mst_rng *rng, int i) {
    struct store_kept *match = &running[i];
    char line[80];
    if (mst_rng_below(rng, 5) == 0) {
        match->ply -= (int)mst_rng_below(rng, 3);
        match->ply = match->ply < 0 ? 0 : match->ply;
        OK(store_cut(stored, match->id, match->ply, ERROR));
    }
    for (int count = 3 + (int)mst_rng_below(rng, 5); count--; match->ply++) {
        ply_line(i, match->ply, line);
        OK(store_add_ply(stored, match->id, match->ply, line, 1, ERROR));
    }
    match->changed++;
    OK(store_update_match(stored, match, ERROR));
}

struct promise {
    int match, ply;
    int64_t changed;
};

/* Commit without end, and write to `pipe` what each commit that returned has promised. */
static void play_on(int pipe, uint64_t seed) {
    struct mst_rng rng;
    mst_rng_seed(&rng, seed);
    stored_open();
    load_matches();
    for (;;) {
        int i = (int)mst_rng_below(&rng, MATCHES);
        stored_begin();
        play_some(&rng, i);
        stored_commit();
        struct promise promise = {i, running[i].ply, running[i].changed};
        if (!mst_write_all(pipe, (const char *)&promise, sizeof promise))
            _exit(1);
    }
}

/* A child plays on and is killed after a while. The last promise for each match; their number. */
static int kill_player(uint64_t seed, struct promise last[MATCHES]) {
    int ends[2], count = 0;
    struct promise promise;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[0]);
        play_on(ends[1], seed);
    }
    close(ends[1]);
    if (seed % 4 && read(ends[0], &promise, sizeof promise) == sizeof promise) {
        last[promise.match] = promise; /* else it may be killed while it opens the database */
        count++;
    }
    long wait = (long)(seed * 7919 % 100) * 1000000;
    nanosleep(&(struct timespec){.tv_nsec = wait}, NULL);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    for (; read(ends[0], &promise, sizeof promise) == sizeof promise; count++)
        last[promise.match] = promise;
    close(ends[0]);
    return count;
}

/* All plies that the match counts are there, as they were played. */
static void expect_plies(int i) {
    struct mst_buf expected = {0}, found = {0};
    char line[80];
    for (int ply = 0; ply < running[i].ply; ply++) {
        ply_line(i, ply, line);
        mst_buf_printf(&expected, "%s\n", line);
    }
    OK(store_plies(stored, running[i].id, &found, ERROR));
    assert_string_equal(mst_buf_text(&found), mst_buf_text(&expected));
    mst_buf_clear(&expected);
    mst_buf_clear(&found);
}

static void expect_promises(const struct promise last[MATCHES]) {
    struct mst_buf faults = {0};
    stored_open();
    OK(store_check(stored, &faults, ERROR));
    assert_string_equal(mst_buf_text(&faults), "");
    mst_buf_clear(&faults);
    load_matches();
    for (int i = 0; i < MATCHES; i++) {
        /* what was promised, or one commit more, which could not be told any more */
        if (running[i].changed < last[i].changed || running[i].changed > last[i].changed + 1)
            fail_msg("m%d: promised %lld, found %lld", i, (long long)last[i].changed,
                     (long long)running[i].changed);
        if (running[i].changed == last[i].changed)
            assert_int_equal(running[i].ply, last[i].ply);
        expect_plies(i);
        server_kept_clear(&running[i]);
    }
    stored_close();
}

static void s1_what_was_promised_outlives_a_kill(void **state) {
    (void)state;
    struct promise last[MATCHES];
    int times = getenv("MUSTER_BRIEF") ? 5 : 20, promised = 0;
    begin_matches();
    load_matches();
    stored_close();
    for (int i = 1; i <= times; i++) {
        for (int match = 0; match < MATCHES; match++) {
            last[match] = (struct promise){match, running[match].ply, running[match].changed};
            server_kept_clear(&running[match]);
        }
        promised += kill_player((uint64_t)i, last);
        expect_promises(last);
        stored_open();
        load_matches();
        stored_close();
    }
    for (int match = 0; match < MATCHES; match++)
        server_kept_clear(&running[match]);
    assert_true(promised >= times / 2); /* three of four were waited for */
}

/* ---- a full disk ----------------------------------------------------------------------------- */

static void limit_files(rlim_t size) {
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = size < limit.rlim_max ? size : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* Commit until it fails. Returns the number of commits that did not. */
static int fill_up(enum mst_status *status) {
    char text[2001], hash[40];
    int count = 0;
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    for (;; count++) {
        snprintf(hash, sizeof hash, "h%d", count);
        *status = store_begin(stored, ERROR);
        if (*status != MST_OK)
            return count;
        for (int part = 0; part < 4; part++) { /* the failure of one is that of the commit */
            char path[40], part_hash[60];
            snprintf(path, sizeof path, "f%d", part);
            snprintf(part_hash, sizeof part_hash, "%s-%d", hash, part);
            store_add_file(stored, hash, path, part_hash, text, sizeof text, ERROR);
        }
        *status = store_commit(stored, ERROR);
        if (*status != MST_OK)
            return count;
    }
}

static bool count_file(void *context, const char *path, const char *text, size_t length) {
    int *files = context;
    (void)path;
    (void)text;
    *files += length == 2001;
    return true;
}

static int files_of(int bundle) {
    char id[40];
    int files = 0;
    snprintf(id, sizeof id, "h%d", bundle);
    OK(store_files(stored, id, count_file, &files, ERROR));
    return files;
}

static void s4_a_full_disk_is_told_and_outlived(void **state) {
    (void)state;
    char again[40];
    enum mst_status status;
    signal(SIGXFSZ, SIG_IGN);
    limit_files(600000);
    int count = fill_up(&status);
    stored_failed(status, "there is no room for");
    assert_true(count > 5);
    assert_false(store_writing(stored));
    assert_int_equal(files_of(count - 1), 4); /* it can still be read */
    assert_int_equal(files_of(count), 0);
    limit_files(RLIM_INFINITY);
    stored_begin(); /* there is room again */
    snprintf(again, sizeof again, "h%d", count);
    OK(store_add_file(stored, again, "f", "after", "y", 1, ERROR));
    stored_commit();
    stored_close();
    stored_open();
    for (int i = 0; i < count; i++)
        assert_int_equal(files_of(i), 4);
    assert_int_equal(files_of(count), 0);
    assert_true(store_has_bundle(stored, again));
}

/* So much that it is written before the commit, which then has nothing left to undo. */
static void s1_no_room_within_a_begin_spoils_the_whole(void **state) {
    (void)state;
    enum { SIZE = 100000, FILES = 100 };
    char *text = mst_calloc(1, SIZE), hash[40];
    enum mst_status status = MST_OK;
    signal(SIGXFSZ, SIG_IGN);
    limit_files(600000);
    stored_begin();
    for (int i = 0; status == MST_OK && i < FILES; i++) {
        snprintf(hash, sizeof hash, "h%d", i);
        status = store_add_file(stored, "early", hash, hash, text, SIZE, ERROR);
    }
    stored_failed(status, "there is no room for");
    limit_files(RLIM_INFINITY);
    stored_failed(store_add_file(stored, "late", "f", "late", text, 9, ERROR), "no room");
    stored_failed(store_commit(stored, ERROR), "no room");
    assert_false(store_has_bundle(stored, "early"));
    assert_false(store_has_bundle(stored, "late"));
    mst_free(text);
}

/* A value that SQLite does not take, before anything is written. */
static void s1_a_value_that_is_refused_spoils_the_whole(void **state) {
    (void)state;
    char text[2000];
    memset(text, 'x', sizeof text);
    open_noted();
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 1000);
    stored_begin();
    stored_failed(store_add_file(stored, "b", "f", "h", text, sizeof text, ERROR), "too big");
    stored_failed(store_commit(stored, ERROR), "too big");
    assert_false(store_has_bundle(stored, "b"));
}

/* ---- other processes, programs and versions -------------------------------------------------- */

static void cannot_open(const char *part) {
    stored_error = (struct mst_error){0};
    assert_null(store_open(stored_folder, ERROR));
    stored_failed(stored_error.status, part);
}

static void s4_a_database_belongs_to_one_process(void **state) {
    (void)state;
    int ends[2], orders[2];
    char expected[200], byte = 'x';
    snprintf(expected, sizeof expected, "another process has the database '%s'", stored_file);
    cannot_open(expected); /* in this process, too */
    stored_close();
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(pipe(orders), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(orders[1]);
        stored_open();
        _exit(write(ends[1], &byte, 1) == 1 && read(orders[0], &byte, 1) == 0 ? 0 : 1);
    }
    assert_int_equal(read(ends[0], &byte, 1), 1);
    cannot_open(expected);
    close(orders[1]);
    assert_int_equal(waitpid(child, NULL, 0), child);
    stored_open();
    close(ends[0]);
    close(ends[1]);
    close(orders[0]);
}

/* Change the database behind the store's back. */
static void tamper(const char *sql) {
    sqlite3 *other;
    stored_close();
    assert_int_equal(sqlite3_open(stored_file, &other), SQLITE_OK);
    if (sqlite3_exec(other, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(other));
    sqlite3_close(other);
}

static void s4_a_newer_version_is_refused(void **state) {
    (void)state;
    stored_begin();
    stored_person("ann", "Ann");
    stored_commit();
    tamper("PRAGMA user_version = 99");
    cannot_open("was made by a newer version of Muster: its tables are of version 99");
    tamper("PRAGMA user_version = 3");
    stored_open();
    assert_true(store_person(stored, "ann", &who));
}

/* The data of the version before stays, and the new tables can be used. */
static void an_older_version_is_brought_up_to_date(void **state) {
    (void)state;
    struct server_upload upload = {.id = "u1", .person = "ann", .bundle = "b2", .catalogue = "[]"};
    stored_begin();
    stored_person("ann", "Ann");
    OK(store_add_file(stored, "b1", "f", "h", "text", 4, ERROR));
    stored_commit();
    tamper("DROP TABLE uploads; DROP INDEX bundle_files_of_hash; DROP INDEX persons_by_time;"
           "ALTER TABLE bundles DROP COLUMN base; ALTER TABLE bundles DROP COLUMN used;"
           "PRAGMA user_version = 2");
    stored_open();
    assert_true(store_person(stored, "ann", &who));
    assert_true(store_has_file(stored, "b1", "f"));
    stored_begin();
    OK(store_add_bundle(stored, "b2", "b1", ERROR));
    OK(store_add_upload(stored, &upload, ERROR));
    stored_commit();
}

static void s4_another_programs_database_is_refused(void **state) {
    (void)state;
    tamper("PRAGMA application_id = 7");
    cannot_open("another program's");
    tamper("PRAGMA application_id = 1299542900; PRAGMA user_version = 0");
    cannot_open("another program's");
}

/* ---- damage ---------------------------------------------------------------------------------- */

static void overwrite(long from, long to, const char *bytes) {
    FILE *file = fopen(stored_file, "r+b");
    assert_non_null(file);
    for (long at = from; at < to; at += (long)strlen(bytes)) {
        assert_int_equal(fseek(file, at, SEEK_SET), 0);
        assert_true(fputs(bytes, file) >= 0);
    }
    assert_int_equal(fclose(file), 0);
}

static void s4_a_file_of_another_kind_is_told(void **state) {
    (void)state;
    stored_close();
    overwrite(0, 4096, "This is a letter to my aunt. ");
    cannot_open("is damaged (file is not a database); put a backup in its place");
}

/* Overwrite the first page of a table. */
static void damage(const char *table) {
    sqlite3 *other;
    char sql[100], page[100] = "";
    snprintf(sql, sizeof sql, "SELECT rootpage FROM sqlite_schema WHERE name = '%s'", table);
    assert_int_equal(sqlite3_open(stored_file, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, sql, note_value, page, NULL), SQLITE_OK);
    sqlite3_close(other);
    long at = (strtol(page, NULL, 10) - 1) * 4096;
    assert_true(at > 0);
    overwrite(at, at + 4000, "\xff\x01 damage ");
}

static void s4_damage_is_told(void **state) {
    (void)state;
    struct store_kept match;
    struct mst_buf text = {0};
    begin_matches();
    stored_close();
    damage("plies");
    damage("matches");
    damage("persons");
    stored_open();
    enum mst_status checked = store_check(stored, &text, ERROR);
    if (checked == MST_OK)
        assert_true(text.length > 0);
    else
        stored_failed(checked, "is damaged");
    stored_failed(store_plies(stored, "m1", &text, ERROR), "is damaged");
    assert_false(store_match(stored, "m1", &match));
    assert_false(store_person(stored, "ann", &who));
    stored_failed(store_begin(stored, ERROR), "is damaged"); /* which tells of these two */
    mst_buf_clear(&text);
}

/* Pages that are sound, and texts that do not fit together. */
static void s4_a_check_finds_what_is_missing(void **state) {
    (void)state;
    struct mst_buf faults = {0};
    begin_matches();
    tamper("DELETE FROM bundles; DELETE FROM seats WHERE match_id = 'm1'");
    stored_open();
    OK(store_check(stored, &faults, ERROR));
    const char *text = mst_buf_text(&faults);
    if (!strstr(text, "table matches: a row without its bundles") ||
        !strstr(text, "table bundle_files: a row without its bundles"))
        fail_msg("found: %s", text);
    mst_buf_clear(&faults);
}

/* ---- what cannot be written ------------------------------------------------------------------ */

/* Try it as somebody who is bound by the rights of files; the first part of the message expected.
 */
static void cannot_open_as_nobody(const char *part) {
    pid_t child = fork();
    int status;
    assert_true(child >= 0);
    if (child == 0) {
        bool bound = getuid() != 0 || (setgid(65534) == 0 && setuid(65534) == 0);
        stored_error = (struct mst_error){0};
        struct server_store *opened = bound ? store_open(stored_folder, ERROR) : NULL;
        if (!strstr(stored_error.text, part))
            fprintf(stderr, "expected '%s', found '%s'\n", part, stored_error.text);
        _exit(!opened && strstr(stored_error.text, part) ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void s4_what_cannot_be_written_is_told(void **state) {
    (void)state;
    char expected[200];
    stored_close();
    assert_int_equal(chmod(stored_folder, 0555), 0);
    snprintf(expected, sizeof expected, "cannot write in the folder '%s'", stored_folder);
    cannot_open_as_nobody(expected);
    assert_int_equal(chmod(stored_folder, 0777), 0);
    snprintf(expected, sizeof expected, "cannot write the database '%s'", stored_file);
    assert_int_equal(chmod(stored_file, 0444), 0);
    cannot_open_as_nobody(expected);
    assert_int_equal(chmod(stored_file, 0000), 0);
    cannot_open_as_nobody(expected);
    assert_null(store_open("/dev/null/here", ERROR));
    stored_failed(stored_error.status, "cannot make the folder '/dev/null/here'");
    assert_null(store_open("/dev/null", ERROR));
    stored_failed(stored_error.status, "/dev/null");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, stored_set_up, stored_tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_commit_waits_for_the_disk),
        TEST(s1_what_was_promised_outlives_a_kill),
        TEST(s4_a_full_disk_is_told_and_outlived),
        TEST(s1_no_room_within_a_begin_spoils_the_whole),
        TEST(s1_a_value_that_is_refused_spoils_the_whole),
        TEST(s4_a_database_belongs_to_one_process),
        TEST(s4_a_newer_version_is_refused),
        TEST(an_older_version_is_brought_up_to_date),
        TEST(s4_another_programs_database_is_refused),
        TEST(s4_a_file_of_another_kind_is_told),
        TEST(s4_damage_is_told),
        TEST(s4_a_check_finds_what_is_missing),
        TEST(s4_what_cannot_be_written_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
