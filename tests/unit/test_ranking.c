/* Rankings of groups against a naive second opinion, which tries every way to count every wild and
 * every way to fill a group; against the number of formations in whole decks; and the vectors.
 * Cards here: values 1 to 10 in four suits, one or two copies; leaders count as anything,
 * companions as an 8, shields as 1 to 3 (BL-MOR-2 to BL-MOR-4). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_WORK = 100000000 }; /* of a search */

#include "core/dispatch.h"
#include "lang/code/node.h"
#include "kit/ranking_fit.h"

enum {
    SUITS = 4,
    VALUES = 10,
    COPIES = 2,
    CARDS = COPIES * SUITS * VALUES,
    WILDS = 8, /* two leaders, two companions, two shields, two that count as nothing */
    PIECES = CARDS + WILDS,
    ALL = 15, /* suits */
};
enum { FIELD_SUITS, FIELD_LOW, FIELD_HIGH, FIELDS };
enum { TYPE_CARD, TYPE_WILD };

/* ---- a world --------------------------------------------------------------------------------- */

/* The settings that a test may vary. */
struct variant {
    const char *name;
    int leader_high; /* 10, or 13 */
    bool colours;    /* companions and shields have two suits each */
    bool only_sum;
    int partial;
    int around;      /* or 0: none */
    bool unique;     /* a wild needs a copy in the pool */
    bool with_wilds; /* of the pool */
    bool excluding;  /* the hand of seat 0 */
};

struct table {
    const struct variant *variant;
    struct core_rules *rules;
    struct core_position *pos;
    struct core_play play;
    const struct kit_ranking *ranking; /* of the rules */
    int box, deck, hand, away;         /* places */
};

static struct kit_face face_of(const struct variant *variant, int piece) {
    int wild = piece - CARDS;
    if (piece < CARDS) {
        int value = 1 + piece % VALUES;
        return (struct kit_face){1 << piece / VALUES % SUITS, value, value};
    }
    if (wild < 2)
        return (struct kit_face){ALL, 1, variant->leader_high};
    if (wild >= WILDS - 2)
        return wild % 2 ? (struct kit_face){0, 5, 5} : (struct kit_face){ALL, 5, 4};
    int suits = variant->colours ? wild % 2 ? 6 : 9 : ALL;
    return wild < 4 ? (struct kit_face){suits, 8, 8} : (struct kit_face){suits, 1, 3};
}

static void declare(struct core_schema *schema, const struct variant *variant) {
    static const char *const names[FIELDS] = {"suits", "low", "high"};
    static const struct core_container containers[] = {
        {.name = "deck", .ordered = true, .faces = CORE_FACES_NONE},
        {.name = "hand", .per_seat = true, .faces = CORE_FACES_OWNER},
        {.name = "away"}};
    schema->board = core_board_grid(3, 3, false, NULL);
    schema->seats = 2;
    for (int i = 0; i < FIELDS; i++) {
        int32_t each[PIECES];
        for (int piece = 0; piece < PIECES; piece++) {
            struct kit_face face = face_of(variant, piece);
            each[piece] = i == FIELD_SUITS ? face.suits : i == FIELD_LOW ? face.low : face.high;
        }
        struct core_field field = {.of = CORE_OF_PIECE,
                                   .max = ALL,
                                   .hashed = true,
                                   .seen = CORE_SEEN_AS_FACE,
                                   .each = each,
                                   .each_count = PIECES};
        snprintf(field.name, sizeof field.name, "%s", names[i]);
        assert_int_equal(core_schema_field(schema, &field, NULL), i);
    }
    assert_int_equal(core_schema_type(schema, "card", CARDS, NULL, NULL), TYPE_CARD);
    assert_int_equal(core_schema_type(schema, "wild", WILDS, NULL, NULL), TYPE_WILD);
    for (int i = 0; i < 3; i++)
        assert_int_equal(core_schema_container(schema, &containers[i], NULL), i + 1);
    assert_int_equal(core_schema_freeze(schema, NULL), MST_OK);
}

