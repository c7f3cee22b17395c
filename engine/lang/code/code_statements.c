/* Compilation of functions: statements that store and leave, calls of routines, and routines. See
 * code.h, and V1 in node.h. */
#include "lang/code/code_make.h"

enum { NOWHERE = INT16_MIN }; /* register of an unused value */

/* ---- statements ------------------------------------------------------------------------------ */

static void make_block(struct mst_maker *m, const struct mst_node *n) {
    struct mst_block block = {MST_LABEL, m->block};
    m->block = &block;
    mst_make_effects(m, n->a);
    m->block = block.outer;
    mst_label_here(m, &block.end);
}

static void make_leave(struct mst_maker *m, const struct mst_node *n) {
    struct mst_block *block = m->block;
    for (int64_t k = n->k; block && k > 0; k--)
        block = block->outer;
    if (block)
        mst_code_jump(m, MST_CODE_JUMP, 0, 0, 0, 0, &block->end);
    else
        mst_make_fail(m, "a statement leaves a block that it is not in");
}

/* The register to store to: that of a result of the routine, or the variable's own. */
static int target_of(struct mst_maker *m, bool is_set, int index) {
    struct mst_alias *alias = is_set ? &m->sets[index] : &m->vars[index];
    if (!alias->stored) {
        *alias = (struct mst_alias){.stored = true,
                                    .reg = is_set ? mst_own_set(m, index) : mst_own(m, index)};
        mst_values_without(m, alias->reg);
    }
    return alias->reg;
}

static void store_set(struct mst_maker *m, const struct mst_node *n) {
    int to = target_of(m, true, n->a);
    if (m->words == 1) {
        mst_make_set(m, n->b, to);
    } else { /* an operation may write its result before it has read all operands */
        int made = mst_make_set_operand(m, n->b);
        mst_code_add(m, MST_CODE_LARGE_COPY, to, made, 0);
    }
}

static void make_while(struct mst_maker *m, const struct mst_node *n) {
    struct mst_label turn = MST_LABEL, end = MST_LABEL;
    mst_label_here(m, &turn);
    mst_code_add(m, MST_CODE_TURN, 0, 0, 0);
    if (n->a >= 0)
        mst_make_if(m, n->a, false, &end);
    mst_make_effects(m, n->c);
    mst_code_jump(m, MST_CODE_JUMP, 0, 0, 0, 0, &turn);
    mst_label_here(m, &end);
}

bool mst_make_function_statement(struct mst_maker *m, const struct mst_node *n) {
    switch ((enum mst_op)n->op) {
    case MST_OP_BLOCK: make_block(m, n); return true;
    case MST_OP_LEAVE: make_leave(m, n); return true;
    case MST_OP_STORE: mst_make_int(m, n->b, target_of(m, false, n->a)); return true;
    case MST_OP_STORE_SET: store_set(m, n); return true;
    case MST_OP_WHILE: make_while(m, n); return true;
    case MST_OP_INVOKE: mst_make_invoke(m, n, NOWHERE); return true;
    case MST_OP_LINE: mst_make_line(m, n->a, (int)n->k); return true;
    default: return false;
    }
}

void mst_make_before(struct mst_maker *m, const struct mst_node *after) {
    int top = m->top, set_top = m->set_top, line = m->line, source = m->source;
    if (!mst_deeper(m))
        return;
    mst_make_statement(m, after->a);
    m->depth--;
    m->top = top;
    m->set_top = set_top;
    mst_make_line(m, line, source);
}

void mst_make_strict(struct mst_maker *m, const struct mst_node *n, int to) {
    bool rest = n->op == MST_OP_MOD_STRICT;
    int line = m->line, left = mst_make_operand(m, n->a), right = mst_make_operand(m, n->b);
    int64_t k;
    if (mst_known(m, n->b, &k) && k != 0 && k != -1) {
        mst_code_add(m, rest ? MST_CODE_MOD : MST_CODE_DIV, to, left, right);
        return;
    }
    mst_make_line(m, n->k > 0 ? (int)n->k : line, m->source);
    mst_code_add(m, rest ? MST_CODE_MOD_STRICT : MST_CODE_DIV_STRICT, to, left, right);
    mst_make_line(m, line, m->source);
}

/* ---- calls ----------------------------------------------------------------------------------- */

static int size_of(const struct mst_maker *m, const struct mst_routine_value *values, int count) {
    int size = 0;
    for (int i = 0; i < count; i++)
        size += values[i].is_set ? m->words : 1;
    return size;
}

static void copy(struct mst_maker *m, bool is_set, int to, int from) {
    mst_code_add(m, is_set && m->words > 1 ? MST_CODE_LARGE_COPY : MST_CODE_MOVE, to, from, 0);
}

