/* Checks of rules that load but look wrong: undefined names, and declarations that are never used.
 * They run only when files are checked, not in play.
 *
 * L1 No false alarms: if the use of something is uncertain, it counts as used. All sources count as
 * users (lint_uses.c): loaded ones, and those that name a loaded module, because they build on it.
 * L2 Sources are parsed, never run. */
#include "author/lint.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "host/handles/handle_parts.h"
#include "host/syntax/recover.h"
#include "muster/rulebook.h"
#include "rulesets/near.h"

struct looking {
    struct host *host;
    char *const *others; /* paths of all existing sources */
    size_t other_count;
    struct syn_tree **trees; /* owned: trees of sources that are not loaded */
    int tree_count;
    struct lint_uses uses;
    bool unread; /* a loaded source cannot be parsed, so its uses are unknown */
};

/* ---- remarks --------------------------------------------------------------------------------- */

void lint_remark(struct host *host, enum mst_status status, struct lint_place place,
                 const char *text) {
    char at[200];
    int count = host->fault_count;
    snprintf(at, sizeof at, "%s:%d", place.tree->path, place.node->line);
    assert(place.tree && place.node);
    host_remark(host, status, at, "%s", text);

    /* The same fault was there before, or memory ran out. */
    if (host->fault_count == count)
        return;
    struct host_spot *spot = &host->faults[count].spot;
    host_note_spot(place.tree, place.node, spot);
    if (place.node->kind == SYN_STRING && strchr("\"'", place.tree->source[place.node->from])) {
        spot->from++; /* only the name, without its quotes */
        spot->length -= 2;
    }
}

static bool used(const struct looking *l, enum lint_use use, const char *name) {
    return name && lint_has(&l->uses.names[use], name);
}

/* ---- names in sources ------------------------------------------------------------------------ */

static const struct host_api *const apis[] = {host_api_declare, host_api_access};

static bool in_api(const char *name, struct mst_nearest *nearest) {
    for (size_t i = 0; i < sizeof apis / sizeof *apis; i++)
        for (const struct host_api *api = apis[i]; api->name; api++) {
            if (!strcmp(api->name, name))
                return true;
            mst_nearest_offer(nearest, api->name);
        }
    return false;
}

/* Is this a word that exists only after the board and the game are declared? The declaring module
 * may have failed. */
static bool is_late_word(const char *name) {
    static const char *const words[] = {"zones", "nothing", "box", "seats"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], name))
            return true;
    return false;
}

/* Is this a global name that rules see? */
static bool in_globals(lua_State *L, const char *name, struct mst_nearest *nearest) {
    int top = lua_gettop(L);
    if (is_late_word(name))
        return true;
    /* L2: look the name up as a table has it, without running what a missing name runs. */
    sandbox_env(L);
    lua_pushstring(L, name);
    bool there = lua_rawget(L, -2) != LUA_TNIL; /* avoid raising for a missing name */
    lua_settop(L, top + 1);
    lua_pushnil(L);

    /* Not there: walk all names, to find the nearest. */
    while (!there && lua_next(L, top + 1)) {
        if (lua_type(L, -2) == LUA_TSTRING)
            mst_nearest_offer(nearest, lua_tostring(L, -2));
        lua_pop(L, 1);
    }
    lua_settop(L, top);
    assert(lua_gettop(L) == top);
    return there;
}

enum {
    NAME = 64,
    MOST_REMARKS = 500, /* faults of names in one run: finding each takes time */
    MOST_NEAREST = 20   /* of them with the nearest name */
};

static bool enough(const struct looking *l) {
    return l->host->fault_count >= MOST_REMARKS;
}

/* Write the name nearest to `wanted` in a list to `best`, or "". Among equally near names, the
 * longest: omitting letters is more common than adding them. */
