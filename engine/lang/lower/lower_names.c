/* Lowering: names, captured values, and reads with dots and brackets. */
#include "lang/lower/lower.h"

#include <assert.h>
#include <string.h>

/* ---- local names ----------------------------------------------------------------------------- */

struct low_bind *low_bound(struct low *l, const struct syn_name *name) {
    /* The slot of a name may be out of date, from a scope or a rule before: the binding says whose
     * it is. */
    int i = name->slot - 1;
    bool there = i >= l->first_bind && i < l->bind_count && l->binds[i].name == name;
    return there ? &l->binds[i] : NULL;
}

static struct low_bind *add_bind(struct low *l, const struct syn_name *name) {
    if (l->bind_count == LOW_BINDS)
        low_unsupported(l, name->at, "too many names in scope");

    /* The name holds the number of its binding, so that finding it takes no search; `was` restores
     * the one that it shadows. */
    struct low_bind *bind = &l->binds[l->bind_count++];
    *bind = (struct low_bind){.name = name, .was = name->slot, .var = -1, .init = -1};
    ((struct syn_name *)name)->slot = l->bind_count;
    return bind;
}

void low_bind(struct low *l, const struct syn_name *name, struct low_value v) {
    /* A name has a value, though perhaps nil. */
    v.absent = false;
    v = low_keep(l, v);
    low_own(l, &v); /* the name may be read more than once */
    add_bind(l, name)->value = v;
}

/* Declare a name that gets its type from a later assignment. It starts as nil; see low_assign. */
static void declare_empty(struct low *l, const struct syn_name *name) {
    struct low_value nil = low_nil();
    int var = low_own_var(l, &nil), init = l->rules->nodes[l->list.last].a;
    struct low_bind *bind = add_bind(l, name);
    bind->var = var;
    bind->init = init;
    bind->value = low_nil();
    bind->unset = true;
}

void low_declare(struct low *l, const struct syn_name *name, struct low_value v) {
    /* Among questions no variable can be stored to: an assignment gives the name another value. */
    if (!name->assignments || v.form != LOW_PLAIN || (l->asking && !l->list.inner)) {
        if (v.form == LOW_REST)
            v = low_nil();
        low_bind(l, name, v);
    } else if (v.type == CORE_TYPE_NIL) {
        declare_empty(l, name);
    } else {
        int var = low_own_var(l, &v);
        struct low_bind *bind = add_bind(l, name);
        bind->var = var;
        low_assume(&bind->value, &v);
        bind->value.given = v.given;
    }
}

/* A thing may become nil, and a boolean false, in a later turn of a loop. */
void low_assume(struct low_value *bound, const struct low_value *v) {
    /* Later stores are not known yet, so nothing is constant. */
    unsigned falsy = (low_may_be_nil(v) ? LOW_NIL : 0) | (low_may_be_false(v) ? LOW_FALSE : 0);
    bool thing = low_is_thing((enum core_type)v->type) || v->type == CORE_TYPE_UNKNOWN;
    *bound = *v;
    bound->known = bound->given = bound->absent = false;
    bound->falsy = (uint8_t)(falsy | (thing                          ? LOW_NIL
                                      : v->type == CORE_TYPE_BOOLEAN ? LOW_FALSE
                                                                     : 0));
}

void low_note_unset(const struct low *l, struct low_unset *unset) {
    unset->count = 0;
    for (int i = l->first_bind; i < l->bind_count; i++)
        if (l->binds[i].unset)
            unset->index[unset->count++] = (short)i;
}

void low_set_unset(struct low *l, const struct low_unset *names, bool unset) {
    for (int i = 0; i < names->count; i++)
        l->binds[names->index[i]].unset = unset;
}

void low_unbind(struct low *l, int count) {
    assert(count >= 0 && count <= l->bind_count);
    while (l->bind_count > count) {
        struct low_bind *bind = &l->binds[--l->bind_count];
        assert(bind->name->slot == l->bind_count + 1); /* inner scopes are gone */
        ((struct syn_name *)bind->name)->slot = bind->was;
    }
}

