/* Prints the engine's speed as ratios to engines written by hand for one game (peer.h), and the
 * figures that have a measure of their own, each with the floor below which it is too slow and with
 * its target.
 *
 * usage: muster-ratios [--rounds N] [--seconds N] [--markdown] [--native] | --check
 *   exit status 0: every floor holds, 1: some figure misses its floor, 2: nothing could be measured
 *   --check measures nothing: it checks that the peers count right and that every ruleset opens
 *
 * Figures of a busy machine swing, so engine and peers take turns, in slices of --seconds (0.3) in
 * --rounds rounds (9); a ratio is taken within each round, and the median of the ratios is what
 * counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/peer.h"
#include "faces/tools/bench_protocol.h"
#include "faces/tools/command.h"
#include "muster/bench.h"
#include "muster/native.h"

enum { MOST_ROUNDS = 99, PERFT_DEPTH = 5, SIZE = 8 };

/* Figures that each round measures once. */
enum figure {
    BITS_GAMES,
    LUA_GAMES,
    ARRAY_PLIES,
    BITS_PERFT, /* peers, a second */
    GAMES,
    HOOKED_GAMES,
    SLOW_GAMES,
    PERFT,
    BATTLE_PLIES,
    RICH_PLIES,
    GRAND_PLIES,
    BATTLES,
    RICH_BATTLES,
    GRAND_BATTLES, /* the engine, a second */
    COPY,
    CLONE,
    APPLY,
    START,
    BATTLE_START,
    MEMORY,
    BATTLE_MEMORY,
    MOVE,
    MOVE_99,
    BATTLE_MOVE,
    BATTLE_MOVE_99,
    LOAD,
    NATIVE_GAMES,
    NATIVE_PERFT,
    NATIVE_BATTLE,
    NATIVE_RICH,
    NATIVE_GRAND, /* by native code, with --native: games, leaves, plies a second */
    FIGURES,
};

static const struct row {
    const char *title;
    enum figure figure;
    int against;          /* a figure to divide by, or -1: the figure itself */
    double floor, target; /* both 0: told for comparison only */
    const char *unit;
} rows[] = {
    {"breakthrough games, none in Lua / C with a move list", GAMES, BITS_GAMES, 0.25, 0.5, ""},
    {"the same / plain Lua", GAMES, LUA_GAMES, 18, 30, ""},
    {"a Lua hook on every move / plain Lua", HOOKED_GAMES, LUA_GAMES, 6, 10, ""},
    {"Lua for every candidate move / plain Lua", SLOW_GAMES, LUA_GAMES, 0, 0, ""},
    {"perft, leaves counted / C with a move list", PERFT, BITS_PERFT, 0.2, 0.4, ""},
    {"WARLINE plies / breakthrough plies of C, array", BATTLE_PLIES, ARRAY_PLIES, 0.08, 0.25, ""},
    {"the same with all arts and terrain", RICH_PLIES, ARRAY_PLIES, 0, 0, ""},
    {"the same of warline-grand", GRAND_PLIES, ARRAY_PLIES, 0, 0, ""},
    {"WARLINE games with all arts and terrain / without", RICH_BATTLES, BATTLES, 0.5, 0.7, ""},
    {"clone of a breakthrough position", COPY, -1, 50, 15, "ns"},
    {"the same, made new and freed", CLONE, -1, 0, 0, "ns"},
    {"play and undo a breakthrough move", APPLY, -1, 100, 40, "ns"},
    {"start of a match, breakthrough", START, -1, 100, 20, "us"},
    {"start of a match, WARLINE", BATTLE_START, -1, 100, 20, "us"},
    {"memory of a match, breakthrough", MEMORY, -1, 8192, 4096, "bytes"},
    {"memory of a match, WARLINE", BATTLE_MEMORY, -1, 8192, 4096, "bytes"},
    {"protocol move, breakthrough, p50", MOVE, -1, 20, 5, "us"},
    {"protocol move, breakthrough, p99", MOVE_99, -1, 200, 50, "us"},
    {"protocol move, WARLINE, p50", BATTLE_MOVE, -1, 20, 5, "us"},
    {"protocol move, WARLINE, p99", BATTLE_MOVE_99, -1, 200, 50, "us"},
    {"loading the largest ruleset (warline-grand)", LOAD, -1, 100, 30, "ms"},
    {"native: breakthrough games / C with a move list", NATIVE_GAMES, BITS_GAMES, 0.4, 0.6, ""},
    {"native: perft, leaves counted / C with a move list", NATIVE_PERFT, BITS_PERFT, 0.2, 0.4, ""},
    {"native: WARLINE plies / those of C, array", NATIVE_BATTLE, ARRAY_PLIES, 0.4, 0.45, ""},
    {"native: all arts and terrain / the interpreter", NATIVE_RICH, RICH_PLIES, 2, 2.5, ""},
    {"native: warline-grand / the interpreter", NATIVE_GRAND, GRAND_PLIES, 1.5, 2, ""},
};
enum { ROWS = sizeof rows / sizeof *rows };

