/* Attacks on a server, each refused as the contract says, while two others play a match to its end.
 * docs/running-a-server.md lists them. */
#include <poll.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "server/site.h"

static struct site site;
static struct visitor players[2]; /* who only want to play */
static char running[16], hidden[16];

/* The server lives, and the match of the others goes on. */
static void all_is_well(const char *after) {
    visitors_go_on(players, running, after);
}

static struct visitor guest(void) {
    struct visitor visitor;
    must(visitor_enter(&visitor, &site, NULL), "nobody can come in");
    return visitor;
}

/* ---- who one is ------------------------------------------------------------------------------ */

static void must_answer(int status, const char *answer, const char *what) {
    must(atoi(answer + 9) == status, "%s: expected status %d: %.300s", what, status, answer);
}

static void tokens(void) {
    struct visitor visitor, same;
    char token[WEB_TOKEN + 1], link[200];
    must(visitor_enter(&visitor, &site, ""), "nobody can come in without a cookie");
    visitor_must(&visitor, "not_you", json_pack("{s:s, s:s}", "op", "rename", "name", "x"));
    visitor_must(&visitor, "not_you", json_pack("{s:s}", "op", "mine"));
    visitor_must(
        &visitor, "not_you",
        json_pack("{s:s, s:s, s:i, s:s}", "op", "play", "match", running, "ply", 0, "move", "a1"));
    visitor_leave(&visitor);
    must(visitor_enter(&visitor, &site, "no-token-at-all"), "a bad cookie is no cookie");
    visitor_must(&visitor, "not_you", json_pack("{s:s}", "op", "mine"));
    visitor_leave(&visitor);
    visitor = guest(); /* a token of nobody's makes somebody new, and no one else */
    json_t *hello = visitor_done(&visitor, json_pack("{s:s}", "op", "hello"));
    must(json_object_get(hello, "person"), "a token makes no person");
    json_decref(hello);
    json_t *mine = visitor_done(&visitor, json_pack("{s:s}", "op", "mine"));
    must(!json_array_size(json_object_get(mine, "matches")), "a new person has matches");
    json_decref(mine);
    /* A link to recover, used twice, and after a new one was made. */
    json_t *answer = visitor_done(&visitor, json_pack("{s:s}", "op", "recovery"));
    snprintf(link, sizeof link, "%s", json_string_value(json_object_get(answer, "link")));
    json_decref(answer);
    for (int i = 0; i < 3; i++) {
        char *reply =
            web_ask(&site.web,
                    "POST /recover HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: "
                    "%zu\r\n\r\ntoken=%s",
                    site.web.port, strlen(strrchr(link, '/') + 1) + 6, strrchr(link, '/') + 1);
        must_answer(i < 2 ? 200 : 403, reply, "recover");
        mst_free(reply);
        if (i == 1)
            json_decref(visitor_done(&visitor, json_pack("{s:s}", "op", "recovery")));
    }
    char *reply = web_ask(&site.web,
                          "POST /recover HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 70\r\n"
                          "\r\ntoken=%064d",
                          site.web.port, 7);
    must_answer(403, reply, "a guessed link");
    mst_free(reply);
    /* A token of somebody who is forgotten. */
    strcpy(token, visitor.token);
    json_decref(visitor_done(&visitor, json_pack("{s:s, s:b}", "op", "forget", "really", 1)));
    visitor_must(&visitor, "not_you", json_pack("{s:s}", "op", "mine"));
    must(visitor_enter(&same, &site, token), "nobody can come in");
    hello = visitor_done(&same, json_pack("{s:s}", "op", "hello"));
    must(json_object_get(json_object_get(hello, "person"), "id"), "no new person");
    json_decref(hello);
    visitor_leave(&same);
    visitor_leave(&visitor);
    all_is_well("tokens");
}

static void origins(void) {
    static const char *const fields[] = {"Origin: http://evil.example\r\n", "Origin: null\r\n",
                                         "Origin: http://127.0.0.1:%d.evil\r\n",
                                         "Origin: https://127.0.0.1.evil:%d\r\n",
                                         "Origin: http://127.0.0.1:1\r\n"};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        int status, client = web_upgrade(&site.web, "/socket", fields[i], &status);
        close(client);
        must(status == 403, "%s: status %d", fields[i], status);
    }
    char *reply = web_ask(&site.web,
                          "POST /recover HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                          "Origin: http://evil.example\r\nContent-Length: 7\r\n\r\ntoken=x",
                          site.web.port);
    must_answer(403, reply, "a foreign page");
    mst_free(reply);
    all_is_well("origins");
}