/* Is it a variable, or a fact of one? A local name may stand for anything else that options decide.
 */
static bool is_fact(const struct low *l, const struct low_value *v) {
    int node = v->form == LOW_PLAIN && !v->known ? v->node : -1;
    for (; node >= 0; node = l->rules->nodes[node].a)
        /* A fact is read of a variable, whatever it is read through. */
        switch ((enum lang_op)l->rules->nodes[node].op) {
        case LANG_OP_VAR:
        case LANG_OP_SET_VAR:
        case LANG_OP_SLOT: return true;
        case LANG_OP_FIELD:
        case LANG_OP_TOP:
        case LANG_OP_BELOW:
        case LANG_OP_LEVEL:
        case LANG_OP_OWNER:
        case LANG_OP_TYPE:
        case LANG_OP_COUNT: break;
        default: return false;
        }
    return false;
}

bool low_never(const struct low *l, const struct low_value *c, int captured) {
    /* A value that an option may have set is constant in this match alone: another one may have a
     * use for it. */
    if (l->captured != captured || c->known)
        return l->captured == captured && !c->k;
    struct lang_bounds bounds = lang_node_bounds(l->rules, c->node, NULL);
    return !bounds.min && !bounds.max;
}

static struct low_value read_bind(struct low *l, struct low_bind *bind) {
    /* How the name is read depends on whether it has a variable of its own. */
    struct low_value v = bind->value;
    l->captured += !is_fact(l, &v);
    if (bind->var >= 0 && v.type == CORE_TYPE_NIL) { /* nil for now: a loop may return here with a
                                                      * value */
        bind->early = true;
        v = low_thing(CORE_TYPE_UNKNOWN, -1);
        v = low_read_moving(l, bind->var, &v);
    } else if (bind->var >= 0) {
        /* No set says nil. */
        if (bind->unset && v.type == CORE_TYPE_SET)
            low_unsupported(l, l->place, "'%s', a set that may be nil", bind->name->text);
        /* A later turn of a loop must not break what is relied on here: see low_store. */
        v.falsy |= bind->unset ? LOW_NIL : 0;
        bind->firm |= (uint8_t)(~v.falsy & (LOW_NIL | LOW_FALSE));
        v = low_read_moving(l, bind->var, &v);
    } else if (v.form == LOW_PLAIN && !v.known && v.type != CORE_TYPE_NIL) {
        const struct core_node *n = &l->rules->nodes[v.node];
        if (n->op == LANG_OP_VAR || n->op == LANG_OP_SET_VAR) /* a new node each time, so that every
                                                               * use is seen: see uses_of */
            v.node = low_node(l, (enum lang_op)n->op, n->is_set, n->a, -1, -1);
    }
    return v;
}

/* ---- captured values ------------------------------------------------------------------------- */

/* A rule may not capture a local that functions of the file assign: rules would see different
 * values. */
static void check_constant(struct low *l, const struct syn_node *n, const struct syn_name *name) {
    if (name->assigned_inside)
        low_fault(
            l, n,
            "'%s' is assigned at line %d, in a function; a captured local must keep its value: "
            "use a field or another local",
            name->text, name->assigned ? name->assigned->line : n->line);

    /* A local that is declared empty may be set later: that is how functions call each other. */
    if (name->init && name->init->kind != SYN_NIL && name->assigned &&
        name->assigned->from > l->frame->root->to)
        low_fault(l, name->assigned,
                  "'%s' is assigned after the rule at line %d captured it: "
                  "use a field or another local",
                  name->text, l->frame->root->line);
}

struct low_value low_name(struct low *l, struct syn_node *n) {
    struct low_bind *bind = low_bound(l, n->name);
    if (bind)
        return read_bind(l, bind);

    /* Not of this rule, so it was captured when the module was loaded. */
    struct low_value v;
    if (low_recall(l, n, &v))
        return v;

