/* `muster list`: the games, the rulesets, the scenarios and the matches that were not finished. */
#include <string.h>
#include <time.h>

#include <jansson.h>

#include "faces/terminal/terminal.h"
#include "faces/tools/catalog.h"
#include "faces/tools/command.h"
#include "muster/scenario.h"

/* Titles and names are texts of rules and files, which need not be UTF-8. */
static json_t *text_of(const char *text) {
    return json_stringn_nocheck(text, strlen(text));
}

/* ---- games and rulesets ---------------------------------------------------------------------- */

static void add_games(const struct tool_catalog *catalog, json_t *items) {
    int games[TOOL_MOST_LISTED];
    int count = tool_catalog_games(catalog, games);
    for (int i = 0; i < count; i++) {
        const char *game = catalog->rulesets[games[i]].game;
        int rulesets = 0;

        /* Those that do not load have no game. */
        for (int k = 0; k < catalog->count; k++)
            rulesets += !strcmp(catalog->rulesets[k].game, game);
        json_array_append_new(items,
                              json_pack("{s:o,s:i}", "name", text_of(game), "rulesets", rulesets));
    }
}

static void add_rulesets(const struct tool_catalog *catalog, json_t *items) {
    for (int i = 0; i < catalog->count; i++) {
        const struct tool_listed *listed = &catalog->rulesets[i];

        json_array_append_new(items,
                              json_pack("{s:o,s:o,s:o,s:b}", "name", text_of(listed->name), "title",
                                        text_of(listed->title), "about", text_of(listed->about),
                                        "loads", (int)listed->loads));
    }
}

/* ---- scenarios ------------------------------------------------------------------------------- */

struct scenarios {
    bool puzzles; /* list those, or all others */
    json_t *items;
};

static json_t *scenario_facts(const char *name, const struct mst_ruleset *ruleset) {
    struct mst_briefing briefing = mst_ruleset_briefing(ruleset);
    bool solved = term_terminal_solved(mst_home_relative(mst_ruleset_path(ruleset)));

    return json_pack("{s:o,s:o,s:i,s:o,s:b}", "name", text_of(name), "title",
                     text_of(mst_ruleset_title(ruleset)), "difficulty", (int)briefing.difficulty,
                     "author", text_of(briefing.author), "solved", (int)solved);
}

static bool visit_scenario(void *context, const char *name) {
    struct scenarios *listed = context;
    struct mst_error error = {0};
    char path[1024];
    int seat;
    mst_ruleset_find(name, path, sizeof path);
    struct mst_ruleset *ruleset = mst_ruleset_load(path, NULL, 0, NULL, &error);

    /* A file that does not load may be either; it is listed once, among the scenarios. */
    bool puzzle = ruleset && mst_ruleset_puzzle(ruleset, &seat);
    if (puzzle == listed->puzzles)
        json_array_append_new(listed->items, ruleset ? scenario_facts(name, ruleset)
                                                     : json_pack("{s:o}", "name", text_of(name)));
    mst_ruleset_free(ruleset);
    return true;
}

/* ---- campaigns ------------------------------------------------------------------------------- */

static bool count_path(void *context, const char *path) {
    (void)path;
    return ++*(int *)context < TOOL_MOST_LISTED;
}

/* Add how far the campaign is. */
static void add_progress(const struct mst_ruleset *first, json_t *item) {
    struct term_campaign c;
    struct mst_error error = {0};
    char path[1024];
    term_campaign_read(mst_home_relative(mst_ruleset_path(first)), &c);
    bool finished = term_campaign_finished(&c);
    json_object_set_new(item, "played", json_integer(c.count));
    json_object_set_new(item, "finished", json_boolean(finished));

    /* Its next scenario is called by its title, or by its file if it does not load. */
    if (!finished && c.count) {
        mst_ruleset_find(c.at, path, sizeof path);
        struct mst_ruleset *at = mst_ruleset_load(path, NULL, 0, NULL, &error);
        json_object_set_new(item, "next", text_of(at ? mst_ruleset_title(at) : c.at));
        mst_ruleset_free(at);
    }
    term_campaign_clear(&c);
}

