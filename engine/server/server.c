/* The server: connections, the commit after each batch of events, and what is done at leisure. */
#include "server/server.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

#include "server/parts.h"

enum { EVERY = 250 /* ms: clocks are looked at */ };

/* ---- connections ----------------------------------------------------------------------------- */

static bool opened(void *context, struct server_peer *peer, const char *token,
                   const char *address) {
    struct server *server = context;
    struct server_client *client = mst_calloc(1, sizeof *client);
    if (!client)
        return false;
    *client = (struct server_client){.next = server->clients, .server = server, .peer = peer};
    snprintf(client->token, sizeof client->token, "%s", token);
    snprintf(client->address, sizeof client->address, "%s", address);

    /* A new cookie is nobody's until it asks for something that needs a person. */
    struct server_person person = {.id = ""};
    if (*token && store_person_by_token(server->store, token, &person))
        server_client_is(client, &person);

    /* Some requests come at once when a page is opened. */
    client->allowed_at = mst_clock_steady();
    client->allowance = 30;
    client->place = &server->clients;
    if (client->next)
        client->next->place = &client->next;
    server->clients = client;
    server->figures.connections++;
    server_peer_set(peer, client);
    return true;
}

static void closed(void *context, struct server_peer *peer) {
    struct server *server = context;
    struct server_client *client = server_peer_data(peer);
    if (!client)
        return;
    *client->place = client->next;
    if (client->next)
        client->next->place = client->place;
    server_index_remove(&client->by_person);

    /* Its requests go on, since others may wait for what they change; only their answers go
     * nowhere. */
    for (struct server_call *r = server->requests; r; r = r->next)
        if (r->client == client)
            r->client = NULL;
    server->lobby -= client->lobby;

    /* Nobody reads what it has analysed. */
    const uint64_t tasks[] = {client->study, client->look};
    for (int i = 0; i < 2; i++)
        if (tasks[i] && server->pool)
            server_pool_stop(server->pool, tasks[i]);

    /* The last, since it pushes to others who have the match open. */
    for (int i = 0; i < SERVER_CLIENT_MATCHES; i++)
        if (client->opened[i].live)
            server_opened_end(&client->opened[i]);
    server_peer_set(peer, NULL);
    mst_free(client);
}

void server_client_push_raw(struct server_client *client, const struct mst_buf *text) {
    if (!text->failed)
        server_peer_send(client->peer, mst_buf_text(text), text->length);
    client->server->figures.pushes++;
}

void server_client_push(struct server_client *client, json_t *push) {
    struct mst_buf text = {0};
    char *json = json_dumps(push, JSON_COMPACT);
    mst_buf_puts(&text, json ? json : "{}");
    server_client_push_raw(client, &text);
    mst_buf_clear(&text);
    mst_free(json);
}

/* ---- writing --------------------------------------------------------------------------------- */

void server_write(struct server *server) {
    struct mst_error error = {0};
    if (store_writing(server->store))
        return;

    /* V2: the commit comes with the next `idle`, for all that is written until then. */
    server_wrote(server, store_begin(server->store, &error), &error);
    if (server->web) /* else it is ending */
        web_wake(server->web, 0);
}

void server_wrote(struct server *server, enum mst_status status, const struct mst_error *error) {
    /* The first failure counts: those behind it follow from it. */
    if (status != MST_OK && server->write_error.status == MST_OK)
        server->write_error = *error;
}

const int server_time_steps[SERVER_TIME_STEPS - 1] = {1, 2, 5, 10, 20, 50, 100, 500};

static void count_time(struct server *server, int64_t ms) {
    int step = 0;
    while (step < SERVER_TIME_STEPS - 1 && ms > server_time_steps[step])
        step++;
    server->figures.commit_times[step]++;
    server->figures.commit_ms += (uint64_t)ms;
    server->figures.commits++;
}

/* Make durable what this batch of events has changed, then say so. */
bool server_commit(struct server *server) {
    struct mst_error error = {0};
    int64_t began = mst_clock_steady();
    bool done = store_commit(server->store, &error) == MST_OK;
    count_time(server, mst_clock_steady() - began);

    /* The first failure says more than that of the commit, which only follows from it. */
    if (!done && server->write_error.status != MST_OK)
        error = server->write_error;
    server->write_error = (struct mst_error){0};
    if (!done)
        server_log("error", "commit", "why", error.text, NULL);

    /* V2: what is kept in memory is read again, before anybody is answered from it. */
    if (!done) {
        struct mst_error unread;
        server_persons_reload(server);
        server_uploads_load(server, &unread);
    }

    /* Answers first, then what follows from them: a client learns that its move was played before
     * it sees the position. */
    server_calls_settle(server, done ? NULL : &error);

    /* Changes made while settling go into a new list, and into the next commit. */
    struct server_live *changed = server->changed, *next;
    server->changed = NULL;
    for (struct server_live *live = changed; live; live = live->next_changed)
        live->holders++; /* so that none ends while another settles */
    for (struct server_live *live = changed; live; live = next) {
        assert(live->listed);
        next = live->next_changed;
        live->listed = false;
        if (done)
            server_live_settle(live);
        else
            server_live_reload(live);
        server_live_drop(live);
    }
    return done;
}

