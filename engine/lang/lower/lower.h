/* Lowering: translate the syntax tree of a Lua function (host/syntax/tree.h) and its captured
 * values to nodes (lang/code/node.h), the typed form from which code is made. This header is
 * private to the files lower_*.c.
 *
 * W1 Lua's meaning is the meaning. What this one pass cannot prove equal it leaves to Lua: it raises
 * unsupported code, or lets the code fail (LANG_OP_CERTAIN), after which Lua runs (play.h, X5).
 * W2 A fault (something that no rule may do) and unsupported code both raise a Lua error. A fault
 * rejects the module; after unsupported code the caller leaves the rule to Lua (low_try).
 * W3 A value is a tree that is evaluated where it is used. Its traits (node.h) say what that may do.
 * A value that acts does not travel: low_pin makes it a statement, in its place, as soon as it is
 * made, so it is evaluated once and never dropped. A value that others may change is kept before
 * the statement that may change it: low_keep_before. Nothing else moves, copies or drops values.
 * W4 A variable belongs to one value of the rule (V2), so a value stays right however long it is
 * held.
 * W5 A falsy value is one number in code: 0 of a boolean, MST_NONE of a thing. `falsy` says what it
 * may stand for, nil or false; where Lua tells them apart, low_certain makes the code stop.
 * W6 Statements are collected in order. The body of a condition or a loop is a separate list, and so
 * is each expression that Lua may skip; low_close_value makes it part of the value.
 * W7 Lua values stay on the Lua stack until the root function is done: a function of this header
 * may leave some there, and none expects its arguments on top unless it says so.
 * W8 A raised error leaves by longjmp. So memory is owned by the rules, by the host or by `struct
 * low` (freed by compile_rules.c), and by a local variable only while nothing can raise. */
#ifndef MUSTER_LANG_LOWER_LOWER_H
#define MUSTER_LANG_LOWER_LOWER_H

#include "host/internal.h"
#include "host/syntax/recover.h"
#include "host/handles/words.h"
#include "lang/code/node.h"
#include "host/syntax/tree.h"

enum {
    LOW_ARGS = 16,                   /* arguments of a call */
    LOW_RESULTS = CORE_MOST_OUTPUTS, /* of a function */
    LOW_BINDS = 700,                 /* names in scope at once */
    LOW_BLOCKS = 200,                /* nested blocks */
    LOW_LEAVES = 600,
    LOW_DEPTH = 40,     /* nested calls that are inlined */
    LOW_UNROLL = 8,     /* iterations of a loop that is unrolled */
    LOW_UNROLLED = 600, /* source nodes that an unrolled loop may become */
    LOW_LARGE = 400,    /* nodes of an inlined function or query; the next time it is a routine */
    LOW_SOURCES = 1024  /* slots of the table of functions */
};

enum low_form {
    LOW_PLAIN,   /* a number, thing, boolean or set: `k` if it is a constant, else `node` */
    LOW_LUA,     /* a table, function, string or handle: stack slot `lua` */
    LOW_LITERAL, /* a function or table written inside the rule: `at`, in `frame` */
    LOW_PIECES,  /* pieces(node) */
    LOW_RANGE,   /* range(node, node2); `most` is its declared maximum, or INT64_MAX */
    LOW_SUBSETS, /* subsets(node) */
    LOW_CHOSEN,  /* chosen(node, node2) */
    LOW_ELEMENT, /* element of the table `lua` at index `node` */
    LOW_PENDING, /* the name of the pending decision or step */
    LOW_REST     /* no value: an empty `...`, or a call without results */
};

enum low_falsy { LOW_NIL = 1, LOW_FALSE = 2 };

/* Fields of a value by form: LOW_PLAIN has k (if known) or node; LOW_LUA lua, word, handle;
 * LOW_LITERAL at, source, maker, lua; LOW_PIECES node; LOW_RANGE node, node2, most; LOW_SUBSETS
 * node; LOW_CHOSEN node, node2; LOW_ELEMENT lua, node; the others none. */
