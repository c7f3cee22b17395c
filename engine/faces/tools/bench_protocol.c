/* Benchmark of the protocol: see bench_protocol.h. */
#include <string.h>

#include "faces/tools/bench_protocol.h"
#include "faces/protocol/parts.h"
#include "muster/bench.h"
#include "muster/player.h"

enum { MOST_SAMPLES = 20000 };

struct talk {
    struct proto_session *session;
    struct mst_rng rng;
    struct mst_buf request, answer, text;
    int plies; /* of the current game */
    double *samples;
    int count;
};

/* Send a request. False if it is refused. */
static bool bench_protocol_ask(struct talk *t) {
    mst_buf_reset(&t->answer);
    proto_session_answer(t->session, mst_buf_text(&t->request), t->request.length, &t->answer);
    const char *answer = mst_buf_text(&t->answer);
    return !t->answer.failed && !strncmp(answer, "{\"ok\":true", 10);
}

static bool begin_game(struct talk *t) {
    t->plies = 0;
    mst_buf_reset(&t->request);
    mst_buf_puts(&t->request, "{\"op\":\"new\",\"seed\":1}");
    return bench_protocol_ask(t);
}

/* Request a random move, and record the time of the answer. */
static bool bench_protocol_play_one(struct talk *t) {
    struct mst_match *match = t->session->match;
    struct mst_player player = {.kind = MST_PLAYER_RANDOM, .seed = mst_rng_next(&t->rng)};
    mst_move move;

    /* All but the answer itself is made before the clock starts. */
    if (mst_player_choose(match, &player, &move, NULL, NULL) != MST_OK)
        return false;
    mst_buf_reset(&t->text);
    mst_match_move_text(match, move, &t->text);
    mst_buf_reset(&t->request);
    mst_buf_printf(&t->request, "{\"op\":\"play\",\"move\":\"%s\"}", mst_buf_text(&t->text));

    double began = mst_bench_clock();
    bool done = bench_protocol_ask(t);
    t->samples[t->count++] = (mst_bench_clock() - began) * 1e6;
    t->plies++;
    return done;
}

static bool converse(struct talk *t, double seconds) {
    double began = mst_bench_clock();
    while (t->count < MOST_SAMPLES && (!t->count || mst_bench_clock() - began < seconds)) {
        /* A game is cut where the bench cuts its own, so that long ones do not fill the samples. */
        bool fresh = t->session->match && t->plies < MST_BENCH_PLIES &&
                     !mst_match_state(t->session->match).over;
        if (!(fresh ? bench_protocol_play_one(t) : begin_game(t)))
            return false;
    }
    return true;
}

enum mst_status tool_bench_protocol(const char *path, const struct mst_setting *settings,
                                    size_t count, double seconds, double *p50, double *p99,
                                    struct mst_error *error) {
    struct talk t = {.session = proto_session_new(),
                     .samples = mst_alloc(MOST_SAMPLES * sizeof *t.samples)};
    struct mst_ruleset *ruleset = mst_ruleset_load(path, settings, count, NULL, error);
    enum mst_status status = MST_OK;

    mst_rng_seed(&t.rng, 1);

    /* The session takes the ruleset over: it is only freed here where there is none. */
    if (!ruleset) {
        status = error ? error->status : MST_BAD_RULESET;
    } else if (!t.session || !t.samples) {
        status = mst_fail(error, MST_NO_MEMORY, "", "out of memory");
        mst_ruleset_free(ruleset);
    } else {
        proto_session_give(t.session, ruleset);
        if (!converse(&t, seconds))
            status = mst_fail(error, MST_SCRIPT_ERROR, "", "the protocol answered %.600s",
                              mst_buf_text(&t.answer));
    }

    if (status == MST_OK) {
        *p50 = mst_bench_median(t.samples, t.count);
        *p99 = t.samples[(int)((double)(t.count - 1) * 0.99)];
    }

    proto_session_free(t.session);
    mst_free(t.samples);
    mst_buf_clear(&t.request);
    mst_buf_clear(&t.answer);
    mst_buf_clear(&t.text);
    return status;
}
