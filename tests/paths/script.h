/* The Lua parts of this tool: the generator of modules, and the reducer. */
#ifndef TESTS_PATHS_SCRIPT_H
#define TESTS_PATHS_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>

/* Load generate.lua and reduce.lua from tests/paths of the source tree. Ends the program with a
 * message if they are wrong. */
void script_open(void);
void script_close(void);
/* The module of a seed. The caller frees it (mst_free). */
char *script_generate(uint64_t seed);
/* Shorten `text` as long as still(context, text) is true. The caller frees the result. */
char *script_reduce(const char *text, bool (*still)(void *context, const char *text),
                    void *context);

#endif
