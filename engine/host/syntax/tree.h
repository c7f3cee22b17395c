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

enum mst_syn_kind {
    /* expressions; lists are linked by `next` */
    MST_SYN_NIL,
    MST_SYN_TRUE,
    MST_SYN_FALSE,
    MST_SYN_INT,      /* k */
    MST_SYN_FLOAT,    /* number */
    MST_SYN_STRING,   /* s, length; escape sequences are resolved */
    MST_SYN_VARARG,   /* ... */
    MST_SYN_FUNCTION, /* function */
    MST_SYN_LOCAL,    /* name, of this function or one around it */
    MST_SYN_GLOBAL,   /* s; "_ENV" is the table itself. Under a local _ENV it is an INDEX of that
                       * local */
    MST_SYN_INDEX,    /* a[b]; a.name has a string b and `dotted` */
    MST_SYN_CALL,     /* a(list b) */
    MST_SYN_METHOD,   /* a:s(list b) */
    MST_SYN_BINARY,   /* a op b */
    MST_SYN_UNARY,    /* op a */
    MST_SYN_PAREN,    /* (a) */
    MST_SYN_TABLE,    /* list a of entries */
    MST_SYN_ENTRY,    /* [a] = b; a is NULL: positional; s is set for name = b (a is its string) */
    /* statements; a block is a list */
    MST_SYN_DECLARE,        /* local list a (of LOCAL nodes) = list b */
    MST_SYN_ASSIGN,         /* list a = list b */
    MST_SYN_DO_CALL,        /* a: a CALL or METHOD for its effect */
    MST_SYN_DO,             /* block a */
    MST_SYN_WHILE,          /* while a do block b */
    MST_SYN_REPEAT,         /* repeat block b until a */
    MST_SYN_IF,             /* if a then block b else block c; an elseif is a single IF in c */
    MST_SYN_FOR,            /* for name = list a (of two or three) do block b */
    MST_SYN_FOR_IN,         /* for list c (of LOCAL nodes) in list a do block b */
    MST_SYN_DEFINE,         /* function a (LOCAL, GLOBAL or INDEX): b is the FUNCTION */
    MST_SYN_LOCAL_FUNCTION, /* local function name: b is the FUNCTION */
    MST_SYN_RETURN,         /* list a */
    MST_SYN_BREAK,
    MST_SYN_GOTO, /* s */
    MST_SYN_LABEL /* s */
};

enum mst_syn_op {
    MST_SYN_OR,
    MST_SYN_AND,
    MST_SYN_LT,
    MST_SYN_GT,
    MST_SYN_LE,
    MST_SYN_GE,
    MST_SYN_NE,
    MST_SYN_EQ,
    MST_SYN_BOR,
    MST_SYN_BXOR,
    MST_SYN_BAND,
    MST_SYN_SHL,
    MST_SYN_SHR,
    MST_SYN_CONCAT,
    MST_SYN_ADD,
    MST_SYN_SUB,
    MST_SYN_MUL,
    MST_SYN_DIV,
    MST_SYN_IDIV,
    MST_SYN_MOD,
    MST_SYN_POW,
    MST_SYN_NOT,
    MST_SYN_LEN,
    MST_SYN_MINUS,
    MST_SYN_BNOT
};

/* A local name. Each declaration has its own, even with the same spelling. */
struct mst_syn_name {
    const char *text;
    struct mst_syn_function *owner; /* the function that declares it */
    struct mst_syn_node *at;        /* its LOCAL node in the declaration; NULL for `self` */
    struct mst_syn_node *init;      /* the only expression that initializes it; for `local function`
                                     * the FUNCTION; else NULL */
    struct mst_syn_node *value;     /* for a <const> of a literal value, as luac folds it: the
                                     * literal (NIL to STRING). Then it is not an upvalue. Else
                                     * NULL */
    struct mst_syn_node *assigned;  /* the LOCAL node of the last assignment, or NULL */
    int assignments;                /* number of assignments after the declaration */
    bool constant, closed;          /* <const>, <close> */
    bool param, loop;               /* parameter of a function; variable of a for */
    bool assigned_inside;           /* assigned by a function inside its owner */
    int depth;                      /* number of loops around the declaration, inside its owner */
    int slot;                       /* for use by the compiler; initially 0 */
};

struct mst_syn_node {
    uint8_t kind, op; /* enum mst_syn_kind, enum mst_syn_op */
    bool dotted;
    uint16_t height;      /* height of the subtree, in nodes */
    int32_t memo;         /* for use by the compiler; initially 0 */
    int32_t line, column; /* from 1; position of the operator of a BINARY, of the name of a METHOD,
                           * else of the start */
    int32_t from, to;     /* byte range in the source, `to` excluded */
    struct mst_syn_node *next;
    struct mst_syn_node *a, *b, *c;
    union {
        int64_t k;
        double number;
        struct {
            const char *s; /* zero-terminated */
            size_t length;
        };
        struct mst_syn_name *name;
        struct mst_syn_function *function;
    };
};

struct mst_syn_function {
    int line, last_line, column; /* as in lua_getinfo; 0, 0 for the whole file */
    int32_t from, to;            /* byte range in the source, from `function` to `end` */
    int index;                   /* in the tree's `functions` */
    struct mst_syn_function *parent;
    struct mst_syn_name **params; /* including `self` */
    int param_count;
    bool vararg, method;
    struct mst_syn_name **ups; /* in luac's order; NULL stands for _ENV */
    int up_count;
    struct mst_syn_node *body;
    int size; /* for use by the compiler; initially 0 */
};

struct mst_syn_tree {
    char *path;   /* owned; as shown in errors */
    char *source; /* owned, zero-terminated */
    size_t size;
    struct mst_syn_function **functions; /* in source order; 0 is the main chunk */
    int function_count;
    void *arena;
};

/* Parse `size` bytes of `source`. Returns NULL with MST_BAD_FILE and "path:line" for a syntax error
 * (and the column in `column`, which may be NULL), or with MST_NO_MEMORY. Free with
 * mst_syn_free. */
struct mst_syn_tree *mst_syn_read(const char *path, const char *source, size_t size,
                                  struct mst_error *error, int *column);
void mst_syn_free(struct mst_syn_tree *tree); /* NULL is allowed */

/* The number of nodes of a list, with all inside: a measure without comments, blanks and names. */
int mst_syn_size(const struct mst_syn_node *list);

/* The last name of an expression: "query" of `query` and of `muster.query`; else NULL. */
const char *mst_syn_last_name(const struct mst_syn_node *n);

/* Copy the `---` comment lines directly above line `line` to `out` (cleared first), without dashes,
 * joined by line ends. False if there are none. Works for any statement, whatever its
 * attributes. */
bool mst_syn_comment(const struct mst_syn_tree *tree, int line, struct mst_buf *out);

#endif
