/* The host: its lifetime, loading and freezing, and calls between C and Lua. See host.h. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "host/handles/handle_parts.h"
#include "host/json.h"
#include "host/syntax/recover.h"
#include "system/chance.h"
#include "kit/postext.h"
#include "core/secret.h"
#include "muster/rulebook.h"

/* ---- helpers for the other files ------------------------------------------------------------- */

int host_raise_error(lua_State *L, const struct mst_error *error) {
    return sandbox_raise(L, error);
}

int host_no_memory(lua_State *L) {
    return sandbox_raise(L, &(struct mst_error){.status = MST_NO_MEMORY, .text = "out of memory"});
}

int host_raise(lua_State *L, struct core_play *play) {
    return host_raise_error(L, play->error);
}

/* Is the file of `at` ("lua/a/b.lua:12") the file of module `name` ("a.b"), or in its folder? */
static bool belongs(const struct host *host, const char *at, const char *name) {
    const char *inside = sandbox_inside(host->L, at), *path = inside ? inside : at;
    /* Dots of the name are slashes of the path. */
    for (; *name; name++, path++)
        if (*path != (*name == '.' ? '/' : *name))
            return false;
    return *path == '.' || *path == '/';
}

/* Does `at` belong to the library, or to a module other than the one being loaded? */
static bool elsewhere(const struct host *host, const char *at) {
    /* The library reports faults of its callers. */
    if (!strncmp(at, "lua/muster/", 11))
        return true;
    if (host->current < 0 || belongs(host, at, host->modules[host->current].name))
        return false;
    for (int i = 0; i < host->module_count; i++)
        if (belongs(host, at, host->modules[i].name))
            return true;
    return false;
}

/* If a module calls a function of another module that declares something or raises an error, the
 * position to report is that call. */
static void blame(lua_State *L, char *at, size_t size) {
    lua_Debug ar;
    for (int level = 0; lua_getstack(L, level, &ar); level++) {
        lua_getinfo(L, "Sl", &ar);
        /* C functions have no line. */
        if (ar.currentline <= 0)
            continue;

        if (!elsewhere(host_of(L), ar.source + 1)) {
            snprintf(at, size, "%s:%d", ar.source + 1, ar.currentline);
            return;
        }
    }

    sandbox_where(L, at, size);
}

/* Is `at` a line of the module being loaded? The lines of a scenario are those of its file, not
 * those of the module that loads it. */
static bool is_own(lua_State *L, const struct host *host, const char *at) {
    const char *scenario = sandbox_alias_shown(L), *name = host->modules[host->current].name;
    if (scenario && !strcmp(name, HOST_SCENARIO_MODULE))
        return !strncmp(at, scenario, strlen(scenario));
    return belongs(host, at, name);
}

void host_own_place(lua_State *L, char *at, size_t size) {
    const struct host *host = host_of(L);
    lua_Debug ar;
    for (int level = 0; host->current >= 0 && lua_getstack(L, level, &ar); level++) {
        lua_getinfo(L, "Sl", &ar);
        snprintf(at, size, "%s:%d", ar.source + 1, ar.currentline);
        if (ar.currentline > 0 && is_own(L, host, at))
            return;
    }

    /* No module is being loaded, or none of its lines runs. */
    blame(L, at, size);
}

void host_no_match(lua_State *L) {
    struct mst_error error;
    mst_fail(&error, MST_SCRIPT_ERROR, "",
             "there is no match while modules load or an event is told: read facts in a function, "
             "as in seat = function() ... end; a procedure or a condition is passed on without ()");
    if (host_of(L)->current >= 0)
        host_own_place(L, error.at, sizeof error.at);
    host_raise_error(L, &error);
}

char *host_origin(lua_State *L) {
    char at[200];
    blame(L, at, sizeof at);
    return host_strdup(L, at);
}

char *host_strdup(lua_State *L, const char *text) {
    char *copy = mst_strdup(text);
    if (!copy)
        host_no_memory(L);
    return copy;
}

void *host_grow(lua_State *L, void *list, int *count, size_t size) {
    void *element = core_rules_grow(list, count, size);
    if (!element)
        host_no_memory(L);
    return element;
}

const char *host_module_name(const struct host *host) {
    return host->current >= 0 ? host->modules[host->current].name : "";
}

/* ---- calls from C to Lua --------------------------------------------------------------------- */

bool host_call_failed(struct core_play *play, const struct mst_error *error) {
    /* The first error counts: a later one is often its consequence. */
    if (!play->failed) {
        play->failed = true;
        *play->error = *error;
    }
    return false;
}

