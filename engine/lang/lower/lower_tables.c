/* Lowering: captured tables of numbers, sets or records that are read at an index known only at run
 * time. */
#include "lang/lower/lower.h"

#include <assert.h>
#include <string.h>

/* ---- tables ---------------------------------------------------------------------------------- */

void low_push_real(lua_State *L, int table) {
    /* A proxy is an empty table whose __index is the real one. */
    lua_pushvalue(L, table);
    while (lua_istable(L, -1) && luaL_getmetafield(L, -1, "__index") != LUA_TNIL) {
        /* A function as __index would have to run: the table counts as it is. */
        if (!lua_istable(L, -1)) {
            lua_pop(L, 1);
            return;
        }
        lua_pushnil(L);
        bool empty = !lua_next(L, -3);
        lua_pop(L, empty ? 0 : 2);
        if (!empty) {
            lua_pop(L, 1);
            return;
        }
        lua_remove(L, -2);
    }
}

void low_get(lua_State *L, int table) {
    /* Like Lua's own lookup along __index, but without calling anything. */
    lua_pushvalue(L, table);
    for (;;) {
        lua_pushvalue(L, -2);
        if (lua_rawget(L, -2) != LUA_TNIL || luaL_getmetafield(L, -2, "__index") == LUA_TNIL)
            break;
        lua_remove(L, -2); /* the nil */
        lua_remove(L, -2); /* the table */
        if (!lua_istable(L, -1)) {
            lua_pop(L, 1);
            lua_pushnil(L);
            lua_replace(L, -2);
            return;
        }
    }
    lua_replace(L, -3);
    lua_pop(L, 1);
}

/* The common type of the elements with integer keys. */
struct elements {
    enum { OF_NUMBERS, OF_BOOLEANS, OF_SETS, OF_TABLES, OF_OTHERS } what;
    int first, last, count;
    bool negative;
};

static int element_kind(lua_State *L) {
    /* Booleans and sets are separate kinds, as each needs its own table. */
    if (lua_isinteger(L, -1))
        return OF_NUMBERS;
    if (lua_isboolean(L, -1))
        return OF_BOOLEANS;
    return lua_istable(L, -1)                       ? OF_TABLES
           : host_handle_of(L, -1, HOST_HANDLE_SET) ? OF_SETS
                                                    : OF_OTHERS;
}

enum { MOST_ELEMENTS = 4096 };

static struct elements count_elements(lua_State *L) {
    struct elements e = {.first = MOST_ELEMENTS, .last = -1};
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        int64_t key = lua_isinteger(L, -2) ? lua_tointeger(L, -2) : -1;
        if (key < 0 || key >= MOST_ELEMENTS)
            continue; /* a named field among the numbers does not matter */

        /* One element of another kind, and the table is none that code can hold. */
        int kind = element_kind(L);
        if (e.count && kind != (int)e.what)
            kind = OF_OTHERS;
        e.what = kind;
        e.count++;
        e.first = key < e.first ? (int)key : e.first;
        e.last = key > e.last ? (int)key : e.last;
        e.negative = e.negative || (lua_isinteger(L, -1) && lua_tointeger(L, -1) < 0);
    }
    if (!e.count)
        e.what = OF_OTHERS;
    return e;
}

static int64_t element_at(lua_State *L, int64_t key, int64_t otherwise) {
    lua_rawgeti(L, -1, key);
    int64_t value = lua_isinteger(L, -1)   ? lua_tointeger(L, -1)
                    : lua_isboolean(L, -1) ? lua_toboolean(L, -1)
                                           : otherwise;
    lua_pop(L, 1);
    return value;
}

/* Add the numbers of the table on top of the stack to the tables of the rules. Returns its
 * number. */
static int add_table(struct low *l, const struct syn_node *n, const struct elements *e,
                     int64_t otherwise) {
    assert(e->first >= 0 && e->last >= e->first);
    /* The values begin at index 0 even if `first` is higher, so that reads need not subtract. */
    int32_t *values = mst_alloc((size_t)(e->last + 1) * sizeof *values);
    struct core_table *table =
        values ? core_rules_grow(&l->rules->tables, &l->rules->table_count, sizeof *table) : NULL;
    if (!table) {
        mst_free(values);
        host_no_memory(l->L);
    }

    /* W8: now the rules own the values, and a fault below leaks nothing. */
    *table = (struct core_table){
        .first = e->first, .count = e->last + 1, .values = values, .absent = (int32_t)otherwise};
    for (int i = 0; i <= e->last; i++) {
        int64_t value = element_at(l->L, i, otherwise);
        values[i] = (int32_t)value;
        if (value != values[i])
            low_unsupported(l, n, "a table with numbers this large");
    }
    return l->rules->table_count - 1;
}

