/* The hooks of loaded rules: what other modules can hold on to, each with what its declaration says
 * of it. Queries, events and lists are noted while modules load; moves and decisions tell of
 * themselves. hooks_print.c prints them. */
#include "host/internal.h"
#include "host/spec.h"

static struct mst_hook *note_hook(lua_State *L, enum mst_hook_kind kind, int index,
                                  const char *head, const char *help) {
    struct mst_host *host = mst_host_of(L);
    struct mst_hook *hook = mst_host_grow(L, &host->hooks, &host->hook_count, sizeof *hook);
    hook->kind = kind;
    hook->index = index;
    hook->head = mst_host_strdup(L, head);
    hook->help = mst_host_strdup(L, help);
    hook->origin = mst_host_origin(L);
    return hook;
}

void mst_host_add_hook(lua_State *L, enum mst_hook_kind kind, int index, const char *head,
                       const char *help) {
    note_hook(L, kind, index, head, help);
}

int mst_host_declare_list(lua_State *L) {
    if (mst_host_of(L)->frozen)
        return luaL_error(L, "lists for other modules are made while modules load");
    luaL_checktype(L, 1, LUA_TTABLE);
    spec_keys(L, 1, "muster.list", "help");
    lua_settop(L, 1);
    lua_rawgeti(L, 1, 1);
    const char *name = luaL_checkstring(L, 2);
    struct mst_hook *hook = note_hook(L, MST_HOOK_LIST, 0, name, spec_text(L, 1, "help", ""));
    lua_newtable(L);
    lua_pushvalue(L, -1);
    hook->index = luaL_ref(L, LUA_REGISTRYINDEX);
    return 1;
}

void mst_host_free_hooks(struct mst_host *host) {
    for (int i = 0; i < host->hook_count; i++) {
        mst_free(host->hooks[i].head);
        mst_free(host->hooks[i].help);
        mst_free(host->hooks[i].origin);
    }
    mst_free(host->hooks);
}
