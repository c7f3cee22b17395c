/* The state: positions against a naive model that copies everything, rewinding, and the hash. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/position.h"

enum { STONES = 6, CARDS = 5, PIECES = STONES + CARDS, ZONES = 12, SEATS = 2 };
enum { BOX = ZONES, HAND, PILE = HAND + SEATS, PLACES }; /* places behind the zones */
enum { DAMAGE, FACING, SCORE, GROUND, TURN, NOTE, FIELDS };

static struct core_schema *make_schema(int columns, int rows) {
    static const struct core_field fields[FIELDS] = {
        {.name = "damage", .of = CORE_OF_PIECE, .max = 6, .hashed = true},
        {.name = "facing", .of = CORE_OF_PIECE, .min = -1, .max = 3, .initial = -1, .hashed = true},
        {.name = "score", .of = CORE_OF_SEAT, .min = -50, .max = 50, .hashed = true},
        {.name = "ground", .of = CORE_OF_ZONE, .max = 9, .initial = 2, .hashed = true},
        {.name = "turn", .of = CORE_OF_GAME, .max = 1, .hashed = true},
        {.name = "note", .of = CORE_OF_GAME, .max = 1000, .hashed = false},
    };
    static const struct core_container hand = {.name = "hand", .per_seat = true};
    static const struct core_container pile = {.name = "pile", .ordered = true};
    struct core_schema *schema = core_schema_new();
    schema->board = core_board_grid(columns, rows, false, NULL);
    schema->seats = SEATS;
    assert_true(core_schema_type(schema, "stone", STONES, NULL, NULL) == 0);
    assert_true(core_schema_type(schema, "card", CARDS, NULL, NULL) == 1);
    assert_true(core_schema_container(schema, &hand, NULL) >= 0);
    assert_true(core_schema_container(schema, &pile, NULL) >= 0);
    for (int i = 0; i < FIELDS; i++)
        assert_int_equal(core_schema_field(schema, &fields[i], NULL), i);
    assert_int_equal(core_schema_freeze(schema, NULL), MST_OK);
    return schema;
}

/* ---- the model: every fact in plain arrays, copied whole ------------------------------------- */

struct model {
    int stack[PLACES][PIECES]; /* from the bottom up */
    int height[PLACES];
    int owner[PIECES], piece[2][PIECES];
    int score[SEATS], ground[ZONES], turn, note;
    uint64_t hash; /* of the position at the time */
};

static void model_start(struct model *m) {
    *m = (struct model){0};
    for (int p = 0; p < PIECES; p++) {
        m->stack[BOX][m->height[BOX]++] = p;
        m->owner[p] = MST_NONE;
        m->piece[1][p] = -1;
    }
    for (int z = 0; z < ZONES; z++)
        m->ground[z] = 2;
}

static void model_take(struct model *m, int piece) {
    for (int place = 0; place < PLACES; place++)
        for (int i = 0; i < m->height[place]; i++)
            if (m->stack[place][i] == piece) {
                m->height[place]--;
                for (; i < m->height[place]; i++)
                    m->stack[place][i] = m->stack[place][i + 1];
                return;
            }
}

static void model_insert(struct model *m, int piece, int place, int level) {
    model_take(m, piece);
    for (int i = m->height[place]; i >= level; i--)
        m->stack[place][i] = m->stack[place][i - 1];
    m->stack[place][level - 1] = piece;
    m->height[place]++;
}

/* ---- one random operation on both ------------------------------------------------------------ */

static int below(struct mst_rng *rng, int bound) {
    return (int)mst_rng_below(rng, (uint64_t)bound);
}

static void operate_piece(struct core_position *pos, struct model *m, struct mst_rng *rng,
                          int piece) {
    const struct core_schema *s = pos->schema;
    int which = below(rng, 2), value = below(rng, 4);
    if (below(rng, 3) == 0) {
        m->owner[piece] = value % 3 - 1;
        assert_true(core_position_set_owner(pos, piece, value % 3 - 1));
    } else {
        m->piece[which][piece] = value;
        assert_true(core_position_set_piece(pos, piece, &s->fields[which], value));
    }
}

