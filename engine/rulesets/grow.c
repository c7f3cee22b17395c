/* Lists that grow: see grow.h. */
#include "rulesets/grow.h"

#include <assert.h>

enum { FIRST_ROOM = 16 };

void *rules_grow(void *items, size_t count, size_t *capacity, size_t size) {
    assert(count <= *capacity);
    if (count < *capacity)
        return items;

    /* Doubling keeps the mean cost of an element constant. */
    size_t wanted = *capacity ? *capacity * 2 : FIRST_ROOM;
    void *more = mst_realloc(items, wanted * size);
    if (more)
        *capacity = wanted;
    return more;
}
