/* Determinizations for a search: whole positions that agree with all that a seat knows, and the
 * moves at their roots, known by their texts. */
#ifndef MUSTER_SEARCH_THINK_WORLDS_H
#define MUSTER_SEARCH_THINK_WORLDS_H

#include "search/think.h"

enum { MST_MOST_WORLDS = 256 };

struct mst_world {
    struct mst_position *pos; /* owned */
    struct mst_moves moves;   /* owned: what may be played at its root */
    int *roots;               /* owned: for each of them its number among those of all worlds */
};

struct mst_worlds {
    struct mst_world of[MST_MOST_WORLDS];
    int count;
    struct mst_root_move {
        uint64_t name; /* a hash of its text */
        char *text;    /* owned */
    } * roots;         /* owned: the moves that some world allows at its root */
    int root_count, root_capacity;
};

/* What a seat knows: its information state. If other seats have just made sealed choices, which it
 * could not see, then also what it knew before the first of them. */
struct mst_knowledge {
    const struct mst_position *masked;
    struct mst_position *before; /* owned, or NULL: no choice is sealed */
    struct mst_sealed_ply {
        int seat, kind;
        char *own; /* owned: the text of the choice if it was the seat's own, or NULL */
    } * plies;     /* owned: what was chosen since */
    int ply_count;
};
/* False when out of memory. Clear it in any case. */
bool mst_knowledge_open(struct mst_knowledge *knowledge, struct mst_think *think,
                        const struct mst_match *match, const struct mst_position *masked);
void mst_knowledge_clear(struct mst_knowledge *knowledge);

/* Draw a determinization: hidden pieces are dealt, and sealed choices are made at random. NULL when
 * out of memory. */
struct mst_position *mst_think_sample(struct mst_think *think,
                                      const struct mst_knowledge *knowledge, struct mst_rng *rng);

/* Draw `want` determinizations more; `play` is in the position of the match. Those in which the
 * rules fail at once are left out. False when out of memory, or if none has a move. Start with {0},
 * and clear them in any case. */
bool mst_worlds_draw(struct mst_worlds *worlds, struct mst_think *think,
                     const struct mst_knowledge *knowledge, struct mst_rng *rng, int want);
/* Leave out one of them. The last one takes its place. */
void mst_worlds_strike(struct mst_worlds *worlds, int world);
void mst_worlds_clear(struct mst_worlds *worlds);

#endif
