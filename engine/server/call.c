/* Requests of clients: read, dispatched, answered. See parts.h for when answers leave (V2). */
#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "server/parts.h"

enum {
    RATE = 30,    /* requests a second that a client may make for long */
    BURST = 90,   /* and at once */
    FORGIVEN = 50 /* refusals for haste, after which it is closed */
};

static const struct server_op ops[] = {
    {.name = "hello", .run = server_serve_hello},
    {.name = "rename", .run = server_serve_rename, .person = true},
    {.name = "recovery", .run = server_serve_recovery, .person = true},
    {.name = "feed", .run = server_serve_feed, .person = true},
    {.name = "forget", .run = server_serve_forget, .person = true},
    {.name = "mute", .run = server_serve_mute, .person = true},
    {.name = "games", .run = server_serve_games},
    {.name = "options", .run = server_serve_options},
    {.name = "rules", .run = server_serve_rules},
    {.name = "create", .run = server_serve_create, .person = true},
    {.name = "lobby", .run = server_serve_lobby},
    {.name = "mine", .run = server_serve_mine, .person = true},
    {.name = "archive", .run = server_serve_archive},
    {.name = "join", .run = server_serve_join, .person = true},
    {.name = "open", .run = server_serve_open, .match = true, .queued = true},
    {.name = "leave", .run = server_serve_leave},
    {.name = "play", .run = server_serve_play, .person = true, .match = true, .queued = true},
    {.name = "why", .run = server_serve_why, .person = true, .match = true, .queued = true},
    {.name = "at", .run = server_serve_at, .match = true, .queued = true},
    {.name = "takeback",
     .run = server_serve_takeback,
     .person = true,
     .match = true,
     .queued = true},
    {.name = "draw", .run = server_serve_draw, .person = true, .match = true, .queued = true},
    {.name = "resign", .run = server_serve_resign, .person = true, .match = true, .queued = true},
    {.name = "claim", .run = server_serve_claim, .person = true, .match = true, .queued = true},
    {.name = "rematch", .run = server_serve_rematch, .person = true, .match = true},
    {.name = "say", .run = server_serve_say, .person = true, .match = true},
    {.name = "report", .run = server_serve_report, .person = true, .match = true},
    {.name = "transcript", .run = server_serve_transcript, .match = true, .queued = true},
    {.name = "invite", .run = server_serve_invite, .person = true, .match = true},
    {.name = "study", .run = server_serve_study, .person = true},
    {.name = "analyse", .run = server_serve_analyse, .person = true},
    {.name = "evaluate", .run = server_serve_evaluate, .person = true, .match = true},
    {.name = "uploads", .run = server_serve_uploads, .person = true},
    {.name = "discard", .run = server_serve_discard, .person = true},
};
enum { OPS = sizeof ops / sizeof *ops };

/* ---- answers --------------------------------------------------------------------------------- */

static void free_request(struct server_call *request) {
    assert(*request->place == request);
    *request->place = request->next;
    if (request->next)
        request->next->place = request->place;
    if (request->live)
        server_live_drop(request->live);
    json_decref(request->json);
    json_decref(request->answer);
    mst_buf_clear(&request->raw);
    mst_free(request);
}

