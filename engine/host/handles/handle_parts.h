/* Shared by the files that implement handles and words. */
#ifndef MUSTER_HOST_HANDLES_HANDLE_PARTS_H
#define MUSTER_HOST_HANDLES_HANDLE_PARTS_H

#include "host/internal.h"

/* The metamethods and methods of one kind of handle. The first upvalue of each metamethod is the
 * table of methods. */
struct host_handle_class {
    const char *noun; /* its name in errors, such as "a set" */
    const luaL_Reg *meta, *methods;
};
extern const struct host_handle_class host_class_field, host_class_record, host_class_owner,
    host_class_container, host_class_set, host_class_range, host_class_pieces, host_class_subsets,
    host_class_sample, host_class_domain, host_class_ranking, host_class_event, host_class_query,
    host_class_once, host_class_procedure, host_class_possible, host_class_decision,
    host_class_move, host_class_flow, host_class_hook;

/* Create the metatables, and add the words to the table of globals on top of the stack. */
void host_handle_open(lua_State *L);
void host_words_open(lua_State *L);
/* Define `zones`, `nothing` and `box`, once the board is declared. host_words_seats defines
 * `seats`. */
void host_words_board(lua_State *L);
void host_words_seats(lua_State *L);

/* Push a new handle: a userdata of `size` bytes that begins with struct host_handle; the rest is
 * zero. */
void *host_handle_new(lua_State *L, enum host_handle_kind kind, int index, size_t size);
/* __index for methods: push the method named by the string in slot 2. Raises with the nearest name
 * if there is none. */
int host_handle_method(lua_State *L);
/* __newindex of handles that are values: raises. */
int host_handle_fixed(lua_State *L);

/* Describe the value in slot `index` for an error: "nil", "the number 3", "a set". Borrowed. */
const char *host_describe(lua_State *L, int index);
/* The thing in slot `index`: a number, or MST_NONE for nil. Otherwise raises: `who` expected
 * `what`. */
int64_t host_thing(lua_State *L, int index, const char *who, const char *what);
/* Push a value of `type`: a thing that is MST_NONE becomes nil, a flag becomes a boolean. */
void host_push_value(lua_State *L, enum core_type type, int64_t value);
/* Convert the value in slot `index` to `type`. `who` names the caller in the error. */
int64_t host_take_value(lua_State *L, int index, enum core_type type, const char *who);
/* Raise unless the value in slot `index` can be called: `who` expected a function. */
void host_check_function(lua_State *L, int index, const char *who);

/* Push an empty set; returns its words. */
uint64_t *host_set_push(lua_State *L);
/* The words of the set in slot `index`. Raises if it is not a set. */
const uint64_t *host_set_at(lua_State *L, int index, const char *who);
bool host_set_has(const uint64_t *words, int64_t zone);
const struct core_board *host_board_of(lua_State *L);

/* An iteration over the values of a handle (set, range, domain or pieces). */
struct host_walk {
    const struct host_handle *over;
    int64_t last;
    int next;
    bool begun;
};
bool host_walk_next(lua_State *L, struct host_walk *walk, int64_t *value);

/* The play of the running call, which must be allowed to write. */
struct core_play *host_writing(lua_State *L);
/* Raise if an effect failed. */
void host_effect(lua_State *L, struct core_play *play, bool done);
/* Call the compiled rule with the arguments from slot 2 on, and push its value. Returns false and
 * pushes nothing if it is not compiled for these arguments. */
bool host_run_rule(lua_State *L, const struct host_rule *rule);
/* Raise unless modules are loading. */
struct host *host_declaring(lua_State *L);
/* Raise `error` unless `done`. */
void host_demand(lua_State *L, bool done, const struct mst_error *error);

/* Debugging of rules (debug.c). */
int host_print_values(lua_State *L);
int host_pause(lua_State *L);

/* ---- declarations (declare_data.c, declare_rules.c, flow.c) ---------------------------------- */

/* The first entry of the table in slot 1: its name. */
const char *host_first_name(lua_State *L, const char *what);
int host_new_field(lua_State *L);
int host_new_pieces(lua_State *L);
int host_new_container(lua_State *L, int container);
int host_declare_state(lua_State *L);
int host_declare_enum(lua_State *L);
int host_declare_letters(lua_State *L);
int host_push_grid(lua_State *L);
int host_new_event(lua_State *L);
int host_new_query(lua_State *L);
int host_declare_once(lua_State *L);
int host_new_move(lua_State *L);
int host_move_named(lua_State *L);
int host_declare_flow(lua_State *L);
int host_declare_hook(lua_State *L);
int host_declare_options(lua_State *L);
int host_changed_options(lua_State *L);

/* Add a rule of the host. Its first layer is the function in slot `index` (0: none yet). */
int host_add_rule(lua_State *L, enum host_rule_kind kind, const char *name, int index);
/* Add a layer to a rule: the function in slot `index`. */
void host_add_layer(lua_State *L, struct host_rule *rule, int index, enum host_join join);
/* Take a reference to the function in slot `index`; LUA_NOREF for nil. Otherwise raises: `what`
 * must be a function. */
int host_keep_function(lua_State *L, int index, const char *what);
/* The entry for rules->decisions[index], or for an event or a kind. Creates it if needed. */
struct host_decision_rule *host_decision_rule(lua_State *L, int index);
struct host_event_rule *host_event_rule(lua_State *L, int index);
struct host_move_rule *host_move_rule(lua_State *L, int index);
struct host_field_rule *host_field_rule(lua_State *L, int index);
/* Declare a decision or step called `name` from the table in slot 1. */
int host_add_decision(lua_State *L, const char *name, bool automatic);
/* Take references to the functions `seat`, `empty` and `run` of the table in slot 1. */
void host_keep_decision(lua_State *L, struct host_decision_rule *rule);

#endif
