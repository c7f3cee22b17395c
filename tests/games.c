/* Plays many random games of a ruleset and looks at every ply: the position is sound, its hash is
 * right, the game's own invariants hold. Prints how the games ended. usage: muster-games RULESET
 * [GAMES [PLIES]]; exit status 1 where anything is wrong. */
#include <stdio.h>
#include <stdlib.h>

#include "rulesets/ruleset.h"
#include "search/playout.h"

struct tally {
    int games, unfinished;
    long plies;
    int *endings; /* one an ending of the rules */
};

static int complain(struct mst_match *match, int game, int ply, const struct mst_error *error) {
    char *line = mst_match_position(match, NULL);
    fprintf(stderr, "game %d, ply %d: %s %s\n  %s\n", game, ply, error->at, error->text,
            line ? line : "");
    mst_text_free(line);
    return 1;
}

/* One game, seeded by its number. */
static int play(struct mst_ruleset *ruleset, int game, int most, struct tally *tally) {
    struct mst_error error = {0};
    struct mst_rng rng;
    struct mst_match *match = mst_match_new(ruleset, true, (uint64_t)game, &error);
    int status = match == NULL, ply = 0;
    mst_rng_seed(&rng, (uint64_t)game);
    for (; !status && ply < most && !mst_match_state(match).over; ply++) {
        mst_move move = 0;
        int64_t count = 0;
        core_budget_start(match->play.budget);
        if (!search_playout_pick(&match->play, &rng, &move, &count) || !count ||
            !core_play_move(&match->play, move) || !host_verify(ruleset->host, &match->play))
            status = complain(match, game, ply, match->play.error);
        else if (!core_position_sound(match->pos, &error))
            status = complain(match, game, ply, &error);
        core_position_forget(match->pos);
    }
    if (!status) {
        int by = core_get(match->pos, CORE_SLOT_BY);
        tally->games++;
        tally->plies += ply;
        if (by)
            tally->endings[by - 1]++;
        else
            tally->unfinished++;
    }
    mst_match_free(match);
    return status;
}

int main(int argc, char **argv) {
    struct mst_error error = {0};
    struct tally tally = {0};
    int games = argc > 2 ? atoi(argv[2]) : 100, most = argc > 3 ? atoi(argv[3]) : 2000, status = 0;
    struct mst_ruleset *ruleset =
        argc > 1 ? mst_ruleset_load(argv[1], NULL, 0, NULL, &error) : NULL;
    if (!ruleset) {
        fprintf(stderr, "usage: muster-games RULESET [GAMES [PLIES]]\n%s %s\n", error.at,
                error.text);
        return 2;
    }
    tally.endings = calloc((size_t)ruleset->rules->ending_count + 1, sizeof *tally.endings);
    for (int game = 1; tally.endings && game <= games && !status; game++)
        status = play(ruleset, game, most, &tally);
    printf("%d games, %ld plies, every invariant held at each\n", tally.games, tally.plies);
    for (int i = 0; tally.endings && i < ruleset->rules->ending_count; i++)
        printf("  %6d %s\n", tally.endings[i], ruleset->rules->endings[i]);
    printf("  %6d not over after %d plies\n", tally.unfinished, most);
    free(tally.endings);
    mst_ruleset_free(ruleset);
    return status || tally.games != games;
}
