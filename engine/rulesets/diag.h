/* A list of the diagnostics for files that people write.
 *
 * A checker adds every fault it finds and continues; its caller looks at the list at the end.
 *
 * D1 Diagnostics are sorted by file, line and column, in whatever order they were found. Of those at
 * one place, the one found first comes first.
 * D2 All texts are copied and made safe: control characters and invalid UTF-8 become '?'.
 * D3 Each item is a fault, a warning or a note. There are at most RULES_DIAGS_MOST of them; further
 * faults are counted, and further warnings and notes are forgotten.
 * D4 Columns and lengths count characters, not bytes. */
#ifndef MUSTER_RULESETS_DIAG_H
#define MUSTER_RULESETS_DIAG_H

#include "core/base.h"
#include "muster/scenario.h"

enum { RULES_DIAGS_MOST = 100 }; /* limit; further faults are only counted */

/* A place in a file or on the command line. The texts are borrowed. */
struct rules_place {
    const char *file;   /* never NULL */
    int line;           /* from 1; 0: the whole file */
    int column;         /* from 1; 0: the whole line */
    int length;         /* characters to underline, 1 or more */
    const char *source; /* the line itself, or NULL */
    int order;          /* rank of the file in the report */
};

struct rules_diag {
    enum mst_status status;   /* MST_OK for a warning or a note */
    bool note;                /* only information; nothing is wrong */
    struct rules_place place; /* the diagnostic owns these texts */
    const char *message;
    const char *hint; /* a suggested correction, or "" */
};

/* Starts as {0}; end with rules_diags_clear. */
struct rules_diags {
    struct rules_diag *items; /* sorted */
    size_t count, capacity;
    size_t warnings; /* number of warnings and notes */
    size_t notes;    /* number of notes, */
    bool show_notes; /* which are printed only on request */
    size_t dropped;  /* number of faults beyond RULES_DIAGS_MOST */
    bool failed;     /* out of memory: faults may be missing, so the file must not be accepted */
};

/* Free everything. The list may be used again. */
void rules_diags_clear(struct rules_diags *diags);
/* Add a fault, or a warning if the status is MST_OK. `hint` may be NULL. When out of memory, sets
 * `failed` instead. */
void rules_diags_add(struct rules_diags *diags, enum mst_status status,
                     const struct rules_place *place, const char *hint, const char *format, ...)
    MST_PRINTF(5, 6);
/* The same for a note. */
void rules_diags_note(struct rules_diags *diags, const struct rules_place *place, const char *text);
/* Record that a check ran out of memory. */
void rules_diags_no_memory(struct rules_diags *diags);
/* Number of faults, including dropped ones but no warnings. Running out of memory counts as a
 * fault. 0: everything is ok. */
size_t rules_diags_count(const struct rules_diags *diags);
/* Append all diagnostics in the format of compilers: "file:line:column: error: message; hint", then
 * the source line and a line that underlines the place. Running out of memory adds one more
 * line. */
void rules_diags_print(const struct rules_diags *diags, struct mst_buf *out);
/* Copy the first fault to `error` (may be NULL), located at "file:line:column". Returns its status,
 * or MST_NO_MEMORY, or MST_OK with `error` untouched if there is none. */
enum mst_status rules_diags_first(const struct rules_diags *diags, struct mst_error *error);

/* A report (muster.h). */
struct mst_report {
    struct rules_diags diags;
};

#endif
