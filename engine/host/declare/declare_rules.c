/* Declarations with functions: events, queries, `once`, decisions, moves, and additions to moves by
 * other modules. References to the functions are kept; rule_bind.c uses them at the end of
 * loading. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "host/handles/handle_parts.h"
#include "host/syntax/recover.h"
#include "host/declare/spec.h"
#include "host/handles/words.h"
#include "system/names.h"

/* ---- references ------------------------------------------------------------------------------ */

int host_keep_function(lua_State *L, int index, const char *what) {
    if (lua_isnil(L, index))
        return LUA_NOREF;
    if (!lua_isfunction(L, index))
        luaL_error(L, "%s must be a function, found %s", what, host_describe(L, index));
    lua_pushvalue(L, index);
    return luaL_ref(L, LUA_REGISTRYINDEX);
}

/* Take a reference to the function under `key` in the table in slot 1. */
static int keep_field(lua_State *L, const char *key) {
    char what[40];
    snprintf(what, sizeof what, "'%s'", key);
    lua_getfield(L, 1, key);
    int ref = host_keep_function(L, -1, what);
    lua_pop(L, 1);
    return ref;
}

struct host_decision_rule *host_decision_rule(lua_State *L, int index) {
    /* Decisions are numbered by the rules, and flows declare several before their functions. */
    struct host *host = host_of(L);
    while (host->decision_rule_count <= index) {
        struct host_decision_rule *rule =
            host_grow(L, &host->decision_rule, &host->decision_rule_count, sizeof *rule);
        rule->seat = rule->empty = rule->run = rule->seats = rule->reveal = LUA_NOREF;
        rule->module = host->current;
    }
    assert(index >= 0 && index < host->decision_rule_count);
    return &host->decision_rule[index];
}

struct host_event_rule *host_event_rule(lua_State *L, int index) {
    struct host *host = host_of(L);
    while (host->event_rule_count <= index) {
        struct host_event_rule *rule =
            host_grow(L, &host->event_rule, &host->event_rule_count, sizeof *rule);
        rule->says = LUA_NOREF;
    }
    assert(index >= 0 && index < host->event_rule_count);
    return &host->event_rule[index];
}

struct host_move_rule *host_move_rule(lua_State *L, int index) {
    struct host *host = host_of(L);
    while (host->move_rule_count <= index) {
        struct host_move_rule *rule =
            host_grow(L, &host->move_rule, &host->move_rule_count, sizeof *rule);
        rule->legal = rule->apply = rule->weight = rule->noise = rule->choices = LUA_NOREF;
    }
    assert(index >= 0 && index < host->move_rule_count);
    return &host->move_rule[index];
}

void host_add_layer(lua_State *L, struct host_rule *rule, int index, enum host_join join) {
    struct host_rule_layer *layer = host_grow(L, &rule->layers, &rule->layer_count, sizeof *layer);
    /* No reference until all copies are made: each may raise. */
    layer->ref = LUA_NOREF;
    layer->join = (int)join;
    layer->origin = host_origin(L);
    layer->module = host_strdup(L, host_module_name(host_of(L)));

    lua_pushvalue(L, index);
    layer->ref = luaL_ref(L, LUA_REGISTRYINDEX);
}

int host_add_rule(lua_State *L, enum host_rule_kind kind, const char *name, int index) {
    struct host *host = host_of(L);
    struct host_rule *rule = host_grow(L, &host->rule, &host->rule_count, sizeof *rule);
    int number = host->rule_count - 1;
    rule->kind = kind;
    rule->code = -1;
    snprintf(rule->name, sizeof rule->name, "%s", name);
    rule->origin = host_origin(L);

    /* A procedure of a flow gets its function later. */
    if (index)
        host_add_layer(L, rule, index, HOST_JOIN_REPLACE);
    return number;
}

/* ---- queries and once ------------------------------------------------------------------------ */

