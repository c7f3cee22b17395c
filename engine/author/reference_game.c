/* The reference of a game, for authors of modules: the declarations of each module, and what other
 * modules add to them, as facts that lua/tools/reference.lua prints as Markdown. Declarations are
 * recorded while modules load; their help is `help`, or the `---` comment above them.
 *
 * K1 The facts depend only on the order of modules and declarations. K2 Nothing is changed. K3 What
 * is made hangs in the facts at once, so that nothing is lost where Lua raises an error. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "host/handles/handle_parts.h"
#include "host/declare/spec.h"
#include "host/syntax/tree.h"
#include "rulesets/ruleset.h"
#include "muster/rulebook.h"

struct gathering {
    const struct host *host;
    lua_State *L;
    json_t *facts; /* of the game */
    bool failed;   /* out of memory: something is missing */
};

/* ---- making facts ---------------------------------------------------------------------------- */

static void set(struct gathering *g, json_t *object, const char *key, json_t *value) {
    g->failed |= json_object_set_new_nocheck(object, key, value) != 0;
}

/* A text, which need not be UTF-8; NULL is left out. */
static void set_text(struct gathering *g, json_t *object, const char *key, const char *text) {
    if (text)
        set(g, object, key, json_stringn_nocheck(text, strlen(text)));
}

static void set_int(struct gathering *g, json_t *object, const char *key, json_int_t number) {
    set(g, object, key, json_integer(number));
}

/* A flag: left out when false, as Lua does not tell these apart. */
static void set_flag(struct gathering *g, json_t *object, const char *key, bool flag) {
    if (flag)
        set(g, object, key, json_true());
}

/* K3: a new list in an object, a new object in a list, and a text in it. All are borrowed. */
static json_t *new_list(struct gathering *g, json_t *object, const char *key) {
    json_t *list = json_array();
    set(g, object, key, list);
    return json_object_get(object, key);
}

static json_t *new_item(struct gathering *g, json_t *list) {
    json_t *item = json_object();
    bool added = json_array_append_new(list, item) == 0;
    g->failed |= !added;
    return added ? item : NULL;
}

static void add_text(struct gathering *g, json_t *list, const char *text) {
    g->failed |= json_array_append_new(list, json_stringn_nocheck(text, strlen(text))) != 0;
}

static const char *type_name(enum core_type type) {
    static const char *const names[CORE_TYPE_COUNT] = {
        "", "integer", "boolean", "Set", "Zone", "Piece", "Seat", "Place", "Kind", "string", "nil"};
    return names[type];
}

/* ---- comments -------------------------------------------------------------------------------- */

/* Add the `---` comment above the line "lua/x.lua:12". */
static void set_comment(struct gathering *g, json_t *object, const char *origin) {
    const char *colon = strrchr(origin, ':');
    size_t length = colon ? (size_t)(colon - origin) : 0, size;
    struct mst_buf path = {0}, shown = {0}, comment = {0};
    struct mst_error error = {0};

    /* Errors call a file `shown`; the list of sources says where it lies. */
    for (int i = 0; length && sandbox_source(g->L, i, &path, &shown); i++) {
        bool same = shown.length == length && !memcmp(mst_buf_text(&shown), origin, length);
        char *text = same ? mst_read_file(mst_buf_text(&path), 1 << 20, &size, &error) : NULL;
        g->failed |= path.failed || shown.failed || error.status == MST_NO_MEMORY;
        if (text) {
            struct syn_tree tree = {.source = text, .size = size};
            syn_comment(&tree, atoi(colon + 1), &comment);
            mst_free(text);
            break;
        }
        mst_buf_reset(&path);
        mst_buf_reset(&shown);
    }

    g->failed |= comment.failed;
    set_text(g, object, "comment", mst_buf_text(&comment));
    mst_buf_clear(&path);
    mst_buf_clear(&shown);
    mst_buf_clear(&comment);
}

/* ---- facts, pieces, places ------------------------------------------------------------------- */

