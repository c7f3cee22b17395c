/* Lowering: entry and exit. This file makes functions the roots of lowering, turns nodes to code,
 * and records what cannot be compiled. */
#include "lang/lower/lower.h"

#include <assert.h>
#include <string.h>

void low_root(struct low *l, int ref, struct low_frame *frame) {
    luaL_checkstack(l->L, 20, "rules are nested too deeply");
    lua_rawgeti(l->L, LUA_REGISTRYINDEX, ref);
    struct low_value f = low_lua(l, lua_gettop(l->L));

    /* No frame is around it, so no caller gets the blame for its faults. */
    l->frame = NULL;
    low_frame_of(l, NULL, &f, frame);
}

_Noreturn void low_no_code(struct low *l, const struct syn_node *n, const char *what,
                           const char *why) {
    if (why == LANG_CODE_NO_MEMORY)
        host_no_memory(l->L);
    low_unsupported(l, n, "this %s: %s", what, why);
}

int low_code(struct low *l, int node, bool effects) {
    const char *why = "";
    /* All is lowered for its faults, but nothing is compiled. */
    if (l->host->path == HOST_PATH_LUA)
        return -1;
    if (effects && node < 0)
        node = low_node(l, LANG_OP_LIST, false, -1, -1, -1);
    int code = lang_code_make(l->rules, node, effects, l->vars, l->sets, &why);
    if (code < 0)
        low_no_code(l, l->frame ? l->place : NULL, "rule", why);
    return code;
}

/* ---- trying ---------------------------------------------------------------------------------- */

struct try {
    struct low *l;
    void (*part)(struct low *, void *);
    void *what;
    int cache;
};

/* Run a part in a protected call. Arguments: the part, and the cache of captured values. */
static int lower_root_run(lua_State *L) {
    struct try *try = lua_touserdata(L, 1);
    try->l->cache = 2;
    try->part(try->l, try->what);
    return 0;
}

static void lower_root_note(struct low *l, const struct mst_error *error) {
    assert(error->status != MST_OK);
    struct host_note *note = host_grow(l->L, &l->host->notes, &l->host->note_count, sizeof *note);
    note->at = host_strdup(l->L, error->at);
    note->text = host_strdup(l->L, error->text);
    note->spot = l->host->spot;
}

static bool tried(struct low *l, void (*part)(struct low *, void *), void *what,
                  struct mst_error *error) {
    struct try try = {l, part, what, l->cache};
    int binds = l->bind_count;
    struct low_asking *asking = l->asking;

    /* W8: an error leaves by longjmp, so what a part changes is restored here, not in it. */
    luaL_checkstack(l->L, 20, "rules are nested too deeply");
    lua_pushcfunction(l->L, lower_root_run);
    lua_pushlightuserdata(l->L, &try);
    lua_pushvalue(l->L, l->cache);
    l->unsupported = false;
    /* Lua values die with this stack: what was remembered before or inside it must be fetched
     * again. */
    l->stack_serial++;

    bool done = sandbox_call(l->L, 2, 0, error) == MST_OK;
    l->stack_serial++;

    /* Whatever the part was doing, it is over. */
    l->cache = try.cache;
    l->frame = NULL;
    l->loop = NULL;
    l->asking = asking;
    l->depth = l->first_bind = l->leave_count = 0;
    l->obliging = false;
    low_unbind(l, binds);
    if (done)
        return true;

    /* W2: a fault passes on. Unsupported code ends here. */
    if ((!l->unsupported && !l->quiet) || error->status == MST_NO_MEMORY)
        host_raise_error(l->L, error);
    low_forget_busy(l);

    if (!l->quiet)
        lower_root_note(l, error);
    l->host->spot = (struct host_spot){0};
    return false;
}

enum { MOST_TRIES = 12 };

/* Retry while another function inside is newly marked to run as Lua. */
bool low_try(struct low *l, void (*part)(struct low *, void *), void (*undo)(struct low *),
             void *what) {
    struct mst_error error = {0};
    /* Each retry marks one more function, so few suffice; the limit is against rules that are
     * mostly Lua. */
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        l->again = false;
        if (tried(l, part, what, &error))
            return true;
        if (undo)
            undo(l);
        if (!l->again)
            return false;
    }
    return false;
}

/* ---- roots ----------------------------------------------------------------------------------- */

static void lower_root_begin(struct low *l, int vars, bool looking, const char *what) {
    l->vars = vars;
    l->sets = 0;
    low_open(l);
    l->looking = looking;
    l->what = what;
    l->blocks = 0;
    l->nobody = true; /* unless the root knows better, no seat may decide */
    l->asking = NULL;
}

/* A function that is compiled as effects. Its parameters are in the first variables. */
struct effects {
    int ref, code;
    struct low_value params[CORE_MOST_PARAMS];
    int count;
};

