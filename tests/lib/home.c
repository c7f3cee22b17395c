/* A temporary home: see home.h. */
#include "lib/home.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/subject.h"

static const char *home(void) {
    return getenv("MUSTER_HOME");
}

static void fail(const char *what) {
    perror(what);
    abort();
}

void home_open(void) {
    char folder[] = "/tmp/muster-home-XXXXXX", path[100];
    if (!mkdtemp(folder) || setenv("MUSTER_HOME", folder, 1))
        fail("temporary folder");
    snprintf(path, sizeof path, "%s/lua", folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/rulesets", folder);
    mkdir(path, 0700);
}

static void remove_folder(const char *name) {
    struct mst_buf paths = {0};
    char folder[200];
    int count = 0;
    snprintf(folder, sizeof folder, "%s/%s", home(), name);
    list_files(folder, "", &paths, &count);
    for (const char *path = mst_buf_text(&paths); count--; path += strlen(path) + 1)
        unlink(path);
    mst_buf_clear(&paths);
    if (rmdir(folder))
        fail(folder);
}

void home_close(void) {
    remove_folder("lua");
    remove_folder("rulesets");
    if (rmdir(home()))
        fail(home());
    unsetenv("MUSTER_HOME");
}

int home_set_up(void **state) {
    (void)state;
    home_open();
    return 0;
}

int home_set_up_lua(void **state) {
    home_set_up(state);
    return setenv("MUSTER_RULES", "lua", 1);
}

int home_tear_down(void **state) {
    (void)state;
    home_close();
    return unsetenv("MUSTER_RULES");
}

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file))
        fail(path);
}

void home_module(const char *name, const char *lua) {
    char path[200];
    snprintf(path, sizeof path, "%s/lua/%s.lua", home(), name);
    write_text(path, lua);
}

struct mst_ruleset *home_load(const char *ini, struct mst_error *error) {
    char path[200];
    snprintf(path, sizeof path, "%s/rulesets/test.ini", home());
    write_text(path, ini);
    *error = (struct mst_error){0};
    return mst_ruleset_load(path, NULL, 0, NULL, error);
}

struct mst_ruleset *home_game(const char *lua, struct mst_error *error) {
    home_module("game", lua);
    return home_load("[modules]\ngame = on\n", error);
}

struct mst_ruleset *home_game_as(const char *path, const char *lua, struct mst_error *error) {
    if (path)
        setenv("MUSTER_RULES", path, 1);
    struct mst_ruleset *ruleset = home_game(lua, error);
    unsetenv("MUSTER_RULES");
    return ruleset;
}
