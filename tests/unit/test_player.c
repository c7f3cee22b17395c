/* Computer players: what they choose, that they leave the match alone, and that they choose the
 * same again. */
#include "rulesets/ruleset.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "lib/home.h"
#include "lib/subject.h"
#include "muster/player.h"

static const struct mst_player look = {.kind = MST_PLAYER_LOOK, .seed = 7};
static const struct mst_player at_random = {.kind = MST_PLAYER_RANDOM, .seed = 7};

static struct mst_ruleset *load(const char *folder, const char *name, const char *set) {
    char path[700];
    struct mst_error error = {0};
    struct mst_setting setting = {"warline.start", set};
    snprintf(path, sizeof path, "%s/%s", source_root(), folder);
    setenv("MUSTER_HOME", path, 1);
    snprintf(path, sizeof path, "%s/%s/rulesets/%s.ini", source_root(), folder, name);
    struct mst_ruleset *ruleset = mst_ruleset_load(path, &setting, set != NULL, NULL, &error);
    if (!ruleset)
        fail_msg("%s: %s", path, error.text);
    return ruleset;
}

static struct mst_match *begin(struct mst_ruleset *ruleset, const char *moves) {
    struct mst_error error = {0};
    char text[200], *rest = NULL;
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    assert_non_null(match);
    snprintf(text, sizeof text, "%s", moves);
    for (char *move = strtok_r(text, " ", &rest); move; move = strtok_r(NULL, " ", &rest))
        if (mst_match_play(match, move, &error) != MST_OK)
            fail_msg("%s: %s", move, error.text);
    return match;
}

/* What a player chooses, as text in out[40]. */
static void choose(struct mst_match *match, const struct mst_player *player,
                   struct mst_player_info *info, char *out) {
    struct mst_error error = {0};
    mst_move move;
    if (mst_player_choose(match, player, &move, info, &error) != MST_OK)
        fail_msg("%s", error.text);
    char *text = move_text(match, move);
    snprintf(out, 40, "%s", text);
    mst_free(text);
}

/* ---- what is chosen -------------------------------------------------------------------------- */

static void expect(const char *ruleset_name, const char *moves, const char *wanted) {
    struct mst_ruleset *ruleset = load(".", ruleset_name, NULL);
    struct mst_match *match = begin(ruleset, moves);
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct mst_player player = {.kind = MST_PLAYER_LOOK, .seed = seed};
        char text[40];
        choose(match, &player, NULL, text);
        assert_string_equal(text, wanted);
    }
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void a_look_takes_the_win_that_is_there(void **state) {
    (void)state;
    expect("tic-tac-toe", "a1 a2 b1 b2", "c1");
    expect("connect-four", "a b a b a b", "a");
}

static void a_look_stops_the_win_that_threatens(void **state) {
    (void)state;
    expect("tic-tac-toe", "a1 b2 b1", "c1");
    expect("connect-four", "a b a b a", "a");
}

static void a_look_never_loses_tic_tac_toe(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = load(".", "tic-tac-toe", NULL);
    for (int game = 0; game < 20; game++) {
        struct mst_match *match = begin(ruleset, "");
        while (!mst_match_state(match).over) {
            bool mine = mst_match_state(match).to_move == game % 2;
            struct mst_player player = {.kind = mine ? MST_PLAYER_LOOK : MST_PLAYER_RANDOM,
                                        .seed = (uint64_t)game};
            mst_move move;
            assert_int_equal(mst_player_choose(match, &player, &move, NULL, NULL), MST_OK);
            assert_int_equal(mst_match_apply(match, move, NULL), MST_OK);
        }
        uint32_t winners = mst_match_state(match).winners;
        assert_true(winners == 0 || winners >> (game % 2) == 1);
        mst_match_free(match);
    }
    mst_ruleset_free(ruleset);
}

