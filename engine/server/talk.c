/* Chat, and reports to the operator. */
#include <string.h>

#include "server/parts.h"

static json_t *line_json(const struct store_said *said) {
    return json_pack("{s:i, s:I, s:s, s:s, s:i, s:s}", "n", said->number, "at",
                     (json_int_t)said->at, "person", said->person, "name", said->name, "seat",
                     said->seat, "text", said->text);
}

/* Send a line to all who have the match open and have not muted its author. */
static void spread(struct server_live *live, json_t *line) {
    const char *author = server_json_text(line, "person");
    json_t *push =
        json_pack("{s:s, s:s, s:O}", "push", "chat", "match", live->kept.id, "line", line);
    for (struct server_opened *opened = live->watchers; opened; opened = opened->next) {
        const char *reader = opened->client->person.id;
        if (!*reader || !store_muted(live->server->store, reader, author))
            server_client_push(opened->client, push);
    }
    json_decref(push);
}

void server_push_chat(struct server_live *live) {
    json_t *lines = live->said, *line;
    size_t i;
    live->said = NULL;
    json_array_foreach (lines, i, line)
        spread(live, line);
    json_decref(lines);
}

void server_serve_say(struct server_call *request) {
    struct server_live *live = request->live;
    const char *text = server_call_text(request, "text", SERVER_LONGEST_SAY);
    struct store_said said = {.at = server_clock_wall(), .text = text};
    struct mst_error error = {0};
    struct mst_buf visible = {0};
    if (!text)
        return;

    /* The name and the seat are those of this moment, whatever becomes of them. */
    said.seat = server_live_viewer(live, &request->person);
    strcpy(said.person, request->person.id);
    strcpy(said.name, request->person.name);
    mst_buf_visible(&visible, text, strlen(text));
    said.text = mst_buf_text(&visible);
    server_write(request->server);
    server_wrote(request->server, store_say(request->server->store, live->kept.id, &said, &error),
                 &error);

    /* V2: the others hear it after the commit. */
    live->said = live->said ? live->said : json_array();
    server_live_list(live);
    json_array_append_new(live->said, line_json(&said));
    mst_buf_clear(&visible);
    server_call_answer(request);
}

void server_serve_report(struct server_call *request) {
    const char *text = server_call_text(request, "text", SERVER_LONGEST_SAY);
    struct mst_error error = {0};
    int64_t line;
    if (!text || !server_call_number(request, "line", 0, INT32_MAX, &line))
        return;
    server_write(request->server);
    server_wrote(request->server,
                 store_report(request->server->store, request->live->kept.id, (int)line,
                              request->person.id, text, server_clock_wall(), &error),
                 &error);
    server_log("notice", "report", "match", request->live->kept.id, "person", request->person.id,
               "text", text, NULL);
    server_call_answer(request);
}
