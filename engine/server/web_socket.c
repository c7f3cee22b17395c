/* WebSockets: who may open one, messages as a whole, and what waits to be sent. */
#include <assert.h>
#include <libwebsockets.h>
#include <string.h>

#include "server/web_parts.h"

enum {
    FRAGMENT = 32 << 10,  /* bytes of a message that are written at a time */
    PING_SECONDS = 30,    /* of silence, after which a peer is pinged ... */
    DEAD_SECONDS = 60,    /* ... and after which it is closed */
    CLOSING_SECONDS = 10, /* in which a closed client must take what was sent */
    SHORT = 256,          /* bytes of a message that is not worth compressing */
    COMPRESSED = 0x40,    /* the bit that says so in the first byte of a frame */
};

/* A text that waits, with room before it for the library. */
struct mail {
    struct mail *next;
    size_t length, sent;
    bool compressed;
    unsigned char text[];
};

struct server_peer {
    struct server_tied tied;
    struct server_peer *next;
    char address[WEB_ADDRESS];
    void *data;
    bool opened;            /* the server has it */
    bool closing;           /* ... until now: nothing more is received or sent */
    bool reported;          /* ... and knows that it is closed */
    int status;             /* of the closing: a number of RFC 6455 */
    int64_t heard;          /* seconds of the web's clock */
    bool pinged;            /* since then ... */
    bool ping_due;          /* ... or about to be */
    struct mst_buf message; /* what has come of it so far ... */
    bool compressed;        /* ... must be inflated */
    bool deflates;          /* both ends may compress */
    bool marks;             /* the next frame says that it is compressed */
    struct server_inflater *inflater;
    struct mail *first, **last;
    size_t behind; /* bytes that wait */
};

/* ---- closing --------------------------------------------------------------------------------- */

static void drop_mail(struct server_peer *peer) {
    while (peer->first) {
        struct mail *mail = peer->first;
        peer->first = mail->next;
        mst_free(mail);
    }
    peer->last = &peer->first;
    peer->behind = 0;
}

static void web_socket_report(struct server_peer *peer) {
    struct server_web *web = peer->tied.web;
    if (!peer->opened || peer->reported || web->freeing)
        return;
    peer->reported = true;
    web->events.closed(web->events.context, peer);
}

void server_peers_report(struct server_web *web) {
    while (web->farewells) {
        web->farewells = false;

        /* Each report may close more, so the list is gone through until none is left. */
        for (struct server_peer *peer = web->peers; peer; peer = peer->next)
            if (peer->closing && peer->opened && !peer->reported) {
                web_socket_report(peer); /* which may close others */
                web->farewells = true;
            }
    }
}

void server_peer_destroyed(struct server_peer *peer) {
    struct server_web *web = peer->tied.web;

    /* The server hears of it before anything of it is freed. */
    web_socket_report(peer);
    assert(web->peer_count > 0);
    struct server_peer **place = &web->peers;
    while (*place != peer)
        place = &(*place)->next;
    *place = peer->next;
    web->peer_count--;
    drop_mail(peer);
    mst_buf_clear(&peer->message);
    server_inflater_free(peer->inflater);
    mst_free(peer);
}

void server_peer_close(struct server_peer *peer) {
    if (peer->closing)
        return;
    peer->closing = peer->tied.web->farewells = true;
    peer->status = LWS_CLOSE_STATUS_NORMAL;

    /* A client that does not take its last messages is not waited for. */
    lws_set_timeout(peer->tied.wsi, PENDING_TIMEOUT_CLOSE_SEND, CLOSING_SECONDS);
    lws_callback_on_writable(peer->tied.wsi);
}

/* It has broken the protocol: say how, and close. */
static int hang_up(struct server_peer *peer, int status) {
    peer->closing = peer->tied.web->farewells = true;

    /* Nothing more is sent but the reason. */
    drop_mail(peer);
    lws_close_reason(peer->tied.wsi, (enum lws_close_status)status, NULL, 0);
    return -1;
}

/* ---- opening --------------------------------------------------------------------------------- */