static struct kit_ranking ranking_of(const struct variant *variant) {
    static const struct kit_category categories[] = {{"straight flush", true, true, false},
                                                     {"three of a kind", false, false, true},
                                                     {"flush", false, true, false},
                                                     {"straight", true, false, false},
                                                     {"sum", false, false, false}};
    struct kit_ranking ranking = {.name = "formation",
                                  .suits = FIELD_SUITS,
                                  .low = FIELD_LOW,
                                  .high = FIELD_HIGH,
                                  .pool = {1 << TYPE_CARD, 1 << 1 | 1 << 2},
                                  .duplicate = !variant->unique,
                                  .partial = variant->partial,
                                  .around = variant->around ? variant->around : MST_NONE};
    ranking.category_count = variant->only_sum ? 1 : 5;
    memcpy(ranking.categories, categories + (variant->only_sum ? 4 : 0),
           (size_t)ranking.category_count * sizeof *categories);
    if (variant->with_wilds)
        ranking.wilds = (struct kit_source){1 << TYPE_WILD, 1 << 1 | 1 << 2};
    return ranking;
}

static void open_table(struct table *t, const struct variant *variant) {
    *t = (struct table){.variant = variant, .rules = core_rules_new()};
    struct core_schema *schema = t->rules->schema;
    declare(schema, variant);
    struct kit_ranking ranking = ranking_of(variant);
    assert_int_equal(kit_ranking_add(t->rules, &ranking), 0);
    assert_int_equal(core_rules_freeze_primitives(t->rules, NULL), MST_OK);
    t->ranking = kit_ranking_of(t->rules, 0);
    t->box = schema->containers[0].place;
    t->deck = schema->containers[1].place;
    t->hand = schema->containers[2].place;
    t->away = schema->containers[3].place;
    t->pos = core_position_new(schema);
    assert_true(core_play_init(&t->play, t->rules, t->pos));
}

static void close_table(struct table *t) {
    core_play_clear(&t->play);
    core_position_free(t->pos);
    core_rules_free(t->rules);
}

static void clear_table(struct table *t) {
    for (int piece = 0; piece < PIECES; piece++)
        core_position_put(t->pos, piece, t->away);
    core_position_forget(t->pos);
}

/* ---- a naive second opinion ------------------------------------------------------------------ */

/* One way to count the pieces of a group. */
struct counted {
    int suit[KIT_MOST_GROUP], value[KIT_MOST_GROUP];
    int count;
};

static bool follow_each_other(const int *values, int count) {
    for (int start = 0; start <= KIT_MOST_VALUE; start++) {
        int found = 0;
        for (int member = 0; member < count; member++)
            for (int i = 0; i < count; i++)
                if (values[i] == start + member) {
                    found++;
                    break;
                }
        if (found == count)
            return true;
    }
    return false;
}

static bool holds(const int *values, int count, int value) {
    for (int i = 0; i < count; i++)
        if (values[i] == value)
            return true;
    return false;
}

static int total(const int *values, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum;
}

/* Sum as a run, or -1; the lowest value is 1. */
static int naive_run(const struct counted *c, int around) {
    int values[KIT_MOST_GROUP], best = -1;
    memcpy(values, c->value, sizeof values);
    if (follow_each_other(values, c->count))
        best = total(values, c->count);
    for (int i = 0; around && i < c->count; i++) {
        if (values[i] != 1)
            continue;
        values[i] = around + 1;
        if (follow_each_other(values, c->count) && holds(values, c->count, around) &&
            !holds(values, c->count, 1) && total(values, c->count) > best)
            best = total(values, c->count);
        values[i] = 1;
    }
    return best;
}

static bool naive_equal(const struct counted *c, int partial) {
    for (int i = 0; i < c->count; i++) {
        int equal = 0;
        for (int k = 0; k < c->count; k++)
            equal += c->value[k] == c->value[i];
        if (equal == c->count || (partial && equal >= partial))
            return true;
    }
    return false;
}

