/* Shared by the files of syntax/: the parser state for one source, with its tokens, names and
 * scopes.
 *
 * An error leaves by longjmp to syn_read, which frees the tree. So nothing that is created
 * while parsing may own memory outside the tree's arena. */
#ifndef MUSTER_HOST_SYNTAX_READER_H
#define MUSTER_HOST_SYNTAX_READER_H

#include <setjmp.h>

#include "host/syntax/tree.h"

/* A single character is its own kind; keywords are in the order of SYN_WORDS. */
enum syn_token_kind {
    T_FILE_END = 256,
    T_NAME,
    T_STRING,
    T_INT,
    T_FLOAT,
    T_CONCAT,
    T_DOTS,
    T_EQ,
    T_GE,
    T_LE,
    T_NE,
    T_SHL,
    T_SHR,
    T_IDIV,
    T_COLONS,
    T_AND,
    T_BREAK,
    T_DO,
    T_ELSE,
    T_ELSEIF,
    T_END,
    T_FALSE,
    T_FOR,
    T_FUNCTION,
    T_GOTO,
    T_IF,
    T_IN,
    T_LOCAL,
    T_NIL,
    T_NOT,
    T_OR,
    T_REPEAT,
    T_RETURN,
    T_THEN,
    T_TRUE,
    T_UNTIL,
    T_WHILE,
    T_COUNT
};

/* A spelling. Equal spellings in one tree share an atom. */
struct syn_atom {
    struct syn_atom *next; /* next atom in the same hash slot */
    uint32_t hash;
    int kind;                    /* T_NAME, or the keyword */
    struct syn_binding *binding; /* the visible local of this name, or NULL */
    struct syn_label *label;     /* the label of this name in the current block or one around it */
    struct syn_jump *jumps;      /* gotos that wait for a label of this name, the latest first */
    size_t length;
    char text[];
};

struct syn_token {
    int kind;
    int32_t line, column, from, to;
    union {
        int64_t k;
        double number;
        struct {
            const char *s;
            size_t length;
        };
        struct syn_atom *atom;
    };
};

/* A local while its scope is parsed. `name` comes first, so a name of the tree is also its
 * binding. */
struct syn_binding {
    struct syn_name name;
    struct syn_atom *atom;
    struct syn_binding *shadowed;        /* the one it shadows */
    struct syn_binding *below;           /* declared before it in the same function */
    const struct syn_function *captured; /* the function that last captured it */
    int32_t since;                       /* visible after this byte */
};

struct syn_label {
    struct syn_atom *atom;
    struct syn_label *outer; /* the label it shadows */
    struct syn_label *below; /* earlier label in the same block */
    const struct syn_function *function;
    int line;
};

struct syn_jump {
    struct syn_jump *next;  /* next goto that waits for the same spelling */
    struct syn_jump *below; /* earlier goto in the same function */
    struct syn_atom *atom;
    int32_t from;
    int line, column;
    bool resolved;
};

struct syn_block {
    struct syn_block *outer;
    struct syn_binding *locals; /* the last local that was visible when the block began */
    struct syn_label *labels;
    int32_t from;
};

enum {
    SYN_LEVELS = 200,   /* nested constructs, as luac counts them */
    SYN_HEIGHT = 1000,  /* height of a tree, in nodes */
    SYN_LOCALS = 200,   /* locals of a function in scope at once, as in luac */
    SYN_UPVALUES = 255, /* upvalues of a function, as in luac */
};

/* A function while it is parsed. */
struct syn_scope {
    struct syn_function *function;
    struct syn_scope *outer;
    struct syn_block *block;
    struct syn_binding *locals; /* the last visible one */
    struct syn_jump *jumps;     /* all of its gotos, the latest first */
    int waiting;                /* number of gotos without a label so far */
    int local_count;
    int loops;
    bool environment; /* _ENV is one of its upvalues */
    struct syn_name *ups[SYN_UPVALUES];
};

struct syn_reader {
    struct syn_tree *tree;
    const char *at, *end, *line_start; /* end of the source */
    int line;
    struct syn_token now, ahead; /* `ahead` is unset while its kind is 0 */
    int32_t last_to;             /* end of the token before `now` */
    struct syn_scope *scope;
    int level;               /* nested constructs */
    int branches;            /* open elseifs */
    struct syn_atom **atoms; /* hash table */
    uint32_t atom_mask, atom_count;
    struct syn_atom *environment; /* _ENV */
    int function_room;
    struct mst_error *error;
    int *column;
    jmp_buf fault;
};

/* ---- memory and faults (tree.c) -------------------------------------------------------------- */

