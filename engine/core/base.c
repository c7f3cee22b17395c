/* The lowest layer: see base.h. */
#include "core/base.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/budget.h"

enum mst_status mst_fail(struct mst_error *error, enum mst_status status, const char *at,
                         const char *format, ...) {
    if (error) {
        /* The arguments may point into `error` itself, so it is overwritten at the end. */
        struct mst_error fresh = {.status = status};
        va_list args;

        snprintf(fresh.at, sizeof fresh.at, "%s", at ? at : "");
        va_start(args, format);
        vsnprintf(fresh.text, sizeof fresh.text, format, args);
        va_end(args);
        *error = fresh;
    }
    return status;
}

const char *mst_status_name(enum mst_status status) {
    static const char *const names[] = {
#define CORE_NAME(symbol, name) name,
        MST_STATUS_LIST(CORE_NAME)
#undef CORE_NAME
    };
    return (size_t)status < sizeof names / sizeof *names ? names[status] : "unknown";
}

/* ---- memory ---------------------------------------------------------------------------------- */

static _Thread_local long mem_allowed = -1;
static _Thread_local long mem_tried;
static bool (*mem_asked)(void);

void core_mem_fail_after(long n) {
    mem_allowed = n;
    mem_tried = 0;
}

long core_mem_count(void) {
    return mem_tried;
}

void core_mem_refuse(bool (*refuse)(void)) {
    mem_asked = refuse;
}

bool core_mem_refused(void) {
    mem_tried++;
    return (mem_allowed >= 0 && mem_tried > mem_allowed) || (mem_asked && mem_asked());
}

void *mst_alloc(size_t size) {
    return core_mem_refused() ? NULL : malloc(size ? size : 1);
}

void *mst_calloc(size_t count, size_t size) {
    if (core_mem_refused() || (size && count > SIZE_MAX / size)) /* the product would wrap */
        return NULL;
    return calloc(count ? count : 1, size ? size : 1);
}

void *mst_realloc(void *block, size_t size) {
    if (!block)
        return mst_alloc(size); /* which is quicker */
    return core_mem_refused() ? NULL : realloc(block, size ? size : 1);
}

void mst_free(void *block) {
    free(block);
}

bool core_grow(void *list, int *capacity, int count, size_t size) {
    int64_t room = *capacity ? *capacity : 32;
    void *whole;

    assert(count >= 0 && *capacity >= 0 && size > 0);
    if (count <= *capacity)
        return true;
    while (room < count)
        room *= 2;

    memcpy(&whole, list, sizeof whole); /* `list` points to a pointer of any type */
    whole = mst_realloc(whole, (size_t)room * size);
    if (!whole)
        return false;
    memcpy(list, &whole, sizeof whole);
    *capacity = (int)room;
    return true;
}

