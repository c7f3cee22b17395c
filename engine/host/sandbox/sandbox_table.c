/* The table library of rules, and the order of keys.
 *
 * A table with a metatable is a read-only one of the sandbox: no function here writes to it.
 * table.sort is a stable merge sort. It writes to the table only after all comparisons, so a bad
 * comparison function leads to a fixed order, or to an error that leaves the table unchanged. */
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "host/sandbox/sandbox_state.h"

/* ---- keys in order --------------------------------------------------------------------------- */

static bool key_before(const struct sandbox_key *a, const struct sandbox_key *b) {
    if (!a->text || !b->text)
        return !a->text && (b->text || a->number < b->number);

    /* Not strcoll, which depends on the locale. Of two texts with the same start, the shorter comes
     * first. */
    int order = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);
    return order < 0 || (order == 0 && a->length < b->length);
}

static void sift_down(struct sandbox_key *keys, int root, int count) {
    struct sandbox_key moved = keys[root];
    assert(root < count);

    for (int child; (child = 2 * root + 1) < count; root = child) {
        /* The larger child moves up. */
        child += child + 1 < count && key_before(&keys[child], &keys[child + 1]);
        if (!key_before(&moved, &keys[child]))
            break;
        keys[root] = keys[child];
    }
    keys[root] = moved;
}

/* Heap sort, in place. All keys are different, so the result is unique. */
static void sort_keys(struct sandbox_key *keys, int count) {
    for (int i = count / 2; i-- > 0;)
        sift_down(keys, i, count);

    for (int i = count; i-- > 1;) {
        struct sandbox_key last = keys[i];
        keys[i] = keys[0];
        keys[0] = last;
        sift_down(keys, 0, i);
    }
}

static bool has_order(lua_State *L, int index) {
    return lua_isinteger(L, index) || lua_type(L, index) == LUA_TSTRING;
}

/* The number of keys that have an order, and the total length of the strings among them. */
static int count_keys(lua_State *L, int table, const char *refusal, size_t *texts) {
    int count = 0;
    *texts = 0;
    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
        if (!has_order(L, -2)) {
            if (refusal)
                luaL_error(L, refusal, luaL_typename(L, -2));
            continue;
        }
        *texts += lua_type(L, -2) == LUA_TSTRING ? lua_rawlen(L, -2) : 0;
        count++;
    }
    return count;
}

static int bits(int64_t number) {
    int count = 0;
    for (; number > 0; number >>= 1)
        count++;
    return count;
}

struct sandbox_key *sandbox_keys(lua_State *L, int index, const char *refusal, int *count) {
    size_t texts;
    int table = lua_absindex(L, index);

    /* lua_next walks the whole part, however few keys are left in it. Sorting then compares keys
     * about twice for each level of the heap. */
    sandbox_charge(L, sandbox_scan_cost(&sandbox_of(L)->memory));
    *count = count_keys(L, table, refusal, &texts);
    sandbox_charge(L, (2 * *count + (int64_t)(texts / 32)) * bits(*count));

    /* One more than needed, so that a table without keys gets a buffer, too. */
    struct sandbox_key *keys = lua_newuserdatauv(L, ((size_t)*count + 1) * sizeof *keys, 0);
    struct sandbox_key *key = keys;
    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
        if (!has_order(L, -2))
            continue;
        *key = (struct sandbox_key){0};
        if (lua_isinteger(L, -2))
            key->number = lua_tointeger(L, -2);
        else
            key->text = lua_tolstring(L, -2, &key->length);
        key++;
    }

    assert(key == keys + *count);
    sort_keys(keys, *count);
    return keys;
}

void sandbox_push_key(lua_State *L, const struct sandbox_key *key) {
    if (key->text)
        lua_pushlstring(L, key->text, key->length);
    else
        lua_pushinteger(L, key->number);
}

/* ---- lists ----------------------------------------------------------------------------------- */

static void check_writable(lua_State *L, int index) {
    luaL_checktype(L, index, LUA_TTABLE);
    /* A proxy is empty: writing to it raw would go unnoticed, and shadow what it protects. */
    if (lua_getmetatable(L, index))
        luaL_error(L, "this table cannot be changed by rules");
}

static lua_Integer list_size(lua_State *L, int index) {
    return (lua_Integer)lua_rawlen(L, index);
}

static int table_insert(lua_State *L) {
    check_writable(L, 1);
    lua_Integer size = list_size(L, 1), at = size + 1;
    int values = lua_gettop(L);
    if (values != 2 && values != 3)
        return luaL_error(L, "table.insert takes (list, value) or (list, position, value)");
    if (values == 3)
        at = sandbox_integer(L, 2);

    luaL_argcheck(L, at >= 1 && at <= size + 1, 2, "position out of bounds");
    sandbox_charge(L, size + 1 - at);

    /* From the end down; the value to insert stays on top of the stack. */
    for (lua_Integer i = size; i >= at; i--) {
        lua_rawgeti(L, 1, i);
        lua_rawseti(L, 1, i + 1);
    }

    lua_rawseti(L, 1, at);
    return 0;
}