    int captured = l->captured;
    check_constant(l, n, n->name);
    luaL_checkstack(l->L, 20, "rules are nested too deeply");
    if (!syn_recover_upvalue(l->L, l->frame->lua, l->frame->root, n->name))
        low_unsupported(l, n, "'%s', a local of an enclosing function", n->name->text);

    v = low_take(l);
    low_memorize(l, n, &v, captured);
    return v;
}

/* Raise the fault for an undeclared name, with the nearest known one. */
static _Noreturn void unknown(struct low *l, const struct syn_node *n, int env) {
    /* A function that the sandbox lacks on purpose has a message of its own. */
    struct mst_nearest nearest = {.wanted = n->s};
    if (sandbox_lacks(n->s))
        low_read_strict(l, n, env, n->s);

    low_offer_locals(l, &nearest);
    low_push_real(l->L, env);
    for (lua_pushnil(l->L); lua_next(l->L, -2); lua_pop(l->L, 1))
        if (lua_type(l->L, -2) == LUA_TSTRING)
            mst_nearest_offer(&nearest, lua_tostring(l->L, -2));
    low_fault_near(l, n, &nearest, "unknown name '%s'", n->s);
}

struct low_value low_global(struct low *l, struct syn_node *n) {
    struct low_value v;
    if (low_recall(l, n, &v))
        return v;
    int captured = l->captured;
    luaL_checkstack(l->L, 20, "rules are nested too deeply");
    if (!syn_recover_upvalue(l->L, l->frame->lua, l->frame->root, NULL))
        low_unsupported(l, n, "'%s'", n->s);
    int env = lua_gettop(l->L);
    lua_pushstring(l->L, n->s);
    low_get(l->L, env);
    if (lua_isnil(l->L, -1))
        unknown(l, n, env);
    lua_remove(l->L, env); /* W7: only the value stays */
    v = low_take(l);
    low_memorize(l, n, &v, captured);
    return v;
}

struct low_value low_take(struct low *l) {
    assert(lua_gettop(l->L) > 0); /* W7 */
    lua_State *L = l->L;
    struct low_value v = low_lua(l, lua_gettop(L));
    bool set = v.handle && v.handle->kind == HOST_HANDLE_SET;
    int type = lua_type(L, -1);
    l->captured += type <= LUA_TNUMBER || set;

    /* What code can hold leaves the Lua stack; everything else stays there (W7). */
    switch (type) {
    case LUA_TNUMBER:
        if (!lua_isinteger(L, -1))
            break; /* code has no floats */
        v = low_known(CORE_TYPE_NUMBER, lua_tointeger(L, -1));
        lua_pop(L, 1);
        return v;
    case LUA_TBOOLEAN:
        v = low_known(CORE_TYPE_BOOLEAN, lua_toboolean(L, -1));
        lua_pop(L, 1);
        return v;
    case LUA_TNIL: lua_pop(L, 1); return low_nil();
    case LUA_TSTRING: v.type = CORE_TYPE_TEXT; return v;
    default: break;
    }

    if (set) {
        v = low_set_value(l, v.lua);
        lua_pop(L, 1);
    }
    return v;
}

struct host_handle *low_handle(const struct low_value *v) {
    return v->form == LOW_LUA ? v->handle : NULL;
}

bool low_is_function(struct low *l, const struct low_value *v) {
    if (v->form == LOW_LITERAL)
        return v->at->kind == SYN_FUNCTION;

    const struct host_handle *handle = low_handle(v);
    if (handle)
        return handle->kind == HOST_HANDLE_QUERY || handle->kind == HOST_HANDLE_ONCE ||
               handle->kind == HOST_HANDLE_PROCEDURE || handle->kind == HOST_HANDLE_POSSIBLE;
    return v->form == LOW_LUA && lua_isfunction(l->L, v->lua);
}

/* ---- handles --------------------------------------------------------------------------------- */

