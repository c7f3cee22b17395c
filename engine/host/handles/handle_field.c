/* Handles that are indexed with brackets: fields, records of game fields, `owner`, containers. */
#include <string.h>

#include "host/handles/handle_parts.h"
#include "core/secret.h"

/* ---- fields ---------------------------------------------------------------------------------- */

static const struct core_field *handle_field_field_of(lua_State *L,
                                                      const struct host_handle *handle) {
    return &host_of(L)->rules->schema->fields[handle->index];
}

static void push_fact(lua_State *L, int index, int64_t entity) {
    struct core_play *play = host_play_of(L);
    const struct core_field *field = &play->rules->schema->fields[index];
    enum core_type type = host_of(L)->field_rule[index].type;
    bool known = entity >= 0 && entity < core_field_entities(play->rules->schema, field);

    /* The rules read a hidden fact: what they do then may depend on it. */
    if (known && field->seen != CORE_SEEN_BY_ALL)
        core_secret_read(play->pos, field, (int)entity);

    /* N3: through nil, a thing is nil, a number 0 and a flag false. */
    bool thing = type >= CORE_TYPE_ZONE;
    host_push_value(L, type,
                    known   ? core_get_field(play->pos, field, (int)entity)
                    : thing ? MST_NONE
                            : 0);
}

static int field_read(lua_State *L) {
    const struct host_handle *handle = lua_touserdata(L, 1);
    if (lua_type(L, 2) == LUA_TSTRING)
        return host_handle_method(L);

    const struct core_field *field = handle_field_field_of(L, handle);
    push_fact(L, handle->index, host_thing(L, 2, field->name, core_field_entity(field)));
    return 1;
}

static int field_write(lua_State *L) {
    const struct host_handle *handle = lua_touserdata(L, 1);
    const struct core_field *field = handle_field_field_of(L, handle);
    struct core_play *play = host_writing(L);
    if (!lua_isinteger(L, 2))
        return luaL_error(L, "%s[...] = ...: expected %s, found %s", field->name,
                          core_field_entity(field), host_describe(L, 2));

    /* N3: the entity must exist, which core_do_field checks for numbers. */
    enum core_type type = host_of(L)->field_rule[handle->index].type;
    int64_t value = host_take_value(L, 3, type, field->name);
    host_effect(L, play, core_do_field(play, handle->index, lua_tointeger(L, 2), value));
    return 0;
}

/* field:where(value): the set of zones with that value. */
static int field_where(lua_State *L) {
    const struct host_handle *handle = host_handle_of(L, 1, HOST_HANDLE_FIELD);
    if (!handle)
        return luaL_error(L, "where: expected a field, found %s; write field:where(value)",
                          host_describe(L, 1));
    const struct core_field *field = handle_field_field_of(L, handle);
    struct core_play *play = host_play_of(L);
    if (field->of != CORE_OF_ZONE)
        return luaL_error(L, "%s:where: only a field of zones has this method", field->name);

    int64_t value = host_take_value(L, 2, host_of(L)->field_rule[handle->index].type,
                                    lua_pushfstring(L, "%s:where", field->name));
    int zones = host_board_of(L)->zones;

    uint64_t *words = host_set_push(L);
    sandbox_charge(L, zones / 16);
    for (int zone = 0; zone < zones; zone++) {
        /* Every zone is read, whether it is in the set or not. */
        if (field->seen != CORE_SEEN_BY_ALL)
            core_secret_read(play->pos, field, zone);
        if (core_get_field(play->pos, field, zone) == value)
            words[zone / 64] |= 1ULL << (zone & 63);
    }
    return 1;
}

static const luaL_Reg FIELD_META[] = {
    {"__index", field_read}, {"__newindex", field_write}, {NULL, NULL}};
static const luaL_Reg FIELD_METHODS[] = {{"where", field_where}, {NULL, NULL}};
const struct host_handle_class host_class_field = {"a field", FIELD_META, FIELD_METHODS};

