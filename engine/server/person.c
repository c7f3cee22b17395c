/* Persons: who they are, and what they may say of themselves. A person is made when a cookie's
 * token asks for something that needs one; the token itself is never kept. */
#include <string.h>
#include <sys/random.h>

#include "server/parts.h"

void mst_server_id(char *id, size_t size) {
    static const char letters[] = "23456789abcdefghjkmnpqrstuvwxyz"; /* none that look alike */
    unsigned char byte;
    for (size_t i = 0; i + 1 < size;) {
        while (getrandom(&byte, 1, 0) != 1) {
        }
        if (byte < 8 * (sizeof letters - 1)) /* each letter as often as any other */
            id[i++] = letters[byte % (sizeof letters - 1)];
    }
    id[size - 1] = 0;
}

static json_t *person_json(const struct mst_person *person) {
    return json_pack("{s:s, s:s}", "id", person->id, "name", person->name);
}

void mst_client_is(struct mst_client *client, const struct mst_person *person) {
    mst_index_remove(&client->by_person);
    client->person = *person;
    mst_index_add(&client->server->clients_by_person, &client->by_person, client->person.id,
                  client);
}

/* All connections with this cookie belong to the person now. */
static void introduce(struct mst_server *server, const char *token,
                      const struct mst_person *person) {
    for (struct mst_client *client = server->clients; client; client = client->next)
        if (!strcmp(client->token, token) || !strcmp(client->person.id, person->id))
            mst_client_is(client, person);
}

/* Who has the client's token? */
static void find_person(struct mst_client *client) {
    struct mst_person person = {.id = ""};
    if (client->token[0])
        mst_store_person_by_token(client->server->store, client->token, &person);
    mst_client_is(client, &person);
}

void mst_persons_reload(struct mst_server *server) {
    for (struct mst_client *client = server->clients; client; client = client->next)
        find_person(client);
}

/* Make a person for the client's token. False if too many have come from its address. */
static bool make_person(struct mst_call *request) {
    struct mst_server *server = request->server;
    struct mst_client *client = request->client;
    struct mst_person person = {0};
    struct mst_error error = {0};
    if (!mst_newcomer_allowed(server, client->address))
        return false;
    mst_server_id(person.id, 9);
    snprintf(person.name, sizeof person.name, "Guest %.4s", person.id);
    mst_server_write(server);
    mst_server_wrote(
        server,
        mst_store_add_person(server->store, &person, client->token, mst_clock_wall(), &error),
        &error);
    introduce(server, client->token, &person);
    request->person = person;
    return true;
}

/* Who asks? Somebody new is made. False if nobody can be. */
static bool know_person(struct mst_call *request) {
    struct mst_client *client = request->client;
    if (request->person.id[0])
        return true;
    if (!client || !client->token[0])
        return false;
    find_person(client); /* it may not have been possible before */
    request->person = client->person;
    return request->person.id[0] || make_person(request);
}

bool mst_call_person(struct mst_call *request) {
    if (know_person(request))
        return true;
    if (!request->client || !request->client->token[0])
        mst_call_refuse(request, "not_you", "this needs the cookie that the page sets");
    else
        mst_call_refuse(request, "limit",
                        "too many new players have come from your network; try again later");
    return false;
}

void mst_serve_hello(struct mst_call *request) {
    json_object_set_new(request->answer, "server", json_string("muster"));
    json_object_set_new(request->answer, "version", json_string(MST_VERSION));
    json_object_set_new(request->answer, "protocol", json_integer(1));
    json_object_set_new(request->answer, "now", json_integer(mst_clock_wall()));
    if (know_person(request))
        json_object_set_new(request->answer, "person", person_json(&request->person));
    if (request->server->options.uploaders)
        json_object_set_new(request->answer, "uploads", json_true());
    mst_call_answer(request);
}

