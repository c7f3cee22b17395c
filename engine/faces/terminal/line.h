/* Line input from a person. If input and output are a terminal, it offers editing, history and
 * completion. Otherwise it reads plain lines from a pipe or file. */
#ifndef MUSTER_FACES_TERMINAL_LINE_H
#define MUSTER_FACES_TERMINAL_LINE_H

#include "muster/util.h"

struct term_line;

/* Offer words that may complete `text` (up to the cursor): call `offer` for each. */
typedef void term_line_words(void *context, void (*offer)(void *to, const char *word), void *to);

/* `words` may be NULL. Returns NULL when out of memory. */
struct term_line *term_line_new(term_line_words *words, void *context);
void term_line_free(struct term_line *line);
/* Read lines from a source instead, which appends one to `out`; NULL: as before. The source edits
 * and keeps what is typed, and knows the terminal's settings: call this before it changes them. */
enum term_line_end { TERM_LINE_READ, TERM_LINE_CLOSED, TERM_LINE_INTERRUPTED, TERM_LINE_CALLED };
typedef enum term_line_end term_line_source(void *context, const char *prompt, struct mst_buf *out);
void term_line_from(struct term_line *line, term_line_source *source, void *context);
/* Forget everything that was typed: the history and the cut buffer. */
void term_line_forget(struct term_line *line);
/* Read the next line, without its end; NULL at the end of input. A control character becomes '?', a
 * tab a blank. Borrowed until the next call. */
const char *term_line_read(struct term_line *line, const char *prompt);

/* Should reading a line be interrupted? */
typedef bool term_line_call(void *context);
/* Call `call` (with the context of the words) four times a second while waiting for a line, and
 * again before returning one. If it returns true, term_line_read returns NULL, and
 * term_line_called is true until the next line; the text typed so far is kept. Set this before the
 * first line is read. */
void term_line_on_call(struct term_line *line, term_line_call *call);
bool term_line_called(const struct term_line *line);
/* Was the last line, which is NULL, interrupted by Ctrl-C? Only with an editor. */
bool term_line_interrupted(const struct term_line *line);

#endif