/* ---- seats of others ------------------------------------------------------------------------- */

static void other_seats(void) {
    struct visitor stranger = guest();
    struct visitor *moves = visitors_mover(players, 2);
    struct visitor *waits = &players[moves == players];
    const char *move = visitor_pick(moves);
    int ply = visitor_ply(moves);
    visitor_must(&stranger, "not_you",
                 json_pack("{s:s, s:s, s:i, s:s}", "op", "play", "match", running, "ply", ply,
                           "move", move));
    visitor_must(waits, "illegal_move",
                 json_pack("{s:s, s:s, s:i, s:s}", "op", "play", "match", running, "ply", ply,
                           "move", move));
    visitor_must(moves, "stale",
                 json_pack("{s:s, s:s, s:i, s:s}", "op", "play", "match", running, "ply", ply - 1,
                           "move", move));
    visitor_must(moves, "stale",
                 json_pack("{s:s, s:s, s:i, s:s}", "op", "play", "match", running, "ply", ply + 1,
                           "move", move));
    visitor_must(moves, "illegal_move",
                 json_pack("{s:s, s:s, s:i, s:s}", "op", "play", "match", running, "ply", ply,
                           "move", "z99"));
    static const char *const seat_ops[] = {"resign",   "claim", "rematch", "invite",
                                           "takeback", "draw",  "why"};
    for (size_t i = 0; i < sizeof seat_ops / sizeof *seat_ops; i++)
        visitor_must(&stranger, "not_you",
                     json_pack("{s:s, s:s, s:s, s:s}", "op", seat_ops[i], "match", running,
                               "answer", "offer", "move", "a1"));
    visitor_must(&stranger, "not_now",
                 json_pack("{s:s, s:s, s:i}", "op", "join", "match", running, "seat", 0));
    visitor_must(&stranger, "not_found",
                 json_pack("{s:s, s:s}", "op", "mute", "person", "nobody22"));
    visitor_must(&stranger, "",
                 json_pack("{s:s, s:s, s:i, s:s}", "op", "report", "match", running, "line", 99,
                           "text", "</script>"));
    static const char *const studies[] = {"study", "analyse", "evaluate"};
    for (int i = 0; i < 3; i++)
        visitor_must(moves, "not_now",
                     json_pack("{s:s, s:s, s:i}", "op", studies[i], "match", running, "ply", 0));
    visitor_leave(&stranger);
    all_is_well("seats of others");
}

/* A match that is not public does not exist for others, whatever they ask. */
static void private_matches(void) {
    static const char *const ops[] = {"join",     "open",   "play",    "why",        "at",
                                      "takeback", "draw",   "resign",  "claim",      "rematch",
                                      "say",      "report", "invite",  "transcript", "study",
                                      "analyse",  "rules",  "evaluate"};
    static const char *const endings[] = {".svg", ".txt", "", ".xml"};
    struct visitor stranger = guest();
    char path[80];
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        visitor_must(&stranger, "not_found",
                     json_pack("{s:s, s:s, s:i, s:i, s:i, s:s, s:s, s:s}", "op", ops[i], "match",
                               hidden, "ply", 0, "seat", 0, "line", 1, "text", "x", "move", "x",
                               "answer", "offer"));
        visitor_must(&stranger, "not_found",
                     json_pack("{s:s, s:s, s:i, s:i, s:i, s:s, s:s, s:s}", "op", ops[i], "match",
                               "none222222", "ply", 0, "seat", 0, "line", 1, "text", "x", "move",
                               "x", "answer", "offer"));
    }
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(path, sizeof path, "/match/%s%s", hidden, endings[i]);
        char *reply = site_get(&site, path, stranger.token);
        must_answer(404, reply, path);
        mst_free(reply);
    }
    for (int i = 0; i < 50; i++) { /* invitations cannot be guessed */
        char token[WEB_TOKEN + 1];
        web_token(token);
        token[i ? 32 : 0] = 0;
        visitor_must(&stranger, "not_found",
                     json_pack("{s:s, s:s}", "op", "join", "invite", token));
    }
    json_t *lobby = visitor_done(&stranger, json_pack("{s:s}", "op", "lobby"));
    json_t *archive = visitor_done(&stranger, json_pack("{s:s}", "op", "archive"));
    char *text = json_dumps(lobby, 0), *old = json_dumps(archive, 0);
    must(!strstr(text, hidden) && !strstr(old, hidden), "a private match is listed");
    free(text), free(old);
    json_decref(lobby), json_decref(archive);
    visitor_leave(&stranger);
    all_is_well("private matches");
}

