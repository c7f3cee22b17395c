/* The general notation of positions, for games that give none of their own: one line, blanks
 * between its parts. First what is pending (`place`, or frames from the lowest up:
 * `turn(3,1)/reply`), then facts that differ from their start: `turn=1`, `score[0]=3` (of a seat),
 * `ground[a1]=2`, then the pieces of each place from the bottom up: `a1:pawn1` (type, owner + 1,
 * `-` for nobody), with the declared fields where one differs: `a1:pawn1{3,0}+pawn2`. Pieces that
 * have faces always show their fields, a face with `letters` as its letter. A match that is over
 * ends with `over=ENDING:WINNERS`. What one seat sees has `?SEAT` (`?-`: an onlooker) behind what
 * is pending, and cannot be read back. */
#ifndef MUSTER_PLAY_POSTEXT_H
#define MUSTER_PLAY_POSTEXT_H

#include "play/play.h"

void mst_postext_print(const struct mst_play *play, struct mst_buf *out);
/* Read `text` into the empty position of `play`. False on failure (play->failed, MST_BAD_POSITION).
 */
bool mst_postext_parse(struct mst_play *play, const char *text);

#endif
