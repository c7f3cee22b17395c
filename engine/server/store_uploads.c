/* Rules that persons have sent. Their bundle holds the files that were sent; those that were
 * installed then are its base's. */
#include "server/store_parts.h"

#define TEXT server_value_text
#define INT server_value_int

/* ---- bundles --------------------------------------------------------------------------------- */

enum mst_status store_add_bundle(struct server_store *store, const char *bundle, const char *base,
                                 struct mst_error *error) {
    return store_run(store,
                     "INSERT INTO bundles (id, base) VALUES (?, ?) ON CONFLICT (id) DO NOTHING",
                     CORE_VALUES(TEXT(bundle), TEXT(base)), error);
}

void store_base(struct server_store *store, const char *bundle, char base[SERVER_HASH_SIZE]) {
    struct sqlite3_stmt *rows =
        server_rows(store, "SELECT base FROM bundles WHERE id = ?", CORE_VALUES(TEXT(bundle)));
    base[0] = 0;
    if (!server_rows_next(store, rows))
        return;
    server_row_copy(rows, 0, base, SERVER_HASH_SIZE);
    server_rows_end(rows);
}

bool store_has_file(struct server_store *store, const char *bundle, const char *path) {
    return server_rows_any(store, "SELECT 1 FROM bundle_files WHERE bundle = ? AND path = ?",
                           CORE_VALUES(TEXT(bundle), TEXT(path)));
}

enum mst_status store_use_bundle(struct server_store *store, const char *bundle,
                                 struct mst_error *error) {
    return store_run(store, "UPDATE bundles SET used = 1 WHERE id = ?", CORE_VALUES(TEXT(bundle)),
                     error);
}

bool store_bundle_used(struct server_store *store, const char *bundle) {
    return server_rows_any(store, "SELECT 1 FROM bundles WHERE id = ? AND used = 1",
                           CORE_VALUES(TEXT(bundle)));
}

/* ---- uploads --------------------------------------------------------------------------------- */

enum mst_status store_add_upload(struct server_store *store, const struct server_upload *upload,
                                 struct mst_error *error) {
    return store_run(store,
                     "INSERT INTO uploads (id, person, bundle, name, bytes, at, catalogue) "
                     "VALUES (?, ?, ?, ?, ?, ?, ?)",
                     CORE_VALUES(TEXT(upload->id), TEXT(upload->person), TEXT(upload->bundle),
                                 TEXT(upload->name), INT(upload->bytes), INT(upload->at),
                                 TEXT(upload->catalogue)),
                     error);
}

enum mst_status store_uploads(struct server_store *store,
                              void (*each)(void *context, const struct server_upload *upload),
                              void *context, struct mst_error *error) {
    struct sqlite3_stmt *rows = server_rows(
        store, "SELECT id, person, bundle, name, bytes, at, catalogue FROM uploads ORDER BY at, id",
        NULL, 0);
    while (server_rows_next(store, rows)) {
        struct server_upload upload = {.bytes = server_row_int(rows, 4),
                                       .at = server_row_int(rows, 5),
                                       .catalogue = server_row_text(rows, 6)};
        server_row_copy(rows, 0, upload.id, sizeof upload.id);
        server_row_copy(rows, 1, upload.person, sizeof upload.person);
        server_row_copy(rows, 2, upload.bundle, sizeof upload.bundle);
        server_row_copy(rows, 3, upload.name, sizeof upload.name);
        each(context, &upload);
    }
    return store_status(store, error);
}

enum mst_status store_discard(struct server_store *store, const char *upload,
                              struct mst_error *error) {
    static const char *const useless[] = {
        "DELETE FROM bundle_files WHERE bundle IN (SELECT id FROM bundles WHERE base IS NOT NULL "
        "AND used = 0 AND NOT EXISTS (SELECT 1 FROM uploads u WHERE u.bundle = bundles.id))",
        "DELETE FROM files WHERE NOT EXISTS "
        "(SELECT 1 FROM bundle_files b WHERE b.hash = files.hash)",
        "DELETE FROM bundles WHERE base IS NOT NULL AND used = 0 "
        "AND NOT EXISTS (SELECT 1 FROM uploads u WHERE u.bundle = bundles.id)"};
    enum mst_status status = store_change(store, "DELETE FROM uploads WHERE id = ?",
                                          CORE_VALUES(TEXT(upload)), "upload", error);
    for (size_t i = 0; status == MST_OK && i < sizeof useless / sizeof *useless; i++)
        status = store_run(store, useless[i], NULL, 0, error);
    return status;
}
