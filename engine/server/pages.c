/* What is answered over HTTP beside the files of the page: pictures, transcripts, feeds, and what
 * an operator looks at. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "server/parts.h"

static void answer(struct mst_exchange *exchange, int status, const char *type, const char *text) {
    const struct mst_answer reply = {
        .status = status, .type = type, .text = text, .length = strlen(text)};
    mst_exchange_answer(exchange, &reply);
}

enum { KEPT = 3600 /* seconds that a browser may keep a picture of a ruleset */ };

static void answer_picture(struct mst_exchange *exchange, const char *svg) {
    const struct mst_answer reply = {
        .status = 200, .type = "image/svg+xml", .text = svg, .length = strlen(svg), .cache = KEPT};
    mst_exchange_answer(exchange, &reply);
}

static void not_found(struct mst_exchange *exchange) {
    answer(exchange, 404, "text/plain; charset=utf-8", "There is nothing here.\n");
}

/* ---- for operators --------------------------------------------------------------------------- */

enum { HEALTHY = 1000 /* ms for which it is not tried again */ };

/* Can anything be stored? It is tried, but not within a batch, and not for everybody who asks. */
static void health(struct mst_server *server, struct mst_exchange *exchange) {
    struct mst_error error = {0};
    int64_t now = mst_clock_steady();
    char text[900] = "ok\n";
    if (!mst_store_writing(server->store) && now >= server->healthy) {
        if (mst_store_try(server->store, &error) == MST_OK)
            server->healthy = now + HEALTHY;
        else
            snprintf(text, sizeof text, "%s\n", error.text);
    }
    answer(exchange, error.status == MST_OK ? 200 : 503, "text/plain; charset=utf-8", text);
}

static void figure(struct mst_buf *out, const char *name, const char *type, const char *help,
                   uint64_t value) {
    mst_buf_printf(out, "# HELP muster_%s %s\n# TYPE muster_%s %s\nmuster_%s %" PRIu64 "\n", name,
                   help, name, type, name, value);
}

static void commit_times(struct mst_buf *out, const struct mst_server *server) {
    uint64_t sum = 0;
    mst_buf_puts(out, "# HELP muster_commit_seconds How long commits took.\n"
                      "# TYPE muster_commit_seconds histogram\n");
    for (int i = 0; i < MST_TIME_STEPS; i++) {
        sum += server->figures.commit_times[i];
        if (i < MST_TIME_STEPS - 1)
            mst_buf_printf(out, "muster_commit_seconds_bucket{le=\"%d.%03d\"} %" PRIu64 "\n",
                           mst_time_steps[i] / 1000, mst_time_steps[i] % 1000, sum);
        else
            mst_buf_printf(out, "muster_commit_seconds_bucket{le=\"+Inf\"} %" PRIu64 "\n", sum);
    }
    mst_buf_printf(out,
                   "muster_commit_seconds_sum %" PRIu64 ".%03d\nmuster_commit_seconds_count "
                   "%" PRIu64 "\n",
                   server->figures.commit_ms / 1000, (int)(server->figures.commit_ms % 1000), sum);
}

static void metrics(struct mst_server *server, struct mst_exchange *exchange) {
    const struct mst_pool_figures pool = mst_pool_figures(server->pool);
    struct mst_buf out = {0};
    uint64_t clients = 0, lives = 0;
    for (const struct mst_client *c = server->clients; c; c = c->next)
        clients++;
    for (const struct mst_live *l = server->lives; l; l = l->next)
        lives++;
    figure(&out, "connections", "gauge", "WebSockets that are open.", clients);
    figure(&out, "matches_in_memory", "gauge", "Matches that somebody has open.", lives);
    figure(&out, "engines_playing", "gauge", "Engine processes for playing.",
           (uint64_t)pool.players);
    figure(&out, "engines_thinking", "gauge", "Engine processes for thinking.",
           (uint64_t)pool.thinkers);
    figure(&out, "tasks_waiting", "gauge", "Tasks that wait for an engine.",
           (uint64_t)pool.waiting);
    figure(&out, "tasks_total", "counter", "Tasks given to engines.", pool.tasks);
    figure(&out, "engines_started_total", "counter", "Engine processes started.", pool.started);
    figure(&out, "engines_died_total", "counter", "Engine processes that failed.", pool.died);
    figure(&out, "requests_total", "counter", "Requests of clients.", server->figures.requests);
    figure(&out, "requests_refused_total", "counter", "Requests that were refused.",
           server->figures.refused);
    figure(&out, "plies_total", "counter", "Plies that were kept.", server->figures.plies);
    figure(&out, "commits_total", "counter", "Commits to the database.", server->figures.commits);
    commit_times(&out, server);
    figure(&out, "messages_total", "counter", "Messages sent to clients.", server->figures.pushes);
    answer(exchange, 200, "text/plain; version=0.0.4", mst_buf_text(&out));
    mst_buf_clear(&out);
}

