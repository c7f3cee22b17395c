/* Handles that are called: queries with their amendments, `once`, procedures, events. */
#include <assert.h>
#include <string.h>

#include "host/handles/handle_parts.h"

/* ---- queries --------------------------------------------------------------------------------- */

/* Join the value of a layer (on top of the stack) to the value of the layers below it (under it).
 * Pops both and pushes the result. */
static void join_values(lua_State *L, enum host_join join, const char *name) {
    if (join == HOST_JOIN_OR || join == HOST_JOIN_AND) {
        if (host_handle_of(L, -2, HOST_HANDLE_SET))
            lua_arith(L, join == HOST_JOIN_OR ? LUA_OPBOR : LUA_OPBAND);
        else
            lua_remove(L, -2); /* what was there did not decide */
        return;
    }

    int top = lua_gettop(L);
    if (!lua_isinteger(L, top - 1) || !lua_isinteger(L, top))
        luaL_error(L, "%s: its amendments must return numbers, found %s and %s", name,
                   host_describe(L, top - 1), host_describe(L, top));

    int64_t a = lua_tointeger(L, -2), b = lua_tointeger(L, -1);
    lua_pop(L, 2);
    if (join == HOST_JOIN_MIN)
        lua_pushinteger(L, a < b ? a : b);
    else if (join == HOST_JOIN_MAX)
        lua_pushinteger(L, a > b ? a : b);
    else
        lua_pushinteger(L, (int64_t)((uint64_t)a + (uint64_t)b)); /* wraps around, as code does */
}

/* Is the value on top, of the layers below, the value of an "or" or "and" whatever follows? */
static bool decides(lua_State *L, enum host_join join) {
    if ((join != HOST_JOIN_OR && join != HOST_JOIN_AND) || host_handle_of(L, -1, HOST_HANDLE_SET))
        return false;
    /* As in Lua, `or` ends with the first true value, `and` with the first false one. Sets are
     * united or cut, so they never decide. */
    return lua_toboolean(L, -1) == (join == HOST_JOIN_OR);
}

/* Call layer `index` of a rule with the arguments from slot 2 on. Leaves one result. */
static void call_layer(lua_State *L, int rule, int index, int args) {
    const struct host_rule_layer *layer = &host_of(L)->rule[rule].layers[index];
    bool replaces = index > 0 && layer->join == HOST_JOIN_REPLACE;
    assert(index < host_of(L)->rule[rule].layer_count);
    if (index > 0 && decides(L, layer->join))
        return;

    luaL_checkstack(L, args + 4, "too many values");
    lua_rawgeti(L, LUA_REGISTRYINDEX, layer->ref);
    if (replaces) /* the value of the layers below */
        lua_insert(L, -2);
    for (int i = 0; i < args; i++)
        lua_pushvalue(L, i + 2);
    lua_call(L, args + replaces, 1);

    if (index > 0 && !replaces)
        join_values(L, layer->join, host_of(L)->rule[rule].name);
}

static int query_call(lua_State *L) {
    int rule = ((const struct host_handle *)lua_touserdata(L, 1))->index;
    int args = lua_gettop(L) - 1;
    host_play_of(L);

    /* N1: the code gives what its layers would. */
    if (host_run_rule(L, &host_of(L)->rule[rule]))
        return 1;
    for (int i = 0; i < host_of(L)->rule[rule].layer_count; i++)
        call_layer(L, rule, i, args);
    return 1;
}

static enum host_join join_named(lua_State *L, int index) {
    static const char *const joins[] = {
        [HOST_JOIN_OR] = "or",   [HOST_JOIN_AND] = "and", [HOST_JOIN_MIN] = "min",
        [HOST_JOIN_MAX] = "max", [HOST_JOIN_SUM] = "+",
    };
    const char *name = luaL_checkstring(L, index);
    for (size_t i = 0; i < sizeof joins / sizeof *joins; i++)
        if (joins[i] && !strcmp(joins[i], name))
            return (enum host_join)i;
    luaL_error(L, "'%s' is not a way to join amendments; expected one of: and, or, min, max, +",
               name);
    return HOST_JOIN_REPLACE;
}

static int parameters(lua_State *L) {
    lua_Debug ar;
    lua_getinfo(L, ">u", &ar);
    return ar.isvararg ? -1 : ar.nparams;
}

/* The function on top amends the rule; one that replaces it takes one value more. */
static void check_parameters(lua_State *L, const struct host_rule *rule, bool replaces) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, rule->layers[0].ref);
    int most = parameters(L);

    lua_pushvalue(L, -1);
    int taken = parameters(L);

    if (most >= 0 && taken > most + replaces)
        luaL_error(L, "the query has %d parameter%s; its amendment takes %d at most, found %d",
                   most, most == 1 ? "" : "s", most + replaces, taken);
}

