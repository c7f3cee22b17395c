/* The fingerprint: a hash of everything in which rules could keep state. See sandbox.h.
 *
 * Tables are visited in key order. A table or function that was seen before counts by the order of
 * its first visit. So the fingerprint depends neither on addresses nor on Lua's internal order.
 *
 * For a message, the parts are listed: a line for each upvalue and each key of a table, "HASH
 * PLACE", inner ones first. The first line that differs names what changed. */
#include <stdio.h>
#include <string.h>

#include "host/sandbox/sandbox_state.h"

enum { MOST_NESTING = 1000 };

struct walk {
    lua_State *L;
    int seen; /* stack slot of a table: object -> number */
    lua_Integer count;
    int nesting;
    struct mst_buf *parts; /* or NULL */
    struct mst_buf path;   /* of the value being hashed, */
    size_t from;           /* from here on */
};

static uint64_t value_print(struct walk *w);

static void cut_path(struct walk *w, size_t length) {
    w->path.length = length;
    if (w->path.text)
        w->path.text[length] = 0;
}

/* Hash the value on top of the stack, which is a part of the value at the path: `name` follows
 * `joint`. */
static uint64_t part_print(struct walk *w, const char *joint, const char *name) {
    size_t length = w->path.length;
    if (w->parts)
        mst_buf_printf(&w->path, "%s%.60s", joint, name);
    uint64_t hash = value_print(w);

    if (!w->parts)
        return hash;
    /* After the value's own parts: the first line that differs is the innermost. */
    mst_buf_printf(w->parts, "%016llx %s\n", (unsigned long long)hash,
                   w->path.failed ? "" : mst_buf_text(&w->path) + w->from);
    cut_path(w, length);
    return hash;
}

static uint64_t join(uint64_t hash, uint64_t more) {
    /* One is added, so that zeros in a row change the hash, too; the order of parts counts. */
    return core_mix(hash * 0x9e3779b97f4a7c15ULL + more + 1);
}

static uint64_t upvalues_print(struct walk *w) {
    lua_State *L = w->L;
    lua_Debug ar;
    lua_pushvalue(L, -1);
    lua_getinfo(L, ">S", &ar);

    /* A function is known by its source and line: its code cannot change. */
    uint64_t hash = core_hash_bytes(CORE_HASH_START, ar.source, strlen(ar.source));
    hash = join(hash, (uint64_t)ar.linedefined);
    size_t outer = w->from, length = w->path.length;
    bool own = w->parts && ar.source[0] == '@'; /* the locals of a file have separate paths */
    /* In messages the path starts anew at each file: how the walk came here says nothing. */
    if (own) {
        w->from = length;
        mst_buf_puts(&w->path, ar.source + 1);
    }

    const char *name;
    for (int i = 1; (name = lua_getupvalue(L, -1, i)) != NULL; i++) {
        hash = join(hash, part_print(w, own ? ": " : "", name));
        lua_pop(L, 1);
    }

    if (own) {
        w->from = outer;
        cut_path(w, length);
    }
    return hash;
}

/* The hashes of entries whose keys have no order are added, so that their order does not matter. */
static uint64_t other_keys_print(struct walk *w, int table) {
    lua_State *L = w->L;
    uint64_t sum = 0;
    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
        if (lua_isinteger(L, -2) || lua_type(L, -2) == LUA_TSTRING)
            continue;
        uint64_t key = (uint64_t)lua_type(L, -2) * 4 + (uint64_t)lua_toboolean(L, -2);
        sum += join(key, value_print(w));
    }
    return sum;
}

static uint64_t table_print(struct walk *w) {
    lua_State *L = w->L;
    int table = lua_gettop(L), count;
    const struct sandbox_key *keys = sandbox_keys(L, table, NULL, &count);

    uint64_t hash = (uint64_t)count;
    for (int i = 0; i < count; i++) {
        hash =
            join(hash, keys[i].text ? core_hash_bytes(CORE_HASH_START, keys[i].text, keys[i].length)
                                    : core_mix((uint64_t)keys[i].number));

        /* The key counts, too: a value that moves to another key is a change. */
        sandbox_push_key(L, &keys[i]);
        lua_rawget(L, table);
        char number[24];
        snprintf(number, sizeof number, "%lld", (long long)keys[i].number);
        hash = join(hash, part_print(w, w->path.length > w->from ? "." : "",
                                     keys[i].text ? keys[i].text : number));
        lua_pop(L, 1);
    }

    hash = join(hash, other_keys_print(w, table));
    /* That of a proxy leads to the table that it protects. */
    if (lua_getmetatable(L, table))
        hash = join(hash, value_print(w));
    lua_settop(L, table);
    return hash;
}

