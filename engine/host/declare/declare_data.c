/* Declarations of data, which return handles or plain values: fields, records, pieces, containers,
 * the results of a board, enumerations and domains of letters. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "host/handles/handle_parts.h"
#include "host/declare/spec.h"

const char *host_first_name(lua_State *L, const char *what) {
    lua_rawgeti(L, 1, 1);
    if (lua_type(L, -1) != LUA_TSTRING)
        luaL_error(L, "%s: expected its name first, as in { \"name\", ... }; found %s", what,
                   host_describe(L, -1));
    const char *name = lua_tostring(L, -1);
    lua_pop(L, 1); /* borrowed: the table holds it */
    return name;
}

struct host_field_rule *host_field_rule(lua_State *L, int index) {
    /* Fields are numbered by the schema; those without a rule so far get an empty one. */
    struct host *host = host_of(L);
    while (host->field_rule_count <= index) {
        struct host_field_rule *rule =
            host_grow(L, &host->field_rule, &host->field_rule_count, sizeof *rule);
        rule->record = -1;
        rule->module = host->current;
    }
    assert(index >= 0 && index < host->field_rule_count);
    return &host->field_rule[index];
}

/* ---- fields: entity, visibility, initial values ---------------------------------------------- */

static enum core_entity declare_data_field_of(lua_State *L, const char *name) {
    static const char *const names[] = {"game", "seat", "zone", "piece"};
    for (int i = 0; i < 4; i++)
        if (!strcmp(names[i], name))
            return (enum core_entity)i;
    luaL_error(L, "field: 'of' must be game, seat, zone or piece, found '%s'", name);
    return CORE_OF_GAME;
}

static enum core_visibility field_seen(lua_State *L, const char *name) {
    if (!strcmp(name, "all"))
        return CORE_SEEN_BY_ALL;
    if (!strcmp(name, "owner"))
        return CORE_SEEN_BY_OWNER;
    if (!strcmp(name, "face"))
        return CORE_SEEN_AS_FACE;
    if (strcmp(name, "none") != 0)
        luaL_error(L, "field: 'seen' must be all, owner, none or face, found '%s'", name);
    return CORE_SEEN_BY_NONE;
}

/* Read the list on top of the stack, with a number for each piece of `type`, into values[]. */
static void each_of_type(lua_State *L, const struct core_piece_type *type, const char *field,
                         int32_t *values) {
    if (!lua_istable(L, -1) || luaL_len(L, -1) != type->count)
        luaL_error(L, "field '%s': 'each' needs a list of %d numbers for '%s'", field, type->count,
                   type->name);
    for (int i = 0; i < type->count; i++) {
        lua_rawgeti(L, -1, i + 1);
        if (!lua_isinteger(L, -1))
            luaL_error(L, "field '%s': number %d of '%s' in 'each' is a %s", field, i + 1,
                       type->name, luaL_typename(L, -1));

        /* Beyond 32 bits, the schema reports that the value is out of bounds. */
        int64_t value = lua_tointeger(L, -1);
        if (value < INT32_MIN)
            value = INT32_MIN;
        else if (value > INT32_MAX)
            value = INT32_MAX;
        values[type->first + i] = (int32_t)value;
        lua_pop(L, 1);
    }
}

/* Read `each`, which maps a type name to the initial values of its pieces, into values[]. Names are
 * looked up one by one, so that their order in the table does not matter. */
static void field_each(lua_State *L, struct core_field *field, int32_t *values) {
    const struct core_schema *schema = host_of(L)->rules->schema;
    if (!spec_list(L, 1, "each"))
        return;
    if (field->of != CORE_OF_PIECE)
        luaL_error(L, "field '%s': 'each' is only for fields of pieces", field->name);

    /* Types that are not named keep the initial value of the field. */
    for (int p = 0; p < schema->pieces; p++)
        values[p] = field->initial;
    for (int t = 0; t < schema->type_count; t++) {
        if (lua_getfield(L, -1, schema->types[t].name) != LUA_TNIL)
            each_of_type(L, &schema->types[t], field->name, values);
        lua_pop(L, 1);
    }

    /* Now find names that are not types. */
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "?";
        struct mst_nearest nearest = {.wanted = name};
        char hint[MST_HINT_SIZE];
        for (int t = 0; t < schema->type_count; t++)
            mst_nearest_offer(&nearest, schema->types[t].name);
        if (core_schema_find_type(schema, name) < 0)
            luaL_error(L,
                       "field '%s': 'each' names '%s', which is not a piece type declared "
                       "before%s",
                       field->name, name, mst_hint(nearest.best, hint));
    }

    field->each = values;
    field->each_count = schema->pieces;
    lua_pop(L, 1);
}

