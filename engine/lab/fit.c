/* Logistic regression by Newton's method: see fit.h. */
#include "lab/fit.h"

#include <math.h>
#include <string.h>

enum { STEPS = 12, HALVINGS = 8 };

/* ---- samples --------------------------------------------------------------------------------- */

static bool fit_grow(struct lab_samples *s) {
    int64_t capacity = s->capacity ? 2 * s->capacity : 1024;
    size_t n = (size_t)capacity;
    int32_t *values = mst_realloc(s->values, n * (size_t)s->features * sizeof *values);
    s->values = values ? values : s->values;
    uint8_t *results = mst_realloc(s->results, n);
    s->results = results ? results : s->results;
    int32_t *games = mst_realloc(s->games, n * sizeof *games);
    s->games = games ? games : s->games;
    if (!values || !results || !games)
        return false;
    s->capacity = capacity;
    return true;
}

int32_t *lab_samples_add(struct lab_samples *s, int32_t game, int result) {
    if (s->count == s->capacity && !fit_grow(s))
        return NULL;
    int32_t *values = s->values + s->count * s->features;
    memset(values, 0, (size_t)s->features * sizeof *values);
    s->results[s->count] = (uint8_t)result;
    s->games[s->count++] = game;
    return values;
}

void lab_samples_clear(struct lab_samples *samples) {
    mst_free(samples->values);
    mst_free(samples->results);
    mst_free(samples->games);
    *samples = (struct lab_samples){.features = samples->features};
}

static bool fit_is_in(const struct lab_samples *s, enum lab_part part, int64_t sample) {
    return part == LAB_PART_ALL ||
           (s->games[sample] % LAB_PART_OF == 0) == (part == LAB_PART_ASIDE);
}

void lab_fit_spread(const struct lab_samples *s, enum lab_part part, double *spread) {
    int64_t count = 0;
    for (int i = 0; i < s->features; i++)
        spread[i] = 0;
    for (int64_t k = 0; k < s->count; k++) {
        const int32_t *values = s->values + k * s->features;
        if (!fit_is_in(s, part, k))
            continue;
        count++;
        for (int i = 0; i < s->features; i++)
            spread[i] += (double)values[i] * values[i];
    }
    for (int i = 0; i < s->features; i++)
        spread[i] = count ? sqrt(spread[i] / (double)count) : 0;
}

/* ---- fitting --------------------------------------------------------------------------------- */

/* The work of a fit: only the features that are used, in units of their spread. */
struct work {
    const struct lab_samples *samples;
    enum lab_part part;
    int count;     /* of features used */
    int *which;    /* feature of each */
    double *scale; /* 1 / spread of each */
    double ridge;
    double *at, *next, *slope, *step; /* weights, gradient, and the way to go */
    double *bend;                     /* the matrix of second derivatives, count x count */
    double *x;                        /* of a sample */
};

static double sum_of(const struct work *w, const double *at, const int32_t *values) {
    double sum = 0;
    for (int i = 0; i < w->count; i++) {
        w->x[i] = values[w->which[i]] * w->scale[i];
        sum += at[i] * w->x[i];
    }
    return sum;
}

/* log(1 + exp(x)) without overflow. */
static double softplus(double x) {
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

/* The function that the fit minimises: the mean loss and the penalty. */
static double cost(const struct work *w, const double *at) {
    const struct lab_samples *s = w->samples;
    double loss = 0, penalty = 0;
    int64_t count = 0;
    for (int64_t k = 0; k < s->count; k++) {
        if (!fit_is_in(s, w->part, k))
            continue;
        double sum = sum_of(w, at, s->values + k * s->features);
        loss += softplus(sum) - s->results[k] / 2.0 * sum;
        count++;
    }
    for (int i = 0; i < w->count; i++)
        penalty += at[i] * at[i];
    return (count ? loss / (double)count : 0) + w->ridge / 2 * penalty;
}

/* Gradient and second derivatives at w->at. */
static void derive(struct work *w) {
    const struct lab_samples *s = w->samples;
    int n = w->count;
    int64_t count = 0;
    memset(w->slope, 0, (size_t)n * sizeof *w->slope);
    memset(w->bend, 0, (size_t)n * (size_t)n * sizeof *w->bend);

    for (int64_t k = 0; k < s->count; k++) {
        if (!fit_is_in(s, w->part, k))
            continue;
        double p = 1 / (1 + exp(-sum_of(w, w->at, s->values + k * s->features)));
        double off = p - s->results[k] / 2.0, weight = p * (1 - p);
        count++;

        /* Most features of a position are 0. The second derivatives are symmetric: half of them
         * are computed. */
        for (int i = 0; i < n; i++) {
            if (w->x[i] == 0)
                continue;
            w->slope[i] += off * w->x[i];
            for (int j = 0; j <= i; j++)
                w->bend[i * n + j] += weight * w->x[i] * w->x[j];
        }
    }

    for (int i = 0; i < n; i++) {
        w->slope[i] = (count ? w->slope[i] / (double)count : 0) + w->ridge * w->at[i];
        for (int j = 0; j <= i; j++)
            w->bend[i * n + j] = count ? w->bend[i * n + j] / (double)count : 0;
        w->bend[i * n + i] += w->ridge;
    }
}

/* Solve bend x step = slope by Cholesky decomposition, in place. The penalty keeps it definite. */
static void fit_solve(struct work *w) {
    int n = w->count;
    double *a = w->bend;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = a[i * n + j]; /* of the part below the diagonal, which is all there is */
            for (int k = 0; k < j; k++)
                sum -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = i == j ? sqrt(sum > 1e-12 ? sum : 1e-12) : sum / a[j * n + j];
        }
    }

    /* The two triangles, one after the other; the step serves as the result of the first. */
    for (int i = 0; i < n; i++) {
        double sum = w->slope[i];
        for (int k = 0; k < i; k++)
            sum -= a[i * n + k] * w->step[k];
        w->step[i] = sum / a[i * n + i];
    }

    for (int i = n - 1; i >= 0; i--) {
        double sum = w->step[i];
        for (int k = i + 1; k < n; k++)
            sum -= a[k * n + i] * w->step[k];
        w->step[i] = sum / a[i * n + i];
    }
}

