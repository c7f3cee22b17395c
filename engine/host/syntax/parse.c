/* The parser for statements and functions of Lua 5.4. Expressions are in parse_expr.c. */
#include <assert.h>
#include <string.h>

#include "host/syntax/reader.h"

/* ---- expected tokens ------------------------------------------------------------------------- */

void syn_check(struct syn_reader *r, int kind) {
    char found[100], wanted[8];
    if (r->now.kind == kind)
        return;
    syn_describe(r, &r->now, found, sizeof found);
    syn_fail(r, r->now.line, r->now.column, "expected %s, found %s",
             syn_kind_text(kind, wanted, sizeof wanted), found);
}

void syn_expect(struct syn_reader *r, int kind) {
    syn_check(r, kind);
    syn_next(r);
}

bool syn_accept(struct syn_reader *r, int kind) {
    if (r->now.kind != kind)
        return false;
    syn_next(r);
    return true;
}

void syn_close(struct syn_reader *r, int kind, const struct syn_token *opened) {
    char found[100], wanted[8], open[100];
    if (syn_accept(r, kind))
        return;

    /* On one line, the place of the opening says nothing. */
    if (r->now.line == opened->line)
        syn_check(r, kind);

    syn_describe(r, &r->now, found, sizeof found);
    syn_describe(r, opened, open, sizeof open);
    syn_fail(r, r->now.line, r->now.column, "expected %s to close %s at line %d, found %s",
             syn_kind_text(kind, wanted, sizeof wanted), open, opened->line, found);
}

void syn_rise(struct syn_reader *r, struct syn_node *node, int height) {
    /* T4: those who walk the tree recurse as deep as it is high. Chains such as a..b..c grow in
     * height without nesting in the source. */
    if (height >= SYN_HEIGHT)
        syn_fail(r, r->now.line, r->now.column,
                 "this is too long or too deeply nested; split it into several statements");
    if (node->height <= height)
        node->height = (uint16_t)(height + 1);
}

void syn_enter(struct syn_reader *r) {
    if (++r->level >= SYN_LEVELS)
        syn_fail(r, r->now.line, r->now.column, "nested more than %d levels deep", SYN_LEVELS - 1);
}

/* End the node at the token before the current one. */
static struct syn_node *ended(struct syn_reader *r, struct syn_node *node) {
    node->to = r->last_to;
    return node;
}

static void hold(struct syn_reader *r, struct syn_node *node, struct syn_node **place,
                 struct syn_list list) {
    *place = list.first;
    /* The height of a list is that of its highest element. */
    if (list.first)
        syn_rise(r, node, list.height);
}

static void hold_one(struct syn_reader *r, struct syn_node *node, struct syn_node **place,
                     struct syn_node *child) {
    *place = child;
    syn_rise(r, node, child->height);
}

/* ---- functions ------------------------------------------------------------------------------- */

static struct syn_function *new_function(struct syn_reader *r) {
    struct syn_tree *tree = r->tree;
    struct syn_function *f = syn_get(r, sizeof *f);

    /* Doubled in the arena, as grow_atoms does. */
    if (tree->function_count == r->function_room) {
        int room = r->function_room ? 2 * r->function_room : 16;
        struct syn_function **list = syn_get(r, (size_t)room * sizeof *list);
        if (tree->function_count)
            memcpy(list, tree->functions, (size_t)tree->function_count * sizeof *list);
        tree->functions = list;
        r->function_room = room;
    }

    /* T2: in source order, as each is added when its keyword is read. */
    f->index = tree->function_count;
    f->parent = r->scope ? r->scope->function : NULL;
    tree->functions[tree->function_count++] = f;
    return f;
}

