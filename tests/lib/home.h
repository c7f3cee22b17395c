/* A temporary home for rules that a test writes by itself: a folder with lua/ and rulesets/, which
 * MUSTER_HOME names to the engine. One at a time. */
#ifndef TESTS_LIB_HOME_H
#define TESTS_LIB_HOME_H

#include "rulesets/ruleset.h"

/* Make the folder, and remove it with all that is in it. */
void home_open(void);
void home_close(void);
/* The same as cmocka's fixtures; home_set_up_lua has all rules run as Lua. */
int home_set_up(void **state);
int home_set_up_lua(void **state);
int home_tear_down(void **state);
/* Write module `name` (lua/NAME.lua). */
void home_module(const char *name, const char *lua);
/* Load a ruleset that consists of `ini`. NULL on failure, with the first fault in `error`. */
struct mst_ruleset *home_load(const char *ini, struct mst_error *error);
/* The same, of a module of its own: written, switched on alone, loaded. */
struct mst_ruleset *home_game(const char *lua, struct mst_error *error);
/* The same, with all rules as `path` says: "code", "lua", or NULL for code where that can be. */
struct mst_ruleset *home_game_as(const char *path, const char *lua, struct mst_error *error);

#endif