struct low_value {
    uint8_t form;  /* enum low_form */
    uint8_t type;  /* enum core_type; void unless the form is LOW_PLAIN */
    uint8_t falsy; /* enum low_falsy: what its falsy number may stand for; 0: never falsy */
    bool known;    /* a constant: the value is k; nil is MST_NONE with the type nil */
    bool given;    /* an argument: in a condition, a number is not nil */
    bool absent;   /* nil may be no value at all: the function may end without it */
    uint8_t word;  /* LOW_LUA: enum host_word_id of the word that it is; or HOST_WORD_COUNT */
    int64_t k, most;
    int node, node2;
    int lua;
    union {
        struct syn_node *at;        /* LOW_LITERAL */
        struct host_handle *handle; /* LOW_LUA; or NULL */
    };
    struct low_source *source; /* LOW_LITERAL: of the closure that it is written in, ... */
    int maker;                 /* ... and the activation of the function that made it */
};

/* A name in scope and its value. */
struct low_bind {
    const struct syn_name *name;
    struct low_value value;
    int was;      /* the binding that this one shadows */
    int var;      /* variable of a name that is assigned again, else -1 */
    int init;     /* while the type is unknown: the statement that stores nil, else -1 */
    bool early;   /* read before its type was known; a later iteration may give it a value */
    uint8_t firm; /* enum low_falsy: what a read took it not to be; a later iteration must not make
                   * it that */
    bool unset;   /* declared without a value, and not assigned yet on every way to here */
};

/* A linked list of statements. */
struct low_list {
    int first, last;
    int line;               /* source line of its last LINE statement */
    bool inner;             /* not the top-level list of a move's questions */
    int serial;             /* tells it from others */
    int vars, sets;         /* variables made before it was opened; */
    int stored, stored_set; /* the first variable and set that it stores to, or INT_MAX */
};

/* A place in the current list, for low_keep_before. */
struct low_mark {
    struct low_list list;
    int writes, stores;
};

/* A Lua function that rules call. */
struct low_source {
    struct low_source *next; /* in the same slot */
    const void *address;
    struct syn_function *fn;
    struct syn_tree *tree;
    int versions;       /* its routines: see lower_version.c */
    int nodes;          /* that inlining it made */
    bool scanned, asks; /* does it contain `need` or `choose`? */
    bool lua;           /* marked to run as Lua */
};

/* A function that is being inlined or compiled. */
struct low_frame {
    struct low_frame *up;
    int id; /* of the activation */
    const struct syn_function *fn;
    const struct syn_tree *tree;
    struct low_source *source;       /* of the closure that holds the captured values */
    int lua;                         /* stack slot of that closure */
    const struct syn_function *root; /* the function of that closure: `fn`, or one around it */
    struct low_value rest[LOW_ARGS]; /* the values of `...` */
    int rest_count;
    int nest;    /* number of conditions and loops around the statement */
    int block;   /* the block that a `return` leaves */
    int want;    /* number of results that the caller uses */
    bool effect; /* called for its effect only */
    bool truth;  /* called for one value, which is true or false, where nothing may be written */
    bool caller_only; /* only says where a call is made: the function does not run in it */
    const struct low_frame *caller;
    const struct syn_node *call; /* the CALL in `caller`; NULL if not called by one */
    int count;                   /* results so far; -1 before the first `return` */
    bool stored;                 /* results are in `vars`; else the only `return` gives `results` */
    struct low_value results[LOW_RESULTS];
    int vars[LOW_RESULTS]; /* variables of the results */
};

/* A loop that is being compiled, for `break` and `goto`. */
struct low_loop {
    struct low_loop *up;
    struct low_frame *frame;
    int end, next;     /* block numbers, or -1 */
    const char *label; /* label at the end of the body, or NULL */
};

/* A search by `possible`. Each of its choices is an open loop. */
struct low_search {
    int block;
    struct low_turn *turns;
    int turn_count;
};

/* The questions of a move while they are collected. The `node`, `node2` and steps of a clause are
 * nodes until low_move compiles them. */
struct low_asking {
    int kind;                  /* -1 for a search */
    struct low_search *search; /* or NULL */
    struct low_uses {          /* of each clause so far */
        struct lang_var_set reads, gives;
        unsigned traits; /* enum core_trait */
        int asked;       /* choices that were made when Lua comes to it */
    } uses[CORE_MOST_CLAUSES];
    struct low_value path;                      /* the condition around the current statement */
    struct lang_bounds bounds[CORE_MOST_VARS];  /* of each variable so far */
    enum core_type types[CORE_MOST_PARAMS];     /* types of the choices so far */
    struct core_clause late[CORE_MOST_CLAUSES]; /* values that no clause reads */
    int late_count;
};

