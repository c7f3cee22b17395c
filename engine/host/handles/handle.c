/* Handles: their metatables, and conversion of the Lua values that rules pass. See handle.h. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "host/handles/handle_parts.h"

enum { MARK = 1 }; /* the key that marks the metatables of handles */

static const struct host_handle_class *const CLASSES[HOST_HANDLE_KINDS] = {
    [HOST_HANDLE_FIELD] = &host_class_field,
    [HOST_HANDLE_RECORD] = &host_class_record,
    [HOST_HANDLE_OWNER] = &host_class_owner,
    [HOST_HANDLE_CONTAINER] = &host_class_container,
    [HOST_HANDLE_SET] = &host_class_set,
    [HOST_HANDLE_RANGE] = &host_class_range,
    [HOST_HANDLE_PIECES] = &host_class_pieces,
    [HOST_HANDLE_SUBSETS] = &host_class_subsets,
    [HOST_HANDLE_SAMPLE] = &host_class_sample,
    [HOST_HANDLE_EVENT] = &host_class_event,
    [HOST_HANDLE_QUERY] = &host_class_query,
    [HOST_HANDLE_ONCE] = &host_class_once,
    [HOST_HANDLE_PROCEDURE] = &host_class_procedure,
    [HOST_HANDLE_DECISION] = &host_class_decision,
    [HOST_HANDLE_MOVE] = &host_class_move,
    [HOST_HANDLE_FLOW] = &host_class_flow,
    [HOST_HANDLE_DOMAIN] = &host_class_domain,
    [HOST_HANDLE_POSSIBLE] = &host_class_possible,
    [HOST_HANDLE_RANKING] = &host_class_ranking,
    [HOST_HANDLE_HOOK] = &host_class_hook,
};

static void open_class(lua_State *L, enum host_handle_kind kind) {
    const struct host_handle_class *class = CLASSES[kind];
    lua_newtable(L);
    lua_pushstring(L, class->noun + 2 * !strncmp(class->noun, "a ", 2)); /* for error messages of
                                                                          * Lua */
    lua_setfield(L, -2, "__name");

    lua_pushboolean(L, true);
    lua_rawseti(L, -2, MARK);

    /* The methods are the upvalue of each metamethod, so that host_handle_method finds them. */
    lua_newtable(L);
    lua_pushnil(L);
    if (class->methods)
        luaL_setfuncs(L, class->methods, 1); /* see sandbox_function */
    else
        lua_pop(L, 1);
    luaL_setfuncs(L, class->meta, 1);

    assert(class->meta);
    host_of(L)->handle_meta[kind] = luaL_ref(L, LUA_REGISTRYINDEX);
}

void host_handle_open(lua_State *L) {
    for (int kind = 0; kind < HOST_HANDLE_KINDS; kind++)
        if (CLASSES[kind])
            open_class(L, kind);
}

void *host_handle_new(lua_State *L, enum host_handle_kind kind, int index, size_t size) {
    assert(size >= sizeof(struct host_handle));
    struct host_handle *handle = lua_newuserdatauv(L, size, 0);
    memset(handle, 0, size);
    handle->kind = kind;
    handle->index = index;

    /* N2: a kind and a number; what it stands for is looked up in the match of the running call. */
    lua_rawgeti(L, LUA_REGISTRYINDEX, host_of(L)->handle_meta[kind]);
    lua_setmetatable(L, -2);
    return handle;
}

void host_handle_push(lua_State *L, enum host_handle_kind kind, int index) {
    assert(kind < HOST_HANDLE_KINDS && CLASSES[kind]);
    host_handle_new(L, kind, index, sizeof(struct host_handle));
}

struct host_handle *host_handle_at(lua_State *L, int index) {
    if (lua_type(L, index) != LUA_TUSERDATA || !lua_getmetatable(L, index))
        return NULL;
    /* Only metatables that the host made have the mark: rules cannot make any (S2). */
    bool handle = lua_rawgeti(L, -1, MARK) == LUA_TBOOLEAN;
    lua_pop(L, 2);
    return handle ? lua_touserdata(L, index) : NULL;
}

struct host_handle *host_handle_of(lua_State *L, int index, enum host_handle_kind kind) {
    struct host_handle *handle = host_handle_at(L, index);
    return handle && handle->kind == kind ? handle : NULL;
}

int host_handle_method(lua_State *L) {
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL)
        return 1;

    struct mst_nearest nearest = {.wanted = lua_tostring(L, 2)};
    char hint[MST_HINT_SIZE];
    for (lua_pushnil(L); lua_next(L, lua_upvalueindex(1)); lua_pop(L, 1))
        mst_nearest_offer(&nearest, lua_tostring(L, -2));
    return luaL_error(L, "%s has no '%s'%s", host_describe(L, 1), nearest.wanted,
                      mst_hint(nearest.best, hint));
}

int host_handle_fixed(lua_State *L) {
    return luaL_error(L, "%s cannot be written to", host_describe(L, 1));
}

/* ---- values ---------------------------------------------------------------------------------- */

