/* Decisions of several seats at once, in any order: who waits, that the order leaves no trace in
 * positions, how transcripts write it, what the protocol answers, and that search sees no more. */
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
#include "faces/protocol/protocol.h"
#include "muster/player.h"
#include "muster/transcript.h"

/* All write a number, three times; the second time seat 1 has no part. Seat 1 may not write 3.
 * `call` is accepted at any time and only says who called; `crash` fails. */
#define GAME                                                                                       \
    "muster.module { title = 'Game' }\n"                                                           \
    "muster.game { title = 'Game', seats = SEATS }\n"                                              \
    "muster.grid { columns = 1, rows = 1 }\n"                                                      \
    "local now = muster.state { { 'order', max = 9999 }, { 'rounds', max = 3 },\n"                 \
    "  { 'called', max = 3 } }\n"                                                                  \
    "local wrote = muster.field { 'wrote', of = 'seat', max = 3 }\n"                               \
    "local read = muster.event { 'read', 'sum' }\n"                                                \
    "local orders = muster.decision { 'orders', title = 'write', together = true,\n"               \
    "  seats = function(seat) return seat ~= 1 or now.rounds ~= 1 end,\n"                          \
    "  reveal = function()\n"                                                                      \
    "    local sum = 0 for seat = 0, SEATS - 1 do sum = sum + wrote[seat] end\n"                   \
    "    read:emit(sum)\n"                                                                         \
    "    now.rounds = now.rounds + 1\n"                                                            \
    "    if now.rounds == 3 then over('done', 0) end end }\n"                                      \
    "muster.move { 'write', at = orders, title = 'Write', text = 'w{n}',\n"                        \
    "  legal = function() local n = choose('n', range(1, 3))\n"                                    \
    "    need(n ~= 3 or me() ~= 1, 'G-1', 'too much') return n end,\n"                             \
    "  apply = function(n) now.order = (10 * now.order + me() + 1) % 10000\n"                      \
    "    wrote[me()] = n end }\n"                                                                  \
    "muster.move { 'call', at = '*', title = 'Call', text = 'call', unlisted = true,\n"            \
    "  apply = function() now.called = me() + 1 end }\n"                                           \
    "muster.move { 'crash', at = '*', title = 'Crash', text = 'crash', unlisted = true,\n"         \
    "  apply = function() error('no') end }\n"                                                     \
    "muster.setup(function() go(orders) end)\n"                                                    \
    "muster.scene(function() return { items = {} } end)\n"

static struct mst_ruleset *ruleset;
static struct mst_match *match;

static void begin(const char *as, int seats) {
    struct mst_error error = {0};
    char game[3000];
    snprintf(game, sizeof game, "local SEATS = %d\n%s", seats, GAME);
    ruleset = home_game_as(as, game, &error);
    match = ruleset ? mst_match_new(ruleset, true, 1, &error) : NULL;
    if (!match)
        fail_msg("%s: %s", error.at, error.text);
}

