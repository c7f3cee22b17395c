/* Lowering: functions that become routines: recursive functions, large ones, and values of `once`.
 * A function has one routine for each signature, that is, the types of its arguments. */
#include "lang/lower/lower.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
    LARGE = 150,        /* nodes of the source from which a function is not inlined, */
    LARGE_CROWDED = 30, /* and if the caller already has CROWDED variables */
    CROWDED = 300,
    FULL = 20000, /* nodes of a rule from which no function is inlined in it */
    TRIVIAL = 40, /* a value of fewer nodes is inlined, not shared */
};

struct low_version {
    int next;                        /* index + 1 of the next version of the same function, or 0 */
    int given;                       /* number of arguments; -1 if it must be compiled again */
    uint8_t types[CORE_MOST_INPUTS]; /* of the arguments: see type_code */
    bool looking;                    /* nothing may be written */
    bool nobody;                     /* it may run while no seat decides, ... */
    bool asked, asks;   /* ... and asks who does: `asked` is true until it is compiled */
    int routine, count; /* number of results; -1 while unknown */
    struct low_value results[LOW_RESULTS];
    bool busy;    /* being compiled */
    bool guessed; /* called before its results were known, */
    bool trusted; /* or with the results of the pass before */
    bool writes;  /* writes to the position */
    bool unfit;   /* cannot be a routine */
    int shared;   /* of a `once`: index of its shared value */
};

/* The source of a routine: a function, or a rule of the host with all of its layers. */
struct subject {
    const struct low_frame *frame; /* NULL: `rule` is used */
    int rule;
};

/* The state that is saved while a routine is compiled. */
struct outside {
    struct low_frame *frame;
    struct low_loop *loop;
    struct low_asking *asking;
    struct low_list list;
    bool nobody, asked;
    int first_bind, vars, sets, blocks, binds, writes, stores, leaves;
};

/* ---- finding --------------------------------------------------------------------------------- */

static uint8_t type_code(const struct low_value *v) {
    /* nil and false are part of the type, as the code of a routine depends on what may come. */
    if (v->form == LOW_REST || v->type == CORE_TYPE_NIL)
        return CORE_TYPE_NIL;
    return (uint8_t)(v->type | low_may_be_nil(v) << 7 | low_may_be_false(v) << 6);
}

/* The first version of the function or the rule: index + 1, or 0. */
static int *versions_of(struct low *l, const struct subject *of) {
    return of->frame ? &of->frame->source->versions : &l->rule[of->rule].versions;
}

/* Fill the key of a version. False if a type does not describe an argument. */
static bool make_key(struct low *l, const struct subject *of, const struct low_value *args,
                     int count, struct low_version *key) {
    const struct syn_function *fn = of->frame ? of->frame->fn : NULL;
    if (count > CORE_MOST_INPUTS || (fn && (fn != of->frame->root || fn->vararg)))
        return false;

    *key = (struct low_version){.given = count,
                                .looking = l->looking,
                                .nobody = l->nobody,
                                .asked = true,
                                .routine = -1,
                                .count = -1};

    /* A handle, a table or a function is no number: the function is inlined for it. */
    for (int i = 0; i < count; i++) {
        if (args[i].form != LOW_PLAIN && args[i].form != LOW_REST)
            return false;
        key->types[i] = type_code(&args[i]);
    }
    return true;
}

static struct low_version *lower_version_find(struct low *l, const struct subject *of,
                                              const struct low_version *key) {
    for (int i = *versions_of(l, of); i; i = l->versions[i - 1].next) {
        /* The deciding seat matters only to a routine that asks for it. */
        struct low_version *v = &l->versions[i - 1];
        bool same = v->nobody == key->nobody || !v->asked;
        if (same && v->given == key->given && v->looking == key->looking &&
            !memcmp(v->types, key->types, sizeof v->types))
            return v;
    }
    return NULL;
}

static int lower_version_add(struct low *l, const struct subject *of,
                             const struct low_version *key) {
    struct low_version *v = core_rules_grow(&l->versions, &l->version_count, sizeof *v);
    if (!v)
        host_no_memory(l->L);

    *v = *key;
    v->next = *versions_of(l, of);
    *versions_of(l, of) = l->version_count;
    return l->version_count - 1;
}

bool low_is_busy(struct low *l, const struct low_frame *frame) {
    /* Only a whole function can be a routine. */
    for (int i = frame->fn == frame->root ? frame->source->versions : 0; i;
         i = l->versions[i - 1].next)
        if (l->versions[i - 1].busy)
            return true;
    return false;
}

