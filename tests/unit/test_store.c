/* The store: each function, writes together or not at all (S1), reads of what is written (S2), and
 * tokens that are nowhere in the files (S3). Forgotten data is gone from the files. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/stored.h"

#define OK STORED
#define ERROR &stored_error

static struct server_person who;

static void again(void) {
    stored_close();
    stored_open();
}

/* ---- transactions ---------------------------------------------------------------------------- */

static void s1_a_commit_keeps_and_a_cancel_does_not(void **state) {
    (void)state;
    assert_false(store_writing(stored));
    stored_begin();
    assert_true(store_writing(stored));
    stored_person("ann", "Ann");
    stored_commit();
    assert_false(store_writing(stored));
    stored_begin();
    stored_person("bob", "Bob");
    store_cancel(stored);
    assert_false(store_writing(stored));
    stored_begin();
    stored_person("cy", "Cy");
    again(); /* without a commit */
    assert_true(store_person(stored, "ann", &who));
    assert_false(store_person(stored, "bob", &who));
    assert_false(store_person(stored, "cy", &who));
}

static void s1_one_failure_spoils_the_whole(void **state) {
    (void)state;
    struct server_person twin = {"ann", "Ann again"}, dan = {"dan", "Dan"};
    stored_begin();
    stored_person("ann", "Ann");
    stored_failed(store_add_person(stored, &twin, "t", 1, ERROR), "UNIQUE");
    stored_failed(store_add_person(stored, &dan, "d", 1, ERROR), "UNIQUE");
    assert_true(store_writing(stored));
    stored_failed(store_commit(stored, ERROR), "UNIQUE");
    assert_false(store_writing(stored));
    assert_false(store_person(stored, "ann", &who));
    assert_false(store_person(stored, "dan", &who));
    stored_begin();
    stored_person("ann", "Ann");
    stored_commit();
    assert_true(store_person(stored, "ann", &who));
}

static void s1_what_is_not_there_cannot_be_changed(void **state) {
    (void)state;
    struct store_kept match = stored_match("none", "", "");
    struct store_said said = {.person = "ann", .text = "hello"};
    strcpy(who.id, "none");
    enum { CASES = 9 };
    for (int i = 0; i < CASES; i++) {
        stored_begin();
        enum mst_status status =
            i == 0   ? store_rename(stored, &who, ERROR)
            : i == 1 ? store_set_recovery(stored, "none", "t", ERROR)
            : i == 2 ? store_set_feed(stored, "none", "t", ERROR)
            : i == 3 ? store_forget(stored, "none", ERROR)
            : i == 4 ? store_update_match(stored, &match, ERROR)
            : i == 5 ? store_say(stored, "none", &said, ERROR)
            : i == 6 ? store_add_token(stored, "none", "t", 1, ERROR)
            : i == 7 ? store_add_match(stored, &match, ERROR) /* without its rules */
                     : store_add_ply(stored, "none", 0, "a2a3", 1, ERROR);
        stored_failed(status, i < 6 ? "the database has no " : "FOREIGN KEY");
        stored_failed(store_commit(stored, ERROR), "");
    }
}

static void s1_nothing_is_written_outside_a_begin(void **state) {
    (void)state;
    strcpy(who.id, "ann");
    stored_failed(store_add_person(stored, &who, "t", 1, ERROR), "outside a begin");
    stored_failed(store_commit(stored, ERROR), "without a begin");
    assert_false(store_person(stored, "ann", &who));
    stored_begin();
    stored_failed(store_begin(stored, ERROR), "within a begin");
    stored_person("ann", "Ann");
    assert_true(store_person(stored, "ann", &who)); /* S2 */
    stored_commit();
}

/* ---- persons --------------------------------------------------------------------------------- */

static void persons_are_found_and_renamed(void **state) {
    (void)state;
    stored_begin();
    stored_person("ann", "Änn O'Neill; DROP TABLE persons --");
    stored_person("bob", "Bob");
    OK(store_add_token(stored, "ann", "second", 2, ERROR));
    stored_commit();
    again();
    assert_true(store_person_by_token(stored, "token-ann", &who));
    assert_string_equal(who.id, "ann");
    assert_string_equal(who.name, "Änn O'Neill; DROP TABLE persons --");
    assert_true(store_person_by_token(stored, "second", &who));
    assert_string_equal(who.id, "ann");
    assert_false(store_person_by_token(stored, "third", &who));
    assert_false(store_person_by_token(stored, "", &who));
    assert_false(store_person(stored, "Ann", &who));
    assert_true(store_person(stored, "bob", &who));
    snprintf(who.name, sizeof who.name, "Robert");
    stored_begin();
    OK(store_rename(stored, &who, ERROR));
    stored_commit();
    assert_true(store_person_by_token(stored, "token-bob", &who));
    assert_string_equal(who.name, "Robert");
    assert_true(store_person(stored, "ann", &who));
    assert_string_equal(who.name, "Änn O'Neill; DROP TABLE persons --");
}