/* ---- backups --------------------------------------------------------------------------------- */

void server_want_backup(struct server *server) {
    server->backup_wanted = 1;
}

/* Copy the database to where `muster serve --backup` has asked for it. */
static void back_up(struct server *server) {
    char wanted[1100];
    size_t length;
    struct mst_error error = {0};
    snprintf(wanted, sizeof wanted, "%s/" SERVER_BACKUP_FILE, server->options.data);
    char *path = mst_read_file(wanted, 4096, &length, &error);
    server->backup_wanted = 0;
    if (path && store_backup(server->store, path, &error) == MST_OK)
        server_log("notice", "backup", "file", path, NULL);
    else
        server_log("error", "backup", "why", error.text, NULL);
    unlink(wanted);
    mst_free(path);
}

static void idle(void *context) {
    struct server *server = context;
    int64_t now = mst_clock_steady();
    server_pool_tend(server->pool);
    server_raster_tend(server->raster);

    /* A copy within a batch would not have what the batch has changed. */
    if (server->backup_wanted && !store_writing(server->store))
        back_up(server);
    if (now - server->swept >= EVERY) {
        server->swept = now;
        server_lives_tend(server);
        server_rules_describe(server);
        server_newcomers_tend(server);
    }

    /* Settling may write again, as when a level moves at once. */
    while (store_writing(server->store) || server->ready)
        server_commit(server);
    web_wake(server->web, now + EVERY);
}

/* ---- life ------------------------------------------------------------------------------------ */

static void asked(void *context, struct server_exchange *exchange) {
    server_pages_asked(context, exchange);
}

static void left(void *context, struct server_exchange *exchange) {
    server_pages_left(context, exchange);
}

static bool server_start(struct server *server, struct mst_error *error) {
    const struct server_options *options = &server->options;
    const struct web_events events = {
        .context = server,
        .opened = opened,
        .received = server_client_received,
        .closed = closed,
        .asked = asked,
        .left = left,
        .idle = idle,
    };
    const struct server_pool_options pool = {
        .program = options->program,
        .players = options->players,
        .thinkers = options->thinkers,
        .matches = 4096,
        .waiting = 200,
        .seconds = 10,
        .think_seconds = 120,
        .foreign = 2, /* matches that were begun go on where nobody may send rules any more */
        .foreign_think_seconds = 30,
    };

    /* In the order in which each needs the one before it; server_free copes with any that are
     * missing. */
    server->store = store_open(options->data, error);
    if (!server->store || !server_rules_load(server, error) || !server_uploads_load(server, error))
        return false;
    server->web = web_new(&options->web, &events, error);
    server->pool = server->web ? server_pool_new(server->web, &pool) : NULL;
    server->raster = server->pool ? server_raster_new(server->web) : NULL;
    if (!server->raster)
        return false;

    /* Clients can connect only once web_run is called, so nobody sees matches that are half loaded.
     */
    server_lives_load(server);
    server_rules_describe(server);
    return true;
}

struct server *server_new(const struct server_options *options, struct mst_error *error) {
    struct server *server = mst_calloc(1, sizeof *server);
    if (!server) {
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
        return NULL;
    }
    server->options = *options;
    server->tried = json_object();
    server->started = server_clock_wall();
    server->newcomers = server_newcomers_new();
    if (server->newcomers && server_start(server, error))
        return server;
    server_free(server);
    return NULL;
}

int server_port(const struct server *server) {
    return web_port(server->web);
}

void server_run(struct server *server) {
    web_run(server->web);
}

void server_stop(struct server *server) {
    web_stop(server->web);
}

void server_free(struct server *server) {
    if (!server)
        return;
    server_pool_free(server->pool);
    server->pool = NULL;

    /* The pool ends first: its tasks are answered while all that they know of is there. */
    server_raster_free(server->raster);
    web_free(server->web); /* closes the clients */
    server->web = NULL;

    /* Requests that waited in a queue or for the commit are dropped, since nobody is connected any
     * more. */
    for (struct server_live *live = server->lives; live; live = live->next)
        live->queue = NULL; /* it points at requests that are freed now */
    while (server->requests) {
        server->requests->failed = true;
        server->requests->client = NULL;
        server_call_answer(server->requests);
    }

    /* A match writes what it has not written yet when it leaves the memory. */
    while (server->lives) {
        struct server_live *live = server->lives;
        live->holders = 1;
        live->touched = live->busy = live->thinking = false; /* nobody will say that it is done */
        json_decref(live->said);
        live->said = NULL;
        server_live_drop(live);
    }

    /* That is the last commit. */
    struct mst_error error = {0};
    if (server->store && store_writing(server->store) &&
        store_commit(server->store, &error) != MST_OK)
        server_log("error", "commit", "why", error.text, NULL);
    for (struct server_client *client; (client = server->clients);) {
        server->clients = client->next;
        mst_free(client);
    }
    store_close(server->store);
    json_decref(server->catalogue);
    json_decref(server->tried);
    json_decref(server->uploads);
    mst_free(server->newcomers);
    mst_free(server);
}
