/* Rankings: muster.ranking, and its handle: r(place, size), r:best(place, size, excluded, wilds),
 * r:list(the same), r:chance(place, size, other, held, others). */
#include <stdio.h>
#include <string.h>

#include "host/handles/handle_parts.h"
#include "host/declare/spec.h"
#include "kit/ranking.h"

/* ---- what the declaration names -------------------------------------------------------------- */

/* The piece field under `key`. Its values must lie within 0 .. most. */
static int rankings_field_of(lua_State *L, const struct core_schema *schema, const char *key,
                             int most) {
    lua_getfield(L, 1, key);
    const struct host_handle *handle = host_handle_of(L, -1, HOST_HANDLE_FIELD);
    if (!handle)
        return luaL_error(L, "muster.ranking: '%s' must be a field of pieces, found %s", key,
                          host_describe(L, -1));

    int index = handle->index;
    const struct core_field *field = &schema->fields[index];
    const char *name = field->name;
    lua_pop(L, 1);

    if (field->of != CORE_OF_PIECE)
        return luaL_error(L, "muster.ranking: '%s' must be a field of pieces, found '%s'", key,
                          name);

    /* Values become bits and digits of the rank, which has room for so many. */
    if (field->min < 0 || field->max > most)
        return luaL_error(L,
                          "muster.ranking: '%s' names '%s' with values %d to %d: at most 0 to %d "
                          "can be ranked",
                          key, name, field->min, field->max, most);
    return index;
}

/* The container of the value on top of the stack: a handle, or a place without seats. MST_NONE for
 * anything else. */
static int container_handled(lua_State *L, const struct core_schema *schema) {
    const struct host_handle *handle = host_handle_of(L, -1, HOST_HANDLE_CONTAINER);
    if (handle)
        return handle->index;

    /* Containers without seats are plain places, which are numbered behind the zones. */
    int64_t place = lua_isinteger(L, -1) ? lua_tointeger(L, -1) : MST_NONE;
    for (int i = 0; i < schema->container_count; i++)
        if (!schema->containers[i].per_seat && schema->containers[i].place == place &&
            place >= schema->board->zones)
            return i;
    return MST_NONE;
}

/* The number of the type or container on top of the stack. */
static int number_of_value(lua_State *L, const struct core_schema *schema, const char *key,
                           bool types) {
    int64_t index = !types                 ? container_handled(L, schema)
                    : lua_isinteger(L, -1) ? lua_tointeger(L, -1)
                                           : MST_NONE;
    if (index < 0 || index >= (types ? schema->type_count : schema->container_count))
        luaL_error(L, "muster.ranking: '%s' must be a %s, found %s", key,
                   types ? "piece type" : "container", host_describe(L, -1));
    return (int)index;
}

