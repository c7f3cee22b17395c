/* Compilation of numbers and conditions: see code.h. A condition becomes jumps; it becomes a number
 * only if it is stored. A local variable that renames another one, or a constant, needs no code. */
#include "lang/code/code_make.h"
#include "core/code_ops.h"
#include "core/legal.h"

enum {
    MOST_DEPTH = 3000,     /* levels of a tree */
    MOST_CODE = 1 << 21,   /* instructions in all rules of a ruleset */
    MOST_REGISTER = 32000, /* registers of a rule: operands have 16 bits */
};

const char LANG_CODE_NO_MEMORY[] = "out of memory";

void lang_make_fail(struct lang_maker *m, const char *why) {
    if (!m->why)
        m->why = why;
}

bool lang_deeper(struct lang_maker *m) {
    if (++m->depth > MOST_DEPTH)
        lang_make_fail(m, "nested too deeply");
    if (!m->why)
        return true;
    m->depth--;
    return false;
}

/* ---- instructions ---------------------------------------------------------------------------- */

static bool code_make_room(struct lang_maker *m) {
    struct core_rules *rules = m->rules;
    if (rules->code_count == MOST_CODE)
        lang_make_fail(m, "the rules are too large after inlining");
    if (m->why || rules->code_count < rules->code_capacity)
        return !m->why;
    int capacity = rules->code_capacity ? rules->code_capacity * 2 : 256;
    struct core_code *code = mst_realloc(rules->code, (size_t)capacity * sizeof *code);
    if (!code) {
        lang_make_fail(m, LANG_CODE_NO_MEMORY);
        return false;
    }
    rules->code = code;
    rules->code_capacity = capacity;
    return true;
}

struct core_code *lang_code_add(struct lang_maker *m, enum core_code_op op, int a, int b, int c) {
    struct core_code *code =
        code_make_room(m) ? &m->rules->code[m->rules->code_count++] : &m->spare;
    *code = (struct core_code){
        .op = (uint16_t)op, .a = (int16_t)a, .b = (int16_t)b, .c = (int16_t)c, .w = 0};
    return code;
}

void lang_code_add_k(struct lang_maker *m, enum core_code_op op, int a, int b, int c, int k,
                     int more) {
    struct core_code *code = lang_code_add(m, op, a, b, c);
    code->k = k;
    code->m = more;
}

void lang_code_add_w(struct lang_maker *m, enum core_code_op op, int a, int b, int64_t w) {
    lang_code_add(m, op, a, b, 0)->w = w;
}

void lang_code_jump(struct lang_maker *m, enum core_code_op op, int a, int b, int c, int64_t k,
                    struct lang_label *to) {
    int here = m->rules->code_count;
    struct core_code *code = lang_code_add(m, op, a, b, c);
    code->k = (int32_t)k;
    code->m = to->at >= 0 ? to->at - here : to->chain;
    if (to->at < 0 && !m->why)
        to->chain = here;
    if (lang_values_made(m) < to->made)
        to->made = lang_values_made(m);
}

void lang_label_here(struct lang_maker *m, struct lang_label *label) {
    label->at = m->rules->code_count;
    for (int at = label->chain; at >= 0;) {
        struct core_code *jump = &m->rules->code[at];
        int next = jump->m;
        jump->m = label->at - at;
        at = next;
    }
    label->chain = -1;
    m->landed = label->at;
    lang_values_cut(m, label->made);
}

int lang_fresh(struct lang_maker *m, int count) {
    int first = m->top;
    m->top += count;
    if (m->top > MOST_REGISTER) {
        lang_make_fail(m, "too many values in use at once");
        m->top = first;
    }
    core_rules_peak(m->rules, m->top, m->set_top);
    return first;
}

int lang_fresh_set(struct lang_maker *m) {
    if (m->words == 1 || m->routine)
        return lang_fresh(m, m->words);
    if ((m->set_top + 1) * m->words > MOST_REGISTER)
        lang_make_fail(m, "too many sets in use at once");
    else
        m->set_top++;
    core_rules_peak(m->rules, m->top, m->set_top);
    return core_set_register(m->set_top - 1, m->words);
}

/* ---- operands -------------------------------------------------------------------------------- */

