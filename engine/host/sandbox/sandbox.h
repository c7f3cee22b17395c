/* The Lua sandbox: untrusted rules run here with a work budget and a memory limit.
 *
 * S1 Everything that can raise runs inside sandbox_call, so Lua's panic function is never
 *    called. S2 Rules can call only bounded functions: no files, clock, metatables, coroutines,
 *    pcall, patterns or bytecode. S3 A budget that is used up stays so until the outermost call
 *    returns. S4 An error message depends only on the sources and the call: it contains no
 *    address, absolute path or time. S5 Counts are exact: the same calls in the same order use the
 *    same units and hold the same bytes in every process. S6 Lua's allocator calls no function of
 *    Lua (sandbox_memory.h), so the line of a memory error is the last one that was known; only
 *    in a module that loads is it exact. */
#ifndef MUSTER_HOST_SANDBOX_SANDBOX_H
#define MUSTER_HOST_SANDBOX_SANDBOX_H

#include <stddef.h>
#include <stdint.h>

#include "core/budget.h"

struct lua_State;

struct sandbox_limits {
    size_t memory; /* bytes that the Lua state may hold */
    int64_t work;  /* work units of one outermost call, until sandbox_share */
    size_t source; /* maximum size of a source file, in bytes */
};
extern const struct sandbox_limits SANDBOX_LIMITS_DEFAULT;

enum {
    SANDBOX_STRING = 65536, /* longest string that rules may make, in bytes */
    SANDBOX_VALUES = 250,   /* most values that one C function may return */
    SANDBOX_DEPTH = 400     /* nested calls */
};

/* Create a state that loads its modules from the folder `root`. The caller frees it. `limits` may
 * be NULL for the defaults. Returns NULL with MST_NO_MEMORY on failure. */
struct lua_State *sandbox_new(const struct sandbox_limits *limits, const char *root,
                              struct mst_error *error);
void sandbox_free(struct lua_State *L); /* NULL is allowed */
/* Look for modules in the folder `path` as well, called `path` in errors. Call it before the first
 * module is loaded. A module that is in two folders is not loaded. False when out of memory. */
bool sandbox_folder(struct lua_State *L, const char *path);
/* Called for each line that runs, in the function that begins at line `function` of `source`, and
 * for each call of such a function (line 0). */
typedef void sandbox_observer(void *context, const char *source, int function, int line);
/* Observe all calls from now on; NULL: none. */
void sandbox_observe(struct lua_State *L, sandbox_observer *observer, void *context);
/* The part of `at` ("lua/game/x.lua:12") behind the folder of modules, "game/x.lua:12"; or NULL. */
const char *sandbox_inside(const struct lua_State *L, const char *at);
/* Append how errors call the file `path`. */
void sandbox_shown(const struct lua_State *L, const char *path, struct mst_buf *out);

/* A pointer for the host's use, initially NULL. Never fails. */
static inline void **sandbox_slot(struct lua_State *L) {
    return *(void ***)(void *)((char *)L - sizeof(void *));
}

/* Push the raw table of globals. The host adds its own names before it loads the first module.
 * Needs one free slot and cannot fail. Setting fields may raise, so do that in a C function under
 * sandbox_call (pushing a light C function or a light userdata never raises). */
void sandbox_env(struct lua_State *L);

/* Refuse to load more modules from now on, and collect the garbage of loading. The tables among the
 * globals became read-only for rules when the first module was loaded. Cannot fail. */
void sandbox_freeze(struct lua_State *L);

/* From now on the module `name` is the file `path`, called `shown` in errors. Call it once, before
 * the module is loaded. False when out of memory. */
bool sandbox_alias(struct lua_State *L, const char *name, const char *path, const char *shown);
/* How that file is called, or NULL. */
const char *sandbox_alias_shown(const struct lua_State *L);

/* Load module "game.actions" from root/game/actions.lua, once, and push its value (true for a
 * module that returns nothing). On failure pushes nothing; the module may be tried again. */
enum mst_status sandbox_require_module(struct lua_State *L, const char *module,
                                       struct mst_error *error);

/* Modules that pause. sandbox_begin runs the file of a module in a coroutine until it ends or
 * pauses, and sets *paused. A paused module counts as being loaded until sandbox_resume runs it
 * to the end; after that `require` returns its value. Fails like sandbox_require_module. `L` is the
 * caller's state: a module may begin while another one runs. */
enum mst_status sandbox_begin(struct lua_State *L, const char *module, bool *paused,
                              struct mst_error *error);
enum mst_status sandbox_resume(struct lua_State *L, const char *module, struct mst_error *error);
/* Was the running C function called by the main chunk of a module that sandbox_begin runs? If
 * so, `return sandbox_pause(L, results)` pauses the module. When it resumes, the call returns
 * the values on top of the stack. */