static void write_escaped(struct mst_buf *out, const char *text) {
    for (; *text; text++)
        switch (*text) {
        case '<': mst_buf_puts(out, "&lt;"); break;
        case '>': mst_buf_puts(out, "&gt;"); break;
        case '&': mst_buf_puts(out, "&amp;"); break;
        case '"': mst_buf_puts(out, "&quot;"); break;
        default: mst_buf_char(out, *text);
        }
}

/* ---- matches --------------------------------------------------------------------------------- */

/* An exchange that waits for an engine. */
struct page {
    struct mst_exchange *exchange; /* NULL: its client has gone */
    struct mst_live *live;         /* or NULL: */
    json_t *entry;                 /* of the catalogue */
    const char *field, *type;
};

static void made(void *context, const struct mst_answers *answers) {
    struct page *page = context;
    json_t *json = answers->count ? json_loads(answers->lines[0], 0, NULL) : NULL;
    const char *text = json_string_value(json_object_get(json, page->field));
    if (page->exchange) {
        mst_exchange_set(page->exchange, NULL);
        if (text)
            answer(page->exchange, 200, page->type, text);
        else
            answer(page->exchange, 503, "text/plain; charset=utf-8", "It cannot be made now.\n");
    }
    json_decref(json);
    mst_live_drop(page->live);
    mst_free(page);
}

/* ---- rulesets -------------------------------------------------------------------------------- */

static void drawn(void *context, const struct mst_answers *answers) {
    struct page *page = context;
    json_t *json = answers->count == 3 ? json_loads(answers->lines[2], 0, NULL) : NULL;
    json_t *svg = json_object_get(json, "svg");
    if (svg)
        json_object_set(page->entry, "picture", svg); /* later clients need not wait */
    if (page->exchange) {
        mst_exchange_set(page->exchange, NULL);
        if (svg)
            answer_picture(page->exchange, json_string_value(svg));
        else
            not_found(page->exchange);
    }
    json_decref(json);
    json_decref(page->entry);
    mst_free(page);
}

/* Answer with a picture of the start of a ruleset. */
static void ruleset_picture(struct mst_server *server, struct mst_exchange *exchange,
                            const char *name) {
    char ruleset[300];
    size_t length = strlen(name);
    bool svg = length > 4 && length < sizeof ruleset && !strcmp(name + length - 4, ".svg");
    snprintf(ruleset, sizeof ruleset, "%.*s", svg ? (int)length - 4 : 0, name);
    json_t *entry = mst_rules_entry(server, ruleset);
    const char *known = json_string_value(json_object_get(entry, "picture"));
    struct page *page = entry && !known ? mst_calloc(1, sizeof *page) : NULL;
    if (known) {
        answer_picture(exchange, known);
        return;
    }
    if (!page) {
        not_found(exchange);
        return;
    }
    *page = (struct page){.exchange = exchange, .entry = json_incref(entry)};
    mst_exchange_set(exchange, page);
    if (!mst_rules_picture(server, ruleset, drawn, page)) {
        const struct mst_answers none = {.why = ""};
        drawn(page, &none);
    }
}

void mst_pages_left(struct mst_server *server, struct mst_exchange *exchange) {
    struct page *page = mst_exchange_data(exchange);
    (void)server;
    if (page)
        page->exchange = NULL;
}

