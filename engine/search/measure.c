/* Benchmark figures of a ruleset: see muster.h. */
#include "search/measure.h"

#ifdef __GLIBC__
#include <assert.h>
#include <malloc.h>
#endif
#include <stdlib.h>
#include <time.h>

#include "search/playout.h"
#include "muster/bench.h"
#include "kit/perft.h"

enum {
    MEAN_GAMES = 8, /* games from which the mean number of legal moves is taken */
    BATCH = 1000,   /* plies, copies or counts between two readings of the clock */
    MATCHES = 100,  /* matches started between two readings of the clock or the heap */
    REPEATS = 8,    /* how often the moves of a spot are made and unmade before the next spot */
    DEEPEST = 12,   /* greatest depth of perft */
};

static double seconds_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double mst_bench_now(void) {
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

double mst_bench_clock(void) {
    return seconds_of(CLOCK_MONOTONIC);
}

static int compare_doubles(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

double mst_bench_median(double *values, int count) {
    assert(count > 0);
    qsort(values, (size_t)count, sizeof *values, compare_doubles);

    /* Of an even number the mean of the middle two, which are one and the same otherwise. */
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

/* The failure of the rules, or out of memory. */
static enum mst_status failed(const struct core_play *play, struct mst_error *error) {
    if (!play->failed)
        return mst_fail(error, MST_NO_MEMORY, "", "out of memory");

    if (error)
        *error = *play->error;
    return play->error->status;
}

static bool rewind_to_start(struct mst_bench *bench) {
    assert(bench->match && bench->pos); /* M2 */
    core_play_ready(&bench->play);
    return core_position_copy(bench->pos, bench->match->pos);
}

/* ---- opening --------------------------------------------------------------------------------- */

/* Play on from the start with `seed` until the match is over or `stop` plies are reached. Counts
 * plies and legal moves; chance with too many outcomes to list counts as one. */
static bool stroll(struct mst_bench *bench, uint64_t seed, int stop, int *plies, int64_t *moves) {
    struct core_play *play = &bench->play;
    struct mst_rng rng;

    mst_rng_seed(&rng, seed);
    if (!rewind_to_start(bench))
        return false;

    for (*plies = 0; *plies < stop && !core_get(bench->pos, CORE_SLOT_OVER); ++*plies) {
        mst_move move;
        /* G3: each ply has a budget of its own, as in a match. */
        core_budget_next(play->budget);

        int64_t choices, legal = core_sampled_now(play) ? 1 : core_legal_count(play, 0);

        if (legal == 0 && !play->failed)
            return search_playout_stuck(play);
        if (play->failed || !search_playout_pick(play, &rng, &move, &choices) ||
            !core_play_move(play, move))
            return false;

        /* Nobody takes moves back here, so the journal need not grow. */
        core_position_forget(bench->pos);
        *moves += legal;
    }
    return true;
}

static bool measure_moves(struct mst_bench *bench) {
    int64_t moves = 0, plies = 0;
    for (uint64_t game = 1; game <= MEAN_GAMES; game++) {
        int length;
        if (!stroll(bench, game, MST_BENCH_PLIES, &length, &moves))
            return false;
        plies += length;
    }

    bench->mean_moves = plies ? (double)moves / (double)plies : 0;
    return true;
}

/* Take positions at even distances from the first game. */
static bool take_spots(struct mst_bench *bench) {
    int64_t moves = 0;
    int length, plies;
    if (!stroll(bench, 1, MST_BENCH_PLIES, &length, &moves))
        return false;

    /* The same game again for each spot, up to its ply: seed 1 decides every move (R2). */
    for (int i = 0; i < SEARCH_BENCH_SPOTS; i++) {
        struct search_bench_spot *spot = &bench->spots[i];
        if (!stroll(bench, 1, i * length / SEARCH_BENCH_SPOTS, &plies, &moves))
            return false;

        spot->pos = core_position_clone(bench->pos);
        /* Counted before it is known to be whole, so that close_bench frees what there is. */
        bench->spot_count++;
        if (!spot->pos || !core_legal(&bench->play, &spot->moves))
            return false;
    }
    return true;
}

static void close_bench(struct mst_bench *bench);

static enum mst_status open_bench(struct mst_bench *bench, struct mst_ruleset *ruleset,
                                  struct mst_error *error) {
    *bench = (struct mst_bench){.ruleset = ruleset};
    mst_rng_seed(&bench->rng, 1);
    bench->match = mst_match_new(ruleset, true, 1, error);

    if (!bench->match) {
        enum mst_status status = error ? error->status : MST_BAD_RULESET;
        close_bench(bench);
        return status;
    }

    bench->pos = core_position_clone(bench->match->pos);
    /* M2: half a benchmark is of no use, so whatever there is goes. */
    bool done = bench->pos && core_play_init(&bench->play, ruleset->rules, bench->pos) &&
                measure_moves(bench) && take_spots(bench);

    if (done)
        return MST_OK;

    enum mst_status status = failed(&bench->play, error);
    close_bench(bench);
    return status;
}

static void close_bench(struct mst_bench *bench) {
    for (int i = 0; i < bench->spot_count; i++) {
        core_position_free(bench->spots[i].pos);
        mst_moves_clear(&bench->spots[i].moves);
    }
    /* The play was begun only if there was a position to play in. */
    if (bench->pos)
        core_play_clear(&bench->play);

    core_position_free(bench->pos);
    mst_match_free(bench->match);
    mst_ruleset_free(bench->ruleset);
    *bench = (struct mst_bench){0};
}

struct mst_bench *mst_bench_new(struct mst_ruleset *ruleset, struct mst_error *error) {
    struct mst_bench *bench = mst_calloc(1, sizeof *bench);
    if (!bench) {
        /* Taken over even on failure. */
        mst_ruleset_free(ruleset);
        mst_fail(error, MST_NO_MEMORY, "", "out of memory");
        return NULL;
    }

    if (open_bench(bench, ruleset, error) == MST_OK)
        return bench;
    mst_free(bench);
    return NULL;
}

void mst_bench_free(struct mst_bench *bench) {
    if (bench)
        close_bench(bench);
    mst_free(bench);
}

double mst_bench_mean_moves(const struct mst_bench *bench) {
    return bench->mean_moves;
}

/* ---- playing --------------------------------------------------------------------------------- */

enum mst_status mst_bench_playouts(struct mst_bench *bench, double seconds, struct mst_slice *slice,
                                   struct mst_error *error) {
    double began = mst_bench_now();
    *slice = (struct mst_slice){0};
    do {
        for (int plies = 0; plies < BATCH;) {
            struct search_playout game;
            if (!rewind_to_start(bench) ||
                !search_playout_run(&bench->play, &bench->rng, MST_BENCH_PLIES, &game))
                return failed(&bench->play, error);

            /* And one, so that a game that is over at once cannot make this endless. */
            plies += game.plies + 1;
            slice->plies += (uint64_t)game.plies;
            slice->playouts++;
        }

        slice->seconds = mst_bench_now() - began;
    } while (slice->seconds < seconds);
    return MST_OK;
}

enum mst_status mst_bench_perft(struct mst_bench *bench, int depth, double seconds,
                                struct mst_slice *slice, struct mst_error *error) {
    *slice = (struct mst_slice){0};
    if (!rewind_to_start(bench))
        return failed(&bench->play, error);

    double began = mst_bench_now();
    do {
        uint64_t nodes;
        if (!kit_perft(&bench->play, depth, &nodes))
            return failed(&bench->play, error);
        slice->nodes += nodes;
        slice->seconds = mst_bench_now() - began;
    } while (slice->seconds < seconds);
    return MST_OK;
}

enum mst_status mst_bench_perft_depth(struct mst_bench *bench, double seconds, int *depth,
                                      struct mst_error *error) {
    struct mst_slice before = {.nodes = 1}, now;
    for (*depth = 1; *depth < DEEPEST; ++*depth, before = now) {
        enum mst_status status = mst_bench_perft(bench, *depth, 0, &now, error);
        if (status == MST_BAD_REQUEST && *depth > 1) { /* chance that perft cannot count */
            --*depth;
            return MST_OK;
        }

        if (status != MST_OK)
            return status;

        /* The next depth will take longer by about the factor by which this one did. If the tree
         * does not grow, nothing is gained by going deeper. */
        double growth = (double)now.nodes / (double)before.nodes;
        if (growth <= 1 || now.seconds * growth > 2 * seconds)
            return MST_OK;
    }
    return MST_OK;
}

enum mst_status mst_bench_apply(struct mst_bench *bench, double seconds, double *ns,
                                struct mst_error *error) {
    double began = mst_bench_now(), passed;
    int64_t moves = 0;
    assert(bench->spot_count > 0); /* M2 */

    core_play_ready(&bench->play);
    do {
        for (int i = 0; i < bench->spot_count; i++) {
            const struct mst_moves *list = &bench->spots[i].moves;
            if (!core_position_copy(bench->pos, bench->spots[i].pos))
                return failed(&bench->play, error);

            for (int k = 0; k < REPEATS * list->count; k++) {
                struct core_mark mark = core_position_mark(bench->pos);
                core_budget_next(bench->play.budget);
                if (!core_play_move(&bench->play, list->moves[k % list->count]))
                    return failed(&bench->play, error);
                /* Making and taking back are timed together: a search does both. */
                core_position_rewind(bench->pos, mark);
            }

            moves += REPEATS * list->count;
        }

        passed = mst_bench_now() - began;
    } while (passed < seconds);

    *ns = moves ? passed * 1e9 / (double)moves : 0;
    return MST_OK;
}

/* ---- positions and matches ------------------------------------------------------------------- */

/* Do `once` until `seconds` have passed, the clock being read every `batch` times. Returns the mean
 * time of one in seconds, or a negative number: a failure. */
static double repeat(struct mst_bench *bench, double seconds, int batch,
                     bool (*once)(struct mst_bench *bench, int i)) {
    assert(batch > 0);
    double began = mst_bench_now(), passed;
    int64_t done = 0;

    do {
        for (int i = 0; i < batch; i++)
            if (!once(bench, i))
                return -1;
        done += batch;
        passed = mst_bench_now() - began;
    } while (passed < seconds);
    return passed / (double)done;
}

static const struct core_position *spot(const struct mst_bench *bench, int i) {
    assert(bench->spot_count > 0); /* M2 */
    return bench->spots[i % bench->spot_count].pos;
}

static bool copy_one(struct mst_bench *bench, int i) {
    return core_position_copy(bench->pos, spot(bench, i));
}

static bool clone_one(struct mst_bench *bench, int i) {
    struct core_position *pos = core_position_clone(spot(bench, i));
    core_position_free(pos);
    return pos != NULL;
}

static bool start_one(struct mst_bench *bench, int i) {
    (void)i;
    struct mst_match *match = mst_match_new(bench->ruleset, true, 1, bench->play.error);

    mst_match_free(match);
    /* The error went to that of the play: `failed` will find it there. */
    bench->play.failed = !match;
    return match != NULL;
}

enum mst_status mst_bench_copy(struct mst_bench *bench, double seconds, double *ns,
                               struct mst_error *error) {
    *ns = repeat(bench, seconds, BATCH, copy_one) * 1e9;
    return *ns < 0 ? failed(&bench->play, error) : MST_OK;
}

enum mst_status mst_bench_clone(struct mst_bench *bench, double seconds, double *ns,
                                struct mst_error *error) {
    *ns = repeat(bench, seconds, BATCH, clone_one) * 1e9;
    return *ns < 0 ? failed(&bench->play, error) : MST_OK;
}

enum mst_status mst_bench_start(struct mst_bench *bench, double seconds, double *us,
                                struct mst_error *error) {
    *us = repeat(bench, seconds, MATCHES, start_one) * 1e6;
    return *us < 0 ? failed(&bench->play, error) : MST_OK;
}

/* Bytes allocated from the heap now. */
static double heap(void) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
    struct mallinfo2 info = mallinfo2();
    return (double)info.uordblks + (double)info.hblkhd;
#else
    return 0;
#endif
}

enum mst_status mst_bench_memory(struct mst_bench *bench, double *bytes, struct mst_error *error) {
    struct mst_match *matches[MATCHES];
    enum mst_status status = MST_OK;
    int count = 0;
    double before = heap(), lua = (double)host_memory(bench->ruleset->host);

    /* Many matches at once, because one would be lost among what the heap rounds up. */
    while (count < MATCHES && status == MST_OK) {
        matches[count] = mst_match_new(bench->ruleset, true, 1, error);
        if (matches[count])
            count++;
        else
            status = error ? error->status : MST_NO_MEMORY;
    }
    /* Lua memory, including garbage not yet collected, belongs to the ruleset */
    lua = (double)host_memory(bench->ruleset->host) - lua;
    *bytes = heap() == 0 ? 0 : (heap() - before - lua) / MATCHES;

    while (count--)
        mst_match_free(matches[count]);
    return status;
}

enum mst_status mst_bench_load(const char *path, const struct mst_setting *settings, size_t count,
                               double *ms, struct mst_error *error) {
    double began = mst_bench_now();
    struct mst_ruleset *ruleset = mst_ruleset_load(path, settings, count, NULL, error);
    if (!ruleset)
        return error ? error->status : MST_BAD_RULESET;

    *ms = (mst_bench_now() - began) * 1e3;
    mst_ruleset_free(ruleset);
    return MST_OK;
}
