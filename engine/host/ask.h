/* A question that runs: what ask.c and ask_domain.c share. */
#ifndef MUSTER_HOST_ASK_H
#define MUSTER_HOST_ASK_H

#include "host/handle_parts.h"
#include "host/words.h"
#include "play/asked.h"

/* What a choice is made from, at the moment. */
struct mst_domain_now {
    enum mst_clause_kind kind;
    int64_t from, to;                /* MST_CLAUSE_RANGE */
    int place;                       /* MST_CLAUSE_PIECES, MST_CLAUSE_SUBSET */
    int count;                       /* of the pieces */
    int16_t pieces[MST_MOST_PIECES]; /* the same */
    uint64_t set[MST_MOST_WORDS];    /* MST_CLAUSE_ZONES; where steps begin */
    int steps;                       /* MST_CLAUSE_STEP */
    struct {
        int direction;
        uint64_t onto[MST_MOST_WORDS];
    } step[MST_MOST_STEPS];
    int64_t next; /* where the walk over it has come to */
    int next_step;
};

struct mst_ask {
    const struct mst_play *play;
    const struct mst_board *board;
    struct mst_question *question;    /* NULL: possible(f) asks */
    const struct mst_kind *kind;      /* NULL: the same */
    const struct mst_move_rule *rule; /* NULL: the same */
    int function;                     /* reference of `legal`, or -1 */
    int first_arg, args;              /* its arguments on the stack */
    const struct mst_raw *raw;        /* texts of the choices, or NULL */
    bool trusted;                     /* the script is legal: nothing refuses */
    bool checks;                      /* the script is a proposal: values may be out of domain */
    bool reading;                     /* what follows must not write either */
    int64_t values[MST_MOST_PARAMS];  /* the script */
    int given;                        /* how many of them are there */
    int made;                         /* choices made in this run */
    int passed;                       /* questions passed in this run */
    bool branches, refused;           /* how the run was left */
    bool found;                       /* something is legal */
    struct mst_domain_now domain;     /* of the choice where the run is */
};

/* The domain of choose("name", of), which stands at `index`, or of choose_step. Raise on misuse. */
void mst_domain_read(lua_State *L, struct mst_domain_now *domain, int index);
void mst_domain_read_steps(lua_State *L, struct mst_domain_now *domain, int set, int ways);
/* Value (of steps two) number `i` of the domain, asked for in order; false behind the last. Where
 * `param` is not NULL, within its bounds. */
bool mst_domain_value(const struct mst_ask *ask, struct mst_domain_now *domain,
                      const struct mst_param *param, int64_t i, int64_t *values);
bool mst_domain_has(const struct mst_ask *ask, const struct mst_param *param,
                    const int64_t *values);
/* Call the function at `function`, the top of the stack, with the choices that its parameters name.
 */
void mst_ask_call(lua_State *L, const struct mst_ask *ask, int function, int results);

#endif
