/* Nodes: the trees that rules are lowered to. Code is compiled from them (code.h).
 *
 * D1 An expression that depends only on the seat to move is computed when its node is made: it
 * becomes a constant, or a small number for each seat.
 * D2 Each node knows its traits: what evaluating it may do, and on what its value depends. Whether a
 * value may be moved, dropped or computed again is decided by them alone. */
#ifndef MUSTER_LANG_CODE_NODE_H
#define MUSTER_LANG_CODE_NODE_H

#include "core/play.h"

enum mst_trait {
    MST_FAILS = 1,  /* evaluating it may fail */
    MST_WRITES = 2, /* it may write to the position */
    MST_STORES = 4, /* it stores to variables that are read elsewhere */
    MST_READS = 8,  /* the value depends on the position */
    MST_MOVES = 16, /* the value depends on a variable that is stored to */
    MST_ACTS = MST_FAILS | MST_WRITES | MST_STORES /* so it must be evaluated, once, in its place */
};

enum mst_op {
    /* integers */
    MST_OP_CONST,
    MST_OP_VAR,
    MST_OP_SLOT,
    MST_OP_FIELD,  /* of thing a, field b; c = 1: nothing reads as MST_NONE */
    MST_OP_SECRET, /* a field that is hidden from some seat */
    MST_OP_KNOWN,
    MST_OP_TOP,
    MST_OP_BELOW,
    MST_OP_PIECE_AT,
    MST_OP_LEVEL,
    MST_OP_PLACE,
    MST_OP_OWNER,
    MST_OP_TYPE,
    MST_OP_COUNT,
    MST_OP_STEP,
    MST_OP_COLUMN,
    MST_OP_ROW,
    MST_OP_AT,
    MST_OP_ARG,
    MST_OP_NEGATE,
    MST_OP_ADD,
    MST_OP_SUB,
    MST_OP_MUL,
    MST_OP_DIV,
    MST_OP_MOD,
    MST_OP_MIN,
    MST_OP_MAX,
    MST_OP_ABS,
    MST_OP_BIT_AND,
    MST_OP_BIT_OR,
    MST_OP_EQ,
    MST_OP_NE,
    MST_OP_LT,
    MST_OP_LE,
    MST_OP_AND,
    MST_OP_OR,
    MST_OP_NOT,
    MST_OP_IF,
    MST_OP_TABLE, /* element a of table b; c = 1: there is one */
    MST_OP_IN,
    MST_OP_SIZE,
    MST_OP_FIRST,
    MST_OP_SOME,
    MST_OP_EVERY,
    MST_OP_SUM,
    MST_OP_TALLY,
    MST_OP_PICK,
    MST_OP_BY_SEAT,
    MST_OP_KEY,
    MST_OP_SEEN,
    MST_OP_PRIMITIVE, /* primitive a of the rules, with the list b */
    MST_OP_SHARED,    /* a = the value that is shared, b = its index */
    /* iteration sources */
    MST_OP_OVER_SET,
    MST_OP_OVER_RANGE,
    MST_OP_OVER_STACK,
    MST_OP_OVER_CHOSEN, /* the pieces of place a in subset b */
    /* sets */
    MST_OP_ZONES,
    MST_OP_NOTHING,
    MST_OP_SET_VAR,
    MST_OP_ONLY,
    MST_OP_REGION,
    MST_OP_TOPS,
    MST_OP_OCCUPIED,
    MST_OP_NEAR,
    MST_OP_SHIFT,
    MST_OP_FLOOD,
    MST_OP_RAY, /* from the set a in direction b, through the set c */
    MST_OP_UNION,
    MST_OP_MEET,
    MST_OP_MINUS,
    MST_OP_WITHOUT,
    MST_OP_WHERE,
    MST_OP_SET_IF,
    /* a chain of nodes: a = this one, b = the next or -1 */
    MST_OP_LIST,
    /* effects */
    MST_OP_SET_GAME,
    MST_OP_SET_FIELD,
    MST_OP_SET_OWNER,
    MST_OP_PUT,
    MST_OP_CARRY,
    MST_OP_SHUFFLE,
    MST_OP_OVER,
    MST_OP_GO,
    MST_OP_PUSH,
    MST_OP_POP,
    MST_OP_EMIT,
    MST_OP_WHEN,
    MST_OP_FOR,
    MST_OP_BIND,
    MST_OP_BIND_SET,
    MST_OP_CALL, /* function a of the rules, with the list b */
    MST_OP_REMEMBER,
    /* functions: statements that produce values */
    MST_OP_BLOCK,      /* statement: a = list of statements, which LEAVE may leave */
    MST_OP_LEAVE,      /* statement: continue after the k-th enclosing BLOCK (0: the innermost) */
    MST_OP_AFTER,      /* value: run statement a (usually a BLOCK); the value is b, a number or a
                        * set */
    MST_OP_STORE,      /* statement: variable a = number b; see V1 */
    MST_OP_STORE_SET,  /* statement: set variable a = set b */
    MST_OP_WHILE,      /* statement: while a (-1: forever) run the list c; each iteration counts
                        * work */
    MST_OP_INVOKE,     /* routine a with the list b of numbers and sets; c = list of VAR or SET_VAR
                        * nodes for its further results, or -1. The value is the first result, or
                        * MST_NONE. Also a statement. See mst_routine */
    MST_OP_DIV_STRICT, /* as in Lua: division by zero fails at line k (0: at the statement's
                        * line) */
    MST_OP_MOD_STRICT,
    MST_OP_ME,      /* the seat that decides; fails if there is none */
    MST_OP_CERTAIN, /* the value a; fails where it is k: Lua would refuse it, or tell apart what is
                     * the same number here */
    MST_OP_INSERT,  /* statement: piece a goes to place b at level c */
    MST_OP_LINE,    /* statement: a failure from here to the end of the list (or of the enclosing
                     * AFTER) is at line a of source k (mst_rules_source) */
};

