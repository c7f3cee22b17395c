/* Inside of the compiler of texts: the parser's state, and what expr_parse.c and expr_fault.c
 * share.
 */
#ifndef MUSTER_PLAY_EXPR_PARSER_H
#define MUSTER_PLAY_EXPR_PARSER_H

#include "play/expr.h"
#include "play/node.h"

enum mst_token { T_END, T_NAME, T_NUMBER, T_TEXT, T_SIGN };

struct mst_parser {
    struct mst_rules *rules;
    struct mst_scope scope;
    const char *text, *at; /* `at` is behind the current token */
    const char *token_at;  /* where the current token begins, */
    const char *name_at;   /* the name taken last, */
    const char *value_at;  /* and the value read last */
    const char *origin;
    struct mst_error *error;
    enum mst_token token;
    char word[64]; /* of a name, a text or a sign */
    int64_t number;
    bool failed;
    int nesting;
    int calls;                   /* of definitions within definitions */
    struct mst_define *defining; /* whose layer is compiled, or NULL */
    int layer;
};

/* A function that the language has by itself. */
struct mst_builtin {
    const char *name;
    enum mst_op op;
    const char *types; /* of its parameters: i integer, s set */
    bool is_set;
    const char *params; /* their names, for messages */
};
extern const struct mst_builtin mst_builtins[]; /* the last has no name */

struct mst_quantifier {
    const char *name;
    enum mst_op op;
};
extern const struct mst_quantifier mst_quantifiers[]; /* the last has no name */

/* Each notes the fault, with its place in the text, unless there is one already, and returns -1.
 * To blame is the current token; */
int mst_parser_fail(struct mst_parser *p, const char *format, ...) MST_PRINTF(2, 3);
/* the name or other word at `from`; */
int mst_parser_fail_at(struct mst_parser *p, const char *from, const char *format, ...)
    MST_PRINTF(3, 4);
/* the current token: something else was expected; */
int mst_parser_expected(struct mst_parser *p, const char *what);
/* the name taken last, of which nothing is known. */
int mst_parser_unknown(struct mst_parser *p, const char *name);
/* The same where an effect begins, and where a name of one kind is needed. */
int mst_parser_no_effect(struct mst_parser *p, const char *name);
int mst_parser_no_name(struct mst_parser *p, enum mst_name_kind kind, const char *what);

#endif
