/* The protocol operations on a match: starting, viewing and playing it. */
#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "faces/protocol/parts.h"
#include "muster/bench.h"

enum {
    MOST_PERFT = 20,
    LONGEST_POSITION = 65535, /* in bytes; the parsers of rules accept no longer text */
};

/* ---- beginning ------------------------------------------------------------------------------- */

static void match_take(struct proto_session *session, struct mst_match *match,
                       const struct proto_seat *seat, struct mst_buf *out) {
    char commitment[MST_COMMITMENT_SIZE];

    assert(match);
    mst_match_free(session->match);
    session->match = match;
    proto_write_state(out, match, seat);

    /* Whoever plays against the engine can check later, by this commitment, that the dice were not
     * chosen. */
    if (mst_match_commitment(match, commitment))
        proto_write_text(out, "commitment", commitment);
}

/* Take the match, whose chance events are decided by `seed`, unless that fails. */
static enum mst_status match_begin(struct proto_session *session, struct mst_match *match,
                                   const struct mst_seed *seed, const struct proto_seat *seat,
                                   struct mst_buf *out, struct mst_error *error) {
    /* One call may have failed to make the match, or the other to seed it: the error is in the same
     * place. */
    if (!match || mst_match_seed(match, seed, error) != MST_OK) {
        mst_match_free(match);
        return proto_handler_failed(error);
    }
    match_take(session, match, seat, out);
    return MST_OK;
}

/* A match of a scenario, and its ruleset for the session; the session changes only if both are
 * there. */
static enum mst_status begin_scenario(struct proto_session *session, const char *name,
                                      const struct mst_seed *seed,
                                      const struct proto_request *request, struct mst_buf *out,
                                      struct mst_error *error) {
    struct proto_seat seat;

    /* A scenario is loaded like a ruleset; only the code of the error differs, since the request
     * named a scenario. */
    struct mst_ruleset *ruleset = proto_request_load(name, NULL, 0, error);
    if (!ruleset && error->status == MST_BAD_RULESET)
        error->status = MST_BAD_SCENARIO;
    if (!ruleset)
        return proto_handler_failed(error);

    /* From here on the match is made under the new ruleset and on the budget of the request (P4),
     * while the session still has its own. */
    proto_session_begin(session, ruleset);
    struct mst_match *match = proto_request_seat(request, ruleset, &seat, error) == MST_OK
                                  ? mst_match_new(ruleset, false, 0, error)
                                  : NULL;
    if (!match || mst_match_seed(match, seed, error) != MST_OK) {
        mst_match_free(match);
        mst_ruleset_free(ruleset);
        return proto_handler_failed(error);
    }

    /* P2: the old ruleset and match go only now. To give the ruleset frees the match, so the match
     * is taken last. */
    proto_session_give(session, ruleset);
    match_take(session, match, &seat, out);
    return MST_OK;
}

enum mst_status proto_op_new(struct proto_session *session, const struct proto_request *request,
                             struct mst_buf *out, struct mst_error *error) {
    struct mst_seed seed;
    const char *scenario;
    struct proto_seat seat;

    /* The scenario brings its own ruleset and its own number of seats, so the seat is read
     * there. */
    enum mst_status status = proto_request_seed(request, &seed, error);
    if (status == MST_OK)
        status = proto_request_line(request, "scenario", false, &scenario, error);
    if (status == MST_OK && scenario)
        return begin_scenario(session, scenario, &seed, request, out, error);
    /* Therefore the table of operations cannot require a ruleset for `new`, and the check is
     * here. */
    if (status == MST_OK && !session->ruleset)
        return mst_fail(error, MST_NOT_LOADED, "",
                        "'new' needs a ruleset, but none is loaded ('load'), or a 'scenario'");
    if (status == MST_OK)
        status = proto_request_seat(request, session->ruleset, &seat, error);
    if (status != MST_OK)
        return status;
    return match_begin(session, mst_match_new(session->ruleset, false, 0, error), &seed, &seat, out,
                       error);
}

enum mst_status proto_op_setup(struct proto_session *session, const struct proto_request *request,
                               struct mst_buf *out, struct mst_error *error) {
    struct mst_seed seed;
    const char *position;
    struct proto_seat seat;

    /* Arguments of a wrong type are errors of the request, and come first. */
    enum mst_status status = proto_request_text(request, "position", true, &position, error);
    if (status == MST_OK)
        status = proto_request_seed(request, &seed, error);
    if (status == MST_OK)
        status = proto_request_seat(request, session->ruleset, &seat, error);
    if (status != MST_OK)
        return status;

    /* A position of several lines is text, but no position: it has another code than a wrong
     * argument. */
    if (proto_request_line(request, "position", true, &position, error) != MST_OK)
        return error->status = MST_BAD_POSITION;
    if (strlen(position) > LONGEST_POSITION)
        return mst_fail(error, MST_BAD_POSITION, "",
                        "the limit for a position is %d bytes; this one has %zu", LONGEST_POSITION,
                        strlen(position));
    return match_begin(session, mst_match_setup(session->ruleset, position, false, 0, error), &seed,
                       &seat, out, error);
}