struct low {
    /* what all rules share */
    lua_State *L;
    struct host *host;
    struct core_rules *rules;
    const struct core_schema *schema;
    /* the place in the rule that is lowered now: its function, loop and names */
    struct low_frame *frame;
    struct low_loop *loop;
    struct low_bind *binds; /* a userdata on the Lua stack */
    int bind_count, first_bind;
    /* variables, statements and blocks made so far */
    int vars, sets;        /* variables made so far */
    struct low_list list;  /* the list that low_add appends to */
    int lists;             /* opened so far */
    int activations;       /* so far */
    unsigned work;         /* nodes, statements and expressions so far: see low_charge */
    int blocks;            /* number of open blocks */
    bool left[LOW_BLOCKS]; /* does anything leave this block? */
    int first_leave[LOW_BLOCKS];
    struct {
        int node, block;
    } leaves[LOW_LEAVES]; /* jumps out of open blocks */
    int leave_count;
    int writes;  /* statements so far that may change the position, */
    int stores;  /* and local variables */
    bool nobody; /* the rule may run while no seat decides */
    bool asked;  /* it has asked who decides since the flag was cleared */
    int depth;
    int first_node; /* of the rule that is lowered */
    /* what kind of rule it is, and what it may do */
    bool looking;     /* read-only: nothing may be written */
    const char *what; /* "a query", "a move's questions": the read-only context, for messages */
    struct low_asking *asking;
    int captured;     /* values so far that an option may have set; see low_never */
    bool unsupported; /* the error is unsupported code, not a fault */
    bool compact;     /* inline little: the code is seldom run */
    bool quiet;       /* do not report errors: this is only an attempt */
    bool not_over;    /* the match is not over, so muster.over_by() returns nothing */
    int due;          /* the last choice that a permission names, or -1 */
    bool obliging;    /* the function of an `oblige`: it knows no choices */
    bool sketching;   /* collect only the choices of a move; skip printing */
    bool again;       /* retry, with one more function marked to run as Lua */
    bool effect;      /* the call being compiled is for its effect only */
    /* calls, and what is kept from one to the next */
    const struct syn_node *calling; /* the CALL whose function comes next */
    const char *subject;            /* the rule being lowered, such as "move 'pawn'" */
    int cache;                      /* stack slot of a table: results cached by captured value */
    int stack_serial;               /* number of the stack frame that Lua values are in */
    struct low_memo *memos;         /* owned */
    int memo_count, memo_room;
    struct low_source *sources[LOW_SOURCES]; /* owned */
    struct {
        int size;          /* nodes of the source of the rule; 0 if not yet known */
        int nodes;         /* that inlining it made */
        int versions;      /* its routines: see lower_version.c */
        bool trivial;      /* of a `once`: it is inlined */
    } * rule;              /* for each rule of the host */
    struct syn_node *call; /* the call of the rule that becomes a routine */
    struct low_version *versions;
    int version_count;
    /* places in the source */
    const struct syn_tree *line_tree;  /* the tree of the last LINE statement, */
    int line_source;                   /* and its number among the sources of the rules */
    const struct syn_node *place;      /* the current node, for errors that Lua raises */
    const struct syn_tree *place_tree; /* its tree: the frame may already be a callee's */
};

/* ---- lower.c: faults, nodes, values, lists --------------------------------------------------- */

/* Make `n`, of the current function, the current node. */
void low_at(struct low *l, const struct syn_node *n);
/* Reject the rule: raise an error at node `n`, of the current function or the current node. */
_Noreturn void low_fault(struct low *l, const struct syn_node *n, const char *format, ...)
    MST_PRINTF(3, 4);
/* Raise an error at node `n`: it cannot be compiled, so the rule runs as Lua. */
_Noreturn void low_unsupported(struct low *l, const struct syn_node *n, const char *format, ...)
    MST_PRINTF(3, 4);