struct ratios {
    struct mst_bench *plain, *hooked, *slow, *battle, *rich, *grand;
    struct mst_bench *native[4]; /* plain, battle, rich, grand; with --native */
    struct tool_arguments plain_file, hooked_file, slow_file, battle_file, rich_file, grand_file;
    double seconds;
    int rounds;
    bool markdown, check, by_native;
    double of[FIGURES][MOST_ROUNDS];
};

/* ---- measuring ------------------------------------------------------------------------------- */

static void measure_peers(struct ratios *r, int round) {
    uint64_t seed = (uint64_t)round + 1;
    struct peer_result bits = peer_bits_playouts(SIZE, r->seconds, seed);
    struct peer_result lua = peer_lua_playouts(SIZE, r->seconds, seed);
    struct peer_result array = peer_array_playouts(SIZE, r->seconds, seed);
    r->of[BITS_GAMES][round] = (double)bits.playouts / bits.seconds;
    r->of[LUA_GAMES][round] = (double)lua.playouts / lua.seconds;
    r->of[ARRAY_PLIES][round] = (double)array.plies / array.seconds;
    struct peer_result perft = {0};
    do {
        struct peer_result one = peer_bits_perft(SIZE, PERFT_DEPTH);
        perft.nodes += one.nodes;
        perft.seconds += one.seconds;
    } while (perft.seconds < r->seconds);
    r->of[BITS_PERFT][round] = (double)perft.nodes / perft.seconds;
}

static bool measure_games(struct ratios *r, struct mst_bench *bench, enum figure figure, int round,
                          struct mst_error *error) {
    struct mst_slice slice;
    if (mst_bench_playouts(bench, r->seconds, &slice, error) != MST_OK)
        return false;
    r->of[figure][round] = (double)slice.playouts / slice.seconds;
    if (figure >= BATTLES) /* their plies count as well */
        r->of[BATTLE_PLIES + (figure - BATTLES)][round] = (double)slice.plies / slice.seconds;
    return true;
}

static bool measure_engine(struct ratios *r, int round, struct mst_error *error) {
    struct mst_slice perft;
    if (!measure_games(r, r->plain, GAMES, round, error) ||
        !measure_games(r, r->hooked, HOOKED_GAMES, round, error) ||
        !measure_games(r, r->slow, SLOW_GAMES, round, error) ||
        !measure_games(r, r->battle, BATTLES, round, error) ||
        !measure_games(r, r->rich, RICH_BATTLES, round, error) ||
        !measure_games(r, r->grand, GRAND_BATTLES, round, error) ||
        mst_bench_perft(r->plain, PERFT_DEPTH, r->seconds, &perft, error) != MST_OK)
        return false;
    r->of[PERFT][round] = (double)perft.nodes / perft.seconds;
    return true;
}

static bool measure_native(struct ratios *r, int round, struct mst_error *error) {
    static const enum figure figures[] = {NATIVE_GAMES, NATIVE_BATTLE, NATIVE_RICH, NATIVE_GRAND};
    struct mst_slice slice;
    for (int i = 0; i < 4; i++) {
        if (mst_bench_playouts(r->native[i], r->seconds, &slice, error) != MST_OK)
            return false;
        r->of[figures[i]][round] = (double)(i ? slice.plies : slice.playouts) / slice.seconds;
    }
    if (mst_bench_perft(r->native[0], PERFT_DEPTH, r->seconds, &slice, error) != MST_OK)
        return false;
    r->of[NATIVE_PERFT][round] = (double)slice.nodes / slice.seconds;
    return true;
}

static bool measure_talk(struct ratios *r, const struct tool_arguments *file, enum figure figure,
                         int round, struct mst_error *error) {
    return tool_bench_protocol(file->ruleset, NULL, 0, r->seconds / 3, &r->of[figure][round],
                               &r->of[figure + 1][round], error) == MST_OK;
}

