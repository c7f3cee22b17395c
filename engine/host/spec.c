/* Reading of tables that describe declarations: see spec.h. */
#include "host/spec.h"

#include <stdio.h>
#include <string.h>

static bool allowed_key(const char *allowed, const char *key, struct mst_nearest *nearest,
                        char (*words)[MST_NAME_SIZE], int most) {
    int count = 0;
    for (const char *at = allowed; *at && count < most; count++) {
        size_t length = strcspn(at, " ");
        snprintf(words[count], MST_NAME_SIZE, "%.*s", (int)length, at);
        if (!strcmp(words[count], key))
            return true;
        mst_nearest_offer(nearest, words[count]);
        at += length + (at[length] == ' ');
    }
    return false;
}

void spec_keys(lua_State *L, int table, const char *what, const char *allowed) {
    char words[20][MST_NAME_SIZE];
    lua_pushnil(L);
    while (lua_next(L, table)) {
        if (lua_type(L, -2) == LUA_TSTRING) {
            const char *key = lua_tostring(L, -2);
            struct mst_nearest nearest = {.wanted = key};
            if (!allowed_key(allowed, key, &nearest, words, 20))
                luaL_error(L,
                           nearest.best ? "%s has no '%s'; did you mean '%s'?"
                                        : "%s has no '%s'; it has: %s",
                           what, key, nearest.best ? nearest.best : allowed);
        }
        lua_pop(L, 1);
    }
}

const char *spec_text(lua_State *L, int table, const char *key, const char *otherwise) {
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
    lua_getfield(L, table, key);
    if (!lua_isnil(L, -1) && !lua_isboolean(L, -1))
        luaL_error(L, "'%s' must be true or false, found a %s", key, luaL_typename(L, -1));
    bool flag = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return flag;
}

bool spec_list(lua_State *L, int table, const char *key) {
    lua_getfield(L, table, key);
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        return false;
    }
    if (!lua_istable(L, -1))
        luaL_error(L, "'%s' must be a list, found a %s", key, luaL_typename(L, -1));
    return true;
}

void spec_copy_name(lua_State *L, char *name, const char *text) {
    if (!*text || strlen(text) >= MST_NAME_SIZE)
        luaL_error(L, "the name '%s' must have 1 to %d characters", text, MST_NAME_SIZE - 1);
    snprintf(name, MST_NAME_SIZE, "%s", text);
}

void spec_copy_title(lua_State *L, char *title, size_t size, const char *name) {
    const char *text = spec_text(L, 1, "title", name);
    if (strlen(text) >= size)
        luaL_error(L, "'%s': the title must have at most %d characters: '%s'", name, (int)size - 1,
                   text);
    snprintf(title, size, "%s", text);
}
