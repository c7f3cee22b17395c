/* The command `bench`: benchmark figures of rulesets. Each figure is the median of several
 * rounds. */
#include <assert.h>
#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faces/tools/bench_protocol.h"
#include "faces/tools/command.h"
#include "muster/bench.h"
#include "muster/check.h"
#include "muster/native.h"

enum { MOST_ROUNDS = 99, MOST_RULESETS = 64 };

enum figure {
    PLAYOUTS,
    PLIES,
    LENGTH,
    CHOICES,
    PERFT,
    COPY,
    CLONE,
    APPLY,
    START,
    MEMORY,
    MOVE,
    MOVE_99,
    LOAD,
    FIGURES,
};

static const struct {
    const char *key, *title, *unit;
} titles[FIGURES] = {
    [PLAYOUTS] = {"playouts_per_second", "random games to the end", "/s"},
    [PLIES] = {"plies_per_second", "their plies", "/s"},
    [LENGTH] = {"plies_per_game", "mean plies per game", ""},
    [CHOICES] = {"moves_per_ply", "mean legal moves per ply", ""},
    [PERFT] = {"perft_nodes_per_second", "perft, leaves counted", "/s"},
    [COPY] = {"copy_ns", "copying a position", "ns"},
    [CLONE] = {"clone_ns", "cloning and freeing a position", "ns"},
    [APPLY] = {"apply_undo_ns", "playing and undoing a move", "ns"},
    [START] = {"start_us", "starting and freeing a match", "us"},
    [MEMORY] = {"match_bytes", "memory of a match", "bytes"},
    [MOVE] = {"protocol_move_p50_us", "a move through the protocol, median", "us"},
    [MOVE_99] = {"protocol_move_p99_us", "the same, 99th percentile", "us"},
    [LOAD] = {"load_ms", "loading and checking the ruleset", "ms"},
};

struct bench_command {
    struct tool_arguments arguments; /* the bench owns its ruleset */
    double seconds;
    int rounds;
    bool json;
    bool rules; /* tell the work of each function instead */
    char *names[MOST_RULESETS];
    int name_count;
    json_t *report; /* with --json */
};

/* ---- measuring ------------------------------------------------------------------------------- */

struct samples {
    double of[FIGURES][MOST_ROUNDS];
    int depth; /* of perft */
};

static enum mst_status measure_games(struct mst_bench *bench, double seconds, int round,
                                     struct samples *s, struct mst_error *error) {
    struct mst_slice games, leaves;
    enum mst_status status = mst_bench_playouts(bench, seconds, &games, error);

    if (status == MST_OK)
        status = mst_bench_perft(bench, s->depth, seconds / 2, &leaves, error);

    if (status != MST_OK)
        return status;

    /* Length and choices belong to the game: they say what the speeds are speeds of. */
    s->of[PLAYOUTS][round] = (double)games.playouts / games.seconds;
    s->of[PLIES][round] = (double)games.plies / games.seconds;
    s->of[LENGTH][round] = (double)games.plies / (double)games.playouts;
    s->of[CHOICES][round] = mst_bench_mean_moves(bench);
    s->of[PERFT][round] = (double)leaves.nodes / leaves.seconds;
    return MST_OK;
}

static enum mst_status measure_parts(struct bench_command *command, struct mst_bench *bench,
                                     int round, struct samples *s, struct mst_error *error) {
    const struct tool_arguments *a = &command->arguments;

    /* Each part is short, and a tenth of the time gives it many turns. */
    double seconds = command->seconds / 10;
    enum mst_status status = mst_bench_copy(bench, seconds, &s->of[COPY][round], error);
    if (status == MST_OK)
        status = mst_bench_clone(bench, seconds, &s->of[CLONE][round], error);
    if (status == MST_OK)
        status = mst_bench_apply(bench, seconds, &s->of[APPLY][round], error);
    if (status == MST_OK)
        status = mst_bench_start(bench, seconds, &s->of[START][round], error);
    if (status == MST_OK)
        status = mst_bench_memory(bench, &s->of[MEMORY][round], error);

    /* These two load the ruleset for themselves. */
    if (status == MST_OK)
        status = tool_bench_protocol(a->ruleset, a->settings, a->setting_count, seconds,
                                     &s->of[MOVE][round], &s->of[MOVE_99][round], error);
    if (status == MST_OK)
        status =
            mst_bench_load(a->ruleset, a->settings, a->setting_count, &s->of[LOAD][round], error);
    return status;
}

/* ---- reporting ------------------------------------------------------------------------------- */

