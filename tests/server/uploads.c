/* Rules that persons send: who may, what is refused, and what hostile rules cost, which is their
 * own match at most. Two others play meanwhile. docs/running-a-server.md lists it. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/site.h"

static struct site site;
static struct visitor players[2], author, guest;
static char running[16], mine[40];

static void all_is_well(const char *after) {
    visitors_go_on(players, running, after);
}

/* ---- sending --------------------------------------------------------------------------------- */

/* Send this body, and return the answer. */
static json_t *send_body(const char *token, const char *body) {
    char *reply = web_ask(&site.web,
                          "POST /upload HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: muster=%s\r\n"
                          "Content-Length: %zu\r\n\r\n%s",
                          site.web.port, token, strlen(body), body);
    char *text = strstr(reply, "\r\n\r\n");
    json_t *answer = text ? json_loads(text + 4, 0, NULL) : NULL;
    must(answer, "no JSON: %.300s", reply);
    mst_free(reply);
    return answer;
}

/* Send files, which are consumed. */
static json_t *send_files(const char *token, json_t *files) {
    json_t *json = json_pack("{s:s, s:o}", "name", "House rules", "files", files);
    char *body = json_dumps(json, 0);
    json_t *answer = send_body(token, body);
    free(body);
    json_decref(json);
    return answer;
}

static void must_refuse(json_t *files, const char *code, const char *part) {
    json_t *answer = send_files(author.token, files);
    char *text = json_dumps(answer, JSON_COMPACT);
    must(strstr(text, part), "expected '%s': %.600s", part, text);
    must(!strcmp(code_of(answer), code), "expected '%s': %.600s", code, text);
    free(text);
}

/* Tic-tac-toe under another name, with some Lua for the cell that is marked, for the loading of
 * the module, and for what is drawn. */
static json_t *rules(const char *deed, const char *load, const char *drawn) {
    static const char *const start =
        "muster.module { title = 'House' }\n"
        "muster.game { title = 'House', seats = 2 }\n"
        "local grid = muster.grid { columns = 3, rows = 3, diagonal = true }\n"
        "local marks = muster.pieces { 'mark', count = 9 }\n"
        "local now = muster.state { { 'turn', max = 1 }, { 'sum', max = 1000000 } }\n"
        "local place = muster.decision { 'place', title = 'place a mark',\n"
        "  seat = function() return now.turn end }\n"
        "local function again(n) return 1 + again(n + 1) end\n"
        "muster.move { 'mark', at = place, title = 'mark a cell', text = '{cell}',\n"
        "  legal = function()\n"
        "    return choose('cell', zones - occupied(), 'H-1', 'the cell must be empty')\n"
        "  end,\n"
        "  apply = function(cell)\n"
        "    local mark = top(box)\n"
        "    owner[mark] = me()\n"
        "    put(mark, cell)\n";
    struct mst_buf text = {0};
    mst_buf_printf(&text,
                   "%s    %s\n    now.turn = 1 - now.turn\n  end }\n"
                   "muster.setup(function() go(place) end)\n%s\n"
                   "local board = require('muster.board')\n"
                   "muster.scene(board.scene { marks = { 'X', 'O' }, names = { %s, 'O' },\n"
                   "  won = function(seat) return board.rows(tops(marks, seat), 3) end })\n"
                   "muster.rules { title = 'Play', { id = 'H-1', text = 'Mark a cell.' } }\n",
                   start, deed, load, drawn);
    json_t *files =
        json_pack("{s:s, s:s}", "lua/house/game.lua", mst_buf_text(&text), "rulesets/house.ini",
                  "[game]\ntitle = House\n[modules]\nhouse.game = on\n");
    mst_buf_clear(&text);
    return files;
}

/* Send rules that must be taken; writes the name of their ruleset. */
static void upload(json_t *files, char name[40]) {
    json_t *answer = send_files(author.token, files);
    char *text = json_dumps(answer, JSON_COMPACT);
    json_t *entry = json_array_get(json_object_get(answer, "rulesets"), 0);
    const char *ruleset = json_string_value(json_object_get(entry, "ruleset"));
    must(ruleset && json_string_value(json_object_get(entry, "title")), "%.600s", text);
    snprintf(name, 40, "%s", ruleset);
    free(text);
    json_decref(answer);
}

/* ---- who may --------------------------------------------------------------------------------- */

