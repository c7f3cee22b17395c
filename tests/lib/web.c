/* A web server for tests: see web.h. */
#include "lib/web.h"

#include <arpa/inet.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- the server ------------------------------------------------------------------------------ */

/* Without being woken, the loop sleeps up to 30 seconds: far longer than the patience in all. */
enum { PEERS = 64, PATIENCE = 120, WAKES = 20 };

static struct {
    struct server_web *web;
    int reports;
    struct server_peer *peers[PEERS];
    struct server_exchange *waits, *later;
    struct web_watch *watch;
    int watched;
    int wakes; /* still to come, the next one at `due` */
    int64_t due;
} server;

static void report(const char *format, ...) {
    char line[2000];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (!mst_write_all(server.reports, line, (size_t)length))
        exit(3);
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static struct server_peer **place_of(const struct server_peer *peer) {
    for (int i = 0; i < PEERS; i++)
        if (server.peers[i] == peer)
            return &server.peers[i];
    report("no place for a peer\n");
    exit(4);
}

static bool opened(void *context, struct server_peer *peer, const char *token,
                   const char *address) {
    (void)context;
    if (!strcmp(token, WEB_BANNED))
        return false;
    *place_of(NULL) = peer;
    server_peer_set(peer, server.peers);
    report("opened %s %s\n", *token ? token : "-", address);
    return true;
}

static void closed(void *context, struct server_peer *peer) {
    (void)context;
    if (server_peer_data(peer) != server.peers)
        report("another peer\n");
    *place_of(peer) = NULL;
    report("closed\n");
}

/* "big N" sends N bytes, and "chance N" N of 64 kinds by chance; "flood" sends what nobody can read
 * in time; "close" closes; "close all" closes every peer, after a farewell; "end watch" ends what
 * is watched. */
static void received(void *context, struct server_peer *peer, const char *text, size_t length) {
    (void)context;
    if (text[length])
        report("no final zero\n");
    if (!strncmp(text, "big ", 4)) {
        size_t size = strtoul(text + 4, NULL, 10);
        char *big = mst_alloc(size);
        memset(big, 'x', size);
        server_peer_send(peer, big, size);
        mst_free(big);
    } else if (!strncmp(text, "chance ", 7)) {
        size_t size = strtoul(text + 7, NULL, 10);
        char *big = mst_alloc(size);
        struct mst_rng rng;
        mst_rng_seed(&rng, 1);
        for (size_t i = 0; i < size; i++)
            big[i] = (char)('a' + mst_rng_below(&rng, 64));
        server_peer_send(peer, big, size);
        mst_free(big);
    } else if (!strcmp(text, "flood")) {
        static char part[1 << 20];
        for (int i = 0; i < 32; i++)
            server_peer_send(peer, part, sizeof part);
    } else if (!strcmp(text, "close")) {
        server_peer_send(peer, "bye", 3);
        server_peer_close(peer);
        server_peer_send(peer, "too late", 8);
    } else if (!strcmp(text, "close all")) {
        for (int i = 0; i < PEERS; i++)
            if (server.peers[i]) {
                server_peer_send(server.peers[i], "all", 3);
                server_peer_close(server.peers[i]);
            }
    } else if (!strcmp(text, "end watch")) {
        server_watch_end(server.watch);
    } else {
        server_peer_send(peer, text, length);
    }
}

static void answer(struct server_exchange *exchange, const char *text) {
    server_exchange_answer(exchange, &(struct web_answer){.status = 200,
                                                          .type = "text/plain; charset=utf-8",
                                                          .text = text,
                                                          .length = strlen(text)});
}

/* /never, /later, /passed (asks for a time after one that has passed), /release (answers the one
 * that waits), /fresh and /gone (the cookie), /saved. */
static void asked(void *context, struct server_exchange *exchange) {
    (void)context;
    const char *path = server_exchange_path(exchange);
    report("asked %s %s\n", server_exchange_method(exchange), path);
    server_exchange_set(exchange, &server);
    struct web_answer made = {.status = 200, .type = "text/plain", .text = "x", .length = 1};
    if (!strcmp(path, "/never")) {
        server.waits = exchange;
    } else if (!strcmp(path, "/later")) {
        server.later = exchange;
        server.wakes = WAKES;
        server.due = now_ms() + 5;
        web_wake(server.web, server.due + 1000000);
        web_wake(server.web, server.due);
        web_wake(server.web, server.due + 1000000);
    } else if (!strcmp(path, "/passed")) {
        server.later = exchange;
        server.wakes = 1;
        server.due = now_ms() + 1;
        web_wake(server.web, server.due);
        while (now_ms() <= server.due) /* until the loop is late */
            continue;
        server.due += 500;
        web_wake(server.web, server.due);
    } else if (!strcmp(path, "/release")) {
        if (server_exchange_data(server.waits) != &server)
            report("another exchange\n");
        answer(server.waits, "released");
        server.waits = NULL;
        answer(exchange, "done");
    } else if (!strcmp(path, "/fresh")) {
        made.token = WEB_BANNED;
        server_exchange_answer(exchange, &made);
    } else if (!strcmp(path, "/gone")) {
        made.token = "";
        server_exchange_answer(exchange, &made);
    } else if (!strcmp(path, "/saved")) {
        made.name = "a \"match\"\r\n.txt";
        made.cache = 60;
        server_exchange_answer(exchange, &made);
    } else {
        char text[2 * WEB_BODY];
        snprintf(text, sizeof text, "%s %s %s [%s]", server_exchange_method(exchange),
                 *server_exchange_token(exchange) ? server_exchange_token(exchange) : "-",
                 server_exchange_address(exchange), server_exchange_body(exchange));
        answer(exchange, text);
    }
}

static void left(void *context, struct server_exchange *exchange) {
    (void)context;
    if (exchange == server.waits)
        server.waits = NULL;
    report("left\n");
}

/* The answer to /later takes so many wakes. */
static void idle(void *context) {
    (void)context;
    int64_t now = now_ms();
    if (!server.later || now < server.due)
        return;
    if (--server.wakes) {
        server.due = now + 5;
        web_wake(server.web, server.due);
        return;
    }
    answer(server.later, "later");
    server.later = NULL;
}

/* Sends back each text that it reads, in two steps; "part N" makes it write N times. */
static void ready(void *context, bool readable, bool writable) {
    (void)context;
    char text[100];
    static int parts;
    if (writable) {
        if (write(server.watched, ".", 1) == 1 && --parts > 0)
            server_watch_write(server.watch);
        return;
    }
    if (!readable)
        return;
    ssize_t length = read(server.watched, text, sizeof text - 1);
    if (length <= 0) {
        server_watch_end(server.watch);
        server.watch = NULL;
        report("ended\n");
        return;
    }
    text[length] = 0;
    report("watched %s\n", text);
    if (!strncmp(text, "part ", 5)) {
        parts = atoi(text + 5);
        server_watch_write(server.watch);
    }
}

static void on_signal(int number) {
    (void)number;
    web_stop(server.web);
}

static int serve(const struct web_options *options, int watched) {
    static const struct web_events events = {NULL, opened, received, closed, asked, left, idle};
    struct mst_error error = {0};
    server.web = web_new(options, &events, &error);
    if (!server.web) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    server.watched = watched;
    server.watch = web_watch(server.web, watched, ready, NULL);
    signal(SIGTERM, on_signal);
    report("%d\n", web_port(server.web));
    web_run(server.web);
    web_free(server.web);
    return 0;
}

void web_start(struct web *web, const struct web_options *options) {
    struct web_options own = *options;
    int ends[2], pair[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    own.host = own.host ? own.host : "127.0.0.1";
    own.page = own.page ? own.page : "/no-such-folder";
    fflush(NULL);
    web->child = fork();
    if (!web->child) {
        close(ends[0]);
        close(pair[0]);
        server.reports = ends[1];
        exit(serve(&own, pair[1]));
    }
    close(ends[1]);
    close(pair[1]);
    web->reports = ends[0];
    web->watched = pair[0];
    char line[16] = "";
    for (size_t i = 0; i < sizeof line - 1 && read(web->reports, line + i, 1) == 1; i++)
        if (line[i] == '\n')
            break;
    web->port = atoi(line);
    assert_true(web->port > 0);
}

void web_end(struct web *web) {
    int status, child = web->child;
    web->child = 0;
    kill(child, SIGTERM);
    assert_int_equal(waitpid(child, &status, 0), child);
    close(web->reports);
    close(web->watched);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

const char *web_report(struct web *web) {
    static char line[2000];
    size_t length = 0;
    while (length < sizeof line - 1 && read(web->reports, line + length, 1) == 1 &&
           line[length] != '\n')
        length++;
    line[length] = 0;
    return line;
}

void web_reports(struct web *web, const char *wanted) {
    assert_string_equal(web_report(web), wanted);
}

/* ---- clients --------------------------------------------------------------------------------- */

int web_connect(const struct web *web) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)web->port)};
    struct timeval patience = {.tv_sec = PATIENCE};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int client = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(client >= 0);
    assert_int_equal(connect(client, (struct sockaddr *)&address, sizeof address), 0);
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(client, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    return client;
}