/* A game that says what a position is worth: three steps a turn, each worth what it says. */
static const char steps_game[] =
    "muster.module { title = 'Steps' }\n"
    "muster.game { title = 'Steps', seats = 2 }\n"
    "muster.grid { columns = 2, rows = 1 }\n"
    "muster.pieces { 'pawn', count = 1 }\n"
    "local now = muster.state { { 'turn', max = 1 }, { 'left', max = 3 } }\n"
    "local points = muster.field { 'points', of = 'seat', max = 100 }\n"
    "local go_on = muster.decision { 'go_on', title = 'a step',\n"
    "  seat = function() return now.turn end }\n"
    "muster.move { 'step', at = go_on, title = 'a step', text = 's{n}',\n"
    "  legal = function() return choose('n', range(0, 4)) end, apply = function(n)\n"
    "    local me <const> = me()\n"
    "    if n == 4 and now.left == 3 then\n"
    "      now.left = 0\n"
    "      points[me] = points[me] + 5\n"
    "    else\n"
    "      if now.left == 1 then points[me] = points[me] + n * 3 end\n"
    "      now.left = now.left - 1\n"
    "    end\n"
    "    if now.left == 0 then\n"
    "      now.left = 3\n"
    "      now.turn = 1 - me\n"
    "    end\n"
    "  end }\n"
    "muster.move { 'lose', at = go_on, title = 'lose', text = 'lose', apply = function()\n"
    "    points[me()] = 99\n"
    "    over('lost', 1 - me())\n"
    "  end }\n"
    "muster.setup(function() now.left = 3 go(go_on) end)\n"
    "muster.worth(function(seat) return points[seat] - points[1 - seat] - 50 end,\n"
    "  { turns = true })\n"
    "muster.scene(function(seat) return { items = {} } end)\n";