static void a_link_replaces_the_one_before(void **state) {
    (void)state;
    stored_begin();
    stored_person("ann", "Ann");
    OK(store_set_recovery(stored, "ann", "old", ERROR));
    OK(store_set_feed(stored, "ann", "old feed", ERROR));
    OK(store_set_recovery(stored, "ann", "new", ERROR));
    OK(store_set_feed(stored, "ann", "new feed", ERROR));
    stored_commit();
    assert_false(store_person_by_recovery(stored, "old", &who));
    assert_true(store_person_by_recovery(stored, "new", &who));
    assert_string_equal(who.id, "ann");
    assert_false(store_person_by_feed(stored, "old feed", &who));
    assert_false(store_person_by_feed(stored, "new", &who));
    assert_true(store_person_by_feed(stored, "new feed", &who));
    assert_string_equal(who.name, "Ann");
    assert_false(store_person_by_token(stored, "new", &who));
    stored_begin();
    OK(store_set_recovery(stored, "ann", NULL, ERROR));
    OK(store_set_feed(stored, "ann", NULL, ERROR));
    stored_commit();
    assert_false(store_person_by_recovery(stored, "new", &who));
    assert_false(store_person_by_feed(stored, "new feed", &who));
}

static void mutes_have_a_direction(void **state) {
    (void)state;
    stored_begin();
    stored_person("ann", "Ann");
    stored_person("bob", "Bob");
    OK(store_mute(stored, "ann", "bob", true, ERROR));
    OK(store_mute(stored, "ann", "bob", true, ERROR));
    stored_commit();
    assert_true(store_muted(stored, "ann", "bob"));
    assert_false(store_muted(stored, "bob", "ann"));
    stored_begin();
    OK(store_mute(stored, "ann", "bob", false, ERROR));
    OK(store_mute(stored, "ann", "bob", false, ERROR));
    stored_commit();
    assert_false(store_muted(stored, "ann", "bob"));
}

static void s3_tokens_are_kept_as_hashes_alone(void **state) {
    (void)state;
    struct store_kept match = stored_match("m", "ann", "");
    char hash[MST_DIGEST_SIZE];
    int seat;
    stored_begin();
    stored_rules();
    stored_person("ann", "Ann");
    OK(store_add_token(stored, "ann", "secretcookie", 2, ERROR));
    OK(store_set_recovery(stored, "ann", "secretrecovery", ERROR));
    OK(store_set_feed(stored, "ann", "secretfeed", ERROR));
    OK(store_add_match(stored, &match, ERROR));
    OK(store_add_invite(stored, "secretinvite", "m", 1, ERROR));
    stored_commit();
    mst_digest("secretinvite", 12, hash);
    for (int i = 0; i < 2; i++) { /* in the log, and in the database */
        assert_false(stored_holds("secret"));
        assert_true(stored_holds(hash));
        again();
    }
    assert_true(store_person_by_token(stored, "secretcookie", &who));
    assert_true(store_person_by_recovery(stored, "secretrecovery", &who));
    assert_true(store_person_by_feed(stored, "secretfeed", &who));
    assert_true(store_invite(stored, "secretinvite", match.id, &seat));
    assert_false(store_person_by_token(stored, hash, &who));
}

/* ---- rules ----------------------------------------------------------------------------------- */

static char seen[400];

static bool see_file(void *context, const char *path, const char *text, size_t length) {
    size_t used = strlen(seen);
    int *left = context;
    snprintf(seen + used, sizeof seen - used, "%s=%.*s(%zu) ", path, (int)length, text, length);
    return --*left > 0;
}

static const char *files_of(const char *bundle, int most) {
    *seen = 0;
    OK(store_files(stored, bundle, see_file, &most, ERROR));
    return seen;
}

