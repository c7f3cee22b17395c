/* Lowering: comparisons and arithmetic of numbers, things, sets and Lua values. */
#include "lang/lower/lower.h"

/* ---- comparisons ----------------------------------------------------------------------------- */

/* Is the pending decision or step the named one (nil: is nothing pending)? */
static struct low_value is_pending(struct low *l, const struct mst_syn_node *n,
                                   const struct low_value *name) {
    bool none = name->form == LOW_PLAIN && name->type == MST_TYPE_NIL;
    if (!none && (name->form != LOW_LUA || name->type != MST_TYPE_TEXT))
        low_unsupported(l, n, "the name of the pending decision as a value");
    int index = none ? -1 : mst_rules_find_decision(l->rules, lua_tostring(l->L, name->lua));
    if (index < 0 && !none)
        return low_known(MST_TYPE_BOOLEAN, false);
    int now = low_node(l, MST_OP_ARG, false, low_constant(l, MST_FRAME_DECISION), -1, -1);
    return low_boolean(low_node(l, MST_OP_EQ, false, now, low_constant(l, index + 1), -1));
}

/* Compare two Lua values at load. */
static struct low_value same_lua(struct low *l, const struct mst_syn_node *n, struct low_value a,
                                 struct low_value b) {
    if (a.form != LOW_LUA || b.form != LOW_LUA) {
        bool apart_forms = (a.form == LOW_LUA && b.form == LOW_PLAIN) ||
                           (b.form == LOW_LUA && a.form == LOW_PLAIN);
        const struct low_value *plain = a.form == LOW_PLAIN ? &a : &b;
        if (apart_forms && plain->type == MST_TYPE_NIL)
            return low_known(MST_TYPE_BOOLEAN, false);
        if (!apart_forms)
            low_unsupported(l, n, "a comparison of these values");
        low_fault(l, n, "comparison of %s with %s: they are never equal", low_type_name(&a),
                  low_type_name(&b));
    }
    return low_known(MST_TYPE_BOOLEAN, lua_rawequal(l->L, a.lua, b.lua));
}

static struct low_value same_sets(struct low *l, struct low_value a, struct low_value b) {
    const struct mst_node *x = &l->rules->nodes[a.node], *y = &l->rules->nodes[b.node];
    int differ;
    if (y->op == MST_OP_NOTHING) {
        differ = a.node;
    } else if (x->op == MST_OP_NOTHING) {
        differ = b.node;
    } else {
        a = low_keep(l, a);
        b = low_keep(l, b);
        int more = low_node(l, MST_OP_MINUS, true, a.node, b.node, -1);
        int less = low_node(l, MST_OP_MINUS, true, b.node, a.node, -1);
        differ = low_node(l, MST_OP_UNION, true, more, less, -1);
    }
    int size = low_node(l, MST_OP_SIZE, false, differ, -1, -1);
    return low_boolean(low_node(l, MST_OP_EQ, false, size, low_constant(l, 0), -1));
}

/* v == nil (or v == false), where `wanted` says which. Both are the same number in code, so where v
 * may be either, the code must know that it is neither. */
static struct low_value is_falsy(struct low *l, const struct mst_syn_node *n, struct low_value v,
                                 unsigned wanted) {
    unsigned may = (low_may_be_nil(&v) ? LOW_NIL : 0) | (low_may_be_false(&v) ? LOW_FALSE : 0);
    if (!(may & wanted))
        return low_known(MST_TYPE_BOOLEAN, false);
    if (v.known && may == wanted)
        return low_known(MST_TYPE_BOOLEAN, true);
    if (v.type == MST_TYPE_NUMBER)
        low_unsupported(l, n, "a number that may be nil");
    if (may != wanted)
        v = low_certain(l, v);
    if (v.type == MST_TYPE_BOOLEAN)
        return low_not(l, v);
    return low_boolean(
        low_node(l, MST_OP_EQ, false, low_node_of(l, &v), low_constant(l, MST_NONE), -1));
}

/* A constant that is nil, or false. */
static unsigned constant_falsy(const struct low_value *v) {
    bool nil = v->type == MST_TYPE_NIL;
    bool no = v->known && v->type == MST_TYPE_BOOLEAN && !v->k;
    if (!nil && !no)
        return 0;
    return (low_may_be_nil(v) ? LOW_NIL : 0) | (low_may_be_false(v) ? LOW_FALSE : 0);
}

/* Two values that are equal in code are equal in Lua, but for these: nil and false; nil and a
 * number that is MST_NONE. */