static void print_figure(const struct samples *s, enum figure f, double median, double least,
                         double most) {
    const char *title = titles[f].title;
    char name[64];
    snprintf(name, sizeof name, f == PERFT ? "%s, depth %d" : "%s", title, s->depth);

    if (f == LENGTH || f == CHOICES)
        mst_print("  %-40s %12.1f\n", name, median);
    else if (median >= 100)
        mst_print("  %-40s %12.0f %-5s  (%.0f to %.0f)\n", name, median, titles[f].unit, least,
                  most);
    else
        mst_print("  %-40s %12.2f %-5s  (%.2f to %.2f)\n", name, median, titles[f].unit, least,
                  most);
}

static const char *runs_by(const char *runs) {
    return !strcmp(runs, "native") ? "native code" : !strcmp(runs, "lua") ? "Lua" : "register code";
}

static void bench_report(struct bench_command *command, const char *title, const char *runs,
                         struct samples *s) {
    const char *path = mst_home_relative(command->arguments.ruleset);
    json_t *figures = json_object();
    if (!command->json)
        mst_print("%s: %s; rules run by %s\n", path, title, runs_by(runs));

    assert(command->rounds > 0);

    for (int f = 0; f < FIGURES; f++) {
        /* The median sorts them: from now on the ends are the least and the most. */
        double median = mst_bench_median(s->of[f], command->rounds);
        double least = s->of[f][0], most = s->of[f][command->rounds - 1];
        if (command->json)
            json_object_set_new(
                figures, titles[f].key,
                json_pack("{s:f,s:f,s:f}", "median", median, "least", least, "most", most));
        else
            print_figure(s, (enum figure)f, median, least, most);
    }

    if (command->json)
        json_array_append_new(command->report,
                              json_pack("{s:s,s:s,s:s,s:i,s:O}", "ruleset", path, "title", title,
                                        "runs", runs, "perft_depth", s->depth, "figures", figures));

    json_decref(figures);
    mst_print_flush();
}

static int bench_one(struct bench_command *command, const char *name) {
    struct mst_error error = {0};
    struct samples *s = mst_calloc(1, sizeof *s);
    tool_arguments_ruleset(&command->arguments, name);
    struct mst_ruleset *ruleset = s ? tool_arguments_load(&command->arguments) : NULL;

    if (!ruleset) {
        mst_free(s);
        return TOOL_FAULTS;
    }
    const char *title = mst_ruleset_title(ruleset);

    /* The bench takes the ruleset over, so it is not freed here. */
    struct mst_bench *bench = mst_bench_new(ruleset, &error);
    enum mst_status status = bench ? MST_OK : MST_BAD_RULESET;
    if (bench)
        status = mst_bench_perft_depth(bench, command->seconds, &s->depth, &error);

    /* Round by round rather than figure by figure: a disturbance then spreads over all of them. */
    for (int round = 0; round < command->rounds && status == MST_OK; round++) {
        status = measure_games(bench, command->seconds, round, s, &error);
        if (status == MST_OK)
            status = measure_parts(command, bench, round, s, &error);
    }

    if (status == MST_OK)
        bench_report(command, title, mst_ruleset_runs(ruleset), s);
    else
        tool_command_complain("bench", &error);

    mst_bench_free(bench);
    mst_free(s);
    return status == MST_OK ? TOOL_DONE : TOOL_FAULTS;
}

/* ---- the work of rules ----------------------------------------------------------------------- */

enum { MOST_FUNCTIONS = 25 };

static int bench_rules(struct bench_command *command, const char *name) {
    struct mst_error error = {0};
    struct mst_buf text = {0};
    struct mst_slice games;
    tool_arguments_ruleset(&command->arguments, name);
    struct mst_ruleset *ruleset = tool_arguments_load(&command->arguments);

    if (!ruleset)
        return TOOL_FAULTS;

    struct mst_coverage *coverage = mst_coverage_new();
    struct mst_bench *bench = mst_bench_new(ruleset, &error);
    enum mst_status status = bench && coverage ? MST_OK : MST_NO_MEMORY;
    if (status == MST_OK) {
        /* Observed from here on: what loading does is not counted. */
        mst_ruleset_observe(ruleset, coverage);
        status = mst_bench_playouts(bench, command->seconds, &games, &error);
    }

    if (status == MST_OK) {
        mst_print("%s: %s, %llu plies of random games\n",
                  mst_home_relative(command->arguments.ruleset), mst_ruleset_title(ruleset),
                  (unsigned long long)games.plies);
        mst_coverage_print_work(coverage, MOST_FUNCTIONS, &text);
        mst_print("%s", mst_buf_text(&text));
    } else {
        tool_command_complain("bench", &error);
    }

    mst_bench_free(bench);
    mst_coverage_free(coverage);
    mst_buf_clear(&text);
    return status == MST_OK && !text.failed ? TOOL_DONE : TOOL_FAULTS;
}

