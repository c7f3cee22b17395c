/* Compilation of effects: see code.h. A statement computes its operands into registers and calls a
 * function of effect.c. */
#include "lang/code/code_make.h"

/* A branch of `if`: a chain of statements, the next condition of an elseif, or nothing. */
static void make_branch(struct lang_maker *m, int node);

static void make_when(struct lang_maker *m, const struct core_node *n) {
    struct lang_label other = LANG_LABEL, end = LANG_LABEL;
    lang_make_if(m, n->a, false, &other);
    make_branch(m, n->b);
    if (n->c >= 0)
        lang_code_jump(m, CORE_CODE_JUMP, 0, 0, 0, 0, &end);
    lang_label_here(m, &other);
    make_branch(m, n->c);
    lang_label_here(m, &end);
}

static void make_branch(struct lang_maker *m, int node) {
    if (node >= 0 && lang_maker_node(m, node)->op == LANG_OP_WHEN) {
        if (lang_deeper(m)) {
            make_when(m, lang_maker_node(m, node));
            m->depth--;
        }
    } else {
        lang_make_effects(m, node);
    }
}

static void make_for(struct lang_maker *m, const struct core_node *n) {
    struct lang_loop loop;
    lang_loop_open(m, &loop, n->a, n->b);
    lang_make_effects(m, n->c);
    lang_loop_close(m, &loop);
}

static void make_emit(struct lang_maker *m, const struct core_node *n) {
    struct lang_label quiet = LANG_LABEL;
    int count;
    int heard = m->rules->events[n->a].listener_count > 0;
    lang_code_jump(m, CORE_CODE_QUIET, 0, 0, heard, n->a, &quiet);
    int first = lang_make_list(m, n->b, &count);
    lang_code_add_k(m, CORE_CODE_EMIT, 0, first, count, n->a, 0);
    lang_label_here(m, &quiet);
}

static void make_lua(struct lang_maker *m, const struct core_node *n) {
    int count, first = lang_make_list(m, n->b, &count);
    lang_code_add_k(m, CORE_CODE_CALL, 0, first, count, n->a, 0);
}

static void make_push(struct lang_maker *m, const struct core_node *n) {
    int count, first = lang_make_list(m, n->b, &count);
    lang_code_add_k(m, CORE_CODE_PUSH, 0, first, count, n->a, 0);
}

static void make_carry(struct lang_maker *m, const struct core_node *n) {
    int from = lang_make_operand(m, n->a), to = lang_make_operand(m, n->b);
    lang_code_add(m, CORE_CODE_CARRY, from, lang_make_operand(m, n->c), to);
}

static void make_insert(struct lang_maker *m, const struct core_node *n) {
    int piece = lang_make_operand(m, n->a), place = lang_make_operand(m, n->b);
    lang_code_add(m, CORE_CODE_INSERT, lang_make_operand(m, n->c), piece, place);
}

/* An effect with one or two operands. The meaning of k depends on the instruction. */
static void make_call(struct lang_maker *m, enum core_code_op op, int a, int b, int k) {
    int first = a >= 0 ? lang_make_operand(m, a) : 0;
    int second = b >= 0 ? lang_make_operand(m, b) : 0;
    lang_code_add_k(m, op, 0, first, second, k, 0);
}

static void make_set_game(struct lang_maker *m, const struct core_node *n) {
    int value = lang_make_operand(m, n->b);
    lang_code_add_k(m, CORE_CODE_SET_GAME, 0, value, 0, n->c, m->schema->fields[n->c].first);
}

static void make_set_field(struct lang_maker *m, const struct core_node *n) {
    const struct core_field *field = &m->schema->fields[n->c];
    int entities = core_field_entities(m->schema, field);
    int entity = lang_make_operand(m, n->a), value = lang_make_operand(m, n->b);
    lang_code_add_k(m, CORE_CODE_SET_FIELD, field->stride, entity, value, n->c,
                    field->seen == CORE_SEEN_AS_FACE ? 0 : entities);
}

void lang_make_statement(struct lang_maker *m, int node) {
    const struct core_node *n = lang_maker_node(m, node);
    if (lang_make_function_statement(m, n))
        return;

    /* The other statements are calls of effect.c: X3, they fail as a whole. */
    switch ((enum lang_op)n->op) {
    case LANG_OP_SET_GAME: make_set_game(m, n); break;
    case LANG_OP_SET_FIELD: make_set_field(m, n); break;
    case LANG_OP_SET_OWNER: make_call(m, CORE_CODE_SET_OWNER, n->a, n->b, 0); break;
    case LANG_OP_PUT: make_call(m, CORE_CODE_PUT, n->a, n->b, 0); break;
    case LANG_OP_CARRY: make_carry(m, n); break;
    case LANG_OP_INSERT: make_insert(m, n); break;
    case LANG_OP_SHUFFLE: make_call(m, CORE_CODE_SHUFFLE, n->a, n->b, 0); break;
    case LANG_OP_OVER: make_call(m, CORE_CODE_OVER, n->a, -1, n->b); break;
    case LANG_OP_GO: make_call(m, CORE_CODE_GO, -1, -1, n->a); break;
    case LANG_OP_PUSH: make_push(m, n); break;
    case LANG_OP_POP: make_call(m, CORE_CODE_POP, -1, -1, 0); break;
    case LANG_OP_EMIT: make_emit(m, n); break;
    case LANG_OP_WHEN: make_when(m, n); break;
    case LANG_OP_FOR: make_for(m, n); break;
    case LANG_OP_BIND: lang_make_let(m, n); break;
    case LANG_OP_BIND_SET: lang_make_let_set(m, n); break;
    case LANG_OP_REMEMBER: make_call(m, CORE_CODE_REMEMBER, n->a, -1, 0); break;
    case LANG_OP_CALL: make_lua(m, n); break;
    default: lang_make_fail(m, "this is not a statement"); break;
    }
}

void lang_make_effects(struct lang_maker *m, int item) {
    int line = m->line, source = m->source;
    if (!lang_deeper(m))
        return;
    for (; item >= 0; item = lang_maker_node(m, item)->b) {
        int top = m->top, set_top = m->set_top;
        if (lang_maker_node(m, item)->a >= 0)
            lang_make_statement(m, lang_maker_node(m, item)->a);
        m->top = top;
        m->set_top = set_top;
    }
    lang_make_line(m, line, source);
    m->depth--;
}
