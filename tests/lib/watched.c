/* A terminal that is looked at: see watched.h. */
#include "lib/watched.h"

#include <poll.h>
#include <pty.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/typed.h"

enum { MOST_COLUMNS = 200, MOST_LINES = 80, LONG = 5 * 1000 };

static char shown[MOST_LINES][MOST_COLUMNS + 1];
static int width, height, column, line;
static int top, bottom;   /* the lines that scroll */
static char sequence[64]; /* an escape sequence that has begun, without ESC */
static int pending;       /* its length + 1; 0: none */
static bool sgr;          /* the way in which the mouse reports was chosen */
static int screen;
static pid_t child;

/* ---- what is shown --------------------------------------------------------------------------- */

static void blank(int y, int from, int to) {
    for (int x = from; x < to && y >= 0 && y < MOST_LINES; x++)
        shown[y][x] = ' ';
}

static void clear(void) {
    for (int y = 0; y < MOST_LINES; y++)
        blank(y, 0, MOST_COLUMNS);
    column = line = top = 0;
    bottom = height - 1;
}

static void go_to(int x, int y) {
    column = x < 0 ? 0 : x >= width ? width - 1 : x;
    line = y < 0 ? 0 : y >= height ? height - 1 : y;
}

static void scroll_up(int by) {
    for (; by > 0; by--) {
        memmove(shown[top], shown[top + 1], sizeof shown[0] * (size_t)(bottom - top));
        blank(bottom, 0, MOST_COLUMNS);
    }
}

static void scroll_down(int by) {
    for (; by > 0; by--) {
        memmove(shown[top + 1], shown[top], sizeof shown[0] * (size_t)(bottom - top));
        blank(top, 0, MOST_COLUMNS);
    }
}

static void feed_line(void) {
    if (line == bottom)
        scroll_up(1);
    else
        line += line < height - 1;
}

static void feed_line_back(void) {
    if (line == top)
        scroll_down(1);
    else
        line -= line > 0;
}

static void put(char c) {
    if (column >= width) {
        column = 0;
        feed_line();
    }
    shown[line][column++] = c;
}

/* Obey "[ ... X". */
static void obey_sequence(char last) {
    int a = 0, b = 0, count = sscanf(sequence + 1, "%d;%d", &a, &b);
    int by = count >= 1 && a > 0 ? a : 1;
    char before = column > 0 ? shown[line][column - 1] : ' ';
    switch (last) {
    case 'H': go_to(count == 2 ? b - 1 : 0, by - 1); break;
    case 'd': go_to(column, by - 1); break;
    case 'G': go_to(by - 1, line); break;
    case 'A': go_to(column, line - by); break;
    case 'B': go_to(column, line + by); break;
    case 'C': go_to(column + by, line); break;
    case 'D': go_to(column - by, line); break;
    case 'K': blank(line, a == 1 ? 0 : column, a == 1 ? column + 1 : width); break;
    case 'X': blank(line, column, column + by < width ? column + by : width); break;
    case 'J':
        blank(line, a == 0 ? column : 0, a == 1 ? column + 1 : width);
        for (int y = 0; y < height; y++)
            if (a == 2 || (a == 0 ? y > line : y < line))
                blank(y, 0, width);
        break;
    case 'b':
        for (int i = 0; i < by; i++)
            put(before);
        break;
    case 'S': scroll_up(by); break;
    case 'T': scroll_down(by); break;
    case 'r':
        top = count == 2 ? by - 1 : 0;
        bottom = count == 2 && b <= height ? b - 1 : height - 1;
        go_to(0, 0);
        break;
    case 'h': sgr |= strstr(sequence, "1006") != NULL; break;
    case 'm':
    case 'l':
    case 't':
    case 'c': break;
    default: fail_msg("the terminal does not know ESC %s", sequence);
    }
}

