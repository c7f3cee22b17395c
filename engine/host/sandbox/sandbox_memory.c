/* The allocator of a sandbox. See sandbox_memory.h.
 *
 * It knows the type of each object that Lua creates. It charges for whatever is the same in every
 * run (objects, long strings, table parts). It does not charge for whatever depends on when the
 * garbage collector runs (short strings, the string table, the stack). The next count hook or
 * charge notices that the budget is used up.
 *
 * Hashes: table parts are the same in every run because Lua's hashes are. Those of strings depend
 * on a seed, which is set here; those of tables and functions on their addresses, which the arena
 * repeats. */
#include "host/sandbox/sandbox_memory.h"

#include <assert.h>
#include <string.h>

#include "host/sandbox/sandbox.h"

enum {
    UNIT = 16,             /* bytes that cost one work unit */
    SHORT_STRING = 72,     /* largest string object that Lua interns, in bytes */
    SMALL_PART = 256,      /* a table part up to this many bytes costs REHASH */
    REHASH = 8,            /* units */
    CALL = 64,             /* Lua's record of a call, which it keeps for later ones: not charged */
    WIDE_PART = 16384,     /* from this size on, scanning any table may be slow */
    LARGE_PART = 65536,    /* from this size on, rebuilding any table may be slow */
    LEAST_STACK = 40 * 16, /* initial stack, in bytes */
    STRING_HEAD = 64       /* bytes reserved for the header of a string object */
};

int64_t sandbox_scan_cost(const struct sandbox_memory *m) {
    return m->largest > WIDE_PART ? (int64_t)(m->largest / 32) : 0;
}

static bool sandbox_memory_refuse(struct sandbox_memory *m, enum core_refusal why) {
    m->refusal = why;
    return true;
}

/* The slot in which the sandbox records `block` as a stack, or NULL. */
static void **stack_slot(struct sandbox_memory *m, const void *block, size_t old) {
    if (block == m->stack)
        return &m->stack;
    /* A smaller block cannot be a stack: most frees end here, without a search. */
    for (int i = 0; i < m->stack_count && old >= LEAST_STACK; i++)
        if (m->stacks[i] == block)
            return &m->stacks[i];
    return NULL;
}

/* Must a block of `old` bytes not grow to `size`? After a refusal Lua collects all garbage and
 * tries again. That is expensive, so a refusal costs many units. */
static bool refused(struct sandbox_memory *m, void *block, size_t kind, size_t old, size_t size) {
    if (block && block == m->strings)
        return false; /* Lua would retry at once; strings are limited separately */
    if (block && stack_slot(m, block, old)) /* Lua 5.4.7 tries only once: garbage is no reason */
        return m->used - old + size > m->limit + m->limit / 2 &&
               sandbox_memory_refuse(m, SANDBOX_REFUSED_CEILING);

    if (!block && kind == SANDBOX_MEMORY_STRING && size > SANDBOX_STRING + STRING_HEAD)
        return sandbox_memory_refuse(m, SANDBOX_REFUSED_STRING);

    if (core_budget_left(m->budget) < 0 && !m->unlimited && size > SMALL_PART)
        return sandbox_memory_refuse(
            m, SANDBOX_REFUSED_SPENT); /* the rules could do too much before the next hook */

    if (!m->tight && m->used - old + size <= m->limit)
        return false;

    /* Each refusal costs a full collection: charge for it, and once the budget is used up stay
     * tight, or rules could have Lua collect without end. */
    m->budget->work -= m->unlimited ? 0 : (int64_t)(m->used / 8);
    m->tight = m->tight || core_budget_left(m->budget) < 0;
    return sandbox_memory_refuse(m, SANDBOX_REFUSED_CEILING);
}

/* Charge for a block of `kind` that grew from `old` bytes to `size`. A new block has `old` 0; only
 * new blocks have a kind. */
static void charge_block(struct sandbox_memory *m, size_t kind, size_t old, size_t size) {
    assert(size > old);
    size_t units = (size - old) / UNIT;
    if (m->unlimited)
        return;

    if (kind == SANDBOX_MEMORY_STRING) {
        /* Short strings are interned: whether one exists still depends on the garbage collector
         * (S5). */
        m->longest = size > m->longest ? size : m->longest;
        m->budget->work -= size > SHORT_STRING ? (int64_t)units : 0;
    } else if (kind != 0) { /* any other object */
        m->budget->work -= (int64_t)units;
    } else if (!m->compiling && (old || size != CALL)) {
        /* Untyped blocks are table parts, except those of the compiler and the records of calls. */
        m->budget->work -=
            size > SMALL_PART ? 4 * (int64_t)units : REHASH; /* a table part is also rehashed */
        /* A new part may mean that another table is rehashed, which scans all of it. */
        m->budget->work -= old || m->largest <= LARGE_PART ? 0 : sandbox_scan_cost(m);
        m->largest = size > m->largest ? size : m->largest;
    }
}

