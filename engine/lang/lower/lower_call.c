/* Lowering: calls. A called function is inlined, or it becomes a routine (lower_version.c). */
#include "host/handles/handle_parts.h"
#include "lang/lower/lower.h"

#include <assert.h>
#include <string.h>

/* ---- functions of the Lua library ------------------------------------------------------------ */

/* Find which of `names` in the library `table` (NULL: the globals) is the C function `f`. Returns
 * an index into `names`, or -1. */
static int library_function(struct low *l, const struct low_value *f, const char *table,
                            const char *const *names) {
    /* The tables of the library are read without their metamethods: nothing of the script may run
     * here. */
    lua_State *L = l->L;
    int top = lua_gettop(L), found = -1;
    luaL_checkstack(L, 10, "rules are nested too deeply");

    sandbox_env(L);
    if (table) {
        lua_pushstring(L, table);
        low_get(L, lua_gettop(L) - 1);
    }
    int library = lua_gettop(L);

    /* Functions are compared, not names: a script may have given the function another name. */
    for (int i = 0; names[i] && found < 0 && lua_istable(L, library); i++) {
        lua_pushstring(L, names[i]);
        low_get(L, library);
        if (lua_rawequal(L, -1, f->lua))
            found = i;
        lua_pop(L, 1);
    }

    lua_settop(L, top);
    return found;
}

static struct low_value least_or_most(struct low *l, struct syn_node *n, struct low_value *args,
                                      int count, bool most) {
    if (!count)
        low_fault(l, n, "expected a number");
    struct low_value v = args[0];
    low_number(l, n->b, v); /* a single argument must be a number, too */

    for (int i = 1; i < count; i++) {
        int a = low_number(l, n->b, v), b = low_number(l, n->b, args[i]);
        if (v.known && args[i].known)
            /* Both known: the node of `a` goes unused. */
            v = low_known(CORE_TYPE_NUMBER, (v.k < args[i].k) == most ? args[i].k : v.k);
        else
            v = low_plain(CORE_TYPE_NUMBER,
                          low_node(l, most ? LANG_OP_MAX : LANG_OP_MIN, false, a, b, -1));
    }
    return v;
}

static struct low_value absolute(struct low *l, struct syn_node *n, struct low_value v) {
    int node = low_number(l, n->b ? n->b : n, v);
    if (v.known)
        /* Negated without a sign, as the smallest number has no positive counterpart: as in Lua, it
         * stays itself. */
        return low_known(CORE_TYPE_NUMBER, v.k < 0 ? (int64_t)(0 - (uint64_t)v.k) : v.k);
    return low_plain(CORE_TYPE_NUMBER, low_node(l, LANG_OP_ABS, false, node, -1, -1));
}

/* type(x) of a value whose type is known at load. */
static struct low_value type_of(struct low *l, struct syn_node *n, const struct low_value *v) {
    const char *name = NULL;
    if (v->form == LOW_LUA)
        name = luaL_typename(l->L, v->lua);
    else if (v->form == LOW_LITERAL)
        name = v->at->kind == SYN_TABLE ? "table" : "function";
    else if (v->form == LOW_PLAIN && v->type == CORE_TYPE_NIL && !v->absent)
        name = "nil";
    else if (v->form == LOW_PLAIN && v->type == CORE_TYPE_BOOLEAN && !low_may_be_nil(v))
        name = "boolean";
    else if (v->form == LOW_PLAIN && v->type == CORE_TYPE_SET)
        name = "userdata";
    else if (v->form == LOW_PLAIN && !low_may_be_nil(v) && !low_may_be_false(v) &&
             v->type != CORE_TYPE_UNKNOWN)
        name = "number";

    /* W1: where the type depends on the position, Lua answers. */
    if (!name)
        low_unsupported(l, n, "the type of a value that may be nil, or of none");
    luaL_checkstack(l->L, 20, "rules are nested too deeply");
    lua_pushstring(l->L, name);
    return low_take(l);
}

