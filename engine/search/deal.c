/* Dealing what a seat does not know: see deal.h. */
#include "search/deal.h"

#include <assert.h>

#include "core/secret.h"
#include "core/together.h"

/* Shuffle the numbers of the unknown pieces of each type, into m->number. */
static void deal_numbers(struct core_mask *m, struct mst_rng *rng) {
    const struct core_schema *s = m->pos->schema;
    for (int t = 0; t < s->type_count; t++) {
        int16_t hidden[CORE_MOST_PIECES];
        int count = 0, last = s->types[t].first + s->types[t].count;

        /* Known pieces keep their numbers; the others swap theirs, and with them their faces. */
        for (int p = s->types[t].first; p < last; p++) {
            m->number[p] = (int16_t)p;
            if (!core_mask_knows(m, p))
                hidden[count++] = (int16_t)p;
        }

        core_mix_pieces(hidden, count, rng, NULL);
        for (int p = s->types[t].first, i = 0; p < last; p++)
            if (!core_mask_knows(m, p))
                m->number[p] = hidden[i++];
    }
}

struct core_position *search_position_sample(const struct core_position *masked, int viewer,
                                             struct mst_rng *rng) {
    const struct core_schema *s = masked->schema;
    struct core_mask m = {.pos = masked, .viewer = viewer};
    struct core_position *out = core_position_clone(masked);
    if (!out || !s->secrets)
        return out; /* K4 */

    m.bit = viewer == MST_NONE ? CORE_ONLOOKER : 1 << viewer;
    m.whole = true;
    deal_numbers(&m, rng);
    core_mask_write(&m, out);

    /* A number has its declared face again (S4): in the mask, hidden ones had the initial one. */
    for (int i = 0; i < s->field_count; i++)
        for (int p = 0; s->fields[i].seen == CORE_SEEN_AS_FACE && p < s->pieces; p++)
            out->slots[s->fields[i].first + p * s->fields[i].stride] =
                core_field_start(&s->fields[i], p);

    out->masked = false;
    core_position_recompute(out);
    core_position_mix_all(out); /* the faces of bags are others now */
    if (!core_position_sort(out)) {
        core_position_free(out);
        return NULL;
    }

    core_position_settle(out);
    assert(core_position_sound(out, NULL)); /* P2 to P4, P6 */
    return out;
}

/* ---- sealed choices -------------------------------------------------------------------------- */

/* A random move of the seat that decides, which has `count`. */
static bool draw_choice(struct core_play *play, int64_t count, struct mst_rng *rng,
                        mst_move *move) {
    struct mst_moves moves = {0};
    bool done = core_legal(play, &moves) && moves.count == count; /* as it was counted */
    if (done)
        *move = moves.moves[mst_rng_below(rng, (uint64_t)count)];
    mst_moves_clear(&moves);
    return done;
}

bool search_together_guess(struct core_play *play, int seat, struct mst_rng *rng) {
    if (!core_together_now(play) || core_get(play->pos, CORE_SLOT_TO_MOVE) != seat)
        return true;
    const struct core_decision *decision = &play->rules->decisions[core_decision_now(play->pos)];
    bool done = true;

    for (int other = 0; done && other < play->rules->schema->seats; other++) {
        mst_move move;
        if (other == seat || !core_together_can(play, decision, other))
            continue;

        done = draw_choice(play, core_legal_count(play, 0), rng, &move) &&
               core_together_seal(play, other, move);
    }
    core_position_to_move(play->pos, seat); /* it chooses last, and knows of nothing (T1) */
    return done && !play->failed;
}