static struct low_value same_numbers(struct low *l, struct low_value a, struct low_value b) {
    if (a.type == MST_TYPE_NUMBER)
        a = low_certain(l, a);
    if (b.type == MST_TYPE_NUMBER)
        b = low_certain(l, b);
    unsigned x = (low_may_be_nil(&a) ? LOW_NIL : 0) | (low_may_be_false(&a) ? LOW_FALSE : 0);
    unsigned y = (low_may_be_nil(&b) ? LOW_NIL : 0) | (low_may_be_false(&b) ? LOW_FALSE : 0);
    if (x && y && (x | y) == (LOW_NIL | LOW_FALSE)) {
        a = low_certain(l, a);
        b = low_certain(l, b);
    }
    bool left = y && a.type == MST_TYPE_NUMBER && low_may_look_nil(l, &a);
    bool right = x && b.type == MST_TYPE_NUMBER && low_may_look_nil(l, &b);
    struct low_value *number = left ? &a : &b;
    if (left || right)
        *number = low_keep(l, *number);
    int first = low_node_of(l, &a), second = low_node_of(l, &b);
    struct low_value same = low_boolean(low_node(l, MST_OP_EQ, false, first, second, -1));
    if (!left && !right)
        return same;
    int there =
        low_node(l, MST_OP_NE, false, low_node_of(l, number), low_constant(l, MST_NONE), -1);
    return low_both(l, same, low_boolean(there));
}

static bool comparable(enum mst_type x, enum mst_type y) {
    bool numbers = x != MST_TYPE_BOOLEAN && x != MST_TYPE_SET;
    return x == y || (numbers && (low_fits(x, y) || low_fits(y, x)));
}

struct low_value low_same(struct low *l, const struct mst_syn_node *n, struct low_value a,
                          struct low_value b) {
    if (a.form == LOW_REST)
        a = low_nil();
    if (b.form == LOW_REST)
        b = low_nil();
    enum mst_type x = (enum mst_type)a.type, y = (enum mst_type)b.type;
    if (a.form == LOW_PENDING || b.form == LOW_PENDING)
        return is_pending(l, n, a.form == LOW_PENDING ? &b : &a);
    if (a.form != LOW_PLAIN || b.form != LOW_PLAIN)
        return same_lua(l, n, a, b);
    if (x == MST_TYPE_SET && y == MST_TYPE_SET)
        return same_sets(l, a, b);

    unsigned nothing = constant_falsy(&b);
    if (nothing == LOW_NIL || (nothing == LOW_FALSE && low_may_be_false(&a)))
        return is_falsy(l, n, a, nothing);
    nothing = constant_falsy(&a);
    if (nothing == LOW_NIL || (nothing == LOW_FALSE && low_may_be_false(&b)))
        return is_falsy(l, n, b, nothing);
    if (!comparable(x, y))
        low_fault(l, n, "comparison of %s with %s: they are never equal", low_type_name(&a),
                  low_type_name(&b));
    if (a.known && b.known)
        return low_known(MST_TYPE_BOOLEAN, a.k == b.k);
    if (x == MST_TYPE_BOOLEAN && (a.known || b.known)) {
        struct low_value v = a.known ? b : a;
        bool wanted = a.known ? a.k : b.k;
        v = low_boolean(v.node); /* the value of a comparison is never nil */
        return wanted ? v : low_known(MST_TYPE_BOOLEAN, false); /* it cannot be false: see above */
    }
    return same_numbers(l, a, b);
}

