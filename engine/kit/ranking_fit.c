/* The best rank of one group: see ranking_fit.h.
 *
 * Each category is searched separately for its largest sum, best category first. The first category
 * with a result is the answer. A group that is found may also fit a better category, but then the
 * search for that category found a result already, so nothing is missed. */
#include "kit/ranking_fit.h"

/* A group restricted to one suit, or over all suits: the values of each piece, and the supply. */
struct view {
    uint64_t domain[KIT_MOST_GROUP];
    int count, more;
    const uint8_t *supply;
    uint64_t supplied;
};

static inline int lowest(uint64_t bits) {
    assert(bits); /* of 0 the result is undefined */
    return __builtin_ctzll(bits);
}

static inline int highest(uint64_t bits) {
    assert(bits);
    return 63 - __builtin_clzll(bits);
}

/* ---- views ----------------------------------------------------------------------------------- */

/* False if some piece cannot have this suit. */
static bool view_suit(const struct kit_group *group, int suit, struct view *view) {
    view->count = group->count;
    view->more = group->more;
    view->supply = group->supply->of[suit];
    view->supplied = group->supply->values[suit];
    for (int i = 0; i < group->count; i++)
        if (!(view->domain[i] = group->pieces[i].of[suit])) /* it spoils the whole suit */
            return false;
    return true;
}

