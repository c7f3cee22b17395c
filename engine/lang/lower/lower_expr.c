/* Lowering: operators, conditions, and alternatives. */
#include "lang/lower/lower.h"

#include <assert.h>
#include <string.h>

struct syn_node *low_bare(struct syn_node *n) {
    while (n->kind == SYN_PAREN)
        n = n->a;
    return n;
}

/* ---- types ----------------------------------------------------------------------------------- */

bool low_fits(enum core_type type, enum core_type wanted) {
    /* A value of unknown type is a number, or any thing: reading one that does not exist gives
     * nothing. */
    if (type == wanted || type == CORE_TYPE_UNKNOWN)
        return true;
    if (wanted == CORE_TYPE_UNKNOWN)
        return type != CORE_TYPE_BOOLEAN && type != CORE_TYPE_SET && type != CORE_TYPE_TEXT;
    if (type == CORE_TYPE_NIL)
        return low_is_thing(wanted);
    if (type == CORE_TYPE_NUMBER) /* in Lua, things are numbers */
        return low_is_thing(wanted);
    return (type == CORE_TYPE_ZONE && wanted == CORE_TYPE_PLACE) ||
           (type == CORE_TYPE_PLACE && wanted == CORE_TYPE_ZONE);
}

static const char *wanted_name(enum core_type type) {
    struct low_value v = low_plain(type, -1);
    return low_type_name(&v);
}

bool low_reads_late(struct low *l, struct syn_node *n) {
    /* A captured local is a constant, which no one can change in between. */
    n = low_bare(n);
    return n->kind == SYN_LOCAL && l->frame && n->name->owner == l->frame->fn;
}

/* A number of a frame, without the check that it is not MST_NONE: see frame_number in
 * lower_words.c. */
static int unchecked(const struct low *l, int node) {
    /* Arithmetic takes any number, so -1 need not stop the code. */
    const struct core_node *n = &l->rules->nodes[node];
    bool checked = n->op == LANG_OP_CERTAIN && l->rules->nodes[n->a].op == LANG_OP_ARG;
    return checked ? n->a : node;
}

int low_number(struct low *l, const struct syn_node *n, struct low_value v) {
    if (v.form != LOW_PLAIN || v.type == CORE_TYPE_BOOLEAN || v.type == CORE_TYPE_SET ||
        v.type == CORE_TYPE_NIL)
        low_fault(l, n, "expected a number, found %s%s", low_type_name(&v),
                  low_is_set(&v) ? "; #set is the number of zones" : "");

    /* Arithmetic with nil fails in Lua: so does the code, and Lua says why (X5). */
    v = low_certain(l, v);
    return unchecked(l, low_node_of(l, &v));
}

int low_thing_of(struct low *l, const struct syn_node *n, struct low_value v, enum core_type type) {
    if (v.form == LOW_REST)
        v = low_nil();

    if (v.form != LOW_PLAIN || !low_fits((enum core_type)v.type, type))
        low_fault(l, n, "expected %s, found %s", wanted_name(type), low_type_name(&v));
    if (low_may_be_false(&v)) /* a word takes nil for nothing, but not false */
        v = low_certain(l, v);
    return unchecked(l, low_node_of(l, &v));
}

int low_set(struct low *l, const struct syn_node *n, struct low_value v) {
    /* A single zone is no set in Lua, though code could make it one. */
    if (!low_is_set(&v))
        low_fault(l, n, "expected a set of zones, found %s%s", low_type_name(&v),
                  v.form == LOW_PLAIN && v.type != CORE_TYPE_BOOLEAN
                      ? "; only(zone) is a set of one zone"
                      : "");
    return v.node;
}

/* ---- truth ----------------------------------------------------------------------------------- */

/* A function of another file gave this value to a library: the line of its result is at fault. */
static struct syn_node *result_of(struct low *l, struct syn_node *n, struct low_frame *frame) {
    /* The condition is lowered in the library, but its author is not to blame. */
    struct syn_node *call = low_bare(n);
    if (call->kind != SYN_CALL || call->a->kind != SYN_LOCAL)
        return n;
    struct low_value f = low_expr(l, call->a);
    if (!low_is_function(l, &f))
        return n;
    low_frame_of(l, call, &f, frame);

