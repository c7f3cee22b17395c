/* The rulebook of a ruleset as a text: what its modules say of the rules, as they hold with its
 * options. Each paragraph names its rule, the options that it depends on with their values, and the
 * file and line that says so. */
#ifndef MUSTER_TOOLS_RULEBOOK_H
#define MUSTER_TOOLS_RULEBOOK_H

#include "muster_util.h"

/* Append it in Markdown, a line each paragraph, or as a page of HTML. */
void mst_rulebook_print(const struct mst_ruleset *ruleset, bool html, struct mst_buf *out);

#endif
