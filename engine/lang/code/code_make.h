/* The compiler of nodes to code, shared by code_make.c, code_sets.c and code_effects.c. See
 * code.h. */
#ifndef MUSTER_LANG_CODE_CODE_MAKE_H
#define MUSTER_LANG_CODE_CODE_MAKE_H

#include <limits.h>

#include "lang/code/node.h"

/* The target of jumps: known, or a chain of jumps to be patched. Of the values (lang_values), those
 * up to number `made` are computed before every jump. Initialize to LANG_LABEL. */
struct lang_label {
    int at, chain, made;
};
#define LANG_LABEL ((struct lang_label){-1, -1, INT_MAX})

/* The meaning of a local variable: its own register, another one, or (`constant`) a number. A
 * variable that is `stored` to changes, so no other variable may share its register. */
struct lang_alias {
    bool constant, stored;
    int reg;
    int64_t k;
};

/* A block that statements may leave. */
struct lang_block {
    struct lang_label end;
    struct lang_block *outer;
};

/* The values that are computed on every way to the current instruction, with their instructions, so
 * that they need not be computed again; in the order in which they were made. See code_values.c. */
enum { LANG_MOST_VALUES = 192 };
struct lang_values {
    int count, made; /* values here; values made so far */
    struct lang_value {
        struct core_code code; /* its register a is private */
        int number;            /* among those made */
    } of[LANG_MOST_VALUES];
};

struct lang_maker {
    struct core_rules *rules;
    const struct core_schema *schema;
    int words;
    const char *why;  /* the reason for failure, or NULL */
    int top, set_top; /* first free register; first free (large) set */
    int depth;
    struct core_code spare; /* the buffer for `why` */
    bool routine;           /* in a routine, sets lie above the variables */
    int reach;              /* registers used, including the windows of callees */
    int locals;             /* registers below this one are not temporaries */
    int var_base, set_base;
    struct lang_block *block;   /* the innermost block */
    struct lang_values *values; /* or NULL: every value is computed where it is needed */
    int private, private_peak;  /* private registers in use, and the most so far */
    int landed;                 /* the instruction of the last label */
    int line, source;           /* of the current node; line 0: unknown */
    struct lang_alias vars[CORE_MOST_VARS], sets[CORE_MOST_SETS]; /* of the variables and sets that
                                                                   * the rule uses */
};

struct core_code *lang_code_add(struct lang_maker *m, enum core_code_op op, int a, int b, int c);
/* The same with k and m, and with w. */
void lang_code_add_k(struct lang_maker *m, enum core_code_op op, int a, int b, int c, int k,
                     int more);
void lang_code_add_w(struct lang_maker *m, enum core_code_op op, int a, int b, int64_t w);
/* Add a jump. The meaning of k depends on the instruction. */
void lang_code_jump(struct lang_maker *m, enum core_code_op op, int a, int b, int c, int64_t k,
                    struct lang_label *to);
void lang_label_here(struct lang_maker *m, struct lang_label *label);

/* The registers of a variable and of a set. */
static inline int lang_own(const struct lang_maker *m, int var) {
    return m->var_base + var;
}
static inline int lang_own_set(const struct lang_maker *m, int set) {
    return m->routine ? m->set_base + set * m->words : core_set_register(set, m->words);
}

/* Allocate temporaries. Restore m->top (m->set_top) to free them. */
int lang_fresh(struct lang_maker *m, int count);
int lang_fresh_set(struct lang_maker *m);

/* Allocate a private register, which the caller never frees. Returns 0 if only `spare` are left. */
int lang_fresh_private(struct lang_maker *m, int spare);
/* The register for the value of a let: its own register, or a private one. */
int lang_let_register(struct lang_maker *m, int own, bool stored);
/* The value of a node was compiled into register `to`. Returns the register that has it: another
 * one if the value was known. */
int lang_value_known(struct lang_maker *m, int to);
/* The number of values made so far. */
static inline int lang_values_made(const struct lang_maker *m) {
    return m->values ? m->values->made : 0;
}
/* Forget the values that were made after number `made`; those that depend on a register. */
void lang_values_cut(struct lang_maker *m, int made);
void lang_values_without(struct lang_maker *m, int reg);
/* Free the private registers after the first `least`, except those of values. */
void lang_values_end(struct lang_maker *m, int least);
/* A loop sets a variable: it has its own register. */
void lang_own_again(struct lang_maker *m, int var);

