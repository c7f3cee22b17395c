/* Pieces that look alike: no view shows which of them is where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "core/secret.h"
#include "search/deal.h"

/* Each card is there twice. `chosen` is a card that everybody hears of. */
static const char *const GAME =
    "muster.module { title = 'T' }\n"
    "muster.game { title = 'T', seats = 2 }\n"
    "local grid = muster.grid { columns = 2, rows = 1 }\n"
    "muster.pieces { 'card', count = 6, text = '{rank}' }\n"
    "local rank = muster.field { 'rank', of = 'piece', max = 3, letters = '?123', seen = 'face',\n"
    "  each = { card = { 1, 1, 2, 2, 3, 3 } } }\n"
    "local mark = muster.field { 'mark', of = 'piece', max = 9 }\n"
    "local now = muster.state { { 'chosen', holds = 'piece' } }\n"
    "local deck = muster.container { 'deck', ordered = true, faces = 'none' }\n"
    "local hand = muster.container { 'hand', per_seat = true, faces = 'owner', sort = { 'rank' } "
    "}\n"
    "local act = muster.decision { 'act', title = 'act', seat = function() return 1 end }\n"
    "muster.move { 'lay', at = act, text = '{card}',\n"
    "  legal = function() return choose('card', pieces(hand[1])) end,\n"
    "  apply = function(card) put(card, at(0, 0)) end }\n"
    "muster.setup(function() for p in pieces(box) do put(p, deck) end go(act) end)\n";

enum { CARDS = 6, DECK = 3, HAND = 4 };

static struct mst_ruleset *ruleset;
static struct mst_match *match;

static int open_game(void **state) {
    struct mst_error error = {0};
    (void)state;
    home_open();
    ruleset = home_game(GAME, &error);
    if (!ruleset)
        print_error("%s: %s\n", error.at, error.text);
    match = ruleset ? mst_match_new(ruleset, true, 3, &error) : NULL;
    return match ? 0 : -1;
}

static int close_game(void **state) {
    (void)state;
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    home_close();
    return 0;
}

static void put(struct core_position *pos, int piece, int place) {
    assert_true(core_position_put(pos, piece, place));
}

static const struct core_field *field(const char *name) {
    const struct core_schema *s = ruleset->rules->schema;
    return &s->fields[core_schema_find_field(s, name)];
}

/* The number of cards in the hand of seat 1 that the viewer knows. */
static int known_in_hand(const struct core_position *pos, int viewer) {
    int bit = viewer == MST_NONE ? MST_MOST_SEATS : viewer, count = 0;
    for (int p = core_top(pos, HAND + 1); p != MST_NONE; p = core_piece(pos, p, CORE_PIECE_BELOW))
        count += core_get(pos, pos->schema->known_first + p) >> bit & 1;
    return count;
}

static void assert_same_masks(const struct core_position *one, const struct core_position *other) {
    for (int viewer = MST_NONE; viewer < 2; viewer++) {
        struct core_position *a = core_position_mask(one, viewer);
        struct core_position *b = core_position_mask(other, viewer);
        struct mst_rng rng;
        mst_rng_seed(&rng, 1);
        struct core_position *sample = search_position_sample(a, viewer, &rng);
        assert_memory_equal(a->slots, b->slots, (size_t)a->schema->slots * sizeof *a->slots);
        assert_true(core_position_sound(a, NULL));
        assert_true(core_position_sound(sample, NULL));
        core_position_free(a);
        core_position_free(b);
        core_position_free(sample);
    }
}

/* Seat 1 takes card 0 openly and the other cards of `more` from the deck. */
static void fill_hand(int more) {
    assert_true(
        core_position_shuffle(match->pos, DECK, 7, NULL, NULL)); /* it came from the open box */
    put(match->pos, 0, 0);
    put(match->pos, 0, HAND + 1);
    for (int p = 1; p <= more; p++)
        put(match->pos, p, HAND + 1);
}

