/* A match, inside: what muster.h keeps opaque. See muster.h for the promises. */
#ifndef MUSTER_MATCH_MATCH_H
#define MUSTER_MATCH_MATCH_H

#include "match/ruleset.h"

struct mst_ply {
    mst_move move;
    struct mst_mark mark; /* before it */
    uint64_t hash;        /* after it */
    size_t text;          /* offset of its text in match->texts */
    bool chance;
    bool sampled; /* its text is a number from which faces could be computed */
    bool told;    /* it consumed chance, or told a seat what it did not know: it stays played */
    int seat;     /* who decided, MST_NONE for chance */
};

/* The position of a match as somebody sees it, and a play to ask the rules about it. Without
 * secrets it is the match's own. */
struct mst_view {
    struct mst_play *play;
    struct mst_play own;      /* with secrets */
    struct mst_position *pos; /* owned, with secrets; else NULL */
};
/* Look as `seat`, MST_NONE for an onlooker. Close it in any case. */
enum mst_status mst_view_open(struct mst_view *view, struct mst_match *match, int seat,
                              struct mst_error *error);
void mst_view_close(struct mst_view *view);

struct mst_match {
    struct mst_ruleset *ruleset;
    struct mst_position *pos;
    struct mst_play play;
    bool seeded;
    uint64_t seed;
    char *start; /* the position it was set up from, or NULL */
    uint64_t start_hash;
    int cloned; /* plies that came with a clone: undone by playing again */
    struct mst_ply *plies;
    int ply_count, ply_capacity;
    struct mst_buf texts; /* of the moves, each ended by a zero; with secrets each twice, the second
                             time with marks (mst_move_tell) */
    struct mst_moves legal; /* of the present position, when legal_known */
    bool legal_known;
};

/* Why a text is no legal move, as the error of mst_match_play. */
void mst_match_refusal(struct mst_match *match, const char *text, const struct mst_refusal *refusal,
                       struct mst_error *error);
/* Leaves below the position of `play`; the position is as before. */
bool mst_perft(struct mst_play *play, int depth, uint64_t *nodes);

#endif
