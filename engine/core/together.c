/* Decisions of several seats at once: see together.h. */
#include "core/together.h"

#include <string.h>

#include "core/asked.h"
#include "core/dispatch.h"

#define LOW_MASK ((UINT64_C(1) << CORE_SEALED_BITS) - 1)

static int together_slot_of(const struct core_play *play, enum core_sealed part, int seat) {
    const struct core_field *field = &play->rules->schema->fields[play->rules->sealed[part]];
    assert(play->rules->together && seat >= 0 && seat < play->rules->schema->seats);
    return field->first + seat * field->stride;
}

static int32_t sealed_part(const struct core_play *play, enum core_sealed part, int seat) {
    return core_get(play->pos, together_slot_of(play, part, seat));
}

bool core_together_has(const struct core_play *play, int seat) {
    return sealed_part(play, CORE_SEALED_KIND, seat) != 0;
}

mst_move core_together_choice(const struct core_play *play, int seat) {
    mst_move kind = (mst_move)(sealed_part(play, CORE_SEALED_KIND, seat) - 1);
    assert(core_together_has(play, seat));
    mst_move high = (mst_move)sealed_part(play, CORE_SEALED_HIGH, seat);
    return kind << CORE_KIND_SHIFT | high << CORE_SEALED_BITS |
           (mst_move)sealed_part(play, CORE_SEALED_LOW, seat);
}

static bool write_parts(struct core_play *play, int seat, const int32_t *parts) {
    for (int i = 0; i < CORE_SEALED_FIELDS; i++)
        if (!core_position_set(play->pos, together_slot_of(play, (enum core_sealed)i, seat),
                               parts[i]))
            return core_play_unwritten(play);
    return true;
}

static bool unseal(struct core_play *play, int seat) {
    static const int32_t none[CORE_SEALED_FIELDS] = {0};
    return write_parts(play, seat, none);
}

bool core_together_seal(struct core_play *play, int seat, mst_move move) {
    struct mst_buf text = {0};
    core_move_print(play, move, &text);
    if (play->failed) {
        mst_buf_clear(&text);
        return false;
    }

    /* The text is what is hashed: the code may have numbers of pieces, which mean nothing (P2). */
    assert(core_together_takes(play, move)); /* T1 */
    uint64_t hash = core_hash_bytes(0, mst_buf_text(&text), text.length);
    int32_t parts[CORE_SEALED_FIELDS] = {
        [CORE_SEALED_KIND] = core_move_kind(move) + 1,
        [CORE_SEALED_TEXT] = (int32_t)(core_mix(hash) & LOW_MASK),
        [CORE_SEALED_LOW] = (int32_t)(move & LOW_MASK),
        [CORE_SEALED_HIGH] = (int32_t)(move >> CORE_SEALED_BITS & LOW_MASK),
    };
    bool done = text.failed ? core_play_fail(play, MST_NO_MEMORY, "", "out of memory")
                            : write_parts(play, seat, parts);
    mst_buf_clear(&text);
    return done;
}

uint64_t core_together_hash(const struct core_play *play) {
    uint64_t hash = 0;
    for (int seat = 0; play->rules->together && seat < play->rules->schema->seats; seat++)
        if (core_together_has(play, seat))
            hash = core_mix(hash ^ core_mix((uint64_t)(seat + 1) << CORE_SEALED_BITS |
                                            (uint64_t)sealed_part(play, CORE_SEALED_TEXT, seat)));
    return hash;
}

/* ---- asking ---------------------------------------------------------------------------------- */

bool core_together_now(const struct core_play *play) {
    int now = play->rules->together ? core_decision_now(play->pos) : -1;
    return now >= 0 && play->rules->decisions[now].together && !core_get(play->pos, CORE_SLOT_OVER);
}

bool core_together_waits(const struct core_play *play) {
    bool waits = false;
    for (int seat = 0; play->rules->together && seat < play->rules->schema->seats; seat++)
        waits = waits || core_together_has(play, seat);
    return waits;
}

