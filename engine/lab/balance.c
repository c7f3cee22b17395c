/* `muster balance`: who wins how often, by seat and by what is varied, and what a game is made of.
 */
#include "lab/balance.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab/background.h"
#include "lab/jobs.h"
#include "lab/progress.h"
#include "muster/native.h"
#include "muster/player.h"

enum { MOST_VARIED = LAB_MOST_AXES, MOST_GAMES = 1000000, STYLE_BYTES = 1 << 20 };

struct balance {
    struct tool_arguments arguments;
    const char *varied[MOST_VARIED];
    int varied_count;
    uint64_t games, seed, jobs, plies;
    const char *out, *json;
    struct lab_seating seating;
    struct lab_plan plan;
    struct lab_sums sums;
    struct lab_going going;
    struct lab_background background;
    int64_t each;               /* games of an arrangement */
    struct mst_ruleset *loaded; /* of arrangement number `cell` */
    int cell;
};

/* ---- arguments ------------------------------------------------------------------------------- */

static bool read_varied(void *context, const char *text) {
    struct balance *b = context;
    if (b->varied_count < MOST_VARIED) {
        b->varied[b->varied_count++] = text;
        return true;
    }
    mst_warn("--vary: at most %d can be given\n", MOST_VARIED);
    return false;
}

static const struct tool_option balance_rows[] = {
    TOOL_READ_ROW(
        "vary", "WHAT", read_varied,
        "Compare the values of an option (SECTION.KEY, or some of them: SECTION.KEY=A/B/C), or a "
        "module off and on. An option that each seat has is named without the number of the seat: "
        "then every value plays against every other, in both seats. May be given several times."),
    TOOL_COUNT_ROW("games", "N", struct balance, games, MOST_GAMES, "Play so many games (1000)."),
    TOOL_READ_INTO(
        "computer", "SEAT=LEVEL,...", struct balance, seating, lab_read_computer,
        "Who plays, as in 1=level5,2=random. Level 1 plays the seats that are not named."),
    TOOL_COUNT_ROW("seed", "N", struct balance, seed, UINT32_MAX,
                   "The seed of the first game (1)."),
    TOOL_COUNT_ROW("jobs", "N", struct balance, jobs, LAB_MOST_JOBS,
                   "Play in so many processes; the result is the same."),
    TOOL_COUNT_ROW("plies", "N", struct balance, plies, LAB_MOST_GAME_PLIES,
                   "A game that is not over after so many plies has no winner (20000)."),
    TOOL_TEXT_ROW("out", "FILE.html", struct balance, out, "Write a page with plots."),
    TOOL_TEXT_ROW("json", "FILE", struct balance, json, "Write all figures."),
    TOOL_SET_ROW(struct balance, arguments),
    TOOL_PATH_ROW,
    TOOL_LAST_ROW};

const struct tool_page tool_page_balance = {
    "balance", "RULESET [OPTION ...]",
    "Plays games between computer players and reports who wins how often, how games end and how "
    "long they are, which moves are made, and which decisions leave no choice. All intervals hold "
    "together in 99 of 100 runs, however many there are. Game G has the seed N + G - 1.",
    balance_rows};

/* 0: continue; otherwise the exit status + 1. */
static int balance_take_options(struct balance *b, int argc, char **argv) {
    int status = tool_read_options(&tool_page_balance, argc, argv, b);
    if (status)
        return status;
    if (optind + 1 == argc)
        return 0;
    return tool_refuse(&tool_page_balance, "expected a ruleset") + 1;
}

/* ---- playing --------------------------------------------------------------------------------- */

static bool balance_work(void *context, int64_t number, struct mst_buf *line) {
    struct balance *b = context;
    int cell = (int)((number - 1) / b->each);
    assert(cell < b->plan.cell_count); /* P2: each has `each` games */

    /* The games of an arrangement have numbers in a row, so that each process loads it once. */
    if (!b->loaded || cell != b->cell) {
        lab_background_use(&b->background, NULL);
        mst_ruleset_free(b->loaded);
        b->loaded = lab_plan_load(&b->plan, &b->plan.cells[cell], &(struct mst_error){0});
        b->cell = cell;
    }

    struct lab_game game = {.ruleset = b->loaded,
                            .seating = b->seating,
                            .seed = b->seed + (uint64_t)number - 1,
                            .plies = (int)b->plies};
    lab_background_use(&b->background, b->loaded);
    return b->loaded && lab_tally_game(&game, cell, line);
}

/* Compile the rules of an arrangement. */
static bool balance_compile(void *context, int index) {
    const struct balance *b = context;
    struct mst_error error = {0};
    struct mst_compiled made;
    struct mst_ruleset *ruleset = lab_plan_load(&b->plan, &b->plan.cells[index], &error);
    if (ruleset)
        mst_ruleset_compile(ruleset, NULL, &made, &error);
    mst_ruleset_free(ruleset);
    return index + 1 < b->plan.cell_count;
}

