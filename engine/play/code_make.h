/* Making code, inside: what code_make.c, code_sets.c and code_effects.c share. See code.h. */
#ifndef MUSTER_PLAY_CODE_MAKE_H
#define MUSTER_PLAY_CODE_MAKE_H

#include "play/node.h"

/* Where jumps go: known, or a chain of jumps that wait for it. Starts as MST_LABEL. */
struct mst_label {
    int at, chain;
};
#define MST_LABEL ((struct mst_label){-1, -1})

/* What a local name stands for: its own register, another one, or (`constant`) a number. One that
 * is `stored` to changes: nothing else may stand for its register. */
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

struct mst_maker {
    struct mst_rules *rules;
    const struct mst_schema *schema;
    int words;
    const char *why;  /* it failed, or NULL */
    int top, set_top; /* first free register, first free (large) set */
    int depth;
    struct mst_code spare; /* written to once it failed */
    bool routine;          /* its sets lie above its variables */
    int reach;             /* registers up to the end of the windows of what it calls */
    int locals;            /* registers that do not serve in between: those below */
    int var_base, set_base;
    struct mst_block *block; /* the innermost one */
    int line, source;        /* of what is made now; line 0: not known */
    struct mst_alias vars[MST_MOST_VARS], sets[MST_MOST_SETS]; /* of those that the text uses */
};

struct mst_code *mst_code_add(struct mst_maker *m, enum mst_code_op op, int a, int b, int c);
/* The same with k and m, and with w. */
void mst_code_add_k(struct mst_maker *m, enum mst_code_op op, int a, int b, int c, int k, int more);
void mst_code_add_w(struct mst_maker *m, enum mst_code_op op, int a, int b, int64_t w);
/* A jump; k as the operation wants it. */
void mst_code_jump(struct mst_maker *m, enum mst_code_op op, int a, int b, int c, int64_t k,
                   struct mst_label *to);
void mst_label_here(struct mst_maker *m, struct mst_label *label);

/* The own registers of a variable and of a set. */
static inline int mst_own(const struct mst_maker *m, int var) {
    return m->var_base + var;
}
static inline int mst_own_set(const struct mst_maker *m, int set) {
    return m->routine ? m->set_base + set * m->words : mst_set_register(set, m->words);
}

/* Registers in between; given back by putting m->top (m->set_top) back. */
int mst_fresh(struct mst_maker *m, int count);
int mst_fresh_set(struct mst_maker *m);

/* Is the node a number that is known now? */
bool mst_known(const struct mst_maker *m, int node, int64_t *value);
/* Code that puts the node's value into register `to`; or into whichever register is at hand. */
void mst_make_int(struct mst_maker *m, int node, int to);
int mst_make_operand(struct mst_maker *m, int node);
/* The numbers of a chain of nodes in registers side by side; returns the first. */
int mst_make_list(struct mst_maker *m, int item, int *count);
/* Code that jumps where the node's truth is `sense`, else goes on. */
void mst_make_if(struct mst_maker *m, int node, bool sense, struct mst_label *to);
/* A let around another node. */
void mst_make_let(struct mst_maker *m, const struct mst_node *let);
void mst_make_let_set(struct mst_maker *m, const struct mst_node *let);

/* A shared value around code of `body` from instruction `start` on, which leaves it in `to`. */
void mst_share(struct mst_maker *m, const struct mst_node *shared, int start, int to);

/* Sets: into the registers at `to`; into those at hand; is it known now (one word only)? */
void mst_make_set(struct mst_maker *m, int node, int to);
int mst_make_set_operand(struct mst_maker *m, int node);
bool mst_known_set(const struct mst_maker *m, int node, uint64_t *word);
void mst_make_in(struct mst_maker *m, const struct mst_node *n, bool sense, struct mst_label *to);

/* A loop around code that its user makes: open, the body, close. The body may jump to `next` for
 * another turn, and out of the loop. */
struct mst_loop {
    enum mst_code_op op;
    int var, rest, top, set_top;
    struct mst_label body, next, end;
};
void mst_loop_open(struct mst_maker *m, struct mst_loop *loop, int over, int var);
void mst_loop_close(struct mst_maker *m, struct mst_loop *loop);

/* Effects: a chain of statements (-1: none); one of them. */
void mst_make_effects(struct mst_maker *m, int item);
void mst_make_statement(struct mst_maker *m, int node);
/* Statements of functions, and what begins a value of MST_OP_AFTER: code_statements.c. False where
 * the node is another one. */
bool mst_make_function_statement(struct mst_maker *m, const struct mst_node *n);
void mst_make_before(struct mst_maker *m, const struct mst_node *after);
/* Call a routine; its first result, a number or a set, goes to `to`. */
void mst_make_invoke(struct mst_maker *m, const struct mst_node *n, int to);
/* End with the result of a call where that needs none; false where it does. */
bool mst_make_return_invoked(struct mst_maker *m, const struct mst_node *n);
/* A strict division. */
void mst_make_strict(struct mst_maker *m, const struct mst_node *n, int to);

/* What is made from here on comes from a line of a source (0: is not known). */
void mst_make_line(struct mst_maker *m, int line, int source);
/* Lines of a rule: before it is made, where one instruction more stands at `start`, and of code
 * that was taken back from `begin` on. */
void mst_lines_begin(struct mst_maker *m);
void mst_lines_move(struct mst_rules *rules, int start);
void mst_lines_cut(struct mst_rules *rules, int begin);

/* Begin to make a rule with so many variables and sets; end it: where its code begins, or -1. */
void mst_maker_init(struct mst_maker *m, struct mst_rules *rules, int vars, int sets);
/* Every local name is its own register again. */
void mst_maker_forget(struct mst_maker *m, int vars, int sets);
int mst_maker_end(struct mst_maker *m, int begin, const char **why);
void mst_make_fail(struct mst_maker *m, const char *why);
/* End with the value of a number, or of a set. */
void mst_make_return(struct mst_maker *m, int node);
void mst_make_return_set(struct mst_maker *m, int node);

/* One deeper in the tree; false where that is too deep. Each true is answered by m->depth--. */
bool mst_deeper(struct mst_maker *m);

#endif
