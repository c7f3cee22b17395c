/* Making code of numbers and conditions: see code.h. Conditions become jumps, and only what is kept
 * as a number is one; a local name that only renames another, or a number, needs no code at all. */
#include "play/code_make.h"

#include <string.h>

enum {
    MOST_DEPTH = 3000,     /* of a tree */
    MOST_CODE = 1 << 21,   /* instructions of all texts of a ruleset */
    MOST_REGISTER = 32000, /* of a text: operands have 16 bits */
};

static void fail(struct mst_maker *m, const char *why) {
    if (!m->why)
        m->why = why;
}

bool mst_deeper(struct mst_maker *m) {
    if (++m->depth > MOST_DEPTH)
        fail(m, "nested too deeply");
    if (!m->why)
        return true;
    m->depth--;
    return false;
}

/* ---- instructions ---------------------------------------------------------------------------- */

static bool room(struct mst_maker *m) {
    struct mst_rules *rules = m->rules;
    if (rules->code_count == MOST_CODE)
        fail(m, "the definitions, written out, are too large");
    if (m->why || rules->code_count < rules->code_capacity)
        return !m->why;
    int capacity = rules->code_capacity ? rules->code_capacity * 2 : 256;
    struct mst_code *code = mst_realloc(rules->code, (size_t)capacity * sizeof *code);
    if (!code) {
        fail(m, "memory ended");
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
}

int mst_fresh(struct mst_maker *m, int count) {
    int first = m->top;
    m->top += count;
    if (m->top > MOST_REGISTER) {
        fail(m, "too many values at a time");
        m->top = first;
    }
    mst_rules_peak(m->rules, m->top, m->set_top);
    return first;
}

int mst_fresh_set(struct mst_maker *m) {
    if (m->words == 1)
        return mst_fresh(m, 1);
    if ((m->set_top + 1) * m->words > MOST_REGISTER)
        fail(m, "too many sets at a time");
    else
        m->set_top++;
    mst_rules_peak(m->rules, m->top, m->set_top);
    return mst_set_register(m->set_top - 1, m->words);
}

/* ---- operands -------------------------------------------------------------------------------- */

static const struct mst_node *node_of(const struct mst_maker *m, int node) {
    return &m->rules->nodes[node];
}

bool mst_known(const struct mst_maker *m, int node, int64_t *value) {
    const struct mst_node *n = node_of(m, node);
    if (n->op == MST_OP_CONST)
        *value = n->k;
    else if (n->op == MST_OP_VAR && m->vars[n->a].constant)
        *value = m->vars[n->a].k;
    else
        return false;
    return true;
}

/* A number known now that fits an instruction. */
static bool small(const struct mst_maker *m, int node, int64_t *value) {
    return mst_known(m, node, value) && *value > INT32_MIN && *value < INT32_MAX;
}

int mst_make_operand(struct mst_maker *m, int node) {
    const struct mst_node *n = node_of(m, node);
    if (n->op == MST_OP_VAR && !m->vars[n->a].constant)
        return m->vars[n->a].reg;
    int to = mst_fresh(m, 1);
    mst_make_int(m, node, to);
    return to;
}

int mst_make_list(struct mst_maker *m, int item, int *count) {
    *count = 0;
    for (int i = item; i >= 0; i = node_of(m, i)->b)
        ++*count;
    int first = mst_fresh(m, *count), at = first;
    for (int i = item; i >= 0; i = node_of(m, i)->b) {
        int top = m->top;
        mst_make_int(m, node_of(m, i)->a, at++);
        m->top = top;
    }
    return first;
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* Slot first + stride * entity of the entity that node `of` is; outside 0 .. count-1 `absent`. */
static void make_fact(struct mst_maker *m, int of, int first, int stride, int count, int absent,
                      int to) {
    const struct mst_node *n = node_of(m, of);
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
    make_fact(m, n->a, field->first, field->stride, mst_field_entities(m->schema, field), 0, to);
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

/* count(place): the level of its top. */
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

/* place(piece), or a container (b): of the seat that `a` is, or the only one. */
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
        mst_code_add_w(m, MST_CODE_K, to, 0,
                       index < 0 || index >= table->count ? 0 : table->values[index]);
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

static void make_one(struct mst_maker *m, enum mst_code_op op, const struct mst_node *n, int to) {
    mst_code_add_k(m, op, to, mst_make_operand(m, n->a), 0, 0, 0);
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* Jump where a == b (or, not `equal`, where a ~= b). */
static void if_equal(struct mst_maker *m, int a, int b, bool equal, struct mst_label *to) {
    const struct mst_node *left = node_of(m, a), *right = node_of(m, b);
    uint64_t word;
    int64_t k;
    if (mst_known(m, a, &k)) {
        int swap = a;
        a = b;
        b = swap;
        left = node_of(m, a);
        right = node_of(m, b);
    }
    if (small(m, b, &k)) {
        /* the first of no zone, or no size: a question to the word itself */
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
        right = node_of(m, b);
    }
    int reg = mst_make_operand(m, a);
    if (right->op == MST_OP_SLOT)
        mst_code_jump(m, equal ? MST_CODE_IF_EQ_SLOT : MST_CODE_IF_NE_SLOT, 0, reg, 0, right->a,
                      to);
    else
        mst_code_jump(m, equal ? MST_CODE_IF_EQ : MST_CODE_IF_NE, 0, reg, mst_make_operand(m, b), 0,
                      to);
}

/* Jump where a < k, or (not `less`) where a >= k. */
static void if_less_k(struct mst_maker *m, int a, int64_t k, bool less, struct mst_label *to) {
    const struct mst_node *left = node_of(m, a);
    if (left->op == MST_OP_SLOT && left->a <= INT16_MAX)
        mst_code_jump(m, less ? MST_CODE_IF_SLOT_LT_K : MST_CODE_IF_SLOT_GE_K, 0, 0, left->a, k,
                      to);
    else
        mst_code_jump(m, less ? MST_CODE_IF_LT_K : MST_CODE_IF_GE_K, 0, mst_make_operand(m, a), 0,
                      k, to);
}

/* Jump where a < b (`or_equal`: a <= b). */
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

/* `and` and `or`: with `sense` the truth that the right side decides alone. */
static void if_both(struct mst_maker *m, const struct mst_node *n, bool sense,
                    struct mst_label *to) {
    bool either = n->op == MST_OP_OR;
    if (sense == either) { /* each side by itself jumps */
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

/* `some` and `every`: the loop ends at the first that decides. */
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
    const struct mst_node *n = node_of(m, node);
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
    case MST_OP_LET:
        mst_make_let(m, n);
        mst_make_if(m, n->c, sense, to);
        break;
    case MST_OP_LET_SET:
        mst_make_let_set(m, n);
        mst_make_if(m, n->c, sense, to);
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

/* The truth of a condition as a number. */
static void make_truth(struct mst_maker *m, int node, int to) {
    struct mst_label end = MST_LABEL;
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
    const struct mst_node *value = node_of(m, let->b);
    struct mst_alias *alias = &m->vars[let->a];
    if (value->op == MST_OP_VAR) {
        *alias = m->vars[value->a];
    } else if (value->op == MST_OP_CONST) {
        *alias = (struct mst_alias){.constant = true, .k = value->k};
    } else {
        *alias = (struct mst_alias){.reg = let->a};
        mst_make_int(m, let->b, let->a);
    }
}

/* ---- loops ----------------------------------------------------------------------------------- */

void mst_loop_open(struct mst_maker *m, struct mst_loop *loop, int over, int var) {
    const struct mst_node *n = node_of(m, over);
    *loop = (struct mst_loop){.var = var,
                              .top = m->top,
                              .set_top = m->set_top,
                              .body = MST_LABEL,
                              .next = MST_LABEL,
                              .end = MST_LABEL};
    m->vars[var] = (struct mst_alias){.reg = var};
    if (n->op == MST_OP_OVER_SET) {
        loop->op = m->words == 1 ? MST_CODE_NEXT_ZONE : MST_CODE_NEXT_ZONE_LARGE;
        loop->rest = mst_fresh_set(m); /* its own: it is used up */
        mst_make_set(m, n->a, loop->rest);
    } else if (n->op == MST_OP_OVER_STACK) {
        loop->op = MST_CODE_NEXT_PIECE;
        loop->rest = mst_fresh(m, 1);
        mst_code_add_k(m, MST_CODE_STACK, loop->rest, mst_make_operand(m, n->a), 0, 0,
                       m->schema->places);
    } else {
        loop->op = MST_CODE_NEXT_NUMBER;
        loop->rest = mst_fresh(m, 1);
        mst_make_int(m, n->b, loop->rest);
        mst_make_int(m, n->a, var);
        mst_code_jump(m, MST_CODE_RANGE, var, loop->rest, 0, 0, &loop->end);
    }
    if (loop->op != MST_CODE_NEXT_NUMBER)
        mst_code_jump(m, MST_CODE_JUMP, 0, 0, 0, 0, &loop->next);
    mst_label_here(m, &loop->body);
}

void mst_loop_close(struct mst_maker *m, struct mst_loop *loop) {
    mst_label_here(m, &loop->next);
    mst_code_jump(m, loop->op, loop->var, loop->rest, 0, 0, &loop->body);
    mst_label_here(m, &loop->end);
    m->top = loop->top;
    m->set_top = loop->set_top;
}

/* sum, tally and pick */
static void make_gathering(struct mst_maker *m, const struct mst_node *n, int to) {
    struct mst_loop loop;
    struct mst_label found = MST_LABEL;
    int result = mst_fresh(m, 1); /* `to` may be what the body reads */
    mst_code_add_w(m, MST_CODE_K, result, 0, n->op == MST_OP_PICK ? MST_NONE : 0);
    mst_loop_open(m, &loop, n->a, n->b);
    int top = m->top;
    if (n->op == MST_OP_SUM)
        mst_code_add(m, MST_CODE_ADD, result, result, mst_make_operand(m, n->c));
    else
        mst_make_if(m, n->c, false, &loop.next);
    if (n->op == MST_OP_TALLY)
        mst_code_add_w(m, MST_CODE_ADD_K, result, result, 1);
    if (n->op == MST_OP_PICK) {
        mst_code_add(m, MST_CODE_MOVE, result, n->b, 0);
        mst_code_jump(m, MST_CODE_JUMP, 0, 0, 0, 0, &found);
    }
    m->top = top;
    mst_loop_close(m, &loop);
    mst_label_here(m, &found);
    mst_code_add(m, MST_CODE_MOVE, to, result, 0);
}

static void make_walk(struct mst_maker *m, const struct mst_node *n, int to) {
    struct mst_label turn = MST_LABEL, found = MST_LABEL, none = MST_LABEL;
    int piece = mst_fresh(m, 1);
    m->vars[n->b] = (struct mst_alias){.reg = n->b};
    mst_make_int(m, n->a, piece);
    mst_label_here(m, &turn);
    mst_code_jump(m, MST_CODE_WALK, n->b, piece, 0, m->schema->pieces, &none);
    mst_make_if(m, n->c, false, &found);
    mst_code_add_k(m, MST_CODE_FACT_OR_NONE, piece, piece, m->schema->piece_stride,
                   m->schema->piece_first + MST_PIECE_BELOW, m->schema->pieces);
    mst_code_jump(m, MST_CODE_JUMP, 0, 0, 0, 0, &turn);
    mst_label_here(m, &none);
    mst_code_add_w(m, MST_CODE_K, piece, 0, MST_NONE);
    mst_label_here(m, &found);
    mst_code_add(m, MST_CODE_MOVE, to, piece, 0);
}

/* ---- numbers --------------------------------------------------------------------------------- */

static void make_call(struct mst_maker *m, const struct mst_node *n, int to) {
    int count, first = mst_make_list(m, n->b, &count);
    mst_code_add_k(m, MST_CODE_CALL, to, first, count, m->rules->functions[n->a].function, 0);
}

static void make_ranking(struct mst_maker *m, const struct mst_node *n, int to) {
    int count, first = mst_make_list(m, n->b, &count);
    mst_code_add_k(m, MST_CODE_RANKING, to, first, count, n->a, 0);
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
    mst_code_add_k(m, MST_CODE_SECRET, to, mst_make_operand(m, n->a), 0, n->b, 0);
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
    case MST_OP_AT: make_pair(m, MST_CODE_AT, n, to); break;
    case MST_OP_ARG: make_arg(m, n, to); break;
    case MST_OP_TABLE: make_table(m, n, to); break;
    case MST_OP_SIZE:
    case MST_OP_FIRST: make_measure(m, n, to); break;
    case MST_OP_KEY: mst_code_add(m, MST_CODE_KEY, to, 0, 0); break;
    case MST_OP_SEEN: make_one(m, MST_CODE_SEEN, n, to); break;
    default: fail(m, "this has no value"); break;
    }
}

void mst_make_int(struct mst_maker *m, int node, int to) {
    const struct mst_node *n = node_of(m, node);
    int top = m->top, set_top = m->set_top, start = m->rules->code_count;
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
    case MST_OP_MIN: make_pair(m, MST_CODE_MIN, n, to); break;
    case MST_OP_MAX: make_pair(m, MST_CODE_MAX, n, to); break;
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
    case MST_OP_LET:
        mst_make_let(m, n);
        mst_make_int(m, n->c, to);
        break;
    case MST_OP_LET_SET:
        mst_make_let_set(m, n);
        mst_make_int(m, n->c, to);
        break;
    case MST_OP_SHARED:
        mst_make_int(m, n->a, to);
        mst_share(m, node_of(m, node), start, to);
        break;
    case MST_OP_SUM:
    case MST_OP_TALLY:
    case MST_OP_PICK: make_gathering(m, n, to); break;
    case MST_OP_WALK: make_walk(m, n, to); break;
    case MST_OP_CALL: make_call(m, n, to); break;
    case MST_OP_RANKING: make_ranking(m, n, to); break;
    default: make_datum(m, n, to); break;
    }
    m->depth--;
    m->top = top;
    m->set_top = set_top;
}

/* ---- shared values --------------------------------------------------------------------------- */

static bool repeats(const struct mst_code *code) {
    switch ((enum mst_code_op)code->op) {
    case MST_CODE_NEXT_ZONE:
    case MST_CODE_NEXT_ZONE_LARGE:
    case MST_CODE_NEXT_NUMBER:
    case MST_CODE_NEXT_PIECE:
    case MST_CODE_WALK:
    case MST_CODE_FLOOD:
    case MST_CODE_LARGE_FLOOD: return true;
    default: return false;
    }
}

/* Jumps within the code are relative, and none leads out of it: it can be moved by one. */
void mst_share(struct mst_maker *m, const struct mst_node *shared, int start, int to) {
    struct mst_rules *rules = m->rules;
    int place = shared->b, end = rules->code_count, at = start;
    while (at < end && !repeats(&rules->code[at]))
        at++;
    if (at == end)
        return; /* indexed fields answer without a loop */
    mst_code_add_k(m, MST_CODE_KEEP, to, 0, 0, place, 0);
    struct mst_code keep = *mst_code_add(m, MST_CODE_KEEP, to, 0, 0);
    if (m->why)
        return;
    memmove(rules->code + start + 1, rules->code + start,
            (size_t)(rules->code_count - 1 - start) * sizeof keep);
    keep.op = MST_CODE_RECALL;
    keep.k = place;
    keep.m = rules->code_count - start;
    rules->code[start] = keep;
}

/* ---- whole texts ----------------------------------------------------------------------------- */

/* End with the value of a node, where it can be without a register for it. */
static void make_return(struct mst_maker *m, int node) {
    const struct mst_node *n = node_of(m, node);
    struct mst_label other = MST_LABEL;
    int64_t k;
    if (!mst_deeper(m))
        return;
    if (mst_known(m, node, &k)) {
        mst_code_add_w(m, MST_CODE_RETURN_K, 0, 0, k);
    } else if (n->op == MST_OP_SLOT) {
        mst_code_add_k(m, MST_CODE_RETURN_SLOT, 0, 0, 0, n->a, 0);
    } else if (n->op == MST_OP_BY_SEAT) {
        mst_code_add_w(m, MST_CODE_RETURN_BY_SEAT, 0, 0, n->k);
    } else if (n->op == MST_OP_IF) {
        mst_make_if(m, n->a, false, &other);
        make_return(m, n->b);
        mst_label_here(m, &other);
        make_return(m, n->c);
    } else if (n->op == MST_OP_LET || n->op == MST_OP_LET_SET) {
        if (n->op == MST_OP_LET)
            mst_make_let(m, n);
        else
            mst_make_let_set(m, n);
        make_return(m, n->c);
    } else if ((n->op >= MST_OP_EQ && n->op <= MST_OP_NOT) || n->op == MST_OP_IN ||
               n->op == MST_OP_SOME || n->op == MST_OP_EVERY) {
        mst_make_if(m, node, false, &other);
        mst_code_add_w(m, MST_CODE_RETURN_K, 0, 0, 1);
        mst_label_here(m, &other);
        mst_code_add_w(m, MST_CODE_RETURN_K, 0, 0, 0);
    } else {
        mst_code_add(m, MST_CODE_RETURN, mst_make_operand(m, node), 0, 0);
    }
    m->depth--;
}

/* A text that is nothing but tops(type, me) needs no register. */
static bool return_tops(struct mst_maker *m, int node) {
    struct mst_code *last = &m->rules->code[m->rules->code_count - 1];
    if (m->why || node_of(m, node)->op != MST_OP_TOPS || last->op != MST_CODE_TOPS_MINE)
        return false;
    last->op = MST_CODE_RETURN_TOPS_MINE;
    return true;
}

static void make_return_set(struct mst_maker *m, int node) {
    uint64_t word;
    if (mst_known_set(m, node, &word)) {
        mst_code_add_w(m, MST_CODE_RETURN_K, 0, 0, (int64_t)word);
        return;
    }
    int set = mst_make_set_operand(m, node);
    if (m->words > 1)
        mst_code_add(m, MST_CODE_RETURN_SET, set, 0, 0);
    else if (!return_tops(m, node))
        mst_code_add(m, MST_CODE_RETURN, set, 0, 0);
}

/* Every local name is its own register again. */
static void forget_aliases(struct mst_maker *m) {
    for (int i = 0; i < MST_MOST_VARS; i++)
        m->vars[i] = (struct mst_alias){.reg = i};
    for (int i = 0; i < MST_MOST_SETS; i++)
        m->sets[i] = (struct mst_alias){.reg = mst_set_register(i, m->words)};
}

static void maker_init(struct mst_maker *m, struct mst_rules *rules, int vars, int sets) {
    *m = (struct mst_maker){.rules = rules,
                            .schema = rules->schema,
                            .words = rules->schema->board->words,
                            .top = vars,
                            .set_top = sets};
    forget_aliases(m);
    mst_rules_peak(rules, vars, sets);
}

/* Where the code begins; or it is taken back, and the reason told. */
static int made(const struct mst_maker *m, int begin, const char **why) {
    if (!m->why)
        return begin;
    *why = m->why;
    m->rules->code_count = begin;
    return -1;
}

/* Code that gives a let its value. Inner names of its text may have the let's own number: then the
 * value is made elsewhere first. */
static void bind_int(struct mst_maker *m, const struct mst_clause *let) {
    int top = m->top, to = let->tree.vars > let->var ? mst_fresh(m, 1) : let->var;
    mst_make_int(m, let->tree.node, to);
    if (to != let->var)
        mst_code_add(m, MST_CODE_MOVE, let->var, to, 0);
    m->top = top;
}

static void bind_set(struct mst_maker *m, const struct mst_clause *let) {
    int top = m->top, set_top = m->set_top, own = mst_set_register(let->var, m->words);
    bool inner = let->tree.sets > let->var;
    int to = inner ? mst_fresh_set(m) : own;
    mst_make_set(m, let->tree.node, to);
    if (inner)
        mst_code_add(m, m->words > 1 ? MST_CODE_LARGE_COPY : MST_CODE_MOVE, own, to, 0);
    m->top = top;
    m->set_top = set_top;
}

int mst_code_make_lets(struct mst_rules *rules, const struct mst_clause *lets, int count,
                       const char **why) {
    struct mst_maker m;
    int begin = rules->code_count, vars = 0, sets = 0;
    for (int i = 0; i < count; i++) {
        vars = lets[i].tree.vars > vars ? lets[i].tree.vars : vars;
        sets = lets[i].tree.sets > sets ? lets[i].tree.sets : sets;
    }
    maker_init(&m, rules, vars + 1, sets + 1); /* with the last one's own register */
    for (const struct mst_clause *let = lets; let < lets + count; let++) {
        if (let->is_set)
            bind_set(&m, let);
        else
            bind_int(&m, let);
        forget_aliases(&m); /* the next one uses the numbers of inner names again */
    }
    mst_code_add_w(&m, MST_CODE_RETURN_K, 0, 0, 1);
    return made(&m, begin, why);
}

int mst_code_make(struct mst_rules *rules, int node, bool effects, int vars, int sets,
                  const char **why) {
    struct mst_maker m;
    int begin = rules->code_count;
    maker_init(&m, rules, vars, sets);
    if (effects) {
        mst_make_effects(&m, node);
        mst_code_add_w(&m, MST_CODE_RETURN_K, 0, 0, 1);
    } else if (rules->nodes[node].is_set) {
        make_return_set(&m, node);
    } else {
        make_return(&m, node);
    }
    return made(&m, begin, why);
}

bool mst_text_by_seat(const struct mst_rules *rules, int text, int seat, int64_t *value) {
    const struct mst_code *code = &rules->code[text];
    if (code->op == MST_CODE_RETURN_K)
        *value = code->w;
    else if (code->op == MST_CODE_RETURN_BY_SEAT)
        *value = mst_by_seat(code->w, seat);
    else if (code->op == MST_CODE_RETURN_SLOT && code->k == MST_SLOT_TO_MOVE)
        *value = seat;
    else
        return false;
    return true;
}

int mst_text_register(const struct mst_rules *rules, int text) {
    const struct mst_code *code = &rules->code[text];
    return code->op == MST_CODE_RETURN ? code->a : MST_ANYWHERE;
}
