/* Lowering: queries with their layers, the values of searches, and hooks. A large query becomes a
 * routine. */
#include "lang/lower/lower.h"

#include <assert.h>
#include <string.h>

/* ---- queries --------------------------------------------------------------------------------- */

struct low_value low_layer_function(struct low *l, const struct host_rule_layer *layer) {
    luaL_checkstack(l->L, 20, "rules are nested too deeply");
    lua_rawgeti(l->L, LUA_REGISTRYINDEX, layer->ref);
    return low_lua(l, lua_gettop(l->L)); /* W7: it stays on the stack */
}

/* `a or b`, or `a and b`. Lua skips b where a decides. */
static struct low_value chosen(struct low *l, struct syn_node *n, bool both, struct low_value a,
                               struct low_value b) {
    bool booleans = a.type == CORE_TYPE_BOOLEAN && b.type == CORE_TYPE_BOOLEAN;
    if (booleans)
        return both ? low_both(l, a, b) : low_either(l, a, b);
    a = low_keep(l, a);
    struct low_value there = low_truth(l, n, a), no = both ? low_falsy_like(&there) : b;
    if (!both)
        a.falsy = 0;
    return low_if(l, n, there, both ? b : a, no);
}

/* The sum, the least, the greatest, or the union or the meet of two sets. */
static struct low_value joined(struct low *l, struct syn_node *n, int join, struct low_value a,
                               struct low_value b) {
    static const enum lang_op numbers[] = {[HOST_JOIN_MIN] = LANG_OP_MIN,
                                           [HOST_JOIN_MAX] = LANG_OP_MAX,
                                           [HOST_JOIN_SUM] = LANG_OP_ADD};
    if (join == HOST_JOIN_OR || join == HOST_JOIN_AND) {
        enum lang_op op = join == HOST_JOIN_AND ? LANG_OP_MEET : LANG_OP_UNION;
        int own = low_set(l, n, b);
        return low_plain(CORE_TYPE_SET, low_node(l, op, true, a.node, own, -1));
    }
    assert(join == HOST_JOIN_MIN || join == HOST_JOIN_MAX || join == HOST_JOIN_SUM);

    int x = low_number(l, n, a), y = low_number(l, n, b);
    return low_plain(CORE_TYPE_NUMBER, low_node(l, numbers[join], false, x, y, -1));
}

int low_rule_params(struct low *l, struct syn_node *n, int index) {
    struct low_value f = low_layer_function(l, &l->host->rule[index].layers[0]);
    int params = low_source_of(l, n, f.lua)->fn->param_count;
    lua_pop(l->L, 1);
    return params;
}

static _Noreturn void fault_layer(struct low *l, struct syn_node *n, const struct low_value *f,
                                  const char *text) {
    struct low_frame frame;
    low_frame_of(l, n, f, &frame);
    low_fault_function(l, &frame, "%s", text);
}

/* The one value of a layer's function. */
static struct low_value layer_value(struct low *l, struct syn_node *n, struct low_value *f,
                                    struct low_value *args, int count) {
    /* The call in the source is one of the query, and not of this function. */
    l->calling = NULL;
    struct low_value v = low_call_one(l, n, f, args, count);

    /* Callers take a query for a value, so one that gives none at times is a fault. */
    bool nil = v.form == LOW_REST || (v.form == LOW_PLAIN && v.type == CORE_TYPE_NIL);
    const struct syn_node *body = low_source_of(l, n, f->lua)->fn->body;
    if (nil && !low_returns(body))
        fault_layer(l, n, f, "a query returns a value, but this function returns none");
    if ((v.type == CORE_TYPE_BOOLEAN || v.type == CORE_TYPE_NUMBER) && low_falls_off(body))
        fault_layer(l, n, f,
                    v.type == CORE_TYPE_BOOLEAN
                        ? "a query returns a value, but this function may end without one: return "
                          "false there"
                        : "a query returns a value, but this function may end without one: return "
                          "a number there");
    return v;
}

enum class { OF_ANY, OF_NUMBER, OF_SET, OF_TRUTH };

