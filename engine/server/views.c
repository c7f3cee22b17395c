/* Showing matches: opening them, and pushing what has changed to those who have them open. */
#include <string.h>

#include "server/parts.h"

enum { ATTEMPTS = 4 /* to push a view, while engines end */ };

struct mst_opened *mst_client_opened(struct mst_client *client, const struct mst_live *live) {
    for (struct mst_opened *opened = live->watchers; opened; opened = opened->next)
        if (opened->client == client)
            return opened;
    return NULL;
}

void mst_opened_end(struct mst_opened *opened) {
    struct mst_live *live = opened->live;
    struct mst_opened **at = &live->watchers;
    while (*at != opened)
        at = &(*at)->next;
    *at = opened->next;
    opened->live = NULL;
    mst_push_tables(live); /* who is here has changed */
    mst_live_drop(live);
}

/* ---- pushes ---------------------------------------------------------------------------------- */

void mst_push_tables(struct mst_live *live) {
    if (live->touched)
        return; /* after the commit (V2) */
    for (struct mst_opened *opened = live->watchers; opened; opened = opened->next) {
        json_t *push = json_pack("{s:s, s:s, s:o}", "push", "table", "match", live->kept.id,
                                 "table", mst_live_table(live, opened->client));
        mst_client_push(opened->client, push);
        json_decref(push);
    }
}

void mst_live_blame(struct mst_live *live, const char *what, const char *why) {
    json_t *message = mst_answer_message(why);
    if (!mst_is_upload(live->kept.ruleset)) /* whose author could fill the log */
        mst_log("error", what, "match", live->kept.id, "why", json_string_value(message), NULL);
    for (struct mst_opened *opened = live->watchers; opened; opened = opened->next) {
        json_t *push = json_pack("{s:s, s:s, s:O}", "push", "fault", "match", live->kept.id,
                                 "message", message);
        mst_client_push(opened->client, push);
        json_decref(push);
    }
    json_decref(message);
}

/* The viewers for whom views have been asked. */
struct viewers {
    struct mst_live *live;
    int ply; /* at which they were asked */
    int count;
    int seats[MST_MOST_SEATS + 1];
};

static void write_view(struct mst_buf *out, const char *match, const char *fields) {
    mst_buf_printf(out, "{\"push\":\"view\",\"match\":\"%s\",\"view\":{%s}", match, fields);
}

static void viewed(void *context, const struct mst_answers *answers) {
    struct viewers *viewers = context;
    struct mst_live *live = viewers->live;
    for (int i = 0; i < viewers->count && i < answers->count; i++) {
        const char *fields = mst_answer_fields(answers->lines[i]);
        struct mst_buf push = {0};
        if (!fields) {
            mst_live_blame(live, "view", answers->lines[i]);
            continue;
        }
        write_view(&push, live->kept.id, fields);
        mst_free(live->shown[viewers->seats[i] + 1]);
        live->shown[viewers->seats[i] + 1] = mst_strdup(fields);
        live->shown_anew = true;
        for (struct mst_opened *opened = live->watchers; opened; opened = opened->next) {
            if (mst_live_viewer(live, &opened->client->person) != viewers->seats[i])
                continue;
            mst_client_push_raw(opened->client, &push);
            opened->ply = viewers->ply;
        }
        mst_buf_clear(&push);
    }
    live->unseen = answers->count ? 0 : live->unseen + 1;
    if (!answers->count)
        mst_live_blame(live, "view", answers->why);
    mst_live_drop(live);
    mst_free(viewers);
}

/* Collect the seats through which clients watch, and the first ply that one of each lacks. */
static int collect(const struct mst_live *live, int *seats, int *since) {
    int count = 0;
    for (const struct mst_opened *opened = live->watchers; opened; opened = opened->next) {
        int seat = mst_live_viewer(live, &opened->client->person), at = 0;
        while (at < count && seats[at] != seat)
            at++;
        if (at == count) {
            seats[count] = seat;
            since[count++] = opened->ply;
        } else if (opened->ply < since[at]) {
            since[at] = opened->ply;
        }
    }
    return count;
}

void mst_push_unseen(struct mst_live *live) {
    if (live->unseen && live->unseen < ATTEMPTS && !live->touched)
        mst_push_views(live);
}

