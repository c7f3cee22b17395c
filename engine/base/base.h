/* Ground floor: errors, memory, growing text and random numbers. Knows nothing of games.
 *
 * Memory: every floor allocates through mst_alloc/mst_realloc/mst_free, so that a test can make the
 * n-th allocation fail (mst_mem_fail_after) and prove that each error path leaves its object whole.
 */
#ifndef MUSTER_BASE_H
#define MUSTER_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "muster.h"

#define MST_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
/* A function that is called and never written out where it is: its caller keeps its registers. */
#define MST_APART __attribute__((noinline))

/* ---- errors ---------------------------------------------------------------------------------- */

/* Fill `error` (may be NULL) and return `status`, so that a caller can `return mst_fail(...)`.
 * `at` is "file:line" or "" where no file is to blame; the text is cut to fit. */
enum mst_status mst_fail(struct mst_error *error, enum mst_status status, const char *at,
                         const char *format, ...) MST_PRINTF(4, 5);

/* ---- memory ---------------------------------------------------------------------------------- */

/* As malloc: NULL when memory ends. A size of 0 gives a pointer that may be freed. */
void *mst_alloc(size_t size);
/* As calloc: the memory is zeroed. */
void *mst_calloc(size_t count, size_t size);
/* As realloc: on NULL the old block is untouched and still owned by the caller. */
void *mst_realloc(void *block, size_t size);
void mst_free(void *block);
/* A copy that the caller frees with mst_free, or NULL. */
char *mst_strdup(const char *text);

/* Tests only: let `n` more allocations succeed and fail every later one; n < 0 turns it off. */
void mst_mem_fail_after(long n);
/* Allocations tried since the last mst_mem_fail_after call. */
long mst_mem_count(void);

/* ---- growing text ---------------------------------------------------------------------------- */

/* A zero-terminated growing string. Starts as {0}. After an allocation failed `failed` is set,
 * later appends do nothing, and the text stays a valid prefix: check once, at the end. */
struct mst_buf {
    char *text; /* NULL until something is appended: read through mst_buf_text */
    size_t length;
    size_t capacity;
    bool failed;
};

void mst_buf_clear(struct mst_buf *buf); /* frees the text; the buffer may be used again */
void mst_buf_reset(struct mst_buf *buf); /* length 0, memory kept */
const char *mst_buf_text(
    const struct mst_buf *buf); /* never NULL; borrowed until the next append */
/* The text, now owned by the caller (mst_free), or NULL if an append failed. Empties the buffer. */
char *mst_buf_take(struct mst_buf *buf);
void mst_buf_char(struct mst_buf *buf, char c);
void mst_buf_bytes(struct mst_buf *buf, const char *bytes, size_t count);
void mst_buf_puts(struct mst_buf *buf, const char *text);
void mst_buf_int(struct mst_buf *buf, int64_t number);
void mst_buf_printf(struct mst_buf *buf, const char *format, ...) MST_PRINTF(2, 3);

/* ---- names ----------------------------------------------------------------------------------- */

/* Edit distance with swaps of neighbours (optimal string alignment), both names cut at 63 bytes. */
int mst_distance(const char *a, const char *b);

/* Collects the nearest of many names: start with {.wanted = name}, offer each, read `best`
 * (NULL when none is near: at most 2 edits, and fewer than half of the wanted name's letters). */
struct mst_nearest {
    const char *wanted;
    const char *best; /* borrowed from the offer */
    int distance;
};
void mst_nearest_offer(struct mst_nearest *nearest, const char *name);

/* ---- random numbers -------------------------------------------------------------------------- */

/* xoshiro256** seeded by SplitMix64: the same seed gives the same numbers on every machine. */
struct mst_rng {
    uint64_t s[4];
};
void mst_rng_seed(struct mst_rng *rng, uint64_t seed);
static inline uint64_t mst_rng_next(struct mst_rng *rng) {
    uint64_t *s = rng->s, x = s[1] * 5, t = s[1] << 17;
    x = (x << 7 | x >> 57) * 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = s[3] << 45 | s[3] >> 19;
    return x;
}
/* Uniform in 0 .. bound-1; bound >= 1. Without bias. */
uint64_t mst_rng_below(struct mst_rng *rng, uint64_t bound);

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

/* The whole file as text, owned by the caller, `*length` bytes and a final zero; at most `limit`
 * bytes, more is refused before reading. On failure NULL and `error` says why. */
char *mst_read_file(const char *path, size_t limit, size_t *length, struct mst_error *error);

#endif