/* ---- viewing --------------------------------------------------------------------------------- */

/* Write a text that a call returned, or report why it did not. */
static enum mst_status write_member(const struct proto_session *session, struct mst_buf *out,
                                    const char *key, bool json, char *text,
                                    struct mst_error *error) {
    /* A call that returned no text has filled the error, or memory ran out. */
    if (!text)
        return proto_handler_failed(error);
    proto_answer_charge(session, out);
    proto_write_key(out, key);
    /* A scene and a value are JSON already. */
    if (json)
        mst_buf_puts(out, text);
    else
        proto_write_string(out, text, strlen(text));
    mst_text_free(text);
    return MST_OK;
}

enum mst_status proto_op_state(struct proto_session *session, const struct proto_request *request,
                               struct mst_buf *out, struct mst_error *error) {
    struct proto_seat seat;
    enum mst_status status = proto_request_seat(request, session->ruleset, &seat, error);
    if (status == MST_OK)
        proto_write_state(out, session->match, &seat);
    return status;
}

enum mst_status proto_op_position(struct proto_session *session,
                                  const struct proto_request *request, struct mst_buf *out,
                                  struct mst_error *error) {
    struct proto_seat seat;
    enum mst_status status = proto_request_seat(request, session->ruleset, &seat, error);
    if (status != MST_OK)
        return status;

    /* Only a named seat is masked for: a program that referees a game leaves `seat` out. */
    char *line = seat.said ? mst_match_position_seen(session->match, seat.seat, error)
                           : mst_match_position(session->match, error);
    return write_member(session, out, "position", false, line, error);
}

enum mst_status proto_op_observe(struct proto_session *session, const struct proto_request *request,
                                 struct mst_buf *out, struct mst_error *error) {
    struct proto_seat seat;
    enum mst_status status = proto_request_seat(request, session->ruleset, &seat, error);
    /* With secrets, no seat means an onlooker, so that nothing hidden is shown by mistake; in an
     * open game the request must say whose scene it wants. */
    if (status == MST_OK && !seat.said && !mst_ruleset_has_secrets(session->ruleset))
        return proto_request_refuse("seat", "the number of a seat, or null for an onlooker", NULL,
                                    error);
    if (status != MST_OK)
        return status;
    return write_member(session, out, "scene", true,
                        mst_match_scene(session->match, seat.seat, error), error);
}

enum mst_status proto_op_events(struct proto_session *session, const struct proto_request *request,
                                struct mst_buf *out, struct mst_error *error) {
    struct proto_seat seat;
    int64_t since = 0;

    enum mst_status status = proto_request_seat(request, session->ruleset, &seat, error);
    if (status == MST_OK)
        status = proto_request_int(request, "since", 0, INT_MAX, false, &since, error);
    if (status != MST_OK)
        return status;

    /* The caller compares `ply` with its own count, and asks from there next time. */
    proto_write_int(out, "ply", mst_match_state(session->match).ply);
    proto_answer_charge(session, out);
    proto_write_events(out, session->match, since ? (int)since : -1, &seat); /* 0: and the set-up */
    return MST_OK;
}

enum mst_status proto_op_eval(struct proto_session *session, const struct proto_request *request,
                              struct mst_buf *out, struct mst_error *error) {
    struct proto_seat seat;
    const char *expression;
    enum mst_status status = proto_request_seat(request, session->ruleset, &seat, error);

    if (status == MST_OK)
        status = proto_request_text(request, "expression", true, &expression, error);
    if (status != MST_OK)
        return status;

    /* A seat evaluates what it sees: the hidden values are those that it may imagine, not the true
     * ones. */
    char *value = seat.said ? mst_match_eval_seen(session->match, seat.seat, expression, error)
                            : mst_match_eval(session->match, expression, error);
    return write_member(session, out, "value", true, value, error);
}

/* The moves that a seat sees, from one text of lines. */

static enum mst_status write_seen_moves(struct mst_buf *out, struct mst_match *match, int seat,
                                        struct mst_error *error) {
    char *lines = mst_match_legal_seen(match, seat, error);
    if (!lines)
        return proto_handler_failed(error);
    proto_write_key(out, "moves");
    mst_buf_char(out, '[');

    /* Each line is a move; texts of moves contain no line feed. */
    for (const char *at = lines; *at;) {
        size_t length = strcspn(at, "\n");
        if (at > lines)
            mst_buf_char(out, ',');
        proto_write_string(out, at, length);
        at += length + (at[length] == '\n');
    }
    mst_buf_char(out, ']');
    mst_text_free(lines);
    return MST_OK;
}

