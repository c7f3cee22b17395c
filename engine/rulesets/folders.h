/* The folders in which modules (lua/), rulesets (rulesets/) and scenarios (scenarios/) are looked
 * for: that of Muster, and those of authors.
 *
 * F1 Muster's own folder is the first. A ruleset or scenario is the one of the first folder that has
 * its name; a module must be in one folder only (host/sandbox/sandbox.h). */
#ifndef MUSTER_RULESETS_FOLDERS_H
#define MUSTER_RULESETS_FOLDERS_H

#include "rulesets/modules.h"

/* Write the path of a file that errors call `shown`: "lua/x.lua" is in Muster's folder. */
void rules_folders_path(const char *shown, char *path, size_t size);
/* Is the file in one of the folders, once links are followed? */
bool rules_folders_have(const char *path);
/* May the file of a module be read: is it no link to a file elsewhere? */
bool rules_folders_own(const char *path);

/* Write the path of the first file rulesets/NAME that exists; "" if none does. */
void rules_folders_ruleset(const char *name, char *path, size_t size);
/* All names in the folder `below` of each, sorted, each once. False when out of memory. */
bool rules_folders_names(const char *below, const char *ending, struct rules_names *names);
/* Those of all modules; scripts of the program, lua/tools, are none. */
bool rules_folders_modules(struct rules_names *names);
/* The paths of these modules, in the same order. */
bool rules_folders_files(const struct rules_names *modules, struct rules_names *files);
bool rules_folders_scenarios(struct rules_names *names);

#endif
