/* A running question, shared by ask.c and ask_domain.c. */
#ifndef MUSTER_HOST_HANDLES_ASK_H
#define MUSTER_HOST_HANDLES_ASK_H

#include "host/handles/handle_parts.h"
#include "host/handles/words.h"
#include "core/asked.h"

/* The domain of a choice in the current position. */
struct mst_domain_now {
    enum mst_clause_kind kind;
    int64_t from, to;                /* MST_CLAUSE_RANGE */
    int place;                       /* MST_CLAUSE_PIECES, MST_CLAUSE_SUBSET */
    int count;                       /* number of pieces */
    int16_t pieces[MST_MOST_PIECES]; /* of the place or subset */
    uint64_t set[MST_MOST_WORDS];    /* MST_CLAUSE_ZONES; for steps, the zones where they begin */
    int steps;                       /* MST_CLAUSE_STEP */
    struct {
        int direction;
        uint64_t onto[MST_MOST_WORDS];
    } step[MST_MOST_STEPS];
    int64_t next; /* progress of the iteration over the steps */
    int next_step;
};

struct mst_ask {
    const struct mst_play *play;
    const struct mst_board *board;
    struct mst_question *question;    /* NULL for possible(f) */
    const struct mst_kind *kind;      /* NULL for possible(f) */
    const struct mst_move_rule *rule; /* NULL for possible(f) */
    int function;                     /* registry reference of `legal`, or -1 */
    int first_arg, args;              /* stack slots of its arguments */
    const struct mst_raw *raw;        /* the choices as texts, or NULL */
    bool trusted;                     /* the script is legal, so no question can refuse */
    bool checks;                      /* the script is unchecked: values may lie outside their
                                       * domains */
    bool reading;                     /* the code that runs afterwards must not write either */
    int64_t values[MST_MOST_PARAMS];  /* the script */
    int given;                        /* length of the script */
    int before;                       /* its length before the last choice; -1 at first */
    int made;                         /* choices made in this run */
    int passed;                       /* questions passed in this run */
    bool branches, refused;           /* why the run left the function */
    bool found;                       /* a legal move was found */
    struct mst_domain_now domain;     /* of the current choice */
};

/* Read the domain in slot `index`, for choose("name", of); mst_domain_read_steps reads that of
 * choose_step. Raises on misuse. */
void mst_domain_read(lua_State *L, struct mst_domain_now *domain, int index);
void mst_domain_read_steps(lua_State *L, struct mst_domain_now *domain, int set, int ways);
/* Get value number `i` of the domain (two numbers for a step). Call with i = 0, 1, ... in order;
 * false after the last value. If `param` is given, values outside its bounds are skipped. */
bool mst_domain_value(const struct mst_ask *ask, struct mst_domain_now *domain,
                      const struct mst_param *param, int64_t i, int64_t *values);
bool mst_domain_has(const struct mst_ask *ask, const struct mst_param *param,
                    const int64_t *values);
/* Call the function in slot `function`, the top of the stack, with the choices that its parameters
 * name. */
void mst_ask_call(lua_State *L, const struct mst_ask *ask, int function, int results);

#endif
