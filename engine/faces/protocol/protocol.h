/* The engine protocol: one JSON object per line in each direction (docs/protocol.md). A session
 * holds at most one ruleset and one match, or several that it switches between. It performs no
 * input or output, so that the program, a server or a test can drive it.
 *
 * P1 Every request gets exactly one answer of one line; `go` may send lines of `info` before it.
 * P2 A request that fails changes nothing: ruleset, match and moves remain.
 * P3 The same requests give the same answers, except `go` with a time limit, requests that are
 * stopped, and lines of `info`.
 * P4 A request draws on one budget. */
#ifndef MUSTER_FACES_PROTOCOL_PROTOCOL_H
#define MUSTER_FACES_PROTOCOL_PROTOCOL_H

#include "muster/util.h"

struct mst_ruleset;
struct proto_session;

/* The longest request. A longer line gets the answer bad_request. */
enum { PROTO_LONGEST_REQUEST = 16 << 20 };

/* A session with nothing loaded. NULL when out of memory. */
struct proto_session *proto_session_new(void);
/* Free the session with its match and ruleset. NULL is allowed. */
void proto_session_free(struct proto_session *session);
/* Give the session a ruleset, as `load` does. The session owns it; the previous match and ruleset
 * are freed. */
void proto_session_give(struct proto_session *session, struct mst_ruleset *ruleset);

/* Let the session hold so many matches, which `switch` chooses from; those that it has are freed.
 */
void proto_session_keep(struct proto_session *session, int matches);

/* Limit each request: see mst_budget_limit. */
void proto_session_limit(struct proto_session *session, int64_t work, int64_t bytes);
/* Ask `watcher` while requests run whether they must stop: see mst_budget_watch. */
void proto_session_watch(struct proto_session *session, bool (*watcher)(void *context),
                         void *context);
/* Call `send` for each line of `info`, without line feed, while a request runs. NULL: send none. */
void proto_session_tell(struct proto_session *session,
                        void (*send)(void *receiver, const char *line, size_t length),
                        void *receiver);
/* Is the line a `stop`, which ends the requests before it? */
bool proto_is_stop(const char *line, size_t length);

/* Answer the request `line`, `length` arbitrary bytes without the line feed. Appends one line,
 * without line feed, to `answer`. If there is no memory even for an error message, sets
 * answer->failed. Returns false if the request was `quit`. */
bool proto_session_answer(struct proto_session *session, const char *line, size_t length,
                          struct mst_buf *answer);
/* The answer to a line longer than PROTO_LONGEST_REQUEST, which need not be stored. */
void proto_session_answer_too_long(struct mst_buf *answer);

#endif
