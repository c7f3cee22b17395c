/* Native code for long runs: it is compiled in the background, and games that begin once it is
 * there run by it. Their actions are the same either way.
 *
 * B1 Only where rules run as `auto` says, and the run is long (lab_background_pays). B2 Nothing
 * waits for the compiler, and whatever goes wrong with it is silent. B3 It ends with the run, also
 * if that is killed, and leaves no unfinished file. */
#ifndef MUSTER_LAB_BACKGROUND_H
#define MUSTER_LAB_BACKGROUND_H

#include <sys/types.h>

#include "lab/game.h"

struct lab_background {
    pid_t child; /* that looks after the compiler, or 0 */
    bool used;   /* is native code looked for? */
    /* The rules that the next game is played by, and the place of their native code, or "". */
    const struct mst_ruleset *ruleset;
    char path[1200];
};

/* Are so many games between these players worth a compiler? They are from 1,000 games of level 1
 * on; a game of another level counts as many as it is slower. */
bool lab_background_pays(int64_t games, const struct lab_seating *seating, int seats);

/* Run `compile` in the background, for index 0 and so on until it returns false; it calls
 * mst_ruleset_compile. End it in any case. */
void lab_background_begin(struct lab_background *background,
                          bool (*compile)(void *context, int index), void *context);
/* The same for one ruleset, if it pays and there is no native code yet. */
void lab_background_ruleset(struct lab_background *background, struct mst_ruleset *ruleset,
                            int64_t games, const struct lab_seating *seating);
/* Before a game: run the rules by native code if it is there by now. NULL: forget the rules of the
 * last game, which are freed. */
void lab_background_use(struct lab_background *background, struct mst_ruleset *ruleset);
/* The run is over: the compiler is stopped. */
void lab_background_end(struct lab_background *background);

#endif
