/* Making nodes, with folding of expressions that depend only on the seat to move: see node.h. */
#include "lang/code/node.h"

enum {
    MOST_NODES = 1 << 21, /* over all rules of a ruleset, with inlining */
    SEATS_PACKED = 8,     /* the number of small values that a node holds, including that of
                           * MST_NONE */
    SMALL = 9999,
    LONG = 10000, /* numbers in a range */
};

/* ---- traits ---------------------------------------------------------------------------------- */

enum { A = 1, B = 2, C = 4, EFFECT = LANG_FAILS | LANG_WRITES };

/* Which of a, b and c are nodes (or -1), and the traits that a node has beside theirs. A node that
 * is not listed has neither. */
static const struct row {
    uint8_t nodes, traits;
} rows[LANG_OP_LINE + 1] = {
    [LANG_OP_SLOT] = {0, LANG_READS},
    [LANG_OP_FIELD] = {A, LANG_READS},
    [LANG_OP_SECRET] = {A, LANG_READS},
    [LANG_OP_KNOWN] = {A, LANG_READS},
    [LANG_OP_TOP] = {A, LANG_READS},
    [LANG_OP_BELOW] = {A, LANG_READS},
    [LANG_OP_PIECE_AT] = {A | B, LANG_READS},
    [LANG_OP_LEVEL] = {A, LANG_READS},
    [LANG_OP_PLACE] = {A, LANG_READS},
    [LANG_OP_OWNER] = {A, LANG_READS},
    [LANG_OP_TYPE] = {A, 0},
    [LANG_OP_COUNT] = {A, LANG_READS},
    [LANG_OP_STEP] = {A | B, 0},
    [LANG_OP_COLUMN] = {A, 0},
    [LANG_OP_ROW] = {A, 0},
    [LANG_OP_AT] = {A | B, 0},
    [LANG_OP_ARG] = {A, LANG_READS},
    [LANG_OP_NEGATE] = {A, 0},
    [LANG_OP_ADD] = {A | B, 0},
    [LANG_OP_SUB] = {A | B, 0},
    [LANG_OP_MUL] = {A | B, 0},
    [LANG_OP_DIV] = {A | B, 0},
    [LANG_OP_MOD] = {A | B, 0},
    [LANG_OP_MIN] = {A | B, 0},
    [LANG_OP_MAX] = {A | B, 0},
    [LANG_OP_ABS] = {A, 0},
    [LANG_OP_BIT_AND] = {A | B, 0},
    [LANG_OP_BIT_OR] = {A | B, 0},
    [LANG_OP_EQ] = {A | B, 0},
    [LANG_OP_NE] = {A | B, 0},
    [LANG_OP_LT] = {A | B, 0},
    [LANG_OP_LE] = {A | B, 0},
    [LANG_OP_AND] = {A | B, 0},
    [LANG_OP_OR] = {A | B, 0},
    [LANG_OP_NOT] = {A, 0},
    [LANG_OP_IF] = {A | B | C, 0},
    [LANG_OP_TABLE] = {A, 0},
    [LANG_OP_IN] = {A | B, 0},
    [LANG_OP_SIZE] = {A, 0},
    [LANG_OP_FIRST] = {A, 0},
    [LANG_OP_SOME] = {A | C, 0},
    [LANG_OP_EVERY] = {A | C, 0},
    [LANG_OP_SUM] = {A | C, 0},
    [LANG_OP_TALLY] = {A | C, 0},
    [LANG_OP_PICK] = {A | C, 0},
    [LANG_OP_KEY] = {0, LANG_READS},
    [LANG_OP_SEEN] = {A, LANG_READS},
    [LANG_OP_PRIMITIVE] = {B, LANG_READS},
    [LANG_OP_SHARED] = {A, LANG_READS},
    [LANG_OP_OVER_SET] = {A, 0},
    [LANG_OP_OVER_RANGE] = {A | B, LANG_FAILS},
    [LANG_OP_OVER_STACK] = {A, LANG_READS},
    [LANG_OP_OVER_CHOSEN] = {A | B, LANG_READS},
    [LANG_OP_ONLY] = {A, 0},
    [LANG_OP_REGION] = {B, 0},
    [LANG_OP_TOPS] = {A | B, LANG_READS},
    [LANG_OP_OCCUPIED] = {0, LANG_READS},
    [LANG_OP_NEAR] = {A, 0},
    [LANG_OP_SHIFT] = {A | B, 0},
    [LANG_OP_FLOOD] = {A | B, 0},
    [LANG_OP_RAY] = {A | B | C, 0},
    [LANG_OP_UNION] = {A | B, 0},
    [LANG_OP_MEET] = {A | B, 0},
    [LANG_OP_MINUS] = {A | B, 0},
    [LANG_OP_WITHOUT] = {A, 0},
    [LANG_OP_WHERE] = {A | C, 0},
    [LANG_OP_SET_IF] = {A | B | C, 0},
    [LANG_OP_LIST] = {A | B, 0},
    [LANG_OP_SET_GAME] = {B, EFFECT},
    [LANG_OP_SET_FIELD] = {A | B, EFFECT},
    [LANG_OP_SET_OWNER] = {A | B, EFFECT},
    [LANG_OP_PUT] = {A | B, EFFECT},
    [LANG_OP_CARRY] = {A | B | C, EFFECT},
    [LANG_OP_SHUFFLE] = {A | B, EFFECT},
    [LANG_OP_OVER] = {A, EFFECT},
    [LANG_OP_GO] = {0, EFFECT},
    [LANG_OP_PUSH] = {B, EFFECT},
    [LANG_OP_POP] = {0, EFFECT},
    [LANG_OP_EMIT] = {B, EFFECT},
    [LANG_OP_WHEN] = {A | B | C, 0},
    [LANG_OP_FOR] = {A | C, 0},
    [LANG_OP_BIND] = {B, 0},
    [LANG_OP_BIND_SET] = {B, 0},
    [LANG_OP_CALL] = {B, LANG_READS | EFFECT},
    [LANG_OP_REMEMBER] = {A, EFFECT},
    [LANG_OP_BLOCK] = {A, 0},
    [LANG_OP_AFTER] = {A | B, 0},
    [LANG_OP_STORE] = {B, LANG_STORES},
    [LANG_OP_STORE_SET] = {B, LANG_STORES},
    [LANG_OP_WHILE] = {A | C, 0},
    [LANG_OP_INVOKE] = {B, LANG_READS},
    [LANG_OP_DIV_STRICT] = {A | B, LANG_FAILS},
    [LANG_OP_MOD_STRICT] = {A | B, LANG_FAILS},
    [LANG_OP_ME] = {0, LANG_FAILS},
    [LANG_OP_CERTAIN] = {A, LANG_FAILS},
    [LANG_OP_INSERT] = {A | B | C, EFFECT},
};

