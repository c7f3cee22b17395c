/* Rankings: see ranking.h. This file collects groups and pools; ranking_fit.c finds the best
 * completion. */
#include "kit/ranking_fit.h"

#include <string.h>

#include "core/secret.h"

enum { FROM_POOL = 1, FROM_WILDS = 2 }; /* the sources of a piece */
enum { WORK_OF_A_GROUP = 16 };          /* cost of one search */

/* ---- declared faces -------------------------------------------------------------------------- */

static bool is_nothing(const struct kit_face *face) {
    return !face->suits || face->low > face->high;
}

static bool is_wild(const struct kit_face *face) {
    return (face->suits & (face->suits - 1)) || face->low < face->high;
}

/* The number of a wild that may come; adds it if it is new. -1 if there are too many. */
static int wild_number(struct kit_ranking *ranking, const struct kit_face *face, bool limited) {
    int i = 0;
    while (i < ranking->wild_face_count &&
           (ranking->wild_faces[i].suits != face->suits ||
            ranking->wild_faces[i].low != face->low || ranking->wild_faces[i].high != face->high ||
            ranking->limited[i] != limited))
        i++;
    if (i == KIT_MOST_WILDS)
        return -1;

    /* Wilds of one face are interchangeable: the search tries numbers of them, not pieces. */
    ranking->wild_faces[i] = *face;
    ranking->limited[i] = limited;
    ranking->wild_face_count = i == ranking->wild_face_count ? i + 1 : ranking->wild_face_count;
    return i;
}

/* The number of the only pair of a face. */
static int pair_number(struct kit_ranking *ranking, const struct kit_face *face) {
    int suit = 0, i = 0;

    assert(face->suits && !(face->suits & (face->suits - 1)) && face->low == face->high);
    while (face->suits >> suit != 1)
        suit++;
    while (i < ranking->pair_count &&
           (ranking->pairs[i].suit != suit || ranking->pairs[i].value != face->low))
        i++;
    ranking->pairs[i] = (struct kit_pair){(uint8_t)suit, (uint8_t)face->low};
    ranking->pair_count = i == ranking->pair_count ? i + 1 : ranking->pair_count;
    return i;
}

/* Record a piece that may come. False if there are too many different wilds. */
static bool note_candidate(struct kit_ranking *ranking, const struct core_schema *schema, int piece,
                           uint8_t source) {
    assert(source == FROM_POOL || source == FROM_WILDS);
    bool limited = source == FROM_WILDS;
    const struct core_field *fields = schema->fields;
    struct kit_face face = {.suits = core_field_start(&fields[ranking->suits], piece),
                            .low = core_field_start(&fields[ranking->low], piece),
                            .high = core_field_start(&fields[ranking->high], piece)};
    if (is_nothing(&face))
        return true; /* it never helps a group */

    /* A limited piece counts as a wild even with one pair: its number must be watched. */
    if (!limited && face.low < ranking->lowest)
        ranking->lowest = face.low;
    int number = is_wild(&face) || limited ? wild_number(ranking, &face, limited)
                                           : KIT_MOST_WILDS + pair_number(ranking, &face);
    ranking->candidates[ranking->candidate_count++] =
        (struct kit_candidate){(int16_t)piece, (int16_t)number, source};
    return number >= 0;
}

static void note_source(struct kit_ranking *ranking, const struct core_schema *schema,
                        const struct kit_source *source, uint8_t bit) {
    for (int i = 0; i < schema->container_count; i++)
        for (int k = 0; k < (schema->containers[i].per_seat ? schema->seats : 1); k++)
            if (source->containers >> i & 1) /* every place of it, if each seat has one */
                ranking->sources[schema->containers[i].place + k] |= bit;
}

static enum mst_status ranking_freeze(void *data, const struct core_schema *schema,
                                      struct mst_error *error) {
    struct kit_ranking *ranking = data;
    int most = schema->fields[ranking->suits].max;

    /* The schema is frozen, so the faces that pieces start with are known (RK2). */
    while (ranking->suit_count < KIT_MOST_SUITS && most >> ranking->suit_count)
        ranking->suit_count++;
    ranking->lowest = KIT_MOST_VALUE + 1;
    ranking->candidates = mst_calloc((size_t)schema->pieces, sizeof *ranking->candidates);
    ranking->sources = mst_calloc((size_t)schema->places, sizeof *ranking->sources);
    if (!ranking->candidates || !ranking->sources)
        return mst_fail(error, MST_NO_MEMORY, "", "out of memory");

    for (int piece = 0; piece < schema->pieces; piece++) {
        int type = schema->type_of[piece];
        uint8_t source = ranking->pool.types >> type & 1    ? FROM_POOL
                         : ranking->wilds.types >> type & 1 ? FROM_WILDS
                                                            : 0;
        if (source && !note_candidate(ranking, schema, piece, source))
            return mst_fail(error, MST_SCRIPT_ERROR, ranking->origin,
                            "ranking '%s': its pools hold more than %d different wilds",
                            ranking->name, KIT_MOST_WILDS);
    }

    /* Without a lowest value a run could not go around. */
    if (ranking->lowest > KIT_MOST_VALUE)
        return mst_fail(error, MST_SCRIPT_ERROR, ranking->origin,
                        "ranking '%s': no piece of its 'type' is declared with a suit and a value",
                        ranking->name);
    note_source(ranking, schema, &ranking->pool, FROM_POOL);
    note_source(ranking, schema, &ranking->wilds, FROM_WILDS);
    return MST_OK;
}