static void switched_off(void) {
    struct site other;
    site_make(&other);
    must(site_start(&other), "the server does not start:\n%s", site_log(&other));
    must(visitor_enter(&author, &other, NULL), "nobody can come in");
    json_t *hello = visitor_done(&author, json_pack("{s:s}", "op", "hello"));
    must(!json_object_get(hello, "uploads"), "uploads are offered");
    json_decref(hello);
    site.web = other.web;
    must_refuse(rules("", "", "'X'"), "not_found", "takes no rules");
    char *much = mst_calloc(10001, 1);
    memset(much, ' ', 10000);
    char *reply = web_ask(
        &other.web, "POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\n\r\n%s", much);
    must(!strncmp(reply, "HTTP/1.1 413", 12), "a long body: %.100s", reply);
    mst_free(reply);
    mst_free(much);
    visitor_leave(&author);
    site_stop(&other);
    site_remove(&other);
}

static void strangers(void) {
    static const char *const tokens[] = {
        "", "x", "0000000000000000000000000000000000000000000000000000000000000000"};
    for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++) {
        json_t *answer = send_files(tokens[i], rules("", "", "'X'"));
        must(!strcmp(code_of(answer), "not_you"), "token '%s' may send rules", tokens[i]);
    }
}

/* ---- what is refused ------------------------------------------------------------------------- */

static json_t *with(const char *path, const char *text) {
    json_t *files = rules("", "", "'X'");
    json_object_set_new(files, path, json_string(text));
    return files;
}

static void names(void) {
    static const char *const bad[] = {"../x.lua",
                                      "lua/../x.lua",
                                      "/etc/passwd",
                                      "lua/x.so",
                                      "lua/x",
                                      "rulesets/a/b.ini",
                                      "rulesets/..ini",
                                      "lua/.x.lua",
                                      "lua/-x.lua",
                                      "lua/X.lua",
                                      "LUA/x.lua",
                                      "lua/x.lua/y.lua",
                                      "lua//x.lua",
                                      "lua/x\n.lua",
                                      "lua/x .lua",
                                      "lua/x.lua\n",
                                      "lua/a/b/c/d/e.lua",
                                      "scenarios/x.ini",
                                      "rulesets/x.lua",
                                      "",
                                      "lua",
                                      "lua/",
                                      "lua/.lua",
                                      "lua/\xc3\xa4.lua",
                                      "bin/x.lua"};
    char longest[200];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        must_refuse(with(bad[i], "return 1"), "bad_request", "a name such as");
    snprintf(longest, sizeof longest, "lua/%0150d.lua", 1);
    must_refuse(with(longest, "return 1"), "bad_request", "a name such as");
    must_refuse(with("lua/small/tic_tac_toe.lua", "return 1"), "bad_request", "is installed");
    must_refuse(with("rulesets/othello.ini", "[game]\n"), "bad_request", "is installed");
    json_t *files = rules("", "", "'X'");
    json_object_set_new(files, "lua/x.lua", json_integer(7));
    must_refuse(files, "bad_request", "text is missing");
}

static void bodies(void) {
    static const char *const bad[] = {
        "",
        "{",
        "[]",
        "null",
        "{}",
        "{\"name\":\"\",\"files\":{}}",
        "{\"name\":\"x\"}",
        "{\"name\":\"x\",\"files\":[]}",
        "{\"name\":\"x\",\"files\":{\"a\":1,\"a\":2}}",
        "{\"name\":7,\"files\":{}}",
        "{\"name\":\"x\",\"files\":{\"lua/x.lua\":\"\\u0000\"}}",
        "{\"name\":\"1234567890123456789012345678901234567890123456789012345678901\"}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *code = code_of(send_body(author.token, bad[i]));
        must(!strcmp(code, "bad_json") || !strcmp(code, "bad_request"), "%s: '%s'", bad[i], code);
    }
    json_t *many = rules("", "", "'X'"), *rulesets = rules("", "", "'X'");
    char path[40], *big = mst_calloc((256 << 10) + 1, 1);
    for (int i = 0; i < 63; i++) {
        snprintf(path, sizeof path, "lua/house/m%d.lua", i);
        json_object_set_new(many, path, json_string("return 1"));
    }
    for (int i = 0; i < 8; i++) {
        snprintf(path, sizeof path, "rulesets/house%d.ini", i);
        json_object_set_new(rulesets, path, json_string("[game]\n"));
    }
    memset(big, '-', 256 << 10);
    must_refuse(many, "limit", "at most");
    must_refuse(rulesets, "limit", "at most");
    must_refuse(with("lua/house/big.lua", big), "limit", "at most");
    must_refuse(json_pack("{s:s}", "lua/x.lua", "return 1"), "bad_request", "a ruleset");
    mst_free(big);
}