static void nearest_in(const struct looking *l, enum lint_use use, const char *wanted,
                       char best[NAME]) {
    const struct lint_names *names = &l->uses.names[use];
    int least = 0;
    best[0] = 0;

    /* After some remarks people have enough to do, and each search is a walk over all names. */
    for (size_t i = 0; i < names->count && l->host->fault_count < MOST_NEAREST; i++) {
        char other[NAME];
        struct mst_nearest one = {.wanted = wanted};
        /* Names of the list have no zero at their end. */
        snprintf(other, sizeof other, "%.*s", (int)names->items[i].length, names->items[i].from);
        mst_nearest_offer(&one, other);
        bool longer = one.best && *best && one.distance == least && strlen(other) > strlen(best);
        if (one.best && (!*best || one.distance < least || longer)) {
            least = one.distance;
            memcpy(best, other, NAME);
        }
    }
}

static void unknown(struct looking *l, struct lint_place place, const char *what, const char *name,
                    const char *near) {
    char text[300], meant[300] = "", hint[MST_HINT_SIZE];
    if (near)
        snprintf(meant, sizeof meant, "%s%s", what, near);
    snprintf(text, sizeof text, "unknown name '%s%s'%s", what, name, mst_hint(meant, hint));
    lint_remark(l->host, MST_SCRIPT_ERROR, place, text);
}

/* Check the names in the last tree that are neither locals nor words. */
static void check_globals(struct looking *l) {
    for (int i = 0; i < l->uses.global_count && !enough(l); i++) {
        struct lint_place place = l->uses.globals[i];
        const char *name = place.node->s;
        char local[NAME];
        struct mst_nearest nearest = {.wanted = name};
        if (in_globals(l->host->L, name, &nearest))
            continue;
        /* A misspelt local looks like a global name. */
        nearest_in(l, LINT_LOCAL, name, local);
        unknown(l, place, "", name, *local ? local : nearest.best);
    }
}

/* Check `x.name`: is it a function of `muster`, or a field that is never created? Missing names in
 * other global tables are reported when they are read. */
static void check_field(struct looking *l, struct lint_place place) {
    const struct syn_node *n = place.node;
    const char *name = n->b->s;
    char best[NAME], text[200], hint[MST_HINT_SIZE];
    struct mst_nearest nearest = {.wanted = name};
    place.node = n->b;

    /* The library's names are known exactly, so this is a fault and not a guess. */
    assert(!l->unread && !l->uses.failed); /* L1 */
    if (lint_muster_word(n)) {
        if (!in_api(name, &nearest))
            unknown(l, place, "muster.", name, nearest.best);
        return;
    }

    /* L1: any table that could have such a field will do. */
    if (n->a->kind == SYN_GLOBAL || used(l, LINT_MADE, name) || in_api(name, &nearest))
        return;
    nearest_in(l, LINT_MADE, name, best);
    snprintf(text, sizeof text, "no table has a field '%s'%s", name, mst_hint(best, hint));
    lint_remark(l->host, MST_OK, place, text);
}

/* ---- unused declarations --------------------------------------------------------------------- */

/* Is the field read by something other than a rule: the order of a container, the text of a piece,
 * a primitive, or the key of a position? */
static bool read_otherwise(const struct core_rules *rules, int field) {
    const struct core_schema *schema = rules->schema;
    char braces[CORE_NAME_SIZE + 2];
    snprintf(braces, sizeof braces, "{%s}", schema->fields[field].name);

    /* Each of these reads a field by its number, and no source names it. */
    assert(field >= 0 && field < schema->field_count);
    for (int t = 0; t < schema->type_count; t++)
        if (schema->types[t].text && strstr(schema->types[t].text, braces))
            return true;
    for (int c = 0; c < schema->container_count; c++)
        for (int i = 0; i < schema->containers[c].sorts; i++)
            if (schema->containers[c].sort[i] == field)
                return true;
    for (int i = 0; i < rules->key_field_count; i++)
        if (rules->key_fields[i] == field)
            return true;
    for (int i = 0; i < rules->primitive_count; i++)
        if (rules->primitives[i].reads &&
            rules->primitives[i].reads(rules->primitives[i].data, field))
            return true;
    return false;
}

/* Is a record or flow read with computed names? */
static bool read_by_any(const struct looking *l, const char *record) {
    return used(l, LINT_READ, record) || used(l, LINT_MENTIONED, record);
}