bool lang_known(const struct lang_maker *m, int node, int64_t *value) {
    const struct core_node *n = lang_maker_node(m, node);
    if (n->op == LANG_OP_CONST)
        *value = n->k;
    else if (n->op == LANG_OP_VAR && m->vars[n->a].constant)
        *value = m->vars[n->a].k;
    else
        return false;
    return true;
}

/* A constant that fits into an instruction. */
static bool small(const struct lang_maker *m, int node, int64_t *value) {
    return lang_known(m, node, value) && *value > INT32_MIN && *value < INT32_MAX;
}

int lang_make_operand(struct lang_maker *m, int node) {
    const struct core_node *n = lang_maker_node(m, node);
    if (n->op == LANG_OP_VAR && !m->vars[n->a].constant)
        return m->vars[n->a].reg;
    int to = lang_fresh(m, 1);
    lang_make_int(m, node, to);
    return lang_value_known(m, to);
}

int lang_make_list(struct lang_maker *m, int item, int *count) {
    *count = 0;
    for (int i = item; i >= 0; i = lang_maker_node(m, i)->b)
        ++*count;
    int first = lang_fresh(m, *count), at = first;
    for (int i = item; i >= 0; i = lang_maker_node(m, i)->b) {
        int top = m->top;
        lang_make_int(m, lang_maker_node(m, i)->a, at++);
        m->top = top;
    }
    return first;
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* The slot first + stride * entity, where node `of` is the entity. The value is `absent` for an
 * entity outside 0 .. count-1. */
static void make_fact(struct lang_maker *m, int of, int first, int stride, int count, int absent,
                      int to) {
    const struct core_node *n = lang_maker_node(m, of);
    bool none = absent == MST_NONE;
    int64_t entity;
    if (lang_known(m, of, &entity)) {
        if (entity < 0 || entity >= count)
            lang_code_add_w(m, CORE_CODE_K, to, 0, absent);
        else
            lang_code_add_k(m, CORE_CODE_SLOT, to, 0, 0, first + (int)entity * stride, 0);
    } else if (n->op == LANG_OP_TOP && count == m->schema->pieces &&
               !lang_known(m, n->a, &entity)) {
        lang_code_add_k(m, none ? CORE_CODE_TOP_FACT_OR_NONE : CORE_CODE_TOP_FACT, to,
                        lang_make_operand(m, n->a), stride, first, m->schema->places);
    } else {
        lang_code_add_k(m, none ? CORE_CODE_FACT_OR_NONE : CORE_CODE_FACT, to,
                        lang_make_operand(m, of), stride, first, count);
    }
}

static void make_piece(struct lang_maker *m, int of, int datum, int absent, int to) {
    make_fact(m, of, m->schema->piece_first + datum, m->schema->piece_stride, m->schema->pieces,
              absent, to);
}

static void make_field(struct lang_maker *m, const struct core_node *n, int to) {
    const struct core_field *field = &m->schema->fields[n->b];
    make_fact(m, n->a, field->first, field->stride, core_field_entities(m->schema, field),
              n->c > 0 ? MST_NONE : 0, to);
}

static void make_top(struct lang_maker *m, int place, int to) {
    int64_t known;
    if (!lang_known(m, place, &known))
        lang_code_add_k(m, CORE_CODE_TOP, to, lang_make_operand(m, place), 0, 0, m->schema->places);
    else if (known < 0 || known >= m->schema->places)
        lang_code_add_w(m, CORE_CODE_K, to, 0, MST_NONE);
    else
        lang_code_add_k(m, CORE_CODE_SLOT, to, 0, 0, core_slot_top(m->schema, (int)known), 0);
}

/* count(place): the level of its top piece. */
static void make_count(struct lang_maker *m, int place, int to) {
    int first = m->schema->piece_first + CORE_PIECE_LEVEL, stride = m->schema->piece_stride;
    int64_t known;
    if (!lang_known(m, place, &known)) {
        lang_code_add_k(m, CORE_CODE_TOP_FACT, to, lang_make_operand(m, place), stride, first,
                        m->schema->places);
        return;
    }
    int top = lang_fresh(m, 1);
    make_top(m, place, top);
    lang_code_add_k(m, CORE_CODE_FACT, to, top, stride, first, m->schema->pieces);
}

/* place(piece), or the place of a container (b): that of seat `a`, or the only one. */
static void make_place(struct lang_maker *m, const struct core_node *n, int to) {
    int64_t seat = 0;
    if (n->b < 0) {
        make_piece(m, n->a, CORE_PIECE_PLACE, MST_NONE, to);
        return;
    }
    int place = m->schema->containers[n->b].place;
    if (n->a >= 0 && !lang_known(m, n->a, &seat))
        lang_code_add_k(m, CORE_CODE_CONTAINER, to, lang_make_operand(m, n->a), 0, place,
                        m->schema->seats);
    else
        lang_code_add_w(m, CORE_CODE_K, to, 0,
                        seat < 0 || seat >= m->schema->seats ? MST_NONE : place + seat);
}

static void make_step(struct lang_maker *m, const struct core_node *n, int to) {
    int64_t direction;
    int zone = lang_make_operand(m, n->a);
    if (!lang_known(m, n->b, &direction))
        lang_code_add(m, CORE_CODE_STEP, to, zone, lang_make_operand(m, n->b));
    else if (direction < 0 || direction >= m->schema->board->directions)
        lang_code_add_w(m, CORE_CODE_K, to, 0, MST_NONE);
    else
        lang_code_add_k(m, CORE_CODE_STEP_K, to, zone, 0, (int)direction, m->schema->board->zones);
}

static void make_arg(struct lang_maker *m, const struct core_node *n, int to) {
    int64_t index;
    if (lang_known(m, n->a, &index) && index >= 1 && index <= CORE_FRAME_ARGS)
        lang_code_add_k(m, CORE_CODE_ARG_K, to, 0, 0, (int)index, 0);
    else
        lang_code_add(m, CORE_CODE_ARG, to, lang_make_operand(m, n->a), 0);
}

static void make_table(struct lang_maker *m, const struct core_node *n, int to) {
    const struct core_table *table = &m->rules->tables[n->b];
    int64_t index;
    if (lang_known(m, n->a, &index))
        lang_code_add_w(m, CORE_CODE_K, to, 0, core_table_value(table, index));
    else
        lang_code_add_k(m, CORE_CODE_TABLE, to, lang_make_operand(m, n->a), 0, n->b, 0);
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

static void make_sum(struct lang_maker *m, const struct core_node *n, int to) {
    int64_t k;
    bool add = n->op == LANG_OP_ADD;
    if (lang_known(m, n->b, &k)) {
        lang_code_add_w(m, CORE_CODE_ADD_K, to, lang_make_operand(m, n->a),
                        add ? k : (int64_t)(0 - (uint64_t)k));
    } else if (lang_known(m, n->a, &k)) {
        lang_code_add_w(m, add ? CORE_CODE_ADD_K : CORE_CODE_FROM_K, to, lang_make_operand(m, n->b),
                        k);
    } else {
        int left = lang_make_operand(m, n->a);
        lang_code_add(m, add ? CORE_CODE_ADD : CORE_CODE_SUB, to, left, lang_make_operand(m, n->b));
    }
}

static void make_pair(struct lang_maker *m, enum core_code_op op, const struct core_node *n,
                      int to) {
    int left = lang_make_operand(m, n->a);
    lang_code_add(m, op, to, left, lang_make_operand(m, n->b));
}

/* A number of two others, of which one may be a constant; the order does not matter. */
static void make_either(struct lang_maker *m, enum core_code_op op, enum core_code_op op_k,
                        const struct core_node *n, int to) {
    int64_t k;
    if (lang_known(m, n->b, &k))
        lang_code_add_w(m, op_k, to, lang_make_operand(m, n->a), k);
    else if (lang_known(m, n->a, &k))
        lang_code_add_w(m, op_k, to, lang_make_operand(m, n->b), k);
    else
        make_pair(m, op, n, to);
}

static void make_bound(struct lang_maker *m, const struct core_node *n, int to) {
    if (n->op == LANG_OP_MIN)
        make_either(m, CORE_CODE_MIN, CORE_CODE_MIN_K, n, to);
    else
        make_either(m, CORE_CODE_MAX, CORE_CODE_MAX_K, n, to);
}

/* The bits of numbers: a word is a set of bits, too. */
static void make_bits(struct lang_maker *m, const struct core_node *n, int to) {
    if (n->op == LANG_OP_BIT_AND)
        make_either(m, CORE_CODE_MEET, CORE_CODE_MEET_K, n, to);
    else
        make_either(m, CORE_CODE_UNION, CORE_CODE_UNION_K, n, to);
}

static void make_one(struct lang_maker *m, enum core_code_op op, const struct core_node *n,
                     int to) {
    lang_code_add_k(m, op, to, lang_make_operand(m, n->a), 0, 0, 0);
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* Jump if a == b (or, unless `equal`, if a ~= b). */
static void if_equal(struct lang_maker *m, int a, int b, bool equal, struct lang_label *to) {
    const struct core_node *left = lang_maker_node(m, a), *right = lang_maker_node(m, b);
    uint64_t word;
    int64_t k;
    if (lang_known(m, a, &k)) {
        int swap = a;
        a = b;
        b = swap;
        left = lang_maker_node(m, a);
        right = lang_maker_node(m, b);
    }
    if (small(m, b, &k)) {
        /* first() == nil or a size of 0: test the word itself */
        bool word_asked = m->words == 1 && ((left->op == LANG_OP_FIRST && k == MST_NONE) ||
                                            (left->op == LANG_OP_SIZE && k == 0));
        if (word_asked && !lang_known_set(m, left->a, &word))
            lang_code_jump(m, equal ? CORE_CODE_IF_EQ_K : CORE_CODE_IF_NE_K, 0,
                           lang_make_set_operand(m, left->a), 0, 0, to);
        else if (left->op == LANG_OP_SLOT && left->a <= INT16_MAX)
            lang_code_jump(m, equal ? CORE_CODE_IF_SLOT_EQ_K : CORE_CODE_IF_SLOT_NE_K, 0, 0,
                           left->a, k, to);
        else
            lang_code_jump(m, equal ? CORE_CODE_IF_EQ_K : CORE_CODE_IF_NE_K, 0,
                           lang_make_operand(m, a), 0, k, to);
        return;
    }
    if (left->op == LANG_OP_SLOT && right->op != LANG_OP_SLOT) {
        int swap = a;
        a = b;
        b = swap;
        right = lang_maker_node(m, b);
    }
    int reg = lang_make_operand(m, a);
    if (right->op == LANG_OP_SLOT)
        lang_code_jump(m, equal ? CORE_CODE_IF_EQ_SLOT : CORE_CODE_IF_NE_SLOT, 0, reg, 0, right->a,
                       to);
    else
        lang_code_jump(m, equal ? CORE_CODE_IF_EQ : CORE_CODE_IF_NE, 0, reg,
                       lang_make_operand(m, b), 0, to);
}

/* Jump if a < k, or (unless `less`) if a >= k. */
static void if_less_k(struct lang_maker *m, int a, int64_t k, bool less, struct lang_label *to) {
    const struct core_node *left = lang_maker_node(m, a);
    if (left->op == LANG_OP_SLOT && left->a <= INT16_MAX)
        lang_code_jump(m, less ? CORE_CODE_IF_SLOT_LT_K : CORE_CODE_IF_SLOT_GE_K, 0, 0, left->a, k,
                       to);
    else
        lang_code_jump(m, less ? CORE_CODE_IF_LT_K : CORE_CODE_IF_GE_K, 0, lang_make_operand(m, a),
                       0, k, to);
}

/* Jump if a < b (`or_equal`: a <= b). */
static void if_less(struct lang_maker *m, int a, int b, bool or_equal, struct lang_label *to) {
    int64_t k;
    if (small(m, b, &k)) {
        if_less_k(m, a, k + or_equal, true, to);
    } else if (small(m, a, &k)) {
        if_less_k(m, b, k + !or_equal, false, to);
    } else {
        int left = lang_make_operand(m, a);
        lang_code_jump(m, or_equal ? CORE_CODE_IF_LE : CORE_CODE_IF_LT, 0, left,
                       lang_make_operand(m, b), 0, to);
    }
}

/* `and` and `or`; `sense` is the truth for which the right side alone decides. */
static void if_both(struct lang_maker *m, const struct core_node *n, bool sense,
                    struct lang_label *to) {
    bool either = n->op == LANG_OP_OR;
    if (sense == either) { /* each side has its own jump */
        lang_make_if(m, n->a, sense, to);
        lang_make_if(m, n->b, sense, to);
        return;
    }
    struct lang_label skip = LANG_LABEL;
    lang_make_if(m, n->a, !sense, &skip);
    lang_make_if(m, n->b, sense, to);
    lang_label_here(m, &skip);
}

static void if_if(struct lang_maker *m, const struct core_node *n, bool sense,
                  struct lang_label *to) {
    struct lang_label other = LANG_LABEL, end = LANG_LABEL;
    lang_make_if(m, n->a, false, &other);
    lang_make_if(m, n->b, sense, to);
    lang_code_jump(m, CORE_CODE_JUMP, 0, 0, 0, 0, &end);
    lang_label_here(m, &other);
    lang_make_if(m, n->c, sense, to);
    lang_label_here(m, &end);
}

/* `some` and `every`: the loop ends at the first decisive element. */
static void if_any(struct lang_maker *m, const struct core_node *n, bool sense,
                   struct lang_label *to) {
    bool some = n->op == LANG_OP_SOME;
    struct lang_loop loop;
    struct lang_label decided = LANG_LABEL;
    lang_loop_open(m, &loop, n->a, n->b);
    lang_make_if(m, n->c, some, sense == some ? to : &decided);
    lang_loop_close(m, &loop);
    if (sense != some)
        lang_code_jump(m, CORE_CODE_JUMP, 0, 0, 0, 0, to);
    lang_label_here(m, &decided);
}

void lang_make_if(struct lang_maker *m, int node, bool sense, struct lang_label *to) {
    const struct core_node *n = lang_maker_node(m, node);
    int top = m->top, set_top = m->set_top;
    int64_t k;
    if (!lang_deeper(m))
        return;

    /* A condition is jumps alone: `sense` turns it round instead of an instruction for `not`. */
    switch ((enum lang_op)n->op) {
    case LANG_OP_NOT: lang_make_if(m, n->a, !sense, to); break;
    case LANG_OP_AND:
    case LANG_OP_OR: if_both(m, n, sense, to); break;
    case LANG_OP_IF: if_if(m, n, sense, to); break;
    case LANG_OP_EQ: if_equal(m, n->a, n->b, sense, to); break;
    case LANG_OP_NE: if_equal(m, n->a, n->b, !sense, to); break;
    case LANG_OP_LT: /* not a < b is b <= a: operands are numbers, which are always in order */
        if (sense)
            if_less(m, n->a, n->b, false, to);
        else
            if_less(m, n->b, n->a, true, to);
        break;
    case LANG_OP_LE:
        if (sense)
            if_less(m, n->a, n->b, true, to);
        else
            if_less(m, n->b, n->a, false, to);
        break;
    case LANG_OP_IN: lang_make_in(m, n, sense, to); break;
    case LANG_OP_SOME:
    case LANG_OP_EVERY: if_any(m, n, sense, to); break;
    case LANG_OP_AFTER:
        lang_make_before(m, n);
        lang_make_if(m, n->b, sense, to);
        break;
    default:
        if (!lang_known(m, node, &k))
            lang_code_jump(m, sense ? CORE_CODE_IF_NE_K : CORE_CODE_IF_EQ_K, 0,
                           lang_make_operand(m, node), 0, 0, to);
        else if ((k != 0) == sense) /* known: the jump is sure, or there is none */
            lang_code_jump(m, CORE_CODE_JUMP, 0, 0, 0, 0, to);
    }

    /* The temporaries of the condition are free again. */
    m->depth--;
    m->top = top;
    m->set_top = set_top;
}

/* The truth of a condition as a number. The condition may read the old value of `to`, so `to` is
 * written last. */
static void make_truth(struct lang_maker *m, int node, int to) {
    struct lang_label end = LANG_LABEL, other = LANG_LABEL;
    if (to >= 0 && to < m->locals) {
        lang_make_if(m, node, false, &other);
        lang_code_add_w(m, CORE_CODE_K, to, 0, 1);
        lang_code_jump(m, CORE_CODE_JUMP, 0, 0, 0, 0, &end);
        lang_label_here(m, &other);
        lang_code_add_w(m, CORE_CODE_K, to, 0, 0);
        lang_label_here(m, &end);
        return;
    }
    lang_code_add_w(m, CORE_CODE_K, to, 0, 1);
    lang_make_if(m, node, true, &end);
    lang_code_add_w(m, CORE_CODE_K, to, 0, 0);
    lang_label_here(m, &end);
}

static void make_choice(struct lang_maker *m, const struct core_node *n, int to) {
    struct lang_label other = LANG_LABEL, end = LANG_LABEL;
    lang_make_if(m, n->a, false, &other);
    lang_make_int(m, n->b, to);
    lang_code_jump(m, CORE_CODE_JUMP, 0, 0, 0, 0, &end);
    lang_label_here(m, &other);
    lang_make_int(m, n->c, to);
    lang_label_here(m, &end);
}

void lang_make_let(struct lang_maker *m, const struct core_node *let) {
    const struct core_node *value = lang_maker_node(m, let->b);
    struct lang_alias *alias = &m->vars[let->a];
    int own = lang_own(m, let->a);
    if (value->op == LANG_OP_VAR && !let->k && !m->vars[value->a].stored) {
        *alias = m->vars[value->a];
    } else if (value->op == LANG_OP_CONST && !let->k) {
        *alias = (struct lang_alias){.constant = true, .k = value->k};
    } else {
        int to = lang_let_register(m, own, let->k != 0);
        lang_make_int(m, let->b, to);
        *alias = (struct lang_alias){.stored = let->k != 0,
                                     .reg = let->k ? to : lang_value_known(m, to)};
    }
}

/* ---- numbers --------------------------------------------------------------------------------- */

static void make_call(struct lang_maker *m, const struct core_node *n, int to) {
    int count, first = lang_make_list(m, n->b, &count);
    lang_code_add_k(m, CORE_CODE_CALL, to, first, count, n->a, 1);
}

static void make_primitive(struct lang_maker *m, const struct core_node *n, int to) {
    int count, first = lang_make_list(m, n->b, &count);
    lang_code_add_k(m, CORE_CODE_PRIMITIVE, to, first, count, n->a, 0);
}

/* size and first */
static void make_measure(struct lang_maker *m, const struct core_node *n, int to) {
    bool size = n->op == LANG_OP_SIZE;
    enum core_code_op op = m->words == 1 ? size ? CORE_CODE_SIZE : CORE_CODE_FIRST
                           : size        ? CORE_CODE_LARGE_SIZE
                                         : CORE_CODE_LARGE_FIRST;
    lang_code_add(m, op, to, lang_make_set_operand(m, n->a), 0);
}

static void make_secret(struct lang_maker *m, const struct core_node *n, int to) {
    lang_code_add_k(m, CORE_CODE_SECRET, to, lang_make_operand(m, n->a), 0, n->b,
                    core_field_entities(m->schema, &m->schema->fields[n->b]));
}

static void make_datum(struct lang_maker *m, const struct core_node *n, int to) {
    /* X1: each of these is total. Reading through nothing has a result, as part of the instruction.
     */
    switch ((enum lang_op)n->op) {
    case LANG_OP_FIELD: make_field(m, n, to); break;
    case LANG_OP_SECRET: make_secret(m, n, to); break;
    case LANG_OP_KNOWN: make_one(m, CORE_CODE_KNOWN, n, to); break;
    case LANG_OP_TOP: make_top(m, n->a, to); break;
    case LANG_OP_BELOW: make_piece(m, n->a, CORE_PIECE_BELOW, MST_NONE, to); break;
    case LANG_OP_LEVEL: make_piece(m, n->a, CORE_PIECE_LEVEL, 0, to); break;
    case LANG_OP_OWNER: make_piece(m, n->a, CORE_PIECE_OWNER, MST_NONE, to); break;
    case LANG_OP_PLACE: make_place(m, n, to); break;
    case LANG_OP_TYPE: make_one(m, CORE_CODE_TYPE, n, to); break;
    case LANG_OP_COUNT: make_count(m, n->a, to); break;
    case LANG_OP_STEP: make_step(m, n, to); break;
    case LANG_OP_COLUMN: make_one(m, CORE_CODE_COLUMN, n, to); break;
    case LANG_OP_ROW: make_one(m, CORE_CODE_ROW, n, to); break;
    case LANG_OP_PIECE_AT: make_pair(m, CORE_CODE_PIECE_AT, n, to); break;
    case LANG_OP_AT: make_pair(m, CORE_CODE_AT, n, to); break;
    case LANG_OP_ARG: make_arg(m, n, to); break;
    case LANG_OP_TABLE: make_table(m, n, to); break;
    case LANG_OP_SIZE:
    case LANG_OP_FIRST: make_measure(m, n, to); break;
    case LANG_OP_KEY: lang_code_add(m, CORE_CODE_KEY, to, 0, 0); break;
    case LANG_OP_SEEN: make_one(m, CORE_CODE_SEEN, n, to); break;
    default: lang_make_fail(m, "this has no value"); break;
    }
}

void lang_make_int(struct lang_maker *m, int node, int to) {
    const struct core_node *n = lang_maker_node(m, node);
    int top = m->top, set_top = m->set_top, start = m->rules->code_count;
    int made = lang_values_made(m);
    int64_t k;
    if (!lang_deeper(m))
        return;

    /* The operands go to temporaries above `top`; only the last instruction writes to `to`. */
    switch ((enum lang_op)n->op) {
    case LANG_OP_CONST:
    case LANG_OP_VAR:
        if (lang_known(m, node, &k))
            lang_code_add_w(m, CORE_CODE_K, to, 0, k);
        else if (m->vars[n->a].reg != to)
            lang_code_add(m, CORE_CODE_MOVE, to, m->vars[n->a].reg, 0);
        break;
    case LANG_OP_SLOT: lang_code_add_k(m, CORE_CODE_SLOT, to, 0, 0, n->a, 0); break;
    case LANG_OP_BY_SEAT: lang_code_add_w(m, CORE_CODE_BY_SEAT, to, 0, n->k); break;
    case LANG_OP_NEGATE: make_one(m, CORE_CODE_NEGATE, n, to); break;
    case LANG_OP_ABS: make_one(m, CORE_CODE_ABS, n, to); break;
    case LANG_OP_ADD:
    case LANG_OP_SUB: make_sum(m, n, to); break;
    case LANG_OP_MUL: make_pair(m, CORE_CODE_MUL, n, to); break;
    case LANG_OP_DIV: make_pair(m, CORE_CODE_DIV, n, to); break;
    case LANG_OP_MOD: make_pair(m, CORE_CODE_MOD, n, to); break;
    case LANG_OP_MIN:
    case LANG_OP_MAX: make_bound(m, n, to); break;
    case LANG_OP_BIT_AND:
    case LANG_OP_BIT_OR: make_bits(m, n, to); break;
    case LANG_OP_EQ:
    case LANG_OP_NE:
    case LANG_OP_LT:
    case LANG_OP_LE:
    case LANG_OP_AND:
    case LANG_OP_OR:
    case LANG_OP_NOT:
    case LANG_OP_IN:
    case LANG_OP_SOME:
    case LANG_OP_EVERY: make_truth(m, node, to); break;
    case LANG_OP_IF: make_choice(m, n, to); break;
    case LANG_OP_AFTER:
        lang_make_before(m, n);
        lang_make_int(m, n->b, to);
        break;
    case LANG_OP_INVOKE: lang_make_invoke(m, n, to); break;
    case LANG_OP_DIV_STRICT:
    case LANG_OP_MOD_STRICT: lang_make_strict(m, n, to); break;
    case LANG_OP_ME: lang_code_add(m, CORE_CODE_ME, to, 0, 0); break;
    case LANG_OP_CERTAIN:
        lang_code_add_k(m, CORE_CODE_CERTAIN, to, lang_make_operand(m, n->a), 0, (int)n->k, 0);
        break;
    case LANG_OP_SHARED: /* made first: whether sharing pays depends on the length of its code */
        lang_make_int(m, n->a, to);
        lang_share(m, n, start, made, to);
        break;
    case LANG_OP_SUM:
    case LANG_OP_TALLY:
    case LANG_OP_PICK: lang_make_gathering(m, n, to); break;
    case LANG_OP_PRIMITIVE: make_primitive(m, n, to); break;
    case LANG_OP_CALL: make_call(m, n, to); break;
    default: make_datum(m, n, to); break;
    }

    m->depth--;
    m->top = top;
    m->set_top = set_top;
}