/* Bodies that never come: so many at a time, and they keep nobody from playing. */
static void slow_bodies(void) {
    enum { AT_ONCE = 16 };
    static const char *const head =
        "POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{";
    int clients[AT_ONCE], tries = 0;
    char *reply;
    for (int i = 0; i < AT_ONCE; i++) {
        clients[i] = web_connect(&site.web);
        web_say(clients[i], head);
    }
    all_is_well("slow bodies"); /* so that they have been read */
    reply = web_ask(&site.web, "%s", head);
    must(!strncmp(reply, "HTTP/1.1 503", 12), "one more slow body: %.100s", reply);
    mst_free(reply);
    for (int i = 0; i < AT_ONCE; i++)
        close(clients[i]);
    for (bool full = true; full; tries++) {
        reply =
            web_ask(&site.web, "POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}");
        full = !strncmp(reply, "HTTP/1.1 503", 12);
        mst_free(reply);
        must(tries < 1000, "slow bodies have gone, and none is taken");
        nap(full ? 20 : 0);
    }
}

/* Rules that fail when they are loaded: the author sees where, and nothing is kept. */
static void loading(void) {
    static const struct {
        const char *load, *part;
    } bad[] = {
        {"nonsense nonsense", "lua/house/game.lua:"},
        {"while true do end", "lua/house/game.lua:"},
        {"again(1)", "lua/house/game.lua:"},
        {"local t = {} for i = 1, 1e9 do t[i] = {} end", "lua/house/game.lua:"},
        {"local s = 'x' while true do s = s .. s end", "lua/house/game.lua:"},
        {"while true do print('much') end", "lua/house/game.lua:"},
        {"require('small.none')", "there is no module"},
        {"require('../../../etc/passwd')", "lua/house/game.lua:"},
        {"local f = io.open('/etc/passwd')", "lua/house/game.lua:"},
        {"os.exit(0)", "lua/house/game.lua:"},
        {"error(('x'):rep(60000))", "bad_rules"},
    };
    static const char *const inherits[] = {"/etc/passwd", "../../muster.db",
                                           "../../../../etc/passwd", "house.ini", "none.ini"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        must_refuse(rules("", bad[i].load, "'X'"), "bad_rules", bad[i].part);
        all_is_well(bad[i].load);
    }
    for (size_t i = 0; i < sizeof inherits / sizeof *inherits; i++) {
        char ini[200];
        snprintf(ini, sizeof ini, "inherits = %s\n[modules]\nhouse.game = on\n", inherits[i]);
        json_t *files = rules("", "", "'X'");
        json_object_set_new(files, "rulesets/house.ini", json_string(ini));
        must_refuse(files, "bad_rules", "rulesets/house.ini");
    }
    json_t *mine_now = visitor_done(&author, json_pack("{s:s}", "op", "uploads"));
    must(!json_array_size(json_object_get(mine_now, "uploads")), "faulty rules are kept");
    json_decref(mine_now);
}

/* ---- playing by them ------------------------------------------------------------------------- */

static json_t *create(const char *ruleset, bool shown) {
    return json_pack("{s:s, s:s, s:b, s:[{s:s}, {s:s}]}", "op", "create", "ruleset", ruleset,
                     "public", shown, "seats", "who", "you", "who", "invite");
}

/* The author meets the guest by these rules. */
static void meet(const char *ruleset, char match[16]) {
    json_t *made = visitor_done(&author, create(ruleset, false));
    json_t *link = json_object_get(json_array_get(json_object_get(made, "invites"), 0), "link");
    snprintf(match, 16, "%s", json_string_value(json_object_get(made, "match")));
    json_decref(visitor_done(&guest, json_pack("{s:s, s:s}", "op", "join", "invite",
                                               strrchr(json_string_value(link), '/') + 1)));
    json_decref(made);
    json_decref(visitor_open(&author, match));
    json_decref(visitor_open(&guest, match));
}

static void wait_for_views(void) {
    while (!author.view)
        json_decref(visitor_hear(&author));
    while (!guest.view)
        json_decref(visitor_hear(&guest));
}

