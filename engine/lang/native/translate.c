/* The code of rules as C functions: see native.h and prelude.h. A rule begins after each COST. */
#include "lang/native/native.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "lang/native/calls.h"
#include "lang/code/uses.h"

/* How an instruction uses its operands a, b and c as registers: r is read, w written, m both, and
 * - is a number or a set larger than a word. */
/* clang-format off */
#define VALUE_WRR "wrr"
static const struct shape {
    enum { RETURNS, GIVES, JUMPS, WRITES, LISTS, STEPS, LARGE, APART } how;
    const char *name, *uses;
} shapes[CORE_CODE_COUNT] = {
#define IS(op, how, uses) [CORE_CODE_##op] = {how, #op, uses},
    IS(RETURN, RETURNS, "r--") IS(RETURN_K, RETURNS, "---") IS(RETURN_SLOT, RETURNS, "---")
    IS(RETURN_BY_SEAT, RETURNS, "---") IS(RETURN_SET, RETURNS, "---")
    IS(K, GIVES, "w--") IS(MOVE, GIVES, "wr-") IS(SLOT, GIVES, "w--") IS(BY_SEAT, GIVES, "w--")
    IS(FACT, GIVES, "wr-") IS(FACT_OR_NONE, GIVES, "wr-") IS(TOP_FACT, GIVES, "wr-")
    IS(TOP_FACT_OR_NONE, GIVES, "wr-") IS(TOP, GIVES, "wr-") IS(TYPE, GIVES, "wr-")
    IS(CONTAINER, GIVES, "wr-") IS(STEP, GIVES, "wrr") IS(STEP_K, GIVES, "wr-")
    IS(COLUMN, GIVES, "wr-") IS(ROW, GIVES, "wr-") IS(AT, GIVES, "wrr") IS(PIECE_AT, GIVES, "wrr") IS(ARG, GIVES, "wr-")
    IS(ARG_K, GIVES, "w--") IS(TABLE, GIVES, "wr-") IS(NEGATE, GIVES, "wr-")
    IS(ADD, GIVES, "wrr") IS(ADD_K, GIVES, "wr-") IS(SUB, GIVES, "wrr") IS(FROM_K, GIVES, "wr-")
    IS(MUL, GIVES, "wrr") IS(DIV, GIVES, "wrr") IS(MOD, GIVES, "wrr") IS(MIN, GIVES, "wrr")
    IS(MAX, GIVES, "wrr") IS(MIN_K, GIVES, "wr-") IS(MAX_K, GIVES, "wr-") IS(ABS, GIVES, "wr-")
    IS(UNION, GIVES, "wrr") IS(MEET, GIVES, "wrr") IS(MINUS, GIVES, "wrr")
    IS(UNION_K, GIVES, "wr-") IS(MEET_K, GIVES, "wr-") IS(FROM_SET_K, GIVES, "wr-")
    IS(ONLY, GIVES, "wr-") IS(REGION, GIVES, "wr-") IS(REGION_MINE, GIVES, "w--")
    IS(TOPS, GIVES, "wrr") IS(TOPS_ANY, GIVES, "wr-") IS(TOPS_OF, GIVES, "wr-")
    IS(TOPS_MINE, GIVES, "w--") IS(TOPS_AT, GIVES, "w--") IS(TOPS_ALL, GIVES, "w--")
    IS(NEAR, GIVES, "wr-") IS(SHIFT, GIVES, "wrr") IS(SIZE, GIVES, "wr-") IS(FIRST, GIVES, "wr-")
    IS(INCLUDE, GIVES, "mr-") IS(STACK, GIVES, "wr-") IS(SECRET, GIVES, "wr-")
    IS(KNOWN, GIVES, "wr-") IS(PARAM, GIVES, "wrr")
    IS(JUMP, APART, "---") IS(IF_EQ, JUMPS, "-rr") IS(IF_NE, JUMPS, "-rr") IS(IF_LT, JUMPS, "-rr")
    IS(IF_LE, JUMPS, "-rr") IS(IF_EQ_K, JUMPS, "-r-") IS(IF_NE_K, JUMPS, "-r-")
    IS(IF_LT_K, JUMPS, "-r-") IS(IF_GE_K, JUMPS, "-r-") IS(IF_EQ_SLOT, JUMPS, "-r-")
    IS(IF_NE_SLOT, JUMPS, "-r-") IS(IF_SLOT_EQ_K, JUMPS, "---") IS(IF_SLOT_NE_K, JUMPS, "---")
    IS(IF_SLOT_LT_K, JUMPS, "---") IS(IF_SLOT_GE_K, JUMPS, "---") IS(IF_IN, JUMPS, "-rr")
    IS(IF_OUT, JUMPS, "-rr") IS(IF_IN_MINE, JUMPS, "-r-") IS(IF_OUT_MINE, JUMPS, "-r-")
    IS(IF_IN_LARGE, JUMPS, "-r-") IS(IF_OUT_LARGE, JUMPS, "-r-") IS(QUIET, JUMPS, "---")
    IS(IF_EAGER, JUMPS, "---") IS(IF_ANY, JUMPS, "---")
    IS(SET_GAME, WRITES, "-r-") IS(SET_FIELD, WRITES, "-rr") IS(SET_OWNER, WRITES, "-rr")
    IS(PUT, WRITES, "-rr") IS(INSERT, WRITES, "rrr") IS(CARRY, WRITES, "rrr")
    IS(SHUFFLE, WRITES, "-rr") IS(OVER, WRITES, "-r-") IS(GO, WRITES, "---")
    IS(PUSH, WRITES, "---") IS(POP, WRITES, "---") IS(EMIT, WRITES, "---")
    IS(REMEMBER, WRITES, "-r-")
    IS(YIELD, LISTS, "-rr") IS(YIELD_NEW, LISTS, "--r") IS(YIELD_FIXED, LISTS, "-r-")
    IS(YIELD_RANGE, LISTS, "rrr") IS(YIELD_ONE, LISTS, "-r-") IS(YIELD_MOVE, LISTS, "---")
    IS(YIELD_STEP, LISTS, "rrr")
    IS(FLOOD, STEPS, "wrr") IS(RAY, STEPS, "mrr") IS(NEXT_ZONE, STEPS, "wm-") IS(NEXT_ZONE_LARGE, STEPS, "w--")
    IS(RANGE, STEPS, "rr-") IS(NEXT_NUMBER, STEPS, "mr-") IS(NEXT_PIECE, STEPS, "wm-")
    IS(NEXT_CHOSEN, STEPS, "wm-") IS(RECALL, STEPS, "w--") IS(KEEP, STEPS, "r--")
    IS(TURN, STEPS, "---") IS(DIV_STRICT, STEPS, "wrr") IS(MOD_STRICT, STEPS, "wrr")
    IS(ME, STEPS, "w--") IS(CERTAIN, STEPS, "wr-") IS(KEY, STEPS, "w--") IS(SEEN, STEPS, "wr-") IS(YIELD_KIND, STEPS, "---")
    IS(LARGE_COPY, LARGE, "---") IS(LARGE_ZONES, LARGE, "---") IS(LARGE_NOTHING, LARGE, "---")
    IS(LARGE_UNION, LARGE, "---") IS(LARGE_MEET, LARGE, "---") IS(LARGE_MINUS, LARGE, "---")
    IS(LARGE_WITHOUT, LARGE, "---") IS(LARGE_ONLY, LARGE, "-r-") IS(LARGE_REGION, LARGE, "-r-")
    IS(LARGE_TOPS, LARGE, "-rr") IS(LARGE_TOPS_ANY, LARGE, "-r-") IS(LARGE_OCCUPIED, LARGE, "---")
    IS(LARGE_NEAR, LARGE, "---") IS(LARGE_SHIFT, LARGE, "--r") IS(LARGE_FLOOD, LARGE, "---")
    IS(LARGE_RAY, LARGE, "--r")
    IS(LARGE_SIZE, LARGE, "w--") IS(LARGE_FIRST, LARGE, "w--") IS(LARGE_INCLUDE, LARGE, "-r-")
    IS(CHOSEN, APART, "wrr") IS(CALL, APART, "w--") IS(PRIMITIVE, APART, "w--")
    IS(INVOKE, APART, "w--")
#undef IS
};
/* clang-format on */

