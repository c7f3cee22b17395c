/* The Lua API while a match is played: reading and writing the position of the running call. */
#include <string.h>

#include "host/handle_parts.h"
#include "state/secret.h"

struct mst_play *mst_host_writing(lua_State *L) {
    struct mst_play *play = mst_play_of(L);
    if (mst_host_of(L)->reading)
        luaL_error(L, "the position is read-only here: this function must not change it");
    return play;
}

void mst_host_effect(lua_State *L, struct mst_play *play, bool done) {
    if (done)
        return;
    if (!play->error.at[0])
        mst_sandbox_where(L, play->error.at, sizeof play->error.at);
    mst_host_raise(L, play);
}

static struct mst_play *writing(lua_State *L) {
    return mst_host_writing(L);
}

static void effect(lua_State *L, struct mst_play *play, bool done) {
    mst_host_effect(L, play, done);
}

/* ---- fields ---------------------------------------------------------------------------------- */

static int get_field(lua_State *L) {
    struct mst_play *play = mst_play_of(L);
    const struct mst_schema *s = play->rules->schema;
    const struct mst_field *field = &s->fields[lua_tointeger(L, lua_upvalueindex(1))];
    int64_t entity = field->of == MST_OF_GAME ? 0 : lua_tointeger(L, 1);
    bool known = entity >= 0 && entity < mst_field_entities(s, field);
    if (known && field->seen != MST_SEEN_BY_ALL)
        mst_secret_read(play->pos, field, (int)entity);
    lua_pushinteger(L, known ? mst_get_field(play->pos, field, (int)entity) : 0);
    return 1;
}

static int set_field(lua_State *L) {
    struct mst_play *play = writing(L);
    int index = (int)lua_tointeger(L, lua_upvalueindex(1));
    bool game = play->rules->schema->fields[index].of == MST_OF_GAME;
    int64_t entity = game ? 0 : luaL_checkinteger(L, 1);
    effect(L, play, mst_do_field(play, index, entity, luaL_checkinteger(L, game ? 1 : 2)));
    return 0;
}

void mst_host_push_accessors(lua_State *L, int field) {
    lua_pushinteger(L, field);
    lua_pushcclosure(L, get_field, 1);
    lua_pushinteger(L, field);
    lua_pushcclosure(L, set_field, 1);
}

/* ---- expressions ----------------------------------------------------------------------------- */

static int call_expr(lua_State *L) {
    struct mst_host *host = mst_host_of(L);
    struct mst_play *play = mst_play_of(L);
    const struct mst_host_expr *expr = &host->exprs[lua_tointeger(L, lua_upvalueindex(1))];
    int64_t args[MST_MOST_PARAMS], number = 0;
    uint64_t set[MST_MOST_WORDS];
    for (int i = 0; i < expr->params; i++)
        args[i] = luaL_checkinteger(L, i + 1);
    effect(L, play, mst_play_enter(play));
    memcpy(play->vars, args, (size_t)expr->params * sizeof *args);
    if (expr->is_set)
        mst_eval_set(play, expr->node, set);
    else
        number = mst_eval(play, expr->node);
    mst_play_leave(play);
    effect(L, play, !play->failed);
    if (expr->is_set)
        mst_host_push_set(L, set);
    else
        lua_pushinteger(L, number);
    return 1;
}

void mst_host_push_expr(lua_State *L, int index) {
    lua_pushinteger(L, index);
    lua_pushcclosure(L, call_expr, 1);
}

/* ---- pieces and places ----------------------------------------------------------------------- */

static int datum(lua_State *L, int which, int absent) {
    struct mst_play *play = mst_play_of(L);
    int64_t piece = lua_tointeger(L, 1);
    bool known = piece >= 0 && piece < play->rules->schema->pieces;
    lua_pushinteger(L, known ? mst_piece(play->pos, (int)piece, which) : absent);
    return 1;
}

static int get_below(lua_State *L) {
    return datum(L, MST_PIECE_BELOW, MST_NONE);
}

static int get_level(lua_State *L) {
    return datum(L, MST_PIECE_LEVEL, 0);
}

static int get_known(lua_State *L) {
    struct mst_play *play = mst_play_of(L);
    int64_t piece = lua_tointeger(L, 1);
    bool there = piece >= 0 && piece < play->rules->schema->pieces;
    lua_pushboolean(L, there && mst_secret_known(play->pos, (int)piece));
    return 1;
}

static int get_place(lua_State *L) {
    return datum(L, MST_PIECE_PLACE, MST_NONE);
}

static int get_owner(lua_State *L) {
    return datum(L, MST_PIECE_OWNER, MST_NONE);
}

