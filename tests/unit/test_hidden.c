/* Levels where seats do not see everything: sealed choices are weighed, not taken for nothing; what
 * is hidden changes no choice; a faulty evaluation is done without. And the estimate of which of
 * two groups will be better. */
#include "rulesets/ruleset.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kit/ranking.h"
#include "lib/home.h"
#include "lib/own.h"
#include "lib/subject.h"
#include "core/secret.h"
#include "muster/player.h"
#include "search/deal.h"

/* Seat 0 seals a number from 1 to 3, then seat 1 names one. `gain` is what seat 1 has then. */
#define SEALED(gain, worth)                                                                        \
    "muster.module { title = 'Sealed' }\n"                                                         \
    "muster.game { title = 'Sealed', seats = 2 }\n"                                                \
    "muster.grid { columns = 2, rows = 1 }\n"                                                      \
    "muster.pieces { 'pawn', count = 1 }\n"                                                        \
    "muster.ending('done')\n"                                                                      \
    "local now = muster.state { { 'turn', max = 1 }, { 'gain', min = -99, max = 99 } }\n"          \
    "local sealed = muster.field { 'sealed', of = 'seat', max = 3, seen = 'owner' }\n"             \
    "local lead = muster.decision { 'lead', title = 'seal', seat = function() return 0 end }\n"    \
    "local reply = muster.decision { 'reply', title = 'name', seat = function() return 1 end }\n"  \
    "muster.move { 'seal', at = lead, title = 'seal', text = 's{n}', secret = true,\n"             \
    "  legal = function() return choose('n', range(1, 3)) end, apply = function(n)\n"              \
    "    sealed[0] = n go(reply) end }\n"                                                          \
    "muster.move { 'name', at = reply, title = 'name', text = 'n{n}',\n"                           \
    "  legal = function() return choose('n', range(0, 3)) end, apply = function(n)\n"              \
    "    local hidden = sealed[0]\n"                                                               \
    "    now.gain = " gain "\n"                                                                    \
    "    over('done', now.gain > 0 and 1 or 0) end }\n"                                            \
    "muster.setup(function() go(lead) end)\n" worth                                                \
    "muster.scene(function(seat) return { items = {} } end)\n"

/* Seat 1 wins with 0 only if nothing was sealed, with 1 and 2 in one case of three, with 3 in two.
 */
#define GUESS                                                                                      \
    "(n == 3 and hidden > 1 or n == 0 and hidden == 0 or n > 0 and n < 3 and n == hidden)"         \
    " and 1 or -1"

/* The choice of a player, as text; the caller frees it. */
static char *choice(struct mst_match *match, const struct mst_player *player,
                    struct mst_player_info *info) {
    struct mst_error error = {0};
    mst_move move;
    if (mst_player_choose(match, player, &move, info, &error) != MST_OK)
        fail_msg("%s: %s", error.at, error.text);
    return move_text(match, move);
}

/* ---- sealed choices -------------------------------------------------------------------------- */

/* How often seat 1 names 3 after seat 0 has sealed a number. */
static int named_three(const char *game, enum mst_player_kind kind) {
    int count = 0;
    home_open();
    struct mst_ruleset *ruleset = own_ruleset(game);
    for (int sealed = 1; sealed <= 3; sealed++)
        for (uint64_t seed = 0; seed < 10; seed++) {
            struct mst_match *match = mst_match_new(ruleset, true, 1, NULL);
            struct mst_player player = {.kind = kind, .seed = seed};
            char move[16];
            snprintf(move, sizeof move, "s%d", sealed);
            assert_int_equal(mst_match_play(match, move, NULL), MST_OK);
            char *text = choice(match, &player, NULL);
            count += !strcmp(text, "n3");
            mst_free(text);
            mst_match_free(match);
        }
    mst_ruleset_free(ruleset);
    home_close();
    return count;
}

static void what_is_sealed_is_weighed(void **state) {
    (void)state;
    static const char *const games[] = {
        SEALED(GUESS, ""),
        SEALED(GUESS, "muster.worth(function(seat) return seat == 1 and now.gain or -now.gain "
                      "end)\n")};
    for (int i = 0; i < 2; i++) {
        for (int kind = MST_PLAYER_LEVEL3; kind <= MST_PLAYER_LEVEL5; kind++)
            assert_int_equal(named_three(games[i], (enum mst_player_kind)kind), 30);
    }
}

/* Seat 0 loses with 1 in any case, and with 2 and 3 if seat 1 names them. If seat 1 saw them, all
 * would be lost. */
static void nobody_answers_what_he_does_not_see(void **state) {
    (void)state;
    home_open();
    struct mst_ruleset *ruleset =
        own_ruleset(SEALED("(n == hidden or hidden == 1) and 1 or -1", ""));
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct mst_match *match = mst_match_new(ruleset, true, 1, NULL);
        struct mst_player player = {.kind = MST_PLAYER_LEVEL4, .seed = seed};
        struct mst_player_info info = {0};
        char *text = choice(match, &player, &info);
        assert_string_not_equal(text, "s1");
        assert_in_range(info.score, 200, 700);
        mst_free(text);
        mst_match_free(match);
    }
    mst_ruleset_free(ruleset);
    home_close();
}

