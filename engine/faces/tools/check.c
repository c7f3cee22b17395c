/* `muster check`: checks of a ruleset or a module before play. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faces/tools/command.h"
#include "faces/scene/last.h"
#include "muster/check.h"
#include "muster/rulebook.h"
#include "muster/scenario.h"

struct check {
    struct tool_arguments arguments;
    const char *explain;
    bool quiet, strict, notes;
    struct mst_report *report;
    size_t warnings, as_lua; /* of the last file: warnings, and rules that run as Lua */
};

/* Print and clear the report. False if it has faults, or with --strict also if it has warnings. */
static bool print_report(struct check *check, struct mst_report *report) {
    struct mst_buf text = {0};

    /* Noted before the report is cleared: praise names their numbers. */
    check->warnings = mst_report_warnings(report);
    check->as_lua = mst_report_notes(report);
    if (check->notes)
        mst_report_show_notes(report);

    /* Notes are no faults, even with --strict. */
    bool good = !mst_report_faults(report) && !(check->strict && check->warnings);
    mst_report_print(report, &text);

    mst_warn("%s", text.failed ? "muster check: out of memory\n" : mst_buf_text(&text));
    mst_buf_clear(&text);
    mst_report_clear(report);
    return good;
}

static void praise(const struct check *check, const char *name, const char *title) {
    if (check->quiet)
        return;

    mst_print("%s: ok (%s)", mst_home_relative(name), title);
    if (check->warnings)
        mst_print(", %zu warning%s", check->warnings, check->warnings == 1 ? "" : "s");
    if (check->notes && check->as_lua)
        mst_print(", %zu rule%s as Lua", check->as_lua, check->as_lua == 1 ? " runs" : "s run");
    mst_print("\n");
}

enum { TRIED_PLIES = 10000 }; /* of random games */

/* Does the match answer, and can the scene of each seat be drawn? */
static bool answers(struct mst_match *match, struct mst_error *error) {
    const struct mst_ruleset *ruleset = mst_match_ruleset(match);

    /* Without a scene there is nothing to draw. */
    int seats = mst_ruleset_shows(ruleset) ? mst_ruleset_seats(ruleset) : 0;
    bool good = mst_match_answers(match, error);

    for (int seat = 0; good && seat < seats; seat++) {
        json_t *scene = scene_of_match(match, seat, error);
        good = scene && scene_check(scene, error) == MST_OK;
        json_decref(scene);
    }
    return good;
}

/* Start a match, and check what the rules say about its first position and in random games. */
static bool check_begins(struct check *check, struct mst_ruleset *ruleset) {
    struct mst_error error = {0};
    struct mst_buf unplayed = {0};
    struct mst_match *match = mst_match_new(ruleset, true, 1, &error);

    /* `answers` is also asked at each position of the random games. */
    bool good = match && answers(match, &error) &&
                mst_ruleset_try(ruleset, TRIED_PLIES, answers, &unplayed, &error);

    if (good && unplayed.length && !check->quiet)
        mst_warn("%s: note: the random games never played %s: write a spec for %s\n",
                 mst_home_relative(mst_ruleset_path(ruleset)), mst_buf_text(&unplayed),
                 strchr(mst_buf_text(&unplayed), ' ') ? "them" : "it");

    if (!good) {
        mst_report_add(check->report, mst_ruleset_path(ruleset), &error);
        print_report(check, check->report);
    }

    mst_buf_clear(&unplayed);
    mst_match_free(match);
    return good;
}

/* ---- rulesets -------------------------------------------------------------------------------- */

static bool check_explain(struct check *check, const struct mst_ruleset *ruleset) {
    struct mst_buf out = {0};
    struct mst_error error = {0};
    bool done = mst_ruleset_explain(ruleset, check->explain, &out, &error) == MST_OK;
    if (!done)
        tool_command_complain("check", &error);
    mst_print("%s", mst_buf_text(&out));
    mst_buf_clear(&out);
    return done;
}

static bool check_ruleset(struct check *check, const char *name) {
    const struct tool_arguments *a = &check->arguments;
    tool_arguments_ruleset(&check->arguments, name);

    struct mst_ruleset *ruleset =
        mst_ruleset_check(a->ruleset, a->settings, a->setting_count, check->report);
    if (check->explain && ruleset) /* warnings were not requested */
        mst_report_clear(check->report);

    if (ruleset && !check->explain)
        mst_campaign_check(ruleset, check->report);

    /* A ruleset may load and have faults: those of its campaign. */
    if (ruleset && mst_report_faults(check->report)) {
        mst_ruleset_free(ruleset);
        ruleset = NULL;
    }
    bool good = print_report(check, check->report) && ruleset;

    /* Random games are also played where only warnings were found. */
    if (ruleset && check->explain)
        good = check_explain(check, ruleset);
    else if (ruleset && !check_begins(check, ruleset))
        good = false;
    else if (ruleset)
        praise(check, a->ruleset, mst_ruleset_title(ruleset));

    mst_ruleset_free(ruleset);
    return good;
}

