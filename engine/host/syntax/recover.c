/* Recover the source of a Lua function: see recover.h. */
#include "host/syntax/recover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/sandbox/sandbox_state.h"

/* ---- trees ----------------------------------------------------------------------------------- */

/* The source that `path` denotes: "lua/a/b.lua", perhaps followed by a line, for "a.b". */
static struct sandbox_source *source_of(lua_State *L, const char *path) {
    const struct sandbox *s = sandbox_of(L);
    size_t length = strcspn(path, ":");
    const char *inside = sandbox_inside(L, path);
    char name[200];

    if (s->alias.shown && strlen(s->alias.shown) == length &&
        !strncmp(path, s->alias.shown, length))
        return sandbox_find_source(s, s->alias.name);

    /* Without a folder of modules before it, the rest is empty and fails the test. */
    length -= inside ? (size_t)(inside - path) : length;
    if (length < 5 || length >= sizeof name || strncmp(inside + length - 4, ".lua", 4) != 0)
        return NULL;

    for (size_t i = 0; i < length; i++)
        name[i] = inside[i] == '/' ? '.' : inside[i];
    name[length - 4] = 0;
    return sandbox_find_source(s, name);
}

static struct syn_tree *recover_tree_of(struct sandbox_source *source, const char *path,
                                        struct mst_error *error) {
    char shown[400];
    if (source->tree)
        return source->tree;
    if (!source->text) {
        mst_fail(error, MST_BAD_FILE, path,
                 "its source is no longer available: the rules are frozen");
        return NULL;
    }

    /* The tree is kept with its source: a file is parsed once. */
    snprintf(shown, sizeof shown, "%.*s", (int)strcspn(path, ":"), path);
    source->tree = syn_read(shown, source->text, source->length, error, NULL);
    return source->tree;
}

struct syn_tree *syn_recover_tree(lua_State *L, const char *path, struct mst_error *error) {
    struct sandbox_source *source = source_of(L, path);
    if (source)
        return recover_tree_of(source, path, error);
    mst_fail(error, MST_BAD_FILE, path, "this is not a file of a loaded module");
    return NULL;
}

void syn_recover_forget(lua_State *L) {
    for (struct sandbox_source *source = sandbox_of(L)->sources; source; source = source->next)
        sandbox_forget_text(source);
}

/* ---- several functions on one line ----------------------------------------------------------- */

static void *allocate(void *context, void *block, size_t old, size_t size) {
    (void)context, (void)old;
    if (size)
        return mst_realloc(block, size);
    mst_free(block);
    return NULL;
}

/* Dump a whole file. It is compiled again in a separate Lua state, so that the memory limit of the
 * rules does not pay. */
static bool dump_file(struct sandbox_source *source) {
    if (source->dump.count)
        return true;

    lua_State *own = lua_newstate(allocate, NULL);
    if (!own)
        return false;

    /* Bytecode does not depend on the name of the chunk, which is left out of the comparison. */
    bool done = luaL_loadbufferx(own, source->text, source->length, "=file", "t") == LUA_OK &&
                sandbox_dump_take(own, &source->dump);
    lua_close(own);
    if (!done)
        sandbox_dump_clear(&source->dump);
    return done;
}

static bool same_code(const struct sandbox_dump *a, const struct sandbox_proto *x,
                      const struct sandbox_dump *b, const struct sandbox_proto *y) {
    return x->to - x->from == y->to - y->from &&
           !memcmp(a->bytes.text + x->from, b->bytes.text + y->from, x->to - x->from);
}

/* Find the function, from `first` on in the tree, whose bytecode equals that of the Lua function in
 * slot `index`. */
static struct syn_function *by_code(lua_State *L, int index, struct sandbox_source *source,
                                    const struct syn_function *first, struct mst_error *error) {
    struct sandbox_dump one = {0};
    struct syn_function *found = NULL;

    lua_pushvalue(L, index);
    sandbox_charge(L, 4 * (source->tree->function_count - first->index)); /* all are compared */
    bool read = dump_file(source) && sandbox_dump_take(L, &one);
    lua_pop(L, 1);

    if (!read)
        mst_fail(error, MST_NO_MEMORY, "", "out of memory while comparing functions on one line");
    /* T2: the dump has the functions in the order of the tree, so that their numbers agree. */
    for (int i = first->index; read && !found && i < source->dump.count; i++)
        if (same_code(&one, &one.protos[0], &source->dump, &source->dump.protos[i]))
            found = source->tree->functions[i];

    if (read && !found)
        mst_fail(error, MST_BAD_FILE, "", "its code does not occur in its file");
    sandbox_dump_clear(&one);
    return found;
}

