/* Runs scripts of the program: see script.h. */
#include "author/script.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

enum {
    MOST_MEMORY = 1 << 28, /* bytes of a script and its facts */
    MOST_STEPS = 10000,    /* hooks, */
    EACH_STEP = 100000,    /* each after so many instructions of Lua: some seconds */
    DEEPEST = 40           /* facts inside facts */
};

struct running {
    const struct author_script *scripts;
    const char *name; /* of the script to run */
    const json_t *facts;
    struct mst_buf *out;
    size_t used; /* bytes */
    int steps;
};

/* ---- bounds ---------------------------------------------------------------------------------- */

/* Lua's allocator. What it holds is not an allocation of Muster's: only that of a whole state is
 * refused on purpose (core_mem_refuse), in author_script_run. */
static void *script_allocate(void *context, void *block, size_t old, size_t size) {
    struct running *r = context;
    old = block ? old : 0; /* otherwise it is the type of a new object */

    if (!size) {
        free(block);
        r->used -= old;
        return NULL;
    }
    if (size > old && r->used + (size - old) > MOST_MEMORY)
        return NULL;

    void *made = realloc(block, size);
    if (made)
        r->used += size - old;
    return made;
}

static struct running *running_of(lua_State *L) {
    return *(struct running **)lua_getextraspace(L);
}

static void count_step(lua_State *L, lua_Debug *ar) {
    (void)ar;
    if (++running_of(L)->steps > MOST_STEPS) {
        luaL_where(L, 0); /* here a hook has no level of its own, which luaL_error expects */
        lua_pushstring(L, "the script does not end");
        lua_concat(L, 2);
        lua_error(L);
    }
}

/* ---- facts ----------------------------------------------------------------------------------- */

static void push_fact(lua_State *L, const json_t *fact, int depth);

static void push_array(lua_State *L, const json_t *fact, int depth) {
    lua_createtable(L, (int)json_array_size(fact), 0);
    for (size_t i = 0; i < json_array_size(fact); i++) {
        push_fact(L, json_array_get(fact, i), depth + 1);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

static void push_object(lua_State *L, const json_t *fact, int depth) {
    json_t *object = (json_t *)(uintptr_t)fact; /* iterators of an object want it writable */
    lua_createtable(L, 0, (int)json_object_size(fact));
    for (void *at = json_object_iter(object); at; at = json_object_iter_next(object, at)) {
        push_fact(L, json_object_iter_value(at), depth + 1);
        lua_setfield(L, -2, json_object_iter_key(at));
    }
}

static void push_fact(lua_State *L, const json_t *fact, int depth) {
    if (depth > DEEPEST)
        luaL_error(L, "the facts are too deep");
    luaL_checkstack(L, 4, NULL);

    switch (json_typeof(fact)) {
    case JSON_ARRAY: push_array(L, fact, depth); break;
    case JSON_OBJECT: push_object(L, fact, depth); break;
    case JSON_STRING: lua_pushlstring(L, json_string_value(fact), json_string_length(fact)); break;
    case JSON_INTEGER: lua_pushinteger(L, json_integer_value(fact)); break;
    case JSON_REAL: lua_pushnumber(L, json_real_value(fact)); break;
    case JSON_TRUE: lua_pushboolean(L, true); break;
    case JSON_FALSE: lua_pushboolean(L, false); break;
    case JSON_NULL: lua_pushnil(L); break;
    }
}

/* ---- running --------------------------------------------------------------------------------- */

static const struct author_script *script_named(const struct author_script *scripts,
                                                const char *name) {
    while (scripts->name && strcmp(scripts->name, name) != 0)
        scripts++;
    return scripts->name ? scripts : NULL;
}

/* Push the value of a script, which runs when it is required for the first time. */
static int script_require(lua_State *L) {
    const char *name = luaL_checkstring(L, 1);
    lua_settop(L, 1);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    if (lua_getfield(L, -1, name) != LUA_TNIL)
        return 1;

    const struct author_script *script = script_named(running_of(L)->scripts, name);
    if (!script)
        return luaL_error(L, "there is no script '%s'", name);
    lua_pushfstring(L, "@lua/tools/%s.lua", name);
    if (luaL_loadbufferx(L, (const char *)script->text, script->size, lua_tostring(L, -1), "t"))
        return lua_error(L);
    lua_call(L, 0, 1);

    lua_pushvalue(L, -1); /* stays for later calls, below its name among the loaded */
    lua_setfield(L, 2, name);
    return 1;
}

/* C1, C2: what scripts have, and what of Lua's basic functions they lack. */
static void open_libraries(lua_State *L) {
    static const luaL_Reg libraries[] = {{LUA_GNAME, luaopen_base},
                                         {LUA_TABLIBNAME, luaopen_table},
                                         {LUA_STRLIBNAME, luaopen_string},
                                         {LUA_MATHLIBNAME, luaopen_math},
                                         {LUA_UTF8LIBNAME, luaopen_utf8}};
    static const char *const absent[] = {"pairs",  "next",  "load", "loadfile",
                                         "dofile", "print", "warn", "collectgarbage"};
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        luaL_requiref(L, libraries[i].name, libraries[i].func, 1);
        lua_pop(L, 1);
    }
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
        lua_pushnil(L);
        lua_setglobal(L, absent[i]);
    }
    lua_register(L, "require", script_require);
}

