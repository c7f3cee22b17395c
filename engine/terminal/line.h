/* Reading lines from a person: with editing, history and completion where both ends are a terminal,
 * and plainly from a pipe or file otherwise. */
#ifndef MUSTER_TERMINAL_LINE_H
#define MUSTER_TERMINAL_LINE_H

#include "muster_util.h"

struct mst_line;

/* Offers words that may complete `text` (up to the cursor): call `offer` for each. */
typedef void mst_line_words(void *context, void (*offer)(void *to, const char *word), void *to);

/* `words` may be NULL. NULL when out of memory. */
struct mst_line *mst_line_new(mst_line_words *words, void *context);
void mst_line_free(struct mst_line *line);
/* Forget all that was typed: history, and what was cut and may be put back. */
void mst_line_forget(struct mst_line *line);
/* The next line without its end, or NULL at the end of input; control characters in it are '?', a
 * tab a blank. Borrowed until the next call. */
const char *mst_line_read(struct mst_line *line, const char *prompt);

/* Is there something more urgent than a line? */
typedef bool mst_line_call(void *context);
/* Ask `call` (with the context of the words) four times a second while a line is awaited, and once
 * more before one is taken. When it says yes, mst_line_read gives NULL and mst_line_called holds up
 * to the next line; what was typed so far stays. To be set before the first line is read. */
void mst_line_on_call(struct mst_line *line, mst_line_call *call);
bool mst_line_called(const struct mst_line *line);

#endif
