/* Scripts of the program itself: what it prints at length is written in Lua, in lua/tools, and
 * built into it.
 *
 * C1 A script has no files, clock, or other programs, and its memory and work are bounded. It is not
 * the sandbox of rules: patterns and string.format are there. C2 The same facts give the same text:
 * `pairs` and `next`, whose order differs from run to run, are absent. Where order matters, facts
 * are arrays. */
#ifndef MUSTER_AUTHOR_SCRIPT_H
#define MUSTER_AUTHOR_SCRIPT_H

#include "core/base.h"

/* A source. `lua/tools/NAME.lua` is what errors call it. */
struct author_script {
    const char *name;
    const unsigned char *text;
    size_t size;
};

/* Those that are built in (script_embed.cmake), up to one without a name. */
extern const struct author_script author_scripts[];

/* As mst_script, for these scripts, which `require` finds as well. */
bool author_script_run(const struct author_script *scripts, const char *name,
                       const struct json_t *facts, struct mst_buf *out, struct mst_error *error);

#endif