enum { MOST_INDEXED = 31 };

static void check_indexed(lua_State *L, const struct core_field *field) {
    /* One set of zones for each value; what only some seats see must not show in a set. */
    if (field->indexed && (field->of != CORE_OF_ZONE || field->min || field->max > MOST_INDEXED ||
                           field->seen != CORE_SEEN_BY_ALL))
        luaL_error(L,
                   "field '%s': 'indexed' is for a zone's field from 0 to %d at most that all may "
                   "see",
                   field->name, MOST_INDEXED);
}

/* ---- fields ---------------------------------------------------------------------------------- */

static const char FIELD_KEYS[] =
    "of holds min max initial letters values seen hashed each indexed prior help";

static bool declare_data_has(lua_State *L, int table, const char *key) {
    bool there = lua_getfield(L, table, key) != LUA_TNIL;
    lua_pop(L, 1);
    return there;
}

/* The type of a field: `holds`, a number if it has bounds, else a flag. */
static enum core_type field_type(lua_State *L, int table, const char *name) {
    static const char *const names[] = {"zone", "piece", "seat", "place"};
    static const enum core_type types[] = {CORE_TYPE_ZONE, CORE_TYPE_PIECE, CORE_TYPE_SEAT,
                                           CORE_TYPE_PLACE};
    const char *holds = spec_text(L, table, "holds", NULL);

    /* A field of numbers is known by its bounds or the names of its values. */
    if (!holds)
        return declare_data_has(L, table, "max") || declare_data_has(L, table, "values")
                   ? CORE_TYPE_NUMBER
                   : CORE_TYPE_BOOLEAN;

    for (int i = 0; i < 4; i++)
        if (!strcmp(names[i], holds))
            return types[i];
    luaL_error(L, "field '%s': 'holds' must be zone, piece, seat or place, found '%s'", name,
               holds);
    return CORE_TYPE_UNKNOWN;
}

static int64_t highest(const struct core_schema *s, enum core_type type) {
    /* Before the board or the game is declared, the most that there can be. */
    int zones = s->board ? s->board->zones : CORE_MOST_ZONES;
    switch (type) {
    case CORE_TYPE_ZONE: return zones - 1;
    case CORE_TYPE_PIECE: return CORE_MOST_PIECES - 1;
    case CORE_TYPE_SEAT: return s->seats ? s->seats - 1 : MST_MOST_SEATS - 1;
    case CORE_TYPE_PLACE: return zones + CORE_MOST_CONTAINERS * MST_MOST_SEATS - 1;
    default: return 1;
    }
}

/* Read bounds and initial value of the field that the table describes. */
static void field_bounds(lua_State *L, int table, enum core_type type, struct core_field *field) {
    /* A thing may be absent (MST_NONE), a number may not. */
    bool thing = type >= CORE_TYPE_ZONE;
    field->min = (int32_t)spec_int(L, table, "min", thing ? MST_NONE : 0);

    if (spec_list(L, table, "values")) {
        field->max = field->min + (int32_t)luaL_len(L, -1) - 1;
        lua_pop(L, 1);
    } else {
        int64_t most = highest(host_of(L)->rules->schema, type);
        field->max = (int32_t)spec_int(L, table, "max", most);
    }

    lua_getfield(L, table, "initial");
    field->initial =
        lua_isnil(L, -1) ? field->min : (int32_t)host_take_value(L, -1, type, field->name);
    lua_pop(L, 1);
}

