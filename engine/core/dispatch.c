/* Playing a move: see dispatch.h. */
#include "core/dispatch.h"

#include <assert.h>

#include "core/asked.h"
#include "core/together.h"

/* Let the step of the request write as much as it may. */
static void allow_writes(struct core_play *play) {
    if (play->serial == play->budget->serial)
        return;
    play->serial = play->budget->serial; /* once for each step, not for each move of it */
    core_position_allow(play->pos, play->budget->step_bytes);
}

void core_play_ready(struct core_play *play) {
    allow_writes(play);
    play->failed = false;
    play->depth = 0;
}

enum { MANY_ROUNDS = 100 }; /* of what follows a ply: with more, it seems to go on for ever */

static bool set_to_move(struct core_play *play, int64_t seat) {
    if (seat < MST_NONE || seat >= play->rules->schema->seats)
        return core_play_fail(play, MST_SCRIPT_ERROR, "",
                              "seat %lld cannot decide: it does not exist", (long long)seat);
    core_position_to_move(play->pos, (int)seat);
    return true;
}

/* A decision that is not chance belongs to a seat. */
static bool set_decider(struct core_play *play, int64_t seat) {
    if (seat == MST_NONE && !play->failed)
        return core_play_fail(play, MST_SCRIPT_ERROR, "",
                              "no seat decides: the function of the seat returned nil");
    return set_to_move(play, seat);
}

/* Does the decision on top wait for a seat or chance? If not, run its step or `empty`; the caller
 * looks again. */
static bool waits_or_runs(struct core_play *play, const struct core_decision *decision) {
    if (decision->plain && !play->as_lua) /* by far the most are */
        return set_decider(play, core_eval(play, decision->seat));
    if (decision->automatic) {
        core_act(play, &decision->run, NULL, 0);
        return false;
    }
    if (decision->together)
        return core_together_asks(play, decision);
    if (decision->chance ? !set_to_move(play, MST_NONE)
                         : !set_decider(play, core_decision_seat(play, decision)))
        return false;

    /* Only `empty` cares whether there is a move. Listing is left out where nothing asks for it. */
    if (decision->sampled || (decision->empty.effects < 0 && decision->empty.function < 0))
        return true;
    bool informed = play->pos->informed; /* listing moves reveals nothing to anybody ... */
    if (core_legal_count(play, 1)) {
        play->pos->informed = informed;
        return true;
    }
    if (!play->failed) /* ... except that there is none */
        core_act(play, &decision->empty, NULL, 0);
    return false;
}

/* Run steps until a seat or chance has to decide, or the match is over (D2). Each turn charges the
 * budget, so that steps without end run into it (X4). */
static bool settle_fully(struct core_play *play) {
    do {
        if (play->pos->mixed && !core_position_sort(play->pos)) /* before moves are listed */
            return core_play_unwritten(play);
        assert(!play->pos->mixed); /* P7 */
        if (play->rules->together && !core_together_tidy(play))
            return false;
        if (core_get(play->pos, CORE_SLOT_OVER))
            return set_to_move(play, MST_NONE);

        int now = core_decision_now(play->pos);
        if (now < 0)
            return core_play_fail(play, MST_SCRIPT_ERROR, "",
                                  "no decision is pending, and the match is not over");

        const struct core_decision *decision = &play->rules->decisions[now];
        if (waits_or_runs(play, decision))
            return !play->failed;
        if (!play->failed)
            core_spend(play, CORE_STEP_WORK);
        core_play_blame(play, decision->origin, decision->name);
    } while (!play->failed);
    return false;
}

/* Find out who decides. Mostly a slot says so: always inlined for the sake of that case. */
static inline __attribute__((always_inline)) bool settle(struct core_play *play) {
    const int32_t *slots = play->pos->slots;
    int now = core_decision_now(play->pos);
    int turn = now < 0 ? 0 : play->rules->decisions[now].turn;

    if (!turn || slots[CORE_SLOT_OVER] || slots[turn] < 0 || play->pos->mixed)
        return settle_fully(play);
    assert(slots[turn] < play->rules->schema->seats); /* S3, and names_seat in ready.c */
    core_position_to_move(play->pos, slots[turn]);
    return true;
}

/* Run what follows a ply, and settle again. */
static bool follow_once(struct core_play *play) {
    const struct core_rules *rules = play->rules;
    size_t before = core_position_mark(play->pos).entries;
    for (int i = 0; i < rules->after_ply_count; i++)
        if (!core_act(play, &rules->after_ply[i], NULL, 0))
            return false;

    /* The journal is the witness: what wrote nothing changed nothing (P1). */
    return core_position_mark(play->pos).entries == before ||
           (core_spend(play, CORE_STEP_WORK) && settle(play));
}

