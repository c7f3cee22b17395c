/* Playing on a full screen: panes for the board, the menu and the log, a cursor over the board, and
 * a mouse. The match, its commands and its players are those of engine/terminal; the screen is the
 * face that it shows itself with, and the source of its lines (terminal.h).
 *
 * S1 The terminal is restored on every way out, also by a signal.
 * S2 Nothing is shown by colour alone.
 * S3 The output of a move or a command is shown in the log; a long text fills the screen.
 * S4 While the screen is handed over, nothing of the match is shown.
 * S5 While the rules run or a computer thinks, keys and the mouse are obeyed, except for choices. */
#ifndef MUSTER_FACES_SCREEN_SCREEN_H
#define MUSTER_FACES_SCREEN_SCREEN_H

#include "faces/terminal/terminal.h"

/* Can this terminal show it: are input and output a terminal of enough lines and columns that can
 * move its cursor? Otherwise `why` says what is missing. */
bool screen_can(const char **why);
/* Play until a person quits, as term_terminal_run does. False, and nothing was played, if the
 * terminal could not be set up. */
bool screen_run(struct term_terminal *t);

#endif