static void add_field(struct gathering *g, json_t *item, int index) {
    static const char *const of[] = {"game", "seat", "zone", "piece"};
    static const char *const seen[] = {"", "seen by its owner", "seen by nobody", "a face"};
    const struct core_field *field = &g->host->rules->schema->fields[index];
    enum core_type type = g->host->field_rule[index].type;
    bool handle = type >= CORE_TYPE_ZONE;

    set_text(g, item, "name", field->name);
    set_text(g, item, "of", of[field->of]);
    set_text(g, item, "type", type == CORE_TYPE_BOOLEAN || handle ? type_name(type) : NULL);
    set_flag(g, item, "may_be_nil", handle && field->min == MST_NONE);
    set_int(g, item, "min", field->min);
    set_int(g, item, "max", field->max);
    set_text(g, item, "letters", field->letters);
    set_text(g, item, "seen", *seen[field->seen] ? seen[field->seen] : NULL);
    set_flag(g, item, "indexed", field->indexed);
    set_flag(g, item, "hashed", field->hashed);

    set_flag(g, item, "each", field->each);
    if (!handle || field->initial != MST_NONE) /* otherwise it begins as nil */
        set_int(g, item, "initial", field->initial);
}

static void add_pieces(struct gathering *g, json_t *item, int index) {
    const struct core_piece_type *type = &g->host->rules->schema->types[index];
    set_text(g, item, "name", type->name);
    set_int(g, item, "count", type->count);
    set_text(g, item, "text", type->text);
}

static void add_container(struct gathering *g, json_t *item, int index) {
    static const char *const faces[] = {"", "faces seen by its seat", "faces seen by nobody"};
    const struct core_schema *schema = g->host->rules->schema;
    const struct core_container *c = &schema->containers[index];

    set_text(g, item, "name", c->name);
    set_flag(g, item, "per_seat", c->per_seat);
    set_flag(g, item, "ordered", c->ordered);
    set_text(g, item, "faces", *faces[c->faces] ? faces[c->faces] : NULL);
    json_t *sorts = new_list(g, item, "sorts");
    for (int i = 0; i < c->sorts; i++) {
        json_t *sort = new_item(g, sorts);
        set_text(g, sort, "name", schema->fields[c->sort[i]].name);
        set_flag(g, sort, "falling", c->descending >> i & 1);
    }
}

/* ---- functions: queries and what a module returns -------------------------------------------- */

/* Add the parameters and the type of the function on top of the stack. */
static void set_signature(struct gathering *g, json_t *item, enum core_type result) {
    json_t *params = new_list(g, item, "params");
    const char *param;
    for (int i = 1; (param = lua_getlocal(g->L, NULL, i)); i++)
        add_text(g, params, param);
    set_text(g, item, "result", *type_name(result) ? type_name(result) : NULL);
}

/* Add the function on top of the stack, declared at `origin` (NULL: at its body). */
static void set_function(struct gathering *g, json_t *item, const char *origin,
                         enum core_type result) {
    char place[200];
    lua_Debug ar;
    lua_pushvalue(g->L, -1);
    lua_getinfo(g->L, ">S", &ar);
    snprintf(place, sizeof place, "%s:%d", ar.source + 1, ar.linedefined);
    origin = origin ? origin : place;

    set_text(g, item, "origin", origin);
    set_comment(g, item, origin);
    set_signature(g, item, result);
}

struct named {
    const char *name;
    lua_Integer value;
};

static int compare_named(const void *a, const void *b) {
    const struct named *one = a, *other = b;
    int order = (one->value > other->value) - (one->value < other->value);
    return order ? order : strcmp(one->name, other->name);
}

/* List the named entries of the table on top of the stack: by number, then by name. Pushes the
 * userdata that holds them. *plain: are these all entries, and numbers? */
static struct named *sorted_names(lua_State *L, size_t *count, bool *plain) {
    size_t most = 0;
    *count = 0;
    *plain = true;
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1))
        most++;

    struct named *list = lua_newuserdatauv(L, (most + 1) * sizeof *list, 0);
    for (lua_pushnil(L); lua_next(L, -3); lua_pop(L, 1)) {
        bool named = lua_type(L, -2) == LUA_TSTRING;
        *plain = *plain && named && lua_isinteger(L, -1);
        if (named)
            list[(*count)++] = (struct named){lua_tostring(L, -2), 0};
    }
    for (size_t i = 0; *plain && i < *count; i++) {
        lua_getfield(L, -2, list[i].name);
        list[i].value = lua_tointeger(L, -1);
        lua_pop(L, 1);
    }

    assert(*count <= most);
    qsort(list, *count, sizeof *list, compare_named); /* K1: not in the order of a hash */
    return list;
}

/* Add the entries of the table on top of the stack, if they are all named numbers. */
static void set_enum(struct gathering *g, json_t *item) {
    size_t count;
    bool plain;
    const struct named *list = sorted_names(g->L, &count, &plain);
    json_t *values = plain && count ? new_list(g, item, "values") : NULL;
    for (size_t i = 0; values && i < count; i++) {
        json_t *value = new_item(g, values);
        set_text(g, value, "name", list[i].name);
        set_int(g, value, "value", list[i].value);
    }
    lua_pop(g->L, 1);
}

