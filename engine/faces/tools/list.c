/* `muster list`: the games, the rulesets, the scenarios and the matches that were not finished. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "faces/terminal/terminal.h"
#include "faces/tools/catalog.h"
#include "faces/tools/command.h"
#include "muster/scenario.h"

enum { NAME_WIDTH = 28 };

static void list_games(const struct tool_catalog *catalog) {
    int games[TOOL_MOST_LISTED];
    int count = tool_catalog_games(catalog, games);
    for (int i = 0; i < count; i++) {
        const char *game = catalog->rulesets[games[i]].game;
        int rulesets = 0;
        for (int k = 0; k < catalog->count; k++)
            rulesets += !strcmp(catalog->rulesets[k].game, game);
        mst_print("%-40s %3d ruleset%s\n", game, rulesets, rulesets == 1 ? "" : "s");
    }
    if (!count)
        mst_print_line("There are no games.");
}

static void list_rulesets(const struct tool_catalog *catalog) {
    for (int i = 0; i < catalog->count; i++) {
        const struct tool_listed *listed = &catalog->rulesets[i];
        if (!listed->loads) {
            mst_print("%-*s does not load: 'muster check %s' says why\n", NAME_WIDTH, listed->name,
                      listed->name);
            continue;
        }
        mst_print("%-*s %s\n", NAME_WIDTH, listed->name, listed->title);
        if (*listed->about && strcmp(listed->about, listed->title))
            mst_print("    %s\n", listed->about);
    }
    if (!catalog->count)
        mst_print_line("There are no rulesets.");
}

struct scenarios {
    bool puzzles; /* list those, or all others */
    int count;
};

static void list_scenario(const char *name, const struct mst_ruleset *ruleset) {
    struct mst_briefing briefing = mst_ruleset_briefing(ruleset);
    mst_print("%-*s %s", NAME_WIDTH, name, mst_ruleset_title(ruleset));
    if (briefing.difficulty)
        mst_print(", difficulty %d of 5", briefing.difficulty);
    if (*briefing.author)
        mst_print(", by %s", briefing.author);
    if (term_terminal_solved(mst_home_relative(mst_ruleset_path(ruleset))))
        mst_print(", solved");
    mst_print("\n");
}

static bool visit_scenario(void *context, const char *name) {
    struct scenarios *listed = context;
    struct mst_error error = {0};
    char path[1024];
    int seat;
    mst_ruleset_find(name, path, sizeof path);
    struct mst_ruleset *ruleset = mst_ruleset_load(path, NULL, 0, NULL, &error);

    /* What does not load may be either; it is listed once, among the scenarios. */
    bool puzzle = ruleset && mst_ruleset_puzzle(ruleset, &seat);
    if (puzzle == listed->puzzles)
        listed->count++;
    if (!ruleset && !listed->puzzles)
        mst_print("%-*s does not load: 'muster check %s.lua' says why\n", NAME_WIDTH, name, name);
    else if (ruleset && puzzle == listed->puzzles)
        list_scenario(name, ruleset);
    mst_ruleset_free(ruleset);
    return true;
}

static void list_scenarios(bool puzzles) {
    struct scenarios listed = {.puzzles = puzzles};
    mst_scenarios(visit_scenario, &listed);
    if (!listed.count)
        mst_print_line(puzzles ? "There are no puzzles." : "There are no scenarios.");
}

/* ---- campaigns ------------------------------------------------------------------------------- */

static bool count_path(void *context, const char *path) {
    (void)path;
    return ++*(int *)context < TOOL_MOST_LISTED;
}

/* How far the campaign is, in words. */
static void put_progress(const struct mst_ruleset *first, struct mst_buf *out) {
    struct term_campaign c;
    struct mst_error error = {0};
    char path[1024];
    term_campaign_read(mst_home_relative(mst_ruleset_path(first)), &c);
    mst_ruleset_find(c.at, path, sizeof path);

    /* Its next scenario is called by its title, or by its file if it does not load. */
    struct mst_ruleset *at = term_campaign_finished(&c) || !c.count
                                 ? NULL
                                 : mst_ruleset_load(path, NULL, 0, NULL, &error);
    if (term_campaign_finished(&c))
        mst_buf_printf(out, "finished after %d", c.count);
    else if (!c.count)
        mst_buf_puts(out, "not begun");
    else
        mst_buf_printf(out, "%d played, then %s", c.count, at ? mst_ruleset_title(at) : c.at);
    mst_ruleset_free(at);
    term_campaign_clear(&c);
}

static bool visit_campaign(void *context, const char *name) {
    struct mst_error error = {0};
    struct mst_buf progress = {0};
    char path[1024];
    int scenarios = 0;
    mst_ruleset_find(name, path, sizeof path);
    struct mst_ruleset *ruleset = mst_ruleset_load(path, NULL, 0, NULL, &error);

    /* The scenario that begins a campaign stands for it. */
    if (ruleset && *mst_ruleset_campaign(ruleset)) {
        ++*(int *)context;
        mst_campaign_paths(ruleset, count_path, &scenarios);
        put_progress(ruleset, &progress);
        mst_print("%-*s %s, %d scenarios: %s\n", NAME_WIDTH, name, mst_ruleset_campaign(ruleset),
                  scenarios, mst_buf_text(&progress));
        mst_buf_clear(&progress);
    }
    mst_ruleset_free(ruleset);
    return true;
}