static void bundles_share_their_files(void **state) {
    (void)state;
    static const char long_one[] = "a text that is kept once -- \xff \0 and to the end";
    stored_begin();
    OK(store_add_file(stored, "one", "b.lua", "h1", "x", 1, ERROR));
    OK(store_add_file(stored, "one", "a.lua", "h2", long_one, sizeof long_one, ERROR));
    OK(store_add_file(stored, "one", "c.lua", "h3", NULL, 0, ERROR));
    OK(store_add_file(stored, "two", "other.lua", "h2", long_one, sizeof long_one, ERROR));
    OK(store_add_file(stored, "two", "z.lua", "h4", "yy", 2, ERROR));
    stored_commit();
    again();
    assert_true(store_has_bundle(stored, "one"));
    assert_true(store_has_bundle(stored, "two"));
    assert_false(store_has_bundle(stored, "h1"));
    assert_string_equal(files_of("none", 9), "");
    assert_string_equal(files_of("one", 1), "a.lua=a text that is kept once -- \xff (47) ");
    files_of("one", 9);
    assert_non_null(strstr(seen, "(47) b.lua=x(1) c.lua=(0) "));
    assert_string_equal(files_of("two", 9),
                        "other.lua=a text that is kept once -- \xff (47) z.lua=yy(2) ");
}

static struct server_upload upload(const char *id, const char *person, const char *bundle) {
    struct server_upload upload = {.bytes = 7, .at = 5, .catalogue = "[]"};
    snprintf(upload.id, sizeof upload.id, "%s", id);
    snprintf(upload.person, sizeof upload.person, "%s", person);
    snprintf(upload.bundle, sizeof upload.bundle, "%s", bundle);
    strcpy(upload.name, "House");
    return upload;
}

static void see_upload(void *context, const struct server_upload *upload) {
    size_t used = strlen(seen);
    (void)context;
    snprintf(seen + used, sizeof seen - used, "%s/%s/%s/%s/%d/%d/%s ", upload->id, upload->person,
             upload->bundle, upload->name, (int)upload->bytes, (int)upload->at, upload->catalogue);
}

static const char *all_uploads(void) {
    *seen = 0;
    OK(store_uploads(stored, see_upload, NULL, ERROR));
    return seen;
}

/* Files for an upload alone go with it; those of a match stay. */
static void uploads_have_a_base_and_are_discarded(void **state) {
    (void)state;
    char base[SERVER_HASH_SIZE];
    const struct server_upload first = upload("u1", "ann", "own"),
                               second = upload("u2", "bob", "own"),
                               third = upload("u3", "ann", "match");
    stored_begin();
    stored_person("ann", "Ann");
    stored_person("bob", "Bob");
    OK(store_add_file(stored, "base", "a.lua", "h1", "x", 1, ERROR));
    OK(store_add_bundle(stored, "own", "base", ERROR));
    OK(store_add_file(stored, "own", "b.lua", "h2", "yy", 2, ERROR));
    OK(store_add_bundle(stored, "match", "base", ERROR));
    OK(store_add_file(stored, "match", "b.lua", "h1", "x", 1, ERROR));
    OK(store_add_upload(stored, &first, ERROR));
    OK(store_add_upload(stored, &second, ERROR));
    OK(store_add_upload(stored, &third, ERROR));
    OK(store_use_bundle(stored, "match", ERROR));
    stored_commit();
    again();
    assert_string_equal(all_uploads(), "u1/ann/own/House/7/5/[] u2/bob/own/House/7/5/[] "
                                       "u3/ann/match/House/7/5/[] ");
    store_base(stored, "own", base);
    assert_string_equal(base, "base");
    store_base(stored, "base", base);
    assert_string_equal(base, "");
    assert_true(store_has_file(stored, "base", "a.lua"));
    assert_false(store_has_file(stored, "own", "a.lua"));
    assert_true(store_bundle_used(stored, "match"));
    assert_false(store_bundle_used(stored, "own"));
    stored_begin();
    OK(store_discard(stored, "u1", ERROR));
    assert_true(store_has_bundle(stored, "own")); /* the other one has it */
    OK(store_discard(stored, "u2", ERROR));
    assert_false(store_has_bundle(stored, "own"));
    assert_string_equal(files_of("own", 9), "");
    OK(store_discard(stored, "u3", ERROR));
    stored_commit();
    assert_string_equal(files_of("match", 9), "b.lua=x(1) ");
    assert_string_equal(files_of("base", 9), "a.lua=x(1) ");
    stored_begin();
    stored_failed(store_discard(stored, "u1", ERROR), "upload");
    store_cancel(stored);
}

static void the_uploads_of_whoever_is_forgotten_go(void **state) {
    (void)state;
    const struct server_upload one = upload("u1", "ann", "own");
    stored_begin();
    stored_person("ann", "Ann");
    OK(store_add_file(stored, "base", "a.lua", "h1", "x", 1, ERROR));
    OK(store_add_bundle(stored, "own", "base", ERROR));
    OK(store_add_upload(stored, &one, ERROR));
    stored_commit();
    stored_begin();
    OK(store_forget(stored, "ann", ERROR));
    stored_commit();
    assert_string_equal(all_uploads(), "");
}

