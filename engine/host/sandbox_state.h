/* What the files of the sandbox share. */
#ifndef MUSTER_HOST_SANDBOX_STATE_H
#define MUSTER_HOST_SANDBOX_STATE_H

#include <lauxlib.h>
#include <lua.h>

#include "base/base.h"
#include "host/dump.h"
#include "host/sandbox.h"
#include "syntax/tree.h"

/* Why the allocator refused. */
enum mst_refusal {
    MST_REFUSED_SYSTEM,
    MST_REFUSED_CEILING,
    MST_REFUSED_STRING,
    MST_REFUSED_STACK,
    MST_REFUSED_SPENT
};

/* A module loaded or being loaded, in a list ordered by name. */
struct mst_source {
    struct mst_source *next;
    struct mst_source *requirer; /* while loading: the one being loaded around it, or NULL */
    uint64_t hash;
    bool loading;
    int thread, yielded;       /* registry: its coroutine while it pauses, and what it gave */
    char *text;                /* owned; NULL once it is forgotten */
    size_t length;             /* of the text */
    struct mst_syn_tree *tree; /* made by recover.c when it is asked for, or NULL */
    struct mst_dump dump;      /* the same */
    char name[];               /* "game.actions" */
};

struct mst_sandbox {
    void *host;   /* first: mst_sandbox_slot gives its address */
    int64_t left; /* of the budget */
    struct mst_limits limits;
    size_t used;           /* bytes held */
    size_t largest;        /* table part that was ever allocated, bytes */
    size_t longest;        /* string made in this call or while modules load, bytes */
    size_t longest_loaded; /* the same, before the freeze */
    void *stack, *strings; /* blocks of Lua's stack and of its string table, which have own rules */
    void **stacks;         /* those of coroutines */
    int stack_count;
    bool threading;     /* a coroutine is being made: the next block is its stack */
    lua_State *L;       /* NULL until the state exists */
    lua_State *running; /* that, or the coroutine that runs */
    int depth;          /* of mst_sandbox_call */
    bool tight;         /* memory and budget are used up: nothing may grow any more */
    bool unlimited;     /* the sandbox works for itself: no charge */
    bool compiling;     /* blocks are no table parts */
    bool sealed, frozen;
    enum mst_refusal refusal;
    char refused_at[sizeof((struct mst_error *)0)->at];
    bool spent; /* `spent_at` is set */
    char spent_at[sizeof((struct mst_error *)0)->at];
    mst_blame *blame;         /* or NULL */
    mst_require_guard *guard; /* or NULL */
    struct mst_error fault;   /* what is being raised */
    bool raised;              /* `fault` is worded, and on its way to who catches it */
    int env, globals, loaded; /* registry: raw names, what modules see of them, values of modules */
    struct mst_source *sources, *loading;
    char *root;
    char shown[64]; /* last part of root, as it stands in chunk names */
};

static inline struct mst_sandbox *sandbox_of(const lua_State *L) {
    return *(struct mst_sandbox **)(void *)((char *)(size_t)L - sizeof(void *));
}

/* Raise a worded fault. Does not return. `at` may be NULL: the running Lua line. */
int sandbox_fail(lua_State *L, enum mst_status status, const char *at, const char *format, ...)
    MST_PRINTF(4, 5);
/* Line of the first Lua function from `level` outward; "" when there is none. */
void sandbox_line(lua_State *L, int level, char *at, size_t size);
/* Raise in `L` the error that ended `thread` with `status`. Does not return. */
int sandbox_pass_on(lua_State *L, lua_State *thread, int status);
/* Word the fault that a refused allocation is. */
void sandbox_memory_fault(struct mst_sandbox *s, struct mst_error *fault);
/* Work of looking through any table whatever, beyond what its entries cost. */
int64_t sandbox_scan_cost(const struct mst_sandbox *s);

/* A key of a table that has an order. */
struct mst_key {
    lua_Integer number;
    const char *text; /* NULL for an integer; borrowed from the table */
    size_t length;
};
/* Push a userdata with the integer and string keys of the table at `index`: integers rising, then
 * strings by bytes. With `strict`, other keys are an error; else they are left out. Needs 4 slots.
 */
struct mst_key *sandbox_keys(lua_State *L, int index, bool strict, int *count);
void sandbox_push_key(lua_State *L, const struct mst_key *key);

/* Replace the table on top of the stack by one that reads through to it and refuses writes. */
void sandbox_protect(lua_State *L, const char *name);
/* Make reading a missing key of the table on top an error that names the nearest key, unless the
 * table has a metatable. */
void sandbox_name_keys(lua_State *L, const char *name);
/* Build the table of names: base functions and libraries. Leaves it on the stack. */
void sandbox_open_names(lua_State *L);
void sandbox_open_string(lua_State *L);
void sandbox_open_table(lua_State *L);
/* Make a library of `functions` that explains unknown names; leaves it, raw, on the stack. */
void sandbox_library(lua_State *L, const char *name, const luaL_Reg *functions);

/* The Lua function `require`, also run by the host with a light userdata as name. */
int sandbox_require(lua_State *L);
/* Forget the modules that were being loaded inside of `outer` when an error ended them. */
void sandbox_forget(lua_State *L, struct mst_source *outer);
/* Read and compile a module, which is being loaded from then on; pushes its function. */
void sandbox_load_source(lua_State *L, const char *name);
/* Raise where that cannot be a module's name. */
void sandbox_check_name(lua_State *L, const char *name);
struct mst_source *sandbox_find_source(const struct mst_sandbox *s, const char *name);
/* The module that is being loaded is done: its value is on top of the stack, and is replaced there
 * by what `require` gives. Pops nothing. */
void sandbox_keep_value(lua_State *L);
/* Free the text of a source, and what was made of it. */
void sandbox_forget_text(struct mst_source *source);

#endif
