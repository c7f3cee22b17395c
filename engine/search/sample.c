/* Determinizations by the rules: see sample.h. */
#include "search/sample.h"

#include "core/together.h"
#include "core/secret.h"

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

/* ---- priors ---------------------------------------------------------------------------------- */

/* The weight of `value`, or -1 on failure. */
static int64_t weight_of(struct mst_play *play, const struct mst_prior *prior, int entity,
                         int64_t value) {
    const struct mst_field *field = &play->rules->schema->fields[prior->field];
    const struct mst_callbacks *callbacks = &play->rules->callbacks;
    bool game = field->of == MST_OF_GAME;
    int64_t args[2] = {game ? value : entity, value}, weight;
    if (prior->weights)
        return prior->weights[value - field->min];
    if (prior->function <= 0)
        return 1;
    if (callbacks->rule(callbacks->host, play, prior->function, prior->types, args, game ? 1 : 2,
                        &weight)) {
        if (weight >= 0 && weight <= MST_MOST_PRIOR)
            return weight;
        mst_play_fail(play, MST_SCRIPT_ERROR, "", "a prior must be 0 to %d, found %lld",
                      MST_MOST_PRIOR, (long long)weight);
    }
    mst_play_blame(play, prior->origin, field->name);
    return -1;
}

static bool write_value(struct mst_play *play, const struct mst_field *field, int entity,
                        int32_t value) {
    bool done = field->of == MST_OF_PIECE
                    ? mst_position_set_piece(play->pos, entity, field, value)
                    : mst_position_set(play->pos, field->first + entity * field->stride, value);
    return done || mst_play_unwritten(play);
}

/* Draw a value of the entity's field, which the viewer does not see. */
static bool draw(struct mst_play *play, const struct mst_prior *prior, int entity,
                 struct mst_rng *rng) {
    const struct mst_field *field = &play->rules->schema->fields[prior->field];
    int64_t weights[MST_MOST_PRIOR_VALUES], total = 0;
    int count = field->max - field->min + 1, chosen = 0;
    for (int i = 0; i < count; i++, total += weights[i - 1])
        if ((weights[i] = weight_of(play, prior, entity, field->min + i)) < 0)
            return false;
    if (!total)
        return true;
    int64_t at = (int64_t)mst_rng_below(rng, (uint64_t)total);
    while ((at -= weights[chosen]) >= 0)
        chosen++;
    return write_value(play, field, entity, field->min + chosen);
}

static bool draw_all(struct mst_play *play, int viewer, struct mst_rng *rng) {
    const struct mst_rules *rules = play->rules;
    for (int i = 0; i < rules->prior_count; i++) {
        const struct mst_prior *prior = &rules->priors[i];
        const struct mst_field *field = &rules->schema->fields[prior->field];
        for (int k = 0; k < mst_field_entities(rules->schema, field); k++)
            if (!mst_secret_seen(play->pos, field, k, viewer) && !draw(play, prior, k, rng))
                return false;
    }
    return true;
}

/* A copy of `masked` whose hidden fields are drawn. */
static struct mst_position *drawn(const struct mst_rules *rules, const struct mst_position *masked,
                                  int viewer, struct mst_rng *rng, struct mst_error *error) {
    struct mst_play play;
    struct mst_position *copy = mst_position_clone(masked);
    bool begun = copy && mst_play_init(&play, rules, copy);
    bool done = begun && draw_all(&play, viewer, rng);
    if (!begun)
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    else if (!done)
        *error = *play.error;
    if (begun)
        mst_play_clear(&play);
    if (done) {
        mst_position_settle(copy);
        return copy;
    }
    mst_position_free(copy);
    return NULL;
}

/* ---- all --------------------------------------------------------------------------------------
 */

struct mst_position *mst_play_sample(const struct mst_rules *rules,
                                     const struct mst_position *masked, int viewer,
                                     struct mst_rng *rng, struct mst_error *error) {
    struct mst_position *copy = NULL;
    mst_budget_next(rules->budget);
    if (rules->prior_count && !(copy = drawn(rules, masked, viewer, rng, error)))
        return NULL;
    struct mst_position *sample = mst_position_sample(copy ? copy : masked, viewer, rng);
    mst_position_free(copy);
    if (!sample)
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    else if (rules->together && !guess(rules, sample, viewer, rng, error)) {
        mst_position_free(sample);
        return NULL;
    }
    return sample;
}