static void end(void) {
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void play(int seat, const char *move) {
    struct mst_error error = {0};
    if (mst_match_play_seen(match, seat, move, &error) != MST_OK)
        fail_msg("seat %d, %s: %s: %s", seat, move, error.at, error.text);
}

static void expect_refused(int seat, const char *move, const char *why) {
    struct mst_error error = {0};
    uint64_t before = mst_match_state(match).hash;
    assert_int_equal(mst_match_play_seen(match, seat, move, &error), MST_ILLEGAL_MOVE);
    if (!strstr(error.text, why))
        fail_msg("seat %d, %s: refused with '%s'", seat, move, error.text);
    assert_true(mst_match_state(match).hash == before);
}

static void expect_legal(int seat, const char *moves) {
    char *seen = mst_match_legal_seen(match, seat, NULL);
    assert_string_equal(seen, moves);
    mst_text_free(seen);
}

static void expect_same(struct mst_match *one, struct mst_match *other) {
    struct mst_state a = mst_match_state(one), b = mst_match_state(other);
    char *line = mst_match_position(one, NULL), *again = mst_match_position(other, NULL);
    assert_string_equal(line, again);
    assert_true(a.hash == b.hash);
    assert_int_equal(a.to_move, b.to_move);
    assert_int_equal(a.waiting, b.waiting);
    mst_text_free(line);
    mst_text_free(again);
}

/* The match, read from its position line and from its transcript, is the same. */
static void expect_kept(void) {
    struct mst_error error = {0};
    char *line = mst_match_position(match, &error), *text = mst_match_transcript(match, &error);
    struct mst_match *again = mst_match_setup(ruleset, line, true, 1, &error);
    struct mst_match *played = again ? mst_match_replay(ruleset, text, &error) : NULL;
    if (!played)
        fail_msg("%s\n%s: %s: %s", line, text, error.at, error.text);
    expect_same(match, again);
    expect_same(match, played);
    for (int ply = 0; ply < mst_match_state(match).ply; ply++)
        assert_int_equal(mst_match_ply_seat(match, ply), mst_match_ply_seat(played, ply));
    char *written = mst_match_transcript(played, &error);
    assert_non_null(strstr(text, "moves\n"));
    assert_string_equal(strstr(text, "moves\n"), strstr(written, "moves\n"));
    mst_text_free(line);
    mst_text_free(text);
    mst_text_free(written);
    mst_match_free(again);
    mst_match_free(played);
}

/* ---- all orders ------------------------------------------------------------------------------ */

enum { MOST = 3 };
static const char *const WRITES[MOST] = {"w3", "w2", "w1"};

/* A position, by the set of seats that have chosen. */
static struct seen {
    char *line; /* owned */
    uint64_t hash;
} seen[1 << MOST];

/* Note, or compare, the position after the seats of `chosen`. */
static void look(unsigned chosen) {
    char *line = mst_match_position(match, NULL);
    uint64_t hash = mst_match_state(match).hash;
    if (seen[chosen].line) {
        assert_string_equal(line, seen[chosen].line);
        assert_true(hash == seen[chosen].hash);
        mst_text_free(line);
    } else {
        seen[chosen] = (struct seen){line, hash};
    }
    expect_kept();
}

static void expect_waiting(unsigned waiting) {
    struct mst_state state = mst_match_state(match);
    assert_int_equal(state.waiting, waiting);
    int lowest = 0;
    while (!(waiting >> lowest & 1))
        lowest++;
    assert_int_equal(state.to_move, lowest);
}

/* Choose in this order; look at each position, also when it is reached again by undoing. */
static void play_order(const int *order, int seats) {
    struct mst_error error = {0};
    unsigned all = (1u << seats) - 1, chosen = 0;
    for (int i = 0; i < seats; i++) {
        look(chosen);
        expect_waiting(all & ~chosen);
        struct mst_match *copy = mst_match_clone(match, &error);
        play(order[i], WRITES[order[i]]);
        assert_int_equal(mst_match_play_seen(copy, order[i], WRITES[order[i]], NULL), MST_OK);
        expect_same(match, copy);
        assert_int_equal(mst_match_undo(copy, i + 1, &error), MST_OK); /* beyond its beginning */
        assert_true(mst_match_state(copy).hash == seen[0].hash);
        assert_int_equal(mst_match_state(copy).waiting, all);
        mst_match_free(copy);
        assert_int_equal(mst_match_ply_seat(match, i), order[i]);
        assert_int_equal(mst_match_events(match, i + 1), i == seats - 1);
        chosen |= 1u << order[i];
    }
    look(chosen);
    expect_waiting(all & ~2u); /* the second time seat 1 has no part */
    for (int i = seats - 1; i >= 0; i--) {
        assert_int_equal(mst_match_undo(match, 1, &error), MST_OK);
        chosen &= ~(1u << order[i]);
        look(chosen);
        expect_waiting(all & ~chosen);
    }
}

static void all_orders(const char *as, int seats) {
    static const int orders[][MOST] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1},
                                       {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    begin(as, seats);
    for (int i = 0; i < (seats == 2 ? 2 : 6); i++)
        play_order(orders[i], seats);
    for (int i = 0; i < 1 << MOST; i++) {
        mst_text_free(seen[i].line);
        seen[i] = (struct seen){0};
    }
    end();
}

static void test_the_order_leaves_no_trace(void **state) {
    (void)state;
    all_orders(NULL, 2);
    all_orders("lua", 2);
    all_orders(NULL, 3);
    all_orders("lua", 3);
}

/* ---- who may choose -------------------------------------------------------------------------- */

static void test_each_seat_chooses_once(void **state) {
    (void)state;
    begin(NULL, 3);
    expect_refused(1, "w3", "too much");
    expect_legal(1, "w1\nw2\n");
    expect_legal(2, "w1\nw2\nw3\n");
    play(1, "w2");
    expect_legal(1, "");
    expect_refused(1, "w1", "seat 1 does not decide now: seats 0 and 2 have still to choose");
    expect_refused(3, "w1", "seat 3 does not decide now");
    expect_refused(-1, "w1", "seat -1 does not decide now");
    play(0, "w1");
    expect_refused(0, "w1", "seat 0 does not decide now: seat 2 has still to choose");
    assert_int_equal(mst_match_play(match, "w3", NULL), MST_OK); /* of the seat to move */
    expect_refused(1, "w1", "seats 0 and 2 have still to choose");
    play(2, "w2");
    play(0, "w2");
    play(2, "w3");
    play(1, "w2");
    expect_waiting(1);
    play(0, "w3");
    assert_int_equal(mst_match_state(match).waiting, 0);
    assert_int_equal(mst_match_decides(match, 0, NULL), MST_ILLEGAL_MOVE);
    expect_kept();
    end();
}

/* A move that is no choice is that of the seat that plays it, and the choices stay. */
static void test_a_waiting_seat_may_do_other_things(void **state) {
    (void)state;
    begin(NULL, 3);
    play(1, "w2");
    play(2, "call");
    expect_waiting(5);
    char *line = mst_match_position(match, NULL);
    assert_string_equal(line, "orders called=3 sealed[1]=w2");
    mst_text_free(line);
    expect_refused(1, "call", "seats 0 and 2");
    assert_int_equal(mst_match_play_seen(match, 2, "crash", NULL), MST_SCRIPT_ERROR);
    expect_waiting(5);
    expect_kept();
    end();
}

/* A seat without a part has no choice in a position line. */
static void test_lines_hold_choices_of_those_who_take_part(void **state) {
    (void)state;
    struct mst_error error = {0};
    begin(NULL, 3);
    assert_null(mst_match_setup(ruleset, "orders rounds=1 sealed[1]=w2", true, 1, &error));
    assert_non_null(strstr(error.text, "'w2' is not a move that seat 1 can choose"));
    end();
}

/* ---- transcripts ----------------------------------------------------------------------------- */

static struct mst_match *replay_moves(const char *moves, struct mst_error *error) {
    char text[300];
    snprintf(text, sizeof text, "muster transcript 1\nruleset %s\nmoves\n%s",
             mst_ruleset_path(ruleset), moves);
    return mst_match_replay(ruleset, text, error);
}

static void test_transcripts_name_early_seats(void **state) {
    (void)state;
    struct mst_error error = {0};
    begin(NULL, 3);
    play(1, "w2");
    play(0, "w1");
    play(2, "w3");
    play(2, "w3");
    char *text = mst_match_transcript(match, &error), *moves = strstr(text, "moves\n");
    char *viewed = mst_match_transcript_seen(match, 0, &error);
    assert_non_null(strstr(moves, "moves\n@1 w2 "));
    assert_non_null(strstr(moves, "\nw1 "));
    assert_non_null(strstr(moves, "\nw3 "));
    assert_non_null(strstr(moves, "\n@2 w3 "));
    assert_non_null(strstr(viewed, "moves\n@1 w2\nw1\nw3\n@2 ?\n"));
    struct mst_match *again = replay_moves("@1 w2\n@0 w1\nw3\n@2 w3\n", &error);
    expect_same(match, again);
    int ply;
    struct mst_match *once_more = mst_match_again(match, ruleset, &ply, &error);
    expect_same(match, once_more);
    mst_match_free(once_more);
    mst_match_free(again);
    mst_text_free(text);
    mst_text_free(viewed);
    end();
}

static void test_bad_seats_in_transcripts(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"@1 w2\n@1 w2\n", "ply 2, 'w2': seat 1 does not decide now: seats 0 and 2"},
        {"@5 w2\n", "ply 1, 'w2': seat 5 does not decide now"},
        {"@1 w3\n", "too much"},
        {"@x w2\n", "expected a hash"},
        {"@1 0123456789abcdef\n", "ply 1, '@1': '@1' is not a move"},
    };
    begin(NULL, 3);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct mst_error error = {0};
        assert_null(replay_moves(bad[i][0], &error));
        if (!strstr(error.text, bad[i][1]))
            fail_msg("%s is refused with '%s'", bad[i][0], error.text);
    }
    end();
}