static bool balance_sink(void *context, int64_t number, const char *line) {
    struct balance *b = context;
    (void)number;
    lab_going_step(&b->going);
    return lab_sums_add(&b->sums, line);
}

static bool balance_play_all(struct balance *b) {
    int64_t cells = b->plan.cell_count;
    b->each =
        ((int64_t)b->games + cells - 1) / cells; /* P2: rounded up, so that all have as many */
    if (!lab_sums_begin(&b->sums))
        return mst_warn("muster balance: out of memory\n"), false;
    struct lab_jobs jobs = {.work = balance_work,
                            .sink = balance_sink,
                            .context = b,
                            .first = 1,
                            .count = b->each * cells,
                            .processes = (int)b->jobs};

    lab_going_begin(&b->going, 0, jobs.count);
    if (lab_background_pays(b->each, &b->seating, b->plan.seats))
        lab_background_begin(&b->background, balance_compile, b);
    bool done = lab_jobs_run(&jobs) && b->sums.played == jobs.count;
    lab_background_end(&b->background);
    lab_going_end(&b->going);
    mst_ruleset_free(b->loaded); /* what this process loaded, if it played */

    if (!done)
        mst_warn("muster balance: the games could not be played: out of memory\n");
    return done;
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Write the report that a script makes of the facts to the file `path`, or print it if that is
 * NULL. */
static bool write_report(const char *script, const json_t *facts, const char *path) {
    struct mst_buf text = {0};
    struct mst_error error = {.text = "out of memory"};
    bool written = facts && mst_script(script, facts, &text, &error);
    if (written && path)
        written = mst_write_file(path, mst_buf_text(&text), text.length, true, &error) == MST_OK;
    else if (written)
        mst_print("%s", mst_buf_text(&text));
    if (!written)
        mst_warn("muster balance: %s%s%s\n", error.at, *error.at ? ": " : "", error.text);
    mst_buf_clear(&text);
    return written;
}

/* The stylesheet of the page. Without it the page is plain, which is no reason to lose it. */
static json_t *read_style(void) {
    char path[1100];
    size_t length = 0;
    struct mst_error error;
    snprintf(path, sizeof path, "%s/share/balance.css", mst_home());
    char *style = mst_read_file(path, STYLE_BYTES, &length, &error);
    if (!style)
        mst_warn("muster balance: %s; the page has no style\n", error.text);
    json_t *text = json_stringn_nocheck(style ? style : "", length);
    mst_free(style);
    return text;
}

/* One report that fails keeps none of the others back. */
static bool write_reports(const struct balance *b) {
    const struct lab_report report = {.plan = &b->plan,
                                      .sums = &b->sums,
                                      .ruleset = mst_home_relative(b->arguments.ruleset),
                                      .seating = &b->seating,
                                      .seed = (int64_t)b->seed,
                                      .games_each = b->each,
                                      .plies = (int)b->plies};
    json_t *facts = lab_balance_facts(&report);
    bool written = write_report("balance_summary", facts, NULL);
    if (b->json)
        written = write_report("balance_json", facts, b->json) && written;
    if (b->out) {
        json_object_set_new(facts, "style", read_style());
        written = write_report("balance", facts, b->out) && written;
    }
    json_decref(facts);
    return written;
}

/* Is there a folder for the file? Better known before the games than after them. */
static bool has_folder(const char *path) {
    int folder = path ? mst_open_folder(path) : -1;
    if (folder >= 0)
        close(folder);
    else if (path)
        mst_warn("muster balance: '%s' cannot be written: %s\n", path, strerror(errno));
    return folder >= 0 || !path;
}

static int balance_report(struct balance *b) {
    if (!has_folder(b->out) || !has_folder(b->json) ||
        !lab_plan_make(&b->plan, &b->arguments, b->varied, b->varied_count))
        return TOOL_USAGE;
    if (!balance_play_all(b))
        return TOOL_FAULTS;

    return write_reports(b) && !b->sums.faults ? TOOL_DONE : TOOL_FAULTS;
}

int tool_command_balance(int argc, char **argv) {
    struct balance b = {.games = 1000, .seed = 1, .jobs = 1, .plies = 20000};
    int done = balance_take_options(&b, argc, argv);
    if (done)
        return done - 1;
    tool_arguments_ruleset(&b.arguments, argv[optind]);

    /* Many games are wanted, so the quick level plays where none was named. */
    for (int seat = 0; seat < MST_MOST_SEATS; seat++)
        if (!b.seating.said[seat])
            b.seating.kind[seat] = MST_PLAYER_LEVEL1;

    int status = balance_report(&b);
    lab_sums_clear(&b.sums);
    lab_plan_clear(&b.plan);
    return status;
}
