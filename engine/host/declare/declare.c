/* The Lua API while modules load: declarations of a game. Their functions are compiled when all
 * modules are loaded: see compile_rules.c. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "host/handles/handle_parts.h"
#include "host/declare/spec.h"

struct host *host_declaring(lua_State *L) {
    struct host *host = host_of(L);
    if (host->frozen)
        luaL_error(L, "modules can declare only while they load: the rules are frozen now");
    /* H2. A file of the host itself, such as the manifest of scenarios, is no module. */
    if (host->current >= 0 && !host->modules[host->current].origin)
        luaL_error(L, "a module must call muster.module before it declares anything");
    return host;
}

static struct host *declaring(lua_State *L) {
    return host_declaring(L);
}

void host_demand(lua_State *L, bool done, const struct mst_error *error) {
    if (!done)
        host_raise_error(L, error);
}

static void demand(lua_State *L, bool done, const struct mst_error *error) {
    host_demand(L, done, error);
}

/* ---- game and board -------------------------------------------------------------------------- */

static int declare_game(lua_State *L) {
    struct host *host = declaring(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    spec_keys(L, 1, "muster.game", "title seats");
    if (host->title)
        return luaL_error(L, "the game is declared twice");

    int64_t seats = spec_int(L, 1, "seats", 2);
    if (seats < 1 || seats > MST_MOST_SEATS)
        return luaL_error(L, "a game must have 1 to %d seats, not %d", MST_MOST_SEATS, (int)seats);

    /* The seats last: the word `seats` and the places of containers depend on their number. */
    host->title = host_strdup(L, spec_need(L, 1, "muster.game", "title"));
    host->rules->schema->seats = (int)seats;
    host_words_seats(L);
    return 0;
}

static void check_sizes(lua_State *L, int64_t zones, int64_t directions) {
    if (zones < 1 || zones > CORE_MOST_ZONES)
        luaL_error(L, "a board has 1 to %d zones, not %d", CORE_MOST_ZONES, (int)zones);
    if (directions > CORE_MOST_DIRECTIONS)
        luaL_error(L, "a board has at most %d directions, not %d", CORE_MOST_DIRECTIONS,
                   (int)directions);
}

static void take_board(lua_State *L, struct host *host, struct core_board *board) {
    if (!board)
        host_no_memory(L);
    host->rules->schema->board = board;
}

static int void_count(const bool *voids, int cells) {
    int count = 0;
    for (int i = 0; voids && i < cells; i++)
        count += voids[i];
    return count;
}

static bool *read_voids(lua_State *L, int columns, int rows) {
    if (!spec_list(L, 1, "voids"))
        return NULL;
    bool *voids = lua_newuserdatauv(L, (size_t)(columns * rows) * sizeof *voids, 0);
    memset(voids, 0, (size_t)(columns * rows) * sizeof *voids);

    /* Void zones are written like zones: a column letter, then the row from 1. */
    for (int i = 1; i <= (int)luaL_len(L, -2); i++) {
        lua_rawgeti(L, -2, i);
        const char *zone = luaL_checkstring(L, -1);
        int column = zone[0] - 'a', row = *zone && lua_stringtonumber(L, zone + 1) ? 0 : -1;
        if (row == 0)
            row = (int)lua_tointeger(L, -1) - 1;

        if (column < 0 || column >= columns || row < 0 || row >= rows)
            luaL_error(L, "void '%s' is not on a grid of %dx%d", zone, columns, rows);
        voids[row * columns + column] = true;
        /* Table, list, voids: lua_stringtonumber may have pushed a number. */
        lua_settop(L, 3);
    }
    return voids;
}

static int declare_grid(lua_State *L) {
    struct host *host = declaring(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    spec_keys(L, 1, "muster.grid", "columns rows diagonal voids");
    if (host->rules->schema->board)
        return luaL_error(L, "the board is declared twice");

    /* Columns are letters, and rows have at most two digits, so that a zone's name is
     * unambiguous. */
    int columns = (int)spec_int(L, 1, "columns", 0), rows = (int)spec_int(L, 1, "rows", 0);
    if (columns < 1 || columns > 26 || rows < 1 || rows > 99)
        return luaL_error(L, "a grid has 1 to 26 columns and 1 to 99 rows, not %dx%d", columns,
                          rows);

    bool *voids = read_voids(L, columns, rows);
    check_sizes(L, columns * rows - void_count(voids, columns * rows), 0);
    take_board(L, host, core_board_grid(columns, rows, spec_flag(L, 1, "diagonal"), voids));
    return host_push_grid(L);
}

static void graph_names(lua_State *L, struct core_board *board) {
    spec_list(L, 1, "zones");

    for (int i = 0; i < board->zones; i++) {
        lua_rawgeti(L, -1, i + 1);
        const char *name = luaL_checkstring(L, -1);
        size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
        if (!length || name[length] || length >= CORE_NAME_SIZE)
            luaL_error(L, "zone '%s': a name must have 1 to %d characters of a-z, 0-9 and _", name,
                       CORE_NAME_SIZE - 1);
        /* Zones not named yet have no name, so only those before are found. */
        if (core_board_zone(board, name, length) != MST_NONE)
            luaL_error(L, "zone '%s' is named twice", name);

        snprintf(board->names[i], CORE_NAME_SIZE, "%s", name);
        lua_pop(L, 1);
    }

    spec_list(L, 1, "directions");
    for (int d = 0; d < board->directions; d++) {
        lua_rawgeti(L, -1, d + 1);
        snprintf(board->direction_names[d], CORE_NAME_SIZE, "%s", luaL_checkstring(L, -1));
        lua_pop(L, 1);
    }
}

static void graph_links(lua_State *L, struct core_board *board) {
    spec_list(L, 1, "links");
    int links = lua_gettop(L);

    /* A link is one way: {from, direction, to}. */
    for (int i = 1; i <= (int)luaL_len(L, links); i++) {
        lua_rawgeti(L, links, i);
        for (int k = 1; k <= 3; k++)
            lua_rawgeti(L, links + 1, k);
        const char *from = luaL_checkstring(L, -3), *way = luaL_checkstring(L, -2);
        const char *to = luaL_checkstring(L, -1);
        int a = core_board_zone(board, from, strlen(from)),
            b = core_board_zone(board, to, strlen(to));

        int d = board->directions - 1;
        while (d >= 0 && strcmp(board->direction_names[d], way) != 0)
            d--;

        if (a < 0 || b < 0 || d < 0)
            luaL_error(L, "link %s -%s-> %s: no such %s", from, way, to,
                       d < 0 ? "direction" : "zone");

        assert(a < board->zones && b < board->zones && d < board->directions);
        board->to[d][a] = b;
        lua_settop(L, links);
    }
}

static int declare_graph(lua_State *L) {
    struct host *host = declaring(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    spec_keys(L, 1, "muster.graph", "zones directions links");
    if (host->rules->schema->board)
        return luaL_error(L, "the board is declared twice");
    if (!spec_list(L, 1, "zones") || !spec_list(L, 1, "directions") || !spec_list(L, 1, "links"))
        return luaL_error(L, "muster.graph needs 'zones', 'directions' and 'links'");

    /* The board is the host's before it is complete: an error while it is read must not lose it. */
    int64_t zones = luaL_len(L, -3), directions = luaL_len(L, -2);
    check_sizes(L, zones, directions);
    take_board(L, host, core_board_new((int)zones, (int)directions));
    graph_names(L, host->rules->schema->board);
    graph_links(L, host->rules->schema->board);

    core_board_finish(host->rules->schema->board);
    return host_push_grid(L);
}

/* ---- schema ---------------------------------------------------------------------------------- */

static void container_order(lua_State *L, const struct core_schema *schema,
                            struct core_container *container) {
    if (!spec_list(L, 1, "sort"))
        return;
    int count = (int)luaL_len(L, -1);
    if (count > 4)
        luaL_error(L, "sort: a container can be sorted by at most 4 fields, not %d", count);
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, -1, i + 1);

        const char *name = luaL_checkstring(L, -1);
        int down = *name == '-';
        int field = core_schema_find_field(schema, name + down);
        if (field < 0 || schema->fields[field].of != CORE_OF_PIECE)
            luaL_error(L, "sort: '%s' is not a field of pieces declared before", name + down);

        /* A leading '-' sorts downward: bit i says so of field i. */
        container->sort[container->sorts++] = field;
        container->descending |= down << i;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static enum core_faces faces_named(lua_State *L, const char *name) {
    static const char *const names[] = {"all", "owner", "none"};
    for (int i = 0; i < 3; i++)
        if (!strcmp(names[i], name))
            return (enum core_faces)i;
    luaL_error(L, "container: 'faces' must be all, owner or none, found '%s'", name);
    return CORE_FACES_ALL;
}

static int declare_container(lua_State *L) {
    struct host *host = declaring(L);
    struct core_container container = {0};
    struct mst_error error = {0};
    luaL_checktype(L, 1, LUA_TTABLE);
    spec_keys(L, 1, "muster.container", "per_seat ordered sort faces help");
    spec_copy_name(L, container.name, host_first_name(L, "muster.container"));
    container.per_seat = spec_flag(L, 1, "per_seat");
    container.ordered = spec_flag(L, 1, "ordered");
    container.faces = faces_named(L, spec_text(L, 1, "faces", "all"));
    /* Notations leave out what modules of others declare (set_apart in host.c). */
    container.module = host->current;
    container_order(L, host->rules->schema, &container);

    int index = core_schema_container(host->rules->schema, &container, &error);
    demand(L, index >= 0, &error);
    return host_new_container(L, index);
}

/* ---- decisions and moves --------------------------------------------------------------------- */

static bool has_key(lua_State *L, const char *key) {
    bool has = lua_getfield(L, 1, key) != LUA_TNIL;
    lua_pop(L, 1);
    return has;
}

/* Which keys of the decision in slot 1 go together with `together`? */
static void check_together(lua_State *L, const struct core_decision *decision) {
    static const char *const alone[] = {"seat", "empty", "chance"}, *const only[] = {"seats",
                                                                                     "reveal"};
    for (int i = 0; i < 3 && decision->together; i++)
        if (has_key(L, alone[i]))
            luaL_error(L, "decision '%s': several seats decide together, so it has no '%s'%s",
                       decision->name, alone[i],
                       i ? "" : "; 'seats' is a function that says whether a seat takes part");
    for (int i = 0; i < 2 && !decision->together; i++)
        if (has_key(L, only[i]))
            luaL_error(L, "decision '%s': '%s' needs together = true", decision->name, only[i]);
}

/* The fields that hold what a seat has chosen while others still choose. */
static void add_sealed(lua_State *L, struct host *host) {
    static const char *const names[] = {"sealed", "sealed_text", "sealed_low", "sealed_high"};
    struct mst_error error = {0};

    /* A choice is the kind of the move, its text, and the two halves of its code. The code is not
     * hashed and not seen, as the text says the same. */
    for (int i = 0; i < CORE_SEALED_FIELDS; i++) {
        bool code = i == CORE_SEALED_LOW || i == CORE_SEALED_HIGH;
        struct core_field field = {.of = CORE_OF_SEAT,
                                   .max = i ? (1 << CORE_SEALED_BITS) - 1 : CORE_MOST_KINDS,
                                   .seen = code ? CORE_SEEN_BY_NONE : CORE_SEEN_BY_OWNER,
                                   .hashed = !code};

        spec_copy_name(L, field.name, names[i]);
        host->rules->sealed[i] = core_schema_field(host->rules->schema, &field, &error);
        demand(L, host->rules->sealed[i] >= 0, &error);
        host_field_rule(L, host->rules->sealed[i])->type = CORE_TYPE_NUMBER;
    }
    host->rules->together = true;
}

int host_add_decision(lua_State *L, const char *name, bool automatic) {
    /* A decision or step has its number from its declaration on: faults and moves refer to it. */
    struct host *host = declaring(L);
    if (core_rules_find_decision(host->rules, name) >= 0)
        luaL_error(L, "the decision or step '%s' is declared twice", name);

    struct core_decision *decision =
        host_grow(L, &host->rules->decisions, &host->rules->decision_count, sizeof *decision);
    if (host->rules->decision_count > CORE_MOST_DECISIONS)
        return luaL_error(L, "too many decisions and steps: at most %d", CORE_MOST_DECISIONS);

    spec_copy_name(L, decision->name, name);
    spec_copy_title(L, decision->title, sizeof decision->title, name);
    const char *rule = spec_text(L, 1, "rule", NULL);
    if (rule)
        spec_copy_name(L, decision->rule, rule);

    /* -1: what the rules do not define, or what binding fills in (rule_bind.c). */
    decision->automatic = automatic;
    decision->chance = spec_flag(L, 1, "chance");
    decision->seat = decision->seat_function = -1;
    decision->run = decision->empty = (struct core_action){-1, -1};
    decision->reveal = (struct core_action){-1, -1};
    decision->origin = host_origin(L);

    decision->together = spec_flag(L, 1, "together");
    check_together(L, decision);
    /* The fields of sealed choices are part of the schema only where a game needs them. */
    if (decision->together && !host->rules->together)
        add_sealed(L, host);

    host_note_entry(L, HOST_ENTRY_DECISION, host->rules->decision_count - 1, "");
    return host->rules->decision_count - 1;
}

static int new_decision(lua_State *L, bool automatic) {
    lua_settop(L, 1);
    lua_rawgeti(L, 1, 1);
    int index = host_add_decision(L, luaL_checkstring(L, -1), automatic);
    lua_settop(L, 1);
    struct host_decision_rule *rule = host_decision_rule(L, index);
    host_keep_decision(L, rule);

    if (automatic && rule->run == LUA_NOREF)
        return luaL_error(L, "step '%s' needs 'run', a function",
                          host_of(L)->rules->decisions[index].name);
    host_handle_push(L, HOST_HANDLE_DECISION, index);
    return 1;
}

static int declare_decision(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    spec_keys(L, 1, "muster.decision", "title seat empty chance rule together seats reveal");
    return new_decision(L, false);
}

static int declare_step(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    spec_keys(L, 1, "muster.step", "title run");
    return new_decision(L, true);
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

/* Add the function in slot 1 to a chain. */
static void add_link(lua_State *L, enum host_chain_kind kind, const char *what) {
    struct host *host = declaring(L);
    struct host_chain *chain = &host->chains[kind];
    luaL_checktype(L, 1, LUA_TFUNCTION);
    for (int i = 0; i < chain->count; i++)
        if (!strcmp(chain->links[i].module, host_module_name(host)))
            luaL_error(L, "%s is declared twice in a module", what);

    /* One for each module, so that the order of modules decides alone (order.c). */
    char *module = host_strdup(L, host_module_name(host));
    struct host_link *link = core_rules_grow(&chain->links, &chain->count, sizeof *link);
    if (!link) {
        mst_free(module);
        host_no_memory(L);
    }

    *link = (struct host_link){.module = module, .ref = LUA_NOREF, .action = {-1, -1}, .code = -1};
    lua_settop(L, 1);
    link->ref = luaL_ref(L, LUA_REGISTRYINDEX);
}

static int declare_setup(lua_State *L) {
    if (host_of(L)->setup_ref != LUA_NOREF)
        luaL_error(L, "muster.setup is declared twice; muster.after_setup adds to it");
    keep_once(L, &host_of(L)->setup_ref, "muster.setup");
    return 0;
}

static int declare_start(lua_State *L) {
    struct host *host = declaring(L);
    const char *line = luaL_checkstring(L, 1);
    if (host->start)
        luaL_error(L, "muster.start is declared twice");
    host->start = host_strdup(L, line);
    host->start_origin = host_origin(L);
    return 0;
}

static int declare_after_setup(lua_State *L) {
    add_link(L, HOST_CHAIN_SETUP, "muster.after_setup");
    return 0;
}

static int declare_after_ply(lua_State *L) {
    add_link(L, HOST_CHAIN_PLY, "muster.after_ply");
    return 0;
}

static int declare_notation(lua_State *L) {
    struct host *host = declaring(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    spec_keys(L, 1, "muster.notation", "print parse");
    if (host->print_ref != LUA_NOREF)
        return luaL_error(L, "muster.notation is declared twice");
    if (lua_getfield(L, 1, "parse") != LUA_TFUNCTION ||
        lua_getfield(L, 1, "print") != LUA_TFUNCTION)
        return luaL_error(L, "muster.notation needs 'print' and 'parse', two functions");

    /* The two functions are on the stack, `print` on top. */
    host->notation_module = host->current;
    host->print_ref = luaL_ref(L, LUA_REGISTRYINDEX);
    host->parse_ref = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

static int declare_scene(lua_State *L) {
    add_link(L, HOST_CHAIN_SCENE, "muster.scene");
    return 0;
}

static int declare_worth(lua_State *L) {
    struct host *host = host_of(L);
    /* Several modules may add to the evaluation: what one of them says holds for the sum. */
    if (!lua_isnoneornil(L, 2)) {
        spec_keys(L, 2, "muster.worth", "playouts turns scale");
        host->worth_scale = spec_int(L, 2, "scale", host->worth_scale);
        if (host->worth_scale < 1 || host->worth_scale > 1000000)
            luaL_error(L, "muster.worth: 'scale' must be 1 to 1000000, found %d",
                       (int)host->worth_scale);
        host->plays_out |= lua_getfield(L, 2, "playouts") && lua_toboolean(L, -1);
        host->by_turns |= lua_getfield(L, 2, "turns") && lua_toboolean(L, -1);
        lua_settop(L, 1);
    }
    add_link(L, HOST_CHAIN_WORTH, "muster.worth");
    return 0;
}

static int declare_verify(lua_State *L) {
    keep_once(L, &host_of(L)->verify_ref, "muster.verify");
    return 0;
}

/* Declarations that may fail alone (host_softly). */
static int softly_mst_host_new_move(lua_State *L) {
    return host_softly(L, host_new_move, "move");
}

static int softly_declare_rules(lua_State *L) {
    return host_softly(L, host_declare_rules, "rules");
}

const struct host_api host_api_declare[] = {
    {"module", host_declare_module,
     "(manifest: {title: string?, section: string?, requires: string[]?, conflicts: string[]?, "
     "before: string[]?, after: string[]?, options: table[]|(fun(): table[])?, offers: "
     "table<string, table>?}): table<string, any>",
     "Describe this module; every module file begins with this call. `requires`, `conflicts`, "
     "`before` and `after` list modules; `section` is the INI section of its options. An option is "
     "a table {key, type, default, min, max, choices, help, needs, rule, seat}: `needs` names the "
     "module that any value but the default requires, by that `rule`; `seat`, from 1, says whose "
     "option it is, and the key ends in that number. `options` may be a function, which "
     "is called when all offers are known. `offers` is data for other modules, by kind (see "
     "muster.offers). The file pauses at this call until every module has described itself and the "
     "required modules are loaded. Returns the values of the options by key."},
    {"shape", host_shape,
     "(what: string, value: table, types: table<string, string>, needed: string[]?): boolean",
     "Check a table that another module passed in: report a fault (see muster.fault) for a key "
     "that `types` lacks, for a value of the wrong type (text, number, flag, list, table, "
     "function, any, or alternatives such as 'number|text'), and for a missing key of `needed`. "
     "Returns true if there is no fault."},
    {"nearest", host_nearest, "(name: string, names: string[]): string?",
     "The name in the list that is nearest to a wrong one, for messages; nil if none is near."},
    {"fault", host_fault, "(text: string): boolean",
     "Report a mistake of the module that called the running function, at the line of that call. "
     "Raises an error; under `muster check` it records the mistake and returns false, so that the "
     "caller can skip the faulty value."},
    {"offers", host_declare_offers, "(kind: string): table[]",
     "The offers of this kind by other modules, before any of them has loaded: required modules "
     "first, then by name. Each entry has two more keys, `module` and `at`, the place of the "
     "offer."},
    {"game", declare_game, "(game: {title: string, seats: integer?})",
     "Name the game and set the number of seats."},
    {"grid", declare_grid,
     "(grid: {columns: integer, rows: integer, diagonal: boolean?, voids: string[]?}): "
     "table<string, any>",
     "Make the board a grid of zones a1, b1, ... with the directions n e s w (and ne se sw nw if "
     "`diagonal`). `voids` lists zones that are missing. Returns a table with the directions by "
     "name and the functions row(i), column(i), zone(name) and set(list)."},
    {"graph", declare_graph,
     "(graph: {zones: string[], directions: string[], links: string[][]}): table<string, any>",
     "Make the board a graph; each link is {from, direction, to}. Returns a table as muster.grid "
     "does."},
    {"pieces", host_new_pieces,
     "(pieces: {[1]: string, count: integer, names: string[]?, text: string?, help: string?}): "
     "muster.Kind",
     "Declare a type of pieces. `names` are those of the first pieces. `text` is the notation of a "
     "piece, for example "
     "\"{owner}{kingdom}{arms}\". All pieces begin in `box`. Returns the type."},
    {"container", declare_container,
     "(container: {[1]: string, per_seat: boolean?, ordered: boolean?, sort: string[]?, faces: "
     "string?, help: string?}): muster.Place|muster.Container",
     "Declare a place off the board, or with `per_seat` one for each seat. It keeps its pieces in "
     "order if `ordered`, and otherwise lists them by the piece fields in `sort` (a leading - "
     "means descending). `faces` says who sees the faces of pieces there: all, owner (the seat of "
     "the place) or none. Returns the place, or a container that gives the place of a seat."},
    {"field", host_new_field,
     "(field: {[1]: string, of: string, holds: string?, min: integer?, max: integer?, initial: "
     "any, values: string[]?, letters: string?, seen: string?, hashed: boolean?, each: table?, "
     "indexed: boolean?, prior: any, help: string?}): muster.Field",
     "Declare a fact of each seat, zone or piece (`of`): a number if it has `max`, a thing if it "
     "has `holds` (zone, piece, seat or place), otherwise a flag. `letters` are the signs of its "
     "values in notations. `each` maps a piece type to a list of start values. `seen` is all, "
     "owner, none or face; a face never changes, and the place of the piece decides who sees it. "
     "`hashed = false` leaves the field out of the position's hash. `indexed` keeps the set of "
     "zones for each value of a zone's field, which makes field:where fast. `prior` says what a "
     "computer player assumes of a value that it cannot see: \"uniform\", a list of weights for "
     "the values from min on, or f(entity, value), which returns a weight. `help` (or the `---` "
     "comment above) describes the fact in `muster reference RULESET`."},
    {"query", host_new_query, "(f: function): muster.Query",
     "Declare a function that other modules may change with query:amend. The `---` comment above "
     "it says what it asks."},
    {"options", host_declare_options, "(): table<string, any>",
     "The values of the options of the module that is being loaded, for its other files."},
    {"modules", host_declare_modules, "(): string[]",
     "The names of the modules that the ruleset switches on, in byte order."},
    {"changed_options", host_changed_options, "(): {key: string, value: string}[]",
     "The options of all modules whose values differ from their defaults, in the order in which "
     "modules load; numbers of a list are written with commas."},
    {"state", host_declare_state, "(fields: table[]): muster.Record",
     "Declare facts of the game: a list of tables {name, max = ...} with the keys of muster.field. "
     "Returns a record, as in now.turn."},
    {"enum", host_declare_enum, "(names: table<string, integer>): table<string, integer>",
     "Name integers. Returns the table; reading a name that it lacks is an error."},
    {"letters", host_declare_letters,
     "(letters: string|{letters: string, width: integer}): muster.Domain",
     "A domain for `choose`: the numbers from 0, written as letters, `width` letters for each "
     "number."},
    {"once", host_declare_once, "(f: function): function",
     "Declare a value that many rules read. It is computed at most once for each position."},
    {"flow", host_declare_flow, "(flow: table): muster.Flow",
     "Declare everything that can be pending in the game, in the order in which it comes up: {step "
     "= name, title = ...}, {decision = name, title = ...} and {procedure = name, title = ...}. A "
     "decision may have what muster.decision takes. Fill in steps and procedures with `function "
     "flow.name() ... end`."},
    {"move_named", host_move_named, "(name: string): muster.Move",
     "The move that a required module declared under this name."},
    {"hook", host_declare_hook, "(hook: {[1]: string, fold: string?, help: string?}): muster.Hook",
     "Declare a hook: other modules add listeners with hook:on(f), and calling the hook calls them "
     "in the order of their modules. `fold` decides what the call returns: each (nothing), first "
     "(the first result that is not nil), pipe (the first argument, passed through all listeners), "
     "sum, or all (true unless a listener returns false)."},
    {"ranking", host_declare_ranking, "(ranking: table): muster.Ranking",
     "Rank groups of pieces: {name, suits = field, low = field, high = field, categories = {{name, "
     "run, suit, equal}, ...}, type, pool}, and optionally `duplicate`, `partial`, `around`, "
     "`wild_type`, `wild_pool`. See the page on moves."},
    {"event", host_new_event,
     "(event: {[1]: string, help: string?, says: function?, tell: string?, arrow: string[]?, "
     "[integer]: string}): muster.Event",
     "Declare an event by its name and the names of its parameters. `says` returns the sentence "
     "that players read, without a full stop. It gets the parameters as the reader sees them: "
     "numbers, the texts of pieces and places, nil for what is hidden; and then the seat of the "
     "reader, or nil. It cannot read the match, and returns nil if there is nothing to say. "
     "`tell` is such a sentence with parameters in braces, as in \"{striker} hits {victim} for "
     "{loss}\": a seat is shown as seat 1, what is hidden as something. A number that "
     "is computed, as 1 - me(), is shown as a number. "
     "`arrow` names two parameters, pieces or zones: the board shows an arrow from the first to "
     "the second. `help` (or the `---` comment above) says when it happens."},
    {"decision", declare_decision,
     "(decision: {[1]: string, title: string?, seat: function?, empty: function?, together: "
     "boolean?, seats: function?, reveal: function?, chance: "
     "boolean?, rule: string?}): muster.Decision",
     "Declare a decision. `seat` returns the seat that decides; `empty` runs when no move is "
     "legal; `chance` marks a decision whose moves are outcomes of chance; `together` one that "
     "several seats take without knowing of each other: `seats` says whether a seat takes part, "
     "and "
     "`reveal` runs when the choices of all have been carried out. `rule` is the id of the "
     "rule that says when the decision comes up: a move made at another time is refused by it."},
    {"step", declare_step, "(step: {[1]: string, title: string?, run: function}): muster.Decision",
     "Declare a step: something that the rules do by themselves when it is on top of the frames."},
    {"move", softly_mst_host_new_move,
     "(move: {[1]: string, at: muster.Decision|\"*\", title: string?, text: string, legal: "
     "function?, apply: function, weight: function?, unlisted: boolean?, reluctant: boolean?, "
     "noisy: boolean|function|nil, secret: boolean?, choices: table<string, string>?}): "
     "muster.Move",
     "Declare a kind of move. `legal` asks the questions and returns the values for `apply`; "
     "`text` is the notation, with choices in braces. `weight` is the probability weight of a "
     "chance outcome. A move that is `unlisted` is accepted but never listed, of a `secret` one "
     "other seats learn the title only, and random play makes a `reluctant` one only if no other "
     "is legal. After a `noisy` one, such as a capture, computer players look further before they "
     "judge the position. `choices` gives the types of choices that the source does not show. See "
     "the page on moves."},
    {"setup", declare_setup, "(setup: function)",
     "Set up a match: put the pieces and go to the first decision."},
    {"start", declare_start, "(position: string)",
     "Let matches begin with this position line, and not as the game sets them up."},
    {"after_setup", declare_after_setup, "(f: function)",
     "Call f when the game has set up a match, before its first decision comes up: to change what "
     "is set up."},
    {"after_ply", declare_after_ply, "(f: function)",
     "Call f after the set-up and after each ply, as long as the match goes on: before a seat "
     "decides, and again until no such function changes anything. Where chance decides, f waits "
     "for what it brings."},
    {"notation", declare_notation, "(notation: {print: function, parse: function})",
     "Define the notation of positions: print() returns a line, parse(line) sets up the position."},
    {"scene", declare_scene, "(scene: function)",
     "Define the function that describes what a seat sees: scene(seat, before). `before` is nil, "
     "or "
     "the scene of the module before, for a module that adds to it. See the page on scenes."},
    {"worth", declare_worth,
     "(worth: function, how: {playouts: boolean?, turns: boolean?, scale: integer?}?)",
     "Define the evaluation of a position, worth(seat), which computer players maximise: the sum, "
     "where several modules do so. With `playouts`, the upper levels play random games to the end "
     "instead: set it where these tell "
     "more. With `turns`, players of two open seats plan whole turns, not one move after the "
     "other: set it where a turn takes many moves. A seat that is worth `scale` (100) is expected "
     "to win 73 games of 100: this turns a worth into a score for people."},
    {"feature", host_declare_feature, "(feature: {[1]: string, [2]: function, help: string?})",
     "Declare a number that evaluations can count with, feature(seat): what a seat has of "
     "something. "
     "`muster learn` finds what it is worth, from the difference between a seat and its "
     "opponents."},
    {"verify", declare_verify, "(verify: function)",
     "Define a function that raises an error for a position that the rules cannot produce."},
    {"rules", softly_declare_rules,
     "(chapter: {title: string, place: integer?, [integer]: {id: string?, text: string, option: "
     "string|string[]|nil, when: boolean?, ending: string|string[]|nil, example: {position: "
     "string, play: string?, text: string, seat: integer?}?}})",
     "Write a chapter of the rulebook. A paragraph has a `text`, the `id` of its rule, the "
     "`option` (or options) that it depends on, whether it applies (`when`), and the `ending` (or "
     "endings) of `over` that it states, so that the end of a match can cite it. An `example` is a "
     "position line, drawn as `seat` (or an onlooker) sees it after the moves of `play`, with a "
     "text; it is left out where the options do not allow that position. Chapters of a module are "
     "printed by `place`, 0 by default, then in order of declaration."},
    {NULL, NULL, NULL, NULL},
};