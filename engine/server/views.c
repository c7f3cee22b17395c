/* Showing matches: opening them, and pushing what has changed to those who have them open. */
#include <assert.h>
#include <string.h>

#include "server/parts.h"

enum { ATTEMPTS = 4 /* to push a view, while engines end */ };

struct server_opened *server_client_opened(struct server_client *client,
                                           const struct server_live *live) {
    for (struct server_opened *opened = live->watchers; opened; opened = opened->next)
        if (opened->client == client)
            return opened;
    return NULL;
}

void server_opened_end(struct server_opened *opened) {
    struct server_live *live = opened->live;
    struct server_opened **at = &live->watchers;
    while (*at != opened)
        at = &(*at)->next;
    assert(*at == opened);
    *at = opened->next;
    opened->live = NULL;
    server_push_tables(live); /* who is here has changed */
    server_live_drop(live);
}

/* ---- pushes ---------------------------------------------------------------------------------- */

void server_push_tables(struct server_live *live) {
    if (live->touched)
        return; /* after the commit (V2) */
    for (struct server_opened *opened = live->watchers; opened; opened = opened->next) {
        json_t *push = json_pack("{s:s, s:s, s:o}", "push", "table", "match", live->kept.id,
                                 "table", server_live_table(live, opened->client));
        server_client_push(opened->client, push);
        json_decref(push);
    }
}

void server_live_blame(struct server_live *live, const char *what, const char *why) {
    json_t *message = server_answer_message(why);
    if (!server_is_upload(live->kept.ruleset)) /* whose author could fill the log */
        server_log("error", what, "match", live->kept.id, "why", json_string_value(message), NULL);

    /* Those who have it open learn why it does not go on. */
    for (struct server_opened *opened = live->watchers; opened; opened = opened->next) {
        json_t *push = json_pack("{s:s, s:s, s:O}", "push", "fault", "match", live->kept.id,
                                 "message", message);
        server_client_push(opened->client, push);
        json_decref(push);
    }
    json_decref(message);
}

/* The viewers for whom views have been asked. */
struct viewers {
    struct server_live *live;
    int ply; /* at which they were asked */
    int count;
    int seats[MST_MOST_SEATS + 1];
};

static void write_view(struct mst_buf *out, const char *match, const char *fields) {
    mst_buf_printf(out, "{\"push\":\"view\",\"match\":\"%s\",\"view\":{%s}", match, fields);
}

static void viewed(void *context, const struct server_answers *answers) {
    struct viewers *viewers = context;
    struct server_live *live = viewers->live;
    assert(viewers->count <= MST_MOST_SEATS + 1);
    for (int i = 0; i < viewers->count && i < answers->count; i++) {
        const char *fields = server_answer_fields(answers->lines[i]);
        struct mst_buf push = {0};
        if (!fields) {
            server_live_blame(live, "view", answers->lines[i]);
            continue;
        }

        /* V3: the engine's fields go out byte for byte. */
        write_view(&push, live->kept.id, fields);
        mst_free(live->shown[viewers->seats[i] + 1]);
        live->shown[viewers->seats[i] + 1] = mst_strdup(fields);
        live->shown_anew = true;

        /* Who has joined since the engine was asked may watch through another seat, and gets the
         * next view. */
        for (struct server_opened *opened = live->watchers; opened; opened = opened->next) {
            if (server_live_viewer(live, &opened->client->person) != viewers->seats[i])
                continue;
            server_client_push_raw(opened->client, &push);
            opened->ply = viewers->ply;
        }
        mst_buf_clear(&push);
    }

    /* An engine that ended has shown nothing: server_lives_tend asks again. */
    live->unseen = answers->count ? 0 : live->unseen + 1;
    if (!answers->count)
        server_live_blame(live, "view", answers->why);
    server_live_drop(live);
    mst_free(viewers);
}

/* Collect the seats through which clients watch, and the first ply that one of each lacks. */
static int views_collect(const struct server_live *live, int *seats, int *since) {
    int count = 0;
    for (const struct server_opened *opened = live->watchers; opened; opened = opened->next) {
        int seat = server_live_viewer(live, &opened->client->person), at = 0;

        /* All who watch through one seat see the same, so one view from the earliest ply that one
         * of them lacks is enough for all. */
        while (at < count && seats[at] != seat)
            at++;
        assert(count <= MST_MOST_SEATS); /* a seat each, and the onlookers */
        if (at == count) {
            seats[count] = seat;
            since[count++] = opened->ply;
        } else if (opened->ply < since[at]) {
            since[at] = opened->ply;
        }
    }
    return count;
}

void server_push_unseen(struct server_live *live) {
    if (live->unseen && live->unseen < ATTEMPTS && !live->touched)
        server_push_views(live);
}

