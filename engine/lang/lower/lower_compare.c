/* Lowering: comparisons and arithmetic of numbers, things, sets and Lua values. */
#include "lang/lower/lower.h"

#include <assert.h>

/* ---- comparisons ----------------------------------------------------------------------------- */

/* Is the pending decision or step the named one (nil: is nothing pending)? */
static struct low_value is_pending(struct low *l, const struct syn_node *n,
                                   const struct low_value *name) {
    /* A frame keeps the number of its decision plus 1, so 0 says that nothing is pending. */
    bool none = name->form == LOW_PLAIN && name->type == CORE_TYPE_NIL;
    if (!none && (name->form != LOW_LUA || name->type != CORE_TYPE_TEXT))
        low_unsupported(l, n, "the name of the pending decision as a value");
    int index = none ? -1 : core_rules_find_decision(l->rules, lua_tostring(l->L, name->lua));

    /* No decision has that name, so it is never pending; strings compare all the same. */
    if (index < 0 && !none)
        return low_known(CORE_TYPE_BOOLEAN, false);

    int now = low_node(l, LANG_OP_ARG, false, low_constant(l, CORE_FRAME_DECISION), -1, -1);
    return low_boolean(low_node(l, LANG_OP_EQ, false, now, low_constant(l, index + 1), -1));
}

/* Compare two Lua values at load. */
static struct low_value same_lua(struct low *l, const struct syn_node *n, struct low_value a,
                                 struct low_value b) {
    /* A Lua value is never nil, but it may be compared with nil. With another plain value the
     * result is always false, which no author wants. */
    if (a.form != LOW_LUA || b.form != LOW_LUA) {
        bool apart_forms = (a.form == LOW_LUA && b.form == LOW_PLAIN) ||
                           (b.form == LOW_LUA && a.form == LOW_PLAIN);
        const struct low_value *plain = a.form == LOW_PLAIN ? &a : &b;
        if (apart_forms && plain->type == CORE_TYPE_NIL)
            return low_known(CORE_TYPE_BOOLEAN, false);
        if (!apart_forms)
            low_unsupported(l, n, "a comparison of these values");
        low_fault(l, n, "comparison of %s with %s: they are never equal", low_type_name(&a),
                  low_type_name(&b));
    }
    /* No metamethods: nothing runs. */
    return low_known(CORE_TYPE_BOOLEAN, lua_rawequal(l->L, a.lua, b.lua));
}

static struct low_value same_sets(struct low *l, struct low_value a, struct low_value b) {
    /* Sets are equal if neither has a zone that the other lacks. Each is read twice. */
    const struct core_node *x = &l->rules->nodes[a.node], *y = &l->rules->nodes[b.node];
    int differ;
    if (y->op == LANG_OP_NOTHING) {
        differ = a.node;
    } else if (x->op == LANG_OP_NOTHING) {
        differ = b.node;
    } else {
        a = low_keep(l, a);
        b = low_keep(l, b);
        int more = low_node(l, LANG_OP_MINUS, true, a.node, b.node, -1);
        int less = low_node(l, LANG_OP_MINUS, true, b.node, a.node, -1);
        differ = low_node(l, LANG_OP_UNION, true, more, less, -1);
    }
    int size = low_node(l, LANG_OP_SIZE, false, differ, -1, -1);
    return low_boolean(low_node(l, LANG_OP_EQ, false, size, low_constant(l, 0), -1));
}

/* v == nil (or v == false), where `wanted` says which. Both are the same number in code, so where v
 * may be either, the code must know that it is neither. */