/* The instruction, or the first one of a pair. */
static enum core_code_op single(enum core_code_op op) {
    int first = lang_code_rows[op].first;
    return first ? (enum core_code_op)first : op;
}

enum { MOST_REGISTERS = 1 << 16 }; /* a register is a 16-bit number */

/* The rule that is being written. */
struct writer {
    const struct core_rules *rules;
    const struct core_code *code;
    struct mst_buf *out;
    int start, end;            /* its instructions, without COST */
    bool *target;              /* for each of them: does a jump lead there? */
    bool *named;               /* register + MOST_REGISTERS / 2: is it a local variable? */
    int low, high;             /* all named ones lie between, low included */
    struct native_role *roles; /* of all rules, by start */
    int *same;                 /* for each rule: the rule whose function it uses */
    int *numbers;              /* of all functions, by start, as the object lists them */
    int functions;             /* listed so far */
    int parts, part;           /* of the file: how many, and the one that is being written */
    int all, written;          /* instructions of all functions, and of those written so far */
};

static bool jumps(const struct core_code *at, enum core_code_op op) {
    return shapes[op].how == JUMPS || op == CORE_CODE_JUMP || op == CORE_CODE_NEXT_ZONE ||
           op == CORE_CODE_NEXT_ZONE_LARGE || op == CORE_CODE_RANGE ||
           op == CORE_CODE_NEXT_NUMBER || op == CORE_CODE_NEXT_PIECE ||
           op == CORE_CODE_NEXT_CHOSEN || op == CORE_CODE_RECALL ||
           at->op == CORE_CODE_RANGE_OF_YIELDS;
}

