/* Parts of position lines: the pieces of a place in the order of their looks, and sealed choices
 * (core/together.h). */
#ifndef MUSTER_KIT_POSTEXT_PARTS_H
#define MUSTER_KIT_POSTEXT_PARTS_H

#include "core/legal.h"

/* List the pieces of `place` for position lines that have what is apart behind them (postext.h):
 * from the bottom up, in a bag by their looks without what is apart, and those that look alike by
 * what is apart, or with `reading`, when that is not known, by number. */
int kit_pieces_by_look(const struct core_play *play, int place, bool reading, int16_t *pieces);

/* Print what the seat has sealed as " sealed[0]=7"; nothing if it has not, and "?" instead of a
 * text that the viewer of a masked position does not know. */
void kit_sealed_print(struct core_play *play, int seat, struct mst_buf *out);
/* Read the text that kit_sealed_print printed behind "=", up to a blank or the end, as a choice
 * of the pending decision. False on failure. */
bool kit_sealed_read(struct core_play *play, int seat, const char *text);

#endif