static void invitations(void) {
    struct visitor host = guest(), first = guest(), second = guest();
    char token[80], match[16];
    json_t *made =
        visitor_done(&host, json_pack("{s:s, s:s, s:[{s:s}, {s:s}]}", "op", "create", "ruleset",
                                      "breakthrough-6x6", "seats", "who", "you", "who", "invite"));
    json_t *link = json_object_get(json_array_get(json_object_get(made, "invites"), 0), "link");
    snprintf(token, sizeof token, "%s", strrchr(json_string_value(link), '/') + 1);
    snprintf(match, sizeof match, "%s", json_string_value(json_object_get(made, "match")));
    json_decref(made);
    visitor_must(&first, "not_found",
                 json_pack("{s:s, s:s, s:i}", "op", "join", "match", match, "seat", 1));
    json_decref(visitor_done(&first, json_pack("{s:s, s:s}", "op", "join", "invite", token)));
    visitor_must(&second, "not_now", json_pack("{s:s, s:s}", "op", "join", "invite", token));
    visitor_must(&second, "not_found", json_pack("{s:s, s:s}", "op", "open", "match", match));
    visitor_must(&host, "bad_request",
                 json_pack("{s:s, s:s, s:i}", "op", "invite", "match", match, "seat", -5));
    visitor_must(&host, "not_now",
                 json_pack("{s:s, s:s, s:i}", "op", "invite", "match", match, "seat", 1));
    visitor_must(&host, "not_now",
                 json_pack("{s:s, s:s, s:i}", "op", "invite", "match", match, "seat", 7));
    visitor_leave(&host), visitor_leave(&first), visitor_leave(&second);
    all_is_well("invitations");
}

/* ---- what is created ------------------------------------------------------------------------- */

static json_t *create(const char *ruleset, json_t *set, int seats) {
    json_t *list = json_array();
    for (int i = 0; i < seats; i++)
        json_array_append_new(list, json_pack("{s:s}", "who", i ? "open" : "you"));
    return json_pack("{s:s, s:s, s:o*, s:o}", "op", "create", "ruleset", ruleset, "set", set,
                     "seats", list);
}

static void rulesets(void) {
    static const char *const names[] = {"../rulesets/othello",
                                        "/etc/passwd",
                                        "rulesets/othello.ini",
                                        "./othello",
                                        "othello.ini",
                                        "scenarios/../rulesets/othello",
                                        "othello\n--set",
                                        "-",
                                        "--help",
                                        "OTHELLO"};
    struct visitor visitor = guest();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        visitor_must(&visitor, "not_found", create(names[i], NULL, 2));
        visitor_must(&visitor, "not_found",
                     json_pack("{s:s, s:s}", "op", "options", "ruleset", names[i]));
        visitor_must(&visitor, "not_found",
                     json_pack("{s:s, s:s}", "op", "rules", "ruleset", names[i]));
        visitor_must(&visitor, "not_found",
                     json_pack("{s:s, s:s}", "op", "study", "ruleset", names[i]));
    }
    visitor_must(&visitor, "bad_request", create("othello", NULL, 8));
    visitor_must(&visitor, "bad_request", create("othello", NULL, 1));
    visitor_must(&visitor, "bad_request", create("othello", NULL, 0));
    visitor_must(&visitor, "bad_request", create("othello", NULL, 1000));
    visitor_leave(&visitor);
    all_is_well("rulesets");
}