bool host_call(struct host *host, struct core_play *play, int args, int results) {
    struct mst_error error; /* only set on failure: clearing it would cost as much as the call */
    struct core_play *outer = host->play;
    struct host_ask *asked = host->ask;

    /* H1: the match of this call. A question that waits for it must not be answered by its
     * words. */
    host->play = play;
    host->ask = NULL;
    bool done = sandbox_call(host->L, args, results, &error) == MST_OK;

    host->play = outer;
    host->ask = asked;

    /* Values of `once` hold for one outermost call. */
    if (!outer && host->remembers)
        host_forget_once(host);

    if (!done)
        return host_call_failed(play, &error);
    return true;
}

/* Take the result of a rule as an integer. No result is MST_NONE. */
static bool take_result(struct host *host, struct core_play *play, int64_t *result) {
    lua_State *L = host->L;
    int type = lua_type(L, -1);
    bool fits = type == LUA_TBOOLEAN || type == LUA_TNIL || lua_isinteger(L, -1);
    switch (type) {
    case LUA_TBOOLEAN: *result = lua_toboolean(L, -1); break;
    case LUA_TNIL: *result = MST_NONE; break;
    default: *result = lua_tointeger(L, -1);
    }
    /* The value is popped in any case: the stack must be as it was. */
    if (!fits)
        core_play_fail(play, MST_SCRIPT_ERROR, "",
                       "a rule must return an integer, true, false or nil, not a %s",
                       luaL_typename(L, -1));
    lua_pop(L, 1);
    return fits;
}

/* Push the parameters of an event, or the arguments of a rule. */
static void push_things(struct host *host, const uint8_t *types, const int64_t *args, int count) {
    /* Only the event that Lua is raising, with these very arguments, has values that the numbers do
     * not show. */
    const struct host_emission *raised =
        host->emission && host->emission->args == args ? host->emission : NULL;
    for (int i = 0; i < count; i++)
        if (raised && raised->nils >> i & 1)
            lua_pushnil(host->L);
        else if (raised && raised->flags >> i & 1)
            lua_pushboolean(host->L, args[i] != 0);
        else
            host_push_value(host->L, types ? (enum core_type)types[i] : CORE_TYPE_UNKNOWN, args[i]);
}

enum { WORK_OF_A_CALL = 50 };

static bool call_rule(void *context, struct core_play *play, int function, const uint8_t *types,
                      const int64_t *args, int count, int64_t *result) {
    struct host *host = context;
    bool outermost = !host->play; /* then LUA_MINSTACK slots are free */
    if (!outermost && !lua_checkstack(host->L, count + 5))
        return core_play_fail(play, MST_NO_MEMORY, "", "out of memory");

    if (!core_spend(play, WORK_OF_A_CALL))
        return false;

    assert(function > 0 && function != LUA_NOREF);
    lua_rawgeti(host->L, LUA_REGISTRYINDEX, function);
    push_things(host, types, args, count);

    /* H3: what returns a value only reads. */
    bool outer = host->reading;
    host->reading = outer || play->looking || result;

    if (function < host->brief_count && host->brief[function])
        sandbox_brief(host->L);

    bool done = host_call(host, play, count, result ? 1 : 0);
    host->reading = outer;
    return done && (!result || take_result(host, play, result));
}

/* ---- life ------------------------------------------------------------------------------------ */

static void push_api(lua_State *L, const struct host_api *api) {
    for (; api->name; api++) {
        sandbox_function(L, api->function);
        lua_setfield(L, -2, api->name);
    }
}

