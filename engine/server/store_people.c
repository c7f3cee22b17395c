/* Persons, their tokens and whom they do not want to hear. A token enters the database as its hash
 * alone (S3), and whoever is forgotten leaves nothing behind but seats of nobody. */
#include "server/store_parts.h"

#include <assert.h>
#include <string.h>

#define TEXT server_value_text
#define INT server_value_int

/* The hash of a token; of no token, no value. */
static struct store_value store_people_hash_of(const char *token, char hash[MST_DIGEST_SIZE]) {
    if (token)
        mst_digest(token, strlen(token), hash);
    return TEXT(token ? hash : NULL);
}

enum mst_status store_add_person(struct server_store *store, const struct server_person *person,
                                 const char *token, int64_t now, struct mst_error *error) {
    enum mst_status status =
        store_run(store, "INSERT INTO persons (id, name, since) VALUES (?, ?, ?)",
                  CORE_VALUES(TEXT(person->id), TEXT(person->name), INT(now)), error);
    return status == MST_OK ? store_add_token(store, person->id, token, now, error) : status;
}

enum mst_status store_rename(struct server_store *store, const struct server_person *person,
                             struct mst_error *error) {
    enum mst_status status = store_change(store, "UPDATE persons SET name = ? WHERE id = ?",
                                          CORE_VALUES(TEXT(person->name), TEXT(person->id)),
                                          "person to be renamed", error);

    /* The archive finds matches by the names of now. */
    return status == MST_OK ? store_index_person(store, person->id, error) : status;
}

/* ---- finding --------------------------------------------------------------------------------- */

static bool find_person(struct server_store *store, const char *sql, const char *key,
                        struct server_person *person) {
    struct sqlite3_stmt *rows = server_rows(store, sql, CORE_VALUES(TEXT(key)));
    if (!server_rows_next(store, rows))
        return false;
    server_row_copy(rows, 0, person->id, sizeof person->id);
    server_row_copy(rows, 1, person->name, sizeof person->name);
    server_rows_end(rows);
    return true;
}

static bool find_by_hash(struct server_store *store, const char *sql, const char *token,
                         struct server_person *person) {
    char hash[MST_DIGEST_SIZE];
    mst_digest(token, strlen(token), hash);
    return find_person(store, sql, hash, person);
}

bool store_person(struct server_store *store, const char *id, struct server_person *person) {
    return find_person(store, "SELECT id, name FROM persons WHERE id = ?", id, person);
}

bool store_person_by_token(struct server_store *store, const char *token,
                           struct server_person *person) {
    return find_by_hash(store,
                        "SELECT p.id, p.name FROM tokens t JOIN persons p ON p.id = t.person "
                        "WHERE t.hash = ?",
                        token, person);
}

bool store_person_by_recovery(struct server_store *store, const char *token,
                              struct server_person *person) {
    return find_by_hash(store, "SELECT id, name FROM persons WHERE recovery = ?", token, person);
}

bool store_person_by_feed(struct server_store *store, const char *token,
                          struct server_person *person) {
    return find_by_hash(store, "SELECT id, name FROM persons WHERE feed = ?", token, person);
}

/* ---- tokens ---------------------------------------------------------------------------------- */

enum mst_status store_add_token(struct server_store *store, const char *person, const char *token,
                                int64_t now, struct mst_error *error) {
    char hash[MST_DIGEST_SIZE];
    return store_run(store, "INSERT INTO tokens (hash, person, since) VALUES (?, ?, ?)",
                     CORE_VALUES(store_people_hash_of(token, hash), TEXT(person), INT(now)), error);
}

enum mst_status store_set_recovery(struct server_store *store, const char *person,
                                   const char *token, struct mst_error *error) {
    char hash[MST_DIGEST_SIZE];
    return store_change(store, "UPDATE persons SET recovery = ? WHERE id = ?",
                        CORE_VALUES(store_people_hash_of(token, hash), TEXT(person)),
                        "person for a link", error);
}

enum mst_status store_set_feed(struct server_store *store, const char *person, const char *token,
                               struct mst_error *error) {
    char hash[MST_DIGEST_SIZE];
    return store_change(store, "UPDATE persons SET feed = ? WHERE id = ?",
                        CORE_VALUES(store_people_hash_of(token, hash), TEXT(person)),
                        "person for a feed", error);
}

/* ---- mutes, and forgetting ------------------------------------------------------------------- */

