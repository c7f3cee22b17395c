/* Lowering: the choices of a move. The values to choose from decide the kind of the clause, the
 * notation of a value, and its bounds. */
#include "lang/lower/lower.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { MOST_VALUES = 1 << 20 /* values of a range */ };

/* ---- parameters ------------------------------------------------------------------------------ */

static const char *choice_name(struct low *l, struct syn_node *n) {
    struct syn_node *bare = low_bare(n);
    struct low_value v = low_expr(l, bare);
    if (v.form != LOW_LUA || v.type != CORE_TYPE_TEXT)
        low_fault(l, n, "the name of a choice must be a constant string");

    /* The string is a constant of the rule, which Lua keeps as long as the function (W7). */
    const char *name = lua_tostring(l->L, v.lua);
    const struct core_kind *kind = low_kind(l);
    for (int i = 0; i < kind->param_count; i++)
        if (!strcmp(kind->params[i].name, name))
            low_fault(l, n, "the move has chosen '%s' already", name);
    if (!*name || strlen(name) >= CORE_NAME_SIZE)
        low_fault(l, n, "the name '%s' must have 1 to %d characters", name, CORE_NAME_SIZE - 1);
    return name;
}

static struct low_value add_param(struct low *l, struct syn_node *n, struct core_clause *clause,
                                  const char *name, int var, enum core_type type,
                                  struct lang_bounds bounds) {
    struct core_kind *kind = low_kind(l);
    struct low_value v = low_plain(type, -1);
    if (kind->param_count == CORE_MOST_PARAMS)
        low_fault(l, n, "a move has more than %d choices", CORE_MOST_PARAMS);
    struct core_param *param = &kind->params[kind->param_count];
    l->asking->types[kind->param_count++] = type;
    snprintf(param->name, sizeof param->name, "%s", name);
    snprintf(param->called, sizeof param->called, "%s", name);
    param->kind = clause->kind;
    param->min = bounds.min;
    param->max = bounds.max;
    param->width = 1;
    param->var = var;

    /* Values that depend on the choice get bounds from it: a range needs them, and a table. */
    l->asking->bounds[var] = bounds;
    return low_read_var(l, var, &v);
}

/* ---- values to choose from ------------------------------------------------------------------- */

static struct low_value domain_of(struct low *l, struct syn_node *n) {
    /* Values that ask add further clauses, which come before this one (W6). */
    if (low_asks_in(l, l->frame, n, true))
        return low_expr(l, n);
    struct low_list outer = low_open(l);
    struct low_value v = low_expr(l, n);
    low_close_value(l, outer, &v);
    return v;
}

/* Convert a captured range or domain to nodes. */
static struct low_value as_range(struct low *l, const struct low_value *v) {
    /* The handle stays known by its slot, for the letters of a domain. */
    const struct host_range_handle *range =
        (const struct host_range_handle *)(const void *)low_handle(v);
    struct low_value out = {.form = LOW_RANGE, .most = range->most, .lua = v->lua};
    out.node = low_constant(l, range->from);
    out.node2 = low_constant(l, range->to);
    return out;
}

static struct lang_bounds range_bounds(struct low *l, struct syn_node *n,
                                       const struct low_value *v) {
    /* The bits of a move must have room for every value that any position may offer. */
    struct lang_bounds from = lang_node_bounds(l->rules, v->node, l->asking->bounds);
    struct lang_bounds to = lang_node_bounds(l->rules, v->node2, l->asking->bounds);
    struct lang_bounds all = {from.min, v->most != INT64_MAX ? v->most : to.max};
    if (all.min == INT64_MIN || all.max == INT64_MAX)
        low_fault(l, n, "the %s value of this choice is unknown: write %s",
                  all.min == INT64_MIN ? "lowest" : "highest",
                  all.min == INT64_MIN ? "a constant" : "it as range(from, to, highest)");

    /* Never a value, in no position; a parameter has one all the same. */
    if (all.max < all.min)
        all.max = all.min;
    if (all.min < INT32_MIN || all.max > INT32_MAX || all.max - all.min > MOST_VALUES)
        low_fault(l, n, "a choice among too many numbers");
    return all;
}

