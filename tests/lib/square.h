/* A match on a square board with a few pieces, for rule functions that a test writes; its rules are
 * compiled or run as Lua. Failures end the running cmocka test. */
#ifndef TESTS_LIB_SQUARE_H
#define TESTS_LIB_SQUARE_H

#include "rulesets/ruleset.h"

/* a1 holds stones 0 (of seat 0, at the bottom), 1 (seat 1, damage 3) and 2 (seat 0); b2 holds stone
 * 3 of seat 1; the hand of seat 1 holds cards 5 and 6; all else is in the box. Seat 1 decides; the
 * turn is 4, so that the compiler cannot fold it. */
enum { SQUARE_LINES = 21 }; /* of the game, before those of the test */

/* The two paths of rules: "code" and "lua". */
extern const char *const square_paths[2];

/* Begin a match of the game and `lua`, which declares the moves of `play`. Needs a home (home.h).
 */
struct mst_match *square_match(const char *path, int columns, const char *lua);
/* Load the game and `lua`; NULL on failure. */
struct mst_ruleset *square_load(const char *path, int columns, const char *lua,
                                struct mst_error *error);
/* End the match, and free its ruleset. */
void square_end(struct mst_match *match);

#endif
