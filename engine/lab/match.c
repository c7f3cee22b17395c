/* `muster match`: which of two players is stronger, or what do two rulesets do to the first seat?
 *
 * Two games are a pair: the same seed, the same opening of random plies, seats swapped; or the same
 * seed under both rulesets. Pairs count in their order, so the result does not depend on the number
 * of processes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab/background.h"
#include "lab/elo.h"
#include "lab/game.h"
#include "lab/jobs.h"
#include "faces/tools/command.h"
#include "lab/progress.h"
#include "muster/player.h"

struct contest {
    struct tool_arguments arguments;
    struct lab_game game;
    struct mst_ruleset
        *other; /* owned: of the second game of a pair, or NULL: two players compete */
    enum mst_player_kind players[2];
    char weights[2][TOOL_WEIGHTS_PATH];
    const char *names[2]; /* of the players, or of the rulesets */
    uint64_t games, seed, jobs, opening, plies;
    uint32_t side; /* bits by seat: --side; 0: one seat in turn */
    bool tests;    /* --sprt */
    bool compares; /* two rulesets */
    double elo0, elo1;
    struct lab_tally tally;
    struct score {
        int64_t wins, draws, losses;
    } scores[2]; /* of A; or of the first seat under either ruleset */
    int64_t unfinished;
    struct lab_going going;
    struct lab_background background;
    bool faulty, decided;
};

/* ---- arguments ------------------------------------------------------------------------------- */

static bool read_bounds(void *context, const char *text) {
    struct contest *c = context;
    char rest;
    c->tests = sscanf(text, "%lf,%lf%c", &c->elo0, &c->elo1, &rest) == 2 && c->elo0 < c->elo1 &&
               c->elo0 > -1000 && c->elo1 < 1000;
    if (!c->tests)
        mst_warn("--sprt: expected two differences in Elo, as in 0,70, found '%s'\n", text);
    return c->tests;
}

static bool read_side(void *context, const char *text) {
    struct contest *c = context;
    for (const char *at = text;; at++) {
        char *end;
        long seat = strtol(at, &end, 10);
        if (end == at || seat < 1 || seat > MST_MOST_SEATS || (*end && *end != ',')) {
            mst_warn("--side: expected seats from 1, as in 1,2, found '%s'\n", text);
            return false;
        }
        c->side |= 1u << (seat - 1);
        at = end;
        if (!*at)
            return true;
    }
}

static bool read_player(struct contest *c, int index, const char *name) {
    c->names[index] = name;
    if (tool_arguments_player(name, strlen(name), &c->players[index], c->weights[index]))
        return true;
    mst_warn("muster match: there is no player '%s'; expected level1 to level5, look or random, or "
             "one with a file of weights, as in level3@FILE\n",
             name);
    return false;
}

/* Is the word no player, but a ruleset that is there? */
static bool names_ruleset(const char *word) {
    struct tool_arguments named = {0};
    enum mst_player_kind kind;
    char weights[TOOL_WEIGHTS_PATH];
    if (tool_arguments_player(word, strlen(word), &kind, weights))
        return false;
    tool_arguments_ruleset(&named, word);
    return access(named.ruleset, R_OK) == 0;
}

/* RULESET OTHER PLAYER. */
static bool read_rulesets(struct contest *c, char **words) {
    c->compares = read_player(c, 0, words[2]);
    c->players[1] = c->players[0];
    memcpy(c->weights[1], c->weights[0], TOOL_WEIGHTS_PATH);
    c->names[0] = words[0];
    c->names[1] = words[1];
    if (c->tests || c->side)
        mst_warn("muster match: --sprt and --side compare players, not rulesets\n");
    return c->compares && !c->tests && !c->side;
}

static const struct tool_option match_rows[] = {
    TOOL_COUNT_ROW("games", "N", struct contest, games, 100000000, "Play so many games."),
    TOOL_COUNT_ROW("seed", "N", struct contest, seed, UINT32_MAX,
                   "The seed of the first pair (1)."),
    TOOL_COUNT_ROW("jobs", "N", struct contest, jobs, LAB_MOST_JOBS,
                   "Play in so many processes; the result is the same."),
    TOOL_ZERO_ROW("opening", "PLIES", struct contest, opening, 1000,
                  "Begin with so many random plies (4)."),
    TOOL_READ_ROW("sprt", "ELO0,ELO1", read_bounds,
                  "End early, as soon as it is clear whether A is stronger by ELO0 or by ELO1 (5 % "
                  "error), as in 0,70."),
    TOOL_READ_ROW(
        "side", "SEAT,...", read_side,
        "Where there are more than two seats, A has one of them in turn and B all others, and then "
        "the other way round; --side 1,2 gives A the seats of these allies instead."),
    TOOL_COUNT_ROW("plies", "N", struct contest, plies, LAB_MOST_GAME_PLIES,
                   "End longer games (20000)."),
    TOOL_SET_ROW(struct contest, arguments),
    TOOL_PATH_ROW,
    TOOL_LAST_ROW};

