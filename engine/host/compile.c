/* Compiling what modules declared, once all of them are loaded: decisions, moves, listeners and
 * expressions, whose texts may use names of any module. See host.h H2. */
#include <stdio.h>
#include <string.h>

#include "host/internal.h"
#include "host/spec.h"

/* What is being compiled: where its texts come from, and the names they may use. */
struct unit {
    lua_State *L;
    struct mst_host *host;
    const char *origin, *module;
    struct mst_scope scope;
    bool forbidding; /* the condition comes from muster.forbid: nothing waives it */
};

static int compiled(struct unit *u, int node, const struct mst_error *error) {
    if (node < 0)
        mst_host_raise_error(u->L, error);
    return node;
}

static int compile_int(struct unit *u, const char *text) {
    struct mst_error error = {0};
    return compiled(u, mst_compile_int(u->host->rules, &u->scope, text, u->origin, &error), &error);
}

static int compile_set(struct unit *u, const char *text) {
    struct mst_error error = {0};
    return compiled(u, mst_compile_set(u->host->rules, &u->scope, text, u->origin, &error), &error);
}

static int add_local(struct unit *u, const char *name, bool is_set) {
    int index = mst_scope_add(&u->scope, name, is_set);
    mst_rules_peak(u->host->rules, u->scope.vars, u->scope.sets);
    if (index < 0)
        luaL_error(u->L, "%s: too many local names", u->origin);
    return index;
}

/* The value on top of the stack is a function or a text of effects; pops it. */
static struct mst_action compile_action(struct unit *u, const char *what) {
    struct mst_action action = {-1, -1, false};
    if (lua_isfunction(u->L, -1)) {
        action.function = mst_host_keep(u->L);
        return action;
    }
    if (lua_type(u->L, -1) == LUA_TSTRING) {
        struct mst_error error = {0};
        action.effects = compiled(u,
                                  mst_compile_effects(u->host->rules, &u->scope,
                                                      lua_tostring(u->L, -1), u->origin, &error),
                                  &error);
    } else if (!lua_isnil(u->L, -1)) {
        luaL_error(u->L, "%s: %s must be a function or a text of effects, found a %s", u->origin,
                   what, luaL_typename(u->L, -1));
    }
    lua_pop(u->L, 1);
    return action;
}

/* ---- clauses --------------------------------------------------------------------------------- */

static void read_reason(struct unit *u, int table, struct mst_reason *reason) {
    reason->rule = mst_host_strdup(u->L, spec_text(u->L, table, "rule", ""));
    if (lua_getfield(u->L, table, "why") == LUA_TFUNCTION) {
        reason->why = mst_host_strdup(u->L, "");
        reason->sentence = mst_host_keep(u->L);
    } else {
        lua_pop(u->L, 1);
        reason->why = mst_host_strdup(u->L, spec_text(u->L, table, "why", ""));
    }
    reason->origin = mst_host_strdup(u->L, u->origin);
    reason->module = mst_host_strdup(u->L, u->module);
}

static struct mst_param *add_param(struct unit *u, struct mst_kind *kind, const char *name,
                                   enum mst_clause_kind clause, int64_t max) {
    if (kind->param_count == MST_MOST_PARAMS)
        luaL_error(u->L, "%s: move '%s' has more than %d parameters", u->origin, kind->name,
                   MST_MOST_PARAMS);
    struct mst_param *param = &kind->params[kind->param_count++];
    spec_copy_name(u->L, param->name, name);
    spec_copy_name(u->L, param->called, name);
    param->kind = clause;
    param->min = 0;
    param->max = max;
    return param;
}

static void read_let(struct unit *u, const char *name, const char *text,
                     struct mst_clause *clause) {
    struct mst_error error = {0};
    clause->kind = MST_CLAUSE_LET;
    clause->param = -1;
    clause->first_node = u->host->rules->node_count;
    clause->node = compiled(
        u, mst_compile_any(u->host->rules, &u->scope, text, u->origin, &clause->tree, &error),
        &error);
    clause->is_set = clause->tree.is_set;
    clause->last_node = u->host->rules->node_count;
    /* inner variables of the text lie above the named ones: keep them apart */
    clause->var = add_local(u, name, clause->is_set);
}

/* A let that only gives another name to a number that has one is no clause at all. */
static bool only_renames(struct unit *u, const struct mst_clause *let) {
    const struct mst_node *value = &u->host->rules->nodes[let->tree.node];
    if (let->is_set || value->op != MST_OP_VAR)
        return false;
    u->scope.locals[u->scope.count - 1].index = value->a;
    return true;
}

static bool has(lua_State *L, int table, const char *key) {
    bool there = lua_getfield(L, table, key) != LUA_TNIL;
    lua_pop(L, 1);
    return there;
}

