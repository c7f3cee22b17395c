/* Questions: running the Lua function `legal` of a move to answer a query about its moves
 * (core/asked.h).
 *
 * The function runs repeatedly with a script: the choices made so far. A `choose` within the script
 * returns its value. A `choose` past the end records its domain and leaves the function; then each
 * value of the domain extends the script in turn. A `need` or `choose` that refuses also leaves the
 * function.
 * A1 While a question runs, nothing can be written.
 * A2 Runs share no state.
 * A3 The function is left by an error that no other code raises or catches (sandbox_try). */
#include "host/handles/ask.h"
#include "system/names.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* The last refusal of a kind. Valid until that kind is asked again. */
struct host_last_refusal {
    struct core_reason reason;
    char rule[64], why[500], origin[200], module[80];
};

/* ---- traces ---------------------------------------------------------------------------------- */

/* The module that has the file of `at`, or "". */
static const char *module_at(lua_State *L, const char *at) {
    const struct host *host = host_of(L);
    const char *inside = sandbox_inside(L, at), *found = "";
    for (int i = 0; inside && i < host->module_count; i++) {
        const char *name = host->modules[i].name;
        /* The longest name wins: "a.b" is in the folder of the module "a", but its own file. */
        size_t length = strlen(name), k = 0;
        while (k < length && inside[k] == (name[k] == '.' ? '/' : name[k]))
            k++;
        if (k == length && (inside[k] == '.' || inside[k] == '/') && length > strlen(found))
            found = name;
    }
    return found;
}

/* Note what a question says. `at` NULL: at the running line. */
static void ask_trace(lua_State *L, const char *verdict, const char *what, const char *rule,
                      const char *at) {
    struct mst_buf *out = host_of(L)->trace;
    char here[200];
    if (!out)
        return;
    if (!at) {
        sandbox_where(L, here, sizeof here);
        at = here;
    }

    mst_buf_printf(out, "  %-8s %-7s %-12s %s", verdict, what, rule ? rule : "", at);
    mst_buf_printf(out, *module_at(L, at) ? " (%s)\n" : "%s\n", module_at(L, at));
}

static const char *text_at(lua_State *L, int index) {
    return lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : NULL;
}

void host_trace(struct host *host, struct mst_buf *out) {
    host->trace = out;
}

/* ---- refusals -------------------------------------------------------------------------------- */

/* Does the running question want this refusal? It does if no earlier run came farther. */
static bool wants_refusal(const struct host_ask *ask) {
    const struct core_refusal *refusal = ask->question ? ask->question->refusal : NULL;
    /* Of several refusals, the one that passed the most questions says most about the move. */
    return refusal && (!refusal->reason || ask->passed >= refusal->passed);
}

static struct host_last_refusal *refusal_of(lua_State *L, int kind) {
    assert(kind >= 0 && kind < host_of(L)->rules->kind_count);
    struct host *host = host_of(L);
    if (!host->refusals)
        host->refusals = mst_calloc((size_t)host->rules->kind_count, sizeof *host->refusals);
    if (!host->refusals)
        host_no_memory(L);

    /* One for each kind: the texts must outlive the question, and kinds are asked in turn. */
    struct host_last_refusal *last = &host->refusals[kind];
    last->reason = (struct core_reason){
        .rule = last->rule, .why = last->why, .origin = last->origin, .module = last->module};
    return last;
}

/* Write to `why` the reason in slot `index`: a string, or a function that returns one. Its
 * parameters name choices, of which the first `known` are available. */
static void copy_why(lua_State *L, const struct host_ask *ask, int index, int known, char *why,
                     size_t size) {
    struct host_ask *outer = host_of(L)->ask;
    why[0] = 0;

    if (lua_isfunction(L, index)) {
        struct host_ask until = *ask;
        until.made = known; /* a refused value counts as a choice */
        lua_pushvalue(L, index);
        host_of(L)->ask = NULL; /* a reason asks nothing */
        host_ask_call(L, &until, lua_gettop(L), 1);
        host_of(L)->ask = outer;
    } else {
        lua_pushvalue(L, index);
    }

    if (lua_type(L, -1) == LUA_TSTRING)
        snprintf(why, size, "%s", lua_tostring(L, -1));
    else if (!lua_isnil(L, -1))
        luaL_error(L, "why: expected a string or a function that returns one, found %s",
                   host_describe(L, -1));
    sys_join_blanks(why);
    lua_pop(L, 1);
}

/* Prepare the record of a refusal, without its rule and reason. `known` is the number of choices
 * available. */