static void field_letters(lua_State *L, int table, struct core_field *field) {
    field->letters = spec_text(L, table, "letters", NULL);
    if (field->letters)
        spec_notation(L, field->name, field->letters);
    if (field->letters && (int64_t)strlen(field->letters) != (int64_t)field->max - field->min + 1)
        luaL_error(L, "field '%s': 'letters' needs one for each of %d .. %d", field->name,
                   (int)field->min, (int)field->max);
}

/* ---- priors -----------------------------------------------------------------------------------
 */

/* Read the list of weights on top of the stack. */
static int32_t *prior_weights(lua_State *L, const struct core_field *field) {
    int64_t count = (int64_t)field->max - field->min + 1, total = 0;
    if (luaL_len(L, -1) != count)
        luaL_error(L, "field '%s': 'prior' needs %d weights, one for each of %d .. %d, found %d",
                   field->name, (int)count, (int)field->min, (int)field->max, (int)luaL_len(L, -1));

    int32_t *weights = mst_alloc((size_t)count * sizeof *weights);
    if (!weights)
        host_no_memory(L);
    for (int i = 0; i < count; i++) {
        int fits = lua_rawgeti(L, -1, i + 1) == LUA_TNUMBER && lua_isinteger(L, -1) &&
                   lua_tointeger(L, -1) >= 0 && lua_tointeger(L, -1) <= CORE_MOST_PRIOR;
        weights[i] = fits ? (int32_t)lua_tointeger(L, -1) : 0;
        total += weights[i];

        lua_pop(L, 1);
        /* Nothing owns the weights yet, so they are freed before the error. */
        if (!fits || (i + 1 == count && !total)) {
            mst_free(weights);
            luaL_error(L,
                       fits ? "field '%s': 'prior' has no weight above 0"
                            : "field '%s': weight %d of 'prior' must be a number from 0 to %d",
                       field->name, i + 1, CORE_MOST_PRIOR);
        }
    }

    return weights;
}

static void check_prior(lua_State *L, const struct core_field *field, enum core_type type) {
    if (type != CORE_TYPE_NUMBER && type != CORE_TYPE_BOOLEAN)
        luaL_error(L, "field '%s': 'prior' is for numbers and flags", field->name);

    /* A fact that all see needs no assumption; faces are dealt from what is known of all pieces. */
    if (field->seen != CORE_SEEN_BY_OWNER && field->seen != CORE_SEEN_BY_NONE)
        luaL_error(L,
                   "field '%s': 'prior' is for facts that some seat cannot see: seen = "
                   "\"owner\" or \"none\"%s",
                   field->name,
                   field->seen == CORE_SEEN_AS_FACE ? "; unknown faces are dealt at random" : "");
    if ((int64_t)field->max - field->min >= CORE_MOST_PRIOR_VALUES)
        luaL_error(L, "field '%s': 'prior' is for at most %d values", field->name,
                   CORE_MOST_PRIOR_VALUES);
}

/* Read `prior` of the field number `index`, which the table describes. */
static void add_prior(lua_State *L, int table, int index, enum core_type type) {
    static const uint8_t entity_types[] = {[CORE_OF_SEAT] = CORE_TYPE_SEAT,
                                           [CORE_OF_ZONE] = CORE_TYPE_ZONE,
                                           [CORE_OF_PIECE] = CORE_TYPE_PIECE};
    struct core_rules *rules = host_of(L)->rules;
    const struct core_field *field = &rules->schema->fields[index];
    int kind = lua_getfield(L, table, "prior");
    if (kind != LUA_TNIL) {
        check_prior(L, field, type);

        bool uniform = kind == LUA_TSTRING && !strcmp(lua_tostring(L, -1), "uniform");
        if (!uniform && kind != LUA_TTABLE && kind != LUA_TFUNCTION)
            luaL_error(L,
                       "field '%s': 'prior' must be \"uniform\", a list of weights or a "
                       "function, found %s",
                       field->name, host_describe(L, -1));

        /* Without weights or a function, all values are equally likely. Its arguments are the
         * entity, unless the field is of the game, and the value. */
        struct core_prior *prior = host_grow(L, &rules->priors, &rules->prior_count, sizeof *prior);
        prior->field = index;
        prior->function = -1;
        prior->types[0] = prior->types[1] = (uint8_t)type;
        if (field->of != CORE_OF_GAME)
            prior->types[0] = entity_types[field->of];

        prior->origin = host_origin(L);
        if (kind == LUA_TTABLE)
            prior->weights = prior_weights(L, field);
        else if (kind == LUA_TFUNCTION)
            prior->function = host_keep_function(L, -1, "'prior'");
    }
    lua_pop(L, 1);
}

