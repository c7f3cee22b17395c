/* Handles for collections: sets of zones, ranges of integers, domains of letters, the pieces of a
 * place. All are values, except that the pieces of a place are read during iteration. `for x in
 * handle do` calls the handle. All share the same methods. */
#include <assert.h>
#include <string.h>

#include "host/handles/handle_parts.h"

const struct core_board *host_board_of(lua_State *L) {
    const struct core_board *board = host_of(L)->rules->schema->board;
    if (!board)
        luaL_error(L, "the board comes first: declare it with muster.grid or muster.graph; a game "
                      "that has none declares a grid of 1 x 1");
    return board;
}

uint64_t *host_set_push(lua_State *L) {
    size_t size = (size_t)host_board_of(L)->words * sizeof(uint64_t);
    struct host_set_handle *set =
        host_handle_new(L, HOST_HANDLE_SET, 0, sizeof(struct host_set_handle) + size);
    /* All zero: the empty set (host_handle_new). */
    return set->words;
}

const uint64_t *host_set_at(lua_State *L, int index, const char *who) {
    const struct host_set_handle *set = (void *)host_handle_of(L, index, HOST_HANDLE_SET);
    if (!set)
        luaL_error(L, "%s: expected a set, found %s", who, host_describe(L, index));
    return set->words;
}

bool host_set_has(const uint64_t *words, int64_t zone) {
    assert(zone >= 0);
    return words[zone / 64] >> (zone & 63) & 1;
}

/* ---- operators of sets ----------------------------------------------------------------------- */

static int combine(lua_State *L, char how) {
    /* The words of a set are those of the board, and there is only one board. */
    const char *who = lua_pushfstring(L, "set %c set", how);
    const uint64_t *a = host_set_at(L, 1, who), *b = host_set_at(L, 2, who);
    int words = host_board_of(L)->words;

    uint64_t *out = host_set_push(L);
    for (int w = 0; w < words; w++)
        out[w] = how == '&' ? a[w] & b[w] : how == '|' ? a[w] | b[w] : a[w] & ~b[w];
    return 1;
}

static int set_and(lua_State *L) {
    return combine(L, '&');
}

static int set_or(lua_State *L) {
    return combine(L, '|');
}

static int set_less(lua_State *L) {
    return combine(L, '-');
}

static int set_not(lua_State *L) {
    const uint64_t *a = host_set_at(L, 1, "~ set");
    const struct core_board *board = host_board_of(L);
    uint64_t *out = host_set_push(L);
    for (int w = 0; w < board->words; w++)
        out[w] = ~a[w];

    /* The bits behind the last zone stay 0, for sets are compared and counted by whole words. */
    if (board->zones & 63)
        out[board->words - 1] &= (1ULL << (board->zones & 63)) - 1;
    return 1;
}

static int set_equal(lua_State *L) {
    const struct host_set_handle *a = (void *)host_handle_of(L, 1, HOST_HANDLE_SET);
    const struct host_set_handle *b = (void *)host_handle_of(L, 2, HOST_HANDLE_SET);
    size_t size = (size_t)host_board_of(L)->words * sizeof(uint64_t);
    lua_pushboolean(L, a && b && !memcmp(a->words, b->words, size));
    return 1;
}

static int set_size(lua_State *L) {
    const struct host_set_handle *set = lua_touserdata(L, 1);
    int words = host_board_of(L)->words;
    lua_Integer size = 0;
    for (int w = 0; w < words; w++)
        size += __builtin_popcountll(set->words[w]);
    lua_pushinteger(L, size);
    return 1;
}

static int set_read(lua_State *L) {
    const struct host_set_handle *set = lua_touserdata(L, 1);
    if (lua_type(L, 2) == LUA_TSTRING)
        return host_handle_method(L);
    int64_t zone = host_thing(L, 2, "set[...]", "a zone");
    lua_pushboolean(L,
                    zone >= 0 && zone < host_board_of(L)->zones && host_set_has(set->words, zone));
    return 1;
}

/* ---- iteration ------------------------------------------------------------------------------- */

static bool next_zone(lua_State *L, struct host_walk *walk, int64_t *value) {
    const struct host_set_handle *set = (const void *)walk->over;
    int zones = host_board_of(L)->zones;
    for (int64_t zone = walk->begun ? walk->last + 1 : 0; zone < zones; zone = (zone | 63) + 1) {
        /* From word to word: each begins with the bit of `zone`. */
        uint64_t rest = set->words[zone / 64] >> (zone & 63);
        if (rest) {
            *value = zone + __builtin_ctzll(rest);
            return true;
        }
    }
    return false;
}

