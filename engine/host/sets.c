/* Sets of zones in Lua: an integer on boards of up to 64 zones, else a userdata with the same
 * operators
 * (& | ~ ==). A set is a value: no operation changes one. */
#include <string.h>

#include "host/internal.h"

static const char SET_TYPE[] = "muster.set";

static const struct mst_board *set_board(lua_State *L) {
    const struct mst_board *board = mst_host_of(L)->rules->schema->board;
    if (!board)
        luaL_error(L, "there is no board yet");
    return board;
}

void mst_host_push_set(lua_State *L, const uint64_t *words) {
    const struct mst_board *board = set_board(L);
    if (board->words == 1) {
        lua_pushinteger(L, (lua_Integer)words[0]);
        return;
    }
    size_t size = (size_t)board->words * sizeof *words;
    memcpy(lua_newuserdatauv(L, size, 0), words, size);
    luaL_setmetatable(L, SET_TYPE);
}

void mst_host_read_set(lua_State *L, int index, uint64_t *words) {
    const struct mst_board *board = set_board(L);
    if (board->words == 1) {
        words[0] = (uint64_t)luaL_checkinteger(L, index);
        if (board->zones < 64 && words[0] >> board->zones)
            luaL_argerror(L, index, "the set has bits that are no zones");
        return;
    }
    memcpy(words, luaL_checkudata(L, index, SET_TYPE), (size_t)board->words * sizeof *words);
}

/* ---- operators of large sets ----------------------------------------------------------------- */

static int combine(lua_State *L, int how) {
    uint64_t a[MST_MOST_WORDS], b[MST_MOST_WORDS];
    const struct mst_board *board = set_board(L);
    mst_host_read_set(L, 1, a);
    mst_host_read_set(L, how == '~' ? 1 : 2, b);
    for (int w = 0; w < board->words; w++)
        a[w] = how == '&' ? a[w] & b[w] : how == '|' ? a[w] | b[w] : ~a[w];
    if (how == '~' && board->zones & 63)
        a[board->words - 1] &= (1ULL << (board->zones & 63)) - 1;
    mst_host_push_set(L, a);
    return 1;
}

static int set_and(lua_State *L) {
    return combine(L, '&');
}

static int set_or(lua_State *L) {
    return combine(L, '|');
}

static int set_not(lua_State *L) {
    return combine(L, '~');
}

static int set_equal(lua_State *L) {
    uint64_t a[MST_MOST_WORDS], b[MST_MOST_WORDS];
    mst_host_read_set(L, 1, a);
    mst_host_read_set(L, 2, b);
    lua_pushboolean(L, !memcmp(a, b, (size_t)set_board(L)->words * sizeof *a));
    return 1;
}

void mst_host_open_sets(lua_State *L) {
    static const luaL_Reg operators[] = {{"__band", set_and},
                                         {"__bor", set_or},
                                         {"__bnot", set_not},
                                         {"__eq", set_equal},
                                         {NULL, NULL}};
    luaL_newmetatable(L, SET_TYPE);
    luaL_setfuncs(L, operators, 0);
    lua_pop(L, 1);
}

/* ---- functions ------------------------------------------------------------------------------- */

static int make_set(lua_State *L) {
    uint64_t words[MST_MOST_WORDS] = {0};
    luaL_checktype(L, 1, LUA_TTABLE);
    for (int i = 1; i <= (int)luaL_len(L, 1); i++) {
        lua_rawgeti(L, 1, i);
        int64_t zone = luaL_checkinteger(L, -1);
        if (zone < 0 || zone >= set_board(L)->zones)
            return luaL_error(L, "set: there is no zone %d", (int)zone);
        words[zone / 64] |= 1ULL << (zone & 63);
        lua_pop(L, 1);
    }
    mst_host_push_set(L, words);
    return 1;
}

static int set_has(lua_State *L) {
    uint64_t words[MST_MOST_WORDS];
    int64_t zone = luaL_checkinteger(L, 2);
    mst_host_read_set(L, 1, words);
    bool on = zone >= 0 && zone < set_board(L)->zones;
    lua_pushboolean(L, on && (words[zone / 64] >> (zone & 63) & 1));
    return 1;
}

static int set_size(lua_State *L) {
    uint64_t words[MST_MOST_WORDS];
    int size = 0;
    mst_host_read_set(L, 1, words);
    for (int w = 0; w < set_board(L)->words; w++)
        size += __builtin_popcountll(words[w]);
    lua_pushinteger(L, size);
    return 1;
}

/* Iterator: the first zone of the set behind the control value. */
static int set_next(lua_State *L) {
    uint64_t words[MST_MOST_WORDS];
    mst_host_read_set(L, 1, words);
    for (int64_t zone = luaL_checkinteger(L, 2) + 1; zone < set_board(L)->zones; zone++) {
        uint64_t rest = words[zone / 64] >> (zone & 63);
        if (rest) {
            lua_pushinteger(L, zone + __builtin_ctzll(rest));
            return 1;
        }
        zone |= 63;
    }
    return 0;
}

static int set_each(lua_State *L) {
    lua_settop(L, 1);
    lua_pushcfunction(L, set_next);
    lua_insert(L, 1);
    lua_pushinteger(L, -1);
    return 3;
}

static int set_flood(lua_State *L) {
    uint64_t start[MST_MOST_WORDS], within[MST_MOST_WORDS];
    mst_host_read_set(L, 1, start);
    mst_host_read_set(L, 2, within);
    mst_flood(set_board(L), start, within, start);
    mst_host_push_set(L, start);
    return 1;
}

static int set_near(lua_State *L) {
    uint64_t from[MST_MOST_WORDS];
    mst_host_read_set(L, 1, from);
    mst_near(set_board(L), from, from);
    mst_host_push_set(L, from);
    return 1;
}

const struct mst_api mst_api_sets[] = {
    {"set", make_set, "(zones: integer[]): integer|muster.Set", "The set of these zones."},
    {"each", set_each, "(set: integer|muster.Set): function",
     "Iterate over the zones of a set, rising."},
    {"has", set_has, "(set: integer|muster.Set, zone: integer): boolean",
     "Is the zone in the set?"},
    {"size", set_size, "(set: integer|muster.Set): integer", "How many zones the set has."},
    {"flood", set_flood,
     "(start: integer|muster.Set, within: integer|muster.Set): integer|muster.Set",
     "The zones reachable from start by steps inside within."},
    {"near", set_near, "(set: integer|muster.Set): integer|muster.Set",
     "The zones next to a zone of the set."},
    {NULL, NULL, NULL, NULL},
};
