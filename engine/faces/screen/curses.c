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

bool screen_curses_open(bool colour) {
    /* What the terminal was set to is noted before curses changes it, so that it can be restored
     * whatever ends the program. */
    screen_restore_note();
    screen = newterm(NULL, stdout, stdin);

    if (!screen)
        return false;
    screen_restore_begin();
    /* Long enough for the bytes of a key to arrive together, short enough that Escape seems to act
     * at once. */
    set_escdelay(25);
    cbreak();
    noecho();
    /* So that Enter is the byte 13, and Ctrl-J another one. */
    nonl();
    keypad(stdscr, TRUE);
    /* A click acts when the button goes down: waiting for a double click would delay it. */
    mouseinterval(0);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    coloured = colour && has_colors() && start_color() == OK && use_default_colors() == OK;
    return true;
}

void screen_curses_close(void) {
    endwin();
    screen_restore_end();
    delscreen(screen);
    screen = NULL;
}

void screen_curses_size(int *columns, int *lines) {
    getmaxyx(stdscr, *lines, *columns);
}

/* ---- keys ------------------------------------------------------------------------------------ */

/* For several events that came at once curses reports one key, and gives the latest event first. */
static void read_clicks(void) {
    while (click_count < MOST_CLICKS && getmouse(&clicks[click_count]) == OK)
        click_count++;
}

/* Obey the earliest click that waits. False if there is none. */
static bool obey_click(struct screen *s) {
    if (!click_count)
        return false;
    /* The latest was read first, so the last of the list is the earliest. */
    const MEVENT *event = &clicks[--click_count];

    /* The wheel comes as the buttons 4 and 5. */
    int wheel = event->bstate & BUTTON4_PRESSED ? -1 : event->bstate & BUTTON5_PRESSED ? 1 : 0;
    screen_click(s, event->x, event->y, wheel);
    return true;
}

/* The meaning of a key of curses. */
static enum screen_key meaning(wint_t key, bool typed) {
    /* `typed`: the byte was typed, rather than that curses has a name for the key. The two ranges
     * overlap. */
    static const struct {
        wint_t key;
        enum screen_key meaning;
        bool typed;
    } keys[] = {{KEY_UP, SCREEN_KEY_UP, false},
                {KEY_DOWN, SCREEN_KEY_DOWN, false},
                {KEY_LEFT, SCREEN_KEY_LEFT, false},
                {KEY_RIGHT, SCREEN_KEY_RIGHT, false},
                {KEY_HOME, SCREEN_KEY_HOME, false},
                {KEY_END, SCREEN_KEY_END, false},
                {KEY_PPAGE, SCREEN_KEY_PAGE_UP, false},
                {KEY_NPAGE, SCREEN_KEY_PAGE_DOWN, false},
                {KEY_ENTER, SCREEN_KEY_ENTER, false},
                {KEY_BTAB, SCREEN_KEY_TAB_BACK, false},
                {KEY_BACKSPACE, SCREEN_KEY_RUB, false},
                {KEY_DC, SCREEN_KEY_DELETE, false},
                {KEY_F(1), SCREEN_KEY_HELP, false},
                {KEY_RESIZE, SCREEN_KEY_RESIZE, false},
                {'\r', SCREEN_KEY_ENTER, true},
                {'\n', SCREEN_KEY_ENTER, true},
                {'\t', SCREEN_KEY_TAB, true},
                {27, SCREEN_KEY_ESCAPE, true},
                {127, SCREEN_KEY_RUB, true},
                {8, SCREEN_KEY_RUB, true},
                {1, SCREEN_KEY_HOME, true},
                {5, SCREEN_KEY_END, true},
                {14, SCREEN_KEY_RECALL_NEXT, true},
                {16, SCREEN_KEY_RECALL, true},
                {21, SCREEN_KEY_CLEAR, true},
                {12, SCREEN_KEY_RESIZE, true}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].key == key && keys[i].typed == typed)
            return keys[i].meaning;

    /* A character of the text, or a key that means nothing here. */
    return typed && key >= ' ' ? SCREEN_KEY_CHARACTER : SCREEN_KEY_UNKNOWN;
}

/* Terminals differ in what a resize leaves on them, so all is written again. */
static void obey(struct screen *s, enum screen_key key, uint32_t code) {
    if (key == SCREEN_KEY_RESIZE)
        clearok(curscr, TRUE);
    screen_key(s, key, code);
}

