/* Lowering, inside: from the tree of a Lua function (syntax/tree.h) and the values that it captured
 * to nodes (play/expr.h). What the files lower_*.c share.
 *
 * W1 One pass: a value is typed when it is made, and what is known at load is never made at all.
 * W2 A fault (what no rule may do) raises, in both modes; what is only not supported raises too,
 * and the caller lets the rule run as Lua (low_try). W3 A name stands for something that can be
 * read again at no cost: a number, a variable, a slot that nothing writes meanwhile, or a value of
 * Lua. W4 Statements are collected in order; what stands under a condition or in a loop has a list
 * of its own. W5 Values of Lua stand on its stack from `base` on, until the root is done. */
#ifndef MUSTER_HOST_LOWER_H
#define MUSTER_HOST_LOWER_H

#include "host/internal.h"
#include "host/recover.h"
#include "play/node.h"
#include "syntax/tree.h"

enum {
    LOW_ARGS = 16,    /* of a call */
    LOW_RESULTS = 8,  /* of a function */
    LOW_BINDS = 700,  /* names at a time */
    LOW_BLOCKS = 200, /* within each other */
    LOW_LEAVES = 600,
    LOW_DEPTH = 40,    /* of calls that are written out */
    LOW_UNROLL = 8,    /* turns of a loop that is written out */
    LOW_UNROLLED = 400 /* nodes of the source that it may become */
};

enum low_form {
    LOW_PLAIN,   /* a number, a thing, a boolean, a set: k where it is known, else a node */
    LOW_LUA,     /* a table, a function, a text or a handle: at `lua` of the stack */
    LOW_LITERAL, /* a function, or a table, that stands in the rule: `at`, in `frame` */
    LOW_PIECES,  /* pieces(node) */
    LOW_RANGE,   /* range(node, node2); `most`: the highest that it says, or INT64_MAX */
    LOW_SUBSETS, /* subsets(node) */
    LOW_CHOSEN,  /* chosen(node, node2) */
    LOW_ELEMENT, /* of the table `lua`, at index `node` */
    LOW_PENDING, /* the name of the decision or step that is pending */
    LOW_REST     /* no value: `...` of nothing, a call that gives nothing */
};

struct low_value {
    uint8_t form; /* enum low_form */
    uint8_t type; /* enum mst_type; of forms that are not PLAIN it is void */
    bool nilable; /* a thing that may be nil */
    bool known;   /* k is the value; nil is MST_NONE of the type nil */
    bool given;   /* to a parameter: as a condition a number is not nil */
    bool moving;  /* the node names a variable that is assigned again */
    int64_t k, most;
    int node, node2;
    int lua;
    struct mst_syn_node *at;
    struct low_frame *frame;
};

/* A name and what it stands for. */
struct low_bind {
    const struct mst_syn_name *name;
    struct low_value value;
    int was;  /* slot of the name outside */
    int var;  /* of one that is assigned again; or -1 */
    int init; /* of one that has no type yet: the statement that gives it nil */
    bool
        early; /* it was read before it had a type, in a loop perhaps that gives it a value later */
};

/* A chain of statements. */
struct low_list {
    int first, last;
    int line;   /* of its last LINE */
    bool inner; /* it is not that of the move's questions */
};

/* A function being written out. */
struct low_frame {
    struct low_frame *up;
    const struct mst_syn_function *fn;
    const struct mst_syn_tree *tree;
    int lua;                             /* where the function that captured values stands, */
    const struct mst_syn_function *root; /* and its tree: `fn`, or a function around it */
    struct low_value rest[LOW_ARGS];     /* what `...` is */
    int rest_count;
    int nest;    /* conditions and loops around the statement */
    int block;   /* number of the block that a `return` leaves */
    int want;    /* how many results are looked at */
    bool deed;   /* it was called for its effect alone */
    int count;   /* results so far; -1: no `return` yet */
    bool stored; /* they are in variables; else there was but one `return`, with these values */
    struct low_value results[LOW_RESULTS];
    int vars[LOW_RESULTS]; /* that they are stored to */
};

/* A loop being written: what `break` and `goto` leave. */
struct low_loop {
    struct low_loop *up;
    struct low_frame *frame;
    int end, next;     /* numbers of blocks, or -1 */
    const char *label; /* at the end of the body, or NULL */
};

