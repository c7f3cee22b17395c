/* Questions to the host about decisions and moves: see asked.h. */
#include "core/asked.h"

bool mst_ask_why(struct mst_play *play, const struct mst_kind *kind, enum mst_ask_for what,
                 int64_t *values, const struct mst_raw *raw, struct mst_refusal *refusal) {
    struct mst_question question = {.what = what,
                                    .kind = (int)(kind - play->rules->kinds),
                                    .values = values,
                                    .raw = raw,
                                    .refusal = refusal};
    refusal->kind = kind;
    return mst_ask(play, &question);
}

int mst_ask_place(struct mst_play *play, int kind, int param, int64_t *values) {
    struct mst_question question = {
        .what = MST_ASK_PLACE, .kind = kind, .values = values, .param = param};
    return mst_ask(play, &question) ? (int)question.result : MST_NONE;
}

/* The result of a read-only function, or MST_NONE if it fails. */
static int64_t look(struct mst_play *play, int function) {
    const struct mst_callbacks *callbacks = &play->rules->callbacks;
    int64_t result;
    return callbacks->rule(callbacks->host, play, function, NULL, NULL, 0, &result) ? result
                                                                                    : MST_NONE;
}

/* The same; with `truth`, only whether it is true. */
static int64_t looked(struct mst_play *play, int function, bool truth) {
    int64_t value = look(play, function); /* nil is MST_NONE */
    return truth ? value > 0 : value;
}

/* The value of read-only code (-1: none), or of the function where there is no code, or the code
 * fails. `truth`: only whether it is true. */
static int64_t value_of(struct mst_play *play, int code, int function, bool truth) {
    if (code < 0 || play->as_lua || play->failed)
        return looked(play, function, truth);
    struct mst_attempt attempt = mst_attempt_begin(play);
    int64_t value = mst_eval(play, code);
    if (play->failed && mst_attempt_again(play, &attempt)) {
        value = looked(play, function, truth);
        mst_attempt_end(play);
    } else if (truth) {
        value = value != 0;
    }
    return value;
}

int64_t mst_decision_seat(struct mst_play *play, const struct mst_decision *decision) {
    return value_of(play, decision->seat, decision->seat_function, false);
}

bool mst_obliged(struct mst_play *play, const struct mst_kind *kind) {
    if (kind->must < 0 && kind->must_function <= 0)
        return false;
    return value_of(play, kind->must, kind->must_function, true);
}

/* Ask the function of a kind about a move. */
static bool ask_about(struct mst_play *play, enum mst_ask_for what, mst_move move,
                      int64_t *result) {
    int64_t values[MST_MOST_PARAMS];
    struct mst_question question = {.what = what, .kind = mst_move_kind(move), .values = values};
    mst_move_values(play->rules, move, values);
    bool done = mst_ask(play, &question);
    *result = question.result;
    return done;
}

/* What code that is bound to the move says of it; if the code fails, what the function of the kind
 * says. False on failure. */
static bool tell(struct mst_play *play, int code, enum mst_ask_for what, mst_move move,
                 int64_t *result) {
    if (play->failed)
        return false;
    struct mst_attempt attempt = mst_attempt_begin(play);
    if (code >= 0 && !play->as_lua) {
        mst_move_bind(play, move);
        *result = mst_eval(play, code);
        if (!play->failed)
            return true;
    }
    bool again = mst_attempt_again(play, &attempt);
    bool done = !play->failed && ask_about(play, what, move, result);
    if (again)
        mst_attempt_end(play);
    return done;
}

bool mst_move_noisy(struct mst_play *play, mst_move move) {
    const struct mst_kind *kind = &play->rules->kinds[mst_move_kind(move)];
    int64_t noisy = 0;
    if (!kind->noisy || (kind->noise < 0 && kind->noise_function <= 0))
        return kind->noisy;
    return tell(play, kind->noise, MST_ASK_NOISE, move, &noisy) && noisy;
}

int64_t mst_move_weight(struct mst_play *play, mst_move move) {
    const struct mst_kind *kind = &play->rules->kinds[mst_move_kind(move)];
    int64_t weight = 1;
    bool weighed = kind->weight >= 0 || kind->weight_function > 0;
    if (weighed && !tell(play, kind->weight, MST_ASK_WEIGH, move, &weight))
        weight = 1;
    if (weight >= 1 && weight <= MST_MOST_WEIGHT)
        return weight;
    if (!mst_play_fail(play, MST_SCRIPT_ERROR, "", "a weight must be 1 to %d, found %lld",
                       MST_MOST_WEIGHT, (long long)weight))
        mst_play_blame(play, kind->origin, kind->name);
    return 1;
}