bool core_together_takes(const struct core_play *play, mst_move move) {
    return core_together_now(play) &&
           play->rules->kinds[core_move_kind(move)].decision == core_decision_now(play->pos);
}

bool core_together_part(struct core_play *play, const struct core_decision *decision, int seat) {
    const struct core_callbacks *callbacks = &play->rules->callbacks;
    int64_t arg = seat, part = 0;
    if (decision->seats_function <= 0)
        return true;
    return callbacks->rule(callbacks->host, play, decision->seats_function, decision->seats_types,
                           &arg, 1, &part) &&
           part > 0;
}

bool core_together_can(struct core_play *play, const struct core_decision *decision, int seat) {
    core_position_to_move(play->pos, seat);
    if (!core_together_part(play, decision, seat))
        return false;
    bool informed = play->pos->informed; /* listing moves reveals nothing to anybody */
    bool can = core_legal_count(play, 1) > 0;
    play->pos->informed = informed;
    return can;
}

uint32_t core_together_waiting(struct core_play *play) {
    if (!core_together_now(play))
        return 0;
    const struct core_decision *decision = &play->rules->decisions[core_decision_now(play->pos)];
    int lowest = core_get(play->pos, CORE_SLOT_TO_MOVE);
    assert(lowest >= 0);                      /* D2 */
    uint32_t waiting = UINT32_C(1) << lowest; /* it has been asked when the decision came up */

    for (int seat = lowest + 1; seat < play->rules->schema->seats && !play->failed; seat++)
        if (!core_together_has(play, seat) && core_together_can(play, decision, seat))
            waiting |= UINT32_C(1) << seat;
    core_position_to_move(play->pos, lowest); /* asking the others has changed it */
    return waiting;
}

/* Carry the choices out, and say that all is revealed. */
static bool reveal(struct core_play *play, const struct core_decision *decision) {
    mst_move moves[MST_MOST_SEATS];
    int seats[MST_MOST_SEATS], count = 0;
    for (int seat = 0; seat < play->rules->schema->seats; seat++)
        if (core_together_has(play, seat)) {
            seats[count] = seat;
            moves[count++] = core_together_choice(play, seat);
            if (!unseal(play, seat))
                return false;
        }
    assert(!core_together_waits(play)); /* T3 */

    /* All are unsealed before the first is carried out: its effects must not find the others. */
    play->pos->informed = play->pos->informed || count > 1; /* each learns of the others */
    for (int i = 0; i < count; i++) {
        core_position_to_move(play->pos, seats[i]); /* whose move it is, for `me` */
        if (!core_play_act(play, moves[i]))
            return false;
    }
    core_position_to_move(play->pos, MST_NONE); /* what is revealed belongs to nobody */
    return core_get(play->pos, CORE_SLOT_OVER) || core_act(play, &decision->reveal, NULL, 0);
}

bool core_together_asks(struct core_play *play, const struct core_decision *decision) {
    for (int seat = 0; seat < play->rules->schema->seats && !play->failed; seat++)
        if (!core_together_has(play, seat) && core_together_can(play, decision, seat))
            return true;
    if (!play->failed)
        reveal(play, decision);
    return false;
}

bool core_together_tidy(struct core_play *play) {
    int depth = core_get(play->pos, CORE_SLOT_DEPTH);
    bool pending = false;

    /* It may lie below frames of what its choices caused. */
    for (int f = 0; f < depth && !core_get(play->pos, CORE_SLOT_OVER); f++) {
        int decision = core_get(play->pos, CORE_SLOT_FRAMES + f * CORE_FRAME_SLOTS) - 1;
        pending = pending || play->rules->decisions[decision].together;
    }
    for (int seat = 0; !pending && seat < play->rules->schema->seats; seat++)
        if (core_together_has(play, seat) && !unseal(play, seat))
            return false;
    return true;
}