static int table_remove(lua_State *L) {
    check_writable(L, 1);
    lua_Integer size = list_size(L, 1), at = sandbox_opt_integer(L, 2, size);

    /* An empty list has nothing to remove at its end, which is no error. */
    bool bare = size == 0 && (at == 0 || at == size + 1);
    luaL_argcheck(L, bare || (at >= 1 && at <= size + 1), 2, "position out of bounds");
    sandbox_charge(L, size > at ? size - at : 0);

    lua_rawgeti(L, 1, at);
    for (; at < size; at++) {
        lua_rawgeti(L, 1, at + 1);
        lua_rawseti(L, 1, at);
    }

    /* `at` is now the last position, whose value has moved down. */
    if (at <= size) {
        lua_pushnil(L);
        lua_rawseti(L, 1, at);
    }
    return 1;
}

static int table_move(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_Integer from = sandbox_integer(L, 2), last = sandbox_integer(L, 3);
    lua_Integer to = sandbox_integer(L, 4);
    int target = lua_isnoneornil(L, 5) ? 1 : 5;
    check_writable(L, target);

    /* An empty range moves nothing. */
    if (last >= from) {
        luaL_argcheck(L, from > 0 || last < LUA_MAXINTEGER + from, 3, "too many elements to move");
        /* The checks come first: without them the count or a position would overflow. */
        lua_Integer count = last - from + 1;
        luaL_argcheck(L, to <= LUA_MAXINTEGER - count + 1, 4, "destination wraps around");
        sandbox_charge(L, count);

        /* Where the ranges overlap, values must be read before they are overwritten. */
        bool forward = to > last || to <= from || target != 1;
        for (lua_Integer i = 0; i < count; i++) {
            lua_Integer step = forward ? i : count - 1 - i;
            lua_rawgeti(L, 1, from + step);
            lua_rawseti(L, target, to + step);
        }
    }
    lua_pushvalue(L, target);
    return 1;
}

static int table_pack(lua_State *L) {
    int count = lua_gettop(L);
    sandbox_charge(L, count);
    lua_createtable(L, count, 1);
    lua_insert(L, 1);

    /* From the top of the stack down. */
    for (int i = count; i >= 1; i--)
        lua_rawseti(L, 1, i);
    lua_pushinteger(L, count);
    lua_setfield(L, 1, "n");
    return 1;
}

static int table_unpack(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_Integer from = sandbox_opt_integer(L, 2, 1);
    lua_Integer to = lua_isnoneornil(L, 3) ? list_size(L, 1) : sandbox_integer(L, 3);
    if (from > to)
        return 0;

    /* Unsigned, for the difference of two integers may overflow. */
    lua_Unsigned count = (lua_Unsigned)to - (lua_Unsigned)from;
    if (count >= SANDBOX_VALUES)
        return luaL_error(L, "table.unpack returns at most %d values at once", SANDBOX_VALUES);
    luaL_checkstack(L, (int)count + 1, "too many values");
    sandbox_charge(L, (int64_t)count);

    /* `to` may be the largest integer: a loop up to and including it would not end. */
    for (lua_Integer i = from; i < to; i++)
        lua_rawgeti(L, 1, i);
    lua_rawgeti(L, 1, to);
    return (int)count + 1;
}

/* ---- concat ---------------------------------------------------------------------------------- */

/* Push element i of the list in slot 1 as a string. */
static const char *push_element(lua_State *L, lua_Integer i, size_t *length) {
    lua_rawgeti(L, 1, i);
    if (lua_type(L, -1) != LUA_TNUMBER && lua_type(L, -1) != LUA_TSTRING)
        luaL_error(L, "table.concat: element %I is a %s; expected a string or a number",
                   (LUAI_UACINT)i, luaL_typename(L, -1));
    sandbox_charge_text(L, -1);
    return lua_tolstring(L, -1, length);
}

static int table_concat(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    size_t gap, length, size = 0;
    sandbox_charge_text(L, 2);
    const char *separator = luaL_optlstring(L, 2, "", &gap);
    lua_Integer from = sandbox_opt_integer(L, 3, 1);
    lua_Integer to = lua_isnoneornil(L, 4) ? list_size(L, 1) : sandbox_integer(L, 4);
    lua_settop(L, 2);

    /* Twice over the list: the first pass measures, so that one buffer suffices, and refuses what
     * is no text. */
    for (lua_Integer i = from; i <= to && size <= SANDBOX_STRING; i++) {
        sandbox_charge(L, 4);
        push_element(L, i, &length);
        size += length + (i < to ? gap : 0);
        lua_pop(L, 1);
        if (i == LUA_MAXINTEGER)
            break;
    }

    if (size > SANDBOX_STRING)
        return sandbox_fail(L, MST_BUDGET, NULL, "a string exceeds %d bytes", SANDBOX_STRING);

    char *out = lua_newuserdatauv(L, size + 1, 0), *at = out;
    for (lua_Integer i = from; i <= to; i++) {
        const char *text = push_element(L, i, &length);
        memcpy(at, text, length);
        at += length;
        if (i < to)
            memcpy(at, separator, gap);
        at += i < to ? gap : 0;
        lua_pop(L, 1);
        if (i == LUA_MAXINTEGER)
            break;
    }

    assert((size_t)(at - out) == size);
    lua_pushlstring(L, out, size);
    return 1;
}