char *mst_strdup(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = mst_alloc(size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

/* ---- growing text ---------------------------------------------------------------------------- */

static _Thread_local bool text_cut; /* since core_buf_cut was asked */

bool core_buf_cut(void) {
    bool cut = text_cut;
    text_cut = false;
    return cut;
}

void core_cut_note(void) {
    text_cut = true;
}

void mst_buf_clear(struct mst_buf *buf) {
    mst_free(buf->text);
    *buf = (struct mst_buf){0};
}

void mst_buf_reset(struct mst_buf *buf) {
    buf->length = 0;
    buf->failed = false;
    if (buf->text)
        buf->text[0] = 0;
}

const char *mst_buf_text(const struct mst_buf *buf) {
    return buf->text ? buf->text : "";
}

/* Make room for `count` more bytes and the zero behind them. A failure sticks: what is appended
 * later would stand after a gap. */
static bool buf_room(struct mst_buf *buf, size_t count) {
    assert(buf->length < buf->capacity || !buf->text); /* there is always a final zero */
    if (buf->failed || (buf->budget && !core_budget_take(buf->budget, count))) {
        buf->failed = true;
        return false;
    }

    /* Beyond a quarter of all memory, the sum or a doubling could wrap. */
    if (count > SIZE_MAX / 4 || buf->length > SIZE_MAX / 4) {
        buf->failed = text_cut = true;
        return false;
    }
    if (buf->length + count + 1 <= buf->capacity)
        return true;

    size_t capacity = buf->capacity ? buf->capacity : 64;
    while (capacity < buf->length + count + 1)
        capacity *= 2;

    char *text = mst_realloc(buf->text, capacity);
    if (!text) {
        buf->failed = text_cut = true;
        return false;
    }
    buf->text = text;
    buf->capacity = capacity;
    return true;
}

char *mst_buf_take(struct mst_buf *buf) {
    buf_room(buf, 0); /* an empty text, too, is a block that the caller frees */
    if (buf->failed) {
        mst_buf_clear(buf);
        return NULL;
    }
    char *text = buf->text;
    text[buf->length] = 0;
    *buf = (struct mst_buf){0};
    return text;
}

void mst_buf_bytes(struct mst_buf *buf, const char *bytes, size_t count) {
    if (!buf_room(buf, count))
        return;
    if (count) /* `bytes` may be NULL then, which memcpy forbids */
        memcpy(buf->text + buf->length, bytes, count);
    buf->length += count;
    buf->text[buf->length] = 0;
}

void mst_buf_char(struct mst_buf *buf, char c) {
    mst_buf_bytes(buf, &c, 1);
}

void mst_buf_puts(struct mst_buf *buf, const char *text) {
    mst_buf_bytes(buf, text, strlen(text));
}

void mst_buf_int(struct mst_buf *buf, int64_t number) {
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number; /* INT64_MIN, too */

    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (number < 0)
        digits[--at] = '-';
    mst_buf_bytes(buf, digits + at, sizeof digits - at);
}

void mst_buf_vprintf(struct mst_buf *buf, const char *format, va_list args) {
    va_list again; /* measuring consumes the arguments */
    va_copy(again, args);
    int count = vsnprintf(NULL, 0, format, args);
    if (count < 0)
        buf->failed = text_cut = true;
    else if (count > 0 && buf_room(buf, (size_t)count)) {
        vsnprintf(buf->text + buf->length, (size_t)count + 1, format, again);
        buf->length += (size_t)count;
    }
    va_end(again);
}

void mst_buf_printf(struct mst_buf *buf, const char *format, ...) {
    va_list args;
    va_start(args, format);
    mst_buf_vprintf(buf, format, args);
    va_end(args);
}

int core_find(const void *list, int count, size_t size, const char *name) {
    for (int i = 0; i < count; i++)
        if (!strcmp((const char *)list + (size_t)i * size, name))
            return i;
    return -1;
}

size_t core_length(const char *text, size_t most) {
    const char *end = memchr(text, 0, most); /* it reads no further than the first zero */
    return end ? (size_t)(end - text) : most;
}

/* ---- random numbers -------------------------------------------------------------------------- */

void mst_rng_seed(struct mst_rng *rng, uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15ULL;
        rng->s[i] = core_mix(seed);
    }
}

uint64_t mst_rng_again(struct mst_rng *rng, uint32_t limit, uint64_t product) {
    /* Lemire's method: the low half decides. The first 2^32 mod limit values of it would make some
     * results likelier, so they are drawn again. */
    assert(limit > 0);
    for (uint32_t least = (0u - limit) % limit; (uint32_t)product < least;)
        product = (mst_rng_next(rng) >> 32) * limit;
    return product >> 32;
}

uint64_t mst_rng_wide(struct mst_rng *rng, uint64_t bound) {
    uint64_t least_even = (0 - bound) % bound, x; /* 2^64 mod bound: as many are drawn again */

    assert(bound > 0);
    do
        x = mst_rng_next(rng);
    while (x < least_even);
    return x % bound;
}

uint64_t core_hash_bytes(uint64_t hash, const void *bytes, size_t count) {
    const unsigned char *p = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ p[i]) * 0x100000001b3ULL;
    return hash;
}
