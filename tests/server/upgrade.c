/* A server that is stopped, given other rules, and started again: a match goes on under the rules
 * that it began with, a new one has the new rules, and one that the program no longer comes to is
 * marked while others go on. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/site.h"

static void shell(const char *format, ...) MST_PRINTF(1, 2);
static void shell(const char *format, ...) {
    struct mst_buf command = {0};
    va_list args;
    va_start(args, format);
    mst_buf_vprintf(&command, format, args);
    va_end(args);
    must(system(mst_buf_text(&command)) == 0, "%s", mst_buf_text(&command));
    mst_buf_clear(&command);
}

static void restart(struct site *site, struct visitor *visitors, int count) {
    char tokens[4][WEB_TOKEN + 1], matches[4][16];
    for (int i = 0; i < count; i++) {
        strcpy(tokens[i], visitors[i].token);
        strcpy(matches[i], visitors[i].match);
        visitor_leave(&visitors[i]);
    }
    must(site_start(site), "the server does not start:\n%s", site_log(site));
    site_settle(site);
    for (int i = 0; i < count; i++) {
        must(visitor_enter(&visitors[i], site, tokens[i]), "nobody can come in");
        json_decref(visitor_open(&visitors[i], matches[i]));
    }
}

static size_t count_moves(const struct visitor *visitor) {
    return json_array_size(json_object_get(visitor->view, "moves"));
}

/* Two moves where each pawn can only go straight on have the same texts under both rules. */
void test_upgrade(void) {
    struct site site;
    struct visitor visitors[4], fresh[2];
    char home[100], match[16], kept[16], level[16], other[16];
    sqlite3 *database;
    char path[120], sql[300];
    site_make(&site);
    snprintf(home, sizeof home, "MUSTER_HOME=%s/home", site.folder);
    const char *root = getenv("MUSTER_ROOT");
    must(root, "MUSTER_ROOT must be the source tree");
    shell("mkdir %s/home && cp -r '%s/lua' '%s/rulesets' '%s/scenarios' %s/home/", site.folder,
          root, root, root, site.folder);
    site.variables[0] = home;
    must(site_start(&site), "the server does not start:\n%s", site_log(&site));
    site_settle(&site);
    for (int i = 0; i < 4; i++)
        must(visitor_enter(&visitors[i], &site, NULL), "nobody can come in");
    visitors_meet(&visitors[0], &visitors[1], "breakthrough-6x6", true, match);
    visitors_meet(&visitors[2], NULL, "othello", false, kept);
    visitors_meet(&visitors[3], NULL, "othello", false, level);
    visitors_play(visitors, 2, 2);
    visitors_play(&visitors[2], 1, 4);
    visitors_play(&visitors[3], 1, 4);
    size_t moves = count_moves(&visitors[0]);
    int ply = visitor_ply(&visitors[0]);
    site_stop(&site);

    /* The board of breakthrough is larger now: more can be moved. */
    shell("sed -i 's/^size *=.*/size = 8/' %s/home/rulesets/breakthrough-6x6.ini && grep -q 'size "
          "= 8' "
          "%s/home/rulesets/breakthrough-6x6.ini",
          site.folder, site.folder);
    restart(&site, visitors, 4);
    must(visitor_ply(&visitors[0]) == ply && count_moves(&visitors[0]) == moves,
         "the match has other rules: %zu moves at ply %d, not %zu at %d", count_moves(&visitors[0]),
         visitor_ply(&visitors[0]), moves, ply);
    must(!json_object_get(visitors[0].table, "marked"), "the match is marked");
    visitors_play(visitors, 2, ply + 2);
    for (int i = 0; i < 2; i++)
        must(visitor_enter(&fresh[i], &site, NULL), "nobody can come in");
    visitors_meet(&fresh[0], &fresh[1], "breakthrough-6x6", true, other);
    must(count_moves(&fresh[0]) == 22, "a new match has the old rules: %zu moves",
         count_moves(&fresh[0]));
    for (int i = 0; i < 2; i++)
        visitor_leave(&fresh[i]);

    /* Another hash than the one that is kept: as if the program had changed. */
    site_stop(&site);
    snprintf(path, sizeof path, "%s/muster.db", site.data);
    must(sqlite3_open(path, &database) == SQLITE_OK, "SQLite fails");
    snprintf(sql, sizeof sql,
             "UPDATE plies SET line = substr(line, 1, length(line) - 4) || 'ffff' "
             "WHERE match_id IN ('%s', '%s') AND ply = 1",
             match, level);
    must(sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK &&
             sqlite3_changes(database) == 2,
         "%s", sqlite3_errmsg(database));
    snprintf(sql, sizeof sql, "UPDATE matches SET to_move = 2 WHERE id = '%s'", level);
    must(sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK, "%s",
         sqlite3_errmsg(database));
    sqlite3_close(database);
    restart(&site, visitors, 4);
    int marked[] = {0, 1, 3};
    for (int i = 0; i < 3; i++) {
        struct visitor *visitor = &visitors[marked[i]];
        while (!json_object_get(visitor->table, "marked")) {
            json_t *heard = visitor_hear(visitor);
            must(heard, "the server is gone");
            json_decref(heard);
        }
        must(!visitor_moves(visitor), "there are moves in a match that is marked");
        visitor_must(visitor, "not_now",
                     json_pack("{s:s, s:s, s:i, s:s}", "op", "play", "match", visitor->match, "ply",
                               4, "move", "a1"));
    }
    must(!json_object_get(visitors[2].table, "marked"), "another match is marked");
    visitors_play(&visitors[2], 1, 8);
    for (int i = 0; i < 4; i++)
        visitor_leave(&visitors[i]);
    site_stop(&site);
    site_check(&site);
    site_remove(&site);
}
