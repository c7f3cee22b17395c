/* Shared by the files of the sandbox. */
#ifndef MUSTER_HOST_SANDBOX_SANDBOX_STATE_H
#define MUSTER_HOST_SANDBOX_SANDBOX_STATE_H

#include <lauxlib.h>
#include <lua.h>

#include "host/sandbox/dump.h"
#include "host/sandbox/sandbox.h"
#include "host/sandbox/sandbox_memory.h"
#include "host/syntax/tree.h"

/* A module that is loaded or being loaded. The list is ordered by name. */
struct sandbox_source {
    struct sandbox_source *next;
    struct sandbox_source *requirer; /* while loading: the module whose loading required this one,
                                      * or NULL */
    uint64_t hash;
    bool loading;
    int thread, yielded;      /* registry references: the coroutine while paused, and the value */
    char *text;               /* owned; NULL after sandbox_forget_text */
    size_t length;            /* of the text */
    struct syn_tree *tree;    /* parsed on demand by recover.c, or NULL */
    struct sandbox_dump dump; /* read on demand by recover.c */
    int root;                 /* where it was found */
    char name[];              /* "game.actions" */
};

struct sandbox {
    void *host; /* must be first: sandbox_slot returns its address */
    struct sandbox_memory memory;
    struct mst_budget own; /* the budget, unless one is shared */
    uint64_t serial;       /* of the step whose instructions are being counted */
    struct sandbox_limits limits;
    size_t longest_loaded; /* longest string made at load, in bytes */
    bool sealed, frozen;
    struct {
        char file[180];
        int line; /* 0: none */
    } noted;      /* where the innermost protected call was when it last looked at its budget */
    bool spent;   /* `spent_at` is set */
    bool brief;   /* the next outermost call is of a brief function */
    bool counts;  /* the count hook is set */
    char spent_at[sizeof((struct mst_error *)0)->at];
    sandbox_observer *observer;   /* or NULL, */
    void *observed;               /* its context */
    sandbox_blamer *blame;        /* or NULL */
    sandbox_require_guard *guard; /* or NULL */
    struct mst_error fault;       /* the error being raised */
    bool raised;                  /* `fault` is set and being raised */
    int env, globals, loaded; /* registry references: raw globals, the modules' view of them, values
                               * of modules */
    struct sandbox_source *sources, *loading;
    /* Folders of modules, in the order in which they are searched; `shown` stands for `path` in
     * chunk names and messages. */
    struct sandbox_root {
        char *path, *shown;
    } roots[MST_MOST_FOLDERS];
    int root_count;
    struct { /* a source that lies elsewhere, or NULLs */
        char *name, *path, *shown;
    } alias;
};

static inline struct sandbox *sandbox_of(const lua_State *L) {
    return *(struct sandbox **)(void *)((char *)(size_t)L - sizeof(void *));
}

/* Raise a fault with a message. `at` may be NULL for the running Lua line. Does not return. */
int sandbox_fail(lua_State *L, enum mst_status status, const char *at, const char *format, ...)
    MST_PRINTF(4, 5);
/* The line of the first Lua function from `level` outward, or "". */
void sandbox_line(lua_State *L, int level, char *at, size_t size);
/* Raise in `L` the error that ended `thread` with `status`. Does not return. */
int sandbox_pass_on(lua_State *L, lua_State *thread, int status);
/* Set `fault` for a refused allocation: `at`, and `how` near that is (", here"; "" if it is exact).
 */
void sandbox_memory_fault(struct sandbox *s, const char *at, const char *how,
                          struct mst_error *fault);
/* Arguments of library functions, like luaL_checkinteger, luaL_optinteger, luaL_checknumber and
 * luaL_checklstring, but conversions between numbers and strings are charged. */
lua_Integer sandbox_integer(lua_State *L, int index);
lua_Integer sandbox_opt_integer(lua_State *L, int index, lua_Integer absent);
lua_Number sandbox_number(lua_State *L, int index);
const char *sandbox_text(lua_State *L, int index, size_t *length);
/* Charge for making a string from the value in slot `index` if it is a number. */
void sandbox_charge_text(lua_State *L, int index);

/* A key of a type that has an order. */
struct sandbox_key {
    lua_Integer number;
    const char *text; /* NULL for an integer; borrowed from the table */
    size_t length;
};
/* Push a userdata with the integer and string keys of the table in slot `index`: integers
 * ascending, then strings in byte order. Other keys raise `refusal`, a format for their type, or
 * are skipped if it is NULL. Needs 4 slots. */
struct sandbox_key *sandbox_keys(lua_State *L, int index, const char *refusal, int *count);
void sandbox_push_key(lua_State *L, const struct sandbox_key *key);

/* Replace the table on top of the stack with a proxy that reads from it and refuses writes. */
void sandbox_protect(lua_State *L, const char *name);
/* A better place and text for what Lua says of a source that does not compile; false: none. */
bool sandbox_guess_syntax(const char *source, const char *message, int *line, char text[200]);
/* Make reading a missing key of the table on top an error that names the nearest key, unless the
 * table has a metatable. */
void sandbox_name_keys(lua_State *L, const char *name);
/* Push the table of globals: base functions and libraries. */
void sandbox_open_names(lua_State *L);
void sandbox_open_string(lua_State *L);
void sandbox_open_table(lua_State *L);
/* Push the raw table of a library made of `functions`, which explains unknown names. */
void sandbox_library(lua_State *L, const char *name, const luaL_Reg *functions);

/* The Lua function `require`. The host also calls it, with a light userdata as the name. */
int sandbox_require(lua_State *L);
/* After an error: remove the modules that were being loaded inside `outer`. */
void sandbox_forget(lua_State *L, struct sandbox_source *outer);
/* Read and compile a module, mark it as being loaded, and push its function. */
void sandbox_load_source(lua_State *L, const char *name);
/* Raise if `name` is not a valid module name. */
void sandbox_check_name(lua_State *L, const char *name);
struct sandbox_source *sandbox_find_source(const struct sandbox *s, const char *name);
/* The module being loaded is done. Its value, on top of the stack, is stored and replaced by the
 * value that `require` returns. */
void sandbox_keep_value(lua_State *L);
/* Free the text of a source and the data derived from it. */
void sandbox_forget_text(struct sandbox_source *source);

#endif
