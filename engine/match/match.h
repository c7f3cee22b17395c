/* The internal structure of a match, which is opaque in muster.h. See muster.h for its
 * guarantees. */
#ifndef MUSTER_MATCH_MATCH_H
#define MUSTER_MATCH_MATCH_H

#include "match/ruleset.h"

struct mst_ply {
    mst_move move;
    struct mst_mark mark; /* mark before the ply */
    uint64_t hash;        /* hash after the ply */
    size_t text;          /* offset of its text in match->texts */
    bool chance;
    bool sampled; /* its text is a number from which hidden faces could be computed */
    bool told;    /* it consumed chance or revealed something to a seat, so it cannot be undone in
                   * play */
    int seat;     /* the seat that decided, or MST_NONE for chance */
};

/* A view: the position of a match as a seat sees it, and a play to query the rules about it. In a
 * game without secrets it is the match's own position. */
struct mst_view {
    struct mst_play *play;
    struct mst_play own;      /* with secrets */
    struct mst_position *pos; /* owned, with secrets; else NULL */
};
/* Open the view of `seat`, or of an onlooker (MST_NONE). Close it in any case. */
enum mst_status mst_view_open(struct mst_view *view, struct mst_match *match, int seat,
                              struct mst_error *error);
void mst_view_close(struct mst_view *view);

struct mst_match {
    struct mst_ruleset *ruleset;
    struct mst_position *pos;
    struct mst_play play;
    struct mst_seed seed;
    char *start; /* the position that the match was set up from, or NULL */
    uint64_t start_hash;
    int cloned; /* plies before the match was cloned: undone by replaying */
    struct mst_ply *plies;
    int ply_count, ply_capacity;
    struct mst_buf texts;   /* texts of the moves, each zero-terminated; with secrets each text is
                             * stored twice, the second time with marks (mst_move_tell) */
    struct mst_moves legal; /* of the current position, if legal_known */
    bool legal_known;
};

/* Begin a request on the match: see base/budget.h. */
static inline void mst_match_begin(const struct mst_match *match) {
    mst_budget_start(match->ruleset->rules->budget);
}
/* Fill `error` with the reason why a text is not a legal move, as mst_match_play returns it. */
void mst_match_refusal(struct mst_match *match, const char *text, const struct mst_refusal *refusal,
                       struct mst_error *error);
/* Count the leaves below the position of `play`. The position is unchanged afterwards. */
bool mst_perft(struct mst_play *play, int depth, uint64_t *nodes);

#endif
