/* The database itself: opening it for this process alone, statements, transactions, checks and
 * copies. The only file that sees SQLite. See store.h and store_parts.h. */
#include "server/store_parts.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MARK = 0x4d757374,   /* "Must": whose database a file is */
    PATIENCE = 2000,     /* ms to wait for another process to let go of the file */
    LEFT_OVER = 1 << 24, /* bytes to which the log shrinks after it was longer */
};

struct prepared {
    char *sql;
    sqlite3_stmt *statement;
};

struct server_store {
    sqlite3 *db;
    char path[PATH_MAX];
    const char *target;     /* the file that is written: `path`, or a backup */
    bool ready;             /* it is open, and its tables are known */
    bool writing;           /* within a begin */
    struct mst_error wrong; /* the first failure (P3); MST_OK: none */
    struct prepared *prepared;
    int count, room;
};

/* ---- failures -------------------------------------------------------------------------------- */

/* The system's latest failure with one of the files of the database, which SQLite gives as `which`;
 * 0: none. */
static int reason_of(const struct server_store *store, int which) {
    sqlite3_file *file = NULL;
    int reason = 0;

    /* SQLite forgets errno of its own files, but they remember it. */
    if (sqlite3_file_control(store->db, "main", which, &file) == SQLITE_OK && file &&
        file->pMethods)
        file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &reason);
    return reason;
}

static bool store_is_full(int reason) {
    return reason == ENOSPC || reason == EDQUOT || reason == EFBIG;
}

/* Did writing fail for want of room? SQLite knows it of some failures only. */
static bool has_no_room(const struct server_store *store) {
    int code = sqlite3_extended_errcode(store->db);
    return code == SQLITE_FULL || ((code == SQLITE_IOERR_WRITE || code == SQLITE_IOERR_FSYNC) &&
                                   (store_is_full(sqlite3_system_errno(store->db)) ||
                                    store_is_full(reason_of(store, SQLITE_FCNTL_JOURNAL_POINTER)) ||
                                    store_is_full(reason_of(store, SQLITE_FCNTL_FILE_POINTER))));
}

/* What SQLite's latest failure means to a person. */
static enum mst_status store_explain(const struct server_store *store, struct mst_error *error) {
    const char *path = store->target, *text = sqlite3_errmsg(store->db);
    int code = sqlite3_errcode(store->db) & 0xff, reason = sqlite3_system_errno(store->db);
    if (has_no_room(store))
        return mst_fail(error, MST_BAD_FILE, path,
                        "there is no room for '%s' to grow: the disk is full, or a limit for files "
                        "is reached; nothing was stored",
                        path);

    /* The remedy depends on the kind of failure: each has a sentence for it. */
    switch (code) {
    case SQLITE_OK: /* not a failure of SQLite's */
    case SQLITE_NOMEM: return mst_fail(error, MST_BAD_FILE, path, "out of memory");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
        return mst_fail(error, MST_BAD_FILE, path,
                        "another process has the database '%s'; end that one first", path);
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
        return mst_fail(error, MST_BAD_FILE, path,
                        "cannot write the database '%s': the file and its folder must be writable "
                        "(%s)",
                        path, reason ? strerror(reason) : text);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return mst_fail(error, MST_BAD_FILE, path,
                        "the database '%s' is damaged (%s); put a backup in its place", path, text);
    case SQLITE_CONSTRAINT:
        return mst_fail(error, MST_BAD_FILE, path,
                        "the database '%s' does not accept what was to be stored (%s)", path, text);
    default:
        return mst_fail(error, MST_BAD_FILE, path, "cannot use the database '%s': %s%s%s", path,
                        text, reason ? ": " : "", reason ? strerror(reason) : "");
    }
}

static void store_note(struct server_store *store) {
    if (store->wrong.status == MST_OK)
        store_explain(store, &store->wrong);
}

static enum mst_status store_report_error(const struct mst_error *wrong, struct mst_error *error) {
    if (error)
        *error = *wrong;
    return wrong->status;
}

enum mst_status store_fail(struct server_store *store, const char *text, struct mst_error *error) {
    if (store->wrong.status == MST_OK)
        mst_fail(&store->wrong, MST_BAD_FILE, store->path, "%s", text);
    return store_report_error(&store->wrong, error);
}

enum mst_status store_status(struct server_store *store, struct mst_error *error) {
    enum mst_status status = store->wrong.status;
    if (status == MST_OK)
        return MST_OK;
    store_report_error(&store->wrong, error);

