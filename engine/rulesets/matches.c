/* Matches of a ruleset: beginning one, its seed, what was played, and what it answers as a whole.
 * See muster.h. */
#include "core/secret.h"

#include <assert.h>
#include "rulesets/ruleset.h"
#include "system/chance.h"
#include "muster/check.h"

/* ---- beginning ------------------------------------------------------------------------------- */

struct mst_match *mst_match_new(struct mst_ruleset *ruleset, bool seeded, uint64_t seed,
                                struct mst_error *error) {
    assert(ruleset->rules && ruleset->game.rules == ruleset->rules); /* R1 */
    return core_match_new(&ruleset->game, NULL, seeded, seed, error);
}

struct mst_match *mst_match_setup(struct mst_ruleset *ruleset, const char *position, bool seeded,
                                  uint64_t seed, struct mst_error *error) {
    assert(ruleset->rules && ruleset->game.rules == ruleset->rules); /* R1 */
    return core_match_new(&ruleset->game, position, seeded, seed, error);
}

struct mst_match *mst_match_again(const struct mst_match *match, struct mst_ruleset *ruleset,
                                  int *ply, struct mst_error *error) {
    return core_match_again(match, &ruleset->game, ply, error);
}

void mst_match_unseed(struct mst_match *match) {
    match->seed.kind = MST_SEED_NONE;
}

int mst_match_compared(const struct mst_match *match) {
    return match->compared;
}

const struct mst_seed *mst_match_seeded(const struct mst_match *match) {
    return &match->seed;
}

bool mst_match_commitment(const struct mst_match *match, char commitment[MST_COMMITMENT_SIZE]) {
    /* A seed of a few digits can be found by trying them all: a commitment to it would promise
     * nothing. */
    if (match->seed.kind != MST_SEED_KEY)
        return false;
    sys_seed_commit(&match->seed, rules_ruleset_rules(match->ruleset), match->start, commitment);
    return true;
}

/* ---- the position ---------------------------------------------------------------------------- */

int64_t mst_match_fact(const struct mst_match *match, int index) {
    const struct core_schema *schema = match->ruleset->rules->schema;
    for (int i = 0; i < schema->field_count; i++)
        if (schema->fields[i].of == CORE_OF_GAME && !index--)
            return core_get_field(match->pos, &schema->fields[i], 0);
    return 0;
}

const char *mst_match_title(const struct mst_match *match) {
    int now = core_decision_now(match->pos);
    /* Nothing is pending when the match is over. */
    return now < 0 ? "" : match->ruleset->rules->decisions[now].title;
}

bool mst_match_sampled(const struct mst_match *match) {
    return core_sampled_now(&match->play);
}

bool mst_match_find(struct mst_match *match, const char *text, mst_move *move) {
    struct core_refusal refusal;
    core_match_begin(match);
    bool found = !mst_match_state(match).over && core_move_read(&match->play, text, move, &refusal);

    /* A rule that fails makes no move legal, and the play is ready for the next request. */
    if (match->play.failed)
        core_play_ready(&match->play);
    return found;
}

/* ---- what was played ------------------------------------------------------------------------- */

int mst_match_ply_seat(const struct mst_match *match, int ply) {
    assert(ply >= 0 && ply < match->ply_count);
    return match->plies[ply].seat;
}

int mst_match_ply_kind(const struct mst_match *match, int ply) {
    assert(ply >= 0 && ply < match->ply_count);
    return core_move_kind(match->plies[ply].move);
}

bool mst_match_reveals(const struct mst_match *match, const struct mst_match *after, int viewer) {
    const struct core_schema *schema = match->ruleset->rules->schema;
    assert(match->ruleset == after->ruleset);
    int bit = viewer == MST_NONE ? CORE_ONLOOKER : 1 << viewer;
    int more[CORE_MOST_PIECES] = {0}; /* how many more pieces with the same face are known */
    bool any = false;

    /* K2 of secret.h: knowledge may pass between pieces that look alike, so those are counted together. `known_first` is 0 without hidden faces. */
    for (int piece = 0; schema->known_first && piece < schema->pieces; piece++) {
        int slot = schema->known_first + piece;
        more[schema->alike[piece]] +=
            !!(core_get(after->pos, slot) & bit) - !!(core_get(match->pos, slot) & bit);
    }
    for (int piece = 0; piece < schema->pieces; piece++)
        any = any || more[piece] > 0;
    return any;
}

/* ---- whole answers --------------------------------------------------------------------------- */

static char *whole_scene(struct mst_match *match, const struct core_request *request,
                         struct mst_error *error) {
    struct mst_buf out = {0};
    (void)request;

    /* From the side of the seat to move, or of seat 0 if nobody is to move. */
    int seat = mst_match_state(match).to_move;
    core_match_begin(match);

    if (host_scene(match->ruleset->host, &match->play, seat < 0 ? 0 : seat, &out))
        return core_match_take(&out, error);

    if (error)
        *error = *match->play.error;
    core_play_ready(&match->play);
    mst_buf_clear(&out);
    return NULL;
}

char *mst_match_scene_whole(struct mst_match *match, struct mst_error *error) {
    return core_answer(match, &(struct core_request){"the whole scene", whole_scene, 0, NULL},
                       error);
}

static bool scenes_answer(struct mst_match *match, struct mst_error *error) {
    int seats = mst_ruleset_shows(match->ruleset) ? mst_ruleset_seats(match->ruleset) : 0;
    for (int seat = 0; seat < seats; seat++) {
        char *scene = mst_match_scene(match, seat, error);
        mst_text_free(scene);
        if (!scene)
            return false;
    }
    return true;
}

bool mst_match_answers(struct mst_match *match, struct mst_error *error) {
    struct host *host = match->ruleset->host;
    int64_t worth;
    if (!scenes_answer(match, error))
        return false;

    char *position = mst_match_position(match, error);
    mst_text_free(position);
    if (!position)
        return false;
    /* These two leave the play failed, with the error; those above reported theirs already. */
    if (host_verify(host, &match->play) && host_worth(host, &match->play, 0, &worth))
        return true;
    *error = *match->play.error;
    return false;
}