/* ---- arguments ------------------------------------------------------------------------------- */

static int compare_texts(const void *a, const void *b) {
    char *const *x = a, *const *y = b;
    return strcmp(*x, *y);
}

/* Find all rulesets in rulesets/, in name order. */
static void find_rulesets(struct bench_command *command) {
    char folder[1024];
    snprintf(folder, sizeof folder, "%s/rulesets", mst_home());

    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        /* Files that are no rulesets may be beside them. Those beyond the most are left out. */
        size_t length = strlen(entry->d_name);
        if (length <= 4 || strcmp(entry->d_name + length - 4, ".ini") != 0 ||
            command->name_count == MOST_RULESETS)
            continue;

        char *name = mst_strdup(entry->d_name);
        if (name)
            command->names[command->name_count++] = name;
    }
    if (dir)
        closedir(dir);

    qsort(command->names, (size_t)command->name_count, sizeof *command->names, compare_texts);
}

static bool take_number(const char *option, const char *text, double least, double most,
                        double *number) {
    char *end;
    double value = strtod(text, &end);

    if (*text && !*end && value >= least && value <= most) {
        *number = value;
        return true;
    }
    mst_warn("muster bench: --%s: expected a number from %g to %g, found '%s'\n", option, least,
             most, text);
    return false;
}

/* Rules that run side by side are compared, which takes most of the time. */
static bool is_measured(const char *path) {
    if (!strcmp(path, "both"))
        mst_warn("--path: bench measures one path; expected auto, code, lua or native\n");

    return strcmp(path, "both") != 0;
}

static bool read_seconds(void *context, const char *text) {
    struct bench_command *command = context;
    return take_number("seconds", text, 0.01, 600, &command->seconds);
}

static bool read_rounds(void *context, const char *text) {
    struct bench_command *command = context;
    double rounds = command->rounds;

    bool valid = take_number("rounds", text, 1, MOST_ROUNDS, &rounds);
    command->rounds = (int)rounds;
    return valid;
}

static bool read_rules(void *context, const char *text) {
    struct bench_command *command = context;
    (void)text;
    return command->rules = tool_arguments_run_by("lua");
}

static bool read_measured_path(void *context, const char *text) {
    (void)context;
    return is_measured(text) && tool_arguments_run_by(text);
}

static const struct tool_option bench_rows[] = {
    TOOL_READ_ROW(
        "seconds", "N", read_seconds,
        "Games and perft take about so many seconds a round (1), the others a tenth of that."),
    TOOL_READ_ROW("rounds", "N", read_rounds, "Rounds (3)."),
    TOOL_FLAG_ROW("json", struct bench_command, json, "Print JSON."),
    TOOL_READ_ROW("rules", NULL, read_rules,
                  "Run all rules as Lua in random games instead, and list the functions in which "
                  "most lines ran."),
    TOOL_SET_ROW(struct bench_command, arguments),
    TOOL_READ_ROW("path", "HOW", read_measured_path,
                  "How rules run: auto (compiled if they can be), code, lua or native."),
    TOOL_LAST_ROW};

const struct tool_page tool_page_bench = {
    "bench", "[RULESET ...] [OPTION ...]",
    "Measures rulesets (by default all in rulesets/): random games, perft, cloning, undoing, "
    "starting, memory, the protocol and loading. Every figure is the median of several rounds.",
    bench_rows};

int tool_command_bench(int argc, char **argv) {
    struct bench_command *command = mst_calloc(1, sizeof *command);
    if (!command)
        return TOOL_FAULTS;

    command->seconds = 1;
    command->rounds = 3;

    int status = tool_read_options(&tool_page_bench, argc, argv, command);
    if (status) {
        mst_free(command);
        return status - 1;
    }

    if (optind == argc)
        find_rulesets(command);
    command->report = json_array();

    /* One that fails does not keep the others from being measured. */
    for (int i = optind; i < argc; i++)
        if ((command->rules ? bench_rules : bench_one)(command, argv[i]) != TOOL_DONE)
            status = TOOL_FAULTS;
    for (int i = 0; i < command->name_count; i++) {
        if ((command->rules ? bench_rules : bench_one)(command, command->names[i]) != TOOL_DONE)
            status = TOOL_FAULTS;
        mst_free(command->names[i]);
    }

    if (command->json) {
        char *text = json_dumps(command->report, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
        mst_print_line(text ? text : "");
        free(text);
    }

    json_decref(command->report);
    mst_free(command);
    return status;
}