/* Is the node a number that is known at compile time? */
bool lang_known(const struct lang_maker *m, int node, int64_t *value);
/* Compile the node into register `to`, or into any register. */
void lang_make_int(struct lang_maker *m, int node, int to);
int lang_make_operand(struct lang_maker *m, int node);
/* Compile a chain of nodes to numbers in consecutive registers. Returns the first one. */
int lang_make_list(struct lang_maker *m, int item, int *count);
/* Compile a jump that is taken if the truth of the node is `sense`. */
void lang_make_if(struct lang_maker *m, int node, bool sense, struct lang_label *to);
/* Compile a let and its body. */
void lang_make_let(struct lang_maker *m, const struct core_node *let);
void lang_make_let_set(struct lang_maker *m, const struct core_node *let);

/* Share the value of `body`, whose code starts at instruction `start` and leaves the value in
 * `to`. `made` values were made before. */
void lang_share(struct lang_maker *m, const struct core_node *shared, int start, int made, int to);

/* Sets: compile into the registers at `to`, or into any; is the set known at compile time (one word
 * only)? */
void lang_make_set(struct lang_maker *m, int node, int to);
int lang_make_set_operand(struct lang_maker *m, int node);
bool lang_known_set(const struct lang_maker *m, int node, uint64_t *word);
void lang_make_in(struct lang_maker *m, const struct core_node *n, bool sense,
                  struct lang_label *to);

/* A loop around a body that the caller compiles: open, body, close. The body may jump to `next` for
 * the next iteration, and out of the loop. */
struct lang_loop {
    enum core_code_op op;
    int var, rest, top, set_top;
    struct lang_label body, next, end;
};
void lang_loop_open(struct lang_maker *m, struct lang_loop *loop, int over, int var);
void lang_loop_close(struct lang_maker *m, struct lang_loop *loop);
/* sum, tally and pick */
void lang_make_gathering(struct lang_maker *m, const struct core_node *n, int to);

/* Effects: a chain of statements (-1: none), and a single statement. */
void lang_make_effects(struct lang_maker *m, int item);
void lang_make_statement(struct lang_maker *m, int node);
/* Compile a statement of a function, or the start of an LANG_OP_AFTER (code_statements.c). False
 * for any other node. */
bool lang_make_function_statement(struct lang_maker *m, const struct core_node *n);
void lang_make_before(struct lang_maker *m, const struct core_node *after);
/* Call a routine. Its first result, a number or a set, goes to `to`. */
void lang_make_invoke(struct lang_maker *m, const struct core_node *n, int to);
/* End with the result of a call, if the result needs no conversion. Otherwise false. */
bool lang_make_return_invoked(struct lang_maker *m, const struct core_node *n);
/* A division that fails for a zero divisor. */
void lang_make_strict(struct lang_maker *m, const struct core_node *n, int to);

/* The code from here on belongs to a source line (0: unknown). */
void lang_make_line(struct lang_maker *m, int line, int source);
/* Line records of a rule: start them, allow for an instruction inserted at `start`, or remove those
 * of code from `begin` on. */
void lang_lines_begin(struct lang_maker *m);
void lang_lines_move(struct core_rules *rules, int start);
void lang_lines_cut(struct core_rules *rules, int begin);

/* Start to compile a rule with this many variables and sets; finish it and return the start of its
 * code, or -1. */
void lang_maker_init(struct lang_maker *m, struct core_rules *rules, int vars, int sets);
/* Make every local variable its own register again. */
void lang_maker_forget(struct lang_maker *m, int vars, int sets);
int lang_maker_end(struct lang_maker *m, int begin, const char **why);
void lang_make_fail(struct lang_maker *m, const char *why);
/* End with the value of a number or a set. */
void lang_make_return(struct lang_maker *m, int node);
void lang_make_return_set(struct lang_maker *m, int node);

/* Enter one level of the tree; false if it is too deep. Each true needs a matching m->depth--. */
bool lang_deeper(struct lang_maker *m);

static inline const struct core_node *lang_maker_node(const struct lang_maker *m, int node) {
    return &m->rules->nodes[node];
}

#endif
