/* Determinizations by the rules: see sample.h. */
#include "search/sample.h"

#include <assert.h>

#include "core/together.h"
#include "core/secret.h"
#include "search/deal.h"

/* Let the other seats have chosen. */
static bool guess(const struct core_rules *rules, struct core_position *sample, int viewer,
                  struct mst_rng *rng, struct mst_error *error) {
    struct core_play play;
    bool done = core_play_init(&play, rules, sample);
    if (!done)
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    else if (!search_together_guess(&play, viewer, rng)) {
        *error = *play.error;
        done = false;
    }

    /* A determinization has no past: nothing of it is ever taken back. */
    core_play_clear(&play);
    core_position_settle(sample);
    return done;
}

/* ---- priors ---------------------------------------------------------------------------------- */

/* The weight of `value`, or -1 on failure. */
static int64_t weight_of(struct core_play *play, const struct core_prior *prior, int entity,
                         int64_t value) {
    const struct core_field *field = &play->rules->schema->fields[prior->field];
    const struct core_callbacks *callbacks = &play->rules->callbacks;
    bool game = field->of == CORE_OF_GAME;
    int64_t args[2] = {game ? value : entity, value}, weight;

    /* Weights that follow from nothing but the value are a table. */
    if (prior->weights)
        return prior->weights[value - field->min];
    if (prior->function <= 0)
        return 1;

    /* The function is given what it is about: an entity, except for a field of the game, and the
     * value. */
    if (callbacks->rule(callbacks->host, play, prior->function, prior->types, args, game ? 1 : 2,
                        &weight)) {
        if (weight >= 0 && weight <= CORE_MOST_PRIOR)
            return weight;
        core_play_fail(play, MST_SCRIPT_ERROR, "", "a prior must be 0 to %d, found %lld",
                       CORE_MOST_PRIOR, (long long)weight);
    }

    core_play_blame(play, prior->origin, field->name);
    return -1;
}

static bool sample_write_value(struct core_play *play, const struct core_field *field, int entity,
                               int32_t value) {
    bool done = field->of == CORE_OF_PIECE
                    ? core_position_set_piece(play->pos, entity, field, value)
                    : core_position_set(play->pos, field->first + entity * field->stride, value);
    return done || core_play_unwritten(play);
}

/* Draw a value of the entity's field, which the viewer does not see. */
static bool sample_draw(struct core_play *play, const struct core_prior *prior, int entity,
                        struct mst_rng *rng) {
    const struct core_field *field = &play->rules->schema->fields[prior->field];
    int64_t weights[CORE_MOST_PRIOR_VALUES], total = 0;
    assert(field->max - field->min < CORE_MOST_PRIOR_VALUES);
    int count = field->max - field->min + 1, chosen = 0;

    for (int i = 0; i < count; i++, total += weights[i - 1])
        if ((weights[i] = weight_of(play, prior, entity, field->min + i)) < 0)
            return false;

    /* No value is possible: keep the initial one. */
    if (!total)
        return true;

    int64_t at = (int64_t)mst_rng_below(rng, (uint64_t)total);
    while ((at -= weights[chosen]) >= 0)
        chosen++;

    return sample_write_value(play, field, entity, field->min + chosen);
}

static bool draw_all(struct core_play *play, int viewer, struct mst_rng *rng) {
    const struct core_rules *rules = play->rules;
    for (int i = 0; i < rules->prior_count; i++) {
        const struct core_prior *prior = &rules->priors[i];
        const struct core_field *field = &rules->schema->fields[prior->field];
        /* Each draw sees those before it, because it is written at once. */
        for (int k = 0; k < core_field_entities(rules->schema, field); k++)
            if (!core_secret_seen(play->pos, field, k, viewer) && !sample_draw(play, prior, k, rng))
                return false;
    }
    return true;
}

/* A copy of `masked` whose hidden fields are drawn. */
static struct core_position *drawn(const struct core_rules *rules,
                                   const struct core_position *masked, int viewer,
                                   struct mst_rng *rng, struct mst_error *error) {
    struct core_play play;
    struct core_position *copy = core_position_clone(masked);

    bool begun = copy && core_play_init(&play, rules, copy);
    bool done = begun && draw_all(&play, viewer, rng);

    if (!begun)
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    else if (!done)
        *error = *play.error;
    /* The error was copied: it belongs to the play. */
    if (begun)
        core_play_clear(&play);

    if (done) {
        core_position_settle(copy);
        return copy;
    }

    core_position_free(copy);
    return NULL;
}

/* ---- all --------------------------------------------------------------------------------------
 */

struct core_position *search_play_sample(const struct core_rules *rules,
                                         const struct core_position *masked, int viewer,
                                         struct mst_rng *rng, struct mst_error *error) {
    assert(masked->masked);
    struct core_position *copy = NULL;

    core_budget_next(rules->budget);
    if (rules->prior_count && !(copy = drawn(rules, masked, viewer, rng, error)))
        return NULL;

    /* Values first: pieces are dealt by what they look like, which fields are a part of. */
    struct core_position *sample = search_position_sample(copy ? copy : masked, viewer, rng);
    core_position_free(copy);

    if (!sample)
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
    else if (rules->together && !guess(rules, sample, viewer, rng, error)) {
        core_position_free(sample);
        return NULL;
    }
    return sample;
}
