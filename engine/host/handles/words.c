/* Words that read the board, read the pieces, and act. A word that takes a thing accepts nil for
 * none. See HOST_WORDS in handle.h. */
#include <assert.h>
#include <string.h>

#include "host/handles/handle_parts.h"
#include "host/handles/words.h"
#include "core/secret.h"

struct word {
    const char *name;
    lua_CFunction function;
    int least, most;
};
#define WORD_ENTRY(name, least, most) {#name, host_word_##name, least, most},
static const struct word WORDS[HOST_WORD_COUNT] = {HOST_WORDS(WORD_ENTRY)};
#undef WORD_ENTRY

enum host_word_id host_word_of(lua_CFunction f) {
    for (int i = 0; i < HOST_WORD_COUNT; i++)
        if (WORDS[i].function == f)
            return (enum host_word_id)i;
    return HOST_WORD_COUNT;
}

const char *host_word_name(enum host_word_id word) {
    return WORDS[word].name;
}

void host_word_enter(lua_State *L, enum host_word_id id) {
    assert(id < HOST_WORD_COUNT);
    const struct word *word = &WORDS[id];
    int count = lua_gettop(L);
    if (count >= word->least && count <= word->most)
        return;
    if (word->least == word->most)
        luaL_error(L, "%s takes %d value%s, found %d", word->name, word->most,
                   word->most == 1 ? "" : "s", count);
    luaL_error(L, "%s takes %d to %d values, found %d", word->name, word->least, word->most, count);
}

#define ENTER(word) host_word_enter(L, HOST_WORD_##word)

/* ---- the board ------------------------------------------------------------------------------- */

static void add_tops(const struct core_play *play, int kind, int seat, uint64_t *words) {
    assert(kind >= 0 && kind < play->rules->schema->type_count);
    const uint64_t *tops = core_tops(play->pos, kind, seat);
    for (int w = 0; w < play->words; w++)
        words[w] |= tops[w];
}

int host_word_occupied(lua_State *L) {
    ENTER(occupied);
    const struct core_play *play = host_play_of(L);
    const struct core_schema *s = play->rules->schema;
    uint64_t *words = host_set_push(L);
    /* A stack shows its top piece, so the tops of all kinds and owners are the occupied zones. */
    for (int kind = 0; kind < s->type_count; kind++)
        for (int seat = MST_NONE; seat < s->seats; seat++)
            add_tops(play, kind, seat, words);
    return 1;
}

/* tops(kind): pieces of any owner. tops(kind, seat): pieces of that seat; with nil, pieces without
 * an owner. */
int host_word_tops(lua_State *L) {
    ENTER(tops);
    const struct core_play *play = host_play_of(L);
    const struct core_schema *s = play->rules->schema;
    bool all = lua_gettop(L) == 1;
    int64_t kind = host_thing(L, 1, "tops", "a piece type");
    int64_t seat = all ? MST_NONE : host_thing(L, 2, "tops", "a seat");

    /* N3: no piece has a kind or a seat that does not exist. */
    uint64_t *words = host_set_push(L);
    if (kind < 0 || kind >= s->type_count || seat < MST_NONE || seat >= s->seats)
        return 1;

    if (!all)
        add_tops(play, (int)kind, (int)seat, words);
    for (int one = MST_NONE; all && one < s->seats; one++)
        add_tops(play, (int)kind, one, words);
    return 1;
}

/* Read the words of a set, of a single zone, or (for nil) of the empty set. */
static void read_zones(lua_State *L, int index, const char *who, uint64_t *words) {
    const struct core_board *board = host_board_of(L);
    const struct host_set_handle *set = (void *)host_handle_of(L, index, HOST_HANDLE_SET);
    size_t size = (size_t)board->words * sizeof *words;
    memset(words, 0, size);
    if (set) {
        memcpy(words, set->words, size);
        return;
    }

    /* N3: nil, or a zone that does not exist, is the empty set. */
    int64_t zone = host_thing(L, index, who, "a set or a zone");
    if (zone >= 0 && zone < board->zones)
        words[zone / 64] |= 1ULL << (zone & 63);
}

