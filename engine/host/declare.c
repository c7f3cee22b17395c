/* The Lua API while modules load: declaring what a game consists of. What needs names of other
 * modules (texts of moves, decisions, expressions) waits for the freeze: see compile.c. */
#include <stdio.h>
#include <string.h>

#include "host/handle_parts.h"
#include "host/spec.h"

struct mst_host *mst_host_declaring(lua_State *L) {
    struct mst_host *host = mst_host_of(L);
    if (host->frozen)
        luaL_error(L, "declarations belong to the load of a module: the rules are frozen now");
    if (host->current >= 0 && !host->modules[host->current].origin)
        luaL_error(L, "a module begins with muster.module: nothing can be declared before it");
    return host;
}

static struct mst_host *declaring(lua_State *L) {
    return mst_host_declaring(L);
}

void mst_host_demand(lua_State *L, bool done, const struct mst_error *error) {
    if (!done)
        mst_host_raise_error(L, error);
}

static void demand(lua_State *L, bool done, const struct mst_error *error) {
    mst_host_demand(L, done, error);
}

/* Is the table at 1 of the new form, which begins with its name? */
static bool named_first(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    bool named = lua_rawgeti(L, 1, 1) == LUA_TSTRING;
    lua_pop(L, 1);
    return named;
}

/* ---- game and board -------------------------------------------------------------------------- */

