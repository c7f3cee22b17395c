/* Pointing at moves. A move points at the names of places in the order of its text: a2a3 at a2 and
 * then a3. Each place pointed at leaves the moves that point there.
 *
 * K1 The places pointed at leave at least one move; a place that would leave none is refused.
 * K2 While some move begins with the places pointed at, in their order, only such moves are left.
 *    Otherwise those that point at all of them in any order. */
#ifndef MUSTER_FACES_SCENE_PICK_H
#define MUSTER_FACES_SCENE_PICK_H

#include "faces/scene/canvas.h"

enum { SCENE_PICK_MOST = 16 }; /* places pointed at */

struct scene_pick {
    char (*names)[48]; /* of the places, each once */
    int name_count;
    struct mst_moves moves;
    int *first;  /* the points of move i are points[first[i]] .. points[first[i + 1] - 1] */
    int *points; /* indexes of names */
    int point_count, point_capacity, first_capacity;
    int picked[SCENE_PICK_MOST], depth;
};

/* Begin with the places of a board and no moves. False when out of memory. */
bool scene_pick_start(struct scene_pick *pick, const struct scene_places *places);
/* Add a legal move. It points at `zones` (a list of texts), or else, if that is NULL, at the names
 * in its text. False when out of memory. */
bool scene_pick_add(struct scene_pick *pick, mst_move move, const char *text,
                    const struct scene_places *places, const json_t *zones);
/* The zones that a scene lists for a move, or NULL. Borrowed. */
const json_t *scene_pick_zones(const json_t *scene, const char *move);
void scene_pick_clear(struct scene_pick *pick);

/* The meaning of pointing at a place: its zone, or else its move. */
const char *scene_pick_name(const struct scene_place *place);
/* The number of a name, or -1. */
int scene_pick_named(const struct scene_pick *pick, const char *name);
/* Is the name the next point of a move that is left? */
bool scene_pick_lit(const struct scene_pick *pick, int name);
bool scene_pick_is_picked(const struct scene_pick *pick, int name);
/* Does pointing there leave a move? */
bool scene_pick_leads(const struct scene_pick *pick, int name);
/* Point at a name. False (and nothing changes) if that would leave no move. */
bool scene_pick_point(struct scene_pick *pick, int name);
/* Take the last one back. False if there is none. */
bool scene_pick_back(struct scene_pick *pick);
/* Collect the moves that are left, in their order. False when out of memory. */
bool scene_pick_left(const struct scene_pick *pick, struct mst_moves *left);

#endif
