/* What is answered over HTTP beside the files of the page: pictures, transcripts, feeds, and what
 * an operator looks at. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "server/parts.h"

static void pages_answer(struct server_exchange *exchange, int status, const char *type,
                         const char *text) {
    const struct web_answer reply = {
        .status = status, .type = type, .text = text, .length = strlen(text)};
    server_exchange_answer(exchange, &reply);
}

enum { KEPT = 3600 /* seconds that a browser may keep a picture of a ruleset */ };

static void answer_picture(struct server_exchange *exchange, const char *svg) {
    const struct web_answer reply = {
        .status = 200, .type = "image/svg+xml", .text = svg, .length = strlen(svg), .cache = KEPT};
    server_exchange_answer(exchange, &reply);
}

static void not_found(struct server_exchange *exchange) {
    pages_answer(exchange, 404, "text/plain; charset=utf-8", "There is nothing here.\n");
}

/* ---- for operators --------------------------------------------------------------------------- */

enum { HEALTHY = 1000 /* ms for which it is not tried again */ };

/* Can anything be stored? It is tried, but not within a batch, and not for everybody who asks. */
static void health(struct server *server, struct server_exchange *exchange) {
    struct mst_error error = {0};
    int64_t now = mst_clock_steady();
    char text[sizeof(struct mst_error)] = "ok\n";

    /* A batch that is being written is proof enough. */
    if (!store_writing(server->store) && now >= server->healthy) {
        if (store_try(server->store, &error) == MST_OK)
            server->healthy = now + HEALTHY;
        else
            snprintf(text, sizeof text, "%s\n", error.text);
    }
    pages_answer(exchange, error.status == MST_OK ? 200 : 503, "text/plain; charset=utf-8", text);
}

static void figure(struct mst_buf *out, const char *name, const char *type, const char *help,
                   uint64_t value) {
    /* The text format of Prometheus. */
    mst_buf_printf(out, "# HELP muster_%s %s\n# TYPE muster_%s %s\nmuster_%s %" PRIu64 "\n", name,
                   help, name, type, name, value);
}

static void commit_times(struct mst_buf *out, const struct server *server) {
    uint64_t sum = 0;
    mst_buf_puts(out, "# HELP muster_commit_seconds How long commits took.\n"
                      "# TYPE muster_commit_seconds histogram\n");

    /* A histogram counts up: each step holds all below it. */
    for (int i = 0; i < SERVER_TIME_STEPS; i++) {
        sum += server->figures.commit_times[i];
        if (i < SERVER_TIME_STEPS - 1)
            mst_buf_printf(out, "muster_commit_seconds_bucket{le=\"%d.%03d\"} %" PRIu64 "\n",
                           server_time_steps[i] / 1000, server_time_steps[i] % 1000, sum);
        else
            mst_buf_printf(out, "muster_commit_seconds_bucket{le=\"+Inf\"} %" PRIu64 "\n", sum);
    }
    mst_buf_printf(out,
                   "muster_commit_seconds_sum %" PRIu64 ".%03d\nmuster_commit_seconds_count "
                   "%" PRIu64 "\n",
                   server->figures.commit_ms / 1000, (int)(server->figures.commit_ms % 1000), sum);
}

static void metrics(struct server *server, struct server_exchange *exchange) {
    const struct server_pool_figures pool = server_pool_figures(server->pool);
    struct mst_buf out = {0};
    uint64_t clients = 0, lives = 0;
    for (const struct server_client *c = server->clients; c; c = c->next)
        clients++;
    for (const struct server_live *l = server->lives; l; l = l->next)
        lives++;

    /* How things are now; operators rely on the names. */
    figure(&out, "connections", "gauge", "WebSockets that are open.", clients);
    figure(&out, "matches_in_memory", "gauge", "Matches that somebody has open.", lives);
    figure(&out, "engines_playing", "gauge", "Engine processes for playing.",
           (uint64_t)pool.players);
    figure(&out, "engines_thinking", "gauge", "Engine processes for thinking.",
           (uint64_t)pool.thinkers);
    figure(&out, "engines_foreign", "gauge", "Engine processes for uploaded rules.",
           (uint64_t)pool.foreign);
    figure(&out, "tasks_waiting", "gauge", "Tasks that wait for an engine.",
           (uint64_t)pool.waiting);
    figure(&out, "tasks_total", "counter", "Tasks given to engines.", pool.tasks);
    figure(&out, "engines_started_total", "counter", "Engine processes started.", pool.started);
    figure(&out, "engines_died_total", "counter", "Engine processes that failed.", pool.died);

    /* Counters since the start. */
    figure(&out, "requests_total", "counter", "Requests of clients.", server->figures.requests);
    figure(&out, "requests_refused_total", "counter", "Requests that were refused.",
           server->figures.refused);
    figure(&out, "plies_total", "counter", "Plies that were kept.", server->figures.plies);
    figure(&out, "commits_total", "counter", "Commits to the database.", server->figures.commits);
    commit_times(&out, server);
    figure(&out, "messages_total", "counter", "Messages sent to clients.", server->figures.pushes);
    pages_answer(exchange, 200, "text/plain; version=0.0.4", mst_buf_text(&out));
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
    struct server_exchange *exchange; /* NULL: its client has gone */
    struct server_live *live;         /* or NULL: */
    json_t *entry;                    /* of the catalogue */
    const char *field, *type;
    bool raster; /* the picture becomes a PNG */
};

