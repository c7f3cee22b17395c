/* The exact place of a fault in a source. A rule's fault is reported at the line of its
 * declaration, but people want to see the word.
 *
 * If the compiler did not report the place, the search starts at the line of the declaration and
 * looks for a word that the message quotes.
 *
 * W1 It makes no doubtful guesses: then nothing is found. W2 A place that it finds lies within one line. */
#ifndef MUSTER_RULESETS_SPOT_H
#define MUSTER_RULESETS_SPOT_H

#include "rulesets/diag.h"
#include "host/host.h"

/* Find the place of the fault with this `message` in the source `text`. It was reported at
 * place->line (1 or more); `spot` may hold its exact place. If found, returns true and sets line,
 * column and length of the place. The line is copied to `source`, without its end. */
bool rules_spot_find(const char *text, const char *message, const struct host_spot *spot,
                     struct rules_place *place, char *source, size_t size);

#endif