const struct tool_page tool_page_match = {
    "match", "RULESET A B --games N [OPTION ...]\nRULESET OTHER PLAYER --games N [OPTION ...]",
    "Lets two players, such as level3 and level2, play pairs of games: each pair from one seed and "
    "one opening of random plies, with seats swapped. Prints wins, draws and losses of A and the "
    "difference in Elo with its 95 % interval. level2@FILE counts with a file of weights, "
    "level2@none with the evaluation of the rules.\nWith two rulesets PLAYER has all seats: each "
    "pair is a game under either. Prints what the first seat wins under both, and the difference. "
    "(muster balance --vary compares single options.)",
    match_rows};

/* 0: continue; otherwise the exit status + 1. */
static int match_take_options(struct contest *c, int argc, char **argv) {
    int status = tool_read_options(&tool_page_match, argc, argv, c);
    if (status)
        return status;
    if (optind + 3 != argc || !c->games)
        return tool_refuse(&tool_page_match, "expected a ruleset, two players and --games") + 1;
    bool good = names_ruleset(argv[optind + 1])
                    ? read_rulesets(c, argv + optind)
                    : read_player(c, 0, argv[optind + 1]) && read_player(c, 1, argv[optind + 2]);
    return good ? 0 : TOOL_USAGE + 1;
}

/* ---- a pair ---------------------------------------------------------------------------------- */

/* Half points of A, who has the seats of `side`, or all others if `swapped`. */
static int points_of(const struct lab_result *result, uint32_t side, bool swapped) {
    if (!result->over || !result->winners)
        return 1;
    bool own = result->winners & side, others = result->winners & ~side;
    bool won = swapped ? others : own, lost = swapped ? own : others;
    return won == lost ? 1 : won ? 2 : 0;
}

/* Play game 0 or 1 of a pair. False when out of memory. */
static bool play_game(struct contest *c, int64_t number, int which, struct lab_result *result,
                      int *points) {
    struct lab_game game = c->game;
    if (c->compares && which)
        game.ruleset = c->other;
    int seats = mst_ruleset_seats(game.ruleset);
    uint32_t side = c->compares ? 1 : c->side ? c->side : 1u << (number - 1) % seats;
    bool swapped = !c->compares && which;
    game.seed = c->seed + (uint64_t)number - 1;
    for (int i = 0; i < seats; i++) {
        int player = (side >> i & 1) == (uint32_t)swapped;
        game.seating.kind[i] = c->players[player];
        memcpy(game.seating.weights[i], c->weights[player], TOOL_WEIGHTS_PATH);
    }
    lab_background_use(&c->background, game.ruleset);
    bool done = lab_game_play(&game, result, NULL);
    *points = done ? points_of(result, side, swapped) : 0;
    return done;
}

/* The half points of A, or of the first seat, in both games and whether a game did not end:
 * "2 - 0 u ". */
static bool match_work(void *context, int64_t number, struct mst_buf *line) {
    struct contest *c = context;
    for (int which = 0; which < 2; which++) {
        struct lab_result result;
        int points;
        if (!play_game(c, number, which, &result, &points))
            return false;
        mst_buf_printf(line, "%d %c ", points, result.over ? '-' : 'u');
        if (result.fault.text[0]) {
            mst_buf_reset(line);
            mst_buf_printf(line, "fault with seed %llu: %s: %s",
                           (unsigned long long)(c->seed + (uint64_t)number - 1), result.fault.at,
                           result.fault.text);
            return true;
        }
    }
    return true;
}

static void count_game(struct contest *c, struct score *score, int points, char end) {
    score->wins += points == 2;
    score->draws += points == 1;
    score->losses += points == 0;
    c->unfinished += end == 'u';
}

static bool match_sink(void *context, int64_t number, const char *line) {
    struct contest *c = context;
    int points[2];
    char ends[2];
    (void)number;
    if (sscanf(line, "%d %c %d %c", &points[0], &ends[0], &points[1], &ends[1]) != 4) {
        mst_warn("muster match: %s\n", line);
        c->faulty = true;
        return false;
    }
    for (int i = 0; i < 2; i++)
        count_game(c, &c->scores[c->compares ? i : 0], points[i], ends[i]);
    /* what the first ruleset gives, the second one takes */
    c->tally.pairs[points[0] + (c->compares ? 2 - points[1] : points[1])]++;
    lab_going_step(&c->going);
    double ratio = c->tests ? lab_tally_ratio(&c->tally, c->elo0, c->elo1) : 0;
    c->decided = ratio >= LAB_SPRT_BOUND || ratio <= -LAB_SPRT_BOUND;
    return !c->decided;
}