static bool write_outcome(struct mst_buf *out, struct mst_match *match, mst_move move,
                          const struct mst_buf *text, struct mst_error *error) {
    /* A weight that is not positive means that the rules failed; the error is filled then, and the
     * output discarded. */
    int64_t weight = mst_match_weight(match, move, error);
    mst_buf_puts(out, "{\"move\":");
    proto_write_string(out, mst_buf_text(text), text->length);
    proto_write_int(out, "weight", weight);
    mst_buf_char(out, '}');
    return weight > 0;
}

enum mst_status proto_op_legal(struct proto_session *session, const struct proto_request *request,
                               struct mst_buf *out, struct mst_error *error) {
    struct mst_match *match = session->match;
    struct mst_state state = mst_match_state(match);
    struct mst_buf text = {0};
    struct proto_seat seat;
    enum mst_status status = proto_request_seat(request, session->ruleset, &seat, error);
    if (status != MST_OK)
        return status;

    proto_write_text(out, "decision", state.decision);
    proto_write_to_move(out, &state);

    proto_answer_charge(session, out);
    if (state.chance)
        proto_write_bool(out, "chance", true);
    if (mst_match_sampled(match)) { /* too many to list */
        proto_write_bool(out, "sampled", true);
        return MST_OK;
    }
    /* A seat sees texts that are masked, so moves that it cannot distinguish become one. */
    if (seat.said)
        return write_seen_moves(out, match, seat.seat, error);

    const struct mst_moves *moves = mst_match_moves(match, error);
    if (!moves)
        return proto_handler_failed(error);

    proto_write_key(out, "moves");
    mst_buf_char(out, '[');
    bool good = true;
    for (int i = 0; i < moves->count && good; i++) {
        if (i)
            mst_buf_char(out, ',');
        /* One buffer serves all moves: a list of thousands would allocate as often otherwise. */
        mst_buf_reset(&text);
        if (!mst_match_move_text(match, moves->moves[i], &text)) {
            /* The rules could not name a move that they generated: no list at all is better than
             * half of one. */
            mst_match_fail(match, error);
            good = false;
            break;
        }
        out->failed = out->failed || text.failed;
        /* A move of chance comes with its weight. */
        if (state.chance)
            good = write_outcome(out, match, moves->moves[i], &text, error);
        else
            proto_write_string(out, mst_buf_text(&text), text.length);
    }
    mst_buf_char(out, ']');
    mst_buf_clear(&text);
    return good ? MST_OK : proto_handler_failed(error);
}

enum mst_status proto_op_transcript(struct proto_session *session,
                                    const struct proto_request *request, struct mst_buf *out,
                                    struct mst_error *error) {
    struct proto_seat seat;
    enum mst_status status = proto_request_seat(request, session->ruleset, &seat, error);
    if (status != MST_OK)
        return status;
    char *text = seat.said ? mst_match_transcript_seen(session->match, seat.seat, error)
                           : mst_match_transcript_sealed(session->match, error);
    return write_member(session, out, "transcript", false, text, error);
}

/* ---- playing --------------------------------------------------------------------------------- */

/* Read the moves of the request: the member `move`, or the list `moves`. */
static enum mst_status read_moves(const struct proto_request *request, const json_t **one,
                                  const json_t **list, struct mst_error *error) {
    const json_t *element;
    size_t i;

    *one = proto_request_member(request, "move");
    *list = proto_request_member(request, "moves");
    /* Neither of them, or both. */
    if (!*one == !*list)
        return mst_fail(error, MST_BAD_REQUEST, "",
                        "expected either 'move' (a string) or 'moves' (a list)");
    if (*one && !json_is_string(*one))
        return proto_request_refuse("move", "a string", *one, error);
    if (*list && !json_is_array(*list))
        return proto_request_refuse("moves", "a list of strings", *list, error);

    /* All elements are checked before the first is played: a wrong type in the middle changes
     * nothing. */
    json_array_foreach (*list, i, element)
        if (!json_is_string(element)) {
            char key[40];
            snprintf(key, sizeof key, "moves[%zu]", i);
            return proto_request_refuse(key, "a string", element, error);
        }
    return MST_OK;
}

static enum mst_status match_play_one(struct mst_match *match, const json_t *move,
                                      const struct proto_seat *seat, struct mst_error *error) {
    const char *text = json_string_value(move);
    return seat->said ? mst_match_play_seen(match, seat->seat, text, error)
                      : mst_match_play(match, text, error);
}

