/* The functions that rules may call: base functions and math. Also the explanations for functions
 * that are missing on purpose.
 *
 * Each function is bounded, charges its work, reveals no address, and returns the same value in
 * every run. */
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "host/sandbox/sandbox_state.h"

/* ---- numbers and strings --------------------------------------------------------------------- */

enum { READ_NUMBER = 8, WRITE_INTEGER = 16, WRITE_FLOAT = 32 }; /* units */

/* Charge for reading a number from the value in slot `index` if it is a string. */
static void charge_reading(lua_State *L, int index) {
    if (lua_type(L, index) == LUA_TSTRING)
        sandbox_charge(L, READ_NUMBER + (int64_t)(lua_rawlen(L, index) / 8));
}

lua_Integer sandbox_integer(lua_State *L, int index) {
    charge_reading(L, index);
    return luaL_checkinteger(L, index);
}

lua_Integer sandbox_opt_integer(lua_State *L, int index, lua_Integer absent) {
    return lua_isnoneornil(L, index) ? absent : sandbox_integer(L, index);
}

lua_Number sandbox_number(lua_State *L, int index) {
    charge_reading(L, index);
    return luaL_checknumber(L, index);
}

void sandbox_charge_text(lua_State *L, int index) {
    if (lua_type(L, index) == LUA_TNUMBER)
        sandbox_charge(L, lua_isinteger(L, index) ? WRITE_INTEGER : WRITE_FLOAT);
}

const char *sandbox_text(lua_State *L, int index, size_t *length) {
    sandbox_charge_text(L, index);
    return luaL_checklstring(L, index, length);
}

/* ---- missing names --------------------------------------------------------------------------- */

struct absent {
    const char *library, *name, *why;
};

static const char NO_META[] = "tables are plain data here";
static const char NO_PATTERN[] =
    "patterns may run forever; use string.find (plain text), split, trim, starts, sub or byte";
static const char NO_CATCH[] = "an error cancels the move and leaves the match unchanged";
static const char NO_CODE[] = "code comes from files only; use require";
static const char NO_PAUSE[] = "pending decisions are part of the position";
static const char NO_OUTSIDE[] = "rules cannot access anything outside the match";
static const char NO_FLOAT[] = "rules count in integers, which are the same on every machine";

static const char NO_CORNER[] = "this grid is not declared with diagonal = true";

static const struct absent ABSENT[] = {
    {"", "pcall", NO_CATCH},
    {"", "xpcall", NO_CATCH},
    {"", "coroutine", NO_PAUSE},
    {"", "load", NO_CODE},
    {"", "loadstring", NO_CODE},
    {"", "loadfile", NO_CODE},
    {"", "dofile", NO_CODE},
    {"", "package", NO_CODE},
    {"", "collectgarbage", "memory is managed automatically"},
    {"", "setmetatable", NO_META},
    {"", "getmetatable", NO_META},
    {"", "rawset", NO_META},
    {"", "rawget", NO_META},
    {"", "next", "its order changes from run to run; use pairs, and #list == 0 for empty lists"},
    {"", "print", "rules describe scenes and raise errors; they do not print"},
    {"", "warn", "rules describe scenes and raise errors; they do not print"},
    {"", "io", NO_OUTSIDE},
    {"", "os", NO_OUTSIDE},
    {"", "debug", NO_OUTSIDE},
    {"", "utf8", "strings are bytes here"},
    {"", "_G", "names are local to their file"},
    {"", "_VERSION", NO_OUTSIDE},
    {"string", "match", NO_PATTERN},
    {"string", "gmatch", NO_PATTERN},
    {"string", "gsub", NO_PATTERN},
    {"string", "dump", NO_CODE},
    {"string", "pack", "strings hold no binary data here"},
    {"string", "unpack", "strings hold no binary data here"},
    {"string", "packsize", "strings hold no binary data here"},
    {"math", "random", "chance is part of the match, decided by its seed"},
    {"math", "randomseed", "chance is part of the match, decided by its seed"},
    {"math", "sqrt", NO_FLOAT},
    {"math", "exp", NO_FLOAT},
    {"math", "log", NO_FLOAT},
    {"math", "sin", NO_FLOAT},
    {"math", "cos", NO_FLOAT},
    {"math", "tan", NO_FLOAT},
    {"math", "asin", NO_FLOAT},
    {"math", "acos", NO_FLOAT},
    {"math", "atan", NO_FLOAT},
    {"math", "deg", NO_FLOAT},
    {"math", "rad", NO_FLOAT},
    {"math", "pi", NO_FLOAT},
    {"math", "fmod", NO_FLOAT},
    {"math", "modf", NO_FLOAT},
    {"grid", "ne", NO_CORNER},
    {"grid", "se", NO_CORNER},
    {"grid", "sw", NO_CORNER},
    {"grid", "nw", NO_CORNER},
};