bool low_is_busy_rule(struct low *l, int rule) {
    for (int i = l->rule[rule].versions; i; i = l->versions[i - 1].next)
        if (l->versions[i - 1].busy && l->versions[i - 1].looking == l->looking)
            return true;
    return false;
}

int low_size(const struct syn_function *fn) {
    struct syn_function *own = (struct syn_function *)fn; /* the size is a cache */
    if (!own->size)
        own->size = 1 + syn_size(fn->body);
    return own->size;
}

/* A routine does not see that an argument is a constant, so a function with constant arguments is
 * inlined. */
bool low_is_large(struct low *l, const struct low_frame *frame, const struct low_value *args,
                  int count) {
    /* The larger the rule around it, the sooner a function becomes a routine. */
    bool full = l->rules->node_count - l->first_node > FULL;
    bool crowded = full || l->compact || l->vars > CROWDED || l->sets > CROWDED / 4;
    if (!full && low_size(frame->fn) < (crowded ? LARGE_CROWDED : LARGE) &&
        frame->source->nodes < LOW_LARGE)
        return false;

    /* nil is part of the signature; other constants would be lost. */
    for (int i = 0; i < count && i < frame->fn->param_count; i++)
        if (args[i].form != LOW_PLAIN ||
            (args[i].known && args[i].type != CORE_TYPE_NIL && !crowded))
            return false;
    return true;
}

/* ---- making ---------------------------------------------------------------------------------- */

static void go_apart(struct low *l, struct outside *o) {
    *o = (struct outside){.frame = l->frame,
                          .loop = l->loop,
                          .asking = l->asking,
                          .list = l->list,
                          .nobody = l->nobody,
                          .asked = l->asked,
                          .first_bind = l->first_bind,
                          .vars = l->vars,
                          .sets = l->sets,
                          .blocks = l->blocks,
                          .binds = l->bind_count,
                          .writes = l->writes,
                          .stores = l->stores,
                          .leaves = l->leave_count};

    /* A routine sees nothing of its caller: no names, variables, questions or loops. Blocks go on
     * counting, as none of its jumps leaves it. */
    l->first_bind = l->bind_count;
    l->vars = l->sets = 0;
    l->asking = NULL;
    l->loop = NULL;
    l->asked = false;
    low_open(l);
}

static void come_back(struct low *l, const struct outside *o) {
    assert(l->blocks == o->blocks && l->leave_count == o->leaves); /* no jump left the routine */
    low_unbind(l, o->binds);
    l->frame = o->frame;
    l->loop = o->loop;
    l->asking = o->asking;
    l->list = o->list;
    l->nobody = o->nobody;

    /* A caller of what asks who decides asks, too. */
    l->asked = l->asked || o->asked;
    l->first_bind = o->first_bind;
    l->vars = o->vars;
    l->sets = o->sets;
    l->blocks = o->blocks;
    l->leave_count = o->leaves;
    l->writes = o->writes; /* the call itself counts: see lower_version_call */
    l->stores = o->stores;
}

/* Make the parameters: a variable of the routine for each argument that is not nil. */
static void make_params(struct low *l, int routine, const struct low_value *args, int count,
                        struct low_value *given) {
    for (int i = 0; i < count; i++) {
        given[i] = args[i].form == LOW_REST ? low_nil() : args[i];
        if (given[i].type == CORE_TYPE_NIL)
            continue;
        /* Compiling another routine may have moved them all. */
        struct core_routine *r = &l->rules->routines[routine];
        bool set = given[i].type == CORE_TYPE_SET;
        int var = low_new_var(l, set);
        assert(r->param_count < CORE_MOST_INPUTS);
        r->params[r->param_count++] = (struct core_routine_value){var, set};
        bool nil = low_may_be_nil(&given[i]), no = low_may_be_false(&given[i]);
        given[i] = low_read_var(l, var, &given[i]);
        given[i].falsy = (uint8_t)((nil ? LOW_NIL : 0) | (no ? LOW_FALSE : 0));
    }
}

