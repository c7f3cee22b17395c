/* The hooks of a ruleset as Markdown, for whoever writes a module (hooks.c notes them).
 *
 * K1 What is printed follows the order of modules and declarations alone. K2 Nothing is changed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/internal.h"
#include "host/spec.h"

struct printing {
    struct mst_host *host;
    struct mst_buf *out;
};

/* ---- texts ----------------------------------------------------------------------------------- */

/* A text on one line, without the blanks that indent it; in cells without what ends one. */
static void put_line(struct mst_buf *out, const char *text, bool cell) {
    for (bool blank = false; *text; text++) {
        blank = blank || *text == ' ' || *text == '\n' || *text == '\t';
        if (*text == ' ' || *text == '\n' || *text == '\t')
            continue;
        if (blank && out->length)
            mst_buf_char(out, ' ');
        blank = false;
        mst_buf_puts(out, cell && *text == '|' ? "\\" : "");
        mst_buf_char(out, *text);
    }
}

static void put_code(struct mst_buf *out, const char *text, bool cell) {
    struct mst_buf line = {0};
    put_line(&line, text, cell);
    mst_buf_printf(out, "`%s`", mst_buf_text(&line));
    out->failed |= line.failed;
    mst_buf_clear(&line);
}

static const char no_help[] = "(no help)";

/* What menus call it; where nothing was said that is its name. */
static const char *title_of(const char *name, const char *title) {
    return strcmp(name, title) ? title : no_help;
}

/* ---- queries, events, lists ------------------------------------------------------------------ */

static void put_head(struct mst_buf *out, const struct mst_hook *hook) {
    mst_buf_printf(out, "### `%s`\n\n", hook->head);
    mst_buf_printf(out, "%s\n\n", *hook->help ? hook->help : no_help);
}

/* Where a query is declared, and what modules made of it. */
static void print_amendments(struct mst_buf *out, const struct mst_rule *rule) {
    static const char *const joins[] = {
        [MST_JOIN_REPLACE] = "amended", [MST_JOIN_OR] = "or",   [MST_JOIN_AND] = "and",
        [MST_JOIN_MIN] = "min",         [MST_JOIN_MAX] = "max", [MST_JOIN_SUM] = "+",
    };
    for (int i = 0; i < rule->layer_count; i++) {
        const struct mst_rule_layer *layer = &rule->layers[i];
        if (i)
            mst_buf_printf(out, "- %s: %s (%s)\n", joins[layer->join], layer->module,
                           layer->origin);
        else
            mst_buf_printf(out, "- declared in %s\n", layer->origin);
    }
    mst_buf_char(out, '\n');
}

/* An entry is on top of the stack: say where its function stands. Pops it. */
static void print_entry(const struct printing *p, const char *name) {
    lua_State *L = p->host->L;
    lua_Debug ar;
    if (!lua_isfunction(L, -1)) {
        mst_buf_printf(p->out, "- %s, a %s\n", name, luaL_typename(L, -1));
        lua_pop(L, 1);
        return;
    }
    lua_getinfo(L, ">S", &ar);
    mst_buf_printf(p->out, "- %s (%s:%d)\n", name, ar.source + 1, ar.linedefined);
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The entries by name of the table on top of the stack, in the order of their names (K1). */
static void print_named(const struct printing *p) {
    lua_State *L = p->host->L;
    int table = lua_gettop(L);
    size_t count = 0, at = 0;
    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1))
        count += lua_type(L, -2) == LUA_TSTRING;
    const char **names = lua_newuserdatauv(L, (count + 1) * sizeof *names, 0);
    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1))
        if (lua_type(L, -2) == LUA_TSTRING)
            names[at++] = lua_tostring(L, -2);
    qsort(names, count, sizeof *names, compare_names);
    for (at = 0; at < count; at++) {
        char name[80];
        snprintf(name, sizeof name, "`%s`", names[at]);
        lua_getfield(L, table, names[at]);
        print_entry(p, name);
    }
    lua_settop(L, table);
}

