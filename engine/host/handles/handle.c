/* Handles: their metatables, and conversion of the Lua values that rules pass. See handle.h. */
#include <stdio.h>
#include <string.h>

#include "host/handles/handle_parts.h"

enum { MARK = 1 }; /* the key that marks the metatables of handles */

static const struct mst_handle_class *const CLASSES[MST_HANDLE_KINDS] = {
    [MST_HANDLE_FIELD] = &mst_class_field,
    [MST_HANDLE_RECORD] = &mst_class_record,
    [MST_HANDLE_OWNER] = &mst_class_owner,
    [MST_HANDLE_CONTAINER] = &mst_class_container,
    [MST_HANDLE_SET] = &mst_class_set,
    [MST_HANDLE_RANGE] = &mst_class_range,
    [MST_HANDLE_PIECES] = &mst_class_pieces,
    [MST_HANDLE_SUBSETS] = &mst_class_subsets,
    [MST_HANDLE_SAMPLE] = &mst_class_sample,
    [MST_HANDLE_EVENT] = &mst_class_event,
    [MST_HANDLE_QUERY] = &mst_class_query,
    [MST_HANDLE_ONCE] = &mst_class_once,
    [MST_HANDLE_PROCEDURE] = &mst_class_procedure,
    [MST_HANDLE_DECISION] = &mst_class_decision,
    [MST_HANDLE_MOVE] = &mst_class_move,
    [MST_HANDLE_FLOW] = &mst_class_flow,
    [MST_HANDLE_DOMAIN] = &mst_class_domain,
    [MST_HANDLE_POSSIBLE] = &mst_class_possible,
    [MST_HANDLE_RANKING] = &mst_class_ranking,
    [MST_HANDLE_HOOK] = &mst_class_hook,
};

static void open_class(lua_State *L, enum mst_handle_kind kind) {
    const struct mst_handle_class *class = CLASSES[kind];
    lua_newtable(L);
    lua_pushstring(L, class->noun + 2 * !strncmp(class->noun, "a ", 2)); /* for error messages of
                                                                          * Lua */
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, true);
    lua_rawseti(L, -2, MARK);
    lua_newtable(L);
    lua_pushnil(L);
    if (class->methods)
        luaL_setfuncs(L, class->methods, 1); /* see mst_sandbox_function */
    else
        lua_pop(L, 1);
    luaL_setfuncs(L, class->meta, 1);
    mst_host_of(L)->handle_meta[kind] = luaL_ref(L, LUA_REGISTRYINDEX);
}

void mst_handle_open(lua_State *L) {
    for (int kind = 0; kind < MST_HANDLE_KINDS; kind++)
        if (CLASSES[kind])
            open_class(L, kind);
}

void *mst_handle_new(lua_State *L, enum mst_handle_kind kind, int index, size_t size) {
    struct mst_handle *handle = lua_newuserdatauv(L, size, 0);
    memset(handle, 0, size);
    handle->kind = kind;
    handle->index = index;
    lua_rawgeti(L, LUA_REGISTRYINDEX, mst_host_of(L)->handle_meta[kind]);
    lua_setmetatable(L, -2);
    return handle;
}

void mst_handle_push(lua_State *L, enum mst_handle_kind kind, int index) {
    mst_handle_new(L, kind, index, sizeof(struct mst_handle));
}

struct mst_handle *mst_handle_at(lua_State *L, int index) {
    if (lua_type(L, index) != LUA_TUSERDATA || !lua_getmetatable(L, index))
        return NULL;
    bool handle = lua_rawgeti(L, -1, MARK) == LUA_TBOOLEAN;
    lua_pop(L, 2);
    return handle ? lua_touserdata(L, index) : NULL;
}

struct mst_handle *mst_handle_of(lua_State *L, int index, enum mst_handle_kind kind) {
    struct mst_handle *handle = mst_handle_at(L, index);
    return handle && handle->kind == kind ? handle : NULL;
}

int mst_handle_method(lua_State *L) {
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL)
        return 1;
    struct mst_nearest nearest = {.wanted = lua_tostring(L, 2)};
    for (lua_pushnil(L); lua_next(L, lua_upvalueindex(1)); lua_pop(L, 1))
        mst_nearest_offer(&nearest, lua_tostring(L, -2));
    return luaL_error(L, nearest.best ? "%s has no '%s'; did you mean '%s'?" : "%s has no '%s'",
                      mst_host_describe(L, 1), nearest.wanted, nearest.best);
}

int mst_handle_fixed(lua_State *L) {
    return luaL_error(L, "%s cannot be written to", mst_host_describe(L, 1));
}

/* ---- values ---------------------------------------------------------------------------------- */

