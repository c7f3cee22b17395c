/* The list of existing modules: the Lua files below a folder, by dotted name. Also the files in a
 * folder.
 *
 * N1 A list that was read is in byte order, in whatever order the folder has its files. N2 After a
 * failure it is empty. */
#ifndef MUSTER_RULESETS_MODULES_H
#define MUSTER_RULESETS_MODULES_H

#include "core/base.h"

struct rules_names {
    char **items; /* owned, and so is each name */
    size_t count, capacity;
};

/* The names of all modules below `root` ("warline.tactical" for root/warline/tactical.lua). False
 * when out of memory. Free with rules_names_clear. */
bool rules_names_of_modules(const char *root, struct rules_names *names);
/* The same of scenarios, with slashes ("warline/siege"); their names may have capitals and hyphens.
 */
bool rules_names_of_scenarios(const char *root, struct rules_names *names);
/* The names of the files in `folder` with this ending, in byte order. Otherwise the same. */
bool rules_names_of_files(const char *folder, const char *ending, struct rules_names *names);
void rules_names_clear(struct rules_names *names);
/* Add a copy of `name`. False when out of memory. */
bool rules_names_add(struct rules_names *names, const char *name);

#endif