    /* P3: within a begin the failure stays, so that the commit fails, too. */
    if (!store->writing)
        store->wrong = (struct mst_error){0};
    return status;
}

/* ---- values ---------------------------------------------------------------------------------- */

struct store_value server_value_text(const char *text) {
    return (struct store_value){.kind = text ? SERVER_VALUE_TEXT : SERVER_VALUE_NULL,
                                .bytes = text,
                                .length = text ? strlen(text) : 0};
}

struct store_value server_value_name(const char *text) {
    return server_value_text(*text ? text : NULL);
}

struct store_value server_value_int(int64_t number) {
    return (struct store_value){.kind = SERVER_VALUE_INT, .number = number};
}

struct store_value server_value_bytes(const char *bytes, size_t length) {
    return (struct store_value){.kind = SERVER_VALUE_BYTES, .bytes = bytes, .length = length};
}

static int bind(sqlite3_stmt *statement, int at, const struct store_value *value) {
    switch (value->kind) {
    case SERVER_VALUE_INT: return sqlite3_bind_int64(statement, at, value->number);
    case SERVER_VALUE_TEXT:
        return sqlite3_bind_text64(statement, at, value->bytes, value->length, SQLITE_STATIC,
                                   SQLITE_UTF8);
    case SERVER_VALUE_BYTES: /* no pointer would be no value */
        return sqlite3_bind_blob64(statement, at, value->length ? value->bytes : "", value->length,
                                   SQLITE_STATIC);
    default: return sqlite3_bind_null(statement, at);
    }
}

/* ---- statements ------------------------------------------------------------------------------ */

static sqlite3_stmt *prepare(struct server_store *store, const char *sql) {
    sqlite3_stmt *statement = NULL;
    if (store->count == store->room) {
        int room = store->room ? 2 * store->room : 64;
        struct prepared *more = mst_realloc(store->prepared, (size_t)room * sizeof *more);
        if (!more)
            return NULL;
        store->prepared = more;
        store->room = room;
    }

    /* P1: it is kept under a copy of its text, since some texts are put together. */
    assert(store->count < store->room);
    char *copy = mst_strdup(sql);
    if (!copy || sqlite3_prepare_v3(store->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement,
                                    NULL) != SQLITE_OK) {
        mst_free(copy);
        return NULL;
    }
    store->prepared[store->count++] = (struct prepared){copy, statement};
    return statement;
}

static sqlite3_stmt *store_find(struct server_store *store, const char *sql) {
    for (int i = 0; i < store->count; i++)
        if (!strcmp(store->prepared[i].sql, sql) &&
            !sqlite3_stmt_busy(store->prepared[i].statement))
            return store->prepared[i].statement;
    return prepare(store, sql);
}

sqlite3_stmt *server_rows(struct server_store *store, const char *sql,
                          const struct store_value *values, int count) {
    sqlite3_stmt *rows = store_find(store, sql);
    assert(count == 0 || values); /* P2 */
    int code = rows ? SQLITE_OK : SQLITE_ERROR;
    for (int i = 0; code == SQLITE_OK && i < count; i++)
        code = bind(rows, i + 1, &values[i]);

    /* The values bound so far must not stay for the next use of the statement. */
    if (code == SQLITE_OK)
        return rows;
    store_note(store);
    server_rows_end(rows);
    return NULL;
}

bool server_rows_next(struct server_store *store, sqlite3_stmt *rows) {
    int code = rows ? sqlite3_step(rows) : SQLITE_DONE;
    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE)
        store_note(store);
    server_rows_end(rows);
    return false;
}

void server_rows_end(sqlite3_stmt *rows) {
    sqlite3_reset(rows);

    /* Texts that were bound are the caller's and may be gone soon. */
    if (rows)
        sqlite3_clear_bindings(rows);
}

bool server_rows_any(struct server_store *store, const char *sql, const struct store_value *values,
                     int count) {
    sqlite3_stmt *rows = server_rows(store, sql, values, count);
    bool any = server_rows_next(store, rows);
    if (any)
        server_rows_end(rows);
    return any;
}

int64_t server_row_int(sqlite3_stmt *rows, int column) {
    assert(rows);
    return sqlite3_column_int64(rows, column);
}

