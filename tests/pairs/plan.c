/* Rows in which any two values meet: see plan.h. A row begins with two values that have not met
 * yet; each further factor takes the value that meets most others for the first time. */
#include "pairs/plan.h"

#include <stdio.h>
#include <string.h>

enum { SEED = 20, TRIES = 60 };

/* ---- what goes together ---------------------------------------------------------------------- */

/* Set a value and what the manifests make of it. False when something else was set before. */
static bool put(const struct plan *plan, int *row, int index, int value) {
    const struct factor *factor = &plan->factors[index];
    if (row[index] != UNSET)
        return row[index] == value;
    row[index] = value;
    bool good = true;
    if (!factor->is_module)
        return value == ABSENT || factor->module < 0 || put(plan, row, factor->module, ON);
    for (int i = 0; i < plan->count && good; i++) {
        const struct factor *other = &plan->factors[i];
        if (value == ON && factor->needs[i])
            good = put(plan, row, i, ON);
        else if (value == ON && (factor->excludes[i] || other->excludes[index]))
            good = put(plan, row, i, OFF);
        else if (value == OFF && other->is_module && other->needs[index])
            good = put(plan, row, i, OFF);
        else if (value == OFF && other->module == index)
            good = put(plan, row, i, ABSENT);
    }
    return good;
}

/* Mark in `barred` what the row, as far as it is set, no longer allows. False when it holds
 * something that was refused. */
static bool bar(const struct plan *plan, const int *row, bool (*barred)[VALUES]) {
    for (int i = 0; i < plan->refused_count; i++) {
        const struct refused *refused = &plan->refused[i];
        int same = 0, open = -1;
        for (int k = 0; k < refused->count; k++)
            if (row[refused->factors[k]] == refused->values[k])
                same++;
            else if (row[refused->factors[k]] == UNSET)
                open = k;
        if (same == refused->count)
            return false;
        if (same == refused->count - 1 && open >= 0)
            barred[refused->factors[open]][refused->values[open]] = true;
    }
    return true;
}

/* Set what has one value left; `*changed` when there was any. False when something has none. */
static bool force(const struct plan *plan, int *row, bool (*barred)[VALUES], bool *changed) {
    for (int f = 0; f < plan->count; f++) {
        const struct factor *factor = &plan->factors[f];
        int left = 0, last = 0;
        for (int v = 0; v < factor->count; v++)
            if (!barred[f][v]) {
                left++;
                last = v;
            }
        bool absent = factor->module >= 0 && row[factor->module] != ON; /* it may yet be */
        if (row[f] != UNSET || left > 1 || (left == 1 && absent) || left == factor->count)
            continue;
        *changed = true;
        if (left ? !put(plan, row, f, last) : !absent || !put(plan, row, factor->module, OFF))
            return false;
    }
    return true;
}

/* Set what follows from what is set and was refused before. False when the row cannot be. */
static bool settle(const struct plan *plan, int *row) {
    for (bool changed = true; changed;) {
        bool barred[FACTORS][VALUES] = {{false}};
        changed = false;
        if (!bar(plan, row, barred) || !force(plan, row, barred, &changed))
            return false;
    }
    return true;
}

void plan_initial(const struct plan *plan, int *row) {
    for (int i = 0; i < plan->count; i++)
        row[i] = plan->factors[i].initial;
}

bool plan_change(const struct plan *plan, int *row, int factor, int value) {
    int changed[FACTORS];
    for (int i = 0; i < plan->count; i++)
        changed[i] = UNSET;
    if (!put(plan, changed, factor, value))
        return false;
    for (int i = 0; i < plan->count; i++) {
        const struct factor *f = &plan->factors[i];
        if (changed[i] != UNSET)
            row[i] = changed[i];
        if (row[i] == ABSENT && (f->module < 0 || row[f->module] == ON))
            row[i] = f->initial == ABSENT ? 0 : f->initial;
        else if (f->module >= 0 && row[f->module] == OFF)
            row[i] = ABSENT;
    }
    return true;
}

/* ---- which values have met ------------------------------------------------------------------- */

enum { NOT_MET, MET, IMPOSSIBLE, LEFT_OUT };

static uint8_t *plan_met(const struct plan *plan, int f, int v, int g, int u) {
    int a = f * VALUES + v, b = g * VALUES + u;
    return &plan->met[a < b ? a * FACTORS * VALUES + b : b * FACTORS * VALUES + a];
}

/* Values of a row that this one would meet for the first time. */
static int news(const struct plan *plan, const int *row, int f, int v) {
    int count = 0;
    for (int g = 0; g < plan->count; g++)
        count += g != f && row[g] >= 0 && *plan_met(plan, f, v, g, row[g]) == NOT_MET;
    return count;
}

