/* The server: connections, the commit after each batch of events, and what is done at leisure. */
#include "server/server.h"

#include <string.h>
#include <unistd.h>

#include "server/parts.h"

enum { EVERY = 250 /* ms: clocks are looked at */ };

/* ---- connections ----------------------------------------------------------------------------- */

static bool opened(void *context, struct mst_peer *peer, const char *token, const char *address) {
    struct mst_server *server = context;
    struct mst_client *client = mst_calloc(1, sizeof *client);
    if (!client)
        return false;
    *client = (struct mst_client){.next = server->clients, .server = server, .peer = peer};
    snprintf(client->token, sizeof client->token, "%s", token);
    snprintf(client->address, sizeof client->address, "%s", address);
    struct mst_person person = {.id = ""};
    if (*token && mst_store_person_by_token(server->store, token, &person))
        mst_client_is(client, &person);
    client->allowed_at = mst_clock_steady();
    client->allowance = 30;
    client->place = &server->clients;
    if (client->next)
        client->next->place = &client->next;
    server->clients = client;
    server->figures.connections++;
    mst_peer_set(peer, client);
    return true;
}

static void closed(void *context, struct mst_peer *peer) {
    struct mst_server *server = context;
    struct mst_client *client = mst_peer_data(peer);
    if (!client)
        return;
    *client->place = client->next;
    if (client->next)
        client->next->place = client->place;
    mst_index_remove(&client->by_person);
    for (struct mst_call *r = server->requests; r; r = r->next)
        if (r->client == client)
            r->client = NULL;
    server->lobby -= client->lobby;
    const uint64_t tasks[] = {client->study, client->look};
    for (int i = 0; i < 2; i++)
        if (tasks[i] && server->pool)
            mst_pool_stop(server->pool, tasks[i]);
    for (int i = 0; i < MST_CLIENT_MATCHES; i++)
        if (client->opened[i].live)
            mst_opened_end(&client->opened[i]);
    mst_peer_set(peer, NULL);
    mst_free(client);
}

void mst_client_push_raw(struct mst_client *client, const struct mst_buf *text) {
    if (!text->failed)
        mst_peer_send(client->peer, mst_buf_text(text), text->length);
    client->server->figures.pushes++;
}

void mst_client_push(struct mst_client *client, json_t *push) {
    struct mst_buf text = {0};
    char *json = json_dumps(push, JSON_COMPACT);
    mst_buf_puts(&text, json ? json : "{}");
    mst_client_push_raw(client, &text);
    mst_buf_clear(&text);
    mst_free(json);
}

/* ---- writing --------------------------------------------------------------------------------- */

void mst_server_write(struct mst_server *server) {
    struct mst_error error = {0};
    if (mst_store_writing(server->store))
        return;
    mst_server_wrote(server, mst_store_begin(server->store, &error), &error);
    if (server->web) /* else it is ending */
        mst_web_wake(server->web, 0);
}

void mst_server_wrote(struct mst_server *server, enum mst_status status,
                      const struct mst_error *error) {
    if (status != MST_OK && server->write_error.status == MST_OK)
        server->write_error = *error;
}

const int mst_time_steps[MST_TIME_STEPS - 1] = {1, 2, 5, 10, 20, 50, 100, 500};

static void count_time(struct mst_server *server, int64_t ms) {
    int step = 0;
    while (step < MST_TIME_STEPS - 1 && ms > mst_time_steps[step])
        step++;
    server->figures.commit_times[step]++;
    server->figures.commit_ms += (uint64_t)ms;
    server->figures.commits++;
}

/* Make durable what this batch of events has changed, then say so. */
bool mst_server_commit(struct mst_server *server) {
    struct mst_error error = {0};
    int64_t began = mst_clock_steady();
    bool done = mst_store_commit(server->store, &error) == MST_OK;
    count_time(server, mst_clock_steady() - began);
    if (!done && server->write_error.status != MST_OK)
        error = server->write_error;
    server->write_error = (struct mst_error){0};
    if (!done)
        mst_log("error", "commit", "why", error.text, NULL);
    if (!done) {
        struct mst_error unread;
        mst_persons_reload(server);
        mst_uploads_load(server, &unread);
    }
    mst_calls_settle(server, done ? NULL : &error);
    struct mst_live *changed = server->changed, *next;
    server->changed = NULL;
    for (struct mst_live *live = changed; live; live = live->next_changed)
        live->holders++; /* so that none ends while another settles */
    for (struct mst_live *live = changed; live; live = next) {
        next = live->next_changed;
        live->listed = false;
        if (done)
            mst_live_settle(live);
        else
            mst_live_reload(live);
        mst_live_drop(live);
    }
    return done;
}

