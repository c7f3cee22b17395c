/* Scenarios: a file that returns a table, which lua/muster/scenario/manifest.lua checks and turns
 * into a ruleset; the module muster.scenario loads it. */
#include <stdio.h>
#include <string.h>

#include "host/internal.h"
#include "host/declare/spec.h"
#include "muster/scenario.h"

enum { ALIAS_SLOTS = 4 };
static const char alias[] = "scenario", manifest[] = "muster.scenario.manifest";

/* Copy the text under `key` of the table on top of the stack. False when out of memory. */
static bool scenario_take(lua_State *L, const char *key, char **text) {
    lua_getfield(L, -1, key);
    *text = mst_strdup(lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "");
    lua_pop(L, 1);
    return *text != NULL;
}

/* The win share that the table of a seat, on top of the stack, promises under `key`. */
static struct mst_promise read_promise(lua_State *L, const char *key) {
    struct mst_promise promise = {0};
    if (lua_getfield(L, -1, key) == LUA_TTABLE) {
        lua_rawgeti(L, -1, 1);
        lua_rawgeti(L, -2, 2);
        promise = (struct mst_promise){(int)lua_tointeger(L, -2), (int)lua_tointeger(L, -1)};
        lua_pop(L, 2);
    }
    lua_pop(L, 1);
    return promise;
}

/* Arguments: the table that the manifest gives, the scenario. Returns whether memory sufficed. */
static int read_manifest(lua_State *L) {
    struct host_scenario *scenario = lua_touserdata(L, 2);
    lua_settop(L, 1);
    bool done =
        scenario_take(L, "ini", &scenario->ini) && scenario_take(L, "game", &scenario->game) &&
        scenario_take(L, "author", &scenario->author) &&
        scenario_take(L, "story", &scenario->story) &&
        scenario_take(L, "unreached", &scenario->unreached) &&
        scenario_take(L, "campaign", &scenario->campaign) && host_scenario_read_links(L, scenario);

    /* The manifest was checked by Lua, so numbers are numbers. */
    lua_getfield(L, 1, "difficulty");
    scenario->difficulty = (int)lua_tointeger(L, -1);
    lua_getfield(L, 1, "puzzle_turns");
    scenario->puzzle_turns = (int)lua_tointeger(L, -1);
    lua_getfield(L, 1, "puzzle_seat");
    scenario->puzzle_seat = (int)lua_tointeger(L, -1);

    lua_settop(L, 2);
    lua_getfield(L, 1, "seats");
    for (int seat = 0; done && seat < MST_MOST_SEATS; seat++) {
        lua_rawgeti(L, 3, seat + 1);
        /* A seat that the scenario leaves open has no table. */
        if (lua_istable(L, -1))
            done = scenario_take(L, "name", &scenario->seats[seat].name) &&
                   scenario_take(L, "computer", &scenario->seats[seat].computer);
        if (lua_istable(L, -1)) {
            scenario->seats[seat].promise = read_promise(L, "wins");
            scenario->seats[seat].levels = read_promise(L, "levels");
        }
        lua_pop(L, 1);
    }

    lua_pushboolean(L, done);
    return 1;
}

enum mst_status host_scenario(struct host *host, const char *path, const char *shown,
                              struct host_scenario *scenario, struct mst_error *error) {
    lua_State *L = host->L;
    if (!lua_checkstack(L, ALIAS_SLOTS) || !sandbox_alias(L, alias, path, shown))
        return mst_fail(error, MST_NO_MEMORY, "", "out of memory");

    enum mst_status status = sandbox_require_module(L, manifest, error);
    if (status != MST_OK && !strncmp(error->at, "lua/muster/", 11))
        snprintf(error->at, sizeof error->at, "%s", shown); /* what it checks is the fault */
    if (status != MST_OK)
        return status;

    /* Reading fields may raise for lack of memory, hence in a call of its own (S1). */
    lua_pushcfunction(L, read_manifest);
    lua_insert(L, -2);
    lua_pushlightuserdata(L, scenario);
    status = sandbox_call(L, 2, 1, error);
    if (status != MST_OK)
        return status;

    bool done = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return done ? MST_OK : mst_fail(error, MST_NO_MEMORY, "", "out of memory");
}

enum mst_status host_scenario_reference(struct host *host, struct mst_buf *out,
                                        struct mst_error *error) {
    enum mst_status status = sandbox_require_module(host->L, "muster.scenario.reference", error);
    if (status != MST_OK)
        return status;
    mst_buf_puts(out, lua_type(host->L, -1) == LUA_TSTRING ? lua_tostring(host->L, -1) : "");
    lua_pop(host->L, 1);
    return MST_OK;
}

void host_scenario_clear(struct host_scenario *scenario) {
    /* Also after a failure midway: what was not read is NULL. */
    mst_free(scenario->ini);
    mst_free(scenario->game);
    mst_free(scenario->author);
    mst_free(scenario->story);
    mst_free(scenario->unreached);
    mst_free(scenario->campaign);
    host_scenario_clear_links(scenario);
    for (int seat = 0; seat < MST_MOST_SEATS; seat++) {
        mst_free(scenario->seats[seat].name);
        mst_free(scenario->seats[seat].computer);
    }
    memset(scenario, 0, sizeof *scenario);
}

void host_known(struct host *host, const char *const *names, size_t count) {
    host->known = names;
    host->known_count = count;
}

int host_declare_modules(lua_State *L) {
    const struct host *host = host_of(L);
    lua_newtable(L);
    for (size_t i = 0; i < host->known_count; i++)
        if (host->on(host->context, host->known[i])) {
            lua_pushstring(L, host->known[i]);
            lua_rawseti(L, -2, luaL_len(L, -2) + 1);
        }
    return 1;
}