static void settings(void) {
    static const char *const names[] = {"othello.size\n--jail",
                                        "a=b.c",
                                        "\n--matches",
                                        "",
                                        "--set",
                                        "othello.none",
                                        "no.such",
                                        "othello",
                                        "othello.",
                                        ".size",
                                        "\x1b[2J.x"};
    static const char *const values[] = {"6\n--set", "6\r", "\x01", "6\n", "\xc2\x9b", "1e9", ""};
    char *longest = mst_alloc(12001);
    struct visitor visitor = guest();
    memset(longest, 'x', 12000);
    longest[12000] = 0;
    for (int op = 0; op < 2; op++) { /* to play, and to study */
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            json_t *set = json_pack("{s:s}", names[i], "6");
            visitor_must(
                &visitor, "bad_option",
                op ? json_pack("{s:s, s:s, s:o}", "op", "rules", "ruleset", "othello", "set", set)
                   : create("othello", set, 2));
        }
        for (size_t i = 0; i <= sizeof values / sizeof *values; i++) {
            const char *value = i ? values[i - 1] : longest;
            json_t *set = json_pack("{s:s}", "othello.size", value);
            visitor_must(
                &visitor, "bad_option",
                op ? json_pack("{s:s, s:s, s:o}", "op", "rules", "ruleset", "othello", "set", set)
                   : create("othello", set, 2));
        }
    }
    visitor_must(&visitor, "bad_option",
                 create("othello", json_pack("{s:[i]}", "othello.size", 6), 2));
    visitor_must(&visitor, "bad_option", create("othello", json_pack("{s:n}", "othello.size"), 2));
    visitor_must(&visitor, "bad_option",
                 create("othello", json_pack("{s:f}", "othello.size", 6.5), 2));
    visitor_must(&visitor, "bad_request", create("othello", json_pack("[s]", "othello.size=6"), 2));
    json_t *many = json_object();
    for (int i = 0; i < 400; i++) {
        char name[40];
        snprintf(name, sizeof name, "othello.s%d", i);
        json_object_set_new(many, name, json_integer(6));
    }
    visitor_must(&visitor, "bad_option", create("othello", many, 2));
    json_decref(
        visitor_done(&visitor, create("othello", json_pack("{s:i}", "othello.size", 6), 2)));
    mst_free(longest);
    visitor_leave(&visitor);
    all_is_well("settings");
}

/* ---- words ----------------------------------------------------------------------------------- */

static void words(void) {
    static const char *const names[] = {
        "<script>alert(1)</script>",
        "\"><img src=x onerror=1>",
        "\x1b[2J\x07",
        "\xe2\x80\xae"
        "evil",
        "'; DROP TABLE persons;--",
        "\xf0\x9f\x98\x80\xc2\x9b\xc2\x9b\xc2\x9b\xc2\x9b\xc2\x9b\xc2\x9b"
        "\xc2\x9b\xc2\x9b\xc2\x9b\xc2\x9b\xc2\x9b\xc2\x9b\xc2\x9b\xc2\x9b"
        "\xc2\x9b\xc2\x9b\xc2\x9b\xc2\x9b\xc2\x9b\xc2\x9b"
        "a\xf0\x9f\x98\x80"};
    struct visitor visitor = guest();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        json_t *answer =
            visitor_done(&visitor, json_pack("{s:s, s:s}", "op", "rename", "name", names[i]));
        const char *name =
            json_string_value(json_object_get(json_object_get(answer, "person"), "name"));
        must(name && *name, "a name is lost: %s", names[i]);
        for (const char *at = name; *at; at++)
            must((unsigned char)*at >= ' ' && strncmp(at, "\xe2\x80\xae", 3),
                 "a name has control characters");
        json_decref(answer);
        json_decref(visitor_done(&visitor, json_pack("{s:s, s:s, s:s}", "op", "say", "match",
                                                     running, "text", names[i])));
    }
    json_decref(visitor_open(&visitor, running));
    visitor_must(&visitor, "bad_request", json_pack("{s:s, s:s}", "op", "rename", "name", "   "));
    visitor_must(
        &visitor, "limit",
        json_pack("{s:s, s:s}", "op", "rename", "name", "1234567890123456789012345678901"));
    json_t *feed = visitor_done(&players[0], json_pack("{s:s}", "op", "feed"));
    char *atom = site_get(&site, json_string_value(json_object_get(feed, "link")), NULL);
    must(!strstr(atom, "<script") && strstr(atom, "<feed"), "the feed: %s", atom);
    mst_free(atom);
    json_decref(feed);
    visitor_leave(&visitor);
    all_is_well("words");
}