/* Add the field described at `table`, whose other properties are set. Returns its number. */
static int declare_data_add_field(lua_State *L, int table, struct core_field *field, int record) {
    struct host *host = host_of(L);
    struct mst_error error = {0};
    int32_t each[CORE_MOST_PIECES];
    /* The order matters: initial values need the type, `each` the initial value, and letters the
     * bounds. */
    enum core_type type = field_type(L, table, field->name);
    field->refers = type == CORE_TYPE_PIECE;
    field_bounds(L, table, type, field);
    if (field->of != CORE_OF_GAME)
        field_each(L, field, each);
    field_letters(L, table, field);
    field->seen = field_seen(L, spec_text(L, table, "seen", "all"));

    lua_getfield(L, table, "hashed");
    field->hashed = lua_isnil(L, -1) || lua_toboolean(L, -1);
    lua_pop(L, 1);
    field->indexed = spec_flag(L, table, "indexed");
    check_indexed(L, field);

    /* The schema copies the field, with the values of `each`, which are on the stack here. */
    int index = core_schema_field(host->rules->schema, field, &error);
    host_demand(L, index >= 0, &error);

    struct host_field_rule *rule = host_field_rule(L, index);
    rule->type = type;
    rule->record = record;

    /* Lua keeps one copy of a short string: the registry holds it, so that its address is the key
     * of records (handle_field.c). */
    lua_pushstring(L, field->name);
    rule->key = lua_topointer(L, -1);
    luaL_ref(L, LUA_REGISTRYINDEX);
    host_note_entry(L, HOST_ENTRY_FIELD, index, spec_text(L, table, "help", ""));
    /* The prior needs the number of the field, so it comes last. */
    add_prior(L, table, index, type);
    return index;
}

