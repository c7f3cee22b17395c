/* The findings of a run: see findings.h. */
#include "lab/findings.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- counting -------------------------------------------------------------------------------- */

/* Which games count: those with this value of an axis; axis -1: all. */
struct filter {
    int axis, value;
};

static bool findings_is_in(const struct lab_sums *sums, const struct lab_played *game,
                           struct filter filter) {
    return filter.axis < 0 ||
           sums->plan->cells[game->cell].value[filter.axis] == (uint8_t)filter.value;
}

/* The only seat that has a value of the axis by seats, or -1. */
static int only_seat(const struct lab_plan *plan, const struct lab_cell *cell, int value) {
    int found = -1;
    for (int seat = 0; seat < plan->seats; seat++) {
        if (cell->by_seat[seat] != (uint8_t)value)
            continue;
        if (found >= 0)
            return -1;
        found = seat;
    }
    return found;
}

struct count {
    int64_t count, of;
    double expected; /* sum of the shares of an average seat */
};

static struct count count_side(const struct lab_sums *sums, int side, struct filter filter) {
    struct count c = {0};
    for (int64_t i = 0; i < sums->played; i++) {
        /* Games that nobody won, or several sides, say nothing about the sides. */
        int won = lab_sums_side(sums->plan, sums->games[i].winners);
        if (won < 0 || !findings_is_in(sums, &sums->games[i], filter))
            continue;
        c.of++;
        c.count += won == side;
        c.expected += 1.0 / sums->plan->sides;
    }
    return c;
}

/* The wins of the seat with a value. Between them, the values have every seat equally often (P1 of
 * plan.h), so that equal values win what an average seat wins. */
static struct count count_value(const struct lab_sums *sums, int value, struct filter filter) {
    struct count c = {0};
    for (int64_t i = 0; i < sums->played; i++) {
        const struct lab_played *game = &sums->games[i];
        int seat = only_seat(sums->plan, &sums->plan->cells[game->cell], value);
        if (seat < 0 || lab_sums_side(sums->plan, game->winners) < 0 ||
            !findings_is_in(sums, game, filter))
            continue;

        /* Allies win together: of four seats in two sides, an average seat wins half. */
        c.of++;
        c.count += game->winners >> seat & 1;
        for (int s = 0; s < sums->plan->seats; s++)
            c.expected += (game->winners >> s & 1) / (double)sums->plan->seats;
    }
    return c;
}

/* The games in which one of two values won and the other lost. */
static struct count count_pair(const struct lab_sums *sums, int value, int other) {
    struct count c = {0};
    for (int64_t i = 0; i < sums->played; i++) {
        const struct lab_played *game = &sums->games[i];
        const struct lab_cell *cell = &sums->plan->cells[game->cell];
        int a = only_seat(sums->plan, cell, value), b = only_seat(sums->plan, cell, other);
        /* Where both won or neither did, as allies or in a draw, none of them beat the other. */
        if (a < 0 || b < 0 || (game->winners >> a & 1) == (game->winners >> b & 1))
            continue;
        c.of++;
        c.count += game->winners >> a & 1;
        c.expected += 0.5;
    }
    return c;
}

/* The games that nobody won. */
static struct count count_drawn(const struct lab_sums *sums, struct filter filter) {
    struct count c = {0};
    for (int64_t i = 0; i < sums->played; i++)
        if (findings_is_in(sums, &sums->games[i], filter)) {
            c.of++;
            c.count += !sums->games[i].winners;
        }
    return c;
}

/* ---- the comparisons ------------------------------------------------------------------------- */

static const struct filter all_games = {-1, 0};

static struct lab_comparison *findings_append(struct lab_findings *findings, enum lab_topic topic,
                                              struct count c) {
    struct lab_comparison *list =
        realloc(findings->list, (size_t)(findings->count + 1) * sizeof *list);
    if (!list)
        return NULL;
    findings->list = list;

    /* Without games there is no average seat: half, about which the interval says nothing. */
    list[findings->count] =
        (struct lab_comparison){.topic = topic,
                                .axis = -1,
                                .value = -1,
                                .other = -1,
                                .count = c.count,
                                .of = c.of,
                                .expected = c.of ? c.expected / (double)c.of : 0.5};
    return &list[findings->count++];
}

