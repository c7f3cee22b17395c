/* Loading of modules: names, files, chains of require, and the hash of the loaded sources.
 *
 * Only names that consist of [a-z0-9_] words joined by dots become paths. A module is in `sources`
 * from the time its file is read. If it raises an error while it runs, sandbox_forget removes it
 * again. */
#include <assert.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/sandbox/sandbox_state.h"

enum { MOST_NAME = 100 };

/* ---- the list of sources --------------------------------------------------------------------- */

struct sandbox_source *sandbox_find_source(const struct sandbox *s, const char *name) {
    struct sandbox_source *source = s->sources;
    while (source && strcmp(source->name, name) != 0)
        source = source->next;
    return source;
}

/* Takes ownership of `text`. */
static void add_source(lua_State *L, const char *name, char *text, size_t length, int root) {
    struct sandbox *s = sandbox_of(L);
    size_t size = strlen(name) + 1;
    struct sandbox_source *source = mst_calloc(1, sizeof *source + size);
    /* Nothing owns the text yet, and the fault does not return. */
    if (!source) {
        mst_free(text);
        sandbox_fail(L, MST_NO_MEMORY, NULL, "out of memory while loading '%s'", name);
        return;
    }

    memcpy(source->name, name, size);
    source->text = text;
    source->length = length;
    source->hash = core_hash_bytes(CORE_HASH_START, text, length);
    source->root = root;
    source->loading = true;
    source->thread = LUA_NOREF;

    /* The chain of modules that wait for each other, innermost first; a cycle is found by it. */
    source->requirer = s->loading;
    s->loading = source;

    /* In name order: the hash of the sources must not depend on the order of loading. */
    struct sandbox_source **place = &s->sources;
    while (*place && strcmp((*place)->name, name) < 0)
        place = &(*place)->next;
    source->next = *place;
    *place = source;
    assert(!source->next || strcmp(source->name, source->next->name) < 0); /* each name once */
}

void sandbox_forget_text(struct sandbox_source *source) {
    mst_free(source->text);
    syn_free(source->tree);
    sandbox_dump_clear(&source->dump);
    source->text = NULL;
    source->tree = NULL;
}

void sandbox_forget(lua_State *L, struct sandbox_source *outer) {
    struct sandbox *s = sandbox_of(L);
    /* `outer` was loading when the failed call began: only the modules inside it failed. */
    while (s->loading != outer) {
        struct sandbox_source *gone = s->loading, **place = &s->sources;
        assert(gone);
        s->loading = gone->requirer;
        while (*place != gone)
            place = &(*place)->next;
        *place = gone->next;

        luaL_unref(L, LUA_REGISTRYINDEX, gone->thread);
        sandbox_forget_text(gone);
        mst_free(gone);
    }
}

uint64_t sandbox_source_hash(const lua_State *L) {
    uint64_t hash = CORE_HASH_START;
    for (const struct sandbox_source *source = sandbox_of(L)->sources; source;
         source = source->next) {
        hash = core_hash_bytes(hash, source->name, strlen(source->name) + 1);
        /* Byte by byte: the hash is the same on machines of either byte order. */
        for (int shift = 0; shift < 64; shift += 8) {
            unsigned char byte = (unsigned char)(source->hash >> shift);
            hash = core_hash_bytes(hash, &byte, 1);
        }
    }
    return hash;
}

/* ---- names and files ------------------------------------------------------------------------- */

static bool is_module_name(const char *name) {
    char before = '.';
    if (strlen(name) > MOST_NAME)
        return false;

    /* The start counts as a dot, so that no word may be empty: no leading, trailing or double
     * dot. */
    for (const char *c = name; *c; before = *c++) {
        bool word = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '_';
        if (!word && (*c != '.' || before == '.'))
            return false;
    }
    return before != '.';
}

static bool is_alias(const struct sandbox *s, const char *name) {
    return s->alias.name && !strcmp(name, s->alias.name);
}

bool sandbox_alias(lua_State *L, const char *name, const char *path, const char *shown) {
    assert(!sandbox_of(L)->alias.name); /* called once */
    struct sandbox *s = sandbox_of(L);
    s->alias.name = mst_strdup(name);
    s->alias.path = mst_strdup(path);
    s->alias.shown = mst_strdup(shown);
    return s->alias.name && s->alias.path && s->alias.shown;
}