/* The traits of `n` beside those of its children. */
static unsigned own_traits(const struct core_rules *rules, const struct core_node *n) {
    switch ((enum lang_op)n->op) {
    case LANG_OP_SLOT: return n->a == CORE_SLOT_TO_MOVE ? 0 : LANG_READS;
    case LANG_OP_INVOKE: return rules->routines[n->a].traits | LANG_READS;
    case LANG_OP_DIV_STRICT:
    case LANG_OP_MOD_STRICT: {
        struct lang_bounds by = lang_node_bounds(rules, n->b, NULL);
        return by.min > 0 || by.max < 0 ? 0 : LANG_FAILS;
    }
    case LANG_OP_OVER_RANGE: { /* a long loop may find the budget used up */
        struct lang_bounds from = lang_node_bounds(rules, n->a, NULL);
        struct lang_bounds to = lang_node_bounds(rules, n->b, NULL);
        return from.min > -LONG && to.max < LONG ? 0 : LANG_FAILS;
    }
    default: return rows[n->op].traits;
    }
}

unsigned lang_list_traits(const struct core_rules *rules, int list) {
    unsigned traits = 0;
    for (; list >= 0; list = rules->nodes[list].b)
        traits |= lang_node_traits(rules, rules->nodes[list].a);
    return traits;
}