/* query:amend(join, f) and query:amend(f) */
static int query_amend(lua_State *L) {
    struct host *host = host_declaring(L);
    const struct host_handle *handle = host_handle_of(L, 1, HOST_HANDLE_QUERY);
    if (!handle)
        return luaL_error(L, "amend: expected a query, found %s; write query:amend(...)",
                          host_describe(L, 1));

    /* amend("or", f) joins the values; amend(f) gets the value so far as its first argument. */
    bool joined = lua_type(L, 2) == LUA_TSTRING;
    enum host_join join = joined ? join_named(L, 2) : HOST_JOIN_REPLACE;

    lua_settop(L, 2 + joined);
    host_check_function(L, -1, "amend");
    check_parameters(L, &host->rule[handle->index], !joined);
    host_add_layer(L, &host->rule[handle->index], lua_gettop(L), join);
    return 0;
}

static int rule_read(lua_State *L) {
    if (lua_type(L, 2) != LUA_TSTRING)
        return luaL_error(L, "%s is called and cannot be indexed with brackets",
                          host_describe(L, 1));
    return host_handle_method(L);
}

static const luaL_Reg QUERY_META[] = {{"__index", rule_read},
                                      {"__newindex", host_handle_fixed},
                                      {"__call", query_call},
                                      {NULL, NULL}};
static const luaL_Reg QUERY_METHODS[] = {{"amend", query_amend}, {NULL, NULL}};
const struct host_handle_class host_class_query = {"a query", QUERY_META, QUERY_METHODS};

/* ---- once ------------------------------------------------------------------------------------ */

/* A table of the registry keeps the values for one call of the host. */
static struct host_once *memory_of(lua_State *L, int rule) {
    struct host *host = host_of(L);
    while (host->once_count <= rule)
        host_grow(L, &host->once, &host->once_count, sizeof *host->once);
    return &host->once[rule];
}

static int once_call(lua_State *L) {
    /* A value holds for one position, one version of it, and one seat to move. */
    struct host *host = host_of(L);
    int rule = ((const struct host_handle *)lua_touserdata(L, 1))->index;
    const struct core_play *play = host_play_of(L);
    uint64_t version = core_position_version(play->pos);
    int seat = core_get(play->pos, CORE_SLOT_TO_MOVE);

    lua_settop(L, 1);
    if (host_run_rule(L, &host->rule[rule]))
        return 1;

    struct host_once *once = memory_of(L, rule);
    lua_rawgeti(L, LUA_REGISTRYINDEX, host->once_ref);
    if (once->pos == play->pos && once->version == version && once->seat == seat) {
        lua_rawgeti(L, 2, rule + 1);
        return 1;
    }

    lua_rawgeti(L, LUA_REGISTRYINDEX, host->rule[rule].layers[0].ref);
    lua_call(L, 0, 1);

    lua_pushvalue(L, 3);
    lua_rawseti(L, 2, rule + 1);
    /* Not by the pointer from before the call: another `once` may have moved the list. */
    host->once[rule] = (struct host_once){play->pos, version, seat};
    host->remembers = true;
    return 1;
}

void host_forget_once(struct host *host) {
    if (!host->remembers || !lua_checkstack(host->L, 2))
        return;

    /* Values are Lua values: they would show in the fingerprint, and keep tables alive. */
    host->remembers = false;
    lua_rawgeti(host->L, LUA_REGISTRYINDEX, host->once_ref);
    for (int i = 0; i < host->once_count; i++) {
        if (!host->once[i].pos)
            continue;
        host->once[i].pos = NULL;
        lua_pushnil(host->L);
        lua_rawseti(host->L, -2, i + 1); /* the key exists, so this allocates nothing */
    }
    lua_pop(host->L, 1);
}

static const luaL_Reg ONCE_META[] = {
    {"__index", rule_read}, {"__newindex", host_handle_fixed}, {"__call", once_call}, {NULL, NULL}};
const struct host_handle_class host_class_once = {"a muster.once value", ONCE_META, NULL};

/* ---- procedures ------------------------------------------------------------------------------ */

