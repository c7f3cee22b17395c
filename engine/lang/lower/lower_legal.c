/* Lowering: the questions of a move. Its `legal` is lowered from top to bottom: needs and choices
 * become clauses, and so do the values that are computed between them. */
#include "lang/lower/lower.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- clauses --------------------------------------------------------------------------------- */

/* A constant string of the rule, or "". */
static const char *lower_legal_text_of(struct low *l, struct syn_node *n, const char *what) {
    if (!n)
        return "";

    /* nil is allowed, as an argument that is left out. */
    struct low_value v = low_expr(l, n);
    if (v.form == LOW_PLAIN && v.type == CORE_TYPE_NIL)
        return "";
    if (v.form != LOW_LUA || v.type != CORE_TYPE_TEXT)
        low_fault(l, n, "%s must be a constant string, found %s", what, low_type_name(&v));
    return lua_tostring(l->L, v.lua);
}

/* The reason, if it is a string literal. Otherwise it is "", and the Lua function is run to get
 * it. */
static const char *why_of(struct syn_node *n) {
    /* A reason made at run time is never needed in code: refusals are explained by Lua. */
    n = n ? low_bare(n) : NULL;
    return n && n->kind == SYN_STRING ? n->s : "";
}

/* Note the rule id at `rule`, if there is one, and the sentence behind it. */
static void note_reason(struct low *l, const struct syn_node *n, struct syn_node *rule) {
    struct core_kind *kind = low_kind(l);
    const char *id = lower_legal_text_of(l, rule, "a rule id");
    char at[300];
    if (!rule)
        return;

    /* Each `need` and `choose` with a rule id is listed, also where no clause remains of it. */
    snprintf(at, sizeof at, "%s:%d", l->frame->tree->path, n->line);
    struct core_reason *reason =
        host_grow(l->L, &kind->reasons, &kind->reason_count, sizeof *kind->reasons);
    reason->rule = host_strdup(l->L, id);
    reason->why = host_strdup(l->L, why_of(rule->next));
    reason->origin = host_strdup(l->L, at);
}

struct core_clause *low_add_clause(struct low *l, const struct syn_node *n,
                                   enum core_clause_kind what, struct syn_node *rule) {
    assert(!l->list.inner && !l->asking->search); /* W6: clauses are made by the top level alone */
    struct core_kind *kind = low_kind(l);
    note_reason(l, n, rule);

    if (kind->clause_count == CORE_MOST_CLAUSES)
        low_unsupported(l, n, "too many questions and values in one move");

    struct core_clause *clause =
        host_grow(l->L, &kind->clauses, &kind->clause_count, sizeof *kind->clauses);
    clause->kind = what;
    clause->param = clause->node = clause->node2 = -1; /* none yet */
    return clause;
}

static void gives_param(struct lang_var_set *gives, const struct core_clause *clause) {
    lang_var_set_add(gives, false, clause->var);
    if (clause->kind == CORE_CLAUSE_STEP) /* a step gives two values */
        lang_var_set_add(gives, false, clause->var + 1);
}

static void note_uses(struct low *l, int index) {
    assert(index >= 0 && index < CORE_MOST_CLAUSES);
    const struct core_clause *clause = &low_kind(l)->clauses[index];
    struct lang_var_set *reads = &l->asking->uses[index].reads,
                        *gives = &l->asking->uses[index].gives, inner = {{0}, {0}};
    memset(reads, 0, sizeof *reads);
    memset(gives, 0, sizeof *gives);

    /* The stores of an expression stay inside it; those of statements are read by later clauses. */
    bool statements = clause->kind == CORE_CLAUSE_DO;
    lang_node_uses(l->rules, clause->node, reads, statements ? gives : &inner);
    lang_node_uses(l->rules, clause->node2, reads, &inner);
    for (int i = 0; i < clause->steps; i++) {
        lang_node_uses(l->rules, clause->step[i].direction, reads, &inner);
        lang_node_uses(l->rules, clause->step[i].onto, reads, &inner);
    }

    if (clause->kind == CORE_CLAUSE_LET && clause->is_set)
        lang_var_set_add(gives, true, clause->var);
    else if (clause->kind != CORE_CLAUSE_WHERE && !statements)
        gives_param(gives, clause);

    /* The stores of statements count as values that the clause gives, not as a trait. */
    unsigned traits =
        lang_node_traits(l->rules, clause->node) | lang_node_traits(l->rules, clause->node2);
    if (statements)
        traits = lang_list_traits(l->rules, clause->node) & ~(unsigned)LANG_STORES;
    for (int i = 0; i < clause->steps; i++)
        traits |= lang_node_traits(l->rules, clause->step[i].direction) |
                  lang_node_traits(l->rules, clause->step[i].onto);
    l->asking->uses[index].traits = traits;
}

