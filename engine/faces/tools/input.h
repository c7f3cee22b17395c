/* The lines of standard input, as requests of the engine protocol. A line is stored only up to the
 * longest valid request; the rest is skipped. While a request runs, its successors can be looked
 * at: a `stop` among them ends it. */
#ifndef MUSTER_FACES_TOOLS_INPUT_H
#define MUSTER_FACES_TOOLS_INPUT_H

#include "muster/util.h"

struct tool_input {
    struct mst_buf bytes; /* what has been read: lines from `at` on are not yet taken */
    size_t at, seen;      /* the lines before `seen` contain no `stop` */
    bool ended, too_long; /* too_long: the line at `at` lacks its beginning, */
    bool starved;         /* for lack of memory; or there is none to read any input */
};

/* Take the next line, without its line feed; wait for it. *too_long: it is no valid request, and
 * `line` is empty; `starved` says whether memory is the cause. False at the end of the input. */
bool tool_input_line(struct tool_input *input, struct mst_buf *line, bool *too_long);
/* Has a `stop` been sent that is not yet taken? Does not wait. */
bool tool_input_stops(struct tool_input *input);
void tool_input_clear(struct tool_input *input);

#endif