static int naive_rank(const struct variant *variant, const struct counted *c) {
    bool suit = true;
    int run = naive_run(c, variant->around), sum = total(c->value, c->count);
    for (int i = 1; i < c->count; i++)
        suit = suit && c->suit[i] == c->suit[0];
    if (variant->only_sum)
        return 1000 + sum;
    if (run >= 0 && suit)
        return 5000 + run;
    if (naive_equal(c, variant->partial))
        return 4000 + sum;
    if (suit)
        return 3000 + sum;
    return run >= 0 ? 2000 + run : 1000 + sum;
}

/* Pieces that are in the group, and those that may come. */
struct question {
    const struct variant *variant;
    int given[KIT_MOST_GROUP], given_count;
    int pool[PIECES], pool_count;
    int size, wilds;
    int best;
};

static bool copy_in_pool(const struct question *q, int suit, int value) {
    for (int i = 0; i < q->pool_count; i++) {
        struct kit_face face = face_of(q->variant, q->pool[i]);
        if (q->pool[i] < CARDS && face.suits == 1 << suit && face.low == value)
            return true;
    }
    return false;
}

static void count_all(struct question *q, struct counted *c) {
    if (c->count == q->given_count) {
        int rank = naive_rank(q->variant, c);
        q->best = rank > q->best ? rank : q->best;
        return;
    }
    int piece = q->given[c->count];
    struct kit_face face = face_of(q->variant, piece);
    for (int value = face.low; value <= face.high; value++)
        for (int suit = 0; suit < SUITS; suit++)
            if (face.suits >> suit & 1 &&
                !(q->variant->unique && piece >= CARDS && !copy_in_pool(q, suit, value))) {
                c->suit[c->count] = suit;
                c->value[c->count++] = value;
                count_all(q, c);
                c->count--;
            }
}

static void fill(struct question *q, int from, int wilds) {
    struct counted counted = {.count = 0};
    if (q->given_count == q->size) {
        q->best = q->best < 0 ? 0 : q->best;
        count_all(q, &counted);
        return;
    }
    for (int i = from; i < q->pool_count; i++) {
        bool wild = q->pool[i] >= CARDS;
        if (wild && !wilds)
            continue;
        q->given[q->given_count++] = q->pool[i];
        fill(q, i + 1, wilds - wild);
        q->given_count--;
    }
}

static int naive_best(struct question *q) {
    q->best = -1;
    fill(q, 0, q->wilds);
    return q->best;
}

/* ---- whole decks ----------------------------------------------------------------------------- */

/* All groups of a deck, counted by category: how many, least and greatest sum. */
struct census {
    int count[6], least[6], greatest[6];
};

static void census_add(struct census *census, int64_t rank) {
    int category = (int)(rank / 1000), sum = (int)(rank % 1000);
    if (!census->count[category]++ || sum < census->least[category])
        census->least[category] = sum;
    if (sum > census->greatest[category])
        census->greatest[category] = sum;
}

static void census_take(const struct table *t, int deck, struct kit_group *group, int size,
                        int from, struct census *census) {
    if (group->count == size) {
        census_add(census, kit_group_rank(t->ranking, group));
        return;
    }
    for (int card = from; card < deck; card++) {
        struct kit_face face = face_of(t->variant, card);
        struct kit_domain *domain = &group->pieces[group->count++];
        for (int suit = 0; suit < SUITS; suit++)
            domain->of[suit] = face.suits >> suit & 1 ? 1ULL << face.low : 0;
        census_take(t, deck, group, size, card + 1, census);
        group->count--;
    }
}

static const struct variant usual = {.name = "usual", .leader_high = 10};