const char *server_row_text(sqlite3_stmt *rows, int column) {
    const char *text = (const char *)sqlite3_column_text(rows, column);
    return text ? text : "";
}

const char *server_row_bytes(sqlite3_stmt *rows, int column, size_t *length) {
    const char *bytes = sqlite3_column_blob(rows, column);
    *length = (size_t)sqlite3_column_bytes(rows, column);
    return bytes ? bytes : "";
}

void server_row_copy(sqlite3_stmt *rows, int column, char *text, size_t size) {
    snprintf(text, size, "%s", server_row_text(rows, column));
}

enum mst_status store_run(struct server_store *store, const char *sql,
                          const struct store_value *values, int count, struct mst_error *error) {
    if (!store->writing)
        return mst_fail(error, MST_BAD_FILE, store->path, "nothing is written outside a begin");

    /* P3: after a failure nothing more is written; the commit reports it. */
    if (store->wrong.status == MST_OK) {
        sqlite3_stmt *rows = server_rows(store, sql, values, count);
        while (server_rows_next(store, rows))
            ;
    }
    return store_status(store, error);
}

enum mst_status store_change(struct server_store *store, const char *sql,
                             const struct store_value *values, int count, const char *what,
                             struct mst_error *error) {
    char text[200];
    enum mst_status status = store_run(store, sql, values, count, error);
    if (status != MST_OK || sqlite3_changes(store->db))
        return status;

    /* A statement that changes nothing is a fault of the caller, such as a match that was never
     * added. */
    snprintf(text, sizeof text, "the database has no %s", what);
    return store_fail(store, text, error);
}

/* ---- transactions ---------------------------------------------------------------------------- */

/* Run statements without values. False, and the failure is kept. */
static bool run_script(struct server_store *store, const char *sql) {
    if (sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    store_note(store);
    return false;
}

enum mst_status store_begin(struct server_store *store, struct mst_error *error) {
    if (store->writing)
        return mst_fail(error, MST_BAD_FILE, store->path, "a begin within a begin");
    assert(sqlite3_get_autocommit(store->db));
    if (store->wrong.status == MST_OK)
        store->writing = run_script(store, "BEGIN IMMEDIATE");
    return store_status(store, error);
}

static void end_writing(struct server_store *store) {
    store->writing = false;
    store->wrong = (struct mst_error){0};
}

enum mst_status store_commit(struct server_store *store, struct mst_error *error) {
    if (!store->writing)
        return mst_fail(error, MST_BAD_FILE, store->path, "a commit without a begin");

    /* P3: all or nothing. */
    if (store->wrong.status != MST_OK || !run_script(store, "COMMIT")) {
        enum mst_status status = store_report_error(&store->wrong, error);
        store_cancel(store);
        return status;
    }
    assert(store->wrong.status == MST_OK); /* P3 */
    end_writing(store);
    return MST_OK;
}

void store_cancel(struct server_store *store) {
    if (store->writing && !sqlite3_get_autocommit(store->db)) /* a failure may have undone it */
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);

    /* P3: with the begin ends what is remembered of its failure. */
    end_writing(store);
}