static void make_effects(struct low *l, void *with) {
    struct effects *effects = with;
    struct low_value out[LOW_RESULTS];
    struct low_frame frame;
    low_root(l, effects->ref, &frame);

    lower_root_begin(l, effects->count, false, NULL);
    l->frame = &frame;
    for (int i = 0; i < effects->count; i++)
        effects->params[i] = low_read_var(l, i, &effects->params[i]);

    /* In Lua a missing argument is nil; here it is surely a slip. */
    if (frame.fn->param_count > effects->count)
        low_fault(l, frame.fn->params[effects->count]->at,
                  "this function takes only %d value%s, but has more parameters", effects->count,
                  effects->count == 1 ? "" : "s");

    low_bind_params(l, &frame, effects->params, effects->count);
    low_body(l, 0, out);
    effects->code = low_code(l, l->list.first, true);
}

static int effects_code(struct low *l, int ref) {
    struct effects effects = {.ref = ref, .code = -1};
    if (ref == LUA_NOREF || !low_try(l, make_effects, NULL, &effects))
        return -1;
    return effects.code;
}

/* Compile the function that gives the seat of a decision. */
static void make_seat(struct low *l, void *with) {
    struct effects *seat = with;
    struct low_frame frame;
    low_root(l, seat->ref, &frame);
    lower_root_begin(l, 0, true, "the seat of a decision");
    l->frame = &frame;
    struct low_value f = low_lua(l, frame.lua);
    struct syn_node here = {.line = frame.fn->line, .from = frame.fn->from, .to = frame.fn->to};

    /* The code of a seat is one expression, so statements become part of the value. */
    struct low_list outer = low_open(l);
    struct low_value v = low_call_one(l, &here, &f, NULL, 0);
    v.node = low_thing_of(l, &here, v, CORE_TYPE_SEAT);
    v.known = false;
    low_close_value(l, outer, &v);
    seat->code = low_code(l, v.node, false);
}

void low_decision(struct low *l, int index) {
    struct core_decision *decision = &l->rules->decisions[index];
    const struct host_decision_rule *rule = &l->host->decision_rule[index];
    struct effects seat = {.ref = rule->seat, .code = -1};

    /* A step has an action, a decision has a seat. */
    if (decision->automatic) {
        decision->run.effects = effects_code(l, rule->run);
        return;
    }
    if (rule->reveal != LUA_NOREF)
        decision->reveal.effects = effects_code(l, rule->reveal);
    if (rule->empty != LUA_NOREF)
        decision->empty.effects = effects_code(l, rule->empty);
    if (rule->seat == LUA_NOREF || !low_try(l, make_seat, NULL, &seat))
        return;
    decision->seat = seat.code;
    decision->plain =
        seat.code >= 0 && !decision->chance && rule->empty == LUA_NOREF && !l->rules->together;
}

/* The types of the parameters come from the `emit` calls in rules and from the annotations of the
 * function. */
void low_listener(struct low *l, int index, int listener) {
    struct core_event *event = &l->rules->events[index];
    struct effects effects = {.ref = l->host->event_rule[index].listeners[listener].ref,
                              .code = -1,
                              .count = event->param_count};
    /* The types say nothing of nil, so any thing may be nil. */
    for (int i = 0; i < event->param_count; i++) {
        enum core_type type = (enum core_type)event->types[i];
        effects.params[i] = low_plain(type, -1);
        effects.params[i].falsy |= type == CORE_TYPE_UNKNOWN || low_is_thing(type) ? LOW_NIL : 0;
    }

    /* A parameter may have widened since it was compiled: then its old code is wrong. */
    event->listeners[listener].effects = -1;
    if (low_try(l, make_effects, NULL, &effects))
        event->listeners[listener].effects = effects.code;
}

/* Compile the evaluation of a position for a seat. It runs only while the match is not over. */
static void make_worth(struct low *l, void *with) {
    struct effects *worth = with;
    struct low_frame frame;
    low_root(l, worth->ref, &frame);
    lower_root_begin(l, 1, true, "the evaluation");
    l->frame = &frame;

    /* Its only parameter is the seat, in variable 0. */
    struct low_value f = low_lua(l, frame.lua), seat = low_plain(CORE_TYPE_SEAT, -1);
    struct syn_node here = {.line = frame.fn->line, .from = frame.fn->from, .to = frame.fn->to};
    seat = low_read_var(l, 0, &seat);
    struct low_list outer = low_open(l);
    struct low_value v = low_call_one(l, &here, &f, &seat, 1);
    v.node = low_number(l, &here, v);
    v.known = false;
    low_close_value(l, outer, &v);
    worth->code = low_code(l, v.node, false);
}

void low_worth(struct low *l, struct host_link *link) {
    /* over_by gives nil while the match goes on: see c_function. */
    struct effects worth = {.ref = link->ref, .code = -1};
    l->not_over = true;
    if (low_try(l, make_worth, NULL, &worth))
        link->code = worth.code;
    l->not_over = false;
}