/* Add the sets of the table on top of the stack as consecutive regions. Returns the first
 * number. */
static int add_regions(struct low *l, const struct elements *e) {
    assert(e->first >= 0 && e->last >= e->first);
    int words = l->schema->board->words;
    uint64_t *sets = mst_calloc((size_t)(e->last + 1), (size_t)words * sizeof *sets);
    struct core_region *region =
        sets ? core_rules_grow(&l->rules->regions, &l->rules->region_count, sizeof *region) : NULL;
    if (!region) {
        mst_free(sets);
        host_no_memory(l->L);
    }

    /* Holes stay empty sets, which no index reaches: see index_inside. */
    *region = (struct core_region){e->last + 1, sets};
    for (int i = e->first; i <= e->last; i++) {
        lua_rawgeti(l->L, -1, i);
        const struct host_handle *handle = host_handle_of(l->L, -1, HOST_HANDLE_SET);
        if (handle)
            memcpy(sets + (size_t)i * (size_t)words,
                   ((const struct host_set_handle *)handle)->words, (size_t)words * sizeof *sets);
        lua_pop(l->L, 1);
    }
    return l->rules->region_count - 1;
}

/* Inspect the table on top of the stack, once. The cache also keeps the table, so that no other one
 * gets its address. */
static struct elements lower_tables_look_at(struct low *l) {
    lua_State *L = l->L;
    int table = lua_gettop(L);
    lua_rawgetp(L, l->cache, lua_topointer(L, table));

    /* Tables may have thousands of elements, and be read at hundreds of places. */
    if (!lua_isuserdata(L, -1)) {
        lua_settop(L, table);
        struct elements e = count_elements(L);
        struct elements *known = lua_newuserdatauv(L, sizeof *known, 1);
        *known = e;
        lua_pushvalue(L, table);
        lua_setiuservalue(L, -2, 1);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, l->cache, lua_topointer(L, table));
    }
    struct elements e = *(const struct elements *)lua_touserdata(L, -1);
    lua_settop(L, table);
    return e;
}

/* The number cached for the table on top of the stack, or -1. */
static int cached(struct low *l) {
    lua_pushvalue(l->L, -1);
    lua_rawget(l->L, l->cache);
    int index = lua_isinteger(l->L, -1) ? (int)lua_tointeger(l->L, -1) : -1;
    lua_pop(l->L, 1);
    return index;
}

static void cache(struct low *l, int index) {
    lua_pushvalue(l->L, -1);
    lua_pushinteger(l->L, index);
    lua_rawset(l->L, l->cache);
}

/* A BY_SEAT node with the table's element for each seat, if the index depends only on the seat to
 * move. */
static int by_seat(struct low *l, int node) {
    int64_t values[MST_MOST_SEATS + 1], index;
    if (l->schema->seats >= MST_MOST_SEATS)
        return -1;

    /* -1 is MST_NONE: no seat decides. */
    for (int seat = -1; seat < l->schema->seats; seat++) {
        if (!lang_node_by_seat(l->rules, node, seat, &index))
            return -1;
        values[seat + 1] = element_at(l->L, index, 0);
    }
    return lang_node_of_seats(l->rules, values);
}

/* The range that the type of a value allows, beside that of its node. */
static struct lang_bounds index_bounds(const struct low *l, const struct low_value *index) {
    const struct core_schema *s = l->schema;
    const struct lang_bounds *vars = l->asking && !l->asking->search ? l->asking->bounds : NULL;
    struct lang_bounds bounds = lang_node_bounds(l->rules, index->node, vars);
    int count = index->type == CORE_TYPE_SEAT    ? s->seats
                : index->type == CORE_TYPE_KIND  ? s->type_count
                : index->type == CORE_TYPE_ZONE  ? s->board->zones
                : index->type == CORE_TYPE_PIECE ? s->pieces
                : index->type == CORE_TYPE_PLACE ? s->places
                                                 : INT32_MAX;

    /* A thing of a known type exists, or is nothing. A number may be anything. */
    if (index->type == CORE_TYPE_NUMBER || index->type == CORE_TYPE_UNKNOWN)
        return bounds;
    bounds.min = bounds.min < 0 ? (index->falsy ? MST_NONE : 0) : bounds.min;
    bounds.max = bounds.max > count - 1 ? count - 1 : bounds.max;
    return bounds;
}

/* Does the table have an element for every value of the index? */
static bool has_all(const struct low *l, const struct elements *e, const struct low_value *index) {
    struct lang_bounds bounds = index_bounds(l, index);
    bool holes = e->count < e->last - e->first + 1;
    return !holes && bounds.min >= e->first && bounds.max <= e->last;
}

