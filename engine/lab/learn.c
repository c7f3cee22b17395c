/* `muster learn`: plays a game against itself and writes what its features are worth.
 *
 * Each round plays games with the weights of the round before, the first one with the evaluation of
 * the rules. Positions where a turn begins are samples; a regression (fit.h) over all of them gives
 * the weights. Games come in their order, so the file does not depend on the number of processes.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/background.h"
#include "lab/fit.h"
#include "lab/game.h"
#include "lab/jobs.h"
#include "lab/plan.h"
#include "lab/progress.h"
#include "muster/player.h"

enum {
    UNIT = 1000,     /* of weights: a factor e in the odds */
    MOST_TAKEN = 40, /* positions of a game */
    MOST_ROUNDS = 20,
};

/* A feature counts if it moves the logarithm of the odds by so much in the mean. */
static const double least_gain = 0.015;
static const double ridges[] = {0.0001, 0.0005, 0.002, 0.01, 0.05};
enum { RIDGES = sizeof ridges / sizeof *ridges };

struct learn {
    struct tool_arguments arguments;
    struct lab_game game;
    enum mst_player_kind level;
    char ignored[TOOL_WEIGHTS_PATH];
    const char *level_name, *from;
    char out[1200];
    uint64_t games, rounds, seed, jobs, opening, plies;
    int round;
    int features, seats;
    unsigned char side[MST_MOST_SEATS];
    struct lab_samples samples;
    double *weights;
    bool *used;
    int64_t counted, unfinished;
    double ridge;
    struct lab_predicted predicted;
    struct lab_going going;
    struct lab_background background;
    bool faulty;
};

/* ---- arguments ------------------------------------------------------------------------------- */

static bool read_level(void *context, const char *text) {
    struct learn *learn = context;
    learn->level_name = text;
    if (tool_arguments_player(text, strlen(text), &learn->level, learn->ignored) &&
        !*learn->ignored)
        return true;
    mst_warn("--level: expected level1 to level5, look or random, found '%s'\n", text);
    return false;
}

static bool is_short(const char *option, const char *path) {
    if (strlen(path) < TOOL_WEIGHTS_PATH)
        return true;
    mst_warn("--%s: the path has more than %d characters\n", option, TOOL_WEIGHTS_PATH - 1);
    return false;
}

static bool read_out(void *context, const char *text) {
    struct learn *learn = context;
    if (!is_short("out", text))
        return false;
    snprintf(learn->out, sizeof learn->out, "%s", text);
    return true;
}

static bool read_from(void *context, const char *text) {
    struct learn *learn = context;
    learn->from = text;
    return is_short("from", text);
}

static const struct tool_option learn_rows[] = {
    TOOL_COUNT_ROW("games", "N", struct learn, games, 1000000, "Games of a round (400)."),
    TOOL_COUNT_ROW("rounds", "N", struct learn, rounds, MOST_ROUNDS,
                   "Rounds (2). The first one is played with the evaluation of the rules or with "
                   "--from, the others with what the rounds before have taught."),
    TOOL_READ_ROW("level", "LEVEL", read_level, "Who plays (level1)."),
    TOOL_READ_ROW("from", "FILE", read_from, "The weights to begin with."),
    TOOL_COUNT_ROW("seed", "N", struct learn, seed, UINT32_MAX, "The seed of the first game (1)."),
    TOOL_COUNT_ROW("jobs", "N", struct learn, jobs, LAB_MOST_JOBS,
                   "Play in so many processes; the result is the same."),
    TOOL_ZERO_ROW("opening", "PLIES", struct learn, opening, 1000,
                  "Begin each game with so many random plies (4)."),
    TOOL_COUNT_ROW("plies", "N", struct learn, plies, LAB_MOST_GAME_PLIES,
                   "A game that reaches so many plies does not count (2000)."),
    TOOL_READ_ROW("out", "FILE", read_out, "Write the weights to this file."),
    TOOL_SET_ROW(struct learn, arguments),
    TOOL_PATH_ROW,
    TOOL_LAST_ROW};

const struct tool_page tool_page_learn = {
    "learn", "RULESET [OPTION ...]",
    "Plays games against itself and fits the weights of the evaluation: how much each feature of a "
    "position counts. Writes them to RULESET.weights beside the ruleset, where computer players "
    "find them, or to --out. See docs/learning.md.",
    learn_rows};

/* 0: continue; otherwise the exit status + 1. */
static int learn_take_options(struct learn *learn, int argc, char **argv) {
    int status = tool_read_options(&tool_page_learn, argc, argv, learn);
    if (status)
        return status;
    if (optind + 1 == argc)
        return 0;
    return tool_refuse(&tool_page_learn, "expected a ruleset") + 1;
}