/* Add the value on top of the stack: a constant, a function, or nothing that the reference shows.
 */
static void set_value(struct gathering *g, json_t *item) {
    const struct host_handle *handle = host_handle_at(g->L, -1);
    const struct host_rule *rule = NULL;
    if (handle && (handle->kind == HOST_HANDLE_ONCE || handle->kind == HOST_HANDLE_PROCEDURE))
        rule = &g->host->rule[handle->index];

    if (lua_type(g->L, -1) == LUA_TNUMBER) {
        set_int(g, item, "number", lua_tointeger(g->L, -1));
    } else if (lua_istable(g->L, -1)) {
        set_enum(g, item);
    } else if (rule) { /* its function stands for the handle */
        lua_rawgeti(g->L, LUA_REGISTRYINDEX, rule->layers[0].ref);
        set_function(g, item, rule->layers[0].origin,
                     rule->kind == HOST_RULE_ONCE ? rule->result : CORE_TYPE_UNKNOWN);
        lua_pop(g->L, 1);
    } else if (lua_isfunction(g->L, -1) && !lua_iscfunction(g->L, -1)) {
        set_function(g, item, NULL, CORE_TYPE_UNKNOWN);
    } else if (handle && handle->kind == HOST_HANDLE_DOMAIN && handle->index >= 0) {
        set_text(g, item, "letters", g->host->domains[handle->index].letters);
    }
}

/* Add the named entries of the table on top of the stack, and of tables inside it (`table`: the
 * name of one that is inside). A table of named numbers is one constant. */
static void add_values(struct gathering *g, json_t *values, const char *table) {
    lua_State *L = g->L;
    size_t count;
    bool plain;
    int top = lua_gettop(L);
    const struct named *list = sorted_names(L, &count, &plain); /* at top + 1 */

    /* A table of numbers was added as one constant by the table that it is in. */
    for (size_t i = 0; i < count && !(plain && *table); i++) {
        char name[100];
        json_t *item = new_item(g, values);
        snprintf(name, sizeof name, "%s%s%s", table, *table ? "." : "", list[i].name);
        set_text(g, item, "name", name);
        lua_getfield(L, top, list[i].name);
        set_value(g, item);
        if (lua_istable(L, top + 2) && !*table) /* deeper ones are the module's own affair */
            add_values(g, values, name);
        lua_settop(L, top + 1);
    }
    lua_settop(L, top);
}

/* Add the value that `require` returns for the module. */
static void add_offers(struct gathering *g, json_t *values, const char *module) {
    struct mst_error error;
    if (sandbox_require_module(g->L, module, &error) != MST_OK) {
        g->failed |= error.status == MST_NO_MEMORY;
        return;
    }
    if (lua_istable(g->L, -1))
        add_values(g, values, "");
    lua_pop(g->L, 1);
}

/* ---- queries, events, hooks ------------------------------------------------------------------ */

static void add_query(struct gathering *g, json_t *item, int index) {
    static const char *const joins[] = {
        [HOST_JOIN_REPLACE] = "replaced", [HOST_JOIN_OR] = "or",   [HOST_JOIN_AND] = "and",
        [HOST_JOIN_MIN] = "min",          [HOST_JOIN_MAX] = "max", [HOST_JOIN_SUM] = "+",
    };
    const struct host_rule *rule = &g->host->rule[index];
    set_text(g, item, "name", rule->name);
    lua_rawgeti(g->L, LUA_REGISTRYINDEX, rule->layers[0].ref);
    set_signature(g, item, rule->result);
    lua_pop(g->L, 1);

    json_t *uses = new_list(g, item, "uses");
    for (int i = 1; i < rule->layer_count; i++) { /* layer 0 is the query itself */
        json_t *use = new_item(g, uses);
        set_text(g, use, "how", joins[rule->layers[i].join]);
        set_text(g, use, "module", rule->layers[i].module);
        set_text(g, use, "origin", rule->layers[i].origin);
    }
}

static void add_listeners(struct gathering *g, json_t *item, const struct host_listener *listeners,
                          int count) {
    json_t *uses = new_list(g, item, "uses");
    for (int i = 0; i < count; i++) {
        json_t *use = new_item(g, uses);
        set_text(g, use, "module", listeners[i].module);
        set_text(g, use, "origin", listeners[i].origin);
    }
}

