/* Shared by the files that implement handles and words. */
#ifndef MUSTER_HOST_HANDLES_HANDLE_PARTS_H
#define MUSTER_HOST_HANDLES_HANDLE_PARTS_H

#include "host/internal.h"

/* The metamethods and methods of one kind of handle. The first upvalue of each metamethod is the
 * table of methods. */
struct mst_handle_class {
    const char *noun; /* its name in errors, such as "a set" */
    const luaL_Reg *meta, *methods;
};
extern const struct mst_handle_class mst_class_field, mst_class_record, mst_class_owner,
    mst_class_container, mst_class_set, mst_class_range, mst_class_pieces, mst_class_subsets,
    mst_class_sample, mst_class_domain, mst_class_ranking, mst_class_event, mst_class_query,
    mst_class_once, mst_class_procedure, mst_class_possible, mst_class_decision, mst_class_move,
    mst_class_flow, mst_class_hook;

/* Create the metatables, and add the words to the table of globals on top of the stack. */
void mst_handle_open(lua_State *L);
void mst_words_open(lua_State *L);
/* Define `zones`, `nothing` and `box`, once the board is declared. mst_words_seats defines
 * `seats`. */
void mst_words_board(lua_State *L);
void mst_words_seats(lua_State *L);

/* Push a new handle: a userdata of `size` bytes that begins with struct mst_handle; the rest is
 * zero. */
void *mst_handle_new(lua_State *L, enum mst_handle_kind kind, int index, size_t size);
/* __index for methods: push the method named by the string in slot 2. Raises with the nearest name
 * if there is none. */
int mst_handle_method(lua_State *L);
/* __newindex of handles that are values: raises. */
int mst_handle_fixed(lua_State *L);

/* Describe the value in slot `index` for an error: "nil", "the number 3", "a set". Borrowed. */
const char *mst_host_describe(lua_State *L, int index);
/* The thing in slot `index`: a number, or MST_NONE for nil. Otherwise raises: `who` expected
 * `what`. */
int64_t mst_host_thing(lua_State *L, int index, const char *who, const char *what);
/* Push a value of `type`: a thing that is MST_NONE becomes nil, a flag becomes a boolean. */
void mst_host_push_value(lua_State *L, enum mst_type type, int64_t value);
/* Convert the value in slot `index` to `type`. `who` names the caller in the error. */
int64_t mst_host_take_value(lua_State *L, int index, enum mst_type type, const char *who);
/* Raise unless the value in slot `index` can be called: `who` expected a function. */
void mst_host_check_function(lua_State *L, int index, const char *who);

/* Push an empty set; returns its words. */
uint64_t *mst_set_push(lua_State *L);
/* The words of the set in slot `index`. Raises if it is not a set. */
const uint64_t *mst_set_at(lua_State *L, int index, const char *who);
bool mst_set_has(const uint64_t *words, int64_t zone);
const struct mst_board *mst_board_of(lua_State *L);

/* An iteration over the values of a handle (set, range, domain or pieces). */
struct mst_walk {
    const struct mst_handle *over;
    int64_t last;
    int next;
    bool begun;
};
bool mst_walk_next(lua_State *L, struct mst_walk *walk, int64_t *value);

/* The play of the running call, which must be allowed to write. */
struct mst_play *mst_host_writing(lua_State *L);
/* Raise if an effect failed. */
void mst_host_effect(lua_State *L, struct mst_play *play, bool done);
/* Call the compiled rule with the arguments from slot 2 on, and push its value. Returns false and
 * pushes nothing if it is not compiled for these arguments. */
bool mst_host_run_rule(lua_State *L, const struct mst_rule *rule);
/* Raise unless modules are loading. */
struct mst_host *mst_host_declaring(lua_State *L);
/* Raise `error` unless `done`. */
void mst_host_demand(lua_State *L, bool done, const struct mst_error *error);

/* Debugging of rules (debug.c). */
int mst_host_print_values(lua_State *L);
int mst_host_pause(lua_State *L);

/* ---- declarations (declare_data.c, declare_rules.c, flow.c) ---------------------------------- */

/* The first entry of the table in slot 1: its name. */
const char *mst_host_first_name(lua_State *L, const char *what);
int mst_host_new_field(lua_State *L);
int mst_host_new_pieces(lua_State *L);
int mst_host_new_container(lua_State *L, int container);
int mst_host_declare_state(lua_State *L);
int mst_host_declare_enum(lua_State *L);
int mst_host_declare_letters(lua_State *L);
int mst_host_push_grid(lua_State *L);
int mst_host_new_event(lua_State *L);
int mst_host_new_query(lua_State *L);
int mst_host_declare_once(lua_State *L);
int mst_host_new_move(lua_State *L);
int mst_host_move_named(lua_State *L);
int mst_host_declare_flow(lua_State *L);
int mst_host_declare_hook(lua_State *L);
int mst_host_declare_options(lua_State *L);
int mst_host_changed_options(lua_State *L);

/* Add a rule of the host. Its first layer is the function in slot `index` (0: none yet). */
int mst_host_add_rule(lua_State *L, enum mst_rule_kind kind, const char *name, int index);
/* Add a layer to a rule: the function in slot `index`. */
void mst_host_add_layer(lua_State *L, struct mst_rule *rule, int index, enum mst_join join);
/* Take a reference to the function in slot `index`; LUA_NOREF for nil. Otherwise raises: `what`
 * must be a function. */
int mst_host_keep_function(lua_State *L, int index, const char *what);
/* The entry for rules->decisions[index], or for an event or a kind. Creates it if needed. */
struct mst_decision_rule *mst_host_decision_rule(lua_State *L, int index);
struct mst_event_rule *mst_host_event_rule(lua_State *L, int index);
struct mst_move_rule *mst_host_move_rule(lua_State *L, int index);
struct mst_field_rule *mst_host_field_rule(lua_State *L, int index);
/* Declare a decision or step called `name` from the table in slot 1. */
int mst_host_add_decision(lua_State *L, const char *name, bool automatic);
/* Take references to the functions `seat`, `empty` and `run` of the table in slot 1. */
void mst_host_keep_decision(lua_State *L, struct mst_decision_rule *rule);

#endif
