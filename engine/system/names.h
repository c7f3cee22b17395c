/* Sentences that a file wraps over several lines. The nearest names are in muster/util.h. */
#ifndef MUSTER_SYSTEM_NAMES_H
#define MUSTER_SYSTEM_NAMES_H

#include "core/base.h"

/* Replace every run of blanks and line ends in `text` by one blank, and remove them at its ends.
 * For sentences that a Lua file wraps over several lines. Returns `text`. */
char *sys_join_blanks(char *text);

#endif