static enum class class_of(const struct low_value *v) {
    if (v->form != LOW_PLAIN || v->type == CORE_TYPE_NIL ||
        v->type == CORE_TYPE_UNKNOWN) return OF_ANY;
    return v->type == CORE_TYPE_NUMBER ? OF_NUMBER
           : v->type == CORE_TYPE_SET  ? OF_SET
                                       : OF_TRUTH;
}

/* Does the value of an amendment have the type of what it is joined to? */
static void check_amendment(struct low *l, struct syn_node *n, struct low_value *f, int join,
                            const struct low_value *before, const struct low_value *value) {
    struct low_frame frame;
    enum class a = class_of(before), b = class_of(value);
    if (a == OF_ANY || b == OF_ANY || a == b || (a == OF_NUMBER && before->known) ||
        (join == HOST_JOIN_REPLACE && a != OF_SET && b != OF_SET &&
         value->type != CORE_TYPE_BOOLEAN && before->type != CORE_TYPE_BOOLEAN))
        return;

    /* Things, booleans and nil may be mixed: all have a truth. Numbers and sets may not. */
    low_frame_of(l, n, f, &frame);
    low_fault_function(l, &frame, "this amendment returns %s, but the query returns %s%s",
                       low_type_name(value), low_type_name(before),
                       join == HOST_JOIN_REPLACE
                           ? ""
                           : "; with \"and\" or \"or\" the function gets the parameters of the "
                             "query alone, not the value before");
}

/* Join the function of a layer by "or" or "and" to the truth of those below it. As in Lua, it is
 * not called where that decides. */
static struct low_value layered_truth(struct low *l, struct syn_node *n, struct low_value *f,
                                      bool both, struct low_value before, struct low_value *args,
                                      int count) {
    struct low_value there = low_truth(l, n, before);
    bool decided = there.known && !there.k == both;

    /* It is lowered even where it is not called, so that its faults are reported. */
    struct low_list outer = low_open(l);
    struct low_value value = layer_value(l, n, f, args, count);
    check_amendment(l, n, f, both ? HOST_JOIN_AND : HOST_JOIN_OR, &before, &value);

    if (decided) { /* only checked */
        low_close(l, outer);
        return before;
    }
    if (there.known) {
        low_close_whole(l, outer, &value);
        return value;
    }
    low_close_value(l, outer, &value);
    return chosen(l, n, both, before, value);
}

/* Lower a layer and all layers below it. Lua calls the layers from the lowest on; a value that
 * cannot act is computed where it is read. */
static struct low_value layered(struct low *l, struct syn_node *n, const struct host_rule *rule,
                                int layer, struct low_value *args, int count) {
    assert(layer >= 0 && layer < rule->layer_count);
    const struct host_rule_layer *own = &rule->layers[layer];
    struct low_value f = low_layer_function(l, own), with[LOW_ARGS + 1];

    if (!layer)
        return layer_value(l, n, &f, args, count);
    struct low_value before = layered(l, n, rule, layer - 1, args, count);
    bool truth = own->join == HOST_JOIN_OR || own->join == HOST_JOIN_AND;
    if (truth && !low_is_set(&before))
        return layered_truth(l, n, &f, own->join == HOST_JOIN_AND, before, args, count);

    /* W3: the layers below run first, even where this one does not use their value. */
    low_pin(l, &before);

    if (own->join == HOST_JOIN_REPLACE) {
        with[0] = before;
        memcpy(with + 1, args, sizeof *args * (size_t)count);
        struct low_value replaced = layer_value(l, n, &f, with, count + 1);
        check_amendment(l, n, &f, own->join, &before, &replaced);
        return replaced;
    }
    struct low_list outer = low_open(l);
    struct low_value value = layer_value(l, n, &f, args, count);
    check_amendment(l, n, &f, own->join, &before, &value);
    low_close_whole(l, outer, &value);
    return joined(l, n, own->join, before, value);
}