/* Store the results in variables of the routine. */
static void store_results(struct low *l, const struct low_frame *frame, int routine,
                          struct low_value *out, int count) {
    assert(count <= CORE_MOST_OUTPUTS);
    for (int i = 0; i < count; i++) {
        struct core_routine *r = &l->rules->routines[routine];
        bool set = low_is_set(&out[i]);
        if (out[i].form != LOW_PLAIN)
            low_unsupported(l, l->place, "%s as a result", low_type_name(&out[i]));
        /* Several returns have stored it already. */
        if (frame && frame->stored && frame->vars[i] >= 0) {
            r->results[r->result_count++] = (struct core_routine_value){frame->vars[i], set};
            continue;
        }
        int var = low_new_var(l, set);
        r->results[r->result_count++] = (struct core_routine_value){var, set};
        if (count == 1)
            low_unpin(l, &out[i]);
        low_add_store(l, var, &out[i]);
    }
}

/* Lower the function, or the rule. Returns the number of results. */
static int body_values(struct low *l, struct low_frame *frame, int rule, struct low_value *given,
                       int count, struct low_value *out) {
    l->frame = frame;

    /* A rule of the host: its layers, in order. */
    if (!frame) {
        out[0] = low_rule_here(l, l->call, rule, given, count);
        return out[0].form != LOW_REST;
    }

    /* The frames around it are those of the first call: they do not run in the routine. */
    frame->up = NULL;
    frame->effect = l->effect;
    low_bind_params(l, frame, given,
                    count < frame->fn->param_count ? count : frame->fn->param_count);
    if (!low_is_chain(frame))
        return low_body(l, LOW_RESULTS, out);
    out[0] = low_chain(l);
    return 1;
}

/* Compile the body once. Returns the number of results. */
static int make_body(struct low *l, int index, const struct subject *of,
                     const struct low_value *args, int count, struct low_value *out) {
    struct outside outside;
    struct low_frame frame;
    struct low_value given[LOW_ARGS];
    const char *why = "";
    int routine = l->versions[index].routine;
    l->rules->routines[routine].param_count = l->rules->routines[routine].result_count = 0;

    /* From here on all is the routine's: variables, names and statements. */
    go_apart(l, &outside);
    if (of->frame)
        frame = *of->frame;

    /* Lua drops the arguments that a function has no parameters for. */
    if (of->frame && count > of->frame->fn->param_count)
        count = of->frame->fn->param_count;
    make_params(l, routine, args, count, given);
    int writes = l->writes;

    int results = body_values(l, of->frame ? &frame : NULL, of->rule, given, count, out);
    store_results(l, of->frame ? &frame : NULL, routine, out, results);
    l->versions[index].writes = l->writes != writes;

    /* come_back adds what the caller asked. */
    bool asked = l->asked;
    l->rules->routines[routine].traits =
        lang_list_traits(l->rules, l->list.first) & (LANG_FAILS | LANG_WRITES);
    bool made = lang_routine_make(l->rules, routine, l->list.first, l->vars, l->sets, &why);
    come_back(l, &outside);

    /* The versions may have moved, so they are named by index throughout. */
    l->versions[index].asks = asked;
    if (!made)
        low_no_code(l, l->place, "function", why);
    return results;
}

/* A caller's knowledge of a result. */
static void result_of(struct low_value *result, const struct low_value *v) {
    /* A constant result is one of this pass only: the caller reads a register. */
    bool nil = low_may_be_nil(v), no = low_may_be_false(v);
    *result = *v;
    result->known = false;
    result->falsy = (uint8_t)((nil ? LOW_NIL : 0) | (no ? LOW_FALSE : 0));
    result->node = -1;
}

static void keep_results(struct low_version *v, const struct low_value *out, int count) {
    v->count = count;
    for (int i = 0; i < count; i++) {
        result_of(&v->results[i], &out[i]);
    }
}

static int new_routine(struct low *l, const struct subject *of) {
    char origin[300];
    if (of->frame)
        snprintf(origin, sizeof origin, "%s:%d", of->frame->tree->path, of->frame->fn->line);
    else
        snprintf(origin, sizeof origin, "%s", l->host->rule[of->rule].origin);
    int routine = lang_rules_routine(l->rules, origin);
    if (routine < 0)
        host_no_memory(l->L);

    /* Until it is compiled, calls of it may do anything that it may do at all. */
    l->rules->routines[routine].traits = LANG_FAILS | (l->looking ? 0 : LANG_WRITES);
    return routine;
}

static bool same_results(const struct low_version *a, const struct low_version *b) {
    /* Its own calls were compiled with these. */
    bool same = a->count == b->count && a->writes == b->writes;
    for (int i = 0; same && i < a->count; i++)
        same =
            a->results[i].type == b->results[i].type && a->results[i].falsy == b->results[i].falsy;
    return same;
}

