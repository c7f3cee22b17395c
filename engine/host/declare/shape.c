/* muster.shape: a check of tables that one module receives from another. Errors name the line of
 * the caller. And muster.nearest, for messages about names. */
#include <stdio.h>
#include <string.h>

#include "host/internal.h"

/* Report a fault. A check of files records it and continues (pushes false); otherwise it is
 * raised. */
static int shape_refuse(lua_State *L, const char *text) {
    struct host *host = host_of(L);
    struct mst_error error = {.status = MST_SCRIPT_ERROR};
    const char *rest = sandbox_blamed(L, text, error.at, sizeof error.at);
    snprintf(error.text, sizeof error.text, "%s", rest);

    /* Outside of a check the first fault ends the load. */
    if (!host->careful || host->current < 0)
        return host_raise_error(L, &error);
    host_remark(host, error.status, error.at, "%s", error.text);
    lua_pushboolean(L, false);
    return 1;
}

int host_nearest(lua_State *L) {
    struct mst_nearest nearest = {.wanted = luaL_checkstring(L, 1)};
    luaL_checktype(L, 2, LUA_TTABLE);
    for (int i = 1; lua_rawgeti(L, 2, i) == LUA_TSTRING; i++) /* the table keeps the texts */
        mst_nearest_offer(&nearest, lua_tostring(L, -1)), lua_pop(L, 1);
    lua_pushstring(L, nearest.best);
    return 1;
}

int host_fault(lua_State *L) {
    return shape_refuse(L, luaL_checkstring(L, 1));
}

/* Lua cannot name a function that was called from C. */
static void put_name(char *text, size_t size, const char *name) {
    char *unknown = strstr(text, "'?'");
    if (!unknown)
        return;
    char rest[400];
    snprintf(rest, sizeof rest, "%s", unknown + 3);
    snprintf(unknown, size - (size_t)(unknown - text), "'%s'%s", name, rest);
}

int host_softly(lua_State *L, lua_CFunction declare, const char *name) {
    struct host *host = host_of(L);
    struct mst_error error = {0};
    if (!host->careful || host->current < 0)
        return declare(L);

    lua_pushcfunction(L, declare);
    lua_insert(L, 1);
    if (sandbox_call(L, lua_gettop(L) - 1, 1, &error) == MST_OK)
        return 1;

    /* Memory and budget end the load in any case. */
    if (error.status != MST_SCRIPT_ERROR && error.status != MST_BAD_RULESET)
        return host_raise_error(L, &error);
    put_name(error.text, sizeof error.text, name);

    char *origin = host_origin(L);
    host_remark(host, error.status, origin, "%s", error.text);
    mst_free(origin);
    return 0;
}

/* A table with entries, or an empty one. */
static bool is_list(lua_State *L, int index) {
    int table = lua_absindex(L, index);
    lua_pushnil(L);
    bool empty = !lua_next(L, table);
    /* The key and the value of lua_next. */
    if (!empty)
        lua_pop(L, 2);
    return empty || lua_rawlen(L, table);
}

/* The shape word for the type of the value in slot `index`. */
static const char *type_word(lua_State *L, int index) {
    switch (lua_type(L, index)) {
    case LUA_TSTRING: return "text";
    case LUA_TNUMBER: return lua_isinteger(L, index) ? "number" : "fraction";
    case LUA_TBOOLEAN: return "flag";
    case LUA_TTABLE: return is_list(L, index) ? "list" : "table";
    default: return luaL_typename(L, index);
    }
}

/* Is `word` one of the alternatives in `types`, such as "number|text"? A list also counts as a
 * table. */
static bool shape_fits(const char *types, const char *word) {
    size_t length = strlen(word);
    for (const char *at = types; *at;) {
        size_t size = strcspn(at, "|");

        if ((size == length && !memcmp(at, word, length)) || (size == 3 && !memcmp(at, "any", 3)) ||
            (size == 5 && !memcmp(at, "table", 5) && !strcmp(word, "list")))
            return true;
        at += size + (at[size] == '|');
    }
    return false;
}

