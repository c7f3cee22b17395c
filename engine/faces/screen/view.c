/* Composing the screen: the panes, the input line, and pages over them. See parts.h. */
#include <stdio.h>
#include <string.h>

#include "faces/screen/parts.h"

static const struct scene_paint plain = {SCENE_PAINT_NONE, false};
static const struct scene_paint bold = {SCENE_PAINT_NONE, true};

/* ---- pieces of a picture --------------------------------------------------------------------- */

/* Put a part of a canvas on an area: its line `top` on the first line, and its first column at
 * `left`. `look` (may be NULL) gives the look of a position of the canvas. */
static void put_canvas(struct screen *s, const struct scene_canvas *canvas,
                       const struct screen_area *area, int left, int top,
                       int (*look)(const struct screen *s, int x, int y)) {
    /* Lines above the canvas stay empty: a log that is shorter than its pane begins lower. */
    for (int y = 0; y < area->height && top + y < canvas->height; y++)
        for (int x = 0; x < canvas->width && left + x < area->width; x++) {
            if (top + y < 0)
                continue;
            screen_curses_put(area->x + left + x, area->y + y,
                              &canvas->glyphs[(top + y) * canvas->width + x],
                              look ? look(s, x, top + y) : 0);
        }
}

static void put_text(struct screen *s, int x, int y, int width, const char *text,
                     struct scene_paint paint, int look) {
    /* Text is drawn on a canvas of its own, which knows the widths of characters. */
    struct scene_canvas canvas = scene_canvas_start(width, s->t->style.unicode);
    int end = scene_canvas_text(&canvas, 0, 0, width, text, paint);
    for (int i = 0; i < end && canvas.height; i++)
        screen_curses_put(x + i, y, &canvas.glyphs[i], look);
    scene_canvas_clear(&canvas);
}

/* The line above a pane: a rule with its title, in brackets if keys go to it. */
static void put_rule(struct screen *s, enum screen_pane pane) {
    static const char *const titles[] = {
        [SCREEN_PANE_BOARD] = "Board", [SCREEN_PANE_MENU] = "Moves", [SCREEN_PANE_LOG] = "Log"};
    const struct screen_area *area = &s->layout.pane[pane];
    const struct scene_glyph line = {s->t->style.unicode ? 0x2500 : '-', SCENE_PAINT_NONE, false};
    bool focused = s->focus == pane;
    char title[40];

    for (int x = 0; x < area->width; x++)
        screen_curses_put(area->x + x, area->y - 1, &line, 0);
    snprintf(title, sizeof title, focused ? "[%s]" : " %s ", titles[pane]);
    put_text(s, area->x + 1, area->y - 1, 20, title, focused ? bold : plain,
             focused ? SCREEN_LOOK_CURSOR : 0);
}

/* A sign at the right end of the rule: lines are hidden above or below. */
static void put_more(struct screen *s, enum screen_pane pane, bool above, bool below) {
    const struct screen_area *area = &s->layout.pane[pane];

    /* Nothing is said where all is visible, nor in a pane too narrow for it and its title. */
    const char *text = above && below ? " more " : above ? " more above " : " more below ";
    int width = (int)strlen(text);
    if ((above || below) && area->width > width + 12)
        put_text(s, area->x + area->width - width - 1, area->y - 1, width, text, plain, 0);
}

/* ---- panes ----------------------------------------------------------------------------------- */

/* The columns in use. */
static int used(const struct scene_canvas *canvas) {
    int most = 0;
    /* From the right, up to the widest line so far. */
    for (int y = 0; y < canvas->height; y++)
        for (int x = canvas->width - 1; x >= most; x--)
            if (canvas->glyphs[y * canvas->width + x].code) {
                most = x + 1;
                break;
            }
    return most;
}

static bool view_holds(const struct scene_places *places, int place, int x, int y) {
    const struct scene_place *p = &places->list[place];
    return x >= p->x && x < p->x + p->width && y >= p->y && y < p->y + p->height;
}

static int board_look(const struct screen *s, int x, int y) {
    bool here = s->cursor >= 0 && view_holds(&s->places, s->cursor, x, y);
    int look = s->looks ? s->looks[y * s->board.width + x] : 0;
    return look | (here && s->focus == SCREEN_PANE_BOARD ? SCREEN_LOOK_CURSOR : 0);
}