/* Check that the only argument of `what` is a function. */
static void one_function(lua_State *L, const char *what) {
    host_declaring(L);
    if (!lua_isfunction(L, 1))
        luaL_error(L, "%s: expected a function, found %s", what, host_describe(L, 1));
    lua_settop(L, 1);
}

/* Add a rule that `called` declares, under its name in the source. */
static int named_rule(lua_State *L, const char *called, enum host_rule_kind kind,
                      enum host_handle_kind handle) {
    char at[200];
    struct mst_buf name = {0};
    int index = host_add_rule(L, kind, "", 1);
    struct host_rule *rule = &host_of(L)->rule[index];

    /* Queries and the like have no name: that of the variable they are assigned to serves in
     * messages, or else their place. */
    sandbox_where(L, at, sizeof at);
    bool assigned = syn_recover_assigned_name(L, at, called, &name);
    bool failed = name.failed;
    snprintf(rule->name, sizeof rule->name, "%.39s", assigned ? mst_buf_text(&name) : at);
    mst_buf_clear(&name);

    if (failed)
        host_no_memory(L);
    host_handle_push(L, handle, index);
    return 1;
}

int host_new_query(lua_State *L) {
    one_function(L, "muster.query");
    named_rule(L, "query", HOST_RULE_QUERY, HOST_HANDLE_QUERY);
    host_note_entry(L, HOST_ENTRY_QUERY, host_of(L)->rule_count - 1, "");
    return 1;
}

int host_declare_once(lua_State *L) {
    one_function(L, "muster.once");
    return named_rule(L, "once", HOST_RULE_ONCE, HOST_HANDLE_ONCE);
}

int host_word_possible(lua_State *L) {
    one_function(L, "possible");
    return named_rule(L, "possible", HOST_RULE_POSSIBLE, HOST_HANDLE_POSSIBLE);
}

/* ---- events ---------------------------------------------------------------------------------- */

static void read_event(lua_State *L, struct core_event *event) {
    int count = (int)luaL_len(L, 1);
    if (count < 1 || count > CORE_MOST_PARAMS + 1)
        luaL_error(L, "muster.event: expected a name and at most %d parameters, found %d strings",
                   CORE_MOST_PARAMS, count);

    /* The name comes first, then the names of the parameters. */
    for (int i = 1; i <= count; i++) {
        if (lua_rawgeti(L, 1, i) != LUA_TSTRING)
            luaL_error(L, "muster.event: entry %d must be a name, found %s", i,
                       host_describe(L, -1));
        spec_copy_name(L, i == 1 ? event->name : event->params[i - 2], lua_tostring(L, -1));
        lua_pop(L, 1);
    }

    event->param_count = count - 1;
}

/* tell = "{striker} hits {victim} for {loss}": check that these are parameters. */
static void check_tell(lua_State *L, const struct core_event *event, const char *tell) {
    for (const char *at = strchr(tell, '{'); at; at = strchr(at, '{')) {
        const char *end = strchr(++at, '}');
        struct mst_nearest nearest = {0};
        char name[CORE_NAME_SIZE];
        bool known = false;

        /* An unclosed brace has an empty name: only its own fault is reported. */
        snprintf(name, sizeof name, "%.*s", end ? (int)(end - at) : 0, at);
        nearest.wanted = name;
        for (int i = 0; i < event->param_count; i++) {
            known = known || !strcmp(event->params[i], name);
            mst_nearest_offer(&nearest, event->params[i]);
        }

        if (!end)
            luaL_error(L, "event '%s': 'tell' has a { without a }", event->name);
        if (!known)
            luaL_error(L, "event '%s': 'tell' names {%s}, which is no parameter of it%s%s%s",
                       event->name, name, nearest.best ? "; did you mean {" : "",
                       nearest.best ? nearest.best : "", nearest.best ? "}?" : "");
    }
}

