/* What the files of handles and words share. */
#ifndef MUSTER_HOST_HANDLE_PARTS_H
#define MUSTER_HOST_HANDLE_PARTS_H

#include "host/internal.h"

/* The metamethods and the methods of one kind of handles; each metamethod has the table of methods
 * as its first upvalue. */
struct mst_handle_class {
    const char *noun; /* "a set": what errors call it */
    const luaL_Reg *meta, *methods;
};
extern const struct mst_handle_class mst_class_field, mst_class_record, mst_class_owner,
    mst_class_container, mst_class_set, mst_class_range, mst_class_pieces, mst_class_subsets,
    mst_class_sample, mst_class_domain, mst_class_ranking, mst_class_event, mst_class_query,
    mst_class_once, mst_class_procedure, mst_class_possible, mst_class_decision, mst_class_move,
    mst_class_flow, mst_class_hook;

/* Make the metatables, and add the words to the global names, whose table is on top of the stack.
 */
void mst_handle_open(lua_State *L);
void mst_words_open(lua_State *L);
/* The board is declared: `zones`, `nothing`, `box`. The game is: `seats`. */
void mst_words_board(lua_State *L);
void mst_words_seats(lua_State *L);

/* A userdata of `size` bytes that begins with a handle, its rest zeroed; pushed. */
void *mst_handle_new(lua_State *L, enum mst_handle_kind kind, int index, size_t size);
/* Push the method that is named by the string at 2, for a metamethod __index; raises with the
 * nearest name where there is none. */
int mst_handle_method(lua_State *L);
/* __newindex of handles that are values. */
int mst_handle_fixed(lua_State *L);

/* The value at `index` in words, for an error: "nil", "the number 3", "a set". Borrowed. */
const char *mst_host_describe(lua_State *L, int index);
/* The thing at `index`: a number, MST_NONE for nil; `who` expected `what`, if it is neither. */
int64_t mst_host_thing(lua_State *L, int index, const char *who, const char *what);
/* Push a value of `type`: nil for no thing, true or false for a flag. */
void mst_host_push_value(lua_State *L, enum mst_type type, int64_t value);
/* The value at `index` as `type`; `who` is told in the error. */
int64_t mst_host_take_value(lua_State *L, int index, enum mst_type type, const char *who);
/* Raise unless the value at `index` can be called; `who` expected a function. */
void mst_host_check_function(lua_State *L, int index, const char *who);

/* Push an empty set; its words. */
uint64_t *mst_set_push(lua_State *L);
/* The words of the set at `index`, or an error. */
const uint64_t *mst_set_at(lua_State *L, int index, const char *who);
bool mst_set_has(const uint64_t *words, int64_t zone);
const struct mst_board *mst_board_of(lua_State *L);

/* A walk over what a handle (set, range, domain, pieces) holds. */
struct mst_walk {
    const struct mst_handle *over;
    int64_t last;
    int next;
    bool begun;
};
bool mst_walk_next(lua_State *L, struct mst_walk *walk, int64_t *value);

/* The play of a call that may write. */
struct mst_play *mst_host_writing(lua_State *L);
/* Raise when an effect failed. */
void mst_host_effect(lua_State *L, struct mst_play *play, bool done);
/* Call the compiled rule with the arguments from index 2 on: pushes its value. False, and nothing
 * is pushed, where it is not compiled for such arguments. */
bool mst_host_run_rule(lua_State *L, const struct mst_rule *rule);
/* Raise unless modules are loading. */
struct mst_host *mst_host_declaring(lua_State *L);
/* Raise `error` unless `done`. */
void mst_host_demand(lua_State *L, bool done, const struct mst_error *error);

/* Looking into rules (debug.c). */
int mst_host_print_values(lua_State *L);
int mst_host_pause(lua_State *L);

/* ---- declarations (declare_data.c, declare_rules.c, flow.c) ---------------------------------- */

/* Of a field's declaration (declare.c): who has it, who sees it, what pieces begin with (in
 * values[MST_MOST_PIECES], from the table at 1), and whether it can be indexed. */
enum mst_entity mst_host_field_of(lua_State *L, const char *name);
enum mst_visibility mst_host_field_seen(lua_State *L, const char *name);
void mst_host_field_each(lua_State *L, struct mst_field *field, int32_t *values);
void mst_host_check_indexed(lua_State *L, const struct mst_field *field);
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

/* A rule of the host, whose first layer is the function at `index` (0: none yet). */
int mst_host_add_rule(lua_State *L, enum mst_rule_kind kind, const char *name, int index);
/* One more layer of a rule: the function at `index`. */
void mst_host_add_layer(lua_State *L, struct mst_rule *rule, int index, enum mst_join join);
/* The reference of the function at `index`, LUA_NOREF for nil; else `what` must be a function. */
int mst_host_keep_function(lua_State *L, int index, const char *what);
/* The entry of rules->decisions[index], of events and of kinds, made if it is not there. */
struct mst_decision_rule *mst_host_decision_rule(lua_State *L, int index);
struct mst_event_rule *mst_host_event_rule(lua_State *L, int index);
struct mst_move_rule *mst_host_move_rule(lua_State *L, int index);
struct mst_field_rule *mst_host_field_rule(lua_State *L, int index);
/* A decision or step, declared by the table at 1 whose name is `name`. */
int mst_host_add_decision(lua_State *L, const char *name, bool automatic);
/* Keep the functions `seat`, `empty` and `run` of the table at 1. */
void mst_host_keep_decision(lua_State *L, struct mst_decision_rule *rule);
/* What the source assigns the running call of `called` to ("bare" of `w.bare = muster.query(...)`),
 * or its place, into `name`. The comment above, in one line, is added to `help` (may be NULL). */
void mst_host_assigned(lua_State *L, const char *called, char *name, size_t size,
                       struct mst_buf *help);
/* Push what the table at 1 says as `help`, else the comment above the declaration by `what`. */
const char *mst_host_push_help(lua_State *L, const char *what);

#endif