static int clamp(int *top, int lines, int height) {
    int most = lines > height ? lines - height : 0;
    /* `most` is never negative: a canvas smaller than its pane begins at its first line. */
    *top = *top > most ? most : *top < 0 ? 0 : *top;
    return *top;
}

static void put_board(struct screen *s) {
    const struct screen_area *area = &s->layout.pane[SCREEN_PANE_BOARD];
    int top = clamp(&s->top[SCREEN_PANE_BOARD], s->board.height, area->height);
    put_rule(s, SCREEN_PANE_BOARD);
    put_more(s, SCREEN_PANE_BOARD, top > 0, s->board.height > top + area->height);

    /* A board is centred by the columns that it uses; its canvas is as wide as the pane. */
    s->board_left = (area->width - used(&s->board)) / 2;
    s->board_up = s->board.height < area->height ? (area->height - s->board.height) / 2 : 0;
    /* The area is cut at the top by what the centring leaves. */
    struct screen_area inner = {area->x, area->y + s->board_up, area->width,
                                area->height - s->board_up};
    put_canvas(s, &s->board, &inner, s->board_left, top, board_look);
}

static int menu_look(const struct screen *s, int x, int y) {
    return s->focus == SCREEN_PANE_MENU && s->line < s->lines.count &&
                   view_holds(&s->lines, s->line, x, y)
               ? SCREEN_LOOK_CURSOR
               : 0;
}

static void put_menu(struct screen *s) {
    const struct screen_area *area = &s->layout.pane[SCREEN_PANE_MENU];
    int top = clamp(&s->top[SCREEN_PANE_MENU], s->menu.height, area->height);
    put_rule(s, SCREEN_PANE_MENU);
    put_more(s, SCREEN_PANE_MENU, top > 0, s->menu.height > top + area->height);
    put_canvas(s, &s->menu, area, 0, top, menu_look);
}

static void put_log(struct screen *s) {
    const struct screen_area *area = &s->layout.pane[SCREEN_PANE_LOG];
    int *up = &s->top[SCREEN_PANE_LOG], hidden = s->log_lines.height - area->height;

    /* The log is scrolled from its end: `up` counts the lines below the pane. */
    clamp(up, s->log_lines.height, area->height);
    put_rule(s, SCREEN_PANE_LOG);
    put_more(s, SCREEN_PANE_LOG, hidden > *up, *up > 0);
    put_canvas(s, &s->log_lines, area, 0, hidden > 0 ? hidden - *up : 0, NULL);
}

/* The choices at this moment, in the empty input line. */
static const char *hint(const struct screen *s) {
    if (s->thinking)
        return "The computer is thinking ...";
    if (!s->t->asked)
        return "";
    if (s->pick.depth)
        return "Enter: go on   Esc: a step back   ?: help";
    if (s->focus == SCREEN_PANE_MENU)
        return "Enter: choose   Tab: next pane   ?: help";
    if (screen_decides(s))
        return "Enter: point here   Tab: next pane   ?: help";
    return mst_match_state(s->t->match).over ? "new: another match   quit: leave   ?: help"
                                             : "?: help";
}

static void put_input(struct screen *s) {
    const struct screen_area *area = &s->layout.input;
    struct scene_canvas measure = scene_canvas_start(0, s->t->style.unicode);
    const char *prompt = s->thinking ? "" : s->prompt;

    /* The prompt leaves room to type, even if names are long. */
    int width = scene_canvas_measure(&measure, prompt), room;
    width = width > area->width - 12 ? area->width - 12 : width;
    room = area->width - width - 1;
    put_text(s, 0, area->y, width, prompt, bold, 0);

    /* A notice, or else a hint, replaces the text until something is typed. */
    if (s->notice.length)
        put_text(s, width, area->y, room, mst_buf_text(&s->notice), bold, 0);
    else if (!s->input.length)
        put_text(s, width, area->y, room, hint(s), plain, SCREEN_LOOK_DIM);
    /* No cursor: nothing can be typed now. */
    if (s->notice.length || (s->thinking && !s->input.length)) {
        screen_curses_end(-1, 0);
        return;
    }

    /* The text is moved to the left until the cursor fits. */
    char until[SCREEN_TYPING_SIZE];
    snprintf(until, sizeof until, "%.*s", s->input.cursor, s->input.text);
    const char *text = s->input.text;
    int at = scene_canvas_measure(&measure, until);
    for (; at >= room; at = scene_canvas_measure(&measure, until + (text - s->input.text)))
        scene_utf8_next(&text); /* the cursor stays visible */
    put_text(s, width, area->y, room, text, plain, 0);
    screen_curses_end(width + at, area->y);
}

