/* Reading of tables that describe declarations: see spec.h. */
#include "host/declare/spec.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static bool is_allowed(const char *allowed, const char *key) {
    size_t size = strlen(key), length;
    for (const char *at = allowed; *at; at += length + (at[length] == ' ')) {
        length = strcspn(at, " ");
        if (length == size && !memcmp(at, key, size))
            return true;
    }
    return false;
}

static void fault_key(lua_State *L, const char *what, const char *allowed, const char *key) {
    char words[20][CORE_NAME_SIZE];
    struct mst_nearest nearest = {.wanted = key};
    size_t length;
    int count = 0;
    for (const char *at = allowed; *at && count < 20; at += length + (at[length] == ' ')) {
        length = strcspn(at, " ");
        snprintf(words[count], CORE_NAME_SIZE, "%.*s", (int)length, at);
        mst_nearest_offer(&nearest, words[count++]);
    }

    luaL_error(L,
               nearest.best ? "%s has no '%s'; did you mean '%s'?" : "%s has no '%s'; it has: %s",
               what, key, nearest.best ? nearest.best : allowed);
}

void spec_keys(lua_State *L, int table, const char *what, const char *allowed) {
    if (!lua_istable(L, table))
        luaL_error(L, "%s: expected a table, found %s", what, luaL_typename(L, table));
    lua_pushnil(L);

    /* Integer keys are entries of the declaration, which their readers check. */
    while (lua_next(L, table)) {
        if (lua_type(L, -2) == LUA_TSTRING && !is_allowed(allowed, lua_tostring(L, -2)))
            fault_key(L, what, allowed, lua_tostring(L, -2));
        lua_pop(L, 1);
    }
}

const char *spec_text(lua_State *L, int table, const char *key, const char *otherwise) {
    assert(table > 0); /* a slot from the bottom: a value is pushed */
    lua_getfield(L, table, key);
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        return otherwise;
    }
    if (lua_type(L, -1) != LUA_TSTRING)
        luaL_error(L, "'%s' must be a string, found a %s", key, luaL_typename(L, -1));
    const char *text = lua_tostring(L, -1);
    lua_pop(L, 1); /* borrowed: the table holds it */
    return text;
}

const char *spec_need(lua_State *L, int table, const char *what, const char *key) {
    const char *text = spec_text(L, table, key, NULL);
    if (!text)
        luaL_error(L, "%s needs '%s', a string", what, key);
    return text;
}

int64_t spec_int(lua_State *L, int table, const char *key, int64_t otherwise) {
    assert(table > 0);
    lua_getfield(L, table, key);
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        return otherwise;
    }
    if (!lua_isinteger(L, -1))
        luaL_error(L, "'%s' must be an integer, found a %s", key, luaL_typename(L, -1));
    int64_t number = lua_tointeger(L, -1);
    lua_pop(L, 1);
    return number;
}

bool spec_flag(lua_State *L, int table, const char *key) {
    assert(table > 0);
    lua_getfield(L, table, key);
    if (!lua_isnil(L, -1) && !lua_isboolean(L, -1))
        luaL_error(L, "'%s' must be true or false, found a %s", key, luaL_typename(L, -1));
    bool flag = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return flag;
}

bool spec_list(lua_State *L, int table, const char *key) {
    assert(table > 0);
    lua_getfield(L, table, key);
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        return false;
    }
    if (!lua_istable(L, -1))
        luaL_error(L, "'%s' must be a list, found a %s", key, luaL_typename(L, -1));
    return true;
}

void spec_notation(lua_State *L, const char *what, const char *text) {
    for (const char *at = text; *at; at++)
        /* Bytes of UTF-8 are above 127, and pass. */
        if ((unsigned char)*at <= ' ' || *at == 127)
            luaL_error(L, "%s: its notation must have no blanks or control characters", what);
}

void spec_copy_name(lua_State *L, char *name, const char *text) {
    if (!*text || strlen(text) >= CORE_NAME_SIZE)
        luaL_error(L, "the name '%s' must have 1 to %d characters", text, CORE_NAME_SIZE - 1);
    snprintf(name, CORE_NAME_SIZE, "%s", text);
}

void spec_copy_title(lua_State *L, char *title, size_t size, const char *name) {
    const char *text = spec_text(L, 1, "title", name);
    if (strlen(text) >= size)
        luaL_error(L, "'%s': the title must have at most %d characters: '%s'", name, (int)size - 1,
                   text);
    snprintf(title, size, "%s", text);
}
