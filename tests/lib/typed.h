/* The program itself ($MUSTER_BIN) is given lines, through a pipe or on a terminal, and what it
 * answers is read. Always in 7-bit text, so that tests do not depend on the locale. One at a
 * time. */
#ifndef TESTS_LIB_TYPED_H
#define TESTS_LIB_TYPED_H

#include "muster/util.h"

extern char folder[64];     /* for what is saved; its subfolder `state` is XDG_STATE_HOME */
extern struct mst_buf said; /* by the last run, errors included */
extern int status;          /* of the last run */

/* Make the folder, and remove it with all that is in it: fixtures of cmocka. */
int open_folder(void **state);
int close_folder(void **state);
void write_file(const char *name, const char *text, size_t length);

/* Let programs that run from now on pass over what libedit forgets where the terminal can do
 * little, two strings of its own: no leaks of ours. */
void know_leaks(void);
/* Run `muster ARGUMENTS`. */
void tool(const char *arguments);
/* Run `muster play ARGUMENTS` on what was written to the file `input`. */
void run(const char *arguments);
/* The same with these lines as input; '$' in them stands for the folder. */
void play(const char *arguments, const char *lines);
/* Run `muster ARGUMENTS` on a terminal of 80 columns, at which these lines are typed. */
void type(const char *arguments, const char *lines);

/* The output has this text, has it not, or so many times. */
void expect(const char *text);
void expect_not(const char *text);
int count(const char *text);

#endif
