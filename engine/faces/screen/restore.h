/* Restoring the terminal when a signal ends the program (S1), and Ctrl-C. */
#ifndef MUSTER_FACES_SCREEN_RESTORE_H
#define MUSTER_FACES_SCREEN_RESTORE_H

#include <stdbool.h>

/* Note how the terminal is set, before curses sets it. */
void screen_restore_note(void);
/* From now on a signal that ends the program restores the terminal first. Ctrl-C is only noted,
 * unless it was noted before and nobody asked (screen_restore_interrupted): then it ends the
 * program too. Curses must be open. */
void screen_restore_begin(void);
void screen_restore_end(void);
/* Was Ctrl-C pressed since the last call? */
bool screen_restore_interrupted(void);

#endif