static int declare_game(lua_State *L) {
    struct mst_host *host = declaring(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    spec_keys(L, 1, "muster.game", "title seats");
    if (host->title)
        return luaL_error(L, "the game is declared twice");
    int64_t seats = spec_int(L, 1, "seats", 2);
    if (seats < 1 || seats > MST_MOST_SEATS)
        return luaL_error(L, "a game has 1 to %d seats, not %d", MST_MOST_SEATS, (int)seats);
    host->title = mst_host_strdup(L, spec_need(L, 1, "muster.game", "title"));
    host->rules->schema->seats = (int)seats;
    mst_words_seats(L);
    return 0;
}

static void take_board(lua_State *L, struct mst_host *host, struct mst_board *board) {
    if (!board)
        luaL_error(L, "a board has 1 to %d zones (a grid at most 26 columns and 99 rows)",
                   MST_MOST_ZONES);
    host->rules->schema->board = board;
}

static bool *read_voids(lua_State *L, int columns, int rows) {
    if (!spec_list(L, 1, "voids"))
        return NULL;
    bool *voids = lua_newuserdatauv(L, (size_t)(columns * rows) * sizeof *voids, 0);
    memset(voids, 0, (size_t)(columns * rows) * sizeof *voids);
    for (int i = 1; i <= (int)luaL_len(L, -2); i++) {
        lua_rawgeti(L, -2, i);
        const char *zone = luaL_checkstring(L, -1);
        int column = zone[0] - 'a', row = *zone && lua_stringtonumber(L, zone + 1) ? 0 : -1;
        if (row == 0)
            row = (int)lua_tointeger(L, -1) - 1;
        if (column < 0 || column >= columns || row < 0 || row >= rows)
            luaL_error(L, "void '%s' is not on a grid of %dx%d", zone, columns, rows);
        voids[row * columns + column] = true;
        lua_settop(L, 3);
    }
    return voids;
}

static int declare_grid(lua_State *L) {
    struct mst_host *host = declaring(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    spec_keys(L, 1, "muster.grid", "columns rows diagonal voids");
    if (host->rules->schema->board)
        return luaL_error(L, "the board is declared twice");
    int columns = (int)spec_int(L, 1, "columns", 0), rows = (int)spec_int(L, 1, "rows", 0);
    if (columns < 1 || columns > 26 || rows < 1 || rows > 99)
        return luaL_error(L, "a grid has 1 to 26 columns and 1 to 99 rows, not %dx%d", columns,
                          rows);
    bool *voids = read_voids(L, columns, rows);
    take_board(L, host, mst_board_grid(columns, rows, spec_flag(L, 1, "diagonal"), voids));
    return mst_host_push_grid(L);
}

static void graph_names(lua_State *L, struct mst_board *board) {
    spec_list(L, 1, "zones");
    for (int i = 0; i < board->zones; i++) {
        lua_rawgeti(L, -1, i + 1);
        const char *name = luaL_checkstring(L, -1);
        size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
        if (!length || name[length] || length >= MST_NAME_SIZE)
            luaL_error(L, "zone '%s': a name has 1 to %d of a-z, 0-9 and _", name,
                       MST_NAME_SIZE - 1);
        if (mst_board_zone(board, name, length) != MST_NONE)
            luaL_error(L, "zone '%s' is named twice", name);
        snprintf(board->names[i], MST_NAME_SIZE, "%s", name);
        lua_pop(L, 1);
    }
    spec_list(L, 1, "directions");
    for (int d = 0; d < board->directions; d++) {
        lua_rawgeti(L, -1, d + 1);
        snprintf(board->direction_names[d], MST_NAME_SIZE, "%s", luaL_checkstring(L, -1));
        lua_pop(L, 1);
    }
}

static void graph_links(lua_State *L, struct mst_board *board) {
    spec_list(L, 1, "links");
    int links = lua_gettop(L);
    for (int i = 1; i <= (int)luaL_len(L, links); i++) {
        lua_rawgeti(L, links, i);
        for (int k = 1; k <= 3; k++)
            lua_rawgeti(L, links + 1, k);
        const char *from = luaL_checkstring(L, -3), *way = luaL_checkstring(L, -2);
        const char *to = luaL_checkstring(L, -1);
        int a = mst_board_zone(board, from, strlen(from)),
            b = mst_board_zone(board, to, strlen(to));
        int d = board->directions - 1;
        while (d >= 0 && strcmp(board->direction_names[d], way) != 0)
            d--;
        if (a < 0 || b < 0 || d < 0)
            luaL_error(L, "link %s -%s-> %s: no such %s", from, way, to,
                       d < 0 ? "direction" : "zone");
        board->to[d][a] = b;
        lua_settop(L, links);
    }
}

static int declare_graph(lua_State *L) {
    struct mst_host *host = declaring(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    spec_keys(L, 1, "muster.graph", "zones directions links");
    if (host->rules->schema->board)
        return luaL_error(L, "the board is declared twice");
    if (!spec_list(L, 1, "zones") || !spec_list(L, 1, "directions") || !spec_list(L, 1, "links"))
        return luaL_error(L, "muster.graph needs 'zones', 'directions' and 'links'");
    take_board(L, host, mst_board_new((int)luaL_len(L, -3), (int)luaL_len(L, -2)));
    graph_names(L, host->rules->schema->board);
    graph_links(L, host->rules->schema->board);
    mst_board_finish(host->rules->schema->board);
    return mst_host_push_grid(L);
}

/* ---- schema ---------------------------------------------------------------------------------- */

static int declare_pieces(lua_State *L) {
    struct mst_host *host = declaring(L);
    struct mst_error error = {0};
    if (named_first(L))
        return mst_host_new_pieces(L);
    spec_keys(L, 1, "muster.pieces", "name count text");
    int type =
        mst_schema_type(host->rules->schema, spec_need(L, 1, "muster.pieces", "name"),
                        (int)spec_int(L, 1, "count", 0), spec_text(L, 1, "text", NULL), &error);
    demand(L, type >= 0, &error);
    lua_pushinteger(L, host->rules->schema->types[type].first);
    lua_pushinteger(L, host->rules->schema->types[type].count);
    return 2;
}

static void container_order(lua_State *L, const struct mst_schema *schema,
                            struct mst_container *container) {
    if (!spec_list(L, 1, "sort"))
        return;
    int count = (int)luaL_len(L, -1);
    if (count > 4)
        luaL_error(L, "sort: at most 4 fields order a container, not %d", count);
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, -1, i + 1);
        const char *name = luaL_checkstring(L, -1);
        int down = *name == '-';
        int field = mst_schema_find_field(schema, name + down);
        if (field < 0 || schema->fields[field].of != MST_OF_PIECE)
            luaL_error(L, "sort: '%s' is not a field of pieces declared before", name + down);
        container->sort[container->sorts++] = field;
        container->descending |= down << i;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static enum mst_faces faces_named(lua_State *L, const char *name) {
    static const char *const names[] = {"all", "owner", "none"};
    for (int i = 0; i < 3; i++)
        if (!strcmp(names[i], name))
            return (enum mst_faces)i;
    luaL_error(L, "container: 'faces' must be all, owner or none, found '%s'", name);
    return MST_FACES_ALL;
}

static int declare_container(lua_State *L) {
    struct mst_host *host = declaring(L);
    struct mst_container container = {0};
    struct mst_error error = {0};
    bool named = named_first(L);
    spec_keys(L, 1, "muster.container",
              named ? "per_seat ordered sort faces" : "name per_seat ordered sort faces");
    if (named)
        lua_rawgeti(L, 1, 1);
    spec_copy_name(L, container.name,
                   named ? lua_tostring(L, -1) : spec_need(L, 1, "muster.container", "name"));
    container.per_seat = spec_flag(L, 1, "per_seat");
    container.ordered = spec_flag(L, 1, "ordered");
    container.faces = faces_named(L, spec_text(L, 1, "faces", "all"));
    container_order(L, host->rules->schema, &container);
    int index = mst_schema_container(host->rules->schema, &container, &error);
    demand(L, index >= 0, &error);
    if (named)
        return mst_host_new_container(L, index);
    mst_host_push_container(L, index);
    return 1;
}

/* Names of a field's values become constants. */
static void field_values(lua_State *L, struct mst_host *host, struct mst_field *field) {
    struct mst_error error = {0};
    if (!spec_list(L, 1, "values"))
        return;
    int count = (int)luaL_len(L, -1);
    field->max = field->min + count - 1;
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, -1, i + 1);
        demand(L,
               mst_rules_name(host->rules, luaL_checkstring(L, -1), MST_NAME_CONSTANT,
                              field->min + i, &error),
               &error);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

enum mst_entity mst_host_field_of(lua_State *L, const char *name) {
    static const char *const names[] = {"game", "seat", "zone", "piece"};
    for (int i = 0; i < 4; i++)
        if (!strcmp(names[i], name))
            return (enum mst_entity)i;
    luaL_error(L, "field: 'of' must be game, seat, zone or piece, found '%s'", name);
    return MST_OF_GAME;
}

enum mst_visibility mst_host_field_seen(lua_State *L, const char *name) {
    if (!strcmp(name, "all"))
        return MST_SEEN_BY_ALL;
    if (!strcmp(name, "owner"))
        return MST_SEEN_BY_OWNER;
    if (!strcmp(name, "face"))
        return MST_SEEN_AS_FACE;
    if (strcmp(name, "none") != 0)
        luaL_error(L, "field: 'seen' must be all, owner, none or face, found '%s'", name);
    return MST_SEEN_BY_NONE;
}

static int32_t field_number(lua_State *L, const char *key, int64_t otherwise) {
    int64_t number = spec_int(L, 1, key, otherwise);
    if (number < INT32_MIN || number > INT32_MAX)
        luaL_error(L, "field: '%s' must fit into 32 bits", key);
    return (int32_t)number;
}

/* A list of numbers, one for each piece of `type`, into values[]; it is on top of the stack. */
static void each_of_type(lua_State *L, const struct mst_piece_type *type, const char *field,
                         int32_t *values) {
    if (!lua_istable(L, -1) || luaL_len(L, -1) != type->count)
        luaL_error(L, "field '%s': 'each' needs a list of %d numbers for '%s'", field, type->count,
                   type->name);
    for (int i = 0; i < type->count; i++) {
        lua_rawgeti(L, -1, i + 1);
        if (!lua_isinteger(L, -1))
            luaL_error(L, "field '%s': number %d of '%s' in 'each' is a %s", field, i + 1,
                       type->name, luaL_typename(L, -1));
        int64_t value = lua_tointeger(L, -1);
        values[type->first + i] = value < INT32_MIN   ? INT32_MIN
                                  : value > INT32_MAX ? INT32_MAX
                                                      : (int32_t)value;
        lua_pop(L, 1);
    }
}

/* `each`: type name -> the values that its pieces begin with, into values[]. Names are looked up
 * one by one, so that their order in the table means nothing. */
void mst_host_field_each(lua_State *L, struct mst_field *field, int32_t *values) {
    const struct mst_schema *schema = mst_host_of(L)->rules->schema;
    if (!spec_list(L, 1, "each"))
        return;
    if (field->of != MST_OF_PIECE)
        luaL_error(L,
                   "field '%s': 'each' gives values to pieces; this is a field of something else",
                   field->name);
    for (int p = 0; p < schema->pieces; p++)
        values[p] = field->initial;
    for (int t = 0; t < schema->type_count; t++) {
        if (lua_getfield(L, -1, schema->types[t].name) != LUA_TNIL)
            each_of_type(L, &schema->types[t], field->name, values);
        lua_pop(L, 1);
    }
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "?";
        struct mst_nearest nearest = {.wanted = name};
        for (int t = 0; t < schema->type_count; t++)
            mst_nearest_offer(&nearest, schema->types[t].name);
        if (mst_schema_find_type(schema, name) < 0)
            luaL_error(L,
                       "field '%s': 'each' names '%s', which is not a piece type declared "
                       "before%s%s%s",
                       field->name, name, nearest.best ? "; did you mean '" : "",
                       nearest.best ? nearest.best : "", nearest.best ? "'?" : "");
    }
    field->each = values;
    field->each_count = schema->pieces;
    lua_pop(L, 1);
}

enum { MOST_INDEXED = 31 };

void mst_host_check_indexed(lua_State *L, const struct mst_field *field) {
    if (field->indexed && (field->of != MST_OF_ZONE || field->min || field->max > MOST_INDEXED ||
                           field->seen != MST_SEEN_BY_ALL))
        luaL_error(L,
                   "field '%s': 'indexed' is for a zone's field from 0 to %d at most that all may "
                   "see",
                   field->name, MOST_INDEXED);
}

static int declare_field(lua_State *L) {
    struct mst_host *host = declaring(L);
    struct mst_field field = {0};
    struct mst_error error = {0};
    int32_t each[MST_MOST_PIECES];
    if (named_first(L))
        return mst_host_new_field(L);
    spec_keys(L, 1, "muster.field",
              "of name min max initial values letters seen hashed each indexed");
    spec_copy_name(L, field.name, spec_need(L, 1, "muster.field", "name"));
    field.of = mst_host_field_of(L, spec_need(L, 1, "muster.field", "of"));
    field.min = field_number(L, "min", 0);
    field.max = field_number(L, "max", 1);
    field_values(L, host, &field);
    field.initial = field_number(L, "initial", field.min);
    mst_host_field_each(L, &field, each);
    field.letters = spec_text(L, 1, "letters", NULL);
    if (field.letters && (int64_t)strlen(field.letters) != (int64_t)field.max - field.min + 1)
        return luaL_error(L, "field '%s': 'letters' needs one for each of %d .. %d", field.name,
                          field.min, field.max);
    field.seen = mst_host_field_seen(L, spec_text(L, 1, "seen", "all"));
    lua_getfield(L, 1, "hashed");
    field.hashed = lua_isnil(L, -1) || lua_toboolean(L, -1);
    lua_getfield(L, 1, "indexed");
    field.indexed = lua_toboolean(L, -1);
    mst_host_check_indexed(L, &field);
    if (mst_rules_find(host->rules, field.name))
        return luaL_error(L, "the name '%s' is declared twice", field.name);
    int index = mst_schema_field(host->rules->schema, &field, &error);
    demand(L, index >= 0, &error);
    mst_host_push_accessors(L, index);
    mst_host_note(L, MST_DECLARED_FIELD, index, -1, 2);
    return 2;
}

/* ---- constants ------------------------------------------------------------------------------- */

static int declare_constant(lua_State *L) {
    struct mst_host *host = declaring(L);
    struct mst_error error = {0};
    demand(L,
           mst_rules_name(host->rules, luaL_checkstring(L, 1), MST_NAME_CONSTANT,
                          luaL_checkinteger(L, 2), &error),
           &error);
    lua_settop(L, 2);
    return 1;
}

static void region_words(lua_State *L, const struct mst_board *board, int list, uint64_t *words) {
    luaL_checktype(L, list, LUA_TTABLE);
    for (int i = 1; i <= (int)luaL_len(L, list); i++) {
        lua_rawgeti(L, list, i);
        int zone = lua_isinteger(L, -1) ? (int)lua_tointeger(L, -1) : MST_NONE;
        if (lua_type(L, -1) == LUA_TSTRING) {
            size_t length;
            const char *name = lua_tolstring(L, -1, &length);
            zone = mst_board_zone(board, name, length);
        }
        if (zone < 0 || zone >= board->zones)
            luaL_error(L, "region: entry %d is no zone of the board", i);
        words[zone / 64] |= 1ULL << (zone & 63);
        lua_pop(L, 1);
    }
}

static int declare_region(lua_State *L) {
    struct mst_host *host = declaring(L);
    struct mst_error error = {0};
    const struct mst_board *board = host->rules->schema->board;
    const char *name = luaL_checkstring(L, 1);
    int count = lua_gettop(L) - 1;
    if (!board)
        return luaL_error(L, "region '%s': the board comes first", name);
    if (count != 1 && count != host->rules->schema->seats)
        return luaL_error(L, "region '%s': expected one list of zones, or one for each of %d seats",
                          name, host->rules->schema->seats);
    struct mst_region *region =
        mst_host_grow(L, &host->rules->regions, &host->rules->region_count, sizeof *region);
    region->words = mst_calloc((size_t)(count * board->words), sizeof *region->words);
    if (!region->words)
        return luaL_error(L, "memory ended");
    region->count = count;
    for (int i = 0; i < count; i++)
        region_words(L, board, i + 2, region->words + i * board->words);
    demand(
        L,
        mst_rules_name(host->rules, name, MST_NAME_REGION, host->rules->region_count - 1, &error),
        &error);
    return 0;
}

static int declare_values(lua_State *L) {
    struct mst_host *host = declaring(L);
    struct mst_error error = {0};
    luaL_checktype(L, 2, LUA_TTABLE);
    int count = (int)luaL_len(L, 2) + 1;
    struct mst_table *table =
        mst_host_grow(L, &host->rules->tables, &host->rules->table_count, sizeof *table);
    table->values = mst_calloc((size_t)count, sizeof *table->values);
    if (!table->values)
        return luaL_error(L, "memory ended");
    table->count = count;
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, 2, i);
        table->values[i] = (int32_t)(lua_isnil(L, -1) ? 0 : luaL_checkinteger(L, -1));
        lua_pop(L, 1);
    }
    demand(L,
           mst_rules_name(host->rules, luaL_checkstring(L, 1), MST_NAME_TABLE,
                          host->rules->table_count - 1, &error),
           &error);
    return 0;
}

