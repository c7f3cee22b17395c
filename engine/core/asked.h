/* Questions to the host about a kind of moves. The host runs the kind's `legal` function with a
 * script of the choices made so far. Questions check, read and explain moves of all kinds; they
 * list and play only kinds without code (struct core_kind: asks). The invariants of legal.h
 * apply. */
#ifndef MUSTER_CORE_ASKED_H
#define MUSTER_CORE_ASKED_H

#include "core/legal.h"

enum core_ask_for {
    CORE_ASK_LIST,  /* all moves of the kind, in order */
    CORE_ASK_CHECK, /* are these values legal? */
    CORE_ASK_READ,  /* the same, with the values as text */
    CORE_ASK_PLACE, /* where do the pieces of a parameter lie? */
    CORE_ASK_APPLY, /* play the move */
    CORE_ASK_WEIGH, /* what does the outcome weigh? */
    CORE_ASK_NOISE  /* is the move noisy? */
};

/* A question to the host about a kind of moves. */
struct core_question {
    enum core_ask_for what;
    int kind;
    int64_t *values; /* values of the parameters: input, or the result of CORE_ASK_READ */
    const struct core_raw *raw; /* CORE_ASK_READ: the texts of the parameters */
    /* CORE_ASK_LIST: called for each move; false stops. NULL: only the refusal is wanted. */
    bool (*visit)(void *context, const int64_t *values);
    void *context;
    /* The reason for a refusal; for CORE_ASK_LIST, that of the choice that came farthest (may be
     * NULL there). The host owns the reason; it is valid until the kind is asked again. */
    struct core_refusal *refusal;
    int param;      /* CORE_ASK_PLACE */
    int64_t result; /* CORE_ASK_PLACE, CORE_ASK_WEIGH, CORE_ASK_NOISE */
};

/* Ask the host. False if the host failed (play->failed), or if the move is illegal. */
static inline bool core_ask(struct core_play *play, struct core_question *question) {
    const struct core_callbacks *callbacks = &play->rules->callbacks;
    return callbacks->ask(callbacks->host, play, question);
}

/* Let the function of a kind say why it has no legal move, or why one is refused: of these values,
 * or texts (NULL: not of these). Is it legal? */
bool core_ask_why(struct core_play *play, const struct core_kind *kind, enum core_ask_for what,
                  int64_t *values, const struct core_raw *raw, struct core_refusal *refusal);
/* The place of a parameter that is chosen among pieces, in the move with these values. */
int core_ask_place(struct core_play *play, int kind, int param, int64_t *values);
/* The seat that decides, by Lua function or by code. */
int64_t core_decision_seat(struct core_play *play, const struct core_decision *decision);
enum { CORE_MOST_WEIGHT = 1 << 30 }; /* so that the sum over all outcomes fits */
/* The weight of a chance outcome, 1 to CORE_MOST_WEIGHT; 1 on failure (play->failed). */
int64_t core_move_weight(struct core_play *play, mst_move move);
/* Is it a move after which the position cannot be judged at once? False on failure
 * (play->failed). */
bool core_move_noisy(struct core_play *play, mst_move move);
/* Is the kind obligatory if it has a legal move? */
bool core_obliged(struct core_play *play, const struct core_kind *kind);

#endif
