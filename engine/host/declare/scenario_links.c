/* The entries of a scenario that link it to others, as lua/muster/scenario/links.lua lists them. */
#include "host/internal.h"
#include "muster/scenario.h"

static bool scenario_links_take(lua_State *L, const char *key, const char **text) {
    lua_getfield(L, -1, key);
    *text = mst_strdup(lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "");
    lua_pop(L, 1);
    return *text != NULL;
}

static int64_t scenario_links_number(lua_State *L, const char *key) {
    lua_getfield(L, -1, key);
    int64_t value = lua_tointeger(L, -1);
    lua_pop(L, 1);
    return value;
}

static bool scenario_links_read_value(lua_State *L, struct mst_carried *value) {
    lua_getfield(L, -1, "flag");
    value->flag = lua_toboolean(L, -1);
    lua_pop(L, 1);
    value->min = scenario_links_number(L, "min");
    value->max = scenario_links_number(L, "max");
    value->fallback = scenario_links_number(L, "default");
    return scenario_links_take(L, "name", &value->name) &&
           scenario_links_take(L, "help", &value->help);
}

/* Read the list of values under `key` of the table on top of the stack. */
static bool read_values(lua_State *L, const char *key, struct mst_carried **values, int *count) {
    lua_getfield(L, -1, key);
    int length = (int)luaL_len(L, -1);
    *values = mst_calloc((size_t)length + 1, sizeof **values);
    /* Counted one by one, so that after a failure the texts up to there are freed. */
    bool done = *values != NULL;
    for (*count = 0; done && *count < length; lua_pop(L, 1)) {
        lua_rawgeti(L, -1, *count + 1);
        done = scenario_links_read_value(L, &(*values)[(*count)++]);
    }
    lua_pop(L, 1);
    return done;
}

static bool read_list(lua_State *L, struct host_scenario *scenario) {
    lua_getfield(L, -1, "links");
    int length = (int)luaL_len(L, -1);
    scenario->links = mst_calloc((size_t)length + 1, sizeof *scenario->links);
    /* Counted as they are read, so that a failure midway frees what is there. */
    bool done = scenario->links != NULL;

    for (; done && scenario->link_count < length; lua_pop(L, 1)) {
        struct mst_outcome *link = &scenario->links[scenario->link_count++];
        lua_rawgeti(L, -1, scenario->link_count);
        done = scenario_links_take(L, "ending", &link->ending) &&
               scenario_links_take(L, "to", &link->to) &&
               scenario_links_take(L, "says", &link->says);

        lua_getfield(L, -1, "always");
        link->always = lua_toboolean(L, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return done;
}

bool host_scenario_read_links(lua_State *L, struct host_scenario *scenario) {
    return read_values(L, "brings", &scenario->brings, &scenario->bring_count) &&
           read_values(L, "carries", &scenario->carries, &scenario->carry_count) &&
           read_list(L, scenario);
}

static void free_text(const char *text) {
    mst_free((void *)(uintptr_t)text);
}

static void free_values(struct mst_carried *values, int count) {
    for (int i = 0; i < count; i++) {
        free_text(values[i].name);
        free_text(values[i].help);
    }
    mst_free(values);
}

void host_scenario_clear_links(struct host_scenario *scenario) {
    free_values(scenario->brings, scenario->bring_count);
    free_values(scenario->carries, scenario->carry_count);
    for (int i = 0; i < scenario->link_count; i++) {
        free_text(scenario->links[i].ending);
        free_text(scenario->links[i].to);
        free_text(scenario->links[i].says);
    }
    mst_free(scenario->links);
}