/* ---- definitions ----------------------------------------------------------------------------- */

/* "name(a, b)" or "name": the name, and the parameters. */
static int read_head(lua_State *L, const char *head, char *name, char (*params)[MST_NAME_SIZE]) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    size_t length = strspn(head, letters);
    int count = 0;
    if (!length || length >= MST_NAME_SIZE || (*head >= '0' && *head <= '9'))
        luaL_error(L, "'%s': expected a name, or a name with parameters as in 'near_to(zone)'",
                   head);
    snprintf(name, MST_NAME_SIZE, "%.*s", (int)length, head);
    const char *at = head + length;
    if (!strcmp(at, "()"))
        return 0;
    while (*at == '(' || *at == ',' || *at == ' ') {
        at += strspn(at, "(, ");
        length = strspn(at, letters);
        if (!length || length >= MST_NAME_SIZE || count == MST_MOST_PARAMS)
            luaL_error(L, "'%s': expected at most %d names between the parentheses", head,
                       MST_MOST_PARAMS);
        snprintf(params[count++], MST_NAME_SIZE, "%.*s", (int)length, at);
        at += length;
    }
    if (count ? strcmp(at, ")") != 0 : *at != 0)
        luaL_error(L, "'%s': expected ')' at the end of the parameters", head);
    return count;
}