static struct low_value c_function(struct low *l, struct syn_node *n, const struct low_value *f,
                                   struct low_value *args, int count) {
    static const char *const maths[] = {"min", "max", "abs", NULL};
    static const char *const globals[] = {"type", NULL}, *const musters[] = {"decision_name",
                                                                             "is_over", NULL};

    int which = library_function(l, f, "math", maths);
    if (which == 2 && count == 1)
        return absolute(l, n, args[0]);
    if (which == 0 || which == 1)
        return least_or_most(l, n, args, count, which == 1);
    if (library_function(l, f, NULL, globals) == 0 && count == 1)
        return type_of(l, n, &args[0]);

    int asked = count ? -1 : library_function(l, f, "muster", musters);
    if (asked == 0)
        return (struct low_value){.form = LOW_PENDING, .type = CORE_TYPE_TEXT, .node = -1};
    if (asked == 1)
        return low_boolean(low_node(l, LANG_OP_SLOT, false, CORE_SLOT_OVER, -1, -1));

    /* A sketch leaves out what only shows something to the author of the rules. */
    lua_CFunction own = lua_tocfunction(l->L, f->lua);
    if (l->sketching && (own == host_print_values || own == host_pause))
        return low_none();
    static const char *const ends[] = {"over_by", NULL};
    if (l->not_over && library_function(l, f, "muster", ends) == 0)
        return low_nil();

    /* All other C functions run as Lua (W2); the message names the function as the source does. */
    const struct syn_node *callee = n->a;
    if (callee->kind == SYN_GLOBAL)
        low_unsupported(l, n, "a call of '%s'", callee->s);
    if (callee->kind == SYN_INDEX && callee->b->kind == SYN_STRING)
        low_unsupported(l, n, "a call of '%s'", callee->b->s);
    low_unsupported(l, n, "this call");
}

/* ---- frames ---------------------------------------------------------------------------------- */

static struct low_source **lower_call_slot_of(struct low *l, const void *address) {
    struct low_source **at = &l->sources[(uintptr_t)address / 16 % LOW_SOURCES];
    while (*at && (*at)->address != address)
        at = &(*at)->next;
    return at;
}

static struct low_source *recover(struct low *l, const struct syn_node *n, int index) {
    struct mst_error error = {0};
    struct syn_tree *tree = NULL;
    struct syn_function *fn = syn_recover_function(l->L, index, &tree, &error);
    if (!fn)
        low_unread(l, n, &error);

    /* W8: the table owns the source before anything else can raise. */
    struct low_source *source = mst_calloc(1, sizeof *source);
    if (!source)
        host_no_memory(l->L);
    *source = (struct low_source){.address = lua_topointer(l->L, index), .fn = fn, .tree = tree};
    return *lower_call_slot_of(l, source->address) = source;
}

struct low_source *low_source_of(struct low *l, const struct syn_node *n, int index) {
    /* Functions that share code are apart: each closure has captured values of its own. */
    struct low_source *source = *lower_call_slot_of(l, lua_topointer(l->L, index));
    return source ? source : recover(l, n, index);
}

void low_free_sources(struct low *l) {
    for (int i = 0; i < LOW_SOURCES; i++)
        while (l->sources[i]) {
            struct low_source *gone = l->sources[i];
            l->sources[i] = gone->next;
            mst_free(gone);
        }
}

/* Does a function written in a rule read names of the functions around it, inside `root`? */
static bool captures(const struct syn_function *fn, const struct syn_function *root) {
    for (int i = 0; i < fn->up_count; i++) {
        /* Names outside of `root` were captured when the rule was loaded, and are constant. */
        const struct syn_function *owner = fn->ups[i] ? fn->ups[i]->owner : NULL;
        while (owner && owner != root)
            owner = owner->parent;
        if (owner)
            return true;
    }
    return false;
}

/* A function that reads the names of the one that made it runs while that one does. */
static void check_maker(struct low *l, const struct syn_node *n, const struct low_value *f) {
    /* Its names are bindings of that activation, gone when it ends: W1 leaves it to Lua. */
    const struct low_frame *frame = l->frame;
    if (f->at->kind != SYN_FUNCTION || !captures(f->at->function, f->source->fn))
        return;
    while (frame && frame->id != f->maker)
        frame = frame->up;
    if (!frame)
        low_unsupported(l, n, "a function that outlives the one that made it");
}

void low_frame_of(struct low *l, const struct syn_node *n, const struct low_value *f,
                  struct low_frame *frame) {
    assert(f->form == LOW_LITERAL || f->form == LOW_LUA);
    bool literal = f->form == LOW_LITERAL;
    if (literal)
        check_maker(l, n, f);

    /* A literal shares the captured values of the closure that it is written in. */
    struct low_source *source = literal ? f->source : low_source_of(l, n, f->lua);
    frame->id = ++l->activations;
    frame->caller = frame->up = l->frame;
    frame->source = source;
    frame->fn = literal ? f->at->function : source->fn;
    frame->tree = source->tree;
    frame->lua = f->lua;
    frame->root = source->fn;
    frame->call = NULL;

    /* The arrays are valid as far as these count, so they are not cleared. */
    frame->rest_count = frame->nest = frame->block = frame->want = 0;
    frame->effect = frame->truth = frame->caller_only = frame->stored = false;
    frame->count = -1;
}