const char *sandbox_alias_shown(const lua_State *L) {
    return sandbox_of(L)->alias.shown;
}

/* Append "game/actions.lua" for "game.actions". */
static void put_file(struct mst_buf *buf, const char *name) {
    for (; *name; name++)
        mst_buf_char(buf, *name == '.' ? '/' : *name);
    mst_buf_puts(buf, ".lua");
}

/* Is the module in this folder? */
static bool sandbox_load_is_in(const struct sandbox *s, int root, const char *name) {
    struct mst_buf path = {0};
    struct stat info;
    mst_buf_printf(&path, "%s/", s->roots[root].path);
    put_file(&path, name);

    bool in = !path.failed && stat(path.text, &info) == 0;
    mst_buf_clear(&path);
    return in;
}

/* The first folder at or after number `from` that has the module, or -1. */
static int folder_with(const struct sandbox *s, int from, const char *name) {
    int root = from;
    while (root < s->root_count && !sandbox_load_is_in(s, root, name))
        root++;
    return root < s->root_count ? root : -1;
}

/* The folder of a module; the first one if there is no such module. */
static int folder_of(const struct sandbox *s, const char *name) {
    const struct sandbox_source *known = sandbox_find_source(s, name);
    /* A single folder needs no look at the disk; a missing file is reported when it is read. */
    int root = known ? known->root : s->root_count > 1 ? folder_with(s, 0, name) : 0;
    return root < 0 ? 0 : root;
}

/* Write "ROOT/game/actions.lua" for "game.actions" to `buf`, or the file of the alias. */
static void module_path(const struct sandbox *s, struct mst_buf *buf, bool shown,
                        const char *name) {
    if (is_alias(s, name)) {
        mst_buf_puts(buf, shown ? s->alias.shown : s->alias.path);
        return;
    }
    const struct sandbox_root *root = &s->roots[folder_of(s, name)];
    mst_buf_printf(buf, "%s/", shown ? root->shown : root->path);
    put_file(buf, name);
}

bool sandbox_source(const lua_State *L, int index, struct mst_buf *path, struct mst_buf *shown) {
    const struct sandbox *s = sandbox_of(L);
    const struct sandbox_source *source = s->sources;
    assert(index >= 0);
    while (source && index-- > 0)
        source = source->next;
    if (source && path)
        module_path(s, path, false, source->name);
    if (source && shown)
        module_path(s, shown, true, source->name);
    return source != NULL;
}

/* The nearest name among the files in the folder of `path`, without ".lua", or "". Among equally
 * near names, the first in byte order: the order of the directory must not matter. */
static void nearest_file(const char *path, const char *word, char *best, size_t size) {
    struct mst_buf folder = {0};
    int distance = 0;
    best[0] = 0;
    mst_buf_bytes(&folder, path, (size_t)(strrchr(path, '/') - path));

    /* A missing folder has no files: then there is no suggestion. */
    DIR *dir = opendir(mst_buf_text(&folder));
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        char name[MOST_NAME + 8];
        size_t length = strlen(entry->d_name);
        if (length < 5 || length >= sizeof name || strcmp(entry->d_name + length - 4, ".lua") != 0)
            continue;

        snprintf(name, sizeof name, "%.*s", (int)(length - 4), entry->d_name);
        struct mst_nearest one = {.wanted = word};
        mst_nearest_offer(&one, name);
        if (!one.best || (best[0] && (one.distance > distance ||
                                      (one.distance == distance && strcmp(name, best) > 0))))
            continue;

        distance = one.distance;
        snprintf(best, size, "%s", name);
    }

    if (dir)
        closedir(dir);
    mst_buf_clear(&folder);
}

static void word_missing(const struct sandbox *s, const char *name, const char *shown,
                         struct mst_error *error) {
    char best[MOST_NAME + 8] = "";
    const char *dot = strrchr(name, '.'), *word = dot ? dot + 1 : name;

    /* The first folder with a similar name decides. */
    for (int i = 0; i < s->root_count && !best[0]; i++) {
        struct mst_buf path = {0};
        mst_buf_printf(&path, "%s/", s->roots[i].path);
        put_file(&path, name);
        if (!path.failed)
            nearest_file(path.text, word, best, sizeof best);
        mst_buf_clear(&path);
    }

    /* The suggestion is the whole name: the words before the last dot are as they were written. */
    if (best[0])
        mst_fail(error, MST_BAD_FILE, "",
                 "there is no module '%s' (no file '%s'); "
                 "did you mean '%.*s%s'?",
                 name, shown, (int)(word - name), name, best);
    else
        mst_fail(error, MST_BAD_FILE, "", "there is no module '%s' (no file '%s')", name, shown);
}