static int get_type(lua_State *L) {
    const struct mst_schema *s = mst_play_of(L)->rules->schema;
    int64_t piece = lua_tointeger(L, 1);
    lua_pushinteger(L, piece >= 0 && piece < s->pieces ? s->type_of[piece] : MST_NONE);
    return 1;
}

static int get_top(lua_State *L) {
    struct mst_play *play = mst_play_of(L);
    int64_t place = lua_tointeger(L, 1);
    bool known = place >= 0 && place < play->rules->schema->places;
    lua_pushinteger(L, known ? mst_top(play->pos, (int)place) : MST_NONE);
    return 1;
}

static int get_count(lua_State *L) {
    struct mst_play *play = mst_play_of(L);
    int64_t place = lua_tointeger(L, 1);
    bool known = place >= 0 && place < play->rules->schema->places;
    lua_pushinteger(L, known ? mst_count(play->pos, (int)place) : 0);
    return 1;
}

static int do_put(lua_State *L) {
    struct mst_play *play = writing(L);
    effect(L, play, mst_do_put(play, luaL_checkinteger(L, 1), luaL_checkinteger(L, 2)));
    return 0;
}

static int do_insert(lua_State *L) {
    struct mst_play *play = writing(L);
    effect(L, play,
           mst_do_insert(play, luaL_checkinteger(L, 1), luaL_checkinteger(L, 2),
                         luaL_checkinteger(L, 3)));
    return 0;
}

static int do_shuffle(lua_State *L) {
    struct mst_play *play = writing(L);
    effect(L, play, mst_do_shuffle(play, luaL_checkinteger(L, 1), luaL_checkinteger(L, 2)));
    return 0;
}

static int do_owner(lua_State *L) {
    struct mst_play *play = writing(L);
    effect(L, play, mst_do_owner(play, luaL_checkinteger(L, 1), luaL_checkinteger(L, 2)));
    return 0;
}