static void operate_fact(struct core_position *pos, struct model *m, struct mst_rng *rng) {
    const struct core_field *fields = pos->schema->fields;
    int zone = below(rng, ZONES), seat = below(rng, SEATS), value = below(rng, 10),
        turn = below(rng, 2);
    switch (below(rng, 4)) {
    case 0:
        m->score[seat] = value - 5;
        core_position_set(pos, fields[SCORE].first + seat * fields[SCORE].stride, value - 5);
        break;
    case 1:
        m->ground[zone] = value;
        core_position_set(pos, fields[GROUND].first + zone * fields[GROUND].stride, value);
        break;
    case 2:
        m->turn = turn;
        core_position_set(pos, fields[TURN].first, turn);
        break;
    default: m->note = value; core_position_set(pos, fields[NOTE].first, value);
    }
}

static void operate(struct core_position *pos, struct model *m, struct mst_rng *rng) {
    int piece = below(rng, PIECES), place = below(rng, PLACES);
    switch (below(rng, 4)) {
    case 0:
        model_insert(m, piece, place,
                     m->height[place] + 1 - (core_piece(pos, piece, CORE_PIECE_PLACE) == place));
        if (below(rng, 2)) {
            m->owner[piece] = MST_NONE;
            assert_true(core_position_take(pos, piece, place));
        } else {
            assert_true(core_position_put(pos, piece, place));
        }
        break;
    case 1: {
        int most = m->height[place] + (core_piece(pos, piece, CORE_PIECE_PLACE) != place);
        int level = below(rng, most) + 1;
        model_insert(m, piece, place, level);
        assert_true(core_position_insert(pos, piece, place, level));
        break;
    }
    case 2: operate_piece(pos, m, rng, piece); break;
    default: operate_fact(pos, m, rng);
    }
    m->hash = pos->hash;
}

/* ---- comparing ------------------------------------------------------------------------------- */

static bool stack_differs(const struct core_position *pos, const struct model *m, int place) {
    int piece = core_top(pos, place);
    if (core_count(pos, place) != m->height[place])
        return true;
    for (int level = m->height[place]; level > 0; level--) {
        if (piece != m->stack[place][level - 1] ||
            core_piece(pos, piece, CORE_PIECE_PLACE) != place ||
            core_piece(pos, piece, CORE_PIECE_LEVEL) != level)
            return true;
        piece = core_piece(pos, piece, CORE_PIECE_BELOW);
    }
    return piece != MST_NONE;
}

static bool tops_differ(const struct core_position *pos, const struct model *m) {
    for (int type = 0; type < 2; type++)
        for (int seat = -1; seat < SEATS; seat++)
            for (int zone = 0; zone < ZONES; zone++) {
                int top = m->height[zone] ? m->stack[zone][m->height[zone] - 1] : -1;
                bool is = top >= 0 && (top >= STONES) == type && m->owner[top] == seat;
                if ((core_tops(pos, type, seat)[0] >> zone & 1) != is)
                    return true;
            }
    return false;
}

/* Does any fact of the position differ from the model, or its hash from the one recorded? */
static bool differs(const struct core_position *pos, const struct model *m) {
    const struct core_field *f = pos->schema->fields;
    bool differs =
        tops_differ(pos, m) || pos->hash != m->hash || core_position_rehash(pos) != pos->hash;
    for (int place = 0; place < PLACES; place++)
        differs |= stack_differs(pos, m, place);
    for (int p = 0; p < PIECES; p++)
        differs |= core_piece(pos, p, CORE_PIECE_OWNER) != m->owner[p] ||
                   core_get_field(pos, &f[DAMAGE], p) != m->piece[0][p] ||
                   core_get_field(pos, &f[FACING], p) != m->piece[1][p];
    for (int z = 0; z < ZONES; z++)
        differs |= core_get_field(pos, &f[GROUND], z) != m->ground[z];
    for (int seat = 0; seat < SEATS; seat++)
        differs |= core_get_field(pos, &f[SCORE], seat) != m->score[seat];
    differs |=
        core_get_field(pos, &f[TURN], 0) != m->turn || core_get_field(pos, &f[NOTE], 0) != m->note;
    return differs;
}

/* ---- tests ----------------------------------------------------------------------------------- */

enum { MARKS = 40, OPERATIONS = 20000 };