static void add_event(struct gathering *g, json_t *item, int index) {
    const struct core_event *event = &g->host->rules->events[index];
    const struct host_event_rule *rule = &g->host->event_rule[index];
    json_t *params = new_list(g, item, "params");
    set_text(g, item, "name", event->name);
    for (int i = 0; i < event->param_count; i++) {
        const char *type = type_name((enum core_type)event->types[i]);
        json_t *param = new_item(g, params);
        set_text(g, param, "name", event->params[i]);
        set_text(g, param, "type", *type ? type : NULL);
    }
    add_listeners(g, item, rule->listeners, rule->listener_count);
}

static void add_hook(struct gathering *g, json_t *item, int index) {
    static const char *const folds[] = {"nothing", "the first result that is not nil",
                                        "its first argument, passed through every listener",
                                        "the sum of the results", "true unless a result is false"};
    const struct host_hook_rule *hook = &g->host->hook_rule[index];
    set_text(g, item, "name", hook->name);
    set_text(g, item, "returns", folds[hook->fold]);
    add_listeners(g, item, hook->listeners, hook->listener_count);
}

/* ---- decisions and moves --------------------------------------------------------------------- */

static void add_param(struct gathering *g, json_t *params, const struct core_param *param) {
    static const char *const kinds[] = {
        [CORE_CLAUSE_ZONES] = "zone",    [CORE_CLAUSE_PIECES] = "piece",
        [CORE_CLAUSE_SUBSET] = "pieces", [CORE_CLAUSE_STEP] = "zone",
        [CORE_CLAUSE_SAMPLE] = "number",
    };
    json_t *item = new_item(g, params);
    set_text(g, item, "name", param->name);
    if (param->kind != CORE_CLAUSE_RANGE) {
        set_text(g, item, "kind", kinds[param->kind]);
        return;
    }
    set_text(g, item, "letters", param->letters);
    set_int(g, item, "min", param->min);
    set_int(g, item, "max", param->max);
}

/* Add the texts and parameters that make up the notation of the move. */
static void add_segments(struct gathering *g, json_t *move, const struct core_kind *kind) {
    json_t *segments = new_list(g, move, "notation");
    for (int i = 0; i < kind->segment_count; i++) {
        const struct core_segment *segment = &kind->segments[i];
        json_t *item = new_item(g, segments);
        if (segment->param < 0)
            set_text(g, item, "text", segment->text);
        else
            set_text(g, item, "param", kind->params[segment->param].name);
    }
}

/* Add the rule ids that `permit` may name: those of the move's conditions, each once. */
static void add_rules(struct gathering *g, json_t *move, const struct core_kind *kind) {
    json_t *rules = new_list(g, move, "rules");
    for (int i = 0; i < kind->reason_count; i++) {
        const char *id = kind->reasons[i].rule;
        bool said = !*id;
        for (int k = 0; k < i && !said; k++)
            said = !strcmp(kind->reasons[k].rule, id);
        if (!said)
            add_text(g, rules, id);
    }
}

static void add_permissions(struct gathering *g, json_t *move, const struct host_move_rule *rule) {
    static const char *const words[] = {
        [HOST_FORBID] = "forbidden", [HOST_PERMIT] = "permitted", [HOST_OBLIGE] = "obliged"};
    json_t *uses = new_list(g, move, "uses");
    for (int i = 0; i < rule->permission_count; i++) {
        const struct core_reason *reason = &rule->permissions[i].reason;
        json_t *use = new_item(g, uses);
        set_text(g, use, "how", words[rule->permissions[i].kind]);
        set_text(g, use, "module", reason->module);
        set_text(g, use, "rule", reason->rule && *reason->rule ? reason->rule : NULL);
        set_text(g, use, "origin", reason->origin);
    }
}

/* Decisions count from 1; a move that can be made at every decision has 0. */
static void add_moves(struct gathering *g, json_t *moves) {
    const struct core_rules *rules = g->host->rules;
    for (int i = 0; i < rules->kind_count; i++) {
        const struct core_kind *kind = &rules->kinds[i];
        json_t *move = new_item(g, moves);
        set_text(g, move, "name", kind->name);
        set_text(g, move, "title", kind->title);
        set_text(g, move, "module", kind->module);
        set_text(g, move, "origin", kind->origin);
        set_int(g, move, "decision", kind->decision == MST_NONE ? 0 : kind->decision + 1);

        json_t *params = new_list(g, move, "params");
        for (int k = 0; k < kind->param_count; k++)
            add_param(g, params, &kind->params[k]);
        add_segments(g, move, kind);
        add_rules(g, move, kind);
        add_permissions(g, move, &g->host->move_rule[i]);
    }
}

