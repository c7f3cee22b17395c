/* Which of two incomplete groups will be the better? An estimate, for evaluations: see ranking.h.
 *
 * Each group has an outlook: how likely it ends in each category, and with which sum. A category
 * has targets, such as the three pieces of a run. A target is as likely as all the pieces that it
 * still lacks: one that is held is nearly sure, one of the pool comes at times. Chances are in
 * thousandths, and everything is counted in integers. */
#include <string.h>

#include "kit/ranking_fit.h"
#include "core/secret.h"

enum {
    WHOLE = 1000,
    HELD = 850,     /* a piece that is held ends up in this group */
    OTHER_WAYS = 4, /* so many targets that lack more pieces count as one */
    POINT = 60,     /* what a point of the sum is worth between two groups of one category */
    WORK_OF_A_CHANCE = 150,
};

/* How many pieces of each face are held, and how many may come. */
struct reserve {
    uint8_t held[KIT_MOST_SUITS][KIT_RANKING_VALUES], pool[KIT_MOST_SUITS][KIT_RANKING_VALUES];
};

struct outlook {
    int64_t share[KIT_MOST_CATEGORIES]; /* by category; the rest fits none */
    int64_t sum[KIT_MOST_CATEGORIES];
    int64_t rank; /* of a complete group, or -1 */
};

/* A group, as far as it is known. */
struct draft {
    const struct kit_ranking *ranking;
    struct reserve reserve;
    struct kit_face fixed[KIT_MOST_GROUP], wild[KIT_MOST_GROUP];
    int fixed_count, wild_count, lacking, size;
    int64_t fixed_sum, wild_sum;
    int lowest, highest; /* values of the pool */
    int least, most;     /* values of the fixed pieces */
};

/* ---- what is known --------------------------------------------------------------------------- */

static void draft_group(struct draft *draft, const struct kit_ranking *ranking,
                        const struct core_position *pos, int place, int size) {
    const struct core_field *fields = pos->schema->fields;

    draft->ranking = ranking;
    draft->size = size;
    draft->lacking = size - core_count(pos, place);
    draft->lowest = draft->least = KIT_MOST_VALUE; /* the highest ones are 0: the draft is zeroed */

    for (int p = core_top(pos, place); p != MST_NONE; p = core_piece(pos, p, CORE_PIECE_BELOW)) {
        struct kit_face face = {.suits = core_get_field(pos, &fields[ranking->suits], p),
                                .low = core_get_field(pos, &fields[ranking->low], p),
                                .high = core_get_field(pos, &fields[ranking->high], p)};
        bool wild = (face.suits & (face.suits - 1)) || face.low < face.high;
        if (draft->fixed_count + draft->wild_count == KIT_MOST_GROUP)
            break; /* a place may hold more than a group */

        *(wild ? &draft->wild_sum : &draft->fixed_sum) += face.high;
        if (wild) {
            draft->wild[draft->wild_count++] = face;
            continue;
        }

        draft->fixed[draft->fixed_count++] = face;
        draft->least = face.low < draft->least ? face.low : draft->least;
        draft->most = face.low > draft->most ? face.low : draft->most;
    }
}

/* Count the pool for both groups: what one holds never comes to the other. */
static void draft_reserve(struct draft *one, struct draft *two, const struct core_position *pos,
                          int64_t held, int64_t others) {
    const struct kit_ranking *ranking = one->ranking;
    for (int i = 0; i < ranking->candidate_count; i++) {
        struct kit_candidate candidate = ranking->candidates[i];
        int place = core_piece(pos, candidate.piece, CORE_PIECE_PLACE);
        if (!(ranking->sources[place] & 1) || candidate.face < KIT_MOST_WILDS)
            continue; /* wilds that may come are left out of the estimate */

        struct kit_pair pair = ranking->pairs[candidate.face - KIT_MOST_WILDS];
        if (place == held)
            one->reserve.held[pair.suit][pair.value]++;
        else if (place == others)
            two->reserve.held[pair.suit][pair.value]++;
        else
            one->reserve.pool[pair.suit][pair.value]++;

        one->lowest = pair.value < one->lowest ? pair.value : one->lowest;
        one->highest = pair.value > one->highest ? pair.value : one->highest;
    }

    memcpy(two->reserve.pool, one->reserve.pool, sizeof one->reserve.pool);
    two->lowest = one->lowest;
    two->highest = one->highest;
}

