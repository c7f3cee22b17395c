/* Restoring the terminal on a signal: see restore.h. The handler makes only calls that it may make;
 * the strings of the terminal were looked up before. */
#include "faces/screen/restore.h"

#include <curses.h>
#include <signal.h>
#include <string.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

static struct termios before; /* the screen */
static char restoring[256];   /* what undoes it */
static volatile sig_atomic_t interrupted;

static const int deadly[] = {SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
enum { DEADLY = sizeof deadly / sizeof *deadly };

static void restore_and_die(int number) {
    ssize_t written = write(STDOUT_FILENO, restoring, strlen(restoring));
    (void)written;
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    signal(number, SIG_DFL);
    raise(number);
}

/* A second one, while nobody reads, ends the program. */
static void note_interrupt(int number) {
    if (interrupted)
        restore_and_die(number);
    interrupted = 1;
}

/* Handlers that others have set, such as those of a sanitizer, stay. */
static void set_handlers(bool on) {
    struct sigaction action = {.sa_flags = SA_NODEFER}, old;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < DEADLY; i++) {
        action.sa_handler = on ? restore_and_die : SIG_DFL;
        if (sigaction(deadly[i], NULL, &old) == 0 &&
            old.sa_handler == (on ? SIG_DFL : restore_and_die))
            sigaction(deadly[i], &action, NULL);
    }
    action.sa_handler = on ? note_interrupt : SIG_DFL;
    sigaction(SIGINT, &action, NULL);
}

static void add_restoring(const char *name) {
    const char *text = tigetstr(name);
    size_t length = strlen(restoring);
    if (text && text != (const char *)-1 && length + strlen(text) < sizeof restoring)
        strcpy(restoring + length, text);
}

void screen_restore_note(void) {
    tcgetattr(STDIN_FILENO, &before);
}

void screen_restore_begin(void) {
    strcpy(restoring, "\033[?1000l\033[?1006l"); /* the mouse */
    add_restoring("sgr0");
    add_restoring("rmkx");
    add_restoring("cnorm");
    add_restoring("rmcup");
    interrupted = 0;
    set_handlers(true);
}

void screen_restore_end(void) {
    set_handlers(false);
}

bool screen_restore_interrupted(void) {
    bool was = interrupted != 0;
    interrupted = 0;
    return was;
}
