/* `muster probe`: many games of a scenario, and what of it they never reached.
 *
 * Facts of the scenario are known by the beginnings of their names, which lua/muster/scenario gives
 * them: goal_NAME is 0 open, 1 done, 2 failed; told_NAME is 1 once a trigger has fired; given_NAME
 * is 2 if a goal was done or failed already when it was given; scenario_clash is 1 if two endings
 * with different winners came at the same time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lab/elo.h"
#include "lab/game.h"
#include "lab/jobs.h"
#include "lab/progress.h"
#include "faces/tools/command.h"
#include "muster/player.h"
#include "muster/scenario.h"

enum { MOST_FACTS = 200, MOST_ENDINGS = 32 };

struct fact {
    const char *name; /* without its beginning; borrowed */
    int index;        /* of the ruleset */
    enum { GOAL, TRIGGER, GIVEN, CLASH } what;
    int64_t count[3]; /* games by the value at the end */
    int first;        /* its value before the first move */
    int64_t clashing; /* games with two winners at once at whose end a goal was settled */
};

struct ending {
    char name[64];
    int64_t count;
};

struct probe {
    struct tool_arguments arguments;
    struct lab_game game;
    uint64_t games, seed, jobs, plies;
    const char *keep;
    struct fact facts[MOST_FACTS];
    int fact_count;
    struct ending endings[MOST_ENDINGS];
    int ending_count;
    int64_t played, wins[MST_MOST_SEATS], drawn, unfinished, faults;
    int *turns; /* of each game */
    struct lab_going going;
    bool faulty;
};

/* ---- arguments ------------------------------------------------------------------------------- */

static const struct tool_option probe_rows[] = {
    TOOL_COUNT_ROW("games", "N", struct probe, games, 1000000, "Play so many games (200)."),
    TOOL_READ_INTO(
        "computer", "SEAT=LEVEL,...", struct probe, game.seating, lab_read_computer,
        "Who plays, as in 1=level5,2=random. The seats that are not named play at random."),
    TOOL_COUNT_ROW("seed", "N", struct probe, seed, UINT32_MAX, "The seed of the first game (1)."),
    TOOL_COUNT_ROW("jobs", "N", struct probe, jobs, LAB_MOST_JOBS,
                   "Play in so many processes; the result is the same."),
    TOOL_COUNT_ROW("plies", "N", struct probe, plies, LAB_MOST_GAME_PLIES,
                   "End a game unfinished after so many plies (5000)."),
    TOOL_TEXT_ROW("keep", "FOLDER", struct probe, keep,
                  "Save the games in which a rule failed, or that did not end, as transcripts."),
    TOOL_SET_ROW(struct probe, arguments),
    TOOL_PATH_ROW,
    TOOL_LAST_ROW};

const struct tool_page tool_page_probe = {
    "probe", "SCENARIO [OPTION ...]",
    "Plays games of a scenario and reports who wins and how, how long it takes, and which goals "
    "and triggers were never reached.\nExit status 1 if a rule failed, a game did not end, "
    "something was never reached that the scenario does not list as unreached, or a win share lies "
    "outside of what it promises.",
    probe_rows};

/* 0: continue; otherwise the exit status + 1. */
static int probe_take_options(struct probe *p, int argc, char **argv) {
    int status = tool_read_options(&tool_page_probe, argc, argv, p);
    if (status)
        return status;
    if (optind + 1 == argc)
        return 0;
    return tool_refuse(&tool_page_probe, "expected a scenario") + 1;
}

/* ---- facts ----------------------------------------------------------------------------------- */

static void find_facts(struct probe *p) {
    static const char *const begins[] = {"goal_", "told_", "given_", "scenario_clash"};
    struct mst_match *match = mst_match_new(p->game.ruleset, true, p->seed, NULL);
    const char *name;
    for (int i = 0; (name = mst_ruleset_fact(p->game.ruleset, i)); i++)
        for (int what = GOAL; what <= CLASH; what++) {
            size_t length = strlen(begins[what]);
            if (strncmp(name, begins[what], length) != 0 || p->fact_count == MOST_FACTS)
                continue;
            p->facts[p->fact_count++] =
                (struct fact){.name = name + length,
                              .index = i,
                              .what = what,
                              .first = match ? (int)mst_match_fact(match, i) : 0};
        }
    mst_match_free(match);
}

/* ---- a game ---------------------------------------------------------------------------------- */

/* Save the transcript of a game with a finding. */
static void probe_keep(const struct probe *p, const struct mst_match *match, uint64_t seed,
                       const char *how) {
    char path[1200];
    struct mst_error error = {0};
    char *text = mst_match_transcript(match, &error);
    mkdir(p->keep, 0777);
    snprintf(path, sizeof path, "%s/%s-%llu.txt", p->keep, how, (unsigned long long)seed);
    if (!text || mst_write_file(path, text, strlen(text), true, &error) != MST_OK)
        mst_warn("muster probe: %s\n", error.text);
    mst_text_free(text);
}