static void test_every_group_of_a_deck_is_counted_once_bl_data_4(void **state) {
    static const struct {
        int copies, size;
        struct census expected; /* of category 1 (sum) to 5 (straight flush) */
    } list[] = {
        {1, 3, {{0, 8880, 480, 448, 40, 32}, {0, 4, 6, 7, 3, 6}, {0, 29, 27, 26, 30, 27}}},
        {1, 4, {{0, 88776, 1764, 812, 10, 28}, {0, 5, 10, 11, 4, 10}, {0, 39, 34, 33, 40, 34}}},
        {2, 3, {{0, 73200, 3840, 4304, 560, 256}, {0, 4, 6, 4, 3, 6}, {0, 29, 27, 29, 30, 27}}},
        {2,
         4,
         {{0, 1533276, 28224, 18932, 700, 448}, {0, 5, 10, 6, 4, 10}, {0, 39, 34, 38, 40, 34}}},
    };
    static const struct kit_supply nothing;
    struct table t;
    (void)state;
    open_table(&t, &usual);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        struct census census = {{0}, {0}, {0}};
        struct kit_group group = {.supply = &nothing};
        census_take(&t, list[i].copies * SUITS * VALUES, &group, list[i].size, 0, &census);
        for (int category = 0; category < 6; category++) {
            assert_int_equal(census.count[category], list[i].expected.count[category]);
            assert_int_equal(census.least[category], list[i].expected.least[category]);
            assert_int_equal(census.greatest[category], list[i].expected.greatest[category]);
        }
    }
    close_table(&t);
}

/* ---- random positions ------------------------------------------------------------------------ */

static int below(struct mst_rng *rng, int bound) {
    return (int)mst_rng_below(rng, (uint64_t)bound);
}

/* A random card that lies away, or a wild. */
static int take(struct table *t, struct mst_rng *rng, int deck, bool wild) {
    for (;;) {
        int piece = wild ? CARDS + below(rng, WILDS - 2) : below(rng, deck);
        if (core_piece(t->pos, piece, CORE_PIECE_PLACE) == t->away)
            return piece;
    }
}

/* Two pieces of the same run or suit now and then, so that the good categories come up. */
static int kin(struct table *t, struct mst_rng *rng, int deck, int other) {
    int tries = 20;
    while (tries--) {
        int piece = take(t, rng, deck, false);
        struct kit_face a = face_of(t->variant, piece), b = face_of(t->variant, other);
        if (a.suits == b.suits || a.low == b.low || a.low + 1 == b.low)
            return piece;
    }
    return take(t, rng, deck, false);
}

/* How many ways the naive opinion would look at, if `unseen` cards may come. */
static double ways(const struct question *q, int unseen) {
    double ways = 1;
    for (int i = 0; i < q->given_count; i++) {
        struct kit_face face = face_of(q->variant, q->given[i]);
        ways *= (face.high - face.low + 1) * (face.suits == ALL ? 4 : 1);
    }
    for (int i = 0; i < q->size - q->given_count; i++)
        ways *= (double)(unseen - i) / (i + 1) * (q->variant->with_wilds ? 4 : 1);
    return ways;
}

static void ask(struct table *t, struct mst_rng *rng, int deck, struct question *q) {
    int most = deck;
    clear_table(t);
    q->variant = t->variant;
    q->size = 3 + below(rng, 2);
    q->given_count = q->pool_count = 0;
    q->wilds = t->variant->with_wilds ? below(rng, 3) : 0;
    for (int have = below(rng, q->size + 1); q->given_count < have;) {
        bool wild = !below(rng, 4);
        int piece = q->given_count && below(rng, 2) ? kin(t, rng, deck, q->given[0])
                                                    : take(t, rng, deck, wild);
        q->given[q->given_count++] = piece;
        core_position_put(t->pos, piece, 0);
    }
    while (most > 4 && ways(q, most) > 1200)
        most--;
    most = below(rng, most + 1);
    for (int i = 0; i < most && i + q->given_count < deck; i++) {
        static const int hidden[] = {0, 1, 2};
        int piece = take(t, rng, deck, false), where = hidden[below(rng, 3)];
        core_position_put(t->pos, piece, where ? t->hand + where - 1 : t->deck);
        if (!(t->variant->excluding && where == 1))
            q->pool[q->pool_count++] = piece;
    }
    for (int piece = CARDS; t->variant->with_wilds && piece < PIECES; piece++)
        if (below(rng, 2) && core_piece(t->pos, piece, CORE_PIECE_PLACE) == t->away) {
            core_position_put(t->pos, piece, below(rng, 2) ? t->hand + 1 : t->deck);
            if (piece < PIECES - 2) /* the last ones count as nothing */
                q->pool[q->pool_count++] = piece;
        }
}

