/* The string library of rules: plain strings, no patterns, ASCII letters only.
 *
 * A result longer than SANDBOX_STRING is refused before it is built. Buffers are userdata, so
 * that an error leaks nothing. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "host/sandbox/sandbox_state.h"

/* ---- parts of texts -------------------------------------------------------------------------- */

/* Raise that a string is too long. Does not return. */
static int refuse_length(lua_State *L) {
    return sandbox_fail(L, MST_BUDGET, NULL, "a string exceeds %d bytes", SANDBOX_STRING);
}

/* A buffer of `size` bytes, on the stack. Raises if a string of that length is too long. */
static char *text_buffer(lua_State *L, size_t size) {
    if (size > SANDBOX_STRING)
        refuse_length(L);
    return lua_newuserdatauv(L, size ? size : 1, 0);
}

/* Convert Lua positions to 1-based ones within the string. The range is empty if *from > *to. */
static void clip(lua_Integer *from, lua_Integer *to, size_t length) {
    lua_Integer size = (lua_Integer)length;

    /* Negative positions count from the end, -1 is the last byte. Out of range means as far as
     * there is. */
    if (*from < 0)
        *from = *from < -size ? 1 : size + *from + 1;
    else if (*from == 0)
        *from = 1;
    if (*to < 0)
        *to = *to < -size ? 0 : size + *to + 1;
    else if (*to > size)
        *to = size;
}

static int string_sub(lua_State *L) {
    size_t length;
    const char *text = sandbox_text(L, 1, &length);
    lua_Integer from = sandbox_integer(L, 2), to = sandbox_opt_integer(L, 3, -1);
    clip(&from, &to, length);
    lua_pushlstring(L, from <= to ? text + from - 1 : "", from <= to ? (size_t)(to - from + 1) : 0);
    return 1;
}

static int string_byte(lua_State *L) {
    size_t length;
    const char *text = sandbox_text(L, 1, &length);
    lua_Integer from = sandbox_opt_integer(L, 2, 1), to = sandbox_opt_integer(L, 3, from);
    clip(&from, &to, length);
    if (from > to)
        return 0;
    /* S2: what one call returns is bounded. */
    if (to - from >= SANDBOX_VALUES)
        return luaL_error(L, "string.byte returns at most %d bytes at once", SANDBOX_VALUES);

    int count = (int)(to - from + 1);
    luaL_checkstack(L, count, "too many bytes");
    sandbox_charge(L, count);
    for (int i = 0; i < count; i++)
        lua_pushinteger(L, (unsigned char)text[from - 1 + i]);
    return count;
}

static int string_char(lua_State *L) {
    int count = lua_gettop(L);
    sandbox_charge(L, count);
    char *out = text_buffer(L, (size_t)count);
    for (int i = 1; i <= count; i++) {
        lua_Integer c = sandbox_integer(L, i);
        /* S2: 0 is left out, as strings hold no binary data. */
        luaL_argcheck(L, c >= 1 && c <= 255, i, "expected a byte from 1 to 255");
        out[i - 1] = (char)c;
    }
    lua_pushlstring(L, out, (size_t)count);
    return 1;
}

static int string_len(lua_State *L) {
    size_t length;
    sandbox_text(L, 1, &length);
    lua_pushinteger(L, (lua_Integer)length);
    return 1;
}

/* Push string 1 with each letter from first to first+25 shifted by `shift`. */
static int shift_letters(lua_State *L, char first, int shift) {
    size_t length;
    const char *text = sandbox_text(L, 1, &length);
    sandbox_charge(L, (int64_t)(length / 16));

    char *out = text_buffer(L, length);
    for (size_t i = 0; i < length; i++) {
        bool letter = text[i] >= first && text[i] <= first + 25;
        out[i] = (char)(text[i] + (letter ? shift : 0));
    }
    lua_pushlstring(L, out, length);
    return 1;
}

static int string_lower(lua_State *L) {
    return shift_letters(L, 'A', 'a' - 'A');
}

static int string_upper(lua_State *L) {
    return shift_letters(L, 'a', 'A' - 'a');
}

static int string_reverse(lua_State *L) {
    size_t length;
    const char *text = sandbox_text(L, 1, &length);
    sandbox_charge(L, (int64_t)(length / 16));
    char *out = text_buffer(L, length);
    for (size_t i = 0; i < length; i++)
        out[i] = text[length - 1 - i];
    lua_pushlstring(L, out, length);
    return 1;
}

static int string_rep(lua_State *L) {
    size_t length, gap;
    const char *text = sandbox_text(L, 1, &length);
    lua_Integer count = sandbox_integer(L, 2);
    /* The separator may be a number, of which Lua makes a string. */
    sandbox_charge_text(L, 3);
    const char *separator = luaL_optlstring(L, 3, "", &gap);

    if (count <= 0 || length + gap == 0) {
        lua_pushliteral(L, "");
        return 1;
    }

    /* The product below could overflow. Both factors are checked, so it then fits in 64 bits. */
    if ((size_t)count > SANDBOX_STRING || length + gap > SANDBOX_STRING)
        refuse_length(L);
    size_t size = (size_t)count * (length + gap) - gap;
    sandbox_charge(L, (int64_t)(size / 16));

    char *out = text_buffer(L, size);
    size_t filled = length < size ? length + gap : length;

    /* One text and separator, unless the result is a single text; then doubling copies. */
    memcpy(out, text, length);
    memcpy(out + length, separator, filled - length);
    while (filled < size) { /* copy the filled part after itself */
        size_t more = filled < size - filled ? filled : size - filled;
        memcpy(out + filled, out, more);
        filled += more;
    }

    lua_pushlstring(L, out, size);
    return 1;
}

