/* The lowest layer: errors, memory, growing text and random numbers. Independent of games.
 *
 * Memory: every layer allocates through mst_alloc, mst_realloc and mst_free. So a test can make the
 * n-th allocation fail (core_mem_fail_after) and prove that each error path leaves its object
 * unchanged. */
#ifndef MUSTER_CORE_BASE_H
#define MUSTER_CORE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "muster/util.h"

/* A function that is never inlined, so that its caller keeps its registers. */
#define CORE_APART __attribute__((noinline))

/* Defined in builds with the address sanitizer. */
#if defined(__SANITIZE_ADDRESS__)
#define CORE_ASAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CORE_ASAN
#endif
#endif

/* For tests: let `n` more allocations succeed and fail all later ones; n < 0 turns this off. */
void core_mem_fail_after(long n);
/* Allocations attempted since the last core_mem_fail_after call. */
long core_mem_count(void);
/* Count an allocation. True if it must fail. */
bool core_mem_refused(void);
/* For tests: ask `refuse` about each allocation; if it returns true, that one fails. NULL: none. */
void core_mem_refuse(bool (*refuse)(void));

/* Since the last call, has a buffer of this thread run out of memory, or was core_cut_note called?
 */
bool core_buf_cut(void);
/* Note that a text is missing for lack of memory, where no error can be returned. */
void core_cut_note(void);

/* Let *list, of elements of `size` bytes, have room for `count`: it grows by doubling, from 32 on.
 * False when out of memory; then nothing changes. */
bool core_grow(void *list, int *capacity, int count, size_t size);

/* The number of the first of `count` elements of `size` bytes that begins with the string `name`;
 * or -1. */
int core_find(const void *list, int count, size_t size, const char *name);

/* The length of `text`, or `most` if it is longer. */
size_t core_length(const char *text, size_t most);

/* ---- hashes --------------------------------------------------------------------------------- */

/* Mix the bits of one 64-bit word well (the SplitMix64 finalizer). */
static inline uint64_t core_mix(uint64_t x) {
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9ULL;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebULL;
    x ^= x >> 31;
    return x;
}
#define CORE_HASH_START 0xcbf29ce484222325ULL
/* Mix `count` bytes into `hash` (FNV-1a), which starts as CORE_HASH_START. */
uint64_t core_hash_bytes(uint64_t hash, const void *bytes, size_t count);

#endif
