/* Decisions of several seats at once: nothing of a choice shows before all have chosen, in the
 * position, the views, the log and the transcript; search does not depend on it; and Goofspiel is
 * counted by brute force. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "rulesets/ruleset.h"
#include "muster/player.h"

/* Seats that are in write a number; then the sum of all is added to `sum`, and the game goes on to
 * `next`, where seat 0 says so or ends it. Seat 2 is in only if `all` is set. */
#define GAME                                                                                       \
    "muster.module { title = 'Game' }\n"                                                           \
    "muster.game { title = 'Game', seats = 3 }\n"                                                  \
    "muster.grid { columns = 2, rows = 1 }\n"                                                      \
    "local stone = muster.pieces { 'stone', count = 1 }\n"                                         \
    "local now = muster.state { { 'sum', max = 999 }, { 'all' }, { 'order', max = 99999 },\n"      \
    "  { 'rounds', max = 9 } }\n"                                                                  \
    "local wrote = muster.field { 'wrote', of = 'seat', max = 9 }\n"                               \
    "local orders = muster.decision { 'orders', title = 'write', together = true,\n"               \
    "  seats = function(seat) return seat < 2 or now.all end,\n"                                   \
    "  reveal = function()\n"                                                                      \
    "    for seat = 0, 2 do now.sum = now.sum + wrote[seat] wrote[seat] = 0 end\n"                 \
    "    now.rounds = now.rounds + 1 end }\n"                                                      \
    "muster.move { 'write', at = orders, title = 'Write', text = 'w{n}',\n"                        \
    "  legal = function() local n = choose('n', range(1, 3))\n"                                    \
    "    need(n ~= 3 or me() ~= 1, 'G-1', 'too much') return n end,\n"                             \
    "  apply = function(n) now.order = 10 * now.order + me() + 1 wrote[me()] = n\n"                \
    "    if n == 2 and me() == 0 then now.all = true end end }\n"                                  \
    "muster.move { 'give', at = '*', title = 'Give up', text = 'give', unlisted = true,\n"         \
    "  apply = function() over('given', 1) end }\n"                                                \
    "muster.ending('given')\n"                                                                     \
    "muster.after_ply(function() if now.rounds > 0 and now.rounds < 5 then\n"                      \
    "  now.rounds = now.rounds + 4 end end)\n"                                                     \
    "muster.setup(function() put(top(box), at(0, 0)) go(orders) end)\n"                            \
    "muster.scene(function() return { items = {} } end)\n"

static struct mst_ruleset *ruleset;
static struct mst_match *match;

static void begin(const char *as, const char *game) {
    struct mst_error error = {0};
    ruleset = home_game_as(as, game, &error);
    match = ruleset ? mst_match_new(ruleset, true, 1, &error) : NULL;
    if (!match)
        fail_msg("%s: %s", error.at, error.text);
}