int host_word_near(lua_State *L) {
    ENTER(near);
    uint64_t from[CORE_MOST_WORDS];
    read_zones(L, 1, "near", from);
    sandbox_charge(L, core_near_work(host_board_of(L)));
    core_near(host_board_of(L), from, host_set_push(L));
    return 1;
}

int host_word_shift(lua_State *L) {
    ENTER(shift);
    const struct core_board *board = host_board_of(L);
    const uint64_t *from = host_set_at(L, 1, "shift");
    int64_t d = host_thing(L, 2, "shift", "a direction");
    uint64_t *words = host_set_push(L);
    sandbox_charge(L, core_shift_work(board));
    /* N3: a shift in no direction leaves nothing. */
    if (d >= 0 && d < board->directions)
        core_shift(board, from, (int)d, words);
    return 1;
}

int host_word_ray(lua_State *L) {
    ENTER(ray);
    uint64_t from[CORE_MOST_WORDS];
    read_zones(L, 1, "ray", from);
    int64_t direction = host_thing(L, 2, "ray", "a direction");
    const uint64_t *through = host_set_at(L, 3, "ray");
    sandbox_charge(L, core_ray_work(host_board_of(L)));
    core_ray(host_board_of(L), from, direction, through, host_set_push(L));
    return 1;
}

int host_word_flood(lua_State *L) {
    ENTER(flood);
    uint64_t start[CORE_MOST_WORDS];
    read_zones(L, 1, "flood", start);
    const uint64_t *within = host_set_at(L, 2, "flood");
    sandbox_charge(L, core_flood_work(host_board_of(L)));
    core_flood(host_board_of(L), start, within, host_set_push(L));
    return 1;
}

int host_word_only(lua_State *L) {
    ENTER(only);
    int64_t zone = host_thing(L, 1, "only", "a zone");
    uint64_t *words = host_set_push(L);
    if (zone >= 0 && zone < host_board_of(L)->zones)
        words[zone / 64] |= 1ULL << (zone & 63);
    return 1;
}

int host_word_at(lua_State *L) {
    ENTER(at);
    int64_t column = host_take_value(L, 1, CORE_TYPE_NUMBER, "at");
    int64_t row = host_take_value(L, 2, CORE_TYPE_NUMBER, "at");
    /* Bounds that any board has: core_board_at takes int. */
    bool near = column >= 0 && column < 100 && row >= 0 && row < 100;
    host_push_value(L, CORE_TYPE_ZONE,
                    near ? core_board_at(host_board_of(L), (int)column, (int)row) : MST_NONE);
    return 1;
}

/* Push a number of the zone in slot 1; 0 for nil. */
static int zone_number(lua_State *L, const char *who, const struct core_board *board,
                       const int16_t *numbers) {
    int64_t zone = host_thing(L, 1, who, "a zone");
    lua_pushinteger(L, zone >= 0 && zone < board->zones ? numbers[zone] : 0);
    return 1;
}

int host_word_column(lua_State *L) {
    ENTER(column);
    const struct core_board *board = host_board_of(L);
    return zone_number(L, "column", board, board->column);
}

int host_word_row(lua_State *L) {
    ENTER(row);
    const struct core_board *board = host_board_of(L);
    return zone_number(L, "row", board, board->row);
}