static bool is_bob(void *context, const char *person) {
    (void)context;
    return !strcmp(person, "bob");
}

/* A guest who came long ago and has nothing goes, some at a time; whoever has something stays. */
static void guests_that_do_nothing_are_swept(void **state) {
    (void)state;
    static const char *const ids[] = {"ann", "bob", "carl", "dora", "emil", "fred"};
    struct server_sweep sweep = {.until = 100, .most = 2, .spared = is_bob};
    struct store_kept match = stored_match("m1", "emil", "");
    stored_begin();
    stored_rules();
    for (int i = 0; i < 6; i++) {
        struct server_person person = {0};
        snprintf(person.id, sizeof person.id, "%s", ids[i]);
        snprintf(person.name, sizeof person.name, i == 2 ? "Carl" : "Guest %.4s", ids[i]);
        OK(store_add_person(stored, &person, ids[i], i == 5 ? 100 : 50, ERROR));
    }
    OK(store_add_match(stored, &match, ERROR));
    for (int round = 0; round < 3; round++) {
        OK(store_sweep(stored, &sweep, ERROR));
        assert_int_equal(sweep.whole, round == 2);
        assert_false(store_person(stored, "ann", &who)); /* nothing of hers */
        assert_int_equal(store_person(stored, "dora", &who), round < 1);
    }
    stored_commit();
    assert_true(store_person(stored, "bob", &who));  /* spared */
    assert_true(store_person(stored, "carl", &who)); /* has a name */
    assert_true(store_person(stored, "emil", &who)); /* has a match */
    assert_true(store_person(stored, "fred", &who)); /* came later */
    assert_false(store_person_by_token(stored, "ann", &who));
}

/* A bundle is read while another one is. */
static bool see_both(void *context, const char *path, const char *text, size_t length) {
    int all = 9;
    see_file(&all, path, text, length);
    if (context)
        OK(store_files(stored, context, see_both, NULL, ERROR));
    return true;
}

static void a_read_may_begin_within_another(void **state) {
    (void)state;
    stored_begin();
    OK(store_add_file(stored, "one", "a", "h1", "x", 1, ERROR));
    OK(store_add_file(stored, "one", "b", "h2", "y", 1, ERROR));
    OK(store_add_file(stored, "two", "c", "h1", "x", 1, ERROR));
    stored_commit();
    *seen = 0;
    OK(store_files(stored, "one", see_both, "two", ERROR));
    assert_string_equal(seen, "a=x(1) c=x(1) b=y(1) c=x(1) ");
}

static void the_catalogue_is_replaced(void **state) {
    (void)state;
    assert_null(store_catalogue(stored, "one"));
    stored_begin();
    OK(store_set_catalogue(stored, "one", "{\"a\":1}", ERROR));
    OK(store_set_catalogue(stored, "two", "{}", ERROR));
    OK(store_set_catalogue(stored, "one", "{\"a\":2}", ERROR));
    stored_commit();
    char *json = store_catalogue(stored, "one");
    assert_string_equal(json, "{\"a\":2}");
    mst_free(json);
}

/* ---- matches --------------------------------------------------------------------------------- */

static void same_text(const char *a, const char *b) {
    assert_string_equal(a, b);
}

static void same_match(const struct store_kept *expected) {
    struct store_kept found;
    assert_true(store_match(stored, expected->id, &found));
    same_text(found.id, expected->id);
    same_text(found.bundle, expected->bundle);
    same_text(found.ruleset, expected->ruleset);
    same_text(found.settings, expected->settings ? expected->settings : "{}");
    same_text(found.title, expected->title);
    same_text(found.game, expected->game);
    assert_int_equal(found.open, expected->open);
    assert_int_equal(found.stage, expected->stage);
    assert_int_equal(found.created, expected->created);
    assert_int_equal(found.changed, expected->changed);
    same_text(found.seed, expected->seed);
    same_text(found.commitment, expected->commitment);
    same_text(found.rules, expected->rules);
    assert_int_equal(found.seats, expected->seats);
    for (int i = 0; i < expected->seats; i++) {
        assert_int_equal(found.chairs[i].who, expected->chairs[i].who);
        assert_int_equal(found.chairs[i].level, expected->chairs[i].level);
        same_text(found.chairs[i].person, expected->chairs[i].person);
    }
    assert_int_equal(found.ply, expected->ply);
    assert_int_equal(found.to_move, expected->to_move);
    assert_int_equal(found.timed, expected->timed);
    same_text(found.facts, expected->facts ? expected->facts : "{}");
    server_kept_clear(&found);
    assert_null(found.facts);
}

