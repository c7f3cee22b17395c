/* Compilation of the rules, once all modules are loaded. Code replaces a Lua function that can be
 * lowered (lower.h). A function that cannot is noted, and runs as Lua. Faults are reported in
 * either case. */
#include <stdio.h>
#include <string.h>

#include "host/handles/handle_parts.h"
#include "lang/lang.h"
#include "lang/lower/lower.h"
#include "lang/code/verify.h"

/* ---- one by one, so that one run shows all faults ----------------------------------------------
 */

struct task {
    struct low *l;
    void (*part)(struct low *, int, int);
    int a, b;
};

/* Run a task. Arguments: the task, and the cache of captured values. */
static int compile_rules_run(lua_State *L) {
    struct task *task = lua_touserdata(L, 1);
    task->l->cache = 2; /* the same table, in this stack frame */
    task->part(task->l, task->a, task->b);
    return 0;
}

static bool attempt(struct low *l, void (*part)(struct low *, int, int), int a, int b,
                    struct mst_error *error) {
    struct task task = {l, part, a, b};
    int cache = l->cache;
    l->host->spot = (struct host_spot){0};

    /* The task before may have left by longjmp (W8), so all state is reset. */
    l->bind_count = l->first_bind = l->depth = l->blocks = 0;
    l->first_node = l->rules->node_count;
    l->frame = NULL;
    l->loop = NULL;
    l->asking = NULL;

    lua_pushcfunction(l->L, compile_rules_run);
    lua_pushlightuserdata(l->L, &task);
    lua_pushvalue(l->L, cache);
    /* Lua values die with this stack: what was remembered before or inside it must be fetched
     * again. */
    l->stack_serial++;
    bool done = sandbox_call(l->L, 2, 0, error) == MST_OK;
    l->stack_serial++;
    l->cache = cache;
    if (done)
        return true;

    /* Only faults of rules are collected: memory, time and the like end the loading. */
    if (error->status != MST_SCRIPT_ERROR && error->status != MST_BAD_RULESET)
        host_raise_error(l->L, error);
    l->again = false; /* so that it marks its routines as unfit */
    low_forget_busy(l);
    return false;
}

static bool guarded(struct low *l, void (*part)(struct low *, int, int), int a, int b) {
    struct mst_error error = {0};
    if (attempt(l, part, a, b, &error))
        return true;

    host_place_fault(&error);
    host_remark(l->host, error.status, error.at, "%s", error.text);
    if (l->host->fault_count)
        l->host->faults[l->host->fault_count - 1].spot = l->host->spot;
    return false;
}

/* ---- all ------------------------------------------------------------------------------------- */

static void one_decision(struct low *l, int index, int unused) {
    (void)unused;
    low_decision(l, index);
}

static void one_move(struct low *l, int index, int unused) {
    (void)unused;
    low_move(l, index);
}

static void one_rule(struct low *l, int index, int unused) {
    (void)unused;
    low_rule(l, index);
}

static void one_setup(struct low *l, int a, int b) {
    (void)a;
    (void)b;
    low_setup(l);
}

static void after_setup(struct low *l, int index, int b) {
    (void)b;
    low_link(l, HOST_CHAIN_SETUP, index);
}

static void after_ply(struct low *l, int index, int b) {
    (void)b;
    low_link(l, HOST_CHAIN_PLY, index);
    l->rules->after_ply[index] = l->host->chains[HOST_CHAIN_PLY].links[index].action;
}

/* When files are checked: report the first `told` notes on rules that run as Lua. */
static void tell_notes(struct host *host, int told) {
    for (int i = 0; i < told && host->careful; i++) {
        /* Notes are remarks beside the faults, of which a host keeps only so many. */
        const struct host_note *note = &host->notes[i];
        int count = host->fault_count;
        host_remark(host, MST_OK, note->at, "runs as Lua because it cannot be compiled: %s",
                    note->text);
        if (host->fault_count == count)
            continue;

        struct host_fault *fault = &host->faults[count];
        fault->note = true;
        fault->spot = note->spot;
        fault->spot.message += (int)strlen("runs as Lua because it cannot be compiled: ");
    }
}

