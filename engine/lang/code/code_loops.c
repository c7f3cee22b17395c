/* Compilation of loops, and of values that are shared because they are expensive: see code.h. */
#include <string.h>

#include "lang/code/code_make.h"
#include "core/legal.h"

enum { LONG = 12 }; /* instructions from which a value without a loop is shared */

void mst_loop_open(struct mst_maker *m, struct mst_loop *loop, int over, int var) {
    const struct mst_node *n = mst_maker_node(m, over);
    *loop = (struct mst_loop){.var = mst_own(m, var),
                              .top = m->top,
                              .set_top = m->set_top,
                              .body = MST_LABEL,
                              .next = MST_LABEL,
                              .end = MST_LABEL};
    mst_own_again(m, var);
    if (n->op == MST_OP_OVER_SET) {
        loop->op = m->words == 1 ? MST_CODE_NEXT_ZONE : MST_CODE_NEXT_ZONE_LARGE;
        loop->rest = mst_fresh_set(m); /* a private copy: the loop consumes it */
        mst_make_set(m, n->a, loop->rest);
    } else if (n->op == MST_OP_OVER_CHOSEN) {
        loop->op = MST_CODE_NEXT_CHOSEN;
        loop->rest = mst_fresh(m, 1 + MST_MOST_SUBSET); /* the number left, and the current one */
        int place = mst_make_operand(m, n->a);
        mst_code_add(m, MST_CODE_CHOSEN, loop->rest, place, mst_make_operand(m, n->b));
    } else if (n->op == MST_OP_OVER_STACK) {
        loop->op = MST_CODE_NEXT_PIECE;
        loop->rest = mst_fresh(m, 1);
        mst_code_add_k(m, MST_CODE_STACK, loop->rest, mst_make_operand(m, n->a), 0, 0,
                       m->schema->places);
    } else {
        loop->op = MST_CODE_NEXT_NUMBER;
        loop->rest = mst_fresh(m, 1);
        mst_make_int(m, n->b, loop->rest);
        mst_make_int(m, n->a, loop->var);
        mst_code_jump(m, MST_CODE_RANGE, loop->var, loop->rest, 0, 0, &loop->end);
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
void mst_make_gathering(struct mst_maker *m, const struct mst_node *n, int to) {
    struct mst_loop loop;
    struct mst_label found = MST_LABEL;
    int result = mst_fresh(m, 1); /* the body may read `to` */
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
        mst_code_add(m, MST_CODE_MOVE, result, mst_own(m, n->b), 0);
        mst_code_jump(m, MST_CODE_JUMP, 0, 0, 0, 0, &found);
    }
    m->top = top;
    mst_loop_close(m, &loop);
    mst_label_here(m, &found);
    mst_code_add(m, MST_CODE_MOVE, to, result, 0);
}

/* ---- shared values --------------------------------------------------------------------------- */

static bool repeats(const struct mst_code *code) {
    switch ((enum mst_code_op)code->op) {
    case MST_CODE_NEXT_ZONE:
    case MST_CODE_NEXT_ZONE_LARGE:
    case MST_CODE_NEXT_NUMBER:
    case MST_CODE_NEXT_PIECE:
    case MST_CODE_NEXT_CHOSEN:
    case MST_CODE_FLOOD:
    case MST_CODE_LARGE_FLOOD:
    case MST_CODE_RAY:
    case MST_CODE_LARGE_RAY:
    case MST_CODE_TURN:
    case MST_CODE_INVOKE:
    case MST_CODE_CALL: return true;
    default: return false;
    }
}

/* Jumps within the code are relative and none leaves it, so the code can be moved by one. */
void mst_share(struct mst_maker *m, const struct mst_node *shared, int start, int made, int to) {
    struct mst_rules *rules = m->rules;
    int place = shared->b, end = rules->code_count, at = start;
    while (at < end && !repeats(&rules->code[at]))
        at++;
    if (at == end && end - start < LONG)
        return; /* as cheap as the lookup */
    mst_code_add_k(m, MST_CODE_KEEP, to, 0, 0, place, 0);
    /* Append one instruction to make room, move the code up by one, and put RECALL in front. */
    struct mst_code recall = *mst_code_add(m, MST_CODE_RECALL, to, 0, 0);
    if (m->why)
        return;
    memmove(rules->code + start + 1, rules->code + start,
            (size_t)(rules->code_count - 1 - start) * sizeof recall);
    mst_lines_move(rules, start);
    recall.k = place;
    recall.m = rules->code_count - start;
    rules->code[start] = recall;
    mst_values_cut(m, made);
}
