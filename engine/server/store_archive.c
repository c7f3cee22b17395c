/* Compressed rows: the plies of matches that are over, and their last views. */
#include <assert.h>
#include <string.h>
#include <zstd.h>

#include "server/store_parts.h"

#define TEXT server_value_text

enum { LEVEL = 9, LONGEST = 64 << 20 /* bytes of a text that is unpacked */ };

/* Compress into a block that the caller frees. NULL when out of memory. */
static char *store_archive_pack(const char *text, size_t length, size_t *packed) {
    size_t bound = ZSTD_compressBound(length);
    char *block = mst_alloc(bound);
    *packed = block ? ZSTD_compress(block, bound, text, length, LEVEL) : 0;
    if (block && !ZSTD_isError(*packed))
        return block;
    mst_free(block);
    return NULL;
}

/* The text of a block, for the caller to free. NULL if it is damaged or too long. */
static char *unpack(const char *block, size_t packed) {
    unsigned long long length = ZSTD_getFrameContentSize(block, packed);
    if (length == ZSTD_CONTENTSIZE_UNKNOWN || length == ZSTD_CONTENTSIZE_ERROR || length > LONGEST)
        return NULL;

    /* The length is the frame's own word: it is bounded before any room is made. */
    char *text = mst_alloc((size_t)length + 1);
    if (text && ZSTD_decompress(text, (size_t)length, block, packed) == length) {
        text[length] = 0;
        return text;
    }
    mst_free(text);
    return NULL;
}

/* The unpacked text that a statement finds in its first column, or NULL. */
static char *unpacked(struct server_store *store, const char *sql, const char *match) {
    struct sqlite3_stmt *rows = server_rows(store, sql, CORE_VALUES(TEXT(match)));
    char *text = NULL;
    size_t length;
    if (!server_rows_next(store, rows))
        return NULL;
    const char *block = server_row_bytes(rows, 0, &length);
    text = unpack(block, length);
    server_rows_end(rows);
    return text;
}

static enum mst_status store_archive_keep(struct server_store *store, const char *sql,
                                          const char *match, int count, const char *text,
                                          size_t length, struct mst_error *error) {
    assert(length > 0);
    size_t packed;
    char *block = store_archive_pack(text, length, &packed);
    if (!block)
        return store_fail(store, "out of memory", error);
    enum mst_status status = store_run(
        store, sql,
        CORE_VALUES(TEXT(match), server_value_int(count), server_value_bytes(block, packed)),
        error);
    mst_free(block);
    return status;
}

/* ---- plies ----------------------------------------------------------------------------------- */

enum mst_status store_archive(struct server_store *store, const char *match,
                              struct mst_error *error) {
    struct mst_buf text = {0};
    struct sqlite3_stmt *rows =
        server_rows(store, "SELECT line, at FROM plies WHERE match_id = ? ORDER BY ply",
                    CORE_VALUES(TEXT(match)));
    int count = 0;
    for (; server_rows_next(store, rows); count++)
        mst_buf_printf(&text, "%s\t%lld\n", server_row_text(rows, 0),
                       (long long)server_row_int(rows, 1));

    /* The lines go only after the pressed text is stored, in the same begin. */
    enum mst_status status = store_status(store, error);
    if (status == MST_OK && text.failed)
        status = store_fail(store, "out of memory", error);

    /* A match without plies has nothing to press, and one that was pressed before has none left. */
    if (status == MST_OK && text.length)
        status = store_archive_keep(store,
                                    "INSERT INTO archive (match_id, count, plies) VALUES (?, ?, ?) "
                                    "ON CONFLICT (match_id) DO NOTHING",
                                    match, count, text.text, text.length, error);
    if (status == MST_OK && text.length)
        status = store_run(store, "DELETE FROM plies WHERE match_id = ?", CORE_VALUES(TEXT(match)),
                           error);
    mst_buf_clear(&text);
    return status;
}

bool store_archived(struct server_store *store, const char *match, struct mst_buf *out) {
    char *text = unpacked(store, "SELECT plies FROM archive WHERE match_id = ?", match);

    /* Each line has its time behind a tab, which a transcript does not have. */
    for (const char *at = text; at && *at; at += strcspn(at, "\n") + 1) {
        mst_buf_bytes(out, at, strcspn(at, "\t\n"));
        mst_buf_char(out, '\n');
    }
    bool found = text != NULL;
    mst_free(text);
    return found;
}

/* ---- views ----------------------------------------------------------------------------------- */

enum mst_status store_set_shown(struct server_store *store, const char *match, const char *json,
                                struct mst_error *error) {
    return store_archive_keep(store,
                              "INSERT INTO shown (match_id, version, views) VALUES (?, ?, ?) "
                              "ON CONFLICT (match_id) DO UPDATE SET views = excluded.views",
                              match, 1, json, strlen(json), error);
}

char *store_shown(struct server_store *store, const char *match) {
    return unpacked(store, "SELECT views FROM shown WHERE match_id = ?", match);
}