/* ---- functions ------------------------------------------------------------------------------- */

static bool same_names(lua_State *L, int index, const struct syn_function *f) {
    for (int i = 0; i < f->up_count; i++) {
        const char *name = lua_getupvalue(L, index, i + 1);
        if (!name)
            return false;
        lua_pop(L, 1);
        /* NULL stands for _ENV. */
        if (strcmp(name, f->ups[i] ? f->ups[i]->text : "_ENV") != 0)
            return false;
    }
    return true;
}

/* Does `f` match the result of lua_getinfo for the Lua function in slot `index`? */
static bool like(lua_State *L, int index, const lua_Debug *ar, const struct syn_function *f) {
    return f->line == ar->linedefined && f->last_line == ar->lastlinedefined &&
           f->param_count == ar->nparams && f->vararg == ar->isvararg && f->up_count == ar->nups &&
           same_names(L, index, f);
}

/* The index of the first function at or after line `line`. Functions are ordered by line. */
static int first_at(const struct syn_tree *tree, int line) {
    int low = 0, high = tree->function_count;
    /* Before `low` all begin earlier, from `high` on none does. */
    while (low < high) {
        int middle = (low + high) / 2;
        if (tree->functions[middle]->line < line)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct syn_function *syn_recover_function(lua_State *L, int index, struct syn_tree **tree,
                                          struct mst_error *error) {
    lua_Debug ar;
    struct syn_function *found = NULL, *last = NULL;
    index = lua_absindex(L, index);

    /* Does not raise: luaL_checkstack would. */
    if (!lua_checkstack(L, 3)) {
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
        return NULL;
    }

    lua_pushvalue(L, index);
    lua_getinfo(L, ">Su", &ar);
    struct sandbox_source *source = ar.source[0] == '@' ? source_of(L, ar.source + 1) : NULL;
    if (!source) {
        mst_fail(error, MST_BAD_FILE, "", "it is a C function, not a Lua function");
        return NULL;
    }

    struct syn_tree *own = recover_tree_of(source, ar.source + 1, error);
    if (tree)
        *tree = own;

    /* Lua keeps only the lines of a function, so several on one line may fit: their first and last
     * differ then. */
    for (int i = own ? first_at(own, ar.linedefined) : 0;
         own && i < own->function_count && own->functions[i]->line <= ar.linedefined; i++)
        if (like(L, index, &ar, own->functions[i])) {
            last = own->functions[i];
            found = found ? found : last;
        }

    if (own && !found)
        mst_fail(error, MST_BAD_FILE, ar.source + 1, "no function in this file matches it");
    return found == last ? found : by_code(L, index, source, found, error);
}

/* ---- upvalues -------------------------------------------------------------------------------- */

static void push_literal(lua_State *L, const struct syn_node *value) {
    switch (value->kind) {
    case SYN_INT: lua_pushinteger(L, value->k); break;
    case SYN_FLOAT: lua_pushnumber(L, value->number); break;
    case SYN_STRING: lua_pushlstring(L, value->s, value->length); break;
    case SYN_NIL: lua_pushnil(L); break;
    default: lua_pushboolean(L, value->kind == SYN_TRUE);
    }
}

bool syn_recover_upvalue(lua_State *L, int index, const struct syn_function *function,
                         const struct syn_name *name) {
    luaL_checkstack(L, 1, "out of memory");
    for (int i = 0; i < function->up_count; i++)
        if (function->ups[i] == name)
            return lua_getupvalue(L, index, i + 1) != NULL;

    /* luac folded it, so Lua has no trace of it: its value is in the tree. */
    if (!name || !name->value)
        return false;
    push_literal(L, name->value);
    return true;
}

/* ---- names of declarations ------------------------------------------------------------------- */

/* A search for a call on a line. */
struct search {
    int32_t from, to;   /* byte range of the line */
    const char *called; /* or NULL: any function */
    bool within;        /* accept a call that only spans the line */
    bool again;         /* accept a call that was returned before */
    struct syn_node *call;
    const char *name; /* the name it is assigned to, or NULL */
};

/* `holder` is the name to which the searched value is assigned, or NULL. */
static void search_list(struct search *s, struct syn_node *list, const char *holder);

/* A call that was returned is marked in its `op`, which calls do not use. */
enum { GIVEN = 1 };

static bool recover_fits(const struct search *s, const struct syn_node *call) {
    const char *called = call->kind == SYN_CALL ? syn_last_name(call->a) : call->s;

    /* A method's name is in `s`; of other calls, the last name of what is called counts. */
    if (s->called && (!called || strcmp(called, s->called) != 0))
        return false;
    if (call->op == GIVEN && !s->again)
        return false;
    return s->within || (call->from >= s->from && call->from < s->to);
}

static void search_values(struct search *s, struct syn_node *targets, struct syn_node *values) {
    for (; values; values = values->next) {
        struct syn_node *next = values->next;
        const char *holder = targets ? syn_last_name(targets) : NULL;
        values->next = NULL; /* search this value only */
        search_list(s, values, holder);
        values->next = next;
        targets = targets ? targets->next : NULL;
    }
}

static void search_node(struct search *s, struct syn_node *n, const char *holder) {
    /* A holder is what the value of a list is assigned to. It reaches the calls inside an
     * expression, as in `x = muster.query(f) or g`, but no call in a statement below. */
    switch (n->kind) {
    case SYN_FUNCTION: search_list(s, n->function->body, NULL); return;
    case SYN_DECLARE:
    case SYN_ASSIGN: search_values(s, n->a, n->b); return;
    case SYN_ENTRY: search_list(s, n->b, n->s ? n->s : holder); return;
    case SYN_CALL:
    case SYN_METHOD:
        /* A chain of calls: its first call is the innermost, and is found first. */
        search_list(s, n->a, holder);
        if (!s->call && recover_fits(s, n)) {
            s->call = n;
            s->name = holder;
        }
        search_list(s, n->b, holder);
        return;
    default: break;
    }

    /* Statements assign nothing to the names that hold what is around them. */
    if (n->kind > SYN_ENTRY)
        holder = NULL;
    search_list(s, n->a, holder);
    search_list(s, n->b, holder);
    search_list(s, n->c, holder);
}

static void search_list(struct search *s, struct syn_node *list, const char *holder) {
    for (; list && !s->call; list = list->next)
        if (list->from < s->to && list->to > s->from)
            search_node(s, list, holder);
}

/* Prefer a call that begins on the line and was not returned yet; then relax these conditions. */
static bool find_call(struct search *s, const struct syn_tree *tree) {
    /* Four ways, from both conditions to none: bit 0 drops one, bit 1 the other. */
    for (int way = 0; way < 4 && !s->call; way++) {
        s->again = way & 1;
        s->within = way & 2;
        search_list(s, tree->functions[0]->body, NULL);
    }

    if (s->call)
        s->call->op = GIVEN;
    return s->call != NULL;
}

/* Set the byte range of line `line`, counted from 1. */
static void line_bytes(const struct syn_tree *tree, int line, struct search *s) {
    const char *at = tree->source, *end = at + tree->size, *next;
    while (--line > 0 && (next = memchr(at, '\n', (size_t)(end - at))))
        at = next + 1;

    next = memchr(at, '\n', (size_t)(end - at));
    s->from = (int32_t)(at - tree->source);
    s->to = (int32_t)((next ? next : end) - tree->source);
}

bool syn_recover_assigned_name(lua_State *L, const char *at, const char *called,
                               struct mst_buf *name) {
    const char *colon = strchr(at, ':');
    struct mst_error error = {0};
    struct syn_tree *tree = colon ? syn_recover_tree(L, at, &error) : NULL;
    struct search s = {.called = called};

    /* No name is no error, except that memory was short. */
    mst_buf_reset(name);
    name->failed = error.status == MST_NO_MEMORY;
    if (!tree)
        return false;

    line_bytes(tree, atoi(colon + 1), &s);
    bool found = find_call(&s, tree) && s.name;

    if (found)
        mst_buf_puts(name, s.name);
    return found;
}
