/* The list of faults found in files that people write.
 *
 * Whoever checks a file adds every fault it finds and goes on; the caller asks at the end. Faults
 * are sorted by file, then lines, then columns, whatever the order in which they
 * were found. All texts are copied and made harmless (control characters and bytes that are no
 * UTF-8 become '?'). Columns and lengths count characters, not bytes. */
#ifndef MUSTER_MATCH_DIAG_H
#define MUSTER_MATCH_DIAG_H

#include "base/base.h"

enum { MST_DIAGS_MOST = 100 }; /* so many faults are kept; more are only counted */

/* A place in a file, or on the command line. Texts are borrowed. */
struct mst_place {
    const char *file;   /* never NULL */
    int line;           /* from 1; 0: the file as a whole */
    int column;         /* from 1; 0: the line as a whole */
    int length;         /* characters to underline, 1 or more */
    const char *source; /* the line itself, or NULL */
    int order;          /* rank of the file among the others, smallest first */
};

struct mst_diag {
    enum mst_status status; /* MST_OK: a warning or a note, no fault */
    bool note;              /* nothing is wrong; but it may be better to know */
    struct mst_place place; /* its texts belong to the diag */
    const char *message;
    const char *hint; /* what would be right; "" when nothing is known */
};

/* Starts as {0}; end with mst_diags_clear. */
struct mst_diags {
    struct mst_diag *items; /* sorted */
    size_t count, capacity;
    size_t warnings; /* of the items, those that are no faults, */
    size_t notes;    /* and those that are but notes, */
    bool show_notes; /* which are printed only on request */
    size_t dropped;  /* faults beyond MST_DIAGS_MOST */
    bool failed;     /* out of memory: some fault may be missing, nothing may be accepted */
};

/* Free everything; the list may be used again. */
void mst_diags_clear(struct mst_diags *diags);
/* Add one fault, or with the status MST_OK a warning. `hint` may be NULL. Without memory, `failed`
 * is set instead. */
void mst_diags_add(struct mst_diags *diags, enum mst_status status, const struct mst_place *place,
                   const char *hint, const char *format, ...) MST_PRINTF(5, 6);
/* The same of a note. */
void mst_diags_note(struct mst_diags *diags, const struct mst_place *place, const char *text);
/* Note that memory ran out while something was being checked. */
void mst_diags_no_memory(struct mst_diags *diags);
/* Faults found, those dropped included, without warnings; memory that ended counts as one. 0: all
 * is well. */
size_t mst_diags_count(const struct mst_diags *diags);
/* Append every fault and warning as a compiler prints them: "file:line:column: error: message;
 * hint", then the source line and a line that underlines the place. A fault of memory prints as one
 * more line. */
void mst_diags_print(const struct mst_diags *diags, struct mst_buf *out);
/* The first fault as an error at "file:line:column", or MST_NO_MEMORY, or MST_OK with `error`
 * untouched when there is none. `error` may be NULL. Returns the status. */
enum mst_status mst_diags_first(const struct mst_diags *diags, struct mst_error *error);

/* Bytes (1 to 4) of the well-formed UTF-8 character at `text`, of which `size` bytes may be read; 0
 * when there is none (truncated, overlong, a surrogate, beyond U+10FFFF, or `size` is 0). */
size_t mst_utf8_length(const char *text, size_t size);
/* Characters in the first `size` bytes of `text`; a byte that is no UTF-8 counts as one. */
int mst_utf8_count(const char *text, size_t size);

#endif