static void list_campaigns(void) {
    int count = 0;
    mst_scenarios(visit_campaign, &count);
    if (!count)
        mst_print_line("There are no campaigns.");
}

/* ---- matches --------------------------------------------------------------------------------- */

/* "rulesets/tic-tac-toe.ini": "tic-tac-toe" */
static void short_name(const char *path, char *name, size_t size) {
    size_t length = strlen(path), folder = strlen("rulesets/"), ending = strlen(".ini");
    bool ours = !strncmp(path, "rulesets/", folder) && length > folder + ending &&
                !strcmp(path + length - ending, ".ini");

    /* The name that `muster play` takes; of a file elsewhere its path. */
    snprintf(name, size, "%.*s", (int)(ours ? length - folder - ending : length),
             path + (ours ? folder : 0));
}

static void list_match(const struct term_kept *kept) {
    char when[40] = "", name[200];
    time_t seconds = (time_t)(kept->when / 1000000000);
    struct tm local;
    if (localtime_r(&seconds, &local))
        strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);
    short_name(kept->ruleset, name, sizeof name);

    /* A file that is no match has no ruleset. It is listed, so that its owner finds it. */
    if (!*kept->ruleset)
        mst_print("%s  cannot be read: %s\n", when, kept->path);
    else
        mst_print("%s  %s, %d pl%s: %s\n", when, name, kept->plies, kept->plies == 1 ? "y" : "ies",
                  kept->seats);

    /* How to go on with it: `--resume` offers only some, as a campaign has its own command. */
    if (kept->running)
        mst_print_line("    is being played now");
    else if (*kept->campaign)
        mst_print("    muster campaign %s\n", kept->campaign);
    else if (kept->offered)
        mst_print_line("    muster play --resume");
    else if (*kept->ruleset)
        mst_print("    muster play --load %s\n", kept->path);
}

static bool list_matches(void) {
    struct term_kept *kept = mst_alloc(TERM_MOST_KEPT * sizeof *kept);
    int count = kept ? term_terminal_kept(kept) : 0;
    for (int i = 0; i < count; i++)
        list_match(&kept[i]);
    if (kept && !count)
        mst_print_line("No match is unfinished.");
    mst_free(kept);
    return kept != NULL;
}

/* Which list is wanted: its number, COUNT for all, or -1 after telling what is wrong. */
enum { GAMES, RULESETS, SCENARIOS, CAMPAIGNS, PUZZLES, MATCHES, COUNT };
static const char *const names[COUNT] = {"games",     "rulesets", "scenarios",
                                         "campaigns", "puzzles",  "matches"};

static int read_arguments(int argc, char **argv) {
    struct mst_nearest nearest = {.wanted = optind < argc ? argv[optind] : ""};
    if (argc - optind > 1) {
        tool_refuse(&tool_page_list, "expected at most one list");
        return -1;
    }
    if (optind == argc)
        return COUNT;
    for (int i = 0; i < COUNT; i++) {
        if (!strcmp(names[i], argv[optind]))
            return i;
        mst_nearest_offer(&nearest, names[i]);
    }
    char what[200];
    snprintf(what, sizeof what, "there is no list '%.60s'%s%s%s", argv[optind],
             nearest.best ? "; did you mean '" : "", nearest.best ? nearest.best : "",
             nearest.best ? "'?" : "");
    tool_refuse(&tool_page_list, what);
    return -1;
}

static bool print_list(int which, bool titled) {
    static const char *const titles[COUNT] = {
        "Games:",       "\nRulesets:", "\nScenarios:",
        "\nCampaigns:", "\nPuzzles:",  "\nUnfinished matches:"};
    struct tool_catalog catalog = {.count = 0};

    /* Only games and rulesets need all rulesets to be loaded, which takes a while. */
    bool done = which >= SCENARIOS || tool_catalog_read(&catalog);
    if (titled)
        mst_print_line(titles[which]);

    if (done && which == GAMES)
        list_games(&catalog);
    else if (done && which == RULESETS)
        list_rulesets(&catalog);
    else if (done && which == CAMPAIGNS)
        list_campaigns();
    else if (done && which < MATCHES)
        list_scenarios(which == PUZZLES);
    else if (done)
        done = list_matches();
    tool_catalog_clear(&catalog);
    return done;
}

static const struct tool_option list_rows[] = {TOOL_LAST_ROW};

const struct tool_page tool_page_list = {
    "list", "[games | rulesets | scenarios | campaigns | puzzles | matches]",
    "Lists the games with the number of their rulesets; the rulesets, scenarios and puzzles, which "
    "`muster play` and the other commands take by name; the campaigns, which `muster campaign` "
    "plays, and how far they are; and the saved matches that were not finished, the newest first. "
    "Without an argument, lists all of them.",
    list_rows};

int tool_command_list(int argc, char **argv) {
    int status = tool_read_options(&tool_page_list, argc, argv, NULL);
    if (status)
        return status - 1;
    int which = read_arguments(argc, argv);
    if (which < 0)
        return TOOL_USAGE;
    bool done = true;
    for (int i = 0; i < COUNT && done; i++)
        if (which == i || which == COUNT)
            done = print_list(i, which == COUNT);
    if (!done)
        mst_warn("muster list: out of memory\n");
    return done ? TOOL_DONE : TOOL_FAULTS;
}
