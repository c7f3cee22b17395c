/* The internal structure of the host, shared by its files. */
#ifndef MUSTER_HOST_INTERNAL_H
#define MUSTER_HOST_INTERNAL_H

#include <lauxlib.h>
#include <lua.h>

#include "host/handles/handle.h"
#include "host/host.h"
#include "host/sandbox/sandbox.h"
#include "host/syntax/tree.h"
#include "muster/rulebook.h"

/* A declaration that the reference of the game lists (reference_game.c). */
enum host_entry_kind {
    HOST_ENTRY_FIELD,
    HOST_ENTRY_PIECES,
    HOST_ENTRY_CONTAINER,
    HOST_ENTRY_QUERY,
    HOST_ENTRY_EVENT,
    HOST_ENTRY_HOOK,
    HOST_ENTRY_DECISION
};
struct host_entry {
    enum host_entry_kind kind;
    int index;                    /* index in the list of its kind */
    char *help, *module, *origin; /* owned; help "" if the declaration has none */
};

/* The value of a `once` in the running call. The value itself is in the table once_ref. */
struct host_once {
    const struct core_position *pos; /* NULL: no value */
    uint64_t version;
    int seat;
};

/* An event that Lua raises: which of its values are nil or booleans. */
struct host_emission {
    const int64_t *args;
    unsigned nils, flags;
};

/* muster.hook. */
enum host_fold { HOST_FOLD_EACH, HOST_FOLD_FIRST, HOST_FOLD_PIPE, HOST_FOLD_SUM, HOST_FOLD_ALL };
struct host_hook_rule {
    char *name; /* owned */
    enum host_fold fold;
    struct host_listener *listeners; /* owned */
    int listener_count;
};

struct host_ask;

/* A rule that runs as Lua: its place, and what could not be compiled. */
struct host_note {
    char *at, *text; /* owned */
    struct host_spot spot;
};

/* Declarations that each module may make once: the functions run in module order. */
enum host_chain_kind {
    HOST_CHAIN_SETUP, /* after the set-up of the game, one after the other */
    HOST_CHAIN_PLY,   /* likewise, after each ply */
    HOST_CHAIN_SCENE, /* each gets the scene of the one before */
    HOST_CHAIN_WORTH, /* the sum counts */
    HOST_CHAINS
};

struct host_chain {
    struct host_link {
        char *module;
        int ref;                   /* registry reference */
        struct core_action action; /* of what writes */
        int code; /* of an evaluation: for the seat in variable 0, for a match that is not over; or
                   * -1 */
    } * links;
    int count;
};

/* muster.feature: a number that evaluations can count with. */
struct host_feature_rule {
    char *name, *help, *origin; /* owned */
    struct host_link link;
};

/* Registry references are LUA_NOREF, and numbers of code -1, where nothing was declared. Each list
 * stands next to its count; the host owns it unless it says otherwise. */
struct host {
    /* ---- set once, before any module loads ---- */
    lua_State *L;
    struct core_rules *rules;
    host_compiler *compile;
    host_option_answerer *answerer;
    host_module_switch *on;
    void *context; /* of both callbacks */
    enum host_path path;
    int handle_meta[HOST_HANDLE_KINDS]; /* registry references of the handles' metatables */

    /* ---- loading: modules and their options ---- */
    struct host_module *modules;
    int module_count;
    int current;              /* module being loaded, or -1 */
    bool frozen;              /* H2: loading is over */
    const char *const *known; /* borrowed: the names of all modules that exist */
    size_t known_count;
    int offers_ref; /* registry reference: a table from kind to the list of offers */
    struct mst_option *options;
    int option_count;
    int options_ref; /* registry reference: a table from module to its option values */

    /* ---- declarations with functions: handle.h ---- */
    struct host_rule *rule;
    int rule_count;
    struct host_field_rule *field_rule;
    int field_rule_count;
    struct host_record *records;
    int record_count;
    struct host_domain *domains;
    int domain_count;
    struct host_move_rule *move_rule;
    int move_rule_count;
    struct host_decision_rule *decision_rule;
    int decision_rule_count;
    struct host_event_rule *event_rule;
    int event_rule_count;
    struct host_flow *flows;
    int flow_count;
    struct host_hook_rule *hook_rule;
    int hook_rule_count;
    struct host_chain chains[HOST_CHAINS];