static const char *describe_handle(lua_State *L, const struct host_handle *handle) {
    const struct host *host = host_of(L);
    const struct core_rules *rules = host->rules;
    int i = handle->index;

    /* A name where there are many of a kind; else the noun says enough. */
    switch (handle->kind) {
    case HOST_HANDLE_FIELD:
        return lua_pushfstring(L, "the field '%s'", rules->schema->fields[i].name);
    case HOST_HANDLE_CONTAINER:
        return lua_pushfstring(L, "the container '%s'", rules->schema->containers[i].name);
    case HOST_HANDLE_EVENT: return lua_pushfstring(L, "the event '%s'", rules->events[i].name);
    case HOST_HANDLE_QUERY: return lua_pushfstring(L, "the query '%s'", host->rule[i].name);
    case HOST_HANDLE_PROCEDURE: return lua_pushfstring(L, "the procedure '%s'", host->rule[i].name);
    case HOST_HANDLE_DECISION:
        return lua_pushfstring(L, "the %s '%s'",
                               rules->decisions[i].automatic ? "step" : "decision",
                               rules->decisions[i].name);
    case HOST_HANDLE_MOVE: return lua_pushfstring(L, "the move '%s'", rules->kinds[i].name);
    default: return CLASSES[handle->kind]->noun;
    }
}

const char *host_describe(lua_State *L, int index) {
    const struct host_handle *handle = host_handle_at(L, index);
    if (handle)
        return describe_handle(L, handle);
    switch (lua_type(L, index)) {
    case LUA_TNONE: return "nothing";
    case LUA_TNIL: return "nil";
    case LUA_TBOOLEAN: return lua_toboolean(L, index) ? "true" : "false";
    case LUA_TNUMBER:
        /* lua_tostring would change the number itself to a string. */
        lua_pushvalue(L, index);
        return lua_pushfstring(L, "the number %s", lua_tostring(L, -1));
    case LUA_TSTRING: return lua_pushfstring(L, "the string '%s'", lua_tostring(L, index));
    default: return lua_pushfstring(L, "a %s", luaL_typename(L, index));
    }
}

int64_t host_thing(lua_State *L, int index, const char *who, const char *what) {
    if (lua_isinteger(L, index))
        return lua_tointeger(L, index);
    if (!lua_isnil(L, index))
        luaL_error(L, "%s: expected %s, found %s", who, what, host_describe(L, index));
    return MST_NONE;
}

void host_push_value(lua_State *L, enum core_type type, int64_t value) {
    if (type == CORE_TYPE_BOOLEAN)
        lua_pushboolean(L, value != 0);
    /* N1: code has MST_NONE where Lua has nil. */
    else if (type >= CORE_TYPE_ZONE && type <= CORE_TYPE_KIND && value == MST_NONE)
        lua_pushnil(L);
    else
        lua_pushinteger(L, value);
}

static const char *type_words(enum core_type type) {
    static const char *const words[CORE_TYPE_COUNT] = {
        [CORE_TYPE_UNKNOWN] = "a number or nil",
        [CORE_TYPE_NUMBER] = "an integer",
        [CORE_TYPE_BOOLEAN] = "true or false",
        [CORE_TYPE_SET] = "a set",
        [CORE_TYPE_ZONE] = "a zone or nil",
        [CORE_TYPE_PIECE] = "a piece or nil",
        [CORE_TYPE_SEAT] = "a seat or nil",
        [CORE_TYPE_PLACE] = "a place or nil",
        [CORE_TYPE_KIND] = "a piece type",
        [CORE_TYPE_TEXT] = "a string",
        [CORE_TYPE_NIL] = "nil",
    };
    assert(type < CORE_TYPE_COUNT && words[type]);
    return words[type];
}

int64_t host_take_value(lua_State *L, int index, enum core_type type, const char *who) {
    bool flag = type == CORE_TYPE_BOOLEAN || type == CORE_TYPE_UNKNOWN;
    bool nothing = type != CORE_TYPE_NUMBER;
    bool number = type != CORE_TYPE_BOOLEAN;

    /* N3 is for entities; a value that is written must have the type of the field. */
    if (number && lua_isinteger(L, index))
        return lua_tointeger(L, index);
    if (flag && lua_isboolean(L, index))
        return lua_toboolean(L, index);
    if (nothing && lua_isnil(L, index))
        return type == CORE_TYPE_BOOLEAN ? 0 : MST_NONE;
    luaL_error(L, "%s: expected %s, found %s", who, type_words(type), host_describe(L, index));
    return 0;
}

void host_check_function(lua_State *L, int index, const char *who) {
    const struct host_handle *handle = host_handle_at(L, index);
    /* Handles that are called like functions will do. */
    bool called =
        handle && (handle->kind == HOST_HANDLE_QUERY || handle->kind == HOST_HANDLE_ONCE ||
                   handle->kind == HOST_HANDLE_POSSIBLE);
    if (!called && !lua_isfunction(L, index))
        luaL_error(L, "%s: expected a function, found %s", who, host_describe(L, index));
}
