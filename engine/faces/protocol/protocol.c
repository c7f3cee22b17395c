/* The core of the protocol: a line becomes a request, the request is dispatched to its handler, and
 * the result becomes an answer. See protocol.h for the invariants. */
#include "faces/protocol/protocol.h"

#include <assert.h>
#include <string.h>

#include "faces/protocol/parts.h"
#include "faces/scene/json.h"

/* ---- life ------------------------------------------------------------------------------------ */

struct proto_session *proto_session_new(void) {
    return mst_calloc(1, sizeof(struct proto_session));
}

void proto_session_give(struct proto_session *session, struct mst_ruleset *ruleset) {
    /* A match uses its ruleset, also those that wait in slots: they go first. */
    proto_session_drop(session);
    mst_ruleset_free(session->ruleset);
    session->ruleset = ruleset;
}

void proto_session_free(struct proto_session *session) {
    if (!session)
        return;
    proto_session_give(session, NULL);
    mst_free(session->slots);
    mst_free(session);
}

void proto_session_limit(struct proto_session *session, int64_t work, int64_t bytes) {
    session->work = work;
    session->bytes = bytes;
}

void proto_session_watch(struct proto_session *session, bool (*watcher)(void *context),
                         void *context) {
    session->watcher = watcher;
    session->context = context;
}

void proto_session_tell(struct proto_session *session,
                        void (*send)(void *receiver, const char *line, size_t length),
                        void *receiver) {
    session->send = send;
    session->receiver = receiver;
}

/* ---- operations ------------------------------------------------------------------------------ */

enum need { NOTHING, RULESET, MATCH };

enum { LONGEST_STOP = 1000 }; /* bytes of a `stop` with its id */

