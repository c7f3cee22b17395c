/* The range of a node's value over all positions: enough to detect a condition that never holds.
 * Fields have bounds, and expressions derive theirs from them. Without information the range is
 * unlimited. */
#include "lang/code/node.h"

enum { FAR = 1 << 30 }; /* sums beyond this are not tracked */

struct ranges {
    const struct mst_rules *rules;
    const struct mst_bounds *vars; /* or NULL: any value */
};

static const struct mst_bounds ANY = {INT64_MIN, INT64_MAX}, TRUTH = {0, 1};

static struct mst_bounds of(struct ranges *r, int node);

static bool near(struct mst_bounds a) {
    return a.min > -FAR && a.max < FAR;
}

static struct mst_bounds exactly(bool value) {
    return (struct mst_bounds){value, value};
}

static struct mst_bounds widen(struct mst_bounds a, struct mst_bounds b) {
    return (struct mst_bounds){a.min < b.min ? a.min : b.min, a.max > b.max ? a.max : b.max};
}

static struct mst_bounds sum(struct mst_bounds a, struct mst_bounds b) {
    return near(a) && near(b) ? (struct mst_bounds){a.min + b.min, a.max + b.max} : ANY;
}

static struct mst_bounds negative(struct mst_bounds a) {
    return near(a) ? (struct mst_bounds){-a.max, -a.min} : ANY;
}

static struct mst_bounds product(struct mst_bounds a, struct mst_bounds b) {
    enum { SMALL = 1 << 14 };
    if (a.min < -SMALL || a.max > SMALL || b.min < -SMALL || b.max > SMALL)
        return ANY;
    struct mst_bounds ends = {a.min * b.min, a.min * b.min};
    ends = widen(ends, (struct mst_bounds){a.min * b.max, a.min * b.max});
    ends = widen(ends, (struct mst_bounds){a.max * b.min, a.max * b.min});
    return widen(ends, (struct mst_bounds){a.max * b.max, a.max * b.max});
}

/* Not more than a number that is not negative. */
static struct mst_bounds bits_and(struct mst_bounds a, struct mst_bounds b) {
    if (a.min < 0 && b.min < 0)
        return ANY;
    int64_t most = a.min < 0 ? b.max : b.min < 0 || a.max < b.max ? a.max : b.max;
    return (struct mst_bounds){0, most};
}

static struct mst_bounds compared(enum mst_op op, struct mst_bounds a, struct mst_bounds b) {
    bool apart = a.max < b.min || b.max < a.min;
    bool same = a.min == a.max && b.min == b.max && a.min == b.min;
    if (op == MST_OP_EQ || op == MST_OP_NE)
        return apart || same ? exactly((op == MST_OP_EQ) == same) : TRUTH;
    if (op == MST_OP_LT ? a.max < b.min : a.max <= b.min)
        return exactly(true);
    return (op == MST_OP_LT ? a.min >= b.max : a.min > b.max) ? exactly(false) : TRUTH;
}

static bool never(struct mst_bounds a) {
    return !a.min && !a.max;
}

static bool always(struct mst_bounds a) {
    return a.min > 0 || a.max < 0;
}

/* A field of nothing is 0. */
static struct mst_bounds field(const struct ranges *r, int index) {
    const struct mst_field *f = &r->rules->schema->fields[index];
    return widen((struct mst_bounds){f->min, f->max}, exactly(false));
}

static struct mst_bounds slot(const struct ranges *r, int slot) {
    const struct mst_schema *schema = r->rules->schema;
    if (slot == MST_SLOT_TO_MOVE) /* rules that may run while nobody decides read MST_OP_ME */
        return (struct mst_bounds){0, schema->seats - 1};
    for (int i = 0; i < schema->field_count; i++)
        if (schema->fields[i].of == MST_OF_GAME && schema->fields[i].first == slot)
            return (struct mst_bounds){schema->fields[i].min, schema->fields[i].max};
    return ANY;
}

static struct mst_bounds by_seat(const struct ranges *r, int64_t packed) {
    int64_t first = mst_by_seat(packed, 0);
    struct mst_bounds all = {first, first};
    for (int seat = 1; seat < r->rules->schema->seats; seat++) {
        int64_t value = mst_by_seat(packed, seat);
        all = widen(all, (struct mst_bounds){value, value});
    }
    return all;
}

static struct mst_bounds table(const struct mst_table *t, bool inside) {
    int32_t first = inside && t->first < t->count ? t->values[t->first] : t->absent;
    struct mst_bounds all = {first, first};
    for (int i = inside ? t->first : 0; i < t->count; i++)
        all = widen(all, (struct mst_bounds){t->values[i], t->values[i]});
    return all;
}