static void one_worth(struct low *l, int index, int b) {
    (void)b;
    low_worth(l, &l->host->chains[HOST_CHAIN_WORTH].links[index]);
}

static void one_feature(struct low *l, int index, int b) {
    (void)b;
    low_worth(l, &l->host->feature_rule[index].link);
}

/* The evaluation and its features are no rules: if one cannot be compiled, that is not reported. */
static void try_worth(struct low *l) {
    struct host *host = l->host;
    int notes = host->note_count;
    for (int i = 0; i < host->chains[HOST_CHAIN_WORTH].count; i++)
        guarded(l, one_worth, i, 0);
    for (int i = 0; i < host->feature_rule_count; i++)
        guarded(l, one_feature, i, 0);
    l->not_over = false;

    while (host->note_count > notes) {
        mst_free(host->notes[--host->note_count].at);
        mst_free(host->notes[host->note_count].text);
    }
}

/* Compile the listeners of events, but for those that are compiled for the types which the
 * parameters have by now: each `emit` may widen them, also those in listeners. A type widens twice
 * at most. Returns whether there were any. */
static bool lower_listeners(struct low *l) {
    struct host *host = l->host;
    bool any = false;
    for (int i = 0; i < host->event_rule_count; i++) {
        struct host_event_rule *rule = &host->event_rule[i];
        struct core_event *event = &l->rules->events[i];
        low_note_ambiguous(event);
        if (rule->compiled && !memcmp(rule->types, event->types, sizeof rule->types))
            continue;

        rule->compiled = any = true;
        memcpy(rule->types, event->types, sizeof rule->types);
        for (int k = 0; k < rule->listener_count; k++)
            guarded(l, low_listener, i, k);
    }
    return any;
}

static void lower_all(struct low *l) {
    /* Moves come before listeners, as their `emit` calls give the types of events. */
    struct host *host = l->host;
    for (int i = 0; i < host->decision_rule_count; i++)
        if (!host->broken[i])
            guarded(l, one_decision, i, 0);
    for (int i = 0; i < host->move_rule_count; i++)
        if (!(host->move_rule[i].decision >= 0 && host->broken[host->move_rule[i].decision]))
            host->move_rule[i].broken = !guarded(l, one_move, i, 0);

    lower_listeners(l);
    for (int i = 0; i < host->chains[HOST_CHAIN_PLY].count; i++)
        guarded(l, after_ply, i, 0);

    /* Rules that Lua calls are compiled for speed alone: not in a ruleset that is refused. */
    for (int i = 0; i < host->rule_count && !host->fault_count; i++)
        guarded(l, one_rule, i, 0);
    int told = host->note_count; /* the setup runs once, so it may run as Lua */
    guarded(l, one_setup, 0, 0);
    for (int i = 0; i < host->chains[HOST_CHAIN_SETUP].count; i++)
        guarded(l, after_setup, i, 0);

    while (lower_listeners(l))
        ;
    try_worth(l);
    tell_notes(host, told);
}

static int lower_protected(lua_State *L) {
    struct low *l = lua_touserdata(L, 1);
    lua_newtable(L);
    l->cache = lua_gettop(L); /* it holds what must outlive a stack frame (W7) */

    l->binds = lua_newuserdatauv(L, LOW_BINDS * sizeof *l->binds, 0);
    size_t size = (size_t)(l->host->rule_count + 1) * sizeof *l->rule;
    l->rule = memset(lua_newuserdatauv(L, size, 0), 0, size);
    lower_all(l);
    return 0;
}

