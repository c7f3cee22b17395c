/* Lowering: statements, and the body of a function with its results. */
#include "lang/lower/lower.h"

#include <assert.h>
#include <string.h>

/* ---- declarations ---------------------------------------------------------------------------- */

static void declare(struct low *l, struct syn_node *n) {
    struct low_value values[LOW_ARGS];
    int count = 0, i = 0;
    if (n->b)
        count = low_exprs(l, n->b, values, LOW_ARGS);

    /* Of one name, the value may stay a tree: nothing comes between it and the name. */
    for (int v = 0; v < count && n->a->next; v++)
        if (values[v].form == LOW_PLAIN && !values[v].known)
            values[v] = low_keep(l, values[v]); /* evaluate all values before the first name is
                                                 * declared */
    for (struct syn_node *name = n->a; name; name = name->next, i++)
        low_declare(l, name->name, i < count ? values[i] : low_nil());
}

static void define_local(struct low *l, struct syn_node *n) {
    /* It is inlined where it is called: its names are bound there. */
    struct low_value f = {.form = LOW_LITERAL,
                          .node = -1,
                          .lua = l->frame->lua,
                          .at = n->b,
                          .source = l->frame->source,
                          .maker = l->frame->id};
    low_bind(l, n->name, f);
}

/* ---- conditions ------------------------------------------------------------------------------ */

bool low_branch(struct low *l, struct syn_node *list, int *first) {
    struct low_list outer = low_open(l);
    l->frame->nest++; /* a `return` in it is not on every way */
    bool ends = low_scope(l, list);
    l->frame->nest--;
    *first = low_close(l, outer);
    return ends;
}

static bool when(struct low *l, struct syn_node *n) {
    struct low_value c = low_condition(l, n->a);
    struct low_unset before, after = {.count = 0};
    int yes, no = -1;
    if (c.known)
        return low_scope(l, c.k ? n->b : n->c);

    low_note_unset(l, &before);
    bool yes_ends = low_branch(l, n->b, &yes), no_ends = false;
    if (!yes_ends)
        low_note_unset(l, &after);

    /* The second branch starts from the same point. Afterwards a name is unset if it is so at the
     * end of a branch that goes on. */
    low_set_unset(l, &before, true);
    if (n->c)
        no_ends = low_branch(l, n->c, &no);
    if (no_ends)
        low_set_unset(l, &before, false);
    low_set_unset(l, &after, true);

    if (yes >= 0 || no >= 0 || lang_node_traits(l->rules, c.node) & LANG_ACTS)
        low_add(l, low_node(l, LANG_OP_WHEN, false, c.node, yes, no));
    return yes_ends && no_ends;
}

/* ---- return ---------------------------------------------------------------------------------- */

/* Lower a `return` in a function whose results are ignored: run its calls. */
static bool return_effects(struct low *l, struct syn_node *n) {
    /* The values are dropped, but calls among them act. */
    struct low_value out[LOW_RESULTS];
    if (l->frame->want)
        return false;
    for (struct syn_node *e = n->a; e; e = e->next) {
        struct syn_node *bare = low_bare(e);
        if (bare->kind == SYN_CALL || bare->kind == SYN_METHOD)
            low_call_node(l, bare, 0, out);
        else
            low_expr(l, bare); /* what acts is a statement now */
    }
    return true;
}

/* Add a result. It gets a variable if it is needed before the first `return`. */
static void add_result(struct low *l, struct low_frame *frame, int i, const struct low_value *v) {
    /* nil needs no variable: that is what results start as. A set has one of its own kind. */
    frame->results[i] = *v;
    frame->vars[i] = v->form == LOW_PLAIN && v->type != CORE_TYPE_NIL
                         ? low_new_var(l, v->type == CORE_TYPE_SET)
                         : -1;
}

static void store_result(struct low *l, const struct syn_node *n, struct low_frame *frame, int i,
                         struct low_value v) {
    struct low_value *result = &frame->results[i];
    if (v.form == LOW_REST)
        v = low_nil();
    if (v.form != LOW_PLAIN)
        low_unsupported(l, n, "%s as one of several results", low_type_name(&v));

    if (i >= frame->count)
        add_result(l, frame, i, &v);
    if (i >= frame->count && frame->count >= 0) { /* earlier returns gave nil here */
        *result = low_nil();
        result->absent = true;
    }

    /* All returns give one type, as it is one variable. */
    struct low_value joined = low_join(l, n, result, &v);
    if (frame->vars[i] < 0 && joined.type != CORE_TYPE_NIL)
        frame->vars[i] = low_new_var(l, joined.type == CORE_TYPE_SET);
    joined.absent = result->absent || v.absent;
    *result = joined;
    result->given = v.given;

    if (v.type == CORE_TYPE_NIL)
        return; /* variables start as nil */
    low_unpin(l, &v);
    v = low_as(l, v, (enum core_type)joined.type);
    low_add_store(l, frame->vars[i], &v);
}

/* Is the statement reached on every path through the function? */
static bool on_every_way(const struct low *l) {
    /* No condition or loop is around it, and no jump before it passes it by. */
    bool every = l->frame->nest == 0;
    for (int b = l->frame->block + 1; b <= l->blocks; b++)
        every = every && !l->left[b];
    return every;
}

