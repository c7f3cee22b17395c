/* Manifests: muster.module, which pauses its file until all switched-on modules have called it, and
 * muster.offers and muster.options. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "host/handles/handle_parts.h"
#include "host/declare/spec.h"
#include "muster/rulebook.h"

static void read_names(lua_State *L, const char *key, char **names) {
    if (!spec_list(L, 1, key))
        return;
    int count = (int)luaL_len(L, -1);
    if (count >= HOST_MODULE_LISTS)
        luaL_error(L, "'%s' names at most %d modules", key, HOST_MODULE_LISTS - 1);

    /* The list ends with a NULL, for which there is room. */
    assert(!names[0]); /* muster.module is called once */
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, -1, i + 1);
        names[i] = host_strdup(L, luaL_checkstring(L, -1));
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static enum mst_option_type option_type(lua_State *L, const char *name) {
    static const char *const names[] = {"bool", "int", "choice", "ints", "size", "text", NULL};
    for (int i = 0; names[i]; i++)
        if (!strcmp(names[i], name))
            return (enum mst_option_type)i;
    luaL_error(L, "option type '%s': expected bool, int, choice, ints, size or text", name);
    return MST_OPTION_TEXT;
}

static void read_choices(lua_State *L, int table, struct mst_option *option) {
    if (!spec_list(L, table, "choices"))
        return;
    int count = (int)luaL_len(L, -1);
    const char **choices = mst_calloc((size_t)count + 1, sizeof *choices);
    if (!choices)
        host_no_memory(L);
    option->choices = choices; /* owned now: copying a choice may raise */
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, -1, i + 1);
        choices[i] = host_strdup(L, lua_isstring(L, -1) ? lua_tostring(L, -1) : "?");
        lua_pop(L, 1);
    }

    lua_pop(L, 1);
}

/* The default as the INI file would write it. */
static char *fallback_text(lua_State *L, int table) {
    char text[160] = "";
    size_t at = 0;
    lua_getfield(L, table, "default");

    /* As a person would write it in the file: flags are on and off, lists have commas. */
    if (lua_isboolean(L, -1)) {
        snprintf(text, sizeof text, "%s", lua_toboolean(L, -1) ? "on" : "off");
    } else if (lua_istable(L, -1)) {
        for (int i = 1; i <= (int)luaL_len(L, -1) && at < sizeof text - 16; i++) {
            lua_rawgeti(L, -1, i);
            at += (size_t)snprintf(text + at, sizeof text - at, i > 1 ? ",%d" : "%d",
                                   (int)lua_tointeger(L, -1));
            lua_pop(L, 1);
        }
    } else if (lua_isstring(L, -1)) {
        snprintf(text, sizeof text, "%s", lua_tostring(L, -1));
    } else if (!lua_isnil(L, -1)) {
        /* nil is left: an option without a default is empty. */
        luaL_error(L, "'default' cannot be a %s", luaL_typename(L, -1));
    }
    lua_pop(L, 1);
    return host_strdup(L, text);
}

/* Push the resolved value of the option as a Lua value. */
static void push_answer(lua_State *L, const struct mst_option *option) {
    struct host *host = host_of(L);
    struct host_option_answer answer = {0};
    host->answerer(host->context, option, &answer);

    /* The answer was checked against the option: a choice has a valid index. */
    switch (option->type) {
    case MST_OPTION_BOOL: lua_pushboolean(L, answer.number != 0); break;
    case MST_OPTION_INT: lua_pushinteger(L, answer.number); break;
    case MST_OPTION_CHOICE: lua_pushstring(L, option->choices[answer.number]); break;
    case MST_OPTION_TEXT: lua_pushstring(L, answer.text ? answer.text : ""); break;
    /* Lists and sizes. */
    default:
        lua_createtable(L, answer.count, 0);
        for (int i = 0; i < answer.count; i++) {
            lua_pushinteger(L, answer.list[i]);
            lua_rawseti(L, -2, i + 1);
        }
    }
}

/* The value of the option at `table` is on top of the stack. If it is not the default, the module
 * named in `needs` must be switched on. */