    /* The last statement of its body gives the result, where it is a `return`. */
    struct syn_node *last = frame->fn->body;
    while (last && last->kind != SYN_RETURN)
        last = last->next;
    if (!last || !last->a || !strcmp(frame->tree->path, l->frame->tree->path))
        return n;
    l->frame = frame;
    return last->a;
}

/* False as a condition; as a value it is nil or false. */
static struct low_value known_falsy(unsigned falsy) {
    struct low_value v = low_known(CORE_TYPE_BOOLEAN, false);
    v.falsy = (uint8_t)falsy;
    return v;
}

/* The truth keeps what its falsy value stands for: `c and x` is nil where c is nil. */
struct low_value low_truth(struct low *l, struct syn_node *n, struct low_value v) {
    if (v.form == LOW_REST || (v.form == LOW_PLAIN && v.type == CORE_TYPE_NIL))
        return known_falsy(LOW_NIL);

    /* In Lua all values but nil and false are true. */
    if (v.form != LOW_PLAIN && v.type != CORE_TYPE_TEXT && v.form != LOW_PENDING)
        return low_known(CORE_TYPE_BOOLEAN, true); /* a function or a handle is never nil */
    if (v.form == LOW_PLAIN && v.type == CORE_TYPE_BOOLEAN)
        return v;

    /* W1: -1 may be nil or a number. */
    if (v.form == LOW_PLAIN && v.type == CORE_TYPE_NUMBER && v.falsy && !v.known)
        low_unsupported(l, n, "a number that may be nil");
    /* A parameter may be tested for being there. */
    if (v.form == LOW_PLAIN && v.type == CORE_TYPE_NUMBER && v.given)
        return low_known(CORE_TYPE_BOOLEAN, true);

    /* Any other number is always true, which is hardly meant: a fault. */
    bool thing = low_is_thing((enum core_type)v.type) || v.type == CORE_TYPE_UNKNOWN;
    struct low_frame frame;
    if (v.form != LOW_PLAIN || !thing)
        low_fault(l, result_of(l, n, &frame),
                  "a condition is a boolean, or a thing that may be nil; found %s%s",
                  low_type_name(&v),
                  v.form == LOW_PLAIN && v.type == CORE_TYPE_NUMBER
                      ? ", and 0 counts as true in Lua: use a comparison"
                  : low_is_set(&v) ? ", and an empty set counts as true in Lua: compare #set with 0"
                                   : "");

    if (v.known)
        return v.k != MST_NONE ? low_known(CORE_TYPE_BOOLEAN, true) : known_falsy(LOW_NIL);
    if (!v.falsy)
        return low_known(CORE_TYPE_BOOLEAN, true);

    /* A thing is true unless it is nothing. */
    struct low_value truth =
        low_boolean(low_node(l, LANG_OP_NE, false, v.node, low_constant(l, MST_NONE), -1));
    truth.falsy = v.falsy;
    return truth;
}

struct low_value low_not(struct low *l, struct low_value v) {
    if (v.known)
        return low_known(CORE_TYPE_BOOLEAN, !v.k);

    /* Negations cancel out, and comparisons turn round, so that conditions become plain jumps. */
    const struct core_node *n = &l->rules->nodes[v.node];
    if (n->op == LANG_OP_NOT)
        return low_boolean(n->a);
    if (n->op == LANG_OP_EQ || n->op == LANG_OP_NE)
        return low_boolean(
            low_node(l, n->op == LANG_OP_EQ ? LANG_OP_NE : LANG_OP_EQ, false, n->a, n->b, -1));
    return low_boolean(low_node(l, LANG_OP_NOT, false, v.node, -1, -1));
}

/* The value, which is falsy where a or b is. */
static struct low_value with_falsy(struct low_value v, const struct low_value *a,
                                   const struct low_value *b) {
    /* Not of their types, but of what the values may be: constants know better. */
    v.falsy = 0;
    if (low_may_be_nil(a) || low_may_be_nil(b))
        v.falsy |= LOW_NIL;
    if (low_may_be_false(a) || low_may_be_false(b))
        v.falsy |= LOW_FALSE;
    return v;
}

struct low_value low_both(struct low *l, struct low_value a, struct low_value b) {
    assert(a.type == CORE_TYPE_BOOLEAN);
    if (a.known)
        return a.k ? b : a;