/* The same: `what` has no code because of `why`. Out of memory is raised as that: the rule must not
 * run as Lua instead. */
_Noreturn void low_no_code(struct low *l, const struct syn_node *n, const char *what,
                           const char *why);
/* The same: the source of a function, called at `n` or a rule itself, cannot be read. */
_Noreturn void low_unread(struct low *l, const struct syn_node *n, const struct mst_error *error);
const char *low_type_name(const struct low_value *v); /* such as "a number" */

/* Charge the work of a node to the budget of loading. Raises an error when that is used up. */
void low_charge(struct low *l);
int low_node(struct low *l, enum lang_op op, bool is_set, int a, int b, int c);
int low_constant(struct low *l, int64_t k);
struct low_value low_known(enum core_type type, int64_t k);
struct low_value low_nil(void);
struct low_value low_none(void); /* no value at all */
struct low_value low_plain(enum core_type type, int node);
struct low_value low_thing(enum core_type type, int node); /* may be nil */
struct low_value low_boolean(int node);
struct low_value low_lua(struct low *l, int index);
/* The node of a plain value. A constant gets one. */
int low_node_of(struct low *l, const struct low_value *v);
bool low_is_set(const struct low_value *v);
/* Is the value certainly a thing of the type, and neither nothing nor a number? */
bool low_is_there(const struct low_value *v, enum core_type type);
/* Knowledge of a name whose variable has this value. */
void low_assume(struct low_value *bound, const struct low_value *v);
/* Is the operand a local of the running function? Lua 5.4 reads it when the operator is computed,
 * after the other operand. */
bool low_reads_late(struct low *l, struct syn_node *n);
bool low_is_thing(enum core_type type);

int low_new_var(struct low *l, bool is_set);
struct low_value low_read_var(struct low *l, int var, const struct low_value *like);
/* The same for a variable that is stored to later. */
struct low_value low_read_moving(struct low *l, int var, const struct low_value *like);
/* Can the value be nil; false? */
bool low_may_be_nil(const struct low_value *v);
bool low_may_be_false(const struct low_value *v);
/* The value, where it is certainly not falsy: else the code stops. */
struct low_value low_certain(struct low *l, struct low_value v);
/* Make the value cheap to read again: bind it to a variable unless it already is. */
struct low_value low_keep(struct low *l, struct low_value v);
/* If the value acts, bind it to a variable here and now. */
void low_pin(struct low *l, struct low_value *v);
/* The value is used at once: undo low_pin if nothing has been added since. */
void low_unpin(struct low *l, struct low_value *v);
/* The value has a name, or other uses: low_unpin leaves it. */
void low_own(struct low *l, const struct low_value *v);
/* A place in the list; bind those of `count` values, made before it, that statements since then may
 * have changed to variables at that place. */
struct low_mark low_here(const struct low *l);
void low_keep_before(struct low *l, const struct low_mark *mark, struct low_value *values,
                     int count);
/* Copy the value to a new variable that is stored to later. Returns the variable. */
int low_own_var(struct low *l, const struct low_value *v);

void low_add(struct low *l, int statement);
struct low_list low_open(struct low *l);             /* start a list; returns the enclosing one */
int low_close(struct low *l, struct low_list outer); /* returns its first item, or -1 */
/* Close the list. Its statements run where the value is evaluated, just before it. */
void low_close_value(struct low *l, struct low_list outer, struct low_value *v);
/* Close a list that Lua does not skip: statements that act run here, even if the value is not
 * evaluated. */
void low_close_whole(struct low *l, struct low_list outer, struct low_value *v);
/* Open a block; returns its number. low_block_close adds the block to `outer`. */
int low_block_open(struct low *l, struct low_list *outer);
void low_block_close(struct low *l, struct low_list outer);
void low_leave(struct low *l, int block);

/* ---- lower_blame.c: what faults name ---------------------------------------------------------
 */

/* Raise a fault that ends with the nearest name, if there is one. */
_Noreturn void low_fault_near(struct low *l, const struct syn_node *n,
                              const struct mst_nearest *nearest, const char *format, ...)
    MST_PRINTF(4, 5);
