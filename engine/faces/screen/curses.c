/* The terminal as curses sees it: setting it up, keys and characters. See parts.h. */
#include <curses.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "faces/screen/parts.h"
#include "faces/screen/restore.h"

enum { MOST_CLICKS = 16 };

static SCREEN *screen;
static bool coloured;
static MEVENT clicks[MOST_CLICKS]; /* that came at once and wait; the earliest is the last */
static int click_count;

/* ---- setting up ------------------------------------------------------------------------------ */

bool mst_curses_open(bool colour) {
    mst_restore_note();
    screen = newterm(NULL, stdout, stdin);
    if (!screen)
        return false;
    mst_restore_begin();
    set_escdelay(25);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    mouseinterval(0);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    coloured = colour && has_colors() && start_color() == OK && use_default_colors() == OK;
    return true;
}

void mst_curses_close(void) {
    endwin();
    mst_restore_end();
    delscreen(screen);
    screen = NULL;
}

void mst_curses_size(int *columns, int *lines) {
    getmaxyx(stdscr, *lines, *columns);
}

/* ---- keys ------------------------------------------------------------------------------------ */

/* For several events that came at once curses tells one key, and gives the latest event first. */
static void read_clicks(void) {
    while (click_count < MOST_CLICKS && getmouse(&clicks[click_count]) == OK)
        click_count++;
}

/* Obey the earliest click that waits. False if there is none. */
static bool obey_click(struct mst_screen *s) {
    if (!click_count)
        return false;
    const MEVENT *event = &clicks[--click_count];
    int wheel = event->bstate & BUTTON4_PRESSED ? -1 : event->bstate & BUTTON5_PRESSED ? 1 : 0;
    mst_screen_click(s, event->x, event->y, wheel);
    return true;
}

/* What a key of curses means. */
static enum mst_key meaning(wint_t key, bool typed) {
    static const struct {
        wint_t key;
        enum mst_key meaning;
        bool typed;
    } keys[] = {{KEY_UP, MST_KEY_UP, false},
                {KEY_DOWN, MST_KEY_DOWN, false},
                {KEY_LEFT, MST_KEY_LEFT, false},
                {KEY_RIGHT, MST_KEY_RIGHT, false},
                {KEY_HOME, MST_KEY_HOME, false},
                {KEY_END, MST_KEY_END, false},
                {KEY_PPAGE, MST_KEY_PAGE_UP, false},
                {KEY_NPAGE, MST_KEY_PAGE_DOWN, false},
                {KEY_ENTER, MST_KEY_ENTER, false},
                {KEY_BTAB, MST_KEY_TAB_BACK, false},
                {KEY_BACKSPACE, MST_KEY_RUB, false},
                {KEY_DC, MST_KEY_DELETE, false},
                {KEY_F(1), MST_KEY_HELP, false},
                {KEY_RESIZE, MST_KEY_RESIZE, false},
                {'\r', MST_KEY_ENTER, true},
                {'\n', MST_KEY_ENTER, true},
                {'\t', MST_KEY_TAB, true},
                {27, MST_KEY_ESCAPE, true},
                {127, MST_KEY_RUB, true},
                {8, MST_KEY_RUB, true},
                {1, MST_KEY_HOME, true},
                {5, MST_KEY_END, true},
                {14, MST_KEY_RECALL_NEXT, true},
                {16, MST_KEY_RECALL, true},
                {21, MST_KEY_CLEAR, true},
                {12, MST_KEY_RESIZE, true}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].key == key && keys[i].typed == typed)
            return keys[i].meaning;
    return typed && key >= ' ' ? MST_KEY_CHARACTER : MST_KEY_UNKNOWN;
}

/* Terminals differ in what a resize leaves on them, so all is written again. */
static void obey(struct mst_screen *s, enum mst_key key, uint32_t code) {
    if (key == MST_KEY_RESIZE)
        clearok(curscr, TRUE);
    mst_screen_key(s, key, code);
}

/* Obey a key that has arrived. False if there is none. */
static bool obey_key(struct mst_screen *s) {
    wint_t key;
    if (obey_click(s))
        return true;
    timeout(0);
    int kind = get_wch(&key);
    if (kind == KEY_CODE_YES && key == KEY_MOUSE) {
        read_clicks();
        obey_click(s);
    } else if (kind == KEY_CODE_YES || kind == OK)
        obey(s, meaning(key, kind == OK), (uint32_t)key);
    return kind != ERR;
}

bool mst_curses_pump(struct mst_screen *s) {
    bool any = obey_key(s);
    while (any && obey_key(s))
        continue;
    return any;
}

enum mst_event mst_curses_wait(struct mst_screen *s) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    enum { QUARTER = 250 };
    if (mst_restore_interrupted())
        return MST_EVENT_INTERRUPT;
    if (obey_key(s))
        return MST_EVENT_KEY;
    int ready = poll(&input, 1, QUARTER);
    if (!ready)
        return MST_EVENT_NONE;
    for (int attempt = 0; attempt < 3; attempt++)
        if (obey_key(s))
            return MST_EVENT_KEY;
    if (ready < 0) /* a signal */
        return MST_EVENT_NONE;
    return input.revents & POLLHUP || read(STDIN_FILENO, &(char){0}, 1) <= 0 ? MST_EVENT_CLOSED
                                                                             : MST_EVENT_NONE;
}

/* ---- characters ------------------------------------------------------------------------------ */

/* The colours of a terminal with 256, with 16 and with 8. */
static short colour_of(int colour) {
    static const short many[] = {1, 12, 2, 3, 5, 208, 6, 130, 8, 8, 15};
    static const short few[] = {1, 4, 2, 3, 5, 3, 6, 3, 7, 7, 7};
    if (colour < 0 || colour >= MST_COLOURS)
        return -1;
    short wanted = many[colour];
    return wanted < COLORS ? wanted : few[colour];
}

/* A pair for a colour; `lit` also has a background, where there are colours enough. */
static short pair_of(int colour, bool lit) {
    enum { GREEN = 22 };
    lit = lit && COLORS >= 256 && COLOR_PAIRS > 2 * (MST_COLOURS + 1);
    short pair = (short)(colour + 2 + lit * (MST_COLOURS + 1)), text, ground;
    if (!coloured || pair >= COLOR_PAIRS)
        return 0;
    if (pair_content(pair, &text, &ground) != OK || text != colour_of(colour) ||
        ground != (lit ? GREEN : -1))
        init_pair(pair, colour_of(colour), lit ? GREEN : -1);
    return pair;
}

void mst_curses_begin(void) {
    erase();
}

void mst_curses_put(int x, int y, const struct mst_glyph *glyph, int look) {
    wchar_t text[2] = {glyph->code ? (wchar_t)glyph->code : L' ', 0};
    attr_t attributes = (glyph->bold ? A_BOLD : 0) | (look & MST_LOOK_LIT ? A_UNDERLINE : 0) |
                        (look & MST_LOOK_PICKED ? A_BOLD | A_UNDERLINE : 0) |
                        (look & MST_LOOK_CURSOR ? A_REVERSE : 0) |
                        (look & MST_LOOK_DIM ? A_DIM : 0);
    cchar_t cell;
    if (glyph->code == MST_GLYPH_TAIL)
        return;
    if (setcchar(&cell, text, attributes,
                 pair_of(glyph->code ? glyph->colour : MST_PAINT_NONE, look & MST_LOOK_LIT),
                 NULL) == OK)
        mvadd_wch(y, x, &cell);
}

void mst_curses_end(int x, int y) {
    curs_set(x >= 0);
    if (x >= 0)
        move(y, x);
    refresh();
}
