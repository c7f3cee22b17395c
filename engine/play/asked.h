/* What the host is asked about a kind of moves: it runs the kind's function with a script of the
 * choices made so far. It checks, reads and explains all moves; it lists and plays those of kinds
 * that have no code (struct mst_kind: asks). The laws of legal.h hold. */
#ifndef MUSTER_PLAY_ASKED_H
#define MUSTER_PLAY_ASKED_H

#include "play/legal.h"

enum mst_ask_for {
    MST_ASK_LIST,  /* all moves of the kind, in their order */
    MST_ASK_CHECK, /* are these values legal? */
    MST_ASK_READ,  /* the same, with the values as texts */
    MST_ASK_PLACE, /* where do the pieces of a parameter lie? */
    MST_ASK_APPLY, /* play the move */
    MST_ASK_WEIGH  /* what does the outcome weigh? */
};

/* What is asked of the host about a kind of moves. */
struct mst_question {
    enum mst_ask_for what;
    int kind;
    int64_t *values;           /* of the parameters: given; of MST_ASK_READ found */
    const struct mst_raw *raw; /* MST_ASK_READ: the texts of the parameters */
    /* MST_ASK_LIST: told of each move; false ends it. NULL: only the refusal is asked for. */
    bool (*visit)(void *context, const int64_t *values);
    void *context;
    /* Why not; of MST_ASK_LIST the one that came farthest. May be NULL there. Its reason is the
     * host's, until the kind is asked again. */
    struct mst_refusal *refusal;
    int param;      /* MST_ASK_PLACE */
    int64_t result; /* MST_ASK_PLACE, MST_ASK_WEIGH */
};

/* Ask the host. False when it failed (play->failed), and where the move is not legal. */
static inline bool mst_ask(struct mst_play *play, struct mst_question *question) {
    const struct mst_callbacks *callbacks = &play->rules->callbacks;
    return callbacks->ask(callbacks->host, play, question);
}

/* The place of a parameter that is chosen among pieces, for the move with these values. */
int mst_ask_place(struct mst_play *play, int kind, int param, int64_t *values);
/* Who decides, by a function or by code. */
int64_t mst_decision_seat(struct mst_play *play, const struct mst_decision *decision);
/* What the outcome of chance weighs, 1 at least. */
int64_t mst_move_weight(struct mst_play *play, mst_move move);
/* Must the kind be taken if it can be? */
bool mst_obliged(struct mst_play *play, const struct mst_kind *kind);

#endif
