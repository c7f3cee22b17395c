/* Questions to the host about decisions and moves: see asked.h. */
#include "core/asked.h"

bool core_ask_why(struct core_play *play, const struct core_kind *kind, enum core_ask_for what,
                  int64_t *values, const struct core_raw *raw, struct core_refusal *refusal) {
    struct core_question question = {.what = what,
                                     .kind = (int)(kind - play->rules->kinds),
                                     .values = values,
                                     .raw = raw,
                                     .refusal = refusal};
    assert(what == CORE_ASK_LIST || what == CORE_ASK_CHECK || what == CORE_ASK_READ);
    refusal->kind = kind;
    return core_ask(play, &question);
}

int core_ask_place(struct core_play *play, int kind, int param, int64_t *values) {
    assert(param >= 0 && param < play->rules->kinds[kind].param_count);
    struct core_question question = {
        .what = CORE_ASK_PLACE, .kind = kind, .values = values, .param = param};
    return core_ask(play, &question) ? (int)question.result : MST_NONE;
}

/* The result of a read-only function, or MST_NONE if it fails. */
static int64_t asked_look(struct core_play *play, int function) {
    const struct core_callbacks *callbacks = &play->rules->callbacks;
    int64_t result;
    return callbacks->rule(callbacks->host, play, function, NULL, NULL, 0, &result) ? result
                                                                                    : MST_NONE;
}

/* The same; with `truth`, only whether it is true. */
static int64_t looked(struct core_play *play, int function, bool truth) {
    int64_t value = asked_look(play, function); /* nil is MST_NONE */
    return truth ? value > 0 : value;
}

/* The value of read-only code (-1: none), or of the function where there is no code, or the code
 * fails. `truth`: only whether it is true. */
static int64_t asked_value_of(struct core_play *play, int code, int function, bool truth) {
    if (code < 0 || play->as_lua || play->failed)
        return looked(play, function, truth);

    struct core_attempt attempt = core_attempt_begin(play);
    int64_t value = core_eval(play, code);
    if (play->failed && core_attempt_again(play, &attempt)) {
        value = looked(play, function, truth); /* X5 */
        core_attempt_end(play);
    } else if (truth) {
        value = value != 0;
    }
    return value;
}

int64_t core_decision_seat(struct core_play *play, const struct core_decision *decision) {
    return asked_value_of(play, decision->seat, decision->seat_function, false);
}

bool core_obliged(struct core_play *play, const struct core_kind *kind) {
    if (kind->must < 0 && kind->must_function <= 0)
        return false;
    return asked_value_of(play, kind->must, kind->must_function, true);
}

/* Ask the function of a kind about a move. */
static bool ask_about(struct core_play *play, enum core_ask_for what, mst_move move,
                      int64_t *result) {
    int64_t values[CORE_MOST_PARAMS];
    struct core_question question = {.what = what, .kind = core_move_kind(move), .values = values};
    core_move_values(play->rules, move, values);
    bool done = core_ask(play, &question);
    *result = question.result;
    return done;
}

/* What code that is bound to the move says of it; if the code fails, what the function of the kind
 * says. False on failure. */
static bool answer_about(struct core_play *play, int code, enum core_ask_for what, mst_move move,
                         int64_t *result) {
    if (play->failed)
        return false;
    struct core_attempt attempt = core_attempt_begin(play);
    if (code >= 0 && !play->as_lua) {
        core_move_bind(play, move);
        *result = core_eval(play, code);
        if (!play->failed)
            return true;
    }

    /* There is no code, or it failed: then the function answers as Lua (X5). */
    bool again = core_attempt_again(play, &attempt);
    bool done = !play->failed && ask_about(play, what, move, result);
    if (again)
        core_attempt_end(play);
    return done;
}

bool core_move_noisy(struct core_play *play, mst_move move) {
    const struct core_kind *kind = &play->rules->kinds[core_move_kind(move)];
    int64_t noisy = 0;
    if (!kind->noisy || (kind->noise < 0 && kind->noise_function <= 0))
        return kind->noisy;
    return answer_about(play, kind->noise, CORE_ASK_NOISE, move, &noisy) && noisy;
}

int64_t core_move_weight(struct core_play *play, mst_move move) {
    const struct core_kind *kind = &play->rules->kinds[core_move_kind(move)];
    int64_t weight = 1;
    bool weighed = kind->weight >= 0 || kind->weight_function > 0; /* without: all weigh 1 */
    if (weighed && !answer_about(play, kind->weight, CORE_ASK_WEIGH, move, &weight))
        weight = 1;

    if (weight >= 1 && weight <= CORE_MOST_WEIGHT)
        return weight;
    if (!core_play_fail(play, MST_SCRIPT_ERROR, "", "a weight must be 1 to %d, found %lld",
                        CORE_MOST_WEIGHT, (long long)weight))
        core_play_blame(play, kind->origin, kind->name);
    return 1;
}
