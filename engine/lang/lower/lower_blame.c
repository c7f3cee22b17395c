/* Lowering: whom a fault is blamed on, and what it names: the nearest name, the call that passed a
 * wrong argument, calls with too few or too many arguments. */
#include "lang/lower/lower.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- names ----------------------------------------------------------------------------------- */

void low_fault_near(struct low *l, const struct syn_node *n, const struct mst_nearest *nearest,
                    const char *format, ...) {
    char text[300], hint[MST_HINT_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    low_fault(l, n, "%s%s", text, mst_hint(nearest->best, hint));
}

static void offer_declared(const struct syn_node *n, struct mst_nearest *nearest) {
    for (; n; n = n->next) {
        /* Names of other blocks are offered, too: a name that is out of scope is a common slip. */
        bool names = n->kind == SYN_LOCAL_FUNCTION || n->kind == SYN_FOR;
        if (names)
            mst_nearest_offer(nearest, n->name->text);

        /* Function bodies are not searched: their names are never in scope here. */
        const struct syn_node *list = n->kind == SYN_DECLARE  ? n->a
                                      : n->kind == SYN_FOR_IN ? n->c
                                                              : NULL;
        for (; list; list = list->next)
            mst_nearest_offer(nearest, list->name->text);

        if (n->kind < SYN_DECLARE || n->kind == SYN_LOCAL_FUNCTION)
            continue;
        offer_declared(n->a, nearest);
        offer_declared(n->b, nearest);
        offer_declared(n->c, nearest);
    }
}

void low_offer_locals(const struct low *l, struct mst_nearest *nearest) {
    /* A captured name is in scope as well as a local one. */
    for (const struct syn_function *fn = l->frame->fn; fn; fn = fn->parent) {
        for (int i = 0; i < fn->param_count; i++)
            mst_nearest_offer(nearest, fn->params[i]->text);
        offer_declared(fn->body, nearest);
    }
}

const char *low_name_of(const struct low *l, const struct syn_node *n, char text[100]) {
    while (n->kind == SYN_PAREN)
        n = n->a;
    int length = n->to - n->from;

    /* Long expressions are not quoted: the message would hide its point. */
    bool name = n->kind == SYN_LOCAL || n->kind == SYN_GLOBAL || n->kind == SYN_INDEX;
    if (!name || !l->frame || length > 60)
        return NULL;
    snprintf(text, 100, "%.*s", length, l->frame->tree->source + n->from);
    return text;
}

void low_fault_nil(struct low *l, struct syn_node *n, const char *what) {
    char name[100];
    const char *called = low_name_of(l, n, name);
    n = low_bare(n);

    /* An expression without a name is only described. */
    if (!called)
        low_fault(l, n, "nil %s", what);
    if (n->kind != SYN_INDEX || n->b->kind != SYN_STRING)
        low_fault(l, n, "'%s' is nil, and nil %s", called, what);

    /* A member that is missing: perhaps another one of that table was meant. */
    struct mst_nearest nearest = {.wanted = n->b->s};
    struct low_value table = low_expr(l, n->a);
    if (table.form == LOW_LUA && lua_istable(l->L, table.lua)) {
        /* Proxies hide the members that they pass on. */
        low_push_real(l->L, table.lua);
        for (lua_pushnil(l->L); lua_next(l->L, -2); lua_pop(l->L, 1))
            if (lua_type(l->L, -2) == LUA_TSTRING)
                mst_nearest_offer(&nearest, lua_tostring(l->L, -2));
    }
    low_fault_near(l, n->b, &nearest, "there is no '%s'", called);
}

static int read_key(lua_State *L) {
    lua_gettable(L, 1);
    return 1;
}

void low_read_strict(struct low *l, const struct syn_node *n, int table, const char *key) {
    /* The metamethod of a strict table raises the message itself; a plain one gives nil. */
    struct mst_error error = {0};
    luaL_checkstack(l->L, 10, "rules are nested too deeply");
    lua_pushcfunction(l->L, read_key);
    lua_pushvalue(l->L, table);
    lua_pushstring(l->L, key);

    /* Its error gets the place in the rule; what else may happen, as out of memory, passes on. */
    if (sandbox_call(l->L, 2, 1, &error) != MST_OK) {
        if (error.status != MST_SCRIPT_ERROR)
            host_raise_error(l->L, &error);
        low_fault(l, n, "%s", error.text);
    }
    lua_replace(l->L, -2);
}

/* ---- the call to blame ----------------------------------------------------------------------- */

/* Does the name occur in the statements before `at`? */
static bool used_before(const struct syn_node *n, const struct syn_name *name,
                        const struct syn_node *at) {
    /* Statements come in the order of the source, so later ones need no look. */
    for (; n && n->from < at->from; n = n->next)
        if ((n->kind == SYN_LOCAL && n->name == name) || used_before(n->a, name, at) ||
            used_before(n->b, name, at) || used_before(n->c, name, at))
            return true;
    return false;
}

/* Is the file that of the module, or a part of it in its folder? */
static bool is_of(const struct low *l, const char *path, const char *module) {
    size_t length = strlen(module);
    const char *inside = sandbox_inside(l->L, path);
    path = inside ? inside : path;

    /* The dots of a module's name are slashes in the path of its file. */
    for (size_t i = 0; i < length; i++)
        if (path[i] != (module[i] == '.' ? '/' : module[i]))
            return false;
    return path[length] == '/' || path[length] == '.';
}

/* Does the module of the function require that of its caller? Then it was passed to the caller, and
 * has to take what it gets. */
static bool is_callback(const struct low *l, const struct low_frame *frame) {
    for (int i = 0; i < l->host->module_count; i++) {
        /* The module of the function knows the caller's, and not the other way round: so the caller
         * got the function as a value. */
        const struct host_module *module = &l->host->modules[i];
        for (char *const *of = module->requires; is_of(l, frame->tree->path, module->name) && *of;
             of++)
            if (is_of(l, frame->caller->tree->path, *of))
                return true;
    }
    return false;
}

/* The argument that the caller gave to the parameter that `n` reads; NULL where `n` is none. */
static const struct syn_node *lower_blame_argument(const struct low *l,
                                                   const struct low_frame *frame,
                                                   const struct syn_node *n) {
    /* An argument is to blame only while the parameter still holds it. */
    const struct syn_name *name = n->kind == SYN_LOCAL ? n->name : NULL;
    if (!name || !name->param || name->owner != frame->fn || name->assignments || !frame->call ||
        !frame->caller)
        return NULL;

    /* A use that passed before shows that the function takes such arguments. */
    bool same = !strcmp(frame->tree->path, frame->caller->tree->path);
    if (same ? used_before(frame->fn->body, name, n) : is_callback(l, frame))
        return NULL; /* it did before: this use is wrong */

    /* Fewer arguments than parameters: the call gave none. */
    const struct syn_node *given = frame->call->b;
    for (int i = 0; given && frame->fn->params[i] != name; i++)
        given = given->next;
    return given;
}

const struct syn_node *low_blamed(struct low *l, const struct syn_node *n, char *note,
                                  size_t size) {
    /* The argument may be a parameter of the caller, whose own caller is to blame. */
    const struct syn_node *given;
    while (n && l->frame && (given = lower_blame_argument(l, l->frame, n))) {
        snprintf(note, size, " (for parameter '%s' at %s:%d)", n->name->text, l->frame->tree->path,
                 n->line);
        /* The fault is raised with the caller's source. */
        l->frame = (struct low_frame *)l->frame->caller;
        while (given->kind == SYN_PAREN)
            given = given->a;
        n = given;
    }
    return n;
}

/* ---- ways out of a function ------------------------------------------------------------------ */

bool low_returns(const struct syn_node *n) {
    for (; n; n = n->next)
        if (n->kind == SYN_RETURN ||
            (n->kind != SYN_FUNCTION &&
             (low_returns(n->a) || low_returns(n->b) || low_returns(n->c))))
            return true;
    return false;
}

bool low_falls_off(const struct syn_node *n) {
    /* Only the last statement matters, as a `return` ends its block. */
    while (n && n->next)
        n = n->next;
    if (!n)
        return true;

    switch ((enum syn_kind)n->kind) {
    case SYN_RETURN: return false;
    case SYN_DO: return low_falls_off(n->a);
    case SYN_IF: return low_falls_off(n->b) || low_falls_off(n->c);
    /* An endless loop. A `break` in it is missed, and so is the fault. */
    case SYN_WHILE: return n->a->kind != SYN_TRUE;
    default: return true;
    }
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* How many arguments a CALL has, or -1 where the last one may be several. */
static int lower_blame_written(const struct syn_node *call) {
    int count = 0;
    /* Only the last one is expanded, as everywhere in Lua. */
    for (const struct syn_node *n = call->b; n; n = n->next, count++)
        if (!n->next && (n->kind == SYN_CALL || n->kind == SYN_METHOD || n->kind == SYN_VARARG))
            return -1;
    return count;
}

static _Noreturn void miscounted(struct low *l, const struct syn_node *call, int wanted,
                                 int found) {
    char name[100];
    const char *called = low_name_of(l, call->a, name);
    low_fault(l, call, "%s%s%s takes %d argument%s, found %d", called ? "'" : "",
              called ? called : "this function", called ? "'" : "", wanted, wanted == 1 ? "" : "s",
              found);
}

void low_check_query_call(struct low *l, const struct syn_node *call, int params) {
    int found = lower_blame_written(call);
    if (found >= 0 && found != params)
        miscounted(l, call, params, found);
}

/* Functions in tables may be called with more than they take: a local one is called by its name. */
void low_check_call(struct low *l, const struct syn_node *call, const struct low_frame *frame) {
    const struct syn_node *callee = call->a;
    const struct syn_name *name = callee->kind == SYN_LOCAL ? callee->name : NULL;
    int found = lower_blame_written(call);

    /* A name that is assigned again may hold another function. */
    if (name && name->init && name->init->kind == SYN_FUNCTION && !name->assignments &&
        !frame->fn->vararg && found > frame->fn->param_count)
        miscounted(l, call, frame->fn->param_count, found);
}

void low_fault_function(struct low *l, struct low_frame *frame, const char *format, ...) {
    /* A function is no node: its head serves as one. */
    const struct syn_function *fn = frame->fn;
    struct syn_node here = {.line = fn->line, .column = fn->column, .from = fn->from, .to = fn->to};
    char text[300];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    l->frame = frame;
    low_fault(l, &here, "%s", text);
}
