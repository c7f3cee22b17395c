/* The scene of a match with its last turn marked, whatever the game: places that differ from what
 * the viewer saw before the turn get the mark `last`, and `arrows` has the paths of pieces. */
#ifndef MUSTER_FACES_SCENE_LAST_H
#define MUSTER_FACES_SCENE_LAST_H

#include "faces/scene/scene.h"

/* The scene that `viewer` (a seat; MST_NONE: an onlooker; MST_EVERYTHING) sees. NULL on failure. */
json_t *scene_of_match(struct mst_match *match, int viewer, struct mst_error *error);
/* The same with the last turn marked. Marks that the rules set stay. */
json_t *scene_of_last(struct mst_match *match, int viewer, struct mst_error *error);
/* Mark where `scene` differs from `before`; both have been checked. False when out of memory. */
bool scene_mark_changes(json_t *scene, const json_t *before);

#endif