static int open_api(lua_State *L) {
    /* S1: runs inside a call, as all of it allocates. */
    host_handle_open(L);
    sandbox_env(L);
    host_words_open(L);
    sandbox_function(L, host_print_values);
    lua_setfield(L, -2, "print");

    lua_newtable(L);
    push_api(L, host_api_declare);
    push_api(L, host_api_access);
    sandbox_explain(L, "muster");
    lua_setfield(L, -2, "muster");

    sandbox_blame(L, host_own_place);
    sandbox_guard(L, host_guard);

    /* Tables of the host, which rules cannot reach. */
    lua_newtable(L);
    host_of(L)->offers_ref = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_newtable(L);
    host_of(L)->options_ref = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_newtable(L);
    host_of(L)->once_ref = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

struct host *host_new(const char *root, host_compiler *compile, host_option_answerer *answerer,
                      host_module_switch *on, void *context, struct mst_error *error) {
    struct host *host = mst_calloc(1, sizeof *host);
    if (!host) {
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
        return NULL;
    }

    /* Members that are not 0 before anything is declared; host_free relies on them, too. */
    host->current = -1;
    host->answerer = answerer;
    host->on = on;
    host->context = context;
    host->compile = compile;
    host->setup = (struct core_action){-1, -1};
    host->worth_scale = 100;
    host->setup_ref = host->print_ref = host->parse_ref = host->verify_ref = LUA_NOREF;

    host->rules = core_rules_new();
    host->L = host->rules ? sandbox_new(&SANDBOX_LIMITS_DEFAULT, root, error) : NULL;
    if (!host->rules)
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    if (!host->L) {
        host_free(host);
        return NULL;
    }

    /* Before the first call: functions of the API find the host by it. */
    *sandbox_slot(host->L) = host;
    host->rules->callbacks = (struct core_callbacks){.rule = call_rule,
                                                     .ask = host_ask,
                                                     .setup = host_setup,
                                                     .parse = host_parse,
                                                     .print = host_print,
                                                     .key_stream = sys_key_stream,
                                                     .host = host};

    lua_pushcfunction(host->L, open_api);
    if (sandbox_call(host->L, 0, 0, error) != MST_OK) {
        host_free(host);
        return NULL;
    }
    return host;
}

bool host_folder(struct host *host, const char *path) {
    assert(!host->module_count); /* before any module begins */
    return sandbox_folder(host->L, path);
}

void host_run_by(struct host *host, enum host_path path) {
    assert(!host->module_count);
    host->path = path;
}

enum host_path host_path(const struct host *host) {
    return host->path;
}

void host_careful(struct host *host) {
    assert(!host->module_count);
    host->careful = true;
}

static void free_module(struct host_module *module) {
    mst_free(module->name);
    mst_free(module->title);
    mst_free(module->origin);
    mst_free(module->fault);
    for (int i = 0; i < HOST_MODULE_LISTS; i++) {
        mst_free(module->requires[i]);
        mst_free(module->conflicts[i]);
        mst_free(module->before[i]);
        mst_free(module->after[i]);
    }
}

static void free_const(const char *text) {
    mst_free((void *)(uintptr_t)text);
}

static void free_option(struct mst_option *option) {
    for (int i = 0; option->choices && option->choices[i]; i++)
        free_const(option->choices[i]);
    mst_free((void *)(uintptr_t)option->choices);
    free_const(option->section);
    free_const(option->key);
    free_const(option->fallback);
    free_const(option->help);
    free_const(option->origin);
    free_const(option->module);
}

void host_free(struct host *host) {
    if (!host)
        return;
    for (int i = 0; i < host->module_count; i++)
        free_module(&host->modules[i]);
    for (int i = 0; i < host->option_count; i++)
        free_option(&host->options[i]);

    mst_free(host->faults);
    host_free_rulebook(host);
    /* The kinds of `rules` borrow reasons from moves, so the rules are freed after them. */
    host_free_rules(host);
    mst_free(host->modules);
    mst_free(host->options);
    host_free_entries(host);

    mst_free(host->title);
    mst_free(host->scene_title);
    mst_free(host->start);
    mst_free(host->start_origin);
    for (int i = 0; i < host->without_count; i++) {
        mst_free(host->without[i].ending);
        mst_free(host->without[i].origin);
    }
    mst_free(host->without);

    if (host->L)
        sandbox_free(host->L);
    core_rules_free(host->rules);
    mst_free(host);
}

void host_drop_options(struct host *host) {
    /* The module is set last (declare_option), so an option without one is incomplete. */
    while (host->option_count && !host->options[host->option_count - 1].module)
        free_option(&host->options[--host->option_count]);
}

/* ---- freezing -------------------------------------------------------------------------------- */

/* Move the place at the start of a compile error's text to its `at`. */
void host_place_fault(struct mst_error *error) {
    const char *colon = strstr(error->text, ".lua:");
    size_t digits = colon ? strspn(colon + 5, "0123456789") : 0;
    size_t length = digits ? (size_t)(colon - error->text) + 5 + digits : 0;

    if (error->at[0])
        return;

    /* "lua/a.lua:12: text", where nothing but the place comes before the first blank. */
    if (length && length == strcspn(error->text, " ") - 1 && error->text[length] == ':') {
        snprintf(error->at, sizeof error->at, "%.*s", (int)length, error->text);
        memmove(error->text, error->text + length + 2, strlen(error->text + length + 2) + 1);
    }
}

/* Do two modules belong to one game: is the first word of their names the same? */
static bool related(const struct host *host, int a, int b) {
    if (a < 0 || b < 0)
        return a == b;
    const char *one = host->modules[a].name, *other = host->modules[b].name;
    size_t length = strcspn(one, ".");
    return length == strcspn(other, ".") && !strncmp(one, other, length);
}

static bool is_apart(const struct host *host, int module) {
    return !related(host, module, host->notation_module);
}

/* Mark what the game's own notation does not know: what modules of others declare. */
static void set_apart(struct host *host) {
    struct core_schema *schema = host->rules->schema;
    if (host->print_ref == LUA_NOREF)
        return;

    /* A field that is not hashed, such as a cache, is in no notation. A field without a rule is the
     * host's own. */
    for (int i = 0; i < schema->field_count; i++)
        schema->fields[i].apart = i < host->field_rule_count && schema->fields[i].hashed &&
                                  is_apart(host, host->field_rule[i].module);
    for (int i = 0; i < schema->type_count; i++)
        schema->types[i].apart = is_apart(host, schema->types[i].module);
    for (int i = 1; i < schema->container_count; i++) /* all but the box */
        schema->containers[i].apart = is_apart(host, schema->containers[i].module);

    for (int i = 0; host->rules->together && i < CORE_SEALED_FIELDS; i++)
        schema->fields[host->rules->sealed[i]].apart = true;

    for (int i = 0; i < CORE_ENDINGS_APART; i++)
        if (host->ending_module[i] && is_apart(host, host->ending_module[i] - 1))
            host->rules->apart_endings |= UINT64_C(1) << i;
    for (int i = 0; i < host->decision_rule_count; i++)
        host->rules->decisions[i].apart = is_apart(host, host->decision_rule[i].module);
}

/* Find an ending that a module names, now that all are known, and switch it off if it has to. */
static enum mst_status switch_off(struct core_rules *rules, const struct host_without *without,
                                  struct mst_error *error) {
    struct mst_nearest nearest = {.wanted = without->ending};
    char hint[MST_HINT_SIZE];
    int ending = 0;
    while (ending < rules->ending_count && strcmp(rules->endings[ending], without->ending) != 0)
        mst_nearest_offer(&nearest, rules->endings[ending++]);
    /* The list of endings is complete now: a name that is not there is a mistake. */
    if (ending == rules->ending_count)
        return mst_fail(error, MST_BAD_RULESET, without->origin, "%sthere is no ending '%s'%s",
                        without->stays ? "" : "without: ", without->ending,
                        mst_hint(nearest.best, hint));

    if (without->stays)
        return MST_OK;
    if (ending >= CORE_ENDINGS_APART)
        return mst_fail(error, MST_BAD_RULESET, without->origin,
                        "without: only the first %d endings can be switched off",
                        CORE_ENDINGS_APART);

    rules->without_endings |= UINT64_C(1) << ending;
    return MST_OK;
}

enum mst_status host_freeze(struct host *host, struct mst_error *error) {
    assert(!host->frozen); /* H2 */
    if (!host->title)
        return mst_fail(error, MST_BAD_RULESET, "",
                        "no switched-on module declares a game (muster.game)");

    /* The order matters: binding sorts by the ranks of modules, and so needs them first. */
    if (host_order_modules(host, error) != MST_OK)
        return MST_BAD_RULESET;

    lua_pushcfunction(host->L, host->compile);
    enum mst_status status = sandbox_call(host->L, 0, 0, error);
    if (status != MST_OK) {
        host_place_fault(error);
        return status;
    }

    /* All faults were collected; the first one that is no note is the result. */
    for (int i = 0; i < host->fault_count; i++)
        if (host->faults[i].error.status != MST_OK) {
            *error = host->faults[i].error;
            return error->status;
        }
    if (host->short_of_memory)
        return mst_fail(error, MST_NO_MEMORY, "", "out of memory");

    if (host->setup_ref == LUA_NOREF)
        return mst_fail(error, MST_BAD_RULESET, "",
                        "no module defines how a match starts (muster.setup)");

    /* Brief functions are found among those that lowering left to Lua, while sources are there. */
    if (host_freeze_tables(host, error) != MST_OK || host_find_brief(host, error) != MST_OK)
        return error->status;

    host_order_rulebook(host);
    for (int i = 0; i < host->without_count; i++)
        if (switch_off(host->rules, &host->without[i], error) != MST_OK)
            return error->status;
    set_apart(host);

    /* From here on work counts for matches, so the sandbox draws on the budget of the rules. */
    host->frozen = true;
    sandbox_freeze(host->L);
    sandbox_share(host->L, host->rules->budget);
    if (!host->careful) /* otherwise the sources are still needed */
        syn_recover_forget(host->L);
    return MST_OK;
}

int host_faults(const struct host *host, const struct host_fault **faults) {
    *faults = host->faults;
    return host->fault_count;
}

bool host_short_of_memory(const struct host *host) {
    return host->short_of_memory;
}

struct core_rules *host_rules(const struct host *host) {
    return host->rules;
}

enum mst_status host_entitle(struct host *host, const char *title) {
    mst_free(host->scene_title);
    host->scene_title = mst_strdup(title);
    return host->scene_title ? MST_OK : MST_NO_MEMORY;
}

const char *host_title(const struct host *host) {
    return host->title ? host->title : "";
}

int host_modules(const struct host *host, const struct host_module **modules) {
    *modules = host->modules;
    return host->module_count;
}

int host_options(const struct host *host, const struct mst_option **options) {
    *options = host->options;
    return host->option_count;
}

bool host_source(const struct host *host, int index, struct mst_buf *path) {
    return sandbox_source(host->L, index, path, NULL);
}

uint64_t host_sources(const struct host *host) {
    return sandbox_source_hash(host->L);
}

uint64_t host_fingerprint(struct host *host) {
    return sandbox_fingerprint(host->L, NULL);
}

struct mst_buf host_kept(struct host *host) {
    struct mst_buf parts = {0};
    if (!sandbox_fingerprint(host->L, &parts) || parts.failed)
        mst_buf_clear(&parts);
    return parts;
}

bool host_kept_nothing(struct host *host, struct mst_buf *before, struct mst_error *error) {
    char name[160];
    struct mst_buf after = host_kept(host);
    bool compared = before->text && after.text;
    bool same = !compared || !strcmp(before->text, after.text);

    /* Without memory for both lists nothing was compared, and no fault is reported. */
    if (!same) {
        sandbox_changed(before->text, after.text, name, sizeof name);
        char *part = strstr(name, ": ");
        if (part)
            *part = 0;
        mst_fail(error, MST_SCRIPT_ERROR, part ? name : "",
                 "the rules change %s%s%s at play: keep the state of the match in fields, which "
                 "are saved and undone",
                 part ? "'" : "a table or a local of Lua", part ? part + 2 : "", part ? "'" : "");
    }

    mst_buf_clear(before);
    mst_buf_clear(&after);
    return same;
}

size_t host_memory(const struct host *host) {
    return sandbox_memory(host->L);
}

/* ---- calls into the rules -------------------------------------------------------------------- */

/* Call a Lua function with integers. Its result stays on the stack. */
static bool ask_in_host(struct host *host, struct core_play *play, int ref, const int64_t *args,
                        int count) {
    bool outer = host->reading;
    /* Questions from outside come between the steps of a match, so the play is made ready first. */
    core_play_ready(play);
    if (!lua_checkstack(host->L, 8 + count))
        return core_play_fail(play, MST_NO_MEMORY, "", "out of memory");

    lua_rawgeti(host->L, LUA_REGISTRYINDEX, ref);
    for (int i = 0; i < count; i++)
        lua_pushinteger(host->L, args[i]);

    assert(ref != LUA_NOREF);
    host->reading = true;
    bool done = host_call(host, play, count, 1);
    host->reading = outer;
    return done;
}

/* Pop the string on top of the stack and append it. `whose` names the function that returned it. */
static bool take_text(struct host *host, struct core_play *play, const char *whose,
                      struct mst_buf *out) {
    size_t length;
    const char *text =
        lua_type(host->L, -1) == LUA_TSTRING ? lua_tolstring(host->L, -1, &length) : NULL;
    if (text)
        mst_buf_bytes(out, text, length);
    else
        core_play_fail(play, MST_SCRIPT_ERROR, "", "%s must return a string, not a %s", whose,
                       luaL_typename(host->L, -1));

    lua_pop(host->L, 1);
    /* Also if the text itself was fine. */
    if (out->failed)
        core_play_fail(play, MST_NO_MEMORY, "", "out of memory");
    return !play->failed;
}

bool host_print(void *context, struct core_play *play, struct mst_buf *out) {
    struct host *host = context;
    if (host->print_ref == LUA_NOREF) {
        kit_postext_print(play, out);
        return !out->failed || core_play_fail(play, MST_NO_MEMORY, "", "out of memory");
    }

    /* The game's notation must not see what it does not know: it is set to its initial values,
     * printed after the rest, and the position is rewound. */
    struct core_mark mark = core_position_mark(play->pos);
    struct mst_buf pending = {0};
    core_play_ready(play);

    bool done = kit_postext_set_apart(play, &pending) &&
                ask_in_host(host, play, host->print_ref, NULL, 0) &&
                take_text(host, play, "the notation's print", out);

    core_position_rewind(play->pos, mark);
    if (done)
        kit_postext_print_apart(play, &pending, out);

    done = done && ((!pending.failed && !out->failed) ||
                    core_play_fail(play, MST_NO_MEMORY, "", "out of memory"));
    mst_buf_clear(&pending);
    return done;
}

bool host_sentence(struct host *host, struct core_play *play, int sentence, const int64_t *values,
                   int count, struct mst_buf *out) {
    return ask_in_host(host, play, sentence, values, count) &&
           take_text(host, play, "the 'why' of a clause", out);
}

static int push_text(lua_State *L) {
    lua_pushstring(L, lua_touserdata(L, 1)); /* may raise when out of memory */
    return 1;
}

/* Part a line into what the game's notation knows, and what other modules add. */
static void part_line(const struct core_play *play, const char *text, struct mst_buf *known,
                      struct mst_buf *apart) {
    while (*text) {
        size_t blanks = strspn(text, " "), length = blanks + strcspn(text + blanks, " ");
        /* Blanks stay with the word behind them, so that the game's own part is as it was
         * written. */
        if (kit_postext_is_apart(play, text + blanks)) {
            mst_buf_puts(apart, apart->length ? " " : "");
            mst_buf_bytes(apart, text + blanks, length - blanks);
        } else {
            mst_buf_bytes(known, text, length);
        }
        text += length;
    }
}

static bool parse_own(struct host *host, struct core_play *play, const char *text) {
    struct mst_error error = {0};
    lua_rawgeti(host->L, LUA_REGISTRYINDEX, host->parse_ref);
    lua_pushcfunction(host->L, push_text);
    lua_pushlightuserdata(host->L, (void *)(uintptr_t)text);
    /* The string is made inside a call, as that allocates (S1). */
    if (sandbox_call(host->L, 1, 1, &error) != MST_OK) {
        lua_pop(host->L, 1);
        return host_call_failed(play, &error);
    }

    if (host_call(host, play, 1, 0))
        return true;
    if (play->error->status == MST_SCRIPT_ERROR) /* an error of the parser is a fault of the line */
        play->error->status = MST_BAD_POSITION;
    return false;
}

static bool parse_parts(struct host *host, struct core_play *play, const char *text) {
    struct mst_buf known = {0}, apart = {0};
    part_line(play, text, &known, &apart);
    bool done = known.failed || apart.failed
                    ? core_play_fail(play, MST_NO_MEMORY, "", "out of memory")
                    : parse_own(host, play, mst_buf_text(&known)) &&
                          (!apart.length || kit_postext_parse_apart(play, mst_buf_text(&apart)));

    /* The game's own part first: the other one changes the position that it set up. */
    mst_buf_clear(&known);
    mst_buf_clear(&apart);
    return done;
}

/* Read a position line; what is due is not done yet. */
static bool host_read_line(struct host *host, struct core_play *play, const char *text) {
    if (!(host->parse_ref == LUA_NOREF ? kit_postext_parse(play, text)
                                       : parse_parts(host, play, text)))
        return false;
    /* Hidden facts that the line set are no secret of the match so far. */
    return core_secret_begin(play->pos) || core_play_fail(play, MST_NO_MEMORY, "", "out of memory");
}

/* Begin with the line of muster.start. A fault of the line is one of its declaration. */
static bool read_start(struct host *host, struct core_play *play) {
    struct mst_error *error = play->error;
    if (host_read_line(host, play, host->start))
        return true;

    if (error->status == MST_BAD_POSITION) {
        struct mst_error inner = *error;
        mst_fail(error, MST_SCRIPT_ERROR, host->start_origin, "the start: %s", inner.text);
    }
    return false;
}

static bool host_set_up(struct host *host, struct core_play *play) {
    assert(host->frozen); /* H2 */
    const struct host_chain *after = &host->chains[HOST_CHAIN_SETUP];

    bool done = host->start ? read_start(host, play) : core_act(play, &host->setup, NULL, 0);
    for (int i = 0; done && i < after->count; i++)
        done = core_act(play, &after->links[i].action, NULL, 0);
    /* Steps run until a seat decides. */
    return done && core_play_settle(play);
}

bool host_setup(void *context, struct core_play *play) {
    struct host *host = context;
    core_play_ready(play);
    struct core_mark mark = core_position_mark(play->pos);
    struct core_attempt attempt = core_attempt_begin(play);
    bool done = host_set_up(host, play);

    /* X5: code failed; the same from the start as Lua, whose error is the one to report. */
    if (!done && !host->start && core_attempt_again(play, &attempt)) {
        core_position_rewind(play->pos, mark);
        core_position_mix_all(play->pos);
        done = host_set_up(host, play);
        core_attempt_end(play);
    }
    return done;
}

bool host_parse(void *context, struct core_play *play, const char *text) {
    struct host *host = context;
    core_play_ready(play);
    return host_read_line(host, play, text) && core_play_settle(play);
}

struct saying {
    const struct host_said *args;
    int count, reader;
    struct mst_buf *out;
};

/* Arguments: the function of an event, and what it says it of. */
static int say(lua_State *L) {
    const struct saying *saying = lua_touserdata(L, 2);
    size_t length;
    lua_settop(L, 1);

    /* The reader sees what the arguments say, and nothing else: what is hidden is nil. */
    for (const struct host_said *said = saying->args; said < saying->args + saying->count; said++)
        if (said->arg == MST_ARG_NUMBER)
            lua_pushinteger(L, said->number);
        else if (said->arg == MST_ARG_TEXT)
            lua_pushstring(L, said->text);
        else
            lua_pushnil(L);

    if (saying->reader == MST_NONE)
        lua_pushnil(L);
    else
        lua_pushinteger(L, saying->reader);

    lua_call(L, saying->count + 1, 1);
    if (lua_isnil(L, 1))
        return 0;
    if (lua_type(L, 1) != LUA_TSTRING)
        luaL_error(L, "the 'says' of an event must return a string, not a %s", luaL_typename(L, 1));

    const char *text = lua_tolstring(L, 1, &length);
    mst_buf_bytes(saying->out, text, length);
    return 0;
}

/* Append an argument: a seat as seat 1, what is hidden as "something". */
static void put_said(struct mst_buf *out, const struct host_said *said, uint8_t type) {
    if (said->arg == MST_ARG_TEXT)
        mst_buf_puts(out, said->text);
    else if (said->arg == MST_ARG_NOTHING)
        mst_buf_puts(out, "something");
    else if (type == CORE_TYPE_SEAT)
        mst_buf_printf(out, "seat %d", (int)said->number + 1);
    else
        mst_buf_int(out, said->number);
}

/* Append the sentence of a `tell`, whose parameters are known to exist. */
static void put_tell(const struct core_event *event, const char *tell, const struct host_said *args,
                     struct mst_buf *out) {
    while (*tell) {
        size_t plain = strcspn(tell, "{");
        mst_buf_bytes(out, tell, plain);
        tell += plain;
        if (!*tell)
            break;

        /* check_tell has seen to it that each brace is closed and names a parameter. */
        size_t length = strcspn(++tell, "}");
        for (int i = 0; i < event->param_count; i++)
            if (strlen(event->params[i]) == length && !strncmp(event->params[i], tell, length))
                put_said(out, &args[i], event->types[i]);
        tell += length + 1;
    }
}

bool host_says(struct host *host, int event, const struct host_said *args, int count, int reader,
               struct mst_buf *out, struct mst_error *error) {
    assert(event >= 0);
    struct saying saying = {args, count, reader, out};
    size_t length = out->length;
    lua_State *L = host->L;
    struct core_play *outer = host->play;

    if (event < host->event_rule_count && host->event_rule[event].tell) {
        put_tell(&host->rules->events[event], host->event_rule[event].tell, args, out);
        return !out->failed && out->length > length;
    }
    if (event >= host->event_rule_count || host->event_rule[event].says == LUA_NOREF ||
        !lua_checkstack(L, 8))
        return false;

    lua_pushcfunction(L, say);
    lua_rawgeti(L, LUA_REGISTRYINDEX, host->event_rule[event].says);
    lua_pushlightuserdata(L, &saying);

    /* H1: an event is worded when its position is gone, so there is none to read. */
    host->play = NULL;
    bool done = sandbox_call(L, 2, 0, error) == MST_OK;
    host->play = outer;

    return done && !out->failed && out->length > length;
}

/* Arguments: the seat, the buffer. */
static int write_scene(lua_State *L) {
    const struct host_chain *scene = &host_of(L)->chains[HOST_CHAIN_SCENE];
    struct mst_buf *out = lua_touserdata(L, 2);
    lua_pushnil(L);
    lua_replace(L, 2); /* seat, scene so far */

    /* Each module gets the scene of the one before it. */
    for (int i = 0; i < scene->count; i++) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, scene->links[i].ref);
        lua_pushvalue(L, 1);
        lua_pushvalue(L, 2);
        lua_call(L, 2, 1);
        lua_replace(L, 2);
    }

    /* Raw: the scene may be a table of a module that is frozen. */
    if (host_of(L)->scene_title && lua_istable(L, 2)) {
        lua_pushliteral(L, "title");
        lua_pushstring(L, host_of(L)->scene_title);
        lua_rawset(L, 2);
    }

    host_json_write(L, 2, out);
    return 0;
}

