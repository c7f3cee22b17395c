/* HTTP: the files of the page, and exchanges that the server answers.
 *
 * H1 A connection carries one request, and is closed with its answer. libwebsockets 4.1.6 loops for
 *    ever at a POST that was sent before the answer to an earlier request, and reads what it has
 *    freed when a later request asks for an unknown upgrade. */
#include <assert.h>
#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

#include "server/web_parts.h"

enum {
    EXCHANGES = 256,      /* that wait for an answer, at most */
    PATH = 1024,          /* bytes of a path */
    HEAD = 4 << 10,       /* bytes of an answer's head */
    PIECE = 16 << 10,     /* bytes written at a time */
    BODY_SECONDS = 30,    /* in which all of a body must have come */
    ANSWER_SECONDS = 120, /* in which the server must answer */
    READ_SECONDS = 30,    /* in which a client must take a piece */
};

/* A request, from its head until its answer is written. */
struct server_exchange {
    struct server_tied tied;
    char *path;
    struct mst_buf body; /* of the request */
    lws_usec_t begun;    /* the time of its head */
    char token[WEB_TOKEN + 1], fresh[WEB_TOKEN + 1];
    char address[WEB_ADDRESS], base[200];
    bool post, head_only, secure;
    bool is_long;  /* its body may be */
    bool asked;    /* the server has it ... */
    bool answered; /* ... and has answered */
    void *data;
    /* the answer */
    int status;
    const char *type, *text;
    char *owned; /* the text, unless it is a file's */
    size_t length, sent;
    bool head_sent, may_zip;
    struct mst_buf fields; /* more of its head: lines that end in \r\n */
};

static const char NOT_BUILT[] =
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Muster</title>\n"
    "<h1>The page is not built yet</h1>\n"
    "<p>This server runs, but the files of its page are missing. "
    "<code>./muster serve</code> builds them (it needs Node.js) and starts the server.</p>\n"
    "</html>\n";

/* ---- answering ------------------------------------------------------------------------------- */

void server_exchange_destroyed(struct server_exchange *exchange) {
    struct server_web *web = exchange->tied.web;
    assert(exchange->tied.kind == SERVER_TIED_EXCHANGE); /* P1 */
    if (exchange->asked && !exchange->answered) {
        web->exchange_count--;
        if (!web->freeing)
            web->events.left(web->events.context, exchange);
    }

    /* Whether it was answered or not, its places are free again. */
    web->long_count -= exchange->is_long;
    mst_buf_clear(&exchange->body);
    mst_buf_clear(&exchange->fields);
    mst_free(exchange->path);
    mst_free(exchange->owned);
    mst_free(exchange);
}

/* The answer is complete: write it as soon as the client takes it. */
static void web_http_ready(struct server_exchange *exchange) {
    struct lws *wsi = exchange->tied.wsi;
    assert(!exchange->answered); /* H1: one answer */
    exchange->answered = true;
    mst_buf_puts(&exchange->fields, "connection: close\r\n");
    lws_rx_flow_control(wsi, 1);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, READ_SECONDS);
    lws_callback_on_writable(wsi);
}

static void set_cookie(struct server_exchange *exchange, const char *token) {
    mst_buf_printf(&exchange->fields,
                   "set-cookie: muster=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%s%s\r\n",
                   token, *token ? "31536000" : "0", exchange->secure ? "; Secure" : "");
}

static void web_http_refuse(struct server_exchange *exchange, int status, const char *text) {
    exchange->status = status;
    exchange->type = "text/plain; charset=utf-8";
    exchange->text = text;
    exchange->length = strlen(text);
    mst_buf_puts(&exchange->fields, "cache-control: no-store\r\n");
    if (status == 405)
        mst_buf_puts(&exchange->fields, "allow: GET, HEAD, POST\r\n");
    web_http_ready(exchange);
}