/* Replayed from a committed seed, too. */
static void test_fair_transcripts(void **state) {
    (void)state;
    struct mst_error error = {0};
    struct mst_seed seed = {.kind = MST_SEED_KEY};
    begin(NULL, 3);
    assert_int_equal(mst_match_seed(match, &seed, &error), MST_OK);
    play(0, "w1");
    play(2, "w3"); /* seat 1 may not */
    char *text = mst_match_transcript(match, &error);
    if (mst_transcript_verify(ruleset, text, &error) != MST_OK)
        fail_msg("%s: %s", text, error.text);
    mst_text_free(text);
    end();
}

/* ---- the protocol ---------------------------------------------------------------------------- */

static struct proto_session *session;
static struct mst_buf answer;

/* The answer to the request, in which ' stands for ", has this part. */
static void has(const char *request, const char *part) {
    char line[300];
    snprintf(line, sizeof line, "%s", request);
    for (char *at = line; *at; at++)
        *at = *at == '\'' ? '"' : *at;
    mst_buf_reset(&answer);
    proto_session_answer(session, line, strlen(line), &answer);
    if (!strstr(mst_buf_text(&answer), part))
        fail_msg("%s: expected '%s' in '%s'", request, part, mst_buf_text(&answer));
}

static void test_the_protocol_lists_who_waits(void **state) {
    (void)state;
    begin(NULL, 3);
    mst_match_free(match);
    match = NULL;
    session = proto_session_new();
    proto_session_give(session, ruleset);
    ruleset = NULL;
    has("{'op':'new','seed':1}", "\"to_move\":0,\"waiting\":[0,1,2],\"decision\"");
    has("{'op':'play','seat':1,'move':'w2'}", "\"to_move\":0,\"waiting\":[0,2],");
    has("{'op':'state','seat':1}", "\"waiting\":[0,2]");
    has("{'op':'legal','seat':2}", "\"waiting\":[0,2],\"moves\":[\"w1\",\"w2\",\"w3\"]");
    has("{'op':'legal','seat':1}", "\"moves\":[]");
    has("{'op':'view','seat':2}", "\"moves\":[\"w1\",\"w2\",\"w3\"]");
    has("{'op':'legal'}", "\"moves\":[\"w1\",\"w2\",\"w3\"]");
    has("{'op':'play','seat':1,'move':'w1'}", "seats 0 and 2 have still to choose");
    has("{'op':'play','seat':2,'moves':['w1','w1']}", "moves[1]: seat 2 does not decide now");
    has("{'op':'state'}", "\"ply\":1,\"to_move\":0,\"waiting\":[0,2]");
    has("{'op':'go','seat':1,'level':0}", "seats 0 and 2 have still to choose");
    has("{'op':'go','seat':1,'level':0}", "bad_request");
    has("{'op':'go','seat':2,'level':0}", "\"move\":\"w");
    has("{'op':'play','move':'w3'}", "\"to_move\":2,\"waiting\":[2],");
    has("{'op':'play','seat':2,'move':'w3'}",
        "\"to_move\":0,\"waiting\":[0,2],\"decision\":\"orders\",\"over\":false,\"events\":"
        "[{\"event\":\"read\",\"args\":{\"sum\":8}}]");
    has("{'op':'undo','plies':2}", "\"to_move\":0,\"waiting\":[0,2]");
    has("{'op':'setup','position':'orders sealed[0]=w1'}", "\"to_move\":1,\"waiting\":[1,2]");
    proto_session_free(session);
    mst_buf_clear(&answer);
}