/* False if some piece cannot count as anything. */
static bool view_all(const struct kit_group *group, int suits, struct view *view) {
    view->count = group->count;
    view->more = group->more;
    view->supply = group->supply->any;
    view->supplied = group->supply->any_values;
    for (int i = 0; i < group->count; i++) {
        view->domain[i] = 0;
        for (int suit = 0; suit < suits; suit++)
            view->domain[i] |= group->pieces[i].of[suit];
        if (!view->domain[i])
            return false;
    }
    return true;
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* The sum of the `wanted` highest pieces of the supply, after `taken` pieces of `value` are
 * removed. -1 if there are too few. */
static int highest_pieces(const struct view *view, int wanted, int value, int taken) {
    int sum = 0;
    for (uint64_t rest = view->supplied; rest && wanted; rest ^= 1ULL << highest(rest)) {
        int at = highest(rest);
        int there = view->supply[at] - (at == value ? taken : 0);
        assert(there >= 0);
        int use = there < wanted ? there : wanted;
        sum += use * at;
        wanted -= use;
    }
    return wanted ? -1 : sum;
}

static int largest_sum(const struct view *view) {
    int sum = highest_pieces(view, view->more, 0, 0); /* without conditions, each takes its best */
    for (int i = 0; sum >= 0 && i < view->count; i++)
        sum += highest(view->domain[i]);
    return sum;
}

/* ---- equal values ---------------------------------------------------------------------------- */

/* The largest sum with at least `equal` pieces of `value`, or -1. Every piece takes its highest
 * value, except those that lose the least by taking `value`. */
static int equal_at(const struct view *view, int equal, int value) {
    int loss[KIT_MOST_GROUP], able = 0, free_sum = 0, best = -1;
    int supply = view->supply[value] < view->more ? view->supply[value] : view->more;

    for (int i = 0; i < view->count; i++)
        able += (int)(view->domain[i] >> value & 1);
    if (able + supply < equal)
        return -1;

    /* Losses, ascending: what each piece that can take `value` gives up by it. */
    able = 0;
    for (int i = 0; i < view->count; i++) {
        int top = highest(view->domain[i]), k;
        free_sum += top;
        if (!(view->domain[i] >> value & 1))
            continue;
        for (k = able++; k > 0 && loss[k - 1] > top - value; k--)
            loss[k] = loss[k - 1];
        loss[k] = top - value;
    }

    /* So many come from the supply, and the rest are those of the group that lose the least. */
    for (int taken = equal > able ? equal - able : 0; taken <= supply; taken++) {
        int sum = highest_pieces(view, view->more - taken, value, taken);
        if (sum < 0)
            continue;
        sum += free_sum + taken * value;
        for (int i = 0; i < equal - taken; i++)
            sum -= loss[i];
        best = sum > best ? sum : best;
    }
    return best;
}

static int largest_equal(const struct kit_ranking *ranking, const struct view *view) {
    int size = view->count + view->more, best = -1;
    int equal = ranking->partial && ranking->partial < size ? ranking->partial : size;
    uint64_t values = view->supplied;
    for (int i = 0; i < view->count; i++)
        values |= view->domain[i];

    for (; values; values ^= 1ULL << highest(values)) {
        int sum = equal_at(view, equal, highest(values));
        best = sum > best ? sum : best;
    }
    return best;
}

/* ---- runs ------------------------------------------------------------------------------------ */

/* An assignment of pieces to the members of a run: a perfect matching. */
struct line {
    unsigned may[KIT_MOST_GROUP]; /* the members that a piece can be, as bits */
    int holder[KIT_MOST_GROUP];   /* piece of a member, or -1 */
};

/* Find a member for the piece; whoever holds it looks for another one (an augmenting path). */
static bool stand(struct line *line, int piece, unsigned *tried) {
    for (unsigned rest; (rest = line->may[piece] & ~*tried) != 0;) {
        int member = lowest(rest);
        *tried |= 1U << member;
        if (line->holder[member] < 0 || stand(line, line->holder[member], tried)) {
            line->holder[member] = piece;
            return true;
        }
    }
    return false;
}

/* The values, plus those that the lowest one stands for above `around`. */
static inline uint64_t with_around(const struct kit_ranking *ranking, uint64_t values) {
    return ranking->around < 0 ? values
                               : values | (values >> ranking->lowest & 1) << (ranking->around + 1);
}

/* Is a run from `start` possible? A piece of the supply can be any member that the supply contains,
 * because all members differ. */
static bool makes_run(const struct kit_ranking *ranking, const struct view *view, int start) {
    /* Only a run that goes above `around` may use the lowest value there, not one that has it. */
    bool high = ranking->lowest < start && start <= ranking->around;
    int size = view->count + view->more;
    unsigned full = (1U << size) - 1, reached = 0;
    struct line line;

    assert(size >= 1 && size <= KIT_MOST_GROUP);
    for (int i = 0; i < size; i++) {
        uint64_t values = i < view->count ? view->domain[i] : view->supplied;
        values = high ? with_around(ranking, values) : values;
        line.may[i] = (unsigned)(values >> start) & full;
        line.holder[i] = -1;
        reached |= line.may[i];
    }
    if (reached != full)
        return false; /* nobody can be some member: mostly this decides */

    for (int i = 0; i < size; i++) {
        unsigned tried = 0;
        if (!stand(&line, i, &tried))
            return false;
    }
    return true;
}

/* The highest start of a possible run above `floor`, or -1. */
static int highest_run(const struct kit_ranking *ranking, const struct view *view, int floor) {
    int size = view->count + view->more, first = floor + 1, last;
    uint64_t all = with_around(ranking, view->supplied);

    /* Bounds for the start: each piece must be a member. */
    for (int i = 0; i < view->count; i++)
        all |= with_around(ranking, view->domain[i]);
    last = all ? highest(all) - size + 1 : -1;
    for (int i = 0; i < view->count; i++) {
        int top = highest(with_around(ranking, view->domain[i]));
        int from = lowest(view->domain[i]) - size + 1;
        last = top < last ? top : last;      /* it must reach the start ... */
        first = from > first ? from : first; /* ... and the run must reach it */
    }

    while (last >= first && !makes_run(ranking, view, last))
        last--;
    return last >= first ? last : -1;
}

/* ---- categories ------------------------------------------------------------------------------ */

static int run_sum(int start, int size) {
    return start < 0 ? -1 : size * start + size * (size - 1) / 2;
}

/* The largest sum of a category, or -1. `best` is the result of an earlier suit, or -1. */
static int view_sum(const struct kit_ranking *ranking, const struct kit_category *category,
                    const struct view *view, int best) {
    int size = view->count + view->more;
    if (!category->run)
        return category->equal ? largest_equal(ranking, view) : largest_sum(view);
    return run_sum(highest_run(ranking, view, best < 0 ? -1 : (best - run_sum(0, size)) / size),
                   size);
}

static int category_sum(const struct kit_ranking *ranking, const struct kit_category *category,
                        const struct kit_group *group) {
    struct view view;
    int best = -1;
    if (!category->suit)
        return view_all(group, ranking->suit_count, &view) ? view_sum(ranking, category, &view, -1)
                                                           : -1;

    for (int suit = 0; suit < ranking->suit_count; suit++) {
        if (!view_suit(group, suit, &view))
            continue;
        int sum = view_sum(ranking, category, &view, best); /* only what is better matters */
        best = sum > best ? sum : best;
    }
    return best;
}

int64_t kit_group_rank(const struct kit_ranking *ranking, const struct kit_group *group) {
    for (int i = 0; i < ranking->category_count; i++) {
        int sum = category_sum(ranking, &ranking->categories[i], group);
        if (sum >= 0)
            return 1000 * (int64_t)(ranking->category_count - i) + sum; /* RK1 */
    }
    return 0;
}
