/* Handles of decisions and steps, and the flow: the list of everything that can be pending. Modules
 * define its entries with `function flow.name() ... end`. */
#include <stdio.h>
#include <string.h>

#include "host/handles/handle_parts.h"
#include "host/declare/spec.h"

/* ---- decisions ------------------------------------------------------------------------------- */

static int decision_read(lua_State *L) {
    const struct host_handle *handle = lua_touserdata(L, 1);
    const struct core_decision *decision = &host_of(L)->rules->decisions[handle->index];
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    if (strcmp(key, "name") != 0 && strcmp(key, "title") != 0)
        return luaL_error(L, "%s has 'name' and 'title', but no %s", host_describe(L, 1),
                          host_describe(L, 2));
    lua_pushstring(L, *key == 'n' ? decision->name : decision->title);
    return 1;
}

/* The function of a decision that can be written under that key, or NULL. */
static int *decision_function(lua_State *L, int index, const char *key) {
    /* A decision of one seat has `seat` and `empty`; one that several take together `seats` and
     * `reveal`. */
    struct host_decision_rule *rule = host_decision_rule(L, index);
    bool together = host_of(L)->rules->decisions[index].together;
    if (!strcmp(key, "seat") || !strcmp(key, "empty"))
        return together ? NULL : *key == 's' ? &rule->seat : &rule->empty;
    if (!strcmp(key, "seats") || !strcmp(key, "reveal"))
        return !together ? NULL : *key == 's' ? &rule->seats : &rule->reveal;
    return NULL;
}

/* flow.counter.seat = function ... end, and the same for the other functions of a decision. */
static int decision_write(lua_State *L) {
    const struct host_handle *handle = lua_touserdata(L, 1);
    host_declaring(L);
    const struct core_decision *decision = &host_of(L)->rules->decisions[handle->index];
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";

    int *ref = decision->automatic ? NULL : decision_function(L, handle->index, key);
    if (!ref)
        return luaL_error(L, "%s: only '%s' and '%s' of a decision can be set, not %s",
                          host_describe(L, 1), decision->together ? "seats" : "seat",
                          decision->together ? "reveal" : "empty", host_describe(L, 2));
    *ref = host_keep_function(L, 3, key);
    return 0;
}

static int decision_call(lua_State *L) {
    return luaL_error(L, "%s cannot be called: write go(...)", host_describe(L, 1));
}

static const luaL_Reg DECISION_META[] = {{"__index", decision_read},
                                         {"__newindex", decision_write},
                                         {"__call", decision_call},
                                         {NULL, NULL}};
const struct host_handle_class host_class_decision = {"a decision", DECISION_META, NULL};

/* ---- the flow -------------------------------------------------------------------------------- */

/* The name under `key` in the table in slot 1, or NULL. */
static const char *entry_name(lua_State *L, const char *key) {
    return spec_text(L, 1, key, NULL);
}

static void copy_entry_title(lua_State *L, struct core_decision *decision) {
    if (lua_rawgeti(L, 1, 1) == LUA_TSTRING) {
        if (strlen(lua_tostring(L, -1)) >= sizeof decision->title)
            luaL_error(L, "'%s': the title must have at most %d characters: '%s'", decision->name,
                       (int)sizeof decision->title - 1, lua_tostring(L, -1));
        snprintf(decision->title, sizeof decision->title, "%s", lua_tostring(L, -1));
    }
    lua_pop(L, 1);
}

static int add_entry_decision(lua_State *L, const char *name, bool automatic, int flow_seat) {
    int index = host_add_decision(L, name, automatic);
    struct core_decision *decision = &host_of(L)->rules->decisions[index];
    copy_entry_title(L, decision);

    struct host_decision_rule *rule = host_decision_rule(L, index);
    host_keep_decision(L, rule);

    /* The seat of the flow stands for decisions that declare none. */
    if (!automatic && !decision->chance && !decision->together && rule->seat == LUA_NOREF &&
        !lua_isnil(L, flow_seat))
        rule->seat = host_keep_function(L, flow_seat, "'seat' of the flow");
    return index;
}

/* Add an entry: the table in slot 1, for the flow whose number is in slot 2 and whose `seat` is in
 * slot 3. */
