/* Visitors of a server: see site.h. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "server/clock.h"
#include "server/site.h"

enum { PATIENCE = 300 /* seconds until something is held to hang */, RATE = 25, BURST = 25 };

/* ---- coming and going ------------------------------------------------------------------------ */

static int connect_to(const struct site *site) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)site->web.port)};
    struct timeval patience = {.tv_sec = PATIENCE};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int made = socket(AF_INET, SOCK_STREAM, 0);
    must(made >= 0, "no socket");
    setsockopt(made, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(made, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (connect(made, (struct sockaddr *)&address, sizeof address) == 0)
        return made;
    close(made);
    return -1;
}

static bool upgraded(int socket) {
    char head[2000];
    size_t length = 0;
    while (length < sizeof head - 1 && recv(socket, head + length, 1, 0) == 1) {
        head[++length] = 0;
        if (length >= 4 && !strcmp(head + length - 4, "\r\n\r\n"))
            return !strncmp(head, "HTTP/1.1 101", 12);
    }
    return false;
}

bool visitor_enter(struct visitor *visitor, struct site *site, const char *token) {
    char request[600];
    *visitor = (struct visitor){.site = site, .socket = connect_to(site), .allowance = BURST};
    visitor->since = mst_clock_steady();
    if (token)
        snprintf(visitor->token, sizeof visitor->token, "%s", token);
    else
        web_token(visitor->token);
    visitor->chat = json_array();
    if (visitor->socket < 0)
        return false;
    int length =
        snprintf(request, sizeof request,
                 "GET /socket HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                 "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: muster\r\n%s%s%s\r\n",
                 site->web.port, visitor->token[0] ? "Cookie: muster=" : "", visitor->token,
                 visitor->token[0] ? "\r\n" : "");
    web_send(visitor->socket, request, (size_t)length);
    if (upgraded(visitor->socket))
        return true;
    visitor_leave(visitor);
    return false;
}

void visitor_leave(struct visitor *visitor) {
    if (visitor->socket >= 0)
        close(visitor->socket);
    visitor->socket = -1;
    json_decref(visitor->view);
    json_decref(visitor->table);
    json_decref(visitor->chat);
    visitor->view = visitor->table = visitor->chat = NULL;
}

/* ---- hearing --------------------------------------------------------------------------------- */

static void keep(json_t **place, json_t *value) {
    json_decref(*place);
    *place = json_incref(value);
}

static void note(struct visitor *visitor, json_t *message) {
    const char *push = json_string_value(json_object_get(message, "push"));
    const char *match = json_string_value(json_object_get(message, "match"));
    if (!push || !match || strcmp(match, visitor->match) != 0)
        return;
    if (!strcmp(push, "view")) {
        keep(&visitor->view, json_object_get(message, "view"));
        visitor->views++;
    } else if (!strcmp(push, "table")) {
        keep(&visitor->table, json_object_get(message, "table"));
    } else if (!strcmp(push, "chat")) {
        json_array_append(visitor->chat, json_object_get(message, "line"));
    }
}

json_t *visitor_hear(struct visitor *visitor) {
    int64_t patient_until = mst_clock_steady() + 1000 * PATIENCE;
    char *text;
    size_t length;
    while (visitor->socket >= 0) {
        must(mst_clock_steady() < patient_until, "match '%s': only pings come", visitor->match);
        int first = web_receive(visitor->socket, &text, &length);
        if (first < 0 || (first & 15) == WEB_CLOSE) {
            mst_free(text);
            close(visitor->socket);
            visitor->socket = -1;
            return NULL;
        }
        struct mst_buf whole = {0};
        while (!(first & WEB_FIN)) { /* the server cuts long texts */
            mst_buf_bytes(&whole, text, length);
            mst_free(text);
            int more = web_receive(visitor->socket, &text, &length);
            must(more < 0 || !(more & 15), "a text is cut by something else");
            first = more < 0 ? WEB_FIN : (first & 15) | (more & WEB_FIN);
            if (more < 0)
                text = NULL, length = 0;
        }
        if (text)
            mst_buf_bytes(&whole, text, length);
        mst_free(text);
        if ((first & 15) == WEB_PING)
            web_frame(visitor->socket, WEB_FIN | WEB_PONG, mst_buf_text(&whole), whole.length);
        json_t *message =
            (first & 15) == WEB_TEXT ? json_loads(mst_buf_text(&whole), 0, NULL) : NULL;
        if (message && visitor->heard)
            visitor->heard(visitor, mst_buf_text(&whole));
        mst_buf_clear(&whole);
        if (!message)
            continue;
        note(visitor, message);
        return message;
    }
    return NULL;
}

/* ---- asking ---------------------------------------------------------------------------------- */

static void keep_to_the_limit(struct visitor *visitor) {
    int64_t now = mst_clock_steady();
    visitor->allowance += (double)(now - visitor->since) * RATE / 1000;
    visitor->since = now;
    if (visitor->allowance > BURST)
        visitor->allowance = BURST;
    visitor->allowance -= 1;
    if (visitor->allowance < 0)
        nap((unsigned)(-visitor->allowance * 1000 / RATE) + 1);
}

void visitor_say(struct visitor *visitor, const char *text) {
    keep_to_the_limit(visitor);
    if (visitor->socket >= 0)
        web_text(visitor->socket, text);
}

json_t *visitor_ask(struct visitor *visitor, json_t *request) {
    int id = ++visitor->asked;
    must(request, "a request cannot be written");
    json_object_set_new(request, "id", json_integer(id));
    char *text = json_dumps(request, JSON_COMPACT);
    visitor_say(visitor, text);
    free(text);
    json_decref(request);
    for (json_t *message; (message = visitor_hear(visitor));) {
        if (json_integer_value(json_object_get(message, "id")) == id)
            return message;
        json_decref(message);
    }
    return NULL;
}

const char *code_of(json_t *answer) {
    static const char *const codes[] = {"bad_json",   "bad_request", "unknown_op", "not_you",
                                        "not_found",  "not_now",     "stale",      "illegal_move",
                                        "bad_option", "limit",       "busy",       "failed",
                                        "storage",    "bad_rules",   NULL};
    const char *found = "gone";
    json_t *error = json_object_get(answer, "error");
    const char *code = json_string_value(json_object_get(error, "code"));
    if (json_is_true(json_object_get(answer, "ok")))
        found = "";
    for (int i = 0; code && codes[i]; i++)
        if (!strcmp(code, codes[i]))
            found = codes[i];
    must(!answer || json_string_value(json_object_get(error, "message")) || !*found,
         "a refusal says nothing");
    must(!code || strcmp(found, "gone"), "the code '%s' is not in the contract", code);
    json_decref(answer);
    return found;
}

void visitor_must(struct visitor *visitor, const char *code, json_t *request) {
    char *text = json_dumps(request, JSON_COMPACT);
    json_t *answer = visitor_ask(visitor, request);
    char *answered = answer ? json_dumps(answer, JSON_COMPACT) : NULL;
    const char *found = code_of(answer);
    must(!strcmp(found, code), "%s: expected '%s', found '%s': %.600s", text, code, found,
         answered ? answered : "gone");
    free(text);
    free(answered);
}

json_t *visitor_done(struct visitor *visitor, json_t *request) {
    char *text = json_dumps(request, JSON_COMPACT);
    json_t *answer = visitor_ask(visitor, request);
    char *answered = answer ? json_dumps(answer, JSON_COMPACT) : NULL;
    must(json_is_true(json_object_get(answer, "ok")), "%s: %.600s", text,
         answered ? answered : "gone");
    free(text);
    free(answered);
    return answer;
}

/* ---- matches --------------------------------------------------------------------------------- */

json_t *visitor_open(struct visitor *visitor, const char *match) {
    snprintf(visitor->match, sizeof visitor->match, "%s", match);
    json_t *answer = ASK(visitor, "{s:s, s:s, s:i}", "op", "open", "match", match, "since", 0);
    keep(&visitor->view, json_object_get(answer, "view"));
    keep(&visitor->table, json_object_get(answer, "table"));
    return answer;
}

static void wait_for_view(struct visitor *visitor) {
    while (!visitor->view && visitor->socket >= 0)
        json_decref(visitor_hear(visitor));
}

void visitors_meet(struct visitor *visitor, struct visitor *other, const char *ruleset, bool shown,
                   char match[16]) {
    json_t *seats =
        other ? json_pack("[{s:s}, {s:s}]", "who", "you", "who", "open")
              : json_pack("[{s:s}, {s:s, s:i}]", "who", "you", "who", "level", "level", 1);
    json_t *made =
        visitor_done(visitor, json_pack("{s:s, s:s, s:o, s:b}", "op", "create", "ruleset", ruleset,
                                        "seats", seats, "public", shown || other));
    snprintf(match, 16, "%s", json_string_value(json_object_get(made, "match")));
    json_decref(made);
    if (other)
        json_decref(visitor_done(
            other, json_pack("{s:s, s:s, s:i}", "op", "join", "match", match, "seat", 1)));
    json_decref(visitor_open(visitor, match));
    wait_for_view(visitor);
    if (other) {
        json_decref(visitor_open(other, match));
        wait_for_view(other);
    }
}

bool visitor_moves(const struct visitor *visitor) {
    return json_array_size(json_object_get(visitor->view, "moves")) > 0;
}

int visitor_ply(const struct visitor *visitor) {
    return (int)json_integer_value(json_object_get(visitor->view, "ply"));
}

bool visitor_over(const struct visitor *visitor) {
    return json_is_true(json_object_get(visitor->view, "over"));
}

const char *visitor_pick(const struct visitor *visitor) {
    json_t *moves = json_object_get(visitor->view, "moves");
    return json_string_value(json_array_get(moves, any((unsigned)json_array_size(moves))));
}

const char *visitor_play(struct visitor *visitor) {
    int ply = visitor_ply(visitor);
    json_t *answer = ASK(visitor, "{s:s, s:s, s:i, s:s}", "op", "play", "match", visitor->match,
                         "ply", ply, "move", visitor_pick(visitor));
    int reached = (int)json_integer_value(json_object_get(answer, "ply"));
    const char *code = code_of(answer);
    while (!*code && visitor->socket >= 0 && visitor_ply(visitor) < reached)
        json_decref(visitor_hear(visitor));
    return code;
}

struct visitor *visitors_mover(struct visitor *visitors, int count) {
    for (;;) {
        int ply = -1, behind = -1;
        for (int i = 0; i < count; i++)
            if (visitors[i].view && visitor_ply(&visitors[i]) > ply)
                ply = visitor_ply(&visitors[i]);
        for (int i = 0; i < count; i++)
            if (!visitors[i].view || visitor_ply(&visitors[i]) < ply)
                behind = i;
        for (int i = 0; i < count && behind < 0; i++)
            if (visitor_moves(&visitors[i]) || visitor_over(&visitors[0]))
                return &visitors[i];
        json_t *heard = visitor_hear(&visitors[behind < 0 ? 0 : behind]);
        json_decref(heard);
        if (!heard)
            return NULL;
    }
}

void visitors_play(struct visitor *visitors, int count, int until) {
    struct visitor *moves;
    while ((moves = visitors_mover(visitors, count)) && !visitor_over(moves) &&
           visitor_ply(moves) < until) {
        const char *code = visitor_play(moves);
        must(!*code, "a legal move is refused: %s", code);
    }
    must(moves, "the server is gone");
}

void visitors_go_on(struct visitor players[2], char match[16], const char *after) {
    struct visitor *moves = visitors_mover(players, 2);
    must(moves, "%s: the players are gone: %s", after, site_log(players[0].site));
    if (visitor_over(moves)) {
        visitors_meet(&players[0], &players[1], "othello", true, match);
        moves = visitors_mover(players, 2);
    }
    const char *code = visitor_play(moves);
    must(!*code, "%s: a move is refused: %s", after, code);
}