/* The named example reaches the best rank by itself, and no piece of it can be spared. */
static void try_example(struct table *t, struct kit_reach reach, int64_t best) {
    int64_t work = MOST_WORK;
    int16_t pieces[PIECES];
    bool gone[PIECES];
    int count = kit_ranking_example(t->ranking, t->pos, &reach, &work, pieces);
    reach.gone = gone;
    for (int spared = 0; spared <= count; spared++) {
        for (int i = 0; i < t->ranking->candidate_count; i++) {
            gone[i] = true;
            for (int k = 0; k < count; k++)
                gone[i] = gone[i] && (k == spared || pieces[k] != t->ranking->candidates[i].piece);
        }
        int64_t rank = kit_ranking_best(t->ranking, t->pos, &reach, &work);
        assert_true(spared < count ? rank < best : rank == best);
    }
}

static void compare(struct table *t, const struct question *q, int64_t expected) {
    int64_t work = MOST_WORK, rank = kit_ranking_rank(t->ranking, t->pos, 0, q->size);
    struct kit_reach reach = {0, q->size, t->variant->excluding ? t->hand : MST_NONE, q->wilds,
                              NULL};
    int64_t best = kit_ranking_best(t->ranking, t->pos, &reach, &work);
    if (best != expected)
        fail_msg("%s, size %d with %d: best is %lld, not %lld", t->variant->name, q->size,
                 q->given_count, (long long)best, (long long)expected);
    if (q->given_count < q->size)
        assert_int_equal(rank, 0);
    else if (!(t->variant->excluding && t->variant->unique))
        assert_int_equal(rank, best);
    if (best >= 0 && best % 32 == 0)
        try_example(t, reach, best);
    /* RK2: what the position says of pieces that may come does not matter */
    struct core_mark mark = core_position_mark(t->pos);
    for (int i = 0; i < q->pool_count; i++)
        for (int field = 0; field < FIELDS; field++)
            core_position_set_piece(t->pos, q->pool[i], &t->rules->schema->fields[field], 0);
    assert_int_equal(kit_ranking_best(t->ranking, t->pos, &reach, &work), best);
    core_position_rewind(t->pos, mark);
}

static void test_best_completion_is_that_of_all_completions_bl_clm_4(void **state) {
    static const struct variant variants[] = {
        {.name = "usual", .leader_high = 10},
        {.name = "sum only (BL-ENV-4)", .leader_high = 10, .only_sum = true},
        {.name = "leaders to 13 (BL-RUL-5)", .leader_high = 13},
        {.name = "ace high (BL-RUL-6)", .leader_high = 10, .around = 10},
        {.name = "ace high, leaders to 13", .leader_high = 13, .around = 10},
        {.name = "around 3", .leader_high = 10, .around = 3},
        {.name = "colours (BL-RUL-7)", .leader_high = 10, .colours = true},
        {.name = "partial (BL-RUL-10)", .leader_high = 10, .partial = 3},
        {.name = "no duplicates (BL-RUL-39)", .leader_high = 10, .unique = true},
        {.name = "hand shown (BL-RUL-12)", .leader_high = 10, .excluding = true},
        {.name = "wilds may come (BL-RUL-13)", .leader_high = 10, .with_wilds = true},
        {.name = "all at once", 13, true, false, 3, 10, true, true, true},
    };
    enum { POSITIONS = 1000 };
    int seen[6] = {0};
    (void)state;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        struct table t;
        struct question q;
        struct mst_rng rng;
        mst_rng_seed(&rng, 20 + v);
        open_table(&t, &variants[v]);
        for (int i = 0; i < POSITIONS; i++) {
            ask(&t, &rng, i % 2 ? CARDS : CARDS / 2, &q);
            int best = naive_best(&q);
            compare(&t, &q, best);
            seen[best < 0 ? 0 : best / 1000]++;
        }
        close_table(&t);
    }
    for (int category = 0; category < 6; category++) /* each has come up often enough to matter */
        assert_true(seen[category] > 100);
}

