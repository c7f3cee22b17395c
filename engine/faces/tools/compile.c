/* The command `compile`: native code of a ruleset. */
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>

#include "faces/tools/command.h"
#include "muster/native.h"

static const char usage[] =
    "usage: muster compile RULESET [--set section.key=value] [--out FILE]\n"
    "Compiles the rules in force to native code with the system's C compiler, 'cc', into the "
    "user's\n"
    "cache. Whatever is loaded with the same rules and options later runs by it, two to three "
    "times as "
    "fast.\n"
    "  --out FILE  write the object there instead";

struct compile_command {
    struct tool_arguments arguments;
    const char *out;
};

static bool compile_read_option(void *context, int option, const char *text) {
    struct compile_command *command = context;
    if (option == 's')
        return tool_arguments_set(&command->arguments, text);
    command->out = text;
    return true;
}

/* 0: continue; otherwise the exit status + 1. */
static int compile_take_options(struct compile_command *command, int argc, char **argv) {
    static const struct option options[] = {{"help", no_argument, NULL, 'h'},
                                            {"set", required_argument, NULL, 's'},
                                            {"out", required_argument, NULL, 'o'},
                                            {NULL, 0, NULL, 0}};
    int status = tool_arguments_options(argc, argv, options, usage, compile_read_option, command);
    if (status)
        return status;
    if (optind + 1 == argc)
        tool_arguments_ruleset(&command->arguments, argv[optind]);
    else
        mst_warn("muster compile: expected one ruleset\n%s\n", usage);
    return command->arguments.ruleset ? 0 : TOOL_USAGE + 1;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int compile(struct mst_ruleset *ruleset, const char *out) {
    struct mst_compiled made;
    struct mst_error error = {0};
    struct stat info = {0};
    double begun = seconds();
    if (mst_ruleset_compile(ruleset, out, &made, &error) != MST_OK) {
        tool_command_complain("compile", &error);
        return TOOL_FAULTS;
    }
    stat(made.path, &info);
    if (made.known)
        mst_print("%s: compiled before\n", made.path);
    else
        mst_print("%s: %.0f KB, compiled from %.0f KB of C in %.1f s\n", made.path,
                  (double)info.st_size / 1000, (double)made.source / 1000, seconds() - begun);
    return TOOL_DONE;
}

int tool_command_compile(int argc, char **argv) {
    struct compile_command command = {0};
    int status = compile_take_options(&command, argc, argv);
    if (status)
        return status - 1;
    struct mst_ruleset *ruleset = tool_arguments_load(&command.arguments);
    if (!ruleset)
        return TOOL_FAULTS;
    status = compile(ruleset, command.out);
    mst_ruleset_free(ruleset);
    return status;
}