static void a_known_face_leaves_whichever_piece_it_was(void **state) {
    (void)state;
    fill_hand(2);
    assert_int_equal(known_in_hand(match->pos, 0), 1);
    struct core_position *other = core_position_clone(match->pos);
    put(match->pos, 0, 0); /* the one that all saw */
    put(other, 1, 0);      /* its twin */
    assert_int_equal(known_in_hand(match->pos, 0), 0);
    assert_int_equal(known_in_hand(other, 0), 0);
    assert_int_equal(known_in_hand(other, MST_NONE), 0);
    assert_int_equal(known_in_hand(other, 1), 2);
    assert_same_masks(match->pos, other);
    put(match->pos, 1, 0); /* and after both the numbers still tell nothing */
    put(other, 0, 0);
    assert_same_masks(match->pos, other);
    core_position_free(other);
}

static void another_face_leaves_what_is_known(void **state) {
    (void)state;
    fill_hand(2);
    put(match->pos, 2, 0);
    assert_int_equal(known_in_hand(match->pos, 0), 1);
}

static void a_change_that_all_see_mixes_up_what_looks_alike(void **state) {
    (void)state;
    fill_hand(2);
    struct core_mark mark = core_position_mark(match->pos);
    struct core_position *other = core_position_clone(match->pos);
    assert_true(core_position_set_piece(match->pos, 0, field("mark"), 5));
    assert_true(core_position_set_piece(other, 2, field("mark"), 5));
    assert_int_equal(known_in_hand(match->pos, 0), 0);
    assert_int_equal(known_in_hand(other, 0), 0);
    assert_int_equal(known_in_hand(match->pos, 1), 3);
    core_position_free(other);
    core_position_rewind(match->pos, mark);
    assert_int_equal(known_in_hand(match->pos, 0), 1);
    assert_true(core_position_set_owner(match->pos, 1, 1));
    assert_int_equal(known_in_hand(match->pos, 0), 0);
    core_position_rewind(match->pos, mark);
    put(match->pos, 1, DECK), put(match->pos, 2, DECK); /* the known one is alone now */
    put(match->pos, 0, 0), put(match->pos, 0, HAND + 1);
    assert_true(core_position_set_piece(match->pos, 0, field("mark"), 5));
    assert_int_equal(known_in_hand(match->pos, 0), 1);
}

static int chosen(int viewer, struct core_position **mask) {
    *mask = core_position_mask(match->pos, viewer);
    return core_get_field(*mask, field("chosen"), 0);
}

static void references_are_renumbered_or_blank(void **state) {
    struct core_position *mask;
    (void)state;
    fill_hand(2);
    put(match->pos, 1, 0);
    assert_true(core_position_set(match->pos, field("chosen")->first, 1));
    int number = chosen(0, &mask);
    assert_int_equal(core_piece(mask, number, CORE_PIECE_PLACE), 0);
    core_position_free(mask);
    assert_true(core_position_set(match->pos, field("chosen")->first, 2)); /* in the hand */
    assert_int_equal(chosen(0, &mask), MST_NONE);
    core_position_free(mask);
    number = chosen(1, &mask);
    assert_int_equal(core_piece(mask, number, CORE_PIECE_PLACE), HAND + 1);
    assert_int_equal(core_get_field(mask, field("rank"), number), 2);
    core_position_free(mask);
}

static void a_known_face_is_not_a_known_piece(void **state) {
    (void)state;
    fill_hand(1);
    assert_false(core_secret_named(match->pos, 0, 0));
    assert_true(core_secret_named(match->pos, 0, 1));
    put(match->pos, 0, DECK); /* nobody saw which of the two */
    assert_false(core_secret_named(match->pos, 0, 0));
    assert_true(core_secret_named(match->pos, 0, 1));
    match->pos->informed = false;
    put(match->pos, 1, 0); /* seat 0 learns as much from either */
    assert_true(match->pos->informed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_game, close_game)
        TEST(a_known_face_leaves_whichever_piece_it_was),
        TEST(another_face_leaves_what_is_known),
        TEST(a_change_that_all_see_mixes_up_what_looks_alike),
        TEST(references_are_renumbered_or_blank),
        TEST(a_known_face_is_not_a_known_piece),
#undef TEST
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