/* RULESET.weights beside the ruleset, unless --out names another file. */
static bool name_out(struct learn *learn) {
    const char *path = learn->arguments.ruleset, *dot = strrchr(path, '.');
    const char *slash = strrchr(path, '/');
    size_t length = dot && (!slash || dot > slash) ? (size_t)(dot - path) : strlen(path);
    if (!*learn->out)
        snprintf(learn->out, sizeof learn->out, "%.*s.weights", (int)length, path);
    if (strlen(learn->out) < TOOL_WEIGHTS_PATH)
        return true;
    mst_warn("muster learn: the path of the ruleset is too long; name a file with --out\n");
    return false;
}

/* ---- playing --------------------------------------------------------------------------------- */

/* A game while it is played: positions drawn with the same chance each. */
struct taking {
    const struct learn *learn;
    struct mst_rng rng;
    int last, met, taken;
    struct {
        int seat;
        int64_t *more;
    } of[MOST_TAKEN];
    bool failed;
};

/* Take the position if a turn begins in it. */
static void learn_take(void *context, struct mst_match *match) {
    struct taking *t = context;
    struct mst_state state = mst_match_state(match);
    bool begins = state.to_move != t->last;
    t->last = state.to_move;
    if (!begins || (uint64_t)state.ply < t->learn->opening || t->failed)
        return;

    /* Reservoir sampling: each position of the game stays with the same chance. */
    int at = t->met < MOST_TAKEN ? t->met : (int)mst_rng_below(&t->rng, (uint64_t)t->met + 1);
    t->met++;
    if (at >= MOST_TAKEN)
        return;

    if (at == t->taken) {
        t->of[at].more = mst_calloc((size_t)t->learn->features, sizeof *t->of[at].more);
        t->failed = !t->of[at].more;
        t->taken += !t->failed;
    }

    struct mst_error error;
    if (t->failed)
        return;
    t->of[at].seat = state.to_move;
    if (mst_match_features(match, t->learn->side, state.to_move, t->of[at].more, &error) ==
        MST_NO_MEMORY)
        t->failed = true;
}

/* "RESULT FEATURE:VALUE ...;" of a sample: what its seat has more than the others. */
static void write_sample(const struct learn *learn, const int64_t *more, int result,
                         struct mst_buf *line) {
    mst_buf_printf(line, "%d", result);
    for (int i = 0; i < learn->features; i++)
        if (more[i])
            mst_buf_printf(line, " %d:%lld", i, (long long)more[i]);
    mst_buf_char(line, ';');
}

/* A line with the samples of a game; "u" if it did not end, "f" and the fault if a rule failed. */
static bool learn_work(void *context, int64_t number, struct mst_buf *line) {
    struct learn *learn = context;
    struct lab_game game = learn->game;
    struct lab_result result;
    struct taking taking = {.learn = learn, .last = MST_NONE};
    game.seed = learn->seed + (uint64_t)number - 1;
    game.look = learn_take;
    game.context = &taking;
    mst_rng_seed(&taking.rng, game.seed);

    lab_background_use(&learn->background, game.ruleset);
    bool done = lab_game_play(&game, &result, NULL) && !taking.failed;
    if (done && result.fault.text[0])
        mst_buf_printf(line, "f seed %llu: %s: %s", (unsigned long long)game.seed, result.fault.at,
                       result.fault.text);
    else if (done && !result.over)
        mst_buf_puts(line, "u");

    /* What was taken is freed in any case, and counts if the game came to its end. */
    for (int i = 0; i < taking.taken; i++) {
        int won = result.winners >> taking.of[i].seat & 1 ? 2 : result.winners ? 0 : 1;
        if (done && result.over)
            write_sample(learn, taking.of[i].more, won, line);
        mst_free(taking.of[i].more);
    }
    return done;
}

static bool read_samples(struct learn *learn, int64_t game, const char *line) {
    char *end;
    while (*line) {
        int32_t *values =
            lab_samples_add(&learn->samples, (int32_t)game, (int)strtol(line, &end, 10));
        if (!values)
            return mst_warn("muster learn: out of memory\n"), false;
        for (line = end; *line == ' '; line = end) {
            long feature = strtol(line + 1, &end, 10);
            long long value = strtoll(end + 1, &end, 10);
            values[feature] = value > INT32_MAX    ? INT32_MAX
                              : value < -INT32_MAX ? -INT32_MAX
                                                   : (int32_t)value;
        }
        line += *line == ';';
    }
    return true;
}