/* Nodes of the source in all layers. */
static int lower_query_size_of(struct low *l, struct syn_node *n, int index) {
    const struct host_rule *rule = &l->host->rule[index];
    int size = 0;
    if (l->rule[index].size)
        return l->rule[index].size;

    /* Not the size of the code, which is not known before it is made. */
    for (int i = 0; i < rule->layer_count; i++) {
        struct low_value f = low_layer_function(l, &rule->layers[i]);
        const struct syn_function *fn = low_source_of(l, n, f.lua)->fn;
        size += low_size(fn);
        lua_pop(l->L, 1);
    }
    return l->rule[index].size = size + 1; /* never 0, which says unknown */
}

struct low_value low_rule_here(struct low *l, struct syn_node *n, int index, struct low_value *args,
                               int count) {
    const struct host_rule *rule = &l->host->rule[index];
    for (int i = 0; i < count; i++)
        args[i] = low_keep(l, args[i]); /* every layer reads them */
    if (rule->kind == HOST_RULE_POSSIBLE)
        return low_search(l, n, index, args, count);
    return layered(l, n, rule, rule->layer_count - 1, args, count);
}

enum { LARGE_RULE = 190, LARGE_COMPACT = 30 };

/* Call a query, or the function of a `possible`. */
struct low_value low_rule_value(struct low *l, struct syn_node *n, int index,
                                struct low_value *args, int count) {
    const struct host_rule *rule = &l->host->rule[index];
    bool looking = l->looking;
    const char *what = l->what;
    struct low_value v;

    if (!rule->layer_count)
        low_fault(l, n, "'%s' has no function", rule->name);
    if (count > LOW_ARGS - 1)
        low_unsupported(l, n, "too many arguments");

    /* Whoever calls it, a query reads: a rule that writes cannot hide in one. */
    l->looking = true;
    l->what = looking ? what : "a query";

    /* A search becomes a routine where it can, as its loops would swell every caller. */
    bool search = rule->kind == HOST_RULE_POSSIBLE;
    bool large = search || low_is_busy_rule(l, index) || l->rule[index].nodes > LOW_LARGE ||
                 lower_query_size_of(l, n, index) > (l->compact ? LARGE_COMPACT : LARGE_RULE);
    if (!large || !low_invoke_rule(l, n, index, args, count, &v)) {
        /* Among questions its statements need a list: part of the value, or a clause. */
        bool questions = l->asking && !l->list.inner;
        struct low_list outer = {0};
        if (++l->depth > LOW_DEPTH)
            low_unsupported(l, n, "calls nested too deeply");
        if (questions)
            outer = low_open(l);
        int nodes = l->rules->node_count;
        v = low_rule_here(l, n, index, args, count);
        l->rule[index].nodes = l->rules->node_count - nodes;
        if (questions)
            low_close_whole(l, outer, &v);
        l->depth--;
    }

    l->looking = looking;
    l->what = what;
    return v;
}

/* Call a Lua hook: its listeners run in order, and their results may be summed. */
int low_hook(struct low *l, struct syn_node *n, int index, struct low_value *args, int count,
             struct low_value *out) {
    struct low_value ignored[LOW_RESULTS];
    bool sum = l->host->hook_rule[index].fold == HOST_FOLD_SUM;
    if (!sum && l->host->hook_rule[index].fold != HOST_FOLD_EACH)
        low_unsupported(l, n, "a Lua hook that returns a value");

    /* Without listeners the sum is 0. */
    out[0] = low_known(CORE_TYPE_NUMBER, 0);
    for (int i = 0; i < count; i++)
        args[i] = low_keep(l, args[i]);

    /* Listeners run in order; the results of effects are dropped, as Lua drops them. */
    for (int i = 0; i < l->host->hook_rule[index].listener_count; i++) {
        luaL_checkstack(l->L, 20, "rules are nested too deeply");
        lua_rawgeti(l->L, LUA_REGISTRYINDEX, l->host->hook_rule[index].listeners[i].ref);
        struct low_value f = low_lua(l, lua_gettop(l->L));
        if (!sum) {
            low_call(l, n, &f, args, count, 0, ignored);
            continue;
        }
        struct low_value value = low_call_one(l, n, &f, args, count);
        low_pin(l, &value);
        out[0] = joined(l, n, HOST_JOIN_SUM, out[0], value);
    }
    return sum;
}