static void free_ranking(void *data) {
    struct kit_ranking *ranking = data;
    mst_free(ranking->origin);
    mst_free(ranking->candidates);
    mst_free(ranking->sources);
    mst_free(ranking);
}

/* ---- the pool -------------------------------------------------------------------------------- */

struct pool {
    struct kit_supply supply;
    uint16_t wilds[KIT_MOST_WILDS]; /* how many there are of each */
};

/* Add `count` pieces of a pair to the supply. */
static inline void supply_add(struct kit_supply *supply, struct kit_pair pair, int count) {
    int all = supply->any[pair.value] + count;
    assert(pair.suit < KIT_MOST_SUITS && pair.value <= KIT_MOST_VALUE);
    supply->of[pair.suit][pair.value] = (uint8_t)(count < UINT8_MAX ? count : UINT8_MAX);
    supply->any[pair.value] = (uint8_t)(all < UINT8_MAX ? all : UINT8_MAX);
    supply->values[pair.suit] |= 1ULL << pair.value;
    supply->any_values |= 1ULL << pair.value;
    supply->pieces += count;
}

/* Count the pool from scratch at each call. That costs less than checking that an older count is
 * still valid after writes, undo and changes of position. */
static void pool_fill(struct pool *pool, const struct kit_ranking *ranking,
                      const struct core_position *pos, const struct kit_reach *reach) {
    uint16_t counts[KIT_MOST_WILDS + sizeof ranking->pairs / sizeof *ranking->pairs];

    memset(counts, 0, (size_t)(KIT_MOST_WILDS + ranking->pair_count) * sizeof *counts);
    for (int i = 0; i < ranking->candidate_count; i++) {
        struct kit_candidate candidate = ranking->candidates[i];
        int place = core_piece(pos, candidate.piece, CORE_PIECE_PLACE);
        bool there = (ranking->sources[place] & candidate.source) && place != reach->excluded &&
                     !(reach->gone && reach->gone[i]);
        counts[candidate.face] = (uint16_t)(counts[candidate.face] + there);
    }

    memcpy(pool->wilds, counts, sizeof pool->wilds); /* face numbers: first the wilds */
    memset(&pool->supply, 0, sizeof pool->supply);
    for (int i = 0; i < ranking->pair_count; i++)
        if (counts[KIT_MOST_WILDS + i])
            supply_add(&pool->supply, ranking->pairs[i], counts[KIT_MOST_WILDS + i]);
}

/* ---- groups ---------------------------------------------------------------------------------- */

/* Add a piece to the group: the values that it may count as. */
static void group_add(const struct kit_ranking *ranking, struct kit_group *group,
                      const struct kit_face *face) {
    assert(group->count < KIT_MOST_GROUP);
    struct kit_domain *domain = &group->pieces[group->count++];
    uint64_t values =
        is_nothing(face) ? 0 : (UINT64_MAX >> (63 - (face->high - face->low))) << face->low;
    bool narrow = !ranking->duplicate && is_wild(face);
    for (int suit = 0; suit < ranking->suit_count; suit++)
        domain->of[suit] = (face->suits >> suit & 1 ? values : 0) &
                           (narrow ? group->supply->values[suit] : UINT64_MAX);
}

static void group_fill(const struct kit_ranking *ranking, const struct core_position *pos,
                       int place, struct kit_group *group) {
    const struct core_field *fields = pos->schema->fields;

    /* As they lie there: a face that the viewer does not know reads as nothing (RK2). */
    for (int p = core_top(pos, place); p != MST_NONE; p = core_piece(pos, p, CORE_PIECE_BELOW)) {
        struct kit_face face = {.suits = core_get_field(pos, &fields[ranking->suits], p),
                                .low = core_get_field(pos, &fields[ranking->low], p),
                                .high = core_get_field(pos, &fields[ranking->high], p)};
        group_add(ranking, group, &face);
    }
}

/* The number of pieces that the group lacks. Negative if it has too many, or if the place or size
 * is invalid. */
static int missing(const struct core_position *pos, int64_t place, int64_t size) {
    if (place < 0 || place >= pos->schema->places || size < 1 || size > KIT_MOST_GROUP)
        return -1;
    return (int)size - core_count(pos, (int)place); /* P3: the level of the top counts them */
}

int64_t kit_ranking_rank(const struct kit_ranking *ranking, const struct core_position *pos,
                         int64_t place, int64_t size) {
    int64_t work = INT64_MAX; /* a complete group is a single search */
    struct kit_reach reach = {.place = place, .size = size, .excluded = MST_NONE};
    return missing(pos, place, size) ? 0 : kit_ranking_best(ranking, pos, &reach, &work);
}

/* ---- pieces that can still come -------------------------------------------------------------- */

