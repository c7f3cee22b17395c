/* What a server says when it cannot store: nothing that it acknowledged is lost, what it refuses
 * has not happened, and matches go on when there is room again. And engines that are killed, and a
 * database that somebody else has. */
#include <dirent.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/site.h"

/* ---- a disk that fails ----------------------------------------------------------------------- */

static char control[100];

static void disk(const char *way) {
    char draft[110];
    struct mst_error error = {0};
    unlink(control);
    snprintf(draft, sizeof draft, "%s.new", control);
    if (*way)
        must(mst_write_file(draft, way, strlen(way), true, &error) == MST_OK &&
                 rename(draft, control) == 0,
             "%s", error.text);
}

/* The match is at this ply, for a visitor that comes anew. */
static void look(struct site *site, const struct visitor *visitor, int ply) {
    struct visitor again;
    must(visitor_enter(&again, site, visitor->token), "nobody can come in");
    json_decref(visitor_open(&again, visitor->match));
    must(visitor_ply(&again) == ply, "the match is at ply %d, not at %d", visitor_ply(&again), ply);
    must(!json_object_get(again.table, "marked"), "the match is marked");
    visitor_leave(&again);
}

static json_t *play_request(const struct visitor *visitor) {
    return json_pack("{s:s, s:s, s:i, s:s}", "op", "play", "match", visitor->match, "ply",
                     visitor_ply(visitor), "move", visitor_pick(visitor));
}

static void cannot_store(struct site *site, struct visitor *visitors, const char *way) {
    struct visitor stranger;
    struct visitor *moves = visitors_mover(visitors, 2);
    struct visitor *other = &visitors[moves == visitors];
    const char *match = moves->match;
    int ply = visitor_ply(moves), views = other->views;
    size_t lines = json_array_size(other->chat);
    disk(way);
    visitor_must(moves, "storage", play_request(moves));
    visitor_must(moves, "storage",
                 json_pack("{s:s, s:s, s:s}", "op", "say", "match", match, "text", "lost"));
    visitor_must(moves, "storage", json_pack("{s:s, s:s}", "op", "rename", "name", "Lost"));
    visitor_must(moves, "storage", json_pack("{s:s}", "op", "recovery"));
    visitor_must(moves, "storage", json_pack("{s:s, s:s}", "op", "resign", "match", match));
    visitor_must(moves, "storage",
                 json_pack("{s:s, s:s, s:s}", "op", "draw", "match", match, "answer", "offer"));
    visitor_must(moves, "storage",
                 json_pack("{s:s, s:s, s:[{s:s}, {s:s}]}", "op", "create", "ruleset",
                           "breakthrough-6x6", "seats", "who", "you", "who", "open"));
    must(visitor_enter(&stranger, site, NULL), "nobody can come in");
    visitor_must(&stranger, "storage", json_pack("{s:s}", "op", "hello"));
    visitor_must(&stranger, "storage", json_pack("{s:s, s:s}", "op", "rename", "name", "Lost"));
    char *health = site_get(site, "/healthz", NULL);
    must(strstr(health, " 503 "), "%s: /healthz: %s", way, health);
    mst_free(health);
    look(site, moves, ply);
    disk("");
    visitor_must(&stranger, "", json_pack("{s:s}", "op", "hello"));
    visitor_must(&stranger, "", json_pack("{s:s, s:s}", "op", "rename", "name", "Found"));
    visitor_leave(&stranger);
    visitor_must(other, "", json_pack("{s:s}", "op", "hello"));
    must(other->views == views && visitor_ply(other) == ply, "%s: what was not stored is shown",
         way);
    must(json_array_size(other->chat) == lines, "%s: what was not stored is said", way);
    const char *name = json_string_value(json_object_get(
        json_array_get(json_object_get(other->table, "seats"), moves == visitors ? 0 : 1), "name"));
    must(name && strcmp(name, "Lost"), "%s: a name that was not stored is shown", way);
    const char *status = json_string_value(json_object_get(other->table, "status"));
    must(status && !strcmp(status, "running"), "%s: the match is %s", way, status);
    look(site, moves, ply);
    const char *code = visitor_play(moves);
    must(!*code, "%s: no move after there is room again: %s", way, code);
    visitors_play(visitors, 2, ply + 4);
    look(site, moves, visitor_ply(moves));
}