bool sandbox_there(lua_State *L, const char *name, struct mst_error *error) {
    const struct sandbox *s = sandbox_of(L);
    struct mst_buf path = {0}, shown = {0};
    struct stat info;
    module_path(s, &path, false, name);
    module_path(s, &shown, true, name);

    /* Short of memory, the answer is yes: loading reports that. */
    bool there = path.failed || shown.failed || stat(path.text, &info) == 0;
    if (!there)
        word_missing(s, name, shown.text, error);

    mst_buf_clear(&path);
    mst_buf_clear(&shown);
    return there;
}

/* Is the source no link to a file elsewhere, whose lines would show up in errors? A folder may be a
 * link: only files named `.lua` are read in it. */
static bool is_ours(const struct sandbox *s, const char *path) {
    struct mst_buf folder = {0};
    struct stat info;
    /* Most files are plain, and need no resolved paths. */
    if (lstat(path, &info) == 0 && !S_ISLNK(info.st_mode))
        return true;

    mst_buf_bytes(&folder, path, (size_t)(strrchr(path, '/') - path));
    bool ours = !folder.failed && mst_path_within(path, mst_buf_text(&folder));
    for (int i = 0; i < s->root_count && !ours; i++)
        ours = mst_path_within(path, s->roots[i].path);
    mst_buf_clear(&folder);
    return ours;
}

/* Fail if the module is in two folders. */
static bool is_twice(const struct sandbox *s, const char *name, struct mst_error *error) {
    /* With one folder, or the alias's own file, there is no second place to look. */
    int first = is_alias(s, name) || s->root_count < 2 ? -1 : folder_with(s, 0, name);
    int second = first < 0 ? -1 : folder_with(s, first + 1, name);
    struct mst_buf file = {0};

    if (second < 0)
        return false;

    put_file(&file, name);
    mst_fail(error, MST_BAD_FILE, "",
             "the module '%s' is in two folders, %.200s/%s and %.200s/%s: rename one of them", name,
             s->roots[first].shown, mst_buf_text(&file), s->roots[second].shown,
             mst_buf_text(&file));
    mst_buf_clear(&file);
    return true;
}

/* The text of a module. On failure returns NULL with `error`, which contains no absolute path but
 * those of folders that were added. */
static char *read_source(const struct sandbox *s, const char *name, const char *shown,
                         size_t *length, struct mst_error *error) {
    struct mst_buf path = {0};
    struct stat info;
    char *text = NULL;
    if (is_twice(s, name, error))
        return NULL;

    module_path(s, &path, false, name);

    /* The checks go from the outside in, so that each message can rely on those before it. */
    if (path.failed) {
        mst_fail(error, MST_NO_MEMORY, "", "out of memory while loading '%s'", name);
    } else if (stat(path.text, &info) != 0) {
        word_missing(s, name, shown, error);
    } else if (!is_alias(s, name) && !is_ours(s, path.text)) {
        mst_fail(error, MST_BAD_FILE, shown, "it is a link that leads out of '%s'",
                 s->roots[folder_of(s, name)].shown);
    } else if (!(text = mst_read_file(path.text, s->limits.source, length, error))) {
        /* S4: mst_read_file may quote the path, which is absolute. */
        bool readable = !strstr(error->text, path.text);
        mst_fail(error, error->status, shown, "%s", readable ? error->text : "cannot be read");
    } else if (*length && text[0] == LUA_SIGNATURE[0]) {
        /* Bytecode can crash Lua's interpreter (S2). luaL_loadbufferx refuses it, too, without a
         * useful message. */
        mst_fail(error, MST_BAD_FILE, shown, "this is compiled Lua; rules must be source");
        mst_free(text);
        text = NULL;
    }

    mst_buf_clear(&path);
    return text;
}

