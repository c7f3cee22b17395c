/* Lowering: sets, piles of pieces and ranges: iteration and methods. */
#include "lang/lower/lower.h"

#include <string.h>

/* ---- constant sets --------------------------------------------------------------------------- */

static int add_region(struct low *l, const struct host_set_handle *set) {
    size_t size = (size_t)l->schema->board->words * sizeof *set->words;
    uint64_t *words = mst_alloc(size);
    struct core_region *region =
        words ? core_rules_grow(&l->rules->regions, &l->rules->region_count, sizeof *region) : NULL;
    if (!region) {
        mst_free(words);
        host_no_memory(l->L);
    }

    /* W8: now the rules own the words. */
    memcpy(words, set->words, size);
    *region = (struct core_region){1, words};
    return l->rules->region_count - 1;
}

static int count_zones(const struct low *l, const struct host_set_handle *set) {
    int count = 0;
    for (int w = 0; w < l->schema->board->words; w++)
        count += core_bits(set->words[w]);
    return count;
}

struct low_value low_set_value(struct low *l, int index) {
    lua_State *L = l->L;
    const struct host_set_handle *set =
        (const struct host_set_handle *)(const void *)host_handle_at(L, index);

    int count = count_zones(l, set);

    /* No zones and all zones have special nodes, which operators know how to drop. */
    if (!count)
        return low_plain(CORE_TYPE_SET, low_node(l, LANG_OP_NOTHING, true, -1, -1, -1));
    if (count == l->schema->board->zones)
        return low_plain(CORE_TYPE_SET, low_node(l, LANG_OP_ZONES, true, -1, -1, -1));

    /* Sets are userdata that never change, so one that comes again has its region already. */
    lua_pushvalue(L, index);
    lua_rawget(L, l->cache);
    int region = lua_isinteger(L, -1) ? (int)lua_tointeger(L, -1) : -1;
    lua_pop(L, 1);
    if (region < 0) {
        region = add_region(l, set);
        lua_pushvalue(L, index);
        lua_pushinteger(L, region);
        lua_rawset(L, l->cache);
    }
    return low_plain(CORE_TYPE_SET, low_node(l, LANG_OP_REGION, true, region, -1, -1));
}

/* ---- loops ----------------------------------------------------------------------------------- */

int low_over(struct low *l, const struct syn_node *n, const struct low_value *v,
             enum core_type *type) {
    const struct host_handle *handle = low_handle(v);

    if (low_is_set(v)) {
        *type = CORE_TYPE_ZONE;
        return low_node(l, LANG_OP_OVER_SET, false, v->node, -1, -1);
    }

    if (v->form == LOW_PIECES) {
        *type = CORE_TYPE_PIECE;
        return low_node(l, LANG_OP_OVER_STACK, false, v->node, -1, -1);
    }
    if (v->form == LOW_CHOSEN) {
        *type = CORE_TYPE_PIECE;
        return low_node(l, LANG_OP_OVER_CHOSEN, false, v->node, v->node2, -1);
    }

    /* A range that the rule makes has nodes; one that it captured has numbers. */
    *type = CORE_TYPE_NUMBER;
    if (v->form == LOW_RANGE)
        return low_node(l, LANG_OP_OVER_RANGE, false, v->node, v->node2, -1);
    if (handle && (handle->kind == HOST_HANDLE_RANGE || handle->kind == HOST_HANDLE_DOMAIN)) {
        const struct host_range_handle *range = (const struct host_range_handle *)handle;
        int from = low_constant(l, range->from), to = low_constant(l, range->to);
        return low_node(l, LANG_OP_OVER_RANGE, false, from, to, -1);
    }

    /* Lua could loop over them, code only chooses among them. */
    if (v->form == LOW_SUBSETS)
        low_unsupported(l, n, "a loop over subsets");
    return -1;
}

struct low_value low_first(struct low *l, const struct syn_node *n, const struct low_value *v) {
    /* Both find nothing in what is empty, and then give nil. */
    if (low_is_set(v))
        return low_thing(CORE_TYPE_ZONE, low_node(l, LANG_OP_FIRST, false, v->node, -1, -1));
    if (v->form == LOW_PIECES)
        return low_thing(CORE_TYPE_PIECE, low_node(l, LANG_OP_TOP, false, v->node, -1, -1));
    low_unsupported(l, n, "'first' of %s", low_type_name(v));
}

