/* Values that are known already (lang_values): while moves are listed, nothing changes the
 * position, so what an instruction computes from values that stay the same needs no second
 * instruction.
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

int lang_fresh_private(struct lang_maker *m, int spare) {
    if (m->private + spare >= MOST_PRIVATE)
        return 0; /* no private register has this number: they lie below 0 */
    m->private ++;
    m->private_peak = m->private > m->private_peak ? m->private : m->private_peak;
    return core_set_register(m->set_top + m->private - 1, 1);
}

/* Free a private register, if it is the last one. */
static void free_private(struct lang_maker *m, int reg) {
    if (reg == core_set_register(m->set_top + m->private - 1, 1))
        m->private --;
}

static bool is_private(const struct lang_maker *m, int reg) {
    return reg < -m->set_top;
}

int lang_let_register(struct lang_maker *m, int own, bool stored) {
    /* E3: what is stored to needs its own register; values that were read from it end. */
    int reg = m->values && !stored ? lang_fresh_private(m, SPARE) : 0;
    if (!reg)
        lang_values_without(m, own);
    return reg ? reg : own;
}

void lang_own_again(struct lang_maker *m, int var) {
    m->vars[var] = (struct lang_alias){.reg = lang_own(m, var)};
    lang_values_without(m, lang_own(m, var));
}

/* The number of registers that the instruction reads (b; b and c) if its value depends on nothing
 * else that may change; otherwise MST_NONE. */
static int operands(const struct core_code *code) {
    /* All others write, jump, fail or read what may change: their values never last. */
    switch ((enum core_code_op)code->op) {
    case CORE_CODE_K:
    case CORE_CODE_SLOT:
    case CORE_CODE_BY_SEAT:
    case CORE_CODE_ARG_K:
    case CORE_CODE_REGION_MINE:
    case CORE_CODE_TOPS_MINE:
    case CORE_CODE_TOPS_AT:
    case CORE_CODE_TOPS_ALL: return 0;
    case CORE_CODE_FACT:
    case CORE_CODE_FACT_OR_NONE:
    case CORE_CODE_TOP_FACT:
    case CORE_CODE_TOP_FACT_OR_NONE:
    case CORE_CODE_TOP:
    case CORE_CODE_TYPE:
    case CORE_CODE_CONTAINER:
    case CORE_CODE_STEP_K:
    case CORE_CODE_COLUMN:
    case CORE_CODE_ROW:
    case CORE_CODE_TABLE:
    case CORE_CODE_NEGATE:
    case CORE_CODE_ADD_K:
    case CORE_CODE_FROM_K:
    case CORE_CODE_MIN_K:
    case CORE_CODE_MAX_K:
    case CORE_CODE_ABS:
    case CORE_CODE_UNION_K:
    case CORE_CODE_MEET_K:
    case CORE_CODE_FROM_SET_K:
    case CORE_CODE_ONLY:
    case CORE_CODE_REGION:
    case CORE_CODE_TOPS_ANY:
    case CORE_CODE_TOPS_OF:
    case CORE_CODE_NEAR:
    case CORE_CODE_SIZE:
    case CORE_CODE_FIRST: return 1;
    case CORE_CODE_STEP:
    case CORE_CODE_AT:
    case CORE_CODE_PIECE_AT:
    case CORE_CODE_ADD:
    case CORE_CODE_SUB:
    case CORE_CODE_MUL:
    case CORE_CODE_DIV:
    case CORE_CODE_MOD:
    case CORE_CODE_MIN:
    case CORE_CODE_MAX:
    case CORE_CODE_UNION:
    case CORE_CODE_MEET:
    case CORE_CODE_MINUS:
    case CORE_CODE_TOPS:
    case CORE_CODE_SHIFT:
    case CORE_CODE_FLOOD: return 2;
    default: return MST_NONE;
    }
}

static bool reads(const struct core_code *code, int reg) {
    int count = operands(code);
    return (count > 0 && code->b == reg) || (count > 1 && code->c == reg);
}

static bool changes(const struct lang_maker *m, int reg) {
    if (is_private(m, reg)) /* E1 */
        return false;
    return reg < 0 ? m->sets[-reg - 1].stored : reg >= m->locals || m->vars[reg].stored;
}

static bool lasts(const struct lang_maker *m, const struct core_code *code) {
    int count = operands(code);
    return count >= 0 && !(count > 0 && changes(m, code->b)) && !(count > 1 && changes(m, code->c));
}

static const struct lang_value *code_values_find(const struct lang_values *values,
                                                 const struct core_code *code) {
    for (const struct lang_value *v = values->of; v < values->of + values->count; v++)
        if (v->code.op == code->op && v->code.b == code->b && v->code.c == code->c &&
            v->code.w == code->w)
            return v;
    return NULL;
}

/* A value that jumps lead around, or to one of several instructions, ends with a label. */
int lang_value_known(struct lang_maker *m, int to) {
    struct lang_values *values = m->values;
    struct core_code *last = m->rules->code + m->rules->code_count - 1;

    /* Only one instruction that gives the value, on every way (E2), and whose operands stay (E3).
     */
    if (!values || m->why || last->a != to || m->landed == m->rules->code_count || !lasts(m, last))
        return to;

    /* E2: the same instruction came before on every way to here, so this one is taken back. */
    const struct lang_value *known = code_values_find(values, last);
    if (known) {
        m->rules->code_count--;
        if (is_private(m, to))
            free_private(m, to);
        return known->code.a;
    }

    /* E1: from now on its register is private, which no other instruction writes. */
    if (values->count == LANG_MOST_VALUES)
        return to;
    int reg = is_private(m, to) ? to : lang_fresh_private(m, SPARE);
    if (!reg)
        return to;
    last->a = (int16_t)reg;
    values->of[values->count++] = (struct lang_value){*last, ++values->made};
    return reg;
}

void lang_values_cut(struct lang_maker *m, int made) {
    struct lang_values *values = m->values; /* in the order in which they were made */
    while (values && values->count && values->of[values->count - 1].number > made)
        free_private(m, values->of[--values->count].code.a);
}

void lang_values_without(struct lang_maker *m, int reg) {
    /* Later ones may be computed from the one that ends, so they all end with it. */
    for (int i = 0; m->values && i < m->values->count; i++)
        if (reads(&m->values->of[i].code, reg))
            m->values->count = i;
}

void lang_values_end(struct lang_maker *m, int least) {
    /* The next kind may use the registers again in which no value lies. */
    m->private = least;
    for (int i = 0; i < m->values->count; i++) {
        int used = -m->values->of[i].code.a - m->set_top;
        m->private = used > m->private ? used : m->private;
    }
}