    /* a and true: the truth of a. But `a and false` still evaluates a, which may act. */
    if (b.known && b.k)
        return a;
    return with_falsy(low_boolean(low_node(l, LANG_OP_AND, false, a.node, low_node_of(l, &b), -1)),
                      &a, &b);
}

struct low_value low_either(struct low *l, struct low_value a, struct low_value b) {
    assert(a.type == CORE_TYPE_BOOLEAN);
    if (a.known)
        return a.k ? a : b;
    if (b.known && !b.k) { /* the truth of a, but what b is where a is falsy */
        a.falsy = b.falsy;
        return a;
    }

    /* Where a is falsy, the value is b: what a stands for does not matter. */
    return with_falsy(low_boolean(low_node(l, LANG_OP_OR, false, a.node, low_node_of(l, &b), -1)),
                      &b, &b);
}

/* Lower a condition in a separate list. */
static struct low_value apart_condition(struct low *l, struct syn_node *n) {
    /* W6 */
    struct low_list outer = low_open(l);
    struct low_value v = low_condition(l, n);
    low_close_value(l, outer, &v);
    return v;
}

/* The truth is used at once, so what acts in the value need not be a statement. But it is one where
 * the truth is known without it. */
struct low_value low_truth_now(struct low *l, struct syn_node *n, struct low_value v) {
    low_unpin(l, &v);
    struct low_value truth = low_truth(l, n, v);
    if (truth.known)
        low_pin(l, &v);
    return truth;
}

struct low_value low_condition(struct low *l, struct syn_node *n) {
    n = low_bare(n);
    if (n->kind == SYN_UNARY && n->op == SYN_NOT)
        return low_not(l, low_condition(l, n->a));
    if (n->kind != SYN_BINARY || (n->op != SYN_AND && n->op != SYN_OR))
        return low_truth_now(l, n, low_expr(l, n));

    /* `and` and `or` as conditions have no types to join: only the truth counts. */
    bool both = n->op == SYN_AND;
    struct low_value a = low_condition(l, n->a);
    if (a.known)
        return (a.k != 0) == both ? low_condition(l, n->b) : a;

    /* W6: Lua skips b where a decides. */
    struct low_value b = apart_condition(l, n->b);
    return both ? low_both(l, a, b) : low_either(l, a, b);
}

/* ---- alternatives ---------------------------------------------------------------------------- */

static bool is_false(const struct low_value *v) {
    return v->known && v->type == CORE_TYPE_BOOLEAN && !v->k;
}

/* The number may be the one that stands for nothing. */
bool low_may_look_nil(const struct low *l, const struct low_value *v) {
    if (v->form != LOW_PLAIN || v->type != CORE_TYPE_NUMBER)
        return false;
    if (v->known)
        return v->k == MST_NONE;

    /* Bounds of variables are known among questions alone. A search has none. */
    const struct lang_bounds *vars = l->asking && !l->asking->search ? l->asking->bounds : NULL;
    struct lang_bounds bounds = lang_node_bounds(l->rules, v->node, vars);
    return bounds.min <= MST_NONE && bounds.max >= MST_NONE;
}

/* False among things is MST_NONE. */
static struct low_value falsy_thing(struct low_value v, enum core_type type) {
    /* Both are falsy, and `falsy` goes on saying which one is meant (W5). */
    if (type != CORE_TYPE_BOOLEAN && is_false(&v)) {
        uint8_t falsy = v.falsy;
        v = low_nil();
        v.falsy = falsy;
    }
    return v;
}

struct low_value low_as(struct low *l, struct low_value v, enum core_type type) {
    bool thing = low_is_thing(type) || type == CORE_TYPE_UNKNOWN;
    v = falsy_thing(v, type);

    /* nil among booleans is 0. */
    if (type == CORE_TYPE_BOOLEAN && v.type == CORE_TYPE_NIL)
        return known_falsy(v.falsy);
    if (!thing || !low_may_look_nil(l, &v))
        return v;

    /* W1: a number -1 would be read as nil from here on. */
    v.node = low_node(l, LANG_OP_CERTAIN, false, low_node_of(l, &v), -1, -1);
    l->rules->nodes[v.node].k = MST_NONE;
    v.known = false;
    return v;
}

