/* Shared by the files of the protocol. Callers include protocol.h.
 *
 * A handler appends the fields of its answer, each preceded by a comma, and returns MST_OK. Or it
 * fills `error`; then its output is discarded. It changes the session last, when nothing can fail
 * anymore: PROTO_ANSWER_ROOM bytes are reserved when it is called, and free. What may take more
 * draws on the budget of the request: proto_answer_charge. */
#ifndef MUSTER_FACES_PROTOCOL_PARTS_H
#define MUSTER_FACES_PROTOCOL_PARTS_H

#include <jansson.h>

#include "faces/protocol/protocol.h"
#include "muster/util.h"

enum { PROTO_ANSWER_ROOM = 8192 };

/* A match that waits under a name. */
struct proto_slot {
    char name[41];           /* "": free */
    struct mst_match *match; /* NULL also while it is the current one */
    uint64_t used;
};

struct proto_session {
    struct mst_ruleset *ruleset; /* or NULL */
    struct mst_match *match;     /* a match of the ruleset, or NULL */
    struct proto_slot *slots;    /* slot_count of them */
    int slot_count;
    struct proto_slot *current; /* the slot of `match`, or NULL */
    uint64_t switches;
    int64_t work, bytes; /* limits of a request; 0: the default */
    bool (*watcher)(void *context);
    void *context;
    void (*send)(void *receiver, const char *line, size_t length); /* or NULL */
    void *receiver;
};

/* A request: a valid JSON object. */
struct proto_request {
    const char *line;
    size_t length;
    json_t *object;
};

/* The seat that an answer may be passed on to. */
struct proto_seat {
    bool said;  /* the request names one; else the answer may show everything */
    int seat;   /* or MST_NONE for an onlooker (-1 or null) */
    bool blind; /* it is named, and the game has secrets */
};

typedef enum mst_status proto_handler(struct proto_session *session,
                                      const struct proto_request *request, struct mst_buf *out,
                                      struct mst_error *error);

proto_handler proto_op_hello, proto_op_load, proto_op_options, proto_op_new, proto_op_setup,
    proto_op_state, proto_op_position, proto_op_legal, proto_op_play, proto_op_undo,
    proto_op_observe, proto_op_perft, proto_op_go, proto_op_transcript, proto_op_replay,
    proto_op_events, proto_op_eval, proto_op_stop, proto_op_view, proto_op_describe,
    proto_op_switch, proto_op_rules, proto_op_picture;

/* The most values in a request: a parsed value may take 50 times its bytes. */
enum { LANG_MOST_VALUES = 100000 };
/* MST_BUDGET if the line has more. To be called before it is parsed. */
enum mst_status proto_request_count(const struct proto_request *request, struct mst_error *error);

/* ---- arguments of a request ------------------------------------------------------------------ */

/* The member, or NULL if it is absent or null. */
const json_t *proto_request_member(const struct proto_request *request, const char *key);
/* Get a string, borrowed from the request. If it is absent (or null) and not `needed`, *text is
 * NULL. */
enum mst_status proto_request_text(const struct proto_request *request, const char *key,
                                   bool needed, const char **text, struct mst_error *error);
/* Like proto_request_text, but control characters are rejected, so the text fits on one line. */
enum mst_status proto_request_line(const struct proto_request *request, const char *key,
                                   bool needed, const char **text, struct mst_error *error);
/* Get an integer from `min` to `max`. If it is absent (or null) and not `needed`, *number is
 * unchanged and the status is MST_OK. */
enum mst_status proto_request_int(const struct proto_request *request, const char *key, int64_t min,
                                  int64_t max, bool needed, int64_t *number,
                                  struct mst_error *error);
/* Get the seed; MST_SEED_NONE if it is absent or null. */
enum mst_status proto_request_seed(const struct proto_request *request, struct mst_seed *seed,
                                   struct mst_error *error);
/* Get the seat of the request, for a game under `ruleset`. */
enum mst_status proto_request_seat(const struct proto_request *request,
                                   const struct mst_ruleset *ruleset, struct proto_seat *seat,
                                   struct mst_error *error);
/* Get a boolean; false if it is absent. */
enum mst_status proto_request_flag(const struct proto_request *request, const char *key, bool *flag,
                                   struct mst_error *error);
/* MST_BAD_REQUEST with the message "'key' must be EXPECTED, found a number". */
enum mst_status proto_request_refuse(const char *key, const char *expected, const json_t *found,
                                     struct mst_error *error);
/* The status of a call that failed. Never MST_OK: without a status, memory must have run out. */
enum mst_status proto_handler_failed(struct mst_error *error);
/* Append the JSON source of the top-level member `key`; nothing if it is absent. */
void proto_request_copy(const struct proto_request *request, const char *key, struct mst_buf *out);

/* Load the ruleset or scenario that a request names. NULL with an error of the request. */
struct mst_ruleset *proto_request_load(const char *name, const struct mst_setting *settings,
                                       size_t count, struct mst_error *error);
/* Free the matches of the session. */
void proto_session_drop(struct proto_session *session);
/* Let all calls on the ruleset draw on the budget of the request. */
void proto_session_begin(struct proto_session *session, struct mst_ruleset *ruleset);

/* ---- writing --------------------------------------------------------------------------------- */

/* Charge what is appended from here on to the request. */
void proto_answer_charge(const struct proto_session *session, struct mst_buf *out);
/* Reserve room for the last brace. MST_OK, or why the answer cannot be written: it exceeds the
 * budget, or memory ran out. */
enum mst_status proto_answer_check(struct mst_buf *out, struct mst_error *error);
/* Append `"id":ID,` if the request has an id. */
void proto_write_id(struct mst_buf *out, const struct proto_request *request);
/* Append a JSON string. Invalid UTF-8 becomes U+FFFD, so that an answer is always valid. */
void proto_write_string(struct mst_buf *out, const char *text, size_t length);
/* Append `,"key":`. */
void proto_write_key(struct mst_buf *out, const char *key);
/* Append `,"key":"text"`. */
void proto_write_text(struct mst_buf *out, const char *key, const char *text);
/* Append `,"key":number`. */
void proto_write_int(struct mst_buf *out, const char *key, int64_t number);
void proto_write_bool(struct mst_buf *out, const char *key, bool value);
/* Append `to_move`, and `waiting` where several seats decide at once. */
void proto_write_to_move(struct mst_buf *out, const struct mst_state *state);
/* Append the fields of `state`, without the hash for a blind seat. */
void proto_write_state(struct mst_buf *out, const struct mst_match *match,
                       const struct proto_seat *seat);
/* Append the events from ply number `since` on, as the seat sees them. */
void proto_write_events(struct mst_buf *out, struct mst_match *match, int since,
                        const struct proto_seat *seat);

#endif
