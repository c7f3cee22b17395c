/* The list of existing modules: the Lua files below a folder, by dotted name. Also the files in a
 * folder. */
#ifndef MUSTER_RULESETS_MODULES_H
#define MUSTER_RULESETS_MODULES_H

#include "core/base.h"

struct mst_names {
    char **items; /* sorted in byte order */
    size_t count, capacity;
};

/* The names of all modules below `root` ("warline.tactical" for root/warline/tactical.lua). False
 * when out of memory. Free with mst_names_clear. */
bool mst_names_of_modules(const char *root, struct mst_names *names);
/* The same of scenarios, with slashes ("warline/siege"); their names may have capitals and hyphens.
 */
bool mst_names_of_scenarios(const char *root, struct mst_names *names);
/* The names of the files in `folder` with this ending, in byte order. Otherwise the same. */
bool mst_names_of_files(const char *folder, const char *ending, struct mst_names *names);
void mst_names_clear(struct mst_names *names);
/* Add a copy of `name`. False when out of memory. */
bool mst_names_add(struct mst_names *names, const char *name);

#endif