static void parameters(struct syn_reader *r, struct syn_function *f) {
    struct syn_name *names[SYN_LOCALS];
    if (f->method) {
        /* The colon of `function a:f()` stands for a first parameter. */
        struct syn_binding *self = syn_declare(r, syn_atom(r, "self", 4), NULL);
        names[f->param_count++] = &self->name;
        syn_see(r, self);
    }

    syn_expect(r, '(');
    while (r->now.kind != ')') {
        /* Nothing may follow `...`: the caller expects the parenthesis. */
        if (syn_accept(r, T_DOTS)) {
            f->vararg = true;
            break;
        }
        syn_check(r, T_NAME);

        struct syn_binding *param = syn_declare(r, r->now.atom, &r->now);
        names[f->param_count++] = &param->name;
        syn_next(r);
        syn_see(r, param);

        if (!syn_accept(r, ','))
            break;
        /* "(a,)": report the missing name. */
        if (r->now.kind == ')')
            syn_check(r, T_NAME);
    }

    /* syn_declare has checked the limit of locals, so they fit in `names`. */
    assert(f->param_count <= SYN_LOCALS);
    f->params = syn_get(r, (size_t)f->param_count * sizeof *f->params);
    for (int i = 0; i < f->param_count; i++) {
        f->params[i] = names[i];
        names[i]->param = true;
    }
}

struct syn_node *syn_function(struct syn_reader *r, const struct syn_token *keyword, int line,
                              bool method) {
    struct syn_node *node = syn_node(r, SYN_FUNCTION, keyword);
    struct syn_function *f = new_function(r);
    struct syn_scope scope;
    struct syn_block block;

    node->function = f;
    f->line = line;
    f->column = keyword->column;
    f->from = keyword->from;
    f->method = method;

    syn_open_scope(r, &scope, f);
    syn_open_block(r, &block);
    parameters(r, f);
    syn_expect(r, ')');
    /* The lines are those of `function` and `end` (T2). */
    hold(r, node, &f->body, syn_block(r));
    f->last_line = r->now.line;
    syn_close(r, T_END, keyword);
    f->to = r->last_to;

    /* The block first: gotos may wait for labels of blocks around it, until the scope ends. */
    syn_close_block(r);
    syn_close_scope(r);
    return ended(r, node);
}

void syn_main(struct syn_reader *r) {
    struct syn_function *f = new_function(r);
    struct syn_scope scope;
    struct syn_block block;
    f->vararg = true;
    f->to = (int32_t)r->tree->size;

    /* T2: the main chunk is a function without `function` and `end`, whose lines are 0. */
    syn_open_scope(r, &scope, f);
    syn_open_block(r, &block);
    syn_next(r);
    f->body = syn_block(r).first;
    syn_check(r, T_FILE_END);

    assert(!r->scope->outer && r->level == 0);
    syn_close_block(r);
    syn_close_scope(r);
}

/* ---- local ----------------------------------------------------------------------------------- */

static void attribute(struct syn_reader *r, struct syn_name *name) {
    if (!syn_accept(r, '<'))
        return;
    syn_check(r, T_NAME);

    /* Attributes are names to the tokenizer, not keywords. */
    if (!strcmp(r->now.atom->text, "const"))
        name->constant = true;
    else if (!strcmp(r->now.atom->text, "close"))
        name->closed = true;
    else
        syn_fail(r, r->now.line, r->now.column,
                 "unknown attribute '%.60s'; expected <const> or <close>", r->now.atom->text);
    syn_next(r);
    syn_expect(r, '>');
}

/* Fold the value of the last name, as luac does if there are as many values as names. */
static void fold_last(struct syn_reader *r, struct syn_name *name) {
    /* With fewer or more values than names luac does not fold; local_variables has counted them. */
    struct syn_node literal = {0};
    if (!name->constant || !name->init || !syn_fold(name->init, &literal))
        return;

    /* The value keeps the place of its expression, for messages. */
    struct syn_node *value = syn_get(r, sizeof *value);
    *value = *name->init;
    value->next = value->a = value->b = NULL;
    value->op = 0;
    value->height = 0;
    value->kind = literal.kind;
    value->s = literal.s; /* the larger member of the union, which overlaps the others */
    value->length = literal.length;
    if (literal.kind == SYN_INT)
        value->k = literal.k;
    else if (literal.kind == SYN_FLOAT)
        value->number = literal.number;

    name->value = value;
}