static bool *named_at(const struct writer *w, int reg) {
    return &w->named[reg + MOST_REGISTERS / 2];
}

static void name(struct writer *w, int reg) {
    *named_at(w, reg) = true;
    if (reg < w->low)
        w->low = reg;
    if (reg >= w->high)
        w->high = reg + 1;
}

static const char *local(int reg, char *text, size_t size) {
    snprintf(text, size, reg < 0 ? "s%d" : "r%d", reg < 0 ? -reg : reg);
    return text;
}

static void write_local(struct writer *w, int reg) {
    char text[16];
    mst_buf_puts(w->out, local(reg, text, sizeof text));
}

/* `A, B, C, a, b, c, `, where a register that is none is 0. */
static void write_operands(struct writer *w, const struct core_code *at, const char *uses) {
    int registers[] = {at->a, at->b, at->c};
    for (int i = 0; i < 3; i++) {
        if (uses[i] == '-')
            mst_buf_char(w->out, '0');
        else
            write_local(w, registers[i]);
        mst_buf_puts(w->out, ", ");
    }
    mst_buf_printf(w->out, "%d, %d, %d, ", at->a, at->b, at->c);
}

static void write_k(struct mst_buf *out, int32_t k) {
    native_write_number(out, k);
}

/* Does the instruction use w, and not k and m? */
static bool is_wide(enum core_code_op op) {
    switch (op) {
    case CORE_CODE_K:
    case CORE_CODE_BY_SEAT:
    case CORE_CODE_ADD_K:
    case CORE_CODE_FROM_K:
    case CORE_CODE_MIN_K:
    case CORE_CODE_MAX_K:
    case CORE_CODE_UNION_K:
    case CORE_CODE_MEET_K:
    case CORE_CODE_FROM_SET_K:
    case CORE_CODE_YIELD:
    case CORE_CODE_YIELD_RANGE:
    case CORE_CODE_YIELD_MOVE: return true;
    default: return false;
    }
}

/* `k, m, w)`; m is a label where it is a jump. */
static void write_numbers(struct writer *w, const struct core_code *at, enum core_code_op op) {
    if (is_wide(op)) {
        mst_buf_puts(w->out, "0, 0, ");
        if (at->w == INT64_MIN)
            mst_buf_puts(w->out, "INT64_MIN");
        else
            mst_buf_printf(w->out, "INT64_C(%lld)", (long long)at->w);
    } else {
        write_k(w->out, at->k);
        if (shapes[op].how == STEPS && jumps(at, op))
            mst_buf_printf(w->out, ", L%d, 0", (int)(at - w->code) + at->m);
        else {
            mst_buf_puts(w->out, ", ");
            write_k(w->out, at->m);
            mst_buf_puts(w->out, ", 0");
        }
    }
    mst_buf_puts(w->out, ")\n");
}

/* Store those of `count` registers from `first` on that are local variables, or load them. */
static void write_window(struct writer *w, int first, int count, bool store) {
    char text[16];
    for (int reg = first; reg < first + count; reg++)
        if (reg >= w->low && reg < w->high && *named_at(w, reg)) {
            local(reg, text, sizeof text);
            if (store)
                mst_buf_printf(w->out, "r[%d] = %s;\n", reg, text);
            else
                mst_buf_printf(w->out, "%s = r[%d];\n", text, reg);
        }
}

static int translate_size_of(const struct core_rules *rules,
                             const struct core_routine_value *values, int count) {
    int size = 0;
    for (int i = 0; i < count; i++)
        size += values[i].is_set ? rules->schema->board->words : 1;
    return size;
}