static void owners(void) {
    static const char *const ops[] = {"create", "options", "rules", "study"};
    char match[16];
    upload(rules("", "", "'X'"), mine);
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        visitor_must(&guest, "not_found",
                     json_pack("{s:s, s:s, s:[{s:s}, {s:s}]}", "op", ops[i], "ruleset", mine,
                               "seats", "who", "you", "who", "open"));
    visitor_must(&author, "bad_request", create(mine, true));
    for (size_t i = 1; i < sizeof ops / sizeof *ops; i++)
        visitor_must(&author, "", json_pack("{s:s, s:s}", "op", ops[i], "ruleset", mine));
    visitor_must(&author, "not_found", create("uploads/none222222/house", false));
    visitor_must(&author, "not_found", create("uploads/../house", false));
    visitor_must(&author, "not_found", create("uploads//house", false));
    meet(mine, match);
    wait_for_views();
    struct visitor both[] = {author, guest};
    visitors_play(both, 2, 4);
    author = both[0], guest = both[1];
    visitor_must(&guest, "", json_pack("{s:s, s:s}", "op", "rules", "match", match));
    json_t *lobby = visitor_done(&guest, json_pack("{s:s}", "op", "lobby"));
    char *text = json_dumps(lobby, 0);
    must(!strstr(text, match), "a match by uploaded rules is listed");
    free(text);
    json_decref(lobby);
    all_is_well("a match by uploaded rules");
}

/* Moves that never end: each is refused, and the match goes on from its last ply. */
static void moves(void) {
    static const char *const deeds[] = {
        "while cell == 0 do now.sum = 0 end",
        "if cell == 0 then now.sum = again(1) end",
        "if cell == 0 then local t = {} for i = 1, 1000000000 do t[i] = { i } end end",
        "if cell == 0 then local s = 'x' while true do s = s .. s end end",
        "if cell == 0 then while true do print('much') end end",
        "if cell == 0 then error('no') end",
    };
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++) {
        char name[40], match[16];
        upload(rules(deeds[i], "", "'X'"), name);
        meet(name, match);
        wait_for_views();
        struct visitor *first = visitor_moves(&author) ? &author : &guest;
        const char *bad =
            json_string_value(json_array_get(json_object_get(first->view, "moves"), 0));
        visitor_must(
            first, "failed",
            json_pack("{s:s, s:s, s:i, s:s}", "op", "play", "match", match, "ply", 0, "move", bad));
        visitor_must(first, "",
                     json_pack("{s:s, s:s, s:i, s:s}", "op", "play", "match", match, "ply", 0,
                               "move", "b2"));
        all_is_well(deeds[i]);
    }
}

/* Scenes that never end or are too large: they are shown as a fault, or the match does not begin.
 */
static void scenes(void) {
    static const char *const drawn[] = {
        "(function() while true do end end)()",
        "(function() local s = ('x'):rep(50000) local t = {} for i = 1, 100 do t[i] = s end "
        "return table.concat(t) end)()",
    };
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        char load[300];
        json_t *files = rules("", "", "'X'");
        snprintf(load, sizeof load,
                 "muster.scene(function() local a = %s return { title = a } end)", drawn[i]);
        json_decref(files);
        files = rules("", load, "'X'");
        json_t *answer = send_files(author.token, files);
        json_t *entry = json_array_get(json_object_get(answer, "rulesets"), 0);
        const char *name = json_string_value(json_object_get(entry, "ruleset"));
        if (name) { /* else it is refused when it is described */
            char match[16];
            meet(name, match);
            json_t *opened = visitor_open(&guest, match);
            char *text = json_dumps(opened, 0);
            must(strstr(text, "\"marked\"") || strstr(text, "\"fault\"") ||
                     !json_object_get(opened, "view"),
                 "a scene without end is shown: %.300s", text);
            free(text);
            json_decref(opened);
        }
        json_decref(answer);
        all_is_well(drawn[i]);
    }
}

/* ---- the jail -------------------------------------------------------------------------------- */

/* The number after a word in a file of /proc, or -1. */
static int number_in(const char *path, const char *word) {
    char line[200];
    int number = -1;
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, word, strlen(word)))
            number = atoi(line + strlen(word));
    if (file)
        fclose(file);
    return number;
}

/* Each process that has uploaded rules is in the jail, also those that load on request. */
static void jails(void) {
    int found = 0;
    DIR *processes = opendir("/proc");
    for (struct dirent *entry; processes && (entry = readdir(processes));) {
        char path[320];
        snprintf(path, sizeof path, "/proc/%s/status", entry->d_name);
        if (number_in(path, "PPid:") != site.process)
            continue;
        int filter = number_in(path, "Seccomp:");
        snprintf(path, sizeof path, "/proc/%s/cwd/lua/house/game.lua", entry->d_name);
        if (access(path, F_OK) != 0)
            continue;
        must(filter == 2, "process %s has uploaded rules and is in no jail", entry->d_name);
        found++;
    }
    if (processes)
        closedir(processes);
    must(found >= 2, "%d processes have uploaded rules", found);
}

/* ---- limits ---------------------------------------------------------------------------------- */