/* Answer with what an engine makes of a public match. */
static void match_page(struct mst_server *server, struct mst_exchange *exchange, const char *name) {
    char id[MST_ID_SIZE];
    const char *dot = strchr(name, '.');
    const struct mst_person nobody = {.id = ""};
    bool picture = dot && !strcmp(dot, ".svg"), text = dot && !strcmp(dot, ".txt");
    if ((!picture && !text) || (size_t)(dot - name) >= sizeof id) {
        not_found(exchange);
        return;
    }
    snprintf(id, sizeof id, "%.*s", (int)(dot - name), name);
    struct mst_live *live = mst_live_hold(server, id);
    bool shown = live && mst_live_may_watch(live, &nobody) &&
                 live->kept.stage >= (picture ? MST_STAGE_RUNNING : MST_STAGE_OVER);
    struct page *page = shown ? mst_calloc(1, sizeof *page) : NULL;
    if (!page) {
        if (live)
            mst_live_drop(live);
        not_found(exchange);
        return;
    }
    *page = (struct page){exchange, live, NULL, picture ? "svg" : "transcript",
                          picture ? "image/svg+xml" : "text/plain; charset=utf-8"};
    mst_exchange_set(exchange, page);
    if (!mst_live_ask(live,
                      picture ? "{\"op\":\"picture\",\"seat\":-1}\n" : "{\"op\":\"transcript\"}\n",
                      made, page)) {
        const struct mst_answers none = {.why = ""};
        made(page, &none);
    }
}

/* A page for a link that is sent to others: what services that show previews look for, and the way
 * on to the page itself. NAME is ID or ID/PLY. */
static void share(struct mst_server *server, struct mst_exchange *exchange, const char *name) {
    char id[MST_ID_SIZE];
    const struct mst_person nobody = {.id = ""};
    struct mst_buf out = {0};
    size_t length = strcspn(name, "/");
    long ply = name[length] ? strtol(name + length + 1, NULL, 10) : -1;
    snprintf(id, sizeof id, "%.*s", (int)length, name);
    struct mst_live *live = length < sizeof id ? mst_live_hold(server, id) : NULL;
    if (!live || !mst_live_may_watch(live, &nobody)) {
        if (live)
            mst_live_drop(live);
        not_found(exchange);
        return;
    }
    mst_buf_puts(&out, "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>");
    write_escaped(&out, live->kept.title);
    mst_buf_puts(&out, "</title>\n<meta property=\"og:title\" content=\"");
    write_escaped(&out, live->kept.title);
    mst_buf_printf(&out,
                   "\">\n<meta property=\"og:type\" content=\"website\">\n"
                   "<meta property=\"og:image\" content=\"/match/%s.svg\">\n"
                   "<meta property=\"og:description\" content=\"A match on Muster, %s\">\n",
                   live->kept.id,
                   live->kept.stage == MST_STAGE_OVER      ? "finished"
                   : live->kept.stage == MST_STAGE_RUNNING ? "running"
                                                           : "waiting for players");
    char place[60];
    if (ply >= 0)
        snprintf(place, sizeof place, "/#/match/%s?ply=%ld", live->kept.id, ply);
    else
        snprintf(place, sizeof place, "/#/match/%s", live->kept.id);
    mst_buf_printf(&out,
                   "<meta http-equiv=\"refresh\" content=\"0; url=%s\">\n"
                   "<p><a href=\"%s\">To the match</a></p>\n</html>\n",
                   place, place);
    answer(exchange, 200, "text/html; charset=utf-8", mst_buf_text(&out));
    mst_buf_clear(&out);
    mst_live_drop(live);
}

/* ---- feeds and recovery ---------------------------------------------------------------------- */

struct feed {
    struct mst_buf out;
    const struct mst_person *person;
};

static void write_time(struct mst_buf *out, int64_t at) {
    time_t seconds = (time_t)(at / 1000);
    struct tm utc;
    char text[40];
    gmtime_r(&seconds, &utc);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    mst_buf_printf(out, "<updated>%s</updated>", text);
}

