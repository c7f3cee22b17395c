/* Persons: who they are, and what they may say of themselves. A person is made when a cookie's
 * token asks for something that needs one; the token itself is never kept. */
#include <assert.h>
#include <string.h>
#include <sys/random.h>

#include "server/parts.h"

void server_id(char *id, size_t size) {
    static const char letters[] = "23456789abcdefghjkmnpqrstuvwxyz"; /* none that look alike */
    unsigned char byte;
    for (size_t i = 0; i + 1 < size;) {
        while (getrandom(&byte, 1, 0) != 1) {
        }
        if (byte < 8 * (sizeof letters - 1)) /* each letter as often as any other */
            id[i++] = letters[byte % (sizeof letters - 1)];
    }
    assert(size > 1);
    id[size - 1] = 0;
}

static json_t *person_json(const struct server_person *person) {
    return json_pack("{s:s, s:s}", "id", person->id, "name", person->name);
}

void server_client_is(struct server_client *client, const struct server_person *person) {
    /* The index has the id as its key: it must be left under the old one. */
    server_index_remove(&client->by_person);
    client->person = *person;
    server_index_add(&client->server->clients_by_person, &client->by_person, client->person.id,
                     client);
}

/* All connections with this cookie belong to the person now. */
static void introduce(struct server *server, const char *token,
                      const struct server_person *person) {
    /* By the cookie for somebody new, by the id for somebody who has changed. */
    for (struct server_client *client = server->clients; client; client = client->next)
        if (!strcmp(client->token, token) || !strcmp(client->person.id, person->id))
            server_client_is(client, person);
}

/* Who has the client's token? */
static void find_person(struct server_client *client) {
    struct server_person person = {.id = ""};
    if (client->token[0])
        store_person_by_token(client->server->store, client->token, &person);
    server_client_is(client, &person);
}

void server_persons_reload(struct server *server) {
    for (struct server_client *client = server->clients; client; client = client->next)
        find_person(client);
}

/* Make a person for the client's token. False if too many have come from its address. */
static bool make_person(struct server_call *request) {
    struct server *server = request->server;
    struct server_client *client = request->client;
    struct server_person person = {0};
    struct mst_error error = {0};
    if (!server_newcomer_allowed(server, client->address))
        return false;
    server_id(person.id, 9);
    snprintf(person.name, sizeof person.name, "Guest %.4s", person.id);

    /* Only the hash of the token is kept: the cookie alone can show who it is. */
    server_write(server);
    server_wrote(
        server,
        store_add_person(server->store, &person, client->token, server_clock_wall(), &error),
        &error);
    introduce(server, client->token, &person);
    request->person = person;
    return true;
}

/* Who asks? Somebody new is made. False if nobody can be. */
static bool know_person(struct server_call *request) {
    struct server_client *client = request->client;
    if (request->person.id[0])
        return true;
    if (!client || !client->token[0])
        return false;

    /* Another connection with the same cookie may have made the person. */
    find_person(client); /* it may not have been possible before */
    request->person = client->person;
    return request->person.id[0] || make_person(request);
}

bool server_call_person(struct server_call *request) {
    if (know_person(request))
        return true;
    if (!request->client || !request->client->token[0])
        server_call_refuse(request, "not_you", "this needs the cookie that the page sets");
    else
        server_call_refuse(request, "limit",
                           "too many new players have come from your network; try again later");
    return false;
}

void server_serve_hello(struct server_call *request) {
    server_call_set(request, "server", json_string("muster"));
    server_call_set(request, "version", json_string(MST_VERSION));
    server_call_set(request, "protocol", json_integer(1));
    server_call_set(request, "now", json_integer(server_clock_wall()));
    if (know_person(request))
        server_call_set(request, "person", person_json(&request->person));
    if (request->server->options.uploaders)
        server_call_set(request, "uploads", json_true());
    server_call_answer(request);
}

/* Cut leading and trailing blanks; what a terminal or page could obey becomes visible. */
static void tidy(const char *text, char *out, size_t size) {
    struct mst_buf visible = {0};
    while (*text == ' ')
        text++;
    mst_buf_visible(&visible, text, strlen(text));
    while (visible.length && visible.text[visible.length - 1] == ' ')
        visible.text[--visible.length] = 0;

    /* A name is cut between two characters, never within one. */
    size_t whole = 0, length; /* of characters that have room */
    while (whole < visible.length &&
           (length = mst_utf8_length(visible.text + whole, visible.length - whole)) &&
           whole + length < size)
        whole += length;
    snprintf(out, size, "%.*s", (int)whole, mst_buf_text(&visible));
    for (char *at = out; *at; at++)
        if (*at == '\n' || *at == '\t')
            *at = ' ';
    mst_buf_clear(&visible);
}

void server_serve_rename(struct server_call *request) {
    struct server *server = request->server;
    struct server_person person = request->person;
    const char *name = server_call_text(request, "name", 30);
    struct mst_error error = {0};
    if (!name)
        return;

    /* The rest of the name must be something that others can see. */
    tidy(name, person.name, sizeof person.name);
    if (!person.name[0]) {
        server_call_refuse(request, "bad_request", "a name needs a letter");
        return;
    }

    /* The client's other connections, and every match in memory, show the new name after the
     * commit. */
    server_write(server);
    server_wrote(server, store_rename(server->store, &person, &error), &error);
    introduce(server, "-", &person);
    for (struct server_live *live = server->lives; live; live = live->next)
        for (int seat = 0; seat < live->kept.seats; seat++)
            if (!strcmp(live->kept.chairs[seat].person, person.id)) {
                snprintf(live->names[seat], sizeof live->names[seat], "%s", person.name);
                server_live_change(live);
            }
    server_call_set(request, "person", person_json(&person));
    server_call_answer(request);
}