/* The nearest name among the string keys of the table in slot `index`, or NULL. Among equally near
 * names, the first in byte order. Borrowed from the table. */
static const char *nearest_key(lua_State *L, int index, const char *wanted) {
    struct mst_nearest nearest = {.wanted = wanted};
    int count;
    const struct sandbox_key *keys = sandbox_keys(L, index, NULL, &count);
    for (int i = 0; i < count; i++)
        if (keys[i].text)
            mst_nearest_offer(&nearest, keys[i].text);
    /* The texts are borrowed from the table, not from the list of keys. */
    lua_pop(L, 1);
    return nearest.best;
}

bool sandbox_lacks(const char *name) {
    for (size_t i = 0; i < sizeof ABSENT / sizeof *ABSENT; i++)
        if (!*ABSENT[i].library && !strcmp(ABSENT[i].name, name))
            return true;
    return false;
}

/* __index of a table of names. The upvalue is the table's name, or "" for the globals. */
static int no_such_name(lua_State *L) {
    const char *library = lua_tostring(L, lua_upvalueindex(1)), *dot = *library ? "." : "";
    /* Other keys are absent like in any table. */
    if (lua_type(L, 2) != LUA_TSTRING)
        return 0;

    const char *name = lua_tostring(L, 2);
    /* A reason for what Lua has and rules lack comes before a suggestion. */
    for (size_t i = 0; i < sizeof ABSENT / sizeof *ABSENT; i++)
        if (!strcmp(ABSENT[i].library, library) && !strcmp(ABSENT[i].name, name))
            return sandbox_fail(L, MST_SCRIPT_ERROR, NULL, "%s%s%s is not available in rules: %s",
                                library, dot, name, ABSENT[i].why);

    const char *near = lua_istable(L, 1) ? nearest_key(L, 1, name) : NULL;
    char hint[MST_HINT_SIZE];
    if (near) /* a name of the library is suggested with the library's */
        near = lua_pushfstring(L, "%s%s%s", library, dot, near);
    return sandbox_fail(L, MST_SCRIPT_ERROR, NULL, "there is no '%s%s%.60s'%s", library, dot, name,
                        mst_hint(near, hint));
}

static int refuse_write(lua_State *L) {
    const char *table = lua_tostring(L, lua_upvalueindex(1));
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : luaL_typename(L, 2);
    if (*table)
        return sandbox_fail(L, MST_SCRIPT_ERROR, NULL, "'%s' cannot be changed by rules", table);
    return sandbox_fail(L, MST_SCRIPT_ERROR, NULL,
                        "rules have no global variables: make '%.60s' "
                        "local, or a field of the file's return value",
                        key);
}

void sandbox_protect(lua_State *L, const char *name) {
    assert(lua_istable(L, -1));
    lua_newtable(L);
    lua_createtable(L, 0, 2); /* raw, proxy, meta */

    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    /* The proxy stays empty, so that every write meets __newindex. */
    lua_pushstring(L, name);
    lua_pushcclosure(L, refuse_write, 1);
    lua_setfield(L, -2, "__newindex");
    lua_setmetatable(L, -2);

    lua_remove(L, -2);
}

