/* The commands of the program. Each has `--help`. Exit status 0: success, 1: the checked item has
 * faults, 2: invalid arguments. */
#ifndef MUSTER_FACES_TOOLS_COMMAND_H
#define MUSTER_FACES_TOOLS_COMMAND_H

#include <getopt.h>
#include <stddef.h>

#include "muster/util.h"
#include "muster/player.h"
#include "muster/transcript.h"

struct mst_ruleset;
struct mst_match;

/* ---- what a command takes -------------------------------------------------------------------- */

enum tool_kind {
    TOOL_FLAG,  /* sets a bool */
    TOOL_COUNT, /* a whole number from 1 to `most`, into a uint64_t */
    TOOL_ZERO,  /* the same, or 0 */
    TOOL_TEXT,  /* into a const char * */
    TOOL_SET,   /* section.key=value, added to a struct tool_arguments */
    TOOL_PATH,  /* how rules run */
    TOOL_READ   /* what `read` makes of it */
};

/* An option of a command: the one place where it stands. The command line is read by these rows,
 * and --help, manual pages and completions are printed from them. */
struct tool_option {
    const char *name;  /* without its dashes */
    const char *value; /* what stands for its value in the help, such as "N"; NULL: it takes none */
    const char *help;  /* what it does; NULL: another spelling of the row before */
    enum tool_kind kind;
    size_t at; /* the member of the command's context that it is for, as an offset; 0: all of it */
    uint64_t most;
    /* READ: into the member. False, after a message, if the text (NULL: it takes none) is wrong. */
    bool (*read)(void *member, const char *text);
};
#define TOOL_FLAG_ROW(name, type, member, help)                                                    \
    { name, NULL, help, TOOL_FLAG, offsetof(type, member), 0, NULL }
#define TOOL_COUNT_ROW(name, value, type, member, most, help)                                      \
    { name, value, help, TOOL_COUNT, offsetof(type, member), most, NULL }
#define TOOL_ZERO_ROW(name, value, type, member, most, help)                                       \
    { name, value, help, TOOL_ZERO, offsetof(type, member), most, NULL }
#define TOOL_TEXT_ROW(name, value, type, member, help)                                             \
    { name, value, help, TOOL_TEXT, offsetof(type, member), 0, NULL }
#define TOOL_READ_ROW(name, value, read, help)                                                     \
    { name, value, help, TOOL_READ, 0, 0, read }
#define TOOL_READ_INTO(name, value, type, member, read, help)                                      \
    { name, value, help, TOOL_READ, offsetof(type, member), 0, read }
#define TOOL_SET_ROW(type, member)                                                                 \
    {                                                                                              \
        "set", "SECTION.KEY=VALUE", "Set an option of the ruleset; may be given several times.",   \
            TOOL_SET, offsetof(type, member), 0, NULL                                              \
    }
#define TOOL_PATH_ROW                                                                              \
    {                                                                                              \
        "path", "HOW",                                                                             \
            "How rules run: auto (compiled if they can be), code (all compiled), lua, native, or " \
            "both: side by side, as code and as Lua, up to the first difference.",                 \
            TOOL_PATH, 0, 0, NULL                                                                  \
    }
#define TOOL_LAST_ROW                                                                              \
    { NULL, NULL, NULL, TOOL_FLAG, 0, 0, NULL }

/* The description of a command, as --help and the manual pages print it. */
struct tool_page {
    const char *name;
    const char *usage; /* what follows `muster NAME`; a line for each way to call it */
    const char *about; /* lines for a person */
    const struct tool_option *options; /* until TOOL_LAST_ROW; `--help` is not listed */
};

struct tool_command {
    const struct tool_page *page;
    int (*run)(int argc, char **argv); /* argv[0] is the name of the command */
    const char *summary;               /* one line */
};

extern const struct tool_page tool_page_play, tool_page_campaign, tool_page_list, tool_page_serve,
    tool_page_engine, tool_page_new, tool_page_check, tool_page_options, tool_page_perft,
    tool_page_compile, tool_page_bench, tool_page_sim, tool_page_merge, tool_page_probe,
    tool_page_solve, tool_page_match, tool_page_learn, tool_page_balance, tool_page_replay,
    tool_page_show, tool_page_rules, tool_page_reference;

/* Read the options of the command argv[0] into `context`. Says what is wrong with one that is not
 * there, with the nearest name. Returns 0 to go on with the operands from `optind`, or the exit
 * status + 1: after --help, or a message. */
