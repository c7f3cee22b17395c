/* What the parts of the store share: statements with their values bound, and the rows they give.
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

struct mst_value {
    enum { MST_VALUE_NULL, MST_VALUE_INT, MST_VALUE_TEXT, MST_VALUE_BYTES } kind;
    int64_t number;
    const char *bytes;
    size_t length;
};
/* The values of a statement, in the order of its question marks, with their number. */
#define MST_VALUES(...)                                                                            \
    (const struct mst_value[]){__VA_ARGS__},                                                       \
        (int)(sizeof((const struct mst_value[]){__VA_ARGS__}) / sizeof(struct mst_value))
/* A text that must live until the statement has ended; NULL is no value. */
struct mst_value mst_value_text(const char *text);
/* The same; "" is no value either. */
struct mst_value mst_value_name(const char *text);
struct mst_value mst_value_int(int64_t number);
struct mst_value mst_value_bytes(const char *bytes, size_t length);

/* ---- statements ------------------------------------------------------------------------------ */

/* Start a statement that reads. NULL after a failure, which the functions below allow. */
struct sqlite3_stmt *mst_rows(struct mst_store *store, const char *sql,
                              const struct mst_value *values, int count);
/* Go to the next row. False, and the statement has ended, when there is none or after a failure. */
bool mst_rows_next(struct mst_store *store, struct sqlite3_stmt *rows);
/* End it before its last row. */
void mst_rows_end(struct sqlite3_stmt *rows);
/* Is there a row? */
bool mst_rows_any(struct mst_store *store, const char *sql, const struct mst_value *values,
                  int count);

/* A column of the row, from 0. Borrowed until the next row; a text that is missing is "". */
int64_t mst_row_int(struct sqlite3_stmt *rows, int column);
const char *mst_row_text(struct sqlite3_stmt *rows, int column);
const char *mst_row_bytes(struct sqlite3_stmt *rows, int column, size_t *length);
void mst_row_copy(struct sqlite3_stmt *rows, int column, char *text, size_t size);

/* Run a statement that writes, within a begin. */
enum mst_status mst_store_run(struct mst_store *store, const char *sql,
                              const struct mst_value *values, int count, struct mst_error *error);
/* The same for one that must change something: if it does not, there is no `what`. */
enum mst_status mst_store_change(struct mst_store *store, const char *sql,
                                 const struct mst_value *values, int count, const char *what,
                                 struct mst_error *error);
/* Keep a failure that is not the database's (P3). */
enum mst_status mst_store_fail(struct mst_store *store, const char *text, struct mst_error *error);
/* The status of what was done: MST_OK, or the failure that was kept. */
enum mst_status mst_store_status(struct mst_store *store, struct mst_error *error);

/* ---- the parts ------------------------------------------------------------------------------- */

/* The scripts that lead from each version of the tables to the next one; the first makes them. */
extern const char *const mst_store_versions[];
extern const int mst_store_version; /* their number */

/* Find a match that is over by its words as they are now. */
enum mst_status mst_store_index(struct mst_store *store, const char *match,
                                struct mst_error *error);
/* The same for all matches of a person. */
enum mst_status mst_store_index_person(struct mst_store *store, const char *person,
                                       struct mst_error *error);

/* Append the lines of a match that is archived. False if it is not. */
bool mst_store_archived(struct mst_store *store, const char *match, struct mst_buf *out);

#endif