static void test_journal_is_a_full_copy(void **state) {
    struct core_schema *schema = make_schema(4, 3);
    struct core_position *pos = core_position_new(schema);
    struct core_mark marks[MARKS];
    static struct model models[MARKS + 1];
    struct mst_error error;
    struct mst_rng rng;
    int depth = 0;
    (void)state;
    mst_rng_seed(&rng, 1);
    model_start(&models[0]);
    models[0].hash = pos->hash;
    assert_false(differs(pos, &models[0]));
    for (int i = 0; i < OPERATIONS; i++) {
        if (depth < MARKS && below(&rng, 8) == 0) {
            marks[depth] = core_position_mark(pos);
            models[depth + 1] = models[depth];
            depth++;
        } else if (depth && below(&rng, 16) == 0) {
            depth -= 1 + below(&rng, depth); /* one or several at once */
            core_position_rewind(pos, marks[depth]);
        } else {
            operate(pos, &models[depth], &rng);
        }
        if (differs(pos, &models[depth]))
            fail_msg("after operation %d the position differs from the model", i);
        if (i % 100 == 0)
            assert_true(core_position_sound(pos, &error));
    }
    core_position_free(pos);
    core_schema_free(schema);
}

static void test_a_version_has_one_content(void **state) {
    struct core_schema *schema = make_schema(4, 3);
    struct core_position *pos = core_position_new(schema), *then = core_position_clone(pos);
    size_t size = (size_t)schema->slots * sizeof *pos->slots;
    static struct model m;
    struct core_mark mark = core_position_mark(pos);
    uint64_t version = core_position_version(pos);
    struct mst_rng rng;
    int changes = 0;
    (void)state;
    mst_rng_seed(&rng, 3);
    model_start(&m);
    struct model marked = m;
    for (int i = 0; i < OPERATIONS; i++) {
        switch (below(&rng, 20)) {
        case 0:
            mark = core_position_mark(pos);
            marked = m;
            break;
        case 1:
            core_position_rewind(pos, mark);
            m = marked;
            break;
        case 2:
            core_position_forget(pos);
            mark = core_position_mark(pos);
            marked = m;
            break;
        default: operate(pos, &m, &rng);
        }
        bool same = !memcmp(pos->slots, then->slots, size);
        if (core_position_version(pos) == version && !same)
            fail_msg("after operation %d the version is as before, and the contents are not", i);
        assert_true(core_position_version(pos) >= version);
        changes += !same;
        version = core_position_version(pos);
        assert_true(core_position_copy(then, pos));
    }
    assert_true(changes > OPERATIONS / 2);
    core_position_free(pos);
    core_position_free(then);
    core_schema_free(schema);
}

static void test_the_comparison_sees_each_planted_difference(void **state) {
    struct core_schema *schema = make_schema(4, 3);
    struct core_position *pos = core_position_new(schema);
    struct model m, wrong;
    struct mst_rng rng;
    (void)state;
    mst_rng_seed(&rng, 2);
    model_start(&m);
    for (int i = 0; i < 500; i++)
        operate(pos, &m, &rng);
    assert_false(differs(pos, &m));
    int *const facts[] = {&wrong.owner[3], &wrong.piece[0][1], &wrong.piece[1][10],
                          &wrong.score[1], &wrong.ground[11],  &wrong.turn,
                          &wrong.note,     &wrong.height[BOX], &wrong.height[4]};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        wrong = m;
        *facts[i] += 1;
        assert_true(differs(pos, &wrong));
    }
    wrong = m;
    wrong.hash ^= 1;
    assert_true(differs(pos, &wrong));
    core_position_set(pos, schema->fields[SCORE].first, 49); /* a write that the model missed */
    assert_true(differs(pos, &m));
    core_position_free(pos);
    core_schema_free(schema);
}

