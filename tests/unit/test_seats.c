/* The protocol with `seat`: what an answer leaves out, and how it names things. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/home.h"
#include "muster/util.h"
#include "faces/protocol/protocol.h"

/* Six cards, three faces. A card is laid openly or put on the deck; a card may be refused for what
 * lies on the deck, which nobody sees. */
static const char *const GAME =
    "muster.module { title = 'T' }\n"
    "muster.game { title = 'T', seats = 2 }\n"
    "muster.grid { columns = 2, rows = 1 }\n"
    "muster.pieces { 'card', count = 6, text = '{rank}' }\n"
    "local rank = muster.field { 'rank', of = 'piece', max = 3, letters = '?123', seen = 'face',\n"
    "  each = { card = { 1, 1, 2, 2, 3, 3 } } }\n"
    "local now = muster.state { { 'turn', max = 1 } }\n"
    "local deck = muster.container { 'deck', ordered = true, faces = 'none' }\n"
    "local hand = muster.container { 'hand', per_seat = true, faces = 'owner', sort = { 'rank' } "
    "}\n"
    "local laid = muster.event { 'laid', 'card', 'zone', 'seat' }\n"
    "local hid = muster.event { 'hid', 'card', 'zone', 'seat' }\n"
    "local act = muster.decision { 'act', title = 'act', seat = function() return now.turn end }\n"
    "local deal = muster.decision { 'deal', title = 'deal', chance = true }\n"
    "muster.move { 'dealt', at = deal, text = '{n}', legal = function() return choose('n', sample) "
    "end,\n"
    "  apply = function(n)\n"
    "    shuffle(deck, n)\n"
    "    for seat = 0, 1 do for _ = 1, 2 do put(top(deck), hand[seat]) end end\n"
    "    go(act)\n"
    "  end }\n"
    "muster.move { 'lay', at = act, text = '{card}',\n"
    "  legal = function() return choose('card', pieces(hand[me()])) end,\n"
    "  apply = function(card)\n"
    "    put(card, at(0, 0))\n"
    "    laid:emit(card, at(0, 0), me())\n"
    "    now.turn = 1 - me()\n"
    "    if count(hand[now.turn]) == 0 then over('out', 0) end\n"
    "  end }\n"
    "muster.move { 'hide', at = act, text = 'h{card}',\n"
    "  legal = function() return choose('card', pieces(hand[me()])) end,\n"
    "  apply = function(card)\n"
    "    put(card, deck)\n"
    "    hid:emit(card, nil, me())\n"
    "    now.turn = 1 - me()\n"
    "    if count(hand[now.turn]) == 0 then over('out', 0) end\n"
    "  end }\n"
    "muster.move { 'guess', at = act, text = 'g', unlisted = true,\n"
    "  legal = function() need(rank[top(deck)] == 0, 'T-1', 'the deck is not empty') end,\n"
    "  apply = function() go(act) end }\n"
    "muster.move { 'crash', at = act, text = 'crash', unlisted = true,\n"
    "  apply = function() error('the top is ' .. rank[top(deck)]) end }\n"
    "muster.setup(function() for p in pieces(box) do put(p, deck) end go(deal) end)\n"
    "muster.scene(function(seat) return { title = 'T' .. count(deck) } end)\n";

static struct proto_session *session;
static struct mst_buf answer;

static int begin(void **state) {
    struct mst_error error = {0};
    (void)state;
    home_open();
    struct mst_ruleset *ruleset = home_game(GAME, &error);
    if (!ruleset)
        print_error("%s: %s\n", error.at, error.text);
    session = proto_session_new();
    proto_session_give(session, ruleset);
    return ruleset ? 0 : -1;
}

static int end(void **state) {
    (void)state;
    proto_session_free(session);
    mst_buf_clear(&answer);
    home_close();
    return 0;
}

/* The answer to a request, in which ' stands for ". */
static const char *ask(const char *request) {
    char line[1000];
    snprintf(line, sizeof line, "%s", request);
    for (char *at = line; *at; at++)
        if (*at == '\'')
            *at = '"';
    mst_buf_reset(&answer);
    proto_session_answer(session, line, strlen(line), &answer);
    return mst_buf_text(&answer);
}

static void has(const char *request, const char *part) {
    if (!strstr(ask(request), part))
        fail_msg("%s: expected '%s' in '%s'", request, part, mst_buf_text(&answer));
}

static void lacks(const char *request, const char *part) {
    if (strstr(ask(request), part))
        fail_msg("%s: '%s' in '%s'", request, part, mst_buf_text(&answer));
}

/* Seat 0 holds 1 and 3, seat 1 holds 1 and 2; 3 lies on the deck. */
static void deal(void) {
    char play[80];
    for (int n = 0; n < 1000; n++) {
        has("{'op':'new','seed':null}", "\"ok\":true");
        snprintf(play, sizeof play, "{'op':'play','move':'%d'}", n);
        has(play, "\"ok\":true");
        if (strstr(ask("{'op':'eval','expression':'rank[top(deck)]'}"), ":3}") &&
            strstr(ask("{'op':'eval','expression':'pieces(hand[0])'}"), "[\"1\",\"3\"]") &&
            strstr(ask("{'op':'eval','expression':'pieces(hand[1])'}"), "[\"1\",\"2\"]"))
            return;
    }
    fail_msg("no such deal");
}

static void states_have_no_hash(void **state) {
    (void)state;
    has("{'op':'new','seed':1}", "hash");
    lacks("{'op':'new','seed':1,'seat':0}", "hash");
    lacks("{'op':'state','seat':-1}", "hash");
    lacks("{'op':'state','seat':null}", "hash");
    lacks("{'op':'undo','seat':1}", "hash");
    has("{'op':'state','seat':2}", "bad_request");
    has("{'op':'perft','depth':1,'seat':0}", "bad_request");
}

