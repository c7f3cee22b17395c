/* The range of a node's value over all positions: enough to detect a condition that never holds.
 * Fields have bounds, and expressions derive theirs from them. Without information the range is
 * unlimited. */
#include "lang/code/node.h"

enum { FAR = 1 << 30 }; /* sums beyond this are not tracked */

struct ranges {
    const struct core_rules *rules;
    const struct lang_bounds *vars; /* or NULL: any value */
};

static const struct lang_bounds ANY = {INT64_MIN, INT64_MAX}, TRUTH = {0, 1};

static struct lang_bounds of(struct ranges *r, int node);

static bool near(struct lang_bounds a) {
    return a.min > -FAR && a.max < FAR;
}

static struct lang_bounds exactly(bool value) {
    return (struct lang_bounds){value, value};
}

static struct lang_bounds widen(struct lang_bounds a, struct lang_bounds b) {
    return (struct lang_bounds){a.min < b.min ? a.min : b.min, a.max > b.max ? a.max : b.max};
}

static struct lang_bounds sum(struct lang_bounds a, struct lang_bounds b) {
    return near(a) && near(b) ? (struct lang_bounds){a.min + b.min, a.max + b.max} : ANY;
}

static struct lang_bounds negative(struct lang_bounds a) {
    return near(a) ? (struct lang_bounds){-a.max, -a.min} : ANY;
}

static struct lang_bounds product(struct lang_bounds a, struct lang_bounds b) {
    enum { SMALL = 1 << 14 }; /* so that no product is beyond FAR */
    if (a.min < -SMALL || a.max > SMALL || b.min < -SMALL || b.max > SMALL)
        return ANY;

    /* The extremes are at ends; which ones depends on the signs. */
    struct lang_bounds ends = {a.min * b.min, a.min * b.min};
    ends = widen(ends, (struct lang_bounds){a.min * b.max, a.min * b.max});
    ends = widen(ends, (struct lang_bounds){a.max * b.min, a.max * b.min});
    return widen(ends, (struct lang_bounds){a.max * b.max, a.max * b.max});
}

/* Not more than a number that is not negative. */
static struct lang_bounds bits_and(struct lang_bounds a, struct lang_bounds b) {
    if (a.min < 0 && b.min < 0)
        return ANY;

    /* One that is negative has high bits set, so it limits nothing. */
    int64_t most = a.min < 0 ? b.max : b.min < 0 || a.max < b.max ? a.max : b.max;
    return (struct lang_bounds){0, most};
}

static struct lang_bounds compared(enum lang_op op, struct lang_bounds a, struct lang_bounds b) {
    /* A comparison is certain only if it holds for all values of both, or for none. */
    bool apart = a.max < b.min || b.max < a.min;
    bool same = a.min == a.max && b.min == b.max && a.min == b.min;
    if (op == LANG_OP_EQ || op == LANG_OP_NE)
        return apart || same ? exactly((op == LANG_OP_EQ) == same) : TRUTH;
    if (op == LANG_OP_LT ? a.max < b.min : a.max <= b.min)
        return exactly(true);
    return (op == LANG_OP_LT ? a.min >= b.max : a.min > b.max) ? exactly(false) : TRUTH;
}

static bool never(struct lang_bounds a) {
    return !a.min && !a.max;
}

static bool always(struct lang_bounds a) {
    return a.min > 0 || a.max < 0;
}

/* A field of nothing is 0. */
static struct lang_bounds field(const struct ranges *r, int index) {
    const struct core_field *f = &r->rules->schema->fields[index];
    return widen((struct lang_bounds){f->min, f->max}, exactly(false));
}

static struct lang_bounds slot(const struct ranges *r, int slot) {
    const struct core_schema *schema = r->rules->schema;
    if (slot == CORE_SLOT_TO_MOVE) /* rules that may run while nobody decides read LANG_OP_ME */
        return (struct lang_bounds){0, schema->seats - 1};
    for (int i = 0; i < schema->field_count; i++)
        if (schema->fields[i].of == CORE_OF_GAME && schema->fields[i].first == slot)
            return (struct lang_bounds){schema->fields[i].min, schema->fields[i].max};
    return ANY;
}

static struct lang_bounds by_seat(const struct ranges *r, int64_t packed) {
    int64_t first = core_by_seat(packed, 0); /* some seat decides when a rule is asked */
    struct lang_bounds all = {first, first};
    for (int seat = 1; seat < r->rules->schema->seats; seat++) {
        int64_t value = core_by_seat(packed, seat);
        all = widen(all, (struct lang_bounds){value, value});
    }
    return all;
}

static struct lang_bounds bounds_table(const struct core_table *t, bool inside) {
    /* Outside of the table an element is `absent`, unless the index is known to be inside. */
    int32_t first = inside && t->first < t->count ? t->values[t->first] : t->absent;
    struct lang_bounds all = {first, first};
    for (int i = inside ? t->first : 0; i < t->count; i++)
        all = widen(all, (struct lang_bounds){t->values[i], t->values[i]});
    return all;
}

