/* The screen as the face of a match, and as the source of its lines: see screen.h. */
#include "faces/screen/screen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "faces/screen/parts.h"

/* ---- what the terminal asks for -------------------------------------------------------------- */

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* S5: obey what was typed since the last call, at most every twentieth of a second. The watcher of
 * a budget: it never ends the request. */
static bool obey_meanwhile(void *context) {
    struct screen *s = context;
    enum { PAUSE = 50 };
    int64_t now = milliseconds();
    /* Input is looked for seldom, as the search calls this often. */
    if (now < s->pumped + PAUSE)
        return false;
    s->pumped = now;
    if (screen_curses_pump(s))
        screen_show(s);
    return false;
}

/* The rules may run for long from now on (`on`), or a line is read. */
static void set_busy(struct screen *s, bool on) {
    s->busy = on;
    mst_budget_watch(mst_ruleset_budget(s->t->ruleset), on ? obey_meanwhile : NULL, s);
}

static void show(void *context) {
    struct screen *s = context;

    /* The rules are called for the scene, which must not read keys meanwhile. */
    set_busy(s, false);
    s->thinking = true;
    screen_follow(s);
    screen_show(s);
    set_busy(s, true);
}

static void screen_forget(void *context) {
    struct screen *s = context;

    /* Everything that the former seat saw or typed (T4); the match counts as another one, so that
     * its log is entered anew. */
    screen_log_clear(&s->log);
    screen_typing_forget(&s->input);
    mst_buf_reset(&s->printed);
    mst_buf_reset(&s->notice);
    mst_buf_reset(&s->text);
    s->page = SCREEN_PAGE_NONE;
    s->match = NULL;
}

static enum term_line_end screen_read_line(void *context, const char *prompt, struct mst_buf *out) {
    struct screen *s = context;
    s->prompt = prompt;

    s->answered = s->thinking = false;
    set_busy(s, false);
    screen_follow(s);
    /* Each event may have answered the line, or changed what is shown. */
    while (!s->answered) {
        screen_show(s);
        enum screen_event event = screen_curses_wait(s);
        if (event == SCREEN_EVENT_INTERRUPT)
            return TERM_LINE_INTERRUPTED;
        if (event == SCREEN_EVENT_CLOSED)
            return TERM_LINE_CLOSED;
        /* Changed rules are read by the terminal, which asks again afterwards. */
        if (s->t->watch && term_terminal_changed(s->t))
            return TERM_LINE_CALLED;
    }

    /* The next steps may take long: from here on keys are obeyed by the watcher. */
    mst_buf_puts(out, mst_buf_text(&s->answer));
    set_busy(s, true);
    return TERM_LINE_READ;
}

/* ---- the whole ------------------------------------------------------------------------------- */

bool screen_can(const char **why) {
    struct winsize size;
    const char *terminal = getenv("TERM");
    bool typed = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    bool large = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
                 size.ws_col >= SCREEN_LAYOUT_COLUMNS && size.ws_row >= SCREEN_LAYOUT_LINES;

    /* The first reason that applies, in the order in which a person would mend it. */
    *why = NULL;
    if (!typed)
        *why = "input and output must be a terminal";
    else if (!terminal || !*terminal || !strcmp(terminal, "dumb"))
        *why = "TERM names no terminal";
    else if (!large)
        *why = "the terminal needs 80 columns and 24 lines";
    return !*why;
}

static void screen_clear(struct screen *s) {
    json_decref(s->scene);
    scene_canvas_clear(&s->head);
    scene_canvas_clear(&s->board);
    scene_canvas_clear(&s->menu);
    scene_canvas_clear(&s->log_lines);
    scene_places_clear(&s->places);
    scene_places_clear(&s->lines);
    screen_log_clear(&s->log);
    scene_pick_clear(&s->pick);
    mst_free(s->looks);
    mst_buf_clear(&s->notice);
    mst_buf_clear(&s->text);
    mst_buf_clear(&s->answer);
    mst_buf_clear(&s->printed);
    mst_free(s);
}

bool screen_run(struct term_terminal *t) {
    struct screen *s = mst_calloc(1, sizeof *s);
    int width = t->style.width;
    term_line_from(t->line, screen_read_line, s); /* first: the editor resets the terminal */

    /* Back to lines, as if nothing had been tried. */
    if (!s || !screen_curses_open(t->style.colour)) {
        term_line_from(t->line, NULL, NULL);
        mst_free(s);
        return false;
    }

    s->t = t;
    s->face = (struct term_face){s, show, screen_forget};
    t->face = &s->face;
    t->style.width = 400; /* the log breaks the lines */
    mst_print_to(&s->printed);

    /* A first drawing gives the layout, which breaks what the terminal prints before its first
     * line. */
    screen_draw(s);
    term_terminal_run(t);

    /* In the opposite order: the watcher and the printing first, as both use the screen. */
    set_busy(s, false);
    mst_print_to(NULL);
    screen_curses_close();
    term_line_from(t->line, NULL, NULL);
    t->face = NULL;
    t->style.width = width;
    mst_print("%s", mst_buf_text(&s->printed)); /* the farewell */
    screen_clear(s);
    return true;
}