/* The first key of the table in slot `index`, in byte order, whose value is a table with the key
 * `wanted`: its group; or NULL. Borrowed from the table. */
static const char *group_of(lua_State *L, int index, const char *wanted) {
    const char *found = NULL;
    int count;
    const struct sandbox_key *keys = sandbox_keys(L, index, NULL, &count);
    for (int i = 0; i < count && !found; i++) {
        if (!keys[i].text)
            continue;
        lua_pushstring(L, keys[i].text);
        /* Raw reads: what is asked here must not report a missing key of its own. */
        if (lua_rawget(L, index) == LUA_TTABLE) {
            lua_pushstring(L, wanted);
            found = lua_rawget(L, -2) == LUA_TNIL ? NULL : keys[i].text;
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }

    lua_pop(L, 1); /* the list of keys */
    return found;
}

/* __index of what a module returned; its upvalue is the module's name. */
static int no_such_key(lua_State *L) {
    if (lua_type(L, 2) != LUA_TSTRING)
        return 0;

    const char *name = lua_tostring(L, 2), *group = group_of(L, 1, name);
    /* A name that a group has is exact, so it comes before one that is only near. */
    const char *near = group ? lua_pushfstring(L, "%s.%s", group, name) : nearest_key(L, 1, name);
    char hint[MST_HINT_SIZE];
    return sandbox_fail(L, MST_SCRIPT_ERROR, NULL, "module '%s' has no '%.60s'%s",
                        lua_tostring(L, lua_upvalueindex(1)), name, mst_hint(near, hint));
}

void sandbox_name_keys(lua_State *L, const char *name) {
    if (!lua_istable(L, -1))
        return;
    /* A proxy, or a table that explains itself, such as an enumeration. */
    if (lua_getmetatable(L, -1)) {
        lua_pop(L, 1);
        return;
    }

    lua_createtable(L, 0, 1);
    lua_pushstring(L, name);
    lua_pushcclosure(L, no_such_key, 1);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
}

/* ---- base ------------------------------------------------------------------------------------ */

static int base_assert(lua_State *L) {
    luaL_checkany(L, 1);
    if (lua_toboolean(L, 1))
        return lua_gettop(L);
    /* Lua would raise any value; here an error is a text with a place. */
    if (lua_gettop(L) > 1 && lua_type(L, 2) != LUA_TSTRING)
        return luaL_error(L, "assertion failed, and its message is a %s", luaL_typename(L, 2));
    const char *text = lua_gettop(L) > 1 ? lua_tostring(L, 2) : "assertion failed";
    return sandbox_fail(L, MST_SCRIPT_ERROR, NULL, "%s", text);
}

static int base_error(lua_State *L) {
    lua_Integer level = sandbox_opt_integer(L, 2, 1);
    char at[sizeof((struct mst_error *)0)->at];
    /* Level 0 means that the text has its place already, or that the host knows a better one. */
    if (level == 0 && lua_type(L, 1) == LUA_TSTRING) {
        const char *text = sandbox_blamed(L, lua_tostring(L, 1), at, sizeof at);
        return sandbox_fail(L, MST_SCRIPT_ERROR, at, "%s", text);
    }

    level = level < 1 ? 1 : level > SANDBOX_DEPTH ? SANDBOX_DEPTH : level;
    sandbox_line(L, (int)level, at, sizeof at);
    if (lua_isinteger(L, 1))
        return sandbox_fail(L, MST_SCRIPT_ERROR, at, "%lld", (long long)lua_tointeger(L, 1));
    if (lua_type(L, 1) != LUA_TSTRING)
        return sandbox_fail(L, MST_SCRIPT_ERROR, at,
                            "the rules raised a %s as an error; expected a string",
                            lua_isnone(L, 1) ? "nil" : luaL_typename(L, 1));
    return sandbox_fail(L, MST_SCRIPT_ERROR, at, "%s", lua_tostring(L, 1));
}

static int ipairs_step(lua_State *L) {
    lua_Integer i = sandbox_integer(L, 2) + 1;
    lua_pushinteger(L, i);
    /* Not raw: a protected list is read by its __index. */
    return lua_geti(L, 1, i) == LUA_TNIL ? 1 : 2;
}

/* Its upvalue is ipairs_step. */
static int base_ipairs(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, 1);
    lua_pushinteger(L, 0);
    return 3;
}

