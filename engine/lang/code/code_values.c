/* Values that are known already (mst_values): while moves are listed, nothing changes the position,
 * so what an instruction computes from values that stay the same needs no second instruction.
 *
 * E1 A value lies in a private register, which no other instruction writes while the value is
 * known.
 * E2 It is known only where every way leads through its instruction: at a label, the values made
 * after the first jump to it are forgotten.
 * E3 Registers that change give no such values: temporaries, and variables that are stored to. */
#include "lang/code/code_make.h"

enum {
    MOST_PRIVATE = 256, /* private registers */
    SPARE = 96,         /* of which so many serve other purposes than values */
};

int mst_fresh_private(struct mst_maker *m, int spare) {
    if (m->private + spare >= MOST_PRIVATE)
        return 0;
    m->private ++;
    m->private_peak = m->private > m->private_peak ? m->private : m->private_peak;
    return mst_set_register(m->set_top + m->private - 1, 1);
}

/* Free a private register, if it is the last one. */
static void free_private(struct mst_maker *m, int reg) {
    if (reg == mst_set_register(m->set_top + m->private - 1, 1))
        m->private --;
}

static bool is_private(const struct mst_maker *m, int reg) {
    return reg < -m->set_top;
}

int mst_let_register(struct mst_maker *m, int own, bool stored) {
    int reg = m->values && !stored ? mst_fresh_private(m, SPARE) : 0;
    if (!reg)
        mst_values_without(m, own);
    return reg ? reg : own;
}

void mst_own_again(struct mst_maker *m, int var) {
    m->vars[var] = (struct mst_alias){.reg = mst_own(m, var)};
    mst_values_without(m, mst_own(m, var));
}

/* The number of registers that the instruction reads (b; b and c) if its value depends on nothing
 * else that may change; otherwise MST_NONE. */
static int operands(const struct mst_code *code) {
    switch ((enum mst_code_op)code->op) {
    case MST_CODE_K:
    case MST_CODE_SLOT:
    case MST_CODE_BY_SEAT:
    case MST_CODE_ARG_K:
    case MST_CODE_REGION_MINE:
    case MST_CODE_TOPS_MINE:
    case MST_CODE_TOPS_AT:
    case MST_CODE_TOPS_ALL: return 0;
    case MST_CODE_FACT:
    case MST_CODE_FACT_OR_NONE:
    case MST_CODE_TOP_FACT:
    case MST_CODE_TOP_FACT_OR_NONE:
    case MST_CODE_TOP:
    case MST_CODE_TYPE:
    case MST_CODE_CONTAINER:
    case MST_CODE_STEP_K:
    case MST_CODE_COLUMN:
    case MST_CODE_ROW:
    case MST_CODE_TABLE:
    case MST_CODE_NEGATE:
    case MST_CODE_ADD_K:
    case MST_CODE_FROM_K:
    case MST_CODE_MIN_K:
    case MST_CODE_MAX_K:
    case MST_CODE_ABS:
    case MST_CODE_UNION_K:
    case MST_CODE_MEET_K:
    case MST_CODE_FROM_SET_K:
    case MST_CODE_ONLY:
    case MST_CODE_REGION:
    case MST_CODE_TOPS_ANY:
    case MST_CODE_TOPS_OF:
    case MST_CODE_NEAR:
    case MST_CODE_SIZE:
    case MST_CODE_FIRST: return 1;
    case MST_CODE_STEP:
    case MST_CODE_AT:
    case MST_CODE_PIECE_AT:
    case MST_CODE_ADD:
    case MST_CODE_SUB:
    case MST_CODE_MUL:
    case MST_CODE_DIV:
    case MST_CODE_MOD:
    case MST_CODE_MIN:
    case MST_CODE_MAX:
    case MST_CODE_UNION:
    case MST_CODE_MEET:
    case MST_CODE_MINUS:
    case MST_CODE_TOPS:
    case MST_CODE_SHIFT:
    case MST_CODE_FLOOD: return 2;
    default: return MST_NONE;
    }
}

static bool reads(const struct mst_code *code, int reg) {
    int count = operands(code);
    return (count > 0 && code->b == reg) || (count > 1 && code->c == reg);
}

static bool changes(const struct mst_maker *m, int reg) {
    if (is_private(m, reg))
        return false;
    return reg < 0 ? m->sets[-reg - 1].stored : reg >= m->locals || m->vars[reg].stored;
}

static bool lasts(const struct mst_maker *m, const struct mst_code *code) {
    int count = operands(code);
    return count >= 0 && !(count > 0 && changes(m, code->b)) && !(count > 1 && changes(m, code->c));
}

static const struct mst_value *find(const struct mst_values *values, const struct mst_code *code) {
    for (const struct mst_value *v = values->of; v < values->of + values->count; v++)
        if (v->code.op == code->op && v->code.b == code->b && v->code.c == code->c &&
            v->code.w == code->w)
            return v;
    return NULL;
}

/* A value that jumps lead around, or to one of several instructions, ends with a label. */
int mst_value_known(struct mst_maker *m, int to) {
    struct mst_values *values = m->values;
    struct mst_code *last = m->rules->code + m->rules->code_count - 1;
    if (!values || m->why || last->a != to || m->landed == m->rules->code_count || !lasts(m, last))
        return to;
    const struct mst_value *known = find(values, last);
    if (known) {
        m->rules->code_count--;
        if (is_private(m, to))
            free_private(m, to);
        return known->code.a;
    }
    if (values->count == MST_MOST_VALUES)
        return to;
    int reg = is_private(m, to) ? to : mst_fresh_private(m, SPARE);
    if (!reg)
        return to;
    last->a = (int16_t)reg;
    values->of[values->count++] = (struct mst_value){*last, ++values->made};
    return reg;
}

void mst_values_cut(struct mst_maker *m, int made) {
    struct mst_values *values = m->values;
    while (values && values->count && values->of[values->count - 1].number > made)
        free_private(m, values->of[--values->count].code.a);
}

void mst_values_without(struct mst_maker *m, int reg) {
    for (int i = 0; m->values && i < m->values->count; i++)
        if (reads(&m->values->of[i].code, reg))
            m->values->count = i;
}

void mst_values_end(struct mst_maker *m, int least) {
    m->private = least;
    for (int i = 0; i < m->values->count; i++) {
        int used = -m->values->of[i].code.a - m->set_top;
        m->private = used > m->private ? used : m->private;
    }
}
