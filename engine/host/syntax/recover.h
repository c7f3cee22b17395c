/* Recover the source of a Lua function: its syntax tree, the values of the names that it captured,
 * and the name to which a declaration is assigned.
 *
 * A file is parsed once, when it is first needed. The trees and all pointers into them stay valid
 * until syn_recover_forget, or until the host is freed. */
#ifndef MUSTER_HOST_SYNTAX_RECOVER_H
#define MUSTER_HOST_SYNTAX_RECOVER_H

#include <lua.h>

#include "host/syntax/tree.h"

/* The tree of the module file that errors call `path`: "lua/x.lua", or "lua/x.lua:12". Returns NULL
 * with MST_BAD_FILE if no such file was loaded, or with MST_NO_MEMORY. Does not raise. */
struct syn_tree *syn_recover_tree(lua_State *L, const char *path, struct mst_error *error);

/* The source function of the Lua function in slot `index`, and its tree in *tree (may be NULL). If
 * several functions share a line, bytecode decides; if they have the same bytecode, any of them is
 * returned. Returns NULL with `error` for a C function, or when out of memory. Does not raise. */
struct syn_function *syn_recover_function(lua_State *L, int index, struct syn_tree **tree,
                                          struct mst_error *error);

/* Push the current value of `name` in the Lua function in slot `index`, whose source is `function`:
 * the value of an upvalue, or the literal of a <const> that is not an upvalue. NULL stands for
 * _ENV. Returns false and pushes nothing if the function does not use the name. May raise. */
bool syn_recover_upvalue(lua_State *L, int index, const struct syn_function *function,
                         const struct syn_name *name);

/* Find the name to which the call at `at` ("lua/x.lua:12", the position that the called C function
 * sees) is assigned: "bare" of `local bare = muster.query(...)`, `w.bare = ...` or `{ bare = ...
 * }`. `called` is the last part of the callee's name ("query"). If several such calls begin on the
 * line, each one is returned once, in order. `name` is cleared first. Returns false if the call is
 * not assigned to a name, or when out of memory: `name` has failed then. Does not raise. */
bool syn_recover_assigned_name(lua_State *L, const char *at, const char *called,
                               struct mst_buf *name);

/* Free all trees and texts. Nothing can be recovered afterwards. */
void syn_recover_forget(lua_State *L);

#endif
