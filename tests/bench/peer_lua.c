/* Benchmark peer: runs peer_plain.lua, breakthrough in plain Lua, in a state of its own. See
 * peer.h. */
#include "peer.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdbool.h>
#include <stdio.h>

#ifndef PEER_LUA_FILE
#define PEER_LUA_FILE "tests/bench/peer_plain.lua"
#endif

static const char *lua_file = PEER_LUA_FILE;

void peer_lua_path(const char *path) {
    lua_file = path;
}

static int lua_now(lua_State *L) {
    lua_pushnumber(L, (lua_Number)peer_now());
    return 1;
}

static bool complain(lua_State *L) {
    const char *text = lua_tostring(L, -1);
    fprintf(stderr, "peer_lua: %s\n", text ? text : "error without a message");
    return false;
}

/* A state with the file loaded and its function `name` on top; NULL after saying why not. */
static lua_State *open_peer(const char *name) {
    lua_State *L = luaL_newstate();
    if (!L) {
        fprintf(stderr, "peer_lua: no memory for a Lua state\n");
        return NULL;
    }
    luaL_openlibs(L);
    if (luaL_dofile(L, lua_file) != LUA_OK) {
        complain(L);
    } else if (!lua_istable(L, -1) || lua_getfield(L, -1, name) != LUA_TFUNCTION) {
        fprintf(stderr, "peer_lua: %s gives no function %s\n", lua_file, name);
    } else {
        return L;
    }
    lua_close(L);
    return NULL;
}

/* Call the function below its `args` arguments, the clock being added as the last. */
static bool call(lua_State *L, int args, int results) {
    lua_pushcfunction(L, lua_now);
    return lua_pcall(L, args + 1, results, 0) == LUA_OK || complain(L);
}

struct peer_result peer_lua_playouts(int size, double seconds, uint64_t seed) {
    struct peer_result r = {0};
    lua_State *L = size == 8 || size == 6 ? open_peer("playouts") : NULL;
    if (!L) {
        return r;
    }
    lua_pushinteger(L, size);
    lua_pushnumber(L, (lua_Number)seconds);
    lua_pushinteger(L, (lua_Integer)seed);
    if (call(L, 3, 3)) {
        r.playouts = (uint64_t)lua_tointeger(L, -3);
        r.plies = (uint64_t)lua_tointeger(L, -2);
        r.seconds = (double)lua_tonumber(L, -1);
    }
    lua_close(L);
    return r;
}

struct peer_result peer_lua_perft(int size, int depth) {
    struct peer_result r = {0};
    lua_State *L = (size == 8 || size == 6) && depth >= 0 ? open_peer("perft") : NULL;
    if (!L) {
        return r;
    }
    lua_pushinteger(L, size);
    lua_pushinteger(L, depth);
    if (call(L, 2, 2)) {
        r.nodes = (uint64_t)lua_tointeger(L, -2);
        r.seconds = (double)lua_tonumber(L, -1);
    }
    lua_close(L);
    return r;
}
