/* The Lua parts: see script.h. */
#include "paths/script.h"

#include <stdio.h>
#include <stdlib.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "lib/subject.h"

static lua_State *L;

static struct {
    bool (*still)(void *context, const char *text);
    void *context;
} asked;

static void check(int status) {
    if (status == LUA_OK)
        return;
    fprintf(stderr, "muster-paths: %s\n", lua_tostring(L, -1));
    exit(2);
}

/* Keep what a file returns as a global. */
static void load_part(const char *name) {
    char path[600];
    snprintf(path, sizeof path, "%s/tests/paths/%s.lua", source_root(), name);
    check(luaL_loadfile(L, path));
    check(lua_pcall(L, 0, 1, 0));
    lua_setglobal(L, name);
}

void script_open(void) {
    char path[600];
    L = luaL_newstate();
    if (!L)
        exit(2);
    luaL_openlibs(L);
    snprintf(path, sizeof path, "%s/tests/paths/?.lua", source_root());
    lua_getglobal(L, "package");
    lua_pushstring(L, path);
    lua_setfield(L, -2, "path");
    lua_pop(L, 1);
    load_part("generate");
    load_part("reduce");
}

void script_close(void) {
    lua_close(L);
}

static char *take_text(void) {
    char *text = mst_strdup(lua_tostring(L, -1));
    lua_pop(L, 1);
    return text;
}

char *script_generate(uint64_t seed) {
    lua_getglobal(L, "generate");
    lua_pushinteger(L, (lua_Integer)seed);
    check(lua_pcall(L, 1, 1, 0));
    return take_text();
}

static int still(lua_State *l) {
    lua_pushboolean(l, asked.still(asked.context, luaL_checkstring(l, 1)));
    return 1;
}

char *script_reduce(const char *text, bool (*is_still)(void *context, const char *text),
                    void *context) {
    asked.still = is_still;
    asked.context = context;
    lua_getglobal(L, "reduce");
    lua_pushstring(L, text);
    lua_pushcfunction(L, still);
    check(lua_pcall(L, 2, 1, 0));
    return take_text();
}
