/* Perft: how many moves there are at a depth. It checks the generation of moves and measures its
 * speed. mst_match_perft and mst_match_divide are in muster.h. */
#ifndef MUSTER_KIT_PERFT_H
#define MUSTER_KIT_PERFT_H

#include "core/match.h"

/* Count the leaves below the position of `play`. The position is unchanged afterwards. */
bool kit_perft(struct core_play *play, int depth, uint64_t *nodes);

#endif
