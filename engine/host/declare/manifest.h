/* The manifest of a module: its name, requirements, options and rulebook. `muster.module` and
 * related functions fill it in; the checker of ruleset files reads it. Independent of Lua. */
#ifndef MUSTER_HOST_DECLARE_MANIFEST_H
#define MUSTER_HOST_DECLARE_MANIFEST_H

#include "core/base.h"

enum { MST_OPTION_LIST_MOST = 16 }; /* numbers in an INTS */

/* The value of an option, as given to its module. */
struct host_option_answer {
    int64_t number;                     /* BOOL: 0 or 1; INT; CHOICE: index in `choices` */
    int64_t list[MST_OPTION_LIST_MOST]; /* INTS; SIZE: width, height */
    int count;
    const char *text; /* TEXT; borrowed until the next call */
};

enum { HOST_MODULE_LISTS = 64 };

struct host_module {
    char *name; /* "warline.tactical" */
    char *title;
    char *origin;  /* "file:line" of the manifest */
    int manifest;  /* registry reference, for the host */
    bool resolved; /* its options are resolved */
    bool loaded;   /* its file has run to the end */
    bool failed;   /* it could not be loaded */
    char *requires[HOST_MODULE_LISTS], *conflicts[HOST_MODULE_LISTS];
    char *before[HOST_MODULE_LISTS], *after[HOST_MODULE_LISTS];
    bool waits;              /* the modules it requires are being loaded */
    bool marked;             /* scratch flag for traversals */
    int rank;                /* in hook order, from 0 */
    struct mst_error *fault; /* why it could not be loaded, or NULL */
};

#endif