static enum core_type entity_type(enum core_entity of) {
    return of == CORE_OF_SEAT    ? CORE_TYPE_SEAT
           : of == CORE_OF_ZONE  ? CORE_TYPE_ZONE
           : of == CORE_OF_PIECE ? CORE_TYPE_PIECE
                                 : CORE_TYPE_NIL;
}

static enum core_type field_type(const struct low *l, int field) {
    return field < l->host->field_rule_count ? l->host->field_rule[field].type : CORE_TYPE_NUMBER;
}

/* Is the value certainly a thing of the type, and no number or nothing? */
bool low_is_there(const struct low_value *v, enum core_type type) {
    /* Every zone is a place. A constant may be a number that is no thing. */
    bool place = type == CORE_TYPE_PLACE && v->type == CORE_TYPE_ZONE;
    return v->form == LOW_PLAIN && (v->type == type || place) && !v->known && !v->falsy;
}

struct low_value low_field(struct low *l, struct syn_node *n, int field, struct low_value *entity) {
    const struct core_field *f = &l->schema->fields[field];
    enum core_type type = field_type(l, field);
    bool open = f->seen == CORE_SEEN_BY_ALL, thing = low_is_thing(type);
    int node;

    if (f->of == CORE_OF_GAME) {
        node = open ? low_node(l, LANG_OP_SLOT, false, f->first, -1, -1)
                    : low_node(l, LANG_OP_SECRET, false, low_constant(l, 0), field, -1);
    } else {
        /* A thing read through nothing is nothing. LANG_OP_FIELD does that itself, LANG_OP_SECRET
         * does not: its key is compared first, so it is kept, as it is read several times. */
        bool nothing = thing && !low_is_there(entity, entity_type(f->of));
        struct low_value key = nothing && !open ? low_keep(l, *entity) : *entity;
        int of = low_thing_of(l, n->b, key, entity_type(f->of));
        node = low_node(l, open ? LANG_OP_FIELD : LANG_OP_SECRET, false, of, field,
                        nothing && open ? 1 : -1);

        if (nothing && !open) {
            int count = core_field_entities(l->schema, f);
            int low = low_node(l, LANG_OP_LT, false, of, low_constant(l, 0), -1);
            int high = low_node(l, LANG_OP_LE, false, low_constant(l, count), of, -1);
            int none = low_node(l, LANG_OP_OR, false, low, high, -1);
            node = low_node(l, LANG_OP_IF, false, none, low_constant(l, MST_NONE), node);
        }
    }
    return thing ? low_thing(type, node) : low_plain(type, node);
}

/* The name of a field: written down, or a text that the function captured. */
static const char *record_key(struct low *l, struct syn_node *n) {
    if (n->kind == SYN_STRING)
        return n->s;

    struct low_value key = {.form = LOW_PLAIN};
    if (n->kind == SYN_LOCAL)
        key = low_expr(l, n);
    if (key.form != LOW_LUA || key.type != CORE_TYPE_TEXT)
        low_fault(l, n, "a game field is read by name: write now.turn");
    return lua_tostring(l->L, key.lua);
}

int low_record_field(struct low *l, struct syn_node *n, int index) {
    const struct host_record *record = &l->host->records[index];
    const char *name = record_key(l, n->b);
    struct mst_nearest nearest = {.wanted = name};
    for (int i = record->first; i < record->first + record->count; i++)
        if (!strcmp(l->schema->fields[i].name, name))
            return i;
    for (int i = record->first; i < record->first + record->count; i++)
        mst_nearest_offer(&nearest, l->schema->fields[i].name);
    low_fault_near(l, n->b, &nearest, "the record has no field '%s'", name);
}

static struct low_value container_at(struct low *l, struct syn_node *n, int index) {
    struct low_value seat = low_expr(l, n->b);
    int of = low_thing_of(l, n->b, seat, CORE_TYPE_SEAT),
        first = l->schema->containers[index].place;

