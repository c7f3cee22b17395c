/* The rulebook of a ruleset as text: the rules as its modules state them, under its options. Each
 * paragraph shows its rule id, the options that it depends on with their values, and if wanted its
 * file and line. */
#ifndef MUSTER_FACES_SCENE_RULEBOOK_H
#define MUSTER_FACES_SCENE_RULEBOOK_H

#include "muster.h"
#include "muster/util.h"

/* Append the rulebook with its contents: as Markdown with a line per paragraph and examples
 * as boards, or as an HTML page with an anchor for each chapter and rule and with pictures. */
void scene_rulebook_print(struct mst_ruleset *ruleset, bool html, bool sources,
                          struct mst_buf *out);

#endif