static bool next_piece(lua_State *L, struct host_walk *walk, int64_t *value) {
    const struct host_pieces_handle *pieces = (const void *)walk->over;
    /* Listed pieces, of `chosen`. */
    if (pieces->count >= 0) {
        walk->next = walk->begun ? walk->next + 1 : 0;
        if (walk->next >= pieces->count)
            return false;
        *value = pieces->pieces[walk->next];
        return true;
    }

    /* The next piece is fetched before the body runs, which may move this one. */
    const struct core_play *play = host_play_of(L);
    bool there = pieces->place >= 0 && pieces->place < play->rules->schema->places;
    if (!walk->begun)
        walk->next = there ? core_top(play->pos, pieces->place) : MST_NONE;
    if (walk->next == MST_NONE)
        return false;
    *value = walk->next;
    walk->next = core_piece(play->pos, walk->next, CORE_PIECE_BELOW);
    return true;
}

static bool next_number(struct host_walk *walk, int64_t *value) {
    /* The last number may be the largest integer, so it is compared before one is added. */
    const struct host_range_handle *range = (const void *)walk->over;
    bool more = walk->begun ? walk->last < range->to : range->from <= range->to;
    if (more)
        *value = walk->begun ? walk->last + 1 : range->from;
    return more;
}

bool host_walk_next(lua_State *L, struct host_walk *walk, int64_t *value) {
    assert(walk->over);
    bool more;
    switch (walk->over->kind) {
    case HOST_HANDLE_SET: more = next_zone(L, walk, value); break;
    case HOST_HANDLE_PIECES: more = next_piece(L, walk, value); break;
    default: more = next_number(walk, value); /* a range or a domain of letters */
    }
    walk->begun = true;
    walk->last = more ? *value : 0;
    return more;
}

/* __call: the iterator of a `for` loop, called with (handle, nil, previous value). */
static int iterate(lua_State *L) {
    struct host_handle *handle = lua_touserdata(L, 1);
    struct host_walk walk = {.over = handle, .begun = !lua_isnoneornil(L, 3)};
    struct host_pieces_handle *pieces = handle->kind == HOST_HANDLE_PIECES ? (void *)handle : NULL;
    int64_t value;

    if (walk.begun)
        walk.last = luaL_checkinteger(L, 3);
    /* `for` keeps only the last value: the next piece is kept in the handle. */
    walk.next = pieces ? pieces->next : 0;
    bool more = host_walk_next(L, &walk, &value);
    if (pieces)
        pieces->next = walk.next;

    if (more)
        lua_pushinteger(L, value);
    else
        lua_pushnil(L);
    return 1;
}

/* ---- methods --------------------------------------------------------------------------------- */

/* Begin an iteration over the handle in slot 1 for the method `who`, which calls the function in
 * slot 2. */
static struct host_walk handle_set_begin(lua_State *L, const char *who) {
    struct host_walk walk = {.over = host_handle_at(L, 1)};
    enum host_handle_kind kind = walk.over ? walk.over->kind : HOST_HANDLE_KINDS;
    if (kind != HOST_HANDLE_SET && kind != HOST_HANDLE_PIECES && kind != HOST_HANDLE_RANGE &&
        kind != HOST_HANDLE_DOMAIN)
        luaL_error(L, "%s: expected a set, pieces or a range before the ':', found %s", who,
                   host_describe(L, 1));

    host_check_function(L, 2, who);
    lua_settop(L, 2);
    return walk;
}

/* Call the function in slot 2 with `value`. Leaves its result on the stack. */
static void handle_set_apply(lua_State *L, int64_t value) {
    /* The walk itself is not seen by the count hook. */
    sandbox_charge(L, 1);
    lua_pushvalue(L, 2);
    lua_pushinteger(L, value);
    lua_call(L, 1, 1);
}

static bool handle_set_holds(lua_State *L, int64_t value) {
    handle_set_apply(L, value);
    bool held = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return held;
}

static int some(lua_State *L) {
    struct host_walk walk = handle_set_begin(L, "some");
    bool found = false;
    for (int64_t value; !found && host_walk_next(L, &walk, &value);)
        found = handle_set_holds(L, value);
    lua_pushboolean(L, found);
    return 1;
}

static int every(lua_State *L) {
    struct host_walk walk = handle_set_begin(L, "every");
    bool all = true;
    for (int64_t value; all && host_walk_next(L, &walk, &value);)
        all = handle_set_holds(L, value);
    lua_pushboolean(L, all);
    return 1;
}

static int tally(lua_State *L) {
    struct host_walk walk = handle_set_begin(L, "tally");
    lua_Integer count = 0;
    for (int64_t value; host_walk_next(L, &walk, &value);)
        count += handle_set_holds(L, value);
    lua_pushinteger(L, count);
    return 1;
}

static int sum(lua_State *L) {
    struct host_walk walk = handle_set_begin(L, "sum");
    lua_Unsigned total = 0;
    for (int64_t value; host_walk_next(L, &walk, &value);) {
        handle_set_apply(L, value);
        if (!lua_isinteger(L, -1))
            return luaL_error(L, "sum: the function must return an integer, not %s",
                              host_describe(L, -1));
        total += (lua_Unsigned)lua_tointeger(L, -1);
        lua_pop(L, 1);
    }
    lua_pushinteger(L, (lua_Integer)total);
    return 1;
}

