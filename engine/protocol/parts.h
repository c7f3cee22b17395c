/* The protocol inside: what its files share. Callers include protocol.h.
 *
 * A handler appends the fields of its answer, each with a comma before it, and returns MST_OK; or
 * it fills `error`, and what it appended is thrown away. It changes the session last of all, when
 * nothing can fail any more: room for MST_ANSWER_ROOM bytes is there when it is called. */
#ifndef MUSTER_PROTOCOL_PARTS_H
#define MUSTER_PROTOCOL_PARTS_H

#include <jansson.h>

#include "protocol/protocol.h"
#include "muster_util.h"

enum { MST_ANSWER_ROOM = 8192 };

struct mst_session {
    struct mst_ruleset *ruleset; /* or NULL */
    struct mst_match *match;     /* of the ruleset, or NULL */
};

/* A request: valid JSON, an object. */
struct mst_request {
    const char *line;
    size_t length;
    json_t *object;
};

typedef enum mst_status mst_handler(struct mst_session *session, const struct mst_request *request,
                                    struct mst_buf *out, struct mst_error *error);

mst_handler mst_op_hello, mst_op_load, mst_op_options, mst_op_new, mst_op_setup, mst_op_state,
    mst_op_position, mst_op_legal, mst_op_play, mst_op_undo, mst_op_observe, mst_op_perft,
    mst_op_go, mst_op_transcript, mst_op_replay;

/* ---- arguments of a request ------------------------------------------------------------------ */

/* A text; borrowed from the request. `*text` is NULL when it is absent (or null) and not `needed`.
 */
enum mst_status mst_request_text(const struct mst_request *request, const char *key, bool needed,
                                 const char **text, struct mst_error *error);
/* As mst_request_text, and free of control characters: it fits on one line. */
enum mst_status mst_request_line(const struct mst_request *request, const char *key, bool needed,
                                 const char **text, struct mst_error *error);
/* A whole number from `min` to `max`. When it is absent (or null), `*number` is left as it is and
 * this is MST_OK, unless it is `needed`. */
enum mst_status mst_request_int(const struct mst_request *request, const char *key, int64_t min,
                                int64_t max, bool needed, int64_t *number, struct mst_error *error);
/* The seed: any whole number of 64 bits, with or without sign; absent or null: none. */
enum mst_status mst_request_seed(const struct mst_request *request, bool *seeded, uint64_t *seed,
                                 struct mst_error *error);
/* `true` or `false`; false when it is absent. */
enum mst_status mst_request_flag(const struct mst_request *request, const char *key, bool *flag,
                                 struct mst_error *error);
/* MST_BAD_REQUEST: "'key' must be EXPECTED, found a number". */
enum mst_status mst_request_refuse(const char *key, const char *expected, const json_t *found,
                                   struct mst_error *error);
/* The status of a call that failed: never MST_OK, also where only memory can be to blame. */
enum mst_status mst_handler_failed(struct mst_error *error);
/* Append the JSON text of the top-level member `key`, as it was written; nothing when it is absent.
 */
void mst_request_copy(const struct mst_request *request, const char *key, struct mst_buf *out);

/* ---- writing --------------------------------------------------------------------------------- */

/* Append a JSON string. Bytes that are no UTF-8 become U+FFFD, so that an answer is always valid.
 */
void mst_write_string(struct mst_buf *out, const char *text, size_t length);
/* Append `,"key":`. */
void mst_write_key(struct mst_buf *out, const char *key);
/* Append `,"key":"text"`. */
void mst_write_text(struct mst_buf *out, const char *key, const char *text);
/* Append `,"key":number`. */
void mst_write_int(struct mst_buf *out, const char *key, int64_t number);
void mst_write_bool(struct mst_buf *out, const char *key, bool value);
/* The fields of `state`. */
void mst_write_state(struct mst_buf *out, const struct mst_match *match);

#endif