/* ---- methods --------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    enum lang_op op;
} METHODS[] = {{"some", LANG_OP_SOME},   {"every", LANG_OP_EVERY}, {"tally", LANG_OP_TALLY},
               {"sum", LANG_OP_SUM},     {"pick", LANG_OP_PICK},   {"where", LANG_OP_WHERE},
               {"first", LANG_OP_FIRST}, {NULL, LANG_OP_CONST}};

static enum lang_op method_op(struct low *l, struct syn_node *n) {
    struct mst_nearest nearest = {.wanted = n->s};

    for (int i = 0; METHODS[i].name; i++)
        if (!strcmp(METHODS[i].name, n->s))
            return METHODS[i].op;
    for (int i = 0; METHODS[i].name; i++)
        mst_nearest_offer(&nearest, METHODS[i].name);
    low_fault_near(l, n, &nearest, "there is no method '%s'%s", n->s,
                   nearest.best ? "" : "; there are some every tally sum pick where first");
}

/* Lower the body of a method's loop: a condition, or a number for `sum`. */
static struct low_value body(struct low *l, struct syn_node *n, enum lang_op op,
                             struct low_value *f, struct low_value turn) {
    /* W6: the body runs once for each element, with its statements. */
    struct low_list outer = low_open(l);
    bool looking = l->looking;
    struct low_value v = low_call_one(l, n, f, &turn, 1);
    l->looking = looking;

    /* A sum takes numbers; the others ask for a truth. */
    if (op == LANG_OP_SUM)
        v.node = low_number(l, n->b, v);
    else
        v = low_truth_now(l, n->b, v);
    low_close_value(l, outer, &v);
    return v;
}

/* The value of a loop over numbers that may be MST_NONE is a number, or nil: code cannot tell. */
static struct low_value gathered(struct low *l, enum lang_op op, enum core_type type, int node) {
    switch (op) {
    case LANG_OP_WHERE: return low_plain(CORE_TYPE_SET, node);
    case LANG_OP_PICK: {
        const struct core_node *over = &l->rules->nodes[l->rules->nodes[node].a];
        if (type == CORE_TYPE_NUMBER && lang_node_bounds(l->rules, over->a, NULL).min >= 0)
            type = CORE_TYPE_UNKNOWN;
        return low_thing(type, node);
    }
    case LANG_OP_SOME:
    case LANG_OP_EVERY: return low_boolean(node);
    default: return low_plain(CORE_TYPE_NUMBER, node);
    }
}

static struct low_value loop_method(struct low *l, struct syn_node *n, enum lang_op op,
                                    const struct low_value *a) {
    struct low_value args[LOW_ARGS], like = {0};
    enum core_type type;
    struct low_value of = *a;
    struct low_mark mark = low_here(l);

    /* W3: arguments may change what the set reads, so it is kept at its place before them. */
    int count = low_arguments(l, n->b, args, LOW_ARGS);
    low_keep_before(l, &mark, &of, 1);

    int over = low_over(l, n->a, &of, &type);
    if (over < 0)
        low_fault(l, n, "%s has no method '%s'", low_type_name(a), n->s);
    if (count != 1 || !low_is_function(l, &args[0]))
        low_fault(l, n, "'%s' takes one function with the %s as its parameter", n->s,
                  type == CORE_TYPE_ZONE    ? "zone"
                  : type == CORE_TYPE_PIECE ? "piece"
                                            : "number");
    if (op == LANG_OP_WHERE && !low_is_set(a))
        low_unsupported(l, n, "'where' of %s", low_type_name(a));

    int var = low_new_var(l, false);
    like.type = (uint8_t)type;
    struct low_value v = body(l, n, op, &args[0], low_read_var(l, var, &like));

    /* A constant condition keeps all zones or none. */
    if (op == LANG_OP_WHERE && v.known)
        return v.k ? of : low_plain(CORE_TYPE_SET, low_node(l, LANG_OP_NOTHING, true, -1, -1, -1));
    return gathered(l, op, type,
                    low_node(l, op, op == LANG_OP_WHERE, over, var, low_node_of(l, &v)));
}

/* domain:from(a, b) */
static struct low_value domain_part(struct low *l, struct syn_node *n, const struct low_value *a) {
    struct low_value args[LOW_ARGS], v = {.form = LOW_RANGE, .most = INT64_MAX, .lua = a->lua};
    if (strcmp(n->s, "from") != 0 || low_arguments(l, n->b, args, LOW_ARGS) != 2)
        low_fault(l, n, "a domain has the method from(a, b)");

    v.node = low_number(l, n->b, args[0]);
    v.node2 = low_number(l, n->b->next ? n->b->next : n->b, args[1]);
    return v;
}

/* The value that the field is compared with, as the field stores it. */
static int lower_sets_value_of(struct low *l, struct syn_node *n, int field, struct low_value v) {
    enum core_type type = l->host->field_rule[field].type;
    if (type != CORE_TYPE_BOOLEAN)
        return low_is_thing(type) ? low_thing_of(l, n, v, type) : low_number(l, n, v);

    /* A flag that is nil is one that is not set: `where(nil)` finds those. */
    if (v.form == LOW_PLAIN && v.type == CORE_TYPE_NIL)
        return low_constant(l, 0);
    if (v.form != LOW_PLAIN || v.type != CORE_TYPE_BOOLEAN)
        low_fault(l, n, "expected true or false, found %s", low_type_name(&v));
    return low_node_of(l, &v);
}

