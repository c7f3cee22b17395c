/* Native code against the interpreter, or rules as Lua against it: the same rules run both ways,
 * ply by ply, in random games (lib/pair.h).
 *
 *   muster-native RULESET [--path native|lua] [--set section.key=value] [GAMES [FIRST]]
 *
 * The native code is compiled into a folder of its own. Prints what was compared; status 1 if
 * anything differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/pair.h"
#include "muster/native.h"

/* The comparison, and its rules. */
struct wanted {
    const char *path;
    bool lua;
    struct mst_setting setting;
    size_t settings;
    int games, first;
};

enum { UNITS = 100000000 }; /* Lua takes more units of work than code for the same */

static bool compile(struct mst_ruleset *rules, struct mst_error *error) {
    struct mst_compiled made = {0};
    char folder[] = "/tmp/muster-native.XXXXXX", object[64];
    bool done = mkdtemp(folder) && setenv("XDG_CACHE_HOME", folder, 1) == 0 &&
                mst_ruleset_compile(rules, NULL, &made, error) == MST_OK;
    remove(made.path);
    snprintf(object, sizeof object, "%s/muster", folder);
    remove(object);
    remove(folder);
    return done;
}

/* Load the rules twice; the second ones run as is wanted. */
static bool open_pair(struct pair *p, const struct wanted *wanted) {
    struct mst_error error = {0};
    bool done = true;
    *p = (struct pair){.names = {"code", wanted->lua ? "lua" : "native"}, .exact = !wanted->lua};
    for (int i = 0; i < 2 && done; i++) {
        if (i && wanted->lua)
            setenv("MUSTER_RULES", "lua", 1);
        p->rules[i] =
            mst_ruleset_load(wanted->path, &wanted->setting, wanted->settings, NULL, &error);
        done = p->rules[i];
    }
    if (done && wanted->lua)
        mst_budget_limit(mst_ruleset_budget(p->rules[1]), UNITS, 0);
    else
        done = done && compile(p->rules[1], &error);
    if (!done)
        fprintf(stderr, "%s: %s: %s\n", wanted->path, error.at, error.text);
    for (int i = 0; i < 2 && done; i++)
        done = !strcmp(mst_ruleset_runs(p->rules[i]), p->names[i]);
    return done;
}

/* False: these are no arguments. */
static bool read_arguments(struct wanted *wanted, int argc, char **argv) {
    int at = 2;
    *wanted = (struct wanted){.games = number_from("MUSTER_GAMES", 20), .first = 1};
    if (argc < 2)
        return false;
    wanted->path = argv[1];
    if (argc > at + 1 && !strcmp(argv[at], "--path")) {
        wanted->lua = !strcmp(argv[at + 1], "lua");
        at += 2;
    }
    if (argc > at + 1 && !strcmp(argv[at], "--set")) {
        char *equals = strchr(argv[at + 1], '=');
        if (!equals)
            return false;
        *equals = 0;
        wanted->setting = (struct mst_setting){argv[at + 1], equals + 1};
        wanted->settings = 1;
        at += 2;
    }
    if (argc > at)
        wanted->games = atoi(argv[at]);
    if (argc > at + 1)
        wanted->first = atoi(argv[at + 1]);
    return argc <= at + 2;
}

int main(int argc, char **argv) {
    struct pair p;
    struct wanted wanted;
    bool same = true;
    if (!read_arguments(&wanted, argc, argv))
        return 2;
    if (!open_pair(&p, &wanted))
        return 1;
    for (int i = wanted.first; i < wanted.first + wanted.games && same; i++)
        same = pair_game(&p, i);
    printf("%s: %d games, %ld plies by %s, %ld of them also with too few units: %s\n", wanted.path,
           wanted.games, p.plies, p.names[1], p.starved, same ? "no difference" : "a difference");
    mst_ruleset_free(p.rules[0]);
    mst_ruleset_free(p.rules[1]);
    return same ? 0 : 1;
}