/* The same for parameters or results of a routine. A large set is never a local variable, though
 * its registers may be elsewhere in the rule. */
static void write_values(struct writer *w, const struct core_routine_value *values, int count,
                         int first, bool store) {
    int words = w->rules->schema->board->words;
    for (int i = 0; i < count; i++) {
        if (!values[i].is_set || words == 1)
            write_window(w, first, 1, store);
        first += values[i].is_set ? words : 1;
    }
}

static void write_invoke(struct writer *w, const struct core_code *at) {
    const struct core_routine *routine = &w->rules->routines[at->k];
    int inputs = translate_size_of(w->rules, routine->params, routine->param_count);
    write_values(w, routine->params, routine->param_count, at->b, true);
    mst_buf_printf(w->out, "INVOKE(%d, f%d, %d, %d, %d)\n", (int)(at - w->code),
                   w->same[routine->code], at->k, at->b, routine->registers);
    write_values(w, routine->results, routine->result_count, at->b + inputs, false);
    write_local(w, at->a);
    mst_buf_puts(w->out, " = x;\n");
}

/* The instruction itself as a constant. */
static void write_constant(struct writer *w, const struct core_code *at) {
    mst_buf_printf(w->out, "static const struct core_code c%d = {%d, %d, %d, %d, {{%d, %d}}};\n",
                   (int)(at - w->code), at->op, at->a, at->b, at->c, at->k, at->m);
}

static void write_large(struct writer *w, const struct core_code *at, const char *uses) {
    int here = (int)(at - w->code);
    if (uses[1] == 'r')
        write_window(w, at->b, 1, true);
    if (uses[2] == 'r')
        write_window(w, at->c, 1, true);
    mst_buf_printf(w->out, "LARGE(%s, %d, %lld, c%d)\n", shapes[at->op].name, here,
                   (long long)core_code_large_work(w->rules->schema, at), here);
    if (uses[0] == 'w')
        write_window(w, at->a, 1, false);
}

/* Write an instruction that none of the other ways of `shape` fits. */
static void write_apart(struct writer *w, const struct core_code *at) {
    int here = (int)(at - w->code);
    char a[16], b[16], c[16];
    local(at->a, a, sizeof a);

    /* The function that is called reads and writes the registers in memory. So the arguments are
     * stored there before, and a result that it leaves there is loaded. */
    switch ((enum core_code_op)at->op) {
    case CORE_CODE_JUMP: mst_buf_printf(w->out, "JUMP(L%d)\n", here + at->m); break;
    case CORE_CODE_CHOSEN:
        mst_buf_printf(w->out, "CHOSEN(%d, %d, %s, %s, %s)\n", here, at->a, a,
                       local(at->b, b, sizeof b), local(at->c, c, sizeof c));
        break;
    case CORE_CODE_CALL:
        write_window(w, at->b, at->c, true);
        mst_buf_printf(w->out, "CALL(%d, c%d)\n", here, here);
        if (at->m)
            write_window(w, at->a, 1, false);
        break;
    case CORE_CODE_PRIMITIVE:
        write_window(w, at->b, at->c, true);
        mst_buf_printf(w->out, "PRIMITIVE(%d, %s, %d, %d, %d)\n", here, a, at->k, at->b, at->c);
        break;
    case CORE_CODE_INVOKE: write_invoke(w, at); break;
    default: assert(false); /* no other is APART */
    }
}

static void write_return(struct writer *w, const struct core_code *at) {
    const struct native_role *role = &w->roles[w->start];
    if (role->routine)
        write_values(w, role->routine->results, role->routine->result_count,
                     translate_size_of(w->rules, role->routine->params, role->routine->param_count),
                     true);
    else if (role->kept)
        write_window(w, w->low, w->high - w->low, true);
    mst_buf_printf(w->out, "RETURNS(%s, ", shapes[at->op].name);
    switch ((enum core_code_op)at->op) {
    case CORE_CODE_RETURN: write_local(w, at->a); break;
    case CORE_CODE_RETURN_K: native_write_number(w->out, at->w); break;
    case CORE_CODE_RETURN_SLOT: mst_buf_printf(w->out, "slots[%d]", at->k); break;
    case CORE_CODE_RETURN_BY_SEAT:
        mst_buf_puts(w->out, "core_by_seat(");
        native_write_number(w->out, at->w);
        mst_buf_puts(w->out, ", CORE_TO_MOVE)");
        break;
    default: mst_buf_int(w->out, at->a); /* RETURN_SET */
    }
    mst_buf_puts(w->out, ")\n");
}