/* The iterator of pairs. Upvalues: the table, its keys in order, the number already returned. */
static int pairs_step(lua_State *L) {
    lua_Integer i = lua_tointeger(L, lua_upvalueindex(3));
    /* The keys are those of when the loop began; what was added meanwhile is not visited. */
    for (;;) {
        lua_settop(L, 0);
        if (lua_rawgeti(L, lua_upvalueindex(2), ++i) == LUA_TNIL)
            return 1;
        lua_pushvalue(L, 1);
        if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL)
            break; /* keys removed meanwhile are skipped */
    }

    lua_pushinteger(L, i);
    lua_replace(L, lua_upvalueindex(3));
    return 2;
}

static int base_pairs(lua_State *L) {
    int count;
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    const struct sandbox_key *keys = sandbox_keys(
        L, 1, "pairs: a key of type %s has no fixed order; use integers and strings as keys",
        &count); /* table, buffer */

    /* The sorted keys become a Lua list: the buffer's texts are borrowed, and a loop may remove
     * keys. */
    lua_pushvalue(L, 1);
    lua_createtable(L, count, 0); /* table, buffer, table, list */
    for (int i = 0; i < count; i++) {
        sandbox_push_key(L, &keys[i]);
        lua_rawseti(L, -2, i + 1);
    }

    lua_pushinteger(L, 0);
    lua_pushcclosure(L, pairs_step, 3);
    return 1;
}

static int base_select(lua_State *L) {
    int count = lua_gettop(L);
    sandbox_charge(L, count);
    if (lua_type(L, 1) == LUA_TSTRING && *lua_tostring(L, 1) == '#') {
        lua_pushinteger(L, count - 1);
        return 1;
    }

    /* Negative numbers count from the end; a number behind the last value selects none. */
    lua_Integer n = sandbox_integer(L, 1);
    n = n < 0 ? count + n : n > count ? count : n;
    luaL_argcheck(L, n >= 1, 1, "index out of range");
    return count - (int)n;
}

/* The value of a digit, or 99. */
static int digit_value(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
}

static int number_in_base(lua_State *L) {
    lua_Integer base = sandbox_integer(L, 2);
    luaL_checktype(L, 1, LUA_TSTRING);
    charge_reading(L, 1);
    luaL_argcheck(L, base >= 2 && base <= 36, 2, "base out of range");

    const char *text = lua_tostring(L, 1);
    bool minus = *text == '-';
    /* Like Lua, numbers that are too large wrap around. */
    lua_Unsigned number = 0;
    text += minus;

    /* At least one digit: "" and "-" are no numbers, as the byte 0 is no digit. */
    do {
        if (digit_value(*text) >= base)
            return luaL_pushfail(L), 1;
        number = number * (lua_Unsigned)base + (lua_Unsigned)digit_value(*text++);
    } while (*text);
    lua_pushinteger(L, (lua_Integer)(minus ? 0u - number : number));
    return 1;
}

static int base_tonumber(lua_State *L) {
    size_t length;
    if (!lua_isnoneornil(L, 2))
        return number_in_base(L);
    luaL_checkany(L, 1);
    if (lua_type(L, 1) == LUA_TNUMBER) {
        lua_settop(L, 1);
        return 1;
    }

    const char *text = lua_type(L, 1) == LUA_TSTRING ? lua_tolstring(L, 1, &length) : NULL;
    charge_reading(L, 1);
    /* lua_stringtonumber counts the final 0: a text with a byte 0 inside is no number. */
    if (!text || lua_stringtonumber(L, text) != length + 1)
        luaL_pushfail(L);
    return 1;
}