void server_push_views(struct server_live *live) {
    struct viewers *viewers = mst_calloc(1, sizeof *viewers);
    int since[MST_MOST_SEATS + 1];
    struct mst_buf lines = {0};
    if (!viewers)
        return;
    *viewers = (struct viewers){.live = live, .ply = live->kept.ply};
    viewers->count = views_collect(live, viewers->seats, since);
    for (int i = 0; i < viewers->count; i++)
        mst_buf_printf(&lines, "{\"op\":\"view\",\"seat\":%d,\"since\":%d}\n", viewers->seats[i],
                       since[i]);

    /* There is nothing to show before the first position. */
    bool begun = live->kept.stage != SERVER_STAGE_OPEN;
    bool asked = begun && viewers->count && !lines.failed &&
                 server_live_ask(live, mst_buf_text(&lines), viewed, viewers);

    /* The match stays until the views are there. */
    live->holders += asked;
    if (begun && viewers->count && !asked)
        live->unseen++;
    if (!asked)
        mst_free(viewers);
    mst_buf_clear(&lines);
}

/* Is it the first seat to move of a person? */
static bool is_first(const struct server_live *live, int seat) {
    const struct server_chair *chairs = live->kept.chairs;
    for (int i = 0; i < seat; i++)
        if ((live->kept.to_move >> i & 1) && !strcmp(chairs[i].person, chairs[seat].person))
            return false;
    return chairs[seat].who == SERVER_WHO_PERSON && (live->kept.to_move >> seat & 1);
}

void server_push_turns(struct server_live *live) {
    const struct server_index *clients = &live->server->clients_by_person;
    json_t *push = json_pack("{s:s, s:s, s:s}", "push", "turn", "match", live->kept.id, "title",
                             live->kept.title);

    /* A person with several seats to move hears of it once, and not at all with the match open. */
    for (int seat = 0; seat < live->kept.seats; seat++) {
        if (!is_first(live, seat))
            continue;
        struct server_entry *entry = server_index_find(clients, live->kept.chairs[seat].person);
        for (; entry; entry = server_index_next(entry))
            if (!server_client_opened(entry->owner, live))
                server_client_push(entry->owner, push);
    }
    json_decref(push);
}

/* ---- opening --------------------------------------------------------------------------------- */

static void add_line(void *context, const struct store_said *said) {
    struct server_call *request = context;
    json_t *chat = json_object_get(request->answer, "chat");
    if (request->person.id[0] &&
        store_muted(request->server->store, request->person.id, said->person))
        return;
    json_array_append_new(chat, json_pack("{s:i, s:I, s:s, s:s, s:i, s:s}", "n", said->number, "at",
                                          (json_int_t)said->at, "person", said->person, "name",
                                          said->name, "seat", said->seat, "text", said->text));
}

static void answer_open(struct server_call *request) {
    struct mst_error error = {0};
    server_call_set(request, "table", server_live_table(request->live, request->client));
    server_call_set(request, "chat", json_array());
    store_chat(request->server->store, request->live->kept.id, 200, add_line, request, &error);
    server_call_answer(request);
}

/* The last view of a match that no engine can show any more. */
static void add_shown(struct server_call *request) {
    char *text = store_shown(request->server->store, request->live->kept.id), seat[12];
    json_t *views = text ? json_loads(text, 0, NULL) : NULL;
    snprintf(seat, sizeof seat, "%d", server_live_viewer(request->live, &request->person));
    json_t *view = json_object_get(views, seat);

    /* A seat without a view of its own gets the view of onlookers. */
    if (!view)
        view = json_object_get(views, "-1");

    /* Nobody can move in it, so no move is offered. */
    json_object_del(view, "moves");
    json_object_del(view, "points");
    if (view)
        json_object_set(request->answer, "view", view);
    json_decref(views);
    mst_free(text);
}

/* The ply since which the request asks for the log. */
static int since_of(const struct server_call *request) {
    int64_t since = server_json_number(request->json, "since");
    int ply = request->live->kept.ply;
    return since <= 0 ? 0 : since < ply ? (int)since : ply;
}

static void opened_view(void *context, const struct server_answers *answers) {
    struct server_call *request = context;
    struct server_live *live = request->live;
    const char *fields = answers->count ? server_answer_fields(answers->lines[0]) : NULL;
    struct server_opened *opened =
        request->client ? server_client_opened(request->client, live) : NULL;

    /* Later pushes begin where this answer ends. */
    if (opened)
        opened->ply = fields ? live->kept.ply : since_of(request);
    if (fields) {
        mst_buf_printf(&request->raw, ",\"view\":{%s", fields);
    } else {
        add_shown(request);
        server_call_set(request, "fault",
                        server_answer_message(answers->count ? answers->lines[0] : answers->why));
    }

    /* Others who watch lack a view as well. */
    if (!answers->count && !live->unseen)
        live->unseen = 1; /* the engine has ended: server_push_unseen */
    answer_open(request);
}

