/* Modules that pause while they load. Each runs in a separate coroutine, which shares the budget,
 * memory limit and faults of the state. Coroutines are created, run and dropped here; rules cannot
 * use them. */
#include <assert.h>

#include "host/sandbox/sandbox_state.h"

/* Push a new coroutine. Like the stack of the state, its stack is not charged. */
static lua_State *new_thread(lua_State *L) {
    struct sandbox_memory *m = &sandbox_of(L)->memory;
    /* Room first: the allocator records the new stack, and cannot grow the list itself (M1). */
    size_t size = (size_t)(m->stack_count + 1) * sizeof *m->stacks;
    void **stacks = mst_realloc(m->stacks, size);
    if (!stacks)
        sandbox_fail(L, MST_NO_MEMORY, NULL, "out of memory while starting a module");
    m->stacks = stacks;

    m->threading = true;
    lua_State *thread = lua_newthread(L);
    m->threading = false;
    return thread;
}

/* Run the coroutine of the module being loaded, with `args` values on its stack. Keeps its value
 * when it ends. Returns true if it paused. */
static bool sandbox_pause_run(lua_State *L, lua_State *thread, int args) {
    struct sandbox *s = sandbox_of(L);
    struct sandbox_source *source = s->loading;
    assert(source);
    int results = 0;
    int status = lua_resume(thread, L, args, &results);

    /* The line noted last may be of the caller. */
    s->noted.line = 0;
    if (status == LUA_YIELD) {
        /* It waits on the list of sources: the one that required it continues. */
        source->yielded = results;
        s->loading = source->requirer;
        return true;
    }

    if (status != LUA_OK)
        sandbox_pass_on(L, thread, status);
    /* The main chunk may return any number of values; `require` has one. */
    lua_settop(thread, lua_gettop(thread) - results + 1);
    lua_xmove(thread, L, 1);
    sandbox_keep_value(L);
    luaL_unref(L, LUA_REGISTRYINDEX, source->thread);
    source->thread = LUA_NOREF;
    return false;
}

/* Argument: name. Returns whether the module paused. */
static int begin_module(lua_State *L) {
    const char *name = lua_touserdata(L, 1);
    sandbox_check_name(L, name);
    const struct sandbox_source *known = sandbox_find_source(sandbox_of(L), name);

    /* Begun before, for another module that requires it: it paused, or has ended. */
    if (known) {
        lua_pushboolean(L, known->thread != LUA_NOREF);
        return 1;
    }

    lua_State *thread = new_thread(L); /* name, thread */
    sandbox_load_source(L, name);
    lua_xmove(L, thread, 1);
    /* The registry keeps the coroutine alive while it waits. */
    sandbox_of(L)->loading->thread = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_pushboolean(L, sandbox_pause_run(L, thread, 0));
    return 1;
}

static int resume_module(lua_State *L) {
    struct sandbox *s = sandbox_of(L);
    struct sandbox_source *source = sandbox_find_source(s, lua_touserdata(L, 1));
    /* It has no pause: it ended when it began. */
    if (!source || source->thread == LUA_NOREF)
        return 0;

    lua_rawgeti(L, LUA_REGISTRYINDEX, source->thread);
    /* Another module may resume it than the one that began it; a cycle is reported by who waits
     * now. */
    source->requirer = s->loading;
    s->loading = source;
    sandbox_pause_run(L, lua_tothread(L, -1), source->yielded);
    return 0;
}

static enum mst_status sandbox_pause_call(lua_State *L, lua_CFunction function, const char *module,
                                          int results, struct mst_error *error) {
    if (!lua_checkstack(L, 6))
        return mst_fail(error, MST_NO_MEMORY, "", "out of memory while loading '%s'", module);
    lua_pushcfunction(L, function);
    lua_pushlightuserdata(L, (void *)(size_t)module);
    return sandbox_call(L, 1, results, error);
}

enum mst_status sandbox_begin(lua_State *L, const char *module, bool *paused,
                              struct mst_error *error) {
    enum mst_status status = sandbox_pause_call(L, begin_module, module, 1, error);
    *paused = status == MST_OK && lua_toboolean(L, -1);
    if (status == MST_OK)
        lua_pop(L, 1);
    return status;
}

enum mst_status sandbox_resume(lua_State *L, const char *module, struct mst_error *error) {
    return sandbox_pause_call(L, resume_module, module, 0, error);
}

bool sandbox_may_pause(lua_State *L) {
    lua_Debug ar;
    /* 'm': the caller is a main chunk. It is the outermost function of its coroutine: a module that
     * was loaded by `require` inside another cannot pause. */
    return lua_isyieldable(L) && lua_getstack(L, 1, &ar) && lua_getinfo(L, "S", &ar) &&
           ar.what[0] == 'm' && !lua_getstack(L, 2, &ar);
}

int sandbox_pause(lua_State *L, int results) {
    return lua_yield(L, results);
}
