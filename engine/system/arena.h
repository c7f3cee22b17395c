/* Memory whose addresses are the same in every process, modulo 2^32. Lua hashes the addresses of
 * tables and functions, so the order in which it stores them, and with it the moment when it
 * rebuilds a table, would otherwise differ from process to process.
 *
 * A buddy allocator: blocks are powers of two, and the caller keeps their sizes. The order of the
 * requests alone decides the place of a block. */
#ifndef MUSTER_SYSTEM_ARENA_H
#define MUSTER_SYSTEM_ARENA_H

#include "core/base.h"

enum { SYS_ARENA_BYTES = 1 << 26 }; /* address space; pages are taken when they are used */

struct sys_arena;

/* NULL when out of memory. */
struct sys_arena *sys_arena_new(void);
/* Free the arena with all of its blocks. NULL is allowed. */
void sys_arena_free(struct sys_arena *arena);

/* Like realloc, for a block of `old` bytes; `block` may be NULL. A `size` of 0 frees it and returns
 * NULL. Otherwise NULL when out of memory; shrinking never fails. Counts as an allocation for
 * core_mem_fail_after. */
void *sys_arena_resize(struct sys_arena *arena, void *block, size_t old, size_t size);

#endif
