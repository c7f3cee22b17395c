/* HTTP and WebSockets, in one thread: everything that is called back runs inside web_run. Only
 * web.c, web_http.c and web_socket.c see libwebsockets, so that another library could take its
 * place; docs/design.md says what was tried, and why it stays.
 *
 * W1 A WebSocket is accepted only at /socket, with the subprotocol "muster", and from a page of the
 *    same origin: where there is an Origin, its host and port are those of the request.
 * W2 What one client sends or does not read costs bounded memory; a client beyond the limits is
 *    closed. Nothing of a request's path is ever used as the path of a file: the files of the page
 *    are listed once, at the start, and looked up by name.
 * W3 A callback may close any peer, also the one that it is called for. A closed peer is freed when
 *    the callback has returned. */
#ifndef MUSTER_SERVER_WEB_H
#define MUSTER_SERVER_WEB_H

#include "muster/util.h"

struct server_web;
struct server_peer;     /* a WebSocket */
struct server_exchange; /* an HTTP request that waits for its answer */

enum {
    WEB_FRAME = 16 << 10, /* the longest message that a client may send, bytes */
    WEB_BODY = 4 << 10,   /* the longest body of a POST ... */
    WEB_LONG = 16,        /* long ones at a time */
    WEB_BEHIND = 4 << 20, /* the most that waits for a client which does not read */
    WEB_TOKEN = 64,       /* hexadecimal digits of a token in the cookie `muster` */
};

#define WEB_LONG_PATH "/upload" /* to which longer bodies may be sent, if that is allowed */

struct web_events {
    void *context;
    /* A WebSocket is open. `token` is the cookie, or "" if there is none that looks like a token.
     * False refuses it. */
    bool (*opened)(void *context, struct server_peer *peer, const char *token, const char *address);
    /* A whole text message, valid UTF-8 or not, with a final zero. */
    void (*received)(void *context, struct server_peer *peer, const char *text, size_t length);
    /* Once for each peer that was let in, also after server_peer_close; the last use of it. */
    void (*closed)(void *context, struct server_peer *peer);
    /* A GET (or HEAD, of which only the head is sent) or POST that is not for a file of the page.
     * It is answered now or later, by server_exchange_answer. */
    void (*asked)(void *context, struct server_exchange *exchange);
    /* The client of an exchange that was not answered yet has gone; the exchange is freed next. */
    void (*left)(void *context, struct server_exchange *exchange);
    /* After each batch of events, and at least when the time of web_wake has come. */
    void (*idle)(void *context);
};

struct web_options {
    const char *host; /* the address to listen at, such as "127.0.0.1" */
    int port;         /* 0: any free one */
    const char *page; /* the folder with the files of the page; index.html answers for / */
    int peers;        /* the most WebSockets at a time, and of one address (0: no limit) */
    int peers_of_address;
    int long_body;     /* the longest body for WEB_LONG_PATH, bytes; 0: as any */
    bool behind_proxy; /* take a client's address from the last entry of X-Forwarded-For */
};

/* Listen. NULL with `error`. The options are copied. */
struct server_web *web_new(const struct web_options *options, const struct web_events *events,
                           struct mst_error *error);
/* The port that it listens at. */
int web_port(const struct server_web *web);
/* Handle events until web_stop. */
void web_run(struct server_web *web);
/* Return from web_run soon. May be called from a signal handler. */
void web_stop(struct server_web *web);
/* Close every connection and free. Nothing is called back. NULL is allowed. */
void web_free(struct server_web *web);
/* Call `idle` at this time (milliseconds of CLOCK_MONOTONIC) or earlier. Only the first of several
 * times is sure to be kept: ask again in `idle`. */
void web_wake(struct server_web *web, int64_t at);

/* ---- WebSockets ------------------------------------------------------------------------------ */

/* Send a text. It is copied. A client that is too far behind is closed instead. */
void server_peer_send(struct server_peer *peer, const char *text, size_t length);
/* Close after what was sent. */
void server_peer_close(struct server_peer *peer);
/* A pointer of the caller's, NULL at first. */
void server_peer_set(struct server_peer *peer, void *data);
void *server_peer_data(const struct server_peer *peer);

/* ---- HTTP ------------------------------------------------------------------------------------ */

/* Borrowed until the exchange is answered or left. */
const char *server_exchange_method(const struct server_exchange *exchange); /* "GET" or "POST" */
const char *server_exchange_path(
    const struct server_exchange *exchange); /* decoded, without query */
const char *server_exchange_body(const struct server_exchange *exchange);  /* of a POST, else "" */
const char *server_exchange_token(const struct server_exchange *exchange); /* the cookie, or "" */
const char *server_exchange_address(const struct server_exchange *exchange);
/* Where the client found the server, such as "https://muster.example", or "" if it does not say so
 * in plain letters. */
const char *server_exchange_base(const struct server_exchange *exchange);
/* Is the Origin absent, or that of the page? A POST from elsewhere is answered 403 before `asked`.
 */
struct web_answer {
    int status;       /* 200, 404, ... */
    const char *type; /* of the content, with its charset */
    const char *text;
    size_t length;
    const char *token; /* set the cookie to it; NULL: leave it; "": remove it */
    const char *name;  /* a file to save it as, or NULL */
    int cache;         /* seconds that it may be kept; 0: it must not */
};
/* Answer, and free the exchange. The text is copied. */
void server_exchange_answer(struct server_exchange *exchange, const struct web_answer *answer);
void server_exchange_set(struct server_exchange *exchange, void *data);
void *server_exchange_data(const struct server_exchange *exchange);
/* A new token for a cookie, from the system's random numbers: 64 hexadecimal digits. */
void web_token(char token[WEB_TOKEN + 1]);

/* ---- other descriptors ----------------------------------------------------------------------- */

/* Watch a descriptor of a pipe or socket. `ready` is called when it can be read (or has ended), and
 * when it can be written after server_watch_write. The descriptor no longer blocks. NULL when out
 * of memory. */
struct web_watch;
struct web_watch *web_watch(struct server_web *web, int descriptor,
                            void (*ready)(void *context, bool readable, bool writable),
                            void *context);
void server_watch_write(struct web_watch *watch);
/* Stop watching; closes the descriptor. `ready` is not called again. NULL is allowed. */
void server_watch_end(struct web_watch *watch);

#endif