/* ---- finding --------------------------------------------------------------------------------- */

/* The offset of `what` in `text` at or after `from`, or -1. Charges the comparisons. */
static lua_Integer sandbox_string_locate(lua_State *L, const char *text, size_t length,
                                         const char *what, size_t size, size_t from) {
    size_t compared = 0;
    for (size_t at = from; at + size <= length; at++) {
        size_t same = 0;
        while (same < size && text[at + same] == what[same])
            same++;
        if (same == size) {
            sandbox_charge(L, (int64_t)(compared / 16));
            return (lua_Integer)at;
        }

        /* Charged in portions as they arise: one search may compare length * size bytes. */
        compared += same + 1;
        if (compared > 16384) {
            sandbox_charge(L, (int64_t)(compared / 16));
            compared = 0;
        }
    }

    sandbox_charge(L, (int64_t)(compared / 16));
    return -1;
}

static int string_find(lua_State *L) {
    size_t length, size;
    const char *text = sandbox_text(L, 1, &length), *what = sandbox_text(L, 2, &size);
    lua_Integer from = sandbox_opt_integer(L, 3, 1), to = -1;
    clip(&from, &to, length);

    /* An empty text is found right behind the last byte, but not further on. */
    lua_Integer at = from > (lua_Integer)length + 1
                         ? -1
                         : sandbox_string_locate(L, text, length, what, size, (size_t)from - 1);
    if (at < 0) {
        luaL_pushfail(L);
        return 1;
    }

    lua_pushinteger(L, at + 1);
    lua_pushinteger(L, at + (lua_Integer)size);
    return 2;
}

static int string_split(lua_State *L) {
    size_t length, size, from = 0;
    const char *text = sandbox_text(L, 1, &length), *separator = sandbox_text(L, 2, &size);
    luaL_argcheck(L, size > 0, 2, "a separator must have at least one byte");
    lua_settop(L, 2);
    lua_newtable(L);

    /* There is always one part more than separators, even if it is empty. */
    for (lua_Integer part = 1;; part++) {
        lua_Integer at = sandbox_string_locate(L, text, length, separator, size, from);
        size_t end = at < 0 ? length : (size_t)at;
        sandbox_charge(L, 4);
        lua_pushlstring(L, text + from, end - from);
        lua_rawseti(L, 3, part);
        if (at < 0)
            return 1;
        from = end + size;
    }
}