static struct host_last_refusal *ask_refuse(lua_State *L, struct host_ask *ask, int known) {
    assert(ask->question && ask->question->refusal);
    struct core_refusal *refusal = ask->question->refusal;
    struct host_last_refusal *last = refusal_of(L, ask->question->kind);
    *refusal =
        (struct core_refusal){.kind = ask->kind, .reason = &last->reason, .passed = ask->passed};

    /* Choices that were not made yet are absent. */
    for (int i = 0; i < CORE_MOST_PARAMS; i++)
        refusal->values[i] = i < known ? ask->values[i] : MST_NONE;

    last->rule[0] = last->why[0] = 0;
    sandbox_where(L, last->origin, sizeof last->origin);
    snprintf(last->module, sizeof last->module, "%s", ask->kind->module);
    return last;
}

/* Refuse in the running word. The rule id is in slot `rule`, the reason in slot `why`. */
static int refuse_here(lua_State *L, struct host_ask *ask, int rule, int why, int known) {
    if (wants_refusal(ask)) {
        struct host_last_refusal *last = ask_refuse(L, ask, known);
        if (lua_type(L, rule) == LUA_TSTRING)
            snprintf(last->rule, sizeof last->rule, "%s", lua_tostring(L, rule));
        if (!lua_isnoneornil(L, why))
            copy_why(L, ask, why, known, last->why, sizeof last->why);
        else if (known > ask->made) /* refused by a choice */
            snprintf(last->why, sizeof last->why, "this '%s' cannot be chosen",
                     ask->kind->params[ask->made].called);
    }

    /* A3: leaves `legal` at once, from any depth. */
    ask->refused = true;
    return sandbox_stop(L);
}

/* ---- additions of other modules-------------------------------------------------------------- */

void host_ask_call(lua_State *L, const struct host_ask *ask, int function, int results) {
    /* Without a running function, lua_getlocal names the parameters of the function on top. */
    int args = 0;
    const char *name;
    for (lua_pushvalue(L, function); (name = lua_getlocal(L, NULL, args + 1)); args++) {
        int at = 0;
        luaL_checkstack(L, 4, "too many parameters");
        while (at < ask->made && strcmp(ask->kind->params[at].name, name) != 0)
            at++;
        if (at < ask->made)
            lua_pushinteger(L, ask->values[at]);
        else
            lua_pushnil(L);
        lua_insert(L, -2); /* keep the function on top for the next lua_getlocal */
    }

    lua_pop(L, 1);
    lua_call(L, args, results);
}

/* Does permission `p` hold for the choices made so far? */
static bool ask_holds(lua_State *L, const struct host_ask *ask, const struct host_permission *p) {
    assert(host_of(L)->reading); /* A1 */
    luaL_checkstack(L, CORE_MOST_PARAMS + 4, "too many values");
    lua_rawgeti(L, LUA_REGISTRYINDEX, p->ref);
    for (int i = 0; i < p->take_count; i++)
        lua_pushinteger(L, ask->values[p->takes[i]]);

    lua_call(L, p->take_count, 1);
    bool held = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return held;
}

/* Does a module's `permit` waive this rule? */
static bool waived(lua_State *L, const struct host_ask *ask, const char *rule) {
    for (int i = 0; ask->rule && i < ask->rule->permission_count; i++) {
        const struct host_permission *p = &ask->rule->permissions[i];
        if (p->kind != HOST_PERMIT || strcmp(p->reason.rule, rule) != 0)
            continue;
        /* The condition would be asked about a choice that is not made yet. */
        if (p->last >= ask->made)
            luaL_error(L, "the permit at %s needs '%s', which is chosen after rule %s",
                       p->reason.origin, ask->kind->params[p->last].name, rule);

        if (ask_holds(L, ask, p)) {
            ask_trace(L, "waived", "permit", p->reason.rule, p->reason.origin);
            return true;
        }
    }
    return false;
}

/* Does a module forbid the choices made so far? Checks every `forbid` if `all`, else only those
 * that became checkable with the last choice. */