void *syn_get(struct syn_reader *r, size_t size); /* zeroed; never NULL */
struct syn_node *syn_node(struct syn_reader *r, enum syn_kind kind, const struct syn_token *at);
_Noreturn void syn_fail(struct syn_reader *r, int line, int column, const char *format, ...)
    MST_PRINTF(4, 5);

/* ---- tokens (lex.c, lex_text.c) -------------------------------------------------------------- */

void syn_next(struct syn_reader *r);
int syn_peek(struct syn_reader *r); /* kind of the token after `now` */
void syn_newline(struct syn_reader *r);
void syn_numeral(struct syn_reader *r, struct syn_token *t);
void syn_short_string(struct syn_reader *r, struct syn_token *t);
/* Number of `=` in the long bracket at `s`, or -1 if there is none. */
int syn_bracket_level(const char *s);
/* `t` is NULL for a comment */
void syn_long_text(struct syn_reader *r, int level, struct syn_token *t);
/* Describe the token `t`: "'end'", "a string", "the end of the file". */
void syn_describe(const struct syn_reader *r, const struct syn_token *t, char *out, size_t size);
const char *syn_kind_text(int kind, char *out, size_t size);

static inline bool syn_is_digit(char c) {
    return (unsigned char)(c - '0') < 10;
}
static inline bool syn_is_letter(char c) {
    return (unsigned char)((c | 32) - 'a') < 26 || c == '_';
}
static inline bool syn_is_hex(char c) {
    return syn_is_digit(c) || (unsigned char)((c | 32) - 'a') < 6;
}

/* ---- names (names.c) ------------------------------------------------------------------------- */

void syn_open_atoms(struct syn_reader *r);
struct syn_atom *syn_atom(struct syn_reader *r, const char *text, size_t length);

void syn_open_scope(struct syn_reader *r, struct syn_scope *scope, struct syn_function *function);
void syn_close_scope(struct syn_reader *r);
void syn_open_block(struct syn_reader *r, struct syn_block *block);
void syn_close_block(struct syn_reader *r);

/* Declare a local. It becomes visible with syn_see. `at` is its token. */
struct syn_binding *syn_declare(struct syn_reader *r, struct syn_atom *atom,
                                const struct syn_token *at);
void syn_see(struct syn_reader *r, struct syn_binding *binding);
/* Reserve hidden locals of a `for`; they count toward the limit. */
void syn_reserve(struct syn_reader *r, int count);
/* The name at token `at`, as a LOCAL, a GLOBAL, or an INDEX of a local _ENV. */
struct syn_node *syn_resolve(struct syn_reader *r, const struct syn_token *at);
/* Record an assignment to the local of the LOCAL node `target`. */
void syn_assign(struct syn_reader *r, struct syn_node *target);

void syn_label(struct syn_reader *r, const struct syn_token *at, bool last);
void syn_jump(struct syn_reader *r, const struct syn_token *at);

/* ---- constants (fold.c) ---------------------------------------------------------------------- */

/* If luac knows the value of `e` at compile time, returns true and the literal in `out`. */
bool syn_fold(const struct syn_node *e, struct syn_node *out);

/* ---- grammar (parse.c, parse_expr.c) --------------------------------------------------------- */

/* A growing list of nodes. */
struct syn_list {
    struct syn_node *first, **end;
    int count, height;
};
static inline void syn_append(struct syn_list *list, struct syn_node *node) {
    *(list->end ? list->end : &list->first) = node;
    list->end = &node->next;
    list->count++;
    if (node->height > list->height)
        list->height = node->height;
}
/* Set the height of `node`, whose child has the given height. */
void syn_rise(struct syn_reader *r, struct syn_node *node, int height);
void syn_enter(struct syn_reader *r);
static inline void syn_leave(struct syn_reader *r) {
    r->level--;
}

void syn_check(struct syn_reader *r, int kind);
void syn_expect(struct syn_reader *r, int kind);
bool syn_accept(struct syn_reader *r, int kind);
/* Like syn_expect, for a token that closes `opened`. */
void syn_close(struct syn_reader *r, int kind, const struct syn_token *opened);

struct syn_node *syn_expression(struct syn_reader *r);
struct syn_node *syn_suffixed(struct syn_reader *r);
struct syn_list syn_expressions(struct syn_reader *r);
/* Parse a function from its parameters on; `now` is the `(`. */
struct syn_node *syn_function(struct syn_reader *r, const struct syn_token *keyword, int line,
                              bool method);
struct syn_list syn_block(struct syn_reader *r);
void syn_main(struct syn_reader *r);

#endif