enum { MOST_PASSES = 4 }; /* over a recursive function */

static struct low_version *lower_version_make(struct low *l, const struct low_version *key,
                                              const struct subject *of,
                                              const struct low_value *args, int count) {
    struct low_value out[LOW_RESULTS];
    int index = lower_version_add(l, of, key), passes = 0;

    l->versions[index].routine = new_routine(l, of);
    l->versions[index].busy = true;
    bool again;
    do { /* what it took for its own results must be what they are */
        struct low_version before = l->versions[index];
        l->versions[index].guessed = l->versions[index].trusted = false;
        int results = make_body(l, index, of, args, count, out);
        keep_results(&l->versions[index], out, results);
        again = l->versions[index].guessed ||
                (l->versions[index].trusted && !same_results(&before, &l->versions[index]));
    } while (again && ++passes < MOST_PASSES);
    if (again)
        low_unsupported(l, l->place, "a recursive function whose results have no one type");
    assert(l->versions[index].busy);

    l->versions[index].busy = false;
    l->versions[index].asked = l->versions[index].asks;
    return &l->versions[index];
}

/* ---- calling --------------------------------------------------------------------------------- */

static int argument_list(struct low *l, struct low_value *args, int count) {
    assert(count <= LOW_ARGS);
    /* nil has no parameter, as the version says it: see make_params. */
    int nodes[LOW_ARGS], filled = 0;
    for (int i = 0; i < count; i++)
        if (args[i].form == LOW_PLAIN && args[i].type != CORE_TYPE_NIL)
            nodes[filled++] = low_node_of(l, &args[i]);
    return low_list_of(l, nodes, filled);
}

/* Call the routine. The first result is the node's value; the others go to variables. */
static void lower_version_call(struct low *l, const struct low_version *v, int arguments,
                               struct low_value *out) {
    assert(v->count >= 0 && v->count <= LOW_RESULTS);
    int nodes[LOW_RESULTS], routine = v->routine, count = v->count;
    bool writes = v->writes || (v->busy && !v->looking);
    for (int i = 1; i < count; i++) {
        int var = low_new_var(l, v->results[i].type == CORE_TYPE_SET);
        out[i] = low_read_var(l, var, &v->results[i]);
        nodes[i - 1] = out[i].node;
    }

    int more = count > 1 ? low_list_of(l, nodes, count - 1) : -1;
    bool set = count > 0 && v->results[0].type == CORE_TYPE_SET;
    int invoke = low_node(l, LANG_OP_INVOKE, set, routine, arguments, more);

    /* W3: a call that writes, or gives several values, is a statement, and its first value a
     * variable. Any other call is part of the value. */
    if (count > 0)
        out[0] = v->results[0];
    if (count < 1) {
        low_add(l, invoke);
    } else if (writes || count > 1) {
        int var = low_new_var(l, set);
        low_add(l, low_node(l, set ? LANG_OP_BIND_SET : LANG_OP_BIND, false, var, invoke, -1));
        out[0] = low_read_var(l, var, &out[0]);
    } else {
        out[0].node = invoke;
    }

    l->writes += writes;
}

static bool invoke(struct low *l, struct syn_node *n, const struct subject *of,
                   struct low_value *args, int count, struct low_value *out, int *results) {
    struct low_version key, guess;
    if (of->frame && count > of->frame->fn->param_count)
        count = of->frame->fn->param_count;
    if (!make_key(l, of, args, count, &key))
        return false;

    struct low_version *v = lower_version_find(l, of, &key);
    if (v && v->unfit)
        return false;
    l->call = n;
    if (!v)
        v = lower_version_make(l, &key, of, args, count);

    /* Compiling it has moved the current node. */
    low_at(l, n);
    if (v->count < 0) { /* it is being compiled, and its results are not known yet */
        v->guessed = true;
        guess = *v;
        guess.count = 1;
        guess.results[0] = low_thing(CORE_TYPE_UNKNOWN, -1);
        v = &guess;
    }

    v->trusted = v->trusted || v->busy;
    l->asked = l->asked || v->asked;
    struct low_version copy = *v; /* a copy: compiling may move the versions */
    lower_version_call(l, &copy, argument_list(l, args, count), out);
    *results = copy.count;
    return true;
}

bool low_invoke(struct low *l, struct syn_node *n, const struct low_frame *frame,
                struct low_value *args, int count, struct low_value *out, int *results) {
    struct subject of = {frame, -1};
    return invoke(l, n, &of, args, count, out, results);
}