/* A server that hangs up early is no fault of the sender's. */
void web_send(int client, const void *bytes, size_t count) {
    for (size_t sent = 0; sent < count;) {
        ssize_t got = send(client, (const char *)bytes + sent, count - sent, MSG_NOSIGNAL);
        if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            fail_msg("the server does not read");
        if (got <= 0)
            return;
        sent += (size_t)got;
    }
}

void web_say(int client, const char *text) {
    web_send(client, text, strlen(text));
}

/* Read up to `count` bytes. Returns how many there were before the end. */
static size_t read_some(int client, char *bytes, size_t count) {
    size_t length = 0;
    while (length < count) {
        ssize_t got = recv(client, bytes + length, count - length, 0);
        if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            fail_msg("the server does not answer");
        if (got <= 0)
            break;
        length += (size_t)got;
    }
    return length;
}

char *web_read_all(int client, size_t *length) {
    struct mst_buf all = {0};
    char part[4096];
    size_t got;
    do {
        got = read_some(client, part, sizeof part);
        mst_buf_bytes(&all, part, got);
    } while (got == sizeof part);
    close(client);
    if (length)
        *length = all.length;
    mst_buf_char(&all, 0);
    return mst_buf_take(&all);
}

char *web_ask(const struct web *web, const char *format, ...) {
    struct mst_buf request = {0};
    va_list args;
    va_start(args, format);
    mst_buf_vprintf(&request, format, args);
    va_end(args);
    int client = web_connect(web);
    web_send(client, mst_buf_text(&request), request.length);
    mst_buf_clear(&request);
    return web_read_all(client, NULL);
}