static const struct operation {
    const char *name;
    proto_handler *run; /* NULL for quit */
    enum need need;
} operations[] = {
    {"play", proto_op_play, MATCH},
    {"legal", proto_op_legal, MATCH},
    {"state", proto_op_state, MATCH},
    {"undo", proto_op_undo, MATCH},
    {"observe", proto_op_observe, MATCH},
    {"position", proto_op_position, MATCH},
    {"go", proto_op_go, MATCH},
    {"events", proto_op_events, MATCH},
    {"eval", proto_op_eval, MATCH},
    {"perft", proto_op_perft, MATCH},
    {"new", proto_op_new, NOTHING}, /* a scenario brings its ruleset */
    {"setup", proto_op_setup, RULESET},
    {"transcript", proto_op_transcript, MATCH},
    {"replay", proto_op_replay, RULESET},
    {"hello", proto_op_hello, NOTHING},
    {"load", proto_op_load, NOTHING},
    {"options", proto_op_options, RULESET},
    {"view", proto_op_view, MATCH},
    {"describe", proto_op_describe, RULESET},
    {"switch", proto_op_switch, RULESET},
    {"stop", proto_op_stop, NOTHING},
    {"rules", proto_op_rules, RULESET},
    {"picture", proto_op_picture, MATCH},
    {"quit", NULL, NOTHING},
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static const struct operation *find_operation(const char *name, struct mst_error *error) {
    struct mst_nearest nearest = {.wanted = name};
    for (int i = 0; i < OPERATIONS; i++)
        if (!strcmp(operations[i].name, name))
            return &operations[i];

    /* A name close to the unknown one is suggested; none at all if all are far. */
    for (int i = 0; i < OPERATIONS; i++)
        mst_nearest_offer(&nearest, operations[i].name);
    char hint[MST_HINT_SIZE];
    mst_fail(error, MST_UNKNOWN_OP, "", "unknown op '%.60s'%s", name, mst_hint(nearest.best, hint));
    return NULL;
}

static enum mst_status check_need(const struct proto_session *session,
                                  const struct operation *operation, struct mst_error *error) {
    /* The order of enum need is that of what it takes: a match implies a ruleset. */
    if (operation->need >= RULESET && !session->ruleset)
        return mst_fail(error, MST_NOT_LOADED, "",
                        "'%s' needs a ruleset, but none is loaded ('load')", operation->name);
    if (operation->need >= MATCH && !session->match)
        return mst_fail(error, MST_NO_MATCH, "",
                        "'%s' needs a match, but none was started ('new', 'setup' or 'replay')",
                        operation->name);
    return MST_OK;
}

/* ---- answers --------------------------------------------------------------------------------- */

/* The protocol has no codes for memory and files. */
static const char *code_of(enum mst_status status) {
    switch (status) {
    case MST_NO_MEMORY: return mst_status_name(MST_BUDGET);
    case MST_BAD_FILE: return mst_status_name(MST_BAD_RULESET);
    case MST_OK: return mst_status_name(MST_SCRIPT_ERROR); /* a handler failed without a status */
    default: return mst_status_name(status);
    }
}

void proto_write_id(struct mst_buf *out, const struct proto_request *request) {
    if (!json_object_get(request->object, "id"))
        return;

    /* The id is copied as it was written, so that numbers of any size come back unchanged. */
    mst_buf_puts(out, "\"id\":");
    proto_request_copy(request, "id", out);
    mst_buf_char(out, ',');
}

static void protocol_write_head(struct mst_buf *out, const struct proto_request *request, bool ok) {
    mst_buf_char(out, '{');
    if (request)
        proto_write_id(out, request);
    mst_buf_puts(out, ok ? "\"ok\":true" : "\"ok\":false");
}

static void write_error(struct mst_buf *out, const struct proto_request *request,
                        enum mst_status status, const struct mst_error *error) {
    protocol_write_head(out, request, false);
    mst_buf_puts(out, ",\"error\":{\"code\":\"");
    mst_buf_puts(out, code_of(status));
    mst_buf_char(out, '"');
    proto_write_text(out, "message", error->text);
    if (error->at[0])
        proto_write_text(out, "at", error->at);
    mst_buf_puts(out, "}}");
}

static enum mst_status protocol_no_memory(struct mst_error *error) {
    return mst_fail(error, MST_NO_MEMORY, "", "out of memory");
}

enum mst_status proto_handler_failed(struct mst_error *error) {
    /* Callers return this status as it is; MST_OK would make a failure an answer. */
    return error->status == MST_OK ? protocol_no_memory(error) : error->status;
}

/* Reserve room for `count` bytes more, so that a completed change can be reported. */
static bool protocol_make_room(struct mst_buf *out, size_t count) {
    static const char room[PROTO_ANSWER_ROOM] = {0};
    size_t length = out->length;

    /* Bytes are appended and forgotten: the capacity stays. The terminating zero needs one more. */
    if (out->capacity - length <= count)
        mst_buf_bytes(out, room, count);
    if (out->failed)
        return false;
    out->length = length;
    out->text[length] = 0;
    return true;
}

void proto_answer_charge(const struct proto_session *session, struct mst_buf *out) {
    out->budget = mst_ruleset_budget(session->ruleset);
}

enum mst_status proto_answer_check(struct mst_buf *out, struct mst_error *error) {
    /* One byte: the last brace (serve). */
    if (protocol_make_room(out, 1)) {
        assert(out->length < out->capacity);
        return MST_OK;
    }
    /* A buffer fails for either reason; the budget knows whether it was the cause. */
    bool within = !out->budget || mst_budget_charge(out->budget, 0, 0);
    return within ? protocol_no_memory(error) : mst_budget_error(out->budget, "", error);
}

/* Remove everything appended since `start`. */
static void cut(struct mst_buf *out, size_t start) {
    /* The budget may be that of a ruleset that is gone, and it may be used up: an error message is
     * not charged. */
    out->length = start;
    out->budget = NULL;
    out->failed = false;
    if (out->text)
        out->text[start] = 0;
}

/* ---- requests -------------------------------------------------------------------------------- */

/* Where the digits of a number matter, they are taken from the source (json.c). */
static enum mst_status read_request(struct proto_request *request, struct mst_error *error) {
    /* Values are counted before they are parsed: what is parsed takes many times the bytes of the
     * line. */
    enum mst_status status = proto_request_count(request, error);
    if (status == MST_OK)
        status = scene_json_parse(request->line, request->length, &request->object, error);
    if (status != MST_OK)
        return status;
    if (!json_is_object(request->object))
        return mst_fail(error, MST_BAD_REQUEST, "",
                        "a request must be a JSON object, {\"op\": ...}");
    return MST_OK;
}

bool proto_is_stop(const char *line, size_t length) {
    struct proto_request request = {.line = line, .length = length};
    struct mst_error error;
    const char *op;

    /* A `stop` is looked for while other requests run, on each line that arrives: a long line must
     * not cost time here. */
    if (length > LONGEST_STOP)
        return false;
    bool stop = read_request(&request, &error) == MST_OK &&
                proto_request_text(&request, "op", true, &op, &error) == MST_OK &&
                !strcmp(op, "stop");
    json_decref(request.object);
    return stop;
}

void proto_session_begin(struct proto_session *session, struct mst_ruleset *ruleset) {
    if (!ruleset)
        return;
    struct mst_budget *budget = mst_ruleset_budget(ruleset);

    /* A ruleset keeps its budget over many requests. To hold it means that the calls below do not
     * begin anew, each with a full budget (P4). */
    mst_budget_limit(budget, session->work, session->bytes);
    mst_budget_watch(budget, session->watcher, session->context);
    mst_budget_hold(budget, true);
}

static void end_budget(struct proto_session *session) {
    if (session->ruleset)
        mst_budget_hold(mst_ruleset_budget(session->ruleset), false);
}

static enum mst_status serve(struct proto_session *session, const struct proto_request *request,
                             struct mst_buf *out, bool *quit, struct mst_error *error) {
    const char *name;
    enum mst_status status = proto_request_text(request, "op", true, &name, error);
    const struct operation *operation = status == MST_OK ? find_operation(name, error) : NULL;
    if (status != MST_OK || !operation)
        return error->status;
    status = check_need(session, operation, error);
    if (status != MST_OK)
        return status;
    assert(session->ruleset || !session->match); /* a match never outlives its ruleset */

    /* The head and the room for a short answer come first: a handler that has changed the session
     * cannot fail to say so (P1). */
    protocol_write_head(out, request, true);
    if (!protocol_make_room(out, PROTO_ANSWER_ROOM))
        return protocol_no_memory(error);
    *quit = !operation->run;

    /* The budget is of the ruleset before the request; a handler that loads another one begins it
     * itself. */
    proto_session_begin(session, session->ruleset);
    status = operation->run ? operation->run(session, request, out, error) : MST_OK;
    status = status == MST_OK ? proto_answer_check(out, error) : status;
    /* This may be another ruleset by now: the former one is freed with its budget. */
    end_budget(session);
    assert(!session->match || session->ruleset);
    out->budget = NULL;
    if (status == MST_OK)
        mst_buf_char(out, '}'); /* there is room: proto_answer_check */
    return status;
}

bool proto_session_answer(struct proto_session *session, const char *line, size_t length,
                          struct mst_buf *answer) {
    struct proto_request request = {.line = line, .length = length};
    struct mst_error error = {0};
    size_t start = answer->length;
    bool quit = false;
    enum mst_status status = read_request(&request, &error);
    if (status == MST_OK)
        status = serve(session, &request, answer, &quit, &error);

    /* Half an answer may be there: it is replaced by the error. */
    if (status != MST_OK) {
        cut(answer, start);
        write_error(answer, &request, status, &error);
    }
    /* Without memory for the id, the shortest message is tried, which says that memory ran out. */
    if (answer->failed) { /* no room even for the id */
        cut(answer, start);
        write_error(answer, NULL, protocol_no_memory(&error), &error);
    }
    json_decref(request.object);
    assert(answer->failed || !memchr(answer->text + start, '\n', answer->length - start)); /* P1 */
    return !quit;
}

void proto_session_answer_too_long(struct mst_buf *answer) {
    struct mst_error error;
    mst_fail(&error, MST_BAD_REQUEST, "", "the line exceeds the limit of %d bytes for a request",
             PROTO_LONGEST_REQUEST);
    write_error(answer, NULL, MST_BAD_REQUEST, &error);
}