/* ---- frames ---------------------------------------------------------------------------------- */

/* Open a socket and send it this; the server may close it. */
static void throw(int first, const void *bytes, size_t count) {
    int status, client = web_upgrade(&site.web, "/socket", "", &status);
    must(status == 101, "no socket: status %d", status);
    web_frame(client, first, bytes, count);
    close(client);
}

static void frames(void) {
    static const char *const texts[] = {"",
                                        "{",
                                        "[]",
                                        "null",
                                        "\"op\"",
                                        "1e999",
                                        "{\"op\":1}",
                                        "{\"op\":\"\"}",
                                        "{\"id\":{}}",
                                        "{\"op\":\"hello\",\"op\":\"forget\"}",
                                        "{\"op\":\"hello\",\"id\":1.5}",
                                        "\xff\xfe",
                                        "{\"op\":\"h\\u0000\"}",
                                        "{\"op\":\"hello\"}}",
                                        "{\"id\":\"12345678901234567890123456789012345678901\"}"};
    char *big = mst_calloc(1 << 20, 1);
    unsigned char noise[200];
    memset(big, '[', (1 << 20) - 1);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        throw(WEB_FIN | WEB_TEXT, texts[i], strlen(texts[i]));
    throw(WEB_FIN | WEB_TEXT, big, 16 << 10);
    throw(WEB_FIN | WEB_TEXT, big, (16 << 10) + 1);
    throw(WEB_FIN | WEB_TEXT, big, (1 << 20) - 1);
    throw(WEB_FIN | WEB_BINARY, big, 100);
    throw(WEB_FIN | 0x40 | WEB_TEXT, "\xca\x48\xcd\xc9\xc9\x07\x00", 7); /* deflated, not agreed */
    static const char bomb[] = "\xec\xc1\x01\x0d\x00\x00\x00\xc2\xa0\xf7\x4f\x6d\x0e\x37\xa0";
    throw(WEB_FIN | 0x40 | WEB_TEXT, bomb, sizeof bomb - 1);
    mst_free(big);
    for (int i = 0; i < 200; i++) {
        for (size_t k = 0; k < sizeof noise; k++)
            noise[k] = (unsigned char)any(256);
        throw((int)any(256), noise, any(sizeof noise));
        int status, client = web_upgrade(&site.web, "/socket", "", &status);
        web_send(client, noise, sizeof noise); /* not even frames */
        close(client);
        if (i % 50 == 0)
            all_is_well("frames");
    }
}

static const char *const ops[] = {
    "hello",  "rename", "recovery", "feed",     "mute",    "games",   "options", "rules",
    "create", "lobby",  "mine",     "archive",  "join",    "open",    "leave",   "play",
    "why",    "at",     "takeback", "draw",     "claim",   "say",     "report",  "transcript",
    "invite", "study",  "analyse",  "evaluate", "rematch", "uploads", "discard", "nonsense"};
static const char *const keys[] = {
    "match",  "ruleset", "set",      "seats", "clock",  "seat",   "ply",        "move",  "text",
    "answer", "name",    "person",   "line",  "since",  "moves",  "transcript", "level", "invite",
    "lines",  "before",  "position", "on",    "public", "really", "upload"};
static const char *const nasty[] = {"null",
                                    "true",
                                    "false",
                                    "0",
                                    "-1",
                                    "1",
                                    "2147483648",
                                    "-9223372036854775808",
                                    "9223372036854775807",
                                    "1.5",
                                    "1e300",
                                    "\"\"",
                                    "\"x\"",
                                    "\"-\"",
                                    "\"../../etc/passwd\"",
                                    "\"\\n\\\"}{\"",
                                    "\"\\u202e\\u0001\"",
                                    "[]",
                                    "{}",
                                    "[[[[]]]]",
                                    "[null]",
                                    "[{}]",
                                    "{\"a\":{}}",
                                    "{\"kind\":\"live\"}",
                                    "{\"kind\":\"days\",\"total\":-1}",
                                    "[{\"who\":\"you\"}]",
                                    "[{\"who\":\"level\",\"level\":99}]",
                                    "[\"a\",1,null]",
                                    "{\"\":\"\"}"};
