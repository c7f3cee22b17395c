/* Secrets: faces, masks, samples, and what may be taken back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "core/secret.h"
#include "search/deal.h"

/* Six cards of two types; a deck, hands, a table and a hidden pile; facts that not all may see. */
static const char *const GAME =
    "muster.module { title = 'T' }\n"
    "muster.game { title = 'T', seats = 3 }\n"
    "local grid = muster.grid { columns = 2, rows = 1 }\n"
    "muster.pieces { 'card', count = 6 }\n"
    "muster.pieces { 'trump', count = 2 }\n"
    "local rank = muster.field { 'rank', of = 'piece', max = 6, letters = '?123456', seen = "
    "'face',\n"
    "  each = { card = { 1, 2, 3, 4, 5, 6 }, trump = { 5, 6 } } }\n"
    "local mark = muster.field { 'mark', of = 'piece', max = 9 }\n"
    "local own = muster.field { 'own', of = 'piece', max = 9, seen = 'owner' }\n"
    "local bid = muster.field { 'bid', of = 'seat', max = 9, seen = 'owner' }\n"
    "local now = muster.state { { 'fate', max = 9, seen = 'none' }, { 'sum', max = 99 } }\n"
    "local trap = muster.field { 'trap', of = 'zone', max = 9, seen = 'owner' }\n"
    "local deck = muster.container { 'deck', ordered = true, faces = 'none' }\n"
    "local hand = muster.container { 'hand', per_seat = true, faces = 'owner' }\n"
    "local pile = muster.container { 'pile', faces = 'none' }\n"
    "local act = muster.decision { 'act', title = 'act', seat = function() return 0 end }\n"
    "local deal = muster.decision { 'deal', title = 'deal', chance = true }\n"
    "local first = grid.zone('a1')\n"
    "local function deal_out(n) shuffle(deck, n) go(act) end\n"
    "muster.move { 'dealt', at = deal, text = '{n}',\n"
    "  legal = function() return choose('n', sample) end, apply = deal_out }\n"
    "muster.move { 'chance', at = act, text = 'shuffle', apply = function() go(deal) end }\n"
    "muster.move { 'wait', at = act, text = 'wait',\n"
    "  apply = function() local p = top(deck) or top(first) mark[p] = 1 - mark[p] end }\n"
    "local function deck_left() need(count(deck) > 0) end\n"
    "local function hand_left() need(count(hand[0]) > 0) end\n"
    "muster.move { 'draw', at = act, text = 'draw', legal = deck_left,\n"
    "  apply = function() put(top(deck), hand[0]) end }\n"
    "muster.move { 'bury', at = act, text = 'bury', legal = hand_left,\n"
    "  apply = function() put(top(hand[0]), pile) end }\n"
    "muster.move { 'reveal', at = act, text = 'reveal', legal = hand_left,\n"
    "  apply = function() put(top(hand[0]), first) end }\n"
    "muster.move { 'peek', at = act, text = 'peek', legal = deck_left,\n"
    "  apply = function() now.sum = rank[top(deck)] end }\n"
    "muster.move { 'tally', at = act, text = 'fate', apply = function() now.sum = now.fate + 1 end "
    "}\n"
    "muster.move { 'open', at = act, text = 'open',\n"
    "  apply = function() now.sum = rank[top(first)] end }\n"
    "muster.move { 'if', at = act, text = 'look',\n"
    "  legal = function() need(rank[top(deck)] > 0) end, apply = function() now.sum = 1 end }\n"
    "muster.setup(function() for p in pieces(box) do put(p, deck) end go(deal) end)\n"
    "local held = muster.query(function() return top(hand[0]) end)\n"
    "local seen = muster.query(function() return known(top(hand[0])) end)\n"
    "muster.scene(function()\n"
    "  return { title = tostring(seen()) .. ' ' .. tostring(known(held())) }\n"
    "end)\n";