/* Replace the value on top of the stack by table[key], where a strict table faults. */
void low_read_strict(struct low *l, const struct syn_node *n, int table, const char *key);
/* Offer the local names of the function and of those around it. */
void low_offer_locals(const struct low *l, struct mst_nearest *nearest);
/* Raise a fault at a function. */
_Noreturn void low_fault_function(struct low *l, struct low_frame *frame, const char *format, ...)
    MST_PRINTF(3, 4);
/* Raise a fault for expression `n`, which is nil: nil `what`. */
_Noreturn void low_fault_nil(struct low *l, struct syn_node *n, const char *what);
/* The source of a name or of a.b.c, in `text`; NULL for any other expression. */
const char *low_name_of(const struct low *l, const struct syn_node *n, char text[100]);
/* The node to blame for a fault at `n`: where that is a parameter, the argument of the call. Makes
 * the caller the frame and writes a note. */
const struct syn_node *low_blamed(struct low *l, const struct syn_node *n, char *note, size_t size);
/* Does a block have a `return`? Can it end without one? */
bool low_returns(const struct syn_node *block);
bool low_falls_off(const struct syn_node *block);
/* Check the number of arguments of a CALL: of a query, of a function. */
void low_check_query_call(struct low *l, const struct syn_node *call, int params);
void low_check_call(struct low *l, const struct syn_node *call, const struct low_frame *frame);

/* ---- lower_names.c: names, captured values, tables ------------------------------------------- */

struct low_bind *low_bound(struct low *l, const struct syn_name *name);
void low_bind(struct low *l, const struct syn_name *name, struct low_value v);
/* Bind a name. A name that is assigned again gets its own variable. */
void low_declare(struct low *l, const struct syn_name *name, struct low_value v);
void low_unbind(struct low *l, int count); /* remove bindings until `count` are left */
/* The names in scope without a value on some way to here: note them, or say that they are so, or
 * not. After a condition or a loop, a name is unset if it is so on any way there. */
struct low_unset {
    int count;
    short index[LOW_BINDS];
};
void low_note_unset(const struct low *l, struct low_unset *unset);
void low_set_unset(struct low *l, const struct low_unset *names, bool unset);
struct low_value low_name(struct low *l, struct syn_node *n);
/* Does the condition hold in no position, whatever the options are? `captured`: l->captured before
 * it was lowered. */
bool low_never(const struct low *l, const struct low_value *c, int captured);
struct low_value low_global(struct low *l, struct syn_node *n);
/* Make a value of the Lua value on top of the stack. Pops it if the value was copied. */
struct low_value low_take(struct low *l);
/* Replace the key on top of the stack with that element of the table in slot `table`. */
void low_get(lua_State *L, int table);
/* low_element: table[index] of a captured table. low_project: replace the key on top of the stack
 * with the table {[i] = t[i][key]}. */
struct low_value low_element(struct low *l, const struct syn_node *n, int table,
                             const struct low_value *index);
void low_project(struct low *l, int table);
/* Push the table behind a read-only proxy, or the table itself. */
void low_push_real(lua_State *L, int table);
struct low_value low_index(struct low *l, struct syn_node *n);
struct low_value low_field(struct low *l, struct syn_node *n, int field, struct low_value *entity);
int low_record_field(struct low *l, struct syn_node *n, int record);
struct host_handle *low_handle(const struct low_value *v);
bool low_is_function(struct low *l, const struct low_value *v);
/* Number of parameters that a query declares. */
int low_rule_params(struct low *l, struct syn_node *n, int index);
/* Push the value of node `n` in function `root`, whose closure is in slot `index`, without running
 * anything. False if that is impossible. */
bool low_push_static(lua_State *L, const struct syn_function *root, int index,
                     const struct syn_node *n);

/* ---- lower_memo.c ------------------------------------------------------------------------------
 */

/* low_recall: the value of a name or of a.b that the current function captured, if it was
 * memorized. low_memorize: memorize it, if it is a constant or a Lua value on top of the stack.
 * `captured`: l->captured before it was lowered. */
bool low_recall(struct low *l, const struct syn_node *n, struct low_value *v);
void low_memorize(struct low *l, struct syn_node *n, const struct low_value *v, int captured);

/* ---- lower_expr.c, lower_compare.c: expressions ---------------------------------------------- */