/* The names of a local statement. They are not visible yet. */
static struct syn_list local_names(struct syn_reader *r) {
    struct syn_list names = {0};
    bool closed = false;
    do {
        syn_check(r, T_NAME);
        struct syn_binding *binding = syn_declare(r, r->now.atom, &r->now);
        syn_next(r);
        attribute(r, &binding->name);

        /* T1: luac allows one of them in a statement. */
        if (closed && binding->name.closed)
            syn_fail(r, binding->name.at->line, binding->name.at->column,
                     "a second <close> in one local statement");
        closed |= binding->name.closed;
        syn_append(&names, binding->name.at);
    } while (syn_accept(r, ','));
    return names;
}

static struct syn_node *local_variables(struct syn_reader *r, const struct syn_token *first) {
    struct syn_node *node = syn_node(r, SYN_DECLARE, first);
    struct syn_list names = local_names(r), values = {0};
    if (syn_accept(r, '='))
        values = syn_expressions(r);

    hold(r, node, &node->a, names);
    hold(r, node, &node->b, values);

    /* A name beyond the values has none of its own: nil, or a further value of the last call. */
    struct syn_node *value = values.first, *last = names.first;
    for (struct syn_node *name = names.first; name; name = name->next) {
        name->name->init = value;
        value = value ? value->next : NULL;
        last = name;
    }

    if (names.count == values.count)
        fold_last(r, last->name);

    /* Only now: in `local x = x` the second x is another. */
    for (struct syn_node *name = names.first; name; name = name->next)
        syn_see(r, (struct syn_binding *)(void *)name->name);
    return node;
}

static struct syn_node *local_function(struct syn_reader *r, const struct syn_token *first) {
    struct syn_node *node = syn_node(r, SYN_LOCAL_FUNCTION, first);
    struct syn_token keyword = r->now;
    syn_next(r);
    syn_check(r, T_NAME);
    struct syn_binding *binding = syn_declare(r, r->now.atom, &r->now);
    syn_next(r);

    /* Before the body, which may call the function. */
    syn_see(r, binding);
    node->name = &binding->name;
    hold_one(r, node, &node->b, syn_function(r, &keyword, r->now.line, false));
    binding->name.init = node->b;
    return node;
}

static struct syn_node *local_statement(struct syn_reader *r) {
    struct syn_token first = r->now;
    syn_next(r);
    return r->now.kind == T_FUNCTION ? local_function(r, &first) : local_variables(r, &first);
}

/* ---- assignments and calls ------------------------------------------------------------------- */

static struct syn_node *define(struct syn_reader *r) {
    struct syn_token keyword = r->now;
    struct syn_node *node = syn_node(r, SYN_DEFINE, &keyword);
    syn_next(r);
    syn_check(r, T_NAME);
    struct syn_node *target = syn_resolve(r, &r->now);

    /* "function a.b.c:f": each step makes an index of what was read so far. A colon is the last
     * one. */
    bool method = false;
    for (syn_next(r); !method && (r->now.kind == '.' || r->now.kind == ':');) {
        struct syn_node *index = syn_node(r, SYN_INDEX, &keyword);
        method = r->now.kind == ':';
        syn_next(r);
        syn_check(r, T_NAME);

        /* It begins where the first name does, not at the keyword. */
        index->line = target->line;
        index->column = target->column;
        index->from = target->from;
        hold_one(r, index, &index->a, target);

        index->b = syn_node(r, SYN_STRING, &r->now);
        index->b->s = r->now.atom->text;
        index->b->length = r->now.atom->length;
        index->dotted = true;
        syn_next(r);
        target = ended(r, index);
    }

    hold_one(r, node, &node->a, target);
    hold_one(r, node, &node->b, syn_function(r, &keyword, keyword.line, method));
    syn_assign(r, target);
    return node;
}