enum { CARDS = 6, TRUMPS = 2, PIECES = CARDS + TRUMPS, SEATS = 3 };

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
    if (ruleset && !match)
        print_error("%s: %s\n", error.at, error.text);
    return match ? 0 : -1;
}

static int close_game(void **state) {
    (void)state;
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    home_close();
    return 0;
}

static void play(const char *move) {
    struct mst_error error = {0};
    if (mst_match_play(match, move, &error) != MST_OK)
        fail_msg("%s: %s: %s", move, error.at, error.text);
}

static int place_of(const char *container) {
    const struct core_schema *s = ruleset->rules->schema;
    return s->containers[core_schema_find_container(s, container)].place;
}

static int32_t value(const struct core_position *pos, const char *field, int entity) {
    return core_get_field(pos, &pos->schema->fields[core_schema_find_field(pos->schema, field)],
                          entity);
}

static void set(const char *field, int entity, int32_t to) {
    const struct core_schema *s = ruleset->rules->schema;
    const struct core_field *f = &s->fields[core_schema_find_field(s, field)];
    assert_true(f->of == CORE_OF_PIECE
                    ? core_position_set_piece(match->pos, entity, f, to)
                    : core_position_set(match->pos, f->first + entity * f->stride, to));
}

/* Does the viewer know the face of the piece, in a mask where it has the same number? */
static bool knows(int viewer, int piece) {
    const struct core_position *pos = match->pos;
    int bit = viewer == MST_NONE ? MST_MOST_SEATS : viewer;
    return core_get(pos, pos->schema->known_first + piece) >> bit & 1;
}

static void put(int piece, int place) {
    assert_true(core_position_put(match->pos, piece, place));
}

/* ---- faces ----------------------------------------------------------------------------------- */

static void faces_are_given_once(void **state) {
    (void)state;
    for (int p = 0; p < CARDS; p++)
        assert_int_equal(value(match->pos, "rank", p), p + 1);
    for (int p = CARDS; p < PIECES; p++)
        assert_int_equal(value(match->pos, "rank", p), p - CARDS + 5);
}

static void a_shuffle_is_a_function_of_its_number(void **state) {
    int deck = place_of("deck");
    struct core_position *other = core_position_clone(match->pos);
    (void)state;
    assert_true(core_position_put(other, 3, deck)); /* another order before */
    assert_true(core_position_shuffle(match->pos, deck, 12345, NULL, NULL));
    assert_true(core_position_shuffle(other, deck, 12345, NULL, NULL));
    for (int p = 0; p < PIECES; p++)
        assert_int_equal(core_piece(match->pos, p, CORE_PIECE_LEVEL),
                         core_piece(other, p, CORE_PIECE_LEVEL));
    assert_int_equal(match->pos->hash, other->hash);
    assert_true(core_position_sound(match->pos, NULL));
    struct core_mark mark = core_position_mark(match->pos);
    uint64_t hash = match->pos->hash;
    assert_true(core_position_shuffle(match->pos, deck, 12346, NULL, NULL));
    assert_int_not_equal(match->pos->hash, hash);
    core_position_rewind(match->pos, mark);
    assert_int_equal(match->pos->hash, hash);
    assert_int_equal(core_position_rehash(match->pos), hash);
    core_position_free(other);
}

/* ---- knowledge ------------------------------------------------------------------------------- */

static void a_shuffled_deck_is_known_to_nobody(void **state) {
    (void)state;
    for (int p = 0; p < PIECES; p++)
        for (int viewer = MST_NONE; viewer < SEATS; viewer++)
            assert_false(knows(viewer, p));
}

