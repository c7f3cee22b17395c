/* The examples of the rulebook: positions that paragraphs name, and moves that are played in them,
 * as boards and pictures. */
#ifndef MUSTER_FACES_SCENE_EXAMPLE_H
#define MUSTER_FACES_SCENE_EXAMPLE_H

#include "faces/scene/scene.h"
#include "muster/rulebook.h"

/* The scene of the paragraph's example: its position after its moves. NULL with `error` if this
 * ruleset cannot set it up or a move is illegal, as with other options; or if there is none. */
json_t *scene_example_scene(struct mst_ruleset *ruleset, const struct mst_paragraph *paragraph,
                            struct mst_error *error);
/* Append the example as a board in text, or as SVG; nothing if it cannot be set up. Its title and
 * status are left out of a board. Out of memory is a failure of `out`. */
void scene_example_text(struct mst_ruleset *ruleset, const struct mst_paragraph *paragraph,
                        bool unicode, struct mst_buf *out);
void scene_example_svg(struct mst_ruleset *ruleset, const struct mst_paragraph *paragraph,
                       struct mst_buf *out);

#endif