static enum mst_status match_play_all(struct mst_budget *budget, struct mst_match *match,
                                      const json_t *list, const struct proto_seat *seat,
                                      struct mst_error *error) {
    const json_t *element;
    struct mst_error inner;
    size_t i;
    json_array_foreach (list, i, element) {
        /* The list may be long and each move cheap: each costs a step, so that a stop is heard
         * between them. */
        mst_budget_step(budget);
        enum mst_status status = match_play_one(match, element, seat, &inner);
        /* The number says which move failed; those before it are taken back by the caller (P2). */
        if (status != MST_OK)
            return mst_fail(error, status, inner.at, "moves[%zu]: %s", i, inner.text);
    }
    return MST_OK;
}

enum mst_status proto_op_play(struct proto_session *session, const struct proto_request *request,
                              struct mst_buf *out, struct mst_error *error) {
    struct mst_match *match = session->match;
    int before = mst_match_state(match).ply;
    const json_t *one, *list;
    struct proto_seat seat;
    enum mst_status status = proto_request_seat(request, session->ruleset, &seat, error);
    if (status == MST_OK)
        status = read_moves(request, &one, &list, error);
    if (status != MST_OK)
        return status;
    status = one ? match_play_one(match, one, &seat, error)
                 : match_play_all(mst_ruleset_budget(session->ruleset), match, list, &seat, error);

    /* The answer is completed and checked before it counts: if it exceeds the budget, the moves
     * have not been played. */
    if (status == MST_OK) {
        proto_write_state(out, match, &seat);
        proto_answer_charge(session, out);
        proto_write_events(out, match, before, &seat);
        status = proto_answer_check(out, error);
    }

    /* P2: a list is played as a whole or not at all. */
    if (status != MST_OK)
        mst_match_undo(match, mst_match_state(match).ply - before, NULL);
    return status;
}

enum mst_status proto_op_undo(struct proto_session *session, const struct proto_request *request,
                              struct mst_buf *out, struct mst_error *error) {
    int64_t plies = 1;
    struct proto_seat seat;
    enum mst_status status = proto_request_seat(request, session->ruleset, &seat, error);
    if (status == MST_OK)
        status = proto_request_int(request, "plies", 0, INT_MAX, false, &plies, error);

    if (status == MST_OK)
        status = mst_match_undo(session->match, (int)plies, error);
    if (status == MST_OK)
        proto_write_state(out, session->match, &seat);
    return status;
}

/* By now the requests before it have stopped. */
enum mst_status proto_op_stop(struct proto_session *session, const struct proto_request *request,
                              struct mst_buf *out, struct mst_error *error) {
    (void)session, (void)request, (void)out, (void)error;
    return MST_OK;
}

/* ---- perft ----------------------------------------------------------------------------------- */

struct divided {
    struct mst_buf *out;
    uint64_t nodes;
    bool more; /* than the first */
};

static void divide(void *context, const char *move, uint64_t nodes) {
    struct divided *divided = context;
    if (divided->more)
        mst_buf_char(divided->out, ',');
    divided->more = true;
    proto_write_string(divided->out, move, strlen(move));
    mst_buf_printf(divided->out, ":%" PRIu64, nodes);
    divided->nodes += nodes;
}

enum mst_status proto_op_perft(struct proto_session *session, const struct proto_request *request,
                               struct mst_buf *out, struct mst_error *error) {
    struct divided divided = {.out = out};
    int64_t depth = 0;
    bool wanted;
    struct proto_seat seat;

    enum mst_status status = proto_request_seat(request, session->ruleset, &seat, error);
    if (status == MST_OK && seat.blind)
        return mst_fail(error, MST_BAD_REQUEST, "",
                        "perft counts what a seat may not know: leave 'seat' out");
    if (status == MST_OK)
        status = proto_request_int(request, "depth", 0, MOST_PERFT, true, &depth, error);
    if (status == MST_OK)
        status = proto_request_flag(request, "divide", &wanted, error);

    if (status != MST_OK)
        return status;

    /* With depth 0 there is no move to divide by, only the position itself. */
    proto_answer_charge(session, out);
    if (wanted)
        mst_buf_puts(out, ",\"divide\":{");
    if (wanted && depth)
        status = mst_match_divide(session->match, (int)depth, divide, &divided, error);
    else
        status = mst_match_perft(session->match, (int)depth, &divided.nodes, error);

    /* The object of `divide` closes before the total, which is known only now. */
    mst_buf_printf(out, "%s,\"nodes\":%" PRIu64, wanted ? "}" : "", divided.nodes);
    return status;
}