/* ---- modules --------------------------------------------------------------------------------- */

/* Write the file of `path`, which is in this folder or in one of those with rules, and what is
 * behind lua/ in that; "" if it is not in lua/. False if there is none. */
static bool check_locate(const char *path, char whole[PATH_MAX], const char **inside, int *folder) {
    struct mst_folders folders;
    char file[PATH_MAX], root[PATH_MAX];

    mst_folders_find(&folders);
    bool found = realpath(path, whole);

    /* As it is written, then as seen from each of the folders. */
    for (int i = 0; i < folders.count && !found; i++) {
        snprintf(file, sizeof file, "%s/%s", folders.path[i], path);
        found = realpath(file, whole);
    }
    *inside = "";

    /* Both paths are resolved, so that links do not hide where it is. */
    for (int i = 0; i < folders.count && found && !**inside; i++) {
        snprintf(file, sizeof file, "%s/lua", folders.path[i]);
        size_t length = realpath(file, root) ? strlen(root) : 0;
        if (length && !strncmp(whole, root, length) && whole[length] == '/') {
            *inside = whole + length + 1;
            *folder = i;
        }
    }
    return found;
}

/* Does the file exist, outside of lua/? Then it is a scenario. */
static bool is_scenario(const char *path) {
    char file[PATH_MAX], whole[PATH_MAX];
    const char *inside;
    int folder;

    mst_ruleset_find(path, file, sizeof file);
    return realpath(file, whole) && check_locate(file, whole, &inside, &folder) && !*inside;
}

/* Write "house.iron" for the path of lua/house/iron.lua, and its name in errors. Otherwise prints a
 * message and returns false. */
static bool module_of(const char *path, char *name, size_t size, char *shown, size_t shown_size) {
    char whole[PATH_MAX];
    const char *inside;
    struct mst_folders folders;
    int folder;

    if (!check_locate(path, whole, &inside, &folder)) {
        mst_warn("muster check: there is no file '%s'\n", path);
        return false;
    }

    if (!*inside) {
        mst_warn("muster check: '%s' is not a module: modules are below %s/lua\n", path,
                 mst_home());
        return false;
    }
    mst_folders_find(&folders);

    /* Files of Muster's own folder, the first, are named from there; others with
     * their whole path. */
    snprintf(shown, shown_size, "%s%slua/%s", folder ? folders.path[folder] : "", folder ? "/" : "",
             inside);

    snprintf(name, size, "%.*s", (int)strlen(inside) - 4, inside);
    for (char *c = name; *c; c++)
        *c = *c == '/' ? '.' : *c;
    return true;
}

/* Is the file a module rather than a part of one? */
static bool is_module(const char *path) {
    char whole[PATH_MAX];
    const char *inside;
    int folder;
    return check_locate(path, whole, &inside, &folder) && mst_file_is_module(whole);
}

/* The search for a ruleset that loads a file, or tries to. */
struct search {
    struct check *check;
    const char *shown;
    struct mst_report *report;
    struct mst_ruleset *ruleset; /* the ruleset found, or NULL if it does not load */
    bool found;
};

static bool try_ruleset(void *context, const char *name) {
    struct search *s = context;
    struct tool_arguments *a = &s->check->arguments;
    tool_arguments_ruleset(a, name);

    s->ruleset = mst_ruleset_check(a->ruleset, a->settings, a->setting_count, s->report);

    /* A ruleset that does not load names the file if that was the reason. */
    s->found = s->ruleset ? mst_ruleset_loads(s->ruleset, s->shown)
                          : mst_report_names(s->report, s->shown);

    if (s->found)
        return false;
    mst_report_clear(s->report);
    mst_ruleset_free(s->ruleset);
    s->ruleset = NULL;
    return true;
}

/* Find the first ruleset in rulesets/ that loads the file, or tries to. Its faults are in
 * `report`. */
static struct search ruleset_with(struct check *check, const char *shown,
                                  struct mst_report *report) {
    struct search s = {.check = check, .shown = shown, .report = report};
    mst_rulesets(try_ruleset, &s);
    return s;
}

