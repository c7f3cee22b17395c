/* Looking for what is wrong with rules though they load: names that nothing has, and what is
 * declared and never used. Asked for by whoever checks files; play does without.
 *
 * L1 No false alarm: where it cannot be known whether something is used, it counts as used. What
 * texts (expressions and effects) use, the compiler notes. A function that a declaration returned
 * is used if the Lua state still holds it once everything is loaded. A name is used if it is a word
 * of any string in the sources, but for those that declare: a text may be made of parts, be
 * compiled with other options only, or go to muster.emit in a function. Sources that are not loaded
 * count where they name a module that is: they build on it. L2 Sources are read word by word
 * (base/lua_text.h), never run. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lua_text.h"
#include "host/internal.h"

/* ---- sets of words --------------------------------------------------------------------------- */

struct span {
    const char *from;
    size_t length;
};

struct spans {
    struct span *items;
    size_t count, capacity;
    bool failed;
};

static void add_span(struct spans *spans, const char *from, size_t length) {
    if (spans->count == spans->capacity) {
        size_t capacity = spans->capacity ? 2 * spans->capacity : 256;
        struct span *items = mst_realloc(spans->items, capacity * sizeof *items);
        if (!items) {
            spans->failed = true;
            return;
        }
        spans->items = items;
        spans->capacity = capacity;
    }
    spans->items[spans->count++] = (struct span){from, length};
}

static int compare_spans(const void *a, const void *b) {
    const struct span *x = a, *y = b;
    if (x->length != y->length)
        return x->length < y->length ? -1 : 1;
    return memcmp(x->from, y->from, x->length);
}

static void sort_spans(struct spans *spans) {
    if (spans->count)
        qsort(spans->items, spans->count, sizeof *spans->items, compare_spans);
}

/* Does a sorted set hold the word? Without memory it holds every word. */
static bool has_span(const struct spans *spans, const char *from, size_t length) {
    struct span wanted = {from, length};
    return spans->failed || (spans->count && bsearch(&wanted, spans->items, spans->count,
                                                     sizeof *spans->items, compare_spans));
}

/* ---- reading sources ------------------------------------------------------------------------- */

enum { BEFORE = 6 }; /* words that are remembered */

struct looking {
    struct mst_host *host;
    char *const *others; /* paths of all sources there are */
    size_t other_count;
    char **texts; /* of the sources, owned: spans point into them */
    int text_count;
    struct spans words;  /* of strings that declare nothing, and names called by a declaration
                            whose result is kept */
    struct spans fields; /* names behind a dot */
    struct spans made;   /* names that some source gives to a field, and words of all strings */
    struct spans local;  /* of the source that is read: all names that it declares */
};

/* The last words read; before[0] is the present one. */
struct window {
    struct mst_lua_text before[BEFORE + 1];
};

static bool was(const struct window *w, int back, const char *word) {
    return w->before[back].from && w->before[back].word != MST_LUA_STRING &&
           mst_lua_is(&w->before[back], w->before[back].word, word);
}

static bool was_any(const struct window *w, int back, const char *words) {
    const struct mst_lua_text *t = &w->before[back];
    for (const char *at = words; *at;) {
        size_t length = strcspn(at, " ");
        if (t->from && t->word != MST_LUA_STRING && t->length == length &&
            !memcmp(t->from, at, length))
            return true;
        at += length + (at[length] == ' ');
    }
    return false;
}

static bool next_word(struct window *w) {
    struct mst_lua_text next = w->before[0];
    bool more = mst_lua_next(&next);
    memmove(w->before + 1, w->before, BEFORE * sizeof *w->before);
    w->before[0] = next;
    return more;
}

static struct window open_window(const char *text) {
    struct window w = {0};
    w.before[0] = (struct mst_lua_text){.at = text, .line = 1};
    return w;
}

/* Is the string the name of what is just declared, or one that can name nothing? */
static bool declares(const struct window *w) {
    return (was(w, 1, "{") && was_any(w, 2, "decision step move list")) ||
           (was(w, 1, "(") &&
            was_any(w, 2, "event on forbid permit oblige define query amend func module rule")) ||
           was_any(w, 1, "event on") ||
           (was(w, 1, "=") && was_any(w, 2, "at key title text help why rule name section"));
}

/* `x = muster.event("moved(from, to)")`: the number is kept, so the event may be meant by it. */
static bool keeps(const struct window *w) {
    return was(w, 3, ".") && was(w, 4, "muster") && was_any(w, 5, "= ( , { return");
}