static const char *fault_of_field(const struct looking *l, const struct lint_declared *d) {
    const struct core_rules *rules = l->host->rules;
    int index = core_schema_find_field(rules->schema, d->name);
    if (index < 0 || used(l, LINT_MENTIONED, d->record ? NULL : d->assigned) ||
        read_by_any(l, d->record))
        return NULL;

    /* L1: a record can be read and written by names in strings. */
    bool quoted = d->record && used(l, LINT_QUOTED, d->name);
    bool read = used(l, d->record ? LINT_DOTTED : LINT_READ, d->assigned) || quoted ||
                read_otherwise(rules, index);
    bool written =
        used(l, LINT_WRITTEN, d->assigned) || quoted || rules->schema->fields[index].each;
    if (read && written)
        return NULL;
    if (read)
        return "is never written: it always has its initial value";
    return written ? "is never read" : "is neither read nor written";
}

static const char *fault_of_decision(const struct looking *l, const struct lint_declared *d) {
    const struct core_rules *rules = l->host->rules;
    int index = core_rules_find_decision(rules, d->name);
    const struct core_decision *decision = index < 0 ? NULL : &rules->decisions[index];
    if (!decision)
        return NULL;
    /* go and push take the decision as a value. */
    if (!used(l, LINT_MENTIONED, d->assigned) && !read_by_any(l, d->record))
        return "is never reached: no go or push leads to it";
    if (!decision->automatic && !decision->kind_count &&
        l->host->decision_rule[index].empty == LUA_NOREF)
        return "has no moves and no 'empty'";
    return NULL;
}

static const char *lint_fault_of(const struct looking *l, const struct lint_declared *d) {
    assert(!l->unread && !l->uses.failed); /* L1 */
    if (!strcmp(d->what, "field"))
        return fault_of_field(l, d);
    if (!strcmp(d->what, "decision") || !strcmp(d->what, "step"))
        return fault_of_decision(l, d);
    /* L1: it was passed on, so others may do anything with it. */
    if (used(l, LINT_MENTIONED, d->assigned))
        return NULL;
    if (!strcmp(d->what, "choice"))
        return used(l, LINT_CALLED, d->assigned)
                   ? NULL
                   : "is never asked: nothing uses what scenario.choice returns";
    if (!strcmp(d->what, "query"))
        return used(l, LINT_CALLED, d->assigned) ? NULL : "is never called";

    /* An event that was not declared after all has a fault of its own. */
    bool there = core_rules_find_event(l->host->rules, d->name) >= 0;
    return !there || used(l, LINT_EMITTED, d->assigned) ? NULL : "is never emitted";
}

static void check_declared(struct looking *l) {
    assert(l->host->frozen); /* L1: before, rules that use a declaration may be missing */
    for (int i = 0; i < l->uses.declared_count; i++) {
        const struct lint_declared *d = &l->uses.declared[i];
        const char *fault = lint_fault_of(l, d);
        char text[200];
        if (!fault)
            continue;
        snprintf(text, sizeof text, "%s '%s' %s", d->what, d->name, fault);
        lint_remark(l->host, MST_OK, d->at, text);
    }
}

static void check_options(struct looking *l) {
    assert(l->host->frozen && !l->unread); /* L1 */
    for (int i = 0; i < l->host->option_count; i++) {
        const struct mst_option *option = &l->host->options[i];
        /* L1: read as an element of a table, or by its name as a string. */
        if (!used(l, LINT_DOTTED, option->key) && !used(l, LINT_QUOTED, option->key))
            host_remark(l->host, MST_OK, option->origin, "option '%s' is never read", option->key);
    }
}

/* ---- relations between modules --------------------------------------------------------------- */

/* Is the notation of both the same: the same literals, and choices of the same kind? Moves of one
 * module may share it, if they differ in when they are legal. */