static unsigned child_traits(const struct core_rules *rules, int child) {
    bool list = child >= 0 && rules->nodes[child].op == LANG_OP_LIST;
    return list ? lang_list_traits(rules, child) : lang_node_traits(rules, child);
}

static unsigned traits_of(const struct core_rules *rules, const struct core_node *n) {
    /* D2. A node does whatever its children do. */
    unsigned which = rows[n->op].nodes, traits = own_traits(rules, n);
    if (n->op == LANG_OP_LIST) /* its chain grows later */
        return child_traits(rules, n->a);
    traits |= which & A ? child_traits(rules, n->a) : 0;
    traits |= which & B ? child_traits(rules, n->b) : 0;
    traits |= which & C ? child_traits(rules, n->c) : 0;
    return traits;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

const char *lang_node_fault(const struct core_rules *rules) {
    return rules->node_count == MOST_NODES ? "the rules are too large after inlining" : NULL;
}

static int node_add(struct core_rules *rules, enum lang_op op, bool is_set, int a, int b, int c) {
    if (rules->node_count ==
        MOST_NODES) /* inlining can multiply: a bound for what a file can cause */
        return -1;
    struct core_node node = {.op = (uint8_t)op, .is_set = is_set, .a = a, .b = b, .c = c};
    node.traits = (uint8_t)traits_of(rules, &node);
    return lang_rules_node(rules, &node);
}

int lang_node_constant(struct core_rules *rules, int64_t value) {
    int n = node_add(rules, LANG_OP_CONST, false, -1, -1, -1);
    if (n >= 0)
        rules->nodes[n].k = value;
    return n;
}

bool lang_node_by_seat(const struct core_rules *rules, int n, int seat, int64_t *value) {
    const struct core_node *node = n >= 0 ? &rules->nodes[n] : NULL;
    if (node && node->op == LANG_OP_CONST)
        *value = node->k;
    else if (node && node->op == LANG_OP_BY_SEAT)
        *value = core_by_seat(node->k, seat);
    else if (node && node->op == LANG_OP_SLOT && node->a == CORE_SLOT_TO_MOVE)
        *value = seat;
    else
        return n < 0;
    return true;
}

int lang_node_of_seats(struct core_rules *rules, const int64_t *values) {
    /* A byte for each value, that of MST_NONE first (core_by_seat). */
    uint64_t packed = 0;
    bool constant = true;
    int seats = rules->schema->seats;
    if (seats >= SEATS_PACKED)
        return -1;
    for (int i = 0; i <= seats; i++) {
        if (values[i] < INT8_MIN || values[i] > INT8_MAX)
            return -1;
        constant = constant && values[i] == values[0];
        packed |= (uint64_t)(uint8_t)values[i] << 8 * i;
    }
    if (constant)
        return lang_node_constant(rules, values[0]);
    int n = node_add(rules, LANG_OP_BY_SEAT, false, -1, -1, -1);
    if (n >= 0)
        rules->nodes[n].k = (int64_t)packed;
    return n;
}

/* Fold an operation. False if it cannot be folded. */
static bool compute(enum lang_op op, int64_t a, int64_t b, int64_t c, int64_t *value) {
    switch (op) {
    case LANG_OP_NEGATE: *value = -a; return true;
    case LANG_OP_ADD: *value = a + b; return true;
    case LANG_OP_SUB: *value = a - b; return true;
    case LANG_OP_MUL: *value = a * b; return true;
    case LANG_OP_EQ: *value = a == b; return true;
    case LANG_OP_NE: *value = a != b; return true;
    case LANG_OP_LT: *value = a < b; return true;
    case LANG_OP_LE: *value = a <= b; return true;
    case LANG_OP_AND: *value = a && b; return true;
    case LANG_OP_OR: *value = a || b; return true;
    case LANG_OP_NOT: *value = !a; return true;
    case LANG_OP_IF: *value = a ? b : c; return true;
    default: return false;
    }
}

static bool is_small(int64_t x) {
    return x >= -SMALL && x <= SMALL;
}

/* The node with the value of this one, or -1. */
static int folded(struct core_rules *rules, enum lang_op op, int a, int b, int c) {
    int64_t values[SEATS_PACKED + 1], x, y, z, value;
    int seats = rules->schema->seats;
    if (!compute(op, 0, 0, 0, &value) || seats >= SEATS_PACKED) /* otherwise a, b and c may not be
                                                                 * nodes */
        return -1;

    /* D1. Small operands alone, so that no operation overflows. */
    for (int seat = -1; seat < seats; seat++) {
        x = y = z = 0;
        if (!lang_node_by_seat(rules, a, seat, &x) || !lang_node_by_seat(rules, b, seat, &y) ||
            !lang_node_by_seat(rules, c, seat, &z) || !is_small(x) || !is_small(y) ||
            !is_small(z) || !compute(op, x, y, z, &values[seat + 1]))
            return -1;
    }
    return lang_node_of_seats(rules, values);
}

int lang_node_new(struct core_rules *rules, enum lang_op op, bool is_set, int a, int b, int c) {
    int n = folded(rules, op, a, b, c);
    return n >= 0 ? n : node_add(rules, op, is_set, a, b, c);
}

/* ---- uses of variables ----------------------------------------------------------------------- */

bool lang_var_sets_meet(const struct lang_var_set *a, const struct lang_var_set *b) {
    for (int i = 0; i < CORE_MOST_VARS / 64; i++)
        if (a->vars[i] & b->vars[i])
            return true;
    for (int i = 0; i < CORE_MOST_SETS / 64; i++)
        if (a->sets[i] & b->sets[i])
            return true;
    return false;
}

void lang_var_set_unite(struct lang_var_set *into, const struct lang_var_set *from) {
    for (int i = 0; i < CORE_MOST_VARS / 64; i++)
        into->vars[i] |= from->vars[i];
    for (int i = 0; i < CORE_MOST_SETS / 64; i++)
        into->sets[i] |= from->sets[i];
}

/* Add the variables that the node itself reads or sets. */
static void note_node(const struct core_rules *rules, const struct core_node *n,
                      struct lang_var_set *reads, struct lang_var_set *gives) {
    switch ((enum lang_op)n->op) {
    case LANG_OP_VAR: lang_var_set_add(reads, false, n->a); break;
    case LANG_OP_SET_VAR: lang_var_set_add(reads, true, n->a); break;
    case LANG_OP_BIND:
    case LANG_OP_STORE: lang_var_set_add(gives, false, n->a); break;
    case LANG_OP_BIND_SET:
    case LANG_OP_STORE_SET: lang_var_set_add(gives, true, n->a); break;
    case LANG_OP_INVOKE:
        for (int i = n->c; i >= 0; i = rules->nodes[i].b)
            lang_var_set_add(gives, rules->nodes[rules->nodes[i].a].is_set,
                             rules->nodes[rules->nodes[i].a].a);
        break;
    default: break;
    }
}

void lang_node_uses(const struct core_rules *rules, int node, struct lang_var_set *reads,
                    struct lang_var_set *gives) {
    while (node >= 0) {
        const struct core_node *n = &rules->nodes[node];
        unsigned which = rows[n->op].nodes;
        note_node(rules, n, reads, gives);
        node = -1; /* unless there is one to go on with: trees are deep to the left */
        if (which & C)
            lang_node_uses(rules, n->c, reads, gives);
        if (n->op == LANG_OP_LIST) { /* a chain may be long */
            lang_node_uses(rules, n->a, reads, gives);
            node = n->b;
            continue;
        }
        if (which & B)
            lang_node_uses(rules, n->b, reads, gives);
        if (which & A)
            node = n->a;
    }
}