/* Check a file that is part of other modules with the first ruleset that loads it, or tries to. */
static bool check_part(struct check *check, const char *path, const char *shown) {
    struct search s = ruleset_with(check, shown, check->report);

    if (!s.found) {
        mst_warn(
            "%s: warning: not checked: it does not call muster.module, so it is not a module, and "
            "no ruleset in rulesets/ loads it\n",
            path);
        return !check->strict;
    }

    bool good = print_report(check, check->report) && s.ruleset;
    if (s.ruleset)
        praise(check, path, mst_ruleset_title(s.ruleset));
    mst_ruleset_free(s.ruleset);
    return good;
}

/* Load the module alone, or else in a ruleset, because it may need options that only a ruleset
 * sets. */
static struct mst_ruleset *load_module(struct check *check, const char *path, const char *module,
                                       const char *shown) {
    const struct tool_arguments *a = &check->arguments;
    struct mst_ruleset *ruleset =
        mst_ruleset_check_module(path, module, a->settings, a->setting_count, check->report);
    struct mst_report *other = ruleset ? NULL : mst_report_new();

    if (!other)
        return ruleset;

    /* Loaded by a ruleset, it has no faults: the report of the attempt alone is dropped. Otherwise
     * that is the one to print. */
    ruleset = ruleset_with(check, shown, other).ruleset;
    if (ruleset) {
        mst_report_free(check->report);
        check->report = other;
    } else {
        mst_report_free(other);
    }
    return ruleset;
}

static bool check_module(struct check *check, const char *path) {
    char module[256], shown[600];
    if (!module_of(path, module, sizeof module, shown, sizeof shown))
        return false;

    if (!is_module(path))
        return check_part(check, path, shown);
    struct mst_ruleset *ruleset = load_module(check, path, module, shown);

    bool good = print_report(check, check->report) && ruleset;
    if (ruleset && !check_begins(check, ruleset))
        good = false;
    else if (ruleset)
        praise(check, path, mst_ruleset_title(ruleset));
    mst_ruleset_free(ruleset);
    return good;
}

/* ---- the command ----------------------------------------------------------------------------- */

static const struct tool_option check_rows[] = {
    TOOL_FLAG_ROW("strict", struct check, strict, "Exit with status 1 after a warning, too."),
    TOOL_FLAG_ROW("quiet", struct check, quiet, "Print nothing of what is in order."),
    TOOL_FLAG_ROW("notes", struct check, notes,
                  "List the rules that run as Lua because they cannot be compiled, and why."),
    TOOL_TEXT_ROW("explain", "KEY", struct check, explain,
                  "Say where the value of an option comes from."),
    TOOL_SET_ROW(struct check, arguments),
    TOOL_PATH_ROW,
    TOOL_LAST_ROW};

const struct tool_page tool_page_check = {
    "check", "FILE ... [OPTION ...]\nRULESET --explain KEY",
    "Checks rulesets (.ini, or their names) and modules (.lua): every fault in one pass, as "
    "errors, and anything suspicious, as warnings: moves that are never legal, declarations that "
    "are never used. Then it plays random games and reports rules that fail in them. The rules run "
    "side by side there, as code and as Lua (--path both, the default); the first difference is an "
    "error. A module is checked with the modules that it requires.\nExit status 1 if there is an "
    "error, with --strict also if there is a warning.",
    check_rows};

int tool_command_check(int argc, char **argv) {
    struct check check = {0};
    int done = tool_read_options(&tool_page_check, argc, argv, &check), status = TOOL_DONE;

    if (done)
        return done - 1;
    if (optind == argc)
        return tool_refuse(&tool_page_check, "expected a ruleset or a module");

    /* The environment, or --path, may say how; otherwise both ways are compared. */
    if (!getenv("MUSTER_RULES") && !tool_arguments_run_by("both"))
        return TOOL_FAULTS;

    check.report = mst_report_new();
    if (!check.report) {
        mst_warn("muster check: out of memory\n");
        return TOOL_FAULTS;
    }

    /* One that has faults does not keep the others from being checked. */
    for (int i = optind; i < argc; i++) {
        size_t length = strlen(argv[i]);
        bool lua = length > 4 && !strcmp(argv[i] + length - 4, ".lua") && !is_scenario(argv[i]);
        if (!(lua ? check_module(&check, argv[i]) : check_ruleset(&check, argv[i])))
            status = TOOL_FAULTS;
    }
    mst_report_free(check.report);
    return status;
}
