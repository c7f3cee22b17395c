/* Calls of compiled rules from Lua: a query or a `once` that a scene, the evaluation or the
 * notation needs. */
#include <assert.h>
#include <string.h>

#include "host/handles/handle_parts.h"

/* Convert the argument in slot `index` to the number that code reads. False if code has no such
 * value. */
static bool rule_run_take(lua_State *L, int index, enum core_type type, int64_t *value) {
    bool thing = type == CORE_TYPE_UNKNOWN || (type >= CORE_TYPE_ZONE && type <= CORE_TYPE_KIND);
    if (type == CORE_TYPE_BOOLEAN) {
        *value = lua_toboolean(L, index);
        return lua_isboolean(L, index);
    }

    bool nothing = lua_isnoneornil(L, index);
    *value = nothing ? MST_NONE : lua_tointeger(L, index);
    if (nothing)
        return thing;
    return lua_isinteger(L, index) && !(thing && *value == MST_NONE); /* it would look like nil */
}

/* For code, a number that may be nil looks like MST_NONE. Since that is ambiguous, such values stay
 * in Lua. */
static bool may_be_nil(enum core_type type) {
    return type == CORE_TYPE_NIL || type == CORE_TYPE_TEXT;
}

/* Code of a rule that only reads failed: then the functions of the rule run instead (play.h, X5).
 */
static bool failed_as_code(struct core_play *play, bool informed) {
    if (!play->failed || play->error->status != MST_SCRIPT_ERROR)
        return false;
    play->failed = false;
    play->pos->informed = informed;
    return true;
}

bool host_run_rule(lua_State *L, const struct host_rule *rule) {
    struct core_play *play = host_play_of(L);
    int64_t args[CORE_MOST_PARAMS], value = 0;
    if (rule->code < 0 || play->as_lua || may_be_nil(rule->result))
        return false;

    /* N1: where code has no such value, Lua decides. */
    assert(rule->param_count <= CORE_MOST_PARAMS);
    for (int i = 0; i < rule->param_count; i++)
        if (!rule_run_take(L, i + 2, (enum core_type)rule->params[i], &args[i]))
            return false;

    /* X5: reading hidden facts is undone if the code fails, as the functions read them again. */
    bool informed = play->pos->informed;
    int top = lua_gettop(L);

    host_effect(L, play, core_play_enter(play));
    memcpy(play->vars, args, (size_t)rule->param_count * sizeof *args);
    if (rule->result == CORE_TYPE_SET) {
        uint64_t *words = host_set_push(L);
        core_eval_set(play, rule->code, words);
    } else {
        value = core_eval(play, rule->code);
    }
    core_play_leave(play);

    if (failed_as_code(play, informed)) {
        lua_settop(L, top);
        return false;
    }

    host_effect(L, play, !play->failed);
    if (rule->result != CORE_TYPE_SET)
        host_push_value(L, rule->result, value);
    return true;
}
