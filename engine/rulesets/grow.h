/* Lists that grow as elements are appended. */
#ifndef MUSTER_RULESETS_GROW_H
#define MUSTER_RULESETS_GROW_H

#include "core/base.h"

/* Make room for one more element of `size` bytes in a list of `count`. Returns the list, which may
 * have moved; or NULL when out of memory: then the list is unchanged. */
void *rules_grow(void *items, size_t count, size_t *capacity, size_t size);

#endif