    /* The places of a container are in the order of seats. */
    if (seat.known)
        return seat.k < 0 || seat.k >= l->schema->seats
                   ? low_nil()
                   : low_known(CORE_TYPE_PLACE, first + seat.k);

    struct low_value v =
        low_plain(CORE_TYPE_PLACE, low_node(l, LANG_OP_PLACE, false, of, index, -1));
    v.falsy = low_is_there(&seat, CORE_TYPE_SEAT) ? 0 : LOW_NIL;
    return v;
}

static struct low_value flow_entry(struct low *l, struct syn_node *n, int index) {
    const struct host_flow *flow = &l->host->flows[index];
    if (n->b->kind != SYN_STRING)
        low_fault(l, n->b, "an entry of a flow is read by name: write flow.order");

    struct mst_nearest nearest = {.wanted = n->b->s};
    for (int i = 0; i < flow->entry_count; i++)
        if (!strcmp(flow->entries[i].name, n->b->s)) {
            luaL_checkstack(l->L, 20, "rules are nested too deeply");
            host_handle_push(l->L, flow->entries[i].kind, flow->entries[i].index);
            return low_take(l);
        }
    for (int i = 0; i < flow->entry_count; i++)
        mst_nearest_offer(&nearest, flow->entries[i].name);
    low_fault_near(l, n->b, &nearest, "the flow has no '%s'", n->b->s);
}

static _Noreturn void fault_unread(struct low *l, const struct syn_node *n, const char *how) {
    char name[100];
    const char *called = low_name_of(l, n->a, name);
    low_fault(l, n, "'%s' has no fields; %s", called ? called : "this handle", how);
}

static struct low_value of_handle(struct low *l, struct syn_node *n,
                                  const struct host_handle *handle) {
    struct low_value key;

    /* Only some kinds have members; the messages say how the others are used. */
    switch (handle->kind) {
    case HOST_HANDLE_RECORD: return low_field(l, n, low_record_field(l, n, handle->index), NULL);
    case HOST_HANDLE_FLOW: return flow_entry(l, n, handle->index);
    case HOST_HANDLE_CONTAINER: return container_at(l, n, handle->index);
    case HOST_HANDLE_FIELD: key = low_expr(l, n->b); return low_field(l, n, handle->index, &key);
    case HOST_HANDLE_OWNER:
        key = low_expr(l, n->b);
        return low_thing(
            CORE_TYPE_SEAT,
            low_node(l, LANG_OP_OWNER, false, low_thing_of(l, n->b, key, CORE_TYPE_PIECE), -1, -1));
    case HOST_HANDLE_QUERY:
    case HOST_HANDLE_ONCE:
    case HOST_HANDLE_POSSIBLE:
    case HOST_HANDLE_PROCEDURE: fault_unread(l, n, "call it first: name(...)");
    case HOST_HANDLE_EVENT: fault_unread(l, n, "call its method with a colon: name:emit(...)");
    default: low_unsupported(l, n, "this member of a handle");
    }
}

/* ---- a.b and a[b] ---------------------------------------------------------------------------- */

/* An element whose key is a constant. */
static struct low_value known_element(struct low *l, struct syn_node *n, int table) {
    low_get(l->L, table);

    /* A missing name in a strict table is a fault, as in Lua; a missing number is nil. */
    if (lua_isnil(l->L, -1) && n->b->kind == SYN_STRING)
        low_read_strict(l, n->b, table, n->b->s);
    return low_take(l);
}

static struct low_value of_table(struct low *l, struct syn_node *n, int table) {
    if (n->b->kind == SYN_STRING) {
        lua_pushlstring(l->L, n->b->s, n->b->length);
        return known_element(l, n, table);
    }

    struct low_value key = low_expr(l, n->b);
    if (key.form == LOW_LUA && key.type == CORE_TYPE_TEXT) {
        lua_pushvalue(l->L, key.lua);
        return known_element(l, n, table);
    }
    if (key.form != LOW_PLAIN || key.type == CORE_TYPE_SET)
        low_fault(l, n->b, "%s cannot index a table", low_type_name(&key));
    if (!key.known) /* the index is computed in play, so the table becomes one of the code */
        return low_element(l, n, table, &key);

