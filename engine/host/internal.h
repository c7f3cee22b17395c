/* Inside of the host: what its files share. */
#ifndef MUSTER_HOST_INTERNAL_H
#define MUSTER_HOST_INTERNAL_H

#include <lauxlib.h>
#include <lua.h>

#include "host/handle.h"
#include "host/host.h"
#include "host/sandbox.h"

/* A declaration that waits for the freeze: a Lua table or function in the registry. */
enum mst_pending_kind {
    MST_PENDING_DECISION,
    MST_PENDING_MOVE,
    MST_PENDING_FORBID,
    MST_PENDING_PERMIT,
    MST_PENDING_OBLIGE,
    MST_PENDING_LISTENER
};

struct mst_pending {
    enum mst_pending_kind kind;
    int ref;    /* of the table, or of a function */
    int index;  /* kind, decision, event or expression */
    char *text; /* name of the event or move that it is for */
    char *origin, *module;
};

/* An expression that Lua calls: compiled at the freeze. */
struct mst_host_expr {
    int node;
    bool is_set;
    int params;
    bool unused; /* no Lua function can call it */
    char *text, *origin;
    char names[MST_MOST_PARAMS][MST_NAME_SIZE];
};

/* What is noted of declarations for mst_host_look. */
enum mst_declared_kind {
    MST_DECLARED_FIELD,
    MST_DECLARED_DEFINE,
    MST_DECLARED_EXPR, /* looked at as an expression alone */
    MST_DECLARED_FUNCTION,
    MST_DECLARED_EVENT
};
struct mst_declared {
    enum mst_declared_kind kind;
    int index;    /* in the list of its kind */
    int expr;     /* expression of the host that its function evaluates, or -1 */
    char *origin; /* owned */
    bool held[2]; /* can Lua still call the functions that the declaration returned? */
};

/* What other modules can hold on to, for the reference (hooks.c). */
enum mst_hook_kind {
    MST_HOOK_QUERY,
    MST_HOOK_RULE, /* a query that is a function: index of host->rule */
    MST_HOOK_WORD, /* a definition or function of which help is given */
    MST_HOOK_EVENT,
    MST_HOOK_LIST,
    MST_HOOK_LISTENED /* of the Lua side: muster.hook */
};
struct mst_hook {
    enum mst_hook_kind kind;
    int index;         /* of its definition or event; of a list its reference */
    char *head, *help; /* owned: "entry_fee(unit, there)"; one line, or "" */
    char *origin;      /* owned */
};

/* What a `once` came to, in the running call: its value stands in the table once_ref. */
struct mst_once {
    const struct mst_position *pos; /* NULL: nothing */
    uint64_t version;
    int seat;
};

/* An event that Lua raises: which of its values are nil, and which true or false. */
struct mst_emission {
    int event;
    unsigned nils, flags;
};

/* muster.hook. */
enum mst_fold { MST_FOLD_EACH, MST_FOLD_FIRST, MST_FOLD_PIPE, MST_FOLD_SUM, MST_FOLD_ALL };
struct mst_hook_rule {
    char *name; /* owned */
    enum mst_fold fold;
    struct mst_listener *listeners; /* owned */
    int listener_count;
};

struct mst_ask;

/* A rule that runs as Lua: where, and what could not be compiled. */
struct mst_note {
    char *at, *text; /* owned */
    struct mst_spot spot;
};