/* The words of a string. */
static void note_string(struct spans *words, const struct mst_lua_text *string) {
    const char *at = string->from, *end = at + string->length;
    while (at < end) {
        const char *from = at;
        while (at < end && (isalnum((unsigned char)*at) || *at == '_'))
            at++;
        if (at > from)
            add_span(words, from, (size_t)(at - from));
        at += at < end;
    }
}

static void note_words(struct looking *l, const char *text) {
    struct window w = open_window(text);
    while (next_word(&w)) {
        const struct mst_lua_text *t = &w.before[0];
        if (t->word == MST_LUA_NAME && was(&w, 1, "."))
            add_span(&l->fields, t->from, t->length);
        if (t->word == MST_LUA_STRING && declares(&w) && keeps(&w))
            add_span(&l->words, t->from, strcspn(t->from, "( \"'"));
        else if (t->word == MST_LUA_STRING && !declares(&w))
            note_string(&l->words, t);
    }
}

/* Every name of a field that the source can make: `x.name = `, `{ name = `, `function x.name`, and
 * whatever it says in a string. */
static void note_made(struct looking *l, const char *text) {
    struct window w = open_window(text);
    while (next_word(&w)) {
        const struct mst_lua_text *before = &w.before[1];
        if (w.before[0].word == MST_LUA_STRING)
            note_string(&l->made, &w.before[0]);
        else if (before->word == MST_LUA_NAME &&
                 (was_any(&w, 0, "= ,") || was(&w, 4, "function") || was(&w, 6, "function")))
            add_span(&l->made, before->from, before->length);
    }
}

/* ---- names in sources ------------------------------------------------------------------------ */

/* Every name that the source declares anywhere: locals, parameters, variables of loops, labels. */
static void note_locals(struct looking *l, const char *text) {
    struct window w = open_window(text);
    enum { NOTHING, LOCAL, FUNCTION, PARAMETERS, LOOP } in = NOTHING;
    l->local.count = 0;
    while (next_word(&w)) {
        const struct mst_lua_text *t = &w.before[0];
        bool name = t->word == MST_LUA_NAME;
        if (name && mst_lua_is(t, MST_LUA_NAME, "function")) {
            in = FUNCTION;
        } else if (name && mst_lua_is(t, MST_LUA_NAME, "local")) {
            in = LOCAL;
        } else if (name && mst_lua_is(t, MST_LUA_NAME, "for")) {
            in = LOOP;
        } else if (name && (in != NOTHING || was(&w, 1, "::") || was(&w, 1, "goto"))) {
            add_span(&l->local, t->from, t->length);
            if (in == LOOP ? mst_lua_is(t, MST_LUA_NAME, "in")
                           : in == LOCAL && !was_any(&w, 1, "local , <"))
                in = NOTHING; /* of a local without a value: the next statement begins */
        } else if (in == FUNCTION && mst_lua_is(t, MST_LUA_SIGN, "(")) {
            in = PARAMETERS;
        } else if (in != NOTHING && !was_any(&w, 0, ", < > . : ...")) {
            in = NOTHING;
        }
    }
    sort_spans(&l->local);
}

static bool is_keyword(const struct window *w, int back) {
    return was_any(w, back,
                   "and break do else elseif end false for function goto if in local nil not or "
                   "repeat return then true until while const close");
}

static const struct mst_api *const apis[] = {mst_api_declare, mst_api_access, mst_api_sets};

static bool in_api(const char *name, struct mst_nearest *nearest) {
    for (size_t i = 0; i < sizeof apis / sizeof *apis; i++)
        for (const struct mst_api *api = apis[i]; api->name; api++) {
            if (!strcmp(api->name, name))
                return true;
            mst_nearest_offer(nearest, api->name);
        }
    return false;
}

/* Is it a word that is there once the board and the game are declared? The module that does so may
 * have failed. */
static bool is_late_word(const char *name) {
    static const char *const words[] = {"zones", "nothing", "box", "seats"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], name))
            return true;
    return false;
}

/* Is it a global name that rules see? */
static bool in_globals(lua_State *L, const char *name, struct mst_nearest *nearest) {
    int top = lua_gettop(L);
    if (is_late_word(name))
        return true;
    mst_sandbox_env(L);
    lua_pushstring(L, name);
    bool there = lua_rawget(L, -2) != LUA_TNIL; /* reading one that is not there would raise */
    lua_settop(L, top + 1);
    lua_pushnil(L);
    while (!there && lua_next(L, top + 1)) {
        if (lua_type(L, -2) == LUA_TSTRING)
            mst_nearest_offer(nearest, lua_tostring(L, -2));
        lua_pop(L, 1);
    }
    lua_settop(L, top);
    return there;
}