/* Obey a key that has arrived. False if there is none. */
static bool obey_key(struct screen *s) {
    wint_t key;

    /* A click that waits came before any key that is read now. */
    if (obey_click(s))
        return true;
    timeout(0);
    int kind = get_wch(&key);
    /* One key stands for several clicks. */
    if (kind == KEY_CODE_YES && key == KEY_MOUSE) {
        read_clicks();
        obey_click(s);
    } else if (kind == KEY_CODE_YES || kind == OK)
        obey(s, meaning(key, kind == OK), (uint32_t)key);
    return kind != ERR;
}

bool screen_curses_pump(struct screen *s) {
    bool any = obey_key(s);
    while (any && obey_key(s))
        continue;
    return any;
}

enum screen_event screen_curses_wait(struct screen *s) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    enum { QUARTER = 250 };

    /* S5: what has arrived already is obeyed before anything is waited for. */
    if (screen_restore_interrupted())
        return SCREEN_EVENT_INTERRUPT;
    if (obey_key(s))
        return SCREEN_EVENT_KEY;

    /* A quarter of a second, so that changed files of rules are noticed while nobody types. */
    int ready = poll(&input, 1, QUARTER);
    if (!ready)
        return SCREEN_EVENT_NONE;

    /* Curses may swallow bytes, such as those of an incomplete key; a few attempts read what is
     * behind them. */
    for (int attempt = 0; attempt < 3; attempt++)
        if (obey_key(s))
            return SCREEN_EVENT_KEY;
    if (ready < 0) /* a signal */
        return SCREEN_EVENT_NONE;
    /* Input that is ready, but gives no key: the terminal is gone, or the byte was none. */
    return input.revents & POLLHUP || read(STDIN_FILENO, &(char){0}, 1) <= 0 ? SCREEN_EVENT_CLOSED
                                                                             : SCREEN_EVENT_NONE;
}

/* ---- characters ------------------------------------------------------------------------------ */

/* The colours of a terminal with 256, with 16 and with 8. */
static short colour_of(int colour) {
    static const short many[] = {1, 12, 2, 3, 5, 208, 6, 130, 8, 8, 15};
    static const short few[] = {1, 4, 2, 3, 5, 3, 6, 3, 7, 7, 7};
    if (colour < 0 || colour >= SCENE_COLOURS)
        return -1;

    /* A terminal with fewer colours gets the nearest of the eight. */
    short wanted = many[colour];
    return wanted < COLORS ? wanted : few[colour];
}

/* A pair for a colour; `lit` also has a background, where there are colours enough. */
static short pair_of(int colour, bool lit) {
    enum { GREEN = 22 };

    /* Pairs are numbered by the colour, those with a background behind those without. */
    lit = lit && COLORS >= 256 && COLOR_PAIRS > 2 * (SCENE_COLOURS + 1);
    short pair = (short)(colour + 2 + lit * (SCENE_COLOURS + 1)), text, ground;
    /* Pair 0 is what the terminal has by itself. */
    if (!coloured || pair >= COLOR_PAIRS)
        return 0;

    /* A pair is made when it is first used, or after the terminal has forgotten it. */
    if (pair_content(pair, &text, &ground) != OK || text != colour_of(colour) ||
        ground != (lit ? GREEN : -1))
        init_pair(pair, colour_of(colour), lit ? GREEN : -1);
    return pair;
}

void screen_curses_begin(void) {
    erase();
}

void screen_curses_put(int x, int y, const struct scene_glyph *glyph, int look) {
    wchar_t text[2] = {glyph->code ? (wchar_t)glyph->code : L' ', 0};
    attr_t attributes = (glyph->bold ? A_BOLD : 0) | (look & SCREEN_LOOK_LIT ? A_UNDERLINE : 0) |
                        (look & SCREEN_LOOK_PICKED ? A_BOLD | A_UNDERLINE : 0) |
                        (look & SCREEN_LOOK_CURSOR ? A_REVERSE : 0) |
                        (look & SCREEN_LOOK_DIM ? A_DIM : 0);
    cchar_t cell;

    /* The second column of a wide character is covered by the first. */
    if (glyph->code == SCENE_GLYPH_TAIL)
        return;
    if (setcchar(&cell, text, attributes,
                 pair_of(glyph->code ? glyph->colour : SCENE_PAINT_NONE, look & SCREEN_LOOK_LIT),
                 NULL) == OK)
        mvadd_wch(y, x, &cell);
}

void screen_curses_end(int x, int y) {
    curs_set(x >= 0);
    if (x >= 0)
        move(y, x);
    refresh();
}