/* A search by `possible`: its choices are loops that are open. */
struct low_search {
    int block;
    struct low_turn *turns;
    int turn_count;
};

/* The questions of a move while they are collected: clauses of the kind, whose `node` (`node2`, and
 * those of steps) are nodes until low_move makes code of them all. */
struct low_asking {
    int kind; /* -1: of a search */
    struct low_search *search;
    struct low_uses {
        struct mst_var_set reads, gives;
    } uses[MST_MOST_CLAUSES];
    struct low_value path; /* the condition that the statement stands under */
    struct mst_bounds bounds[MST_MOST_VARS];
    enum mst_type types[MST_MOST_PARAMS];     /* of the choices */
    struct mst_clause late[MST_MOST_CLAUSES]; /* lets that no clause reads */
    int late_count;
};

struct low {
    lua_State *L;
    struct mst_host *host;
    struct mst_rules *rules;
    const struct mst_schema *schema;
    struct low_frame *frame;
    struct low_loop *loop;
    struct low_bind *binds; /* a userdata of Lua's */
    int bind_count, floor;
    int vars, sets;           /* numbers given out in this text */
    int most_vars, most_sets; /* that were given out */
    int kept, kept_sets;      /* numbers below them outlast the statement */
    struct low_list list;     /* that statements are added to */
    int blocks;               /* open ones */
    bool left[LOW_BLOCKS];    /* is the block with this number left anywhere? */
    int first_leave[LOW_BLOCKS];
    struct {
        int node, block;
    } leaves[LOW_LEAVES]; /* of open blocks */
    int leave_count;
    int writes;  /* statements so far that may change what is read */
    bool nobody; /* perhaps nobody decides where the rule runs */
    int depth;
    bool looking;     /* nothing may be written */
    const char *what; /* "a query", "a move's questions": where nothing may be written */
    struct low_asking *asking;
    bool unsupported;    /* why something was raised */
    bool quiet;          /* what is raised is not told: it was but tried */
    bool living;         /* the match is not over: muster.over_by() gives nothing */
    bool sketching;      /* only the choices of a move are looked for: printing is left out */
    bool again;          /* and a function is to run as Lua now, so that the rest need not */
    bool deed;           /* the call that is being made is for its effect alone */
    const char *subject; /* "move 'pawn'": what is being lowered */
    int cache;           /* stack index of a table: what was made of captured values */
    int trees;      /* and of one of what functions were made of, which stands right behind it */
    int *rule_size; /* of each rule of the host: bytes of its source, once known */
    struct mst_syn_node *call; /* of the rule that is being made a routine */
    struct low_version *versions;
    int version_count;
    const struct mst_syn_node *place; /* the node that is being looked at, for faults of Lua */
};

/* ---- lower.c: faults, nodes, values, lists ----------------------------------------------------
 */

_Noreturn void low_fault(struct low *l, const struct mst_syn_node *n, const char *format, ...)
    MST_PRINTF(3, 4);
/* `what` cannot be compiled: the rule runs as Lua. */
_Noreturn void low_unsupported(struct low *l, const struct mst_syn_node *n, const char *format, ...)
    MST_PRINTF(3, 4);
const char *low_type_name(const struct low_value *v); /* "a number" */

int low_node(struct low *l, enum mst_op op, bool is_set, int a, int b, int c);
int low_constant(struct low *l, int64_t k);
struct low_value low_known(enum mst_type type, int64_t k);
struct low_value low_nil(void);
struct low_value low_none(void); /* no value at all */
struct low_value low_plain(enum mst_type type, int node);
struct low_value low_thing(enum mst_type type, int node); /* may be nil */
struct low_value low_lua(int index);
/* The node of a plain value. */
int low_node_of(struct low *l, const struct low_value *v);
bool low_is_set(const struct low_value *v);
bool low_is_thing(enum mst_type type);

int low_new_var(struct low *l, bool is_set);
int low_lasting_var(struct low *l, bool is_set); /* beyond the statement */
struct low_value low_read_var(struct low *l, int var, const struct low_value *like);
/* A value that can be read again at no cost. */
struct low_value low_keep(struct low *l, struct low_value v);
/* Something was written since the list was as `before`: give the values, which were made earlier,
 * variables there. */
void low_keep_before(struct low *l, struct low_list before, int writes, struct low_value *values,
                     int count);