/* Push the digits of a whole number; Lua's own way is many times as dear. */
static void push_digits(lua_State *L, lua_Integer number) {
    char text[24], *end = text + sizeof text, *at = end;
    /* The least integer has no positive counterpart, so digits are taken from the unsigned
     * value. */
    lua_Unsigned rest = number < 0 ? 0u - (lua_Unsigned)number : (lua_Unsigned)number;
    do
        *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        *--at = '-';
    lua_pushlstring(L, at, (size_t)(end - at));
}

static int base_tostring(lua_State *L) {
    luaL_checkany(L, 1);
    lua_settop(L, 1);
    sandbox_charge_text(L, 1);

    /* The length of a text made from a number is not known before, so it is charged at a flat
     * rate. */
    if (lua_isinteger(L, 1))
        push_digits(L, lua_tointeger(L, 1));
    else if (lua_isboolean(L, 1))
        lua_pushstring(L, lua_toboolean(L, 1) ? "true" : "false");
    else if (lua_type(L, 1) == LUA_TNUMBER && lua_tonumber(L, 1) != lua_tonumber(L, 1))
        lua_pushliteral(L, "nan"); /* the sign of NaN differs between machines */
    else if (lua_type(L, 1) == LUA_TNUMBER)
        lua_tolstring(L, 1, NULL);
    else if (lua_type(L, 1) != LUA_TSTRING)
        /* S4: no address, only the type. */
        lua_pushstring(L, luaL_typename(L, 1));
    return 1;
}

static int base_type(lua_State *L) {
    luaL_checkany(L, 1);
    lua_pushstring(L, luaL_typename(L, 1));
    return 1;
}

static int base_rawequal(lua_State *L) {
    luaL_checkany(L, 1);
    luaL_checkany(L, 2);
    lua_pushboolean(L, lua_rawequal(L, 1, 2));
    return 1;
}

static int base_rawlen(lua_State *L) {
    luaL_argcheck(L, lua_istable(L, 1) || lua_type(L, 1) == LUA_TSTRING, 1,
                  "table or string expected");
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
    return 1;
}

static const luaL_Reg BASE[] = {
    {"assert", base_assert},
    {"error", base_error},
    {"pairs", base_pairs},
    {"select", base_select},
    {"tonumber", base_tonumber},
    {"tostring", base_tostring},
    {"type", base_type},
    {"rawequal", base_rawequal},
    {"rawlen", base_rawlen},
    {"require", sandbox_require},
    {NULL, NULL},
};

/* ---- math ------------------------------------------------------------------------------------ */

static int math_abs(lua_State *L) {
    if (lua_isinteger(L, 1)) {
        lua_Integer n = lua_tointeger(L, 1);
        /* Unsigned, for the least integer wraps around as in Lua. */
        lua_pushinteger(L, n < 0 ? (lua_Integer)(0u - (lua_Unsigned)n) : n);
    } else {
        lua_pushnumber(L, fabs(sandbox_number(L, 1)));
    }
    return 1;
}

/* The smallest argument by `LUA_OPLT`, or the largest if `max`. */
static int extreme(lua_State *L, bool max) {
    int count = lua_gettop(L), best = 1;
    sandbox_number(L, 1);
    sandbox_charge(L, count);

    for (int i = 2; i <= count; i++) {
        sandbox_number(L, i);
        /* Among equal values the first wins: 1 and 1.0 are equal, but print differently. */
        if (lua_compare(L, max ? best : i, max ? i : best, LUA_OPLT))
            best = i;
    }
    lua_pushvalue(L, best);
    return 1;
}

static int math_max(lua_State *L) {
    return extreme(L, true);
}

static int math_min(lua_State *L) {
    return extreme(L, false);
}