/* Answer with a new link, which ends the one before: the token between two parts of an address. */
static void answer_link(struct server_call *request, const char *before, const char *after,
                        enum mst_status (*keep)(struct server_store *store, const char *person,
                                                const char *token, struct mst_error *error)) {
    struct server *server = request->server;
    char token[SERVER_LINK_SIZE], link[SERVER_LINK_SIZE + 20];
    struct mst_error error = {0};
    web_token(token);
    server_write(server);

    /* The old link ends with the same commit. */
    server_wrote(server, keep(server->store, request->person.id, token, &error), &error);
    snprintf(link, sizeof link, "%s%s%s", before, token, after);
    server_call_set(request, "link", json_string(link));
    server_call_answer(request);
}

void server_serve_recovery(struct server_call *request) {
    answer_link(request, "/#/recover/", "", store_set_recovery);
}

void server_serve_feed(struct server_call *request) {
    answer_link(request, "/feed/", ".xml", store_set_feed);
}

/* The person gives up what runs, makes room in what has not begun, and nobody sat where it is
 * over. */
static void leave(struct server_live *live, const struct server_person *person) {
    assert(person->id[0]);
    uint32_t seats = server_live_seats(live, person);
    if (live->kept.stage == SERVER_STAGE_RUNNING)
        server_live_end(live, server_live_others(live, seats), SERVER_HOW_RESIGNED);

    /* A match that was begun keeps its seats as they were, but nobody sits there. */
    bool begun = live->kept.stage != SERVER_STAGE_OPEN;
    for (int seat = 0; seat < MST_MOST_SEATS; seat++)
        if (seats >> seat & 1) {
            live->kept.chairs[seat] =
                (struct server_chair){.who = begun ? SERVER_WHO_GONE : SERVER_WHO_OPEN};
            live->names[seat][0] = 0;
        }
    server_live_write(live, false);
}

static bool add_id(void *context, const struct store_kept *kept) {
    mst_buf_bytes(context, kept->id, SERVER_ID_SIZE);
    return true;
}

/* Leave all matches: those that are over are in memory, or the store does it. False if they cannot
 * be read. */
static bool leave_all(struct server *server, const struct server_person *person) {
    struct mst_buf ids = {0};
    struct mst_error error = {0};
    bool found = true;
    for (int stage = SERVER_STAGE_OPEN; stage <= SERVER_STAGE_RUNNING; stage++) {
        const struct store_wanted wanted = {.stage = stage, .person = person->id, .most = 1000000};
        found = found && store_matches(server->store, &wanted, add_id, &ids, &error) == MST_OK;
    }

    /* The list is read as a whole first: leaving a match writes, and nobody may write while it is
     * read. */
    found = found && !ids.failed;
    for (size_t at = 0; found && at < ids.length; at += SERVER_ID_SIZE) {
        struct server_live *live = server_live_hold(server, ids.text + at);
        if (live) {
            leave(live, person);
            server_live_drop(live);
        }
    }

    /* A match that is over and in memory would write its seats back from there. */
    for (struct server_live *live = server->lives; found && live; live = live->next)
        if (server_live_seats(live, person))
            leave(live, person);
    mst_buf_clear(&ids);
    return found;
}

/* It is nobody's until the page is loaded again, and sees what anybody may see. */
static void forget_client(struct server_client *client) {
    const struct server_person nobody = {.id = ""};
    server_client_is(client, &nobody);
    client->token[0] = 0;

    /* Matches that only the person could see are closed. */
    for (int i = 0; i < SERVER_CLIENT_MATCHES; i++)
        if (client->opened[i].live &&
            !server_live_may_watch(client->opened[i].live, &client->person))
            server_opened_end(&client->opened[i]);
}

void server_serve_forget(struct server_call *request) {
    struct server *server = request->server;
    struct mst_error error = {0};
    if (!server_json_true(request->json, "really")) {
        server_call_refuse(request, "bad_request", "'really' must be true");
        return;
    }
    if (!leave_all(server, &request->person)) {
        server_call_refuse(request, "storage", "your matches cannot be read now");
        return;
    }

    /* All the person's traces go in the same commit as the matches were left in (V2). */
    server_write(server);
    server_wrote(server, store_forget(server->store, request->person.id, &error), &error);
    for (struct server_client *client = server->clients; client; client = client->next)
        if (!strcmp(client->person.id, request->person.id))
            forget_client(client);
    server_uploads_forget(server, request->person.id);
    server_call_answer(request);
}

void server_serve_mute(struct server_call *request) {
    struct server *server = request->server;
    const char *other = server_call_text(request, "person", SERVER_ID_SIZE - 1);
    struct server_person known;
    struct mst_error error = {0};
    if (!other)
        return;
    if (!store_person(server->store, other, &known)) {
        server_call_refuse(request, "not_found", "there is no person '%.20s'", other);
        return;
    }

    /* Muting is the default of the request: only `on`: false ends it. */
    server_write(server);
    server_wrote(server,
                 store_mute(server->store, request->person.id, other,
                            !json_is_false(json_object_get(request->json, "on")), &error),
                 &error);
    server_call_answer(request);
}
