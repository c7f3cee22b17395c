/* The contract, part four: nobody is told what they may not see. A second position that differs
 * from the first only in what a viewer may not see gives that viewer the same answers, byte for
 * byte. Games without secrets have nothing to hide. $MUSTER_LEAKS: how many positions are looked
 * at. */
#include "contract/checks.h"

#include <string.h>

#include "match/match.h"
#include "state/secret.h"

enum {
    POSITIONS = 60,  /* looked at when nothing else is said */
    HINT_EVERY = 10, /* positions from one in which a computer is asked to the next */
    HINT_NODES = 40,
};

struct pair {
    struct subject *subject;
    struct mst_match *one, *other; /* `other` as `viewer` could take `one` for */
    int viewer;
};

static bool differ(struct pair *pair, const char *what, char *one, char *other) {
    bool same = one && other && !strcmp(one, other);
    if (!same)
        subject_blame(pair->subject,
                      "ply %d: what seat %d may not see shows in its %s:\n  %s\n  %s",
                      pair->one->ply_count, pair->viewer, what, one ? one : "(nothing)",
                      other ? other : "(nothing)");
    mst_text_free(one);
    mst_text_free(other);
    return !same;
}

static char *hint(struct mst_match *match, enum mst_player_kind kind) {
    struct mst_player player = {.kind = kind, .seed = 7, .nodes = HINT_NODES};
    struct mst_player_info info;
    struct mst_error error = {0};
    struct mst_buf text = {0};
    mst_move move;
    if (mst_player_choose(match, &player, &move, &info, &error) != MST_OK)
        mst_buf_puts(&text, error.text);
    else
        mst_buf_printf(&text, "%s (%lld)", info.pv, (long long)info.score);
    return mst_buf_take(&text);
}

static bool same_answers(struct pair *pair, bool hints) {
    struct mst_error error = {0};
    int seat = pair->viewer;
    bool decides = seat >= 0 && mst_match_state(pair->one).to_move == seat;
    if (differ(pair, "position", mst_match_position_seen(pair->one, seat, &error),
               mst_match_position_seen(pair->other, seat, &error)) ||
        differ(pair, "scene", mst_match_scene(pair->one, seat, &error),
               mst_match_scene(pair->other, seat, &error)))
        return false;
    if (!decides)
        return true;
    if (differ(pair, "legal moves", mst_match_legal(pair->one, &error),
               mst_match_legal(pair->other, &error)) ||
        differ(pair, "explanation", mst_match_explain(pair->one, &error),
               mst_match_explain(pair->other, &error)))
        return false;
    return !hints || !(differ(pair, "hint", hint(pair->one, MST_PLAYER_LOOK),
                              hint(pair->other, MST_PLAYER_LOOK)) ||
                       differ(pair, "random move", hint(pair->one, MST_PLAYER_RANDOM),
                              hint(pair->other, MST_PLAYER_RANDOM)));
}

/* Are the masks of both positions the same block? */
static bool same_mask(struct subject *s, const struct mst_position *masked,
                      const struct mst_position *sample, int viewer) {
    struct mst_position *again = mst_position_mask(sample, viewer);
    struct mst_error error = {0};
    bool same =
        again && again->hash == masked->hash &&
        !memcmp(again->slots, masked->slots, (size_t)masked->schema->slots * sizeof *masked->slots);
    if (!same)
        subject_blame(s, "the mask of a sample for seat %d is not the mask it was made of", viewer);
    if (!mst_position_sound(masked, &error) || !mst_position_sound(sample, &error))
        subject_blame(s, "the mask for seat %d, or a sample of it: %s", viewer, error.text);
    mst_position_free(again);
    return same;
}

static bool look_as(struct walk *walk, int viewer, bool hints) {
    struct subject *s = walk->subject;
    struct mst_error error = {0};
    struct pair pair = {s, walk->match, mst_match_clone(walk->match, &error), viewer};
    struct mst_position *masked = mst_position_mask(walk->match->pos, viewer);
    struct mst_position *sample = masked ? mst_position_sample(masked, viewer, &walk->rng) : NULL;
    if (!pair.other || !sample || !mst_position_copy(pair.other->pos, sample))
        subject_blame(s, "out of memory");
    else if (same_mask(s, masked, sample, viewer))
        same_answers(&pair, hints);
    mst_position_free(sample);
    mst_position_free(masked);
    mst_match_free(pair.other);
    return !s->why.length;
}

bool check_no_leak(struct subject *s) {
    int most = number_from("MUSTER_LEAKS", POSITIONS), looked = 0;
    if (!s->ruleset->rules->schema->secrets)
        return true;
    for (int game = 0; looked < most && game < most && !s->why.length; game++) {
        struct walk walk;
        bool goes_on = walk_begin(s, game, &walk);
        for (; goes_on && looked < most; looked++) {
            for (int viewer = MST_NONE; viewer < mst_ruleset_seats(s->ruleset) && goes_on; viewer++)
                goes_on = look_as(&walk, viewer, looked % HINT_EVERY == 0);
            goes_on = goes_on && walk_step(&walk);
        }
        walk_end(&walk);
    }
    mst_buf_printf(&s->note, "%d positions looked at by everybody", looked);
    return !s->why.length;
}
