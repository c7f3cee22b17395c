/* From a Lua function back to its source: the tree of the function, the values of the names that it
 * captured, and the name that a declaration is given where it is called.
 *
 * Files are read as trees when they are first asked for, and once. Trees, and what points into
 * them, live until mst_recover_forget, or as long as the host. */
#ifndef MUSTER_HOST_RECOVER_H
#define MUSTER_HOST_RECOVER_H

#include <lua.h>

#include "syntax/tree.h"

/* The tree of the module file that errors show as `path`, "lua/x.lua" ("lua/x.lua:12" will do).
 * NULL, with MST_BAD_FILE where no such file was loaded, or with MST_NO_MEMORY. Does not raise. */
struct mst_syn_tree *mst_recover_tree(lua_State *L, const char *path, struct mst_error *error);

/* The function that the Lua function at `index` was made of, and its tree (may be NULL). Of several
 * functions on one line it is the one with the same code; where that cannot tell them apart, either
 * will do. NULL and `error` for a C function, or when memory ends. Does not raise. */
struct mst_syn_function *mst_recover_function(lua_State *L, int index, struct mst_syn_tree **tree,
                                              struct mst_error *error);

/* Push the value of `name`, of a function around `function`, as the Lua function at `index`, made
 * of `function`, has it now: of an upvalue, or the literal of a <const> that is none. NULL is _ENV.
 * False, and nothing is pushed, where the function does not use the name. May raise. */
bool mst_recover_upvalue(lua_State *L, int index, const struct mst_syn_function *function,
                         const struct mst_syn_name *name);

/* What the call at `at` ("lua/x.lua:12", as a C function that is called there finds it) is assigned
 * to: "bare" of `local bare = muster.query(...)`, of `w.bare = ...`, of `{ bare = ... }`. `called`
 * is the last name of what is called ("query"); of several such calls that begin on the line each
 * is given once, in their order. `comment` (may be NULL) gets the `---` comment above the line
 * where that statement or entry begins. Both are emptied first. False where the call is not
 * assigned to a name; then `comment` is that of the call's line. Does not raise. */
bool mst_recover_assigned_name(lua_State *L, const char *at, const char *called,
                               struct mst_buf *name, struct mst_buf *comment);

/* Free all trees and texts. From now on nothing can be recovered. */
void mst_recover_forget(lua_State *L);

#endif