void mst_push_views(struct mst_live *live) {
    struct viewers *viewers = mst_calloc(1, sizeof *viewers);
    int since[MST_MOST_SEATS + 1];
    struct mst_buf lines = {0};
    if (!viewers)
        return;
    *viewers = (struct viewers){.live = live, .ply = live->kept.ply};
    viewers->count = collect(live, viewers->seats, since);
    for (int i = 0; i < viewers->count; i++)
        mst_buf_printf(&lines, "{\"op\":\"view\",\"seat\":%d,\"since\":%d}\n", viewers->seats[i],
                       since[i]);
    bool begun = live->kept.stage != MST_STAGE_OPEN;
    bool asked = begun && viewers->count && !lines.failed &&
                 mst_live_ask(live, mst_buf_text(&lines), viewed, viewers);
    live->holders += asked;
    if (begun && viewers->count && !asked)
        live->unseen++;
    if (!asked)
        mst_free(viewers);
    mst_buf_clear(&lines);
}

/* Is it the first seat to move of a person? */
static bool is_first(const struct mst_live *live, int seat) {
    const struct mst_chair *chairs = live->kept.chairs;
    for (int i = 0; i < seat; i++)
        if ((live->kept.to_move >> i & 1) && !strcmp(chairs[i].person, chairs[seat].person))
            return false;
    return chairs[seat].who == MST_WHO_PERSON && (live->kept.to_move >> seat & 1);
}

void mst_push_turns(struct mst_live *live) {
    const struct mst_index *clients = &live->server->clients_by_person;
    json_t *push = json_pack("{s:s, s:s, s:s}", "push", "turn", "match", live->kept.id, "title",
                             live->kept.title);
    for (int seat = 0; seat < live->kept.seats; seat++) {
        if (!is_first(live, seat))
            continue;
        struct mst_entry *entry = mst_index_find(clients, live->kept.chairs[seat].person);
        for (; entry; entry = mst_index_next(entry))
            if (!mst_client_opened(entry->owner, live))
                mst_client_push(entry->owner, push);
    }
    json_decref(push);
}

/* ---- opening --------------------------------------------------------------------------------- */

static void add_line(void *context, const struct mst_said *said) {
    struct mst_call *request = context;
    json_t *chat = json_object_get(request->answer, "chat");
    if (request->person.id[0] &&
        mst_store_muted(request->server->store, request->person.id, said->person))
        return;
    json_array_append_new(chat, json_pack("{s:i, s:I, s:s, s:s, s:i, s:s}", "n", said->number, "at",
                                          (json_int_t)said->at, "person", said->person, "name",
                                          said->name, "seat", said->seat, "text", said->text));
}

static void answer_open(struct mst_call *request) {
    struct mst_error error = {0};
    json_object_set_new(request->answer, "table", mst_live_table(request->live, request->client));
    json_object_set_new(request->answer, "chat", json_array());
    mst_store_chat(request->server->store, request->live->kept.id, 200, add_line, request, &error);
    mst_call_answer(request);
}

/* What was last shown of a match that no engine can show any more. */
static void add_shown(struct mst_call *request) {
    char *text = mst_store_shown(request->server->store, request->live->kept.id), seat[12];
    json_t *views = text ? json_loads(text, 0, NULL) : NULL;
    snprintf(seat, sizeof seat, "%d", mst_live_viewer(request->live, &request->person));
    json_t *view = json_object_get(views, seat);
    if (!view)
        view = json_object_get(views, "-1");
    json_object_del(view, "moves");
    json_object_del(view, "points");
    if (view)
        json_object_set(request->answer, "view", view);
    json_decref(views);
    mst_free(text);
}

/* The ply since which the request asks for the log. */
static int since_of(const struct mst_call *request) {
    int64_t since = json_integer_value(json_object_get(request->json, "since"));
    int ply = request->live->kept.ply;
    return since <= 0 ? 0 : since < ply ? (int)since : ply;
}

static void opened_view(void *context, const struct mst_answers *answers) {
    struct mst_call *request = context;
    struct mst_live *live = request->live;
    const char *fields = answers->count ? mst_answer_fields(answers->lines[0]) : NULL;
    struct mst_opened *opened = request->client ? mst_client_opened(request->client, live) : NULL;
    if (opened)
        opened->ply = fields ? live->kept.ply : since_of(request);
    if (fields) {
        mst_buf_printf(&request->raw, ",\"view\":{%s", fields);
    } else {
        add_shown(request);
        json_object_set_new(request->answer, "fault",
                            mst_answer_message(answers->count ? answers->lines[0] : answers->why));
    }
    if (!answers->count && !live->unseen)
        live->unseen = 1; /* the engine has ended: mst_push_unseen */
    answer_open(request);
}

