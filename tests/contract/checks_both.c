/* The rules side by side (rulesets/both.h): random games of a copy of the ruleset that is opened
 * so.
 */
#include <stdlib.h>

#include "contract/checks.h"
#include "rulesets/both.h"

enum { MOST_PLIES = 2000 };

/* Load the rules of the subject again, by the path `both`. */
static struct mst_ruleset *load_both(struct subject *s) {
    struct mst_error error = {0};
    const char *path = getenv("MUSTER_RULES");
    char *before = path ? mst_strdup(path) : NULL;
    setenv("MUSTER_RULES", "both", 1);
    struct mst_ruleset *ruleset = mst_ruleset_load(s->ruleset->path, s->ruleset->settings,
                                                   s->ruleset->setting_count, NULL, &error);
    if (before)
        setenv("MUSTER_RULES", before, 1);
    else
        unsetenv("MUSTER_RULES");
    mst_free(before);
    if (!ruleset)
        subject_blame(s, "side by side: %s: %s", error.at, error.text);
    return ruleset;
}

/* Play a game, and take half of it back. */
static bool play(struct subject *beside, int game) {
    struct walk walk;
    struct mst_error error = {0};
    bool begun = walk_begin(beside, game, &walk);
    while (begun && walk.match->ply_count < MOST_PLIES && walk_step(&walk)) {
    }
    if (begun && !walk_failed(&walk) && look_round_trip(&walk) && look_at(&walk) &&
        mst_match_undo(walk.match, walk.match->ply_count / 2, &error) == MST_OK)
        walk_step(&walk);
    walk_end(&walk);
    return !beside->why.length;
}

bool check_both(struct subject *s) {
    struct subject beside = {.games = s->games, .ruleset = load_both(s)};
    bool same = beside.ruleset;
    for (int game = 1; same && game <= s->games; game++)
        same = play(&beside, game);
    if (same) {
        struct rules_both_count count = rules_both_compared(beside.ruleset->both);
        mst_buf_printf(&s->note, "%ld plies and %ld answers compared as code and as Lua",
                       count.plies, count.answers);
        same = count.plies || subject_blame(s, "no ply was compared");
    } else {
        subject_blame(s, "%s", mst_buf_text(&beside.why));
    }
    subject_close(&beside);
    return same;
}