static const char *describe_handle(lua_State *L, const struct mst_handle *handle) {
    const struct mst_host *host = mst_host_of(L);
    const struct mst_rules *rules = host->rules;
    int i = handle->index;
    switch (handle->kind) {
    case MST_HANDLE_FIELD:
        return lua_pushfstring(L, "the field '%s'", rules->schema->fields[i].name);
    case MST_HANDLE_CONTAINER:
        return lua_pushfstring(L, "the container '%s'", rules->schema->containers[i].name);
    case MST_HANDLE_EVENT: return lua_pushfstring(L, "the event '%s'", rules->events[i].name);
    case MST_HANDLE_QUERY: return lua_pushfstring(L, "the query '%s'", host->rule[i].name);
    case MST_HANDLE_PROCEDURE: return lua_pushfstring(L, "the procedure '%s'", host->rule[i].name);
    case MST_HANDLE_DECISION:
        return lua_pushfstring(L, "the %s '%s'",
                               rules->decisions[i].automatic ? "step" : "decision",
                               rules->decisions[i].name);
    case MST_HANDLE_MOVE: return lua_pushfstring(L, "the move '%s'", rules->kinds[i].name);
    default: return CLASSES[handle->kind]->noun;
    }
}

const char *mst_host_describe(lua_State *L, int index) {
    const struct mst_handle *handle = mst_handle_at(L, index);
    if (handle)
        return describe_handle(L, handle);
    switch (lua_type(L, index)) {
    case LUA_TNONE: return "nothing";
    case LUA_TNIL: return "nil";
    case LUA_TBOOLEAN: return lua_toboolean(L, index) ? "true" : "false";
    case LUA_TNUMBER:
        lua_pushvalue(L, index);
        return lua_pushfstring(L, "the number %s", lua_tostring(L, -1));
    case LUA_TSTRING: return lua_pushfstring(L, "the string '%s'", lua_tostring(L, index));
    default: return lua_pushfstring(L, "a %s", luaL_typename(L, index));
    }
}

int64_t mst_host_thing(lua_State *L, int index, const char *who, const char *what) {
    if (lua_isinteger(L, index))
        return lua_tointeger(L, index);
    if (!lua_isnil(L, index))
        luaL_error(L, "%s: expected %s, found %s", who, what, mst_host_describe(L, index));
    return MST_NONE;
}

void mst_host_push_value(lua_State *L, enum mst_type type, int64_t value) {
    if (type == MST_TYPE_BOOLEAN)
        lua_pushboolean(L, value != 0);
    else if (type >= MST_TYPE_ZONE && type <= MST_TYPE_KIND && value == MST_NONE)
        lua_pushnil(L);
    else
        lua_pushinteger(L, value);
}

static const char *type_words(enum mst_type type) {
    static const char *const words[MST_TYPE_COUNT] = {
        [MST_TYPE_UNKNOWN] = "a number or nil",
        [MST_TYPE_NUMBER] = "an integer",
        [MST_TYPE_BOOLEAN] = "true or false",
        [MST_TYPE_SET] = "a set",
        [MST_TYPE_ZONE] = "a zone or nil",
        [MST_TYPE_PIECE] = "a piece or nil",
        [MST_TYPE_SEAT] = "a seat or nil",
        [MST_TYPE_PLACE] = "a place or nil",
        [MST_TYPE_KIND] = "a piece type",
        [MST_TYPE_TEXT] = "a string",
        [MST_TYPE_NIL] = "nil",
    };
    return words[type];
}

int64_t mst_host_take_value(lua_State *L, int index, enum mst_type type, const char *who) {
    bool flag = type == MST_TYPE_BOOLEAN || type == MST_TYPE_UNKNOWN;
    bool nothing = type != MST_TYPE_NUMBER;
    bool number = type != MST_TYPE_BOOLEAN;
    if (number && lua_isinteger(L, index))
        return lua_tointeger(L, index);
    if (flag && lua_isboolean(L, index))
        return lua_toboolean(L, index);
    if (nothing && lua_isnil(L, index))
        return type == MST_TYPE_BOOLEAN ? 0 : MST_NONE;
    luaL_error(L, "%s: expected %s, found %s", who, type_words(type), mst_host_describe(L, index));
    return 0;
}

void mst_host_check_function(lua_State *L, int index, const char *who) {
    const struct mst_handle *handle = mst_handle_at(L, index);
    bool called = handle && (handle->kind == MST_HANDLE_QUERY || handle->kind == MST_HANDLE_ONCE ||
                             handle->kind == MST_HANDLE_POSSIBLE);
    if (!called && !lua_isfunction(L, index))
        luaL_error(L, "%s: expected a function, found %s", who, mst_host_describe(L, index));
}
