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
enum mst_page { MST_PAGE_NONE, MST_PAGE_HELP, MST_PAGE_TEXT, MST_PAGE_END };

struct mst_screen {
    struct mst_terminal *t;
    struct mst_face face;
    struct mst_buf printed; /* by the terminal, not shown yet */
    bool small;             /* the terminal has become too small */
    struct mst_layout layout;

    /* What is shown of the match. */
    const struct mst_match *match;
    int ply, viewer;
    bool hidden;   /* S4 */
    json_t *scene; /* or NULL */
    struct mst_canvas head, board, menu, log_lines;
    struct mst_places places, lines; /* of the board; of the menu, whose zones are line numbers */
    struct mst_log log;
    struct mst_pick pick;
    unsigned char *looks; /* of each position of the board, or NULL */
    int left;             /* moves that the places pointed at leave; the menu may show fewer */

    /* What the person does. */
    enum mst_pane focus;
    char at[48];              /* the name of the place under the cursor */
    int cursor;               /* the place, or -1 */
    int line;                 /* of the menu, from 0 */
    int board_left, board_up; /* where the board's first column and line stand in its pane */
    int top[MST_PANES];       /* the first line shown; of the log counted from the end */
    struct mst_typing input;
    const char *prompt;
    struct mst_buf notice; /* shown in the input line until the next key */
    bool thinking;         /* a computer chooses */
    bool busy;             /* no line is read: the rules run, and must not be called */
    int64_t pumped;        /* when keys were last looked for while busy, in milliseconds */
    enum mst_page page;
    struct mst_buf text; /* of the page */
    int page_top;

    bool answered; /* `answer` is the line to return */
    struct mst_buf answer;
};

/* ---- the match (match.c) --------------------------------------------------------------------- */

/* Bring what is shown up to date with the match and with what was printed. */
void mst_screen_follow(struct mst_screen *s);
/* Draw the canvases for the layout; call it after a change of the match, the menu or the size. */
void mst_screen_draw(struct mst_screen *s);
/* Point at a place of the board; play the move if one is left. */
void mst_screen_point(struct mst_screen *s, int place);
/* Take a choice from the menu, whose first line is 0. */
void mst_screen_choose(struct mst_screen *s, int line);
/* Go back: close a part of the menu, or take back a place pointed at. False if there is nothing. */
bool mst_screen_back(struct mst_screen *s);
/* Answer with a line, as if it were typed. */
void mst_screen_answer(struct mst_screen *s, const char *line);
/* Can a move be pointed at now? */
bool mst_screen_decides(const struct mst_screen *s);

/* ---- keys (keys.c) --------------------------------------------------------------------------- */

/* What keys mean, whatever the terminal calls them. */
enum mst_key {
    MST_KEY_CHARACTER,
    MST_KEY_UP,
    MST_KEY_DOWN,
    MST_KEY_LEFT,
    MST_KEY_RIGHT,
    MST_KEY_HOME,
    MST_KEY_END,
    MST_KEY_PAGE_UP,
    MST_KEY_PAGE_DOWN,
    MST_KEY_ENTER,
    MST_KEY_ESCAPE,
    MST_KEY_TAB,
    MST_KEY_TAB_BACK,
    MST_KEY_RUB,
    MST_KEY_DELETE,
    MST_KEY_RECALL,
    MST_KEY_RECALL_NEXT,
    MST_KEY_CLEAR,
    MST_KEY_HELP,
    MST_KEY_RESIZE,
    MST_KEY_UNKNOWN
};
/* Obey a key; `code` is the character of MST_KEY_CHARACTER. */
void mst_screen_key(struct mst_screen *s, enum mst_key key, uint32_t code);
/* Obey a click (`wheel` 0), or a turn of the wheel up (-1) or down (1), at a position. */
void mst_screen_click(struct mst_screen *s, int x, int y, int wheel);
/* Scroll so that the cursor of a pane is visible. */
void mst_screen_reveal(struct mst_screen *s, enum mst_pane pane);
/* The place next to place `from` in a direction, or -1: the nearest centre in that direction. */
int mst_screen_next(const struct mst_places *places, int from, int dx, int dy);

/* ---- the terminal (curses.c) ----------------------------------------------------------------- */

bool mst_curses_open(bool colour);
void mst_curses_close(void);
void mst_curses_size(int *columns, int *lines);
/* Wait for something to happen, at most a quarter of a second. */
enum mst_event { MST_EVENT_NONE, MST_EVENT_KEY, MST_EVENT_INTERRUPT, MST_EVENT_CLOSED };
enum mst_event mst_curses_wait(struct mst_screen *s);
/* Obey what has arrived, without waiting. False if there was nothing. */
bool mst_curses_pump(struct mst_screen *s);
/* Show everything (view.c). */
void mst_screen_show(struct mst_screen *s);
/* For view.c: begin and end a picture; put a glyph; place the cursor. */
enum { MST_LOOK_LIT = 1, MST_LOOK_PICKED = 2, MST_LOOK_CURSOR = 4, MST_LOOK_DIM = 8 };
void mst_curses_begin(void);
void mst_curses_put(int x, int y, const struct mst_glyph *glyph, int look);
void mst_curses_end(int x, int y);

#endif