static void who_saw_a_face_knows_it_where_it_goes(void **state) {
    (void)state;
    put(0, place_of("hand"));
    assert_true(knows(0, 0));
    assert_false(knows(1, 0) || knows(2, 0) || knows(MST_NONE, 0));
    put(0, place_of("deck")); /* ordered: its owner saw where it went */
    assert_true(knows(0, 0));
    put(0, 0); /* a zone */
    assert_true(knows(1, 0) && knows(2, 0) && knows(MST_NONE, 0));
    put(0, place_of("hand") + 1);
    assert_true(knows(0, 0) && knows(2, 0));
    assert_true(core_position_shuffle(match->pos, place_of("deck"), 1, NULL, NULL));
    assert_true(knows(0, 0)); /* it was not there */
    put(0, place_of("deck"));
    assert_true(core_position_shuffle(match->pos, place_of("deck"), 1, NULL, NULL));
    assert_false(knows(0, 0) || knows(1, 0) || knows(2, 0));
}

static void what_leaves_a_bag_unseen_may_be_any_of_its_type(void **state) {
    int hand = place_of("hand") + 1, pile = place_of("pile");
    (void)state;
    put(0, 0), put(1, 0), put(CARDS, 0); /* all see two cards and a trump */
    put(0, hand), put(1, hand), put(CARDS, hand);
    put(2, hand);
    struct core_mark mark = core_position_mark(match->pos);
    put(2, pile); /* seat 1 knows which one went; the others do not */
    assert_true(knows(1, 0) && knows(1, 1) && knows(1, 2) && knows(1, CARDS));
    assert_false(knows(0, 0) || knows(0, 1) || knows(0, 2) || knows(MST_NONE, 1));
    assert_true(knows(0, CARDS)); /* a trump has another back */
    core_position_rewind(match->pos, mark);
    assert_true(knows(0, 0) && knows(0, 1));
    put(1, 1); /* seen where it goes: the rest is what it was */
    assert_true(knows(0, 0) && knows(0, 1));
}

static void positions_from_texts_know_what_is_seen(void **state) {
    struct mst_error error = {0};
    (void)state;
    play("draw");
    char *line = mst_match_position(match, &error);
    struct mst_match *again = mst_match_setup(ruleset, line, true, 1, &error);
    assert_non_null(again);
    char *whole = mst_match_position(again, &error);
    assert_string_equal(line, whole);
    assert_int_equal(again->pos->hash, match->pos->hash);
    for (int viewer = MST_NONE; viewer < SEATS; viewer++) {
        char *one = mst_match_position_seen(match, viewer, &error);
        char *other = mst_match_position_seen(again, viewer, &error);
        assert_string_equal(one, other);
        assert_null(mst_match_setup(ruleset, one, true, 1, &error));
        assert_int_equal(error.status, MST_BAD_POSITION);
        assert_non_null(strstr(error.text, "only a whole position can be set up"));
        mst_text_free(one);
        mst_text_free(other);
    }
    mst_text_free(line);
    mst_text_free(whole);
    mst_match_free(again);
    assert_null(mst_match_setup(ruleset, "act deck:card-{?,0,0}", true, 1, &error));
    assert_non_null(strstr(error.text, "the face of a 'card' is hidden"));
    assert_null(mst_match_setup(ruleset, "act deck:card-{1,0,0}+card-{1,0,0}", true, 1, &error));
    assert_non_null(strstr(error.text, "no 'card' with this face is left"));
}

/* ---- masks ----------------------------------------------------------------------------------- */

static void a_mask_holds_what_its_viewer_may_know(void **state) {
    (void)state;
    set("bid", 0, 4), set("bid", 1, 5), set("fate", 0, 6), set("mark", 2, 7);
    put(2, place_of("hand") + 1);
    put(3, 1);
    assert_true(core_position_set_owner(match->pos, 3, 1));
    set("own", 3, 8), set("trap", 1, 9);
    for (int viewer = MST_NONE; viewer < SEATS; viewer++) {
        struct core_position *mask = core_position_mask(match->pos, viewer);
        int held = core_top(mask, place_of("hand") + 1);
        assert_int_equal(value(mask, "bid", 0), viewer == 0 ? 4 : 0);
        assert_int_equal(value(mask, "bid", 1), viewer == 1 ? 5 : 0);
        assert_int_equal(value(mask, "fate", 0), 0);
        assert_int_equal(value(mask, "own", 3), viewer == 1 ? 8 : 0);
        assert_int_equal(value(mask, "trap", 1), viewer == 1 ? 9 : 0);
        assert_int_equal(value(mask, "rank", 3), 4); /* it lies in the open */
        assert_int_equal(value(mask, "mark", held), 7);
        assert_int_equal(value(mask, "rank", held), viewer == 1 ? 3 : 0);
        assert_int_equal(core_secret_known(mask, held), viewer == 1);
        assert_true(core_secret_known(match->pos, 2));
        assert_true(core_position_sound(mask, NULL));
        core_position_free(mask);
    }
}

