/* The uses of names in sources: see lint.h.
 *
 * A handle usually has the same name in every file, so uses are counted by name. A handle that is
 * renamed, or passed on as a value, counts as used in every way. */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "author/lint.h"
#include "core/rules.h"
#include "rulesets/grow.h"

struct walk {
    struct lint_uses *uses;
    const struct syn_tree *tree;
    bool made_only;
};

/* ---- names ----------------------------------------------------------------------------------- */

bool lint_add(struct lint_names *names, const char *from, size_t length) {
    struct lint_name *items =
        rules_grow(names->items, names->count, &names->capacity, sizeof *items);
    if (!items)
        return false;

    names->items = items;
    items[names->count++] = (struct lint_name){from, length};
    return true;
}

static void add_name(struct walk *w, enum lint_use use, const char *from, size_t length) {
    /* L1: sources that build on nothing loaded are no users, but may create fields. */
    if (!w->made_only || use == LINT_MADE)
        w->uses->failed |= !lint_add(&w->uses->names[use], from, length);
}

static void lint_uses_note(struct walk *w, enum lint_use use, const char *name) {
    if (name)
        add_name(w, use, name, strlen(name));
}

void lint_made(struct lint_uses *uses, const char *name) {
    lint_uses_note(&(struct walk){.uses = uses}, LINT_MADE, name);
}

static int lint_uses_compare(const void *a, const void *b) {
    const struct lint_name *x = a, *y = b;
    /* By length first, so that most comparisons are of two numbers. */
    if (x->length != y->length)
        return x->length < y->length ? -1 : 1;
    return memcmp(x->from, y->from, x->length);
}

void lint_sort(struct lint_names *names) {
    if (names->count)
        qsort(names->items, names->count, sizeof *names->items, lint_uses_compare);
}

bool lint_has(const struct lint_names *names, const char *name) {
    /* The list must be sorted, as bsearch expects. */
    struct lint_name wanted = {name, strlen(name)};
    return names->count &&
           bsearch(&wanted, names->items, names->count, sizeof *names->items, lint_uses_compare);
}

static void add_place(struct walk *w, struct lint_place **list, int *count,
                      const struct syn_node *n) {
    struct lint_place *place = w->made_only ? NULL : core_rules_grow(list, count, sizeof *place);
    assert(w->tree);
    if (place)
        *place = (struct lint_place){w->tree, n};
    else
        w->uses->failed |= !w->made_only;
}

void lint_clear(struct lint_uses *uses) {
    for (int i = 0; i < LINT_USES; i++)
        mst_free(uses->names[i].items);
    mst_free(uses->declared);
    mst_free(uses->globals);
    mst_free(uses->fields);
}

/* ---- strings --------------------------------------------------------------------------------- */

static bool is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Any word of a string may be the name of a field that is created; one before a '=', as in a
 * position line, that of a field that has a value. */
static void note_made(struct walk *w, const struct syn_node *string) {
    for (size_t i = 0, length; i < string->length; i += length + 1) {
        /* A string ends with a zero, which is no letter. */
        for (length = 0; is_letter(string->s[i + length]);)
            length++;
        if (length)
            add_name(w, LINT_MADE, string->s + i, length);
        if (length && string->s[i + length] == '=')
            add_name(w, LINT_WRITTEN, string->s + i, length);
    }
}

static void note_string(struct walk *w, const struct syn_node *string) {
    const char *s = string->s + (*string->s == '-'); /* "-age": descending */
    size_t length = 0;
    while (is_letter(s[length]))
        length++;
    /* Only a string that is one name can stand for it; any word of it may be that of a new field.
     */
    if (length && !s[length])
        lint_uses_note(w, LINT_QUOTED, s);
    note_made(w, string);
}

/* ---- expressions ----------------------------------------------------------------------------- */

static void value(struct walk *w, const struct syn_node *n);
static void base(struct walk *w, const struct syn_node *n);
static void block(struct walk *w, const struct syn_node *list);

static void values(struct walk *w, const struct syn_node *list) {
    for (; list; list = list->next)
        value(w, list);
}

static const char *string_of(const struct syn_node *n) {
    return n && n->kind == SYN_STRING ? n->s : NULL;
}

