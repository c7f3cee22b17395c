/* Calls of compiled rules from Lua: a query or a `once` that a scene, the evaluation or the
 * notation needs. */
#include <string.h>

#include "host/handles/handle_parts.h"

/* Convert the argument in slot `index` to the number that code reads. False if code has no such
 * value. */
static bool take(lua_State *L, int index, enum mst_type type, int64_t *value) {
    bool thing = type == MST_TYPE_UNKNOWN || (type >= MST_TYPE_ZONE && type <= MST_TYPE_KIND);
    if (type == MST_TYPE_BOOLEAN) {
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
static bool may_be_nil(enum mst_type type) {
    return type == MST_TYPE_NIL || type == MST_TYPE_TEXT;
}

/* Code of a rule that only reads failed: then the functions of the rule run instead (play.h, X5).
 */
static bool failed_as_code(struct mst_play *play, bool informed) {
    if (!play->failed || play->error->status != MST_SCRIPT_ERROR)
        return false;
    play->failed = false;
    play->pos->informed = informed;
    return true;
}

bool mst_host_run_rule(lua_State *L, const struct mst_rule *rule) {
    struct mst_play *play = mst_play_of(L);
    int64_t args[MST_MOST_PARAMS], value = 0;
    if (rule->code < 0 || play->as_lua || may_be_nil(rule->result))
        return false;
    for (int i = 0; i < rule->param_count; i++)
        if (!take(L, i + 2, (enum mst_type)rule->params[i], &args[i]))
            return false;
    bool informed = play->pos->informed;
    int top = lua_gettop(L);
    mst_host_effect(L, play, mst_play_enter(play));
    memcpy(play->vars, args, (size_t)rule->param_count * sizeof *args);
    if (rule->result == MST_TYPE_SET) {
        uint64_t *words = mst_set_push(L);
        mst_eval_set(play, rule->code, words);
    } else {
        value = mst_eval(play, rule->code);
    }
    mst_play_leave(play);
    if (failed_as_code(play, informed)) {
        lua_settop(L, top);
        return false;
    }
    mst_host_effect(L, play, !play->failed);
    if (rule->result != MST_TYPE_SET)
        mst_host_push_value(L, rule->result, value);
    return true;
}