static bool same_notation(const struct core_kind *a, const struct core_kind *b) {
    /* Moves without choices share a text only by intent, unless two modules do so. */
    bool same = a->segment_count == b->segment_count &&
                (a->param_count == 0 || strcmp(a->module, b->module) != 0);
    for (int i = 0; same && i < a->segment_count; i++) {
        int p = a->segments[i].param, q = b->segments[i].param;
        same = p >= 0 && q >= 0 ? a->params[p].kind == b->params[q].kind
                                : p == q && !strcmp(a->segments[i].text, b->segments[i].text);
    }
    return same;
}

/* Check for two moves of one decision with the same text: typing it plays the first legal one. */
static void check_texts(struct looking *l) {
    const struct core_rules *rules = l->host->rules;
    for (int i = 0; i < rules->kind_count; i++)
        /* Each pair once, reported at the later one, which its author has just added. */
        for (int k = 0; k < i; k++) {
            const struct core_kind *a = &rules->kinds[k], *b = &rules->kinds[i];
            if (a->decision == b->decision && !a->unlisted && !b->unlisted && same_notation(a, b))
                host_remark(l->host, MST_OK, b->origin,
                            "'%s' is the text of move '%s', and reads like that of move '%s' "
                            "(%s)",
                            l->host->move_rule[i].text, b->name, a->name, a->origin);
        }
}

/* Check for nonexistent modules in `before` and `after`. */
static void check_order(struct looking *l, const struct host_module *module) {
    char *const *const lists[] = {module->before, module->after, module->conflicts};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (int k = 0; lists[i][k]; k++) {
            struct mst_error error = {0};
            /* A misspelt name would be ignored in silence: nothing requires the module. */
            if (!sandbox_there(l->host->L, lists[i][k], &error))
                host_remark(l->host, MST_OK, module->origin, "%s", error.text);
        }
}

/* ---- reading sources ------------------------------------------------------------------------- */

static bool walk_loaded(struct looking *l, int index) {
    struct mst_buf shown = {0};
    struct mst_error error = {0};
    bool there = sandbox_source(l->host->L, index, NULL, &shown);
    const struct syn_tree *tree =
        there && !shown.failed ? syn_recover_tree(l->host->L, mst_buf_text(&shown), &error) : NULL;

    /* Locals and globals are those of the last tree, so they are checked before the next one. */
    if (tree) {
        lint_walk(&l->uses, tree, false);
        lint_sort(&l->uses.names[LINT_LOCAL]);
        check_globals(l);
    }

    /* L1: uses in a source that was not read are unknown. */
    l->unread |= there && !tree;
    l->host->short_of_memory |= shown.failed || error.status == MST_NO_MEMORY;
    mst_buf_clear(&shown);
    return there;
}

/* The tree of a source that is not loaded, or NULL. */
static const struct syn_tree *read_other(struct looking *l, const char *path, const char *shown) {
    size_t length;
    struct mst_error error = {0};
    char *text = mst_read_file(path, SANDBOX_LIMITS_DEFAULT.source, &length, &error);
    struct syn_tree *tree = text ? syn_read(shown, text, length, &error, NULL) : NULL;
    struct syn_tree **kept = tree ? core_rules_grow(&l->trees, &l->tree_count, sizeof *kept) : NULL;
    mst_free(text);
    l->host->short_of_memory |= error.status == MST_NO_MEMORY || (tree && !kept);

    /* Kept until the end: names and places point into trees. */
    if (kept)
        return *kept = tree;
    syn_free(tree);
    return NULL;
}

/* Does the source name a loaded module? */
static bool builds_on_loaded(const struct looking *l, const struct syn_tree *tree) {
    for (int i = 0; i < l->host->module_count; i++) {
        const char *name = l->host->modules[i].name;
        size_t length = strlen(name);
        for (const char *at = strstr(tree->source, name); at; at = strstr(at + 1, name))
            /* In quotes of either kind: `require "name"`, `requires = { 'name' }`. */
            if (at > tree->source && strchr("\"'", at[-1]) && at[length] == at[-1])
                return true;
    }
    return false;
}