/* ---- vectors --------------------------------------------------------------------------------- */

/* One of the two copies of a card such as "Ts", "Kd"; K is a leader, Qh Qd companions, Qs Qc
 * shields. */
static int card_named(const char *text) {
    static const char values[] = "A23456789T", suits[] = "shdc";
    if (*text == 'K')
        return CARDS;
    if (*text == 'Q')
        return CARDS + (strchr("hd", text[1]) ? 2 : 4);
    return (int)((strchr(suits, text[1]) - suits) * VALUES + (strchr(values, *text) - values));
}

/* Put the cards of a text such as "Ts 9h Kd" on `place`. */
static void put_cards(struct table *t, const char *text, int place) {
    for (; *text; text += text[2] ? 3 : 2) {
        int card = card_named(text), where = core_piece(t->pos, card, CORE_PIECE_PLACE);
        if (where != t->deck && where != t->box) /* this copy lies somewhere already */
            card += card < CARDS ? CARDS / COPIES : 1;
        core_position_put(t->pos, card, place);
    }
}

/* All cards of so many decks may come; the rest is in the box. */
static void deal(struct table *t, int copies) {
    for (int piece = 0; piece < PIECES; piece++)
        core_position_put(t->pos, piece, piece < copies * CARDS / COPIES ? t->deck : t->box);
}

static void test_vectors_of_complete_sides_v1_to_v20(void **state) {
    static const struct variant fog = {.name = "sum only", .leader_high = 10, .only_sum = true};
    static const struct {
        const char *cards;
        int rank, sum;
    } list[] = {
        {"As 2s 3s", 5006, 6},     {"Ts As 2s", 3013, 13},    {"8s 9s Kh", 5027, 27},
        {"Kh Kd 8c", 5027, 28},    {"Kh Kd Qs", 5012, 23},    {"Qs Qc Kh", 5009, 16},
        {"Qs 4d 5d", 5012, 12},    {"Qs 2c 2d", 4006, 7},     {"Qh Qd 7s", 3023, 23},
        {"Qh Qd Kh", 4024, 26},    {"Kh Ts 9d", 2027, 29},    {"Kh 3c 9d", 1022, 22},
        {"Kh Ts 5s", 3025, 25},    {"5s 5h 5d 9c", 1024, 24}, {"5s 5h 5d 5c", 4020, 20},
        {"Kh Kd Ts 9s", 5034, 39}, {"Kh Kd Qh Qd", 4032, 36}, {"Qh Qs Kh Kd", 3031, 31},
        {"Kh 5s 5s", 4015, 20},    {"5s 5s 5h 5h", 4020, 20},
    };
    struct table t, foggy;
    (void)state;
    open_table(&t, &usual);
    open_table(&foggy, &fog);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        int size = (int)(strlen(list[i].cards) + 1) / 3;
        deal(&t, COPIES);
        deal(&foggy, COPIES);
        put_cards(&t, list[i].cards, 0);
        put_cards(&foggy, list[i].cards, 0);
        assert_int_equal(kit_ranking_rank(t.ranking, t.pos, 0, size), list[i].rank);
        assert_int_equal(kit_ranking_rank(foggy.ranking, foggy.pos, 0, size), 1000 + list[i].sum);
    }
    close_table(&foggy);
    close_table(&t);
}

