/* A database in a temporary folder, and some persons and matches to put in it. One at a time. What
 * fails ends the running test with the reason. */
#ifndef TESTS_LIB_STORED_H
#define TESTS_LIB_STORED_H

#include "server/store.h"

extern char stored_folder[64], stored_file[100]; /* the folder, and the file of the database */
extern struct server_store *stored;              /* open, or NULL */
extern struct mst_error stored_error;            /* for any call */

/* cmocka's fixtures: a new folder with an open database; close it and remove the folder. */
int stored_set_up(void **state);
int stored_tear_down(void **state);
void stored_open(void);
void stored_close(void);

/* The call must succeed. */
#define STORED(call) stored_expect((call), #call, __LINE__)
void stored_expect(enum mst_status status, const char *call, int line);
void stored_begin(void);
void stored_commit(void);
/* The status and the message of what failed. */
void stored_failed(enum mst_status status, const char *part);

/* Within a begin: add a person, with the token "token-ID", and the bundle "rules". */
void stored_person(const char *id, const char *name);
void stored_rules(void);
/* A running match with some value in each field and seats for two persons or computer players (""),
 * not written yet. Borrowed texts: do not clear it. */
struct store_kept stored_match(const char *id, const char *first, const char *second);

/* Does any file in the folder hold this text? */
bool stored_holds(const char *text);

#endif