static bool add_turn(void *context, const struct mst_kept *kept) {
    struct feed *feed = context;
    for (int seat = 0; seat < kept->seats; seat++) {
        const struct mst_chair *chair = &kept->chairs[seat];
        if (!(kept->to_move >> seat & 1) || strcmp(chair->person, feed->person->id) != 0)
            continue;
        mst_buf_printf(&feed->out, "<entry><id>urn:muster:%s:%d</id><title>Your turn: ", kept->id,
                       kept->ply);
        write_escaped(&feed->out, kept->title);
        mst_buf_printf(&feed->out, "</title><link href=\"/#/match/%s\"/>", kept->id);
        write_time(&feed->out, kept->changed);
        mst_buf_puts(&feed->out, "</entry>\n");
    }
    return true;
}

static void feed(struct mst_server *server, struct mst_exchange *exchange, const char *name) {
    char token[MST_LINK_SIZE];
    struct mst_person person;
    struct mst_error error = {0};
    snprintf(token, sizeof token, "%.*s", (int)strcspn(name, "."), name);
    if (!mst_store_person_by_feed(server->store, token, &person)) {
        not_found(exchange);
        return;
    }
    struct feed feed = {.person = &person};
    const struct mst_wanted wanted = {
        .stage = MST_STAGE_RUNNING, .person = person.id, .most = MST_PERSON_MATCHES};
    mst_buf_puts(&feed.out,
                 "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                 "<feed xmlns=\"http://www.w3.org/2005/Atom\"><id>urn:muster:turns</id>"
                 "<title>Muster: your turns</title><author><name>Muster</name></author>");
    write_time(&feed.out, mst_clock_wall());
    mst_buf_char(&feed.out, '\n');
    mst_store_matches(server->store, &wanted, add_turn, &feed, &error);
    mst_buf_puts(&feed.out, "</feed>\n");
    answer(exchange, 200, "application/atom+xml", mst_buf_text(&feed.out));
    mst_buf_clear(&feed.out);
}

/* Give the browser a new token of the person whose link it has. */
static void recover(struct mst_server *server, struct mst_exchange *exchange) {
    const char *body = mst_exchange_body(exchange);
    char fresh[MST_LINK_SIZE];
    struct mst_person person;
    struct mst_error error = {0};
    bool named = !strncmp(body, "token=", 6);
    char token[MST_LINK_SIZE];
    snprintf(token, sizeof token, "%.*s", (int)strcspn(named ? body + 6 : "", "&\r\n "),
             named ? body + 6 : "");
    if (!mst_store_person_by_recovery(server->store, token, &person)) {
        answer(exchange, 403, "text/plain; charset=utf-8",
               "This link is not, or no longer, valid.\n");
        return;
    }
    mst_web_token(fresh);
    mst_server_write(server);
    mst_server_wrote(server,
                     mst_store_add_token(server->store, person.id, fresh, mst_clock_wall(), &error),
                     &error);
    if (!mst_server_commit(server)) {
        answer(exchange, 503, "text/plain; charset=utf-8", "Nothing can be stored now.\n");
        return;
    }
    const struct mst_answer reply = {.status = 200,
                                     .type = "text/plain; charset=utf-8",
                                     .text = "ok\n",
                                     .length = 3,
                                     .token = fresh};
    mst_exchange_answer(exchange, &reply);
}

/* ---- dispatch -------------------------------------------------------------------------------- */

void mst_pages_asked(struct mst_server *server, struct mst_exchange *exchange) {
    const char *path = mst_exchange_path(exchange);
    bool get = !strcmp(mst_exchange_method(exchange), "GET");
    bool local = !strcmp(mst_exchange_address(exchange), "127.0.0.1") ||
                 !strcmp(mst_exchange_address(exchange), "::1");
    if (!get && !strcmp(path, "/recover"))
        recover(server, exchange);
    else if (!get)
        not_found(exchange);
    else if (!strcmp(path, "/healthz"))
        health(server, exchange);
    else if (!strcmp(path, "/metrics") && (local || server->options.public_metrics))
        metrics(server, exchange);
    else if (!strncmp(path, "/match/", 7))
        match_page(server, exchange, path + 7);
    else if (!strncmp(path, "/picture/", 9))
        ruleset_picture(server, exchange, path + 9);
    else if (!strncmp(path, "/share/", 7))
        share(server, exchange, path + 7);
    else if (!strncmp(path, "/feed/", 6))
        feed(server, exchange, path + 6);
    else
        not_found(exchange);
}
