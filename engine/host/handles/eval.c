/* Values that are asked for from outside: an expression, with the words of the rules and the names
 * of fields, containers, kinds of pieces, queries and zones. It only reads, and it cannot reach the
 * tables of modules. */
#include <string.h>

#include "host/handles/handle_parts.h"
#include "host/json.h"

#define NAMED "=expression" /* what Lua calls the source */

/* The type of pieces with this name, or -1. */
static int type_named(const struct core_schema *schema, const char *name) {
    int type = schema->type_count - 1;
    while (type >= 0 && strcmp(schema->types[type].name, name) != 0)
        type--;
    return type;
}

/* Push the field, container, kind of pieces, query or zone called `name`, or nothing. A field of
 * the game is its value. */
static int push_declared(lua_State *L, const char *name) {
    struct host *host = host_of(L);
    const struct core_schema *schema = host->rules->schema;
    int field = core_schema_find_field(schema, name);
    int container = core_schema_find_container(schema, name);

    if (field >= 0 && schema->fields[field].of == CORE_OF_GAME) {
        host_push_value(L, host->field_rule[field].type,
                        core_get_field(host_play_of(L)->pos, &schema->fields[field], 0));
        return 1;
    }

    /* Fields and containers come first, then queries, then types and zones: where names clash, the
     * game's facts are what is asked for. */
    if (field >= 0)
        host_handle_push(L, HOST_HANDLE_FIELD, field);
    else if (container >= 0 && schema->containers[container].per_seat)
        host_handle_push(L, HOST_HANDLE_CONTAINER, container);
    else if (container >= 0)
        lua_pushinteger(L, schema->containers[container].place);

    for (int i = 0; field < 0 && container < 0 && i < host->rule_count; i++)
        if (host->rule[i].kind == HOST_RULE_QUERY && !strcmp(host->rule[i].name, name)) {
            host_handle_push(L, HOST_HANDLE_QUERY, i);
            return 1;
        }

    int type = type_named(schema, name), zone = core_board_zone(schema->board, name, strlen(name));
    if (field < 0 && container < 0 && (type >= 0 || zone >= 0))
        lua_pushinteger(L, type >= 0 ? type : zone);
    return field >= 0 || container >= 0 || type >= 0 || zone >= 0;
}

/* The declared name that is nearest to `name`, or NULL. */
static const char *nearest_declared(const struct host *host, const char *name) {
    const struct core_schema *schema = host->rules->schema;
    struct mst_nearest nearest = {.wanted = name};
    for (int i = 0; i < schema->field_count; i++)
        mst_nearest_offer(&nearest, schema->fields[i].name);
    for (int i = 0; i < schema->container_count; i++)
        mst_nearest_offer(&nearest, schema->containers[i].name);
    for (int i = 0; i < schema->type_count; i++)
        mst_nearest_offer(&nearest, schema->types[i].name);
    return nearest.best;
}

/* __index of the names of an expression: words first, then what modules declare. Reading a name
 * that is neither raises, with the nearest word. */
static int name_read(lua_State *L) {
    /* `muster` and `require` would reach the tables of modules. */
    static const char *const kept[] = {"muster", "require", "print"};
    const char *name = luaL_checkstring(L, 2);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (!strcmp(name, kept[i]))
            return luaL_error(L, "an expression has no '%s'", name);

    sandbox_env(L);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, 3) != LUA_TNIL)
        return 1;

    if (push_declared(L, name))
        return 1;
    const char *near = nearest_declared(host_of(L), name);
    if (near)
        return luaL_error(L, "there is no '%s'; did you mean '%s'?", name, near);

    /* Not raw: the table explains what it lacks. */
    lua_getfield(L, 3, name);
    return 1;
}

static void push_element(lua_State *L, enum host_handle_kind kind, int64_t value) {
    struct core_play *play = host_play_of(L);
    struct mst_buf text = {0};
    if (kind == HOST_HANDLE_SET) {
        lua_pushstring(L, play->rules->schema->board->names[value]);
    } else if (kind == HOST_HANDLE_PIECES) {
        core_piece_print(play, (int)value, &text);
        /* Copied and freed first: lua_pushlstring may raise. */
        char copy[64];
        size_t length = text.length < sizeof copy ? text.length : sizeof copy;
        memcpy(copy, mst_buf_text(&text), length);
        mst_buf_clear(&text);
        lua_pushlstring(L, copy, length);
    } else {
        lua_pushinteger(L, value);
    }
}

/* Replace a set, a range or a list of pieces on top of the stack by a table. */
static void plain(lua_State *L) {
    const struct host_handle *handle = host_handle_at(L, -1);
    struct host_walk walk = {.over = handle};
    int count = 0;
    if (lua_isfunction(L, -1))
        luaL_error(L, "expected a value, found %s", host_describe(L, -1));

    if (!handle)
        return;
    /* A field or a query is no value: it has to be read or called. */
    if (handle->kind != HOST_HANDLE_SET && handle->kind != HOST_HANDLE_PIECES &&
        handle->kind != HOST_HANDLE_RANGE && handle->kind != HOST_HANDLE_DOMAIN)
        luaL_error(L, "expected a value, found %s", host_describe(L, -1));

    lua_newtable(L);
    for (int64_t value; host_walk_next(L, &walk, &value);) {
        sandbox_charge(L, 20);
        push_element(L, handle->kind, value);
        lua_rawseti(L, -2, ++count);
    }
}

/* Arguments: the expression, the buffer. */
static int evaluate(lua_State *L) {
    struct mst_buf *out = lua_touserdata(L, 2);
    const char *expression = lua_touserdata(L, 1);
    lua_settop(L, 1);
    const char *text = lua_pushfstring(L, "return %s\n", expression);

    lua_newtable(L);
    lua_newtable(L);
    lua_pushcfunction(L, name_read);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2); /* expression, text, names */

    sandbox_charge(L, (int64_t)strlen(text));
    int status = luaL_loadbufferx(L, text, strlen(text), NAMED, "t");
    if (status == LUA_ERRMEM)
        return sandbox_no_memory(L);
    if (status != LUA_OK) {
        if (lua_type(L, -1) != LUA_TSTRING) /* such as too many nested parentheses */
            return lua_error(L);
        const char *why = strstr(lua_tostring(L, -1), ": "); /* after the line */
        return luaL_error(L, "this is not an expression%s", why ? why : "");
    }

    /* The names are the _ENV of the expression. */
    lua_pushvalue(L, 3);
    lua_setupvalue(L, -2, 1);
    lua_call(L, 0, 1);
    plain(L);

    if (lua_isnil(L, -1))
        mst_buf_puts(out, "null");
    else
        host_json_write(L, lua_gettop(L), out);
    return 0;
}

bool host_eval(struct host *host, struct core_play *play, const char *expression,
               struct mst_buf *out) {
    bool outer = host->reading;
    core_play_ready(play);
    if (!lua_checkstack(host->L, 8))
        return core_play_fail(play, MST_NO_MEMORY, "", "out of memory");

    /* S1: compiling the expression allocates, so it is done inside the call. */
    lua_pushcfunction(host->L, evaluate);
    lua_pushlightuserdata(host->L, (void *)(uintptr_t)expression);
    lua_pushlightuserdata(host->L, out);
    host->reading = true;
    bool done = host_call(host, play, 2, 0);

    host->reading = outer;
    if (!done && !strncmp(play->error->at, NAMED + 1, strlen(NAMED + 1)))
        play->error->at[0] = 0; /* it is in no file */
    return done;
}