static bool barred(lua_State *L, struct host_ask *ask, bool all) {
    for (int i = 0; ask->rule && i < ask->rule->permission_count; i++) {
        const struct host_permission *p = &ask->rule->permissions[i];
        /* A condition is checked once, as soon as its last choice is made: those from `before` on
         * are new. */
        bool due = all || (p->last >= ask->before && p->last < ask->given);
        bool held = p->kind == HOST_FORBID && due && ask_holds(L, ask, p);
        if (p->kind == HOST_FORBID && due)
            ask_trace(L, held ? "refused" : "passed", "forbid", p->reason.rule, p->reason.origin);
        if (!held)
            continue;
        if (!wants_refusal(ask))
            return true;

        /* The reason of the condition, not that of the running line. */
        struct host_last_refusal *last = ask_refuse(L, ask, ask->given);
        snprintf(last->rule, sizeof last->rule, "%s", p->reason.rule);
        snprintf(last->why, sizeof last->why, "%s", p->reason.why);
        snprintf(last->origin, sizeof last->origin, "%s", p->reason.origin);
        snprintf(last->module, sizeof last->module, "%s", p->reason.module);

        if (p->reason.sentence) {
            lua_rawgeti(L, LUA_REGISTRYINDEX, p->reason.sentence);
            copy_why(L, ask, lua_gettop(L), ask->made, last->why, sizeof last->why);
            lua_pop(L, 1);
        }
        return true;
    }
    return false;
}

/* ---- the words ------------------------------------------------------------------------------- */

static struct host_ask *asking(lua_State *L, const char *who) {
    struct host_ask *ask = host_of(L)->ask;
    if (!ask)
        luaL_error(L, "%s: only `legal` and the functions that it calls may use this word", who);
    return ask;
}

int host_word_need(lua_State *L) {
    host_word_enter(L, HOST_WORD_need);
    struct host_ask *ask = asking(L, "need");
    assert(host_of(L)->reading); /* A1 */

    /* A legal script is not questioned again: its run only computes the results. */
    if (!lua_toboolean(L, 1) && !ask->trusted &&
        !(lua_type(L, 2) == LUA_TSTRING && waived(L, ask, lua_tostring(L, 2))))
        ask_trace(L, "refused", "need", text_at(L, 2), NULL), refuse_here(L, ask, 2, 3, ask->made);
    ask_trace(L, "passed", "need", text_at(L, 2), NULL);
    ask->passed++;
    return 0;
}

/* Check that the next choice has this name (in slot `name`) and kind. `at` is its position. */
static void check_choice(lua_State *L, const struct host_ask *ask, int name, int at) {
    if (lua_type(L, name) != LUA_TSTRING)
        luaL_error(L, "choose: expected the name of a choice, found %s", host_describe(L, name));
    if (at >= CORE_MOST_PARAMS)
        luaL_error(L, "a move has at most %d choices", CORE_MOST_PARAMS);
    /* `possible` has no declared choices. */
    if (!ask->kind)
        return;

    const char *found = lua_tostring(L, name);
    if (at >= ask->kind->param_count)
        luaL_error(L, "move '%s' has %d choices; '%s' is one too many", ask->kind->name,
                   ask->kind->param_count, found);

    const struct core_param *param = &ask->kind->params[at];
    if (strcmp(param->name, found) != 0)
        luaL_error(L,
                   "move '%s' chooses '%s' where it chose '%s' before: the order of choices must "
                   "not change",
                   ask->kind->name, found, param->name);
    if (param->kind != ask->domain.kind)
        luaL_error(L, "move '%s': the values of '%s' do not have the type that its text shows",
                   ask->kind->name, found);
}

/* Make a choice from ask->domain. Within the script, push its values after checking them. Past the
 * end of the script, or for a value outside the domain, leave `legal`. */
static void ask_choose(lua_State *L, struct host_ask *ask, int width, int rule, int why) {
    assert(width == 1 || width == 2);
    int at = ask->made;
    const struct core_param *param = ask->kind ? &ask->kind->params[at] : NULL;

    /* Where the pieces of a choice lie: known now, without making the choice. */
    if (ask->question && ask->question->what == CORE_ASK_PLACE && ask->question->param == at) {
        ask->question->result = ask->domain.place;
        sandbox_stop(L);
    }

    if (at >= ask->given) { /* an empty domain refuses; record the reason only if it is wanted */
        int64_t pair[2];
        if (wants_refusal(ask) && !host_domain_value(ask, &ask->domain, param, 0, pair))
            refuse_here(L, ask, rule, why, at);
        ask->branches = true;
        sandbox_stop(L);
    }

    /* Texts are read here, as a piece is named relative to its place. */
    if (ask->raw)
        for (int i = at; i < at + width; i++)
            ask->values[i] = core_param_read(host_play_of(L), &ask->kind->params[i],
                                             ask->domain.place, &ask->raw[i]);

    if (!ask->trusted && (ask->raw || ask->checks) &&
        !host_domain_has(ask, param, &ask->values[at])) {
        ask_trace(L, "refused", "choose", text_at(L, rule), NULL);
        refuse_here(L, ask, rule, why, at + width);
    }

    ask_trace(L, "passed", "choose", text_at(L, rule), NULL);
    ask->passed++;
    ask->made += width;

    for (int i = at; i < at + width; i++)
        lua_pushinteger(L, ask->values[i]);
}