static bool measure_parts(struct ratios *r, int round, struct mst_error *error) {
    double part = r->seconds / 3;
    return mst_bench_copy(r->plain, part, &r->of[COPY][round], error) == MST_OK &&
           mst_bench_clone(r->plain, part, &r->of[CLONE][round], error) == MST_OK &&
           mst_bench_apply(r->plain, part, &r->of[APPLY][round], error) == MST_OK &&
           mst_bench_start(r->plain, part, &r->of[START][round], error) == MST_OK &&
           mst_bench_start(r->battle, part, &r->of[BATTLE_START][round], error) == MST_OK &&
           mst_bench_memory(r->plain, &r->of[MEMORY][round], error) == MST_OK &&
           mst_bench_memory(r->battle, &r->of[BATTLE_MEMORY][round], error) == MST_OK &&
           measure_talk(r, &r->plain_file, MOVE, round, error) &&
           measure_talk(r, &r->battle_file, BATTLE_MOVE, round, error) &&
           mst_bench_load(r->grand_file.ruleset, NULL, 0, &r->of[LOAD][round], error) == MST_OK;
}

/* ---- printing -------------------------------------------------------------------------------- */

static const char *number(double value, char *text) {
    snprintf(text, 32, value >= 1000 ? "%.0f" : value >= 10 ? "%.1f" : "%.3g", value);
    return text;
}

static const char *verdict(const struct row *row, double value) {
    bool more = row->against >= 0; /* of a ratio, more is better; of a time, less */
    if (row->floor == 0)
        return "-";
    if (more ? value >= row->target : value <= row->target)
        return "target met";
    return (more ? value >= row->floor : value <= row->floor) ? "floor met" : "BELOW FLOOR";
}

/* False when the row misses its floor. */
static bool print_row(const struct ratios *r, const struct row *row) {
    double values[MOST_ROUNDS];
    char m[32], a[32], b[32], f[32] = "", t[32] = "", spread[128];
    for (int i = 0; i < r->rounds; i++)
        values[i] = r->of[row->figure][i] / (row->against < 0 ? 1 : r->of[row->against][i]);
    double median = mst_bench_median(values, r->rounds);
    const char *said = verdict(row, median);
    snprintf(spread, sizeof spread, "%s (%s-%s) %s", number(median, m), number(values[0], a),
             number(values[r->rounds - 1], b), row->unit);
    if (row->floor > 0) {
        number(row->floor, f);
        number(row->target, t);
    }
    printf(r->markdown ? "| %s | %s | %s | %s | %s |\n" : "%-54s %-28s %6s %6s  %s\n", row->title,
           spread, f, t, said);
    return strcmp(said, "BELOW FLOOR") != 0;
}

static void print_rates(struct ratios *r) {
    static const struct {
        const char *title;
        enum figure figure;
    } rates[] = {
        {"C, bits and list: games/s", BITS_GAMES},
        {"C, bits and list: perft leaves/s", BITS_PERFT},
        {"C, array: plies/s", ARRAY_PLIES},
        {"plain Lua: games/s", LUA_GAMES},
        {"engine: games/s", GAMES},
        {"engine: perft leaves/s", PERFT},
        {"engine, hooked: games/s", HOOKED_GAMES},
        {"engine, Lua per candidate: games/s", SLOW_GAMES},
        {"engine, WARLINE: plies/s", BATTLE_PLIES},
    };
    puts("\nrates of this run, for orientation (only ratios of one run can be compared):");
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
        printf("  %-40s %12.0f\n", rates[i].title,
               mst_bench_median(r->of[rates[i].figure], r->rounds));
}