int host_new_field(lua_State *L) {
    struct core_field field = {0};
    host_declaring(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    spec_keys(L, 1, "muster.field", FIELD_KEYS);
    const char *name = host_first_name(L, "muster.field");
    spec_copy_name(L, field.name, name);
    field.of = declare_data_field_of(L, spec_need(L, 1, "muster.field", "of"));
    if (field.of == CORE_OF_GAME)
        return luaL_error(L, "field '%s': declare fields of the game with muster.state", name);
    int index = declare_data_add_field(L, 1, &field, -1);
    host_handle_push(L, HOST_HANDLE_FIELD, index);
    return 1;
}

int host_declare_state(lua_State *L) {
    struct host *host = host_declaring(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    int record = host->record_count, count = (int)luaL_len(L, 1);

    /* The fields of a record have consecutive numbers, as nothing else declares in between. */
    host_grow(L, &host->records, &host->record_count, sizeof *host->records);
    host->records[record].first = host->rules->schema->field_count;
    for (int i = 1; i <= count; i++) {
        struct core_field field = {.of = CORE_OF_GAME};
        lua_rawgeti(L, 1, i);
        if (!lua_istable(L, -1))
            return luaL_error(L,
                              "muster.state: entry %d must be a table as { \"turn\", max = 1 }, "
                              "found %s",
                              i, host_describe(L, -1));

        lua_rawgeti(L, 2, 1);
        if (lua_type(L, -1) != LUA_TSTRING)
            return luaL_error(L, "muster.state: entry %d must start with its name, found %s", i,
                              host_describe(L, -1));

        spec_keys(L, 2, "a game field",
                  "holds min max initial letters values seen hashed prior help");
        spec_copy_name(L, field.name, lua_tostring(L, -1));
        declare_data_add_field(L, 2, &field, record);
        assert(host->records[record].first + host->records[record].count + 1 ==
               host->rules->schema->field_count);
        host->records[record].count++;
        lua_settop(L, 1);
    }

    host_handle_push(L, HOST_HANDLE_RECORD, record);
    return 1;
}

/* ---- pieces and containers ------------------------------------------------------------------- */

/* Read `names` of the pieces described in slot 1. */
static void name_pieces(lua_State *L, int type) {
    const char *names[CORE_MOST_PIECES];
    struct mst_error error = {0};
    if (!spec_list(L, 1, "names"))
        return;
    int64_t count = luaL_len(L, -1);
    luaL_checkstack(L, 4, "too many names");

    /* The schema reports more names than pieces; only so many are read. */
    for (int i = 0; i < count && i < CORE_MOST_PIECES; i++) {
        if (lua_rawgeti(L, -1, i + 1) != LUA_TSTRING)
            luaL_error(L, "muster.pieces: entry %d of 'names' must be a string, found %s", i + 1,
                       host_describe(L, -1));
        names[i] = lua_tostring(L, -1); /* the list keeps it */
        lua_pop(L, 1);
    }

    int most = count < CORE_MOST_PIECES ? (int)count : CORE_MOST_PIECES;
    host_demand(L, core_schema_names(host_of(L)->rules->schema, type, names, most, &error), &error);
    lua_pop(L, 1);
}

/* muster.pieces { "pawn", ... }: returns the type. */
int host_new_pieces(lua_State *L) {
    struct host *host = host_declaring(L);
    struct mst_error error = {0};
    luaL_checktype(L, 1, LUA_TTABLE);
    spec_keys(L, 1, "muster.pieces", "count names text help");

    const char *name = host_first_name(L, "muster.pieces");
    const char *text = spec_text(L, 1, "text", NULL);
    spec_notation(L, name, text ? text : "");

    int type =
        core_schema_type(host->rules->schema, name, (int)spec_int(L, 1, "count", 0), text, &error);
    host_demand(L, type >= 0, &error);
    host->rules->schema->types[type].module = host->current;

    /* The names are checked against the count, so the type must exist. */
    name_pieces(L, type);
    host_note_entry(L, HOST_ENTRY_PIECES, type, spec_text(L, 1, "help", ""));
    lua_pushinteger(L, type);
    return 1;
}

/* A new container has its place number at once: zones come first, then containers. */
int host_new_container(lua_State *L, int index) {
    /* A handle for containers of seats, else the place itself: rules use a place like a zone. */
    struct core_schema *s = host_of(L)->rules->schema;
    int place = host_board_of(L)->zones;
    if (s->containers[index].per_seat && !s->seats)
        return luaL_error(L, "container '%s': declare the game first (muster.game)",
                          s->containers[index].name);

    for (int i = 0; i < index; i++)
        place += s->containers[i].per_seat ? s->seats : 1;
    assert(place >= host_board_of(L)->zones);
    s->containers[index].place = place;
    host_note_entry(L, HOST_ENTRY_CONTAINER, index, spec_text(L, 1, "help", ""));
    if (s->containers[index].per_seat)
        host_handle_push(L, HOST_HANDLE_CONTAINER, index);
    else
        lua_pushinteger(L, place);
    return 1;
}

/* ---- results of a board ---------------------------------------------------------------------- */

static int declare_data_line_of(lua_State *L, const char *who, bool rows) {
    const struct core_board *board = host_board_of(L);
    const int16_t *numbers = rows ? board->row : board->column;
    int64_t number = host_take_value(L, 1, CORE_TYPE_NUMBER, who);
    if (number < 0 || number >= (rows ? board->rows : board->columns))
        return luaL_error(L, "%s: the board has %s 0 to %d, found %d", who, who,
                          (rows ? board->rows : board->columns) - 1, (int)number);

    uint64_t *words = host_set_push(L);
    for (int zone = 0; zone < board->zones; zone++)
        if (numbers[zone] == number)
            words[zone / 64] |= 1ULL << (zone & 63);
    return 1;
}

static int grid_row(lua_State *L) {
    return declare_data_line_of(L, "row", true);
}

static int grid_column(lua_State *L) {
    return declare_data_line_of(L, "column", false);
}

static int grid_zone(lua_State *L) {
    size_t length;
    const char *name = luaL_checklstring(L, 1, &length);
    const struct core_board *board = host_board_of(L);
    struct mst_nearest nearest = {.wanted = name};
    char hint[MST_HINT_SIZE];
    int zone = core_board_zone(board, name, length);
    /* Only a failed look-up needs a suggestion. */
    for (int i = 0; zone == MST_NONE && i < board->zones; i++)
        mst_nearest_offer(&nearest, board->names[i]);

    if (zone == MST_NONE)
        return luaL_error(L, "there is no zone '%s'%s", name, mst_hint(nearest.best, hint));
    lua_pushinteger(L, zone);
    return 1;
}

/* The set of the zones in a list of names or numbers. */
static int grid_set(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    const struct core_board *board = host_board_of(L);
    uint64_t *words = host_set_push(L);
    for (int i = 1; i <= (int)luaL_len(L, 1); i++) {
        size_t length;
        lua_rawgeti(L, 1, i);
        int64_t zone = lua_isinteger(L, -1) ? lua_tointeger(L, -1) : MST_NONE;

        if (lua_type(L, -1) == LUA_TSTRING) {
            const char *name = lua_tolstring(L, -1, &length);
            zone = core_board_zone(board, name, length);
        }

        /* A zone is given by its name, or by its number, as grid.zone returns it. */
        if (zone < 0 || zone >= board->zones)
            return luaL_error(L, "set: entry %d is not a zone of the board: %s", i,
                              host_describe(L, -1));

        words[zone / 64] |= 1ULL << (zone & 63);
        lua_pop(L, 1);
    }
    return 1;
}

/* Push { n = 0, ..., row =, column =, zone =, set = } for the declared board. */
int host_push_grid(lua_State *L) {
    static const luaL_Reg functions[] = {{"row", grid_row},
                                         {"column", grid_column},
                                         {"zone", grid_zone},
                                         {"set", grid_set},
                                         {NULL, NULL}};
    const struct core_board *board = host_board_of(L);
    host_words_board(L);
    lua_newtable(L);
    lua_pushnil(L);
    luaL_setfuncs(L, functions, 1); /* see sandbox_function */

    /* A direction is its number, under the name that the board gives it. */
    for (int d = 0; d < board->directions; d++) {
        lua_pushinteger(L, d);
        lua_setfield(L, -2, board->direction_names[d]);
    }
    sandbox_explain(L, "grid");
    return 1;
}

/* ---- enumerations and letters ---------------------------------------------------------------- */

int host_declare_enum(lua_State *L) {
    host_declaring(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
        if (lua_type(L, 2) != LUA_TSTRING)
            return luaL_error(L, "muster.enum: expected names as in { flat = 0 }, found %s",
                              host_describe(L, 2));

        if (!lua_isinteger(L, 3))
            return luaL_error(L, "muster.enum: '%s' must be an integer, found %s",
                              lua_tostring(L, 2), host_describe(L, 3));
    }
    /* The table itself is returned: it only gets strict. */
    sandbox_explain(L, "enum");
    return 1;
}

/* muster.letters("nesw"), or { letters = "0102", width = 2 }. */
int host_declare_letters(lua_State *L) {
    struct host *host = host_declaring(L);
    bool table = lua_istable(L, 1);
    lua_settop(L, 1);
    if (table)
        spec_keys(L, 1, "muster.letters", "letters width");

    int64_t width = table ? spec_int(L, 1, "width", 1) : 1;
    const char *letters =
        table ? spec_need(L, 1, "muster.letters", "letters") : luaL_checkstring(L, 1);
    int64_t length = (int64_t)strlen(letters);
    spec_notation(L, "muster.letters", letters);

    /* Texts are read by `width` characters at a time, so they divide evenly. */
    if (width < 1 || width > 8 || !length || length % width)
        return luaL_error(L, "muster.letters: '%s' does not have %d characters for each value",
                          letters, (int)width);

    struct host_domain *domain = host_grow(L, &host->domains, &host->domain_count, sizeof *domain);
    domain->letters = host_strdup(L, letters);
    domain->width = (int)width;
    domain->count = (int)(length / width);

    /* The handle is a range from 0, so `choose` treats both alike. */
    struct host_range_handle *handle =
        host_handle_new(L, HOST_HANDLE_DOMAIN, host->domain_count - 1, sizeof *handle);
    handle->to = handle->most = domain->count - 1;
    return 1;
}
