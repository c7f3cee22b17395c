/* Which modules exist: the Lua files below a folder, by their dotted names; and files in a folder.
 */
#ifndef MUSTER_MATCH_MODULES_H
#define MUSTER_MATCH_MODULES_H

#include "base/base.h"

struct mst_names {
    char **items; /* in byte order */
    size_t count, capacity;
};

/* Names of all modules below `root` ("warline.tactical" for root/warline/tactical.lua). False when
 * memory runs out. Free with mst_names_clear. */
bool mst_names_of_modules(const char *root, struct mst_names *names);
/* Names of the files in `folder` that end so, in byte order; the same otherwise. */
bool mst_names_of_files(const char *folder, const char *ending, struct mst_names *names);
void mst_names_clear(struct mst_names *names);
/* Add a copy of `name`. False when out of memory. */
bool mst_names_add(struct mst_names *names, const char *name);

#endif
