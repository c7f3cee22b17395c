/* Compilation of whole rules: their return, and queries on the code of a rule. See code.h. */
#include "lang/code/code_make.h"
#include "lang/code/uses.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* End with the value of a node, without a register if possible. */
void lang_make_return(struct lang_maker *m, int node) {
    const struct core_node *n = lang_maker_node(m, node);
    struct lang_label other = LANG_LABEL;
    int64_t k;
    if (!lang_deeper(m))
        return;

    /* Branches return by themselves: a jump to a common return would cost an instruction. */
    if (lang_known(m, node, &k)) {
        lang_code_add_w(m, CORE_CODE_RETURN_K, 0, 0, k);
    } else if (n->op == LANG_OP_SLOT) {
        lang_code_add_k(m, CORE_CODE_RETURN_SLOT, 0, 0, 0, n->a, 0);
    } else if (n->op == LANG_OP_BY_SEAT) {
        lang_code_add_w(m, CORE_CODE_RETURN_BY_SEAT, 0, 0, n->k);
    } else if (n->op == LANG_OP_IF) {
        lang_make_if(m, n->a, false, &other);
        lang_make_return(m, n->b);
        lang_label_here(m, &other);
        lang_make_return(m, n->c);
    } else if (n->op == LANG_OP_INVOKE && lang_make_return_invoked(m, n)) {
        (void)0; /* done */
    } else if (n->op == LANG_OP_AFTER) {
        lang_make_before(m, n);
        lang_make_return(m, n->b);
    } else if ((n->op >= LANG_OP_EQ && n->op <= LANG_OP_NOT) || n->op == LANG_OP_IN ||
               n->op == LANG_OP_SOME || n->op == LANG_OP_EVERY) {
        lang_make_if(m, node, false, &other);
        lang_code_add_w(m, CORE_CODE_RETURN_K, 0, 0, 1);
        lang_label_here(m, &other);
        lang_code_add_w(m, CORE_CODE_RETURN_K, 0, 0, 0);
    } else {
        lang_code_add(m, CORE_CODE_RETURN, lang_make_operand(m, node), 0, 0);
    }
    m->depth--;
}

void lang_make_return_set(struct lang_maker *m, int node) {
    uint64_t word;
    if (lang_known_set(m, node, &word)) {
        lang_code_add_w(m, CORE_CODE_RETURN_K, 0, 0, (int64_t)word);
        return;
    }
    int set = lang_make_set_operand(m, node);
    lang_code_add(m, m->words > 1 ? CORE_CODE_RETURN_SET : CORE_CODE_RETURN, set, 0, 0);
}

/* Make every local variable its own register again. */
void lang_maker_forget(struct lang_maker *m, int vars, int sets) {
    for (int i = 0; i < vars; i++)
        m->vars[i] = (struct lang_alias){.reg = lang_own(m, i)};
    for (int i = 0; i < sets; i++)
        m->sets[i] = (struct lang_alias){.reg = lang_own_set(m, i)};
}

void lang_maker_init(struct lang_maker *m, struct core_rules *rules, int vars, int sets) {
    memset(m, 0,
           offsetof(struct lang_maker, vars)); /* those are set below, as far as they are used */
    m->rules = rules;
    m->schema = rules->schema;
    m->words = rules->schema->board->words;
    m->top = m->locals = vars;
    m->set_top = sets;

    /* W1: each piece begins with its COST, which lang_maker_end fills in. */
    lang_lines_begin(m);
    lang_code_add(m, CORE_CODE_COST, 0, 0, 0);
    if (vars > CORE_MOST_VARS || sets > CORE_MOST_SETS)
        lang_make_fail(m, "too many local names");
    else
        lang_maker_forget(m, vars, sets);
    core_rules_peak(rules, vars, sets);
}

enum { CODE_OF_UNIT = 8 }; /* instructions that cost a unit of work */

/* How many others an instruction is worth, beside what it charges while it runs. */
static int weight_of(enum core_code_op op) {
    switch (op) {
    case CORE_CODE_SET_GAME:
    case CORE_CODE_SET_FIELD: return 2 * CODE_OF_UNIT;
    case CORE_CODE_SET_OWNER:
    case CORE_CODE_PUT:
    case CORE_CODE_INSERT:
    case CORE_CODE_CARRY:
    case CORE_CODE_GO:
    case CORE_CODE_PUSH:
    case CORE_CODE_POP:
    case CORE_CODE_REMEMBER: return 4 * CODE_OF_UNIT;
    default: return 1;
    }
}

static int64_t cost_of(const struct core_code *code, const struct core_code *end) {
    int64_t weight = CODE_OF_UNIT; /* at least one unit, however short */
    for (; code < end; code++)
        weight += weight_of((enum core_code_op)code->op);
    return weight / CODE_OF_UNIT;
}

static int16_t cost_of_turn(const struct core_code *code, const struct core_code *end) {
    int64_t cost = cost_of(code, end);
    return cost < INT16_MAX ? (int16_t)cost : INT16_MAX;
}