static void add_layer(lua_State *L, struct mst_define *define, const char *text,
                      enum mst_join join) {
    struct mst_layer *layer =
        mst_host_grow(L, &define->layers, &define->layer_count, sizeof *define->layers);
    layer->text = mst_host_strdup(L, text);
    layer->origin = mst_host_origin(L);
    layer->module = mst_host_strdup(L, mst_host_module_name(mst_host_of(L)));
    layer->join = join;
}

/* An expression of the host that calls definition `define`, as a Lua function. */
static int push_define(lua_State *L, const struct mst_define *define) {
    struct mst_host *host = mst_host_of(L);
    struct mst_host_expr *expr =
        mst_host_grow(L, &host->exprs, &host->expr_count, sizeof *host->exprs);
    char call[256];
    size_t at = (size_t)snprintf(call, sizeof call, "%s", define->name);
    for (int i = 0; i < define->param_count; i++)
        at += (size_t)snprintf(call + at, sizeof call - at, "%s%s", i ? ", " : "(",
                               define->params[i]);
    if (define->param_count)
        snprintf(call + at, sizeof call - at, ")");
    expr->params = define->param_count;
    memcpy(expr->names, define->params, sizeof expr->names);
    expr->text = mst_host_strdup(L, call);
    expr->origin = mst_host_origin(L);
    mst_host_push_expr(L, host->expr_count - 1);
    return 1;
}

static int define(lua_State *L, bool query) {
    struct mst_host *host = declaring(L);
    struct mst_error error = {0};
    struct mst_define made = {.query = query};
    made.param_count = read_head(L, luaL_checkstring(L, 1), made.name, made.params);
    const char *text = luaL_checkstring(L, 2);
    struct mst_define *kept =
        mst_host_grow(L, &host->rules->defines, &host->rules->define_count, sizeof *kept);
    *kept = made;
    add_layer(L, kept, text, MST_JOIN_TEXT);
    demand(L,
           mst_rules_name(host->rules, made.name, MST_NAME_DEFINE, host->rules->define_count - 1,
                          &error),
           &error);
    mst_host_note_hook(L, query ? MST_HOOK_QUERY : MST_HOOK_WORD, host->rules->define_count - 1, 3);
    push_define(L, kept);
    mst_host_note(L, MST_DECLARED_DEFINE, host->rules->define_count - 1, host->expr_count - 1, 1);
    return 1;
}

static int declare_define(lua_State *L) {
    return define(L, false);
}

static int declare_query(lua_State *L) {
    if (!lua_isstring(L, 1))
        return mst_host_new_query(L);
    return define(L, true);
}

/* How an amendment is joined to what stands beneath it: argument 3. */
static enum mst_join read_join(lua_State *L) {
    static const char *const joins[] = {
        [MST_JOIN_OR] = "or",   [MST_JOIN_AND] = "and", [MST_JOIN_MIN] = "min",
        [MST_JOIN_MAX] = "max", [MST_JOIN_SUM] = "+",
    };
    const char *name = luaL_optstring(L, 3, NULL);
    if (!name)
        return MST_JOIN_TEXT;
    for (size_t i = 0; i < sizeof joins / sizeof *joins; i++)
        if (joins[i] && !strcmp(joins[i], name))
            return (enum mst_join)i;
    luaL_error(L, "'%s' is not a way to join amendments; expected one of: and, or, min, max, +",
               name);
    return MST_JOIN_TEXT;
}