static void end_page(struct page *page, const char *text, size_t length) {
    const struct web_answer reply = {
        .status = 200, .type = page->type, .text = text, .length = length};

    /* The exchange is freed with its answer, so it must forget the page first. */
    if (page->exchange)
        server_exchange_set(page->exchange, NULL);
    if (page->exchange && text)
        server_exchange_answer(page->exchange, &reply);
    else if (page->exchange)
        pages_answer(page->exchange, 503, "text/plain; charset=utf-8", "It cannot be made now.\n");
    server_live_drop(page->live);
    mst_free(page);
}

static void rastered(void *context, const char *png, size_t length) {
    end_page(context, png, length);
}

/* The last answer has what is wanted. */
static void made(void *context, const struct server_answers *answers) {
    struct page *page = context;
    json_t *json = answers->count ? json_loads(answers->lines[answers->count - 1], 0, NULL) : NULL;
    const char *text = json_string_value(json_object_get(json, page->field));
    struct server_raster *raster = page->live->server->raster;

    /* A picture goes on to the drawing process, which answers later. */
    if (!page->raster || !text || !server_raster_draw(raster, text, rastered, page))
        end_page(page, page->raster ? NULL : text, text ? strlen(text) : 0);
    json_decref(json);
}

/* ---- rulesets -------------------------------------------------------------------------------- */

