/* Coverage of rules: see coverage.h. */
#include "author/coverage.h"

#include <assert.h>
#include <string.h>

#include "host/host.h"
#include "host/internal.h"
#include "muster/check.h"

struct author_covered *author_coverage_file(struct mst_coverage *coverage, const char *file) {
    for (int i = 0; i < coverage->file_count; i++)
        if (!strcmp(coverage->files[i].file, file))
            return &coverage->files[i];
    char *name = mst_strdup(file);
    struct author_covered *covered =
        name ? core_rules_grow(&coverage->files, &coverage->file_count, sizeof *covered) : NULL;
    coverage->failed |= !covered;
    /* The list keeps the name only once it has room for it. */
    if (!covered)
        mst_free(name);
    else
        covered->file = name;
    return covered;
}

static bool enlarge(uint64_t **list, int count, int wanted) {
    assert(wanted > count);
    uint64_t *grown = mst_realloc(*list, (size_t)wanted * sizeof *grown);
    if (!grown)
        return false;
    memset(grown + count, 0, (size_t)(wanted - count) * sizeof *grown);
    *list = grown;
    return true;
}

static bool coverage_room(struct author_covered *covered, int line) {
    int wanted = line + 256;
    if (line < covered->count)
        return true;
    /* V1: `count` changes only when all three have grown. A list that did already is longer than it
     * says, which does no harm. */
    if (!enlarge(&covered->lines, covered->count, wanted) ||
        !enlarge(&covered->calls, covered->count, wanted) ||
        !enlarge(&covered->works, covered->count, wanted))
        return false;
    assert(covered->lines && covered->calls && covered->works); /* V1 */
    covered->count = wanted;
    return true;
}

void author_coverage_note(void *context, const char *file, int function, int line) {
    struct mst_coverage *coverage = context;
    struct author_covered *covered = author_coverage_file(coverage, file);
    if (!covered || function < 0 || line < 0)
        return;
    if (!coverage_room(covered, function > line ? function : line)) {
        coverage->failed = true;
        return;
    }

    /* V2; line 0 is a call of the function. */
    assert(function < covered->count && line < covered->count); /* V1 */
    if (line) {
        covered->lines[line]++;
        covered->works[function]++;
    } else {
        covered->calls[function]++;
    }
}

struct mst_coverage *mst_coverage_new(void) {
    return mst_calloc(1, sizeof(struct mst_coverage));
}

void mst_coverage_free(struct mst_coverage *coverage) {
    for (int i = 0; coverage && i < coverage->file_count; i++) {
        mst_free(coverage->files[i].file);
        mst_free(coverage->files[i].lines);
        mst_free(coverage->files[i].calls);
        mst_free(coverage->files[i].works);
    }
    if (coverage)
        mst_free(coverage->files);
    mst_free(coverage);
}

void host_observe(struct host *host, struct mst_coverage *coverage) {
    struct mst_buf shown = {0};
    /* Files of which nothing ever runs are to be reported, too. */
    for (int i = 0; sandbox_source(host->L, i, NULL, &shown); i++) {
        if (!shown.failed)
            author_coverage_file(coverage, mst_buf_text(&shown));
        mst_buf_reset(&shown);
    }
    mst_buf_clear(&shown);
    sandbox_observe(host->L, author_coverage_note, coverage);
}
