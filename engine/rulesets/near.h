/* Names that somebody may have meant. */
#ifndef MUSTER_RULESETS_NEAR_H
#define MUSTER_RULESETS_NEAR_H

#include <stddef.h>

/* Write to `hint` a question that names up to four files of the folder of `path` which its last
 * part may have meant; nothing if none is near. Nearest are those with the same name but for a few
 * letters, then rulesets that begin with the same letters, contain them, or have the same first
 * word. The order of the folder does not matter. */
void rules_near_files(const char *path, char *hint, size_t size);

enum { RULES_HINT = 600 };
/* Write "; did you mean 'NAME'?" to `hint`, or nothing if `name` is NULL or empty. Returns
 * `hint`. */
const char *rules_near_hint(const char *name, char hint[RULES_HINT]);

#endif