/* The same in a variable of its own, which is stored to later. */
int low_own_var(struct low *l, const struct low_value *v);

void low_add(struct low *l, int statement);
struct low_list low_open(struct low *l);             /* a list of its own; gives the outer one */
int low_close(struct low *l, struct low_list outer); /* its first item, or -1 */
/* Close, and put what was collected before the value. */
void low_close_value(struct low *l, struct low_list outer, struct low_value *v);
/* A block: its number, and the statement when it ends. */
int low_block_open(struct low *l, struct low_list *outer);
void low_block_close(struct low *l, struct low_list outer);
void low_leave(struct low *l, int block);

/* ---- lower_names.c: names, captured values, tables --------------------------------------------
 */

struct low_bind *low_bound(struct low *l, const struct mst_syn_name *name);
void low_bind(struct low *l, const struct mst_syn_name *name, struct low_value v);
/* A name that is assigned again gets a variable of its own. */
void low_declare(struct low *l, const struct mst_syn_name *name, struct low_value v);
void low_unbind(struct low *l, int count); /* down to so many names */
struct low_value low_name(struct low *l, struct mst_syn_node *n);
struct low_value low_global(struct low *l, struct mst_syn_node *n);
/* The value of Lua on top of the stack, which stays there if it must. */
struct low_value low_take(struct low *l);
/* Replace the key on top of the stack by what the table at `table` has there. */
void low_get(lua_State *L, int table);
/* table[index] of a captured table; and {[i] = t[i][key]} in the place of the key on the stack. */
struct low_value low_element(struct low *l, const struct mst_syn_node *n, int table, int index);
void low_project(struct low *l, int table);
/* Push the table that a read-only one stands for, or it itself. */
void low_push_real(lua_State *L, int table);
struct low_value low_index(struct low *l, struct mst_syn_node *n);
struct low_value low_field(struct low *l, struct mst_syn_node *n, int field,
                           struct low_value *entity);
int low_record_field(struct low *l, struct mst_syn_node *n, int record);
struct mst_handle *low_handle(struct low *l, const struct low_value *v);
bool low_is_function(struct low *l, const struct low_value *v);
/* What a node in function `root`, which is at the index, stands for without running anything:
 * pushes it, or false. */
bool low_push_static(lua_State *L, const struct mst_syn_function *root, int index,
                     const struct mst_syn_node *n);

/* ---- lower_expr.c, lower_compare.c: expressions
 * --------------------------------------------------
 */

struct low_value low_expr(struct low *l, struct mst_syn_node *n);
/* Up to `most` values of a list, the last one expanded; how many. */
int low_exprs(struct low *l, struct mst_syn_node *list, struct low_value *out, int most);
/* The truth of the expression: a boolean. */
struct low_value low_condition(struct low *l, struct mst_syn_node *n);
struct low_value low_truth(struct low *l, struct mst_syn_node *n, struct low_value v);
struct low_value low_not(struct low *l, struct low_value v);
struct low_value low_both(struct low *l, struct low_value a, struct low_value b);
struct low_value low_either(struct low *l, struct low_value a, struct low_value b);
struct low_value low_if(struct low *l, const struct mst_syn_node *n, struct low_value c,
                        struct low_value yes, struct low_value no);
/* The type of what is one or the other; faults where that cannot be. */
struct low_value low_join(struct low *l, const struct mst_syn_node *n, const struct low_value *a,
                          const struct low_value *b);
/* a == b, a < b or the like, a + b or the like, of a BINARY. */
struct low_value low_same(struct low *l, const struct mst_syn_node *n, struct low_value a,
                          struct low_value b);
struct low_value low_less(struct low *l, const struct mst_syn_node *n, struct low_value a,
                          struct low_value b);
struct low_value low_arithmetic(struct low *l, const struct mst_syn_node *n, struct low_value a,
                                struct low_value b);
/* Check types: a number, something of the type, a set (zones make none). */
int low_number(struct low *l, const struct mst_syn_node *n, struct low_value v);
int low_thing_of(struct low *l, const struct mst_syn_node *n, struct low_value v,
                 enum mst_type type);
int low_set(struct low *l, const struct mst_syn_node *n, struct low_value v);
bool low_fits(enum mst_type type, enum mst_type wanted);
struct mst_syn_node *low_bare(struct mst_syn_node *n); /* without parentheses */

