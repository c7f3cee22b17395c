/* Rankings: see ranking.h. Here pieces become groups and pools; ranking_fit.c finds the best. */
#include "play/ranking_fit.h"

#include <string.h>

enum {
    FACE_NONE = -1,
    FACE_WILD = MST_MOST_SUITS * MST_RANKING_VALUES, /* from here on numbers of wilds */
    WORK_OF_A_GROUP = 16,                            /* what a search is charged */
};

/* ---- declared faces -------------------------------------------------------------------------- */

static bool is_nothing(const struct mst_face *face) {
    return !face->suits || face->low > face->high;
}

static bool is_wild(const struct mst_face *face) {
    return (face->suits & (face->suits - 1)) || face->low < face->high;
}

static int32_t declared(const struct mst_schema *schema, int field, int piece) {
    return schema->initial[schema->fields[field].first + piece * schema->fields[field].stride];
}

/* Number of a wild that may come, new or known; -1 when there are too many. */
static int wild_number(struct mst_ranking *ranking, const struct mst_face *face, bool limited) {
    int i = 0;
    while (i < ranking->kind_count &&
           (ranking->kinds[i].suits != face->suits || ranking->kinds[i].low != face->low ||
            ranking->kinds[i].high != face->high || ranking->limited[i] != limited))
        i++;
    if (i == MST_MOST_WILDS)
        return -1;
    ranking->kinds[i] = *face;
    ranking->limited[i] = limited;
    ranking->kind_count = i == ranking->kind_count ? i + 1 : ranking->kind_count;
    return i;
}

/* Note the face of a piece that may come; false when there are too many different wilds. */
static bool note_face(struct mst_ranking *ranking, const struct mst_schema *schema, int piece,
                      bool limited) {
    struct mst_face face = {.suits = declared(schema, ranking->suits, piece),
                            .low = declared(schema, ranking->low, piece),
                            .high = declared(schema, ranking->high, piece)};
    if (is_nothing(&face))
        return true;
    if (!limited && face.low < ranking->lowest)
        ranking->lowest = face.low;
    if (is_wild(&face) || limited) {
        int number = wild_number(ranking, &face, limited);
        ranking->faces[piece] = (int16_t)(FACE_WILD + number);
        return number >= 0;
    }
    int suit = 0;
    while (face.suits >> suit != 1)
        suit++;
    ranking->faces[piece] = (int16_t)(suit * MST_RANKING_VALUES + face.low);
    return true;
}

static void note_source(struct mst_ranking *ranking, const struct mst_schema *schema,
                        const struct mst_source *source, uint8_t bit) {
    for (int i = 0; i < schema->container_count; i++)
        for (int k = 0; k < (schema->containers[i].per_seat ? schema->seats : 1); k++)
            if (source->containers >> i & 1)
                ranking->sources[schema->containers[i].place + k] |= bit;
}

enum mst_status mst_ranking_freeze(struct mst_ranking *ranking, const struct mst_schema *schema,
                                   struct mst_error *error) {
    int most = schema->fields[ranking->suits].max;
    while (ranking->suit_count < MST_MOST_SUITS && most >> ranking->suit_count)
        ranking->suit_count++;
    ranking->lowest = MST_MOST_VALUE + 1;
    ranking->faces = mst_calloc((size_t)schema->pieces, sizeof *ranking->faces);
    ranking->sources = mst_calloc((size_t)schema->places, sizeof *ranking->sources);
    if (!ranking->faces || !ranking->sources)
        return mst_fail(error, MST_NO_MEMORY, "", "memory ended");
    for (int piece = 0; piece < schema->pieces; piece++) {
        bool limited = ranking->wilds.types >> schema->type_of[piece] & 1;
        ranking->faces[piece] = FACE_NONE;
        if (!limited && !(ranking->pool.types >> schema->type_of[piece] & 1))
            continue;
        if (!note_face(ranking, schema, piece, limited))
            return mst_fail(error, MST_SCRIPT_ERROR, ranking->origin,
                            "ranking '%s': its pools hold more than %d different wilds",
                            ranking->name, MST_MOST_WILDS);
    }
    if (ranking->lowest > MST_MOST_VALUE)
        return mst_fail(error, MST_SCRIPT_ERROR, ranking->origin,
                        "ranking '%s': no piece of its 'type' is declared with a suit and a value",
                        ranking->name);
    note_source(ranking, schema, &ranking->pool, 1);
    note_source(ranking, schema, &ranking->wilds, 2);
    return MST_OK;
}

void mst_ranking_clear(struct mst_ranking *ranking) {
    mst_free(ranking->origin);
    mst_free(ranking->faces);
    mst_free(ranking->sources);
}

/* ---- the pool -------------------------------------------------------------------------------- */

struct pool {
    struct mst_supply supply;
    int wilds[MST_MOST_WILDS]; /* how many there are of each */
};

static inline void count_up(uint8_t *count) {
    *count = (uint8_t)(*count + (*count < UINT8_MAX));
}