/* ---- backups --------------------------------------------------------------------------------- */

void mst_server_want_backup(struct mst_server *server) {
    server->backup_wanted = 1;
}

/* Copy the database to where `muster serve --backup` has asked for it. */
static void back_up(struct mst_server *server) {
    char wanted[1100];
    size_t length;
    struct mst_error error = {0};
    snprintf(wanted, sizeof wanted, "%s/" MST_BACKUP_FILE, server->options.data);
    char *path = mst_read_file(wanted, 4096, &length, &error);
    server->backup_wanted = 0;
    if (path && mst_store_backup(server->store, path, &error) == MST_OK)
        mst_log("notice", "backup", "file", path, NULL);
    else
        mst_log("error", "backup", "why", error.text, NULL);
    unlink(wanted);
    mst_free(path);
}

static void idle(void *context) {
    struct mst_server *server = context;
    int64_t now = mst_clock_steady();
    mst_pool_tend(server->pool);
    mst_raster_tend(server->raster);
    if (server->backup_wanted && !mst_store_writing(server->store))
        back_up(server);
    if (now - server->swept >= EVERY) {
        server->swept = now;
        mst_lives_tend(server);
        mst_rules_describe(server);
        mst_newcomers_tend(server);
    }
    while (mst_store_writing(server->store) || server->ready)
        mst_server_commit(server);
    mst_web_wake(server->web, now + EVERY);
}

/* ---- life ------------------------------------------------------------------------------------ */

static void asked(void *context, struct mst_exchange *exchange) {
    mst_pages_asked(context, exchange);
}

static void left(void *context, struct mst_exchange *exchange) {
    mst_pages_left(context, exchange);
}

static bool start(struct mst_server *server, struct mst_error *error) {
    const struct mst_server_options *options = &server->options;
    const struct mst_web_events events = {
        .context = server,
        .opened = opened,
        .received = mst_client_received,
        .closed = closed,
        .asked = asked,
        .left = left,
        .idle = idle,
    };
    const struct mst_pool_options pool = {
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
    server->store = mst_store_open(options->data, error);
    if (!server->store || !mst_rules_load(server, error) || !mst_uploads_load(server, error))
        return false;
    server->web = mst_web_new(&options->web, &events, error);
    server->pool = server->web ? mst_pool_new(server->web, &pool) : NULL;
    server->raster = server->pool ? mst_raster_new(server->web) : NULL;
    if (!server->raster)
        return false;
    mst_lives_load(server);
    mst_rules_describe(server);
    return true;
}

struct mst_server *mst_server_new(const struct mst_server_options *options,
                                  struct mst_error *error) {
    struct mst_server *server = mst_calloc(1, sizeof *server);
    if (!server) {
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
        return NULL;
    }
    server->options = *options;
    server->tried = json_object();
    server->started = mst_clock_wall();
    server->newcomers = mst_newcomers_new();
    if (server->newcomers && start(server, error))
        return server;
    mst_server_free(server);
    return NULL;
}

int mst_server_port(const struct mst_server *server) {
    return mst_web_port(server->web);
}

void mst_server_run(struct mst_server *server) {
    mst_web_run(server->web);
}

void mst_server_stop(struct mst_server *server) {
    mst_web_stop(server->web);
}

void mst_server_free(struct mst_server *server) {
    if (!server)
        return;
    mst_pool_free(server->pool);
    server->pool = NULL;
    mst_raster_free(server->raster);
    mst_web_free(server->web); /* closes the clients */
    server->web = NULL;
    while (server->requests) {
        server->requests->failed = true;
        server->requests->client = NULL;
        mst_call_answer(server->requests);
    }
    while (server->lives) {
        struct mst_live *live = server->lives;
        live->holders = 1;
        live->touched = live->busy = live->thinking = false; /* nobody will say that it is done */
        json_decref(live->said);
        live->said = NULL;
        mst_live_drop(live);
    }
    struct mst_error error = {0};
    if (server->store && mst_store_writing(server->store) &&
        mst_store_commit(server->store, &error) != MST_OK)
        mst_log("error", "commit", "why", error.text, NULL);
    for (struct mst_client *client; (client = server->clients);) {
        server->clients = client->next;
        mst_free(client);
    }
    mst_store_close(server->store);
    json_decref(server->catalogue);
    json_decref(server->tried);
    json_decref(server->uploads);
    mst_free(server->newcomers);
    mst_free(server);
}