/* ---- require --------------------------------------------------------------------------------- */

/* Raise Lua's message (on top of the stack) for a source that does not compile. Frees `source`. */
static int raise_syntax(lua_State *L, int status, const char *shown, char *source) {
    struct sandbox *s = sandbox_of(L);
    char at[sizeof s->fault.at], guess[200];

    /* Lua writes "chunk.lua:12: message". If the chunk's name was cut, there is no ".lua:". */
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    const char *colon = strstr(text, ".lua:"), *rest = colon ? strchr(colon + 5, ' ') : NULL;
    int line = colon ? atoi(colon + 5) : 0;
    bool guessed = rest && sandbox_guess_syntax(source, rest + 1, &line, guess);

    /* `guess` is a copy, and Lua's message is on the stack: the source is no longer needed. */
    mst_free(source);
    if (status == LUA_ERRMEM) {
        sandbox_memory_fault(s, shown, "", &s->fault);
        return sandbox_raise(L, &s->fault);
    }

    if (status != LUA_ERRSYNTAX || strstr(text, "C stack overflow") || strstr(text, "C levels"))
        return sandbox_fail(L, MST_SCRIPT_ERROR, shown, "the source is nested too deeply");
    if (!rest)
        return sandbox_fail(L, MST_SCRIPT_ERROR, shown, "%s", text);

    snprintf(at, sizeof at, "%.180s:%d", shown, line);
    return sandbox_fail(L, MST_SCRIPT_ERROR, at, "%s", guessed ? guess : rest + 1);
}

/* Make the host's tables among the globals read-only. */
static void sandbox_load_seal(lua_State *L) {
    sandbox_env(L); /* names */
    lua_pushnil(L);
    /* Assigning to existing keys during lua_next is allowed. */
    while (lua_next(L, -2)) { /* names, key, value */
        bool bare = lua_istable(L, -1);
        /* A table with a metatable is protected already, or explains itself. */
        if (bare && lua_getmetatable(L, -1)) {
            lua_pop(L, 1);
            bare = false;
        }
        if (bare) {
            sandbox_protect(L, lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "?");
            lua_pushvalue(L, -2);
            lua_insert(L, -2); /* names, key, key, protected */
            lua_rawset(L, -4);
        } else {
            lua_pop(L, 1);
        }
    }
    lua_pop(L, 1);
}

/* Could a string of the source contain the byte 0? */
static bool may_hold_zero(const char *text, size_t length) {
    for (const char *at = text; (at = strchr(at, '\\')) != NULL; at++)
        if (at[1] == '0' || !strncmp(at + 1, "x00", 3) || !strncmp(at + 1, "u{0", 3))
            return true;
    return strlen(text) < length;
}

/* Raise if a string of the function on top of the stack contains the byte 0: comparing such strings
 * is slow, because Lua compares them part by part. Frees `text` then. */
static void refuse_zero(lua_State *L, const char *shown, char *text, size_t length) {
    struct sandbox_dump dump = {0};
    if (!may_hold_zero(text, length))
        return;

    /* The text is a quick guess; the compiled constants decide: \0 in a comment is harmless. */
    bool read = sandbox_dump_take(L, &dump), zero = dump.zero;
    sandbox_dump_clear(&dump);
    if (read && !zero)
        return;

    mst_free(text);
    if (!read)
        sandbox_fail(L, MST_NO_MEMORY, shown, "out of memory");
    sandbox_fail(L, MST_SCRIPT_ERROR, shown,
                 "a string contains the byte 0; strings hold no binary data here");
}

void sandbox_load_source(lua_State *L, const char *name) {
    struct sandbox *s = sandbox_of(L);
    /* The host has added its names by now, and no rule has run. */
    if (!s->sealed)
        sandbox_load_seal(L);
    s->sealed = true;

    struct mst_error error;
    char shown[2 * MOST_NAME + 100];
    struct mst_buf buf = {0};
    size_t length = 0;
    module_path(s, &buf, true, name);
    snprintf(shown, sizeof shown, "@%s", mst_buf_text(&buf));
    bool failed = buf.failed;
    mst_buf_clear(&buf);
    if (failed)
        sandbox_fail(L, MST_NO_MEMORY, NULL, "out of memory while loading '%s'", name);

    char *text = read_source(s, name, shown + 1, &length, &error);
    if (!text)
        sandbox_raise(L, &error);

    /* The parser's blocks are untyped like table parts, but are not charged as such. */
    s->memory.compiling = true;
    int status = luaL_loadbufferx(L, text, length, shown, "t"); /* does not raise */
    s->memory.compiling = false;

    /* From here on each failure frees the text, until add_source owns it. */
    if (status != LUA_OK)
        raise_syntax(L, status, shown + 1, text);
    refuse_zero(L, shown + 1, text, length);
    add_source(L, name, text, length, folder_of(s, name));

    sandbox_charge(L, (int64_t)length);
}

