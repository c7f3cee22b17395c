/* The general notation of positions, for games without their own. It is one line of parts separated
 * by blanks. First comes what is pending: a decision (`place`), or frames from the lowest up
 * (`turn(3,1)/reply`). Then the facts that differ from their initial values: `turn=1`, `score[0]=3`
 * (of a seat), `ground[a1]=2`. Then the pieces of each place from the bottom up: `a1:pawn1` (type,
 * owner + 1, `-` without owner), with the declared fields if one differs: `a1:pawn1{3,0}+pawn2`.
 * Pieces with faces always show their fields, and a face with `letters` shows its letter. A match
 * that is over ends with `over=ENDING:WINNERS`. The view of a seat has `?SEAT` (`?-` for an
 * onlooker) after the pending part, and cannot be parsed. */
#ifndef MUSTER_KIT_POSTEXT_H
#define MUSTER_KIT_POSTEXT_H

#include "core/play.h"

void kit_postext_print(struct core_play *play, struct mst_buf *out);
/* Parse `text` into the empty position of `play`. False on failure (play->failed,
 * MST_BAD_POSITION). */
bool kit_postext_parse(struct core_play *play, const char *text);

/* Where a game has its own notation, what other modules add follows it, in the parts of this
 * notation: facts that are `apart`, also of pieces by place and level (`tired[c3/2]=1`), in a bag
 * by their number in the order of looks (kit_pieces_by_look); pieces of types that are `apart`, in
 * a stack with their level (`c3/2:token1`), and all pieces in containers that are; decisions that
 * are `apart` and pending above those of the game, from the lowest up (`ask=bargain(3)/reply`), and
 * an ending that is `apart` (`over=ENDING:WINNERS`). */

/* Take these pieces, decisions and this ending off; write decisions and ending to `ask`, which
 * stays empty if there are none. The caller rewinds the position. */
bool kit_postext_set_apart(struct core_play *play, struct mst_buf *ask);
/* Append the facts, and `ask`. */
void kit_postext_print_apart(struct core_play *play, const struct mst_buf *ask,
                             struct mst_buf *out);
/* Is the part of a line, up to a blank, one of these? */
bool kit_postext_is_apart(const struct core_play *play, const char *part);
/* Read such parts, separated by blanks, once the rest of the line has been read. */
bool kit_postext_parse_apart(struct core_play *play, const char *text);

#endif