static void check_target(struct syn_reader *r, const struct syn_node *target) {
    if (target->kind == SYN_LOCAL || target->kind == SYN_GLOBAL || target->kind == SYN_INDEX)
        return;
    syn_fail(r, target->line, target->column,
             "only a name, a field or an element can be assigned "
             "to");
}

static struct syn_node *assignment(struct syn_reader *r, const struct syn_token *first,
                                   struct syn_node *target) {
    struct syn_node *node = syn_node(r, SYN_ASSIGN, first);
    struct syn_list targets = {0};
    int level = r->level;

    for (;;) {
        check_target(r, target);
        syn_assign(r, target);
        syn_append(&targets, target);
        if (!syn_accept(r, ','))
            break;

        target = syn_suffixed(r);
        syn_enter(r); /* luac nests here, so the limit must count it */
    }

    syn_expect(r, '=');
    hold(r, node, &node->a, targets);
    hold(r, node, &node->b, syn_expressions(r));

    r->level = level;
    return node;
}

static struct syn_node *expression_statement(struct syn_reader *r) {
    struct syn_token first = r->now;
    char found[100];
    if (first.kind != T_NAME && first.kind != '(') {
        syn_describe(r, &first, found, sizeof found);
        syn_fail(r, first.line, first.column, "expected a statement, found %s", found);
    }

    /* Only what follows shows whether this is an assignment or a call. */
    struct syn_node *e = syn_suffixed(r);
    if (r->now.kind == '=' || r->now.kind == ',')
        return assignment(r, &first, e);
    if (e->kind != SYN_CALL && e->kind != SYN_METHOD) {
        syn_describe(r, &r->now, found, sizeof found);
        syn_fail(r, r->now.line, r->now.column,
                 "expected '=' or a call to make this a statement, found %s", found);
    }

    struct syn_node *node = syn_node(r, SYN_DO_CALL, &first);
    hold_one(r, node, &node->a, e);
    return node;
}

/* ---- blocks and loops ------------------------------------------------------------------------ */

static struct syn_list scoped_block(struct syn_reader *r) {
    struct syn_block block;
    syn_open_block(r, &block);
    struct syn_list list = syn_block(r);
    syn_close_block(r);
    return list;
}

static struct syn_node *do_statement(struct syn_reader *r) {
    struct syn_token first = r->now;
    struct syn_node *node = syn_node(r, SYN_DO, &first);
    syn_next(r);
    hold(r, node, &node->a, scoped_block(r));
    syn_close(r, T_END, &first);
    return node;
}

static struct syn_node *while_statement(struct syn_reader *r) {
    struct syn_token first = r->now;
    struct syn_node *node = syn_node(r, SYN_WHILE, &first);
    syn_next(r);
    hold_one(r, node, &node->a, syn_expression(r));
    syn_expect(r, T_DO);
    r->scope->loops++;
    hold(r, node, &node->b, scoped_block(r));
    r->scope->loops--;
    syn_close(r, T_END, &first);
    return node;
}

static struct syn_node *repeat_statement(struct syn_reader *r) {
    struct syn_token first = r->now;
    struct syn_node *node = syn_node(r, SYN_REPEAT, &first);
    struct syn_block block;
    syn_next(r);
    r->scope->loops++;

    /* Not scoped_block, whose locals would be gone at the condition. */
    syn_open_block(r, &block);
    hold(r, node, &node->b, syn_block(r));
    syn_close(r, T_UNTIL, &first);
    hold_one(r, node, &node->a, syn_expression(r)); /* sees the locals of the block */
    syn_close_block(r);
    r->scope->loops--;
    return node;
}

/* Parse an `if` or `elseif` up to the final `end`. */
static struct syn_node *if_statement(struct syn_reader *r, const struct syn_token *opened) {
    struct syn_token first = r->now;
    struct syn_node *node = syn_node(r, SYN_IF, &first);
    struct syn_list otherwise = {0};
    syn_next(r);
    hold_one(r, node, &node->a, syn_expression(r));
    syn_expect(r, T_THEN);
    hold(r, node, &node->b, scoped_block(r));

