/* The parser for expressions of Lua 5.4, by operator precedence. */
#include <assert.h>

#include "host/syntax/reader.h"

/* Left and right binding power of each operator. */
static const struct {
    uint8_t left, right;
} STRENGTH[] = {
    [SYN_OR] = {1, 1},    [SYN_AND] = {2, 2},    [SYN_LT] = {3, 3},     [SYN_GT] = {3, 3},
    [SYN_LE] = {3, 3},    [SYN_GE] = {3, 3},     [SYN_NE] = {3, 3},     [SYN_EQ] = {3, 3},
    [SYN_BOR] = {4, 4},   [SYN_BXOR] = {5, 5},   [SYN_BAND] = {6, 6},   [SYN_SHL] = {7, 7},
    [SYN_SHR] = {7, 7},   [SYN_CONCAT] = {9, 8}, [SYN_ADD] = {10, 10},  [SYN_SUB] = {10, 10},
    [SYN_MUL] = {11, 11}, [SYN_DIV] = {11, 11},  [SYN_IDIV] = {11, 11}, [SYN_MOD] = {11, 11},
    [SYN_POW] = {14, 13},
};
enum { UNARY_STRENGTH = 12 };

static int binary_op(int kind) {
    /* By token, for the operators are ordered for the tree. -1: the expression ends here. */
    switch (kind) {
    case T_OR: return SYN_OR;
    case T_AND: return SYN_AND;
    case '<': return SYN_LT;
    case '>': return SYN_GT;
    case T_LE: return SYN_LE;
    case T_GE: return SYN_GE;
    case T_NE: return SYN_NE;
    case T_EQ: return SYN_EQ;
    case '|': return SYN_BOR;
    case '~': return SYN_BXOR;
    case '&': return SYN_BAND;
    case T_SHL: return SYN_SHL;
    case T_SHR: return SYN_SHR;
    case T_CONCAT: return SYN_CONCAT;
    case '+': return SYN_ADD;
    case '-': return SYN_SUB;
    case '*': return SYN_MUL;
    case '/': return SYN_DIV;
    case T_IDIV: return SYN_IDIV;
    case '%': return SYN_MOD;
    case '^': return SYN_POW;
    default: return -1;
    }
}

static int unary_op(int kind) {
    switch (kind) {
    case T_NOT: return SYN_NOT;
    case '#': return SYN_LEN;
    case '-': return SYN_MINUS;
    case '~': return SYN_BNOT;
    default: return -1;
    }
}

static void hold(struct syn_reader *r, struct syn_node *node, struct syn_node **place,
                 struct syn_node *child) {
    *place = child;
    syn_rise(r, node, child->height);
}

static struct syn_node *text_node(struct syn_reader *r) {
    struct syn_node *node = syn_node(r, SYN_STRING, &r->now);
    if (r->now.kind == T_NAME) {
        node->s = r->now.atom->text;
        node->length = r->now.atom->length;
    } else {
        node->s = r->now.s;
        node->length = r->now.length;
    }
    syn_next(r);
    return node;
}

/* ---- tables ---------------------------------------------------------------------------------- */

static struct syn_node *entry(struct syn_reader *r) {
    struct syn_node *node = syn_node(r, SYN_ENTRY, &r->now);

    /* `{ x }` is positional, `{ x = 1 }` is named: this is the one place where Lua needs a second
     * token. */
    if (r->now.kind == T_NAME && syn_peek(r) == '=') {
        node->s = r->now.atom->text;
        node->length = r->now.atom->length;
        hold(r, node, &node->a, text_node(r));
        syn_next(r);
    } else if (r->now.kind == '[') {
        struct syn_token opened = r->now;
        syn_next(r);
        hold(r, node, &node->a, syn_expression(r));
        syn_close(r, ']', &opened);
        syn_expect(r, '=');
    }

    hold(r, node, &node->b, syn_expression(r));
    node->to = r->last_to;
    return node;
}

static struct syn_node *parse_expr_table(struct syn_reader *r) {
    struct syn_token opened = r->now;
    struct syn_node *node = syn_node(r, SYN_TABLE, &opened);
    struct syn_list entries = {0};
    syn_next(r);
    while (r->now.kind != '}') {
        syn_append(&entries, entry(r));
        if (!syn_accept(r, ',') && !syn_accept(r, ';'))
            break;
    }

    /* A separator may come last. */
    syn_close(r, '}', &opened);
    node->to = r->last_to;
    node->a = entries.first;
    if (entries.first)
        syn_rise(r, node, entries.height);
    return node;
}

/* ---- names, calls, fields -------------------------------------------------------------------- */

static struct syn_node *primary(struct syn_reader *r) {
    struct syn_token first = r->now;
    struct syn_node *node;
    char found[100];

    if (first.kind == T_NAME) {
        node = syn_resolve(r, &first);
        syn_next(r);
    } else if (first.kind == '(') {
        /* A node of its own: parentheses cut a call to one value. */
        node = syn_node(r, SYN_PAREN, &first);
        syn_next(r);
        hold(r, node, &node->a, syn_expression(r));
        syn_close(r, ')', &first);
        node->to = r->last_to;
    } else {
        syn_describe(r, &first, found, sizeof found);
        syn_fail(r, first.line, first.column, "expected an expression, found %s", found);
    }
    return node;
}