/* The module that declares a decision or step, or NULL. */
static const char *module_of(const struct host *host, int decision) {
    for (int i = 0; i < host->entry_count; i++)
        if (host->entries[i].kind == HOST_ENTRY_DECISION && host->entries[i].index == decision)
            return host->entries[i].module;
    return NULL;
}

static void add_decisions(struct gathering *g, json_t *decisions) {
    for (int i = 0; i < g->host->rules->decision_count; i++) {
        const struct core_decision *decision = &g->host->rules->decisions[i];
        json_t *item = new_item(g, decisions);
        set_text(g, item, "name", decision->name);
        set_text(g, item, "title", decision->title);
        set_text(g, item, "module", module_of(g->host, i));
        set_text(g, item, "origin", decision->origin);
        set_text(g, item, "rule", *decision->rule ? decision->rule : NULL);
        set_flag(g, item, "step", decision->automatic);
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void add_board(struct gathering *g) {
    const struct core_rules *rules = g->host->rules;
    const struct core_board *board = rules->schema->board;
    set_int(g, g->facts, "seats", rules->schema->seats);
    set_int(g, g->facts, "zones", board->zones);
    set_text(g, g->facts, "first", board->names[0]);
    set_text(g, g->facts, "last", board->names[board->zones - 1]);

    json_t *directions = new_list(g, g->facts, "directions");
    for (int d = 0; d < board->directions; d++)
        add_text(g, directions, board->direction_names[d]);
    json_t *endings = new_list(g, g->facts, "endings");
    for (int i = 0; i < rules->ending_count; i++)
        add_text(g, endings, rules->endings[i]);
}

/* Add the declarations of a module, by their kind. */
static void add_entries(struct gathering *g, json_t *item, const char *module) {
    static const struct {
        enum host_entry_kind kind;
        const char *key;
        void (*add)(struct gathering *g, json_t *item, int index);
    } kinds[] = {
        {HOST_ENTRY_PIECES, "pieces", add_pieces},
        {HOST_ENTRY_CONTAINER, "containers", add_container},
        {HOST_ENTRY_FIELD, "fields", add_field},
        {HOST_ENTRY_QUERY, "queries", add_query},
        {HOST_ENTRY_EVENT, "events", add_event},
        {HOST_ENTRY_HOOK, "hooks", add_hook},
    };

    /* The reference has a part for each kind, but entries are in the order of their declaration. */
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        json_t *list = new_list(g, item, kinds[k].key);
        for (int i = 0; i < g->host->entry_count; i++) {
            const struct host_entry *entry = &g->host->entries[i];
            if (entry->kind != kinds[k].kind || strcmp(entry->module, module) != 0)
                continue;
            json_t *made = new_item(g, list);
            set_text(g, made, "origin", entry->origin);
            set_text(g, made, "help", entry->help);
            set_comment(g, made, entry->origin);
            kinds[k].add(g, made, entry->index);
        }
    }
}

static int gather_all(lua_State *L) {
    struct gathering *g = lua_touserdata(L, 1);
    const struct host *host = g->host;
    set_text(g, g->facts, "title", host_title(host));
    add_board(g);
    add_decisions(g, new_list(g, g->facts, "decisions"));
    add_moves(g, new_list(g, g->facts, "moves"));

    /* In the order in which they were loaded, so that what a module uses stands before it. */
    json_t *modules = new_list(g, g->facts, "modules");
    for (int rank = 0; rank < host->module_count; rank++)
        for (int i = 0; i < host->module_count; i++) {
            if (host->modules[i].rank != rank || !host->modules[i].loaded)
                continue;
            json_t *item = new_item(g, modules);
            set_text(g, item, "name", host->modules[i].name);
            set_text(g, item, "title", host->modules[i].title);
            add_entries(g, item, host->modules[i].name);
            add_offers(g, new_list(g, item, "offers"), host->modules[i].name);
        }
    return 0;
}

bool mst_ruleset_reference(const struct mst_ruleset *ruleset, struct mst_buf *out,
                           struct mst_error *error) {
    struct gathering g = {
        .host = ruleset->host, .L = ruleset->host->L, .facts = json_object(), .failed = false};
    lua_pushcfunction(g.L, gather_all);
    lua_pushlightuserdata(g.L, &g);
    bool done = sandbox_call(g.L, 1, 0, error) == MST_OK;

    if (done && (g.failed || !g.facts)) {
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
        done = false;
    }
    done = done && mst_script("reference", g.facts, out, error);
    json_decref(g.facts);
    return done;
}