const char *lint_muster_word(const struct syn_node *n) {
    bool muster =
        n->kind == SYN_INDEX && n->dotted && n->a->kind == SYN_GLOBAL && !strcmp(n->a->s, "muster");
    return muster ? n->b->s : NULL;
}

/* The word in `scenario.word`, or NULL for any other expression. */
static const char *scenario_word(const struct syn_node *n) {
    bool scenario = n->kind == SYN_INDEX && n->dotted && n->a->kind == SYN_LOCAL &&
                    !strcmp(n->a->name->text, "scenario");
    return scenario ? n->b->s : NULL;
}

static bool same(const char *a, const char *b) {
    return a && b && !strcmp(a, b);
}

static void global(struct walk *w, const struct syn_node *n) {
    add_place(w, &w->uses->globals, &w->uses->global_count, n);
}

/* An index expression of which only an element is used. */
static void base_index(struct walk *w, const struct syn_node *n) {
    /* x.name or x["name"]: both read the field of that name. */
    if (string_of(n->b)) {
        lint_uses_note(w, LINT_DOTTED, n->b->s);
        if (n->dotted)
            add_place(w, &w->uses->fields, &w->uses->field_count, n);
    } else {
        lint_uses_note(w, LINT_READ, syn_last_name(n->a));
        value(w, n->b);
    }

    /* Of the table only this element is used. */
    base(w, n->a);
}

/* An expression of which only an element, a result or a method is used, so that the value itself is
 * not passed on. */
static void base(struct walk *w, const struct syn_node *n) {
    switch (n->kind) {
    case SYN_LOCAL: break;
    case SYN_GLOBAL: global(w, n); break;
    case SYN_INDEX: base_index(w, n); break;
    case SYN_PAREN: base(w, n->a); break;
    default: value(w, n); break;
    }
}

/* ---- declarations ---------------------------------------------------------------------------- */

static void add_declared(struct walk *w, const char *what, const struct syn_node *at,
                         const char *name, const char *assigned, const char *record) {
    struct lint_uses *uses = w->uses;
    struct lint_declared *declared =
        w->made_only ? NULL
                     : core_rules_grow(&uses->declared, &uses->declared_count, sizeof *declared);
    if (declared)
        *declared = (struct lint_declared){what, name, assigned, record, {w->tree, at}};
    else
        uses->failed |= !w->made_only;
}

/* Strings under these keys are prose, or name a declared item. */
static bool is_prose(const char *key) {
    static const char *const keys[] = {"title", "help", "why",      "rule",      "name", "id",
                                       "text",  "step", "decision", "procedure", "key",  "section"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!strcmp(keys[i], key))
            return true;
    return false;
}

/* A text or a list of texts under these keys of a scenario names what is declared there. */
static bool is_listing(const char *key) {
    return !strcmp(key, "told") || !strcmp(key, "untold") || !strcmp(key, "unreached");
}

/* An entry of muster.state or muster.flow. */
static void declare_entry(struct walk *w, const char *what, const struct syn_node *table,
                          const char *assigned) {
    for (const struct syn_node *e = table->a; e; e = e->next) {
        /* An entry of state begins with the name; one of flow has it under the key that says what
         * it is. */
        bool flow = e->s && (!strcmp(e->s, "decision") || !strcmp(e->s, "step"));
        if (!string_of(e->b) || (!strcmp(what, "state") ? e->a != NULL : !flow))
            continue;

        /* One name an entry: what else it says belongs to that. */
        add_declared(w, flow ? e->s : "field", e->b, e->b->s, e->b->s, assigned);
        return;
    }
}

enum holder { HELD, DROPPED, PASSED }; /* what happens to the handle */