/* Cut leading and trailing blanks; what a terminal or page could obey becomes visible. */
static void tidy(const char *text, char *out, size_t size) {
    struct mst_buf visible = {0};
    while (*text == ' ')
        text++;
    mst_buf_visible(&visible, text, strlen(text));
    while (visible.length && visible.text[visible.length - 1] == ' ')
        visible.text[--visible.length] = 0;
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

void mst_serve_rename(struct mst_call *request) {
    struct mst_server *server = request->server;
    struct mst_person person = request->person;
    const char *name = mst_call_text(request, "name", 30);
    struct mst_error error = {0};
    if (!name)
        return;
    tidy(name, person.name, sizeof person.name);
    if (!person.name[0]) {
        mst_call_refuse(request, "bad_request", "a name needs a letter");
        return;
    }
    mst_server_write(server);
    mst_server_wrote(server, mst_store_rename(server->store, &person, &error), &error);
    introduce(server, "-", &person);
    for (struct mst_live *live = server->lives; live; live = live->next)
        for (int seat = 0; seat < live->kept.seats; seat++)
            if (!strcmp(live->kept.chairs[seat].person, person.id)) {
                snprintf(live->names[seat], sizeof live->names[seat], "%s", person.name);
                mst_live_change(live);
            }
    json_object_set_new(request->answer, "person", person_json(&person));
    mst_call_answer(request);
}

/* Answer with a new link, which ends the one before: the token between two parts of an address. */
static void answer_link(struct mst_call *request, const char *before, const char *after,
                        enum mst_status (*keep)(struct mst_store *store, const char *person,
                                                const char *token, struct mst_error *error)) {
    struct mst_server *server = request->server;
    char token[MST_LINK_SIZE], link[MST_LINK_SIZE + 20];
    struct mst_error error = {0};
    mst_web_token(token);
    mst_server_write(server);
    mst_server_wrote(server, keep(server->store, request->person.id, token, &error), &error);
    snprintf(link, sizeof link, "%s%s%s", before, token, after);
    json_object_set_new(request->answer, "link", json_string(link));
    mst_call_answer(request);
}

void mst_serve_recovery(struct mst_call *request) {
    answer_link(request, "/#/recover/", "", mst_store_set_recovery);
}

void mst_serve_feed(struct mst_call *request) {
    answer_link(request, "/feed/", ".xml", mst_store_set_feed);
}

/* The person gives up what runs, makes room in what has not begun, and nobody sat where it is
 * over. */
static void leave(struct mst_live *live, const struct mst_person *person) {
    uint32_t seats = mst_live_seats(live, person);
    if (live->kept.stage == MST_STAGE_RUNNING)
        mst_live_end(live, mst_live_others(live, seats), "resigned");
    bool begun = live->kept.stage != MST_STAGE_OPEN;
    for (int seat = 0; seat < MST_MOST_SEATS; seat++)
        if (seats >> seat & 1) {
            live->kept.chairs[seat] =
                (struct mst_chair){.who = begun ? MST_WHO_GONE : MST_WHO_OPEN};
            live->names[seat][0] = 0;
        }
    mst_live_write(live, false);
}

static bool add_id(void *context, const struct mst_kept *kept) {
    mst_buf_bytes(context, kept->id, MST_ID_SIZE);
    return true;
}

/* Leave all matches: those that are over are in memory, or the store does it. False if they cannot
 * be read. */
static bool leave_all(struct mst_server *server, const struct mst_person *person) {
    struct mst_buf ids = {0};
    struct mst_error error = {0};
    bool found = true;
    for (int stage = MST_STAGE_OPEN; stage <= MST_STAGE_RUNNING; stage++) {
        const struct mst_wanted wanted = {.stage = stage, .person = person->id, .most = 1000000};
        found = found && mst_store_matches(server->store, &wanted, add_id, &ids, &error) == MST_OK;
    }
    found = found && !ids.failed;
    for (size_t at = 0; found && at < ids.length; at += MST_ID_SIZE) {
        struct mst_live *live = mst_live_hold(server, ids.text + at);
        if (live) {
            leave(live, person);
            mst_live_drop(live);
        }
    }
    for (struct mst_live *live = server->lives; found && live; live = live->next)
        if (mst_live_seats(live, person))
            leave(live, person);
    mst_buf_clear(&ids);
    return found;
}

/* It is nobody's until the page is loaded again, and sees what anybody may see. */
static void forget_client(struct mst_client *client) {
    const struct mst_person nobody = {.id = ""};
    mst_client_is(client, &nobody);
    client->token[0] = 0;
    for (int i = 0; i < MST_CLIENT_MATCHES; i++)
        if (client->opened[i].live && !mst_live_may_watch(client->opened[i].live, &client->person))
            mst_opened_end(&client->opened[i]);
}

void mst_serve_forget(struct mst_call *request) {
    struct mst_server *server = request->server;
    struct mst_error error = {0};
    if (!json_is_true(json_object_get(request->json, "really"))) {
        mst_call_refuse(request, "bad_request", "'really' must be true");
        return;
    }
    if (!leave_all(server, &request->person)) {
        mst_call_refuse(request, "storage", "your matches cannot be read now");
        return;
    }
    mst_server_write(server);
    mst_server_wrote(server, mst_store_forget(server->store, request->person.id, &error), &error);
    for (struct mst_client *client = server->clients; client; client = client->next)
        if (!strcmp(client->person.id, request->person.id))
            forget_client(client);
    mst_uploads_forget(server, request->person.id);
    mst_call_answer(request);
}

void mst_serve_mute(struct mst_call *request) {
    struct mst_server *server = request->server;
    const char *other = mst_call_text(request, "person", MST_ID_SIZE - 1);
    struct mst_person known;
    struct mst_error error = {0};
    if (!other)
        return;
    if (!mst_store_person(server->store, other, &known)) {
        mst_call_refuse(request, "not_found", "there is no person '%.20s'", other);
        return;
    }
    mst_server_write(server);
    mst_server_wrote(server,
                     mst_store_mute(server->store, request->person.id, other,
                                    !json_is_false(json_object_get(request->json, "on")), &error),
                     &error);
    mst_call_answer(request);
}