/* The alternatives of "number|text", as a phrase. */
static const char *in_words(const char *types, char words[200]) {
    static const char *const names[][2] = {
        {"text", "a string"}, {"number", "an integer"}, {"flag", "true or false"},
        {"list", "a list"},   {"table", "a table"},     {"function", "a function"},
    };

    words[0] = 0;
    for (const char *at = types; *at; at += strcspn(at, "|"), at += *at == '|')
        /* Words that are in no list, such as "any", need none. */
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (strcspn(at, "|") == strlen(names[i][0]) &&
                !memcmp(at, names[i][0], strlen(names[i][0]))) {
                size_t used = strlen(words);
                snprintf(words + used, 200 - used, "%s%s", used ? " or " : "", names[i][1]);
            }
    return words;
}

/* Check one key: the key is second from the top, its value on top, the types are in slot 3. Returns
 * NULL if it fits. */
static const char *wrong_key(lua_State *L, const char *what) {
    const char *key = lua_tostring(L, -2), *found = type_word(L, -1);
    char words[200];
    lua_getfield(L, 3, key);
    const char *types = lua_tostring(L, -1);

    if (types && shape_fits(types, found)) {
        lua_pop(L, 1);
        return NULL;
    }

    if (types)
        return lua_pushfstring(L, "'%s' of %s must be %s, found a %s", key, what,
                               in_words(types, words), found);

    /* A key that no type is given for. */
    struct mst_nearest nearest = {.wanted = key};
    char hint[MST_HINT_SIZE];
    for (lua_pushnil(L); lua_next(L, 3); lua_pop(L, 1))
        if (lua_type(L, -2) == LUA_TSTRING)
            mst_nearest_offer(&nearest, lua_tostring(L, -2));
    return lua_pushfstring(L, "%s has no '%s'%s", what, key, mst_hint(nearest.best, hint));
}

/* The first required key (the list is in slot 4) that the table lacks, or NULL. The name comes from
 * its first entry. */
static const char *lacking_key(lua_State *L, const char *what) {
    char words[200];
    for (int i = 1; lua_istable(L, 4) && lua_rawgeti(L, 4, i) == LUA_TSTRING; i++) {
        const char *key = lua_tostring(L, -1);
        lua_getfield(L, 3, key);
        if (lua_getfield(L, 2, key) == LUA_TNIL) {
            /* The types have every key that is needed: the caller wrote both. */
            const char *types = luaL_checkstring(L, -2);
            bool named = lua_rawgeti(L, 2, 1) == LUA_TSTRING;
            if (named) /* "an art" has a name: "art 'storm'" */
                what += !strncmp(what, "an ", 3) ? 3 : !strncmp(what, "a ", 2) ? 2 : 0;
            return lua_pushfstring(L, "%s%s%s%s needs '%s', %s", what, named ? " '" : "",
                                   named ? lua_tostring(L, -1) : "", named ? "'" : "", key,
                                   in_words(types, words));
        }
        lua_settop(L, 4);
    }
    return NULL;
}

/* muster.shape(what, value, types, needed) */
int host_shape(lua_State *L) {
    const char *what = luaL_checkstring(L, 1), *wrong = NULL;
    luaL_checktype(L, 3, LUA_TTABLE);
    lua_settop(L, 4);
    if (!lua_istable(L, 2))
        return shape_refuse(
            L, lua_pushfstring(L, "%s must be a table, found a %s", what, type_word(L, 2)));

    /* A wrong key ends the loop with the message on top of the stack. */
    for (lua_pushnil(L); !wrong && lua_next(L, 2);) {
        if (lua_type(L, -2) == LUA_TSTRING)
            wrong = wrong_key(L, what);
        if (!wrong)
            lua_pop(L, 1);
    }

    if (!wrong)
        wrong = lacking_key(L, what);
    if (wrong)
        return shape_refuse(L, wrong);
    lua_pushboolean(L, true);
    return 1;
}