static void only_who_decides_is_told_moves_and_plays(void **state) {
    (void)state;
    deal();
    has("{'op':'eval','expression':'pieces(hand[0])'}", "[\"1\",\"3\"]");
    has("{'op':'eval','expression':'pieces(hand[1])'}", "[\"1\",\"2\"]");
    has("{'op':'legal','seat':0}", "\"moves\":[\"1\",\"3\",\"h1\",\"h3\"]");
    has("{'op':'legal','seat':1}", "\"moves\":[]");
    has("{'op':'legal','seat':-1}", "\"moves\":[]");
    has("{'op':'play','seat':1,'move':'1'}", "illegal_move");
    has("{'op':'play','seat':-1,'move':'1'}", "illegal_move");
    has("{'op':'go','seat':1,'nodes':10}", "bad_request");
    has("{'op':'go','seat':0,'nodes':10}", "\"move\"");
    has("{'op':'play','seat':0,'moves':['1','1']}", "moves[1]: seat 0 does not decide");
    has("{'op':'play','seat':0,'move':'1'}", "\"to_move\":1");
}

static void refusals_tell_what_the_seat_sees(void **state) {
    (void)state;
    deal();
    has("{'op':'play','move':'g'}", "T-1");
    lacks("{'op':'play','seat':0,'move':'g'}", "T-1");
    has("{'op':'play','seat':0,'move':'g'}", "for a reason that seat 0 cannot see");
    has("{'op':'play','move':'crash'}", "the top is");
    lacks("{'op':'play','seat':0,'move':'crash'}", "the top is");
    has("{'op':'play','seat':0,'move':'crash'}", "script_error");
}

static void events_name_what_each_seat_saw(void **state) {
    (void)state;
    deal();
    has("{'op':'play','seat':0,'move':'h3'}",
        "{\"event\":\"hid\",\"args\":{\"card\":\"3\",\"zone\":null,\"seat\":0}}");
    has("{'op':'play','seat':1,'move':'1'}",
        "{\"event\":\"laid\",\"args\":{\"card\":\"1\",\"zone\":\"a1\",\"seat\":1}}");
    has("{'op':'events','seat':1}",
        "\"ply\":3,\"events\":[{\"event\":\"hid\",\"args\":{"
        "\"card\":\"?\",\"zone\":null,\"seat\":0}},{\"event\":\"laid\"");
    has("{'op':'events','since':1,'seat':-1}", "\"card\":\"?\"");
    has("{'op':'events','since':2,'seat':1}", "\"events\":[{\"event\":\"laid\"");
    has("{'op':'events','since':3}", "\"events\":[]");
    has("{'op':'events','since':9}", "\"events\":[]");
    has("{'op':'events','since':2}", "\"zone\":0");
    has("{'op':'undo'}", "\"ok\":true");
    has("{'op':'events','since':2}", "\"events\":[]");
}

static void transcripts_keep_secrets_while_the_match_runs(void **state) {
    (void)state;
    deal();
    has("{'op':'play','moves':['h3','1']}", "\"ok\":true");
    has("{'op':'transcript','seat':1}", "view 1\\nruleset");
    has("{'op':'transcript','seat':1}", "\\nmoves\\n*?\\n?\\n1\\n\"");
    has("{'op':'transcript','seat':0}", "\\nmoves\\n*?\\nh3\\n1\\n\"");
    has("{'op':'transcript','seat':-1}", "\\nmoves\\n*?\\n?\\n1\\n\"");
    lacks("{'op':'transcript','seat':0}", "seed");
    has("{'op':'replay','transcript':'muster transcript 1\\nview 1\\nruleset x\\nmoves\\n'}",
        "is the view of a seat");
    has("{'op':'play','moves':['1','2']}", "\"over\":true");
    has("{'op':'transcript','seat':1}", "\\nseed none\\n");
}

static void expressions_are_asked_of_a_view(void **state) {
    (void)state;
    deal();
    has("{'op':'eval','expression':'rank[top(deck)]'}", "\"value\":3");
    has("{'op':'eval','expression':'rank[top(deck)]','seat':0}", "\"value\":0");
    has("{'op':'eval','expression':'pieces(hand[1])','seat':0}", "[\"?\",\"?\"]");
    has("{'op':'eval','expression':'pieces(hand[1])','seat':1}", "[\"1\",\"2\"]");
    has("{'op':'eval','expression':'zones'}", "[\"a1\",\"b1\"]");
    has("{'op':'eval','expression':'{turn, count(deck), nil}'}", "[0,2]");
    has("{'op':'eval','expression':'owner[top(deck)]'}", "null");
    has("{'op':'eval','expression':'1 +'}", "this is not an expression");
    has("{'op':'eval','expression':'raank'}", "script_error");
    has("{'op':'eval','expression':'rank'}", "expected a value");
    has("{'op':'eval','expression':'put(0, 0)'}", "read-only");
    has("{'op':'eval','expression':'require(1)'}", "an expression has no 'require'");
    has("{'op':'eval','expression':'(function() while true do end end)()'}", "budget");
    has("{'op':'eval'}", "bad_request");
    has("{'op':'legal','seat':0}", "\"moves\":[\"1\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
        TEST(states_have_no_hash),
        TEST(only_who_decides_is_told_moves_and_plays),
        TEST(refusals_tell_what_the_seat_sees),
        TEST(events_name_what_each_seat_saw),
        TEST(transcripts_keep_secrets_while_the_match_runs),
        TEST(expressions_are_asked_of_a_view),
#undef TEST
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