static void drawn(void *context, const struct server_answers *answers) {
    struct page *page = context;
    assert(page->entry);
    json_t *json = answers->count == 3 ? json_loads(answers->lines[2], 0, NULL) : NULL;
    json_t *svg = json_object_get(json, "svg");
    if (svg)
        json_object_set(page->entry, "picture", svg); /* later clients need not wait */

    /* Its client may have gone: the picture is kept all the same. */
    if (page->exchange) {
        server_exchange_set(page->exchange, NULL);
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
static void ruleset_picture(struct server *server, struct server_exchange *exchange,
                            const char *name) {
    char ruleset[300];
    size_t length = strlen(name);
    bool svg = length > 4 && length < sizeof ruleset && !strcmp(name + length - 4, ".svg");
    snprintf(ruleset, sizeof ruleset, "%.*s", svg ? (int)length - 4 : 0, name);
    json_t *entry = server_rules_entry(server, ruleset);
    const char *known = server_json_text(entry, "picture");
    struct page *page = entry && !known ? mst_calloc(1, sizeof *page) : NULL;

    /* The first client has it drawn, the others get it from the catalogue. */
    if (known) {
        answer_picture(exchange, known);
        return;
    }
    if (!page) {
        not_found(exchange);
        return;
    }

    /* The entry may leave the catalogue while an engine draws it. */
    *page = (struct page){.exchange = exchange, .entry = json_incref(entry)};
    server_exchange_set(exchange, page);
    if (!server_rules_picture(server, ruleset, drawn, page)) {
        const struct server_answers none = {.why = ""};
        drawn(page, &none);
    }
}

void server_pages_left(struct server *server, struct server_exchange *exchange) {
    struct page *page = server_exchange_data(exchange);
    if (server->sending && server_exchange_data(exchange) == server->sending)
        server_uploads_left(server, exchange);
    else if (page)
        page->exchange = NULL;
}

/* Hold the public match that "ID..." or "ID/PLY..." names. *ply is -1 where none is given or the
 * match is not so far, *rest what follows. NULL if there is none. */
static struct server_live *named_match(struct server *server, const char *name, int *ply,
                                       const char **rest) {
    char id[SERVER_ID_SIZE], *end;
    const struct server_person nobody = {.id = ""};
    assert(name);
    size_t length = strcspn(name, "/.");
    snprintf(id, sizeof id, "%.*s", (int)length, name);
    struct server_live *live = length < sizeof id ? server_live_hold(server, id) : NULL;
    bool good = live && server_live_may_watch(live, &nobody);

    /* Only what anybody may see: a page has no seat. */
    *ply = -1;
    *rest = name + length;
    if (good && **rest == '/') {
        long number = strtol(name + length + 1, &end, 10);
        good = end > name + length + 1;
        *ply = number >= 0 && number <= live->kept.ply ? (int)number : -1;
        *rest = end;
    }
    if (live && !good)
        server_live_drop(live);
    return good ? live : NULL;
}

/* The data for the page of a match. */
static bool fill_page(struct page *page, const char *ending) {
    bool text = !strcmp(ending, ".txt");
    page->raster = !strcmp(ending, ".png");
    page->field = text ? "transcript" : "svg";
    page->type = text ? "text/plain; charset=utf-8" : page->raster ? "image/png" : "image/svg+xml";

    /* A transcript reveals all, so it is there only at the end. */
    return (text || page->raster || !strcmp(ending, ".svg")) &&
           page->live->kept.stage >= (text ? SERVER_STAGE_OVER : SERVER_STAGE_RUNNING);
}

/* Answer with what an engine makes of a public match: its transcript or its picture, at its last
 * position or an earlier one. */
static void match_page(struct server *server, struct server_exchange *exchange, const char *name) {
    int ply;
    const char *ending;
    char lines[100];
    struct server_live *live = named_match(server, name, &ply, &ending);
    struct page *page = live ? mst_calloc(1, sizeof *page) : NULL;
    if (page)
        *page = (struct page){.exchange = exchange, .live = live};
    if (!page || !fill_page(page, ending)) {
        if (live)
            server_live_drop(live);
        mst_free(page);
        not_found(exchange);
        return;
    }

    /* An earlier position is seen on a copy; the last one from the match itself. */
    snprintf(lines, sizeof lines,
             "{\"op\":\"undo\",\"plies\":%d}\n{\"op\":\"picture\",\"seat\":-1}\n",
             live->kept.ply - ply);
    server_exchange_set(exchange, page);
    bool text = !strcmp(page->field, "transcript");
    bool asked = text       ? server_live_ask(live, "{\"op\":\"transcript\"}\n", made, page)
                 : ply >= 0 ? server_live_ask_aside(live, lines, made, page)
                            : server_live_ask(live, strchr(lines, '\n') + 1, made, page);

    /* The page owns the hold on the match until it ends. */
    if (!asked)
        end_page(page, NULL, 0);
}

static void write_property(struct mst_buf *out, const char *name, const char *base,
                           const char *text) {
    mst_buf_printf(out, "<meta property=\"og:%s\" content=\"%s", name, base);
    write_escaped(out, text);
    mst_buf_puts(out, "\">\n");
}

/* A page for a link that is sent to others: what services that show previews look for, and the way
 * on to the page itself. NAME is ID or ID/PLY. */
static void share(struct server *server, struct server_exchange *exchange, const char *name) {
    int ply;
    const char *rest, *base = server_exchange_base(exchange);
    char place[80], picture[80], moment[20] = "", query[20] = "";
    struct mst_buf out = {0};
    struct server_live *live = named_match(server, name, &ply, &rest);
    if (!live) {
        not_found(exchange);
        return;
    }
    const struct store_kept *kept = &live->kept;

    /* Services show PNG; SVG is better than nothing. */
    const char *ending = server_raster_installed(server->raster) ? "png" : "svg";
    if (ply >= 0) {
        snprintf(moment, sizeof moment, "/%d", ply);
        snprintf(query, sizeof query, "?ply=%d", ply);
    }
    snprintf(picture, sizeof picture, "/match/%s%s.%s", kept->id, moment, ending);
    snprintf(place, sizeof place, "/#/match/%s%s", kept->id, query);

    /* The title is the only text of others, and is escaped. */
    mst_buf_puts(&out, "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>");
    write_escaped(&out, kept->title);
    mst_buf_puts(&out, "</title>\n");
    write_property(&out, "title", "", kept->title);
    write_property(&out, "type", "", "website");
    write_property(&out, "description", "A match on Muster, ",
                   kept->stage == SERVER_STAGE_OVER      ? "finished"
                   : kept->stage == SERVER_STAGE_RUNNING ? "running"
                                                         : "waiting for players");

    /* Before the first position there is nothing to be seen. */
    if (kept->stage >= SERVER_STAGE_RUNNING)
        write_property(&out, "image", base, picture);

    /* A reader is sent on to the page; services that make previews do not follow. */
    mst_buf_printf(&out,
                   "<meta name=\"twitter:card\" content=\"summary_large_image\">\n"
                   "<meta http-equiv=\"refresh\" content=\"0; url=%s\">\n"
                   "<p><a href=\"%s\">To the match</a></p>\n</html>\n",
                   place, place);
    pages_answer(exchange, 200, "text/html; charset=utf-8", mst_buf_text(&out));
    mst_buf_clear(&out);
    server_live_drop(live);
}

/* ---- feeds and recovery ---------------------------------------------------------------------- */

struct feed {
    struct mst_buf out;
    const struct server_person *person;
};

static void write_time(struct mst_buf *out, int64_t at) {
    time_t seconds = (time_t)(at / 1000);
    struct tm utc;
    char text[40];

    /* RFC 3339, as Atom wants it. */
    gmtime_r(&seconds, &utc);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    mst_buf_printf(out, "<updated>%s</updated>", text);
}

static bool add_turn(void *context, const struct store_kept *kept) {
    struct feed *feed = context;
    for (int seat = 0; seat < kept->seats; seat++) {
        const struct server_chair *chair = &kept->chairs[seat];
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

static void feed(struct server *server, struct server_exchange *exchange, const char *name) {
    char token[SERVER_LINK_SIZE];
    struct server_person person;
    struct mst_error error = {0};
    snprintf(token, sizeof token, "%.*s", (int)strcspn(name, "."), name);
    if (!store_person_by_feed(server->store, token, &person)) {
        not_found(exchange);
        return;
    }

    /* Matches that cannot be read are left out: a reader of feeds asks again anyway. */
    struct feed feed = {.person = &person};
    const struct store_wanted wanted = {
        .stage = SERVER_STAGE_RUNNING, .person = person.id, .most = SERVER_PERSON_MATCHES};

    mst_buf_puts(&feed.out,
                 "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                 "<feed xmlns=\"http://www.w3.org/2005/Atom\"><id>urn:muster:turns</id>"
                 "<title>Muster: your turns</title><author><name>Muster</name></author>");
    write_time(&feed.out, server_clock_wall());
    mst_buf_char(&feed.out, '\n');
    store_matches(server->store, &wanted, add_turn, &feed, &error);
    mst_buf_puts(&feed.out, "</feed>\n");
    pages_answer(exchange, 200, "application/atom+xml", mst_buf_text(&feed.out));
    mst_buf_clear(&feed.out);
}

/* Give the browser a new token of the person whose link it has. */
static void recover(struct server *server, struct server_exchange *exchange) {
    const char *body = server_exchange_body(exchange);
    char fresh[SERVER_LINK_SIZE];
    struct server_person person;
    struct mst_error error = {0};
    bool named = !strncmp(body, "token=", 6);
    char token[SERVER_LINK_SIZE];
    snprintf(token, sizeof token, "%.*s", (int)strcspn(named ? body + 6 : "", "&\r\n "),
             named ? body + 6 : "");

    /* The link is used up neither by this nor by a program that looks ahead in a mail: it stays
     * good until the person asks for another one. */
    if (!store_person_by_recovery(server->store, token, &person)) {
        pages_answer(exchange, 403, "text/plain; charset=utf-8",
                     "This link is not, or no longer, valid.\n");
        return;
    }
    web_token(fresh);
    server_write(server);
    server_wrote(server,
                 store_add_token(server->store, person.id, fresh, server_clock_wall(), &error),
                 &error);
    if (!server_commit(server)) {
        pages_answer(exchange, 503, "text/plain; charset=utf-8", "Nothing can be stored now.\n");
        return;
    }
    const struct web_answer reply = {.status = 200,
                                     .type = "text/plain; charset=utf-8",
                                     .text = "ok\n",
                                     .length = 3,
                                     .token = fresh};
    server_exchange_answer(exchange, &reply);
}

/* ---- dispatch -------------------------------------------------------------------------------- */

void server_pages_asked(struct server *server, struct server_exchange *exchange) {
    const char *path = server_exchange_path(exchange);
    bool get = !strcmp(server_exchange_method(exchange), "GET");
    bool local = !strcmp(server_exchange_address(exchange), "127.0.0.1") ||
                 !strcmp(server_exchange_address(exchange), "::1");

    /* The addresses that are no files of the page. Their order does not matter: none begins with
     * another. */
    if (!get && !strcmp(path, "/recover"))
        recover(server, exchange);
    else if (!get && !strcmp(path, WEB_LONG_PATH))
        server_uploads_asked(server, exchange);
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