static bool learn_sink(void *context, int64_t number, const char *line) {
    struct learn *learn = context;
    lab_going_step(&learn->going);
    if (*line == 'f') {
        mst_warn("muster learn: a rule failed with %s\n", line + 2);
        learn->faulty = true;
        return false;
    }
    learn->counted += *line != 'u';
    learn->unfinished += *line == 'u';
    learn->faulty = *line != 'u' && !read_samples(learn, number, line);
    return !learn->faulty;
}

static void seat_players(struct learn *learn) {
    const char *weights = learn->round ? learn->out : learn->from ? learn->from : "none";
    for (int seat = 0; seat < learn->seats; seat++) {
        learn->game.seating.kind[seat] = learn->level;
        snprintf(learn->game.seating.weights[seat], TOOL_WEIGHTS_PATH, "%.*s",
                 TOOL_WEIGHTS_PATH - 1, weights); /* no longer than that: see is_short */
    }
}

static bool play_round(struct learn *learn) {
    struct lab_jobs jobs = {.work = learn_work,
                            .sink = learn_sink,
                            .context = learn,
                            .first = (int64_t)learn->games * learn->round + 1,
                            .count = (int64_t)learn->games,
                            .processes = (int)learn->jobs};
    seat_players(learn);
    if (!lab_seating_check(&learn->game.seating, learn->game.ruleset))
        return false;
    lab_going_begin(&learn->going, 0, jobs.count);
    lab_background_ruleset(&learn->background, learn->game.ruleset, jobs.count,
                           &learn->game.seating);
    bool done = lab_jobs_run(&jobs);
    lab_background_end(&learn->background);
    lab_going_end(&learn->going);
    return done && !learn->faulty;
}

/* ---- fitting --------------------------------------------------------------------------------- */

/* Use the features that differ in at least one position of a hundred. */
static int64_t find_used(struct learn *learn) {
    const struct lab_samples *s = &learn->samples;
    int64_t used = 0;
    for (int i = 0; i < s->features; i++) {
        int64_t met = 0;
        for (int64_t k = 0; k < s->count; k++)
            met += s->values[k * s->features + i] != 0;
        learn->used[i] = met && met * 100 >= s->count;
        used += learn->used[i];
    }
    return used;
}

/* Choose the penalty under which held-out games are predicted best. */
static bool choose_ridge(struct learn *learn) {
    double best = 0;
    for (int i = 0; i < RIDGES; i++) {
        if (!lab_fit(&learn->samples, LAB_PART_TAUGHT, learn->used, ridges[i], learn->weights))
            return false;
        struct lab_predicted predicted =
            lab_fit_predict(&learn->samples, LAB_PART_ASIDE, learn->weights);
        if (i && predicted.loss >= best)
            continue;
        best = predicted.loss;
        learn->ridge = ridges[i];
        learn->predicted = predicted;
    }
    return true;
}

/* Leave out the features that change little. */
static void drop_small(struct learn *learn, double *spread) {
    lab_fit_spread(&learn->samples, LAB_PART_ALL, spread);
    for (int i = 0; i < learn->features; i++)
        learn->used[i] = learn->used[i] && fabs(learn->weights[i] * spread[i]) >= least_gain;
}

static bool fit(struct learn *learn) {
    double *spread = mst_calloc((size_t)learn->features + 1, sizeof *spread);
    bool done = spread && find_used(learn) >= 0 && choose_ridge(learn) &&
                lab_fit(&learn->samples, LAB_PART_ALL, learn->used, learn->ridge, learn->weights);
    if (done) {
        drop_small(learn, spread);
        done = lab_fit(&learn->samples, LAB_PART_ALL, learn->used, learn->ridge, learn->weights);
    }
    mst_free(spread);
    if (!done)
        mst_warn("muster learn: out of memory\n");
    return done;
}

/* ---- the file -------------------------------------------------------------------------------- */

static long learn_whole(double weight) {
    double most = 1000000;
    return lround(fmax(-most, fmin(most, UNIT * weight)));
}

/* The lines of the features that count, or of those that do not. */
static int write_weights(const struct learn *learn, bool counting, struct mst_buf *out) {
    int count = 0;
    for (int i = 0; i < learn->features; i++) {
        const char *help, *name = mst_ruleset_feature(learn->game.ruleset, i, &help);
        long weight = learn_whole(learn->weights[i]);
        if ((weight != 0) != counting)
            continue;
        mst_buf_printf(out, "; %s\n%s = %ld\n", help, name, weight);
        count++;
    }
    return count;
}

