/* The rules that ship, compiled and as Lua: the same moves in the same order, the same positions
 * and the same reasons, ply for ply, in random games.
 *
 *   test_paths [NAME [GAMES [FIRST]]]: whole games of one ruleset, from game FIRST on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/subject.h"
#include "rulesets/ruleset.h"
#include "muster/player.h"

/* Which games are played, how many, and how many plies of each. */
static const struct {
    const char *name;
    int games, plies;
} rulesets[] = {
    {"tic-tac-toe", 6, 9},
    {"connect-four", 3, 42},
    {"breakthrough-6x6", 2, 60},
    {"clobber", 2, 30},
    {"battle-line-short", 3, 120},
    {"battle-line-long", 2, 120},
    {"warline-1v2", 2, 120},
    {"warline-1v3", 2, 120},
    {"warline-2v2", 2, 120},
    {"warline-tactical", 2, 120},
    {"warline-grand", 2, 120},
    {"warline-recruiting", 2, 120},
    {"warline-custom", 2, 120},
    {"warline-double-time", 2, 120},
    {"warline-terrain", 2, 120},
    {"warline-arts-terrain", 2, 120},
    {"warline-flaym", 2, 120},
    {"warline-frost", 2, 120},
    {"warline-sey", 2, 120},
    {"warline-timber", 2, 120},
    {"warline-blak", 2, 120},
    {"warline-dune", 2, 120},
    {"warline-arts", 2, 120},
    {"breakthrough-8x8", 2, 120},
    {"othello", 2, 60},
    {"fantasy-line-battle", 1, 60},
    {"fantasy-line-quick", 1, 60},
    {"fantasy-line-open", 1, 60},
    {"fantasy-line-recruiting", 1, 60},
};
enum {
    WHOLE = 5000,     /* plies */
    UNITS = 100000000 /* Lua takes more units of work than code for the same */
};

static struct mst_ruleset *load(const char *name, const char *path) {
    struct mst_error error;
    char file[700];
    snprintf(file, sizeof file, "%s/rulesets/%s.ini", source_root(), name);
    setenv("MUSTER_RULES", path, 1);
    struct mst_ruleset *ruleset = mst_ruleset_load(file, NULL, 0, NULL, &error);
    unsetenv("MUSTER_RULES");
    if (!ruleset)
        fail_msg("%s as %s: %s: %s", name, path, error.at, error.text);
    return ruleset;
}

static void same(const char *what, const char *name, int ply, char *a, char *b) {
    if (!a || !b || strcmp(a, b) != 0)
        fail_msg("%s, ply %d: %s differ\ncompiled: %s\nas Lua: %s", name, ply, what, a ? a : "?",
                 b ? b : "?");
    mst_text_free(a);
    mst_text_free(b);
}

/* A move of an earlier position, most often illegal now: both say the same of it. */
static void same_refusal(const char *name, int ply, struct mst_match *a, struct mst_match *b,
                         const char *move) {
    struct mst_error in_a = {0}, in_b = {0};
    enum mst_status one = mst_match_play(a, move, &in_a), two = mst_match_play(b, move, &in_b);
    if (one != two || strcmp(in_a.text, in_b.text) != 0)
        fail_msg("%s, ply %d: '%s'\ncompiled: %s\nas Lua: %s", name, ply, move, in_a.text,
                 in_b.text);
    if (one == MST_OK) {
        mst_match_undo(a, 1, &in_a);
        mst_match_undo(b, 1, &in_b);
    }
}

static char *text_of(struct mst_match *match, mst_move move) {
    struct mst_buf buf = {0};
    mst_match_move_text(match, move, &buf);
    char *text = mst_strdup(mst_buf_text(&buf));
    mst_buf_clear(&buf);
    return text;
}

/* What the features of the rules are for seat 0. */
static void same_features(const char *name, int number, struct mst_match *a, struct mst_match *b) {
    static const unsigned char side[MST_MOST_SEATS] = {0, 1, 2, 3, 4, 5, 6, 7};
    struct mst_error error = {0};
    int count = mst_ruleset_features(a->ruleset, &error);
    int64_t more_a[400], more_b[400];
    assert_in_range(count, 1, 400);
    assert_int_equal(count, mst_ruleset_features(b->ruleset, &error));
    if (mst_match_features(a, side, 0, more_a, &error) != MST_OK ||
        mst_match_features(b, side, 0, more_b, &error) != MST_OK)
        fail_msg("%s, ply %d: a feature fails: %s: %s", name, number, error.at, error.text);
    for (int i = 0; i < count; i++) {
        const char *help;
        if (more_a[i] != more_b[i])
            fail_msg("%s, ply %d: the feature %s is %lld, as Lua %lld", name, number,
                     mst_ruleset_feature(a->ruleset, i, &help), (long long)more_a[i],
                     (long long)more_b[i]);
    }
}

