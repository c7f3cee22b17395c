/* What the parts of the web server share: web.c (the loop, listening, watched descriptors),
 * web_http.c (requests), web_socket.c (WebSockets), web_page.c (the files of the page),
 * web_plain.c (what needs no library) and web_deflate.c (compression).
 *
 * P1 What hangs on a connection begins with a struct mst_tied, and is freed when the library has
 *    destroyed the connection (mst_tied_end), never earlier: so a pointer to it stays good inside
 *    any callback. */
#ifndef MUSTER_SERVER_WEB_PARTS_H
#define MUSTER_SERVER_WEB_PARTS_H

#include <signal.h>

#include "server/web.h"

struct lws;
struct lws_context;
struct lws_vhost;

/* ---- the files of the page ------------------------------------------------------------------- */

struct mst_page_file {
    char *path; /* "/assets/app-3fA9xQ2b.js" */
    char *text;
    size_t length;
    char *zipped; /* the same, as gzip, from the file beside it that ends in .gz; or NULL */
    size_t zipped_length;
    const char *type;
    bool immutable; /* the name changes whenever the content does */
};
struct mst_page;
/* Read the files below a folder. A folder that is missing counts as empty. NULL with `error`. */
struct mst_page *mst_page_new(const char *folder, struct mst_error *error);
void mst_page_free(struct mst_page *page);
/* The file that answers for a path, or NULL. */
const struct mst_page_file *mst_page_find(const struct mst_page *page, const char *path);

/* ---- what needs no library ------------------------------------------------------------------- */

enum { MST_WEB_ADDRESS = 46 }; /* as INET6_ADDRSTRLEN */

/* The first token in a header of cookies, which is changed. False if there is none. */
bool mst_plain_token(char *cookies, char token[MST_WEB_TOKEN + 1]);
/* The last address of a list with commas. False if that is none. */
bool mst_plain_address(const char *list, char address[MST_WEB_ADDRESS]);
/* Is an Origin that of a Host? Both are changed. */
bool mst_plain_same_origin(char *origin, char *host);
/* Could a server listen there? The library does not tell why it cannot. */
enum mst_status mst_plain_bind(const char *host, int port, struct mst_error *error);

/* ---- compression ----------------------------------------------------------------------------- */

/* Messages are compressed as RFC 7692 has it: raw deflate without the last four bytes of a flush.
 */

/* Compress a text as gzip into `room`. Its length; 0 if it does not fit, or when out of memory. */
size_t mst_gzip(const char *text, size_t length, char *room, size_t size);
/* Deflate a text into a room. Returns the length, or 0 if it does not fit. */
size_t mst_deflate(const char *text, size_t length, unsigned char *room, size_t size);
/* What messages of a client are inflated with, one after the other. NULL when out of memory. */
struct mst_inflater;
struct mst_inflater *mst_inflater_new(void);
void mst_inflater_free(struct mst_inflater *inflater); /* NULL is allowed */
/* Append what a message inflates to. Returns 0, or why its client must be closed, as a number of
 * RFC 6455: it inflates to more than `limit` bytes, or not at all. */
int mst_inflate(struct mst_inflater *inflater, const char *message, size_t length,
                struct mst_buf *out, size_t limit);

/* ---- connections ----------------------------------------------------------------------------- */

struct mst_tied {
    enum { MST_TIED_PEER, MST_TIED_EXCHANGE, MST_TIED_WATCH } kind;
    struct mst_web *web;
    struct lws *wsi; /* NULL once it is destroyed */
};

struct mst_web_tables; /* what the library reads while it runs */

struct mst_web {
    struct mst_web_events events;
    struct mst_web_options options; /* without its texts */
    struct mst_page *page;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct mst_web_tables *tables;
    struct mst_peer *peers;
    int peer_count;
    bool farewells;     /* some peer is closing and does not know that it is closed */
    int exchange_count; /* those that wait for an answer */
    int long_count;     /* those that may have a long body */
    struct mst_watch *watches;
    int64_t seconds; /* of CLOCK_MONOTONIC, at the last turn of the loop */
    int64_t swept;   /* when the peers were last looked at */
    int64_t wake;    /* 0: none is asked for */
    int stop_pipe;   /* the end to write to, or -1 */
    volatile sig_atomic_t stopped;
    bool freeing; /* nothing is called back any more */
};

/* What a request says of the client. */
void mst_request_token(struct lws *wsi, char token[MST_WEB_TOKEN + 1]);
void mst_request_address(struct lws *wsi, char address[MST_WEB_ADDRESS]);
/* Is there no Origin, or that of the page? */
bool mst_request_same_origin(struct lws *wsi);
/* Answer a request with a status and nothing else; the caller closes the connection. */
void mst_web_refuse(struct lws *wsi, int status);

/* A connection is destroyed: so is what hangs on it. */
void mst_tied_end(struct lws *wsi);
void mst_peer_destroyed(struct mst_peer *peer);
void mst_exchange_destroyed(struct mst_exchange *exchange);
/* Tell of the peers that were closed from this side. */
void mst_peers_tell(struct mst_web *web);
/* Ping those that were silent for long, and close those that do not answer. */
void mst_peers_ping(struct mst_web *web);

/* What the library calls; for those that have included it. */
#ifdef LWS_LIBRARY_VERSION_NUMBER
lws_callback_function mst_on_http, mst_on_socket;
extern const struct lws_extension MST_WEB_EXTENSIONS[];
#endif

#endif