    /* An elseif is an `if` of its own in the else branch, with the same `end`. Recursion here is as
     * deep as there are branches, which syn_enter does not count: as many as the height of a tree
     * are allowed. */
    if (r->now.kind == T_ELSEIF) {
        if (++r->branches >= SYN_HEIGHT)
            syn_rise(r, node, r->branches);
        syn_append(&otherwise, if_statement(r, opened));
        hold(r, node, &node->c, otherwise);
        r->branches--;
        return ended(r, node);
    }

    if (syn_accept(r, T_ELSE))
        hold(r, node, &node->c, scoped_block(r));
    syn_close(r, T_END, opened);
    return ended(r, node);
}

/* ---- for ------------------------------------------------------------------------------------- */

/* Declare the names of a `for` in a separate block, then parse its body. */
static struct syn_list for_body(struct syn_reader *r, const struct syn_list *names) {
    syn_expect(r, T_DO);

    /* Not visible in the bounds or the iterator, which come before. */
    for (struct syn_node *name = names->first; name; name = name->next) {
        name->name->loop = true;
        name->name->depth = r->scope->loops + 1;
        syn_see(r, (struct syn_binding *)(void *)name->name);
    }

    r->scope->loops++;
    struct syn_list body = scoped_block(r);
    r->scope->loops--;
    return body;
}

static struct syn_node *for_numbers(struct syn_reader *r, const struct syn_token *first,
                                    const struct syn_list *names) {
    struct syn_node *node = syn_node(r, SYN_FOR, first);
    struct syn_list bounds = {0};
    /* luac keeps the bounds and the step in three hidden locals, four for an iterator. */
    syn_reserve(r, 3);

    syn_expect(r, '=');
    syn_append(&bounds, syn_expression(r));
    syn_expect(r, ',');
    syn_append(&bounds, syn_expression(r));
    if (syn_accept(r, ','))
        syn_append(&bounds, syn_expression(r));

    node->name = names->first->name;
    hold(r, node, &node->a, bounds);
    hold(r, node, &node->b, for_body(r, names));
    return node;
}

static struct syn_node *for_in(struct syn_reader *r, const struct syn_token *first,
                               struct syn_list *names) {
    struct syn_node *node = syn_node(r, SYN_FOR_IN, first);
    syn_reserve(r, 4);

    /* The first name was read before it was known which loop this is. */
    while (syn_accept(r, ',')) {
        syn_check(r, T_NAME);
        syn_append(names, syn_declare(r, r->now.atom, &r->now)->name.at);
        syn_next(r);
    }

    syn_expect(r, T_IN);
    hold(r, node, &node->a, syn_expressions(r));
    hold(r, node, &node->b, for_body(r, names));
    hold(r, node, &node->c, *names);
    return node;
}

static struct syn_node *for_statement(struct syn_reader *r) {
    struct syn_token first = r->now;
    struct syn_list names = {0};
    struct syn_block block;
    struct syn_node *node = NULL;
    char found[100];

    syn_open_block(r, &block);
    syn_next(r);
    /* The hidden locals are not in the list of the block, so closing it does not count them off. */
    int count = r->scope->local_count;

    syn_check(r, T_NAME);
    syn_append(&names, syn_declare(r, r->now.atom, &r->now)->name.at);
    syn_next(r);

    /* The first name is read: the next token decides which loop it is. */
    if (r->now.kind == '=') {
        node = for_numbers(r, &first, &names);
    } else if (r->now.kind == ',' || r->now.kind == T_IN) {
        node = for_in(r, &first, &names);
    } else {
        syn_describe(r, &r->now, found, sizeof found);
        syn_fail(r, r->now.line, r->now.column, "expected '=' or 'in', found %s", found);
    }

    syn_close(r, T_END, &first);
    syn_close_block(r);
    assert(r->scope->local_count >= count);
    r->scope->local_count = count;
    return node;
}