static int procedure_call(lua_State *L) {
    const struct host_rule *rule =
        &host_of(L)->rule[((const struct host_handle *)lua_touserdata(L, 1))->index];
    /* Only in a match, and each procedure was defined once (rule_bind.c, flow.c). */
    assert(rule->layer_count == 1);
    host_writing(L);

    /* The function takes the place of the handle, in front of the arguments. */
    lua_rawgeti(L, LUA_REGISTRYINDEX, rule->layers[0].ref);
    lua_replace(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

static const luaL_Reg PROCEDURE_META[] = {{"__index", rule_read},
                                          {"__newindex", host_handle_fixed},
                                          {"__call", procedure_call},
                                          {NULL, NULL}};
const struct host_handle_class host_class_procedure = {"a procedure", PROCEDURE_META, NULL};

/* ---- events ---------------------------------------------------------------------------------- */

static struct host_handle *event_at(lua_State *L, const char *who) {
    struct host_handle *handle = host_handle_of(L, 1, HOST_HANDLE_EVENT);
    if (!handle)
        luaL_error(L, "%s: expected an event, found %s; write event:%s(...)", who,
                   host_describe(L, 1), who);
    return handle;
}

/* Are the values of the kinds for which the listeners are compiled? Only the `emit` calls in
 * compiled rules were known then. */
static bool are_expected(const struct core_event *event, const struct host_emission *emission) {
    if (core_event_ambiguous(event, emission->args))
        return false;
    for (int i = 0; i < event->param_count; i++) {
        enum core_type type = (enum core_type)event->types[i];
        bool thing = type >= CORE_TYPE_ZONE && type <= CORE_TYPE_KIND;

        bool nil = emission->nils >> i & 1, flag = emission->flags >> i & 1;
        bool known = (event->values | event->flags) >> i & 1;
        /* A negative number where a thing is expected would look like nil. */
        bool expected = nil    ? thing
                        : flag ? type == CORE_TYPE_BOOLEAN
                               : type != CORE_TYPE_BOOLEAN && !(thing && emission->args[i] < 0);
        if (!known || !expected)
            return false;
    }
    return true;
}

static int event_emit(lua_State *L) {
    struct host *host = host_of(L);
    int index = event_at(L, "emit")->index;
    struct core_play *play = host_writing(L);
    const struct core_event *event = &play->rules->events[index];
    int64_t args[CORE_MOST_PARAMS];
    struct host_emission emission = {.args = args}, *outer = host->emission;
    bool as_lua = play->as_lua;

    if (lua_gettop(L) - 1 != event->param_count)
        return luaL_error(L, "the event '%s' takes %d value%s, found %d", event->name,
                          event->param_count, event->param_count == 1 ? "" : "s",
                          lua_gettop(L) - 1);

    /* Code has only numbers; Lua listeners must get nil and booleans back as they were
     * (push_things). */
    for (int i = 0; i < event->param_count; i++) {
        args[i] = host_take_value(L, i + 2, CORE_TYPE_UNKNOWN, event->name);
        emission.nils |= (unsigned)lua_isnil(L, i + 2) << i;
        emission.flags |= (unsigned)lua_isboolean(L, i + 2) << i;
    }

    /* A listener may emit an event itself, so both are restored. */
    host->emission = &emission;
    play->as_lua = as_lua || !are_expected(event, &emission);
    bool done = core_emit(play, index, args, event->param_count);
    play->as_lua = as_lua;
    host->emission = outer;

    host_effect(L, play, done);
    return 0;
}

static int event_on(lua_State *L) {
    struct host *host = host_declaring(L);
    int index = event_at(L, "on")->index;
    const struct core_event *event = &host->rules->events[index];
    lua_Debug ar;
    lua_settop(L, 2);
    if (!lua_isfunction(L, 2))
        return luaL_error(L, "on: expected a function, found %s", host_describe(L, 2));

    lua_pushvalue(L, 2);
    lua_getinfo(L, ">u", &ar);
    if (!ar.isvararg && ar.nparams > event->param_count)
        return luaL_error(L, "the event '%s' has %d values; the listener takes %d", event->name,
                          event->param_count, ar.nparams);

    struct host_event_rule *rule = host_event_rule(L, index);
    struct host_listener *listener =
        host_grow(L, &rule->listeners, &rule->listener_count, sizeof *listener);
    /* No copies may raise before this, or the listener would be the function 0. */
    listener->ref = host_keep_function(L, 2, "a listener");
    listener->origin = host_origin(L);
    listener->module = host_strdup(L, host_module_name(host));
    return 0;
}

static int event_read(lua_State *L) {
    if (lua_type(L, 2) != LUA_TSTRING)
        return luaL_error(L, "an event cannot be indexed with brackets");
    return host_handle_method(L);
}

static const luaL_Reg EVENT_META[] = {
    {"__index", event_read}, {"__newindex", host_handle_fixed}, {NULL, NULL}};
static const luaL_Reg EVENT_METHODS[] = {{"emit", event_emit}, {"on", event_on}, {NULL, NULL}};
const struct host_handle_class host_class_event = {"an event", EVENT_META, EVENT_METHODS};