static void answer_file(struct server_exchange *exchange, const struct server_page_file *file) {
    bool zipped = file->zipped && exchange->may_zip;
    exchange->status = 200;
    exchange->type = file->type;
    exchange->text = zipped ? file->zipped : file->text;
    exchange->length = zipped ? file->zipped_length : file->length;
    mst_buf_printf(&exchange->fields, "cache-control: %s\r\n",
                   file->immutable ? "public, max-age=31536000, immutable" : "no-cache");

    /* A cache must not give the compressed one to a client that cannot read it. */
    if (file->zipped)
        mst_buf_puts(&exchange->fields, "vary: accept-encoding\r\n");
    if (zipped)
        mst_buf_puts(&exchange->fields, "content-encoding: gzip\r\n");
    web_http_ready(exchange);
}

static void answer_unbuilt(struct server_exchange *exchange) {
    exchange->status = 200;
    exchange->type = "text/html; charset=utf-8";
    exchange->text = NOT_BUILT;
    exchange->length = sizeof NOT_BUILT - 1;
    mst_buf_puts(&exchange->fields, "cache-control: no-store\r\n");
    web_http_ready(exchange);
}

/* A name of a file that needs no quoting. */
static void add_name(struct mst_buf *fields, const char *name) {
    mst_buf_puts(fields, "content-disposition: attachment; filename=\"");
    for (; *name; name++) {
        bool plain = (*name >= '0' && *name <= '9') || (*name >= 'A' && *name <= 'Z') ||
                     (*name >= 'a' && *name <= 'z') || strchr("._-", *name);
        mst_buf_char(fields, plain ? *name : '_');
    }
    mst_buf_puts(fields, "\"\r\n");
}

enum { ZIPPED = 1024 /* bytes of a picture from which it is compressed */ };

/* Copy the text of an answer, pictures compressed where that saves something. They hold no secret
 * beside what others may choose, which compression could give away. */
static void take_text(struct server_exchange *exchange, const struct web_answer *answer) {
    /* One byte less than the text: a compressed form that saves nothing does not fit. */
    exchange->length = 0;
    if (exchange->may_zip && answer->length >= ZIPPED && !strcmp(answer->type, "image/svg+xml"))
        exchange->length =
            server_gzip(answer->text, answer->length, exchange->owned, answer->length - 1);
    if (exchange->length) {
        mst_buf_puts(&exchange->fields, "vary: accept-encoding\r\ncontent-encoding: gzip\r\n");
        return;
    }
    exchange->length = answer->length;
    if (answer->length)
        memcpy(exchange->owned, answer->text, answer->length);
}

void server_exchange_answer(struct server_exchange *exchange, const struct web_answer *answer) {
    exchange->tied.web->exchange_count--;
    assert(exchange->asked && !exchange->answered);
    exchange->status = answer->status;
    exchange->type = answer->type;
    exchange->owned = mst_alloc(answer->length + strlen(answer->type) + 2);
    if (!exchange->owned) {
        web_http_refuse(exchange, 503, "");
        return;
    }

    /* One block for the text and its type, both of which the caller may change afterwards. */
    take_text(exchange, answer);
    exchange->text = exchange->owned;
    exchange->type = strcpy(exchange->owned + answer->length + 1, answer->type);

    /* Answers differ from person to person: no cache on the way may keep them. */
    if (answer->cache > 0)
        mst_buf_printf(&exchange->fields, "cache-control: private, max-age=%d\r\n", answer->cache);
    else
        mst_buf_puts(&exchange->fields, "cache-control: no-store\r\n");
    if (answer->token)
        set_cookie(exchange, answer->token);
    if (answer->name)
        add_name(&exchange->fields, answer->name);
    web_http_ready(exchange);
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool web_http_write_head(struct server_exchange *exchange) {
    unsigned char buffer[LWS_PRE + HEAD], *start = buffer + LWS_PRE, *at = start;
    unsigned char *end = buffer + sizeof buffer;
    struct lws *wsi = exchange->tied.wsi;
    const struct mst_buf *fields = &exchange->fields;
    exchange->head_sent = true;

    /* The library checks the room for its own fields; for ours it is checked here. */
    if (fields->failed ||
        lws_add_http_header_status(wsi, (unsigned)exchange->status | LWSAHH_FLAG_NO_SERVER_NAME,
                                   &at, end) ||
        lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE,
                                     (const unsigned char *)exchange->type,
                                     (int)strlen(exchange->type), &at, end) ||
        lws_add_http_header_content_length(wsi, exchange->length, &at, end) ||
        (size_t)(end - at) < fields->length + 2)
        return false;

    /* The empty line ends the head. */
    memcpy(at, mst_buf_text(fields), fields->length);
    at += fields->length;
    memcpy(at, "\r\n", 2);
    return lws_write(wsi, start, (size_t)(at + 2 - start), LWS_WRITE_HTTP_HEADERS) >= 0;
}