/* ---- pages ----------------------------------------------------------------------------------- */

static const char help[] =
    "Arrows     move the cursor over the board. Places where a legal move points\n"
    "           are underlined; those pointed at so far are bold as well.\n"
    "Enter      points at the place under the cursor: at what moves, then at where\n"
    "           it goes, and so on. When one move is left, it is played.\n"
    "Esc        takes a step back, or clears the input line.\n"
    "Tab        goes to the next pane: board, moves, log.\n"
    "Moves      There the arrows go through the lines, and Enter chooses one.\n"
    "PgUp PgDn  scroll the log. Ctrl-P and Ctrl-N recall what was typed.\n"
    "Mouse      Click on places of the board and lines of the moves; the wheel\n"
    "           scrolls. With Shift held the terminal selects text as usual.\n"
    "\n"
    "Or type a move, a line number of the moves, or a command, and press Enter;\n"
    "Tab completes a word:\n"
    "           legal, hint, analyse [N], undo [N], log [N], back [N], forward [N],\n"
    "           return, show NAME, rules ID, options [WORD], position, save [FILE],\n"
    "           load FILE, new [SEED], next, resign, quit\n"
    "help       describes the commands. q and Ctrl-C mean quit as well.\n"
    "?          again begins the command ? MOVE, which shows what a move does,\n"
    "           or why it is refused. = VALUE prints a value of the match.\n";

/* Draw a line of a page below the others, with its indentation. */
static void view_draw_line(struct scene_canvas *canvas, const char *text, size_t length) {
    struct mst_buf line = {0};
    int indent = (int)strspn(text, " ");
    /* An indentation that would leave no room is dropped. */
    indent = indent > canvas->width / 2 ? 0 : indent;
    struct scene_pen pen = {.canvas = canvas,
                            .left = indent,
                            .x = indent,
                            .y = canvas->height,
                            .width = canvas->width - indent,
                            .hang = 4,
                            .paint = plain};
    mst_buf_bytes(&line, text, length);
    /* The line exists even if it is empty. */
    scene_canvas_put(canvas, 0, pen.y, ' ', plain);
    scene_pen_text(&pen, mst_buf_text(&line));
    mst_buf_clear(&line);
}

static void put_page(struct screen *s) {
    int columns, lines;
    screen_curses_size(&columns, &lines);
    struct scene_canvas canvas = scene_canvas_start(columns - 2, s->t->style.unicode);

    /* The help is fixed; another page is what was printed. */
    const char *text = s->page == SCREEN_PAGE_HELP ? help : mst_buf_text(&s->text);
    while (*text) {
        size_t length = strcspn(text, "\n");
        view_draw_line(&canvas, text, length);
        text += length + (text[length] == '\n');
    }

    /* A frame of one column at the sides and a line for the keys below. */
    struct screen_area area = {1, 1, columns - 2, lines - 3};
    clamp(&s->page_top, canvas.height, area.height);
    put_canvas(s, &canvas, &area, 0, s->page_top, NULL);
    put_text(s, 1, lines - 1, columns - 2,
             s->page == SCREEN_PAGE_END    ? "n: another match   q: leave   any other key: look"
             : canvas.height > area.height ? "Arrows and PgDn scroll; any other key: back"
                                           : "Any key: back",
             bold, 0);
    scene_canvas_clear(&canvas);
    screen_curses_end(-1, 0);
}

/* ---- the screen ------------------------------------------------------------------------------ */

void screen_show(struct screen *s) {
    screen_curses_begin();

    /* A page covers the panes. */
    if (s->page) {
        put_page(s);
        return;
    }

    if (s->small) {
        put_text(s, 0, 0, 40, "The window is too small for the screen.", bold, 0);
        screen_curses_end(-1, 0);
        return;
    }

    /* The input line comes last, as it places the cursor. */
    put_canvas(s, &s->head, &s->layout.head, 0, 0, NULL);
    put_board(s);
    put_menu(s);
    put_log(s);
    put_input(s);
}