enum {
    OPS = sizeof ops / sizeof *ops,
    KEYS = sizeof keys / sizeof *keys,
    NASTY = sizeof nasty / sizeof *nasty,
    LINE = 600
};

/* A request with one argument replaced by something nasty, the others mostly right. */
static void write_request(char *line, int number) {
    const char *op = ops[number % OPS], *key = keys[number / OPS % KEYS],
               *bad = nasty[number / OPS / KEYS % NASTY];
    snprintf(line, LINE, "{\"id\":%d,\"op\":\"%s\",\"%s\":%s%s%s%s%s%s%s%s%s%s%s}", number, op, key,
             bad, strcmp(key, "match") ? ",\"match\":\"" : "", strcmp(key, "match") ? running : "",
             strcmp(key, "match") ? "\"" : "",
             strcmp(key, "ruleset") && number % 2 ? ",\"ruleset\":\"othello\"" : "",
             strcmp(key, "seats") ? ",\"seats\":[{\"who\":\"you\"},{\"who\":\"open\"}]" : "",
             strcmp(key, "ply") ? ",\"ply\":0" : "", strcmp(key, "move") ? ",\"move\":\"a1\"" : "",
             strcmp(key, "text") ? ",\"text\":\"x\"" : "",
             strcmp(key, "answer") ? ",\"answer\":\"offer\"" : "",
             strcmp(key, "seat") ? ",\"seat\":0" : "");
}

/* Many at once, from connections that come and go; every one is answered as the contract says. */
static void arguments(int requests) {
    enum { AT_ONCE = 20 };
    int counts[14] = {0}, step = OPS * KEYS * NASTY / requests;
    step = step < 1 ? 1 : step | 1;
    for (int done = 0; done < requests;) {
        struct visitor visitor = guest();
        char line[LINE];
        int sent = 0, heard = 0;
        for (; sent < AT_ONCE && done < requests; sent++, done++) {
            write_request(line, (int)((long)done * step % (OPS * KEYS * NASTY)));
            web_text(visitor.socket, line);
        }
        while (heard < sent) {
            json_t *message = visitor_hear(&visitor);
            must(message, "a connection is closed for %s: %s", line, site_log(&site));
            if (json_object_get(message, "id")) {
                heard++;
                char *text = json_dumps(message, JSON_COMPACT);
                const char *code = code_of(json_incref(message));
                counts[*code == 0 ? 0 : 1]++;
                must(strcmp(code, "storage") && !strstr(text, "\"too many requests"), "%s", text);
                free(text);
            }
            json_decref(message);
        }
        visitor_leave(&visitor);
        if (done % 1000 < AT_ONCE)
            all_is_well("arguments");
    }
    printf("%d requests with wrong arguments: %d were refused\n", requests, counts[1]);
}

/* ---- too much -------------------------------------------------------------------------------- */

/* A client with too many requests is refused first, and closed when that does not help. */
static void floods(void) {
    enum { AT_ONCE = 70, MOST = 100 };
    struct visitor visitor = guest();
    int limited = 0, rounds = 0;
    for (json_t *message = NULL; rounds < MOST && !limited; rounds++) {
        for (int i = 0; i < AT_ONCE; i++)
            web_text(visitor.socket, "{\"op\":\"hello\",\"id\":1}");
        for (int i = 0; i < AT_ONCE && (message = visitor_hear(&visitor)); i++)
            limited += !strcmp(code_of(message), "limit");
    }
    must(limited, "%d requests at once, %d times, and none is refused", AT_ONCE, rounds);
    for (rounds = 0; rounds < MOST && visitor.socket >= 0; rounds++) {
        for (int i = 0; i < 4 * AT_ONCE; i++)
            web_text(visitor.socket, "{\"op\":\"hello\"}");
        for (int i = 0; i < 4 * AT_ONCE && visitor.socket >= 0; i++)
            json_decref(visitor_hear(&visitor));
    }
    must(visitor.socket < 0, "who floods is not closed");
    visitor_leave(&visitor);
    all_is_well("floods");
}

