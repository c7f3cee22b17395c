/* Lua 5.4 source as a tree in which every name is resolved to what declares it. Knows nothing of
 * Muster: the host compiles rule functions from such trees.
 *
 * T1 All of Lua 5.4 is read; what luac refuses is refused, with line and column. T2 Functions have
 * the lines, parameters and upvalues that lua_getinfo and lua_getupvalue tell of them: `ups` stand
 * in luac's order. T3 A tree owns all of its memory and borrows nothing of the source:
 * it keeps a copy. T4 Reading is linear in the size of the source and nests at most 200 deep. */
#ifndef MUSTER_SYNTAX_TREE_H
#define MUSTER_SYNTAX_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"

enum mst_syn_kind {
    /* expressions; lists hang together by `next` */
    MST_SYN_NIL,
    MST_SYN_TRUE,
    MST_SYN_FALSE,
    MST_SYN_INT,      /* k */
    MST_SYN_FLOAT,    /* number */
    MST_SYN_STRING,   /* s, length; escapes are resolved */
    MST_SYN_VARARG,   /* ... */
    MST_SYN_FUNCTION, /* function */
    MST_SYN_LOCAL,    /* name, of this function or one around it */
    MST_SYN_GLOBAL,   /* s; "_ENV" is the table itself. Under a local _ENV it is an INDEX of that */
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
    MST_SYN_IF,             /* if a then block b else block c: elseif is an IF alone in c */
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

/* What a local name is. Two names of one spelling are two. */
struct mst_syn_name {
    const char *text;
    struct mst_syn_function *owner; /* the function that declares it */
    struct mst_syn_node *at;        /* its LOCAL node in the declaration; NULL for `self` */
    struct mst_syn_node *init;      /* what it is given there, where that is one expression; for
                                       `local function` the FUNCTION; else NULL */
    struct mst_syn_node *value;    /* <const> of a literal value, as luac folds it: the literal (NIL
                                      to STRING). It is no upvalue then. Else NULL */
    struct mst_syn_node *assigned; /* the last assignment to it: its LOCAL node; or NULL */
    int assignments;               /* after the declaration */
    bool constant, closed;         /* <const>, <close> */
    bool param, loop;              /* of the function; of a for */
    bool assigned_inside;          /* in a function within its owner */
    int depth;                     /* loops around the declaration, within its owner */
    int slot;                      /* free for whoever compiles; 0 at first */
};

struct mst_syn_node {
    uint8_t kind, op; /* enum mst_syn_kind, enum mst_syn_op */
    bool dotted;
    uint16_t height;      /* nodes below it, at the longest */
    int32_t line, column; /* from 1; of a binary operator, of the name of a method, else of the
                             beginning */
    int32_t from, to;     /* bytes of the source, `to` excluded */
    struct mst_syn_node *next;
    struct mst_syn_node *a, *b, *c;
    union {
        int64_t k;
        double number;
        struct {
            const char *s; /* ends with a 0 of its own */
            size_t length;
        };
        struct mst_syn_name *name;
        struct mst_syn_function *function;
    };
};

struct mst_syn_function {
    int line, last_line, column; /* as lua_getinfo; 0, 0 for the whole file */
    int32_t from, to;            /* bytes of the source, from `function` to behind `end` */
    int index;                   /* in the tree's `functions` */
    struct mst_syn_function *parent;
    struct mst_syn_name **params; /* `self` included */
    int param_count;
    bool vararg, method;
    struct mst_syn_name **ups; /* luac's order; NULL is _ENV */
    int up_count;
    struct mst_syn_node *body;
};

struct mst_syn_tree {
    char *path;   /* owned; as errors show it */
    char *source; /* owned, ends with a 0 */
    size_t size;
    struct mst_syn_function **functions; /* in the order in which they begin; 0 is the file */
    int function_count;
    void *arena;
};

/* Read `size` bytes of `source`. NULL and `error` (MST_BAD_FILE with "path:line") on a fault; NULL
 * and MST_NO_MEMORY. Free with mst_syn_free. `column` (may be NULL) is told of a fault. */
struct mst_syn_tree *mst_syn_read(const char *path, const char *source, size_t size,
                                  struct mst_error *error, int *column);
void mst_syn_free(struct mst_syn_tree *tree); /* NULL is allowed */

/* The `---` comment lines right above line `line`, without their dashes, joined by line ends, into
 * `out` (emptied first); false where there are none. A statement's attributes do not matter. */
bool mst_syn_comment(const struct mst_syn_tree *tree, int line, struct mst_buf *out);

#endif