/* `muster.what { ... }`, assigned to a name (HELD). */
static void declare(struct walk *w, const char *what, const struct syn_node *call,
                    enum holder holder, const char *assigned) {
    static const char *const single[] = {"field", "event", "decision", "step"};
    const struct syn_node *table = call->b;
    /* L1: a handle that goes straight on to a function may be used there in any way. */
    if (holder == PASSED || !table)
        return;

    /* A query has no name but that of its local. */
    if (!strcmp(what, "query") && holder == HELD)
        add_declared(w, what, call, assigned, assigned, NULL);
    if (table->kind != SYN_TABLE)
        return;

    /* The name is the first element of the table, without a key. */
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        if (!strcmp(single[i], what) && table->a && !table->a->a && string_of(table->a->b))
            add_declared(w, what, table->a->b, table->a->b->s, assigned, NULL);
    for (const struct syn_node *e = table->a; e; e = e->next)
        if ((!strcmp(what, "state") || !strcmp(what, "flow")) && e->b->kind == SYN_TABLE)
            declare_entry(w, what, e->b, assigned);
}

/* `scenario.choice { ... }`, whose result has this name; NULL if it is dropped. */
static void declare_choice(struct walk *w, const struct syn_node *call, const char *assigned) {
    const char *word = scenario_word(call->a);
    const struct syn_node *form = call->b;
    const struct syn_node *name =
        form && form->kind == SYN_TABLE && form->a && !form->a->a ? form->a->b : NULL;
    if (same(word, "choice") && string_of(name))
        add_declared(w, "choice", name, name->s, assigned, NULL);
}

/* ---- calls and tables ------------------------------------------------------------------------ */

static void lint_uses_table(struct walk *w, const struct syn_node *n, bool declares);

static void lint_uses_call(struct walk *w, const struct syn_node *n, enum holder holder,
                           const char *assigned) {
    const char *what = lint_muster_word(n->a);
    bool declares = what || scenario_word(n->a);
    /* A scenario's choice that nothing takes is declared here; others in assign, where they have a
     * name. */
    if (what)
        declare(w, what, n, holder, assigned);
    else if (holder == DROPPED)
        declare_choice(w, n, NULL);

    /* The function is called and not passed on; its arguments are. */
    lint_uses_note(w, LINT_CALLED, syn_last_name(n->a));
    base(w, n->a);
    for (const struct syn_node *arg = n->b; arg; arg = arg->next)
        if (declares && arg->kind == SYN_TABLE)
            lint_uses_table(w, arg, true);
        else if (declares && !what && arg->kind == SYN_STRING)
            note_made(w, arg);
        else
            value(w, arg);
}

static void method(struct walk *w, const struct syn_node *n) {
    static const char *const quiet[] = {"on", "amend", "forbid", "permit", "oblige"};
    enum lint_use use = LINT_MENTIONED;
    if (!strcmp(n->s, "emit"))
        use = LINT_EMITTED;
    else if (!strcmp(n->s, "where"))
        use = LINT_READ;

    /* Methods that only declare use nothing: a rule of nobody's event is not a use of it. */
    bool used = true;
    for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++)
        used = used && strcmp(quiet[i], n->s) != 0;
    if (used)
        lint_uses_note(w, use, syn_last_name(n->a));
    base(w, n->a);
    values(w, n->b);
}

/* `name = n`: nothing is passed on if the name stays the same. */
static void assigned_value(struct walk *w, const char *name, const struct syn_node *n) {
    if (n->kind == SYN_CALL)
        lint_uses_call(w, n, name ? HELD : PASSED, name);
    else if (same(name, syn_last_name(n)))
        base(w, n);
    else
        value(w, n);
}

static void lint_uses_table(struct walk *w, const struct syn_node *n, bool declares) {
    for (const struct syn_node *e = n->a; e; e = e->next) {
        const struct syn_node *v = e->b;
        const char *key = string_of(e->a);
        assert(v);
        lint_uses_note(w, LINT_MADE, key);
        if (e->a && !key)
            value(w, e->a);

        /* Names of what is declared, as a text or a list. */
        bool names = key ? is_listing(key) : declares && !e->a;
        if (v->kind == SYN_STRING && (names || (key && is_prose(key))))
            note_made(w, v);
        else if (v->kind == SYN_TABLE && names)
            lint_uses_table(w, v, true);
        else if (declares && key && !strcmp(key, "at"))
            base(w, v); /* the decision of a move */
        else
            assigned_value(w, key, v);
    }
}