/* Moves and failures at the same time: a client that gets `storage` can play the same again. */
static void fails_now_and_then(struct site *site, struct visitor *visitors) {
    static const char *const ways[] = {"full", "half", "sync", ""};
    int refused = 0;
    struct visitor *moves;
    while ((moves = visitors_mover(visitors, 2)) && !visitor_over(moves)) {
        disk(ways[any(4)]);
        json_t *again = play_request(moves);
        json_t *answer = visitor_ask(moves, json_incref(again));
        int reached = (int)json_integer_value(json_object_get(answer, "ply"));
        const char *code = code_of(answer);
        must(!*code || !strcmp(code, "storage"), "a move is refused: %s", code);
        if (*code) {
            refused++;
            disk("");
            answer = visitor_done(moves, again);
            reached = (int)json_integer_value(json_object_get(answer, "ply"));
            json_decref(answer);
        } else {
            json_decref(again);
        }
        disk("");
        while (visitor_ply(moves) < reached)
            json_decref(visitor_hear(moves));
    }
    must(moves && refused, "%d moves were refused; the match ended at ply %d", refused,
         visitor_ply(moves));
    look(site, &visitors[0], visitor_ply(&visitors[0]));
    printf("%d moves could not be stored at first\n", refused);
}

static void full_disks(const char *shim) {
    static const char *const rulesets[] = {"othello", "battle-line-short"};
    static const char *const ways[] = {"full", "half", "sync"};
    char preload[300], fails[120], match[16];
    struct site site;
    struct visitor visitors[2];
    site_make(&site);
    snprintf(control, sizeof control, "%s/fails", site.folder);
    snprintf(preload, sizeof preload, "LD_PRELOAD=%s", shim);
    snprintf(fails, sizeof fails, "DISK_FAILS=%s", control);
    site.variables[0] = preload;
    site.variables[1] = fails;
    must(site_start(&site), "the server does not start:\n%s", site_log(&site));
    site_settle(&site);
    for (int i = 0; i < 2; i++) {
        must(visitor_enter(&visitors[0], &site, NULL) && visitor_enter(&visitors[1], &site, NULL),
             "nobody can come in");
        visitors_meet(&visitors[0], &visitors[1], rulesets[i], true, match);
        for (int k = 0; k < 3; k++)
            cannot_store(&site, visitors, ways[k]);
        fails_now_and_then(&site, visitors);
        visitor_leave(&visitors[0]);
        visitor_leave(&visitors[1]);
    }
    site_stop(&site);
    site.variables[0] = NULL;
    site_check(&site);
    site_remove(&site);
}

/* ---- engines that are killed ----------------------------------------------------------------- */

/* kill -9 every process that the server has started. */
static int kill_engines(const struct site *site) {
    char path[80], line[4096] = "";
    int killed = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)site->process,
             (int)site->process);
    FILE *file = fopen(path, "r");
    must(file, "no list of processes");
    size_t length = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    line[length] = 0;
    for (char *rest, *word = strtok_r(line, " \n", &rest); word;
         word = strtok_r(NULL, " \n", &rest), killed++)
        kill((pid_t)strtol(word, NULL, 10), SIGKILL);
    return killed;
}

/* A match that is opened when its engine has just ended is shown all the same. */
static void open_at_the_end(const struct site *site, struct visitor *visitor, const char *match) {
    char request[80];
    snprintf(request, sizeof request, "{\"op\":\"open\",\"match\":\"%s\"}", match);
    for (int i = 0; i < 4; i++) {
        bool shown = false;
        kill(site->process, SIGSTOP); /* it finds both when it goes on */
        kill_engines(site);
        visitor_say(visitor, request);
        kill(site->process, SIGCONT);
        while (!shown) {
            json_t *message = visitor_hear(visitor);
            must(message, "the server is gone");
            shown = json_object_get(message, "view");
            json_decref(message);
        }
    }
}

static void lost_engines(void) {
    struct site site;
    struct visitor visitors[2], against;
    struct visitor *moves;
    char match[16], other[16];
    int killed = 0, failed = 0;
    site_make(&site);
    must(site_start(&site), "the server does not start:\n%s", site_log(&site));
    site_settle(&site);
    must(visitor_enter(&visitors[0], &site, NULL) && visitor_enter(&visitors[1], &site, NULL) &&
             visitor_enter(&against, &site, NULL),
         "nobody can come in");
    visitors_meet(&visitors[0], &visitors[1], "battle-line-short", true, match);
    visitors_meet(&against, NULL, "breakthrough-6x6", false, other);
    while ((moves = visitors_mover(visitors, 2)) && !visitor_over(moves)) {
        int ply = visitor_ply(moves);
        if (any(3) == 0) /* before the move is asked for, or while it is */
            killed += kill_engines(&site);
        json_t *request = play_request(moves);
        const char *code = code_of(visitor_ask(moves, json_incref(request)));
        must(!*code || !strcmp(code, "failed"), "a move is refused: %s", code);
        failed += *code != 0;
        if (*code)
            json_decref(visitor_done(moves, json_incref(request)));
        json_decref(request);
        json_decref(visitor_open(moves, match)); /* a push may be lost with its engine */
        for (int i = 0; i < 2; i++)
            json_decref(visitor_open(&visitors[i], match));
        must(visitor_ply(moves) > ply, "the match does not go on");
    }
    must(moves && killed > 3, "%d engines were killed", killed);
    while ((moves = visitors_mover(&against, 1)) && !visitor_over(moves)) {
        const char *code = visitor_play(moves);
        must(!*code || !strcmp(code, "failed"), "a move is refused: %s", code);
        if (any(4) == 0)
            kill_engines(&site); /* the level has to think again */
    }
    must(moves, "the server is gone");
    /* A match that is begun while its engine dies begins later. */
    for (int i = 0; i < 3; i++) {
        json_t *made =
            visitor_done(&against, json_pack("{s:s, s:s, s:[{s:s}, {s:s, s:i}]}", "op", "create",
                                             "ruleset", "breakthrough-6x6", "seats", "who", "you",
                                             "who", "level", "level", 1));
        kill_engines(&site);
        snprintf(other, sizeof other, "%s", json_string_value(json_object_get(made, "match")));
        json_decref(made);
        json_decref(visitor_open(&against, other));
        while (!against.view)
            json_decref(visitor_hear(&against));
    }
    open_at_the_end(&site, &against, other);
    printf("%d engines were killed, %d moves failed at first\n", killed, failed);
    for (int i = 0; i < 2; i++)
        visitor_leave(&visitors[i]);
    visitor_leave(&against);
    site_stop(&site);
    site_check(&site);
    site_remove(&site);
}