/* "WINNERS OVER TURNS HOW VALUE VALUE ... [| fault]" */
static bool probe_work(void *context, int64_t number, struct mst_buf *line) {
    const struct probe *p = context;
    struct lab_game game = p->game;
    struct lab_result result;
    struct mst_match *match;
    game.seed = p->seed + (uint64_t)number - 1;
    if (!lab_game_play(&game, &result, &match) || !match)
        return match != NULL || result.fault.text[0];

    mst_buf_printf(line, "%u %d %d %s", result.winners, result.over, result.turns, result.how);
    for (int i = 0; i < p->fact_count; i++)
        mst_buf_printf(line, " %lld", (long long)mst_match_fact(match, p->facts[i].index));

    /* A debriefing is text of the scenario too: it must not fail. */
    if (result.over && !result.fault.text[0])
        mst_match_debriefs(match, &result.fault);
    if (result.fault.text[0])
        mst_buf_printf(line, " | with seed %llu: %s%s%s", (unsigned long long)game.seed,
                       result.fault.at, *result.fault.at ? ": " : "", result.fault.text);

    if (p->keep && !result.over)
        probe_keep(p, match, game.seed, result.how);
    mst_match_free(match);
    return true;
}

static void count_ending(struct probe *p, const char *name) {
    int i = 0;
    while (i < p->ending_count && strcmp(p->endings[i].name, name) != 0)
        i++;
    if (i == MOST_ENDINGS)
        return;
    if (i == p->ending_count)
        snprintf(p->endings[p->ending_count++].name, sizeof p->endings[i].name, "%s", name);
    p->endings[i].count++;
}

static void count_facts(struct probe *p, const char *values) {
    bool settled[MOST_FACTS] = {false}, clash = false;
    for (int i = 0, length = 0; i < p->fact_count; i++, values += length) {
        int value = 0;
        if (sscanf(values, "%d%n", &value, &length) != 1 || value < 0 || value > 2)
            continue;
        p->facts[i].count[value]++;
        settled[i] = p->facts[i].what == GOAL && value;
        clash = clash || (p->facts[i].what == CLASH && value);
    }
    for (int i = 0; clash && i < p->fact_count; i++)
        p->facts[i].clashing += settled[i];
}

static bool probe_sink(void *context, int64_t number, const char *line) {
    struct probe *p = context;
    unsigned winners;
    int over, turns, at = 0;
    char how[64];
    (void)number;
    lab_going_step(&p->going);
    if (sscanf(line, "%u %d %d %63s%n", &winners, &over, &turns, how, &at) != 4)
        return false;

    p->turns[p->played++] = turns;
    count_ending(p, how);
    for (int seat = 0; seat < MST_MOST_SEATS; seat++)
        p->wins[seat] += winners >> seat & 1;
    p->drawn += over && !winners;
    p->unfinished += !strcmp(how, "unfinished");
    count_facts(p, line + at);

    /* Many games fail for the same reason. */
    const char *fault = strstr(line, " | ");
    if (fault && p->faults++ < 5)
        mst_warn("a rule failed %s\n", fault + 3);
    return true;
}

/* ---- the report ------------------------------------------------------------------------------ */

static double share(const struct probe *p, int64_t count) {
    return p->played ? 100.0 * (double)count / (double)p->played : 0;
}

/* Does no seat play at random? */
static bool is_of_levels(const struct probe *p) {
    bool levels = true;
    for (int seat = 0; seat < mst_ruleset_seats(p->game.ruleset); seat++)
        levels = levels && p->game.seating.kind[seat] != MST_PLAYER_RANDOM;
    return levels;
}

static void report_wins(struct probe *p) {
    for (int seat = 0; seat < mst_ruleset_seats(p->game.ruleset); seat++) {
        struct lab_interval in = lab_share_interval(p->wins[seat], p->played);
        const char *name = mst_ruleset_seat(p->game.ruleset, seat);
        struct mst_promise promise = mst_ruleset_promise(p->game.ruleset, seat, is_of_levels(p));
        mst_print("  seat %d%s%s: %.1f %% (95 %%: %.1f to %.1f)", seat + 1, *name ? ", " : "", name,
                  share(p, p->wins[seat]), 100 * in.low, 100 * in.high);
        bool kept = 100 * in.high >= promise.least && 100 * in.low <= promise.most;
        if (!kept)
            mst_print(": outside of the %d to %d %% that the scenario promises", promise.least,
                      promise.most);
        p->faulty = p->faulty || !kept;
        mst_print("\n");
    }
    if (p->drawn)
        mst_print("  drawn: %.1f %%\n", share(p, p->drawn));
}