struct mst_host {
    lua_State *L;
    struct mst_rules *rules;
    struct mst_play *play; /* whose call this is, or NULL */
    bool frozen, reading;
    char *title;
    mst_option_answerer *answerer;
    mst_module_switch *on;
    void *context;
    struct mst_module *modules;
    int module_count;
    int current;    /* module being loaded, or -1 */
    int offers_ref; /* table: kind to the list of what is offered */
    struct mst_option *options;
    int option_count;
    struct mst_pending *pending;
    int pending_count;
    struct mst_hook *hooks;
    int hook_count;
    struct mst_host_expr *exprs;
    int expr_count;
    /* what declarations with functions are kept in: handle.h */
    enum mst_path path;
    struct mst_rule *rule;
    int rule_count;
    struct mst_field_rule *field_rule;
    int field_rule_count;
    struct mst_record *records;
    int record_count;
    struct mst_domain *domains;
    int domain_count;
    struct mst_move_rule *move_rule;
    int move_rule_count;
    struct mst_decision_rule *decision_rule;
    int decision_rule_count;
    struct mst_event_rule *event_rule;
    int event_rule_count;
    struct mst_flow *flows;
    int flow_count;
    struct mst_hook_rule *hook_rule;
    int hook_rule_count;
    struct mst_once *once; /* by the number of the rule */
    int once_count, once_ref;
    bool remembers;                /* some `once` has a value */
    struct mst_emission *emission; /* of the event that Lua raises now, or NULL */
    struct mst_ask_told *told;     /* by kind: why it was refused last (ask.c); or NULL */
    struct mst_ask *ask;           /* the question that `legal` answers now, or NULL */
    int options_ref;               /* table: module to the values of its options */
    struct mst_chapter *chapters;
    int chapter_count;
    struct mst_action setup;
    int setup_ref, print_ref, parse_ref, scene_ref, worth_ref, verify_ref;
    int worth_code; /* what a position is worth to the seat in variable 0, while the match goes on;
                       or -1 */
    char *setup_text, *setup_origin;
    struct mst_declared *declared;
    int declared_count;
    int held_ref; /* weak table of what declarations returned; LUA_NOREF: nobody will look */
    struct mst_note *notes;
    int note_count;
    struct mst_fault *faults;
    int fault_count;
    bool broken[MST_MOST_DECISIONS]; /* decisions with faults: their moves would only repeat them */
    const char *compiling;           /* origin of what is being compiled, or NULL */
};

/* A function of the Lua API: what is registered, and what the reference prints. */
struct mst_api {
    const char *name;
    lua_CFunction function;
    const char *signature; /* "(zone: integer, direction: integer): integer" */
    const char *doc;
};

extern const struct mst_api mst_api_declare[]; /* while loading */
extern const struct mst_api mst_api_access[];  /* reading and writing the position */
extern const struct mst_api mst_api_sets[];    /* sets of zones */

static inline struct mst_host *mst_host_of(lua_State *L) {
    return *mst_sandbox_slot(L);
}

/* The play of the running call; raises when there is none (while modules load). */
static inline struct mst_play *mst_play_of(lua_State *L) {
    struct mst_play *play = mst_host_of(L)->play;
    if (!play)
        luaL_error(L, "there is no match while modules load");
    return play;
}

/* Raise play->error as a Lua error. Does not return. */
int mst_host_raise(lua_State *L, struct mst_play *play);
/* Raise `error`. Does not return. */
int mst_host_raise_error(lua_State *L, const struct mst_error *error);
/* "lua/x.lua:12" of the Lua code that called the running C function, or where the module being
 * loaded called into another one; owned, NULL without memory. */
char *mst_host_origin(lua_State *L);
/* The line of the module being loaded, in its file or its folder, that runs. */
void mst_host_own_place(lua_State *L, char *at, size_t size);
/* A copy that the host owns; raises when memory ends. */
char *mst_host_strdup(lua_State *L, const char *text);
/* One more element of a list of the host; raises when memory ends. */
void *mst_host_grow(lua_State *L, void *list, int *count, size_t size);
/* As mst_host_begin, for the Lua function that runs in L. */
enum mst_status mst_host_begin_in(lua_State *L, const char *module, struct mst_error *error);
/* Forget the options that a module declared by half. */
void mst_host_drop_options(struct mst_host *host);
/* May the module being loaded require that one? Raises if not. */
void mst_host_guard(lua_State *L, const char *module);
/* muster.module and muster.offers (module.c). */
int mst_host_declare_module(lua_State *L);
int mst_host_declare_offers(lua_State *L);
/* Declare the options of the module being loaded, which pauses in muster.module. May raise. */
int mst_host_resolve(lua_State *L);
/* Name of the module being loaded, "" when none is. */
const char *mst_host_module_name(const struct mst_host *host);

/* Push a set of zones as Lua sees it (an integer on boards of up to 64 zones), and read one. */
void mst_host_push_set(lua_State *L, const uint64_t *words);
void mst_host_read_set(lua_State *L, int index, uint64_t *words);
void mst_host_open_sets(lua_State *L);

/* Number of the function on top of the stack, kept in the registry; pops it. */
int mst_host_keep(lua_State *L);
/* muster.step of a table: the declaration (of numbers it is the step from a zone). */
int mst_host_declare_step(lua_State *L);
/* muster.ranking of a table; and, at the freeze, what needs the laid-out schema. Raise on faults.
 */