static void need_module(lua_State *L, int table) {
    struct host *host = host_of(L);
    const char *need = spec_text(L, table, "needs", NULL);
    if (!need || host->on(host->context, need))
        return;

    /* Lists are compared as tables: one that is set never equals the default. */
    lua_getfield(L, table, "default");
    bool usual = lua_compare(L, -1, -2, LUA_OPEQ);
    lua_pop(L, 1);

    const char *rule = spec_text(L, table, "rule", NULL);
    if (!usual)
        luaL_error(L, "%s = %s needs the module %s; write %s = on in [modules]%s%s%s",
                   spec_text(L, table, "key", ""), luaL_tolstring(L, -1, NULL), need, need,
                   rule ? " (" : "", rule ? rule : "", rule ? ")" : "");
}

/* The seat whose option it is, or 0. */
static int read_seat(lua_State *L, int table, const char *key) {
    char digits[12];
    int seat = (int)spec_int(L, table, "seat", 0);
    if (!seat)
        return 0;

    /* Options of seats are keys such as player1 and player2. */
    size_t length = strlen(key);
    size_t count = (size_t)snprintf(digits, sizeof digits, "%d", seat);
    if (seat < 1 || seat > MST_MOST_SEATS)
        luaL_error(L, "option '%s': 'seat' is %d, expected 1 to %d", key, seat, MST_MOST_SEATS);
    if (length <= count || strcmp(key + length - count, digits) != 0)
        luaL_error(L, "option '%s': expected a key that ends in %d, the number of its seat", key,
                   seat);
    return seat;
}

/* Declare the entry of `options` on top of the stack. Pushes its value. */
static void declare_option(lua_State *L, const char *section) {
    struct host *host = host_of(L);
    int table = lua_gettop(L);
    spec_keys(L, table, "an option",
              "key type default min max count choices help section needs rule seat");
    struct mst_option option = {0};
    const char *own = spec_text(L, table, "section", NULL);
    const char *key = spec_need(L, table, "an option", "key");

    for (int i = 0; i < host->option_count; i++)
        if (!strcmp(host->options[i].key, key) &&
            !strcmp(host->options[i].section, own ? own : section))
            luaL_error(L, "option '%s' is declared twice in [%s]", key, own ? own : section);

    option.type = option_type(L, spec_need(L, table, "an option", "type"));

    /* In the list before its texts are copied: an error drops the options of the module as a
     * whole. */
    struct mst_option *kept =
        host_grow(L, &host->options, &host->option_count, sizeof *host->options);
    *kept = option;
    kept->section = host_strdup(L, own ? own : section);
    kept->key = host_strdup(L, spec_need(L, table, "an option", "key"));
    kept->help = host_strdup(L, spec_text(L, table, "help", ""));
    kept->min = spec_int(L, table, "min", 0);
    kept->max = spec_int(L, table, "max", 0);
    kept->count = (int)spec_int(L, table, "count", 0);
    kept->seat = read_seat(L, table, kept->key);

    read_choices(L, table, kept);
    if (kept->type == MST_OPTION_CHOICE && !kept->choices)
        luaL_error(L, "option '%s': a choice needs 'choices'", kept->key);

    kept->fallback = fallback_text(L, table);
    kept->origin = host_strdup(L, host->modules[host->current].origin);
    kept->module = host_strdup(L, host_module_name(host));

    /* The answer needs all of the above, and whether a module is missing depends on the answer. */
    push_answer(L, kept);
    need_module(L, table);
}

/* Append each offer in the manifest to the list of its kind, with the name and place of its
 * module. */
static void note_offers(lua_State *L, const struct host *host) {
    char at[200];
    sandbox_where(L, at, sizeof at);
    lua_rawgeti(L, LUA_REGISTRYINDEX, host->offers_ref);
    lua_getfield(L, 1, "offers");
    if (!lua_istable(L, -1))
        return;

    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) { /* all, offers, kind, offer */
        if (lua_type(L, -2) != LUA_TSTRING || !lua_istable(L, -1))
            continue; /* reported when the module loads */
        lua_pushstring(L, host_module_name(host));
        lua_setfield(L, -2, "module");
        lua_pushstring(L, at);
        lua_setfield(L, -2, "at");

        lua_pushvalue(L, -2);
        if (lua_rawget(L, -5) != LUA_TTABLE) {
            lua_pop(L, 1);
            lua_newtable(L);
            lua_pushvalue(L, -3);
            lua_pushvalue(L, -2);
            lua_rawset(L, -7);
        }

        lua_pushvalue(L, -2); /* all, offers, kind, offer, list, offer */
        lua_rawseti(L, -2, luaL_len(L, -2) + 1);
        lua_pop(L, 1);
    }
}