/* The views of seats, and their evaluations. */
static void same_look(const char *name, int number, struct mst_match *a, struct mst_match *b) {
    struct mst_error error;
    int64_t worth_a = 0, worth_b = 0;
    same("scenes", name, number, mst_match_scene(a, 0, &error), mst_match_scene(b, 0, &error));
    same("scenes", name, number, mst_match_scene(a, -1, &error), mst_match_scene(b, -1, &error));
    for (int seat = 0; seat < 2; seat++) {
        if (!host_worth(a->ruleset->host, &a->play, seat, &worth_a) ||
            !host_worth(b->ruleset->host, &b->play, seat, &worth_b) || worth_a != worth_b)
            fail_msg("%s, ply %d: to seat %d it is worth %lld, as Lua %lld: %s%s", name, number,
                     seat, (long long)worth_a, (long long)worth_b, a->play.error->text,
                     b->play.error->text);
    }
    core_play_ready(&a->play);
    core_play_ready(&b->play);
    same_features(name, number, a, b);
}

/* One ply of both. False: the game is over. */
static bool ply(const char *name, int number, struct mst_match *a, struct mst_match *b,
                struct mst_rng *rng, char **earlier) {
    struct mst_error error;
    same("legal moves", name, number, mst_match_legal(a, &error), mst_match_legal(b, &error));
    same("positions", name, number, mst_match_position(a, &error), mst_match_position(b, &error));
    if (number % 4 == 0)
        same_look(name, number, a, b);
    if (number % 4 == 0)
        same("reasons", name, number, mst_match_explain(a, &error), mst_match_explain(b, &error));
    struct mst_state state = mst_match_state(a);
    assert_true(state.hash == mst_match_state(b).hash);
    if (*earlier && !state.over)
        same_refusal(name, number, a, b, *earlier);
    const struct mst_moves *moves = mst_match_moves(a, &error);
    if (state.over || !moves || !moves->count)
        return false;
    char *move = text_of(a, moves->moves[mst_rng_below(rng, (uint64_t)moves->count)]);
    if (mst_match_play(a, move, &error) != MST_OK || mst_match_play(b, move, &error) != MST_OK)
        fail_msg("%s, ply %d: %s: %s", name, number, move, error.text);
    if (!*earlier || number % 3 == 0) {
        mst_free(*earlier);
        *earlier = move;
    } else {
        mst_free(move);
    }
    return true;
}

static void game(const char *name, struct mst_ruleset *code, struct mst_ruleset *lua, int number,
                 int plies) {
    struct mst_error error;
    struct mst_match *a = mst_match_new(code, true, (uint64_t)number, &error);
    struct mst_match *b = mst_match_new(lua, true, (uint64_t)number, &error);
    struct mst_rng rng;
    mst_rng_seed(&rng, (uint64_t)number);
    char *earlier = NULL;
    if (!a || !b)
        fail_msg("%s: %s", name, error.text);
    for (int i = 0; i < plies && ply(name, i, a, b, &rng, &earlier); i++) {
    }
    mst_free(earlier);
    mst_match_free(a);
    mst_match_free(b);
}

static void play_some(const char *name, int first, int games, int plies) {
    struct mst_ruleset *code = load(name, "auto"), *lua = load(name, "lua");
    mst_budget_limit(mst_ruleset_budget(lua), UNITS, 0);
    for (int i = first; i < first + games; i++)
        game(name, code, lua, i, plies);
    mst_ruleset_free(code);
    mst_ruleset_free(lua);
}

static void test_code_and_lua_play_the_same(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rulesets / sizeof *rulesets; i++)
        play_some(rulesets[i].name, 1, rulesets[i].games, rulesets[i].plies);
}

static struct {
    const char *name;
    int games, first;
} asked;

static void test_code_and_lua_play_the_same_here(void **state) {
    (void)state;
    play_some(asked.name, asked.first, asked.games, WHOLE);
    print_message("%s: %d games from %d on\n", asked.name, asked.games, asked.first);
}

int main(int argc, char **argv) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_code_and_lua_play_the_same),
    };
    static const struct CMUnitTest here[] = {
        cmocka_unit_test(test_code_and_lua_play_the_same_here),
    };
    if (argc < 2)
        return cmocka_run_group_tests(tests, NULL, NULL);
    asked.name = argv[1];
    asked.games = argc > 2 ? atoi(argv[2]) : 1;
    asked.first = argc > 3 ? atoi(argv[3]) : 1;
    return cmocka_run_group_tests(here, NULL, NULL);
}