static void test_a_broken_position_is_not_sound(void **state) {
    struct core_schema *schema = make_schema(4, 3);
    struct core_position *pos = core_position_new(schema);
    struct mst_error error = {0};
    (void)state;
    assert_true(core_position_put(pos, 2, 5));
    assert_true(core_position_sound(pos, &error));
    const int slots[] = {schema->fields[GROUND].first + 3 * schema->fields[GROUND].stride,
                         core_slot_piece(schema, 2, CORE_PIECE_LEVEL),
                         core_slot_piece(schema, 2, CORE_PIECE_PLACE),
                         core_slot_piece(schema, 2, CORE_PIECE_OWNER),
                         core_slot_tops(schema, 0, MST_NONE),
                         core_slot_top(schema, 5)};
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++) {
        int32_t kept = pos->slots[slots[i]];
        pos->slots[slots[i]] = kept == 10 ? 11 : 10;
        error.text[0] = 0;
        assert_false(core_position_sound(pos, &error));
        assert_true(error.text[0]);
        pos->slots[slots[i]] = kept;
    }
    assert_true(core_position_sound(pos, &error));
    core_position_free(pos);
    core_schema_free(schema);
}

static void test_like_pieces_give_the_same_hash(void **state) {
    struct core_schema *schema = make_schema(4, 3);
    struct core_position *a = core_position_new(schema), *b = core_position_new(schema);
    const int first[] = {0, 1, 2, 6}, second[] = {5, 3, 1, 10}; /* three stones and a card */
    (void)state;
    for (int i = 0; i < 4; i++) {
        core_position_put(a, first[i], 3);
        core_position_set_owner(a, first[i], i % 2);
        core_position_set_piece(a, first[i], &schema->fields[DAMAGE], i);
        core_position_set_piece(b, second[i], &schema->fields[DAMAGE], i);
        core_position_set_owner(b, second[i], i % 2);
        core_position_put(b, second[i], 3);
    }
    assert_true(a->hash == b->hash);
    core_position_set_piece(b, second[1], &schema->fields[DAMAGE], 2);
    assert_false(a->hash == b->hash);
    core_position_free(a);
    core_position_free(b);
    core_schema_free(schema);
}

static void test_order_counts_in_stacks_and_not_in_bags(void **state) {
    struct core_schema *schema = make_schema(4, 3);
    const int places[] = {7, PILE, HAND, HAND + 1, BOX};
    const bool ordered[] = {true, true, false, false, false};
    (void)state;
    for (int i = 0; i < 5; i++) {
        struct core_position *a = core_position_new(schema), *b = core_position_new(schema);
        for (int p = 0; p < 2; p++) { /* pieces that differ: by damage */
            core_position_set_piece(a, p, &schema->fields[DAMAGE], p + 1);
            core_position_set_piece(b, p, &schema->fields[DAMAGE], p + 1);
        }
        core_position_put(a, 0, places[i]), core_position_put(a, 1, places[i]);
        core_position_put(b, 1, places[i]), core_position_put(b, 0, places[i]);
        assert_true((a->hash != b->hash) == ordered[i]);
        core_position_free(a);
        core_position_free(b);
    }
    core_schema_free(schema);
}

static void test_fields_that_are_only_remembered_leave_the_hash_alone(void **state) {
    struct core_schema *schema = make_schema(4, 3);
    struct core_position *pos = core_position_new(schema);
    uint64_t hash = pos->hash;
    (void)state;
    core_position_set(pos, schema->fields[NOTE].first, 7);
    assert_true(pos->hash == hash);
    core_position_set(pos, schema->fields[TURN].first, 1);
    assert_false(pos->hash == hash);
    core_position_free(pos);
    core_schema_free(schema);
}

static void test_a_key_looks_at_the_listed_fields_alone(void **state) {
    struct core_schema *schema = make_schema(4, 3);
    struct core_position *pos = core_position_new(schema);
    const struct core_field *fields = schema->fields;
    static const int listed[] = {DAMAGE, GROUND};
    uint64_t key = core_position_key(pos, listed, 2), lone = core_position_key(pos, listed, 1);
    (void)state;
    assert_true(core_position_set_piece(pos, 0, &fields[FACING], 2));
    core_position_set(pos, fields[TURN].first, 1);
    assert_true(core_position_key(pos, listed, 2) == key);
    for (int z = 0; z < ZONES; z++) {
        int slot = fields[GROUND].first + z * fields[GROUND].stride;
        core_position_set(pos, slot, 5);
        uint64_t there = core_position_key(pos, listed, 2);
        assert_false(there == key);
        assert_true(core_position_key(pos, listed, 1) == lone);
        core_position_set(pos, slot, 2);
        assert_true(core_position_key(pos, listed, 2) == key);
        core_position_set(pos, fields[GROUND].first + (z + 1) % ZONES * fields[GROUND].stride, 5);
        assert_false(core_position_key(pos, listed, 2) == there); /* not the same elsewhere */
        core_position_set(pos, fields[GROUND].first + (z + 1) % ZONES * fields[GROUND].stride, 2);
    }
    assert_true(core_position_set_piece(pos, 0, &fields[DAMAGE], 3));
    assert_false(core_position_key(pos, listed, 2) == key);
    assert_false(core_position_key(pos, listed, 1) == lone);
    core_position_free(pos);
    core_schema_free(schema);
}