/* Note that the client has the match open. */
static bool note_opened(struct server_call *request) {
    struct server_client *client = request->client;
    struct server_live *live = request->live;
    if (server_client_opened(client, live))
        return true;

    /* A slot of the client is a link in the list of the match, so that both find each other. */
    for (int i = 0; i < SERVER_CLIENT_MATCHES; i++)
        if (!client->opened[i].live) {
            client->opened[i] =
                (struct server_opened){live, live->watchers, client, live->kept.ply};
            live->watchers = &client->opened[i];
            live->holders++;
            server_push_tables(live);
            return true;
        }
    server_call_refuse(request, "limit", "at most %d matches can be open at a time",
                       SERVER_CLIENT_MATCHES);
    return false;
}

void server_serve_open(struct server_call *request) {
    struct server_live *live = request->live;
    char line[80];
    if (!request->client) {
        server_call_refuse(request, "not_now", "the client has gone");
        return;
    }

    /* From here on the client gets what is pushed, so that nothing is lost between the view and the
     * first push. */
    if (!note_opened(request))
        return;
    if (live->kept.stage == SERVER_STAGE_OPEN) {
        answer_open(request);
        return;
    }
    snprintf(line, sizeof line, "{\"op\":\"view\",\"seat\":%d,\"since\":%d}\n",
             server_live_viewer(live, &request->person), since_of(request));

    /* Without an engine, the table and the chat are still answered. */
    if (!server_live_ask(live, line, opened_view, request))
        answer_open(request);
}

void server_serve_leave(struct server_call *request) {
    const char *id = server_json_text(request->json, "match");
    struct server_client *client = request->client;
    for (int i = 0; client && id && i < SERVER_CLIENT_MATCHES; i++)
        if (client->opened[i].live && !strcmp(client->opened[i].live->kept.id, id))
            server_opened_end(&client->opened[i]);
    if (client && !id && client->lobby) {
        client->lobby = false;
        request->server->lobby--;
    }
    server_call_answer(request);
}

/* ---- earlier positions ----------------------------------------------------------------------- */

/* The answers to: undo, view. */
static void seen_at(void *context, const struct server_answers *answers) {
    struct server_call *request = context;
    const char *fields = answers->count == 2 ? server_answer_fields(answers->lines[1]) : NULL;
    if (fields) {
        mst_buf_printf(&request->raw, ",\"view\":{%s", fields);
        server_call_answer(request);
    } else {
        server_call_refuse(request, "failed", "%s",
                           answers->why ? answers->why : "the position cannot be shown");
    }
}

void server_serve_at(struct server_call *request) {
    struct server_live *live = request->live;
    int64_t ply;
    char lines[120];
    if (!server_call_number(request, "ply", 0, live->kept.ply, &ply))
        return;
    if (live->kept.stage == SERVER_STAGE_OPEN) {
        server_call_refuse(request, "not_now", "the match has not begun");
        return;
    }
    snprintf(lines, sizeof lines,
             "{\"op\":\"undo\",\"plies\":%d}\n{\"op\":\"view\",\"seat\":%d,\"since\":%d}\n",
             live->kept.ply - (int)ply, server_live_viewer(live, &request->person), (int)ply);
    if (!server_live_ask_aside(live, lines, seen_at, request))
        server_call_refuse(request, "failed", "no engine could be asked");
}

static void transcribed(void *context, const struct server_answers *answers) {
    struct server_call *request = context;
    const char *fields = answers->count ? server_answer_fields(answers->lines[0]) : NULL;
    if (!fields) {
        server_call_refuse(request, "failed", "%s", answers->why ? answers->why : "it failed");
        return;
    }
    mst_buf_printf(&request->raw, ",%.*s", (int)strlen(fields) - 1, fields);
    server_call_answer(request);
}

void server_serve_transcript(struct server_call *request) {
    struct server_live *live = request->live;
    char line[80];
    if (live->kept.stage == SERVER_STAGE_OPEN) {
        server_call_refuse(request, "not_now", "the match has not begun");
        return;
    }

    /* While it runs, each seat gets what it may know; in the end all is revealed. */
    if (live->kept.stage == SERVER_STAGE_OVER)
        snprintf(line, sizeof line, "{\"op\":\"transcript\"}\n");
    else
        snprintf(line, sizeof line, "{\"op\":\"transcript\",\"seat\":%d}\n",
                 server_live_viewer(live, &request->person));
    if (!server_live_ask(live, line, transcribed, request))
        server_call_refuse(request, "failed", "no engine could be asked");
}