static void masks_number_what_is_unknown_by_where_it_lies(void **state) {
    struct core_position *other = core_position_clone(match->pos);
    (void)state;
    const struct core_field *mark =
        &other->schema->fields[core_schema_find_field(other->schema, "mark")];
    set("mark", 2, 7); /* one of the two, put there first here and last there */
    assert_true(core_position_set_piece(other, 0, mark, 7));
    put(2, place_of("pile")), put(4, place_of("pile"));
    assert_true(core_position_put(other, 5, place_of("pile"))); /* others, in another order */
    assert_true(core_position_put(other, 0, place_of("pile")));
    assert_true(core_position_shuffle(match->pos, place_of("deck"), 1, NULL, NULL));
    assert_true(core_position_shuffle(other, place_of("deck"), 1, NULL, NULL));
    for (int level = 1, a, b; level <= PIECES - 2; level++) { /* types are seen: alike in both */
        for (a = 0; core_piece(match->pos, a, CORE_PIECE_LEVEL) != level ||
                    core_piece(match->pos, a, CORE_PIECE_PLACE) != place_of("deck");)
            a++;
        b = a < CARDS ? MST_NONE : a;
        if (b != MST_NONE)
            assert_true(core_position_insert(other, b, place_of("deck"), level));
    }
    struct core_position *one = core_position_mask(match->pos, 1);
    struct core_position *two = core_position_mask(other, 1);
    assert_memory_equal(one->slots, two->slots, (size_t)one->schema->slots * sizeof *one->slots);
    assert_int_equal(one->hash, two->hash);
    core_position_free(one);
    core_position_free(two);
    core_position_free(other);
}

static void scenes_ask_what_is_known(void **state) {
    struct mst_error error = {0};
    (void)state;
    play("draw");
    for (int viewer = MST_NONE; viewer < SEATS; viewer++) {
        char *scene = mst_match_scene(match, viewer, &error);
        assert_non_null(scene);
        assert_non_null(strstr(scene, viewer == 0 ? "true true" : "false false"));
        mst_text_free(scene);
    }
}

/* ---- samples --------------------------------------------------------------------------------- */

/* Upper bound of 99.9 % of the chi-square distribution (Wilson and Hilferty). */
static double chi_square_bound(int freedom) {
    double z = 3.0902, k = freedom, part = 2 / (9 * k), root = 0;
    for (double low = 0, high = 1; high - low > 1e-9;) /* the square root of `part` */
        root = (low + high) / 2, root * root < part ? (low = root) : (high = root);
    double base = 1 - part + z * root;
    return k * base * base * base;
}

/* Which of the cards 0 .. 3 lie in the pile, out of the pairs; the pile holds two of the four. */
static int pair_of(const struct core_position *pos, int pile) {
    int first = -1, second = -1, number = 0;
    for (int p = 0; p < CARDS; p++)
        if (core_piece(pos, p, CORE_PIECE_PLACE) == pile)
            (first < 0 ? (first = p) : (second = p));
    for (int a = 0; a < CARDS; a++)
        for (int b = a + 1; b < CARDS; b++, number++)
            if (a == first && b == second)
                return number;
    return -1;
}