    /* ---- declarations of the game as a whole ---- */
    char *title;
    char *scene_title; /* of every scene; NULL: each has its own */
    struct core_action setup;
    int setup_ref, print_ref, parse_ref, verify_ref; /* registry references */
    int notation_module;                   /* that declares the notation, if there is one */
    char *start, *start_origin;            /* the position line with which matches begin, or NULL */
    int ending_module[CORE_ENDINGS_APART]; /* that declares the ending, from 1; or 0 */
    struct host_without {
        char *ending, *origin;
        bool stays; /* it only has to exist */
    } * without;    /* endings that modules switch off, or that they need */
    int without_count;

    /* ---- running: what holds for the call in progress ---- */
    struct core_play *play;             /* H1: the play of the running call, or NULL */
    bool reading;                       /* H3: the running function must not write */
    struct host_ask *ask;               /* the question being answered by `legal`, or NULL */
    struct host_emission *emission;     /* the event that Lua is raising, or NULL */
    struct mst_buf *trace;              /* where questions are noted, or NULL */
    struct host_last_refusal *refusals; /* the last refusal of each kind (ask.c), or NULL */
    struct host_once *once;             /* by rule number */
    int once_count, once_ref;
    bool remembers; /* is there a `once` with a value? */
    bool *brief;    /* by registry reference: is the function brief? (brief.c) */
    int brief_count;

    /* ---- evaluation: muster.worth and muster.feature ---- */
    struct host_feature_rule *feature_rule;
    int feature_rule_count;
    bool plays_out;                    /* muster.worth with `playouts` */
    bool by_turns;                     /* muster.worth with `turns` */
    int64_t worth_scale;               /* muster.worth with `scale` */
    struct mst_error evaluation_fault; /* the first failure of muster.worth, until it is reported */
    bool evaluation_fault_reported;    /* it was reported */

    /* ---- checking: the faults of the rules ---- */
    bool careful;          /* files are being checked: see host_careful */
    struct host_spot spot; /* place of the last fault raised */
    struct host_fault *faults;
    int fault_count;
    bool short_of_memory;             /* a fault may be missing from the list */
    bool broken[CORE_MOST_DECISIONS]; /* decisions with faults: those of their moves would be
                                       * consequences */
    struct host_note *notes;
    int note_count;

    /* ---- reference and rulebook ---- */
    struct host_entry *entries;
    int entry_count;
    struct mst_chapter *chapters;
    int chapter_count;
};

/* A function of the Lua API, for registration and for the reference. */
struct host_api {
    const char *name;
    lua_CFunction function;
    const char *signature; /* "(zone: integer, direction: integer): integer" */
    const char *doc;
};

extern const struct host_api host_api_declare[]; /* for declarations at load */
extern const struct host_api host_api_access[];  /* for running matches */

/* The module that loads a scenario. */
#define HOST_SCENARIO_MODULE "muster.scenario"

static inline struct host *host_of(lua_State *L) {
    return *sandbox_slot(L);
}

/* Raise that there is no match, at the line of the module that is being loaded. Does not return. */
void host_no_match(lua_State *L);

/* The play of the running call. Raises if there is none, as while modules load or
 * an event is put into words. */
static inline struct core_play *host_play_of(lua_State *L) {
    struct core_play *play = host_of(L)->play;
    if (!play)
        host_no_match(L);
    return play;
}

/* Raise play->error as a Lua error. Does not return. */
int host_raise(lua_State *L, struct core_play *play);
/* Raise `error`. Does not return. */
int host_raise_error(lua_State *L, const struct mst_error *error);
/* Raise MST_NO_MEMORY. Does not return. */
int host_no_memory(lua_State *L);
/* The position of the Lua code that called the running C function, "lua/x.lua:12". If that code
 * belongs to another module, the place where the module being loaded called it. Owned by the
 * caller. Raises when out of memory. */
