/* The variants of a game, found by their manifests: every module below lua/ that requires a module
 * of a ruleset and is not on in it. Nobody lists them, so a new one is there by itself. */
#ifndef TESTS_TRACE_VARIANTS_H
#define TESTS_TRACE_VARIANTS_H

#include "pairs/plan.h"

/* Fill an empty plan with factors: the options of the ruleset, then the variants with theirs. False
 * if memory runs out. */
bool variants_find(struct plan *plan, const struct mst_ruleset *base);
/* Write the ruleset `base`, which inherits from nobody, to `path` with every variant switched off
 * by name and with other values for all of their options. False when that fails. */
bool variants_write_off(const struct plan *plan, const char *base, const char *path);

#endif
