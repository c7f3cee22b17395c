/* Nodes: the trees that rules are lowered to. Code is compiled from them (code.h).
 *
 * D1 An expression that depends only on the seat to move is computed when its node is made: it
 * becomes a constant, or a small number for each seat.
 * D2 Each node knows its traits: what evaluating it may do, and on what its value depends. Whether a
 * value may be moved, dropped or computed again is decided by them alone. */
#ifndef MUSTER_LANG_CODE_NODE_H
#define MUSTER_LANG_CODE_NODE_H

#include "core/play.h"
#include "lang/code/rule.h"

enum core_trait {
    LANG_FAILS = 1,  /* evaluating it may fail */
    LANG_WRITES = 2, /* it may write to the position */
    LANG_STORES = 4, /* it stores to variables that are read elsewhere */
    LANG_READS = 8,  /* the value depends on the position */
    LANG_MOVES = 16, /* the value depends on a variable that is stored to */
    LANG_ACTS =
        LANG_FAILS | LANG_WRITES | LANG_STORES /* so it must be evaluated, once, in its place */
};

enum lang_op {
    /* integers */
    LANG_OP_CONST,
    LANG_OP_VAR,
    LANG_OP_SLOT,
    LANG_OP_FIELD,  /* of thing a, field b; c = 1: nothing reads as MST_NONE */
    LANG_OP_SECRET, /* a field that is hidden from some seat */
    LANG_OP_KNOWN,
    LANG_OP_TOP,
    LANG_OP_BELOW,
    LANG_OP_PIECE_AT,
    LANG_OP_LEVEL,
    LANG_OP_PLACE,
    LANG_OP_OWNER,
    LANG_OP_TYPE,
    LANG_OP_COUNT,
    LANG_OP_STEP,
    LANG_OP_COLUMN,
    LANG_OP_ROW,
    LANG_OP_AT,
    LANG_OP_ARG,
    LANG_OP_NEGATE,
    LANG_OP_ADD,
    LANG_OP_SUB,
    LANG_OP_MUL,
    LANG_OP_DIV,
    LANG_OP_MOD,
    LANG_OP_MIN,
    LANG_OP_MAX,
    LANG_OP_ABS,
    LANG_OP_BIT_AND,
    LANG_OP_BIT_OR,
    LANG_OP_EQ,
    LANG_OP_NE,
    LANG_OP_LT,
    LANG_OP_LE,
    LANG_OP_AND,
    LANG_OP_OR,
    LANG_OP_NOT,
    LANG_OP_IF,
    LANG_OP_TABLE, /* element a of table b; c = 1: there is one */
    LANG_OP_IN,
    LANG_OP_SIZE,
    LANG_OP_FIRST,
    LANG_OP_SOME,
    LANG_OP_EVERY,
    LANG_OP_SUM,
    LANG_OP_TALLY,
    LANG_OP_PICK,
    LANG_OP_BY_SEAT,
    LANG_OP_KEY,
    LANG_OP_SEEN,
    LANG_OP_PRIMITIVE, /* primitive a of the rules, with the list b */
    LANG_OP_SHARED,    /* a = the value that is shared, b = its index */
    /* iteration sources */
    LANG_OP_OVER_SET,
    LANG_OP_OVER_RANGE,
    LANG_OP_OVER_STACK,
    LANG_OP_OVER_CHOSEN, /* the pieces of place a in subset b */
    /* sets */
    LANG_OP_ZONES,
    LANG_OP_NOTHING,
    LANG_OP_SET_VAR,
    LANG_OP_ONLY,
    LANG_OP_REGION,
    LANG_OP_TOPS,
    LANG_OP_OCCUPIED,
    LANG_OP_NEAR,
    LANG_OP_SHIFT,
    LANG_OP_FLOOD,
    LANG_OP_RAY, /* from the set a in direction b, through the set c */
    LANG_OP_UNION,
    LANG_OP_MEET,
    LANG_OP_MINUS,
    LANG_OP_WITHOUT,
    LANG_OP_WHERE,
    LANG_OP_SET_IF,
    /* a chain of nodes: a = this one, b = the next or -1 */
    LANG_OP_LIST,
    /* effects */
    LANG_OP_SET_GAME,
    LANG_OP_SET_FIELD,
    LANG_OP_SET_OWNER,
    LANG_OP_PUT,
    LANG_OP_CARRY,
    LANG_OP_SHUFFLE,
    LANG_OP_OVER,
    LANG_OP_GO,
    LANG_OP_PUSH,
    LANG_OP_POP,
    LANG_OP_EMIT,
    LANG_OP_WHEN,
    LANG_OP_FOR,
    LANG_OP_BIND,
    LANG_OP_BIND_SET,
    LANG_OP_CALL, /* function a of the rules, with the list b */
    LANG_OP_REMEMBER,
    /* functions: statements that produce values */
    LANG_OP_BLOCK,      /* statement: a = list of statements, which LEAVE may leave */
    LANG_OP_LEAVE,      /* statement: continue after the k-th enclosing BLOCK (0: the innermost) */
    LANG_OP_AFTER,      /* value: run statement a (usually a BLOCK); the value is b, a number or a
                         * set */
    LANG_OP_STORE,      /* statement: variable a = number b; see V1 */
    LANG_OP_STORE_SET,  /* statement: set variable a = set b */
    LANG_OP_WHILE,      /* statement: while a (-1: forever) run the list c; each iteration counts
                         * work */
    LANG_OP_INVOKE,     /* routine a with the list b of numbers and sets; c = list of VAR or SET_VAR
                         * nodes for its further results, or -1. The value is the first result, or
                         * MST_NONE. Also a statement. See core_routine */
    LANG_OP_DIV_STRICT, /* as in Lua: division by zero fails at line k (0: at the statement's
                         * line) */
    LANG_OP_MOD_STRICT,
    LANG_OP_ME,      /* the seat that decides; fails if there is none */
    LANG_OP_CERTAIN, /* the value a; fails where it is k: Lua would refuse it, or tell apart what is
                      * the same number here */
    LANG_OP_INSERT,  /* statement: piece a goes to place b at level c */
    LANG_OP_LINE,    /* statement: a failure from here to the end of the list (or of the enclosing
                      * AFTER) is at line a of source k (lang_rules_source) */
};

