/* The protocol operations `view`, all that a face needs to show a match to one seat, and `picture`.
 * What is in them that other operations answer too is made by the same calls, so that it is masked
 * alike. Without a seat nothing is hidden. */
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "faces/protocol/parts.h"
#include "faces/scene/last.h"
#include "faces/scene/pick.h"
#include "faces/scene/text.h"

/* ---- moves, and where they point ------------------------------------------------------------- */

/* Learn where the moves, lines of a text that is cut into them, point on the board. */
static bool learn(struct scene_pick *pick, const json_t *scene, char *lines) {
    const struct scene_text_style style = {.width = 400};

    /* A drawing is made to find the places on it: wide enough that no board is cut, and then thrown
     * away. */
    struct scene_canvas canvas;
    struct scene_places places = {0};
    struct mst_error error;
    /* A scene without a board, or out of memory: there are no points then, and that is no error. */
    bool done = scene_board(scene, &style, &canvas, &places, &error) == MST_OK &&
                scene_pick_start(pick, &places);
    for (char *at = lines, *end; done && *at; at = end) {
        end = at + strcspn(at, "\n");
        /* The line is cut in place, as the pick keeps a copy of each text alone. */
        if (*end)
            *end++ = 0;
        done = scene_pick_add(pick, 0, at, &places, scene_pick_zones(scene, at));
    }
    scene_canvas_clear(&canvas);
    scene_places_clear(&places);
    return done;
}

static void write_points(struct mst_buf *out, const struct scene_pick *pick) {
    proto_write_key(out, "points");

    /* first[i] .. first[i + 1] are the points of move i: the list ends where the next one
     * begins. */
    for (int i = 0; i < pick->moves.count; i++) {
        mst_buf_puts(out, i ? ",[" : "[[");
        for (int k = pick->first[i]; k < pick->first[i + 1]; k++) {
            if (k > pick->first[i])
                mst_buf_char(out, ',');
            const char *name = pick->names[pick->points[k]];
            proto_write_string(out, name, strlen(name));
        }
        mst_buf_char(out, ']');
    }
    mst_buf_puts(out, pick->moves.count ? "]" : "[]");
}

/* Write the titles of kinds, numbers on lines, each with how many moves in a row have it. */
static void write_kinds(struct mst_buf *out, const struct mst_ruleset *ruleset, const char *lines) {
    proto_write_key(out, "kinds");
    mst_buf_char(out, '[');

    for (const char *at = lines; *at;) {
        /* Runs of equal kinds are counted, since moves come in the order of their kinds; a list of
         * a number for each move would be as long as the moves. */
        int kind = atoi(at), count = 0;
        while (*at && atoi(at) == kind) {
            assert(strchr(at, '\n')); /* every number ends its line */
            at = strchr(at, '\n') + 1;
            count++;
        }
        const char *title = mst_ruleset_kind_title(ruleset, kind);
        /* The first element follows the bracket, whether or not a kind was written before. */
        mst_buf_puts(out, out->text[out->length - 1] == '[' ? "[" : ",[");
        proto_write_string(out, title, strlen(title));
        mst_buf_printf(out, ",%d]", count);
    }
    mst_buf_char(out, ']');
}

/* Write the moves with their kinds, and where the scene can be drawn also the places that they
 * point at. */
static enum mst_status write_moves(struct mst_buf *out, struct proto_session *session,
                                   const struct proto_seat *seat, const json_t *scene,
                                   struct mst_error *error) {
    struct mst_match *match = session->match;
    struct scene_pick pick = {0};

    /* Moves and kinds are asked for in the same way, so that the lists have the same order and
     * length. */
    char *lines =
        seat->said ? mst_match_legal_seen(match, seat->seat, error) : mst_match_legal(match, error);
    char *kinds =
        lines ? mst_match_legal_kinds(match, seat->said ? seat->seat : MST_EVERYTHING, error)
              : NULL;
    /* Without moves there is no use of kinds; either failure discards what was written. */
    if (!kinds) {
        mst_text_free(lines);
        return proto_handler_failed(error);
    }

    proto_write_key(out, "moves");
    for (const char *at = lines; *at;) {
        size_t length = strcspn(at, "\n");
        mst_buf_char(out, at > lines ? ',' : '[');
        proto_write_string(out, at, length);
        at += length + (at[length] == '\n');
    }
    mst_buf_puts(out, *lines ? "]" : "[]");

    /* The moves have been written and are cut up only now: learn() ends each line with a zero. */
    write_kinds(out, session->ruleset, kinds);
    mst_text_free(kinds);
    if (learn(&pick, scene, lines))
        write_points(out, &pick);
    /* Also where it failed halfway. */
    scene_pick_clear(&pick);
    mst_text_free(lines);
    return MST_OK;
}

/* ---- what happened --------------------------------------------------------------------------- */

/* Write the sentences of the events from number `first` on, before number `last`. */
static void write_says(struct mst_buf *out, struct mst_match *match, int first, int last,
                       int viewer) {
    struct mst_buf text = {0};
    struct mst_error error;
    bool more = false;
    mst_buf_char(out, '[');

    /* An event may have no sentence, or none that this viewer may read: it leaves no gap. */
    for (int i = first; i < last; i++) {
        mst_buf_reset(&text);
        if (!mst_match_event_says(match, i, viewer, &text, &error) || !text.length)
            continue;
        if (more)
            mst_buf_char(out, ',');
        proto_write_string(out, mst_buf_text(&text), text.length);
        more = true;
    }
    mst_buf_char(out, ']');

    out->failed = out->failed || text.failed;
    mst_buf_clear(&text);
}

