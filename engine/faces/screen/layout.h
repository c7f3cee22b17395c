/* The places of the panes on the screen. Pure arithmetic. */
#ifndef MUSTER_FACES_SCREEN_LAYOUT_H
#define MUSTER_FACES_SCREEN_LAYOUT_H

#include <stdbool.h>

/* A rectangle of the screen, in characters. */
struct screen_area {
    int x, y, width, height;
};

enum screen_pane { SCREEN_PANE_BOARD, SCREEN_PANE_MENU, SCREEN_PANE_LOG, SCREEN_PANES };

struct screen_layout {
    struct screen_area head;               /* the title, the seats and the status */
    struct screen_area pane[SCREEN_PANES]; /* below a line with the pane's title */
    struct screen_area input;              /* one line */
};

/* The smallest terminal on which the panes are the default, and the smallest on which they are
 * drawn. */
enum {
    SCREEN_LAYOUT_COLUMNS = 80,
    SCREEN_LAYOUT_LINES = 24,
    SCREEN_LAYOUT_LEAST = 40,
    SCREEN_LAYOUT_LOW = 12
};

/* Lay out a screen whose head wants `head` lines: the menu and the log below the board, or on a
 * wide screen at its right. False if the screen is too small. */
bool screen_layout_make(struct screen_layout *layout, int columns, int lines, int head);
bool screen_area_holds(const struct screen_area *area, int x, int y);

#endif