static struct low_value is_falsy(struct low *l, const struct syn_node *n, struct low_value v,
                                 unsigned wanted) {
    assert(wanted == LOW_NIL || wanted == LOW_FALSE);
    unsigned may = (low_may_be_nil(&v) ? LOW_NIL : 0) | (low_may_be_false(&v) ? LOW_FALSE : 0);

    /* The answer may be known by the types alone. */
    if (!(may & wanted))
        return low_known(CORE_TYPE_BOOLEAN, false);
    if (v.known && may == wanted)
        return low_known(CORE_TYPE_BOOLEAN, true);

    /* W1: MST_NONE may be that number itself. */
    if (v.type == CORE_TYPE_NUMBER)
        low_unsupported(l, n, "a number that may be nil");

    /* W5: of a value that may be nil or false, one number says both. */
    if (may != wanted)
        v = low_certain(l, v);
    if (v.type == CORE_TYPE_BOOLEAN)
        return low_not(l, v);
    return low_boolean(
        low_node(l, LANG_OP_EQ, false, low_node_of(l, &v), low_constant(l, MST_NONE), -1));
}

/* A constant that is nil, or false. */
static unsigned constant_falsy(const struct low_value *v) {
    /* The type alone says nil; false is a known boolean. Either may stand for the other, too. */
    bool nil = v->type == CORE_TYPE_NIL;
    bool no = v->known && v->type == CORE_TYPE_BOOLEAN && !v->k;
    if (!nil && !no)
        return 0;
    return (low_may_be_nil(v) ? LOW_NIL : 0) | (low_may_be_false(v) ? LOW_FALSE : 0);
}

/* Two values that are equal in code are equal in Lua, but for these: nil and false; nil and a
 * number that is MST_NONE. */
static struct low_value same_numbers(struct low *l, struct low_value a, struct low_value b) {
    /* Only Lua can tell a number from nil where a value may be either. */
    if (a.type == CORE_TYPE_NUMBER)
        a = low_certain(l, a);
    if (b.type == CORE_TYPE_NUMBER)
        b = low_certain(l, b);

    /* nil on one side and false on the other are one number, though in Lua they differ. */
    unsigned x = (low_may_be_nil(&a) ? LOW_NIL : 0) | (low_may_be_false(&a) ? LOW_FALSE : 0);
    unsigned y = (low_may_be_nil(&b) ? LOW_NIL : 0) | (low_may_be_false(&b) ? LOW_FALSE : 0);
    if (x && y && (x | y) == (LOW_NIL | LOW_FALSE)) {
        a = low_certain(l, a);
        b = low_certain(l, b);
    }

    /* A number -1 against a thing that may be nil: MST_NONE would equal it. */
    bool left = y && a.type == CORE_TYPE_NUMBER && low_may_look_nil(l, &a);
    bool right = x && b.type == CORE_TYPE_NUMBER && low_may_look_nil(l, &b);
    struct low_value *number = left ? &a : &b;
    if (left || right)
        *number = low_keep(l, *number);

    /* Equal, and the number is not the one that stands for nothing. */
    int first = low_node_of(l, &a), second = low_node_of(l, &b);
    struct low_value same = low_boolean(low_node(l, LANG_OP_EQ, false, first, second, -1));
    if (!left && !right)
        return same;
    int there =
        low_node(l, LANG_OP_NE, false, low_node_of(l, number), low_constant(l, MST_NONE), -1);
    return low_both(l, same, low_boolean(there));
}

static bool comparable(enum core_type x, enum core_type y) {
    /* In Lua, things are numbers: a zone may be compared with one, but not with a piece. */
    bool numbers = x != CORE_TYPE_BOOLEAN && x != CORE_TYPE_SET;
    return x == y || (numbers && (low_fits(x, y) || low_fits(y, x)));
}

