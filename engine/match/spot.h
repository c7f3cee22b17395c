/* The place of a fault in a source: rules are reported at the line that declares them, people want
 * the word.
 *
 * Where the compiler has not told it, looks for a word that the message quotes, from the line of
 * the declaration on. A guess that could be wrong is not made: then nothing is found. */
#ifndef MUSTER_MATCH_SPOT_H
#define MUSTER_MATCH_SPOT_H

#include "match/diag.h"
#include "host/host.h"

/* Search the source `text` for the fault said by `message` at place->line (1 or more), unless
 * `spot` tells. Found: true, and the place has line, column and length; its source is in `source`,
 * without the end of the line. */
bool mst_spot_find(const char *text, const char *message, const struct mst_spot *spot,
                   struct mst_place *place, char *source, size_t size);

#endif
