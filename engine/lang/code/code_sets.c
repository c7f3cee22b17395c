/* Compilation of sets: see code.h. A set of one word is a plain number; one that is known at load
 * (a region, a zone, or a combination of them) is an operand of the instruction. A larger set takes
 * as many registers as it has words, and instructions name the first one. */
#include "lang/code/code_make.h"

static bool is_me(const struct mst_maker *m, int node) {
    const struct mst_node *n = mst_maker_node(m, node);
    return n->op == MST_OP_SLOT && n->a == MST_SLOT_TO_MOVE;
}

/* ---- constant sets --------------------------------------------------------------------------- */

/* Is the seat of a region (or MST_NONE) a constant? */
static bool known_seat(const struct mst_maker *m, int node, int64_t *seat) {
    *seat = 0;
    return node < 0 || mst_known(m, node, seat);
}

static bool known_leaf(const struct mst_maker *m, const struct mst_node *n, uint64_t *word) {
    const struct mst_region *region;
    int64_t k;
    *word = 0;
    switch ((enum mst_op)n->op) {
    case MST_OP_NOTHING: return true;
    case MST_OP_ZONES: *word = mst_all_word(m->schema->board); return true;
    case MST_OP_SET_VAR: *word = (uint64_t)m->sets[n->a].k; return m->sets[n->a].constant;
    case MST_OP_ONLY:
        if (!mst_known(m, n->a, &k))
            return false;
        *word = k < 0 || k >= m->schema->board->zones ? 0 : 1ULL << k;
        return true;
    case MST_OP_REGION:
        region = &m->rules->regions[n->a];
        if (!known_seat(m, n->b, &k))
            return false;
        *word = k < 0 || k >= region->count ? 0 : region->words[k];
        return true;
    default: return false;
    }
}

bool mst_known_set(const struct mst_maker *m, int node, uint64_t *word) {
    const struct mst_node *n = mst_maker_node(m, node);
    uint64_t left, right;
    if (m->words > 1)
        return false;
    switch ((enum mst_op)n->op) { /* only for leaves: deeper constants are rare, and testing them is
                                   * costly */
    case MST_OP_UNION:
    case MST_OP_MEET:
    case MST_OP_MINUS:
        if (!known_leaf(m, mst_maker_node(m, n->a), &left) ||
            !known_leaf(m, mst_maker_node(m, n->b), &right))
            return false;
        *word = n->op == MST_OP_UNION  ? left | right
                : n->op == MST_OP_MEET ? left & right
                                       : left & ~right;
        return true;
    case MST_OP_WITHOUT:
        if (!known_leaf(m, mst_maker_node(m, n->a), &left))
            return false;
        *word = mst_all_word(m->schema->board) & ~left;
        return true;
    default: return known_leaf(m, n, word);
    }
}

int mst_make_set_operand(struct mst_maker *m, int node) {
    const struct mst_node *n = mst_maker_node(m, node);
    if (n->op == MST_OP_SET_VAR && !m->sets[n->a].constant)
        return m->sets[n->a].reg;
    int to = mst_fresh_set(m);
    mst_make_set(m, node, to);
    return mst_value_known(m, to);
}

void mst_make_let_set(struct mst_maker *m, const struct mst_node *let) {
    const struct mst_node *value = mst_maker_node(m, let->b);
    struct mst_alias *alias = &m->sets[let->a];
    uint64_t word;
    int own = mst_own_set(m, let->a);
    if (value->op == MST_OP_SET_VAR && !let->k && !m->sets[value->a].stored) {
        *alias = m->sets[value->a];
    } else if (!let->k && mst_known_set(m, let->b, &word)) {
        *alias = (struct mst_alias){.constant = true, .k = (int64_t)word};
    } else {
        int to = mst_let_register(m, own, let->k != 0);
        mst_make_set(m, let->b, to);
        *alias =
            (struct mst_alias){.stored = let->k != 0, .reg = let->k ? to : mst_value_known(m, to)};
    }
}

/* ---- facts ----------------------------------------------------------------------------------- */

static void make_region(struct mst_maker *m, const struct mst_node *n, int to) {
    if (n->b < 0) { /* a large set; a constant word was handled before */
        int seat = mst_fresh(m, 1);
        mst_code_add_w(m, MST_CODE_K, seat, 0, 0);
        mst_code_add_k(m, MST_CODE_LARGE_REGION, to, seat, 0, n->a, 0);
    } else if (m->words == 1 && is_me(m, n->b)) {
        mst_code_add_k(m, MST_CODE_REGION_MINE, to, 0, 0, n->a, 0);
    } else {
        mst_code_add_k(m, m->words == 1 ? MST_CODE_REGION : MST_CODE_LARGE_REGION, to,
                       mst_make_operand(m, n->b), 0, n->a, 0);
    }
}