static bool web_socket_is_full(const struct server_web *web, const char *address) {
    if (web->options.peers && web->peer_count >= web->options.peers)
        return true;

    /* 0: no limit by address, since without a proxy's word many clients may share one. */
    int same = 0;
    for (const struct server_peer *peer = web->peers; peer; peer = peer->next)
        same += !strcmp(peer->address, address);
    return web->options.peers_of_address && same >= web->options.peers_of_address;
}

/* The status that an upgrade is refused with, or 0. */
static int web_socket_fault_of(struct lws *wsi) {
    char value[64];
    if (lws_hdr_copy(wsi, value, sizeof value, WSI_TOKEN_GET_URI) <= 0 || strcmp(value, "/socket"))
        return 404;
    if (lws_hdr_copy(wsi, value, sizeof value, WSI_TOKEN_VERSION) <= 0 || strcmp(value, "13") ||
        lws_hdr_copy(wsi, value, sizeof value, WSI_TOKEN_KEY) != 24)
        return 400;
    return server_request_same_origin(wsi) ? 0 : 403;
}

static int admit(struct lws *wsi) {
    struct server_web *web = lws_context_user(lws_get_context(wsi));
    char token[WEB_TOKEN + 1], address[WEB_ADDRESS];
    int fault = web_socket_fault_of(wsi);
    server_request_token(wsi, token);
    server_request_address(wsi, address);
    if (!fault && (lws_get_opaque_user_data(wsi) || web_socket_is_full(web, address)))
        fault = 503;

    /* W1: all that could be wrong is known before the peer is made. */
    struct server_peer *peer = fault ? NULL : mst_calloc(1, sizeof *peer);
    if (!peer) {
        web_refuse(wsi, fault ? fault : 503);
        return -1;
    }

    /* P1: it belongs to the connection as soon as it is in the list. */
    peer->tied.kind = SERVER_TIED_PEER;
    peer->tied.web = web;
    peer->tied.wsi = wsi;
    strcpy(peer->address, address);
    peer->last = &peer->first;
    peer->next = web->peers;
    web->peers = peer;
    web->peer_count++;
    peer->heard = web->seconds;
    lws_set_opaque_user_data(wsi, peer);

    /* A peer that is refused was never open, so nobody hears of its end. */
    peer->opened = web->events.opened(web->events.context, peer, token, address);
    if (!peer->opened) {
        server_tied_end(wsi);
        web_refuse(wsi, 403);
        return -1;
    }
    return 0;
}

/* ---- compression ----------------------------------------------------------------------------- */

static struct server_peer *peer_of(struct lws *wsi) {
    struct server_tied *tied = lws_get_opaque_user_data(wsi);
    return tied && tied->kind == SERVER_TIED_PEER ? (struct server_peer *)tied : NULL;
}

/* To the library, this extension only lets the bit pass that marks compressed messages. Each of
 * ours is compressed by itself, with the widest window. */
static int on_extension(struct lws_context *context, const struct lws_extension *extension,
                        struct lws *wsi, enum lws_extension_callback_reasons reason, void *user,
                        void *in, size_t length) {
    static const struct lws_ext_options OPTIONS[] = {{"server_no_context_takeover", EXTARG_NONE},
                                                     {NULL, EXTARG_NONE}};
    (void)context, (void)extension, (void)user, (void)length;
    struct server_peer *peer = peer_of(wsi);
    struct lws_tokens *frame = in;
    if (!peer)
        return reason == LWS_EXT_CB_CONSTRUCT ? -1 : 0;

    /* The answer names what we do: each message by itself. */
    if (reason == LWS_EXT_CB_CONSTRUCT) {
        *(const struct lws_ext_options **)in = OPTIONS;
        peer->deflates = true;
    } else if (reason == LWS_EXT_CB_PACKET_TX_PRESEND && frame->len && peer->marks) {
        *frame->token |= COMPRESSED;
        peer->marks = false;
    }
    return 0;
}

const struct lws_extension WEB_EXTENSIONS[] = {
    {"permessage-deflate", on_extension, "permessage-deflate"}, {NULL, NULL, NULL}};