/* The number of a parameter of the event, which is on the stack. */
static int param_named(lua_State *L, const struct core_event *event) {
    const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    for (int i = 0; i < event->param_count; i++)
        if (!strcmp(event->params[i], name))
            return i;
    return luaL_error(L, "event '%s': 'arrow' must be two of its parameters, found %s", event->name,
                      host_describe(L, -1));
}

/* arrow = { "striker", "victim" } */
static void read_arrow(lua_State *L, struct core_event *event) {
    event->points = lua_getfield(L, 1, "arrow") != LUA_TNIL;
    if (event->points && (!lua_istable(L, -1) || luaL_len(L, -1) != 2))
        luaL_error(L, "event '%s': 'arrow' must be two of its parameters, found %s", event->name,
                   host_describe(L, -1));

    for (int i = 0; event->points && i < 2; i++) {
        lua_rawgeti(L, -1, i + 1);
        event->arrow[i] = (int8_t)param_named(L, event);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* muster.event { "struck", "striker", "victim", says = function } */
int host_new_event(lua_State *L) {
    struct host *host = host_declaring(L);
    struct core_event event = {0};
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    spec_keys(L, 1, "muster.event", "says help arrow tell");
    read_event(L, &event);
    read_arrow(L, &event);

    int index = host->rules->event_count;
    sandbox_charge(L, index); /* the names are compared */
    if (core_rules_find_event(host->rules, event.name) >= 0)
        return luaL_error(L, "event '%s' is declared twice", event.name);

    struct core_event *kept =
        host_grow(L, &host->rules->events, &host->rules->event_count, sizeof *kept);
    *kept = event;
    struct host_event_rule *rule = host_event_rule(L, index);
    rule->says = keep_field(L, "says");

    const char *tell = spec_text(L, 1, "tell", NULL);
    if (tell && rule->says != LUA_NOREF)
        return luaL_error(L, "event '%s' has both 'says' and 'tell'; expected one", event.name);

    if (tell) {
        check_tell(L, &event, tell);
        rule->tell = mst_strdup(tell);
        if (!rule->tell)
            return luaL_error(L, "out of memory");
    }

    host_note_entry(L, HOST_ENTRY_EVENT, index, spec_text(L, 1, "help", ""));
    host_handle_push(L, HOST_HANDLE_EVENT, index);
    return 1;
}

/* ---- decisions ------------------------------------------------------------------------------- */

void host_keep_decision(lua_State *L, struct host_decision_rule *rule) {
    rule->seat = keep_field(L, "seat");
    rule->empty = keep_field(L, "empty");
    rule->run = keep_field(L, "run");
    rule->seats = keep_field(L, "seats");
    rule->reveal = keep_field(L, "reveal");
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* The decision of the move described in slot 1, or -1 for all. */
static int move_decision(lua_State *L, const char *name) {
    lua_getfield(L, 1, "at");
    const struct host_handle *handle = host_handle_of(L, -1, HOST_HANDLE_DECISION);
    bool all = lua_type(L, -1) == LUA_TSTRING && !strcmp(lua_tostring(L, -1), "*");
    if (!handle && !all)
        luaL_error(L, "move '%s': 'at' must be a decision (or \"*\" for all of them), found %s",
                   name, host_describe(L, -1));

    if (handle && host_of(L)->rules->decisions[handle->index].automatic)
        luaL_error(L, "move '%s': no seat decides at %s", name, host_describe(L, -1));
    lua_pop(L, 1);
    return handle ? handle->index : -1;
}

static int keep_choices(lua_State *L, const char *name) {
    if (lua_getfield(L, 1, "choices") == LUA_TNIL) {
        lua_pop(L, 1);
        return LUA_NOREF;
    }
    if (!lua_istable(L, -1))
        luaL_error(L, "move '%s': 'choices' must be a table as in { dest = \"zone\" }, found %s",
                   name, host_describe(L, -1));
    return luaL_ref(L, LUA_REGISTRYINDEX);
}

/* The function of `noisy`; none if it says the same of all moves of the kind. */
static int keep_noise(lua_State *L, const char *name) {
    int type = lua_getfield(L, 1, "noisy");
    bool flag = type == LUA_TNIL || type == LUA_TBOOLEAN;
    if (!flag && type != LUA_TFUNCTION)
        luaL_error(L, "move '%s': 'noisy' must be true, false or a function, found %s", name,
                   host_describe(L, -1));
    lua_pop(L, 1);
    return flag ? LUA_NOREF : keep_field(L, "noisy");
}

/* All checks come before the kind is added. */
static void new_kind(lua_State *L, const char *name) {
    struct host *host = host_of(L);
    struct core_kind made = {
        .action = {-1, -1}, .weight = -1, .noise = -1, .must = -1, .legal = -1};

    if (core_rules_find_kind(host->rules, name) >= 0)
        luaL_error(L, "move '%s' is declared twice", name);
    if (host->rules->kind_count == CORE_MOST_KINDS)
        luaL_error(L, "too many moves: at most %d", CORE_MOST_KINDS);

    /* Mistakes of the rules are found before host_grow: the list has no half-made kind. */
    spec_copy_name(L, made.name, name);
    spec_copy_title(L, made.title, sizeof made.title, name);
    made.weight_function = made.noise_function = made.must_function = -1;
    made.unlisted = spec_flag(L, 1, "unlisted");
    made.reluctant = spec_flag(L, 1, "reluctant");
    made.secret = spec_flag(L, 1, "secret");
    made.noisy = lua_getfield(L, 1, "noisy") != LUA_TNIL && lua_toboolean(L, -1);
    lua_pop(L, 1);

    struct core_kind *kind =
        host_grow(L, &host->rules->kinds, &host->rules->kind_count, sizeof *kind);
    *kind = made;
    /* Search skips the question where no kind has the property. */
    host->rules->any_reluctant |= kind->reluctant;
    host->rules->any_noisy |= kind->noisy;
    kind->origin = host_origin(L);
    kind->module = host_strdup(L, host_module_name(host));
}

int host_new_move(lua_State *L) {
    struct host *host = host_declaring(L);
    lua_settop(L, 1);
    spec_keys(L, 1, "muster.move",
              "at title text legal apply weight unlisted reluctant noisy secret choices");
    if (lua_rawgeti(L, 1, 1) != LUA_TSTRING)
        return luaL_error(L, "muster.move: expected its name first, found %s",
                          host_describe(L, -1));
    const char *name = lua_tostring(L, -1);

    /* A function in second place would be taken for `legal` by those who know other
     * declarations. */
    if (lua_rawgeti(L, 1, 2) != LUA_TNIL)
        return luaL_error(L, "move '%s': 'legal' must be a function, found %s", name,
                          host_describe(L, -1));

    int decision = move_decision(L, name);
    spec_need(L, 1, "muster.move", "text");
    if (lua_getfield(L, 1, "apply") == LUA_TNIL)
        return luaL_error(L, "move '%s' needs 'apply', a function", name);

    /* From here on the kind exists. A reference that fails below leaves a move without function,
     * which is not reached: the load has failed. */
    new_kind(L, name);
    int index = host->rules->kind_count - 1;
    struct host_move_rule *rule = host_move_rule(L, index);
    rule->decision = decision;

    rule->text = host_strdup(L, spec_need(L, 1, "muster.move", "text"));
    rule->legal = keep_field(L, "legal");
    rule->apply = keep_field(L, "apply");
    rule->weight = keep_field(L, "weight");
    rule->noise = keep_noise(L, name);
    rule->choices = keep_choices(L, name);

    host_handle_push(L, HOST_HANDLE_MOVE, index);
    return 1;
}

/* muster.move_named("step"): for modules that know only the name of a move. */
int host_move_named(lua_State *L) {
    struct host *host = host_declaring(L);
    const char *name = luaL_checkstring(L, 1);
    int index = core_rules_find_kind(host->rules, name);
    struct mst_nearest nearest = {.wanted = name};
    for (int i = 0; index < 0 && i < host->rules->kind_count; i++)
        mst_nearest_offer(&nearest, host->rules->kinds[i].name);

    /* The module of the move may not be required, so that it loads later or not at all. */
    if (index < 0)
        return luaL_error(L,
                          nearest.best ? "there is no move '%s'; did you mean '%s'?"
                                       : "there is no move '%s': the module that declares it "
                                         "must be required",
                          name, nearest.best);
    host_handle_push(L, HOST_HANDLE_MOVE, index);
    return 1;
}

/* ---- additions of other modules ------------------------------------------------------------- */

static int add_permission(lua_State *L, enum host_permission_kind kind, const char *what,
                          int function) {
    struct host *host = host_declaring(L);
    const struct host_handle *handle = host_handle_of(L, 1, HOST_HANDLE_MOVE);
    if (!handle)
        return luaL_error(L, "%s: expected a move, found %s; write move:%s(...)", what,
                          host_describe(L, 1), what);

    if (!lua_isnil(L, 2) && lua_type(L, 2) != LUA_TSTRING)
        return luaL_error(L, "%s: expected a rule id first, found %s", what, host_describe(L, 2));

    /* forbid and oblige take (rule, why, condition), permit takes (rule, condition). */
    bool says = function == 4;
    if (says && lua_type(L, 3) != LUA_TSTRING && !lua_isfunction(L, 3))
        return luaL_error(L, "%s: expected a string or a function that returns one, found %s", what,
                          host_describe(L, 3));

    int ref = host_keep_function(L, function, "the condition");
    if (ref == LUA_NOREF)
        return luaL_error(L, "%s: expected a function as the condition", what);

    struct host_move_rule *rule = host_move_rule(L, handle->index);
    struct host_permission *permission =
        host_grow(L, &rule->permissions, &rule->permission_count, sizeof *permission);
    permission->kind = kind;
    permission->ref = ref;

    /* The reason of a refusal: a text, or a function that makes it when it is needed. */
    struct core_reason *reason = &permission->reason;
    reason->rule = host_strdup(L, luaL_optstring(L, 2, ""));
    reason->why =
        sys_join_blanks(host_strdup(L, says && !lua_isfunction(L, 3) ? lua_tostring(L, 3) : ""));
    if (says && lua_isfunction(L, 3))
        reason->sentence = host_keep_function(L, 3, "why");
    reason->origin = host_origin(L);
    reason->module = host_strdup(L, host_module_name(host));
    return 0;
}

static int move_forbid(lua_State *L) {
    lua_settop(L, 4);
    return add_permission(L, HOST_FORBID, "forbid", 4);
}

static int move_permit(lua_State *L) {
    lua_settop(L, 3);
    return add_permission(L, HOST_PERMIT, "permit", 3);
}

static int move_oblige(lua_State *L) {
    lua_settop(L, 4);
    return add_permission(L, HOST_OBLIGE, "oblige", 4);
}

static int move_read(lua_State *L) {
    const struct host_handle *handle = lua_touserdata(L, 1);
    if (lua_type(L, 2) == LUA_TSTRING && !strcmp(lua_tostring(L, 2), "name")) {
        lua_pushstring(L, host_of(L)->rules->kinds[handle->index].name);
        return 1;
    }
    if (lua_type(L, 2) != LUA_TSTRING)
        return luaL_error(L, "a move cannot be indexed with brackets");
    return host_handle_method(L);
}

static const luaL_Reg MOVE_META[] = {
    {"__index", move_read}, {"__newindex", host_handle_fixed}, {NULL, NULL}};
static const luaL_Reg MOVE_METHODS[] = {
    {"forbid", move_forbid}, {"permit", move_permit}, {"oblige", move_oblige}, {NULL, NULL}};
const struct host_handle_class host_class_move = {"a move", MOVE_META, MOVE_METHODS};
