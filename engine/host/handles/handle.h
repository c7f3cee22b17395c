/* Handles: the values that declarations return to Lua, through which rule functions read and write
 * the match. A handle is a userdata; each kind has a metatable. In Lua its metamethods act on the
 * match of the running call. The compiler recognizes a handle by kind and number and emits code for
 * its use.
 *
 * N1 A handle behaves the same in Lua and in code, with the same results and the same errors.
 * N2 A handle holds no state of a match.
 * N3 Reading through nil is total (0, false or nil); writing is strict. */
#ifndef MUSTER_HOST_HANDLES_HANDLE_H
#define MUSTER_HOST_HANDLES_HANDLE_H

#include <lua.h>

#include "core/rules.h"

enum host_handle_kind {
    HOST_HANDLE_FIELD,     /* index: field of the schema; arms[unit] */
    HOST_HANDLE_RECORD,    /* index: record of the host; now.turn */
    HOST_HANDLE_OWNER,     /* owner[piece], a word */
    HOST_HANDLE_CONTAINER, /* index: container a seat; prison[seat] is a place */
    HOST_HANDLE_SET,       /* a set of zones: struct host_set_handle; rules compute these too */
    HOST_HANDLE_RANGE,     /* range(a, b): struct host_range_handle */
    HOST_HANDLE_PIECES,    /* pieces(place): struct host_pieces_handle, never a constant */
    HOST_HANDLE_SUBSETS,   /* subsets(place): index is the place, never a constant */
    HOST_HANDLE_SAMPLE,    /* the word `sample`: choose("n", sample) */
    HOST_HANDLE_EVENT,     /* index: event; :emit(...), :on(f) */
    HOST_HANDLE_QUERY,     /* index: rule of the host; q(...), :amend */
    HOST_HANDLE_ONCE,      /* index: rule of the host; f() */
    HOST_HANDLE_PROCEDURE, /* index: rule of the host, declared by a flow; defined once, then
                            * called */
    HOST_HANDLE_DECISION,  /* index: decision; go(d), push(d, ...), at = d */
    HOST_HANDLE_MOVE,      /* index: kind; :forbid, :permit, :oblige */
    HOST_HANDLE_FLOW,      /* index: flow; flow.name, function flow.step() */
    HOST_HANDLE_DOMAIN,    /* struct host_range_handle; choose("face", FACE), :from(a, b) */
    HOST_HANDLE_POSSIBLE,  /* index: rule of the host; possible(f)(...): can all questions of f be
                            * satisfied? */
    HOST_HANDLE_RANKING,   /* index: ranking; r(place, size), r:best(...), r:list(...) */
    HOST_HANDLE_HOOK,      /* index: Lua hook; :on(f), never in rules */
    HOST_HANDLE_KINDS
};

struct host_handle {
    enum host_handle_kind kind;
    int index;
};

/* A set of zones, as a value: board->words words. */
struct host_set_handle {
    struct host_handle head;
    uint64_t words[];
};
/* The integers `from` to `to`: a domain of letters (head.index is its number) or a plain range
 * (head.index is -1). `most` is the maximum that the rule declares, or else `to`. */
struct host_range_handle {
    struct host_handle head;
    int64_t from, to, most;
};
/* The pieces of a place from the top down. They are read during iteration, and the next piece is
 * fetched before the body of a loop runs. Or the listed pieces, which `chosen` returns. */
struct host_pieces_handle {
    struct host_handle head;
    int place, next;
    int count; /* number of listed pieces, or -1 */
    int16_t pieces[];
};

/* The handle in stack slot `index`, or NULL if the value is not a handle. */
struct host_handle *host_handle_at(lua_State *L, int index);
/* The same for one kind of handles. */
struct host_handle *host_handle_of(lua_State *L, int index, enum host_handle_kind kind);
/* Push a new handle. */
void host_handle_push(lua_State *L, enum host_handle_kind kind, int index);

/* The words: global names of every rule file. The compiler recognizes a word by its C function.
 * `owner`, `zones`, `nothing` and `sample` are handles instead; `box` and `seats` (their number)
 * are numbers. These exist once the board and the game are declared. X(name, minimum and maximum
 * number of parameters) */
/* clang-format off */
#define HOST_WORDS(X) \
    /* board */ \
    X(occupied, 0, 0) X(tops, 1, 2) X(near, 1, 1) X(shift, 2, 2) X(flood, 2, 2) X(ray, 3, 3) X(only, 1, 1) \
    X(at, 2, 2) X(column, 1, 1) X(row, 1, 1) X(step, 2, 2) \
    /* pieces; `level`, `count` of nil are 0 */ \
    X(top, 1, 1) X(below, 1, 1) X(piece_at, 2, 2) X(level, 1, 1) X(place, 1, 1) X(kind, 1, 1) X(count, 1, 1) \
    X(known, 1, 1) X(pieces, 1, 1) X(subsets, 1, 1) X(chosen, 2, 2) \
    /* questions */ \
    X(need, 1, 3) X(choose, 2, 4) X(choose_step, 4, 6) X(range, 2, 3) X(possible, 1, 1) \
    /* seats and frames on top */ \
    X(me, 0, 0) X(arg, 1, 1) \
    /* frames */ \
    X(go, 1, 1 + CORE_FRAME_ARGS) X(push, 1, 1 + CORE_FRAME_ARGS) X(pop, 0, 0) X(over, 1, 9) \
    /* words that write */ \
    X(put, 2, 2) X(insert, 3, 3) X(carry, 3, 3) X(shuffle, 2, 2) \
    /* repetition */ \
    X(position_key, 0, 0) X(seen, 1, 1) X(remember, 1, 1)