int host_word_choose(lua_State *L) {
    host_word_enter(L, HOST_WORD_choose);
    struct host_ask *ask = asking(L, "choose");
    host_domain_read(L, &ask->domain, 2);
    check_choice(L, ask, 1, ask->made);
    ask_choose(L, ask, 1, 3, 4);
    return 1;
}

int host_word_choose_step(lua_State *L) {
    host_word_enter(L, HOST_WORD_choose_step);
    struct host_ask *ask = asking(L, "choose_step");
    host_domain_read_steps(L, &ask->domain, 3, 4);
    check_choice(L, ask, 1, ask->made);
    check_choice(L, ask, 2, ask->made + 1);
    ask_choose(L, ask, 2, 5, 6);
    return 2;
}

/* ---- running --------------------------------------------------------------------------------- */

enum outcome { DONE, BRANCHES, REFUSED };

/* Run the function with the script. The arguments are `args` stack slots from `first` on. If the
 * function returns, its results are on the stack. */
static enum outcome ask_run(lua_State *L, struct host_ask *ask, int results) {
    /* A2: each run starts from the script alone. */
    ask->made = ask->passed = 0;
    ask->branches = ask->refused = false;
    if (ask->function <= 0)
        return DONE;

    luaL_checkstack(L, ask->args + 8, "too many values");
    lua_rawgeti(L, LUA_REGISTRYINDEX, ask->function);
    for (int i = 0; i < ask->args; i++)
        lua_pushvalue(L, ask->first_arg + i);
    if (sandbox_try(L, ask->args, results))
        return DONE;
    /* A3: the function was left by sandbox_stop. */
    assert(ask->branches || ask->refused || ask->question);
    return ask->branches ? BRANCHES : REFUSED;
}

/* `legal` returned: raise unless it made all choices. */
static void check_complete(lua_State *L, const struct host_ask *ask) {
    if (ask->kind && ask->made != ask->kind->param_count)
        luaL_error(L, "move '%s' made %d of %d choices", ask->kind->name, ask->made,
                   ask->kind->param_count);
}

/* List all legal completions of the script. Returns false to stop. */
static bool ask_list(lua_State *L, struct host_ask *ask) {
    enum outcome outcome = ask_run(L, ask, 0);
    if (outcome == REFUSED || barred(L, ask, false))
        return true;

    if (outcome == DONE) {
        check_complete(L, ask);
        ask->found = true;
        return ask->question && ask->question->visit &&
               ask->question->visit(ask->question->context, ask->values);
    }

    /* The run left a choice open. Its domain is copied: runs with longer scripts overwrite it
     * (A2). */
    struct host_domain_now domain = ask->domain;
    int at = ask->made, width = domain.kind == CORE_CLAUSE_STEP ? 2 : 1;
    const struct core_param *param = ask->kind ? &ask->kind->params[at] : NULL;

    bool go_on = true;
    for (int64_t i = 0; go_on; i++) {
        int64_t values[2];
        if (!host_domain_value(ask, &domain, param, i, values))
            break;
        memcpy(&ask->values[at], values, (size_t)width * sizeof *values);
        ask->before = at;
        ask->given = at + width;
        go_on = ask_list(L, ask);
    }

    /* The caller goes on with its own script. */
    ask->given = at;
    return go_on;
}

/* ---- questions ------------------------------------------------------------------------------- */

static bool ask_check(lua_State *L, struct host_ask *ask) {
    ask->given = ask->kind->param_count;
    ask->checks = true;

    enum outcome outcome = ask_run(L, ask, 0);
    if (outcome == BRANCHES)
        luaL_error(L, "move '%s' makes more choices than it has", ask->kind->name);

    if (outcome == DONE)
        check_complete(L, ask);
    return outcome == DONE && !barred(L, ask, true);
}

/* Call `function` with the results of `legal` for the move. */
static void ask_follow(lua_State *L, struct host_ask *ask, int function, int results) {
    struct host *host = host_of(L);
    int top = lua_gettop(L);
    ask->given = ask->kind->param_count;
    ask->trusted = true;

    /* The function first, then the results of `legal` above it as its arguments. */
    lua_rawgeti(L, LUA_REGISTRYINDEX, function);
    if (ask_run(L, ask, LUA_MULTRET) != DONE)
        luaL_error(L, "move '%s' does not ask for this choice", ask->kind->name);

    /* The question is answered: `apply` may write again (A1 ends here). */
    host->ask = NULL;
    host->reading = ask->reading;
    lua_call(L, lua_gettop(L) - top - 1, results);
}