bool host_scene(struct host *host, struct core_play *play, int seat, struct mst_buf *out) {
    lua_State *L = host->L;
    bool outer = host->reading;
    if (!host_shows(host))
        return core_play_fail(play, MST_SCRIPT_ERROR, "", "this game has no scene (muster.scene)");
    core_play_ready(play);
    if (!lua_checkstack(L, 8))
        return core_play_fail(play, MST_NO_MEMORY, "", "out of memory");

    assert(host->frozen); /* H2 */
    lua_pushcfunction(L, write_scene);
    lua_pushinteger(L, seat);
    lua_pushlightuserdata(L, out);

    /* H3: a scene only reads. */
    host->reading = true;
    bool done = host_call(host, play, 2, 0);
    host->reading = outer;
    return done;
}

/* Evaluate by code. False if Lua must be called instead: the match is over, or the code failed. */
static bool worth_by_code(const struct host_link *link, struct core_play *play, int seat,
                          int64_t *worth) {
    assert(link->code >= 0);
    if (core_get(play->pos, CORE_SLOT_OVER) || !core_play_enter(play))
        return false;

    /* H3: code that looks cannot write either. */
    bool looking = play->looking;
    play->looking = true;
    play->vars[0] = seat;
    *worth = core_eval(play, link->code);
    play->looking = looking;
    core_play_leave(play);
    return !play->failed;
}