static void discarding(void) {
    char name[40], id[16];
    upload(rules("now.sum = 1", "", "'X'"), name);
    snprintf(id, sizeof id, "%.10s", name + strlen("uploads/"));
    visitor_must(&guest, "not_found", json_pack("{s:s, s:s}", "op", "discard", "upload", id));
    visitor_must(&author, "", json_pack("{s:s, s:s}", "op", "discard", "upload", id));
    visitor_must(&author, "not_found", create(name, false));
    upload(rules("now.sum = 1", "", "'X'"), name); /* the same again */
    visitor_must(&author, "", json_pack("{s:s, s:s}", "op", "options", "ruleset", name));
    snprintf(id, sizeof id, "%.10s", mine + strlen("uploads/"));
    visitor_must(&author, "not_now", json_pack("{s:s, s:s}", "op", "discard", "upload", id));
}

static void limits(void) {
    char deed[40];
    int sent = 0;
    const char *code = "";
    for (; !*code && sent < 40; sent += !*code) {
        snprintf(deed, sizeof deed, "now.sum = %d", sent + 10);
        code = code_of(send_files(author.token, rules(deed, "", "'X'")));
    }
    json_t *list = visitor_done(&author, json_pack("{s:s}", "op", "uploads"));
    size_t count = json_array_size(json_object_get(list, "uploads"));
    json_decref(list);
    must(!strcmp(code, "limit") && count == 20, "%zu uploads, then '%s'", count, code);
    code = code_of(send_files(guest.token, rules("", "", "'X'")));
    must(!*code, "a second person may send rules: '%s'", code);
    code = code_of(send_files(players[0].token, rules("", "", "'X'")));
    must(!strcmp(code, "limit"), "a third person may send rules: '%s'", code);
    json_decref(visitor_done(&guest, json_pack("{s:s, s:b}", "op", "forget", "really", 1)));
    code = code_of(send_files(players[0].token, rules("", "", "'X'")));
    must(!*code, "somebody has left, and '%s'", code);
}

/* The author and a guest play on after a new start. */
static void start_again(const char *option, const char *match, int until) {
    char token[WEB_TOKEN + 1], other[WEB_TOKEN + 1];
    strcpy(token, author.token);
    strcpy(other, guest.token);
    visitor_leave(&author), visitor_leave(&guest);
    site_stop(&site);
    site_check(&site);
    site.option = option;
    must(site_start(&site), "the server does not start again:\n%s", site_log(&site));
    must(visitor_enter(&author, &site, token) && visitor_enter(&guest, &site, other),
         "nobody can come in");
    json_decref(visitor_open(&author, match));
    json_decref(visitor_open(&guest, match));
    struct visitor both[] = {author, guest};
    visitors_play(both, 2, until);
    author = both[0], guest = both[1];
}

/* After a start, uploads are there, and matches by them go on, also where no more are taken. */
static void starting_again(void) {
    const char *option = site.option;
    char match[16];
    meet(mine, match);
    wait_for_views();
    visitor_leave(&players[0]), visitor_leave(&players[1]);
    start_again(NULL, match, 2);
    start_again(option, match, 3);
}

void test_uploads(void) {
    switched_off();
    site_make(&site);
    site.option = "--uploads=2";
    if (!site_start(&site)) {
        char *log = site_log(&site);
        must(strstr(log, "cannot be jailed"), "it does not start:\n%s", log);
        mst_free(log);
        printf("uploads: not tested, this system has no jail for them\n");
        site_remove(&site);
        return;
    }
    site_settle(&site);
    must(visitor_enter(&players[0], &site, NULL) && visitor_enter(&players[1], &site, NULL) &&
             visitor_enter(&author, &site, NULL) && visitor_enter(&guest, &site, NULL),
         "nobody can come in");
    visitors_meet(&players[0], &players[1], "othello", true, running);
    json_t *hello = visitor_done(&author, json_pack("{s:s}", "op", "hello"));
    must(json_is_true(json_object_get(hello, "uploads")), "uploads are not offered");
    json_decref(hello);
    json_decref(visitor_done(&guest, json_pack("{s:s}", "op", "hello")));
    strangers();
    names();
    bodies();
    slow_bodies();
    loading();
    owners();
    jails();
    moves();
    scenes();
    discarding();
    starting_again();
    must(visitor_enter(&players[0], &site, NULL), "nobody can come in");
    json_decref(visitor_done(&players[0], json_pack("{s:s}", "op", "hello")));
    limits();
    char *log = site_log(&site);
    must(!strstr(log, "much") && !strstr(log, "house"), "uploaded rules write the log: %s", log);
    mst_free(log);
    visitor_leave(&author), visitor_leave(&guest), visitor_leave(&players[0]);
    site_stop(&site);
    site_check(&site);
    site_remove(&site);
}
