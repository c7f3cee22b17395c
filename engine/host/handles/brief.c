/* Brief functions: those that run as Lua and end soon for certain, since they have no loop and call
 * only words that do not call Lua. They cannot reach the first count hook (sandbox.c), so they run
 * without one, and read the globals, which they do not assign, from their table itself. Both change
 * nothing but the time that they take. */
#include <string.h>

#include "host/handles/handle_parts.h"
#include "host/syntax/recover.h"
#include "host/handles/words.h"

/* Nodes of a brief function. A node is a few instructions, of which 1000 pass before the hook. */
enum { MOST_NODES = 150 };

static bool is_brief_word(lua_State *L, const char *name) {
    static const char *const others[] = {"need", "choose", "choose_step", "possible"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(name, others[i]))
            return false;

    /* The words above call Lua, or leave the function. */
    sandbox_env(L);
    lua_pushstring(L, name);
    lua_rawget(L, -2);
    bool word =
        host_word_of(lua_tocfunction(L, -1)) != HOST_WORD_COUNT || !strcmp(name, "tostring");
    lua_pop(L, 2);
    return word;
}

static bool is_brief(lua_State *L, const struct syn_node *list, int *nodes) {
    for (const struct syn_node *n = list; n; n = n->next) {
        if (++*nodes > MOST_NODES)
            return false;
        /* Calls, and what could reach or change the globals, need a closer look. What is listed
         * below ends by itself; everything else (loops, functions, tables, methods, goto) is not
         * brief. */
        switch ((enum syn_kind)n->kind) {
        case SYN_CALL:
            if (n->a->kind != SYN_GLOBAL || !is_brief_word(L, n->a->s))
                return false;
            /* The call of a word by its own name: a local may be any function. */
            break;
        case SYN_GLOBAL:
            if (!strcmp(n->s, "_ENV"))
                return false;
            /* read_directly replaces the table of globals, which must not be seen. */
            break;
        case SYN_ASSIGN:
            /* A global variable is written through the protected table, which refuses. */
            for (const struct syn_node *to = n->a; to; to = to->next)
                if (to->kind == SYN_GLOBAL)
                    return false;
            break;
        case SYN_NIL:
        case SYN_TRUE:
        case SYN_FALSE:
        case SYN_INT:
        case SYN_FLOAT:
        case SYN_STRING:
        case SYN_LOCAL:
        case SYN_INDEX:
        case SYN_BINARY:
        case SYN_UNARY:
        case SYN_PAREN:
        case SYN_DECLARE:
        case SYN_DO_CALL:
        case SYN_DO:
        case SYN_IF:
        case SYN_RETURN: break;
        default: return false;
        }

        if (!is_brief(L, n->a, nodes) || !is_brief(L, n->b, nodes) || !is_brief(L, n->c, nodes))
            return false;
    }
    return true;
}

/* Let the function in slot 1 read the globals from the raw table. Slot 2 is a function whose first
 * upvalue is that table. */
static void read_directly(lua_State *L) {
    /* upvaluejoin, not setupvalue: the upvalue is shared with other functions, which keep
     * theirs. */
    const char *name;
    for (int i = 1; (name = lua_getupvalue(L, 1, i)); i++) {
        lua_pop(L, 1);
        if (!strcmp(name, "_ENV"))
            lua_upvaluejoin(L, 1, i, 2, 1);
    }
}

/* Slot 1 is the number of a function in the registry. */
static int shorten(lua_State *L) {
    struct host *host = host_of(L);
    int ref = (int)lua_tointeger(L, 1), nodes = 0;
    struct mst_error error = {0};
    lua_rawgeti(L, LUA_REGISTRYINDEX, ref);
    lua_replace(L, 1);

    const struct syn_function *fn = syn_recover_function(L, 1, NULL, &error);
    if (error.status == MST_NO_MEMORY)
        host_raise_error(L, &error);

    if (!fn || fn->vararg || !is_brief(L, fn->body, &nodes))
        return 0;

    /* A chunk has _ENV as its only upvalue: a place from which to share the raw table. */
    if (luaL_loadstring(L, "") != LUA_OK)
        sandbox_no_memory(L);
    sandbox_env(L);
    lua_setupvalue(L, 2, 1);
    read_directly(L);

    while (host->brief_count <= ref)
        *(bool *)host_grow(L, &host->brief, &host->brief_count, sizeof *host->brief) = false;
    host->brief[ref] = true;
    return 0;
}

static enum mst_status brief_look_at(struct host *host, int ref, struct mst_error *error) {
    if (ref < 0)
        return MST_OK;

    lua_pushcfunction(host->L, shorten);
    lua_pushinteger(host->L, ref);
    return sandbox_call(host->L, 1, 0, error);
}

enum mst_status host_find_brief(struct host *host, struct mst_error *error) {
    const struct core_rules *rules = host->rules;
    enum mst_status status = MST_OK;
    for (int i = 0; i < rules->function_count && status == MST_OK; i++)
        status = brief_look_at(host, rules->functions[i].function, error);
    for (int i = 0; i < rules->event_count; i++)
        for (int k = 0; k < rules->events[i].listener_count && status == MST_OK; k++)
            status = brief_look_at(host, rules->events[i].listeners[k].function, error);
    return status;
}
