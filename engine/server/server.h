/* The match server: matches in a browser, for people and computer players
 * (docs/running-a-server.md). */
#ifndef MUSTER_SERVER_SERVER_H
#define MUSTER_SERVER_SERVER_H

#include "muster_util.h"

struct mst_server;
struct mst_server_options; /* parts.h */

/* Open what is kept and listen. NULL with `error`. */
struct mst_server *mst_server_new(const struct mst_server_options *options,
                                  struct mst_error *error);
int mst_server_port(const struct mst_server *server);
/* Serve until mst_server_stop, which a signal handler may call. */
void mst_server_run(struct mst_server *server);
void mst_server_stop(struct mst_server *server);
/* Copy the database soon, to the path that the file MST_BACKUP_FILE in the data folder holds; the
 * file is removed then. A signal handler may call it. */
#define MST_BACKUP_FILE "backup.wanted"
void mst_server_want_backup(struct mst_server *server);
/* Close all connections and end all engines. NULL is allowed. */
void mst_server_free(struct mst_server *server);

#endif