static struct mst_ruleset *steps(void) {
    struct mst_error error;
    home_open();
    struct mst_ruleset *ruleset = home_game(steps_game, &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    return ruleset;
}

static void a_look_goes_to_the_end_of_its_turn_and_shuns_a_lost_end(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = steps();
    struct mst_match *match = begin(ruleset, "");
    struct mst_player_info info;
    char text[40];
    choose(match, &look, &info, text);
    assert_int_equal(info.worth, 12 - 50); /* two steps for nothing, then 3 * 4; at once: 5 */
    assert_int_equal(info.depth, 3);
    assert_string_not_equal(text, "s4");
    assert_string_equal(strrchr(info.pv, ' '), " s4");
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    home_close();
}

/* A seat takes 3 points, or throws a die for as many; the weight of a 1 is given. */
static const char die_game[] =
    "muster.module { title = 'Die' }\n"
    "muster.game { title = 'Die', seats = 2 }\n"
    "muster.grid { columns = 1, rows = 1 }\n"
    "local now = muster.state { { 'turn', max = 1 } }\n"
    "local points = muster.field { 'points', of = 'seat', max = 1000 }\n"
    "local choice = muster.decision { 'choice', seat = function() return now.turn end }\n"
    "local die = muster.decision { 'die', chance = true }\n"
    "local function gain(n)\n"
    "  points[now.turn] = points[now.turn] + n\n"
    "  now.turn = 1 - now.turn\n"
    "end\n"
    "muster.move { 'take', at = choice, text = 'take', apply = function() gain(3) end }\n"
    "muster.move { 'throw', at = choice, text = 'throw', apply = function() push(die) end }\n"
    "muster.move { 'fall', at = die, text = '{pips}',\n"
    "  legal = function() return choose('pips', range(1, 6)) end,\n"
    "  weight = function(pips) if pips == 1 then return %d end return 1 end,\n"
    "  apply = function(pips) pop() gain(pips) end }\n"
    "muster.worth(function(seat) return 60 * (points[seat] - points[1 - seat]) end)\n"
    "muster.setup(function() go(choice) end)\n";

static void a_look_weighs_what_chance_may_bring(void **state) {
    static const struct {
        int weight;
        const char *move;
        int worth;
    } cases[] = {{1, "throw", 209}, {3, "take", 180}}; /* means of 3.5 and 2.88 pips */
    (void)state;
    for (int i = 0; i < 2; i++) {
        char lua[2000], text[40];
        struct mst_error error = {0};
        struct mst_player_info info;
        home_open();
        snprintf(lua, sizeof lua, die_game, cases[i].weight);
        struct mst_ruleset *ruleset = home_game(lua, &error);
        if (!ruleset)
            fail_msg("%s: %s", error.at, error.text);
        struct mst_match *match = begin(ruleset, "");
        choose(match, &look, &info, text);
        assert_string_equal(text, cases[i].move);
        assert_int_equal(info.worth, cases[i].worth);
        mst_match_free(match);
        mst_ruleset_free(ruleset);
        home_close();
    }
}

static void a_look_of_few_nodes_chooses_all_the_same(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = steps();
    struct mst_match *match = begin(ruleset, "");
    for (int nodes = 1; nodes < 40; nodes++) {
        struct mst_player player = {.kind = MST_PLAYER_LOOK, .nodes = nodes};
        struct mst_player_info info;
        char text[40];
        choose(match, &player, &info, text);
        assert_true(info.nodes <= nodes);
        assert_true(info.depth >= 1);
    }
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    home_close();
}

static void a_look_with_time_alone_ends_in_time(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = load(".", "breakthrough-6x6", NULL);
    struct mst_match *match = begin(ruleset, "");
    struct mst_player player = {.kind = MST_PLAYER_LOOK, .ms = 20};
    struct mst_player_info info;
    char text[40];
    choose(match, &player, &info, text);
    assert_true(info.nodes > 0);
    assert_true(info.score > 0 && info.score < 1000);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* Asked by the budget, which then looks at the clock: a millisecond has passed by then. */
static bool oversleep(void *context) {
    static const struct timespec pause = {.tv_nsec = 3000000};
    (void)context;
    nanosleep(&pause, NULL);
    return false;
}

/* With secrets and without, however little was searched. */
static void a_look_whose_time_has_passed_chooses_a_legal_move(void **state) {
    (void)state;
    static const char *const names[] = {"warline-tactical", "battle-line-short"};
    for (int i = 0; i < 2; i++) {
        struct mst_ruleset *ruleset = load(".", names[i], i ? NULL : "quick");
        struct mst_match *match = begin(ruleset, "");
        struct mst_player player = {.kind = MST_PLAYER_LOOK, .ms = 1};
        uint64_t hash = mst_match_state(match).hash;
        mst_move move;
        mst_budget_watch(mst_ruleset_budget(ruleset), oversleep, NULL);
        assert_int_equal(mst_player_choose(match, &player, &move, NULL, NULL), MST_OK);
        mst_budget_watch(mst_ruleset_budget(ruleset), NULL, NULL);
        assert_true(mst_match_state(match).hash == hash);
        assert_int_equal(mst_match_apply(match, move, NULL), MST_OK);
        mst_match_free(match);
        mst_ruleset_free(ruleset);
    }
}

static void a_look_beats_random_play_at_warline(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = load(".", "warline-tactical", "quick");
    for (int game = 0; game < 4; game++) {
        struct mst_match *match = begin(ruleset, "");
        while (!mst_match_state(match).over && mst_match_state(match).ply < 2000) {
            bool mine = mst_match_state(match).to_move == game % 2;
            struct mst_player player = {.kind = mine ? MST_PLAYER_LOOK : MST_PLAYER_RANDOM,
                                        .nodes = 600,
                                        .seed = (uint64_t)game};
            mst_move move;
            assert_int_equal(mst_player_choose(match, &player, &move, NULL, NULL), MST_OK);
            assert_int_equal(mst_match_apply(match, move, NULL), MST_OK);
        }
        assert_int_equal(mst_match_state(match).winners, 1 << game % 2);
        mst_match_free(match);
    }
    mst_ruleset_free(ruleset);
}

/* ---- promises -------------------------------------------------------------------------------- */

static void choosing_leaves_the_match_as_it_was(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = load(".", "warline-tactical", "quick");
    struct mst_match *match = begin(ruleset, "G:1");
    char *line = mst_match_position(match, NULL), *record = mst_match_transcript(match, NULL);
    char *legal = mst_match_legal(match, NULL), text[40];
    choose(match, &look, NULL, text);
    choose(match, &at_random, NULL, text);
    char *line_after = mst_match_position(match, NULL);
    char *record_after = mst_match_transcript(match, NULL);
    char *legal_after = mst_match_legal(match, NULL);
    assert_string_equal(line, line_after);
    assert_string_equal(record, record_after);
    assert_string_equal(legal, legal_after);
    char *texts[] = {line, record, legal, line_after, record_after, legal_after};
    for (int i = 0; i < 6; i++)
        mst_text_free(texts[i]);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void the_same_seed_and_nodes_choose_the_same(void **state) {
    (void)state;
    static const char *const names[] = {"warline-tactical", "breakthrough-6x6"};
    for (int i = 0; i < 2; i++) {
        struct mst_ruleset *ruleset = load(".", names[i], NULL);
        struct mst_match *match = begin(ruleset, "");
        struct mst_player_info first, second;
        char one[40], two[40];
        choose(match, &look, &first, one);
        choose(match, &look, &second, two);
        assert_string_equal(one, two);
        assert_string_equal(first.pv, second.pv);
        assert_int_equal(first.score, second.score);
        assert_int_equal(first.nodes, second.nodes);
        mst_match_free(match);
        mst_ruleset_free(ruleset);
    }
}

static void random_seeds_choose_every_move(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = load(".", "tic-tac-toe", NULL);
    struct mst_match *match = begin(ruleset, "");
    int seen = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct mst_player player = {.kind = MST_PLAYER_RANDOM, .seed = seed};
        char text[40];
        choose(match, &player, NULL, text);
        seen |= 1 << ((text[0] - 'a') * 3 + text[1] - '1');
    }
    assert_int_equal(seen, 0x1ff);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void a_line_in_mind_can_be_played(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = load(".", "warline-tactical", "quick");
    struct mst_match *match = begin(ruleset, "G:1");
    struct mst_player_info info;
    char text[40], *rest = NULL;
    int plies = 0;
    choose(match, &look, &info, text);
    for (char *move = strtok_r(info.pv, " ", &rest); move; move = strtok_r(NULL, " ", &rest)) {
        assert_int_equal(mst_match_play(match, move, NULL), MST_OK);
        assert_true(plies++ || !strcmp(move, text));
    }
    assert_int_equal(plies, info.depth);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* ---- lines and progress ---------------------------------------------------------------------- */

/* The lines that a player finds: each begins with another legal move, and the best comes first. */
static void check_lines(struct mst_match *match, enum mst_player_kind kind, uint64_t seed,
                        int lines, int expected) {
    struct mst_player player = {.kind = kind, .seed = seed, .nodes = 600, .lines = lines};
    struct mst_player_info info[MST_PLAYER_LINES];
    char chosen[40], firsts[MST_PLAYER_LINES][40];
    choose(match, &player, info, chosen);
    for (int i = 0; i < lines; i++) {
        assert_int_equal(info[i].line, i + 1);
        assert_int_equal(info[i].depth > 0, i < expected);
        snprintf(firsts[i], sizeof firsts[i], "%.*s", (int)strcspn(info[i].pv, " "), info[i].pv);
        for (int k = 0; k < i && i < expected; k++)
            assert_string_not_equal(firsts[i], firsts[k]);
        assert_true(!i || i >= expected || info[i].score <= info[i - 1].score);
        if (i < expected) {
            assert_int_equal(mst_match_play(match, firsts[i], NULL), MST_OK);
            assert_int_equal(mst_match_undo(match, 1, NULL), MST_OK);
        }
    }
    assert_string_equal(firsts[0], chosen);
}

static void lines_begin_with_different_moves(void **state) {
    (void)state;
    static const struct {
        const char *name, *start, *moves;
        int lines, expected;
    } cases[] = {{"tic-tac-toe", NULL, "", 3, 3},
                 {"tic-tac-toe", NULL, "a1 b2 c3 a3 c1 c2 a2", 5, 2},
                 {"tic-tac-toe", NULL, "a1 b1 b2 c3 c1 a3 c2 a2", 2, 1},
                 {"warline-tactical", "quick", "G:1", 4, 4},
                 {"battle-line-short", NULL, "", 3, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct mst_ruleset *ruleset = load(".", cases[i].name, cases[i].start);
        struct mst_match *match = begin(ruleset, cases[i].moves);
        check_lines(match, MST_PLAYER_LOOK, 7, cases[i].lines, cases[i].expected);
        mst_match_free(match);
        mst_ruleset_free(ruleset);
    }
}

/* Level 1 slips in 15 of 100 choices: to a random move, but never to one move in two lines. */
static void lines_differ_where_a_level_slips(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = load(".", "tic-tac-toe", NULL);
    struct mst_match *match = begin(ruleset, "");
    for (uint64_t seed = 0; seed < 40; seed++)
        check_lines(match, MST_PLAYER_LEVEL1, seed, 3, 3);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

struct told {
    int count;
    struct mst_player_info last;
};

static void hear(void *context, const struct mst_player_info *info) {
    struct told *told = context;
    assert_true(info->depth > 0 && info->line == 1 && info->nodes >= told->last.nodes);
    told->count++;
    told->last = *info;
}

/* Slow enough for several reports, as the clock allows; the choice is the same without them. */
static void telling_changes_no_choice(void **state) {
    (void)state;
    static const char *const names[] = {"breakthrough-6x6", "warline-tactical",
                                        "battle-line-short"};
    for (int i = 0; i < 3; i++) {
        struct mst_ruleset *ruleset = load(".", names[i], i == 1 ? "quick" : NULL);
        struct mst_match *match = begin(ruleset, i == 1 ? "G:1" : "");
        struct mst_player player = {.kind = MST_PLAYER_LOOK, .seed = 7, .nodes = 20000};
        struct mst_player_info silent, info;
        struct told told = {0};
        char one[40], two[40];
        choose(match, &player, &silent, one);
        player.tell = hear;
        player.context = &told;
        choose(match, &player, &info, two);
        assert_string_equal(one, two);
        assert_memory_equal(&silent, &info, sizeof info);
        assert_true(told.count > 0);
        mst_match_free(match);
        mst_ruleset_free(ruleset);
    }
}

/* ---- chance, ends, failures ------------------------------------------------------------------ */

static void a_look_plays_on_where_chance_decides_between(void **state) {
    (void)state;
    struct mst_ruleset *ruleset = load("tests/corpus/contract", "dice", NULL);
    struct mst_match *match = mst_match_new(ruleset, true, 3, NULL);
    while (!mst_match_state(match).over) {
        mst_move move;
        assert_int_equal(mst_player_choose(match, &look, &move, NULL, NULL), MST_OK);
        assert_int_equal(mst_match_apply(match, move, NULL), MST_OK);
    }
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void nobody_chooses_for_chance_or_after_the_end(void **state) {
    (void)state;
    mst_move move = 99;
    struct mst_error error = {0};
    struct mst_ruleset *ruleset = load("tests/corpus/contract", "dice", NULL);
    struct mst_match *match = mst_match_new(ruleset, false, 0, NULL);
    assert_int_equal(mst_player_choose(match, &look, &move, NULL, &error), MST_BAD_REQUEST);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    ruleset = load(".", "tic-tac-toe", NULL);
    match = begin(ruleset, "a1 a2 b1 b2 c1");
    assert_int_equal(mst_player_choose(match, &look, &move, NULL, &error), MST_OVER);
    assert_int_equal(move, 99);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void moves_that_fail_are_not_chosen(void **state) {
    (void)state;
    struct mst_error error;
    char text[40];
    home_open();
    struct mst_ruleset *ruleset = home_game(
        "muster.module { title = 'Traps' }\n"
        "muster.game { title = 'Traps', seats = 1 }\n"
        "muster.grid { columns = 3, rows = 1 }\n"
        "muster.pieces { 'pawn', count = 1 }\n"
        "local go_on = muster.decision { 'go_on', title = 'go on', seat = function() return 0 end "
        "}\n"
        "muster.ending('there')\n"
        "muster.move { 'go', at = go_on, title = 'go', text = '{to}',\n"
        "  legal = function() return choose('to', zones) end,\n"
        "  apply = function(to) if to ~= at(1, 0) then error('a trap') end over('there', 0) end }\n"
        "muster.setup(function() go(go_on) end)\n"
        "muster.scene(function(seat) return { items = {} } end)\n",
        &error);
    if (!ruleset)
        fail_msg("%s: %s", error.at, error.text);
    struct mst_match *match = begin(ruleset, "");
    choose(match, &look, NULL, text);
    assert_string_equal(text, "b1");
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    home_close();
}

/* Every allocation fails once: an error, or a choice, and the match can be asked again. */
static void no_allocation_that_fails_is_forgotten(void **state) {
    (void)state;
    static const char *const names[] = {"warline-tactical", "tic-tac-toe"};
    for (int i = 0; i < 2; i++) {
        struct mst_ruleset *ruleset = load(".", names[i], i ? NULL : "quick");
        struct mst_match *match = begin(ruleset, i ? "" : "G:1");
        struct mst_player player = {.kind = MST_PLAYER_LOOK, .nodes = 60};
        char before[40], after[40];
        choose(match, &player, NULL, before);
        for (long n = 0; n < 80; n++) {
            struct mst_error error = {0};
            mst_move move;
            core_mem_fail_after(n);
            enum mst_status status = mst_player_choose(match, &player, &move, NULL, &error);
            core_mem_fail_after(-1);
            assert_true(status == MST_OK || error.status == status);
        }
        choose(match, &player, NULL, after);
        assert_string_equal(before, after);
        mst_match_free(match);
        mst_ruleset_free(ruleset);
    }
}

static void kinds_have_names(void **state) {
    (void)state;
    assert_int_equal(mst_player_named("random"), MST_PLAYER_RANDOM);
    assert_int_equal(mst_player_named("look"), MST_PLAYER_LOOK);
    assert_int_equal(mst_player_named("lok"), -1);
    assert_string_equal(mst_player_name(MST_PLAYER_LOOK), "look");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_look_takes_the_win_that_is_there),
        cmocka_unit_test(a_look_stops_the_win_that_threatens),
        cmocka_unit_test(a_look_never_loses_tic_tac_toe),
        cmocka_unit_test(a_look_goes_to_the_end_of_its_turn_and_shuns_a_lost_end),
        cmocka_unit_test(a_look_weighs_what_chance_may_bring),
        cmocka_unit_test(a_look_of_few_nodes_chooses_all_the_same),
        cmocka_unit_test(a_look_with_time_alone_ends_in_time),
        cmocka_unit_test(a_look_whose_time_has_passed_chooses_a_legal_move),
        cmocka_unit_test(a_look_beats_random_play_at_warline),
        cmocka_unit_test(choosing_leaves_the_match_as_it_was),
        cmocka_unit_test(the_same_seed_and_nodes_choose_the_same),
        cmocka_unit_test(random_seeds_choose_every_move),
        cmocka_unit_test(a_line_in_mind_can_be_played),
        cmocka_unit_test(lines_begin_with_different_moves),
        cmocka_unit_test(lines_differ_where_a_level_slips),
        cmocka_unit_test(telling_changes_no_choice),
        cmocka_unit_test(a_look_plays_on_where_chance_decides_between),
        cmocka_unit_test(nobody_chooses_for_chance_or_after_the_end),
        cmocka_unit_test(moves_that_fail_are_not_chosen),
        cmocka_unit_test(no_allocation_that_fails_is_forgotten),
        cmocka_unit_test(kinds_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
