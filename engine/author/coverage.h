/* Which parts of the rules ran, while all of them run as Lua: calls of each function, and each
 * line.
 *
 * V1 The three lists of a file have `count` elements each. V2 A line that ran is counted twice: as
 * that line, and in `works` as a part of its function. */
#ifndef MUSTER_AUTHOR_COVERAGE_H
#define MUSTER_AUTHOR_COVERAGE_H

#include "core/base.h"
#include "muster/check.h"

struct author_covered {
    char *file;      /* owned; as in errors */
    uint64_t *lines; /* owned: how often each line ran, from 1 */
    uint64_t *calls; /* owned: calls of the functions that begin there, */
    uint64_t *works; /* and lines that ran in these functions */
    int count;       /* of lines */
};

struct mst_coverage {
    struct author_covered *files;
    int file_count;
    bool failed; /* memory ran out, so something is missing */
};

/* The file, which is added on first use. NULL when out of memory. */
struct author_covered *author_coverage_file(struct mst_coverage *coverage, const char *file);
/* An observer (sandbox.h) of a coverage. */
void author_coverage_note(void *coverage, const char *file, int function, int line);

#endif