/* ---- leaving --------------------------------------------------------------------------------- */

static bool ends_block(int kind) {
    return kind == T_FILE_END || kind == T_END || kind == T_ELSE || kind == T_ELSEIF ||
           kind == T_UNTIL;
}

static struct syn_node *return_statement(struct syn_reader *r) {
    struct syn_node *node = syn_node(r, SYN_RETURN, &r->now);
    syn_next(r);
    if (!ends_block(r->now.kind) && r->now.kind != ';')
        hold(r, node, &node->a, syn_expressions(r));

    /* The semicolon belongs to the statement, but not to its text. */
    ended(r, node);
    syn_accept(r, ';');
    return node;
}

static struct syn_node *break_statement(struct syn_reader *r) {
    struct syn_node *node = syn_node(r, SYN_BREAK, &r->now);
    if (!r->scope->loops)
        syn_fail(r, r->now.line, r->now.column, "a break outside a loop");
    syn_next(r);
    return node;
}

static struct syn_node *goto_statement(struct syn_reader *r) {
    struct syn_node *node = syn_node(r, SYN_GOTO, &r->now);
    syn_next(r);
    syn_check(r, T_NAME);
    node->s = r->now.atom->text;
    node->length = r->now.atom->length;
    syn_jump(r, &r->now);
    syn_next(r);
    return node;
}

/* Parse consecutive labels and empty statements. All of the labels need to know whether the block
 * ends after them. */
static void labels(struct syn_reader *r, struct syn_list *list) {
    struct syn_node **first = list->end ? list->end : &list->first;
    /* From `first` on, the list will hold the labels. */
    while (r->now.kind == T_COLONS || r->now.kind == ';') {
        struct syn_token opened = r->now;
        syn_next(r);
        if (opened.kind == ';')
            continue;
        syn_check(r, T_NAME);
        struct syn_node *node = syn_node(r, SYN_LABEL, &opened);
        node->s = r->now.atom->text;
        node->length = r->now.atom->length;
        syn_next(r);
        syn_expect(r, T_COLONS);
        syn_append(list, ended(r, node));
    }

    /* T1: before `until` the block does not end for its locals, as the condition sees them. */
    bool last = ends_block(r->now.kind) && r->now.kind != T_UNTIL;
    for (struct syn_node *node = *first; node; node = node->next) {
        struct syn_token at = {.line = node->line, .column = node->column};
        at.atom = syn_atom(r, node->s, node->length);
        syn_label(r, &at, last);
    }
}

/* ---- statements ------------------------------------------------------------------------------ */

static struct syn_node *statement(struct syn_reader *r) {
    switch (r->now.kind) {
    /* The token is copied: an `elseif` closes with the `end` of the first `if`. */
    case T_IF: {
        struct syn_token opened = r->now;
        return if_statement(r, &opened);
    }
    case T_WHILE: return while_statement(r);
    case T_DO: return do_statement(r);
    case T_FOR: return for_statement(r);
    case T_REPEAT: return repeat_statement(r);
    case T_FUNCTION: return define(r);
    case T_LOCAL: return local_statement(r);
    case T_RETURN: return return_statement(r);
    case T_BREAK: return break_statement(r);
    case T_GOTO: return goto_statement(r);
    default: return expression_statement(r);
    }
}

struct syn_list syn_block(struct syn_reader *r) {
    struct syn_list list = {0};
    while (!ends_block(r->now.kind)) {
        bool last = r->now.kind == T_RETURN;

        syn_enter(r);
        if (r->now.kind == T_COLONS)
            labels(r, &list);
        else if (!syn_accept(r, ';')) {
            struct syn_node *node = statement(r);
            /* `return` has ended itself, before its semicolon. */
            if (!last)
                ended(r, node);
            syn_append(&list, node);
        }
        syn_leave(r);

        /* T1: nothing may follow a return, not even a label: the caller expects the end. */
        if (last)
            break;
    }
    return list;
}