struct low_value low_join(struct low *l, const struct syn_node *n, const struct low_value *a,
                          const struct low_value *b) {
    enum core_type x = (enum core_type)a->type, y = (enum core_type)b->type;
    struct low_value v = low_plain(x, -1);
    if (a->form != LOW_PLAIN || b->form != LOW_PLAIN)
        low_unsupported(l, n, "a choice between these values");
    v = with_falsy(v, a, b);

    /* nil and a constant false take the type of the other side, where one of its numbers can stand
     * for them (W5): numbers and sets have none to spare for false. */
    if (x == CORE_TYPE_NIL || (is_false(a) && y != CORE_TYPE_NUMBER && y != CORE_TYPE_SET))
        v.type = b->type;
    else if (x == y || y == CORE_TYPE_NIL ||
             (is_false(b) && x != CORE_TYPE_NUMBER && x != CORE_TYPE_SET))
        v.type = a->type;
    else if (x == CORE_TYPE_NUMBER || x == CORE_TYPE_UNKNOWN)
        v.type = low_fits(x, y) || y == CORE_TYPE_NUMBER ? b->type : CORE_TYPE_COUNT;
    else if (low_fits(x, y) || (low_fits(y, x)))
        v.type = x == CORE_TYPE_ZONE || x == CORE_TYPE_PLACE ? CORE_TYPE_PLACE : a->type;
    else
        v.type = CORE_TYPE_COUNT;

    /* In code a variable has one type. Mixed ones would be compared and printed wrongly. */
    if (v.type == CORE_TYPE_COUNT)
        low_fault(l, n, "this is %s or %s; both must have the same type", low_type_name(a),
                  low_type_name(b));
    if (v.type == CORE_TYPE_SET && (x == CORE_TYPE_NIL || y == CORE_TYPE_NIL))
        low_unsupported(l, n, "a set that may be nil");
    return v;
}

/* `c and yes or no`, where one alternative is a constant boolean. */
static struct low_value if_truths(struct low *l, struct low_value c, struct low_value yes,
                                  struct low_value no) {
    /* The condition itself is the value, or its negation. */
    if (yes.known && no.known)
        return yes.k == no.k ? yes : yes.k ? c : low_not(l, c);
    if (yes.known)
        return yes.k ? low_either(l, c, no) : low_both(l, low_not(l, c), no);
    return no.k ? low_either(l, low_not(l, c), yes) : low_both(l, c, yes);
}

struct low_value low_if(struct low *l, const struct syn_node *n, struct low_value c,
                        struct low_value yes, struct low_value no) {
    if (c.known)
        return c.k ? yes : no;
    assert(c.form == LOW_PLAIN && c.type == CORE_TYPE_BOOLEAN);
    if (yes.form == LOW_REST)
        yes = low_nil();
    if (no.form == LOW_REST)
        no = low_nil();

    struct low_value v = low_join(l, n, &yes, &no);
    bool absent = yes.absent || no.absent;
    unsigned falsy = v.falsy;
    if (v.type == CORE_TYPE_BOOLEAN) {
        yes = low_as(l, yes, CORE_TYPE_BOOLEAN);
        no = low_as(l, no, CORE_TYPE_BOOLEAN);
        /* Else the condition would be dropped, though it may act (W3). */
        if (yes.known && no.known && yes.k == no.k)
            low_pin(l, &c);
        if (yes.known || no.known) {
            v = if_truths(l, c, yes, no);
            /* One number for nil and false: no constant any more, as comparisons differ. */
            bool apart = v.known && falsy == (LOW_NIL | LOW_FALSE);
            if (apart) /* nil or false */
                v = low_boolean(low_constant(l, 0));
            v.falsy = (uint8_t)falsy;
            v.absent = absent;
            return v;
        }
    }
    v.absent = absent;
    if (yes.known && no.known && yes.type == no.type && yes.k == no.k) {
        low_pin(l, &c); /* the value does not depend on it, but it may act */
        v.known = true;
        v.k = yes.k;
        return v;
    }

    yes = low_as(l, yes, (enum core_type)v.type);
    no = low_as(l, no, (enum core_type)v.type);

    /* Each side is evaluated only where the condition says so, with its statements in it (W6). */
    bool set = v.type == CORE_TYPE_SET;
    int a = low_node_of(l, &yes), b = low_node_of(l, &no);
    v.node = low_node(l, set ? LANG_OP_SET_IF : LANG_OP_IF, set, c.node, a, b);
    return v;
}