/* Numbers that the board and the pieces limit. */
static struct lang_bounds counted(const struct ranges *r, const struct core_node *n) {
    const struct core_schema *schema = r->rules->schema;
    const struct core_board *board = schema->board;
    switch (n->op) {
    /* X1: reading through nothing gives MST_NONE, so the bounds of things begin there. */
    case LANG_OP_OWNER: return (struct lang_bounds){MST_NONE, schema->seats - 1};
    case LANG_OP_SIZE: return (struct lang_bounds){0, board ? board->zones : 0};
    case LANG_OP_PIECE_AT: return (struct lang_bounds){MST_NONE, schema->pieces - 1};
    case LANG_OP_COUNT:
    case LANG_OP_LEVEL: return (struct lang_bounds){0, schema->pieces};

    /* A board that is no grid has columns and rows that nobody can bound. */
    case LANG_OP_COLUMN:
        return (struct lang_bounds){0, board && board->columns ? board->columns - 1 : FAR};
    case LANG_OP_ROW: return (struct lang_bounds){0, board && board->rows ? board->rows - 1 : FAR};
    case LANG_OP_AT:
    case LANG_OP_FIRST:
    case LANG_OP_STEP: return (struct lang_bounds){MST_NONE, board ? board->zones - 1 : MST_NONE};
    case LANG_OP_IN:
    case LANG_OP_SOME:
    case LANG_OP_EVERY:
    case LANG_OP_KNOWN: return TRUTH;
    default: return ANY;
    }
}

static struct lang_bounds joined(struct ranges *r, const struct core_node *n) {
    struct lang_bounds a = of(r, n->a), b = of(r, n->b);
    switch (n->op) {
    case LANG_OP_ADD: return sum(a, b);
    case LANG_OP_SUB: return sum(a, negative(b));
    case LANG_OP_MUL: return product(a, b);
    case LANG_OP_MIN:
        return (struct lang_bounds){a.min < b.min ? a.min : b.min, a.max < b.max ? a.max : b.max};
    case LANG_OP_MAX:
        return (struct lang_bounds){a.min > b.min ? a.min : b.min, a.max > b.max ? a.max : b.max};
    case LANG_OP_BIT_AND: return bits_and(a, b);
    case LANG_OP_BIT_OR: /* not more than the sum */
        return a.min < 0 || b.min < 0
                   ? ANY
                   : sum((struct lang_bounds){0, a.max}, (struct lang_bounds){0, b.max});
    case LANG_OP_AND:
        return never(a) || never(b)     ? exactly(false)
               : always(a) && always(b) ? exactly(true)
                                        : TRUTH;
    case LANG_OP_OR:
        return always(a) || always(b) ? exactly(true)
               : never(a) && never(b) ? exactly(false)
                                      : TRUTH;
    default: return compared((enum lang_op)n->op, a, b);
    }
}

/* The remainder of a division by a constant. */
static struct lang_bounds rest(struct ranges *r, const struct core_node *n) {
    /* Lua's remainder has the sign of the divisor. */
    const struct core_node *by = &r->rules->nodes[n->b];
    if (by->op != LANG_OP_CONST || by->k <= 0 || by->k > FAR)
        return ANY;
    return (struct lang_bounds){0, by->k - 1};
}

static struct lang_bounds of(struct ranges *r, int node) {
    const struct core_node *n = node < 0 ? NULL : &r->rules->nodes[node];
    struct lang_bounds a;
    if (!n) /* an operand that is left out may be anything */
        return ANY;

    switch (n->op) {
    case LANG_OP_CONST: return (struct lang_bounds){n->k, n->k};
    case LANG_OP_VAR: return r->vars ? r->vars[n->a] : ANY;
    case LANG_OP_SLOT: return slot(r, n->a);
    case LANG_OP_FIELD:
    case LANG_OP_SECRET: return field(r, n->b);
    case LANG_OP_BY_SEAT: return by_seat(r, n->k);
    case LANG_OP_ME: return (struct lang_bounds){0, r->rules->schema->seats - 1};
    case LANG_OP_CERTAIN: return of(r, n->a);
    case LANG_OP_TABLE: return bounds_table(&r->rules->tables[n->b], n->c > 0);
    case LANG_OP_NEGATE: return negative(of(r, n->a));
    case LANG_OP_NOT:
        a = of(r, n->a);
        return never(a) ? exactly(true) : always(a) ? exactly(false) : TRUTH;
    /* Either branch may give the value; what is computed before it gives none. */
    case LANG_OP_IF: return widen(of(r, n->b), of(r, n->c));
    case LANG_OP_AFTER: return of(r, n->b);
    case LANG_OP_MOD:
    case LANG_OP_MOD_STRICT: return rest(r, n);
    case LANG_OP_ADD:
    case LANG_OP_SUB:
    case LANG_OP_MUL:
    case LANG_OP_MIN:
    case LANG_OP_MAX:
    case LANG_OP_BIT_AND:
    case LANG_OP_BIT_OR:
    case LANG_OP_AND:
    case LANG_OP_OR:
    case LANG_OP_EQ:
    case LANG_OP_NE:
    case LANG_OP_LT:
    case LANG_OP_LE: return joined(r, n);
    default: return counted(r, n);
    }
}

struct lang_bounds lang_node_bounds(const struct core_rules *rules, int node,
                                    const struct lang_bounds *vars) {
    struct ranges r = {rules, vars};
    return of(&r, node);
}