static void samples_have_the_exact_distribution(void **state) {
    enum { DRAWS = 60000, PAIRS = 6 * 5 / 2 };
    int counts[PAIRS] = {0}, pile = place_of("pile"), cells = 0;
    struct mst_rng rng;
    (void)state;
    put(0, place_of("hand")); /* seat 0 knows this one: four of five others in the deck and pile */
    put(1, pile), put(2, pile);
    struct core_position *mask = core_position_mask(match->pos, 0);
    mst_rng_seed(&rng, 42);
    for (int i = 0; i < DRAWS; i++) {
        struct core_position *sample = search_position_sample(mask, 0, &rng);
        int pair = pair_of(sample, pile);
        assert_in_range(pair, 0, PAIRS - 1);
        counts[pair]++;
        if (i % 1000 == 0) {
            struct core_position *again = core_position_mask(sample, 0);
            assert_true(core_position_sound(sample, NULL));
            assert_memory_equal(again->slots, mask->slots,
                                (size_t)mask->schema->slots * sizeof *mask->slots);
            assert_int_equal(core_piece(sample, 0, CORE_PIECE_PLACE), place_of("hand"));
            core_position_free(again);
        }
        core_position_free(sample);
    }
    double chi = 0, expected = DRAWS / (5.0 * 4 / 2);
    for (int i = 0; i < PAIRS; i++) {
        if (i < CARDS - 1) { /* pairs with card 0, which lies elsewhere */
            assert_int_equal(counts[i], 0);
            continue;
        }
        chi += (counts[i] - expected) * (counts[i] - expected) / expected;
        cells++;
    }
    assert_int_equal(cells, 10);
    assert_true(chi < chi_square_bound(cells - 1));
    core_position_free(mask);
}

static void shuffles_have_the_exact_distribution(void **state) {
    enum { DRAWS = 16000 };
    int counts[PIECES] = {0}, deck = place_of("deck");
    (void)state;
    for (int n = 0; n < DRAWS; n++) {
        assert_true(core_position_shuffle(match->pos, deck, n, NULL, NULL));
        counts[core_top(match->pos, deck)]++;
        core_position_forget(match->pos);
    }
    double chi = 0, expected = (double)DRAWS / PIECES;
    for (int p = 0; p < PIECES; p++)
        chi += (counts[p] - expected) * (counts[p] - expected) / expected;
    assert_true(chi < chi_square_bound(PIECES - 1));
}

/* ---- taking back ----------------------------------------------------------------------------- */

static void only_what_told_nobody_anything_is_taken_back(void **state) {
    (void)state;
    assert_int_equal(mst_match_retractable(match), 0); /* the first ply is the shuffle */
    play("wait");
    assert_int_equal(mst_match_retractable(match), 1);
    play("wait");
    assert_int_equal(mst_match_retractable(match), 2);
    play("draw"); /* seat 0 comes to know a face */
    assert_int_equal(mst_match_retractable(match), 0);
    play("bury"); /* it lies where nobody sees it */
    assert_int_equal(mst_match_retractable(match), 1);
    assert_int_equal(mst_match_undo(match, 1, NULL), MST_OK);
    assert_int_equal(mst_match_retractable(match), 0);
    play("wait");
    play("reveal");
    assert_int_equal(mst_match_retractable(match), 0);
    play("wait");
    play("peek"); /* the effects read a face that some do not know */
    assert_int_equal(mst_match_retractable(match), 0);
    play("open"); /* and one that all see */
    assert_int_equal(mst_match_retractable(match), 1);
    play("look"); /* only the conditions read */
    assert_int_equal(mst_match_retractable(match), 2);
    play("fate");
    assert_int_equal(mst_match_retractable(match), 0);
    play("wait");
    play("shuffle"); /* and the seeded outcome after it */
    assert_int_equal(mst_match_retractable(match), 0);
}