/* Lower an expression in a separate list. */
static struct low_value lower_expr_apart(struct low *l, struct syn_node *n) {
    struct low_list outer = low_open(l);
    struct low_value v = low_expr(l, n);
    low_close_value(l, outer, &v);
    return v;
}

/* A number in the source stands for no thing: `top(zone) or 0`. */
static void refuse_literal(struct low *l, const struct low_value *thing, struct syn_node * or) {
    /* In Lua it would compile to a number that is also some zone or piece, hardly the one that is
     * meant. */
    if (thing->form == LOW_PLAIN && low_is_thing((enum core_type)thing->type) &&
        low_bare(or)->kind == SYN_INT)
        low_fault(l, low_bare(or), "this is %s or a number; both must have the same type",
                  low_type_name(thing));
}

static bool may_be_falsy(const struct low_value *v) {
    return low_may_be_nil(v) || low_may_be_false(v);
}

/* `a or b`, where a is not a boolean. */
static struct low_value otherwise(struct low *l, struct syn_node *n, struct low_value a) {
    /* Known to be there, or not: then one side remains. */
    if (a.known || !may_be_falsy(&a)) {
        struct low_value there = low_truth(l, n->a, a);
        return there.known && !there.k ? low_expr(l, n->b) : a;
    }

    refuse_literal(l, &a, n->b);

    /* a is read twice: for its truth, and as the value. */
    a = low_keep(l, a);
    struct low_value there = low_truth(l, n->a, a), b = lower_expr_apart(l, n->b);
    a.falsy = 0;
    return low_if(l, n, there, a, b);
}

/* `c and b` is what c is where c is falsy: nil or false. */
struct low_value low_falsy_like(const struct low_value *c) {
    bool nil = low_may_be_nil(c) && !low_may_be_false(c);
    return nil ? low_nil() : known_falsy(c->falsy);
}

/* `c and b`, or `c and b or no` if `no` is given. */
static struct low_value choice(struct low *l, struct syn_node *n, struct syn_node *both,
                               struct syn_node *no) {
    struct low_value c = low_condition(l, both->a);
    if (c.known && !c.k)
        return no ? low_expr(l, no) : low_falsy_like(&c);
    struct low_value yes = c.known ? low_expr(l, both->b) : lower_expr_apart(l, both->b);

    /* The value is `yes`, or falsy: numbers and sets have no falsy number (W5). */
    bool boolean = yes.form == LOW_PLAIN && yes.type == CORE_TYPE_BOOLEAN;
    if (!no && c.known)
        return yes;
    if (!no && yes.form == LOW_PLAIN && (yes.type == CORE_TYPE_NUMBER || yes.type == CORE_TYPE_SET))
        low_fault(l, n, "this is %s or false; both must have the same type", low_type_name(&yes));
    if (!no)
        return boolean ? low_both(l, c, yes) : low_if(l, n, c, yes, low_falsy_like(&c));

    if (boolean) { /* logic: (c and yes) or no */
        struct low_value left = low_both(l, c, yes);
        if (left.known)
            return left.k ? left : low_expr(l, no);
        struct low_value right = lower_expr_apart(l, no);
        if (right.form == LOW_PLAIN && right.type == CORE_TYPE_BOOLEAN)
            return low_either(l, left, right);
        low_fault(l, n, "this is a boolean or %s; both must have the same type",
                  low_type_name(&right));
    }

    refuse_literal(l, &yes, no);

    /* Where `yes` is nil or false, Lua takes the value behind `or`. Code looks at the condition
     * alone. */
    if (!low_is_set(&yes) && may_be_falsy(&yes))
        low_fault(l, low_bare(both->b),
                  "this may be nil, and then the value is the one after 'or': write if");
    if (c.known)
        return yes;
    return low_if(l, n, c, yes, lower_expr_apart(l, no));
}