/* ---- a database of others -------------------------------------------------------------------- */

static void must_say(const char *text, const char *part) {
    must(strstr(text, part), "expected '%s', found:\n%s", part, text);
}

static void locked_databases(void) {
    struct site site, second;
    char path[120], copy[120], *output;
    sqlite3 *database;
    site_make(&site);
    snprintf(path, sizeof path, "%s/muster.db", site.data);
    snprintf(copy, sizeof copy, "%s/copy.db", site.folder);
    must(site_start(&site), "the server does not start:\n%s", site_log(&site));
    second = site; /* the same data */
    second.process = 0;
    must(!site_start(&second), "two servers serve the same data");
    output = site_log(&second);
    must_say(output, "another process has the database");
    mst_free(output);
    must(site_run(&site, &output, "--check-data", NULL) != 0, "a check beside the server");
    must_say(output, "another process has the database");
    mst_free(output);
    must(site_run(&site, &output, "--backup", copy, NULL) == 0, "no backup: %s", output);
    mst_free(output);
    must(access(copy, R_OK) == 0, "there is no backup");
    must(site_run(&site, &output, "--backup", copy, NULL) != 0, "a backup replaces another one");
    must_say(output, "exists already");
    mst_free(output);
    must(sqlite3_open(path, &database) == SQLITE_OK, "SQLite fails");
    must(sqlite3_exec(database, "BEGIN EXCLUSIVE", NULL, NULL, NULL) != SQLITE_OK,
         "another process can lock the database of a running server");
    sqlite3_close(database);
    site_kill(&site); /* the lock ends with its process */
    must(site_run(&site, &output, "--backup", path, NULL) != 0, "a backup replaces the database");
    mst_free(output);
    must(sqlite3_open(path, &database) == SQLITE_OK &&
             sqlite3_exec(database, "BEGIN EXCLUSIVE", NULL, NULL, NULL) == SQLITE_OK,
         "the database cannot be locked after a kill");
    must(!site_start(&site), "the server starts on a database that another process has");
    sqlite3_close(database);
    must(site_start(&site), "the server does not start after the other process: %s",
         site_log(&site));
    site_stop(&site);
    site_check(&site);
    site_remove(&site);
}

void test_storage(const char *shim) {
    full_disks(shim);
}

/* One process for thinking, and computers of several rulesets: the end of a task ends its process
 * and starts another one. */
static void few_thinkers(void) {
    static const char *const rulesets[] = {"breakthrough-6x6", "othello", "clobber"};
    enum { COUNT = 3, PLIES = 16 };
    struct site site;
    struct visitor visitors[COUNT];
    char match[16];
    site_make(&site);
    site.option = "--thinkers=1";
    must(site_start(&site), "the server does not start:\n%s", site_log(&site));
    site_settle(&site);
    for (int i = 0; i < COUNT; i++) {
        must(visitor_enter(&visitors[i], &site, NULL), "nobody can come in");
        visitors_meet(&visitors[i], NULL, rulesets[i], false, match);
    }
    for (int ply = 0; ply < PLIES; ply++)
        for (int i = 0; i < COUNT; i++) {
            must(visitors_mover(&visitors[i], 1), "the server is gone");
            if (!visitor_over(&visitors[i]))
                must(!*visitor_play(&visitors[i]), "a move is refused");
        }
    for (int i = 0; i < COUNT; i++)
        visitor_leave(&visitors[i]);
    site_stop(&site);
    site_remove(&site);
}

void test_engines(void) {
    few_thinkers();
    locked_databases();
    lost_engines();
}
