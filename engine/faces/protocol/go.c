/* The protocol operation `go`: the computer chooses a move, without playing it. */
#include "faces/protocol/parts.h"
#include "muster/player.h"

#include <string.h>

enum { MOST_MS = 24 * 60 * 60 * 1000 };

/* The arguments of the search. */
struct limits {
    int64_t ms, nodes; /* 0: no limit; at least one is set */
    int64_t level;     /* -1: not given */
    int64_t lines;     /* 0: not given */
    int64_t threads;   /* 0: not given */
    bool info;
};

static enum mst_status read_limits(const struct proto_request *request, struct limits *limits,
                                   struct mst_error *error) {
    /* 0 means "not given" where the lower bound is 1; but 0 is a level, so its mark is -1. */
    *limits = (struct limits){.level = -1};
    enum mst_status status =
        proto_request_int(request, "ms", 1, MOST_MS, false, &limits->ms, error);
    if (status == MST_OK)
        status = proto_request_int(request, "nodes", 1, INT64_MAX, false, &limits->nodes, error);
    if (status == MST_OK)
        status = proto_request_int(request, "level", 0, 5, false, &limits->level, error);
    if (status == MST_OK)
        status =
            proto_request_int(request, "lines", 1, MST_PLAYER_LINES, false, &limits->lines, error);
    if (status == MST_OK)
        status = proto_request_int(request, "threads", 1, MST_MOST_THREADS, false, &limits->threads,
                                   error);
    if (status == MST_OK)
        status = proto_request_flag(request, "info", &limits->info, error);

    /* One of the three must bound the search: without them `go` would have no end of its own. */
    if (status == MST_OK && !limits->ms && !limits->nodes && limits->level < 0)
        return mst_fail(error, MST_BAD_REQUEST, "",
                        "expected 'ms' (thinking time), 'nodes' (positions to search) or 'level'");
    return status;
}

/* Where the lines of `info` go. */
struct sink {
    const struct proto_session *session;
    const struct proto_request *request;
    bool numbered; /* several lines are searched */
};

/* Append the fields of a line, each preceded by a comma. */
static void go_write_line(struct mst_buf *out, const struct mst_player_info *info) {
    const char *move = info->pv;
    proto_write_int(out, "score", info->score);
    proto_write_int(out, "depth", info->depth);

    /* The variation is one text of moves between blanks; `depth` counts them, so none is read past
     * the end. */
    proto_write_key(out, "pv");
    for (int i = 0; i < info->depth; i++) {
        size_t length = strcspn(move, " ");
        mst_buf_char(out, i ? ',' : '[');
        proto_write_string(out, move, length);
        move += length + (move[length] == ' ');
    }
    mst_buf_puts(out, info->depth ? "]" : "[]");
}

/* Send a line of `info`; none when out of memory. */
static void send_info(void *context, const struct mst_player_info *info) {
    const struct sink *sink = context;
    struct mst_buf line = {0};

    /* A line has the shape of an answer, with the id of its request, so that a program that sent
     * several can tell them apart. */
    mst_buf_char(&line, '{');
    proto_write_id(&line, sink->request);
    mst_buf_printf(&line, "\"info\":{\"nodes\":%lld", (long long)info->nodes);
    if (sink->numbered)
        proto_write_int(&line, "line", info->line);
    go_write_line(&line, info);
    mst_buf_puts(&line, "}}");

    /* A lost line of information is no failure: the answer comes all the same. */
    if (!line.failed)
        sink->session->send(sink->session->receiver, mst_buf_text(&line), line.length);
    mst_buf_clear(&line);
}

static void write_lines(struct mst_buf *out, const struct mst_player_info *info, int64_t count) {
    proto_write_key(out, "lines");
    /* A game may have fewer moves than lines that were asked for; the rest has no depth. */
    for (int64_t i = 0; i < count && info[i].depth; i++) {
        mst_buf_printf(out, "%s{\"line\":%lld", i ? "," : "[", (long long)i + 1);
        go_write_line(out, &info[i]);
        mst_buf_char(out, '}');
    }
    mst_buf_char(out, ']');
}

/* Level 0 plays at random; the default searches to the end of the turn. */
static enum mst_player_kind go_kind_of(int64_t level) {
    if (level < 0)
        return MST_PLAYER_LOOK;
    return level ? (enum mst_player_kind)(MST_PLAYER_LEVEL1 + level - 1) : MST_PLAYER_RANDOM;
}

static enum mst_status go_answer(struct proto_session *session, const struct proto_request *request,
                                 int seat, const struct limits *limits, struct mst_buf *out,
                                 struct mst_error *error) {
    struct sink sink = {session, request, limits->lines > 1};
    struct mst_player player = {.kind = go_kind_of(limits->level),
                                .nodes = limits->nodes,
                                .ms = (int)limits->ms,
                                .lines = (int)limits->lines,
                                .threads = (int)limits->threads,
                                .tell = limits->info && session->send ? send_info : NULL,
                                .context = &sink};
    struct mst_player_info info[MST_PLAYER_LINES];
    struct mst_error warning = {0};
    struct mst_buf text = {0};
    mst_move move;

    /* The player is made anew for each request: without a time limit nothing but the request
     * decides what it answers (P3). */
    enum mst_status status =
        mst_player_choose_for(session->match, seat, &player, &move, info, error);
    if (status != MST_OK)
        return proto_handler_failed(error);

    /* Texts are those of the seat that asks: what it may not know is masked. */
    mst_match_move_text_of(session->match, seat, move, &text);
    proto_write_text(out, "move", mst_buf_text(&text));
    proto_write_int(out, "nodes", info->nodes);
    go_write_line(out, info);

    if (limits->lines)
        write_lines(out, info, limits->lines);

    /* An evaluation that failed weakens the choice, but does not prevent it: the answer carries a
     * warning. */
    if (mst_ruleset_evaluation_fault(session->ruleset, &warning)) {
        mst_buf_reset(&text);
        mst_buf_printf(&text, "%s%s%s", warning.at, warning.at[0] ? ": " : "", warning.text);
        proto_write_text(out, "warning", mst_buf_text(&text));
    }
    out->failed = out->failed || text.failed;
    mst_buf_clear(&text);
    return MST_OK;
}

enum mst_status proto_op_go(struct proto_session *session, const struct proto_request *request,
                            struct mst_buf *out, struct mst_error *error) {
    struct mst_state state = mst_match_state(session->match);
    struct limits limits;
    struct proto_seat seat;

    /* Every argument is checked before the match is, so that a request that can never succeed is
     * reported as such. */
    enum mst_status status = read_limits(request, &limits, error);
    if (status == MST_OK)
        status = proto_request_seat(request, session->ruleset, &seat, error);
    if (status != MST_OK)
        return status;

    /* A search has no move to find where nobody decides. */
    if (state.over)
        return mst_fail(error, MST_OVER, "", "the match is over (%s): there is nothing to choose",
                        state.by);
    if (state.chance)
        return mst_fail(error, MST_BAD_REQUEST, "", "chance decides here ('%s'), not a player",
                        state.decision);

    /* Without a seat, the one to move is asked for; a seat may also decide while others do. */
    return go_answer(session, request, seat.said ? seat.seat : state.to_move, &limits, out, error);
}
