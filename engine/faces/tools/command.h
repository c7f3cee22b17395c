/* The commands of the program. Each has `--help`. Exit status 0: success, 1: the checked item has
 * faults, 2: invalid arguments. */
#ifndef MUSTER_FACES_TOOLS_COMMAND_H
#define MUSTER_FACES_TOOLS_COMMAND_H

#include <getopt.h>

#include "muster/util.h"
#include "muster/player.h"
#include "muster/transcript.h"

struct mst_ruleset;
struct mst_match;

struct tool_command {
    const char *name;
    int (*run)(int argc, char **argv); /* argv[0] is the name of the command */
    const char *summary;               /* one line */
};

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
/* Reads one option: the `val` of its entry, and its argument or NULL. False, after a message, if it
 * is wrong. */
typedef bool tool_option_reader(void *context, int option, const char *text);
/* Read the options of the command argv[0] with getopt_long. `options` begins with {"help",
 * no_argument, NULL, 'h'}, which prints `usage`. Says what is wrong with one that is not there,
 * with the nearest name. Returns 0 to go on with the operands from `optind`, or the exit status
 * + 1. */
int tool_arguments_options(int argc, char **argv, const struct option *options, const char *usage,
                           tool_option_reader *read, void *context);
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