static bool visit_campaign(void *items, const char *name) {
    struct mst_error error = {0};
    char path[1024];
    int scenarios = 0;
    mst_ruleset_find(name, path, sizeof path);
    struct mst_ruleset *ruleset = mst_ruleset_load(path, NULL, 0, NULL, &error);

    /* The scenario that begins a campaign stands for it. */
    if (ruleset && *mst_ruleset_campaign(ruleset)) {
        mst_campaign_paths(ruleset, count_path, &scenarios);
        json_t *item = json_pack("{s:o,s:o,s:i}", "name", text_of(name), "title",
                                 text_of(mst_ruleset_campaign(ruleset)), "scenarios", scenarios);
        add_progress(ruleset, item);
        json_array_append_new(items, item);
    }
    mst_ruleset_free(ruleset);
    return true;
}

/* ---- matches --------------------------------------------------------------------------------- */

static json_t *match_facts(const struct term_kept *kept) {
    char when[40] = "";
    time_t seconds = (time_t)(kept->when / 1000000000);
    struct tm local;

    /* In the time zone of the person who asks. */
    if (localtime_r(&seconds, &local))
        strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);

    return json_pack("{s:s,s:o,s:o,s:i,s:o,s:b,s:o,s:b}", "when", when, "ruleset",
                     text_of(kept->ruleset), "path", text_of(kept->path), "plies", kept->plies,
                     "seats", text_of(kept->seats), "running", (int)kept->running, "campaign",
                     text_of(kept->campaign), "offered", (int)kept->offered);
}

static bool add_matches(json_t *items) {
    struct term_kept *kept = mst_alloc(TERM_MOST_KEPT * sizeof *kept);
    int count = kept ? term_terminal_kept(kept) : 0;
    for (int i = 0; i < count; i++)
        json_array_append_new(items, match_facts(&kept[i]));
    mst_free(kept);
    return kept != NULL;
}

/* ---- the command ----------------------------------------------------------------------------- */

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

    /* The whole name, as a beginning might be of several. */
    for (int i = 0; i < COUNT; i++) {
        if (!strcmp(names[i], argv[optind]))
            return i;
        mst_nearest_offer(&nearest, names[i]);
    }

    char what[200], hint[MST_HINT_SIZE];
    snprintf(what, sizeof what, "there is no list '%.60s'%.80s", argv[optind],
             mst_hint(nearest.best, hint));
    tool_refuse(&tool_page_list, what);
    return -1;
}

static bool gather(int which, json_t *items) {
    struct tool_catalog catalog = {.count = 0};
    struct scenarios listed = {.puzzles = which == PUZZLES, .items = items};

    /* Only games and rulesets need all rulesets to be loaded, which takes a while. */
    bool done = which >= SCENARIOS || tool_catalog_read(&catalog);
    if (done && which == GAMES)
        add_games(&catalog, items);
    else if (done && which == RULESETS)
        add_rulesets(&catalog, items);
    else if (done && which == CAMPAIGNS)
        mst_scenarios(visit_campaign, items);
    else if (done && which < MATCHES)
        mst_scenarios(visit_scenario, &listed);
    else if (done)
        done = add_matches(items);
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

static bool print_list(int which, bool titled) {
    struct mst_buf text = {0};
    struct mst_error error = {0};
    json_t *items = json_array();
    bool done = gather(which, items);

    /* Lua words the list (lua/tools/list.lua); here are its facts. */
    json_t *facts = json_pack("{s:s,s:b,s:b,s:o}", "list", names[which], "titled", (int)titled,
                              "first", which == GAMES, "items", items);
    done = done && mst_script("list", facts, &text, &error);

    if (done)
        mst_print("%s", mst_buf_text(&text));

    mst_buf_clear(&text);
    json_decref(facts);
    return done;
}

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
