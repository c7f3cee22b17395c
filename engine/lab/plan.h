/* The comparisons of a run: the things that are varied, and the arrangements that come of them.
 *
 * P1 Arrangements are closed under exchanging seats: where one is refused by the rules, so are all
 * that give the same values to other seats. So no value has a better seat than another. P2 Every
 * arrangement has the same number of games. */
#ifndef MUSTER_LAB_PLAN_H
#define MUSTER_LAB_PLAN_H

#include <jansson.h>

#include "faces/tools/command.h"

enum { LAB_MOST_AXES = 4, LANG_MOST_VALUES = 16, LAB_MOST_CELLS = 1000 };

/* One thing that is varied. */
struct lab_axis {
    char name[128]; /* "section.key", without the number of the seat; or a module */
    char key[160];  /* of the setting */
    bool by_seat;   /* each seat has a value of its own */
    char values[LANG_MOST_VALUES][40];
    int count;
};

/* An arrangement: the value of each axis; of the one by seats for each seat. */
struct lab_cell {
    uint8_t value[LAB_MOST_AXES];
    uint8_t by_seat[MST_MOST_SEATS];
    bool refused;
};

struct lab_plan {
    const struct tool_arguments *arguments;
    int seats, sides;
    unsigned char side[MST_MOST_SEATS]; /* of each seat, numbered from 0 */
    char title[200];
    struct lab_axis axes[LAB_MOST_AXES];
    int axis_count;
    int by_seat;            /* the axis by seats, or -1 */
    char hint[128];         /* an option by seats that could be varied, or "" */
    struct lab_cell *cells; /* only those that are played, once the plan is made */
    int cell_count;
    int refused;                        /* arrangements left out */
    char why[sizeof(struct mst_error)]; /* the reason of one of them */
    json_t *kinds; /* of moves that some arrangement declares: titles by name */
};

/* The side of each seat, as scenes say who are allies, numbered from 0. Returns their number. */
int lab_sides_of(struct mst_ruleset *ruleset, unsigned char *side);
/* Plan to vary what the texts of --vary name, each "section.key", "section.key=VALUE/VALUE" or a
 * module. On failure prints why and returns false. Clear it in any case. */
bool lab_plan_make(struct lab_plan *plan, const struct tool_arguments *arguments,
                   const char *const *varied, int count);
void lab_plan_clear(struct lab_plan *plan);
/* Load the ruleset of an arrangement. NULL and `error` if the rules refuse it. */
struct mst_ruleset *lab_plan_load(const struct lab_plan *plan, const struct lab_cell *cell,
                                  struct mst_error *error);

#endif
