/* A change of a ruleset: a variant with what it requires, or one option at another value; and
 * settings with which a ruleset is loaded. */
#ifndef TESTS_TRACE_CHANGE_H
#define TESTS_TRACE_CHANGE_H

#include "pairs/plan.h"
#include "trace/declared.h"

enum { SETTINGS = FACTORS + 40 };

struct settings {
    struct mst_setting items[SETTINGS];
    size_t count;
    char text[4000]; /* of those that settings_add read */
    size_t used;
};

/* Add settings written as "section.key=value section.key=value". */
void settings_add(struct settings *settings, const char *text);
/* The ruleset at `path` with these settings; NULL with why. */
struct mst_ruleset *settings_load(const char *path, const struct settings *settings,
                                  struct mst_buf *why);

struct change {
    struct change_names names;
    char title[160]; /* modules.NAME or section.key=value */
    int row[FACTORS];
};

/* The change that gives one factor a value. False where manifests bar it. */
bool change_make(const struct plan *plan, int factor, int value, struct change *change);

#endif
