/* Matches of games that a test writes by itself (home.h), and rulesets that ship. What fails ends
 * the running test with the reason. */
#ifndef TESTS_LIB_OWN_H
#define TESTS_LIB_OWN_H

#include "rulesets/ruleset.h"

/* A match of the game, with all rules as `path` says (home_game_as), from the start, or from a
 * position line. own_end frees it with its ruleset. */
struct mst_match *own_match(const char *path, const char *lua, const char *line);
void own_end(struct mst_match *match);
void own_play(struct mst_match *match, const char *move);
/* The position is this line, and the line is read back with the same hash. */
void own_line(struct mst_match *match, const char *line);

/* The ruleset of such a game alone; and a ruleset that ships, from the source tree, to which
 * MUSTER_HOME is set. The caller frees them. */
struct mst_ruleset *own_ruleset(const char *lua);
struct mst_ruleset *shipped_ruleset(const char *name);

#endif