void low_bind_params(struct low *l, struct low_frame *frame, struct low_value *args, int count) {
    int params = frame->fn->param_count;
    for (int i = 0; i < params; i++) {
        struct low_value v = i < count ? args[i] : low_nil();
        if (v.form == LOW_REST)
            v = low_nil();
        v.given = true; /* that it was passed says that it is there: see low_truth */
        low_declare(l, frame->fn->params[i], v);
    }

    /* The values of `...` have no names, but may be read several times. */
    assert(count <= LOW_ARGS); /* so that `rest` has room */
    for (int i = params; i < count && frame->fn->vararg; i++)
        frame->rest[frame->rest_count++] = low_keep(l, args[i]);
}

static bool is_running(struct low *l, const struct low_frame *frame) {
    /* The same closure, not only the same source: another one has captured other values. */
    for (const struct low_frame *f = l->frame; f; f = f->up)
        if (!f->caller_only && f->fn == frame->fn && f->source == frame->source)
            return true;
    return low_is_busy(l, frame);
}

/* ---- inlining -------------------------------------------------------------------------------- */

static int written_out(struct low *l, struct low_frame *frame, struct low_value *args, int count,
                       int want, struct low_value *out) {
    int binds = l->bind_count, results;
    struct low_loop *loop = l->loop;
    low_bind_params(l, frame, args, count);
    l->frame = frame;

    /* A `break` of the callee cannot leave a loop of its caller. */
    l->loop = NULL;

    /* Questions become clauses, a chain of returns one expression, all else statements. */
    if (l->asking && !l->list.inner) {
        results = low_ask_body(l, out);
    } else if (want == 1 && low_is_chain(frame)) {
        out[0] = low_chain(l);
        results = 1;
    } else {
        results = low_body(l, want, out);
    }

    l->frame = frame->up;
    l->loop = loop;
    low_unbind(l, binds);
    return results;
}

/* Inline the function, or invoke it as a routine. */
static int compiled_call(struct low *l, struct syn_node *n, struct low_frame *frame,
                         struct low_value *args, int count, int want, struct low_value *out) {
    /* A routine cannot ask, as its clauses would belong to no move. Inlining never ends for a
     * function that calls itself. */
    bool asks = l->asking && low_asks(l, frame), again = is_running(l, frame);
    int results;
    if (!asks && (again || low_is_large(l, frame, args, count)) &&
        low_invoke(l, n, frame, args, count, out, &results))
        return results;

    /* A call that can be neither is left to Lua. */
    if (again)
        low_unsupported(l, n, "a recursive call with these arguments");
    if (++l->depth > LOW_DEPTH)
        low_unsupported(l, n, "calls nested too deeply");

    /* The next call may again find the function too large to inline: see low_is_large. */
    int nodes = l->rules->node_count;
    results = written_out(l, frame, args, count, want, out);
    l->depth--;
    assert(l->depth >= 0);
    frame->source->nodes = l->rules->node_count - nodes;
    return results;
}

/* Call a function that asks no question, among the questions of a move. */
static int lower_call_apart(struct low *l, struct syn_node *n, struct low_frame *frame,
                            struct low_value *args, int count, int want, struct low_value *out) {
    /* Its statements become part of one value, or a clause that gives several. */
    struct low_list outer = low_open(l);
    int results = compiled_call(l, n, frame, args, count, want, out);
    if (results == 1)
        low_close_whole(l, outer, out);
    else
        low_do(l, outer, out, results);
    return results;
}

