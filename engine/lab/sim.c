/* `muster sim`: many games between computer players, one line each.
 *
 * M1 A file that was cut off goes on where it ended: an incomplete last line is dropped. M2 A file
 * with another head is left as it is. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab/background.h"
#include "lab/jobs.h"
#include "faces/tools/command.h"
#include "lab/progress.h"
#include "lab/record.h"

struct sim {
    struct tool_arguments arguments;
    struct lab_game game;
    struct lab_record record;
    uint64_t games, seed, jobs, plies;
    int shard, shards;
    const char *out;
    FILE *file;
    struct lab_going going;
    struct lab_background background;
    bool faulty;
};

/* ---- arguments ------------------------------------------------------------------------------- */

static bool read_shard(void *context, const char *text) {
    struct sim *sim = context;
    char rest;
    if (sscanf(text, "%d/%d%c", &sim->shard, &sim->shards, &rest) == 2 && sim->shards >= 1 &&
        sim->shards <= 10000 && sim->shard >= 1 && sim->shard <= sim->shards)
        return true;
    mst_warn("--shard: expected a part of how many, as in 2/4, found '%s'\n", text);
    return false;
}

static const struct tool_option sim_rows[] = {
    TOOL_COUNT_ROW("games", "N", struct sim, games, 100000000, "Play so many games."),
    TOOL_READ_INTO("computer", "SEAT=LEVEL,...", struct sim, game.seating, lab_read_computer,
                   "Who plays, as in 1=level5,2=random. Level 3 plays the seats that are not "
                   "named, or whoever the scenario intends. 2=level3@FILE counts with a file of "
                   "weights, 2=level3@none with the evaluation of the rules."),
    TOOL_COUNT_ROW("seed", "N", struct sim, seed, UINT32_MAX, "The seed of the first game (1)."),
    TOOL_COUNT_ROW("jobs", "N", struct sim, jobs, LAB_MOST_JOBS,
                   "Play in so many processes; the result is the same."),
    TOOL_READ_ROW("shard", "I/N", read_shard,
                  "Play part I of N only; muster merge joins the parts."),
    TOOL_COUNT_ROW("plies", "N", struct sim, plies, LAB_MOST_GAME_PLIES,
                   "End longer games (20000)."),
    TOOL_TEXT_ROW("out", "FILE", struct sim, out,
                  "Write to a file, and continue one that was cut off."),
    TOOL_SET_ROW(struct sim, arguments),
    TOOL_PATH_ROW,
    TOOL_LAST_ROW};

const struct tool_page tool_page_sim = {
    "sim", "RULESET --games N [OPTION ...]",
    "Plays games between computer players and writes a line of JSON for each: the winners, how the "
    "game ended, turns, plies and the hash of the last position. The first line says what is "
    "played. Game G has the seed N + G - 1.",
    sim_rows};