/* The nearest of the names that the source declares, into `best`; "" when none is near. */
static void nearest_local(const struct looking *l, const char *name, char best[64]) {
    best[0] = 0;
    for (size_t i = 0; i < l->local.count && !best[0]; i++) {
        char other[64];
        struct mst_nearest one = {.wanted = name};
        snprintf(other, sizeof other, "%.*s", (int)l->local.items[i].length,
                 l->local.items[i].from);
        mst_nearest_offer(&one, other);
        if (one.best)
            memcpy(best, other, sizeof other);
    }
}

static void unknown(struct looking *l, const char *at, const char *what, const char *name,
                    const char *near) {
    mst_host_remark(l->host, MST_SCRIPT_ERROR, at, "unknown name '%s%s'%s%s%s%s", what, name,
                    near ? "; did you mean '" : "", near ? what : "", near ? near : "",
                    near ? "'?" : "");
}

/* A name: before[1] is the word, before[0] what follows it. */
static void check_name(struct looking *l, const struct window *w, const char *shown) {
    const struct mst_lua_text *t = &w->before[1];
    char name[64], at[200], local[64];
    struct mst_nearest nearest = {.wanted = name};
    snprintf(name, sizeof name, "%.*s", (int)t->length, t->from);
    snprintf(at, sizeof at, "%s:%d", shown, t->word_line);
    if (was(w, 2, ".") && was(w, 3, "muster") && !was_any(w, 4, ". :")) {
        if (!in_api(name, &nearest))
            unknown(l, at, "muster.", name, nearest.best);
    } else if (!was_any(w, 2, ". : :: goto") && !was(w, 0, "=") && !is_keyword(w, 1) &&
               !has_span(&l->local, t->from, t->length) &&
               !in_globals(l->host->L, name, &nearest)) {
        nearest_local(l, name, local);
        unknown(l, at, "", name, *local ? local : nearest.best);
    }
}

/* A field that nothing has: before[1] is the name behind a dot. What stands in a global table is
 * told when it is read. */
static void check_field(struct looking *l, const struct window *w, const char *shown) {
    const struct mst_lua_text *t = &w->before[1], *base = &w->before[3];
    char name[64], other[64], at[200], best[64] = "", owner[64];
    struct mst_nearest ignored = {.wanted = ""};
    snprintf(name, sizeof name, "%.*s", (int)t->length, t->from);
    snprintf(owner, sizeof owner, "%.*s", base->word == MST_LUA_NAME ? (int)base->length : 0,
             base->word == MST_LUA_NAME ? base->from : "");
    bool global =
        !has_span(&l->local, base->from, base->length) && in_globals(l->host->L, owner, &ignored);
    if (!*owner || has_span(&l->made, t->from, t->length) || in_api(name, &ignored) || global)
        return;
    int least = 0;
    for (size_t i = 0; i < l->made.count; i++) {
        struct mst_nearest one = {.wanted = name};
        snprintf(other, sizeof other, "%.*s", (int)l->made.items[i].length, l->made.items[i].from);
        mst_nearest_offer(&one, other);
        bool longer = one.best && *best && one.distance == least && strlen(other) > strlen(best);
        if (one.best && (!*best || one.distance < least || longer)) { /* letters are left out */
            least = one.distance;
            memcpy(best, other, sizeof best);
        }
    }
    snprintf(at, sizeof at, "%s:%d", shown, t->word_line);
    mst_host_remark(l->host, MST_OK, at, "nothing ever has a field '%s'%s%s%s", name,
                    *best ? "; did you mean '" : "", best, *best ? "'?" : "");
}

static void check_fields(struct looking *l, const char *text, const char *shown) {
    struct window w = open_window(text);
    bool more = next_word(&w);
    while (more) {
        more = next_word(&w);
        if (w.before[1].word == MST_LUA_NAME && was(&w, 2, "."))
            check_field(l, &w, shown);
    }
}

static void check_names(struct looking *l, const char *text, const char *shown) {
    struct window w = open_window(text);
    bool more = next_word(&w);
    while (more) {
        more = next_word(&w);
        if (w.before[1].word == MST_LUA_NAME)
            check_name(l, &w, shown);
    }
}

/* ---- what nobody uses ------------------------------------------------------------------------ */