static void escape(char c) {
    sequence[pending - 1] = c;
    sequence[pending] = 0;
    bool longer = sequence[0] == '[' ? pending == 1 || !(c >= '@' && c <= '~')
                                     : pending == 1 && strchr("()", c);
    if (longer && pending + 2 < (int)sizeof sequence) {
        pending++;
        return;
    }
    pending = 0;
    if (sequence[0] == '[')
        obey_sequence(c);
    else if (sequence[0] == 'M')
        feed_line_back();
}

static void show(char c) {
    if (pending)
        escape(c);
    else if (c == 27)
        pending = 1;
    else if (c == '\n')
        feed_line();
    else if (c == '\r')
        column = 0;
    else if (c == '\b')
        column -= column > 0;
    else if (c >= ' ')
        put(c);
}

/* Show what the program writes next. False at its end, or after waiting too long. */
static bool look(void) {
    struct pollfd output = {.fd = screen, .events = POLLIN};
    char bytes[4096];
    ssize_t count = poll(&output, 1, LONG) > 0 ? read(screen, bytes, sizeof bytes) : 0;
    for (ssize_t i = 0; i < count; i++)
        show(bytes[i]);
    return count > 0;
}

static char *text_at(const char *text, int *y) {
    for (*y = 0; *y < height; ++*y) {
        char *at = strstr(shown[*y], text);
        if (at)
            return at;
    }
    return NULL;
}

bool shows(const char *text) {
    int y;
    return text_at(text, &y) != NULL;
}

static void dump(const char *wanted) {
    print_error("%s; the screen:\n", wanted);
    for (int y = 0; y < height; y++)
        print_error("%.*s\n", width, shown[y]);
    fail();
}

void await_text(const char *text) {
    while (!shows(text))
        if (!look())
            dump(text);
}

void await_no_text(const char *text) {
    while (shows(text))
        if (!look())
            dump(text);
}

void find_text(const char *text, int *x, int *y) {
    char *at = text_at(text, y);
    if (!at)
        dump(text);
    *x = (int)(at - shown[*y]);
}

/* ---- the program ----------------------------------------------------------------------------- */

void open_screen(const char *arguments, const char *kind, int columns, int lines) {
    struct winsize size = {.ws_row = (unsigned short)lines, .ws_col = (unsigned short)columns};
    char command[3000];
    snprintf(command, sizeof command, "exec '%s' %s", getenv("MUSTER_BIN"), arguments);
    width = columns;
    height = lines;
    pending = 0;
    sgr = false;
    clear();
    know_leaks();
    child = forkpty(&screen, NULL, NULL, &size);
    assert_true(child >= 0);
    if (child)
        return;
    alarm(300);
    setenv("TERM", kind, 1);
    setenv("LC_ALL", "C", 1);
    unsetenv("LINES");
    unsetenv("COLUMNS");
    execl("/bin/sh", "sh", "-c", command, NULL);
    _exit(127);
}

void resize_screen(int columns, int lines) {
    struct winsize size = {.ws_row = (unsigned short)lines, .ws_col = (unsigned short)columns};
    width = columns;
    height = lines;
    clear();
    assert_int_equal(ioctl(screen, TIOCSWINSZ, &size), 0);
}

void press(const char *keys) {
    assert_true(mst_write_all(screen, keys, strlen(keys)));
}

void add_click(char *keys, size_t size, int x, int y) {
    size_t length = strlen(keys);
    keys += length;
    size -= length;
    if (sgr)
        snprintf(keys, size, "\033[<0;%d;%dM\033[<0;%d;%dm", x + 1, y + 1, x + 1, y + 1);
    else
        snprintf(keys, size, "\033[M %c%c\033[M#%c%c", x + 33, y + 33, x + 33, y + 33);
}

void click(int x, int y) {
    char keys[64] = "";
    add_click(keys, sizeof keys, x, y);
    press(keys);
}

int close_screen(void) {
    int ended;
    while (look())
        continue;
    close(screen);
    assert_int_equal(waitpid(child, &ended, 0), child);
    return WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
}