int host_word_step(lua_State *L) {
    ENTER(step);
    const struct core_board *board = host_board_of(L);
    int64_t zone = host_thing(L, 1, "step", "a zone");
    int64_t d = host_thing(L, 2, "step", "a direction");
    bool known = zone >= 0 && zone < board->zones && d >= 0 && d < board->directions;
    host_push_value(L, CORE_TYPE_ZONE, known ? board->to[d][zone] : MST_NONE);
    return 1;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

/* The place in slot 1, or MST_NONE. */
static int words_place_of(lua_State *L, const struct core_play *play, const char *who) {
    int64_t place = host_thing(L, 1, who, "a zone or a container");
    /* N3: what is no place is read as none. */
    return place >= 0 && place < play->rules->schema->places ? (int)place : MST_NONE;
}

static int piece_of(lua_State *L, const struct core_play *play, const char *who) {
    int64_t piece = host_thing(L, 1, who, "a piece");
    return piece >= 0 && piece < play->rules->schema->pieces ? (int)piece : MST_NONE;
}

int host_word_top(lua_State *L) {
    ENTER(top);
    const struct core_play *play = host_play_of(L);
    int place = words_place_of(L, play, "top");
    host_push_value(L, CORE_TYPE_PIECE, place == MST_NONE ? MST_NONE : core_top(play->pos, place));
    return 1;
}

int host_word_count(lua_State *L) {
    ENTER(count);
    const struct core_play *play = host_play_of(L);
    int place = words_place_of(L, play, "count");
    lua_pushinteger(L, place == MST_NONE ? 0 : core_count(play->pos, place));
    return 1;
}

int host_word_piece_at(lua_State *L) {
    ENTER(piece_at);
    const struct core_play *play = host_play_of(L);
    int place = words_place_of(L, play, "piece_at");
    int64_t level = host_take_value(L, 2, CORE_TYPE_NUMBER, "piece_at");

    /* The pieces of a bag have no level. */
    bool is_one = place != MST_NONE && !play->rules->schema->bag[place] && level >= 1 &&
                  level <= core_count(play->pos, place);
    host_push_value(L, CORE_TYPE_PIECE,
                    is_one ? core_piece_at(play->pos, place, (int)level) : MST_NONE);
    return 1;
}

static int datum(lua_State *L, const char *who, int which, enum core_type type, int absent) {
    const struct core_play *play = host_play_of(L);
    int piece = piece_of(L, play, who);
    host_push_value(L, type, piece == MST_NONE ? absent : core_piece(play->pos, piece, which));
    return 1;
}

int host_word_below(lua_State *L) {
    ENTER(below);
    return datum(L, "below", CORE_PIECE_BELOW, CORE_TYPE_PIECE, MST_NONE);
}

int host_word_level(lua_State *L) {
    ENTER(level);
    return datum(L, "level", CORE_PIECE_LEVEL, CORE_TYPE_NUMBER, 0);
}

int host_word_place(lua_State *L) {
    ENTER(place);
    return datum(L, "place", CORE_PIECE_PLACE, CORE_TYPE_PLACE, MST_NONE);
}

int host_word_kind(lua_State *L) {
    ENTER(kind);
    const struct core_play *play = host_play_of(L);
    int piece = piece_of(L, play, "kind");
    host_push_value(L, CORE_TYPE_KIND,
                    piece == MST_NONE ? MST_NONE : play->rules->schema->type_of[piece]);
    return 1;
}

int host_word_known(lua_State *L) {
    ENTER(known);
    const struct core_play *play = host_play_of(L);
    int piece = piece_of(L, play, "known");
    lua_pushboolean(L, piece != MST_NONE && core_secret_known(play->pos, piece));
    return 1;
}

int host_word_pieces(lua_State *L) {
    ENTER(pieces);
    const struct core_play *play = host_play_of(L);
    int place = words_place_of(L, play, "pieces");
    struct host_pieces_handle *pieces = host_handle_new(L, HOST_HANDLE_PIECES, 0, sizeof *pieces);
    pieces->place = place;
    /* Not listed: read during iteration. */
    pieces->count = -1;
    return 1;
}

int host_word_subsets(lua_State *L) {
    ENTER(subsets);
    host_handle_push(L, HOST_HANDLE_SUBSETS, words_place_of(L, host_play_of(L), "subsets"));
    return 1;
}

/* chosen(place, subset): the pieces of a subset that was chosen from `subsets`. */
int host_word_chosen(lua_State *L) {
    ENTER(chosen);
    struct core_play *play = host_play_of(L);
    int16_t all[CORE_MOST_PIECES];
    int count = core_pieces_in(play, words_place_of(L, play, "chosen"), true, all);
    int64_t subset = host_take_value(L, 2, CORE_TYPE_NUMBER, "chosen");
    struct host_pieces_handle *pieces = host_handle_new(
        L, HOST_HANDLE_PIECES, 0, sizeof *pieces + (size_t)count * sizeof *pieces->pieces);

    sandbox_charge(L, count);
    pieces->place = MST_NONE;
    /* A subset is a number with a bit for each piece. */
    for (int i = 0; i < count && i < 63; i++)
        if (subset >> i & 1)
            pieces->pieces[pieces->count++] = all[i];
    return 1;
}

/* range(a, b[, most]) */
int host_word_range(lua_State *L) {
    ENTER(range);
    int64_t from = host_take_value(L, 1, CORE_TYPE_NUMBER, "range");
    int64_t to = host_take_value(L, 2, CORE_TYPE_NUMBER, "range");
    int64_t most = lua_isnoneornil(L, 3) ? to : host_take_value(L, 3, CORE_TYPE_NUMBER, "range");
    struct host_range_handle *range = host_handle_new(L, HOST_HANDLE_RANGE, -1, sizeof *range);
    range->from = from;
    range->to = to;
    range->most = most;
    return 1;
}

/* ---- words that act -------------------------------------------------------------------------- */

/* The piece, place or number in slot `index`, which must not be nil. */
static int64_t needed(lua_State *L, int index, const char *who, const char *what) {
    /* N3: writing is strict; whether the thing exists, the effect checks. */
    if (!lua_isinteger(L, index))
        luaL_error(L, "%s: expected %s, found %s", who, what, host_describe(L, index));
    return lua_tointeger(L, index);
}

int host_word_put(lua_State *L) {
    ENTER(put);
    struct core_play *play = host_writing(L);
    int64_t piece = needed(L, 1, "put", "a piece");
    int64_t place = needed(L, 2, "put", "a zone or a container");
    host_effect(L, play, core_do_put(play, piece, place));
    return 0;
}

int host_word_insert(lua_State *L) {
    ENTER(insert);
    struct core_play *play = host_writing(L);
    int64_t piece = needed(L, 1, "insert", "a piece");
    int64_t place = needed(L, 2, "insert", "a zone or a container");
    int64_t level = needed(L, 3, "insert", "a level");
    host_effect(L, play, core_do_insert(play, piece, place, level));
    return 0;
}

int host_word_carry(lua_State *L) {
    ENTER(carry);
    struct core_play *play = host_writing(L);
    int64_t from = needed(L, 1, "carry", "a zone or a container");
    int64_t to = needed(L, 2, "carry", "a zone or a container");
    int64_t taken = needed(L, 3, "carry", "a zone or a container");
    host_effect(L, play, core_do_carry(play, from, to, taken));
    return 0;
}

int host_word_shuffle(lua_State *L) {
    ENTER(shuffle);
    struct core_play *play = host_writing(L);
    int64_t place = needed(L, 1, "shuffle", "a container");
    host_effect(L, play, core_do_shuffle(play, place, needed(L, 2, "shuffle", "a number")));
    return 0;
}

/* ---- registration --------------------------------------------------------------------------- */

void host_words_open(lua_State *L) {
    /* H2: these words exist from the start; host_words_board and host_words_seats add the
     * others. */
    for (int i = 0; i < HOST_WORD_COUNT; i++) {
        sandbox_function(L, WORDS[i].function);
        lua_setfield(L, -2, WORDS[i].name);
    }
    host_handle_push(L, HOST_HANDLE_OWNER, 0);
    lua_setfield(L, -2, "owner");
    host_handle_push(L, HOST_HANDLE_SAMPLE, 0);
    lua_setfield(L, -2, "sample");
}

void host_words_board(lua_State *L) {
    const struct core_board *board = host_board_of(L);
    sandbox_env(L);
    host_set_push(L);
    lua_setfield(L, -2, "nothing");

    uint64_t *words = host_set_push(L);
    for (int zone = 0; zone < board->zones; zone++)
        words[zone / 64] |= 1ULL << (zone & 63);
    lua_setfield(L, -2, "zones");

    lua_pushinteger(L, board->zones); /* the first place after the zones */
    lua_setfield(L, -2, "box");
    lua_pop(L, 1);
}

void host_words_seats(lua_State *L) {
    sandbox_env(L);
    lua_pushinteger(L, host_of(L)->rules->schema->seats);
    lua_setfield(L, -2, "seats");
    lua_pop(L, 1);
}
