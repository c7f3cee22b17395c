/* The match server: matches in a browser, for people and computer players
 * (docs/running-a-server.md). */
#ifndef MUSTER_SERVER_SERVER_H
#define MUSTER_SERVER_SERVER_H

#include "muster/util.h"

struct server;
struct server_options; /* parts.h */

/* Open what is kept and listen. NULL with `error`. */
struct server *server_new(const struct server_options *options, struct mst_error *error);
int server_port(const struct server *server);
/* Serve until server_stop, which a signal handler may call. */
void server_run(struct server *server);
void server_stop(struct server *server);
/* Copy the database soon, to the path that the file SERVER_BACKUP_FILE in the data folder holds;
 * the file is removed then. A signal handler may call it. */
#define SERVER_BACKUP_FILE "backup.wanted"
void server_want_backup(struct server *server);
/* Close all connections and end all engines. NULL is allowed. */
void server_free(struct server *server);

#endif
