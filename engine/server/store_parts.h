/* Shared by the parts of the store: statements with their values bound, and the rows they give.
 * Only store.c sees SQLite, so that a part holds nothing but SQL and where its values go.
 *
 * P1 A statement is prepared once, by its text, and kept until the store is closed. It may be asked
 *    for again while it runs: then another one is prepared.
 * P2 Every value is bound; none is ever part of a statement's text.
 * P3 The first failure is kept: within a begin until its end, and nothing more is written then;
 *    otherwise until the next function that returns a status. */
#ifndef MUSTER_SERVER_STORE_PARTS_H
#define MUSTER_SERVER_STORE_PARTS_H

#include "server/store.h"

struct sqlite3_stmt;

/* ---- values ---------------------------------------------------------------------------------- */

struct store_value {
    enum { SERVER_VALUE_NULL, SERVER_VALUE_INT, SERVER_VALUE_TEXT, SERVER_VALUE_BYTES } kind;
    int64_t number;
    const char *bytes;
    size_t length;
};
/* The values of a statement, in the order of its question marks, with their number. */
#define CORE_VALUES(...)                                                                           \
    (const struct store_value[]){__VA_ARGS__},                                                     \
        (int)(sizeof((const struct store_value[]){__VA_ARGS__}) / sizeof(struct store_value))
/* A text that must live until the statement has ended; NULL is no value. */
struct store_value server_value_text(const char *text);
/* The same; "" is no value either. */
struct store_value server_value_name(const char *text);
struct store_value server_value_int(int64_t number);
struct store_value server_value_bytes(const char *bytes, size_t length);

/* ---- statements ------------------------------------------------------------------------------ */

/* Start a statement that reads. NULL after a failure, which the functions below allow. */
struct sqlite3_stmt *server_rows(struct server_store *store, const char *sql,
                                 const struct store_value *values, int count);
/* Go to the next row. False, and the statement has ended, when there is none or after a failure. */
bool server_rows_next(struct server_store *store, struct sqlite3_stmt *rows);
/* End it before its last row. */
void server_rows_end(struct sqlite3_stmt *rows);
/* Is there a row? */
bool server_rows_any(struct server_store *store, const char *sql, const struct store_value *values,
                     int count);

/* A column of the row, from 0. Borrowed until the next row; a text that is missing is "". */
int64_t server_row_int(struct sqlite3_stmt *rows, int column);
const char *server_row_text(struct sqlite3_stmt *rows, int column);
const char *server_row_bytes(struct sqlite3_stmt *rows, int column, size_t *length);
void server_row_copy(struct sqlite3_stmt *rows, int column, char *text, size_t size);

/* Run a statement that writes, within a begin. */
enum mst_status store_run(struct server_store *store, const char *sql,
                          const struct store_value *values, int count, struct mst_error *error);
/* The same for one that must change something: if it does not, there is no `what`. */
enum mst_status store_change(struct server_store *store, const char *sql,
                             const struct store_value *values, int count, const char *what,
                             struct mst_error *error);
/* Keep a failure that is not the database's (P3). */
enum mst_status store_fail(struct server_store *store, const char *text, struct mst_error *error);
/* The status of what was done: MST_OK, or the failure that was kept. */
enum mst_status store_status(struct server_store *store, struct mst_error *error);

/* ---- the parts ------------------------------------------------------------------------------- */

/* The scripts that lead from each version of the tables to the next one; the first makes them. */
extern const char *const store_versions[];
extern const int store_version; /* their number */

/* Find a match that is over by its words as they are now. */
enum mst_status store_index(struct server_store *store, const char *match, struct mst_error *error);
/* The same for all matches of a person. */
enum mst_status store_index_person(struct server_store *store, const char *person,
                                   struct mst_error *error);

/* Append the lines of a match that is archived. False if it is not. */
bool store_archived(struct server_store *store, const char *match, struct mst_buf *out);

#endif