/* Set the cost of every iteration: an instruction that jumps back, or the TURN that it jumps to. */
static void cost_loops(struct core_code *code, const struct core_code *end) {
    for (; code < end; code++)
        switch ((enum core_code_op)code->op) {
        case CORE_CODE_RANGE: code->c = 1; break;
        case CORE_CODE_NEXT_ZONE:
        case CORE_CODE_NEXT_ZONE_LARGE:
        case CORE_CODE_NEXT_NUMBER:
        case CORE_CODE_NEXT_PIECE:
        case CORE_CODE_NEXT_CHOSEN: code->c = cost_of_turn(code + code->m, code); break;
        case CORE_CODE_JUMP:
            if (code->m < 0) { /* `while` */
                assert(code[code->m].op == CORE_CODE_TURN);
                code[code->m].c = cost_of_turn(code + code->m, code);
            }
            break;
        default: break;
        }
}

/* Returns the start of the code. On failure removes the code and sets *why. */
int lang_maker_end(struct lang_maker *m, int begin, const char **why) {
    struct core_code *code = m->rules->code + begin;

    /* Costs are counted at the end, when all jumps have their targets. */
    if (!m->why) {
        const struct core_code *end = m->rules->code + m->rules->code_count;
        code->w = cost_of(code, end);
        cost_loops(code, end);
        return begin + 1;
    }

    /* Half a rule must not stay: the verifier would read it as a piece. */
    *why = m->why;
    m->rules->code_count = begin;
    lang_lines_cut(m->rules, begin);
    return -1;
}

int lang_code_make(struct core_rules *rules, int node, bool effects, int vars, int sets,
                   const char **why) {
    struct lang_maker m;
    int begin = rules->code_count;
    lang_maker_init(&m, rules, vars, sets);

    /* Effects return 1, so that a failure, which returns 0, can be seen by the value. */
    if (effects) {
        lang_make_effects(&m, node);
        lang_code_add_w(&m, CORE_CODE_RETURN_K, 0, 0, 1);
    } else if (rules->nodes[node].is_set) {
        lang_make_return_set(&m, node);
    } else {
        lang_make_return(&m, node);
    }

    /* The tree is kept for fusing. At `begin` is the COST; the rule starts behind it. */
    struct core_root *root =
        m.why ? NULL : core_rules_grow(&rules->roots, &rules->root_count, sizeof *root);
    if (root)
        *root = (struct core_root){begin + 1, node, vars, sets};
    else
        lang_make_fail(&m, LANG_CODE_NO_MEMORY);
    return lang_maker_end(&m, begin, why);
}

const struct core_root *lang_root_of(const struct core_rules *rules, int code) {
    int low = 0, high = rules->root_count;
    while (high - low > 1) { /* roots are in the order of their code */
        int middle = (low + high) / 2;
        if (rules->roots[middle].code <= code)
            low = middle;
        else
            high = middle;
    }
    return &rules->roots[low];
}

bool lang_code_by_seat(const struct core_rules *rules, int start, int seat, int64_t *value) {
    const struct core_code *code = &rules->code[start];

    /* Only a rule of one instruction: anything else may depend on more than the seat. */
    if (code->op == CORE_CODE_RETURN_K)
        *value = code->w;
    else if (code->op == CORE_CODE_RETURN_BY_SEAT)
        *value = core_by_seat(code->w, seat);
    else if (code->op == CORE_CODE_RETURN_SLOT && code->k == CORE_SLOT_TO_MOVE)
        *value = seat;
    else
        return false;
    return true;
}

/* Is it a loop over numbers that lists a run for each: RANGE, PARAM, a run, NEXT_NUMBER? */
static bool is_range_of_yields(const struct core_code *at, const struct core_code *end) {
    return at + 3 < end && at->op == CORE_CODE_RANGE && at->m == 4 && at[1].op == CORE_CODE_PARAM &&
           at[1].c == at->a && at[2].b == at[1].a &&
           (at[2].op == CORE_CODE_YIELD || at[2].op == CORE_CODE_YIELD_FIXED);
}

/* By instruction: the first pair that it begins; by pair: the next one that begins so; or 0. */
struct pairs {
    uint8_t first[CORE_CODE_COUNT], next[CORE_CODE_COUNT];
};

static void find_pairs(struct pairs *pairs) {
    memset(pairs, 0, sizeof *pairs);

    /* From the end, so that each list has the order of the table. */
    for (int op = CORE_CODE_COUNT - 1; op > 0; op--) {
        int first = lang_code_rows[op].first;
        if (!first || op == CORE_CODE_RANGE_OF_YIELDS)
            continue;
        pairs->next[op] = pairs->first[first];
        pairs->first[first] = (uint8_t)op;
    }
}

void lang_code_pair(struct core_rules *rules) {
    const struct core_code *end = rules->code + rules->code_count;
    struct pairs pairs;
    find_pairs(&pairs);

    /* The second instruction keeps its place and is skipped, so no jump has to be moved; one that
     * leads to it still finds it. */
    for (struct core_code *at = rules->code; at + 1 < end; at++) {
        int pair = pairs.first[at->op];
        if (at->op == CORE_CODE_RANGE && is_range_of_yields(at, end))
            at->op = CORE_CODE_RANGE_OF_YIELDS;
        while (pair && !(at[1].op == lang_code_rows[pair].next && at[1].b == at->a))
            pair = pairs.next[pair];
        if (pair)
            at->op = (uint16_t)pair;
    }
}
