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

enum mst_handle_kind {
    MST_HANDLE_FIELD,     /* index: field of the schema; arms[unit] */
    MST_HANDLE_RECORD,    /* index: record of the host; now.turn */
    MST_HANDLE_OWNER,     /* owner[piece], a word */
    MST_HANDLE_CONTAINER, /* index: container a seat; prison[seat] is a place */
    MST_HANDLE_SET,       /* a set of zones: struct mst_set_handle; rules compute these too */
    MST_HANDLE_RANGE,     /* range(a, b): struct mst_range_handle */
    MST_HANDLE_PIECES,    /* pieces(place): struct mst_pieces_handle, never a constant */
    MST_HANDLE_SUBSETS,   /* subsets(place): index is the place, never a constant */
    MST_HANDLE_SAMPLE,    /* the word `sample`: choose("n", sample) */
    MST_HANDLE_EVENT,     /* index: event; :emit(...), :on(f) */
    MST_HANDLE_QUERY,     /* index: rule of the host; q(...), :amend */
    MST_HANDLE_ONCE,      /* index: rule of the host; f() */
    MST_HANDLE_PROCEDURE, /* index: rule of the host, declared by a flow; defined once, then
                           * called */
    MST_HANDLE_DECISION,  /* index: decision; go(d), push(d, ...), at = d */
    MST_HANDLE_MOVE,      /* index: kind; :forbid, :permit, :oblige */
    MST_HANDLE_FLOW,      /* index: flow; flow.name, function flow.step() */
    MST_HANDLE_DOMAIN,    /* struct mst_range_handle; choose("face", FACE), :from(a, b) */
    MST_HANDLE_POSSIBLE,  /* index: rule of the host; possible(f)(...): can all questions of f be
                           * satisfied? */
    MST_HANDLE_RANKING,   /* index: ranking; r(place, size), r:best(...), r:list(...) */
    MST_HANDLE_HOOK,      /* index: Lua hook; :on(f), never in rules */
    MST_HANDLE_KINDS
};

struct mst_handle {
    enum mst_handle_kind kind;
    int index;
};

/* A set of zones, as a value: board->words words. */
struct mst_set_handle {
    struct mst_handle head;
    uint64_t words[];
};
/* The integers `from` to `to`: a domain of letters (head.index is its number) or a plain range
 * (head.index is -1). `most` is the maximum that the rule declares, or else `to`. */
struct mst_range_handle {
    struct mst_handle head;
    int64_t from, to, most;
};
/* The pieces of a place from the top down. They are read during iteration, and the next piece is
 * fetched before the body of a loop runs. Or the listed pieces, which `chosen` returns. */
struct mst_pieces_handle {
    struct mst_handle head;
    int place, next;
    int count; /* number of listed pieces, or -1 */
    int16_t pieces[];
};

/* The handle in stack slot `index`, or NULL if the value is not a handle. */
struct mst_handle *mst_handle_at(lua_State *L, int index);
/* The same for one kind of handles. */
struct mst_handle *mst_handle_of(lua_State *L, int index, enum mst_handle_kind kind);
/* Push a new handle. */
void mst_handle_push(lua_State *L, enum mst_handle_kind kind, int index);

/* The words: global names of every rule file. The compiler recognizes a word by its C function.
 * `owner`, `zones`, `nothing` and `sample` are handles instead; `box` and `seats` (their number)
 * are numbers. These exist once the board and the game are declared. X(name, minimum and maximum
 * number of parameters) */
/* clang-format off */
#define MST_WORDS(X) \
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
    X(go, 1, 1 + MST_FRAME_ARGS) X(push, 1, 1 + MST_FRAME_ARGS) X(pop, 0, 0) X(over, 1, 9) \
    /* words that write */ \
    X(put, 2, 2) X(insert, 3, 3) X(carry, 3, 3) X(shuffle, 2, 2) \
    /* repetition */ \
    X(position_key, 0, 0) X(seen, 1, 1) X(remember, 1, 1)
/* clang-format on */

#define MST_WORD_ID(name, least, most) MST_WORD_##name,
enum mst_word_id { MST_WORDS(MST_WORD_ID) MST_WORD_COUNT };
#undef MST_WORD_ID

/* The word implemented by the C function `f`, or MST_WORD_COUNT. */
enum mst_word_id mst_word_of(lua_CFunction f);
const char *mst_word_name(enum mst_word_id word);