/* ---- the result ------------------------------------------------------------------------------ */

static void report_score(const struct score *score) {
    mst_print("%lld wins, %lld draws, %lld losses", (long long)score->wins, (long long)score->draws,
              (long long)score->losses);
}

static void report_unfinished(const struct contest *c) {
    if (c->unfinished)
        mst_print("%lld games did not end within %llu plies and count as draws\n",
                  (long long)c->unfinished, (unsigned long long)c->plies);
}

static void report_players(const struct contest *c) {
    double low, high, score = lab_tally_score(&c->tally);
    lab_tally_interval(&c->tally, &low, &high);
    mst_print("%s against %s: ", c->names[0], c->names[1]);
    report_score(&c->scores[0]);
    mst_print("\n");
    report_unfinished(c);
    mst_print("points %.1f %% (95 %%: %.1f to %.1f), Elo %+.0f (%+.0f to %+.0f)\n", 100 * score,
              100 * low, 100 * high, lab_elo(score), lab_elo(low), lab_elo(high));
    if (!c->tests)
        return;
    double ratio = lab_tally_ratio(&c->tally, c->elo0, c->elo1);
    mst_print("log-likelihood ratio %.2f (%.2f decides): %s\n", ratio, LAB_SPRT_BOUND,
              ratio >= LAB_SPRT_BOUND    ? "stronger by the greater difference"
              : ratio <= -LAB_SPRT_BOUND ? "stronger by no more than the smaller difference"
                                         : "undecided: play more games");
}

static void report_rulesets(const struct contest *c) {
    double low, high, score = lab_tally_score(&c->tally);
    lab_tally_interval(&c->tally, &low, &high);
    for (int i = 0; i < 2; i++) {
        const struct score *own = &c->scores[i];
        double games = (double)(own->wins + own->draws + own->losses);
        mst_print("seat 1 under %s: ", c->names[i]);
        report_score(own);
        mst_print(", points %.1f %%\n", 100 * ((double)own->wins + (double)own->draws / 2) / games);
    }
    report_unfinished(c);
    mst_print("difference %+.1f points (95 %%: %+.1f to %+.1f)\n", 200 * score - 100,
              200 * low - 100, 200 * high - 100);
}

static int match_play_all(struct contest *c) {
    int64_t pairs = (int64_t)(c->games + 1) / 2;
    struct lab_jobs jobs = {.work = match_work,
                            .sink = match_sink,
                            .context = c,
                            .first = 1,
                            .count = pairs,
                            .processes = (int)c->jobs};

    /* Both players take part in every pair, which is what a game costs. */
    struct lab_seating both = {0};
    for (int seat = 0; seat < MST_MOST_SEATS; seat++)
        both.kind[seat] = c->players[seat % 2];

    lab_going_begin(&c->going, 0, pairs);
    if (!c->compares)
        lab_background_ruleset(&c->background, c->game.ruleset, 2 * pairs, &both);
    bool done = lab_jobs_run(&jobs);
    lab_background_end(&c->background);
    lab_going_end(&c->going);

    if (!done || c->faulty)
        return TOOL_FAULTS;
    if (c->compares)
        report_rulesets(c);
    else
        report_players(c);
    return TOOL_DONE;
}

/* False after saying what is wrong. */
static bool match_load(struct contest *c, char **words) {
    tool_arguments_ruleset(&c->arguments, words[0]);
    c->game.ruleset = tool_arguments_load(&c->arguments);
    bool good = c->game.ruleset && tool_arguments_weights(c->game.ruleset, c->weights[0]) &&
                tool_arguments_weights(c->game.ruleset, c->weights[1]);
    if (!good || !c->compares)
        return good;
    tool_arguments_ruleset(&c->arguments, words[1]);
    c->other = tool_arguments_load(&c->arguments);
    return c->other && tool_arguments_weights(c->other, c->weights[0]);
}

int tool_command_match(int argc, char **argv) {
    struct contest c = {.seed = 1, .jobs = 1, .opening = 4, .plies = 20000};
    int done = match_take_options(&c, argc, argv);
    if (done)
        return done - 1;
    c.game.opening = (int)c.opening;
    c.game.plies = (int)c.plies;
    int status = match_load(&c, argv + optind) ? match_play_all(&c) : TOOL_FAULTS;
    mst_ruleset_free(c.game.ruleset);
    mst_ruleset_free(c.other);
    return status;
}
