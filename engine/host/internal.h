/* Inside of the host: what its files share. */
#ifndef MUSTER_HOST_INTERNAL_H
#define MUSTER_HOST_INTERNAL_H

#include <lauxlib.h>
#include <lua.h>

#include "host/handle.h"
#include "host/host.h"
#include "host/sandbox.h"
#include "syntax/tree.h"

/* A declaration that the reference of the game lists (reference_game.c). */
enum mst_entry_kind {
    MST_ENTRY_FIELD,
    MST_ENTRY_PIECES,
    MST_ENTRY_CONTAINER,
    MST_ENTRY_QUERY,
    MST_ENTRY_EVENT,
    MST_ENTRY_HOOK,
    MST_ENTRY_DECISION
};
struct mst_entry {
    enum mst_entry_kind kind;
    int index;                    /* in the list of its kind */
    char *help, *module, *origin; /* owned; help "" if the declaration has none */
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
    struct mst_entry *entries;
    int entry_count;
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
    bool remembers;                    /* some `once` has a value */
    struct mst_emission *emission;     /* of the event that Lua raises now, or NULL */
    struct mst_ask_told *told;         /* by kind: why it was refused last (ask.c); or NULL */
    struct mst_ask *ask;               /* the question that `legal` answers now, or NULL */
    int options_ref;                   /* table: module to the values of its options */
    int handle_meta[MST_HANDLE_KINDS]; /* registry: the metatables of handles */
    struct mst_chapter *chapters;
    int chapter_count;
    struct mst_action setup;
    int setup_ref, print_ref, parse_ref, scene_ref, worth_ref, verify_ref;
    int worth_code; /* what a position is worth to the seat in variable 0, while the match goes on;
                       or -1 */
    bool careful;   /* somebody checks these files: see mst_host_careful */
    struct mst_spot spot; /* of the fault that was raised last */
    struct mst_note *notes;
    int note_count;
    struct mst_fault *faults;
    int fault_count;
    bool broken[MST_MOST_DECISIONS]; /* decisions with faults: their moves would only repeat them */
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

/* muster.ranking (rankings.c). */
int mst_host_declare_ranking(lua_State *L);
/* Add to the host's list of faults; with the status MST_OK it is a warning. */
void mst_host_remark(struct mst_host *host, enum mst_status status, const char *at,
                     const char *format, ...) MST_PRINTF(4, 5);
/* Note where node `n` stands in its source. */
void mst_host_note_spot(const struct mst_syn_tree *tree, const struct mst_syn_node *n,
                        struct mst_spot *spot);
/* The rulebook (rulebook.c): muster.rules; at the freeze, the order of the
 * chapters; and freeing it. */
int mst_host_declare_rules(lua_State *L);
void mst_host_order_rulebook(struct mst_host *host);
void mst_host_free_rulebook(struct mst_host *host);
/* Note what the running call declares, for the reference; and free the notes. */
void mst_host_note_entry(lua_State *L, enum mst_entry_kind kind, int index, const char *help);
void mst_host_free_entries(struct mst_host *host);
/* Take the place that the text of an error begins with, if there is none yet. */
void mst_host_place_fault(struct mst_error *error);
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
/* Compile every declaration (compile_rules.c). Runs inside a protected call; raises on faults. */
int mst_host_compile(lua_State *L);
/* The place of a module in the order of modules. */
int mst_host_rank(const struct mst_host *host, const char *module);

/* The error of a failed Lua call becomes the play's. Always false. */
bool mst_host_call_failed(struct mst_play *play, const struct mst_error *error);

#endif