static bool write_piece(struct server_exchange *exchange) {
    unsigned char buffer[LWS_PRE + PIECE];
    size_t rest = exchange->length - exchange->sent, count = rest < PIECE ? rest : PIECE;
    assert(exchange->sent <= exchange->length);
    memcpy(buffer + LWS_PRE, exchange->text + exchange->sent, count);
    assert(count <= PIECE);
    exchange->sent += count;
    return lws_write(exchange->tied.wsi, buffer + LWS_PRE, count,
                     count == rest ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) >= 0;
}

/* The client takes more. Returns -1 to close the connection. */
static int on_writable(struct server_exchange *exchange) {
    if (!exchange || !exchange->answered)
        return 0;
    struct lws *wsi = exchange->tied.wsi;
    if (!exchange->head_sent && !web_http_write_head(exchange))
        return -1;
    bool body = !exchange->head_only;

    /* H1: with its last byte the connection is closed. */
    while (!lws_partial_buffered(wsi) && !lws_send_pipe_choked(wsi)) {
        if (!body || exchange->sent == exchange->length || !write_piece(exchange))
            return -1;
    }
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, READ_SECONDS);
    lws_callback_on_writable(wsi);
    return 0;
}

/* For WebSockets too: written at once, without an exchange. */
void web_refuse(struct lws *wsi, int status) {
    static const char REST[] = "cache-control: no-store\r\nconnection: close\r\n\r\n";
    unsigned char buffer[LWS_PRE + HEAD], *start = buffer + LWS_PRE, *at = start;
    unsigned char *end = buffer + sizeof buffer;
    if (lws_add_http_header_status(wsi, (unsigned)status | LWSAHH_FLAG_NO_SERVER_NAME, &at, end) ||
        lws_add_http_header_content_length(wsi, 0, &at, end) || (size_t)(end - at) < sizeof REST)
        return;

    /* The status line and the length are the library's; the rest is the same for all. */
    memcpy(at, REST, sizeof REST - 1);
    at += sizeof REST - 1;
    lws_write(wsi, start, (size_t)(at - start), LWS_WRITE_HTTP_HEADERS);
}

/* ---- asking ---------------------------------------------------------------------------------- */

static void web_http_ask(struct server_exchange *exchange) {
    struct server_web *web = exchange->tied.web;
    assert(!exchange->asked);
    if (exchange->body.failed || web->exchange_count >= EXCHANGES) {
        web_http_refuse(exchange, 503, "The server is busy. Try again later.\n");
        return;
    }
    web->exchange_count++;
    exchange->asked = true;
    web->events.asked(web->events.context, exchange);

    /* An answer that comes later keeps its place. */
    if (exchange->answered)
        return;
    lws_rx_flow_control(exchange->tied.wsi, 0); /* no further request before this is answered */
    lws_set_timeout(exchange->tied.wsi, PENDING_TIMEOUT_HTTP_CONTENT, ANSWER_SECONDS);
}

static void get(struct server_exchange *exchange) {
    const struct server_page_file *file =
        server_page_find(exchange->tied.web->page, exchange->path);
    bool start = !strcmp(exchange->path, "/");
    if (!file && !start) {
        web_http_ask(exchange);
        return;
    }

    /* Everybody who opens the page gets a cookie; the person comes later. */
    if (start && !*exchange->token) {
        web_token(exchange->fresh);
        set_cookie(exchange, exchange->fresh);
    }
    if (file)
        answer_file(exchange, file);
    else
        answer_unbuilt(exchange);
}

