/* What people say to each other, and what they report to the operator. */
#include <string.h>

#include "server/parts.h"

static json_t *line_json(const struct mst_said *said) {
    return json_pack("{s:i, s:I, s:s, s:s, s:i, s:s}", "n", said->number, "at",
                     (json_int_t)said->at, "person", said->person, "name", said->name, "seat",
                     said->seat, "text", said->text);
}

/* Send a line to all who have the match open and have not muted its author. */
static void spread(struct mst_live *live, json_t *line) {
    const char *author = json_string_value(json_object_get(line, "person"));
    json_t *push =
        json_pack("{s:s, s:s, s:O}", "push", "chat", "match", live->kept.id, "line", line);
    for (struct mst_opened *opened = live->watchers; opened; opened = opened->next) {
        const char *reader = opened->client->person.id;
        if (!*reader || !mst_store_muted(live->server->store, reader, author))
            mst_client_push(opened->client, push);
    }
    json_decref(push);
}

void mst_push_chat(struct mst_live *live) {
    json_t *lines = live->said, *line;
    size_t i;
    live->said = NULL;
    json_array_foreach(lines, i, line) spread(live, line);
    json_decref(lines);
}

void mst_serve_say(struct mst_call *request) {
    struct mst_live *live = request->live;
    const char *text = mst_call_text(request, "text", MST_LONGEST_SAY);
    struct mst_said said = {.at = mst_clock_wall(), .text = text};
    struct mst_error error = {0};
    struct mst_buf visible = {0};
    if (!text)
        return;
    said.seat = mst_live_viewer(live, &request->person);
    strcpy(said.person, request->person.id);
    strcpy(said.name, request->person.name);
    mst_buf_visible(&visible, text, strlen(text));
    said.text = mst_buf_text(&visible);
    mst_server_write(request->server);
    mst_server_wrote(request->server,
                     mst_store_say(request->server->store, live->kept.id, &said, &error), &error);
    live->said = live->said ? live->said : json_array();
    mst_live_list(live);
    json_array_append_new(live->said, line_json(&said));
    mst_buf_clear(&visible);
    mst_call_answer(request);
}

void mst_serve_report(struct mst_call *request) {
    const char *text = mst_call_text(request, "text", MST_LONGEST_SAY);
    struct mst_error error = {0};
    int64_t line;
    if (!text || !mst_call_number(request, "line", 0, INT32_MAX, &line))
        return;
    mst_server_write(request->server);
    mst_server_wrote(request->server,
                     mst_store_report(request->server->store, request->live->kept.id, (int)line,
                                      request->person.id, text, mst_clock_wall(), &error),
                     &error);
    mst_log("notice", "report", "match", request->live->kept.id, "person", request->person.id,
            "text", text, NULL);
    mst_call_answer(request);
}