static void note_row(struct plan *plan, const int *row) {
    for (int f = 0; f < plan->count; f++)
        for (int g = 0; g < f; g++)
            if (row[f] >= 0 && row[g] >= 0)
                *plan_met(plan, f, row[f], g, row[g]) = MET;
}

/* Count the pairs, and mark those that the manifests bar. */
static void count_pairs(struct plan *plan) {
    int row[FACTORS];
    for (int f = 0; f < plan->count; f++)
        for (int g = 0; g < f; g++)
            for (int k = 0; k < plan->factors[f].count * plan->factors[g].count; k++) {
                int v = k % plan->factors[f].count, u = k / plan->factors[f].count;
                for (int i = 0; i < plan->count; i++)
                    row[i] = UNSET;
                bool possible = put(plan, row, f, v) && put(plan, row, g, u);
                *plan_met(plan, f, v, g, u) = possible ? NOT_MET : IMPOSSIBLE;
                plan->pairs += possible;
                plan->impossible += !possible;
            }
}

/* ---- making rows ----------------------------------------------------------------------------- */

/* Give factor `f` the value that is worth most, or not `greedy` any. False when none can be. */
static bool choose(struct plan *plan, int *row, int f, bool greedy) {
    int best[FACTORS], most = -1;
    for (int v = 0; v < plan->factors[f].count; v++) {
        int tried[FACTORS];
        memcpy(tried, row, sizeof tried);
        int count = (greedy ? news(plan, row, f, v) * 16 : 0) + (int)mst_rng_below(&plan->rng, 16);
        if (count > most && put(plan, tried, f, v) && settle(plan, tried)) {
            most = count;
            memcpy(best, tried, sizeof best);
        }
    }
    if (most >= 0)
        memcpy(row, best, sizeof best);
    return most >= 0;
}

/* Complete a row in which some values stand: modules first, in an order of chance. */
static bool complete(struct plan *plan, int *row, bool greedy) {
    int order[FACTORS];
    for (int i = 0; i < plan->count; i++) {
        int at = (int)mst_rng_below(&plan->rng, (uint64_t)i + 1);
        order[i] = order[at];
        order[at] = i;
    }
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < plan->count; i++) {
            int f = order[i];
            if (plan->factors[f].is_module == (pass == 0) && row[f] == UNSET &&
                !choose(plan, row, f, greedy))
                return false;
        }
    return true;
}

/* A row with these two values that holds nothing refused so far. */
static bool make_row(struct plan *plan, int f, int v, int g, int u, int *row) {
    for (int try = 0; try < TRIES; try++) {
        for (int i = 0; i < FACTORS; i++)
            row[i] = UNSET;
        if (!put(plan, row, f, v) || !put(plan, row, g, u) || !settle(plan, row))
            return false;
        if (complete(plan, row, try < TRIES / 2))
            return true;
    }
    return false;
}

/* Add what is refused, or a row; in rooms of 64. */
static void *room(void *list, int count, size_t size) {
    return count % 64 ? list : mst_realloc(list, ((size_t)count + 64) * size);
}

/* Let the two values meet, or find that they may not. False when the judge ends it. */
static bool meet(struct plan *plan, int f, int v, int g, int u, plan_judge *judge, void *context) {
    int row[FACTORS];
    while (make_row(plan, f, v, g, u, row)) {
        struct refused why = {0};
        if (judge(context, row, &why)) {
            plan->rows = room(plan->rows, plan->row_count, sizeof *plan->rows);
            memcpy(plan->rows[plan->row_count++], row, sizeof row);
            note_row(plan, row);
            return true;
        }
        if (!why.count)
            return false;
        plan->refused = room(plan->refused, plan->refused_count, sizeof *plan->refused);
        plan->refused[plan->refused_count++] = why;
    }
    *plan_met(plan, f, v, g, u) = LEFT_OUT;
    plan->left_out++;
    return true;
}

bool plan_cover(struct plan *plan, plan_judge *judge, void *context) {
    plan->met = mst_calloc((size_t)FACTORS * VALUES * FACTORS, VALUES);
    mst_rng_seed(&plan->rng, SEED);
    count_pairs(plan);
    for (int f = 0; f < plan->count; f++)
        for (int g = 0; g < f; g++)
            for (int k = 0; k < plan->factors[f].count * plan->factors[g].count; k++) {
                int v = k % plan->factors[f].count, u = k / plan->factors[f].count;
                if (*plan_met(plan, f, v, g, u) == NOT_MET &&
                    !meet(plan, f, v, g, u, judge, context))
                    return false;
            }
    return true;
}