/* Write an instruction as one macro of prelude.h. Of a pair, write the first one: the second
 * follows it in the code, and a C compiler needs no pairs. */
static void write_instruction(struct writer *w, const struct core_code *at) {
    enum core_code_op op = single((enum core_code_op)at->op);
    const struct shape *shape = &shapes[op];
    int here = (int)(at - w->code);
    assert(here >= w->start && here < w->end && shape->name);

    /* Only where a jump leads: a label that is not used is a warning. */
    if (w->target[here - w->start])
        mst_buf_printf(w->out, "L%d:;\n", here);
    switch (shape->how) {
    case RETURNS: write_return(w, at); return;
    case LARGE: write_large(w, at, shape->uses); return;
    case APART: write_apart(w, at); return;
    case GIVES:
    case LISTS:
        mst_buf_printf(w->out, "%s(%s, ", shape->how == GIVES ? "GIVES" : "LIST", shape->name);
        break;
    case JUMPS: mst_buf_printf(w->out, "WHEN(%s, L%d, ", shape->name, here + at->m); break;
    case WRITES:
        /* Their arguments are read as a list, so they must be in memory. */
        if (op == CORE_CODE_PUSH || op == CORE_CODE_EMIT)
            write_window(w, at->b, at->c, true);
        mst_buf_printf(w->out, "EFFECT(%s, %d, ", shape->name, here);
        break;
    case STEPS: mst_buf_printf(w->out, "STEP(%s, %d, ", shape->name, here); break;
    }

    /* The rest of the macro's arguments. */
    write_operands(w, at, shape->uses);
    write_numbers(w, at, op);
}

/* Note targets of jumps and names of registers. */
static void survey(struct writer *w) {
    for (int i = w->start; i < w->end; i++) {
        const struct core_code *at = &w->code[i];
        enum core_code_op op = single((enum core_code_op)at->op);
        const char *uses = shapes[op].uses;
        if (jumps(at, op))
            w->target[i + at->m - w->start] = true;
        if (uses[0] != '-')
            name(w, at->a);
        if (uses[1] != '-')
            name(w, at->b);
        if (uses[2] != '-')
            name(w, at->c);
    }
}

static void write_locals(struct writer *w) {
    char text[16];
    for (int reg = w->low; reg < w->high; reg++)
        if (*named_at(w, reg))
            mst_buf_printf(w->out, "int64_t %s = r[%d];\n", local(reg, text, sizeof text), reg);
}

static void write_constants(struct writer *w) {
    for (int i = w->start; i < w->end; i++) {
        enum core_code_op op = (enum core_code_op)w->code[i].op;
        if (op == CORE_CODE_CALL || shapes[op].how == LARGE)
            write_constant(w, &w->code[i]);
    }
}

/* Which registers does the caller read after a rule? The results of a routine, and all variables
 * after the statements of a clause. */
static void find_roles(struct writer *w) {
    const struct core_rules *rules = w->rules;
    for (int i = 0; i < rules->routine_count; i++)
        if (rules->routines[i].code >= 0)
            w->roles[rules->routines[i].code].routine = &rules->routines[i];
    for (int k = 0; k < rules->kind_count; k++)
        for (int i = 0; i < rules->kinds[k].clause_count; i++) {
            const struct core_clause *clause = &rules->kinds[k].clauses[i];
            if (clause->kind == CORE_CLAUSE_DO && clause->node >= 0)
                w->roles[clause->node].kept = true;
        }
}

/* Parts have about as many instructions, those that are written. */
static void write_part(struct writer *w) {
    int part = (int)((int64_t)w->written * w->parts / w->all);
    w->written += w->end - w->start;
    if (w->part == part)
        return;
    w->part = part;
    mst_buf_printf(w->out, "#endif\n#if NATIVE_PART == %d\n", w->part);
}

static void write_rule(struct writer *w) {
    write_part(w);
    memset(w->target, 0, (size_t)(w->end - w->start) * sizeof *w->target);
    memset(w->named, 0, MOST_REGISTERS * sizeof *w->named);
    w->low = w->high = 0;
    survey(w);
    write_constants(w);
    mst_buf_printf(w->out, "NATIVE_RULE int64_t f%d(struct core_play *play) {\nBEGIN\n", w->start);
    write_locals(w);
    mst_buf_printf(w->out, "COST(%d, %lld)\n", w->start, (long long)w->code[w->start - 1].w);
    for (int i = w->start; i < w->end; i++)
        write_instruction(w, &w->code[i]);
    mst_buf_puts(w->out, "END\n}\n");
}