static char answered[2000];

const char *web_head(void) {
    return answered;
}

int web_upgrade(const struct web *web, const char *path, const char *fields, int *status) {
    char port[8];
    struct mst_buf request = {0};
    const char *hole = strstr(fields, "%d");
    snprintf(port, sizeof port, "%d", web->port);
    mst_buf_printf(&request,
                   "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nUpgrade: websocket\r\n"
                   "Connection: Upgrade\r\n",
                   path, port);
    if (!strstr(fields, "Sec-WebSocket-Key"))
        mst_buf_puts(&request, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
    if (!strstr(fields, "Sec-WebSocket-Version"))
        mst_buf_puts(&request, "Sec-WebSocket-Version: 13\r\n");
    if (!strstr(fields, "Sec-WebSocket-Protocol"))
        mst_buf_puts(&request, "Sec-WebSocket-Protocol: muster\r\n");
    mst_buf_bytes(&request, fields, hole ? (size_t)(hole - fields) : strlen(fields));
    if (hole)
        mst_buf_printf(&request, "%s%s", port, hole + 2);
    mst_buf_puts(&request, "\r\n");
    int client = web_connect(web);
    web_send(client, mst_buf_text(&request), request.length);
    mst_buf_clear(&request);
    size_t length = 0;
    *answered = 0;
    while (length < sizeof answered - 1 && read_some(client, answered + length, 1) == 1) {
        answered[++length] = 0;
        if (length >= 4 && !strcmp(answered + length - 4, "\r\n\r\n"))
            break;
    }
    *status = length > 12 ? atoi(answered + 9) : 0;
    if (*status == 101) {
        assert_non_null(strstr(answered, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"));
        assert_non_null(strstr(answered, "Sec-WebSocket-Protocol: muster\r\n"));
    }
    return client;
}

int web_socket(struct web *web) {
    int status, client = web_upgrade(web, "/socket", "", &status);
    assert_int_equal(status, 101);
    web_reports(web, "opened - 127.0.0.1");
    return client;
}

int web_socket_deflating(struct web *web) {
    int status, client = web_upgrade(web, "/socket",
                                     "Sec-WebSocket-Extensions: permessage-deflate; "
                                     "client_max_window_bits\r\n",
                                     &status);
    assert_int_equal(status, 101);
    assert_non_null(strstr(answered, "Sec-WebSocket-Extensions: permessage-deflate\r\n"));
    web_reports(web, "opened - 127.0.0.1");
    return client;
}

void web_frame(int client, int first, const void *bytes, size_t count) {
    static const unsigned char MASK[4] = {0x37, 0xfa, 0x21, 0x3d};
    unsigned char *frame = mst_alloc(count + 14);
    size_t length = 0;
    frame[length++] = (unsigned char)first;
    frame[length++] = (unsigned char)(0x80 | (count < 126 ? count : count < 65536 ? 126 : 127));
    int wide = count < 126 ? 0 : count < 65536 ? 2 : 8;
    for (int i = wide - 1; i >= 0; i--)
        frame[length++] = (unsigned char)(i < 4 ? count >> (8 * i) : 0);
    memcpy(frame + length, MASK, 4);
    length += 4;
    for (size_t i = 0; i < count; i++)
        frame[length++] = ((const unsigned char *)bytes)[i] ^ MASK[i & 3];
    web_send(client, frame, length);
    mst_free(frame);
}

void web_text(int client, const char *text) {
    web_frame(client, WEB_FIN | WEB_TEXT, text, strlen(text));
}

int web_receive(int client, char **bytes, size_t *count) {
    unsigned char head[2], more[8];
    *bytes = NULL;
    *count = 0;
    if (read_some(client, (char *)head, 2) < 2)
        return -1;
    size_t length = head[1]; /* a server does not mask */
    assert_true(length < 128);
    int wide = length < 126 ? 0 : length == 126 ? 2 : 8;
    if (wide)
        length = 0;
    if (read_some(client, (char *)more, (size_t)wide) < (size_t)wide)
        return -1;
    for (int i = 0; i < wide; i++)
        length = length << 8 | more[i];
    *bytes = mst_alloc(length + 1);
    *count = read_some(client, *bytes, length);
    (*bytes)[*count] = 0;
    if (*count == length)
        return head[0];
    mst_free(*bytes);
    *bytes = NULL;
    return -1;
}

void web_receives(int client, const char *text) {
    char *bytes;
    size_t count;
    assert_int_equal(web_receive(client, &bytes, &count), WEB_FIN | WEB_TEXT);
    assert_string_equal(bytes, text);
    mst_free(bytes);
}

void web_closes(int client, int status) {
    char *bytes;
    size_t count;
    assert_int_equal(web_receive(client, &bytes, &count), WEB_FIN | WEB_CLOSE);
    assert_true(count >= 2);
    assert_int_equal((unsigned char)bytes[0] << 8 | (unsigned char)bytes[1], status);
    web_frame(client, WEB_FIN | WEB_CLOSE, bytes, 2);
    shutdown(client, SHUT_WR);
    mst_free(bytes);
    mst_free(web_read_all(client, &count));
    assert_int_equal(count, 0);
}