static int flow_add_entry(lua_State *L) {
    struct host *host = host_of(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    int flow = (int)lua_tointeger(L, 2);
    const char *decision = entry_name(L, "decision"), *step = entry_name(L, "step");
    const char *procedure = entry_name(L, "procedure");
    const char *name = decision ? decision : step ? step : procedure;

    if (!name || (decision != NULL) + (step != NULL) + (procedure != NULL) != 1)
        return luaL_error(L,
                          "muster.flow: an entry needs one of 'decision', 'step' and 'procedure'");
    spec_keys(L, 1, "an entry of the flow",
              "decision step procedure seat chance empty together seats reveal when title rule");

    for (int i = 0; i < host->flows[flow].entry_count; i++)
        if (!strcmp(host->flows[flow].entries[i].name, name))
            return luaL_error(L, "muster.flow: '%s' is declared twice", name);

    /* An entry that is left out keeps its name, so that its functions may still be written. */
    lua_getfield(L, 1, "when");
    bool out = !lua_isnil(L, -1) && !lua_toboolean(L, -1);
    lua_pop(L, 1);
    int index = -1;
    if (!out && procedure)
        index = host_add_rule(L, HOST_RULE_PROCEDURE, name, 0);
    else if (!out)
        index = add_entry_decision(L, name, step != NULL, 3);

    struct host_flow_entry *entry =
        host_grow(L, &host->flows[flow].entries, &host->flows[flow].entry_count, sizeof *entry);
    snprintf(entry->name, sizeof entry->name, "%s", name);
    entry->kind = procedure ? HOST_HANDLE_PROCEDURE : HOST_HANDLE_DECISION;
    entry->index = index;
    return 0;
}

int host_declare_flow(lua_State *L) {
    struct host *host = host_declaring(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    spec_keys(L, 1, "muster.flow", "seat");
    lua_getfield(L, 1, "seat");

    /* By number, as declarations inside an entry could move the list. */
    int flow = host->flow_count;
    host_grow(L, &host->flows, &host->flow_count, sizeof *host->flows);
    host->flows[flow].origin = host_origin(L);
    for (int i = 1; i <= (int)luaL_len(L, 1); i++) {
        /* A call for each entry: its table is in slot 1, where declarations read it. */
        lua_pushcfunction(L, flow_add_entry);
        lua_rawgeti(L, 1, i);
        lua_pushinteger(L, flow);
        lua_pushvalue(L, 2);
        lua_call(L, 3, 0);
    }
    host_handle_push(L, HOST_HANDLE_FLOW, flow);
    return 1;
}

/* The entry named by the key in slot 2. */
static struct host_flow_entry *flow_entry(lua_State *L) {
    const struct host_handle *handle = lua_touserdata(L, 1);
    struct host_flow *flow = &host_of(L)->flows[handle->index];
    if (lua_type(L, 2) != LUA_TSTRING)
        luaL_error(L, "a flow is read by name, not by %s", host_describe(L, 2));
    struct mst_nearest nearest = {.wanted = lua_tostring(L, 2)};
    char hint[MST_HINT_SIZE];
    /* A flow has few entries. */
    for (int i = 0; i < flow->entry_count; i++)
        if (!strcmp(flow->entries[i].name, nearest.wanted))
            return &flow->entries[i];
    for (int i = 0; i < flow->entry_count; i++)
        mst_nearest_offer(&nearest, flow->entries[i].name);
    luaL_error(L, "the flow at %s has no '%s'%s", flow->origin, nearest.wanted,
               mst_hint(nearest.best, hint));
    return NULL;
}

static int flow_read(lua_State *L) {
    const struct host_flow_entry *entry = flow_entry(L);
    if (entry->index < 0)
        return luaL_error(L, "'%s' is left out of the flow: its 'when' does not hold", entry->name);
    host_handle_push(L, entry->kind, entry->index);
    return 1;
}

/* function flow.name() ... end: the function of a step or a procedure. */
static int flow_write(lua_State *L) {
    struct host *host = host_declaring(L);
    const struct host_flow_entry *entry = flow_entry(L);
    if (!lua_isfunction(L, 3))
        return luaL_error(L, "flow.%s: expected a function, found %s", entry->name,
                          host_describe(L, 3));
    if (entry->index < 0)
        return 0; /* the entry is left out, so its function is never used */

    if (entry->kind == HOST_HANDLE_PROCEDURE) {
        struct host_rule *rule = &host->rule[entry->index];
        if (rule->layer_count)
            return luaL_error(L, "the procedure '%s' is defined twice: first at %s", entry->name,
                              rule->layers[0].origin);
        host_add_layer(L, rule, 3, HOST_JOIN_REPLACE);
        return 0;
    }

    struct host_decision_rule *rule = host_decision_rule(L, entry->index);
    if (!host->rules->decisions[entry->index].automatic)
        return luaL_error(L, "'%s' is a decision: its moves define what happens there",
                          entry->name);
    if (rule->run != LUA_NOREF)
        return luaL_error(L, "the step '%s' is defined twice", entry->name);
    rule->run = host_keep_function(L, 3, "a step");
    return 0;
}

static const luaL_Reg FLOW_META[] = {
    {"__index", flow_read}, {"__newindex", flow_write}, {NULL, NULL}};
const struct host_handle_class host_class_flow = {"a flow", FLOW_META, NULL};