static void what_was_worked_out_before_is_read_again(void **state) {
    static const char game[] =
        "muster.module {} muster.game { title = 'T', seats = 2 }\n"
        "muster.grid { columns = 2, rows = 1 } muster.pieces { 'card', count = 2 }\n"
        "local own = muster.field { 'own', of = 'piece', max = 9, initial = 1, seen = 'none' }\n"
        "local now = muster.state { { 'sum', max = 99 } }\n"
        "local deck = muster.container { 'deck', ordered = true }\n"
        "local act = muster.decision { 'act', seat = function() return 0 end }\n"
        "local function weight(p) return own[p] end\n"
        "local ranks = muster.once(function() return pieces(deck):sum(weight) end)\n"
        "muster.move { 'weigh', at = act, text = 'weigh',\n"
        "  legal = function() need(ranks() > 0) end, apply = function() now.sum = ranks() end }\n"
        "muster.move { 'wait', at = act, text = 'wait',\n"
        "  legal = function() need(ranks() > 0) end, apply = function() now.sum = 1 end }\n"
        "muster.setup(function() for p in pieces(box) do put(p, deck) end go(act) end)\n";
    struct mst_error error = {0};
    (void)state;
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    ruleset = home_game(game, &error);
    match = ruleset ? mst_match_new(ruleset, true, 3, &error) : NULL;
    if (!match)
        fail_msg("%s: %s", error.at, error.text);
    play("wait");
    assert_int_equal(mst_match_retractable(match), 1);
    play("weigh"); /* the effects read what was worked out for the conditions */
    assert_int_equal(mst_match_retractable(match), 0);
}

static void replays_are_told_the_same(void **state) {
    struct mst_error error = {0};
    (void)state;
    play("draw"), play("wait"), play("shuffle"), play("wait"), play("wait");
    char *text = mst_match_transcript(match, &error);
    struct mst_match *again = mst_match_replay(ruleset, text, &error);
    assert_non_null(again);
    assert_int_equal(again->pos->hash, match->pos->hash);
    assert_int_equal(mst_match_retractable(again), 2);
    assert_int_equal(mst_match_retractable(match), 2);
    mst_match_free(again);
    mst_text_free(text);
}

/* ---- chance by sample ------------------------------------------------------------------------ */

static void sampled_chance_takes_any_number(void **state) {
    struct mst_error error = {0};
    uint64_t nodes;
    (void)state;
    struct mst_match *open = mst_match_new(ruleset, false, 0, &error);
    assert_true(mst_match_state(open).chance);
    assert_int_equal(mst_match_moves(open, &error)->count, 0);
    char *explained = mst_match_explain(open, &error);
    assert_non_null(strstr(explained, "can: "));
    assert_null(strstr(explained, "cannot: "));
    mst_text_free(explained);
    assert_int_equal(mst_match_perft(open, 1, &nodes, &error), MST_BAD_REQUEST);
    assert_non_null(strstr(error.text, "'deal' are too many to list"));
    assert_int_equal(mst_match_play(open, "1099511627776", &error), MST_ILLEGAL_MOVE);
    assert_int_equal(mst_match_play(open, "007", &error), MST_ILLEGAL_MOVE);
    assert_int_equal(mst_match_play(open, "x", &error), MST_ILLEGAL_MOVE);
    assert_int_equal(mst_match_play(open, "1099511627775", &error), MST_OK);
    assert_string_equal(mst_match_ply_text(open, 0), "1099511627775");
    assert_int_equal(mst_match_undo(open, 1, &error), MST_OK);
    assert_int_equal(mst_match_play(open, "0", &error), MST_OK);
    mst_match_free(open);
}

/* ---- what is refused at load ----------------------------------------------------------------- */

static void refused(const char *more, const char *part) {
    struct mst_error error = {0};
    char lua[8000];
    snprintf(lua, sizeof lua, "%s%s", GAME, more);
    struct mst_ruleset *wrong = home_game(lua, &error);
    if (wrong)
        fail_msg("loaded: %s", more);
    if (!strstr(error.text, part))
        fail_msg("%s: expected '%s', found '%s'", more, part, error.text);
}