static int get_pieces(lua_State *L) {
    struct mst_play *play = mst_play_of(L);
    int16_t pieces[MST_MOST_PIECES];
    int64_t place = luaL_checkinteger(L, 1);
    int count = place < 0 || place >= play->rules->schema->places
                    ? 0
                    : mst_pieces_in(play, (int)place, true, pieces);
    bool stack = count && !play->rules->schema->bag[place];
    if (!stack) /* a bag is in the order of its faces */
        mst_secret_read_faces(play->pos, place);
    mst_sandbox_charge(L, count);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_pushinteger(L, pieces[stack ? count - 1 - i : i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static int get_chosen(lua_State *L) {
    struct mst_play *play = mst_play_of(L);
    int16_t pieces[MST_MOST_PIECES];
    int count = mst_pieces_in(play, (int)luaL_checkinteger(L, 1), true, pieces), chosen = 0;
    int64_t mask = luaL_checkinteger(L, 2);
    lua_newtable(L);
    for (int i = 0; i < count && i < 63; i++)
        if (mask >> i & 1) {
            lua_pushinteger(L, pieces[i]);
            lua_rawseti(L, -2, ++chosen);
        }
    return 1;
}

static int get_piece_text(lua_State *L) {
    struct mst_play *play = mst_play_of(L);
    struct mst_buf buf = {0};
    int64_t piece = luaL_checkinteger(L, 1);
    char text[64];
    if (piece < 0 || piece >= play->rules->schema->pieces)
        return luaL_error(L, "piece_text: there is no piece %d", (int)piece);
    mst_secret_read_face(play->pos, (int)piece);
    mst_piece_print(play, (int)piece, &buf);
    size_t length = buf.length < sizeof text ? buf.length : sizeof text - 1;
    memcpy(text, mst_buf_text(&buf), length);
    mst_buf_clear(&buf);
    lua_pushlstring(L, text, length);
    return 1;
}

/* A container's closure: seat -> number of its place. */
static int container_place(lua_State *L) {
    const struct mst_schema *s = mst_host_of(L)->rules->schema;
    const struct mst_container *container = &s->containers[lua_tointeger(L, lua_upvalueindex(1))];
    int64_t seat = container->per_seat ? luaL_checkinteger(L, 1) : 0;
    if (!s->frozen || seat < 0 || seat >= s->seats)
        return luaL_error(L, "container '%s' of seat %d: there is none", container->name,
                          (int)seat);
    lua_pushinteger(L, container->place + seat);
    return 1;
}

void mst_host_push_container(lua_State *L, int index) {
    lua_pushinteger(L, index);
    lua_pushcclosure(L, container_place, 1);
}

/* ---- board ----------------------------------------------------------------------------------- */

static const struct mst_board *board_of(lua_State *L) {
    const struct mst_board *board = mst_host_of(L)->rules->schema->board;
    if (!board)
        luaL_error(L, "there is no board yet");
    return board;
}

static int get_step(lua_State *L) {
    if (lua_istable(L, 1)) /* one name, two uses: a declaration while loading */
        return mst_host_declare_step(L);
    const struct mst_board *board = board_of(L);
    int64_t zone = lua_tointeger(L, 1), d = lua_tointeger(L, 2);
    bool known = zone >= 0 && zone < board->zones && d >= 0 && d < board->directions;
    lua_pushinteger(L, known ? board->to[d][zone] : MST_NONE);
    return 1;
}

static int get_column(lua_State *L) {
    const struct mst_board *board = board_of(L);
    int64_t zone = luaL_checkinteger(L, 1);
    lua_pushinteger(L, zone >= 0 && zone < board->zones ? board->column[zone] : MST_NONE);
    return 1;
}

static int get_row(lua_State *L) {
    const struct mst_board *board = board_of(L);
    int64_t zone = luaL_checkinteger(L, 1);
    lua_pushinteger(L, zone >= 0 && zone < board->zones ? board->row[zone] : MST_NONE);
    return 1;
}

static int get_at(lua_State *L) {
    int64_t column = luaL_checkinteger(L, 1), row = luaL_checkinteger(L, 2);
    bool near = column >= 0 && column < 100 && row >= 0 && row < 100;
    lua_pushinteger(L, near ? mst_board_at(board_of(L), (int)column, (int)row) : MST_NONE);
    return 1;
}

static int get_zone(lua_State *L) {
    size_t length;
    const char *name = luaL_checklstring(L, 1, &length);
    lua_pushinteger(L, mst_board_zone(board_of(L), name, length));
    return 1;
}

static int get_zone_name(lua_State *L) {
    const struct mst_board *board = board_of(L);
    int64_t zone = luaL_checkinteger(L, 1);
    if (zone < 0 || zone >= board->zones)
        return luaL_error(L, "zone_name: there is no zone %d", (int)zone);
    lua_pushstring(L, board->names[zone]);
    return 1;
}

static int get_direction_name(lua_State *L) {
    const struct mst_board *board = board_of(L);
    int64_t d = luaL_checkinteger(L, 1);
    if (d < 0 || d >= board->directions)
        return luaL_error(L, "direction_name: there is no direction %d", (int)d);
    lua_pushstring(L, board->direction_names[d]);
    return 1;
}

static int get_zones(lua_State *L) {
    lua_pushinteger(L, board_of(L)->zones);
    return 1;
}

/* ---- flow ------------------------------------------------------------------------------------ */

static int get_me(lua_State *L) {
    lua_pushinteger(L, mst_get(mst_play_of(L)->pos, MST_SLOT_TO_MOVE));
    return 1;
}

static int get_arg(lua_State *L) {
    lua_pushinteger(L, mst_frame_arg(mst_play_of(L), luaL_checkinteger(L, 1)));
    return 1;
}

/* A decision or step, by name or by number. */
static int check_decision(lua_State *L, const struct mst_rules *rules) {
    const struct mst_handle *handle = mst_handle_of(L, 1, MST_HANDLE_DECISION);
    if (handle)
        return handle->index;
    if (lua_type(L, 1) == LUA_TNUMBER) {
        int64_t index = luaL_checkinteger(L, 1);
        if (index < 0 || index >= rules->decision_count)
            luaL_error(L, "there is no decision %d", (int)index);
        return (int)index;
    }
    const char *name = luaL_checkstring(L, 1);
    int index = mst_rules_find_decision(rules, name);
    struct mst_nearest nearest = {.wanted = name};
    for (int i = 0; index < 0 && i < rules->decision_count; i++)
        mst_nearest_offer(&nearest, rules->decisions[i].name);
    if (index < 0)
        luaL_error(L, "no decision or step is called '%s'%s%s", name,
                   nearest.best ? "; did you mean " : "", nearest.best ? nearest.best : "");
    return index;
}

static int do_go(lua_State *L) {
    struct mst_play *play = writing(L);
    effect(L, play, mst_do_go(play, check_decision(L, play->rules)));
    return 0;
}

static int do_push(lua_State *L) {
    struct mst_play *play = writing(L);
    int64_t args[MST_FRAME_ARGS];
    int count = lua_gettop(L) - 1;
    if (count > MST_FRAME_ARGS)
        return luaL_error(L, "a frame holds at most %d numbers", MST_FRAME_ARGS);
    for (int i = 0; i < count; i++)
        args[i] = luaL_checkinteger(L, i + 2);
    effect(L, play, mst_do_push(play, check_decision(L, play->rules), args, count));
    return 0;
}

static int do_pop(lua_State *L) {
    struct mst_play *play = writing(L);
    effect(L, play, mst_do_pop(play));
    return 0;
}

static int do_over(lua_State *L) {
    struct mst_play *play = writing(L);
    const struct mst_rules *rules = play->rules;
    const char *name = luaL_checkstring(L, 2);
    for (int i = 0; i < rules->ending_count; i++)
        if (!strcmp(rules->endings[i], name)) {
            effect(L, play, mst_do_over(play, luaL_checkinteger(L, 1), i));
            return 0;
        }
    return luaL_error(L, "there is no ending '%s': declare it with muster.ending", name);
}

static int declare_ending(lua_State *L) {
    struct mst_host *host = mst_host_of(L);
    if (host->frozen)
        return luaL_error(L, "endings are declared while modules load");
    for (int i = 1; i <= lua_gettop(L); i++)
        if (mst_rules_ending(host->rules, luaL_checkstring(L, i)) < 0)
            return luaL_error(L, "memory ended");
    return 0;
}

static int get_over_by(lua_State *L) {
    struct mst_play *play = mst_play_of(L);
    if (!mst_get(play->pos, MST_SLOT_OVER))
        return 0;
    lua_pushinteger(L, mst_get(play->pos, MST_SLOT_WINNERS));
    lua_pushstring(L, play->rules->endings[mst_get(play->pos, MST_SLOT_BY) - 1]);
    return 2;
}

static int get_decision_name(lua_State *L) {
    struct mst_play *play = mst_play_of(L);
    int now = mst_decision_now(play->pos);
    if (now < 0)
        return 0;
    lua_pushstring(L, play->rules->decisions[now].name);
    return 1;
}

static int do_emit(lua_State *L) {
    struct mst_play *play = writing(L);
    const struct mst_rules *rules = play->rules;
    int64_t args[MST_MOST_PARAMS];
    int index = -1;
    if (lua_type(L, 1) == LUA_TNUMBER) {
        index = (int)luaL_checkinteger(L, 1);
    } else {
        const char *name = luaL_checkstring(L, 1);
        for (int i = 0; i < rules->event_count; i++)
            if (!strcmp(rules->events[i].name, name))
                index = i;
        if (index < 0)
            return luaL_error(L, "no event is called '%s'", name);
    }
    if (index < 0 || index >= rules->event_count)
        return luaL_error(L, "there is no event %d", index);
    int count = rules->events[index].param_count;
    if (lua_gettop(L) - 1 != count)
        return luaL_error(L, "event '%s' takes %d numbers, found %d", rules->events[index].name,
                          count, lua_gettop(L) - 1);
    for (int i = 0; i < count; i++)
        args[i] = luaL_checkinteger(L, i + 2);
    effect(L, play, mst_emit(play, index, args, count));
    return 0;
}

/* ---- earlier positions ----------------------------------------------------------------------- */

static int declare_repetition(lua_State *L) {
    struct mst_host *host = mst_host_of(L);
    struct mst_rules *rules = host->rules;
    if (host->frozen)
        return luaL_error(L, "the key of a position is declared while modules load");
    for (int i = 1; i <= lua_gettop(L); i++) {
        int field = mst_schema_find_field(rules->schema, luaL_checkstring(L, i));
        if (field < 0)
            return luaL_error(L, "repetition: '%s' is no field", lua_tostring(L, i));
        if (rules->schema->fields[field].of != MST_OF_PIECE && !rules->schema->fields[field].hashed)
            return luaL_error(L, "repetition: '%s' is not part of the hash", lua_tostring(L, i));
        if (rules->key_field_count == (int)(sizeof rules->key_fields / sizeof *rules->key_fields))
            return luaL_error(L, "repetition: too many fields");
        rules->key_fields[rules->key_field_count++] = field;
    }
    return 0;
}

static int get_key(lua_State *L) {
    struct mst_play *play = mst_play_of(L);
    const struct mst_rules *rules = play->rules;
    lua_pushinteger(
        L, (lua_Integer)mst_position_key(play->pos, rules->key_fields, rules->key_field_count));
    return 1;
}

static int do_remember(lua_State *L) {
    struct mst_play *play = writing(L);
    if (!mst_position_remember(play->pos, (uint64_t)luaL_checkinteger(L, 1)))
        return luaL_error(L, "memory ended");
    return 0;
}

static int do_forget(lua_State *L) {
    struct mst_play *play = writing(L);
    if (!mst_position_clear_history(play->pos))
        return luaL_error(L, "memory ended");
    return 0;
}

static int get_seen(lua_State *L) {
    struct mst_play *play = mst_play_of(L);
    lua_pushboolean(L, mst_position_seen(play->pos, (uint64_t)luaL_checkinteger(L, 1)));
    return 1;
}

const struct mst_api mst_api_access[] = {
    {"top", get_top, "(place: integer): integer",
     "The highest piece of a zone or container, or -1."},
    {"below", get_below, "(piece: integer): integer", "The piece directly beneath, or -1."},
    {"level", get_level, "(piece: integer): integer",
     "The piece's level in its stack, from 1; of -1: 0."},
    {"place", get_place, "(piece: integer): integer",
     "The zone or container that holds the piece, or -1."},
    {"owner", get_owner, "(piece: integer): integer", "The seat that owns the piece, or -1."},
    {"known", get_known, "(piece: integer): boolean",
     "Does the one who looks know the face of the piece? True wherever the position is not the one "
     "that a seat sees."},
    {"type", get_type, "(piece: integer): integer", "The number of the piece's type, or -1."},
    {"count", get_count, "(place: integer): integer", "How many pieces lie there."},
    {"put", do_put, "(piece: integer, place: integer)",
     "Take the piece from where it is and put it on top."},
    {"insert", do_insert, "(piece: integer, place: integer, level: integer)",
     "As put, but so that the piece gets this level."},
    {"shuffle", do_shuffle, "(place: integer, n: integer)",
     "Order the pieces of an ordered container by the number `n`, an outcome of chance: the same "
     "number gives the same order."},
    {"set_owner", do_owner, "(piece: integer, seat: integer)",
     "Give the piece to a seat, or to nobody (-1)."},
    {"pieces_in", get_pieces, "(place: integer): integer[]",
     "The pieces there: of a stack from the bottom up, of a bag in its order."},
    {"chosen", get_chosen, "(place: integer, mask: integer): integer[]",
     "The pieces that the value of a subset parameter stands for."},
    {"piece_text", get_piece_text, "(piece: integer): string", "How the piece is written."},
    {"step", get_step, "(zone: integer, direction: integer): integer",
     "The zone one step on, or -1."},
    {"column", get_column, "(zone: integer): integer", "Column of the zone, from 0."},
    {"row", get_row, "(zone: integer): integer", "Row of the zone, from 0."},
    {"at", get_at, "(column: integer, row: integer): integer", "The zone there, or -1."},
    {"zone", get_zone, "(name: string): integer", "The zone called so, or -1."},
    {"zone_name", get_zone_name, "(zone: integer): string", "Name of the zone."},
    {"direction_name", get_direction_name, "(direction: integer): string",
     "Name of the direction."},
    {"zones", get_zones, "(): integer", "How many zones the board has."},
    {"me", get_me, "(): integer", "The seat that decides now, or -1."},
    {"arg", get_arg, "(index: integer): integer", "A number of the frame on top, from 1."},
    {"go", do_go, "(decision: string|integer)",
     "Put another decision or step in the place of the one on top."},
    {"push", do_push, "(decision: string|integer, ...: integer)",
     "Put a decision or step, with its numbers, on top of what is pending."},
    {"pop", do_pop, "()", "Take away the decision or step on top."},
    {"over", do_over, "(winners: integer, ending: string)",
     "End the match: winners has bit n set for seat n."},
    {"ending", declare_ending, "(...: string)", "Declare names of endings (while loading)."},
    {"over_by", get_over_by, "(): integer?, string?",
     "Winners and ending of a match that is over."},
    {"decision_name", get_decision_name, "(): string?", "Name of the decision or step on top."},
    {"emit", do_emit, "(event: string|integer, ...: integer)",
     "Tell everybody who listens what happened."},
    {"repetition", declare_repetition, "(...: string)",
     "Say which fields tell positions apart for a repetition rule, beside where the pieces are "
     "(while loading)."},
    {"pause", mst_host_pause, "()",
     "Wait at this line, and print what is asked for by lines on standard input: a name, an "
     "expression, `locals`, `where`; an empty line goes on. Without a terminal only where all "
     "rules run as Lua."},
    {"key", get_key, "(): integer",
     "A number for where all pieces are, with those fields; equal for equal positions."},
    {"remember", do_remember, "(key: integer)",
     "Remember a key; not a part of the position's hash."},
    {"forget", do_forget, "()", "Forget all keys."},
    {"seen", get_seen, "(key: integer): boolean", "Has the key been remembered?"},
    {NULL, NULL, NULL, NULL},
};
