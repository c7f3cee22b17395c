/* Binding, at the end of loading. Every function of a declaration is put into the tables of
 * core/rules.h, so that the rules can run as Lua; lowering then replaces functions with code where
 * it can. This file also frees them. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "host/handles/handle_parts.h"

/* ---- decisions and events -------------------------------------------------------------------- */

static struct core_action action_of(int ref) {
    return (struct core_action){-1, ref == LUA_NOREF ? -1 : ref};
}

static int function_of(int ref) {
    return ref == LUA_NOREF ? -1 : ref;
}

static void bind_decision(struct host *host, int index) {
    const struct host_decision_rule *rule = &host->decision_rule[index];
    struct core_decision *decision = &host->rules->decisions[index];
    const char *lacks = NULL;

    /* A decision of chance has no seat, and one of several seats asks each of them. */
    if (decision->automatic && rule->run == LUA_NOREF)
        lacks = "body";
    else if (!decision->automatic && !decision->chance && !decision->together &&
             rule->seat == LUA_NOREF)
        lacks = "'seat', a function that returns the seat that decides";
    if (lacks) {
        host_remark(host, MST_SCRIPT_ERROR, decision->origin, "the %s '%s' has no %s",
                    decision->automatic ? "step" : "decision", decision->name, lacks);
        host->broken[index] = true;
        return;
    }

    decision->seat_function = function_of(rule->seat);
    decision->run = action_of(rule->run);
    decision->empty = action_of(rule->empty);
    decision->seats_function = function_of(rule->seats);
    decision->seats_types[0] = CORE_TYPE_SEAT;
    decision->reveal = action_of(rule->reveal);
    decision->plain = false; /* lowering may find an exact list */
}

static void bind_event(lua_State *L, struct host *host, int index) {
    const struct host_event_rule *rule = &host->event_rule[index];
    struct core_event *event = &host->rules->events[index];
    for (int i = 0; i < rule->listener_count; i++) {
        if (event->listener_count == CORE_MOST_LISTENERS)
            luaL_error(L, "%s: event '%s' has more than %d listeners", rule->listeners[i].origin,
                       event->name, CORE_MOST_LISTENERS);
        event->listeners[event->listener_count++] = action_of(rule->listeners[i].ref);
    }
}

static void check_procedures(struct host *host) {
    for (int i = 0; i < host->rule_count; i++)
        if (host->rule[i].kind == HOST_RULE_PROCEDURE && !host->rule[i].layer_count)
            host_remark(host, MST_SCRIPT_ERROR, host->rule[i].origin,
                        "the procedure '%s' is not defined: write function flow.%s(...) ... end",
                        host->rule[i].name, host->rule[i].name);
}

/* ---- moves ----------------------------------------------------------------------------------- */

static void bind_obligation(struct host *host, struct core_kind *kind,
                            const struct host_permission *permission) {
    if (kind->must_function > 0 || kind->decision < 0) {
        host_remark(host, MST_SCRIPT_ERROR, permission->reason.origin,
                    "move '%s' cannot be obligatory%s", kind->name,
                    kind->decision < 0 ? "; it belongs to no decision" : " twice");
        return;
    }

    kind->must_function = permission->ref;
    kind->must_reason = permission->reason; /* its texts are borrowed, so the kind does not free
                                             * them */
    host->rules->decisions[kind->decision].obliges = true;
}

static void bind_move(lua_State *L, struct host *host, int index) {
    const struct host_move_rule *rule = &host->move_rule[index];
    struct core_kind *kind = &host->rules->kinds[index];
    assert(kind->param_count <= CORE_MOST_PARAMS);
    /* As Lua at first; lowering finds out which kinds have an exact list. */
    kind->decision = rule->decision;
    kind->legal = function_of(rule->legal);
    kind->asks = true;
    kind->action = action_of(rule->apply);
    kind->weight_function = function_of(rule->weight);
    kind->noise_function = function_of(rule->noise);

    if (rule->decision < 0 && !kind->unlisted)
        luaL_error(L, "%s: move '%s' at every decision must be unlisted", kind->origin, kind->name);
    for (int i = 0; i < rule->permission_count; i++)
        if (rule->permissions[i].kind == HOST_OBLIGE)
            bind_obligation(host, kind, &rule->permissions[i]);
}

/* List the kinds of each decision, by module and then in the order of declaration. */
static void list_kinds(struct host *host) {
    struct core_rules *rules = host->rules;
    for (int k = 0; k < host->move_rule_count; k++) {
        if (host->move_rule[k].decision < 0)
            continue;
        struct core_decision *decision = &rules->decisions[host->move_rule[k].decision];

        /* Inserted by rank, behind those of the same module: numbers of kinds rise as they are
         * declared. */
        int rank = host_rank(host, rules->kinds[k].module), at = decision->kind_count++;
        for (; at > 0 && host_rank(host, rules->kinds[decision->kinds[at - 1]].module) > rank; at--)
            decision->kinds[at] = decision->kinds[at - 1];

        assert(decision->kind_count <= CORE_MOST_KINDS);
        decision->kinds[at] = k;
    }
}

