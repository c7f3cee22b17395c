/* What a module says of itself: its name, what it needs, its options, its part of the rulebook.
 * Filled by `muster.module` and its kin in Lua, read by whoever checks ruleset files. Knows no Lua.
 */
#ifndef MUSTER_HOST_MANIFEST_H
#define MUSTER_HOST_MANIFEST_H

#include "base/base.h"

enum mst_option_type {
    MST_OPTION_BOOL,
    MST_OPTION_INT,
    MST_OPTION_CHOICE,
    MST_OPTION_INTS, /* `count` whole numbers */
    MST_OPTION_SIZE,
    MST_OPTION_TEXT
};

enum { MST_OPTION_LIST_MOST = 16 }; /* numbers in an INTS */

/* What a module declares. All texts are borrowed; `section` is neither "game" nor "modules". */
struct mst_option {
    const char *section, *key; /* unique together; a key has no dot */
    enum mst_option_type type;
    const char *fallback; /* the default, as text; NULL counts as "" */
    int64_t min, max;     /* INT, INTS, SIZE: of each number; TEXT: max bytes; 0, 0: no limit */
    int count;            /* INTS: 1 to MST_OPTION_LIST_MOST */
    const char *const *choices; /* CHOICE: ends with NULL */
    const char *help;           /* one line; NULL counts as "" */
    const char *origin;         /* where it is declared, "lua/warline/options.lua:12" */
    const char *module;
};

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
    char *origin; /* "file:line" of its manifest */
    bool heard;   /* its manifest was read: what it offers is known */
    char *requires[MST_MODULE_LISTS], *conflicts[MST_MODULE_LISTS];
    char *before[MST_MODULE_LISTS], *after[MST_MODULE_LISTS];
    int rank;                /* in the order of hooks, from 0 */
    struct mst_error *fault; /* why it could not be loaded, or NULL */
};

enum { MST_PARAGRAPH_OPTIONS = 8 };

/* A paragraph of the rulebook. */
struct mst_paragraph {
    char *id;                           /* of its rule, or "" */
    char *text;                         /* one or more sentences */
    char *origin;                       /* "file:line" of its chapter */
    int options[MST_PARAGRAPH_OPTIONS]; /* what it depends on, in the host's list of options */
    int option_count;
};

struct mst_chapter {
    char *title;
    char *module; /* that wrote it */
    int place;    /* among the chapters of its module */
    struct mst_paragraph *paragraphs;
    int count;
};

#endif
