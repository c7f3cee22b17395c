/* `muster check`: everything about a ruleset or a module that can be known before play. */
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lua_text.h"
#include "edge/command.h"
#include "match/faults.h"
#include "match/match.h"
#include "match/modules.h"

static const char usage[] =
    "usage: muster check FILE ... [--strict] [--quiet] [--set section.key=value]\n"
    "       muster check RULESET --explain KEY\n"
    "Checks rulesets (.ini, or their names) and modules (.lua): every fault in one pass, as\n"
    "errors, and what only looks wrong, as warnings: moves that are never legal, what is declared\n"
    "and never used. A module is checked with those that it requires.\n"
    "Exit status 1 where there is an error, with --strict also where there is a warning.\n"
    "--explain says where the value of an option comes from.";

struct check {
    struct mst_arguments arguments;
    const char *explain;
    bool quiet, strict;
    size_t warnings; /* of the file checked last */
};

/* Print the list and empty it; false when it holds faults, or with --strict anything. */
static bool report(struct check *check, struct mst_diags *diags) {
    struct mst_buf text = {0};
    bool good = !mst_diags_count(diags) && !(check->strict && diags->warnings);
    check->warnings = diags->warnings;
    mst_diags_print(diags, &text);
    fflush(stdout);
    fputs(mst_buf_text(&text), stderr);
    mst_buf_clear(&text);
    mst_diags_clear(diags);
    return good;
}

static void praise(const struct check *check, const char *name, const char *title) {
    if (check->quiet)
        return;
    printf("%s: sound (%s)", mst_home_relative(name), title);
    if (check->warnings)
        printf(", %zu warning%s", check->warnings, check->warnings == 1 ? "" : "s");
    putchar('\n');
}

/* What the rules do in Lua when they are asked: the scene of each seat, the position as a line,
 * what it is worth, and their own check of it. */
static bool answers(struct mst_match *match, struct mst_error *error) {
    const struct mst_ruleset *ruleset = match->ruleset;
    int64_t worth;
    for (int seat = 0; seat < mst_ruleset_seats(ruleset) && mst_host_shows(ruleset->host); seat++) {
        char *scene = mst_match_scene(match, seat, error);
        mst_text_free(scene);
        if (!scene)
            return false;
    }
    char *position = mst_match_position(match, error);
    mst_text_free(position);
    if (!position)
        return false;
    if (mst_host_verify(ruleset->host, &match->play) &&
        mst_host_worth(ruleset->host, &match->play, 0, &worth))
        return true;
    *error = match->play.error;
    return false;
}

/* A match can begin, and the rules answer for its first position? */
static bool begins(struct mst_ruleset *ruleset) {
    struct mst_error error = {0};
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);
    bool good = match && answers(match, &error);
    if (!good) {
        struct mst_diags diags = {0};
        struct mst_buf text = {0};
        mst_faults_add(&diags, ruleset->path, &error);
        mst_diags_print(&diags, &text);
        fputs(mst_buf_text(&text), stderr);
        mst_buf_clear(&text);
        mst_diags_clear(&diags);
    }
    mst_match_free(match);
    return good;
}

/* ---- rulesets -------------------------------------------------------------------------------- */

static bool explain(struct check *check, const struct mst_ruleset *ruleset) {
    struct mst_buf out = {0};
    struct mst_error error = {0};
    bool done = mst_ruleset_explain(ruleset, check->explain, &out, &error) == MST_OK;
    if (!done)
        mst_command_complain("check", &error);
    fputs(mst_buf_text(&out), stdout);
    mst_buf_clear(&out);
    return done;
}

static bool check_ruleset(struct check *check, const char *name) {
    struct mst_diags diags = {0};
    const struct mst_arguments *a = &check->arguments;
    mst_arguments_ruleset(&check->arguments, name);
    struct mst_ruleset *ruleset =
        mst_ruleset_check(a->ruleset, a->settings, a->setting_count, &diags);
    if (check->explain) /* what looks wrong is not asked for */
        mst_diags_clear(&diags);
    bool good = report(check, &diags) && ruleset;
    if (ruleset && check->explain)
        good = explain(check, ruleset);
    else if (ruleset && !begins(ruleset))
        good = false;
    else if (ruleset)
        praise(check, a->ruleset, mst_ruleset_title(ruleset));
    mst_ruleset_free(ruleset);
    return good;
}