/* May the clause neither move nor be left out? */
static bool stays(const struct low_uses *uses) {
    return uses->traits & LANG_ACTS;
}

bool low_stays(const struct low *l, int index) {
    return stays(&l->asking->uses[index]);
}

static bool opens_loop(const struct core_clause *clause) {
    return clause->kind != CORE_CLAUSE_WHERE && clause->kind != CORE_CLAUSE_LET &&
           clause->kind != CORE_CLAUSE_DO;
}

static bool is_var(const struct low *l, int node, int var) {
    return l->rules->nodes[node].op == LANG_OP_VAR && l->rules->nodes[node].a == var;
}

/* Merge a condition into the choice before it: `zone in set` (or its negation) into the choice of
 * the zone, `x <= n` and `x >= n` into that of the number. So fewer values are tried. Returns false
 * unless the set or `n` is known before the choice. */
static bool narrowed(struct low *l, int index) {
    struct core_kind *kind = low_kind(l);
    struct core_clause *of = &kind->clauses[index - 1], *where = &kind->clauses[index];
    const struct core_node *n = &l->rules->nodes[where->node];
    struct lang_var_set reads = {{0}, {0}}, gives = {{0}, {0}};

    bool zones = of->kind == CORE_CLAUSE_ZONES, out = zones && n->op == LANG_OP_NOT;
    if (out)
        n = &l->rules->nodes[n->a];
    if (n->op != (zones ? LANG_OP_IN : LANG_OP_LE) || (!zones && of->kind != CORE_CLAUSE_RANGE))
        return false;

    /* Of `x <= n` the number chosen is the left side, of `x >= n` (n <= x) the right one. */
    bool chosen_first = is_var(l, n->a, of->var);
    int limit = chosen_first ? n->b : n->a;
    if (lang_node_traits(l->rules, where->node) & LANG_ACTS)
        return false;

    /* The limit moves before the choice, so it must not read what the choice gives. */
    lang_node_uses(l->rules, limit, &reads, &gives);
    if ((!chosen_first && (zones || !is_var(l, n->b, of->var))) ||
        lang_var_sets_meet(&reads, &l->asking->uses[index - 1].gives))
        return false;

    /* The choice is among fewer values from the start, so the clause is not needed. */
    if (zones)
        of->node = low_node(l, out ? LANG_OP_MINUS : LANG_OP_MEET, true, of->node, limit, -1);
    else if (chosen_first)
        of->node2 = low_node(l, LANG_OP_MIN, false, of->node2, limit, -1);
    else
        of->node = low_node(l, LANG_OP_MAX, false, of->node, limit, -1);
    return true;
}

/* Move clause `from` to position `to`. */
static void move_clause(struct low *l, int from, int to) {
    assert(from < low_kind(l)->clause_count && to < low_kind(l)->clause_count);
    /* The notes on their uses move along. */
    struct core_clause *clauses = low_kind(l)->clauses, moved = clauses[from];
    struct low_uses *all = l->asking->uses, uses = all[from];
    int step = from < to ? 1 : -1;
    for (int i = from; i != to; i += step) {
        clauses[i] = clauses[i + step];
        all[i] = all[i + step];
    }
    clauses[to] = moved;
    all[to] = uses;
}

/* The last clause is a condition. Move it to just before the first choice that it does not depend
 * on and that follows all that it reads. It passes other conditions on the way; refusals are
 * unaffected, as `legal` runs as Lua to explain them. What may fail stays where Lua would come to
 * it. */