/* Write something for each function, or for all rules. */
static void each_rule(struct writer *w, bool all, void (*write)(struct writer *)) {
    for (w->start = 1; w->start < w->rules->code_count; w->start = w->end + 1) {
        w->end = native_end(w->rules, w->start);
        if (all || w->same[w->start] == w->start)
            write(w);
    }
}

static void write_declaration(struct writer *w) {
    w->all += w->end - w->start;
    mst_buf_printf(w->out, "NATIVE_RULE int64_t f%d(struct core_play *play);\n", w->start);
}

/* Does the rule start by native code? Others only return something (N4). */
static bool is_entry(const struct writer *w) {
    return shapes[single((enum core_code_op)w->code[w->start].op)].how != RETURNS;
}

static void write_listed(struct writer *w) {
    if (!is_entry(w))
        return;
    w->numbers[w->start] = w->functions++;
    mst_buf_printf(w->out, "f%d,\n", w->start);
}

static void write_entry(struct writer *w) {
    if (is_entry(w))
        mst_buf_printf(w->out, "{%d, %d},\n", w->start, w->numbers[w->same[w->start]]);
}

/* Less than this is not worth another process. */
enum { PART = 16000 };

int native_write(const struct core_rules *rules, struct mst_buf *out) {
    struct writer w = {.rules = rules, .code = rules->code, .out = out};

    /* Parts are compiled side by side, each with this file and another NATIVE_PART. */
    w.parts = 1 + rules->code_count / PART;
    if (w.parts > NATIVE_MOST_PARTS)
        w.parts = NATIVE_MOST_PARTS;
    assert(w.parts >= 1 && w.parts <= NATIVE_MOST_PARTS);

    /* All lists are allocated before one is checked; those that exist are freed at the end. */
    w.target = mst_alloc((size_t)rules->code_count + 1);
    w.named = mst_alloc(MOST_REGISTERS * sizeof *w.named);
    w.roles = mst_calloc((size_t)rules->code_count + 1, sizeof *w.roles);
    w.same = mst_calloc((size_t)rules->code_count + 1, sizeof *w.same);
    w.numbers = mst_calloc((size_t)rules->code_count + 1, sizeof *w.numbers);
    if (w.roles)
        find_roles(&w);
    if (w.target && w.named && w.roles && w.same && w.numbers &&
        native_find_same(rules, w.roles, w.same)) {
        /* A table that several parts read cannot be static. */
        mst_buf_printf(out, "#define NATIVE_PARTS %d\n#define NATIVE_TABLE%s\n", w.parts,
                       w.parts > 1 ? "" : " static");
        mst_buf_bytes(out, (const char *)native_headers, native_headers_size);
        native_write_tables(rules, out);
        mst_buf_bytes(out, (const char *)native_prelude, native_prelude_size);
        for (int i = 0; i < rules->schema->field_count; i++)
            mst_buf_printf(out, "FIELD(%d)\n", i);

        /* Declarations first, as routines call each other. They also count the instructions, by
         * which write_rule divides the functions among the parts. */
        each_rule(&w, false, write_declaration);
        mst_buf_puts(out, "#if NATIVE_PART == 0\n");
        each_rule(&w, false, write_rule);

        /* Part 0 also has the lists by which the engine finds the functions: each function once,
         * and for each rule the number of its function. */
        mst_buf_puts(out, "#endif\n#if NATIVE_PART == 0\n"
                          "static core_native_code *const native_functions[] = {\n");
        each_rule(&w, false, write_listed);
        mst_buf_puts(out, "0};\nstatic const struct native_entry native_entries[] = {\n");
        each_rule(&w, true, write_entry);
        mst_buf_puts(out, "{0}};\n__attribute__((visibility(\"default"
                          "\"))) const struct native_object native_object = {NATIVE_LAYOUT, "
                          "&native_calls, native_functions, native_entries, "
                          "sizeof native_functions / sizeof *native_functions - 1, "
                          "sizeof native_entries / sizeof *native_entries - 1};\n#endif\n");
    } else {
        out->failed = true;
    }
    mst_free(w.target);
    mst_free(w.named);
    mst_free(w.roles);
    mst_free(w.same);
    mst_free(w.numbers);
    return w.parts;
}