/* field:where(value) */
static struct low_value field_where(struct low *l, struct syn_node *n, int field) {
    struct low_value args[LOW_ARGS], like = {.type = CORE_TYPE_ZONE};
    const struct core_field *f = &l->schema->fields[field];
    if (strcmp(n->s, "where") != 0 || low_arguments(l, n->b, args, LOW_ARGS) != 1 ||
        f->of != CORE_OF_ZONE)
        low_fault(l, n, "a field of zones has the method where(value)");

    /* It is compared for each zone, but computed once. */
    struct low_value wanted =
        low_plain(CORE_TYPE_NUMBER, lower_sets_value_of(l, n->b, field, args[0]));
    wanted = low_keep(l, wanted);

    /* The loop over all zones that Lua's method makes, written out. */
    int var = low_new_var(l, false), zone = low_read_var(l, var, &like).node;
    enum lang_op read = f->seen == CORE_SEEN_BY_ALL ? LANG_OP_FIELD : LANG_OP_SECRET;
    int value = low_node(l, read, false, zone, field, -1);
    int all = low_node(l, LANG_OP_ZONES, true, -1, -1, -1);
    int over = low_node(l, LANG_OP_OVER_SET, false, all, -1, -1);
    int same = low_node(l, LANG_OP_EQ, false, value, wanted.node, -1);
    return low_plain(CORE_TYPE_SET, low_node(l, LANG_OP_WHERE, true, over, var, same));
}

/* ranking:best(place, size, ...), or a call of the ranking itself. */
static struct low_value ranked(struct low *l, struct syn_node *n, int index, bool best) {
    struct low_value args[LOW_ARGS];
    int nodes[4], count = low_arguments(l, n->b, args, LOW_ARGS), most = best ? 4 : 2;
    if (count < 2 || count > most)
        low_fault(l, n, "a ranking takes a place and a size%s",
                  best ? ", and at most 2 more numbers" : "");

    /* In Lua, trailing nils are as good as absent: a ranking counts what it gets. */
    while (count > 2 && args[count - 1].form == LOW_PLAIN && args[count - 1].type == CORE_TYPE_NIL)
        count--;

    /* Places and sizes alternate. */
    for (int i = 0; i < count; i++)
        nodes[i] =
            i % 2 ? low_number(l, n->b, args[i]) : low_thing_of(l, n->b, args[i], CORE_TYPE_PLACE);
    return low_plain(CORE_TYPE_NUMBER, low_node(l, LANG_OP_PRIMITIVE, false, index + best,
                                                low_list_of(l, nodes, count), -1));
}

/* ranking:chance(place, size, other, held, others) */
static struct low_value rivals(struct low *l, struct syn_node *n, int index) {
    struct low_value args[LOW_ARGS];
    int nodes[5], count = low_arguments(l, n->b, args, LOW_ARGS);
    if (count < 3 || count > 5)
        low_fault(l, n,
                  "chance takes a place, a size and another place, and at most 2 more places");

    /* The second argument is a size; all others are places. */
    for (int i = 0; i < count; i++)
        nodes[i] =
            i == 1 ? low_number(l, n->b, args[i]) : low_thing_of(l, n->b, args[i], CORE_TYPE_PLACE);
    return low_plain(CORE_TYPE_NUMBER, low_node(l, LANG_OP_PRIMITIVE, false, index + 2,
                                                low_list_of(l, nodes, count), -1));
}

struct low_value low_ranking(struct low *l, struct syn_node *n, int index) {
    return ranked(l, n, index, false);
}

struct low_value low_method(struct low *l, struct syn_node *n) {
    struct low_value a = low_expr(l, n->a);
    const struct host_handle *handle = low_handle(&a);
    low_at(l, n);

    if (handle && handle->kind == HOST_HANDLE_EVENT) {
        low_emit(l, n, handle->index);
        return low_none();
    }

    /* The other kinds of handles have their methods; a domain is also a range. */
    if (handle && handle->kind == HOST_HANDLE_DOMAIN && !strcmp(n->s, "from"))
        return domain_part(l, n, &a);
    if (handle && handle->kind == HOST_HANDLE_FIELD)
        return field_where(l, n, handle->index);
    if (handle && handle->kind == HOST_HANDLE_RANKING && !strcmp(n->s, "best"))
        return ranked(l, n, handle->index, true);
    if (handle && handle->kind == HOST_HANDLE_RANKING && !strcmp(n->s, "chance"))
        return rivals(l, n, handle->index);

    /* Methods of tables and of other handles are found by Lua alone. */
    if (a.form == LOW_LUA &&
        (!handle || (handle->kind != HOST_HANDLE_RANGE && handle->kind != HOST_HANDLE_DOMAIN)))
        low_unsupported(l, n, "a call of the method '%s'", n->s);

    enum lang_op op = method_op(l, n);
    if (op == LANG_OP_FIRST)
        return low_first(l, n, &a);
    return loop_method(l, n, op, &a);
}
