/* Compilation of functions: statements that store and leave, calls of routines, and routines. See
 * code.h, and V1 in node.h. */
#include "lang/code/code_make.h"

enum { NOWHERE = INT16_MIN }; /* register of an unused value */

/* ---- statements ------------------------------------------------------------------------------ */

static void make_block(struct lang_maker *m, const struct core_node *n) {
    struct lang_block block = {LANG_LABEL, m->block};
    m->block = &block;
    lang_make_effects(m, n->a);
    m->block = block.outer;
    lang_label_here(m, &block.end);
}

static void make_leave(struct lang_maker *m, const struct core_node *n) {
    /* Blocks nest as in the source, so counting outwards finds the one that is left. */
    struct lang_block *block = m->block;
    for (int64_t k = n->k; block && k > 0; k--)
        block = block->outer;
    if (block)
        lang_code_jump(m, CORE_CODE_JUMP, 0, 0, 0, 0, &block->end);
    else
        lang_make_fail(m, "a statement leaves a block that it is not in");
}

/* The register to store to: that of a result of the routine, or the variable's own. */
static int target_of(struct lang_maker *m, bool is_set, int index) {
    struct lang_alias *alias = is_set ? &m->sets[index] : &m->vars[index];

    /* V1: until now it may have shared the register of another name, and values may rely on it. */
    if (!alias->stored) {
        *alias = (struct lang_alias){.stored = true,
                                     .reg = is_set ? lang_own_set(m, index) : lang_own(m, index)};
        lang_values_without(m, alias->reg);
    }
    return alias->reg;
}

static void store_set(struct lang_maker *m, const struct core_node *n) {
    int to = target_of(m, true, n->a);
    if (m->words == 1) {
        lang_make_set(m, n->b, to);
    } else { /* an operation may write its result before it has read all operands */
        int made = lang_make_set_operand(m, n->b);
        lang_code_add(m, CORE_CODE_LARGE_COPY, to, made, 0);
    }
}

static void make_while(struct lang_maker *m, const struct core_node *n) {
    struct lang_label turn = LANG_LABEL, end = LANG_LABEL;

    /* The TURN charges each turn (W1), also one whose condition ends the loop. */
    lang_label_here(m, &turn);
    lang_code_add(m, CORE_CODE_TURN, 0, 0, 0);
    if (n->a >= 0)
        lang_make_if(m, n->a, false, &end);
    lang_make_effects(m, n->c);
    lang_code_jump(m, CORE_CODE_JUMP, 0, 0, 0, 0, &turn);
    lang_label_here(m, &end);
}

bool lang_make_function_statement(struct lang_maker *m, const struct core_node *n) {
    switch ((enum lang_op)n->op) {
    case LANG_OP_BLOCK: make_block(m, n); return true;
    case LANG_OP_LEAVE: make_leave(m, n); return true;
    case LANG_OP_STORE: lang_make_int(m, n->b, target_of(m, false, n->a)); return true;
    case LANG_OP_STORE_SET: store_set(m, n); return true;
    case LANG_OP_WHILE: make_while(m, n); return true;
    case LANG_OP_INVOKE: lang_make_invoke(m, n, NOWHERE); return true;
    case LANG_OP_LINE: lang_make_line(m, n->a, (int)n->k); return true;
    default: return false;
    }
}

void lang_make_before(struct lang_maker *m, const struct core_node *after) {
    int top = m->top, set_top = m->set_top, line = m->line, source = m->source;
    if (!lang_deeper(m))
        return;

    /* The statements may change the line; the value that follows belongs to the old one. */
    lang_make_statement(m, after->a);
    m->depth--;
    m->top = top;
    m->set_top = set_top;
    lang_make_line(m, line, source);
}

void lang_make_strict(struct lang_maker *m, const struct core_node *n, int to) {
    bool rest = n->op == LANG_OP_MOD_STRICT;
    int line = m->line, left = lang_make_operand(m, n->a), right = lang_make_operand(m, n->b);
    int64_t k;

    /* Nor -1: the smallest number divided by it would overflow in the plain instruction. */
    if (lang_known(m, n->b, &k) && k != 0 && k != -1) {
        lang_code_add(m, rest ? CORE_CODE_MOD : CORE_CODE_DIV, to, left, right);
        return;
    }
    lang_make_line(m, n->k > 0 ? (int)n->k : line, m->source);
    lang_code_add(m, rest ? CORE_CODE_MOD_STRICT : CORE_CODE_DIV_STRICT, to, left, right);
    lang_make_line(m, line, m->source);
}

/* ---- calls ----------------------------------------------------------------------------------- */

static int code_statements_size_of(const struct lang_maker *m,
                                   const struct core_routine_value *values, int count) {
    int size = 0;
    for (int i = 0; i < count; i++)
        size += values[i].is_set ? m->words : 1;
    return size;
}

static void copy(struct lang_maker *m, bool is_set, int to, int from) {
    lang_code_add(m, is_set && m->words > 1 ? CORE_CODE_LARGE_COPY : CORE_CODE_MOVE, to, from, 0);
}

