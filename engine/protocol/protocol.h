/* The engine protocol: one JSON object a line in, one a line out (docs/protocol.md). A session
 * holds at most one ruleset and one match of it; it reads and writes nothing by itself, so that the
 * program, a server or a test can drive it.
 *
 * P1 Every request gets exactly one answer of one line. P2 A request that fails changes nothing:
 * the ruleset, the match and its moves are what they were. P3 The same requests give the same
 * answers, `go` with a limit of time aside. */
#ifndef MUSTER_PROTOCOL_PROTOCOL_H
#define MUSTER_PROTOCOL_PROTOCOL_H

#include "muster_util.h"

struct mst_ruleset;
struct mst_session;

/* Longest request that is read; a longer line is answered with bad_request. */
enum { MST_LONGEST_REQUEST = 16 << 20 };

/* A session with nothing loaded; NULL when out of memory. */
struct mst_session *mst_session_new(void);
/* Free it, its match and its ruleset. NULL is allowed. */
void mst_session_free(struct mst_session *session);
/* Give it a ruleset, as `load` does: the session owns it, and an older match and ruleset are freed.
 */
void mst_session_give(struct mst_session *session, struct mst_ruleset *ruleset);

/* Answer the request `line` of `length` bytes (any bytes, without the line feed): appends one line,
 * without its line feed, to `answer`. When even an answer that says so finds no memory,
 * answer->failed is set. False when the request was `quit`. */
bool mst_session_answer(struct mst_session *session, const char *line, size_t length,
                        struct mst_buf *answer);
/* The answer to a line longer than MST_LONGEST_REQUEST, which need not be kept. */
void mst_session_answer_too_long(struct mst_buf *answer);

#endif
