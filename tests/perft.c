/* Counts the leaves of decision trees and compares them with recorded numbers.
 *
 * usage: muster-perft FILE [RULESET]
 *
 * Lines of FILE: `name<TAB>depth<TAB>nodes<TAB>what`, where `what` is a ruleset in rulesets/, for
 * its beginning, or a position line under RULESET. Empty lines and those that begin with # mean
 * nothing. With MUSTER_PERFT_NODES=n trees of more than n leaves are left out, and counted as such.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faces/tools/command.h"
#include "lib/subject.h"

struct counter {
    struct mst_ruleset *ruleset; /* loaded last */
    char name[128];              /* its name */
    const char *otherwise;       /* ruleset of positions */
    uint64_t most;
    int counted, wrong, skipped;
};

static struct mst_ruleset *ruleset_named(struct counter *counter, const char *name) {
    struct tool_arguments arguments = {0};
    if (counter->ruleset && !strcmp(counter->name, name))
        return counter->ruleset;
    mst_ruleset_free(counter->ruleset);
    snprintf(counter->name, sizeof counter->name, "%s", name);
    tool_arguments_ruleset(&arguments, name);
    counter->ruleset = tool_arguments_load(&arguments);
    return counter->ruleset;
}

/* A ruleset's name has no blank in it; a position that has none would name its own file. */
static bool is_ruleset(const char *what) {
    char path[600];
    FILE *file;
    snprintf(path, sizeof path, "%s/rulesets/%.100s.ini", source_root(), what);
    file = strpbrk(what, " /") ? NULL : fopen(path, "r");
    if (file)
        fclose(file);
    return file != NULL;
}

static bool count_one(struct counter *counter, const char *what, int depth, uint64_t *nodes,
                      struct mst_error *error) {
    bool begins = is_ruleset(what);
    if (!begins && !counter->otherwise)
        return mst_fail(error, MST_BAD_RULESET, "", "no ruleset is called '%s'", what) == MST_OK;
    struct mst_ruleset *ruleset = ruleset_named(counter, begins ? what : counter->otherwise);
    if (!ruleset)
        return mst_fail(error, MST_BAD_RULESET, "", "the ruleset cannot be loaded") == MST_OK;
    struct mst_match *match = begins ? mst_match_new(ruleset, false, 0, error)
                                     : mst_match_setup(ruleset, what, false, 0, error);
    bool done = match && mst_match_perft(match, depth, nodes, error) == MST_OK;
    mst_match_free(match);
    return done;
}

/* A line without its end; false when it is not of the form above. */
static bool count_line(struct counter *counter, char *line) {
    char *fields[4] = {line};
    for (int i = 1; i < 4; i++) {
        char *tab = strchr(fields[i - 1], '\t');
        if (!tab)
            return false;
        *tab = 0;
        fields[i] = tab + 1;
    }
    struct mst_error error = {0};
    uint64_t expected = strtoull(fields[2], NULL, 10), nodes = 0;
    if (counter->most && expected > counter->most) {
        counter->skipped++;
        return true;
    }
    counter->counted++;
    if (!count_one(counter, fields[3], atoi(fields[1]), &nodes, &error)) {
        printf("%s, depth %s: %s: %s\n", fields[0], fields[1], error.at, error.text);
        counter->wrong++;
    } else if (nodes != expected) {
        printf("%s, depth %s: counted %" PRIu64 ", recorded %" PRIu64 ": %s\n", fields[0],
               fields[1], nodes, expected, fields[3]);
        counter->wrong++;
    }
    return true;
}

int main(int argc, char **argv) {
    const char *most = getenv("MUSTER_PERFT_NODES");
    struct counter counter = {.otherwise = argc > 2 ? argv[2] : NULL,
                              .most = most ? strtoull(most, NULL, 10) : 0};
    char line[4096];
    int number = 0;
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!file) {
        fputs("usage: muster-perft FILE [RULESET]\n", stderr);
        return 2;
    }
    while (fgets(line, sizeof line, file)) {
        number++;
        line[strcspn(line, "\r\n")] = 0;
        if (*line && *line != '#' && !count_line(&counter, line)) {
            printf(
                "%s:%d: expected name, depth, nodes and a ruleset or position, with tabs between\n",
                argv[1], number);
            counter.wrong++;
        }
    }
    fclose(file);
    mst_ruleset_free(counter.ruleset);
    printf("%d trees counted, %d left out, %d wrong\n", counter.counted, counter.skipped,
           counter.wrong);
    return counter.wrong || !counter.counted;
}
