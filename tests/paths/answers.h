/* What a kept module says that it does, in lines of its source:
 *
 *   --> MOVES => legal MOVES             after the moves (none: at the start) these are legal
 *   --> MOVES => events NAME(N, N) ...   the last move raises these events
 *   --> MOVES => error TEXT              the last move fails, and says TEXT among others
 *   --> => refused TEXT                  the module is refused, and the reason has TEXT
 *
 * Both paths must do that. */
#ifndef TESTS_PATHS_ANSWERS_H
#define TESTS_PATHS_ANSWERS_H

#include "rulesets/ruleset.h"

/* The next such line of the source from *at on, split in two. False after the last one. */
struct answer_line {
    char moves[200], expected[600];
};
bool answers_next(const char **at, struct answer_line *line);
/* What the rules answer where `line` is expected: the same as line->expected, or what differs, in
 * `out`. */
void answers_ask(struct mst_ruleset *rules, const struct answer_line *line, struct mst_buf *out);
/* Is it the answer that is expected? */
bool answers_fit(const struct answer_line *line, const char *answer);

#endif