/* V1 Variables. LET, LET_SET, BIND and BIND_SET name a value, without code if it is a number or
 * another variable. k = 1 marks a variable that is stored to later, that another rule reads (see
 * MST_CLAUSE_DO), or that names a value that acts. It gets its own register, and other names of its
 * value get copies. Parameters and loop variables are not stored to. Results of a routine, and the
 * variables in list c of INVOKE, have k = 1.
 * V2 A variable belongs to one value of a rule, for ever: no number is used twice in a rule. */

/* Make a node, or return an existing one with the same value. On failure returns -1; see
 * mst_node_fault. */
int mst_node_new(struct mst_rules *rules, enum mst_op op, bool is_set, int a, int b, int c);
int mst_node_constant(struct mst_rules *rules, int64_t value);
/* The reason why no node could be made; NULL when out of memory. */
const char *mst_node_fault(const struct mst_rules *rules);

/* The value of node `n` when `seat` (or MST_NONE) decides, if it depends on nothing else. */
bool mst_node_by_seat(const struct mst_rules *rules, int n, int seat, int64_t *value);
/* A node with these values: first for MST_NONE, then for each seat. -1 if they are too large. */
int mst_node_of_seats(struct mst_rules *rules, const int64_t *values);

/* The variables and sets that a tree reads, or that its statements set. */
struct mst_var_set {
    uint64_t vars[MST_MOST_VARS / 64], sets[MST_MOST_SETS / 64];
};
static inline void mst_var_set_add(struct mst_var_set *set, bool is_set, int index) {
    uint64_t *words = is_set ? set->sets : set->vars;
    words[index / 64] |= 1ULL << (index & 63);
}
bool mst_var_sets_meet(const struct mst_var_set *a, const struct mst_var_set *b);
void mst_var_set_unite(struct mst_var_set *into, const struct mst_var_set *from);
/* The traits of a chain of MST_OP_LIST together. */
unsigned mst_list_traits(const struct mst_rules *rules, int list);
static inline unsigned mst_node_traits(const struct mst_rules *rules, int node) {
    return node < 0 ? 0 : rules->nodes[node].traits;
}
void mst_node_uses(const struct mst_rules *rules, int node, struct mst_var_set *reads,
                   struct mst_var_set *gives);

/* The range of a node's value in any position; INT64_MIN and INT64_MAX if unknown. `vars` holds the
 * bounds of the variables; NULL if they may have any value. */
struct mst_bounds {
    int64_t min, max;
};
struct mst_bounds mst_node_bounds(const struct mst_rules *rules, int node,
                                  const struct mst_bounds *vars);

#endif