static void test_remembered_keys_are_rewound(void **state) {
    struct core_schema *schema = make_schema(4, 3);
    struct core_position *pos = core_position_new(schema);
    (void)state;
    for (uint64_t key = 0; key < 300; key++)
        assert_true(core_position_remember(pos, key));
    struct core_mark mark = core_position_mark(pos);
    assert_true(core_position_seen(pos, 299));
    assert_false(core_position_seen(pos, 300));
    core_position_remember(pos, 300);
    core_position_clear_history(pos);
    assert_false(core_position_seen(pos, 5));
    core_position_remember(pos, 900); /* over the keys that rewinding must bring back */
    core_position_rewind(pos, mark);
    for (uint64_t key = 0; key < 300; key++)
        assert_true(core_position_seen(pos, key));
    assert_false(core_position_seen(pos, 300));
    assert_false(core_position_seen(pos, 900));
    core_position_free(pos);
    core_schema_free(schema);
}

static void test_a_copy_is_alike_and_goes_its_own_way(void **state) {
    struct core_schema *schema = make_schema(4, 3);
    struct core_position *pos = core_position_new(schema);
    struct model m, own;
    struct mst_rng rng;
    (void)state;
    mst_rng_seed(&rng, 3);
    model_start(&m);
    for (int i = 0; i < 200; i++)
        operate(pos, &m, &rng);
    core_position_remember(pos, 77);
    struct core_position *copy = core_position_clone(pos);
    own = m;
    assert_false(differs(copy, &m));
    assert_true(core_position_seen(copy, 77));
    for (int i = 0; i < 200; i++)
        operate(copy, &own, &rng);
    assert_false(differs(pos, &m));
    assert_false(differs(copy, &own));
    assert_true(core_position_copy(pos, copy));
    assert_false(differs(pos, &own));
    core_position_free(pos);
    core_position_free(copy);
    core_schema_free(schema);
}

static void test_a_write_without_memory_changes_nothing(void **state) {
    struct core_schema *schema = make_schema(4, 3);
    struct core_position *pos = core_position_new(schema);
    struct model m;
    struct mst_rng rng;
    int failures = 0;
    (void)state;
    mst_rng_seed(&rng, 4);
    model_start(&m);
    for (int i = 0; i < 3000; i++) {
        int piece = below(&rng, PIECES), place = below(&rng, PLACES);
        uint64_t hash = pos->hash;
        struct model before = m;
        before.hash = hash;
        bool take = below(&rng, 2);
        core_mem_fail_after(0);
        bool put =
            take ? core_position_take(pos, piece, place) : core_position_put(pos, piece, place);
        core_mem_fail_after(-1);
        if (!put) {
            failures++;
            assert_false(differs(pos, &before));
            put =
                take ? core_position_take(pos, piece, place) : core_position_put(pos, piece, place);
        }
        assert_true(put);
        if (take)
            m.owner[piece] = MST_NONE;
        if (!take && below(&rng, 2)) {
            m.owner[piece] = 1;
            assert_true(core_position_set_owner(pos, piece, 1));
        }
        model_take(&m, piece);
        m.stack[place][m.height[place]++] = piece;
        m.hash = pos->hash;
        assert_false(differs(pos, &m));
    }
    assert_true(failures > 0);
    core_position_free(pos);
    core_schema_free(schema);
}

