/* Compilation of whole rules: their return, and queries on the code of a rule. See code.h. */
#include "lang/code/code_make.h"
#include "lang/code/uses.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* End with the value of a node, without a register if possible. */
void mst_make_return(struct mst_maker *m, int node) {
    const struct mst_node *n = mst_maker_node(m, node);
    struct mst_label other = MST_LABEL;
    int64_t k;
    if (!mst_deeper(m))
        return;
    if (mst_known(m, node, &k)) {
        mst_code_add_w(m, MST_CODE_RETURN_K, 0, 0, k);
    } else if (n->op == MST_OP_SLOT) {
        mst_code_add_k(m, MST_CODE_RETURN_SLOT, 0, 0, 0, n->a, 0);
    } else if (n->op == MST_OP_BY_SEAT) {
        mst_code_add_w(m, MST_CODE_RETURN_BY_SEAT, 0, 0, n->k);
    } else if (n->op == MST_OP_IF) {
        mst_make_if(m, n->a, false, &other);
        mst_make_return(m, n->b);
        mst_label_here(m, &other);
        mst_make_return(m, n->c);
    } else if (n->op == MST_OP_INVOKE && mst_make_return_invoked(m, n)) {
        (void)0; /* done */
    } else if (n->op == MST_OP_AFTER) {
        mst_make_before(m, n);
        mst_make_return(m, n->b);
    } else if ((n->op >= MST_OP_EQ && n->op <= MST_OP_NOT) || n->op == MST_OP_IN ||
               n->op == MST_OP_SOME || n->op == MST_OP_EVERY) {
        mst_make_if(m, node, false, &other);
        mst_code_add_w(m, MST_CODE_RETURN_K, 0, 0, 1);
        mst_label_here(m, &other);
        mst_code_add_w(m, MST_CODE_RETURN_K, 0, 0, 0);
    } else {
        mst_code_add(m, MST_CODE_RETURN, mst_make_operand(m, node), 0, 0);
    }
    m->depth--;
}

void mst_make_return_set(struct mst_maker *m, int node) {
    uint64_t word;
    if (mst_known_set(m, node, &word)) {
        mst_code_add_w(m, MST_CODE_RETURN_K, 0, 0, (int64_t)word);
        return;
    }
    int set = mst_make_set_operand(m, node);
    mst_code_add(m, m->words > 1 ? MST_CODE_RETURN_SET : MST_CODE_RETURN, set, 0, 0);
}

/* Make every local variable its own register again. */
void mst_maker_forget(struct mst_maker *m, int vars, int sets) {
    for (int i = 0; i < vars; i++)
        m->vars[i] = (struct mst_alias){.reg = mst_own(m, i)};
    for (int i = 0; i < sets; i++)
        m->sets[i] = (struct mst_alias){.reg = mst_own_set(m, i)};
}

void mst_maker_init(struct mst_maker *m, struct mst_rules *rules, int vars, int sets) {
    memset(m, 0, offsetof(struct mst_maker, vars));
    m->rules = rules;
    m->schema = rules->schema;
    m->words = rules->schema->board->words;
    m->top = m->locals = vars;
    m->set_top = sets;
    mst_lines_begin(m);
    mst_code_add(m, MST_CODE_COST, 0, 0, 0);
    if (vars > MST_MOST_VARS || sets > MST_MOST_SETS)
        mst_make_fail(m, "too many local names");
    else
        mst_maker_forget(m, vars, sets);
    mst_rules_peak(rules, vars, sets);
}

enum { CODE_OF_UNIT = 8 }; /* instructions that cost a unit of work */

/* How many others an instruction is worth, beside what it charges while it runs. */
static int weight_of(enum mst_code_op op) {
    switch (op) {
    case MST_CODE_SET_GAME:
    case MST_CODE_SET_FIELD: return 2 * CODE_OF_UNIT;
    case MST_CODE_SET_OWNER:
    case MST_CODE_PUT:
    case MST_CODE_INSERT:
    case MST_CODE_CARRY:
    case MST_CODE_GO:
    case MST_CODE_PUSH:
    case MST_CODE_POP:
    case MST_CODE_REMEMBER: return 4 * CODE_OF_UNIT;
    default: return 1;
    }
}

static int64_t cost_of(const struct mst_code *code, const struct mst_code *end) {
    int64_t weight = CODE_OF_UNIT;
    for (; code < end; code++)
        weight += weight_of((enum mst_code_op)code->op);
    return weight / CODE_OF_UNIT;
}

static int16_t cost_of_turn(const struct mst_code *code, const struct mst_code *end) {
    int64_t cost = cost_of(code, end);
    return cost < INT16_MAX ? (int16_t)cost : INT16_MAX;
}