/* The length that a request says its body has, 0 if it says nothing, or -1. */
static int64_t body_length(struct lws *wsi) {
    char digits[20], *end;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING))
        return -1;
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH))
        return 0;

    /* A length with a sign, a blank or anything else behind it is none. */
    if (lws_hdr_copy(wsi, digits, sizeof digits, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0 ||
        *digits < '0' || *digits > '9')
        return -1;
    assert(*digits >= '0' && *digits <= '9');
    int64_t length = strtoll(digits, &end, 10);
    return *end ? -1 : length;
}

static int64_t longest_body(const struct server_exchange *exchange) {
    int allowed = exchange->tied.web->options.long_body;
    return exchange->is_long && allowed > WEB_BODY ? allowed : WEB_BODY;
}

/* The body of a POST follows. */
static void post(struct server_exchange *exchange) {
    struct lws *wsi = exchange->tied.wsi;
    struct server_web *web = exchange->tied.web;
    exchange->is_long = !strcmp(exchange->path, WEB_LONG_PATH);
    web->long_count += exchange->is_long;

    /* The counter is taken back when the exchange ends, refused or not. */
    int64_t length = body_length(wsi);
    if (!server_request_same_origin(wsi))
        web_http_refuse(exchange, 403, "This must come from the page itself.\n");
    else if (length < 0 || !lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH))
        web_http_refuse(exchange, 411, "A body needs its length.\n");
    else if (exchange->is_long && web->long_count > WEB_LONG)
        web_http_refuse(exchange, 503, "The server is busy. Try again later.\n");
    else if (length > longest_body(exchange))
        web_http_refuse(exchange, 413, "The body is too long.\n");
}

/* The head's Host, where it needs no quoting in a text of HTML. */
static void read_host(struct server_exchange *exchange) {
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]";
    char host[sizeof exchange->base - sizeof "https://"];
    if (lws_hdr_copy(exchange->tied.wsi, host, sizeof host, WSI_TOKEN_HOST) > 0 &&
        !host[strspn(host, plain)])
        snprintf(exchange->base, sizeof exchange->base, "%s://%s",
                 exchange->secure ? "https" : "http", host);
}

static void read_head(struct server_exchange *exchange) {
    struct lws *wsi = exchange->tied.wsi;
    char value[256];
    server_request_token(wsi, exchange->token);
    server_request_address(wsi, exchange->address);

    /* Behind a proxy, only the proxy knows whether the client came by https. */
    exchange->secure =
        exchange->tied.web->options.behind_proxy &&
        lws_hdr_custom_copy(wsi, value, sizeof value, "x-forwarded-proto:", 18) > 0 &&
        !strcmp(value, "https");
    read_host(exchange);

    /* Not a whole parser: a client that says no to gzip in another way gets what it can do without.
     */
    exchange->may_zip =
        lws_hdr_copy(wsi, value, sizeof value, WSI_TOKEN_HTTP_ACCEPT_ENCODING) > 0 &&
        strstr(value, "gzip") && !strstr(value, "gzip;q=0");
}