/* tops(type, seat) as a word, for a constant type: its sets are consecutive. */
static void make_word_tops(struct mst_maker *m, int type, int seat_node, int to) {
    int first = mst_slot_tops(m->schema, type, MST_NONE) / 2;
    int64_t seat;
    if (seat_node < 0)
        mst_code_add_k(m, MST_CODE_TOPS_ALL, to, 0, 0, first, m->schema->seats);
    else if (is_me(m, seat_node))
        mst_code_add_k(m, MST_CODE_TOPS_MINE, to, 0, 0, first, 0);
    else if (!mst_known(m, seat_node, &seat))
        mst_code_add_k(m, MST_CODE_TOPS_OF, to, mst_make_operand(m, seat_node), 0, first,
                       m->schema->seats);
    else if (seat < MST_NONE || seat >= m->schema->seats)
        mst_code_add_w(m, MST_CODE_K, to, 0, 0);
    else
        mst_code_add_k(m, MST_CODE_TOPS_AT, to, 0, 0, first + (int)seat + 1, 0);
}

static void make_tops(struct mst_maker *m, const struct mst_node *n, int to) {
    int64_t type;
    if (m->words == 1 && mst_known(m, n->a, &type) && type >= 0 && type < m->schema->type_count) {
        make_word_tops(m, (int)type, n->b, to);
        return;
    }
    int of = mst_make_operand(m, n->a);
    if (n->b < 0)
        mst_code_add(m, m->words == 1 ? MST_CODE_TOPS_ANY : MST_CODE_LARGE_TOPS_ANY, to, of, 0);
    else
        mst_code_add(m, m->words == 1 ? MST_CODE_TOPS : MST_CODE_LARGE_TOPS, to, of,
                     mst_make_operand(m, n->b));
}

/* ---- sets ------------------------------------------------------------------------------------ */

static enum mst_code_op pick(const struct mst_maker *m, enum mst_code_op word,
                             enum mst_code_op large) {
    return m->words == 1 ? word : large;
}

static void make_pair(struct mst_maker *m, enum mst_code_op word, enum mst_code_op large,
                      const struct mst_node *n, int to) {
    int left = mst_make_set_operand(m, n->a);
    mst_code_add(m, pick(m, word, large), to, left, mst_make_set_operand(m, n->b));
}

static void make_union(struct mst_maker *m, const struct mst_node *n, int to) {
    uint64_t word;
    if (mst_known_set(m, n->a, &word))
        mst_code_add_w(m, MST_CODE_UNION_K, to, mst_make_set_operand(m, n->b), (int64_t)word);
    else if (mst_known_set(m, n->b, &word))
        mst_code_add_w(m, MST_CODE_UNION_K, to, mst_make_set_operand(m, n->a), (int64_t)word);
    else
        make_pair(m, MST_CODE_UNION, MST_CODE_LARGE_UNION, n, to);
}

static void make_meet(struct mst_maker *m, const struct mst_node *n, int to) {
    uint64_t word;
    if (mst_known_set(m, n->a, &word))
        mst_code_add_w(m, MST_CODE_MEET_K, to, mst_make_set_operand(m, n->b), (int64_t)word);
    else if (mst_known_set(m, n->b, &word))
        mst_code_add_w(m, MST_CODE_MEET_K, to, mst_make_set_operand(m, n->a), (int64_t)word);
    else
        make_pair(m, MST_CODE_MEET, MST_CODE_LARGE_MEET, n, to);
}

static void make_minus(struct mst_maker *m, const struct mst_node *n, int to) {
    uint64_t word;
    if (mst_known_set(m, n->a, &word))
        mst_code_add_w(m, MST_CODE_FROM_SET_K, to, mst_make_set_operand(m, n->b), (int64_t)word);
    else if (mst_known_set(m, n->b, &word))
        mst_code_add_w(m, MST_CODE_MEET_K, to, mst_make_set_operand(m, n->a), (int64_t)~word);
    else
        make_pair(m, MST_CODE_MINUS, MST_CODE_LARGE_MINUS, n, to);
}

static void make_without(struct mst_maker *m, const struct mst_node *n, int to) {
    int set = mst_make_set_operand(m, n->a);
    if (m->words == 1)
        mst_code_add_w(m, MST_CODE_FROM_SET_K, to, set, (int64_t)mst_all_word(m->schema->board));
    else
        mst_code_add(m, MST_CODE_LARGE_WITHOUT, to, set, 0);
}

static void make_shift(struct mst_maker *m, const struct mst_node *n, int to) {
    int set = mst_make_set_operand(m, n->a);
    mst_code_add(m, pick(m, MST_CODE_SHIFT, MST_CODE_LARGE_SHIFT), to, set,
                 mst_make_operand(m, n->b));
}