/* ---- modules --------------------------------------------------------------------------------- */

/* "house.iron" for the path of lua/house/iron.lua; false (said) when it lies elsewhere. */
static bool module_of(const char *path, char *name, size_t size) {
    char root[1024], folder[PATH_MAX], file[PATH_MAX];
    snprintf(root, sizeof root, "%s/lua", mst_home());
    snprintf(file, sizeof file, "%s/%s", mst_home(), path);
    const char *found = realpath(path, folder) ? path : file;
    char whole[PATH_MAX];
    if (!realpath(found, whole)) {
        fprintf(stderr, "muster check: there is no file '%s'\n", path);
        return false;
    }
    size_t length = realpath(root, folder) ? strlen(folder) : 0;
    size_t end = strlen(whole) - 4; /* without .lua */
    if (!length || strncmp(whole, folder, length) != 0 || whole[length] != '/') {
        fprintf(stderr, "muster check: '%s' is no module: modules lie below %s\n", path, root);
        return false;
    }
    snprintf(name, size, "%.*s", (int)(end - length - 1), whole + length + 1);
    for (char *c = name; *c; c++)
        *c = *c == '/' ? '.' : *c;
    return true;
}

/* Does the file say muster.module, and not only lend a hand to one that does? */
static bool is_module(const char *path) {
    char file[PATH_MAX];
    size_t length;
    snprintf(file, sizeof file, "%s/%s", mst_home(), path);
    char *text = mst_read_file(path, 1 << 20, &length, NULL);
    text = text ? text : mst_read_file(file, 1 << 20, &length, NULL);
    struct mst_lua_text words = {.at = text ? text : "", .line = 1};
    int seen = 0; /* of `muster . module` */
    while (seen < 3 && mst_lua_next(&words))
        seen = mst_lua_is(&words, MST_LUA_NAME, "muster")                ? 1
               : seen == 1 && mst_lua_is(&words, MST_LUA_SIGN, ".")      ? 2
               : seen == 2 && mst_lua_is(&words, MST_LUA_NAME, "module") ? 3
                                                                         : 0;
    mst_free(text);
    return seen == 3;
}

/* "lua/house/iron.lua", as errors show it. */
static void shown_file(const char *module, char *shown, size_t size) {
    size_t at = (size_t)snprintf(shown, size, "lua/%s.lua", module);
    for (size_t i = 4; i + 4 < at && at < size; i++)
        shown[i] = shown[i] == '.' ? '/' : shown[i];
}

static bool loads(const struct mst_ruleset *ruleset, const char *shown) {
    struct mst_buf path = {0};
    bool found = false;
    for (int i = 0; !found && mst_host_source(ruleset->host, i, &path); i++) {
        found = !strcmp(mst_home_relative(mst_buf_text(&path)), shown);
        mst_buf_reset(&path);
    }
    mst_buf_clear(&path);
    return found;
}

static bool speaks_of(const struct mst_diags *diags, const char *shown) {
    for (size_t i = 0; i < diags->count; i++)
        if (!strcmp(diags->items[i].place.file, shown))
            return true;
    return false;
}

/* The first ruleset in rulesets/ that loads the file, or (NULL) tries to, with its `diags`; *found
 * says whether there is one. */