/* The head of a request is there. Returns -1 to close the connection. */
static int web_http_begin(struct lws *wsi, const char *path) {
    bool gets = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI);
    bool posts = lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI);
    bool heads = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI);
    if (lws_get_opaque_user_data(wsi) || lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_COLON_METHOD))
        return -1; /* HTTP/2 is not spoken */

    /* An exchange that is there already would be a second request on the connection (H1). */
    struct server_exchange *exchange = mst_calloc(1, sizeof *exchange);
    if (!exchange)
        return -1;
    exchange->tied.kind = SERVER_TIED_EXCHANGE;
    exchange->tied.web = lws_context_user(lws_get_context(wsi));
    exchange->tied.wsi = wsi;

    /* P1: from here on it is freed with the connection. */
    lws_set_opaque_user_data(wsi, exchange);
    exchange->begun = lws_now_usecs();
    exchange->path = mst_strdup(path);
    exchange->post = posts;
    exchange->head_only = heads;
    if (!exchange->path)
        return -1;
    read_head(exchange);

    /* Refusals are answers: the client reads why. A path is bounded before anything looks at it
     * (W2). */
    if (!gets && !posts && !heads)
        web_http_refuse(exchange, 405, "");
    else if (strlen(path) > PATH)
        web_http_refuse(exchange, 414, "");
    else if (posts)
        post(exchange);
    else if (body_length(wsi))
        web_http_refuse(exchange, 400, "");
    else
        get(exchange);
    return 0;
}

static int on_body(struct server_exchange *exchange, const char *bytes, size_t count) {
    if (!exchange || exchange->answered)
        return 0; /* it was refused: read on, so that the client reads why */

    /* W2: neither more than the request has said, nor for longer than it takes. */
    if (!exchange->post || exchange->asked ||
        (int64_t)(exchange->body.length + count) > longest_body(exchange) ||
        lws_now_usecs() - exchange->begun > BODY_SECONDS * LWS_US_PER_SEC)
        return -1;
    if (count)
        mst_buf_bytes(&exchange->body, bytes, count);
    return 0;
}

static int on_body_end(struct server_exchange *exchange) {
    if (exchange && !exchange->answered && !exchange->asked && exchange->post)
        web_http_ask(exchange);
    return 0;
}

/* Only that to a WebSocket is known; without this, libwebsockets would go over to HTTP/2 as well.
 * It may have refused the upgrade by itself and freed the request (CVE-2025-11677): so the
 * callback's `in` is never looked at. */
static int on_upgrade(struct lws *wsi) {
    char name[32];
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_UPGRADE))
        return -1;

    /* The name of the upgrade may be written in any case. */
    if (lws_hdr_copy(wsi, name, sizeof name, WSI_TOKEN_UPGRADE) > 0 &&
        !strcasecmp(name, "websocket"))
        return 0;
    web_refuse(wsi, 400);
    return -1;
}

int server_on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t length) {
    (void)user;
    switch (reason) {
    case LWS_CALLBACK_HTTP: return web_http_begin(wsi, in);
    case LWS_CALLBACK_HTTP_BODY: return on_body(lws_get_opaque_user_data(wsi), in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return on_body_end(lws_get_opaque_user_data(wsi));
    case LWS_CALLBACK_HTTP_WRITEABLE: return on_writable(lws_get_opaque_user_data(wsi));
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return on_upgrade(wsi);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: /* a WebSocket without a subprotocol */
        web_refuse(wsi, 400);
        return -1;
    case LWS_CALLBACK_RAW_ADOPT: /* CONNECT */
    case LWS_CALLBACK_RAW_RX:
    case LWS_CALLBACK_RAW_WRITEABLE: return -1;
    case LWS_CALLBACK_WSI_DESTROY: server_tied_end(wsi); return 0;
    default: return 0;
    }
}

/* ---- what a server asks of an exchange ------------------------------------------------------- */

const char *server_exchange_method(const struct server_exchange *exchange) {
    return exchange->post ? "POST" : "GET";
}

const char *server_exchange_path(const struct server_exchange *exchange) {
    return exchange->path;
}

const char *server_exchange_body(const struct server_exchange *exchange) {
    return mst_buf_text(&exchange->body);
}

const char *server_exchange_token(const struct server_exchange *exchange) {
    return exchange->token;
}

const char *server_exchange_address(const struct server_exchange *exchange) {
    return exchange->address;
}

const char *server_exchange_base(const struct server_exchange *exchange) {
    return exchange->base;
}

void server_exchange_set(struct server_exchange *exchange, void *data) {
    exchange->data = data;
}

void *server_exchange_data(const struct server_exchange *exchange) {
    return exchange->data;
}