/* ---- functions of declarations --------------------------------------------------------------- */

/* The host owns all of these lists (internal.h). References are registry references, or LUA_NOREF.
 * A place (zone or container) and a piece type are plain numbers in Lua, not handles. */

/* host->rule[]: a rule function that belongs to no move or step. It is a query with its amendments,
 * a `once`, a procedure of a flow, or the function of a `possible`. */
enum mst_rule_kind { MST_RULE_QUERY, MST_RULE_ONCE, MST_RULE_PROCEDURE, MST_RULE_POSSIBLE };
/* How an amendment goes together with what stood there before: its first parameter is that, or the
 * two are joined by an operation that does not mind the order. */
enum mst_join {
    MST_JOIN_REPLACE,
    MST_JOIN_OR,
    MST_JOIN_AND,
    MST_JOIN_MIN,
    MST_JOIN_MAX,
    MST_JOIN_SUM
};
struct mst_rule_layer {
    int ref; /* registry reference of the function */
    enum mst_join join;
    char *origin, *module; /* owned */
};
struct mst_rule {
    enum mst_rule_kind kind;
    char name[40];                 /* name in the source: "bare" of `w.bare = muster.query` */
    struct mst_rule_layer *layers; /* owned; the first is the base, the last is outermost */
    int layer_count;
    enum mst_type result; /* of a query or a once, once it is compiled */
    /* The code for calls from Lua; it finds its arguments in the first variables. -1: runs as Lua.
     */
    int code, param_count;
    uint8_t params[MST_MOST_PARAMS]; /* enum mst_type */
    char *origin;                    /* owned */
};

/* host->field_rule[field of the schema]: properties of a field beyond the schema. */
struct mst_field_rule {
    enum mst_type type; /* of the value: number, boolean, zone, piece or seat */
    int record;         /* record of the host, or -1 */
    const void *key;    /* its name as a string of Lua, where equal short strings are one object */
    int module;         /* that declares it, of the host */
};

/* host->records[]: muster.state, fields of the game in the order of the list. */
struct mst_record {
    int first, count; /* consecutive fields of the schema */
};

/* host->domains[]: muster.letters. */
struct mst_domain {
    char *letters; /* owned; `width` characters for each value from 0 on */
    int width, count;
};

/* host->move_rule[k]: the functions of rules->kinds[k]. */
struct mst_move_rule {
    bool broken;                     /* its functions have faults, which were reported */
    int decision;                    /* -1: any decision */
    int legal, apply, weight, noise; /* registry references */
    int choices;  /* reference of a table from choice name to type, or LUA_NOREF */
    char *text;   /* owned */
    int obstacle; /* 1 + the note that says why `legal` runs as Lua, or 0 */
    struct mst_permission *permissions; /* owned; in module order once loading ends */
    int permission_count;
};
/* move:forbid, :permit, :oblige. */
enum mst_permission_kind { MST_FORBID, MST_PERMIT, MST_OBLIGE };
struct mst_permission {
    enum mst_permission_kind kind;
    int ref; /* registry reference; its parameters are choices of the move, by name */
    int takes[MST_MOST_PARAMS], take_count; /* the numbers of these choices, known once the rules
                                             * are frozen */
    int last;                               /* the highest of them, or -1 */
    struct mst_reason reason;
};

/* host->decision_rule[d]: the functions of rules->decisions[d]. */
struct mst_decision_rule {
    int seat, empty, run, seats, reveal; /* registry references */
    int module;                          /* that declares it, of the host */
};

/* host->event_rule[e]: the functions of rules->events[e]. */
struct mst_event_rule {
    int says;
    char *tell; /* owned: a sentence with {parameters} instead of `says`, or NULL */
    struct mst_listener {
        int ref;
        char *origin, *module; /* owned */
    } * listeners;             /* owned; in module order once loading ends */
    int listener_count;
    bool compiled; /* the listeners, for parameters of these types */
    uint8_t types[MST_MOST_PARAMS];
};

/* host->flows[]: muster.flow. */
struct mst_flow_entry {
    char name[40];
    enum mst_handle_kind kind; /* MST_HANDLE_DECISION (also for steps) or MST_HANDLE_PROCEDURE */
    int index;                 /* of the decision or rule; -1: left out by `when` */
};
struct mst_flow {
    struct mst_flow_entry *entries; /* owned */
    int entry_count;
    char *origin; /* owned */
};

#endif
