/* The web server: listening, its loop, and watched descriptors. Requests are in web_http.c,
 * WebSockets in web_socket.c. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <libwebsockets.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/web_parts.h"

enum {
    REQUEST_SECONDS = 10, /* in which a request must have come */
    SWEEP_SECONDS = 5,    /* between two looks at silent WebSockets */
    FEW = 250,            /* WebSockets for which no time is lost by polling */
    PAUSE_NS = 300,       /* for each WebSocket, otherwise */
    OTHERS = 512,         /* connections beside the WebSockets, at most */
    UNLIMITED = 8192,     /* WebSockets, if there is no limit */
    WRITTEN = 64 << 10,   /* the most that is given to the system at a time */
    SERVED = 4 << 10,     /* the most that is read at a time */
    HEADERS = 8 << 10,    /* of a request, the most */
};

/* On every answer. */
static const char *const HEADER[][2] = {
    {"content-security-policy:",
     "default-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; "
     "base-uri 'none'; form-action 'self'"},
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "no-referrer"},
    {"cross-origin-opener-policy:", "same-origin"},
};
enum { HEADER_COUNT = sizeof HEADER / sizeof *HEADER };

struct web_tables {
    struct lws_protocols protocols[4];
    struct lws_protocol_vhost_options headers[HEADER_COUNT];
    lws_sorted_usec_list_t wake;
    struct server_web *web;
};

struct web_watch {
    struct server_tied tied;
    void (*ready)(void *context, bool readable, bool writable);
    void *context;
    bool ended, write_again;
    struct web_watch *next;
};

/* The library keeps no clock for each connection, which it sorts: server_peers_ping looks at them.
 */
static const lws_retry_bo_t IDLE = {.secs_since_valid_ping = 0, .secs_since_valid_hangup = 0};

/* ---- watched descriptors --------------------------------------------------------------------- */

static void watch_free(struct web_watch *watch) {
    struct web_watch **place = &watch->tied.web->watches;
    while (*place != watch)
        place = &(*place)->next;
    assert(*place == watch);
    *place = watch->next;
    mst_free(watch);
}

static void watch_destroyed(struct web_watch *watch) {
    assert(watch->tied.kind == SERVER_TIED_WATCH); /* P1 */
    watch->tied.wsi = NULL;
    if (watch->ended)
        watch_free(watch);
}

static void watch_ready(struct web_watch *watch, bool readable, bool writable) {
    if (!watch->ended && !watch->tied.web->freeing)
        watch->ready(watch->context, readable, writable);
}

static int on_watch(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length) {
    (void)user, (void)in, (void)length;
    switch (reason) {
    case LWS_CALLBACK_RAW_RX_FILE:
    case LWS_CALLBACK_RAW_CLOSE_FILE: /* the other end is gone, and nothing is left to read */
        watch_ready(lws_get_opaque_user_data(wsi), true, false);
        return 0;
    case LWS_CALLBACK_RAW_WRITEABLE_FILE:
        watch_ready(lws_get_opaque_user_data(wsi), false, true);
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: /* a client that asks for this by name */
        web_refuse(wsi, 400);
        return -1;
    default: return 0;
    }
}

struct web_watch *web_watch(struct server_web *web, int descriptor,
                            void (*ready)(void *context, bool readable, bool writable),
                            void *context) {
    struct web_watch *watch = mst_calloc(1, sizeof *watch);
    if (!watch)
        return NULL;
    watch->tied.kind = SERVER_TIED_WATCH;
    watch->tied.web = web;
    watch->ready = ready;
    watch->context = context;
    watch->next = web->watches;
    web->watches = watch;

    /* The library makes the descriptor one that does not block. */
    lws_adopt_desc_t adopted = {.vh = web->vhost,
                                .type = LWS_ADOPT_RAW_FILE_DESC,
                                .fd.filefd = descriptor,
                                .vh_prot_name = "watch",
                                .opaque = watch};
    watch->tied.wsi = lws_adopt_descriptor_vhost_via_info(&adopted);
    if (watch->tied.wsi)
        return watch;

    /* The descriptor stays the caller's. */
    watch_free(watch);
    return NULL;
}

void server_watch_write(struct web_watch *watch) {
    watch->write_again = true; /* the library forgets a wish from within the callback */
    if (watch->tied.wsi)
        lws_callback_on_writable(watch->tied.wsi);
}