static void end(void) {
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void play(const char *move) {
    struct mst_error error = {0};
    if (mst_match_play(match, move, &error) != MST_OK)
        fail_msg("%s: %s: %s", move, error.at, error.text);
}

static void expect_line(const char *line) {
    struct mst_error error = {0};
    char *text = mst_match_position(match, &error);
    assert_string_equal(text, line);
    struct mst_match *again = mst_match_setup(ruleset, text, true, 1, &error);
    if (!again)
        fail_msg("%s: %s: %s", text, error.at, error.text);
    assert_true(mst_match_state(again).hash == mst_match_state(match).hash);
    assert_int_equal(mst_match_state(again).to_move, mst_match_state(match).to_move);
    mst_match_free(again);
    mst_text_free(text);
}

static void expect_seen(int seat, const char *line) {
    struct mst_error error = {0};
    char *text = mst_match_position_seen(match, seat, &error);
    assert_string_equal(text, line);
    mst_text_free(text);
}

static void expect_told(int ply, int seat, const char *text) {
    struct mst_buf out = {0};
    assert_true(mst_match_ply_seen(match, ply, seat, &out));
    assert_string_equal(mst_buf_text(&out), text);
    mst_buf_clear(&out);
}

static void one_round(const char *as) {
    struct mst_error error = {0};
    begin(as, GAME);
    uint64_t start = mst_match_state(match).hash;
    play("w1");
    assert_int_equal(mst_match_state(match).to_move, 1);
    expect_line("orders sealed[0]=w1 a1:stone-");
    expect_seen(0, "orders ?0 sealed[0]=? a1:stone-");
    expect_seen(1, "orders ?1 a1:stone-");
    expect_seen(-1, "orders ?- a1:stone-");
    expect_told(0, 0, "w1");
    expect_told(0, 1, "Write");
    expect_told(0, -1, "Write");
    char *seen = mst_match_transcript_seen(match, 1, &error);
    assert_non_null(strstr(seen, "moves\n?\n"));
    mst_text_free(seen);
    assert_int_equal(mst_match_retractable(match), 1);
    assert_int_equal(mst_match_play(match, "w3", &error), MST_ILLEGAL_MOVE);
    play("w2");
    expect_line("orders sum=3 order=12 rounds=5 a1:stone-");
    for (int viewer = -1; viewer < 3; viewer++) {
        expect_told(0, viewer, "w1");
        expect_told(1, viewer, "w2");
    }
    assert_int_equal(mst_match_retractable(match), 0); /* they have learned of each other */
    assert_int_equal(mst_match_undo(match, 1, &error), MST_OK);
    expect_line("orders sealed[0]=w1 a1:stone-");
    expect_told(0, 1, "Write");
    assert_int_equal(mst_match_undo(match, 1, &error), MST_OK);
    assert_true(mst_match_state(match).hash == start);
    end();
}

static void who_takes_part(const char *as) {
    begin(as, GAME);
    play("w2");
    play("w1"); /* seat 2 takes part from now on */
    play("w3");
    play("w1");
    assert_int_equal(mst_match_state(match).to_move, 2);
    expect_line("orders sum=3 all=1 order=12 rounds=5 sealed[0]=w3 sealed[1]=w1 a1:stone-");
    play("w3");
    expect_line("orders sum=10 all=1 order=12123 rounds=6 a1:stone-");
    end();
}

static void another_move(const char *as) {
    begin(as, GAME);
    play("w2");
    play("give");
    expect_line("orders a1:stone- over=given:2");
    end();
}

static void both(void (*test)(const char *)) {
    test(NULL);
    test("lua");
}

static void test_choices_are_sealed(void **state) {
    (void)state;
    both(one_round);
}

static void test_some_take_part(void **state) {
    (void)state;
    both(who_takes_part);
}

static void test_other_moves_end_it(void **state) {
    (void)state;
    both(another_move);
}

/* The module `pay` of another game's decision, in a game with a notation of its own. */
static void test_a_notation_need_not_know(void **state) {
    (void)state;
    begin(NULL, GAME "muster.notation { print = function() return 'sum ' .. now.sum end,\n"
                     "  parse = function(line) now.sum = tonumber(line:split(' ')[2])\n"
                     "    put(top(box), at(0, 0)) go(orders) end }\n");
    play("w3");
    expect_line("sum 0 sealed[0]=w3");
    end();
}

static void test_bad_lines(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"orders sealed[0]=w9 a1:stone-", "'w9' is not a move that seat 0 can choose"},
        {"orders sealed[1]=w3 a1:stone-", "'w3' is not a move that seat 1 can choose"},
        {"orders sealed[0]=give a1:stone-", "'give' is not a move"},
        {"orders sealed[5]=w1 a1:stone-", "a seat in brackets"},
        {"- sealed[0]=w1 a1:stone-", "no decision of several seats is pending"},
        {"orders sealed[0] a1:stone-", "'=' and a move"},
    };
    begin(NULL, GAME);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct mst_error error = {0};
        assert_null(mst_match_setup(ruleset, bad[i][0], true, 1, &error));
        assert_int_equal(error.status, MST_BAD_POSITION);
        if (!strstr(error.text, bad[i][1]))
            fail_msg("'%s' is refused with '%s'", bad[i][0], error.text);
    }
    end();
}

static void test_declarations(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"together = true, seat = function() return 0 end", "it has no 'seat'; 'seats'"},
        {"together = true, empty = function() end", "it has no 'empty'"},
        {"together = true, chance = true", "it has no 'chance'"},
        {"seats = function() return true end", "'seats' needs together = true"},
        {"reveal = function() end", "'reveal' needs together = true"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct mst_error error = {0};
        char game[600];
        snprintf(game, sizeof game,
                 "muster.module { title = 'Game' }\nmuster.game { title = 'G', seats = 2 }\n"
                 "muster.grid { columns = 2, rows = 1 }\nmuster.decision { 'd', %s }\n",
                 bad[i][0]);
        assert_null(home_game(game, &error));
        if (!strstr(error.text, bad[i][1]))
            fail_msg("'%s' is refused with '%s'", bad[i][0], error.text);
    }
}

/* ---- Goofspiel --------------------------------------------------------------------------------
 */

