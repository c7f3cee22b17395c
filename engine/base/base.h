/* Ground floor: errors, memory, growing text and random numbers. Knows nothing of games.
 *
 * Memory: every floor allocates through mst_alloc/mst_realloc/mst_free, so that a test can make the
 * n-th allocation fail (mst_mem_fail_after) and prove that each error path leaves its object whole.
 */
#ifndef MUSTER_BASE_H
#define MUSTER_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "muster_util.h"

/* A function that is called and never written out where it is: its caller keeps its registers. */
#define MST_APART __attribute__((noinline))

/* Tests only: let `n` more allocations succeed and fail every later one; n < 0 turns it off. */
void mst_mem_fail_after(long n);
/* Allocations tried since the last mst_mem_fail_after call. */
long mst_mem_count(void);

/* Make one blank of every row of blanks and line ends in `text`, and none at its ends; for
 * sentences that a Lua file writes over several lines. Returns `text`. */
char *mst_join_blanks(char *text);

/* ---- hashes --------------------------------------------------------------------------------- */

/* A good 64-bit mix of one word (the SplitMix64 finisher). */
static inline uint64_t mst_mix(uint64_t x) {
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9ULL;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebULL;
    x ^= x >> 31;
    return x;
}
/* Mix `count` bytes into `hash` (FNV-1a); begin with MST_HASH_START. */
#define MST_HASH_START 0xcbf29ce484222325ULL
uint64_t mst_hash_bytes(uint64_t hash, const void *bytes, size_t count);

#endif