/* ---- targets --------------------------------------------------------------------------------- */

/* The chance that none of so many pieces of the pool comes: each is missed with 700, or with 820
 * where more than one is lacking. */
enum { MOST_MISSED = 12 };
static const int64_t missed[2][MOST_MISSED + 1] = {
    {1000, 700, 490, 343, 240, 168, 117, 81, 56, 39, 27, 18, 12},
    {1000, 820, 672, 551, 451, 369, 302, 247, 202, 165, 135, 110, 90}};

/* The chance that `wanted` pieces come, of which so many are held and may come. */
static int64_t chance_of(int wanted, int held, int pool, int lacking) {
    const int64_t *none = missed[lacking > 1];
    int64_t chance = WHOLE;

    /* Held ones first. Each one that must come from the pool leaves one fewer for the next. */
    for (; wanted > 0 && chance; wanted--) {
        if (held-- > 0) {
            chance = chance * HELD / WHOLE;
            continue;
        }
        chance =
            pool > 0 ? chance * (WHOLE - none[pool < MOST_MISSED ? pool : MOST_MISSED]) / WHOLE : 0;
        pool--;
    }
    return chance;
}

/* The targets of a category, summed up. */
struct targets {
    int64_t best, missed; /* the likeliest; the chance that all are missed */
    int64_t weight, sum;  /* of the chances, and of the sums that they weigh */
};

static void add_target(struct targets *targets, int64_t chance, int64_t sum) {
    assert(chance > 0 && chance <= WHOLE);
    targets->best = chance > targets->best ? chance : targets->best;
    targets->missed = targets->missed * (WHOLE - chance) / WHOLE;
    targets->weight += chance;
    targets->sum += chance * sum;
}

/* May all the pieces be of that suit (all but `suit` = -1), and the wilds too? */
static bool suits_fit(const struct draft *draft, int suit) {
    for (int i = 0; i < draft->fixed_count && suit >= 0; i++)
        if (!(draft->fixed[i].suits >> suit & 1))
            return false;
    for (int i = 0; i < draft->wild_count && suit >= 0; i++)
        if (!(draft->wild[i].suits >> suit & 1))
            return false;
    return true;
}

/* How many pieces of a value, and of a suit unless that is -1, are held, or in the pool. */
static int count_of(uint8_t counts[KIT_MOST_SUITS][KIT_RANKING_VALUES], int suits, int suit,
                    int value) {
    int count = 0;
    for (int s = suit < 0 ? 0 : suit; s < (suit < 0 ? suits : suit + 1); s++)
        count += counts[s][value];
    return count;
}

static int64_t chance_of_value(struct draft *draft, int wanted, int suit, int value) {
    int suits = draft->ranking->suit_count;
    return chance_of(wanted, count_of(draft->reserve.held, suits, suit, value),
                     count_of(draft->reserve.pool, suits, suit, value), draft->lacking);
}

/* A run from `first` on, of a suit or (-1) of any. Wilds take the values that are hardest to get.
 */