static struct mst_ruleset *ruleset_with(struct check *check, const char *shown,
                                        struct mst_diags *diags, bool *found) {
    char folder[1024];
    struct mst_names rulesets = {0};
    struct mst_ruleset *ruleset = NULL;
    snprintf(folder, sizeof folder, "%s/rulesets", mst_home());
    mst_names_of_files(folder, ".ini", &rulesets);
    *found = false;
    for (size_t i = 0; i < rulesets.count && !*found; i++) {
        mst_arguments_ruleset(&check->arguments, rulesets.items[i]);
        ruleset = mst_ruleset_check(check->arguments.ruleset, check->arguments.settings,
                                    check->arguments.setting_count, diags);
        *found = ruleset ? loads(ruleset, shown) : speaks_of(diags, shown);
        if (*found)
            break;
        mst_diags_clear(diags);
        mst_ruleset_free(ruleset);
        ruleset = NULL;
    }
    mst_names_clear(&rulesets);
    return ruleset;
}

/* A part of other modules: check it with the first ruleset that loads it, or tries to. */
static bool check_part(struct check *check, const char *path, const char *shown) {
    struct mst_diags diags = {0};
    bool found;
    struct mst_ruleset *ruleset = ruleset_with(check, shown, &diags, &found);
    if (!found) {
        fprintf(stderr,
                "%s: warning: not checked: it is no module (it does not call muster.module), and "
                "no ruleset in rulesets/ loads it\n",
                path);
        return !check->strict;
    }
    bool good = report(check, &diags) && ruleset;
    if (ruleset)
        praise(check, path, mst_ruleset_title(ruleset));
    mst_ruleset_free(ruleset);
    return good;
}

static bool check_module(struct check *check, const char *path) {
    struct mst_diags diags = {0};
    const struct mst_arguments *a = &check->arguments;
    char module[256], shown[300];
    if (!module_of(path, module, sizeof module))
        return false;
    shown_file(module, shown, sizeof shown);
    if (!is_module(path))
        return check_part(check, path, shown);
    struct mst_ruleset *ruleset =
        mst_ruleset_check_module(path, module, a->settings, a->setting_count, &diags);
    if (!ruleset) { /* it may need options of others that only a ruleset sets */
        struct mst_diags others = {0};
        bool found;
        ruleset = ruleset_with(check, shown, &others, &found);
        mst_diags_clear(ruleset ? &diags : &others);
        diags = ruleset ? others : diags;
    }
    bool good = report(check, &diags) && ruleset;
    if (ruleset && !begins(ruleset))
        good = false;
    else if (ruleset)
        praise(check, path, mst_ruleset_title(ruleset));
    mst_ruleset_free(ruleset);
    return good;
}

/* ---- the command ----------------------------------------------------------------------------- */

/* 0: go on; else the exit status + 1. */
static int take_options(struct check *check, int argc, char **argv) {
    static const struct option options[] = {
        {"help", no_argument, NULL, 'h'},          {"set", required_argument, NULL, 's'},
        {"explain", required_argument, NULL, 'x'}, {"quiet", no_argument, NULL, 'q'},
        {"strict", no_argument, NULL, 't'},        {NULL, 0, NULL, 0}};
    int c;
    optind = 0;
    while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (c) {
        case 'h': puts(usage); return MST_DONE + 1;
        case 's':
            if (!mst_arguments_set(&check->arguments, optarg))
                return MST_USAGE + 1;
            break;
        case 'x': check->explain = optarg; break;
        case 'q': check->quiet = true; break;
        case 't': check->strict = true; break;
        default: fprintf(stderr, "%s\n", usage); return MST_USAGE + 1;
        }
    }
    return 0;
}

int mst_command_check(int argc, char **argv) {
    struct check check = {0};
    int done = take_options(&check, argc, argv), status = MST_DONE;
    if (done)
        return done - 1;
    if (optind == argc) {
        fprintf(stderr, "muster check: expected a ruleset or a module\n%s\n", usage);
        return MST_USAGE;
    }
    for (int i = optind; i < argc; i++) {
        size_t length = strlen(argv[i]);
        bool lua = length > 4 && !strcmp(argv[i] + length - 4, ".lua");
        if (!(lua ? check_module(&check, argv[i]) : check_ruleset(&check, argv[i])))
            status = MST_FAULTS;
    }
    return status;
}