static void read_range(struct unit *u, int table, struct mst_kind *kind, struct mst_clause *clause,
                       const char *name) {
    if (!has(u->L, table, "from"))
        luaL_error(u->L,
                   "%s: the clause of parameter '%s' needs 'of' (zones), 'pieces', 'subset', or "
                   "'from' and 'to'",
                   u->origin, name);
    clause->kind = MST_CLAUSE_RANGE;
    clause->node = compile_int(u, spec_need(u->L, table, "a range", "from"));
    clause->node2 = compile_int(u, spec_need(u->L, table, "a range", "to"));
    struct mst_param *param = add_param(u, kind, name, MST_CLAUSE_RANGE, 0);
    param->min = spec_int(u->L, table, "min", 0);
    param->max = spec_int(u->L, table, "max", -1);
    if (param->min < INT32_MIN || param->max > INT32_MAX || param->max < param->min ||
        param->max - param->min > 1 << 20)
        luaL_error(u->L, "%s: parameter '%s' needs min and max, the bounds of its values",
                   u->origin, name);
    const char *letters = spec_text(u->L, table, "letters", NULL);
    int64_t width = spec_int(u->L, table, "width", 1);
    if (width < 1 || width > 8)
        luaL_error(u->L, "%s: parameter '%s': 'width' must be 1 to 8", u->origin, name);
    param->width = (int)width;
    if (letters && (int64_t)strlen(letters) != width * (param->max - param->min + 1))
        luaL_error(u->L, "%s: parameter '%s': 'letters' needs %d for each of %d .. %d", u->origin,
                   name, param->width, (int)param->min, (int)param->max);
    param->letters = letters ? mst_host_strdup(u->L, letters) : NULL;
}

static void read_each(struct unit *u, int table, struct mst_kind *kind, struct mst_clause *clause) {
    const struct mst_schema *schema = u->host->rules->schema;
    const char *name = spec_need(u->L, table, "a clause", "each");
    const char *of = spec_text(u->L, table, "of", NULL);
    const char *pieces = spec_text(u->L, table, "pieces", NULL);
    const char *subset = spec_text(u->L, table, "subset", NULL);
    clause->param = kind->param_count;
    if (of) {
        clause->kind = MST_CLAUSE_ZONES;
        clause->node = compile_set(u, of);
        add_param(u, kind, name, MST_CLAUSE_ZONES, schema->board->zones - 1);
    } else if (pieces) {
        clause->kind = MST_CLAUSE_PIECES;
        clause->node = compile_int(u, pieces);
        add_param(u, kind, name, MST_CLAUSE_PIECES, schema->pieces ? schema->pieces - 1 : 0);
    } else if (subset) {
        clause->kind = MST_CLAUSE_SUBSET;
        clause->first_node = u->host->rules->node_count;
        clause->node = compile_int(u, subset);
        clause->last_node = u->host->rules->node_count;
        add_param(u, kind, name, MST_CLAUSE_SUBSET, (1 << 16) - 1);
    } else {
        read_range(u, table, kind, clause, name);
    }
    spec_copy_name(u->L, kind->params[clause->param].called,
                   spec_text(u->L, table, "called", name));
    clause->var = add_local(u, name, false);
}

/* The direction of a step, seat by seat where it depends on nothing else. */
static void read_direction(struct unit *u, struct mst_step *step, const char *text) {
    const struct mst_rules *rules = u->host->rules;
    step->direction = compile_int(u, text);
    for (int seat = MST_NONE; seat < rules->schema->seats; seat++) {
        int64_t d;
        if (!mst_text_by_seat(rules, step->direction, seat, &d))
            return;
        step->by[seat + 1] = d >= 0 && d < rules->schema->board->directions ? (int8_t)d : MST_NONE;
    }
    step->direction = -1;
}

static void read_step(struct unit *u, int table, struct mst_kind *kind, struct mst_clause *clause) {
    lua_State *L = u->L;
    int zones = u->host->rules->schema->board->zones;
    clause->kind = MST_CLAUSE_STEP;
    clause->node = compile_set(u, spec_need(L, table, "a step", "of"));
    for (int i = 1; i <= (int)luaL_len(L, table); i++) {
        if (clause->steps == MST_MOST_STEPS)
            luaL_error(L, "%s: a step clause has at most %d directions", u->origin, MST_MOST_STEPS);
        lua_rawgeti(L, table, i);
        int entry = lua_gettop(L);
        luaL_checktype(L, entry, LUA_TTABLE);
        spec_keys(L, entry, "a direction of a step", "onto");
        lua_rawgeti(L, entry, 1);
        read_direction(u, &clause->step[clause->steps], luaL_checkstring(L, -1));
        struct mst_step *step = &clause->step[clause->steps++];
        step->onto = compile_set(u, spec_need(L, entry, "a step", "onto"));
        step->onto_register = mst_text_register(u->host->rules, step->onto);
        lua_settop(L, entry - 1);
    }
    lua_getfield(L, table, "step");
    lua_rawgeti(L, -1, 1);
    lua_rawgeti(L, -2, 2);
    clause->param = kind->param_count;
    const char *from = luaL_checkstring(L, -2), *to = luaL_checkstring(L, -1);
    add_param(u, kind, from, MST_CLAUSE_STEP, zones - 1);
    add_param(u, kind, to, MST_CLAUSE_STEP, zones - 1);
    clause->var = add_local(u, from, false);
    add_local(u, to, false);
    lua_pop(L, 3);
}