static bool in_words(const struct looking *l, const char *name) {
    return has_span(&l->words, name, strlen(name));
}

static bool named(const struct looking *l, const char *name) {
    const struct mst_name *entry = mst_rules_find(l->host->rules, name);
    return (entry && entry->used) || in_words(l, name);
}

static void warn(struct looking *l, const char *at, const char *what, const char *name,
                 const char *how) {
    mst_host_remark(l->host, MST_OK, at, "%s '%s' %s", what, name, how);
}

/* Does something but a text read the field: the order of a container, the text of a piece, a
 * ranking, the key of a position? */
static bool read_otherwise(const struct mst_rules *rules, int field) {
    const struct mst_schema *schema = rules->schema;
    char braces[MST_NAME_SIZE + 2];
    snprintf(braces, sizeof braces, "{%s}", schema->fields[field].name);
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
    for (int i = 0; i < rules->ranking_count; i++)
        if (rules->rankings[i].suits == field || rules->rankings[i].low == field ||
            rules->rankings[i].high == field)
            return true;
    return false;
}

static void look_at_field(struct looking *l, const struct mst_declared *declared) {
    const struct mst_rules *rules = l->host->rules;
    const struct mst_field *field = &rules->schema->fields[declared->index];
    int uses = rules->field_uses[declared->index];
    bool read = uses & MST_USE_READ || declared->held[0] || read_otherwise(rules, declared->index);
    bool written = uses & MST_USE_WRITE || declared->held[1] || field->each;
    if (!read && !written)
        warn(l, declared->origin, "field", field->name, "is neither read nor written");
    else if (!read)
        warn(l, declared->origin, "field", field->name, "is never read");
    else if (!written)
        warn(l, declared->origin, "field", field->name,
             "is never written: it keeps the value that it begins with");
}

static void look_at_define(struct looking *l, const struct mst_declared *declared) {
    const struct mst_define *define = &l->host->rules->defines[declared->index];
    if (!declared->held[0] && !named(l, define->name))
        warn(l, declared->origin, define->query ? "query" : "definition", define->name,
             define->query ? "is never asked" : "is never used");
}

static void look_at_function(struct looking *l, const struct mst_declared *declared) {
    const struct mst_function *function = &l->host->rules->functions[declared->index];
    if (!named(l, function->name))
        warn(l, declared->origin, "function", function->name, "is called by no text");
}

static void look_at_event(struct looking *l, const struct mst_declared *declared) {
    const struct mst_event *event = &l->host->rules->events[declared->index];
    if (named(l, event->name))
        return;
    warn(l, declared->origin, "event", event->name, "is never emitted");
    for (int i = 0; i < l->host->pending_count; i++) {
        const struct mst_pending *pending = &l->host->pending[i];
        if (pending->kind == MST_PENDING_LISTENER && !strcmp(pending->text, event->name))
            warn(l, pending->origin, "the listener to", event->name,
                 "is never called: nobody emits it");
    }
}

static void look_at_decisions(struct looking *l) {
    const struct mst_rules *rules = l->host->rules;
    for (int i = 0; i < rules->decision_count; i++) {
        const struct mst_decision *decision = &rules->decisions[i];
        if (!named(l, decision->name))
            warn(l, decision->origin, decision->automatic ? "step" : "decision", decision->name,
                 "never comes up: nothing goes to it or pushes it");
        else if (!decision->automatic && !decision->kind_count && decision->empty.effects < 0 &&
                 decision->empty.function < 0)
            warn(l, decision->origin, "decision", decision->name,
                 "has no moves, and nothing to do without one");
    }
}

/* The text of a move without parameters, or NULL. */
static const char *plain_text(const struct mst_kind *kind) {
    return kind->segment_count == 1 && kind->segments[0].param < 0 ? kind->segments[0].text : NULL;
}

/* Modules before and after which one wants to stand, and that are not there at all. */
static void look_at_order(struct looking *l, const struct mst_module *module) {
    char *const *const lists[] = {module->before, module->after, module->conflicts};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (int k = 0; lists[i][k]; k++) {
            struct mst_error error = {0};
            if (!mst_sandbox_there(l->host->L, lists[i][k], &error))
                mst_host_remark(l->host, MST_OK, module->origin, "%s", error.text);
        }
}