static int handle_set_pick(lua_State *L) {
    struct host_walk walk = handle_set_begin(L, "pick");
    for (int64_t value; host_walk_next(L, &walk, &value);)
        if (handle_set_holds(L, value)) {
            lua_pushinteger(L, value);
            return 1;
        }
    lua_pushnil(L);
    return 1;
}

static int where(lua_State *L) {
    struct host_walk walk = handle_set_begin(L, "where");
    if (walk.over->kind != HOST_HANDLE_SET)
        return luaL_error(L, "where: a subset of %s is not a set of zones; use a loop",
                          host_describe(L, 1));
    uint64_t *words = host_set_push(L);
    for (int64_t zone; host_walk_next(L, &walk, &zone);)
        if (handle_set_holds(L, zone))
            words[zone / 64] |= 1ULL << (zone & 63);
    return 1;
}

static int first(lua_State *L) {
    struct host_walk walk = {.over = host_handle_at(L, 1)};
    int64_t value;
    if (!walk.over)
        return luaL_error(L, "first: expected a set, found %s; write set:first()",
                          host_describe(L, 1));
    if (host_walk_next(L, &walk, &value))
        lua_pushinteger(L, value);
    else
        lua_pushnil(L);
    return 1;
}

static const luaL_Reg SET_METHODS[] = {
    {"some", some},   {"every", every}, {"tally", tally}, {"sum", sum}, {"pick", handle_set_pick},
    {"where", where}, {"first", first}, {NULL, NULL}};
static const luaL_Reg LIST_METHODS[] = {{"some", some}, {"every", every},          {"tally", tally},
                                        {"sum", sum},   {"pick", handle_set_pick}, {"first", first},
                                        {NULL, NULL}};

static const luaL_Reg SET_META[] = {{"__index", set_read}, {"__newindex", host_handle_fixed},
                                    {"__call", iterate},   {"__len", set_size},
                                    {"__band", set_and},   {"__bor", set_or},
                                    {"__sub", set_less},   {"__bnot", set_not},
                                    {"__eq", set_equal},   {NULL, NULL}};
const struct host_handle_class host_class_set = {"a set", SET_META, SET_METHODS};

/* ---- ranges, domains, pieces ----------------------------------------------------------------- */

static int list_read(lua_State *L) {
    if (lua_type(L, 2) != LUA_TSTRING)
        return luaL_error(L, "%s is not a set and cannot be indexed with brackets",
                          host_describe(L, 1));
    return host_handle_method(L);
}

static int list_size(lua_State *L) {
    struct host_walk walk = {.over = lua_touserdata(L, 1)};
    lua_Integer size = 0;
    for (int64_t value; host_walk_next(L, &walk, &value);)
        size++;
    sandbox_charge(L, size);
    lua_pushinteger(L, size);
    return 1;
}

static int domain_from(lua_State *L) {
    const struct host_range_handle *domain = (void *)host_handle_of(L, 1, HOST_HANDLE_DOMAIN);
    if (!domain)
        return luaL_error(L, "from: expected a domain of letters, found %s", host_describe(L, 1));
    int64_t from = host_take_value(L, 2, CORE_TYPE_NUMBER, "from");
    int64_t to = host_take_value(L, 3, CORE_TYPE_NUMBER, "from");

    /* Never beyond the domain; an empty part is allowed. */
    struct host_range_handle *part =
        host_handle_new(L, HOST_HANDLE_DOMAIN, domain->head.index, sizeof *part);
    part->from = from < domain->from ? domain->from : from;
    part->to = to > domain->to ? domain->to : to;
    part->most = domain->most;
    return 1;
}

static const luaL_Reg LIST_META[] = {{"__index", list_read},
                                     {"__newindex", host_handle_fixed},
                                     {"__call", iterate},
                                     {"__len", list_size},
                                     {NULL, NULL}};
static const luaL_Reg DOMAIN_METHODS[] = {
    {"from", domain_from},     {"some", some},   {"every", every}, {"tally", tally}, {"sum", sum},
    {"pick", handle_set_pick}, {"first", first}, {NULL, NULL}};
const struct host_handle_class host_class_range = {"a range", LIST_META, LIST_METHODS};
const struct host_handle_class host_class_pieces = {"the pieces of a place", LIST_META,
                                                    LIST_METHODS};
const struct host_handle_class host_class_domain = {"a domain of letters", LIST_META,
                                                    DOMAIN_METHODS};

static const luaL_Reg OPAQUE_META[] = {
    {"__index", host_handle_fixed}, {"__newindex", host_handle_fixed}, {NULL, NULL}};
const struct host_handle_class host_class_subsets = {"the subsets of a place", OPAQUE_META, NULL};
const struct host_handle_class host_class_sample = {"the word 'sample'", OPAQUE_META, NULL};