static void check_offers(lua_State *L) {
    lua_getfield(L, 1, "offers");
    if (!lua_isnil(L, -1))
        luaL_checktype(L, -1, LUA_TTABLE);
    for (lua_pushnil(L); lua_istable(L, -2) && lua_next(L, -2); lua_pop(L, 1))
        if (lua_type(L, -2) != LUA_TSTRING || !lua_istable(L, -1))
            luaL_error(L, "'offers' maps kinds to tables, as in { kingdom = { ... } }");
    lua_settop(L, 1);
}

int host_declare_offers(lua_State *L) {
    struct host *host = host_declaring(L);
    const char *kind = luaL_checkstring(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, host->offers_ref);
    if (lua_getfield(L, -1, kind) != LUA_TTABLE)
        lua_newtable(L);
    return 1;
}

/* Raise for a required module that is not switched on or does not exist. */
static int not_on(lua_State *L, const char *name, const char *need) {
    struct mst_error error = {0};
    if (!sandbox_there(L, need, &error))
        return luaL_error(L, "%s", error.text);
    return luaL_error(L,
                      "module '%s' requires '%s', which is not switched on; write '%s = on' in "
                      "[modules]",
                      name, need, need);
}

/* Raise because muster.module was called from the wrong place: by a file that was loaded with
 * `require`, or inside a function. */
static int elsewhere(lua_State *L, const struct host_module *module) {
    char at[200], name[200];
    sandbox_where(L, at, sizeof at);
    const char *inside = sandbox_inside(L, at);
    size_t length = inside ? strcspn(inside, ":") : 0;
    length = length > 4 ? length - 4 : 0; /* strip ".lua" */
    snprintf(name, sizeof name, "%.*s", (int)length, inside ? inside : "");
    for (char *c = name; *c; c++)
        *c = *c == '/' ? '.' : *c;

    /* The name of the running file tells the two mistakes apart. */
    if (!length || !strcmp(name, module->name))
        return luaL_error(
            L, "muster.module must be called by the file itself, not by a function in it");

    struct mst_error error;
    host_own_place(L, at, sizeof at);
    mst_fail(&error, MST_SCRIPT_ERROR, at, "'%s' is a module: name it in the 'requires' of %s",
             name, module->name);
    return host_raise_error(L, &error);
}

/* The module that calls muster.module; it must be the first call. */
static int calling_module(lua_State *L, const struct host *host) {
    if (host->current < 0)
        luaL_error(L, "muster.module is only for modules that a ruleset switches on");

    const struct host_module *module = &host->modules[host->current];
    if (!sandbox_may_pause(L))
        elsewhere(L, module);

    if (module->origin)
        luaL_error(L, "module '%s' calls muster.module twice", module->name);
    return host->current;
}

/* Begin the required modules, so that their offers come first. Their faults are reported after the
 * offers of this module are known. */
static void begin_required(lua_State *L, const struct host *host, int index) {
    struct mst_error error;
    for (int i = 0; host->modules[index].requires[i]; i++)
        if (host->on(host->context, host->modules[index].requires[i]))
            host_begin_in(L, host->modules[index].requires[i], &error);
}

static void check_required(lua_State *L, const struct host *host, int index) {
    struct mst_error error;
    for (int i = 0; host->modules[index].requires[i]; i++) {
        const char *need = host->modules[index].requires[i];
        if (!host->on(host->context, need))
            not_on(L, host->modules[index].name, need);
        /* Begun before: this reports the fault that it had then. */
        host_demand(L, host_begin_in(L, need, &error) == MST_OK, &error);
    }
}

/* Push the table of option values, under the name that its author knows. host_resolve fills it
 * later. */
static void push_values(lua_State *L, const struct host *host, int index) {
    bool scenario = !strcmp(host->modules[index].name, HOST_SCENARIO_MODULE);
    lua_newtable(L);
    sandbox_explain(L, scenario ? "scenario.brought" : "options");
    lua_rawgeti(L, LUA_REGISTRYINDEX, host->options_ref);
    lua_pushvalue(L, -2);
    lua_setfield(L, -2, host->modules[index].name);
    lua_pop(L, 1);
}

