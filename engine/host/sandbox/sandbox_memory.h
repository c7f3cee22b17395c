/* The memory of a sandbox: the allocator of its Lua state, with its limits and charges.
 *
 * M1 The allocator calls no function of Lua, for Lua calls it while its records are not in order:
 *    while a stack moves, the pointers into it are offsets. So nothing here sees lua.h, and the
 *    test of this file is linked without Lua. M2 It raises nothing. It records why it refused; the
 *    sandbox words the error when Lua has left the call. */
#ifndef MUSTER_HOST_SANDBOX_SANDBOX_MEMORY_H
#define MUSTER_HOST_SANDBOX_SANDBOX_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "system/arena.h"
#include "core/budget.h"

/* The reason why the allocator refused. */
enum core_refusal {
    SANDBOX_REFUSED_SYSTEM,
    SANDBOX_REFUSED_CEILING,
    SANDBOX_REFUSED_STRING,
    SANDBOX_REFUSED_SPENT
};

enum { SANDBOX_MEMORY_STRING = 4 }; /* LUA_TSTRING */

struct sandbox_memory {
    struct mst_budget *budget;
    struct sys_arena *arena;
    size_t limit;      /* bytes that may be held */
    char *state;       /* the block of the Lua state, */
    size_t state_size; /* and its size */
    bool seeded;       /* the seed of Lua's hashes was replaced */
    bool started;      /* the state exists */
    bool tight;        /* memory and budget are used up: nothing may grow */
    bool unlimited;    /* the sandbox itself is working: no charge */
    bool compiling;    /* new blocks are not table parts */
    bool threading;    /* a coroutine is being created: the next block is its stack */
    int depth;         /* nested calls of sandbox_call */
    size_t used;       /* bytes held */
    size_t largest;    /* largest table part ever allocated, in bytes */
    size_t longest;    /* longest string made in this call or at load, in bytes */
    struct {           /* the block that the last call of the allocator made, if untyped: */
        void *block;
        int64_t units;  /* what it was charged, */
        size_t largest; /* and `largest` before */
    } latest;
    void *stack, *strings; /* blocks of Lua's stack and string table, which are not charged */
    void **stacks;         /* stacks of coroutines; the caller makes room for them */
    int stack_count;
    enum core_refusal refusal; /* of the request that was refused last */
};

/* The allocator of Lua: `memory` is a struct sandbox_memory. */
void *sandbox_allocate(void *memory, void *block, size_t osize, size_t size);
/* The cost of scanning any table, beyond the cost of its entries. */
int64_t sandbox_scan_cost(const struct sandbox_memory *m);

#endif