static int raise_circle(lua_State *L, const struct sandbox_source *first) {
    struct sandbox *s = sandbox_of(L);
    char chain[600] = "", longer[600];

    /* From the innermost module out to the one that is required again: each goes in front. */
    for (const struct sandbox_source *m = s->loading; m; m = m == first ? NULL : m->requirer) {
        snprintf(longer, sizeof longer, "%.120s -> %.470s", m->name, chain);
        memcpy(chain, longer, sizeof chain);
    }
    return sandbox_fail(L, MST_SCRIPT_ERROR, NULL, "modules require each other in a cycle: %s%s",
                        chain, first->name);
}

void sandbox_check_name(lua_State *L, const char *name) {
    if (!is_module_name(name))
        sandbox_fail(L, MST_SCRIPT_ERROR, NULL,
                     "'%.100s' is not a valid module name; "
                     "expected words of a-z, 0-9 and _ joined by dots",
                     name);
}

void sandbox_keep_value(lua_State *L) {
    struct sandbox *s = sandbox_of(L);
    struct sandbox_source *source = s->loading;
    assert(source && source->loading);

    /* As in Lua, a module without a value is `true`: the list tells it from one that is not
     * loaded. */
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        lua_pushboolean(L, 1);
    }

    sandbox_name_keys(L, source->name);
    lua_rawgeti(L, LUA_REGISTRYINDEX, s->loaded); /* value, loaded */
    lua_pushvalue(L, -2);
    lua_setfield(L, -2, source->name);
    lua_pop(L, 1);

    source->loading = false;
    s->loading = source->requirer;
}

int sandbox_require(lua_State *L) {
    struct sandbox *s = sandbox_of(L);
    /* A light userdata comes from the host: rules cannot make one. */
    const char *name = lua_islightuserdata(L, 1) ? lua_touserdata(L, 1) : luaL_checkstring(L, 1);
    sandbox_check_name(L, name);
    if (s->guard && !lua_islightuserdata(L, 1))
        s->guard(L, name);

    lua_settop(L, 1);
    const struct sandbox_source *known = sandbox_find_source(s, name);
    if (known && known->loading)
        return raise_circle(L, known);

    lua_rawgeti(L, LUA_REGISTRYINDEX, s->loaded); /* name, loaded */
    if (known) {
        lua_getfield(L, 2, name);
        return 1;
    }

    if (s->frozen)
        return sandbox_fail(L, MST_SCRIPT_ERROR, NULL,
                            "module '%s' is not loaded, and loading "
                            "is over: require it at the top of a file",
                            name);

    sandbox_load_source(L, name); /* name, loaded, function */
    lua_call(L, 0, 1);
    sandbox_keep_value(L); /* name, loaded, value */
    return 1;
}

enum mst_status sandbox_require_module(lua_State *L, const char *module, struct mst_error *error) {
    /* S1: lua_checkstack, unlike luaL_checkstack, does not raise. */
    if (!lua_checkstack(L, 4))
        return mst_fail(error, MST_NO_MEMORY, "", "out of memory while loading '%s'", module);
    lua_pushcfunction(L, sandbox_require);
    lua_pushlightuserdata(L, (void *)(size_t)module);
    return sandbox_call(L, 1, 1, error);
}

void sandbox_freeze(lua_State *L) {
    struct sandbox *s = sandbox_of(L);
    assert(!s->frozen && s->memory.depth == 0);
    s->frozen = true;
    /* S5: every later call starts from this length. */
    s->longest_loaded = s->memory.longest;
    lua_gc(L, LUA_GCCOLLECT); /* nothing here has a finalizer, so this cannot raise */
}