/* If `options` in the manifest (slot 1) is a function, replace it by the list that it returns. */
static void call_options(lua_State *L) {
    if (lua_getfield(L, 1, "options") != LUA_TFUNCTION) {
        lua_pop(L, 1);
        return;
    }
    lua_call(L, 0, 1);
    lua_setfield(L, 1, "options");
}

int host_resolve(lua_State *L) {
    struct host *host = host_of(L);
    const struct host_module *module = &host->modules[host->current];
    lua_rawgeti(L, LUA_REGISTRYINDEX, module->manifest);
    lua_rawgeti(L, LUA_REGISTRYINDEX, host->options_ref);
    lua_getfield(L, 2, module->name);
    lua_replace(L, 2); /* manifest, values */

    /* Before the section and list are read, which a function may return. */
    call_options(L);

    const char *section = spec_text(L, 1, "section", module->name);
    int count = spec_list(L, 1, "options") ? (int)luaL_len(L, 3) : 0;

    for (int i = 1; i <= count; i++) {
        lua_settop(L, 3);
        lua_rawgeti(L, 3, i);
        luaL_checktype(L, 4, LUA_TTABLE);
        declare_option(L, section);
        /* Other files of the module hold the table already (push_values), so it is filled, not
         * replaced. */
        lua_setfield(L, 2, host->options[host->option_count - 1].key);
    }
    return 0;
}

int host_declare_module(lua_State *L) {
    struct host *host = host_of(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    int index = calling_module(L, host);
    spec_keys(L, 1, "muster.module",
              "title section requires conflicts before after options offers");

    /* Checks first: a module with an origin counts as described. */
    check_offers(L);
    struct host_module *module = &host->modules[index];
    module->origin = host_origin(L);
    module->title = host_strdup(L, spec_text(L, 1, "title", module->name));

    read_names(L, "requires", module->requires);
    read_names(L, "conflicts", module->conflicts);
    read_names(L, "before", module->before);
    read_names(L, "after", module->after);

    /* Offers of required modules come before its own, and its own before faults of the required
     * ones. */
    begin_required(L, host, index);
    note_offers(L, host);
    check_required(L, host, index);

    lua_settop(L, 1);
    push_values(L, host, index);

    lua_pushvalue(L, 1);
    /* By number: other modules have begun meanwhile, and the list may have moved. */
    host->modules[index].manifest = luaL_ref(L, LUA_REGISTRYINDEX);
    return sandbox_pause(L, 1);
}

/* muster.options: the option values of the module being loaded. */
int host_declare_options(lua_State *L) {
    struct host *host = host_declaring(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, host->options_ref);
    if (lua_getfield(L, -1, host_module_name(host)) != LUA_TTABLE)
        return luaL_error(L, "muster.options: no module is being loaded, or it has not called "
                             "muster.module yet");
    return 1;
}

/* Push the value on top of the stack as a text. */
static void push_written(lua_State *L, enum mst_option_type type) {
    if (!lua_istable(L, -1)) {
        luaL_tolstring(L, -1, NULL);
        return;
    }

    lua_pushliteral(L, "");
    for (int i = 1; i <= (int)luaL_len(L, -2); i++) {
        if (i > 1)
            lua_pushstring(L, type == MST_OPTION_SIZE ? "x" : ",");
        lua_rawgeti(L, i > 1 ? -3 : -2, i);
        /* The text so far, the separator and the number; the first has no separator. */
        lua_concat(L, i > 1 ? 3 : 2);
    }
}

/* muster.changed_options: the options of all modules that differ from their defaults. */
int host_changed_options(lua_State *L) {
    struct host *host = host_declaring(L);
    lua_newtable(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, host->options_ref);
    for (int i = 0; i < host->option_count; i++) {
        const struct mst_option *option = &host->options[i];
        const char *usual = option->fallback;
        if (option->type == MST_OPTION_BOOL)
            usual = strcmp(usual, "on") ? "false" : "true";

        lua_settop(L, 2); /* list, values of all modules */
        lua_getfield(L, 2, option->module);
        lua_getfield(L, 3, option->key);
        push_written(L, option->type);

        if (!strcmp(lua_tostring(L, 5), usual))
            continue;

        lua_newtable(L);
        lua_pushstring(L, option->key);
        lua_setfield(L, 6, "key");
        lua_pushvalue(L, 5);
        lua_setfield(L, 6, "value");
        lua_rawseti(L, 1, luaL_len(L, 1) + 1);
    }
    lua_settop(L, 1);
    return 1;
}
