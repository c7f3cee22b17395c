/* Utilities that the library shares with programs above its public interface: memory, growing text,
 * nearest names and random numbers. Needs only muster.h. */
#ifndef MUSTER_UTIL_H
#define MUSTER_UTIL_H

#include <stdarg.h>

#include "muster.h"

#define MST_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))

/* ---- errors ---------------------------------------------------------------------------------- */

/* Fill `error` (may be NULL) and return `status`, so that a caller can `return mst_fail(...)`.
 * `at` is "file:line" or "" where no file is to blame; the text is cut to fit. */
enum mst_status mst_fail(struct mst_error *error, enum mst_status status, const char *at,
                         const char *format, ...) MST_PRINTF(4, 5);

/* ---- memory ---------------------------------------------------------------------------------- */

/* As malloc: NULL when out of memory. A size of 0 gives a pointer that may be freed. */
void *mst_alloc(size_t size);
/* As calloc: the memory is zeroed. */
void *mst_calloc(size_t count, size_t size);
/* As realloc: on NULL the old block is untouched and still owned by the caller. */
void *mst_realloc(void *block, size_t size);
void mst_free(void *block);
/* A copy that the caller frees with mst_free, or NULL. */
char *mst_strdup(const char *text);

/* ---- growing text ---------------------------------------------------------------------------- */

/* A zero-terminated growing string. Starts as {0}. After an allocation failed, or the budget was
 * used up, `failed` is set, later appends do nothing, and the text stays a valid prefix: check
 * once, at the end. */
