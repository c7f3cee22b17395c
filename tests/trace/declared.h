/* The declared effects of a change of a ruleset: a table of three columns, with tabs between.
 *
 * The first column names the change: `modules.NAME`, which counts for all changes with that module
 * on, `section.key` for every value of an option, `section.key=value` for one, `*` for all. */
#ifndef TESTS_TRACE_DECLARED_H
#define TESTS_TRACE_DECLARED_H

#include "lib/subject.h"

struct declared_row {
    char *change, *verb, *what;
    bool seen;  /* something was explained by it */
    bool added; /* by declared_add, after the table was read */
};

struct declared {
    struct declared_row *rows;
    int count;
    bool read;
};

enum { CHANGE_NAMES = 24 };

/* The names by which rows count for a change. */
struct change_names {
    char items[CHANGE_NAMES][160];
    int count;
};

/* Read the table; false, with why, when a line is not as above. */
bool declared_read(struct declared *declared, const char *path, struct mst_buf *why);
/* Add a row; false if memory runs out. */
bool declared_add(struct declared *declared, const char *change, const char *verb,
                  const char *what);
void declared_clear(struct declared *declared);
/* What the next row at `*at` or behind says with this verb of a change, or NULL; begin with 0. */
const char *declared_next(struct declared *declared, const struct change_names *names,
                          const char *verb, int *at);
/* Is there a row with this verb and `what`? It has been seen then. */
bool declared_has(struct declared *declared, const struct change_names *names, const char *verb,
                  const char *what);
#endif