/* The index, where the table has an element; elsewhere the code stops. */
static int index_inside(struct low *l, const struct syn_node *n, const struct elements *e,
                        const struct low_value *index) {
    if (has_all(l, e, index))
        return index->node;

    if (e->count < e->last - e->first + 1)
        low_unsupported(l, n, "a table with holes at a computed index");

    /* W1: a set or a record has no value for nil, so the code stops where Lua would read nil. */
    struct low_value at = low_keep(l, low_plain(CORE_TYPE_NUMBER, index->node));
    int low = low_node(l, LANG_OP_LE, false, low_constant(l, e->first), at.node, -1);
    int high = low_node(l, LANG_OP_LE, false, at.node, low_constant(l, e->last), -1);
    int inside = low_node(l, LANG_OP_AND, false, low, high, -1);
    int outside = low_node(l, LANG_OP_CERTAIN, false, low_constant(l, MST_NONE), -1, -1);
    l->rules->nodes[outside].k = MST_NONE;
    return low_node(l, LANG_OP_IF, false, inside, at.node, outside);
}

/* An element is nil where the table has none. So is the value: among numbers that are not negative,
 * MST_NONE says so; elsewhere the code stops. */
static struct low_value number_at(struct low *l, const struct syn_node *n, const struct elements *e,
                                  const struct low_value *index) {
    bool all = has_all(l, e, index), truth = e->what == OF_BOOLEANS;
    bool nothing = !all && !truth && !e->negative;
    int at = all || nothing || truth ? index->node : index_inside(l, n, e, index);

    int node = all ? by_seat(l, at) : -1;
    if (node < 0) {
        /* One table of the code serves every place that reads this one. */
        int table = cached(l);
        if (table < 0) {
            table = add_table(l, n, e, truth || e->negative ? 0 : MST_NONE);
            cache(l, table);
        }
        node = low_node(l, LANG_OP_TABLE, false, at, table, all || at != index->node);
    }

    if (!truth && !nothing)
        return low_plain(CORE_TYPE_NUMBER, node);
    struct low_value v = truth ? low_boolean(node) : low_thing(CORE_TYPE_UNKNOWN, node);
    v.falsy |= all ? 0 : LOW_NIL;
    return v;
}

/* table[index] of a captured table, where the index is known only at run time. */
struct low_value low_element(struct low *l, const struct syn_node *n, int table,
                             const struct low_value *index) {
    assert(!index->known);
    struct low_value at = *index, v;
    l->captured++;
    if (at.type == CORE_TYPE_BOOLEAN)
        low_unsupported(l, n, "a table that is read by true or false");

    low_push_real(l->L, table);
    struct elements e = lower_tables_look_at(l);

    /* A table of records is not read yet: the field that is meant comes next (of_element). */
    at.node = low_node_of(l, &at);

    switch (e.what) {
    case OF_NUMBERS:
    case OF_BOOLEANS: v = number_at(l, n, &e, &at); break;
    case OF_SETS: {
        int inside = index_inside(l, n, &e, &at), region = cached(l);
        if (region < 0) {
            region = add_regions(l, &e);
            cache(l, region);
        }
        v = low_plain(CORE_TYPE_SET, low_node(l, LANG_OP_REGION, true, region, inside, -1));
        break;
    }
    case OF_TABLES:
        return (struct low_value){.form = LOW_ELEMENT,
                                  .type = at.type,
                                  .falsy = at.falsy,
                                  .node = index_inside(l, n, &e, &at),
                                  .lua = lua_gettop(l->L)};
    default: low_unsupported(l, n, "an element of this table at a computed index");
    }
    lua_pop(l->L, 1);
    return v;
}

/* Replace the key on top of the stack with the table {[i] = t[i][key]}. */
void low_project(struct low *l, int table) {
    lua_State *L = l->L;
    int key = lua_gettop(L);
    lua_pushfstring(L, "%p.%s", lua_topointer(L, table), luaL_tolstring(L, key, NULL));
    lua_remove(L, -2);

    /* By address and key: the element has been read before, as a rule. The address is safe, as the
     * cache keeps tables that were looked at. */
    lua_pushvalue(L, -1);
    if (lua_rawget(L, l->cache) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_newtable(L);
        int made = lua_gettop(L);
        for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
            if (!lua_isinteger(L, -2) || !lua_istable(L, -1))
                continue;
            lua_pushvalue(L, -2);
            lua_pushvalue(L, key);
            low_get(L, made + 2);
            lua_rawset(L, made);
        }

        /* The cache gets the new table under the text made above. */
        lua_pushvalue(L, made - 1);
        lua_pushvalue(L, made);
        lua_rawset(L, l->cache);
    }
    lua_replace(L, key);
    lua_settop(L, key);
}
