/* Domains of choices: reading the second argument of `choose`, and iterating over its values in the
 * order in which legal moves are listed. */
#include <assert.h>
#include <string.h>

#include "host/handles/ask.h"

static void read_pieces(lua_State *L, struct host_domain_now *domain, enum core_clause_kind kind,
                        int place) {
    domain->kind = kind;
    domain->place = place;
    domain->count =
        core_pieces_in(host_play_of(L), place, kind == CORE_CLAUSE_SUBSET, domain->pieces);

    /* The number of a subset has one bit for each of the first pieces. */
    if (kind == CORE_CLAUSE_SUBSET && domain->count > CORE_MOST_SUBSET)
        domain->count = CORE_MOST_SUBSET;
}

static void read_set(lua_State *L, struct host_domain_now *domain, int index, const char *who) {
    const uint64_t *words = host_set_at(L, index, who);
    memcpy(domain->set, words, (size_t)host_board_of(L)->words * sizeof *words);
}

void host_domain_read(lua_State *L, struct host_domain_now *domain, int index) {
    const struct host_handle *of = host_handle_at(L, index);
    const struct host_range_handle *range = (const void *)of;

    /* Only pieces have a place: texts of all others are read without one. */
    domain->place = MST_NONE;
    switch (of ? of->kind : HOST_HANDLE_KINDS) {
    case HOST_HANDLE_SET:
        domain->kind = CORE_CLAUSE_ZONES;
        read_set(L, domain, index, "choose");
        return;
    case HOST_HANDLE_RANGE:
    case HOST_HANDLE_DOMAIN:
        domain->kind = CORE_CLAUSE_RANGE;
        domain->from = range->from;
        domain->to = range->to;
        return;
    case HOST_HANDLE_PIECES:
        if (((const struct host_pieces_handle *)of)->count >= 0)
            luaL_error(L, "choose: cannot choose from pieces that are already chosen");
        read_pieces(L, domain, CORE_CLAUSE_PIECES, ((const struct host_pieces_handle *)of)->place);
        return;
    case HOST_HANDLE_SUBSETS: read_pieces(L, domain, CORE_CLAUSE_SUBSET, of->index); return;
    case HOST_HANDLE_SAMPLE: domain->kind = CORE_CLAUSE_SAMPLE; return;
    default:
        luaL_error(L,
                   "choose: expected a set, a range, letters, pieces(...), subsets(...) or sample, "
                   "found %s",
                   host_describe(L, index));
    }
}

void host_domain_read_steps(lua_State *L, struct host_domain_now *domain, int set, int ways) {
    domain->kind = CORE_CLAUSE_STEP;
    domain->place = MST_NONE;
    domain->steps = 0;
    read_set(L, domain, set, "choose_step");

    if (!lua_istable(L, ways))
        luaL_error(L, "choose_step: expected a list of { direction, set }, found %s",
                   host_describe(L, ways));

    /* lua_geti, as the list may be a protected one of another module. */
    for (int i = 1; lua_geti(L, ways, i) == LUA_TTABLE; i++) {
        if (domain->steps == CORE_MOST_STEPS)
            luaL_error(L, "choose_step takes at most %d directions", CORE_MOST_STEPS);
        lua_geti(L, -1, 1);
        lua_geti(L, -2, 2);

        /* N3: a step in no direction leads nowhere, which is no error. */
        int64_t d = host_thing(L, -2, "choose_step", "a direction");
        bool known = d >= 0 && d < host_board_of(L)->directions;
        domain->step[domain->steps].direction = known ? (int)d : MST_NONE;
        memcpy(domain->step[domain->steps].onto, host_set_at(L, -1, "choose_step"),
               (size_t)host_board_of(L)->words * sizeof(uint64_t));

        domain->steps++;
        lua_pop(L, 3);
    }

    /* Any value that is not a table ends the list. */
    lua_pop(L, 1);
}

/* ---- iteration ------------------------------------------------------------------------------- */