/* Note that the client has the match open. */
static bool note_opened(struct mst_call *request) {
    struct mst_client *client = request->client;
    struct mst_live *live = request->live;
    if (mst_client_opened(client, live))
        return true;
    for (int i = 0; i < MST_CLIENT_MATCHES; i++)
        if (!client->opened[i].live) {
            client->opened[i] = (struct mst_opened){live, live->watchers, client, live->kept.ply};
            live->watchers = &client->opened[i];
            live->holders++;
            mst_push_tables(live);
            return true;
        }
    mst_call_refuse(request, "limit", "at most %d matches can be open at a time",
                    MST_CLIENT_MATCHES);
    return false;
}

void mst_serve_open(struct mst_call *request) {
    struct mst_live *live = request->live;
    char line[80];
    if (!request->client) {
        mst_call_refuse(request, "not_now", "the client has gone");
        return;
    }
    if (!note_opened(request))
        return;
    if (live->kept.stage == MST_STAGE_OPEN) {
        answer_open(request);
        return;
    }
    snprintf(line, sizeof line, "{\"op\":\"view\",\"seat\":%d,\"since\":%d}\n",
             mst_live_viewer(live, &request->person), since_of(request));
    if (!mst_live_ask(live, line, opened_view, request))
        answer_open(request);
}

void mst_serve_leave(struct mst_call *request) {
    const char *id = json_string_value(json_object_get(request->json, "match"));
    struct mst_client *client = request->client;
    for (int i = 0; client && id && i < MST_CLIENT_MATCHES; i++)
        if (client->opened[i].live && !strcmp(client->opened[i].live->kept.id, id))
            mst_opened_end(&client->opened[i]);
    if (client && !id && client->lobby) {
        client->lobby = false;
        request->server->lobby--;
    }
    mst_call_answer(request);
}

/* ---- earlier positions ----------------------------------------------------------------------- */

/* The answers to: undo, view. */
static void seen_at(void *context, const struct mst_answers *answers) {
    struct mst_call *request = context;
    const char *fields = answers->count == 2 ? mst_answer_fields(answers->lines[1]) : NULL;
    if (fields) {
        mst_buf_printf(&request->raw, ",\"view\":{%s", fields);
        mst_call_answer(request);
    } else {
        mst_call_refuse(request, "failed", "%s",
                        answers->why ? answers->why : "the position cannot be shown");
    }
}

void mst_serve_at(struct mst_call *request) {
    struct mst_live *live = request->live;
    int64_t ply;
    char lines[120];
    if (!mst_call_number(request, "ply", 0, live->kept.ply, &ply))
        return;
    if (live->kept.stage == MST_STAGE_OPEN) {
        mst_call_refuse(request, "not_now", "the match has not begun");
        return;
    }
    snprintf(lines, sizeof lines,
             "{\"op\":\"undo\",\"plies\":%d}\n{\"op\":\"view\",\"seat\":%d,\"since\":%d}\n",
             live->kept.ply - (int)ply, mst_live_viewer(live, &request->person), (int)ply);
    if (!mst_live_ask_aside(live, lines, seen_at, request))
        mst_call_refuse(request, "failed", "no engine could be asked");
}

static void transcribed(void *context, const struct mst_answers *answers) {
    struct mst_call *request = context;
    const char *fields = answers->count ? mst_answer_fields(answers->lines[0]) : NULL;
    if (!fields) {
        mst_call_refuse(request, "failed", "%s", answers->why ? answers->why : "it failed");
        return;
    }
    mst_buf_printf(&request->raw, ",%.*s", (int)strlen(fields) - 1, fields);
    mst_call_answer(request);
}

void mst_serve_transcript(struct mst_call *request) {
    struct mst_live *live = request->live;
    char line[80];
    if (live->kept.stage == MST_STAGE_OPEN) {
        mst_call_refuse(request, "not_now", "the match has not begun");
        return;
    }
    if (live->kept.stage == MST_STAGE_OVER)
        snprintf(line, sizeof line, "{\"op\":\"transcript\"}\n");
    else
        snprintf(line, sizeof line, "{\"op\":\"transcript\",\"seat\":%d}\n",
                 mst_live_viewer(live, &request->person));
    if (!mst_live_ask(live, line, transcribed, request))
        mst_call_refuse(request, "failed", "no engine could be asked");
}
