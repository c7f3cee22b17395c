/* Words for the seat to move, the pending frames, and earlier positions. */
#include <string.h>

#include "host/handles/handle_parts.h"
#include "host/handles/words.h"

#define ENTER(word) mst_word_enter(L, MST_WORD_##word)

int mst_word_me(lua_State *L) {
    ENTER(me);
    int seat = mst_get(mst_play_of(L)->pos, MST_SLOT_TO_MOVE);
    if (seat == MST_NONE)
        return luaL_error(L, "me(): no seat decides now");
    lua_pushinteger(L, seat);
    return 1;
}

int mst_word_arg(lua_State *L) {
    ENTER(arg);
    int64_t index = mst_host_take_value(L, 1, MST_TYPE_NUMBER, "arg");
    lua_pushinteger(L, mst_frame_arg(mst_play_of(L), index));
    return 1;
}

static int decision_at(lua_State *L, const char *who) {
    const struct mst_handle *handle = mst_handle_of(L, 1, MST_HANDLE_DECISION);
    if (!handle)
        luaL_error(L, "%s: expected a decision or a step, found %s", who, mst_host_describe(L, 1));
    return handle->index;
}

/* Push a frame with its numbers; `instead`: see mst_do_push. */
static int put_frame(lua_State *L, const char *who, int instead) {
    struct mst_play *play = mst_host_writing(L);
    int64_t args[MST_FRAME_ARGS];
    int count = lua_gettop(L) - 1, decision = decision_at(L, who);
    for (int i = 0; i < count; i++)
        args[i] = mst_host_take_value(L, i + 2, MST_TYPE_UNKNOWN, who);
    mst_host_effect(L, play, mst_do_push(play, decision + instead, args, count));
    return 0;
}

int mst_word_go(lua_State *L) {
    ENTER(go);
    return put_frame(L, "go", MST_FRAME_INSTEAD);
}

int mst_word_push(lua_State *L) {
    ENTER(push);
    return put_frame(L, "push", 0);
}

int mst_word_pop(lua_State *L) {
    ENTER(pop);
    struct mst_play *play = mst_host_writing(L);
    mst_host_effect(L, play, mst_do_pop(play));
    return 0;
}

static int ending_named(lua_State *L, const struct mst_rules *rules) {
    if (lua_type(L, 1) != LUA_TSTRING)
        return luaL_error(L, "over: expected the name of an ending, found %s",
                          mst_host_describe(L, 1));
    struct mst_nearest nearest = {.wanted = lua_tostring(L, 1)};
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

int mst_word_over(lua_State *L) {
    ENTER(over);
    struct mst_play *play = mst_host_writing(L);
    int64_t winners = 0;
    int ending = ending_named(L, play->rules);
    for (int i = 2; i <= lua_gettop(L); i++) {
        int64_t seat = mst_host_thing(L, i, "over", "the seat of a winner");
        if (seat < MST_NONE || seat >= play->rules->schema->seats)
            return luaL_error(L, "over: there is no seat %d", (int)seat);
        winners |= seat == MST_NONE ? 0 : 1 << seat;
    }
    mst_host_effect(L, play, mst_do_over(play, winners, ending));
    return 0;
}

/* ---- earlier positions ----------------------------------------------------------------------- */

int mst_word_position_key(lua_State *L) {
    ENTER(position_key);
    const struct mst_play *play = mst_play_of(L);
    mst_sandbox_charge(L, play->rules->schema->pieces);
    uint64_t key =
        mst_position_key(play->pos, play->rules->key_fields, play->rules->key_field_count);
    lua_pushinteger(L, (lua_Integer)key);
    return 1;
}

int mst_word_seen(lua_State *L) {
    ENTER(seen);
    int64_t key = mst_host_take_value(L, 1, MST_TYPE_NUMBER, "seen");
    mst_sandbox_charge(L, mst_get(mst_play_of(L)->pos, MST_SLOT_HISTORY) / 8);
    lua_pushboolean(L, mst_position_seen(mst_play_of(L)->pos, (uint64_t)key));
    return 1;
}

int mst_word_remember(lua_State *L) {
    ENTER(remember);
    struct mst_play *play = mst_host_writing(L);
    int64_t key = mst_host_take_value(L, 1, MST_TYPE_NUMBER, "remember");
    mst_host_effect(L, play,
                    mst_position_remember(play->pos, (uint64_t)key) || mst_play_unwritten(play));
    return 0;
}
