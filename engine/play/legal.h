/* Legal moves: enumerating them from the clauses of the move kinds, checking one, and reading and
 * printing their texts.
 *
 * L1 The moves of a position come in one fixed order (kinds as declared, parameters as their
 * domains rise) and without duplicates. L2 A move is legal for mst_move_check and mst_move_read if
 * and only if mst_legal lists it (unlisted kinds aside, and the outcomes of sampled chance, of
 * which it lists none). L3 A move code means something only in the position it was made for. L4
 * Listing by fused code and listing by walking through the clauses give the same list. */
#ifndef MUSTER_PLAY_LEGAL_H
#define MUSTER_PLAY_LEGAL_H

#include "play/play.h"

enum { MST_KIND_SHIFT = 56 };

static inline int mst_move_kind(mst_move move) {
    return (int)(move >> MST_KIND_SHIFT);
}
static inline int64_t mst_move_param(const struct mst_param *param, mst_move move) {
    return (int64_t)(move >> param->shift & param->mask) + param->min;
}
/* Parameter values of `move` into values[]; returns how many. */
int mst_move_values(const struct mst_rules *rules, mst_move move, int64_t *values);

/* Moves in compressed form: the moves base + unit * i for each bit i of `bits`. What enumeration
 * makes; a list is written out only where each move is looked at. */
struct mst_run {
    mst_move base;
    uint64_t unit, bits; /* bits: 1 at least */
    int64_t moves;       /* how many bits */
};
struct mst_runs {
    struct mst_run *runs;
    int count, capacity;
    int64_t moves; /* of all runs */
};
void mst_runs_clear(struct mst_runs *runs);

/* Where moves go that are being listed. */
struct mst_gather {
    struct mst_play *play;
    const struct mst_kind *kind;
    struct mst_runs *runs;      /* NULL: only count */
    struct mst_run *next, *end; /* room in them; of none where moves are only counted */
    int64_t count, limit;
    bool eager; /* leave reluctant kinds out */
};

/* There is no room for a run of so many moves, which are counted: make room, or only look whether
 * they are enough. */
MST_APART bool mst_gather_more(struct mst_gather *g, const struct mst_run *run);
/* Note the moves base + unit * i of the bits i. False to stop. */
static inline __attribute__((always_inline)) bool mst_gather_run(struct mst_gather *g,
                                                                 mst_move base, uint64_t unit,
                                                                 uint64_t bits) {
    if (!bits)
        return true;
    struct mst_run run = {base, unit, bits, mst_bits(bits)};
    g->count += run.moves;
    if (g->next == g->end)
        return mst_gather_more(g, &run);
    *g->next++ = run;
    return true;
}
/* For code: walk the clauses of a kind. */
MST_APART void mst_gather_kind(struct mst_gather *g, int kind);

/* Make one code of all clauses of a decision, for all decisions for which that can be done; `runs`
 * the last thing of loading. What cannot be made is walked. */
void mst_rules_fuse(struct mst_rules *rules);

/* Why a move is refused. All borrowed from the rules, or of the host until it is asked again. */
struct mst_refusal {
    const struct mst_kind *kind;
    const struct mst_reason *reason; /* NULL: the text does not even read as such a move */
    int passed;                      /* questions before the one that refused it */
    int64_t values[MST_MOST_PARAMS]; /* the kind's parameters; those not yet known are MST_NONE */
};

/* What stands in a text for a parameter. */
struct mst_raw {
    const char *text;
    size_t length;
};

/* The decision on top, or -1. */
int mst_decision_now(const struct mst_position *pos);

/* Is the decision on top a chance decision whose outcomes are too many to list? */
bool mst_sampled_now(const struct mst_play *play);
/* One outcome of the sampled chance decision on top, each as likely as any other. */
mst_move mst_sample_draw(const struct mst_play *play, struct mst_rng *rng);

/* List the legal moves. False on failure (play->failed). */
bool mst_legal(struct mst_play *play, struct mst_moves *moves);
/* The same as runs, in the same order; with `eager` without the kinds that are reluctant. */
bool mst_legal_runs(struct mst_play *play, struct mst_runs *runs, bool eager);
/* Count them, at most up to `limit` (0: all). -1 on failure. */
int64_t mst_legal_count(struct mst_play *play, int64_t limit);
/* Count the moves of one kind; when there is none `refusal` says what stands in the way. */
int64_t mst_legal_of_kind(struct mst_play *play, int kind, struct mst_refusal *refusal);

/* Is `move` legal? On false `refusal` says why not, unless play->failed. */
bool mst_move_check(struct mst_play *play, mst_move move, struct mst_refusal *refusal);
/* Read a text; false with a refusal (of the kind that came farthest) when it is no legal move. */
bool mst_move_read(struct mst_play *play, const char *text, mst_move *move,
                   struct mst_refusal *refusal);
/* Print a move of this position. */
void mst_move_print(struct mst_play *play, mst_move move, struct mst_buf *buf);

/* Print it so that its pieces are found again later; then, in a later position, what a seat
 * (MST_NONE: an onlooker) may read of that: pieces whose faces it does not know show none. */
void mst_move_print_marked(struct mst_play *play, mst_move move, struct mst_buf *buf);
void mst_move_tell(const struct mst_play *play, const char *marked, int viewer,
                   struct mst_buf *buf);

/* Give the kind's variables (decision lets, lets, parameters) their values for `move`. */
void mst_move_bind(struct mst_play *play, mst_move move);

/* The different pieces in `place`, in the container's order, each once; returns how many. `all`
 * lists like pieces as often as they are there. */
int mst_pieces_in(const struct mst_play *play, int place, bool all, int16_t *pieces);
/* A subset of the pieces of `place` is a mask of the first so many of them. Of like pieces it takes
 * the first ones: is `mask` such a one? */
enum { MST_MOST_SUBSET = 16 };
bool mst_subset_canonical(const struct mst_play *play, const int16_t *pieces, int count,
                          int64_t mask);
/* The value that `raw` stands for, of pieces of `place`; out of bounds where it is none. */
int64_t mst_param_read(struct mst_play *play, const struct mst_param *param, int place,
                       const struct mst_raw *raw);
/* Print a piece as its type's text says. */
void mst_piece_print(const struct mst_play *play, int piece, struct mst_buf *buf);
/* Length of the piece text that `text` begins with, 0 for none. */
size_t mst_piece_span(const struct mst_rules *rules, const char *text);

#endif
