/* The command `compile`: native code of a ruleset. */
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>

#include "faces/tools/command.h"
#include "muster/native.h"

struct compile_command {
    struct tool_arguments arguments;
    const char *out;
};

static const struct tool_option compile_rows[] = {
    TOOL_TEXT_ROW("out", "FILE", struct compile_command, out, "Write the object there instead."),
    TOOL_SET_ROW(struct compile_command, arguments), TOOL_LAST_ROW};

const struct tool_page tool_page_compile = {
    "compile", "RULESET [OPTION ...]",
    "Compiles the rules in force to native code with the system's C compiler, 'cc', into the "
    "user's cache. Whatever is loaded with the same rules and options later runs by it, two to "
    "three times as fast.",
    compile_rows};

/* 0: continue; otherwise the exit status + 1. */
static int compile_take_options(struct compile_command *command, int argc, char **argv) {
    int status = tool_read_options(&tool_page_compile, argc, argv, command);
    if (status)
        return status;

    if (optind + 1 != argc)
        return tool_refuse(&tool_page_compile, "expected one ruleset") + 1;
    tool_arguments_ruleset(&command->arguments, argv[optind]);
    return 0;
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

    /* Without a size it prints 0: the object is there all the same. */
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
