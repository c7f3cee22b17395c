/* Lua hooks: muster.hook { name, fold = ... }. Other modules listen with hook:on(f). A call of the
 * hook folds the results of its listeners, in module order. A hook may be called only after all
 * modules have loaded. */
#include <string.h>

#include "host/handles/handle_parts.h"
#include "host/declare/spec.h"

static const char *const FOLDS[] = {"each", "first", "pipe", "sum", "all"};

int host_declare_hook(lua_State *L) {
    struct host *host = host_declaring(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    spec_keys(L, 1, "muster.hook", "fold help");
    if (lua_rawgeti(L, 1, 1) != LUA_TSTRING)
        return luaL_error(L, "muster.hook: expected its name first, found %s",
                          host_describe(L, -1));
    const char *name = lua_tostring(L, -1), *fold = spec_text(L, 1, "fold", "each");

    /* FOLDS is in the order of enum host_fold. */
    size_t way = 0;
    while (way < sizeof FOLDS / sizeof *FOLDS && strcmp(FOLDS[way], fold) != 0)
        way++;
    if (way == sizeof FOLDS / sizeof *FOLDS)
        return luaL_error(L,
                          "the hook '%s': 'fold' must be each, first, pipe, sum or all, found '%s'",
                          name, fold);

    struct host_hook_rule *hook =
        host_grow(L, &host->hook_rule, &host->hook_rule_count, sizeof *hook);
    hook->name = host_strdup(L, name);
    hook->fold = (enum host_fold)way;
    host_note_entry(L, HOST_ENTRY_HOOK, host->hook_rule_count - 1, spec_text(L, 1, "help", ""));
    host_handle_push(L, HOST_HANDLE_HOOK, host->hook_rule_count - 1);
    return 1;
}

static int hook_on(lua_State *L) {
    struct host *host = host_declaring(L);
    const struct host_handle *handle = host_handle_of(L, 1, HOST_HANDLE_HOOK);
    if (!handle)
        return luaL_error(L, "on: expected a hook, found %s; write hook:on(...)",
                          host_describe(L, 1));
    lua_settop(L, 2);
    host_check_function(L, 2, "on");
    struct host_hook_rule *hook = &host->hook_rule[handle->index];
    struct host_listener *listener =
        host_grow(L, &hook->listeners, &hook->listener_count, sizeof *listener);

    /* No reference until all copies are made: each may raise. */
    listener->ref = LUA_NOREF;
    listener->origin = host_origin(L);
    listener->module = host_strdup(L, host_module_name(host));

    lua_pushvalue(L, 2);
    listener->ref = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

/* Fold the result of a listener (on top of the stack) into the value in slot 1. False to stop. */
static bool fold(lua_State *L, const struct host_hook_rule *hook) {
    bool go_on = true;
    /* Slot 1 is the value so far; slot 2 the first argument, which a pipe replaces. */
    switch (hook->fold) {
    case HOST_FOLD_FIRST:
        go_on = lua_isnil(L, -1);
        /* Ends at the first result that is not nil. */
        lua_copy(L, -1, 1);
        break;
    case HOST_FOLD_SUM:
        if (!lua_isinteger(L, -1))
            luaL_error(L,
                       "the hook '%s' sums its results: a listener must return an integer, not %s",
                       hook->name, host_describe(L, -1));
        lua_pushinteger(L, lua_tointeger(L, 1) + lua_tointeger(L, -1));
        lua_replace(L, 1);
        break;
    case HOST_FOLD_ALL:
        /* Only `false` says no: a listener that returns nothing agrees. */
        go_on = !lua_isboolean(L, -1) || lua_toboolean(L, -1);
        lua_pushboolean(L, go_on);
        lua_replace(L, 1);
        break;
    case HOST_FOLD_PIPE: lua_copy(L, -1, 2); break;
    default: break;
    }
    lua_pop(L, 1);
    return go_on;
}

static int hook_call(lua_State *L) {
    struct host *host = host_of(L);
    int index = ((const struct host_handle *)lua_touserdata(L, 1))->index;
    if (!host->frozen)
        return luaL_error(L, "the hook '%s' can be called only after all modules have loaded",
                          host->hook_rule[index].name);

    const struct host_hook_rule *hook = &host->hook_rule[index];
    if (hook->fold == HOST_FOLD_PIPE && lua_gettop(L) < 2)
        lua_settop(L, 2);

    /* The value of a fold without listeners. */
    int args = lua_gettop(L) - 1;
    if (hook->fold == HOST_FOLD_SUM)
        lua_pushinteger(L, 0);
    else if (hook->fold == HOST_FOLD_ALL)
        lua_pushboolean(L, true);
    else
        lua_pushnil(L);
    lua_replace(L, 1); /* the folded value replaces the handle */

    luaL_checkstack(L, args + 4, "too many values");
    bool go_on = true;
    for (int i = 0; i < hook->listener_count && go_on; i++) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, hook->listeners[i].ref);
        for (int k = 0; k < args; k++)
            lua_pushvalue(L, k + 2);
        lua_call(L, args, hook->fold == HOST_FOLD_EACH ? 0 : 1);
        go_on = hook->fold == HOST_FOLD_EACH || fold(L, hook);
    }

    lua_settop(L, hook->fold == HOST_FOLD_PIPE ? 2 : 1);
    return hook->fold == HOST_FOLD_EACH ? 0 : 1;
}

static int hook_read(lua_State *L) {
    if (lua_type(L, 2) != LUA_TSTRING)
        return luaL_error(L, "a hook is called and cannot be indexed with brackets");
    return host_handle_method(L);
}

static const luaL_Reg HOOK_META[] = {
    {"__index", hook_read}, {"__newindex", host_handle_fixed}, {"__call", hook_call}, {NULL, NULL}};
static const luaL_Reg HOOK_METHODS[] = {{"on", hook_on}, {NULL, NULL}};
const struct host_handle_class host_class_hook = {"a hook", HOOK_META, HOOK_METHODS};