/* One of the outcomes of chance that are too many to list. */
static void read_sample(struct unit *u, int table, struct mst_kind *kind,
                        struct mst_clause *clause) {
    const char *name = spec_need(u->L, table, "a sample", "sample");
    struct mst_decision *decision =
        kind->decision < 0 ? NULL : &u->host->rules->decisions[kind->decision];
    if (!decision || !decision->chance)
        luaL_error(u->L, "%s: move '%s': 'sample' is only for outcomes of chance", u->origin,
                   kind->name);
    clause->kind = MST_CLAUSE_SAMPLE;
    clause->param = kind->param_count;
    add_param(u, kind, name, MST_CLAUSE_SAMPLE, MST_SAMPLES - 1);
    clause->var = add_local(u, name, false);
    decision->sampled = true;
}

/* A condition, or-ed with what permits waive it. The text grows on the stack: Lua frees it whatever
 * is raised. */
static int compile_condition(struct unit *u, const struct mst_kind *kind, const char *text,
                             const char *rule) {
    lua_State *L = u->L;
    bool forbids = u->forbidding;
    lua_pushstring(L, text);
    int whole = lua_gettop(L);
    for (int i = 0; i < u->host->pending_count && *rule && !forbids; i++) {
        struct mst_pending *pending = &u->host->pending[i];
        if (pending->kind != MST_PENDING_PERMIT || strcmp(pending->text, kind->name) != 0)
            continue;
        lua_rawgeti(L, LUA_REGISTRYINDEX, pending->ref);
        if (!strcmp(spec_text(L, whole + 1, "rule", ""), rule)) {
            lua_pushfstring(L, "(%s) or (%s)", lua_tostring(L, whole),
                            spec_need(L, whole + 1, "a permission", "where"));
            lua_replace(L, whole);
            pending->index = 0; /* it found its condition */
        }
        lua_settop(L, whole);
    }
    int node = compile_int(u, lua_tostring(L, whole));
    lua_settop(L, whole - 1);
    return node;
}

/* A condition of the move itself that holds for nobody, though no constant (which an option may
 * have set) stands in it: the move is never legal. An unlisted one may be there for its refusal. */
static void note_never(struct unit *u, const struct mst_kind *kind, int text, int constants,
                       const char *condition) {
    const struct mst_rules *rules = u->host->rules;
    int64_t value;
    if (u->host->held_ref == LUA_NOREF || u->forbidding || kind->unlisted ||
        constants != rules->constants_named)
        return;
    for (int seat = MST_NONE; seat < rules->schema->seats && !mst_text_never(rules); seat++)
        if (!mst_text_by_seat(rules, text, seat, &value) || value)
            return;
    if (strlen(condition) < 100 && !strpbrk(condition, "'\n"))
        mst_host_remark(u->host, MST_OK, u->origin, "'%s' never holds: move '%s' is never legal",
                        condition, kind->name);
    else
        mst_host_remark(u->host, MST_OK, u->origin,
                        "move '%s' is never legal: one of its conditions is always false",
                        kind->name);
}

/* A clause does one thing. */
static void one_kind(struct unit *u, int table) {
    static const char *const kinds[] = {"let", "where", "step", "sample", "each", NULL};
    const char *first = NULL;
    for (int i = 0; kinds[i]; i++) {
        if (!has(u->L, table, kinds[i]))
            continue;
        if (first)
            luaL_error(u->L, "%s: a clause has '%s' or '%s', not both: write two clauses",
                       u->origin, first, kinds[i]);
        first = kinds[i];
    }
    if (!first)
        luaL_error(u->L, "%s: a clause needs one of: let, where, each, step, sample", u->origin);
}

