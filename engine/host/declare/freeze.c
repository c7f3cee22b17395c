/* Freezing: after loading, the tables that functions of rules captured get no new keys, on every
 * path. The fingerprint shows whether rules change a key that is there (sandbox_print.c). */
#include "host/internal.h"

enum { SEEN = 1, TODO, GUARD }; /* stack slots: tables */

static int freeze_refuse(lua_State *L) {
    return luaL_error(L, "a captured table cannot be changed at play: keep the state of the match "
                         "in fields");
}

/* Add the value on top, and pop it, if it can hold tables and is new. */
static void freeze_add(lua_State *L) {
    /* C functions have no upvalues that rules could change. */
    if (lua_istable(L, -1) || (lua_isfunction(L, -1) && !lua_iscfunction(L, -1))) {
        lua_pushvalue(L, -1);
        /* Marked when it is added, so that cycles end. */
        if (lua_rawget(L, SEEN) == LUA_TNIL) {
            lua_pushvalue(L, -2);
            lua_pushboolean(L, true);
            lua_rawset(L, SEEN);
            lua_pushvalue(L, -2);
            lua_rawseti(L, TODO, (lua_Integer)lua_rawlen(L, TODO) + 1);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* Freeze the table on top. False if it is one of the sandbox's own. */
static bool freeze(lua_State *L) {
    if (!lua_getmetatable(L, -1)) {
        lua_pushvalue(L, GUARD);
        lua_setmetatable(L, -2);
        return true;
    }

    /* A metatable that refuses already, by another __newindex, is the sandbox's or the host's; one
     * without it only explains missing keys. */
    lua_getfield(L, GUARD, "__newindex");
    bool own = lua_getfield(L, -2, "__newindex") != LUA_TNIL && !lua_rawequal(L, -1, -2);
    lua_pop(L, 1);
    if (own)
        lua_pop(L, 1);
    else
        lua_setfield(L, -2, "__newindex"); /* what a module returned */
    lua_pop(L, 1);
    return !own;
}

/* Take the last value of the list; false if it is empty. */
static bool freeze_take(lua_State *L) {
    lua_Integer last = (lua_Integer)lua_rawlen(L, TODO);
    if (!last)
        return false;
    lua_rawgeti(L, TODO, last);
    lua_pushnil(L);
    lua_rawseti(L, TODO, last);
    return true;
}

static int freeze_all(lua_State *L) {
    lua_settop(L, 0);
    lua_newtable(L);
    lua_newtable(L);
    lua_newtable(L); /* seen, todo, guard */
    lua_pushcfunction(L, freeze_refuse);
    lua_setfield(L, GUARD, "__newindex");

    /* The roots: references are the integer keys of the registry. */
    for (lua_pushnil(L); lua_next(L, LUA_REGISTRYINDEX);)
        if (lua_isinteger(L, -2) && lua_isfunction(L, -1))
            freeze_add(L); /* a function that the host keeps */
        else
            lua_pop(L, 1);

    /* A list of what is left to do, not recursion: data may be nested deeply. */
    while (freeze_take(L)) {
        if (lua_isfunction(L, -1)) {
            /* Values that functions captured, and what is reachable from them. */
            for (int i = 1; lua_getupvalue(L, -1, i); i++)
                freeze_add(L);
        } else if (freeze(L)) {
            for (lua_pushnil(L); lua_next(L, -2);)
                freeze_add(L);
        }
        lua_pop(L, 1);
    }
    return 0;
}

enum mst_status host_freeze_tables(struct host *host, struct mst_error *error) {
    lua_pushcfunction(host->L, freeze_all);
    return sandbox_call(host->L, 0, 0, error);
}