static bool sandbox_string_is_blank(char c) {
    /* Not isspace, which depends on the locale. */
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static int string_trim(lua_State *L) {
    size_t end, from = 0;
    const char *text = sandbox_text(L, 1, &end);
    sandbox_charge(L, (int64_t)(end / 16));
    while (from < end && sandbox_string_is_blank(text[from]))
        from++;
    while (end > from && sandbox_string_is_blank(text[end - 1]))
        end--;
    lua_pushlstring(L, text + from, end - from);
    return 1;
}

static int string_starts(lua_State *L) {
    size_t length, size;
    const char *text = sandbox_text(L, 1, &length), *start = sandbox_text(L, 2, &size);
    sandbox_charge(L, (int64_t)(size / 64));
    lua_pushboolean(L, size <= length && memcmp(text, start, size) == 0);
    return 1;
}

/* ---- format ---------------------------------------------------------------------------------- */

/* A "%..." directive: flags, at most two digits each of width and precision, and the conversion. */
struct directive {
    char spec[16];        /* for snprintf, without the conversion */
    int width, precision; /* precision -1: none */
    bool left;
    char kind;
};

static int two_digits(const char **at) {
    int number = 0, digits = 0;
    for (; digits < 2 && **at >= '0' && **at <= '9'; digits++)
        number = number * 10 + *(*at)++ - '0';
    return number;
}

static const char *read_directive(lua_State *L, const char *at, struct directive *d) {
    const char *start = at;
    *d = (struct directive){.precision = -1};

    for (int flags = 0; *at && strchr("-+ #0", *at) && flags < 5; flags++)
        d->left |= *at++ == '-';

    d->width = two_digits(&at);
    if (*at == '.') {
        at++;
        d->precision = two_digits(&at);
    }

    d->kind = *at;
    if (*at >= '0' && *at <= '9')
        luaL_error(L, "string.format: a width or precision has at most two digits");
    if (!*at || !strchr("dixXcsf", *at))
        luaL_error(L,
                   "string.format: '%%%c' is unknown; expected %%d %%i %%x %%X %%c %%s %%f or %%%%",
                   *at ? *at : '?');

    /* At most 5 flags, "99.99" and the '%' fit. */
    assert(at - start <= 10);
    snprintf(d->spec, sizeof d->spec, "%%%.*s", (int)(at - start), start);
    return at + 1;
}

/* Push value `arg` as a string. Tables and functions show only their type. */
static const char *push_text(lua_State *L, int arg, size_t *length) {
    luaL_checkany(L, arg);
    sandbox_charge_text(L, arg);
    if (lua_isboolean(L, arg))
        lua_pushstring(L, lua_toboolean(L, arg) ? "true" : "false");
    else if (lua_type(L, arg) == LUA_TNUMBER || lua_type(L, arg) == LUA_TSTRING)
        lua_pushvalue(L, arg);
    else
        /* S4: no address. */
        lua_pushstring(L, luaL_typename(L, arg));
    return lua_tolstring(L, -1, length);
}

struct out {
    char *text;
    size_t length;
};

static void sandbox_string_put(lua_State *L, struct out *out, const char *text, size_t length) {
    assert(out->length <= SANDBOX_STRING);
    if (length > SANDBOX_STRING - out->length)
        refuse_length(L);
    memcpy(out->text + out->length, text, length);
    out->length += length;
}

static void put_blanks(lua_State *L, struct out *out, size_t count) {
    for (size_t i = 0; i < count; i++)
        sandbox_string_put(L, out, " ", 1);
}

static void put_string(lua_State *L, struct out *out, const struct directive *d, int arg) {
    size_t length;
    const char *text = push_text(L, arg, &length);
    if (d->precision >= 0 && length > (size_t)d->precision)
        length = (size_t)d->precision;

    /* Padded here: snprintf would end at a byte 0, and truncate long texts. */
    size_t blanks = (size_t)d->width > length ? (size_t)d->width - length : 0;
    put_blanks(L, out, d->left ? 0 : blanks);
    sandbox_string_put(L, out, text, length);
    put_blanks(L, out, d->left ? blanks : 0);
    lua_pop(L, 1);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* `spec` was checked and built here, so it   \
                                                      * is safe */
static void put_number(lua_State *L, struct out *out, struct directive *d, int arg) {
    char text[512], spec[24];
    int length;
    snprintf(spec, sizeof spec, "%s%s%c", d->spec, strchr("dixX", d->kind) ? "ll" : "", d->kind);

    if (d->kind == 'f') {
        lua_Number number = sandbox_number(L, arg);
        number = number != number ? fabs(number) : number; /* avoid "-nan" */
        /* C prints large floats by arithmetic with long numbers. */
        sandbox_charge(L, fabs(number) < 1e15 && d->precision < 20 ? 16 : 200);
        length = snprintf(text, sizeof text, spec, number);
    } else if (d->kind == 'c') {
        lua_Integer byte = sandbox_integer(L, arg);
        luaL_argcheck(L, byte >= 1 && byte <= 255, arg, "expected a byte from 1 to 255");
        length = snprintf(text, sizeof text, spec, (int)byte);
    } else {
        length = snprintf(text, sizeof text, spec, (long long)sandbox_integer(L, arg));
    }

    sandbox_string_put(L, out, text, (size_t)length);
}
#pragma GCC diagnostic pop

static int string_format(lua_State *L) {
    size_t length;
    const char *at = sandbox_text(L, 1, &length), *end = at + length;

    struct out out = {.text = NULL};
    int arg = 1, top = lua_gettop(L);
    luaL_checkstack(L, 4, "too many values");
    /* room for the longest result, unless the format needs less */
    size_t room = length;
    for (int i = 2; i <= top; i++)
        room += 512 + (lua_type(L, i) == LUA_TSTRING ? lua_rawlen(L, i) : 0);

    sandbox_charge(L, 4 + (int64_t)(length / 16) + 8 * top);
    out.text = text_buffer(L, room > SANDBOX_STRING ? SANDBOX_STRING : room);

    while (at < end) {
        const char *mark = memchr(at, '%', (size_t)(end - at));
        sandbox_string_put(L, &out, at, (size_t)((mark ? mark : end) - at));
        if (!mark)
            break;

        at = mark + 1;
        if (at < end && *at == '%') {
            sandbox_string_put(L, &out, at++, 1);
            continue;
        }

        struct directive d;
        at = read_directive(L, at, &d);
        if (++arg > top)
            luaL_error(L, "string.format: value %d is missing", arg - 1);
        if (d.kind == 's')
            put_string(L, &out, &d, arg);
        else
            put_number(L, &out, &d, arg);
    }

    lua_pushlstring(L, out.text, out.length);
    return 1;
}

static const luaL_Reg STRING[] = {
    {"byte", string_byte},   {"char", string_char},
    {"find", string_find},   {"format", string_format},
    {"len", string_len},     {"lower", string_lower},
    {"rep", string_rep},     {"reverse", string_reverse},
    {"split", string_split}, {"starts", string_starts},
    {"sub", string_sub},     {"trim", string_trim},
    {"upper", string_upper}, {NULL, NULL},
};

void sandbox_open_string(lua_State *L) {
    sandbox_library(L, "string", STRING);
}