struct search {
    const struct kit_ranking *ranking;
    const struct pool *pool;
    struct kit_group group;
    int64_t *work;
    int64_t best;
};

/* Try each number of the wild `number`, then of the next ones; `allowed` more may come under the
 * limit. The rest of the group comes from the supply. */
static void ranking_choose(struct search *s, int number, int64_t allowed) {
    if (*s->work <= 0)
        return;

    /* All wilds are chosen: the supply completes the group, if it has enough pieces. */
    if (number == s->ranking->wild_face_count) {
        *s->work -= WORK_OF_A_GROUP;
        if (s->group.more > s->group.supply->pieces)
            return;
        int64_t rank = kit_group_rank(s->ranking, &s->group);
        s->best = rank > s->best ? rank : s->best;
        return;
    }

    bool limited = s->ranking->limited[number];
    int count = s->group.count, more = s->group.more;
    /* First none of this wild, then one more each time, while there are some and there is room. */
    for (int come = 0;; come++) {
        ranking_choose(s, number + 1, limited ? allowed - come : allowed);
        if (come == s->pool->wilds[number] || !s->group.more || (limited && come >= allowed))
            break;
        group_add(s->ranking, &s->group, &s->ranking->wild_faces[number]);
        s->group.more--;
    }

    s->group.count = count;
    s->group.more = more;
}

int64_t kit_ranking_best(const struct kit_ranking *ranking, const struct core_position *pos,
                         const struct kit_reach *reach, int64_t *work) {
    static const struct kit_supply nothing;
    struct pool pool;
    struct search s; /* large: filled by hand, as far as it is read */

    s.ranking = ranking;
    s.pool = &pool;
    s.work = work;
    s.best = -1;
    s.group.more = missing(pos, reach->place, reach->size);
    s.group.count = 0;
    s.group.supply = &nothing;
    if (s.group.more < 0)
        return -1;

    /* A complete group needs the pool only to know which pairs a wild may count as. */
    if (s.group.more || !ranking->duplicate) {
        pool_fill(&pool, ranking, pos, reach);
        s.group.supply = &pool.supply;
    }

    group_fill(ranking, pos, (int)reach->place, &s.group);
    ranking_choose(&s, s.group.more ? 0 : ranking->wild_face_count, reach->wilds);
    return s.best;
}

int kit_ranking_example(const struct kit_ranking *ranking, const struct core_position *pos,
                        const struct kit_reach *reach, int64_t *work, int16_t *pieces) {
    bool gone[CORE_MOST_PIECES] = {false};
    struct kit_reach rest = *reach;
    int64_t best = kit_ranking_best(ranking, pos, reach, work);
    int count = 0;

    /* Drop each piece without which the best rank is still reached. */
    rest.gone = gone;
    for (int i = 0; best >= 0 && *work > 0 && i < ranking->candidate_count; i++) {
        gone[i] = true;
        gone[i] = kit_ranking_best(ranking, pos, &rest, work) == best;
        if (!gone[i])
            pieces[count++] = ranking->candidates[i].piece;
    }
    return *work > 0 ? count : 0;
}

/* ---- primitives of the rules ----------------------------------------------------------------- */

static int64_t rank(struct core_play *play, const void *data, const int64_t *args, int count) {
    (void)count;
    core_secret_read_faces(play->pos, args[0]);
    return kit_ranking_rank(data, play->pos, args[0], args[1]);
}

static int64_t best(struct core_play *play, const void *data, const int64_t *args, int count) {
    struct kit_reach reach = kit_ranking_reach(args, count);
    core_secret_read_faces(play->pos,
                           args[0]); /* what the rules read, a seat may learn from them */
    int64_t left = core_budget_left(play->budget), work = left;
    int64_t found = kit_ranking_best(data, play->pos, &reach, &work);
    return core_spend(play, left - work) ? found : 0;
}

static bool reads(const void *data, int field) {
    const struct kit_ranking *ranking = data;
    return ranking->suits == field || ranking->low == field || ranking->high == field;
}

int kit_ranking_add(struct core_rules *rules, const struct kit_ranking *ranking) {
    struct kit_ranking *copy = mst_alloc(sizeof *copy);
    int index =
        copy ? core_rules_primitive(rules, &(struct core_primitive){rank, ranking_freeze, reads,
                                                                    free_ranking, copy, 2, 2})
             : -1;
    if (index < 0) {
        mst_free(copy);
        return -1;
    }

    *copy = *ranking;
    struct core_primitive others[] = {
        {.call = best, .data = copy, .least = 2, .most = 4},
        {.call = kit_ranking_chance_call, .data = copy, .least = 3, .most = 5}};
    bool all = core_rules_primitive(rules, &others[0]) >= 0 &&
               core_rules_primitive(rules, &others[1]) >= 0;
    if (!all)
        copy->origin = NULL; /* the first primitive frees the copy */
    return all ? index : -1;
}

const struct kit_ranking *kit_ranking_of(const struct core_rules *rules, int primitive) {
    assert(primitive >= 0 && primitive < rules->primitive_count);
    return rules->primitives[primitive].data;
}