static void name_side(const struct lab_plan *plan, int side, char *name, size_t size) {
    size_t at = 0;
    int allies = 0;
    for (int seat = 0; seat < plan->seats; seat++)
        allies += plan->side[seat] == side;
    for (int seat = 0; seat < plan->seats; seat++)
        if (plan->side[seat] == side && at < size)
            at += (size_t)snprintf(name + at, size - at, "%s%d",
                                   at           ? " and "
                                   : allies > 1 ? "seats "
                                                : "seat ",
                                   seat + 1);
}

/* Of two sides, the second has what the first has not. */
static int sides_to_tell(const struct lab_plan *plan) {
    return plan->sides == 2 ? 1 : plan->sides > 2 ? plan->sides : 0;
}

static bool add_sides(struct lab_findings *findings, const struct lab_sums *sums) {
    for (int side = 0; side < sides_to_tell(sums->plan); side++) {
        struct lab_comparison *c =
            findings_append(findings, LAB_TOPIC_SEAT, count_side(sums, side, all_games));
        if (!c)
            return false;
        c->value = side;
        name_side(sums->plan, side, c->subject, sizeof c->subject);
    }
    return true;
}

static bool add_values(struct lab_findings *findings, const struct lab_sums *sums) {
    int axis = sums->plan->by_seat;
    const struct lab_axis *a = &sums->plan->axes[axis < 0 ? 0 : axis];

    /* Of two values, each against all others is what the pair says. */
    for (int i = 0; axis >= 0 && a->count > 2 && i < a->count; i++) {
        struct lab_comparison *c =
            findings_append(findings, LAB_TOPIC_VALUE, count_value(sums, i, all_games));
        if (!c)
            return false;
        c->axis = axis;
        c->value = i;
        snprintf(c->subject, sizeof c->subject, "%s", a->values[i]);
    }

    for (int i = 0; axis >= 0 && i < a->count; i++)
        for (int j = i + 1; j < a->count; j++) {
            struct lab_comparison *c =
                findings_append(findings, LAB_TOPIC_PAIR, count_pair(sums, i, j));
            if (!c)
                return false;
            c->axis = axis;
            c->value = i;
            c->other = j;
            snprintf(c->subject, sizeof c->subject, "%s against %s", a->values[i], a->values[j]);
        }
    return true;
}

static bool add_option(struct lab_findings *findings, const struct lab_plan *plan,
                       struct filter filter, const char *what, struct count now,
                       struct count base) {
    struct lab_comparison *c = findings_append(findings, LAB_TOPIC_OPTION, now);
    if (!c)
        return false;
    const struct lab_axis *axis = &plan->axes[filter.axis];
    c->axis = filter.axis;
    c->value = filter.value;
    c->base_count = base.count;
    c->base_of = base.of;
    c->expected = 0;
    snprintf(c->subject, sizeof c->subject, "%s with %s = %s instead of %s", what, axis->name,
             axis->values[filter.value], axis->values[0]);
    snprintf(c->label, sizeof c->label, "%s: %s", axis->values[filter.value], what);
    return true;
}

/* How a value of an option changes the shares that it has with its first value. */
static bool add_changes(struct lab_findings *findings, const struct lab_sums *sums,
                        struct filter filter) {
    const struct lab_plan *plan = sums->plan;
    struct filter base = {filter.axis, 0};
    char what[100];
    bool added = true;
    assert(filter.axis >= 0 &&
           filter.value > 0); /* the first value is what others are compared with */

    for (int side = 0; added && side < sides_to_tell(plan); side++) {
        char name[60];
        name_side(plan, side, name, sizeof name);
        snprintf(what, sizeof what, "wins of %s", name);
        added = add_option(findings, plan, filter, what, count_side(sums, side, filter),
                           count_side(sums, side, base));
    }

    /* Where seats have values of their own, the option may help one of them; of two, what one wins
     * the other loses. */
    int values = plan->by_seat < 0 ? 0 : plan->axes[plan->by_seat].count;
    for (int i = 0; added && i < (values == 2 ? 1 : values); i++) {
        snprintf(what, sizeof what, "wins of %s", plan->axes[plan->by_seat].values[i]);
        added = add_option(findings, plan, filter, what, count_value(sums, i, filter),
                           count_value(sums, i, base));
    }

    return added && add_option(findings, plan, filter, "games nobody won",
                               count_drawn(sums, filter), count_drawn(sums, base));
}

