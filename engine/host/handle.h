/* Handles: what declarations return to Lua, and what rule functions read and write the match by. A
 * handle is a userdata with a metatable of its kind. In Lua it works by its metamethods on the
 * match of the running call; the compiler knows it by kind and number and makes code of its use.
 *
 * N1 Whatever a handle does in Lua it does in code, with the same result and the same refusal.
 * N2 A handle holds nothing of a match. N3 Reading by nil is total (0, false, nil), writing is
 * strict.
 */
#ifndef MUSTER_HOST_HANDLE_H
#define MUSTER_HOST_HANDLE_H

#include <lua.h>

#include "play/rules.h"

/* What a value is. Of handle types (zone ... kind) a value may be nil unless that is ruled out. */
enum mst_type {
    MST_TYPE_UNKNOWN, /* a parameter of which nothing is known: a number or a thing */
    MST_TYPE_NUMBER,
    MST_TYPE_BOOLEAN,
    MST_TYPE_SET,
    MST_TYPE_ZONE,
    MST_TYPE_PIECE,
    MST_TYPE_SEAT,
    MST_TYPE_PLACE, /* a zone or a container */
    MST_TYPE_KIND,  /* a piece type */
    MST_TYPE_TEXT,  /* a constant string */
    MST_TYPE_NIL,
    MST_TYPE_COUNT
};

enum mst_handle_kind {
    MST_HANDLE_FIELD,     /* index: field of the schema; arms[unit] */
    MST_HANDLE_RECORD,    /* index: record of the host; now.turn */
    MST_HANDLE_OWNER,     /* owner[piece], a word */
    MST_HANDLE_CONTAINER, /* index: container a seat; prison[seat] is a place */
    MST_HANDLE_SET,       /* a set of zones: struct mst_set_handle; also what rules compute */
    MST_HANDLE_RANGE,     /* range(a, b): struct mst_range_handle */
    MST_HANDLE_PIECES,    /* pieces(place): struct mst_pieces_handle, never a constant */
    MST_HANDLE_SUBSETS,   /* subsets(place): index is the place, never a constant */
    MST_HANDLE_SAMPLE,    /* the word `sample`: choose("n", sample) */
    MST_HANDLE_EVENT,     /* index: event; :emit(...), :on(f) */
    MST_HANDLE_QUERY,     /* index: rule of the host; q(...), :amend */
    MST_HANDLE_ONCE,      /* index: rule of the host; f() */
    MST_HANDLE_PROCEDURE, /* index: rule of the host, that a flow declared; called, filled in once
                           */
    MST_HANDLE_DECISION,  /* index: decision; go(d), push(d, ...), at = d */
    MST_HANDLE_MOVE,      /* index: kind; :forbid, :permit, :oblige */
    MST_HANDLE_FLOW,      /* index: flow; flow.name, function flow.step() */
    MST_HANDLE_DOMAIN,    /* struct mst_range_handle; choose("face", FACE), :from(a, b) */
    MST_HANDLE_POSSIBLE,  /* index: rule of the host; possible(f)(...): can all that f asks be? */
    MST_HANDLE_RANKING,   /* index: ranking; r(place, size), r:best(...), r:list(...) */
    MST_HANDLE_HOOK,      /* index: hook on the Lua side; :on(f), never in rules */
    MST_HANDLE_KINDS
};

struct mst_handle {
    enum mst_handle_kind kind;
    int index;
};

/* A set of zones is a value: as many words as the board has. */
struct mst_set_handle {
    struct mst_handle head;
    uint64_t words[];
};
/* Numbers from `from` to `to`, of a domain of letters (head.index; else -1) or by themselves.
 * `most` is the highest that is ever meant, where the rule says one; else `to`. */
struct mst_range_handle {
    struct mst_handle head;
    int64_t from, to, most;
};
/* The pieces of a place from the top down, as they lie when each is reached: the next one is taken
 * before the turn of a loop. Or the pieces that `chosen` gives, which are listed. */
struct mst_pieces_handle {
    struct mst_handle head;
    int place, next;
    int count; /* of those listed, or -1 */
    int16_t pieces[];
};

/* The handle at `index` of the stack, or NULL where there is another value. */
struct mst_handle *mst_handle_at(lua_State *L, int index);
/* The same, of one kind. */
struct mst_handle *mst_handle_of(lua_State *L, int index, enum mst_handle_kind kind);
/* Push a new one. */
void mst_handle_push(lua_State *L, enum mst_handle_kind kind, int index);

/* The words that every rule file knows without importing them. The compiler knows a word by the C
 * function that stands for it in Lua (or by its handle or value, where it is none: `owner`,
 * `zones`, `nothing`, `sample` are handles; `box` and `seats` (how many there are) are numbers. All
 * of these are there once the board and the game are declared). X(name, number of parameters at
 * least, at most) */
