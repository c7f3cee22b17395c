/* Decisions of several seats at once: see together.h. */
#include "core/together.h"

#include <string.h>

#include "core/asked.h"
#include "core/dispatch.h"

#define LOW_MASK ((UINT64_C(1) << CORE_SEALED_BITS) - 1)

static int together_slot_of(const struct core_play *play, enum core_sealed part, int seat) {
    const struct core_field *field = &play->rules->schema->fields[play->rules->sealed[part]];
    return field->first + seat * field->stride;
}

static int32_t sealed_part(const struct core_play *play, enum core_sealed part, int seat) {
    return core_get(play->pos, together_slot_of(play, part, seat));
}

static bool has_sealed(const struct core_play *play, int seat) {
    return sealed_part(play, CORE_SEALED_KIND, seat) != 0;
}

static mst_move sealed_move(const struct core_play *play, int seat) {
    mst_move kind = (mst_move)(sealed_part(play, CORE_SEALED_KIND, seat) - 1);
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

/* Seal a move of the seat that decides. */
static bool together_seal(struct core_play *play, int seat, mst_move move) {
    struct mst_buf text = {0};
    core_move_print(play, move, &text);
    if (play->failed) {
        mst_buf_clear(&text);
        return false;
    }
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
        if (has_sealed(play, seat))
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
        waits = waits || has_sealed(play, seat);
    return waits;
}

bool core_together_takes(const struct core_play *play, mst_move move) {
    return core_together_now(play) &&
           play->rules->kinds[core_move_kind(move)].decision == core_decision_now(play->pos);
}

bool core_together_seal(struct core_play *play, mst_move move) {
    return together_seal(play, core_get(play->pos, CORE_SLOT_TO_MOVE), move);
}

static bool takes_part(struct core_play *play, const struct core_decision *decision, int seat) {
    const struct core_callbacks *callbacks = &play->rules->callbacks;
    int64_t arg = seat, part = 0;
    if (decision->seats_function <= 0)
        return true;
    return callbacks->rule(callbacks->host, play, decision->seats_function, decision->seats_types,
                           &arg, 1, &part) &&
           part > 0;
}

/* Make the seat the one that decides. Has it something to choose? */
static bool can_choose(struct core_play *play, const struct core_decision *decision, int seat) {
    core_position_to_move(play->pos, seat);
    if (!takes_part(play, decision, seat))
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
    uint32_t waiting = UINT32_C(1) << lowest;
    for (int seat = lowest + 1; seat < play->rules->schema->seats && !play->failed; seat++)
        if (!has_sealed(play, seat) && can_choose(play, decision, seat))
            waiting |= UINT32_C(1) << seat;
    core_position_to_move(play->pos, lowest);
    return waiting;
}

/* Carry the choices out, and say that all is revealed. */
static bool reveal(struct core_play *play, const struct core_decision *decision) {
    mst_move moves[MST_MOST_SEATS];
    int seats[MST_MOST_SEATS], count = 0;
    for (int seat = 0; seat < play->rules->schema->seats; seat++)
        if (has_sealed(play, seat)) {
            seats[count] = seat;
            moves[count++] = sealed_move(play, seat);
            if (!unseal(play, seat))
                return false;
        }
    play->pos->informed = play->pos->informed || count > 1;
    for (int i = 0; i < count; i++) {
        core_position_to_move(play->pos, seats[i]);
        if (!core_play_act(play, moves[i]))
            return false;
    }
    core_position_to_move(play->pos, MST_NONE);
    return core_get(play->pos, CORE_SLOT_OVER) || core_act(play, &decision->reveal, NULL, 0);
}

bool core_together_asks(struct core_play *play, const struct core_decision *decision) {
    for (int seat = 0; seat < play->rules->schema->seats && !play->failed; seat++)
        if (!has_sealed(play, seat) && can_choose(play, decision, seat))
            return true;
    if (!play->failed)
        reveal(play, decision);
    return false;
}

bool core_together_tidy(struct core_play *play) {
    int depth = core_get(play->pos, CORE_SLOT_DEPTH);
    bool pending = false;
    for (int f = 0; f < depth && !core_get(play->pos, CORE_SLOT_OVER); f++) {
        int decision = core_get(play->pos, CORE_SLOT_FRAMES + f * CORE_FRAME_SLOTS) - 1;
        pending = pending || play->rules->decisions[decision].together;
    }
    for (int seat = 0; !pending && seat < play->rules->schema->seats; seat++)
        if (has_sealed(play, seat) && !unseal(play, seat))
            return false;
    return true;
}

/* ---- text ------------------------------------------------------------------------------------ */

void core_together_print(struct core_play *play, int seat, struct mst_buf *out) {
    if (!has_sealed(play, seat))
        return;
    mst_buf_printf(out, " sealed[%d]=", seat);
    if (play->pos->masked) {
        mst_buf_char(out, '?');
        return;
    }
    int decides = core_get(play->pos, CORE_SLOT_TO_MOVE);
    core_position_to_move(play->pos, seat);
    core_move_print(play, sealed_move(play, seat), out);
    core_position_to_move(play->pos, decides);
}

bool core_together_read(struct core_play *play, int seat, const char *text) {
    char word[200];
    size_t length = strcspn(text, " ");
    struct core_refusal refusal;
    mst_move move;
    if (length >= sizeof word || !core_together_now(play))
        return core_play_fail(play, MST_BAD_POSITION, "",
                              "position: 'sealed': no decision of several seats is pending");
    memcpy(word, text, length);
    word[length] = 0;
    core_position_to_move(play->pos, seat);
    if (takes_part(play, &play->rules->decisions[core_decision_now(play->pos)], seat) &&
        core_move_read(play, word, &move, &refusal) && core_together_takes(play, move))
        return together_seal(play, seat, move);
    return core_play_fail(play, MST_BAD_POSITION, "",
                          "position: 'sealed': '%s' is not a move that seat %d can choose", word,
                          seat);
}

/* ---- determinizations ------------------------------------------------------------------------ */

/* A random move of the seat that decides, which has `count`. */
static bool together_draw(struct core_play *play, int64_t count, struct mst_rng *rng,
                          mst_move *move) {
    struct mst_moves moves = {0};
    bool done = core_legal(play, &moves) && moves.count == count;
    if (done)
        *move = moves.moves[mst_rng_below(rng, (uint64_t)count)];
    mst_moves_clear(&moves);
    return done;
}

bool core_together_guess(struct core_play *play, int seat, struct mst_rng *rng) {
    if (!core_together_now(play) || core_get(play->pos, CORE_SLOT_TO_MOVE) != seat)
        return true;
    const struct core_decision *decision = &play->rules->decisions[core_decision_now(play->pos)];
    bool done = true;
    for (int other = 0; done && other < play->rules->schema->seats; other++) {
        mst_move move;
        if (other == seat || !can_choose(play, decision, other))
            continue;
        done = together_draw(play, core_legal_count(play, 0), rng, &move) &&
               together_seal(play, other, move);
    }
    core_position_to_move(play->pos, seat);
    return done && !play->failed;
}