enum { CARDS = 4 };

static void begin_goofspiel(const char *cards, const char *prizes, const char *tie) {
    struct mst_error error = {0};
    const struct mst_setting settings[] = {
        {"goofspiel.cards", cards}, {"goofspiel.prizes", prizes}, {"goofspiel.tie", tie}};
    ruleset = mst_ruleset_load("rulesets/goofspiel.ini", settings, 3, NULL, &error);
    match = ruleset ? mst_match_new(ruleset, true, 3, &error) : NULL;
    if (!match)
        fail_msg("%s: %s", error.at, error.text);
}

struct tally {
    int first, second, even;
};

/* By brute force: prizes 1 to CARDS, seats play their cards in the orders `a` and `b`. */
static void judge(const int *a, const int *b, bool carry, struct tally *tally) {
    int points[2] = {0}, up = 0;
    for (int i = 0; i < CARDS; i++) {
        up += i + 1;
        if (a[i] != b[i])
            points[a[i] < b[i]] += up;
        if (a[i] != b[i] || !carry)
            up = 0;
    }
    tally->first += points[0] > points[1];
    tally->second += points[1] > points[0];
    tally->even += points[0] == points[1];
}

static void orders_of(int *order, int at, int used, int (*all)[CARDS], int *count) {
    if (at == CARDS)
        memcpy(all[(*count)++], order, sizeof *all);
    for (int n = 1; n <= CARDS; n++)
        if (at < CARDS && !(used >> n & 1)) {
            order[at] = n;
            orders_of(order, at + 1, used | 1 << n, all, count);
        }
}

/* By the rules: every line of play. */
static void play_all(struct tally *tally) {
    struct mst_error error = {0};
    struct mst_state now = mst_match_state(match);
    if (now.over) {
        tally->first += now.winners == 1;
        tally->second += now.winners == 2;
        tally->even += now.winners == 0;
        return;
    }
    char *moves = mst_match_legal(match, &error);
    for (char *move = moves; *move;) {
        char *stop = strchr(move, '\n');
        *stop = 0;
        play(move);
        play_all(tally);
        assert_int_equal(mst_match_undo(match, 1, &error), MST_OK);
        move = stop + 1;
    }
    mst_text_free(moves);
}

static void count_lines(bool carry) {
    int order[CARDS], all[24][CARDS], count = 0;
    struct tally force = {0}, rules = {0};
    orders_of(order, 0, 0, all, &count);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            judge(all[i], all[k], carry, &force);
    begin_goofspiel("4", "rising", carry ? "carry" : "discard");
    play_all(&rules);
    assert_int_equal(rules.first + rules.second + rules.even, 24 * 24);
    assert_int_equal(rules.first, force.first);
    assert_int_equal(rules.second, force.second);
    assert_int_equal(rules.even, force.even);
    end();
}

static void test_goofspiel_by_brute_force(void **state) {
    (void)state;
    count_lines(false);
    count_lines(true);
}

/* The choice of seat 1 does not depend on what seat 0 has sealed. */
static void test_search_does_not_peek(void **state) {
    (void)state;
    struct mst_error error = {0};
    for (int kind = MST_PLAYER_LEVEL2; kind <= MST_PLAYER_LEVEL4; kind++) {
        struct mst_player player = {.kind = (enum mst_player_kind)kind, .nodes = 300, .seed = 5};
        mst_move chosen = 0;
        begin_goofspiel("6", "drawn", "discard");
        for (int bid = 2; bid <= 6; bid++) {
            char text[2] = {(char)('0' + bid), 0};
            mst_move move;
            play(text);
            assert_int_equal(mst_player_choose(match, &player, &move, NULL, &error), MST_OK);
            if (bid > 2)
                assert_true(move == chosen);
            chosen = move;
            assert_int_equal(mst_match_undo(match, 1, &error), MST_OK);
        }
        end();
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_choices_are_sealed, home_set_up, home_tear_down),
        cmocka_unit_test_setup_teardown(test_some_take_part, home_set_up, home_tear_down),
        cmocka_unit_test_setup_teardown(test_other_moves_end_it, home_set_up, home_tear_down),
        cmocka_unit_test_setup_teardown(test_a_notation_need_not_know, home_set_up, home_tear_down),
        cmocka_unit_test_setup_teardown(test_bad_lines, home_set_up, home_tear_down),
        cmocka_unit_test_setup_teardown(test_declarations, home_set_up, home_tear_down),
        cmocka_unit_test(test_goofspiel_by_brute_force),
        cmocka_unit_test(test_search_does_not_peek),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
