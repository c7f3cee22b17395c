/* Debugging aids for rules: print, and muster.pause, which opens a prompt at the current line. Both
 * write to standard error; the match does not depend on them. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host/handles/handle_parts.h"

enum { MOST_LINE = 400 };

/* ---- values ---------------------------------------------------------------------------------- */

static void say_set(lua_State *L, const struct host_set_handle *set) {
    const struct core_board *board = host_of(L)->rules->schema->board;
    const char *before = "";
    mst_warn("{");
    for (int zone = 0; zone < board->zones; zone++)
        if (host_set_has(set->words, zone)) {
            mst_warn("%s%s", before, board->names[zone]);
            before = " ";
        }
    mst_warn("}");
}

static void say_list(lua_State *L, const struct host_handle *handle) {
    struct host_walk walk = {.over = handle};
    const char *before = "";
    mst_warn("(");
    for (int64_t value; host_walk_next(L, &walk, &value); before = " ")
        mst_warn("%s%lld", before, (long long)value);
    mst_warn(")");
}

static void say_value(lua_State *L, int index) {
    const struct host_handle *handle = host_handle_at(L, index);
    index = lua_absindex(L, index);

    /* Sets and lists are written out here; handles of other kinds are described like any value. */
    if (handle && handle->kind == HOST_HANDLE_SET) {
        say_set(L, (const void *)handle);
    } else if (handle && (handle->kind == HOST_HANDLE_PIECES || handle->kind == HOST_HANDLE_RANGE ||
                          handle->kind == HOST_HANDLE_DOMAIN)) {
        say_list(L, handle);
    } else if (lua_type(L, index) == LUA_TSTRING) {
        mst_warn("%s", lua_tostring(L, index));
    } else if (lua_type(L, index) == LUA_TNUMBER) {
        /* A copy, for lua_tostring would change the value itself. */
        lua_pushvalue(L, index);
        mst_warn("%s", lua_tostring(L, -1));
        lua_pop(L, 1);
    } else {
        /* A description may stay on the stack. */
        int top = lua_gettop(L);
        mst_warn("%s", host_describe(L, index));
        lua_settop(L, top);
    }
}

/* print(...): print the values after the current line. */
int host_print_values(lua_State *L) {
    char at[200];
    int count = lua_gettop(L);
    sandbox_where(L, at, sizeof at);
    mst_warn("%s:", at);
    for (int i = 1; i <= count; i++) {
        mst_warn(" ");
        say_value(L, i);
    }
    mst_warn("\n");
    sandbox_charge(L, 20);
    return 0;
}

/* ---- the prompt ------------------------------------------------------------------------------ */

/* Push a table of the upvalues and locals of the function of `ar`; locals shadow upvalues, and nil
 * values are missing. With `say` they are also printed. */
static void push_names(lua_State *L, lua_Debug *ar, bool say) {
    const char *name;
    lua_newtable(L);
    int table = lua_gettop(L);
    lua_getinfo(L, "f", ar);

    for (int i = 1; (name = lua_getupvalue(L, table + 1, i)); i++)
        lua_setfield(L, table, name);
    lua_settop(L, table);

    /* Locals come second, and inner ones last: each replaces the one that it shadows. */
    for (int i = 1; (name = lua_getlocal(L, ar, i)); i++) {
        if (*name == '(') {
            /* "(for state)" and the like: no name that could be typed. */
            lua_pop(L, 1);
            continue;
        }

        if (say) {
            mst_warn("  %s = ", name);
            say_value(L, -1);
            mst_warn("\n");
        }
        lua_setfield(L, table, name);
    }
}

/* Evaluate a line with a table of names, and print the result. */
static int debug_evaluate(lua_State *L) {
    const char *text = lua_pushfstring(L, "return %s", (const char *)lua_touserdata(L, 1));

    /* Unknown names are looked up among the globals, through the protected table. */
    lua_newtable(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, 2);

    int status = luaL_loadbufferx(L, text, strlen(text), "=line", "t");
    if (status == LUA_ERRMEM)
        return sandbox_no_memory(L);
    if (status != LUA_OK)
        return lua_error(L);

    /* The first upvalue of a chunk is its _ENV. */
    lua_pushvalue(L, 2);
    lua_setupvalue(L, -2, 1);
    int base = lua_gettop(L) - 1;
    lua_call(L, 0, LUA_MULTRET);

    mst_warn(" ");
    for (int i = base + 1; i <= lua_gettop(L); i++) {
        mst_warn(" ");
        say_value(L, i);
    }
    mst_warn("\n");
    return 0;
}

static void debug_answer(lua_State *L, lua_Debug *ar, char *line) {
    struct host *host = host_of(L);
    struct mst_error error;
    bool reading = host->reading;
    struct host_ask *ask = host->ask;

    lua_pushcfunction(L, debug_evaluate);
    lua_pushlightuserdata(L, line);
    push_names(L, ar, false);

    /* A1: what is typed must not change the match. An error ends the line, not the rules. */
    host->reading = true;
    if (sandbox_call(L, 2, 0, &error) != MST_OK)
        mst_warn("  %s%s\n", error.text,
                 strstr(error.text, "'?") || !strstr(error.text, "there is no '")
                     ? ""
                     : "; the prompt knows the names that the rule uses: add a line that uses it");

    host->ask = ask;
    host->reading = reading;
}

static void say_where(lua_State *L) {
    lua_Debug ar;
    for (int level = 1; lua_getstack(L, level, &ar); level++) {
        lua_getinfo(L, "Sl", &ar);
        if (ar.currentline > 0)
            mst_warn("  %s:%d\n", ar.source + 1, ar.currentline);
    }
}

/* muster.pause(): open a prompt at the current line, until an empty input line. */
int host_pause(lua_State *L) {
    char at[200], line[MOST_LINE];
    lua_Debug ar;
    sandbox_where(L, at, sizeof at);
    /* Level 0 is this function, level 1 the rule. */
    if (!lua_getstack(L, 1, &ar))
        return 0;

    /* Rules as Lua are chosen to debug, perhaps from a script; otherwise a match without a person
     * must not wait. */
    if (host_of(L)->path != HOST_PATH_LUA && !isatty(STDIN_FILENO)) {
        mst_warn("%s: muster.pause() needs a terminal, or --path lua\n", at);
        return 0;
    }

    lua_settop(L, 0);
    mst_warn("%s: type a name, an expression, 'locals' or 'where'; an empty line continues\n", at);
    while (mst_warn("> "), fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        if (!*line)
            break;
        if (!strcmp(line, "locals"))
            push_names(L, &ar, true);
        else if (!strcmp(line, "where"))
            say_where(L);
        else
            debug_answer(L, &ar, line);

        lua_settop(L, 0);
    }
    return 0;
}