/* Compile the arguments into the window, which starts at register `at`. */
static void make_arguments(struct lang_maker *m, const struct core_routine *routine, int item,
                           int at) {
    for (int i = 0; i < routine->param_count; i++) {
        if (item < 0) {
            lang_make_fail(m, "a call has too few arguments");
            return;
        }
        /* Temporaries of an argument are freed before the next one, but the window stays. */
        int top = m->top, set_top = m->set_top;
        if (routine->params[i].is_set)
            lang_make_set(m, lang_maker_node(m, item)->a, at);
        else
            lang_make_int(m, lang_maker_node(m, item)->a, at);
        m->top = top;
        m->set_top = set_top;
        at += code_statements_size_of(m, &routine->params[i], 1);
        item = lang_maker_node(m, item)->b;
    }
    if (item >= 0)
        lang_make_fail(m, "a call has too many arguments");
}

/* Move the results after the first, from register `at` on, to the variables of a list. */
static void take_results(struct lang_maker *m, const struct core_routine *routine, int item,
                         int at) {
    /* Fewer variables than results: Lua drops the rest, too. */
    for (int i = 1; i < routine->result_count && item >= 0; i++) {
        const struct core_node *target = lang_maker_node(m, lang_maker_node(m, item)->a);
        bool is_set = routine->results[i].is_set;
        copy(m, is_set, target_of(m, is_set, target->a), at);
        at += code_statements_size_of(m, &routine->results[i], 1);
        item = lang_maker_node(m, item)->b;
    }
}

/* The only instruction of a routine that just returns a constant or a slot, or NULL. */
static const struct core_code *only_return(const struct lang_maker *m,
                                           const struct core_routine *routine) {
    /* One that is being made has no code yet, so recursion ends here. */
    const struct core_code *code = routine->code < 0 ? NULL : &m->rules->code[routine->code];
    if (!code || routine->param_count || routine->result_count != 1 ||
        (routine->results[0].is_set && m->words > 1))
        return NULL;
    switch ((enum core_code_op)code->op) {
    case CORE_CODE_RETURN_K:
    case CORE_CODE_RETURN_SLOT:
    case CORE_CODE_RETURN_BY_SEAT: return code;
    default: return NULL;
    }
}

/* A call of a routine that does not exist is compiled as it is: the code will not be valid. */
static bool exists(const struct lang_maker *m, const struct core_node *n) {
    return n->a >= 0 && n->a < m->rules->routine_count;
}

bool lang_make_return_invoked(struct lang_maker *m, const struct core_node *n) {
    if (!exists(m, n))
        return false;
    const struct core_code *only = only_return(m, &m->rules->routines[n->a]);
    if (only && n->b < 0)
        lang_code_add_w(m, (enum core_code_op)only->op, 0, 0, only->w);
    return only && n->b < 0;
}

/* Inline a call of a routine that needs no code. */
static bool make_known(struct lang_maker *m, const struct core_node *n, int to) {
    const struct core_code *only = only_return(m, &m->rules->routines[n->a]);
    if (!only || n->b >= 0 || to == NOWHERE)
        return false;

    /* The return becomes the same instruction with a register. */
    enum core_code_op op = only->op == CORE_CODE_RETURN_K      ? CORE_CODE_K
                           : only->op == CORE_CODE_RETURN_SLOT ? CORE_CODE_SLOT
                                                               : CORE_CODE_BY_SEAT;
    lang_code_add_w(m, op, to, 0, only->w);
    return true;
}

/* Record the reach of the windows of the routine and its callees. A routine without code is
 * recursive. */
static void note_reach(struct lang_maker *m, const struct core_routine *routine, int window) {
    int reach = window + routine->reach;

    /* Of a recursive routine the reach is not known: rules that have one get the most room
     * (core/context.c). */
    m->rules->recursive = m->rules->recursive || routine->code < 0;
    m->reach = reach > m->reach ? reach : m->reach;
    if (!m->routine && reach > m->rules->reach_peak)
        m->rules->reach_peak = reach;
}

/* The instruction gives the first result. A large set stays in the window; a statement ignores the
 * result. */
void lang_make_invoke(struct lang_maker *m, const struct core_node *n, int to) {
    const struct core_routine *routine = m->rules->routines + n->a;
    if (!exists(m, n)) {
        lang_code_add_k(m, CORE_CODE_INVOKE, to == NOWHERE ? 0 : to, m->top, 0, n->a, 0);
        return;
    }

    /* The window of the callee: parameters, results, and one register for a result that nobody
     * wants. */
    int top = m->top, inputs = code_statements_size_of(m, routine->params, routine->param_count);
    int outputs = code_statements_size_of(m, routine->results, routine->result_count);
    int window = lang_fresh(m, inputs + outputs + 1), spare = window + inputs + outputs;
    bool large = m->words > 1 && routine->result_count > 0 && routine->results[0].is_set;
    int first = routine->result_count ? code_statements_size_of(m, routine->results, 1) : 0;

    if (make_known(m, n, to)) { /* no call at all */
        m->top = top;
        return;
    }

    make_arguments(m, routine, n->b, window);
    note_reach(m, routine, window);
    lang_code_add_k(m, CORE_CODE_INVOKE, to == NOWHERE || large ? spare : to, window, 0, n->a, 0);
    if (to != NOWHERE && large)
        copy(m, true, to, window + inputs);
    take_results(m, routine, n->c, window + inputs + first);
    m->top = top;
}