static void ask_early(struct low *l) {
    struct core_kind *kind = low_kind(l);
    struct low_asking *asking = l->asking;
    int last = kind->clause_count - 1, at = last;
    struct low_uses uses = asking->uses[last];

    /* Forward to where its values are known. What acts is not passed, as it might not be reached
     * any more. */
    while (at > 0 && !stays(&uses) && !stays(&asking->uses[at - 1]) &&
           !lang_var_sets_meet(&asking->uses[at - 1].gives, &uses.reads))
        at--;

    /* Then back to just before a choice: only a choice repeats what follows it. */
    while (at < last && !opens_loop(&kind->clauses[at]))
        at++;
    move_clause(l, last, at);

    /* It could not pass the choice before it, but may become part of it. */
    if (at == last && at > 0 && narrowed(l, at)) {
        kind->clause_count--;
        note_uses(l, at - 1);
    }
}

void low_ask_when_due(struct low *l, int param) {
    /* A forbidding function may fail, so it is asked exactly where Lua asks it: when the choices
     * that it names are made. */
    const struct core_kind *kind = low_kind(l);
    int last = kind->clause_count - 1, at = 0;
    while (at < last && !(opens_loop(&kind->clauses[at]) && kind->clauses[at].param > param))
        at++;
    move_clause(l, last, at);
    for (int i = at - 1; i >= 0; i--) /* conditions that were moved forward, but come after it */
        if (kind->clauses[i].kind == CORE_CLAUSE_WHERE && l->asking->uses[i].asked > param + 1)
            move_clause(l, i, at--);
}

void low_clause_done(struct low *l) {
    /* `asked` is where Lua would come to it, whatever place the clause gets. */
    struct core_kind *kind = low_kind(l);
    note_uses(l, kind->clause_count - 1);
    l->asking->uses[kind->clause_count - 1].asked = kind->param_count;
    if (kind->clauses[kind->clause_count - 1].kind == CORE_CLAUSE_WHERE)
        ask_early(l);
}

/* The condition around the current statement; the value of its variable. */
static int path_node(struct low *l) {
    assert(l->rules->nodes[l->asking->path.node].op == LANG_OP_VAR); /* see under */
    struct low_value path = l->asking->path;
    return low_read_var(l, l->rules->nodes[path.node].a, &path).node;
}

/* Under a condition, a value that acts is computed only where the condition holds. */
static int guarded(struct low *l, int node, bool is_set) {
    /* Clauses are a list without conditions: what does not act may be computed in vain. */
    if (l->asking->path.known || !(lang_node_traits(l->rules, node) & LANG_ACTS))
        return node;
    int none = is_set ? low_node(l, LANG_OP_NOTHING, true, -1, -1, -1) : low_constant(l, 0);
    return low_node(l, is_set ? LANG_OP_SET_IF : LANG_OP_IF, is_set, path_node(l), node, none);
}

struct low_value low_let(struct low *l, struct low_value v) {
    bool is_set = v.type == CORE_TYPE_SET;
    int var = low_new_var(l, is_set);
    v.node = guarded(l, v.node, is_set);

    /* A search is a nest of loops, of which statements are a part. */
    if (l->asking->search) {
        low_add(l, low_node(l, is_set ? LANG_OP_BIND_SET : LANG_OP_BIND, false, var, v.node, -1));
        return low_read_var(l, var, &v);
    }
    struct core_clause *clause = low_add_clause(l, l->place, CORE_CLAUSE_LET, NULL);
    clause->is_set = is_set;
    clause->var = var;
    clause->node = v.node;

    /* So that a range may depend on what was computed before. */
    if (!is_set)
        l->asking->bounds[var] = lang_node_bounds(l->rules, v.node, l->asking->bounds);
    low_clause_done(l);
    return low_read_var(l, var, &v);
}

void low_do(struct low *l, struct low_list outer, struct low_value *values, int count) {
    if (l->list.first < 0) {
        low_close(l, outer);
        return;
    }

    /* The results leave the list in variables that clauses may read. */
    for (int i = 0; i < count; i++) {
        if (values[i].form != LOW_PLAIN || values[i].known)
            continue; /* a constant, or a value that code cannot hold */
        int var = low_own_var(l, &values[i]);
        values[i] = low_read_var(l, var, &values[i]);
    }

    int first = low_close(l, outer);
    if (!l->asking->path.known) /* only where the condition around it holds */
        first =
            low_list_of(l, (int[]){low_node(l, LANG_OP_WHEN, false, path_node(l), first, -1)}, 1);

    if (l->asking->search) {
        for (int item = first; item >= 0; item = l->rules->nodes[item].b)
            if (l->rules->nodes[item].a >= 0)
                low_add(l, l->rules->nodes[item].a);
        return;
    }

    struct core_clause *clause = low_add_clause(l, l->place, CORE_CLAUSE_DO, NULL);
    clause->node = first;
    low_clause_done(l);
}

