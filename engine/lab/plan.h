/* What a run compares: the things that are varied, and the arrangements that come of them.
 *
 * P1 Arrangements are closed under exchanging seats: where one is refused by the rules, so are all
 * that give the same values to other seats. So no value has a better seat than another. P2 Every
 * arrangement has the same number of games. */
#ifndef MUSTER_LAB_PLAN_H
#define MUSTER_LAB_PLAN_H

#include "faces/tools/command.h"

enum { MST_MOST_AXES = 4, MST_MOST_VALUES = 16, MST_MOST_CELLS = 1000 };

/* One thing that is varied. */
struct mst_axis {
    char name[128]; /* "section.key", without the number of the seat; or a module */
    char key[160];  /* of the setting */
    bool by_seat;   /* each seat has a value of its own */
    char values[MST_MOST_VALUES][40];
    int count;
};

/* An arrangement: the value of each axis; of the one by seats for each seat. */
struct mst_cell {
    uint8_t value[MST_MOST_AXES];
    uint8_t by_seat[MST_MOST_SEATS];
    bool refused;
};

/* A kind of move that some arrangement declares. */
struct mst_deed {
    char name[64], title[80];
};

struct mst_plan {
    const struct mst_arguments *arguments;
    int seats, sides;
    unsigned char side[MST_MOST_SEATS]; /* of each seat, numbered from 0 */
    char title[200];
    struct mst_axis axes[MST_MOST_AXES];
    int axis_count;
    int by_seat;            /* the axis by seats, or -1 */
    char hint[128];         /* an option by seats that could be varied, or "" */
    struct mst_cell *cells; /* only those that are played, once the plan is made */
    int cell_count;
    int refused;                        /* arrangements left out */
    char why[sizeof(struct mst_error)]; /* the reason of one of them */
    struct mst_deed *deeds;
    int deed_count;
};

/* The side of each seat, as scenes tell who are allies, numbered from 0. Returns their number. */
int mst_sides_of(struct mst_ruleset *ruleset, unsigned char *side);
/* Plan to vary what the texts of --vary name, each "section.key", "section.key=VALUE/VALUE" or a
 * module. On failure prints why and returns false. Clear it in any case. */
bool mst_plan_make(struct mst_plan *plan, const struct mst_arguments *arguments,
                   const char *const *varied, int count);
void mst_plan_clear(struct mst_plan *plan);
/* Load the ruleset of an arrangement. NULL and `error` if the rules refuse it. */
struct mst_ruleset *mst_plan_load(const struct mst_plan *plan, const struct mst_cell *cell,
                                  struct mst_error *error);

#endif