static void print_list(const struct printing *p, const struct mst_hook *hook) {
    lua_State *L = p->host->L;
    lua_rawgeti(L, LUA_REGISTRYINDEX, hook->index);
    mst_buf_printf(p->out, "- made here (%s)\n", hook->origin);
    for (int i = 1; i <= (int)lua_rawlen(L, -1); i++) {
        char name[40];
        snprintf(name, sizeof name, "entry %d", i);
        lua_rawgeti(L, -1, i);
        print_entry(p, name);
    }
    print_named(p);
    lua_pop(L, 1);
    mst_buf_char(p->out, '\n');
}

static void print_listeners(const struct printing *p, const struct mst_listener *listeners,
                            int count) {
    for (int i = 0; i < count; i++)
        mst_buf_printf(p->out, "- listened to by %s (%s)\n", listeners[i].module,
                       listeners[i].origin);
}

static void print_hook(const struct printing *p, const struct mst_hook *hook) {
    size_t before;
    switch (hook->kind) {
    case MST_HOOK_QUERY:
        put_head(p->out, hook);
        print_amendments(p->out, &p->host->rule[hook->index]);
        break;
    case MST_HOOK_EVENT:
        put_head(p->out, hook);
        before = p->out->length;
        print_listeners(p, p->host->event_rule[hook->index].listeners,
                        p->host->event_rule[hook->index].listener_count);
        mst_buf_puts(p->out, p->out->length > before ? "\n" : "");
        break;
    case MST_HOOK_LIST:
        put_head(p->out, hook);
        print_list(p, hook);
        break;
    case MST_HOOK_LISTENED:
        put_head(p->out, hook);
        print_listeners(p, p->host->hook_rule[hook->index].listeners,
                        p->host->hook_rule[hook->index].listener_count);
        mst_buf_char(p->out, '\n');
        break;
    }
}

static void print_hooks(const struct printing *p, enum mst_hook_kind kind, const char *title) {
    bool any = false;
    for (int i = 0; i < p->host->hook_count; i++) {
        if (p->host->hooks[i].kind != kind)
            continue;
        mst_buf_puts(p->out, any ? "" : title);
        any = true;
        print_hook(p, &p->host->hooks[i]);
    }
}

/* ---- moves and decisions --------------------------------------------------------------------- */

/* How the move is written, parameters in braces. */
static void put_format(struct mst_buf *out, const struct mst_kind *kind) {
    struct mst_buf text = {0};
    for (int i = 0; i < kind->segment_count; i++) {
        const struct mst_segment *segment = &kind->segments[i];
        if (segment->param < 0)
            mst_buf_puts(&text, segment->text);
        else
            mst_buf_printf(&text, "{%s}", kind->params[segment->param].name);
    }
    put_code(out, mst_buf_text(&text), true);
    out->failed |= text.failed;
    mst_buf_clear(&text);
}

/* The rules that permit may name: those of the move's own conditions, each once. */
static void put_rules(struct mst_buf *out, const struct mst_kind *kind) {
    for (int i = 0; i < kind->clause_count; i++) {
        const struct mst_reason *reason = &kind->clauses[i].reason;
        bool said = !reason->rule || !*reason->rule || strcmp(reason->module, kind->module) != 0;
        for (int k = 0; k < i && !said; k++)
            said =
                kind->clauses[k].reason.rule && !strcmp(kind->clauses[k].reason.rule, reason->rule);
        if (!said)
            mst_buf_printf(out, " %s", reason->rule);
    }
}

/* What modules say of the move by functions. */
static void print_permissions(const struct printing *p, int kind) {
    static const char *const words[] = {
        [MST_FORBID] = "is forbidden", [MST_PERMIT] = "is permitted", [MST_OBLIGE] = "is obliged"};
    if (kind >= p->host->move_rule_count)
        return;
    const struct mst_move_rule *rule = &p->host->move_rule[kind];
    for (int i = 0; i < rule->permission_count; i++) {
        const struct mst_reason *reason = &rule->permissions[i].reason;
        bool id = reason->rule && *reason->rule;
        mst_buf_printf(p->out, "- `%s` %s by %s%s%s (%s)\n", p->host->rules->kinds[kind].name,
                       words[rule->permissions[i].kind], reason->module, id ? ", " : "",
                       id ? reason->rule : "", reason->origin);
    }
}