static void a_match_is_kept_with_every_field(void **state) {
    (void)state;
    struct store_kept match = stored_match("m1", "ann", ""), other = stored_match("m2", "", "bob");
    stored_begin();
    stored_rules();
    OK(store_add_file(stored, "newer", "a.lua", "h9", "x", 1, ERROR));
    stored_person("ann", "Ann");
    stored_person("bob", "Bob");
    OK(store_add_match(stored, &match, ERROR));
    OK(store_add_match(stored, &other, ERROR));
    same_match(&match); /* S2 */
    stored_commit();
    again();
    same_match(&match);
    match = (struct store_kept){.id = "m1",
                                .bundle = "newer",
                                .ruleset = "r",
                                .title = "t",
                                .game = "g",
                                .stage = SERVER_STAGE_OPEN,
                                .created = 1,
                                .changed = 2,
                                .seed = "s",
                                .commitment = "c",
                                .rules = "r",
                                .seats = MST_MOST_SEATS,
                                .chairs = {{SERVER_WHO_OPEN, 0, ""},
                                           {SERVER_WHO_INVITED, 0, ""},
                                           {SERVER_WHO_PERSON, 0, "bob"},
                                           {SERVER_WHO_LEVEL, 5, ""},
                                           {SERVER_WHO_GONE, 0, ""},
                                           {SERVER_WHO_PERSON, 0, "bob"}},
                                .ply = 3,
                                .to_move = 1,
                                .timed = true};
    stored_begin();
    OK(store_update_match(stored, &match, ERROR));
    stored_commit();
    again();
    same_match(&match);
    same_match(&other);
    assert_false(store_match(stored, "m3", &match));
}

static const char *plies_of(const char *match) {
    static struct mst_buf text;
    mst_buf_reset(&text);
    OK(store_plies(stored, match, &text, ERROR));
    snprintf(seen, sizeof seen, "%s", mst_buf_text(&text));
    mst_buf_clear(&text);
    return seen;
}

static void plies_are_cut_and_go_on(void **state) {
    (void)state;
    struct store_kept match = stored_match("m1", "", ""), other = stored_match("m2", "", "");
    char line[40];
    stored_begin();
    stored_rules();
    OK(store_add_match(stored, &match, ERROR));
    OK(store_add_match(stored, &other, ERROR));
    for (int ply = 0; ply < 12; ply++) {
        snprintf(line, sizeof line, "move%d 27f1", ply);
        OK(store_add_ply(stored, "m1", ply, line, 5, ERROR));
    }
    OK(store_add_ply(stored, "m2", 0, "other", 5, ERROR));
    OK(store_cut(stored, "m1", 2, ERROR));
    OK(store_add_ply(stored, "m1", 2, "instead", 5, ERROR));
    stored_commit();
    assert_string_equal(plies_of("m1"), "move0 27f1\nmove1 27f1\ninstead\n");
    assert_string_equal(plies_of("m2"), "other\n");
    assert_string_equal(plies_of("none"), "");
    stored_begin();
    stored_failed(store_add_ply(stored, "m1", 2, "twice", 5, ERROR), "UNIQUE");
    store_cancel(stored);
}

static void plies_are_in_the_order_of_their_numbers(void **state) {
    (void)state;
    struct store_kept match = stored_match("m1", "", "");
    struct mst_buf expected = {0}, found = {0};
    stored_begin();
    stored_rules();
    OK(store_add_match(stored, &match, ERROR));
    for (int i = 0; i < 150; i++) {
        char line[20];
        snprintf(line, sizeof line, "p%d", i);
        mst_buf_printf(&expected, "%s\n", line);
        OK(store_add_ply(stored, "m1", i, line, 5, ERROR));
    }
    stored_commit();
    OK(store_plies(stored, "m1", &found, ERROR));
    assert_string_equal(mst_buf_text(&found), mst_buf_text(&expected));
    mst_buf_clear(&expected);
    mst_buf_clear(&found);
}