/* Of two numbers that are as good, neither is always sealed. */
static void sealed_choices_are_mixed(void **state) {
    (void)state;
    int counts[4] = {0};
    home_open();
    struct mst_ruleset *ruleset = own_ruleset(SEALED("n == hidden and 1 or -1", ""));
    struct mst_match *match = mst_match_new(ruleset, true, 1, NULL);
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct mst_player player = {.kind = MST_PLAYER_LEVEL3, .seed = seed};
        char *text = choice(match, &player, NULL);
        counts[text[1] - '0']++;
        mst_free(text);
    }
    for (int n = 1; n <= 3; n++)
        assert_in_range(counts[n], 5, 40);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    home_close();
}

/* ---- fairness -------------------------------------------------------------------------------- */

/* Every level chooses the same in a match and in one that its seat takes for the same. */
static void what_is_hidden_changes_no_choice(void **state) {
    (void)state;
    static const char *const names[] = {"battle-line-short", "battle-line-long",
                                        "fantasy-line-battle", "warline-recruiting"};
    for (int i = 0; i < 4; i++) {
        struct mst_ruleset *ruleset = shipped_ruleset(names[i]);
        struct mst_match *one = mst_match_new(ruleset, true, 5, NULL);
        struct mst_rng rng;
        mst_rng_seed(&rng, 3);
        for (int ply = 0; ply < 10 && !mst_match_state(one).over; ply++) {
            struct mst_player player = {.kind = (enum mst_player_kind)(MST_PLAYER_LEVEL1 + ply % 5),
                                        .seed = 2,
                                        .nodes = ply % 5 > 2 ? 400 : 0};
            int seat = mst_match_state(one).to_move;
            struct core_position *masked = core_position_mask(one->pos, seat);
            struct core_position *sample = search_position_sample(masked, seat, &rng);
            struct mst_match *other = mst_match_clone(one, NULL);
            assert_true(core_position_copy(other->pos, sample));
            struct mst_player_info first = {0}, second = {0};
            char *text = choice(one, &player, &first), *same = choice(other, &player, &second);
            assert_string_equal(text, same);
            assert_memory_equal(&first, &second, sizeof first);
            assert_int_equal(mst_match_play(one, text, NULL), MST_OK);
            mst_free(text);
            mst_free(same);
            mst_match_free(other);
            core_position_free(sample);
            core_position_free(masked);
        }
        mst_match_free(one);
        mst_ruleset_free(ruleset);
    }
}

/* ---- failures -------------------------------------------------------------------------------- */

/* An evaluation that fails always, or now and then, loses nothing: random games judge instead. */
static void a_faulty_evaluation_is_done_without(void **state) {
    (void)state;
    assert_int_equal(named_three(SEALED(GUESS, "muster.worth(function(seat) error('no') end)\n"),
                                 MST_PLAYER_LEVEL3),
                     30);
    assert_int_equal(
        named_three(SEALED(GUESS, "muster.worth(function(seat)\n"
                                  "  if sealed[0] == 2 then error('no') end return 0 end)\n"),
                    MST_PLAYER_LEVEL3),
        30);
}

/* Of five Characters that the other seat has laid, most guesses cost more than it could pay. The
 * game goes on in them. */
static void a_guessed_line_that_is_too_dear_spoils_nothing(void **state) {
    (void)state;
    static const char *const moves[] = {"+C06b@1", "+C02a@1", "+C07a@1", "+C10a@1", "+C07b@1",
                                        "+C20a@1", "+C10b@1", "+C01b@1", "+C20b@1"};
    struct mst_ruleset *ruleset = shipped_ruleset("fantasy-line-battle");
    struct mst_match *match = mst_match_new(ruleset, true, 1, NULL);
    struct mst_error told = {0};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        assert_int_equal(mst_match_play(match, moves[i], NULL), MST_OK);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct mst_player player = {.kind = MST_PLAYER_LEVEL3, .seed = seed};
        mst_free(choice(match, &player, NULL));
    }
    if (mst_ruleset_evaluation_fault(ruleset, &told))
        fail_msg("%s: %s", told.at, told.text);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

/* Seat 1 chooses after a sealed 1, at level 3. Has it used all its tries, and was a failure told?
 */
