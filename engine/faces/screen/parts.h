/* Shared by the parts of the screen. */
#ifndef MUSTER_FACES_SCREEN_PARTS_H
#define MUSTER_FACES_SCREEN_PARTS_H

#include "faces/scene/text.h"
#include "faces/screen/typing.h"
#include "faces/screen/layout.h"
#include "faces/screen/log.h"
#include "faces/scene/pick.h"
#include "faces/screen/screen.h"

/* A text over the whole screen. */
enum screen_page { SCREEN_PAGE_NONE, SCREEN_PAGE_HELP, SCREEN_PAGE_TEXT, SCREEN_PAGE_END };

struct screen {
    struct term_terminal *t;
    struct term_face face;
    struct mst_buf printed; /* by the terminal, not shown yet */
    bool small;             /* the terminal has become too small */
    struct screen_layout layout;

    /* The view of the match. */
    const struct mst_match *match;
    int ply, viewer;
    bool hidden;   /* S4 */
    json_t *scene; /* or NULL */
    struct scene_canvas head, board, menu, log_lines;
    struct scene_places places, lines; /* of the board; of the menu, whose zones are line numbers */
    struct screen_log log;
    struct scene_pick pick;
    unsigned char *looks; /* of each position of the board, or NULL */
    int left;             /* moves that the places pointed at leave; the menu may show fewer */

    /* The person's actions. */
    enum screen_pane focus;
    char at[48];              /* the name of the place under the cursor */
    int cursor;               /* the place, or -1 */
    int line;                 /* of the menu, from 0 */
    int board_left, board_up; /* where its pane shows the board's first column and line */
    int top[SCREEN_PANES];    /* the first line shown; of the log counted from the end */
    struct screen_typing input;
    const char *prompt;
    struct mst_buf notice; /* shown in the input line until the next key */
    bool thinking;         /* a computer chooses */
    bool busy;             /* no line is read: the rules run, and must not be called */
    int64_t pumped;        /* when keys were last looked for while busy, in milliseconds */
    enum screen_page page;
    struct mst_buf text; /* of the page */
    int page_top;

    bool answered; /* `answer` is the line to return */
    struct mst_buf answer;
};

/* ---- the match (match.c) --------------------------------------------------------------------- */

/* Bring what is shown up to date with the match and with what was printed. */
void screen_follow(struct screen *s);
/* Draw the canvases for the layout; call it after a change of the match, the menu or the size. */
void screen_draw(struct screen *s);
/* Point at a place of the board; play the move if one is left. */
void screen_point(struct screen *s, int place);
/* Take a choice from the menu, whose first line is 0. */
void screen_choose(struct screen *s, int line);
/* Go back: close a part of the menu, or take back a place pointed at. False if there is nothing. */
bool screen_back(struct screen *s);
/* Answer with a line, as if it were typed. */
void screen_answer(struct screen *s, const char *line);
/* Can a move be pointed at now? */
bool screen_decides(const struct screen *s);

/* ---- keys (keys.c) --------------------------------------------------------------------------- */

/* The meanings of keys, whatever the terminal calls them. */
enum screen_key {
    SCREEN_KEY_CHARACTER,
    SCREEN_KEY_UP,
    SCREEN_KEY_DOWN,
    SCREEN_KEY_LEFT,
    SCREEN_KEY_RIGHT,
    SCREEN_KEY_HOME,
    SCREEN_KEY_END,
    SCREEN_KEY_PAGE_UP,
    SCREEN_KEY_PAGE_DOWN,
    SCREEN_KEY_ENTER,
    SCREEN_KEY_ESCAPE,
    SCREEN_KEY_TAB,
    SCREEN_KEY_TAB_BACK,
    SCREEN_KEY_RUB,
    SCREEN_KEY_DELETE,
    SCREEN_KEY_RECALL,
    SCREEN_KEY_RECALL_NEXT,
    SCREEN_KEY_CLEAR,
    SCREEN_KEY_HELP,
    SCREEN_KEY_RESIZE,
    SCREEN_KEY_UNKNOWN
};
/* Obey a key; `code` is the character of SCREEN_KEY_CHARACTER. */
void screen_key(struct screen *s, enum screen_key key, uint32_t code);
/* Obey a click (`wheel` 0), or a turn of the wheel up (-1) or down (1), at a position. */
void screen_click(struct screen *s, int x, int y, int wheel);
/* Scroll so that the cursor of a pane is visible. */
void screen_reveal(struct screen *s, enum screen_pane pane);
/* The place next to place `from` in a direction, or -1: the nearest centre in that direction. */
int screen_next(const struct scene_places *places, int from, int dx, int dy);

/* ---- the terminal (curses.c) ----------------------------------------------------------------- */

bool screen_curses_open(bool colour);
void screen_curses_close(void);
void screen_curses_size(int *columns, int *lines);
/* Wait for something to happen, at most a quarter of a second. */
enum screen_event {
    SCREEN_EVENT_NONE,
    SCREEN_EVENT_KEY,
    SCREEN_EVENT_INTERRUPT,
    SCREEN_EVENT_CLOSED
};
enum screen_event screen_curses_wait(struct screen *s);
/* Obey what has arrived, without waiting. False if there was nothing. */
bool screen_curses_pump(struct screen *s);
/* Show everything (view.c). */
void screen_show(struct screen *s);
/* For view.c: begin and end a picture; put a glyph; place the cursor. */
enum { SCREEN_LOOK_LIT = 1, SCREEN_LOOK_PICKED = 2, SCREEN_LOOK_CURSOR = 4, SCREEN_LOOK_DIM = 8 };
void screen_curses_begin(void);
void screen_curses_put(int x, int y, const struct scene_glyph *glyph, int look);
void screen_curses_end(int x, int y);

#endif
