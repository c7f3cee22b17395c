/* Faults of the host as the list of a check tells them: where they stand in their files, and each
 * once, however many modules and texts come upon it. */
#ifndef MUSTER_MATCH_FAULTS_H
#define MUSTER_MATCH_FAULTS_H

#include "host/host.h"
#include "match/diag.h"

/* Add one; `path` is the ruleset, to blame where the error names no file. */
void mst_faults_add(struct mst_diags *diags, const char *path, const struct mst_error *error);
/* All that the host found wrong with declarations and texts, and its warnings. */
void mst_faults_add_all(struct mst_diags *diags, const char *path, const struct mst_host *host);
/* Has the host found a fault, and not only what looks wrong? */
bool mst_faults_any(const struct mst_host *host);

#endif
