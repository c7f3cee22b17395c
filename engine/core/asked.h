/* Questions to the host about a kind of moves. The host runs the kind's `legal` function with a
 * script of the choices made so far. Questions check, read and explain moves of all kinds; they
 * list and play only kinds without code (struct mst_kind: asks). The invariants of legal.h
 * apply. */
#ifndef MUSTER_CORE_ASKED_H
#define MUSTER_CORE_ASKED_H

#include "core/legal.h"

enum mst_ask_for {
    MST_ASK_LIST,  /* all moves of the kind, in order */
    MST_ASK_CHECK, /* are these values legal? */
    MST_ASK_READ,  /* the same, with the values as text */
    MST_ASK_PLACE, /* where do the pieces of a parameter lie? */
    MST_ASK_APPLY, /* play the move */
    MST_ASK_WEIGH, /* what does the outcome weigh? */
    MST_ASK_NOISE  /* is the move noisy? */
};

/* A question to the host about a kind of moves. */
struct mst_question {
    enum mst_ask_for what;
    int kind;
    int64_t *values;           /* values of the parameters: input, or the result of MST_ASK_READ */
    const struct mst_raw *raw; /* MST_ASK_READ: the texts of the parameters */
    /* MST_ASK_LIST: called for each move; false stops. NULL: only the refusal is wanted. */
    bool (*visit)(void *context, const int64_t *values);
    void *context;
    /* The reason for a refusal; for MST_ASK_LIST, that of the choice that came farthest (may be
     * NULL there). The host owns the reason; it is valid until the kind is asked again. */
    struct mst_refusal *refusal;
    int param;      /* MST_ASK_PLACE */
    int64_t result; /* MST_ASK_PLACE, MST_ASK_WEIGH, MST_ASK_NOISE */
};

/* Ask the host. False if the host failed (play->failed), or if the move is illegal. */
static inline bool mst_ask(struct mst_play *play, struct mst_question *question) {
    const struct mst_callbacks *callbacks = &play->rules->callbacks;
    return callbacks->ask(callbacks->host, play, question);
}

/* Let the function of a kind say why it has no legal move, or why one is refused: of these values,
 * or texts (NULL: not of these). Is it legal? */
bool mst_ask_why(struct mst_play *play, const struct mst_kind *kind, enum mst_ask_for what,
                 int64_t *values, const struct mst_raw *raw, struct mst_refusal *refusal);
/* The place of a parameter that is chosen among pieces, in the move with these values. */
int mst_ask_place(struct mst_play *play, int kind, int param, int64_t *values);
/* The seat that decides, by Lua function or by code. */
int64_t mst_decision_seat(struct mst_play *play, const struct mst_decision *decision);
enum { MST_MOST_WEIGHT = 1 << 30 }; /* so that the sum over all outcomes fits */
/* The weight of a chance outcome, 1 to MST_MOST_WEIGHT; 1 on failure (play->failed). */
int64_t mst_move_weight(struct mst_play *play, mst_move move);
/* Is it a move after which the position cannot be judged at once? False on failure
 * (play->failed). */
bool mst_move_noisy(struct mst_play *play, mst_move move);
/* Is the kind obligatory if it has a legal move? */
bool mst_obliged(struct mst_play *play, const struct mst_kind *kind);

#endif
