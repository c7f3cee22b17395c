/* Where the panes stand on the screen. Pure arithmetic. */
#ifndef MUSTER_FACES_SCREEN_LAYOUT_H
#define MUSTER_FACES_SCREEN_LAYOUT_H

#include <stdbool.h>

/* A rectangle of the screen, in characters. */
struct mst_area {
    int x, y, width, height;
};

enum mst_pane { MST_PANE_BOARD, MST_PANE_MENU, MST_PANE_LOG, MST_PANES };

struct mst_layout {
    struct mst_area head;            /* the title, the seats and the status */
    struct mst_area pane[MST_PANES]; /* below a line with the pane's title */
    struct mst_area input;           /* one line */
};

/* The smallest terminal on which the panes are the default, and the smallest on which they are
 * drawn. */
enum { MST_LAYOUT_COLUMNS = 80, MST_LAYOUT_LINES = 24, MST_LAYOUT_LEAST = 40, MST_LAYOUT_LOW = 12 };

/* Lay out a screen whose head wants `head` lines: the menu and the log below the board, or on a
 * wide screen at its right. False if the screen is too small. */
bool mst_layout_make(struct mst_layout *layout, int columns, int lines, int head);
bool mst_area_holds(const struct mst_area *area, int x, int y);

#endif