int tool_read_options(const struct tool_page *page, int argc, char **argv, void *context);
/* Print a message and the lines of usage. Returns the exit status. */
int tool_refuse(const struct tool_page *page, const char *what);
/* Append the whole help of a command. */
void tool_print_help(const struct tool_page *page, struct mst_buf *out);
/* Append `text` in lines of at most 78 columns, all but the first after `indent` blanks; the first
 * begins at column `at`. */
void tool_wrap(struct mst_buf *out, const char *text, int at, int indent);
/* Write manual pages and completions of the commands to `folder` (pages.c). The exit status. */
int tool_write_pages(const struct tool_command *commands, int count, const char *folder);

/* ---- the commands ---------------------------------------------------------------------------- */

int tool_command_play(int argc, char **argv);
int tool_command_campaign(int argc, char **argv);
/* Go through a match on a terminal (play.c). Takes ownership. Returns the exit status. */
int tool_play_through(struct mst_ruleset *ruleset, struct mst_match *match);
/* `muster` alone on a terminal: choose what to play, and play it (menu.c). */
int tool_command_menu(void);
int tool_command_list(int argc, char **argv);
int tool_command_engine(int argc, char **argv);
int tool_command_new(int argc, char **argv);
int tool_command_check(int argc, char **argv);
int tool_command_options(int argc, char **argv);
int tool_command_perft(int argc, char **argv);
int tool_command_compile(int argc, char **argv);
int tool_command_bench(int argc, char **argv);
int tool_command_sim(int argc, char **argv);
int tool_command_merge(int argc, char **argv);
int tool_command_match(int argc, char **argv);
int tool_command_balance(int argc, char **argv);
int tool_command_learn(int argc, char **argv);
int tool_command_probe(int argc, char **argv);
int tool_command_solve(int argc, char **argv);
int tool_command_replay(int argc, char **argv);
int tool_command_show(int argc, char **argv);
int tool_command_rules(int argc, char **argv);
int tool_command_reference(int argc, char **argv);
int tool_command_serve(int argc, char **argv);

enum { TOOL_DONE = 0, TOOL_FAULTS = 1, TOOL_USAGE = 2 };

/* Arguments of commands with a ruleset: `RULESET` and `--set section.key=value`. */
struct tool_arguments {
    const char *ruleset; /* an openable path; NULL if not given */
    struct mst_setting settings[64];
    size_t setting_count;
    char path[1024];
    char keys[64][64];
};

/* Add the value of "--set". If it is not `key=value`, prints a message and returns false. */
bool tool_arguments_set(struct tool_arguments *arguments, const char *text);
/* Apply the value of "--path": how rules run, auto, code, lua, native or both. Otherwise prints a
 * message and returns false. */
bool tool_arguments_run_by(const char *name);
/* Read the value of an option: a whole number from 1 to `most`. Otherwise prints a message and
 * returns false. */
bool tool_arguments_number(const char *option, const char *text, uint64_t most, uint64_t *number);
/* Read a word of `length` bytes for a computer player: the name of a kind, alone or with a file of
 * weights, as in level3@FILE. The file goes to `weights` ("": not given). False if it is none. */
enum { TOOL_WEIGHTS_PATH = 240 };
bool tool_arguments_player(const char *word, size_t length, enum mst_player_kind *kind,
                           char weights[TOOL_WEIGHTS_PATH]);
/* Check a file of weights ("": none) against the rules. Prints its first fault. */
bool tool_arguments_weights(struct mst_ruleset *ruleset, const char *weights);
/* The most units of --budget. */
#define TOOL_MOST_BUDGET (INT64_MAX / 4)
/* Find a ruleset by path or by name (in rulesets/; `.ini` may be omitted). */
void tool_arguments_ruleset(struct tool_arguments *arguments, const char *name);
/* Load the ruleset. On failure prints every fault and returns NULL. */
struct mst_ruleset *tool_arguments_load(const struct tool_arguments *arguments);
/* The same for the ruleset that a transcript names, with its settings after the given ones. */
struct mst_ruleset *tool_arguments_load_for(struct tool_arguments *arguments,
                                            const struct mst_transcript *transcript);
/* Print "muster COMMAND: " and the error to standard error. */
void tool_command_complain(const char *command, const struct mst_error *error);

#endif