struct low_value low_less(struct low *l, const struct mst_syn_node *n, struct low_value a,
                          struct low_value b) {
    bool swap = n->op == MST_SYN_GT || n->op == MST_SYN_GE;
    bool or_equal = n->op == MST_SYN_LE || n->op == MST_SYN_GE;
    int left = low_number(l, n->a, a), right = low_number(l, n->b, b);
    if (a.known && b.known) {
        int64_t x = swap ? b.k : a.k, y = swap ? a.k : b.k;
        return low_known(MST_TYPE_BOOLEAN, or_equal ? x <= y : x < y);
    }
    return low_boolean(low_node(l, or_equal ? MST_OP_LE : MST_OP_LT, false, swap ? right : left,
                                swap ? left : right, -1));
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

static int64_t floor_div(int64_t a, int64_t b) {
    if (b == -1)
        return (int64_t)(0 - (uint64_t)a);
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static bool compute(struct low *l, const struct mst_syn_node *n, int64_t a, int64_t b,
                    int64_t *value) {
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    bool strict = n->op == MST_SYN_IDIV || n->op == MST_SYN_MOD;
    if (strict && !b)
        low_fault(l, n, "division by zero");
    switch ((enum mst_syn_op)n->op) {
    case MST_SYN_ADD: *value = (int64_t)(x + y); return true;
    case MST_SYN_SUB: *value = (int64_t)(x - y); return true;
    case MST_SYN_MUL: *value = (int64_t)(x * y); return true;
    case MST_SYN_IDIV: *value = floor_div(a, b); return true;
    case MST_SYN_MOD: *value = (int64_t)(x - (uint64_t)floor_div(a, b) * y); return true;
    case MST_SYN_BAND: *value = (int64_t)(x & y); return true;
    case MST_SYN_BOR: *value = (int64_t)(x | y); return true;
    case MST_SYN_BXOR: *value = (int64_t)(x ^ y); return true;
    case MST_SYN_SHL: *value = b >= 64 || b < 0 ? 0 : (int64_t)(x << y); return b >= 0;
    case MST_SYN_SHR: *value = b >= 64 || b < 0 ? 0 : (int64_t)(x >> y); return b >= 0;
    default: return false;
    }
}

static struct low_value sets_joined(struct low *l, const struct mst_syn_node *n, struct low_value a,
                                    struct low_value b) {
    int left = low_set(l, n->a, a), right = low_set(l, n->b, b);
    enum mst_op op = n->op == MST_SYN_BAND  ? MST_OP_MEET
                     : n->op == MST_SYN_BOR ? MST_OP_UNION
                                            : MST_OP_MINUS;
    const struct mst_node *x = &l->rules->nodes[left], *y = &l->rules->nodes[right];
    if (n->op != MST_SYN_BAND && n->op != MST_SYN_BOR && n->op != MST_SYN_SUB)
        low_fault(l, n, "sets of zones are combined with |, & and -");
    if (op == MST_OP_UNION && x->op == MST_OP_NOTHING)
        return b;
    if (op != MST_OP_MEET && y->op == MST_OP_NOTHING)
        return a;
    if (op == MST_OP_MEET && x->op == MST_OP_ZONES)
        return b;
    if (op == MST_OP_MEET && y->op == MST_OP_ZONES)
        return a;
    return low_plain(MST_TYPE_SET, low_node(l, op, true, left, right, -1));
}

static struct low_value divided(struct low *l, const struct mst_syn_node *n, int left, int right,
                                const struct low_value *by) {
    bool rest = n->op == MST_SYN_MOD, strict = !by->known;
    int node = low_node(l,
                        strict ? rest ? MST_OP_MOD_STRICT : MST_OP_DIV_STRICT
                        : rest ? MST_OP_MOD
                               : MST_OP_DIV,
                        false, left, right, -1);
    if (strict)
        l->rules->nodes[node].k = n->line;
    return low_plain(MST_TYPE_NUMBER, node);
}

struct low_value low_arithmetic(struct low *l, const struct mst_syn_node *n, struct low_value a,
                                struct low_value b) {
    int64_t value;
    if (low_is_set(&a) || low_is_set(&b))
        return sets_joined(l, n, a, b);
    if (n->op == MST_SYN_DIV || n->op == MST_SYN_POW)
        low_fault(l, n, "rules use integers only: '%s'; write // to divide",
                  n->op == MST_SYN_DIV ? "/" : "^");
    if (n->op == MST_SYN_CONCAT)
        low_unsupported(l, n, "a string made at run time");
    int left = low_number(l, n->a, a), right = low_number(l, n->b, b);
    if (a.known && b.known && compute(l, n, a.k, b.k, &value))
        return low_known(MST_TYPE_NUMBER, value);
    switch ((enum mst_syn_op)n->op) {
    case MST_SYN_ADD:
        return low_plain(MST_TYPE_NUMBER, low_node(l, MST_OP_ADD, false, left, right, -1));
    case MST_SYN_SUB:
        return low_plain(MST_TYPE_NUMBER, low_node(l, MST_OP_SUB, false, left, right, -1));
    case MST_SYN_MUL:
        return low_plain(MST_TYPE_NUMBER, low_node(l, MST_OP_MUL, false, left, right, -1));
    case MST_SYN_IDIV:
    case MST_SYN_MOD:
        if (b.known && !b.k)
            low_fault(l, n, "division by zero");
        return divided(l, n, left, right, &b);
    case MST_SYN_BAND:
        return low_plain(MST_TYPE_NUMBER, low_node(l, MST_OP_BIT_AND, false, left, right, -1));
    case MST_SYN_BOR:
        return low_plain(MST_TYPE_NUMBER, low_node(l, MST_OP_BIT_OR, false, left, right, -1));
    case MST_SYN_SHL:
        if (b.known && b.k >= 0 && b.k < 64) /* in Lua, too, the bits beyond 64 are lost */
            return low_plain(
                MST_TYPE_NUMBER,
                low_node(l, MST_OP_MUL, false, left, low_constant(l, (int64_t)(1ULL << b.k)), -1));
        low_unsupported(l, n, "a shift by a number that is not constant");
    case MST_SYN_SHR: low_unsupported(l, n, "a shift to the right (// divides)");
    default: low_unsupported(l, n, "the operator ~ between numbers");
    }
}
