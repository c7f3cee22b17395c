/* Compilation of effects: see code.h. A statement computes its operands into registers and calls a
 * function of effect.c. */
#include "lang/code/code_make.h"

/* A branch of `if`: a chain of statements, the next condition of an elseif, or nothing. */
static void make_branch(struct mst_maker *m, int node);

static void make_when(struct mst_maker *m, const struct mst_node *n) {
    struct mst_label other = MST_LABEL, end = MST_LABEL;
    mst_make_if(m, n->a, false, &other);
    make_branch(m, n->b);
    if (n->c >= 0)
        mst_code_jump(m, MST_CODE_JUMP, 0, 0, 0, 0, &end);
    mst_label_here(m, &other);
    make_branch(m, n->c);
    mst_label_here(m, &end);
}

static void make_branch(struct mst_maker *m, int node) {
    if (node >= 0 && mst_maker_node(m, node)->op == MST_OP_WHEN) {
        if (mst_deeper(m)) {
            make_when(m, mst_maker_node(m, node));
            m->depth--;
        }
    } else {
        mst_make_effects(m, node);
    }
}

static void make_for(struct mst_maker *m, const struct mst_node *n) {
    struct mst_loop loop;
    mst_loop_open(m, &loop, n->a, n->b);
    mst_make_effects(m, n->c);
    mst_loop_close(m, &loop);
}

static void make_emit(struct mst_maker *m, const struct mst_node *n) {
    struct mst_label quiet = MST_LABEL;
    int count;
    int heard = m->rules->events[n->a].listener_count > 0;
    mst_code_jump(m, MST_CODE_QUIET, 0, 0, heard, n->a, &quiet);
    int first = mst_make_list(m, n->b, &count);
    mst_code_add_k(m, MST_CODE_EMIT, 0, first, count, n->a, 0);
    mst_label_here(m, &quiet);
}

static void make_lua(struct mst_maker *m, const struct mst_node *n) {
    int count, first = mst_make_list(m, n->b, &count);
    mst_code_add_k(m, MST_CODE_CALL, 0, first, count, n->a, 0);
}

static void make_push(struct mst_maker *m, const struct mst_node *n) {
    int count, first = mst_make_list(m, n->b, &count);
    mst_code_add_k(m, MST_CODE_PUSH, 0, first, count, n->a, 0);
}

static void make_carry(struct mst_maker *m, const struct mst_node *n) {
    int from = mst_make_operand(m, n->a), to = mst_make_operand(m, n->b);
    mst_code_add(m, MST_CODE_CARRY, from, mst_make_operand(m, n->c), to);
}

static void make_insert(struct mst_maker *m, const struct mst_node *n) {
    int piece = mst_make_operand(m, n->a), place = mst_make_operand(m, n->b);
    mst_code_add(m, MST_CODE_INSERT, mst_make_operand(m, n->c), piece, place);
}

/* An effect with one or two operands. The meaning of k depends on the instruction. */
static void make_call(struct mst_maker *m, enum mst_code_op op, int a, int b, int k) {
    int first = a >= 0 ? mst_make_operand(m, a) : 0;
    int second = b >= 0 ? mst_make_operand(m, b) : 0;
    mst_code_add_k(m, op, 0, first, second, k, 0);
}

static void make_set_game(struct mst_maker *m, const struct mst_node *n) {
    int value = mst_make_operand(m, n->b);
    mst_code_add_k(m, MST_CODE_SET_GAME, 0, value, 0, n->c, m->schema->fields[n->c].first);
}

static void make_set_field(struct mst_maker *m, const struct mst_node *n) {
    const struct mst_field *field = &m->schema->fields[n->c];
    int entities = mst_field_entities(m->schema, field);
    int entity = mst_make_operand(m, n->a), value = mst_make_operand(m, n->b);
    mst_code_add_k(m, MST_CODE_SET_FIELD, field->stride, entity, value, n->c,
                   field->seen == MST_SEEN_AS_FACE ? 0 : entities);
}

void mst_make_statement(struct mst_maker *m, int node) {
    const struct mst_node *n = mst_maker_node(m, node);
    if (mst_make_function_statement(m, n))
        return;
    switch ((enum mst_op)n->op) {
    case MST_OP_SET_GAME: make_set_game(m, n); break;
    case MST_OP_SET_FIELD: make_set_field(m, n); break;
    case MST_OP_SET_OWNER: make_call(m, MST_CODE_SET_OWNER, n->a, n->b, 0); break;
    case MST_OP_PUT: make_call(m, MST_CODE_PUT, n->a, n->b, 0); break;
    case MST_OP_CARRY: make_carry(m, n); break;
    case MST_OP_INSERT: make_insert(m, n); break;
    case MST_OP_SHUFFLE: make_call(m, MST_CODE_SHUFFLE, n->a, n->b, 0); break;
    case MST_OP_OVER: make_call(m, MST_CODE_OVER, n->a, -1, n->b); break;
    case MST_OP_GO: make_call(m, MST_CODE_GO, -1, -1, n->a); break;
    case MST_OP_PUSH: make_push(m, n); break;
    case MST_OP_POP: make_call(m, MST_CODE_POP, -1, -1, 0); break;
    case MST_OP_EMIT: make_emit(m, n); break;
    case MST_OP_WHEN: make_when(m, n); break;
    case MST_OP_FOR: make_for(m, n); break;
    case MST_OP_BIND: mst_make_let(m, n); break;
    case MST_OP_BIND_SET: mst_make_let_set(m, n); break;
    case MST_OP_REMEMBER: make_call(m, MST_CODE_REMEMBER, n->a, -1, 0); break;
    case MST_OP_CALL: make_lua(m, n); break;
    default: mst_make_fail(m, "this is not a statement"); break;
    }
}

void mst_make_effects(struct mst_maker *m, int item) {
    int line = m->line, source = m->source;
    if (!mst_deeper(m))
        return;
    for (; item >= 0; item = mst_maker_node(m, item)->b) {
        int top = m->top, set_top = m->set_top;
        if (mst_maker_node(m, item)->a >= 0)
            mst_make_statement(m, mst_maker_node(m, item)->a);
        m->top = top;
        m->set_top = set_top;
    }
    mst_make_line(m, line, source);
    m->depth--;
}