/* Call a Lua function: run it as Lua, or compile it. */
static int function_call(struct low *l, struct syn_node *n, const struct low_value *f,
                         struct low_value *args, int count, int want, struct low_value *out) {
    struct low_frame frame;
    low_frame_of(l, n, f, &frame);

    /* The frame takes the call over, so that calls within the function do not take it for theirs.
     */
    frame.call = l->calling;
    l->calling = NULL;
    if (frame.call)
        low_check_call(l, frame.call, &frame);

    /* Clauses form one list in a fixed order: nothing repeated or skipped may add some. */
    bool asks = l->asking && low_asks(l, &frame);
    if (asks && l->list.inner)
        low_fault(l, n,
                  "a function with need or choose cannot be called in a loop or under "
                  "a condition that is not constant");
    if (asks && is_running(l, &frame))
        low_fault(l, n, "a function with need or choose cannot call itself");

    /* Lua may run a call for its effect or for its truth alone: neither needs a value in code. */
    frame.effect = l->effect = !want && !l->looking;
    frame.truth = want == 1 && l->looking && !asks && low_tells_truth(&frame);
    bool question = l->asking && !l->list.inner && !asks;
    if ((frame.effect || frame.truth) &&
        low_call_lua(l, &frame, args, count, frame.truth ? out : NULL))
        return frame.truth;
    return question ? lower_call_apart(l, n, &frame, args, count, want, out)
                    : compiled_call(l, n, &frame, args, count, want, out);
}

/* ---- calls ----------------------------------------------------------------------------------- */

static int procedure(struct low *l, struct syn_node *n, int index, struct low_value *args,
                     int count, int want, struct low_value *out) {
    const struct host_rule *rule = index < 0 ? NULL : &l->host->rule[index];
    if (!rule || !rule->layer_count)
        low_fault(l, n, "the procedure%s%s has no function", rule ? " " : "",
                  rule ? rule->name : "");

    /* Named for the message: a read-only rule that calls it is at fault. */
    char what[80];
    snprintf(what, sizeof what, "the procedure '%.40s'", rule->name);
    low_writing(l, n, what); /* also one that happens to write nothing, as where it runs as Lua */
    struct low_value f = low_layer_function(l, &rule->layers[0]);
    return low_call(l, n, &f, args, count, want, out);
}

static int handle_call(struct low *l, struct syn_node *n, const struct host_handle *handle,
                       struct low_value *args, int count, int want, struct low_value *out) {
    /* A procedure calls a function, which takes the call over itself (function_call). */
    const struct syn_node *call = l->calling;
    if (handle->kind != HOST_HANDLE_PROCEDURE)
        l->calling = NULL;

    switch (handle->kind) {
    case HOST_HANDLE_QUERY:
        if (call)
            low_check_query_call(l, call, low_rule_params(l, n, handle->index));
        out[0] = low_rule_value(l, n, handle->index, args, count);
        return 1;
    case HOST_HANDLE_POSSIBLE: out[0] = low_rule_value(l, n, handle->index, args, count); return 1;
    case HOST_HANDLE_ONCE:
        if (count && n->kind == SYN_CALL && n->b)
            low_fault(l, n, "a muster.once value takes no arguments");
        out[0] = low_once(l, n, handle->index);
        return 1;
    /* The function decides what it writes, and how many values it gives. */
    case HOST_HANDLE_PROCEDURE: return procedure(l, n, handle->index, args, count, want, out);
    case HOST_HANDLE_HOOK: return low_hook(l, n, handle->index, args, count, out);
    default: low_fault(l, n, "this handle cannot be called");
    }
}

int low_call(struct low *l, struct syn_node *n, struct low_value *f, struct low_value *args,
             int count, int want, struct low_value *out) {
    /* A handle is a userdata: its kind says what a call of it means. */
    const struct host_handle *handle = low_handle(f);
    if (handle)
        return handle_call(l, n, handle, args, count, want, out);

    /* call_node lowers calls of words: one that comes here was passed on as a value. The rest
     * are functions of the library. */
    if (f->form == LOW_LUA && lua_iscfunction(l->L, f->lua)) {
        if (f->word != HOST_WORD_COUNT)
            low_unsupported(l, n, "a word that is called under another name");
        out[0] = c_function(l, n, f, args, count);
        return 1;
    }

    /* W2: what Lua cannot call either is a fault. */
    if (f->form == LOW_PLAIN && f->type == CORE_TYPE_NIL && n->kind == SYN_CALL)
        low_fault_nil(l, n->a, "cannot be called");
    if (!low_is_function(l, f))
        low_fault(l, n->kind == SYN_CALL ? n->a : n, "%s cannot be called", low_type_name(f));
    return function_call(l, n, f, args, count, want, out);
}

struct low_value low_call_one(struct low *l, struct syn_node *n, struct low_value *f,
                              struct low_value *args, int count) {
    /* A call without results is nil where one value is wanted. */
    struct low_value out[LOW_RESULTS];
    return low_call(l, n, f, args, count, 1, out) ? out[0] : low_nil();
}