/* Does a client ask for compression as we have it? Nonzero: it does not. */
static int refuses_extension(struct lws *wsi) {
    char offers[256];
    return lws_hdr_copy(wsi, offers, sizeof offers, WSI_TOKEN_EXTENSIONS) <= 0 ||
           strstr(offers, "server_max_window_bits");
}

/* Inflate the message. False if the peer hangs up. */
static bool inflate_message(struct server_peer *peer, int *status) {
    struct mst_buf whole = {0};
    if (!peer->inflater)
        peer->inflater = server_inflater_new();
    *status = LWS_CLOSE_STATUS_UNEXPECTED_CONDITION;

    /* The window is the client's to use from message to message, so it stays with the peer. */
    if (peer->inflater)
        *status = server_inflate(peer->inflater, mst_buf_text(&peer->message), peer->message.length,
                                 &whole, WEB_FRAME);
    mst_buf_clear(&peer->message);
    peer->message = whole;
    return !*status;
}

/* ---- receiving ------------------------------------------------------------------------------- */

static int receive(struct server_peer *peer, const char *bytes, size_t count) {
    assert(peer->opened);
    struct lws *wsi = peer->tied.wsi;
    struct mst_buf *message = &peer->message;
    int status;
    if (peer->closing)
        return 0;
    if (lws_frame_is_binary(wsi))
        return hang_up(peer, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE);
    if (lws_is_first_fragment(wsi))
        peer->compressed = lws_get_reserved_bits(wsi) & COMPRESSED;

    /* W2: checked before it is kept, part by part. */
    if (count > WEB_FRAME - message->length)
        return hang_up(peer, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
    if (count)
        mst_buf_bytes(message, bytes, count);
    if (message->failed)
        return hang_up(peer, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION);
    if (!lws_is_final_fragment(wsi))
        return 0;

    /* Compressed messages are bounded twice: as they come, and as they inflate. */
    if (peer->compressed && !inflate_message(peer, &status))
        return hang_up(peer, status);

    /* W3: the callback may close this very peer, which stays until the library has destroyed it. */
    struct server_web *web = peer->tied.web;
    web->events.received(web->events.context, peer, mst_buf_text(message), message->length);
    mst_buf_clear(message); /* a peer that is quiet costs little */
    return 0;
}

/* ---- sending --------------------------------------------------------------------------------- */

/* A text to send, compressed if that makes it shorter. */
static struct mail *web_socket_pack(const struct server_peer *peer, const char *text,
                                    size_t length) {
    struct mail *mail = mst_alloc(sizeof *mail + LWS_PRE + length);
    if (!mail)
        return NULL;
    *mail = (struct mail){.length = length};
    size_t made = 0;
    if (peer->deflates && length >= SHORT)
        made = server_deflate(text, length, mail->text + LWS_PRE, length);

    /* Short texts, and those that do not shrink, go as they are. */
    if (!made) {
        memcpy(mail->text + LWS_PRE, text, length);
        return mail;
    }
    mail->length = made;
    mail->compressed = true;

    /* It may wait for long: give back the room that compression has saved. */
    struct mail *fitting = mst_realloc(mail, sizeof *mail + LWS_PRE + made);
    return fitting ? fitting : mail;
}

void server_peer_send(struct server_peer *peer, const char *text, size_t length) {
    assert(peer->tied.kind == SERVER_TIED_PEER); /* P1 */
    if (peer->closing)
        return;

    /* W2: what waits for a client is bounded. */
    struct mail *mail = NULL;
    if (length <= WEB_BEHIND - peer->behind)
        mail = web_socket_pack(peer, text, length);
    if (!mail) { /* it does not read: nothing more can reach it */
        peer->closing = peer->tied.web->farewells = true;
        drop_mail(peer);
        lws_set_timeout(peer->tied.wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
        return;
    }
    *peer->last = mail;
    peer->last = &mail->next;
    peer->behind += mail->length;
    lws_callback_on_writable(peer->tied.wsi);
}

/* Write the next part of the first text. */
static bool write_part(struct server_peer *peer) {
    struct mail *mail = peer->first;
    assert(mail && mail->sent <= mail->length); /* equal: an empty text */
    size_t rest = mail->length - mail->sent, count = rest < FRAGMENT ? rest : FRAGMENT;
    int kind = mail->sent ? LWS_WRITE_CONTINUATION : LWS_WRITE_TEXT;
    if (count < rest)
        kind |= LWS_WRITE_NO_FIN;

    /* The mark belongs to the first frame of a message. */
    peer->marks = mail->compressed && !mail->sent;
    int written = lws_write(peer->tied.wsi, mail->text + LWS_PRE + mail->sent, count,
                            (enum lws_write_protocol)kind);
    if (written < (int)count)
        return false;

    /* `behind` counts what waits, so that it shrinks with each part. */
    mail->sent += count;
    assert(peer->behind >= count);
    peer->behind -= count;
    if (mail->sent < mail->length)
        return true;
    peer->first = mail->next;

    /* The place of the next text is that of the first again. */
    if (!peer->first)
        peer->last = &peer->first;
    mst_free(mail);
    return true;
}

static bool write_ping(struct server_peer *peer) {
    static const char word[] = "there?"; /* the library does not report empty answers */
    unsigned char ping[LWS_PRE + sizeof word];
    bool due = peer->ping_due;
    peer->ping_due = false;
    memcpy(ping + LWS_PRE, word, sizeof word);
    return !due || lws_write(peer->tied.wsi, ping + LWS_PRE, sizeof word - 1, LWS_WRITE_PING) >= 0;
}

static int on_writable(struct server_peer *peer) {
    struct lws *wsi = peer->tied.wsi;
    if (!write_ping(peer))
        return -1;

    /* As much as the system takes, then again when it takes more: others have their turn between.
     */
    while (peer->first) {
        if (!write_part(peer))
            return -1;
        if (peer->first && (lws_partial_buffered(wsi) || lws_send_pipe_choked(wsi))) {
            lws_callback_on_writable(wsi);
            return 0;
        }
    }

    /* A close waits until all has left. */
    if (!peer->closing)
        return 0;
    if (lws_partial_buffered(wsi)) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    lws_close_reason(wsi, (enum lws_close_status)peer->status, NULL, 0);
    return -1;
}

static void hear(struct server_peer *peer) {
    if (!peer)
        return;
    assert(peer->heard <= peer->tied.web->seconds);
    peer->heard = peer->tied.web->seconds;
    peer->pinged = false;
}

void server_peers_ping(struct server_web *web) {
    for (struct server_peer *peer = web->peers; peer; peer = peer->next) {
        int64_t silent = web->seconds - peer->heard;
        if (peer->closing || !peer->opened)
            continue;

        /* Silence is measured from the last thing that was heard, a pong included. */
        if (silent >= DEAD_SECONDS) {
            server_peer_close(peer);
        } else if (silent >= PING_SECONDS && !peer->pinged) {
            peer->pinged = peer->ping_due = true;
            lws_callback_on_writable(peer->tied.wsi);
        }
    }
}

int server_on_socket(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                     size_t length) {
    (void)user;
    struct server_peer *peer = peer_of(wsi);
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return admit(wsi);
    case LWS_CALLBACK_CONFIRM_EXTENSION_OKAY: return refuses_extension(wsi);
    case LWS_CALLBACK_ESTABLISHED: lws_callback_on_writable(wsi); return 0;
    case LWS_CALLBACK_RECEIVE_PONG: hear(peer); return 0;
    case LWS_CALLBACK_RECEIVE: hear(peer); return peer ? receive(peer, in, length) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE: return peer ? on_writable(peer) : -1;
    default: return 0;
    }
}

/* ---- what a server asks of a peer ------------------------------------------------------------ */

void server_peer_set(struct server_peer *peer, void *data) {
    peer->data = data;
}

void *server_peer_data(const struct server_peer *peer) {
    return peer->data;
}