void server_watch_end(struct web_watch *watch) {
    if (!watch || watch->ended)
        return;
    watch->ended = true;

    /* The library still holds it: it is freed when that is over (P1). */
    if (watch->tied.wsi)
        lws_set_timeout(watch->tied.wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    else
        watch_free(watch);
}

static void rearm(struct server_web *web) {
    for (struct web_watch *watch = web->watches; watch; watch = watch->next) {
        /* The wishes of this turn are passed on again, since some are forgotten. */
        if (watch->write_again && watch->tied.wsi && !watch->ended)
            lws_callback_on_writable(watch->tied.wsi);
        watch->write_again = false;
    }
}

/* ---- what a request says of the client ------------------------------------------------------- */

void server_request_token(struct lws *wsi, char token[WEB_TOKEN + 1]) {
    char cookies[2048];
    *token = 0;
    if (lws_hdr_copy(wsi, cookies, sizeof cookies, WSI_TOKEN_HTTP_COOKIE) > 0)
        server_plain_token(cookies, token);
}

void server_request_address(struct lws *wsi, char address[WEB_ADDRESS]) {
    const struct server_web *web = lws_context_user(lws_get_context(wsi));
    char list[512];
    *address = 0;

    /* Without a proxy that sets it, the header is the client's own and means nothing. */
    if (!web->options.behind_proxy ||
        lws_hdr_copy(wsi, list, sizeof list, WSI_TOKEN_X_FORWARDED_FOR) <= 0 ||
        !server_plain_address(list, address))
        lws_get_peer_simple(wsi, address, WEB_ADDRESS);
}

bool server_request_same_origin(struct lws *wsi) {
    char origin[300], host[300];
    return !lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) ||
           (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) > 0 &&
            lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) > 0 &&
            server_plain_same_origin(origin, host));
}

/* ---- listening ------------------------------------------------------------------------------- */

static void log_line(int level, const char *line) {
    (void)level;
    mst_warn("web: %.*s\n", (int)strcspn(line, "\n"), line);
}

static void fill_tables(struct web_tables *tables) {
    static const struct {
        const char *name;
        lws_callback_function *callback;
    } PARTS[3] = {{"http", server_on_http}, {"muster", server_on_socket}, {"watch", on_watch}};
    for (int i = 0; i < 3; i++) {
        tables->protocols[i].name = PARTS[i].name;
        tables->protocols[i].callback = PARTS[i].callback;
        tables->protocols[i].rx_buffer_size = SERVED;
        tables->protocols[i].tx_packet_size = WRITTEN;
    }

    /* The library wants a list. */
    for (int i = 0; i < HEADER_COUNT; i++) {
        tables->headers[i].next = i + 1 < HEADER_COUNT ? &tables->headers[i + 1] : NULL;
        tables->headers[i].name = HEADER[i][0];
        tables->headers[i].value = HEADER[i][1];
    }
}

static enum mst_status open_context(struct server_web *web, const char *host,
                                    struct mst_error *error) {
    bool any = !strcmp(host, "0.0.0.0") || !strcmp(host, "::");
    int peers = web->options.peers ? web->options.peers : UNLIMITED;

    /* The library would choose an address by itself for any other name. */
    struct lws_context_creation_info info = {
        .port = web->options.port,
        .iface = any ? NULL : host,
        .protocols = web->tables->protocols,
        .headers = web->tables->headers,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   (strchr(host, ':') ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6),
        .extensions = WEB_EXTENSIONS,
        .user = web,
        .timeout_secs = REQUEST_SECONDS,
        .timeout_secs_ah_idle = REQUEST_SECONDS,
        .keepalive_timeout = REQUEST_SECONDS,
        .max_http_header_data2 = HEADERS,
        .pt_serv_buf_size = SERVED,
        .fd_limit_per_thread = (unsigned)peers + OTHERS,
        .retry_and_idle_policy = &IDLE,
        .gid = -1,
        .uid = -1,
    };

    /* The context without a listener, then the listener: so a failure to listen can be
     * distinguished from one of memory. */
    web->context = lws_create_context(&info);
    web->vhost = web->context ? lws_create_vhost(web->context, &info) : NULL;
    if (web->vhost)
        return MST_OK;
    return mst_fail(error, MST_BAD_OPTION, "", "cannot listen at %s, port %d", host,
                    web->options.port);
}

/* A byte in the pipe wakes the loop, which then sees that it is stopped. */
static void on_stop(void *context, bool readable, bool writable) {
    (void)context, (void)readable, (void)writable;
}

static enum mst_status open_stop(struct server_web *web, struct mst_error *error) {
    int ends[2];
    if (pipe(ends))
        return mst_fail(error, MST_BAD_FILE, "", "cannot make a pipe: %s", strerror(errno));
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }

    /* Neither end blocks: a full pipe wakes the loop as well. */
    web->stop_pipe = ends[1];
    if (web_watch(web, ends[0], on_stop, NULL))
        return MST_OK;
    close(ends[0]);
    return mst_fail(error, MST_NO_MEMORY, "", "out of memory");
}

