/* The compiler of nodes to code, shared by code_make.c, code_sets.c and code_effects.c. See
 * code.h. */
#ifndef MUSTER_LANG_CODE_CODE_MAKE_H
#define MUSTER_LANG_CODE_CODE_MAKE_H

#include <limits.h>

#include "lang/code/node.h"

/* The target of jumps: known, or a chain of jumps to be patched. Of the values (mst_values), those
 * up to number `made` are computed before every jump. Initialize to MST_LABEL. */
struct mst_label {
    int at, chain, made;
};
#define MST_LABEL ((struct mst_label){-1, -1, INT_MAX})

/* The meaning of a local variable: its own register, another one, or (`constant`) a number. A
 * variable that is `stored` to changes, so no other variable may share its register. */
struct mst_alias {
    bool constant, stored;
    int reg;
    int64_t k;
};

/* A block that statements may leave. */
struct mst_block {
    struct mst_label end;
    struct mst_block *outer;
};

/* The values that are computed on every way to the current instruction, with their instructions, so
 * that they need not be computed again; in the order in which they were made. See code_values.c. */
enum { MST_MOST_VALUES = 192 };
struct mst_values {
    int count, made; /* values here; values made so far */
    struct mst_value {
        struct mst_code code; /* its register a is private */
        int number;           /* among those made */
    } of[MST_MOST_VALUES];
};

struct mst_maker {
    struct mst_rules *rules;
    const struct mst_schema *schema;
    int words;
    const char *why;  /* the reason for failure, or NULL */
    int top, set_top; /* first free register; first free (large) set */
    int depth;
    struct mst_code spare; /* the buffer for `why` */
    bool routine;          /* in a routine, sets lie above the variables */
    int reach;             /* registers used, including the windows of callees */
    int locals;            /* registers below this one are not temporaries */
    int var_base, set_base;
    struct mst_block *block;   /* the innermost block */
    struct mst_values *values; /* or NULL: every value is computed where it is needed */
    int private, private_peak; /* private registers in use, and the most so far */
    int landed;                /* the instruction of the last label */
    int line, source;          /* of the current node; line 0: unknown */
    struct mst_alias vars[MST_MOST_VARS], sets[MST_MOST_SETS]; /* of the variables and sets that the
                                                                * rule uses */
};

struct mst_code *mst_code_add(struct mst_maker *m, enum mst_code_op op, int a, int b, int c);
/* The same with k and m, and with w. */
void mst_code_add_k(struct mst_maker *m, enum mst_code_op op, int a, int b, int c, int k, int more);
void mst_code_add_w(struct mst_maker *m, enum mst_code_op op, int a, int b, int64_t w);
/* Add a jump. The meaning of k depends on the instruction. */
void mst_code_jump(struct mst_maker *m, enum mst_code_op op, int a, int b, int c, int64_t k,
                   struct mst_label *to);
void mst_label_here(struct mst_maker *m, struct mst_label *label);

/* The registers of a variable and of a set. */
static inline int mst_own(const struct mst_maker *m, int var) {
    return m->var_base + var;
}
static inline int mst_own_set(const struct mst_maker *m, int set) {
    return m->routine ? m->set_base + set * m->words : mst_set_register(set, m->words);
}

/* Allocate temporaries. Restore m->top (m->set_top) to free them. */
int mst_fresh(struct mst_maker *m, int count);
int mst_fresh_set(struct mst_maker *m);

/* Allocate a private register, which the caller never frees. Returns 0 if only `spare` are left. */
int mst_fresh_private(struct mst_maker *m, int spare);
/* The register for the value of a let: its own register, or a private one. */
int mst_let_register(struct mst_maker *m, int own, bool stored);
/* The value of a node was compiled into register `to`. Returns the register that has it: another
 * one if the value was known. */
int mst_value_known(struct mst_maker *m, int to);
/* The number of values made so far. */
static inline int mst_values_made(const struct mst_maker *m) {
    return m->values ? m->values->made : 0;
}
/* Forget the values that were made after number `made`; those that depend on a register. */
void mst_values_cut(struct mst_maker *m, int made);
void mst_values_without(struct mst_maker *m, int reg);
/* Free the private registers after the first `least`, except those of values. */
void mst_values_end(struct mst_maker *m, int least);
/* A loop sets a variable: it has its own register. */
void mst_own_again(struct mst_maker *m, int var);