/* Numbers that the board and the pieces limit. */
static struct mst_bounds counted(const struct ranges *r, const struct mst_node *n) {
    const struct mst_schema *schema = r->rules->schema;
    const struct mst_board *board = schema->board;
    switch (n->op) {
    case MST_OP_OWNER: return (struct mst_bounds){MST_NONE, schema->seats - 1};
    case MST_OP_SIZE: return (struct mst_bounds){0, board ? board->zones : 0};
    case MST_OP_PIECE_AT: return (struct mst_bounds){MST_NONE, schema->pieces - 1};
    case MST_OP_COUNT:
    case MST_OP_LEVEL: return (struct mst_bounds){0, schema->pieces};
    case MST_OP_COLUMN:
        return (struct mst_bounds){0, board && board->columns ? board->columns - 1 : FAR};
    case MST_OP_ROW: return (struct mst_bounds){0, board && board->rows ? board->rows - 1 : FAR};
    case MST_OP_AT:
    case MST_OP_FIRST:
    case MST_OP_STEP: return (struct mst_bounds){MST_NONE, board ? board->zones - 1 : MST_NONE};
    case MST_OP_IN:
    case MST_OP_SOME:
    case MST_OP_EVERY:
    case MST_OP_KNOWN: return TRUTH;
    default: return ANY;
    }
}

static struct mst_bounds joined(struct ranges *r, const struct mst_node *n) {
    struct mst_bounds a = of(r, n->a), b = of(r, n->b);
    switch (n->op) {
    case MST_OP_ADD: return sum(a, b);
    case MST_OP_SUB: return sum(a, negative(b));
    case MST_OP_MUL: return product(a, b);
    case MST_OP_MIN:
        return (struct mst_bounds){a.min < b.min ? a.min : b.min, a.max < b.max ? a.max : b.max};
    case MST_OP_MAX:
        return (struct mst_bounds){a.min > b.min ? a.min : b.min, a.max > b.max ? a.max : b.max};
    case MST_OP_BIT_AND: return bits_and(a, b);
    case MST_OP_BIT_OR: /* not more than the sum */
        return a.min < 0 || b.min < 0
                   ? ANY
                   : sum((struct mst_bounds){0, a.max}, (struct mst_bounds){0, b.max});
    case MST_OP_AND:
        return never(a) || never(b)     ? exactly(false)
               : always(a) && always(b) ? exactly(true)
                                        : TRUTH;
    case MST_OP_OR:
        return always(a) || always(b) ? exactly(true)
               : never(a) && never(b) ? exactly(false)
                                      : TRUTH;
    default: return compared((enum mst_op)n->op, a, b);
    }
}

/* The remainder of a division by a constant. */
static struct mst_bounds rest(struct ranges *r, const struct mst_node *n) {
    const struct mst_node *by = &r->rules->nodes[n->b];
    if (by->op != MST_OP_CONST || by->k <= 0 || by->k > FAR)
        return ANY;
    return (struct mst_bounds){0, by->k - 1};
}

static struct mst_bounds of(struct ranges *r, int node) {
    const struct mst_node *n = node < 0 ? NULL : &r->rules->nodes[node];
    struct mst_bounds a;
    if (!n)
        return ANY;
    switch (n->op) {
    case MST_OP_CONST: return (struct mst_bounds){n->k, n->k};
    case MST_OP_VAR: return r->vars ? r->vars[n->a] : ANY;
    case MST_OP_SLOT: return slot(r, n->a);
    case MST_OP_FIELD:
    case MST_OP_SECRET: return field(r, n->b);
    case MST_OP_BY_SEAT: return by_seat(r, n->k);
    case MST_OP_ME: return (struct mst_bounds){0, r->rules->schema->seats - 1};
    case MST_OP_CERTAIN: return of(r, n->a);
    case MST_OP_TABLE: return table(&r->rules->tables[n->b], n->c > 0);
    case MST_OP_NEGATE: return negative(of(r, n->a));
    case MST_OP_NOT:
        a = of(r, n->a);
        return never(a) ? exactly(true) : always(a) ? exactly(false) : TRUTH;
    case MST_OP_IF: return widen(of(r, n->b), of(r, n->c));
    case MST_OP_AFTER: return of(r, n->b);
    case MST_OP_MOD:
    case MST_OP_MOD_STRICT: return rest(r, n);
    case MST_OP_ADD:
    case MST_OP_SUB:
    case MST_OP_MUL:
    case MST_OP_MIN:
    case MST_OP_MAX:
    case MST_OP_BIT_AND:
    case MST_OP_BIT_OR:
    case MST_OP_AND:
    case MST_OP_OR:
    case MST_OP_EQ:
    case MST_OP_NE:
    case MST_OP_LT:
    case MST_OP_LE: return joined(r, n);
    default: return counted(r, n);
    }
}

struct mst_bounds mst_node_bounds(const struct mst_rules *rules, int node,
                                  const struct mst_bounds *vars) {
    struct ranges r = {rules, vars};
    return of(&r, node);
}
