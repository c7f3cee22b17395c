/* The program's commands. Each has `--help`; exit status 0: done, 1: the thing checked has faults,
 * 2: unusable arguments. */
#ifndef MUSTER_TOOLS_COMMAND_H
#define MUSTER_TOOLS_COMMAND_H

#include "muster_util.h"

struct mst_ruleset;

struct mst_command {
    const char *name;
    int (*run)(int argc, char **argv); /* argv[0] is the command's name */
    const char *summary;               /* one line */
};

int mst_command_play(int argc, char **argv);
int mst_command_engine(int argc, char **argv);
int mst_command_new(int argc, char **argv);
int mst_command_check(int argc, char **argv);
int mst_command_options(int argc, char **argv);
int mst_command_perft(int argc, char **argv);
int mst_command_bench(int argc, char **argv);
int mst_command_replay(int argc, char **argv);
int mst_command_show(int argc, char **argv);
int mst_command_rules(int argc, char **argv);
int mst_command_reference(int argc, char **argv);

enum { MST_DONE = 0, MST_FAULTS = 1, MST_USAGE = 2 };

/* Arguments of commands that take a ruleset: `RULESET`, `--set section.key=value`. */
struct mst_arguments {
    const char *ruleset; /* path as it can be opened; NULL when not given */
    struct mst_setting settings[64];
    size_t setting_count;
    char path[1024];
    char keys[64][64];
};

/* Take "--set" and its value into `arguments`. False, with a message, when it is not `key=value`.
 */
bool mst_arguments_set(struct mst_arguments *arguments, const char *text);
/* Take "--path" and its value: how rules run, auto, code or lua. False, with a message, when it is
 * none of these. */
bool mst_arguments_run_by(const char *name);
/* Find a ruleset by path or by name (in rulesets/, `.ini` may be left out). */
void mst_arguments_ruleset(struct mst_arguments *arguments, const char *name);
/* Load it; prints every fault and returns NULL where there is one. */
struct mst_ruleset *mst_arguments_load(const struct mst_arguments *arguments);
/* Print "muster COMMAND: ..." and the error to standard error. */
void mst_command_complain(const char *command, const struct mst_error *error);

#endif
