/* The rules that matches were begun with, what is said in matches, and the catalogue. */
#include "server/store_parts.h"

#define TEXT mst_value_text
#define INT mst_value_int

/* ---- bundles --------------------------------------------------------------------------------- */

bool mst_store_has_bundle(struct mst_store *store, const char *bundle) {
    return mst_rows_any(store, "SELECT 1 FROM bundles WHERE id = ?", MST_VALUES(TEXT(bundle)));
}

enum mst_status mst_store_add_file(struct mst_store *store, const char *bundle, const char *path,
                                   const char *hash, const char *text, size_t length,
                                   struct mst_error *error) {
    enum mst_status status =
        mst_store_run(store, "INSERT INTO bundles (id) VALUES (?) ON CONFLICT (id) DO NOTHING",
                      MST_VALUES(TEXT(bundle)), error);
    if (status == MST_OK)
        status = mst_store_run(
            store, "INSERT INTO files (hash, text) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING",
            MST_VALUES(TEXT(hash), mst_value_bytes(text, length)), error);
    return status == MST_OK
               ? mst_store_run(store,
                               "INSERT INTO bundle_files (bundle, path, hash) VALUES (?, ?, ?)",
                               MST_VALUES(TEXT(bundle), TEXT(path), TEXT(hash)), error)
               : status;
}

enum mst_status mst_store_files(struct mst_store *store, const char *bundle,
                                bool (*each)(void *context, const char *path, const char *text,
                                             size_t length),
                                void *context, struct mst_error *error) {
    struct sqlite3_stmt *rows = mst_rows(store,
                                         "SELECT b.path, f.text FROM bundle_files b "
                                         "JOIN files f ON f.hash = b.hash WHERE b.bundle = ? "
                                         "ORDER BY b.path",
                                         MST_VALUES(TEXT(bundle)));
    while (mst_rows_next(store, rows)) {
        size_t length;
        const char *text = mst_row_bytes(rows, 1, &length);
        if (!each(context, mst_row_text(rows, 0), text, length)) {
            mst_rows_end(rows);
            break;
        }
    }
    return mst_store_status(store, error);
}

/* ---- the catalogue --------------------------------------------------------------------------- */

char *mst_store_catalogue(struct mst_store *store, const char *bundle) {
    struct sqlite3_stmt *rows =
        mst_rows(store, "SELECT json FROM catalogue WHERE bundle = ?", MST_VALUES(TEXT(bundle)));
    if (!mst_rows_next(store, rows))
        return NULL;
    char *json = mst_strdup(mst_row_text(rows, 0));
    mst_rows_end(rows);
    return json;
}

enum mst_status mst_store_set_catalogue(struct mst_store *store, const char *bundle,
                                        const char *json, struct mst_error *error) {
    return mst_store_run(store,
                         "INSERT INTO catalogue (bundle, json) VALUES (?, ?) "
                         "ON CONFLICT (bundle) DO UPDATE SET json = excluded.json",
                         MST_VALUES(TEXT(bundle), TEXT(json)), error);
}

/* ---- talk ------------------------------------------------------------------------------------ */

enum mst_status mst_store_say(struct mst_store *store, const char *match, struct mst_said *said,
                              struct mst_error *error) {
    enum mst_status status =
        mst_store_change(store, "UPDATE matches SET said = said + 1 WHERE id = ?",
                         MST_VALUES(TEXT(match)), "match for a line of chat", error);
    if (status != MST_OK)
        return status;
    struct sqlite3_stmt *rows =
        mst_rows(store, "SELECT said FROM matches WHERE id = ?", MST_VALUES(TEXT(match)));
    if (!mst_rows_next(store, rows))
        return mst_store_status(store, error);
    said->number = (int)mst_row_int(rows, 0);
    mst_rows_end(rows);
    return mst_store_run(store,
                         "INSERT INTO lines (match_id, number, at, person, seat, text) "
                         "VALUES (?, ?, ?, ?, ?, ?)",
                         MST_VALUES(TEXT(match), INT(said->number), INT(said->at),
                                    TEXT(said->person), INT(said->seat), TEXT(said->text)),
                         error);
}

enum mst_status mst_store_chat(struct mst_store *store, const char *match, int most,
                               void (*each)(void *context, const struct mst_said *said),
                               void *context, struct mst_error *error) {
    struct sqlite3_stmt *rows =
        mst_rows(store,
                 "SELECT l.number, l.at, l.person, l.seat, l.text, p.name FROM "
                 "(SELECT number, at, person, seat, text FROM lines WHERE match_id = ? "
                 "ORDER BY number DESC LIMIT ?) AS l "
                 "JOIN persons p ON p.id = l.person ORDER BY l.number",
                 MST_VALUES(TEXT(match), INT(most)));
    while (mst_rows_next(store, rows)) {
        struct mst_said said = {.number = (int)mst_row_int(rows, 0),
                                .at = mst_row_int(rows, 1),
                                .seat = (int)mst_row_int(rows, 3),
                                .text = mst_row_text(rows, 4)};
        mst_row_copy(rows, 2, said.person, sizeof said.person);
        mst_row_copy(rows, 5, said.name, sizeof said.name);
        each(context, &said);
    }
    return mst_store_status(store, error);
}

enum mst_status mst_store_report(struct mst_store *store, const char *match, int line,
                                 const char *person, const char *text, int64_t now,
                                 struct mst_error *error) {
    return mst_store_run(
        store, "INSERT INTO reports (match_id, number, person, text, at) VALUES (?, ?, ?, ?, ?)",
        MST_VALUES(TEXT(match), INT(line), TEXT(person), TEXT(text), INT(now)), error);
}