bool sandbox_may_pause(struct lua_State *L);
int sandbox_pause(struct lua_State *L, int results);

/* A callback before rules require a module. It may raise. */
typedef void sandbox_require_guard(struct lua_State *L, const char *module);
void sandbox_guard(struct lua_State *L, sandbox_require_guard *guard);

/* Does a source of that name exist? If not, `error` suggests the nearest name. */
bool sandbox_there(struct lua_State *L, const char *module, struct mst_error *error);

/* The only protected call. Like lua_pcall, it leaves `nresults` results on success and nothing on
 * failure. It needs two free slots and room for the results; the two lowest slots of the stack
 * belong to the sandbox. An outermost call starts with a full budget, unless it is shared. `error`
 * gets MST_SCRIPT_ERROR, MST_BUDGET, MST_CANCELLED, MST_BAD_FILE, MST_NO_MEMORY, or the error given
 * to sandbox_raise. */
enum mst_status sandbox_call(struct lua_State *L, int nargs, int nresults, struct mst_error *error);

/* Inside a call: sandbox_try calls a function like lua_call. Returns true with the results, or
 * false without results if sandbox_stop left the function. All other errors propagate. Rules
 * have access to neither: they cannot catch what sandbox_stop raises. */
bool sandbox_try(struct lua_State *L, int nargs, int nresults);
/* Raise the fault of the allocation that was refused last: the system has no memory, or the rules
 * used theirs up. For a C function that got LUA_ERRMEM from Lua. Does not return. */
int sandbox_no_memory(struct lua_State *L);
int sandbox_stop(struct lua_State *L);
/* The next outermost call is of a function that ends before a count hook could run: let it run
 * without. */
void sandbox_brief(struct lua_State *L);
/* From now on all calls draw on `budget`, which the caller fills, instead of separate ones. The
 * units used so far count among those that it has worked. */
void sandbox_share(struct lua_State *L, struct mst_budget *budget);

/* Raise `error` unchanged: the nearest sandbox_call returns it. If error->at is "", the line of
 * the running Lua code is filled in. For C functions called by Lua. Does not return. */
int sandbox_raise(struct lua_State *L, const struct mst_error *error);

/* Charge `work` >= 0 units before a C function does the work. A unit is about one VM instruction,
 * some 10 ns. Raises when the budget is used up. Only inside a call. */
void sandbox_charge(struct lua_State *L, int64_t work);

/* The position of the running Lua code, "lua/game/x.lua:12", or "" if none runs. Cannot fail. */
void sandbox_where(struct lua_State *L, char *at, size_t size);
/* A callback for an error that rules raise without a position (level 0). It writes the position to
 * report instead of the line that raised. It must neither raise nor allocate. */
typedef void sandbox_blamer(struct lua_State *L, char *at, size_t size);
void sandbox_blame(struct lua_State *L, sandbox_blamer *blame);

/* The position of a message that was raised without one: the message may begin with it,
 * "lua/x.lua:12: "; otherwise the callback above decides. Returns the rest of the message. */
const char *sandbox_blamed(struct lua_State *L, const char *text, char *at, size_t size);

/* Push a C function for rules. It is an object in the Lua state, so that its address is the same in
 * every process, modulo 2^32 (rules may use it as a key). May raise. */
void sandbox_function(struct lua_State *L, int (*function)(struct lua_State *));

/* Make the table on top of the stack strict, like the libraries: reading a missing name raises an
 * error with the nearest name. `name` is the table's name in errors. May raise. */
void sandbox_explain(struct lua_State *L, const char *name);

/* Hash of all loaded sources with their names. Independent of the load order and of the location of
 * root. */
uint64_t sandbox_source_hash(const struct lua_State *L);
/* Write the file of loaded source number `index`, in name order, to `path`, and its name in errors
 * to `shown` (either may be NULL). False if there are no more. */
bool sandbox_source(const struct lua_State *L, int index, struct mst_buf *path,
                    struct mst_buf *shown);
/* Bytes that the Lua state holds now. */
size_t sandbox_memory(const struct lua_State *L);
/* Is it a global name of Lua's that rules lack for a reason, which reading it reports? */
bool sandbox_lacks(const char *name);
/* Units left in the budget. Negative if it is used up. */
int64_t sandbox_left(const struct lua_State *L);

/* Hash of everything in which rules could keep state: all tables and upvalues reachable from the
 * modules, the globals and the registry. A key that is neither an integer, a string nor a boolean
 * counts only by type. The hash is the same before and after a call that kept no state. Returns 0
 * when out of memory. Appends its parts to `parts`, unless it is NULL. */
uint64_t sandbox_fingerprint(struct lua_State *L, struct mst_buf *parts);
/* Write what differs between the parts of two fingerprints, "lua/x.lua: list.count", to `name`; ""
 * if it has no name. */
void sandbox_changed(const char *before, const char *after, char *name, size_t size);

#endif