/* The best results of the opposing sides in C1 to C30, where the side is incomplete. */
static void test_vectors_of_proofs_c1_to_c30(void **state) {
    static const struct {
        int copies, size;
        const char *opposing, *visible;
        int best;
    } list[] = {
        {1, 3, "", "8s 9s Ts", 5027},
        {1, 3, "", "7h 8h 9h", 5027},
        {1, 3, "", "7h 8h 9h 8s Td", 5027},
        {1, 3, "", "7h 8h 9h 8s Td 9c", 5024},
        {1, 3, "Ts", "5c 5d 5h 9s", 4030},
        {1, 3, "Ts", "5c 5d 5h 9s Th", 4030},
        {1, 3, "Ts", "5c 5d 5h 9s Th Td", 3025},
        {1, 3, "Ad 3h", "Ts 9h 7d", 2006},
        {1, 3, "Ad 3h", "Ts 9h 7d 2s 2h 2d 2c", 1014},
        {1, 3, "Ad 4h", "Ts 9h 7d", 1015},
        {1, 3, "Kh 5s", "9h 9c 9d", 5018},
        {1, 3, "Kh 5s", "9h 9c 9d 3s 4s 6s 7s", 4015},
        {1, 3, "Kh 8d", "7s 8s 9s 9d", 5027},
        {1, 3, "Kh 8d", "7s 8s 9s 9d Td", 5024},
        {1, 4, "Ts 8d", "5s 5h 5d 5c", 2034},
        {1, 4, "Ts 9s", "5s 5h 5d 5c", 5034},
        {2, 3, "Td", "5s 5s 5h 9d 9d", 4030},
        {2, 3, "Td 7c", "9h 9h 9c", 1027},
        {2, 3, "5d 9d", "6s 6s Ts 8d 8d", 3024},
        {2, 3, "5d 6d", "6s 6s Ts", 5018},
    };
    struct table t;
    (void)state;
    open_table(&t, &usual);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        struct kit_reach reach = {0, list[i].size, MST_NONE, 0, NULL};
        int64_t work = MOST_WORK;
        deal(&t, list[i].copies);
        put_cards(&t, list[i].opposing, 0);
        put_cards(&t, list[i].visible, t.away);
        int64_t best = kit_ranking_best(t.ranking, t.pos, &reach, &work);
        if (best != list[i].best)
            fail_msg("%s against %s: %lld, not %d", list[i].opposing, list[i].visible,
                     (long long)best, list[i].best);
    }
    close_table(&t);
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* The value of a call with `count` numbers, as code: of the ranking, or its best. */
static int64_t value_of(struct table *t, bool best, const int64_t *args, int count) {
    const char *why = "";
    int list = -1;
    while (count--)
        list = lang_node_new(t->rules, LANG_OP_LIST, false,
                             lang_node_constant(t->rules, args[count]), list, -1);
    int node = lang_node_new(t->rules, LANG_OP_PRIMITIVE, false, best, list, -1);
    int code = lang_code_make(t->rules, node, false, 0, 0, &why);
    if (code < 0)
        fail_msg("%s", why);
    core_play_clear(&t->play); /* its code is new */
    assert_true(core_play_init(&t->play, t->rules, t->pos));
    int64_t value = core_eval(&t->play, code);
    if (t->play.failed)
        fail_msg("%s", t->play.error->text);
    return value;
}

#define NUMBERS(...)                                                                               \
    (const int64_t[]){__VA_ARGS__}, (int)(sizeof(int64_t[]){__VA_ARGS__} / sizeof(int64_t))
#define RANK(...) value_of(&t, false, NUMBERS(__VA_ARGS__))
#define BEST(...) value_of(&t, true, NUMBERS(__VA_ARGS__))

