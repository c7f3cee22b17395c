/* Checks of rule ids in sources. Reports an id that no chapter states, in a need, a choice, an
 * addition to a move or an art; and an id that is stated twice. A module that states no rules may
 * use any ids. */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "host/internal.h"
#include "author/lint.h"
#include "host/syntax/recover.h"
#include "muster/rulebook.h"
#include "rulesets/near.h"

struct reading {
    struct host *host;
    const struct syn_tree *tree;
    const struct host_module *module;  /* module of the current tree */
    struct lint_names stated;          /* stated by `id` in all trees, and by chapters */
    const struct host_module **states; /* owned: modules that state rules */
    int state_count;
    void (*see)(struct reading *r, const struct syn_node *string, bool stated);
    bool failed; /* out of memory */
};

/* ---- trees ----------------------------------------------------------------------------------- */

/* An id such as WT-MOV-2: words of capital letters and digits, joined by "-". */
static bool is_id(const struct syn_node *n) {
    if (!n || n->kind != SYN_STRING || !isupper((unsigned char)*n->s) || !strchr(n->s, '-'))
        return false;
    /* Only such strings can be taken for rules: others may be anything. */
    for (const char *c = n->s; *c; c++)
        if (!isupper((unsigned char)*c) && !isdigit((unsigned char)*c) && *c != '-')
            return false;
    return true;
}