/* 0: continue; otherwise the exit status + 1. */
static int sim_take_options(struct sim *sim, int argc, char **argv) {
    int status = tool_read_options(&tool_page_sim, argc, argv, sim);
    if (status)
        return status;
    if (optind + 1 == argc && sim->games)
        return 0;
    return tool_refuse(&tool_page_sim, "expected a ruleset and --games") + 1;
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Compare the first line of the file with the head. False with a message if it differs. */
static bool same_head(const struct sim *sim, const char *line, const char *head) {
    if (!strcmp(line, head))
        return true;
    mst_warn("muster sim: '%s' has games of another kind; expected the first line\n  %s\nfound\n"
             "  %s\n",
             sim->out, head, line);
    return false;
}

/* Read what is there: the head and whole lines of games. Returns their number, or -1 with a
 * message. *end is the end of the last whole line. */
static int64_t read_there(const struct sim *sim, const char *head, long *end) {
    char *line = NULL;
    size_t size = 0;
    int64_t lines = 0;
    bool good = true;
    *end = 0;
    for (ssize_t length; good && (length = getline(&line, &size, sim->file)) > 0; lines++) {
        if (line[length - 1] != '\n')
            break;
        line[length - 1] = 0;
        good = lines || same_head(sim, line, head);
        *end += length;
    }
    free(line);
    return good ? lines : -1;
}

/* Open the file where it goes on. Returns the number of games that it has, or -1. */
static int64_t open_out(struct sim *sim, const char *head) {
    long end = 0;
    int64_t lines = 0;
    if (sim->out) {
        sim->file = fopen(sim->out, "a+");
        if (!sim->file) {
            mst_warn("muster sim: '%s' cannot be written: %s\n", sim->out, strerror(errno));
            return -1;
        }
        rewind(sim->file);
        lines = read_there(sim, head, &end);
        if (lines < 0 || ftruncate(fileno(sim->file), end) != 0)
            return -1;
        fseek(sim->file, 0, SEEK_END);
    }
    if (!lines && !lab_record_write(sim->file, head))
        return -1;
    return lines ? lines - 1 : 0;
}

/* ---- playing --------------------------------------------------------------------------------- */

static bool sim_work(void *context, int64_t number, struct mst_buf *line) {
    struct sim *sim = context;
    struct lab_game game = sim->game;
    struct lab_result result;
    lab_background_use(&sim->background, game.ruleset);
    game.seed = sim->seed + (uint64_t)number - 1;
    if (!lab_game_play(&game, &result, NULL))
        return false;
    lab_record_game(number, game.seed, &result, mst_ruleset_seats(game.ruleset), line);
    return true;
}

static bool sim_sink(void *context, int64_t number, const char *line) {
    struct sim *sim = context;
    if (strstr(line, "\"how\":\"fault\"")) {
        mst_warn("muster sim: a rule failed in game %lld: %s\n", (long long)number, line);
        sim->faulty = true;
    }
    bool done = lab_record_write(sim->file, line);
    if (!done)
        mst_warn("muster sim: the games cannot be written: %s\n", strerror(errno));
    sim->faulty = sim->faulty || !done;
    lab_going_step(&sim->going);
    return done;
}

static int sim_play_all(struct sim *sim) {
    struct mst_buf head = {0};
    sim->record = (struct lab_record){.ruleset = sim->game.ruleset,
                                      .seating = &sim->game.seating,
                                      .seed = (int64_t)sim->seed,
                                      .games = (int64_t)sim->games,
                                      .plies = sim->game.plies,
                                      .shard = sim->shard,
                                      .shards = sim->shards};
    lab_record_head(&sim->record, &head);

    /* M1: the games that are there are not played again. */
    int64_t there = head.failed ? -1 : open_out(sim, mst_buf_text(&head));
    int64_t count = lab_record_count(sim->record.games, sim->shard, sim->shards);
    mst_buf_clear(&head);
    if (there < 0)
        return TOOL_FAULTS;

    struct lab_jobs jobs = {.work = sim_work,
                            .sink = sim_sink,
                            .context = sim,
                            .first = lab_record_first(sim->record.games, sim->shard, sim->shards) +
                                     there,
                            .count = count - there,
                            .processes = (int)sim->jobs};

    lab_going_begin(&sim->going, there, count);
    lab_background_ruleset(&sim->background, sim->game.ruleset, jobs.count, &sim->game.seating);
    bool done = jobs.count <= 0 || lab_jobs_run(&jobs);
    lab_background_end(&sim->background);
    lab_going_end(&sim->going);
    return done && !sim->faulty ? TOOL_DONE : TOOL_FAULTS;
}

int tool_command_sim(int argc, char **argv) {
    struct sim sim = {.seed = 1, .jobs = 1, .plies = 20000, .shard = 1, .shards = 1};
    int done = sim_take_options(&sim, argc, argv);
    if (done)
        return done - 1;
    tool_arguments_ruleset(&sim.arguments, argv[optind]);
    sim.game.ruleset = tool_arguments_load(&sim.arguments);
    if (!sim.game.ruleset)
        return TOOL_FAULTS;
    sim.game.plies = (int)sim.plies;
    lab_seating_usual(&sim.game.seating, sim.game.ruleset);
    bool good = lab_seating_check(&sim.game.seating, sim.game.ruleset);
    int status = good ? sim_play_all(&sim) : TOOL_FAULTS;
    if (sim.file)
        fclose(sim.file);
    mst_ruleset_free(sim.game.ruleset);
    return status;
}