static void test_code_calls_rankings(void **state) {
    static const struct variant variant = {.name = "wilds", .leader_high = 10, .with_wilds = true};
    struct table t;
    (void)state;
    open_table(&t, &variant);
    deal(&t, 1);
    put_cards(&t, "Ts 9s", 0);
    put_cards(&t, "8s", 1);
    put_cards(&t, "7h 8h 9h", 2);
    assert_int_equal(RANK(2, 3), 5024);
    assert_int_equal(RANK(0, 3), 0); /* one is missing */
    assert_int_equal(RANK(2, 2), 0); /* one is too many */
    assert_int_equal(RANK(MST_NONE, 3), 0);
    assert_int_equal(RANK(99, 3), 0);
    assert_int_equal(BEST(0, 3), 3026); /* 8s lies elsewhere: 7s */
    put_cards(&t, "7s 6s", t.hand);
    assert_int_equal(BEST(0, 3), 3026); /* a hand is of the pool */
    assert_int_equal(BEST(0, 3, t.hand + 1), 3026);
    assert_int_equal(BEST(0, 3, t.hand), 3024); /* 5s */
    assert_int_equal(BEST(1, 3, t.deck), 5021);
    assert_int_equal(BEST(core_board_at(t.rules->schema->board, 0, 1), 3, t.deck),
                     -1); /* two are left */
    put_cards(&t, "Kh Qs", t.deck);
    assert_int_equal(BEST(0, 3, MST_NONE), 5027);
    assert_int_equal(BEST(0, 3, MST_NONE, 1), 5027);
    assert_int_equal(BEST(0, 3, MST_NONE, 0), 3026);
    assert_int_equal(BEST(0, 3, MST_NONE, -1), 3026);
    assert_int_equal(BEST(0, 2), 5019);
    assert_int_equal(BEST(0, 1), -1); /* one is too many */
    assert_int_equal(BEST(0, 9), -1); /* larger than any group */
    assert_int_equal(BEST(0, 0), -1);
    put_cards(&t, "Kd", 0);
    assert_int_equal(RANK(0, 3), 5027);
    for (int blank = PIECES - 2; blank < PIECES; blank++) { /* what counts as nothing has no rank */
        core_position_put(t.pos, blank, 5);
        assert_int_equal(RANK(5, 1), 0);
        assert_int_equal(BEST(5, 1), 0);
        assert_int_equal(BEST(5, 3), 0);
        core_position_put(t.pos, blank, t.away);
    }
    close_table(&t);
}

/* ---- chances --------------------------------------------------------------------------------- */

/* Is a group of `cards` against `other` likelier to win when `wanted` may come than when only
 * `rest` may? */
static bool likelier(struct table *t, const char *cards, const char *other, const char *rest,
                     const char *wanted) {
    const struct kit_rivals rivals = {0, 3, 1, MST_NONE, MST_NONE};
    int64_t chances[2];
    for (int i = 0; i < 2; i++) {
        deal(t, COPIES);
        put_cards(t, cards, 0);
        put_cards(t, other, 1);
        for (int piece = 0; piece < PIECES; piece++) /* what is on the board stays there */
            if (core_piece(t->pos, piece, CORE_PIECE_PLACE) == t->deck)
                core_position_put(t->pos, piece, t->box);
        put_cards(t, rest, t->deck);
        put_cards(t, wanted, i ? t->deck : t->away);
        chances[i] = kit_ranking_chance(t->ranking, t->pos, &rivals);
    }
    return chances[1] > chances[0];
}

static void test_chances_try_the_highest_value_and_the_last_run(void **state) {
    struct table t;
    (void)state;
    open_table(&t, &usual);
    /* The rest of the pool has the lowest and the highest value, so that a usual sum stays what it
     * is; and no suit for a flush. */
    assert_true(likelier(&t, "Ts Th", "9h 8d", "Ac Tc", "Td"));
    assert_true(likelier(&t, "As Ah", "9h 8d", "Ac Tc", "Ad"));
    assert_true(likelier(&t, "Kh Kd", "9h 8d", "Ac", "Tc"));
    assert_true(likelier(&t, "Ts 9h", "5h 4d", "Ac Tc", "8c")); /* the last run */
    assert_true(likelier(&t, "As 2h", "7h 6d", "Ac Tc", "3c")); /* the first */
    close_table(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_group_of_a_deck_is_counted_once_bl_data_4),
        cmocka_unit_test(test_best_completion_is_that_of_all_completions_bl_clm_4),
        cmocka_unit_test(test_vectors_of_complete_sides_v1_to_v20),
        cmocka_unit_test(test_vectors_of_proofs_c1_to_c30),
        cmocka_unit_test(test_code_calls_rankings),
        cmocka_unit_test(test_chances_try_the_highest_value_and_the_last_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
