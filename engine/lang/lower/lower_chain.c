/* Lowering: a function that only chooses between values becomes one expression. */
#include "lang/lower/lower.h"

/* The statements after a list, and those after them. */
struct rest {
    struct syn_node *list;
    const struct rest *then;
};

static bool always_returns(const struct syn_node *list) {
    /* Without `else` there is a way past the `if`. */
    for (const struct syn_node *n = list; n; n = n->next)
        if (n->kind == SYN_RETURN ||
            (n->kind == SYN_IF && n->c && always_returns(n->b) && always_returns(n->c)))
            return true;
    return false;
}

static bool is_chain(const struct syn_node *list, bool more) {
    /* Declarations are allowed, as their values become variables in the list of their branch. A
     * name that is assigned again would need statements in an order. */
    for (const struct syn_node *n = list; n; n = n->next) {
        bool follows = more || n->next;
        if (n->kind == SYN_RETURN)
            return n->a && !n->a->next;
        if (n->kind == SYN_DECLARE) {
            for (const struct syn_node *name = n->a; name; name = name->next)
                if (name->name->assignments)
                    return false;
        } else if (n->kind == SYN_IF) {
            /* lowering would duplicate the statements that follow */
            if (follows && !always_returns(n->b) && !(n->c && always_returns(n->c)))
                return false;
            if (!is_chain(n->b, follows) || !is_chain(n->c, follows))
                return false;
        } else if (n->kind != SYN_LOCAL_FUNCTION) {
            return false;
        }
    }
    return true;
}

bool low_is_chain(const struct low_frame *frame) {
    return is_chain(frame->fn->body, false);
}

static struct low_value chain(struct low *l, struct syn_node *list, const struct rest *then);

static struct low_value lower_chain_apart(struct low *l, struct syn_node *list,
                                          const struct rest *then) {
    /* W6: Lua runs only one of the branches. */
    struct low_list outer = low_open(l);
    int binds = l->bind_count;
    struct low_value v = chain(l, list, then);
    low_unbind(l, binds);
    low_close_value(l, outer, &v);
    return v;
}

static struct low_value either(struct low *l, struct syn_node *n, const struct rest *then) {
    /* What follows the `if` is lowered behind each branch that does not return; is_chain sees to it
     * that this is one at most. */
    struct rest more = {n->next, then};
    struct low_value c = low_condition(l, n->a);
    if (c.known)
        return chain(l, c.k ? n->b : n->c, &more);
    struct low_value yes = lower_chain_apart(l, n->b, &more),
                     no = lower_chain_apart(l, n->c, &more);
    return low_if(l, n, c, yes, no);
}

static struct low_value chain(struct low *l, struct syn_node *list, const struct rest *then) {
    for (struct syn_node *n = list; n; n = n->next) {
        if (n->kind == SYN_RETURN) {
            struct low_value v = low_expr(l, n->a);
            return v.form == LOW_REST ? low_nil() : v;
        }

        /* The rest of the list goes with the branches. */
        if (n->kind == SYN_IF)
            return either(l, n, then);

        struct syn_node alone = *n;
        alone.next = NULL;
        low_statements(l, &alone);
    }

    /* The branch ended without a `return`: go on behind its `if`. */
    if (then)
        return chain(l, then->list, then->then);

    /* The function ends without a value, which is not quite nil. */
    struct low_value none = low_nil();
    none.absent = true;
    return none;
}

struct low_value low_chain(struct low *l) {
    return chain(l, l->frame->fn->body, NULL);
}