int mst_host_declare_ranking(lua_State *L);
void mst_host_freeze_rankings(lua_State *L);
/* Note a declaration whose last `results` values on the stack are the functions that it returns; at
 * the freeze, note which of these Lua still holds (lint.c). */
void mst_host_note(lua_State *L, enum mst_declared_kind kind, int index, int expr, int results);
void mst_host_note_held(lua_State *L);
/* Add to the host's list of faults; with the status MST_OK it is a warning. */
void mst_host_remark(struct mst_host *host, enum mst_status status, const char *at,
                     const char *format, ...) MST_PRINTF(4, 5);
/* The rulebook (rulebook.c): muster.rules and muster.rule; at the freeze, order and titles of the
 * chapters (false without memory); and freeing it. */
int mst_host_declare_rules(lua_State *L);
int mst_host_declare_rule(lua_State *L);
bool mst_host_order_rulebook(struct mst_host *host);
void mst_host_free_rulebook(struct mst_host *host);
/* Note what is declared by the running call, whose first argument is its head and whose argument
 * `about`, if there, a table with its help. */
void mst_host_note_hook(lua_State *L, enum mst_hook_kind kind, int index, int about);
/* Note a hook by its head and help. */
void mst_host_add_hook(lua_State *L, enum mst_hook_kind kind, int index, const char *head,
                       const char *help);
/* muster.list, and freeing what was noted (hooks.c; hooks_print.c prints it). */
int mst_host_declare_list(lua_State *L);
void mst_host_free_hooks(struct mst_host *host);
/* Push closures that read and write field `index`. */
void mst_host_push_accessors(lua_State *L, int field);
/* Push a closure that gives the place number of container `index`, of a seat. */
void mst_host_push_container(lua_State *L, int index);
/* Push a closure that evaluates expression `index`. */
void mst_host_push_expr(lua_State *L, int index);

/* Say where a fault stands that was found while compiling. */
void mst_host_place_fault(const struct mst_host *host, struct mst_error *error);
/* muster.shape and muster.fault (shape.c). */
int mst_host_shape(lua_State *L);
int mst_host_fault(lua_State *L);
/* Call `declare`, muster.NAME, with the arguments on the stack. While files are checked its fault
 * is noted, and the module goes on: only for what nothing else that is declared depends on. */
int mst_host_softly(lua_State *L, lua_CFunction declare, const char *name);

/* Forget what `once` came to: at the end of a call. */
void mst_host_forget_once(struct mst_host *host);
/* Let the rules run as Lua (rule_bind.c): every function of a declaration finds its place in the
 * tables of play/rules.h. Lowering puts code in its place, and tells the choices of moves;
 * then they are finished. Before that, checks that amendments by
 * different modules have an order; after the match, frees. */
void mst_host_bind_rules(lua_State *L);
void mst_host_finish_rules(lua_State *L);
/* Lowering is done: where all runs as Lua, take the code out again, of which the choices of moves
 * stay; where all must be compiled, what is not is a fault. */
void mst_host_take_path(lua_State *L);
void mst_host_free_rules(struct mst_host *host);
/* The parameters of a move are known: give them their bits, cut its text, and find the choices that
 * other modules name. Raises on faults. */
void mst_host_finish_move(lua_State *L, int kind);
/* One more parameter of a move, by its name, and what it is chosen from (bounds and all, but for
 * ranges). */
struct mst_param *mst_host_add_param(lua_State *L, struct mst_kind *kind, const char *name,
                                     size_t length);
void mst_host_type_param(lua_State *L, struct mst_param *param, enum mst_clause_kind kind);
/* Answer a question about moves (ask.c). */
bool mst_host_ask(void *host, struct mst_play *play, struct mst_question *question);
/* Put code in the place of Lua, where that can be (compile_rules.c). */
void mst_host_lower_rules(lua_State *L);
/* The place of a module in the order of modules. */
int mst_host_rank(const struct mst_host *host, const char *module);

/* The error of a failed Lua call becomes the play's. Always false. */
bool mst_host_call_failed(struct mst_play *play, const struct mst_error *error);

/* Compile what waits. Runs inside a protected call; raises on faults. */
int mst_host_compile(lua_State *L);

#endif
