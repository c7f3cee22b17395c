/* Where the panes stand: see layout.h. */
#include "faces/screen/layout.h"

enum { WIDE = 110, SIDE_LEAST = 36, SIDE_MOST = 60, HEAD_MOST = 4, LOW_LEAST = 4, LOW_MOST = 14 };

static int between(int least, int value, int most) {
    return value < least ? least : value > most ? most : value;
}

bool screen_area_holds(const struct screen_area *area, int x, int y) {
    return x >= area->x && x < area->x + area->width && y >= area->y && y < area->y + area->height;
}

/* `top` and `bottom`: the first line for panes, and the line after the last one. */
static void lay_wide(struct screen_layout *layout, int columns, int top, int bottom) {
    int side = between(SIDE_LEAST, columns / 3, SIDE_MOST), left = columns - side;
    int half = (bottom - top) / 2;
    layout->pane[SCREEN_PANE_BOARD] = (struct screen_area){0, top + 1, left - 1, bottom - top - 1};
    layout->pane[SCREEN_PANE_MENU] = (struct screen_area){left, top + 1, side, half - 1};
    layout->pane[SCREEN_PANE_LOG] =
        (struct screen_area){left, top + half + 1, side, bottom - top - half - 1};
}

static void lay_narrow(struct screen_layout *layout, int columns, int top, int bottom) {
    int low = between(LOW_LEAST, (bottom - top) / 3, LOW_MOST), left = columns / 2;
    layout->pane[SCREEN_PANE_BOARD] =
        (struct screen_area){0, top + 1, columns, bottom - top - low - 1};
    layout->pane[SCREEN_PANE_MENU] = (struct screen_area){0, bottom - low + 1, left - 1, low - 1};
    layout->pane[SCREEN_PANE_LOG] =
        (struct screen_area){left, bottom - low + 1, columns - left, low - 1};
}

bool screen_layout_make(struct screen_layout *layout, int columns, int lines, int head) {
    if (columns < SCREEN_LAYOUT_LEAST || lines < SCREEN_LAYOUT_LOW)
        return false;
    head = between(1, head, HEAD_MOST);
    layout->head = (struct screen_area){0, 0, columns, head};
    layout->input = (struct screen_area){0, lines - 1, columns, 1};
    if (columns >= WIDE)
        lay_wide(layout, columns, head, lines - 1);
    else
        lay_narrow(layout, columns, head, lines - 1);
    return true;
}