static struct low_value logic(struct low *l, struct syn_node *n) {
    struct syn_node *left = low_bare(n->a);
    bool pair = left->kind == SYN_BINARY && left->op == SYN_AND;
    if (n->op == SYN_AND)
        return choice(l, n, n, NULL);
    if (pair)
        return choice(l, n, left, n->b); /* Lua's idiom `c and yes or no` */

    struct low_value a = low_expr(l, n->a);
    if (a.form != LOW_PLAIN || a.type != CORE_TYPE_BOOLEAN)
        return otherwise(l, n, a);
    if (a.known)
        return a.k ? a : low_expr(l, n->b);

    /* W6: Lua may skip the right side, so its statements get a separate list. */
    low_unpin(l, &a);
    struct low_value b = lower_expr_apart(l, n->b);
    if (b.form == LOW_PLAIN && b.type == CORE_TYPE_NIL)
        b = known_falsy(LOW_NIL);
    if (b.form != LOW_PLAIN || b.type != CORE_TYPE_BOOLEAN)
        low_fault(l, n, "this is a boolean or %s; both must have the same type", low_type_name(&b));
    return low_either(l, a, b);
}

/* ---- operators ------------------------------------------------------------------------------ */

/* Lower two operands. The first one gets a variable if the second may change it, unless Lua reads
 * it after the second. */
static void operands(struct low *l, struct syn_node *n, struct low_value *a, struct low_value *b) {
    /* W3 */
    *a = low_expr(l, n->a);
    struct low_mark mark = low_here(l);
    *b = low_expr(l, n->b);
    if (!low_reads_late(l, n->a))
        low_keep_before(l, &mark, a, 1);
}

static struct low_value binary(struct low *l, struct syn_node *n) {
    struct low_value a, b;
    if (n->op == SYN_AND || n->op == SYN_OR)
        return logic(l, n);

    /* `and` and `or` do not evaluate both; all others do. */
    operands(l, n, &a, &b);
    low_at(l, n);
    switch ((enum syn_op)n->op) {
    case SYN_EQ: return low_same(l, n, a, b);
    case SYN_NE: return low_not(l, low_same(l, n, a, b));
    case SYN_LT:
    case SYN_LE:
    case SYN_GT:
    case SYN_GE: return low_less(l, n, a, b);
    default: return low_arithmetic(l, n, a, b);
    }
}

static struct low_value length(struct low *l, struct syn_node *n, struct low_value v) {
    if (low_is_set(&v))
        return low_plain(CORE_TYPE_NUMBER, low_node(l, LANG_OP_SIZE, false, v.node, -1, -1));
    if (v.form == LOW_PIECES)
        return low_plain(CORE_TYPE_NUMBER, low_node(l, LANG_OP_COUNT, false, v.node, -1, -1));
    if (v.form != LOW_LUA || (!lua_istable(l->L, v.lua) && v.type != CORE_TYPE_TEXT))
        low_fault(l, n, "%s has no length", low_type_name(&v));

    /* Constant tables and strings: Lua's border of a table, behind its proxy. */
    low_push_real(l->L, v.lua);
    int64_t count = (int64_t)lua_rawlen(l->L, -1);
    lua_pop(l->L, 1);
    return low_known(CORE_TYPE_NUMBER, count);
}

static struct low_value unary(struct low *l, struct syn_node *n) {
    if (n->op == SYN_NOT)
        return low_condition(l, n);
    struct low_value v = low_expr(l, n->a);
    if (n->op == SYN_LEN)
        return length(l, n->a, v);
    if (n->op == SYN_BNOT && low_is_set(&v))
        return low_plain(CORE_TYPE_SET, low_node(l, LANG_OP_WITHOUT, true, v.node, -1, -1));

    int node = low_number(l, n->a, v);
    if (n->op == SYN_BNOT) /* -1 - v */
        return v.known ? low_known(CORE_TYPE_NUMBER, ~v.k)
                       : low_plain(CORE_TYPE_NUMBER,
                                   low_node(l, LANG_OP_SUB, false, low_constant(l, -1), node, -1));
    /* Without a sign: the smallest number is its own opposite. */
    if (v.known)
        return low_known(CORE_TYPE_NUMBER, (int64_t)(0 - (uint64_t)v.k));
    return low_plain(CORE_TYPE_NUMBER, low_node(l, LANG_OP_NEGATE, false, node, -1, -1));
}

