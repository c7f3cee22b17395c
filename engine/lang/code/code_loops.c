/* Compilation of loops, and of values that are shared because they are expensive: see code.h. */
#include <string.h>

#include "lang/code/code_make.h"
#include "core/legal.h"

enum { LONG = 12 }; /* instructions from which a value without a loop is shared */

void lang_loop_open(struct lang_maker *m, struct lang_loop *loop, int over, int var) {
    const struct core_node *n = lang_maker_node(m, over);
    *loop = (struct lang_loop){.var = lang_own(m, var),
                               .top = m->top,
                               .set_top = m->set_top,
                               .body = LANG_LABEL,
                               .next = LANG_LABEL,
                               .end = LANG_LABEL};

    /* E3: the variable changes with each turn. */
    lang_own_again(m, var);
    if (n->op == LANG_OP_OVER_SET) {
        loop->op = m->words == 1 ? CORE_CODE_NEXT_ZONE : CORE_CODE_NEXT_ZONE_LARGE;
        loop->rest = lang_fresh_set(m); /* a private copy: the loop consumes it */
        lang_make_set(m, n->a, loop->rest);
    } else if (n->op == LANG_OP_OVER_CHOSEN) {
        loop->op = CORE_CODE_NEXT_CHOSEN;
        loop->rest = lang_fresh(m, 1 + CORE_MOST_SUBSET); /* the number left, and the current one */
        int place = lang_make_operand(m, n->a);
        lang_code_add(m, CORE_CODE_CHOSEN, loop->rest, place, lang_make_operand(m, n->b));
    } else if (n->op == LANG_OP_OVER_STACK) {
        loop->op = CORE_CODE_NEXT_PIECE;
        loop->rest = lang_fresh(m, 1);
        lang_code_add_k(m, CORE_CODE_STACK, loop->rest, lang_make_operand(m, n->a), 0, 0,
                        m->schema->places);
    } else {
        loop->op = CORE_CODE_NEXT_NUMBER;
        loop->rest = lang_fresh(m, 1);
        lang_make_int(m, n->b, loop->rest);
        lang_make_int(m, n->a, loop->var);
        lang_code_jump(m, CORE_CODE_RANGE, loop->var, loop->rest, 0, 0, &loop->end);
    }

    /* These are tested at their end, where the first thing is taken, too. */
    if (loop->op != CORE_CODE_NEXT_NUMBER)
        lang_code_jump(m, CORE_CODE_JUMP, 0, 0, 0, 0, &loop->next);
    lang_label_here(m, &loop->body);
}

void lang_loop_close(struct lang_maker *m, struct lang_loop *loop) {
    lang_label_here(m, &loop->next);
    lang_code_jump(m, loop->op, loop->var, loop->rest, 0, 0, &loop->body);
    lang_label_here(m, &loop->end);
    m->top = loop->top;
    m->set_top = loop->set_top;
}

/* sum, tally and pick */
void lang_make_gathering(struct lang_maker *m, const struct core_node *n, int to) {
    struct lang_loop loop;
    struct lang_label found = LANG_LABEL;
    int result = lang_fresh(m, 1); /* the body may read `to` */
    lang_code_add_w(m, CORE_CODE_K, result, 0, n->op == LANG_OP_PICK ? MST_NONE : 0);
    lang_loop_open(m, &loop, n->a, n->b);
    int top = m->top; /* temporaries of a turn are free in the next one */
    if (n->op == LANG_OP_SUM)
        lang_code_add(m, CORE_CODE_ADD, result, result, lang_make_operand(m, n->c));
    else
        lang_make_if(m, n->c, false, &loop.next);
    if (n->op == LANG_OP_TALLY)
        lang_code_add_w(m, CORE_CODE_ADD_K, result, result, 1);
    if (n->op == LANG_OP_PICK) {
        lang_code_add(m, CORE_CODE_MOVE, result, lang_own(m, n->b), 0);
        lang_code_jump(m, CORE_CODE_JUMP, 0, 0, 0, 0, &found);
    }
    m->top = top;
    lang_loop_close(m, &loop);
    lang_label_here(m, &found);
    lang_code_add(m, CORE_CODE_MOVE, to, result, 0);
}

/* ---- shared values --------------------------------------------------------------------------- */

static bool repeats(const struct core_code *code) {
    switch ((enum core_code_op)code->op) {
    case CORE_CODE_NEXT_ZONE:
    case CORE_CODE_NEXT_ZONE_LARGE:
    case CORE_CODE_NEXT_NUMBER:
    case CORE_CODE_NEXT_PIECE:
    case CORE_CODE_NEXT_CHOSEN:
    case CORE_CODE_FLOOD:
    case CORE_CODE_LARGE_FLOOD:
    case CORE_CODE_RAY:
    case CORE_CODE_LARGE_RAY:
    case CORE_CODE_TURN:
    case CORE_CODE_INVOKE:
    case CORE_CODE_CALL: return true;
    default: return false;
    }
}

/* Jumps within the code are relative and none leaves it, so the code can be moved by one. */
void lang_share(struct lang_maker *m, const struct core_node *shared, int start, int made, int to) {
    struct core_rules *rules = m->rules;
    int place = shared->b, end = rules->code_count, at = start;

    /* Short code without a loop or a call is not worth a lookup. */
    while (at < end && !repeats(&rules->code[at]))
        at++;
    if (at == end && end - start < LONG)
        return;
    lang_code_add_k(m, CORE_CODE_KEEP, to, 0, 0, place, 0);
    /* Append one instruction to make room, move the code up by one, and put RECALL in front. */
    struct core_code recall = *lang_code_add(m, CORE_CODE_RECALL, to, 0, 0);
    if (m->why)
        return;
    memmove(rules->code + start + 1, rules->code + start,
            (size_t)(rules->code_count - 1 - start) * sizeof recall);
    lang_lines_move(rules, start);
    recall.k = place;
    recall.m = rules->code_count - start;
    rules->code[start] = recall;

    /* E2: where the value is recalled, those that its code made are not computed. */
    lang_values_cut(m, made);
}
