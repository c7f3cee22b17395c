/* Line input from a person. If input and output are a terminal, it offers editing, history and
 * completion. Otherwise it reads plain lines from a pipe or file. */
#ifndef MUSTER_FACES_TERMINAL_LINE_H
#define MUSTER_FACES_TERMINAL_LINE_H

#include "muster_util.h"

struct mst_line;

/* Offer words that may complete `text` (up to the cursor): call `offer` for each. */
typedef void mst_line_words(void *context, void (*offer)(void *to, const char *word), void *to);

/* `words` may be NULL. Returns NULL when out of memory. */
struct mst_line *mst_line_new(mst_line_words *words, void *context);
void mst_line_free(struct mst_line *line);
/* Read lines from a source instead, which appends one to `out`; NULL: as before. The source edits
 * and keeps what is typed, and knows the terminal's settings: call this before it changes them. */
enum mst_line_end { MST_LINE_READ, MST_LINE_CLOSED, MST_LINE_INTERRUPTED, MST_LINE_CALLED };
typedef enum mst_line_end mst_line_source(void *context, const char *prompt, struct mst_buf *out);
void mst_line_from(struct mst_line *line, mst_line_source *source, void *context);
/* Forget everything that was typed: the history and the cut buffer. */
void mst_line_forget(struct mst_line *line);
/* Read the next line, without its end; NULL at the end of input. A control character becomes '?', a
 * tab a blank. Borrowed until the next call. */
const char *mst_line_read(struct mst_line *line, const char *prompt);

/* Should reading a line be interrupted? */
typedef bool mst_line_call(void *context);
/* Call `call` (with the context of the words) four times a second while waiting for a line, and
 * once more before returning one. If it returns true, mst_line_read returns NULL, and
 * mst_line_called is true until the next line; the text typed so far is kept. Set this before the
 * first line is read. */
void mst_line_on_call(struct mst_line *line, mst_line_call *call);
bool mst_line_called(const struct mst_line *line);
/* Was the last line, which is NULL, interrupted by Ctrl-C? Only with an editor. */
bool mst_line_interrupted(const struct mst_line *line);

#endif