/* ---- records --------------------------------------------------------------------------------- */

/* The field named by the key in slot 2, in the record in slot 1. */
static int record_field(lua_State *L) {
    const struct host_handle *handle = lua_touserdata(L, 1);
    const struct host *host = host_of(L);
    const struct host_record *record = &host->records[handle->index];
    const void *key = lua_topointer(L, 2);
    for (int i = record->first; i < record->first + record->count; i++)
        if (host->field_rule[i].key == key)
            return i;

    /* Equal short strings are one object in Lua, so the addresses are compared. A longer name than
     * any short string cannot be that of a field. */
    if (lua_type(L, 2) != LUA_TSTRING)
        return luaL_error(L, "a record of game fields is read by name, not by %s",
                          host_describe(L, 2));

    struct mst_nearest nearest = {.wanted = lua_tostring(L, 2)};
    char hint[MST_HINT_SIZE];
    for (int i = record->first; i < record->first + record->count; i++)
        mst_nearest_offer(&nearest, host->rules->schema->fields[i].name);
    return luaL_error(L, "there is no game field '%s' here%s", nearest.wanted,
                      mst_hint(nearest.best, hint));
}

static int record_read(lua_State *L) {
    push_fact(L, record_field(L), 0);
    return 1;
}

static int record_write(lua_State *L) {
    int index = record_field(L);
    struct core_play *play = host_writing(L);
    const struct host *host = host_of(L);
    int64_t value = host_take_value(L, 3, host->field_rule[index].type,
                                    host->rules->schema->fields[index].name);
    host_effect(L, play, core_do_field(play, index, 0, value));
    return 0;
}

static const luaL_Reg RECORD_META[] = {
    {"__index", record_read}, {"__newindex", record_write}, {NULL, NULL}};
const struct host_handle_class host_class_record = {"a record of game fields", RECORD_META, NULL};

/* ---- owner ----------------------------------------------------------------------------------- */

static int owner_read(lua_State *L) {
    struct core_play *play = host_play_of(L);
    int64_t piece = host_thing(L, 2, "owner", "a piece");
    bool known = piece >= 0 && piece < play->rules->schema->pieces;
    host_push_value(L, CORE_TYPE_SEAT,
                    known ? core_piece(play->pos, (int)piece, CORE_PIECE_OWNER) : MST_NONE);
    return 1;
}

static int owner_write(lua_State *L) {
    struct core_play *play = host_writing(L);
    if (!lua_isinteger(L, 2))
        return luaL_error(L, "owner[...] = ...: expected a piece, found %s", host_describe(L, 2));
    int64_t seat = host_take_value(L, 3, CORE_TYPE_SEAT, "owner");
    host_effect(L, play, core_do_owner(play, lua_tointeger(L, 2), seat));
    return 0;
}

static const luaL_Reg OWNER_META[] = {
    {"__index", owner_read}, {"__newindex", owner_write}, {NULL, NULL}};
const struct host_handle_class host_class_owner = {"the word 'owner'", OWNER_META, NULL};

/* ---- containers ------------------------------------------------------------------------------ */

static int container_read(lua_State *L) {
    const struct host_handle *handle = lua_touserdata(L, 1);
    const struct core_schema *s = host_of(L)->rules->schema;
    const struct core_container *container = &s->containers[handle->index];
    int64_t seat = host_thing(L, 2, container->name, "a seat");
    /* N3: the place of no seat is nil. */
    host_push_value(L, CORE_TYPE_PLACE,
                    seat >= 0 && seat < s->seats ? container->place + seat : MST_NONE);
    return 1;
}

static const luaL_Reg CONTAINER_META[] = {
    {"__index", container_read}, {"__newindex", host_handle_fixed}, {NULL, NULL}};
const struct host_handle_class host_class_container = {"a container", CONTAINER_META, NULL};
