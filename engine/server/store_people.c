/* Persons, their tokens and whom they do not want to hear. A token enters the database as its hash
 * alone (S3), and whoever is forgotten leaves nothing behind but seats of nobody. */
#include "server/store_parts.h"

#include <string.h>

#define TEXT mst_value_text
#define INT mst_value_int

/* The hash of a token; of no token, no value. */
static struct mst_value hash_of(const char *token, char hash[MST_DIGEST_SIZE]) {
    if (token)
        mst_digest(token, strlen(token), hash);
    return TEXT(token ? hash : NULL);
}

enum mst_status mst_store_add_person(struct mst_store *store, const struct mst_person *person,
                                     const char *token, int64_t now, struct mst_error *error) {
    enum mst_status status =
        mst_store_run(store, "INSERT INTO persons (id, name, since) VALUES (?, ?, ?)",
                      MST_VALUES(TEXT(person->id), TEXT(person->name), INT(now)), error);
    return status == MST_OK ? mst_store_add_token(store, person->id, token, now, error) : status;
}

enum mst_status mst_store_rename(struct mst_store *store, const struct mst_person *person,
                                 struct mst_error *error) {
    enum mst_status status = mst_store_change(store, "UPDATE persons SET name = ? WHERE id = ?",
                                              MST_VALUES(TEXT(person->name), TEXT(person->id)),
                                              "person to be renamed", error);
    return status == MST_OK ? mst_store_index_person(store, person->id, error) : status;
}

/* ---- finding --------------------------------------------------------------------------------- */

static bool find_person(struct mst_store *store, const char *sql, const char *key,
                        struct mst_person *person) {
    struct sqlite3_stmt *rows = mst_rows(store, sql, MST_VALUES(TEXT(key)));
    if (!mst_rows_next(store, rows))
        return false;
    mst_row_copy(rows, 0, person->id, sizeof person->id);
    mst_row_copy(rows, 1, person->name, sizeof person->name);
    mst_rows_end(rows);
    return true;
}

static bool find_by_hash(struct mst_store *store, const char *sql, const char *token,
                         struct mst_person *person) {
    char hash[MST_DIGEST_SIZE];
    mst_digest(token, strlen(token), hash);
    return find_person(store, sql, hash, person);
}

bool mst_store_person(struct mst_store *store, const char *id, struct mst_person *person) {
    return find_person(store, "SELECT id, name FROM persons WHERE id = ?", id, person);
}

bool mst_store_person_by_token(struct mst_store *store, const char *token,
                               struct mst_person *person) {
    return find_by_hash(store,
                        "SELECT p.id, p.name FROM tokens t JOIN persons p ON p.id = t.person "
                        "WHERE t.hash = ?",
                        token, person);
}

bool mst_store_person_by_recovery(struct mst_store *store, const char *token,
                                  struct mst_person *person) {
    return find_by_hash(store, "SELECT id, name FROM persons WHERE recovery = ?", token, person);
}

bool mst_store_person_by_feed(struct mst_store *store, const char *token,
                              struct mst_person *person) {
    return find_by_hash(store, "SELECT id, name FROM persons WHERE feed = ?", token, person);
}

/* ---- tokens ---------------------------------------------------------------------------------- */

enum mst_status mst_store_add_token(struct mst_store *store, const char *person, const char *token,
                                    int64_t now, struct mst_error *error) {
    char hash[MST_DIGEST_SIZE];
    return mst_store_run(store, "INSERT INTO tokens (hash, person, since) VALUES (?, ?, ?)",
                         MST_VALUES(hash_of(token, hash), TEXT(person), INT(now)), error);
}

enum mst_status mst_store_set_recovery(struct mst_store *store, const char *person,
                                       const char *token, struct mst_error *error) {
    char hash[MST_DIGEST_SIZE];
    return mst_store_change(store, "UPDATE persons SET recovery = ? WHERE id = ?",
                            MST_VALUES(hash_of(token, hash), TEXT(person)), "person for a link",
                            error);
}

enum mst_status mst_store_set_feed(struct mst_store *store, const char *person, const char *token,
                                   struct mst_error *error) {
    char hash[MST_DIGEST_SIZE];
    return mst_store_change(store, "UPDATE persons SET feed = ? WHERE id = ?",
                            MST_VALUES(hash_of(token, hash), TEXT(person)), "person for a feed",
                            error);
}

/* ---- mutes, and forgetting ------------------------------------------------------------------- */

enum mst_status mst_store_mute(struct mst_store *store, const char *person, const char *other,
                               bool on, struct mst_error *error) {
    return mst_store_run(store,
                         on ? "INSERT INTO mutes (person, other) VALUES (?, ?) "
                              "ON CONFLICT (person, other) DO NOTHING"
                            : "DELETE FROM mutes WHERE person = ? AND other = ?",
                         MST_VALUES(TEXT(person), TEXT(other)), error);
}

bool mst_store_muted(struct mst_store *store, const char *person, const char *other) {
    return mst_rows_any(store, "SELECT 1 FROM mutes WHERE person = ? AND other = ?",
                        MST_VALUES(TEXT(person), TEXT(other)));
}

/* The tables that name a person lose their rows with the person's own (ON DELETE), but for seats.
 */
enum mst_status mst_store_forget(struct mst_store *store, const char *person,
                                 struct mst_error *error) {
    enum mst_status status = mst_store_change(store, "UPDATE persons SET name = '' WHERE id = ?",
                                              MST_VALUES(TEXT(person)), "person to forget", error);
    if (status == MST_OK)
        status = mst_store_index_person(store, person, error);
    if (status == MST_OK)
        status = mst_store_run(
            store, "UPDATE seats SET who = ?, person = NULL, listed = 0 WHERE person = ?",
            MST_VALUES(INT(MST_WHO_GONE), TEXT(person)), error);
    if (status == MST_OK)
        status = mst_store_run(store, "DELETE FROM persons WHERE id = ?", MST_VALUES(TEXT(person)),
                               error);
    return status == MST_OK
               ? mst_store_run(
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

enum mst_status mst_store_sweep(struct mst_store *store, struct mst_sweep *sweep,
                                struct mst_error *error) {
    struct sqlite3_stmt *rows = mst_rows(
        store, idle,
        MST_VALUES(INT(sweep->since), TEXT(sweep->person), INT(sweep->until), INT(sweep->most)));
    struct mst_buf ids = {0};
    int count = 0;
    for (; mst_rows_next(store, rows); count++) {
        char id[MST_ID_SIZE] = {0};
        mst_row_copy(rows, 0, id, sizeof id);
        sweep->since = mst_row_int(rows, 1);
        if (mst_row_int(rows, 2) && !sweep->spared(sweep->context, id))
            mst_buf_bytes(&ids, id, sizeof id);
        memcpy(sweep->person, id, sizeof id);
    }
    enum mst_status status = mst_store_status(store, error);
    for (size_t at = 0; status == MST_OK && at < ids.length; at += MST_ID_SIZE)
        status = mst_store_run(store, "DELETE FROM persons WHERE id = ?",
                               MST_VALUES(TEXT(ids.text + at)), error);
    mst_buf_clear(&ids);
    sweep->whole = count < sweep->most;
    if (sweep->whole)
        sweep->since = sweep->person[0] = 0;
    return status;
}