static void pool_add(struct pool *pool, int face) {
    if (face >= FACE_WILD) {
        pool->wilds[face - FACE_WILD]++;
        return;
    }
    int suit = face / MST_RANKING_VALUES, value = face % MST_RANKING_VALUES;
    count_up(&pool->supply.of[suit][value]);
    count_up(&pool->supply.any[value]);
    pool->supply.values[suit] |= 1ULL << value;
    pool->supply.any_values |= 1ULL << value;
    pool->supply.pieces++;
}

static void pool_fill(struct pool *pool, const struct mst_ranking *ranking,
                      const struct mst_position *pos, int64_t excluded) {
    const struct mst_schema *schema = pos->schema;
    memset(pool, 0, sizeof *pool);
    for (int t = 0; t < schema->type_count; t++) {
        uint8_t source = ranking->pool.types >> t & 1 ? 1 : ranking->wilds.types >> t & 1 ? 2 : 0;
        int end = schema->types[t].first + schema->types[t].count;
        for (int piece = schema->types[t].first; source && piece < end; piece++) {
            int place = mst_piece(pos, piece, MST_PIECE_PLACE);
            if ((ranking->sources[place] & source) && place != excluded &&
                ranking->faces[piece] != FACE_NONE)
                pool_add(pool, ranking->faces[piece]);
        }
    }
}

/* ---- groups ---------------------------------------------------------------------------------- */

/* One more piece of the group: what it may count as. */
static void group_add(const struct mst_ranking *ranking, struct mst_group *group,
                      const struct mst_face *face) {
    struct mst_domain *domain = &group->pieces[group->count++];
    uint64_t values =
        is_nothing(face) ? 0 : (UINT64_MAX >> (63 - (face->high - face->low))) << face->low;
    bool narrow = !ranking->duplicate && is_wild(face);
    for (int suit = 0; suit < ranking->suit_count; suit++)
        domain->of[suit] = (face->suits >> suit & 1 ? values : 0) &
                           (narrow ? group->supply->values[suit] : UINT64_MAX);
}

static void group_fill(const struct mst_ranking *ranking, const struct mst_position *pos, int place,
                       struct mst_group *group) {
    const struct mst_field *fields = pos->schema->fields;
    for (int p = mst_top(pos, place); p != MST_NONE; p = mst_piece(pos, p, MST_PIECE_BELOW)) {
        struct mst_face face = {.suits = mst_get_field(pos, &fields[ranking->suits], p),
                                .low = mst_get_field(pos, &fields[ranking->low], p),
                                .high = mst_get_field(pos, &fields[ranking->high], p)};
        group_add(ranking, group, &face);
    }
}

/* How many pieces the group lacks; -1 if it has too many, or there is no such place or size. */
static int missing(const struct mst_position *pos, int64_t place, int64_t size) {
    if (place < 0 || place >= pos->schema->places || size < 1 || size > MST_MOST_GROUP)
        return -1;
    int count = mst_count(pos, (int)place);
    return count <= size ? (int)size - count : -1;
}

int64_t mst_ranking_rank(const struct mst_ranking *ranking, const struct mst_position *pos,
                         int64_t place, int64_t size) {
    int64_t work = INT64_MAX;
    struct mst_reach reach = {.place = place, .size = size, .excluded = MST_NONE};
    return missing(pos, place, size) ? 0 : mst_ranking_best(ranking, pos, &reach, &work);
}

/* ---- what can still come --------------------------------------------------------------------- */

struct search {
    const struct mst_ranking *ranking;
    const struct pool *pool;
    struct mst_group group;
    int64_t *work;
    int64_t best;
};

/* Let any number of wild `number` come, then of the next ones; `allowed` are under the limit. The
 * rest of the group comes out of the supply. */
static void choose(struct search *s, int number, int64_t allowed) {
    if (*s->work <= 0)
        return;
    if (number == s->ranking->kind_count) {
        *s->work -= WORK_OF_A_GROUP;
        if (s->group.more > s->group.supply->pieces)
            return;
        int64_t rank = mst_group_rank(s->ranking, &s->group);
        s->best = rank > s->best ? rank : s->best;
        return;
    }
    bool limited = s->ranking->limited[number];
    int count = s->group.count, more = s->group.more;
    for (int come = 0;; come++) {
        choose(s, number + 1, limited ? allowed - come : allowed);
        if (come == s->pool->wilds[number] || !s->group.more || (limited && come >= allowed))
            break;
        group_add(s->ranking, &s->group, &s->ranking->kinds[number]);
        s->group.more--;
    }
    s->group.count = count;
    s->group.more = more;
}

int64_t mst_ranking_best(const struct mst_ranking *ranking, const struct mst_position *pos,
                         const struct mst_reach *reach, int64_t *work) {
    static const struct mst_supply nothing;
    struct pool pool;
    struct search s;
    s.ranking = ranking;
    s.pool = &pool;
    s.work = work;
    s.best = -1;
    s.group.more = missing(pos, reach->place, reach->size);
    s.group.count = 0;
    s.group.supply = &nothing;
    if (s.group.more < 0)
        return -1;
    if (s.group.more || !ranking->duplicate) {
        pool_fill(&pool, ranking, pos, reach->excluded);
        s.group.supply = &pool.supply;
    }
    group_fill(ranking, pos, (int)reach->place, &s.group);
    choose(&s, s.group.more ? 0 : ranking->kind_count, reach->wilds);
    return s.best;
}