struct low_value low_expr(struct low *l, struct syn_node *n);
/* Lower a list of expressions to at most `most` values; the last one is expanded. Returns their
 * number. */
int low_exprs(struct low *l, struct syn_node *list, struct low_value *out, int most);
/* The same for the arguments of a word, which counts them: the code stops where one is absent. */
int low_arguments(struct low *l, struct syn_node *list, struct low_value *out, int most);
/* The same for one of them. */
struct low_value low_present(struct low *l, const struct syn_node *n, struct low_value v);
/* The truth of the expression, as a boolean. */
struct low_value low_condition(struct low *l, struct syn_node *n);
struct low_value low_truth(struct low *l, struct syn_node *n, struct low_value v);
/* The same of a value that was made last, for a condition that comes next. */
struct low_value low_truth_now(struct low *l, struct syn_node *n, struct low_value v);
struct low_value low_not(struct low *l, struct low_value v);
struct low_value low_both(struct low *l, struct low_value a, struct low_value b);
struct low_value low_either(struct low *l, struct low_value a, struct low_value b);
struct low_value low_if(struct low *l, const struct syn_node *n, struct low_value c,
                        struct low_value yes, struct low_value no);
/* The common type of two alternatives. Faults if they have none. */
/* `c and x` where c is falsy: nil or false, as c is. */
struct low_value low_falsy_like(const struct low_value *c);
struct low_value low_join(struct low *l, const struct syn_node *n, const struct low_value *a,
                          const struct low_value *b);
/* May the number be MST_NONE, which stands for nothing among things? */
bool low_may_look_nil(const struct low *l, const struct low_value *v);
/* The value among values of `type`: a number that would look like nothing there stops the code. */
struct low_value low_as(struct low *l, struct low_value v, enum core_type type);
/* a == b, a < b and a + b, for the operators of a BINARY node. */
struct low_value low_same(struct low *l, const struct syn_node *n, struct low_value a,
                          struct low_value b);
struct low_value low_less(struct low *l, const struct syn_node *n, struct low_value a,
                          struct low_value b);
struct low_value low_arithmetic(struct low *l, const struct syn_node *n, struct low_value a,
                                struct low_value b);
/* Check the type and return the node: a number; a thing of `type`; a set (a zone is not one). */
int low_number(struct low *l, const struct syn_node *n, struct low_value v);
int low_thing_of(struct low *l, const struct syn_node *n, struct low_value v, enum core_type type);
int low_set(struct low *l, const struct syn_node *n, struct low_value v);
bool low_fits(enum core_type type, enum core_type wanted);
struct syn_node *low_bare(struct syn_node *n); /* removes parentheses */

/* ---- lower_words.c, lower_sets.c, lower_effects.c ----------------------------------------------
 */

struct low_value low_word(struct low *l, struct syn_node *n, enum host_word_id word);
/* Lower a METHOD node of a set, a pile of pieces or a range. */
struct low_value low_method(struct low *l, struct syn_node *n);
/* The node that a loop iterates over, or -1 if `v` is not iterable; *type is the type of the loop
 * variable. */
int low_over(struct low *l, const struct syn_node *n, const struct low_value *v,
             enum core_type *type);
struct low_value low_first(struct low *l, const struct syn_node *n, const struct low_value *v);
struct low_value low_set_value(struct low *l, int index);

/* Lower a word or method that writes. False if `n` is neither. */
bool low_effects(struct low *l, struct syn_node *n, enum host_word_id word);
/* Note for which parameters one number stands for two values, by all `emit` calls so far. */
void low_note_ambiguous(struct core_event *event);
void low_emit(struct low *l, struct syn_node *n, int event);
struct low_value low_ranking(struct low *l, struct syn_node *n, int index);
void low_assign(struct low *l, struct syn_node *n);
void low_writing(struct low *l, const struct syn_node *n, const char *what);
/* A failure from here to the end of the list is reported at the line of the node. */
void low_line(struct low *l, const struct syn_node *n);
void low_write(struct low *l, const struct syn_node *n, int statement);
/* Store to a local name that is assigned again. */
void low_store(struct low *l, const struct syn_node *n, struct low_bind *bind, struct low_value v);
/* Store to a variable. */
void low_add_store(struct low *l, int var, const struct low_value *v);
int low_list_of(struct low *l, const int *items, int count);