/* Give the parameter the letters of the domain for its values. */
static void give_letters(struct low *l, struct syn_node *n, const struct low_value *v,
                         struct lang_bounds *bounds) {
    const struct host_handle *handle = v->lua ? host_handle_at(l->L, v->lua) : NULL;
    assert(low_kind(l)->param_count > 0); /* add_param came first */
    struct core_param *param = &low_kind(l)->params[low_kind(l)->param_count - 1];
    if (!handle || handle->kind != HOST_HANDLE_DOMAIN)
        return;

    /* Part of a domain has part of its letters: they begin at the lowest value. */
    const struct host_domain *domain = &l->host->domains[handle->index];
    if (bounds->min < 0 || bounds->max >= domain->count)
        low_fault(l, n, "the domain has no letter for %lld",
                  (long long)(bounds->min < 0 ? bounds->min : bounds->max));
    lua_pushlstring(l->L, domain->letters + bounds->min * domain->width,
                    (size_t)(bounds->max - bounds->min + 1) * (size_t)domain->width);
    param->letters = host_strdup(l->L, lua_tostring(l->L, -1));
    lua_pop(l->L, 1);
    param->width = domain->width;
}

static void note_sampled(struct low *l, struct syn_node *n) {
    /* Samples are drawn, not listed, so a player cannot choose one. */
    struct core_kind *kind = low_kind(l);
    struct core_decision *decision =
        kind->decision < 0 ? NULL : &l->rules->decisions[kind->decision];
    if (!decision || !decision->chance)
        low_fault(l, n, "'sample' is only for outcomes of chance");
    decision->sampled = true;
}

/* Set the kind of the clause and the bounds of its values from `of`, the values to choose from.
 * Returns the type of the chosen value. */
static enum core_type lower_choice_settle(struct low *l, struct syn_node *n, struct low_value *of,
                                          enum core_clause_kind *clause,
                                          struct lang_bounds *bounds) {
    const struct host_handle *handle = low_handle(of);
    const struct core_schema *schema = l->schema;

    /* Captured ranges are handles; those that the rule makes are values (LOW_RANGE). */
    if (handle && (handle->kind == HOST_HANDLE_RANGE || handle->kind == HOST_HANDLE_DOMAIN))
        *of = as_range(l, of);
    if (handle && handle->kind == HOST_HANDLE_SAMPLE) {
        note_sampled(l, n);
        *clause = CORE_CLAUSE_SAMPLE;
        *bounds = (struct lang_bounds){0, CORE_SAMPLES - 1};
        return CORE_TYPE_NUMBER;
    }

    /* The bounds are of any position: they size the bits of the move. */
    switch ((enum low_form)of->form) {
    case LOW_RANGE:
        *clause = CORE_CLAUSE_RANGE;
        *bounds = range_bounds(l, n, of);
        return CORE_TYPE_NUMBER;
    /* A place holds any of the pieces, or none. */
    case LOW_PIECES:
        *clause = CORE_CLAUSE_PIECES;
        *bounds = (struct lang_bounds){0, schema->pieces ? schema->pieces - 1 : 0};
        return CORE_TYPE_PIECE;
    case LOW_SUBSETS:
        *clause = CORE_CLAUSE_SUBSET;
        *bounds = (struct lang_bounds){0, (1 << 16) - 1};
        return CORE_TYPE_NUMBER;
    default: break;
    }

    /* The rest are zones: a set, and never a single zone, which would be no choice. */
    if (of->form != LOW_PLAIN)
        low_fault(l, n,
                  "choose takes a set of zones, a range, letters, pieces or subsets of a place, or "
                  "sample; found %s",
                  low_type_name(of));
    low_set(l, n, *of);
    *clause = CORE_CLAUSE_ZONES;
    *bounds = (struct lang_bounds){0, schema->board->zones - 1};
    return CORE_TYPE_ZONE;
}