bool low_invoke_rule(struct low *l, struct syn_node *n, int rule, struct low_value *args, int count,
                     struct low_value *out) {
    struct subject of = {NULL, rule};
    int results;

    if (!invoke(l, n, &of, args, count, out, &results))
        return false;
    if (!results)
        out[0] = low_nil();
    return true;
}

/* ---- values of `once` ------------------------------------------------------------------------ */

static bool is_loop(const struct core_node *n) {
    /* These take longer than looking up a shared value, whatever their size. */
    switch ((enum lang_op)n->op) {
    case LANG_OP_SOME:
    case LANG_OP_EVERY:
    case LANG_OP_SUM:
    case LANG_OP_TALLY:
    case LANG_OP_PICK:
    case LANG_OP_WHERE:
    case LANG_OP_FLOOD:
    case LANG_OP_RAY:
    case LANG_OP_FOR:
    case LANG_OP_WHILE:
    case LANG_OP_INVOKE:
    case LANG_OP_SHARED:
    case LANG_OP_PRIMITIVE: return true;
    default: return false;
    }
}

static bool is_trivial(const struct low *l, int first) {
    /* Nodes are made in a row, so the new ones are those of this value. */
    if (l->rules->node_count - first > TRIVIAL)
        return false;
    for (int i = first; i < l->rules->node_count; i++)
        if (is_loop(&l->rules->nodes[i]))
            return false;
    return true;
}

/* Inline the value, in a separate list. */
static struct low_value once_here(struct low *l, struct syn_node *n, int index) {
    struct low_value f = low_layer_function(l, &l->host->rule[index].layers[0]);
    struct low_list outer = low_open(l);
    struct low_value v = low_call_one(l, n, &f, NULL, 0);
    low_close_whole(l, outer, &v);
    return v;
}

static struct low_value once_shared(struct low *l, struct low_version *v) {
    assert(v->count == 1);
    struct low_value value = v->results[0];
    l->asked = l->asked || v->asked;

    bool set = value.type == CORE_TYPE_SET;
    int invoke = low_node(l, LANG_OP_INVOKE, set, v->routine, -1, -1);
    value.node = invoke;

    /* Shared values have one word. */
    if (set && l->schema->board->words > 1)
        return value;

    /* Index 0 says that it has none yet. */
    if (!v->shared)
        v->shared = ++l->rules->shared_count;
    value.node = low_node(l, LANG_OP_SHARED, set, invoke, v->shared, -1);
    return value;
}

static struct low_value once_value(struct low *l, struct syn_node *n, int index) {
    struct low_frame frame;
    struct low_version key;
    struct low_value f = low_layer_function(l, &l->host->rule[index].layers[0]);
    low_frame_of(l, n, &f, &frame);
    struct subject of = {&frame, -1};
    if (!make_key(l, &of, NULL, 0, &key))
        low_unsupported(l, n, "a muster.once value that takes `...`");

    /* It is inlined first, to see what it is. Only a large one becomes a routine with a shared
     * value. */
    struct low_version *v = lower_version_find(l, &of, &key);
    if (!v || v->count != 1) { /* none, or one that is being compiled: it reads itself */
        int first = l->rules->node_count;
        struct low_value here = once_here(l, n, index);
        if (v || here.form != LOW_PLAIN || here.known || l->rule[index].trivial ||
            is_trivial(l, first)) {
            l->rule[index].trivial = true;
            return here;
        }
        v = lower_version_make(l, &key, &of, NULL, 0);
        if (v->count != 1)
            low_fault(l, n, "'%s' returns no value", l->host->rule[index].name);
    }
    return once_shared(l, v);
}

struct low_value low_once(struct low *l, struct syn_node *n, int index) {
    const struct host_rule *rule = &l->host->rule[index];
    bool looking = l->looking;
    const char *what = l->what;

    if (!rule->layer_count)
        low_fault(l, n, "'%s' has no function", rule->name);

    /* Its value is shared as long as the position stays, so it may not write. */
    l->looking = true;
    l->what = looking ? what : "a muster.once value";
    struct low_value v = once_value(l, n, index);
    l->looking = looking;
    l->what = what;
    return v;
}

void low_forget_busy(struct low *l) {
    for (int i = 0; i < l->version_count; i++)
        if (l->versions[i].busy) { /* its compilation was abandoned */
            l->versions[i].busy = false;
            l->versions[i].unfit = !l->again;
            if (l->again)
                l->versions[i].given = -1; /* compile it again */
        }
}