static void ask_answer(lua_State *L, struct host_ask *ask) {
    struct core_question *question = ask->question;
    struct host *host = host_of(L);

    switch (question->what) {
    case CORE_ASK_LIST:
        ask->before = -1; /* what takes no choice is due at once */
        /* Each legal move goes to `visit`. */
        ask_list(L, ask);
        break;
    case CORE_ASK_READ: ask->raw = question->raw; /* fall through */
    case CORE_ASK_CHECK: ask->found = ask_check(L, ask); break;
    case CORE_ASK_PLACE:
        question->result = MST_NONE;
        ask->given = ask->kind->param_count;
        ask->trusted = true;
        ask_run(L, ask, 0);
        break;
    case CORE_ASK_APPLY:
        ask_follow(L, ask, host->rules->kinds[question->kind].action.function, 0);
        break;
    case CORE_ASK_WEIGH:
        ask->reading = true;
        ask_follow(L, ask, host->rules->kinds[question->kind].weight_function, 1);
        question->result = host_take_value(L, -1, CORE_TYPE_NUMBER, "weight");
        break;
    case CORE_ASK_NOISE:
        ask->reading = true;
        ask_follow(L, ask, host->rules->kinds[question->kind].noise_function, 1);
        question->result = lua_toboolean(L, -1);
        break;
    }
}

static int run_question(lua_State *L) {
    struct host_ask *ask = lua_touserdata(L, 1);
    assert(host_of(L)->reading); /* A1 */
    host_of(L)->ask = ask;
    ask_answer(L, ask);
    return 0;
}

bool host_ask(void *context, struct core_play *play, struct core_question *question) {
    struct host *host = context;
    struct mst_error error = {0};
    struct host_ask ask = {.play = play,
                           .board = play->rules->schema->board,
                           .question = question,
                           .kind = &play->rules->kinds[question->kind],
                           .rule = &host->move_rule[question->kind],
                           .function = play->rules->kinds[question->kind].legal,
                           .reading = host->reading || play->looking};

    int params = ask.kind->param_count;
    assert(question->kind >= 0 && question->kind < play->rules->kind_count);
    if (!lua_checkstack(host->L, 8))
        return core_play_fail(play, MST_NO_MEMORY, "", "out of memory");

    /* A list begins with no choice, and a move as text is read while it runs. */
    if (question->what != CORE_ASK_LIST && question->what != CORE_ASK_READ)
        memcpy(ask.values, question->values, (size_t)params * sizeof *ask.values);
    struct core_play *outer = host->play;
    /* Rules may ask questions while a question runs: all three are restored. */
    struct host_ask *asked = host->ask;
    bool reading = host->reading;

    host->play = play;
    host->reading = true;

    lua_pushcfunction(host->L, run_question);
    lua_pushlightuserdata(host->L, &ask);
    bool done = sandbox_call(host->L, 1, 0, &error) == MST_OK;

    host->play = outer;
    host->ask = asked;
    host->reading = reading;
    if (!outer)
        host_forget_once(host);

    if (!done)
        return host_call_failed(play, &error);
    if (question->what == CORE_ASK_READ)
        memcpy(question->values, ask.values, (size_t)params * sizeof *ask.values);

    return !play->failed &&
           (ask.found || (question->what != CORE_ASK_CHECK && question->what != CORE_ASK_READ));
}

/* ---- possible -------------------------------------------------------------------------------- */

/* possible(f)(...): can the choices of f be made so that no question refuses? */
static int possible_call(lua_State *L) {
    struct host *host = host_of(L);
    const struct host_handle *handle = lua_touserdata(L, 1);
    const struct core_play *play = host_play_of(L);
    struct host_ask ask = {.play = play,
                           .board = play->rules->schema->board,
                           .function = host->rule[handle->index].layers[0].ref,
                           .first_arg = 2,
                           .args = lua_gettop(L) - 1};

    struct host_ask *outer = host->ask;
    bool reading = host->reading;

    host->ask = &ask;
    host->reading = true;
    ask_list(L, &ask); /* an error ends the outer question, which restores both */
    host->ask = outer;
    host->reading = reading;

    lua_pushboolean(L, ask.found);
    return 1;
}

static const luaL_Reg POSSIBLE_META[] = {
    {"__call", possible_call}, {"__newindex", host_handle_fixed}, {NULL, NULL}};
const struct host_handle_class host_class_possible = {"a possible", POSSIBLE_META, NULL};
