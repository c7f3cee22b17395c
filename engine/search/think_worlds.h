/* Determinizations for a search: whole positions that agree with all that a seat knows, and the
 * moves at their roots, known by their texts.
 *
 * D1 A world is built from what the seat knows alone, unless it peeks. D2 The seat sees the same in
 * each of them. D3 A move at the root has one number in all worlds. */
#ifndef MUSTER_SEARCH_THINK_WORLDS_H
#define MUSTER_SEARCH_THINK_WORLDS_H

#include "search/think.h"

enum { SEARCH_MOST_WORLDS = 256 };

struct search_world {
    struct core_position *pos; /* owned */
    struct mst_moves moves;    /* owned: what may be played at its root */
    int *roots;                /* owned: for each of them its number among those of all worlds */
};

struct search_worlds {
    struct search_world of[SEARCH_MOST_WORLDS];
    int count;
    struct search_root_move {
        uint64_t name; /* a hash of its text */
        char *text;    /* owned */
    } * roots;         /* owned: the moves that some world allows at its root */
    int root_count;
};

/* The knowledge of a seat: its information state. If other seats have just made sealed choices,
 * which it could not see, then also what it knew before the first of them. */
struct search_knowledge {
    const struct core_position *masked;
    struct core_position *before; /* owned, or NULL: no choice is sealed */
    struct search_sealed_ply {
        int seat, kind;
        char *own; /* owned: the text of the choice if it was the seat's own, or NULL */
    } * plies;     /* owned: what was chosen since */
    int ply_count;
};
/* False when out of memory. Clear it in any case. */
bool search_knowledge_open(struct search_knowledge *knowledge, struct search_think *think,
                           const struct mst_match *match, const struct core_position *masked);
void search_knowledge_clear(struct search_knowledge *knowledge);

/* Draw a determinization: hidden pieces are dealt, and sealed choices are made at random. NULL when
 * out of memory. */
struct core_position *search_think_sample(struct search_think *think,
                                          const struct search_knowledge *knowledge,
                                          struct mst_rng *rng);

/* Draw `want` determinizations more; `play` is in the position of the match. Those in which the
 * rules fail at once are left out. False when out of memory, or if none has a move. Start with {0},
 * and clear them in any case. */
bool search_worlds_draw(struct search_worlds *worlds, struct search_think *think,
                        const struct search_knowledge *knowledge, struct mst_rng *rng, int want);
/* Leave out one of them. The last one takes its place. */
void search_worlds_strike(struct search_worlds *worlds, int world);
void search_worlds_clear(struct search_worlds *worlds);

#endif
