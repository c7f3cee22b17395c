/* A ruleset under test: loading it, playing random games of it, and saying what is wrong with it.
 * Everything is decided by the number of the game, so a failure can be repeated. */
#ifndef TESTS_LIB_SUBJECT_H
#define TESTS_LIB_SUBJECT_H

#include "rulesets/ruleset.h"
#include "search/playout.h"

struct subject {
    char path[512];
    struct mst_ruleset *ruleset;
    int games;           /* random games a check plays: $MUSTER_GAMES, or 8 */
    struct mst_buf why;  /* what a check found; the first fault counts */
    struct mst_buf note; /* what a check measured, for the log */
};

/* Load the ruleset at `path`; on failure `why` says why not. Call subject_close in any case. */
bool subject_open(struct subject *s, const char *path);
void subject_close(struct subject *s);
/* Say what is wrong, if nothing was said before. Always false. */
bool subject_blame(struct subject *s, const char *format, ...) MST_PRINTF(2, 3);

/* A random game. */
struct walk {
    struct subject *subject;
    struct mst_match *match;
    struct mst_rng rng;
    int game;
};

/* Begin game number `game`, seeded by it. False, with the blame, on failure. */
bool walk_begin(struct subject *s, int game, struct walk *walk);
void walk_end(struct walk *walk);
/* One more ply: false when the match is over or something failed (walk_failed tells them apart).
 * Where several seats choose at once, any of them may be first. */
bool walk_step(struct walk *walk);
bool walk_failed(const struct walk *walk);
/* A move for the match as random play chooses it; false when there is none. */
bool walk_pick(struct walk *walk, mst_move *move);
/* Text of a move; owned by the caller (mst_free). */
char *move_text(struct mst_match *match, mst_move move);

/* What a match looks like from outside: position line, hash and legal moves as one text, owned by
 * the caller; NULL, with the blame, when something cannot be asked. */
char *subject_look(struct subject *s, struct mst_match *match);

/* Number in the environment variable `name`, or `otherwise`. */
int number_from(const char *name, int otherwise);
/* The folder of the source tree. */
const char *source_root(void);
/* Names of the files `folder`/NAME`ending`, sorted; each `folder`/NAME`ending` as a path. */
bool list_files(const char *folder, const char *ending, struct mst_buf *paths, int *count);

#endif