/* ---- need ------------------------------------------------------------------------------------ */

static struct low_value waived(struct low *l, struct low_value c, const char *rule) {
    /* A search is of no kind of moves, so nothing is permitted in it. */
    const struct host_move_rule *move =
        l->asking->search ? NULL : &l->host->move_rule[l->asking->kind];
    for (int i = 0; move && i < move->permission_count && *rule; i++) {
        const struct host_permission *p = &move->permissions[i];
        if (p->kind != HOST_PERMIT || strcmp(p->reason.rule, rule) != 0)
            continue;
        struct low_list outer = low_open(l); /* Lua asks it only where the condition fails */
        struct low_value waives = low_permission(l, p->ref);
        low_close_value(l, outer, &waives);
        c = low_either(l, c, waives);
    }
    return c;
}

void low_require(struct low *l, const struct syn_node *n, struct low_value c,
                 struct syn_node *rule) {
    /* Under a condition, the need holds where the condition does not. */
    struct low_value path = l->asking->path;
    if (!path.known) {
        path.node = path_node(l);
        c = low_either(l, low_not(l, path), c);
    }
    if (c.known && c.k)
        return;

    /* In a search a need that fails ends the turn of the last choice. */
    if (l->asking->search) {
        low_search_need(l, c);
        return;
    }

    int node = low_node_of(l, &c);
    struct core_clause *clause = low_add_clause(l, n, CORE_CLAUSE_WHERE, rule);
    clause->node = node;
    low_clause_done(l);
}

/* Is the call a statement of `legal` itself, which no condition before it can skip? */
static bool is_always_asked(const struct low *l, const struct syn_node *call) {
    /* Statements of an `if` may be skipped, and those behind it, if it returns. */
    const struct syn_node *s = l->frame->up ? NULL : l->frame->fn->body;
    while (s && s->kind != SYN_IF && s->a != call)
        s = s->next;
    return s && s->a == call;
}

/* The condition of the call holds in no position. An unlisted move may be there for its refusal. */
static void warn_never(struct low *l, const struct syn_node *call) {
    const struct core_kind *kind = low_kind(l);
    const struct syn_node *n = call->b;
    char at[200];
    int count = l->host->fault_count;
    if (!l->host->careful || kind->unlisted || !is_always_asked(l, call))
        return;

    snprintf(at, sizeof at, "%s:%d", l->frame->tree->path, n->line);
    host_remark(l->host, MST_OK, at, "this never holds: move '%s' is never legal", kind->name);

    /* The remark may be one too many, and then it is not kept. */
    if (l->host->fault_count > count)
        host_note_spot(l->frame->tree, n, &l->host->faults[count].spot);
}

/* The condition that `need` gets. A call as the only argument may give no value, which is an error.
 */
static struct low_value needed(struct low *l, struct syn_node *n) {
    bool call = n->b->kind == SYN_CALL || n->b->kind == SYN_METHOD;
    if (!call || n->b->next)
        return low_condition(l, n->b);

    struct low_value v = low_expr(l, n->b);
    if (v.form == LOW_REST)
        low_fault(l, n, "need takes 1 to 3 values, found 0");
    return low_truth_now(l, n->b, low_present(l, n, v));
}

static int need(struct low *l, struct syn_node *n) {
    if (!n->b || (n->b->next && n->b->next->next && n->b->next->next->next))
        low_fault(l, n, "need takes a condition, a rule id and a reason");

    struct syn_node *rule = n->b->next;
    const char *id = lower_legal_text_of(l, rule, "a rule id");

    /* W6: the condition gets a list of its own, unless it adds clauses, which stand before it. */
    struct low_list outer = {0};
    bool asks = low_asks_in(l, l->frame, n->b, true);
    int captured = l->captured;
    if (!asks)
        outer = low_open(l);

    struct low_value c = needed(l, n);
    if (!(c.known && c.k))
        c = waived(l, c, id);
    if (!asks)
        low_close_value(l, outer, &c);
    if (!l->asking->search && low_never(l, &c, captured))
        warn_never(l, n);
    low_require(l, n, c, rule);
    return 0;
}