/* The place of a function of the registry. */
static void where_defined(lua_State *L, int ref, char *at, size_t size) {
    lua_Debug ar;
    lua_rawgeti(L, LUA_REGISTRYINDEX, ref);
    lua_getinfo(L, ">S", &ar);
    snprintf(at, size, "%s:%d", ar.source + 1, ar.linedefined);
}

/* Evaluate by Lua. */
static bool worth_by_lua(struct host *host, const struct host_link *link, const char *what,
                         struct core_play *play, int seat, int64_t *worth) {
    if (!ask_in_host(host, play, link->ref, &(int64_t){seat}, 1))
        return false;
    int whole;
    *worth = lua_tointegerx(host->L, -1, &whole);

    /* The fault is at the function: no line of it runs any more. */
    if (!whole) {
        char at[200];
        where_defined(host->L, link->ref, at, sizeof at);
        core_play_fail(play, MST_SCRIPT_ERROR, at, "%s must return an integer, not a %s", what,
                       luaL_typename(host->L, -1));
    }
    lua_pop(host->L, 1);
    return whole;
}

bool host_add_worth(struct host *host, const struct host_link *link, const char *what,
                    struct core_play *play, int seat, int64_t *worth) {
    int64_t more = 0;
    core_play_ready(play);

    /* X5: Lua runs again what failed as code, and also what has no code. */
    struct core_attempt attempt = core_attempt_begin(play);
    bool done = link->code >= 0 && !play->as_lua && worth_by_code(link, play, seat, &more);
    bool again = core_attempt_again(play, &attempt);
    if (!done && !play->failed)
        done = worth_by_lua(host, link, what, play, seat, &more);

    if (again)
        core_attempt_end(play);
    *worth += done ? more : 0;
    return done;
}