static void make_ray(struct mst_maker *m, const struct mst_node *n, int to) {
    int set = mst_make_set_operand(m, n->a), direction = mst_make_operand(m, n->b);
    int ray = mst_fresh_set(m); /* `to` may be one of the operands */
    mst_make_set(m, n->c, ray);
    mst_code_add(m, pick(m, MST_CODE_RAY, MST_CODE_LARGE_RAY), ray, set, direction);
    mst_code_add(m, pick(m, MST_CODE_MOVE, MST_CODE_LARGE_COPY), to, ray, 0);
}

/* The indexed field of the current zone in a loop over all zones, or NULL. */
static const struct mst_field *indexed(const struct mst_maker *m, int node, int var) {
    const struct mst_node *n = mst_maker_node(m, node);
    if (n->op != MST_OP_FIELD || mst_maker_node(m, n->a)->op != MST_OP_VAR ||
        mst_maker_node(m, n->a)->a != var)
        return NULL;
    const struct mst_field *field = &m->schema->fields[n->b];
    return field->sets ? field : NULL;
}

/* Is the value obviously independent of the loop? */
static bool outside(const struct mst_maker *m, int node, int var) {
    const struct mst_node *n = mst_maker_node(m, node);
    int64_t k;
    return mst_known(m, node, &k) || n->op == MST_OP_SLOT || (n->op == MST_OP_VAR && n->a != var);
}

/* {z in zones: FIELD(z) == VALUE} */
static bool make_equal(struct mst_maker *m, int field_node, int value, int var, int to) {
    const struct mst_field *field = indexed(m, field_node, var);
    int64_t k;
    if (!field || !outside(m, value, var))
        return false;
    if (!mst_known(m, value, &k))
        mst_code_add_k(m, MST_CODE_TOPS_OF, to, mst_make_operand(m, value), 0, field->sets / 2,
                       field->max + 1);
    else if (k < 0 || k > field->max)
        mst_code_add_w(m, MST_CODE_K, to, 0, 0);
    else
        mst_code_add_k(m, MST_CODE_TOPS_AT, to, 0, 0, field->sets / 2 + (int)k + 1, 0);
    return true;
}

/* {z in zones: TABLE(FIELD(z))} */
static bool make_listed(struct mst_maker *m, const struct mst_node *n, int var, int to) {
    const struct mst_field *field = n->op == MST_OP_TABLE ? indexed(m, n->a, var) : NULL;
    if (!field)
        return false;
    const struct mst_table *table = &m->rules->tables[n->b];
    int sum = mst_fresh(m, 1), part = mst_fresh(m, 1);
    mst_code_add_w(m, MST_CODE_K, sum, 0, 0);
    for (int value = 0; value <= field->max && value < table->count; value++)
        if (table->values[value]) {
            mst_code_add_k(m, MST_CODE_TOPS_AT, part, 0, 0, field->sets / 2 + value + 1, 0);
            mst_code_add(m, MST_CODE_UNION, sum, sum, part);
        }
    mst_code_add(m, MST_CODE_MOVE, to, sum, 0);
    return true;
}

/* Compile a set that an indexed field gives without a loop, on a board of one word. */
static bool make_indexed(struct mst_maker *m, const struct mst_node *n, int to) {
    const struct mst_node *test = mst_maker_node(m, n->c);
    if (m->words > 1 || mst_maker_node(m, mst_maker_node(m, n->a)->a)->op != MST_OP_ZONES)
        return false;
    if (test->op == MST_OP_EQ)
        return make_equal(m, test->a, test->b, n->b, to) ||
               make_equal(m, test->b, test->a, n->b, to);
    return make_listed(m, test, n->b, to);
}

static void make_where(struct mst_maker *m, const struct mst_node *n, int to) {
    struct mst_loop loop;
    if (make_indexed(m, n, to))
        return;
    int kept = mst_fresh_set(m); /* `to` may be the set that the loop iterates over */
    if (m->words == 1)
        mst_code_add_w(m, MST_CODE_K, kept, 0, 0);
    else
        mst_code_add(m, MST_CODE_LARGE_NOTHING, kept, 0, 0);
    mst_loop_open(m, &loop, n->a, n->b);
    mst_make_if(m, n->c, false, &loop.next);
    mst_code_add(m, pick(m, MST_CODE_INCLUDE, MST_CODE_LARGE_INCLUDE), kept, mst_own(m, n->b), 0);
    mst_loop_close(m, &loop);
    mst_code_add(m, pick(m, MST_CODE_MOVE, MST_CODE_LARGE_COPY), to, kept, 0);
}