static bool write_file(const struct learn *learn, int *counting) {
    struct mst_buf out = {0};
    struct mst_error error = {0};
    const char *name = strrchr(learn->arguments.ruleset, '/');
    mst_buf_printf(&out,
                   "; Weights of the features of %s for computer players: see docs/learning.md.\n"
                   "; %d is a factor e in the odds to win; 0 counts nothing.\n\n"
                   "[learned]\nruleset = %s\nlevel = %s\ngames = %lld\nopening = %llu\n"
                   "seed = %llu\n",
                   mst_ruleset_title(learn->game.ruleset), UNIT,
                   name ? name + 1 : learn->arguments.ruleset, learn->level_name,
                   (long long)learn->counted, (unsigned long long)learn->opening,
                   (unsigned long long)learn->seed);

    /* Of two seats, each is a side. */
    mst_buf_puts(&out, learn->seats > 2 ? "sides =" : "");
    for (int seat = 0; learn->seats > 2 && seat < learn->seats; seat++)
        mst_buf_printf(&out, " %d", learn->side[seat] + 1);
    mst_buf_puts(&out, learn->seats > 2 ? "\n\n[weights]\n" : "\n[weights]\n");

    *counting = write_weights(learn, true, &out);
    mst_buf_puts(&out, "\n; What follows counts nothing.\n");
    write_weights(learn, false, &out);

    bool done = !out.failed &&
                mst_write_file(learn->out, mst_buf_text(&out), out.length, true, &error) == MST_OK;
    if (!done)
        mst_warn("muster learn: %s\n", out.failed ? "out of memory" : error.text);
    mst_buf_clear(&out);
    return done;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* Load the rules, which forget the weights of the round before. */
static bool open_rules(struct learn *learn) {
    struct mst_error error = {0};
    mst_ruleset_free(learn->game.ruleset);
    learn->game.ruleset = tool_arguments_load(&learn->arguments);
    if (!learn->game.ruleset)
        return false;
    learn->seats = mst_ruleset_seats(learn->game.ruleset);
    learn->features = mst_ruleset_features(learn->game.ruleset, &error);
    if (learn->features < 0)
        tool_command_complain("learn", &error);
    return learn->features >= 0;
}

static bool open_learn(struct learn *learn) {
    if (!open_rules(learn))
        return false;
    lab_sides_of(learn->game.ruleset, learn->side);
    learn->game.opening = (int)learn->opening;
    learn->game.plies = (int)learn->plies;
    learn->samples.features = learn->features;
    learn->weights = mst_calloc((size_t)learn->features + 1, sizeof *learn->weights);
    learn->used = mst_calloc((size_t)learn->features + 1, sizeof *learn->used);
    if (learn->weights && learn->used)
        return true;
    mst_warn("muster learn: out of memory\n");
    return false;
}

static void learn_report(const struct learn *learn, int counting) {
    mst_print("round %d of %d: %lld games, %lld positions", learn->round + 1, (int)learn->rounds,
              (long long)learn->counted, (long long)learn->samples.count);
    if (learn->unfinished)
        mst_print("; %lld games did not end", (long long)learn->unfinished);
    mst_print("\n%d of %d features count; they predict the winner in %.1f %% of held-out positions "
              "(log loss %.3f; guessing: 50 %%, 0.693)\n",
              counting, learn->features, 100 * learn->predicted.right, learn->predicted.loss);
    mst_print_flush();
}

static bool run_round(struct learn *learn) {
    int counting = 0;
    if (learn->round && !open_rules(learn))
        return false;
    if (!play_round(learn))
        return false;

    /* Fewer games than parts leave nothing to hold out. */
    if (learn->counted < 2 * LAB_PART_OF) {
        mst_warn("muster learn: only %lld games have ended; play more (--games, --plies)\n",
                 (long long)learn->counted);
        return false;
    }
    if (!learn->samples.count) {
        mst_warn("muster learn: no position was met: no game is longer than its random opening "
                 "(--opening)\n");
        return false;
    }

    if (!fit(learn) || !write_file(learn, &counting))
        return false;
    learn_report(learn, counting);
    return true;
}

int tool_command_learn(int argc, char **argv) {
    struct learn learn = {.games = 400,
                          .rounds = 2,
                          .seed = 1,
                          .jobs = 1,
                          .opening = 4,
                          .plies = 2000,
                          .level = MST_PLAYER_LEVEL1,
                          .level_name = "level1"};
    int done = learn_take_options(&learn, argc, argv);
    if (done)
        return done - 1;

    /* Each round plays with the file of the one before. */
    tool_arguments_ruleset(&learn.arguments, argv[optind]);
    bool good = name_out(&learn) && open_learn(&learn);
    for (; good && learn.round < (int)learn.rounds; learn.round++)
        good = run_round(&learn);
    if (good)
        mst_print("the weights are in %s\n", learn.out);

    lab_samples_clear(&learn.samples);
    mst_free(learn.weights);
    mst_free(learn.used);
    mst_ruleset_free(learn.game.ruleset);
    return good ? TOOL_DONE : TOOL_FAULTS;
}