/* Hash the table or function on top of the stack. */
static uint64_t object_print(struct walk *w) {
    lua_State *L = w->L;
    luaL_checkstack(L, 12, "walk");
    lua_pushvalue(L, -1);

    /* Seen before, which also ends cycles; or nested so deeply that C's stack might not do. */
    if (lua_rawget(L, w->seen) != LUA_TNIL || w->nesting >= MOST_NESTING) {
        uint64_t number = (uint64_t)lua_tointeger(L, -1);
        lua_pop(L, 1);
        return core_mix(number);
    }

    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    /* Numbered before its parts are visited, for they may refer to it. */
    lua_pushinteger(L, ++w->count);
    lua_rawset(L, w->seen);
    w->nesting++;
    uint64_t hash = lua_istable(L, -1) ? table_print(w) : upvalues_print(w);
    w->nesting--;
    return hash;
}

/* Hash the value on top of the stack, without popping it. */
static uint64_t value_print(struct walk *w) {
    lua_State *L = w->L;
    int type = lua_type(L, -1);
    uint64_t hash = 0;

    /* Handles are userdata, whose content rules cannot change: their type is enough. */
    if (type == LUA_TBOOLEAN) {
        hash = (uint64_t)lua_toboolean(L, -1);
    } else if (lua_isinteger(L, -1)) {
        /* Differs from a boolean and a float of the same bits. */
        hash = (uint64_t)lua_tointeger(L, -1) ^ 0x5555;
    } else if (type == LUA_TNUMBER) {
        lua_Number number = lua_tonumber(L, -1);
        memcpy(&hash, &number, sizeof hash);
    } else if (type == LUA_TSTRING) {
        size_t length;
        const char *text = lua_tolstring(L, -1, &length);
        hash = core_hash_bytes(CORE_HASH_START, text, length);
    } else if (type == LUA_TTABLE || type == LUA_TFUNCTION) {
        hash = object_print(w);
    }

    return join((uint64_t)type, hash);
}

static int walk_all(lua_State *L) {
    struct walk *walk = lua_touserdata(L, 1);
    lua_newtable(L);
    walk->seen = 2;
    /* Everything is reachable from the registry: globals, modules, and the functions of the
     * host. */
    lua_pushvalue(L, LUA_REGISTRYINDEX);
    lua_pushinteger(L, (lua_Integer)value_print(walk));
    return 1;
}

uint64_t sandbox_fingerprint(lua_State *L, struct mst_buf *parts) {
    struct sandbox *s = sandbox_of(L);
    struct walk walk = {.L = L, .parts = parts};
    uint64_t print = 0;
    if (!lua_checkstack(L, 4))
        return 0;

    bool before = s->memory.unlimited;
    /* Looking costs the rules nothing, and works for rules that have used up their memory. */
    lua_pushcfunction(L, walk_all);
    lua_pushlightuserdata(L, &walk);
    s->memory.unlimited = true;
    if (sandbox_call(L, 1, 1, NULL) == MST_OK) {
        /* 0 means out of memory. */
        print = walk.path.failed ? 0 : (uint64_t)lua_tointeger(L, -1);
        print += print == 0 && !walk.path.failed;
        lua_pop(L, 1);
    }

    s->memory.unlimited = before;
    mst_buf_clear(&walk.path);
    return print;
}

void sandbox_changed(const char *before, const char *after, char *name, size_t size) {
    size_t line = 0;

    /* The parts are in the same order, so the first difference lies in the line of the change. */
    for (size_t i = 0; before[i] && before[i] == after[i]; i++)
        line = after[i] == '\n' ? i + 1 : line;

    const char *place = strchr(after + line, ' ');
    snprintf(name, size, "%.*s", place ? (int)strcspn(place + 1, "\n") : 0, place ? place + 1 : "");
}
