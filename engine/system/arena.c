/* The buddy allocator: see arena.h. */
#include "system/arena.h"

#include <assert.h>
#include <string.h>
#include <sys/mman.h>

#ifdef CORE_ASAN /* the search for leaks has to look for pointers in the arena */
#include <sanitizer/lsan_interface.h>
#define WATCH(base) __lsan_register_root_region(base, SYS_ARENA_BYTES)
#define UNWATCH(base) __lsan_unregister_root_region(base, SYS_ARENA_BYTES)
#else
#define WATCH(base) (void)(base)
#define UNWATCH(base) (void)(base)
#endif

enum { LEAST = 4, ORDERS = 27, UNIT = 1 << LEAST, UNITS = SYS_ARENA_BYTES / UNIT };
_Static_assert(1 << (ORDERS - 1) == SYS_ARENA_BYTES, "the largest block is the whole arena");

/* The first bytes of a free block; numbers are those of units, 0 for none. */
struct vacant {
    uint32_t next, before;
};

struct sys_arena {
    char *base;             /* unit 0 is never given away, so that 0 can mean none */
    uint32_t first[ORDERS]; /* free blocks of each order */
    uint32_t orders;        /* bit set: which orders have free blocks */
    unsigned char *vacancy; /* of each unit: the order of the free block that begins there, or 0 */
};

static struct vacant *vacant_at(const struct sys_arena *a, uint32_t unit) {
    return (struct vacant *)(void *)(a->base + (size_t)unit * UNIT);
}

static void add_vacant(struct sys_arena *a, uint32_t unit, int order) {
    struct vacant *block = vacant_at(a, unit);
    assert(unit && unit % (1u << (order - LEAST)) == 0 && !a->vacancy[unit]);
    *block = (struct vacant){.next = a->first[order]};
    if (block->next)
        vacant_at(a, block->next)->before = unit;
    a->first[order] = unit;
    a->orders |= 1u << order;
    a->vacancy[unit] = (unsigned char)order;
}

static void remove_vacant(struct sys_arena *a, uint32_t unit, int order) {
    const struct vacant block = *vacant_at(a, unit);
    assert(a->vacancy[unit] == order);
    if (block.next)
        vacant_at(a, block.next)->before = block.before;
    if (block.before)
        vacant_at(a, block.before)->next = block.next;
    else
        a->first[order] = block.next;
    if (!a->first[order])
        a->orders &= ~(1u << order);
    a->vacancy[unit] = 0;
}

/* ---- life ------------------------------------------------------------------------------------ */

/* Map the arena and its vacancies at a multiple of 2^32, or anywhere if that is impossible. */
static char *map_region(void) {
    size_t size = SYS_ARENA_BYTES + UNITS;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
#if UINTPTR_MAX > 0xffffffff && defined(MAP_FIXED_NOREPLACE)
    /* The lower halves of addresses are then the same in every process. */
    for (uintptr_t high = 0x1000; high < 0x7000; high++) {
        void *wanted = (void *)(high << 32);
        void *found =
            mmap(wanted, size, PROT_READ | PROT_WRITE, flags | MAP_FIXED_NOREPLACE, -1, 0);
        if (found == wanted)
            return found;
        if (found != MAP_FAILED)
            munmap(found, size); /* an older kernel took the address for a wish */
    }
#endif
    void *found = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, -1, 0);
    return found == MAP_FAILED ? NULL : found;
}

struct sys_arena *sys_arena_new(void) {
    struct sys_arena *a = mst_calloc(1, sizeof *a);
    char *base = a ? map_region() : NULL;
    if (!base) {
        mst_free(a);
        return NULL;
    }
    a->base = base;
    WATCH(base);
    a->vacancy = (unsigned char *)base + SYS_ARENA_BYTES; /* mapped zeros: nothing is free yet */
    for (int order = LEAST; order < ORDERS - 1; order++)  /* all but unit 0 */
        add_vacant(a, 1u << (order - LEAST), order);
    return a;
}

void sys_arena_free(struct sys_arena *a) {
    if (a) {
        UNWATCH(a->base);
        munmap(a->base, SYS_ARENA_BYTES + UNITS);
    }
    mst_free(a);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static int order_of(size_t size) {
    return size <= UNIT ? LEAST : 64 - __builtin_clzll((unsigned long long)size - 1);
}

/* Put the blocks after the first 2^`order` bytes of a block of 2^`whole` bytes among the free. */
static void split(struct sys_arena *a, uint32_t unit, int whole, int order) {
    assert(whole >= order);
    while (whole-- > order)
        add_vacant(a, unit + (1u << (whole - LEAST)), whole);
}

static void *arena_take(struct sys_arena *a, int order) {
    uint32_t fitting = order < ORDERS ? a->orders >> order << order : 0; /* this order or larger */
    if (!fitting || core_mem_refused())
        return NULL;

    int whole = __builtin_ctz(fitting); /* the smallest that fits keeps the large ones whole */
    uint32_t unit = a->first[whole];
    remove_vacant(a, unit, whole);
    split(a, unit, whole, order);
    return a->base + (size_t)unit * UNIT;
}

static void give(struct sys_arena *a, const char *block, int order) {
    uint32_t unit = (uint32_t)((size_t)(block - a->base) / UNIT);

    /* Two free buddies become one block of the next order. */
    for (; order < ORDERS - 2; order++) {
        uint32_t buddy = unit ^ 1u << (order - LEAST);
        if (a->vacancy[buddy] != order)
            break;
        remove_vacant(a, buddy, order);
        unit &= ~(1u << (order - LEAST));
    }
    add_vacant(a, unit, order);
}

void *sys_arena_resize(struct sys_arena *a, void *block, size_t old, size_t size) {
    int before = order_of(old), after = order_of(size);
    if (block && size && after <= before) {
        split(a, (uint32_t)((size_t)((char *)block - a->base) / UNIT), before, after);
        return block; /* smaller: in place, and it cannot fail */
    }

    void *fresh = size ? arena_take(a, after) : NULL;
    if (block && fresh)
        memcpy(fresh, block, old);
    if (block && (fresh || !size))
        give(a, block, before);
    return fresh;
}