/* Clients that ask for much and read nothing. */
static void slow_readers(void) {
    struct visitor slow[8];
    for (int i = 0; i < 8; i++) {
        slow[i] = guest();
        for (int k = 0; k < 60; k++)
            web_text(slow[i].socket, "{\"op\":\"games\",\"id\":1}");
    }
    for (int k = 0; k < 5; k++)
        all_is_well("slow readers");
    for (int i = 0; i < 8; i++)
        visitor_leave(&slow[i]);
}

static void idle_sockets(int count) {
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    int *sockets = mst_calloc((size_t)count, sizeof *sockets), status;
    for (int i = 0; i < count; i++) {
        sockets[i] = web_upgrade(&site.web, "/socket", "", &status);
        must(status == 101, "socket %d: status %d", i, status);
        if (i % 500 == 0)
            all_is_well("idle sockets");
    }
    all_is_well("idle sockets");
    for (int i = 0; i < count; i++)
        close(sockets[i]);
    mst_free(sockets);
    printf("%d sockets did nothing\n", count);
}

static void too_many_matches(void) {
    struct visitor visitor = guest();
    int made = 0;
    const char *code = "";
    while (!*code && made < 600) {
        code = code_of(visitor_ask(&visitor, create("tic-tac-toe", NULL, 2)));
        made += !*code;
    }
    must(!strcmp(code, "limit") && made == 500, "%d matches, then '%s'", made, code);
    visitor_leave(&visitor);
    all_is_well("many matches");
}

/* ---- paths ----------------------------------------------------------------------------------- */

static void paths(void) {
    static const char *const all[] = {
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/match/%00.svg",
        "//etc/passwd",
        "/match/../../data/muster.db",
        "/match/%2e%2e.svg",
        "/match/.svg",
        "/match/a.svg/../b.svg",
        "/picture/../../etc/passwd.svg",
        "/feed/.xml",
        "/feed/../x.xml",
        "/data/muster.db",
        "/match/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.svg",
        "/feed/%ff.xml",
        "/socket",
        "/recover",
        "/match/",
        "/feed/",
        "/picture/.svg",
        "/picture/othello\n.svg"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char *reply = site_get(&site, all[i], NULL);
        must(!strstr(reply, "root:") && !strstr(reply, "SQLite format"), "%s: %.100s", all[i],
             reply);
        must(!strstr(reply, "HTTP/1.1 200") && !strstr(reply, "HTTP/1.1 5"), "%s: %.300s", all[i],
             reply);
        mst_free(reply);
    }
    all_is_well("paths");
}

/* ---- behind a proxy ----------------------------------------------------------------------------
 */

/* One address, as the proxy tells it, has so many sockets and no more; others are let in. */
static void proxied(void) {
    enum { OF_ADDRESS = 64 };
    struct site far;
    int sockets[OF_ADDRESS + 1], status;
    site_make(&far);
    far.option = "--behind-proxy";
    must(site_start(&far), "the server does not start:\n%s", site_log(&far));
    for (int i = 0; i <= OF_ADDRESS; i++) { /* what a client says itself comes first */
        char fields[80];
        snprintf(fields, sizeof fields, "X-Forwarded-For: 192.0.2.%d, 203.0.113.5\r\n", i);
        sockets[i] = web_upgrade(&far.web, "/socket", fields, &status);
        must(status == (i < OF_ADDRESS ? 101 : 503), "socket %d: status %d", i, status);
    }
    close(web_upgrade(&far.web, "/socket", "X-Forwarded-For: 203.0.113.6\r\n", &status));
    must(status == 101, "another address: status %d", status);
    for (int i = 0; i <= OF_ADDRESS; i++)
        close(sockets[i]);
    site_stop(&far);
    site_remove(&far);
}

/* A visitor with a cookie who comes from this address. */
static struct visitor from(struct site *far, const char *address) {
    struct visitor visitor = {.site = far, .allowance = 25};
    char fields[200];
    int status;
    web_token(visitor.token);
    snprintf(fields, sizeof fields, "X-Forwarded-For: %s\r\nCookie: muster=%s\r\n", address,
             visitor.token);
    visitor.socket = web_upgrade(&far->web, "/socket", fields, &status);
    visitor.chat = json_array();
    must(status == 101, "%s: status %d", address, status);
    return visitor;
}

static bool is_person(struct visitor *visitor) {
    json_t *hello = visitor_done(visitor, json_pack("{s:s}", "op", "hello"));
    bool is = json_object_get(hello, "person") != NULL;
    json_decref(hello);
    return is;
}

