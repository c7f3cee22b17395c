/* Shared by the parts of the web server: web.c (the loop, listening, watched descriptors),
 * web_http.c (requests), web_socket.c (WebSockets), web_page.c (the files of the page),
 * web_plain.c (what needs no library) and web_deflate.c (compression).
 *
 * P1 What hangs on a connection begins with a struct server_tied, and is freed when the library has
 *    destroyed the connection (server_tied_end), never earlier: so a pointer to it stays good
 * inside any callback. */
#ifndef MUSTER_SERVER_WEB_PARTS_H
#define MUSTER_SERVER_WEB_PARTS_H

#include <signal.h>

#include "server/web.h"

struct lws;
struct lws_context;
struct lws_vhost;

/* ---- the files of the page ------------------------------------------------------------------- */

struct server_page_file {
    char *path; /* "/assets/app-3fA9xQ2b.js" */
    char *text;
    size_t length;
    char *zipped; /* the same, as gzip, from the file beside it that ends in .gz; or NULL */
    size_t zipped_length;
    const char *type;
    bool immutable; /* the name changes whenever the content does */
};
struct web_page;
/* Read the files below a folder. A folder that is missing counts as empty. NULL with `error`. */
struct web_page *server_page_new(const char *folder, struct mst_error *error);
void server_page_free(struct web_page *page);
/* The file that answers for a path, or NULL. */
const struct server_page_file *server_page_find(const struct web_page *page, const char *path);

/* ---- what needs no library ------------------------------------------------------------------- */

enum { WEB_ADDRESS = 46 }; /* as INET6_ADDRSTRLEN */

/* The first token in a header of cookies, which is changed. False if there is none. */
bool server_plain_token(char *cookies, char token[WEB_TOKEN + 1]);
/* The last address of a list with commas. False if that is none. */
bool server_plain_address(const char *list, char address[WEB_ADDRESS]);
/* Is an Origin that of a Host? Both are changed. */
bool server_plain_same_origin(char *origin, char *host);
/* Could a server listen there? The library does not say why it cannot. */
enum mst_status server_plain_bind(const char *host, int port, struct mst_error *error);

/* ---- compression ----------------------------------------------------------------------------- */

/* Messages are compressed as RFC 7692 has it: raw deflate without the last four bytes of a flush.
 */

/* Compress a text as gzip into `room`. Its length; 0 if it does not fit, or when out of memory. */
size_t server_gzip(const char *text, size_t length, char *room, size_t size);
/* Deflate a text into a room. Returns the length, or 0 if it does not fit. */
size_t server_deflate(const char *text, size_t length, unsigned char *room, size_t size);
/* An inflater for the messages of a client, one after the other. NULL when out of memory. */
struct server_inflater;
struct server_inflater *server_inflater_new(void);
void server_inflater_free(struct server_inflater *inflater); /* NULL is allowed */
/* Append what a message inflates to. Returns 0, or why its client must be closed, as a number of
 * RFC 6455: it inflates to more than `limit` bytes, or not at all. */
int server_inflate(struct server_inflater *inflater, const char *message, size_t length,
                   struct mst_buf *out, size_t limit);

/* ---- connections ----------------------------------------------------------------------------- */

struct server_tied {
    enum { SERVER_TIED_PEER, SERVER_TIED_EXCHANGE, SERVER_TIED_WATCH } kind;
    struct server_web *web;
    struct lws *wsi; /* NULL once it is destroyed */
};

struct web_tables; /* what the library reads while it runs */

struct server_web {
    struct web_events events;
    struct web_options options; /* without its texts */
    struct web_page *page;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct web_tables *tables;
    struct server_peer *peers;
    int peer_count;
    bool farewells;     /* some peer is closing and does not know that it is closed */
    int exchange_count; /* those that wait for an answer */
    int long_count;     /* those that may have a long body */
    struct web_watch *watches;
    int64_t seconds;   /* of CLOCK_MONOTONIC, at the last turn of the loop */
    int64_t swept;     /* when the peers were last looked at */
    int64_t wake;      /* 0: none is asked for */
    int64_t wake_next; /* the first time after it, or 0 */
    int stop_pipe;     /* the end to write to, or -1 */
    volatile sig_atomic_t stopped;
    bool freeing; /* nothing is called back any more */
};

/* The client, as a request describes it. */
void server_request_token(struct lws *wsi, char token[WEB_TOKEN + 1]);
void server_request_address(struct lws *wsi, char address[WEB_ADDRESS]);
/* Is there no Origin, or that of the page? */
bool server_request_same_origin(struct lws *wsi);
/* Answer a request with a status and nothing else; the caller closes the connection. */
void web_refuse(struct lws *wsi, int status);

/* A connection is destroyed: so is what hangs on it. */
void server_tied_end(struct lws *wsi);
void server_peer_destroyed(struct server_peer *peer);
void server_exchange_destroyed(struct server_exchange *exchange);
/* Report the peers that were closed from this side. */
void server_peers_report(struct server_web *web);
/* Ping those that were silent for long, and close those that do not answer. */
void server_peers_ping(struct server_web *web);

/* The callbacks of the library; for files that have included it. */
#ifdef LWS_LIBRARY_VERSION_NUMBER
lws_callback_function server_on_http, server_on_socket;
extern const struct lws_extension WEB_EXTENSIONS[];
#endif

#endif