bool store_writing(const struct server_store *store) {
    return store->writing;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* The first column of the first row that a statement without values gives. */
static bool store_read_number(struct server_store *store, const char *sql, int64_t *number) {
    sqlite3_stmt *rows = server_rows(store, sql, NULL, 0);
    if (!server_rows_next(store, rows))
        return false;
    *number = server_row_int(rows, 0);
    server_rows_end(rows);
    return true;
}

/* Why a folder that is made if it is missing cannot be used, with errno; or NULL. */
static const char *make_folder(const char *folder) {
    int above = mst_open_folder(folder);
    const char *wrong = NULL;
    if (mkdir(folder, 0700) == 0)
        wrong = above < 0 || !mst_sync_folder(above) ? "flush to the disk" : NULL;
    else if (errno != EEXIST)
        wrong = "make";
    if (!wrong && access(folder, W_OK | X_OK) != 0)
        wrong = "write in";

    /* The calls below may change errno, which the caller prints. */
    int reason = errno;
    if (above >= 0)
        close(above);
    errno = reason;
    return wrong;
}

/* Settings of the connection. The lock is taken by the first of them that reads the file. */
static bool store_set_up(struct server_store *store) {
    static const char settings[] = "PRAGMA locking_mode = EXCLUSIVE;"
                                   "PRAGMA journal_mode = WAL;"
                                   "PRAGMA synchronous = FULL;"
                                   "PRAGMA fullfsync = ON;" /* where fsync is not enough */
                                   "PRAGMA foreign_keys = ON;"
                                   "PRAGMA secure_delete = ON;"
                                   "PRAGMA temp_store = MEMORY;"
                                   "PRAGMA trusted_schema = OFF;"
                                   "BEGIN EXCLUSIVE; COMMIT;";

    /* Durable is what the disk has confirmed: hence the full synchronisation at each commit. */
    char limit[64];
    snprintf(limit, sizeof limit, "PRAGMA journal_size_limit = %d", LEFT_OVER);
    sqlite3_extended_result_codes(store->db, 1);
    sqlite3_busy_timeout(store->db, PATIENCE);
    return run_script(store, settings) && run_script(store, limit);
}

/* Bring the tables from a version to the next one. */
static bool migrate(struct server_store *store, int version) {
    assert(version >= 0 && version < store_version);
    char mark[100];
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
             MARK, version + 1);
    if (run_script(store, "BEGIN IMMEDIATE") && run_script(store, store_versions[version]) &&
        run_script(store, mark))
        return true;
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

static bool bring_up_to_date(struct server_store *store) {
    int64_t mark = 0, version = 0, tables = 0;
    char text[400];
    if (!store_read_number(store, "PRAGMA application_id", &mark) ||
        !store_read_number(store, "PRAGMA user_version", &version) ||
        !store_read_number(store, "SELECT count(*) FROM sqlite_schema", &tables))
        return false;

    /* An empty file is new; any other must bear the mark. */
    if (tables ? mark != MARK || version < 1 : version != 0) {
        snprintf(text, sizeof text, "the database '%.300s' is another program's", store->path);
        store_fail(store, text, NULL);
    } else if (version > store_version) {
        snprintf(text, sizeof text,
                 "the database '%.200s' was made by a newer version of Muster: its tables are of "
                 "version %d, and this program knows those up to %d",
                 store->path, (int)version, store_version);
        store_fail(store, text, NULL);
    }

    /* Version by version, each in a transaction of its own: what fails leaves the last one that was
     * reached. */
    for (; store->wrong.status == MST_OK && version < store_version; version++)
        migrate(store, (int)version);
    return store->wrong.status == MST_OK;
}

/* Make an empty file that only its owner can read: the seeds of matches are secrets. SQLite's other
 * files follow it. A file that is there stays as it is, and is not even opened: closing it would
 * give up the locks of this process. */
static void make_file(const char *path) {
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0)
        close(file);
}

static bool open_file(struct server_store *store) {
    make_file(store->path);
    if (sqlite3_open_v2(store->path, &store->db,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                        NULL) != SQLITE_OK) {
        store_note(store);
        return false;
    }

    /* SQLite opens for reading what it cannot write. */
    if (!sqlite3_db_readonly(store->db, "main"))
        return true;
    mst_fail(&store->wrong, MST_BAD_FILE, store->path, "cannot write the database '%s'",
             store->path);
    return false;
}

/* Write the files anew if somebody was forgotten: what is deleted is overwritten at once
 * (secure_delete), but copies that were left where rows had moved to other pages are not. If there
 * is no room for it now, the next time will do. */
static void sweep(struct server_store *store) {
    if (server_rows_any(store, "SELECT 1 FROM chores WHERE name = 'sweep'", NULL, 0) &&
        run_script(store, "VACUUM"))
        run_script(store, "DELETE FROM chores WHERE name = 'sweep';"
                          "PRAGMA wal_checkpoint(TRUNCATE)");
    store->wrong = (struct mst_error){0};
}

struct server_store *store_open(const char *folder, struct mst_error *error) {
    struct server_store *store = mst_calloc(1, sizeof *store);
    if (!store) {
        mst_fail(error, MST_BAD_FILE, folder, "out of memory");
        return NULL;
    }

    /* Each step says in `wrong` why it failed; all end in the same way. */
    store->target = store->path;
    int length = snprintf(store->path, sizeof store->path, "%s/muster.db", folder);
    const char *wrong = make_folder(folder);
    if (wrong)
        mst_fail(&store->wrong, MST_BAD_FILE, folder, "cannot %s the folder '%s': %s", wrong,
                 folder, strerror(errno));
    else if (length >= (int)sizeof store->path)
        store_fail(store, "the path of the folder is too long", NULL);
    else if (open_file(store) && store_set_up(store) && bring_up_to_date(store)) {
        store->ready = true;
        sweep(store);
        return store;
    }
    store_report_error(&store->wrong, error);
    store_close(store);
    return NULL;
}