/* ---- sort ------------------------------------------------------------------------------------ */

/* Compare the two values on top of the stack: numbers by value, strings in byte order. */
static bool plain_before(lua_State *L) {
    if (lua_type(L, -1) == LUA_TNUMBER && lua_type(L, -2) == LUA_TNUMBER)
        return lua_compare(L, -2, -1, LUA_OPLT);
    if (lua_type(L, -1) != LUA_TSTRING || lua_type(L, -2) != LUA_TSTRING)
        luaL_error(L, "table.sort: cannot compare a %s with a %s; pass a comparison function",
                   luaL_typename(L, -2), luaL_typename(L, -1));

    struct sandbox_key a = {0}, b = {0};
    a.text = lua_tolstring(L, -2, &a.length);
    b.text = lua_tolstring(L, -1, &b.length);
    sandbox_charge(L, (int64_t)((a.length < b.length ? a.length : b.length) / 32));
    return key_before(&a, &b);
}

/* Does element `a` of the list in slot 1 come before element `b`, by the function in slot 2 or by
 * default? */
static bool element_before(lua_State *L, int a, int b) {
    bool called = lua_isfunction(L, 2), before;
    if (called)
        lua_pushvalue(L, 2);
    lua_rawgeti(L, 1, a);
    lua_rawgeti(L, 1, b);
    sandbox_charge(L, 4);

    if (called) {
        lua_call(L, 2, 1);
        before = lua_toboolean(L, -1);
        lua_pop(L, 1);
    } else {
        before = plain_before(L);
        lua_pop(L, 2);
    }
    return before;
}

static void merge(lua_State *L, const int *from, int *to, int low, int middle, int high) {
    int left = low, right = middle;
    for (int i = low; i < high; i++) {
        /* Stable: the right one comes first only if it is smaller. The function decides nothing
         * else, so that an inconsistent one gives a wrong order, but no index out of range. */
        bool take_right =
            left == middle || (right < high && element_before(L, from[right], from[left]));
        to[i] = take_right ? from[right++] : from[left++];
    }
}

/* Push a userdata with the sorted order of elements 1..count, as their numbers. */
static const int *sorted_order(lua_State *L, int count) {
    int *order = lua_newuserdatauv(L, 2 * (size_t)count * sizeof *order, 0), *other = order + count;
    for (int i = 0; i < count; i++)
        order[i] = i + 1;

    /* Bottom-up: runs of 1, 2, 4, ... elements. 64 bits, for 2 * width may pass the largest int. */
    for (int64_t width = 1; width < count; width *= 2) {
        for (int64_t low = 0; low < count; low += 2 * width) {
            int64_t middle = low + width < count ? low + width : count;
            int64_t high = middle + width < count ? middle + width : count;
            merge(L, order, other, (int)low, (int)middle, (int)high);
        }

        int *swap = order;
        order = other;
        other = swap;
    }
    return order;
}

static int table_sort(lua_State *L) {
    check_writable(L, 1);
    if (!lua_isnoneornil(L, 2))
        luaL_checktype(L, 2, LUA_TFUNCTION);

    lua_settop(L, 2);
    lua_Integer size = list_size(L, 1);
    if (size < 2)
        return 0;

    luaL_argcheck(L, size < INT_MAX / 4, 1, "list too long");
    sandbox_charge(L, 4 * size);
    const int *order = sorted_order(L, (int)size); /* list, function, order */

    /* Nothing was written until here. The result is put together aside, as a value may be needed at
     * its old place. */
    lua_createtable(L, (int)size, 0);
    for (int i = 0; i < size; i++) {
        lua_rawgeti(L, 1, order[i]);
        lua_rawseti(L, 4, i + 1);
    }

    for (int i = 1; i <= size; i++) {
        lua_rawgeti(L, 4, i);
        lua_rawseti(L, 1, i);
    }
    return 0;
}

static const luaL_Reg TABLE[] = {
    {"concat", table_concat}, {"insert", table_insert},
    {"move", table_move},     {"pack", table_pack},
    {"remove", table_remove}, {"sort", table_sort},
    {"unpack", table_unpack}, {NULL, NULL},
};

void sandbox_open_table(lua_State *L) {
    sandbox_library(L, "table", TABLE);
}