static void declarations_are_checked(void **state) {
    (void)state;
    refused("muster.field { 'x', of = 'seat', seen = 'face' }", "only pieces have faces");
    refused("muster.state { { 'x', seen = 'owner' } }", "the game has no owner");
    refused("muster.state { { 'x', seen = 'al' } }", "all, owner, none or face");
    refused("muster.field { 'x', of = 'seat', each = { card = { 1 } } }",
            "'each' is only for fields of pieces");
    refused("muster.field { 'x', of = 'piece', each = { cart = { 1 } } }", "did you mean 'card'?");
    refused("muster.field { 'x', of = 'piece', each = { card = { 1 } } }",
            "a list of 6 numbers for 'card'");
    refused("muster.field { 'x', of = 'piece', each = { trump = { 1, 'a' } } }",
            "number 2 of 'trump' in 'each' is a string");
    refused("muster.field { 'x', of = 'piece', each = { trump = { 1, 2 } } }",
            "each value must be 0 to 1, not 2");
    refused("muster.field { 'x', of = 'piece', each = { trump = { 0, 1 } } }",
            "distinguishes the pieces 'trump' while their faces are hidden");
    refused("muster.container { 'x', faces = 'owner' }", "only a container with per_seat");
    refused("muster.container { 'x', faces = 'mine' }", "'faces' must be all, owner or none");
    refused("muster.move { 'x', at = act, text = 'x', apply = function() rank[top(box)] = 1 end }",
            "'rank': a face is fixed at its declaration");
    refused("muster.move { 'x', at = act, text = '{n}', legal = function() choose('n', sample) "
            "end, apply = function() end }",
            "'sample' is only for outcomes of chance");
    refused("muster.move { 'x', at = deal, text = 'x', apply = function() end }",
            "a 'sample' must be the only choice of the only move of its decision");
}

static void a_face_cannot_be_written_by_lua(void **state) {
    struct mst_error error = {0};
    char lua[8000];
    (void)state;
    snprintf(lua, sizeof lua, "%s%s", GAME,
             "local back = muster.field { 'back', of = 'piece', seen = 'face' }\n"
             "muster.move { 'turn', at = act, text = 'turn', apply = function()\n"
             "  for _ in pairs({}) do end back[top(deck)] = true end }\n"
             "muster.move { 'bag', at = act, text = 'bag', apply = function()\n"
             "  for _ in pairs({}) do end shuffle(box, 1) end }");
    struct mst_ruleset *other = home_game(lua, &error);
    struct mst_match *fresh = other ? mst_match_new(other, true, 1, &error) : NULL;
    assert_non_null(fresh);
    assert_int_equal(mst_match_play(fresh, "turn", &error), MST_SCRIPT_ERROR);
    assert_non_null(strstr(error.text, "'back': a face is fixed at its declaration"));
    assert_int_equal(mst_match_play(fresh, "bag", &error), MST_SCRIPT_ERROR); /* the box */
    assert_non_null(strstr(error.text, "a bag, which has no order"));
    mst_match_free(fresh);
    mst_ruleset_free(other);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, open_game, close_game)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(faces_are_given_once),
        TEST(a_shuffle_is_a_function_of_its_number),
        TEST(a_shuffled_deck_is_known_to_nobody),
        TEST(who_saw_a_face_knows_it_where_it_goes),
        TEST(what_leaves_a_bag_unseen_may_be_any_of_its_type),
        TEST(positions_from_texts_know_what_is_seen),
        TEST(a_mask_holds_what_its_viewer_may_know),
        TEST(scenes_ask_what_is_known),
        TEST(masks_number_what_is_unknown_by_where_it_lies),
        TEST(samples_have_the_exact_distribution),
        TEST(shuffles_have_the_exact_distribution),
        TEST(only_what_told_nobody_anything_is_taken_back),
        TEST(what_was_worked_out_before_is_read_again),
        TEST(replays_are_told_the_same),
        TEST(sampled_chance_takes_any_number),
        TEST(declarations_are_checked),
        TEST(a_face_cannot_be_written_by_lua),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