/* Compile the arguments into the window, which starts at register `at`. */
static void make_arguments(struct mst_maker *m, const struct mst_routine *routine, int item,
                           int at) {
    for (int i = 0; i < routine->param_count; i++) {
        if (item < 0) {
            mst_make_fail(m, "a call has too few arguments");
            return;
        }
        int top = m->top, set_top = m->set_top;
        if (routine->params[i].is_set)
            mst_make_set(m, mst_maker_node(m, item)->a, at);
        else
            mst_make_int(m, mst_maker_node(m, item)->a, at);
        m->top = top;
        m->set_top = set_top;
        at += size_of(m, &routine->params[i], 1);
        item = mst_maker_node(m, item)->b;
    }
    if (item >= 0)
        mst_make_fail(m, "a call has too many arguments");
}

/* Move the results after the first, from register `at` on, to the variables of a list. */
static void take_results(struct mst_maker *m, const struct mst_routine *routine, int item, int at) {
    for (int i = 1; i < routine->result_count && item >= 0; i++) {
        const struct mst_node *target = mst_maker_node(m, mst_maker_node(m, item)->a);
        bool is_set = routine->results[i].is_set;
        copy(m, is_set, target_of(m, is_set, target->a), at);
        at += size_of(m, &routine->results[i], 1);
        item = mst_maker_node(m, item)->b;
    }
}

/* The only instruction of a routine that just returns a constant or a slot, or NULL. */
static const struct mst_code *only_return(const struct mst_maker *m,
                                          const struct mst_routine *routine) {
    const struct mst_code *code = routine->code < 0 ? NULL : &m->rules->code[routine->code];
    if (!code || routine->param_count || routine->result_count != 1 ||
        (routine->results[0].is_set && m->words > 1))
        return NULL;
    switch ((enum mst_code_op)code->op) {
    case MST_CODE_RETURN_K:
    case MST_CODE_RETURN_SLOT:
    case MST_CODE_RETURN_BY_SEAT: return code;
    default: return NULL;
    }
}

/* A call of a routine that does not exist is compiled as it is: the code will not be valid. */
static bool exists(const struct mst_maker *m, const struct mst_node *n) {
    return n->a >= 0 && n->a < m->rules->routine_count;
}

bool mst_make_return_invoked(struct mst_maker *m, const struct mst_node *n) {
    if (!exists(m, n))
        return false;
    const struct mst_code *only = only_return(m, &m->rules->routines[n->a]);
    if (only && n->b < 0)
        mst_code_add_w(m, (enum mst_code_op)only->op, 0, 0, only->w);
    return only && n->b < 0;
}

/* Inline a call of a routine that needs no code. */
static bool make_known(struct mst_maker *m, const struct mst_node *n, int to) {
    const struct mst_code *only = only_return(m, &m->rules->routines[n->a]);
    if (!only || n->b >= 0 || to == NOWHERE)
        return false;
    enum mst_code_op op = only->op == MST_CODE_RETURN_K      ? MST_CODE_K
                          : only->op == MST_CODE_RETURN_SLOT ? MST_CODE_SLOT
                                                             : MST_CODE_BY_SEAT;
    mst_code_add_w(m, op, to, 0, only->w);
    return true;
}

/* Record the reach of the windows of the routine and its callees. A routine without code is
 * recursive. */
static void note_reach(struct mst_maker *m, const struct mst_routine *routine, int window) {
    int reach = window + routine->reach;
    m->rules->recursive = m->rules->recursive || routine->code < 0;
    m->reach = reach > m->reach ? reach : m->reach;
    if (!m->routine && reach > m->rules->reach_peak)
        m->rules->reach_peak = reach;
}

/* The instruction gives the first result. A large set stays in the window; a statement ignores the
 * result. */
void mst_make_invoke(struct mst_maker *m, const struct mst_node *n, int to) {
    const struct mst_routine *routine = m->rules->routines + n->a;
    if (!exists(m, n)) {
        mst_code_add_k(m, MST_CODE_INVOKE, to == NOWHERE ? 0 : to, m->top, 0, n->a, 0);
        return;
    }
    int top = m->top, inputs = size_of(m, routine->params, routine->param_count);
    int outputs = size_of(m, routine->results, routine->result_count);
    int window = mst_fresh(m, inputs + outputs + 1), spare = window + inputs + outputs;
    bool large = m->words > 1 && routine->result_count > 0 && routine->results[0].is_set;
    int first = routine->result_count ? size_of(m, routine->results, 1) : 0;
    if (make_known(m, n, to)) {
        m->top = top;
        return;
    }
    make_arguments(m, routine, n->b, window);
    note_reach(m, routine, window);
    mst_code_add_k(m, MST_CODE_INVOKE, to == NOWHERE || large ? spare : to, window, 0, n->a, 0);
    if (to != NOWHERE && large)
        copy(m, true, to, window + inputs);
    take_results(m, routine, n->c, window + inputs + first);
    m->top = top;
}