static void add_run(struct draft *draft, struct targets *targets, int suit, int first) {
    int64_t chances[KIT_MOST_GROUP], chance = WHOLE, sum = 0;
    uint64_t there = 0;
    for (int i = 0; i < draft->fixed_count; i++) {
        int at = draft->fixed[i].low - first;
        assert(at >= 0 && at < draft->size); /* add_targets starts no run elsewhere */
        if (there >> at & 1)
            return; /* two equal values make no run */
        there |= 1ULL << at;
    }

    for (int i = 0; i < draft->size; i++) {
        chances[i] = there >> i & 1 ? WHOLE : chance_of_value(draft, 1, suit, first + i);
        sum += first + i;
    }

    for (int i = 0; i < draft->wild_count; i++) {
        int hardest = -1;
        for (int at = 0; at < draft->size; at++)
            if (first + at >= draft->wild[i].low && first + at <= draft->wild[i].high &&
                !(there >> at & 1) && (hardest < 0 || chances[at] < chances[hardest]))
                hardest = at;
        if (hardest < 0)
            return; /* a wild that fits nowhere spoils the run */
        there |= 1ULL << hardest;
        chances[hardest] = WHOLE;
    }

    for (int i = 0; i < draft->size; i++)
        chance = chance * chances[i] / WHOLE;
    if (chance)
        add_target(targets, chance, sum);
}

static void add_equal(struct draft *draft, struct targets *targets, int value) {
    for (int i = 0; i < draft->wild_count; i++)
        if (value < draft->wild[i].low || value > draft->wild[i].high)
            return; /* a wild that cannot be of this value */
    int64_t chance = chance_of_value(draft, draft->lacking, -1, value);
    if (chance)
        add_target(targets, chance, (int64_t)draft->size * value);
}

/* Any values, of a suit or (-1) of any. */
static void add_any(struct draft *draft, struct targets *targets, int suit) {
    int held = 0, pool = 0, suits = draft->ranking->suit_count;
    int64_t usual = (draft->lowest + draft->highest) / 2 + 1; /* a little above the middle */

    for (int value = draft->lowest; value <= draft->highest && suit >= 0; value++) {
        held += count_of(draft->reserve.held, suits, suit, value);
        pool += count_of(draft->reserve.pool, suits, suit, value);
    }
    int64_t chance = suit < 0 ? WHOLE : chance_of(draft->lacking, held, pool, draft->lacking);
    if (chance)
        add_target(targets, chance, draft->fixed_sum + draft->wild_sum + usual * draft->lacking);
}

static int larger_of(int a, int b) {
    return a > b ? a : b;
}

static int smaller_of(int a, int b) {
    return a < b ? a : b;
}

static void add_targets(struct draft *draft, const struct kit_category *category, int suit,
                        struct targets *targets) {
    bool begun = draft->fixed_count;
    if (!suits_fit(draft, suit))
        return;

    if (category->run) {
        /* The run must take in all fixed values. */
        int last = draft->highest - draft->size + 1, first = draft->lowest;
        first = begun ? larger_of(first, draft->most - draft->size + 1) : first;
        last = begun ? smaller_of(last, draft->least) : last;
        for (; first <= last; first++)
            add_run(draft, targets, suit, first);
    } else if (category->equal) {
        int value = begun ? draft->most : draft->lowest;
        int last = begun ? draft->least : draft->highest;
        for (; value <= last; value++)
            add_equal(draft, targets, value);
    } else {
        add_any(draft, targets, suit);
    }
}

/* ---- outlooks -------------------------------------------------------------------------------- */

static void look_out(struct draft *draft, struct outlook *outlook) {
    int64_t rest = WHOLE; /* the chance of no better category */

    for (int c = 0; c < draft->ranking->category_count; c++) {
        const struct kit_category *category = &draft->ranking->categories[c];
        struct targets targets = {.missed = WHOLE};
        for (int suit = 0; category->suit && suit < draft->ranking->suit_count; suit++)
            add_targets(draft, category, suit, &targets);
        if (!category->suit)
            add_targets(draft, category, -1, &targets);

        /* With more than one piece to come, targets share the pieces: they are not independent. */
        int64_t any = WHOLE - targets.missed, chance = any;
        if (draft->lacking > 1)
            chance = targets.best + (any - targets.best) / OTHER_WAYS;

        outlook->share[c] = rest * chance / WHOLE;
        outlook->sum[c] = targets.weight ? targets.sum / targets.weight : 0;
        rest -= outlook->share[c];
    }
}