static void make_choice(struct mst_maker *m, const struct mst_node *n, int to) {
    struct mst_label other = MST_LABEL, end = MST_LABEL;
    mst_make_if(m, n->a, false, &other);
    mst_make_set(m, n->b, to);
    mst_code_jump(m, MST_CODE_JUMP, 0, 0, 0, 0, &end);
    mst_label_here(m, &other);
    mst_make_set(m, n->c, to);
    mst_label_here(m, &end);
}

static void make_one(struct mst_maker *m, enum mst_code_op word, enum mst_code_op large,
                     const struct mst_node *n, int to) {
    int set = mst_make_set_operand(m, n->a);
    mst_code_add(m, pick(m, word, large), to, set, 0);
}

void mst_make_set(struct mst_maker *m, int node, int to) {
    const struct mst_node *n = mst_maker_node(m, node);
    int top = m->top, set_top = m->set_top, start = m->rules->code_count;
    int made = mst_values_made(m);
    uint64_t word;
    if (!mst_deeper(m))
        return;
    if (mst_known_set(m, node, &word))
        mst_code_add_w(m, MST_CODE_K, to, 0, (int64_t)word);
    else
        switch ((enum mst_op)n->op) {
        case MST_OP_ZONES: mst_code_add(m, MST_CODE_LARGE_ZONES, to, 0, 0); break;
        case MST_OP_SET_VAR:
            if (m->sets[n->a].reg != to)
                mst_code_add(m, pick(m, MST_CODE_MOVE, MST_CODE_LARGE_COPY), to, m->sets[n->a].reg,
                             0);
            break;
        case MST_OP_ONLY:
            mst_code_add(m, pick(m, MST_CODE_ONLY, MST_CODE_LARGE_ONLY), to,
                         mst_make_operand(m, n->a), 0);
            break;
        case MST_OP_REGION: make_region(m, n, to); break;
        case MST_OP_TOPS: make_tops(m, n, to); break;
        case MST_OP_OCCUPIED:
            if (m->words > 1)
                mst_code_add(m, MST_CODE_LARGE_OCCUPIED, to, 0, 0);
            else if (!m->schema->type_count)
                mst_code_add_w(m, MST_CODE_K, to, 0, 0);
            else /* the sets of all types and owners are consecutive */
                mst_code_add_k(m, MST_CODE_TOPS_ALL, to, 0, 0,
                               mst_slot_tops(m->schema, 0, MST_NONE) / 2,
                               m->schema->type_count * (m->schema->seats + 1) - 1);
            break;
        case MST_OP_NEAR: make_one(m, MST_CODE_NEAR, MST_CODE_LARGE_NEAR, n, to); break;
        case MST_OP_SHIFT: make_shift(m, n, to); break;
        case MST_OP_FLOOD: make_pair(m, MST_CODE_FLOOD, MST_CODE_LARGE_FLOOD, n, to); break;
        case MST_OP_RAY: make_ray(m, n, to); break;
        case MST_OP_UNION: make_union(m, n, to); break;
        case MST_OP_MEET: make_meet(m, n, to); break;
        case MST_OP_MINUS: make_minus(m, n, to); break;
        case MST_OP_WITHOUT: make_without(m, n, to); break;
        case MST_OP_WHERE: make_where(m, n, to); break;
        case MST_OP_AFTER:
            mst_make_before(m, n);
            mst_make_set(m, n->b, to);
            break;
        case MST_OP_INVOKE: mst_make_invoke(m, n, to); break;
        case MST_OP_SHARED:
            mst_make_set(m, n->a, to);
            mst_share(m, n, start, made, to);
            break;
        case MST_OP_SET_IF: make_choice(m, n, to); break;
        default: mst_code_add(m, MST_CODE_LARGE_NOTHING, to, 0, 0); break;
        }
    m->depth--;
    m->top = top;
    m->set_top = set_top;
}

/* zone in SET, as a condition */
void mst_make_in(struct mst_maker *m, const struct mst_node *n, bool sense, struct mst_label *to) {
    const struct mst_node *set = mst_maker_node(m, n->b);
    int zone = mst_make_operand(m, n->a);
    if (m->words == 1 && set->op == MST_OP_REGION && set->b >= 0 && is_me(m, set->b))
        mst_code_jump(m, sense ? MST_CODE_IF_IN_MINE : MST_CODE_IF_OUT_MINE, 0, zone, 0, set->a,
                      to);
    else if (m->words == 1)
        mst_code_jump(m, sense ? MST_CODE_IF_IN : MST_CODE_IF_OUT, 0, zone,
                      mst_make_set_operand(m, n->b), 0, to);
    else
        mst_code_jump(m, sense ? MST_CODE_IF_IN_LARGE : MST_CODE_IF_OUT_LARGE, 0, zone,
                      mst_make_set_operand(m, n->b), 0, to);
}