static void lower_rules(lua_State *L) {
    struct host *host = host_of(L);
    struct mst_error error = {0};
    struct low l = {.L = L, .host = host, .rules = host->rules, .schema = host->rules->schema};
    if (host->fault_count && !host_board_of(L)->zones)
        return; /* the module with the board failed: all faults here would be consequences of
                 * that */

    /* W8: whatever happens in there, the memory of `l` is freed here. */
    lua_pushcfunction(L, lower_protected);
    lua_pushlightuserdata(L, &l);
    enum mst_status status = sandbox_call(L, 1, 0, &error);
    mst_free(l.versions);
    mst_free(l.memos);
    low_free_sources(&l);

    if (status != MST_OK)
        host_raise_error(L, &error);
    for (int i = 0; i < host->note_count && host->path == HOST_PATH_CODE; i++)
        host_remark(host, MST_SCRIPT_ERROR, host->notes[i].at, "this cannot be compiled: %s",
                    host->notes[i].text);
}

/* ---- verification ---------------------------------------------------------------------------- */

/* The code of a rule is not valid, which is a fault of the compiler. Whoever plays need not know:
 * the rule runs as Lua. Whoever checks files is told, and so are all in builds with assertions. */
static void report_invalid(void *context, const char *at, const char *what) {
    struct host *host = context;
    bool told = host->careful || host->path == HOST_PATH_CODE;
#ifndef NDEBUG
    told = true;
#endif

    if (told)
        host_remark(host, MST_SCRIPT_ERROR, at, "%s", what);
}

static void verify_links(struct lang_verifier *v, struct host_link *links, int count) {
    for (int i = 0; i < count; i++) {
        /* A link has an action or, in an evaluation, a value of one seat. -1 is skipped. */
        lang_verify_root(v, &links[i].action.effects, (struct lang_piece){.effects = true},
                         links[i].module);
        lang_verify_root(v, &links[i].code, (struct lang_piece){.inputs = 1}, links[i].module);
    }
}

/* Verify the rules that only the host knows. */
static void verify_own(struct lang_verifier *v, struct host *host) {
    lang_verify_root(v, &host->setup.effects, (struct lang_piece){.effects = true}, "muster.setup");
    for (int i = 0; i < HOST_CHAINS; i++)
        verify_links(v, host->chains[i].links, host->chains[i].count);
    for (int i = 0; i < host->feature_rule_count; i++)
        verify_links(v, &host->feature_rule[i].link, 1);
    for (int i = 0; i < host->rule_count; i++)
        lang_verify_root(v, &host->rule[i].code,
                         (struct lang_piece){.set = host->rule[i].result == CORE_TYPE_SET,
                                             .inputs = host->rule[i].param_count},
                         host->rule[i].origin);
}

/* Verify all code (`listings`: the code that lists moves), and charge the work. */
static void verify(lua_State *L, bool listings) {
    /* Listings are fused code, which is made of verified clauses and verified in turn. */
    struct host *host = host_of(L);
    struct lang_verifier v = {.report = report_invalid, .context = host};
    if (lang_verify_open(&v, host->rules) && listings) {
        lang_verify_listings(&v);
    } else if (!v.short_of_memory) {
        lang_verify_rules(&v);
        verify_own(&v, host);
    }
    lang_verify_close(&v);
    if (v.short_of_memory)
        host_no_memory(L);
    sandbox_charge(L, v.work);
}

int lang_host_compile(lua_State *L) {
    struct host *host = host_of(L);
    struct mst_error error = {0};

    /* Slots and primitives get their numbers before code names them. */
    if (core_schema_freeze(host->rules->schema, &error) != MST_OK)
        host_raise_error(L, &error);
    if (core_rules_freeze_primitives(host->rules, &error) != MST_OK)
        host_raise_error(L, &error);

    host_bind_rules(L);
    lower_rules(L);
    verify(L, false);

    /* All choices of moves are known now, so moves get their bits and texts. */
    host_finish_rules(L);
    if (!host->fault_count) {
        lang_rules_fuse(host->rules);
        verify(L, true);
    }

    /* The verifier's W6: nothing invalid is left, whatever happened before. */
    lang_verify_end(host->rules);
    core_rules_ready(host->rules); /* rules with nothing but warnings are played, too */
    return 0;
}
