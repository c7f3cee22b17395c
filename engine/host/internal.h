/* Inside of the host: what its files share. */
#ifndef MUSTER_HOST_INTERNAL_H
#define MUSTER_HOST_INTERNAL_H

#include <lauxlib.h>
#include <lua.h>

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
    MST_HOOK_WORD, /* a definition or function of which help is given */
    MST_HOOK_EVENT,
    MST_HOOK_LIST
};
struct mst_hook {
    enum mst_hook_kind kind;
    int index;         /* of its definition or event; of a list its reference */
    char *head, *help; /* owned: "entry_fee(unit, there)"; one line, or "" */
    char *origin;      /* owned */
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
    int current;         /* module being loaded, or -1 */
    const char *hearing; /* module whose offers are being heard, or NULL */
    int offers_ref;      /* table: kind to the list of what is offered */
    int heard_ref;       /* table: module to true */
    struct mst_option *options;
    int option_count;
    struct mst_pending *pending;
    int pending_count;
    struct mst_hook *hooks;
    int hook_count;
    struct mst_host_expr *exprs;
    int expr_count;
    struct mst_chapter *chapters;
    int chapter_count;
    struct mst_action setup;
    int setup_ref, print_ref, parse_ref, scene_ref, worth_ref, verify_ref;
    char *setup_text, *setup_origin;
    struct mst_declared *declared;
    int declared_count;
    int held_ref; /* weak table of what declarations returned; LUA_NOREF: nobody will look */
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

/* Compile what waits. Runs inside a protected call; raises on faults. */
int mst_host_compile(lua_State *L);

#endif