/* ---- search ---------------------------------------------------------------------------------- */

static void begin_goofspiel(void) {
    struct mst_error error = {0};
    const struct mst_setting settings[] = {{"goofspiel.cards", "6"}};
    ruleset = mst_ruleset_load("rulesets/goofspiel.ini", settings, 1, NULL, &error);
    match = ruleset ? mst_match_new(ruleset, true, 3, &error) : NULL;
    if (!match)
        fail_msg("%s: %s", error.at, error.text);
}

/* The choice of seat `seat`, which leaves the match as it is. */
static mst_move choose(int seat, int kind) {
    struct mst_error error = {0};
    struct mst_player player = {.kind = (enum mst_player_kind)kind, .nodes = 300, .seed = 5};
    struct mst_state before = mst_match_state(match), after;
    mst_move move;
    if (mst_player_choose_for(match, seat, &player, &move, NULL, &error) != MST_OK)
        fail_msg("seat %d: %s", seat, error.text);
    after = mst_match_state(match);
    assert_true(before.hash == after.hash && before.to_move == after.to_move &&
                before.waiting == after.waiting);
    int card = (int)mst_ruleset_part(ruleset, move, 0);
    assert_int_equal(core_piece(match->pos, card, CORE_PIECE_OWNER), seat);
    return move;
}

