/* A syntax tree of Lua 5.4 source. Every name is resolved to its declaration. Independent of
 * Muster: the host compiles rule functions from such trees.
 *
 * T1 The parser accepts what luac accepts, and rejects what luac rejects, with line and column.
 * T2 Functions have the lines, parameters and upvalues that lua_getinfo and lua_getupvalue report;
 * `ups` is in luac's order.
 * T3 A tree owns all of its memory, including a copy of the source.
 * T4 Parsing takes time linear in the size of the source; recursion is limited to 200 levels. */
#ifndef MUSTER_HOST_SYNTAX_TREE_H
#define MUSTER_HOST_SYNTAX_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base.h"

enum syn_kind {
    /* expressions; lists are linked by `next` */
    SYN_NIL,
    SYN_TRUE,
    SYN_FALSE,
    SYN_INT,      /* k */
    SYN_FLOAT,    /* number */
    SYN_STRING,   /* s, length; escape sequences are resolved */
    SYN_VARARG,   /* ... */
    SYN_FUNCTION, /* function */
    SYN_LOCAL,    /* name, of this function or one around it */
    SYN_GLOBAL,   /* s; "_ENV" is the table itself. Under a local _ENV it is an INDEX of that
                   * local */
    SYN_INDEX,    /* a[b]; a.name has a string b and `dotted` */
    SYN_CALL,     /* a(list b) */
    SYN_METHOD,   /* a:s(list b) */
    SYN_BINARY,   /* a op b */
    SYN_UNARY,    /* op a */
    SYN_PAREN,    /* (a) */
    SYN_TABLE,    /* list a of entries */
    SYN_ENTRY,    /* [a] = b; a is NULL: positional; s is set for name = b (a is its string) */
    /* statements; a block is a list */
    SYN_DECLARE,        /* local list a (of LOCAL nodes) = list b */
    SYN_ASSIGN,         /* list a = list b */
    SYN_DO_CALL,        /* a: a CALL or METHOD for its effect */
    SYN_DO,             /* block a */
    SYN_WHILE,          /* while a do block b */
    SYN_REPEAT,         /* repeat block b until a */
    SYN_IF,             /* if a then block b else block c; an elseif is a single IF in c */
    SYN_FOR,            /* for name = list a (of two or three) do block b */
    SYN_FOR_IN,         /* for list c (of LOCAL nodes) in list a do block b */
    SYN_DEFINE,         /* function a (LOCAL, GLOBAL or INDEX): b is the FUNCTION */
    SYN_LOCAL_FUNCTION, /* local function name: b is the FUNCTION */
    SYN_RETURN,         /* list a */
    SYN_BREAK,
    SYN_GOTO, /* s */
    SYN_LABEL /* s */
};

enum syn_op {
    SYN_OR,
    SYN_AND,
    SYN_LT,
    SYN_GT,
    SYN_LE,
    SYN_GE,
    SYN_NE,
    SYN_EQ,
    SYN_BOR,
    SYN_BXOR,
    SYN_BAND,
    SYN_SHL,
    SYN_SHR,
    SYN_CONCAT,
    SYN_ADD,
    SYN_SUB,
    SYN_MUL,
    SYN_DIV,
    SYN_IDIV,
    SYN_MOD,
    SYN_POW,
    SYN_NOT,
    SYN_LEN,
    SYN_MINUS,
    SYN_BNOT
};

/* A local name. Each declaration has its own, even with the same spelling. */
struct syn_name {
    const char *text;
    struct syn_function *owner; /* the function that declares it */
    struct syn_node *at;        /* its LOCAL node in the declaration; NULL for `self` */
    struct syn_node *init;      /* the only expression that initializes it; for `local function`
                                 * the FUNCTION; else NULL */
    struct syn_node *value;     /* for a <const> of a literal value, as luac folds it: the
                                 * literal (NIL to STRING). Then it is not an upvalue. Else
                                 * NULL */
    struct syn_node *assigned;  /* the LOCAL node of the last assignment, or NULL */
    int assignments;            /* number of assignments after the declaration */
    bool constant, closed;      /* <const>, <close> */
    bool param, loop;           /* parameter of a function; variable of a for */
    bool assigned_inside;       /* assigned by a function inside its owner */
    int depth;                  /* number of loops around the declaration, inside its owner */
    int slot;                   /* for use by the compiler; initially 0 */
};

struct syn_node {
    uint8_t kind, op; /* enum syn_kind, enum syn_op */
    bool dotted;
    uint16_t height;      /* height of the subtree, in nodes */
    int32_t memo;         /* for use by the compiler; initially 0 */
    int32_t line, column; /* from 1; position of the operator of a BINARY, of the name of a METHOD,
                           * else of the start */
    int32_t from, to;     /* byte range in the source, `to` excluded */
    struct syn_node *next;
    struct syn_node *a, *b, *c;
    union {
        int64_t k;
        double number;
        struct {
            const char *s; /* zero-terminated */
            size_t length;
        };
        struct syn_name *name;
        struct syn_function *function;
    };
};

struct syn_function {
    int line, last_line, column; /* as in lua_getinfo; 0, 0 for the whole file */
    int32_t from, to;            /* byte range in the source, from `function` to `end` */
    int index;                   /* in the tree's `functions` */
    struct syn_function *parent;
    struct syn_name **params; /* including `self` */
    int param_count;
    bool vararg, method;
    struct syn_name **ups; /* in luac's order; NULL stands for _ENV */
    int up_count;
    struct syn_node *body;
    int size; /* for use by the compiler; initially 0 */
};

struct syn_tree {
    char *path;   /* owned; as shown in errors */
    char *source; /* owned, zero-terminated */
    size_t size;
    struct syn_function **functions; /* in source order; 0 is the main chunk */
    int function_count;
    void *arena;
};

/* Parse `size` bytes of `source`. Returns NULL with MST_BAD_FILE and "path:line" for a syntax error
 * (and the column in `column`, which may be NULL), or with MST_NO_MEMORY. Free with
 * syn_free. */
struct syn_tree *syn_read(const char *path, const char *source, size_t size,
                          struct mst_error *error, int *column);
void syn_free(struct syn_tree *tree); /* NULL is allowed */

/* The number of nodes of a list, with all inside: a measure without comments, blanks and names. A
 * chain such as `x.y.z` counts as `x.y`: what is read of nested tables is looked up beforehand. */
int syn_size(const struct syn_node *list);

/* The last name of an expression: "query" of `query` and of `muster.query`; else NULL. */
const char *syn_last_name(const struct syn_node *n);

/* Copy the `---` comment lines directly above line `line` to `out` (cleared first), without dashes,
 * joined by line ends. False if there are none. Works for any statement, whatever its
 * attributes. */
bool syn_comment(const struct syn_tree *tree, int line, struct mst_buf *out);

#endif
