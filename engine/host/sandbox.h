/* The Lua sandbox: strangers' rules run here under a budget of work and a ceiling of memory.
 *
 * S1 Everything that can raise runs inside mst_sandbox_call, so Lua's panic cannot be reached.
 * S2 Rules see only bounded functions: no files, no clock, no metatables, no coroutines, no pcall,
 *    no patterns, no bytecode. S3 A budget that is used up stays so until the outermost call
 * returns. S4 What an error says depends on the sources and the call alone: no address, path or
 * clock shows.
 *
 * The one exception to an exact count of work: in a table of more than about 170 keys from which
 * keys are removed while others are added, Lua's own hash seed decides when the table is rebuilt,
 * and rebuilding a large table is charged. Nothing but the moment of MST_BUDGET can differ by it.
 */
#ifndef MUSTER_HOST_SANDBOX_H
#define MUSTER_HOST_SANDBOX_H

#include <stddef.h>
#include <stdint.h>

#include "base/base.h"

struct lua_State;

struct mst_limits {
    size_t memory; /* bytes the Lua state may hold */
    int64_t
        work; /* units one outermost call may use: VM instructions, and C work as dear as they */
    size_t source; /* bytes of one source file */
};
extern const struct mst_limits MST_LIMITS_DEFAULT;

enum {
    MST_SANDBOX_STRING = 65536, /* bytes of the longest string that rules may make */
    MST_SANDBOX_VALUES = 250,   /* values that one C function gives back at most */
    MST_SANDBOX_DEPTH = 400     /* calls within calls */
};

/* A state whose modules come from the folder `root`; the caller frees it. `limits` may be NULL for
 * the default. NULL on failure, with MST_NO_MEMORY. */
struct lua_State *mst_sandbox_new(const struct mst_limits *limits, const char *root,
                                  struct mst_error *error);
void mst_sandbox_free(struct lua_State *L); /* NULL is allowed */

/* One pointer for the host, NULL at first. Never fails. */
static inline void **mst_sandbox_slot(struct lua_State *L) {
    return *(void ***)(void *)((char *)L - sizeof(void *));
}

/* Push the raw table of global names, where the host adds its own before it loads the first module.
 * Cannot fail and needs one free slot. Setting fields may raise: do that in a C function that runs
 * under mst_sandbox_call (pushing a light C function and a light userdata never raises). */
void mst_sandbox_env(struct lua_State *L);

/* Refuse to load further modules from now on, and collect what loading left behind. Tables among
 * the global names became read-only for rules when the first module was loaded. Cannot fail. */
void mst_sandbox_freeze(struct lua_State *L);

/* Load module "game.actions" from root/game/actions.lua, once, and push its value (true for a
 * module that returns none). On failure nothing is pushed, and the module may be tried again. */
enum mst_status mst_sandbox_require(struct lua_State *L, const char *module,
                                    struct mst_error *error);

/* Modules that pause. Run the file of a module in a coroutine, until it ends or pauses; then it is
 * being loaded until mst_sandbox_resume, which runs it to its end: from then on `require` gives its
 * value. `paused` tells which. Failures are those of mst_sandbox_require. `L` is that of the
 * caller: a module may begin while another one runs. */
enum mst_status mst_sandbox_begin(struct lua_State *L, const char *module, bool *paused,
                                  struct mst_error *error);
enum mst_status mst_sandbox_resume(struct lua_State *L, const char *module,
                                   struct mst_error *error);
/* Is the running C function called by the file of a module that mst_sandbox_begin runs, and by none
 * of its functions? Then `return mst_sandbox_pause(L, results)` pauses it there; when it goes on
 * the call has given the values on top of the stack. */
bool mst_sandbox_may_pause(struct lua_State *L);
int mst_sandbox_pause(struct lua_State *L, int results);