static int probe_by_number(const void *a, const void *b) {
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void report_length(struct probe *p) {
    qsort(p->turns, (size_t)p->played, sizeof *p->turns, probe_by_number);
    mst_print("turns: %d to %d, half of the games within %d\n", p->turns[0],
              p->turns[p->played - 1], p->turns[p->played / 2]);
}

/* Two endings with different winners came at once. Names the goals that were settled then in every
 * such game. */
static void report_clash(const struct probe *p, const struct fact *clash) {
    int named = 0;
    mst_print("  BOTH SIDES have won at the same time in %.1f %%", share(p, clash->count[1]));
    for (int i = 0; i < p->fact_count; i++)
        if (p->facts[i].clashing == clash->count[1])
            mst_print("%s%s", named++ ? ", " : " with ", p->facts[i].name);
    mst_print(": the goal that is declared first decided\n");
}

/* A goal that is settled before anybody could do something for it. */
static void report_early(struct probe *p, const struct fact *fact) {
    if (fact->what == GOAL && fact->first)
        mst_print("  goal %s: %s BEFORE THE FIRST MOVE\n", fact->name,
                  fact->first == 1 ? "DONE" : "FAILED");
    else if (fact->what == GIVEN && fact->count[2])
        mst_print("  goal %s: DONE OR FAILED ALREADY WHEN IT WAS GIVEN, in %.1f %%\n", fact->name,
                  share(p, fact->count[2]));
    else if (fact->what == CLASH && fact->count[1])
        report_clash(p, fact);
    else
        return;
    p->faulty = true;
}

static void report_facts(struct probe *p) {
    for (int i = 0; i < p->fact_count; i++) {
        const struct fact *fact = &p->facts[i];
        bool reached = fact->count[1] || fact->count[2];
        bool known = mst_ruleset_unreached(p->game.ruleset, fact->name);
        report_early(p, fact);
        if (fact->what > TRIGGER) /* it is of interest only where it is wrong */
            continue;

        if (fact->what == GOAL)
            mst_print("  goal %s: done %.1f %%, failed %.1f %%", fact->name,
                      share(p, fact->count[1]), share(p, fact->count[2]));
        else
            mst_print("  %s: %.1f %%%s", fact->name, share(p, fact->count[1]),
                      fact->first ? ", before the first move" : "");

        mst_print("%s\n", reached ? ""
                          : known ? ": never reached, as the scenario says"
                                  : ": NEVER REACHED");
        p->faulty = p->faulty || (!reached && !known);
    }
}

static void probe_report(struct probe *p) {
    mst_print("%s: %lld games", mst_ruleset_title(p->game.ruleset), (long long)p->played);
    for (int seat = 0; seat < mst_ruleset_seats(p->game.ruleset); seat++)
        mst_print("%s %s", seat ? "," : ";", mst_player_name(p->game.seating.kind[seat]));

    /* The head of the report is closed here; win shares are held against what is promised. */
    mst_print("\nwins:\n");
    report_wins(p);
    mst_print("endings:\n");
    for (int i = 0; i < p->ending_count; i++)
        mst_print("  %s: %.1f %%\n", p->endings[i].name, share(p, p->endings[i].count));
    report_length(p);
    if (p->fact_count)
        mst_print("goals and triggers:\n");
    report_facts(p);

    if (p->unfinished)
        mst_print("%lld games DID NOT END within %llu plies\n", (long long)p->unfinished,
                  (unsigned long long)p->plies);
    if (p->faults)
        mst_print("a rule FAILED in %lld games\n", (long long)p->faults);
    p->faulty = p->faulty || p->unfinished || p->faults;
}

static int probe_all(struct probe *p) {
    struct lab_jobs jobs = {.work = probe_work,
                            .sink = probe_sink,
                            .context = p,
                            .first = 1,
                            .count = (int64_t)p->games,
                            .processes = (int)p->jobs};
    p->turns = calloc(p->games, sizeof *p->turns);
    if (!p->turns)
        return TOOL_FAULTS;
    lab_going_begin(&p->going, 0, jobs.count);
    bool done = lab_jobs_run(&jobs);
    lab_going_end(&p->going);
    if (done && p->played)
        probe_report(p);
    free(p->turns);
    return done && p->played && !p->faulty ? TOOL_DONE : TOOL_FAULTS;
}

int tool_command_probe(int argc, char **argv) {
    struct probe p = {.games = 200, .seed = 1, .jobs = 1, .plies = 5000};
    int done = probe_take_options(&p, argc, argv);
    if (done)
        return done - 1;
    tool_arguments_ruleset(&p.arguments, argv[optind]);
    p.game.ruleset = tool_arguments_load(&p.arguments);
    if (!p.game.ruleset)
        return TOOL_FAULTS;
    p.game.plies = (int)p.plies;
    for (int seat = 0; seat < MST_MOST_SEATS; seat++)
        if (!p.game.seating.said[seat])
            p.game.seating.kind[seat] = MST_PLAYER_RANDOM;
    find_facts(&p);
    int status = probe_all(&p);
    mst_ruleset_free(p.game.ruleset);
    return status;
}
