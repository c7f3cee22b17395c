/* Compilation of numbers and conditions: see code.h. A condition becomes jumps; it becomes a number
 * only if it is stored. A local variable that renames another one, or a constant, needs no code. */
#include "lang/code/code_make.h"
#include "core/code_ops.h"
#include "core/legal.h"

enum {
    MOST_DEPTH = 3000,     /* levels of a tree */
    MOST_CODE = 1 << 21,   /* instructions in all rules of a ruleset */
    MOST_REGISTER = 32000, /* registers of a rule: operands have 16 bits */
};

const char MST_CODE_NO_MEMORY[] = "out of memory";

void mst_make_fail(struct mst_maker *m, const char *why) {
    if (!m->why)
        m->why = why;
}

bool mst_deeper(struct mst_maker *m) {
    if (++m->depth > MOST_DEPTH)
        mst_make_fail(m, "nested too deeply");
    if (!m->why)
        return true;
    m->depth--;
    return false;
}

/* ---- instructions ---------------------------------------------------------------------------- */

static bool room(struct mst_maker *m) {
    struct mst_rules *rules = m->rules;
    if (rules->code_count == MOST_CODE)
        mst_make_fail(m, "the rules are too large after inlining");
    if (m->why || rules->code_count < rules->code_capacity)
        return !m->why;
    int capacity = rules->code_capacity ? rules->code_capacity * 2 : 256;
    struct mst_code *code = mst_realloc(rules->code, (size_t)capacity * sizeof *code);
    if (!code) {
        mst_make_fail(m, MST_CODE_NO_MEMORY);
        return false;
    }
    rules->code = code;
    rules->code_capacity = capacity;
    return true;
}

struct mst_code *mst_code_add(struct mst_maker *m, enum mst_code_op op, int a, int b, int c) {
    struct mst_code *code = room(m) ? &m->rules->code[m->rules->code_count++] : &m->spare;
    *code = (struct mst_code){
        .op = (uint16_t)op, .a = (int16_t)a, .b = (int16_t)b, .c = (int16_t)c, .w = 0};
    return code;
}

void mst_code_add_k(struct mst_maker *m, enum mst_code_op op, int a, int b, int c, int k,
                    int more) {
    struct mst_code *code = mst_code_add(m, op, a, b, c);
    code->k = k;
    code->m = more;
}

void mst_code_add_w(struct mst_maker *m, enum mst_code_op op, int a, int b, int64_t w) {
    mst_code_add(m, op, a, b, 0)->w = w;
}

void mst_code_jump(struct mst_maker *m, enum mst_code_op op, int a, int b, int c, int64_t k,
                   struct mst_label *to) {
    int here = m->rules->code_count;
    struct mst_code *code = mst_code_add(m, op, a, b, c);
    code->k = (int32_t)k;
    code->m = to->at >= 0 ? to->at - here : to->chain;
    if (to->at < 0 && !m->why)
        to->chain = here;
    if (mst_values_made(m) < to->made)
        to->made = mst_values_made(m);
}

void mst_label_here(struct mst_maker *m, struct mst_label *label) {
    label->at = m->rules->code_count;
    for (int at = label->chain; at >= 0;) {
        struct mst_code *jump = &m->rules->code[at];
        int next = jump->m;
        jump->m = label->at - at;
        at = next;
    }
    label->chain = -1;
    m->landed = label->at;
    mst_values_cut(m, label->made);
}

int mst_fresh(struct mst_maker *m, int count) {
    int first = m->top;
    m->top += count;
    if (m->top > MOST_REGISTER) {
        mst_make_fail(m, "too many values in use at once");
        m->top = first;
    }
    mst_rules_peak(m->rules, m->top, m->set_top);
    return first;
}

int mst_fresh_set(struct mst_maker *m) {
    if (m->words == 1 || m->routine)
        return mst_fresh(m, m->words);
    if ((m->set_top + 1) * m->words > MOST_REGISTER)
        mst_make_fail(m, "too many sets in use at once");
    else
        m->set_top++;
    mst_rules_peak(m->rules, m->top, m->set_top);
    return mst_set_register(m->set_top - 1, m->words);
}

