/* Determinizations by the rules: see sample.h. */
#include "play/sample.h"

#include "play/together.h"
#include "state/secret.h"

/* Let the other seats have chosen. */
static bool guess(const struct mst_rules *rules, struct mst_position *sample, int viewer,
                  struct mst_rng *rng, struct mst_error *error) {
    struct mst_play play;
    bool done = mst_play_init(&play, rules, sample);
    if (!done)
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    else if (!mst_together_guess(&play, viewer, rng)) {
        *error = *play.error;
        done = false;
    }
    mst_play_clear(&play);
    mst_position_settle(sample);
    return done;
}

struct mst_position *mst_play_sample(const struct mst_rules *rules,
                                     const struct mst_position *masked, int viewer,
                                     struct mst_rng *rng, struct mst_error *error) {
    struct mst_position *sample = mst_position_sample(masked, viewer, rng);
    if (!sample)
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    else if (rules->together && !guess(rules, sample, viewer, rng, error)) {
        mst_position_free(sample);
        return NULL;
    }
    return sample;
}