/* ---- routines -------------------------------------------------------------------------------- */

/* Assign registers from `at` on to the values. Returns the next free one. */
static int place_values(struct mst_maker *m, const struct mst_routine_value *values, int count,
                        bool stored, int at) {
    for (int i = 0; i < count; i++) {
        struct mst_alias *alias =
            values[i].is_set ? &m->sets[values[i].var] : &m->vars[values[i].var];
        *alias = (struct mst_alias){.stored = stored, .reg = at};
        at += size_of(m, &values[i], 1);
    }
    return at;
}

/* Results have values before the first statement stores one. */
static void clear_results(struct mst_maker *m, const struct mst_routine *routine) {
    for (const struct mst_routine_value *r = routine->results;
         r < routine->results + routine->result_count; r++) {
        int reg = r->is_set ? m->sets[r->var].reg : m->vars[r->var].reg;
        if (r->is_set && m->words > 1)
            mst_code_add(m, MST_CODE_LARGE_NOTHING, reg, 0, 0);
        else
            mst_code_add_w(m, MST_CODE_K, reg, 0, r->is_set ? 0 : MST_NONE);
    }
}

/* The value of a routine that only stores its single result, or -1. */
static int only_value(const struct mst_maker *m, const struct mst_routine *routine, int list) {
    const struct mst_routine_value *result = &routine->results[0];
    int value = -1;
    for (int item = list; item >= 0 && routine->result_count == 1;
         item = mst_maker_node(m, item)->b) {
        int statement = mst_maker_node(m, item)->a;
        const struct mst_node *n = statement < 0 ? NULL : mst_maker_node(m, statement);
        if (!n || n->op == MST_OP_LINE)
            continue;
        bool stores = n->op == (result->is_set ? MST_OP_STORE_SET : MST_OP_STORE) &&
                      n->a == result->var && mst_maker_node(m, n->b)->op != MST_OP_AFTER;
        if (value >= 0 || !stores || (result->is_set && m->words > 1))
            return -1;
        value = n->b;
    }
    return value;
}

static void make_body(struct mst_maker *m, const struct mst_routine *routine, int statements) {
    const struct mst_routine_value *result = &routine->results[0];
    int value = only_value(m, routine, statements);
    if (value >= 0) {
        for (int item = statements; item >= 0; item = mst_maker_node(m, item)->b) {
            int statement = mst_maker_node(m, item)->a;
            if (statement >= 0 && mst_maker_node(m, statement)->op == MST_OP_LINE)
                mst_make_statement(m, statement);
        }
        if (result->is_set)
            mst_make_return_set(m, value);
        else
            mst_make_return(m, value);
        return;
    }
    clear_results(m, routine);
    mst_make_effects(m, statements);
    if (routine->result_count && !(result->is_set && m->words > 1))
        mst_code_add(m, MST_CODE_RETURN,
                     result->is_set ? m->sets[result->var].reg : m->vars[result->var].reg, 0, 0);
    else
        mst_code_add_w(m, MST_CODE_RETURN_K, 0, 0, MST_NONE);
}

bool mst_routine_make(struct mst_rules *rules, int index, int statements, int vars, int sets,
                      const char **why) {
    struct mst_routine *routine = &rules->routines[index];
    struct mst_maker m;
    int begin = rules->code_count, peak = rules->var_peak;
    mst_maker_init(&m, rules, 0, 0);
    m.routine = true;
    int at = place_values(&m, routine->params, routine->param_count, false, 0);
    m.var_base = place_values(&m, routine->results, routine->result_count, true, at);
    m.set_base = m.var_base + vars;
    m.top = m.locals = m.set_base + sets * m.words;
    mst_maker_forget(&m, vars, sets);
    at = place_values(&m, routine->params, routine->param_count, false, 0);
    place_values(&m, routine->results, routine->result_count, true, at);
    rules->var_peak = m.top;
    make_body(&m, routine, statements);
    routine->registers = rules->var_peak;
    routine->reach = m.reach > routine->registers ? m.reach : routine->registers;
    rules->var_peak = peak;
    if (routine->registers > rules->routine_peak)
        rules->routine_peak = routine->registers;
    routine->code = mst_maker_end(&m, begin, why);
    return routine->code >= 0;
}
