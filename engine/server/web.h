/* HTTP and WebSockets, in one thread: everything that is called back runs inside mst_web_run. Only
 * web.c, web_http.c and web_socket.c see libwebsockets, so that another library could take its
 * place.
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

#include "muster_util.h"

struct mst_web;
struct mst_peer;     /* a WebSocket */
struct mst_exchange; /* an HTTP request that waits for its answer */

enum {
    MST_WEB_FRAME = 16 << 10, /* the longest message that a client may send, bytes */
    MST_WEB_BODY = 4 << 10,   /* the longest body of a POST ... */
    MST_WEB_LONG = 16,        /* long ones at a time */
    MST_WEB_BEHIND = 4 << 20, /* the most that waits for a client which does not read */
    MST_WEB_TOKEN = 64,       /* hexadecimal digits of a token in the cookie `muster` */
};

#define MST_WEB_LONG_PATH "/upload" /* to which longer bodies may be sent, if that is allowed */

struct mst_web_events {
    void *context;
    /* A WebSocket is open. `token` is the cookie, or "" if there is none that looks like a token.
     * False refuses it. */
    bool (*opened)(void *context, struct mst_peer *peer, const char *token, const char *address);
    /* A whole text message, valid UTF-8 or not, with a final zero. */
    void (*received)(void *context, struct mst_peer *peer, const char *text, size_t length);
    /* Once for each peer that was let in, also after mst_peer_close; the last use of it. */
    void (*closed)(void *context, struct mst_peer *peer);
    /* A GET (or HEAD, of which only the head is sent) or POST that is not for a file of the page.
     * It is answered now or later, by mst_exchange_answer. */
    void (*asked)(void *context, struct mst_exchange *exchange);
    /* The client of an exchange that was not answered yet has gone; the exchange is freed next. */
    void (*left)(void *context, struct mst_exchange *exchange);
    /* After each batch of events, and at least when the time of mst_web_wake has come. */
    void (*idle)(void *context);
};

struct mst_web_options {
    const char *host; /* the address to listen at, such as "127.0.0.1" */
    int port;         /* 0: any free one */
    const char *page; /* the folder with the files of the page; index.html answers for / */
    int peers;        /* the most WebSockets at a time, and of one address (0: no limit) */
    int peers_of_address;
    int long_body;     /* the longest body for MST_WEB_LONG_PATH, bytes; 0: as any */
    bool behind_proxy; /* take a client's address from the last entry of X-Forwarded-For */
};

/* Listen. NULL with `error`. The options are copied. */
struct mst_web *mst_web_new(const struct mst_web_options *options,
                            const struct mst_web_events *events, struct mst_error *error);
/* The port that it listens at. */
int mst_web_port(const struct mst_web *web);
/* Handle events until mst_web_stop. */
void mst_web_run(struct mst_web *web);
/* Return from mst_web_run soon. May be called from a signal handler. */
void mst_web_stop(struct mst_web *web);
/* Close every connection and free. Nothing is called back. NULL is allowed. */
void mst_web_free(struct mst_web *web);
/* Call `idle` at this time (milliseconds of CLOCK_MONOTONIC) or earlier. Only the first of several
 * times is kept, and none after it: ask again in `idle`. */
void mst_web_wake(struct mst_web *web, int64_t at);

/* ---- WebSockets ------------------------------------------------------------------------------ */

/* Send a text. It is copied. A client that is too far behind is closed instead. */
void mst_peer_send(struct mst_peer *peer, const char *text, size_t length);
/* Close after what was sent. */
void mst_peer_close(struct mst_peer *peer);
/* A pointer of the caller's, NULL at first. */
void mst_peer_set(struct mst_peer *peer, void *data);
void *mst_peer_data(const struct mst_peer *peer);

/* ---- HTTP ------------------------------------------------------------------------------------ */

/* Borrowed until the exchange is answered or left. */
const char *mst_exchange_method(const struct mst_exchange *exchange); /* "GET" or "POST" */
const char *mst_exchange_path(const struct mst_exchange *exchange);   /* decoded, without query */
const char *mst_exchange_body(const struct mst_exchange *exchange);   /* of a POST, else "" */
const char *mst_exchange_token(const struct mst_exchange *exchange);  /* the cookie, or "" */
const char *mst_exchange_address(const struct mst_exchange *exchange);
/* Where the client found the server, such as "https://muster.example", or "" if it does not say so
 * in plain letters. */
const char *mst_exchange_base(const struct mst_exchange *exchange);
/* Is the Origin absent, or that of the page? A POST from elsewhere is answered 403 before `asked`.
 */
struct mst_answer {
    int status;       /* 200, 404, ... */
    const char *type; /* of the content, with its charset */
    const char *text;
    size_t length;
    const char *token; /* set the cookie to it; NULL: leave it; "": remove it */
    const char *name;  /* a file to save it as, or NULL */
    int cache;         /* seconds that it may be kept; 0: it must not */
};
/* Answer, and free the exchange. The text is copied. */
void mst_exchange_answer(struct mst_exchange *exchange, const struct mst_answer *answer);
void mst_exchange_set(struct mst_exchange *exchange, void *data);
void *mst_exchange_data(const struct mst_exchange *exchange);
/* A new token for a cookie, from the system's random numbers: 64 hexadecimal digits. */
void mst_web_token(char token[MST_WEB_TOKEN + 1]);

/* ---- other descriptors ----------------------------------------------------------------------- */

/* Watch a descriptor of a pipe or socket. `ready` is called when it can be read (or has ended), and
 * when it can be written after mst_watch_write. The descriptor no longer blocks. NULL when out of
 * memory. */
struct mst_watch;
struct mst_watch *mst_web_watch(struct mst_web *web, int descriptor,
                                void (*ready)(void *context, bool readable, bool writable),
                                void *context);
void mst_watch_write(struct mst_watch *watch);
/* Stop watching; closes the descriptor. `ready` is not called again. NULL is allowed. */
void mst_watch_end(struct mst_watch *watch);

#endif
