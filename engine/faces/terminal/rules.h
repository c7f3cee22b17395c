/* Looking rules up in the rulebook of a ruleset, in a match and for `muster rules`. */
#ifndef MUSTER_FACES_TERMINAL_RULES_H
#define MUSTER_FACES_TERMINAL_RULES_H

#include "muster.h"
#include "muster/util.h"

/* Append the rule with this id, or else the rules that contain this word or whose chapter's title
 * does: each on a line, with `sources` with its file and line. Returns their number. */
int term_rules_find(const struct mst_ruleset *ruleset, const char *wanted, bool sources,
                    struct mst_buf *out);
/* Append the examples of the rules with this id, as boards. */
void term_rules_examples(struct mst_ruleset *ruleset, const char *id, bool unicode,
                         struct mst_buf *out);
/* Append that there is no such rule, and the id that may be meant. */
void term_rules_miss(const struct mst_ruleset *ruleset, const char *wanted, struct mst_buf *out);

#endif
