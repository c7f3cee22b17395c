/* Words for the seat to move, the pending frames, and earlier positions. */
#include <assert.h>
#include <string.h>

#include "host/handles/handle_parts.h"
#include "host/handles/words.h"

#define ENTER(word) host_word_enter(L, HOST_WORD_##word)

int host_word_me(lua_State *L) {
    ENTER(me);
    int seat = core_get(host_play_of(L)->pos, CORE_SLOT_TO_MOVE);
    if (seat == MST_NONE)
        return luaL_error(L, "me(): no seat decides now");
    lua_pushinteger(L, seat);
    return 1;
}

int host_word_arg(lua_State *L) {
    ENTER(arg);
    int64_t index = host_take_value(L, 1, CORE_TYPE_NUMBER, "arg");
    lua_pushinteger(L, core_frame_arg(host_play_of(L), index));
    return 1;
}

static int decision_at(lua_State *L, const char *who) {
    const struct host_handle *handle = host_handle_of(L, 1, HOST_HANDLE_DECISION);
    if (!handle)
        luaL_error(L, "%s: expected a decision or a step, found %s", who, host_describe(L, 1));
    return handle->index;
}

/* Push a frame with its numbers; `instead`: see core_do_push. */
static int put_frame(lua_State *L, const char *who, int instead) {
    struct core_play *play = host_writing(L);
    int64_t args[CORE_FRAME_ARGS];
    int count = lua_gettop(L) - 1, decision = decision_at(L, who);

    /* Frames hold plain numbers: nil becomes MST_NONE, as in code (N1). */
    assert(count <= CORE_FRAME_ARGS); /* host_word_enter */
    for (int i = 0; i < count; i++)
        args[i] = host_take_value(L, i + 2, CORE_TYPE_UNKNOWN, who);
    host_effect(L, play, core_do_push(play, decision + instead, args, count));
    return 0;
}

int host_word_go(lua_State *L) {
    ENTER(go);
    return put_frame(L, "go", CORE_FRAME_INSTEAD);
}

int host_word_push(lua_State *L) {
    ENTER(push);
    return put_frame(L, "push", 0);
}

int host_word_pop(lua_State *L) {
    ENTER(pop);
    struct core_play *play = host_writing(L);
    host_effect(L, play, core_do_pop(play));
    return 0;
}

static int ending_named(lua_State *L, const struct core_rules *rules) {
    if (lua_type(L, 1) != LUA_TSTRING)
        return luaL_error(L, "over: expected the name of an ending, found %s", host_describe(L, 1));
    struct mst_nearest nearest = {.wanted = lua_tostring(L, 1)};
    /* Rules name few endings, and `over` ends the match: no need for a faster search. */
    for (int i = 0; i < rules->ending_count; i++)
        if (!strcmp(rules->endings[i], nearest.wanted))
            return i;

    for (int i = 0; i < rules->ending_count; i++)
        mst_nearest_offer(&nearest, rules->endings[i]);
    return luaL_error(L,
                      nearest.best ? "there is no ending '%s'; did you mean '%s'?"
                                   : "there is no ending '%s': declare it with muster.ending",
                      nearest.wanted, nearest.best);
}

int host_word_over(lua_State *L) {
    ENTER(over);
    struct core_play *play = host_writing(L);
    int64_t winners = 0;
    int ending = ending_named(L, play->rules);
    for (int i = 2; i <= lua_gettop(L); i++) {
        int64_t seat = host_thing(L, i, "over", "the seat of a winner");
        if (seat < MST_NONE || seat >= play->rules->schema->seats)
            return luaL_error(L, "over: there is no seat %d", (int)seat);
        /* nil is no seat: over("draw", nil) has no winner. */
        winners |= seat == MST_NONE ? 0 : 1 << seat;
    }
    host_effect(L, play, core_do_over(play, winners, ending));
    return 0;
}

/* ---- earlier positions ----------------------------------------------------------------------- */

int host_word_position_key(lua_State *L) {
    ENTER(position_key);
    const struct core_play *play = host_play_of(L);
    sandbox_charge(L, play->rules->schema->pieces);
    uint64_t key =
        core_position_key(play->pos, play->rules->key_fields, play->rules->key_field_count);
    lua_pushinteger(L, (lua_Integer)key);
    return 1;
}

int host_word_seen(lua_State *L) {
    ENTER(seen);
    int64_t key = host_take_value(L, 1, CORE_TYPE_NUMBER, "seen");
    sandbox_charge(L, core_get(host_play_of(L)->pos, CORE_SLOT_HISTORY) / 8);
    lua_pushboolean(L, core_position_seen(host_play_of(L)->pos, (uint64_t)key));
    return 1;
}

int host_word_remember(lua_State *L) {
    ENTER(remember);
    struct core_play *play = host_writing(L);
    int64_t key = host_take_value(L, 1, CORE_TYPE_NUMBER, "remember");
    host_effect(L, play,
                core_position_remember(play->pos, (uint64_t)key) || core_play_unwritten(play));
    return 0;
}