int low_ask(struct low *l, struct syn_node *n, enum host_word_id word, struct low_value *out) {
    if (!l->asking)
        low_fault(l, n, "'%s' is only allowed in a move's `legal`", host_word_name(word));
    if (l->list.inner)
        low_fault(l, n, "'%s' is not allowed in a loop or under a condition that is not constant",
                  host_word_name(word));

    /* A need under a condition is one condition more; a choice would be a parameter that only some
     * moves have. */
    if (word == HOST_WORD_need)
        return need(l, n);
    if (!l->asking->path.known)
        low_fault(l, n, "'%s' is not allowed under a condition that is not constant",
                  host_word_name(word));
    return word == HOST_WORD_choose ? low_choose(l, n, out) : low_choose_step(l, n, out);
}

/* ---- statements ------------------------------------------------------------------------------ */

static bool ask_statements(struct low *l, struct syn_node *list, struct low_value *out, int *count);

static bool ask_scope(struct low *l, struct syn_node *list, struct low_value *out, int *count) {
    int binds = l->bind_count;
    bool ends = ask_statements(l, list, out, count);
    low_unbind(l, binds);
    return ends;
}

/* The values of all names in scope, saved before or after a branch. */
struct names {
    struct low_value *values; /* on the Lua stack */
    int count;
};

/* Room for the values of all names in scope. Like other Lua values of the rule, it stays on the Lua
 * stack until the root is done: conditions nest too deeply for the C stack. */
static void lower_legal_make_room(struct low *l, struct names *names) {
    luaL_checkstack(l->L, 10, "rules are nested too deeply");
    names->count = l->bind_count - l->first_bind;
    names->values = lua_newuserdatauv(l->L, ((size_t)names->count + 1) * sizeof *names->values, 0);
}

static void remember(const struct low *l, struct names *names) {
    assert(names->count == l->bind_count - l->first_bind); /* branches unbind their own */
    for (int i = 0; i < names->count; i++)
        names->values[i] = l->binds[l->first_bind + i].value;
}

static void restore(struct low *l, const struct names *names) {
    assert(names->count == l->bind_count - l->first_bind);
    for (int i = 0; i < names->count; i++)
        l->binds[l->first_bind + i].value = names->values[i];
}

static bool same_value(const struct low_value *a, const struct low_value *b) {
    return a->form == b->form && a->type == b->type && a->falsy == b->falsy &&
           a->known == b->known && a->k == b->k && a->most == b->most && a->node == b->node &&
           a->node2 == b->node2 && a->lua == b->lua && a->at == b->at && a->source == b->source &&
           a->maker == b->maker;
}

/* Merge the values of two branches: each name gets the value of the branch taken. */
static void merge(struct low *l, struct syn_node *n, struct low_value c, const struct names *yes,
                  const struct names *no) {
    for (int i = 0; i < yes->count; i++) {
        /* Names are no variables among questions, so a branch gives them other values: the
         * condition chooses. */
        struct low_value a = yes->values[i], b = no->values[i];
        l->binds[l->first_bind + i].value =
            same_value(&a, &b) ? a : low_keep(l, low_if(l, n, c, a, b));
    }
}

static void under(struct low *l, struct syn_node *n, struct syn_node *branch, struct low_value c,
                  struct names *after) {
    struct low_value out[LOW_RESULTS], path = l->asking->path;
    int count = -1;
    c = path.known ? c : low_both(l, low_read_var(l, l->rules->nodes[path.node].a, &path), c);

    /* The path is read by each clause of the branch, so it is a variable. */
    if (!c.known && l->rules->nodes[c.node].op != LANG_OP_VAR) /* a negation or a conjunction */
        c = low_let(l, c);

    l->asking->path = c;
    if (ask_scope(l, branch, out, &count))
        low_unsupported(l, n,
                        "a return under a condition that is not constant, in a move's 'legal'");

    l->asking->path = path;
    remember(l, after);
}

/* The condition of an `if`, which may itself ask. */
static struct low_value condition(struct low *l, struct syn_node *n) {
    bool asks = low_asks_in(l, l->frame, n, true);
    struct low_list outer = l->list;
    if (!asks)
        outer = low_open(l);
    struct low_value c = low_condition(l, n);
    if (!asks)
        low_close_value(l, outer, &c);
    return c;
}