/* V1 Variables. LET, LET_SET, BIND and BIND_SET name a value, without code if it is a number or
 * another variable. k = 1 marks a variable that is stored to later, that another rule reads (see
 * CORE_CLAUSE_DO), or that names a value that acts. It gets its own register, and other names of
 * its value get copies. Parameters and loop variables are not stored to. Results of a routine, and
 * the variables in list c of INVOKE, have k = 1.
 * V2 A variable belongs to one value of a rule, for ever: no number is used twice in a rule. */

/* Make a node, or return an existing one with the same value. On failure returns -1; see
 * lang_node_fault. */
int lang_node_new(struct core_rules *rules, enum lang_op op, bool is_set, int a, int b, int c);
int lang_node_constant(struct core_rules *rules, int64_t value);
/* The reason why no node could be made; NULL when out of memory. */
const char *lang_node_fault(const struct core_rules *rules);

/* The value of node `n` when `seat` (or MST_NONE) decides, if it depends on nothing else. */
bool lang_node_by_seat(const struct core_rules *rules, int n, int seat, int64_t *value);
/* A node with these values: first for MST_NONE, then for each seat. -1 if they are too large. */
int lang_node_of_seats(struct core_rules *rules, const int64_t *values);

/* The variables and sets that a tree reads, or that its statements set. */
struct lang_var_set {
    uint64_t vars[CORE_MOST_VARS / 64], sets[CORE_MOST_SETS / 64];
};
static inline void lang_var_set_add(struct lang_var_set *set, bool is_set, int index) {
    uint64_t *words = is_set ? set->sets : set->vars;
    words[index / 64] |= 1ULL << (index & 63);
}
bool lang_var_sets_meet(const struct lang_var_set *a, const struct lang_var_set *b);
void lang_var_set_unite(struct lang_var_set *into, const struct lang_var_set *from);
/* The traits of a chain of LANG_OP_LIST together. */
unsigned lang_list_traits(const struct core_rules *rules, int list);
static inline unsigned lang_node_traits(const struct core_rules *rules, int node) {
    return node < 0 ? 0 : rules->nodes[node].traits;
}
void lang_node_uses(const struct core_rules *rules, int node, struct lang_var_set *reads,
                    struct lang_var_set *gives);

/* The range of a node's value in any position; INT64_MIN and INT64_MAX if unknown. `vars` holds the
 * bounds of the variables; NULL if they may have any value. */
struct lang_bounds {
    int64_t min, max;
};
struct lang_bounds lang_node_bounds(const struct core_rules *rules, int node,
                                    const struct lang_bounds *vars);

#endif