/* ---- operands -------------------------------------------------------------------------------- */

bool mst_known(const struct mst_maker *m, int node, int64_t *value) {
    const struct mst_node *n = mst_maker_node(m, node);
    if (n->op == MST_OP_CONST)
        *value = n->k;
    else if (n->op == MST_OP_VAR && m->vars[n->a].constant)
        *value = m->vars[n->a].k;
    else
        return false;
    return true;
}

/* A constant that fits into an instruction. */
static bool small(const struct mst_maker *m, int node, int64_t *value) {
    return mst_known(m, node, value) && *value > INT32_MIN && *value < INT32_MAX;
}

int mst_make_operand(struct mst_maker *m, int node) {
    const struct mst_node *n = mst_maker_node(m, node);
    if (n->op == MST_OP_VAR && !m->vars[n->a].constant)
        return m->vars[n->a].reg;
    int to = mst_fresh(m, 1);
    mst_make_int(m, node, to);
    return mst_value_known(m, to);
}

int mst_make_list(struct mst_maker *m, int item, int *count) {
    *count = 0;
    for (int i = item; i >= 0; i = mst_maker_node(m, i)->b)
        ++*count;
    int first = mst_fresh(m, *count), at = first;
    for (int i = item; i >= 0; i = mst_maker_node(m, i)->b) {
        int top = m->top;
        mst_make_int(m, mst_maker_node(m, i)->a, at++);
        m->top = top;
    }
    return first;
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* The slot first + stride * entity, where node `of` is the entity. The value is `absent` for an
 * entity outside 0 .. count-1. */
static void make_fact(struct mst_maker *m, int of, int first, int stride, int count, int absent,
                      int to) {
    const struct mst_node *n = mst_maker_node(m, of);
    bool none = absent == MST_NONE;
    int64_t entity;
    if (mst_known(m, of, &entity)) {
        if (entity < 0 || entity >= count)
            mst_code_add_w(m, MST_CODE_K, to, 0, absent);
        else
            mst_code_add_k(m, MST_CODE_SLOT, to, 0, 0, first + (int)entity * stride, 0);
    } else if (n->op == MST_OP_TOP && count == m->schema->pieces && !mst_known(m, n->a, &entity)) {
        mst_code_add_k(m, none ? MST_CODE_TOP_FACT_OR_NONE : MST_CODE_TOP_FACT, to,
                       mst_make_operand(m, n->a), stride, first, m->schema->places);
    } else {
        mst_code_add_k(m, none ? MST_CODE_FACT_OR_NONE : MST_CODE_FACT, to, mst_make_operand(m, of),
                       stride, first, count);
    }
}

static void make_piece(struct mst_maker *m, int of, int datum, int absent, int to) {
    make_fact(m, of, m->schema->piece_first + datum, m->schema->piece_stride, m->schema->pieces,
              absent, to);
}

static void make_field(struct mst_maker *m, const struct mst_node *n, int to) {
    const struct mst_field *field = &m->schema->fields[n->b];
    make_fact(m, n->a, field->first, field->stride, mst_field_entities(m->schema, field),
              n->c > 0 ? MST_NONE : 0, to);
}

static void make_top(struct mst_maker *m, int place, int to) {
    int64_t known;
    if (!mst_known(m, place, &known))
        mst_code_add_k(m, MST_CODE_TOP, to, mst_make_operand(m, place), 0, 0, m->schema->places);
    else if (known < 0 || known >= m->schema->places)
        mst_code_add_w(m, MST_CODE_K, to, 0, MST_NONE);
    else
        mst_code_add_k(m, MST_CODE_SLOT, to, 0, 0, mst_slot_top(m->schema, (int)known), 0);
}

/* count(place): the level of its top piece. */
static void make_count(struct mst_maker *m, int place, int to) {
    int first = m->schema->piece_first + MST_PIECE_LEVEL, stride = m->schema->piece_stride;
    int64_t known;
    if (!mst_known(m, place, &known)) {
        mst_code_add_k(m, MST_CODE_TOP_FACT, to, mst_make_operand(m, place), stride, first,
                       m->schema->places);
        return;
    }
    int top = mst_fresh(m, 1);
    make_top(m, place, top);
    mst_code_add_k(m, MST_CODE_FACT, to, top, stride, first, m->schema->pieces);
}

/* place(piece), or the place of a container (b): that of seat `a`, or the only one. */
static void make_place(struct mst_maker *m, const struct mst_node *n, int to) {
    int64_t seat = 0;
    if (n->b < 0) {
        make_piece(m, n->a, MST_PIECE_PLACE, MST_NONE, to);
        return;
    }
    int place = m->schema->containers[n->b].place;
    if (n->a >= 0 && !mst_known(m, n->a, &seat))
        mst_code_add_k(m, MST_CODE_CONTAINER, to, mst_make_operand(m, n->a), 0, place,
                       m->schema->seats);
    else
        mst_code_add_w(m, MST_CODE_K, to, 0,
                       seat < 0 || seat >= m->schema->seats ? MST_NONE : place + seat);
}

static void make_step(struct mst_maker *m, const struct mst_node *n, int to) {
    int64_t direction;
    int zone = mst_make_operand(m, n->a);
    if (!mst_known(m, n->b, &direction))
        mst_code_add(m, MST_CODE_STEP, to, zone, mst_make_operand(m, n->b));
    else if (direction < 0 || direction >= m->schema->board->directions)
        mst_code_add_w(m, MST_CODE_K, to, 0, MST_NONE);
    else
        mst_code_add_k(m, MST_CODE_STEP_K, to, zone, 0, (int)direction, m->schema->board->zones);
}

static void make_arg(struct mst_maker *m, const struct mst_node *n, int to) {
    int64_t index;
    if (mst_known(m, n->a, &index) && index >= 1 && index <= MST_FRAME_ARGS)
        mst_code_add_k(m, MST_CODE_ARG_K, to, 0, 0, (int)index, 0);
    else
        mst_code_add(m, MST_CODE_ARG, to, mst_make_operand(m, n->a), 0);
}

static void make_table(struct mst_maker *m, const struct mst_node *n, int to) {
    const struct mst_table *table = &m->rules->tables[n->b];
    int64_t index;
    if (mst_known(m, n->a, &index))
        mst_code_add_w(m, MST_CODE_K, to, 0, mst_table_value(table, index));
    else
        mst_code_add_k(m, MST_CODE_TABLE, to, mst_make_operand(m, n->a), 0, n->b, 0);
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

static void make_sum(struct mst_maker *m, const struct mst_node *n, int to) {
    int64_t k;
    bool add = n->op == MST_OP_ADD;
    if (mst_known(m, n->b, &k)) {
        mst_code_add_w(m, MST_CODE_ADD_K, to, mst_make_operand(m, n->a),
                       add ? k : (int64_t)(0 - (uint64_t)k));
    } else if (mst_known(m, n->a, &k)) {
        mst_code_add_w(m, add ? MST_CODE_ADD_K : MST_CODE_FROM_K, to, mst_make_operand(m, n->b), k);
    } else {
        int left = mst_make_operand(m, n->a);
        mst_code_add(m, add ? MST_CODE_ADD : MST_CODE_SUB, to, left, mst_make_operand(m, n->b));
    }
}

static void make_pair(struct mst_maker *m, enum mst_code_op op, const struct mst_node *n, int to) {
    int left = mst_make_operand(m, n->a);
    mst_code_add(m, op, to, left, mst_make_operand(m, n->b));
}

/* A number of two others, of which one may be a constant; the order does not matter. */
static void make_either(struct mst_maker *m, enum mst_code_op op, enum mst_code_op op_k,
                        const struct mst_node *n, int to) {
    int64_t k;
    if (mst_known(m, n->b, &k))
        mst_code_add_w(m, op_k, to, mst_make_operand(m, n->a), k);
    else if (mst_known(m, n->a, &k))
        mst_code_add_w(m, op_k, to, mst_make_operand(m, n->b), k);
    else
        make_pair(m, op, n, to);
}

static void make_bound(struct mst_maker *m, const struct mst_node *n, int to) {
    if (n->op == MST_OP_MIN)
        make_either(m, MST_CODE_MIN, MST_CODE_MIN_K, n, to);
    else
        make_either(m, MST_CODE_MAX, MST_CODE_MAX_K, n, to);
}

/* The bits of numbers: a word is a set of bits, too. */
static void make_bits(struct mst_maker *m, const struct mst_node *n, int to) {
    if (n->op == MST_OP_BIT_AND)
        make_either(m, MST_CODE_MEET, MST_CODE_MEET_K, n, to);
    else
        make_either(m, MST_CODE_UNION, MST_CODE_UNION_K, n, to);
}

static void make_one(struct mst_maker *m, enum mst_code_op op, const struct mst_node *n, int to) {
    mst_code_add_k(m, op, to, mst_make_operand(m, n->a), 0, 0, 0);
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* Jump if a == b (or, unless `equal`, if a ~= b). */
static void if_equal(struct mst_maker *m, int a, int b, bool equal, struct mst_label *to) {
    const struct mst_node *left = mst_maker_node(m, a), *right = mst_maker_node(m, b);
    uint64_t word;
    int64_t k;
    if (mst_known(m, a, &k)) {
        int swap = a;
        a = b;
        b = swap;
        left = mst_maker_node(m, a);
        right = mst_maker_node(m, b);
    }
    if (small(m, b, &k)) {
        /* first() == nil or a size of 0: test the word itself */
        bool word_asked = m->words == 1 && ((left->op == MST_OP_FIRST && k == MST_NONE) ||
                                            (left->op == MST_OP_SIZE && k == 0));
        if (word_asked && !mst_known_set(m, left->a, &word))
            mst_code_jump(m, equal ? MST_CODE_IF_EQ_K : MST_CODE_IF_NE_K, 0,
                          mst_make_set_operand(m, left->a), 0, 0, to);
        else if (left->op == MST_OP_SLOT && left->a <= INT16_MAX)
            mst_code_jump(m, equal ? MST_CODE_IF_SLOT_EQ_K : MST_CODE_IF_SLOT_NE_K, 0, 0, left->a,
                          k, to);
        else
            mst_code_jump(m, equal ? MST_CODE_IF_EQ_K : MST_CODE_IF_NE_K, 0, mst_make_operand(m, a),
                          0, k, to);
        return;
    }
    if (left->op == MST_OP_SLOT && right->op != MST_OP_SLOT) {
        int swap = a;
        a = b;
        b = swap;
        right = mst_maker_node(m, b);
    }
    int reg = mst_make_operand(m, a);
    if (right->op == MST_OP_SLOT)
        mst_code_jump(m, equal ? MST_CODE_IF_EQ_SLOT : MST_CODE_IF_NE_SLOT, 0, reg, 0, right->a,
                      to);
    else
        mst_code_jump(m, equal ? MST_CODE_IF_EQ : MST_CODE_IF_NE, 0, reg, mst_make_operand(m, b), 0,
                      to);
}

/* Jump if a < k, or (unless `less`) if a >= k. */
static void if_less_k(struct mst_maker *m, int a, int64_t k, bool less, struct mst_label *to) {
    const struct mst_node *left = mst_maker_node(m, a);
    if (left->op == MST_OP_SLOT && left->a <= INT16_MAX)
        mst_code_jump(m, less ? MST_CODE_IF_SLOT_LT_K : MST_CODE_IF_SLOT_GE_K, 0, 0, left->a, k,
                      to);
    else
        mst_code_jump(m, less ? MST_CODE_IF_LT_K : MST_CODE_IF_GE_K, 0, mst_make_operand(m, a), 0,
                      k, to);
}

/* Jump if a < b (`or_equal`: a <= b). */
static void if_less(struct mst_maker *m, int a, int b, bool or_equal, struct mst_label *to) {
    int64_t k;
    if (small(m, b, &k)) {
        if_less_k(m, a, k + or_equal, true, to);
    } else if (small(m, a, &k)) {
        if_less_k(m, b, k + !or_equal, false, to);
    } else {
        int left = mst_make_operand(m, a);
        mst_code_jump(m, or_equal ? MST_CODE_IF_LE : MST_CODE_IF_LT, 0, left,
                      mst_make_operand(m, b), 0, to);
    }
}

/* `and` and `or`; `sense` is the truth for which the right side alone decides. */
static void if_both(struct mst_maker *m, const struct mst_node *n, bool sense,
                    struct mst_label *to) {
    bool either = n->op == MST_OP_OR;
    if (sense == either) { /* each side has its own jump */
        mst_make_if(m, n->a, sense, to);
        mst_make_if(m, n->b, sense, to);
        return;
    }
    struct mst_label skip = MST_LABEL;
    mst_make_if(m, n->a, !sense, &skip);
    mst_make_if(m, n->b, sense, to);
    mst_label_here(m, &skip);
}

static void if_if(struct mst_maker *m, const struct mst_node *n, bool sense, struct mst_label *to) {
    struct mst_label other = MST_LABEL, end = MST_LABEL;
    mst_make_if(m, n->a, false, &other);
    mst_make_if(m, n->b, sense, to);
    mst_code_jump(m, MST_CODE_JUMP, 0, 0, 0, 0, &end);
    mst_label_here(m, &other);
    mst_make_if(m, n->c, sense, to);
    mst_label_here(m, &end);
}

/* `some` and `every`: the loop ends at the first decisive element. */
static void if_any(struct mst_maker *m, const struct mst_node *n, bool sense,
                   struct mst_label *to) {
    bool some = n->op == MST_OP_SOME;
    struct mst_loop loop;
    struct mst_label decided = MST_LABEL;
    mst_loop_open(m, &loop, n->a, n->b);
    mst_make_if(m, n->c, some, sense == some ? to : &decided);
    mst_loop_close(m, &loop);
    if (sense != some)
        mst_code_jump(m, MST_CODE_JUMP, 0, 0, 0, 0, to);
    mst_label_here(m, &decided);
}

void mst_make_if(struct mst_maker *m, int node, bool sense, struct mst_label *to) {
    const struct mst_node *n = mst_maker_node(m, node);
    int top = m->top, set_top = m->set_top;
    int64_t k;
    if (!mst_deeper(m))
        return;
    switch ((enum mst_op)n->op) {
    case MST_OP_NOT: mst_make_if(m, n->a, !sense, to); break;
    case MST_OP_AND:
    case MST_OP_OR: if_both(m, n, sense, to); break;
    case MST_OP_IF: if_if(m, n, sense, to); break;
    case MST_OP_EQ: if_equal(m, n->a, n->b, sense, to); break;
    case MST_OP_NE: if_equal(m, n->a, n->b, !sense, to); break;
    case MST_OP_LT:
        if (sense)
            if_less(m, n->a, n->b, false, to);
        else
            if_less(m, n->b, n->a, true, to);
        break;
    case MST_OP_LE:
        if (sense)
            if_less(m, n->a, n->b, true, to);
        else
            if_less(m, n->b, n->a, false, to);
        break;
    case MST_OP_IN: mst_make_in(m, n, sense, to); break;
    case MST_OP_SOME:
    case MST_OP_EVERY: if_any(m, n, sense, to); break;
    case MST_OP_AFTER:
        mst_make_before(m, n);
        mst_make_if(m, n->b, sense, to);
        break;
    default:
        if (!mst_known(m, node, &k))
            mst_code_jump(m, sense ? MST_CODE_IF_NE_K : MST_CODE_IF_EQ_K, 0,
                          mst_make_operand(m, node), 0, 0, to);
        else if ((k != 0) == sense)
            mst_code_jump(m, MST_CODE_JUMP, 0, 0, 0, 0, to);
    }
    m->depth--;
    m->top = top;
    m->set_top = set_top;
}

/* The truth of a condition as a number. The condition may read the old value of `to`, so `to` is
 * written last. */
static void make_truth(struct mst_maker *m, int node, int to) {
    struct mst_label end = MST_LABEL, other = MST_LABEL;
    if (to >= 0 && to < m->locals) {
        mst_make_if(m, node, false, &other);
        mst_code_add_w(m, MST_CODE_K, to, 0, 1);
        mst_code_jump(m, MST_CODE_JUMP, 0, 0, 0, 0, &end);
        mst_label_here(m, &other);
        mst_code_add_w(m, MST_CODE_K, to, 0, 0);
        mst_label_here(m, &end);
        return;
    }
    mst_code_add_w(m, MST_CODE_K, to, 0, 1);
    mst_make_if(m, node, true, &end);
    mst_code_add_w(m, MST_CODE_K, to, 0, 0);
    mst_label_here(m, &end);
}

static void make_choice(struct mst_maker *m, const struct mst_node *n, int to) {
    struct mst_label other = MST_LABEL, end = MST_LABEL;
    mst_make_if(m, n->a, false, &other);
    mst_make_int(m, n->b, to);
    mst_code_jump(m, MST_CODE_JUMP, 0, 0, 0, 0, &end);
    mst_label_here(m, &other);
    mst_make_int(m, n->c, to);
    mst_label_here(m, &end);
}

void mst_make_let(struct mst_maker *m, const struct mst_node *let) {
    const struct mst_node *value = mst_maker_node(m, let->b);
    struct mst_alias *alias = &m->vars[let->a];
    int own = mst_own(m, let->a);
    if (value->op == MST_OP_VAR && !let->k && !m->vars[value->a].stored) {
        *alias = m->vars[value->a];
    } else if (value->op == MST_OP_CONST && !let->k) {
        *alias = (struct mst_alias){.constant = true, .k = value->k};
    } else {
        int to = mst_let_register(m, own, let->k != 0);
        mst_make_int(m, let->b, to);
        *alias =
            (struct mst_alias){.stored = let->k != 0, .reg = let->k ? to : mst_value_known(m, to)};
    }
}

/* ---- numbers --------------------------------------------------------------------------------- */

static void make_call(struct mst_maker *m, const struct mst_node *n, int to) {
    int count, first = mst_make_list(m, n->b, &count);
    mst_code_add_k(m, MST_CODE_CALL, to, first, count, n->a, 1);
}

static void make_primitive(struct mst_maker *m, const struct mst_node *n, int to) {
    int count, first = mst_make_list(m, n->b, &count);
    mst_code_add_k(m, MST_CODE_PRIMITIVE, to, first, count, n->a, 0);
}

/* size and first */
static void make_measure(struct mst_maker *m, const struct mst_node *n, int to) {
    bool size = n->op == MST_OP_SIZE;
    enum mst_code_op op = m->words == 1 ? size ? MST_CODE_SIZE : MST_CODE_FIRST
                          : size        ? MST_CODE_LARGE_SIZE
                                        : MST_CODE_LARGE_FIRST;
    mst_code_add(m, op, to, mst_make_set_operand(m, n->a), 0);
}

static void make_secret(struct mst_maker *m, const struct mst_node *n, int to) {
    mst_code_add_k(m, MST_CODE_SECRET, to, mst_make_operand(m, n->a), 0, n->b,
                   mst_field_entities(m->schema, &m->schema->fields[n->b]));
}

static void make_datum(struct mst_maker *m, const struct mst_node *n, int to) {
    switch ((enum mst_op)n->op) {
    case MST_OP_FIELD: make_field(m, n, to); break;
    case MST_OP_SECRET: make_secret(m, n, to); break;
    case MST_OP_KNOWN: make_one(m, MST_CODE_KNOWN, n, to); break;
    case MST_OP_TOP: make_top(m, n->a, to); break;
    case MST_OP_BELOW: make_piece(m, n->a, MST_PIECE_BELOW, MST_NONE, to); break;
    case MST_OP_LEVEL: make_piece(m, n->a, MST_PIECE_LEVEL, 0, to); break;
    case MST_OP_OWNER: make_piece(m, n->a, MST_PIECE_OWNER, MST_NONE, to); break;
    case MST_OP_PLACE: make_place(m, n, to); break;
    case MST_OP_TYPE: make_one(m, MST_CODE_TYPE, n, to); break;
    case MST_OP_COUNT: make_count(m, n->a, to); break;
    case MST_OP_STEP: make_step(m, n, to); break;
    case MST_OP_COLUMN: make_one(m, MST_CODE_COLUMN, n, to); break;
    case MST_OP_ROW: make_one(m, MST_CODE_ROW, n, to); break;
    case MST_OP_PIECE_AT: make_pair(m, MST_CODE_PIECE_AT, n, to); break;
    case MST_OP_AT: make_pair(m, MST_CODE_AT, n, to); break;
    case MST_OP_ARG: make_arg(m, n, to); break;
    case MST_OP_TABLE: make_table(m, n, to); break;
    case MST_OP_SIZE:
    case MST_OP_FIRST: make_measure(m, n, to); break;
    case MST_OP_KEY: mst_code_add(m, MST_CODE_KEY, to, 0, 0); break;
    case MST_OP_SEEN: make_one(m, MST_CODE_SEEN, n, to); break;
    default: mst_make_fail(m, "this has no value"); break;
    }
}

void mst_make_int(struct mst_maker *m, int node, int to) {
    const struct mst_node *n = mst_maker_node(m, node);
    int top = m->top, set_top = m->set_top, start = m->rules->code_count;
    int made = mst_values_made(m);
    int64_t k;
    if (!mst_deeper(m))
        return;
    switch ((enum mst_op)n->op) {
    case MST_OP_CONST:
    case MST_OP_VAR:
        if (mst_known(m, node, &k))
            mst_code_add_w(m, MST_CODE_K, to, 0, k);
        else if (m->vars[n->a].reg != to)
            mst_code_add(m, MST_CODE_MOVE, to, m->vars[n->a].reg, 0);
        break;
    case MST_OP_SLOT: mst_code_add_k(m, MST_CODE_SLOT, to, 0, 0, n->a, 0); break;
    case MST_OP_BY_SEAT: mst_code_add_w(m, MST_CODE_BY_SEAT, to, 0, n->k); break;
    case MST_OP_NEGATE: make_one(m, MST_CODE_NEGATE, n, to); break;
    case MST_OP_ABS: make_one(m, MST_CODE_ABS, n, to); break;
    case MST_OP_ADD:
    case MST_OP_SUB: make_sum(m, n, to); break;
    case MST_OP_MUL: make_pair(m, MST_CODE_MUL, n, to); break;
    case MST_OP_DIV: make_pair(m, MST_CODE_DIV, n, to); break;
    case MST_OP_MOD: make_pair(m, MST_CODE_MOD, n, to); break;
    case MST_OP_MIN:
    case MST_OP_MAX: make_bound(m, n, to); break;
    case MST_OP_BIT_AND:
    case MST_OP_BIT_OR: make_bits(m, n, to); break;
    case MST_OP_EQ:
    case MST_OP_NE:
    case MST_OP_LT:
    case MST_OP_LE:
    case MST_OP_AND:
    case MST_OP_OR:
    case MST_OP_NOT:
    case MST_OP_IN:
    case MST_OP_SOME:
    case MST_OP_EVERY: make_truth(m, node, to); break;
    case MST_OP_IF: make_choice(m, n, to); break;
    case MST_OP_AFTER:
        mst_make_before(m, n);
        mst_make_int(m, n->b, to);
        break;
    case MST_OP_INVOKE: mst_make_invoke(m, n, to); break;
    case MST_OP_DIV_STRICT:
    case MST_OP_MOD_STRICT: mst_make_strict(m, n, to); break;
    case MST_OP_ME: mst_code_add(m, MST_CODE_ME, to, 0, 0); break;
    case MST_OP_CERTAIN:
        mst_code_add_k(m, MST_CODE_CERTAIN, to, mst_make_operand(m, n->a), 0, (int)n->k, 0);
        break;
    case MST_OP_SHARED:
        mst_make_int(m, n->a, to);
        mst_share(m, n, start, made, to);
        break;
    case MST_OP_SUM:
    case MST_OP_TALLY:
    case MST_OP_PICK: mst_make_gathering(m, n, to); break;
    case MST_OP_PRIMITIVE: make_primitive(m, n, to); break;
    case MST_OP_CALL: make_call(m, n, to); break;
    default: make_datum(m, n, to); break;
    }
    m->depth--;
    m->top = top;
    m->set_top = set_top;
}
