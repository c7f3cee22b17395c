/* What the log says of every ply, in every game: a sentence of its events, or the title of its
 * kind. Neighbours: test_says.c, test_history.c. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/typed.h"
#include "muster.h"
#include "muster/check.h"
#include "muster/player.h"

enum { PLIES = 120 };

/* A sentence is words: nothing of its making shows. */
static void check_sentence(const char *name, const char *sentence) {
    static const char *const odd[] = {"nil", "{", "}", "table:", "function", "  "};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        if (strstr(sentence, odd[i]))
            fail_msg("%s tells '%s'", name, sentence);
    if (sentence[strlen(sentence) - 1] == '.')
        fail_msg("%s ends '%s' with a full stop, which whoever prints it adds", name, sentence);
}

/* The viewer's text of a ply: at least one sentence, or the title of its kind. */
static void check_ply(struct mst_match *match, const char *name, int ply, int viewer) {
    struct mst_buf text = {0}, sentence = {0};
    struct mst_error error;
    int told = 0;
    bool seen = mst_match_ply_seen(match, ply, viewer, &text);
    for (int i = mst_match_events(match, ply); i < mst_match_events(match, ply + 1); i++) {
        mst_buf_reset(&sentence);
        if (mst_match_event_says(match, i, viewer, &sentence, &error)) {
            check_sentence(name, mst_buf_text(&sentence));
            told++;
        } else if (*error.text) {
            fail_msg("%s: %s", name, error.text);
        }
    }
    const char *title =
        mst_ruleset_kind_title(mst_match_ruleset(match), mst_match_ply_kind(match, ply));
    if (!seen && mst_match_ply_seat(match, ply) != MST_NONE)
        fail_msg("%s hides a ply of a seat from %d", name, viewer);
    if (seen && (!text.length || (!told && !*title)))
        fail_msg("%s says nothing of ply %d, '%s'", name, ply, mst_match_ply_text(match, ply));
    mst_buf_clear(&text);
    mst_buf_clear(&sentence);
}

static bool check_game(void *context, const char *name) {
    char path[400];
    struct mst_error error = {0};
    (void)context;
    mst_ruleset_find(name, path, sizeof path);
    struct mst_ruleset *ruleset = mst_ruleset_load(path, NULL, 0, NULL, &error);
    struct mst_match *match = ruleset ? mst_match_new(ruleset, true, 11, &error) : NULL;
    if (!match)
        fail_msg("%s: %s", name, error.text);
    struct mst_player player = {.kind = MST_PLAYER_RANDOM};
    for (int i = 0; i < PLIES && !mst_match_state(match).over; i++) {
        mst_move move;
        player.seed = (uint64_t)i;
        if (mst_player_choose(match, &player, &move, NULL, &error) != MST_OK ||
            mst_match_apply(match, move, &error) != MST_OK)
            fail_msg("%s: %s", name, error.text);
    }
    for (int ply = 0; ply < mst_match_state(match).ply; ply++)
        for (int viewer = MST_NONE; viewer < mst_ruleset_seats(ruleset); viewer++)
            check_ply(match, name, ply, viewer);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
    return true;
}

static void no_ply_of_any_game_is_silent(void **state) {
    (void)state;
    mst_rulesets(check_game, NULL);
}

static void the_log_tells_what_happened(void **state) {
    (void)state;
    play("--quick --hotseat", "G:1\nM:f3\nf\nr\nlog\nquit\ny\n"); /* WT-MOV-1 */
    expect("   1. Flaym: G:1; Flaym opens the battle\n");
    expect("   2. Flaym: M:f3 (Maneuver)\n");
    expect("   3. Flaym: f; 1F1 goes from f3 to f4\n");
    play("warline-tactical --hotseat --position "
         "'WT1 7x7 7/7/7/3,2I4s,3/3,1F3n,3/7/2I5n,6'",
         "M:d3\nfs\nlog\nquit\ny\n"); /* WT-ATK-2 */
    expect("1F3 hits a battalion of Frost, which");
    play("tic-tac-toe --hotseat", "a1\nlog\nquit\ny\n");
    expect("   1. X: a1 (mark a cell)\n");
}

/* Others hear that a card was drawn, and not which. */
static void a_log_is_that_of_its_seat(void **state) {
    (void)state;
    play("battle-line-short --seed 3 --computer 2=level1", "1\n1\n1\n1\nlog\nquit\ny\n");
    expect("P2 draws a card");
    expect(" is laid at flag ");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_ply_of_any_game_is_silent),
        cmocka_unit_test(the_log_tells_what_happened),
        cmocka_unit_test(a_log_is_that_of_its_seat),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