/* Set the cost of every iteration: an instruction that jumps back, or the TURN that it jumps to. */
static void cost_loops(struct mst_code *code, const struct mst_code *end) {
    for (; code < end; code++)
        switch ((enum mst_code_op)code->op) {
        case MST_CODE_RANGE: code->c = 1; break;
        case MST_CODE_NEXT_ZONE:
        case MST_CODE_NEXT_ZONE_LARGE:
        case MST_CODE_NEXT_NUMBER:
        case MST_CODE_NEXT_PIECE:
        case MST_CODE_NEXT_CHOSEN: code->c = cost_of_turn(code + code->m, code); break;
        case MST_CODE_JUMP:
            if (code->m < 0) { /* `while` */
                assert(code[code->m].op == MST_CODE_TURN);
                code[code->m].c = cost_of_turn(code + code->m, code);
            }
            break;
        default: break;
        }
}

/* Returns the start of the code. On failure removes the code and sets *why. */
int mst_maker_end(struct mst_maker *m, int begin, const char **why) {
    struct mst_code *code = m->rules->code + begin;
    if (!m->why) {
        const struct mst_code *end = m->rules->code + m->rules->code_count;
        code->w = cost_of(code, end);
        cost_loops(code, end);
        return begin + 1;
    }
    *why = m->why;
    m->rules->code_count = begin;
    mst_lines_cut(m->rules, begin);
    return -1;
}

int mst_code_make(struct mst_rules *rules, int node, bool effects, int vars, int sets,
                  const char **why) {
    struct mst_maker m;
    int begin = rules->code_count;
    mst_maker_init(&m, rules, vars, sets);
    if (effects) {
        mst_make_effects(&m, node);
        mst_code_add_w(&m, MST_CODE_RETURN_K, 0, 0, 1);
    } else if (rules->nodes[node].is_set) {
        mst_make_return_set(&m, node);
    } else {
        mst_make_return(&m, node);
    }
    struct mst_root *root =
        m.why ? NULL : mst_rules_grow(&rules->roots, &rules->root_count, sizeof *root);
    if (root)
        *root = (struct mst_root){begin + 1, node, vars, sets};
    else
        mst_make_fail(&m, MST_CODE_NO_MEMORY);
    return mst_maker_end(&m, begin, why);
}

const struct mst_root *mst_root_of(const struct mst_rules *rules, int code) {
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

bool mst_code_by_seat(const struct mst_rules *rules, int start, int seat, int64_t *value) {
    const struct mst_code *code = &rules->code[start];
    if (code->op == MST_CODE_RETURN_K)
        *value = code->w;
    else if (code->op == MST_CODE_RETURN_BY_SEAT)
        *value = mst_by_seat(code->w, seat);
    else if (code->op == MST_CODE_RETURN_SLOT && code->k == MST_SLOT_TO_MOVE)
        *value = seat;
    else
        return false;
    return true;
}

/* Is it a loop over numbers that lists a run for each: RANGE, PARAM, a run, NEXT_NUMBER? */
static bool is_range_of_yields(const struct mst_code *at, const struct mst_code *end) {
    return at + 3 < end && at->op == MST_CODE_RANGE && at->m == 4 && at[1].op == MST_CODE_PARAM &&
           at[1].c == at->a && at[2].b == at[1].a &&
           (at[2].op == MST_CODE_YIELD || at[2].op == MST_CODE_YIELD_FIXED);
}

/* By instruction: the first pair that it begins; by pair: the next one that begins so; or 0. */
struct pairs {
    uint8_t first[MST_CODE_COUNT], next[MST_CODE_COUNT];
};

static void find_pairs(struct pairs *pairs) {
    memset(pairs, 0, sizeof *pairs);
    for (int op = MST_CODE_COUNT - 1; op > 0; op--) {
        int first = mst_code_rows[op].first;
        if (!first || op == MST_CODE_RANGE_OF_YIELDS)
            continue;
        pairs->next[op] = pairs->first[first];
        pairs->first[first] = (uint8_t)op;
    }
}

void mst_code_pair(struct mst_rules *rules) {
    const struct mst_code *end = rules->code + rules->code_count;
    struct pairs pairs;
    find_pairs(&pairs);
    for (struct mst_code *at = rules->code; at + 1 < end; at++) {
        int pair = pairs.first[at->op];
        if (at->op == MST_CODE_RANGE && is_range_of_yields(at, end))
            at->op = MST_CODE_RANGE_OF_YIELDS;
        while (pair && !(at[1].op == mst_code_rows[pair].next && at[1].b == at->a))
            pair = pairs.next[pair];
        if (pair)
            at->op = (uint16_t)pair;
    }
}