static void write_id(struct mst_buf *out, const struct server_call *request) {
    const json_t *id = json_object_get(request->json, "id");
    char *text = id ? json_dumps(id, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    if (text)
        mst_buf_printf(out, "\"id\":%s,", text);
    mst_free(text);
}

static void write_answer(struct mst_buf *out, const struct server_call *request) {
    char *fields = json_dumps(request->answer, JSON_COMPACT);
    size_t length = fields ? strlen(fields) : 0;
    mst_buf_puts(out, "\"ok\":true");

    /* The engine's own text follows the server's fields as it is (V3). */
    if (length > 2) { /* not {} */
        mst_buf_char(out, ',');
        mst_buf_bytes(out, fields + 1, length - 2);
    }
    mst_buf_bytes(out, mst_buf_text(&request->raw), request->raw.length);
    mst_free(fields);
}

static void send_answer(struct server_call *request) {
    struct mst_buf out = {0};
    if (!request->client)
        return;
    mst_buf_char(&out, '{');
    write_id(&out, request);
    if (request->failed) {
        mst_buf_printf(&out, "\"ok\":false,\"error\":{\"code\":\"%s\",\"message\":", request->code);
        server_json_string(&out, request->text);
        mst_buf_char(&out, '}');
    } else {
        write_answer(&out, request);
    }
    mst_buf_char(&out, '}');
    server_client_push_raw(request->client, &out);
    mst_buf_clear(&out);
}

void server_call_set(struct server_call *request, const char *key, json_t *value) {
    json_object_set_new(request->answer, key, value);
}

void server_call_answer(struct server_call *request) {
    struct server *server = request->server;

    /* V2: what was written is not durable yet. A refusal says nothing of it and goes at once. */
    if (!request->failed && store_writing(server->store)) {
        request->next_ready = server->ready;
        server->ready = request;
        web_wake(server->web, 0);
        return;
    }
    send_answer(request);
    free_request(request);
}

void server_call_refuse(struct server_call *request, const char *code, const char *format, ...) {
    struct mst_buf text = {0};
    va_list args;
    va_start(args, format);
    mst_buf_vprintf(&text, format, args);
    va_end(args);
    assert(!request->failed);
    request->failed = true;
    request->code = code;
    snprintf(request->text, sizeof request->text, "%s", mst_buf_text(&text));
    mst_buf_clear(&text);
    request->server->figures.refused++;
    server_call_answer(request);
}

void server_call_pass_on(struct server_call *request, const char *line) {
    static const char *const known[] = {"illegal_move", "bad_option", "bad_request", NULL};
    struct server_fault fault = server_fault_read(line);
    const char *passed = "failed";

    /* Codes of the engine that the protocol of the server knows; any other failure is not the
     * client's. */
    for (int i = 0; fault.code && known[i]; i++)
        if (!strcmp(fault.code, known[i]))
            passed = known[i];
    server_call_refuse(request, passed, "%s", fault.message ? fault.message : "the rules failed");
    json_decref(fault.answer);
}

/* ---- arguments ------------------------------------------------------------------------------- */

const char *server_call_text(struct server_call *request, const char *key, size_t most) {
    const char *text = server_json_text(request->json, key);
    if (text && *text && mst_utf8_count(text, strlen(text)) <= (int)most)
        return text;
    server_call_refuse(request, text && *text ? "limit" : "bad_request",
                       "'%s' must be a text of 1 to %zu characters", key, most);
    return NULL;
}

bool server_call_number(struct server_call *request, const char *key, int64_t least, int64_t most,
                        int64_t *number) {
    const json_t *value = json_object_get(request->json, key);
    *number = json_integer_value(value);
    if (json_is_integer(value) && *number >= least && *number <= most)
        return true;
    server_call_refuse(request, "bad_request", "'%s' must be a whole number from %lld to %lld", key,
                       (long long)least, (long long)most);
    return false;
}

/* A name such as "section.key". */
static bool is_setting(const char *name) {
    size_t length =
        strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-");
    return length && length <= SERVER_LONGEST_SETTING && !name[length] && *name != '-';
}

/* A text of one line. */
static bool is_line(const char *text) {
    size_t size = strlen(text), length;
    for (size_t at = 0; at < size; at += length)
        if (!(length = mst_utf8_length(text + at, size - at)) ||
            mst_utf8_control(text + at, length))
            return false;
    return true;
}

bool server_call_settings(struct server_call *request) {
    json_t *set = json_object_get(request->json, "set"), *value;
    const char *name;
    if (set && !json_is_object(set)) {
        server_call_refuse(request, "bad_request", "'set' must be an object of settings");
        return false;
    }

    /* Names and values become arguments of a process, a line each: what could be taken for an
     * option, or begins another line, is refused. */
    json_object_foreach (set, name, value) {
        bool plain = json_is_integer(value) || json_is_boolean(value) ||
                     (json_is_string(value) && is_line(json_string_value(value)));
        if (plain && is_setting(name))
            continue;
        server_call_refuse(
            request, "bad_option",
            "setting '%.60s': a name such as section.key was expected, and a text of "
            "one line, a whole number, true or false",
            name);
        return false;
    }
    return true;
}

/* ---- dispatch -------------------------------------------------------------------------------- */

static const struct server_op *find_op(const char *name, const char **nearest) {
    struct mst_nearest near = {.wanted = name};
    for (int i = 0; i < OPS; i++) {
        if (!strcmp(ops[i].name, name))
            return &ops[i];
        mst_nearest_offer(&near, ops[i].name);
    }
    *nearest = near.best;
    return NULL;
}

/* Find the match that the request names, if its person may see it. */
static bool find_match(struct server_call *request) {
    const char *id = server_json_text(request->json, "match");
    struct server_live *live = id ? server_live_hold(request->server, id) : NULL;
    request->live = live;
    if (live && server_live_may_watch(live, &request->person))
        return true;
    server_call_refuse(request, "not_found", "there is no such match, or it is not public");
    return false;
}

static void call_run(struct server_call *request) {
    const char *name = server_json_text(request->json, "op");
    const char *nearest = NULL;
    char hint[MST_HINT_SIZE];
    request->op = name ? find_op(name, &nearest) : NULL;
    if (!request->op) {
        if (name)
            server_call_refuse(request, "unknown_op", "there is no op '%.40s'%s", name,
                               mst_hint(nearest, hint));
        else
            server_call_refuse(request, "bad_request", "a request needs an 'op'");
        return;
    }

    /* In this order: a request that needs a person makes one, who may then see the match. */
    if (request->op->person && !server_call_person(request))
        return;
    if (request->op->match && !find_match(request))
        return;

    /* V4: it waits behind those that came before it, so that requests about one match are answered
     * in their order. */
    if (request->op->queued && (request->live->busy || request->live->touched)) {
        struct server_call **at = &request->live->queue;
        while (*at)
            at = &(*at)->next_queued;
        *at = request;
        return;
    }
    assert(!request->op->match || request->live);
    request->op->run(request);
}

/* May the client ask again now? */
static bool allowed(struct server_client *client) {
    int64_t now = mst_clock_steady();
    client->allowance += (double)(now - client->allowed_at) * RATE / 1000;
    client->allowed_at = now;
    if (client->allowance > BURST)
        client->allowance = BURST;

    /* A bucket: it fills with time, and each request takes one from it. */
    client->allowance -= 1;
    if (client->allowance >= 0)
        return true;

    /* A client that goes on regardless is closed. */
    client->allowance = 0;
    if (++client->offences > FORGIVEN)
        server_peer_close(client->peer);
    return false;
}

void server_client_received(void *context, struct server_peer *peer, const char *text,
                            size_t length) {
    struct server *server = context;
    struct server_client *client = server_peer_data(peer);
    struct server_call *request = client ? mst_calloc(1, sizeof *request) : NULL;
    json_error_t error;
    if (!request)
        return;
    server->figures.requests++;
    *request = (struct server_call){.next = server->requests, .server = server, .client = client};
    request->place = &server->requests;
    if (request->next)
        request->next->place = &request->next;
    server->requests = request;

    /* Who asks is decided now: the client may belong to somebody else, or have gone, when the
     * answer comes. */
    request->person = client->person;
    request->json = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    request->answer = json_object();
    const json_t *id = json_object_get(request->json, "id");

    /* From here on, every way ends with an answer, which frees the request. */
    if (!allowed(client))
        server_call_refuse(request, "limit", "too many requests; wait a moment");
    else if (!request->json)
        server_call_refuse(request, "bad_json", "invalid JSON: %s", error.text);
    else if (!json_is_object(request->json))
        server_call_refuse(request, "bad_request",
                           "a request must be a JSON object, {\"op\": ...}");
    else if (id && !(json_is_integer(id) || (json_is_string(id) && json_string_length(id) <= 40)))
        server_call_refuse(request, "bad_request",
                           "'id' must be a whole number or a text of at most 40 bytes");
    else
        call_run(request);
}

/* Run the requests that waited for the match, until one of them has it wait again. */
void server_call_next(struct server_live *live) {
    struct server_call *request;
    while ((request = live->queue) && !live->busy && !live->touched) {
        /* Each may make the match wait again, or be freed: so the list is looked at anew each time.
         */
        assert(request->live == live && request->op->queued);
        live->queue = request->next_queued;
        request->next_queued = NULL;
        request->op->run(request);
    }
}

/* ---- after a commit -------------------------------------------------------------------------- */

void server_calls_settle(struct server *server, const struct mst_error *error) {
    struct server_call *ready = server->ready, *inverted = NULL, *next;
    server->ready = NULL;

    /* The list has the latest request first; the oldest must be answered first. */
    for (; ready; ready = next) {
        next = ready->next_ready;
        ready->next_ready = inverted;
        inverted = ready;
    }

    /* V2: if the commit failed, nothing was changed, whatever the handler has found. */
    for (; inverted; inverted = next) {
        next = inverted->next_ready;
        if (error) {
            inverted->failed = true;
            inverted->code = "storage";
            snprintf(inverted->text, sizeof inverted->text, "nothing was changed: %.500s",
                     error->text);
        }
        send_answer(inverted);
        free_request(inverted);
    }
}