/* clang-format off */
#define MST_WORDS(X) \
    /* board */ \
    X(occupied, 0, 0) X(tops, 1, 2) X(near, 1, 1) X(shift, 2, 2) X(flood, 2, 2) X(only, 1, 1) \
    X(at, 2, 2) X(column, 1, 1) X(row, 1, 1) X(step, 2, 2) \
    /* pieces; `level`, `count` of nil are 0 */ \
    X(top, 1, 1) X(below, 1, 1) X(level, 1, 1) X(place, 1, 1) X(kind, 1, 1) X(count, 1, 1) \
    X(known, 1, 1) X(pieces, 1, 1) X(subsets, 1, 1) X(chosen, 2, 2) \
    /* asking */ \
    X(need, 1, 3) X(choose, 2, 4) X(choose_step, 4, 6) X(range, 2, 3) X(possible, 1, 1) \
    /* who and where */ \
    X(me, 0, 0) X(arg, 1, 1) \
    /* frames */ \
    X(go, 1, 1) X(push, 1, 8) X(pop, 0, 0) X(over, 1, 9) \
    /* deeds */ \
    X(put, 2, 2) X(insert, 3, 3) X(carry, 3, 3) X(shuffle, 2, 2) \
    /* repetition */ \
    X(position_key, 0, 0) X(seen, 1, 1) X(remember, 1, 1)
/* clang-format on */

#define MST_WORD_ID(name, least, most) MST_WORD_##name,
enum mst_word_id { MST_WORDS(MST_WORD_ID) MST_WORD_COUNT };
#undef MST_WORD_ID

/* The word that C function `f` stands for, or MST_WORD_COUNT. */
enum mst_word_id mst_word_of(lua_CFunction f);
const char *mst_word_name(enum mst_word_id word);

/* ---- what the functions of declarations are kept in -------------------------------------------
 */

/* All lists are the host's (internal.h). References are of the registry, LUA_NOREF where there is
 * none. A place (zone, container) and a piece type are plain numbers in Lua, no handles. */

/* A rule function of the host that is neither a move's nor a step's: a query with its amendments, a
 * `once`, a procedure of a flow, what `possible` was given. host->rule[] */
enum mst_rule_kind { MST_RULE_QUERY, MST_RULE_ONCE, MST_RULE_PROCEDURE, MST_RULE_POSSIBLE };
struct mst_rule_layer {
    int ref;  /* of the Lua function, in the registry */
    int join; /* enum mst_join; MST_JOIN_TEXT: the first parameter is what stood there before */
    char *origin, *module; /* owned */
};
struct mst_rule {
    enum mst_rule_kind kind;
    char name[40];                 /* as the source assigns it: "bare" of `w.bare = muster.query` */
    struct mst_rule_layer *layers; /* owned; the first is the base, the last is outermost */
    int layer_count;
    enum mst_type result; /* of a query or a once, once it is compiled */
    /* For Lua that calls it: a text of the rules, which reads its arguments from the first
     * variables; -1: it runs as Lua. */
    int code, param_count;
    uint8_t params[MST_MOST_PARAMS]; /* enum mst_type */
    char *help, *origin;             /* owned */
};

/* What the new form of a field says beside the schema. host->field_rule[field of the schema];
 * fields of the old form have no entry, or `type` unknown. */
struct mst_field_rule {
    enum mst_type type; /* of its value: number, boolean, zone, piece, seat */
    int record;         /* of the host, or -1 */
};

/* muster.state: fields of the game, in the order of the list. host->records[] */
struct mst_record {
    int first, count; /* fields of the schema: one after the other */
};

/* muster.letters. host->domains[] */
struct mst_domain {
    char *letters; /* owned: `width` signs for each value from 0 on */
    int width, count;
};

/* The functions of rules->kinds[k]: host->move_rule[k]. */
struct mst_move_rule {
    bool plain;   /* declared with functions; else in the old form, and all below is void */
    bool broken;  /* its functions have faults, which are noted */
    int decision; /* -1: at every decision */
    int legal, apply, weight; /* references of functions */
    int choices;              /* reference of a table: name of a choice -> its type, or LUA_NOREF */
    char *text;               /* owned */
    struct mst_permission *permissions; /* owned; ordered by their modules when loading ends */
    int permission_count;
};
/* move:forbid, :permit, :oblige. */
enum mst_permission_kind { MST_FORBID, MST_PERMIT, MST_OBLIGE };
struct mst_permission {
    enum mst_permission_kind kind;
    int ref; /* of the function; its parameters are choices of the move, by name */
    int takes[MST_MOST_PARAMS], take_count; /* these choices, by number; known at the freeze */
    int last;                               /* the last of them, or -1 */
    struct mst_reason reason;
};

/* The functions of rules->decisions[d]: host->decision_rule[d]. */
struct mst_decision_rule {
    bool plain;
    int seat, empty, run; /* references of functions */
};

/* The functions of rules->events[e]: host->event_rule[e]. */
struct mst_event_rule {
    bool plain;
    int says;
    struct mst_listener {
        int ref;
        char *origin, *module; /* owned */
    } * listeners;             /* owned; ordered by their modules when loading ends */
    int listener_count;
};

/* muster.flow. host->flows[] */
struct mst_flow_entry {
    char name[40];
    enum mst_handle_kind kind; /* MST_HANDLE_DECISION (steps too) or MST_HANDLE_PROCEDURE */
    int index;                 /* of the decision, or of the rule; -1: left out by `when` */
};
struct mst_flow {
    struct mst_flow_entry *entries; /* owned */
    int entry_count;
    char *origin; /* owned */
};

#endif