static void print_moves(const struct printing *p, int decision) {
    const struct mst_rules *rules = p->host->rules;
    bool any = false;
    for (int i = 0; i < rules->kind_count; i++) {
        const struct mst_kind *kind = &rules->kinds[i];
        if (kind->decision != decision)
            continue;
        mst_buf_puts(p->out, any ? ""
                                 : "| move | written | menu | its rules | declared |\n"
                                   "|---|---|---|---|---|\n");
        any = true;
        mst_buf_printf(p->out, "| `%s` | ", kind->name);
        put_format(p->out, kind);
        mst_buf_puts(p->out, " | ");
        put_line(p->out, title_of(kind->name, kind->title), true);
        mst_buf_puts(p->out, " |");
        put_rules(p->out, kind);
        mst_buf_printf(p->out, " | %s |\n", kind->origin);
    }
    mst_buf_puts(p->out, any ? "\n" : "");
    size_t before = p->out->length;
    for (int i = 0; i < rules->kind_count; i++) {
        if (rules->kinds[i].decision == decision)
            print_permissions(p, i);
    }
    mst_buf_puts(p->out, p->out->length > before ? "\n" : "");
}

static void print_decisions(const struct printing *p) {
    const struct mst_rules *rules = p->host->rules;
    mst_buf_puts(p->out, "## Decisions and moves\n\nA module adds moves with `muster.move`, and "
                         "conditions on those of others with `move:forbid`,\n`move:permit` and "
                         "`move:oblige`. Permitting names one of the rules.\n\n");
    for (int i = 0; i < rules->decision_count; i++) {
        const struct mst_decision *decision = &rules->decisions[i];
        if (decision->automatic)
            continue;
        mst_buf_printf(p->out, "### `%s`: %s\n\nDeclared in %s.\n\n", decision->name,
                       title_of(decision->name, decision->title), decision->origin);
        print_moves(p, i);
    }
    bool everywhere = false;
    for (int i = 0; i < rules->kind_count; i++)
        everywhere = everywhere || rules->kinds[i].decision < 0;
    mst_buf_puts(p->out, everywhere ? "### At every decision\n\n" : "");
    print_moves(p, MST_NONE);
}

static void print_steps(const struct printing *p) {
    const struct mst_rules *rules = p->host->rules;
    bool any = false;
    for (int i = 0; i < rules->decision_count; i++) {
        const struct mst_decision *decision = &rules->decisions[i];
        if (!decision->automatic)
            continue;
        mst_buf_puts(p->out,
                     any ? ""
                         : "## Steps\n\nWhat the rules do by themselves; effects `go` there "
                           "or `push` them.\n\n| step | | declared |\n|---|---|---|\n");
        any = true;
        mst_buf_printf(p->out, "| `%s` | %s | %s |\n", decision->name,
                       title_of(decision->name, decision->title), decision->origin);
    }
    mst_buf_puts(p->out, any ? "\n" : "");
}

/* ---- the whole ------------------------------------------------------------------------------- */

static int print_all(lua_State *L) {
    struct printing *p = lua_touserdata(L, 1);
    mst_buf_printf(p->out,
                   "# Hooks of %s\n\nGenerated from what the modules of this ruleset declare.\n\n",
                   mst_host_title(p->host));
    print_hooks(p, MST_HOOK_QUERY,
                "## Queries\n\nA module changes the answer with `query:amend`.\n\n");
    print_hooks(p, MST_HOOK_EVENT, "## Events\n\nA module listens with `event:on(f)`.\n\n");
    print_hooks(p, MST_HOOK_LIST, "## Lists\n\nA module adds to them in Lua while it loads.\n\n");
    print_hooks(p, MST_HOOK_LISTENED, "## Hooks\n\nA module listens with `hook:on(f)`.\n\n");
    print_decisions(p);
    print_steps(p);
    return 0;
}

bool mst_host_hooks(struct mst_host *host, struct mst_buf *out, struct mst_error *error) {
    struct printing p = {host, out};
    lua_pushcfunction(host->L, print_all);
    lua_pushlightuserdata(host->L, &p);
    return mst_sandbox_call(host->L, 1, 0, error) == MST_OK;
}