/* The choice of a seat does not depend on what the other has sealed, whichever comes first. */
static void test_search_in_any_order(void **state) {
    (void)state;
    struct mst_error error = {0};
    struct mst_buf text = {0};
    for (int kind = MST_PLAYER_LOOK; kind <= MST_PLAYER_LEVEL4; kind++)
        for (int seat = 0; seat < 2; seat++) {
            begin_goofspiel();
            mst_buf_reset(&text);
            mst_match_move_text_of(match, seat, choose(seat, kind), &text); /* the first to do so */
            play(seat, mst_buf_text(&text));
            assert_int_equal(mst_match_undo(match, 1, &error), MST_OK);
            mst_move chosen = 0;
            for (int bid = 2; bid <= 6; bid++) {
                char other[2] = {(char)('0' + bid), 0};
                play(1 - seat, other);
                mst_move move = choose(seat, kind);
                assert_true(bid == 2 || move == chosen);
                chosen = move;
                assert_int_equal(mst_match_undo(match, 1, &error), MST_OK);
            }
            end();
        }
    mst_buf_clear(&text);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_the_order_leaves_no_trace, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(test_each_seat_chooses_once, home_set_up, home_tear_down),
        cmocka_unit_test_setup_teardown(test_a_waiting_seat_may_do_other_things, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(test_lines_hold_choices_of_those_who_take_part, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(test_transcripts_name_early_seats, home_set_up,
                                        home_tear_down),
        cmocka_unit_test_setup_teardown(test_bad_seats_in_transcripts, home_set_up, home_tear_down),
        cmocka_unit_test_setup_teardown(test_fair_transcripts, home_set_up, home_tear_down),
        cmocka_unit_test_setup_teardown(test_the_protocol_lists_who_waits, home_set_up,
                                        home_tear_down),
        cmocka_unit_test(test_search_in_any_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
