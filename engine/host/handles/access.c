/* Functions of `muster` that read the match of the running call. Scenes, notations and position
 * parsers use them. Also helpers that words and handles share. */
#include <string.h>

#include "host/handles/handle_parts.h"
#include "core/secret.h"

struct core_play *host_writing(lua_State *L) {
    struct core_play *play = host_play_of(L);
    if (host_of(L)->reading)
        luaL_error(L, "the position is read-only here: this function must not change it");
    return play;
}

void host_effect(lua_State *L, struct core_play *play, bool done) {
    if (done)
        return;
    /* Effects are below Lua and know no line. */
    if (!play->error->at[0])
        sandbox_where(L, play->error->at, sizeof play->error->at);
    host_raise(L, play);
}

/* ---- pieces and zones ------------------------------------------------------------------------ */

static int get_pieces(lua_State *L) {
    struct core_play *play = host_play_of(L);
    int16_t pieces[CORE_MOST_PIECES];
    int64_t place = luaL_checkinteger(L, 1);
    int count = place < 0 || place >= play->rules->schema->places
                    ? 0
                    : core_pieces_in(play, (int)place, true, pieces);

    /* The core lists stacks from the top down. */
    bool stack = count && !play->rules->schema->bag[place];
    if (!stack) /* a bag is sorted by faces */
        core_secret_read_faces(play->pos, place);

    sandbox_charge(L, count);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_pushinteger(L, pieces[stack ? count - 1 - i : i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static int get_piece_text(lua_State *L) {
    struct core_play *play = host_play_of(L);
    struct mst_buf buf = {0};
    int64_t piece = luaL_checkinteger(L, 1);
    char text[64];
    if (piece < 0 || piece >= play->rules->schema->pieces)
        return luaL_error(L, "piece_text: there is no piece %d", (int)piece);

    core_secret_read_face(play->pos, (int)piece);
    core_piece_print(play, (int)piece, &buf);

    /* Copied and freed first: lua_pushlstring may raise. */
    size_t length = buf.length < sizeof text ? buf.length : sizeof text - 1;
    memcpy(text, mst_buf_text(&buf), length);
    mst_buf_clear(&buf);
    lua_pushlstring(L, text, length);
    return 1;
}

static int get_zone(lua_State *L) {
    size_t length;
    const char *name = luaL_checklstring(L, 1, &length);
    lua_pushinteger(L, core_board_zone(host_board_of(L), name, length));
    return 1;
}

static int get_zone_name(lua_State *L) {
    const struct core_board *board = host_board_of(L);
    int64_t zone = luaL_checkinteger(L, 1);
    if (zone < 0 || zone >= board->zones)
        return luaL_error(L, "zone_name: there is no zone %d", (int)zone);
    lua_pushstring(L, board->names[zone]);
    return 1;
}

/* ---- flow ------------------------------------------------------------------------------------ */

static int get_me(lua_State *L) {
    lua_pushinteger(L, core_get(host_play_of(L)->pos, CORE_SLOT_TO_MOVE));
    return 1;
}

static int get_decision_name(lua_State *L) {
    struct core_play *play = host_play_of(L);
    int now = core_decision_now(play->pos);
    if (now < 0)
        return 0;
    lua_pushstring(L, play->rules->decisions[now].name);
    return 1;
}

static int declare_ending(lua_State *L) {
    struct host *host = host_of(L);
    if (host->frozen)
        return luaL_error(L, "muster.ending can be called only while modules load");
    for (int i = 1; i <= lua_gettop(L); i++) {
        int known = host->rules->ending_count;
        int ending = core_rules_ending(host->rules, luaL_checkstring(L, i));
        if (ending < 0)
            return host_no_memory(L);
        /* New here: the module that names an ending first declares it. */
        if (ending == known && ending < CORE_ENDINGS_APART)
            host->ending_module[ending] = host->current + 1;
    }
    return 0;
}

/* Remember endings that must exist; unless they stay, they are switched off. */
static int name_endings(lua_State *L, const char *what, bool stays) {
    struct host *host = host_of(L);
    if (host->frozen)
        return luaL_error(L, "muster.%s can be called only while modules load", what);
    for (int i = 1; i <= lua_gettop(L); i++) {
        const char *name = luaL_checkstring(L, i);
        struct host_without *without =
            host_grow(L, &host->without, &host->without_count, sizeof *without);
        without->stays = stays;
        without->ending = host_strdup(L, name);
        without->origin = host_origin(L);
    }
    return 0;
}

static int declare_without(lua_State *L) {
    return name_endings(L, "without", false);
}

static int declare_needs_ending(lua_State *L) {
    return name_endings(L, "needs_ending", true);
}

static int get_is_over(lua_State *L) {
    lua_pushboolean(L, core_get(host_play_of(L)->pos, CORE_SLOT_OVER));
    return 1;
}

static int get_over_by(lua_State *L) {
    struct core_play *play = host_play_of(L);
    if (!core_get(play->pos, CORE_SLOT_OVER))
        return 0;
    lua_pushinteger(L, core_get(play->pos, CORE_SLOT_WINNERS));
    lua_pushstring(L, play->rules->endings[core_get(play->pos, CORE_SLOT_BY) - 1]);
    return 2;
}

/* ---- earlier positions ----------------------------------------------------------------------- */

static int declare_repetition(lua_State *L) {
    struct host *host = host_of(L);
    struct core_rules *rules = host->rules;
    if (host->frozen)
        return luaL_error(L, "muster.repetition can be called only while modules load");
    for (int i = 1; i <= lua_gettop(L); i++) {
        int field = core_schema_find_field(rules->schema, luaL_checkstring(L, i));
        if (field < 0)
            return luaL_error(L, "repetition: '%s' is not a field", lua_tostring(L, i));

        /* A field that the hash lacks is no part of the position; only those of pieces may be
         * named all the same. */
        if (rules->schema->fields[field].of != CORE_OF_PIECE &&
            !rules->schema->fields[field].hashed)
            return luaL_error(L, "repetition: '%s' is not part of the hash", lua_tostring(L, i));
        if (rules->key_field_count == (int)(sizeof rules->key_fields / sizeof *rules->key_fields))
            return luaL_error(L, "repetition: too many fields");

        rules->key_fields[rules->key_field_count++] = field;
    }
    return 0;
}

static int get_piece_name(lua_State *L) {
    const struct core_schema *s = host_of(L)->rules->schema;
    int64_t piece = lua_isnil(L, 1) ? MST_NONE : luaL_checkinteger(L, 1);
    bool there = piece >= 0 && piece < s->pieces && s->type_of;
    lua_pushstring(L, there ? core_piece_name(s, (int)piece) : NULL);
    return 1;
}

static int get_piece_named(lua_State *L) {
    const struct core_schema *s = host_of(L)->rules->schema;
    struct mst_nearest nearest = {.wanted = luaL_checkstring(L, 1)};
    int piece = core_schema_named(s, nearest.wanted, strlen(nearest.wanted));
    /* Only the first pieces of a type have names. */
    for (int t = 0; t < s->type_count; t++)
        for (int i = 0; i < s->types[t].named; i++)
            mst_nearest_offer(&nearest, s->types[t].names[i]);

    if (piece < 0)
        return luaL_error(L,
                          nearest.best ? "no piece has the name '%s'; did you mean '%s'?"
                                       : "no piece has the name '%s': muster.pieces gives names",
                          nearest.wanted, nearest.best);
    lua_pushinteger(L, piece);
    return 1;
}

const struct host_api host_api_access[] = {
    {"pieces_in", get_pieces, "(place: integer): integer[]",
     "The pieces of a place: those of a stack from the bottom up, those of a container in its "
     "order."},
    {"piece_text", get_piece_text, "(piece: integer): string", "The notation of a piece."},
    {"piece_name", get_piece_name, "(piece: integer?): string?",
     "The name of a piece that has one (`names` of muster.pieces)."},
    {"piece_named", get_piece_named, "(name: string): integer", "The piece that has this name."},
    {"zone", get_zone, "(name: string): integer", "The zone with this name, or -1."},
    {"zone_name", get_zone_name, "(zone: integer): string", "The name of a zone."},
    {"me", get_me, "(): integer", "The seat that decides, or -1."},
    {"ending", declare_ending, "(...: string)",
     "Declare the names of endings, while modules load."},
    {"without", declare_without, "(...: string)",
     "Switch endings off: `over` with one of these names does nothing, and the match goes on."},
    {"needs_ending", declare_needs_ending, "(...: string)",
     "It is a fault if no rule ends the match by these names."},
    {"is_over", get_is_over, "(): boolean", "Is the match over? Rules that ask this compile."},
    {"over_by", get_over_by, "(): integer?, string?",
     "The winners, as bits by seat, and the ending of a match that is over."},
    {"decision_name", get_decision_name, "(): string?", "The name of the decision or step on top."},
    {"repetition", declare_repetition, "(...: string)",
     "Name the fields that, with the places of the pieces, make two positions equal for repetition "
     "rules; while modules load."},
    {"pause", host_pause, "()",
     "Pause at this line and read commands from standard input: a name, an expression, `locals`, "
     "`where`, or an empty line to go on. Without a terminal it pauses only if all rules run as "
     "Lua."},
    {NULL, NULL, NULL, NULL},
};