/* The slot of a block that is not charged. The first two untyped blocks of a state are its stack
 * and its string table (128 pointers). */
static void **own_block(struct sandbox_memory *m, void *block, size_t kind, size_t old,
                        size_t size) {
    /* M1: stack and string table are known by their addresses, as Lua's records cannot be asked. */
    if (block)
        return block == m->strings ? &m->strings : stack_slot(m, block, old);
    if (m->started || kind != 0)
        return NULL;
    if (!m->stack)
        return &m->stack;
    return !m->strings && size == 128 * sizeof(void *) ? &m->strings : NULL;
}

/* How the global state of Lua 5.4 begins, which follows that of the main thread in one block. */
struct globals {
    void *(*allocate)(void *memory, void *block, size_t osize, size_t size);
    void *context;
    size_t counts[4];
    struct {
        void *hash;
        int used, size;
    } strings;
    struct {
        int64_t value;
        unsigned char tag;
    } registry, nil;
    unsigned seed;
};

/* Lua chose a seed for the hashes of strings from the time and from addresses. No string exists
 * yet, so that it can be replaced. */
static void fix_seed(struct sandbox_memory *m) {
    enum { NOT_BUILT = 3 }; /* the tag of an integer: marks a state that is being built */

    /* The global state follows the main thread at an offset that depends on the build, so it is
     * searched for: two pointers of ours in a row cannot be there by chance. */
    for (size_t at = 0; at + sizeof(struct globals) <= m->state_size; at += sizeof(void *)) {
        struct globals g;
        memcpy(&g, m->state + at, sizeof g);
        if (g.allocate != sandbox_allocate || g.context != m || g.strings.hash ||
            g.nil.tag != NOT_BUILT)
            continue;

        g.seed = 0;
        memcpy(m->state + at, &g, sizeof g);
        m->seeded = true;
        return;
    }
}

/* A stack is freed. Lua 5.4.4 resizes one by making the new block first: that block is the stack
 * then, and is not charged, for how large a stack is depends on earlier requests. */
static void leave_stack(struct sandbox_memory *m, void **slot) {
    /* The charge for the new block is taken back. */
    if (m->latest.block) {
        *slot = m->latest.block;
        m->budget->work += m->latest.units;
        m->largest = m->latest.largest;
    } else if (slot != &m->stack) {
        /* A coroutine has ended: the last stack takes its place, as their order does not matter. */
        assert(m->stack_count > 0);
        *slot = m->stacks[--m->stack_count];
    }
}

static void *free_block(struct sandbox_memory *m, void *block, size_t old) {
    void **slot = stack_slot(m, block, old);
    if (slot)
        leave_stack(m, slot);

    assert(m->used >= old);
    m->latest.block = NULL;
    m->used -= old;
    return sys_arena_resize(m->arena, block, old, 0);
}

void *sandbox_allocate(void *memory, void *block, size_t osize, size_t size) {
    /* For a new block, Lua passes the type of the object in `osize`. */
    struct sandbox_memory *m = memory;
    size_t old = block ? osize : 0, kind = block ? 0 : osize;

    if (size == 0)
        return free_block(m, block, old);
    if (size > old && refused(m, block, kind, old, size))
        return NULL;

    void **own = own_block(m, block, kind, old, size);
    assert(!m->started || m->depth > 0 || kind == 0); /* S1: outside of calls, only stacks grow */
    void *fresh = sys_arena_resize(m->arena, block, old, size);

    if (!fresh) {
        sandbox_memory_refuse(m, SANDBOX_REFUSED_SYSTEM);
        return NULL;
    }

    /* The first block is the state. Its records are complete when the stack is made: before any
     * string. */
    if (!m->state) {
        m->state = fresh;
        m->state_size = size;
    } else if (own == &m->stack && !block) {
        fix_seed(m);
    }

    if (m->threading && !block && kind == 0) { /* the first block of a coroutine is its stack */
        m->threading = false;
        own = &m->stacks[m->stack_count++];
    }

    /* If a stack is freed next, this block takes its place (leave_stack). */
    m->latest.block = own || block || kind != 0 ? NULL : fresh;
    m->latest.largest = m->largest;
    m->latest.units = m->budget->work;
    if (own)
        *own = fresh;
    else if (size > old)
        charge_block(m, kind, old, size);
    m->latest.units -= m->budget->work;

    m->used = m->used - old + size;
    assert(m->used >= size);
    return fresh;
}