enum mst_status store_mute(struct server_store *store, const char *person, const char *other,
                           bool on, struct mst_error *error) {
    return store_run(store,
                     on ? "INSERT INTO mutes (person, other) VALUES (?, ?) "
                          "ON CONFLICT (person, other) DO NOTHING"
                        : "DELETE FROM mutes WHERE person = ? AND other = ?",
                     CORE_VALUES(TEXT(person), TEXT(other)), error);
}

bool store_muted(struct server_store *store, const char *person, const char *other) {
    return server_rows_any(store, "SELECT 1 FROM mutes WHERE person = ? AND other = ?",
                           CORE_VALUES(TEXT(person), TEXT(other)));
}

/* The tables that name a person lose their rows with the person's own (ON DELETE), but for seats.
 */
enum mst_status store_forget(struct server_store *store, const char *person,
                             struct mst_error *error) {
    enum mst_status status = store_change(store, "UPDATE persons SET name = '' WHERE id = ?",
                                          CORE_VALUES(TEXT(person)), "person to forget", error);

    /* The words of the name leave the index while the seats still lead to the matches. */
    if (status == MST_OK)
        status = store_index_person(store, person, error);
    if (status == MST_OK)
        status =
            store_run(store, "UPDATE seats SET who = ?, person = NULL, listed = 0 WHERE person = ?",
                      CORE_VALUES(INT(SERVER_WHO_GONE), TEXT(person)), error);
    if (status == MST_OK)
        status =
            store_run(store, "DELETE FROM persons WHERE id = ?", CORE_VALUES(TEXT(person)), error);
    return status == MST_OK
               ? store_run(
                     store,
                     "INSERT INTO chores (name) VALUES ('sweep') ON CONFLICT (name) DO NOTHING",
                     NULL, 0, error)
               : status;
}

/* ---- persons that do nothing ----------------------------------------------------------------- */

/* Is there nothing of the person's but its tokens? */
static const char idle[] =
    "SELECT p.id, p.since, p.recovery IS NULL AND p.feed IS NULL AND "
    "p.name = 'Guest ' || substr(p.id, 1, 4) "
    "AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.person = p.id) "
    "AND NOT EXISTS (SELECT 1 FROM lines l WHERE l.person = p.id) "
    "AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.person = p.id) "
    "AND NOT EXISTS (SELECT 1 FROM watchers w WHERE w.person = p.id) "
    "AND NOT EXISTS (SELECT 1 FROM mutes m WHERE m.person = p.id) "
    "AND NOT EXISTS (SELECT 1 FROM uploads u WHERE u.person = p.id) "
    "FROM persons p WHERE (p.since, p.id) > (?, ?) AND p.since < ? ORDER BY p.since, p.id LIMIT ?";

enum mst_status store_sweep(struct server_store *store, struct server_sweep *sweep,
                            struct mst_error *error) {
    struct sqlite3_stmt *rows = server_rows(
        store, idle,
        CORE_VALUES(INT(sweep->since), TEXT(sweep->person), INT(sweep->until), INT(sweep->most)));
    assert(sweep->most > 0);
    struct mst_buf ids = {0};

    /* A page of persons at a time, from where the last one ended: the server does not stand still
     * for it. */
    int count = 0;
    for (; server_rows_next(store, rows); count++) {
        /* Padded with zeros: ids are kept one behind the other at a fixed distance. */
        char id[SERVER_ID_SIZE] = {0};
        server_row_copy(rows, 0, id, sizeof id);
        sweep->since = server_row_int(rows, 1);

        /* Somebody who is connected may be about to do something. */
        if (server_row_int(rows, 2) && !sweep->spared(sweep->context, id))
            mst_buf_bytes(&ids, id, sizeof id);
        memcpy(sweep->person, id, sizeof id);
    }

    /* Nothing is removed while the list is read. */
    enum mst_status status = store_status(store, error);
    for (size_t at = 0; status == MST_OK && at < ids.length; at += SERVER_ID_SIZE)
        status = store_run(store, "DELETE FROM persons WHERE id = ?",
                           CORE_VALUES(TEXT(ids.text + at)), error);
    mst_buf_clear(&ids);

    /* The last page is not full: begin again at the oldest. */
    sweep->whole = count < sweep->most;
    if (sweep->whole)
        sweep->since = sweep->person[0] = 0;
    return status;
}
