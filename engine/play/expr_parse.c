/* Compiling expressions and effects to nodes: a recursive-descent parser, one function a level of
 * precedence (lowest first: if, or, and, not, comparison, union, meet, sum, product, sign, call).
 * Definitions are compiled in place, with their arguments bound to fresh variables. */
#include "play/expr_parser.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum {
    MOST_NESTING = 300, /* of parentheses, signs, blocks */
    MOST_CALLS = 24,    /* of definitions within definitions */
};

static int expression(struct mst_parser *p);

/* ---- tokens ---------------------------------------------------------------------------------- */

static void take_word(struct mst_parser *p, const char *from, size_t length) {
    if (length >= sizeof p->word)
        length = sizeof p->word - 1;
    memcpy(p->word, from, length);
    p->word[length] = 0;
}

static void take_sign(struct mst_parser *p) {
    static const char *const pairs[] = {"==", "~=", "<=", ">=", "//", ".."};
    size_t length = 1;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (!strncmp(p->at, pairs[i], 2))
            length = 2;
    take_word(p, p->at, length);
    p->at += length;
    p->token = T_SIGN;
}

static void next(struct mst_parser *p) {
    while (isspace((unsigned char)*p->at) || !strncmp(p->at, "--", 2)) {
        if (*p->at == '-')
            p->at += strcspn(p->at, "\n");
        else
            p->at++;
    }
    const char *start = p->token_at = p->at;
    if (!*start) {
        p->token = T_END;
        p->word[0] = 0;
    } else if (isalpha((unsigned char)*start) || *start == '_') {
        while (isalnum((unsigned char)*p->at) || *p->at == '_')
            p->at++;
        take_word(p, start, (size_t)(p->at - start));
        p->token = T_NAME;
    } else if (isdigit((unsigned char)*start)) {
        p->number = 0;
        while (isdigit((unsigned char)*p->at) && p->number < 1000000000)
            p->number = p->number * 10 + (*p->at++ - '0');
        p->token = T_NUMBER;
    } else if (*start == '\'') {
        const char *end = strchr(start + 1, '\'');
        p->at = end ? end + 1 : start + strlen(start);
        take_word(p, start + 1, (size_t)(p->at - start) - (end ? 2 : 1));
        p->token = T_TEXT;
        if (!end)
            mst_parser_fail(p, "a text in quotes does not end");
    } else {
        take_sign(p);
    }
}

static bool is(const struct mst_parser *p, const char *word) {
    return (p->token == T_NAME || p->token == T_SIGN) && !strcmp(p->word, word);
}

static bool accept(struct mst_parser *p, const char *word) {
    if (!is(p, word))
        return false;
    next(p);
    return true;
}