/* Who is asked before rules require a module: `guard` may raise. */
typedef void mst_require_guard(struct lua_State *L, const char *module);
void mst_sandbox_guard(struct lua_State *L, mst_require_guard *guard);

/* Is there a source of that name? If not, `error` says which one is near. */
bool mst_sandbox_there(struct lua_State *L, const char *module, struct mst_error *error);

/* The only protected call: as lua_pcall, `nresults` results on success, nothing left on failure.
 * Needs two free slots and those of the results; the lowest slot of the stack is the sandbox's.
 * The outermost call starts a fresh budget; calls within it share that. `error` gets
 * MST_SCRIPT_ERROR, MST_BUDGET, MST_BAD_FILE, MST_NO_MEMORY, or what mst_sandbox_raise was given.
 */
enum mst_status mst_sandbox_call(struct lua_State *L, int nargs, int nresults,
                                 struct mst_error *error);

/* Within a call: call the function below its arguments on the stack, as lua_call. True with the
 * results when it returns; false with nothing when mst_sandbox_stop left it. Every other error goes
 * on outwards. Neither is for rules: they cannot catch what the other raises. */
bool mst_sandbox_try(struct lua_State *L, int nargs, int nresults);
int mst_sandbox_stop(struct lua_State *L);
/* How much work outermost calls may use from now on; returns how much it was. */
int64_t mst_sandbox_allow(struct lua_State *L, int64_t work);

/* Raise `error` as it is: the nearest mst_sandbox_call returns it. Where error->at is "" the line
 * of the Lua code that runs is put there. Does not return. For C functions called by Lua. */
int mst_sandbox_raise(struct lua_State *L, const struct mst_error *error);

/* A C function reports `work` >= 0 units (one is about a VM instruction, some 10 ns) before it does
 * them; raises when the budget is used up. Only inside a call. */
void mst_sandbox_charge(struct lua_State *L, int64_t work);

/* "lua/game/x.lua:12" of the Lua code that runs now, "" when none does. Cannot fail. */
void mst_sandbox_where(struct lua_State *L, char *at, size_t size);
/* Who is to blame for what rules raise by `error` without a place (level 0), instead of the line
 * that raises it: `blame` writes a place, and must neither raise nor allocate. */
typedef void mst_blame(struct lua_State *L, char *at, size_t size);
void mst_sandbox_blame(struct lua_State *L, mst_blame *blame);

/* The place of a text that is raised without one: the text may begin with it, "lua/x.lua:12: ",
 * else it is that of whoever is to blame. Returns what the text says beside that. */
const char *mst_sandbox_blamed(struct lua_State *L, const char *text, char *at, size_t size);

/* Let the table on top of the stack explain names that it lacks, as the libraries do: reading one
 * raises an error with the nearest. `name` is what errors call the table. May raise. */
void mst_sandbox_explain(struct lua_State *L, const char *name);

/* Hash of all sources loaded, with their names: independent of load order and of where root is. */
uint64_t mst_sandbox_source_hash(const struct lua_State *L);
/* The file of source number `index` of those loaded, in the order of names, into `path`; the same
 * as errors show it into `shown` (either may be NULL). False behind the last. */
bool mst_sandbox_source(const struct lua_State *L, int index, struct mst_buf *path,
                        struct mst_buf *shown);
/* Bytes that the state holds now. */
size_t mst_sandbox_memory(const struct lua_State *L);
/* Is it a global name of Lua's that rules lack for a reason, which reading it tells? */
bool mst_sandbox_lacks(const char *name);
/* Units left of the budget of the running, or the last, outermost call; below 0 when used up. */
int64_t mst_sandbox_left(const struct lua_State *L);

/* Hash over everything in which rules could keep state: all tables and upvalues that can be reached
 * from the modules, the global names and the registry. Keys that are neither integers, strings nor
 * booleans count by type. Equal before and after a call that kept nothing; 0 when memory ends. */
uint64_t mst_sandbox_fingerprint(struct lua_State *L);

#endif