/* Persons who came long ago, as far as the database knows. */
static int count_persons(const struct site *far, bool age) {
    char path[100];
    sqlite3 *database;
    sqlite3_stmt *rows;
    snprintf(path, sizeof path, "%s/muster.db", far->data);
    must(sqlite3_open(path, &database) == SQLITE_OK, "SQLite fails");
    if (age)
        must(sqlite3_exec(database, "UPDATE persons SET since = 1000", NULL, NULL, NULL) ==
                 SQLITE_OK,
             "%s", sqlite3_errmsg(database));
    must(sqlite3_prepare_v2(database, "SELECT count(*) FROM persons", -1, &rows, NULL) ==
                 SQLITE_OK &&
             sqlite3_step(rows) == SQLITE_ROW,
         "%s", sqlite3_errmsg(database));
    int count = sqlite3_column_int(rows, 0);
    sqlite3_finalize(rows);
    sqlite3_close(database);
    return count;
}

/* So many new persons come from one network, and those that do nothing do not stay. */
static void newcomers(void) {
    enum { MOST = 60 };
    struct site far;
    char address[60];
    site_make(&far);
    far.option = "--behind-proxy";
    must(site_start(&far), "the server does not start:\n%s", site_log(&far));
    site_settle(&far);
    for (int i = 0; i <= MOST; i++) { /* each from another address of the same network */
        snprintf(address, sizeof address, "2001:db8:1:2:%x::%x", i, i + 1);
        struct visitor visitor = from(&far, address);
        must(is_person(&visitor) == (i < MOST), "newcomer %d", i);
        if (i == 0)
            json_decref(
                visitor_done(&visitor, json_pack("{s:s, s:s}", "op", "rename", "name", "Ann")));
        if (i == 1)
            json_decref(visitor_done(&visitor, create("othello", NULL, 2)));
        if (i == MOST)
            visitor_must(&visitor, "limit", json_pack("{s:s}", "op", "mine"));
        visitor_leave(&visitor);
    }
    static const char *const others[] = {"2001:db8:1:3::1", "192.0.2.7", "::ffff:192.0.2.8"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct visitor visitor = from(&far, others[i]);
        must(is_person(&visitor), "nobody may come from %s", others[i]);
        visitor_leave(&visitor);
    }
    for (int i = 0; i <= MOST; i++) {
        struct visitor visitor = from(&far, "192.0.2.9");
        must(is_person(&visitor) == (i < MOST), "newcomer %d of one address", i);
        visitor_leave(&visitor);
    }
    site_stop(&far);
    int came = count_persons(&far, false);
    must(came == 2 * MOST + 3, "%d persons came", came);
    must(site_start(&far), "the server does not start:\n%s", site_log(&far));
    site_stop(&far);
    must(count_persons(&far, true) == came, "persons are removed too early");
    must(site_start(&far), "the server does not start:\n%s", site_log(&far));
    site_settle(&far); /* some time goes by */
    site_stop(&far);
    site_check(&far);
    int left =
        count_persons(&far, false); /* site_settle comes in with a cookie, but asks nothing */
    must(left == 2, "%d persons are left", left);
    site_remove(&far);
}

/* ---- all ------------------------------------------------------------------------------------- */

void test_attacks(int idle, int requests) {
    struct visitor host;
    site_make(&site);
    must(site_start(&site), "the server does not start:\n%s", site_log(&site));
    site_settle(&site);
    players[0] = guest();
    players[1] = guest();
    host = guest();
    visitors_meet(&players[0], &players[1], "othello", true, running);
    visitors_meet(&host, NULL, "tic-tac-toe", false, hidden);
    all_is_well("the beginning"); /* so that some ply has gone */
    tokens();
    origins();
    other_seats();
    private_matches();
    invitations();
    rulesets();
    settings();
    words();
    frames();
    paths();
    arguments(requests);
    floods();
    slow_readers();
    idle_sockets(idle);
    proxied();
    newcomers();
    if (idle > 200)
        too_many_matches();
    visitor_leave(&players[0]);
    visitor_leave(&players[1]);
    visitor_leave(&host);
    site_stop(&site);
    site_check(&site);
    site_remove(&site);
}