/* ---- lower_words.c, lower_sets.c, lower_deeds.c ------------------------------------------------
 */

struct low_value low_word(struct low *l, struct mst_syn_node *n, enum mst_word_id word);
/* n is a METHOD of a set, pieces or a range. */
struct low_value low_method(struct low *l, struct mst_syn_node *n);
/* What a loop runs over; *type is that of its variable. -1: of nothing that can be looped over. */
int low_over(struct low *l, const struct mst_syn_node *n, const struct low_value *v,
             enum mst_type *type);
struct low_value low_first(struct low *l, const struct mst_syn_node *n, const struct low_value *v);
int low_region(struct low *l, int index); /* number of the region of a set handle */
struct low_value low_set_value(struct low *l, int index);

/* A word or method that writes; false where it is none. */
bool low_deed(struct low *l, struct mst_syn_node *n, enum mst_word_id word);
void low_emit(struct low *l, struct mst_syn_node *n, int event);
struct low_value low_ranking(struct low *l, struct mst_syn_node *n, int index);
void low_assign(struct low *l, struct mst_syn_node *n);
void low_writing(struct low *l, const struct mst_syn_node *n, const char *what);
void low_write(struct low *l, const struct mst_syn_node *n, int statement);
/* Store to a local name that is assigned again. */
void low_store(struct low *l, const struct mst_syn_node *n, struct low_bind *bind,
               struct low_value v);
int low_list_of(struct low *l, const int *items, int count);

/* ---- lower_call.c, _query, _chain, _version, _lua.c
 * ----------------------------------------------
 */

/* Call what `f` is with these arguments: up to `want` results (0: for its effect); how many. */
int low_call(struct low *l, struct mst_syn_node *n, struct low_value *f, struct low_value *args,
             int count, int want, struct low_value *out);
struct low_value low_call_one(struct low *l, struct mst_syn_node *n, struct low_value *f,
                              struct low_value *args, int count);
/* The call expression n. */
int low_call_node(struct low *l, struct mst_syn_node *n, int want, struct low_value *out);
/* The function of a layer of a rule; a call of a hook of the Lua side. */
struct low_value low_layer_function(struct low *l, const struct mst_rule_layer *layer);
int low_hook(struct low *l, struct mst_syn_node *n, int index, struct low_value *args, int count,
             struct low_value *out);
/* A frame of what `f` is, a function of Lua or of the rule. */
void low_frame_of(struct low *l, const struct mst_syn_node *n, const struct low_value *f,
                  struct low_frame *frame);
/* Its parameters get the arguments. */
void low_bind_params(struct low *l, struct low_frame *frame, struct low_value *args, int count);
/* Does the function need or choose? */
bool low_asks(struct low *l, const struct low_frame *frame);
/* The frame's body as one expression, where it is nothing but choices between values. */
bool low_is_chain(const struct low_frame *frame);
struct low_value low_chain(struct low *l);
/* The function as a routine, called. False where it cannot be one. */
bool low_invoke(struct low *l, struct mst_syn_node *n, const struct low_frame *frame,
                struct low_value *args, int count, struct low_value *out, int *results);
/* Is it one already, or being made one? */
bool low_is_busy(struct low *l, const struct low_frame *frame);
/* Is it better called than written out? */
bool low_is_large(struct low *l, const struct low_frame *frame, const struct low_value *args,
                  int count);
/* Something in the innermost frame is not supported: let the function that is called for its effect
 * run as Lua, if there is one. */
void low_give_up(struct low *l);
/* A call of a function that runs as Lua; false where it is none. */
bool low_call_lua(struct low *l, const struct low_frame *frame, struct low_value *args, int count);
/* What was being made was given up. */
void low_forget_busy(struct low *l);
/* The same of host->rule[index], a query or what `possible` was given; its value. */
bool low_invoke_rule(struct low *l, struct mst_syn_node *n, int rule, struct low_value *args,
                     int count, struct low_value *out);
bool low_is_busy_rule(struct low *l, int rule);
/* Written out where it is asked. */
struct low_value low_rule_here(struct low *l, struct mst_syn_node *n, int index,
                               struct low_value *args, int count);
