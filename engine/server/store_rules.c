/* The rules that matches were begun with, what is said in matches, and the catalogue. */
#include "server/store_parts.h"

#include <assert.h>

#define TEXT server_value_text
#define INT server_value_int

/* ---- bundles --------------------------------------------------------------------------------- */

bool store_has_bundle(struct server_store *store, const char *bundle) {
    return server_rows_any(store, "SELECT 1 FROM bundles WHERE id = ?", CORE_VALUES(TEXT(bundle)));
}

enum mst_status store_add_file(struct server_store *store, const char *bundle, const char *path,
                               const char *hash, const char *text, size_t length,
                               struct mst_error *error) {
    enum mst_status status =
        store_run(store, "INSERT INTO bundles (id) VALUES (?) ON CONFLICT (id) DO NOTHING",
                  CORE_VALUES(TEXT(bundle)), error);
    if (status == MST_OK)
        status = store_run(
            store, "INSERT INTO files (hash, text) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING",
            CORE_VALUES(TEXT(hash), server_value_bytes(text, length)), error);

    /* Files are kept once by their content, whatever bundles have them. */
    return status == MST_OK
               ? store_run(store, "INSERT INTO bundle_files (bundle, path, hash) VALUES (?, ?, ?)",
                           CORE_VALUES(TEXT(bundle), TEXT(path), TEXT(hash)), error)
               : status;
}

enum mst_status store_files(struct server_store *store, const char *bundle,
                            bool (*each)(void *context, const char *path, const char *text,
                                         size_t length),
                            void *context, struct mst_error *error) {
    struct sqlite3_stmt *rows = server_rows(store,
                                            "SELECT b.path, f.text FROM bundle_files b "
                                            "JOIN files f ON f.hash = b.hash WHERE b.bundle = ? "
                                            "ORDER BY b.path",
                                            CORE_VALUES(TEXT(bundle)));
    while (server_rows_next(store, rows)) {
        size_t length;
        const char *text = server_row_bytes(rows, 1, &length);

        /* A statement that is left early must end, or it would hold its lock on the file. */
        if (!each(context, server_row_text(rows, 0), text, length)) {
            server_rows_end(rows);
            break;
        }
    }
    return store_status(store, error);
}

/* ---- the catalogue --------------------------------------------------------------------------- */

char *store_catalogue(struct server_store *store, const char *bundle) {
    struct sqlite3_stmt *rows = server_rows(store, "SELECT json FROM catalogue WHERE bundle = ?",
                                            CORE_VALUES(TEXT(bundle)));
    if (!server_rows_next(store, rows))
        return NULL;
    char *json = mst_strdup(server_row_text(rows, 0));
    server_rows_end(rows);
    return json;
}

enum mst_status store_set_catalogue(struct server_store *store, const char *bundle,
                                    const char *json, struct mst_error *error) {
    return store_run(store,
                     "INSERT INTO catalogue (bundle, json) VALUES (?, ?) "
                     "ON CONFLICT (bundle) DO UPDATE SET json = excluded.json",
                     CORE_VALUES(TEXT(bundle), TEXT(json)), error);
}

/* ---- talk ------------------------------------------------------------------------------------ */

enum mst_status store_say(struct server_store *store, const char *match, struct store_said *said,
                          struct mst_error *error) {
    enum mst_status status =
        store_change(store, "UPDATE matches SET said = said + 1 WHERE id = ?",
                     CORE_VALUES(TEXT(match)), "match for a line of chat", error);
    if (status != MST_OK)
        return status;

    /* The number is that of the match's own counter, so that lines which are removed leave a gap.
     */
    struct sqlite3_stmt *rows =
        server_rows(store, "SELECT said FROM matches WHERE id = ?", CORE_VALUES(TEXT(match)));
    if (!server_rows_next(store, rows))
        return store_status(store, error);
    said->number = (int)server_row_int(rows, 0);
    server_rows_end(rows);
    assert(said->number > 0);
    return store_run(store,
                     "INSERT INTO lines (match_id, number, at, person, seat, text) "
                     "VALUES (?, ?, ?, ?, ?, ?)",
                     CORE_VALUES(TEXT(match), INT(said->number), INT(said->at), TEXT(said->person),
                                 INT(said->seat), TEXT(said->text)),
                     error);
}

enum mst_status store_chat(struct server_store *store, const char *match, int most,
                           void (*each)(void *context, const struct store_said *said),
                           void *context, struct mst_error *error) {
    struct sqlite3_stmt *rows =
        server_rows(store,
                    "SELECT l.number, l.at, l.person, l.seat, l.text, p.name FROM "
                    "(SELECT number, at, person, seat, text FROM lines WHERE match_id = ? "
                    "ORDER BY number DESC LIMIT ?) AS l "
                    "JOIN persons p ON p.id = l.person ORDER BY l.number",
                    CORE_VALUES(TEXT(match), INT(most)));
    while (server_rows_next(store, rows)) {
        struct store_said said = {.number = (int)server_row_int(rows, 0),
                                  .at = server_row_int(rows, 1),
                                  .seat = (int)server_row_int(rows, 3),
                                  .text = server_row_text(rows, 4)};
        server_row_copy(rows, 2, said.person, sizeof said.person);
        server_row_copy(rows, 5, said.name, sizeof said.name);
        each(context, &said);
    }
    return store_status(store, error);
}

enum mst_status store_report(struct server_store *store, const char *match, int line,
                             const char *person, const char *text, int64_t now,
                             struct mst_error *error) {
    return store_run(
        store, "INSERT INTO reports (match_id, number, person, text, at) VALUES (?, ?, ?, ?, ?)",
        CORE_VALUES(TEXT(match), INT(line), TEXT(person), TEXT(text), INT(now)), error);
}