/* clang-format on */

#define HOST_WORD_ID(name, least, most) HOST_WORD_##name,
enum host_word_id { HOST_WORDS(HOST_WORD_ID) HOST_WORD_COUNT };
#undef HOST_WORD_ID

/* The word implemented by the C function `f`, or HOST_WORD_COUNT. */
enum host_word_id host_word_of(lua_CFunction f);
const char *host_word_name(enum host_word_id word);

/* ---- functions of declarations --------------------------------------------------------------- */

/* The host owns all of these lists (internal.h). References are registry references, or LUA_NOREF.
 * A place (zone or container) and a piece type are plain numbers in Lua, not handles. */

/* host->rule[]: a rule function that belongs to no move or step. It is a query with its amendments,
 * a `once`, a procedure of a flow, or the function of a `possible`. */
enum host_rule_kind { HOST_RULE_QUERY, HOST_RULE_ONCE, HOST_RULE_PROCEDURE, HOST_RULE_POSSIBLE };
/* How an amendment goes together with what stood there before: its first parameter is that, or the
 * two are joined by an operation that does not mind the order. */
enum host_join {
    HOST_JOIN_REPLACE,
    HOST_JOIN_OR,
    HOST_JOIN_AND,
    HOST_JOIN_MIN,
    HOST_JOIN_MAX,
    HOST_JOIN_SUM
};
struct host_rule_layer {
    int ref; /* registry reference of the function */
    enum host_join join;
    char *origin, *module; /* owned */
};
struct host_rule {
    enum host_rule_kind kind;
    char name[40];                  /* name in the source: "bare" of `w.bare = muster.query` */
    struct host_rule_layer *layers; /* owned; the first is the base, the last is outermost */
    int layer_count;
    enum core_type result; /* of a query or a once, once it is compiled */
    /* The code for calls from Lua; it finds its arguments in the first variables. -1: runs as Lua.
     */
    int code, param_count;
    uint8_t params[CORE_MOST_PARAMS]; /* enum core_type */
    char *origin;                     /* owned */
};

/* host->field_rule[field of the schema]: properties of a field beyond the schema. */
struct host_field_rule {
    enum core_type type; /* of the value: number, boolean, zone, piece or seat */
    int record;          /* record of the host, or -1 */
    const void *key;     /* its name as a string of Lua, where equal short strings are one object */
    int module;          /* that declares it, of the host */
};

/* host->records[]: muster.state, fields of the game in the order of the list. */
struct host_record {
    int first, count; /* consecutive fields of the schema */
};

/* host->domains[]: muster.letters. */
struct host_domain {
    char *letters; /* owned; `width` characters for each value from 0 on */
    int width, count;
};

/* host->move_rule[k]: the functions of rules->kinds[k]. */
struct host_move_rule {
    bool broken;                     /* its functions have faults, which were reported */
    int decision;                    /* -1: any decision */
    int legal, apply, weight, noise; /* registry references */
    int choices;  /* reference of a table from choice name to type, or LUA_NOREF */
    char *text;   /* owned */
    int obstacle; /* 1 + the note that says why `legal` runs as Lua, or 0 */
    struct host_permission *permissions; /* owned; in module order once loading ends */
    int permission_count;
};
/* move:forbid, :permit, :oblige. */
enum host_permission_kind { HOST_FORBID, HOST_PERMIT, HOST_OBLIGE };
struct host_permission {
    enum host_permission_kind kind;
    int ref; /* registry reference; its parameters are choices of the move, by name */
    int takes[CORE_MOST_PARAMS], take_count; /* the numbers of these choices, known once the rules
                                              * are frozen */
    int last;                                /* the highest of them, or -1 */
    struct core_reason reason;
};

/* host->decision_rule[d]: the functions of rules->decisions[d]. */
struct host_decision_rule {
    int seat, empty, run, seats, reveal; /* registry references */
    int module;                          /* that declares it, of the host */
};

/* host->event_rule[e]: the functions of rules->events[e]. */
struct host_event_rule {
    int says;
    char *tell; /* owned: a sentence with {parameters} instead of `says`, or NULL */
    struct host_listener {
        int ref;
        char *origin, *module; /* owned */
    } * listeners;             /* owned; in module order once loading ends */
    int listener_count;
    bool compiled; /* the listeners, for parameters of these types */
    uint8_t types[CORE_MOST_PARAMS];
};

/* host->flows[]: muster.flow. */
struct host_flow_entry {
    char name[40];
    enum host_handle_kind kind; /* HOST_HANDLE_DECISION (also for steps) or HOST_HANDLE_PROCEDURE */
    int index;                  /* of the decision or rule; -1: left out by `when` */
};
struct host_flow {
    struct host_flow_entry *entries; /* owned */
    int entry_count;
    char *origin; /* owned */
};

#endif