/* `possible`: can all that the function asks be? */
struct low_value low_search(struct low *l, struct mst_syn_node *n, int index,
                            struct low_value *args, int count);
/* A call of host->rule[index], a query or what `possible` was given. */
struct low_value low_rule_value(struct low *l, struct mst_syn_node *n, int index,
                                struct low_value *args, int count);
/* host->rule[index], a `once`: its value. */
struct low_value low_once(struct low *l, struct mst_syn_node *n, int index);

/* ---- lower_stmt.c, lower_loop.c ----------------------------------------------------------------
 */

/* Each is true where what follows is never reached. */
bool low_statements(struct low *l, struct mst_syn_node *list);
bool low_scope(struct low *l, struct mst_syn_node *list); /* with names of its own */
/* As a list of its own, under a condition. */
bool low_branch(struct low *l, struct mst_syn_node *list, int *first);
/* The body of the frame's function: its results; how many of those that are wanted. */
int low_body(struct low *l, int want, struct low_value *out);
bool low_while(struct low *l, struct mst_syn_node *n);
bool low_repeat(struct low *l, struct mst_syn_node *n);
bool low_for(struct low *l, struct mst_syn_node *n);
bool low_for_in(struct low *l, struct mst_syn_node *n);
void low_jump(struct low *l, struct mst_syn_node *n); /* break, goto */

/* ---- lower_legal.c, lower_choice.c -------------------------------------------------------------
 */

/* A question of the move: need, choose, choose_step; results as a call. */
int low_ask(struct low *l, struct mst_syn_node *n, enum mst_word_id word, struct low_value *out);
int low_choose(struct low *l, struct mst_syn_node *n, struct low_value *out);
int low_choose_step(struct low *l, struct mst_syn_node *n, struct low_value *out);
/* A new last clause, which nobody has told anything; its reason from the arguments `rule`. */
struct mst_clause *low_add_clause(struct low *l, const struct mst_syn_node *n,
                                  enum mst_clause_kind kind, struct mst_syn_node *rule);
/* The clause just added is complete: note what it reads, and, of a condition, ask it early. */
void low_clause_done(struct low *l);
/* Go on only where the condition holds. */
void low_require(struct low *l, const struct mst_syn_node *n, struct low_value c,
                 struct mst_syn_node *rule);
/* Give a clause's variable the value, where questions are collected. */
struct low_value low_let(struct low *l, struct low_value v);
/* The frame's function asks: its body, with its parameters bound. */
int low_ask_body(struct low *l, struct low_value *out);
/* Statements that give values, among the questions: the list is closed. */
void low_do(struct low *l, struct low_list outer, struct low_value *values, int count);
/* Does this part of the frame's function ask? */
bool low_asks_in(struct low *l, const struct low_frame *frame, const struct mst_syn_node *n,
                 bool alone);
bool low_statement(struct low *l, struct mst_syn_node *n);

/* ---- lower_search.c
 * ------------------------------------------------------------------------------ */

void low_search_need(struct low *l, struct low_value c);
struct low_value low_search_choose(struct low *l, struct mst_syn_node *n,
                                   const struct low_value *of);

/* ---- lower_move.c, lower_root.c -----------------------------------------------------------------
 */

/* The function of a permission or a ban, called with the choices that it names: is it true? */
struct low_value low_permission(struct low *l, int ref);
/* What the questions of rules->kinds[kind] are, and what its functions make of them. */
void low_move(struct low *l, int kind);

/* The function at `ref` of the registry, on the stack, as a frame of its own. */
void low_root(struct low *l, int ref, struct low_frame *frame);
/* Code of an expression, of effects: of what was lowered since. */
int low_code(struct low *l, int node, bool effects);
/* Do part of the work. False where something in it is not supported, which is noted: nothing of it
 * is left but nodes, and what `undo` (or NULL) takes back. Faults go on. */
bool low_try(struct low *l, void (*part)(struct low *, void *), void (*undo)(struct low *),
             void *what);
/* The other roots: who decides, steps, listeners, the setup. */
void low_decision(struct low *l, int index);
void low_listener(struct low *l, int event, int listener);
/* Of computer players: what it has beyond rules is no fault. */
void low_worth(struct low *l);
void low_setup(struct low *l);
/* host->rule[index], for Lua that calls it; nothing is said where it cannot be. */
void low_rule(struct low *l, int index);

#endif
