/* Conversion of Lua values to JSON: see json.h. */
#include "host/json.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "host/sandbox/sandbox_state.h"

enum { MOST_KEYS = 64, MOST_DEPTH = 20, PART = 16 };

static const char KEYS[] = "expected strings, integers, booleans and tables, where tables are "
                           "lists or have up to 64 string keys, not keys of type %s";

struct writer {
    lua_State *L;
    struct mst_buf *out;
    size_t left; /* bytes that may still be written */
};

static void json_refuse(const struct writer *w, const char *what) {
    sandbox_fail(w->L, MST_SCRIPT_ERROR, "",
                 "expected strings, integers, booleans and tables, found %s", what);
}

/* Charge for a part that takes `length` bytes. */
static void charge(struct writer *w, size_t length) {
    /* First the limit, so that a large scene is refused before it is built. */
    if (length + PART > w->left)
        sandbox_fail(w->L, MST_BUDGET, "", "the scene exceeds its limit of %d KB",
                     HOST_JSON_BYTES / 1024);
    w->left -= length + PART;
    sandbox_charge(w->L, 4 + (int64_t)(length / 4));
}

static void write_string(struct writer *w, const char *text, size_t length) {
    charge(w, length);
    mst_buf_char(w->out, '"');
    for (size_t i = 0; i < length; i++) {
        /* Bytes from 128 on pass through: texts are UTF-8. */
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\') {
            mst_buf_char(w->out, '\\');
            mst_buf_char(w->out, (char)c);
        } else if (c < 0x20) {
            mst_buf_printf(w->out, "\\u%04x", c);
        } else {
            mst_buf_char(w->out, (char)c);
        }
    }
    mst_buf_char(w->out, '"');
}

static void json_write_value(struct writer *w, int depth);

static void write_array(struct writer *w, int depth) {
    lua_Integer count = (lua_Integer)lua_rawlen(w->L, -1);
    mst_buf_char(w->out, '[');

    for (lua_Integer i = 1; i <= count; i++) {
        if (i > 1)
            mst_buf_char(w->out, ',');
        lua_rawgeti(w->L, -1, i);
        json_write_value(w, depth + 1);
        lua_pop(w->L, 1);
    }
    mst_buf_char(w->out, ']');
}

/* The table on top of the stack has up to MOST_KEYS keys, all strings. */
static void write_object(struct writer *w, int depth) {
    int count, table = lua_gettop(w->L);
    const struct sandbox_key *keys = sandbox_keys(w->L, table, KEYS, &count);
    if (count > MOST_KEYS || (count && !keys[0].text)) /* integers come first */
        sandbox_fail(w->L, MST_SCRIPT_ERROR, "", KEYS, "integer");

    /* An empty table may be either; it is written as a list. */
    mst_buf_puts(w->out, count ? "{" : "[");
    for (int i = 0; i < count; i++) {
        if (i)
            mst_buf_char(w->out, ',');
        write_string(w, keys[i].text, keys[i].length);
        mst_buf_char(w->out, ':');
        sandbox_push_key(w->L, &keys[i]);
        lua_rawget(w->L, table);
        json_write_value(w, depth + 1);
        lua_pop(w->L, 1);
    }

    mst_buf_puts(w->out, count ? "}" : "]");
    lua_settop(w->L, table); /* drops the keys */
}

static void json_write_value(struct writer *w, int depth) {
    assert(depth >= 0);
    lua_State *L = w->L;
    size_t length;
    const char *text;
    if (depth > MOST_DEPTH || !lua_checkstack(L, 8))
        json_refuse(w, "tables nested deeper than 20");

    /* The check of the stack comes first: the pushes below are not checked. */
    switch (lua_type(L, -1)) {
    case LUA_TBOOLEAN:
        charge(w, 0);
        mst_buf_puts(w->out, lua_toboolean(L, -1) ? "true" : "false");
        break;
    case LUA_TNUMBER:
        if (!lua_isinteger(L, -1))
            json_refuse(w, "a fraction");
        charge(w, 0);
        mst_buf_int(w->out, lua_tointeger(L, -1));
        break;
    case LUA_TSTRING:
        text = lua_tolstring(L, -1, &length);
        write_string(w, text, length);
        break;
    case LUA_TTABLE:
        charge(w, 0);
        /* A list has a first element; a table with both is refused by its integer keys. */
        bool array = lua_rawgeti(L, -1, 1) != LUA_TNIL;
        lua_pop(L, 1);
        if (array)
            write_array(w, depth);
        else
            write_object(w, depth);
        break;
    default: json_refuse(w, luaL_typename(L, -1));
    }

    if (w->out->failed)
        sandbox_fail(L, MST_NO_MEMORY, "", "out of memory");
}

void host_json_write(lua_State *L, int index, struct mst_buf *out) {
    struct writer w = {.L = L, .out = out, .left = HOST_JSON_BYTES};
    lua_pushvalue(L, index);
    json_write_value(&w, 0);
    lua_pop(L, 1);
}
