/* Conversion of Lua values to JSON: see json.h. */
#include "host/json.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KEYS = 64, MOST_DEPTH = 20 };

void mst_json_string(struct mst_buf *out, const char *text, size_t length) {
    mst_buf_char(out, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\') {
            mst_buf_char(out, '\\');
            mst_buf_char(out, (char)c);
        } else if (c < 0x20) {
            mst_buf_printf(out, "\\u%04x", c);
        } else {
            mst_buf_char(out, (char)c);
        }
    }
    mst_buf_char(out, '"');
}

static bool refuse(struct mst_error *error, const char *what) {
    mst_fail(error, MST_SCRIPT_ERROR, "",
             "a scene contains strings, integers, booleans and tables, %s", what);
    return false;
}

static bool write_value(lua_State *L, int depth, struct mst_buf *out, struct mst_error *error);

static bool write_array(lua_State *L, int depth, struct mst_buf *out, struct mst_error *error) {
    int count = (int)lua_rawlen(L, -1);
    mst_buf_char(out, '[');
    for (int i = 1; i <= count; i++) {
        if (i > 1)
            mst_buf_char(out, ',');
        lua_rawgeti(L, -1, i);
        bool done = write_value(L, depth + 1, out, error);
        lua_pop(L, 1);
        if (!done)
            return false;
    }
    mst_buf_char(out, ']');
    return true;
}

static int compare_keys(const void *a, const void *b) {
    const char *const *x = a, *const *y = b;
    return strcmp(*x, *y);
}

/* Collect the string keys of the table on top of the stack, in byte order. -1 if there is another
 * kind of key. */
static int sorted_keys(lua_State *L, const char **keys) {
    int count = 0;
    lua_pushnil(L);
    while (lua_next(L, -2)) {
        lua_pop(L, 1);
        if (lua_type(L, -1) != LUA_TSTRING || count == MOST_KEYS) {
            lua_pop(L, 1);
            return -1;
        }
        keys[count++] = lua_tostring(L, -1); /* borrowed: the table holds it */
    }
    qsort(keys, (size_t)count, sizeof *keys, compare_keys);
    return count;
}

static bool write_object(lua_State *L, int depth, struct mst_buf *out, struct mst_error *error) {
    const char *keys[MOST_KEYS];
    int count = sorted_keys(L, keys);
    if (count < 0)
        return refuse(error, "and tables are lists or have up to 64 string keys");
    if (!count) {
        mst_buf_puts(out, "[]");
        return true;
    }
    mst_buf_char(out, '{');
    for (int i = 0; i < count; i++) {
        if (i)
            mst_buf_char(out, ',');
        mst_json_string(out, keys[i], strlen(keys[i]));
        mst_buf_char(out, ':');
        lua_pushstring(L, keys[i]);
        lua_rawget(L, -2);
        bool done = write_value(L, depth + 1, out, error);
        lua_pop(L, 1);
        if (!done)
            return false;
    }
    mst_buf_char(out, '}');
    return true;
}

static bool write_value(lua_State *L, int depth, struct mst_buf *out, struct mst_error *error) {
    size_t length;
    const char *text;
    if (depth > MOST_DEPTH || !lua_checkstack(L, 8))
        return refuse(error, "nested at most 20 levels deep");
    switch (lua_type(L, -1)) {
    case LUA_TBOOLEAN: mst_buf_puts(out, lua_toboolean(L, -1) ? "true" : "false"); return true;
    case LUA_TNUMBER:
        if (!lua_isinteger(L, -1))
            return refuse(error, "not fractions");
        mst_buf_int(out, lua_tointeger(L, -1));
        return true;
    case LUA_TSTRING:
        text = lua_tolstring(L, -1, &length);
        mst_json_string(out, text, length);
        return true;
    case LUA_TTABLE:
        lua_rawgeti(L, -1, 1);
        bool array = !lua_isnil(L, -1);
        lua_pop(L, 1);
        return array ? write_array(L, depth, out, error) : write_object(L, depth, out, error);
    default: return refuse(error, lua_typename(L, lua_type(L, -1)));
    }
}

bool mst_json_write(lua_State *L, int index, struct mst_buf *out, struct mst_error *error) {
    lua_pushvalue(L, index);
    bool done = write_value(L, 0, out, error);
    lua_pop(L, 1);
    if (done && out->failed)
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    return done && !out->failed;
}