void store_close(struct server_store *store) {
    if (!store)
        return;
    store_cancel(store);

    /* Nobody waits any more: time to sweep. */
    if (store->ready)
        sweep(store);
    for (int i = 0; i < store->count; i++) {
        sqlite3_finalize(store->prepared[i].statement);
        mst_free(store->prepared[i].sql);
    }
    mst_free(store->prepared);
    sqlite3_close(store->db);
    mst_free(store);
}

/* ---- checks and copies ----------------------------------------------------------------------- */

/* Append what each row says to `faults`. */
static void list_faults(struct server_store *store, const char *sql, struct mst_buf *faults) {
    sqlite3_stmt *rows = server_rows(store, sql, NULL, 0);
    while (server_rows_next(store, rows)) {
        mst_buf_puts(faults, server_row_text(rows, 0));
        mst_buf_char(faults, '\n');
    }
}

enum mst_status store_check(struct server_store *store, struct mst_buf *faults,
                            struct mst_error *error) {
    /* Each of these finds what the one before it cannot: damage of the file, of the references, of
     * the matches. */
    list_faults(store,
                "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check "
                "<> 'ok'",
                faults);
    list_faults(store,
                "SELECT 'table ' || \"table\" || ': a row without its ' || parent "
                "FROM pragma_foreign_key_check",
                faults);
    list_faults(store,
                "SELECT 'match ' || id || ': it has ' || ply || ' plies, and ' || kept || "
                "' of them are stored' FROM (SELECT m.id, m.ply, "
                "(SELECT count(*) FROM plies p WHERE p.match_id = m.id) + "
                "coalesce((SELECT a.count FROM archive a WHERE a.match_id = m.id), 0) AS kept "
                "FROM matches m) AS counted WHERE ply <> kept",
                faults);
    if (faults->failed)
        return mst_fail(error, MST_BAD_FILE, store->path, "out of memory");
    return store_status(store, error);
}

enum mst_status store_try(struct server_store *store, struct mst_error *error) {
    enum mst_status status = store_begin(store, error);
    if (status != MST_OK)
        return status;

    /* Writes a row and removes it, so that the disk must take something. */
    if (run_script(store, "INSERT INTO chores (name) VALUES ('try')"))
        run_script(store, "DELETE FROM chores WHERE name = 'try'");
    return store_commit(store, error);
}

/* Flush a file to the disk, then give it its name, which must be new. */
static bool publish(const char *draft, const char *path) {
    int file = open(draft, O_RDONLY | O_CLOEXEC), folder = mst_open_folder(path);

    /* A link, unlike a new name, never takes the place of a file that is there. */
    bool done = file >= 0 && folder >= 0 && fsync(file) == 0 && link(draft, path) == 0 &&
                mst_sync_folder(folder);
    int reason = errno;
    if (file >= 0)
        close(file);
    if (folder >= 0)
        close(folder);
    errno = reason;
    return done;
}

enum mst_status store_backup(struct server_store *store, const char *path,
                             struct mst_error *error) {
    char draft[PATH_MAX];
    if (store->writing)
        return mst_fail(error, MST_BAD_FILE, path, "no backup can be made within a begin");
    if (snprintf(draft, sizeof draft, "%s.%ld~", path, (long)getpid()) >= (int)sizeof draft)
        return mst_fail(error, MST_BAD_FILE, path, "the path of the backup is too long");
    if (access(path, F_OK) == 0)
        return mst_fail(error, MST_BAD_FILE, path, "'%s' exists already", path);

    /* The draft bears the number of this process: one that is left from before is its own. */
    unlink(draft);
    make_file(draft);

    /* Failures name the file that could not be written. */
    store->target = path;
    sqlite3_stmt *rows = server_rows(store, "VACUUM INTO ?", CORE_VALUES(server_value_text(draft)));
    while (server_rows_next(store, rows))
        ;
    store->target = store->path;
    enum mst_status status = store_status(store, error);
    if (status == MST_OK && !publish(draft, path))
        status =
            mst_fail(error, MST_BAD_FILE, path, "cannot write '%s': %s", path, strerror(errno));
    unlink(draft);
    return status;
}