static void links_tell_their_match_and_seat(void **state) {
    (void)state;
    struct store_kept match = stored_match("m1", "ann", "");
    char id[SERVER_ID_SIZE];
    int seat = 9;
    stored_begin();
    stored_rules();
    stored_person("ann", "Ann");
    stored_person("bob", "Bob");
    OK(store_add_match(stored, &match, ERROR));
    OK(store_add_invite(stored, "sit", "m1", 1, ERROR));
    OK(store_add_invite(stored, "watch", "m1", -1, ERROR));
    OK(store_allow(stored, "m1", "bob", ERROR));
    OK(store_allow(stored, "m1", "bob", ERROR));
    stored_commit();
    assert_true(store_invite(stored, "sit", id, &seat));
    assert_string_equal(id, "m1");
    assert_int_equal(seat, 1);
    assert_true(store_invite(stored, "watch", id, &seat));
    assert_int_equal(seat, -1);
    assert_false(store_invite(stored, "stand", id, &seat));
    assert_true(store_allowed(stored, "m1", "bob"));
    assert_false(store_allowed(stored, "m1", "ann"));
    assert_false(store_allowed(stored, "m2", "bob"));
}

/* ---- talk ------------------------------------------------------------------------------------ */

static void see_line(void *context, const struct store_said *said) {
    size_t used = strlen(seen);
    (void)context;
    snprintf(seen + used, sizeof seen - used, "%d@%lld %s/%s/%d:%s|", said->number,
             (long long)said->at, said->person, said->name, said->seat, said->text);
}

static const char *chat_of(const char *match, int most) {
    *seen = 0;
    OK(store_chat(stored, match, most, see_line, NULL, ERROR));
    return seen;
}

static int say(const char *match, const char *person, int seat, const char *text) {
    struct store_said said = {.at = 1790000000000, .seat = seat, .text = text};
    snprintf(said.person, sizeof said.person, "%s", person);
    OK(store_say(stored, match, &said, ERROR));
    return said.number;
}

static void lines_are_numbered_in_their_match(void **state) {
    (void)state;
    struct store_kept one = stored_match("m1", "ann", ""), two = stored_match("m2", "ann", "bob");
    stored_begin();
    stored_rules();
    stored_person("ann", "Ann");
    stored_person("bob", "Bob");
    OK(store_add_match(stored, &one, ERROR));
    OK(store_add_match(stored, &two, ERROR));
    assert_int_equal(say("m1", "ann", 0, "one"), 1);
    assert_int_equal(say("m2", "ann", 0, "other"), 1);
    assert_int_equal(say("m1", "bob", -1, "two"), 2);
    OK(store_update_match(stored, &one, ERROR));
    assert_int_equal(say("m1", "bob", -1, "three"), 3);
    OK(store_report(stored, "m1", 2, "ann", "rude", 7, ERROR));
    stored_commit();
    assert_string_equal(chat_of("m1", 2), "2@1790000000000 bob/Bob/-1:two|"
                                          "3@1790000000000 bob/Bob/-1:three|");
    assert_string_equal(chat_of("m2", 9), "1@1790000000000 ann/Ann/0:other|");
    strcpy(who.id, "bob");
    strcpy(who.name, "Robert");
    stored_begin();
    OK(store_rename(stored, &who, ERROR));
    OK(store_forget(stored, "ann", ERROR));
    stored_commit();
    assert_string_equal(chat_of("m1", 9), "2@1790000000000 bob/Robert/-1:two|"
                                          "3@1790000000000 bob/Robert/-1:three|");
    stored_begin();
    OK(store_forget(stored, "bob", ERROR));
    stored_person("cy", "Cy");
    assert_int_equal(say("m1", "cy", 0, "four"), 4); /* a number is never used again */
    stored_commit();
    assert_string_equal(chat_of("m1", 9), "4@1790000000000 cy/Cy/0:four|");
}

/* ---- forgetting ------------------------------------------------------------------------------ */

/* Many others, so that pages are split, filled and emptied around what will be deleted. */
static void add_others(const char *with, int from, int to) {
    for (int i = from; i < to; i++) {
        char id[SERVER_ID_SIZE], name[60], match[SERVER_ID_SIZE], token[60];
        snprintf(id, sizeof id, "p%d", i * 7919 % 10007);
        snprintf(name, sizeof name, "Somebody %d", i);
        snprintf(match, sizeof match, "m%d", i * 7919 % 10007);
        snprintf(token, sizeof token, "more-%d", i);
        struct store_kept kept = stored_match(match, i % 3 ? id : with, i % 5 ? id : with);
        kept.stage = i % 2 ? SERVER_STAGE_OVER : SERVER_STAGE_RUNNING;
        stored_person(id, name);
        OK(store_add_token(stored, i % 3 ? id : with, token, 4, ERROR));
        OK(store_add_match(stored, &kept, ERROR));
        if (i % 4 == 0) {
            say(match, i % 8 ? id : with, 0, i % 8 ? "a line" : "Zanzibar speaks zanzibarian");
            OK(store_mute(stored, with, id, true, ERROR));
            OK(store_mute(stored, id, with, true, ERROR));
            OK(store_report(stored, match, 1, with, "rude", 1, ERROR));
            OK(store_allow(stored, match, with, ERROR));
        }
    }
}

