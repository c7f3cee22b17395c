/* Conversion of the host's faults to diagnostics, located in their files. A fault is listed once,
 * however many modules run into it. */
#ifndef MUSTER_RULESETS_FAULTS_H
#define MUSTER_RULESETS_FAULTS_H

#include "host/host.h"
#include "rulesets/diag.h"

/* Add one fault. `path` is the ruleset, which is named if the error names no file. */
void rules_faults_add(struct rules_diags *diags, const char *path, const struct mst_error *error);
/* Add all faults and warnings of the host. */
void rules_faults_add_all(struct rules_diags *diags, const char *path, const struct host *host);
/* Has the host found a fault, other than warnings? */
bool rules_faults_any(const struct host *host);

#endif
