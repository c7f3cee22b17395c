/* Line input from a person: see line.h. Editing is done by libedit. */
#include "faces/terminal/line.h"

#include <assert.h>
#include <errno.h>
#include <histedit.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

struct term_line {
    term_line_words *words;
    void *context;
    EditLine *edit; /* NULL: not a terminal */
    History *history;
    const char *prompt;
    struct mst_buf text;
    term_line_call *call; /* or NULL */
    bool called, interrupted;
    term_line_source *source; /* or NULL */
    void *from;               /* context of the source */
    struct mst_buf shown;     /* the prompt, made visible */
    struct mst_buf typed;     /* input typed before the interruption, to be restored */
};

/* ---- waiting --------------------------------------------------------------------------------- */

static volatile sig_atomic_t interrupted;

static void note_interrupt(int number) {
    interrupted = number;
}

/* Let Ctrl-C end the line. While nobody reads, a second one ends the program. */
static void catch_interrupt(void) {
    struct sigaction action = {.sa_handler = note_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

static bool calls(struct term_line *line) {
    /* Ctrl-C comes first: who interrupts does not wait for rules to be read. */
    line->interrupted = interrupted;
    line->called = !interrupted && line->call && line->call(line->context);
    return line->called || line->interrupted;
}

/* Wait for input or its end. False if the callback or Ctrl-C interrupts first. */
static bool await(struct term_line *line) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    /* The callback looks at files, so a quarter of a second is soon enough. */
    enum { QUARTER = 250 };
    while (!calls(line)) {
        int ready = poll(&input, 1, QUARTER);
        /* The callback has the last word, as the input stays where it is. */
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return !calls(line);
    }
    return false;
}

/* Read one character for the editor, which would otherwise read it itself. */
static int get_wide(EditLine *edit, wchar_t *c) {
    struct term_line *line;
    mbstate_t state = {0};
    char byte;

    el_get(edit, EL_CLIENTDATA, &line);
    /* A character of several bytes is read byte by byte, so that the callback is asked between
     * them. */
    for (;;) {
        if (!await(line))
            return 0;
        if (read(STDIN_FILENO, &byte, 1) != 1)
            return 0;
        size_t length = mbrtowc(c, &byte, 1, &state);
        if (length != (size_t)-2) /* the character is incomplete */
            /* A byte that is no character becomes a question mark, or the editor would end the
             * line. */
            return length == (size_t)-1 ? (*c = L'?', 1) : 1;
    }
}

/* ---- the editor ------------------------------------------------------------------------------ */

static char *give_prompt(EditLine *edit) {
    struct term_line *line;
    el_get(edit, EL_CLIENTDATA, &line);
    return (char *)(uintptr_t)line->prompt;
}

/* The longest common prefix of the words that begin with `start`. */
struct completion {
    const char *start;
    size_t length;
    char common[128];
    int count, listed;
    bool list;
};

enum { MOST_LISTED = 60 };

static void offer_word(void *to, const char *word) {
    struct completion *c = to;
    assert(c->length < sizeof c->common);

    if (strncmp(word, c->start, c->length) != 0)
        return;
    /* In the second pass the words are only listed. */
    if (c->list) {
        if (c->listed++ < MOST_LISTED)
            mst_print("%s  ", word);
        return;
    }

    /* The first word is the prefix; each further one shortens it. */
    if (!c->count++) {
        snprintf(c->common, sizeof c->common, "%s", word);
        return;
    }
    size_t same = 0;
    while (c->common[same] && c->common[same] == word[same])
        same++;
    c->common[same] = 0;
}

static unsigned char line_complete(EditLine *edit, int key) {
    struct term_line *line;
    char start[128];
    const LineInfo *info = el_line(edit);
    const char *from = info->cursor;
    (void)key;
    el_get(edit, EL_CLIENTDATA, &line);

    /* The word before the cursor. */
    while (from > info->buffer && from[-1] != ' ')
        from--;
    snprintf(start, sizeof start, "%.*s", (int)(info->cursor - from), from);
    struct completion c = {.start = start, .length = strlen(start)};
    /* The first pass finds what the words have in common. */
    if (line->words)
        line->words(line->context, offer_word, &c);
    if (!c.count)
        return CC_REFRESH_BEEP;
    /* A word that is complete ends with a blank, ready for the next one. */
    if (c.count == 1 && strlen(c.common) + 1 < sizeof c.common)
        strcat(c.common, " ");
    if (strlen(c.common) > c.length) {
        el_insertstr(edit, c.common + c.length);
        return CC_REFRESH;
    }

    /* Nothing can be added: the second pass lists what the word may become. */
    mst_print("\n");
    c.list = true;
    line->words(line->context, offer_word, &c);
    if (c.listed > MOST_LISTED)
        mst_print("and %d more", c.listed - MOST_LISTED);
    mst_print("\n");
    return CC_REDISPLAY;
}

static void open_editor(struct term_line *line) {
    HistEvent event;
    line->edit = el_init("muster", stdin, stdout, stderr);
    line->history = history_init();
    /* Without one of them, lines are read plainly: see term_line_read. */
    if (!line->edit || !line->history)
        return;
    history(line->history, &event, H_SETSIZE, 500);
    /* Before the others, which get the line from it. */
    el_set(line->edit, EL_CLIENTDATA, line);
    el_set(line->edit, EL_PROMPT, give_prompt);
    el_set(line->edit, EL_EDITOR, "emacs");
    el_set(line->edit, EL_HIST, history, line->history);
    el_set(line->edit, EL_ADDFN, "muster-complete", "complete a move or command", line_complete);
    el_set(line->edit, EL_BIND, "^I", "muster-complete", NULL);

    /* The editor handles signals of its own, and Ctrl-C is caught over that. */
    el_set(line->edit, EL_SIGNAL, 1);
    el_set(line->edit, EL_GETCFN, get_wide);
    catch_interrupt();
}

struct term_line *term_line_new(term_line_words *words, void *context) {
    struct term_line *line = mst_calloc(1, sizeof *line);
    if (!line)
        return NULL;
    line->words = words;
    line->context = context;
    /* Editing needs a terminal on both sides; a pipe is read plainly. */
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        open_editor(line);
    return line;
}

static void close_editor(struct term_line *line) {
    if (line->history)
        history_end(line->history);
    if (line->edit)
        el_end(line->edit);
    line->history = NULL;
    line->edit = NULL;
}

void term_line_forget(struct term_line *line) {
    /* The history is in the editor, so it is closed and opened anew. */
    bool edited = line->edit != NULL;
    close_editor(line);
    mst_buf_clear(&line->text);
    mst_buf_clear(&line->typed);
    if (edited)
        open_editor(line);
}

void term_line_free(struct term_line *line) {
    if (!line)
        return;
    close_editor(line);
    mst_buf_clear(&line->text);
    mst_buf_clear(&line->typed);
    mst_buf_clear(&line->shown);
    mst_free(line);
}

static const char *read_edited(struct term_line *line) {
    assert(line->edit && line->history);
    HistEvent event;
    int count = 0;

    /* Text typed before an interruption comes back as if typed again. */
    if (line->typed.length)
        el_push(line->edit, line->typed.text);
    mst_buf_reset(&line->typed);
    catch_interrupt();
    /* An interruption that came between two lines ends this one at once. */
    const char *text = interrupted ? NULL : el_gets(line->edit, &count);
    line->interrupted = interrupted;
    interrupted = 0;

    if (line->interrupted) {
        mst_print("\n");
        return NULL;
    }
    /* The callback interrupted: what was typed is kept for the next call. */
    if (line->called) {
        const LineInfo *info = el_line(line->edit);
        mst_buf_bytes(&line->typed, info->buffer, (size_t)(info->lastchar - info->buffer));
        return NULL;
    }
    if (!text || count <= 0)
        return NULL;

    mst_buf_reset(&line->text);
    mst_buf_bytes(&line->text, text, strcspn(text, "\r\n"));
    /* Empty lines are not worth a place in the history. */
    if (line->text.length)
        history(line->history, &event, H_ENTER, text);
    return mst_buf_text(&line->text);
}

static const char *read_plainly(struct term_line *line, const char *prompt) {
    enum { MOST = 1 << 16 };
    int c;
    mst_print("%s", prompt);
    mst_print_flush();
    /* The prompt must be visible before the program waits. */
    mst_buf_reset(&line->text);
    if (line->call && !await(line))
        return NULL;

    /* A longer line is cut, not refused; it cannot be a move. */
    while ((c = getchar()) != EOF && c != '\n')
        if (line->text.length < MOST && c && c != '\r')
            mst_buf_char(&line->text, (char)c);
    /* A last line without a line feed counts, too. */
    if (c == EOF && !line->text.length)
        return NULL;
    return mst_buf_text(&line->text);
}

void term_line_from(struct term_line *line, term_line_source *source, void *context) {
    /* Either reads the terminal; two would take each other's input. */
    close_editor(line);
    line->source = source;
    line->from = context;
    if (!source && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        open_editor(line);
}

static const char *read_elsewhere(struct term_line *line, const char *prompt) {
    assert(!line->edit); /* it would read the same terminal */
    mst_buf_reset(&line->text);
    enum term_line_end end = line->source(line->from, prompt, &line->text);
    line->called = end == TERM_LINE_CALLED;
    line->interrupted = end == TERM_LINE_INTERRUPTED;
    return end == TERM_LINE_READ ? mst_buf_text(&line->text) : NULL;
}

void term_line_on_call(struct term_line *line, term_line_call *call) {
    line->call = call;
    setvbuf(stdin, NULL, _IONBF, 0); /* unbuffered, so that waiting sees all pending input */
}

bool term_line_interrupted(const struct term_line *line) {
    return line->interrupted;
}

bool term_line_called(const struct term_line *line) {
    return line->called;
}

const char *term_line_read(struct term_line *line, const char *prompt) {
    /* The prompt may contain names from the rules: control characters in it are made visible. */
    mst_buf_reset(&line->shown);
    mst_buf_visible(&line->shown, prompt, strlen(prompt));
    line->prompt = mst_buf_text(&line->shown);
    line->called = false;
    const char *text;
    if (line->source)
        text = read_elsewhere(line, prompt);
    else if (line->edit && line->history)
        text = read_edited(line);
    else
        text = read_plainly(line, prompt);
    if (text && line->text.failed) /* a part of a line could mean something else */
        text = "";

    /* Control characters could change the terminal when the line is echoed. */
    for (size_t i = 0; text && i < line->text.length; i++) {
        unsigned char c = (unsigned char)line->text.text[i];
        if (c < ' ' || c == 127)
            line->text.text[i] = c == '\t' ? ' ' : '?';
    }
    return text;
}