/* ---- routines -------------------------------------------------------------------------------- */

/* Assign registers from `at` on to the values. Returns the next free one. */
static int place_values(struct lang_maker *m, const struct core_routine_value *values, int count,
                        bool stored, int at) {
    for (int i = 0; i < count; i++) {
        struct lang_alias *alias =
            values[i].is_set ? &m->sets[values[i].var] : &m->vars[values[i].var];
        *alias = (struct lang_alias){.stored = stored, .reg = at};
        at += code_statements_size_of(m, &values[i], 1);
    }
    return at;
}

/* Results have values before the first statement stores one. */
static void clear_results(struct lang_maker *m, const struct core_routine *routine) {
    for (const struct core_routine_value *r = routine->results;
         r < routine->results + routine->result_count; r++) {
        int reg = r->is_set ? m->sets[r->var].reg : m->vars[r->var].reg;
        if (r->is_set && m->words > 1)
            lang_code_add(m, CORE_CODE_LARGE_NOTHING, reg, 0, 0);
        else
            lang_code_add_w(m, CORE_CODE_K, reg, 0, r->is_set ? 0 : MST_NONE);
    }
}

/* The value of a routine that only stores its single result, or -1. */
static int only_value(const struct lang_maker *m, const struct core_routine *routine, int list) {
    const struct core_routine_value *result = &routine->results[0];
    int value = -1;
    for (int item = list; item >= 0 && routine->result_count == 1;
         item = lang_maker_node(m, item)->b) {
        int statement = lang_maker_node(m, item)->a;
        const struct core_node *n = statement < 0 ? NULL : lang_maker_node(m, statement);
        if (!n || n->op == LANG_OP_LINE) /* no code of its own */
            continue;

        /* An AFTER may leave the value unset, so its statements need the register. */
        bool stores = n->op == (result->is_set ? LANG_OP_STORE_SET : LANG_OP_STORE) &&
                      n->a == result->var && lang_maker_node(m, n->b)->op != LANG_OP_AFTER;
        if (value >= 0 || !stores || (result->is_set && m->words > 1))
            return -1;
        value = n->b;
    }
    return value;
}

static void make_body(struct lang_maker *m, const struct core_routine *routine, int statements) {
    const struct core_routine_value *result = &routine->results[0];
    int value = only_value(m, routine, statements);

    /* A routine that only returns a value needs no register for it. Its lines are kept, so that a
     * failure has its place. */
    if (value >= 0) {
        for (int item = statements; item >= 0; item = lang_maker_node(m, item)->b) {
            int statement = lang_maker_node(m, item)->a;
            if (statement >= 0 && lang_maker_node(m, statement)->op == LANG_OP_LINE)
                lang_make_statement(m, statement);
        }
        if (result->is_set)
            lang_make_return_set(m, value);
        else
            lang_make_return(m, value);
        return;
    }

    /* Results that a way leaves unset are MST_NONE or empty (core/rules.h). */
    clear_results(m, routine);
    lang_make_effects(m, statements);
    if (routine->result_count && !(result->is_set && m->words > 1))
        lang_code_add(m, CORE_CODE_RETURN,
                      result->is_set ? m->sets[result->var].reg : m->vars[result->var].reg, 0, 0);
    else
        lang_code_add_w(m, CORE_CODE_RETURN_K, 0, 0, MST_NONE);
}

bool lang_routine_make(struct core_rules *rules, int index, int statements, int vars, int sets,
                       const char **why) {
    struct core_routine *routine = &rules->routines[index];
    struct lang_maker m;
    int begin = rules->code_count, peak = rules->var_peak;
    lang_maker_init(&m, rules, 0, 0);
    m.routine = true;

    /* Registers from 0 on: parameters, results, variables, sets. Forgetting the variables forgets
     * those of the values too, so these are placed again. */
    int at = place_values(&m, routine->params, routine->param_count, false, 0);
    m.var_base = place_values(&m, routine->results, routine->result_count, true, at);
    m.set_base = m.var_base + vars;
    m.top = m.locals = m.set_base + sets * m.words;
    lang_maker_forget(&m, vars, sets);
    at = place_values(&m, routine->params, routine->param_count, false, 0);
    place_values(&m, routine->results, routine->result_count, true, at);

    /* While the body is made, var_peak measures this routine alone. */
    rules->var_peak = m.top;
    make_body(&m, routine, statements);
    routine->registers = rules->var_peak;
    routine->reach = m.reach > routine->registers ? m.reach : routine->registers;
    rules->var_peak = peak;

    if (routine->registers > rules->routine_peak)
        rules->routine_peak = routine->registers;
    routine->code = lang_maker_end(&m, begin, why);
    return routine->code >= 0;
}