static int declare_amend(lua_State *L) {
    struct mst_host *host = declaring(L);
    const char *name = luaL_checkstring(L, 1), *text = luaL_checkstring(L, 2);
    enum mst_join join = read_join(L);
    struct mst_nearest nearest = {.wanted = name};
    for (int i = 0; i < host->rules->define_count; i++) {
        struct mst_define *define = &host->rules->defines[i];
        if (!define->query)
            continue;
        mst_nearest_offer(&nearest, define->name);
        if (!strcmp(define->name, name)) {
            add_layer(L, define, text, join);
            return 0;
        }
    }
    return luaL_error(L,
                      nearest.best ? "no query is called '%s'; did you mean '%s'?"
                                   : "no query is called '%s': the module that declares it must "
                                     "be required",
                      name, nearest.best);
}

static int declare_expr(lua_State *L) {
    struct mst_host *host = declaring(L);
    const char *text = luaL_checkstring(L, 1);
    int count = lua_gettop(L) - 1;
    if (count > MST_MOST_PARAMS)
        return luaL_error(L, "an expression has at most %d parameters", MST_MOST_PARAMS);
    struct mst_host_expr *expr =
        mst_host_grow(L, &host->exprs, &host->expr_count, sizeof *host->exprs);
    for (int i = 0; i < count; i++)
        spec_copy_name(L, expr->names[i], luaL_checkstring(L, i + 2));
    expr->params = count;
    expr->text = mst_host_strdup(L, text);
    expr->origin = mst_host_origin(L);
    mst_host_push_expr(L, host->expr_count - 1);
    mst_host_note(L, MST_DECLARED_EXPR, host->expr_count - 1, host->expr_count - 1, 1);
    return 1;
}

static int declare_func(lua_State *L) {
    struct mst_host *host = declaring(L);
    struct mst_error error = {0};
    struct mst_function function = {0};
    char params[MST_MOST_PARAMS][MST_NAME_SIZE];
    function.param_count = read_head(L, luaL_checkstring(L, 1), function.name, params);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 3);
    lua_pushvalue(L, 2);
    function.function = mst_host_keep(L);
    struct mst_function *kept =
        mst_host_grow(L, &host->rules->functions, &host->rules->function_count, sizeof *kept);
    *kept = function;
    demand(L,
           mst_rules_name(host->rules, function.name, MST_NAME_FUNCTION,
                          host->rules->function_count - 1, &error),
           &error);
    mst_host_note_hook(L, MST_HOOK_WORD, host->rules->function_count - 1, 3);
    mst_host_note(L, MST_DECLARED_FUNCTION, host->rules->function_count - 1, -1, 0);
    lua_settop(L, 2);
    return 1; /* the function itself */
}

/* ---- events ---------------------------------------------------------------------------------- */

static int declare_event(lua_State *L) {
    struct mst_host *host = declaring(L);
    struct mst_error error = {0};
    struct mst_event event = {0};
    if (lua_istable(L, 1))
        return mst_host_new_event(L);
    event.param_count = read_head(L, luaL_checkstring(L, 1), event.name, event.params);
    struct mst_event *kept =
        mst_host_grow(L, &host->rules->events, &host->rules->event_count, sizeof *kept);
    *kept = event;
    demand(L,
           mst_rules_name(host->rules, event.name, MST_NAME_EVENT, host->rules->event_count - 1,
                          &error),
           &error);
    mst_host_note_hook(L, MST_HOOK_EVENT, host->rules->event_count - 1, 2);
    mst_host_note(L, MST_DECLARED_EVENT, host->rules->event_count - 1, -1, 0);
    lua_pushinteger(L, host->rules->event_count - 1);
    return 1;
}

static struct mst_pending *add_pending(lua_State *L, enum mst_pending_kind kind, int index) {
    struct mst_host *host = mst_host_of(L);
    struct mst_pending *pending =
        mst_host_grow(L, &host->pending, &host->pending_count, sizeof *pending);
    pending->kind = kind;
    pending->index = index;
    pending->ref = LUA_NOREF;
    pending->origin = mst_host_origin(L);
    pending->module = mst_host_strdup(L, mst_host_module_name(host));
    return pending;
}

static int declare_on(lua_State *L) {
    declaring(L);
    const char *name = luaL_checkstring(L, 1);
    bool function = lua_isfunction(L, 2);
    if (!function)
        luaL_checkstring(L, 2);
    lua_settop(L, 2);
    struct mst_pending *pending = add_pending(L, MST_PENDING_LISTENER, -1);
    pending->text = mst_host_strdup(L, name);
    pending->ref = mst_host_keep(L);
    return 0;
}

/* ---- decisions and moves --------------------------------------------------------------------- */

int mst_host_add_decision(lua_State *L, const char *name, bool automatic) {
    struct mst_host *host = declaring(L);
    struct mst_error error = {0};
    demand(
        L,
        mst_rules_name(host->rules, name, MST_NAME_DECISION, host->rules->decision_count, &error),
        &error);
    struct mst_decision *decision =
        mst_host_grow(L, &host->rules->decisions, &host->rules->decision_count, sizeof *decision);
    if (host->rules->decision_count > MST_MOST_DECISIONS)
        return luaL_error(L, "too many decisions and steps: at most %d", MST_MOST_DECISIONS);
    spec_copy_name(L, decision->name, name);
    spec_copy_title(L, decision->title, sizeof decision->title, name);
    decision->automatic = automatic;
    decision->chance = spec_flag(L, 1, "chance");
    decision->seat = decision->seat_function = -1;
    decision->run = decision->empty = (struct mst_action){-1, -1, false};
    decision->bind = -1;
    decision->origin = mst_host_origin(L);
    return host->rules->decision_count - 1;
}