static bool print_rows(struct ratios *r) {
    bool valid = true;
    if (r->markdown)
        puts("| figure | median (least-most) | floor | target | |\n|---|---|---|---|---|");
    else
        printf("%-54s %-28s %6s %6s\n", "figure", "median (least-most)", "floor", "target");
    for (int i = 0; i < ROWS; i++)
        if (rows[i].figure < NATIVE_GAMES || r->by_native)
            valid = print_row(r, &rows[i]) && valid;
    print_rates(r);
    return valid;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* Load a ruleset of the house, or of the folder `home` below it (whose modules it then finds). */
static bool open_bench(struct mst_bench **bench, struct tool_arguments *file, const char *home,
                       const char *name, struct mst_error *error) {
    static const char root[] = MUSTER_HOME;
    char folder[1024];
    snprintf(folder, sizeof folder, "%s%s", root, home);
    setenv("MUSTER_HOME", folder, 1);
    tool_arguments_ruleset(file, name);
    struct mst_ruleset *ruleset = tool_arguments_load(file);
    *bench = ruleset ? mst_bench_new(ruleset, error) : NULL;
    bool open = *bench != NULL;
    setenv("MUSTER_HOME", root, 1);
    return open;
}

static bool open_all(struct ratios *r, struct mst_error *error) {
    static const char corpus[] = "/tests/corpus/bench";
    peer_lua_path(MUSTER_HOME "/tests/bench/peer_plain.lua");
    return peer_self_check() == 0 &&
           open_bench(&r->plain, &r->plain_file, "", "breakthrough-8x8", error) &&
           open_bench(&r->battle, &r->battle_file, "", "warline-tactical", error) &&
           open_bench(&r->rich, &r->rich_file, "", "warline-arts-terrain", error) &&
           open_bench(&r->grand, &r->grand_file, "", "warline-grand", error) &&
           open_bench(&r->hooked, &r->hooked_file, corpus, "hooked-8x8", error) &&
           open_bench(&r->slow, &r->slow_file, corpus, "slow-8x8", error);
}

/* Compile the rules into a folder that is removed at once; they stay in memory. */
static bool compile(struct mst_ruleset *ruleset, struct mst_error *error) {
    char path[] = "/tmp/muster-ratios.XXXXXX";
    struct mst_compiled made;
    int file = mkstemp(path);
    bool done = file >= 0 && close(file) == 0 &&
                mst_ruleset_compile(ruleset, path, &made, error) == MST_OK &&
                mst_ruleset_run_by(ruleset, path, error) == MST_OK;
    remove(path);
    return done;
}

static bool open_native(struct ratios *r, struct mst_error *error) {
    const struct tool_arguments *files[] = {&r->plain_file, &r->battle_file, &r->rich_file,
                                            &r->grand_file};
    for (int i = 0; i < 4 && r->by_native; i++) {
        struct mst_ruleset *ruleset = tool_arguments_load(files[i]);
        r->native[i] = ruleset && compile(ruleset, error) ? mst_bench_new(ruleset, error) : NULL;
        if (!r->native[i])
            return false;
    }
    return true;
}

static void close_all(struct ratios *r) {
    for (int i = 0; i < 4; i++)
        mst_bench_free(r->native[i]);
    mst_bench_free(r->plain);
    mst_bench_free(r->hooked);
    mst_bench_free(r->slow);
    mst_bench_free(r->battle);
    mst_bench_free(r->rich);
    mst_bench_free(r->grand);
    mst_free(r);
}

static bool take_options(struct ratios *r, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--markdown"))
            r->markdown = true;
        else if (!strcmp(argv[i], "--check"))
            r->check = true;
        else if (!strcmp(argv[i], "--native"))
            r->by_native = true;
        else if (!strcmp(argv[i], "--rounds") && i + 1 < argc)
            r->rounds = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--seconds") && i + 1 < argc)
            r->seconds = atof(argv[++i]);
        else
            return false;
    }
    return r->rounds >= 1 && r->rounds <= MOST_ROUNDS && r->seconds > 0;
}

int main(int argc, char **argv) {
    struct mst_error error = {0};
    struct ratios *r = mst_calloc(1, sizeof *r);
    if (!r)
        return 2;
    r->rounds = 9;
    r->seconds = 0.3;
    if (!take_options(r, argc, argv)) {
        fputs("usage: muster-ratios [--rounds N] [--seconds N] [--markdown] | --check\n", stderr);
        mst_free(r);
        return 2;
    }
    unsetenv("XDG_CACHE_HOME"); /* without the native code of earlier compilations */
    unsetenv("HOME");
    bool done = open_all(r, &error) && open_native(r, &error);
    for (int round = 0; round < r->rounds && done && !r->check; round++) {
        measure_peers(r, round);
        done = measure_engine(r, round, &error) && measure_parts(r, round, &error) &&
               (!r->by_native || measure_native(r, round, &error));
    }
    int status = !done ? 2 : r->check || print_rows(r) ? 0 : 1;
    if (!done)
        tool_command_complain("ratios", &error);
    close_all(r);
    return status;
}