static void value(struct walk *w, const struct syn_node *n) {
    switch (n->kind) {
    case SYN_STRING: note_string(w, n); break;
    case SYN_FUNCTION:
        /* Parameters are locals of the tree, among which a misspelt one is looked for. */
        for (int i = 0; i < n->function->param_count; i++)
            lint_uses_note(w, LINT_LOCAL, n->function->params[i]->text);
        block(w, n->function->body);
        break;
    case SYN_LOCAL:
    case SYN_GLOBAL:
    case SYN_INDEX:
        /* L1: the value itself goes on to somewhere else. */
        lint_uses_note(w, LINT_MENTIONED, syn_last_name(n));
        base(w, n);
        break;
    case SYN_CALL: lint_uses_call(w, n, PASSED, NULL); break;
    case SYN_METHOD: method(w, n); break;
    case SYN_BINARY:
        value(w, n->a);
        value(w, n->b);
        break;
    case SYN_UNARY:
    case SYN_PAREN: value(w, n->a); break;
    case SYN_TABLE: lint_uses_table(w, n, false); break;
    default: break;
    }
}

/* ---- statements ------------------------------------------------------------------------------ */

/* The target of an assignment or of a function definition. */
static void target(struct walk *w, const struct syn_node *n) {
    if (n->kind == SYN_LOCAL)
        lint_uses_note(w, LINT_LOCAL, n->name->text);
    /* Only a write to an element is a use. */
    if (n->kind != SYN_INDEX)
        return;

    /* x[key] = value writes any field; x.name = value writes this one, and may create it. */
    if (!string_of(n->b))
        value(w, n->b);
    lint_uses_note(w, LINT_MADE, string_of(n->b));
    lint_uses_note(w, LINT_WRITTEN, string_of(n->b) ? n->b->s : syn_last_name(n->a));
    base(w, n->a);
}

static void assign(struct walk *w, const struct syn_node *targets, const struct syn_node *list) {
    /* `local a, b = f()` has more names than values, and the other way round. */
    for (; targets || list;
         targets = targets ? targets->next : NULL, list = list ? list->next : NULL) {
        const char *name = targets ? syn_last_name(targets) : NULL;
        if (list && list->kind == SYN_CALL && name)
            declare_choice(w, list, name);
        if (list)
            assigned_value(w, name, list);
        if (targets)
            target(w, targets);
    }
}

static void statement(struct walk *w, const struct syn_node *n) {
    switch (n->kind) {
    case SYN_DECLARE:
    case SYN_ASSIGN: assign(w, n->a, n->b); break;

    /* The results of a call as a statement are dropped. */
    case SYN_DO_CALL:
        if (n->a->kind == SYN_CALL)
            lint_uses_call(w, n->a, DROPPED, NULL);
        else
            value(w, n->a);
        break;
    case SYN_DO: block(w, n->a); break;
    case SYN_WHILE:
    case SYN_REPEAT:
        value(w, n->a);
        block(w, n->b);
        break;
    case SYN_IF:
        value(w, n->a);
        block(w, n->b);
        block(w, n->c);
        break;
    case SYN_FOR:
        lint_uses_note(w, LINT_LOCAL, n->name->text);
        values(w, n->a);
        block(w, n->b);
        break;
    /* The names of this loop are targets like any other. */
    case SYN_FOR_IN:
        for (const struct syn_node *name = n->c; name; name = name->next)
            target(w, name);
        values(w, n->a);
        block(w, n->b);
        break;
    case SYN_DEFINE:
        target(w, n->a);
        value(w, n->b);
        break;
    case SYN_LOCAL_FUNCTION:
        lint_uses_note(w, LINT_LOCAL, n->name->text);
        value(w, n->b);
        break;
    case SYN_RETURN: values(w, n->a); break;
    default: break;
    }
}

static void block(struct walk *w, const struct syn_node *list) {
    for (; list; list = list->next)
        statement(w, list);
}

void lint_walk(struct lint_uses *uses, const struct syn_tree *tree, bool made_only) {
    struct walk w = {uses, tree, made_only};
    /* These two lists are those of the last tree. */
    uses->names[LINT_LOCAL].count = 0;
    uses->global_count = 0;
    block(&w, tree->functions[0]->body);
}