/* ---- expressions ----------------------------------------------------------------------------- */

static struct low_value text(struct low *l, const struct syn_node *n) {
    luaL_checkstack(l->L, 20, "rules are nested too deeply");
    lua_pushlstring(l->L, n->s, n->length);
    return low_take(l);
}

static struct low_value lower_expr_call(struct low *l, struct syn_node *n) {
    struct low_value out[LOW_RESULTS];
    int count = low_call_node(l, n, 1, out);
    return count ? out[0] : low_none();
}

static struct low_value expression(struct low *l, struct syn_node *n) {
    struct low_value v;
    /* Errors that Lua raises meanwhile are at this node. */
    low_at(l, n);
    switch ((enum syn_kind)n->kind) {
    case SYN_NIL: return low_nil();
    case SYN_TRUE:
    case SYN_FALSE: return low_known(CORE_TYPE_BOOLEAN, n->kind == SYN_TRUE);
    case SYN_INT: return low_known(CORE_TYPE_NUMBER, n->k);
    case SYN_FLOAT: low_fault(l, n, "rules use integers only");
    case SYN_STRING: return text(l, n);
    /* As one value, `...` is its first one. */
    case SYN_VARARG: return l->frame->rest_count ? l->frame->rest[0] : low_nil();
    /* Lowered where it is called or read: until then it is its source, and who made it. */
    case SYN_FUNCTION:
    case SYN_TABLE:
        v = (struct low_value){.form = LOW_LITERAL,
                               .node = -1,
                               .lua = l->frame->lua,
                               .at = n,
                               .source = l->frame->source,
                               .maker = l->frame->id};
        return v;
    case SYN_LOCAL: return low_name(l, n);
    case SYN_GLOBAL: return low_global(l, n);
    case SYN_INDEX: return low_index(l, n);
    case SYN_CALL:
    case SYN_METHOD: return lower_expr_call(l, n);
    case SYN_BINARY: return binary(l, n);
    case SYN_UNARY: return unary(l, n);
    case SYN_PAREN: /* parentheses make exactly one value of any number of values */
        v = low_expr(l, n->a);
        v.absent = false;
        return v.form == LOW_REST ? low_nil() : v;
    default: low_unsupported(l, n, "this");
    }
}

struct low_value low_expr(struct low *l, struct syn_node *n) {
    /* Names and constants make no node, but are work all the same. */
    low_charge(l);
    struct low_value v = expression(l, n);
    low_pin(l, &v); /* W3 */
    return v;
}

struct low_value low_present(struct low *l, const struct syn_node *n, struct low_value v) {
    if (!v.absent || !low_may_be_nil(&v))
        return v;
    if (v.known) /* nil or nothing: the code cannot tell which */
        low_unsupported(l, n, "a call that gives nil or nothing, as the last argument");

    v = low_certain(l, v);
    low_pin(l, &v);
    return v;
}

int low_arguments(struct low *l, struct syn_node *list, struct low_value *out, int most) {
    int count = low_exprs(l, list, out, most);
    for (int i = 0; i < count; i++)
        out[i] = low_present(l, list, out[i]);
    return count;
}

int low_exprs(struct low *l, struct syn_node *list, struct low_value *out, int most) {
    int count = 0;
    for (struct syn_node *n = list; n; n = n->next) {
        struct low_value more[LOW_ARGS];
        struct low_mark mark = low_here(l);
        int got = 1;

        /* As in Lua, only the last expression may give several values, or none. */
        if (n->next) {
            more[0] = low_expr(l, n);
            if (more[0].form == LOW_REST)
                more[0] = low_nil();
            more[0].absent = false;
        } else if (n->kind == SYN_VARARG) {
            got = l->frame->rest_count;
            memcpy(more, l->frame->rest, sizeof *more * (size_t)got);
        } else if (n->kind == SYN_CALL || n->kind == SYN_METHOD) {
            got = low_call_node(l, n, LOW_RESULTS, more);
        } else {
            more[0] = low_expr(l, n);
        }

        low_keep_before(l, &mark, out, count); /* W3: those made before this expression */
        for (int i = 0; i < got; i++) {
            if (count == most)
                low_unsupported(l, n, "too many values in a list");
            out[count++] = more[i];
        }
    }
    assert(count <= most);
    return count;
}