/* Walk an existing source that may not be loaded. */
static void walk_other(struct looking *l, const char *path) {
    const struct syn_tree *tree = read_other(l, path, path);
    int fields = l->uses.field_count, declared = l->uses.declared_count;
    if (!tree)
        return;

    /* L1: one that builds on no loaded module may only create fields by the same names. */
    lint_walk(&l->uses, tree, !builds_on_loaded(l, tree));
    l->uses.field_count = fields; /* its own faults are reported when it is loaded */
    l->uses.declared_count = declared;
}

/* Walk a module that failed to load: it may contain more faults than the one that stopped it. */
static void walk_failed(struct looking *l, const struct host_module *module) {
    char file[200];
    if (!module->fault)
        return;
    snprintf(file, sizeof file, "/lua/%s.lua", module->name);

    /* "/lua/a.b.lua" to "/lua/a/b.lua": all dots but that of the ending. */
    for (char *c = file + 5; c[4]; c++)
        *c = *c == '.' ? '/' : *c;
    for (size_t i = 0; i < l->other_count; i++) {
        size_t length = strlen(l->others[i]), end = strlen(file);
        /* It is in one folder only: F1 of folders.h. */
        bool own = length > end && !strcmp(l->others[i] + length - end, file);
        struct mst_buf shown = {0};
        sandbox_shown(l->host->L, l->others[i], &shown);
        const struct syn_tree *tree =
            own && !shown.failed ? read_other(l, l->others[i], shown.text) : NULL;
        mst_buf_clear(&shown);
        if (!tree)
            continue;
        lint_walk(&l->uses, tree, false);
        lint_sort(&l->uses.names[LINT_LOCAL]);
        check_globals(l);
    }
}

/* Note the directions of the board, which muster.grid and muster.graph return in a table. */
static void note_directions(struct looking *l) {
    const struct core_board *board = l->host->rules->schema->board;
    for (int d = 0; board && d < board->directions; d++)
        lint_made(&l->uses, board->direction_names[d]);
}

static void check_scene(const struct looking *l) {
    if (!host_shows(l->host))
        host_remark(l->host, MST_OK, "",
                    "no module says what seats see (muster.scene): a match shows only moves");
}

static int lint_look(lua_State *L) {
    struct looking *l = lua_touserdata(L, 1);
    for (int i = 0; walk_loaded(l, i); i++) {
    }
    for (int i = 0; i < l->host->module_count; i++)
        walk_failed(l, &l->host->modules[i]);
    for (size_t i = 0; i < l->other_count; i++)
        walk_other(l, l->others[i]);
    note_directions(l);
    /* L1 */
    if (l->uses.failed || l->unread || l->host->short_of_memory) {
        l->host->short_of_memory |= l->uses.failed;
        return 0;
    }

    /* All uses are known now; LINT_LOCAL was sorted for each tree. */
    for (int i = 0; i < LINT_LOCAL; i++)
        lint_sort(&l->uses.names[i]);
    for (int i = 0; i < l->uses.field_count && !enough(l); i++)
        check_field(l, l->uses.fields[i]);
    if (!l->host->frozen) /* with faults, unused declarations cannot be determined */
        return 0;
    check_declared(l);
    check_scene(l);
    check_texts(l);
    for (int i = 0; i < l->host->module_count; i++)
        check_order(l, &l->host->modules[i]);
    check_options(l);
    lint_rules(l->host, l->trees, l->tree_count);
    return 0;
}

void author_host_look(struct host *host, char *const *others, size_t count) {
    struct looking l = {.host = host, .others = others, .other_count = count};
    struct mst_error error;

    /* In a protected call, because looking up names in Lua can raise errors. */
    lua_pushcfunction(host->L, lint_look);
    lua_pushlightuserdata(host->L, &l);
    if (sandbox_call(host->L, 1, 0, &error) != MST_OK)
        host_remark(host, error.status, error.at, "%s", error.text);

    /* The uses borrow from the trees, and go with them. */
    for (int i = 0; i < l.tree_count; i++)
        syn_free(l.trees[i]);
    mst_free(l.trees);
    lint_clear(&l.uses);
}