    if (key.type == CORE_TYPE_NIL)
        low_fault_nil(l, n->b, "cannot index a table");
    if (key.type == CORE_TYPE_BOOLEAN)
        lua_pushboolean(l->L, key.k != 0);
    else
        lua_pushinteger(l->L, key.k);
    return known_element(l, n, table);
}

static struct low_value of_element(struct low *l, struct syn_node *n, const struct low_value *a) {
    if (n->b->kind == SYN_STRING) {
        lua_pushlstring(l->L, n->b->s, n->b->length);
    } else {
        struct low_value key = low_expr(l, n->b);
        if (!key.known || key.type != CORE_TYPE_NUMBER)
            low_unsupported(l, n, "an element of a table that was read at a computed index");
        lua_pushinteger(l->L, key.k);
    }

    /* t[i].key is read as u[i], where u is {[i] = t[i].key}: the key is known, the index is not. */
    struct low_value index = low_plain((enum core_type)a->type, a->node);
    index.falsy = a->falsy;
    low_project(l, a->lua);
    return low_element(l, n, lua_gettop(l->L), &index);
}

struct low_value low_index(struct low *l, struct syn_node *n) {
    struct low_value v, key;
    if (low_recall(l, n, &v))
        return v;
    int captured = l->captured;
    struct low_value a = low_expr(l, n->a);
    const struct host_handle *handle = low_handle(&a);
    low_at(l, n);
    luaL_checkstack(l->L, 20, "rules are nested too deeply");
    if (handle)
        return of_handle(l, n, handle);

    if (low_is_set(&a)) {
        /* W3: the key may change what the set reads, unless Lua reads the set late, too. */
        struct low_mark mark = low_here(l);
        key = low_expr(l, n->b);
        if (!low_reads_late(l, n->a))
            low_keep_before(l, &mark, &a, 1);
        int zone = low_thing_of(l, n->b, key, CORE_TYPE_ZONE);
        return low_boolean(low_node(l, LANG_OP_IN, false, zone, a.node, -1));
    }

    if (a.form == LOW_LUA && lua_istable(l->L, a.lua)) {
        v = of_table(l, n, a.lua);
        low_memorize(l, n, &v, captured);
        return v;
    }
    if (a.form == LOW_ELEMENT)
        return of_element(l, n, &a);

    /* What Lua cannot index, either, is a fault; the rest is left to Lua (W2). */
    if (a.form == LOW_PLAIN && a.type == CORE_TYPE_NIL)
        low_fault_nil(l, n->a, "cannot be indexed");
    if (a.form == LOW_LITERAL && a.at->kind == SYN_TABLE)
        low_unsupported(l, n, "a table made at run time");
    low_fault(l, n, "%s cannot be indexed", low_type_name(&a));
}

bool low_push_static(lua_State *L, const struct syn_function *root, int index,
                     const struct syn_node *n) {
    luaL_checkstack(L, 10, "rules are nested too deeply");
    if (n->kind == SYN_LOCAL)
        return syn_recover_upvalue(L, index, root, n->name);

    /* Push a table and a key: for a global, the environment of the function and the name. */
    if (n->kind == SYN_GLOBAL) {
        if (!syn_recover_upvalue(L, index, root, NULL))
            return false;
        lua_pushstring(L, n->s);
    } else {
        if (n->kind != SYN_INDEX || n->b->kind != SYN_STRING ||
            !low_push_static(L, root, index, n->a))
            return false;
        if (!lua_istable(L, -1)) {
            lua_pop(L, 1);
            return false;
        }
        lua_pushlstring(L, n->b->s, n->b->length);
    }

    low_get(L, lua_gettop(L) - 1);
    lua_remove(L, -2);
    return true;
}
