/* The folders in which modules (lua/), rulesets (rulesets/) and scenarios (scenarios/) are looked
 * for: that of Muster, and those of authors.
 *
 * F1 Muster's own folder is the first. A ruleset or scenario is the one of the first folder that has
 * its name; a module must be in one folder only (host/sandbox/sandbox.h). */
#ifndef MUSTER_RULESETS_FOLDERS_H
#define MUSTER_RULESETS_FOLDERS_H

#include "rulesets/modules.h"

/* Write the path of a file that errors call `shown`: "lua/x.lua" is in Muster's folder. */
void mst_folders_path(const char *shown, char *path, size_t size);
/* Is the file in one of the folders, once links are followed? */
bool mst_folders_have(const char *path);
/* May the file of a module be read: is it no link to a file elsewhere? */
bool mst_folders_own(const char *path);

/* Write the path of the first file rulesets/NAME that exists; "" if none does. */
void mst_folders_ruleset(const char *name, char *path, size_t size);
/* All names in the folder `below` of each, sorted, each once. False when out of memory. */
bool mst_folders_names(const char *below, const char *ending, struct mst_names *names);
bool mst_folders_modules(struct mst_names *names);
/* The paths of these modules, in the same order. */
bool mst_folders_files(const struct mst_names *modules, struct mst_names *files);
bool mst_folders_scenarios(struct mst_names *names);

#endif
