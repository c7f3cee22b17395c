/* What a module says of itself: its name, what it needs, its options, its part of the rulebook.
 * Filled by `muster.module` and its kin in Lua, read by whoever checks ruleset files. Knows no Lua.
 */
#ifndef MUSTER_HOST_MANIFEST_H
#define MUSTER_HOST_MANIFEST_H

#include "base/base.h"

enum { MST_OPTION_LIST_MOST = 16 }; /* numbers in an INTS */

/* What a module is told of one of its options. */
struct mst_option_answer {
    int64_t number;                     /* BOOL: 0 or 1; INT; CHOICE: index in `choices` */
    int64_t list[MST_OPTION_LIST_MOST]; /* INTS; SIZE: width, height */
    int count;
    const char *text; /* TEXT; borrowed until the next question */
};

enum { MST_MODULE_LISTS = 16 };

struct mst_module {
    char *name; /* "warline.tactical" */
    char *title;
    char *origin;  /* "file:line" of its manifest */
    int manifest;  /* for the host */
    bool resolved; /* its options are declared */
    bool loaded;   /* its file ran to its end */
    bool failed;   /* it could not be loaded */
    char *requires[MST_MODULE_LISTS], *conflicts[MST_MODULE_LISTS];
    char *before[MST_MODULE_LISTS], *after[MST_MODULE_LISTS];
    bool waits;              /* for those that it requires, which are being loaded */
    bool marked;             /* by whoever looks through the modules */
    int rank;                /* in the order of hooks, from 0 */
    struct mst_error *fault; /* why it could not be loaded, or NULL */
};

#endif