/* The first zone of the set at or after `zone`, or MST_NONE. */
static int64_t next_zone(const uint64_t *set, int zones, int64_t zone) {
    /* From word to word, as in handle_set.c. */
    for (; zone < zones; zone = (zone | 63) + 1)
        if (set[zone / 64] >> (zone & 63))
            return zone + __builtin_ctzll(set[zone / 64] >> (zone & 63));
    return MST_NONE;
}

static bool next_step(const struct host_ask *ask, struct host_domain_now *domain, int64_t *values) {
    /* Direction by direction, and in each by the zone where the step begins: the order in which
     * code lists moves, too (N1). */
    const struct core_board *board = ask->board;
    for (; domain->next_step < domain->steps; domain->next_step++, domain->next = 0) {
        int d = domain->step[domain->next_step].direction;
        while (d != MST_NONE &&
               (domain->next = next_zone(domain->set, board->zones, domain->next)) != MST_NONE) {
            values[0] = domain->next++;
            values[1] = board->to[d][values[0]];
            if (values[1] != MST_NONE &&
                host_set_has(domain->step[domain->next_step].onto, values[1]))
                return true;
        }
    }
    return false;
}

static bool next_subset(const struct host_ask *ask, struct host_domain_now *domain) {
    /* Of subsets with equal pieces only one is listed, so that no move is listed twice. */
    for (; domain->next < INT64_C(1) << domain->count; domain->next++)
        if (core_subset_canonical(ask->play, domain->pieces, domain->count, domain->next))
            return true;
    return false;
}

bool host_domain_value(const struct host_ask *ask, struct host_domain_now *domain,
                       const struct core_param *param, int64_t i, int64_t *values) {
    assert(i >= 0);
    if (i == 0)
        domain->next = domain->next_step = 0;

    switch (domain->kind) {
    case CORE_CLAUSE_ZONES:
        values[0] = next_zone(domain->set, ask->board->zones, domain->next);
        domain->next = values[0] + 1;
        return values[0] != MST_NONE;
    case CORE_CLAUSE_RANGE:
        /* Bounds of the parameter cut the range, so that the value fits into the move. */
        values[0] = (param && domain->from < param->min ? param->min : domain->from) + i;
        return values[0] <= domain->to && (!param || values[0] <= param->max);
    case CORE_CLAUSE_PIECES:
        values[0] = i < domain->count ? domain->pieces[i] : MST_NONE;
        return i < domain->count;
    case CORE_CLAUSE_SUBSET:
        if (!next_subset(ask, domain))
            return false;
        values[0] = domain->next++;
        return true;
    case CORE_CLAUSE_STEP: return next_step(ask, domain, values);
    default: return false; /* these outcomes of chance are too many to list */
    }
}

static bool has_step(const struct host_ask *ask, const int64_t *values) {
    const struct host_domain_now *domain = &ask->domain;
    const struct core_board *board = ask->board;
    int64_t from = values[0], to = values[1];
    if (from < 0 || from >= board->zones || to < 0 || to >= board->zones ||
        !host_set_has(domain->set, from))
        return false;

    /* The same zones may be joined by several directions: any of those listed will do. */
    for (int i = 0; i < domain->steps; i++) {
        int d = domain->step[i].direction;
        if (d != MST_NONE && board->to[d][from] == to && host_set_has(domain->step[i].onto, to))
            return true;
    }
    return false;
}

bool host_domain_has(const struct host_ask *ask, const struct core_param *param,
                     const int64_t *values) {
    const struct host_domain_now *domain = &ask->domain;
    int64_t x = values[0];
    if (param && (x < param->min || x > param->max))
        return false;

    switch (domain->kind) {
    case CORE_CLAUSE_ZONES: return x >= 0 && x < ask->board->zones && host_set_has(domain->set, x);
    case CORE_CLAUSE_RANGE: return x >= domain->from && x <= domain->to;
    case CORE_CLAUSE_PIECES:
        for (int i = 0; i < domain->count; i++)
            if (domain->pieces[i] == x)
                return true;
        return false;
    case CORE_CLAUSE_SUBSET:
        return core_subset_canonical(ask->play, domain->pieces, domain->count, x);
    case CORE_CLAUSE_STEP: return has_step(ask, values);
    /* A sample of chance: any number within the bounds of the parameter. */
    default: return true;
    }
}