static enum mst_status open_web(struct server_web *web, const struct web_options *options,
                                struct mst_error *error) {
    enum mst_status status = server_plain_bind(options->host, options->port, error);
    if (status != MST_OK)
        return status;

    /* Data that the library reads while it runs must outlive it, and is freed after it. */
    web->tables = mst_calloc(1, sizeof *web->tables);
    if (!web->tables)
        return mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    fill_tables(web->tables);
    web->tables->web = web;
    web->page = server_page_new(options->page, error);
    if (!web->page)
        return MST_BAD_FILE;
    status = open_context(web, options->host, error);
    return status == MST_OK ? open_stop(web, error) : status;
}

struct server_web *web_new(const struct web_options *options, const struct web_events *events,
                           struct mst_error *error) {
    lws_set_log_level(LLL_ERR, log_line);
    struct server_web *web = mst_calloc(1, sizeof *web);
    if (!web) {
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
        return NULL;
    }
    web->events = *events;
    web->options = *options;
    web->options.host = web->options.page = NULL;
    web->stop_pipe = -1;
    if (open_web(web, options, error) == MST_OK)
        return web;
    web_free(web);
    return NULL;
}

int web_port(const struct server_web *web) {
    return lws_get_vhost_listen_port(web->vhost);
}

void web_free(struct server_web *web) {
    if (!web)
        return;
    web->freeing = true;
    if (web->context)
        lws_context_destroy(web->context);

    /* The library has destroyed all connections, with what hung on them (P1). */
    while (web->watches) /* their descriptors are closed */
        watch_free(web->watches);
    if (web->stop_pipe >= 0)
        close(web->stop_pipe);
    server_page_free(web->page);
    mst_free(web->tables);
    mst_free(web);
}

/* ---- the loop -------------------------------------------------------------------------------- */

/* The library polls all connections for each batch of events, so with many of them a poll costs
 * more than the work: let some more events gather. */
static void web_gather(const struct server_web *web) {
    const struct timespec pause = {.tv_nsec = (long)web->peer_count * PAUSE_NS};

    /* While it sleeps, events pile up, and one poll finds them all. */
    if (web->peer_count > FEW)
        nanosleep(&pause, NULL);
}

static int64_t now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* The time that was asked for has come: that after it is the next. */
static void next_wake(struct server_web *web) {
    int64_t next = web->wake_next;
    web->wake = web->wake_next = 0;
    if (next)
        web_wake(web, next);
}

void web_run(struct server_web *web) {
    web->seconds = now_us() / 1000000;
    while (!web->stopped && lws_service(web->context, 0) >= 0) {
        /* Connections that were closed while events were handled are reported before anything else
         * is done. */
        server_peers_report(web);
        rearm(web);
        int64_t now = now_us();

        /* The time that was asked for is forgotten before `idle`, which may ask for another. */
        if (now >= web->wake * 1000)
            next_wake(web);
        web->seconds = now / 1000000;
        if (web->seconds - web->swept >= SWEEP_SECONDS) {
            web->swept = web->seconds;
            server_peers_ping(web);
        }
        web->events.idle(web->events.context);
        server_peers_report(web);
        web_gather(web);
    }
}

void web_stop(struct server_web *web) {
    int kept = errno;

    /* It runs in a signal handler: nothing but a write, and errno as it was. */
    web->stopped = 1;
    ssize_t written = write(web->stop_pipe, "", 1);
    (void)written; /* full: it will be woken */
    errno = kept;
}

/* The library calls this before it waits: it must not wait now, so that `idle` follows. */
static void on_wake(lws_sorted_usec_list_t *timer) {
    struct web_tables *tables = lws_container_of(timer, struct web_tables, wake);
    lws_cancel_service(tables->web->context);
}

void web_wake(struct server_web *web, int64_t at) {
    if (web->wake && web->wake <= at) {
        /* The earlier one may have passed since the loop has read the clock: this one follows it.
         */
        if (!web->wake_next || at < web->wake_next)
            web->wake_next = at;
        return;
    }
    assert(web->context);
    int64_t wait = at * 1000 - now_us();
    web->wake = at > 0 ? at : 1;
    lws_sul_schedule(web->context, 0, &web->tables->wake, on_wake, wait > 0 ? wait : 1);
}

/* ---- what all connections share -------------------------------------------------------------- */

void server_tied_end(struct lws *wsi) {
    struct server_tied *tied = lws_get_opaque_user_data(wsi);
    if (!tied)
        return;
    lws_set_opaque_user_data(wsi, NULL);
    switch (tied->kind) {
    case SERVER_TIED_PEER: server_peer_destroyed((struct server_peer *)tied); return;
    case SERVER_TIED_EXCHANGE: server_exchange_destroyed((struct server_exchange *)tied); return;
    case SERVER_TIED_WATCH: watch_destroyed((struct web_watch *)tied); return;
    }
}
