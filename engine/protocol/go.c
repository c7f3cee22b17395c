/* The protocol operation `go`: the computer chooses a move, without playing it. */
#include "protocol/parts.h"

enum { MOST_MS = 24 * 60 * 60 * 1000 };

/* The limits of the search. */
struct limits {
    int64_t ms, nodes; /* 0: no limit; at least one is set */
    int64_t level;     /* -1: not given */
};

static enum mst_status read_limits(const struct mst_request *request, struct limits *limits,
                                   struct mst_error *error) {
    *limits = (struct limits){.level = -1};
    enum mst_status status = mst_request_int(request, "ms", 1, MOST_MS, false, &limits->ms, error);
    if (status == MST_OK)
        status = mst_request_int(request, "nodes", 1, INT64_MAX, false, &limits->nodes, error);
    if (status == MST_OK)
        status = mst_request_int(request, "level", 0, 1, false, &limits->level, error);
    if (status == MST_OK && !limits->ms && !limits->nodes)
        return mst_fail(error, MST_BAD_REQUEST, "",
                        "expected 'ms' (thinking time) or 'nodes' (positions to search)");
    return status;
}

/* Level 0 plays at random. Level 1, the default, searches to the end of the turn. */
static enum mst_status answer(struct mst_session *session, const struct limits *limits,
                              struct mst_buf *out, struct mst_error *error) {
    struct mst_player player = {.kind = limits->level ? MST_PLAYER_LOOK : MST_PLAYER_RANDOM,
                                .nodes = limits->nodes,
                                .ms = (int)limits->ms};
    struct mst_player_info info;
    struct mst_buf text = {0};
    mst_move move;
    enum mst_status status = mst_player_choose(session->match, &player, &move, &info, error);
    if (status != MST_OK)
        return mst_handler_failed(error);
    mst_match_move_text(session->match, move, &text);
    mst_write_text(out, "move", mst_buf_text(&text));
    mst_buf_printf(out, ",\"score\":%lld,\"nodes\":%lld,\"depth\":%d", (long long)info.score,
                   (long long)info.nodes, info.depth);
    mst_write_text(out, "pv", info.pv);
    out->failed = out->failed || text.failed;
    mst_buf_clear(&text);
    return MST_OK;
}

enum mst_status mst_op_go(struct mst_session *session, const struct mst_request *request,
                          struct mst_buf *out, struct mst_error *error) {
    struct mst_state state = mst_match_state(session->match);
    struct limits limits;
    struct mst_seat seat;
    enum mst_status status = read_limits(request, &limits, error);
    if (status == MST_OK)
        status = mst_request_seat(request, session->ruleset, &seat, error);
    if (status != MST_OK)
        return status;
    if (state.over)
        return mst_fail(error, MST_OVER, "", "the match is over (%s): there is nothing to choose",
                        state.by);
    if (state.chance)
        return mst_fail(error, MST_BAD_REQUEST, "", "chance decides here ('%s'), not a player",
                        state.decision);
    if (seat.said && seat.seat != state.to_move)
        return mst_fail(error, MST_BAD_REQUEST, "", "seat %d does not decide now: seat %d does",
                        seat.seat, state.to_move);
    return answer(session, &limits, out, error);
}
