/* The program: finds the command and runs it. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "faces/tools/command.h"

static const struct tool_command commands[] = {
    {&tool_page_play, tool_command_play, "play in the terminal"},
    {&tool_page_campaign, tool_command_campaign,
     "play scenarios that are linked by their outcomes"},
    {&tool_page_list, tool_command_list,
     "list the games, rulesets, scenarios and unfinished matches"},
    {&tool_page_serve, tool_command_serve, "play in a browser, alone or with others"},
    {&tool_page_engine, tool_command_engine,
     "speak the JSON-lines protocol on standard input and output"},
    {&tool_page_new, tool_command_new,
     "create a game, a variant, a kingdom, terrain, a card or a scenario"},
    {&tool_page_check, tool_command_check, "check rulesets and modules"},
    {&tool_page_options, tool_command_options, "list the options of a ruleset"},
    {&tool_page_perft, tool_command_perft, "count the leaves of the decision tree"},
    {&tool_page_compile, tool_command_compile, "compile the rules of a ruleset to native code"},
    {&tool_page_bench, tool_command_bench, "measure speed"},
    {&tool_page_sim, tool_command_sim, "play many games between computer players"},
    {&tool_page_merge, tool_command_merge, "join the parts of such a run"},
    {&tool_page_probe, tool_command_probe,
     "play a scenario many times and report what was never reached"},
    {&tool_page_solve, tool_command_solve, "find out whether a seat wins by force"},
    {&tool_page_match, tool_command_match, "find out which of two computer players is stronger"},
    {&tool_page_learn, tool_command_learn,
     "play a game against itself and learn how to evaluate positions"},
    {&tool_page_balance, tool_command_balance,
     "report who wins how often, and what games are made of"},
    {&tool_page_replay, tool_command_replay, "replay a transcript and check every hash"},
    {&tool_page_show, tool_command_show, "draw a position as text or SVG"},
    {&tool_page_rules, tool_command_rules, "print the rulebook of a ruleset, or single rules"},
    {&tool_page_reference, tool_command_reference,
     "print the reference of the Lua API or of a ruleset"},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static int help(void) {
    mst_print_line("usage: muster COMMAND [ARGUMENT ...]\n");

    for (int i = 0; i < COMMANDS; i++)
        mst_print("  %-10s %s\n", commands[i].page->name, commands[i].summary);

    mst_print_line(
        "\n'muster COMMAND --help' describes a command. On a terminal, 'muster' alone asks "
        "what to\nplay. --folder names a folder of yours with lua/, rulesets/ and scenarios/.");
    return TOOL_DONE;
}

static int main_run(int argc, char **argv) {
    /* Into a pipe, `muster` alone prints the help: nobody could answer. */
    if (argc < 2 && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        return tool_command_menu();

    if (argc < 2 || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") ||
        !strcmp(argv[1], "help"))
        return help();

    if (!strcmp(argv[1], "--version")) {
        mst_print("muster %s\n", MST_VERSION);
        return TOOL_DONE;
    }

    if (!strcmp(argv[1], "pages")) /* for packages; players do not need it, so help is silent */
        return argc == 3 ? tool_write_pages(commands, COMMANDS, argv[2]) : help();

    /* The name must be whole, as scripts call these commands; a slip gets a hint. */
    struct mst_nearest nearest = {.wanted = argv[1]};
    char hint[MST_HINT_SIZE];
    for (int i = 0; i < COMMANDS; i++) {
        if (!strcmp(commands[i].page->name, argv[1]))
            return commands[i].run(argc - 1, argv + 1);
        mst_nearest_offer(&nearest, commands[i].page->name);
    }

    mst_warn("muster: unknown command '%s'%s\n'muster --help' lists the commands.\n", argv[1],
             mst_hint(nearest.best, hint));
    return TOOL_USAGE;
}

/* Take `--folder DIR` from the front of the arguments. False, with a message, if there is none. */
static bool take_folder(int *argc, char ***argv) {
    const char *given = *argc > 2 ? (*argv)[2] : "", *why = "there is no such folder";
    const char *before = getenv("MUSTER_FOLDERS");
    char path[PATH_MAX], list[2 * PATH_MAX];
    struct stat info;

    bool there = *given && realpath(given, path) && stat(path, &info) == 0;
    if (!there || !S_ISDIR(info.st_mode) || !mst_folder_fits(path, &why)) {
        mst_warn("muster: --folder '%s': %s\n", given, why);
        return false;
    }

    /* Behind those that are set already, which come first; the environment reaches all
     * that loads rules. */
    snprintf(list, sizeof list, "%s%s%s", before ? before : "", before && *before ? ":" : "", path);
    setenv("MUSTER_FOLDERS", list, 1);

    /* The rest begins with the name of the program, as main_run expects. */
    (*argv)[2] = (*argv)[0];
    *argv += 2;
    *argc -= 2;
    return true;
}

int main(int argc, char **argv) {
    /* Options of all commands come before the command. */
    while (argc > 1 && !strcmp(argv[1], "--folder"))
        if (!take_folder(&argc, &argv))
            return TOOL_USAGE;
    int status = main_run(argc, argv);

    /* Also where the output could not be written, the command failed. */
    return mst_print_finish("muster") || status ? status : TOOL_FAULTS;
}