static void write_ply(struct mst_buf *out, struct mst_match *match, int ply, int viewer) {
    struct mst_buf text = {0};
    /* Without a seat, all is shown as the one who played it saw it: nothing is hidden from that
     * seat in its own move. */
    if (viewer == MST_EVERYTHING)
        viewer = mst_match_ply_seat(match, ply);
    mst_buf_printf(out, "{\"ply\":%d", ply);
    proto_write_int(out, "seat", mst_match_ply_seat(match, ply));

    /* A ply that the viewer may not know has no move, but its number stays, so that the plies can
     * be counted. */
    if (mst_match_ply_seen(match, ply, viewer, &text)) {
        proto_write_key(out, "move");
        proto_write_string(out, mst_buf_text(&text), text.length);
    }

    /* The events of a ply reach to the first of the next one. */
    proto_write_key(out, "says");
    write_says(out, match, mst_match_events(match, ply), mst_match_events(match, ply + 1), viewer);
    mst_buf_char(out, '}');
    out->failed = out->failed || text.failed;
    mst_buf_clear(&text);
}

/* Write the log from ply number `since` on; from the start also what the set-up said. */

static void write_log(struct mst_buf *out, struct mst_match *match, int since, int viewer) {
    int plies = mst_match_state(match).ply;
    proto_write_key(out, "log");
    mst_buf_printf(out, "{\"since\":%d", since);

    /* The events before the first ply belong to the set-up. */
    if (!since) {
        proto_write_key(out, "start");
        write_says(out, match, 0, mst_match_events(match, 0),
                   viewer == MST_EVERYTHING ? MST_NONE : viewer);
    }
    proto_write_key(out, "plies");
    mst_buf_char(out, '[');

    /* `since` may be the number of plies: then the list is empty. */
    for (int ply = since; ply < plies; ply++) {
        if (ply > since)
            mst_buf_char(out, ',');
        write_ply(out, match, ply, viewer);
    }
    mst_buf_puts(out, "]}");
}

/* ---- the operation --------------------------------------------------------------------------- */

static enum mst_status write_scene(struct mst_buf *out, const json_t *scene,
                                   struct mst_error *error) {
    char *text = json_dumps(scene, JSON_COMPACT);
    if (!text)
        return proto_handler_failed(error);
    proto_write_key(out, "scene");
    mst_buf_puts(out, text);
    mst_free(text);
    return MST_OK;
}

enum mst_status proto_op_view(struct proto_session *session, const struct proto_request *request,
                              struct mst_buf *out, struct mst_error *error) {
    struct mst_match *match = session->match;
    struct mst_state state = mst_match_state(match);
    struct proto_seat seat;
    int64_t since = 0;
    enum mst_status status = proto_request_seat(request, session->ruleset, &seat, error);
    if (status == MST_OK)
        status = proto_request_int(request, "since", 0, INT_MAX, false, &since, error);
    if (status != MST_OK)
        return status;

    int viewer = seat.said ? seat.seat : MST_EVERYTHING;
    /* The scene is made first: without it there is no answer, and nothing was written in vain. */
    json_t *scene = scene_of_last(match, viewer, error);
    if (!scene)
        return proto_handler_failed(error);
    proto_write_state(out, match, &seat);
    proto_answer_charge(session, out);

    /* Long parts come after the state, on the budget of the request. */
    proto_write_text(out, "title", mst_match_title(match));
    proto_write_int(out, "untold", mst_match_retractable(match));
    status = write_scene(out, scene, error);

    /* Several seats may decide at once, so the seat to move does not answer whether this one
     * does. */
    bool decides =
        seat.said ? mst_match_decides(match, seat.seat, NULL) == MST_OK : state.to_move >= 0;
    if (status == MST_OK && decides)
        status = write_moves(out, session, &seat, scene, error);

    /* A `since` beyond the match, as after an undo by somebody else, gives an empty log, not an
     * error. */
    if (status == MST_OK)
        write_log(out, match, since < state.ply ? (int)since : state.ply, viewer);
    json_decref(scene);
    return status;
}

enum mst_status proto_op_picture(struct proto_session *session, const struct proto_request *request,
                                 struct mst_buf *out, struct mst_error *error) {
    struct proto_seat seat;
    struct mst_buf svg = {0};
    enum mst_status status = proto_request_seat(request, session->ruleset, &seat, error);
    if (status != MST_OK)
        return status;
    json_t *scene = scene_of_last(session->match, seat.said ? seat.seat : MST_EVERYTHING, error);
    if (!scene)
        return proto_handler_failed(error);

    /* A failure leaves the picture incomplete; its status discards the answer. */
    status = scene_svg(scene, &svg, error);
    proto_answer_charge(session, out);
    proto_write_key(out, "svg");
    proto_write_string(out, mst_buf_text(&svg), svg.length);
    mst_buf_clear(&svg);
    json_decref(scene);
    return status;
}