void low_setup(struct low *l) {
    l->host->setup.effects = effects_code(l, l->host->setup_ref);
}

void low_link(struct low *l, enum host_chain_kind kind, int index) {
    struct host_link *link = &l->host->chains[kind].links[index];
    link->action.effects = effects_code(l, link->ref);
}

/* ---- rules that Lua calls -------------------------------------------------------------------- */

/* The type in the annotation "---@param name muster.Piece?" above the function. */
static enum core_type annotated(const char *comment, const char *name) {
    /* A prefix is enough: `muster.Piece?` is a piece, too. */
    static const struct {
        const char *word;
        enum core_type type;
    } words[] = {{"muster.Zone", CORE_TYPE_ZONE}, {"muster.Piece", CORE_TYPE_PIECE},
                 {"muster.Seat", CORE_TYPE_SEAT}, {"muster.Place", CORE_TYPE_PLACE},
                 {"integer", CORE_TYPE_NUMBER},   {"boolean", CORE_TYPE_BOOLEAN},
                 {"muster.Set", CORE_TYPE_SET},   {NULL, CORE_TYPE_UNKNOWN}};

    /* `name?` is how editors write a parameter that may be left out. */
    size_t length = strlen(name);
    for (const char *at = strstr(comment, "@param "); at; at = strstr(at, "@param ")) {
        at += strlen("@param ");
        if (strncmp(at, name, length) != 0 || (at[length] != ' ' && at[length] != '?'))
            continue;
        at += length;
        at += strspn(at, "? ");
        for (int i = 0; words[i].word; i++)
            if (!strncmp(at, words[i].word, strlen(words[i].word)))
                return words[i].type;
    }
    return CORE_TYPE_UNKNOWN;
}

static void type_params(struct low *l, struct host_rule *rule) {
    struct low_frame frame;
    struct mst_buf comment = {0};
    rule->param_count = 0;

    low_root(l, rule->layers[0].ref, &frame);
    if (frame.fn->param_count > CORE_MOST_PARAMS || frame.fn->vararg)
        low_unsupported(l, NULL, "too many parameters");

    /* W8: nothing raises while the text is in memory. */
    syn_comment(frame.tree, frame.fn->line, &comment);
    for (int i = 0; i < frame.fn->param_count; i++)
        rule->params[rule->param_count++] =
            (uint8_t)annotated(mst_buf_text(&comment), frame.fn->params[i]->text);
    mst_buf_clear(&comment);
}

static void make_rule(struct low *l, void *with) {
    int index = *(const int *)with;
    struct host_rule *rule = &l->host->rule[index];
    struct low_value args[CORE_MOST_PARAMS];
    struct syn_node here = {.kind = SYN_NIL};
    type_params(l, rule);

    lower_root_begin(l, rule->param_count, true, NULL);
    for (int i = 0; i < rule->param_count; i++) {
        enum core_type type = (enum core_type)rule->params[i];
        struct low_value like = low_plain(type, -1);
        if (type == CORE_TYPE_SET)
            low_unsupported(l, NULL, "a set as an argument from Lua");
        like.falsy |= low_is_thing(type) || type == CORE_TYPE_UNKNOWN ? LOW_NIL : 0;
        args[i] = low_read_var(l, i, &like);
    }

    /* Lua is the caller: the result must be one that code can hand back, by a type that is known
     * now. */
    l->frame = NULL;
    struct low_list outer = low_open(l);
    struct low_value v = rule->kind == HOST_RULE_ONCE
                             ? low_once(l, &here, index)
                             : low_rule_value(l, &here, index, args, rule->param_count);
    bool nil = low_may_be_nil(&v), no = low_may_be_false(&v);
    if (v.type == CORE_TYPE_UNKNOWN || (v.type == CORE_TYPE_NUMBER && nil))
        low_unsupported(l, NULL, "a result that may be a number or nil");
    if (low_is_thing((enum core_type)v.type) ? no : v.type == CORE_TYPE_BOOLEAN && nil)
        low_unsupported(l, NULL, "a result that may be nil or false");

    v.node = low_node_of(l, &v);
    v.known = false;
    low_close_value(l, outer, &v);
    rule->code = low_code(l, v.node, false);
    rule->result = (enum core_type)v.type;
}

void low_rule(struct low *l, int index) {
    /* Calls from Lua are rare, so inlining would cost more than it brings (compact). */
    struct host_rule *rule = &l->host->rule[index];
    if (rule->kind == HOST_RULE_PROCEDURE || rule->kind == HOST_RULE_POSSIBLE || !rule->layer_count)
        return;
    l->quiet = l->compact = true;
    if (!low_try(l, make_rule, NULL, &index))
        rule->code = -1;
    l->quiet = l->compact = false;
}