/* The key of the table at 1 is a function, or not there where that is the new form as well. */
static bool of_functions(lua_State *L, const char *key, bool absent) {
    int type = lua_getfield(L, 1, key);
    lua_pop(L, 1);
    return type == LUA_TFUNCTION || (absent && type == LUA_TNIL);
}

static int new_decision(lua_State *L, bool automatic) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    lua_rawgeti(L, 1, 1);
    int index = mst_host_add_decision(L, luaL_checkstring(L, -1), automatic);
    lua_settop(L, 1);
    struct mst_decision_rule *rule = mst_host_decision_rule(L, index);
    rule->plain = of_functions(L, "empty", true) && of_functions(L, "let", true) &&
                  (automatic ? of_functions(L, "run", false)
                             : of_functions(L, "seat", spec_flag(L, 1, "chance")));
    if (rule->plain) {
        mst_host_keep_decision(L, rule);
    } else {
        struct mst_pending *pending = add_pending(L, MST_PENDING_DECISION, index);
        lua_pushvalue(L, 1);
        pending->ref = luaL_ref(L, LUA_REGISTRYINDEX);
    }
    mst_handle_push(L, MST_HANDLE_DECISION, index);
    return 1;
}

static int declare_decision(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    spec_keys(L, 1, "muster.decision", "title seat let empty chance");
    return new_decision(L, false);
}

int mst_host_declare_step(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    spec_keys(L, 1, "muster.step", "title run");
    return new_decision(L, true);
}