static int push_rounded(lua_State *L, lua_Number rounded) {
    lua_Integer n;
    /* Beyond the range of integers, and for NaN, the result stays a float. */
    if (lua_numbertointeger(rounded, &n))
        lua_pushinteger(L, n);
    else
        lua_pushnumber(L, rounded);
    return 1;
}

static int math_floor(lua_State *L) {
    if (!lua_isinteger(L, 1))
        return push_rounded(L, floor(sandbox_number(L, 1)));
    lua_settop(L, 1);
    return 1;
}

static int math_ceil(lua_State *L) {
    if (!lua_isinteger(L, 1))
        return push_rounded(L, ceil(sandbox_number(L, 1)));
    lua_settop(L, 1);
    return 1;
}

static int math_tointeger(lua_State *L) {
    int exact;
    luaL_checkany(L, 1);
    charge_reading(L, 1);
    lua_Integer n = lua_tointegerx(L, 1, &exact);
    if (exact)
        lua_pushinteger(L, n);
    else
        luaL_pushfail(L);
    return 1;
}

static int math_type(lua_State *L) {
    luaL_checkany(L, 1);
    if (lua_type(L, 1) == LUA_TNUMBER)
        lua_pushstring(L, lua_isinteger(L, 1) ? "integer" : "float");
    else
        luaL_pushfail(L);
    return 1;
}

static int math_ult(lua_State *L) {
    lua_Integer a = sandbox_integer(L, 1), b = sandbox_integer(L, 2);
    lua_pushboolean(L, (lua_Unsigned)a < (lua_Unsigned)b);
    return 1;
}

static const luaL_Reg MATH[] = {
    {"abs", math_abs},   {"ceil", math_ceil}, {"floor", math_floor},
    {"max", math_max},   {"min", math_min},   {"tointeger", math_tointeger},
    {"type", math_type}, {"ult", math_ult},   {NULL, NULL},
};

static void open_math(lua_State *L) {
    sandbox_library(L, "math", MATH);
    lua_pushinteger(L, LUA_MAXINTEGER);
    lua_setfield(L, -2, "maxinteger");
    lua_pushinteger(L, LUA_MININTEGER);
    lua_setfield(L, -2, "mininteger");
    lua_pushnumber(L, (lua_Number)HUGE_VAL);
    lua_setfield(L, -2, "huge");
}

/* ---- registration ---------------------------------------------------------------------------- */

void sandbox_explain(lua_State *L, const char *name) {
    lua_createtable(L, 0, 1); /* table, meta */
    lua_pushstring(L, name);
    lua_pushcclosure(L, no_such_name, 1);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
}

void sandbox_function(lua_State *L, lua_CFunction function) {
    /* With an upvalue, it becomes an object of the state; without, it is a bare C address. */
    lua_pushnil(L);
    lua_pushcclosure(L, function, 1);
}

void sandbox_library(lua_State *L, const char *name, const luaL_Reg *functions) {
    lua_newtable(L);
    lua_pushnil(L);
    luaL_setfuncs(L, functions, 1); /* see sandbox_function */
    sandbox_explain(L, name);
}

void sandbox_open_names(lua_State *L) {
    sandbox_library(L, "", BASE); /* names */
    sandbox_function(L, ipairs_step);
    lua_pushcclosure(L, base_ipairs, 1);
    lua_setfield(L, -2, "ipairs");

    open_math(L);
    sandbox_protect(L, "math");
    lua_setfield(L, -2, "math");

    sandbox_open_table(L);
    sandbox_protect(L, "table");
    lua_setfield(L, -2, "table");

    /* Methods of strings (text:sub()) read the raw library; rules get the protected one by its
     * name. */
    sandbox_open_string(L); /* names, string */
    lua_pushliteral(L, "");
    lua_createtable(L, 0, 1); /* names, string, "", meta */
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2); /* of all strings */
    lua_pop(L, 1);

    sandbox_protect(L, "string");
    lua_setfield(L, -2, "string");
}
