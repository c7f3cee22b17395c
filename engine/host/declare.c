/* The Lua API while modules load: declaring what a game consists of. The functions of declarations
 * are compiled when all modules are loaded: see compile_rules.c. */
#include <stdio.h>
#include <string.h>

#include "host/handle_parts.h"
#include "host/spec.h"

struct mst_host *mst_host_declaring(lua_State *L) {
    struct mst_host *host = mst_host_of(L);
    if (host->frozen)
        luaL_error(L, "modules can declare only while they load: the rules are frozen now");
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
    luaL_checktype(L, 1, LUA_TTABLE);
    spec_keys(L, 1, "muster.container", "per_seat ordered sort faces help");
    spec_copy_name(L, container.name, mst_host_first_name(L, "muster.container"));
    container.per_seat = spec_flag(L, 1, "per_seat");
    container.ordered = spec_flag(L, 1, "ordered");
    container.faces = faces_named(L, spec_text(L, 1, "faces", "all"));
    container_order(L, host->rules->schema, &container);
    int index = mst_schema_container(host->rules->schema, &container, &error);
    demand(L, index >= 0, &error);
    return mst_host_new_container(L, index);
}

/* ---- decisions and moves --------------------------------------------------------------------- */

int mst_host_add_decision(lua_State *L, const char *name, bool automatic) {
    struct mst_host *host = declaring(L);
    if (mst_rules_find_decision(host->rules, name) >= 0)
        luaL_error(L, "the decision or step '%s' is declared twice", name);
    struct mst_decision *decision =
        mst_host_grow(L, &host->rules->decisions, &host->rules->decision_count, sizeof *decision);
    if (host->rules->decision_count > MST_MOST_DECISIONS)
        return luaL_error(L, "too many decisions and steps: at most %d", MST_MOST_DECISIONS);
    spec_copy_name(L, decision->name, name);
    spec_copy_title(L, decision->title, sizeof decision->title, name);
    decision->automatic = automatic;
    decision->chance = spec_flag(L, 1, "chance");
    decision->seat = decision->seat_function = -1;
    decision->run = decision->empty = (struct mst_action){-1, -1};
    decision->origin = mst_host_origin(L);
    mst_host_note_entry(L, MST_ENTRY_DECISION, host->rules->decision_count - 1, "");
    return host->rules->decision_count - 1;
}

static int new_decision(lua_State *L, bool automatic) {
    lua_settop(L, 1);
    lua_rawgeti(L, 1, 1);
    int index = mst_host_add_decision(L, luaL_checkstring(L, -1), automatic);
    lua_settop(L, 1);
    struct mst_decision_rule *rule = mst_host_decision_rule(L, index);
    mst_host_keep_decision(L, rule);
    if (automatic && rule->run == LUA_NOREF)
        return luaL_error(L, "step '%s' needs 'run', a function",
                          mst_host_of(L)->rules->decisions[index].name);
    mst_handle_push(L, MST_HANDLE_DECISION, index);
    return 1;
}

static int declare_decision(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    spec_keys(L, 1, "muster.decision", "title seat empty chance");
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

static int declare_setup(lua_State *L) {
    keep_once(L, &mst_host_of(L)->setup_ref, "muster.setup");
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
static int softly_mst_host_new_move(lua_State *L) {
    return mst_host_softly(L, mst_host_new_move, "move");
}

static int softly_declare_rules(lua_State *L) {
    return mst_host_softly(L, mst_host_declare_rules, "rules");
}

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
    {"pieces", mst_host_new_pieces,
     "(pieces: {[1]: string, count: integer, text: string?}): muster.Kind",
     "Declare a type of pieces; `text` says how one is written, as in \"{owner}{kingdom}{arms}\". "
     "Returns the type."},
    {"container", declare_container,
     "(container: {[1]: string, per_seat: boolean?, ordered: boolean?, sort: string[]?, faces: "
     "string?}): muster.Place|muster.Container",
     "Declare a place off the board, one or one a seat. Without `ordered` it is a bag, listed by "
     "the piece fields in `sort` (a leading - for falling). `faces` says who sees the faces of "
     "what "
     "lies there: all, owner (the seat it belongs to) or none. Returns the place, or with "
     "`per_seat` a table of places by seat."},
    {"field", mst_host_new_field,
     "(field: {[1]: string, of: string, holds: string?, min: integer?, max: integer?, initial: "
     "any, "
     "values: string[]?, letters: string?, seen: string?, hashed: boolean?, each: table?, "
     "indexed: boolean?}): muster.Field",
     "Declare a fact of each seat, zone or piece (`of`): a number with `max`, a thing with `holds` "
     "(zone, piece, seat or place), else a flag. `letters` writes its values. `each` maps the name "
     "of a type to a list with the value that each of its pieces begins with. `seen` is all, "
     "owner, "
     "none, or face: then it never changes, and who sees it is said by the container. `indexed`, "
     "for a zone's field from 0, keeps the zones of each value: field:where(value) needs no loop."},
    {"query", mst_host_new_query, "(f: function): muster.Query",
     "A function that other modules may amend with query:amend. `muster reference RULESET` lists "
     "it "
     "with the comment above it."},
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
    {"ranking", mst_host_declare_ranking, "(ranking: table): muster.Ranking",
     "Say how good groups of pieces are: {name, suits = field, low = field, high = field, "
     "categories = {{name, run, suit, equal}, ...}, type, pool} and `duplicate`, `partial`, "
     "`around`, `wild_type`, `wild_pool`. The ranking r is asked by r(place, size), "
     "r:best(place, size, excluded?, wilds?) and r:list(...). See the page on moves."},
    {"event", mst_host_new_event,
     "(event: {[1]: string, help: string?, says: function?, [integer]: string}): muster.Event",
     "Declare an event by its name and those of its parameters. `says` returns the sentence that "
     "tells players of it; `help` (else the comment above) says when it happens, for `muster "
     "reference RULESET`."},
    {"decision", declare_decision,
     "(decision: {[1]: string, title: string?, seat: function?, empty: function?, chance: "
     "boolean?}): muster.Decision",
     "Declare something to be decided: by which seat, or by chance, and what to do when no move is "
     "legal."},
    {"step", declare_step, "(step: {[1]: string, title: string?, run: function}): muster.Decision",
     "Declare something that the rules do by themselves when it comes up."},
    {"move", softly_mst_host_new_move,
     "(move: {[1]: string, at: muster.Decision|\"*\", title: string?, text: string, legal: "
     "function?, apply: function, weight: function?, unlisted: boolean?, reluctant: boolean?, "
     "secret: boolean?, choices: table<string, string>?}): muster.Move",
     "Declare a kind of move: {name, at = decision, text = format, legal = function, apply = "
     "function}; `unlisted` ones are accepted but never listed, of `secret` ones others are told "
     "the title only, `reluctant` ones are what random play takes only where nothing else is "
     "legal. See the page on moves."},
    {"setup", declare_setup, "(setup: function)",
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
    {"rules", softly_declare_rules,
     "(chapter: {title: string, place: integer?, [integer]: {id: string?, text: string, option: "
     "string|string[]|nil, when: boolean?}})",
     "Write a chapter of the rulebook, a list of paragraphs: what each says, the id of its rule, "
     "the key of the option that it depends on (or several), and whether it holds (`when`). The "
     "chapters of a module stand in the order of their `place`, 0 unless given, then as written."},
    {NULL, NULL, NULL, NULL},
};