static void test_a_board_of_many_zones_keeps_its_tops(void **state) {
    struct core_schema *schema = make_schema(12, 12);
    struct core_position *pos = core_position_new(schema);
    (void)state;
    assert_int_equal(schema->board->words, 3);
    core_position_set_owner(pos, 0, 1);
    for (int zone = 0; zone < 144; zone++) {
        assert_true(core_position_put(pos, 0, zone));
        const uint64_t *set = core_tops(pos, 0, 1);
        for (int w = 0; w < 3; w++)
            assert_true(set[w] == (w == zone / 64 ? 1ULL << (zone & 63) : 0));
        assert_true(core_position_rehash(pos) == pos->hash);
    }
    core_position_free(pos);
    core_schema_free(schema);
}

static void test_a_schema_refuses_what_cannot_be(void **state) {
    struct core_schema *schema = core_schema_new();
    struct core_field field = {.name = "x", .of = CORE_OF_GAME, .min = 3, .max = 1};
    struct mst_error error = {0};
    (void)state;
    assert_int_equal(core_schema_field(schema, &field, &error), -1);
    assert_non_null(strstr(error.text, "'x'"));
    field.min = field.initial = 0;
    assert_int_equal(core_schema_field(schema, &field, &error), 0);
    assert_int_equal(core_schema_field(schema, &field, &error), -1);
    assert_non_null(strstr(error.text, "declared twice"));
    assert_int_equal(core_schema_type(schema, "x", 1, NULL, &error), -1);
    assert_int_equal(core_schema_type(schema, "many", INT32_MAX, NULL, &error), -1);
    assert_int_equal(core_schema_type(schema, "none", 0, NULL, &error), -1);
    assert_int_not_equal(core_schema_freeze(schema, &error), MST_OK);
    schema->board = core_board_grid(2, 2, true, NULL);
    schema->seats = 1;
    assert_int_equal(core_schema_freeze(schema, &error), MST_OK);
    snprintf(field.name, sizeof field.name, "late");
    assert_int_equal(core_schema_field(schema, &field, &error), -1);
    assert_non_null(strstr(error.text, "too late"));
    core_schema_free(schema);
}

static void test_grids_know_their_neighbours_and_holes(void **state) {
    bool voids[9] = {[4] = true};
    struct core_board *board = core_board_grid(3, 3, true, voids);
    (void)state;
    assert_int_equal(board->zones, 8);
    assert_int_equal(core_board_zone(board, "b2", 2), MST_NONE);
    int a2 = core_board_zone(board, "a2", 2), c2 = core_board_zone(board, "c2", 2);
    assert_int_equal(board->to[1][a2], MST_NONE); /* east: the hole */
    assert_int_equal(board->to[3][c2], MST_NONE);
    assert_int_equal(board->to[0][a2], core_board_zone(board, "a3", 2));
    assert_int_equal(board->to[5][core_board_zone(board, "b3", 2)], c2); /* south-east */
    assert_int_equal(core_board_at(board, 1, 1), MST_NONE);
    assert_int_equal(core_board_at(board, 2, 1), c2);
    assert_int_equal(core_board_at(board, 3, 0), MST_NONE);
    assert_null(core_board_grid(27, 3, false, NULL));
    assert_null(core_board_grid(3, 0, false, NULL));
    core_board_free(board);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_journal_is_a_full_copy),
        cmocka_unit_test(test_a_version_has_one_content),
        cmocka_unit_test(test_the_comparison_sees_each_planted_difference),
        cmocka_unit_test(test_a_broken_position_is_not_sound),
        cmocka_unit_test(test_like_pieces_give_the_same_hash),
        cmocka_unit_test(test_order_counts_in_stacks_and_not_in_bags),
        cmocka_unit_test(test_fields_that_are_only_remembered_leave_the_hash_alone),
        cmocka_unit_test(test_a_key_looks_at_the_listed_fields_alone),
        cmocka_unit_test(test_remembered_keys_are_rewound),
        cmocka_unit_test(test_a_copy_is_alike_and_goes_its_own_way),
        cmocka_unit_test(test_a_write_without_memory_changes_nothing),
        cmocka_unit_test(test_a_board_of_many_zones_keeps_its_tops),
        cmocka_unit_test(test_a_schema_refuses_what_cannot_be),
        cmocka_unit_test(test_grids_know_their_neighbours_and_holes),
    };
    return cmocka_run_group_tests_name("state", tests, NULL, NULL);
}
