/* The settings of a game, and rows of settings in which any two of them meet.
 *
 * A factor is a module, on or off, or an option with some of its values. An option has a value only
 * where its module is on. A plan is made of factors alone; whoever asks for rows tries to load them
 * and says what was refused. All is decided by the order of the factors. */
#ifndef TESTS_PAIRS_PLAN_H
#define TESTS_PAIRS_PLAN_H

#include "rulesets/ruleset.h"
#include "muster/rulebook.h"

enum {
    FACTORS = 160,
    VALUES = 8,   /* of a factor */
    TOGETHER = 8, /* values that are refused together */
    UNSET = -2,   /* in a row that is being made */
    ABSENT = -1,  /* an option whose module is off */
    OFF = 0,
    ON = 1, /* values of a module */
};

struct factor {
    char key[100];      /* "modules.NAME" or "section.key" */
    const char *word;   /* what a refusal calls it: NAME or key; points into `key` */
    int module;         /* of an option: the factor of its module, -1 when that is always on */
    int count, initial; /* values; the one that the ruleset begins with, ABSENT for none */
    char *values[VALUES];
    bool is_module;
    bool needs[FACTORS], excludes[FACTORS]; /* of a module: other modules */
};

/* Values that are refused together: of factors[i] the value values[i]. */
struct refused {
    int count, factors[TOGETHER], values[TOGETHER];
};

struct plan {
    struct factor *factors;
    int count;
    int (*rows)[FACTORS]; /* of each factor its value, or ABSENT */
    int row_count;
    struct refused *refused;
    int refused_count;
    uint8_t *met;                    /* plan_met */
    int pairs, impossible, left_out; /* pairs to meet; those that manifests bar; those refused */
    struct mst_rng rng;
};

/* Is the row accepted? If not, say in `why` which values of it are refused together; a count of 0
 * ends the making of rows. */
typedef bool plan_judge(void *context, const int *row, struct refused *why);

/* The factor called `key`, or -1. */
int plan_find(const struct plan *plan, const char *key);
/* Add a factor with no values yet. */
struct factor *plan_add(struct plan *plan, const char *key, bool is_module);
/* Add a value that it has not yet. Its number. */
int factor_value(struct factor *factor, const char *value);
/* Add the values of an option that a test tries; `now` are its numbers, where it is a size. */
void factor_values(struct factor *factor, const struct mst_option *option, const int64_t *now);
/* Is the module on? */
bool ruleset_has(const struct mst_ruleset *ruleset, const char *module);
/* Note which modules of the plan the loaded ones need and exclude. */
void plan_link(struct plan *plan, const struct host *host);
/* The settings of the row that differ from the initial ones, at most FACTORS; their number. */
size_t plan_settings(const struct plan *plan, const int *row, struct mst_setting *settings);
/* The row of initial values. */
void plan_initial(const struct plan *plan, int *row);
/* Set one factor of a complete row, and what follows from it: modules that a module needs, initial
 * values of its options. False when that cannot be. */
bool plan_change(const struct plan *plan, int *row, int factor, int value);
/* Make rows until any two values have met that can. False when the judge ended it. */
bool plan_cover(struct plan *plan, plan_judge *judge, void *context);
void plan_clear(struct plan *plan);

#endif