static int declare_move(lua_State *L) {
    struct mst_host *host = declaring(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    lua_getfield(L, 1, "at");
    lua_getfield(L, 1, "legal");
    if (mst_handle_at(L, 2) || !lua_isnil(L, 3))
        return mst_host_new_move(L);
    spec_keys(L, 1, "muster.move", "at title text apply unlisted reluctant secret weight");
    lua_settop(L, 1);
    lua_rawgeti(L, 1, 1);
    const char *name = luaL_checkstring(L, -1);
    if (mst_rules_find_kind(host->rules, name) >= 0)
        return luaL_error(L, "move '%s' is declared twice", name);
    if (host->rules->kind_count == MST_MOST_KINDS)
        return luaL_error(L, "too many moves: at most %d", MST_MOST_KINDS);
    struct mst_kind *kind =
        mst_host_grow(L, &host->rules->kinds, &host->rules->kind_count, sizeof *kind);
    spec_copy_name(L, kind->name, name);
    spec_copy_title(L, kind->title, sizeof kind->title, name);
    kind->action = (struct mst_action){-1, -1, false};
    kind->weight = kind->must = -1;
    kind->weight_function = kind->must_function = kind->legal = -1;
    kind->unlisted = spec_flag(L, 1, "unlisted");
    kind->reluctant = spec_flag(L, 1, "reluctant");
    kind->secret = spec_flag(L, 1, "secret");
    host->rules->any_reluctant |= kind->reluctant;
    kind->origin = mst_host_origin(L);
    kind->module = mst_host_strdup(L, mst_host_module_name(host));
    struct mst_pending *pending = add_pending(L, MST_PENDING_MOVE, host->rules->kind_count - 1);
    lua_pushvalue(L, 1);
    pending->ref = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

/* forbid, permit, oblige: (move, {where =, rule =, why =}) */
static int declare_permission(lua_State *L, enum mst_pending_kind kind, const char *what) {
    declaring(L);
    const char *name = luaL_checkstring(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    spec_keys(L, 2, what, "where rule why");
    spec_need(L, 2, what, "where");
    lua_settop(L, 2);
    struct mst_pending *pending = add_pending(L, kind, -1);
    pending->text = mst_host_strdup(L, name);
    pending->ref = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

static int declare_forbid(lua_State *L) {
    return declare_permission(L, MST_PENDING_FORBID, "muster.forbid");
}

static int declare_permit(lua_State *L) {
    return declare_permission(L, MST_PENDING_PERMIT, "muster.permit");
}

static int declare_oblige(lua_State *L) {
    return declare_permission(L, MST_PENDING_OBLIGE, "muster.oblige");
}

/* ---- the rest of a game ---------------------------------------------------------------------- */

static void keep_once(lua_State *L, int *ref, const char *what) {
    declaring(L);
    luaL_checktype(L, 1, LUA_TFUNCTION);
    if (*ref != LUA_NOREF)
        luaL_error(L, "%s is declared twice", what);
    lua_settop(L, 1);
    *ref = luaL_ref(L, LUA_REGISTRYINDEX);
}

static int declare_setup(lua_State *L) {
    struct mst_host *host = declaring(L);
    if (host->setup_ref != LUA_NOREF || host->setup_text)
        return luaL_error(L, "muster.setup is declared twice");
    host->setup_origin = mst_host_origin(L);
    if (lua_isfunction(L, 1)) {
        lua_settop(L, 1);
        host->setup_ref = luaL_ref(L, LUA_REGISTRYINDEX);
    } else {
        host->setup_text = mst_host_strdup(L, luaL_checkstring(L, 1));
    }
    return 0;
}

static int declare_notation(lua_State *L) {
    struct mst_host *host = declaring(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    spec_keys(L, 1, "muster.notation", "print parse");
    if (host->print_ref != LUA_NOREF)
        return luaL_error(L, "muster.notation is declared twice");
    if (lua_getfield(L, 1, "parse") != LUA_TFUNCTION ||
        lua_getfield(L, 1, "print") != LUA_TFUNCTION)
        return luaL_error(L, "muster.notation needs 'print' and 'parse', two functions");
    host->print_ref = luaL_ref(L, LUA_REGISTRYINDEX);
    host->parse_ref = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

static int declare_scene(lua_State *L) {
    keep_once(L, &mst_host_of(L)->scene_ref, "muster.scene");
    return 0;
}

static int declare_worth(lua_State *L) {
    keep_once(L, &mst_host_of(L)->worth_ref, "muster.worth");
    return 0;
}

static int declare_verify(lua_State *L) {
    keep_once(L, &mst_host_of(L)->verify_ref, "muster.verify");
    return 0;
}

/* What may fail by itself. */
#define SOFTLY(declare, name)                                                                      \
    static int softly_##declare(lua_State *L) {                                                    \
        return mst_host_softly(L, declare, name);                                                  \
    }
SOFTLY(declare_amend, "amend")
SOFTLY(declare_on, "on")
SOFTLY(declare_move, "move")
SOFTLY(declare_forbid, "forbid")
SOFTLY(declare_permit, "permit")
SOFTLY(declare_oblige, "oblige")
SOFTLY(mst_host_declare_rule, "rule")
SOFTLY(mst_host_declare_rules, "rules")
#undef SOFTLY

const struct mst_api mst_api_declare[] = {
    {"module", mst_host_declare_module,
     "(manifest: {title: string?, section: string?, requires: string[]?, conflicts: string[]?, "
     "before: string[]?, after: string[]?, options: table[]|(fun(): table[])?, "
     "offers: table<string, table>?}): table<string, any>",
     "Say what this module is: title, section (of its options in the INI), requires, conflicts, "
     "before, "
     "after (lists of module names), options (a list of {key, type, default, min, max, choices, "
     "help, needs, rule}; a value other than the default needs the module `needs`, by that rule; "
     "or a function that gives the list when all offers are known) "
     "and offers (what others can read with muster.offers, by kind). The file begins with it and "
     "waits there until all modules have said what they are; then those that it requires are "
     "loaded, and it goes on. Returns the values of the options by key."},
    {"shape", mst_host_shape,
     "(what: string, value: table, types: table<string, string>, needed: string[]?): boolean",
     "For modules that others build on: a fault (see muster.fault) if the table has a key that "
     "`types` lacks, a value of another type (text, number, flag, list, table, function, any, or "
     "several as in 'number|text'), or not one of the keys `needed`. True if all is well."},
    {"fault", mst_host_fault, "(text: string): boolean",
     "For modules that others build on: what the other module gave is wrong. The fault stands "
     "where that called. An error, except for `muster check`, which notes it and goes on: then it "
     "returns false, and what was given is to be left alone."},
    {"offers", mst_host_declare_offers, "(kind: string): table[]",
     "What the modules that are on offer of a kind, required ones first and else in the order of "
     "their names, before any of them has loaded; each with the name of its module as `module` and "
     "its place as `at`."},
    {"game", declare_game, "(game: {title: string, seats: integer?})",
     "Name the game and say how many seats it has."},
    {"grid", declare_grid,
     "(grid: {columns: integer, rows: integer, diagonal: boolean?, voids: string[]?})",
     "Make the board a grid of zones a1, b1 ... with directions n e s w (and ne se sw nw)."},
    {"graph", declare_graph, "(graph: {zones: string[], directions: string[], links: string[][]})",
     "Make the board a graph: each link is {from, direction, to}."},
    {"pieces", declare_pieces,
     "(pieces: {name: string, count: integer, text: string?}): integer, integer",
     "Declare a type of pieces; `text` says how one is written, as in \"{owner}{kingdom}{arms}\". "
     "Returns the number of its first piece, and how many there are."},
    {"container", declare_container,
     "(container: {name: string, per_seat: boolean?, ordered: boolean?, sort: string[]?, faces: "
     "string?}): function",
     "Declare a place off the board, one or one a seat. Without `ordered` it is a bag, listed by "
     "the "
     "piece fields in `sort` (a leading - for falling). `faces` says who sees the faces of what "
     "lies "
     "there: all, owner (the seat it belongs to) or none. Returns a function: seat to place "
     "number."},
    {"field", declare_field,
     "(field: {of: string, name: string, min: integer?, max: integer?, initial: integer?, "
     "values: string[]?, letters: string?, seen: string?, hashed: boolean?, each: table?, "
     "indexed: boolean?}): function, function",
     "Declare a fact of the game, of each seat, zone or piece (`of`). `values` names its values, "
     "which become constants; `letters` writes them. `each` maps the name of a type to a list with "
     "the value that each of its pieces begins with. `seen` is all, owner, none, or face: then it "
     "never changes, and who sees it is said by the container. `indexed`, for a zone's field from "
     "0, keeps the zones of each value: {z in zones: name(z) == value} needs no loop. Returns a "
     "reader and a writer."},
    {"constant", declare_constant, "(name: string, value: integer): integer",
     "Name a number for expressions; returns it."},
    {"region", declare_region, "(name: string, ...: string[]|integer[])",
     "Name a set of zones, or one set for each seat, read as name(seat)."},
    {"values", declare_values, "(name: string, values: integer[])",
     "Name a table of numbers, read in expressions as name(index); outside it reads 0."},
    {"define", declare_define, "(head: string, text: string, about: {help: string}?): function",
     "Name an expression, with parameters as in \"bare(piece)\". Returns a function that evaluates "
     "it. With `help`, a sentence, `muster reference RULESET` lists it for other modules."},
    {"query", declare_query, "(head: string, text: string, about: {help: string}?): function",
     "As define, but other modules may amend it. `help` says what it asks, for `muster reference "
     "RULESET`."},
    {"amend", softly_declare_amend, "(name: string, text: string, join: string?)",
     "Put another expression over a query; `value` in it is what stood there before. With a join, "
     "one of or, and, min, max, +, the query is what stood there joined with the text: modules "
     "that join in the same way need no order."},
    {"options", mst_host_declare_options, "(): table<string, any>",
     "The values of the options of the module that is being loaded, for its further files."},
    {"state", mst_host_declare_state, "(fields: table[]): muster.Record",
     "Declare facts of the game, a list of { name, max = , ... } as for muster.field. Returns a "
     "record that is read and written by name: now.turn."},
    {"enum", mst_host_declare_enum, "(names: table<string, integer>): table<string, integer>",
     "Name numbers; returns the table, in which a name that is not there is an error."},
    {"letters", mst_host_declare_letters,
     "(letters: string|{letters: string, width: integer}): muster.Domain",
     "A domain for choose: numbers from 0 that are written as letters, `width` signs each."},
    {"once", mst_host_declare_once, "(f: function): function",
     "A value that many rules ask for: worked out at most once for a position."},
    {"flow", mst_host_declare_flow, "(flow: table): muster.Flow",
     "Declare all that can be pending in a game, in one list in the order in which it comes up: "
     "{ step = name, title }, { decision = name, title }, { procedure = name, title }. The bodies "
     "are filled in by function flow.name() ... end."},
    {"move_named", mst_host_move_named, "(name: string): muster.Move",
     "The move that a required module has declared by that name, for :forbid, :permit and "
     ":oblige."},
    {"hook", mst_host_declare_hook, "(hook: {[1]: string, fold: string?}): muster.Hook",
     "Declare a place where other modules listen in Lua, with hook:on(f). Calling the hook calls "
     "them in the order of their modules; `fold` says what it returns: each (nothing), first (the "
     "first result that is not nil), pipe (the first argument, after it went through all), sum, "
     "all (are none of them false?)."},
    {"expr", declare_expr, "(text: string, ...: string): function",
     "An expression, with the names of its parameters, as a Lua function."},
    {"func", declare_func, "(head: string, body: function, about: {help: string}?): function",
     "Make a Lua function with integer parameters and result callable from expressions and "
     "effects. `help` as for define."},
    {"ranking", mst_host_declare_ranking, "(ranking: table): function, function, function",
     "Say how good groups of pieces are: {name, suits = field, low = field, high = field, "
     "categories "
     "= {{name, run, suit, equal}, ...}, type, pool} and `duplicate`, `partial`, `around`, "
     "`wild_type`, `wild_pool`. Returns the functions name(place, size) and name_best(place, size, "
     "excluded?, wilds?), which texts may call as well, and one that lists pieces of the pool with "
     "which the best rank is reached. See the page on moves."},
    {"event", declare_event, "(head: string, about: {help: string}?): integer",
     "Declare an event with its parameters, as in \"damaged(piece, loss)\". `help` says when it "
     "happens, for `muster reference RULESET`. Returns its number."},
    {"on", softly_declare_on, "(event: string, listener: function|string)",
     "Listen to an event, with a Lua function or with effects (whose names are the event's "
     "parameters)."},
    {"list", mst_host_declare_list, "(list: {[1]: string, help: string?}): table",
     "Make an empty table, by {name, help = sentence}, to which other modules add in Lua, one "
     "after the other or by name; `muster reference RULESET` shows it by that name, with its "
     "entries."},
    {"decision", declare_decision,
     "(decision: {[1]: string, title: string?, seat: string, let: string[][]?, empty: "
     "function|string|nil, chance: boolean?}): integer",
     "Declare something to be decided: by which seat, the names that its moves share (`let`, a "
     "list of "
     "{name, expression}), and what to do when no move is legal."},
    {"step", mst_host_declare_step,
     "(step: {[1]: string, title: string?, run: function|string}): integer",
     "Declare something that the rules do by themselves when it comes up."},
    {"move", softly_declare_move,
     "(move: {[1]: string, at: string, title: string?, text: string, apply: function|string, "
     "weight: string?, unlisted: boolean?, reluctant: boolean?, [integer]: table})",
     "Declare a kind of move: {name, at = decision, text = format, clauses ..., apply = function "
     "or "
     "effects}; `unlisted` ones are accepted but never listed, of `secret` ones others are told "
     "the title "
     "only, `reluctant` ones are what random "
     "play "
     "takes only where nothing else is legal. See the page on moves."},
    {"forbid", softly_declare_forbid,
     "(move: string, clause: {where: string, rule: string?, why: string})",
     "Add a condition to a move kind of any module; a move that fails a condition is illegal, "
     "whoever "
     "permits it."},
    {"permit", softly_declare_permit, "(move: string, clause: {where: string, rule: string})",
     "Waive the conditions of a move kind that carry the given rule id, where `where` holds. What "
     "another module forbids stays forbidden."},
    {"oblige", softly_declare_oblige,
     "(move: string, clause: {where: string, rule: string?, why: string})",
     "While `where` holds and the move kind has a legal move, every other kind of its decision is "
     "illegal."},
    {"setup", declare_setup, "(setup: function|string)",
     "Say how a match begins: put the pieces, and go to the first decision."},
    {"notation", declare_notation, "(notation: {print: function, parse: function})",
     "Give positions a notation of their own: print() returns a line, parse(line) sets the "
     "position up."},
    {"scene", declare_scene, "(scene: function)",
     "Give the function that describes what a seat sees; see the page on scenes."},
    {"worth", declare_worth, "(worth: function)",
     "Give the function worth(seat) that computer players maximise."},
    {"verify", declare_verify, "(verify: function)",
     "Give a function that raises an error in a position that the rules cannot produce."},
    {"rule", softly_mst_host_declare_rule, "(id: string, text: string)",
     "Say in a sentence what a rule demands."},
    {"rules", softly_mst_host_declare_rules,
     "(chapter: {title: string, place: integer?, [integer]: {id: string?, text: string, option: "
     "string|string[]|nil, when: boolean?}})",
     "Write a chapter of the rulebook, a list of paragraphs: what each says, the id of its rule, "
     "the key of the option that it depends on (or several), and whether it holds (`when`). The "
     "chapters of a module stand in the order of their `place`, 0 unless given, then as written."},
    {NULL, NULL, NULL, NULL},
};