static bool is_one_of(const char *name, const char *const *names) {
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

/* Is this a call with rule ids: need, choose and so on, or move:forbid(...)? */
static bool takes_ids(const struct syn_node *n) {
    static const char *const words[] = {"need", "choose", "choose_step", NULL};
    static const char *const methods[] = {"forbid", "permit", "oblige", NULL};
    if (n->kind == SYN_METHOD)
        return is_one_of(n->s, methods);
    /* Only the global words: a local of the same name is something else. */
    return n->kind == SYN_CALL && n->a->kind == SYN_GLOBAL && is_one_of(n->a->s, words);
}

static void visit(struct reading *r, const struct syn_node *n) {
    for (; n; n = n->next) {
        /* The tree is walked as a whole, because needs can be anywhere in functions. */
        for (const struct syn_node *arg = takes_ids(n) ? n->b : NULL; arg; arg = arg->next)
            if (is_id(arg))
                r->see(r, arg, false);
        /* `id` states a rule, in a paragraph; `rule` refers to one. */
        if (n->kind == SYN_ENTRY && n->s && is_id(n->b) &&
            (!strcmp(n->s, "id") || !strcmp(n->s, "rule")))
            r->see(r, n->b, *n->s == 'i');
        if (n->kind == SYN_FUNCTION)
            visit(r, n->function->body);
        visit(r, n->a);
        visit(r, n->b);
        visit(r, n->c);
    }
}

/* The module of a source: house.siege has lua/house/siege.lua and lua/house/siege/. */
static const struct host_module *module_of(const struct host *host, const char *path) {
    const struct host_module *found = NULL;
    const char *inside = sandbox_inside(host->L, path);

    for (int i = 0; i < host->module_count; i++) {
        const char *name = host->modules[i].name, *at = inside ? inside : path;
        size_t length = strlen(name), k = 0;
        /* A path has '/' where a name has '.'. */
        while (k < length && (at[k] == name[k] || (at[k] == '/' && name[k] == '.')))
            k++;
        /* The longest name: a.b has a file of its own beside the files of a. */
        if (k == length && (at[k] == '/' || !strcmp(at + k, ".lua")) &&
            (!found || strlen(found->name) < length))
            found = &host->modules[i];
    }

    return found;
}

static void visit_all(struct reading *r,
                      void (*see)(struct reading *, const struct syn_node *, bool)) {
    struct mst_buf shown = {0};
    struct mst_error error;
    r->see = see;
    for (int i = 0; sandbox_source(r->host->L, i, NULL, &shown); i++) {
        /* Each source was parsed for lint.c before, so this fails only without memory. */
        r->tree = shown.failed ? NULL : syn_recover_tree(r->host->L, mst_buf_text(&shown), &error);
        r->failed |= !r->tree;
        if (shown.failed)
            break;
        r->module = module_of(r->host, mst_buf_text(&shown));

        /* A source of no module is the library. */
        if (r->tree && r->module)
            visit(r, r->tree->functions[0]->body);
        shown.length = 0;
    }
    mst_buf_clear(&shown);
}

/* ---- what is seen ---------------------------------------------------------------------------- */

static bool states_rules(const struct reading *r) {
    /* The last tree's module. */
    for (int i = 0; i < r->state_count; i++)
        if (r->states[i] == r->module)
            return true;
    return false;
}

static void lint_rules_collect(struct reading *r, const struct syn_node *string, bool stated) {
    if (!stated)
        return;
    r->failed |= !lint_add(&r->stated, string->s, string->length);
    /* Each module is listed once; trees of others have none. */
    if (!r->module || states_rules(r))
        return;
    const struct host_module **kept = core_rules_grow(&r->states, &r->state_count, sizeof *kept);
    if (kept)
        *kept = r->module;
    r->failed |= !kept;
}

/* The number of paragraphs that state the rule, under any options, in chapters of the module. */
static int times_stated(const struct reading *r, const char *id) {
    int times = 0;
    for (int i = 0; i < r->host->chapter_count; i++) {
        const struct mst_chapter *chapter = &r->host->chapters[i];
        for (int k = 0; k < chapter->count && !strcmp(chapter->module, r->module->name); k++)
            /* Under an option, two paragraphs may state one rule in two ways. */
            times += !chapter->paragraphs[k].option_count && !strcmp(chapter->paragraphs[k].id, id);
    }
    return times;
}

/* Check a string that is a rule id. The trees are visited in order, so the second statement of a
 * rule is reported. */
static void lint_rules_check(struct reading *r, const struct syn_node *string, bool stated) {
    struct lint_place place = {r->tree, string};
    const char *id = string->s;
    char text[300], hint[MST_HINT_SIZE];
    /* L1: it must occur twice in this source, and in the chapters without an option. */
    if (stated) {
        int before = 0;
        for (const char *at = r->tree->source; (at = strstr(at, id)) != NULL; at++)
            /* Only statements above this one: the second is the one to report. */
            before += at < r->tree->source + string->from && at[-1] == '"' &&
                      at[string->length] == '"' && !strncmp(at - 6, "id = ", 5);
        if (before && times_stated(r, id) > 1) {
            snprintf(text, sizeof text, "rule '%s' is stated twice", id);
            lint_remark(r->host, MST_OK, place, text);
        }
        return;
    }
    struct mst_nearest nearest = {.wanted = id};

    /* L1: a module that states no rules may be about rules of another game. */
    if (!states_rules(r) || lint_has(&r->stated, id))
        return;
    assert(r->stated.count > 0);
    for (size_t i = 0; i < r->stated.count; i++)
        mst_nearest_offer(&nearest, r->stated.items[i].from);
    snprintf(text, sizeof text, "no chapter states rule '%s'%s", id, mst_hint(nearest.best, hint));
    lint_remark(r->host, MST_OK, place, text);
}

/* Collect the ids of all chapters, even computed ones. */
static void collect_chapters(struct reading *r) {
    for (int i = 0; i < r->host->chapter_count; i++)
        for (int k = 0; k < r->host->chapters[i].count; k++) {
            const char *id = r->host->chapters[i].paragraphs[k].id;
            r->failed |= !lint_add(&r->stated, id, strlen(id));
        }
}

void lint_rules(struct host *host, struct syn_tree *const *others, int count) {
    struct reading r = {.host = host, .see = lint_rules_collect};

    for (int i = 0; i < count; i++) { /* a switched-off module may state it */
        r.tree = others[i];
        visit(&r, others[i]->functions[0]->body);
    }

    visit_all(&r, lint_rules_collect);

    /* L1: ids that were computed are in no source. */
    collect_chapters(&r);
    lint_sort(&r.stated);
    /* L1: with something missing, every id would look wrong. */
    if (!r.failed)
        visit_all(&r, lint_rules_check);
    host->short_of_memory |= r.failed; /* every source was parsed before */
    mst_free(r.stated.items);
    mst_free(r.states);
}
