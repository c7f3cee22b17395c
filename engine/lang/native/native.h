/* Native code: the code of rules (core/code.h) as C, compiled by the system's compiler into a
 * shared object.
 *
 * N2 It is made from the code array and the tables of the rules alone, never from a source text.
 * N3 It does what the interpreter does, instruction by instruction (core/code_ops.h): the same
 * bounds, charges, failures and places.
 * N4 The short rules that core_eval knows without a call stay as they are.
 * N5 Its object is named by what the C is made of, which takes less time than the C (key.c). */
#ifndef MUSTER_LANG_NATIVE_NATIVE_H
#define MUSTER_LANG_NATIVE_NATIVE_H

#include "core/play.h"

/* Append C for the rules, which are loaded and fused: a whole file. Returns its number of parts:
 * compiled with -DNATIVE_PART=k, k from 0, it is one of them, so that much code can be compiled by
 * several processes at once. */
int native_write(const struct core_rules *rules, struct mst_buf *out);

/* Append what that C is made of: rules with the same bytes have the same C. */
void native_write_key(const struct core_rules *rules, struct mst_buf *out);

/* The parts of it: constants for the tables of the rules, and a number. */
void native_write_tables(const struct core_rules *rules, struct mst_buf *out);
void native_write_number(struct mst_buf *out, int64_t number);

/* The registers of a rule that its caller reads afterwards. */
struct native_role {
    const struct core_routine *routine; /* its results, if the rule is a routine */
    bool kept;                          /* all variables */
};
/* For each rule, by its start: the first one that does the same in the same lines of the sources,
 * so that one function serves both. False when out of memory. */
bool native_find_same(const struct core_rules *rules, const struct native_role *roles, int *same);
/* Are the parameters and results of two routines alike? */
bool native_same_values(const struct core_routine *a, const struct core_routine *b);
/* The end of the rule that starts there: the COST of the next one, or the end of all code. */
int native_end(const struct core_rules *rules, int start);

struct native_native;

/* Run the rules by the object in file `path`, until it is closed, which must be before the rules
 * are freed. On failure the rules are unchanged. */
enum mst_status native_load(struct core_rules *rules, const char *path,
                            struct native_native **loaded, struct mst_error *error);
void native_close(struct native_native *native);

/* Compile the C in `text`, of so many parts, to the object `path`, which appears whole or not at
 * all, so that two processes may do so at once. */
enum { NATIVE_MOST_PARTS = 8 };
enum mst_status native_build(const struct mst_buf *text, int parts, const char *path,
                             struct mst_error *error);

/* Is the object in `path` whole, as it was written? Loading a file that was cut would crash. */
enum { NATIVE_MOST_NATIVE = 1 << 26 }; /* bytes */
enum mst_status native_sound(const char *path, struct mst_error *error);

/* Where the object for rules with this key belongs: a file in the user's cache (XDG_CACHE_HOME),
 * named by the hash of the key, the compiler and its flags. With `make` the folder is made. Fails
 * if it is not the user's own or if others can write to it. */
enum mst_status native_object_place(const struct mst_buf *key, bool make, char *path, size_t size,
                                    struct mst_error *error);

/* Is there a cache at all? */
bool native_cached(void);

/* The headers of the engine, and the prelude, as text, and the hash of these and of what writes the
 * C. */
extern const char native_sources[];
extern const unsigned char native_headers[], native_prelude[];
extern const size_t native_headers_size, native_prelude_size;

#endif