struct low_value low_same(struct low *l, const struct syn_node *n, struct low_value a,
                          struct low_value b) {
    if (a.form == LOW_REST)
        a = low_nil();
    if (b.form == LOW_REST)
        b = low_nil();

    enum core_type x = (enum core_type)a.type, y = (enum core_type)b.type;

    /* Strings and Lua values are compared at load, sets by their zones. */
    if (a.form == LOW_PENDING || b.form == LOW_PENDING)
        return is_pending(l, n, a.form == LOW_PENDING ? &b : &a);
    if (a.form != LOW_PLAIN || b.form != LOW_PLAIN)
        return same_lua(l, n, a, b);
    if (x == CORE_TYPE_SET && y == CORE_TYPE_SET)
        return same_sets(l, a, b);

    unsigned nothing = constant_falsy(&b);
    if (nothing == LOW_NIL || (nothing == LOW_FALSE && low_may_be_false(&a)))
        return is_falsy(l, n, a, nothing);
    nothing = constant_falsy(&a);
    if (nothing == LOW_NIL || (nothing == LOW_FALSE && low_may_be_false(&b)))
        return is_falsy(l, n, b, nothing);

    /* Lua says false. The author meant something else, so it is refused. */
    if (!comparable(x, y))
        low_fault(l, n, "comparison of %s with %s: they are never equal", low_type_name(&a),
                  low_type_name(&b));
    if (a.known && b.known)
        return low_known(CORE_TYPE_BOOLEAN, a.k == b.k);

    /* With a constant boolean, the comparison is the value itself. */
    if (x == CORE_TYPE_BOOLEAN && (a.known || b.known)) {
        struct low_value v = a.known ? b : a;
        bool wanted = a.known ? a.k : b.k;
        v = low_boolean(v.node); /* the value of a comparison is never nil */
        return wanted ? v : low_known(CORE_TYPE_BOOLEAN, false); /* it cannot be false: see above */
    }
    return same_numbers(l, a, b);
}