/* Go along the step, less far as long as that is no better. False if nothing is better. */
static bool advance(struct work *w, double *now) {
    double share = 1;
    for (int i = 0; i <= HALVINGS; i++, share /= 2) {
        for (int k = 0; k < w->count; k++)
            w->next[k] = w->at[k] - share * w->step[k];
        double there = cost(w, w->next);
        if (there < *now) {
            memcpy(w->at, w->next, (size_t)w->count * sizeof *w->at);
            *now = there;
            return true;
        }
    }
    return false;
}

static bool open_work(struct work *w, const bool *used) {
    size_t features = (size_t)w->samples->features + 1;
    double *spread = mst_calloc(features, sizeof *spread);
    w->which = mst_calloc(features, sizeof *w->which);
    w->scale = mst_calloc(7 * features, sizeof *w->scale);

    if (spread && w->which && w->scale) {
        lab_fit_spread(w->samples, w->part, spread);
        for (int i = 0; i < w->samples->features; i++)
            if (used[i] && spread[i] > 0) {
                w->scale[w->count] = 1 / spread[i];
                w->which[w->count++] = i;
            }

        /* One block for the lists of numbers by feature. */
        w->at = w->scale + features;
        w->next = w->at + features;
        w->slope = w->next + features;
        w->step = w->slope + features;
        w->x = w->step + features;
        w->bend = mst_calloc((size_t)w->count * (size_t)w->count + 1, sizeof *w->bend);
    }

    mst_free(spread);
    return w->bend != NULL;
}

bool lab_fit(const struct lab_samples *samples, enum lab_part part, const bool *used, double ridge,
             double *weights) {
    struct work w = {.samples = samples, .part = part, .ridge = ridge};
    bool done = open_work(&w, used);

    if (done) {
        double now = cost(&w, w.at);
        for (int step = 0; step < STEPS; step++) {
            derive(&w);
            fit_solve(&w);
            if (!advance(&w, &now))
                break;
        }

        /* Back from units of the spread to those of the features. */
        for (int i = 0; i < samples->features; i++)
            weights[i] = 0;
        for (int i = 0; i < w.count; i++)
            weights[w.which[i]] = w.at[i] * w.scale[i];
    }

    mst_free(w.which);
    mst_free(w.scale);
    mst_free(w.bend);
    return done;
}

struct lab_predicted lab_fit_predict(const struct lab_samples *s, enum lab_part part,
                                     const double *weights) {
    struct lab_predicted predicted = {.count = 0};
    int64_t decided = 0, right = 0;
    for (int64_t k = 0; k < s->count; k++) {
        if (!fit_is_in(s, part, k))
            continue;
        double sum = 0;
        for (int i = 0; i < s->features; i++)
            sum += weights[i] * s->values[k * s->features + i];
        predicted.loss += softplus(sum) - s->results[k] / 2.0 * sum;
        predicted.count++;
        decided += s->results[k] != 1;
        right += (s->results[k] == 2 && sum > 0) || (s->results[k] == 0 && sum < 0);
    }
    predicted.loss /= predicted.count ? (double)predicted.count : 1;
    predicted.right = decided ? (double)right / (double)decided : 0.5;
    return predicted;
}