/* ---- lower_call.c, lower_query.c, lower_chain.c, lower_version.c, lower_lua.c ---------------- */

/* Call `f` with these arguments for at most `want` results (0: for its effect). Returns the number
 * of results. */
int low_call(struct low *l, struct syn_node *n, struct low_value *f, struct low_value *args,
             int count, int want, struct low_value *out);
struct low_value low_call_one(struct low *l, struct syn_node *n, struct low_value *f,
                              struct low_value *args, int count);
/* Lower the call expression `n`. Returns the number of results. */
int low_call_node(struct low *l, struct syn_node *n, int want, struct low_value *out);
/* low_layer_function: the function of a layer of a rule. low_hook: call a Lua hook. */
struct low_value low_layer_function(struct low *l, const struct host_rule_layer *layer);
int low_hook(struct low *l, struct syn_node *n, int index, struct low_value *args, int count,
             struct low_value *out);
/* The source of the closure in stack slot `index`, which is called at `n`. */
struct low_source *low_source_of(struct low *l, const struct syn_node *n, int index);
void low_free_sources(struct low *l);
/* Fill `frame` for the function `f`, a closure or a function written in the rule. */
void low_frame_of(struct low *l, const struct syn_node *n, const struct low_value *f,
                  struct low_frame *frame);
/* Bind the parameters to the arguments. */
void low_bind_params(struct low *l, struct low_frame *frame, struct low_value *args, int count);
/* Does the function contain `need` or `choose`? */
bool low_asks(struct low *l, const struct low_frame *frame);
/* Is the body a chain of conditional returns? low_chain lowers it to one expression. */
bool low_is_chain(const struct low_frame *frame);
struct low_value low_chain(struct low *l);
/* Compile the function as a routine and call it. False if it cannot be a routine. */
bool low_invoke(struct low *l, struct syn_node *n, const struct low_frame *frame,
                struct low_value *args, int count, struct low_value *out, int *results);
/* Is a routine of this function being compiled? */
bool low_is_busy(struct low *l, const struct low_frame *frame);
/* The nodes of the source of a function: comments and names do not count. */
int low_size(const struct syn_function *fn);
/* Is the function too large to inline? */
bool low_is_large(struct low *l, const struct low_frame *frame, const struct low_value *args,
                  int count);
/* The innermost frame is unsupported. If a function around it was called only for its effect, mark
 * that function to run as Lua and retry. */
void low_give_up(struct low *l);
/* Does the function always return one value, which is true or false? */
bool low_tells_truth(const struct low_frame *frame);
/* Call a function that is marked to run as Lua, for its effect or (`truth` is not NULL) its value.
 * False if it is not marked. */
bool low_call_lua(struct low *l, const struct low_frame *frame, struct low_value *args, int count,
                  struct low_value *truth);
/* Clean up the routines whose compilation was abandoned. */
void low_forget_busy(struct low *l);
/* The same for host->rule[index], a query or the function of a `possible`; *out is its value. */
bool low_invoke_rule(struct low *l, struct syn_node *n, int rule, struct low_value *args, int count,
                     struct low_value *out);
bool low_is_busy_rule(struct low *l, int rule);
/* Inline the rule where it is called. */
struct low_value low_rule_here(struct low *l, struct syn_node *n, int index, struct low_value *args,
                               int count);
/* `possible`: can all needs and choices of the function be satisfied? */
struct low_value low_search(struct low *l, struct syn_node *n, int index, struct low_value *args,
                            int count);
/* Call host->rule[index], a query or the function of a `possible`. */
struct low_value low_rule_value(struct low *l, struct syn_node *n, int index,
                                struct low_value *args, int count);
/* The value of host->rule[index], a `once`. */
struct low_value low_once(struct low *l, struct syn_node *n, int index);

/* ---- lower_stmt.c, lower_loop.c -------------------------------------------------------------- */

