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

/* The legal moves, listed once a position; NULL on failure. Borrowed until the next move. */
const struct mst_moves *mst_match_moves(struct mst_match *match, struct mst_error *error);
/* Play a listed move (or chance outcome), then chance as far as the match is seeded. */
enum mst_status mst_match_apply(struct mst_match *match, mst_move move, struct mst_error *error);
/* Text of a legal move, appended. */
void mst_match_move_text(struct mst_match *match, mst_move move, struct mst_buf *out);
const char *mst_match_ply_text(const struct mst_match *match, int ply);
/* What a seat (MST_NONE: an onlooker) may be told of a ply, in words of what it knows now;
 * appended. False when nothing of it may be told. */
bool mst_match_ply_tell(const struct mst_match *match, int ply, int viewer, struct mst_buf *out);
/* Weight of a chance outcome, 1 or more. */
int64_t mst_match_weight(struct mst_match *match, mst_move move);
/* How many plies may be taken back in play: those since chance was last consumed or a seat last
 * came to know something. */
int mst_match_untold(const struct mst_match *match);
/* Why a text is no legal move, as the error of mst_match_play. */
void mst_match_refusal(struct mst_match *match, const char *text, const struct mst_refusal *refusal,
                       struct mst_error *error);
/* A match under `ruleset` with the plies of `match`, in which chance falls as it fell. NULL with an
 * error when one of them is refused: `*ply` is its number from 0, or -1 when the match cannot even
 * begin. */
struct mst_match *mst_match_again(const struct mst_match *match, struct mst_ruleset *ruleset,
                                  int *ply, struct mst_error *error);
/* Perft with the count of each first move: `each(context, text, nodes)`. */
enum mst_status mst_match_divide(struct mst_match *match, int depth,
                                 void (*each)(void *context, const char *text, uint64_t nodes),
                                 void *context, struct mst_error *error);
/* Leaves below the position of `play`; the position is as before. */
bool mst_perft(struct mst_play *play, int depth, uint64_t *nodes);

#endif