static bool ask_if(struct low *l, struct syn_node *n, struct low_value *out, int *count) {
    struct names before, yes, no;
    struct low_value c = condition(l, n->a);
    if (c.known)
        return ask_scope(l, c.k ? n->b : n->c, out, count);

    /* The condition is read by both branches and for each name: it must be computed once. */
    if (l->rules->nodes[c.node].op != LANG_OP_VAR)
        c = low_let(l, c);
    lower_legal_make_room(l, &before);
    lower_legal_make_room(l, &yes);
    lower_legal_make_room(l, &no);

    /* Both branches begin with the same names, though they are lowered one after the other. */
    remember(l, &before);
    under(l, n, n->b, c, &yes);
    restore(l, &before);
    under(l, n, n->c, low_not(l, c), &no);
    merge(l, n, c, &yes, &no);
    return false;
}

/* Give a variable to each name that the statement assigns. Later code reads the variable. */
static void promote(struct low *l, const struct syn_node *n, int *promoted, int *count) {
    for (; n; n = n->next) {
        for (const struct syn_node *to = n->kind == SYN_ASSIGN ? n->a : NULL; to; to = to->next) {
            struct low_bind *bind = to->kind == SYN_LOCAL ? low_bound(l, to->name) : NULL;
            /* A value that no variable can hold is refused when the assignment is lowered. */
            if (!bind || bind->var >= 0 || *count == LOW_ARGS || bind->value.form != LOW_PLAIN)
                continue;

            /* In a loop the name must live in one place: its value at the start is only the first
             * one. */
            struct low_value v = bind->value;
            bind->var = low_own_var(l, &v);
            bind->init = l->rules->nodes[l->list.last].a;
            low_assume(&bind->value, &v);
            promoted[(*count)++] = (int)(bind - l->binds);
        }
        promote(l, n->a, promoted, count);
        promote(l, n->b, promoted, count);
        promote(l, n->c, promoted, count);
    }
}

/* Lower a statement without questions, usually a loop. */
static void plain_statement(struct low *l, struct syn_node *n) {
    struct syn_node alone = *n;
    int promoted[LOW_ARGS], count = 0;
    struct low_list outer = low_open(l);
    alone.next = NULL;

    promote(l, &alone, promoted, &count);
    l->frame->nest++; /* a `return` would not be on every way */
    low_statements(l, &alone);
    l->frame->nest--;

    /* The whole statement becomes one clause, which gives the variables. */
    low_do(l, outer, NULL, 0);

    /* Behind it nothing stores to them any more: the names are plain values again. */
    for (int i = 0; i < count; i++) {
        struct low_bind *bind = &l->binds[promoted[i]];
        assert(bind->var >= 0);
        bool nil = bind->value.type == CORE_TYPE_NIL;
        bind->value = nil ? low_nil() : low_read_var(l, bind->var, &bind->value);
        bind->var = bind->init = -1;
    }
}

static bool ask_statement(struct low *l, struct syn_node *n, struct low_value *out, int *count) {
    low_at(l, n);
    switch ((enum syn_kind)n->kind) {
    case SYN_RETURN: *count = low_exprs(l, n->a, out, LOW_RESULTS); return true;
    case SYN_IF: return ask_if(l, n, out, count);
    case SYN_DO: return ask_scope(l, n->a, out, count);
    case SYN_WHILE:
    case SYN_REPEAT:
    case SYN_FOR:
    case SYN_FOR_IN:
        /* W6: a clause is asked once for each move, a loop may ask it any number of times. */
        if (low_asks_in(l, l->frame, n, true))
            low_fault(l, n, "a move cannot ask a question in a loop");
        if (low_returns(n->b) || low_returns(n->c))
            low_unsupported(l, n, "a return from a loop in `legal`");
        plain_statement(l, n);
        return false;
    default: return low_statement(l, n);
    }
}

static bool ask_statements(struct low *l, struct syn_node *list, struct low_value *out,
                           int *count) {
    for (struct syn_node *n = list; n; n = n->next)
        if (ask_statement(l, n, out, count))
            return true;
    return false;
}

int low_ask_body(struct low *l, struct low_value *out) {
    /* A function without `return` gives no value. */
    int count = -1;
    l->frame->count = -1;
    l->frame->want = LOW_RESULTS;
    ask_scope(l, l->frame->fn->body, out, &count);
    return count < 0 ? 0 : count;
}