struct mst_buf {
    char *text; /* NULL until something is appended: read through mst_buf_text */
    size_t length;
    size_t capacity;
    struct mst_budget *budget; /* charged for each byte; or NULL */
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
void mst_buf_vprintf(struct mst_buf *buf, const char *format, va_list args) MST_PRINTF(2, 0);

/* ---- text for a person ----------------------------------------------------------------------- */

/* Length (1 to 4 bytes) of the well-formed UTF-8 character at `text`, of which `size` bytes may be
 * read. Returns 0 if there is none: truncated, overlong, a surrogate, beyond U+10FFFF, or `size` is
 * 0. */
size_t mst_utf8_length(const char *text, size_t size);
/* Number of characters in the first `size` bytes of `text`. A byte of invalid UTF-8 counts as one
 * character. */
int mst_utf8_count(const char *text, size_t size);
/* Does a terminal obey this character instead of showing it? True of C0, DEL, C1, and of the
 * characters that reorder or hide others. `length` is that of mst_utf8_length. */
bool mst_utf8_control(const char *text, size_t length);
/* Append text with such characters made visible: \u202E, and \xFF for a byte of invalid UTF-8.
 * Line feeds and tabs stay. */
void mst_buf_visible(struct mst_buf *buf, const char *text, size_t size);

/* Print to standard output, formatted and made visible (mst_buf_visible). Returns the number of
 * characters. A failure to write is kept for mst_print_finish. */
int mst_print(const char *format, ...) MST_PRINTF(1, 2);
/* The same for a text and a line feed. */
void mst_print_line(const char *text);
/* Print bytes as they are: only what contains no text of others, or has made it safe itself. */
void mst_print_raw(const char *text, size_t size);
/* From now on, what the functions here print goes to `sink`, made visible, instead of the standard
 * streams; NULL: to these again. */
void mst_print_to(struct mst_buf *sink);
/* Flush standard output. False if a write to it has failed, now or before. */
bool mst_print_flush(void);
/* The same, and say on standard error why. Call it before the program ends. */
bool mst_print_finish(const char *program);
/* Print to standard error, after what was printed so far; formatted and made visible. */
void mst_warn(const char *format, ...) MST_PRINTF(1, 2);

/* ---- budgets --------------------------------------------------------------------------------- */

/* Charge work and memory to the request that runs, before doing the work. False if the request must
 * end: then fail with mst_budget_error, which names the cause. `at`: the rule to name, "file:line",
 * or "". */
bool mst_budget_charge(struct mst_budget *budget, int64_t work, size_t bytes);
enum mst_status mst_budget_error(const struct mst_budget *budget, const char *at,
                                 struct mst_error *error);

/* ---- scripts --------------------------------------------------------------------------------- */

struct json_t; /* of Jansson */
/* Run the program's own script lua/tools/NAME.lua with these facts (NULL: they could not be made,
 * as memory ran out), and append the text that it returns: objects become tables without an order,
 * and null becomes nil. False and `error` if the script fails, or if memory runs out. */
bool mst_script(const char *name, const struct json_t *facts, struct mst_buf *out,
                struct mst_error *error);

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

enum { MST_HINT_SIZE = 600 };
/* Write "; did you mean 'NAME'?", the end of a message, to `hint`; nothing if `name` is NULL or
 * empty. A name that is too long is cut. Returns `hint`. */
const char *mst_hint(const char *name, char hint[MST_HINT_SIZE]);

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
/* Uniform in 0 .. bound-1; bound >= 1. Without bias. Below 2^32 the high half of a product; biased
 * results are rejected, and the division that finds the bias is rarely needed (mst_rng_again). */
uint64_t mst_rng_again(struct mst_rng *rng, uint32_t limit, uint64_t product);
uint64_t mst_rng_wide(struct mst_rng *rng, uint64_t bound);
static inline uint64_t mst_rng_below(struct mst_rng *rng, uint64_t bound) {
    if (bound >> 32)
        return mst_rng_wide(rng, bound);
    uint64_t product = (mst_rng_next(rng) >> 32) * bound;
    return (uint32_t)product < bound ? mst_rng_again(rng, (uint32_t)bound, product) : product >> 32;
}

/* Milliseconds of a clock that only goes forward: for how long something takes. It never reaches
 * the state of a match. */
int64_t mst_clock_steady(void);

/* The SHA-256 of some bytes, in hexadecimal digits. */
enum { MST_DIGEST_SIZE = 65 };
void mst_digest(const char *bytes, size_t count, char digest[MST_DIGEST_SIZE]);

/* ---- files ----------------------------------------------------------------------------------- */

/* The whole file as text, owned by the caller, `*length` bytes and a final zero; at most `limit`
 * bytes, more is refused before reading. On failure NULL and `error` says why. */
char *mst_read_file(const char *path, size_t limit, size_t *length, struct mst_error *error);
/* Write a file so that the old one or the whole new one is there, whenever the machine stops: write
 * a temporary file in the same folder (.NAME.PROCESS~), flush it to the disk, rename it, and flush
 * the folder. Temporary files that killed processes left for the same name are removed. Links
 * are not followed, and only `replace` writes over a file. On failure the old file is untouched
 * and no new one is left; but if the folder cannot be flushed, `error` says that the new file is
 * there. */
enum mst_status mst_write_file(const char *path, const char *text, size_t length, bool replace,
                               struct mst_error *error);
/* The parts of it, for files that are written in another way. Write all bytes; false with errno. */
bool mst_write_all(int file, const char *bytes, size_t count);
/* Make the missing folders above a path, for their owner alone. `path` is restored. What fails is
 * found when the path is used. */
void mst_make_folders(char *path);
/* Open the folder of a path. A descriptor, or -1 with errno. */
int mst_open_folder(const char *path);
/* Flush the names in a folder to the disk. False with errno. */
bool mst_sync_folder(int folder);
/* Copy a path, with a leading `~` replaced by the home of the user. False if it does not fit. */
bool mst_path_expand(const char *path, char *out, size_t size);
/* Does a file lie in a folder or below it, once links are followed? False if either is missing. */
bool mst_path_within(const char *path, const char *folder);

/* ---- isolation ------------------------------------------------------------------------------- */

/* The limits of a jailed process, in total: at least what it uses already. */
struct mst_jail {
    uint64_t memory;  /* bytes of address space */
    uint64_t seconds; /* of processor time; then the system ends the process */
};

/* Give up, for the whole process and for good, all that running loaded rules does not need: opening
 * files, the network, other programs and processes, and memory and processor time beyond the
 * limits. Descriptors that are open stay usable. What is refused fails with EPERM (where the system
 * filters calls) or as if too many files were open. Appends to `lacks` a line for each protection
 * that this system does not have. On failure some protections may already be in force. */
enum mst_status mst_jail_enter(const struct mst_jail *jail, struct mst_buf *lacks,
                               struct mst_error *error);
/* Enter a wider jail in which rules can be loaded: as mst_jail_enter, but files below these folders
 * can still be read, until mst_jail_enter. Fails where the system lacks a protection; some others
 * may be in force then. */
enum mst_status mst_jail_load(const struct mst_jail *jail, const char *const *folders, int count,
                              struct mst_error *error);

#endif
