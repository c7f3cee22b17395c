/* Rules that persons have sent. Their bundle holds the files that were sent; those that were
 * installed then are its base's. */
#include "server/store_parts.h"

#define TEXT mst_value_text
#define INT mst_value_int

/* ---- bundles --------------------------------------------------------------------------------- */

enum mst_status mst_store_add_bundle(struct mst_store *store, const char *bundle, const char *base,
                                     struct mst_error *error) {
    return mst_store_run(store,
                         "INSERT INTO bundles (id, base) VALUES (?, ?) ON CONFLICT (id) DO NOTHING",
                         MST_VALUES(TEXT(bundle), TEXT(base)), error);
}

void mst_store_base(struct mst_store *store, const char *bundle, char base[MST_HASH_SIZE]) {
    struct sqlite3_stmt *rows =
        mst_rows(store, "SELECT base FROM bundles WHERE id = ?", MST_VALUES(TEXT(bundle)));
    base[0] = 0;
    if (!mst_rows_next(store, rows))
        return;
    mst_row_copy(rows, 0, base, MST_HASH_SIZE);
    mst_rows_end(rows);
}

bool mst_store_has_file(struct mst_store *store, const char *bundle, const char *path) {
    return mst_rows_any(store, "SELECT 1 FROM bundle_files WHERE bundle = ? AND path = ?",
                        MST_VALUES(TEXT(bundle), TEXT(path)));
}

enum mst_status mst_store_use_bundle(struct mst_store *store, const char *bundle,
                                     struct mst_error *error) {
    return mst_store_run(store, "UPDATE bundles SET used = 1 WHERE id = ?",
                         MST_VALUES(TEXT(bundle)), error);
}

bool mst_store_bundle_used(struct mst_store *store, const char *bundle) {
    return mst_rows_any(store, "SELECT 1 FROM bundles WHERE id = ? AND used = 1",
                        MST_VALUES(TEXT(bundle)));
}

/* ---- uploads --------------------------------------------------------------------------------- */

enum mst_status mst_store_add_upload(struct mst_store *store, const struct mst_upload *upload,
                                     struct mst_error *error) {
    return mst_store_run(store,
                         "INSERT INTO uploads (id, person, bundle, name, bytes, at, catalogue) "
                         "VALUES (?, ?, ?, ?, ?, ?, ?)",
                         MST_VALUES(TEXT(upload->id), TEXT(upload->person), TEXT(upload->bundle),
                                    TEXT(upload->name), INT(upload->bytes), INT(upload->at),
                                    TEXT(upload->catalogue)),
                         error);
}

enum mst_status mst_store_uploads(struct mst_store *store,
                                  void (*each)(void *context, const struct mst_upload *upload),
                                  void *context, struct mst_error *error) {
    struct sqlite3_stmt *rows = mst_rows(
        store, "SELECT id, person, bundle, name, bytes, at, catalogue FROM uploads ORDER BY at, id",
        NULL, 0);
    while (mst_rows_next(store, rows)) {
        struct mst_upload upload = {.bytes = mst_row_int(rows, 4),
                                    .at = mst_row_int(rows, 5),
                                    .catalogue = mst_row_text(rows, 6)};
        mst_row_copy(rows, 0, upload.id, sizeof upload.id);
        mst_row_copy(rows, 1, upload.person, sizeof upload.person);
        mst_row_copy(rows, 2, upload.bundle, sizeof upload.bundle);
        mst_row_copy(rows, 3, upload.name, sizeof upload.name);
        each(context, &upload);
    }
    return mst_store_status(store, error);
}

enum mst_status mst_store_discard(struct mst_store *store, const char *upload,
                                  struct mst_error *error) {
    static const char *const useless[] = {
        "DELETE FROM bundle_files WHERE bundle IN (SELECT id FROM bundles WHERE base IS NOT NULL "
        "AND used = 0 AND NOT EXISTS (SELECT 1 FROM uploads u WHERE u.bundle = bundles.id))",
        "DELETE FROM files WHERE NOT EXISTS "
        "(SELECT 1 FROM bundle_files b WHERE b.hash = files.hash)",
        "DELETE FROM bundles WHERE base IS NOT NULL AND used = 0 "
        "AND NOT EXISTS (SELECT 1 FROM uploads u WHERE u.bundle = bundles.id)"};
    enum mst_status status = mst_store_change(store, "DELETE FROM uploads WHERE id = ?",
                                              MST_VALUES(TEXT(upload)), "upload", error);
    for (size_t i = 0; status == MST_OK && i < sizeof useless / sizeof *useless; i++)
        status = mst_store_run(store, useless[i], NULL, 0, error);
    return status;
}
