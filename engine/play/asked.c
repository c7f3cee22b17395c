/* Questions to the host about decisions and moves: see asked.h. */
#include "play/asked.h"

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

int64_t mst_decision_seat(struct mst_play *play, const struct mst_decision *decision) {
    return decision->seat >= 0 ? mst_eval(play, decision->seat)
                               : look(play, decision->seat_function);
}

bool mst_obliged(struct mst_play *play, const struct mst_kind *kind) {
    if (kind->must < 0 && kind->must_function <= 0)
        return false;
    return kind->must >= 0 ? mst_eval(play, kind->must) != 0 : look(play, kind->must_function) > 0;
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

bool mst_move_noisy(struct mst_play *play, mst_move move) {
    const struct mst_kind *kind = &play->rules->kinds[mst_move_kind(move)];
    int64_t noisy = 0;
    if (!kind->noisy)
        return false;
    if (kind->noise >= 0) {
        mst_move_bind(play, move);
        noisy = mst_eval(play, kind->noise);
        return !play->failed && noisy;
    }
    return kind->noise_function <= 0 || (ask_about(play, MST_ASK_NOISE, move, &noisy) && noisy);
}

int64_t mst_move_weight(struct mst_play *play, mst_move move) {
    const struct mst_kind *kind = &play->rules->kinds[mst_move_kind(move)];
    int64_t weight = 1;
    if (kind->weight >= 0) {
        mst_move_bind(play, move);
        weight = mst_eval(play, kind->weight);
    } else if (kind->weight_function > 0) {
        if (!ask_about(play, MST_ASK_WEIGH, move, &weight))
            weight = 1;
    }
    if (weight >= 1 && weight <= MST_MOST_WEIGHT)
        return weight;
    if (!mst_play_fail(play, MST_SCRIPT_ERROR, "", "a weight must be 1 to %d, found %lld",
                       MST_MOST_WEIGHT, (long long)weight))
        mst_play_blame(play, kind->origin, kind->name);
    return 1;
}