static void arguments(struct syn_reader *r, struct syn_node *call) {
    struct syn_token opened = r->now;
    struct syn_list list = {0};

    /* f"x" and f{...} are calls with one argument. */
    if (opened.kind == T_STRING) {
        syn_append(&list, text_node(r));
    } else if (opened.kind == '{') {
        syn_append(&list, parse_expr_table(r));
    } else {
        syn_expect(r, '(');
        if (r->now.kind != ')')
            list = syn_expressions(r);
        syn_close(r, ')', &opened);
    }

    call->b = list.first;
    if (list.first)
        syn_rise(r, call, list.height);
}

/* A node that begins where `a` does and contains it. */
static struct syn_node *behind(struct syn_reader *r, enum syn_kind kind, struct syn_node *a) {
    struct syn_node *node = syn_node(r, kind, &r->now);
    node->line = a->line;
    node->column = a->column;
    node->from = a->from;
    hold(r, node, &node->a, a);
    return node;
}

static struct syn_node *field(struct syn_reader *r, struct syn_node *a) {
    struct syn_node *node = behind(r, SYN_INDEX, a);
    struct syn_token opened = r->now;
    syn_next(r);
    if (opened.kind == '.') {
        syn_check(r, T_NAME);
        node->dotted = true;
        node->b = text_node(r);
    } else {
        hold(r, node, &node->b, syn_expression(r));
        syn_close(r, ']', &opened);
    }
    return node;
}

static struct syn_node *method(struct syn_reader *r, struct syn_node *a) {
    struct syn_node *node = behind(r, SYN_METHOD, a);
    syn_next(r);
    syn_check(r, T_NAME);

    node->s = r->now.atom->text;
    node->length = r->now.atom->length;
    /* Errors in a chain of calls are reported at the method, whose line may be another. */
    node->line = r->now.line;
    node->column = r->now.column;
    syn_next(r);
    arguments(r, node);
    return node;
}

struct syn_node *syn_suffixed(struct syn_reader *r) {
    struct syn_node *node = primary(r);
    /* From left to right: each suffix applies to all before it. The node ends at the last token of
     * its suffix. */
    for (;; node->to = r->last_to)
        switch (r->now.kind) {
        case '.':
        case '[': node = field(r, node); break;
        case ':': node = method(r, node); break;
        case '(':
        case '{':
        case T_STRING:
            node = behind(r, SYN_CALL, node);
            arguments(r, node);
            break;
        default: return node;
        }
}

/* ---- expressions ----------------------------------------------------------------------------- */

static struct syn_node *literal(struct syn_reader *r, enum syn_kind kind) {
    struct syn_node *node = syn_node(r, kind, &r->now);
    if (kind == SYN_INT)
        node->k = r->now.k;
    else if (kind == SYN_FLOAT)
        node->number = r->now.number;
    syn_next(r);
    return node;
}

static struct syn_node *simple(struct syn_reader *r) {
    struct syn_token first = r->now;
    switch (first.kind) {
    case T_INT: return literal(r, SYN_INT);
    case T_FLOAT: return literal(r, SYN_FLOAT);
    case T_STRING: return text_node(r);
    case T_NIL: return literal(r, SYN_NIL);
    case T_TRUE: return literal(r, SYN_TRUE);
    case T_FALSE: return literal(r, SYN_FALSE);
    case '{': return parse_expr_table(r);
    case T_DOTS:
        /* T1: luac rejects it, too. */
        if (!r->scope->function->vararg)
            syn_fail(r, first.line, first.column,
                     "'...' in a function whose parameters do not end with '...'");
        return literal(r, SYN_VARARG);
    case T_FUNCTION: syn_next(r); return syn_function(r, &first, r->now.line, false);
    default: return syn_suffixed(r);
    }
}

static struct syn_node *operation(struct syn_reader *r, int strength);

static struct syn_node *operand(struct syn_reader *r) {
    int op = unary_op(r->now.kind);
    if (op < 0)
        return simple(r);

    /* A unary operator binds tighter than all binary ones but `^`: -x^2 is -(x^2). */
    struct syn_node *node = syn_node(r, SYN_UNARY, &r->now);
    node->op = (uint8_t)op;
    syn_next(r);
    hold(r, node, &node->a, operation(r, UNARY_STRENGTH));
    node->to = r->last_to;
    return node;
}

/* Parse operands joined by operators whose left binding power exceeds `strength`. */
static struct syn_node *operation(struct syn_reader *r, int strength) {
    syn_enter(r);
    struct syn_node *a = operand(r);
    for (int op; (op = binary_op(r->now.kind)) >= 0 && STRENGTH[op].left > strength;) {
        assert((size_t)op < sizeof STRENGTH / sizeof *STRENGTH && STRENGTH[op].left);
        struct syn_node *node = syn_node(r, SYN_BINARY, &r->now);
        node->op = (uint8_t)op;
        node->from = a->from;

        /* A right power below the left one makes `..` and `^` group to the right. */
        syn_next(r);
        hold(r, node, &node->a, a);
        hold(r, node, &node->b, operation(r, STRENGTH[op].right));

        node->to = r->last_to;
        a = node;
    }
    syn_leave(r);
    return a;
}

struct syn_node *syn_expression(struct syn_reader *r) {
    return operation(r, 0);
}

struct syn_list syn_expressions(struct syn_reader *r) {
    struct syn_list list = {0};
    do
        syn_append(&list, syn_expression(r));
    while (syn_accept(r, ','));
    return list;
}