struct low_value low_less(struct low *l, const struct syn_node *n, struct low_value a,
                          struct low_value b) {
    /* Code knows < and <= alone; the others swap their operands. */
    bool swap = n->op == SYN_GT || n->op == SYN_GE;
    bool or_equal = n->op == SYN_LE || n->op == SYN_GE;
    int left = low_number(l, n->a, a), right = low_number(l, n->b, b);
    if (a.known && b.known) {
        int64_t x = swap ? b.k : a.k, y = swap ? a.k : b.k;
        return low_known(CORE_TYPE_BOOLEAN, or_equal ? x <= y : x < y);
    }
    return low_boolean(low_node(l, or_equal ? LANG_OP_LE : LANG_OP_LT, false, swap ? right : left,
                                swap ? left : right, -1));
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

static int64_t floor_div(int64_t a, int64_t b) {
    assert(b != 0); /* a fault at load, a failure in play */
    /* The smallest number divided by -1 overflows in C; in Lua it stays itself. */
    if (b == -1)
        return (int64_t)(0 - (uint64_t)a);
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static bool compute(struct low *l, const struct syn_node *n, int64_t a, int64_t b, int64_t *value) {
    /* Lua's numbers wrap around; in C only those without a sign do. */
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    bool strict = n->op == SYN_IDIV || n->op == SYN_MOD;
    if (strict && !b)
        low_fault(l, n, "division by zero");

    /* Shifts by a negative number go the other way in Lua: they are left to Lua. */
    switch ((enum syn_op)n->op) {
    case SYN_ADD: *value = (int64_t)(x + y); return true;
    case SYN_SUB: *value = (int64_t)(x - y); return true;
    case SYN_MUL: *value = (int64_t)(x * y); return true;
    case SYN_IDIV: *value = floor_div(a, b); return true;
    case SYN_MOD: *value = (int64_t)(x - (uint64_t)floor_div(a, b) * y); return true;
    case SYN_BAND: *value = (int64_t)(x & y); return true;
    case SYN_BOR: *value = (int64_t)(x | y); return true;
    case SYN_BXOR: *value = (int64_t)(x ^ y); return true;
    case SYN_SHL: *value = b >= 64 || b < 0 ? 0 : (int64_t)(x << y); return b >= 0;
    case SYN_SHR: *value = b >= 64 || b < 0 ? 0 : (int64_t)(x >> y); return b >= 0;
    default: return false;
    }
}

static struct low_value sets_joined(struct low *l, const struct syn_node *n, struct low_value a,
                                    struct low_value b) {
    /* Both operands must be sets even where one of them decides the result. */
    int left = low_set(l, n->a, a), right = low_set(l, n->b, b);
    enum lang_op op = n->op == SYN_BAND  ? LANG_OP_MEET
                      : n->op == SYN_BOR ? LANG_OP_UNION
                                         : LANG_OP_MINUS;
    const struct core_node *x = &l->rules->nodes[left], *y = &l->rules->nodes[right];
    if (n->op != SYN_BAND && n->op != SYN_BOR && n->op != SYN_SUB)
        low_fault(l, n, "sets of zones are combined with |, & and -");

    /* No zones, and all zones, need no code. Neither side is dropped if it acts, as acting values
     * are pinned (W3). */
    if (op == LANG_OP_UNION && x->op == LANG_OP_NOTHING)
        return b;
    if (op != LANG_OP_MEET && y->op == LANG_OP_NOTHING)
        return a;
    if (op == LANG_OP_MEET && x->op == LANG_OP_ZONES)
        return b;
    if (op == LANG_OP_MEET && y->op == LANG_OP_ZONES)
        return a;
    return low_plain(CORE_TYPE_SET, low_node(l, op, true, left, right, -1));
}

static struct low_value divided(struct low *l, const struct syn_node *n, int left, int right,
                                const struct low_value *by) {
    assert(!by->known || by->k);
    bool rest = n->op == SYN_MOD, strict = !by->known;
    int node = low_node(l,
                        strict ? rest ? LANG_OP_MOD_STRICT : LANG_OP_DIV_STRICT
                        : rest ? LANG_OP_MOD
                               : LANG_OP_DIV,
                        false, left, right, -1);

    /* A failure is at the line of the operator, which may not be that of its statement. */
    if (strict)
        l->rules->nodes[node].k = n->line;
    return low_plain(CORE_TYPE_NUMBER, node);
}

struct low_value low_arithmetic(struct low *l, const struct syn_node *n, struct low_value a,
                                struct low_value b) {
    int64_t value;
    if (low_is_set(&a) || low_is_set(&b))
        return sets_joined(l, n, a, b);
    if (n->op == SYN_DIV || n->op == SYN_POW)
        low_fault(l, n, "rules use integers only: '%s'; write // to divide",
                  n->op == SYN_DIV ? "/" : "^");
    if (n->op == SYN_CONCAT)
        low_unsupported(l, n, "a string made at run time");

    /* Operands are checked before constants are folded: nil + 1 is no number. */
    int left = low_number(l, n->a, a), right = low_number(l, n->b, b);
    if (a.known && b.known && compute(l, n, a.k, b.k, &value))
        return low_known(CORE_TYPE_NUMBER, value);

    /* Wrapping operators have instructions; a division has one that may fail. */
    switch ((enum syn_op)n->op) {
    case SYN_ADD:
        return low_plain(CORE_TYPE_NUMBER, low_node(l, LANG_OP_ADD, false, left, right, -1));
    case SYN_SUB:
        return low_plain(CORE_TYPE_NUMBER, low_node(l, LANG_OP_SUB, false, left, right, -1));
    case SYN_MUL:
        return low_plain(CORE_TYPE_NUMBER, low_node(l, LANG_OP_MUL, false, left, right, -1));
    case SYN_IDIV:
    case SYN_MOD:
        if (b.known && !b.k)
            low_fault(l, n, "division by zero");
        return divided(l, n, left, right, &b);
    case SYN_BAND:
        return low_plain(CORE_TYPE_NUMBER, low_node(l, LANG_OP_BIT_AND, false, left, right, -1));
    case SYN_BOR:
        return low_plain(CORE_TYPE_NUMBER, low_node(l, LANG_OP_BIT_OR, false, left, right, -1));
    case SYN_SHL:
        if (b.known && b.k >= 0 && b.k < 64) /* in Lua, too, the bits beyond 64 are lost */
            return low_plain(
                CORE_TYPE_NUMBER,
                low_node(l, LANG_OP_MUL, false, left, low_constant(l, (int64_t)(1ULL << b.k)), -1));
        low_unsupported(l, n, "a shift by a number that is not constant");
    case SYN_SHR: low_unsupported(l, n, "a shift to the right (// divides)");
    default: low_unsupported(l, n, "the operator ~ between numbers");
    }
}