/* Each returns true if the code after it is unreachable. */
bool low_statements(struct low *l, struct syn_node *list);
bool low_scope(struct low *l, struct syn_node *list); /* in a new scope */
/* A conditional branch, as a separate list; *first is its first item. */
bool low_branch(struct low *l, struct syn_node *list, int *first);
/* Lower the body of the frame's function. Returns the number of results, at most `want`. */
int low_body(struct low *l, int want, struct low_value *out);
bool low_while(struct low *l, struct syn_node *n);
bool low_repeat(struct low *l, struct syn_node *n);
bool low_for(struct low *l, struct syn_node *n);
bool low_for_in(struct low *l, struct syn_node *n);
void low_jump(struct low *l, struct syn_node *n); /* break, goto */

/* ---- lower_legal.c, lower_choice.c ----------------------------------------------------------- */

/* Lower a question of a move: need, choose or choose_step. Returns the number of results. */
int low_ask(struct low *l, struct syn_node *n, enum host_word_id word, struct low_value *out);
int low_choose(struct low *l, struct syn_node *n, struct low_value *out);
int low_choose_step(struct low *l, struct syn_node *n, struct low_value *out);
/* Append an empty clause. Its rule id and reason come from the arguments at `rule`. */
struct core_clause *low_add_clause(struct low *l, const struct syn_node *n,
                                   enum core_clause_kind kind, struct syn_node *rule);
/* The last clause is a condition that reads choices up to `param`. Lua asks it when these are made,
 * before the next choice: move it there. */
void low_ask_when_due(struct low *l, int param);
/* Must clause `index` be evaluated in its place? */
bool low_stays(const struct low *l, int index);
/* Complete the last clause: record the variables it reads, and move a condition forward. */
void low_clause_done(struct low *l);
/* Require the condition: add a clause, or in a search leave the iteration. */
void low_require(struct low *l, const struct syn_node *n, struct low_value c,
                 struct syn_node *rule);
/* Bind the value to a variable of a clause, while questions are collected. */
struct low_value low_let(struct low *l, struct low_value v);
/* Lower the body of a function that asks questions. Its parameters are already bound. */
int low_ask_body(struct low *l, struct low_value *out);
/* Close a list of statements that compute values, and add it among the questions. */
void low_do(struct low *l, struct low_list outer, struct low_value *values, int count);
/* Does this part of the frame's function ask a question? */
bool low_asks_in(struct low *l, const struct low_frame *frame, const struct syn_node *n,
                 bool alone);
bool low_statement(struct low *l, struct syn_node *n);

/* ---- lower_search.c -------------------------------------------------------------------------- */

void low_search_need(struct low *l, struct low_value c);
struct low_value low_search_choose(struct low *l, struct syn_node *n, const struct low_value *of);

/* The kind of moves whose `legal` is being compiled. */
static inline struct core_kind *low_kind(const struct low *l) {
    return &l->rules->kinds[l->asking->kind];
}

/* ---- lower_move.c, lower_root.c -------------------------------------------------------------- */

/* Call the function of a permit, forbid or oblige with the choices that its parameters name.
 * Returns a boolean. */
struct low_value low_permission(struct low *l, int ref);
/* Lower all functions of rules->kinds[kind]: its questions, `apply` and `weight`. */
void low_move(struct low *l, int kind);

/* Push the function at `ref` of the registry and make it the root frame. */
void low_root(struct low *l, int ref, struct low_frame *frame);
/* Compile a node to code, as effects or as an expression. Returns the number of the code; -1 where
 * all rules run as Lua. */
int low_code(struct low *l, int node, bool effects);
/* Run `part`. If something in it is unsupported, note that, call `undo` (may be NULL) and return
 * false; only unused nodes remain. Faults propagate. */
bool low_try(struct low *l, void (*part)(struct low *, void *), void (*undo)(struct low *),
             void *what);
/* The other roots: seats and steps of decisions, listeners, the evaluation, the setup. */
void low_decision(struct low *l, int index);
void low_listener(struct low *l, int event, int listener);
/* An evaluation for computer players. Unsupported code is not reported. */
void low_worth(struct low *l, struct host_link *link);
void low_setup(struct low *l);
/* A function of a chain that writes: what follows the set-up or a ply. */
void low_link(struct low *l, enum host_chain_kind kind, int index);
/* host->rule[index], for calls from Lua. Unsupported code is not reported. */
void low_rule(struct low *l, int index);

#endif