static void bind_chains(lua_State *L, struct host *host) {
    host->setup = action_of(host->setup_ref);
    for (int kind = 0; kind < HOST_CHAINS; kind++)
        for (int i = 0; i < host->chains[kind].count; i++)
            host->chains[kind].links[i].action = action_of(host->chains[kind].links[i].ref);

    const struct host_chain *plies = &host->chains[HOST_CHAIN_PLY];
    for (int i = 0; i < plies->count; i++) {
        struct core_rules *rules = host->rules;
        if (rules->after_ply_count == CORE_MOST_LISTENERS)
            luaL_error(L, "more than %d modules call muster.after_ply", CORE_MOST_LISTENERS);
        rules->after_ply[rules->after_ply_count++] = plies->links[i].action;
    }
}

void host_bind_rules(lua_State *L) {
    /* Sorted first: binding takes listeners and links in the order of their modules. */
    struct host *host = host_of(L);
    assert(!host->frozen); /* H2 */
    host_order_rules(host);
    check_procedures(host);
    for (int i = 0; i < host->decision_rule_count; i++)
        bind_decision(host, i);
    for (int i = 0; i < host->event_rule_count; i++)
        bind_event(L, host, i);
    /* Decisions before moves, as an obligation marks its decision. */
    bind_chains(L, host);
    list_kinds(host);
    for (int i = 0; i < host->move_rule_count; i++)
        bind_move(L, host, i);
}

/* ---- the choices of moves -------------------------------------------------------------------- */

static int try_finish(lua_State *L) {
    host_finish_move(L, (int)lua_tointeger(L, 1));
    return 0;
}

/* Faults are recorded, so that one run reports all of them. */
void host_finish_rules(lua_State *L) {
    struct host *host = host_of(L);
    for (int i = 0; i < host->move_rule_count; i++) {
        struct mst_error error = {0};
        int decision = host->move_rule[i].decision;
        if (host->move_rule[i].broken || (decision >= 0 && host->broken[decision]))
            continue;

        /* A fault may note a place in its source, of which none is left from the move before. */
        host->spot = (struct host_spot){0};
        lua_pushcfunction(L, try_finish);
        lua_pushinteger(L, i);
        if (sandbox_call(L, 1, 0, &error) == MST_OK)
            continue;

        host_place_fault(&error);
        host_remark(host, error.status, error.at, "%s", error.text);
        if (host->fault_count)
            host->faults[host->fault_count - 1].spot = host->spot;
    }
}

/* ---- freeing --------------------------------------------------------------------------------- */

static void free_listeners(struct host_listener *listeners, int count) {
    for (int i = 0; i < count; i++) {
        mst_free(listeners[i].origin);
        mst_free(listeners[i].module);
    }
    mst_free(listeners);
}

static void free_rule(struct host_rule *rule) {
    for (int i = 0; i < rule->layer_count; i++) {
        mst_free(rule->layers[i].origin);
        mst_free(rule->layers[i].module);
    }
    mst_free(rule->layers);
    mst_free(rule->origin);
}

static void free_moves(struct host *host) {
    for (int i = 0; i < host->move_rule_count; i++) {
        struct host_move_rule *rule = &host->move_rule[i];
        for (int k = 0; k < rule->permission_count; k++)
            core_reason_free(&rule->permissions[k].reason);
        mst_free(rule->permissions);
        mst_free(rule->text);
        if (host->rules) /* borrowed from a permission */
            host->rules->kinds[i].must_reason = (struct core_reason){0};
    }
    mst_free(host->move_rule);
}

void host_free_rules(struct host *host) {
    /* Elements that own something first, then the lists. References need no release: the registry
     * goes with the state. */
    for (int i = 0; i < host->rule_count; i++)
        free_rule(&host->rule[i]);
    for (int i = 0; i < host->domain_count; i++)
        mst_free(host->domains[i].letters);
    for (int i = 0; i < host->event_rule_count; i++)
        mst_free(host->event_rule[i].tell);
    for (int i = 0; i < host->event_rule_count; i++)
        free_listeners(host->event_rule[i].listeners, host->event_rule[i].listener_count);
    for (int i = 0; i < host->hook_rule_count; i++) {
        free_listeners(host->hook_rule[i].listeners, host->hook_rule[i].listener_count);
        mst_free(host->hook_rule[i].name);
    }
    for (int i = 0; i < host->flow_count; i++) {
        mst_free(host->flows[i].entries);
        mst_free(host->flows[i].origin);
    }
    for (int i = 0; i < host->note_count; i++) {
        mst_free(host->notes[i].at);
        mst_free(host->notes[i].text);
    }
    for (int kind = 0; kind < HOST_CHAINS; kind++) {
        for (int i = 0; i < host->chains[kind].count; i++)
            mst_free(host->chains[kind].links[i].module);
        mst_free(host->chains[kind].links);
    }

    host_free_features(host);
    mst_free(host->notes);
    free_moves(host);
    mst_free(host->rule);
    mst_free(host->field_rule);
    mst_free(host->records);
    mst_free(host->domains);
    mst_free(host->decision_rule);
    mst_free(host->event_rule);
    mst_free(host->hook_rule);
    mst_free(host->flows);
    mst_free(host->once);
    mst_free(host->refusals);
    mst_free(host->brief);
}
