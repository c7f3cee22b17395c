/* A web server in a child process, and clients of it that speak in plain bytes.
 *
 * The server reports what happens to it in lines, which a test reads in their order: "opened TOKEN
 * ADDRESS" (a token that is missing is "-"), "closed", "asked METHOD PATH", "left", "watched TEXT"
 * and "ended". It obeys some messages and paths, which web.c lists, and echoes the other
 * messages. A failure ends the running test with the reason. */
#ifndef TESTS_LIB_WEB_H
#define TESTS_LIB_WEB_H

#include "server/web.h"

/* A token that the server lets nobody in with. */
#define WEB_BANNED "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"

struct web {
    int port;
    int child;   /* 0: none runs */
    int reports; /* to read from */
    int watched; /* the other end of the descriptor that the server watches */
};

/* Start one at 127.0.0.1, at any port. */
void web_start(struct web *web, const struct web_options *options);
/* Stop it by a signal: it must end by itself, with nothing left allocated. */
void web_end(struct web *web);
/* The next report is this one; and which one it is, borrowed until the next. */
void web_reports(struct web *web, const char *line);
const char *web_report(struct web *web);

/* A connection, as a descriptor. */
int web_connect(const struct web *web);
void web_send(int client, const void *bytes, size_t count);
void web_say(int client, const char *text);
/* All that comes until the server closes; `*length` bytes (may be NULL) and a final zero. The
 * caller frees it, and the connection is closed. */
char *web_read_all(int client, size_t *length);
/* Ask, and read all. The request is printed as by printf. */
char *web_ask(const struct web *web, const char *format, ...) MST_PRINTF(2, 3);

/* Ask for a WebSocket. `%d` in `fields` stands for the port; "" for the usual ones. Returns the
 * connection, with the answer's status in *status (0: closed without one). */
int web_upgrade(const struct web *web, const char *path, const char *fields, int *status);
/* The head of the answer to the last one. */
const char *web_head(void);
/* An open WebSocket, and one with compression. */
int web_socket(struct web *web);
int web_socket_deflating(struct web *web);

enum { WEB_TEXT = 1, WEB_BINARY = 2, WEB_CLOSE = 8, WEB_PING = 9, WEB_PONG = 10 };
enum { WEB_FIN = 0x80, WEB_DEFLATED = 0x40 };
/* Send a frame: its first byte, and its payload, which is masked. */
void web_frame(int client, int first, const void *bytes, size_t count);
void web_text(int client, const char *text);
/* Read a frame. Returns its first byte, or -1 if the connection has ended. The caller frees *bytes,
 * `*count` bytes and a final zero. */
int web_receive(int client, char **bytes, size_t *count);
/* The next frame is this text, whole. */
void web_receives(int client, const char *text);
/* The next frame closes with this number of RFC 6455, and then the connection ends. */
void web_closes(int client, int status);

#endif