/* Is the node a number that is known at compile time? */
bool mst_known(const struct mst_maker *m, int node, int64_t *value);
/* Compile the node into register `to`, or into any register. */
void mst_make_int(struct mst_maker *m, int node, int to);
int mst_make_operand(struct mst_maker *m, int node);
/* Compile a chain of nodes to numbers in consecutive registers. Returns the first one. */
int mst_make_list(struct mst_maker *m, int item, int *count);
/* Compile a jump that is taken if the truth of the node is `sense`. */
void mst_make_if(struct mst_maker *m, int node, bool sense, struct mst_label *to);
/* Compile a let and its body. */
void mst_make_let(struct mst_maker *m, const struct mst_node *let);
void mst_make_let_set(struct mst_maker *m, const struct mst_node *let);

/* Share the value of `body`, whose code starts at instruction `start` and leaves the value in
 * `to`. `made` values were made before. */
void mst_share(struct mst_maker *m, const struct mst_node *shared, int start, int made, int to);

/* Sets: compile into the registers at `to`, or into any; is the set known at compile time (one word
 * only)? */
void mst_make_set(struct mst_maker *m, int node, int to);
int mst_make_set_operand(struct mst_maker *m, int node);
bool mst_known_set(const struct mst_maker *m, int node, uint64_t *word);
void mst_make_in(struct mst_maker *m, const struct mst_node *n, bool sense, struct mst_label *to);

/* A loop around a body that the caller compiles: open, body, close. The body may jump to `next` for
 * the next iteration, and out of the loop. */
struct mst_loop {
    enum mst_code_op op;
    int var, rest, top, set_top;
    struct mst_label body, next, end;
};
void mst_loop_open(struct mst_maker *m, struct mst_loop *loop, int over, int var);
void mst_loop_close(struct mst_maker *m, struct mst_loop *loop);
/* sum, tally and pick */
void mst_make_gathering(struct mst_maker *m, const struct mst_node *n, int to);

/* Effects: a chain of statements (-1: none), and a single statement. */
void mst_make_effects(struct mst_maker *m, int item);
void mst_make_statement(struct mst_maker *m, int node);
/* Compile a statement of a function, or the start of an MST_OP_AFTER (code_statements.c). False for
 * any other node. */
bool mst_make_function_statement(struct mst_maker *m, const struct mst_node *n);
void mst_make_before(struct mst_maker *m, const struct mst_node *after);
/* Call a routine. Its first result, a number or a set, goes to `to`. */
void mst_make_invoke(struct mst_maker *m, const struct mst_node *n, int to);
/* End with the result of a call, if the result needs no conversion. Otherwise false. */
bool mst_make_return_invoked(struct mst_maker *m, const struct mst_node *n);
/* A division that fails for a zero divisor. */
void mst_make_strict(struct mst_maker *m, const struct mst_node *n, int to);

/* The code from here on belongs to a source line (0: unknown). */
void mst_make_line(struct mst_maker *m, int line, int source);
/* Line records of a rule: start them, allow for an instruction inserted at `start`, or remove those
 * of code from `begin` on. */
void mst_lines_begin(struct mst_maker *m);
void mst_lines_move(struct mst_rules *rules, int start);
void mst_lines_cut(struct mst_rules *rules, int begin);

/* Start to compile a rule with this many variables and sets; finish it and return the start of its
 * code, or -1. */
void mst_maker_init(struct mst_maker *m, struct mst_rules *rules, int vars, int sets);
/* Make every local variable its own register again. */
void mst_maker_forget(struct mst_maker *m, int vars, int sets);
int mst_maker_end(struct mst_maker *m, int begin, const char **why);
void mst_make_fail(struct mst_maker *m, const char *why);
/* End with the value of a number or a set. */
void mst_make_return(struct mst_maker *m, int node);
void mst_make_return_set(struct mst_maker *m, int node);

/* Enter one level of the tree; false if it is too deep. Each true needs a matching m->depth--. */
bool mst_deeper(struct mst_maker *m);

static inline const struct mst_node *mst_maker_node(const struct mst_maker *m, int node) {
    return &m->rules->nodes[node];
}

#endif