static int word_call(struct low *l, struct syn_node *n, enum host_word_id word,
                     struct low_value *out) {
    /* Questions may give values or none; effects give none. */
    if (word == HOST_WORD_need || word == HOST_WORD_choose || word == HOST_WORD_choose_step)
        return low_ask(l, n, word, out);
    if (low_effects(l, n, word))
        return 0;
    out[0] = low_word(l, n, word);
    return 1;
}

static int call_node(struct low *l, struct syn_node *n, int want, struct low_value *out) {
    /* The method of an event gives no value; that of a set gives one. */
    struct low_value args[LOW_ARGS];
    if (n->kind == SYN_METHOD) {
        out[0] = low_method(l, n);
        return out[0].form != LOW_REST;
    }

    /* Words and rankings lower their arguments themselves: not all of these are plain values. */
    struct low_value f = low_expr(l, n->a);
    const struct host_handle *handle = low_handle(&f);
    if (f.form == LOW_LUA && f.word != HOST_WORD_COUNT)
        return word_call(l, n, (enum host_word_id)f.word, out);
    if (handle && handle->kind == HOST_HANDLE_RANKING) {
        out[0] = low_ranking(l, n, handle->index);
        return 1;
    }

    int count = low_exprs(l, n->b, args, LOW_ARGS);
    low_at(l, n);
    l->calling = n; /* only after the arguments, which may be calls themselves */
    int results = low_call(l, n, &f, args, count, want, out);
    l->calling = NULL;
    return results;
}

int low_call_node(struct low *l, struct syn_node *n, int want, struct low_value *out) {
    int results = call_node(l, n, want, out);
    assert(results >= 0 && results <= LOW_RESULTS);
    /* W3: a call that acts is a statement before the next argument or operand is made. */
    for (int i = 0; i < results; i++)
        low_pin(l, &out[i]);
    return results;
}

/* ---- questions ------------------------------------------------------------------------------- */

static bool asks_in(struct low *l, const struct low_frame *frame, const struct syn_node *n);

static bool function_asks(struct low *l, int index) {
    struct low_source *source = low_source_of(l, l->place, index);
    if (source->scanned)
        return source->asks;

    source->scanned = true; /* meanwhile assume that it asks nothing: it may be recursive */
    struct low_value f = low_lua(l, index);
    struct low_frame frame;
    low_frame_of(l, l->place, &f, &frame);
    return source->asks = asks_in(l, &frame, source->fn->body);
}

static bool callee_asks(struct low *l, const struct low_frame *frame, const struct syn_node *f) {
    /* Only calls by a name are found. One that this misses is a fault later: see low_ask. */
    lua_State *L = l->L;
    const struct low_bind *bind = f->kind == SYN_LOCAL ? low_bound(l, f->name) : NULL;
    if (f->kind == SYN_GLOBAL)
        return !strcmp(f->s, "need") || !strcmp(f->s, "choose") || !strcmp(f->s, "choose_step");

    /* A local name may hold a function that was captured or passed on. */
    if (bind)
        return bind->value.form == LOW_LUA && lua_isfunction(L, bind->value.lua) &&
               !lua_iscfunction(L, bind->value.lua) && function_asks(l, bind->value.lua);

    /* Any other name is captured: it is looked up without running anything. */
    int top = lua_gettop(L);
    bool asks = low_push_static(L, frame->root, frame->lua, f) && lua_isfunction(L, -1) &&
                !lua_iscfunction(L, -1) && function_asks(l, lua_gettop(L));
    lua_settop(L, top);
    return asks;
}

static bool asks_in(struct low *l, const struct low_frame *frame, const struct syn_node *n) {
    for (; n; n = n->next) {
        if (n->kind == SYN_CALL && callee_asks(l, frame, n->a))
            return true;
        if (n->kind == SYN_FUNCTION && asks_in(l, frame, n->function->body))
            return true;
        if (asks_in(l, frame, n->a) || asks_in(l, frame, n->b) || asks_in(l, frame, n->c))
            return true;
    }
    return false;
}

bool low_asks_in(struct low *l, const struct low_frame *frame, const struct syn_node *n,
                 bool alone) {
    if (!n || !alone)
        return asks_in(l, frame, n);

    /* The lists of nodes are linked: a copy ends after the first one. */
    struct syn_node one = *n;
    one.next = NULL;
    return asks_in(l, frame, &one);
}

bool low_asks(struct low *l, const struct low_frame *frame) {
    /* The answer for a whole function is kept; a literal inside it may be scanned again. */
    bool whole = frame->fn == frame->root;
    return whole ? function_asks(l, frame->lua) : asks_in(l, frame, frame->fn->body);
}