/* The clause table is on top of the stack; pops it. */
static void read_clause(struct unit *u, struct mst_kind *kind) {
    lua_State *L = u->L;
    int table = lua_gettop(L);
    if (!lua_istable(L, table))
        luaL_error(L, "%s: a clause of move '%s' must be a table, found a %s", u->origin,
                   kind->name, luaL_typename(L, table));
    spec_keys(
        L, table, "a clause",
        "let be where each called of from to min max letters width pieces subset step sample rule "
        "why");
    one_kind(u, table);
    if (kind->clause_count == MST_MOST_CLAUSES)
        luaL_error(L, "%s: move '%s' has more than %d clauses", u->origin, kind->name,
                   MST_MOST_CLAUSES);
    struct mst_clause *clause =
        mst_host_grow(L, &kind->clauses, &kind->clause_count, sizeof *kind->clauses);
    clause->param = -1;
    read_reason(u, table, &clause->reason);
    if (has(L, table, "let")) {
        read_let(u, spec_need(L, table, "a let", "let"), spec_need(L, table, "a let", "be"),
                 clause);
        if (only_renames(u, clause))
            mst_rules_drop_clause(kind);
    } else if (has(L, table, "where")) {
        clause->kind = MST_CLAUSE_WHERE;
        clause->first_node = u->host->rules->node_count;
        int constants = u->host->rules->constants_named;
        const char *condition = spec_need(L, table, "a condition", "where");
        clause->node = compile_condition(u, kind, condition, clause->reason.rule);
        clause->last_node = u->host->rules->node_count;
        note_never(u, kind, clause->node, constants, condition);
    } else if (has(L, table, "step")) {
        read_step(u, table, kind, clause);
    } else if (has(L, table, "sample")) {
        read_sample(u, table, kind, clause);
    } else {
        read_each(u, table, kind, clause);
    }
    lua_settop(L, table - 1);
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* What obliges a General to take this kind; its names are the decision's lets. */
static void add_obligations(struct unit *u, struct mst_kind *kind) {
    struct mst_host *host = u->host;
    for (int i = 0; i < host->pending_count; i++) {
        struct mst_pending *pending = &host->pending[i];
        if (pending->kind != MST_PENDING_OBLIGE || strcmp(pending->text, kind->name) != 0)
            continue;
        struct unit other = *u;
        other.origin = pending->origin;
        other.module = pending->module;
        if (kind->must >= 0 || kind->decision < 0)
            luaL_error(u->L, "%s: move '%s' cannot be obliged%s", pending->origin, kind->name,
                       kind->must >= 0 ? " twice" : "; it belongs to no decision");
        lua_rawgeti(u->L, LUA_REGISTRYINDEX, pending->ref);
        int table = lua_gettop(u->L);
        kind->must = compile_int(&other, spec_need(u->L, table, "a permission", "where"));
        read_reason(&other, table, &kind->must_reason);
        host->rules->decisions[kind->decision].obliges = true;
        pending->index = 0;
        lua_settop(u->L, table - 1);
    }
}

/* Give each parameter its bits in the move code. */
static void lay_params(struct unit *u, struct mst_kind *kind) {
    int shift = 0;
    for (int i = 0; i < kind->param_count; i++) {
        struct mst_param *param = &kind->params[i];
        int bits = 1;
        while ((INT64_C(1) << bits) <= param->max - param->min)
            bits++;
        param->mask = (1ULL << bits) - 1;
        param->shift = shift;
        shift += bits;
    }
    if (shift > MST_KIND_SHIFT)
        luaL_error(u->L, "%s: the parameters of move '%s' need %d bits; a move has %d", u->origin,
                   kind->name, shift, MST_KIND_SHIFT);
}

static int param_named(const struct mst_kind *kind, const char *name, size_t length) {
    for (int i = 0; i < kind->param_count; i++)
        if (strlen(kind->params[i].name) == length && !memcmp(kind->params[i].name, name, length))
            return i;
    return -1;
}

static bool steps_alone(const struct unit *u, const struct mst_kind *kind) {
    return kind->clause_count == 1 && kind->clauses[0].kind == MST_CLAUSE_STEP &&
           u->host->rules->schema->board->uniform;
}

/* Each parameter's variable is the one that its clause gives a value to. */
static void lay_variables(struct mst_kind *kind) {
    for (int i = 0; i < kind->clause_count; i++) {
        const struct mst_clause *clause = &kind->clauses[i];
        if (clause->param < 0)
            continue;
        kind->params[clause->param].var = clause->var;
        if (clause->kind == MST_CLAUSE_STEP)
            kind->params[clause->param + 1].var = clause->var + 1;
    }
}

/* "{from} {dest}": the parameters but those whose bits are set; left on the stack. */
static const char *list_params(lua_State *L, const struct mst_kind *kind, int without) {
    lua_pushliteral(L, "");
    for (int i = 0; i < kind->param_count; i++)
        if (!(without >> i & 1)) {
            const char *sofar = lua_tostring(L, -1);
            lua_pushfstring(L, "%s%s{%s}", sofar, *sofar ? " " : "", kind->params[i].name);
            lua_remove(L, -2);
        }
    return lua_tostring(L, -1);
}

/* Cut "u:{dest}" into literals and parameters. */
static void read_format(struct unit *u, struct mst_kind *kind, const char *text) {
    int used = 0;
    while (*text) {
        struct mst_segment *segment =
            mst_host_grow(u->L, &kind->segments, &kind->segment_count, sizeof *kind->segments);
        size_t length;
        segment->param = -1;
        if (*text == '{') {
            length = strcspn(text, "}");
            segment->param = text[length] ? param_named(kind, text + 1, length - 1) : -1;
            if (segment->param < 0)
                luaL_error(u->L, "%s: '%s' in the text of move '%s' is none of its parameters%s%s",
                           u->origin, text, kind->name, kind->param_count ? ": " : "",
                           list_params(u->L, kind, 0));
            used |= 1 << segment->param;
            length++;
        } else {
            char literal[64];
            length = strcspn(text, "{");
            if (length >= sizeof literal || strcspn(text, " \t\n") < length)
                luaL_error(u->L, "%s: move '%s': a text has no blanks and short literals",
                           u->origin, kind->name);
            snprintf(literal, sizeof literal, "%.*s", (int)length, text);
            segment->text = mst_host_strdup(u->L, literal);
        }
        text += length;
    }
    if (used != (1 << kind->param_count) - 1)
        luaL_error(u->L,
                   "%s: the text of move '%s' must name every parameter, so that it can be read; "
                   "it lacks %s",
                   u->origin, kind->name, list_params(u->L, kind, used));
}

static int decision_named(struct unit *u, const char *name) {
    struct mst_rules *rules = u->host->rules;
    struct mst_nearest nearest = {.wanted = name};
    int index = mst_rules_find_decision(rules, name);
    if (index >= 0 && !rules->decisions[index].automatic)
        return index;
    for (int i = 0; i < rules->decision_count; i++)
        mst_nearest_offer(&nearest, rules->decisions[i].name);
    luaL_error(u->L, "%s: no decision is called '%s'%s%s%s", u->origin, name,
               nearest.best ? "; did you mean '" : "", nearest.best ? nearest.best : "",
               nearest.best ? "'?" : "");
    return -1;
}

/* Names of the decision's lets, as locals at the numbers they have. */
static void decision_scope(struct unit *u, int index) {
    struct mst_host *host = u->host;
    u->scope = (struct mst_scope){0};
    for (int i = 0; i < host->pending_count; i++) {
        struct mst_pending *pending = &host->pending[i];
        if (pending->kind != MST_PENDING_DECISION || pending->index != index)
            continue;
        lua_rawgeti(u->L, LUA_REGISTRYINDEX, pending->ref);
        if (spec_list(u->L, -1, "let")) {
            const struct mst_decision *decision = &host->rules->decisions[index];
            for (int k = 0; k < decision->let_count; k++) {
                lua_rawgeti(u->L, -1, k + 1);
                lua_rawgeti(u->L, -1, 1);
                add_local(u, lua_tostring(u->L, -1), decision->lets[k].is_set);
                lua_pop(u->L, 2);
            }
            lua_pop(u->L, 1);
        }
        lua_pop(u->L, 1);
    }
}

static void list_kind(struct unit *u, struct mst_kind *kind, const char *at) {
    if (!strcmp(at, "*")) {
        kind->decision = -1;
        if (!kind->unlisted)
            luaL_error(u->L, "%s: move '%s' at every decision must be unlisted", u->origin,
                       kind->name);
        u->scope = (struct mst_scope){0};
        return;
    }
    kind->decision = decision_named(u, at);
    struct mst_decision *decision = &u->host->rules->decisions[kind->decision];
    decision->kinds[decision->kind_count++] = (int)(kind - u->host->rules->kinds);
    decision_scope(u, kind->decision);
}

/* Does the clause give a value to a name that is used? */
static bool gives(const struct mst_clause *clause, const struct mst_uses *uses) {
    switch (clause->kind) {
    case MST_CLAUSE_WHERE: return false;
    case MST_CLAUSE_LET: return clause->is_set ? uses->sets[clause->var] : uses->vars[clause->var];
    case MST_CLAUSE_STEP: return uses->vars[clause->var] || uses->vars[clause->var + 1];
    default: return uses->vars[clause->var];
    }
}

static bool opens_loop(const struct mst_clause *clause) {
    return clause->kind != MST_CLAUSE_WHERE && clause->kind != MST_CLAUSE_LET;
}

/* The last clause is a condition: ask it before the parameters on which it does not depend, but
 * after what the move itself asks there. */
static void ask_early(const struct mst_rules *rules, struct mst_kind *kind) {
    struct mst_uses uses = {{0}, {0}};
    struct mst_clause asked = kind->clauses[kind->clause_count - 1];
    int at = kind->clause_count - 1, last = at;
    mst_uses_add(rules, asked.first_node, asked.last_node, &uses);
    while (at > 0 && !gives(&kind->clauses[at - 1], &uses))
        at--;
    while (at < last && !opens_loop(&kind->clauses[at]))
        at++;
    memmove(&kind->clauses[at + 1], &kind->clauses[at], (size_t)(last - at) * sizeof asked);
    kind->clauses[at] = asked;
}

/* Conditions that other modules add to the kind. */
static void add_forbidden(struct unit *u, struct mst_kind *kind) {
    struct mst_host *host = u->host;
    for (int i = 0; i < host->pending_count; i++) {
        struct mst_pending *pending = &host->pending[i];
        if (pending->kind != MST_PENDING_FORBID || strcmp(pending->text, kind->name) != 0)
            continue;
        struct unit other = *u;
        other.origin = pending->origin;
        other.module = pending->module;
        other.forbidding = true;
        pending->index = 0; /* it found its move, whatever its text is worth */
        lua_rawgeti(u->L, LUA_REGISTRYINDEX, pending->ref);
        read_clause(&other, kind);
        ask_early(u->host->rules, kind);
        u->scope = other.scope;
    }
}

/* Each let comes after the conditions that do without it: where one of them fails, it is not bound.
 */
static void bind_late(const struct mst_rules *rules, struct mst_kind *kind) {
    for (int i = kind->clause_count - 2; i >= 0; i--) {
        struct mst_clause let = kind->clauses[i];
        int at = i;
        for (; let.kind == MST_CLAUSE_LET && at + 1 < kind->clause_count; at++) {
            const struct mst_clause *next = &kind->clauses[at + 1];
            struct mst_uses uses = {{0}, {0}};
            mst_uses_add(rules, next->first_node, next->last_node, &uses);
            if (next->kind != MST_CLAUSE_WHERE || gives(&let, &uses))
                break;
            kind->clauses[at] = *next;
        }
        kind->clauses[at] = let;
    }
}

/* A sampled chance decision has one kind, which has one clause and no weight: then every outcome is
 * legal, and as likely as any other. */
static void check_sampled(struct unit *u, const struct mst_kind *kind) {
    const struct mst_decision *decision =
        kind->decision < 0 ? NULL : &u->host->rules->decisions[kind->decision];
    if (decision && decision->sampled &&
        (decision->kind_count > 1 || kind->clause_count > 1 || kind->weight >= 0))
        luaL_error(u->L,
                   "%s: move '%s': where an outcome is a 'sample', it is the one clause of the one "
                   "move of its decision, and has no weight",
                   u->origin, kind->name);
}

/* Mark the lets that the effects (nodes from `first` on) and the weight read, directly or through
 * other lets: only these are bound when the move is played. A let's own nodes end where `node`
 * stands. */
static void mark_lets(struct unit *u, struct mst_kind *kind, int first) {
    const struct mst_rules *rules = u->host->rules;
    struct mst_uses uses = {{0}, {0}};
    mst_uses_add(rules, first, rules->node_count, &uses);
    for (int i = kind->clause_count - 1; i >= 0; i--) {
        struct mst_clause *clause = &kind->clauses[i];
        bool place = clause->kind == MST_CLAUSE_SUBSET; /* its text is printed from the place */
        if ((clause->kind == MST_CLAUSE_LET && gives(clause, &uses)) || place) {
            clause->bound = !place;
            kind->binds = kind->binds || clause->bound;
            mst_uses_add(rules, clause->first_node, clause->last_node, &uses);
        }
    }
    if (kind->decision < 0)
        return;
    const struct mst_decision *decision = &rules->decisions[kind->decision];
    for (int i = decision->let_count - 1; i >= 0; i--)
        if (gives(&decision->lets[i], &uses)) {
            kind->lets |= 1ULL << i;
            mst_uses_add(rules, decision->lets[i].first_node, decision->lets[i].last_node, &uses);
        }
}

static void compile_move(struct unit *u, struct mst_kind *kind, int ref) {
    lua_State *L = u->L;
    lua_rawgeti(L, LUA_REGISTRYINDEX, ref);
    int table = lua_gettop(L);
    list_kind(u, kind, spec_need(L, table, "muster.move", "at"));
    if (kind->decision >= 0 && u->host->broken[kind->decision]) {
        lua_settop(L, table - 1);
        return;
    }
    add_obligations(u, kind);
    for (int i = 2; i <= (int)luaL_len(L, table); i++) {
        lua_rawgeti(L, table, i);
        read_clause(u, kind);
    }
    add_forbidden(u, kind);
    bind_late(u->host->rules, kind);
    lay_params(u, kind);
    lay_variables(kind);
    kind->steps_alone = steps_alone(u, kind);
    read_format(u, kind, spec_need(L, table, "muster.move", "text"));
    int first = u->host->rules->node_count;
    const char *weight = spec_text(L, table, "weight", NULL);
    kind->weight = weight ? compile_int(u, weight) : -1;
    check_sampled(u, kind);
    lua_getfield(L, table, "apply");
    if (lua_isnil(L, -1))
        luaL_error(L, "%s: move '%s' needs 'apply'", u->origin, kind->name);
    kind->action = compile_action(u, "apply");
    mark_lets(u, kind, first);
    lua_settop(L, table - 1);
}

/* ---- decisions ------------------------------------------------------------------------------- */

/* One code for all lets: they are bound whenever moves are listed. */
static void bind_lets(struct unit *u, struct mst_decision *decision) {
    const char *why = NULL;
    if (!decision->let_count)
        return;
    decision->bind = mst_code_make_lets(u->host->rules, decision->lets, decision->let_count, &why);
    if (decision->bind < 0)
        luaL_error(u->L, "%s: the lets of '%s': %s", u->origin, decision->name, why);
}

static void compile_decision(struct unit *u, struct mst_decision *decision, int ref) {
    lua_State *L = u->L;
    lua_rawgeti(L, LUA_REGISTRYINDEX, ref);
    int table = lua_gettop(L);
    u->scope = (struct mst_scope){0};
    decision->bind = -1;
    if (decision->automatic) {
        lua_getfield(L, table, "run");
        if (lua_isnil(L, -1))
            luaL_error(L, "%s: step '%s' needs 'run'", u->origin, decision->name);
        decision->run = compile_action(u, "run");
        lua_settop(L, table - 1);
        return;
    }
    if (!decision->chance)
        decision->seat = compile_int(u, spec_need(L, table, "muster.decision", "seat"));
    lua_getfield(L, table, "empty");
    decision->empty = compile_action(u, "empty");
    if (spec_list(L, table, "let"))
        for (int i = 1; i <= (int)luaL_len(L, table + 1); i++) {
            lua_rawgeti(L, table + 1, i);
            lua_rawgeti(L, -1, 1);
            lua_rawgeti(L, -2, 2);
            struct mst_clause *clause =
                mst_host_grow(L, &decision->lets, &decision->let_count, sizeof *decision->lets);
            read_let(u, luaL_checkstring(L, -2), luaL_checkstring(L, -1), clause);
            lua_settop(L, table + 1);
        }
    bind_lets(u, decision);
    decision->plain =
        !decision->chance && decision->empty.effects < 0 && decision->empty.function < 0;
    lua_settop(L, table - 1);
}

/* ---- listeners and expressions --------------------------------------------------------------- */

static void compile_listener(struct unit *u, const struct mst_pending *pending) {
    struct mst_rules *rules = u->host->rules;
    struct mst_nearest nearest = {.wanted = pending->text};
    u->scope = (struct mst_scope){0};
    for (int i = 0; i < rules->event_count; i++) {
        struct mst_event *event = &rules->events[i];
        mst_nearest_offer(&nearest, event->name);
        if (strcmp(event->name, pending->text) != 0)
            continue;
        if (event->listener_count == MST_MOST_LISTENERS)
            luaL_error(u->L, "%s: event '%s' has more than %d listeners", u->origin, event->name,
                       MST_MOST_LISTENERS);
        for (int k = 0; k < event->param_count; k++)
            add_local(u, event->params[k], false);
        lua_rawgeti(u->L, LUA_REGISTRYINDEX, pending->ref);
        event->listeners[event->listener_count++] = compile_action(u, "a listener");
        return;
    }
    luaL_error(u->L, "%s: no event is called '%s'%s%s%s", u->origin, pending->text,
               nearest.best ? "; did you mean '" : "", nearest.best ? nearest.best : "",
               nearest.best ? "'?" : "");
}

static void compile_expr(struct unit *u, struct mst_host_expr *expr) {
    struct mst_error error = {0};
    struct mst_tree tree;
    u->scope = (struct mst_scope){0};
    u->origin = expr->origin;
    u->host->rules->unused = expr->unused;
    for (int k = 0; k < expr->params; k++)
        add_local(u, expr->names[k], false);
    expr->node = compiled(
        u, mst_compile_any(u->host->rules, &u->scope, expr->text, u->origin, &tree, &error),
        &error);
    expr->is_set = tree.is_set;
}

static int rank_of(const struct mst_host *host, const char *module) {
    for (int i = 0; i < host->module_count; i++)
        if (!strcmp(host->modules[i].name, module))
            return host->modules[i].rank;
    return -1;
}

/* Layers of a query, and waiting declarations, in the order of their modules. */
static void order_by_module(struct mst_host *host) {
    for (int d = 0; d < host->rules->define_count; d++) {
        struct mst_define *define = &host->rules->defines[d];
        for (int i = 2; i < define->layer_count; i++)
            for (int k = i; k > 1 && rank_of(host, define->layers[k].module) <
                                         rank_of(host, define->layers[k - 1].module);
                 k--) {
                struct mst_layer swap = define->layers[k];
                define->layers[k] = define->layers[k - 1];
                define->layers[k - 1] = swap;
            }
    }
    for (int i = 1; i < host->pending_count; i++)
        for (int k = i; k > 0 && rank_of(host, host->pending[k].module) <
                                     rank_of(host, host->pending[k - 1].module);
             k--) {
            struct mst_pending swap = host->pending[k];
            host->pending[k] = host->pending[k - 1];
            host->pending[k - 1] = swap;
        }
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void compile_pending(struct unit *u, struct mst_pending *pending) {
    struct mst_host *host = u->host;
    u->origin = host->compiling = pending->origin;
    u->module = pending->module;
    if (pending->kind == MST_PENDING_DECISION)
        compile_decision(u, &host->rules->decisions[pending->index], pending->ref);
    else if (pending->kind == MST_PENDING_MOVE)
        compile_move(u, &host->rules->kinds[pending->index], pending->ref);
    else
        compile_listener(u, pending);
}

static void compile_setup(struct unit *u) {
    struct mst_error error = {0};
    struct mst_host *host = u->host;
    u->scope = (struct mst_scope){0};
    u->origin = host->setup_origin;
    host->setup.effects = compiled(
        u, mst_compile_effects(host->rules, &u->scope, host->setup_text, u->origin, &error),
        &error);
}

/* The parts that may fail one by one: arguments are the unit, and one of what is compiled. */
static int try_pending(lua_State *L) {
    compile_pending(lua_touserdata(L, 1), lua_touserdata(L, 2));
    return 0;
}

static int try_expr(lua_State *L) {
    compile_expr(lua_touserdata(L, 1), lua_touserdata(L, 2));
    return 0;
}

static int try_setup(lua_State *L) {
    compile_setup(lua_touserdata(L, 1));
    return 0;
}

/* Note the fault and go on, so that one run shows them all; what is no fault of the text ends it.
 */
static bool guarded(struct unit *u, lua_CFunction part, void *what) {
    struct mst_error error = {0};
    struct mst_spot *spot = &u->host->rules->spot;
    *spot = (struct mst_spot){0};
    lua_pushcfunction(u->L, part);
    lua_pushlightuserdata(u->L, u);
    lua_pushlightuserdata(u->L, what);
    if (mst_sandbox_call(u->L, 2, 0, &error) == MST_OK)
        return true;
    if (error.status != MST_SCRIPT_ERROR && error.status != MST_BAD_RULESET)
        mst_host_raise_error(u->L, &error);
    mst_host_place_fault(u->host, &error);
    mst_host_remark(u->host, error.status, error.at, "%s", error.text);
    if (u->host->fault_count)
        u->host->faults[u->host->fault_count - 1].spot = *spot;
    return false;
}

/* Compile all waiting declarations of one kind, in their order. */
static void compile_kind(struct unit *u, enum mst_pending_kind kind) {
    struct mst_host *host = u->host;
    for (int i = 0; i < host->pending_count; i++) {
        struct mst_pending *pending = &host->pending[i];
        if (pending->kind == kind && !guarded(u, try_pending, pending) &&
            kind == MST_PENDING_DECISION)
            host->broken[pending->index] = true;
    }
    host->compiling = NULL;
}

/* A permission names a rule that no condition of the move names. */
static void no_condition(struct mst_host *host, const struct mst_pending *pending,
                         const struct mst_kind *kind) {
    char rule[64] = "";
    lua_rawgeti(host->L, LUA_REGISTRYINDEX, pending->ref);
    lua_getfield(host->L, -1, "rule");
    if (lua_type(host->L, -1) == LUA_TSTRING)
        snprintf(rule, sizeof rule, "%s", lua_tostring(host->L, -1));
    lua_pop(host->L, 2);
    struct mst_nearest nearest = {.wanted = rule};
    for (int i = 0; i < kind->clause_count; i++)
        mst_nearest_offer(&nearest, kind->clauses[i].reason.rule);
    mst_host_remark(host, MST_SCRIPT_ERROR, pending->origin,
                    "move '%s' has no condition with the rule '%s'%s%s%s", kind->name, rule,
                    nearest.best ? "; did you mean '" : "", nearest.best ? nearest.best : "",
                    nearest.best ? "'?" : "");
}

/* What forbids, permits or obliges, and found no move. */
static void check_permissions(struct mst_host *host) {
    for (int i = 0; i < host->pending_count; i++) {
        const struct mst_pending *pending = &host->pending[i];
        struct mst_nearest nearest = {.wanted = pending->text};
        if (!pending->text || pending->kind == MST_PENDING_LISTENER || pending->index >= 0)
            continue;
        int kind = mst_rules_find_kind(host->rules, pending->text);
        int decision = kind < 0 ? -1 : host->rules->kinds[kind].decision;
        if (decision >= 0 && host->broken[decision])
            continue;
        for (int k = 0; k < host->rules->kind_count; k++)
            mst_nearest_offer(&nearest, host->rules->kinds[k].name);
        if (pending->kind == MST_PENDING_PERMIT && kind >= 0)
            no_condition(host, pending, &host->rules->kinds[kind]);
        else
            mst_host_remark(host, MST_SCRIPT_ERROR, pending->origin, "no move is called '%s'%s%s%s",
                            pending->text, nearest.best ? "; did you mean '" : "",
                            nearest.best ? nearest.best : "", nearest.best ? "'?" : "");
    }
}

int mst_host_compile(lua_State *L) {
    struct mst_host *host = mst_host_of(L);
    struct mst_error error = {0};
    struct unit u = {.L = L, .host = host, .module = ""};
    if (mst_schema_freeze(host->rules->schema, &error) != MST_OK)
        mst_host_raise_error(L, &error);
    mst_host_note_held(L);
    mst_host_freeze_rankings(L);
    order_by_module(host);
    mst_host_bind_rules(L);
    mst_host_lower_rules(L);
    compile_kind(&u, MST_PENDING_DECISION); /* before the moves that are made at them */
    compile_kind(&u, MST_PENDING_MOVE);
    compile_kind(&u, MST_PENDING_LISTENER);
    mst_host_finish_rules(L);
    check_permissions(host);
    for (int i = 0; i < host->expr_count; i++)
        guarded(&u, try_expr, &host->exprs[i]);
    host->rules->unused = false;
    if (host->setup_text)
        guarded(&u, try_setup, NULL);
    if (!host->fault_count)
        mst_rules_fuse(host->rules);
    return 0;
}
