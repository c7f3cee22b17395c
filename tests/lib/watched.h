/* The program ($MUSTER_BIN) on a terminal that the test looks at and presses keys on. The terminal
 * understands what curses writes for vt100 and xterm. In 7-bit text. One at a time. */
#ifndef TESTS_LIB_WATCHED_H
#define TESTS_LIB_WATCHED_H

#include <stdbool.h>
#include <stddef.h>

#define KEY_UP "\033OA"
#define KEY_DOWN "\033OB"
#define KEY_RIGHT "\033OC"
#define KEY_LEFT "\033OD"
#define KEY_ENTER "\r"
#define KEY_ESCAPE "\033"

/* Run `muster ARGUMENTS` on a terminal of this kind and size. */
void open_screen(const char *arguments, const char *kind, int columns, int lines);
void resize_screen(int columns, int lines);
void press(const char *keys);
/* Press the first button of the mouse, and release it. */
void click(int x, int y);
/* Append the keys of a click to `keys`. */
void add_click(char *keys, size_t size, int x, int y);
/* Wait until a text is shown, or fail; or until it is shown no more. */
void await_text(const char *text);
void await_no_text(const char *text);
bool shows(const char *text);
/* Find a text that is shown; or fail. */
void find_text(const char *text, int *x, int *y);
/* Wait until the program ends; returns its exit status, or -1. */
int close_screen(void);

#endif