static void add_zanzibar(void) {
    enum { OTHERS = 1500 };
    stored_begin();
    stored_rules();
    stored_person("qzxk", "Zanzibar Quux");
    add_others("qzxk", 0, OTHERS / 2);
    stored_commit();
    stored_begin();
    OK(store_set_recovery(stored, "qzxk", "recovery", ERROR));
    OK(store_set_feed(stored, "qzxk", "feed", ERROR));
    add_others("qzxk", OTHERS / 2, OTHERS);
    stored_commit();
}

static void forget_zanzibar(void) {
    stored_begin();
    OK(store_forget(stored, "qzxk", ERROR));
    stored_commit();
}

static const char *const traces[] = {"Zanzibar", "zanzibar", "Quux", "quux", "qzxk"};
enum { TRACES = sizeof traces / sizeof *traces };

static void expect_traces(bool expected) {
    for (int i = 0; i < TRACES; i++)
        if (stored_holds(traces[i]) != expected)
            fail_msg("'%s': %s", traces[i], expected ? "not found" : "found");
}

static void whoever_is_forgotten_is_nowhere(void **state) {
    (void)state;
    struct store_kept match = {0};
    add_zanzibar();
    expect_traces(true);
    forget_zanzibar();
    stored_close();
    expect_traces(false);
    stored_open();
    assert_false(store_person(stored, "qzxk", &who));
    assert_false(store_person_by_token(stored, "token-qzxk", &who));
    assert_false(store_person_by_token(stored, "more-3", &who));
    assert_false(store_person_by_recovery(stored, "recovery", &who));
    assert_false(store_person_by_feed(stored, "feed", &who));
    assert_false(store_muted(stored, "p0", "qzxk"));
    assert_false(store_allowed(stored, "m0", "qzxk"));
    assert_string_equal(chat_of("m0", 9), "");
    assert_true(store_match(stored, "m0", &match));
    for (int seat = 0; seat < 2; seat++) {
        assert_int_equal(match.chairs[seat].who, SERVER_WHO_GONE);
        assert_string_equal(match.chairs[seat].person, "");
    }
    server_kept_clear(&match);
    assert_true(store_person_by_token(stored, "more-1", &who));
    assert_string_equal(who.name, "Somebody 1");
}

static void nor_after_the_process_was_killed(void **state) {
    (void)state;
    int status;
    add_zanzibar();
    stored_close();
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        stored_open();
        forget_zanzibar();
        raise(SIGKILL);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    expect_traces(true);
    stored_open();
    expect_traces(false);
    assert_true(store_person_by_token(stored, "more-1", &who));
}

static void a_forgotten_person_stays_if_it_is_cancelled(void **state) {
    (void)state;
    stored_begin();
    stored_person("ann", "Ann");
    stored_commit();
    stored_begin();
    OK(store_forget(stored, "ann", ERROR));
    store_cancel(stored);
    assert_true(store_person_by_token(stored, "token-ann", &who));
}

/* ---- checks and copies ----------------------------------------------------------------------- */

static void a_check_counts_plies(void **state) {
    (void)state;
    struct store_kept match = stored_match("m1", "", "");
    struct mst_buf faults = {0};
    stored_begin();
    stored_rules();
    OK(store_add_match(stored, &match, ERROR));
    stored_commit();
    OK(store_check(stored, &faults, ERROR));
    assert_string_equal(mst_buf_text(&faults), "");
    stored_begin();
    OK(store_add_ply(stored, "m1", 0, "a", 1, ERROR));
    stored_commit();
    OK(store_check(stored, &faults, ERROR));
    assert_string_equal(mst_buf_text(&faults),
                        "match m1: it has 0 plies, and 1 of them are stored\n");
    mst_buf_clear(&faults);
}