static bool tells_of_failure(const char *gain, const char *wanted) {
    char game[4000];
    struct mst_error told = {0};
    home_open();
    snprintf(game, sizeof game, SEALED("%s", ""), gain);
    struct mst_ruleset *ruleset = own_ruleset(game);
    struct mst_match *match = mst_match_new(ruleset, true, 1, NULL);
    struct mst_player player = {.kind = MST_PLAYER_LEVEL3, .seed = 7};
    struct mst_player_info info;
    assert_int_equal(mst_match_play(match, "s1", NULL), MST_OK);
    char *text = choice(match, &player, &info);
    assert_string_equal(text, wanted);
    assert_int_equal(info.nodes, 1000);
    bool tells = mst_ruleset_evaluation_fault(ruleset, &told);
    if (tells)
        assert_non_null(
            strstr(told.text, "a rule fails, players leave out moves that lead there: "));
    assert_false(mst_ruleset_evaluation_fault(ruleset, &told));
    mst_free(text);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    home_close();
    return tells;
}

/* A choice that cannot have been sealed shows by rules that fail, whatever is named. */
static void what_cannot_be_is_not_assumed(void **state) {
    (void)state;
    assert_false(tells_of_failure(
        "hidden < 3 and error('no') or (n == 3 and hidden == 3) and 1 or -1", "n3"));
    assert_false(tells_of_failure("hidden == 2 and error('no') or (n == 2 and 1 or -1)", "n2"));
}

/* A move after which rules fail is left out, and that is told. */
static void a_move_that_fails_everywhere_is_left_out_and_told(void **state) {
    (void)state;
    assert_true(tells_of_failure("n ~= 1 and error('no') or -1", "n1"));
}

/* ---- the better of two groups ---------------------------------------------------------------- */

struct table {
    struct mst_ruleset *ruleset;
    struct mst_match *match;
};

static void lay_out(struct table *table, const char *line) {
    struct mst_error error = {0};
    table->ruleset = shipped_ruleset("battle-line-short");
    table->match = mst_match_setup(table->ruleset, line, true, 1, &error);
    if (!table->match)
        fail_msg("%s", error.text);
}

/* The chance of P1 at a flag, from 0. */
static int64_t chance(const struct table *table, int flag) {
    const struct core_rules *rules = table->ruleset->rules;
    const struct core_schema *schema = table->match->pos->schema;
    int hand = -1, zone = flag, other = 2 * schema->board->columns + flag;
    for (int i = 0; i < schema->container_count; i++)
        if (!strcmp(schema->containers[i].name, "hand"))
            hand = schema->containers[i].place;
    struct kit_rivals rivals = {zone, 3, other, hand, hand + 1};
    return kit_ranking_chance(kit_ranking_of(rules, 0), table->match->pos, &rivals);
}

/* One game line: flags, and both hands of troops. */
static void of_two_groups_the_better_is_likelier(void **state) {
    (void)state;
    struct table t;
    lay_out(&t, "BL S 1A o+8s+9s+Ts-2h-4d-5d/o+2d+3d+4h-8c-9c-Tc/o+7h+8h-2s-9d/o+5c+5s/o "
                "9h3sAh 3c4cQs ?17 ?11 | | 0,0");
    assert_int_equal(chance(&t, 0), 1000);
    assert_int_equal(chance(&t, 1), 0);
    assert_in_range(chance(&t, 2), 850, 1000); /* 9h is held: 7h 8h 9h against 2s 9d */
    assert_in_range(chance(&t, 3), 300, 900);  /* two fives against nothing */
    assert_int_equal(chance(&t, 4), 500);      /* nothing against nothing */
    mst_match_free(t.match);
    mst_ruleset_free(t.ruleset);
}

/* A card that is held helps more than one in the deck, and one that is gone not at all. */
static void where_the_lacking_card_is_matters(void **state) {
    (void)state;
    static const char *const lines[] = {
        "BL S 1A o+7h+8h-5c-5s/o-6h-9h-2c/o/o/o 3sAhAd 3c4c2d ?27 ?12 | | 0,0",
        "BL S 1A o+7h+8h-5c-5s/o-2c/o/o/o 3sAhAd 3c4c2d ?29 ?12 | | 0,0",
        "BL S 1A o+7h+8h-5c-5s/o-2c/o/o/o 3sAh9h 3c4c2d ?29 ?12 | | 0,0"};
    int64_t before = -1;
    for (int i = 0; i < 3; i++) {
        struct table t;
        lay_out(&t, lines[i]);
        assert_true(chance(&t, 0) > before);
        before = chance(&t, 0);
        mst_match_free(t.match);
        mst_ruleset_free(t.ruleset);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_sealed_is_weighed),
        cmocka_unit_test(nobody_answers_what_he_does_not_see),
        cmocka_unit_test(sealed_choices_are_mixed),
        cmocka_unit_test(what_is_hidden_changes_no_choice),
        cmocka_unit_test(a_faulty_evaluation_is_done_without),
        cmocka_unit_test(what_cannot_be_is_not_assumed),
        cmocka_unit_test(a_guessed_line_that_is_too_dear_spoils_nothing),
        cmocka_unit_test(a_move_that_fails_everywhere_is_left_out_and_told),
        cmocka_unit_test(of_two_groups_the_better_is_likelier),
        cmocka_unit_test(where_the_lacking_card_is_matters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