int low_choose(struct low *l, struct syn_node *n, struct low_value *out) {
    enum core_clause_kind what;
    struct lang_bounds bounds;
    if (!n->b || !n->b->next)
        low_fault(l, n, "choose takes a name, the values to choose from, a rule id and a reason");
    struct syn_node *from = n->b->next;

    /* A search has no moves, so no names: each choice is a loop. */
    if (l->asking->search) {
        struct low_value any = low_expr(l, from);
        out[0] = low_search_choose(l, from, &any);
        return 1;
    }

    /* Lua evaluates the arguments from left to right; the clause comes behind theirs. */
    const char *name = choice_name(l, n->b);
    struct low_value of = domain_of(l, from);
    enum core_type type = lower_choice_settle(l, from, &of, &what, &bounds);
    int var = low_new_var(l, false);

    /* The param gets its number before add_param counts it. */
    struct core_clause *clause = low_add_clause(l, n, what, from->next);
    clause->param = low_kind(l)->param_count;
    clause->var = var;
    clause->node = what == CORE_CLAUSE_SAMPLE ? -1 : of.node;
    clause->node2 = what == CORE_CLAUSE_RANGE ? of.node2 : -1;

    out[0] = add_param(l, n->b, clause, name, var, type, bounds);
    if (what == CORE_CLAUSE_RANGE)
        give_letters(l, from, &of, &bounds);
    low_clause_done(l);
    return 1;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static int entries(struct low *l, struct syn_node *table, struct syn_node **out, int most) {
    int count = 0;
    /* A key of its own makes it no list. */
    for (struct syn_node *entry = table->a; entry; entry = entry->next) {
        if (entry->a || count == most)
            low_fault(l, entry, entry->a ? "expected a list" : "too many entries");
        out[count++] = entry->b;
    }
    return count;
}

/* A direction that is there twice would list each of its moves twice (legal.h, L1). */
static void check_direction(struct low *l, const struct syn_node *n,
                            const struct core_clause *clause, int direction) {
    /* Only directions that depend on nothing but the seat can be compared at load. */
    int64_t one, two;
    for (int i = 0; i < clause->steps; i++)
        for (int seat = 0; seat < l->schema->seats; seat++)
            if (lang_node_by_seat(l->rules, direction, seat, &one) &&
                lang_node_by_seat(l->rules, clause->step[i].direction, seat, &two) && one == two)
                low_fault(l, n, "this direction is there twice: join the sets that it may enter");
}

static void add_step(struct low *l, struct core_clause *clause, struct syn_node *n) {
    struct syn_node *bare = low_bare(n), *parts[2];
    if (bare->kind != SYN_TABLE || entries(l, bare, parts, 2) != 2)
        low_fault(l, n, "a step is { direction, set of zones that it may enter }");
    struct low_value way = low_expr(l, parts[0]), onto = low_expr(l, parts[1]);

    /* low_choose_step has room for as many as entries() counted. */
    assert(clause->steps < CORE_MOST_STEPS);
    struct core_step *step = &clause->step[clause->steps];
    step->direction = low_number(l, parts[0], way);
    check_direction(l, parts[0], clause, step->direction);
    step->onto = low_set(l, parts[1], onto);
    clause->steps++;
}

int low_choose_step(struct low *l, struct syn_node *n, struct low_value *out) {
    struct syn_node *from = n->b, *to = from ? from->next : NULL, *set = to ? to->next : NULL;
    struct syn_node *steps = set ? set->next : NULL, *list[CORE_MOST_STEPS];
    if (l->asking->search)
        low_unsupported(l, n, "choose_step inside `possible`");
    if (!steps || low_bare(steps)->kind != SYN_TABLE)
        low_fault(l, n, "choose_step takes two names, a set, and a list of { direction, onto }");

    /* All arguments come before the clause, as their values may become clauses themselves. */
    const char *first = choice_name(l, from), *second = choice_name(l, to);
    struct lang_bounds zones = {0, l->schema->board->zones - 1};
    struct core_clause made = {.kind = CORE_CLAUSE_STEP};
    made.node = low_set(l, set, low_expr(l, set));
    int count = entries(l, low_bare(steps), list, CORE_MOST_STEPS);
    for (int i = 0; i < count; i++)
        add_step(l, &made, list[i]);

    /* The second choice is the next variable: gives_param relies on it. */
    made.var = low_new_var(l, false);
    int other = low_new_var(l, false);
    assert(other == made.var + 1);
    struct core_clause *clause = low_add_clause(l, n, CORE_CLAUSE_STEP, steps->next);

    clause->node = made.node;
    clause->steps = made.steps;
    memcpy(clause->step, made.step, sizeof made.step);
    clause->var = made.var;
    clause->param = low_kind(l)->param_count;

    /* A step gives its zone, and the zone that it enters. */
    out[0] = add_param(l, from, clause, first, made.var, CORE_TYPE_ZONE, zones);
    out[1] = add_param(l, to, clause, second, other, CORE_TYPE_ZONE, zones);
    low_clause_done(l);
    return 2;
}
