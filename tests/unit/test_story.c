/* The log in words of the games that come with Muster: what players read of a few plies. */
#include <limits.h>
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

/* The sentences of a few plies of a game, for an onlooker. */
static void expect_story(const char *name, const char *position, const char *moves,
                         const char *story) {
    char file[400], text[400];
    struct mst_error error = {0};
    struct mst_buf told = {0};
    snprintf(file, sizeof file, "%s/rulesets/%s.ini", source_root(), name);
    snprintf(text, sizeof text, "%s", moves);
    struct mst_ruleset *ruleset = mst_ruleset_load(file, NULL, 0, NULL, &error);
    assert_non_null(ruleset);
    struct mst_match *match = mst_match_setup(ruleset, position, true, 1, &error);
    if (!match)
        fail_msg("%s", error.text);
    for (char *move = strtok(text, " "); move; move = strtok(NULL, " "))
        if (mst_match_play(match, move, &error) != MST_OK)
            fail_msg("%s: %s", move, error.text);
    for (int i = mst_match_events(match, 0); i < mst_match_events(match, INT_MAX); i++) {
        size_t before = told.length;
        if (!mst_match_event_says(match, i, MST_NONE, &told, &error))
            fail_msg("event %d: %s", i, error.text);
        if (told.length > before)
            mst_buf_puts(&told, ". ");
    }
    assert_string_equal(mst_buf_text(&told), story);
    mst_buf_clear(&told);
    mst_match_free(match);
    mst_ruleset_free(ruleset);
}

static void test_a_game_tells_what_its_cards_do(void **state) {
    (void)state;
    expect_story("fantasy-line-battle",
                 "FL D2.2t:1L2x00g0i0h0,0k0 $2m20t0f3c0;L=C11a,C13a,C12a;X=C06a;C=;"
                 "E=E06,E04,E01,E07;W=W08,W01,W03,W06;B=B03,B02,B04,B06 "
                 "$2m9t0f4c0;L=C14b,C13b,C06b;X=C12b;C=;E=;W=W05,W10;B=B05,B01,B07,B08 [] {} "
                 "c40e20w18b16/",
                 "E06*2>2.1&2.2 !B05>2.3&2.2 !0 p W01 E04 B03 W08>1.1",
                 "P1 announces Thunderclap, doubled and forked, on Dusk Cutter and Grave Clerk. "
                 "P2 announces Twist the Word on Ditch Militia and Grave Clerk. "
                 "Thunderclap is now on Ditch Militia and Grave Clerk. "
                 "Twist the Word takes effect. "
                 "P2's Ditch Militia is stunned until the end of Day 3. "
                 "P2's Grave Clerk is stunned until the end of Day 3. "
                 "Thunderclap takes effect. P1 draws a Spell of Elementalism. "
                 "P2 draws a Spell of Black. P2 passes. P1 announces Mend the Banner. "
                 "The damage to the Front of P1 falls by 3. "
                 "Mend the Banner takes effect. P1 draws a Spell of White. "
                 "P1 announces Hailshot. P1 gains 2 targeted damage. "
                 "Hailshot takes effect. P1 draws a Spell of Elementalism. "
                 "P1 announces Siphon. P2 loses 2 mana. P1 gains 2 mana. "
                 "Siphon takes effect. P1 draws a Spell of Black. "
                 "P1 announces Iron Vow on Ember Adept. "
                 "Iron Vow on Ember Adept is in force: +2 health. "
                 "Iron Vow takes effect. P1 draws a Spell of White. P1 passes. ");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_game_tells_what_its_cards_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