/* The budget is used up. If that took many rounds, name a fact that went on changing. */
static bool blame_rounds(struct core_play *play, int rounds, struct core_mark since) {
    int field = core_position_changed(play->pos, since);
    assert(play->failed);
    struct mst_error *error = play->error;
    if (rounds > MANY_ROUNDS && error->status == MST_BUDGET && !*error->at && field != MST_NONE)
        mst_fail(error, MST_BUDGET, "", "what follows a ply never ends: '%s' changes each time; %s",
                 play->rules->schema->fields[field].name, error->text);
    return false;
}

static bool follow_fully(struct core_play *play) {
    struct core_mark now = core_position_mark(play->pos), before;
    int rounds = 0;
    do {
        if (core_get(play->pos, CORE_SLOT_TO_MOVE) == MST_NONE || core_together_waits(play))
            return true; /* over, chance, or between two choices that are one ply to the rules */

        before = now;
        now = core_position_mark(play->pos);
        rounds++;
        if (!follow_once(play))
            return blame_rounds(play, rounds, before);
    } while (core_position_mark(play->pos).entries != now.entries);
    return true;
}

/* Run what follows a ply, and settle again, until nothing changes any more, or no seat decides. */
static inline bool follow(struct core_play *play) {
    return !play->rules->after_ply_count || follow_fully(play);
}

/* End a step. False if it has failed; it fails now if the journal has grown too much. */
static bool end_step(struct core_play *play) {
    return !play->failed && (!core_position_full(play->pos) || core_play_unwritten(play));
}

/* Find out who decides, and run what follows, from the mark on. */
static bool settle_from(struct core_play *play, struct core_mark mark) {
    if (settle(play) && follow(play) && end_step(play))
        return true;
    core_position_rewind(play->pos, mark); /* D1 */
    core_position_mix_all(play->pos);      /* at a set-up no seat has decided yet */
    return false;
}

bool core_play_settle(struct core_play *play) {
    if (play->failed)
        return false;

    assert(!play->looking);
    allow_writes(play);
    struct core_mark mark = core_position_mark(play->pos);
    struct core_attempt attempt = core_attempt_begin(play);
    bool done = settle_from(play, mark);

    if (!done && core_attempt_again(play, &attempt)) { /* X5 */
        done = settle_from(play, mark);
        core_attempt_end(play);
    }
    return done;
}

/* Let the host play the move. */
static CORE_APART bool ask_to_act(struct core_play *play, mst_move move) {
    int64_t values[CORE_MOST_PARAMS];
    struct core_question question = {
        .what = CORE_ASK_APPLY, .kind = core_move_kind(move), .values = values};
    core_move_values(play->rules, move, values);
    return core_ask(play, &question);
}

/* Always inlined: two calls for each move would cost as much as its effects. */
static inline __attribute__((always_inline)) bool act(struct core_play *play, mst_move move,
                                                      bool as_lua) {
    const struct core_kind *kind = &play->rules->kinds[core_move_kind(move)];
    bool done;
    if (kind->action.effects < 0 || as_lua) {
        done = ask_to_act(play, move);
    } else {
        core_move_bind(play, move);
        done = core_run(play, kind->action.effects);
    }
    if (!done)
        core_play_blame(play, kind->origin, kind->name);
    return done;
}

bool core_play_act(struct core_play *play, mst_move move) {
    return act(play, move, play->as_lua);
}

static inline __attribute__((always_inline)) bool move_from(struct core_play *play, mst_move move,
                                                            bool as_lua) {
    bool sealed = play->rules->together && core_together_takes(play, move);
    bool done = sealed ? core_together_seal(play, core_get(play->pos, CORE_SLOT_TO_MOVE), move)
                       : act(play, move, as_lua);
    if (done && settle(play) && follow(play) && end_step(play)) {
        assert(core_get(play->pos, CORE_SLOT_OVER) || core_decision_now(play->pos) >= 0); /* D2 */
        return true;
    }
    return false;
}

/* The move failed: undo it. If it failed as code, repeat it as Lua. */
static CORE_APART bool move_again(struct core_play *play, mst_move move) {
    assert(play->failed);
    core_position_rewind(play->pos, play->moving_from);
    if (!core_attempt_again(play, &play->moving))
        return false;

    bool done = move_from(play, move, true);
    if (!done)
        core_position_rewind(play->pos, play->moving_from); /* D1 */
    core_attempt_end(play);
    return done;
}

bool core_play_move(struct core_play *play, mst_move move) {
    if (play->failed)
        return false;

    assert(!play->as_lua && !play->looking && core_move_kind(move) < play->rules->kind_count);
    allow_writes(play);
    play->moving_from = core_position_mark(play->pos);
    play->moving = core_attempt_begin(play);
    return move_from(play, move, false) || move_again(play, move);
}
