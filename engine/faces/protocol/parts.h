/* Shared by the files of the protocol. Callers include protocol.h.
 *
 * A handler appends the fields of its answer, each preceded by a comma, and returns MST_OK. Or it
 * fills `error`; then its output is discarded. It changes the session last, when nothing can fail
 * anymore: MST_ANSWER_ROOM bytes are reserved when it is called, and free. What may take more draws
 * on the budget of the request: mst_answer_charge. */
#ifndef MUSTER_FACES_PROTOCOL_PARTS_H
#define MUSTER_FACES_PROTOCOL_PARTS_H

#include <jansson.h>

#include "faces/protocol/protocol.h"
#include "muster_util.h"

enum { MST_ANSWER_ROOM = 8192 };

/* A match that waits under a name. */
struct mst_slot {
    char name[41];           /* "": free */
    struct mst_match *match; /* NULL also while it is the current one */
    uint64_t used;
};

struct mst_session {
    struct mst_ruleset *ruleset; /* or NULL */
    struct mst_match *match;     /* a match of the ruleset, or NULL */
    struct mst_slot *slots;      /* slot_count of them */
    int slot_count;
    struct mst_slot *current; /* the slot of `match`, or NULL */
    uint64_t switches;
    int64_t work, bytes; /* limits of a request; 0: the default */
    bool (*watcher)(void *context);
    void *context;
    void (*send)(void *receiver, const char *line, size_t length); /* or NULL */
    void *receiver;
};

/* A request: a valid JSON object. */
struct mst_request {
    const char *line;
    size_t length;
    json_t *object;
};

/* The seat that an answer may be passed on to. */
struct mst_seat {
    bool said;  /* the request names one; else the answer may show everything */
    int seat;   /* or MST_NONE for an onlooker (-1 or null) */
    bool blind; /* it is named, and the game has secrets */
};

typedef enum mst_status mst_handler(struct mst_session *session, const struct mst_request *request,
                                    struct mst_buf *out, struct mst_error *error);

mst_handler mst_op_hello, mst_op_load, mst_op_options, mst_op_new, mst_op_setup, mst_op_state,
    mst_op_position, mst_op_legal, mst_op_play, mst_op_undo, mst_op_observe, mst_op_perft,
    mst_op_go, mst_op_transcript, mst_op_replay, mst_op_events, mst_op_eval, mst_op_stop,
    mst_op_view, mst_op_describe, mst_op_switch, mst_op_rules, mst_op_picture;

/* The most values in a request: a parsed value may take 50 times its bytes. */
enum { MST_MOST_VALUES = 100000 };
/* MST_BUDGET if the line has more. To be called before it is parsed. */
enum mst_status mst_request_count(const struct mst_request *request, struct mst_error *error);

/* ---- arguments of a request ------------------------------------------------------------------ */

/* The member, or NULL if it is absent or null. */
const json_t *mst_request_member(const struct mst_request *request, const char *key);
/* Get a string, borrowed from the request. If it is absent (or null) and not `needed`, *text is
 * NULL. */
enum mst_status mst_request_text(const struct mst_request *request, const char *key, bool needed,
                                 const char **text, struct mst_error *error);
/* Like mst_request_text, but control characters are rejected, so the text fits on one line. */
enum mst_status mst_request_line(const struct mst_request *request, const char *key, bool needed,
                                 const char **text, struct mst_error *error);
/* Get an integer from `min` to `max`. If it is absent (or null) and not `needed`, *number is
 * unchanged and the status is MST_OK. */
enum mst_status mst_request_int(const struct mst_request *request, const char *key, int64_t min,
                                int64_t max, bool needed, int64_t *number, struct mst_error *error);
/* Get the seed; MST_SEED_NONE if it is absent or null. */
enum mst_status mst_request_seed(const struct mst_request *request, struct mst_seed *seed,
                                 struct mst_error *error);
/* Get the seat of the request, for a game under `ruleset`. */
enum mst_status mst_request_seat(const struct mst_request *request,
                                 const struct mst_ruleset *ruleset, struct mst_seat *seat,
                                 struct mst_error *error);
/* Get a boolean; false if it is absent. */
enum mst_status mst_request_flag(const struct mst_request *request, const char *key, bool *flag,
                                 struct mst_error *error);
/* MST_BAD_REQUEST with the message "'key' must be EXPECTED, found a number". */
enum mst_status mst_request_refuse(const char *key, const char *expected, const json_t *found,
                                   struct mst_error *error);
/* The status of a call that failed. Never MST_OK: without a status, memory must have run out. */
enum mst_status mst_handler_failed(struct mst_error *error);
/* Append the JSON source of the top-level member `key`; nothing if it is absent. */
void mst_request_copy(const struct mst_request *request, const char *key, struct mst_buf *out);

/* Load the ruleset or scenario that a request names. NULL with an error of the request. */
struct mst_ruleset *mst_request_load(const char *name, const struct mst_setting *settings,
                                     size_t count, struct mst_error *error);
/* Free the matches of the session. */
void mst_session_drop(struct mst_session *session);
/* Let all calls on the ruleset draw on the budget of the request. */
void mst_session_begin(struct mst_session *session, struct mst_ruleset *ruleset);

/* ---- writing --------------------------------------------------------------------------------- */

/* Charge what is appended from here on to the request. */
void mst_answer_charge(const struct mst_session *session, struct mst_buf *out);
/* Reserve room for the last brace. MST_OK, or why the answer cannot be written: it exceeds the
 * budget, or memory ran out. */
enum mst_status mst_answer_check(struct mst_buf *out, struct mst_error *error);
/* Append `"id":ID,` if the request has an id. */
void mst_write_id(struct mst_buf *out, const struct mst_request *request);
/* Append a JSON string. Invalid UTF-8 becomes U+FFFD, so that an answer is always valid. */
void mst_write_string(struct mst_buf *out, const char *text, size_t length);
/* Append `,"key":`. */
void mst_write_key(struct mst_buf *out, const char *key);
/* Append `,"key":"text"`. */
void mst_write_text(struct mst_buf *out, const char *key, const char *text);
/* Append `,"key":number`. */
void mst_write_int(struct mst_buf *out, const char *key, int64_t number);
void mst_write_bool(struct mst_buf *out, const char *key, bool value);
/* Append `to_move`, and `waiting` where several seats decide at once. */
void mst_write_to_move(struct mst_buf *out, const struct mst_state *state);
/* Append the fields of `state`, without the hash for a blind seat. */
void mst_write_state(struct mst_buf *out, const struct mst_match *match,
                     const struct mst_seat *seat);
/* Append the events from ply number `since` on, as the seat sees them. */
void mst_write_events(struct mst_buf *out, struct mst_match *match, int since,
                      const struct mst_seat *seat);

#endif