/* A complete group is what it is. */
static void be_certain(const struct kit_ranking *ranking, int64_t rank, struct outlook *outlook) {
    int64_t category = ranking->category_count - rank / 1000; /* RK1 */
    outlook->rank = rank;
    if (category >= 0 && category < ranking->category_count) {
        outlook->share[category] = WHOLE; /* no other category is possible */
        outlook->sum[category] = rank % 1000;
    }
}

/* Of two groups of one category, the chance that the first has the larger sum. */
static int64_t larger(int64_t one, int64_t two) {
    int64_t chance = WHOLE / 2 + POINT * (one - two); /* sums are guesses: nothing is certain */
    return chance < WHOLE / 20           ? WHOLE / 20
           : chance > WHOLE - WHOLE / 20 ? WHOLE - WHOLE / 20
                                         : chance;
}

static int64_t ranking_chance_compare(const struct outlook *one, const struct outlook *two,
                                      int categories) {
    int64_t won = 0, below = WHOLE;

    if (one->rank >= 0 && two->rank >= 0)
        return one->rank > two->rank ? WHOLE : one->rank < two->rank ? 0 : WHOLE / 2;

    /* The first wins with this category against all that is below it, and some of the same. */
    for (int c = 0; c < categories; c++) {
        below -= two->share[c];
        won += one->share[c] * (below + two->share[c] * larger(one->sum[c], two->sum[c]) / WHOLE);
    }
    assert(won >= 0 && below >= 0);
    return won / WHOLE;
}

int64_t kit_ranking_chance(const struct kit_ranking *ranking, const struct core_position *pos,
                           const struct kit_rivals *rivals) {
    int64_t places[2] = {rivals->place, rivals->other};
    struct draft drafts[2];
    struct outlook outlooks[2] = {{.rank = -1}, {.rank = -1}};

    /* Rules may name any numbers: without two groups nobody is ahead. */
    memset(drafts, 0, sizeof drafts);
    for (int i = 0; i < 2; i++) {
        if (places[i] < 0 || places[i] >= pos->schema->places || rivals->size < 1 ||
            rivals->size > KIT_MOST_GROUP)
            return WHOLE / 2;
        draft_group(&drafts[i], ranking, pos, (int)places[i], (int)rivals->size);
    }

    if (!drafts[0].fixed_count && !drafts[0].wild_count && !drafts[1].fixed_count &&
        !drafts[1].wild_count)
        return WHOLE / 2; /* nothing has begun */

    if (drafts[0].lacking > 0 || drafts[1].lacking > 0)
        draft_reserve(&drafts[0], &drafts[1], pos, rivals->held, rivals->others);

    for (int i = 0; i < 2; i++)
        if (drafts[i].lacking > 0)
            look_out(&drafts[i], &outlooks[i]);
        else
            be_certain(ranking, kit_ranking_rank(ranking, pos, places[i], rivals->size),
                       &outlooks[i]);
    return ranking_chance_compare(&outlooks[0], &outlooks[1], ranking->category_count);
}

int64_t kit_ranking_chance_call(struct core_play *play, const void *data, const int64_t *args,
                                int count) {
    struct kit_rivals rivals = {args[0], args[1], args[2], count > 3 ? args[3] : MST_NONE,
                                count > 4 ? args[4] : MST_NONE};

    /* It may have read something that is hidden from some seat: then the result is a secret, too.
     */
    const int64_t read[] = {rivals.place, rivals.other, rivals.held, rivals.others};
    for (int i = 0; i < 4; i++)
        core_secret_read_faces(play->pos, read[i]);
    return core_spend(play, WORK_OF_A_CHANCE) ? kit_ranking_chance(data, play->pos, &rivals) : 0;
}
