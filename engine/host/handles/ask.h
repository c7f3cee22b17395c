/* A running question, shared by ask.c and ask_domain.c. */
#ifndef MUSTER_HOST_HANDLES_ASK_H
#define MUSTER_HOST_HANDLES_ASK_H

#include "host/handles/handle_parts.h"
#include "host/handles/words.h"
#include "core/asked.h"

/* The domain of a choice in the current position. */
struct host_domain_now {
    enum core_clause_kind kind;
    int64_t from, to;                 /* CORE_CLAUSE_RANGE */
    int place;                        /* CORE_CLAUSE_PIECES, CORE_CLAUSE_SUBSET */
    int count;                        /* number of pieces */
    int16_t pieces[CORE_MOST_PIECES]; /* of the place or subset */
    uint64_t set[CORE_MOST_WORDS];    /* CORE_CLAUSE_ZONES; for steps, the zones where they begin */
    int steps;                        /* CORE_CLAUSE_STEP */
    struct {
        int direction;
        uint64_t onto[CORE_MOST_WORDS];
    } step[CORE_MOST_STEPS];
    int64_t next; /* progress of the iteration over the steps */
    int next_step;
};

struct host_ask {
    const struct core_play *play;
    const struct core_board *board;
    struct core_question *question;    /* NULL for possible(f) */
    const struct core_kind *kind;      /* NULL for possible(f) */
    const struct host_move_rule *rule; /* NULL for possible(f) */
    int function;                      /* registry reference of `legal`, or -1 */
    int first_arg, args;               /* stack slots of its arguments */
    const struct core_raw *raw;        /* the choices as texts, or NULL */
    bool trusted;                      /* the script is legal, so no question can refuse */
    bool checks;                       /* the script is unchecked: values may lie outside their
                                        * domains */
    bool reading;                      /* the code that runs afterwards must not write either */
    int64_t values[CORE_MOST_PARAMS];  /* the script */
    int given;                         /* length of the script */
    int before;                        /* its length before the last choice; -1 at first */
    int made;                          /* choices made in this run */
    int passed;                        /* questions passed in this run */
    bool branches, refused;            /* why the run left the function */
    bool found;                        /* a legal move was found */
    struct host_domain_now domain;     /* of the current choice */
};

/* Read the domain in slot `index`, for choose("name", of); host_domain_read_steps reads that of
 * choose_step. Raises on misuse. */
void host_domain_read(lua_State *L, struct host_domain_now *domain, int index);
void host_domain_read_steps(lua_State *L, struct host_domain_now *domain, int set, int ways);
/* Get value number `i` of the domain (two numbers for a step). Call with i = 0, 1, ... in order;
 * false after the last value. If `param` is given, values outside its bounds are skipped. */
bool host_domain_value(const struct host_ask *ask, struct host_domain_now *domain,
                       const struct core_param *param, int64_t i, int64_t *values);
bool host_domain_has(const struct host_ask *ask, const struct core_param *param,
                     const int64_t *values);
/* Call the function in slot `function`, the top of the stack, with the choices that its parameters
 * name. */
void host_ask_call(lua_State *L, const struct host_ask *ask, int function, int results);

#endif
