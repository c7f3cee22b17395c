/* Names that somebody may have meant. */
#ifndef MUSTER_RULESETS_NEAR_H
#define MUSTER_RULESETS_NEAR_H

#include <stddef.h>

/* Write to `hint` a question that names up to four files of the folder of `path` which its last
 * part may have meant; nothing if none is near. Nearest are those with the same name but for a few
 * letters, then rulesets that begin with the same letters, contain them, or have the same first
 * word. The order of the folder does not matter. */
void rules_near_files(const char *path, char *hint, size_t size);

#endif