char *host_origin(lua_State *L);
/* The line that runs in the file or folder of the module being loaded. */
void host_own_place(lua_State *L, char *at, size_t size);
/* A copy that the host owns. Raises when out of memory. */
char *host_strdup(lua_State *L, const char *text);
/* Append an element to a list of the host. Raises when out of memory. */
void *host_grow(lua_State *L, void *list, int *count, size_t size);
/* Like host_begin, for the Lua function that runs in L. */
enum mst_status host_begin_in(lua_State *L, const char *module, struct mst_error *error);
/* Remove the options of a module whose declaration failed midway. */
void host_drop_options(struct host *host);
/* Raise unless the module being loaded may require `module`. */
void host_guard(lua_State *L, const char *module);
/* muster.modules (scenario.c). */
int host_declare_modules(lua_State *L);
/* muster.module and muster.offers (module.c). */
int host_declare_module(lua_State *L);
int host_declare_offers(lua_State *L);
/* Declare the options of the module being loaded, which is paused in muster.module. May raise. */
int host_resolve(lua_State *L);
/* The name of the module being loaded, or "". */
const char *host_module_name(const struct host *host);

/* muster.ranking (rankings.c). */
int host_declare_ranking(lua_State *L);
/* Add a fault to the host's list; a warning if the status is MST_OK. Notes that memory is short if
 * there is no room. */
void host_remark(struct host *host, enum mst_status status, const char *at, const char *format, ...)
    MST_PRINTF(4, 5);
/* Record where node `n` is in its source. */
void host_note_spot(const struct syn_tree *tree, const struct syn_node *n, struct host_spot *spot);
/* The rulebook (rulebook.c): muster.rules; ordering the chapters when the rules are frozen; freeing
 * it. */
int host_declare_rules(lua_State *L);
void host_order_rulebook(struct host *host);
void host_free_rulebook(struct host *host);
/* Record what the running call declares, for the reference; and free the records. */
void host_note_entry(lua_State *L, enum host_entry_kind kind, int index, const char *help);
void host_free_entries(struct host *host);
/* Refuse new keys in the tables that functions captured (freeze.c). */
enum mst_status host_freeze_tables(struct host *host, struct mst_error *error);
/* Find the brief functions among those that run as Lua (brief.c). */
enum mst_status host_find_brief(struct host *host, struct mst_error *error);
/* If the error has no place yet, move the place at the start of its text there. */
void host_place_fault(struct mst_error *error);
/* muster.shape, muster.nearest and muster.fault (shape.c). */
int host_shape(lua_State *L);
int host_nearest(lua_State *L);
int host_fault(lua_State *L);
/* Call `declare` (muster.NAME) with the arguments on the stack. While files are checked, a fault is
 * recorded and the module continues. Only for declarations that no other declaration depends on. */
int host_softly(lua_State *L, lua_CFunction declare, const char *name);

/* muster.feature (feature.c), and freeing what it declared. */
int host_declare_feature(lua_State *L);
void host_free_features(struct host *host);
/* Add what `link` says that a position is worth to `seat`. `what` names it in errors. */
bool host_add_worth(struct host *host, const struct host_link *link, const char *what,
                    struct core_play *play, int seat, int64_t *worth);

/* Forget the values of `once`, at the end of a call. */
void host_forget_once(struct host *host);
/* Rules run as Lua at first (rule_bind.c): every function of a declaration is put into the tables
 * of core/rules.h. Lowering replaces functions with code and finds the choices of moves; then the
 * moves are finished. */
void host_bind_rules(lua_State *L);
void host_finish_rules(lua_State *L);
void host_free_rules(struct host *host);
/* Finish a move whose parameters are known: assign their bits, split its text, and find the choices
 * that other modules name. Raises on faults. */
void host_finish_move(lua_State *L, int kind);
/* Add a parameter to a move, with its name, kind and bounds (except for ranges). */
struct core_param *host_add_param(lua_State *L, struct core_kind *kind, const char *name,
                                  size_t length);
void host_type_param(lua_State *L, struct core_param *param, enum core_clause_kind kind);
/* Answer a question about moves (ask.c). */
bool host_ask(void *host, struct core_play *play, struct core_question *question);
/* Module order (order.c). Check conflicts, rank the modules, and check that amendments of a query
 * by different modules have an order. */
enum mst_status host_order_modules(struct host *host, struct mst_error *error);
/* Sort listeners, permissions and amendments by the rank of their modules. */
void host_order_rules(struct host *host);
/* The rank of a module; -1 if it is not loaded. */
int host_rank(const struct host *host, const char *module);

/* Call the function whose `args` arguments are pushed. `results` stay on the stack. */
bool host_call(struct host *host, struct core_play *play, int args, int results);
/* Copy the error of a failed Lua call to the play. Always returns false. */
bool host_call_failed(struct core_play *play, const struct mst_error *error);

#endif