static bool returns(struct low *l, struct syn_node *n) {
    struct low_frame *frame = l->frame;
    struct low_value values[LOW_ARGS];
    bool last = on_every_way(l);

    /* A single `return` at the end needs no variables: its values are the results. */
    if (!return_effects(l, n)) {
        int count = low_exprs(l, n->a, values, LOW_RESULTS);
        count = count > frame->want ? frame->want : count;
        if (last && frame->count < 0) { /* the only return */
            memcpy(frame->results, values, sizeof *values * (size_t)count);
            frame->count = count;
            return true;
        }

        /* Other returns may have given more values, or fewer: the missing ones are absent. */
        int most = count > frame->count ? count : frame->count;
        struct low_value absent = low_nil();
        absent.absent = true;
        frame->stored = true;
        for (int i = 0; i < most; i++)
            store_result(l, n->a ? n->a : n, frame, i, i < count ? values[i] : absent);
        frame->count = most;
    }
    if (!last)
        low_leave(l, frame->block);
    return true;
}

/* Give an initial value to each result that some path may leave unset. The stores precede all
 * statements. */
static void init_results(struct low *l, struct low_frame *frame, bool ends) {
    for (int i = frame->count - 1; i >= 0; i--) {
        /* Code reads no variable that was not written (the verifier's W2), though Lua would read
         * nil. */
        struct low_value *v = &frame->results[i];
        if (frame->vars[i] < 0 || (ends && !v->falsy))
            continue;
        bool set = v->type == CORE_TYPE_SET;
        int at_first = set ? low_node(l, LANG_OP_NOTHING, true, -1, -1, -1)
                           : low_constant(l, v->type == CORE_TYPE_BOOLEAN ? 0 : MST_NONE);
        int store = low_node(l, set ? LANG_OP_STORE_SET : LANG_OP_STORE, false, frame->vars[i],
                             at_first, -1);

        /* In front of the statements, so that it holds on every way. */
        int item = low_node(l, LANG_OP_LIST, false, store, l->list.first, -1);
        if (l->list.last < 0)
            l->list.last = item;
        l->list.first = item;
    }
}

/* Some path ends without a `return`, so every result may be nil. */
static void end_without(struct low *l, struct low_frame *frame) {
    /* Not quite nil: as the last argument of a call it is none at all. */
    struct low_value nil = low_nil();
    for (int i = 0; i < frame->count; i++) {
        frame->results[i] = low_join(l, l->place, &frame->results[i], &nil);
        frame->results[i].absent = true;
    }
}

int low_body(struct low *l, int want, struct low_value *out) {
    struct low_frame *frame = l->frame;
    struct low_list outer;
    struct low_unset before;
    low_note_unset(l, &before);
    frame->want = want;
    frame->count = -1;
    frame->nest = 0;
    frame->block = low_block_open(l, &outer);

    bool ends = low_scope(l, frame->fn->body);
    if (l->left[frame->block]) /* a return may have passed by an assignment */
        low_set_unset(l, &before, true);
    assert(l->blocks == frame->block); /* W6 */

    if (frame->stored && !ends)
        end_without(l, frame);
    if (frame->stored)
        init_results(l, frame, ends);
    low_block_close(l, outer);

    /* The reads of the results come behind the block, to which every return leads. */
    int count = frame->count < 0 ? 0 : frame->count;
    for (int i = 0; i < count; i++) {
        out[i] = frame->results[i];
        if (!frame->stored)
            continue;
        bool absent = out[i].absent;
        out[i] = frame->vars[i] < 0 ? low_nil() : low_read_var(l, frame->vars[i], &out[i]);
        out[i].absent = absent;
    }
    return count;
}

/* ---- statements ------------------------------------------------------------------------------ */

bool low_statement(struct low *l, struct syn_node *n) {
    struct low_value out[LOW_RESULTS];
    /* Each returns whether the next statement can be reached. */
    low_at(l, n);
    low_charge(l);

    switch ((enum syn_kind)n->kind) {
    case SYN_DECLARE: declare(l, n); return false;
    case SYN_ASSIGN: low_assign(l, n); return false;
    case SYN_DO_CALL: low_call_node(l, n->a, 0, out); return false;
    case SYN_DO: return low_scope(l, n->a);
    case SYN_WHILE: return low_while(l, n);
    case SYN_REPEAT: return low_repeat(l, n);
    case SYN_IF: return when(l, n);
    case SYN_FOR: return low_for(l, n);
    case SYN_FOR_IN: return low_for_in(l, n);
    case SYN_LOCAL_FUNCTION: define_local(l, n); return false;
    case SYN_RETURN: return returns(l, n);
    case SYN_BREAK:
    case SYN_GOTO: low_jump(l, n); return true;
    case SYN_LABEL: return false;
    default: low_unsupported(l, n, "a function defined in a rule");
    }
}

bool low_statements(struct low *l, struct syn_node *list) {
    bool ends = false;
    for (struct syn_node *n = list; n && !ends; n = n->next) {
        if (!l->looking)
            low_line(l, n);
        ends = low_statement(l, n); /* code after this statement is reached by a goto to the end at
                                     * most */
    }
    return ends;
}

bool low_scope(struct low *l, struct syn_node *list) {
    int binds = l->bind_count;
    bool ends = low_statements(l, list);
    low_unbind(l, binds);
    return ends;
}