static bool expect(struct mst_parser *p, const char *word) {
    char what[40];
    if (accept(p, word))
        return true;
    snprintf(what, sizeof what, "'%s'", word);
    mst_parser_expected(p, what);
    return false;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static int node_new(struct mst_parser *p, enum mst_op op, bool is_set, int a, int b, int c) {
    int n = p->failed ? -1 : mst_node_new(p->rules, op, is_set, a, b, c);
    if (n < 0 && !p->failed)
        return mst_parser_fail(p, "%s", mst_node_fault(p->rules));
    return n;
}

static int constant(struct mst_parser *p, int64_t value) {
    int n = p->failed ? -1 : mst_node_constant(p->rules, value);
    if (n < 0 && !p->failed)
        return mst_parser_fail(p, "%s", mst_node_fault(p->rules));
    return n;
}

static bool set_typed(const struct mst_parser *p, int n) {
    return n >= 0 && p->rules->nodes[n].is_set;
}

static int want_int(struct mst_parser *p, int n) {
    return set_typed(p, n) ? mst_parser_fail_at(p, p->value_at,
                                                "expected a number, found a set of zones; "
                                                "size(SET) is how many there are")
                           : n;
}

static int want_set(struct mst_parser *p, int n) {
    return n >= 0 && !set_typed(p, n)
               ? mst_parser_fail_at(p, p->value_at,
                                    "expected a set of zones, found a number; "
                                    "only(ZONE) is a set of one")
               : n;
}

static int int_expression(struct mst_parser *p) {
    return want_int(p, expression(p));
}

static int set_expression(struct mst_parser *p) {
    return want_set(p, expression(p));
}

/* ---- locals ---------------------------------------------------------------------------------- */

int mst_scope_add(struct mst_scope *scope, const char *name, bool is_set) {
    int *used = is_set ? &scope->sets : &scope->vars;
    if (scope->count == (int)(sizeof scope->locals / sizeof *scope->locals) ||
        *used == (is_set ? MST_MOST_SETS : MST_MOST_VARS))
        return -1;
    struct mst_local *local = &scope->locals[scope->count++];
    snprintf(local->name, sizeof local->name, "%s", name);
    local->is_set = is_set;
    local->index = *used;
    return (*used)++;
}

static int local_add(struct mst_parser *p, const char *name, bool is_set) {
    int index = mst_scope_add(&p->scope, name, is_set);
    mst_rules_peak(p->rules, p->scope.vars, p->scope.sets);
    return index < 0 ? mst_parser_fail(p, "too many local names") : index;
}

static const struct mst_local *local_find(const struct mst_parser *p, const char *name) {
    for (int i = p->scope.count - 1; i >= 0; i--)
        if (!strcmp(p->scope.locals[i].name, name))
            return &p->scope.locals[i];
    return NULL;
}

/* ---- loops ----------------------------------------------------------------------------------- */

/* "x in SET", "x in LOW .. HIGH" or "x of PLACE": a domain node; `*var` is the loop's variable. The
 * name is known from here on; the caller restores the scope's count of names. */
static int domain(struct mst_parser *p, int *var) {
    char name[MST_NAME_SIZE];
    if (p->token != T_NAME)
        return mst_parser_expected(p, "the name of a variable");
    snprintf(name, sizeof name, "%.23s", p->word);
    next(p);
    int node;
    if (accept(p, "of")) {
        node = node_new(p, MST_OP_OVER_STACK, false, int_expression(p), -1, -1);
    } else {
        if (!expect(p, "in"))
            return -1;
        int from = expression(p);
        if (set_typed(p, from)) {
            node = node_new(p, MST_OP_OVER_SET, false, from, -1, -1);
        } else {
            if (!expect(p, ".."))
                return -1;
            node = node_new(p, MST_OP_OVER_RANGE, false, from, int_expression(p), -1);
        }
    }
    *var = local_add(p, name, false);
    return node;
}

/* some(x in D: e) and its kin. */
static int quantifier(struct mst_parser *p, enum mst_op op) {
    int names = p->scope.count, var;
    if (!expect(p, "("))
        return -1;
    int over = domain(p, &var);
    expect(p, ":");
    int body = int_expression(p);
    expect(p, ")");
    p->scope.count = names;
    return node_new(p, op, false, over, var, body);
}

/* walk(piece, x: condition) */
static int walk(struct mst_parser *p) {
    int names = p->scope.count;
    expect(p, "(");
    int start = int_expression(p);
    expect(p, ",");
    char name[MST_NAME_SIZE];
    snprintf(name, sizeof name, "%.23s", p->word);
    next(p);
    int var = local_add(p, name, false);
    expect(p, ":");
    int body = int_expression(p);
    expect(p, ")");
    p->scope.count = names;
    return node_new(p, MST_OP_WALK, false, start, var, body);
}

/* { x in SET: condition } */
static int where(struct mst_parser *p) {
    int names = p->scope.count, var;
    int over = domain(p, &var);
    if (over >= 0 && p->rules->nodes[over].op != MST_OP_OVER_SET)
        return mst_parser_fail(p, "between { and } a variable runs over a set of zones");
    expect(p, ":");
    int body = int_expression(p);
    expect(p, "}");
    p->scope.count = names;
    return node_new(p, MST_OP_WHERE, true, over, var, body);
}

/* ---- calls ----------------------------------------------------------------------------------- */

const struct mst_builtin mst_builtins[] = {
    {"top", MST_OP_TOP, "i", false, "place"},
    {"below", MST_OP_BELOW, "i", false, "piece"},
    {"level", MST_OP_LEVEL, "i", false, "piece"},
    {"place", MST_OP_PLACE, "i", false, "piece"},
    {"owner", MST_OP_OWNER, "i", false, "piece"},
    {"type", MST_OP_TYPE, "i", false, "piece"},
    {"count", MST_OP_COUNT, "i", false, "place"},
    {"step", MST_OP_STEP, "ii", false, "zone, direction"},
    {"column", MST_OP_COLUMN, "i", false, "zone"},
    {"row", MST_OP_ROW, "i", false, "zone"},
    {"at", MST_OP_AT, "ii", false, "column, row"},
    {"arg", MST_OP_ARG, "i", false, "n"},
    {"min", MST_OP_MIN, "ii", false, "a, b"},
    {"max", MST_OP_MAX, "ii", false, "a, b"},
    {"abs", MST_OP_ABS, "i", false, "a"},
    {"size", MST_OP_SIZE, "s", false, "SET"},
    {"known", MST_OP_KNOWN, "i", false, "piece"},
    {"first", MST_OP_FIRST, "s", false, "SET"},
    {"only", MST_OP_ONLY, "i", true, "zone"},
    {"near", MST_OP_NEAR, "s", true, "SET"},
    {"shift", MST_OP_SHIFT, "si", true, "SET, direction"},
    {"flood", MST_OP_FLOOD, "ss", true, "START, WITHIN"},
    {"seen", MST_OP_SEEN, "i", false, "key"},
    {NULL, MST_OP_CONST, NULL, false, NULL},
};

const struct mst_quantifier mst_quantifiers[] = {{"some", MST_OP_SOME}, {"every", MST_OP_EVERY},
                                                 {"sum", MST_OP_SUM},   {"tally", MST_OP_TALLY},
                                                 {"pick", MST_OP_PICK}, {NULL, MST_OP_CONST}};

/* What a name asks for in parentheses. */
struct call {
    const char *name, *params; /* params may be "" */
    int count;
    int args[MST_MOST_PARAMS];       /* nodes, once they are read, */
    const char *at[MST_MOST_PARAMS]; /* and where each stands */
};

static int wrong_arguments(struct mst_parser *p, const struct call *call, const char *name_at) {
    return mst_parser_fail_at(p, name_at, "'%s' takes %d argument%s%s%s%s%s%s", call->name,
                              call->count, call->count == 1 ? "" : "s", *call->params ? ": " : "",
                              *call->params ? call->name : "", *call->params ? "(" : "",
                              call->params, *call->params ? ")" : "");
}

/* "(e, e)" with exactly as many arguments as the call has; its name was taken last. */
static bool arguments(struct mst_parser *p, struct call *call) {
    const char *name_at = p->name_at;
    if (!accept(p, "(")) {
        wrong_arguments(p, call, name_at);
        return false;
    }
    for (int i = 0; i < call->count && !p->failed; i++) {
        if (i && is(p, ")"))
            wrong_arguments(p, call, name_at);
        if (i)
            expect(p, ",");
        call->at[i] = p->token_at;
        call->args[i] = expression(p);
    }
    if (is(p, ","))
        wrong_arguments(p, call, name_at);
    expect(p, ")");
    return !p->failed;
}

/* Argument `i` as a number. */
static int int_argument(struct mst_parser *p, const struct call *call, int i) {
    p->value_at = call->at[i];
    return want_int(p, call->args[i]);
}

static int builtin_call(struct mst_parser *p, const struct mst_builtin *builtin) {
    struct call call = {builtin->name, builtin->params, (int)strlen(builtin->types), {-1, -1}, {0}};
    if (!arguments(p, &call))
        return -1;
    for (int i = 0; i < call.count; i++) {
        if (builtin->types[i] == 's' && !set_typed(p, call.args[i]) && builtin->op == MST_OP_NEAR)
            call.args[i] = node_new(p, MST_OP_ONLY, true, call.args[i], -1, -1);
        p->value_at = call.at[i];
        call.args[i] =
            builtin->types[i] == 's' ? want_set(p, call.args[i]) : want_int(p, call.args[i]);
    }
    return node_new(p, builtin->op, builtin->is_set, call.args[0],
                    call.count > 1 ? call.args[1] : -1, -1);
}

static int tops_call(struct mst_parser *p) {
    if (!expect(p, "("))
        return -1;
    int type = int_expression(p);
    int seat = accept(p, ",") ? int_expression(p) : -1;
    expect(p, ")");
    return node_new(p, MST_OP_TOPS, true, type, seat, -1);
}

static int list_of(struct mst_parser *p, const int *items, int count) {
    int list = -1;
    for (int i = count - 1; i >= 0; i--)
        list = node_new(p, MST_OP_LIST, false, items[i], list, -1);
    return list;
}

static int function_call(struct mst_parser *p, const struct mst_function *function, int index) {
    struct call call = {.name = function->name, .params = "", .count = function->param_count};
    if (!arguments(p, &call))
        return -1;
    for (int i = 0; i < call.count; i++)
        call.args[i] = int_argument(p, &call, i);
    return node_new(p, MST_OP_CALL, false, index, list_of(p, call.args, call.count), -1);
}

/* NAME(PLACE, SIZE), or NAME_best(PLACE, SIZE[, EXCLUDED[, WILDS]]) */
static int ranking_call(struct mst_parser *p, const struct mst_name *name) {
    int args[4], count = 0, most = name->value % 2 ? 4 : 2;
    char what[100];
    if (!expect(p, "("))
        return -1;
    do
        args[count++] = int_expression(p);
    while (count < most && accept(p, ","));
    snprintf(what, sizeof what, "')': '%s' takes %s arguments", name->name,
             most == 2 ? "2" : "2 to 4");
    if (count < 2 || !accept(p, ")"))
        return mst_parser_expected(p, count < 2 ? "',': a place, and a size" : what);
    return node_new(p, MST_OP_RANKING, false, (int)name->value, list_of(p, args, count), -1);
}

/* Compile the text of layer `layer` of a definition in place: its parameters are the innermost
 * locals. */
static int layer_text(struct mst_parser *p, struct mst_define *define, int layer) {
    if (p->failed) /* and not once more for each of the other uses */
        return -1;
    struct mst_parser inner = *p;
    if (++inner.calls > MOST_CALLS)
        return mst_parser_fail(p, "definitions call each other without end");
    inner.text = inner.at = inner.token_at = define->layers[layer].text;
    inner.origin = define->layers[layer].origin;
    inner.defining = define;
    inner.layer = define->layers[layer].join == MST_JOIN_TEXT ? layer : 0;
    next(&inner);
    int body = expression(&inner);
    if (!inner.failed && inner.token != T_END)
        mst_parser_expected(&inner, "an operator or the end");
    p->failed = inner.failed;
    p->scope.vars = inner.scope.vars;
    p->scope.sets = inner.scope.sets;
    return body;
}

/* A layer with all that lies beneath it. */
static int layer_body(struct mst_parser *p, struct mst_define *define, int layer) {
    static const struct {
        enum mst_op numbers, sets;
    } ops[] = {[MST_JOIN_OR] = {MST_OP_OR, MST_OP_UNION},
               [MST_JOIN_AND] = {MST_OP_AND, MST_OP_MEET},
               [MST_JOIN_MIN] = {MST_OP_MIN, MST_OP_MIN},
               [MST_JOIN_MAX] = {MST_OP_MAX, MST_OP_MAX},
               [MST_JOIN_SUM] = {MST_OP_ADD, MST_OP_ADD}};
    enum mst_join join = define->layers[layer].join;
    if (join == MST_JOIN_TEXT)
        return layer_text(p, define, layer);
    int before = layer_body(p, define, layer - 1);
    int own = layer_text(p, define, layer);
    if (set_typed(p, before) && ops[join].sets != ops[join].numbers)
        return node_new(p, ops[join].sets, true, before, want_set(p, own), -1);
    return node_new(p, ops[join].numbers, false, want_int(p, before), want_int(p, own), -1);
}

/* "unit, way" */
static void join_names(char (*names)[MST_NAME_SIZE], int count, char *joined, size_t size) {
    size_t at = 0;
    joined[0] = 0;
    for (int i = 0; i < count && at + MST_NAME_SIZE + 2 < size; i++)
        at += (size_t)snprintf(joined + at, size - at, "%s%s", i ? ", " : "", names[i]);
}

/* Does the value of these nodes follow from the facts of a position alone, but not without a loop?
 */
static bool worth_sharing(const struct mst_rules *rules, int first) {
    bool loop = false;
    for (int i = first; i < rules->node_count; i++) {
        const struct mst_node *node = &rules->nodes[i];
        switch ((enum mst_op)node->op) {
        case MST_OP_SOME:
        case MST_OP_EVERY:
        case MST_OP_SUM:
        case MST_OP_TALLY:
        case MST_OP_PICK:
        case MST_OP_WALK:
        case MST_OP_WHERE:
        case MST_OP_FLOOD: loop = true; break;
        case MST_OP_SLOT:
            if (node->a == MST_SLOT_TO_MOVE)
                return false;
            break;
        case MST_OP_BY_SEAT:
        case MST_OP_ARG:
        case MST_OP_SECRET:
        case MST_OP_KNOWN:
        case MST_OP_CALL:
        case MST_OP_SEEN:
        case MST_OP_RANKING: return false;
        default: break;
        }
    }
    return loop;
}

/* What a name without parameters stands for, with nodes from `first` on. */
static int shared_value(struct mst_parser *p, struct mst_define *define, int first, int body) {
    struct mst_rules *rules = p->rules;
    bool is_set = set_typed(p, body);
    if (p->failed || (is_set && rules->schema->board->words > 1) || !worth_sharing(rules, first))
        return body;
    if (!define->shared)
        define->shared = ++rules->shared_count;
    return node_new(p, MST_OP_SHARED, is_set, body, define->shared, -1);
}

/* name(args): bind each argument to a fresh variable around the body. */
static int define_call(struct mst_parser *p, int index) {
    struct mst_define *define = &p->rules->defines[index];
    char params[MST_MOST_PARAMS * (MST_NAME_SIZE + 2)];
    int vars[MST_MOST_PARAMS];
    bool sets[MST_MOST_PARAMS];
    struct call call = {.name = define->name, .params = params, .count = define->param_count};
    join_names(define->params, define->param_count, params, sizeof params);
    if (define->param_count && !arguments(p, &call))
        return -1;
    struct mst_scope outer = p->scope;
    p->scope.count = 0;
    for (int i = 0; i < define->param_count; i++) {
        sets[i] = set_typed(p, call.args[i]);
        vars[i] = local_add(p, define->params[i], sets[i]);
    }
    int first = p->rules->node_count;
    int body = layer_body(p, define, define->layer_count - 1);
    if (!define->param_count)
        body = shared_value(p, define, first, body);
    outer.vars = p->scope.vars;
    outer.sets = p->scope.sets;
    p->scope = outer;
    bool is_set = set_typed(p, body);
    for (int i = define->param_count - 1; i >= 0; i--)
        body = node_new(p,
                        sets[i] ? (is_set ? MST_OP_SET_LET_SET : MST_OP_LET_SET)
                                : (is_set ? MST_OP_SET_LET : MST_OP_LET),
                        is_set, vars[i], call.args[i], body);
    return body;
}

/* ---- names ----------------------------------------------------------------------------------- */

static void note_field(const struct mst_parser *p, int index, int use) {
    if (!p->rules->unused)
        p->rules->field_uses[index] |= (uint8_t)use;
}

static void note_name(const struct mst_parser *p, const struct mst_name *name) {
    if (!p->rules->unused)
        p->rules->names[name - p->rules->names].used = true;
    p->rules->constants_named += name->kind == MST_NAME_CONSTANT;
}

/* "(e)": the number, or -1. */
static int one_argument(struct mst_parser *p, const char *name, const char *param) {
    struct call call = {.name = name, .params = param, .count = 1};
    return arguments(p, &call) ? int_argument(p, &call, 0) : -1;
}

static const char *const owners[] = {
    [MST_OF_GAME] = "", [MST_OF_SEAT] = "seat", [MST_OF_ZONE] = "zone", [MST_OF_PIECE] = "piece"};

static int field_name(struct mst_parser *p, int index) {
    const struct mst_field *field = &p->rules->schema->fields[index];
    bool open = field->seen == MST_SEEN_BY_ALL;
    note_field(p, index, MST_USE_READ);
    if (field->of == MST_OF_GAME) {
        return open ? node_new(p, MST_OP_SLOT, false, field->first, -1, -1)
                    : node_new(p, MST_OP_SECRET, false, constant(p, 0), index, -1);
    }
    int entity = one_argument(p, field->name, owners[field->of]);
    return node_new(p, open ? MST_OP_FIELD : MST_OP_SECRET, false, entity, index, -1);
}

static int container_name(struct mst_parser *p, int index) {
    const struct mst_container *container = &p->rules->schema->containers[index];
    int seat = container->per_seat ? one_argument(p, container->name, "seat") : -1;
    /* the number of the place is known only after the freeze: evaluated as first place + seat */
    return node_new(p, MST_OP_PLACE, false, seat, index, -1);
}

static int region_name(struct mst_parser *p, const char *name, int index) {
    int seat = p->rules->regions[index].count > 1 ? one_argument(p, name, "seat") : -1;
    return node_new(p, MST_OP_REGION, true, index, seat, -1);
}

static int declared_name(struct mst_parser *p, const struct mst_name *name) {
    int index = (int)name->value;
    note_name(p, name);
    switch (name->kind) {
    case MST_NAME_CONSTANT: return constant(p, name->value);
    case MST_NAME_REGION: return region_name(p, name->name, index);
    case MST_NAME_DEFINE: return define_call(p, index);
    case MST_NAME_RANKING: return ranking_call(p, name);
    case MST_NAME_FUNCTION: return function_call(p, &p->rules->functions[index], index);
    case MST_NAME_TABLE:
        return node_new(p, MST_OP_TABLE, false, one_argument(p, name->name, "index"), index, -1);
    default:
        return mst_parser_fail_at(p, p->name_at,
                                  "the name of a decision, an event or an ending is no value");
    }
}

static int plain_name(struct mst_parser *p, const char *name) {
    const struct mst_schema *schema = p->rules->schema;
    const struct mst_name *declared;
    int index;
    if (!strcmp(name, "none"))
        return constant(p, MST_NONE);
    if (!strcmp(name, "true") || !strcmp(name, "false"))
        return constant(p, *name == 't');
    if (!strcmp(name, "seats"))
        return constant(p, schema->seats);
    if (!strcmp(name, "me"))
        return node_new(p, MST_OP_SLOT, false, MST_SLOT_TO_MOVE, -1, -1);
    if (!strcmp(name, "position_key"))
        return node_new(p, MST_OP_KEY, false, -1, -1, -1);
    if (!strcmp(name, "zones"))
        return node_new(p, MST_OP_ZONES, true, -1, -1, -1);
    if (!strcmp(name, "nothing"))
        return node_new(p, MST_OP_NOTHING, true, -1, -1, -1);
    if (!strcmp(name, "occupied"))
        return node_new(p, MST_OP_OCCUPIED, true, -1, -1, -1);
    if ((index = mst_schema_find_field(schema, name)) >= 0)
        return field_name(p, index);
    if ((index = mst_schema_find_type(schema, name)) >= 0)
        return constant(p, index);
    if ((index = mst_schema_find_container(schema, name)) >= 0)
        return container_name(p, index);
    if ((declared = mst_rules_find(p->rules, name)))
        return declared_name(p, declared);
    for (int d = 0; schema->board && d < schema->board->directions; d++)
        if (!strcmp(schema->board->direction_names[d], name))
            return constant(p, d);
    return mst_parser_unknown(p, name);
}

/* The current token, a name, into `name`. */
static void take_name(struct mst_parser *p, char name[64]) {
    snprintf(name, 64, "%s", p->word);
    p->name_at = p->token_at;
    next(p);
}

static int name_value(struct mst_parser *p) {
    char name[64];
    take_name(p, name);
    const struct mst_local *local = local_find(p, name);
    if (local)
        return node_new(p, local->is_set ? MST_OP_SET_VAR : MST_OP_VAR, local->is_set, local->index,
                        -1, -1);
    if (p->defining && p->layer > 0 && !strcmp(name, "value"))
        return layer_body(p, p->defining, p->layer - 1);
    for (int i = 0; mst_quantifiers[i].name; i++)
        if (!strcmp(name, mst_quantifiers[i].name))
            return quantifier(p, mst_quantifiers[i].op);
    if (!strcmp(name, "walk"))
        return walk(p);
    if (!strcmp(name, "tops"))
        return tops_call(p);
    for (int i = 0; mst_builtins[i].name; i++)
        if (!strcmp(name, mst_builtins[i].name))
            return builtin_call(p, &mst_builtins[i]);
    return plain_name(p, name);
}

/* ---- levels of precedence -------------------------------------------------------------------- */

static int primary(struct mst_parser *p) {
    if (p->token == T_NUMBER) {
        int n = constant(p, p->number);
        next(p);
        return n;
    }
    if (p->token == T_NAME)
        return name_value(p);
    if (accept(p, "(")) {
        int n = expression(p);
        expect(p, ")");
        return n;
    }
    if (accept(p, "{"))
        return where(p);
    return mst_parser_expected(p, "a value");
}

static int sign(struct mst_parser *p) {
    if (++p->nesting > MOST_NESTING)
        return mst_parser_fail(p, "nested too deeply");
    const char *from = p->token_at;
    int n;
    if (accept(p, "-"))
        n = node_new(p, MST_OP_NEGATE, false, want_int(p, sign(p)), -1, -1);
    else if (accept(p, "~"))
        n = node_new(p, MST_OP_WITHOUT, true, want_set(p, sign(p)), -1, -1);
    else
        n = primary(p);
    p->value_at = from;
    p->nesting--;
    return n;
}

static int product(struct mst_parser *p) {
    int left = sign(p);
    for (;;) {
        enum mst_op op = is(p, "*") ? MST_OP_MUL : is(p, "//") ? MST_OP_DIV : MST_OP_MOD;
        if (op == MST_OP_MOD && !is(p, "%"))
            return left;
        next(p);
        left = node_new(p, op, false, want_int(p, left), want_int(p, sign(p)), -1);
    }
}

static int sum(struct mst_parser *p) {
    int left = product(p);
    for (;;) {
        bool plus = is(p, "+");
        if (!plus && !is(p, "-"))
            return left;
        next(p);
        int right = product(p);
        if (!plus && set_typed(p, left))
            left = node_new(p, MST_OP_MINUS, true, left, want_set(p, right), -1);
        else
            left = node_new(p, plus ? MST_OP_ADD : MST_OP_SUB, false, want_int(p, left),
                            want_int(p, right), -1);
    }
}

static int meet(struct mst_parser *p) {
    int left = sum(p);
    while (accept(p, "&") && !is(p, "&"))
        left = node_new(p, MST_OP_MEET, true, want_set(p, left), want_set(p, sum(p)), -1);
    return left;
}

static int set_union(struct mst_parser *p) {
    int left = meet(p);
    while (accept(p, "|") && !is(p, "|"))
        left = node_new(p, MST_OP_UNION, true, want_set(p, left), want_set(p, meet(p)), -1);
    return left;
}

static int comparison(struct mst_parser *p) {
    static const struct {
        const char *sign;
        enum mst_op op;
        bool swap;
    } signs[] = {{"==", MST_OP_EQ, false}, {"~=", MST_OP_NE, false}, {"<", MST_OP_LT, false},
                 {"<=", MST_OP_LE, false}, {">", MST_OP_LT, true},   {">=", MST_OP_LE, true}};
    int left = set_union(p);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (accept(p, signs[i].sign)) {
            left = want_int(p, left);
            int right = want_int(p, set_union(p));
            return signs[i].swap ? node_new(p, signs[i].op, false, right, left, -1)
                                 : node_new(p, signs[i].op, false, left, right, -1);
        }
    /* "x in S" is a comparison, but not where a loop reads its range */
    if (is(p, "in")) {
        next(p);
        return node_new(p, MST_OP_IN, false, want_int(p, left), want_set(p, set_union(p)), -1);
    }
    return left;
}

static int negation(struct mst_parser *p) {
    if (++p->nesting > MOST_NESTING)
        return mst_parser_fail(p, "nested too deeply");
    int n = accept(p, "not") ? node_new(p, MST_OP_NOT, false, want_int(p, negation(p)), -1, -1)
                             : comparison(p);
    p->nesting--;
    return n;
}

static int conjunction(struct mst_parser *p) {
    int left = negation(p);
    while (accept(p, "and"))
        left = node_new(p, MST_OP_AND, false, want_int(p, left), want_int(p, negation(p)), -1);
    return left;
}

static int expression(struct mst_parser *p) {
    if (++p->nesting > MOST_NESTING)
        return mst_parser_fail(p, "nested too deeply");
    int n;
    if (accept(p, "if")) {
        int condition = int_expression(p);
        expect(p, "then");
        int yes = expression(p);
        expect(p, "else");
        int no = expression(p);
        bool is_set = set_typed(p, yes);
        no = is_set ? want_set(p, no) : want_int(p, no);
        n = node_new(p, is_set ? MST_OP_SET_IF : MST_OP_IF, is_set, condition, yes, no);
    } else {
        n = conjunction(p);
        while (accept(p, "or"))
            n = node_new(p, MST_OP_OR, false, want_int(p, n), want_int(p, conjunction(p)), -1);
    }
    p->nesting--;
    return n;
}

/* ---- effects --------------------------------------------------------------------------------- */

static int block(struct mst_parser *p);

static int named(struct mst_parser *p, enum mst_name_kind kind, const char *what) {
    char expected[64];
    snprintf(expected, sizeof expected, "the name of %s", what);
    if (p->token != T_NAME && p->token != T_TEXT)
        return mst_parser_expected(p, expected);
    int index;
    if (kind == MST_NAME_ENDING) {
        index = mst_rules_ending(p->rules, p->word);
    } else {
        const struct mst_name *name = mst_rules_find(p->rules, p->word);
        if (!name || name->kind != kind) {
            return mst_parser_no_name(p, kind, expected);
        }
        index = (int)name->value;
        note_name(p, name);
    }
    next(p);
    return index;
}

/* ", e, e" up to the closing parenthesis, as a list node. */
static int more_arguments(struct mst_parser *p, int most, int *count) {
    int items[MST_FRAME_ARGS + 1];
    *count = 0;
    while (accept(p, ",")) {
        if (*count == most)
            return mst_parser_fail(p, "too many arguments");
        items[(*count)++] = int_expression(p);
    }
    expect(p, ")");
    return list_of(p, items, *count);
}

/* emit(event, e, ...): as many as the event has parameters */
static int emit_call(struct mst_parser *p) {
    const char *at = p->token_at;
    int index = named(p, MST_NAME_EVENT, "an event"), count;
    int list = more_arguments(p, MST_MOST_PARAMS, &count);
    struct mst_event *event = index >= 0 ? &p->rules->events[index] : NULL;
    if (event && count != event->param_count) {
        char params[MST_MOST_PARAMS * (MST_NAME_SIZE + 2)];
        join_names(event->params, event->param_count, params, sizeof params);
        return mst_parser_fail_at(p, at, "event '%s' has %d argument%s: emit(%s%s%s), found %d",
                                  event->name, event->param_count,
                                  event->param_count == 1 ? "" : "s", event->name,
                                  *params ? ", " : "", params, count);
    }
    return node_new(p, MST_OP_EMIT, false, index, list, -1);
}

static int effect_call(struct mst_parser *p, const char *name) {
    int a, b, count;
    if (!expect(p, "("))
        return -1;
    if (!strcmp(name, "put") || !strcmp(name, "shuffle")) {
        a = int_expression(p);
        expect(p, ",");
        b = int_expression(p);
        expect(p, ")");
        return node_new(p, *name == 'p' ? MST_OP_PUT : MST_OP_SHUFFLE, false, a, b, -1);
    }
    if (!strcmp(name, "carry")) {
        a = int_expression(p);
        expect(p, ",");
        b = int_expression(p);
        expect(p, ",");
        int taken = int_expression(p);
        expect(p, ")");
        return node_new(p, MST_OP_CARRY, false, a, b, taken);
    }
    if (!strcmp(name, "remember")) {
        a = int_expression(p);
        expect(p, ")");
        return node_new(p, MST_OP_REMEMBER, false, a, -1, -1);
    }
    if (!strcmp(name, "over")) {
        a = int_expression(p);
        expect(p, ",");
        b = named(p, MST_NAME_ENDING, "an ending");
        expect(p, ")");
        return node_new(p, MST_OP_OVER, false, a, b, -1);
    }
    if (!strcmp(name, "go") || !strcmp(name, "push")) {
        a = named(p, MST_NAME_DECISION, "a decision");
        b = more_arguments(p, *name == 'g' ? 0 : MST_FRAME_ARGS, &count);
        return node_new(p, *name == 'g' ? MST_OP_GO : MST_OP_PUSH, false, a, b, -1);
    }
    if (!strcmp(name, "emit"))
        return emit_call(p);
    expect(p, ")");
    return node_new(p, MST_OP_POP, false, -1, -1, -1);
}

/* The `end` of the block that `what` began at `from`. */
static void close_block(struct mst_parser *p, const char *what, const char *from) {
    if (p->token == T_END)
        mst_parser_fail_at(p, from, "this '%s' has no 'end'", what);
    expect(p, "end");
}

static int when(struct mst_parser *p, const char *from) {
    int condition = int_expression(p), no = -1;
    expect(p, "then");
    int yes = block(p);
    if (accept(p, "elseif"))
        return node_new(p, MST_OP_WHEN, false, condition, yes, when(p, from));
    if (accept(p, "else"))
        no = block(p);
    close_block(p, "if", from);
    return node_new(p, MST_OP_WHEN, false, condition, yes, no);
}

static int for_loop(struct mst_parser *p, const char *from) {
    int names = p->scope.count, var;
    int over = domain(p, &var);
    expect(p, "do");
    int body = block(p);
    close_block(p, "for", from);
    p->scope.count = names;
    return node_new(p, MST_OP_FOR, false, over, var, body);
}

static int let(struct mst_parser *p) {
    char name[MST_NAME_SIZE];
    snprintf(name, sizeof name, "%.23s", p->word);
    next(p);
    expect(p, "=");
    int value = expression(p);
    bool is_set = set_typed(p, value);
    int var = local_add(p, name, is_set);
    return node_new(p, is_set ? MST_OP_BIND_SET : MST_OP_BIND, false, var, value, -1);
}

/* A number that the field can never have. */
static void check_range(struct mst_parser *p, const struct mst_field *field, int n) {
    const struct mst_node *node = n >= 0 ? &p->rules->nodes[n] : NULL;
    if (node && node->op == MST_OP_CONST && (node->k < field->min || node->k > field->max))
        mst_parser_fail_at(p, p->value_at, "'%s' must be %d to %d, found %lld", field->name,
                           field->min, field->max, (long long)node->k);
}

/* field = e, field(x) = e, owner(x) = e, or a call of a Lua function */
static int assignment(struct mst_parser *p, const char *name) {
    int field = mst_schema_find_field(p->rules->schema, name), entity = -1;
    const struct mst_name *declared = mst_rules_find(p->rules, name);
    if (declared && declared->kind == MST_NAME_FUNCTION) {
        note_name(p, declared);
        int call = function_call(p, &p->rules->functions[declared->value], (int)declared->value);
        return node_new(p, MST_OP_DO, false, call, -1, -1);
    }
    bool owner = !strcmp(name, "owner");
    if (field < 0 && !owner)
        return mst_parser_no_effect(p, name);
    if (!owner && p->rules->schema->fields[field].seen == MST_SEEN_AS_FACE) {
        return mst_parser_fail_at(p, p->name_at, "'%s': a face is fixed at its declaration", name);
    }
    if (owner || p->rules->schema->fields[field].of != MST_OF_GAME) {
        entity =
            one_argument(p, name, owner ? "piece" : owners[p->rules->schema->fields[field].of]);
    }
    if (!owner)
        note_field(p, field, MST_USE_WRITE);
    expect(p, "=");
    int value = int_expression(p);
    if (!owner)
        check_range(p, &p->rules->schema->fields[field], value);
    if (!owner && p->rules->schema->fields[field].of == MST_OF_GAME)
        return node_new(p, MST_OP_SET_GAME, false, -1, value, field);
    return node_new(p, owner ? MST_OP_SET_OWNER : MST_OP_SET_FIELD, false, entity, value, field);
}

static int statement(struct mst_parser *p) {
    static const char *const calls[] = {"put", "carry", "over",     "go",     "push",
                                        "pop", "emit",  "remember", "shuffle"};
    char name[64];
    if (p->token != T_NAME)
        return mst_parser_expected(p, "an effect");
    take_name(p, name);
    if (!strcmp(name, "if"))
        return when(p, p->name_at);
    if (!strcmp(name, "for"))
        return for_loop(p, p->name_at);
    if (!strcmp(name, "let"))
        return let(p);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (!strcmp(name, calls[i]))
            return effect_call(p, name);
    return assignment(p, name);
}

/* Statements up to `end`, `else`, `elseif` or the end of the text. */
static int block(struct mst_parser *p) {
    int first = -1, last = -1, names = p->scope.count;
    if (++p->nesting > MOST_NESTING)
        return mst_parser_fail(p, "nested too deeply");
    while (!p->failed && p->token != T_END && !is(p, "end") && !is(p, "else") && !is(p, "elseif")) {
        int item = node_new(p, MST_OP_LIST, false, statement(p), -1, -1);
        accept(p, ";");
        if (p->failed)
            break;
        if (last >= 0)
            p->rules->nodes[last].b = item;
        else
            first = item;
        last = item;
    }
    p->nesting--;
    p->scope.count = names;
    return first;
}

/* ---- entry points ---------------------------------------------------------------------------- */

static struct mst_parser parser_make(struct mst_rules *rules, const struct mst_scope *scope,
                                     const char *text, const char *origin,
                                     struct mst_error *error) {
    struct mst_parser p = {.rules = rules,
                           .text = text,
                           .at = text,
                           .token_at = text,
                           .name_at = text,
                           .value_at = text,
                           .origin = origin,
                           .error = error};
    if (scope)
        p.scope = *scope;
    next(&p);
    return p;
}

/* The code of a tree that ends with its text. */
static int finish(struct mst_parser *p, int node, bool effects) {
    const char *why = "";
    if (!p->failed && p->token != T_END && effects)
        mst_parser_fail(p, "this '%s' belongs to no 'if' or 'for'", p->word);
    if (!p->failed && p->token != T_END)
        mst_parser_expected(p, "an operator or the end");
    if (p->failed)
        return -1;
    p->rules->last_text = node;
    int code = mst_code_make(p->rules, node, effects, p->scope.vars, p->scope.sets, &why);
    return code < 0 ? mst_parser_fail(p, "%s", why) : code;
}

int mst_compile_any(struct mst_rules *rules, const struct mst_scope *scope, const char *text,
                    const char *origin, struct mst_tree *tree, struct mst_error *error) {
    struct mst_parser p = parser_make(rules, scope, text, origin, error);
    tree->node = expression(&p);
    tree->is_set = set_typed(&p, tree->node);
    tree->vars = p.scope.vars;
    tree->sets = p.scope.sets;
    return finish(&p, tree->node, false);
}

int mst_compile_int(struct mst_rules *rules, const struct mst_scope *scope, const char *text,
                    const char *origin, struct mst_error *error) {
    struct mst_parser p = parser_make(rules, scope, text, origin, error);
    return finish(&p, int_expression(&p), false);
}

int mst_compile_set(struct mst_rules *rules, const struct mst_scope *scope, const char *text,
                    const char *origin, struct mst_error *error) {
    struct mst_parser p = parser_make(rules, scope, text, origin, error);
    return finish(&p, set_expression(&p), false);
}

int mst_compile_effects(struct mst_rules *rules, const struct mst_scope *scope, const char *text,
                        const char *origin, struct mst_error *error) {
    struct mst_parser p = parser_make(rules, scope, text, origin, error);
    return finish(&p, block(&p), true);
}

void mst_uses_add(const struct mst_rules *rules, int first, int last, struct mst_uses *uses) {
    for (int i = first; i < last; i++) {
        if (rules->nodes[i].op == MST_OP_VAR)
            uses->vars[rules->nodes[i].a] = true;
        if (rules->nodes[i].op == MST_OP_SET_VAR)
            uses->sets[rules->nodes[i].a] = true;
    }
}