/* Everything that can raise: open, convert, run, and take the text. */
static int run_all(lua_State *L) {
    struct running *r = running_of(L);
    size_t length;
    open_libraries(L);
    lua_pushcfunction(L, script_require);
    lua_pushstring(L, r->name);
    lua_call(L, 1, 1);

    push_fact(L, r->facts, 0);
    lua_call(L, 1, 1);
    if (lua_type(L, -1) != LUA_TSTRING)
        return luaL_error(L, "lua/tools/%s.lua: the script returns no text", r->name);
    const char *text = lua_tolstring(L, -1, &length);
    mst_buf_bytes(r->out, text, length);
    return 0;
}

/* Turn "lua/tools/x.lua:3: text" into an error at "lua/tools/x.lua:3". */
static void blame(lua_State *L, struct mst_error *error) {
    const char *text = lua_tostring(L, -1), *colon = text ? strchr(text, ':') : NULL;
    char at[sizeof error->at] = "";
    size_t digits = colon ? strspn(colon + 1, "0123456789") : 0;
    size_t place = digits ? (size_t)(colon - text) + 1 + digits : 0;

    if (place && place < sizeof at && !strncmp(text + place, ": ", 2)) {
        memcpy(at, text, place);
        text += place + 2;
    }
    mst_fail(error, MST_SCRIPT_ERROR, at, "%s", text ? text : "the script failed");
}

bool author_script_run(const struct author_script *scripts, const char *name,
                       const struct json_t *facts, struct mst_buf *out, struct mst_error *error) {
    struct running r = {.scripts = scripts, .name = name, .facts = facts, .out = out};
    lua_State *L = facts && !core_mem_refused() ? lua_newstate(script_allocate, &r) : NULL;
    int status = LUA_ERRMEM;

    /* lua_newstate protects itself; from here on only lua_pcall runs what may raise an error. */
    if (L) {
        *(struct running **)lua_getextraspace(L) = &r;
        lua_sethook(L, count_step, LUA_MASKCOUNT, EACH_STEP);
        lua_pushcfunction(L, run_all);
        status = lua_pcall(L, 0, 0, 0);
    }

    if (status == LUA_ERRMEM || (status == LUA_OK && out->failed))
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    else if (status != LUA_OK)
        blame(L, error);

    if (L)
        lua_close(L);
    assert(!L || r.used == 0);
    return status == LUA_OK && !out->failed;
}

bool mst_script(const char *name, const struct json_t *facts, struct mst_buf *out,
                struct mst_error *error) {
    return author_script_run(author_scripts, name, facts, out, error);
}