static bool add_options(struct lab_findings *findings, const struct lab_sums *sums) {
    for (int i = 0; i < sums->plan->axis_count; i++)
        for (int v = 1; !sums->plan->axes[i].by_seat && v < sums->plan->axes[i].count; v++)
            if (!add_changes(findings, sums, (struct filter){i, v}))
                return false;
    return true;
}

/* ---- verdicts -------------------------------------------------------------------------------- */

static void findings_judge(struct lab_comparison *c, double error) {
    bool difference = c->topic == LAB_TOPIC_OPTION;
    c->interval = difference
                      ? lab_difference_interval(c->count, c->of, c->base_count, c->base_of, error)
                      : lab_exact_interval(c->count, c->of, error);
    c->share = c->of ? (double)c->count / (double)c->of : c->expected;
    if (difference) /* and without games before, no change */
        c->share -= c->base_of ? (double)c->base_count / (double)c->base_of : c->share;
    c->needed = lab_games_needed(difference ? 0.5 : c->expected, LAB_MARGIN, error);
    if (difference) /* of two groups, each of them uncertain */
        c->needed *= 4;
    assert(c->interval.low <= c->interval.high);

    /* F2: what the interval excludes is found; what it keeps within the margin does not matter. */
    c->verdict = c->interval.low > c->expected    ? LAB_MORE
                 : c->interval.high < c->expected ? LAB_LESS
                 : c->interval.low >= c->expected - LAB_MARGIN &&
                         c->interval.high <= c->expected + LAB_MARGIN
                     ? LAB_EVEN
                     : LAB_TOO_FEW;
}

bool lab_findings_make(struct lab_findings *findings, const struct lab_sums *sums) {
    *findings = (struct lab_findings){.count = 0};
    bool made =
        add_sides(findings, sums) && add_values(findings, sums) && add_options(findings, sums);

    /* F1: only now is known how many comparisons share the error. */
    findings->error = LAB_FAMILY_ERROR / (findings->count ? findings->count : 1);
    for (int i = 0; made && i < findings->count; i++)
        findings_judge(&findings->list[i], findings->error);
    return made;
}

void lab_findings_clear(struct lab_findings *findings) {
    free(findings->list);
    *findings = (struct lab_findings){.count = 0};
}

/* ---- words ----------------------------------------------------------------------------------- */

const char *lab_verdict_name(enum lab_verdict_word verdict) {
    static const char *const names[] = {"more", "less", "even", "too few"};
    return names[verdict];
}

static void say_verdict(const struct lab_comparison *c, struct mst_buf *out) {
    static const char *const of_shares[] = {"stronger", "weaker"};
    static const char *const of_changes[] = {"more", "fewer"};
    double points = 100 * LAB_MARGIN;
    if (c->verdict == LAB_EVEN)
        mst_buf_printf(out, "no difference of more than %.0f points", points);
    else if (c->verdict == LAB_TOO_FEW)
        mst_buf_printf(out, "too few games: a difference of %.0f points needs about %lld", points,
                       (long long)c->needed);
    else
        mst_buf_puts(out, (c->topic == LAB_TOPIC_OPTION ? of_changes : of_shares)[c->verdict]);
}

void lab_finding_say(const struct lab_comparison *c, struct mst_buf *out) {
    if (c->topic == LAB_TOPIC_OPTION)
        mst_buf_printf(
            out,
            "%s: %.1f %% of %lld against %.1f %% of %lld, a change of %+.1f points "
            "[%+.1f, %+.1f]: ",
            c->subject, c->of ? 100 * (double)c->count / (double)c->of : 0, (long long)c->of,
            c->base_of ? 100 * (double)c->base_count / (double)c->base_of : 0,
            (long long)c->base_of, 100 * c->share, 100 * c->interval.low, 100 * c->interval.high);
    else
        mst_buf_printf(
            out, "%s %s %.1f %% [%.1f, %.1f] of %lld games, expected %.1f %%: ", c->subject,
            strncmp(c->subject, "seats ", 6) ? "wins" : "win", 100 * c->share,
            100 * c->interval.low, 100 * c->interval.high, (long long)c->of, 100 * c->expected);
    say_verdict(c, out);
}