/* Two moves of one decision that are written alike: who types that gets the first that is legal. */
static void look_at_texts(struct looking *l) {
    const struct mst_rules *rules = l->host->rules;
    for (int i = 0; i < rules->kind_count; i++)
        for (int k = 0; k < i; k++) {
            const struct mst_kind *a = &rules->kinds[k], *b = &rules->kinds[i];
            const char *text = plain_text(b);
            if (text && a->decision == b->decision && plain_text(a) &&
                !strcmp(text, plain_text(a)) && strcmp(a->module, b->module) != 0)
                mst_host_remark(l->host, MST_OK, b->origin,
                                "'%s' is the text of move '%s', and of move '%s' (%s), too", text,
                                b->name, a->name, a->origin);
        }
}

static void look_at_options(struct looking *l) {
    for (int i = 0; i < l->host->option_count; i++) {
        const char *key = l->host->options[i].key;
        if (!has_span(&l->fields, key, strlen(key)) && !in_words(l, key))
            warn(l, l->host->options[i].origin, "option", key, "is never read");
    }
}

static void look_at_declared(struct looking *l) {
    static void (*const looks[])(struct looking *, const struct mst_declared *) = {
        [MST_DECLARED_FIELD] = look_at_field,
        [MST_DECLARED_DEFINE] = look_at_define,
        [MST_DECLARED_FUNCTION] = look_at_function,
        [MST_DECLARED_EVENT] = look_at_event,
    };
    for (int i = 0; i < l->host->declared_count; i++)
        if (looks[l->host->declared[i].kind])
            looks[l->host->declared[i].kind](l, &l->host->declared[i]);
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Read a loaded source; without memory its words count as used. */
static const char *take_source(struct looking *l, const char *path) {
    size_t length;
    char *text = mst_read_file(path, MST_LIMITS_DEFAULT.source, &length, NULL);
    char **texts = text ? mst_realloc(l->texts, ((size_t)l->text_count + 1) * sizeof *texts) : NULL;
    if (!texts) {
        mst_free(text);
        l->words.failed = l->fields.failed = true;
        return NULL;
    }
    l->texts = texts;
    return l->texts[l->text_count++] = text;
}

static void look_at_source(struct looking *l, const char *path, const char *shown) {
    const char *text = take_source(l, path);
    if (!text)
        return;
    note_words(l, text);
    note_made(l, text);
    note_locals(l, text);
    check_names(l, text, shown);
}

static bool loaded(const struct looking *l, const char *name, size_t length) {
    for (int i = 0; i < l->host->module_count; i++)
        if (strlen(l->host->modules[i].name) == length &&
            !memcmp(l->host->modules[i].name, name, length))
            return true;
    return false;
}

/* A source that is there and may not be loaded: does it name a module that is? */
static void look_at_other(struct looking *l, const char *path) {
    const char *text = take_source(l, path);
    struct mst_lua_text words = {.at = text ? text : "", .line = 1};
    if (text)
        note_made(l, text);
    while (mst_lua_next(&words))
        if (words.word == MST_LUA_STRING && loaded(l, words.from, words.length)) {
            note_words(l, text);
            return;
        }
}

/* muster.grid and muster.graph return tables with the directions of the board. */
static void note_directions(struct looking *l) {
    const struct mst_board *board = l->host->rules->schema->board;
    for (int d = 0; board && d < board->directions; d++)
        add_span(&l->made, board->direction_names[d], strlen(board->direction_names[d]));
}

static bool look_at_next(struct looking *l, int index) {
    struct mst_buf path = {0}, shown = {0};
    bool there = mst_sandbox_source(l->host->L, index, &path, &shown);
    if (there)
        look_at_source(l, mst_buf_text(&path), mst_buf_text(&shown));
    mst_buf_clear(&path);
    mst_buf_clear(&shown);
    return there;
}

/* A module that did not load was forgotten; it may hold more than what stopped it. Where that was
 * its syntax, its words mean nothing. */
static void look_at_failed(struct looking *l, const struct mst_module *module) {
    char file[200], shown[210];
    if (!module->fault || strstr(module->fault->text, " near "))
        return;
    snprintf(file, sizeof file, "/lua/%s.lua", module->name);
    for (char *c = file + 5; c[4]; c++)
        *c = *c == '.' ? '/' : *c;
    snprintf(shown, sizeof shown, "%s", file + 1);
    for (size_t i = 0; i < l->other_count; i++) {
        size_t length = strlen(l->others[i]), end = strlen(file);
        const char *text = length > end && !strcmp(l->others[i] + length - end, file)
                               ? take_source(l, l->others[i])
                               : NULL;
        if (!text)
            continue;
        note_locals(l, text);
        check_names(l, text, shown);
        if (!l->made.failed)
            check_fields(l, text, shown);
    }
}

/* Fields are looked at when all that is made is known. */
static bool look_at_fields(struct looking *l, int index) {
    struct mst_buf shown = {0};
    bool there =
        !l->words.failed && !l->made.failed && mst_sandbox_source(l->host->L, index, NULL, &shown);
    if (there)
        check_fields(l, l->texts[index], mst_buf_text(&shown));
    mst_buf_clear(&shown);
    return there;
}

static int look(lua_State *L) {
    struct looking *l = lua_touserdata(L, 1);
    for (int i = 0; look_at_next(l, i); i++) {
    }
    for (size_t i = 0; i < l->other_count; i++)
        look_at_other(l, l->others[i]);
    note_directions(l);
    sort_spans(&l->words);
    sort_spans(&l->fields);
    sort_spans(&l->made);
    for (int i = 0; look_at_fields(l, i); i++) {
    }
    for (int i = 0; i < l->host->module_count; i++)
        look_at_failed(l, &l->host->modules[i]);
    if (!l->host->frozen) /* it has faults: what nobody uses cannot be known */
        return 0;
    look_at_declared(l);
    look_at_decisions(l);
    look_at_texts(l);
    for (int i = 0; i < l->host->module_count; i++)
        look_at_order(l, &l->host->modules[i]);
    look_at_options(l);
    return 0;
}

void mst_host_look(struct mst_host *host, char *const *others, size_t count) {
    struct looking l = {.host = host, .others = others, .other_count = count};
    struct mst_error error;
    lua_pushcfunction(host->L, look);
    lua_pushlightuserdata(host->L, &l);
    if (mst_sandbox_call(host->L, 1, 0, &error) != MST_OK)
        mst_host_remark(host, error.status, error.at, "%s", error.text);
    for (int i = 0; i < l.text_count; i++)
        mst_free(l.texts[i]);
    mst_free(l.texts);
    mst_free(l.words.items);
    mst_free(l.fields.items);
    mst_free(l.made.items);
    mst_free(l.local.items);
}

/* ---- what is noted while modules load -------------------------------------------------------- */

static int open_held(lua_State *L) {
    lua_newtable(L);
    lua_newtable(L);
    lua_pushliteral(L, "v");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    mst_host_of(L)->held_ref = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

enum mst_status mst_host_careful(struct mst_host *host, struct mst_error *error) {
    lua_pushcfunction(host->L, open_held);
    return mst_sandbox_call(host->L, 0, 0, error);
}

void mst_host_note(lua_State *L, enum mst_declared_kind kind, int index, int expr, int results) {
    struct mst_host *host = mst_host_of(L);
    if (host->held_ref == LUA_NOREF)
        return;
    struct mst_declared *declared =
        mst_host_grow(L, &host->declared, &host->declared_count, sizeof *declared);
    declared->kind = kind;
    declared->index = index;
    declared->expr = expr;
    declared->origin = mst_host_origin(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, host->held_ref);
    for (int i = 0; i < results; i++) {
        lua_pushvalue(L, i - results - 1);
        lua_rawseti(L, -2, 2 * host->declared_count + i);
    }
    lua_pop(L, 1);
}

void mst_host_note_held(lua_State *L) {
    struct mst_host *host = mst_host_of(L);
    if (host->held_ref == LUA_NOREF)
        return;
    lua_gc(L, LUA_GCCOLLECT, 0);
    lua_rawgeti(L, LUA_REGISTRYINDEX, host->held_ref);
    for (int i = 0; i < host->declared_count; i++) {
        struct mst_declared *declared = &host->declared[i];
        for (int k = 0; k < 2; k++) {
            declared->held[k] = lua_rawgeti(L, -1, 2 * (i + 1) + k) != LUA_TNIL;
            lua_pop(L, 1);
        }
        if (declared->expr >= 0)
            host->exprs[declared->expr].unused = !declared->held[0];
    }
    lua_pop(L, 1);
}

void mst_host_remark(struct mst_host *host, enum mst_status status, const char *at,
                     const char *format, ...) {
    struct mst_fault *fault =
        mst_rules_grow(&host->faults, &host->fault_count, sizeof *host->faults);
    va_list args;
    if (!fault)
        return;
    struct mst_error *remark = &fault->error;
    remark->status = status;
    snprintf(remark->at, sizeof remark->at, "%s", at ? at : "");
    va_start(args, format);
    vsnprintf(remark->text, sizeof remark->text, format, args);
    va_end(args);
}