bool host_worth(struct host *host, struct core_play *play, int seat, int64_t *worth) {
    assert(host->frozen); /* H2 */
    const struct host_chain *chain = &host->chains[HOST_CHAIN_WORTH];
    bool done = true;
    *worth = 0;
    for (int i = 0; done && i < chain->count; i++)
        done = host_add_worth(host, &chain->links[i], "muster.worth", play, seat, worth);
    return done;
}

bool host_judges(const struct host *host) {
    return host->chains[HOST_CHAIN_WORTH].count;
}

bool host_plays_out(const struct host *host) {
    return host->plays_out;
}

void host_note_evaluation_fault(struct host *host, const char *how, const struct mst_error *error) {
    assert(error->status != MST_OK);
    /* Players call this for every position they search: only the first failure is kept. */
    if (host->evaluation_fault.status == MST_OK && !host->evaluation_fault_reported)
        mst_fail(&host->evaluation_fault, error->status, error->at, "%s: %s", how, error->text);
}

bool host_evaluation_fault(struct host *host, struct mst_error *error) {
    if (host->evaluation_fault.status == MST_OK || host->evaluation_fault_reported)
        return false;
    *error = host->evaluation_fault;
    host->evaluation_fault_reported = true;
    return true;
}

int64_t host_worth_scale(const struct host *host) {
    return host->worth_scale;
}

bool host_by_turns(const struct host *host) {
    return host->by_turns;
}

bool host_shows(const struct host *host) {
    return host->chains[HOST_CHAIN_SCENE].count;
}

int64_t host_worked(const struct host *host) {
    return core_budget_worked(host->rules->budget);
}

bool host_verify(struct host *host, struct core_play *play) {
    if (host->verify_ref == LUA_NOREF)
        return true;
    if (!ask_in_host(host, play, host->verify_ref, NULL, 0))
        return false;
    lua_pop(host->L, 1);
    return true;
}