/* A bit set of the value under `key`: one type or container, or a list. */
static uint32_t named_bits(lua_State *L, const struct core_schema *schema, const char *key,
                           bool types) {
    uint32_t bits = 0;
    lua_getfield(L, 1, key);
    if (!lua_istable(L, -1) && !lua_isnil(L, -1)) { /* make a list of a single value */
        lua_createtable(L, 1, 0);
        lua_insert(L, -2);
        lua_rawseti(L, -2, 1);
    }

    if (!lua_istable(L, -1) || !luaL_len(L, -1))
        luaL_error(L, "muster.ranking: '%s' must name at least one %s", key,
                   types ? "piece type" : "container");

    for (int i = 1; i <= (int)luaL_len(L, -1); i++) {
        lua_rawgeti(L, -1, i);
        bits |= 1U << number_of_value(L, schema, key, types);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return bits;
}

static bool rankings_has(lua_State *L, const char *key) {
    lua_getfield(L, 1, key);
    bool there = !lua_isnil(L, -1);
    lua_pop(L, 1);
    return there;
}

/* An integer from `least` to `most`, or `otherwise` if it is absent. */
static int number_of(lua_State *L, const char *key, int least, int most, int otherwise) {
    int64_t number = spec_int(L, 1, key, otherwise);
    if (rankings_has(L, key) && (number < least || number > most))
        return luaL_error(L, "muster.ranking: '%s' must be %d to %d, found %I", key, least, most,
                          (lua_Integer)number);
    return (int)number;
}

/* ---- the declaration ------------------------------------------------------------------------- */

static void read_categories(lua_State *L, struct kit_ranking *ranking) {
    int count = spec_list(L, 1, "categories") ? (int)luaL_len(L, -1) : 0;
    if (count < 1 || count > KIT_MOST_CATEGORIES)
        luaL_error(L, "muster.ranking: 'categories' must list 1 to %d of them, best first",
                   KIT_MOST_CATEGORIES);

    for (int i = 0; i < count; i++) {
        struct kit_category *category = &ranking->categories[i];
        lua_rawgeti(L, -1, i + 1);
        int table = lua_gettop(L);
        luaL_checktype(L, table, LUA_TTABLE);
        spec_keys(L, table, "a category", "run suit equal");

        lua_rawgeti(L, table, 1);
        spec_copy_name(L, category->name, luaL_checkstring(L, -1));
        category->run = spec_flag(L, table, "run");
        category->suit = spec_flag(L, table, "suit");
        category->equal = spec_flag(L, table, "equal");

        /* Equal values make no run. */
        if (category->run && category->equal)
            luaL_error(L, "category '%s': 'run' and 'equal' exclude each other", category->name);
        lua_settop(L, table - 1);
    }

    ranking->category_count = count;
    lua_pop(L, 1);
}

static void read_wilds(lua_State *L, const struct core_schema *schema,
                       struct kit_ranking *ranking) {
    if (!rankings_has(L, "wild_type") && !rankings_has(L, "wild_pool"))
        return;

    /* Both are needed: named_bits reports the one that is missing. */
    ranking->wilds.types = named_bits(L, schema, "wild_type", true);
    ranking->wilds.containers = named_bits(L, schema, "wild_pool", false);
    if (ranking->wilds.types & ranking->pool.types)
        luaL_error(L, "muster.ranking: a type cannot be both in 'type' and in 'wild_type'");
}

/* Push a list of pieces that reach the best rank. */
static int push_example(lua_State *L, int index, const int64_t *args, int given) {
    struct core_play *play = host_play_of(L);
    const struct kit_ranking *ranking = kit_ranking_of(play->rules, index);
    struct kit_reach reach = kit_ranking_reach(args, given);
    int16_t pieces[CORE_MOST_PIECES];

    /* Counted in a copy of the budget, and charged afterwards, as Lua holds the sandbox's. */
    int64_t left = core_budget_left(play->budget), work = left;
    int count = kit_ranking_example(ranking, play->pos, &reach, &work, pieces);
    sandbox_charge(L, left - work);

    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_pushinteger(L, pieces[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static int push_rank(lua_State *L, int index, const int64_t *args, int count) {
    struct core_play *play = host_play_of(L);
    const struct core_primitive *primitive = &play->rules->primitives[index];
    int64_t rank = primitive->call(play, primitive->data, args, count);
    if (play->failed)
        host_raise(L, play);
    lua_pushinteger(L, rank);
    return 1;
}

/* ---- the handle ------------------------------------------------------------------------------ */

/* Read the arguments of method `who`. Returns the number of the ranking in slot 1. */
static int handle_arguments(lua_State *L, const char *who, int most, int64_t *args, int *count) {
    const struct host_handle *handle = host_handle_of(L, 1, HOST_HANDLE_RANKING);
    if (!handle)
        luaL_error(L, "%s: expected a ranking before the ':', found %s", who, host_describe(L, 1));

    *count = lua_gettop(L) - 1;
    if (*count < 2 || *count > most)
        luaL_error(L, "%s: expected a place and a size%s, found %d values", who,
                   most > 2 ? ", and optionally an excluded place and a number of wilds" : "",
                   *count);
    if (*count == 4 && lua_isnil(L, 5)) /* no limit */
        *count = 3;

    /* Places at the even positions, numbers at the odd ones. */
    for (int i = 0; i < *count; i++)
        args[i] = host_take_value(L, i + 2, i % 2 ? CORE_TYPE_NUMBER : CORE_TYPE_PLACE, who);
    return handle->index;
}

static int ranking_call(lua_State *L) {
    int64_t args[4];
    int count, index = handle_arguments(L, "a ranking", 2, args, &count);
    return push_rank(L, index, args, count);
}

static int ranking_best(lua_State *L) {
    int64_t args[4];
    int count, index = handle_arguments(L, "best", 4, args, &count);
    /* The primitives of a ranking follow each other: rank, best, chance. */
    return push_rank(L, index + 1, args, count);
}

static int ranking_list(lua_State *L) {
    int64_t args[4];
    int count, index = handle_arguments(L, "list", 4, args, &count);
    return push_example(L, index, args, count);
}

/* An estimate of which of two groups becomes the better. */
static int ranking_chance(lua_State *L) {
    const struct host_handle *handle = host_handle_of(L, 1, HOST_HANDLE_RANKING);
    int64_t args[5] = {0};
    int count = lua_gettop(L) - 1;
    if (!handle)
        luaL_error(L, "chance: expected a ranking before the ':', found %s", host_describe(L, 1));

    if (count < 3 || count > 5)
        luaL_error(L,
                   "chance: expected a place, a size, another place, and optionally the places of "
                   "pieces that are held, found %d values",
                   count);
    /* The second value is the size; all others are places, where nil is none. */
    for (int i = 0; i < count; i++)
        args[i] = host_take_value(L, i + 2, i == 1 ? CORE_TYPE_NUMBER : CORE_TYPE_PLACE, "chance");
    return push_rank(L, handle->index + 2, args, count);
}

static const luaL_Reg RANKING_META[] = {{"__call", ranking_call},
                                        {"__index", host_handle_method},
                                        {"__newindex", host_handle_fixed},
                                        {NULL, NULL}};
static const luaL_Reg RANKING_METHODS[] = {
    {"best", ranking_best}, {"list", ranking_list}, {"chance", ranking_chance}, {NULL, NULL}};
const struct host_handle_class host_class_ranking = {"a ranking", RANKING_META, RANKING_METHODS};

/* Read the table in slot 1, except the name. */
static void read_ranking(lua_State *L, const struct core_schema *schema,
                         struct kit_ranking *ranking) {
    ranking->suits = rankings_field_of(L, schema, "suits", (1 << KIT_MOST_SUITS) - 1);
    ranking->low = rankings_field_of(L, schema, "low", KIT_MOST_VALUE);
    ranking->high = rankings_field_of(L, schema, "high", KIT_MOST_VALUE);
    read_categories(L, ranking);
    ranking->pool.types = named_bits(L, schema, "type", true);
    ranking->pool.containers = named_bits(L, schema, "pool", false);
    read_wilds(L, schema, ranking);
    ranking->duplicate = !rankings_has(L, "duplicate") || spec_flag(L, 1, "duplicate");
    ranking->partial = number_of(L, "partial", 2, KIT_MOST_GROUP, 0);
    ranking->around = number_of(L, "around", 0, KIT_MOST_VALUE, MST_NONE);
}

int host_declare_ranking(lua_State *L) {
    struct host *host = host_of(L);
    struct kit_ranking ranking = {.duplicate = true};
    if (host->frozen)
        return luaL_error(L, "muster.ranking can be called only while modules load");
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    spec_keys(L, 1, "muster.ranking",
              "suits low high categories type pool duplicate partial around wild_type wild_pool");

    lua_rawgeti(L, 1, 1);
    spec_copy_name(L, ranking.name, luaL_checkstring(L, -1));
    lua_settop(L, 1);

    read_ranking(L, host->rules->schema, &ranking);
    ranking.origin = host_origin(L);

    int index = kit_ranking_add(host->rules, &ranking);
    /* kit_ranking_add owns the origin only if it succeeds. */
    if (index < 0) {
        mst_free(ranking.origin);
        return host_no_memory(L);
    }
    host_handle_push(L, HOST_HANDLE_RANKING, index);
    return 1;
}