static void an_archived_match_reads_as_before(void **state) {
    (void)state;
    struct store_kept match = stored_match("m1", "", "");
    struct mst_buf before = {0}, after = {0}, faults = {0};
    stored_begin();
    stored_rules();
    match.stage = SERVER_STAGE_OVER;
    match.ply = 40;
    STORED(store_add_match(stored, &match, ERROR));
    for (int ply = 0; ply < match.ply; ply++)
        STORED(store_add_ply(stored, "m1", ply, ply & 1 ? "end 0123" : "a2a3 4567", 1000 + ply,
                             ERROR));
    stored_commit();
    STORED(store_plies(stored, "m1", &before, ERROR));
    stored_begin();
    STORED(store_archive(stored, "m1", ERROR));
    STORED(store_archive(stored, "m1", ERROR)); /* a second time changes nothing */
    stored_commit();
    stored_close();
    stored_open();
    STORED(store_plies(stored, "m1", &after, ERROR));
    assert_int_equal(before.length, 40 / 2 * (sizeof "end 0123" + sizeof "a2a3 4567"));
    assert_string_equal(mst_buf_text(&before), mst_buf_text(&after));
    STORED(store_check(stored, &faults, ERROR));
    assert_string_equal(mst_buf_text(&faults), "");
    assert_false(stored_holds("a2a3 4567"));
    mst_buf_clear(&before);
    mst_buf_clear(&after);
    mst_buf_clear(&faults);
}

static void what_was_shown_is_replaced(void **state) {
    (void)state;
    struct store_kept match = stored_match("m1", "", "");
    assert_null(store_shown(stored, "m1"));
    stored_begin();
    stored_rules();
    STORED(store_add_match(stored, &match, ERROR));
    STORED(store_set_shown(stored, "m1", "{\"-1\":{}}", ERROR));
    STORED(store_set_shown(stored, "m1", "{\"0\":{}}", ERROR));
    stored_commit();
    char *shown = store_shown(stored, "m1");
    assert_string_equal(shown, "{\"0\":{}}");
    mst_free(shown);
}

static void a_backup_is_a_database(void **state) {
    (void)state;
    char path[120], missing[120];
    struct stat info;
    stored_begin();
    stored_person("ann", "Ann");
    stored_commit();
    snprintf(path, sizeof path, "%s/copy", stored_folder);
    snprintf(missing, sizeof missing, "%s/missing/copy", stored_folder);
    stored_failed(store_backup(stored, missing, ERROR), "missing/copy");
    OK(store_backup(stored, path, ERROR));
    stored_failed(store_backup(stored, path, ERROR), "exists already");
    stored_begin();
    stored_person("bob", "Bob");
    stored_failed(store_backup(stored, missing, ERROR), "within a begin");
    stored_commit(); /* which is not spoilt by that */
    stored_close();
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_int_equal(rename(path, stored_file), 0);
    stored_open();
    assert_true(store_person_by_token(stored, "token-ann", &who));
    assert_false(store_person(stored, "bob", &who));
}

static void a_missing_folder_is_made(void **state) {
    (void)state;
    char folder[100], file[120];
    struct stat info;
    snprintf(folder, sizeof folder, "%s/below", stored_folder);
    struct server_store *below = store_open(folder, ERROR);
    assert_non_null(below);
    store_close(below);
    assert_int_equal(stat(folder, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
    snprintf(file, sizeof file, "%s/muster.db", folder);
    assert_int_equal(stat(file, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_int_equal(unlink(file), 0);
    assert_int_equal(rmdir(folder), 0); /* nothing else is left when it is closed */
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, stored_set_up, stored_tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(s1_a_commit_keeps_and_a_cancel_does_not),
        TEST(s1_one_failure_spoils_the_whole),
        TEST(s1_what_is_not_there_cannot_be_changed),
        TEST(s1_nothing_is_written_outside_a_begin),
        TEST(persons_are_found_and_renamed),
        TEST(a_link_replaces_the_one_before),
        TEST(mutes_have_a_direction),
        TEST(s3_tokens_are_kept_as_hashes_alone),
        TEST(guests_that_do_nothing_are_swept),
        TEST(bundles_share_their_files),
        TEST(uploads_have_a_base_and_are_discarded),
        TEST(the_uploads_of_whoever_is_forgotten_go),
        TEST(a_read_may_begin_within_another),
        TEST(the_catalogue_is_replaced),
        TEST(a_match_is_kept_with_every_field),
        TEST(plies_are_cut_and_go_on),
        TEST(plies_are_in_the_order_of_their_numbers),
        TEST(links_tell_their_match_and_seat),
        TEST(lines_are_numbered_in_their_match),
        TEST(whoever_is_forgotten_is_nowhere),
        TEST(nor_after_the_process_was_killed),
        TEST(a_forgotten_person_stays_if_it_is_cancelled),
        TEST(a_check_counts_plies),
        TEST(an_archived_match_reads_as_before),
        TEST(what_was_shown_is_replaced),
        TEST(a_backup_is_a_database),
        TEST(a_missing_folder_is_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
